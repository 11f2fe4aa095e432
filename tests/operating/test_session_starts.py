"""A bot that is started again and again stops long before Discord takes its token away."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord.shard import SessionStartLimits

from bot import app as bot_app
from bot.resuming_client import ResumingClient
from bot.session_starts import HOUR_MS, TooManyStarts, why_not
from bot.store.slots import WHOLE


def left(remaining: int, *, hours: float = 5.0) -> SessionStartLimits:
    return SessionStartLimits(total=1_000, remaining=remaining, reset_after=int(hours * HOUR_MS), max_concurrency=1)


class Client:
    """A client that notes what is asked of it."""

    def __init__(self, remaining: int) -> None:
        self._remaining = remaining
        self.asked: list[str] = []

    async def login(self, _token: str) -> None:
        self.asked.append("login")

    async def fetch_session_start_limits(self) -> SessionStartLimits:
        return left(self._remaining)

    async def connect(self) -> None:
        self.asked.append("connect")


async def asked_of(client: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(bot_app, "set_aside", lambda: None)
    await bot_app._connect(client, "none", WHOLE)
    asked: list[str] = client.asked
    return asked


async def test_while_many_starts_are_left_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await asked_of(Client(201), monkeypatch) == ["login", "connect"]


async def test_while_two_hundred_are_left_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(200)
    with pytest.raises(bot_app.CannotRun, match="has counted 800;"):
        await asked_of(client, monkeypatch)
    assert client.asked == ["login"]


async def test_a_process_whose_sessions_end_again_and_again_stops_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first ones it was asked already."""
    client, limits = ResumingClient(intents=discord.Intents.none()), [left(200), left(201)]

    async def fetch() -> SessionStartLimits:
        return limits[0]

    monkeypatch.setattr(client, "fetch_session_start_limits", fetch)
    with pytest.raises(TooManyStarts, match="has counted 800;"):
        await client.before_identify_hook(1, initial=True)
    client._launching.add(1)
    await client.before_identify_hook(1, initial=True)
    client._launching.clear()
    limits.pop(0)
    await client.before_identify_hook(1, initial=True)


@pytest.mark.parametrize(("hours", "told"), [(0.2, "in 1 hour."), (1.0, "in 1 hour."), (5.5, "in 6 hours.")])
def test_the_sentence_says_when_to_try_again(hours: float, told: str) -> None:
    sentence = why_not(left(3, hours=hours))
    assert sentence is not None
    assert sentence.endswith(told)
    assert "997" in sentence
