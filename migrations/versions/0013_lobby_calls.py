"""Who wants to be told when the game of a lobby begins.

Revises: 0012
Created: 2026-11-22
Why: people who cannot sit down yet are called when it starts, also by a bot that was restarted meanwhile.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lobby_call",
        sa.Column("lobby", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["lobby"], ["lobby.id"], name="fk_lobby_call_lobby", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lobby", "user_id", name="pk_lobby_call"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("lobby_call")
