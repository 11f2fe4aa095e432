"""When a paused match goes on by itself, and who wants no reminders.

Revises: 0002
Created: 2026-11-21
Why: a table that pauses overnight must wake even when the bot was restarted meanwhile; a person who has once said that
reminders are unwelcome must never get another one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("resume_ms", sa.BigInteger(), nullable=True))
    op.add_column("person", sa.Column("reminders", sa.Integer(), server_default=sa.text("1"), nullable=False))


def downgrade() -> None:
    op.drop_column("person", "reminders")
    op.drop_column("match", "resume_ms")
