"""The time that counts: how far it had come when the bot was last there.

Revises: 0006
Created: 2026-11-22
Why: deadlines are in this time from now on, which stands while the bot is not there, so that nothing has to be moved
when it comes back. Before, it was the same as the time, and so it goes on from there.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("heartbeat", sa.Column("play_ms", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("heartbeat", "play_ms")
