"""What a Fable is to the rules: when it acts, of which kind it is, and how many copies lie in the deck."""

from __future__ import annotations

from typing import Literal

from bot.engine.questions import Seat
from bot.games.grimm_forest.card import BEFORE_COLLECTING, END_OF_GATHER, WHEN_REVEALED, Card
from bot.games.grimm_forest.table import GrimmForestTable, Played

Kind = Literal["plain", "monster", "next_turn", "unique"]

MOMENTS = (WHEN_REVEALED, BEFORE_COLLECTING, END_OF_GATHER)

PLAIN: Kind = "plain"
MONSTER: Kind = "monster"
NEXT_TURN: Kind = "next_turn"
UNIQUE: Kind = "unique"


class Fable(Card):
    """One of the 32 different Fables. `me` is who played it.

    kind              `monster`, `next_turn` and `unique` have a class of their own, with what all of them do
    when              the moment that is printed on it
    first_at_reveal   it acts before every other Fable is revealed (R2-4)
    """

    kind: Kind = PLAIN
    when: str = WHEN_REVEALED
    first_at_reveal: bool = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.when = next((moment for moment in (END_OF_GATHER, BEFORE_COLLECTING) if moment in vars(cls)), WHEN_REVEALED)

    @property
    def copies(self) -> int:
        """Advanced ones lie in the deck once (R2-2)."""
        return 1 if self.advanced else 2

    # -- in the round in which it is played ---------------------------------------------------------------------------

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        """Before any pig moves."""

    async def is_stopped(self, table: GrimmForestTable, card: Played) -> bool:
        """Whether somebody keeps it from acting."""
        return False

    async def before_collecting(self, table: GrimmForestTable, me: Seat) -> None:
        """After the pigs have moved."""

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        """After everybody has collected."""

    # -- in the next round: Next Turn Fables --------------------------------------------------------------------------

    async def start_of_next_round(self, table: GrimmForestTable, card: Played) -> None:
        """Before anybody chooses a card."""

    async def end_of_next_gather(self, table: GrimmForestTable, card: Played) -> None:
        """After everybody has collected; then it is discarded."""


FABLES: dict[str, Fable] = {}
"""Every Fable by name, in the order of the box; `cards` fills it from the files in `fables`."""


def is_monster(name: str) -> bool:
    return FABLES[name].kind == MONSTER
