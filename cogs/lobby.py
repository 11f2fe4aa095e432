"""`/play`: a table is laid, people sit down, the host chooses how to play, and the game begins; and the rematch.

The lobby's message carries everything in its buttons (`mm:lobby:<lobby>:<action>`), and every press is checked against
the store, so a message from before a restart, or one that shows an old state, does no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands, tasks

from bot.client import Mirror
from bot.engine.rulebook import Fault, Game, Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.lobby import Lobby, LobbySeat, Unplayable, practice
from bot.matches.lobby_starts import STUCK_MS
from bot.matches.option_fields import OptionField, casts_field, fields_in_play, option_fields
from bot.matches.rolesets import game_of
from bot.trouble import StoreTrouble
from bot.ui.authority import guild_of, is_moderator
from bot.ui.balance_words import balance_line
from bot.ui.command_words import told
from bot.ui.delivery import Outgoing, Overloaded, Undeliverable
from bot.ui.game_words import computer_names, game_title, rule_text
from bot.ui.option_words import choice_help, choice_title, named, option_title, set_label, value_words
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id, render
from bot.ui.router import Click, reply, update
from bot.ui.silence.permissions import Missing, lacking_in
from bot.ui.wording import Wording, label, plain

log = structlog.get_logger(__name__)

PACES = {"relaxed": 2.0, "normal": 1.0, "quick": 0.5}
"""How many times as long as in the role set everything may take."""
EXPIRY_MINUTES = 10
SWITCHES_MOST = 15
"""Buttons for switches that fit on the options page."""
MENUS_MOST = 3
"""Menus for choices that fit there, too."""

Interaction = discord.Interaction[Mirror]


def _game_name(game: Game) -> app_commands.locale_str:
    """Title and number of players: some games have nearly the same title."""
    least, most = game.seats.start, game.seats.stop - 1
    return told(
        "choice.game", title=told(f"game.{game.name}"), players=str(least) if least == most else f"{least}–{most}"
    )


class LobbyCog(commands.Cog):
    """Everything from `/play` to the first night, and the way back from the last one."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self._tasks: set[asyncio.Task[None]] = set()
        self._presses: dict[int, int] = {}
        """Lobby -> presses so far in this process, to see whether another one came while one was being answered."""
        mirror.router.on("lobby", self.pressed)
        mirror.router.on("rematch", self.rematch)

    async def cog_load(self) -> None:
        self.expiry.start()

    async def cog_unload(self) -> None:
        self.expiry.cancel()
        for task in self._tasks:
            task.cancel()

    # -- opening ----------------------------------------------------------------------------------------------------

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
        guild_id = guild_of(interaction)
        words = self._words(interaction)
        lacking = self._lacking(interaction)
        if any(one.indispensable for one in lacking):
            await reply(interaction, _permissions_page(words, "lobby.cannot_play", lacking))
            return
        chosen = game_of(game)
        alone = opponent is not None and self.mirror.user is not None and opponent.id == self.mirror.user.id
        invited = None if opponent is None or alone else _invited(interaction, opponent)
        if role_set is None:
            name, options = await self.mirror.role_sets.default(guild_id, game)
        else:
            name, options = role_set, await self.mirror.role_sets.get(guild_id, game, role_set)
        assert interaction.channel_id is not None
        try:
            lobby = await self.mirror.lobbies.open(
                guild_id, interaction.channel_id, interaction.user.id, interaction.user.display_name,
                chosen, name, options, invited=invited, chosen=role_set is not None,
            )  # fmt: skip
        except Refused as refusal:
            if refusal.code != "lobby_host_busy":
                raise
            await reply(interaction, await self._busy_page(interaction, refusal))
            return
        if alone:
            lobby = await self._begin_alone(lobby, words)
        await self._post_as_answer(interaction, lobby)
        if lacking:
            await reply(interaction, _permissions_page(words, "lobby.less_well", lacking))
        if lobby.status == "open":
            self._later(self._probe(interaction, lobby))

    async def _begin_alone(self, lobby: Lobby, words: Wording) -> Lobby:
        """Against the computer nobody has to be waited for. A table that cannot begin is cleared away again."""
        try:
            names = computer_names(self._public_words(lobby.guild_id))
            return await self.mirror.lobbies.play_computers(lobby.id, lobby.host_id, names=names)
        except BaseException as problem:
            await self.mirror.lobby_ends.abandon(lobby.id)
            if isinstance(problem, Unplayable):
                raise Refused("lobby_unplayable", why=_fault(words, problem.fault)) from None
            raise

    @play.autocomplete("role_set")
    async def suggest(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """The role sets of the game that is being chosen."""
        game = getattr(interaction.namespace, "game", None)
        if interaction.guild_id is None or game not in GAMES:
            return []
        words = self._words(interaction)
        try:
            offered = await self.mirror.role_sets.offered(interaction.guild_id, game)
        except StoreTrouble:
            return []
        titled = [(set_label(words, GAMES[game], name), name) for name, _ in offered]
        fitting = [(shown, name) for shown, name in titled if current.casefold() in f"{shown} {name}".casefold()]
        return [app_commands.Choice(name=shown[:100], value=name) for shown, name in fitting[:OPTIONS_MOST]]

    async def _post_as_answer(self, interaction: discord.Interaction, lobby: Lobby) -> None:
        """Show a new lobby as the public answer. If that fails nobody could ever join, so it is closed again.

        This is the only message that calls somebody, and nobody but whoever was invited.
        """
        page = await self._page(lobby, self._public_words(lobby.guild_id))
        called = discord.AllowedMentions.none()
        if lobby.invited is not None and lobby.invited.user_id is not None:
            called.users = [discord.Object(lobby.invited.user_id)]
        try:
            answer = await interaction.response.send_message(view=render(page), allowed_mentions=called)
        except BaseException:
            await self.mirror.lobby_ends.abandon(lobby.id)
            raise
        if answer.message_id is not None:
            await self.mirror.lobbies.placed(lobby.id, answer.message_id)

    def _lacking(self, interaction: discord.Interaction) -> list[Missing]:
        """What the bot lacks here, without any request or cache: Discord says it with every press."""
        channel: Any = interaction.channel
        return lacking_in(channel, self._words(interaction), interaction.app_permissions)

    async def _busy_page(self, interaction: discord.Interaction, refusal: Refused) -> Page:
        """The lobbies this person has open, with a way to close them."""
        words = self._words(interaction)
        open_ones = await self.mirror.lobbies.open_of_host(interaction.user.id)
        values: dict[str, Any] = refusal.values
        panels = [Panel(words.say("refused.lobby_host_busy", **values))]
        for lobby in open_ones:
            close = Button(custom_id("lobby", lobby.id, "close"), words.say("lobby.button.close"), "danger")
            panels.append(Panel(f"**{game_title(words, lobby.game.name)}** · {_link(lobby)}", ((close,),)))
        return Page(panels=tuple(panels), tint=TINT)

    async def _probe(self, interaction: discord.Interaction, lobby: Lobby) -> None:
        """A first short message, to see whether secrets can reach this person; who has closed DMs is told at once."""
        user_id = interaction.user.id
        words = self._words(interaction)
        hello = Page(panels=(Panel(words.say("lobby.hello", game=game_title(words, lobby.game.name))),), tint=TINT)
        try:
            reached = await self.mirror.courier.probe(user_id, Outgoing(view=render(hello)))
        except (Undeliverable, Overloaded) as problem:
            log.info("probe_postponed", user=user_id, problem=str(problem))
            return
        seat = lobby.seat_of(user_id)
        if seat is not None and seat.closed == reached:
            self._refresh(lobby)
        if not reached:
            try:
                await reply(interaction, words.say("lobby.unreachable"))
            except discord.HTTPException as gone:
                log.info("not_told_of_closed_messages", status=gone.status, code=gone.code)

    # -- presses ----------------------------------------------------------------------------------------------------

    async def pressed(self, click: Click) -> None:
        """Any control of a lobby."""
        lobby_id = click.number(0)
        lobby = await self.mirror.lobbies.get(lobby_id)
        if lobby.guild_id != click.interaction.guild_id:
            raise Refused("forged")
        actions = {
            "join": self._join,
            "accept": self._join,
            "decline": self._decline,
            "anybody": self._open_to_all,
            "computer": self._play_computer,
            "leave": self._leave,
            "fill": self._fill,
            "unfill": self._unfill,
            "chair": self._transfer_host,
            "options": self._show_options,
            "set": self._choose_set,
            "switch": self._switch,
            "pick": self._pick,
            "several": self._pick_several,
            "pace": self._set_pace,
            "rules": self._show_rules,
            "start": self._start,
            "anyway": self._start,
            "close": self._close,
        }
        action = actions.get(click.parts[1] if len(click.parts) > 1 else "")
        if action is None:
            raise Refused("forged")
        self._presses[lobby_id] = self._presses.get(lobby_id, 0) + 1
        try:
            await action(click, lobby_id)
        except Unplayable as problem:
            why = _fault(self._words(click.interaction), problem.fault)
            raise Refused("lobby_unplayable", why=why) from None
        except Refused as refusal:
            if refusal.code != "challenge_for_another":
                raise
            raise Refused(refusal.code, name=plain(str(refusal.values["name"]))) from None

    async def _join(self, click: Click, lobby_id: int) -> None:
        """Sit down. In a game for two the match begins with that, unless the bot could not bring it to its end here."""
        press = self._presses[lobby_id]
        user = click.interaction.user
        lacking = [one for one in self._lacking(click.interaction) if one.indispensable]
        try:
            lobby = await self.mirror.lobbies.join(lobby_id, user.id, user.display_name, begin=not lacking)
        except StoreTrouble:
            # The seat may be taken all the same: it was the match that could not be written.
            await self._refresh_again(lobby_id)
            raise
        await self._show(click, lobby, press)
        if lobby.status != "open":
            return
        if lobby.for_two and lacking:
            words = self._words(click.interaction)
            await reply(click.interaction, _permissions_page(words, "lobby.cannot_start", lacking))
        self._later(self._probe(click.interaction, lobby))

    async def _refresh_again(self, lobby_id: int) -> None:
        try:
            self._refresh(await self.mirror.lobbies.get(lobby_id))
        except StoreTrouble as problem:
            log.warning("lobby_not_redrawn", lobby=lobby_id, problem=str(problem))

    async def _decline(self, click: Click, lobby_id: int) -> None:
        press = self._presses[lobby_id]
        await self._show(click, await self.mirror.lobbies.decline(lobby_id, click.user_id), press)

    async def _open_to_all(self, click: Click, lobby_id: int) -> None:
        press, moderator = self._presses[lobby_id], await self._moderates(click)
        lobby = await self.mirror.lobbies.open_to_all(lobby_id, click.user_id, moderator=moderator)
        await self._show(click, lobby, press)

    async def _play_computer(self, click: Click, lobby_id: int) -> None:
        """A computer player takes the second seat, and the game begins. What goes less well was said before."""
        press, moderator = self._presses[lobby_id], await self._moderates(click)
        lobby = await self.mirror.lobbies.may_host(lobby_id, click.user_id, moderator=moderator)
        if not lobby.for_two:
            raise Refused("forged")
        lacking = [one for one in self._lacking(click.interaction) if one.indispensable]
        if lacking:
            words = self._words(click.interaction)
            await reply(click.interaction, _permissions_page(words, "lobby.cannot_start", lacking))
            return
        names = computer_names(self._public_words(lobby.guild_id))
        lobby = await self.mirror.lobbies.play_computers(lobby_id, click.user_id, moderator=moderator, names=names)
        await self._show(click, lobby, press)

    async def _leave(self, click: Click, lobby_id: int) -> None:
        press = self._presses[lobby_id]
        await self._show(click, await self.mirror.lobbies.leave(lobby_id, click.user_id), press)

    async def _fill(self, click: Click, lobby_id: int) -> None:
        press, moderator = self._presses[lobby_id], await self._moderates(click)
        names = computer_names(self._public_words(guild_of(click.interaction)))
        lobby = await self.mirror.lobbies.fill(lobby_id, click.user_id, moderator=moderator, names=names)
        await self._show(click, lobby, press)

    async def _unfill(self, click: Click, lobby_id: int) -> None:
        press, moderator = self._presses[lobby_id], await self._moderates(click)
        await self._show(click, await self.mirror.lobbies.unfill(lobby_id, click.user_id, moderator=moderator), press)

    async def _close(self, click: Click, lobby_id: int) -> None:
        press, moderator = self._presses[lobby_id], await self._moderates(click)
        lobby = await self.mirror.lobbies.close(lobby_id, click.user_id, moderator=moderator)
        await self._show(click, lobby, press, self._words(click.interaction).say("lobby.closed_now"))

    async def _transfer_host(self, click: Click, lobby_id: int) -> None:
        """First the menu of people, then the choice from it."""
        words, moderator = self._words(click.interaction), await self._moderates(click)
        if click.values:
            heir = int(click.values[0]) if click.values[0].isdecimal() else 0
            lobby = await self.mirror.lobbies.transfer_host(lobby_id, click.user_id, heir, moderator=moderator)
            seat = lobby.seat_of(heir)
            assert seat is not None
            await update(click.interaction, _note(words.say("lobby.chair_passed", name=plain(seat.name))))
            self._refresh(lobby)
            return
        lobby = await self.mirror.lobbies.may_host(lobby_id, click.user_id, moderator=moderator)
        others = [seat for seat in lobby.people if seat.user_id != lobby.host_id]
        if not others:
            raise Refused("lobby_no_heir")
        options = tuple(MenuOption(str(seat.user_id), label(seat.name)) for seat in others[:OPTIONS_MOST])
        menu = Menu(custom_id("lobby", lobby_id, "chair"), words.say("lobby.menu.chair"), options)
        await reply(click.interaction, Page(panels=(Panel(words.say("lobby.chair"), (menu,)),), tint=TINT))

    async def _show_rules(self, click: Click, lobby_id: int) -> None:
        """The shortest rules of the game, to this person alone."""
        lobby = await self.mirror.lobbies.get(lobby_id)
        words = self._words(click.interaction)
        key = f"rule.{lobby.game.name}.start"
        text = rule_text(words, key) if words.has(key) else words.say("lobby.no_rules")
        title = words.say("lobby.rules_title", game=game_title(words, lobby.game.name))
        await reply(click.interaction, Page(panels=(Panel(f"### {title}\n{text}"),), tint=TINT))

    async def _start(self, click: Click, lobby_id: int) -> None:
        """Begin, unless the bot could not bring the game to its end here; what would go less well is said first."""
        interaction, moderator = click.interaction, await self._moderates(click)
        words = self._words(interaction)
        press = self._presses[lobby_id]
        await self.mirror.lobbies.may_host(lobby_id, click.user_id, moderator=moderator)
        lacking = self._lacking(interaction)
        if any(one.indispensable for one in lacking):
            await reply(interaction, _permissions_page(words, "lobby.cannot_start", lacking))
            return
        if lacking and click.parts[1] != "anyway":
            anyway = Button(custom_id("lobby", lobby_id, "anyway"), words.say("lobby.button.anyway"), "success")
            await reply(interaction, _permissions_page(words, "lobby.less_well", lacking, anyway))
            return
        await self.mirror.lobbies.start(lobby_id, click.user_id, moderator=moderator)
        await self._show(click, await self.mirror.lobbies.get(lobby_id), press, words.say("lobby.begun"))

    # -- options ----------------------------------------------------------------------------------------------------

    async def _show_options(self, click: Click, lobby_id: int) -> None:
        """Everybody may look; the host gets the controls."""
        lobby = await self.mirror.lobbies.get(lobby_id)
        await reply(click.interaction, await self._options_page(click, lobby))

    async def _choose_set(self, click: Click, lobby_id: int) -> None:
        lobby = await self.mirror.lobbies.get(lobby_id)
        name = click.values[0] if click.values else ""
        options = await self.mirror.role_sets.get(lobby.guild_id, lobby.game.name, name)
        await self._change_options(click, lobby_id, lambda _: (name, options))

    async def _switch(self, click: Click, lobby_id: int) -> None:
        """Turn an option on or off; the button says which, so pressing it twice is the same as once."""
        name, on = (*click.parts[2:4], "", "")[:2]

        def change(lobby: Lobby) -> tuple[str, Options]:
            if name not in _switches(lobby.game):
                raise Refused("forged")
            return lobby.role_set, lobby.options.model_copy(update={name: on == "1"})

        await self._change_options(click, lobby_id, change)

    async def _pick(self, click: Click, lobby_id: int) -> None:
        """One of the few values that an option may have."""
        name = click.parts[2] if len(click.parts) > 2 else ""
        wanted = click.values[0] if click.values else ""

        def change(lobby: Lobby) -> tuple[str, Options]:
            for field in _choices(lobby.game):
                for value in field.choices:
                    if (field.name, str(value)) == (name, wanted):
                        return lobby.role_set, lobby.options.model_copy(update={name: value})
            raise Refused("forged")

        await self._change_options(click, lobby_id, change)

    async def _pick_several(self, click: Click, lobby_id: int) -> None:
        """Which of several things are in: exactly those marked in the menu."""
        name = click.parts[2] if len(click.parts) > 2 else ""

        def change(lobby: Lobby) -> tuple[str, Options]:
            for field in option_fields(lobby.game.options):
                if (field.name, field.kind) == (name, "several"):
                    return lobby.role_set, lobby.options.model_copy(update={name: field.chosen(click.values)})
            raise Refused("forged")

        await self._change_options(click, lobby_id, change)

    async def _set_pace(self, click: Click, lobby_id: int) -> None:
        pace = PACES.get(click.parts[2] if len(click.parts) > 2 else "")
        if pace is None:
            raise Refused("forged")
        base = await self._base(await self.mirror.lobbies.get(lobby_id))

        def change(lobby: Lobby) -> tuple[str, Options]:
            if not isinstance(base, lobby.game.options):
                raise Refused("try_again")
            return lobby.role_set, lobby.options.model_copy(update=_times(lobby.game, base, pace))

        await self._change_options(click, lobby_id, change)

    async def _change_options(self, click: Click, lobby_id: int, change: Any) -> None:
        lobby = await self.mirror.lobbies.change_options(
            lobby_id, click.user_id, change, moderator=await self._moderates(click)
        )
        await update(click.interaction, await self._options_page(click, lobby))
        self._refresh(lobby)

    async def _options_page(self, click: Click, lobby: Lobby) -> Page:
        words = self._words(click.interaction)
        title = words.say("lobby.options", game=game_title(words, lobby.game.name))
        heading = f"### {title}\n{await self._roles(lobby, words)}"
        listed = "\n".join(_option_lines(lobby, words))
        if lobby.status != "open" or not (click.user_id == lobby.host_id or await self._moderates(click)):
            return Page(panels=(Panel(heading), Panel(listed)), tint=TINT)
        offered = await self.mirror.role_sets.offered(lobby.guild_id, lobby.game.name)
        sets = tuple(
            MenuOption(
                name,
                set_label(words, lobby.game, name),
                named(words, "role_set", lobby.game, name, ".help"),
                chosen=name == lobby.role_set,
            )
            for name, _ in offered[:OPTIONS_MOST]
        )
        menu = Menu(custom_id("lobby", lobby.id, "set"), words.say(_by_cards(lobby, "lobby.menu.set")), sets)
        controls: tuple[tuple[Button, ...] | Menu, ...] = (
            *_several_menus(lobby, words), *_choice_menus(lobby, words), *_switch_rows(lobby, words)
        )  # fmt: skip
        panels = [Panel(heading, (menu,)), Panel(listed, controls)]
        if any(field.is_time for field in option_fields(lobby.game.options)):
            panels.append(
                Panel(
                    words.say(_by_cards(lobby, "lobby.pace")), (self._pace_row(lobby, await self._base(lobby), words),)
                )
            )
        return Page(panels=tuple(panels), tint=TINT)

    def _pace_row(self, lobby: Lobby, base: Options, words: Wording) -> tuple[Button, ...]:
        row = []
        for name, pace in PACES.items():
            times = _times(lobby.game, base, pace)
            chosen = all(getattr(lobby.options, field) == seconds for field, seconds in times.items())
            style = "primary" if chosen else "secondary"
            row.append(Button(custom_id("lobby", lobby.id, "pace", name), words.say(f"lobby.pace.{name}"), style))
        return tuple(row)

    async def _base(self, lobby: Lobby) -> Options:
        """The role set as it is offered, before anything was changed in this lobby."""
        offered = await self.mirror.role_sets.offered(lobby.guild_id, lobby.game.name)
        return dict(offered).get(lobby.role_set) or lobby.game.options()

    # -- rematch ----------------------------------------------------------------------------------------------------

    async def rematch(self, click: Click) -> None:
        """The same people, roles and options again, in the channel where the match was opened."""
        interaction = click.interaction
        words = self._words(interaction)
        awake = await self.mirror.service.awake(click.number(0))
        if awake.row.guild_id != interaction.guild_id:
            raise Refused("forged")
        here = interaction.channel_id == awake.row.channel_id
        lacking = self._lacking(interaction) if here else self._lacking_in(awake.row.channel_id, words)
        if any(one.indispensable for one in lacking):
            await reply(interaction, _permissions_page(words, "lobby.cannot_play", lacking))
            return
        try:
            lobby, new = await self.mirror.lobbies.rematch(awake.id, click.user_id)
        except Refused as refusal:
            if refusal.code != "lobby_host_busy":
                raise
            await reply(interaction, await self._busy_page(interaction, refusal))
            return
        if not new:
            await reply(interaction, words.say("lobby.rematch_open", where=_link(lobby)))
        elif here:
            await self._post_as_answer(interaction, lobby)
        else:
            await reply(interaction, words.say("lobby.rematch_opening", where=f"<#{lobby.channel_id}>"))
            self._later(self._post_elsewhere(interaction, lobby))

    def _lacking_in(self, channel_id: int, words: Wording) -> list[Missing]:
        channel = self.mirror.get_channel(channel_id)
        if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            raise Refused("lobby_channel_gone")
        return lacking_in(channel, words)

    async def _post_elsewhere(self, interaction: discord.Interaction, lobby: Lobby) -> None:
        page = await self._page(lobby, self._public_words(lobby.guild_id))
        try:
            message_id = await self.mirror.courier.post(
                lobby.channel_id, Outgoing(view=render(page)), f"lobby.{lobby.id}"
            )
        except (Undeliverable, Overloaded) as problem:
            log.warning("rematch_not_posted", lobby=lobby.id, problem=str(problem))
            await self.mirror.lobby_ends.abandon(lobby.id)
            await self.mirror.router.explain(interaction, Refused("lobby_channel_gone"))
            return
        await self.mirror.lobbies.placed(lobby.id, message_id)

    # -- the end of a lobby -----------------------------------------------------------------------------------------

    @tasks.loop(minutes=EXPIRY_MINUTES)
    async def expiry(self) -> None:
        """Close what has been idle for a day, and take up what a crash in the middle of Start left."""
        first = self.expiry.current_loop == 0
        try:
            changed = await self.mirror.lobby_starts.recover(0 if first else STUCK_MS)
            changed += await self.mirror.lobby_ends.expire()
        except StoreTrouble as problem:
            log.error("expiry_failed", problem=str(problem))
            return
        for lobby in changed:
            self._refresh(lobby)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self._messages_gone(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self._messages_gone(payload.channel_id, payload.message_ids)

    async def _messages_gone(self, channel_id: int, message_ids: set[int]) -> None:
        try:
            await self.mirror.lobby_ends.message_gone(channel_id, message_ids)
        except StoreTrouble as problem:
            log.error("deleted_lobby_not_closed", problem=str(problem))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel_id: int) -> None:
        try:
            await self.mirror.lobby_ends.channel_gone(channel_id)
        except StoreTrouble as problem:
            log.error("deleted_lobby_not_closed", problem=str(problem))

    # -- showing ----------------------------------------------------------------------------------------------------

    async def _show(self, click: Click, lobby: Lobby, press: int, done: str = "") -> None:
        """Answer with the lobby as it is now. From another message than its own, say `done` and redraw the lobby."""
        message = click.interaction.message
        if message is not None and not message.flags.ephemeral:
            await update(click.interaction, await self._page(lobby, self._public_words(lobby.guild_id)))
            if lobby.message_id is None and lobby.status == "open":
                await self.mirror.lobbies.placed(lobby.id, message.id)
            if self._presses.get(lobby.id) != press:
                # Another press was answered meanwhile, and Discord may have shown the older page last.
                self._refresh(lobby)
        else:
            await update(click.interaction, _note(done))
            self._refresh(lobby)
        if lobby.status != "open":
            self._presses.pop(lobby.id, None)

    def _refresh(self, lobby: Lobby) -> None:
        """Redraw the lobby's message, soon and once for several changes. A deleted message does not matter."""
        if lobby.message_id is None:
            return
        lobby_id = lobby.id

        async def make() -> Outgoing | None:
            newest = await self.mirror.lobbies.get(lobby_id)
            return Outgoing(view=render(await self._page(newest, self._public_words(newest.guild_id))))

        self.mirror.courier.edit_soon(lobby.channel_id, lobby.message_id, make)

    async def _page(self, lobby: Lobby, words: Wording) -> Page:
        """The lobby's message."""
        if lobby.status == "started" and lobby.match is not None:
            seat = Button(custom_id("seat", lobby.match), words.say("button.my_seat"), "primary", "🪞")
            seal = (await self.mirror.service.awake(lobby.match)).row.commitment
            lines = (words.say("lobby.begun"), *_seat_lines(lobby, words), words.say("lobby.seal", seal=seal))
            text = "\n".join((_title(lobby, words), *lines))
            return Page(panels=(Panel(text, ((seat,),)),), tint=TINT)
        if lobby.status != "open":
            idle = lobby.status == "closed" and lobby.expires_ms <= self.mirror.now_ms()
            return Page(panels=(Panel(f"{_title(lobby, words)}\n{_gone(lobby, words, idle=idle)}"),), tint=TINT)
        seated = "\n".join(
            (
                words.say("lobby.seats", taken=len(lobby.seats), least=lobby.least, most=lobby.most)
                if lobby.least != lobby.most
                else words.say("lobby.seats_exact", taken=len(lobby.seats), most=lobby.most),
                *_seat_lines(lobby, words),
            )
        )
        footer = "\n".join((_readiness(lobby, words), words.say("lobby.fairness")))
        return Page(
            panels=(
                Panel(f"{_title(lobby, words)}\n{_call(lobby, words)}"),
                Panel(seated, (_people_row(lobby, words),)),
                Panel(await self._roles(lobby, words)),
                Panel(footer, (_host_row(lobby, words),)),
            ),
            tint=TINT,
        )

    async def _roles(self, lobby: Lobby, words: Wording) -> str:
        """The role set in words, for the number of players this table is heading for."""
        base = await self._base(lobby)
        changed = base != lobby.options
        name = f"**{plain(set_label(words, lobby.game, lobby.role_set))}**"
        line = words.say(_by_cards(lobby, "lobby.role_set_changed" if changed else "lobby.role_set"), name=name)
        if casts_field(lobby.game.options) is None:
            # Whoever accepts a challenge shall see what is accepted.
            terms = _option_lines(lobby, words, unlike=base) if changed else [_set_help(lobby, words)]
            return "\n".join((line, *filter(None, terms)))
        cast = _cast(lobby)
        dealt = _dealt_lines(lobby, words)
        if not cast:
            return "\n".join((line, *dealt))
        roles = words.say("lobby.cast", count=lobby.expected, roles=_cast_in_words(lobby, cast, words))
        even = balance_line(words, lobby.game, lobby.role_set, lobby.options, lobby.expected)
        return "\n".join((line, roles, *dealt, *filter(None, [even])))

    # -- small parts ------------------------------------------------------------------------------------------------

    def _words(self, interaction: discord.Interaction) -> Wording:
        return self.mirror.wording.for_locale(interaction.locale)

    def _public_words(self, guild_id: int) -> Wording:
        return self.mirror.languages.public(guild_id)

    async def _moderates(self, click: Click) -> bool:
        return await is_moderator(self.mirror.settings, click.interaction)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Something nobody waits for, in a task of its own that ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("lobby_task_failed", exc_info=task.exception())


# -- the parts of the pages --------------------------------------------------------------------------------------------


def _note(sentence: str) -> Page:
    return Page(panels=(), lines=(sentence,))


def _first(words: Wording, *keys: str) -> str | None:
    """The first of these sentences there is."""
    return next((words.say(key) for key in keys if words.has(key)), None)


def _title(lobby: Lobby, words: Wording) -> str:
    return f"## {game_title(words, lobby.game.name)}"


def _link(lobby: Lobby) -> str:
    if lobby.message_id is None:
        return f"<#{lobby.channel_id}>"
    return f"https://discord.com/channels/{lobby.guild_id}/{lobby.channel_id}/{lobby.message_id}"


def _host_name(lobby: Lobby) -> str:
    host = lobby.seat_of(lobby.host_id)
    return f"**{plain(host.name)}**" if host else f"<@{lobby.host_id}>"


def _seat_lines(lobby: Lobby, words: Wording) -> list[str]:
    return [f"{place}. {_seat_line(lobby, seat, words)}" for place, seat in enumerate(lobby.seats, start=1)]


def _seat_line(lobby: Lobby, seat: LobbySeat, words: Wording) -> str:
    """A name, and in words what is special about it."""
    name = plain(seat.name)
    if seat.is_computer:
        return words.say("lobby.seat.computer", name=name)
    if seat.closed:
        return words.say("lobby.seat.closed", name=name)
    return words.say("lobby.seat.host" if seat.user_id == lobby.host_id else "lobby.seat", name=name)


def _invited(interaction: discord.Interaction, person: discord.Member | discord.User) -> LobbySeat:
    """Whoever is to be called. Raises Refused for those who could not answer."""
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


def _call(lobby: Lobby, words: Wording) -> str:
    """Who lays this table, and for whom."""
    host = _host_name(lobby)
    if lobby.invited is None or lobby.invited.user_id is None or lobby.seat_of(lobby.invited.user_id):
        return words.say("lobby.host", name=host)
    rival = f"<@{lobby.invited.user_id}>"
    if lobby.kept_for is not None:
        return words.say("lobby.challenge", name=host, rival=rival)
    if lobby.for_two:
        return words.say("lobby.challenge_open", name=host, rival=rival)
    return f"{words.say('lobby.host', name=host)}\n{words.say('lobby.invited', rival=rival)}"


def _gone(lobby: Lobby, words: Wording, *, idle: bool) -> str:
    """Why nobody can sit down here any more."""
    if lobby.status == "started":
        return words.say("lobby.starting")
    if lobby.invitation == "declined" and lobby.invited is not None:
        return words.say("lobby.declined", name=f"**{plain(lobby.invited.name)}**")
    if idle:
        return words.say("lobby.expired")
    return words.say("lobby.withdrawn" if lobby.kept_for else "lobby.closed")


def _readiness(lobby: Lobby, words: Wording) -> str:
    """What is still missing before the game begins."""
    fault = lobby.fault()
    if lobby.missing and not (fault and lobby.for_two):
        return _waiting(lobby, words)
    return f"⚠️ {_fault(words, fault)}" if fault else words.say("lobby.ready")


def _waiting(lobby: Lobby, words: Wording) -> str:
    """Who is waited for, and what happens then."""
    if lobby.kept_for is not None:
        return words.say("lobby.challenge_waits", name=f"**{plain(lobby.kept_for.name)}**")
    if not lobby.for_two:
        return words.say("lobby.missing", count=lobby.missing)
    drill = practice(lobby.game)
    if drill is None or lobby.chosen:
        return words.say("lobby.one_missing")
    return words.say("lobby.one_missing_practice", name=f"**{plain(set_label(words, lobby.game, drill.name))}**")


def _people_row(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    if lobby.kept_for is not None:
        return (_button(lobby, "accept", words, "success"), _button(lobby, "decline", words))
    if lobby.for_two and lobby.missing:
        begin = Button(custom_id("lobby", lobby.id, "join"), words.say("lobby.button.join_begin"), "success")
        computer = Button(custom_id("lobby", lobby.id, "computer"), words.say("lobby.button.computer"), emoji="🤖")
        return (begin, computer)
    if lobby.for_two:
        unfill = (_button(lobby, "unfill", words),) if lobby.computers else ()
        return (_button(lobby, "leave", words), *unfill)
    no_room = len(lobby.seats) >= lobby.most
    buttons = [
        _button(lobby, "join", words, "success", disabled=no_room and not lobby.computers),
        _button(lobby, "leave", words),
        _button(lobby, "fill", words, disabled=no_room),
    ]
    if lobby.computers:
        buttons.append(_button(lobby, "unfill", words))
    return tuple(buttons)


def _host_row(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    both = (_button(lobby, "options", words), _button(lobby, "rules", words))
    if lobby.kept_for is not None:
        withdraw = Button(custom_id("lobby", lobby.id, "close"), words.say("lobby.button.withdraw"))
        return (*both, _button(lobby, "anybody", words), withdraw)
    if lobby.for_two and lobby.missing:
        return (*both, _button(lobby, "close", words))
    ready = not lobby.missing and lobby.fault() is None
    return (
        *both,
        _button(lobby, "chair", words),
        _button(lobby, "close", words),
        _button(lobby, "start", words, "success" if ready else "primary"),
    )


def _button(lobby: Lobby, action: str, words: Wording, style: str = "secondary", *, disabled: bool = False) -> Button:
    return Button(custom_id("lobby", lobby.id, action), words.say(f"lobby.button.{action}"), style, disabled=disabled)


def _by_cards(lobby: Lobby, key: str) -> str:
    """The key of a sentence; of its twin that speaks of no roles, for a game without."""
    return key if casts_field(lobby.game.options) else f"{key}.plain"


def _cast(lobby: Lobby) -> dict[str, int]:
    """How many of which role there will be; empty for a game without roles, or a set without that number of players."""
    cast = getattr(lobby.options, "cast", None)
    if cast is None:
        return {}
    try:
        return dict(cast(lobby.expected))
    except LookupError:
        return {}


def _cast_in_words(lobby: Lobby, cast: dict[str, int], words: Wording) -> str:
    parts = []
    for role, count in cast.items():
        if count:
            name = _role(words, role, lobby.game.name)
            parts.append(name if count == 1 else f"{count} × {name}")
    return ", ".join(parts)


def _role(words: Wording, role: str, game: str = "") -> str:
    return _first(words, f"role.{game}.{role}", f"role.{role}") or plain(role.replace("_", " "))


def _fault(words: Wording, fault: Fault) -> str:
    """Why these people cannot play, in words."""
    if not words.has(fault.key):
        return words.say("refused.faults")
    values: dict[str, Any] = {
        name: value if isinstance(value, int) else plain(str(value)) for name, value in fault.values.items()
    }
    if "role" in values:
        values["role"] = _role(words, str(fault.values["role"]), fault.key.split(".")[1])
    return words.say(fault.key, **values)


def _dealt_lines(lobby: Lobby, words: Wording) -> list[str]:
    """A line for each option of which several things can be in: all of them, or which; none while nothing is."""
    lines = []
    for field in fields_in_play(lobby.game.options, dict(lobby.options)):
        value = getattr(lobby.options, field.name)
        if field.kind == "several" and value:
            title = option_title(words, lobby.game, field)
            if set(value) == set(field.choices):
                lines.append(words.say("lobby.several.all", option=title))
            else:
                named_ones = value_words(words, lobby.game, field, value)
                lines.append(words.say("lobby.several", option=title, choices=named_ones))
    return lines


def _switches(game: Game) -> list[str]:
    return [field.name for field in option_fields(game.options) if field.kind == "switch"]


def _times(game: Game, base: Options, pace: float) -> dict[str, int]:
    """Every time of the role set, so many times as long, within what the game allows."""
    times = {}
    for field in option_fields(game.options):
        if field.is_time:
            seconds = round(getattr(base, field.name) * pace)
            seconds = max(seconds, field.least) if field.least is not None else seconds
            times[field.name] = min(seconds, field.most) if field.most is not None else seconds
    return times


def _set_help(lobby: Lobby, words: Wording) -> str:
    return named(words, "role_set", lobby.game, lobby.role_set, ".help") or ""


def _option_lines(lobby: Lobby, words: Wording, unlike: Options | None = None) -> list[str]:
    """Every option and how it stands, but for the cards, which are told apart; or only what is unlike other options."""
    lines = []
    for field in fields_in_play(lobby.game.options, dict(lobby.options)):
        value = getattr(lobby.options, field.name)
        if unlike is not None and value == getattr(unlike, field.name, None):
            continue
        title = option_title(words, lobby.game, field)
        if field.kind == "switch":
            lines.append(f"{title}: **{words.say('lobby.on' if value else 'lobby.off')}**")
        elif field.is_time:
            lines.append(f"{title}: **{_span(words, value)}**")
        elif field.kind == "choice":
            lines.append(f"{title}: **{choice_title(words, lobby.game, field, value)}**")
        elif field.kind in ("number", "several"):
            lines.append(f"{title}: **{value_words(words, lobby.game, field, value)}**")
    return lines


def _choices(game: Game) -> list[OptionField]:
    return [field for field in option_fields(game.options) if field.kind == "choice"][:MENUS_MOST]


def _choice_menus(lobby: Lobby, words: Wording) -> tuple[Menu, ...]:
    """A menu for each option that has a few values with names."""
    menus = []
    for field in _choices(lobby.game):
        title = option_title(words, lobby.game, field)
        value = getattr(lobby.options, field.name)
        options = tuple(
            MenuOption(
                str(choice), f"{title}: {choice_title(words, lobby.game, field, choice)}", chosen=choice == value
            )
            for choice in field.choices[:OPTIONS_MOST]
        )
        menus.append(Menu(custom_id("lobby", lobby.id, "pick", field.name), title, options))
    return tuple(menus)


def _several_menus(lobby: Lobby, words: Wording) -> tuple[Menu, ...]:
    """A menu for each option of which several things may be in."""
    menus = []
    for field in option_fields(lobby.game.options):
        if field.kind == "several":
            value = getattr(lobby.options, field.name)
            options = tuple(
                MenuOption(
                    str(choice),
                    choice_title(words, lobby.game, field, choice),
                    choice_help(words, lobby.game, field, choice),
                    chosen=choice in value,
                )
                for choice in field.choices[:OPTIONS_MOST]
            )
            ident = custom_id("lobby", lobby.id, "several", field.name)
            title = option_title(words, lobby.game, field)
            menus.append(Menu(ident, title, options, least=0, most=len(options)))
    return tuple(menus)


def _switch_rows(lobby: Lobby, words: Wording) -> tuple[tuple[Button, ...], ...]:
    buttons = []
    for field in fields_in_play(lobby.game.options, dict(lobby.options)):
        if field.kind != "switch":
            continue
        on = bool(getattr(lobby.options, field.name))
        key = "lobby.button.turn_off" if on else "lobby.button.turn_on"
        text = words.say(key, option=option_title(words, lobby.game, field))
        style = "success" if on else "secondary"
        buttons.append(Button(custom_id("lobby", lobby.id, "switch", field.name, int(not on)), text, style))
    buttons = buttons[:SWITCHES_MOST]
    return tuple(tuple(buttons[first : first + 5]) for first in range(0, len(buttons), 5))


def _span(words: Wording, seconds: int) -> str:
    """A span of time in whole words."""
    for size, key in ((86400, "span.days"), (3600, "span.hours"), (60, "span.minutes")):
        if seconds >= size and seconds % size == 0:
            return words.say(key, count=seconds // size)
    return words.say("span.seconds", count=seconds)


def _permissions_page(words: Wording, key: str, lacking: Sequence[Missing], *buttons: Button) -> Page:
    """What the bot lacks here, each with what will not work without it."""
    named = "\n".join(f"- **{one.name}**: {one.without}" for one in lacking)
    return Page(panels=(Panel(f"{words.say(key)}\n{named}", (buttons,) if buttons else ()),), tint=TINT)


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(LobbyCog(mirror))
