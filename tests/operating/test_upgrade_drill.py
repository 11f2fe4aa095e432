"""An operator who has slept for a long time updates: the games of the old version go on, to their end."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool
from support.tables import Clock, Table

from bot.games import GAMES
from bot.matches.evenings import Evenings
from bot.matches.lobbies import Lobbies
from bot.matches.lobby_starts import LobbyStarts
from bot.matches.replaying import Fate, replay_live
from bot.matches.statistics import Statistics
from bot.store import journals, matches, migrating
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
SERVER, ROOM, ANN, BEN, LOBBY, OLD_GAME = 1, 77, 11, 12, 900, 800
LOBBY_COLUMNS = "id, guild_id, channel_id, message_id, host_id, game, role_set, options, status, created_ms, expires_ms"
TALLY_COLUMNS = "match, guild_id, channel_id, game, role_set, seats, sides, ended_ms, verdict"


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
            await table.plays_on()
            async with store.reading() as connection:
                assert (await matches.get(connection, number)).status == "over"
                assert await journals.voided_of(connection, number) == [], "no round began again"
    finally:
        table.close()
        await store.close()


async def test_nothing_of_it_would_begin_again(left: Path) -> None:
    store = await Store.open(left)
    games = await replay_live(store)
    await store.close()
    assert {(one.number, one.game, one.round) for one in games} == {(n, *stood[:2]) for n, stood in STOOD.items()}
    assert {one.fate for one in games} == {Fate.GOES_ON}


async def test_a_table_laid_before_evenings_fills_up_and_is_played_and_what_has_counted_still_counts(
    left: Path,
) -> None:
    """The newest file without evenings, plans, duels anywhere and channels of threads (0092), with rows of all that
    these have touched."""
    before_evenings(left)
    store = await Store.open(left, alone=True)
    assert await store.check() == []
    table = Table(store, Clock(1_763_900_000_000), left)
    await table.service.start_up()
    try:
        lobbies = Lobbies(store, LobbyStarts(store, table.service, table.clock), table.clock)
        lobby = await lobbies.join(LOBBY, BEN, "ben", begin=True)
        assert lobby.match is not None
        table.match = lobby.match
        row = (await table.awake()).row
        assert (row.home_id, row.anywhere, row.host_id) == (ROOM, False, ANN)
        await table.plays_on()
        counted = await Statistics(store, table.clock).of_person(SERVER, ANN, lambda channel: channel == ROOM)
        assert [one.row.match for one in counted] == [OLD_GAME, table.match]
        evening = await Evenings(store, table.clock).start(SERVER, ROOM, None, ANN, "ann", ["mafia"])
        assert evening.next_game == "mafia"
    finally:
        table.close()
        await store.close()


def before_evenings(path: Path) -> None:
    """Bring the file to 0092, and let ann wait at a table for two, in a room where she has once won against ben."""
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0092")
        options = GAMES["name_duel"].options().model_dump_json()
        lobby = (LOBBY, SERVER, ROOM, None, ANN, "name_duel", "classic", options, "open", 1, 1 << 50)
        seats = ((OLD_GAME, 1, ANN, None, None, "won"), (OLD_GAME, 2, BEN, None, None, "lost"))
        game = (OLD_GAME, SERVER, ROOM, "name_duel", "classic", 2, "[]", 5, "counts")
        add(connection, "lobby", LOBBY_COLUMNS, lobby)
        add(connection, "lobby_seat", "lobby, position, user_id, name, player", (LOBBY, 1, ANN, "ann", "human"))
        add(connection, "tally", TALLY_COLUMNS, game)
        for seat in seats:
            add(connection, "tally_seat", "match, seat, user_id, role, side, result", seat)


def add(connection: Connection, table: str, columns: str, values: tuple[object, ...]) -> None:
    places = ", ".join("?" for _ in values)
    connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)
