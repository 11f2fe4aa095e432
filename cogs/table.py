"""`/table`, `/seat` and `/recap`: what hosts, moderators and players do at a running table. Receives and defers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Seat
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.ui.authority import check_may_see, is_moderator
from bot.ui.command_words import told
from bot.ui.game_words import game_title
from bot.ui.panels import TEXT_MOST, TINT, Button, Menu, MenuOption, Page, Panel, Shown, custom_id
from bot.ui.recap_files import recap_file
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.silence.permissions import lacking_in
from bot.ui.silence.undo import Undone
from bot.ui.wording import Wording, label, plain
from cogs.powers import keeping, lacking_on_demand, powers_of
from cogs.powers_picture import PowersPicture, powers_picture

if TYPE_CHECKING:
    from cogs.chair import ChairCog

LOG_LINES = 5
MOMENTS_MOST = 24
WHO = "who"

Interaction = discord.Interaction[Any]


class TableCog(commands.Cog):
    """Everything about running tables that is no answer to a question."""

    table = app_commands.Group(name="table", description=told("command.table"), guild_only=True)

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        router = mirror.router
        router.on("host", self.confirmed)
        router.on("moment", self.rewind_chosen)
        router.on("begin", self.begin_anyway)
        router.on("take", self.take_seat)
        router.on("back", self.still_here)
        router.on("story", self.story_page)
        router.on(WHO, self.who_in_words)

    # -- finding the table, and who may -----------------------------------------------------------------------------

    async def _table(self, interaction: Interaction, number: int | None) -> Awake:
        """The table of this place, or the one that is named. Raises Refused."""
        if number is not None:
            awake = await self.mirror.service.awake(number)
            check_may_see(interaction, awake)
            return awake
        here = sorted(self.mirror.places.here.get(interaction.channel_id or 0, ()))
        if not here and interaction.channel_id is not None:
            here = await self.mirror.archive.live_in(interaction.channel_id)
        here = here or await self._finished_here(interaction)
        if not here:
            raise Refused("not_here")
        if len(here) > 1:
            raise Refused("which_table", tables=", ".join(map(str, here)))
        return await self.mirror.service.awake(here[0])

    async def _hosted(self, interaction: Interaction, number: int | None) -> Awake:
        awake = await self._table(interaction, number)
        await self._check_host(interaction, awake)
        return awake

    async def _check_host(self, interaction: Interaction, awake: Awake) -> None:
        if awake.row.guild_id != interaction.guild_id:  # who moderates this server has no say in another one
            raise Refused("no_such_table")
        check_may_see(interaction, awake)
        if interaction.user.id != awake.row.host_id and not await is_moderator(self.mirror.settings, interaction):
            raise Refused("not_host")

    def _words(self, interaction: Interaction) -> Wording:
        return self.mirror.wording.for_locale(interaction.locale)

    async def _ask_first(
        self, interaction: Interaction, awake: Awake, what: str, *parts: object, **values: Any
    ) -> None:
        """Say what would happen, and do it only after a second click."""
        if awake.over:
            raise Refused("over")
        words = self._words(interaction)
        do = Button(custom_id("host", awake.id, what, *parts), words.say(f"table.{what}.do"), "danger")
        await reply(interaction, Page(panels=(Panel(words.say(f"table.{what}.ask", **values), ((do,),)),), tint=TINT))

    # -- /table -----------------------------------------------------------------------------------------------------

    @table.command(name="status", description=told("command.table.status"))
    @app_commands.describe(table=told("parameter.table"))
    async def status(self, interaction: Interaction, table: int | None = None) -> None:
        awake = await self._table(interaction, table)
        await reply(interaction, await self._status_page(interaction, awake))

    async def _status_page(self, interaction: Interaction, awake: Awake) -> Page:
        words = self._words(interaction)
        face = self.mirror.faces[awake.row.game]
        view: Any = awake.match.view(SPECTATOR)
        context = RenderContext.of(awake.snapshot(), words)
        have, people = await self.mirror.receipts.served(awake.snapshot())
        lines = [
            f"## {game_title(words, awake.row.game)} · {words.say('table.number', number=awake.id)}",
            words.say(f"table.status.{awake.row.status}"),
            *([words.say("table.status.goes_on", when=awake.row.resume_ms // 1000)] if awake.row.resume_ms else []),
            words.say("table.status.host", name=f"<@{awake.row.host_id}>"),
            words.say("table.status.secrets", have=have, people=people),
        ]
        clocks = face.clocks([q for q in awake.match.open if q.seat == MIRROR], view, context)
        lines += [clocks] if clocks else []
        # At night not even the number of open questions is told: it would say who is being asked.
        if not face.is_locked(view):
            waiting = sorted({q.seat for q in awake.match.open if q.seat > 0 and face.is_public(q, view)})
            if waiting:
                lines.append(words.say("board.waiting_for", names=context.listed(waiting)))
        away = [seat for seat, row in awake.seats.items() if row.away]
        if away:
            lines.append(words.say("table.status.away", names=context.listed(away)))
        log = (await self.mirror.archive.log(awake.id))[-LOG_LINES:]
        lines += [
            f"-# <t:{line.at_ms // 1000}:t> {words.say(f'table.log.{line.action}')}"
            + (f" (<@{line.actor}>)" if line.actor else "")
            for line in log
        ]
        return Page(panels=(Panel("\n".join(lines)),), tint=TINT)

    @table.command(name="end", description=told("command.table.end"))
    @app_commands.describe(table=told("parameter.table"))
    async def end(self, interaction: Interaction, table: int | None = None) -> None:
        await self._ask_first(interaction, await self._hosted(interaction, table), "end")

    @table.command(name="pause", description=told("command.table.pause"))
    @app_commands.describe(
        hours=told("command.table.pause.hours"),
        table=told("parameter.table"),
    )
    async def pause(
        self, interaction: Interaction, hours: app_commands.Range[int, 1, 72] | None = None, table: int | None = None
    ) -> None:
        awake = await self._hosted(interaction, table)
        words = self._words(interaction)
        if hours is None:
            await self.mirror.hosting.pause(awake.id, interaction.user.id)
            await reply(interaction, words.say("table.pause.done"))
            return
        until_ms = self.mirror.now_ms() + hours * 3_600_000
        await self.mirror.hosting.pause(awake.id, interaction.user.id, until_ms)
        await reply(interaction, words.say("table.pause.done_until", when=until_ms // 1000))

    @table.command(name="resume", description=told("command.table.resume"))
    @app_commands.describe(table=told("parameter.table"))
    async def resume(self, interaction: Interaction, table: int | None = None) -> None:
        awake = await self._hosted(interaction, table)
        await self.mirror.hosting.resume(awake.id, interaction.user.id)
        await reply(interaction, self._words(interaction).say("table.resume.done"))

    @table.command(name="extend", description=told("command.table.extend"))
    @app_commands.describe(minutes=told("command.table.extend.minutes"), table=told("parameter.table"))
    async def extend(
        self, interaction: Interaction, minutes: app_commands.Range[int, 1, 1440], table: int | None = None
    ) -> None:
        awake = await self._hosted(interaction, table)
        await self.mirror.hosting.extend(awake.id, interaction.user.id, minutes * 60)
        self.mirror.stage.say(
            awake.id, self.mirror.languages.public(awake.row.guild_id).say("stage.extended", count=minutes)
        )
        await reply(interaction, self._words(interaction).say("table.extend.done", count=minutes))

    @table.command(name="skip", description=told("command.table.skip"))
    @app_commands.describe(table=told("parameter.table"))
    async def skip(self, interaction: Interaction, table: int | None = None) -> None:
        await self._ask_first(interaction, await self._hosted(interaction, table), "skip")

    @table.command(name="kick", description=told("command.table.kick"))
    @app_commands.describe(player=told("command.table.kick.player"), table=told("parameter.table"))
    async def kick(self, interaction: Interaction, player: str, table: int | None = None) -> None:
        awake = await self._hosted(interaction, table)
        seat = self._seat(awake, player)
        who = awake.seats[seat]
        await self._ask_first(interaction, awake, "kick", seat, who.user_id or 0, name=plain(who.name))

    @table.command(name="substitute", description=told("command.table.substitute"))
    @app_commands.describe(
        player=told("command.table.substitute.player"),
        person=told("command.table.substitute.person"),
        table=told("parameter.table"),
    )
    async def substitute(
        self, interaction: Interaction, player: str, person: discord.Member, table: int | None = None
    ) -> None:
        awake = await self._hosted(interaction, table)
        seat = self._seat(awake, player)
        if person.bot:
            raise Refused("no_bots")
        if awake.seat_of(person.id) is not None:
            raise Refused("already_seated")
        await self._ask_first(
            interaction, awake, "substitute", seat, awake.seats[seat].user_id or 0, person.id,
            name=plain(awake.seats[seat].name), person=plain(person.display_name),
        )  # fmt: skip

    @kick.autocomplete("player")
    @substitute.autocomplete("player")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        number = getattr(interaction.namespace, "table", None)
        try:
            awake = await self._table(interaction, number if isinstance(number, int) else None)
        except Refused:
            return []
        return [
            app_commands.Choice(name=f"{seat}. {label(row.name)}", value=str(seat))
            for seat, row in awake.seats.items()
            if current.casefold() in row.name.casefold()
        ][:25]

    def _seat(self, awake: Awake, player: str) -> Seat:
        """A seat by its number alone: anybody may be called "3", and names change."""
        seat = {str(seat): seat for seat in awake.seats}.get(player.strip().rstrip("."))
        if seat is None:
            raise Refused("seat_by_number")
        return seat

    @table.command(name="host", description=told("command.table.host"))
    @app_commands.describe(person=told("command.table.host.person"), table=told("parameter.table"))
    async def host(self, interaction: Interaction, person: discord.Member, table: int | None = None) -> None:
        awake = await self._hosted(interaction, table)
        if person.bot:
            raise Refused("no_bots")
        await self.mirror.hosting.set_host(awake.id, interaction.user.id, person.id)
        words = self.mirror.languages.public(awake.row.guild_id)
        self.mirror.stage.say(awake.id, words.say("stage.new_host", name=plain(person.display_name)))
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
        awake = await self._hosted(interaction, table)
        # Found by its name: each extension is loaded as a module of its own.
        chairs = cast("ChairCog", self.mirror.get_cog("ChairCog"))
        await chairs.seat_master(interaction, awake, master, sees_all=sees_all)

    @table.command(name="rewind", description=told("command.table.rewind"))
    @app_commands.describe(table=told("parameter.table"))
    async def rewind(self, interaction: Interaction, table: int | None = None) -> None:
        awake = await self._hosted(interaction, table)
        words = self._words(interaction)
        moments = list(enumerate(await self._moments(awake)))
        options = tuple(
            MenuOption(str(place), self._moment(awake, line, words))
            for place, (_, line) in (*moments[:1], *moments[1:][-MOMENTS_MOST:])
        )
        menu = Menu(custom_id("moment", awake.id, awake.match.checkpoint), words.say("table.rewind.choose"), options)
        await reply(interaction, Page(panels=(Panel(words.say("table.rewind.intro"), (menu,)),), tint=TINT))

    async def _moments(self, awake: Awake) -> list[tuple[int, Entry | None]]:
        """The beginning of this round and its public acts, each with its line in the journal.

        Secret acts are not listed, and controls name a moment by its place here: the number of its journal line would
        tell how much was done in secret before it.
        """
        face = self.mirror.faces[awake.row.game]
        decisions = await self.mirror.archive.decisions(awake.id)
        public = [(line.number, line) for line in decisions if line.number and line.key in face.open_acts]
        return [(0, None), *public]

    def _moment(self, awake: Awake, line: Entry | None, words: Wording) -> str:
        if line is None:
            return words.say("table.rewind.beginning")
        return words.say(f"table.rewind.{line.key}", name=label(awake.seats[line.seat].name))

    async def rewind_chosen(self, click: Click) -> None:
        awake = await self.mirror.service.awake(click.number(0))
        await self._check_host(click.interaction, awake)
        if click.number(1) != awake.match.checkpoint or not click.values:
            raise Refused("cannot_rewind")
        moment = custom_id("host", awake.id, "rewind", awake.match.checkpoint, click.values[0])
        words = self._words(click.interaction)
        do = Button(moment, words.say("table.rewind.do"), "danger")
        force = Button(f"{moment}:force", words.say("table.rewind.force"), "danger")
        await update(click.interaction, Page(panels=(Panel(words.say("table.rewind.ask"), ((do, force),)),), tint=TINT))

    @table.command(name="repair", description=told("command.table.repair"))
    @app_commands.describe(table=told("command.table.repair.table"))
    async def repair(self, interaction: Interaction, table: int | None = None) -> None:
        awake = await self._hosted(interaction, table)
        words = self._words(interaction)
        channel = interaction.channel
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            raise Refused("not_here")
        missing = lacking_in(channel, words, interaction.app_permissions)
        hindrances = [one for one in missing if one.indispensable]
        if hindrances:
            raise Refused("permissions_missing", permissions=", ".join(one.name for one in hindrances))
        await interaction.response.defer(ephemeral=True, thinking=True)  # a full undo book takes longer than 3 s
        home = self.mirror.get_channel(awake.row.channel_id)
        door = home.parent_id if isinstance(home, discord.Thread) else awake.row.channel_id
        for place in {door, awake.row.channel_id, awake.row.thread_id or awake.row.channel_id}:
            self.mirror.overwrites.forgive(place)
            self.mirror.borrowed.forgive(place)
            self.mirror.hush.forgive(place)
        undone = await self.mirror.undo.undo_all(awake.id)
        moved = await self._move_here(interaction, awake)
        await self.mirror.hosting.note(awake.id, interaction.user.id, "repair", moved=moved)
        self.mirror.stage.say(awake.id, self.mirror.languages.public(awake.row.guild_id).say("stage.repaired"))
        lines = [words.say("table.repair.done"), *self._repaired(awake, undone, words)]
        lines += [words.say("repair.moved")] if moved else []
        missing += await lacking_on_demand(self.mirror, awake, interaction.app_permissions, words)
        lines += [words.say("repair.lacking")] if missing else []
        lines += [f"- {one.name}: {one.without}" for one in missing]
        if awake.row.status == "paused":
            lines.append(words.say("table.repair.paused"))
        await reply(interaction, "\n".join(lines))

    def _repaired(self, awake: Awake, undone: Undone, words: Wording) -> list[str]:
        """What was put back, and what could not be, in words."""
        lines = [words.say(f"repair.{kind}", count=count) for kind, count in undone.kinds.items()]
        lines += [words.say("repair.gone", count=undone.gone)] if undone.gone else []
        lines += [words.say("repair.voice")] if self.mirror.voice.channel_of(awake.id) is not None else []
        lines = lines or ([] if undone.failed else [words.say("repair.nothing")])
        failed = [f"repair.failed.{kind}" for kind in undone.failed_kinds]
        known = dict.fromkeys(key if words.has(key) else "repair.failed.other" for key in failed)
        return [*lines, *map(words.say, known)]

    async def _move_here(self, interaction: Interaction, awake: Awake) -> bool:
        """A game whose place is gone goes on where the command was given."""
        place = awake.row.thread_id or awake.row.channel_id
        guild = interaction.guild
        here = interaction.channel_id
        if guild is None or here is None or here == place or guild.get_channel_or_thread(place) is not None:
            return False
        await self.mirror.endings.move(awake.id, here)
        return True

    # -- who may do what ---------------------------------------------------------------------------------------------

    @table.command(name="who", description=told("command.table.who"))
    @app_commands.describe(table=told("parameter.table"))
    async def who(self, interaction: Interaction, table: int | None = None) -> None:
        awake = await self._hosted(interaction, table)
        words = self._words(interaction)
        picture = await self._who(interaction, awake, words)
        text = Button(custom_id(WHO, awake.id), words.say("button.text"), "secondary", "🔤")
        page = Page(
            panels=(Panel(words.say("who.caption"), ((text,),)),),
            pictures=(Shown(picture, picture.words(words)),),
            tint=TINT,
        )
        await reply(interaction, page)

    async def who_in_words(self, click: Click) -> None:
        awake = await self.mirror.service.awake(click.number(0))
        await self._check_host(click.interaction, awake)
        words = self._words(click.interaction)
        text = (await self._who(click.interaction, awake, words)).words(words)
        harmless = discord.utils.escape_mentions(discord.utils.escape_markdown(text))
        for leaf in _leaves(harmless.split("\n")):
            await reply(click.interaction, Page(panels=(Panel(leaf),), tint=TINT))

    async def _who(self, interaction: Interaction, awake: Awake, words: Wording) -> PowersPicture:
        """Made from a bystander's view alone: it tells nothing that the table does not know. Raises Refused."""
        channel = self.mirror.get_channel(awake.row.thread_id or awake.row.channel_id)
        have = interaction.app_permissions
        if isinstance(channel, discord.TextChannel | discord.Thread) and channel.id != interaction.channel_id:
            have = channel.permissions_for(channel.guild.me)
        kept = await keeping(self.mirror, awake, have)
        awake = await self.mirror.service.awake(awake.id)
        face, view = self.mirror.faces[awake.row.game], awake.match.view(SPECTATOR)
        context = RenderContext.of(awake.snapshot(), words)
        user_ids = {seat: row.user_id for seat, row in awake.seats.items()}
        moment = face.moment(view, context)
        return powers_picture(powers_of(view, face), kept, user_ids, context.labels, moment, words)

    # -- what was asked about ---------------------------------------------------------------------------------------

    async def confirmed(self, click: Click) -> None:
        """The second click of everything that does harm; who may do it is checked again."""
        awake = await self.mirror.service.awake(click.number(0))
        await self._check_host(click.interaction, awake)
        what = click.parts[1] if len(click.parts) > 1 else ""
        act = getattr(self, f"_do_{what}", None)
        if act is None:
            raise Refused("forged")
        sentence = await act(click, awake)
        await update(click.interaction, Page(panels=(), lines=(sentence,)))

    async def _do_end(self, click: Click, awake: Awake) -> str:
        await self.mirror.hosting.end(awake.id, click.user_id)
        return self._words(click.interaction).say("table.end.done")

    async def _do_skip(self, click: Click, awake: Awake) -> str:
        await self.mirror.hosting.skip(awake.id, click.user_id)
        return self._words(click.interaction).say("table.skip.done")

    async def _do_kick(self, click: Click, awake: Awake) -> str:
        seat = self._seat_asked_about(click, awake)
        before = awake.seats[seat].name
        public = self.mirror.languages.public(awake.row.guild_id)
        # A name, once given, is the same for everybody.
        await self.mirror.hosting.seat_person(awake.id, click.user_id, seat, None, public.say("table.computer"))
        self.mirror.companions.look_at(awake.id)
        self.mirror.stage.say(awake.id, public.say("stage.computer", before=plain(before)))
        return self._words(click.interaction).say("table.kick.done", name=plain(before))

    def _seat_asked_about(self, click: Click, awake: Awake) -> Seat:
        """The seat, if it is still theirs about whom was asked. Raises Refused."""
        row = awake.seats.get(click.number(2))
        if row is None or (row.user_id or 0) != click.number(3):
            raise Refused("seat_changed")
        return row.seat

    async def _do_substitute(self, click: Click, awake: Awake) -> str:
        seat, user_id = self._seat_asked_about(click, awake), click.number(4)
        guild = click.interaction.guild
        if guild is None:
            raise Refused("not_in_direct_messages")
        try:
            person = await guild.fetch_member(user_id)
        except discord.NotFound:
            raise Refused("not_a_member") from None
        await self._seat_person(awake, click.user_id, seat, user_id, person.display_name)
        return self._words(click.interaction).say("table.substitute.done", person=plain(person.display_name))

    async def _do_rewind(self, click: Click, awake: Awake) -> str:
        if click.number(2) != awake.match.checkpoint:
            raise Refused("cannot_rewind")
        moments = await self._moments(awake)
        place = click.number(3)
        if not 0 <= place < len(moments):
            raise Refused("cannot_rewind")
        force = click.parts[4:5] == ("force",)
        await self.mirror.hosting.rewind(awake.id, click.user_id, moments[place][0], force=force)
        self.mirror.stage.say(awake.id, self.mirror.languages.public(awake.row.guild_id).say("stage.rewound"))
        return self._words(click.interaction).say("table.rewind.done")

    async def _seat_person(self, awake: Awake, actor: int, seat: Seat, user_id: int, name: str) -> None:
        before = awake.seats[seat].name if seat in awake.seats else ""
        await self.mirror.hosting.seat_person(awake.id, actor, seat, user_id, name)
        words = self.mirror.languages.public(awake.row.guild_id)
        self.mirror.stage.say(awake.id, words.say("stage.seated", name=plain(name), before=plain(before)))

    # -- buttons of the table ---------------------------------------------------------------------------------------

    async def begin_anyway(self, click: Click) -> None:
        """The host lets the first night begin although somebody has not got a role yet."""
        awake = await self.mirror.service.awake(click.number(0))
        await self._check_host(click.interaction, awake)
        waiting = next((q for q in awake.match.open if q.key == "roles.delivered"), None)
        if waiting is None:
            raise Refused("already_answered")
        await click.interaction.response.defer()
        await self.mirror.service.answer(awake.id, MIRROR, awake.match.checkpoint, waiting.number, "host")

    async def take_seat(self, click: Click) -> None:
        """Somebody without a seat takes over one whose player has been away."""
        awake = await self.mirror.service.awake(click.number(0))
        seat = replace(click, parts=click.values).number(0) if click.values else click.number(1)
        row = awake.seats.get(seat)
        check_may_see(click.interaction, awake)
        if row is None or not row.away:
            raise Refused("seat_not_free")
        await self._seat_person(awake, click.user_id, seat, click.user_id, click.interaction.user.display_name)
        await self.mirror.answers.show_seat(click.interaction, await self.mirror.service.snapshot(awake.id), seat)

    async def still_here(self, click: Click) -> None:
        """Who was thought to be away says that he is not."""
        awake = await self.mirror.service.awake(click.number(0))
        seat = awake.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        await self.mirror.hosting.forgive(awake.id, seat)
        await reply(click.interaction, self._words(click.interaction).say("table.back.done"))
        self.mirror.stage.schedule(awake.id)

    # -- /seat and /recap -------------------------------------------------------------------------------------------

    @app_commands.command(name="seat", description=told("command.seat"))
    @app_commands.describe(table=told("command.seat.table"))
    async def seat(self, interaction: Interaction, table: int | None = None) -> None:
        mine = await self._my_tables(interaction, table)
        if len(mine) == 1:
            awake = mine[0]
            seat = awake.seat_of(interaction.user.id)
            assert seat is not None
            await self.mirror.answers.show_seat(interaction, awake.snapshot(), seat)
            return
        words = self._words(interaction)
        buttons = tuple(
            Button(custom_id("seat", awake.id), f"{game_title(words, awake.row.game)} {awake.id}"[:80], "primary")
            for awake in mine[:5]
        )
        await reply(interaction, Page(panels=(Panel(words.say("table.which"), (buttons,)),), tint=TINT))

    async def _my_tables(self, interaction: Interaction, number: int | None) -> list[Awake]:
        mine = await self.mirror.archive.tables_of(interaction.user.id)
        here = self.mirror.places.here.get(interaction.channel_id or 0, set())
        chosen = [one for one in mine if (one == number if number else one in here)]
        if not chosen and number is None:
            chosen = mine or await self._finished_here(interaction)
        tables = [await self.mirror.service.awake(match_id) for match_id in chosen]
        seated = [awake for awake in tables if awake.seat_of(interaction.user.id) is not None]
        if not seated:
            raise Refused("not_seated")
        return seated

    @app_commands.command(name="recap", description=told("command.recap"))
    @app_commands.describe(table=told("command.recap.table"))
    @app_commands.guild_only()
    async def recap(self, interaction: Interaction, table: int | None = None) -> None:
        finished = [table] if table is not None else await self._finished_here(interaction)
        if not finished:
            raise Refused("no_recap")
        awake = await self.mirror.service.awake(finished[0])
        check_may_see(interaction, awake)
        words = self._words(interaction)
        await reply(interaction, await self._story(awake, 0, words))
        file = recap_file(await self.mirror.archive.recap(awake.id), awake.id, words)
        await interaction.followup.send(file=file(), ephemeral=True)

    async def _finished_here(self, interaction: Interaction) -> list[int]:
        """The game that came to its end here last; none when no game did."""
        here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)} - {None}
        rows = await self.mirror.archive.finished_of(interaction.guild_id or 0)
        return [row.id for row in rows if {row.channel_id, row.thread_id} & here][-1:]

    async def story_page(self, click: Click) -> None:
        awake = await self.mirror.service.awake(click.number(0))
        check_may_see(click.interaction, awake)
        page = await self._story(awake, click.number(1), self._words(click.interaction))
        message = click.interaction.message
        if message is not None and message.flags.ephemeral:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    async def _story(self, awake: Awake, number: int, words: Wording) -> Page:
        """One page of the story read aloud; only of a finished game."""
        if awake.match.outcome is None:
            raise Refused("no_recap" if awake.over else "not_over")
        journal = await self.mirror.archive.journal(awake.id)
        said = await self.mirror.archive.announcements(awake.id)
        context = RenderContext.of(awake.snapshot(), words)
        pages = _leaves(self.mirror.faces[awake.row.game].story(journal, said, context))
        number = min(max(number, 0), len(pages) - 1)
        turn: tuple[Button, ...] = (
            Button(custom_id("story", awake.id, number - 1), words.say("story.back"), disabled=number == 0),
            Button(custom_id("story", awake.id, number + 1), words.say("story.on"), disabled=number == len(pages) - 1),
        )
        sealed = words.say("story.sealed", seed=awake.row.seed, commitment=awake.row.commitment)
        foot = [sealed] if number == len(pages) - 1 else []
        rows = (turn,) if len(pages) > 1 else ()
        return Page(panels=(Panel("\n".join([pages[number], *foot]), rows),), tint=TINT)


def _leaves(paragraphs: Sequence[str], most: int = TEXT_MOST - 500) -> list[str]:
    """The paragraphs on pages of at most `most` characters."""
    pages = [""]
    for line in "\n".join(paragraphs).split("\n"):
        if len(pages[-1]) + len(line) + 1 > most:
            pages.append("")
        pages[-1] += line[:most] + "\n"
    return pages


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(TableCog(mirror))
