"""Who was forgotten and when, without saying who: so that a backup from before is made to forget them again.

Revises: 0101
Created: 2026-11-23
Why: a backup from before somebody's wish to be forgotten brought that person back. Of wishes from before this version
nothing is known.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "forgotten",
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("salt", name=op.f("pk_forgotten")),
    )


def downgrade() -> None:
    op.drop_table("forgotten")
