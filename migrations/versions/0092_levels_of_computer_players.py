"""A computer player may be an easy or a strong one.

Revises: 0080
Created: 2026-11-23
Why: the host says how well each computer player plays; those from before are `thoughtful`, as they were.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0092"
down_revision = "0080"
branch_labels = None
depends_on = None

BEFORE = "player IN ('human', 'random', 'thoughtful')"
SINCE = "player IN ('human', 'random', 'easy', 'thoughtful', 'strong')"
FORGOTTEN = "UPDATE {table} SET player = 'thoughtful' WHERE player IN ('easy', 'strong')"


def upgrade() -> None:
    _allow("seat", _seats(BEFORE), SINCE)
    _allow("lobby_seat", _lobby_seats(BEFORE), SINCE)


def downgrade() -> None:
    for table in ("seat", "lobby_seat"):
        op.execute(FORGOTTEN.format(table=table))
    _allow("seat", _seats(SINCE), BEFORE)
    _allow("lobby_seat", _lobby_seats(SINCE), BEFORE)


def _allow(name: str, table: sa.Table, players: str) -> None:
    """SQLite copies the table for it; no other table refers to these two, so nothing is lost on the way."""
    with op.batch_alter_table(name, copy_from=table, table_kwargs={"sqlite_with_rowid": False}) as batch:
        batch.drop_constraint(op.f(f"ck_{name}_player"), type_="check")
        batch.create_check_constraint(op.f(f"ck_{name}_player"), players)


def _seats(players: str) -> sa.Table:
    return sa.Table(
        "seat",
        sa.MetaData(),
        sa.Column("match", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("strikes", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("away", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint(players, name="ck_seat_player"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat"),
        sa.Index("ix_seat_user_id", "user_id"),
        sqlite_with_rowid=False,
    )


def _lobby_seats(players: str) -> sa.Table:
    return sa.Table(
        "lobby_seat",
        sa.MetaData(),
        sa.Column("lobby", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("press_id", sa.BigInteger()),
        sa.CheckConstraint(players, name="ck_lobby_seat_player"),
        sa.ForeignKeyConstraint(["lobby"], ["lobby.id"], name="fk_lobby_seat_lobby", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lobby", "position", name="pk_lobby_seat"),
        sa.UniqueConstraint("lobby", "user_id", name="uq_lobby_seat_lobby_user_id"),
        sa.Index("ix_lobby_seat_user_id", "user_id"),
        sqlite_with_rowid=False,
    )
