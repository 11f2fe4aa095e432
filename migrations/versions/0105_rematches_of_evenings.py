"""A rematch of a game of an evening is a game of that evening too.

Revises: 0103
Created: 2026-11-23
Why: it counts on the scoreboard without taking the place of the game that comes next on the list.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0105"
down_revision = "0103"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("evening_lobby", sa.Column("rematch", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("evening_lobby", "rematch")
