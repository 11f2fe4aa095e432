"""Forged recaps: each is found out, and named in one clear sentence. Whoever forges may make every digest anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.recaps import PRESSES, PROMISED_AT, opening, played_recap

from bot.engine.chance import commitment
from bot.recaps import reading
from bot.recaps.acts import TableAct
from bot.recaps.opening import SealedSeat, name_digest
from bot.recaps.recap import FirstRecap, Recap
from bot.recaps.report import report
from bot.recaps.verifying import Shown, verify

SEED, OTHER_SEED = "5eed" * 16, "0dd5" * 16
REWIND = TableAct(what="rewind", round=2, line=3, answers=4, forced=True)


@pytest.fixture(scope="module")
def honest() -> Recap:
    """A duel in which somebody went back once."""
    return played_recap("name_duel", 2, SEED).model_copy(update={"acts": (REWIND,)}).with_digest()


@pytest.fixture(scope="module")
def shown(honest: Recap) -> Shown:
    """What people saw on Discord when it was played."""
    assert honest.opening is not None
    return Shown(commitment=honest.commitment, opening=honest.opening.digest)


def forged(recap: Recap, **changed: Any) -> Recap:
    """The same with something changed, and a digest that fits again."""
    return recap.model_copy(update=changed).with_digest()


def reopened(recap: Recap, names: Sequence[str] = (), presses: Sequence[str] = PRESSES, **changed: Any) -> Recap:
    """The same with an opening made anew for these names and presses."""
    names = names or [name or "" for name in recap.names]
    made = opening(recap.game, recap.options, names, recap.seed, presses)
    return forged(recap, opening=made, names=tuple(names), presses=tuple(presses), **changed)


def sentence(recap: FirstRecap | Recap, shown: Shown | None = None) -> str:
    """What is said of a forged recap."""
    difference = verify(recap) if shown is None else verify(recap, shown)
    assert difference is not None, "nobody noticed"
    assert len(difference.sentence.splitlines()) == 1
    assert difference.sentence.endswith(".")
    return difference.sentence


def test_the_honest_one_holds(honest: Recap, shown: Shown) -> None:
    assert verify(honest, shown) is None


# -- who sat there -----------------------------------------------------------------------------------------------------


def test_names_exchanged(honest: Recap, shown: Shown) -> None:
    assert honest.opening is not None
    first, second = honest.opening.seats
    assert "Seat 1 never changed hands" in sentence(forged(honest, names=("Player 2", "Player 1")))
    swapped = (_called(first, "Player 2"), _called(second, "Player 1"))
    in_the_opening = honest.opening.model_copy(update={"seats": swapped})
    assert "The name of seat 1" in sentence(forged(honest, names=("Player 2", "Player 1"), opening=in_the_opening))
    moved = honest.opening.model_copy(update={"seats": (second, first)})
    assert "under its digest" in sentence(forged(honest, names=("Player 2", "Player 1"), opening=moved))
    everything_anew = reopened(honest, ["Player 2", "Player 1"])
    assert verify(everything_anew) is None, "by itself nothing is wrong with it"
    assert "names" in sentence(everything_anew, shown)


def _called(seat: SealedSeat, name: str) -> SealedSeat:
    return seat.model_copy(update={"name": name})


def test_somebody_put_in_place_of_another(honest: Recap) -> None:
    assert honest.opening is not None
    seats = list(honest.opening.seats)
    seats[0] = SealedSeat(player="human", name="Eve", salt="0", name_digest=name_digest("0", "Eve"))
    changed = honest.opening.model_copy(update={"seats": tuple(seats)})
    assert "under its digest" in sentence(forged(honest, opening=changed, names=("Eve", "Player 2")))


def test_a_name_erased_by_halves(honest: Recap) -> None:
    assert honest.opening is not None
    seats = (honest.opening.seats[0].model_copy(update={"name": None}), honest.opening.seats[1])
    changed = honest.opening.model_copy(update={"seats": seats})
    assert "erased by halves" in sentence(forged(honest, opening=changed))


# -- the deal ----------------------------------------------------------------------------------------------------------


def test_a_seed_that_was_chosen(honest: Recap, shown: Shown) -> None:
    """Another game altogether, with a seal of its own: only what was shown tells them apart."""
    chosen = played_recap("name_duel", 2, OTHER_SEED)
    assert verify(chosen) is None
    assert "not dealt from the seed that was promised" in sentence(chosen, shown)
    assert "SHA-256 is not the commitment" in sentence(
        forged(chosen, commitment=honest.commitment), Shown(commitment=honest.commitment)
    )
    grafted = forged(honest, seed=OTHER_SEED, commitment=commitment(OTHER_SEED))
    assert "opening" in sentence(grafted)
    assert "does not follow from the seed and the presses" in sentence(reopened(grafted))


def test_an_id_left_out_or_in_another_order(honest: Recap, shown: Shown) -> None:
    for presses in (PRESSES[:-1], PRESSES[1:], tuple(reversed(PRESSES)), (*PRESSES, "5004")):
        assert "presses" in sentence(forged(honest, presses=presses))
        assert "does not follow from the seed and the presses" in sentence(reopened(honest, presses=presses))
        dealt_anew = played_recap("name_duel", 2, SEED, presses)
        assert verify(dealt_anew) is None
        assert "presses" in sentence(dealt_anew, shown)


def test_all_presses_left_out(honest: Recap) -> None:
    """As if the game came from before presses counted; or as a recap of the first version."""
    assert "sealed opening is missing" in sentence(forged(honest, opening=None))
    assert "does not follow from the seed." in sentence(forged(honest, opening=None, presses=()))
    old = json.loads(honest.model_dump_json(exclude={"presses", "opening", "promised_at", "opened_at", "acts"}))
    assert "does not follow from the seed." in sentence(FirstRecap.model_validate({**old, "version": 1}).with_digest())


def test_an_opening_that_was_shown_and_is_missing(honest: Recap, shown: Shown) -> None:
    assert "this recap has none" in sentence(forged(honest, opening=None), shown)


# -- what was played ---------------------------------------------------------------------------------------------------


def test_options_and_versions(honest: Recap) -> None:
    assert honest.opening is not None
    changed = {**honest.options, "turn_seconds": honest.options["turn_seconds"] + 1}
    assert "options" in sentence(forged(honest, options=changed))
    version = honest.opening.model_copy(update={"code_version": "9.9"})
    assert "version" in sentence(forged(honest, opening=version))


def test_a_digest_taken_out(honest: Recap) -> None:
    assert "has no digest" in sentence(honest.model_copy(update={"digest": ""}))


def test_a_rewind_cut_out(honest: Recap, shown: Shown) -> None:
    """Nothing that is shown before the end can seal it: with a digest made anew only the channel tells."""
    without = honest.model_copy(update={"acts": ()})
    assert "a rewind" in sentence(without)
    made_anew = without.with_digest()
    assert verify(made_anew, shown) is None
    assert any("nothing else was done to the table" in told for told in report(made_anew, shown).unproved)


def test_a_game_cut_short(honest: Recap) -> None:
    """As if it had been ended, so that nobody has lost."""
    half = forged(honest, journal=honest.journal[:20], outcome=None)
    assert "does not say that somebody ended the game" in sentence(half)
    ended = (*honest.acts, TableAct(what="end", round=1))
    assert "comes to its end" in sentence(forged(honest, outcome=None, acts=ended))
    shorter = forged(honest, journal=honest.journal[:20], outcome=None, acts=ended)
    assert "never made" in sentence(shorter), "what was announced later is still there"


def test_digests_of_lines_blanked(honest: Recap) -> None:
    """They may be empty only behind a text that was erased."""
    line = honest.journal[-1].model_copy(update={"digest": ""})
    assert "digest is" in sentence(forged(honest, journal=(*honest.journal[:-1], line)))


# -- what is printed ---------------------------------------------------------------------------------------------------

ESCAPE = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m"


def test_no_forged_text_reaches_the_terminal_raw(honest: Recap) -> None:
    said = list(honest.announcements[0])
    evil = honest.journal[5].model_copy(update={"key": ESCAPE, "value": ESCAPE})
    for changed in (
        {"game": ESCAPE},
        {"journal": (*honest.journal[:5], evil, *honest.journal[6:])},
        {"announcements": ((*said[:2], ESCAPE, {ESCAPE: ESCAPE}), *honest.announcements[1:])},
        {"announcements": (*honest.announcements, (len(honest.announcements), "everyone", ESCAPE, {}))},
        {"options": {ESCAPE: 1}},
        {"names": (ESCAPE * 100, "Player 2")},
        {"opening": None, "commitment": ESCAPE},
    ):
        told = [sentence(forged(honest, **changed))]
        told += [] if "names" in changed else [sentence(reopened(forged(honest, **changed)))]
        assert all(one.isprintable() and len(one) < 1000 for one in told)


# -- recaps of the first version ---------------------------------------------------------------------------------------

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*-1.json"))


def first_version(path: Path) -> FirstRecap:
    with path.open("rb") as file:
        recap = reading.read(file)
    assert isinstance(recap, FirstRecap)
    return recap


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recap_of_the_first_version_is_verified_for_ever(path: Path) -> None:
    recap = first_version(path)
    assert verify(recap, Shown(commitment=recap.commitment)) is None
    told = report(recap, Shown(commitment=recap.commitment))
    assert any("promised" in one for one in told.proved)
    assert any("version 1" in one for one in told.unproved)
    assert "has no digest" in sentence(recap.model_copy(update={"digest": ""}))
    assert "begins with" in sentence(recap, Shown(commitment="0" * 64))


def test_there_is_one_of_every_game() -> None:
    assert len({first_version(path).game for path in RECORDED}) == 5


# -- what is proved, and what is not -----------------------------------------------------------------------------------


def test_without_what_was_shown_it_says_where_to_read_it(honest: Recap, shown: Shown) -> None:
    alone = "\n".join(report(honest, Shown()).unproved)
    assert "https://discord.com/channels/1/2/5000" in alone
    assert "--commitment" in alone
    assert "https://discord.com/channels/1/3/6000" in alone
    assert "--opening" in alone
    with_both = report(honest, shown)
    assert not any("--" in told for told in with_both.unproved)
    assert len(with_both.proved) == 3
    assert with_both.acts == (
        "Round 2: the table went back to line 3; 4 answers were taken back, although a secret had been shown since.",
    )


@pytest.mark.parametrize(
    ("presses", "told"),
    [
        (PRESSES, "the 2 presses after the seal"),
        (("4001",), "all presses in it are older"),
        ((), "no press of a player went into it"),
    ],
)
def test_how_much_of_the_deal_is_the_players(presses: tuple[str, ...], told: str) -> None:
    recap = played_recap("name_duel", 2, SEED, presses)
    assert recap.promised_at == PROMISED_AT
    assert any(told in one for one in report(recap, Shown()).unproved)


def test_everything_that_can_be_done_to_a_table_has_a_sentence(honest: Recap) -> None:
    acts = (
        TableAct(what="pause", round=1), TableAct(what="resume", round=1), TableAct(what="extend", round=1),
        TableAct(what="skip", round=1), TableAct(what="again", round=1, answers=2),
        TableAct(what="seat", round=1, seat=2, player="computer"),
        TableAct(what="seat", round=1, seat=2, player="human"),
        TableAct(what="led", round=1, person=True, sees_all=False), TableAct(what="led", round=1, person=False),
        TableAct(what="end", round=1),
    )  # fmt: skip
    told = report(forged(honest, acts=acts), Shown()).acts
    assert len(set(told)) == len(acts)
    assert "Round 1: seat 2 was given to a computer player." in told
