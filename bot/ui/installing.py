"""Addresses of Discord with which the bot is added somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.ui.silence.permissions import NEEDED

TO_A_PERSON: Final = "1"
"""Discord's number for a bot that people add to their own account."""


def needed_permissions() -> discord.Permissions:
    """What the invitation asks for, and nothing more."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def to_a_server(client_id: int) -> str:
    """The address with which an admin invites the bot."""
    return discord.utils.oauth_url(client_id, permissions=needed_permissions(), scopes=("bot", "applications.commands"))


def to_an_account(client_id: int) -> str:
    """The address with which somebody adds the bot to their own account, and can play `/duel` wherever they talk."""
    url = discord.utils.oauth_url(client_id, scopes=("applications.commands",))
    return f"{url}&integration_type={TO_A_PERSON}"


def may_be_added_by_a_person(application: Mapping[str, Any]) -> bool:
    """Whether that address works: *User Install* is switched on in the developer portal."""
    return TO_A_PERSON in (application.get("integration_types_config") or {})
