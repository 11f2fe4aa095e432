"""Evenings that come together: `/tellme`, `/schedule` and `/evening`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.games import GAMES
from bot.matches.default_sets import DefaultSets
from bot.matches.evenings import Evenings
from bot.ui.command_words import told
from bot.ui.steady_loop import every
from cogs.evenings.evening_board import EveningBoard
from cogs.evenings.evening_controls import EveningControls
from cogs.evenings.evening_pages import EVENING
from cogs.evenings.events import DiscordEvents
from cogs.evenings.news import TableNews
from cogs.evenings.plan_calls import PlanCalls
from cogs.evenings.plan_controls import PlanControls
from cogs.evenings.plan_keeper import PlanKeeper
from cogs.evenings.plan_messages import PlanMessages
from cogs.evenings.plan_pages import PLAN
from cogs.evenings.wish_button import WISH
from cogs.evenings.wish_controls import WishControls
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.message import lobby_message_of
from cogs.lobby.permissions import PermissionCheck
from cogs.lobby.suggestions import RoleSetSuggestions

Interaction = discord.Interaction[Any]
LOOK_MINUTES = 10
"""So often it is looked whether anything is still to be told that could not be told at once."""


def game_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=told(f"game.{name}"), value=name) for name in GAMES]


def shown_to_everybody(channel: discord.abc.GuildChannel) -> bool:
    """Whether everybody sees what is in this channel. Only that matters: silence changes permissions all the time."""
    allowed = channel.permissions_for(channel.guild.default_role)
    return allowed.view_channel and allowed.read_message_history


class WishesCog(commands.Cog):
    """People hear of new tables."""

    def __init__(self, *, controls: WishControls, news: TableNews, background: BackgroundTasks) -> None:
        self._controls = controls
        self._news = news
        self._background = background

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()
        self._background.cancel()

    @app_commands.command(name="tellme", description=told("command.tellme"))
    @app_commands.describe(game=told("command.tellme.game"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def tellme(self, interaction: Interaction, game: str | None = None) -> None:
        await self._controls.asked(interaction, game)

    @every(minutes=LOOK_MINUTES)
    async def look(self) -> None:
        await self._news.tell()


class PlansCog(commands.Cog):
    """Tables are planned for a day and an hour."""

    schedule = app_commands.Group(name="schedule", description=told("command.schedule"), guild_only=True)

    def __init__(
        self, *, controls: PlanControls, keeper: PlanKeeper, calls: PlanCalls, suggestions: RoleSetSuggestions,
        background: BackgroundTasks,
    ) -> None:  # fmt: skip
        self._controls = controls
        self._suggestions = suggestions
        self._keeper = keeper
        self._calls = calls
        self._background = background

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()
        self._keeper.close()
        self._background.cancel()

    @schedule.command(name="table", description=told("command.schedule.table"))
    @app_commands.describe(
        game=told("command.play.game"),
        when=told("command.schedule.table.when"),
        role_set=told("command.play.role_set"),
        channel=told("command.schedule.table.channel"),
    )
    @app_commands.choices(game=game_choices())
    async def table(
        self,
        interaction: Interaction,
        game: str,
        when: app_commands.Range[str, 1, 60],
        role_set: str | None = None,
        channel: discord.TextChannel | discord.Thread | None = None,
    ) -> None:
        await self._controls.draft(interaction, game, when, role_set, channel)

    @table.autocomplete("role_set")
    async def suggest(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._suggestions.of(interaction, current)

    @schedule.command(name="list", description=told("command.schedule.list"))
    async def all_of_them(self, interaction: Interaction) -> None:
        await self._controls.show_all(interaction)

    # -- what Discord tells -----------------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_taken_up(self, away_ms: int) -> None:
        await self._keeper.start_up()
        await self._look()

    @every(minutes=LOOK_MINUTES)
    async def look(self) -> None:
        if self.look.current_loop > 0:  # at the start they are taken up
            await self._look()

    async def _look(self) -> None:
        await self._calls.look()
        await self._keeper.look_at_events()

    @commands.Cog.listener()
    async def on_person_forgotten(self) -> None:
        await self._keeper.clear_away()

    @commands.Cog.listener()
    async def on_time_moved(self) -> None:
        """Plans are made for an hour of the day."""
        self._keeper.look()

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self._keeper.message_gone(payload.message_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        for message_id in payload.message_ids:
            await self._keeper.message_gone(message_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._keeper.channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._keeper.channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, now: discord.abc.GuildChannel) -> None:
        if shown_to_everybody(before) != shown_to_everybody(now):
            await self._keeper.sight_changed(now.guild.id, now.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, now: discord.Role) -> None:
        if now.is_default() and before.permissions != now.permissions:
            await self._keeper.sight_changed(now.guild.id)

    @commands.Cog.listener()
    async def on_scheduled_event_delete(self, event: discord.ScheduledEvent) -> None:
        await self._keeper.event_gone(event.guild_id, event.id)

    @commands.Cog.listener()
    async def on_scheduled_event_update(self, _before: discord.ScheduledEvent, now: discord.ScheduledEvent) -> None:
        if now.status is discord.EventStatus.cancelled:
            await self._keeper.event_gone(now.guild_id, now.id)


class EveningsCog(commands.Cog):
    """Several games with one scoreboard."""

    evening = app_commands.Group(name="evening", description=told("command.evening"), guild_only=True)

    def __init__(self, *, controls: EveningControls, board: EveningBoard, background: BackgroundTasks) -> None:
        self._controls = controls
        self._board = board
        self._background = background

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()
        self._background.cancel()

    @commands.Cog.listener()
    async def on_taken_up(self, away_ms: int) -> None:
        await self._board.take_up()

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._board.channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._board.channel_gone(payload.thread_id)

    @every(minutes=LOOK_MINUTES)
    async def look(self) -> None:
        if self.look.current_loop > 0:  # at the start they are taken up
            await self._board.show_missed()

    @evening.command(name="start", description=told("command.evening.start"))
    @app_commands.describe(
        first=told("command.evening.game"), second=told("command.evening.game"), third=told("command.evening.game")
    )
    @app_commands.choices(first=game_choices(), second=game_choices(), third=game_choices())
    async def start(
        self, interaction: Interaction, first: str | None = None, second: str | None = None, third: str | None = None
    ) -> None:
        await self._controls.start(interaction, [game for game in (first, second, third) if game is not None])

    @evening.command(name="add", description=told("command.evening.add"))
    @app_commands.describe(game=told("command.evening.game"))
    @app_commands.choices(game=game_choices())
    async def add(self, interaction: Interaction, game: str) -> None:
        await self._controls.add(interaction, game)

    @evening.command(name="next", description=told("command.evening.next"))
    async def next(self, interaction: Interaction) -> None:
        await self._controls.go_on(interaction)

    @evening.command(name="scoreboard", description=told("command.evening.scoreboard"))
    async def scoreboard(self, interaction: Interaction) -> None:
        await self._controls.show(interaction)

    @evening.command(name="end", description=told("command.evening.end"))
    async def end(self, interaction: Interaction) -> None:
        await self._controls.end(interaction)


async def setup(client: Mirror) -> None:
    await client.add_cog(_evenings(client))
    await client.add_cog(_wishes(client))
    await client.add_cog(_plans(client))


def _wishes(client: Mirror) -> WishesCog:
    background = BackgroundTasks()
    controls = WishControls(
        wishes=client.table_wishes, courier=client.courier, background=background, wording=client.wording
    )
    news = TableNews(
        client=client,
        wishes=client.table_wishes,
        threads=client.threads,
        courier=client.courier,
        languages=client.languages,
    )
    client.router.on(WISH, controls.pressed)
    client.lobbies.watchers.append(lambda _lobby_id: background.begin(news.tell()))
    return WishesCog(controls=controls, news=news, background=background)


def _evenings(client: Mirror) -> EveningsCog:
    background, evenings = BackgroundTasks(), Evenings(client.store, client.now_ms)
    board = EveningBoard(evenings=evenings, courier=client.courier, languages=client.languages, gallery=client.gallery)
    controls = EveningControls(
        evenings=evenings,
        board=board,
        openings=client.lobby_openings,
        lobby_message=lobby_message_of(client),
        default_sets=DefaultSets(client.settings, client.role_sets),
        settings=client.settings,
        permissions=PermissionCheck(client.wording),
        background=background,
        wording=client.wording,
    )
    client.router.on(EVENING, controls.pressed)
    client.lobby_starts.watchers.append(lambda match_id: background.begin(board.match_has_begun(match_id)))
    client.endings.watchers.append(lambda match_id: background.begin(board.match_is_over(match_id)))
    return EveningsCog(controls=controls, board=board, background=background)


def _plans(client: Mirror) -> PlansCog:
    background = BackgroundTasks()
    events = DiscordEvents(
        client=client,
        plans=client.planned_tables,
        threads=client.threads,
        settings=client.settings,
        languages=client.languages,
        faces=client.faces,
        gallery=client.gallery,
    )
    messages = PlanMessages(
        plans=client.planned_tables,
        lobbies=client.lobbies,
        courier=client.courier,
        mail=client.person_mail,
        languages=client.languages,
        faces=client.faces,
        gallery=client.gallery,
    )
    keeper = PlanKeeper(
        client=client,
        plans=client.planned_tables,
        events=events,
        threads=client.threads,
        openings=client.lobby_openings,
        lobbies=client.lobbies,
        lobby_ends=client.lobby_ends,
        lobby_message=lobby_message_of(client),
        messages=messages,
        settings=client.settings,
        role_sets=client.role_sets,
        now_ms=client.now_ms,
    )
    controls = PlanControls(
        plans=client.planned_tables,
        keeper=keeper,
        messages=messages,
        events=events,
        wishes=client.table_wishes,
        settings=client.settings,
        role_sets=client.role_sets,
        permissions=PermissionCheck(client.wording),
        background=background,
        wording=client.wording,
        now_ms=client.now_ms,
    )
    calls = PlanCalls(
        plans=client.planned_tables,
        messages=messages,
        lobbies=client.lobbies,
        courier=client.courier,
        languages=client.languages,
    )
    client.router.on(PLAN, controls.pressed)
    client.lobby_starts.watchers.append(lambda _match_id: background.begin(calls.look()))
    suggestions = RoleSetSuggestions(client.role_sets, client.wording)
    return PlansCog(controls=controls, keeper=keeper, calls=calls, suggestions=suggestions, background=background)
