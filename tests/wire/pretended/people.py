"""People: they see what Discord shows them, and act by commands, buttons, menus and forms."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pretended import payloads
from pretended.interaction_routes import ANSWER_WITHIN_S
from pretended.limits import BUTTON, STRING_SELECT, nested
from pretended.server import PretendedDiscord
from pretended.world import Channel, Interaction, Message, User

COMMAND, COMPONENT, MODAL_SUBMIT = 2, 3, 5
SUB_COMMAND, STRING_OPTION, USER_OPTION = 1, 3, 6
LATENESS_S: Final = 0.5
"""Beyond the three seconds, for a reply that is on its way."""


class Person:
    """Somebody of a server or a conversation. An act gives back the interaction: answered, or expired as "This
    interaction failed"."""

    def __init__(self, discord: PretendedDiscord, name: str, home: Channel | None = None) -> None:
        self.discord = discord
        self._home = home or discord.market
        self.user: User = discord.world.add_user(name)
        if self._home.guild is not None:
            self._home.guild.members[self.user.id] = self.user
        self.failed: list[Interaction] = []
        """Acts that nobody answered in time."""

    @property
    def name(self) -> str:
        return self.user.name

    # -- acting -------------------------------------------------------------------------------------------------------

    async def command(
        self, name: str, channel: Channel, *, part: str | None = None, **options: str | User
    ) -> Interaction:
        """A slash command, such as `/play`; `part` is that of a command in parts, such as `/table resume`."""
        known = next(one for one in self.discord.world.commands if one["name"] == name)
        people = [value for value in options.values() if isinstance(value, User)]
        typed = [_option(key, value) for key, value in options.items()]
        data: dict[str, Any] = {
            "id": known["id"], "name": name, "type": 1,
            "options": [{"name": part, "type": SUB_COMMAND, "options": typed}] if part else typed,
        }  # fmt: skip
        if channel.guild is not None:
            data["guild_id"] = str(channel.guild.id)
        if people:
            data["resolved"] = {"users": {str(one.id): payloads.user(one) for one in people}}
        if people and channel.guild is not None:
            data["resolved"]["members"] = {str(one.id): payloads.member(one, permissions=True) for one in people}
        return await self._act(COMMAND, channel, data, None)

    async def press(self, message: Message, custom_id: str) -> Interaction:
        """A button."""
        return await self._act(COMPONENT, message.channel, {"component_type": BUTTON, "custom_id": custom_id}, message)

    async def choose(self, message: Message, custom_id: str, values: Sequence[str]) -> Interaction:
        """Some options of a menu."""
        data = {"component_type": STRING_SELECT, "custom_id": custom_id, "values": list(values)}
        return await self._act(COMPONENT, message.channel, data, message)

    async def send_form(self, opened: Interaction, texts: Mapping[str, str]) -> Interaction:
        """The form that an interaction has opened; `texts` by the `custom_id` of each field."""
        assert opened.modal is not None
        filled = [_filled(one, texts) for one in opened.modal["components"]]
        data = {"custom_id": opened.modal["custom_id"], "components": filled}
        return await self._act(MODAL_SUBMIT, opened.channel, data, opened.message)

    async def _act(self, kind: int, channel: Channel, data: dict[str, Any], message: Message | None) -> Interaction:
        world, gateway = self.discord.world, self.discord.gateway
        act = world.open_interaction(kind, self.user, channel, data, message, self.discord.clock.passed_s())
        self.discord.witness.note(
            f"       {self.name}: {data.get('custom_id', data.get('name'))} {data.get('values', '')}"
        )
        if await gateway.tell(channel, "INTERACTION_CREATE", payloads.interaction(act, world)):
            await self._answered(act)
        else:
            act.expired = True
        if act.expired:
            self.failed.append(act)
            self.discord.witness.note(f"       {self.name}: This interaction failed")
        return act

    async def _answered(self, act: Interaction) -> None:
        """Until the callback has come, or the three seconds are over, or the bot is dead."""
        waiting = asyncio.create_task(self._lose_patience(act))
        try:
            await self.discord.witness.until(lambda: act.acknowledged or act.expired, "an answer")
        finally:
            waiting.cancel()

    async def _lose_patience(self, act: Interaction) -> None:
        await self.discord.clock.sleep(ANSWER_WITHIN_S + LATENESS_S)
        act.expired = not act.acknowledged
        self.discord.witness.ring()

    # -- seeing -------------------------------------------------------------------------------------------------------

    @property
    def direct(self) -> Channel:
        return self.discord.world.direct(self.user)

    def looks_at(self) -> list[Channel]:
        """The channel where this person plays, its threads, and the direct messages."""
        threads = self.discord.world.threads_of(self._home)
        return [self._home, *(one for one in threads if not one.gone), self.direct]

    def has_seen(self) -> list[Message]:
        """Everything this person could ever read there."""
        world = self.discord.world
        places = [self._home, *world.threads_of(self._home), self.direct]
        return [
            one for one in world.messages.values() if one.channel in places and one.only_for in (None, self.user.id)
        ]

    def sees(self) -> list[Message]:
        """Everything this person can read now where they look; what others alone are shown is not for them."""
        every = (one for channel in self.looks_at() for one in self.discord.world.standing_in(channel))
        return [one for one in every if one.only_for in (None, self.user.id)]


def _option(name: str, value: str | User) -> dict[str, Any]:
    if isinstance(value, User):
        return {"name": name, "type": USER_OPTION, "value": str(value.id)}
    return {"name": name, "type": STRING_OPTION, "value": value}


def _filled(component: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """A component of a form as it is submitted: its id and what was typed."""
    back = {"type": component["type"], "id": component.get("id", 1)}
    for one in nested([component]):
        if one.get("custom_id") in texts:
            field = {"type": one["type"], "id": 2, "custom_id": one["custom_id"], "value": texts[one["custom_id"]]}
            return {**back, "component": field} if "component" in component else {**back, "components": [field]}
    return back
