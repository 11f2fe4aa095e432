"""Where answers are handed in. Every click is checked against person, seat, match and question here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import IllegalAnswer, Question, Seat, Value
from bot.matches.deserted import DesertedTables
from bot.matches.errors import Counted, Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import check_may_see, may_see
from bot.ui.channels import is_direct
from bot.ui.direct_again import DirectAgain
from bot.ui.face import Face
from bot.ui.pages import in_words
from bot.ui.paging import FIRST_PAGES, TURN
from bot.ui.panels import TINT, Page, choice_of, custom_id, form
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, Router, is_forged, reply, show_form, update
from bot.ui.stage.controls import OWN_PANEL
from bot.ui.stage.delivered import shown_on_click
from bot.ui.stage.living import LivingPanels
from bot.ui.stage.public import PublicSender
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.questions import public_questions, sent_questions
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.suspended import SuspendedSeats
from bot.ui.text_pages import text_page
from bot.ui.tutorials import held_back, kindly
from bot.ui.wording import Wording

Answered = Callable[[Click, MatchSnapshot, Question, Value], Awaitable[None]]
"""Told of an answer by a click that counts and was shown; the match is as it was before."""
SeatShown = Callable[[discord.Interaction, MatchSnapshot], Awaitable[None]]
"""Told when somebody was shown their own seat."""
GuestCame = Callable[[Click], Awaitable[None]]
"""Answers a press of My seat by somebody who has none and may see the table."""


class Answers:
    """Serves the controls of questions.

    `a` button, `s` menu and `w` "write" of one seat's question: `mm:a:<match>:<checkpoint>:<question>:<choice>`
    `o` button, `os` menu and `ow` "write" of a shared moment:   `mm:o:<match>:<occasion>:<choice>`
    `own` button of a shared moment: the same question with all its controls, to whoever is asked
    `t` the form of either; `turn` another page of a menu:       `mm:turn:<match>:<checkpoint>:<question>:<page>`
    `seat` the My seat button, by which guests watch; `text` what the pictures show, in words.
    """

    def __init__(
        self,
        *,
        router: Router,
        service: MatchService,
        faces: Mapping[str, Face],
        wording: Wording,
        public: PublicSender,
        public_pages: PublicPages,
        seat_pages: SeatPages,
        living: LivingPanels,
        receipts: Receipts,
        suspended: SuspendedSeats,
        direct_again: DirectAgain,
        deserted: DesertedTables,
    ) -> None:
        self._service = service
        self._faces = faces
        self._wording = wording
        self._public = public
        self._public_pages = public_pages
        self._seat_pages = seat_pages
        self._living = living
        self._receipts = receipts
        self._suspended = suspended
        self._direct_again = direct_again
        self._deserted = deserted
        self.answered: list[Answered] = []
        self.seat_shown: list[SeatShown] = []
        self.guest_came: GuestCame = _only_refused
        router.on("a", self._private, of_table=True)
        router.on("s", self._private, of_table=True)
        router.on("w", self._private, of_table=True)
        router.on("o", self._shared, of_table=True)
        router.on("os", self._shared, of_table=True)
        router.on("ow", self._shared, of_table=True)
        router.on(OWN_PANEL, self._own_panel, of_table=True)
        router.on("t", self._typed, of_table=True)
        router.on(TURN, self._turn, of_table=True)
        router.on("seat", self._my_seat, of_table=True)
        router.on("text", self._text, of_table=True)

    # -- finding the question ---------------------------------------------------------------------------------------

    async def at_table(self, click: Click) -> tuple[MatchSnapshot, Seat]:
        """The table of this click, awake, and the seat of who pressed. Raises Refused for anybody without one."""
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        if match.deserted:  # whoever presses anything is there
            await self._deserted.wake(match.id, click.user_id)
            match = await self._service.snapshot(match.id)
        return match, seat

    async def _private(self, click: Click) -> None:
        """An answer to one's own question, from a DM or My seat."""
        match, seat = await self.at_table(click)
        if click.number(1) != match.checkpoint:
            raise IllegalAnswer("not_open")
        question = match.question(click.number(2), seat)
        chosen = click.values or click.parts[3:]
        await self.take(click, match, question, tuple(chosen))

    async def _shared(self, click: Click) -> None:
        """An answer from the public board: the question is the presser's own of this occasion."""
        match, question = await self._of_occasion(click)
        chosen = click.values or click.parts[2:3]
        await self.take(click, match, question, tuple(chosen))

    async def _own_panel(self, click: Click) -> None:
        """What the board has no room to ask, to whoever is asked. A menu on the board would open for everybody, and
        refuse only what they have chosen."""
        match, question = await self._of_occasion(click)
        context = RenderContext.of(match, self._wording.for_locale(click.interaction.locale))
        panel = self._faces[match.row.game].panel(question, match.view(question.seat), context)
        await reply(click.interaction, Page(panels=(panel,), tint=TINT))

    async def _of_occasion(self, click: Click) -> tuple[MatchSnapshot, Question]:
        """What is asked on this occasion of who pressed. Raises Refused and IllegalAnswer, for whoever is not asked."""
        match, seat = await self.at_table(click)
        occasion = click.part(1)
        question = next((q for q in match.open_for(seat) if _belongs(q.occasion, occasion)), None)
        if question is None:
            # That others are asked something in secret, such as a last shot by night, is nobody's business.
            public = public_questions(match, self._faces[match.row.game])
            asked = next((question for question in public if _belongs(question.occasion, occasion)), None)
            raise IllegalAnswer("not_open") if asked is None else self.why_not_asked(match, seat, asked, occasion)
        return match, question

    def why_not_asked(self, match: MatchSnapshot, seat: Seat, question: Question, occasion: str = "") -> Refused:
        """Why this seat is not asked what others are: it may not answer, has already, or it is not its question.

        occasion  what was pressed, where that is wider than the question's own
        """
        face, view = self._faces[match.row.game], match.view(SPECTATOR)
        speech = face.speech(view, seat)
        if speech in ("dead", "toad", "asleep"):
            return Refused(f"not_asked.{speech}")
        not_yours = face.not_yours(question, view, seat)
        if not_yours is not None or speech == "floor":
            return not_yours or Refused("not_asked.floor")
        if any(seat == by and _belongs(on, occasion or question.occasion) for by, on in match.answered_on):
            return Refused("already_answered")
        return face.has_no_vote_for(question) or Refused("not_asked.other")

    # -- taking the answer ------------------------------------------------------------------------------------------

    async def take(self, click: Click, match: MatchSnapshot, question: Question, chosen: tuple[str, ...]) -> None:
        """Answer a question of who pressed with the tokens that were chosen, or ask for the text that belongs to it.

        Raises Refused and IllegalAnswer, changing nothing.
        """
        face = self._faces[match.row.game]
        value: Any
        if question.says is not None and chosen and chosen[0] in question.says():
            await self._hand_in(click, match, question, chosen[0])
            return
        if question.kind == "number" and not chosen:
            await self._open_form(click, match, question, None)
            return
        if question.kind == "number":
            value = _number(chosen[0])
        elif question.kind == "text":
            if not chosen:
                await self._open_form(click, match, question, None)
                return
            value = _phrase(question, chosen[0])
        elif question.kind == "several":
            value = [_offered(question, text) for text in chosen]
        elif not chosen:
            raise IllegalAnswer("not_offered")
        else:
            refusal = face.why_not(question, chosen[0], match.view(question.seat))
            if refusal is not None:
                raise refusal
            value = _offered(question, chosen[0])
            if question.kind == "reasoned":
                context = RenderContext.of(match, self._wording.for_locale(click.interaction.locale))
                if face.dialog(question, value, match.view(question.seat), context) is not None:
                    await self._open_form(click, match, question, chosen[0])
                    return
                value = [value, None]
        await self._hand_in(click, match, question, value)

    async def _open_form(self, click: Click, match: MatchSnapshot, question: Question, chosen: str | None) -> None:
        face = self._faces[match.row.game]
        words = self._wording.for_locale(click.interaction.locale)
        context = RenderContext.of(match, words)
        choice = None if chosen is None else _offered(question, chosen)
        dialog = face.dialog(question, choice, match.view(question.seat), context)
        assert dialog is not None
        title, label, description = dialog
        form_id = custom_id("t", match.id, match.checkpoint, question.number, chosen or "")
        await show_form(click.interaction, form(form_id, title, label, description=description, required=False))

    async def _typed(self, click: Click) -> None:
        """A form was sent: the reason of a nomination, an alias, last words. Late ones end in a sentence."""
        match, seat = await self.at_table(click)
        if click.number(1) != match.checkpoint:
            raise IllegalAnswer("not_open")
        question = match.question(click.number(2), seat)
        text = " ".join(click.text.split()) or None
        chosen = click.part(3)
        value: Any = text
        if question.kind == "reasoned":
            value = [_offered(question, chosen), text]
        elif question.kind == "number":
            value = _number(text or "")
        await self._hand_in(click, match, question, value)

    async def _hand_in(self, click: Click, match: MatchSnapshot, question: Question, value: Any) -> None:
        """Make it durable, then answer the click with what is new for this person. What would end a tutorial too soon
        is not taken."""
        if lesson := held_back(match, question, value, self._wording.for_locale(click.interaction.locale)):
            await reply(click.interaction, lesson)
            return
        seat = question.seat
        public = self._faces[match.row.game].is_public(question, match.view(SPECTATOR))
        self._suspended.suspend(match.id, seat)
        try:
            await self._service.answer(
                match.id,
                seat,
                match.checkpoint,
                question.number,
                value,
                by=click.user_id,
                interaction_id=click.interaction.id,
            )
            try:
                await self._confirm(click, match, question, value, public=public)
            except Exception as problem:
                raise Counted from problem
        finally:
            self._suspended.resume(match.id, seat)
        for tell in self.answered:
            await tell(click, match, question, value)

    async def _confirm(
        self, click: Click, before: MatchSnapshot, question: Question, value: Any, *, public: bool
    ) -> None:
        """Show what has come of it; to a learner a mistake is explained, by what stood `before` it."""
        remark = kindly(before, question, value, self._wording.for_locale(click.interaction.locale))
        if public:
            await self._confirm_in_public(click, before.id, question, value)
            if remark:
                await reply(click.interaction, remark)
        else:
            await self._confirm_in_private(click, before.id, question, value, remark)

    def _confirmation(self, click: Click, match: MatchSnapshot, question: Question, value: Any) -> str:
        """A short line about the answer, in the language of who gave it."""
        words, face = self._wording.for_locale(click.interaction.locale), self._faces[match.row.game]
        told = face.answered(question, value, match.view(question.seat), RenderContext.of(match, words))
        if sent_questions(match, face, question.seat):  # there is no waiting yet
            told = told.removesuffix(words.say("answered.wait")).rstrip()
        return told

    async def _confirm_in_public(self, click: Click, match_id: int, question: Question, value: Any) -> None:
        """Show the board as it is now on the message that was pressed, where that is the board; else say it is done."""
        match, message = await self._service.snapshot(match_id), click.interaction.message
        is_shared = message is not None and not message.flags.ephemeral and click.interaction.guild_id is not None
        if message is not None and is_shared and not is_forged(click.interaction):
            page = await self._public.board_page(match_id, message.id)
            if page is not None:
                await self._show_board(click, match_id, message.id, page)
                return
        done = self._confirmation(click, match, question, value)
        if message is not None and message.flags.ephemeral and question.says is not None:  # a menu that is done with
            await update(click.interaction, Page(panels=(), lines=(done,)))
            return
        await reply(click.interaction, done)

    async def _show_board(self, click: Click, match_id: int, message_id: int, page: Page) -> None:
        """Redraw the board in the answer to a press on it; where the answer is lost, soon afterwards."""
        try:
            await update(click.interaction, page)
        except Exception:
            await self._public.was_pressed_in_vain(match_id, message_id, page)
            raise
        await self._public.was_pressed(match_id, message_id, page)

    async def _confirm_in_private(
        self, click: Click, match_id: int, question: Question, value: Any, remark: str
    ) -> None:
        """Show what the seat was told and is asked now."""
        match = await self._service.snapshot(match_id)
        done = f"{self._confirmation(click, match, question, value)}\n{remark}".rstrip()
        # What stands on My seat was pressed there, and My seat it remains.
        whole = self._faces[match.row.game].is_standing(question)
        await self._show_panel(click.interaction, match, question.seat, [done], whole=whole)
        if await self._panel_of(click.interaction, match, question.seat) is None:
            await self._living.bring_up(match_id, question.seat, done)

    async def _show_panel(
        self,
        interaction: discord.Interaction,
        match: MatchSnapshot,
        seat: Seat,
        lines: Sequence[str] = (),
        *,
        whole: bool,
        turned: Mapping[int, int] = FIRST_PAGES,
    ) -> None:
        """What is open to this person now and what they have not heard yet, in place of their own message that was
        clicked: never of one that others see."""
        message, words = interaction.message, self._wording.for_locale(interaction.locale)
        if message is not None and await self._is_replaced(interaction, match, seat):
            self._living.note_done(message.id, lines)
            await update(interaction, await self._living.closed(match, seat, words, message.id))
            return
        panel = await self._panel_of(interaction, match, seat)
        before, unheard = await self._news(panel, match, seat)
        heard = self._seat_pages.that_fit(match, seat, words, lines, unheard)
        news = (*before, *heard)
        finished = self._seat_pages.finished(match, seat, words, news, lines) if panel and lines else None
        page = finished or (self._seat_pages.panel(match, seat, words, news, lines, turned) if panel else None)
        if page is None or not page.fits():
            told = [*lines, *self._seat_pages.lines(match, seat, words, heard)]
            is_left = panel is None
            page = self._seat_pages.questions(match, seat, words, told, whole=whole, turned=turned, is_left=is_left)
        own = message is not None and (message.flags.ephemeral or is_direct(interaction))
        await (update(interaction, page) if own else reply(interaction, page))
        if panel is not None:
            latest = (await self._receipts.of(match.id)).get(seat)
            self._living.is_new(match, seat, *panel, before=latest, is_finished=finished is not None)
            self._living.note_done(panel[1], lines)
        await self._receipts.note_click(
            match, seat, shown_on_click(match, self._faces[match.row.game], seat, heard), panel
        )

    async def _is_replaced(self, interaction: discord.Interaction, match: MatchSnapshot, seat: Seat) -> bool:
        """Whether what was clicked is a direct message and not the seat's newest, or will not be in a moment: what is
        new stands there, and what is asked."""
        message = interaction.message
        if message is None or message.flags.ephemeral or not is_direct(interaction):
            return False
        cursor = (await self._receipts.of(match.id)).get(seat)
        newest = (cursor.message_id or 0) if cursor else 0  # one that is newer is the one on its way itself
        return message.id < newest or (message.id == newest and self._suspended.is_on_the_way(match.id, seat))

    async def _panel_of(
        self, interaction: discord.Interaction, match: MatchSnapshot, seat: Seat
    ) -> tuple[int, int] | None:
        """Channel and message of the seat's panel, if that is what was clicked."""
        message = interaction.message
        if message is None or message.flags.ephemeral or not is_direct(interaction):
            return None
        is_panel = await self._living.is_panel(match, seat, message.id)
        return (message.channel.id, message.id) if is_panel else None

    async def _news(
        self, panel: tuple[int, int] | None, match: MatchSnapshot, seat: Seat
    ) -> tuple[Sequence[Announcement], Sequence[Announcement]]:
        """What the seat's panel has told before, if that is what was clicked; and what the seat has not heard yet."""
        if panel is None:
            return (), await self._receipts.unheard(match, seat)
        return await self._living.told_on_and_unheard(match, seat, panel[1])

    async def _turn(self, click: Click) -> None:
        """Another page of a menu: nothing is answered by it."""
        match, seat = await self.at_table(click)
        if click.number(1) != match.checkpoint:
            raise IllegalAnswer("not_open")
        question = match.question(click.number(2), seat)
        message = click.interaction.message
        on_my_seat = message is not None and message.flags.ephemeral
        turned = {question.number: click.number(3)}
        await self._show_panel(click.interaction, match, seat, whole=on_my_seat, turned=turned)

    # -- My seat ----------------------------------------------------------------------------------------------------

    async def _my_seat(self, click: Click) -> None:
        """To who sits here, all that they hold; to who does not, what everybody may see."""
        match = await self._service.snapshot(click.number(0))
        if match.seat_of(click.user_id) is None and may_see(click.interaction, match):
            await self.guest_came(click)
            return
        match, seat = await self.at_table(click)
        await self.show_seat(click.interaction, match, seat)

    async def show_seat(self, interaction: discord.Interaction, match: MatchSnapshot, seat: Seat) -> None:
        """The second way to every secret: to this person alone, at any time."""
        words = self._wording.for_locale(interaction.locale)
        unheard = await self._receipts.unheard(match, seat)
        page = self._seat_pages.seat(match, seat, words, news=unheard, is_left=True)
        if not match.row.anywhere:
            page = await self._direct_again.offered(page, match.id, interaction.user.id, words)
        await reply(interaction, page)
        heard = None if page.fits() else ()  # what was cut off was not shown: it comes as a message
        await self._receipts.note_click(match, seat, shown_on_click(match, self._faces[match.row.game], seat, heard))
        for tell in self.seat_shown:
            await tell(interaction, match)

    async def _text(self, click: Click) -> None:
        """Everything the picture of this message shows, or else the table's, in words; and for whoever sits here the
        same of the own hand, with what its cards do, and below it what can be read of the cards that lie open."""
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        words = self._wording.for_locale(click.interaction.locale)
        seat = match.seat_of(click.user_id)
        message, is_turned = click.interaction.message, click.part(1) != ""
        names = {file.filename for file in message.attachments} if message is not None else set()
        if is_turned:  # the page that is turned carries the name of the picture it tells
            names = {click.part(2)}
        public = self._public_pages.pictures_on(match, names, words)
        pictures = public
        hand = asked = ""
        if seat is not None:
            pictures += self._seat_pages.pictures(match, seat, words)
            # Nobody can do any more what their card says that they may do.
            hand = "" if match.over else self._seat_pages.hand_told(match, seat, words)
            asked = self._seat_pages.explained_told(match, seat, words)
        if not pictures:
            raise Refused("no_picture")
        face, context = self._faces[match.row.game], RenderContext.of(match, words)
        deck = face.deck_told(match.view(SPECTATOR), context)
        texts = (*(in_words(one, deck) for one in pictures), self._public_pages.under_text(match, words), hand, asked)
        rows = () if match.over else face.under_text(match.view(SPECTATOR), context)
        name = public[0].picture.name if public else ""
        page = text_page(
            list(filter(None, texts)),
            rows,
            words,
            click.number(1) if is_turned else 0,
            lambda there: custom_id("text", match.id, there, name),
        )
        await (update if is_turned else reply)(click.interaction, page)


async def _only_refused(click: Click) -> None:
    raise Refused("not_seated")


def _belongs(asked: str, occasion: str) -> bool:
    """Whether what is asked on one occasion is asked on this one, or within it: `words.3` is within `words`."""
    return bool(occasion) and (asked == occasion or asked.startswith(f"{occasion}."))


def _offered(question: Question, text: str) -> Any:
    try:
        return choice_of(question.choices, text)
    except LookupError:
        raise IllegalAnswer("not_offered") from None


def _number(text: str) -> int:
    """A number as typed or offered."""
    try:
        return int(text)
    except ValueError:
        raise IllegalAnswer("not_in_range") from None


def _phrase(question: Question, text: str) -> str | None:
    """A ready-made phrase of this question, or nothing at all."""
    if text == "-":
        return None
    if text in (question.values or {}).get("phrases", ()):
        return text
    raise IllegalAnswer("not_offered")
