"""`/duel`: two people play wherever they talk, in a private conversation or a server that has never heard of the bot.

The bot is no member there. It can only answer presses, so there are no clocks, no thread and no direct messages: what
everybody may see is the public answer to a press (see `bot.ui.stage.anywhere`), and secrets are shown by My seat alone.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.games import GAMES
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import NOWHERE, Lobby, LobbySeat, is_for_two, untimed
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.service import MatchService
from bot.matches.silent_tables import SilentTables
from bot.matches.snapshot import MatchSnapshot
from bot.ui.callbacks import answer_at_once
from bot.ui.command_words import told
from bot.ui.panels import TINT, Button, Page, Panel, custom_id, render
from bot.ui.router import UNHEARD, Click, reply, update
from bot.ui.second_thoughts import no_button
from bot.ui.stage.anywhere import BoardsAnywhere
from bot.ui.stage.anywhere_pages import AGAIN, END, AnywherePages
from bot.ui.steady_loop import every
from bot.ui.wording import Wording, plain
from cogs.anywhere.challenge_page import KIND, challenge_page, over_page

Interaction = discord.Interaction[Any]

GAME, ROLE_SET = next(
    (game, role_set) for game in GAMES.values() if is_for_two(game) and (role_set := untimed(game)) is not None
)
"""What two people can play without clocks."""
DUELS_MOST: Final = 10
"""Games of this kind that one person may play at the same time."""
EVERY_HOURS: Final = 24


class AnywhereCog(commands.Cog):
    """Serves the command and what is pressed on its messages.

    `mm:duel:<lobby>:<accept, decline or withdraw>`, `mm:duelagain:<match>`, `mm:duelend:<match>` and then `…:yes`
    """

    def __init__(
        self,
        *,
        service: MatchService,
        hosting: Hosting,
        archive: Archive,
        lobbies: Lobbies,
        lobby_openings: LobbyOpenings,
        lobby_ends: LobbyEnds,
        boards: BoardsAnywhere,
        silent: SilentTables,
        wording: Wording,
    ) -> None:
        self._service = service
        self._hosting = hosting
        self._archive = archive
        self._lobbies = lobbies
        self._lobby_openings = lobby_openings
        self._lobby_ends = lobby_ends
        self._boards = boards
        self._silent = silent
        self._wording = wording

    async def cog_load(self) -> None:
        self.end_silent.start()

    async def cog_unload(self) -> None:
        self.end_silent.cancel()

    @every(hours=EVERY_HOURS)
    async def end_silent(self) -> None:
        """Without clocks nothing else ends a game whose people have forgotten it."""
        await self._silent.end()

    # -- the challenge ----------------------------------------------------------------------------------------------

    @app_commands.command(name="duel", description=told("command.duel"))
    @app_commands.describe(person=told("command.duel.person"))
    @app_commands.allowed_installs(guilds=False, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
    async def duel(self, interaction: Interaction, person: discord.Member | discord.User) -> None:
        check_place(interaction)
        if person.bot:
            raise Refused("challenge_bot")
        await self._challenge(interaction, LobbySeat(person.id, person.display_name))

    async def _challenge(self, interaction: Interaction, rival: LobbySeat) -> None:
        """Ask this person to play, in public; nobody else is called. Raises Refused."""
        await self._check_room(interaction.user.id)
        assert interaction.channel_id is not None
        lobby = await self._lobby_openings.open(
            NOWHERE, interaction.channel_id, interaction.user.id, interaction.user.display_name,
            GAME, ROLE_SET.name, ROLE_SET.options, anywhere=True, invited=rival, chosen=True, press_id=interaction.id,
        )  # fmt: skip
        assert rival.user_id is not None
        called = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(rival.user_id)]
        )
        view = render(challenge_page(lobby, self._words(interaction)))
        try:
            await answer_at_once(
                interaction, lambda: interaction.response.send_message(view=view, allowed_mentions=called)
            )
        except UNHEARD:
            await self._lobby_ends.abandon(lobby.id)
            raise Refused("lobby_not_shown") from None
        except BaseException:
            await self._lobby_ends.abandon(lobby.id)
            raise

    async def _check_room(self, user_id: int) -> None:
        """Raises Refused when this person plays too many such games already."""
        rows = [await self._archive.row(one) for one in await self._archive.tables_of(user_id)]
        if sum(row.anywhere for row in rows) >= DUELS_MOST:
            raise Refused("duels_too_many", most=DUELS_MOST)

    async def pressed(self, click: Click) -> None:
        """A button of a challenge."""
        lobby = await self._lobbies.get(click.number(0))
        if not lobby.anywhere or lobby.channel_id != click.interaction.channel_id:
            raise Refused("forged")
        act = {"accept": self._accept, "decline": self._decline, "withdraw": self._withdraw}.get(click.part(1))
        if act is None:
            raise Refused("forged")
        try:
            await act(click, lobby)
        except Refused as refusal:
            if refusal.code != "challenge_for_another":
                raise
            raise Refused(refusal.code, name=plain(str(refusal.values["name"]))) from None

    async def _accept(self, click: Click, lobby: Lobby) -> None:
        """The game begins, and its board takes the place of the challenge; also where that was lost on the way."""
        match_id = lobby.match if lobby.seat_of(click.user_id) is not None else None
        if match_id is None:
            await self._check_room(click.user_id)
            name = click.interaction.user.display_name
            begun = await self._lobbies.join(lobby.id, click.user_id, name, begin=True, press_id=click.interaction.id)
            match_id = begun.match
        if match_id is None or (await self._service.snapshot(match_id)).over:
            raise Refused("lobby_closed")
        await self._boards.begin(click.interaction, match_id)

    async def _decline(self, click: Click, lobby: Lobby) -> None:
        closed = await self._lobbies.decline(lobby.id, click.user_id)
        await update(click.interaction, over_page(closed, self._words(click.interaction)))

    async def _withdraw(self, click: Click, lobby: Lobby) -> None:
        closed = await self._lobbies.close(lobby.id, click.user_id)
        await update(click.interaction, over_page(closed, self._words(click.interaction)))

    # -- the game ---------------------------------------------------------------------------------------------------

    async def end(self, click: Click) -> None:
        """Either of the two may end the game at any time; it is asked once."""
        match = await self._mine(click)
        if match.over:
            raise Refused("over")
        words = self._words(click.interaction)
        if click.part(1) != "yes":
            do = Button(custom_id(END, match.id, "yes"), words.say("anywhere.end.do"), "danger")
            asked = Panel(words.say("anywhere.end.ask"), ((do, no_button(words)),))
            await reply(click.interaction, Page(panels=(asked,), tint=TINT))
            return
        await self._hosting.end(match.id, click.user_id)
        await update(click.interaction, Page(panels=(), lines=(words.say("anywhere.end.done"),)))
        await self._boards.show(click.interaction, match.id)

    async def again(self, click: Click) -> None:
        """Another game against the same person, when this one is over."""
        match = await self._mine(click)
        if not match.over:
            raise Refused("rematch_too_early")
        check_place(click.interaction)
        others = [row for row in match.seats.values() if row.user_id not in (None, click.user_id)]
        if not others:
            raise Refused("lobby_person_gone")
        await self._challenge(click.interaction, LobbySeat(others[0].user_id, others[0].name))

    async def _mine(self, click: Click) -> MatchSnapshot:
        """The game of this button, where whoever pressed plays. Raises Refused."""
        match = await self._service.snapshot(click.number(0))
        if not match.row.anywhere:
            raise Refused("forged")
        if match.seat_of(click.user_id) is None:
            raise Refused("not_seated")
        return match

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def check_place(interaction: Interaction) -> None:
    """Raises Refused in a server of which the bot is a member, since there is more to be had there; and where Discord
    shows answers to whoever pressed alone."""
    guild_id = interaction.guild_id
    if interaction.is_guild_integration() or (guild_id and interaction.client.get_guild(guild_id) is not None):
        raise Refused("duel_has_play")
    if guild_id is not None and not interaction.permissions.use_external_apps:
        raise Refused("duel_unseen")


async def setup(client: Mirror) -> None:
    boards = BoardsAnywhere(
        service=client.service,
        archive=client.archive,
        receipts=client.receipts,
        pages=AnywherePages(client.faces),
        languages=client.languages,
        gallery=client.gallery,
    )
    client.answers.answered.append(boards.answered)
    client.answers.seat_shown.append(boards.seat_shown)
    cog = AnywhereCog(
        service=client.service,
        hosting=client.hosting,
        archive=client.archive,
        lobbies=client.lobbies,
        lobby_openings=client.lobby_openings,
        lobby_ends=client.lobby_ends,
        boards=boards,
        silent=SilentTables(client.service.keeper),
        wording=client.wording,
    )
    client.router.on(KIND, cog.pressed)
    client.router.on(END, cog.end)
    client.router.on(AGAIN, cog.again)
    await client.add_cog(cog)
