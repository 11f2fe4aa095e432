"""`/roleset export` and `import`: a role set as a file, as a code and as a sheet; and back, after it was looked at."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import discord

from bot.engine.rulebook import Game
from bot.matches.errors import Refused
from bot.matches.role_set_codes import code_of, read_code
from bot.matches.role_set_files import FILE_MOST, Found, document, read_file, written
from bot.matches.role_set_schema import schema
from bot.matches.rolesets import NAME_MOST, Broken, Shelf, clean_name
from bot.matches.typed_names import is_called
from bot.ui.option_words import set_label
from bot.ui.panels import Page, Panel
from bot.ui.role_set_pages import TINT
from bot.ui.role_set_sheet import sheet
from bot.ui.router import Click, reply
from cogs.rolesets.exchange_pages import export_page, preview_page
from cogs.rolesets.workshop import Workshop

SCHEMA_FILE = "role-set.schema.json"

_UNSAFE = re.compile(r"[^a-z0-9]+")


class Exchange:
    """Role sets that leave the server, and those that come from elsewhere."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    # -- export -----------------------------------------------------------------------------------------------------

    async def export(self, interaction: discord.Interaction, guild_id: int, game: Game, name: str) -> None:
        """Answer with the code, the file and the sheet of a set. Raises Refused for one that nobody can play."""
        found = await self._workshop.find(guild_id, game, name)
        if isinstance(found, Broken):
            raise Refused("role_set_broken")
        words = self._workshop.words(interaction)
        code = code_of(game, found.options)
        stem = file_stem(game, found.name)
        files = {
            f"{stem}.json": written(document(game, set_label(words, game, found.name), found.options)),
            f"{stem}.html": sheet(words, game, found.name, found.options, code),
        }
        page = export_page(words, game, found.name, code, tuple(files))
        await reply(interaction, page, files=[attached(name, text) for name, text in files.items()])

    async def show_schema(self, click: Click) -> None:
        """The JSON Schema of the files, as a file."""
        sentence = self._workshop.words(click.interaction).say("roleset.schema")
        page = Page((Panel(sentence),), tint=TINT, files=(SCHEMA_FILE,))
        await reply(click.interaction, page, files=[attached(SCHEMA_FILE, json.dumps(schema(), indent=1))])

    # -- import -----------------------------------------------------------------------------------------------------

    async def bring(self, interaction: discord.Interaction, guild_id: int, found: Found, name: str | None) -> None:
        """Show what came from elsewhere as a draft: nothing is saved before somebody has seen it and says so."""
        words = self._workshop.words(interaction)
        shelf = await self._workshop.role_sets.shelf(guild_id, found.game.name)
        tidy = clean_name(name) if name else _usable(found.name, shelf, words.say("roleset.imported.name"))
        there = shelf.named(tidy)
        if there is not None and there.saved_ms is None:
            raise Refused("role_set_built_in_name")
        draft = self._workshop.drafts.open(
            interaction.user.id, guild_id, found.game, there.name if there else tidy, found.options,
            replaces=there.saved_ms if there else None, mended=bool(found.faults), imported=True,
        )  # fmt: skip
        await reply(interaction, preview_page(words, draft, found, there))


async def what_was_given(code: str | None, file: discord.Attachment | None) -> Found:
    """The role set in a code or a file. Raises Refused for neither, for both, and for what is no role set."""
    if (code is None) == (file is None):
        raise Refused("role_set_code_or_file")
    if file is None:
        return read_code(code or "")
    if file.size > FILE_MOST:
        raise Refused("role_set_file_too_large", most=FILE_MOST // 1000)
    return read_file(await file.read())


def _usable(name: str, shelf: Shelf, otherwise: str) -> str:
    """The name a set has in its file, if it can have it here; a built-in set's name gets a number."""
    try:
        tidy = clean_name(name[:NAME_MOST])
    except Refused:
        tidy = otherwise
    if (there := shelf.named(tidy)) is not None and there.saved_ms is not None:
        return tidy
    is_taken = any(one.is_built_in and is_called(tidy, shelf.called(one.name)) for one in shelf.offered)
    return f"{tidy[: NAME_MOST - 2]} 2" if is_taken else tidy


def file_stem(game: Game, name: str) -> str:
    """A file name of the letters that every system takes."""
    slug = _UNSAFE.sub("-", name.lower()).strip("-")
    return f"{game.name}-{slug or 'role-set'}"


def attached(name: str, text: str) -> Callable[[], discord.File]:
    """A factory of a text as an attachment."""
    return lambda: discord.File(io.BytesIO(text.encode()), filename=name)
