"""The simulator: reproducible, complete, and by the same engine as a real table."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.match import Match
from bot.engine.questions import Question
from bot.games import GAMES
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
    reply = match.reply

    def watched(question: Question, value: object) -> None:
        if question.seat < 0:
            assert all(open_.seat < 0 for open_ in match.open)
        reply(question, value)

    monkeypatch.setattr(match, "reply", watched)
    assert play(match, {seat: player_for("village", "random", rng) for seat in range(1, 9)}, rng) > 0
    assert match.outcome is not None


def test_loose_chance_draws_what_is_asked() -> None:
    chance = LooseChance(Random(1))
    cards = ["a", "b", "c", "d"]
    assert sorted(chance.draw(Question(-1, "q", cards, "shuffle"), "")) == cards
    assert {chance.draw(Question(-1, "q", cards), "") for _ in range(100)} == set(cards)
    assert {chance.draw(Question(-1, "q", kind="number", least=1, most=6), "") for _ in range(200)} == set(range(1, 7))
