"""What the recorded game in the forest is good for: `test_upgrade` follows it for ever; here it says what happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

RECORDING = Path(__file__).parent / "grimm_forest-0.1.0.json"
Said = list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    return dict(json.loads(RECORDING.read_text()))


@pytest.fixture(scope="module")
def said(recording: dict[str, Any]) -> Said:
    return [(key, values) for _, key, values in recording["said"]]


def test_it_is_a_whole_game_of_four_with_all_cards(recording: dict[str, Any], said: Said) -> None:
    assert (recording["game"], recording["seats"]) == ("grimm_forest", 4)
    assert recording["options"]["advanced"] is True
    assert len(recording["snapshots"]) > 5
    assert [key for key, _ in said][-1] == "game.over"


def test_many_cards_are_played_in_it(said: Said) -> None:
    fables = {fable for key, values in said if key == "fables.revealed" for _, fable in values["fables"]}
    friends = {values["friend"] for key, values in said if key == "friend.gained"}
    assert len(fables) >= 14
    assert len(friends) >= 8
    keys = {key for key, _ in said}
    assert {"monster.placed", "section.built", "first_builder", "friend.lost", "goods.given", "build.undone"} <= keys


def test_it_asks_the_questions_of_every_phase(recording: dict[str, Any]) -> None:
    answered = {line["key"] for line in recording["journal"]}
    assert {
        "gather.place",
        "gather.fable",
        "market.draft",
        "build.act",
        "friend.keep",
        "first_builder.gift",
    } <= answered
