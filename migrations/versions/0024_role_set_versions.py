"""The versions of role sets: who made, changed, renamed, deleted or brought back what, and what the set was then.

Revises: 0019
Created: 2026-11-22
Why: what somebody has changed or deleted can be undone. Each set that is there becomes the first version of its line.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0019"
branch_labels = None
depends_on = None

ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
DEEDS = "did IN ('made', 'changed', 'renamed', 'deleted', 'restored', 'imported')"
FIRST_VERSIONS = """
    INSERT INTO role_set_version (line, number, guild_id, game, name, body, did, by_id, at_ms)
    SELECT ROW_NUMBER() OVER (ORDER BY guild_id, game, name), 1, guild_id, game, name, body, 'made', updated_by,
        updated_ms
    FROM role_set
"""


def upgrade() -> None:
    op.create_table(
        "role_set_version",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("did", sa.Text(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(DEEDS, name=op.f("ck_role_set_version_did")),
        sa.PrimaryKeyConstraint("id", name="pk_role_set_version"),
        sa.UniqueConstraint("line", "number", name="uq_role_set_version_line_number"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_role_set_version_guild_id_game", "role_set_version", ["guild_id", "game"])
    op.execute(FIRST_VERSIONS)


def downgrade() -> None:
    op.drop_table("role_set_version")
