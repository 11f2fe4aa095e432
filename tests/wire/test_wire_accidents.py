"""Games through accidents: the process is killed, sockets break, Discord is unwell. Nothing is lost or told twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from pretended import errors
from pretended.calls import Call
from pretended.evening import Evening, evening, moments
from pretended.faults import Fault, Weather
from pretended.rest import Ambush
from support.sizes import size

DUEL, VILLAGE = ("ann", "ben"), ("ann", "ben", "cat", "dan")
SEEDS = range(1, 1 + size(1, full=10))
KILLS = size(2, full=6)
TRANSIENT = 0.15


@pytest.mark.full_size
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_duel_is_killed_in_play(tmp_path: Path, seed: int) -> None:
    """With every other seed it is away for so long that Discord forgets the nonces."""
    async with evening(tmp_path, seed=seed, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        night.kill_at(moments(seed, KILLS, among=30), for_long=bool(seed % 2))
        await night.play_to_the_end()
        assert night.kills
        assert night.bot.started > 1
        assert night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_village_is_killed_in_play(tmp_path: Path, seed: int) -> None:
    async with evening(tmp_path, seed=seed, names=VILLAGE) as night:
        await night.lay_table("village")
        night.kill_at(moments(seed, KILLS, among=60))
        await night.play_to_the_end()
        assert night.kills
        assert night.bot.started > 1
        assert night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize("seed", SEEDS)
async def test_sockets_break_and_sessions_are_lost(tmp_path: Path, seed: int) -> None:
    async with evening(tmp_path, seed=seed, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        night.break_sockets(6, every=5)
        await night.play_to_the_end()
        assert night.breaks
        assert night.discord.gateway.resumed + night.discord.gateway.identified > 2
        assert night.bot.started == 1, "the same process"
        assert night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize("seed", SEEDS)
async def test_discord_is_unwell(tmp_path: Path, seed: int) -> None:
    weather = Weather(seed)
    async with evening(tmp_path, seed=seed, names=DUEL, weather=weather) as night:
        await night.lay_table("name_duel", role_set="single")
        weather.transient = TRANSIENT
        await night.play_to_the_end()
        assert weather.struck
        assert night.audit() == []


async def test_nobody_is_told_that_nothing_has_changed_when_it_has(tmp_path: Path) -> None:
    """The answer is on disk, and the connection breaks before the press is acknowledged."""
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        strike = Fault("cut_before")
        night.discord.rest.ambushes.append(Ambush(lambda call: _answers_a_card(night, call), strike))
        await night.play_until(lambda: not night.discord.rest.ambushes and night.has_said(4), "the struck answer")
        told = [one.now.text for one in night.person("ann").sees() if one.is_ephemeral]
        assert told, "ann is told what is true"
        assert night.audit() == []


async def test_a_single_403_stops_no_game(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        refusal = errors.missing_permissions()
        night.discord.rest.ambushes.append(Ambush(lambda call: _in_thread(night, call), refusal))
        await night.play_until(lambda: night.records.is_paused() or night.has_said(5), "more lines, or a pause")
        assert not night.discord.rest.ambushes
        assert not night.records.is_paused()
        assert night.audit() == []


def _answers_a_card(night: Evening, call: Call) -> bool:
    """Whether a request acknowledges the press of a card's button."""
    if not call.route.endswith("/callback"):
        return False
    return str(night.discord.world.interactions[call.id("interaction")].data.get("custom_id")).startswith("mm:a:")


def _in_thread(night: Evening, call: Call) -> bool:
    assert night.thread is not None
    return call.method == "POST" and call.ids.get("channel") == str(night.thread.id)
