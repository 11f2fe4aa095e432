"""Tables that are planned for a day and an hour, and who says that they come.

Revises: 0100
Created: 2026-11-23
Why: a plan outlives the process: it is shown, remembered and opened at its hour whatever happens in between.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0096"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "planned_table",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("role_set", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("reminded", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("lobby", sa.BigInteger(), nullable=True),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "status IN ('draft', 'planned', 'opened', 'done', 'off')", name=op.f("ck_planned_table_status")
        ),
        sa.ForeignKeyConstraint(["lobby"], ["lobby.id"], name="fk_planned_table_lobby", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_planned_table"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_planned_table_status_guild_id", "planned_table", ["status", "guild_id"])
    op.create_index("ix_planned_table_host_id", "planned_table", ["host_id"])
    op.create_table(
        "planned_guest",
        sa.Column("planned", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["planned"], ["planned_table.id"], name="fk_planned_guest_planned", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("planned", "user_id", name="pk_planned_guest"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_planned_guest_user_id", "planned_guest", ["user_id"])


def downgrade() -> None:
    op.drop_table("planned_guest")
    op.drop_table("planned_table")
