"""For `magic-mirror try`: a conversation where the bot is no member, pretended on simcord, which knows none.

People act in a channel of the server. What the bot is told of it is what Discord tells of a conversation of several
people to an application that one of them has installed for themselves: no server, and nothing but the press.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, cast

import discord

from bot.client import Mirror
from bot.matches.lobby import NOWHERE
from bot.store import matches
from bot.ui.pages import drawn
from bot.ui.panels import Page
from bot.ui.stage.anywhere_pages import AnywherePages
from bot.ui.wording import Wording

PRIVATE: Final = 2
"""Discord's number for the context of a conversation without the bot."""
GROUP: Final = 3
"""The type of a channel for several people."""
BY_A_PERSON: Final = 1
"""Discord's number for an application that a person has installed for themselves."""


def without_the_bot(body: dict[str, Any]) -> None:
    """Change what the bot is told of a press in a server into what it is told of one in such a conversation."""
    user = body.pop("member")["user"]
    for name in ("guild_id", "guild_locale"):
        body.pop(name, None)
    body.update(
        user=user,
        context=PRIVATE,
        authorizing_integration_owners={str(BY_A_PERSON): user["id"]},
        channel={"id": body["channel_id"], "type": GROUP, "name": None, "icon": None, "recipients": [user]},
    )
    body["data"].get("resolved", {}).pop("members", None)


@asynccontextmanager
async def as_discord_tells(language: str) -> AsyncIterator[set[int]]:
    """Let Discord say of everybody's clicks and commands that they read this language; simcord knows English alone.

    Channels whose ids are put into what this gives are such conversations.
    """
    from simcord import interactions  # noqa: PLC0415

    real, private = interactions.base_payload, set[int]()

    def told(*parts: Any, **more: Any) -> Any:
        record, payload = real(*parts, **more)
        body: dict[str, Any] = {**payload, "locale": language}
        if int(body["channel_id"]) in private:
            without_the_bot(body)
        return record, body

    interactions.base_payload = told
    try:
        yield private
    finally:
        interactions.base_payload = real


def usable_there(commands: Iterable[dict[str, Any]]) -> set[str]:
    """The names of the commands that Discord offers in such a conversation."""
    return {
        one["name"]
        for one in commands
        if PRIVATE in (one.get("contexts") or ()) and BY_A_PERSON in (one.get("integration_types") or ())
    }


async def show_boards(mirror: Mirror, channel_id: int, words: Wording) -> None:
    """Put the boards of the games that are played there where they can be pressed: on Discord they would stand there
    still."""
    channel = cast("discord.TextChannel", mirror.get_channel(channel_id))
    pages = AnywherePages(mirror.faces)
    async with mirror.store.reading() as connection:
        rows = await matches.of_guild(connection, NOWHERE)
    for row in rows:
        match = await mirror.service.snapshot(row.id)
        page: Page = pages.page(match, (), words)
        view, files = await drawn(mirror.gallery, page)
        await channel.send(view=view, files=[make() for make in files], allowed_mentions=discord.AllowedMentions.none())
