"""The test language for a duel on a simulated Discord, played by clicks and seen through both duelists' eyes.

    async with duel_room(tmp_path, ann=["hobyah"]) as room:       # ann at seat 1 is dealt Hobyah; ben sits at seat 2
        await room.begin()
        await room.starts("ann")                                  # the chooser presses "ann begins" on the board
        await room.acts("ann", "duel.play", "hobyah")             # ann presses the button on her real panel
        await room.fight("ann")                                   # by clicks alone, until ann has won the contest

Whoever takes no direct messages presses My seat instead. What a duelist cannot know (the name to guess) the tests read
from the table; everything else they see as people do.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from language.any_game import NAMES, seat_of

from bot.engine.chance import SealedChance
from bot.engine.questions import CHANCE, Question, put
from bot.games.name_duel.cards import NAMES as FEY_NAMES
from bot.games.name_duel.options import HAND_SIZE, NameDuelOptions
from bot.games.name_duel.table import NameDuelTable
from bot.matches.awake import Awake
from bot.store import tallies
from bot.store.tallies import TallyRow, TallySeatRow
from rooms.any_game import Answered, Room, Seen, opened

CARDS = tuple(FEY_NAMES)
GUESSERS = ("drum_drum", "noggin", "rumpelstiltskin", "shenanigan", "tim_tit_tot")
"""Cards that end in a guess."""
TURN_S, REACTION_S = 120, 10


def dealt(seed: str) -> dict[str, list[str]]:
    """The decks this seed deals in the first game, by name: hand first, the secret name last."""
    chance = SealedChance(seed)
    decks = {}
    for number, name in enumerate(NAMES[:2], start=1):
        key = f"deal.deck.{number}"
        decks[name] = chance.draw(put(CHANCE, key, CARDS, "shuffle"), f"0|{number}|{key}")
    return decks


@cache
def _seed_for(hands: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    for number in count():
        seed = f"{number:064x}"
        decks = dealt(seed)
        if all(set(cards) <= set(decks[name][:HAND_SIZE]) for name, cards in hands):
            return seed
    raise AssertionError("unreachable")


class NameDuelRoom(Room):
    """One duel, on one channel of one server."""

    GAME = "name_duel"

    async def table(self) -> NameDuelTable:
        """What only the rules may see."""
        table = (await self.awake()).match._table
        assert isinstance(table, NameDuelTable)
        return table

    async def secret_name(self, name: str) -> str:
        return (await self.table()).duelist(seat_of(name)).secret_name

    async def wrong_name(self, name: str) -> str:
        """Some name that is not the secret name of this duelist."""
        secret = await self.secret_name(name)
        return next(card for card in CARDS if card != secret)

    def other(self, name: str) -> str:
        return "ben" if name == "ann" else "ann"

    # -- controls -----------------------------------------------------------------------------------------------------

    async def place(self, who: str, key: str) -> str:
        """The beginning of the ids of the controls of a question."""
        awake, question = await self._question(who, key)
        return f"{awake.id}:{awake.match.checkpoint}:{question.number}"

    async def shown(self, who: str, key: str) -> tuple[Seen, str]:
        """The panel on which this person is asked: the direct message, or My seat for who takes none."""
        if who not in self.closed:
            return await self.panel(who, key)
        place = await self.place(who, key)
        return (await self.presses(who, "My seat")).seen, place

    async def acts(self, who: str, key: str, *values: str | None) -> Answered:
        """Press the real controls; two values are two taps."""
        if key == "duel.start":
            return await self.starts(str(values[0]))
        panel, place = await self.shown(who, key)
        if key == "duel.guess":
            return await self.chooses(who, panel, f"mm:s:{place}", str(values[0]))
        if len(values) == 1:
            return await self.clicks(who, panel, f"mm:a:{place}:{'-' if values[0] is None else values[0]}")
        step = await self.clicks(who, panel, f"mm:order:{place}:{values[0]}")
        return await self.clicks(who, step.seen, f"mm:a:{place}:{values[0]}:{values[1]}")

    async def starts(self, who: str) -> Answered:
        """Whoever was chosen by lot lets `who` begin."""
        (chooser,) = await self.asked_for("duel.start")
        return await self.on_board(chooser, "o", "duel.start", str(seat_of(who)))

    # -- whole stretches of play --------------------------------------------------------------------------------------

    async def _next(self) -> tuple[Awake, Question | None]:
        """What a person is asked now, if anything."""
        awake = await self.awake()
        seats = {seat_of(name) for name in self.people}
        return awake, next((question for question in awake.match.open if question.seat in seats), None)

    async def step(self, winner: str) -> None:
        """Whoever is asked answers, so that the winner guesses right and the other one wrong."""
        _, question = await self._next()
        if question is None:
            await self.time(REACTION_S / 2)
            return
        who = NAMES[question.seat - 1]
        await self.acts(who, question.key, *await self._plan(who, question, winner))
        await self.time(2)

    async def _plan(self, who: str, question: Question, winner: str) -> Sequence[str | None]:
        key, choices = question.key, list(question.choices)
        if key == "duel.start":
            return [winner]
        if key == "duel.play":
            wanted = [card for card in choices if (card in GUESSERS) == (who == winner)]
            return [(wanted or choices)[0]]
        if key == "duel.guess":
            other = self.other(who)
            return [await (self.secret_name(other) if who == winner else self.wrong_name(other))]
        if key == "duel.react":
            return [None]
        if question.kind == "number":
            return [str(question.most)]
        if question.kind == "several":
            return [str(choice) for choice in choices[: question.most]]
        return [choices[0]]

    async def fight(self, winner: str, *, games: int | None = None) -> None:
        """Play on until the contest is over, or so many games have been won."""
        for _ in range(400):
            if await self.is_over() or (games is not None and await self.games_won() >= games):
                await self.time(3)
                return
            await self.step(winner)
        raise AssertionError("this duel does not end")

    async def has_won(self, times: int) -> None:
        """Ann has won so many duels against ben here before."""
        ann, ben = (self.actor(name).user.id for name in ("ann", "ben"))

        async def add(connection: Any) -> None:
            for match in range(1000, 1000 + times):
                row = TallyRow(match, self.guild.id, self.room.id, self.GAME, "classic", 2, ["seat 1"], match, "counts")
                seats = [
                    TallySeatRow(match, 1, ann, None, None, "won"),
                    TallySeatRow(match, 2, ben, None, None, "lost"),
                ]
                await tallies.add(connection, row, seats)

        await self.run(lambda: self.mirror.store.write(add))

    async def games_won(self) -> int:
        return len([line for line in await self.announced() if line.key == "game.won"])

    async def until_asked(self, who: str, key: str) -> None:
        """Play on, nobody winning, until somebody is asked this."""
        for _ in range(100):
            if key in await self.asked(who):
                return
            await self.step("nobody")
        raise AssertionError(f"{who} is never asked {key}")


@asynccontextmanager
async def name_duel_room(
    tmp_path: Path,
    *,
    computer: bool = False,
    closed: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    **hands: Sequence[str],
) -> AsyncIterator[NameDuelRoom]:
    """A server where ann and ben fight; with `computer`, ann and a computer player. `hands`: cards that are dealt."""
    defaults = {"turn_seconds": TURN_S, "reaction_seconds": REACTION_S}
    settings: Any = NameDuelOptions.model_validate({**defaults, **(options or {})})
    seed = _seed_for(tuple((name, tuple(cards)) for name, cards in sorted(hands.items())))
    room = NameDuelRoom(tmp_path, settings, seed, ["ann"] if computer else ["ann", "ben"], 2)
    async with opened(room, closed):
        yield room
