"""What is known of a recap in which nothing is wrong: what is proved, what was done to the table, what is not proved.

Every sentence is in English, for the command line, and safe to print whatever the recap holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated

from pydantic import AfterValidator

from bot.engine.questions import CHANCE
from bot.engine.rulebook import Frozen
from bot.engine.tutorials import SEED as TUTORIAL
from bot.recaps.acts import TableAct
from bot.recaps.erased import is_erased
from bot.recaps.printable import printable
from bot.recaps.recap import FirstRecap, Recap
from bot.recaps.verifying import Shown

Sentences = Annotated[tuple[str, ...], AfterValidator(lambda told: tuple(map(printable, told)))]


class Report(Frozen):
    """Sentences about a recap in which `verify` found no difference.

    acts  what was done to the table beside the game; erased: what was deleted because somebody wanted to be forgotten
    """

    proved: Sentences
    acts: Sentences
    erased: Sentences
    unproved: Sentences


def report(recap: FirstRecap | Recap, shown: Shown) -> Report:
    """What a recap without a difference proves, together with what was shown on Discord."""
    if isinstance(recap, FirstRecap):
        return Report(
            proved=(*_promised(recap, shown), _replayed(recap)),
            acts=tuple(_thrown_away(recap)),
            erased=(),
            unproved=(*_promise_missing(recap, shown), *_first_version_lacks()),
        )
    return Report(
        proved=(*_promised(recap, shown), _replayed(recap), *_sealed(recap, shown)),
        acts=(*_thrown_away(recap), *_counted(recap.acts)),
        erased=tuple(_erased(recap)),
        unproved=(*_promise_missing(recap, shown), *_seal_missing(recap, shown), *_presses(recap), *_never_proved()),
    )


# -- what is proved ----------------------------------------------------------------------------------------------------


def _promised(recap: FirstRecap | Recap, shown: Shown) -> list[str]:
    return [] if shown.commitment is None else ["The seed is the one that was promised: its seal is the one you read."]


def _replayed(recap: FirstRecap | Recap) -> str:
    draws = sum(entry.seat == CHANCE for entry in recap.journal)
    pressed = f" and {len(recap.presses)} presses" if isinstance(recap, Recap) and recap.presses else ""
    end = "the outcome" if recap.outcome is not None else "the state in which the game was ended"
    return (
        f"The journal's {len(recap.journal)} lines are right: {draws} draws follow from the seed{pressed}, and the "
        f"rules offered every answer. {len(recap.announcements)} announcements and {end} follow from them."
    )


def _sealed(recap: Recap, shown: Shown) -> list[str]:
    if shown.opening is None:
        return []
    return ["Game, options, version, seats, names and presses are those of the digest you read at the beginning."]


# -- what was done, and what is erased ---------------------------------------------------------------------------------


def _thrown_away(recap: FirstRecap | Recap) -> Iterator[str]:
    for number, seal in recap.instead_of:
        yield f"Before it: the deal of game {number} with the seal {seal} was thrown away, because a card was seen."


def _counted(acts: Sequence[TableAct]) -> Iterator[str]:
    """A sentence for each act; where the same was done several times in a row, one with the number."""
    for told, same in groupby(_in_words(act) for act in acts):
        times = len(list(same))
        yield told if times == 1 else f"{told.removesuffix('.')} ({times} times)."


def _in_words(act: TableAct) -> str:
    sentence = {
        "pause": "the game was paused.",
        "resume": "the game went on after a pause.",
        "extend": "everybody was given more time.",
        "skip": "a clock was ended early.",
        "rewind": _rewound(act),
        "again": f"the round began again under newer rules; {act.answers or 0} answers were taken back.",
        "seat": f"seat {act.seat} was given to {'another person' if act.player == 'human' else 'a computer player'}.",
        "led": _led(act),
        "end": "somebody ended the game before it was over.",
    }[act.what]
    return f"Round {act.round}: {sentence}"


def _rewound(act: TableAct) -> str:
    taken_back = "" if act.answers is None else f"; {act.answers} answers were taken back"
    forced = ", although a secret had been shown since" if act.forced else ""
    return f"the table went back to line {act.line}{taken_back}{forced}."


def _led(act: TableAct) -> str:
    if not act.person:
        return "the Mirror's clocks led the game again."
    return f"a person led the game from here on, {'and might know' if act.sees_all else 'without knowing'} all cards."


def _erased(recap: Recap) -> list[str]:
    sealed = () if recap.opening is None else recap.opening.seats
    first = {place for place, seat in enumerate(sealed, start=1) if seat.name is None}
    last = {place for place, name in enumerate(recap.names, start=1) if name is None}
    found = [f"The name of seat {place} is erased: that person was forgotten." for place in sorted(first | last)]
    texts = sum(is_erased(entry.value) for entry in recap.journal)
    if texts:
        found.append(f"{texts} texts that a forgotten person typed are erased.")
    return found


# -- what is not proved ------------------------------------------------------------------------------------------------


def _promise_missing(recap: FirstRecap | Recap, shown: Shown) -> list[str]:
    if shown.commitment is not None:
        return []
    place = recap.promised_at if isinstance(recap, Recap) else None
    where = "the message of its lobby on Discord" if place is None else place.link
    return [f"That this seed was promised. Read the seal in {where}, and verify again with --commitment SEAL."]


def _seal_missing(recap: Recap, shown: Shown) -> list[str]:
    if recap.opening is None:
        return ["Names, options and version: this recap has no sealed opening. Only games from before that lack it."]
    if shown.opening is not None:
        return []
    where = "the first message of the game" if recap.opened_at is None else recap.opened_at.link
    return [
        f"That game, options, version, seats and names are those of the beginning. Read the digest in {where}, "
        "and verify again with --opening DIGEST."
    ]


def _presses(recap: Recap) -> list[str]:
    """How much the deal owes to people who pressed when the seal was there already."""
    if recap.seed.startswith(TUTORIAL):
        return ["That chance dealt: this was a lesson, with a deck that was stacked for somebody who learns."]
    if not recap.presses:
        return ["That nobody chose the deal: no press of a player went into it."]
    if recap.promised_at is None:
        return ["That anybody pressed after the seal was shown: the recap names no message in which it was."]
    after = sum(int(press) > int(recap.promised_at.message) for press in recap.presses)
    if not after:
        return ["That nobody chose the deal: all presses in it are older than the message with the seal."]
    return [
        f"That the {after} presses after the seal have the ids Discord gave them, and that whoever pressed last was "
        "not in league with whoever ran the bot."
    ]


def _never_proved() -> list[str]:
    return [
        "What had no consequence: suspicions at night, lengths of time, and the names of those who came later.",
        "That nothing else was done to the table: such things were told in the channel when they happened.",
    ]


def _first_version_lacks() -> list[str]:
    return [
        "That nobody chose the deal: in a recap of version 1 the seed was drawn when the seats were known.",
        "Names and options without consequence, and what was done to the table: version 1 does not seal or name them.",
    ]
