"""Keeps the floor at the club table: fouls of who writes out of turn, `/mafia foul`, and `/mafia voice`.

In text the floor is the speaker's (R3-14): what others write is taken away unread, and costs one foul, at most one for
each speech and person. In the first moments after the floor has changed hands it costs nothing but the message. With a
voice channel chosen the bot mutes and unmutes by turn instead (`bot.ui.silence.voice`); then the text is open to all
and nothing written costs a foul.

`/mafia foul` is for the host, a human moderator of the match, and those who keep order. A called foul cannot be taken
back but by going back (`/table rewind`), so whatever sends somebody out is asked about first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import MIRROR, IllegalAnswer, Seat
from bot.games.mafia.values import LEAVES
from bot.games.mafia.views import MafiaView
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.fouls import FOUL, OUT, Fouls, Kind, check_callable, whistle
from bot.matches.guild_settings import SettingsBook
from bot.matches.happenings import Happening
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.authority import check_may_see, may_keep_order
from bot.ui.command_words import told
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.router import Click, reply, update
from bot.ui.second_thoughts import no_button
from bot.ui.silence.speech import Speech
from bot.ui.stage.place import Places
from bot.ui.wording import Wording, plain
from cogs.table.voice_controls import FloorInVoice

log = structlog.get_logger(__name__)

GAME = "mafia"
GRACE_MS = 3000
"""After the floor has changed hands, what was already being written is forgiven."""
CLOCKS = frozenset(("clock.speech", "clock.defence", "clock.final"))
BEGINNINGS = frozenset(("speech.begins", "defence.begins", "final.begins"))
NOBODYS, UNKNOWN = (0, 0), (-1, -1)
"""In place of a speech's name: nobody has the floor; this process has not looked yet, or what it saw was taken back."""
LOOK_BACK = 200
"""Announcements within which the beginning of a speech is looked for."""

Interaction = discord.Interaction[Any]


@dataclass
class Turn:
    """One speech, defence or final word, as this process knows it.

    name      checkpoint and number of its clock, which is one and the same however often the speaker is asked
    since_ms  when the floor changed hands
    fouled    who has had a foul in it for writing; all of them when it is `complete`
    """

    name: tuple[int, int]
    since_ms: int
    complete: bool
    fouled: set[Seat] = field(default_factory=set)


class FloorKeeper(commands.Cog):
    """The referee of who speaks."""

    mafia = app_commands.Group(name="mafia", description=told("command.mafia"), guild_only=True)

    def __init__(
        self,
        *,
        service: MatchService,
        wording: Wording,
        now_ms: Callable[[], int],
        archive: Archive,
        fouls: Fouls,
        voice: FloorInVoice,
        places: Places,
        settings: SettingsBook,
    ) -> None:
        self._service = service
        self._wording = wording
        self._now_ms = now_ms
        self._archive = archive
        self._fouls = fouls
        self._voice = voice
        self._places = places
        self._settings = settings
        self._turns: dict[int, Turn] = {}
        self._began_ms = now_ms()
        self._calling: set[asyncio.Task[None]] = set()

    # -- who writes out of turn -------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service: note when the floor changes hands."""
        if happening.kind in ("rewound", "again") and happening.match in self._turns:
            self._turns[happening.match] = Turn(UNKNOWN, self._now_ms(), complete=False)
        awake = self._service.in_memory(happening.match)
        if awake is None or awake.row.game != GAME:
            return
        if awake.over:
            self._turns.pop(awake.id, None)
        else:
            self._turn(awake.snapshot())

    def _turn(self, match: MatchSnapshot) -> Turn:
        """The speech that is being held, or the time in which nobody has the floor."""
        name = _name(match)
        # A speech that was going on when this process began has not changed hands just now.
        known = self._turns.get(match.id) or Turn(UNKNOWN, self._began_ms, complete=False)
        if known.name == name:
            return known
        if known.name == UNKNOWN:
            turn = Turn(name, known.since_ms, complete=False)
        else:
            turn = Turn(name, self._now_ms(), complete=True)
        self._turns[match.id] = turn
        return turn

    def overhear(self, match: MatchSnapshot, seat: Seat, speech: Speech, message_id: int) -> None:
        """A seat wrote although it may not speak now; the message is being taken away. Only the floor costs a foul."""
        if speech != "floor" or match.row.game != GAME or whistle(match) is None:
            return
        turn = self._turn(match)
        if turn.name == NOBODYS or seat in turn.fouled or self._now_ms() - turn.since_ms < GRACE_MS:
            return
        turn.fouled.add(seat)  # at once: a burst is one foul
        task = asyncio.get_running_loop().create_task(self._call(match.id, seat, turn, message_id))
        self._calling.add(task)
        task.add_done_callback(self._calling.discard)

    async def _call(self, match_id: int, seat: Seat, turn: Turn, message_id: int) -> None:
        try:
            if not turn.complete and seat in await self._fouled_before(match_id):
                return
            match = await self._service.snapshot(match_id)
            if _name(match) == turn.name:
                await self._fouls.call(match_id, seat, message_id=message_id)
        except (Refused, IllegalAnswer) as refusal:
            log.info("foul_not_called", match=match_id, code=refusal.code)
        except StoreTrouble as problem:
            turn.fouled.discard(seat)
            log.error("foul_not_written", match=match_id, problem=str(problem))

    async def _fouled_before(self, match_id: int) -> set[Seat]:
        """Players with a foul in this speech, from what was announced: for a speech that began before this process."""
        match = await self._service.snapshot(match_id)
        said = await self._archive.announcements(match_id, max(0, match.announced - LOOK_BACK))
        fouled: set[Seat] = set()
        for line in reversed(said):
            if line.key in BEGINNINGS:
                break
            if line.key == "foul.called":
                fouled.add(line.values["seat"])
        return fouled

    # -- /mafia foul ------------------------------------------------------------------------------------------------

    @mafia.command(name="foul", description=told("command.mafia.foul"))
    @app_commands.describe(
        player=told("command.mafia.foul.player"),
        out=told("command.mafia.foul.out"),
        table=told("parameter.table"),
    )
    async def foul(
        self, interaction: Interaction, player: discord.Member, out: bool = False, table: int | None = None
    ) -> None:
        match = await self._led(interaction, table)
        seat = match.seat_of(player.id)
        if seat is None:
            raise Refused("not_at_this_table", name=plain(player.display_name))
        kind: Kind = OUT if out else FOUL
        check_callable(match, seat, kind)
        fouls = _fouls(match, seat)
        if out or fouls + 1 >= LEAVES:
            await reply(interaction, self._preview(interaction, match, seat, kind))
            return
        await self._fouls.call(match.id, seat, kind, actor=interaction.user.id)
        match = await self._service.snapshot(match.id)
        await reply(interaction, self._called(interaction, match, seat))

    def _preview(self, interaction: Interaction, match: MatchSnapshot, seat: Seat, kind: Kind) -> Page:
        """What would happen, and the button that lets it happen."""
        words = self._words(interaction)
        fouls = _fouls(match, seat)
        ask = words.say(f"floor.foul.ask.{kind}", name=plain(match.seats[seat].name), fouls=fouls)
        place = custom_id(FOUL, match.id, match.checkpoint, seat, kind, fouls)
        do = Button(place, words.say("floor.foul.do"), "danger", "🟥")
        return Page(panels=(Panel(ask, ((do, no_button(words)),)),), tint=TINT)

    async def foul_confirmed(self, click: Click) -> None:
        """`mm:foul:<match>:<checkpoint>:<seat>:<kind>:<fouls before>`: only what was previewed is done."""
        match = await self._service.snapshot(click.number(0))
        await self._check_leads(click.interaction, match)
        checkpoint, seat, fouls = click.number(1), click.number(2), click.number(4)
        kind: Kind = OUT if click.parts[3] == OUT else FOUL
        if seat not in match.seats:
            raise Refused("forged")
        if (checkpoint, fouls) != (match.checkpoint, _fouls(match, seat)):
            raise Refused("foul_out_of_date")
        await self._fouls.call(match.id, seat, kind, actor=click.user_id)
        match = await self._service.snapshot(match.id)
        await update(click.interaction, Page(panels=(), lines=(self._called(click.interaction, match, seat),)))

    def _called(self, interaction: Interaction, match: MatchSnapshot, seat: Seat) -> str:
        fouls = _fouls(match, seat)
        key = "floor.foul.out" if fouls >= LEAVES else "floor.foul.done"
        return self._words(interaction).say(key, name=plain(match.seats[seat].name), fouls=fouls)

    # -- /mafia voice -----------------------------------------------------------------------------------------------

    @mafia.command(name="voice", description=told("command.mafia.voice"))
    @app_commands.describe(
        channel=told("command.mafia.voice.channel"),
        table=told("parameter.table"),
    )
    async def voice(
        self, interaction: Interaction, channel: discord.VoiceChannel | None = None, table: int | None = None
    ) -> None:
        match = await self._led(interaction, table)
        await reply(
            interaction, await self._voice.choose(match, interaction.user.id, channel, self._words(interaction))
        )

    # -- finding the table, and who may -----------------------------------------------------------------------------

    async def _led(self, interaction: Interaction, number: int | None) -> MatchSnapshot:
        """The game of Mafia of this place, or the one that is named, if this person leads it. Raises Refused."""
        if number is not None:
            tables = [await self._service.snapshot(number)]
            check_may_see(interaction, tables[0])
        else:
            place = interaction.channel_id or 0
            here = self._places.here.get(place) or await self._archive.live_in(place)
            tables = [await self._service.snapshot(one) for one in sorted(here)]
        tables = [match for match in tables if match.row.game == GAME]
        if not tables:
            raise Refused("no_mafia_here")
        if len(tables) > 1:
            raise Refused("which_table", tables=", ".join(str(match.id) for match in tables))
        await self._check_leads(interaction, tables[0])
        return tables[0]

    async def _check_leads(self, interaction: Interaction, match: MatchSnapshot) -> None:
        if match.row.game != GAME or match.row.guild_id != interaction.guild_id:
            raise Refused("no_such_table")
        if interaction.user.id in (match.row.host_id, match.row.moderator_id):
            return
        if not await may_keep_order(self._settings, interaction):
            raise Refused("not_host")

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _name(match: MatchSnapshot) -> tuple[int, int]:
    """Which speech this is; `NOBODYS` when nobody has the floor."""
    for question in match.open:
        if question.seat == MIRROR and question.key in CLOCKS:
            return match.checkpoint, question.number
    return NOBODYS


def _fouls(match: MatchSnapshot, seat: Seat) -> int:
    view = match.view(SPECTATOR)
    assert isinstance(view, MafiaView)
    return view.player(seat).fouls
