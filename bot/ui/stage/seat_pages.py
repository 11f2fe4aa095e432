"""What one seat sees of a match: My seat, its questions and its news. Pure: made from that seat's view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import MIRROR, Question, Seat
from bot.games.table_options import DEAD_ROOM, DEAD_WATCH
from bot.matches.snapshot import MatchSnapshot
from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.face import Face, told_beside
from bot.ui.game_words import game_title
from bot.ui.paging import FIRST_PAGES, paged
from bot.ui.panels import TEXT_MOST, TINT, Button, Page, Panel, Shown, custom_id
from bot.ui.phone_height import GAP, LINE, ROW, SCREEN, SEPARATOR, height_of_message, height_of_panels
from bot.ui.render_context import RenderContext
from bot.ui.stage.broken_off import how_it_ended, how_it_stood, is_broken_off
from bot.ui.stage.controls import (
    my_seat_button,
    notes_in_recap,
    shown,
    with_buttons,
)
from bot.ui.stage.delivered import Due, by_message
from bot.ui.stage.questions import sent_questions
from bot.ui.stage.seat_buttons import seat_rows
from bot.ui.tutorials import explained
from bot.ui.wording import Wording

SEAT_MOST = SCREEN - (SEPARATOR + GAP + ROW) - 3 * LINE
"""Pixels of My seat above its buttons; names in bold may take some lines more than reckoned."""
CARD = 170
"""Pixels of a card on a phone, as a picture."""
WAITS = ("answered.wait", "answered.wait.time")
"""What an answer may end with until something comes of it."""
LINES_MOST = TEXT_MOST - 200
"""Characters of news on one message, below its heading."""


class SeatPages:
    """The pages of single seats. `words` is always the reader's own language.

    emojis  with these a hand is written as a line, where they are all there; without them it is a picture
    """

    def __init__(self, faces: Mapping[str, Face], emojis: EmojiShelf | None = None) -> None:
        self._faces = faces
        self._emojis = emojis or EmojiShelf()

    def face(self, match: MatchSnapshot) -> Face:
        return self._faces[match.row.game]

    def pictures(self, match: MatchSnapshot, seat: Seat, words: Wording) -> tuple[Shown, ...]:
        """What this seat holds as a picture, for its owner and nobody else."""
        questions = match.open_for(seat) if not match.over else []
        context = RenderContext.of(match, words)
        return shown(self.face(match).seat_picture(match.view(seat), questions, context), words)

    def hand_told(self, match: MatchSnapshot, seat: Seat, words: Wording) -> str:
        """What the cards in this seat's hand do, for its owner and nobody else; empty where its panel says that."""
        return self.face(match).hand_told(match.view(seat), RenderContext.of(match, words))

    def seat(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        turned: Mapping[int, int] = FIRST_PAGES,
        news: Sequence[Announcement] = (),
        *,
        is_left: bool = False,
    ) -> Page:
        """My seat: who you are, what you know, and what is open to you. `turned` says by the number of a question to
        which page of its menu somebody has turned. `news` is what this person reads here first: whoever takes no
        messages sees the cards here that it deals, as others see them on theirs. `is_left`: nobody puts it right later.
        """
        face, context, view = self.face(match), RenderContext.of(match, words, is_left=is_left), match.view(seat)
        questions = match.open_for(seat) if not match.over else []
        pictures = self.pictures(match, seat, words)
        panels = [self._own(match, seat, context), *self._panels(match, seat, questions, context, turned)]
        short = self._in_short(match, seat, panels, context)
        panels = short or panels
        # Of an empty hand there is no picture, of the table there is.
        with_text = bool(pictures) or face.keeps_place or bool(short)
        signs = self._in_signs(match, seat, context) if pictures else ""
        if signs:
            own, *asked = [panel.in_words(pictures) for panel in panels]
            panels = [own, Panel(signs), *asked]  # a text of its own: the times in the others can be put right alone
        rows = seat_rows(match, face, face.foot(view, context), words, with_text=with_text, with_picture=bool(signs))
        panels += [Panel("", rows)] if rows else []
        room = max(0, (SEAT_MOST - height_of_panels(panels)) // CARD)
        cards = self._dealt(match, seat, words, news)[:room]
        return Page(panels=tuple(panels), tint=TINT, pictures=cards if signs else (*cards, *pictures))

    def _in_short(
        self, match: MatchSnapshot, seat: Seat, panels: Sequence[Panel], context: RenderContext
    ) -> list[Panel]:
        """These panels in fewer lines, if a phone has no room for them and the rest stands under **Text**: what the
        cards say first, and then what is explained below a question."""
        if is_broken_off(match) or height_of_panels(panels) <= SEAT_MOST:
            return []
        own = self.face(match).seat_in_short(match.view(seat), context)
        if own is None:
            return []
        short = [own, *panels[1:]]
        if height_of_panels(short) > SEAT_MOST:
            short[1:] = [replace(panel, text=_asked_in_brief(panel.text)) for panel in panels[1:]]
        return short

    def explained_told(self, match: MatchSnapshot, seat: Seat, words: Wording) -> str:
        """What is explained below the questions of this seat, for **Text**, where its page may leave that out."""
        context, view = RenderContext.of(match, words), match.view(seat)
        face, questions = self.face(match), match.open_for(seat) if not match.over else []
        if face.keeps_place:
            return ""
        asked = (face.panel(question, view, context).text for question in questions)
        return "\n".join(text for text in asked if _asked_in_brief(text) != text)

    def _in_signs(self, match: MatchSnapshot, seat: Seat, context: RenderContext) -> str:
        """What the picture of this seat's hand shows, written with emojis; empty where not all of them are there."""
        face = self.face(match)
        if not self._emojis.has_all(face.signs(context.words)):
            return ""
        questions = match.open_for(seat) if not match.over else []
        return self._emojis.written(face.seat_signs(match.view(seat), questions, context))

    def _panels(
        self,
        match: MatchSnapshot,
        seat: Seat,
        questions: Sequence[Question],
        context: RenderContext,
        turned: Mapping[int, int],
    ) -> list[Panel]:
        """A panel for each question, its menu on the page to which somebody has turned; in a tutorial, what matters."""
        face, view = self.face(match), match.view(seat)
        panels = (paged(face.panel(one, view, context), one, context, turned.get(one.number, 0)) for one in questions)
        return [*explained(match, questions, view, context.words), *panels]

    def questions(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        lines: Sequence[str] = (),
        *,
        whole: bool = False,
        turned: Mapping[int, int] = FIRST_PAGES,
        is_left: bool = False,
    ) -> Page:
        """The secret questions now open to a seat, below what it has just been told. `is_left`: see `seat`.

        A panel that keeps its place shows all that the seat holds as well, and so does every other if `whole`.
        """
        face = self.face(match)
        if face.keeps_place or whole:
            page = self.seat(match, seat, words, turned, is_left=is_left)
            return replace(page, panels=(Panel("\n".join(lines)), *page.panels) if lines else page.panels)
        context, view = RenderContext.of(match, words, is_left=is_left), match.view(seat)
        questions = sent_questions(match, face, seat)
        panels = self._panels(match, seat, questions, context, turned)
        clocks = face.clocks([q for q in match.open if q.seat == MIRROR], view, context) if questions else ""
        lines = [*lines, clocks] if clocks else lines
        if not match.over:
            buttons = (*face.foot(view, context), my_seat_button(match.id, words))
            panels = list(with_buttons(panels, buttons))
        return Page(panels=(Panel("\n".join(lines)), *panels), tint=TINT)

    def asks(self, match: MatchSnapshot, seat: Seat) -> bool:
        """Whether the panel of this seat asks something."""
        face = self.face(match)
        return bool(match.open_for(seat) if face.keeps_place else sent_questions(match, face, seat))

    def goes_out_of_date(self, match: MatchSnapshot, seat: Seat, words: Wording) -> bool:
        """Whether anything on the panel of this seat is there for a while only: **My seat** can be pressed for ever."""
        face = self.face(match)
        if face.keeps_place or self.asks(match, seat):
            return True
        return bool(face.foot(match.view(seat), RenderContext.of(match, words)))

    def told(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        news: Sequence[Announcement],
        beside: Collection[str] = (),
    ) -> list[tuple[int, str]]:
        """The news of this seat in words, each with its number. `beside`: the names of the pictures that come with it,
        what they show is not said again."""
        face, context, view = self.face(match), RenderContext.of(match, words), match.view(seat)
        lines = (
            (one.number, _fate(match, words) if one.is_public else told_beside(face, one, beside, view, context))
            for one in news
        )
        return [(number, line) for number, line in lines if line]

    def lines(self, match: MatchSnapshot, seat: Seat, words: Wording, news: Sequence[Announcement]) -> list[str]:
        """The news of this seat in words."""
        return [line for _, line in self.told(match, seat, words, news)]

    def dealt_lines(self, match: MatchSnapshot, seat: Seat, words: Wording, news: Sequence[Announcement]) -> list[str]:
        """The news of this seat in words, below the pictures of the cards it deals, and of the hand of a panel that
        keeps its place."""
        hand = self.pictures(match, seat, words) if self.face(match).keeps_place else ()
        shown = {one.picture.name for one in (*self._dealt(match, seat, words, news), *hand)}
        return [line for _, line in self.told(match, seat, words, news, shown)]

    def too_long(self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due) -> tuple[int, list[str]] | None:
        """The first part of news that would be cut off, or cut off what is asked below, on one message, with the number
        of the last announcement in it; None where everything fits."""
        messages = by_message(self.told(match, seat, words, due.news), LINES_MOST)
        if due.handed_over or not messages:  # a dossier tells what the seat knows, not what was said
            return None
        if len(messages) == 1 and self.questions(match, seat, words, messages[0][1]).fits():
            return None
        return messages[0] if len(messages) > 1 or self.questions(match, seat, words).fits() else None

    def that_fit(
        self, match: MatchSnapshot, seat: Seat, words: Wording, lines: Sequence[str], heard: Sequence[Announcement]
    ) -> Sequence[Announcement]:
        """As much of this news as one message holds below these lines; the rest is told by the next one."""
        room = LINES_MOST - len("\n".join(lines))
        messages = by_message(self.told(match, seat, words, heard), room)
        if len(messages) <= 1:
            return heard
        return [line for line in heard if line.number <= messages[0][0]]

    # -- messages ---------------------------------------------------------------------------------------------------

    def message(self, match: MatchSnapshot, seat: Seat, words: Wording, due: Due) -> Page | None:
        """One message with all that is due; None when there is nothing in it to be read or pressed.

        A person who takes a seat over gets exactly what the seat knows; its cards as pictures as well, as far as a
        phone has room for them: what they do, the panel says or **Text**.
        """
        if due.handed_over:
            dossier = words.say("stage.dossier", number=match.id)
            heading = self._heading(match, seat, words, "stage.from_table")
            page = replace(self.seat(match, seat, words), lines=(dossier, heading))
            cards = self.face(match).cards_pictured(match.view(seat), RenderContext.of(match, words))
            pictures = tuple(one for card in cards for one in shown(card, words))
            if not page.pictures:
                pictures = pictures[: max(0, SCREEN - height_of_message(page, 0)) // CARD]
            return replace(page, pictures=(*pictures, *page.pictures))
        if not (self.lines(match, seat, words, due.news) or sent_questions(match, self.face(match), seat)):
            return None
        return self.panel(match, seat, words, due.news)

    def verdict(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        news: Sequence[Announcement],
        *,
        keeps_notes: bool,
        on_panel: bool = False,
    ) -> Page:
        """What the end of the game is for this person, below what they were told last.

        keeps_notes  whether they have notes, and are asked whether those may stand in the recap
        on_panel     whether it takes the place of their panel, and shows their end of the table as well
        """
        moment = words.say("stage.ended_panel")
        heading = words.say("stage.from_table", game=game_title(words, match.row.game), number=match.id, moment=moment)
        told = "\n".join((*self.lines(match, seat, words, news), _result(match, seat, words)))
        own = self._own_below(match, seat, words) if on_panel else ()
        notes = (notes_in_recap(match.id, words),) if keeps_notes else ()
        return Page(panels=(Panel(told), *own, *notes), lines=(heading,), tint=TINT)

    def panel(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        news: Sequence[Announcement],
        done: Sequence[str] = (),
        turned: Mapping[int, int] = FIRST_PAGES,
    ) -> Page:
        """The one message of a seat that can be pressed: what it was told, and what is asked. `done` stands above."""
        lines = self._done_and_told(match, seat, words, news, done)
        page = self.questions(match, seat, words, lines, turned=turned)
        pictures = (*self._dealt(match, seat, words, news), *page.pictures)
        return replace(
            page,
            panels=without_heading(page.panels, self._moment(match, seat, words)),
            lines=(self._heading(match, seat, words, "stage.from_table"),),
            pictures=pictures,
        )

    def _done_and_told(
        self, match: MatchSnapshot, seat: Seat, words: Wording, news: Sequence[Announcement], done: Sequence[str]
    ) -> list[str]:
        """What its person has done, and what they were told since; with that, or with the end of the game, there is no
        waiting for it any more."""
        told = self.dealt_lines(match, seat, words, news)
        if told or match.over:
            for wait in WAITS:
                done = [one.removesuffix(words.say(wait)).rstrip() for one in done]
        return [*done, *told]

    def _dealt(
        self, match: MatchSnapshot, seat: Seat, words: Wording, news: Sequence[Announcement]
    ) -> tuple[Shown, ...]:
        """The cards that this news deals, as pictures; what they do not show is said below."""
        face, context = self.face(match), RenderContext.of(match, words)
        pictures = face.dealt_pictures(news, match.view(seat), context)
        return tuple(one for picture in pictures for one in shown(picture, words))

    def closed(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        news: Sequence[Announcement],
        done: Sequence[str] = (),
        *,
        keeps_notes: bool = False,
        is_lost: bool = False,
    ) -> Page:
        """What a message told that is the seat's panel no more, and what was done there; nothing can be pressed.

        is_lost  whether its reader has this seat no longer, so that **My seat** shows them nothing
        """
        page = self._closed(match, seat, words, news, done, keeps_notes=keeps_notes, is_lost=is_lost)
        return page if page.fits() else replace(page, panels=page.panels[1:])

    def finished(
        self, match: MatchSnapshot, seat: Seat, words: Wording, news: Sequence[Announcement], done: Sequence[str]
    ) -> Page | None:
        """The panel on which its owner has just answered the last that was asked: it is closed at once, in the answer
        to the press. None where something can be pressed on it: it asks more, or keeps its place."""
        if match.over or self.face(match).keeps_place or self.asks(match, seat):
            return None
        page = self._closed(match, seat, words, news, done, keeps_notes=False)
        return page if page.fits() else None

    def _closed(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        news: Sequence[Announcement],
        done: Sequence[str],
        *,
        keeps_notes: bool,
        is_lost: bool = False,
    ) -> Page:
        moment = words.say("stage.ended_panel" if match.over else "stage.closed_panel")
        heading = words.say("stage.from_table", game=game_title(words, match.row.game), number=match.id, moment=moment)
        told = "\n".join(self._done_and_told(match, seat, words, news, done))
        where = _from_now_on(match, words, keeps_notes=keeps_notes, is_lost=is_lost)
        panels = tuple(Panel(text) for text in (told, where) if text)
        return Page(panels=panels, lines=(heading,), tint=TINT, pictures=self._dealt(match, seat, words, news))

    def news(self, match: MatchSnapshot, seat: Seat, words: Wording, lines: Sequence[str]) -> Page:
        """News alone, where they are too long to stand above what is asked."""
        heading = self._heading(match, seat, words, "stage.from_table")
        return Page(panels=(Panel("\n".join(lines)),), lines=(heading,), tint=TINT)

    def reminder(self, match: MatchSnapshot, seat: Seat, words: Wording, heard: Sequence[Announcement]) -> Page:
        """The panel of a seat anew, with what it has not heard yet, and a way to be reminded no more."""
        page = self.questions(match, seat, words, self.lines(match, seat, words, heard))
        quiet = Button(custom_id("quiet"), words.say("button.no_more_reminders"), "secondary", "🔕")
        heading = self._heading(match, seat, words, "stage.reminder")
        return replace(page, lines=(heading,), panels=with_buttons(page.panels, (quiet,)))

    def ended(self, match: MatchSnapshot, seat: Seat, words: Wording, *, keeps_notes: bool = False) -> Page:
        """How it ended for this seat; nothing can be pressed there any more."""
        moment = words.say("stage.ended_panel")
        heading = words.say("stage.from_table", game=game_title(words, match.row.game), number=match.id, moment=moment)
        own = self._own_below(match, seat, words)
        notes = keeps_notes and is_broken_off(match)
        kept = (Panel(words.say("stage.notes_kept", number=match.id)),) if notes else ()
        return Page(panels=(*own, *kept), lines=(heading,), tint=TINT)

    def _own_below(self, match: MatchSnapshot, seat: Seat, words: Wording) -> tuple[Panel, ...]:
        """The same below a line that says where the game stands."""
        own = self._own(match, seat, RenderContext.of(match, words))
        return without_heading((own,), self._moment(match, seat, words))

    def _own(self, match: MatchSnapshot, seat: Seat, context: RenderContext) -> Panel:
        """Everything this seat is and has learnt; of a table of cards that somebody has ended, how it stood."""
        face = self.face(match)
        if is_broken_off(match) and face.keeps_place:
            return Panel(how_it_stood(match, face, context))
        return face.seat(match.view(seat), context)

    def is_discreet(self, match: MatchSnapshot) -> bool:
        """Whether messages come to single people now, so that even "it could not be delivered" would tell something."""
        return self.face(match).is_discreet(match.view(SPECTATOR))

    def reminds_of(self, match: MatchSnapshot, seat: Seat, number: int) -> Question | None:
        """The question of this number, if it is still open to this seat and one that messages are sent for."""
        found = (question for question in match.open_for(seat) if question.number == number)
        question = next(found, None)
        return question if question is not None and not self.face(match).is_standing(question) else None

    def _heading(self, match: MatchSnapshot, seat: Seat, words: Wording, key: str) -> str:
        moment = self._moment(match, seat, words)
        return words.say(key, game=game_title(words, match.row.game), number=match.id, moment=moment)

    def _moment(self, match: MatchSnapshot, seat: Seat, words: Wording) -> str:
        """Where the game stands, for this seat."""
        return self.face(match).moment(match.view(seat), RenderContext.of(match, words))


def without_heading(panels: Sequence[Panel], moment: str) -> tuple[Panel, ...]:
    """These panels below a line that names this moment: the heading that names it again is left out."""
    heading = f"### {moment}"
    return tuple(
        replace(panel, text=panel.text.removeprefix(heading).lstrip("\n"))
        if panel.text == heading or panel.text.startswith(f"{heading}\n")
        else panel
        for panel in panels
    )


def _asked_in_brief(text: str) -> str:
    """What is asked, and until when, without what is explained between the two."""
    asked, *explained = text.split("\n")
    if not asked.startswith("**"):
        return text
    return "\n".join([asked, *(line for line in explained if line.startswith("-# "))])


def _from_now_on(match: MatchSnapshot, words: Wording, *, keeps_notes: bool, is_lost: bool) -> str:
    """Where to look now; of a game that somebody has ended, that it is over."""
    if is_broken_off(match):
        return how_it_ended(match, words, keeps_notes=keeps_notes)
    return "" if match.over else words.say("stage.closed_panel.lost" if is_lost else "stage.closed_panel.where")


def _fate(match: MatchSnapshot, words: Wording) -> str:
    """What is said to whoever is out of the game. They hear here of the room of the dead: nothing rings there; and that
    My seat shows all cards to them now. Where the game is over, nobody has to be silent any more."""
    if match.over:
        return words.say(f"{match.row.game}.fate.over")
    told = words.say(f"{match.row.game}.fate" + ".watch" * bool(match.row.options.get(DEAD_WATCH)))
    return f"{told}\n{words.say('dead_room.fate')}" if match.row.options.get(DEAD_ROOM) else told


def _result(match: MatchSnapshot, seat: Seat, words: Wording) -> str:
    """Won, lost, shared or drawn; with whom, or who has won."""
    assert match.outcome is not None
    results = match.outcome.results
    context = RenderContext.of(match, words)
    others = [one for one, result in results.items() if one != seat and result in ("won", "shared")]
    key = f"verdict.{results[seat]}"
    return words.say(f"{key}.with" if others else key, names=context.listed(others), count=len(others))
