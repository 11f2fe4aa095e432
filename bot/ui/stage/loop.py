"""The loop that brings all matches forward, one round of sending after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence

import structlog

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.ledger import PUBLIC, Cursor, Ledger
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.delivery import NotAllowed, Overloaded, PlaceGone, Undeliverable
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.silence.doorkeeper import Doorkeeper
from bot.ui.stage.delivered import first_undelivered
from bot.ui.stage.endings import Endings
from bot.ui.stage.notices import Notices
from bot.ui.stage.place import Places
from bot.ui.stage.private import SeatSender
from bot.ui.stage.public import PublicSender
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.rounds import RETRY_S, Rounds
from bot.ui.stage.suspended import SuspendedSeats

log = structlog.get_logger(__name__)

REFRESH_S = 1.0
"""Answers that tell nobody anything are seen on the board so much later, many at a time."""

ONCE_MORE_S = 5.0
"""Pause before what Discord refused is tried once more."""


class Stage:
    """Brings all matches of this bot before their people."""

    def __init__(
        self,
        *,
        service: MatchService,
        ledger: Ledger,
        receipts: Receipts,
        faces: Mapping[str, Face],
        languages: Languages,
        doorkeeper: Doorkeeper,
        places: Places,
        public: PublicSender,
        private: SeatSender,
        suspended: SuspendedSeats,
        notices: Notices,
        rounds: Rounds,
        endings: Endings,
    ) -> None:
        self._service = service
        self._ledger = ledger
        self._receipts = receipts
        self._faces = faces
        self._languages = languages
        self._doorkeeper = doorkeeper
        self._places = places
        self._public = public
        self._private = private
        self._suspended = suspended
        self._notices = notices
        self._rounds = rounds
        self._endings = endings
        self._refreshing: set[int] = set()
        self._refused: set[int] = set()
        self._looking: set[asyncio.Task[None]] = set()
        rounds.play = self._play

    # -- being told -------------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service; sends later, in a task of its own."""
        if happening.kind == "answered":
            self._refresh_soon(happening.match)
            return
        if happening.kind in ("again", "rewound", "seated"):
            self._ledger.forget(happening.match)
        self._notices.note(happening)
        self.schedule(happening.match)

    def schedule(self, match_id: int) -> None:
        """Bring this match forward, now or right after the present round of sending."""
        self._rounds.schedule(match_id)

    def say(self, match_id: int, sentence: str) -> None:
        """A public line that is no part of the game (a substitute, more time)."""
        self._notices.say(match_id, sentence)

    def _refresh_soon(self, match_id: int) -> None:
        """Look a little later, once for several answers, whether the board has to be redrawn."""
        if not self._public.knows(match_id):
            self.schedule(match_id)
        elif match_id not in self._refreshing and not self._rounds.closing:
            self._refreshing.add(match_id)
            asyncio.get_running_loop().call_later(REFRESH_S, self._refresh, match_id)

    def _refresh(self, match_id: int) -> None:
        self._refreshing.discard(match_id)
        if not self._rounds.closing:
            task = asyncio.create_task(self._schedule_if_changed(match_id))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _schedule_if_changed(self, match_id: int) -> None:
        """Most answers change nothing that anybody sees: at night, not even the board."""
        try:
            match = await self._service.snapshot(match_id)
        except (Refused, StoreTrouble):
            return
        if not self._public.knows(match_id) or self._public.has_changed(match):
            self.schedule(match_id)

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def start_up(self, unlocked: Sequence[int] = ()) -> None:
        """Go on with everything that was not delivered when the last process ended.

        `unlocked` are the places whose lock was just taken back: where it is still night they are locked again.
        """
        await self._places.start_up()
        at_night = {match_id for place in unlocked for match_id in self._places.here.get(place, ())}
        for match_id in sorted({*await self._ledger.unsent(), *at_night}):
            self.schedule(match_id)

    async def close(self) -> None:
        """Let what is being sent be sent."""
        await self._rounds.close()

    # -- a round of sending -----------------------------------------------------------------------------------------

    async def _play(self, match_id: int) -> None:
        """One round; whatever goes wrong in it is tried again, or stops the match."""
        try:
            await self._bring_forward(match_id)
        except PlaceGone:
            await self._endings.place_is_gone(match_id)
        except NotAllowed as problem:
            await self._was_refused(match_id, problem)
            return
        except (Undeliverable, Overloaded, StoreTrouble, OSError) as problem:
            log.warning("delivery_postponed", match=match_id, problem=str(problem))
            self._rounds.schedule_in(RETRY_S, match_id)
        except Refused:
            pass
        except Exception:
            log.exception("delivery_failed", match=match_id)
            self._rounds.schedule_in(RETRY_S * 3, match_id)
        self._refused.discard(match_id)

    async def _was_refused(self, match_id: int, problem: NotAllowed) -> None:
        """Discord refuses once in a while what it allows: only a second refusal in a row stops a match for its host."""
        if match_id in self._refused:
            self._refused.discard(match_id)
            await self._endings.stop(match_id, "stage.not_allowed", problem.reason)
        else:
            self._refused.add(match_id)
            self._rounds.schedule_in(ONCE_MORE_S, match_id)

    async def _bring_forward(self, match_id: int) -> None:
        place = await self._places.of(await self._service.snapshot(match_id))
        cursors = await self._receipts.of(match_id)
        match = await self._service.snapshot(match_id)  # whatever this round sends shows this moment
        said = await self._receipts.announcements(match, first_undelivered(match, cursors))
        await self._tell_everybody(match, place, said, cursors.get(PUBLIC))
        if match.over:
            await self._endings.finish(match)
            return
        await self._tell_seats(match, said, cursors)
        await self._receipts.confirm_roles(match)
        now = await self._service.snapshot(match_id)
        if now.announced == match.announced:
            # Only after what puts somebody to sleep was told; what was announced meanwhile has its own round.
            await self._doorkeeper.close_doors(now, place)
        if not self._suspended.any_passed_over(match_id):
            await self._ledger.settle(match_id, *match.place)

    async def _tell_everybody(
        self, match: MatchSnapshot, place: int, said: Sequence[Announcement], cursor: Cursor | None
    ) -> None:
        """The public news. At night the thread is locked after them; by day it is unlocked before."""
        locked = self._faces[match.row.game].is_locked(match.view(SPECTATOR))
        if not match.over and not locked:
            await self._places.unlock(match, place)
        await self._public.tell(match, place, said, cursor)
        if not match.over and locked:
            await self._places.lock(match, place)

    async def _tell_seats(
        self, match: MatchSnapshot, said: Sequence[Announcement], cursors: Mapping[int, Cursor]
    ) -> None:
        people = match.people()
        readers = await self._languages.own_of(people.values(), match.row.guild_id)
        seats: list[Seat] = list(people)
        random.shuffle(seats)  # the order of private messages says nothing
        await asyncio.gather(
            *(self._private.tell(match, seat, said, cursors.get(seat), readers[people[seat]]) for seat in seats)
        )
