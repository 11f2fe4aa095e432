"""What a whole game of 12 people asks of Discord, next to the least it could.

    python -m tests.benchmarks.requests_of_a_game [--games 2]

Twelve people play on a simulated Discord, only by clicking; what they choose comes from the thoughtful computer player,
and a click falls every few seconds. Counted are all requests of the bot by kind. The least possible is: one public
message for every step of the game that says something to everybody, one private message for everybody who is told or
asked something by a step that was not his own click (a click is answered by its callback), one change of the lock at
each nightfall and dawn, one thread, and one opening of every person's direct messages. Callbacks are answers, not
requests of the bot's own, and are listed apart.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "discord")]

from benchmarks.ideal import Ideal, kind_of  # noqa: E402
from language.any_game import NAMES, seat_of  # noqa: E402
from rooms.village import Square, village_square  # noqa: E402

from bot.engine.questions import Question  # noqa: E402
from bot.games.village.options import ROLE_SETS  # noqa: E402
from bot.players import player_for  # noqa: E402

SEATS = 12
PICKS_MOST = 2
"""How often one person changes the team's victim in a night."""
CALLBACK = "POST /interactions/<id>/<token>/callback"
SHORT = ("day_seconds", 300), ("night_seconds", 75)


class Evening:
    """Twelve people and their clicks."""

    def __init__(self, square: Square, rng: Random) -> None:
        self.square = square
        self.rng = rng
        self.picks: Counter[tuple[int, int]] = Counter()

    async def play(self, ideal: Ideal) -> None:
        while not await self.square.is_over():
            question = await self.next_question()
            if question is None:
                await self.square.time(5)
                continue
            ideal.clicker = question.seat
            await self.answer(question)
            ideal.clicker = 0
            await self.square.time(self.rng.uniform(1.5, 4))
        await self.square.time(10)

    async def next_question(self) -> Question | None:
        awake = await self.square.awake()
        asked = [question for question in awake.match.open if question.seat > 0 and self.may(question)]
        return self.rng.choice(asked) if asked else None

    def may(self, question: Question) -> bool:
        return question.key != "night.victim" or self.picks[self._night(), question.seat] < PICKS_MOST

    def _night(self) -> int:
        awake = self.square.mirror.service.keeper._awake[self.square.match_id]
        return awake.match.checkpoint

    async def answer(self, question: Question) -> None:
        square, who, key = self.square, NAMES[question.seat - 1], question.key
        awake = await square.awake()
        view = awake.match.view(question.seat)
        value = player_for("village", "thoughtful", self.rng).answer(question, lambda: view)
        if key == "introduction":
            await square.introduces(who, None)
        elif key == "day.call":
            if value[0] == "ready":
                await square.calls(who)
            else:
                await square.nominates(who, NAMES[value[0] - 1])
        elif key == "day.vote":
            await square.votes(who, value)
        elif key == "day.last_words":
            await square.speaks(who, None)
        elif key == "huntsman.shot" and await square.phase() not in ("night", "dawn"):
            custom = f"mm:os:{await square.occasion(key)}"
            board = square.find(square.thread, custom, who)
            await square.chooses(who, board, custom, "-" if value is None else str(value))
        else:
            self.picks[self._night(), question.seat] += 1
            await square.answers(who, key, NAMES[value - 1] if isinstance(value, int) else value)
        assert seat_of(who) == question.seat


async def one_game(number: int) -> float:
    options = {**ROLE_SETS[0].options.model_dump(exclude={"casts"}), **dict(SHORT)}
    cast = ROLE_SETS[0].options.casts[SEATS]
    with TemporaryDirectory() as folder:
        async with village_square(Path(folder), SEATS, options=options, cast=cast, seed=f"evening {number}") as square:
            ideal = Ideal(square)
            square.mirror.service.watchers.insert(0, ideal.watch)
            before = len(square.env.http_requests)
            await square.begin()
            await Evening(square, Random(number)).play(ideal)
            requests = Counter(map(kind_of, square.env.http_requests[before:]))
            least = await ideal.least()
            rounds = (await square.awake()).match.checkpoint
    callbacks = requests.pop(CALLBACK, 0)
    made, needed = sum(requests.values()), sum(least.values())
    print(f"game {number}: {SEATS} people, {rounds} rounds, {callbacks} clicks answered by callbacks")
    for kind, count in requests.most_common():
        print(f"  {count:5}  {kind}")
    print("  least: " + ", ".join(f"{count} {name}" for name, count in least.items()))
    print(f"  {made} requests, {needed} at the least: {made / needed:.2f} times")
    return made / needed


async def main(games: int) -> None:
    ratios = [await one_game(number) for number in range(1, games + 1)]
    print(f"on the average {sum(ratios) / len(ratios):.2f} times the least")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    asyncio.run(main(parser.parse_args().games))
