"""What the recorded game of cards is good for: `test_upgrade` follows it for ever; here it says what happens in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES

RECORDING = Path(__file__).parent / "trumplestiltskin-0.1.0.json"
Said = list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    return dict(json.loads(RECORDING.read_text()))


@pytest.fixture(scope="module")
def said(recording: dict[str, Any]) -> Said:
    return [(key, values) for _, key, values in recording["said"]]


def test_it_has_hands_made_and_missed_and_an_end(recording: dict[str, Any], said: Said) -> None:
    assert (recording["game"], recording["seats"]) == ("trumplestiltskin", 4)
    scores = [values["score"] for key, values in said if key == "hand.scored"]
    assert len(scores) >= 4
    assert {score[4] for score in scores} == {True, False}
    assert [key for key, _ in said][-1] == "game.over"
    assert len({score[3] for score in scores}) > 1  # more than one suit was Trump


def test_it_asks_every_question_and_holds_claims_of_every_kind(recording: dict[str, Any], said: Said) -> None:
    answered = {line["key"] for line in recording["journal"]}
    assert answered == {*GAMES["trumplestiltskin"].duties, "claim.object", "deal.dealer", "deal.cards", "deal.blanket"}
    keys = {key for key, _ in said}
    assert {"claim.made", "claim.certain", "claim.accepted", "claim.rejected", "gnome.turned"} <= keys


def test_jokers_are_played_in_it(said: Said) -> None:
    jokers = {values["play"] for key, values in said if key == "card.played" and values["play"][:2] in ("RJ", "BJ")}
    assert len(jokers) >= 2
