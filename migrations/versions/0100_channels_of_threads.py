"""A table that was opened in a thread knows the channel of the thread.

Revises: 0095
Created: 2026-11-23
Why: what a channel has set for itself holds in its threads too, and Discord does not tell of the archived ones. A table
from before keeps the server's settings, as it had them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0100"
down_revision = "0095"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("match", "lobby"):
        op.add_column(table, sa.Column("parent_id", sa.BigInteger()))


def downgrade() -> None:
    for table in ("match", "lobby"):
        op.drop_column(table, "parent_id")
