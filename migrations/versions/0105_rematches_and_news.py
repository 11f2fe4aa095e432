"""A rematch of a game of an evening is a game of it too; what people were not told of a planned table is told later.

Revises: 0103
Created: 2026-11-23
Why: a rematch counts without taking the place of what comes next on the list; and news of a plan outlives the process.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0105"
down_revision = "0103"
branch_labels = None
depends_on = None

ADDED = (("evening_lobby", "rematch"), ("planned_table", "untold"))


def upgrade() -> None:
    for table, column in ADDED:
        op.add_column(table, sa.Column(column, sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    for table, column in ADDED:
        op.drop_column(table, column)
