"""What stands of a plan in its channel, and what people are told of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import structlog

from bot.matches.lobbies import Lobbies
from bot.matches.planned_tables import Planned, PlannedTables
from bot.ui.delivery import Courier, OpeningTooFast, Outgoing, Overloaded, Undeliverable, Unreachable
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.pages import outgoing
from bot.ui.panels import Page, Shown, render
from bot.ui.person_mail import PersonMail
from bot.ui.pictures.gallery import Gallery
from bot.ui.wording import Wording
from cogs.evenings.invitation_picture import invitation_picture
from cogs.evenings.plan_pages import line_page, plan_page

log = structlog.get_logger(__name__)

PASSING: Final = (Unreachable, OpeningTooFast, Overloaded)
"""Troubles that pass by themselves."""


class PlanMessages:
    """Posts what a plan has to say, and redraws it.

    doubtful  plans of which something may have been posted that nobody has noted: it is looked for first
    """

    def __init__(
        self,
        *,
        plans: PlannedTables,
        lobbies: Lobbies,
        courier: Courier,
        mail: PersonMail,
        languages: Languages,
        faces: Mapping[str, Face],
        gallery: Gallery,
    ) -> None:
        self._plans = plans
        self._lobbies = lobbies
        self._courier = courier
        self._mail = mail
        self._languages = languages
        self._faces = faces
        self._gallery = gallery
        self.doubtful: set[int] = set()

    # -- in the channel ---------------------------------------------------------------------------------------------

    async def post(self, plan: Planned) -> int:
        """The plan itself; the id of its message. Raises Undeliverable, Overloaded."""
        return await self._post(plan, await self._message_of(plan), "p")

    def refresh(self, plan: Planned) -> None:
        """Redraw the message of a plan, soon and once for several changes."""
        if plan.message_id is None:
            return

        async def make() -> Outgoing:
            return await self._message_of(await self._plans.get(plan.id))

        self._courier.edit_soon(plan.channel_id, plan.message_id, make)

    async def page_of(self, plan: Planned) -> Page:
        """The plan as everybody sees it, in the server's language."""
        lobby = None if plan.lobby is None else await self._lobbies.get(plan.lobby)
        words = self._languages.public(plan.guild_id)
        return plan_page(plan, words, lobby, self.picture_of(plan, words))

    def picture_of(self, plan: Planned, words: Wording) -> tuple[Shown, ...]:
        """The picture that invites to this table."""
        return invitation_picture(plan, self._faces, words)

    async def _message_of(self, plan: Planned) -> Outgoing:
        attaches = self._courier.may_attach(plan.channel_id)
        return await outgoing(self._gallery, await self.page_of(plan), attaches=attaches)

    async def _post(self, plan: Planned, message: Outgoing, nonce: str) -> int:
        after = self.perhaps_after(plan)
        return await self._courier.post(plan.channel_id, message, f"plan{plan.id:x}.{nonce}", perhaps_after=after)

    def perhaps_after(self, plan: Planned) -> int | None:
        """Which messages of its channel have to be looked at first, whether it was posted: all, or none."""
        return 0 if plan.id in self.doubtful else None

    # -- to people --------------------------------------------------------------------------------------------------

    async def tell_people(self, plan: Planned, key: str, nonce: str, where: str = "") -> int:
        """One sentence in the channel, in which everybody who comes is mentioned; the id of its message. Raises
        Undeliverable, Overloaded."""
        page = line_page(plan, key, self._languages.public(plan.guild_id), where)
        return await self._post(plan, Outgoing(view=render(page), mention_users=plan.people), nonce)

    async def tell_guests(self, plan: Planned) -> None:
        """Raises what passes; where they cannot be told at all, that is that."""
        if not plan.guests or plan.reason == "channel":
            return
        where = f"<#{plan.channel_id}>" if plan.reason == "message" else ""  # there is no message to point at
        try:
            await self.tell_people(plan, "plan.is_off", "x", where)
        except PASSING:
            raise
        except Undeliverable as problem:
            log.info("guests_not_told", plan=plan.id, problem=problem.reason)

    async def tell_host(self, plan: Planned) -> None:
        """Raises what passes; whoever takes no direct messages reads it where the plan stood."""

        def sentence(words: Wording) -> str:
            game, why = f"**{game_title(words, plan.game.name)}**", words.say(f"plan.off.{plan.reason}")
            return words.say("plan.mail", game=game, at=plan.at_ms // 1000, why=why)

        after = self.perhaps_after(plan)
        try:
            await self._mail.send(
                plan.host_id, plan.guild_id, sentence, f"plan{plan.id:x}.host", perhaps_after=after
            )  # fmt: skip
        except PASSING:
            raise
        except Undeliverable as problem:
            log.info("host_not_told", plan=plan.id, problem=problem.reason)
