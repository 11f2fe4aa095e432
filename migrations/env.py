"""Alembic runs this for each command. The caller (``bot.store.migrating``) hands over an open connection.

The transaction is the caller's too: a migration that fails half-way leaves the database as it was.
"""

from __future__ import annotations

from alembic import context

from bot.store.schema import METADATA

connection = context.config.attributes.get("connection")
if connection is None:
    raise RuntimeError("Migrations run when the bot opens its database; there is nothing to run by hand.")

context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
