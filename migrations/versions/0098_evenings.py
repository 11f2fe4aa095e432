"""Several games of one evening have one scoreboard.

Revises: 0097
Created: 2026-11-23
Why: what is played next, and what counts for the evening, outlives the process.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0098"
down_revision = "0097"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evening",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.Text(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint("status IN ('open', 'ended')", name=op.f("ck_evening_status")),
        sa.PrimaryKeyConstraint("id", name="pk_evening"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_evening_status_channel_id", "evening", ["status", "channel_id"])
    op.create_index("ix_evening_host_id", "evening", ["host_id"])
    op.create_table(
        "evening_lobby",
        sa.Column("lobby", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("evening", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["evening"], ["evening.id"], name="fk_evening_lobby_evening", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["lobby"], ["lobby.id"], name="fk_evening_lobby_lobby", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lobby", name="pk_evening_lobby"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_evening_lobby_evening", "evening_lobby", ["evening"])


def downgrade() -> None:
    op.drop_table("evening_lobby")
    op.drop_table("evening")
