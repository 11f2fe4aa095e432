"""`magic-mirror doctor --live`: what an update would do to the games that are being played."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.forking import command_line

from bot.config import Settings
from bot.operating.live_games import examine_live
from bot.store import connecting
from bot.store.database import Store


def doctor(database: str | Path) -> CompletedProcess[str]:
    environment = {**os.environ, "NO_COLOR": "1", "MAGIC_MIRROR_DATABASE": str(database)}
    return command_line("doctor", "--live", environment=environment)


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_an_older_database_with_live_games_is_not_touched(left: Path) -> None:
    before = left.read_bytes()
    done = doctor(left)
    assert (done.returncode, done.stdout) == (0, "good  Games: 6 live games go on as they are with this version.\n")
    assert left.read_bytes() == before
    assert [file.name for file in left.parent.iterdir()] == [left.name]


def test_games_that_cannot_simply_go_on_are_named_and_the_others_counted(left: Path) -> None:
    change(
        left,
        # Rules that ask something else: what game 2 has answered in this round was never asked.
        "UPDATE journal SET key = 'speech.over_again' WHERE match = 2 AND checkpoint = 2 AND seat > 0",
        "UPDATE snapshot SET body = '{}' WHERE match = 4",
        "UPDATE match SET game = 'chess' WHERE id = 5",
    )
    done = doctor(left)
    assert done.returncode == 1
    again, torn, chess, others = done.stdout.splitlines()
    assert again.startswith("BAD   Game 2 (Mafia): would begin its round 2 again")
    assert torn.startswith("BAD   Game 4 (Trumplestiltskin): could not go on at all")
    assert chess.startswith("BAD   Game 5 (chess): could not go on at all")
    assert others == "good  Games: 3 live games go on as they are with this version."
    assert "p1" not in done.stdout + done.stderr, "nobody who plays is named"


async def test_the_bot_may_be_running(left: Path) -> None:
    store = await Store.open(left, alone=True)
    [line] = await examine_live(Settings(database=str(left)))
    await store.close()
    assert (line.good, line.text) == (True, "Games: 6 live games go on as they are with this version.")


async def test_where_nothing_is_played_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "mirror.db"
    [absent] = await examine_live(Settings(database=str(path)))
    await (await Store.open(path)).close()
    [empty] = await examine_live(Settings(database=str(path)))
    assert (absent.good, absent.text) == (True, "Games: there is no database yet.")
    assert (empty.good, empty.text) == (True, "Games: none is being played that would have to go on with this version.")


async def test_without_room_for_the_copy_that_is_one_sentence(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bot.store.leftovers.TemporaryDirectory", full)
    [line] = await examine_live(Settings(database=str(left)))
    assert (line.good, line.text.count(".")) == (False, left.name.count(".") + 1)
    assert "No space left" in line.text
    assert connecting.files_of(left)[0].exists()
