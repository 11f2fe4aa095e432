"""The tables, in types every SQL database has: TEXT, integers, epoch milliseconds as BIGINT, JSON as TEXT.

A change here needs a new file in ``migrations/versions``; a test compares the two.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """A plain JSON value kept as readable text; ``None`` is stored as ``null``."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        try:
            written.encode()
        except UnicodeEncodeError:  # half of a surrogate pair, which no database takes as text
            written = json.dumps(value, separators=(",", ":"))
        return written

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


class Flag(TypeDecorator[bool]):
    """Yes or no, kept as 1 or 0."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


# SQLite numbers rows by itself only in a column that is called INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")


def _of_match(*, primary_key: bool = False) -> Column[int]:
    return Column("match", BigInteger, ForeignKey("match.id", ondelete="CASCADE"), primary_key=primary_key,
                  nullable=False, autoincrement=False)  # fmt: skip


heartbeat = Table(
    "heartbeat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    # The time that counts, in which all deadlines are; null: the same.
    Column("play_ms", BigInteger),
    CheckConstraint("id = 1", name="single"),
)

match = Table(
    "match",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("role_set", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("checkpoint", Integer, nullable=False),
    Column("head", Integer, nullable=False),
    Column("announced", Integer, nullable=False),
    Column("unsent", Flag, nullable=False),
    Column("board_message_id", BigInteger),
    Column("created_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Column("paused_ms", BigInteger),
    Column("resume_ms", BigInteger),
    Column("outcome", Text),
    Column("code_version", Text, nullable=False),
    # A moderator was first said to sit in the chair: these columns and LED in the table's log keep the stored word.
    Column("chair_id", BigInteger, key="moderator_id"),
    Column("chair_sees", Integer, key="moderator_sees", nullable=False, server_default=text("0")),
    Column("presses", Json, nullable=False, server_default=text("'[]'")),
    Column("opening", Text),
    Column("replaced_by", BigInteger),
    Column("ending", Text),
    Column("deserted_until_ms", BigInteger),
    Column("deserted_asked", Flag, nullable=False, server_default=text("0")),
    Column("parent_id", BigInteger),
    Column("anywhere", Flag, nullable=False, server_default=text("0")),
    CheckConstraint("status IN ('running', 'paused', 'over', 'ended')", name="status"),
    # With what is asked of all live matches when the bot starts: their rows are wide.
    Index(None, "status", "thread_id", "channel_id"),
    Index(None, "guild_id"),
    Index(None, "channel_id"),
    Index(None, "thread_id"),
    Index(None, "ended_ms"),
    Index("ix_match_unsent", "unsent", sqlite_where=text("unsent = 1"), postgresql_where=text("unsent = 1")),
    sqlite_autoincrement=True,
)

seat = Table(
    "seat",
    METADATA,
    _of_match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("strikes", Integer, nullable=False, server_default=text("0")),
    Column("away", Flag, nullable=False, server_default=text("0")),
    # Whether everybody was told that messages to this person fail.
    Column("told_unreached", Flag, nullable=False, server_default=text("0")),
    CheckConstraint("player IN ('human', 'random', 'easy', 'thoughtful', 'strong')", name="player"),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

sealed_seat = Table(
    "sealed_seat",
    METADATA,
    _of_match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("player", Text, nullable=False),
    Column("name", Text),
    Column("salt", Text),
    Column("name_digest", Text, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

snapshot = Table(
    "snapshot",
    METADATA,
    _of_match(primary_key=True),
    Column("checkpoint", Integer, nullable=False),
    Column("body", Text, nullable=False),
)


def _entry_columns() -> list[Column[Any]]:
    return [
        _of_match(),
        Column("checkpoint", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        Column("question", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("key", Text, nullable=False),
        Column("value", Json, nullable=False),
        Column("signature", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("interaction_id", BigInteger),
    ]


journal = Table(
    "journal",
    METADATA,
    *_entry_columns(),
    PrimaryKeyConstraint("match", "checkpoint", "number"),
    UniqueConstraint("interaction_id"),
    sqlite_with_rowid=False,
)

voided = Table(
    "voided",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    *_entry_columns(),
    Column("voided_ms", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Index(None, "match"),
    sqlite_autoincrement=True,
)

announcement = Table(
    "announcement",
    METADATA,
    _of_match(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("audience", Json, nullable=False),
    Column("key", Text, nullable=False),
    Column("content", Json, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

delivery = Table(
    "delivery",
    METADATA,
    _of_match(primary_key=True),
    Column("recipient", Integer, primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("announcement", Integer, nullable=False),
    Column("checkpoint", Integer, nullable=False),
    Column("question", Integer, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("state IN ('sent', 'opened', 'closed', 'failed')", name="state"),
    Index(None, "at_ms"),
    sqlite_with_rowid=False,
)

deadline = Table(
    "deadline",
    METADATA,
    _of_match(primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("checkpoint", Integer, nullable=False),
    Column("due_ms", BigInteger, nullable=False),
    Index(None, "due_ms"),
    sqlite_with_rowid=False,
)

table_log = Table(
    "table_log",
    METADATA,
    _of_match(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", BigInteger, nullable=False),
    Column("action", Text, nullable=False),
    Column("details", Json, nullable=False),
    sqlite_with_rowid=False,
)

standby = Table(
    "standby",
    METADATA,
    _of_match(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    # Whether they have said themselves that they would take a seat.
    Column("agreed", Flag, nullable=False, server_default=text("0")),
    sqlite_with_rowid=False,
)

onlooker = Table(
    "onlooker",
    METADATA,
    _of_match(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("way", Text, nullable=False),
    Column("entered", Flag, nullable=False, server_default=text("0")),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("way IN ('watch', 'room')", name="way"),
    sqlite_with_rowid=False,
)

dead_room = Table(
    "dead_room",
    METADATA,
    _of_match(primary_key=True),
    Column("state", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("message_id", BigInteger),
    CheckConstraint("state IN ('opening', 'open', 'closing', 'closed', 'gone', 'refused')", name="state"),
    sqlite_with_rowid=False,
)

end_vote = Table(
    "end_vote",
    METADATA,
    _of_match(primary_key=True),
    Column("ending", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

end_question = Table(
    "end_question",
    METADATA,
    _of_match(primary_key=True),
    Column("ending", Text, primary_key=True),
    Column("at_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("place", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    sqlite_with_rowid=False,
)

# `place` is the number of a lobby or match, or the id of a host; no foreign key, since it is any of the three.
bar = Table(
    "bar",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("scope", Text, primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("by_id", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
    CheckConstraint("scope IN ('lobby', 'match', 'host', 'server')", name="scope"),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

standing_order = Table(
    "standing_order",
    METADATA,
    _of_match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    sqlite_with_rowid=False,
)

# Read by its owner alone: never in a journal, never in a recap.
notebook = Table(
    "notebook",
    METADATA,
    _of_match(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("words", Text, nullable=False),
    # Seat -> trust, doubt or suspect.
    Column("marks", Json, nullable=False),
    # Whether whoever takes the seat over gets a copy.
    Column("handed_on", Flag, nullable=False),
    # Whether it may stand in the recap.
    Column("in_recap", Flag, nullable=False, server_default=text("0")),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# No foreign key to the match: what was done is told even when the match is gone.
audit = Table(
    "audit",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", BigInteger, nullable=False),
    Column("action", Text, nullable=False),
    Column("match", BigInteger),
    Column("details", Json, nullable=False),
    Index(None, "guild_id"),
    sqlite_autoincrement=True,
)

lobby = Table(
    "lobby",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("role_set", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("match", BigInteger, ForeignKey("match.id", ondelete="SET NULL")),
    Column("invited_id", BigInteger),
    Column("invited_name", Text),
    Column("invitation", Text),
    Column("chosen", Flag, nullable=False, server_default=text("0")),
    Column("seed", Text),
    Column("parent_id", BigInteger),
    Column("anywhere", Flag, nullable=False, server_default=text("0")),
    CheckConstraint("status IN ('open', 'started', 'closed')", name="status"),
    Index(None, "channel_id"),
    Index(None, "invited_id"),
    Index(None, "status", "expires_ms"),
    sqlite_autoincrement=True,
)

lobby_seat = Table(
    "lobby_seat",
    METADATA,
    Column("lobby", BigInteger, ForeignKey("lobby.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("press_id", BigInteger),
    UniqueConstraint("lobby", "user_id"),
    CheckConstraint("player IN ('human', 'random', 'easy', 'thoughtful', 'strong')", name="player"),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

lobby_call = Table(
    "lobby_call",
    METADATA,
    Column("lobby", BigInteger, ForeignKey("lobby.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Who wants a message when somebody opens a table of this game in this server.
table_wish = Table(
    "table_wish",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# When somebody with such wishes is told, and when they were told last.
wisher = Table(
    "wisher",
    METADATA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_until", Integer, nullable=False),
    # None: that of the server of which they are told.
    Column("zone", Text),
    # The evening on which they were told last, by the clock on their wall: the date on which it began.
    Column("told", Text),
    # The lobby of which they are being told, until it is known how that ended.
    Column("telling", BigInteger),
    Index(
        "ix_wisher_telling",
        "telling",
        sqlite_where=text("telling IS NOT NULL"),
        postgresql_where=text("telling IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

# A table that somebody has planned for a day and an hour.
planned_table = Table(
    "planned_table",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    # Discord's scheduled event, where the bot may make one.
    Column("event_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("host_name", Text, nullable=False),
    Column("game", Text, nullable=False),
    # None: whatever is usual there when the table opens.
    Column("role_set", Text),
    Column("status", Text, nullable=False),
    # Why nothing came of it.
    Column("reason", Text),
    Column("at_ms", BigInteger, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("reminded", Flag, nullable=False, server_default=text("0")),
    Column("lobby", BigInteger, ForeignKey("lobby.id", ondelete="SET NULL")),
    # The channel of a thread.
    Column("parent_id", BigInteger),
    # It was moved, or nothing comes of it, and its people have not been told yet.
    Column("untold", Flag, nullable=False, server_default=text("0")),
    # The message that calls people to its lobby, until nobody can sit down there any more.
    Column("call_id", BigInteger),
    CheckConstraint("status IN ('draft', 'planned', 'opened', 'done', 'off')", name="status"),
    Index(None, "status", "guild_id"),
    Index(None, "host_id"),
    sqlite_autoincrement=True,
)

planned_guest = Table(
    "planned_guest",
    METADATA,
    Column(
        "planned",
        BigInteger,
        ForeignKey("planned_table.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# Who takes a seat in a full lobby when one becomes free, in this order.
lobby_standby = Table(
    "lobby_standby",
    METADATA,
    Column("lobby", BigInteger, ForeignKey("lobby.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    # Since when a free seat waits for this person.
    Column("offered_ms", BigInteger),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# Several games with one scoreboard.
evening = Table(
    "evening",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    # The channel of a thread.
    Column("parent_id", BigInteger),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("host_name", Text, nullable=False),
    # What is played, in this order.
    Column("games", Json, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    # How many games were over when the scoreboard was shown last.
    Column("shown", Integer, nullable=False, server_default=text("0")),
    CheckConstraint("status IN ('open', 'ended')", name="status"),
    Index(None, "status", "channel_id"),
    Index(None, "host_id"),
    sqlite_autoincrement=True,
)

evening_lobby = Table(
    "evening_lobby",
    METADATA,
    Column("lobby", BigInteger, ForeignKey("lobby.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("evening", BigInteger, ForeignKey("evening.id", ondelete="CASCADE"), nullable=False),
    # Another game at a table of the evening: it counts, and takes no place on the list.
    Column("rematch", Flag, nullable=False, server_default=text("0")),
    Index(None, "evening"),
    sqlite_with_rowid=False,
)

role_set = Table(
    "role_set",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("body", Json, nullable=False),
    Column("is_default", Flag, nullable=False),
    Column("updated_by", BigInteger, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What statistics are made of. No foreign key to the match: what has counted still counts when the match is deleted.
tally = Table(
    "tally",
    METADATA,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    # A thread is seen by those who see its channel.
    Column("channel_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("role_set", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("sides", Json, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    # Whether it counts, or why not.
    Column("verdict", Text, nullable=False),
    CheckConstraint("verdict IN ('counts', 'few', 'given_up', 'off')", name="verdict"),
    Index(None, "guild_id", "game"),
    sqlite_with_rowid=False,
)

# Only of people who played from the deal to the end; without an id where somebody is not to be counted.
tally_seat = Table(
    "tally_seat",
    METADATA,
    Column("match", BigInteger, ForeignKey("tally.match", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("role", Text),
    Column("side", Text),
    Column("result", Text, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# `line` is the same for all versions of one set, whatever it was called and even when it was deleted.
role_set_version = Table(
    "role_set_version",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("line", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("body", Json, nullable=False),
    Column("did", Text, nullable=False),
    Column("by_id", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("did IN ('made', 'changed', 'renamed', 'deleted', 'restored', 'imported')", name="did"),
    UniqueConstraint("line", "number"),
    Index(None, "guild_id", "game"),
    sqlite_autoincrement=True,
)

guild_setting = Table(
    "guild_setting",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Json, nullable=False),
)

person = Table(
    "person",
    METADATA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("dm_channel_id", BigInteger),
    Column("dm_closed", Flag, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("reminders", Flag, nullable=False, server_default=text("1")),
    Column("locale", Text),
    Column("unhurried", Flag, nullable=False, server_default=text("0")),
    Column("uncounted", Flag, nullable=False, server_default=text("0")),
    Column("practises", Flag, nullable=False, server_default=text("0")),
)

# No foreign key to the match: what the bot changed in Discord must be put back even when the match is gone.
undo = Table(
    "undo",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("match", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("target_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("previous", Json, nullable=False),
    Column("done", Flag, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "match"),
    Index("ix_undo_pending", "done", sqlite_where=text("done = 0"), postgresql_where=text("done = 0")),
    sqlite_autoincrement=True,
)

# A digest of an id with a salt of its own: whether it was this person can be found out, but not who it was.
forgotten = Table(
    "forgotten",
    METADATA,
    Column("salt", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# The digest is of what was forecast and of the code that played it: no other version ever asks for this row.
forecast = Table(
    "forecast",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# A thread in which something was opened. Discord does not tell of archived ones; `unknown`: nor has it told yet.
thread = Table(
    "thread",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("parent_id", BigInteger),
    CheckConstraint("kind IN ('public', 'private', 'unknown')", name="kind"),
    CheckConstraint("(kind = 'unknown') = (parent_id IS NULL)", name="parent"),
)

# What a shard needs to go on where the process before has left Discord. The next start takes it out.
gateway_session = Table(
    "gateway_session",
    METADATA,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("bot_id", BigInteger, nullable=False),
    Column("intents", Integer, nullable=False),
    Column("session_id", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
    Column("servers", LargeBinary, nullable=False),
    Column("left_ms", BigInteger, nullable=False),
)
