"""Whether whoever stands by has agreed to it.

Revises: 0017
Created: 2026-11-22
Why: a host could name somebody who never wanted a seat, and who then got one with all it knows. Of those who stand by
at a table that is running now nobody knows who named them: they are asked anew.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("standby", sa.Column("agreed", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("standby", "agreed")
