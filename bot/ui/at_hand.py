"""What comes with every press and every command, since each of them carries the client that it came through.

These two things alone: whoever answers can answer with pictures, and knows the threads that Discord does not tell of.
Whatever else a part needs is handed to it.
"""

from __future__ import annotations

from typing import Any, Protocol

import discord

from bot.ui.pictures.gallery import Gallery
from bot.ui.threads import Threads


class AtHand(Protocol):
    """What our client has for whoever answers."""

    gallery: Gallery
    threads: Threads


def at_hand(interaction: discord.Interaction) -> AtHand:
    client: Any = interaction.client  # ours, of which discord.py does not know
    found: AtHand = client
    return found
