"""What the rest of the program asks of any game: its sides, its built-in sets, whether a table can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from toy import ToyOptions, ToyTable, answers, asked, notes, started, toy

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Diverged, Match
from bot.engine.questions import MIRROR, ask, first_of, put, step
from bot.engine.rulebook import Fault, RoleSet, won_by_seats


class Picky(ToyOptions):
    """Options that cannot be played by three."""

    def faults(self, seats: int) -> Sequence[Fault]:
        return [Fault(key="fault.three")] if seats == 3 else []


async def hello(table: ToyTable) -> None:
    table.notes.append(await ask(1, "hello", ("hi", "bye")))


def test_a_game_has_the_sides_it_names_or_one_for_each_seat() -> None:
    game = toy(hello)
    assert game.sides_at(3) == ("seat 1", "seat 2", "seat 3")
    assert replace(game, sides=("town", "wolves")).sides_at(3) == ("town", "wolves")


def test_a_built_in_set_is_found_by_its_name() -> None:
    sets = (RoleSet("plain", ToyOptions()), RoleSet("picky", Picky()))
    game = replace(toy(hello), role_sets=sets)
    assert game.role_set("picky") is sets[1]
    with pytest.raises(KeyError, match="chess"):
        game.role_set("chess")


def test_why_a_table_cannot_be_played() -> None:
    game = toy(hello)
    assert game.faults(ToyOptions(), 5) == [Fault(key="fault.seats", values={"least": 1, "most": 4})]
    assert game.faults(ToyOptions(), 3) == []
    assert game.faults(Picky(), 3) == [Fault(key="fault.three")]
    assert game.faults(Picky(), 2) == []


def test_who_plays_alone_wins_alone_shares_or_goes_on() -> None:
    assert won_by_seats([], [1, 2, 3], "end.toy") is None
    alone, shared = won_by_seats([2], [1, 2, 3], "end.toy"), won_by_seats([1, 3], [1, 2, 3], "end.toy")
    assert alone is not None
    assert shared is not None
    assert (alone.sides, alone.seats, alone.reason) == (("seat 2",), (2,), "end.toy")
    assert alone.results == {1: "lost", 2: "won", 3: "lost"}
    assert (shared.sides, shared.results) == (("seat 1", "seat 3"), {1: "shared", 2: "lost", 3: "shared"})


def test_what_is_said_to_everybody_is_public_and_a_whisper_is_not() -> None:
    async def whispers(table: ToyTable) -> None:
        table.tell([2], "toy.whispered", what="wolf")
        await ask(1, "hello", ("hi",))

    match = started(whispers)
    assert [(said.key, said.is_public) for said in match.announcements_for(2)] == [
        ("toy.begins", True),
        ("toy.whispered", False),
    ]
    assert [said.key for said in match.announcements_for(SPECTATOR)] == ["toy.begins"]


def test_what_a_developer_reads_names_seat_key_and_choices() -> None:
    match = started(hello)
    assert repr(match.open[0]) == "Question(#64 seat 1, 'hello', one, ['hi', 'bye'])".replace(
        "64", str(match.open[0].number)
    )
    assert repr(match.announcements_for(1)[0]) == "Announcement(0, 'everyone', 'toy.begins', {})"


async def led(table: ToyTable) -> None:
    """What leads a table is only done where there are steps; the night itself always."""
    table.notes.append(table.is_real)
    await first_of([step("night", seat=1), put(MIRROR, "whistle", ("foul",))])
    table.notes.append(await ask(1, "hello", ("hi", "bye")))


def test_nobody_leads_in_a_simulation() -> None:
    """It keeps no journal and passes every step; a driver in a hurry looks at what waits without a copy."""
    match = Match.start(toy(led), ToyOptions(), 2, SealedChance("quick"), record=False)
    assert [question.key for question in match.waiting] == ["hello"]
    assert notes(match) == [False]
    match.reply(match.waiting[0], "bye")
    assert match.outcome is not None
    assert not match.waiting
    recorded = Match.start(toy(led), ToyOptions(), 2, SealedChance("quick"))
    assert asked(recorded) == [(1, "hello")]
    assert notes(recorded) == [True]


def test_an_answer_that_is_no_longer_offered_is_a_divergence() -> None:
    """The journal of a question with the same choices says what the rules of today do not take."""
    match = started(hello)
    first = match.take_changes()
    answers(match, 1, "hello", "hi")
    (entry,) = match.take_changes().entries
    assert first.snapshot is not None
    saved = match.saved(first.snapshot, [entry.model_copy(update={"value": "good day"})])
    with pytest.raises(Diverged, match="do not offer"):
        Match.resume(match.game, saved, SealedChance("toy"))
