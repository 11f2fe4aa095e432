"""A thread in which something was opened is remembered: whose channel it is in, and whether it is private.

Revises: 0105
Created: 2026-11-23
Why: Discord does not tell of archived threads, so nobody but managers was told of the games that were played in them.
Of the places of older games nobody knows yet which are threads: the bot looks when it starts.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0106"
down_revision = "0105"
branch_labels = None
depends_on = None

OPENED_IN = ('"match" WHERE anywhere = 0', "lobby WHERE anywhere = 0", "evening", "planned_table", "tally")
"""The tables that name places, but for those where the bot is no member: Discord tells of none of them."""


def upgrade() -> None:
    op.create_table(
        "thread",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("parent_id", sa.BigInteger()),
        sa.CheckConstraint("kind IN ('public', 'private', 'unknown')", name=op.f("ck_thread_kind")),
        sa.CheckConstraint("(kind = 'unknown') = (parent_id IS NULL)", name=op.f("ck_thread_parent")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thread")),
    )
    places = " UNION ".join(f"SELECT channel_id, guild_id FROM {table}" for table in OPENED_IN)
    op.execute(
        "INSERT INTO thread (id, guild_id, kind) "
        f"SELECT channel_id, min(guild_id), 'unknown' FROM ({places}) AS place GROUP BY channel_id"
    )


def downgrade() -> None:
    op.drop_table("thread")
