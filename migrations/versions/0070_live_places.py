"""One index says which matches are live and where they are played: at the start no row of a match is looked at for it.

Revises: 0028
Created: 2026-11-23
Why: with ten thousand live matches to read their places took a fifth of the start.
"""

from __future__ import annotations

from alembic import op

revision = "0070"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_match_status_thread_id_channel_id", "match", ["status", "thread_id", "channel_id"])
    op.drop_index("ix_match_status", "match")


def downgrade() -> None:
    op.create_index("ix_match_status", "match", ["status"])
    op.drop_index("ix_match_status_thread_id_channel_id", "match")
