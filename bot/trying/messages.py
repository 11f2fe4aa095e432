"""What a person sees in one place, as plain data for the page: simcord says who may see what, the page draws it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.trying.people import Person, Place

if TYPE_CHECKING:
    from simcord import ChannelHandle

SHOWN: Final = 80
"""So many messages of a place are shown, the last ones."""
SILENT: Final = frozenset(
    (
        discord.MessageType.thread_created,
        discord.MessageType.thread_starter_message,
        discord.MessageType.pins_add,
        discord.MessageType.channel_name_change,
        discord.MessageType.new_member,
    )
)
"""Discord's own lines, which say nothing about a game."""

OFFER = re.compile(r"'mm:offer:\d+:\d+:\d+:(\d+):\d+'")
"""The button of an offer, and whose seat it could be."""

Files = dict[int, discord.Attachment]


def seen(person: Person, place: Place) -> list[discord.Message]:
    """The messages this person can see in a place, the oldest first; none where they may not read."""
    from simcord import SetupError  # noqa: PLC0415

    channel = person.channel(place)
    if channel is None:
        return []
    try:
        history = channel.history(viewer=person.acting(place))
    except SetupError:
        return []
    return [message for message in history if message.type not in SILENT][-SHOWN:]


def seats_offered(person: Person, tables: Iterable[ChannelHandle]) -> list[int]:
    """The threads in which somebody offers this person a seat: only the button of the offer says so."""
    return [
        table.id
        for table in tables
        if any(
            str(person.id) in OFFER.findall(str(part.to_dict())) for one in table.history() for part in one.components
        )
    ]


def drawn(message: discord.Message, address: str) -> dict[str, Any]:
    """One message. Its files are fetched below `address`, by the person who sees it."""
    files = {one.url: f"{address}/{one.id}/{one.filename}" for one in message.attachments}
    files |= {f"attachment://{one.filename}": files[one.url] for one in message.attachments}
    parts = [_at_home(part.to_dict(), files) for part in message.components]
    shown = set(_addresses(parts))
    return {
        "id": str(message.id),
        "at": int(message.created_at.timestamp() * 1000),
        "author": message.author.display_name,
        "author_id": str(message.author.id),
        "mirror": message.author.bot,
        "asked": _asked_by(message),
        "alone": message.flags.ephemeral,
        "content": message.content,
        "embeds": [_at_home(embed.to_dict(), files) for embed in message.embeds],
        "components": parts,
        "files": [_file(one, files[one.url]) for one in message.attachments if files[one.url] not in shown],
    }


def names(message: discord.Message) -> dict[str, str]:
    """How the people are called whom a message mentions."""
    return {str(user.id): user.display_name for user in message.mentions}


def _asked_by(message: discord.Message) -> str | None:
    """Whose command this message answers."""
    asked = message.interaction_metadata
    is_command = asked is not None and asked.type is discord.InteractionType.application_command
    return asked.user.display_name if asked is not None and is_command else None


def _file(attachment: discord.Attachment, address: str) -> dict[str, Any]:
    return {
        "name": attachment.filename,
        "url": address,
        "alt": attachment.description or "",
        "image": (attachment.content_type or "").startswith("image/"),
    }


def _at_home(part: Any, files: Mapping[str, str]) -> Any:
    """The same part of a message, its files where this server has them."""
    if isinstance(part, Mapping):
        return {
            str(name): files.get(value, value) if name == "url" and isinstance(value, str) else _at_home(value, files)
            for name, value in part.items()
        }
    if isinstance(part, Sequence) and not isinstance(part, str):
        return [_at_home(one, files) for one in part]
    return part


def _addresses(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        if isinstance(part.get("url"), str):
            yield part["url"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from _addresses(one)
