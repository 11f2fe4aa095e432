"""The recap of a finished game, and the proof of it: anybody can play the game again and compare every line.

What a recap proves: the seed is the one whose digest was published before the deal, every draw follows from it, every
answer was one that the rules offered, and everything that was announced follows from those. What had no consequence
(a name, a suspicion noted at night, a length of time) cannot be proven; the recap's own digest shows that nobody has
changed it by hand, but whoever can write a recap can write that too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Any, BinaryIO, Final, Literal, Self

from pydantic import ValidationError, model_validator
from pydantic_core import from_json

from bot.engine import chance
from bot.engine.announcements import Announcement, Audience
from bot.engine.match import Diverged, Entry, Match
from bot.engine.questions import CHANCE, Seat
from bot.engine.rulebook import Frozen, Outcome
from bot.games import GAMES

LARGEST_FILE: Final = 8 * 1024 * 1024
"""In bytes. The longest game found, a Trumplestiltskin with the highest goals, has 2.3 million."""
MOST_LINES: Final = 50_000
"""In a journal, or announced; that game has 13,000."""
MOST_DRAWS: Final = 2_000
"""That game has 390."""
MOST_SEATS: Final = max(seats for game in GAMES.values() for seats in game.seats)
MOST_PARTS: Final = 1_000
"""In any one list or object within a line: no deck has so many cards."""
LONGEST_TEXT: Final = 4_000
DEEPEST: Final = 20
"""How far lists and objects may lie within each other."""

Said = tuple[int, Audience, str, dict[str, Any]]
"""An announcement: its number, audience, key and values."""


class Recap(Frozen):
    """A whole game, as a file to keep.

    names          how the players were called, by seat
    seed           what every draw came from; commitment: its SHA-256, published before the deal
    journal        every answer and draw of every round, in order
    instead_of     deals of the same people that were thrown away before it, because a card was seen: the number of each
                   match, and its commitment
    digest         of all the rest; worked out when it is not given
    """

    version: Literal[1] = 1
    game: str
    options: dict[str, Any]
    seats: int
    names: tuple[str, ...]
    role_set: str
    seed: str
    commitment: str
    journal: tuple[Entry, ...]
    announcements: tuple[Said, ...]
    outcome: Outcome
    instead_of: tuple[tuple[int, str], ...] = ()
    digest: str = ""

    @model_validator(mode="after")
    def _fill_in_digest(self) -> Self:
        if not self.digest:
            object.__setattr__(self, "digest", self.expected_digest())  # the model is frozen once it is made
        return self

    def expected_digest(self) -> str:
        """SHA-256 of everything but the digest itself; and but `instead_of` where there is none, as in files of before
        there could be any."""
        left_out = {"digest"} if self.instead_of else {"digest", "instead_of"}
        return sha256(_canonical(self.model_dump(mode="json", exclude=left_out)).encode()).hexdigest()


class TooLarge(Exception):
    """Something in a recap is larger than any game makes it; the text says what, and how large it may be."""


class Difference(Frozen):
    """The first thing in which a recap and the game played again are not the same."""

    sentence: str

    def __str__(self) -> str:
        return self.sentence


def recap_of_match(match: Match, seed: str, *, role_set: str = "", names: Sequence[str] = ()) -> Recap:
    """The recap of a finished match that was recorded and whose changes nobody has taken. Raises ValueError."""
    if match.outcome is None:
        raise ValueError("only a finished match has a recap")
    changes = match.take_changes()
    return Recap(
        game=match.game.name,
        options=match.options.model_dump(mode="json"),
        seats=match.seats,
        names=tuple(names) or tuple(f"Player {seat}" for seat in range(1, match.seats + 1)),
        role_set=role_set,
        seed=seed,
        commitment=chance.commitment(seed),
        journal=changes.entries,
        announcements=tuple(_said(announcement) for announcement in changes.announcements),
        outcome=match.outcome,
    )


def read(file: BinaryIO) -> Recap:
    """Read a recap from a file that anybody may have written; never more of it than a recap may be long.

    Raises TooLarge, pydantic's ValidationError for what is no recap, or an OSError.
    """
    body = file.read(LARGEST_FILE + 1)
    if len(body) > LARGEST_FILE:
        raise TooLarge(f"it is longer than {LARGEST_FILE // 1024 // 1024} MB")
    try:
        written = from_json(body)
    except ValueError:
        written = None  # what is wrong with it is said below, and where
    if isinstance(written, dict):
        _check_numbers(written)
        _check_parts(written)
    return Recap.model_validate_json(body)


def _check_numbers(written: dict[str, Any]) -> None:
    journal = _list(written, "journal")
    draws = [line for line in journal if isinstance(line, dict) and line.get("seat") == CHANCE]
    seats = written.get("seats")
    for what, number, most in (
        ("lines of the journal", len(journal), MOST_LINES),
        ("announcements", len(_list(written, "announcements")), MOST_LINES),
        ("draws", len(draws), MOST_DRAWS),
        ("seats", seats if isinstance(seats, int) else 0, MOST_SEATS),
        ("names", len(_list(written, "names")), MOST_SEATS),
    ):
        if number > most:
            raise TooLarge(f"it has {number:,} {what}, and a game has {most:,} at most")


def _list(written: dict[str, Any], name: str) -> list[Any]:
    found = written.get(name)
    return found if isinstance(found, list) else []


def _check_parts(written: dict[str, Any]) -> None:
    """Look at every text, list and object, without going deeper than a recap goes."""
    waiting: list[tuple[int, Any]] = []
    for name, found in written.items():
        waiting += [(1, name), *((1, part) for part in (found if isinstance(found, list) else [found]))]
    while waiting:
        depth, part = waiting.pop()
        if isinstance(part, str) and len(part) > LONGEST_TEXT:
            raise TooLarge(f"it has a text of {len(part):,} characters, and {LONGEST_TEXT:,} are the most")
        if isinstance(part, list | dict):
            if len(part) > MOST_PARTS:
                raise TooLarge(f"it has {len(part):,} things in one place, and {MOST_PARTS:,} are the most")
            if depth == DEEPEST:
                raise TooLarge(f"it has lists within lists, more than {DEEPEST} deep")
            within = [*part, *part.values()] if isinstance(part, dict) else part
            waiting += [(depth + 1, one) for one in within]


def verify(recap: Recap) -> Difference | None:
    """Play the game again from the seed and the answers. None when everything is the same."""
    if chance.commitment(recap.seed) != recap.commitment:
        return Difference(sentence="The seed is not the one that was promised: its SHA-256 is not the commitment.")
    if recap.game not in GAMES:
        return Difference(sentence=f"The game {recap.game!r} is not known here, so it cannot be played again.")
    if len(recap.names) != recap.seats:
        return Difference(sentence=f"There are {recap.seats} seats, but {len(recap.names)} names.")
    game = GAMES[recap.game]
    try:
        options = game.options.model_validate(recap.options)
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        return Difference(sentence=f"The game has no such options: {where} cannot be read.")
    if game.faults(options, recap.seats):
        return Difference(sentence=f"With these options the game cannot be played by {recap.seats}.")
    try:
        match = Match.start(game, options, recap.seats, chance.SealedChance(recap.seed), replay=recap.journal)
    except Diverged as diverged:
        return Difference(sentence=f"{_place(diverged.entry)}: {diverged.found}.")
    changes = match.take_changes()
    return (
        _journal_difference(recap, changes.entries)
        or _outcome_difference(recap, match)
        or _announcement_difference(recap, changes.announcements)
        or _digest_difference(recap)
    )


def _journal_difference(recap: Recap, entries: Sequence[Entry]) -> Difference | None:
    """The lines as written and as they come out now; a game that is not over has too few of them."""
    for written, found in zip(recap.journal, entries, strict=False):
        for name in Entry.model_fields:
            ours, theirs = _canonical(getattr(found, name)), _canonical(getattr(written, name))
            if ours != theirs:
                return Difference(sentence=f"{_place(found)}: {name} is {ours}, the recap holds {theirs}.")
    if len(entries) > len(recap.journal):
        return Difference(sentence=f"{_place(entries[len(recap.journal)])} is missing from the recap.")
    return None


def _announcement_difference(recap: Recap, announcements: Sequence[Announcement]) -> Difference | None:
    for number, (written, found) in enumerate(zip_longest(recap.announcements, announcements)):
        if found is None:
            return Difference(sentence=f"Announcement {number} ({written[2]}) stands in the recap but is never made.")
        if written is None:
            return Difference(sentence=f"Announcement {number} ({found.key}) is missing from the recap.")
        for name, ours, theirs in zip(("number", "audience", "key", "values"), _said(found), written, strict=True):
            if _canonical(ours) != _canonical(theirs):
                return Difference(
                    sentence=f"Announcement {number} ({found.key}): {name} is {_canonical(ours)}, "
                    f"the recap holds {_canonical(theirs)}."
                )
    return None


def _outcome_difference(recap: Recap, match: Match) -> Difference | None:
    if match.outcome is None:
        return Difference(sentence=f"The journal ends after {len(recap.journal)} lines, before the game is over.")
    if match.outcome != recap.outcome:
        found, written = " and ".join(match.outcome.sides), " and ".join(recap.outcome.sides)
        if found != written:
            sentence = f"The game was won by {found or 'nobody'}, the recap says {written or 'nobody'}."
            return Difference(sentence=sentence)
        return Difference(sentence="The outcome's seats, reason or results are not those of the game played again.")
    return None


def _digest_difference(recap: Recap) -> Difference | None:
    if recap.digest == recap.expected_digest():
        return None
    return Difference(
        sentence="The game comes out the same, but the recap's digest does not fit: something without consequence "
        "(a name, a time, a note) was changed."
    )


def _said(announcement: Announcement) -> Said:
    return announcement.number, announcement.audience, announcement.key, announcement.values


def _canonical(value: Any) -> str:
    """A value as JSON, so that tuples and lists, and 1 and true, are told apart exactly as the file does."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _place(entry: Entry) -> str:
    return f"Round {entry.checkpoint}, line {entry.number} ({_whose(entry.seat)}, {entry.key})"


def _whose(seat: Seat) -> str:
    if seat == CHANCE:
        return "chance"
    return f"seat {seat}" if seat > 0 else "the Mirror"
