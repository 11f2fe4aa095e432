"""What has counted of games that are over, and who does not want to be counted.

Revises: 0071
Created: 2026-11-23
Why: statistics outlive the games they are made of, and change with the end of a game, in the same transaction.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("role_set", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.CheckConstraint("verdict IN ('counts', 'few', 'given_up', 'off')", name=op.f("ck_tally_verdict")),
        sa.PrimaryKeyConstraint("match", name="pk_tally"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tally_guild_id_game", "tally", ["guild_id", "game"])
    op.create_table(
        "tally_seat",
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.Text(), nullable=True),
        sa.Column("side", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["tally.match"], name="fk_tally_seat_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_tally_seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tally_seat_user_id", "tally_seat", ["user_id"])
    op.add_column("person", sa.Column("uncounted", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("person", "uncounted")
    op.drop_table("tally_seat")
    op.drop_table("tally")
