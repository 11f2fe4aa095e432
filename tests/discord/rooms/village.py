"""The test language of this shelf: a village on a simulated Discord, played by clicks and seen through people's eyes.

    async with village_square(tmp_path, ann="murderer", ben="sheriff") as square:   # ann at seat 1, ben at 2
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")                     # clicks ben's real panel in his DMs
        await square.until("day")
        assert "is** a Rumplestiltskin" in square.dm_text("ben")

The bot is the real `Mirror` with a real SQLite file, the clock is simcord's. Cards are stacked by looking for a sealed
seed that deals them, so nothing of the product is changed. People who are not named hold whatever is left of the cast.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import simcord
from simcord.actors import _component_interaction
from simcord.results import to_discord_message
from structlog.processors import format_exc_info
from structlog.testing import capture_logs
from support.waiting import PATIENCE_S, sleeps_wait

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.questions import MIRROR, IllegalAnswer, Question
from bot.games import GAMES
from bot.games.village.cards import RUMPLESTILTSKIN_NAMES
from bot.games.village.options import VillageOptions, cards_of
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.store import deliveries, journals, table_log, undo
from bot.store.database import Store
from bot.store.journals import AnnouncementRow, JournalRow
from bot.store.seating import NewSeat

NAMES = (
    "ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon",
    "kim", "leo", "mia", "ned", "oda", "pip", "quin", "ray", "sue", "tom",
)  # fmt: skip
"""Who sits where: ann at seat 1. Ann is the host."""
COMPUTER = "Shadow"
SECONDS = {
    "introduction_seconds": 60,
    "night_seconds": 60,
    "healing_seconds": 10,
    "huntsman_seconds": 10,
    "day_seconds": 600,
    "warning_seconds": 60,
    "vote_seconds": 60,
    "last_words_seconds": 10,
}
"""Clocks of the tables played here, unless a test sets its own."""
DAWN_OF_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""When every simulated Discord begins."""
EPHEMERAL = 64
"""Discord's flag of a message that one person sees."""


# -- stacking the deck ------------------------------------------------------------------------------------------------


def seat_of(name: str) -> int:
    return NAMES.index(name) + 1


def cast_of(seats: int, roles: Mapping[str, str], more: Mapping[str, int] | None = None) -> dict[str, int]:
    """A cast that holds these roles and fills up with `more` and villagers."""
    wanted = Counter(roles.values())
    team = sum(wanted.pop(name, 0) for name in RUMPLESTILTSKIN_NAMES)
    cast = {"rumplestiltskin": team, **wanted, **(more or {})}
    cast["villager"] = 0
    cast["villager"] = seats - sum(cast.values())
    return cast


def deal(seed: str, cast: Mapping[str, int]) -> dict[str, str]:
    """The cards this seed deals, by name: the two draws that `set_up` makes."""
    chance = SealedChance(seed)
    team = Question(0, "deal.cards", RUMPLESTILTSKIN_NAMES, "shuffle")
    pack = chance.draw(team, "0|1|deal.cards")[: cast["rumplestiltskin"]]
    cards = Question(0, "deal.roles", [*pack, *cards_of(dict(cast))], "shuffle")
    return dict(zip(NAMES, chance.draw(cards, "0|2|deal.roles"), strict=False))


@cache
def _seed_for(cast: tuple[tuple[str, int], ...], roles: tuple[tuple[str, str], ...]) -> str:
    for number in count():
        seed = f"{number:064x}"
        dealt = deal(seed, dict(cast))
        if all(dealt[name] == role for name, role in roles):
            return seed
    raise AssertionError("unreachable")


def seed_for(cast: Mapping[str, int], roles: Mapping[str, str]) -> str:
    """A seed under which these people hold these cards. The fewer ways there are to deal them, the longer it takes."""
    return _seed_for(tuple(cast.items()), tuple(sorted(roles.items())))


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

    def __init__(self, square: Square, who: str, result: simcord.InteractionResult) -> None:
        self.square = square
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
        """The one thing that was said, to this person alone."""
        assert self.result.response is not None, f"{self.who} was told nothing"
        assert self.result.response.ephemeral, f"not for {self.who} alone: {self.text}"
        assert self.result.followups == []
        assert self.seen.controls == []
        assert self.text
        assert "\n" not in self.text
        return self.text


class Square:
    """One match, on one channel of one server."""

    def __init__(self, tmp_path: Path, options: VillageOptions, seed: str, people: Sequence[str], seats: int) -> None:
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
        self.channel_ids: list[int] = []
        self.by_whom: dict[int, tuple[str, Seen | None]] = {}
        """Number of a request -> who had clicked when it was made, and on which message."""
        self._ahead_ms = 0
        self.env: Any = None
        self.logs: list[Any] = []
        """What was logged, a dictionary each."""
        self.expected_in_log: set[str] = set()
        """Errors that this test brings about on purpose."""
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
            else NewSeat(seat_of(name), f"{COMPUTER} {name}", None, "thoughtful")
            for name in self.names
        ]
        host = self.actor(self.people[0]).user.id if self.people else self._prompter.user.id
        self.match_id = await self.run(
            lambda: self.mirror.service.create(
                GAMES["village"], self.options, seats, guild_id=self.guild.id, channel_id=self.room.id,
                host_id=host, role_set="classic", seed=self.seed,
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
        """A refusal is an answer; every other exception, and every error in the log, is a fault of the bot."""
        problems = [error for error in self.env.errors if not isinstance(_root(error), Refused | IllegalAnswer)]
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
        """Let time pass until the village is in one of these phases."""
        for _ in range(int(seconds / 5)):
            phase = await self.phase()
            if phase in phases:
                await self.time(2)
                return phase
            await self.time(5)
        raise AssertionError(f"still {await self.phase()}, not {phases}")

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
            question.key: round((awake.deadlines[question.number] - self.now_ms()) / 1000)
            for question in awake.match.open
            if question.seat == MIRROR and question.number in awake.deadlines
        }

    async def alive(self) -> list[str]:
        return [NAMES[player.seat - 1] for player in self._view(await self.awake()).players if player.alive]

    # -- what is seen -------------------------------------------------------------------------------------------------

    @property
    def thread(self) -> simcord.ChannelHandle:
        return self.room.threads[-1]

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
            for number in range(before, len(self.env.http_requests)):
                self.by_whom[number] = (who, on)

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

    async def autocompletes(self, who: str, command: str, option: str, value: str) -> list[str]:
        """What Discord proposes while an option is typed."""
        before = len(self.env.http_requests)
        found = await self.actor(who).autocomplete(self.thread, command, option, value)
        for number in range(before, len(self.env.http_requests)):
            self.by_whom[number] = (who, None)
        return [choice["name"] for choice in found]

    def stamp(self, number: int) -> str:
        """When the bot's request of this number was made, where somebody has taken the time."""
        return ""

    def sent_to(self) -> dict[str, list[str]]:
        """Every request of the bot so far, by the one who can see its effect; `public` for what everybody sees.

        Ids that Discord gives by itself, and the seed with its seal, are taken out; all other bytes are as sent.
        """
        streams: dict[str, list[str]] = {"public": []} | {name: [] for name in self._actors}
        dms = {actor.user.dm_channel.id: name for name, actor in self._actors.items()}
        users = {actor.user.id: name for name, actor in self._actors.items()}
        for number, request in enumerate(self.env.http_requests):
            place = request.path.split("/")
            clicked = self.by_whom.get(number)
            line = bleached(f"{request.method} {request.path} {json.dumps([request.params, request.json])}")
            line = self.stamp(number) + line
            if place[1] == "channels":
                streams[dms.get(int(place[2]), "public")].append(line)
            elif request.path == "/users/@me/channels":
                streams[users[int(request.json["recipient_id"])]].append(line)
            elif place[1] in ("interactions", "webhooks") and clicked is not None:
                who, on = clicked
                streams[who].append(line)
                everybodys = on is not None and on.message.channel_id not in dms and not on.message.flags & EPHEMERAL
                if everybodys and request.json.get("type") in (6, 7):
                    streams["public"].append(line)
            elif place[1] not in ("applications", "oauth2"):
                raise AssertionError(f"for whom is {line}?")
        return streams

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

    async def introduces(self, who: str, alias: str | None) -> Answered:
        if alias is None:
            return await self.on_board(who, "o", "introduction", "-")
        return await self.writes(who, await self.on_board(who, "ow", "introduction"), alias)

    async def introduce_all(self) -> None:
        """Nobody gives an alias, and the first night falls."""
        for name in await self.asked_for("introduction"):
            if name in self.people:
                await self.introduces(name, None)
        await self.until("night")

    async def nominates(self, who: str, nominee: str, reason: str | None = None) -> Answered:
        custom_id = f"mm:os:{await self.occasion('day.call')}"
        shown = await self.chooses(who, self.find(self.thread, custom_id, "prompter"), custom_id, str(seat_of(nominee)))
        if shown.modal is None:
            return shown
        return await self.writes(who, shown, reason or "")

    async def nominates_as(self, who: str, seat: int, nominee: str) -> None:
        """A nomination by somebody who took over a seat."""
        awake = await self.awake()
        occasion = next(question.occasion for question in awake.match.open_for(seat) if question.key == "day.call")
        custom_id = f"mm:os:{awake.id}:{occasion}"
        board = self.find(self.thread, custom_id, "prompter")
        await self.writes(who, await self.chooses(who, board, custom_id, str(seat_of(nominee))), "")

    async def calls(self, who: str) -> Answered:
        return await self.on_board(who, "o", "day.call", "ready")

    async def call_the_vote(self) -> None:
        """Just enough of those who may call the vote do so."""
        for name in await self.asked_for("day.call"):
            if name in self.people and await self.asked_for("day.call"):
                await self.calls(name)
                await self.time(2)

    async def votes(self, who: str, what: str = "burn") -> Answered:
        return await self.on_board(who, "o", "day.vote", what)

    async def speaks(self, who: str, words: str | None) -> Answered:
        """Last words on the board."""
        if words is None:
            return await self.on_board(who, "o", "day.last_words", "-", nominee=who)
        return await self.writes(who, await self.on_board(who, "ow", "day.last_words", nominee=who), words)

    async def night(self, **plans: str | None) -> None:
        """Everybody alive answers the first panel: as planned by name, else nobody is suspected or touched.

        A team agrees when all its members plan the same; card powers and the late hours are left to the clocks.
        """
        for name in self.people:
            for key in await self.asked(name):
                if not key.startswith("night.") or key == "night.sacrifice" or name in self.closed:
                    continue
                if key == "night.victim":
                    if plans.get(name) is not None:
                        await self.answers(name, key, plans[name])
                elif key in ("night.watch", "night.murder", "night.jinx", "night.toad"):
                    await self.answers(name, key, None)
                else:
                    await self.answers(name, key, plans.get(name))
        await self.until("day", "over")

    async def burns(self, nominee: str, *, by: str | None = None) -> None:
        """A whole vote: one nomination, calls, and everybody votes to burn, as far as it takes."""
        nominator = by or next(name for name in await self.asked_for("day.call") if name in self.people)
        await self.nominates(nominator, nominee, "I dreamt it")
        await self.call_the_vote()
        await self.time(2)
        if nominee in await self.asked_for("day.last_words"):
            await self.speaks(nominee, None)
        for name in await self.asked_for("day.vote"):
            if name in self.people and await self.asked_for("day.vote"):
                await self.votes(name)
        await self.time(3)


# -- a refusal --------------------------------------------------------------------------------------------------------


async def refused(square: Square, act: Awaitable[Answered]) -> str:
    """The click ends in exactly one sentence to this person alone, and nothing has changed. Returns the sentence."""
    journal, said = await square.journal(), await square.announced()
    public = square.texts(square.thread, viewer="prompter")
    answered = await act
    assert await square.journal() == journal
    assert await square.announced() == said
    await square.time(2)
    assert square.texts(square.thread, viewer="prompter") == public
    return answered.sentence


def bleached(line: str) -> str:
    """A request without Discord's own ids, the sealed seed and its seal."""
    return re.sub(r"[0-9a-f]{64}", "<sealed>", re.sub(r"\d{15,20}", "<id>", line))


# -- opening a square -------------------------------------------------------------------------------------------------


@asynccontextmanager
async def village_square(
    tmp_path: Path,
    seats: int = 9,
    *,
    computers: Sequence[str] = (),
    more: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    cast: Mapping[str, int] | None = None,
    closed: Sequence[str] = (),
    **roles: str,
) -> AsyncIterator[Square]:
    """A server with so many seats taken, where these people hold these cards.

    computers  who is a computer player; more: further cards of the cast, dealt to anybody
    closed     who takes no direct messages
    """
    full = dict(cast) if cast is not None else cast_of(seats, roles, more)
    settings = VillageOptions.model_validate({**SECONDS, **(options or {}), "casts": {seats: full}})
    people = [name for name in NAMES[:seats] if name not in computers]
    square = Square(tmp_path, settings, seed or seed_for(full, roles), people, seats)
    mirror = await square.new_mirror()
    try:
        with capture_logs(processors=[format_exc_info]) as square.logs, sleeps_wait():
            async with simcord.run(mirror, settle_timeout=PATIENCE_S, check_errors=False) as env:
                square.build(env, mirror)
                for name in closed:
                    close_messages(square, name)
                yield square
                square.check_for_errors()
    finally:
        await square.store.close()


def close_messages(square: Square, name: str) -> None:
    """This person takes no direct messages from now on."""
    square.closed.add(name)
    path = f"/channels/{square.dm(name).id}/messages"
    square.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages", times=None)
