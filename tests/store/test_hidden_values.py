"""What people wrote never stands in an error: not in its words, not in its causes, not in a log, not on a terminal."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError
from support.forking import python

from bot.store import errors

SECRET = "the-murderer-is-ann"
FAILS_EVERYWHERE = """
import asyncio, logging, sqlite3, sys, traceback
import structlog
from sqlalchemy import text
from bot.app import set_up_logs
from bot.config import Settings
from bot.store import connecting, schema, settings
from bot.store.database import Store

SECRET = sys.argv[2]
connecting.BUSY_TIMEOUT_MS = 20
set_up_logs(Settings(log_level="DEBUG", log_json=sys.argv[3] == "json"))
logging.getLogger().setLevel(logging.DEBUG)
log = structlog.get_logger()
guild_setting = schema.guild_setting

def put(body):
    return lambda connection: settings.put(connection, 1, body)

def doing(statement, values=None):
    return lambda connection: connection.execute(statement, values)

FAILURES = {
    "a value that is no JSON": put({SECRET: object()}),
    "a value that cannot be bound": doing(text("SELECT :a"), {"a": {SECRET}}),
    "a number that is too large": doing(text("SELECT :a, :b"), {"a": SECRET, "b": 1 << 70}),
    "text that is no text": doing(text("SELECT :a"), {"a": SECRET + chr(0xD800)}),
    "a value that is missing": doing(text("SELECT :a, :b"), {"a": SECRET}),
    "a row that is there": doing(guild_setting.insert(), [{"guild_id": 5, "body": SECRET}] * 2),
    "a rule that is broken": doing(schema.seat.insert(), {"match": 1, "seat": 1, "name": SECRET, "player": SECRET}),
    "a column that is not there": doing(text("SELECT nothing FROM seat WHERE name = :a"), {"a": SECRET}),
    "many at once": doing(text("INSERT INTO heartbeat (id, at_ms) VALUES (2, :a)"), [{"a": SECRET}, {"a": SECRET}]),
    "JSON that cannot be read": lambda connection: settings.get(connection, 8),
    "a disk that is full": put(SECRET * 100_000),
}

async def tell(name, attempt):
    try:
        await attempt
    except Exception as error:
        print("failed:", name, type(error).__name__, flush=True)
        print(str(error), repr(error), getattr(error, "params", None))
        traceback.print_exc()
        logging.getLogger("bot").exception("failed")
        log.exception("failed", problem=str(error), exc_info=error)

async def read(store, work):
    async with store.reading() as connection:
        await work(connection)

async def main():
    store = await Store.open(sys.argv[1], alone=True)
    await store.write(doing(text("INSERT INTO guild_setting VALUES (8, :a)"), {"a": "{" + SECRET}))
    await store.write(doing(text("PRAGMA max_page_count = 60")))
    for name, work in FAILURES.items():
        await tell(name, store.write(work))
        await tell(name + ", among others", asyncio.gather(store.write(put("x")), store.write(work)))
        await tell(name + ", by a reader", read(store, work))
    other = sqlite3.connect(sys.argv[1], isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    await tell("a database that is locked", store.write(put(SECRET)))
    other.close()
    lost = asyncio.ensure_future(store.write(FAILURES["a rule that is broken"]))
    await asyncio.wait({lost})
    del lost
    await store.close()
    await tell("a store that is closed", store.write(put(SECRET)))
    raise ExceptionGroup("at the end", [await failing_alone()])

async def failing_alone():
    store = await Store.open(sys.argv[1])
    try:
        await store.write(FAILURES["a rule that is broken"])
    except Exception as error:
        return error
    finally:
        await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize("logs", ["text", "json"])
def test_nothing_that_was_written_is_said_when_it_fails(path: Path, logs: str) -> None:
    done = python(FAILS_EVERYWHERE, str(path), SECRET, logs, environment=os.environ)
    told = done.stdout + done.stderr
    failed = {line.removeprefix("failed: ") for line in done.stdout.splitlines() if line.startswith("failed: ")}
    assert len(failed) >= 3 * 11, failed
    assert "ExceptionGroup: at the end" in done.stderr
    assert "never retrieved" in done.stderr
    assert [line for line in told.splitlines() if SECRET in line] == []


class ServersError(Exception):
    """As asyncpg raises it: the value stands in the words and in the detail."""

    sqlstate = "23505"
    table_name = "person"
    constraint_name = "pk_person"

    def __init__(self) -> None:
        super().__init__(f"invalid input for query argument $1: '{SECRET}'")
        self.detail: str | None = f"Key (name)=({SECRET}) already exists."

    def __str__(self) -> str:
        return f"{self.args[0]} DETAIL: {self.detail}"


def test_a_server_that_quotes_what_it_refuses_is_not_repeated() -> None:
    original = ServersError()
    original.__cause__ = ValueError(SECRET)
    failure = IntegrityError("INSERT INTO person VALUES ($1)", {"name": SECRET}, original)
    failure.__cause__ = original
    assert SECRET in "".join(traceback.format_exception(failure))
    errors.hide_values(failure, quotes_values=True)
    told = "".join(traceback.format_exception(failure)) + repr(failure) + repr(original) + str(vars(failure))
    assert SECRET not in told
    assert "IntegrityError" in told
    assert "ServersError 23505 person pk_person" in told
