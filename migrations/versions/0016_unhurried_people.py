"""Who needs longer to answer.

Revises: 0015
Created: 2026-11-22
Why: whoever needs longer says so once, and has at least a minute for everything at every table that allows it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("unhurried", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("person", "unhurried")
