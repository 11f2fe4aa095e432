"""`/bar`: a host or a moderator keeps somebody away from a table, from a host's tables or from the server's games.

`bar`    what would happen:               `mm:bar:<scope>:<place>:<person>`, and its menu: for how long
`barred` the form with the reason, sent:  `mm:barred:<scope>:<place>:<person>:<seconds>`
`barwhom` a person from a menu: from where: `mm:barwhom:<match>`
`bars`   a page of the list:              `mm:bars:<page>`; the first one as a message of its own: `mm:bars`
`lift`   somebody may come back:          `mm:lift:<scope>:<place>:<person>:<page>`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.matches.bars import REASON_MOST, Barred, Barring, Bars, Scope
from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.ui.audit_channel import AuditChannel
from bot.ui.authority import guild_of
from bot.ui.command_words import told
from bot.ui.panels import Page, custom_id, form
from bot.ui.person_mail import PersonMail
from bot.ui.router import Click, reply, show_form, update
from bot.ui.wording import Wording, plain
from cogs.bars.consequences import Consequences, consequences_of
from cogs.bars.pages import (
    BAR,
    DURATIONS,
    LIFT,
    LIST,
    REASON,
    WHOM,
    bar_page,
    done_lines,
    list_page,
    places_page,
    until_in_words,
)
from cogs.bars.rights import BarRights
from cogs.table.finding import Interaction, TableFinder
from cogs.table.members import chosen_member

From = Literal["table", "host", "server"]


class BarCog(commands.Cog):
    """Keeps people away."""

    bar = app_commands.Group(name="bar", description=told("command.bar"), guild_only=True)

    def __init__(
        self,
        *,
        bars: Bars,
        lobbies: Lobbies,
        rights: BarRights,
        finder: TableFinder,
        consequences: Consequences,
        audit: AuditChannel,
        mail: PersonMail,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._bars = bars
        self._lobbies = lobbies
        self._rights = rights
        self._finder = finder
        self._consequences = consequences
        self._audit = audit
        self._mail = mail
        self._wording = wording
        self._now_ms = now_ms

    @bar.command(name="add", description=told("command.bar.add"))
    @app_commands.describe(
        person=told("command.bar.add.person"), away=told("command.bar.add.away"), table=told("parameter.table")
    )
    @app_commands.choices(
        away=[app_commands.Choice(name=told(f"choice.bar.{one}"), value=one) for one in get_args(From)]
    )
    async def add(self, interaction: Interaction, person: discord.User, away: From, table: int | None = None) -> None:
        if person.bot:
            raise Refused("no_bots")
        scope, place = await self._where(interaction, away, table)
        await self._ask(interaction, scope, place, person.id, person.display_name)

    @bar.command(name="list", description=told("command.bar.list"))
    async def listed(self, interaction: Interaction) -> None:
        await reply(interaction, await self._list(interaction, 0))

    # -- barring ----------------------------------------------------------------------------------------------------

    async def asked(self, click: Click) -> None:
        """What would happen, from a button that names the person; or, once it is said for how long, why."""
        scope, place, user_id = _place(click)
        if not click.values:
            await self._ask(click.interaction, scope, place, user_id, await self._name_of(click, user_id))
            return
        await self._rights.check(click.interaction, scope, place)
        span = _span(click.values[0])
        words = self._wording.for_locale(click.interaction.locale)
        ident = custom_id(REASON, scope, place, user_id, span)
        title, entry = words.say("bar.reason.title"), words.say("bar.reason.label")
        help_ = words.say("bar.reason.help")
        await show_form(
            click.interaction, form(ident, title, entry, description=help_, most=REASON_MOST, required=False)
        )

    async def chosen(self, click: Click) -> None:
        """Somebody was chosen at the panel of a table: from where they can be kept away by whoever chose."""
        match_id, interaction = click.number(0), click.interaction
        await self._rights.check(interaction, "match", match_id)
        person = await chosen_member(click)
        if person.id == interaction.user.id:
            raise Refused("bar_yourself")
        places: list[tuple[Scope, int]] = [("match", match_id), ("host", interaction.user.id)]
        if await self._rights.may_keep_order(interaction):
            places.append(("server", 0))
        await reply(interaction, places_page(places, person.id, person.display_name, self._words(interaction)))

    async def bar_person(self, click: Click) -> None:
        """The form with the reason was sent."""
        scope, place, user_id = _place(click)
        interaction = click.interaction
        await self._rights.check(interaction, scope, place)
        span = _span(click.part(3))
        until_ms = self._now_ms() + span * 1000 if span else None
        name = await self._name_of(click, user_id)
        wanted = Barring(guild_of(interaction), scope, place, user_id, click.user_id, until_ms)
        barred = await self._consequences.bar(wanted, name, click.text)
        self._audit.look()
        await self._tell_host(interaction, wanted, name, barred)
        if wanted.scope == "server" or barred.left or barred.plays:
            await self._tell_person(interaction, wanted)

    async def _where(self, interaction: Interaction, away: From, table: int | None) -> tuple[Scope, int]:
        if away == "table":
            return await self._table(interaction, table)
        return ("host", interaction.user.id) if away == "host" else ("server", 0)

    async def _table(self, interaction: Interaction, number: int | None) -> tuple[Scope, int]:
        """The running game that is meant, else the open lobby of this channel. Raises Refused for none."""
        try:
            match = await self._finder.table(interaction, number)
        except Refused as refusal:
            if refusal.code != "not_here":
                raise
        else:
            if not match.over:
                return "match", match.id
        lobbies = await self._lobbies.open_of_guild(guild_of(interaction))
        here = [lobby.id for lobby in lobbies if number is None and lobby.channel_id == interaction.channel_id]
        if len(here) != 1:
            raise Refused("not_here")
        return "lobby", here[0]

    async def _ask(self, interaction: Interaction, scope: Scope, place: int, user_id: int, name: str) -> None:
        if user_id == interaction.user.id:
            raise Refused("bar_yourself")
        await self._rights.check(interaction, scope, place)
        await reply(interaction, bar_page(scope, place, user_id, name, self._words(interaction)))

    async def _tell_host(self, interaction: Interaction, wanted: Barring, name: str, barred: Barred) -> None:
        lines = done_lines(wanted.scope, name, wanted.until_ms, barred, self._words(interaction))
        page = Page(panels=(), lines=tuple(lines))
        if interaction.message is None:
            await reply(interaction, page)
        else:
            await update(interaction, page)

    async def _tell_person(self, interaction: Interaction, wanted: Barring) -> None:
        """What they may not do, where, and until when; never why.

        Anybody may bar anybody from tables of their own: people who sit at none of them hear of it when they would like
        to, so that nobody lets the bot write to strangers.
        """
        guild = interaction.guild
        assert guild is not None
        host = interaction.user.display_name

        def sentence(words: Wording) -> str:
            until = until_in_words(wanted.until_ms, words)
            key = wanted.scope if wanted.scope in ("server", "host") else "table"
            return words.say(f"bar.told.{key}", server=plain(guild.name), host=plain(host), until=until)

        await self._mail.tell(wanted.user_id, guild.id, sentence, f"bar.{interaction.id}")

    async def _name_of(self, click: Click, user_id: int) -> str:
        """The name they have here; somebody who has left the server can be barred too."""
        guild = click.interaction.guild
        if guild is None:
            raise Refused("not_in_direct_messages")
        try:
            return (await guild.fetch_member(user_id)).display_name
        except discord.NotFound:
            return str(user_id)

    # -- the list ---------------------------------------------------------------------------------------------------

    async def turned(self, click: Click) -> None:
        if not click.parts or not click.parts[0]:
            await reply(click.interaction, await self._list(click.interaction, 0))
            return
        await update(click.interaction, await self._list(click.interaction, click.number(0)))

    async def lift(self, click: Click) -> None:
        """They may sit down there again."""
        scope, place, user_id = _place(click)
        if not await self._rights.may_lift(click.interaction, scope, place):
            raise Refused("not_host")
        await self._bars.lift(guild_of(click.interaction), scope, place, user_id, by=click.user_id)
        self._audit.look()
        await update(click.interaction, await self._list(click.interaction, click.number(3)))

    async def _list(self, interaction: Interaction, page: int) -> Page:
        rows = await self._bars.of_guild(guild_of(interaction))
        mine = [row for row in rows if await self._rights.may_lift(interaction, row.scope, row.place)]
        sees_all = await self._rights.may_keep_order(interaction)
        return list_page(mine, page, self._words(interaction), reader=interaction.user.id, sees_all=sees_all)

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _place(click: Click) -> tuple[Scope, int, int]:
    """Scope, place and person in an id. Raises Refused for a forged one."""
    scope: Scope | None = next((one for one in get_args(Scope) if one == click.part(0)), None)
    if scope is None:
        raise Refused("forged")
    return scope, click.number(1), click.number(2)


def _span(text: str) -> int:
    """For how many seconds. Raises Refused for a span that was not offered."""
    if text not in map(str, DURATIONS.values()):
        raise Refused("forged")
    return int(text)


async def setup(client: Mirror) -> None:
    finder = TableFinder(settings=client.settings, service=client.service, archive=client.archive, places=client.places)
    rights = BarRights(settings=client.settings, lobbies=client.lobbies, service=client.service, finder=finder)
    cog = BarCog(
        bars=client.bars,
        lobbies=client.lobbies,
        rights=rights,
        finder=finder,
        consequences=consequences_of(client, finder),
        audit=client.audit_channel,
        mail=client.person_mail,
        wording=client.wording,
        now_ms=client.now_ms,
    )
    client.router.on(BAR, cog.asked)
    client.router.on(WHOM, cog.chosen)
    client.router.on(REASON, cog.bar_person)
    client.router.on(LIST, cog.turned)
    client.router.on(LIFT, cog.lift)
    await client.add_cog(cog)
