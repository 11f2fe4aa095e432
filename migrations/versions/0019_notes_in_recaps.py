"""Whether the notes of a player may stand in the recap.

Revises: 0018
Created: 2026-11-22
Why: a private notebook is in no recap without the consent of whoever wrote it; nobody has given it before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("notebook", sa.Column("in_recap", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("notebook", "in_recap")
