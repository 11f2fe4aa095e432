"""Living panels: of all messages to a person one can be pressed, but for **My seat**, which always answers.

It is changed where it stands, by its owner's act, when something is told to its owner, when its clock has run out, or
when that does so at another time than it says; what is over says so and has no controls. A letter
on which nothing goes out of date stays as it is.

Nothing else changes it: the moment of an edit would tell of what happened in secret. All clocks of a table are moved
together, and everybody knows of it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import structlog

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.matches.ledger import Cursor, LeftLying, is_seat
from bot.matches.notebooks import Notebooks
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, DirectMessagesClosed, NotAllowed, Outgoing, PlaceGone, Rejected, TooOldToEdit
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.pages import outgoing
from bot.ui.panels import Page, custom_id, render
from bot.ui.pictures.gallery import Gallery
from bot.ui.posted import can_be_pressed, put_right, written_ms
from bot.ui.stage.clocks import Clocks
from bot.ui.stage.delivered import Delivered, Due, asked_up_to, asks_anew, rings
from bot.ui.stage.public_pages import EDITABLE_MS
from bot.ui.stage.questions import sent_questions
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.sounds import decides_nothing, needs_sound
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

KEPT_MS = 10 * 60 * 1000
"""A panel that keeps its place is changed without a sound for so long; then a new message tells of the turn."""
REMEMBERED_MOST = 2_000
"""Panels of which this process remembers what was done there."""


@dataclass(frozen=True)
class _Drawn:
    """A panel, whose it is, whether it asked something, the last announcement there was when it was drawn, and when the
    clocks ran out then.

    is_finished  whether nothing on it will be out of date: a letter that asks nothing, or a panel whose owner has
                 answered all that was asked
    """

    channel_id: int
    message_id: int
    owner: int | None
    asks: bool
    announcement: int
    clocks: Clocks
    is_finished: bool = False


class LivingPanels:
    """The newest message of each seat, as long as it can be pressed: the ledger names it."""

    def __init__(
        self,
        *,
        service: MatchService,
        receipts: Receipts,
        pages: SeatPages,
        notebooks: Notebooks,
        languages: Languages,
        courier: Courier,
        gallery: Gallery,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._receipts = receipts
        self._pages = pages
        self._notebooks = notebooks
        self._languages = languages
        self._courier = courier
        self._gallery = gallery
        self._now_ms = now_ms
        self._drawn: dict[tuple[int, Seat], _Drawn] = {}
        """Match and seat -> the panel, as this process has drawn it last."""
        self._done: OrderedDict[int, tuple[str, ...]] = OrderedDict()
        """Message -> what its owner did there last, in words; as long as this process remembers."""
        self._ran_out: set[tuple[int, Seat]] = set()
        """Match and seat: a clock ran out, and the panel still shows what was asked."""

    # -- changed where it stands ------------------------------------------------------------------------------------

    def stays(self, match: MatchSnapshot, seat: Seat, due: Due, cursor: Cursor) -> bool:
        """Whether the panel is changed without a sound, instead of a new message that rings."""
        face, age_ms = self._pages.face(match), self._now_ms() - written_ms(cursor.message_id or 0)
        if face.keeps_place:
            return age_ms <= KEPT_MS and not self._must_be_heard(match, face, seat, due, cursor)
        return age_ms <= EDITABLE_MS and not rings(match, face, due, cursor)

    def _must_be_heard(self, match: MatchSnapshot, face: Face, seat: Seat, due: Due, cursor: Cursor) -> bool:
        """Whether this seat is asked something new, and may not be looking: each question is heard once."""
        if not asks_anew(match, due, cursor):
            return False
        asked = asked_up_to(match, cursor)
        new = [question for question in sent_questions(match, face, seat) if question.number > asked]
        # For everybody else an order's answer is a sign that its person is there. They themselves may not be looking.
        absent = seat in match.by_order
        undecided = [question for question in new if not decides_nothing(match, question)]
        return any(absent or needs_sound(match, question, self._now_ms()) for question in undecided)

    async def with_news(
        self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due, cursor: Cursor
    ) -> Outgoing | None:
        """The panel with what is due below what it told before; None where that does not fit."""
        told = await self.told_on(match, seat, cursor.message_id or 0)
        page = self._pages.panel(match, seat, words, (*told, *due.news), self._done_on(match, cursor.message_id or 0))
        return await outgoing(self._gallery, page) if page.fits() else None

    async def edit(self, cursor: Cursor, message: Outgoing) -> bool:
        """Show this on the panel. False when Discord will not have it there, now or later."""
        try:
            await self._courier.edit(cursor.channel_id or 0, cursor.message_id or 0, message)
        except (PlaceGone, TooOldToEdit, NotAllowed, DirectMessagesClosed, Rejected) as problem:
            log.info("panel_not_changed", problem=problem.reason)
            return False
        return True

    def note_drawn(
        self, match: MatchSnapshot, seat: Seat, channel_id: int, message_id: int, *, is_finished: bool = False
    ) -> None:
        """The panel of this seat shows this moment; nothing can be pressed on it if `is_finished`."""
        owner, newest = match.people().get(seat), match.announced - 1
        asks = self._pages.asks(match, seat)
        is_finished = is_finished or not self._goes_out_of_date(match, seat)
        self._ran_out.discard((match.id, seat))
        self._drawn[match.id, seat] = _Drawn(
            channel_id, message_id, owner, asks, newest, Clocks.of(match), is_finished=is_finished
        )

    def _goes_out_of_date(self, match: MatchSnapshot, seat: Seat) -> bool:
        words = self._languages.public(match.row.guild_id)
        return self._pages.goes_out_of_date(match, seat, words)

    def drawn(self, match_id: int, seat: Seat, cursor: Cursor) -> int:
        """The last announcement when the seat's panel was drawn: what has been shown elsewhere changes no panel. A new
        process takes the last that was shown."""
        known = self._known(match_id, seat, cursor)
        return known.announcement if known else cursor.announcement

    def _known(self, match_id: int, seat: Seat, cursor: Cursor) -> _Drawn | None:
        """The seat's panel as this process has drawn it; None for one that an earlier process drew."""
        known = self._drawn.get((match_id, seat))
        return known if known and known.message_id == cursor.message_id else None

    def _note_asked(self, match: MatchSnapshot, seat: Seat) -> None:
        """The panel of this seat is about to show this moment as well."""
        known = self._drawn.get((match.id, seat))
        if known is not None and not known.asks:
            asks, is_finished = self._pages.asks(match, seat), not self._goes_out_of_date(match, seat)
            self._drawn[match.id, seat] = replace(known, asks=asks, is_finished=is_finished)

    def note_ran_out(self, match_id: int, seat: Seat) -> None:
        """Something that this seat was asked is over, since its clock ran out, as its person could see."""
        self._ran_out.add((match_id, seat))

    def is_out_of_date(self, match: MatchSnapshot, seat: Seat, words: Wording, cursor: Cursor) -> bool:
        """Whether the panel offers what nobody can answer any more, or tells a wrong time."""
        return (match.id, seat) in self._ran_out or self.tells_wrong_time(match, seat, words, cursor)

    def put_away_what_ran_out(self, match: MatchSnapshot, seat: Seat, cursor: Cursor) -> None:
        """Soon the panel does not offer any more what nobody can answer now; it has, where that stood on the board."""
        if (match.id, seat) not in self._ran_out:
            return
        self._ran_out.discard((match.id, seat))
        known = self._known(match.id, seat, cursor)
        if known is None or known.asks:
            self.show_this_moment(match.id, seat, cursor.channel_id or 0, cursor.message_id or 0)

    # -- the time on it ---------------------------------------------------------------------------------------------

    def may_tell_wrong_time(self, match: MatchSnapshot) -> bool:
        """Whether a clock of this match has been moved since one of its panels was drawn, whatever stands there."""
        now, drawn = Clocks.of(match), (self._drawn.get((match.id, seat)) for seat in match.people())
        return any(one is not None and one.clocks.were_moved(now) for one in drawn)

    def tells_wrong_time(self, match: MatchSnapshot, seat: Seat, words: Wording, cursor: Cursor) -> bool:
        """Whether the panel says of a clock that it runs out at another time than it does. One that an earlier process
        drew does, if there is a clock on it: no time has passed between the two."""
        if match.over:
            return False
        known, now = self._known(match.id, seat, cursor), Clocks.of(match)
        if known is None:
            return self._says_something_else(match, seat, words, now.stopped_or_going_on())
        return known.clocks.were_moved(now) and self._says_something_else(match, seat, words, known.clocks)

    async def put_time_right(self, match: MatchSnapshot, seat: Seat, words: Wording, cursor: Cursor) -> None:
        """Change nothing on the panel but the times: nothing is told by that, and what its owner did there stays.

        Raises Unreachable, Overloaded: then it says what it said.
        """
        stands = await self._courier.read(cursor.channel_id or 0, cursor.message_id or 0)
        if stands is None or not can_be_pressed(stands):
            return
        view = put_right(stands, self._endings(match, seat, words))
        if view is not None:
            await self.edit(cursor, Outgoing(view=view, keeps_files=True))

    def _endings(self, match: MatchSnapshot, seat: Seat, words: Wording) -> list[tuple[str, str]]:
        """How the texts on the seat's panel may end, whether its clocks ran or stood, and how they should."""
        now = self._pages.questions(match, seat, words).panels
        changed = self._pages.questions(Clocks.of(match).stopped_or_going_on().put_into(match), seat, words).panels
        return [
            (one.text, right.text)
            for panels in (now, changed)
            for one, right in zip(panels, now, strict=False)
            if one.text
        ]

    def _says_something_else(self, match: MatchSnapshot, seat: Seat, words: Wording, before: Clocks) -> bool:
        """Whether the panel would say something else if its clocks ran as before."""
        then = before.put_into(match)
        return self._pages.questions(then, seat, words).text() != self._pages.questions(match, seat, words).text()

    async def is_panel(self, match: MatchSnapshot, seat: Seat, message_id: int) -> bool:
        """Whether this direct message is the one of the seat that can be pressed. One that is newer than the ledger is
        it as well: it was pressed before its arrival was noted."""
        cursor = (await self._receipts.of(match.id)).get(seat)
        return cursor is None or message_id >= (cursor.message_id or 0)

    async def told_on(self, match: MatchSnapshot, seat: Seat, message_id: int) -> Sequence[Announcement]:
        """The news that stand on this message of a seat. A panel that keeps its place shows them once."""
        if self._pages.face(match).keeps_place:
            return ()
        return await self._receipts.told_by(match, seat, message_id)

    async def told_on_and_unheard(
        self, match: MatchSnapshot, seat: Seat, message_id: int
    ) -> tuple[Sequence[Announcement], Sequence[Announcement]]:
        """The news that stand on this message of a seat, and those that the seat has not been shown yet."""
        if self._pages.face(match).keeps_place:
            return (), await self._receipts.unheard(match, seat)
        return await self._receipts.told_by_and_unheard(match, seat, message_id)

    def note_done(self, message_id: int, lines: Sequence[str]) -> None:
        """Its owner has done this on the panel: it stays to be read there, whatever is told later."""
        if lines:
            self._done[message_id] = tuple(lines)
        if len(self._done) > REMEMBERED_MOST:
            self._done.popitem(last=False)

    def _done_on(self, match: MatchSnapshot, message_id: int) -> Sequence[str]:
        return () if self._pages.face(match).keeps_place else self._done.get(message_id, ())

    async def bring_up(self, match_id: int, seat: Seat, done: str) -> None:
        """Its owner has acted elsewhere, on My seat: show on the panel what was done, and what is asked now."""
        cursor = (await self._receipts.of(match_id)).get(seat)
        if cursor is None or not has_panel(cursor):
            return
        self.note_done(cursor.message_id or 0, [done])
        self.show_this_moment(match_id, seat, cursor.channel_id or 0, cursor.message_id or 0)

    def show_this_moment(self, match_id: int, seat: Seat, channel_id: int, message_id: int) -> None:
        """Bring this panel up to date, if it is still the seat's when it is its turn."""

        async def make() -> Outgoing | None:
            match = await self._service.snapshot(match_id)
            latest = (await self._receipts.of(match_id)).get(seat)
            owner = match.people().get(seat)
            if latest is None or latest.message_id != message_id or owner is None:
                return None
            words = await self._languages.own(owner, match.row.guild_id)
            self._note_asked(match, seat)
            told, acts = await self.told_on(match, seat, message_id), self._done_on(match, message_id)
            page = self._pages.panel(match, seat, words, told, acts)
            return await outgoing(self._gallery, page) if page.fits() else None

        self._courier.edit_soon(channel_id, message_id, make)

    # -- over -------------------------------------------------------------------------------------------------------

    async def closed(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        message_id: int,
        *,
        keeps_notes: bool = False,
        is_lost: bool = False,
    ) -> Page:
        """This message of a seat, with what it has told and what its owner did there last; nothing can be pressed."""
        told, done = await self.told_on(match, seat, message_id), self._done_on(match, message_id)
        return self._pages.closed(match, seat, words, told, done, keeps_notes=keeps_notes, is_lost=is_lost)

    async def close(self, match: MatchSnapshot, seat: Seat, words: Wording, cursor: Cursor) -> None:
        """Its chapter is over, and nothing else is to be said: the seat has no panel from now on. One that its owner
        has finished with says so already.

        Raises Unreachable, Overloaded: then it is still the seat's panel.
        """
        known = self._known(match.id, seat, cursor)
        if known is None or not known.is_finished:
            await self.edit(cursor, await self._closed(match, seat, words, cursor.message_id or 0))
        # As sent, not as opened: a click does not take the newest message from its person.
        await self._receipts.note(match.id, seat, Delivered.by(cursor), 0, 0, state="sent")
        self._forget(match.id, seat)

    async def shows_verdict(
        self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due, cursor: Cursor, *, keeps_notes: bool
    ) -> bool:
        """Whether the panel tells its person what the end is for them: one that keeps its place, and that they have had
        before them lately. It is the seat's panel no more then.

        Raises Unreachable, Overloaded: then it is still the seat's panel.
        """
        age_ms = self._now_ms() - written_ms(cursor.message_id or 0)
        if not self._pages.face(match).keeps_place or age_ms > KEPT_MS:
            return False
        page = self._pages.verdict(match, seat, words, due.news, keeps_notes=keeps_notes, on_panel=True)
        if not page.fits() or not await self.edit(cursor, await outgoing(self._gallery, page)):
            return False
        await self._receipts.note(match.id, seat, due.delivered, 0, 0, owner=match.people().get(seat))
        self._forget(match.id, seat)
        return True

    def is_new(
        self,
        match: MatchSnapshot,
        seat: Seat,
        channel_id: int,
        message_id: int,
        before: Cursor | None,
        *,
        is_finished: bool = False,
    ) -> None:
        """This message is the seat's panel now: soon nothing can be pressed on the one before, which is `before` or the
        one that was drawn last. These are two where the newest was pressed sooner than its arrival was known."""
        known = self._drawn.get((match.id, seat))
        self.note_drawn(match, seat, channel_id, message_id, is_finished=is_finished)
        places = {(known.channel_id, known.message_id)} if known is not None else set()
        if before is not None and has_panel(before):
            places.add((before.channel_id or 0, before.message_id or 0))
        if known is not None and known.is_finished:
            places.discard((known.channel_id, known.message_id))
        for place in sorted(places - {(channel_id, message_id)}):
            self._put_away(match.id, seat, *place)

    def is_unreachable(self, match: MatchSnapshot, seat: Seat, before: Cursor | None) -> None:
        """No new message reaches this seat's person any more. What stands there from before can still be changed: soon
        nothing can be pressed on it, and it says where to look."""
        self._forget(match.id, seat)
        if before is not None and has_panel(before):
            self._put_away(match.id, seat, before.channel_id or 0, before.message_id or 0)

    def is_found(
        self, match: MatchSnapshot, seat: Seat, channel_id: int, message_id: int, before: Cursor | None
    ) -> None:
        """This message, which the last process did not live to note, is the seat's panel, and shows what was asked."""
        self.is_new(match, seat, channel_id, message_id, before)
        self.show_this_moment(match.id, seat, channel_id, message_id)

    async def tidy_up(self, left: LeftLying) -> None:
        """Put away what the last process did not live to put away."""
        for row in left.replaced:
            self._put_away(row.match, row.recipient, row.channel_id or 0, row.message_id or 0, if_left=True)
        for match_id in left.over:
            await self.lay_down(await self._service.snapshot(match_id))

    def hand_over(self, match_id: int, seat: Seat) -> None:
        """The seat is somebody else's: on the panel of who sat there nothing can be pressed any more."""
        known = self._forget(match_id, seat)
        if known is not None:
            self._put_away(match_id, seat, known.channel_id, known.message_id, known.owner)

    def _put_away(
        self,
        match_id: int,
        seat: Seat,
        channel_id: int,
        message_id: int,
        owner: int | None = None,
        *,
        if_left: bool = False,
    ) -> None:
        """Close a message of this seat, in the language of its `owner`; without one, of the person who sits there now.

        if_left  only if something can still be pressed there: this process does not know what was done on it
        """

        async def make() -> Outgoing | None:
            if if_left and not await self._can_be_pressed(match_id, channel_id, message_id):
                return None
            match = await self._service.snapshot(match_id)
            words = await self._words(match, owner or match.people().get(seat))
            is_lost = owner is not None and owner != match.people().get(seat)
            return await self._closed(match, seat, words, message_id, is_lost=is_lost)

        self._courier.edit_soon(channel_id, message_id, make)

    async def _can_be_pressed(self, match_id: int, channel_id: int, message_id: int) -> bool:
        """Whether anything stands there to be pressed but **My seat**, which may stay."""
        message = await self._courier.read(channel_id, message_id)
        return message is not None and can_be_pressed(message, besides=custom_id("seat", match_id))

    async def lay_down(self, match: MatchSnapshot) -> None:
        """Show on all panels how it ended; nothing can be pressed there any more."""
        for number, seat in [key for key in {*self._drawn, *self._ran_out} if key[0] == match.id]:
            self._forget(number, seat)
        for seat, cursor in (await self._receipts.of(match.id)).items():
            if is_seat(seat) and has_panel(cursor):
                self._lay_down(match.id, seat, cursor.channel_id or 0, cursor.message_id or 0)

    def _lay_down(self, match_id: int, seat: Seat, channel_id: int, message_id: int) -> None:
        async def make() -> Outgoing | None:
            match = await self._service.snapshot(match_id)
            words = await self._words(match, match.people().get(seat))
            owner = match.people().get(seat)
            keeps_notes = owner is not None and await self._notebooks.keeps_something(match.id, owner)
            if self._pages.face(match).keeps_place:
                return Outgoing(view=render(self._pages.ended(match, seat, words, keeps_notes=keeps_notes)))
            page = await self.closed(match, seat, words, message_id, keeps_notes=keeps_notes)
            return await outgoing(self._gallery, page)

        self._courier.edit_soon(channel_id, message_id, make)

    # -- small parts ------------------------------------------------------------------------------------------------

    def _forget(self, match_id: int, seat: Seat) -> _Drawn | None:
        """This process knows of no panel of the seat any more. What it knew is given."""
        self._ran_out.discard((match_id, seat))
        return self._drawn.pop((match_id, seat), None)

    async def _closed(
        self, match: MatchSnapshot, seat: Seat, words: Wording, message_id: int, *, is_lost: bool = False
    ) -> Outgoing:
        return await outgoing(self._gallery, await self.closed(match, seat, words, message_id, is_lost=is_lost))

    async def _words(self, match: MatchSnapshot, reader: int | None) -> Wording:
        """The language of this person; of the server where nobody sits."""
        if reader is None:
            return self._languages.public(match.row.guild_id)
        return await self._languages.own(reader, match.row.guild_id)


def has_panel(cursor: Cursor) -> bool:
    """Whether a message that can be pressed stands with this seat."""
    return bool(cursor.channel_id and cursor.message_id) and not cursor.is_closed
