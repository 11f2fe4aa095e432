"""`/roleset`: which roles play at which number of players, with which options and times. Receives; the panels beside it
serve presses, the pages are in `bot.ui.role_set_pages`, the checks in `bot.matches`.

Looking is for everybody; who may change is looked up at every command and every press.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.rulebook import Game
from bot.forecast.office import KEPT_MOST, Office
from bot.forecast.shelf import fill
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.kept_forecasts import KeptForecasts
from bot.matches.role_set_history import RoleSetHistory
from bot.matches.rolesets import NAME_MOST, Broken, game_of
from bot.matches.typed_names import begins_or_holds
from bot.ui.authority import guild_of
from bot.ui.command_words import told
from bot.ui.game_words import game_title
from bot.ui.option_words import set_title
from bot.ui.panels import OPTIONS_MOST, Page, Panel, form
from bot.ui.role_set_draft import draft_page
from bot.ui.role_set_pages import (
    KIND,
    NO_DRAFT,
    ONE_GAME,
    TINT,
    broken_page,
    control,
    delete_page,
    done_page,
    list_page,
    lost_page,
    set_choices,
    set_page,
)
from bot.ui.router import Click, reply, show_form, take_time, update
from cogs.rolesets.draft_panel import DraftPanel
from cogs.rolesets.exchange import Exchange, what_was_given
from cogs.rolesets.forecast_page import KIND as FORECAST
from cogs.rolesets.forecasts import Forecasts
from cogs.rolesets.history_pages import restore_button
from cogs.rolesets.history_panel import HistoryPanel
from cogs.rolesets.workshop import Workshop, chosen

GAME_CHOICES = [app_commands.Choice(name=told(f"game.{game.name}"), value=game.name) for game in GAMES.values()]
FEWEST, MOST = min(game.seats.start for game in GAMES.values()), max(game.seats.stop - 1 for game in GAMES.values())
NAME_DESCRIPTION = told("parameter.role_set")
Players = app_commands.Range[int, FEWEST, MOST]
NewName = app_commands.Range[str, 1, NAME_MOST]
LOOKING = ("history", "version", "schema", "part", "page", "list")
"""Presses that change nothing: they are for everybody."""


class RoleSetCog(commands.Cog):
    """Role sets of a server."""

    roleset = app_commands.Group(name="roleset", description=told("command.roleset"), guild_only=True)

    def __init__(self, workshop: Workshop, forecasts: Forecasts) -> None:
        self._workshop = workshop
        self._forecasts = forecasts
        self._drafts = DraftPanel(workshop)
        self._history = HistoryPanel(workshop)
        self._exchange = Exchange(workshop)

    async def cog_unload(self) -> None:
        self._forecasts.close()

    # -- looking ----------------------------------------------------------------------------------------------------

    @roleset.command(name="list", description=told("command.roleset.list"))
    @app_commands.describe(game=told("command.roleset.list.game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def list_(self, interaction: discord.Interaction, game: str | None = None) -> None:
        await reply(interaction, await self._list(interaction, [game_of(game)] if game else list(GAMES.values())))

    async def _list(self, interaction: discord.Interaction, games: Sequence[Game], page: int = 0) -> Page:
        guild_id = guild_of(interaction)
        shelves = [(one, await self._workshop.role_sets.shelf(guild_id, one.name)) for one in games]
        return list_page(self._workshop.words(interaction), shelves, page)

    @roleset.command(name="show", description=told("command.roleset.show"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def show(self, interaction: discord.Interaction, game: str, name: str) -> None:
        await reply(interaction, await self._shown(interaction, game_of(game), name))

    async def _shown(
        self, interaction: discord.Interaction, game: Game, name: str, part: str = "", page: int = 0
    ) -> Page:
        """A set as it is now. Raises Refused where there is none of this name."""
        words = self._workshop.words(interaction)
        found = await self._workshop.find(guild_of(interaction), game, name)
        if isinstance(found, Broken):
            return broken_page(words, game, found)
        version = [] if found.version is None else [f"-# {words.say('roleset.version', number=found.version)}"]
        return set_page(words, game, found.name, found.options, *version, part=part, page=page)

    @roleset.command(name="history", description=told("command.roleset.history"))
    @app_commands.describe(game=told("parameter.game"), name=told("command.roleset.history.name"))
    @app_commands.choices(game=GAME_CHOICES)
    async def history(self, interaction: discord.Interaction, game: str, name: str) -> None:
        await reply(interaction, await self._history.page(interaction, game_of(game), name))

    @roleset.command(name="export", description=told("command.roleset.export"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def export(self, interaction: discord.Interaction, game: str, name: str) -> None:
        await self._exchange.export(interaction, guild_of(interaction), game_of(game), name)

    @roleset.command(name="forecast", description=told("command.roleset.forecast"))
    @app_commands.describe(
        game=told("parameter.game"), name=NAME_DESCRIPTION, players=told("command.roleset.forecast.players")
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def forecast(
        self, interaction: discord.Interaction, game: str, name: str, players: Players | None = None
    ) -> None:
        await self._forecasts.of_set(interaction, game, name, players)

    # -- changing ---------------------------------------------------------------------------------------------------

    @roleset.command(name="new", description=told("command.roleset.new"))
    @app_commands.describe(
        game=told("parameter.game"), name=told("command.roleset.new.name"), like=told("command.roleset.new.like")
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def new(self, interaction: discord.Interaction, game: str, name: NewName, like: str | None = None) -> None:
        guild_id = await self._workshop.editors_guild(interaction)
        draft = await self._workshop.begin(interaction.user.id, guild_id, game_of(game), name, like)
        await reply(interaction, draft_page(self._workshop.words(interaction), draft))

    @roleset.command(name="edit", description=told("command.roleset.edit"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def edit(self, interaction: discord.Interaction, game: str, name: str) -> None:
        guild_id = await self._workshop.editors_guild(interaction)
        draft = await self._workshop.reopen(interaction.user.id, guild_id, game_of(game), name)
        await reply(interaction, draft_page(self._workshop.words(interaction), draft))

    @roleset.command(name="import", description=told("command.roleset.import"))
    @app_commands.describe(
        code=told("command.roleset.import.code"),
        file=told("command.roleset.import.file"),
        name=told("command.roleset.import.name"),
    )
    async def import_(
        self, interaction: discord.Interaction, code: str | None = None, file: discord.Attachment | None = None,
        name: NewName | None = None,
    ) -> None:  # fmt: skip
        guild_id = await self._workshop.editors_guild(interaction)
        if file is not None:
            await take_time(interaction)  # Discord has to send it first
        await self._exchange.bring(interaction, guild_id, await what_was_given(code, file), name)

    @roleset.command(name="clone", description=told("command.roleset.clone"))
    @app_commands.describe(
        game=told("parameter.game"), name=NAME_DESCRIPTION, new_name=told("command.roleset.clone.new_name")
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def clone(self, interaction: discord.Interaction, game: str, name: str, new_name: NewName) -> None:
        guild_id = await self._workshop.editors_guild(interaction)
        words, kind, role_sets = self._workshop.words(interaction), game_of(game), self._workshop.role_sets
        options = await role_sets.get(guild_id, game, name)
        tidy = await role_sets.check_name(guild_id, game, new_name)
        if await role_sets.save(guild_id, game, tidy, options, interaction.user.id, replaces=None):
            raise Refused("role_set_broken")
        await reply(interaction, set_page(words, kind, tidy, options, words.say("roleset.cloned")))

    @roleset.command(name="rename", description=told("command.roleset.rename"))
    @app_commands.describe(
        game=told("parameter.game"), name=NAME_DESCRIPTION, new_name=told("command.roleset.rename.new_name")
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def rename(self, interaction: discord.Interaction, game: str, name: str, new_name: NewName) -> None:
        guild_id = await self._workshop.editors_guild(interaction)
        words, kind = self._workshop.words(interaction), game_of(game)
        was, now = await self._workshop.role_sets.rename(guild_id, game, name, new_name, interaction.user.id)
        told_was, told_now = set_title(words, kind, was), set_title(words, kind, now)
        await reply(interaction, words.say("roleset.renamed", was=told_was, name=told_now))

    @roleset.command(name="delete", description=told("command.roleset.delete"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def delete(self, interaction: discord.Interaction, game: str, name: str) -> None:
        guild_id = await self._workshop.editors_guild(interaction)
        found = await self._workshop.find(guild_id, game_of(game), name)
        if found.saved_ms is None:
            raise Refused("role_set_built_in")
        page = delete_page(self._workshop.words(interaction), game_of(game), found.name, found.saved_ms)
        await reply(interaction, page)

    @roleset.command(name="default", description=told("command.roleset.default"))
    @app_commands.describe(game=told("parameter.game"), name=told("command.roleset.default.name"))
    @app_commands.choices(game=GAME_CHOICES)
    async def default(self, interaction: discord.Interaction, game: str, name: str | None = None) -> None:
        guild_id = await self._workshop.editors_guild(interaction)
        words, kind = self._workshop.words(interaction), game_of(game)
        set_name = await self._workshop.role_sets.set_default(guild_id, game, name)
        name, title = set_title(words, kind, set_name), game_title(words, game)
        await reply(interaction, words.say("roleset.default.set", name=name, game=title))

    # -- what is suggested while somebody types ---------------------------------------------------------------------

    async def _suggest(
        self, interaction: discord.Interaction, typed: str, *, own: bool
    ) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None or (own and not await self._workshop.may_edit(interaction)):
            return []
        shelf = await self._workshop.role_sets.shelf(guild_of(interaction), game.name)
        pairs = set_choices(self._workshop.words(interaction), game, shelf, typed, own_only=own)
        return [app_commands.Choice(name=label[:100], value=name) for label, name in pairs]

    @show.autocomplete("name")
    @default.autocomplete("name")
    @clone.autocomplete("name")
    @export.autocomplete("name")
    @forecast.autocomplete("name")
    @new.autocomplete("like")
    async def suggest_any(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._suggest(interaction, typed, own=False)

    @edit.autocomplete("name")
    @rename.autocomplete("name")
    @delete.autocomplete("name")
    async def suggest_own(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._suggest(interaction, typed, own=True)

    @history.autocomplete("name")
    async def suggest_past(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        names = await self._workshop.history.names(guild_of(interaction), game.name)
        wanted = [name for name in names if begins_or_holds(typed, (name,))]
        return [app_commands.Choice(name=name, value=name) for name in wanted[:OPTIONS_MOST]]

    # -- presses ----------------------------------------------------------------------------------------------------

    async def pressed(self, click: Click) -> None:
        """Every control of every role-set page: `mm:roleset:<game>:<draft>:<action>:…`."""
        if len(click.parts) < 3:
            raise Refused("forged")
        game, draft_id, action = game_of(click.parts[0]), click.parts[1], click.parts[2]
        if draft_id == NO_DRAFT and action in LOOKING:
            await self._looked_at(click, game, action)
            return
        guild_id = await self._workshop.editors_guild(click.interaction)
        if draft_id == NO_DRAFT:
            await self._without_draft(click, guild_id, game, action)
            return
        draft = self._workshop.drafts.find(click.user_id, guild_id, draft_id)
        if draft is None or draft.game is not game:
            names = (await self._workshop.role_sets.shelf(guild_id, game.name)).own
            await update(click.interaction, lost_page(self._workshop.words(click.interaction), game, names))
        else:
            await self._drafts.pressed(click, draft, action)

    async def _looked_at(self, click: Click, game: Game, action: str) -> None:
        """`part:<part>:<name>`, `page:<part>:<page>:<name>`, `list:<one or all>:<page>`, `schema`, and the presses of
        histories."""
        if action == "schema":
            await self._exchange.show_schema(click)
        elif action == "list":
            games = [game] if click.part(3) == ONE_GAME else list(GAMES.values())
            await update(click.interaction, await self._list(click.interaction, games, click.number(4)))
        elif action in ("part", "page"):
            number = click.number(4) if action == "page" else 0
            name = ":".join(click.parts[5 if action == "page" else 4 :])
            await update(click.interaction, await self._shown(click.interaction, game, name, click.part(3), number))
        else:
            await self._history.looked_at(click, action)

    async def _without_draft(self, click: Click, guild_id: int, game: Game, action: str) -> None:
        words = self._workshop.words(click.interaction)
        if action == "open":
            draft = await self._workshop.reopen(click.user_id, guild_id, game, chosen(click))
            await update(click.interaction, draft_page(words, draft))
        elif action == "new":
            dialog = form(
                control(game, NO_DRAFT, "named"), words.say("roleset.button.new"), words.say("roleset.form.name"),
                most=NAME_MOST,
            )  # fmt: skip
            await show_form(click.interaction, dialog)
        elif action == "named":
            draft = await self._workshop.begin(click.user_id, guild_id, game, click.text)
            await update(click.interaction, draft_page(words, draft))
        elif action == "delete":
            await self._delete(click, guild_id, game, ":".join(click.parts[4:]))
        elif action == "keep":
            await update(click.interaction, done_page(words.say("roleset.kept")))
        elif action == "restore":
            await self._history.restore(click, guild_id)
        elif action == "mend":
            await self._history.mend(click, guild_id)
        else:
            raise Refused("forged")

    async def _delete(self, click: Click, guild_id: int, game: Game, name: str) -> None:
        """Delete a set, and offer at once to bring it back."""
        words = self._workshop.words(click.interaction)
        await self._workshop.role_sets.delete(guild_id, game.name, name, click.user_id, seen=click.number(3))
        line = await self._workshop.history.find(guild_id, game.name, name)
        row = (restore_button(words, game, line.id, line.newest.number, "roleset.button.undelete"),)
        sentence = words.say("roleset.deleted", name=set_title(words, game, name))
        await update(click.interaction, Page((Panel(sentence, (row,)),), tint=TINT))


async def setup(client: Mirror) -> None:
    workshop = Workshop(
        settings=client.settings,
        role_sets=client.role_sets,
        history=RoleSetHistory(client.store, client.now_ms),
        wording=client.wording,
        now_ms=client.now_ms,
    )
    office = Office()
    await fill(office, KeptForecasts(client.store, client.now_ms, KEPT_MOST))
    forecasts = Forecasts(
        office=office,
        role_sets=client.role_sets,
        drafts=workshop.drafts,
        lobbies=client.lobbies,
        gallery=client.gallery,
        wording=client.wording,
        now_ms=client.now_ms,
    )
    cog = RoleSetCog(workshop, forecasts)
    client.router.on(KIND, cog.pressed)
    client.router.on(FORECAST, forecasts.pressed)
    await client.add_cog(cog)
