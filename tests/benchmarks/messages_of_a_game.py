"""How many messages a person gets in a whole game, how many of them sound, and what a game asks of Discord.

    python -m tests.benchmarks.messages_of_a_game [--games 2] [GAME ...]

People alone play on a simulated Discord, only by clicks on what they see, chosen from a seed; a click falls every few
seconds. A message sounds where Discord notifies: a direct message that is not sent silently, and a message in the
game's thread that names the person. What changes in place, and what answers a click, is no message.

The least that a game could ask of Discord is: one public message for every step that says something to everybody, one
private message for everybody who is told or asked something by a step that was not their own click, one change of the
lock at each nightfall and dawn, one thread, and one opening of every person's direct messages.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from PIL import Image

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "discord")]

from benchmarks.ideal import Ideal, kind_of  # noqa: E402
from language.any_game import NAMES, seat_of  # noqa: E402
from requests_of_bot import EPHEMERAL  # noqa: E402
from rooms.any_game import Room, Seen, parts  # noqa: E402
from rooms.grimm_forest import grimm_forest_room  # noqa: E402
from rooms.mafia import mafia_room  # noqa: E402
from rooms.name_duel import name_duel_room  # noqa: E402
from rooms.trumplestiltskin import trumplestiltskin_room  # noqa: E402
from rooms.village import village_square  # noqa: E402

from bot.engine.questions import Question  # noqa: E402
from bot.games import GAMES  # noqa: E402
from bot.games.grimm_forest.values import UNDO  # noqa: E402
from bot.games.village.options import ROLE_SETS as VILLAGES  # noqa: E402
from bot.ui.panels import token  # noqa: E402
from bot.ui.pictures.gallery import Gallery, encoded  # noqa: E402

SILENT = 4096
"""Discord's flag of a message that notifies nobody."""
ANSWERS_MOST = 2
"""How often one person answers one question that stays open, such as the team's victim."""
CHOICES_MOST = 4
"""How often one person tries a menu whose choices are refused; a button that leads to nothing is pressed once."""
AT_ONCE = 3
"""So many people who are asked something act one after the other; of more, several think at the same time."""
MENUS = (3, 5, 6, 7, 8)
SENTENCE = "I saw nothing."
FORMS = ("w", "ow")
"""The kinds of buttons that open a form, in which one writes."""
BLANK = encoded(Image.new("RGB", (8, 8)))
"""Stands for every picture: nobody here looks at one."""
Opens = Callable[[Path, str], AbstractAsyncContextManager[Any]]


def usual(game: str, **other: Any) -> dict[str, Any]:
    """The options of the role set that is played when nobody chooses."""
    options = GAMES[game].role_sets[0].options
    return {**options.model_dump(exclude={"casts"}), **other}


def village(folder: Path, seed: str) -> AbstractAsyncContextManager[Any]:
    cast = VILLAGES[0].options.casts[12]
    options = usual("village", day_seconds=300, night_seconds=75)  # a game of people who have all the time takes long
    return village_square(folder, 12, seed=seed, cast=cast, options=options)


TABLES: Mapping[str, Opens] = {
    "village": village,
    "mafia": lambda folder, seed: mafia_room(folder, 10, seed=seed, options=usual("mafia")),
    "name_duel": lambda folder, seed: name_duel_room(folder, options=usual("name_duel")),
    "grimm_forest": lambda folder, seed: grimm_forest_room(
        folder, 3, starter=None, seed=seed, options=usual("grimm_forest")
    ),
    "trumplestiltskin": lambda folder, seed: trumplestiltskin_room(
        folder, 3, seed=seed, options=usual("trumplestiltskin")
    ),
}


@dataclass(frozen=True)
class Press:
    """One control that answers an open question of this person."""

    who: str
    checkpoint: int
    question: Question
    message: Seen
    control: Mapping[str, Any]

    @property
    def custom_id(self) -> str:
        return str(self.control["custom_id"])

    @property
    def tried(self) -> tuple[str, int, int, str]:
        return self.who, self.question.number, self.message.id, self.custom_id

    @property
    def leads_on(self) -> bool:
        """Whether this is one of the answers: not a card that cannot be played, nor a way back."""
        _, kind, *_, last = self.custom_id.split(":")
        if self.control["type"] in MENUS or kind in FORMS or self.question.kind in ("number", "text"):
            return True
        return last != UNDO and last in map(token, self.question.choices)


class Evening:
    """People who answer what they see, one after the other. What leads to nothing they do not count as an answer, and
    try something else, so that no clock runs out while somebody can be seen to act."""

    def __init__(self, room: Room, rng: Random, ideal: Ideal) -> None:
        self.room = room
        self.rng = rng
        self.ideal = ideal
        self.answered: Counter[tuple[str, int, int]] = Counter()
        self.in_vain: Counter[tuple[str, int, int, str]] = Counter()

    async def play(self) -> None:
        while not await self.room.is_over():
            presses = list(await self.presses())
            if not presses:
                await self.room.time(5)
                continue
            one = self.rng.choice(presses)
            self.ideal.clicker = seat_of(one.who)
            await self.press(one)
            self.ideal.clicker = 0
            await self.room.time(self.rng.uniform(1.5, 4) * AT_ONCE / max(AT_ONCE, await self.asked()))
        await self.room.time(15)

    async def asked(self) -> int:
        """How many people are asked something now: each of them needs a few seconds, all at the same time."""
        return len({one.seat for one in (await self.room.awake()).match.open if one.seat > 0})

    async def presses(self) -> list[Press]:
        """One question of each person who is asked something, by all its controls."""
        awake = await self.room.awake()
        asked = [one for one in awake.match.open if one.seat > 0]
        self.rng.shuffle(asked)
        for question in asked:
            who = NAMES[question.seat - 1]
            if self.answered[who, awake.match.checkpoint, question.number] < ANSWERS_MOST:
                found = list(self.controls(who, question, awake.match.checkpoint))
                if found:
                    return [one for one in found if one.leads_on] or found
        return []

    def controls(self, who: str, question: Question, checkpoint: int) -> Iterator[Press]:
        """What this person can press to answer this: in their direct messages, or on the board."""
        own = f"{self.room.match_id}:{checkpoint}:{question.number}"
        shared = f"{self.room.match_id}:{question.occasion}"
        beginnings = tuple(f"mm:{kind}:{own}" for kind in ("a", "s", "w", "order"))
        beginnings += tuple(f"mm:{kind}:{shared}" for kind in ("o", "os", "ow"))
        for place in (self.room.dm(who), self.room.thread):
            for message in reversed(self.room.messages(place, who)[-8:]):
                found = [one for one in parts(message.message.components) if is_one_of(one, beginnings)]
                yield from filter(self.may_help, (Press(who, checkpoint, question, message, one) for one in found))
                if found:
                    return

    def may_help(self, one: Press) -> bool:
        """Whether this has not been tried in vain often enough."""
        return self.in_vain[one.tried] < (CHOICES_MOST if one.control["type"] in MENUS else 1)

    async def press(self, one: Press) -> None:
        """Press or choose; a form that opens is filled in, and of an order the next is pressed."""
        before = len(await self.room.journal())
        if one.control["type"] in MENUS:
            answered = await self._select(one)
        else:
            answered = await self.room.clicks(one.who, one.message, one.custom_id)
        if answered.modal is not None:
            answered = await self.room.writes(one.who, answered, self._written(one.question))
        since = (await self.room.journal())[before:]
        if any(entry.seat == one.question.seat for entry in since):
            self.answered[one.who, one.checkpoint, one.question.number] += 1
        else:
            self.in_vain[one.tried] += 1

    def _written(self, question: Question) -> str:
        """What somebody writes into the form of this question."""
        return str(self.rng.randint(question.least, question.most)) if question.kind == "number" else SENTENCE

    async def _select(self, one: Press) -> Any:
        room, least = self.room, int(one.control.get("min_values", 1))
        values = [option["value"] for option in one.control["options"]]
        chosen = self.rng.sample(values, self.rng.randint(max(1, least), int(one.control.get("max_values", 1))))
        hand = room._hand(one.who, one.message.message.channel_id)
        real = room._real(one.message)
        return await room._as(one.who, lambda: hand.select(real, chosen, custom_id=one.custom_id), one.message)


def is_one_of(control: Mapping[str, Any], beginnings: tuple[str, ...]) -> bool:
    ident = str(control.get("custom_id", ""))
    return not control.get("disabled") and any(f"{ident}:".startswith(f"{one}:") for one in beginnings)


def heard(room: Room) -> dict[str, Counter[str]]:
    """Of every person: messages in the thread, of which these call them; direct messages, of which these sound."""
    public = [one.message for one in room.messages(room.thread, room.people[0]) if not one.message.flags & EPHEMERAL]
    counted = {}
    for name in room.people:
        direct = [one.message for one in room.messages(room.dm(name)) if not one.message.flags & EPHEMERAL]
        me = f"<@{room.actor(name).user.id}>"
        calling = [one for one in public if me in Seen(one).text and not one.flags & SILENT]
        counted[name] = Counter(
            public=len(public), calling=len(calling), direct=len(direct),
            sounding=sum(not one.flags & SILENT for one in direct),
        )  # fmt: skip
    return counted


async def one_game(game: str, number: int) -> tuple[Counter[str], float]:
    """What the people got, all together, divided by how many they are; and the requests to the least."""
    with TemporaryDirectory() as folder, patch.object(Gallery, "_encoded", lambda *_: BLANK):
        async with TABLES[game](Path(folder), f"{number:064x}") as room:
            ideal = Ideal(room)
            room.mirror.service.watchers.insert(0, ideal.watch)
            before = len(room.env.http_requests)
            await room.begin()
            await Evening(room, Random(number), ideal).play()
            requests = Counter(map(kind_of, room.env.http_requests[before:]))
            least, seen, told = await ideal.least(), await ideal.seen_on_the_board(), heard(room)
            decisions = [one for one in await room.journal() if one.seat > 0]
    late = sum(one.interaction_id is None for one in decisions)
    clicks = sum(count for kind, count in requests.items() if "/interactions/" in kind)
    requests = Counter({kind: count for kind, count in requests.items() if "/interactions/" not in kind})
    ratio = sum(requests.values()) / sum(least.values())
    print(
        f"{game} {number}: {len(told)} people, {len(decisions)} decisions, {late} of a clock, {clicks} clicks answered"
    )
    for kind, count in requests.most_common():
        print(f"  {count:5}  {kind}")
    print("  least: " + ", ".join(f"{count} {name}" for name, count in least.items()))
    shown = sum(requests.values()) / (sum(least.values()) + seen)
    print(
        f"  {sum(requests.values())} requests, {sum(least.values())} at the least: {ratio:.2f} times; with an edit for "
        f"each of {seen} steps that everybody sees on the board alone: {shown:.2f} times"
    )
    total: Counter[str] = sum(told.values(), Counter())
    print("  per person: " + ", ".join(f"{kind} {count / len(told):.1f}" for kind, count in total.items()))
    return Counter({kind: round(100 * count / len(told)) for kind, count in total.items()}), ratio


async def main(names: list[str], games: int) -> None:
    lines = []
    for game in names or TABLES:
        told: Counter[str] = Counter()
        ratios = []
        for number in range(1, games + 1):
            heard_of, ratio = await one_game(game, number)
            told += heard_of
            ratios.append(ratio)
        mean = {kind: count / 100 / games for kind, count in told.items()}
        sounding = mean.get("sounding", 0) + mean.get("calling", 0)
        lines.append(
            f"| {game} | {mean['public'] + mean['direct']:.1f} | {mean['public']:.1f} | {mean['direct']:.1f} "
            f"| {sounding:.1f} | {sum(ratios) / games:.2f} |"
        )
    print("| game | messages | in the thread | direct | sounding | requests to the least |\n|---|---|---|---|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=2)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.names, arguments.games))
