"""Who wants a lesson after each decision wants it in their next games too.

Revises: 0109
Created: 2026-11-29
Why: the wish had to be told again in each game. What was wished at a table so far is its person's wish.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0110"
down_revision = "0109"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("practises", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.execute(
        "UPDATE person SET practises = 1 WHERE user_id IN (SELECT seat.user_id FROM seat JOIN standing_order"
        " ON standing_order.match = seat.match AND standing_order.seat = seat.seat"
        " WHERE standing_order.name = 'lessons' AND seat.user_id IS NOT NULL)"
    )
    op.execute("DELETE FROM standing_order WHERE name = 'lessons'")


def downgrade() -> None:
    op.drop_column("person", "practises")
