"""Brings the face of Three Chests."""

from __future__ import annotations

from typing import Any

from discord.ext import commands

from cogs.three_chests.face import ChestFace


class ChestCog(commands.Cog):
    """Three Chests on Discord. People do nothing but answer questions."""

    def __init__(self, faces: dict[str, Any]) -> None:
        faces[ChestFace.game] = ChestFace()


async def setup(client: Any) -> None:
    await client.add_cog(ChestCog(client.faces))
