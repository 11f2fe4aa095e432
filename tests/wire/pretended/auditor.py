"""Compares what people have been shown with what the bot's own file says they should have been.

*Shown* means that it stood in a message Discord had taken, in whatever version. Every secret and every question once,
no public line missing, twice or out of order, and no sentence that the file contradicts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ui.posted import NOTICED_S
from bot.ui.wording import plain
from pretended.records import Asked, Records, Said, Seat
from pretended.voice import Line, Voice
from pretended.world import Channel, Message, User, Version, World, lines_of

EXCUSES: Final = ("refused.broken", "refused.store")
"""Sentences that say nothing has changed."""

END: Final = re.compile(r"<t:(\d+):R>")
"""When something runs out, as Discord shows it to everybody in their own time."""

Lines = tuple[Line, ...]


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be: `what` happened to `whom`."""

    kind: str
    whom: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}, {self.whom}: {self.what}"


class Auditor:
    """Looks at one match, after it has ended."""

    def __init__(self, world: World, records: Records, threads: Sequence[Channel]) -> None:
        """`threads` are the places of the match, one after the other."""
        match = records.match()
        self._world = world
        self._records = records
        self._threads = threads
        self._match: int = match["id"]
        self._has_ended = match["outcome"] is not None
        self._seats = records.seats()
        self._voice = Voice(match["game"], self._match, self._seats, json.loads(match["options"]))
        self._said = records.announcements()

    def findings(self) -> list[Finding]:
        """Everything that is wrong, the public first."""
        return [*self._public(), *self._private(), *self._false_times(), *self._excuses()]

    # -- what everybody reads -----------------------------------------------------------------------------------------

    def _public(self) -> Iterator[Finding]:
        """No public line missing, twice, or out of order. Each is read as early as it can be, in whichever way: then
        whatever comes after it has as much room as it may have. What stands below the board may go when that does."""
        standing = [message for thread in self._threads for message in self._world.read_in(thread)]
        shown = [line for message in standing for line in lines_of(message.now.text_displays)]
        below = [line for message in standing for each in message.versions for line in lines_of(each.text_displays)]
        public = [said for said in self._said if said.is_public]
        stands_on = [number for number, one in enumerate(standing) for _ in lines_of(one.now.text_displays)]
        place = 0
        for said in public:
            ways = [tuple(way) for way in self._voice.ways(said)]
            aside = self._voice.is_aside(said)
            drawn_on = self._voice.drawn_on(said)
            if drawn_on is not None:  # its words, if they stand later, may have been said for something else
                since = standing[stands_on[place - 1] if place else 0 :]
                if any(self._shows(each, drawn_on, said) for one in since for each in one.versions):
                    continue
            lines, first = (below, 0) if aside else (shown, place)
            ends = [found + len(way) for way in ways if way if (found := _find(way, lines, first)) is not None]
            if ends and not aside:
                place = min(ends)
            elif not ends and ways:
                is_late = any(way and _is_among(way, shown) for way in ways)
                yield Finding(f"{'out of order' if is_late else 'missing'} in public", "everybody", _named(said))

        every = [self._lines(one, lambda way: _is_among(way, shown)) for one in public]
        told = [lines for lines in every if lines]
        for lines, times in how_often(told).items():
            if (often := _count(lines, shown)) > times:
                yield Finding(
                    "twice in public", "everybody", f"{often} instead of {times} times: {sorted(lines[0])[0]}"
                )

        finales = [one for one in standing if any(_ends(each) for each in one.versions)]
        if len(finales) != self._has_ended:
            yield Finding("not one finale", "everybody", f"{len(finales)} messages tell how it ended")

    def _shows(self, version: Version, picture: str, said: Said) -> bool:
        """Whether this has the picture that shows the whole of something, or the words of one that was late."""
        return picture in json.dumps(version.body) or self._voice.stands_in_words(said, version.text)

    def _lines(self, said: Said, is_read: Callable[[Lines], bool]) -> Lines:
        """In the way in which it is read; if in none, in the shortest. Empty for what is not said."""
        ways = [tuple(way) for way in self._voice.ways(said)]
        return next(filter(is_read, ways), ways[0] if ways else ())

    # -- what one person reads ----------------------------------------------------------------------------------------

    def _private(self) -> Iterator[Finding]:
        asked = self._records.answers()
        for seat in self._seats:
            user = self._world.users.get(seat.user_id or 0)
            if user is None:
                continue
            messages = self._world.shown_to(user)
            yield from self._living_panels(seat, messages)
            if user.takes_direct_messages:
                yield from self._secrets(seat, messages)
                yield from self._asked_twice(seat, user)
                yield from self._questions(seat, messages, [one for one in asked if one.seat == seat.number])
            elif not self.knows_that_messages_are_closed(seat.name, messages):
                # They are asked by the board: what they have seen, they have looked for on My seat.
                yield Finding("closed messages never said", seat.name, "neither in public nor on My seat")

    def knows_that_messages_are_closed(self, name: str, messages: Sequence[Message]) -> bool:
        """At night nothing is said in public: it would tell that somebody is asked something."""
        words, called = self._voice.words, plain(name)
        public, to_several = words.say("direct.closed", name=called), words.say("direct.closed.several", names="")
        on_my_seat = [words.say(f"direct.try_again{brief}") for brief in ("", ".brief")]
        everything = [*messages, *(one for thread in self._threads for one in self._world.read_in(thread))]
        seen = [version.text for one in everything for version in one.versions]
        together = (line.removesuffix(to_several) for text in seen for line in text.splitlines() if to_several in line)
        return any(said in text for said in (public, *on_my_seat) for text in seen) or any(
            called in names.split(", ") for names in together
        )

    def _secrets(self, seat: Seat, messages: Sequence[Message]) -> Iterator[Finding]:
        """Every secret once: read at least in one version of one message, and told by one direct message only."""
        told = [said for said in self._said if said.seats is not None and seat.number in said.seats]
        texts = [lines_of([each.text]) for one in messages for each in one.versions]

        def is_read(way: Lines) -> bool:
            return any(_is_among(way, text) for text in texts)

        for lines, times in how_often(lines for said in told if (lines := self._lines(said, is_read))).items():
            holding = [one for one in messages if any(_reads(lines, each.text) for each in one.versions)]
            direct = [one for one in holding if not one.is_ephemeral]
            if not holding:
                yield Finding("secret never shown", seat.name, sorted(lines[0])[0])
            if len(direct) > times:
                yield Finding("secret told twice", seat.name, sorted(lines[0])[0])

    def _questions(self, seat: Seat, messages: Sequence[Message], over: Sequence[Asked]) -> Iterator[Finding]:
        """Whatever was answered because time was up had been put to its person."""
        shown = {_question(ident) for one in messages for version in one.versions
                 for ident in (str(control["custom_id"]) for control in version.controls)}  # fmt: skip
        for one in over:
            place = f"{self._match}:{one.checkpoint}:{one.question}"
            if one.press is None and self._voice.is_private(one.key) and place not in shown:
                yield Finding("question never put", seat.name, f"{one.key} ({place})")

    def _asked_twice(self, seat: Seat, user: User) -> Iterator[Finding]:
        """Every question rings once: a message that rings puts one that none before it has put. Beside it stands what
        is still open, for a panel that must ring is posted anew as a whole (see `_living_panels`). What changes in
        place does not ring, and a reminder says so."""
        direct = [one for one in self._world.shown_to(user) if not one.is_ephemeral and not _reminds(one)]
        put: set[str] = set()
        for message in direct:
            questions = self._put_by(message)
            if questions and questions <= put:
                yield Finding("question put twice", seat.name, ", ".join(sorted(questions)))
            put |= questions

    def _living_panels(self, seat: Seat, messages: Sequence[Message]) -> Iterator[Finding]:
        """What is over has no controls, and each open question stands in one direct message only, however often a panel
        was posted anew."""
        offering = [one for one in messages if not one.is_ephemeral and not one.deleted and self._offered_by(one.now)]
        if self._has_ended:
            for message in offering:
                still = ", ".join(sorted(self._offered_by(message.now)))
                yield Finding("controls of what is over", seat.name, f"{still} in message {message.id}")
        offered = Counter(question for one in offering for question in self._offered_by(one.now))
        for question, times in offered.items():
            if times > 1:
                yield Finding("two living panels", seat.name, f"{question} in {times} messages")

    def times_told(self) -> dict[str, set[int]]:
        """By name, when clocks run out as each panel says on which something can be answered, in epoch seconds; panels
        without a clock left out. Of what is over, a panel says when it ran out."""
        told = {}
        over = {f"{self._match}:{one.checkpoint}:{one.question}" for one in self._records.answers()}
        for seat in self._seats:
            user = self._world.users.get(seat.user_id or 0)
            messages = self._world.shown_to(user) if user is not None else ()
            panels = [
                one for one in messages if not one.is_ephemeral and not one.deleted and self._offered_by(one.now) - over
            ]
            told[seat.name] = {int(end) for one in panels for end in END.findall(one.now.text)}
        return {name: ends for name, ends in told.items() if ends}

    def _false_times(self) -> Iterator[Finding]:
        """What a panel says of a clock is when that runs out, by the bot's own file."""
        true = self._records.ends()
        for name, ends in self.times_told().items():
            if false := false_among(ends, true):
                yield Finding("false time", name, f"{false} instead of {sorted(true)}")

    def _put_by(self, message: Message) -> set[str]:
        """The questions of this match that a message had when it came."""
        return self._offered_by(message.versions[0])

    def _offered_by(self, version: Version) -> set[str]:
        idents = (str(control["custom_id"]) for control in version.controls)
        return {found for ident in idents if (found := _question(ident)) and found.startswith(f"{self._match}:")}

    # -- what is not true ---------------------------------------------------------------------------------------------

    def _excuses(self) -> Iterator[Finding]:
        """ "Nothing has changed" is said to nobody whose answer is on disk."""
        written = {one.press for one in self._records.answers()}
        sentences = {self._voice.words.say(key) for key in EXCUSES}
        for one in self._world.messages.values():
            if one.interaction in written and one.only_for is not None and one.now.text in sentences:
                yield Finding("false sentence", self._world.users[one.only_for].name, one.now.text)


def false_among(told: Collection[int], true: Collection[int]) -> list[int]:
    """Which of these times nobody would take for one of the true ones; the bot leaves a time alone that is wrong by
    less than that."""
    return sorted(one for one in told if all(abs(one - other) >= NOTICED_S for other in true))


def _reminds(message: Message) -> bool:
    return any(one["custom_id"] == "mm:quiet" for one in message.versions[0].controls)


def _ends(version: Version) -> bool:
    return any(str(one["custom_id"]).startswith("mm:rematch") for one in version.controls)


def _question(custom_id: str) -> str | None:
    """`<match>:<checkpoint>:<question>` of a control of one's own question."""
    _, kind, *parts = [*custom_id.split(":"), ""]
    return ":".join(parts[:3]) if kind in ("a", "s", "w") and len(parts) > 3 else None


def _find(lines: Lines, shown: Sequence[str], since: int) -> int | None:
    """Where these lines stand one below the other, from a place on."""
    places = range(since, len(shown) - len(lines) + 1)
    return next((place for place in places if _stands(lines, shown, place)), None)


def _stands(lines: Lines, shown: Sequence[str], place: int) -> bool:
    return all(shown[place + row] in line for row, line in enumerate(lines))


def _count(lines: Lines, shown: Sequence[str]) -> int:
    return sum(_stands(lines, shown, place) for place in range(len(shown) - len(lines) + 1))


def how_often(told: Iterable[Lines]) -> dict[Lines, int]:
    """How often each may be read: as often as it was told in any of its wordings."""
    every = list(told)
    return {lines: sum(_may_be_one(lines, other) for other in every) for lines in every}


def _may_be_one(lines: Lines, other: Lines) -> bool:
    """Whether one text may stand for both: who says the same again says it in other words."""
    return len(lines) == len(other) and all(ours & theirs for ours, theirs in zip(lines, other, strict=True))


def _reads(lines: Lines, text: str) -> bool:
    return _is_among(lines, lines_of([text]))


def _is_among(lines: Lines, shown: Sequence[str]) -> bool:
    return _find(lines, shown, 0) is not None


def _named(said: Said) -> str:
    return f"announcement {said.number}, {said.key} {said.values}"
