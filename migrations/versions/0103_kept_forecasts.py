"""Forecasts that were worked out, by the digest of what they are about.

Revises: 0102
Created: 2026-11-23
Why: they were kept in memory alone, so that after each start the same games were played for minutes again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0102"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "forecast",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_forecast")),
    )


def downgrade() -> None:
    op.drop_table("forecast")
