"""The first schema: matches and what hangs on them, lobbies, settings, people.

Revises: nothing
Created: 2026-11-20
Why: a bot that moderates games must still know them after a power cut.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite numbers rows by itself only in a column that is called INTEGER.
ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "guild_setting",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_setting"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_single")),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.create_table(
        "match",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("role_set", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("announced", sa.Integer(), nullable=False),
        sa.Column("unsent", sa.Integer(), nullable=False),
        sa.Column("board_message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("paused_ms", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("code_version", sa.Text(), nullable=False),
        sa.CheckConstraint("status IN ('running', 'paused', 'over', 'ended')", name=op.f("ck_match_status")),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_match_channel_id", "match", ["channel_id"])
    op.create_index("ix_match_guild_id", "match", ["guild_id"])
    op.create_index("ix_match_status", "match", ["status"])
    op.create_index("ix_match_thread_id", "match", ["thread_id"])
    op.create_index(
        "ix_match_unsent",
        "match",
        ["unsent"],
        sqlite_where=sa.text("unsent = 1"),
        postgresql_where=sa.text("unsent = 1"),
    )
    op.create_table(
        "person",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dm_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("dm_closed", sa.Integer(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_person"),
    )
    op.create_table(
        "role_set",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("is_default", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "name", name="pk_role_set"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "undo",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_undo"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_undo_match", "undo", ["match"])
    op.create_index(
        "ix_undo_pending", "undo", ["done"], sqlite_where=sa.text("done = 0"), postgresql_where=sa.text("done = 0")
    )
    op.create_table(
        "announcement",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_announcement_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_announcement"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deadline",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("question", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_deadline_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "question", name="pk_deadline"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_deadline_due_ms", "deadline", ["due_ms"])
    op.create_table(
        "delivery",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("recipient", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("announcement", sa.Integer(), nullable=False),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        sa.Column("question", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('sent', 'opened', 'closed', 'failed')", name=op.f("ck_delivery_state")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_delivery_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "recipient", "serial", name="pk_delivery"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "journal",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("question", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_journal_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "checkpoint", "number", name="pk_journal"),
        sa.UniqueConstraint("interaction_id", name="uq_journal_interaction_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lobby",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("role_set", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("match", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("status IN ('open', 'started', 'closed')", name=op.f("ck_lobby_status")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_lobby_match", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_lobby"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_lobby_channel_id", "lobby", ["channel_id"])
    op.create_index("ix_lobby_status_expires_ms", "lobby", ["status", "expires_ms"])
    op.create_table(
        "seat",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("strikes", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("away", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint("player IN ('human', 'random', 'thoughtful')", name=op.f("ck_seat_player")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])
    op.create_table(
        "snapshot",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_snapshot_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name="pk_snapshot"),
    )
    op.create_table(
        "table_log",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_table_log_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_table_log"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "voided",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("question", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("voided_ms", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_voided_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_voided"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_voided_match", "voided", ["match"])
    op.create_table(
        "lobby_seat",
        sa.Column("lobby", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.CheckConstraint("player IN ('human', 'random', 'thoughtful')", name=op.f("ck_lobby_seat_player")),
        sa.ForeignKeyConstraint(["lobby"], ["lobby.id"], name="fk_lobby_seat_lobby", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lobby", "position", name="pk_lobby_seat"),
        sa.UniqueConstraint("lobby", "user_id", name="uq_lobby_seat_lobby_user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lobby_seat_user_id", "lobby_seat", ["user_id"])


def downgrade() -> None:
    for table in (
        "lobby_seat",
        "voided",
        "table_log",
        "snapshot",
        "seat",
        "lobby",
        "journal",
        "delivery",
        "deadline",
        "announcement",
        "undo",
        "role_set",
        "person",
        "match",
        "heartbeat",
        "guild_setting",
    ):
        op.drop_table(table)
