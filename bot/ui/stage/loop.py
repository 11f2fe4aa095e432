"""The loop that brings all matches forward, one round of sending after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import structlog

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import Seat
from bot.matches.deserted import DesertedTables
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.ledger import CHANNEL, PUBLIC, Cursor, Ledger, LeftLying
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.dead_room.attendant import Attendant
from bot.ui.delivery import NotAllowed, OpeningTooFast, Overloaded, PlaceGone, Undeliverable, Unreachable
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.silence.doorkeeper import Doorkeeper
from bot.ui.stage.asked import Asked
from bot.ui.stage.delivered import first_undelivered
from bot.ui.stage.doubts import Doubts
from bot.ui.stage.endings import Endings
from bot.ui.stage.knocks import SAID_AFTER, SAID_LATER_S, Knocks
from bot.ui.stage.lanes import SeatLanes
from bot.ui.stage.living import LivingPanels
from bot.ui.stage.notices import Notices
from bot.ui.stage.place import Places
from bot.ui.stage.private import SeatSender
from bot.ui.stage.public import PublicSender
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.results import Results, is_result_due
from bot.ui.stage.rounds import RETRY_S, Rounds
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

REFRESH_S = 1.0
"""Answers that tell nobody anything are seen on the board so much later, many at a time."""

LAST_MESSAGES_S = 5.0
"""When the bot ends, it waits so long for what is being sent."""

ONCE_MORE_S = 5.0
"""Pause before what Discord refused is tried once more."""


CURED_BY_TIME = (Unreachable, OpeningTooFast, Overloaded, StoreTrouble, OSError)
"""What keeps a message from a person for a while. Whatever else does will do so tomorrow."""

ToSeat = tuple[MatchSnapshot, Seat, Sequence[Announcement], Cursor | None, Wording]
"""What a seat is told by: the match, whose seat, what was said, what has reached it, and in which words."""


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
        living: LivingPanels,
        lanes: SeatLanes,
        doubts: Doubts,
        notices: Notices,
        rounds: Rounds,
        endings: Endings,
        results: Results,
        deserted: DesertedTables,
        attendant: Attendant,
        asked: Asked,
        knocks: Knocks,
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
        self._living = living
        self._lanes = lanes
        self._doubts = doubts
        self._notices = notices
        self._rounds = rounds
        self._endings = endings
        self._results = results
        self._deserted = deserted
        self._attendant = attendant
        self._asked = asked
        self._knocks = knocks
        self._left_lying = LeftLying()
        self._refreshing: set[int] = set()
        self._refused: set[int] = set()
        self._beside: set[asyncio.Task[None]] = set()
        rounds.play = self._play

    # -- being told -------------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service; sends later, in a task of its own."""
        if happening.kind == "answered":
            self._refresh_soon(happening.match)
            return
        if happening.kind == "ran_out":  # clocks wait until it is told: that the board looks otherwise is not certain
            self._living.note_ran_out(happening.match, happening.seat)
            self.schedule(happening.match)
            return
        if happening.kind in ("again", "rewound", "asked_again"):
            self._ledger.turn_back(happening.match)
        elif happening.kind == "seated":
            self._ledger.forget(happening.match)
            self._living.hand_over(happening.match, happening.seat)
            self._knocks.is_open(happening.match, happening.seat)
        self._notices.note(happening)
        self.schedule(happening.match)

    def schedule(self, match_id: int) -> None:
        """Bring this match forward, now or right after the present round of sending."""
        self._rounds.schedule(match_id)

    async def remind(self, match_id: int, seat: Seat, number: int) -> None:
        """Remind this seat of a question, unless something is being told to it just now: that may be the very same."""

        async def work() -> bool:
            await self._private.remind(match_id, seat, number)
            return True

        reminding = self._lanes.send(match_id, seat, work)
        if reminding is not None:
            await reminding

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
            self._afterwards(self._schedule_if_changed(match_id))

    def _afterwards(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside the rounds; it raises nothing."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _schedule_if_changed(self, match_id: int) -> None:
        """Most answers change nothing that anybody sees: at night, not even the board. When clocks are moved, what is
        shown to single people may be all that changes."""
        try:
            match = await self._service.snapshot(match_id)
        except (Refused, StoreTrouble):
            return
        is_new = not self._public.knows(match_id) or self._public.has_changed(match)
        if is_new or self._living.may_tell_wrong_time(match):
            self.schedule(match_id)

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def look_back(self) -> None:
        """Before anything goes on: learn where the last process may have posted what it did not live to note, what it
        may not have put away, and whom it may not have told."""
        unsent, self._left_lying = await asyncio.gather(self._ledger.unsent(), self._ledger.left_lying())
        self._doubts.begin(unsent)

    async def start_up(self, unlocked: Sequence[int] = ()) -> None:
        """Go on with everything that was not delivered when the last process ended.

        `unlocked` are the places whose lock was just taken back: where it is still night they are locked again.
        """
        await self._places.start_up()
        at_night = {match_id for place in unlocked for match_id in self._places.here.get(place, ())}
        brought_forward = sorted({*await self._ledger.unsent(), *at_night})
        for match_id in brought_forward:
            self._service.untold.note(match_id)
            self.schedule(match_id)
        self._afterwards(self._put_times_right(brought_forward))
        for match_id in self._left_lying.stopped:
            self._afterwards(self._endings.tell_of_stop(match_id))
        await self._living.tidy_up(self._left_lying)

    async def _put_times_right(self, besides: Collection[int]) -> None:
        """No time has passed since the last process ended: every clock runs out later than boards and panels say. One
        match after the other, since nobody waits for it; not `besides`, which have their rounds."""
        for match_id in self._service.with_clocks():
            if match_id in besides or self._rounds.closing:
                continue
            try:
                match = await self._service.snapshot(match_id)
                telling = await self._tell_seats(match, (), await self._receipts.of(match_id))
                await self._public.put_time_right(match)
            except (Refused, StoreTrouble) as problem:
                log.warning("times_not_put_right", match=match_id, problem=str(problem))
                continue
            await asyncio.gather(*(task for task in telling if task is not None))

    async def close(self) -> None:
        """Let what is being sent be sent."""
        await self._rounds.close()
        await self._lanes.close(LAST_MESSAGES_S)
        if self._beside:
            await asyncio.wait(list(self._beside), timeout=LAST_MESSAGES_S)

    # -- a round of sending -----------------------------------------------------------------------------------------

    async def _play(self, match_id: int) -> None:
        """One round; whatever goes wrong in it is tried again, or stops the match."""
        with structlog.contextvars.bound_contextvars(match=match_id):  # whatever is logged on the way
            await self._play_one(match_id)

    async def _play_one(self, match_id: int) -> None:
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
            await self._endings.is_forbidden(match_id, problem.reason)
        else:
            self._refused.add(match_id)
            self._rounds.schedule_in(ONCE_MORE_S, match_id)

    async def _bring_forward(self, match_id: int) -> None:
        match = await self._service.snapshot(match_id)
        if match.row.anywhere:  # whoever presses something there is shown what is new
            await self._service.told(match_id, self._service.untold.count)
            await self._endings.settle(match_id)
            return
        place = await self._places.of(match)
        cursors = await self._receipts.of(match_id)
        as_of = self._service.untold.count
        match = await self._service.snapshot(match_id)  # whatever this round sends shows this moment
        said = await self._receipts.announcements(match, first_undelivered(match, cursors))
        try:
            await self._tell_everybody(match, place, said, cursors.get(PUBLIC))
        except Undeliverable:
            await self._tell_seats(match, said, cursors)  # the thread's trouble is not theirs
            raise
        await self._service.told(match_id, as_of)
        if match.deserted:  # nothing more is sent until somebody comes; then everything is
            await self._deserted.note_asked(match.id)
            return
        # Where nobody came in all that time, nobody is sent what waited for them either.
        telling = [] if match.row.ending == "silence" else await self._tell_seats(match, said, cursors)
        if is_result_due(match, place, cursors.get(CHANNEL)):
            telling.append(self._tell_channel(match, place, cursors.get(CHANNEL)))
        if match.over:
            await self._endings.put_back(match)
        else:
            await self._close_doors(match, place)
        await self._attendant.bring_forward(match)
        if None not in telling:  # else another round follows
            self._afterwards(self._when_all_are_told(match, [task for task in telling if task]))

    async def _close_doors(self, match: MatchSnapshot, place: int) -> None:
        """Only after what puts somebody to sleep was told; what was announced meanwhile has its own round."""
        now = await self._service.snapshot(match.id)
        if now.announced == match.announced:
            await self._doorkeeper.close_doors(now, place)

    async def _when_all_are_told(self, match: MatchSnapshot, telling: Sequence[asyncio.Task[bool]]) -> None:
        """What waits for the private messages of a round, while the next round may be played."""
        if not all(await asyncio.gather(*telling)):
            return
        try:
            await self._all_are_told(match)
        except (StoreTrouble, Refused) as problem:
            log.warning("round_not_settled", match=match.id, problem=str(problem))
            self._rounds.schedule_in(RETRY_S, match.id)

    async def _all_are_told(self, match: MatchSnapshot) -> None:
        if match.over:
            await self._endings.finish(match)
            self._doubts.forget(match.id)
            self._knocks.forget(match.id)
            return
        await self._receipts.confirm_roles(match)
        await self._ledger.settle(match.id, *match.place)

    async def _tell_everybody(
        self, match: MatchSnapshot, place: int, said: Sequence[Announcement], cursor: Cursor | None
    ) -> None:
        """The public news. At night the thread is locked after them; by day it is unlocked before."""
        locked = self._faces[match.row.game].is_locked(match.view(SPECTATOR))
        if not match.over and not locked:
            await self._places.unlock(match, place)
        if not match.row.deserted_asked:
            await self._public.tell(match, place, said, cursor)
        if not match.over and locked:
            await self._places.lock(match, place)

    async def _tell_seats(
        self, match: MatchSnapshot, said: Sequence[Announcement], cursors: Mapping[int, Cursor]
    ) -> list[asyncio.Task[bool] | None]:
        """Begin to tell every person. No round waits for them: one who cannot be reached holds up no table.

        What is given tells of each whether everything has arrived; None of whom something else is being told, or who
        is let alone for a while.
        """
        people = match.people()
        readers = await self._languages.own_of(people.values(), match.row.guild_id)
        told = {seat: (match, seat, said, cursors.get(seat), readers[user_id]) for seat, user_id in people.items()}
        seats = [seat for seat, all_of_it in told.items() if not self._is_quiet(match.id, seat, all_of_it)]
        random.shuffle(seats)  # the order of private messages says nothing
        tells = {seat: partial(self._private.tell, *told[seat]) for seat in seats}
        return [
            None if self._is_let_alone(match.id, seat, told[seat]) else self._begin_to_tell(match, seat, tell)
            for seat, tell in tells.items()
        ]

    def _begin_to_tell(
        self, match: MatchSnapshot, recipient: int, tell: Callable[[], Awaitable[bool]]
    ) -> asyncio.Task[bool] | None:
        return self._lanes.send(match.id, recipient, partial(self._arrives, match, recipient, tell))

    def _is_let_alone(self, match_id: int, seat: Seat, all_of_it: ToSeat) -> bool:
        """Whether something is to be sent to this seat later, since what was sent has failed; and not whether My seat
        has shown it meanwhile. What is newly asked is tried."""
        if not self._knocks.is_resting(match_id, seat) or self._private.has_nothing_for(*all_of_it):
            return False
        self._knocks.is_asked(match_id, seat, self._asked.newest(all_of_it[0], seat))
        return self._knocks.is_resting(match_id, seat)

    def _is_quiet(self, match_id: int, seat: Seat, all_of_it: ToSeat) -> bool:
        """Whether it is plain that nothing has to be done for this seat, as for nearly all in nearly every round."""
        is_waited_for = self._lanes.is_sending(match_id, seat) or self._service.unreached.is_noted(match_id, seat)
        return not is_waited_for and self._private.has_nothing_for(*all_of_it)

    def _tell_channel(self, match: MatchSnapshot, place: int, cursor: Cursor | None) -> asyncio.Task[bool] | None:
        """Begin to tell the channel where the table was opened how it ended."""
        if self._knocks.is_resting(match.id, CHANNEL):
            return None
        return self._begin_to_tell(match, CHANNEL, partial(self._results.tell, match, place, cursor))

    async def _arrives(self, match: MatchSnapshot, recipient: int, tell: Callable[[], Awaitable[bool]]) -> bool:
        """Whether a recipient has been told everything; if not, it is tried again. No log names them."""
        since = self._service.time.play_ms()
        try:
            if not await tell():
                return False
            self._knocks.is_open(match.id, recipient)
            await self._service.reached(match.id, recipient)
            return True
        except CURED_BY_TIME as problem:
            log.warning("private_message_postponed", match=match.id, problem=str(problem))
            await self._has_failed(match, recipient, problem)
            await self._note_unreached(match.id, recipient, since)
        except Undeliverable as problem:
            log.warning("private_message_refused", match=match.id, problem=str(problem))
            await self._has_failed(match, recipient, problem)
            self._service.unreached.give_up(match.id, recipient)
        except Refused:
            return False
        except Exception as problem:
            log.exception("private_message_failed", match=match.id)
            await self._has_failed(match, recipient, problem)
            self._service.unreached.give_up(match.id, recipient)
        return False

    async def _has_failed(self, match: MatchSnapshot, recipient: int, problem: Exception) -> None:
        """It is tried again, ever later; and whose messages go on failing is told where else their secrets are."""
        in_a_row = self._knocks.failed(
            match.id,
            recipient,
            passes=isinstance(problem, CURED_BY_TIME),
            person=match.people().get(recipient),
            asked=self._asked.newest(match, recipient),
        )
        if not isinstance(problem, Undeliverable):
            return
        with suppress(StoreTrouble, Refused):
            match = await self._service.snapshot(match.id)
            if recipient not in match.people() or match.over:
                return
            if self._asked.is_no_secret(match):
                if in_a_row >= SAID_AFTER:
                    await self._private.say_fails(match, recipient)
            elif await self._is_lone_as_a_night_begins(match, recipient):
                asyncio.get_running_loop().call_later(SAID_LATER_S, self._say_if_it_fails_still, match.id, recipient)

    async def _is_lone_as_a_night_begins(self, match: MatchSnapshot, seat: Seat) -> bool:
        """Whoever plays among computers alone is told as soon as that tells nothing of their card."""
        return len(match.people()) == 1 and await self._asked.is_asked_as_all_are(match, seat)

    def _say_if_it_fails_still(self, match_id: int, seat: Seat) -> None:
        """Counted from when the panel of a night failed first: how often something has failed before may be due to a
        card."""
        if not self._rounds.closing:
            self._afterwards(self._say_fails_still(match_id, seat))

    async def _say_fails_still(self, match_id: int, seat: Seat) -> None:
        with suppress(StoreTrouble, Refused):
            match = await self._service.snapshot(match_id)
            if seat in match.people() and not match.over and await self._is_lone_as_a_night_begins(match, seat):
                await self._private.say_fails(match, seat)

    async def _note_unreached(self, match_id: int, recipient: int, since: int) -> None:
        """Who is asked something that could not be brought to them has all their time when it can be."""
        with suppress(StoreTrouble, Refused):
            match = await self._service.snapshot(match_id)
            for question in await self._asked.kept_from(match, recipient) if match.running else ():
                self._service.unreached.note(match_id, match.checkpoint, question, since)
