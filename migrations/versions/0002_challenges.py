"""Whom a lobby was opened for, and whether its host has chosen how to play.

Revises: 0001
Created: 2026-11-21
Why: a challenge must outlive a restart, nobody may be challenged again and again, and a game against the computer is a
practice game unless somebody wanted it otherwise.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lobby", sa.Column("invited_id", sa.BigInteger(), nullable=True))
    op.add_column("lobby", sa.Column("invited_name", sa.Text(), nullable=True))
    op.add_column("lobby", sa.Column("invitation", sa.Text(), nullable=True))
    op.add_column("lobby", sa.Column("chosen", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_index("ix_lobby_invited_id", "lobby", ["invited_id"])


def downgrade() -> None:
    op.drop_index("ix_lobby_invited_id", "lobby")
    op.drop_column("lobby", "chosen")
    op.drop_column("lobby", "invitation")
    op.drop_column("lobby", "invited_name")
    op.drop_column("lobby", "invited_id")
