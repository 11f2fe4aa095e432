"""The rights that people have in a server. Discord tells them with every click: nothing is asked.

Remembered is only what Discord does not tell of archived threads: their channel, and whether they are private.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import discord

from bot.matches.errors import Refused
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.snapshot import MatchSnapshot
from bot.matches.threads import KnownThreads
from bot.ui.at_hand import at_hand


class Played(Protocol):
    """Where a match is played, and whose it is."""

    @property
    def guild_id(self) -> int: ...
    @property
    def channel_id(self) -> int: ...
    @property
    def thread_id(self) -> int | None: ...
    @property
    def host_id(self) -> int: ...
    @property
    def moderator_id(self) -> int | None: ...


def guild_of(interaction: discord.Interaction) -> int:
    """The server where this happens. Raises Refused in direct messages."""
    if interaction.guild_id is None:
        raise Refused("not_in_direct_messages")
    return interaction.guild_id


def channel_of(interaction: discord.Interaction) -> int:
    """The channel where this happens, whose settings hold: a thread has those of its channel."""
    if isinstance(interaction.channel, discord.Thread):
        return interaction.channel.parent_id
    return interaction.channel_id or 0


async def parent_of(interaction: discord.Interaction, place: Any = None) -> int | None:
    """The channel of the thread in which something is opened, or of this one; None for a channel.

    It is remembered who sees the thread, for the time when it is archived. Raises StoreTrouble.
    """
    return await at_hand(interaction).threads.parent_of(interaction.channel if place is None else place)


def manages_server(interaction: discord.Interaction) -> bool:
    """Whether this person has Manage Server."""
    permissions = interaction.permissions
    return interaction.guild_id is not None and (permissions.manage_guild or permissions.administrator)


async def may_edit_role_sets(settings: SettingsBook, interaction: discord.Interaction) -> bool:
    """Manage Server, or the role the server has named for it."""
    if manages_server(interaction):
        return True
    if interaction.guild_id is None:
        return False
    return _has(interaction.user, interaction.guild_id, (await settings.read(interaction.guild_id)).role_editor_role)


async def may_keep_order(settings: SettingsBook, interaction: discord.Interaction) -> bool:
    """Manage Server, or the role the server has named for it."""
    if manages_server(interaction):
        return True
    if interaction.guild_id is None:
        return False
    return _has(interaction.user, interaction.guild_id, (await settings.read(interaction.guild_id)).order_keeper_role)


async def keeps_order(settings: SettingsBook, person: discord.Member) -> bool:
    """The same for somebody who has not pressed anything: as Discord has just told of them."""
    if person.guild_permissions.manage_guild or person.guild_permissions.administrator:
        return True
    return _has(person, person.guild.id, (await settings.read(person.guild.id)).order_keeper_role)


async def check_may_open(settings: SettingsBook, interaction: discord.Interaction, game: str, channel_id: int) -> None:
    """Raises Refused when this person may open no table there, or none of this game."""
    here = await _settings_there(settings, interaction, channel_id)
    if not here.tables_open:
        raise Refused("no_tables_here")
    _check_game(here, game)
    if here.host_role is None or await may_keep_order(settings, interaction):
        return
    if not _has(interaction.user, guild_of(interaction), here.host_role):
        raise Refused("not_a_host", role=f"<@&{here.host_role}>")


async def may_still_open(settings: SettingsBook, person: discord.Member, channel_id: int) -> bool:
    """Whether somebody who has pressed nothing may open tables there, as Discord has just told of them; whether any may
    be opened is not looked at."""
    role = (await settings.read(person.guild.id)).at(channel_id).host_role
    return role is None or _has(person, person.guild.id, role) or await keeps_order(settings, person)


async def check_game_allowed(
    settings: SettingsBook, interaction: discord.Interaction, game: str, channel_id: int
) -> None:
    """Raises Refused when this game may not be played there."""
    _check_game(await _settings_there(settings, interaction, channel_id), game)


def _check_game(here: GuildSettings, game: str) -> None:
    if not here.allows(game):
        raise Refused("game_not_allowed")


async def _settings_there(settings: SettingsBook, interaction: discord.Interaction, channel_id: int) -> GuildSettings:
    """What holds in this channel, or in the channel of this thread."""
    guild, known = interaction.guild, at_hand(interaction).threads.known
    place = _place(guild, known, (channel_id,)) if guild is not None else None
    return (await settings.read(guild_of(interaction))).at(channel_id if place is None else place.id)


def may_see(interaction: discord.Interaction, match: MatchSnapshot) -> bool:
    """Whether this person may be told of a match: they sit at it, lead it, or see the channel it is played in."""
    return match.seat_of(interaction.user.id) is not None or may_see_row(interaction, match.row)


def may_see_row(interaction: discord.Interaction, row: Played) -> bool:
    """The same for somebody who has no seat there.

    Discord tells what the person may do with every click, so nothing is asked. Where the channel is gone, only people
    with Manage Server may.
    """
    if interaction.guild is None or row.guild_id != interaction.guild.id:
        return False
    if interaction.user.id in (row.host_id, row.moderator_id):
        return True
    return may_see_place(interaction, row.thread_id, row.channel_id)


def may_see_place(interaction: discord.Interaction, *place_ids: int | None) -> bool:
    """Whether this person sees what is in this thread or channel; the first of them that is there counts.

    Discord does not tell who was asked into a private thread: from elsewhere only those see one who may see them all.
    """
    user, guild = interaction.user, interaction.guild
    if interaction.channel_id in place_ids:
        return True
    if guild is None or not isinstance(user, discord.Member):
        return False
    known = at_hand(interaction).threads.known
    if _place(guild, known, place_ids) is None:
        return manages_server(interaction)
    return member_sees(user, known, *place_ids)


def member_sees(person: discord.Member, known: KnownThreads, *place_ids: int | None) -> bool:
    """The same for somebody who has pressed nothing, as Discord has just told of them. What is gone they do not see."""
    place = _place(person.guild, known, place_ids)
    if place is None:
        return False
    allowed = place.permissions_for(person)
    if _is_private(person.guild, known, place_ids) and not allowed.manage_threads:
        return False
    return allowed.view_channel and allowed.read_message_history


def everybody_sees(guild: discord.Guild, known: KnownThreads, place_id: int) -> bool:
    """Whether everybody in the server sees what is in this thread or channel.

    What is gone is seen by nobody, and a private thread by those who were asked in.
    """
    place = _place(guild, known, (place_id,))
    if place is None or _is_private(guild, known, (place_id,)):
        return False
    allowed = place.permissions_for(guild.default_role)
    return allowed.view_channel and allowed.read_message_history


def _is_private(guild: discord.Guild, known: KnownThreads, place_ids: Sequence[int | None]) -> bool:
    """Whether one of them is a thread for those alone who were asked in."""
    some = [place_id for place_id in place_ids if place_id is not None]
    threads = (guild.get_thread(place_id) for place_id in some)
    remembered = (known.get(place_id) for place_id in some)
    return any(thread is not None and thread.is_private() for thread in threads) or any(
        one is not None and one.is_private for one in remembered
    )


def _place(
    guild: discord.Guild, known: KnownThreads, place_ids: Sequence[int | None]
) -> discord.abc.GuildChannel | None:
    """The channel whose permissions say who sees it; a thread has those of its channel, archived or not."""
    for place_id in (one for one in place_ids if one is not None):
        place = guild.get_channel_or_thread(place_id)
        channel = place.parent if isinstance(place, discord.Thread) else place
        if channel is None and place_id in known:
            channel = guild.get_channel(known[place_id].parent_id)
        if channel is not None:
            return channel
    return None


def check_may_see(interaction: discord.Interaction, match: MatchSnapshot) -> None:
    """Raises Refused, in the words for a match that there is not."""
    if not may_see(interaction, match):
        raise Refused("no_such_table")


def _has(person: discord.User | discord.Member, guild_id: int, role_id: int | None) -> bool:
    # @everyone has the server's own id; naming it opens the door to all, and no member lists it.
    if role_id is None:
        return False
    if role_id == guild_id:
        return True
    return isinstance(person, discord.Member) and person.get_role(role_id) is not None
