"""Endings: a match that is over, or that can no longer be shown where it was played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.ledger import Ledger
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.delivery import NONCE_LENGTH, Courier, DirectMessagesClosed, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Page, Panel, render
from bot.ui.silence.undo import Undo
from bot.ui.stage.living import LivingPanels
from bot.ui.stage.notices import Notices
from bot.ui.stage.place import Places
from bot.ui.stage.public import PublicSender
from bot.ui.stage.rounds import Rounds
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

LEFT_OVER_S, LEFT_OVER_MOST_S = 600.0, 86_400.0
"""Pauses before it is tried again to put back what could not be put back at the end of a game, or to tell the end where
that is not allowed, each twice the last."""
END_TOLD_WITHIN_MS = 7 * 86_400_000
"""Who may not write in a place for so long after a game tells its end there no more."""


class Endings:
    """Puts back what a match has changed in Discord, and lets its place go."""

    def __init__(
        self,
        *,
        service: MatchService,
        hosting: Hosting,
        archive: Archive,
        ledger: Ledger,
        languages: Languages,
        courier: Courier,
        undo: Undo,
        places: Places,
        public: PublicSender,
        living: LivingPanels,
        notices: Notices,
        rounds: Rounds,
    ) -> None:
        self._service = service
        self._hosting = hosting
        self._archive = archive
        self._ledger = ledger
        self._languages = languages
        self._courier = courier
        self._undo = undo
        self._places = places
        self._public = public
        self._living = living
        self._notices = notices
        self._rounds = rounds
        self.watchers: list[Callable[[int], None]] = []
        """Told the number of each match that is over, when everybody has been told."""
        self._left_over: dict[int, float] = {}
        """Match -> the next pause before it is tried again to put everything back."""
        self._end_untold: dict[int, float] = {}
        """Match -> the next pause before it is tried again to tell everybody how it ended."""

    # -- what cannot be shown ---------------------------------------------------------------------------------------

    async def place_is_gone(self, match_id: int) -> None:
        """A deleted thread is made anew in its channel; with the channel gone the match waits for its host."""
        match = await self._service.snapshot(match_id)
        self._places.leave(match_id)
        self._public.forget(match_id)
        await self._undo.undo_all(match_id)  # nothing is left to unlock there
        if await self._places.make_anew(match):
            self._notices.say(match_id, self._languages.public(match.row.guild_id).say("stage.new_place"))
            return
        await self.stop(match_id, "stage.place_gone", "the channel was deleted")

    async def is_forbidden(self, match_id: int, reason: str) -> None:
        """The bot may not write where a match is played: it is paused, or its end is told there later."""
        try:
            match = await self._service.snapshot(match_id)
        except (Refused, StoreTrouble):
            return
        now_ms = self._service.time.now_ms()
        ended_ms = match.row.ended_ms or now_ms  # nothing stands there yet while this process lives on
        if match.over and now_ms - ended_ms <= END_TOLD_WITHIN_MS:
            await self._tell_end_later(match, reason)
        else:
            await self.stop(match_id, "stage.not_allowed", reason)

    async def _tell_end_later(self, match: MatchSnapshot, reason: str) -> None:
        """Try again from time to time to tell how it ended. The host is told once."""
        is_new = match.id not in self._end_untold
        pause = self._end_untold.setdefault(match.id, LEFT_OVER_S)
        self._end_untold[match.id] = min(2 * pause, LEFT_OVER_MOST_S)
        self._rounds.schedule_in(pause, match.id)
        if is_new:
            log.warning("end_not_told", match=match.id, reason=reason)
            with suppress(Undeliverable, Overloaded, StoreTrouble):
                nonce = f"{match.id}.s.{self._service.time.now_ms()}"  # by another process: that is told twice
                await self._tell_host(match, "stage.end_not_allowed", nonce)

    async def stop(self, match_id: int, key: str, reason: str) -> None:
        """Pause a match that cannot be shown, and tell its host in a DM; nothing of the game is lost."""
        log.warning("match_stopped", match=match_id, reason=reason)
        try:
            await self._undo.undo_all(match_id)  # nothing is enforced at a table that stands still
            match = await self._service.snapshot(match_id)
            if match.over:
                await self.settle(match_id)
            elif match.running:
                await self._hosting.pause(match_id, 0)
                self._notices.pass_over_pause(match_id)
                stopped = await self._service.snapshot(match_id)
                await self._tell_host(stopped, key, _nonce_of_stop(stopped))
        except (Undeliverable, Overloaded, Refused, StoreTrouble):
            log.warning("host_not_told", match=match_id)

    async def tell_of_stop(self, match_id: int) -> None:
        """The last process has stopped this match, and may not have lived to tell its host."""
        try:
            match = await self._service.snapshot(match_id)
            if not self._places.is_known(match):
                return
            key = "stage.place_gone" if self._places.is_gone(match) else "stage.not_allowed"
            await self._tell_host(match, key, _nonce_of_stop(match), perhaps_after=0)
        except (Undeliverable, Overloaded, Refused, StoreTrouble):
            log.warning("host_not_told", match=match_id)

    async def _tell_host(self, match: MatchSnapshot, key: str, nonce: str, perhaps_after: int | None = None) -> None:
        """In a direct message; where none arrives, in the channel where the table was opened."""
        host, nonce = match.row.host_id, nonce[:NONCE_LENGTH]
        words = await self._languages.own(host, match.row.guild_id)
        try:
            await self._courier.direct(host, _sentence(words, key, match.id), nonce, perhaps_after=perhaps_after)
        except DirectMessagesClosed:
            message = _sentence(self._languages.public(match.row.guild_id), key, match.id)
            await self._courier.post(match.row.channel_id, message, nonce, perhaps_after=perhaps_after)

    async def move(self, match_id: int, channel_id: int, parent_id: int | None) -> None:
        """Let a game whose place is gone go on in this channel, or in this thread of the channel `parent_id`."""
        self._places.leave(match_id)
        self._public.forget(match_id)
        await self._hosting.move(match_id, channel_id, parent_id)

    # -- the end ----------------------------------------------------------------------------------------------------

    async def put_back(self, match: MatchSnapshot) -> None:
        """Undo every permission change, and let the place go: nobody stays shut out because others are still told."""
        undone = await self._undo.undo_all(match.id)
        if undone.failed:  # nor until the next start, because Discord was away for a minute
            pause = self._left_over.get(match.id, LEFT_OVER_S)
            self._left_over[match.id] = min(2 * pause, LEFT_OVER_MOST_S)
            self._rounds.schedule_in(pause, match.id)
        else:
            self._left_over.pop(match.id, None)
        self._places.leave(match.id)
        self._public.forget(match.id)

    async def finish(self, match: MatchSnapshot) -> None:
        """Everybody has been told how it ended: bring the last panels up to date, and go on no more."""
        await self._living.lay_down(match)
        await self.settle(match.id)
        self._end_untold.pop(match.id, None)
        for watcher in self.watchers:
            watcher(match.id)

    async def settle(self, match_id: int) -> None:
        """Nothing is left to deliver of a match that is over: it goes on no more."""
        row = await self._archive.row(match_id)
        await self._ledger.settle(match_id, row.checkpoint, row.head, row.announced)


def _sentence(words: Wording, key: str, number: int) -> Outgoing:
    """One sentence about the table of this number."""
    return Outgoing(view=render(Page(panels=(Panel(words.say(key, number=number)),), tint=TINT)))


def _nonce_of_stop(match: MatchSnapshot) -> str:
    """The same for one stop, and another for the next, though it may come within minutes: that is told as well."""
    return f"{match.id}.s.{match.row.paused_ms}"
