"""Who wants to be told when a table opens, and when they may be told.

Revises: 0092
Created: 2026-11-23
Why: people who are not there when a table opens hear of it, at most once an evening; that outlives the process.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0095"
down_revision = "0092"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "table_wish",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_table_wish"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_table_wish_user_id", "table_wish", ["user_id"])
    op.create_table(
        "wisher",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_until", sa.Integer(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("told", sa.Text(), nullable=True),
        sa.Column("telling", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name="pk_wisher"),
        sqlite_with_rowid=False,
    )
    under_way = sa.text("telling IS NOT NULL")
    op.create_index("ix_wisher_telling", "wisher", ["telling"], sqlite_where=under_way, postgresql_where=under_way)


def downgrade() -> None:
    op.drop_table("wisher")
    op.drop_table("table_wish")
