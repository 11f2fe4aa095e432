"""When a table sleeps because nobody answers there, until when it does, and whether that was asked about.

Revises: 0008
Created: 2026-11-22
Why: a table at which no person answers asks once whether anybody is there, and is ended when nobody comes; a restart
must neither ask again nor forget it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("deserted_until_ms", sa.BigInteger(), nullable=True))
    op.add_column("match", sa.Column("deserted_asked", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("match", "deserted_asked")
    op.drop_column("match", "deserted_until_ms")
