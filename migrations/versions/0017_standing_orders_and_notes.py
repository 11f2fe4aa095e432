"""Standing orders of seats, and the private notebooks of players with their marks of suspicion.

Revises: 0016
Created: 2026-11-22
Why: whoever plays a slow game can say once what is answered for them, and keep notes that nobody else reads; both
outlive the process, and neither stands in the journal.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "standing_order",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_standing_order_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", "name", name="pk_standing_order"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notebook",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("handed_on", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_notebook_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user_id", name="pk_notebook"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notebook_user_id", "notebook", ["user_id"])


def downgrade() -> None:
    op.drop_table("notebook")
    op.drop_table("standing_order")
