"""Answers to interactions, and their follow-ups (interactions/receiving-and-responding)."""

from __future__ import annotations

from typing import Any, Final

from pretended import errors, limits, payloads
from pretended.calls import Answer, Call, route
from pretended.gateway import Gateway
from pretended.limits import EPHEMERAL
from pretended.message_routes import attached, changes, checked
from pretended.witness import Witness
from pretended.world import Interaction, Message, World

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE_MESSAGE, AUTOCOMPLETE, MODAL = 4, 5, 6, 7, 8, 9
FOLLOWUPS_MOST: Final = 5
"""Of one interaction, where the bot is not."""
ANSWER_WITHIN_S: Final = 3.0
"""Real seconds (`Clock.passed_s`): then the token is invalid."""


class InteractionRoutes:
    world: World
    gateway: Gateway
    witness: Witness

    @route("POST", "/interactions/{interaction}/{token}/callback")
    async def create_response(self, call: Call) -> Answer:
        interaction = self.world.interaction(call.id("interaction"), call.ids["token"])
        if self.world.clock.passed_s() - interaction.began_s > ANSWER_WITHIN_S:
            interaction.expired = True
            raise errors.unknown_interaction()
        if interaction.acknowledged:
            raise errors.already_acknowledged()
        kind = call.body["type"]
        await self._respond(call, interaction, kind, call.body.get("data") or {})
        interaction.acknowledged = True
        call.note = f"type {kind} for {interaction.user.name}"
        self.witness.ring()
        return 200, payloads.callback_response(interaction, kind)

    async def _respond(self, call: Call, interaction: Interaction, kind: int, data: dict[str, Any]) -> None:
        if kind == MESSAGE:
            interaction.original = await self._answer(call, interaction, data)
        elif kind == UPDATE_MESSAGE and interaction.message is not None:
            checked(self.world, call, flags=interaction.message.flags, body=data)
            interaction.original = await self._update(call, interaction.message, data)
        elif kind in (DEFERRED_MESSAGE, DEFERRED_UPDATE):
            interaction.deferred = True
            interaction.original = interaction.message if kind == DEFERRED_UPDATE else None
        elif kind == MODAL:
            self.world.breaches += limits.faults_of_modal(data)
            interaction.modal = data

    async def _answer(self, call: Call, interaction: Interaction, data: dict[str, Any]) -> Message:
        """A new message: to one person where it is ephemeral, in a direct message to them anyway."""
        checked(self.world, call, body=data)
        alone = int(data.get("flags") or 0) & EPHEMERAL
        body = {**data, "attachments": attached(Call(call.method, call.route, {}, data), call.files)}
        message = self.world.write(
            interaction.channel, self.world.bot, body,
            only_for=interaction.user.id if alone else None, interaction=interaction.id,
        )  # fmt: skip
        interaction.answers.append(message)
        if not alone and interaction.channel.has_bot:
            await self.gateway.tell(interaction.channel, "MESSAGE_CREATE", payloads.told_to_gateway(message))
        return message

    async def _update(self, call: Call, message: Message, data: dict[str, Any]) -> Message:
        self.world.edit(message, changes(Call(call.method, call.route, {}, data, call.files), message))
        if not message.is_ephemeral and message.channel.has_bot:
            await self.gateway.tell(message.channel, "MESSAGE_UPDATE", payloads.told_to_gateway(message))
        return message

    # -- follow-ups ---------------------------------------------------------------------------------------------------

    @route("POST", "/webhooks/{application}/{token}")
    async def create_followup(self, call: Call) -> Answer:
        interaction = self.world.by_token(call.ids["token"])
        if not interaction.channel.has_bot and interaction.followups >= FOLLOWUPS_MOST:
            raise errors.too_many_followups()
        interaction.followups += 1
        message = await self._answer(call, interaction, call.body)
        if interaction.deferred and interaction.original is None:
            interaction.original = message
        call.note = f"follow-up for {interaction.user.name}"
        self.witness.ring()
        return 200, payloads.message(message)

    @route("GET", "/webhooks/{application}/{token}/messages/{message}")
    async def get_response(self, call: Call) -> Answer:
        return 200, payloads.message(self._of(call))

    @route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
    async def edit_response(self, call: Call) -> Answer:
        message = self._of(call)
        checked(self.world, call, flags=message.flags)
        await self._update(call, message, call.body)
        return 200, payloads.message(message)

    @route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
    async def delete_response(self, call: Call) -> Answer:
        self.world.delete(self._of(call))
        return 204, None

    def _of(self, call: Call) -> Message:
        """`@original`, or a message by its id."""
        interaction = self.world.by_token(call.ids["token"])
        found = interaction.original
        if call.ids["message"] != "@original":
            found = next((one for one in interaction.answers if one.id == call.id("message")), None)
        if found is None or found.deleted:
            raise errors.unknown_message()
        return found
