"""Sending what one seat sees: secrets and questions by direct message, and reminders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.engine.announcements import Announcement
from bot.engine.questions import Question, Seat
from bot.matches.ledger import Cursor, State
from bot.matches.notebooks import Notebooks
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, DirectMessagesClosed, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.pages import outgoing
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.posted import offers, tells
from bot.ui.stage.delivered import (
    VERDICT,
    Delivered,
    Due,
    due_to,
    is_chapter_over,
    is_farewell_due,
    is_still_so,
    shown_on_click,
)
from bot.ui.stage.doubts import Doubts
from bot.ui.stage.living import LivingPanels, has_panel
from bot.ui.stage.notices import JUST_NOW, Notices, Unreached
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.rounds import RETRY_S, Rounds
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.secret_mail import SecretMail
from bot.ui.stage.sounds import has_sounded, may_be_forgotten
from bot.ui.stage.standing import StandingNews
from bot.ui.stage.suspended import SuspendedSeats
from bot.ui.wording import Wording, plain

log = structlog.get_logger(__name__)

NOBODY = 0
"""Stands in place of a person where all are meant."""


class SeatSender:
    """Tells single seats what they were told and are asked."""

    def __init__(
        self,
        *,
        service: MatchService,
        receipts: Receipts,
        pages: SeatPages,
        living: LivingPanels,
        standing: StandingNews,
        suspended: SuspendedSeats,
        notebooks: Notebooks,
        doubts: Doubts,
        notices: Notices,
        rounds: Rounds,
        languages: Languages,
        courier: Courier,
        mail: SecretMail,
        gallery: Gallery,
    ) -> None:
        self._service = service
        self._receipts = receipts
        self._pages = pages
        self._living = living
        self._standing = standing
        self._suspended = suspended
        self._notebooks = notebooks
        self._doubts = doubts
        self._notices = notices
        self._rounds = rounds
        self._languages = languages
        self._courier = courier
        self._mail = mail
        self._gallery = gallery
        self._told_closed: set[tuple[int, int]] = set()
        """Match and person (or NOBODY): how they see their secrets was said once."""

    # -- in a round of sending --------------------------------------------------------------------------------------

    async def tell(
        self,
        match: MatchSnapshot,
        seat: Seat,
        said: Sequence[Announcement],
        cursor: Cursor | None,
        words: Wording,
    ) -> bool:
        """Everything this seat was told and asked since the last message, in its person's language: on the panel it
        has, or as a new message that rings.

        False: not everything was sent, and the match will be brought forward again for the rest.
        """
        face = self._pages.face(match)
        due = due_to(match, face, seat, said, cursor)
        if due is None and await self._finds_lost_message(match, seat, cursor):
            return False
        panel = cursor if cursor is not None and has_panel(cursor) else None
        over = panel is not None and is_chapter_over(face, said, self._living.drawn(match.id, seat, panel))
        if due is None and not over:
            return await self._tell_nothing_new(match, seat, words, cursor)
        if self._suspended.is_suspended(match.id, seat):
            self._suspended.pass_over(match.id, seat)
            return False
        if due is not None and due.is_verdict:
            return await self._tell_verdict(match, seat, words, due, cursor)
        page = self._pages.message(match, seat, words, due) if due else None
        if page is None and not over:
            return True
        if not await self._is_still_due(match, seat, cursor):
            return False
        if due is None or page is None:
            if panel is not None:
                await self._living.close(match, seat, words, panel)
            return True
        ahead = self._pages.too_long(match, seat, words, due)
        stays = panel if ahead is None and not over else None
        if stays is not None:
            if await self._change_in_place(match, seat, words, due, stays):
                return True
            if not await self._is_still_due(match, seat, cursor):  # it took a while to find that out
                return False
        if panel is not None and await self._was_told_by_an_answer(match, seat, words, due, panel):
            return False
        if ahead is not None:
            return not await self._tell_ahead(match, seat, words, ahead, cursor)
        await self._send(match, seat, page, due.delivered, cursor)
        return True

    def has_nothing_for(
        self,
        match: MatchSnapshot,
        seat: Seat,
        said: Sequence[Announcement],
        cursor: Cursor | None,
        words: Wording,
    ) -> bool:
        """Whether `tell` would do nothing at all for this seat."""
        face = self._pages.face(match)
        if self._doubts.perhaps_after(match.id, seat, cursor) is not None or due_to(match, face, seat, said, cursor):
            return False
        if cursor is None or not has_panel(cursor):
            return not is_farewell_due(match, cursor)
        if is_chapter_over(face, said, self._living.drawn(match.id, seat, cursor)):
            return False
        return not self._living.is_out_of_date(match, seat, words, cursor)

    async def _tell_nothing_new(self, match: MatchSnapshot, seat: Seat, words: Wording, cursor: Cursor | None) -> bool:
        """What is said without a sound, if anything: when clocks run out now, or that somebody has ended the game."""
        if cursor is not None and has_panel(cursor):
            self._living.put_away_what_ran_out(match, seat, cursor)
            return await self._put_time_right(match, seat, words, cursor)
        if not is_farewell_due(match, cursor) or await self._mail.is_by_press(match):
            return True
        if not await self._is_still_due(match, seat, cursor):
            return False
        await self._say_farewell(match, seat, words, cursor)
        return True

    async def _say_farewell(self, match: MatchSnapshot, seat: Seat, words: Wording, cursor: Cursor | None) -> None:
        """Tell somebody who has no panel that the game is over without a winner, in one message that does not ring."""
        user_id, era = match.people()[seat], self._receipts.era(match.id)
        keeps_notes = await self._notebooks.keeps_something(match.id, user_id)
        page = self._pages.closed(match, seat, words, (), keeps_notes=keeps_notes)
        message = replace(await outgoing(self._gallery, page), silent=True)
        nonce, perhaps_after = _nonce(match, seat, cursor), self._doubts.perhaps_after(match.id, seat, cursor)
        told = replace(Delivered.by(cursor) if cursor else Delivered(match.checkpoint, -1), question=VERDICT)
        with self._doubts.posting(match.id, seat):
            try:
                await self._courier.direct(user_id, message, nonce, perhaps_after=perhaps_after)
            except DirectMessagesClosed:
                await self._note_closed(match, seat, cursor)
                return
            await self._receipts.note(match.id, seat, told, 0, 0, owner=user_id, era=era)

    async def _tell_verdict(
        self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due, cursor: Cursor | None
    ) -> bool:
        """Tell somebody that they have won, or lost: a last message, on which nothing of the game can be pressed.
        It does not ring, as nothing waits for them any more.

        Whoever has made notes is asked there whether others may read them."""
        user_id, era = match.people()[seat], self._receipts.era(match.id)
        keeps_notes = await self._notebooks.keeps_something(match.id, user_id)
        if not await self._is_still_due(match, seat, cursor):
            return False
        perhaps_after = self._doubts.perhaps_after(match.id, seat, cursor)
        stands = cursor if perhaps_after is None and cursor is not None and has_panel(cursor) else None
        if stands and await self._living.shows_verdict(match, seat, words, due, stands, keeps_notes=keeps_notes):
            return True
        page = self._pages.verdict(match, seat, words, due.news, keeps_notes=keeps_notes)
        message = replace(await outgoing(self._gallery, page), silent=True)
        nonce = _nonce(match, seat, cursor)
        with self._doubts.posting(match.id, seat):
            try:
                sent = await self._mail.send(match, user_id, message, nonce, perhaps_after=perhaps_after)
            except DirectMessagesClosed:
                await self._note_closed(match, seat, cursor)
                return True
            if due.news:  # that was told here, and not by the panel
                await self._receipts.note(match.id, seat, due.delivered, *sent, owner=user_id, era=era)
            # The seat's panel is still the message before: at the end of all it is shown there as well how it ended.
            panel = (cursor.channel_id or 0, cursor.message_id or 0) if cursor else (0, 0)
            await self._receipts.note(match.id, seat, due.delivered, *panel, owner=user_id, era=era)
        return True

    async def _tell_ahead(
        self, match: MatchSnapshot, seat: Seat, words: Wording, ahead: tuple[int, list[str]], cursor: Cursor | None
    ) -> bool:
        """Send as much of the news as one message holds, and look again at once: what is left has not been told.

        False: nothing is sent to this seat, so that nothing is left either."""
        number, lines = ahead
        before = Delivered.by(cursor) if cursor else Delivered(match.checkpoint, -1)
        page = self._pages.news(match, seat, words, lines)
        is_sent = await self._send(match, seat, page, replace(before, announcement=number), cursor)
        if is_sent:
            self._rounds.schedule(match.id)
        return is_sent

    async def _was_told_by_an_answer(
        self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due, panel: Cursor
    ) -> bool:
        """Whether the panel shows some of the news that are due: the answer to a press has told them, and the last
        process did not live to note it. They are noted now, and the rest is looked at anew."""
        if not due.news or self._doubts.perhaps_after(match.id, seat, panel) is None:
            return False
        user_id, era = match.people()[seat], self._receipts.era(match.id)
        place = (panel.channel_id or 0, panel.message_id or 0)
        stands = await self._courier.read(*place)
        if stands is None or not await self._is_still_due(match, seat, panel):
            return stands is not None
        delivered = await self._standing.delivered_by(match, seat, words, panel, stands, due.news)
        if delivered is None:
            return False
        await self._receipts.note(match.id, seat, delivered, *place, owner=user_id, era=era)
        self._rounds.schedule(match.id)
        return True

    async def _finds_lost_message(self, match: MatchSnapshot, seat: Seat, cursor: Cursor | None) -> bool:
        """Whether a message stands there that the last process did not live to note. Nothing is to be said that would
        find it: its person has answered what it asks. It is the seat's panel from now on, and shows this moment."""
        after = self._doubts.perhaps_after(match.id, seat, cursor)
        if after is None or (cursor is not None and cursor.is_closed):
            return False
        user_id, era = match.people()[seat], self._receipts.era(match.id)
        place = await self._courier.find_direct(user_id, _nonce(match, seat, cursor), after)
        if place is not None and not await self._is_still_due(match, seat, cursor):
            return True
        if place is not None:
            delivered = Delivered.by(cursor) if cursor else Delivered(match.checkpoint, -1)
            await self._receipts.note(match.id, seat, delivered, *place, owner=user_id, era=era)
            self._living.is_found(match, seat, *place, cursor)
            self._rounds.schedule(match.id)
        self._doubts.settle(match.id, seat)
        return place is not None

    async def _is_still_due(self, match: MatchSnapshot, seat: Seat, cursor: Cursor | None) -> bool:
        """Whether nobody has shown it meanwhile and nothing has changed for this seat; else it is looked at again."""
        latest = (await self._receipts.of(match.id)).get(seat)
        now = await self._service.snapshot(match.id)
        if self._suspended.is_suspended(match.id, seat):  # a click of theirs may be showing it
            self._suspended.pass_over(match.id, seat)
            return False
        if latest != cursor or not is_still_so(match, now, seat):
            self._rounds.schedule(match.id)
            return False
        return True

    async def _send(
        self, match: MatchSnapshot, seat: Seat, page: Page, delivered: Delivered, cursor: Cursor | None
    ) -> bool:
        """Send a new panel. False: to this person nothing is sent, which is noted."""
        user_id, era = match.people()[seat], self._receipts.era(match.id)
        if not await self._mail.reaches(match, user_id):  # nothing is drawn that is not sent
            await self._note_closed(match, seat, cursor)
            return False
        nonce, perhaps_after = _nonce(match, seat, cursor), self._doubts.perhaps_after(match.id, seat, cursor)
        with self._suspended.on_the_way(match.id, seat), self._doubts.posting(match.id, seat):
            message = await outgoing(self._gallery, page)
            try:
                sent = await self._courier.direct(user_id, message, nonce, perhaps_after=perhaps_after)
            except DirectMessagesClosed:
                await self._note_closed(match, seat, cursor)
                return False
            except (Undeliverable, Overloaded):
                if cursor is not None and has_panel(cursor):
                    await self._catch_up(match, seat, (cursor.channel_id or 0, cursor.message_id or 0))
                raise
            await self._receipts.note(match.id, seat, delivered, *sent, owner=user_id, era=era)
            self._living.is_new(match, seat, *sent, cursor)
        await self._catch_up(match, seat, sent)
        return True

    async def _catch_up(self, match: MatchSnapshot, seat: Seat, sent: tuple[int, int]) -> None:
        """Its person may have pressed something while this panel was on its way."""
        if not is_still_so(match, await self._service.snapshot(match.id), seat):
            self._living.show_this_moment(match.id, seat, *sent)

    async def _change_in_place(self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due, panel: Cursor) -> bool:
        """Show what is due on the panel that the seat has; edits make no sound. False: it needs a new message."""
        era, owner = self._receipts.era(match.id), match.people()[seat]
        if self._has_to_ring(match, seat, due, panel):  # nothing is drawn that is not shown
            return False
        message = await self._living.with_news(match, seat, words, due, panel)
        if message is None or not await self._may_change(match, seat, due, panel, message):
            return False
        with self._doubts.posting(match.id, seat):
            if not await self._living.edit(panel, message):
                return False
            place, pressed = (panel.channel_id or 0, panel.message_id or 0), await self._was_pressed(match, seat, panel)
            await self._receipts.note(match.id, seat, due.delivered, *place, owner=owner, era=era)
        self._living.note_drawn(match, seat, *place)
        if pressed:  # its answer may stand below what was drawn before it
            self._living.show_this_moment(match.id, seat, *place)
        return True

    async def _put_time_right(self, match: MatchSnapshot, seat: Seat, words: Wording, panel: Cursor) -> bool:
        """Show on the panel when its clocks run out, where it says something else; nothing is told by that. False: it
        will be looked at again."""
        if not self._living.tells_wrong_time(match, seat, words, panel):
            return True
        if not await self._is_still_due(match, seat, panel):
            return False
        place = (panel.channel_id or 0, panel.message_id or 0)
        try:
            await self._living.put_time_right(match, seat, words, panel)
        except (Undeliverable, Overloaded) as problem:  # their question has reached them all the same
            log.info("time_not_put_right", match=match.id, problem=str(problem))
            self._rounds.schedule_in(RETRY_S, match.id)
            return True
        pressed = await self._was_pressed(match, seat, panel)
        self._living.note_drawn(match, seat, *place)
        if pressed:
            self._living.show_this_moment(match.id, seat, *place)
        return True

    async def _was_pressed(self, match: MatchSnapshot, seat: Seat, panel: Cursor) -> bool:
        """Whether its person has pressed something on the panel since the match stood like this, or is about to be
        answered."""
        latest, now = (await self._receipts.of(match.id)).get(seat), await self._service.snapshot(match.id)
        is_as_before = latest == panel and is_still_so(match, now, seat)
        return not is_as_before or self._suspended.is_suspended(match.id, seat)

    def _has_to_ring(self, match: MatchSnapshot, seat: Seat, due: Due, panel: Cursor) -> bool:
        """Whether no doubt is left that this needs a new message."""
        in_doubt = self._doubts.perhaps_after(match.id, seat, panel) is not None
        return not in_doubt and not self._living.stays(match, seat, due, panel)

    async def _may_change(self, match: MatchSnapshot, seat: Seat, due: Due, panel: Cursor, message: Outgoing) -> bool:
        """Whether the panel need not ring. In doubt it need not when the last process has changed it already, perhaps
        in the answer to a press; and it may not be changed when a newer message stands there."""
        stays = self._living.stays(match, seat, due, panel)
        if self._doubts.perhaps_after(match.id, seat, panel) is None:
            return stays
        channel_id, message_id = panel.channel_id or 0, panel.message_id or 0
        if await self._courier.is_posted(channel_id, _nonce(match, seat, panel), message_id):
            return False
        if stays:
            return True
        stands = await self._courier.read(channel_id, message_id)
        if stands is None or not offers(stands, message.view):
            return False
        return self._pages.face(match).keeps_place or tells(stands, message.view)

    async def _note_closed(self, match: MatchSnapshot, seat: Seat, cursor: Cursor | None) -> None:
        """A secret could not be sent: it waits, undelivered, for a click on My seat, where the panel that they still
        have sends them. Said once, in public."""
        user_id, is_discreet = match.people()[seat], self._pages.is_discreet(match)
        if not is_discreet:
            by_press = await self._mail.is_by_press(match)
            who = NOBODY if by_press else user_id
            await self._say_once(match, who, Unreached(seat, plain(match.seats[seat].name)), cursor)
        if (await self._receipts.of(match.id)).get(seat) != cursor:
            self._rounds.schedule(match.id)  # their own click has shown them something meanwhile
        elif cursor is None or not cursor.is_closed or (cursor.state == "failed" and not is_discreet):
            delivered = Delivered.by(cursor) if cursor else Delivered(match.checkpoint, -1)
            state: State = "failed" if is_discreet else "closed"
            await self._receipts.note(match.id, seat, delivered, 0, 0, state=state, owner=user_id)
            self._living.is_unreachable(match, seat, cursor)

    async def say_fails(self, match: MatchSnapshot, seat: Seat) -> None:
        """Messages to this person fail, although they take some: said once, in public, with the way that is left."""
        if not match.seats[seat].told_unreached:
            person = match.people()[seat]
            unreached = Unreached(seat, plain(match.seats[seat].name), JUST_NOW, person)
            await self._say_once(match, person, unreached, None)

    async def _say_once(self, match: MatchSnapshot, whom: int, unreached: Unreached, cursor: Cursor | None) -> None:
        """Say in public how secrets are seen: to this person, or to NOBODY alone, who is all. What an earlier process
        has said of this seat is not said again."""
        if (match.id, whom) in self._told_closed:
            return
        self._told_closed.add((match.id, whom))
        if cursor is not None and await self._receipts.is_known_closed(match.id, unreached.seat):
            return
        if whom == NOBODY:
            self._notices.say(match.id, self._languages.public(match.row.guild_id).say("direct.by_press"))
        else:
            self._notices.say_unreached(match.id, unreached)

    # -- beside the rounds ------------------------------------------------------------------------------------------

    async def remind(self, match_id: int, seat: Seat, number: int) -> None:
        """One message about a turn that somebody may have forgotten: the seat's panel anew, where it rings."""
        before = await self._service.snapshot(match_id)
        user_id = before.people().get(seat)
        if user_id is None:
            return
        words = await self._languages.own(user_id, before.row.guild_id)
        heard = await self._receipts.unheard(before, seat)
        match = await self._service.snapshot(match_id)
        if match.people().get(seat) != user_id or not match.running or self._suspended.is_suspended(match_id, seat):
            return
        question = self._pages.reminds_of(match, seat, number)
        if question is None:
            return
        page = self._pages.reminder(match, seat, words, heard)
        delivered = shown_on_click(match, self._pages.face(match), seat, heard)
        cursor, era = (await self._receipts.of(match_id)).get(seat), self._receipts.era(match_id)
        if cursor is not None and _was_heard(match, question, cursor):
            return
        if self._doubts.perhaps_after(match_id, seat, cursor) is not None:  # what it would tell may stand there already
            return
        message = await outgoing(self._gallery, page)
        await self._receipts.owe(match_id)  # a process that dies from here on leaves it to the next one to find
        with self._suspended.on_the_way(match_id, seat):
            try:
                with self._doubts.posting(match_id, seat):
                    sent = await self._mail.send(match, user_id, message, _nonce(match, seat, cursor))
                    await self._receipts.note(match_id, seat, delivered, *sent, owner=user_id, era=era)
            except (Undeliverable, Overloaded) as problem:
                log.info("not_reminded", match=match_id, problem=str(problem))
                return
            finally:
                self._rounds.schedule(match_id)
            self._living.is_new(match, seat, *sent, cursor)
        await self._catch_up(match, seat, sent)


def _was_heard(match: MatchSnapshot, question: Question, cursor: Cursor) -> bool:
    """Whether the panel made a sound when this was asked, and that cannot have been forgotten since."""
    return has_sounded(match, question, cursor.message_id or 0) and not may_be_forgotten(match, question)


def _nonce(match: MatchSnapshot, seat: Seat, cursor: Cursor | None) -> str:
    """What makes the next message to this seat arrive once."""
    return f"{match.id}.{seat}.{cursor.serial + 1 if cursor else 1}"
