"""The message that calls people to a planned table is remembered, as long as somebody can sit down there.

Revises: 0106
Created: 2026-11-23
Why: a table that nobody can join any more goes on calling people otherwise.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0107"
down_revision = "0106"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("planned_table", sa.Column("call_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("planned_table", "call_id")
