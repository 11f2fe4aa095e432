"""What others delete of a game that is being played: its newest board, or its whole thread. It is put there anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import discord

from bot.ui.stage.public import PublicSender
from bot.ui.stage.rounds import Rounds


class Deletions:
    """Hears from Discord what was deleted. `here`: thread or channel -> the live matches played there."""

    def __init__(self, here: Mapping[int, set[int]], public: PublicSender, rounds: Rounds) -> None:
        self._here = here
        self._public = public
        self._rounds = rounds

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self._look(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        self._look(payload.channel_id, payload.message_ids)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The next posting of the board finds that its place is gone, and makes another one."""
        for match_id in self._here.get(payload.thread_id, ()):
            self._post_anew(match_id)

    def _look(self, channel_id: int, message_ids: Collection[int]) -> None:
        for match_id in self._here.get(channel_id, ()):
            if self._public.newest_of(match_id) in message_ids:
                self._post_anew(match_id)

    def _post_anew(self, match_id: int) -> None:
        self._public.forget(match_id)
        self._rounds.schedule(match_id)
