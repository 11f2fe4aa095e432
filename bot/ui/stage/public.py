"""Sending what everybody sees: the news, the board and its edits, to the place of a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

import structlog

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import Question
from bot.matches.archive import Archive
from bot.matches.ledger import PUBLIC, Cursor
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, NotAllowed, Outgoing, Overloaded, PlaceGone, Rejected, TooOldToEdit, Undeliverable
from bot.ui.pages import outgoing
from bot.ui.panels import TINT, Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.posted import sign, written_ms
from bot.ui.recap_files import recap_file
from bot.ui.stage.added_news import added_already, may_be_added
from bot.ui.stage.delivered import Delivered, delivered_in_public, first_owed, public_news, told_ahead
from bot.ui.stage.doubts import Doubts
from bot.ui.stage.in_messages import in_messages
from bot.ui.stage.notices import Notices, Waiting
from bot.ui.stage.public_pages import NewestPost, PublicPages, text_of
from bot.ui.stage.public_times import PublicTimes
from bot.ui.stage.questions import public_questions
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.rounds import RETRY_S, Rounds
from bot.ui.stage.sounds import Calls

log = structlog.get_logger(__name__)

SOON_S = 2.0
"""So much later a board is redrawn after a press whose answer did not arrive, or comes back where no next one did."""


class PublicSender:
    """Tells everybody, and keeps the newest public message of each match up to date."""

    def __init__(
        self,
        *,
        service: MatchService,
        archive: Archive,
        receipts: Receipts,
        pages: PublicPages,
        doubts: Doubts,
        notices: Notices,
        rounds: Rounds,
        courier: Courier,
        times: PublicTimes,
        gallery: Gallery,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._archive = archive
        self._receipts = receipts
        self._pages = pages
        self._doubts = doubts
        self._notices = notices
        self._rounds = rounds
        self._courier = courier
        self._times = times
        self._gallery = gallery
        self._now_ms = now_ms
        self._newest: dict[int, NewestPost] = {}
        self._calls = Calls()

    def knows(self, match_id: int) -> bool:
        """Whether this process has posted a message of this match that stands there."""
        return match_id in self._newest

    def newest_of(self, match_id: int) -> int | None:
        """The id of the message with the board, as far as this process has posted it."""
        newest = self._newest.get(match_id)
        return None if newest is None else newest.message_id

    def forget(self, match_id: int) -> None:
        """The newest message of this match is of no use any more."""
        self._newest.pop(match_id, None)
        self._calls.forget(match_id)
        self._times.forget(match_id)

    def has_changed(self, match: MatchSnapshot) -> bool:
        """Whether the newest message does not show what it should."""
        return self._pages.has_changed(match, self._newest.get(match.id))

    async def tell(self, match: MatchSnapshot, place: int, said: Sequence[Announcement], cursor: Cursor | None) -> None:
        """Post what is new; where nothing is, redraw the board if it has changed."""
        era, cursors = self._receipts.era(match.id), await self._receipts.of(match.id)
        if cursors.get(PUBLIC) != cursor:
            self._rounds.schedule(match.id)  # the match has gone back meanwhile
            return
        news, waiting = public_news(said, cursor), self._notices.waiting(match.id)
        owed, has_moved = await self._owed(match, cursor), _has_moved(match, place, cursor)
        opened: Cursor | None = cursor
        if _has_lost_its_opening(match, place, cursor):
            said = await self._receipts.announcements(match, 0)
            opened, owed, news, has_moved = None, [], public_news(said, None), False
        calls = self._calls.due(match, self._pages.face(match), cursors, self._now_ms())
        told, more = self._told(match, place, news, cursor), self._more(match, waiting, calls)
        newest = self._newest.get(match.id)
        needed = bool(owed) or self._pages.needs_new_post(match, newest, cursor, self._now_ms())
        lines, asides = [*(line for _, line in told), *more], self._pages.asides(match, news)
        if not (lines or asides or waiting.offers or needed):
            await self.put_time_right(match)
            if self._pages.has_changed(match, newest):
                self._redraw(match, place)
            return
        if await self._was_added(match, place, news, opened):
            return
        delivered = delivered_in_public(match, said, cursor)
        if not (more or asides or waiting.offers) and await self._is_added(match, place, news, opened, delivered):
            return
        say = partial(self._told, match, place, news, cursor)
        split = await in_messages(self._pages, self._gallery, match, news, say, more, waiting.offers, opened)
        shows = [*owed, *(split.shows or ())] if owed else split.shows
        asides = [*self._pages.asides(match, owed), *split.asides]
        due = [*(one.number for one in shows or ()), *(number for number, _ in asides)]
        for number, above in split.ahead:  # noted when it has arrived: what has not does not count as told
            first = above if opened else self._pages.opening(match, above)
            delivered_so_far = told_ahead(match, number, min(due, default=None))
            await self._post(match, place, first, cursor, delivered_so_far, era, opens=opened is None)
            opened = cursor = (await self._receipts.of(match.id))[PUBLIC]
        page = self._pages.news(match, split.lines, split.offers, opened, pictured=shows, asides=asides)
        if has_moved:
            page = self._pages.sealed(match, page)
        in_doubt = self._in_doubt(match, cursor)
        late = asyncio.get_running_loop().call_later(SOON_S, self._bring_back, match, place, newest)
        try:
            message_id = await self._post(match, place, page, cursor, delivered, era, calls, opens=opened is None)
        except (Undeliverable, Overloaded):
            self._bring_back(match, place, newest)
            raise
        finally:
            late.cancel()
        self._calls.note(match, calls)
        self._newest[match.id] = NewestPost(
            message_id,
            _nonce(match, cursor),
            page.lines,
            page.small_print,
            text_of(page.panels, page.pictures),
            written_ms(message_id) if in_doubt else self._now_ms(),  # it may be an old one
            tuple(split.offers),
            bool(public_questions(match, self._pages.face(match))),  # a clock that ran out is out of date as well
            shows is not None,
            page.pictures,
        )
        if newest is not None:
            self._put_away(match, place, newest)
        self._notices.said(match.id, waiting)  # only now: what could not be posted is said the next time
        await self._receipts.note_said(match.id, waiting)

    async def _is_added(
        self,
        match: MatchSnapshot,
        place: int,
        news: Sequence[Announcement],
        cursor: Cursor | None,
        delivered: Delivered,
    ) -> bool:
        """Whether this news stands on the message with the board now, below what that has told before."""
        if cursor is None or match.over or match.deserted or not self._pages.face(match).keeps_place:
            return False
        pictures, newest = self._pages.pictures(match, self._pages.words(match), news), self._newest.get(match.id)
        lines = [line for _, line in self._pages.added(match, news)]
        if not lines or newest is None or not self._courier.is_last(place, newest.message_id):
            return False
        board = self._pages.board(match, pictured=newest.pictured)
        fits = may_be_added(newest, lines, board, pictures, self._now_ms())
        return fits and await self._add(match, place, newest, lines, cursor, delivered)

    async def _add(
        self,
        match: MatchSnapshot,
        place: int,
        newest: NewestPost,
        lines: Sequence[str],
        cursor: Cursor,
        delivered: Delivered,
    ) -> bool:
        """Tell these lines above the board that stands there, and note it. False: it cannot be changed any more."""
        told, nonce, era = newest.lines, newest.nonce, self._receipts.era(match.id)
        newest.add(lines, _nonce(match, cursor))  # first: whatever redraws it meanwhile has them
        page, shown, is_added = self._page(match, newest), newest.text, False
        board = await outgoing(self._gallery, page, attaches=self._courier.may_attach(place))
        sign(board.view, newest.nonce)
        with self._doubts.posting(match.id, PUBLIC):
            try:
                self._receipts.check_era(match.id, era)
                await self._courier.edit(place, newest.message_id, board)
                is_added = True
            except (PlaceGone, TooOldToEdit, NotAllowed, Rejected) as problem:
                log.info("news_not_added", match=match.id, reason=problem.reason)
                return False
            finally:
                if not is_added:  # as far as anybody knows: in doubt it is looked at before they are told again
                    newest.lines, newest.nonce, newest.text = told, nonce, ""
            await self._receipts.note(match.id, PUBLIC, delivered, place, newest.message_id, era=era)
        if newest.text != shown:  # a press was answered there meanwhile, and this has covered what it showed
            self.was_not_shown(match.id, newest.message_id, 0)
        return True

    async def _was_added(
        self, match: MatchSnapshot, place: int, news: Sequence[Announcement], cursor: Cursor | None
    ) -> bool:
        """Whether the newest message of the ledger tells this news, or the first of it, already: it was added to it,
        and nobody lived to note that. It is noted now, and the rest and the board are looked at anew, whatever else is
        to be said by now."""
        if cursor is None or not self._pages.face(match).keeps_place or not self._in_doubt(match, cursor):
            return False
        era, nonce, message_id = self._receipts.era(match.id), _nonce(match, cursor), cursor.message_id or 0
        told = self._pages.added(match, news)
        added = await added_already(self._courier, place, message_id, told, nonce) if told else []
        if not added:
            return False
        delivered = Delivered(match.checkpoint, added[-1][0])
        with self._doubts.posting(match.id, PUBLIC):
            await self._receipts.note(match.id, PUBLIC, delivered, place, message_id, era=era)
        newest = self._newest.get(match.id)
        if newest is not None and newest.message_id == message_id and newest.nonce != nonce:  # not noted too late
            newest.add([line for _, line in added], nonce)
        self._rounds.schedule(match.id)
        return True

    async def put_time_right(self, match: MatchSnapshot) -> None:
        """Of a board that an earlier process has posted nothing is known but that its clocks run out later."""
        if not (self.knows(match.id) or match.row.anywhere):
            await self._times.put_right(match)

    def _told(
        self,
        match: MatchSnapshot,
        place: int,
        news: Sequence[Announcement],
        cursor: Cursor | None,
        beside: Collection[str] = (),
    ) -> list[tuple[int, str]]:
        """The news in words. Where they may stand already, and the bot may not look, they begin by saying so."""
        told = self._pages.told(match, news, beside)
        if told and self._in_doubt(match, cursor) and not self._courier.can_look_back(place):
            return [(told[0][0], self._pages.words(match).say("stage.perhaps_told")), *told]
        return told

    def _more(self, match: MatchSnapshot, waiting: Waiting, calls: Sequence[Question]) -> list[str]:
        """What is said below the news."""
        words, people = self._pages.words(match), match.people()
        return [*waiting.lines(words), *(words.say("stage.your_turn", id=people[one.seat]) for one in calls)]

    async def _owed(self, match: MatchSnapshot, cursor: Cursor | None) -> list[Announcement]:
        """The news of which the board was to bring the picture, or the small print, where only the message above that
        has arrived."""
        first = first_owed(cursor)
        if cursor is None or first is None or match.over:
            return []
        said = await self._receipts.announcements(match, first)
        return [one for one in said if one.is_public and one.number <= cursor.announcement]

    def _in_doubt(self, match: MatchSnapshot, cursor: Cursor | None) -> bool:
        """Whether the next message may stand there already."""
        return self._doubts.perhaps_after(match.id, PUBLIC, cursor) is not None

    async def _post(
        self,
        match: MatchSnapshot,
        place: int,
        page: Page,
        cursor: Cursor | None,
        delivered: Delivered,
        era: int,
        calls: Sequence[Question] = (),
        *,
        opens: bool,
    ) -> int:
        """One message, noted in the ledger; the id of it. The one that opens a match calls everybody, others whoever
        has to hear of these questions, and the last brings the recap. Raises Refused when the match has gone back since
        that `era`: what is to be told is taken back."""
        files = []
        if page.files:
            recap = await self._archive.recap(match.id)
            files.append(recap_file(recap, match.id, self._pages.words(match)))
        called = match.people().values() if opens else (match.people()[one.seat] for one in calls)
        attaches = self._courier.may_attach(place)
        message = await outgoing(self._gallery, page, files=files, mention_users=tuple(called), attaches=attaches)
        self._receipts.check_era(match.id, era)
        perhaps_after = self._doubts.perhaps_after(match.id, PUBLIC, cursor)
        with self._doubts.posting(match.id, PUBLIC):
            message_id = await self._courier.post(place, message, _nonce(match, cursor), perhaps_after=perhaps_after)
            await self._receipts.note(match.id, PUBLIC, delivered, place, message_id, era=era)
        return message_id

    def _bring_back(self, match: MatchSnapshot, place: int, newest: NewestPost | None) -> None:
        """The next message cannot be posted, or not soon: people go on playing on this one."""
        if newest is None or self._newest.get(match.id) is not newest:
            return
        newest.is_stuck = True
        if newest.is_put_away:
            self._redraw(match, place)

    def _put_away(self, match: MatchSnapshot, place: int, before: NewestPost) -> None:
        """Take the buttons off the message before: the newest one has those that count."""
        if not before.is_put_away and self._is_to_be_put_away(match, before):
            self._take_off(match, place, before.message_id, before.page())

    def _is_to_be_put_away(self, match: MatchSnapshot, before: NewestPost) -> bool:
        """Whether this message has buttons that are out of date as soon as the next one is there."""
        keeps_place = self._pages.face(match).keeps_place
        return (before.asks or keeps_place) and not before.offers and before.is_editable(self._now_ms())

    def _take_off(self, match: MatchSnapshot, place: int, message_id: int, shown: Page) -> None:
        """Leave of this message what was told."""
        page = self._pages.put_away(match, shown)

        async def make() -> Outgoing | None:
            return await outgoing(self._gallery, page, attaches=self._courier.may_attach(place))

        self._courier.edit_soon(place, message_id, make)

    async def was_pressed(self, match_id: int, message_id: int, shown: Page) -> None:
        """The answer to a press has shown this page there. While its picture was drawn the board may have moved on:
        then the buttons are taken off once more, or what it has taken off is shown again."""
        newest = self._newest.get(match_id)
        if newest is not None and newest.message_id == message_id:
            if shown.panels:
                newest.is_put_away = False  # whatever another press has shown there
            if newest.has_lost_by(shown):
                self.was_not_shown(match_id, message_id)
        elif newest is not None and shown.panels:
            await self._take_off_later(match_id, message_id, shown)

    async def was_pressed_in_vain(self, match_id: int, message_id: int, shown: Page) -> None:
        """The answer to a press, which was to show this page there, has not arrived: it is shown soon."""
        if self.newest_of(match_id) in (None, message_id):
            self.was_not_shown(match_id, message_id)
        elif not shown.panels:
            await self._take_off_later(match_id, message_id, shown)

    async def _take_off_later(self, match_id: int, message_id: int, shown: Page) -> None:
        match = await self._service.snapshot(match_id)
        if match.row.thread_id is not None:
            self._take_off(match, match.row.thread_id, message_id, shown)

    def _redraw(self, match: MatchSnapshot, place: int) -> None:
        """Redraw the board on its message, soon and once for several changes; bring it back where it was put away."""
        match_id, newest = match.id, self._newest[match.id]
        if newest.is_put_away:
            newest.is_put_away, newest.text = False, ""
        dropped = partial(self.was_not_shown, match_id, newest.message_id, RETRY_S)

        async def make() -> Outgoing | None:
            return await self._board(match_id, newest, attaches=self._courier.may_attach(place))

        self._courier.edit_soon(place, newest.message_id, make, dropped)

    def was_not_shown(self, match_id: int, message_id: int, again_s: float = SOON_S) -> None:
        """If this is the newest message, it does not show what it should: it is redrawn with the next round, which
        comes after so many seconds at the latest. What Discord itself has refused may be refused for ever, and is not
        asked for again soon."""
        newest = self._newest.get(match_id)
        if newest is not None and newest.message_id == message_id:
            newest.is_put_away, newest.text = False, ""
            self._rounds.schedule_in(again_s, match_id)

    async def show_answer(self, before: MatchSnapshot, question: Question) -> None:
        """Show an answer that nobody pressed as a press on the board shows it: there, at once (M-1).

        before  the match as it was when the answer was given
        """
        newest, place = self._newest.get(before.id), before.row.thread_id
        if newest is None or place is None:
            return
        if not self._pages.face(before).is_public(question, before.view(SPECTATOR)):
            return
        shown = newest.text
        try:
            page = await self.board_page(before.id, newest.message_id)
            if page is None or (page.panels and newest.text == shown):
                return
            board = await outgoing(self._gallery, page, attaches=self._courier.may_attach(place))
            sign(board.view, newest.nonce)
            if self._newest.get(before.id) is newest:
                await self._courier.edit(place, newest.message_id, board)
                await self.was_pressed(before.id, newest.message_id, page)
            elif not page.panels:
                self._take_off(before, place, newest.message_id, page)
        except (Undeliverable, Overloaded) as problem:
            log.warning("answer_not_shown", match=before.id, problem=str(problem))
            self.was_not_shown(before.id, newest.message_id, RETRY_S)

    async def _board(self, match_id: int, newest: NewestPost, *, attaches: bool) -> Outgoing | None:
        """The board as it should look now, to take its own place: with its sign, as after a press. None when it looks
        so already, or will in a moment: what could not be shown is taken back by `was_not_shown`."""
        match = await self._service.snapshot(match_id)
        shown = newest.text
        if self._newest.get(match_id) is not newest or newest.is_put_away:
            return None
        page = self._page(match, newest)
        if newest.text == shown:
            return None
        board = await outgoing(self._gallery, page, attaches=attaches)
        if page.lines != newest.lines:  # something has been added meanwhile: it is not taken off again
            newest.text = ""
            return None
        sign(board.view, newest.nonce)
        return board

    async def board_page(self, match_id: int, message_id: int) -> Page | None:
        """The newest public message as it should look now: where the next one is about to be posted, put away already.
        None when `message_id` is not that message."""
        match = await self._service.snapshot(match_id)
        is_replaced = await self._is_about_to_be_replaced(match)
        newest = self._newest.get(match_id)
        if newest is None or newest.message_id != message_id:
            return None
        if not is_replaced or newest.is_stuck or not self._is_to_be_put_away(match, newest):
            return self._page(match, newest)
        newest.is_put_away, newest.text = True, ""  # if the match goes back instead, the board is shown again
        return self._pages.put_away(match, newest.page())

    async def _is_about_to_be_replaced(self, match: MatchSnapshot) -> bool:
        """Whether something is to be said in public that has not been: the round that says it is being played."""
        cursor = (await self._receipts.of(match.id)).get(PUBLIC)
        newest = self._newest.get(match.id)
        if cursor is None or (newest is not None and newest.nonce == _nonce(match, cursor)):
            return False  # it is being added
        news = public_news(await self._receipts.announcements(match, cursor.announcement + 1), cursor)
        return bool(self._pages.told(match, news) or self._pages.asides(match, news))

    def _page(self, match: MatchSnapshot, newest: NewestPost) -> Page:
        panels, newest.pictures = self._pages.as_shown(match, newest)
        newest.text = text_of(panels, newest.pictures)
        return replace(newest.page(), panels=panels, tint=TINT)


def _has_lost_its_opening(match: MatchSnapshot, place: int, cursor: Cursor | None) -> bool:
    """Whether the place is gone to which nothing but the opening, or its first message, had come: it is told anew, as
    nothing else in the new place says who plays and what seals the deal."""
    return _has_moved(match, place, cursor) and cursor is not None and cursor.serial == 1


def _has_moved(match: MatchSnapshot, place: int, cursor: Cursor | None) -> bool:
    """Whether nothing of this match stands in its place yet, as another one is gone with all that stood there."""
    return cursor is not None and cursor.channel_id not in (None, place) and not match.over


def _nonce(match: MatchSnapshot, cursor: Cursor | None) -> str:
    """What makes the next public message arrive once."""
    return f"{match.id}.{PUBLIC}.{cursor.serial + 1 if cursor else 1}"
