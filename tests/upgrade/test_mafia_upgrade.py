"""What the recorded game of Mafia is good for: `test_upgrade` follows it for ever; here it says what happens in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.mafia.options import club_cast

RECORDING = Path(__file__).parent / "mafia-0.1.0.json"
Said = list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    return dict(json.loads(RECORDING.read_text()))


@pytest.fixture(scope="module")
def said(recording: dict[str, Any]) -> Said:
    return [(key, values) for _, key, values in recording["said"]]


def test_every_card_is_in_it_and_people_leave_in_every_way(recording: dict[str, Any], said: Said) -> None:
    assert (recording["game"], recording["seats"]) == ("mafia", 12)
    assert said[0] == ("game.begins", {"seats": 12, "cast": club_cast(12)})
    assert {values["end"] for key, values in said if key == "player.left"} == {"voted", "killed", "fouls"}
    assert [key for key, _ in said][-1] == "game.over"
    assert len([key for key, _ in said if key == "day.begins"]) >= 3


def test_every_question_is_answered_in_it(recording: dict[str, Any]) -> None:
    answered = {line["key"] for line in recording["journal"]}
    nights = {"victim", "search", "investigate", "maniac", "lover", "doctor", "suspect"}
    assert {f"night.{card}" for card in nights} <= answered
    assert {"speech.floor", "defence.floor", "final.floor", "vote.hand", "vote.all", "foul"} <= answered
    assert {"clock.speech", "clock.defence", "clock.vote", "clock.night"} <= answered


def test_ties_a_cancelled_vote_and_results_are_in_it(said: Said) -> None:
    keys = {key for key, _ in said}
    assert {"vote.counted", "vote.all_of_them.counted", "vote.cancelled", "vote.none"} <= keys
    assert {"role.team", "night.picked", "night.verdict", "night.found", "foul.called"} <= keys
