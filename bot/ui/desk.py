"""The desk: where answers are handed in. Every click is checked against person, seat, match and question here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import IllegalAnswer, Question, Seat
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.ui.authority import check_may_see
from bot.ui.pages import in_words
from bot.ui.paging import FIRST_PAGES, TURN
from bot.ui.panels import Page, Panel, choice_of, custom_id, form
from bot.ui.router import Click, reply, update
from bot.ui.stage import TINT

if TYPE_CHECKING:
    from bot.ui.mirror import Mirror


class Desk:
    """Serves the controls of questions.

    `a` button, `s` menu and `w` "write" of one seat's question: `mm:a:<match>:<checkpoint>:<question>:<choice>`
    `o` button, `os` menu and `ow` "write" of a shared moment:   `mm:o:<match>:<occasion>:<choice>`
    `t` the form of either; `turn` another page of a menu:       `mm:turn:<match>:<checkpoint>:<question>:<page>`
    `seat` the My seat button; `text` what the pictures show, in words.
    """

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        router = mirror.router
        router.on("a", self._private)
        router.on("s", self._private)
        router.on("w", self._private)
        router.on("o", self._shared)
        router.on("os", self._shared)
        router.on("ow", self._shared)
        router.on("t", self._typed)
        router.on(TURN, self._turn)
        router.on("seat", self._my_seat)
        router.on("text", self._text)

    # -- finding the question ---------------------------------------------------------------------------------------

    async def _at_table(self, click: Click) -> tuple[Awake, Seat]:
        awake = await self.mirror.service.awake(click.number(0))
        seat = awake.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        return awake, seat

    async def _private(self, click: Click) -> None:
        """An answer to one's own question, from a DM or My seat."""
        awake, seat = await self._at_table(click)
        if click.number(1) != awake.match.checkpoint:
            raise IllegalAnswer("not_open")
        question = awake.match.question(click.number(2), seat)
        chosen = click.values or click.parts[3:]
        await self._take(click, awake, question, tuple(chosen))

    async def _shared(self, click: Click) -> None:
        """An answer from the public board: the question is the presser's own of this occasion."""
        awake, seat = await self._at_table(click)
        occasion = click.parts[1] if len(click.parts) > 1 else ""
        question = next((q for q in awake.match.open_for(seat) if _belongs(q, occasion)), None)
        if question is None:
            raise self._why_not(awake, seat, occasion)
        chosen = click.values or click.parts[2:3]
        await self._take(click, awake, question, tuple(chosen))

    def _why_not(self, awake: Awake, seat: Seat, occasion: str) -> Exception:
        """Whether the moment has passed, or this person has already answered or may not."""
        question = next((q for q in awake.match.open if _belongs(q, occasion)), None)
        if question is None:
            return IllegalAnswer("not_open")
        face, view = self.mirror.faces[awake.row.game], awake.match.view(SPECTATOR)
        speech = face.speech(view, seat)
        if speech in ("dead", "toad", "asleep", "floor"):
            return Refused(f"not_asked.{speech}")
        return face.not_yours(question, view, seat) or Refused("already_answered")

    # -- taking the answer ------------------------------------------------------------------------------------------

    async def _take(self, click: Click, awake: Awake, question: Question, chosen: tuple[str, ...]) -> None:
        face = self.mirror.faces[awake.row.game]
        value: Any
        if question.kind == "number" and not chosen:
            await self._open_form(click, awake, question, None)
            return
        if question.kind == "number":
            value = _number(chosen[0])
        elif question.kind == "text":
            if not chosen:
                await self._open_form(click, awake, question, None)
                return
            value = _phrase(question, chosen[0])
        elif question.kind == "several":
            value = [_offered(question, text) for text in chosen]
        elif not chosen:
            raise IllegalAnswer("not_offered")
        else:
            refusal = face.why_not(question, chosen[0], awake.match.view(question.seat))
            if refusal is not None:
                raise refusal
            value = _offered(question, chosen[0])
            if question.kind == "reasoned":
                setting = self.mirror.stage.setting(awake, self.mirror.wording.for_locale(click.interaction.locale))
                if face.dialog(question, value, awake.match.view(question.seat), setting) is not None:
                    await self._open_form(click, awake, question, chosen[0])
                    return
                value = [value, None]
        await self._hand_in(click, awake, question, value)

    async def _open_form(self, click: Click, awake: Awake, question: Question, chosen: str | None) -> None:
        face = self.mirror.faces[awake.row.game]
        words = self.mirror.wording.for_locale(click.interaction.locale)
        setting = self.mirror.stage.setting(awake, words)
        choice = None if chosen is None else _offered(question, chosen)
        dialog = face.dialog(question, choice, awake.match.view(question.seat), setting)
        assert dialog is not None
        title, label, description = dialog
        form_id = custom_id("t", awake.id, awake.match.checkpoint, question.number, chosen or "")
        await click.interaction.response.send_modal(
            form(form_id, title, label, description=description, required=False)
        )

    async def _typed(self, click: Click) -> None:
        """A form was sent: the reason of a nomination, an alias, last words. Late ones end in a sentence."""
        awake, seat = await self._at_table(click)
        if click.number(1) != awake.match.checkpoint:
            raise IllegalAnswer("not_open")
        question = awake.match.question(click.number(2), seat)
        text = " ".join(click.text.split()) or None
        chosen = click.parts[3] if len(click.parts) > 3 else ""
        value: Any = text
        if question.kind == "reasoned":
            value = [_offered(question, chosen), text]
        elif question.kind == "number":
            value = _number(text or "")
        await self._hand_in(click, awake, question, value)

    async def _hand_in(self, click: Click, awake: Awake, question: Question, value: Any) -> None:
        """Make it durable, then answer the click with what is new for this person."""
        stage = self.mirror.stage
        seat = question.seat
        public = self.mirror.faces[awake.row.game].is_public(question, awake.match.view(SPECTATOR))
        stage.hold(awake.id, seat)
        try:
            awake = await self.mirror.service.answer(
                awake.id,
                seat,
                awake.match.checkpoint,
                question.number,
                value,
                by=click.user_id,
                interaction_id=click.interaction.id,
            )
            await self._confirm(click, awake, question, value, public=public)
        finally:
            stage.release(awake.id, seat)

    async def _confirm(self, click: Click, awake: Awake, question: Question, value: Any, *, public: bool) -> None:
        stage, interaction = self.mirror.stage, click.interaction
        words = self.mirror.wording.for_locale(interaction.locale)
        face = self.mirror.faces[awake.row.game]
        view = awake.match.view(question.seat)
        done = face.answered(question, value, view, stage.setting(awake, words))
        message = interaction.message
        if public and message is not None and not message.flags.ephemeral and interaction.guild_id is not None:
            page = await stage.board_page(awake.id, message.id)
            if page is not None:
                await update(interaction, page)
            else:
                await reply(interaction, done)
            return
        # What stands on My seat was pressed there, and My seat it remains.
        await self._show_panel(interaction, awake, question.seat, [done], whole=face.is_standing(question))

    async def _show_panel(
        self,
        interaction: discord.Interaction,
        awake: Awake,
        seat: Seat,
        lines: Sequence[str] = (),
        *,
        whole: bool,
        turned: Mapping[int, int] = FIRST_PAGES,
    ) -> None:
        """What is open to this person now and what they have not heard yet, in place of their own message that was
        clicked: never of one that others see."""
        stage, message = self.mirror.stage, interaction.message
        words = self.mirror.wording.for_locale(interaction.locale)
        face = self.mirror.faces[awake.row.game]
        heard = await stage.unheard(awake, seat)
        awake = await self.mirror.service.awake(awake.id)
        setting = stage.setting(awake, words)
        news = [face.line(said, awake.match.view(seat), setting) for said in heard]
        page = stage.question_page(awake, seat, words, [*lines, *filter(None, news)], whole=whole, turned=turned)
        sight = stage.sight(awake, seat, heard)
        own = message is not None and (message.flags.ephemeral or interaction.guild_id is None)
        await (update(interaction, page) if own else reply(interaction, page))
        await stage.seen(awake, seat, sight)

    async def _turn(self, click: Click) -> None:
        """Another page of a menu: nothing is answered by it."""
        awake, seat = await self._at_table(click)
        if click.number(1) != awake.match.checkpoint:
            raise IllegalAnswer("not_open")
        question = awake.match.question(click.number(2), seat)
        message = click.interaction.message
        on_my_seat = message is not None and message.flags.ephemeral
        turned = {question.number: click.number(3)}
        await self._show_panel(click.interaction, awake, seat, whole=on_my_seat, turned=turned)

    # -- My seat ----------------------------------------------------------------------------------------------------

    async def _my_seat(self, click: Click) -> None:
        awake, seat = await self._at_table(click)
        await self.show_seat(click.interaction, awake, seat)

    async def show_seat(self, interaction: discord.Interaction, awake: Awake, seat: Seat) -> None:
        """The second way to every secret: to this person alone, at any time."""
        words = self.mirror.wording.for_locale(interaction.locale)
        page, sight = self.mirror.stage.seat_page(awake, seat, words), self.mirror.stage.sight(awake, seat)
        await reply(interaction, page)
        await self.mirror.stage.seen(awake, seat, sight)

    async def _text(self, click: Click) -> None:
        """Everything the table's picture shows, in words, and for who sits here the same of the own hand."""
        awake = await self.mirror.service.awake(click.number(0))
        check_may_see(click.interaction, awake)
        words = self.mirror.wording.for_locale(click.interaction.locale)
        pictures = self.mirror.stage.pictures(awake, awake.seat_of(click.user_id), words)
        if not pictures:
            raise Refused("no_picture")
        await reply(click.interaction, Page(panels=tuple(Panel(in_words(shown)) for shown in pictures), tint=TINT))


def _belongs(question: Question, occasion: str) -> bool:
    """Whether a question is asked on this occasion, or on one within it: `words.3` is within `words`."""
    return bool(occasion) and (question.occasion == occasion or question.occasion.startswith(f"{occasion}."))


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
