"""What everybody sees of a match: the board, the news and the end. Pure: made from what a bystander may see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import MIRROR, Seat
from bot.games.table_options import FREE_SEATS
from bot.matches.ledger import Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.matches.unhurried import may_be_longer
from bot.ui.face import Face, told_beside
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, Shown, custom_id
from bot.ui.phone_height import BUTTON, SCREEN, height_of_message
from bot.ui.recap_files import recap_name
from bot.ui.render_context import RenderContext
from bot.ui.stage.broken_off import how_it_stood, is_broken_off
from bot.ui.stage.controls import (
    is_small_table,
    minute_button,
    my_seat_button,
    shown,
    text_button,
    tutorials_button,
    with_buttons,
)
from bot.ui.stage.delivered import is_end_due
from bot.ui.stage.questions import awaits_cards, public_questions
from bot.ui.tutorials import explained, where_to_look
from bot.ui.wording import Wording

EDITABLE_MS = 50 * 60 * 1000
"""Discord limits the edits of messages older than an hour: an older board is posted anew."""

SMALL = "-# "
"""Begins a line of small print."""

MINUTE_COUNTS_S = 10 * 60
"""Of a longer clock nobody needs one minute more."""

ROOM_OF_BUTTONS = 2 * BUTTON
"""Pixels that the buttons of every board take on a phone, at most."""


@dataclass
class NewestPost:
    """The newest public message of a match, as this process sent it.

    nonce     what it bears the sign of
    lines     what was told above its board; small_print: what stands below it
    text      what its panels and pictures said, to see whether they have changed
    offers    seats that were offered to others in it
    asks      whether it has controls that will be out of date when the next message is there
    pictured  whether it carries the board's picture, as long as it stands there; pictures: what it carries now
    is_put_away  whether the answer to a press shows it without its buttons, since the next message is on its way
    is_stuck  whether the next message could not be posted: until it is, people go on playing on this one
    """

    message_id: int
    nonce: str
    lines: tuple[str, ...]
    small_print: tuple[str, ...]
    text: str
    at_ms: int
    offers: tuple[Seat, ...] = ()
    asks: bool = False
    pictured: bool = False
    pictures: tuple[Shown, ...] = ()
    is_put_away: bool = False
    is_stuck: bool = False

    def add(self, lines: Sequence[str], nonce: str) -> None:
        """It tells these lines as well, below the others, and bears the sign of this nonce from now on."""
        self.lines, self.nonce, self.text = (*self.lines, *lines), nonce, ""

    def has_lost_by(self, shown: Page) -> bool:
        """Whether this page, which was drawn earlier and arrived just now, has taken off what was added meanwhile, or
        the board that was shown again."""
        return not self.is_put_away and (not shown.panels or shown.lines != self.lines)

    def is_editable(self, now_ms: int) -> bool:
        return now_ms - self.at_ms < EDITABLE_MS

    def page(self) -> Page:
        """What it has told, without its board."""
        return Page((), self.lines, pictures=self.pictures, small_print=self.small_print, nonce=self.nonce)


def text_of(panels: Sequence[Panel], pictures: Sequence[Shown]) -> str:
    """What a board says, shows and offers, to see whether it has changed."""
    return repr((panels, pictures))


class PublicPages:
    """The public pages of all matches, in their servers' languages."""

    def __init__(self, faces: Mapping[str, Face], languages: Languages) -> None:
        self._faces = faces
        self._languages = languages

    def face(self, match: MatchSnapshot) -> Face:
        return self._faces[match.row.game]

    def words(self, match: MatchSnapshot) -> Wording:
        """The public language: the server's."""
        return self._languages.public(match.row.guild_id)

    def context(self, match: MatchSnapshot) -> RenderContext:
        return RenderContext.of(match, self.words(match))

    # -- the board --------------------------------------------------------------------------------------------------

    def board(self, match: MatchSnapshot, *, pictured: bool = True) -> tuple[Panel, ...]:
        """The public board as it stands, with the buttons everybody may press; `pictured`: its picture is above it."""
        return match.once(("board", self.words(match), pictured), lambda: self._board(match, pictured=pictured))

    def _board(self, match: MatchSnapshot, *, pictured: bool) -> tuple[Panel, ...]:
        face, context, view = self.face(match), self.context(match), match.view(SPECTATOR)
        asked = public_questions(match, face)
        if match.over:  # no clock runs any more
            asked = [question for question in asked if question.seat != MIRROR]
        panels = list(face.board(view, asked, context))
        if not pictured and not match.over:
            panels = [panel.without_picture() for panel in panels]
        if match.over:
            return tuple(panels)
        words = context.words
        panels[:0] = explained(match, asked, view, words) or where_to_look(match, words)
        if match.waiting_step() is not None:
            panels.insert(0, Panel(words.say("stage.step")))
        if match.deserted:
            panels = _asleep(_anybody_there(match, words), panels)
        if match.row.resume_ms is not None:
            panels.insert(0, Panel(words.say("stage.sleeps", when=match.row.resume_ms // 1000)))
        # Without a picture the same is said under Text: the board itself is brief.
        has_picture = face.board_picture(view, context) is not None
        buttons = self._buttons(match, words, has_picture=has_picture)
        if awaits_cards(match) and match.running:
            begins = "button.begin_lesson" if is_tutorial(match.row) else "button.begin_anyway"
            buttons.append(Button(custom_id("begin", match.id), words.say(begins)))
        return with_buttons(panels, buttons)

    def _buttons(self, match: MatchSnapshot, words: Wording, *, has_picture: bool) -> list[Button]:
        """For everybody, whatever is asked."""
        buttons = [my_seat_button(match.id, words)]
        if self._may_give_a_minute(match):
            buttons.append(minute_button(match.id, words))
        if match.row.moderator_id is not None:
            buttons.append(Button(custom_id("desk", match.id), words.say("button.desk"), "secondary", "🗝️"))
        if match.paused and not match.deserted and is_small_table(match):
            buttons.append(Button(custom_id("wake", match.id), words.say("button.go_on_now"), "success", "☀️"))
        if has_picture:
            buttons.append(text_button(match.id, words))
        return buttons

    def _may_give_a_minute(self, match: MatchSnapshot) -> bool:
        """Whether a clock that everybody sees is so short that a minute is something."""
        if not match.running or match.row.moderator_id is not None or not may_be_longer(match.row.options):
            return False
        if awaits_cards(match):  # it takes no time to look at one
            return False
        face, view, context = self.face(match), match.view(SPECTATOR), self.context(match)
        clocks = [
            one for one in match.open if one.number in match.deadlines and (one.seat == MIRROR or face.keeps_place)
        ]
        return any((one.within or 0) <= MINUTE_COUNTS_S and face.clocks([one], view, context) for one in clocks)

    def pictures(self, match: MatchSnapshot, words: Wording, news: Sequence[Announcement] = ()) -> tuple[Shown, ...]:
        """This news as a picture, or else the board, where the game has one; made from what a bystander may see."""
        face, context, view = self.face(match), RenderContext.of(match, words), match.view(SPECTATOR)
        told = face.told_picture(news, view, context) if news else None
        return shown(told or face.board_picture(view, context), words)

    def pictures_on(self, match: MatchSnapshot, names: Collection[str], words: Wording) -> tuple[Shown, ...]:
        """What a message shows that carries files of these names: its own picture, or else the board's of now."""
        face, context, view = self.face(match), RenderContext.of(match, words), match.view(SPECTATOR)
        kept = filter(None, (face.kept_picture(name, view, context) for name in sorted(names)))
        return shown(next(kept, None), words) or self.pictures(match, words)

    def offered_board(self, match: MatchSnapshot, offers: Sequence[Seat], *, pictured: bool) -> tuple[Panel, ...]:
        """The board, and above it the seats that are offered to others."""
        return *self.offered(match, offers), *self.board(match, pictured=pictured)

    def offered(self, match: MatchSnapshot, offers: Sequence[Seat]) -> tuple[Panel, ...]:
        """The seats whose players missed two deadlines, offered publicly and politely; nothing where there are none.
        Nobody else takes the seat of somebody who learns."""
        seats = [seat for seat in offers if match.seats[seat].away]
        if not seats or is_tutorial(match.row):
            return ()
        context = self.context(match)
        words = context.words
        free = "_free" if match.row.options.get(FREE_SEATS) else ""
        back = Button(custom_id("back", match.id), words.say("button.i_am_back"))
        if len(seats) == 1:
            take = Button(custom_id("take", match.id, seats[0]), words.say("button.take_seat"), "success")
            stand_in = Button(custom_id("stand", match.id, seats[0]), words.say("button.stand_in"))
            text = words.say(f"stage.offer{free}", name=context.name(seats[0]))
            return (Panel(text, ((take, stand_in, back),)),)
        options = tuple(MenuOption(str(seat), context.labels[seat]) for seat in seats)
        menu = Menu(custom_id("take", match.id), words.say("button.take_seat"), options)
        stand_ins = Menu(custom_id("stand", match.id), words.say("button.stand_in"), options)
        text = words.say(f"stage.offers{free}", names=context.listed_in_short(seats))
        return (Panel(text, (menu, stand_ins, (back,))),)

    def under_text(self, match: MatchSnapshot, words: Wording) -> str:
        """What the board leaves to **Text**, because a phone has no room for it."""
        if match.over:
            return ""
        face, context = self.face(match), RenderContext.of(match, words)
        panels = face.board(match.view(SPECTATOR), public_questions(match, face), context)
        return "\n".join(panel.under_text for panel in panels if panel.under_text)

    # -- the news ---------------------------------------------------------------------------------------------------

    def told(
        self, match: MatchSnapshot, news: Sequence[Announcement], beside: Collection[str] = ()
    ) -> list[tuple[int, str]]:
        """The news in words, each with its number; what is quiet changes the board alone. `beside`: the names of the
        pictures that come with it, what they show is not said again."""
        face = self.face(match)
        spoken = [one for one in news if not face.is_quiet(one) and one.key not in face.asides]
        return self._lines(match, spoken, beside)

    def added(self, match: MatchSnapshot, news: Sequence[Announcement]) -> list[tuple[int, str]]:
        """The same as it is added to a board: beside the picture that stands there."""
        return self.told(match, news, {one.picture.name for one in self.pictures(match, self.words(match), news)})

    def asides(
        self, match: MatchSnapshot, news: Sequence[Announcement], beside: Collection[str] = ()
    ) -> list[tuple[int, str]]:
        """What is told in small print below the board, each with its number: nobody has to read it to play on."""
        face = self.face(match)
        lines = self._lines(match, [one for one in news if one.key in face.asides], beside)
        return [(number, "\n".join(SMALL + line for line in text.split("\n"))) for number, text in lines]

    def _lines(
        self, match: MatchSnapshot, news: Sequence[Announcement], beside: Collection[str]
    ) -> list[tuple[int, str]]:
        face, context, view = self.face(match), self.context(match), match.view(SPECTATOR)
        lines = ((one.number, told_beside(face, one, beside, view, context)) for one in news)
        return [(number, line) for number, line in lines if line]

    def news(
        self,
        match: MatchSnapshot,
        lines: Sequence[str],
        offers: Sequence[Seat],
        cursor: Cursor | None,
        *,
        pictured: Sequence[Announcement] | None,
        asides: Sequence[tuple[int, str]] = (),
    ) -> Page:
        """The next public message: these lines above the board, or, with an outcome, above the end of the story.

        What is said after the end stands alone. Without a cursor it is the message that opens a match.

        pictured  the news whose picture it carries; None without a picture
        asides    what stands in small print below the board
        """
        pictures = self.pictures(match, self.words(match), pictured) if pictured is not None else ()
        if is_end_due(match, cursor):
            page = self._end(match, lines, pictures)
        elif match.over:
            page = Page(panels=(), lines=tuple(lines))
        else:
            panels = self.offered_board(match, offers, pictured=pictured is not None)
            page = Page(panels=panels, lines=tuple(lines), tint=TINT, pictures=pictures)
        page = replace(page, small_print=tuple(line for _, line in asides))
        return self.opening(match, page) if cursor is None else page

    def opening(self, match: MatchSnapshot, page: Page) -> Page:
        """The message that opens a match: it calls everybody, in small print, and at its end it seals the deal."""
        greeting = SMALL + " ".join(f"<@{user_id}>" for user_id in match.people().values())
        return self.sealed(match, replace(page, lines=(greeting, *page.lines)))

    def sealed(self, match: MatchSnapshot, page: Page) -> Page:
        """A message that says at its end what seals the deal: nothing above it in the same place does."""
        return replace(page, small_print=(*page.small_print, *self._sealed(match)))

    def _sealed(self, match: MatchSnapshot) -> tuple[str, ...]:
        """What proves the deal and how the match began. Where people pressed for it, the lobby has shown its seal.

        A tutorial proves nothing: it says that its deck was stacked."""
        words, row = self.words(match), match.row
        if is_tutorial(row):
            return (words.say("tutorial.stacked"),)
        if row.opening is None:
            return () if row.presses else (words.say("stage.commitment", commitment=row.commitment),)
        if row.presses:
            return (words.say("stage.opening", digest=row.opening),)
        return (words.say("stage.both_seals", commitment=row.commitment, digest=row.opening),)

    def _finale(self, match: MatchSnapshot, lines: Sequence[str], pictures: tuple[Shown, ...]) -> Page:
        page = self.face(match).finale(match.view(SPECTATOR), self.context(match))
        after = self._after(match, with_text=bool(pictures))
        return Page(
            panels=(*page.panels, after),
            lines=(*lines, *page.lines),
            tint=TINT,
            pictures=pictures,
            files=(recap_name(match.id),),
        )

    def _end(self, match: MatchSnapshot, lines: Sequence[str], pictures: tuple[Shown, ...]) -> Page:
        """How it ended: with an outcome, or because somebody has ended it."""
        if is_broken_off(match):
            return self._broken_off(match, lines)
        return self._finale(match, lines, pictures)

    def result(self, match: MatchSnapshot, place: int) -> Page:
        """What the channel hears where the table was opened: who has won, the last picture, and where it was played."""
        words = self.words(match)
        pictures = self.pictures(match, words)
        ended = self.face(match).finale(match.view(SPECTATOR), self.context(match)).panels[0]
        rows = (self._afterwards(match, with_text=bool(pictures)),)
        return Page(
            panels=(replace(ended, rows=rows),),
            lines=(words.say("stage.result", game=game_title(words, match.row.game), place=f"<#{place}>"),),
            tint=TINT,
            pictures=pictures,
        )

    def _broken_off(self, match: MatchSnapshot, lines: Sequence[str]) -> Page:
        """How it stood when somebody ended the match: nothing is open on it any more. Its seed is open as after any
        other."""
        return Page(
            panels=(
                Panel(how_it_stood(match, self.face(match), self.context(match))),
                self._after(match, with_text=False),
            ),
            lines=tuple(lines),
            tint=TINT,
            files=(recap_name(match.id),),
        )

    def _after(self, match: MatchSnapshot, *, with_text: bool) -> Panel:
        """What can be done when the game is over, and that its seal is open: the story has the seed, always; the file
        only where one may be attached."""
        words = self.words(match)
        over = "tutorial.over" if is_tutorial(match.row) else "stage.sealed"
        return Panel(words.say(over, story=words.say("button.story")), (self._afterwards(match, with_text=with_text),))

    def _afterwards(self, match: MatchSnapshot, *, with_text: bool) -> tuple[Button, ...]:
        """To play again, or to hear what happened. After a tutorial there are other games to learn."""
        words = self.words(match)
        again = Button(custom_id("rematch", match.id), words.say("button.rematch"), "success")
        if is_tutorial(match.row):
            again = tutorials_button(words, "button.tutorials.more")
        story = Button(custom_id("story", match.id, 0), words.say("button.story"), "primary")
        text = (text_button(match.id, words),) if with_text else ()
        return (again, story, *text)

    # -- what stands there ------------------------------------------------------------------------------------------

    def put_away(self, match: MatchSnapshot, shown: Page) -> Page:
        """This message as it stays when the next one is there: what was told, without anything to press, and without
        what says where on the board something stands."""
        face, words = self.face(match), self.words(match)
        lines = shown.lines or (words.say("stage.put_away"),)
        # The picture of a dawn stays; the one of a table of cards has moved on to the new message.
        pictures = () if face.keeps_place else shown.pictures
        signposts = [SMALL + words.say(key) for key in face.signposts]
        small_print = tuple(line for line in shown.small_print if line not in signposts)
        return replace(shown, panels=(), lines=lines, tint=None, pictures=pictures, small_print=small_print)

    def as_shown(self, match: MatchSnapshot, newest: NewestPost) -> tuple[tuple[Panel, ...], tuple[Shown, ...]]:
        """The panels and pictures of the newest public message as they should be now."""
        panels = self.offered_board(match, newest.offers, pictured=newest.pictured)
        return panels, self._pictures_of(match, newest)

    def _pictures_of(self, match: MatchSnapshot, newest: NewestPost) -> tuple[Shown, ...]:
        """Its picture as it is now; where that has become another one (of the day, after the one of the dawn), the next
        message brings it."""
        now = self.pictures(match, self.words(match)) if newest.pictured else ()
        names = [[one.picture.name for one in pictures] for pictures in (now, newest.pictures)]
        return now if names[0] == names[1] else newest.pictures

    def has_changed(self, match: MatchSnapshot, newest: NewestPost | None) -> bool:
        """Whether the newest public message does not show what it should."""
        return newest is not None and newest.text != text_of(*self.as_shown(match, newest))

    def needs_new_post(
        self, match: MatchSnapshot, newest: NewestPost | None, cursor: Cursor | None, now_ms: int
    ) -> bool:
        """Whether the board has to be posted anew: this process does not know it, it is too old to be edited, or the
        match was ended."""
        if match.deserted:
            return True
        if cursor is None or match.over:
            return is_end_due(match, cursor)
        if newest is not None:
            return self.has_changed(match, newest) and now_ms - newest.at_ms > EDITABLE_MS
        face = self.face(match)
        # At a table of cards everybody looks at the board, whoever is asked in private.
        return face.keeps_place or any(question.seat != MIRROR for question in public_questions(match, face))


def _asleep(question: Panel, panels: Sequence[Panel]) -> list[Panel]:
    """The question, and below it the board, as long as a phone shows both: it is there again when somebody is."""
    both = [question, *panels]
    return both if height_of_message(Page(tuple(both)), 0) + ROOM_OF_BUTTONS <= SCREEN else [question]


def _anybody_there(match: MatchSnapshot, words: Wording) -> Panel:
    """The question at a table where nobody answers."""
    here = Button(custom_id("here", match.id), words.say("button.here"), "success", "👋")
    return Panel(words.say("deserted.ask", when=(match.row.deserted_until_ms or 0) // 1000), ((here,),))
