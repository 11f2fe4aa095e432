"""What the toolkit needs to know of a game to show it: its face. Each game's cog brings one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, Protocol

from discord.utils import escape_markdown, escape_mentions

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.engine.rulebook import Reason
from bot.matches.errors import Refused
from bot.ui.night_steps import NightStep
from bot.ui.panels import Button, Page, Panel, Row
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.sign import Sign, SignLine
from bot.ui.powers import Powers
from bot.ui.render_context import RenderContext
from bot.ui.silence.speech import Speech
from bot.ui.wording import Wording


def quoted(text: str) -> str:
    """What a person typed, fit to be repeated in a message: no Markdown, no mentions."""
    return escape_mentions(escape_markdown(" ".join(text.split())))


Deed = Literal["nominate", "vote"]
"""What one player does to another in public."""


class Face(Protocol):
    """How one game is shown. Everything is made from a seat's view, never from the table."""

    game: str
    open_acts: frozenset[str]
    """Keys of questions that everybody sees answered, so that a host may go back to them."""
    keeps_place: bool
    """Whether a seat's private panel stays one message that changes with the game (a hand of cards), instead of a
    message for each thing told or asked."""
    opens_apart: bool
    """Whether the words of the opening have a message of their own: the picture of the board below them soon becomes so
    high that a wide window would not show both whole."""
    asks_everybody: frozenset[str]
    """Clocks on which everybody who is still in the game is asked something alone, whatever their card is."""
    turning_points: frozenset[str]
    """Keys of public announcements that end a chapter (a night): what was sent to single seats before can be pressed no
    more."""
    murmurs: frozenset[str]
    """Keys of secret news that come without a sound, to the panel that a seat has: what a team points at."""
    asides: frozenset[str]
    """Keys of public announcements that stand in small print below the board: much to read, for whoever needs it."""
    signposts: frozenset[str]
    """Sentences of that small print that say where on the board something stands: they go when the board does."""
    fouls_most: int
    """So many fouls send a player out; 0 in a game without fouls."""
    keeps_floor: bool
    """Whether one player at a time has the floor, so that the table can speak in a voice channel."""
    night_steps: Mapping[str, NightStep]
    """What each card that is called aloud at night is asked; empty in a game that is not led by night."""
    night_hours: Sequence[str]
    """The clocks of a night, in order."""
    emblems: Sequence[str]
    """What the game is known by, for an invitation to it: the names of four or five emoji, or `icon/` and that of an
    icon."""
    whispers: bool
    """Whether a seat may have a team that talks through the Mirror by night; its views name the `team` then."""

    def is_quiet(self, said: Announcement) -> bool:
        """Whether this changes the board without deserving a line of its own."""
        ...

    def line(self, said: Announcement, view: Any, context: RenderContext) -> str:
        """What is said, in words, for whoever has this view. Empty for nothing."""
        ...

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """What is said on a message with pictures of these names, which show the rest of it; None where they do not.
        Where such a picture cannot be shown, its own words stand there instead."""
        ...

    def board(self, view: Any, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        """The public board with its controls; `view` is a bystander's, `questions` are the public ones."""
        ...

    def stood(self, view: Any, context: RenderContext) -> list[str]:
        """How it stood when somebody ended the game: what everybody knew, and nothing that was still to be done.
        `view` is a bystander's."""
        ...

    def is_public(self, question: Question, view: Any) -> bool:
        """Whether this question is answered on the public board (its asking is no secret)."""
        ...

    def awaited(self, view: Any) -> tuple[Seat, ...]:
        """Whose answer everybody knows to be waited for; `view` is a bystander's."""
        ...

    def is_discreet(self, view: Any) -> bool:
        """Whether messages come to single people now, so that even "it could not be delivered" would tell something;
        then that is said when everybody gets one."""
        ...

    def is_standing(self, question: Question) -> bool:
        """Whether this secret question waits on My seat for whenever its person likes (a spell that may be played at
        any time), without a message being sent because of it and without being shown in one."""
        ...

    def panel(self, question: Question, view: Any, context: RenderContext) -> Panel:
        """One secret question to one seat, with its controls."""
        ...

    def why_not(self, question: Question, token: str, view: Any) -> Refused | None:
        """A better word than "not offered" for a control that shows more than this seat may choose; None for none."""
        ...

    def aimed(self, deed: Deed, question: Question, whom: Seat, view: Any) -> str | None:
        """The token of the answer with which whoever is asked this does that to `whom`; None where the question is not
        about that. Whether it is offered is not looked at. `view` is a bystander's."""
        ...

    def not_yours(self, question: Question, view: Any, seat: Seat) -> Refused | None:
        """Why this seat is not asked what somebody else is asked in public; None for no better word than that it is
        not. `view` is a bystander's."""
        ...

    def has_no_vote_for(self, question: Question) -> Refused | None:
        """Why a seat that could answer, and has not, is not asked to vote as others are; None where this is no vote."""
        ...

    def board_picture(self, view: Any, context: RenderContext) -> Picture | None:
        """The public board as a picture; `view` is a bystander's."""
        ...

    def shows_picture(self, news: Sequence[Announcement], view: Any) -> bool:
        """Whether the public message that tells this news carries the board's picture, as long as it stands there."""
        ...

    def told_picture(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> Picture | None:
        """A picture of this news itself, which comes with it instead of the board's: how the votes lay, where the night
        has fallen since. None for most news; `view` is a bystander's."""
        ...

    def kept_picture(self, name: str, view: Any, context: RenderContext) -> Picture | None:
        """The picture of this name that a message still carries while the board's own is another one by now; None for
        none. `view` is a bystander's."""
        ...

    def seat_picture(self, view: Any, questions: Sequence[Question], context: RenderContext) -> Picture | None:
        """What this seat holds, as a picture for its owner alone; `questions` are those open to the seat."""
        ...

    def signs(self, words: Wording) -> Sequence[Sign]:
        """Every sign with which hands are written in this language; empty in a game whose hands need their pictures."""
        ...

    def seat_signs(self, view: Any, questions: Sequence[Question], context: RenderContext) -> Sequence[SignLine]:
        """The same as `seat_picture`, as lines of signs: nothing that the picture shows is missing there, or in the
        words beside it. Asked only where all `signs` can be shown."""
        ...

    def dealt_pictures(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> Sequence[Picture]:
        """The cards that this news deals to somebody, as pictures for their owner alone, each with a name of its own;
        `view` is theirs."""
        ...

    def cards_pictured(self, view: Any, context: RenderContext) -> Sequence[Picture]:
        """The same for whoever takes a seat over: the cards it was dealt, where its panel does not show them."""
        ...

    def foot(self, view: Any, context: RenderContext) -> tuple[Button, ...]:
        """Further buttons below what a seat is shown in secret."""
        ...

    def seat(self, view: Any, context: RenderContext) -> Panel:
        """Everything this seat is and has learnt."""
        ...

    def deck_told(self, view: Any, context: RenderContext) -> str:
        """What each card can do that may be in this game, as far as everybody knows of it; empty in a game in which
        one's own panel says that of every card one meets."""
        ...

    def hand_told(self, view: Any, context: RenderContext) -> str:
        """The cards in this seat's hand with what each of them does, for **Text**; empty where its panel says that."""
        ...

    def seat_in_short(self, view: Any, context: RenderContext) -> Panel | None:
        """`seat` without what `hand_told` says and what the table's picture shows, where a phone has no room for both
        and for what is asked; None in a game that says only this in any case."""
        ...

    def under_text(self, view: Any, context: RenderContext) -> Sequence[Row]:
        """Menus that explain what lies open before everybody, below the words of its picture; `view` is a bystander's.
        The board has no room for them."""
        ...

    def held(self, view: Any, context: RenderContext) -> str:
        """What this seat holds, to a person who leads the game and may know: its card, or everything it sees."""
        ...

    def act_told(self, entry: Entry, context: RenderContext) -> str:
        """What somebody chose in secret; empty for what is not worth a line."""
        ...

    def agreed_cards(self, views: Sequence[Any], public: Any, context: RenderContext) -> str:
        """The cards that people hold, as far as every one of these views knows them or the `public` one of a bystander
        does: what may be shown to all of their people together. That somebody knows their own card does not count.

        Empty in a game that has no such secret."""
        ...

    def answered(self, question: Question, value: Any, view: Any, context: RenderContext) -> str:
        """A short confirmation of an answer, to the one who gave it."""
        ...

    def chosen(self, question: Question, value: Any, view: Any, context: RenderContext) -> str:
        """An answer as briefly as on its button, without Markdown."""
        ...

    def because(self, reason: Reason, context: RenderContext) -> str:
        """Why the strong player would have answered as it would, to the person in whose place it would have."""
        ...

    def dialog(
        self, question: Question, choice: Any, view: Any, context: RenderContext
    ) -> tuple[str, str, str | None] | None:
        """Title, label and description of the form in which a text is typed; None when this choice needs none."""
        ...

    def speech(self, view: Any, seat: Seat) -> Speech:
        """Whether this seat may write in public now; `view` is a bystander's."""
        ...

    def is_asleep(self, view: Any, seat: Seat) -> bool:
        """Whether this seat sleeps, so that it sees nothing of what is played; `view` is a bystander's."""
        ...

    def powers(self, view: Any) -> list[Powers] | None:
        """What every seat may do now; None in a game that keeps nothing from anybody. `view` is a bystander's."""
        ...

    def borrows_voices(self, view: Any) -> bool:
        """Whether the Mirror may have to say again, through a webhook, what somebody has said."""
        ...

    def moment(self, view: Any, context: RenderContext) -> str:
        """Where the game stands, in two or three words: Night 2."""
        ...

    def clocks(self, questions: Sequence[Question], view: Any, context: RenderContext) -> str:
        """What runs out next and when, in words; `questions` are those to the Mirror."""
        ...

    def is_locked(self, view: Any) -> bool:
        """Whether nobody may write in public now (the night)."""
        ...

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        """The whole finished game read aloud, a paragraph each."""
        ...

    def finale(self, view: Any, context: RenderContext) -> Page:
        """The last page: who won, why, and who was who."""
        ...


def told_beside(face: Face, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext) -> str:
    """What is said, in words, on a message with pictures of these names: what they show is not said again."""
    less = face.line_beside(said, pictures, view, context) if pictures else None
    return face.line(said, view, context) if less is None else less


class OpenFace(ABC):
    """Base of the faces of games in which everybody may always speak and act."""

    fouls_most = 0
    keeps_floor = False
    opens_apart = False
    asks_everybody: frozenset[str] = frozenset()
    turning_points: frozenset[str] = frozenset()
    murmurs: frozenset[str] = frozenset()
    asides: frozenset[str] = frozenset()
    signposts: frozenset[str] = frozenset()
    night_steps: Mapping[str, NightStep] = {}
    night_hours: Sequence[str] = ()
    whispers = False
    emblems: Sequence[str] = ()

    @abstractmethod
    def seat(self, view: Any, context: RenderContext) -> Panel:
        """Everything this seat is and has learnt."""

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        return None  # the board shows what has happened

    def deck_told(self, view: Any, context: RenderContext) -> str:
        return ""

    def cards_pictured(self, view: Any, context: RenderContext) -> Sequence[Picture]:
        return ()

    def hand_told(self, view: Any, context: RenderContext) -> str:
        return ""

    def seat_in_short(self, view: Any, context: RenderContext) -> Panel | None:
        return None

    def under_text(self, view: Any, context: RenderContext) -> Sequence[Row]:
        return ()

    def stood(self, view: Any, context: RenderContext) -> list[str]:
        return []

    def awaited(self, view: Any) -> tuple[Seat, ...]:
        return ()

    def is_discreet(self, view: Any) -> bool:
        return False

    def is_standing(self, question: Question) -> bool:
        return False

    def why_not(self, question: Question, token: str, view: Any) -> Refused | None:
        return None

    def aimed(self, deed: Deed, question: Question, whom: Seat, view: Any) -> str | None:
        return None

    def not_yours(self, question: Question, view: Any, seat: Seat) -> Refused | None:
        return None

    def has_no_vote_for(self, question: Question) -> Refused | None:
        return None

    def dealt_pictures(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> Sequence[Picture]:
        return ()  # a hand is shown by the panel that holds it

    def signs(self, words: Wording) -> Sequence[Sign]:
        return ()  # most cards have a title to be read

    def seat_signs(self, view: Any, questions: Sequence[Question], context: RenderContext) -> Sequence[SignLine]:
        return ()

    def told_picture(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> Picture | None:
        return None  # the board shows what has happened

    def kept_picture(self, name: str, view: Any, context: RenderContext) -> Picture | None:
        return None  # each message carries the board's

    def held(self, view: Any, context: RenderContext) -> str:
        return self.seat(view, context).whole

    def act_told(self, entry: Entry, context: RenderContext) -> str:
        return ""

    def agreed_cards(self, views: Sequence[Any], public: Any, context: RenderContext) -> str:
        return ""

    def chosen(self, question: Question, value: Any, view: Any, context: RenderContext) -> str:
        return ""

    def because(self, reason: Reason, context: RenderContext) -> str:
        return ""  # asked only of games that know reasons

    def dialog(
        self, question: Question, choice: Any, view: Any, context: RenderContext
    ) -> tuple[str, str, str | None] | None:
        return None  # nothing is typed in most games

    def foot(self, view: Any, context: RenderContext) -> tuple[Button, ...]:
        return ()

    def speech(self, view: Any, seat: Seat) -> Speech:
        return "free"

    def is_locked(self, view: Any) -> bool:
        return False

    def is_asleep(self, view: Any, seat: Seat) -> bool:
        return False

    def powers(self, view: Any) -> list[Powers] | None:
        return None

    def borrows_voices(self, view: Any) -> bool:
        return False
