"""An evening on the pretended Discord: the server, the bot in its process, the people, and a table they play at.

async with evening(tmp_path, seed=7, names=("ann", "ben")) as night:
    await night.lay_table("name_duel", role_set="single")
    await night.play_to_the_end()
    await night.audit()
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from pretended import payloads
from pretended.auditor import Auditor, false_among
from pretended.calls import Call
from pretended.clock_watch import BEATS, ClockWatch
from pretended.emojis import uploaded_before
from pretended.faults import Fault, Weather
from pretended.gateway import SHARDS
from pretended.pair import Pair
from pretended.people import Person
from pretended.playing import Player
from pretended.process import BotProcess
from pretended.reading import Reading, reading
from pretended.records import Records
from pretended.rest import Ambush, CutShort
from pretended.server import PretendedDiscord
from pretended.several import BEATS_OF, Several, several
from pretended.witness import Hung
from pretended.world import Channel, Interaction, Message

SPEED: Final = 30.0
"""A night of a minute takes two seconds."""
MACHINES: Final = 1.0
"""The speed of the machine's own clock."""
TRIES: Final = 5
GAME_S: Final = 540.0
"""Seconds of the machine after which a game that has not ended hangs."""


class Evening:
    """One table, from `/play` to the last line."""

    def __init__(
        self,
        discord: PretendedDiscord,
        bot: BotProcess | Pair | Several,
        read: Reading,
        clocks: ClockWatch,
        names: Sequence[str],
        seed: int,
        market: Channel | None = None,
        beats: str = BEATS,
    ) -> None:
        self.discord = discord
        self.bot = bot
        self.read = read
        self.clocks = clocks
        self.seed = seed
        self.beats = beats
        self.market = market or discord.market
        self.people = [Person(discord, name, self.market) for name in names]
        self.players = [Player(person, seed) for person in self.people]
        self.records = Records(read, self.market.id, beats)
        self.kills: list[str] = []
        self.breaks: list[str] = []
        self.stopped_in: list[Interaction] = []
        """Presses during whose answers the process was told to stop."""
        self.kept_back: Counter[str] = Counter()
        """How many messages did not reach whom, while nothing reached them."""
        self._later: list[asyncio.Task[None]] = []

    def person(self, name: str) -> Person:
        return next(one for one in self.people if one.name == name)

    # -- the table ----------------------------------------------------------------------------------------------------

    async def lay_table(self, game: str, *, role_set: str | None = None) -> None:
        """The first person types `/play`, the others sit down; who is still missing is played by the computer."""
        host = self.people[0]
        options = {"game": game} | ({"role_set": role_set} if role_set else {})
        lobby = await _answered(lambda: host.command("play", self.market, **options))
        for guest in self.people[1:]:
            await _answered(lambda guest=guest: guest.press(lobby, _control(lobby, "join")))
        await self._begin(host, lobby, game)
        await self.discord.witness.until(lambda: self.thread is not None, "the game's thread")

    async def _begin(self, host: Person, lobby: Message, game: str) -> None:
        """A game for two has begun when the second one sat down."""
        if game == "name_duel" and len(self.people) == 2:
            return
        fill = _control(lobby, "computer") if game == "name_duel" else _control(lobby, "fill")
        await _answered(lambda: host.press(lobby, fill))
        if start := [one for one in lobby.now.controls if str(one["custom_id"]).endswith(":start")]:
            await _answered(lambda: host.press(lobby, str(start[0]["custom_id"])))

    @property
    def thread(self) -> Channel | None:
        """Where the game is played."""
        threads = self.discord.world.threads_of(self.market)
        return threads[-1] if threads else None

    @property
    def is_over(self) -> bool:
        """Whether the finale stands in the thread, with its button for a rematch."""
        if self.thread is None:
            return False
        newest = self.discord.world.seen_in(self.thread)[-3:]
        return any(str(one["custom_id"]).startswith("mm:rematch") for each in newest for one in each.now.controls)

    async def play_to_the_end(self) -> None:
        """Everybody answers what they see, until the game is over."""
        await self.play_until(lambda: self.is_over, "the end of the game")

    async def play_until(self, holds: Callable[[], bool], what: str) -> None:
        """Everybody answers what they see until this holds; then what has been said is delivered. A bot that was killed
        is started again at once."""
        await play_until([self], holds, what)

    def has_said(self, count: int) -> bool:
        """Whether so many messages stand in the thread."""
        return self.thread is not None and len(self.discord.world.seen_in(self.thread)) >= count

    async def all_delivered(self) -> None:
        """Until the bot has nothing left to deliver, or to put away. If it is killed at that, until the next one has
        not."""
        process = 0
        while process != self.bot.started or not self._has_delivered():
            await self.discord.witness.until_written(
                lambda: self._has_delivered() or self._is_deserted(), "everything to be delivered"
            )
            if self._is_deserted():
                await self._somebody_comes()
            process = self.bot.started
            await self.discord.witness.until_quiet()

    def _is_deserted(self) -> bool:
        """Whether nobody answers any more, so that nothing is sent until somebody comes."""
        return self.bot.is_running and self.discord.gateway.connected and self.records.is_deserted()

    async def _somebody_comes(self) -> None:
        host = self.people[0]
        found = [(one, ident) for one in host.sees() for ident in idents(one) if ident.startswith("mm:here:")]
        for board, button in found[-1:]:
            await host.press(board, button)

    def _has_delivered(self) -> bool:
        return self.bot.is_running and self.discord.gateway.connected and self.records.all_is_sent()

    def panels_tell_the_time(self) -> bool:
        """Whether a clock can be read on somebody's panel, and runs out when every panel says."""
        told = self.auditor().times_told().values()
        return bool(told) and not false_among(set.union(*told), self.records.ends())

    def auditor(self) -> Auditor:
        return Auditor(self.discord.world, self.records, self.discord.world.threads_of(self.market))

    async def audit(self) -> list[str]:
        """What `findings` gives when everything is delivered: nothing has happened at the table while it looked."""
        while True:
            await self.all_delivered()
            stood = self.records.state()
            found = self.findings()
            if self.records.state() == stood and self._has_delivered():
                return found

    def findings(self) -> list[str]:
        """Everything the auditor finds, every clock that stood still at any table, and every request that Discord would
        not have taken."""
        found = self.auditor().findings()
        unknown = [f"no such route: {one}" for one in self.discord.rest.unknown]
        breaches = [f"limit: {one}" for one in self.discord.world.breaches]
        return [*map(str, found), *sorted(self.clocks.stood), *breaches, *unknown]

    # -- accidents ----------------------------------------------------------------------------------------------------

    def kill_at(self, requests: Sequence[tuple[int, str]], *, for_long: bool = False) -> None:
        """Kill the process at these requests that show somebody something: (which, "before" or "after" its effect).

        `for_long`: so long that Discord has forgotten every nonce when the next process starts.
        """
        due = dict(requests)
        shown = 0

        def moment(call: Call, when: str) -> None:
            nonlocal shown
            if not shows(call):
                return
            shown += when == "before"
            if due.get(shown) == when:
                del due[shown]
                self.kills.append(f"request {shown}, {when} {call.method} {call.route}")
                self.bot.kill()
                if for_long:
                    self.discord.world.forget_nonces()
                if when == "before":
                    raise CutShort

        self.discord.rest.moments.append(moment)

    def kill_when(self, meets: Callable[[Call], bool], *, first: Callable[[], bool] = lambda: True) -> None:
        """Kill the process when a request has had its effect, before its answer, and after `first` has come true."""
        done = False

        async def hold(call: Call) -> None:
            nonlocal done
            if done or not meets(call):
                return
            done = True
            await self.discord.witness.until_written(first, "the moment to kill")
            self.kills.append(f"after {call.method} {call.route} {call.note}")
            self.bot.kill()

        self.discord.rest.holds.append(hold)

    def stop_in_presses(self, numbers: Collection[int]) -> None:
        """Tell the process to stop while it answers these presses, the first one being 1."""
        pressed = 0

        def moment(call: Call, when: str) -> None:
            nonlocal pressed
            if when != "before" or not call.route.endswith("/callback"):
                return
            pressed += 1
            if pressed in numbers and self.bot.is_running:
                self.stopped_in.append(self.discord.world.interactions[call.id("interaction")])
                self.bot.tell_to_stop()

        self.discord.rest.moments.append(moment)

    def lose_touch(self, *, every: int, for_ms: int) -> None:
        """At every so-many-th shown thing the next of the people gets no direct message for so long. It ends with the
        game."""
        shown, out_until_ms, whom = 0, 0, self.people[-1]

        def moment(call: Call, when: str) -> None:
            nonlocal shown, out_until_ms, whom
            if when != "before" or not shows(call):
                return
            shown += 1
            if shown % every == 0 and not self.is_over:
                whom = self.people[shown // every % len(self.people)]
                out_until_ms = self.discord.clock.now_ms() + for_ms
            to_them = call.ids.get("channel") == str(whom.direct.id)
            if to_them and self.discord.clock.now_ms() < out_until_ms:
                self.kept_back[whom.name] += 1
                raise CutShort

        self.discord.rest.moments.append(moment)

    def cut_off(self, person: Person, tries: int) -> None:
        """Discord takes the next direct message to this person and its answer is lost; then it does not answer so many
        times, and then it has forgotten every nonce."""

        left = tries + 1

        def to_them(call: Call) -> bool:
            nonlocal left
            if call.method != "POST" or call.ids.get("channel") != str(person.direct.id):
                return False
            left -= 1
            if not left:
                self.discord.world.forget_nonces()
            return True

        faults = [Fault("cut_after"), *[Fault("status_before", 503)] * tries]
        self.discord.rest.ambushes += [Ambush(to_them, fault) for fault in faults]

    def break_sockets(self, count: int, *, every: int) -> None:
        """At every so-many-th shown thing a connection is cut, a session is lost, or a shard is asked to reconnect."""
        chance = random.Random(f"sockets|{self.seed}")
        gateway = self.discord.gateway
        shown = 0

        def moment(call: Call, when: str) -> None:
            nonlocal shown
            if when == "before" or not shows(call):
                return
            shown += 1
            if shown % every == 0 and len(self.breaks) < count:
                kind, shard = chance.choice(("cut", "lost", "reconnect")), chance.randrange(SHARDS)
                self.breaks.append(f"request {shown}: {kind} on shard {shard}")
                self.discord.witness.note(f"       {self.breaks[-1]}")
                if kind == "reconnect":
                    self._later.append(asyncio.create_task(gateway.ask_to_reconnect(shard)))
                else:
                    (gateway.cut if kind == "cut" else gateway.lose_session)(shard)

        self.discord.rest.moments.append(moment)

    async def keep_alive(self) -> None:
        """Start the bot again whenever it was killed."""
        while True:
            await self.discord.witness.until(lambda: not self.bot.is_running, "a death", patience_s=GAME_S)
            await self.bot.gone()
            self._nobody_answers()
            await self.bot.start()

    def _nobody_answers(self) -> None:
        """Whatever was pressed and not answered has failed."""
        for act in self.discord.world.waiting():
            act.expired = True
        self.discord.witness.ring()


async def play_until(
    nights: Sequence[Evening], holds: Callable[[], bool], what: str, *, patience_s: float = GAME_S
) -> None:
    """The same for several tables of one bot."""
    players = [player for night in nights for player in night.players]
    for player in players:
        player.start()
    reviving = asyncio.create_task(nights[0].keep_alive())
    try:
        await nights[0].discord.witness.until(holds, what, patience_s=patience_s)
        for player in players:
            await player.stop()
        await nights[0].all_delivered()
    except Hung:
        for stands in sorted(nights[0].clocks.stood):
            nights[0].discord.witness.note(stands)
        raise
    finally:
        reviving.cancel()
        for player in players:
            await player.stop()


def shows(call: Call) -> bool:
    """Whether a request shows somebody something."""
    return call.method in ("POST", "PATCH") and ("/messages" in call.route or call.route.endswith("/callback"))


def moments(seed: int, count: int, *, among: int) -> list[tuple[int, str]]:
    """When to kill: so many of the first requests, before or after their effect."""
    chance = random.Random(f"kill|{seed}")
    return [(number, chance.choice(("before", "after"))) for number in sorted(chance.sample(range(4, among), count))]


def idents(message: Message) -> list[str]:
    """The ids of all that can be pressed there."""
    return [str(control["custom_id"]) for control in message.now.controls]


def _control(lobby: Message, action: str) -> str:
    number = str(lobby.now.controls[0]["custom_id"]).split(":")[2]
    return f"mm:lobby:{number}:{action}"


async def _answered(acting: Callable[[], Awaitable[Interaction]]) -> Message:
    """On a busy machine the first answer can come too late: then they try it again, as people do."""
    for _ in range(TRIES):
        act = await acting()
        if act.acknowledged:
            assert act.original is not None
            return act.original
    raise AssertionError("nobody answered")


async def another_table(night: Evening, names: Sequence[str], number: int) -> Evening:
    """One more table of the same bot on the same server, in a channel of its own."""
    assert night.market.guild is not None
    market = night.discord.world.add_channel(night.market.guild, f"market-{number}")
    await night.discord.gateway.tell(market, "CHANNEL_CREATE", payloads.channel(market))
    seed = 1000 * number + night.seed
    return Evening(night.discord, night.bot, night.read, night.clocks, names, seed, market, night.beats)


@asynccontextmanager
async def evening(
    tmp_path: Path,
    *,
    seed: int,
    names: Sequence[str],
    weather: Weather | None = None,
    speed: float = SPEED,
    server: str | None = None,
    alone: bool = False,
    ways: Sequence[str] = (),
    missing_emojis: int = 0,
) -> AsyncIterator[Evening]:
    """The pretended Discord with the bot connected. Whatever happens, the trace of the run is left in `tmp_path`.

    `server`: the address of an empty database, at which one process plays and another stands by, unless it is `alone`;
    `ways`: the addresses by which the two reach it, where these are others; `missing_emojis`: how many of its
    own the bot has not uploaded at an earlier start.
    """
    # A lease lasts so many seconds of the server's, and at the machine's own speed nothing is to be evened out.
    turns = tmp_path / "turns" if server is None and speed > MACHINES else None
    discord = PretendedDiscord(speed=speed, weather=weather, turns=turns)
    uploaded_before(discord.world, missing_emojis)
    await discord.open()
    bot: BotProcess | Pair
    if server is None or alone:
        bot = BotProcess(discord, tmp_path, seed, database=server)
    else:
        bot = Pair(discord, tmp_path, seed, server, ways)
    read = reading(bot.database)
    clocks = ClockWatch(read)
    watching: asyncio.Task[None] | None = None
    try:
        await bot.start()
        await discord.witness.until(lambda: bool(discord.world.commands), "the commands")
        watching = asyncio.create_task(clocks.keep_looking())
        yield Evening(discord, bot, read, clocks, names, seed)
    finally:
        if watching is not None:
            watching.cancel()
        with contextlib.suppress(ProcessLookupError):
            await bot.stop()
        read.close()
        await discord.close()
        discord.witness.write_trace(tmp_path / "trace.txt")


@asynccontextmanager
async def two_evenings(
    tmp_path: Path, *, seed: int, names: Sequence[Sequence[str]], speed: float, server: str
) -> AsyncIterator[list[Evening]]:
    """Two processes that play at the same time on the empty database at this address, each with a server of its own:
    a table to be laid in each of them, in the order of their slots."""
    discord = PretendedDiscord(speed=speed)
    uploaded_before(discord.world)
    await discord.open()
    places = [discord.world.add_channel(discord.elsewhere, "fair"), discord.market]
    async with several(discord, tmp_path, seed, server) as bot:
        read = reading(server)
        await bot.start()
        await discord.witness.until(lambda: bool(discord.world.commands), "the commands")
        clocks = [ClockWatch(read, beats, len(BEATS_OF), slot) for slot, beats in enumerate(BEATS_OF)]
        watching = [asyncio.create_task(one.keep_looking()) for one in clocks]
        try:
            yield [
                Evening(discord, bot, read, clocks[slot], names[slot], 100 * slot + seed, place, BEATS_OF[slot])
                for slot, place in enumerate(places)
            ]
        finally:
            for one in watching:
                one.cancel()
            await bot.stop()
            read.close()
            await discord.close()
            discord.witness.write_trace(tmp_path / "trace.txt")
