"""Games through accidents: the process is killed, sockets break, Discord is unwell. Nothing is lost or told twice."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from pretended import errors
from pretended.auditor import END
from pretended.calls import Call
from pretended.evening import Evening, another_table, evening, moments, play_until
from pretended.faults import Fault, Weather
from pretended.hardships import MESSAGES_CLOSED, MISSING_PERMISSIONS, THREAD_DELETED, Hardships
from pretended.rest import Ambush
from pretended.tables import Table, cases
from pretended.witness import Hung
from support.sizes import size

from bot.ui.posted import NOTICED_S

DUEL = ("ann", "ben")
KILLS = size(2, full=6)
MANY = size(2, full=30)
UNHURRIED = 10.0
"""With many tables a second has to be longer, or everybody's time is up before their turn is shown."""
TRANSIENT, HARD = 0.15, 0.06
STOPS, OUTAGES_EVERY, MINUTE_MS = 3, 12, 60_000
SEEDS = 10
"""Seeds of every scenario at the full size."""
EVENINGS = 16
"""Those with many tables meet 10,000 faults together."""


@pytest.mark.full_size
@pytest.mark.parametrize(("table", "seed"), cases("name_duel", seeds=SEEDS))
async def test_a_game_is_killed_in_play(tmp_path: Path, table: Table, seed: int) -> None:
    """With every other seed it is away for so long that Discord forgets the nonces."""
    async with evening(tmp_path, seed=seed, names=table.names) as night:
        await night.lay_table(table.game, role_set=table.role_set)
        night.kill_at(moments(seed, KILLS, among=table.shown), for_long=bool(seed % 2))
        await night.play_to_the_end()
        assert night.kills
        assert night.bot.started > 1
        assert await night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize(("table", "seed"), cases("name_duel", seeds=SEEDS))
async def test_sockets_break_and_sessions_are_lost(tmp_path: Path, table: Table, seed: int) -> None:
    async with evening(tmp_path, seed=seed, names=table.names) as night:
        await night.lay_table(table.game, role_set=table.role_set)
        night.break_sockets(6, every=5)
        await night.play_to_the_end()
        assert night.breaks
        assert night.discord.gateway.resumed + night.discord.gateway.identified > 2
        assert night.bot.started == 1, "the same process"
        assert await night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize(("table", "seed"), cases("name_duel", seeds=SEEDS))
async def test_discord_is_unwell(tmp_path: Path, table: Table, seed: int) -> None:
    weather = Weather(seed)
    async with evening(tmp_path, seed=seed, names=table.names, weather=weather) as night:
        await night.lay_table(table.game, role_set=table.role_set)
        weather.transient = TRANSIENT
        await night.play_to_the_end()
        assert weather.struck
        assert await night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize(("table", "seed"), cases("mafia", seeds=SEEDS))
async def test_what_stays_wrong_is_said_once_and_hurts_no_game(tmp_path: Path, table: Table, seed: int) -> None:
    """Rights are taken away, threads and messages deleted, direct messages closed, presses forgotten."""
    async with evening(tmp_path, seed=seed, names=table.names) as night:
        await night.lay_table(table.game, role_set=table.role_set)
        hardships = Hardships(night, HARD)
        await night.play_to_the_end()
        assert hardships.befell
        assert hardships.put_right == hardships.befell[MISSING_PERMISSIONS]
        for what in (MISSING_PERMISSIONS, THREAD_DELETED):
            assert hardships.said(what) == hardships.befell[what], what
        assert hardships.said(MESSAGES_CLOSED) <= hardships.befell[MESSAGES_CLOSED], "in public at most once"
        assert await night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize(("table", "seed"), cases(seeds=SEEDS))
async def test_it_is_told_to_stop_in_clicks_and_one_person_after_another_is_not_reached(
    tmp_path: Path, table: Table, seed: int
) -> None:
    """At the full size only: for every change each is forced once (test_wire_stopping, test_wire_forced)."""
    async with evening(tmp_path, seed=seed, names=table.names, speed=UNHURRIED) as night:
        await night.lay_table(table.game, role_set=table.role_set)
        presses = random.Random(f"stop|{seed}").sample(range(4, 16), STOPS)
        night.stop_in_presses(presses)
        night.lose_touch(every=OUTAGES_EVERY, for_ms=MINUTE_MS)
        await night.play_to_the_end()
        assert night.kept_back
        assert night.stopped_in
        assert all(act.acknowledged for act in night.stopped_in)
        assert night.bot.started > 1, "a process that stops may answer two of them"
        with suppress(Hung):  # what could not be put away then is put away when its person can be reached
            await night.discord.witness.until(lambda: night.findings() == [], "the last panels")
        assert await night.audit() == []


@pytest.mark.full_size
@pytest.mark.parametrize("seed", range(1, 1 + size(1, full=EVENINGS)))
async def test_many_tables_at_once(tmp_path: Path, seed: int) -> None:
    """One bot, several servers' worth of tables, and Discord unwell; at the full size the process is killed as well."""
    weather = Weather(seed)
    async with evening(tmp_path, seed=seed, names=DUEL, weather=weather, speed=UNHURRIED) as first:
        nights = [first, *[await another_table(first, DUEL, number) for number in range(2, 1 + MANY)]]
        for night in nights:
            await night.lay_table("name_duel", role_set="single")
        weather.transient = TRANSIENT
        first.kill_at(moments(seed, size(0, full=4), among=10 * MANY))
        await play_until(nights, lambda: all(night.is_over for night in nights), "the end of all games")
        assert weather.struck
        assert [await night.audit() for night in nights] == [[]] * MANY


async def test_nobody_is_told_that_nothing_has_changed_when_it_has(tmp_path: Path) -> None:
    """The answer is on disk, and the connection breaks before the press is acknowledged."""
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        strike = Fault("cut_before")
        night.discord.rest.ambushes.append(Ambush(lambda call: _answers_a_card(night, call), strike))
        await night.play_until(lambda: not night.discord.rest.ambushes and night.has_said(4), "the struck answer")
        told = [one.now.text for one in night.person("ann").sees() if one.is_ephemeral]
        assert told, "ann is told what is true"
        assert await night.audit() == []


async def test_a_single_403_stops_no_game(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        refusal = errors.missing_permissions()
        night.discord.rest.ambushes.append(Ambush(lambda call: _in_thread(night, call), refusal))
        await night.play_until(lambda: night.records.is_paused() or night.has_said(3), "more lines, or a pause")
        assert not night.discord.rest.ambushes
        assert not night.records.is_paused()
        assert await night.audit() == []
        _a_false_time_is_found(night)


def _a_false_time_is_found(night: Evening) -> None:
    """On panels that were not told that a clock has been moved, by so much that it is noticed."""
    world = night.discord.world
    for panel in [one for person in night.people for one in world.shown_to(person.user)]:
        late = END.sub(lambda found: f"<t:{int(found[1]) + NOTICED_S}:R>", json.dumps(panel.now.body))
        world.edit(panel, json.loads(late))
    assert [one for one in night.findings() if one.startswith("false time")]


def _answers_a_card(night: Evening, call: Call) -> bool:
    """Whether a request acknowledges the press of a card's button."""
    if not call.route.endswith("/callback"):
        return False
    return str(night.discord.world.interactions[call.id("interaction")].data.get("custom_id")).startswith("mm:a:")


def _in_thread(night: Evening, call: Call) -> bool:
    assert night.thread is not None
    return call.method == "POST" and call.ids.get("channel") == str(night.thread.id)
