"""With what a page is made: whose match, with which names, in which language, with which clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.announcements import Announcement
from bot.engine.questions import Question, Seat
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.ui.wording import Wording, label, plain

NAMED_MOST = 3
"""So many people are named where a list of them all is close by."""


@dataclass(frozen=True)
class RenderContext:
    """Where a page is shown.

    due    question number -> when it runs out, epoch milliseconds; empty while the table is paused, and in a tutorial,
           where nobody need hurry
    names  by seat, fit for the middle of a message; labels: for menus and buttons, which know no Markdown
    least_s  seconds that everybody has at least for everything, whatever the rules say
    computers  the seats that computer players have
    unhurried  whether somebody learns here: its clocks are so long that they are not told
    is_left  whether the page is left as it is when a clock is over: then its times say at what time they are, too
    since  number of the first announcement of this checkpoint
    """

    match: int
    checkpoint: int
    names: dict[Seat, str]
    labels: dict[Seat, str]
    words: Wording
    due: dict[int, int]
    paused: bool = False
    since: int = 0
    least_s: int = 0
    computers: frozenset[Seat] = frozenset()
    unhurried: bool = False
    is_left: bool = False

    @classmethod
    def of(cls, match: MatchSnapshot, words: Wording, *, is_left: bool = False) -> RenderContext:
        """For pages of this match in this language; the same for all of one moment."""
        return match.once((cls, words, is_left), lambda: cls._made_of(match, words, is_left))

    @classmethod
    def _made_of(cls, match: MatchSnapshot, words: Wording, is_left: bool) -> RenderContext:
        return cls(
            match=match.id,
            checkpoint=match.checkpoint,
            names={seat: f"**{plain(row.name)}**" for seat, row in match.seats.items()},
            labels={seat: label(row.name) for seat, row in match.seats.items()},
            words=words,
            due={} if match.paused or is_tutorial(match.row) else dict(match.deadlines),
            paused=match.paused,
            since=match.round_announced,
            least_s=match.least_s,
            computers=frozenset(match.computers()),
            unhurried=is_tutorial(match.row),
            is_left=is_left,
        )

    def round_of(self, said: Announcement) -> int:
        """The round (the checkpoint) in which this was said: the last words of a round arrive when the next has begun.

        That is as far back as anything is told late; a story that goes back further says where it is.
        """
        return self.checkpoint if said.number >= self.since else self.checkpoint - 1

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def when(self, question: Question) -> str:
        """When a question runs out, as Discord shows it to everybody in their own time; or that the clock stands."""
        if self.paused:
            return self.words.say("clock.stands")
        at = self.due.get(question.number)
        return self.counted_down(at) if at is not None else ""

    def soonest(self) -> str:
        """The same of the clock that runs out next; empty where none runs."""
        at = min(self.due.values(), default=None)
        return self.counted_down(at) if at is not None else ""

    def counted_down(self, at_ms: int) -> str:
        """How Discord counts down to this time. "Ends 4 minutes ago" would be nonsense: where nobody takes the page
        away it says the time as well."""
        when = f"<t:{at_ms // 1000}:R>"
        return self.words.say("clock.at", at=f"<t:{at_ms // 1000}:t>", when=when) if self.is_left else when

    def clock(self, key: str, question: Question) -> str:
        """What this sentence says of when the question runs out; while the clock stands, only that it does, and where
        somebody learns, to take one's time."""
        if self.paused:
            return self.words.say("clock.stands")
        if not self.unhurried:
            return self.words.say(key, when=self.when(question))
        own = f"{key}.unhurried"
        return self.words.say(own if self.words.has(own) else "clock.unhurried")

    def decides(self, question: Question) -> str:
        """A sentence of when the one who is asked has to have decided, before everybody; empty without a clock."""
        return self.clock("clock.decides", question) if self.paused or self.when(question) else ""

    def at_least(self, seconds: int) -> int:
        """How long people really have for what the rules give so many seconds for."""
        return max(seconds, self.least_s)

    def listed(self, seats: Sequence[Seat]) -> str:
        return ", ".join(self.names[seat] for seat in seats) or self.words.say("nobody")

    def listed_in_short(self, seats: Sequence[Seat]) -> str:
        """The names of a few; of many the first two, and how many others there are."""
        if len(seats) <= NAMED_MOST:
            return self.listed(seats)
        named = seats[: NAMED_MOST - 1]
        return self.words.say("names.in_short", names=self.listed(named), count=len(seats) - len(named))
