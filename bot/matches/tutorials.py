"""Tutorials under way: a person alone among computers, in a game whose deck was stacked so that much is met soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Game, Options
from bot.engine.tutorials import LEARNER, SEED, Tutorial
from bot.matches.bars import TableAt, check_not_barred
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.store import matches
from bot.store.database import Store
from bot.store.matches import MatchRow
from bot.store.seating import NewSeat, Player

NAME: Final = "tutorial"
"""What stands in the place of a role set."""
COMPUTER: Final[Player] = "easy"
"""How the computers play against somebody who learns."""


def is_tutorial(row: MatchRow) -> bool:
    """Whether the deck of this match was stacked for somebody who learns."""
    return row.seed.startswith(SEED)


def tutorial_of(match: MatchSnapshot) -> Tutorial | None:
    """What is explained in this match; None in any other than a tutorial."""
    return match.game.tutorial if is_tutorial(match.row) else None


def led_answer(match: MatchSnapshot, question: Question) -> Value | None:
    """What a computer answers this in a tutorial so that a first game is kind; None where it thinks for itself."""
    tutorial = tutorial_of(match)
    return None if tutorial is None else tutorial.lead(question, match.view(LEARNER))


def tutorial_in(game: Game) -> Tutorial:
    """The tutorial of this game. Raises Refused where there is none."""
    if game.tutorial is None:
        raise Refused("no_tutorial")
    return game.tutorial


def options_of(game: Game) -> Options:
    """How this game is played by somebody who learns it. Raises Refused where there is no tutorial."""
    return game.options.model_validate(dict(tutorial_in(game).options))


class Tutorials:
    """Begins tutorials. Like any match they are durable, and can be left at any time."""

    def __init__(self, store: Store, service: MatchService, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._service = service
        self._now_ms = now_ms
        self._about_to_begin: set[tuple[int, int, str]] = set()
        """Server, person and game, while a place is made ready."""

    async def under_way(self, guild_id: int, user_id: int, game: Game) -> list[MatchRow]:
        """This person's tutorials in this game that are not over, in this server, the newest first."""
        async with self._store.reading() as connection:
            rows = await matches.matches_of_user(connection, user_id)
        return [row for row in reversed(rows) if (row.guild_id, row.game) == (guild_id, game.name) and is_tutorial(row)]

    async def check_welcome(self, guild_id: int, user_id: int) -> None:
        """Raises Refused for somebody who may not play in this server."""
        table = TableAt(guild_id, user_id)
        async with self._store.reading() as connection:
            await check_not_barred(connection, table, user_id, by=user_id, now_ms=self._now_ms())

    @contextmanager
    def once(self, guild_id: int, user_id: int, game: Game) -> Iterator[None]:
        """A tutorial of this person begins in here: whoever presses twice gets one. Raises Refused meanwhile."""
        learning = (guild_id, user_id, game.name)
        if learning in self._about_to_begin:
            raise Refused("tutorial_begins")
        self._about_to_begin.add(learning)
        try:
            yield
        finally:
            self._about_to_begin.discard(learning)

    async def begin(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        game: Game,
        computers: Sequence[str],
        *,
        parent_id: int | None = None,
    ) -> int:
        """A new tutorial for this person, among computers of these names; the number of its match. `parent_id`: the
        channel of the thread in which it is given. Raises Refused."""
        tutorial = tutorial_in(game)
        options = options_of(game)
        return await self._service.create(
            game,
            options,
            _seats(tutorial, user_id, name, computers),
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            host_id=user_id,
            role_set=NAME,
            seed=tutorial.seed,
        )


def _seats(tutorial: Tutorial, user_id: int, name: str, computers: Sequence[str]) -> list[NewSeat]:
    """The learner, and a computer of another name on every other seat."""
    others = [one for one in computers if one.casefold() != name.casefold()][: tutorial.seats - 1]
    learner = NewSeat(LEARNER, name, user_id, "human")
    return [learner, *(NewSeat(seat, other, None, COMPUTER) for seat, other in enumerate(others, start=LEARNER + 1))]
