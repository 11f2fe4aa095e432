"""The steps of `docs/developers.md` for adding a game are true: a sixth one is there when its two folders and
one line are.

Three Chests (`tests/sixth_game`) is small, but has a secret, a choice in public, a picture and a computer player. It is
played from `/play` to the recap by people who press what they are shown.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import simcord
from rooms.any_game import Seen
from support.waiting import patiently

import bot.games
import cogs
from bot.client import Mirror
from bot.engine.chance import commitment
from bot.games import GAMES
from bot.recaps.recap import Recap
from bot.recaps.report import report
from bot.recaps.verifying import Shown, verify
from bot.simulate import simulate
from bot.store.database import Store

SIXTH = Path(__file__).resolve().parents[1] / "sixth_game"
NAME = "three_chests"


@pytest.fixture
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Its folders stand beside those of the other games, and its name in the line of `bot.games`."""
    bot.games.__path__.append(str(SIXTH / "games"))
    cogs.__path__.append(str(SIXTH / "cogs"))
    monkeypatch.setattr(bot.games, "NAMES", (*bot.games.NAMES, NAME))
    monkeypatch.setitem(GAMES, NAME, bot.games.declared(NAME))
    yield
    bot.games.__path__.pop()
    cogs.__path__.pop()


class Parlour:
    """A server with a room, and people who press what they see."""

    def __init__(self, env: simcord.Env, mirror: Mirror) -> None:
        self.env = env
        self.mirror = mirror
        self.guild = env.create_guild("Parlour", owner=env.create_user("boss"))
        self.room = self.guild.create_text_channel("table")
        self.people = {name: self.guild.add_member(env.create_user(name)) for name in ("ann", "ben", "eve")}

    def shown(self, place: Any) -> list[Any]:
        return [message for message in place.history() if not message.flags.ephemeral]

    def text(self, place: Any) -> str:
        sent = self.env.backend.messages.get(place.id, {})
        return "\n".join(Seen(sent[number]).text for number in sorted(sent))

    def message(self, place: Any, number: int) -> str:
        """What this message says now."""
        return Seen(self.env.backend.messages[place.id][number]).text

    async def press(self, name: str, place: Any, label: str) -> Any:
        """The newest message there that has this button is pressed."""
        actor = self.people[name]
        hand = actor.user if place.id == actor.user.dm_channel.id else actor
        sent = self.env.backend.messages.get(place.id, {})
        for message in reversed(self.shown(place)):
            if label in Seen(sent[message.id]).labels:
                return await hand.click(message, label=label)
        raise AssertionError(f"nobody shows {name} a button {label!r}: {self.text(place)}")

    async def soon(self, seconds: float = 8) -> None:
        await self.env.advance_time(seconds)


@asynccontextmanager
async def parlour(tmp_path: Path) -> AsyncIterator[Parlour]:
    store = await Store.open(tmp_path / "mirror.db")
    try:
        mirror = Mirror(store, shard_count=1)
        async with patiently(mirror) as env:
            yield Parlour(env, mirror)
    finally:
        await store.close()


@pytest.mark.usefixtures("sixth_game")
async def test_it_is_played_from_play_to_the_recap(tmp_path: Path) -> None:
    async with parlour(tmp_path) as here:
        await here.people["ann"].slash(here.room, "play", game=NAME)
        assert "Three Chests" in here.text(here.room)
        lobby = here.shown(here.room)[-1].id
        (seal,) = re.findall(r"[0-9a-f]{64}", here.message(here.room, lobby))
        await here.press("ben", here.room, "Join")
        await here.press("ann", here.room, "Start")
        await here.soon(12)
        thread = here.room.threads[-1]
        assert "Three chests, and a coin for each of you to hide." in here.text(thread)
        opening = here.shown(thread)[0].id
        (digest,) = re.findall(r"[0-9a-f]{64}", here.text(thread))
        assert seal not in here.text(thread), "it stands in the lobby's message, and goes on standing there"
        assert seal in here.message(here.room, lobby)

        ann, ben = (here.people[name].user.dm_channel for name in ("ann", "ben"))
        await here.press("ann", ann, "iron")
        await here.soon()
        assert "Your coin lies in the iron chest." in here.text(ann)
        assert "iron" not in here.text(ben)
        assert "Your coin" not in here.text(thread)
        await here.press("ben", thread, "iron")
        await here.soon()
        assert "The coin was in the iron chest. Found by: **ben**." in here.text(thread)

        await here.press("ben", ben, "glass")
        await here.soon()
        own = await here.press("ben", thread, "My seat")
        assert "Your coin lies in the glass chest." in Seen(own.response._message).text
        assert [one["filename"] for one in own.response._message.attachments] == ["chests.jpg"]
        await here.press("ann", thread, "oak")
        await here.soon(12)
        assert "Most coins: **ben**" in here.text(thread)
        assert "The seal is open" in here.text(thread)
        assert seal in here.message(here.room, lobby)

        told = await here.people["ann"].slash(thread, "recap")
        (seed,) = re.findall(r"The secret number, now open: (\w+)", Seen(told.response._message).text)
        assert commitment(seed) == seal, "what was sealed is opened"
        assert "The coin was in the glass chest. Found by: nobody." in Seen(told.response._message).text
        (file,) = told.followups[0]._message.attachments
        recap = Recap.model_validate_json(here.env.backend.cdn.get(file["url"]))
        assert verify(recap, Shown(commitment=seal, opening=digest)) is None
        assert recap.promised_at is not None
        assert recap.opened_at is not None
        assert (recap.promised_at.message, recap.opened_at.message) == (str(lobby), str(opening))
        assert any("the 2 presses after the seal" in one for one in report(recap, Shown()).unproved)
        eve = await here.people["eve"].slash(here.room, "rules", topic=f"{NAME}.start")
        assert "Each of you hides a coin once." in Seen(eve.response._message).text


@pytest.mark.usefixtures("sixth_game")
async def test_a_computer_player_takes_the_other_chair(tmp_path: Path) -> None:
    async with parlour(tmp_path) as here:
        await here.people["ann"].slash(here.room, "play", game=NAME)
        await here.press("ann", here.room, "Fill with computer players")
        await here.press("ann", here.room, "Start")
        await here.soon(12)
        thread = here.room.threads[-1]
        await here.press("ann", here.people["ann"].user.dm_channel, "glass")
        await here.soon(60)
        assert "The coin was in the glass chest. Found by: nobody." in here.text(thread)


@pytest.mark.usefixtures("sixth_game")
def test_it_is_simulated_like_any_other() -> None:
    report = simulate(GAMES[NAME], 3, 20, "6", GAMES[NAME].role_sets[0].options, players="thoughtful")
    assert (report.games, report.answers) == (20, 20 * 9), "three coins, and each time one hides it and two guess"


def test_without_its_line_there_is_no_such_game() -> None:
    assert NAME not in GAMES
