"""The simulator: reproducible, complete, and by the same engine as a real table."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from random import Random

import pytest

from bot.engine.chance import SealedChance
from bot.engine.match import Answered, Match
from bot.engine.questions import Question, put
from bot.engine.rulebook import Game, View
from bot.games import GAMES
from bot.games.random_player import RandomPlayer
from bot.players import PLAYER_KINDS, PlayerKind, player_for
from bot.simulate import LooseChance, Report, play, simulate

VILLAGE = GAMES["village"]
CLASSIC = VILLAGE.role_sets[0].options


def without_times(report: Report) -> dict[str, object]:
    return report.model_dump(exclude={"seconds", "games_per_second"})


@pytest.mark.parametrize("players", PLAYER_KINDS)
def test_the_same_seed_gives_the_same_report_and_another_another(players: PlayerKind) -> None:
    games = {"random": 40, "strong": 2}.get(players, 8)
    first, again, other = (simulate(VILLAGE, 9, games, seed, CLASSIC, players=players) for seed in (4, 4, 5))
    assert without_times(first) == without_times(again)
    assert without_times(first) != without_times(other)


def test_the_report_counts_every_game_once() -> None:
    report = simulate(VILLAGE, 8, 150, 1, CLASSIC)
    assert sum(report.wins.values()) == report.games == 150
    assert set(report.wins) == {"town", "rumplestiltskin"}
    assert report.answers > 150 * 20
    assert report.rounds_mean >= 1
    assert list(Report.model_fields) == [
        "game", "seats", "games", "seconds", "games_per_second", "answers", "wins", "rounds_mean",
    ]  # fmt: skip


@pytest.mark.parametrize("role_set", [role_set.name for role_set in VILLAGE.role_sets])
@pytest.mark.parametrize("seats", [8, 12, 20])
def test_every_role_set_is_played_to_the_end(role_set: str, seats: int) -> None:
    report = simulate(VILLAGE, seats, 10, 2, VILLAGE.role_set(role_set).options)
    assert sum(report.wins.values()) == 10


def test_progress_is_told_and_ends_with_all() -> None:
    told: list[int] = []
    simulate(VILLAGE, 8, 130, 1, CLASSIC, progress=told.append)
    assert told == [64, 128, 130]


def test_a_clock_runs_out_only_when_nobody_has_anything_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    match = Match.start(VILLAGE, CLASSIC, 8, LooseChance(rng), record=False)
    play_out = match.play_out
    clocks = 0

    def watched(choose: Callable[[Sequence[Question]], Answered]) -> None:
        def chosen(waiting: Sequence[Question]) -> Answered:
            nonlocal clocks
            question, value = choose(waiting)
            if question.seat < 0:
                assert all(open_.seat < 0 for open_ in match.open)
                clocks += 1
            return question, value

        play_out(chosen)

    monkeypatch.setattr(match, "play_out", watched)
    assert play(match, {seat: player_for("village", "random", rng) for seat in range(1, 9)}, rng) > 0
    assert match.outcome is not None
    assert clocks


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_simulated_game_leaves_nothing_behind_that_only_a_collection_would_find(game: Game) -> None:
    """Where games left cycles behind, a tenth of a long simulation was spent on looking for them."""
    seats = game.seats.start
    options = next(one.options for one in game.role_sets if not game.faults(one.options, seats))
    simulate(game, seats, 5, 2, options)  # the same games: what is made once, when it is first needed, is made
    gc.collect()
    gc.disable()
    try:
        simulate(game, seats, 5, 2, options)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_that_is_played_out_is_the_one_that_is_answered_one_by_one(game: Game) -> None:
    """The same questions, answers, draws and news, whether the driver goes back to its caller in between or not."""
    seats = game.seats.start
    options = next(one.options for one in game.role_sets if not game.faults(one.options, seats))
    at_once, one_by_one = (Match.start(game, options, seats, SealedChance("same")) for _ in range(2))
    at_once.play_out(first_choice(Random(3)))
    choose = first_choice(Random(3))
    while one_by_one.open:
        one_by_one.reply(*choose(one_by_one.waiting))
    assert at_once.outcome is not None
    here, there = at_once.take_changes(), one_by_one.take_changes()
    assert (here.entries, here.snapshot) == (there.entries, there.snapshot)
    assert [said.as_json() for said in here.announcements] == [said.as_json() for said in there.announcements]


def first_choice(rng: Random) -> Callable[[Sequence[Question]], Answered]:
    """Somebody of those who are asked, who answers by chance; the clocks where nobody is."""
    player = RandomPlayer(rng)

    def choose(waiting: Sequence[Question]) -> Answered:
        people = [question for question in waiting if question.seat > 0]
        if not people:
            clock = min(waiting, key=lambda question: question.within or 0)
            return clock, clock.choices[0] if clock.within is None else clock.default
        question = rng.choice(people)
        return question, player.answer(question, no_look)

    return choose


def no_look() -> View:
    raise AssertionError("players of chance do not look")


def test_what_is_written_down_for_readers_is_not_in_a_simulation() -> None:
    """The last hand as a line to copy: a table has it, and a simulation saves the time."""
    game = GAMES["trumplestiltskin"]
    lines = []
    for record in (True, False):
        match = Match.start(game, game.role_sets[0].options, 3, SealedChance("lines"), record=record)
        match.play_out(first_choice(Random(1)))
        lines.append(match.view(1).model_dump()["last_line"])
    assert lines[0].startswith("T3/")
    assert lines[1] == ""


def test_loose_chance_draws_what_is_asked() -> None:
    chance = LooseChance(Random(1))
    cards = ["a", "b", "c", "d"]
    assert sorted(chance.draw(put(-1, "q", cards, "shuffle"), "")) == cards
    assert {chance.draw(put(-1, "q", cards), "") for _ in range(100)} == set(cards)
    assert {chance.draw(put(-1, "q", kind="number", least=1, most=6), "") for _ in range(200)} == set(range(1, 7))
