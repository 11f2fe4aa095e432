"""Brings the village's face. What its people press beyond answering questions stands in `cogs.village.speech`."""

from __future__ import annotations

from discord.ext import commands

from bot.client import Mirror
from cogs.village.face import VillageFace
from cogs.village.speech import SpeechCog


class VillageCog(commands.Cog):
    """Rumplestiltskin! on Discord."""

    def __init__(self, mirror: Mirror) -> None:
        mirror.faces[VillageFace.game] = VillageFace()


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(VillageCog(mirror))
    await mirror.add_cog(SpeechCog(mirror))
