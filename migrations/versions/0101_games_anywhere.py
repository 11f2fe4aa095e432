"""Games where the bot is no member: nothing can be posted there but answers to presses.

Revises: 0098
Created: 2026-11-23
Why: two people play a duel in any private conversation. All games from before have a channel of a server.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0098"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("match", "lobby"):
        op.add_column(table, sa.Column("anywhere", sa.Integer(), nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    for table in ("match", "lobby"):
        op.drop_column(table, "anywhere")
