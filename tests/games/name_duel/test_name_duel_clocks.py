"""Time in the duel (R1-9): the clock of a turn, the window for a reaction, and both at a table that keeps its time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from language.name_duel import NAME_DUEL, a_name_duel
from support.tables import Table, opened_table

from bot.games.name_duel.options import NameDuelOptions

ANN = "noggin tim flippy drum shenanigan | whuppity hobyah bootstrap yallery rumpel"
BEN = "bootstrap flippy whuppity hobyah noggin | drum rumpel shenanigan tim yallery"


# -- what happens when time runs out ----------------------------------------------------------------------------------


def test_a_turn_without_an_answer_plays_the_lowest_card_with_choices_of_chance() -> None:
    """R1-9: Drum-Drum is the lowest of ann's hand."""
    name_duel = a_name_duel(ann=ANN, ben=BEN, chance={"time.duel.guess": "noggin"})
    name_duel.time_passes("clock.turn")
    assert name_duel.news() == [
        ("turn.time_is_up", {"seat": "ann"}),
        ("card.played", {"seat": "ann", "name": "drum_drum"}),
        ("guess.made", {"by": "ann", "of": "ben", "name": "noggin", "seconds": 30}),
    ]
    assert name_duel.asked("ann") == []
    assert (name_duel.asked("ben"), name_duel.clocks()) == (["duel.react"], ["clock.reaction"])
    name_duel.time_passes("clock.reaction")
    assert name_duel.public("card.discarded") == [{"seat": "ben", "name": "noggin"}]
    assert name_duel.discard("ann") == ("drum_drum",)
    name_duel.is_turn_of("ben")


def test_when_time_is_up_in_the_middle_the_rest_of_the_turn_is_chosen_by_chance() -> None:
    """R1-9, M1-3: what was chosen in time stands, also across guesses; time is up only once."""
    name_duel = a_name_duel(ann=ANN, ben=BEN, chance={"time.duel.guess": "tim", "time.duel.guess#2": "drum"})
    name_duel.plays("ann", "tim")
    name_duel.time_passes("clock.turn")
    assert name_duel.public("guess.made")[-1]["name"] == "tim_tit_tot"
    name_duel.window_closes()
    assert name_duel.public("guess.made")[-1]["name"] == "drum_drum"
    assert name_duel.asked("ann") == []
    name_duel.window_closes()
    assert name_duel.public("turn.time_is_up") == [{"seat": "ann"}]
    assert name_duel.discard("ann") == ("tim_tit_tot",)
    name_duel.is_turn_of("ben")


def test_the_clock_of_the_turn_does_not_run_while_a_guess_waits() -> None:
    """M1-2: it is the other one's time; afterwards the same clock runs again."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    (clock,) = (one for one in name_duel.match.open if one.key == "clock.turn")
    name_duel.plays("ann", "tim")
    name_duel.says("ann", "drum")
    assert name_duel.clocks() == ["clock.reaction"]
    name_duel.window_closes()
    assert name_duel.asked("ann") == ["duel.guess"]
    assert [one for one in name_duel.match.open if one.seat < 0] == [clock]


@pytest.mark.parametrize("deck", ["own", "other"])
@pytest.mark.parametrize(("word", "said"), [("flippy", "deck.inverted"), ("shenanigan", "deck.top_shown")])
def test_time_is_up_over_the_choice_of_a_deck(word: str, said: str, deck: str) -> None:
    name_duel = a_name_duel(ann=ANN, ben=BEN, chance={f"time.{word}.deck": deck})
    name_duel.plays("ann", word)
    name_duel.time_passes("clock.turn")
    assert name_duel.public(said)[0]["of"] == ("ann" if deck == "own" else "ben")
    if word == "shenanigan":
        assert len(name_duel.public("guess.made")) == 1
        name_duel.window_closes()
    name_duel.is_turn_of("ben")


def test_time_is_up_before_hobyah_draws() -> None:
    chance = {"time.hobyah.draw": 2, "time.hobyah.top": "tim", "time.hobyah.top#2": "flippy"}
    name_duel = a_name_duel(ann="hobyah tim | flippy drum noggin", ben=BEN, chance=chance)
    name_duel.plays("ann", "hobyah")
    name_duel.time_passes("clock.turn")
    assert name_duel.public("cards.drawn") == name_duel.public("cards.returned") == [{"seat": "ann", "count": 2}]
    assert name_duel.deck("ann") == ("flippy", "tim_tit_tot", "noggin")
    assert name_duel.told("ann", "card.drawn") == [{"names": ["flippy", "drum_drum"]}]
    name_duel.is_turn_of("ben")


def test_time_is_up_before_hobyah_returns() -> None:
    name_duel = a_name_duel(ann="hobyah tim | flippy drum noggin", ben=BEN, chance={"time.hobyah.top": "tim"})
    name_duel.plays("ann", "hobyah")
    name_duel.answers("ann", "hobyah.draw", 1)
    name_duel.time_passes("clock.turn")
    assert name_duel.deck("ann") == ("tim_tit_tot", "drum_drum", "noggin")
    name_duel.is_turn_of("ben")


@pytest.mark.parametrize("regained", ["bootstrap", None])
def test_time_is_up_over_what_rumpelstiltskin_takes_back(regained: str | None) -> None:
    name_duel = a_name_duel(ann="rumpel tim | flippy drum", ben=BEN, chance={"time.rumpelstiltskin.regain": regained})
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "tim")
    name_duel.time_passes("clock.turn")
    assert len(name_duel.public("card.regained")) == (regained is not None)
    assert len(name_duel.public("card.not_regained")) == (regained is None)
    name_duel.is_turn_of("ben")


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ({"time.yallery_brown.look": "leave"}, []),
        ({"time.yallery_brown.look": "look", "time.yallery_brown.exchange": None}, ["bottom.looked", "bottom.kept"]),
        (
            {"time.yallery_brown.look": "look", "time.yallery_brown.exchange": "tim"},
            ["bottom.looked", "bottom.exchanged"],
        ),
    ],
)
def test_time_is_up_over_yallery_brown(chance: dict[str, Any], said: list[str]) -> None:
    """R1-9: chance looks for the player too, who is told what it saw."""
    name_duel = a_name_duel(ann="yallery tim | flippy drum", ben=BEN, chance=chance)
    name_duel.plays("ann", "yallery")
    name_duel.time_passes("clock.turn")
    assert [key for key, _ in name_duel.news() if key.startswith("bottom.")] == said
    assert len(name_duel.told("ann", "bottom.is")) == ("bottom.looked" in said)
    name_duel.is_turn_of("ben")


def test_time_is_up_over_the_exchange() -> None:
    name_duel = a_name_duel(ann="yallery tim | flippy drum", ben=BEN, chance={"time.yallery_brown.exchange": "tim"})
    name_duel.plays("ann", "yallery")
    name_duel.answers("ann", "yallery_brown.look", "look")
    name_duel.time_passes("clock.turn")
    assert name_duel.deck("ann") == ("flippy", "tim_tit_tot")
    name_duel.is_turn_of("ben")


def test_nobody_at_the_table_still_ends_the_contest() -> None:
    """R1-9: time-outs at every question, and the contest is decided."""
    name_duel = a_name_duel(best_of=5, begun=False)
    for _ in range(5 * 21 * 3):
        if name_duel.winner is not None:
            break
        name_duel.time_passes(name_duel.clocks()[0])
    assert name_duel.winner is not None
    name_duel.is_over(name_duel.winner)


# -- at a table -------------------------------------------------------------------------------------------------------


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


SEED = "clocks 16"
"""Ann begins and holds a Tim Tit Tot, and no secret name is Bootstrap or Noggin."""


async def deal(table: Table, **settings: Any) -> None:
    """A duel of 101 and 102; ann's first turn is open."""
    await table.deal(2, NameDuelOptions(**settings), game=NAME_DUEL, begun=False, seed=SEED)
    await table.answer(await table.asked("duel.start"), 1)


async def guesses(table: Table, name: str) -> None:
    await table.answer(await table.asked("duel.guess"), name)


async def due_in(table: Table) -> dict[str, float]:
    """The clocks that run, and the seconds they have left."""
    awake = await table.awake()
    keys = {question.number: question.key for question in awake.match.open}
    return {keys[number]: (at - table.play_ms) / 1000 for number, at in awake.deadlines.items()}


async def test_a_turn_has_three_minutes_and_a_reaction_thirty_seconds(table: Table) -> None:
    """R1-9."""
    await deal(table)
    assert await due_in(table) == {"clock.turn": 180}
    table.clock.now += 100_000
    await table.answer(await table.asked("duel.play"), "tim_tit_tot")
    assert await due_in(table) == {"clock.turn": 80}  # one clock for the whole turn
    await guesses(table, "noggin")
    assert await due_in(table) == {"clock.reaction": 30}


async def test_the_window_lasts_to_its_end_although_the_reaction_is_chosen(table: Table) -> None:
    """S1-8, R1-9."""
    await deal(table)
    await table.answer(await table.asked("duel.play"), "tim_tit_tot")
    await guesses(table, "noggin")
    table.clock.now += 4_000
    await table.answer(await table.asked("duel.react"), None)
    assert await due_in(table) == {"clock.reaction": 26}
    await table.time_passes(25)
    assert await table.keys() == ["clock.reaction"]
    await table.time_passes(1)
    assert await table.keys() == ["duel.guess", "clock.turn"]
    assert [row.strikes for row in (await table.seats()).values()] == [0, 0]


async def test_the_turn_has_its_time_again_after_a_guess(table: Table) -> None:
    """M1-2: the clock of the turn is set anew, so that nobody pays for the other one's time."""
    await deal(table)
    table.clock.now += 170_000
    await table.answer(await table.asked("duel.play"), "tim_tit_tot")
    await guesses(table, "noggin")
    await table.time_passes(30)
    assert await table.keys() == ["duel.guess", "clock.turn"]
    assert (await due_in(table))["clock.turn"] == 180
    await table.time_passes(179)
    assert await table.keys() == ["duel.guess", "clock.turn"]
    await table.time_passes(1)
    assert await table.keys() == ["duel.react", "clock.reaction"]


async def test_a_silent_table_plays_itself_turn_by_turn(table: Table) -> None:
    """R1-9: each is missed once a turn; nobody is asked for ever."""
    await deal(table, best_of=1)
    for _ in range(90):
        if (await table.awake()).over:
            break
        await table.time_passes(max((await due_in(table)).values()))
        await table.wakes_up()
    assert (await table.row()).status == "over"
    assert await table.deadlines() == []


async def test_the_time_that_is_left_survives_a_restart(table: Table) -> None:
    await deal(table)
    await table.answer(await table.asked("duel.play"), "tim_tit_tot")
    await guesses(table, "noggin")
    table.clock.now += 10_000
    await table.restart()
    assert await table.keys() == ["duel.react", "clock.reaction"]
    assert await due_in(table) == {"clock.reaction": 20}
    await table.answer(await table.asked("duel.react"), None)
    await table.restart()
    assert await table.keys() == ["clock.reaction"]
    await table.time_passes(20)
    assert await table.keys() == ["duel.guess", "clock.turn"]


async def test_quick_reactions_and_times_of_ones_own(table: Table) -> None:
    await deal(table, turn_seconds=60, reaction_seconds=5, quick_reactions=True)
    assert await due_in(table) == {"clock.turn": 60}
    await table.answer(await table.asked("duel.play"), "tim_tit_tot")
    await guesses(table, "noggin")
    assert await due_in(table) == {"clock.reaction": 5}
    await table.answer(await table.asked("duel.react"), None)
    assert await table.keys() == ["duel.guess", "clock.turn"]
