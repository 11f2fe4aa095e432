"""A database as an older version of the bot left it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from bot.store import migrating, private_files

OLD = "0004"
SETTING = '"a town with a well"'


def make_older(path: Path) -> None:
    """A database at revision 0004 that holds the settings of one server."""
    private_files.create(path)
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, OLD)
        connection.exec_driver_sql("INSERT INTO guild_setting (guild_id, body) VALUES (7, ?)", (SETTING,))


def what_is_in(path: Path) -> tuple[str, str, str]:
    """Its revision, the server's settings, and what SQLite says of its soundness."""
    connection = sqlite3.connect(path)
    try:
        [revision] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        [setting] = connection.execute("SELECT body FROM guild_setting WHERE guild_id = 7").fetchone()
        [sound] = connection.execute("PRAGMA integrity_check").fetchone()
    finally:
        connection.close()
    return revision, setting, sound


UNTOUCHED = (OLD, SETTING, "ok")
