"""An operator who has slept for a long time updates: the games of the old version go on, to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

from language.any_game import random_answer
from support.tables import Clock, Table

from bot.games import GAMES
from bot.matches.replaying import Fate, replay_live
from bot.store import journals, matches
from bot.store.database import Store

STOOD = {
    1: ("grimm_forest", 5, 6),
    2: ("mafia", 2, 19),
    3: ("name_duel", 18, 4),
    4: ("trumplestiltskin", 2, 6),
    5: ("village", 2, 5),
    6: ("village", 2, 12),
}
"""Number of a game: which it is, its round, and how many lines the journal has of that round, as it was left."""
PAUSED = 6


async def test_games_of_all_kinds_go_on_where_an_early_version_left_them_and_come_to_an_end(left: Path) -> None:
    store = await Store.open(left, alone=True)
    assert await store.check() == []
    assert {game for game, _, _ in STOOD.values()} == set(GAMES)
    table = Table(store, Clock(1_763_900_000_000), left)
    await table.service.start_up()
    try:
        for number, (game, checkpoint, answered) in STOOD.items():
            table.match = number
            awake = await table.awake()
            assert (awake.row.game, awake.match.checkpoint) == (game, checkpoint)
            assert awake.match.answered == answered
            assert awake.row.status == ("paused" if number == PAUSED else "running")
            await plays_on(table)
            async with store.reading() as connection:
                assert (await matches.get(connection, number)).status == "over"
                assert await journals.voided_of(connection, number) == [], "no round began again"
    finally:
        table.close()
        await store.close()


async def plays_on(table: Table) -> None:
    """To the end, by chance; every answer is on disk before the next."""
    rng = Random(table.match)
    await table.wakes_up()
    for _ in range(3_000):
        match = (await table.awake()).match
        if match.outcome is not None:
            return
        question, value = random_answer(match, rng)
        await table.answer(question, value)
    raise AssertionError(f"game {table.match} does not end")


async def test_nothing_of_it_would_begin_again(left: Path) -> None:
    store = await Store.open(left)
    games = await replay_live(store)
    await store.close()
    assert {(one.number, one.game, one.round) for one in games} == {(n, *stood[:2]) for n, stood in STOOD.items()}
    assert {one.fate for one in games} == {Fate.GOES_ON}
