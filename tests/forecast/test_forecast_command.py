"""`magic-mirror forecast`, with games that are made up."""

from __future__ import annotations

import json

import pytest
from forecast.made_up import MadeUpCrew
from typer.testing import CliRunner

from bot.cli import app
from bot.forecast import office
from bot.forecast.job import Forecast


class AtOnce(MadeUpCrew):
    """Plays as soon as it begins."""

    async def begin(self) -> None:
        self.finish()


def said(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    monkeypatch.setattr(office, "Processes", AtOnce)
    result = CliRunner().invoke(app, ["forecast", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_terminal_reads_what_discord_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    output = said(monkeypatch, "village", "--seats", "12", "--role-set", "beginner")
    assert "Forecast: Beginner" in output
    assert "- everybody normal: the village 75 (" in output
    assert "**" not in output


def test_json_is_the_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Forecast.model_validate(json.loads(said(monkeypatch, "name_duel", "--json")))
    assert (found.game, found.seats, found.sides) == ("name_duel", 2, ("seat 1", "seat 2"))
