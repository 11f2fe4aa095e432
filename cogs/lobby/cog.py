"""`/play`: a table is laid, people sit down, the host chooses how to play, and the game begins; and the rematch.

The lobby's message carries everything in its buttons (`mm:lobby:<lobby>:<action>`), and every press is checked against
the store, so a message from before a restart, or one that shows an old state, does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.default_sets import DefaultSets
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, LobbySeat, Unplayable, is_for_two
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_standby import LobbyStandby
from bot.matches.rolesets import RoleSets, game_of
from bot.trouble import StoreTrouble
from bot.ui.authority import channel_of, check_may_open, guild_of, parent_of
from bot.ui.command_words import told
from bot.ui.game_words import computer_names
from bot.ui.languages import Languages
from bot.ui.person_menus import person_menu
from bot.ui.router import reply
from bot.ui.wording import Wording, plain
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.busy_page import busy_page
from cogs.lobby.calls import CallControls
from cogs.lobby.controls import LobbyControls
from cogs.lobby.expiry import LobbyExpiryCog
from cogs.lobby.greeting import Greeting
from cogs.lobby.host import HostControls
from cogs.lobby.levels import LevelControls
from cogs.lobby.message import LobbyMessage, lobby_message_of
from cogs.lobby.more import MoreControls
from cogs.lobby.options import OptionControls
from cogs.lobby.page import others_page
from cogs.lobby.permissions import PermissionCheck, forbids, permissions_page
from cogs.lobby.rematch import Rematch
from cogs.lobby.removing import RemovalControls
from cogs.lobby.role_call import RoleCall
from cogs.lobby.seats import SeatControls
from cogs.lobby.standby import StandbyControls
from cogs.lobby.suggestions import RoleSetSuggestions
from cogs.lobby.words import fault_in_words

log = structlog.get_logger(__name__)

Interaction = discord.Interaction[Any]

DUEL = next(game.name for game in GAMES.values() if is_for_two(game))
"""The game to which one person challenges another without saying which."""


def _game_name(game: Game) -> app_commands.locale_str:
    """Title and number of players: some games have nearly the same title."""
    least, most = game.seats.start, game.seats.stop - 1
    return told(
        "choice.game", title=told(f"game.{game.name}"), players=str(least) if least == most else f"{least}–{most}"
    )


class LobbyCog(commands.Cog):
    """Opens lobbies."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        lobbies: Lobbies,
        lobby_openings: LobbyOpenings,
        lobby_ends: LobbyEnds,
        role_sets: RoleSets,
        message: LobbyMessage,
        greeting: Greeting,
        role_call: RoleCall,
        permissions: PermissionCheck,
        background: BackgroundTasks,
        languages: Languages,
        suggestions: RoleSetSuggestions,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._lobby_openings = lobby_openings
        self._lobby_ends = lobby_ends
        self._role_sets = role_sets
        self._default_sets = DefaultSets(settings, role_sets)
        self._message = message
        self._greeting = greeting
        self._role_call = role_call
        self._permissions = permissions
        self._background = background
        self._languages = languages
        self._suggestions = suggestions
        self._wording = wording

    async def redraw(self, lobby_id: int) -> None:
        """Show a lobby as it is, where something else than a press on it has changed it."""
        await self._message.refresh_as_it_is(lobby_id)

    async def cog_unload(self) -> None:
        self._background.cancel()

    @app_commands.command(name="play", description=told("command.play"))
    @app_commands.guild_only()
    @app_commands.describe(
        game=told("command.play.game"),
        opponent=told("command.play.opponent"),
        role_set=told("command.play.role_set"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=_game_name(game), value=game.name) for game in GAMES.values()])
    async def play(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.Member | discord.User | None = None,
        role_set: str | None = None,
    ) -> None:
        await self._lay(interaction, game, opponent, role_set)

    async def challenge(self, interaction: Interaction, person: discord.Member | discord.User) -> None:
        """A duel with this person, as `/play opponent:` begins one."""
        await self._lay(interaction, DUEL, person, None)

    async def _lay(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.Member | discord.User | None,
        role_set: str | None,
    ) -> None:
        """Lay a table where the command was given, if this person may open one there."""
        guild_id, words = guild_of(interaction), self._words(interaction)
        lacking = self._permissions.lacking(interaction)
        if forbids(lacking):
            await reply(interaction, permissions_page(words, "lobby.cannot_play", lacking))
            return
        chosen = game_of(game)
        await check_may_open(self._settings, interaction, game, interaction.channel_id or 0)
        me = interaction.client.user
        alone = opponent is not None and me is not None and opponent.id == me.id
        invited = None if opponent is None or alone else _invited(interaction, opponent)
        try:
            lobby = await self._open(interaction, guild_id, chosen, role_set, invited)
        except Refused as refusal:
            if refusal.code != "lobby_host_busy":
                raise
            open_ones = await self._lobbies.open_of_host(interaction.user.id)
            await reply(interaction, busy_page(open_ones, refusal, words))
            return
        if alone:
            lobby = await self._begin_alone(lobby, words)
        await self._message.post_as_answer(interaction, lobby)
        if lacking:
            await reply(interaction, permissions_page(words, "lobby.less_well", lacking))
        if lobby.status != "open":
            return
        self._greeting.later(interaction, lobby)
        if lobby.kept_for is None:
            self._background.begin(self._role_call.call(lobby.id, channel_of(interaction)))
            self._background.begin(self._name_others(interaction, lobby))

    async def _name_others(self, interaction: Interaction, lobby: Lobby) -> None:
        """Tell whoever has opened a lobby that others wait for players beside it: nobody saw them, perhaps."""
        try:
            others = await self._lobbies.waiting_beside(lobby)
            if others:
                await reply(interaction, others_page(lobby, others, self._words(interaction)))
        except (StoreTrouble, discord.HTTPException, aiohttp.ClientError, OSError) as problem:
            log.info("others_not_named", lobby=lobby.id, problem=repr(problem))

    async def _open(
        self, interaction: Interaction, guild_id: int, game: Game, role_set: str | None, invited: LobbySeat | None
    ) -> Lobby:
        if role_set is not None:
            found = await self._role_sets.find(guild_id, game.name, role_set)
        else:
            found = await self._default_sets.find(guild_id, channel_of(interaction), game.name)
        assert interaction.channel_id is not None
        return await self._lobby_openings.open(
            guild_id, interaction.channel_id, interaction.user.id, interaction.user.display_name,
            game, found.name, found.options, parent_id=await parent_of(interaction), invited=invited,
            chosen=role_set is not None, press_id=interaction.id,
        )  # fmt: skip

    async def _begin_alone(self, lobby: Lobby, words: Wording) -> Lobby:
        """Against the computer nobody has to be waited for. A table that cannot begin is cleared away again."""
        try:
            names = computer_names(self._languages.public(lobby.guild_id), lobby.game.name)
            return await self._lobbies.play_computers(lobby.id, lobby.host_id, names=names)
        except BaseException as problem:
            await self._lobby_ends.abandon(lobby.id)
            if isinstance(problem, Unplayable):
                raise Refused("lobby_unplayable", why=fault_in_words(words, problem.fault)) from None
            raise

    @play.autocomplete("role_set")
    async def suggest(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._suggestions.of(interaction, current)

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _invited(interaction: Interaction, person: discord.Member | discord.User) -> LobbySeat:
    """The person who is to be called. Raises Refused for those who could not answer."""
    if person.id == interaction.user.id:
        raise Refused("challenge_self")
    if person.bot:
        raise Refused("challenge_bot")
    if not isinstance(person, discord.Member):
        raise Refused("challenge_not_here", name=plain(person.display_name))
    allowed = person.resolved_permissions
    if allowed is None:
        channel: Any = interaction.channel
        allowed = channel.permissions_for(person)
    if not allowed.view_channel:
        raise Refused("challenge_blind", name=plain(person.display_name))
    return LobbySeat(person.id, person.display_name)


@dataclass(frozen=True)
class _Shared:
    """What several of those need who serve a lobby."""

    message: LobbyMessage
    permissions: PermissionCheck
    greeting: Greeting
    background: BackgroundTasks


def _shared(client: Mirror) -> _Shared:
    message, background = lobby_message_of(client), BackgroundTasks()
    greeting = Greeting(
        settings=client.settings, courier=client.courier, wording=client.wording, message=message, background=background
    )
    return _Shared(message, PermissionCheck(client.wording), greeting, background)


def _controls(client: Mirror, shared: _Shared, calls: CallControls, standby: StandbyControls) -> LobbyControls:
    """Whatever can be pressed in a lobby."""
    levels = LevelControls(
        settings=client.settings,
        lobbies=client.lobbies,
        message=shared.message,
        background=shared.background,
        wording=client.wording,
    )
    seats = SeatControls(
        settings=client.settings,
        lobbies=client.lobbies,
        message=shared.message,
        greeting=shared.greeting,
        levels=levels,
        permissions=shared.permissions,
        languages=client.languages,
        wording=client.wording,
    )
    host = HostControls(
        settings=client.settings,
        lobbies=client.lobbies,
        message=shared.message,
        permissions=shared.permissions,
        wording=client.wording,
    )
    removal = RemovalControls(
        settings=client.settings,
        lobbies=client.lobbies,
        message=shared.message,
        audit=client.audit_channel,
        mail=client.person_mail,
        wording=client.wording,
    )
    options = OptionControls(
        settings=client.settings,
        lobbies=client.lobbies,
        role_sets=client.role_sets,
        message=shared.message,
        wording=client.wording,
    )
    more = MoreControls(settings=client.settings, lobbies=client.lobbies, wording=client.wording)
    handlers = {
        name: handler
        for part in (seats, host, removal, levels, more, options, calls, standby)
        for name, handler in part.handlers().items()
    }
    return LobbyControls(lobbies=client.lobbies, message=shared.message, wording=client.wording, handlers=handlers)


def _calls(client: Mirror) -> CallControls:
    """What calls people to a lobby."""
    return CallControls(
        calls=client.lobby_calls,
        people=client.memory,
        courier=client.courier,
        languages=client.languages,
        wording=client.wording,
    )


def _standby(client: Mirror, shared: _Shared, waiting: LobbyStandby) -> StandbyControls:
    """What gives a free seat to whoever stands by."""
    return StandbyControls(
        standby=waiting,
        lobbies=client.lobbies,
        message=shared.message,
        courier=client.courier,
        background=shared.background,
        languages=client.languages,
        now_ms=client.now_ms,
    )


def _rematch(client: Mirror, shared: _Shared) -> Rematch:
    """What opens a lobby for those who have just played."""
    return Rematch(
        settings=client.settings,
        service=client.service,
        lobbies=client.lobbies,
        lobby_openings=client.lobby_openings,
        lobby_ends=client.lobby_ends,
        message=shared.message,
        permissions=shared.permissions,
        background=shared.background,
        router=client.router,
        wording=client.wording,
    )


def _cog(client: Mirror, shared: _Shared) -> LobbyCog:
    """What opens a lobby."""
    role_call = RoleCall(
        settings=client.settings,
        lobbies=client.lobbies,
        courier=client.courier,
        languages=client.languages,
        now_ms=client.now_ms,
    )
    return LobbyCog(
        settings=client.settings,
        lobbies=client.lobbies,
        lobby_openings=client.lobby_openings,
        lobby_ends=client.lobby_ends,
        role_sets=client.role_sets,
        message=shared.message,
        greeting=shared.greeting,
        role_call=role_call,
        permissions=shared.permissions,
        background=shared.background,
        languages=client.languages,
        suggestions=RoleSetSuggestions(client.role_sets, client.wording),
        wording=client.wording,
    )


async def setup(client: Mirror) -> None:
    shared, waiting = _shared(client), LobbyStandby(client.store, client.now_ms, client.service.keeper.quiet)
    calls, standby = _calls(client), _standby(client, shared, waiting)
    message, background = shared.message, shared.background
    client.router.on("lobby", _controls(client, shared, calls, standby).pressed)
    client.router.on("rematch", _rematch(client, shared).pressed)
    client.lobby_starts.watchers.append(lambda _match_id: background.begin(calls.tell()))
    client.lobbies.changed.append(standby.changed)
    client.endings.watchers.append(lambda match_id: background.begin(message.match_is_over(match_id)))
    cog = _cog(client, shared)
    await client.add_cog(cog)
    client.tree.add_command(person_menu("challenge", cog.challenge))
    expiry = LobbyExpiryCog(
        lobbies=client.lobbies,
        lobby_starts=client.lobby_starts,
        lobby_ends=client.lobby_ends,
        lobby_calls=client.lobby_calls,
        lobby_standby=waiting,
        message=message,
        calls=calls,
        standby=standby,
        now_ms=client.now_ms,
    )
    await client.add_cog(expiry)
