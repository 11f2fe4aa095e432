"""What the recorded duel is good for: `test_upgrade` follows it for ever, and here it says that much happens in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import DuelOptions

RECORDING = Path(__file__).parent / "name_duel-0.1.0.json"


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    return dict(json.loads(RECORDING.read_text()))


@pytest.fixture(scope="module")
def said(recording: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(key, values) for _, key, values in recording["said"]]


def test_it_is_a_best_of_three_that_took_three_games(
    recording: dict[str, Any], said: list[tuple[str, dict[str, Any]]]
) -> None:
    assert DuelOptions.model_validate(recording["options"]).best_of == 3
    won = [values for key, values in said if key == "game.won"]
    assert [values["game"] for values in won] == [1, 2, 3]
    assert {values["reason"] for values in won} == {"guessed", "deck"}
    assert len({values["seat"] for values in won}) == 2


def test_it_holds_every_card_reactions_empty_hands_and_time_outs(
    recording: dict[str, Any], said: list[tuple[str, dict[str, Any]]]
) -> None:
    played = {values["name"] for key, values in said if key in ("card.played", "card.drawn_and_played")}
    assert played == set(NAMES)
    reactions = {(values["name"], values["deck"]) for key, values in said if key == "reaction.played"}
    assert {name for name, _ in reactions} == {"bootstrap", "flippy", "whuppity_stoorie"}
    keys = {key for key, _ in said}
    assert {"card.drawn_and_played", "turn.time_is_up", "deck.empty", "card.discarded", "card.not_in_hand"} <= keys
    assert {"card.regained", "bottom.exchanged", "bottom.kept", "cards.returned", "hand.shown"} <= keys
    answered = {line["key"] for line in recording["journal"]}
    assert {"duel.start", "duel.react", "hobyah.top", "rumpelstiltskin.regain", "yallery_brown.exchange"} <= answered
    assert {"time.duel.guess", "clock.turn", "clock.reaction"} <= answered
