"""People stand by at a full lobby, in an order.

Revises: 0096
Created: 2026-11-23
Why: a seat that becomes free goes to whoever has waited longest for it, and that outlives the process.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0097"
down_revision = "0096"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lobby_standby",
        sa.Column("lobby", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("offered_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["lobby"], ["lobby.id"], name="fk_lobby_standby_lobby", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lobby", "user_id", name="pk_lobby_standby"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lobby_standby_user_id", "lobby_standby", ["user_id"])


def downgrade() -> None:
    op.drop_table("lobby_standby")
