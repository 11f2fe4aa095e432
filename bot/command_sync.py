"""The slash commands, as Discord is told of them."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.matches.guild_settings import SettingsBook
from bot.ui.command_words import CommandTranslator
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)


async def sync_commands(
    client: discord.Client, tree: app_commands.CommandTree[Any], wording: Wording, settings: SettingsBook
) -> None:
    """Tell Discord the commands, in every language, only when they have changed since the last time (DISCORD 2.4)."""
    commands = await payload(tree, wording)
    digest = hashlib.sha256(json.dumps(commands, sort_keys=True, default=str).encode()).hexdigest()
    digest = f"{client.application_id}:{digest}"
    if await settings.commands_digest() == digest:
        return
    assert client.application_id is not None, "known since the login"
    # Not `tree.sync()`, which would translate everything once more.
    await client.http.bulk_upsert_global_commands(client.application_id, payload=commands)
    await settings.note_commands(digest)
    log.info("commands_synced", count=len(commands))


async def payload(tree: app_commands.CommandTree[Any], wording: Wording) -> list[Any]:
    """What Discord is told of each command, in every language there is."""
    translator = CommandTranslator(wording)
    await tree.set_translator(translator)
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
