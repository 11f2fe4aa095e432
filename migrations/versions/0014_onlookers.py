"""Who has seen of a match what the dead see.

Revises: 0013
Created: 2026-11-22
Why: a guest may watch with the eyes of the dead, and the dead may have a room; neither can take a seat in that match
ever again, whatever happens to the process.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "onlooker",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("way", sa.Text(), nullable=False),
        sa.Column("entered", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("way IN ('watch', 'room')", name=op.f("ck_onlooker_way")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_onlooker_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user_id", name="pk_onlooker"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("onlooker")
