"""Who sits in the chair of a match instead of the Mirror's clocks, and how much that person may see.

Revises: 0003
Created: 2026-11-21
Why: a game master leads a table for hours; after a restart the clocks must still wait for him, and whoever was shown
all cards must still know them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("chair_id", sa.BigInteger(), nullable=True))
    op.add_column("match", sa.Column("chair_sees", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("match", "chair_sees")
    op.drop_column("match", "chair_id")
