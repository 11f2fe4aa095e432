"""`/roleset`: which roles play at which number of players, with which options and times. Receives; the pages are in
`bot.ui.role_set_pages`, the checks in `bot.matches`."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.rulebook import Game, Options
from bot.games import GAMES
from bot.matches.drafts import Draft, Drafts
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.option_fields import salvaged
from bot.matches.rolesets import NAME_MOST, Broken, Offered, RoleSets, game_of
from bot.ui.authority import guild_of, may_edit_role_sets
from bot.ui.command_words import told
from bot.ui.game_words import game_title
from bot.ui.option_words import duration, option_title, read_number, set_title
from bot.ui.panels import form
from bot.ui.role_set_pages import (
    KIND,
    NO_DRAFT,
    broken_page,
    control,
    delete_page,
    done_page,
    draft_page,
    list_page,
    lost_page,
    set_choices,
    set_page,
    switches_of,
)
from bot.ui.router import Click, reply, show_form, update
from bot.ui.wording import Wording

GAME_CHOICES = [app_commands.Choice(name=told(f"game.{game.name}"), value=game.name) for game in GAMES.values()]
NAME_DESCRIPTION = told("parameter.role_set")


class RoleSetCog(commands.Cog):
    """Role sets of a server, for those who may edit them."""

    roleset = app_commands.Group(name="roleset", description=told("command.roleset"), guild_only=True)

    def __init__(
        self, *, settings: SettingsBook, role_sets: RoleSets, wording: Wording, now_ms: Callable[[], int]
    ) -> None:
        self._settings = settings
        self._role_sets = role_sets
        self._wording = wording
        self.drafts = Drafts(now_ms)

    def _words(self, interaction: discord.Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)

    async def _allowed(self, interaction: discord.Interaction) -> int:
        """The server's id. Raises Refused for people who may not edit role sets."""
        guild_id = guild_of(interaction)
        if not await may_edit_role_sets(self._settings, interaction):
            raise Refused("not_role_editor")
        return guild_id

    async def _find(self, guild_id: int, game: Game, name: str) -> Offered | Broken:
        found = (await self._role_sets.shelf(guild_id, game.name)).find(name)
        if found is None:
            raise Refused("no_such_role_set")
        return found

    # -- commands ---------------------------------------------------------------------------------------------------

    @roleset.command(name="list", description=told("command.roleset.list"))
    @app_commands.describe(game=told("command.roleset.list.game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def list_(self, interaction: discord.Interaction, game: str | None = None) -> None:
        guild_id = await self._allowed(interaction)
        games = [game_of(game)] if game else list(GAMES.values())
        shelves = [(one, await self._role_sets.shelf(guild_id, one.name)) for one in games]
        await reply(interaction, list_page(self._words(interaction), shelves))

    @roleset.command(name="show", description=told("command.roleset.show"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def show(self, interaction: discord.Interaction, game: str, name: str) -> None:
        guild_id = await self._allowed(interaction)
        words = self._words(interaction)
        found = await self._find(guild_id, game_of(game), name)
        if isinstance(found, Broken):
            await reply(interaction, broken_page(words, game_of(game), found))
        else:
            await reply(interaction, set_page(words, game_of(game), found.name, found.options))

    @roleset.command(name="new", description=told("command.roleset.new"))
    @app_commands.describe(
        game=told("parameter.game"), name=told("command.roleset.new.name"), like=told("command.roleset.new.like")
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def new(
        self, interaction: discord.Interaction, game: str, name: app_commands.Range[str, 1, NAME_MOST],
        like: str | None = None,
    ) -> None:  # fmt: skip
        guild_id = await self._allowed(interaction)
        draft = await self._begin(interaction, guild_id, game_of(game), name, like)
        await reply(interaction, draft_page(self._words(interaction), draft))

    @roleset.command(name="edit", description=told("command.roleset.edit"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def edit(self, interaction: discord.Interaction, game: str, name: str) -> None:
        guild_id = await self._allowed(interaction)
        draft = await self._reopen(interaction, guild_id, game_of(game), name)
        await reply(interaction, draft_page(self._words(interaction), draft))

    @roleset.command(name="delete", description=told("command.roleset.delete"))
    @app_commands.describe(game=told("parameter.game"), name=NAME_DESCRIPTION)
    @app_commands.choices(game=GAME_CHOICES)
    async def delete(self, interaction: discord.Interaction, game: str, name: str) -> None:
        guild_id = await self._allowed(interaction)
        found = await self._find(guild_id, game_of(game), name)
        if isinstance(found, Offered) and found.is_built_in:
            raise Refused("role_set_built_in")
        await reply(interaction, delete_page(self._words(interaction), game_of(game), found.name))

    @roleset.command(name="default", description=told("command.roleset.default"))
    @app_commands.describe(game=told("parameter.game"), name=told("command.roleset.default.name"))
    @app_commands.choices(game=GAME_CHOICES)
    async def default(self, interaction: discord.Interaction, game: str, name: str | None = None) -> None:
        guild_id = await self._allowed(interaction)
        words, kind = self._words(interaction), game_of(game)
        chosen = await self._role_sets.set_default(guild_id, game, name)
        name, title = set_title(words, kind, chosen), game_title(words, game)
        await reply(interaction, words.say("roleset.default.set", name=name, game=title))

    async def _suggest(
        self, interaction: discord.Interaction, typed: str, *, own: bool
    ) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None or not await may_edit_role_sets(self._settings, interaction):
            return []
        shelf = await self._role_sets.shelf(guild_of(interaction), game.name)
        pairs = set_choices(self._words(interaction), game, shelf, typed, own_only=own)
        return [app_commands.Choice(name=label[:100], value=name) for label, name in pairs]

    @show.autocomplete("name")
    @default.autocomplete("name")
    @new.autocomplete("like")
    async def suggest_any(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._suggest(interaction, typed, own=False)

    @edit.autocomplete("name")
    @delete.autocomplete("name")
    async def suggest_own(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._suggest(interaction, typed, own=True)

    # -- drafts -----------------------------------------------------------------------------------------------------

    async def _begin(
        self, interaction: discord.Interaction, guild_id: int, game: Game, name: str, like: str | None = None
    ) -> Draft:
        """A draft of a new set. Raises Refused for a name that cannot be used."""
        tidy = await self._role_sets.check_name(guild_id, game.name, name)
        options: Options
        if like is None:
            _, options = await self._role_sets.default(guild_id, game.name)
        else:
            options = await self._role_sets.get(guild_id, game.name, like)
        return self.drafts.open(interaction.user.id, guild_id, game, tidy, options, replaces=None)

    async def _reopen(self, interaction: discord.Interaction, guild_id: int, game: Game, name: str) -> Draft:
        """A draft of a set there is. What an update made unreadable begins as the default."""
        found = await self._find(guild_id, game, name)
        if isinstance(found, Broken):
            options, mended = salvaged(game, found.body), True
        elif found.is_built_in:
            raise Refused("role_set_built_in")
        else:
            options, mended = found.options, False
        return self.drafts.open(
            interaction.user.id, guild_id, game, found.name, options, replaces=found.saved_ms, mended=mended
        )

    # -- the panel --------------------------------------------------------------------------------------------------

    async def pressed(self, click: Click) -> None:
        """Every control of every role-set page: `mm:roleset:<game>:<draft>:<action>:…`."""
        guild_id = await self._allowed(click.interaction)
        if len(click.parts) < 3:
            raise Refused("forged")
        game, draft_id, action = game_of(click.parts[0]), click.parts[1], click.parts[2]
        if draft_id == NO_DRAFT:
            await self._without_draft(click, guild_id, game, action)
            return
        draft = self.drafts.find(click.user_id, guild_id, draft_id)
        if draft is None or draft.game is not game:
            names = (await self._role_sets.shelf(guild_id, game.name)).own
            await update(click.interaction, lost_page(self._words(click.interaction), game, names))
        elif action == "save":
            await self._save(click, draft)
        elif action == "drop":
            self.drafts.close(draft)
            await update(click.interaction, done_page(self._words(click.interaction).say("roleset.dropped")))
        elif action == "number":
            await self._ask_number(click, draft)
        else:
            self._change(click, draft, action)
            await update(click.interaction, draft_page(self._words(click.interaction), draft))

    async def _without_draft(self, click: Click, guild_id: int, game: Game, action: str) -> None:
        words = self._words(click.interaction)
        if action == "open":
            draft = await self._reopen(click.interaction, guild_id, game, _value(click))
            await update(click.interaction, draft_page(words, draft))
        elif action == "new":
            dialog = form(
                control(game, NO_DRAFT, "named"), words.say("roleset.button.new"), words.say("roleset.form.name"),
                most=NAME_MOST,
            )  # fmt: skip
            await show_form(click.interaction, dialog)
        elif action == "named":
            draft = await self._begin(click.interaction, guild_id, game, click.text)
            await update(click.interaction, draft_page(words, draft))
        elif action == "delete":
            name = ":".join(click.parts[3:])
            await self._role_sets.delete(guild_id, game.name, name)
            await update(click.interaction, done_page(words.say("roleset.deleted", name=set_title(words, game, name))))
        elif action == "keep":
            await update(click.interaction, done_page(words.say("roleset.kept")))
        else:
            raise Refused("forged")

    def _change(self, click: Click, draft: Draft, action: str) -> None:
        """One change of the draft. Raises Refused for what no panel offers."""
        if action == "seats":
            draft.seats, draft.role = _number(_value(click)), None
        elif action == "back":
            draft.seats = draft.role = None
        elif action == "switches":
            draft.set_switches(switches_of(draft, click.number(3)), click.values)
        elif action == "choice":
            draft.choose(_part(click, 3), _value(click))
        elif action == "several":
            draft.choose_several(_part(click, 3), click.values)
        elif action == "typed":
            self._take_number(draft, _part(click, 3), click.text)
        elif action == "role":
            draft.choose_role(click.number(3), _value(click))
        elif action in ("less", "more"):
            draft.adjust(click.number(3), _part(click, 4), 1 if action == "more" else -1)
        elif action == "add":
            draft.seats, draft.role = click.number(3), None
            draft.add_count(draft.seats)
        elif action == "copy":
            draft.copy_up(click.number(3))
        elif action == "remove":
            draft.remove_count(click.number(3))
            draft.seats = draft.role = None
        else:
            raise Refused("forged")

    async def _ask_number(self, click: Click, draft: Draft) -> None:
        """A dialog for one number that tells its bounds."""
        words, game = self._words(click.interaction), draft.game
        field = draft.field(_value(click), "number")
        now = draft.values[field.name]

        def shown(number: int) -> str:
            return duration(words, number) if field.is_time else str(number)

        about = None
        if field.least is not None and field.most is not None:
            key = "roleset.form.time" if field.is_time else "roleset.form.number"
            about = words.say(key, least=shown(field.least), most=shown(field.most))
        title = option_title(words, game, field)
        dialog = form(
            control(game, draft.id, "typed", field.name), title, title, description=about, most=20, value=str(now)
        )
        await show_form(click.interaction, dialog)

    def _take_number(self, draft: Draft, name: str, text: str) -> None:
        field = draft.field(name, "number")
        number = read_number(text, is_time=field.is_time)
        if number is None:
            raise Refused("not_a_time" if field.is_time else "not_a_number")
        draft.set_number(name, number)

    async def _save(self, click: Click, draft: Draft) -> None:
        """Save, unless anything is wrong: then the panel says what, whatever the button looked like."""
        words = self._words(click.interaction)
        faults = await self._role_sets.save(
            draft.guild_id, draft.game.name, draft.name, draft.values, click.user_id, replaces=draft.replaces
        )
        if faults:
            await update(click.interaction, draft_page(words, draft))
            return
        self.drafts.close(draft)
        options = await self._role_sets.get(draft.guild_id, draft.game.name, draft.name)
        await update(click.interaction, set_page(words, draft.game, draft.name, options, words.say("roleset.saved")))


def _value(click: Click) -> str:
    if not click.values:
        raise Refused("forged")
    return click.values[0]


def _part(click: Click, place: int) -> str:
    if place >= len(click.parts):
        raise Refused("forged")
    return click.parts[place]


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Refused("forged")
    return int(text)


async def setup(client: Mirror) -> None:
    cog = RoleSetCog(settings=client.settings, role_sets=client.role_sets, wording=client.wording, now_ms=client.now_ms)
    client.router.on(KIND, cog.pressed)
    await client.add_cog(cog)
