"""Who stands by to take a seat over, and by whom a match was ended.

Revises: 0007
Created: 2026-11-22
Why: a player may leave a running game, and whoever the host has named takes over then, after a restart too. A game that
was ended is told apart from one that was played out, and from another one by who ended it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("ending", sa.Text(), nullable=True))
    op.create_table(
        "standby",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_standby_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user_id", name="pk_standby"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("standby")
    op.drop_column("match", "ending")
