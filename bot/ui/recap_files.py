"""The recap as a file to keep: everything `magic-mirror verify` needs to check the game."""

from __future__ import annotations

import io
from collections.abc import Callable

import discord

from bot.engine.match import Entry
from bot.games import GAMES
from bot.recaps import Recap
from bot.store import matches
from bot.store.database import Store
from bot.store.matches import JournalRow


def entry_of(line: JournalRow) -> Entry:
    """A journal row as the engine knows it."""
    return Entry.model_validate({name: getattr(line, name) for name in Entry.model_fields})


async def recap_of(store: Store, match_id: int) -> Recap:
    """The recap of a finished match. It holds the seed: never make one of a match that is still played."""
    async with store.reading() as connection:
        row = await matches.get(connection, match_id)
        seats = await matches.seats_of(connection, match_id)
        journal = await matches.journal_of(connection, match_id)
        said = await matches.announcements_of(connection, match_id)
    if row.outcome is None:
        raise ValueError("only a finished match has a recap")
    game = GAMES[row.game]
    return Recap.model_validate(
        {
            "game": row.game,
            "options": game.options.model_validate(row.options).model_dump(mode="json"),
            "seats": row.seats,
            "names": [seat.name for seat in seats],
            "role_set": row.role_set,
            "seed": row.seed,
            "commitment": row.commitment,
            "journal": [entry_of(line).model_dump() for line in journal],
            "announcements": [[line.number, line.audience, line.key, line.content] for line in said],
            "outcome": row.outcome if isinstance(row.outcome, dict) else __import__("json").loads(row.outcome),
        }
    )


async def recap_file(store: Store, match_id: int) -> Callable[[], discord.File]:
    """A factory of the recap as a JSON attachment."""
    body = (await recap_of(store, match_id)).model_dump_json(indent=1).encode()
    return lambda: discord.File(io.BytesIO(body), filename=f"recap-{match_id}.json", description="The whole game")
