"""`magic-mirror try`: the bot, unchanged, in a pretended server on this machine, to be played in a browser.

simcord stands in for Discord. The database is a real file: stop in mid-game, start again, and the game goes on. The
pretended server dies with the process, so at each start its channel and its person are made anew and the matches in
the file are moved there; its clock goes on from the real time, or from where it stood when that is later.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import discord
import structlog

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.rulebook import Game, Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.store import heartbeat, lobbies, matches, seating, settings
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.matches import MatchRow
from bot.trying.rehousing import rehouse
from bot.ui.game_words import computer_names
from bot.ui.panels import custom_id

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview

log = structlog.get_logger(__name__)

DATABASE: Final = "magic-mirror-try.db"
LANGUAGE: Final = "en-US"
NAME: Final = "Wanderer"
"""The person's name in the village; "You" would make odd sentences."""
GUILD_ID: Final = 1_000_000_000_000_000_000
"""The same at every start, so that the server's settings and role sets stay its own."""
SETTLE_S: Final = 1.0
"""How long the bot may work on one thing before the world goes on; shorter sleeps of the bot are waited for."""
LATE_S: Final = 6
"""How long after it is connected the bot takes its work up."""
FLY_S: Final = 10
"""How far "let time fly" goes."""
SPEEDS: Final = (0, 1, 4)
WAIT_ROUNDS: Final = 40
FOREVER_MS: Final = 1 << 62
REFRESH_S: Final = 4
"""The page is drawn anew at least so often, for its clocks."""

Place = Literal["square", "table", "letters"]
PLACES: Final[tuple[Place, ...]] = ("square", "table", "letters")


class CannotTry(Exception):
    """Why there is nothing to play, in a sentence for the person who asked."""


def quick_options(game: Game, options: Options) -> Options:
    """The same game with less waiting."""
    return options.model_copy(update=dict(game.quick))


class LateMirror(Mirror):
    """The bot as it is, taking its work up a few seconds after it is connected.

    While simcord connects a bot it waits, for real, for every timer that is due within its five seconds. A game that
    goes on at once would keep it waiting, or even count as never coming to rest.
    """

    awake = False

    async def on_ready(self) -> None:
        asyncio.get_running_loop().call_later(LATE_S, lambda: asyncio.create_task(self._take_up()))

    async def _take_up(self) -> None:
        await super().on_ready()
        self.awake = True


@dataclass
class Scene:
    """One of the three places, and how far the person has seen it."""

    channel: ChannelHandle | None = None
    seen: int = 0
    news: int = 0


@dataclass
class World:
    """A pretended server with one person in it, and the real bot. Everything that moves it waits for its `turn`."""

    env: Env
    guild: GuildHandle
    you: MemberActor
    mirror: LateMirror
    scenes: dict[Place, Scene]
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    place: Place = "square"
    preview: Preview | None = None
    opened: int = 0
    """Counts the previews, so that the page knows a new one."""
    speed: int = 1
    chooses_until: float = 0.0
    """So long the person has a menu or a form open, and time stands still; in seconds of the monotonic clock."""
    is_watched: bool = False
    """Whether somebody has opened the page: before that time stands still, and nobody misses a turn."""
    hint: str = "start"
    is_stale: bool = True
    """Whether the page shows something older than what is."""
    _requests: int = -1
    _drawn: float = 0.0

    # -- where one looks --------------------------------------------------------------------------------------------

    async def go(self, place: Place) -> None:
        """Look at another place. Does nothing for a place that is not there yet."""
        async with self.turn:
            await self._go(place)

    async def _go(self, place: Place) -> None:
        scene = self.scenes[place]
        if scene.channel is None or (place == self.place and self.preview is not None):
            return
        await self._close_preview()
        viewer: Any = self.you.user if place == "letters" else self.you
        preview = self.env.preview(
            scene.channel, viewers=[viewer], layout="channel", timezone=time_zone(), port=free_port()
        )
        await preview.__aenter__()
        self.preview, self.place = preview, place
        self.opened += 1
        self._mark_seen(place)

    async def _close_preview(self) -> None:
        if self.preview is not None:
            preview, self.preview = self.preview, None
            await preview.close()

    # -- time -------------------------------------------------------------------------------------------------------

    async def pass_time(self, seconds: int) -> None:
        """Let so much time pass, second by second, and show what happened."""
        for _ in range(seconds):
            async with self.turn:
                await self._step(1)
        async with self.turn:
            await self._draw()

    async def _step(self, seconds: float) -> None:
        from simcord import SetupError  # noqa: PLC0415

        try:
            await self.env.advance_time(seconds)
        except SetupError as overlap:  # simcord's own timers are at work: the next second will do
            log.debug("try_overlap", problem=str(overlap))
        except TimeoutError:
            log.debug("try_slow", within_s=SETTLE_S)

    async def _draw(self) -> None:
        from simcord import SetupError  # noqa: PLC0415

        await self.look()
        if self.preview is None:
            return
        try:
            await self.preview.refresh()
        except (SetupError, TimeoutError) as overlap:
            log.debug("try_overlap", problem=str(overlap))
        self._drawn, self.is_stale = time.monotonic(), False

    async def run(self) -> None:
        """Let time pass as fast as the person wants, for ever, from when the page is opened."""
        while True:
            began = time.monotonic()
            async with self.turn:
                if self.is_watched and self.speed and began > self.chooses_until:
                    await self._step(self.speed)
                    if self._is_news() or began - self._drawn > REFRESH_S:
                        await self._draw()
                elif self._is_news() and began > self.chooses_until:
                    await self._draw()
                self._hold()
            await asyncio.sleep(max(0.2, 1.0 - (time.monotonic() - began)))

    def _hold(self) -> None:
        """Leave every timer that is not due at once to this clock.

        simcord lets a timer of the bot ring by the real clock as well, even where nobody lets time pass.
        """
        env = cast("Any", self.env)
        for record in env._work.callbacks:
            if record.real_handle is not None and record.when - env._virtual_time > SETTLE_S:
                record.real_handle.cancel()

    # -- what is new ------------------------------------------------------------------------------------------------

    def _is_news(self) -> bool:
        return self.is_stale or len(self.env.http_requests) != self._requests

    async def look(self) -> None:
        """Count what is new elsewhere, see what is to be done, and follow a game that has just begun."""
        self._requests = len(self.env.http_requests)
        threads = self.scenes["square"].channel.threads if self.scenes["square"].channel else []
        table = self.scenes["table"]
        begun = bool(threads) and (table.channel is None or threads[-1].id != table.channel.id)
        if begun:
            self.scenes["table"] = Scene(threads[-1])
        for place in PLACES:
            if place == self.place:
                self._mark_seen(place)
            else:
                self.scenes[place].news = sum(one > self.scenes[place].seen for one in self._messages(place))
        self.hint = await self._what_to_do()
        if begun:
            await self._go("table")

    def _messages(self, place: Place) -> list[int]:
        """The ids of the bot's messages in a place."""
        channel = self.scenes[place].channel
        if channel is None:
            return []
        return [message.id for message in channel.history() if message.author.bot]

    def _mark_seen(self, place: Place) -> None:
        scene = self.scenes[place]
        scene.seen, scene.news = max(self._messages(place), default=0), 0

    async def _what_to_do(self) -> str:
        """The name of the hint that fits now; the page has the words."""
        async with self.mirror.store.reading() as connection:
            waiting = await lobbies.open_of_host(connection, self.you.id)
            live = await matches.matches_of_user(connection, self.you.id)
            finished = await matches.matches_of_user(connection, self.you.id, live=False)
        if not live:
            return "start" if waiting else "over" if finished else "open"
        try:
            awake = await self.mirror.service.awake(live[-1].id)
        except (Refused, StoreError):
            return "wait"
        if awake.row.status == "paused":
            return "paused" if awake.row.deserted_until_ms is None else "asleep"
        face = self.mirror.faces[awake.row.game]
        view = awake.match.view(SPECTATOR)
        mine = [face.is_public(question, view) for question in awake.match.open_for(awake.seat_of(self.you.id) or -1)]
        if False in mine:
            return "answer"
        return "turn" if mine else "wait"

    # -- the table --------------------------------------------------------------------------------------------------

    async def wake_up(self) -> None:
        """Wait until the bot has taken its work up. Raises CannotTry when it does not."""
        for _ in range(WAIT_ROUNDS):
            await self._step(1)
            if self.mirror.awake:
                return
        raise CannotTry("The bot does not start; this machine may be too busy. Try again.")

    async def open_table(self, game: str, seats: int) -> None:
        """Open a table as a person does, and fill it with computer players. Raises CannotTry when that fails."""
        square = self.scenes["square"].channel
        assert square is not None
        await self._do(self.you.slash(square, "play", game=game))
        lobby = await self.mirror.lobbies.get(await self._new_lobby())
        await self.mirror.lobbies.set_options(
            lobby.id, self.you.id, lobby.role_set, quick_options(lobby.game, lobby.options)
        )
        if len(lobby.seats) < seats - 1:
            names = computer_names(self.mirror.languages.public(lobby.guild_id))
            await self.mirror.lobbies.fill(lobby.id, self.you.id, to=seats - 1, names=names)
        # The last one sits down by a click, which draws the message anew.
        message = square.history(viewer=self.you)[-1]
        seat_one = "computer" if lobby.for_two else "fill"  # at a table for two that begins the game as well
        await self._do(self.you.click(message, custom_id=custom_id("lobby", lobby.id, seat_one)))

    async def _new_lobby(self) -> int:
        for _ in range(WAIT_ROUNDS):
            async with self.mirror.store.reading() as connection:
                rows = await lobbies.open_of_host(connection, self.you.id)
            if rows and rows[-1].message_id is not None:
                return rows[-1].id
            await self._step(1)
        raise CannotTry("No table could be opened; this machine may be too busy. Try again.")

    async def _do(self, act: Awaitable[Any]) -> None:
        """Something the person does. What does not come to rest in time goes on by itself."""
        try:
            await act
        except TimeoutError:
            log.debug("try_slow", within_s=SETTLE_S)


@asynccontextmanager
async def _reading(language: str) -> AsyncIterator[None]:
    """Let Discord say of everybody's clicks and commands that they read this language; simcord knows English alone."""
    from simcord import interactions  # noqa: PLC0415

    real = interactions.base_payload

    def told(*parts: Any, **more: Any) -> Any:
        record, payload = real(*parts, **more)
        return record, {**payload, "locale": language}

    interactions.base_payload = told
    try:
        yield
    finally:
        interactions.base_payload = real


@asynccontextmanager
async def world(
    database: str | Path,
    game: str,
    seats: int,
    *,
    pause_s: tuple[float, float] = (2.0, 6.0),
    language: str = LANGUAGE,
) -> AsyncIterator[World]:
    """The pretended server with the bot in it; the server and its person are set to this language of Discord.

    Raises CannotTry, or StoreError for a file that cannot be used.
    """
    simcord = _simcord()
    _check(game, seats)
    _check_language(language)
    store = await Store.open(database, alone=True, say=print)
    try:
        stand_in = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
        async with _reading(language), simcord.run(stand_in, settle_timeout=SETTLE_S, check_errors=False) as env:
            await _set_clock(env, store)
            assert stand_in.user is not None
            await stand_in.user.edit(username="Magic Mirror")
            person = env.create_user("wanderer", global_name=NAME)
            guild = env.create_guild("Fairy Village", id=GUILD_ID, owner=person, preferred_locale=language)
            you = guild.add_member(person)
            square = guild.create_text_channel("village-square", topic="Where tables are opened")
            again = await _move_in(store, square.id, you.id)
            mirror = LateMirror(store, now_ms=lambda: int(env.now().timestamp() * 1000), pause_s=pause_s, shard_count=1)
            await env.restart_bot(mirror)
            here = World(
                env, guild, you, mirror,
                {"square": Scene(square), "table": Scene(), "letters": Scene(person.dm_channel)},
            )  # fmt: skip
            await here.wake_up()
            if not again:
                await here.open_table(game, seats)
            async with here.turn:
                await here.look()
                await here._go(here.place)
            try:
                yield here
            finally:
                async with here.turn:
                    await here._close_preview()
                with suppress(StoreError):
                    await mirror.service.beat()
    finally:
        await store.close()


def _check(game: str, seats: int) -> None:
    if game not in GAMES:
        raise CannotTry(f"There is no game called {game}. These can be played: {', '.join(GAMES)}.")
    possible = GAMES[game].seats
    if seats not in possible:
        raise CannotTry(
            f"{GAMES[game].english_title} is for {possible.start} to {possible.stop - 1} players, not {seats}."
        )


def _check_language(language: str) -> None:
    known = sorted(one.value for one in discord.Locale)
    if language not in known:
        raise CannotTry(f"Discord has no language called {language}. It has these: {', '.join(known)}.")


def _simcord() -> Any:
    """simcord comes with the extra `try`."""
    try:
        import simcord  # noqa: PLC0415
    except ImportError:
        raise CannotTry("This needs simcord, which stands in for Discord: pip install 'magic-mirror[try]'") from None
    return simcord


async def _set_clock(env: Env, store: Store) -> None:
    """Bring the pretended clock to the real time, or to where it stood when the last process ended if that is later."""
    async with store.reading() as connection:
        last_ms = await heartbeat.last(connection) or 0
    now = max(datetime.now(UTC).timestamp(), last_ms / 1000 + 1)
    await env.advance_time(max(0.0, now - env.now().timestamp()))


async def _move_in(store: Store, channel_id: int, you_id: int) -> list[MatchRow]:
    """Move every live match of the file into this server and close what was still open; the matches moved."""

    async def move(connection: Any) -> list[MatchRow]:
        live = await matches.of_guild(connection, GUILD_ID)
        for row in live:
            people = {seat.user_id: you_id for seat in await seating.seats_of(connection, row.id) if seat.user_id}
            await rehouse(connection, row.id, GUILD_ID, channel_id, you_id, people)
        for lobby in await lobbies.expired(connection, FOREVER_MS):
            await lobbies.close(connection, lobby.id)
        # This Discord has never heard of our commands.
        await settings.remove(connection, 0)
        return live

    return await store.write(move)


def time_zone() -> str:
    """The name of this machine's time zone, so that the page shows the hours people here expect."""
    named = os.environ.get("TZ", "")
    _, found, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    for one in (named, name if found else ""):
        with suppress(Exception):
            if one:
                from zoneinfo import ZoneInfo  # noqa: PLC0415

                ZoneInfo(one)
                return one
    return "UTC"


def free_port() -> int:
    """A port of this machine nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return cast("int", probe.getsockname()[1])
