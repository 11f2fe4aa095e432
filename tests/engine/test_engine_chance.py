"""Chance at the table: sealed, fair, the same for everybody who recomputes it; and the stacked deck of the tests."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256
from itertools import permutations
from random import Random

import pytest
from language.any_game import play_at_random
from toy import ToyTable, notes, started

from bot.engine.chance import ScriptedChance, SealedChance, commitment, mixed, new_seed
from bot.engine.match import Match
from bot.engine.questions import CHANCE, IllegalAnswer, Question, Value, draw, put, shuffle
from bot.games import GAMES


def die(sides: int) -> Question:
    return put(CHANCE, "toy.die", tuple(range(1, sides + 1)))


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    seed = new_seed()
    assert len(seed) == 64
    assert seed != new_seed()
    assert commitment(seed) == sha256(seed.encode()).hexdigest()


def test_presses_are_mixed_into_the_seed_in_their_order() -> None:
    """Without any, a match is dealt from the seed itself, as matches were before presses counted."""
    assert mixed("s", ()) == "s"
    assert mixed("s", (1, 2)) == hmac.digest(b"s", b"1,2", "sha256").hex()
    assert len({mixed("s", (1, 2)), mixed("s", (2, 1)), mixed("s", (12,)), mixed("t", (1, 2))}) == 4


def test_the_same_seed_and_purpose_draw_the_same() -> None:
    question = put(CHANCE, "toy.deal", tuple(range(20)), "shuffle")
    assert SealedChance("s").draw(question, "0|1|toy.deal") == SealedChance("s").draw(question, "0|1|toy.deal")
    assert SealedChance("s").draw(question, "0|1|toy.deal") != SealedChance("s").draw(question, "0|2|toy.deal")
    assert SealedChance("s").draw(question, "0|1|toy.deal") != SealedChance("t").draw(question, "0|1|toy.deal")


def test_a_draw_does_not_depend_on_the_draws_before_it() -> None:
    """Each purpose has a stream of its own, so the order of drawing tells nothing and changes nothing."""
    purposes = [f"1|{number}|toy.die" for number in range(30)]
    one, other = SealedChance("s"), SealedChance("s")
    forwards = {purpose: one.draw(die(6), purpose) for purpose in purposes}
    backwards = {purpose: other.draw(die(6), purpose) for purpose in reversed(purposes)}
    assert forwards == backwards


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20])
def test_every_side_of_a_die_comes_up_about_as_often(sides: int) -> None:
    rolls = 600 * sides
    chance = SealedChance("a fair seed")
    counts = Counter(chance.draw(die(sides), f"roll {number}") for number in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    # Chi-square against its mean plus five standard deviations: never by accident, always when a side is favoured.
    surplus = sum((count - 600) ** 2 / 600 for count in counts.values())
    assert surplus < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


def test_every_order_of_a_shuffle_comes_up_about_as_often() -> None:
    chance = SealedChance("a fair seed")
    question = put(CHANCE, "toy.deal", (1, 2, 3, 4), "shuffle")
    counts = Counter(tuple(chance.draw(question, f"deal {number}")) for number in range(24 * 300))
    assert set(counts) == set(permutations((1, 2, 3, 4)))
    assert sum((count - 300) ** 2 / 300 for count in counts.values()) < 23 + 5 * 46**0.5


def test_a_number_comes_from_the_whole_range_ends_included() -> None:
    chance = SealedChance("s")
    question = put(CHANCE, "toy.number", kind="number", least=-1, most=2)
    assert {chance.draw(question, str(number)) for number in range(200)} == {-1, 0, 1, 2}


def test_a_bound_that_does_not_divide_the_stream_favours_nobody() -> None:
    """Of three billion numbers the lowest third would come up half the time, if words that do not fit were folded."""
    chance = SealedChance("s")
    question = put(CHANCE, "toy.number", kind="number", least=0, most=3 * 2**30 - 1)
    low = sum(chance.draw(question, str(number)) < 2**30 for number in range(3000))
    assert 850 < low < 1150


def test_a_shuffle_conserves_the_cards_and_leaves_the_pack_alone() -> None:
    pack = ("a", "a", "b", "c")
    shuffled = SealedChance("s").draw(put(CHANCE, "toy.deal", pack, "shuffle"), "p")
    assert Counter(shuffled) == Counter(pack)
    assert pack == ("a", "a", "b", "c")


class Listening:
    """Chance that remembers for what it was asked."""

    def __init__(self) -> None:
        self.purposes: list[str] = []
        self._chance = SealedChance("s")

    def draw(self, question: Question, purpose: str) -> Value:
        self.purposes.append(purpose)
        return self._chance.draw(question, purpose)


def test_no_two_draws_of_a_match_share_a_purpose() -> None:
    """Else they would share their luck."""
    chance = Listening()
    village = GAMES["village"]
    match = Match.start(village, village.options(), 13, chance)
    for _ in play_at_random(match, Random(5)):
        pass
    assert len(chance.purposes) == len(set(chance.purposes)) >= 2


# -- the stacked deck -------------------------------------------------------------------------------------------------


async def three_rolls(table: ToyTable) -> None:
    for _ in range(3):
        table.notes.append(await draw("toy.die", (1, 2, 3, 4, 5, 6)))


def test_a_script_answers_each_key_once_and_the_next_time_under_its_number() -> None:
    sealed = notes(started(three_rolls, chance=SealedChance("s")))
    scripted = notes(started(three_rolls, chance=ScriptedChance({"toy.die": 6}, then=SealedChance("s"))))
    assert scripted == [6, *sealed[1:]]
    scripted = notes(started(three_rolls, chance=ScriptedChance({"toy.die#2": 6, "toy.die#3": 5}, SealedChance("s"))))
    assert scripted == [sealed[0], 6, 5]


def test_a_script_can_stack_a_deck_but_not_forge_it() -> None:
    async def rule(table: ToyTable) -> None:
        table.notes.append(await shuffle("toy.deal", ("a", "b", "c")))

    stacked = ScriptedChance({"toy.deal": ["c", "a", "b"]}, then=SealedChance("s"))
    assert notes(started(rule, chance=stacked)) == [["c", "a", "b"]]
    for forged in (["c", "c", "c"], ["a", "b"], "abc"):
        with pytest.raises(IllegalAnswer):
            started(rule, chance=ScriptedChance({"toy.deal": forged}, then=SealedChance("s")))
    with pytest.raises(IllegalAnswer):
        started(three_rolls, chance=ScriptedChance({"toy.die": 7}, then=SealedChance("s")))
