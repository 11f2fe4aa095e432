"""In which language a person reads: what Discord said with the person's last click or command.

Revises: 0004
Created: 2026-11-22
Why: a direct message is no answer to anything, so nothing that comes with it says in which language it should be, not
even after a restart.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("locale", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("person", "locale")
