"""What a shard needs to go on with its session with Discord in the next process.

Revises: 0107
Created: 2026-11-24
Why: Discord counts every new session, and tells of what was pressed meanwhile only to whoever goes on with the old one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0108"
down_revision = "0107"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "gateway_session",
        sa.Column("shard", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("intents", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("servers", sa.LargeBinary(), nullable=False),
        sa.Column("left_ms", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("gateway_session")
