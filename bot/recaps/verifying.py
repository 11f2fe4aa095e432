"""Verifying a recap: the game is played again, and every line compared.

What this proves by itself: the seed is the one the commitment stands for, every draw follows from it and from the
presses, every answer was one that the rules offered, and everything that was announced follows from those. That the
file was not made up as a whole is proved only by what was shown on Discord before: the commitment, and the digest of
the opening. A person who verifies has to bring these two. What had no consequence (a suspicion noted at night, a length
of time) cannot be proved; the recap's own digest shows that nobody has changed it by hand, but whoever can write a
recap can write that too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from pydantic import ValidationError, field_validator

from bot.engine import chance
from bot.engine.announcements import Announcement
from bot.engine.match import Diverged, Entry, Match
from bot.engine.questions import CHANCE, Seat
from bot.engine.rulebook import Frozen, Game, Options
from bot.games import GAMES
from bot.recaps.canonical import canonical
from bot.recaps.opening import name_digest, opening_digest
from bot.recaps.printable import printable
from bot.recaps.recap import FirstRecap, Played, Recap, Said, said_of

SHORT = 12
"""Letters of a digest that are enough to recognise it."""


class Shown(Frozen):
    """What was shown on Discord, as whoever verifies has read it there; None for what they do not bring.

    commitment  the seal of chance, from the lobby's message; opening: the digest in the first message of the game
    """

    commitment: str | None = None
    opening: str | None = None


NOTHING_SHOWN = Shown()


class Difference(Frozen):
    """The first thing that is not as it should be, in a sentence that is safe to print whatever the recap holds."""

    sentence: str

    _safe = field_validator("sentence")(printable)

    def __str__(self) -> str:
        return self.sentence


def verify(recap: FirstRecap | Recap, shown: Shown = NOTHING_SHOWN) -> Difference | None:
    """Compare the recap with what was shown, and with the game played again. None when everything is the same."""
    sentence = _shown_difference(recap, shown) or _file_difference(recap) or _replay_difference(recap)
    return None if sentence is None else Difference(sentence=sentence)


# -- with what was shown -----------------------------------------------------------------------------------------------


def _shown_difference(recap: FirstRecap | Recap, shown: Shown) -> str | None:
    if shown.commitment is not None and shown.commitment != recap.commitment:
        return (
            f"The seal that was shown begins with {shown.commitment[:SHORT]}, this recap's with "
            f"{recap.commitment[:SHORT]}: it was not dealt from the seed that was promised."
        )
    if shown.opening is None:
        return None
    opening = recap.opening if isinstance(recap, Recap) else None
    if opening is None:
        return "A digest of the opening was shown, but this recap has none."
    if shown.opening != opening.digest:
        return (
            f"The digest of the opening that was shown begins with {shown.opening[:SHORT]}, this recap's with "
            f"{opening.digest[:SHORT]}: game, options, version, seats, names or presses are others."
        )
    return None


# -- with itself -------------------------------------------------------------------------------------------------------


def _file_difference(recap: FirstRecap | Recap) -> str | None:
    if not recap.digest:
        return "The recap has no digest of its own: somebody has taken it out."
    if chance.commitment(recap.seed) != recap.commitment:
        return "The seed is not the one that was promised: its SHA-256 is not the commitment."
    if len(recap.names) != recap.seats:
        return f"There are {recap.seats} seats, but {len(recap.names)} names."
    return _opening_difference(recap) if isinstance(recap, Recap) else None


def _opening_difference(recap: Recap) -> str | None:
    """Whether the opening's digest is that of what the recap says."""
    opening = recap.opening
    if opening is None:
        return "Presses went into the deal, but the sealed opening is missing." if recap.presses else None
    if len(opening.seats) != recap.seats:
        return f"There are {recap.seats} seats, but the opening has {len(opening.seats)}."
    for place, seat in enumerate(opening.seats, start=1):
        if (seat.name is None) != (seat.salt is None):
            return f"The name of seat {place} was erased by halves: name and salt go together."
        if seat.name is not None and seat.salt is not None and name_digest(seat.salt, seat.name) != seat.name_digest:
            return f"The name of seat {place} at the beginning ({seat.name}) is not the one that was sealed."
    expected = opening_digest(
        game=recap.game,
        options=recap.options,
        code_version=opening.code_version,
        seats=[(seat.player, seat.name_digest) for seat in opening.seats],
        commitment=recap.commitment,
        presses=recap.presses,
    )
    if expected != opening.digest:
        return "The opening is not the one under its digest: game, options, version, seats, names or presses differ."
    return _stranger(recap)


def _stranger(recap: Recap) -> str | None:
    """A seat that has another name at the end than at the beginning, though it never changed hands."""
    assert recap.opening is not None
    handed_over = {act.seat for act in recap.acts if act.what == "seat"}
    for place, (name, sealed) in enumerate(zip(recap.names, recap.opening.seats, strict=True), start=1):
        if place not in handed_over and None not in (name, sealed.name) and name != sealed.name:
            return f"Seat {place} never changed hands, but {sealed.name} sat there first and {name} at the end."
    return None


# -- with the game played again ----------------------------------------------------------------------------------------


def _replay_difference(recap: FirstRecap | Recap) -> str | None:
    if recap.game not in GAMES:
        return f"The game {recap.game!r} is not known here, so it cannot be played again."
    game = GAMES[recap.game]
    try:
        options = game.options.model_validate(recap.options)
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        return f"The game has no such options: {where} cannot be read."
    if game.faults(options, recap.seats):
        return f"With these options the game cannot be played by {recap.seats}."
    try:
        match = _played_again(game, options, recap)
    except Diverged as diverged:
        return _divergence(recap, diverged)
    changes = match.take_changes()
    return (
        _journal_difference(recap, changes.entries)
        or _outcome_difference(recap, match)
        or _announcement_difference(recap, changes.announcements)
        or _digest_difference(recap)
    )


def _played_again(game: Game, options: Options, recap: Played) -> Match:
    # A step that comes after the last line waits: a game that was ended stops exactly where it was.
    return Match.start(game, options, recap.seats, chance.SealedChance(recap.deal), replay=recap.journal, led=True)


def _divergence(recap: Played, diverged: Diverged) -> str:
    entry = diverged.entry
    if entry.seat == CHANCE and diverged.found.startswith("chance gives"):
        pressed = " and the presses" if isinstance(recap, Recap) and recap.presses else ""
        return f"A draw does not follow from the seed{pressed}. {_place(entry)}: {diverged.found}."
    return f"{_place(entry)}: {diverged.found}."


def _journal_difference(recap: Played, entries: Sequence[Entry]) -> str | None:
    """The lines as written and as they come out now; a game that is not over has too few of them."""
    for written, found in zip(recap.journal, entries, strict=False):
        for name in Entry.model_fields:
            ours, theirs = canonical(getattr(found, name)), canonical(getattr(written, name))
            if ours != theirs:
                return f"{_place(found)}: {name} is {ours}, the recap holds {theirs}."
    if len(entries) > len(recap.journal):
        return f"{_place(entries[len(recap.journal)])} is missing from the recap."
    return None


def _announcement_difference(recap: Played, announcements: Sequence[Announcement]) -> str | None:
    for number, (written, found) in enumerate(zip_longest(recap.announcements, announcements)):
        if found is None:
            return f"Announcement {number} ({written[2]}) stands in the recap but is never made."
        if written is None:
            return f"Announcement {number} ({found.key}) is missing from the recap."
        difference = _said_difference(said_of(found), written)
        if difference is not None:
            return f"Announcement {number} ({found.key}): {difference}"
    return None


def _said_difference(found: Said, written: Said) -> str | None:
    for name, ours, theirs in zip(("number", "audience", "key", "values"), found, written, strict=True):
        if canonical(ours) != canonical(theirs):
            return f"{name} is {canonical(ours)}, the recap holds {canonical(theirs)}."
    return None


def _outcome_difference(recap: Played, match: Match) -> str | None:
    if recap.outcome is None:
        return _end_difference(recap, match)
    if match.outcome is None:
        return f"The journal ends after {len(recap.journal)} lines, before the game is over."
    if match.outcome != recap.outcome:
        found, written = " and ".join(match.outcome.sides), " and ".join(recap.outcome.sides)
        if found != written:
            return f"The game was won by {found or 'nobody'}, the recap says {written or 'nobody'}."
        return "The outcome's seats, reason or results are not those of the game played again."
    return None


def _end_difference(recap: Played, match: Match) -> str | None:
    """Of a game that somebody ended before it was over."""
    if match.outcome is not None:
        return "The recap says that the game was never finished, but played again it comes to its end."
    if not isinstance(recap, Recap) or all(act.what != "end" for act in recap.acts):
        return "The recap has no outcome, and does not say that somebody ended the game."
    return None


def _digest_difference(recap: Played) -> str | None:
    if recap.digest == recap.expected_digest():
        return None
    return (
        "The game comes out the same, but the recap's digest does not fit: something without consequence "
        "(a name, a time, a note, a rewind) was changed."
    )


def _place(entry: Entry) -> str:
    return f"Round {entry.checkpoint}, line {entry.number} ({_whose(entry.seat)}, {entry.key})"


def _whose(seat: Seat) -> str:
    if seat == CHANCE:
        return "chance"
    return f"seat {seat}" if seat > 0 else "the Mirror"
