"""Of whom everybody was told that messages to them fail.

Revises: 0108
Created: 2026-11-29
Why: it is said once in a game; each new process said it again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0109"
down_revision = "0108"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("told_unreached", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("seat", "told_unreached")
