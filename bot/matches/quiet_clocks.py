"""Clocks that would run out in quiet hours are moved behind them, wherever they come to stand there."""

from __future__ import annotations

from typing import Any

from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.store import deadlines


async def move_out(keeper: Keeper, awake: Awake) -> bool:
    """Let no clock of this table run out in its quiet hours, durably; the caller is alone with the match. Whether any
    was moved."""
    quiet, lag_ms = awake.quiet, keeper.time.lag_ms
    if quiet is None or awake.row.status != "running":
        return False
    now = {number: quiet.moved(at + lag_ms) - lag_ms for number, at in awake.deadlines.items()}
    moved = {number: at for number, at in now.items() if at != awake.deadlines[number]}
    if not moved:
        return False
    await keeper.store.write(lambda connection: deadlines.move(connection, awake.id, moved))
    awake.deadlines = now
    keeper.schedule(awake)
    keeper.tell(Happening(awake.id, "changed"))
    return True


async def put_in_order(keeper: Keeper, guild_id: int) -> None:
    """Let no clock of any table of this server run out in its quiet hours. Tables whose clocks stand are put in order
    when they go on. Raises StoreError."""
    lag_ms = keeper.time.lag_ms
    async with keeper.store.reading() as connection:
        waiting = await deadlines.of_guild(connection, guild_id)
    early = {match for match, channel_id, due in waiting if _is_quiet(keeper, guild_id, channel_id, due + lag_ms)}
    for match_id in sorted(early):
        try:
            async with keeper.alone(match_id) as awake:
                await move_out(keeper, awake)
        except Refused:  # it is gone
            continue


def _is_quiet(keeper: Keeper, guild_id: int, channel_id: int, at_ms: int) -> bool:
    quiet = keeper.quiet.of(guild_id, channel_id)
    return quiet is not None and quiet.holds(at_ms)


class QuietClocks:
    """Changes the settings that say when it is quiet: the only way in, since running clocks follow them."""

    def __init__(self, settings: SettingsBook, keeper: Keeper) -> None:
        self._settings = settings
        self._keeper = keeper

    async def change(self, guild_id: int, channel_id: int | None, **changes: Any) -> None:
        """Set them for a server or one of its channels. The setting is durable first; when the bot dies before all
        clocks are moved, they are at the next start. Time that was given is not taken away again.

        Raises ValueError for values that are none, and StoreError.
        """
        if channel_id is None:
            now = await self._settings.change(guild_id, **changes)
        else:
            now = await self._settings.change_in(guild_id, channel_id, **changes)
        await self.follow(guild_id, now)

    async def follow(self, guild_id: int, now: GuildSettings) -> None:
        """The settings of this server are these now, and on disk: its clocks follow them."""
        self._keeper.quiet.note(guild_id, now)
        await put_in_order(self._keeper, guild_id)
