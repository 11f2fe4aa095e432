"""The Discord client: the parts of the bot are made here, wired to each other, and started in order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import discord
import structlog
from discord import app_commands

from bot import resuming
from bot.claiming import claims_of, tell_only_while_held
from bot.command_sync import sync_commands
from bot.games import GAMES
from bot.inbox import Inbox
from bot.matches.archive import Archive
from bot.matches.audit import AuditBook
from bot.matches.bars import Bars
from bot.matches.companions import Companions
from bot.matches.dead_rooms import DeadRooms
from bot.matches.deserted import DesertedTables
from bot.matches.end_votes import EndVotes
from bot.matches.fouls import Fouls
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.heart import PULSE_S
from bot.matches.hosting import Hosting
from bot.matches.leaving import Leaving
from bot.matches.ledger import Ledger
from bot.matches.lobbies import Lobbies
from bot.matches.lobby_calls import LobbyCalls
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_starts import LobbyStarts
from bot.matches.moderator import Moderation
from bot.matches.notebooks import Notebooks
from bot.matches.one_step import OneStep
from bot.matches.onlookers import Onlookers
from bot.matches.planned_tables import PlannedTables
from bot.matches.reach import PeopleBook, UndoBook
from bot.matches.reminders import Reminders
from bot.matches.rolesets import RoleSets
from bot.matches.service import MatchService
from bot.matches.table_wishes import TableWishes
from bot.matches.threads import ThreadBook
from bot.matches.timekeeper import Timekeeper
from bot.store.database import Store
from bot.trouble import StoreTrouble
from bot.ui.allowance import share
from bot.ui.answers import Answers
from bot.ui.audit_channel import AuditChannel
from bot.ui.dead_room.attendant import Attendant
from bot.ui.dead_room.mentions import Mentions
from bot.ui.dead_room.readers import Readers
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.delivery import Courier
from bot.ui.direct_again import DirectAgain
from bot.ui.direct_line import DirectLine
from bot.ui.face import Face
from bot.ui.gate import Gate
from bot.ui.host_mail import HostMail
from bot.ui.languages import Languages
from bot.ui.listening import Listening
from bot.ui.person_mail import PersonMail
from bot.ui.pictures.gallery import Gallery
from bot.ui.router import Router
from bot.ui.silence.doorkeeper import Doorkeeper
from bot.ui.silence.guests import Guests
from bot.ui.silence.hearing import Hearing
from bot.ui.silence.hush import Hush
from bot.ui.silence.lock import THREAD_LOCK, ThreadLocks
from bot.ui.silence.overwrites import OVERWRITE, Overwrites
from bot.ui.silence.speakers import WhoMaySpeak
from bot.ui.silence.undo import Undo
from bot.ui.silence.voice import VOICE_CHANNEL, VOICE_MUTE, Voice
from bot.ui.silence.webhooks import WEBHOOK, BorrowedVoices
from bot.ui.stage.asked import Asked
from bot.ui.stage.deletions import Deletions
from bot.ui.stage.doubts import Doubts
from bot.ui.stage.endings import Endings
from bot.ui.stage.lanes import SeatLanes
from bot.ui.stage.living import LivingPanels
from bot.ui.stage.loop import Stage
from bot.ui.stage.notices import Notices
from bot.ui.stage.place import Places
from bot.ui.stage.private import SeatSender
from bot.ui.stage.public import PublicSender
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.results import Results
from bot.ui.stage.rounds import Rounds
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.secret_mail import SecretMail
from bot.ui.stage.standing import StandingNews
from bot.ui.stage.suspended import SuspendedSeats
from bot.ui.threads import Threads
from bot.ui.wording import Wording, wording_files
from bot.waiting_client import Turn, WaitingClient

log = structlog.get_logger(__name__)

COGS = (
    "cogs.lobby.cog",
    "cogs.bars.cog",
    "cogs.table.cog",
    "cogs.tables.cog",
    "cogs.evenings.cog",
    "cogs.pauses.cog",
    "cogs.dealing_anew",
    "cogs.leaving.cog",
    "cogs.deserted",
    "cogs.watching.cog",
    "cogs.my_seat.cog",
    "cogs.person_menu.cog",
    "cogs.practice.cog",
    "cogs.anywhere.cog",
    "cogs.rolesets.cog",
    "cogs.settings.cog",
    "cogs.retention",
    "cogs.statistics.cog",
    "cogs.privacy.cog",
    "cogs.tutorials.cog",
    "cogs.rules_lookup.cog",
    "cogs.about",
)
"""What is there whatever is played. Each game brings a cog of its own."""
REST = "rest"
UNHEARD_MS = 3_600_000
"""When Discord begins a new session with a bot that is there, it may have told it nothing for so long."""
START_AGAIN_S = 10.0
"""Pause before starting up is tried again after Discord or the store could not be read."""


def intents(*, message_content: bool = False) -> discord.Intents:
    """No privileged intent: servers, their messages (to silence, unread), direct messages, and scheduled events, since
    a plan is off whose event was deleted; who is in which voice channel, since at tables that keep the floor there the
    bot has to know whom it can mute, and who has left muted.

    With `message_content`, the one privileged intent that whoever runs the bot may switch on, toads may croak freely
    and the Drunk slurs as they write. What is read then is neither kept nor logged."""
    return discord.Intents(
        guilds=True,
        guild_messages=True,
        dm_messages=True,
        voice_states=True,
        guild_scheduled_events=True,
        message_content=message_content,
    )


def _wall_ms() -> int:
    """The machine's time."""
    return int(discord.utils.utcnow().timestamp() * 1000)


def _steady_ms() -> int:
    """The event loop's clock, which no correction of the machine's time moves."""
    return int(asyncio.get_running_loop().time() * 1000)


class Tree(app_commands.CommandTree["Mirror"]):
    """Slash commands; whatever goes wrong in one ends in one clear sentence.

    Whoever installs the bot for themselves gets only the commands that say so: all others need a server.
    """

    def __init__(self, client: Mirror) -> None:
        super().__init__(client, allowed_installs=app_commands.AppInstallationType(guild=True, user=False))

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return await self.client.router.admit(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await self.client.router.explain(interaction, error)


class Mirror(WaitingClient):
    """Everything that runs while the bot is connected. It owns its parts, not the store.

    Only the `setup` of a cog reads the parts from here; to everything else they are handed.
    """

    def __init__(
        self,
        store: Store,
        *,
        now_ms: Callable[[], int] | None = None,
        pause_s: tuple[float, float] = (2.0, 6.0),
        message_content: bool = False,
        turn: Turn | None = None,
        **options: Any,
    ) -> None:
        time = Timekeeper(now_ms) if now_ms is not None else Timekeeper(_wall_ms, _steady_ms)
        listening = Listening(time, self._time_was_moved)
        tell_only_while_held(store, listening.trace)
        share(listening.trace, store.slot.of)
        super().__init__(
            turn=turn,
            intents=intents(message_content=message_content),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=60.0,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            http_trace=listening.trace,
            **options,
        )
        self.store = store
        self.time = time
        self.now_ms = time.now_ms
        self.listening = listening
        self.faces: dict[str, Face] = {}
        self.gate = Gate(claims_of(store))
        self._started = False
        self._is_finished = False
        self._starting: asyncio.Task[Any] | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._make_matches(pause_s)
        self._make_ways_to_people()
        self._make_silence()
        self._make_stage()
        self._make_voice()
        self.service.watchers += [
            self.service.untold.watch,
            self.service.unreached.watch,
            self.deserted.watch,
            self.stage.watch,
            self.companions.watch,
            self.reminders.watch,
            self.voice.watch,
        ]

    # -- making the parts -------------------------------------------------------------------------------------------

    def _make_matches(self, pause_s: tuple[float, float]) -> None:
        """What knows no Discord: the matches, and what the store keeps."""
        self.service = MatchService(self.store, self.time)
        self.service.in_touch = self.listening.in_touch
        self.service.wake_pulse = partial(self.dispatch, REST)
        self.hosting = Hosting(self.service.keeper)
        self.moderation = Moderation(self.service.keeper)
        self.deserted = DesertedTables(self.service.keeper, self.hosting)
        self.end_votes = EndVotes(self.service.keeper)
        self.leaving = Leaving(self.service.keeper, self.moderation)
        self.onlookers = Onlookers(self.service.keeper)
        self.one_step = OneStep(self.service.keeper)
        self.dead_rooms = DeadRooms(self.service.keeper)
        self.fouls = Fouls(self.service, self.hosting)
        self.companions = Companions(self.service, pause_s)
        self.lobby_starts = LobbyStarts(self.store, self.service, self.now_ms)
        self.lobby_ends = LobbyEnds(self.store, self.now_ms)
        self.lobbies = Lobbies(self.store, self.lobby_starts, self.now_ms)
        self.lobby_openings = LobbyOpenings(self.store, self.now_ms)
        self.bars = Bars(self.store, self.now_ms)
        self.audit_book = AuditBook(self.store)
        self.lobby_calls = LobbyCalls(self.store, self.now_ms)
        self.table_wishes = TableWishes(self.store, self.now_ms)
        self.planned_tables = PlannedTables(self.store, self.now_ms)
        self.role_sets = RoleSets(self.store, self.now_ms)
        self.archive = Archive(self.store, self.service.keeper.said_lately)
        self.notebooks = Notebooks(self.store)
        self.ledger = Ledger(self.store, self.now_ms)
        self.memory = PeopleBook(self.store, self.now_ms)
        self.settings = SettingsBook(self.store)
        self.undo_book = UndoBook(self.store, self.now_ms)

    def _make_ways_to_people(self) -> None:
        """Words, pictures, messages and clicks."""
        self.wording = Wording(wording_files())
        self.router = Router(self.wording)
        self.inbox = Inbox(self.store, self.gate, self.router)
        self.languages = Languages(self, self.wording, self.settings, self.memory)
        self.threads = Threads(self, ThreadBook(self.store))
        self.direct_line = DirectLine(self.time)
        self.courier = Courier(self, self.memory, self.direct_line)
        self.secret_mail = SecretMail(self, self.courier, self.settings)
        self.person_mail = PersonMail(self.languages, self.courier)
        self.audit_channel = AuditChannel(
            book=self.audit_book,
            settings=self.settings,
            languages=self.languages,
            courier=self.courier,
            mail=self.person_mail,
        )
        self.service.keeper.noted = self.audit_channel.look
        self.gallery = Gallery()

    def _make_silence(self) -> None:
        """What keeps people from speaking, and puts back what that has changed."""
        self.locks = ThreadLocks(self, self.undo_book)
        self.overwrites = Overwrites(self, self.undo_book)
        self.borrowed = BorrowedVoices(self, self.undo_book)
        self.undo = Undo(self.undo_book)
        self.undo.kinds |= {
            THREAD_LOCK: self.locks.put_back,
            OVERWRITE: self.overwrites.put_back,
            WEBHOOK: self.borrowed.put_back,
        }
        self.hush = Hush(self.wording)
        self.who_may_speak = WhoMaySpeak(self.service, self.faces)
        self.doorkeeper = _doorkeeper(self)

    def _make_stage(self) -> None:
        """What shows the matches, and takes answers."""
        self.rounds = Rounds()
        self.notices = Notices(self.rounds)
        self.doubts = Doubts()
        self.suspended = SuspendedSeats(self.rounds)
        self.receipts = Receipts(self.ledger, self.archive, self.service)
        self.public_pages = PublicPages(self.faces, self.languages)
        self.seat_pages = SeatPages(self.faces)
        self.places = Places(
            client=self,
            settings=self.settings,
            archive=self.archive,
            hosting=self.hosting,
            languages=self.languages,
            locks=self.locks,
        )
        self.public_sender = _public_sender(self)
        self.living = _living(self)
        self.standing = StandingNews(self.receipts, self.seat_pages)
        self.seat_sender = _seat_sender(self)
        self._make_loop()
        self.deletions = Deletions(self.places.here, self.public_sender, self.rounds)
        self.reminders = Reminders(self.service, self.now_ms, self.stage.remind)
        self.answers = Answers(
            router=self.router,
            service=self.service,
            faces=self.faces,
            wording=self.wording,
            public=self.public_sender,
            public_pages=self.public_pages,
            seat_pages=self.seat_pages,
            living=self.living,
            receipts=self.receipts,
            suspended=self.suspended,
            direct_again=_direct_again(self),
            deserted=self.deserted,
        )

    def _make_loop(self) -> None:
        """What brings the matches forward until they end."""
        self.dead_threads = DeadThreads(self)
        self.mentions = Mentions(self.dead_rooms, self.dead_threads, self.now_ms)
        self.undo.also.append(self.dead_rooms.try_again)
        self.endings = Endings(
            service=self.service,
            hosting=self.hosting,
            archive=self.archive,
            ledger=self.ledger,
            languages=self.languages,
            courier=self.courier,
            undo=self.undo,
            places=self.places,
            public=self.public_sender,
            living=self.living,
            notices=self.notices,
            rounds=self.rounds,
        )
        asked = Asked(self.faces, self.receipts, self.service.untold)
        self.service.has_reached, self.service.waits_for = asked.has_reached, asked.waits_for
        self.stage = Stage(
            service=self.service,
            ledger=self.ledger,
            receipts=self.receipts,
            faces=self.faces,
            languages=self.languages,
            doorkeeper=self.doorkeeper,
            places=self.places,
            public=self.public_sender,
            private=self.seat_sender,
            living=self.living,
            lanes=SeatLanes(self.rounds),
            doubts=self.doubts,
            notices=self.notices,
            rounds=self.rounds,
            endings=self.endings,
            results=Results(
                receipts=self.receipts,
                pages=self.public_pages,
                doubts=self.doubts,
                courier=self.courier,
                gallery=self.gallery,
            ),
            deserted=self.deserted,
            attendant=_attendant(self),
            asked=asked,
        )

    def _make_voice(self) -> None:
        """What keeps the floor: in voice channels, and by hearing who writes."""
        self.host_mail = HostMail(self.service, self.languages, self.courier, self.notices.say, self.now_ms)
        self.voice = Voice(self, self.undo_book, self.who_may_speak.speakers, self.host_mail.complain)
        self.undo.kept |= {VOICE_CHANNEL, VOICE_MUTE}  # a mute is taken off when the person is there
        self.undo.also.append(self.voice.put_back)
        self.hearing = _hearing(self)
        self.overhearing = self.hearing.overhearing
        self.tongues = self.hearing.tongues

    # -- starting ---------------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        self.listening.attach(self)
        self.gate.attach(self)
        self.remember()
        if not self.waits:
            await self._learn()
            self.resume(await resuming.take(self.store, self, self.now_ms()))
        for cog in ("cogs.hidden_roles.cog", *(f"cogs.{name}.cog" for name in GAMES), *COGS):
            await self.load_extension(cog)
        _listen(self)
        if self.waits:
            self.add_listener(self._sync_commands, "on_taken_up")  # nobody who has pressed anything waits for it
        else:
            await self._sync_commands()
            self.gate.open()

    async def _sync_commands(self, _away_ms: int = 0) -> None:
        if self.store.slot.is_first:
            await sync_commands(self, self.tree, self.wording, self.settings)

    async def _begin_after_another(self) -> None:
        """What was written until now is known from now on."""
        await self.until_turn()
        await self._learn()
        self.begin()

    async def _learn(self) -> None:
        """What is asked at every look, and so kept in mind."""
        await asyncio.gather(self.languages.start_up(), self.threads.start_up())

    async def on_ready(self) -> None:
        """Take everything up where it was left; once, however often Discord reconnects, and when it is our turn.

        What cannot be read now is tried again: a bot that is there and keeps no time would be worse than none.
        """
        if self._started:
            if self.is_taken_up:
                self.voice.look_everywhere()
                await self.mentions.look_back(UNHEARD_MS)
            return
        self._started, self._starting = True, asyncio.current_task()
        try:
            if self.waits:
                await self._begin_after_another()
            away_ms = await self.start_up()
        except (StoreTrouble, discord.DiscordException, OSError) as problem:
            log.error("not_taken_up", problem=str(problem), again_in_s=START_AGAIN_S)
            self._started = False
            asyncio.get_running_loop().call_later(START_AGAIN_S, self._start_again)
            return
        finally:
            self._starting = None
        log.info("ready", servers=len(self.guilds), away_ms=away_ms)

    async def start_up(self) -> int:
        """Everything that happens when the bot comes back, in this order. How long it was away, in milliseconds."""
        undone = await self.undo.undo_all()  # what a crash left closed is opened, before anybody is told anything
        await self.stage.look_back()
        away_ms = await self.service.start_up()  # the clocks go on from where the bot was there last
        self.gate.open()
        await self.hosting.start_up()  # the ends of pauses are waited for
        await self.deserted.start_up()  # and those of tables at which nobody answers
        await self.reminders.start_up()
        await self.stage.start_up(undone.channels)  # what was not delivered is; where it is still night is locked again
        for match_id in await self.undo.left_over() if undone.failed else ():
            self.stage.schedule(match_id)  # one that is over tries again from time to time
        await self.voice.start_up()
        for match_id in await self.archive.with_computers():
            self.companions.look_at(match_id)
        if self.store.slot.is_first:
            await self.memory.forget_absent()
            await self.bars.forget_past()
        self.audit_channel.look()
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._keep_pulse())  # from now on the bot counts as there
        self.dispatch("taken_up", away_ms)
        return away_ms

    @property
    def is_taken_up(self) -> bool:
        """Whether everything was taken up where it was left."""
        return self._pulse is not None

    def _start_again(self) -> None:
        if not self.is_closed():
            self._starting = asyncio.create_task(self.on_ready())

    def _time_was_moved(self, _moved_ms: int) -> None:
        """Nothing is due earlier or later because of it, but for what was agreed on for an hour of the day."""
        self.hosting.look()
        self.deserted.look()
        self.service.show_times()
        self.dispatch("time_moved")

    async def _keep_pulse(self) -> None:
        """Say again and again that the process runs, by a clock that no correction of the machine's time moves."""
        while self._pulse is not None:  # a wait whose time is up when it is cut off goes on as if it had not been
            next_s = PULSE_S
            try:
                self.listening.look()
                self.direct_line.look()
                next_s = await self.service.pulse()
            except StoreTrouble as problem:
                log.error("heartbeat_not_written", problem=str(problem))
            except Exception:
                log.exception("pulse_failed")
            await self._rest(next_s)

    async def _rest(self, seconds: float) -> None:
        """Wait by the event loop's clock: `discord.ext.tasks` goes by the machine's, and would sleep for hours when
        that is set back. As a wait for an event that never comes, it is known to simcord for a wait."""
        self.dispatch(REST)  # only forgets the waits that are over
        with contextlib.suppress(TimeoutError):
            await self.wait_for(REST, timeout=seconds)

    # -- while it runs ----------------------------------------------------------------------------------------------

    async def on_message(self, message: discord.Message, /) -> None:
        """What people write is for `hearing`, and whom they mention for `mentions`: commands by text do not exist."""
        await self.hearing.on_message(message)
        await self.mentions.on_message(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        await self.hearing.on_edit(payload)
        await self.mentions.on_message(payload.message)

    async def guild_settings(self, guild_id: int) -> GuildSettings:
        """What this server has set, or the defaults."""
        return await self.settings.read(guild_id)

    async def close(self) -> None:
        """Stop in good order: nothing new is begun, what is under way is finished, everything is on disk already."""
        await self.finish()
        await super().close()
        await asyncio.sleep(0)

    async def finish(self, *, comes_back: bool = False) -> None:
        """The same, but for the connection to Discord. Whoever is ready to take over gets what has not been begun.

        comes_back  another process may go on with the sessions with Discord, if nobody takes over
        """
        if self._is_finished:
            return
        self._is_finished = True
        if self.store.lease is not None and await self.store.lease.is_awaited():
            comes_back = False
            await self.gate.shut()
        pulse, self._pulse = self._pulse, None
        for task in (self._starting, pulse):
            if task is not None:
                task.cancel()
        self.listening.close()
        self.inbox.close()
        await self.router.finish()  # from now on, whoever presses something is told that the bot stops
        await self.voice.close()
        await self.companions.close()
        self.reminders.close()
        self.service.close()
        self.hosting.close()
        self.deserted.close()
        self.audit_channel.close()
        await self.stage.close()
        await self.courier.close()
        self.gallery.close()
        left = await self.part() if comes_back and pulse is not None else []
        if left:
            await self.gate.shut()  # what was heard before is answered
        await self.router.finish()
        await resuming.keep(self.store, self, left, self.now_ms())


def _listen(mirror: Mirror) -> None:
    """Tell the parts what Discord tells the bot."""
    mirror.add_listener(mirror.router.dispatch, "on_interaction")
    mirror.add_listener(mirror.languages.hear, "on_interaction")
    mirror.add_listener(mirror.voice.on_voice_state_update, "on_voice_state_update")
    mirror.add_listener(mirror.deletions.on_raw_message_delete, "on_raw_message_delete")
    mirror.add_listener(mirror.deletions.on_raw_bulk_message_delete, "on_raw_bulk_message_delete")
    mirror.add_listener(mirror.deletions.on_raw_thread_delete, "on_raw_thread_delete")
    mirror.add_listener(mirror.threads.on_raw_thread_delete, "on_raw_thread_delete")
    mirror.add_listener(mirror.threads.on_thread_join, "on_thread_join")
    mirror.add_listener(mirror.threads.on_taken_up, "on_taken_up")
    mirror.add_listener(mirror.mentions.look_back, "on_taken_up")
    mirror.inbox.refreshing += [mirror.memory.read_anew, mirror.service.keeper.unhurried.start_up]
    mirror.add_listener(mirror.inbox.on_taken_up, "on_taken_up")


def _hearing(mirror: Mirror) -> Hearing:
    """What hears who writes where they may not."""
    return Hearing(
        service=mirror.service,
        places=mirror.places.here,
        who_may_speak=mirror.who_may_speak,
        languages=mirror.languages,
        hush=mirror.hush,
        guests=_guests(mirror),
        doors=mirror.overwrites,
        voice=mirror.voice,
        now_ms=mirror.now_ms,
    )


def _doorkeeper(mirror: Mirror) -> Doorkeeper:
    """What closes the doors of those who may not speak."""
    return Doorkeeper(
        client=mirror,
        settings=mirror.settings,
        archive=mirror.archive,
        overwrites=mirror.overwrites,
        who_may_speak=mirror.who_may_speak,
        toads_croak=mirror.intents.message_content,
    )


def _guests(mirror: Mirror) -> Guests:
    """What keeps whoever has no seat from writing."""
    return Guests(
        settings=mirror.settings,
        hush=mirror.hush,
        people=mirror.memory,
        courier=mirror.courier,
        languages=mirror.languages,
    )


def _direct_again(mirror: Mirror) -> DirectAgain:
    """What tries direct messages once more for whoever says that they are open again."""
    return DirectAgain(
        router=mirror.router,
        service=mirror.service,
        people=mirror.memory,
        courier=mirror.courier,
        rounds=mirror.rounds,
        wording=mirror.wording,
        now_ms=mirror.now_ms,
    )


def _public_sender(mirror: Mirror) -> PublicSender:
    """What says in a table's channel what everybody may see."""
    return PublicSender(
        service=mirror.service,
        archive=mirror.archive,
        receipts=mirror.receipts,
        pages=mirror.public_pages,
        doubts=mirror.doubts,
        notices=mirror.notices,
        rounds=mirror.rounds,
        courier=mirror.courier,
        gallery=mirror.gallery,
        now_ms=mirror.now_ms,
    )


def _living(mirror: Mirror) -> LivingPanels:
    """What keeps the panels of seats up to date."""
    return LivingPanels(
        service=mirror.service,
        receipts=mirror.receipts,
        pages=mirror.seat_pages,
        notebooks=mirror.notebooks,
        languages=mirror.languages,
        courier=mirror.courier,
        gallery=mirror.gallery,
        now_ms=mirror.now_ms,
    )


def _seat_sender(mirror: Mirror) -> SeatSender:
    """What sends each seat what it alone may see."""
    return SeatSender(
        service=mirror.service,
        receipts=mirror.receipts,
        pages=mirror.seat_pages,
        living=mirror.living,
        standing=mirror.standing,
        suspended=mirror.suspended,
        notebooks=mirror.notebooks,
        doubts=mirror.doubts,
        notices=mirror.notices,
        rounds=mirror.rounds,
        languages=mirror.languages,
        courier=mirror.courier,
        mail=mirror.secret_mail,
        gallery=mirror.gallery,
    )


def _attendant(mirror: Mirror) -> Attendant:
    """What looks after the rooms of the dead."""
    return Attendant(
        service=mirror.service,
        rooms=mirror.dead_rooms,
        threads=mirror.dead_threads,
        readers=Readers(),
        faces=mirror.faces,
        languages=mirror.languages,
        courier=mirror.courier,
        receipts=mirror.receipts,
        notices=mirror.notices,
    )
