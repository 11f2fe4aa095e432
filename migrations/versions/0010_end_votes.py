"""Who would like to end a match now, or has offered a draw.

Revises: 0009
Created: 2026-11-22
Why: the people at a table can end a game together; whoever has agreed before a restart has still agreed after it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "end_vote",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_end_vote_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ending", "user_id", name="pk_end_vote"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("end_vote")
