"""The Discord client: the parts of the bot are made here, wired to each other, and started in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import structlog
from discord import app_commands

from bot import resuming
from bot.beginning import Beginning
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
from bot.matches.guild_settings import SettingsBook
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
from bot.pulse import Pulse
from bot.rehearsal import rehearse
from bot.store.database import Store
from bot.ui.allowance import share
from bot.ui.answers import Answers
from bot.ui.audit_channel import AuditChannel
from bot.ui.dead_room.mentions import Mentions
from bot.ui.delivery import Courier
from bot.ui.direct_again import DirectAgain
from bot.ui.direct_line import DirectLine
from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.emojis.signs import all_signs
from bot.ui.emojis.upload import EmojiUpload
from bot.ui.face import Face
from bot.ui.gate import Gate
from bot.ui.host_mail import HostMail
from bot.ui.languages import Languages
from bot.ui.listening import Listening
from bot.ui.option_words import set_titles
from bot.ui.own_messages import pass_over_bots
from bot.ui.person_mail import PersonMail
from bot.ui.pictures.gallery import Gallery
from bot.ui.router import Router
from bot.ui.second_thoughts import NO, SecondThoughts
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
from bot.ui.stage.parts import StageParts
from bot.ui.stage.secret_mail import SecretMail
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
    "cogs.forgotten_clocks",
    "cogs.statistics.cog",
    "cogs.privacy.cog",
    "cogs.tutorials.cog",
    "cogs.rules_lookup.cog",
    "cogs.about",
)
"""What is there whatever is played. Each game brings a cog of its own."""
UNHEARD_MS = 3_600_000
"""When Discord begins a new session with a bot that is there, it may have told it nothing for so long."""


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
        self.gate.watch(listening.trace)
        self._is_finished = False
        self._beginning = Beginning(self, self._take_up)
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
        self.pulse = Pulse(self, self.service.pulse, self._look_at_connection)
        self.service.wake_pulse = self.pulse.wake
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
        self.role_sets = RoleSets(self.store, self.now_ms, lambda game, name: set_titles(self.wording, game, name))
        self.archive = Archive(self.store, self.service.keeper.said_lately)
        self.notebooks = Notebooks(self.store)
        self.ledger = Ledger(self.store, self.now_ms)
        self.service.keeper.goes_back = self.ledger.turn_back
        self.memory = PeopleBook(self.store, self.now_ms)
        self.settings = SettingsBook(self.store)
        self.undo_book = UndoBook(self.store, self.now_ms)

    def _make_ways_to_people(self) -> None:
        """Words, pictures, messages and clicks."""
        self.wording = Wording(wording_files())
        self.router = Router(self.wording)
        self.router.over = self.gate.over
        self.router.on(NO, SecondThoughts(self.wording).nothing)
        self.inbox = Inbox(self.store, self.gate, self.router, self.service.keeper.elsewhere)
        self.languages = Languages(self, self.wording, self.settings, self.memory)
        self.threads = Threads(self, ThreadBook(self.store))
        self.direct_line = DirectLine(self.time, self.service.show_times)
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
        self.emoji_shelf = EmojiShelf()
        self.emoji_upload = EmojiUpload(
            self,
            self.emoji_shelf,
            self.gallery,
            signs=lambda: all_signs(self.faces.values(), self.wording),
            uploads=self.store.slot.is_first,
        )

    def keep_emojis(self) -> None:
        """From when everything is taken up, hands are written with emojis of the bot's own, where Discord has them."""
        self.emoji_upload.switch_on()
        self.add_listener(self.emoji_upload.on_taken_up, "on_taken_up")

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
        self.doorkeeper = Doorkeeper(
            client=self,
            settings=self.settings,
            archive=self.archive,
            overwrites=self.overwrites,
            who_may_speak=self.who_may_speak,
            toads_croak=self.intents.message_content,
        )

    def _make_stage(self) -> None:
        """What shows the matches, and takes answers."""
        parts = StageParts(
            client=self,
            service=self.service,
            hosting=self.hosting,
            deserted=self.deserted,
            dead_rooms=self.dead_rooms,
            archive=self.archive,
            ledger=self.ledger,
            notebooks=self.notebooks,
            settings=self.settings,
            faces=self.faces,
            languages=self.languages,
            courier=self.courier,
            mail=self.secret_mail,
            gallery=self.gallery,
            emojis=self.emoji_shelf,
            doorkeeper=self.doorkeeper,
            locks=self.locks,
            undo=self.undo,
            now_ms=self.now_ms,
        )
        self.rounds, self.notices = parts.rounds, parts.notices
        self.doubts, self.suspended = parts.doubts, parts.suspended
        self.receipts, self.places, self.deletions = parts.receipts, parts.places, parts.deletions
        self.public_pages, self.seat_pages = parts.public_pages, parts.seat_pages
        self.public_sender, self.seat_sender = parts.public, parts.private
        self.living, self.standing = parts.living, parts.standing
        self.endings, self.stage, self.knocks = parts.endings, parts.stage, parts.knocks
        self.mentions = Mentions(self.dead_rooms, parts.dead_threads, self.now_ms)
        self.undo.also.append(self.dead_rooms.try_again)
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
            direct_again=DirectAgain(
                router=self.router,
                service=self.service,
                people=self.memory,
                courier=self.courier,
                rounds=self.rounds,
                wording=self.wording,
                now_ms=self.now_ms,
            ),
            deserted=self.deserted,
        )

    def _make_voice(self) -> None:
        """What keeps the floor: in voice channels, and by hearing who writes."""
        self.host_mail = HostMail(self.service, self.languages, self.courier, self.notices.say, self.now_ms)
        self.voice = Voice(self, self.undo_book, self.who_may_speak.speakers, self.host_mail.complain)
        self.undo.kept |= {VOICE_CHANNEL, VOICE_MUTE}  # a mute is taken off when the person is there
        self.undo.also.append(self.voice.put_back)
        self.hearing = Hearing(
            service=self.service,
            places=self.places.here,
            who_may_speak=self.who_may_speak,
            languages=self.languages,
            hush=self.hush,
            guests=Guests(
                settings=self.settings,
                hush=self.hush,
                people=self.memory,
                courier=self.courier,
                languages=self.languages,
            ),
            doors=self.overwrites,
            voice=self.voice,
            now_ms=self.now_ms,
        )
        self.overhearing = self.hearing.overhearing
        self.tongues = self.hearing.tongues

    # -- starting ---------------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        self.listening.attach(self)
        self.gate.attach(self)
        pass_over_bots(self)
        self.remember()
        if not self.waits:
            await self._learn()
            self.resume(await resuming.take(self.store, self, self.now_ms()))
        for cog in ("cogs.hidden_roles.cog", *(f"cogs.{name}.cog" for name in GAMES), *COGS):
            await self.load_extension(cog)
        self._listen()
        if self.waits:
            self.add_listener(self._sync_commands, "on_taken_up")  # nobody who has pressed anything waits for it
        else:
            await self._sync_commands()
            self.gate.open()

    def _listen(self) -> None:
        """Tell the parts what Discord tells the bot."""
        self.add_listener(self.router.dispatch, "on_interaction")
        self.add_listener(self.knocks.on_interaction, "on_interaction")
        self.add_listener(self.languages.hear, "on_language_told")
        self.add_listener(self.voice.on_voice_state_update, "on_voice_state_update")
        self.add_listener(self.deletions.on_raw_message_delete, "on_raw_message_delete")
        self.add_listener(self.deletions.on_raw_bulk_message_delete, "on_raw_bulk_message_delete")
        self.add_listener(self.deletions.on_raw_thread_delete, "on_raw_thread_delete")
        self.add_listener(self.threads.on_raw_thread_delete, "on_raw_thread_delete")
        self.add_listener(self.threads.on_thread_join, "on_thread_join")
        self.add_listener(self.threads.on_taken_up, "on_taken_up")
        self.add_listener(self.mentions.look_back, "on_taken_up")
        self.inbox.refreshing += [self.memory.read_anew, self.service.keeper.unhurried.start_up]
        self.add_listener(self.inbox.on_taken_up, "on_taken_up")

    async def _sync_commands(self, _away_ms: int = 0) -> None:
        if self.store.slot.is_first:
            await sync_commands(self, self.tree, self.wording, self.settings)

    async def _learn(self) -> None:
        """What is asked at every look, and so kept in mind; and how far the time that counts has come."""
        await asyncio.gather(self.languages.start_up(), self.threads.start_up(), self.service.learn())

    async def on_ready(self) -> None:
        """When everything is taken up already, Discord has begun a new session with us: it may have told us nothing."""
        if not self._beginning.has_begun:
            await self._beginning.begin()
        elif self.is_taken_up:
            self.voice.look_everywhere()
            await self.mentions.look_back(UNHEARD_MS)

    async def _take_up(self) -> None:
        """Take everything up where it was left, when it is our turn."""
        if self.waits:
            await rehearse(self.service, self.ledger, self.seat_pages, self.wording)
            await self.until_turn()
            await self._learn()  # what was written until now is known from now on
            self.begin()
        away_ms = await self.start_up()
        log.info("ready", servers=len(self.guilds), away_ms=away_ms)

    async def start_up(self) -> int:
        """Everything that happens when the bot comes back, in this order. How long it was away, in milliseconds."""
        # What a crash left closed is opened, before anybody is told anything.
        undone, _, _ = await asyncio.gather(self.undo.undo_all(), self.stage.look_back(), self.emoji_upload.learn())
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
        self.pulse.begin()
        self.dispatch("taken_up", away_ms)
        return away_ms

    @property
    def is_taken_up(self) -> bool:
        """Whether everything was taken up where it was left."""
        return self.pulse.is_felt

    def _look_at_connection(self) -> None:
        """Before each beat of the pulse."""
        self.listening.look()
        self.direct_line.look()

    def _time_was_moved(self, _moved_ms: int) -> None:
        """Nothing is due earlier or later because of it, but for what was agreed on for an hour of the day."""
        self.hosting.look()
        self.deserted.look()
        self.service.show_times()
        self.dispatch("time_moved")

    # -- while it runs ----------------------------------------------------------------------------------------------

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """With a click whose language is news, that is told as well."""
        if event_name == "interaction" and not self.languages.is_known(args[0]):
            super().dispatch("language_told", *args)
        super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """What people write is for `hearing`, and whom they mention for `mentions`: commands by text do not exist."""
        await self.hearing.on_message(message)
        await self.mentions.on_message(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        await self.hearing.on_edit(payload)
        await self.mentions.on_message(payload.message)

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
        self._beginning.break_off()
        was_there = self.pulse.stop()
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
        await self.ledger.finish()
        self.emoji_upload.close()
        self.gallery.close()
        left = await self.part() if comes_back and was_there else []
        if left:
            await self.gate.shut()  # what was heard before is answered
        await self.router.finish()
        await resuming.keep(self.store, self, left, self.now_ms())
