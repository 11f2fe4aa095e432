"""`/table`: what hosts and moderators do at a running table. Receives, checks and hands on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.questions import Seat
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.leaving import Leaving
from bot.matches.moderator import Moderation
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.matches.typed_names import begins_or_holds, is_called
from bot.ui.command_words import told
from bot.ui.dead_room.newcomers import Newcomers
from bot.ui.face import Face
from bot.ui.match_panels import MatchPanel
from bot.ui.public_lines import PublicLines
from bot.ui.router import reply
from bot.ui.stage.receipts import Receipts
from bot.ui.wording import Wording, label, plain
from cogs.moderator_panel.appointing import Appointing
from cogs.moderator_panel.cog import set_up_panel
from cogs.moderator_panel.fouls import FoulControls
from cogs.table.clock_controls import ClockControls
from cogs.table.confirmation import Confirmation
from cogs.table.eyes_controls import EyesControls
from cogs.table.finding import Interaction, TableFinder
from cogs.table.keeping import SilenceMeans
from cogs.table.members import newcomers_of
from cogs.table.offering import OFFER, seat_offers
from cogs.table.powers_controls import PowersControls, PowersReplies
from cogs.table.powers_page import POWERS
from cogs.table.recap_cog import RecapCog
from cogs.table.repairing import Repairing
from cogs.table.replay_controls import ReplayControls
from cogs.table.rewinding import Rewinding
from cogs.table.seat_cog import SeatCog
from cogs.table.seating import Seating
from cogs.table.status_page import status_page
from cogs.table.taking_over import TakingOver
from cogs.table.voice_controls import VoiceControls, floor_in_voice
from cogs.table.who import WHO, WhoMayDoWhat


class TableCog(commands.Cog):
    """The host's commands."""

    table = app_commands.Group(name="table", description=told("command.table"), guild_only=True)

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        hosting: Hosting,
        moderation: Moderation,
        leaving: Leaving,
        newcomers: Newcomers,
        archive: Archive,
        faces: Mapping[str, Face],
        receipts: Receipts,
        confirmation: Confirmation,
        rewinding: Rewinding,
        repairing: Repairing,
        who: WhoMayDoWhat,
        appointing: Appointing,
        public_lines: PublicLines,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._finder = finder
        self._service = service
        self._hosting = hosting
        self._moderation = moderation
        self._leaving = leaving
        self._newcomers = newcomers
        self._archive = archive
        self._faces = faces
        self._receipts = receipts
        self._confirmation = confirmation
        self._rewinding = rewinding
        self._repairing = repairing
        self._who = who
        self._appointing = appointing
        self._public_lines = public_lines
        self._wording = wording
        self._now_ms = now_ms

    @table.command(name="status", description=told("command.table.status"))
    @app_commands.describe(table=told("parameter.table"))
    async def status(self, interaction: Interaction, table: int | None = None) -> None:
        match = await self._finder.table(interaction, table)
        served = await self._receipts.served(match)
        log = await self._archive.log(match.id)
        face = self._faces[match.row.game]
        await reply(interaction, status_page(match, face, self._words(interaction), served=served, log=log))

    @table.command(name="end", description=told("command.table.end"))
    @app_commands.describe(table=told("parameter.table"))
    async def end(self, interaction: Interaction, table: int | None = None) -> None:
        await self._confirmation.ask(interaction, await self._finder.hosted(interaction, table), "end")

    # -- clocks -----------------------------------------------------------------------------------------------------

    @table.command(name="pause", description=told("command.table.pause"))
    @app_commands.describe(
        hours=told("command.table.pause.hours"),
        table=told("parameter.table"),
    )
    async def pause(
        self, interaction: Interaction, hours: app_commands.Range[int, 1, 72] | None = None, table: int | None = None
    ) -> None:
        match = await self._finder.hosted(interaction, table)
        words = self._words(interaction)
        if hours is None:
            await self._hosting.pause(match.id, interaction.user.id)
            await reply(interaction, words.say("table.pause.done"))
            return
        until_ms = self._now_ms() + hours * 3_600_000
        await self._hosting.pause(match.id, interaction.user.id, until_ms)
        await reply(interaction, words.say("table.pause.done_until", when=until_ms // 1000))

    @table.command(name="resume", description=told("command.table.resume"))
    @app_commands.describe(table=told("parameter.table"))
    async def resume(self, interaction: Interaction, table: int | None = None) -> None:
        match = await self._finder.hosted(interaction, table)
        await self._hosting.resume(match.id, interaction.user.id)
        await reply(interaction, self._words(interaction).say("table.resume.done"))

    @table.command(name="extend", description=told("command.table.extend"))
    @app_commands.describe(minutes=told("command.table.extend.minutes"), table=told("parameter.table"))
    async def extend(
        self, interaction: Interaction, minutes: app_commands.Range[int, 1, 1440], table: int | None = None
    ) -> None:
        match = await self._finder.hosted(interaction, table)
        await self._hosting.extend(match.id, interaction.user.id, minutes * 60)
        self._public_lines.say(match, "stage.extended", count=minutes)
        await reply(interaction, self._words(interaction).say("table.extend.done", count=minutes))

    @table.command(name="skip", description=told("command.table.skip"))
    @app_commands.describe(table=told("parameter.table"))
    async def skip(self, interaction: Interaction, table: int | None = None) -> None:
        match = await self._finder.hosted(interaction, table)
        await self._confirmation.ask(interaction, match, "skip", match.moment())

    # -- people -----------------------------------------------------------------------------------------------------

    @table.command(name="kick", description=told("command.table.kick"))
    @app_commands.describe(player=told("command.table.kick.player"), table=told("parameter.table"))
    async def kick(self, interaction: Interaction, player: str, table: int | None = None) -> None:
        match = await self._finder.hosted(interaction, table)
        seat = _seat(match, player)
        who = match.seats[seat]
        if who.user_id is None:
            raise Refused("kick_computer")
        await self._confirmation.ask(interaction, match, "kick", seat, who.user_id, name=plain(who.name))

    @table.command(name="substitute", description=told("command.table.substitute"))
    @app_commands.describe(
        player=told("command.table.substitute.player"),
        person=told("command.table.substitute.person"),
        table=told("parameter.table"),
    )
    async def substitute(
        self, interaction: Interaction, player: str, person: discord.Member, table: int | None = None
    ) -> None:
        match = await self._finder.hosted(interaction, table)
        seat = _seat(match, player)
        if person.bot:
            raise Refused("no_bots")
        await self._confirmation.ask_to_offer(interaction, match, seat, person)

    @table.command(name="standby", description=told("command.table.standby"))
    @app_commands.describe(person=told("command.table.standby.person"), table=told("parameter.table"))
    async def standby(self, interaction: Interaction, person: discord.Member, table: int | None = None) -> None:
        match = await self._finder.hosted(interaction, table)
        if person.bot:
            raise Refused("no_bots")
        name = person.display_name
        await self._newcomers.check_standby(match, person.id)
        key = f"standby.{await self._leaving.stand_by(match.id, interaction.user.id, person.id, name)}"
        self._public_lines.say(match, f"stage.{key}", name=plain(name))
        await reply(interaction, self._words(interaction).say(f"table.{key}", name=plain(name)))

    @kick.autocomplete("player")
    async def _people(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._seats(interaction, current, people=True)

    @substitute.autocomplete("player")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._seats(interaction, current)

    async def _seats(
        self, interaction: Interaction, current: str, *, people: bool = False
    ) -> list[app_commands.Choice[str]]:
        """The seats whose players are called like this; or only those that people have."""
        number = getattr(interaction.namespace, "table", None)
        try:
            match = await self._finder.table(interaction, number if isinstance(number, int) else None)
        except Refused:
            return []
        return [
            app_commands.Choice(name=f"{seat}. {label(row.name)}", value=str(seat))
            for seat, row in match.seats.items()
            if begins_or_holds(current, (f"{seat}. {row.name}",)) and not (people and row.user_id is None)
        ][:25]

    @table.command(name="host", description=told("command.table.host"))
    @app_commands.describe(person=told("command.table.host.person"), table=told("parameter.table"))
    async def host(self, interaction: Interaction, person: discord.Member, table: int | None = None) -> None:
        match = await self._finder.hosted(interaction, table)
        if person.bot:
            raise Refused("no_bots")
        await self._moderation.transfer_host(match.id, interaction.user.id, person.id)
        self._public_lines.say(match, "stage.new_host", name=plain(person.display_name))
        await reply(interaction, self._words(interaction).say("table.host.done", name=plain(person.display_name)))

    @table.command(name="chair", description=told("command.table.chair"))
    @app_commands.describe(
        master=told("command.table.chair.master"),
        sees_all=told("command.table.chair.sees_all"),
        table=told("parameter.table"),
    )
    async def chair(
        self,
        interaction: Interaction,
        master: discord.Member | None = None,
        sees_all: bool = False,
        table: int | None = None,
    ) -> None:
        match = await self._finder.hosted(interaction, table)
        await self._appointing.appoint(interaction, match, master, sees_all=sees_all)

    # -- going back, and putting in order ---------------------------------------------------------------------------

    @table.command(name="rewind", description=told("command.table.rewind"))
    @app_commands.describe(table=told("parameter.table"))
    async def rewind(self, interaction: Interaction, table: int | None = None) -> None:
        match = await self._finder.hosted(interaction, table)
        await reply(interaction, await self._rewinding.page(match, self._words(interaction)))

    @table.command(name="repair", description=told("command.table.repair"))
    @app_commands.describe(table=told("command.table.repair.table"))
    async def repair(self, interaction: Interaction, table: int | None = None) -> None:
        await self._repairing.repair(interaction, await self._finder.hosted(interaction, table))

    @table.command(name="who", description=told("command.table.who"))
    @app_commands.describe(table=told("parameter.table"))
    async def who(self, interaction: Interaction, table: int | None = None) -> None:
        await self._who.show(interaction, await self._finder.hosted(interaction, table))

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _seat(match: MatchSnapshot, player: str) -> Seat:
    """A seat by its number: anybody may be called "3". Else by the name that only one player has, as it is shown."""
    numbered = {str(seat): seat for seat in match.seats}.get(player.strip().rstrip("."))
    shown = [(seat, label(row.name)) for seat, row in match.seats.items()]
    called = [seat for seat, name in shown if is_called(player, (name, f"{seat}. {name}"))]
    if numbered is None and len(called) != 1:
        raise Refused("seat_by_number")
    return called[0] if numbered is None else numbered


async def setup(client: Mirror) -> None:
    finder = TableFinder(settings=client.settings, service=client.service, archive=client.archive, places=client.places)
    recap = RecapCog(
        finder=finder,
        service=client.service,
        archive=client.archive,
        notebooks=client.notebooks,
        faces=client.faces,
        wording=client.wording,
    )
    client.router.on("story", recap.turned)
    replay = ReplayControls(service=client.service, archive=client.archive, wording=client.wording)
    client.router.on("replay", replay.asked)
    eyes = EyesControls(service=client.service, archive=client.archive, faces=client.faces, wording=client.wording)
    client.router.on("eyes", eyes.asked)
    await client.add_cog(_table_cog(client, finder, await set_up_panel(client)))
    await client.add_cog(SeatCog(finder=finder, answers=client.answers, wording=client.wording))
    await client.add_cog(recap)


def _table_cog(client: Mirror, finder: TableFinder, appointing: Appointing) -> TableCog:
    """The host's commands, with what serves the buttons that they bring."""
    public_lines = PublicLines(client.stage, client.languages)
    means = SilenceMeans(
        client=client,
        settings=client.settings,
        faces=client.faces,
        overwrites=client.overwrites,
        hush=client.hush,
        voice=client.voice,
    )
    rewinding = Rewinding(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        archive=client.archive,
        faces=client.faces,
        public_lines=public_lines,
        wording=client.wording,
    )
    who = WhoMayDoWhat(
        client=client,
        finder=finder,
        service=client.service,
        faces=client.faces,
        means=means,
        wording=client.wording,
    )
    confirmation = _confirmation(client, finder, rewinding, public_lines)
    repairing = _repairing(client, means, public_lines)
    client.router.on("moment", rewinding.chosen)
    client.router.on(WHO, who.in_words)
    _serve_powers(client, finder, confirmation, rewinding, repairing, who, appointing)
    return TableCog(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        moderation=client.moderation,
        leaving=client.leaving,
        newcomers=newcomers_of(client),
        archive=client.archive,
        faces=client.faces,
        receipts=client.receipts,
        confirmation=confirmation,
        rewinding=rewinding,
        repairing=repairing,
        who=who,
        appointing=appointing,
        public_lines=public_lines,
        wording=client.wording,
        now_ms=client.now_ms,
    )


def _serve_powers(
    client: Mirror,
    finder: TableFinder,
    confirmation: Confirmation,
    rewinding: Rewinding,
    repairing: Repairing,
    who: WhoMayDoWhat,
    appointing: Appointing,
) -> None:
    """The panel on which all powers of a host stand."""
    replies = PowersReplies(
        service=client.service,
        leaving=client.leaving,
        archive=client.archive,
        receipts=client.receipts,
        faces=client.faces,
        wording=client.wording,
    )
    public_lines = PublicLines(client.stage, client.languages)
    fouls = FoulControls(fouls=client.fouls, faces=client.faces, replies=replies, panel=POWERS)
    clocks = ClockControls(hosting=client.hosting, replies=replies, public_lines=public_lines, now_ms=client.now_ms)
    voice = VoiceControls(floor=floor_in_voice(client), faces=client.faces, replies=replies)
    powers = PowersControls(
        moderation=client.moderation,
        leaving=client.leaving,
        newcomers=newcomers_of(client),
        confirmation=confirmation,
        rewinding=rewinding,
        repairing=repairing,
        who=who,
        appointing=appointing,
        replies=replies,
        public_lines=public_lines,
    )
    panel = MatchPanel(
        service=client.service,
        check=lambda click, match: finder.check_host(click.interaction, match),
        handlers={**powers.handlers(), **fouls.handlers(), **clocks.handlers(), **voice.handlers()},
    )
    client.router.on(POWERS, panel.pressed)


def _confirmation(client: Mirror, finder: TableFinder, rewinding: Rewinding, public_lines: PublicLines) -> Confirmation:
    """What is asked about first, and the buttons with which people come to their seats."""
    offers = seat_offers(client, finder)
    seating = Seating(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        companions=client.companions,
        offers=offers,
        stage=client.stage,
        public_lines=public_lines,
        languages=client.languages,
        wording=client.wording,
    )
    confirmation = Confirmation(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        wording=client.wording,
        acts={"kick": seating.kick, "substitute": seating.substitute, "rewind": rewinding.rewind},
    )
    client.router.on("host", confirmation.confirmed)
    client.router.on("begin", seating.begin_anyway)
    client.router.on("back", seating.still_here)
    client.router.on(OFFER, offers.pressed)
    _serve_takeovers(client, finder, public_lines)
    return confirmation


def _serve_takeovers(client: Mirror, finder: TableFinder, public_lines: PublicLines) -> None:
    """The buttons about the seats of players who are away."""
    taking_over = TakingOver(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        companions=client.companions,
        newcomers=newcomers_of(client),
        answers=client.answers,
        public_lines=public_lines,
        languages=client.languages,
        wording=client.wording,
        now_ms=client.now_ms,
    )
    client.router.on("take", taking_over.take)
    client.router.on("yes", taking_over.agree)
    client.router.on("stand", taking_over.stand_in)


def _repairing(client: Mirror, means: SilenceMeans, public_lines: PublicLines) -> Repairing:
    return Repairing(
        client=client,
        service=client.service,
        hosting=client.hosting,
        endings=client.endings,
        undo=client.undo,
        overwrites=client.overwrites,
        borrowed=client.borrowed,
        hush=client.hush,
        voice=client.voice,
        means=means,
        public_lines=public_lines,
        wording=client.wording,
    )
