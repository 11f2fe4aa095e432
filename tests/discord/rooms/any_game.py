"""What all rooms share: a match of any game on a simulated Discord, played by clicks and seen through people's eyes.

    room = Room(tmp_path, options, seed, people, seats)
    async with opened(room):
        await room.begin()
        await room.answers("ben", "night.investigate", "ann")                       # clicks ben's real panel in his DMs
        await room.until("day")
        assert "is** a Rumplestiltskin" in room.dm_text("ben")

The bot is the real `Mirror` with a real SQLite file, the clock is simcord's. Nothing of the product is changed: cards
are stacked by looking for a sealed seed that deals them, or by answering for chance.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import simcord
from language.any_game import NAMES, seat_of
from requests_of_bot import DEAD, Requests
from simcord.actors import _component_interaction
from simcord.results import to_discord_message
from structlog.processors import format_exc_info
from structlog.testing import capture_logs
from support.drawn_once import draws_at_once
from support.waiting import PATIENCE_S, sleeps_wait

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.questions import MIRROR, IllegalAnswer, Question
from bot.games import GAMES
from bot.matches import awake as awakening
from bot.matches import dealing
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.store import deliveries, journals, table_log, undo
from bot.store.database import Store
from bot.store.journals import AnnouncementRow, JournalRow
from bot.store.seating import NewSeat

COMPUTER = "Shadow"
ANSWERS_MOST = 1500
"""Answers after which a game that is played on is taken to be endless."""
Policy = Callable[[Question, Any], Any]
DAWN_OF_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""When every simulated Discord begins."""
PRIVATE_THREAD = 12
"""Discord's number for the kind of a private thread."""


# -- reading messages -------------------------------------------------------------------------------------------------


def parts(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Every component of a message, however nested, in the order they are seen."""
    for component in components:
        yield component
        yield from parts(component.get("components") or ())
        if isinstance(component.get("component"), dict):
            yield from parts([component["component"]])


class Seen:
    """A message as a person sees it."""

    def __init__(self, message: Any) -> None:
        self.message = message
        """simcord's own record; its `components` are as the bot sent them last."""

    @property
    def id(self) -> int:
        return int(self.message.id)

    @property
    def text(self) -> str:
        texts = [part["content"] for part in parts(self.message.components) if part.get("type") == 10]
        return "\n".join([self.message.content or "", *texts]).strip()

    @property
    def pictured(self) -> str:
        """What its pictures show, in their words."""
        return "\n".join(alts(self))

    @property
    def lines(self) -> list[str]:
        """What was told in this message, without the panels below it."""
        top = [part["content"] for part in self.message.components if part.get("type") == 10]
        return [line for text in top for line in text.split("\n") if line and not line.startswith("-#")]

    @property
    def controls(self) -> list[str]:
        return [part["custom_id"] for part in parts(self.message.components) if part.get("custom_id")]

    @property
    def labels(self) -> list[str]:
        return [part["label"] for part in parts(self.message.components) if part.get("type") == 2]

    @property
    def enabled(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        buttons = (part for part in parts(self.message.components) if part.get("type") == 2)
        return [part["label"] for part in buttons if not part.get("disabled")]

    def offered(self, custom_id: str) -> list[str]:
        """The values of a menu."""
        for part in parts(self.message.components):
            if part.get("custom_id") == custom_id:
                return [option["value"] for option in part.get("options") or ()]
        return []


def _root(error: BaseException) -> BaseException:
    return getattr(error, "original", error)


class Answered:
    """What one click or command led to, for the one who made it."""

    def __init__(self, room: Room, who: str, result: simcord.InteractionResult) -> None:
        self.room = room
        self.who = who
        self.result = result

    @property
    def modal(self) -> dict[str, Any] | None:
        return self.result.modal

    @property
    def seen(self) -> Seen:
        assert self.result.response is not None, f"{self.who} saw nothing: {self.result!r}"
        return Seen(self.result.response._message)

    @property
    def text(self) -> str:
        return self.seen.text

    @property
    def sentence(self) -> str:
        """The one thing that was said, to this person alone; what stood there already tells how often they pressed."""
        if self.result._interaction.response_kind == "deferred_update":
            return self._said_again()
        assert self.result.response is not None, f"{self.who} was told nothing"
        assert self.result.response.ephemeral, f"not for {self.who} alone: {self.text}"
        assert self.result.followups == []
        assert self.seen.controls == []
        assert self.text
        assert "\n" not in self.text
        return self.text

    def _said_again(self) -> str:
        """The sentence that was told when they pressed before; nothing else is new."""
        place = self.room.env.backend.messages[self.result._interaction.channel_id]
        told = [Seen(place[id]) for id in sorted(place) if place[id].visible_to(self.room.actor(self.who).user.id)]
        (sentence, times) = [one.text for one in told if "You have pressed" in one.text][-1].split("\n")
        assert times.startswith("-# You have pressed ")
        assert not self.result.followups
        return sentence


class Room:
    """One match of any game, on one channel of one server."""

    GAME: str
    ROLE_SET = "classic"
    COMPUTERS = "thoughtful"
    """The kind of the computer players, where there are some."""

    def __init__(self, tmp_path: Path, options: Any, seed: str, people: Sequence[str], seats: int) -> None:
        self.path = tmp_path / "mirror.db"
        self.options = options
        self.seed = seed
        self.names = NAMES[:seats]
        self.people = people
        self.match_id = 0
        self.closed: set[str] = set()
        """Who takes no direct messages."""
        self.locale = "en-US"
        """The server's language."""
        self.keeps_emojis = False
        """Whether hands are written with emojis of the bot's own, as they are where it really runs."""
        self.channel_ids: list[int] = []
        self._requests = Requests()
        self._ahead_ms = 0
        self.env: Any = None
        self.logs: list[Any] = []
        """What was logged, a dictionary each."""
        self.expected_in_log: set[str] = set()
        """Errors that this test brings about on purpose."""
        self.expected_problems: tuple[type[Exception], ...] = (Refused, IllegalAnswer)
        """A refusal is an answer; and what this test raises on purpose."""
        self._work: list[Callable[[], Awaitable[Any]]] = []
        self._results: list[Any] = []

    # -- building -----------------------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        """The simulated time, and how much later it is by the outages so far."""
        now = self.env.now() if self.env is not None else DAWN_OF_TIME
        return int(now.timestamp() * 1000) + self._ahead_ms

    async def new_mirror(self) -> Mirror:
        """A fresh process: its own store on the same file, its own bot."""
        self.store = await Store.open(self.path)
        mirror = Mirror(self.store, now_ms=self.now_ms, pause_s=(2.0, 4.0), shard_count=1)
        mirror.courier._opening_spacing = 0.0  # at every step of time all who wait would be looked at; see `tests/ui`
        draws_at_once(mirror.gallery)
        if self.keeps_emojis:
            mirror.keep_emojis()
        mirror.add_listener(self._backstage, "on_message")
        return mirror

    def build(self, env: simcord.Env, mirror: Mirror) -> None:
        self.env = env
        self.mirror = mirror
        self.guild = env.create_guild("Den", owner=env.create_user("boss"), preferred_locale=self.locale)
        self.room = self.guild.create_text_channel("market")
        self._wings = self.guild.create_text_channel("wings")
        self._prompter = self.person("prompter")
        self._actors = {name: self.person(name) for name in self.people}
        self._actors["prompter"] = self._prompter

    def person(self, name: str, **details: Any) -> simcord.MemberActor:
        return self.guild.add_member(self.env.create_user(name), **details)

    def newcomer(self, name: str, **details: Any) -> simcord.MemberActor:
        """Somebody of this server without a seat."""
        actor = self._actors[name] = self.person(name, **details)
        return actor

    def actor(self, name: str) -> simcord.MemberActor:
        return self._actors[name]

    async def _backstage(self, message: Any) -> None:
        if message.channel.id != self._wings.id:
            return
        work, self._work = self._work, []
        for one in work:
            self._results.append(await one())

    async def run(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Let the bot itself do something: only its own work lives on the virtual clock."""
        self._work, self._results = [work], []
        await self._prompter.send(self._wings, "go")
        return self._results[0] if self._results else None

    async def begin(self) -> None:
        """Deal, and let the first messages arrive."""
        seats = [
            NewSeat(seat_of(name), name, self.actor(name).user.id)
            if name in self.people
            else NewSeat(seat_of(name), f"{COMPUTER} {name}", None, self.COMPUTERS)
            for name in self.names
        ]
        host = self.actor(self.people[0]).user.id if self.people else self._prompter.user.id
        self.match_id = await self.run(
            lambda: self.mirror.service.create(
                GAMES[self.GAME], self.options, seats, guild_id=self.guild.id, channel_id=self.room.id,
                host_id=host, role_set=self.ROLE_SET, seed=self.seed,
            )
        )  # fmt: skip
        await self.time(3 * len(self.people) + 3)  # new direct-message channels are opened slowly

    async def restart(self, *, outage_s: float = 0) -> None:
        """The process dies and another one starts on the same file, `outage_s` later."""
        old_mirror, old_store = self.mirror, self.store
        self._ahead_ms += int(outage_s * 1000)
        self.mirror = await self.new_mirror()
        await self.env.restart_bot(self.mirror)
        await old_store.close()
        del old_mirror
        await self.time(2)

    async def time(self, seconds: float) -> None:
        await self.env.advance_time(seconds)

    def check_for_errors(self) -> None:
        """Every exception, and every error in the log, is a fault of the bot, unless it is expected."""
        problems = [error for error in self.env.errors if not isinstance(_root(error), self.expected_problems)]
        if problems:
            raise ExceptionGroup("the bot raised", problems)  # type: ignore[type-var]
        for line in self.logs:
            if line["log_level"] in ("error", "critical") and line["event"] not in self.expected_in_log:
                raise AssertionError(f"logged: {line}\n{line.get('exception', '')}")

    # -- the state, for finding buttons and for proving that nothing has changed --------------------------------------

    async def awake(self) -> Awake:
        return await self.mirror.service.awake(self.match_id)

    async def phase(self) -> str:
        return str(self._view(await self.awake()).phase)

    def _view(self, awake: Awake) -> Any:
        return awake.match.view(SPECTATOR)

    async def is_over(self) -> bool:
        return (await self.awake()).over

    async def until(self, *phases: str, seconds: float = 1000) -> str:
        """Let time pass until the game is in one of these phases."""
        left_s = seconds
        while left_s > 0:
            phase = await self.phase()
            if phase in phases:
                await self.time(2)
                return phase
            step_s = await self._uneventful_s()
            await self.time(step_s)
            left_s -= step_s
        raise AssertionError(f"still {await self.phase()}, not {phases}")

    async def _uneventful_s(self) -> int:
        """Seconds, in fives, that can pass at once: before the next clock runs out nothing happens at a table of people
        but what they do. A computer takes its own time."""
        awake = await self.awake()
        if awake.row.status != "running" or any(seat.player != "human" for seat in awake.seats.values()):
            return 5
        left_ms = min(awake.deadlines.values(), default=0) - self.mirror.time.play_ms()
        return max(5, left_ms // 5000 * 5)

    async def journal(self) -> list[JournalRow]:
        async with self.store.reading() as connection:
            return await journals.entries_of(connection, self.match_id)

    async def announced(self) -> list[AnnouncementRow]:
        async with self.store.reading() as connection:
            return await journals.announcements_of(connection, self.match_id)

    async def log(self) -> list[str]:
        async with self.store.reading() as connection:
            return [line.action for line in await table_log.lines_of(connection, self.match_id)]

    async def ledger(self) -> list[deliveries.DeliveryRow]:
        async with self.store.reading() as connection:
            return await deliveries.ledger(connection, self.match_id)

    async def to_undo(self) -> list[undo.UndoRow]:
        async with self.store.reading() as connection:
            return await undo.pending(connection)

    async def asked(self, name: str) -> list[str]:
        return [question.key for question in (await self.awake()).match.open_for(seat_of(name))]

    async def asked_for(self, key: str) -> list[str]:
        """Who is asked this now."""
        return [NAMES[question.seat - 1] for question in (await self.awake()).match.open if question.key == key]

    async def clocks(self) -> dict[str, int]:
        """The running clocks, and the seconds they have left."""
        awake = await self.awake()
        return {
            question.key: round((awake.deadlines[question.number] - self.mirror.time.play_ms()) / 1000)
            for question in awake.match.open
            if question.seat == MIRROR and question.number in awake.deadlines
        }

    async def alive(self) -> list[str]:
        return [NAMES[player.seat - 1] for player in self._view(await self.awake()).players if player.alive]

    # -- what is seen -------------------------------------------------------------------------------------------------

    @property
    def thread(self) -> simcord.ChannelHandle:
        """Where the game is played: the newest thread of the room, or the room itself where that is a thread."""
        made = self._threads(private=False)
        return made[-1] if made or self.env.backend.channels[self.room.id].parent_id is None else self.room

    @property
    def dead_rooms(self) -> list[simcord.ChannelHandle]:
        """The private threads of the market, oldest first."""
        return self._threads(private=True)

    def _threads(self, *, private: bool) -> list[simcord.ChannelHandle]:
        channels = self.env.backend.channels
        return [one for one in self.room.threads if (channels[one.id].type == PRIVATE_THREAD) == private]

    def inside(self, thread: simcord.ChannelHandle) -> set[str]:
        """The people who were added to a thread."""
        added = self.env.backend.channels[thread.id].thread_members
        return {name for name, actor in self._actors.items() if actor.user.id in added}

    def is_locked(self, thread: simcord.ChannelHandle | None = None) -> bool:
        return bool(self.mirror.get_channel((thread or self.thread).id).locked)  # type: ignore[union-attr]

    def dm(self, name: str) -> simcord.ChannelHandle:
        return self.actor(name).user.dm_channel

    def messages(self, channel: simcord.ChannelHandle | None = None, viewer: str | None = None) -> list[Seen]:
        """The messages of a channel, oldest first; with a viewer only those this person sees."""
        place = channel or self.thread
        sent = self.env.backend.messages.get(place.id, {})
        viewer_id = self.actor(viewer).user.id if viewer else None
        return [Seen(sent[id]) for id in sorted(sent) if viewer is None or sent[id].visible_to(viewer_id)]

    def texts(self, channel: simcord.ChannelHandle | None = None, viewer: str | None = None) -> list[str]:
        return [message.text for message in self.messages(channel, viewer)]

    def public(self) -> str:
        """Everything to be read where the game is played, by anybody."""
        return "\n".join(self.texts(self.thread, viewer="prompter"))

    def heard(self) -> str:
        """The same, and what a listener hears of the pictures there."""
        return "\n".join([self.public(), *(alt for one in self.messages(self.thread) for alt in alts(one))])

    def told(self, channel: simcord.ChannelHandle | None = None) -> list[str]:
        """Every line that was told in a channel, in order, boards and panels left out."""
        return [line for message in self.messages(channel) for line in message.lines]

    def dm_text(self, name: str) -> str:
        return "\n".join(self.texts(self.dm(name)))

    @property
    def board(self) -> Seen:
        """The newest public message with controls."""
        return [message for message in self.messages(self.thread, viewer="prompter") if message.controls][-1]

    def find(self, channel: simcord.ChannelHandle, custom_id: str, viewer: str | None = None) -> Seen:
        """The newest message with this control. Fails as a person would who cannot find the button."""
        for message in reversed(self.messages(channel, viewer)):
            if custom_id in message.controls:
                return message
        seen = [message.controls for message in self.messages(channel, viewer)][-3:]
        raise AssertionError(f"no control {custom_id} in {channel!r}; the newest have {seen}")

    def file(self, attachment: Mapping[str, Any]) -> bytes:
        """The content of an attached file."""
        stored = self.env.backend.cdn.get(attachment["url"])
        assert stored is not None
        return bytes(stored)

    # -- what people do -----------------------------------------------------------------------------------------------

    async def _as(
        self, who: str, act: Callable[[], Awaitable[simcord.InteractionResult]], on: Seen | None = None
    ) -> Answered:
        before = len(self.env.http_requests)
        try:
            return Answered(self, who, await act())
        finally:
            self._requests.note(range(before, len(self.env.http_requests)), who, on and on.message)

    def _hand(self, who: str, channel_id: int) -> Any:
        """In direct messages people act as users, in a server as its members."""
        actor = self.actor(who)
        return actor.user if channel_id == actor.user.dm_channel.id else actor

    def _real(self, message: Seen) -> Any:
        return to_discord_message(self.env, message.message)

    async def clicks(self, who: str, message: Seen, custom_id: str) -> Answered:
        hand = self._hand(who, message.message.channel_id)
        return await self._as(who, lambda: hand.click(self._real(message), custom_id=custom_id), message)

    async def presses(self, who: str, label: str, message: Seen | None = None) -> Answered:
        """Click a button by what stands on it; on the board unless another message is named."""
        shown = message or self.board
        hand = self._hand(who, shown.message.channel_id)
        return await self._as(who, lambda: hand.click(self._real(shown), label=label), shown)

    async def reads_on(self, who: str, shown: Answered) -> str:
        """Everything that a page says which is turned, from this one to the last."""
        told = [shown.text]
        while "More" in shown.seen.enabled:
            shown = await self.presses(who, "More", shown.seen)
            told.append(shown.text)
        return "\n".join(told)

    async def reads_text(self, who: str, message: Seen | None = None) -> str:
        """Everything that **Text** says, page after page; on the board unless another message is named."""
        shown = await self.presses(who, "Text", message)
        told = [shown.text]
        while "More" in shown.seen.enabled:
            shown = await self.presses(who, "More", shown.seen)
            told.append(shown.text)
        return "\n".join(told)

    async def chooses(self, who: str, message: Seen, custom_id: str, value: str) -> Answered:
        hand = self._hand(who, message.message.channel_id)
        return await self._as(who, lambda: hand.select(self._real(message), [value], custom_id=custom_id), message)

    async def writes(self, who: str, shown: Answered, text: str) -> Answered:
        """Fill in and send the form that was shown."""
        assert shown.modal is not None, f"{who} was shown no form"
        hand = self._hand(who, shown.result._interaction.channel_id)
        values = {"text": text} if text else {}
        return await self._as(who, lambda: hand.submit_modal(shown.result, values))

    async def says(
        self, who: str, command: str, channel: simcord.ChannelHandle | None = None, **options: Any
    ) -> Answered:
        """A slash command, in the game's thread unless another channel is named."""
        actor = self.actor(who)
        return await self._as(who, lambda: actor.slash(channel or self.thread, command, **options))

    async def rarely(self, who: str, channel: simcord.ChannelHandle | None = None) -> Answered:
        """What stands behind **More** on My seat."""
        seat = await self.says(who, "seat", channel)
        return await self.presses(who, "More …", seat.seen)

    async def chooses_on(
        self, who: str, command: str, whom: str, channel: simcord.ChannelHandle | None = None
    ) -> Answered:
        """A command chosen on a person, in the game's thread unless another channel is named."""
        actor, target = self.actor(who), self.actor(whom)
        return await self._as(who, lambda: actor.context_menu(channel or self.thread, command, target))

    async def autocompletes(self, who: str, command: str, option: str, value: str) -> list[str]:
        """What Discord proposes while an option is typed."""
        before = len(self.env.http_requests)
        found = await self.actor(who).autocomplete(self.thread, command, option, value)
        self._requests.note(range(before, len(self.env.http_requests)), who)
        return [choice["name"] for choice in found]

    def stamp(self, number: int) -> str:
        """When the bot's request of this number was made, where somebody has taken the time."""
        return ""

    def sent_to(self) -> dict[str, list[str]]:
        """Every request of the bot so far, by the one who can see its effect; `public` for what everybody sees, and
        `dead` for what stands in the room of the dead. Whom the bot looks up, nobody sees; it counts as public.

        Ids that Discord gives by itself, and the seed with its seal, are taken out; all other bytes are as sent.
        """
        dms = {actor.user.dm_channel.id: name for name, actor in self._actors.items()}
        dead = [one.id for one in self.dead_rooms]
        users = {actor.user.id: name for name, actor in self._actors.items()}
        return self._requests.by_reader(self.env.http_requests, dms | dict.fromkeys(dead, DEAD), users, self.stamp)

    async def forges(self, who: str, message: Seen, custom_id: str, values: Sequence[str] | None = None) -> Answered:
        """A click that no honest client would send: any `custom_id` on any message this person sees."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
        hand = self._hand(who, message.message.channel_id)
        return await self._as(who, lambda: _component_interaction(hand, message.message, data))

    # -- playing ------------------------------------------------------------------------------------------------------

    async def _question(self, who: str, key: str) -> tuple[Awake, Question]:
        awake = await self.awake()
        for question in awake.match.open_for(seat_of(who)):
            if question.key == key:
                return awake, question
        raise AssertionError(f"{who} is asked {await self.asked(who)}, not {key}")

    async def panel(self, who: str, key: str) -> tuple[Seen, str]:
        """The message in this person's DMs that asks this, and the beginning of its controls' ids."""
        awake, question = await self._question(who, key)
        place = f"{awake.id}:{awake.match.checkpoint}:{question.number}"
        for message in reversed(self.messages(self.dm(who))):
            if any(f":{place}" in control for control in message.controls):
                return message, place
        raise AssertionError(f"{who} got no panel for {key}: {self.texts(self.dm(who))[-2:]}")

    async def answers(self, who: str, key: str, value: str | None) -> Answered:
        """Click the real panel in the DMs: a name, a word like `peek`, or None for nothing."""
        message, place = await self.panel(who, key)
        if value in NAMES:
            return await self.chooses(who, message, f"mm:s:{place}", str(seat_of(value)))
        return await self.clicks(who, message, f"mm:a:{place}:{'-' if value is None else value}")

    async def occasion(self, key: str, nominee: str | None = None) -> str:
        open_ = (await self.awake()).match.open
        for question in open_:
            if question.key == key and (nominee is None or question.occasion.endswith(f".{seat_of(nominee)}")):
                return f"{self.match_id}:{question.occasion}"
        raise AssertionError(f"nobody is asked {key}, only {sorted({question.key for question in open_})}")

    async def on_board(self, who: str, kind: str, key: str, *more: str, nominee: str | None = None) -> Answered:
        """Press a button of the public board."""
        custom_id = ":".join(("mm", kind, await self.occasion(key, nominee), *more))
        return await self.clicks(who, self.find(self.thread, custom_id, "prompter"), custom_id)


class HandRoom(Room):
    """A room whose people hold cards: their panel is in direct messages, or behind My seat where those are closed."""

    COMPUTERS = "random"

    async def view(self, who: str | None = None) -> Any:
        """The table as this person sees it, or a bystander."""
        return (await self.awake()).match.view(SPECTATOR if who is None else seat_of(who))

    def first_choice(self, question: Question, view: Any) -> Any:
        """What is answered by somebody who only wants to go on."""
        return question.choices[0]

    async def act(self, who: str, question: Question, value: Any) -> None:
        """Answer by the controls that belong to this question."""
        await self.answers(who, question.key, value)

    def admit(self, name: str, actor: simcord.MemberActor) -> None:
        """Somebody of another server."""
        self._actors[name] = actor

    async def question(self, who: str, key: str) -> Question:
        return (await self._question(who, key))[1]

    async def turn(self) -> tuple[str, Question]:
        """Who is asked now, and what."""
        (question, *_) = (await self.awake()).match.open
        return NAMES[question.seat - 1], question

    async def panel(self, who: str, key: str) -> tuple[Seen, str]:
        """The newest message that asks this: in the DMs, or for whom they are closed behind My seat."""
        if who not in self.closed:
            return await super().panel(who, key)
        awake, question = await self._question(who, key)
        shown = await self.presses(who, "My seat")
        assert shown.result.response is not None
        assert shown.result.response.ephemeral
        return shown.seen, f"{awake.id}:{awake.match.checkpoint}:{question.number}"

    async def selects(self, who: str, message: Seen, custom_id: str, values: Sequence[str]) -> Answered:
        hand = self._hand(who, message.message.channel_id)
        real = self._real(message)
        return await self._as(who, lambda: hand.select(real, list(values), custom_id=custom_id), message)

    async def play_on(self, until: Callable[[Any], bool], policy: Policy | None = None) -> None:
        """Everybody acts by clicks until the game stands so; computers take their own time."""
        choose = policy or self.first_choice
        for _ in range(ANSWERS_MOST):
            awake = await self.awake()
            if awake.over or until(await self.view()):
                await self.time(2)
                return
            asked = [question for question in awake.match.open if NAMES[question.seat - 1] in self.people]
            if not asked:
                await self.time(5)
                continue
            who = NAMES[asked[0].seat - 1]
            await self.act(who, asked[0], choose(asked[0], await self.view(who)))
        raise AssertionError(f"it goes on for ever: {await self.view()}")


# -- a refusal --------------------------------------------------------------------------------------------------------


async def refused(room: Room, act: Awaitable[Answered]) -> str:
    """The click ends in exactly one sentence to this person alone, and nothing has changed. Returns the sentence."""
    journal, said = await room.journal(), await room.announced()
    public = room.texts(room.thread, viewer="prompter")
    answered = await act
    assert await room.journal() == journal
    assert await room.announced() == said
    await room.time(2)
    assert room.texts(room.thread, viewer="prompter") == public
    return answered.sentence


async def may_only_watch(room: Room, who: str) -> str:
    """My seat, pressed by somebody who has none: they are told so, to themselves alone, and watch. What they see."""
    journal, said = await room.journal(), await room.announced()
    answered = await room.presses(who, "My seat")
    assert await room.journal() == journal
    assert await room.announced() == said
    assert answered.result.response is not None
    assert answered.result.response.ephemeral
    assert answered.seen.labels[0] == "Look again"
    return answered.text


async def takes_offered_seat(room: Room, who: str) -> Answered:
    """Agree to the newest offer of a seat that stands where the game is played."""
    await room.time(2)
    offers = [
        (message, control)
        for message in room.messages(room.thread, who)
        for control in message.controls
        if control.startswith("mm:offer:")
    ]
    assert offers, "no seat is offered"
    answered = await room.clicks(who, *offers[-1])
    await room.time(2)
    return answered


async def until_over_with(room: Room, who: str, *, seconds: float) -> None:
    """Let time pass to the end of the game. This person does nothing but wake the table when it falls asleep."""
    for _ in range(int(seconds // 30)):
        if await room.is_over():
            return
        if (await room.awake()).row.status == "paused":
            await room.presses(who, "I am here")
        await room.time(30)
    raise AssertionError("it is not over yet")


async def turned_down(room: Room, act: Awaitable[Answered]) -> str:
    """As `refused`, after the board has come to rest."""
    await room.time(3)
    return await refused(room, act)


def buttons(message: Seen) -> dict[str, dict[str, Any]]:
    """Every button of a message by its id."""
    return {part["custom_id"]: part for part in parts(message.message.components) if part.get("type") == 2}


def without_times(text: str) -> str:
    """After a restart every clock runs out later, and boards and panels say so."""
    return re.sub(r"<t:\d+:R>", "", text)


def alts(message: Seen) -> list[str]:
    """The descriptions of the pictures in a message."""
    return [
        item["description"]
        for part in parts(message.message.components)
        if part.get("type") == 12
        for item in part["items"]
    ]


def close_messages(room: Room, name: str) -> None:
    """This person takes no direct messages from now on."""
    room.closed.add(name)
    path = f"/channels/{room.dm(name).id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages", times=None)


AnyRoom = TypeVar("AnyRoom", bound=Room)


# -- opening a room ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def opened(
    room: AnyRoom, closed: Iterable[str] = (), script: Mapping[str, Any] | None = None
) -> AsyncIterator[AnyRoom]:
    """A bot that runs for this room; at the end nothing may have gone wrong.

    closed   who takes no direct messages
    script   what chance answers, when a match is dealt and when it is woken; the rest is sealed
    """

    def chance(seed: str) -> ScriptedChance:
        return ScriptedChance(script or {}, SealedChance(seed))

    mirror = await room.new_mirror()
    try:
        with ExitStack() as stack:
            for module in (dealing, awakening) if script is not None else ():
                stack.enter_context(patch.object(module, "SealedChance", chance))
            room.logs = stack.enter_context(capture_logs(processors=[format_exc_info]))
            stack.enter_context(sleeps_wait())
            async with simcord.run(mirror, settle_timeout=PATIENCE_S, check_errors=False) as env:
                room.build(env, mirror)
                for name in closed:
                    close_messages(room, name)
                yield room
                room.check_for_errors()
    finally:
        await room.store.close()
