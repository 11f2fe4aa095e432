"""`magic-mirror doctor`: what stands between this bot and a good game, each as a line a server admin understands."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
import discord

from bot.config import Settings
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.ui.mirror import intents
from bot.ui.silence import NEEDED

API = "https://discord.com/api/v10"


@dataclass(frozen=True)
class Line:
    """One finding."""

    good: bool
    text: str


def needed_permissions() -> discord.Permissions:
    """What the invitation asks for, and nothing more."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def invitation(client_id: int) -> str:
    """The address with which an admin invites the bot."""
    return discord.utils.oauth_url(client_id, permissions=needed_permissions(), scopes=("bot", "applications.commands"))


def examine() -> list[Line]:
    """Token, intents, permissions, database."""
    return asyncio.run(_examine(Settings()))


async def _examine(settings: Settings) -> list[Line]:
    lines = [await _database(settings), _intents(settings)]
    lines += await _token(settings)
    return lines


async def _database(settings: Settings) -> Line:
    try:
        store = await Store.open(settings.database)
    except StoreError as problem:
        return Line(False, f"Database: {problem}")
    try:
        problems = await store.check()
    finally:
        await store.close()
    if problems:
        return Line(False, f"Database: {problems[0]}")
    return Line(True, f"Database: {_shown(settings.database)} is whole and up to date.")


def _shown(database: str) -> str:
    """The database's name without a password."""
    return database.rsplit("@", 1)[-1]


def _intents(settings: Settings) -> Line:
    names = ", ".join(name for name, on in intents(message_content=settings.message_content) if on)
    if settings.message_content:
        return Line(True, f"Intents: {names}. message_content has to be switched on in the developer portal.")
    return Line(True, f"Intents: {names}. None of them is privileged; nothing has to be switched on in the portal.")


async def _token(settings: Settings) -> list[Line]:
    token = settings.token.get_secret_value() if settings.token else ""
    if not token:
        return [Line(False, "Token: there is none. Write MAGIC_MIRROR_TOKEN=… into the file .env (see .env.example).")]
    try:
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:
            async with session.get(f"{API}/users/@me", timeout=aiohttp.ClientTimeout(10)) as answer:
                if answer.status == 401:
                    return [Line(False, "Token: Discord does not accept it. Copy it anew from the developer portal.")]
                user = await answer.json()
            async with session.get(f"{API}/applications/@me", timeout=aiohttp.ClientTimeout(10)) as answer:
                application = await answer.json()
    except (aiohttp.ClientError, TimeoutError, OSError):
        return [Line(False, "Token: Discord could not be reached to check it. Look at the network, then try again.")]
    client_id = int(application.get("id", user["id"]))
    return [
        Line(True, f"Token: good. The bot is called {user['username']}."),
        Line(True, f"Permissions: invite the bot with exactly what it needs: {invitation(client_id)}"),
    ]
