"""Hearing: what people write where a match is played. People who may not speak are silenced, unread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

import discord

from bot.engine.questions import Seat
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.languages import Languages
from bot.ui.silence.guests import Guests
from bot.ui.silence.hush import Hush
from bot.ui.silence.overwrites import Overwrites
from bot.ui.silence.speakers import WhoMaySpeak
from bot.ui.silence.speech import Speech
from bot.ui.silence.voice import Voice

EDITED_JUST_NOW_MS = 60_000

Overhear = Callable[[MatchSnapshot, Seat, Speech, int], None]
"""Told when a seat wrote although it may not speak now, and the id of the message, which nobody reads."""
Tongue = Callable[[MatchSnapshot, Seat, discord.Message], Awaitable[bool]]
"""Told when a seat that may speak has written; whether it took the message away, to say it otherwise."""


class Hearing:
    """Listens at all tables. `overhearing` and `tongues` are told what their games have to know."""

    def __init__(
        self,
        *,
        service: MatchService,
        places: Mapping[int, Collection[int]],
        who_may_speak: WhoMaySpeak,
        languages: Languages,
        hush: Hush,
        guests: Guests,
        doors: Overwrites,
        voice: Voice,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._places = places
        self._who_may_speak = who_may_speak
        self._languages = languages
        self._hush = hush
        self._guests = guests
        self._doors = doors
        self._voice = voice
        self._now_ms = now_ms
        self.overhearing: list[Overhear] = []
        self.tongues: list[Tongue] = []

    async def on_message(self, message: discord.Message) -> None:
        """Silence whoever may not speak, without reading what was said."""
        await self._hear(message)

    async def on_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A person who may not speak may not put new words into an old message either.

        Discord tells of other changes, too (a link was unfolded, a message pinned): then nothing was written just now.
        """
        written = payload.message.edited_at
        if written is not None and self._now_ms() - written.timestamp() * 1000 < EDITED_JUST_NOW_MS:
            await self._hear(payload.message, edited=True)

    async def _hear(self, message: discord.Message, *, edited: bool = False) -> None:
        here = self._places.get(message.channel.id)
        if not here or message.author.bot:
            return
        for match_id in sorted(here):  # games come to their end while this waits
            match = await self._service.snapshot(match_id)
            if match.over or match.paused:
                continue
            seat = match.seat_of(message.author.id)
            if seat is None:
                await self._guests.hear(match, message)
                continue
            speech = self._who_may_speak.speech(match, seat)
            if speech == "floor" and (edited or self._voice.channel_of(match_id) is not None):
                continue  # with the floor kept by voice, whoever listens may write; and slips may be put right
            if speech != "free":
                await self._silence_seat(match, seat, speech, message, edited=edited)
                return
            for tongue in self.tongues:
                if await tongue(match, seat, message):
                    return

    async def _silence_seat(
        self, match: MatchSnapshot, seat: Seat, speech: Speech, message: discord.Message, *, edited: bool
    ) -> None:
        if not edited:
            self._doors.note_writing(match.id, message.author.id)
            for overhear in self.overhearing:
                overhear(match, seat, speech, message.id)
        phase = (match.id, match.checkpoint, speech)
        words = self._languages.public(match.row.guild_id)
        await self._hush.on_message(message, speech, phase=phase, wording=words)
