"""Who may not take a seat: at a table, at a host's tables, or in a server; and until when.

Revises: 0010
Created: 2026-11-22
Why: a host and a server's moderators can keep somebody away; that holds after a restart, and ends by itself.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bar",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("scope IN ('lobby', 'match', 'host', 'server')", name=op.f("ck_bar_scope")),
        sa.PrimaryKeyConstraint("guild_id", "scope", "place", "user_id", name="pk_bar"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bar_user_id", "bar", ["user_id"])


def downgrade() -> None:
    op.drop_table("bar")
