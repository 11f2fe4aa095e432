"""The quiet hours of all servers and channels, at hand whenever a clock is set."""

from __future__ import annotations

from bot.matches.guild_settings import GuildSettings, settings_within
from bot.matches.quiet_hours import QuietHours
from bot.store import settings
from bot.store.database import Store


class QuietTimes:
    """Knows them. Few servers have any, so all are kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._servers: dict[int, GuildSettings] = {}

    async def start_up(self) -> None:
        """Raises StoreError."""
        async with self._store.reading() as connection:
            for guild_id in filter(self._store.slot.has, await settings.guilds(connection)):
                self.note(guild_id, await settings_within(connection, guild_id))

    def note(self, guild_id: int, now: GuildSettings) -> None:
        """This server has set this; it counts for every clock from now on."""
        if any(now.at(place).quiet is not None for place in (None, *now.channels)):
            self._servers[guild_id] = now
        else:
            self._servers.pop(guild_id, None)

    def of(self, guild_id: int, channel_id: int) -> QuietHours | None:
        """The quiet hours of tables in this channel and its threads."""
        server = self._servers.get(guild_id)
        return None if server is None else server.at(channel_id).quiet

    def servers(self) -> list[int]:
        """The servers in which there are any."""
        return sorted(self._servers)
