"""Indexes for what is asked when the bot starts: what came just before it died, however much was played before.

Revises: 0024
Created: 2026-11-22
Why: without them every message ever sent and every game ever finished were looked at.
"""

from __future__ import annotations

from alembic import op

revision = "0028"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_delivery_at_ms", "delivery", ["at_ms"])
    op.create_index("ix_match_ended_ms", "match", ["ended_ms"])


def downgrade() -> None:
    op.drop_index("ix_match_ended_ms", "match")
    op.drop_index("ix_delivery_at_ms", "delivery")
