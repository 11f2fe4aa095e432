"""The first answer to whatever somebody did on Discord: it has three seconds to arrive, and arrives once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

PAUSES_S: Final = (0.2, 0.4)
"""Seconds before the second and third try of an answer whose connection broke."""
Result = TypeVar("Result")
_ALREADY_ANSWERED: Final = 40060
_ANSWERED: Final = "answered"


def is_answered(interaction: discord.Interaction) -> bool:
    """Whether the initial answer was given: further ones are follow-ups."""
    return interaction.response.is_done() or _ANSWERED in interaction.extras


async def answer_at_once(interaction: discord.Interaction, attempt: Callable[[], Awaitable[Result]]) -> Result | None:
    """Give an answer, and the initial one again when the connection breaks: that is harmless, for Discord takes one.

    What the attempt gives; None when an earlier try had arrived, and only its reply was lost. Raises what Discord says,
    and the connection's own error after the last try. A follow-up is tried once: nothing keeps Discord from showing it
    twice.
    """
    for pause in () if is_answered(interaction) else PAUSES_S:
        try:
            return await _answer(interaction, attempt)
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
    return await _answer(interaction, attempt)


async def _answer(interaction: discord.Interaction, attempt: Callable[[], Awaitable[Result]]) -> Result | None:
    try:
        return await attempt()
    except discord.HTTPException as refusal:
        if refusal.code != _ALREADY_ANSWERED:
            raise
        interaction.extras[_ANSWERED] = True
        return None
