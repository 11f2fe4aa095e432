"""The people who are kept out of the place of a match: decided from what its game says and what its server allows."""

from __future__ import annotations

import discord

from bot.matches.archive import Archive
from bot.matches.guild_settings import SettingsBook
from bot.matches.snapshot import MatchSnapshot
from bot.ui.channels import channel_of_match
from bot.ui.silence.doors import Doors
from bot.ui.silence.overwrites import Overwrites
from bot.ui.silence.speakers import WhoMaySpeak
from bot.ui.silence.speech import Speech


class Doorkeeper:
    """Closes and opens the places of all matches to single people. `toads_croak`: toads are not kept from writing."""

    def __init__(
        self,
        *,
        client: discord.Client,
        settings: SettingsBook,
        archive: Archive,
        overwrites: Overwrites,
        who_may_speak: WhoMaySpeak,
        toads_croak: bool,
    ) -> None:
        self._client = client
        self._settings = settings
        self._archive = archive
        self._overwrites = overwrites
        self._doors = Doors(client, overwrites)
        self._who_may_speak = who_may_speak
        self._toads_croak = toads_croak

    async def close_doors(self, match: MatchSnapshot, place: int) -> None:
        """Close the place of a match to those of its people who are to be kept out of it, as far as the server allows
        that, and open it to all others. Raises `Unreachable`."""
        speeches = self._who_may_speak.speeches(match) if match.running else {}
        kept = self._overwrites.kept_from(match.id)
        silent = [one for one, speech in speeches.items() if one in kept or speech not in ("free", "night", "floor")]
        if not silent and not kept:
            return  # as nearly always
        channel_id = channel_of_match(self._client, match)
        settings = (await self._settings.read(match.row.guild_id)).at(channel_id)
        if settings.silence != "delete":
            await self._leave_open(match.id, channel_id, silent, speeches)
        await self._doors.apply(
            match.id, match.row.guild_id, channel_id, place, speeches, settings.silence, toads_croak=self._toads_croak
        )

    async def _leave_open(self, match_id: int, channel_id: int, silent: list[int], speeches: dict[int, Speech]) -> None:
        """A door closed for one game would keep its person out of another game in the same channel."""
        for user_id in silent:
            if await self._plays_elsewhere(match_id, user_id, channel_id):
                del speeches[user_id]

    async def _plays_elsewhere(self, match_id: int, user_id: int, channel_id: int) -> bool:
        """Whether this person sits at another table of this channel."""
        others = [one for one in await self._archive.tables_of(user_id) if one != match_id]
        rows = [await self._archive.row(one) for one in others]
        return any(row.home_id == channel_id for row in rows)
