"""The bot: one Discord client and the parts it is made of."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands, tasks

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games import GAMES
from bot.matches.archive import Archive
from bot.matches.awake import Awake
from bot.matches.companions import Companions
from bot.matches.errors import Refused
from bot.matches.fouls import Fouls
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.hosting import Hosting
from bot.matches.ledger import Ledger
from bot.matches.lobbies import Lobbies
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_starts import LobbyStarts
from bot.matches.moderator import Moderation
from bot.matches.reach import Memory, UndoBook
from bot.matches.reminders import Reminders
from bot.matches.rolesets import RoleSets
from bot.matches.service import MatchService
from bot.store.database import Store
from bot.trouble import StoreTrouble
from bot.ui.command_words import CommandTranslator
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.desk import Desk
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.pictures.gallery import Gallery
from bot.ui.router import Router
from bot.ui.silence import Hush, Silence, Speech
from bot.ui.stage import Stage
from bot.ui.voice import Floor, Voice
from bot.ui.webhooks import WEBHOOK, BorrowedVoices
from bot.ui.wording import Wording, wording_files

log = structlog.get_logger(__name__)

COGS = (
    "cogs.lobby",
    "cogs.table",
    "cogs.chair",
    "cogs.pauses",
    "cogs.rolesets",
    "cogs.settings",
    "cogs.rules_lookup",
    "cogs.about",
)
"""What is there whatever is played. Each game brings a cog of its own."""
Overhear = Callable[[Awake, Seat, Speech, int], None]
"""Told when a seat wrote although it may not speak now, and the id of the message, which nobody reads."""
Tongue = Callable[[Awake, Seat, discord.Message], Awaitable[bool]]
"""Told when a seat that may speak has written; whether it took the message away, to say it otherwise."""
HEARTBEAT_S = 15.0
EDITED_JUST_NOW_MS = 60_000
TAKE_UP_AGAIN_S = 10.0


def intents(*, message_content: bool = False) -> discord.Intents:
    """No privileged intent: servers, their messages (to silence, unread) and direct messages; who is in which voice
    channel, since at tables that keep the floor there the bot has to know whom it can mute, and who has left muted.

    With `message_content`, the one privileged intent that whoever runs the bot may switch on, toads may croak freely
    and the Drunk slurs as he writes. What is read then is neither kept nor logged."""
    return discord.Intents(
        guilds=True, guild_messages=True, dm_messages=True, voice_states=True, message_content=message_content
    )


class Tree(app_commands.CommandTree["Mirror"]):
    """Slash commands; whatever goes wrong in one ends in one clear sentence."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await self.client.router.explain(interaction, error)


class Mirror(commands.AutoShardedBot):
    """Everything that runs while the bot is connected. It owns its parts, not the store."""

    def __init__(
        self,
        store: Store,
        *,
        now_ms: Callable[[], int] | None = None,
        pause_s: tuple[float, float] = (2.0, 6.0),
        message_content: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(message_content=message_content),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=60.0,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            **options,
        )
        self.store = store
        self.now_ms = now_ms or (lambda: int(discord.utils.utcnow().timestamp() * 1000))
        self.wording = Wording(wording_files())
        self.router = Router(self.wording)
        self.service = MatchService(store, self.now_ms)
        self.hosting = Hosting(self.service.keeper)
        self.moderation = Moderation(self.service.keeper)
        self.fouls = Fouls(self.service, self.hosting)
        self.archive = Archive(store)
        self.ledger = Ledger(store, self.now_ms)
        self.memory = Memory(store, self.now_ms)
        self.settings = SettingsBook(store)
        self.languages = Languages(self, self.wording, self.settings, self.memory)
        self.courier = Courier(self, self.memory)
        self.silence = Silence(self, UndoBook(store, self.now_ms), self.wording)
        self.borrowed = BorrowedVoices(self, UndoBook(store, self.now_ms))
        self.silence.undo[WEBHOOK] = self.borrowed.put_back
        self.hush = Hush(self.wording)
        self.faces: dict[str, Face] = {}
        self.gallery = Gallery()
        self.stage = Stage(self)
        self.desk = Desk(self)
        self.lobby_starts = LobbyStarts(store, self.service, self.now_ms)
        self.lobby_ends = LobbyEnds(store, self.now_ms)
        self.lobbies = Lobbies(store, self.lobby_starts, self.now_ms)
        self.role_sets = RoleSets(store, self.now_ms)
        self.companions = Companions(self.service, pause_s)
        self.reminders = Reminders(self.service, self.now_ms, self._remind)
        self.voice = Voice(self, UndoBook(store, self.now_ms), self._floor, self._complain)
        self.silence.also.append(self.voice.put_back)
        self.overhearing: list[Overhear] = []
        self.tongues: list[Tongue] = []
        self.service.watchers += [self.stage.watch, self.companions.watch, self.reminders.watch, self.voice.watch]
        self._started = False
        self._trying: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        await self.languages.start_up()
        for cog in ("cogs.hidden_roles.cog", *(f"cogs.{name}.cog" for name in GAMES), *COGS):
            await self.load_extension(cog)
        self.add_listener(self.router.dispatch, "on_interaction")
        self.add_listener(self.languages.hear, "on_interaction")
        self.add_listener(self.voice.on_voice_state_update, "on_voice_state_update")
        await self._sync_commands()

    async def _sync_commands(self) -> None:
        """Tell Discord the commands only when they have changed since the last time (DISCORD 2.4)."""
        translator = CommandTranslator(self.wording)
        await self.tree.set_translator(translator)
        every = self.tree.get_commands()
        commands_ = [await command.get_translated_payload(self.tree, translator) for command in every]
        digest = hashlib.sha256(json.dumps(commands_, sort_keys=True, default=str).encode()).hexdigest()
        digest = f"{self.application_id}:{digest}"
        if await self.settings.commands_digest() == digest:
            return
        await self.tree.sync()
        await self.settings.note_commands(digest)
        log.info("commands_synced", count=len(commands_))

    async def on_ready(self) -> None:
        """Take everything up where it was left; once, however often Discord reconnects.

        What cannot be read now is tried again: a bot that is there and keeps no time would be worse than none.
        """
        if self._started:
            self.voice.look_everywhere()
            return
        self._started = True
        try:
            away = await self._take_everything_up()
        except (StoreTrouble, discord.DiscordException, OSError) as problem:
            log.error("not_taken_up", problem=str(problem), again_in_s=TAKE_UP_AGAIN_S)
            self._started = False
            asyncio.get_running_loop().call_later(TAKE_UP_AGAIN_S, self._try_again)
            return
        log.info("ready", servers=len(self.guilds), away_ms=away)

    async def _take_everything_up(self) -> int:
        """Undo what a crash left, start all clocks, deliver what is waiting. The time the bot was away, in ms."""
        undone = await self.silence.undo_all()
        away = await self.service.start_up()
        await self.hosting.start_up()
        await self.reminders.start_up()
        await self.stage.start_up(undone.channels)
        for match_id in await self.silence.left_over() if undone.failed else ():
            self.stage.poke(match_id)  # one that is over tries again from time to time
        await self.voice.start_up()
        for match_id in await self.archive.with_computers():
            self.companions.look_at(match_id)
        await self.memory.forget_absent()
        if not self._beat.is_running():
            self._beat.start()
        return away

    async def _remind(self, match_id: int, seat: int, question: int) -> None:
        await self.stage.remind(match_id, seat, question)

    def _try_again(self) -> None:
        if not self.is_closed():
            self._trying = asyncio.create_task(self.on_ready())

    @tasks.loop(seconds=HEARTBEAT_S)
    async def _beat(self) -> None:
        try:
            await self.service.beat()
        except StoreTrouble as problem:
            log.error("heartbeat_not_written", problem=str(problem))

    async def guild_settings(self, guild_id: int) -> GuildSettings:
        """What this server has set, or the defaults."""
        return await self.settings.read(guild_id)

    async def on_message(self, message: discord.Message, /) -> None:
        """Silence whoever may not speak, without reading what was said. Commands by text do not exist."""
        await self._hear(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Who may not speak may not put new words into an old message either.

        Discord tells of other changes, too (a link was unfolded, a message pinned): then nothing was written just now.
        """
        written = payload.message.edited_at
        if written is not None and self.now_ms() - written.timestamp() * 1000 < EDITED_JUST_NOW_MS:
            await self._hear(payload.message, edited=True)

    async def _hear(self, message: discord.Message, *, edited: bool = False) -> None:
        here = self.stage.places.get(message.channel.id)
        if not here or message.author.bot:
            return
        for match_id in sorted(here):  # games come to their end while this waits
            awake = await self.service.awake(match_id)
            seat = awake.seat_of(message.author.id)
            if seat is None or awake.over or awake.row.status == "paused":
                continue
            face = self.faces[awake.row.game]
            view = awake.match.view(SPECTATOR)
            speech = face.speech(view, seat)
            if speech == "floor" and (edited or self.voice.channel_of(match_id) is not None):
                continue  # with the floor kept by voice, whoever listens may write; and slips may be put right
            if speech != "free":
                if not edited:
                    self.silence.doors.note_writing(match_id, message.author.id)
                    for overhear in self.overhearing:
                        overhear(awake, seat, speech, message.id)
                phase = (match_id, awake.match.checkpoint, speech)
                await self.hush.on_message(message, speech, phase=phase, wording=self.stage.words_of(awake))
                return
            for tongue in self.tongues:
                if await tongue(awake, seat, message):
                    return

    async def close_doors(self, match_id: int, place: int) -> None:
        """Close the place of a match to those of its people who are to be kept out of it, as far as the server allows
        that, and open it to all others. Raises `Unreachable`."""
        awake = await self.service.awake(match_id)
        face, view = self.faces[awake.row.game], awake.match.view(SPECTATOR)
        speeches: dict[int, Speech] = {}
        if awake.row.status == "running":
            people = {row.user_id: seat for seat, row in awake.seats.items() if row.user_id is not None}
            speeches = {user_id: face.speech(view, seat) for user_id, seat in people.items()}
            asleep = [user_id for user_id, seat in people.items() if face.is_asleep(view, seat)]
            speeches.update(dict.fromkeys(asleep, "asleep"))
        kept = self.silence.doors.kept_from(match_id)
        silent = [one for one, speech in speeches.items() if one in kept or speech not in ("free", "night", "floor")]
        if not silent and not kept:
            return  # as nearly always
        channel = self.get_channel(awake.row.channel_id)
        channel_id = channel.parent_id if isinstance(channel, discord.Thread) else awake.row.channel_id
        settings = await self.guild_settings(awake.row.guild_id)
        for user_id in silent:
            if settings.silence != "delete" and await self._plays_elsewhere(match_id, user_id, channel_id):
                del speeches[user_id]  # a door closed for one game would keep him out of the other
        await self.silence.apply(
            match_id, awake.row.guild_id, channel_id, place, speeches, settings.silence,
            toads_croak=self.intents.message_content,
        )  # fmt: skip

    async def _plays_elsewhere(self, match_id: int, user_id: int, channel_id: int) -> bool:
        """Whether this person sits at another table of this channel."""
        others = [one for one in await self.archive.tables_of(user_id) if one != match_id]
        rows = [await self.archive.row(one) for one in others]
        return any(row.channel_id == channel_id for row in rows)

    async def _floor(self, match_id: int) -> Floor | None:
        """Who may speak in the voice channel of a match; everybody while it is paused. None when it is over."""
        try:
            awake = await self.service.awake(match_id)
        except Refused:
            return None
        if awake.over:
            return None
        seats = {row.user_id: seat for seat, row in awake.seats.items() if row.user_id is not None}
        if awake.row.status == "paused":
            return Floor(frozenset(seats), frozenset(seats))
        face, view = self.faces[awake.row.game], awake.match.view(SPECTATOR)
        speakers = frozenset(user_id for user_id, seat in seats.items() if face.speech(view, seat) == "free")
        return Floor(frozenset(seats), speakers)

    async def _complain(self, match_id: int, key: str) -> None:
        """Tell the host what the bot cannot do, in a DM; if that is closed, at the table."""
        awake = await self.service.awake(match_id)
        host = awake.row.host_id
        words = await self.languages.own(host, awake.row.guild_id)
        page = Page(panels=(), lines=(words.say(key, number=match_id),))
        try:
            nonce = f"{match_id}.v.{self.now_ms()}"
            await self.courier.direct(host, Outgoing(view=render(page)), nonce[:25])
        except (Undeliverable, Overloaded):
            self.stage.say(match_id, self.stage.words_of(awake).say(key, number=match_id))

    async def close(self) -> None:
        """Stop in good order: nothing new is begun, what is under way is finished, everything is on disk already."""
        self._beat.cancel()
        await self.voice.close()
        await self.companions.close()
        self.reminders.close()
        self.service.close()
        self.hosting.close()
        await self.stage.close()
        await self.courier.close()
        self.gallery.close()
        await super().close()
        await asyncio.sleep(0)
