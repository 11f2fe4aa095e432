"""Receipts: what has been shown to whom is written in the ledger, and read from it."""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from bot.engine.announcements import Announcement
from bot.engine.questions import MIRROR, IllegalAnswer, Seat
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.ledger import Cursor, Ledger, State
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.stage.delivered import Delivered, how_many_served, together, told_to
from bot.ui.stage.notices import Waiting

log = structlog.get_logger(__name__)


class Receipts:
    """The ledger, as those see it who send. Everything here raises StoreTrouble when the store cannot be reached."""

    def __init__(self, ledger: Ledger, archive: Archive, service: MatchService) -> None:
        self._ledger = ledger
        self._archive = archive
        self._service = service

    async def of(self, match_id: int) -> Mapping[int, Cursor]:
        """How far each recipient has been served."""
        return await self._ledger.cursors(match_id)

    def era(self, match_id: int) -> int:
        """Changes when the match goes back: what was sent before and arrives afterwards does not count."""
        return self._ledger.era(match_id)

    def check_era(self, match_id: int, era: int) -> None:
        """Raises Refused when the match has gone back since. Another round follows then."""
        if self._ledger.era(match_id) != era:
            raise Refused("try_again")

    async def is_known_closed(self, match_id: int, seat: Seat) -> bool:
        """Whether it was said of whoever has this seat that no direct message reaches them."""
        return await self._ledger.is_known_closed(match_id, seat)

    async def note_said(self, match_id: int, said: Waiting) -> None:
        """This was said in public: what is said once is not said again by a later process."""
        if people := said.said_of():
            await self._ledger.note_told_unreached(match_id, people)

    async def owe(self, match_id: int) -> None:
        """Something is about to be shown beside the rounds. Until the next one has settled this match, whoever goes on
        with it looks for what may have been shown and not noted."""
        await self._ledger.owe(match_id)

    async def announcements(self, match: MatchSnapshot, since: int) -> list[Announcement]:
        """What had been announced when the snapshot was taken, from this number on."""
        if since >= match.announced:
            return []
        return await self._archive.announcements(match.id, since, match.announced)

    async def unheard(self, match: MatchSnapshot, seat: Seat) -> list[Announcement]:
        """What this seat was told by itself and has not been shown yet."""
        return told_to(match.game, await self.announcements(match, await self._first_unheard(match, seat)), seat)

    async def _first_unheard(self, match: MatchSnapshot, seat: Seat) -> int:
        """The number of the first announcement, to whomever, that this seat has not been served with."""
        cursor = (await self.of(match.id)).get(seat)
        return cursor.announcement + 1 if cursor else 0

    async def told_by(self, match: MatchSnapshot, seat: Seat, message_id: int) -> list[Announcement]:
        """What this seat was told by itself by this message, or heard elsewhere while it was the seat's newest."""
        known = await self._newest_tells(match, seat, message_id)
        if known is None:
            said = await self._archive.told_by(match.id, seat, message_id, match.announced)
        else:
            said = await self._archive.announcements(match.id, *known)
        return told_to(match.game, said, seat)

    async def _newest_tells(self, match: MatchSnapshot, seat: Seat, message_id: int) -> tuple[int, int] | None:
        """What this message has told, as numbers of announcements, from the first on, up to and without the second.
        None where only the disk knows: it is not the seat's newest, or an earlier process has sent it."""
        cursor = (await self.of(match.id)).get(seat)
        if cursor is None or cursor.message_id != message_id or cursor.after is None:
            return None
        return cursor.after + 1, min(cursor.announcement + 1, match.announced)

    async def told_by_and_unheard(
        self, match: MatchSnapshot, seat: Seat, message_id: int
    ) -> tuple[list[Announcement], list[Announcement]]:
        """What `told_by` and `unheard` give, asked together."""
        if await self._newest_tells(match, seat, message_id) is not None:
            return await self.told_by(match, seat, message_id), await self.unheard(match, seat)
        since = await self._first_unheard(match, seat)
        told, new = await self._archive.told_by_and_since(match.id, seat, message_id, since, match.announced)
        return told_to(match.game, told, seat), told_to(match.game, new, seat)

    async def note(
        self,
        match_id: int,
        recipient: int,
        delivered: Delivered,
        channel_id: int,
        message_id: int,
        *,
        state: State = "sent",
        owner: int | None = None,
        era: int | None = None,
    ) -> None:
        """This was shown, by this message (0: by none); `owner` is who was shown it, in which `era` of the match."""
        await self._ledger.record(
            match_id,
            recipient,
            announcement=delivered.announcement,
            checkpoint=delivered.checkpoint,
            question=delivered.question,
            channel_id=channel_id,
            message_id=message_id,
            state=state,
            owner=owner,
            era=era,
        )

    async def note_click(
        self, match: MatchSnapshot, seat: Seat, shown: Delivered, panel: tuple[int, int] | None = None
    ) -> None:
        """Note what this seat has just been shown in the answer to its own click: on its panel (channel and message),
        or where nobody can find it again."""
        cursor = (await self.of(match.id)).get(seat)
        if cursor is not None and cursor.is_handed_over:
            return  # the dossier comes as a message all the same
        if cursor is not None and not cursor.is_closed:
            before, shown = Delivered.by(cursor), together(shown, cursor)
            if shown == before:
                return
            # Counted by what this seat hears: a count of everything would tell it, by its nonces, of others' secrets.
            if shown.question == before.question and not await self.unheard(match, seat):
                return
        before_it = (cursor.channel_id or 0, cursor.message_id or 0) if cursor else (0, 0)
        await self.note(match.id, seat, shown, *(panel or before_it), state="opened", owner=match.seats[seat].user_id)
        await self.confirm_roles(await self._service.snapshot(match.id))

    async def served(self, match: MatchSnapshot) -> tuple[int, int]:
        """How many people have their secrets, of how many."""
        return how_many_served(match, await self.of(match.id))

    async def confirm_roles(self, match: MatchSnapshot) -> None:
        """The first night may begin when everybody has a role."""
        waiting = next((question for question in match.open if question.key == "roles.delivered"), None)
        if waiting is None or not match.running:
            return
        have, people = await self.served(match)
        if have == people:
            try:
                await self._service.answer(match.id, MIRROR, match.checkpoint, waiting.number, "delivered")
            except (IllegalAnswer, Refused):
                log.info("roles_already_confirmed", match=match.id)
