"""For `magic-mirror try`: Discord's scheduled events, as Discord shows them to everybody in a server."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from simcord import Env

_SHOWN = {discord.EventStatus.scheduled.value, discord.EventStatus.active.value}


def events_of(env: Env, guild_id: int) -> list[dict[str, Any]]:
    """The events that are to come or have begun, the next one first; times in epoch seconds."""
    there = env.backend.get_guild(guild_id).scheduled_events.values()
    found = [
        {
            "name": one.name,
            "at": int(datetime.fromisoformat(one.scheduled_start_time).timestamp()),
            "where": (one.entity_metadata or {}).get("location", ""),
            "about": one.description or "",
            "begun": one.status == discord.EventStatus.active.value,
        }
        for one in there
        if one.status in _SHOWN
    ]
    return sorted(found, key=lambda one: one["at"])
