"""What a proof of a match rests on: the seed a lobby promised, the presses that went into the deal, the sealed names.

Revises: 0005
Created: 2026-11-22
Why: the seed is drawn and promised before anybody sits down; after a crash between the promise and the deal the same
seed must deal. A lobby and a match from before have none of it, and begin and go on as they did.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lobby", sa.Column("seed", sa.Text(), nullable=True))
    op.add_column("lobby_seat", sa.Column("press_id", sa.BigInteger(), nullable=True))
    op.add_column("match", sa.Column("presses", sa.Text(), server_default=sa.text("'[]'"), nullable=False))
    op.add_column("match", sa.Column("opening", sa.Text(), nullable=True))
    op.add_column("match", sa.Column("replaced_by", sa.BigInteger(), nullable=True))
    op.create_table(
        "sealed_seat",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.Column("name_digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_sealed_seat_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_sealed_seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sealed_seat_user_id", "sealed_seat", ["user_id"])


def downgrade() -> None:
    op.drop_table("sealed_seat")
    op.drop_column("match", "replaced_by")
    op.drop_column("match", "opening")
    op.drop_column("match", "presses")
    op.drop_column("lobby_seat", "press_id")
    op.drop_column("lobby", "seed")
