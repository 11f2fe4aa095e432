"""The messages on which a table is asked to end its game.

Revises: 0070
Created: 2026-11-23
Why: when the game is over nothing can be pressed there any more, also if the bot died between the two.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "end_question",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_end_question_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ending", "at_ms", name="pk_end_question"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("end_question")
