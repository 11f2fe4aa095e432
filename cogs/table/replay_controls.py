"""The button *Step by step* below a story: the whole game as one file for a browser, for whoever asks for it."""

from __future__ import annotations

import io
from typing import Final

import discord

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.replay.studio import Studio
from bot.ui.authority import check_may_see
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, take_time
from bot.ui.wording import Wording

PAUSE_MS: Final = 20_000
"""Between two replays that one person asks for."""
ROOM: Final = 100_000
"""Bytes of a message that are not the file."""


class ReplayControls:
    """Serves `mm:replay:<match>`."""

    def __init__(self, *, service: MatchService, archive: Archive, wording: Wording) -> None:
        self._service = service
        self._archive = archive
        self._wording = wording
        self._studio = Studio()
        self._limit = RateLimit("wait", PAUSE_MS)

    async def asked(self, click: Click) -> None:
        """Make the file, and send it to this person alone. Raises Refused for a game that is not over."""
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        if not match.over:
            raise Refused("not_over")
        if match.thrown_away:
            raise Refused("no_recap")
        interaction = click.interaction
        self._limit.slow_down(click.user_id, int(interaction.created_at.timestamp() * 1000))
        await take_time(interaction)
        words = self._wording.for_locale(interaction.locale)
        recap = await self._archive.recap(match.id)
        body = await self._studio.made(recap, words.locale, interaction.filesize_limit - ROOM)
        file = discord.File(io.BytesIO(body), filename=f"replay-{match.id}.html")
        await interaction.followup.send(words.say("replay.here"), file=file, ephemeral=True)
