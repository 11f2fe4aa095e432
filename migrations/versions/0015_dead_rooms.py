"""The rooms of the dead.

Revises: 0014
Created: 2026-11-22
Why: the dead may have a private thread. That it is wanted is written before it is made, so that a process that dies in
between makes no second one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

STATES = "state IN ('opening', 'open', 'closing', 'closed', 'gone', 'refused')"


def upgrade() -> None:
    op.create_table(
        "dead_room",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(STATES, name=op.f("ck_dead_room_state")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_dead_room_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name="pk_dead_room"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("dead_room")
