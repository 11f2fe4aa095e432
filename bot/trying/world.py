"""`magic-mirror try`: the bot, unchanged, in a pretended server on this machine, to be played in a browser.

simcord stands in for Discord. The database is a real file: stop in mid-game, start again, and the game goes on. The
pretended server dies with the process, so at each start its channel and its people are made anew and the matches in
the file are moved there; its clock goes on from the real time, or from where it stood when that is later or when the
last process has only just ended.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import discord
import structlog

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.rulebook import Game, Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.lobby import Lobby, is_for_two
from bot.matches.tutorials import is_tutorial
from bot.store import heartbeat, lobbies, matches, onlookers
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.matches import MatchRow
from bot.trying.messages import seats_offered
from bot.trying.moving_in import move_in
from bot.trying.past import remember, villagers
from bot.trying.people import (
    MOST,
    OPEN_S,
    Person,
    Window,
    by_number,
    forget_windows_without,
    keep_windows,
    new_key,
    person_id,
    read_windows,
)
from bot.trying.private_talk import as_discord_tells, show_boards
from bot.ui.game_words import computer_names
from bot.ui.panels import custom_id
from bot.ui.wording import Wording, wording_files

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, GuildHandle, MemberActor, RoleHandle, UserHandle

log = structlog.get_logger(__name__)

DATABASE: Final = "magic-mirror-try.db"
LANGUAGE: Final = "en-US"
GUILD_ID: Final = 1_000_000_000_000_000_000
"""The same at every start, so that the server's settings and role sets stay its own."""
SETTLE_S: Final = 1.0
"""How long the bot may work on one thing before the world goes on; shorter sleeps of the bot are waited for."""
SHORT_BREAK_S: Final = 300
"""Whoever stops and starts again within so long finds the village as it was, its clock as well."""
STILL_THERE_ROUNDS: Final = 30
"""How often the clock is seen to, a second or less each time, until the file tells once more that somebody is there."""
LATE_S: Final = 6
"""How long after it is connected the bot takes its work up."""
USUAL_SEATS: Final = 9
FLY_S: Final = 10
"""How far "let time fly" goes."""
CLOSED: Final = 50007
"""What Discord says when somebody takes no direct messages."""
PRIVATE_THREAD: Final = 12
"""Discord's number for the kind of a private thread."""
SPEEDS: Final = (0, 1, 4)
WAIT_ROUNDS: Final = 40


class CannotTry(Exception):
    """Why there is nothing to play, in a sentence for the person who asked."""


def hint_before(
    waiting: Sequence[Any],
    finished: Sequence[Any],
    joined: Sequence[Any] = (),
    others: Sequence[Any] = (),
    *,
    is_shown: bool = True,
) -> str:
    """The hint for somebody who looks at no game: about a lobby of theirs that is `waiting`, one they have `joined`, or
    one of `others` with a free seat. Below the result of a lesson there is no rematch to press; one that somebody has
    opened already is there to be joined. The result itself may be shown no more: no start brings it back."""
    if waiting:
        return "computer" if is_for_two(GAMES[waiting[-1].game]) else "start"
    if joined:
        return "seated"
    if not finished:
        return "join" if others else "open"
    if is_tutorial(finished[-1]):
        return "learned"
    again = next((row for row in others if row.match == finished[-1].id), None)
    if again is None:
        return "over" if is_shown else "past"
    return "rematch.two" if is_for_two(GAMES[again.game]) else "rematch"


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
        asyncio.get_running_loop().call_later(LATE_S, lambda: asyncio.create_task(self._wake()))

    async def _wake(self) -> None:
        await super().on_ready()
        self.awake = True


@dataclass
class World:
    """A pretended server with people in it, and the real bot. Everything that moves it waits for its `turn`."""

    env: Env
    guild: GuildHandle
    square: ChannelHandle
    talk: ChannelHandle
    people: list[Person]
    mirror: LateMirror
    database: str | Path
    villagers: Mapping[int, str] = field(default_factory=dict)
    """Those who have played here before, by their ids: nobody meets them, they stand in the statistics."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    speed: int = 1
    watched_until: float = 0.0
    """So long somebody counts as looking at a game; in seconds of the monotonic clock."""
    revision: int = 0
    """Grows whenever there may be something new to see."""
    rounds: int = 0
    """How often the clock of this world has been seen to."""
    _requests: int = -1

    @property
    def me(self) -> Person:
        """The person of the first window."""
        return self.people[0]

    @property
    def is_chosen(self) -> bool:
        """Whether somebody has a menu or a form open: time stands still then."""
        return any(person.chooses for person in self.people)

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks at a game: otherwise time stands still, and nobody misses a turn."""
        return time.monotonic() < self.watched_until

    def watch(self) -> None:
        """Somebody looks at a game."""
        self.watched_until = time.monotonic() + OPEN_S

    @property
    def you(self) -> MemberActor:
        return self.me.actor

    @property
    def words(self) -> Wording:
        """The language this Discord is set to."""
        return self.mirror.languages.by_discord(self.guild.id)

    # -- who and what is there --------------------------------------------------------------------------------------

    async def invite(self) -> Person:
        """Somebody else comes into the village, with a window of their own, which the last one's key does not open.

        Whoever sits in a game and has no window is first. Raises CannotTry when nobody else fits.
        """
        async with self.turn:
            person = await self._vacant() or self._newcomer()
            person.key, person.is_handed_out = new_key(), True
            person.looks()
            keep_windows(self.database, self.people)
            await self._step(1)
            await self.look()
            return person

    async def _vacant(self) -> Person | None:
        """A person somebody else can be."""
        for person in sorted(self.people[1:], key=lambda one: one.is_handed_out):
            if not person.is_handed_out or not (person.is_open or await self._takes_part(person)):
                return person
        return None

    async def _takes_part(self, person: Person) -> bool:
        """Whether this person plays, hosts, moderates or looks on at something that is not over."""
        async with self.mirror.store.reading() as connection:
            live = await matches.of_guild(connection, GUILD_ID)
            seated = await matches.matches_of_user(connection, person.id)
            waiting = await lobbies.open_of_user(connection, person.id)
            guests = {one.user_id for row in live for one in await onlookers.of_match(connection, row.id)}
        led = {user_id for row in live for user_id in (row.host_id, row.moderator_id)}
        return bool(seated or waiting) or person.id in guests | led

    def _newcomer(self) -> Person:
        if len(self.people) >= MOST:
            raise CannotTry("There is no room for more people at this screen.")
        user = new_user(self.env, len(self.people), self.words)
        person = Person(new_key(), self.guild.add_member(user), self.square, self.talk)
        self.people.append(person)
        return person

    def somebody(self, user_id: int) -> MemberActor | UserHandle:
        """Whoever has this id: a person, or the Mirror itself. Raises LookupError."""
        from simcord import UserHandle  # noqa: PLC0415

        for person in self.people:
            if person.id == user_id:
                return person.actor
        if self.mirror.user is None or self.mirror.user.id != user_id:
            raise LookupError(user_id)
        return UserHandle(self.env, self.env.backend.get_user(user_id))

    def member(self, user_id: int) -> MemberActor:
        """Whoever has this id, as a member of the server. Raises LookupError."""
        from simcord import MemberActor, UserHandle  # noqa: PLC0415

        found = self.somebody(user_id)
        return MemberActor(self.env, self.guild, found) if isinstance(found, UserHandle) else found

    def channel(self, channel_id: int) -> ChannelHandle:
        """Raises LookupError for a channel that is not there."""
        return {one.id: one for one in (self.square, *self.square.threads)}[channel_id]

    @property
    def public_threads(self) -> list[ChannelHandle]:
        """The threads of the square that everybody sees: not the rooms of the dead."""
        channels = self.env.backend.channels
        return [one for one in self.square.threads if channels[one.id].type != PRIVATE_THREAD]

    def threads_of(self, person: Person) -> list[ChannelHandle]:
        """The threads whose names this person reads: the public ones, and those they play in."""
        public = self.public_threads
        numbers = {one.id for one in public} | person.threads_seen
        if person.table is not None:
            numbers.add(person.table.id)
        return [one for one in self.square.threads if one.id in numbers]

    def role(self, role_id: int) -> RoleHandle:
        """Raises LookupError for a role that is not there."""
        return {one.id: one for one in self.guild.roles.values()}[role_id]

    async def close_letters(self, person: Person, closed: bool) -> None:
        """Let Discord refuse what the bot sends to this person, or take it again, which simcord has no name for."""
        async with self.turn:
            path = f"/channels/{person.actor.user.dm_channel.id}/messages"
            self.env.backend.faults[:] = [fault for fault in self.env.backend.faults if fault["path"] != path]
            if closed:
                self.env.inject_error("POST", path, status=403, code=CLOSED, message="Closed", times=None)
            person.closed = closed
            self.revision += 1

    async def commands(self) -> list[dict[str, Any]]:
        """The commands of the bot, as Discord knows them."""
        assert self.mirror.application_id is not None
        return cast("list[dict[str, Any]]", await self.mirror.http.get_global_commands(self.mirror.application_id))

    async def options_of(self, command: str) -> list[dict[str, Any]]:
        """The options of a command, or of one of its parts: `roleset show`. Raises LookupError."""
        name, *parts = command.split()
        found = {one["name"]: one for one in await self.commands()}[name]
        for part in parts:
            found = {one["name"]: one for one in found.get("options", [])}[part]
        return list(found.get("options", []))

    # -- time -------------------------------------------------------------------------------------------------------

    async def pass_time(self, seconds: int) -> None:
        """Let so much time pass, second by second, and look what happened."""
        for _ in range(seconds):
            async with self.turn:
                await self._step(1)
        async with self.turn:
            await self.look()

    async def _step(self, seconds: float) -> None:
        from simcord import SetupError  # noqa: PLC0415

        try:
            await self.env.advance_time(seconds)
        except SetupError as overlap:  # simcord's own timers are at work: the next second will do
            log.debug("try_overlap", problem=str(overlap))
        except TimeoutError:
            log.debug("try_slow", within_s=SETTLE_S)

    async def run(self) -> None:
        """Let time pass as fast as people want, for ever, while a page is open."""
        while True:
            began = time.monotonic()
            async with self.turn:
                if self.is_watched and self.speed and not self.is_chosen:
                    await self._step(self.speed)
                if len(self.env.http_requests) != self._requests:
                    await self.look()
                self._hold()
                self.rounds += 1
                if self.rounds % STILL_THERE_ROUNDS == 0:
                    _note_still_there(self.database)
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

    async def look(self) -> None:
        """See what is to be done by each of the people, and let each follow a game of theirs that has just begun."""
        self._requests = len(self.env.http_requests)
        for person in self.people:
            await self._follow(person)
        self.revision += 1  # last: a page that looks meanwhile has not seen yet where its person is

    async def _follow(self, person: Person) -> None:
        async with self.mirror.store.reading() as connection:
            hosted = await lobbies.open_of_host(connection, person.id)
            seated = await lobbies.open_of_user(connection, person.id)
            challenges = await lobbies.waiting_for(connection, person.id)
            opened = await lobbies.open_of_guild(connection, GUILD_ID)
            playing = await matches.matches_of_user(connection, person.id)
            finished = await matches.matches_of_user(connection, person.id, live=False)
            going = await matches.of_guild(connection, GUILD_ID)
        played = {row.thread_id or 0 for row in going}
        waiting, joined = ([row for row in rows if not row.anywhere] for rows in (hosted, seated))
        live, finished = ([row for row in rows if not row.anywhere] for rows in (playing, finished))
        threads = {thread.id: thread for thread in self.square.threads}
        led = [row for row in going if person.id in (row.host_id, row.moderator_id)]
        offered = seats_offered(person, (threads[row.thread_id] for row in going if row.thread_id in threads))
        mine = [*(row.thread_id for row in (*led, *live) if row.thread_id in threads), *offered]
        begun = [number for number in mine if number is not None and number not in person.threads_seen]
        if begun:
            person.table = threads[begun[-1]]
            person.threads_seen.update(begun)
        elif person.table is None:
            newest = max(threads.keys() & played, default=None)  # no other thread: the dead talk in one of theirs
            person.table = threads[newest] if newest is not None else None
        if begun or person.lobby not in [row.id for row in waiting]:
            person.lobby = None
        others = [row for row in opened if row.host_id != person.id and row.invitation != "reserved"]
        if any(row.invitation == "reserved" and row.guild_id == GUILD_ID for row in challenges):
            person.hint = "challenged"
        elif person.lobby is not None:  # whatever else sleeps
            person.hint = hint_before(waiting, finished, joined)
        elif live:
            person.hint = await self._what_to_do(person, live)
        elif offered:
            person.hint = "offered"
        elif led:
            person.hint = "leads" if led[-1].moderator_id == person.id else "hosts"
        else:
            is_shown = not finished or finished[-1].thread_id in threads
            person.hint = "talk" if playing else hint_before(waiting, finished, joined, others, is_shown=is_shown)

    async def _what_to_do(self, person: Person, live: Sequence[MatchRow]) -> str:
        """The name of the hint that fits now; the page has the words."""
        looked_at = [row for row in live if person.table is not None and row.thread_id == person.table.id]
        try:
            awake = await self.mirror.service.awake((looked_at or list(live))[-1].id)
        except (Refused, StoreError):
            return "wait"
        if awake.row.status == "paused":
            return "paused" if awake.row.deserted_until_ms is None else "asleep"
        face = self.mirror.faces[awake.row.game]
        view = awake.match.view(SPECTATOR)
        mine = [face.is_public(question, view) for question in awake.match.open_for(awake.seat_of(person.id) or -1)]
        if False in mine:
            return "answer"
        if mine:
            return "turn"
        # Whether it is they who are asked, is a secret at night.
        return "others" if any(row.user_id not in (None, person.id) for row in awake.seats.values()) else "wait"

    # -- going on ---------------------------------------------------------------------------------------------------

    async def going(self, person: Person) -> list[MatchRow]:
        """The games of the village that this person sits in and that are not over, the oldest first."""
        async with self.mirror.store.reading() as connection:
            return [row for row in await matches.matches_of_user(connection, person.id) if not row.anywhere]

    async def sit_down_at(self, person: Person, match: int) -> None:
        """Look at the table of a game of theirs. Raises LookupError for any other game, or one without a thread."""
        row = {row.id: row for row in await self.going(person)}[match]
        async with self.turn:
            person.table = {thread.id: thread for thread in self.square.threads}[row.thread_id or 0]
            person.lobby = None
            await self.look()

    # -- the table --------------------------------------------------------------------------------------------------

    async def wake_up(self) -> None:
        """Wait until the bot has taken its work up. Raises CannotTry when it does not."""
        for _ in range(WAIT_ROUNDS):
            await self._step(1)
            if self.mirror.awake:
                await show_boards(self.mirror, self.talk.id, self.words)
                return
        raise CannotTry("The bot does not start; this machine may be too busy. Try again.")

    async def open_table(self, person: Person, game: str, seats: int) -> None:
        """Open a table as a person does, and fill it with computer players. Raises CannotTry when that fails.

        A table that this person had open before is closed. One for two stays as it is: its lobby has a button to play
        the computer, with the set that is meant for that, and the game begins with it.
        """
        await self._close_lobbies(person)
        await self._do(person.actor.slash(self.square, "play", game=game))
        lobby = await self.mirror.lobbies.get(await self._new_lobby(person))
        person.lobby = lobby.id
        if lobby.for_two:
            return
        quick = quick_options(lobby.game, lobby.options)
        await self.mirror.lobbies.set_options(lobby.id, person.id, lobby.role_set, quick)
        await self.mirror.lobbies.fill(lobby.id, person.id, to=seats, names=computer_names(self.words, lobby.game.name))
        # Not by a press, which asks how well the first computer player of a table should play.
        pages: Any = self.mirror.get_cog("LobbyCog")
        await pages.redraw(lobby.id)
        await self._do(self.env.settle())

    async def learn(self, person: Person, game: str) -> None:
        """Begin a tutorial in this game as a person does, or go on with the one that is not over. Raises CannotTry."""
        await self._do(person.actor.slash(self.square, "learn", game=game))
        for _ in range(WAIT_ROUNDS):
            threads = {thread.id: thread for thread in self.square.threads}
            tutorials = [row for row in await self.going(person) if row.game == game and is_tutorial(row)]
            begun = [threads[row.thread_id] for row in tutorials if row.thread_id in threads]
            if begun:
                person.table = begun[-1]
                return
            await self._step(1)
        raise CannotTry("The tutorial does not begin; this machine may be too busy. Try again.")

    async def _close_lobbies(self, person: Person) -> None:
        for lobby in await self.mirror.lobbies.open_of_host(person.id):
            message = {one.id: one for one in self.square.history(viewer=person.actor)}.get(lobby.message_id or 0)
            if message is not None:
                await self._do(self._close_lobby(person, lobby, message))

    async def _close_lobby(self, person: Person, lobby: Lobby, message: Any) -> None:
        """A challenge is withdrawn on its message; of any other lobby one looks behind *More …* first."""
        if lobby.kept_for is None:
            more = await person.actor.click(message, custom_id=custom_id("lobby", lobby.id, "more"))
            message = more.response
        await person.actor.click(message, custom_id=custom_id("lobby", lobby.id, "close"))

    async def _new_lobby(self, person: Person) -> int:
        for _ in range(WAIT_ROUNDS):
            async with self.mirror.store.reading() as connection:
                rows = await lobbies.open_of_host(connection, person.id)
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
async def world(
    database: str | Path,
    game: str | None,
    seats: int | None = None,
    *,
    pause_s: tuple[float, float] = (2.0, 6.0),
    language: str = LANGUAGE,
) -> AsyncIterator[World]:
    """The pretended server with the bot in it; the server and its people are set to this language of Discord.

    With a `game`, a table of it is open at once, whatever else sleeps in the file; without one, nothing is opened.
    Raises CannotTry, or StoreError for a file that cannot be used.
    """
    simcord = _simcord()
    if game is not None:
        _check(game, seats)
    language = locale_of(language)
    forget_windows_without(database)
    stopped = _last_written(database)
    store = await Store.open(database, alone=True, say=print)
    try:
        stand_in = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
        async with (
            as_discord_tells(language) as private,
            simcord.run(stand_in, settle_timeout=SETTLE_S, check_errors=False) as env,
        ):
            await _set_clock(env, store, stopped)
            assert stand_in.user is not None
            await stand_in.user.edit(username="Magic Mirror")
            here = await _build(env, store, database, language, pause_s)
            private.add(here.talk.id)
            await here.wake_up()
            async with here.turn:
                await here.look()  # what sleeps is known before something new begins
            if game is not None:
                await here.open_table(here.me, game, seats or usual_seats(GAMES[game]))
                here.me.asked = here.me.lobby
            async with here.turn:
                await here.look()
            try:
                yield here
            finally:
                with suppress(StoreError):
                    await here.mirror.service.beat()
    finally:
        await store.close()


async def _build(env: Env, store: Store, database: str | Path, language: str, pause_s: tuple[float, float]) -> World:
    """The server with its people, everything in the file moved into it, and the bot connected."""
    windows = read_windows(database)
    words = Wording(wording_files()).for_locale(language)
    you = new_user(env, 0, words)
    guild = env.create_guild("Fairy Village", id=GUILD_ID, owner=you, preferred_locale=language)
    square = guild.create_text_channel("village-square", topic="Where tables are opened")
    talk = guild.create_text_channel("private-talk")
    playing = await move_in(store, GUILD_ID, square.id, talk.id, windows)
    others = range(1, 1 + max(playing.union(by_number(windows)), default=0))
    users = [you, *(new_user(env, number, words) for number in others)]
    people = _people(guild, (square, talk), users, by_number(windows))
    keep_windows(database, people)
    await remember(store, GUILD_ID, square.id, int(env.now().timestamp() * 1000))
    mirror = LateMirror(store, now_ms=lambda: int(env.now().timestamp() * 1000), pause_s=pause_s, shard_count=1)
    mirror.keep_emojis()
    mirror.role_sets.at_table = quick_options
    await env.restart_bot(mirror)
    return World(env, guild, square, talk, people, mirror, database, villagers(computer_names(words)))


def _people(
    guild: GuildHandle,
    places: tuple[ChannelHandle, ChannelHandle],
    users: Sequence[UserHandle],
    windows: Mapping[int, Window],
) -> list[Person]:
    """Everybody with the window they had; the first person always has one."""
    return [
        Person(
            windows[number].key if number in windows else new_key(),
            guild.add_member(user),
            *places,
            is_handed_out=number in windows or number == 0,
        )
        for number, user in enumerate(users)
    ]


def new_user(env: Env, number: int, words: Wording) -> UserHandle:
    """Somebody for the `number`th window, with a name of their own; "You" would make odd sentences.

    simcord gives everybody a new id; this one is changed to the person's own before anybody has seen it.
    """
    user = env.create_user(f"person_{number + 1}", global_name=words.say("try.people").split(", ")[number])
    known = env.backend.users
    made = known.pop(user.id)
    made.id = person_id(number)
    known[made.id] = made
    return user


def usual_seats(game: Game) -> int:
    """How many play where nobody has said it."""
    return USUAL_SEATS if USUAL_SEATS in game.seats else game.seats.start


def _check(game: str, seats: int | None) -> None:
    if game not in GAMES:
        raise CannotTry(f"There is no game called {game}. These can be played: {', '.join(GAMES)}.")
    possible = GAMES[game].seats
    if seats is not None and seats not in possible:
        raise CannotTry(
            f"{GAMES[game].english_title} is for {possible.start} to {possible.stop - 1} players, not {seats}."
        )


def locale_of(language: str) -> str:
    """What Discord calls the language somebody has typed: `en`, `EN_us` and `en-AU` are `en-US`, `de-AT` is `de`.

    Raises CannotTry.
    """
    wanted = language.strip().replace("_", "-").casefold()
    known: dict[str, str] = {
        str(one.value).casefold(): str(one.value) for one in (discord.Locale(LANGUAGE), *discord.Locale)
    }
    plain = wanted.partition("-")[0]
    alike = [locale for name, locale in known.items() if name.partition("-")[0] == plain]
    for found in (known.get(wanted), known.get(plain), known.get(f"{plain}-{plain}"), *alike):
        if found is not None:
            return found
    raise CannotTry(f"Discord has no language called {language}. Try en or de.")


def _simcord() -> Any:
    """simcord comes with the extra `try`."""
    try:
        import simcord  # noqa: PLC0415
    except ImportError:
        raise CannotTry("This needs simcord, which stands in for Discord: pip install 'magic-mirror[try]'") from None
    return simcord


async def _set_clock(env: Env, store: Store, stopped: float | None) -> None:
    """Bring the pretended clock to the real time, or to where it stood when the last process ended if that is later.

    It also goes on from there if that process stopped just now: while nobody looked, and while a menu was open, this
    clock stood still, and the Mirror would tell the people that it had been away for so long.
    """
    async with store.reading() as connection:
        last_ms = await heartbeat.last(connection) or 0
    real = datetime.now(UTC).timestamp()
    stood = last_ms / 1000 + 1
    goes_on = last_ms and stopped is not None and 0 <= real - stopped < SHORT_BREAK_S
    now = stood if goes_on else max(real, stood)
    await env.advance_time(max(0.0, now - env.now().timestamp()))


def _note_still_there(database: str | Path) -> None:
    """Where nobody looks nothing is written; that this process ends just now, when it is killed, shows by the file."""
    with suppress(OSError):
        os.utime(database)


def _last_written(database: str | Path) -> float | None:
    """When something was last written to this database; None if there is none yet."""
    files = (Path(f"{database}{ending}") for ending in ("", "-wal"))
    return max((one.stat().st_mtime for one in files if one.exists()), default=None)
