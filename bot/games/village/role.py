"""What a role card is. Whatever a role asks, does and is stopped by stands in its file in `roles/`, in these terms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.engine.questions import Choice, Question, Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import Side
from bot.games.village.death import power_fails
from bot.games.village.hours import Hour
from bot.games.village.table import VillageTable
from bot.games.village.tonight import Tonight


@dataclass(frozen=True)
class LastAct:
    """What somebody still does who dies by day.

    key     of the question, which a dead person may answer
    by_day  asks it, and does what follows; who dies of it
    """

    key: str
    by_day: Callable[[VillageTable, Seat], Awaitable[list[Seat]]]


@dataclass(frozen=True)
class Role:
    """A role card.

    side         the side it is on; wins_with: the side it wins with as well, where that is another one
    hour         its place in the order of the night (R0-5); None: it does nothing at night
    asks         what its holder is asked: a Rumplestiltskin when the team has agreed on a victim, everybody else on the
                 night's first panel; None: nothing, and the holder notes a suspicion
    uses         what its choice does, in its hour
    wakes        what happens in its hour instead, where the holder is asked only then; it happens as long as the role
                 may be alive for all that people know
    asks_others  what others are asked on the first panel, for as long
    finds_out    it learns of a Rumplestiltskin by night, and can claim so by day
    once         the power can be used once a game
    last_act     what its holder still does who dies by day
    """

    name: str
    side: Side
    wins_with: Side | None = None
    hour: Hour | None = None
    asks: Asks[Tonight] | None = None
    uses: Callable[[Tonight, Seat, Choice], Awaitable[None]] | None = None
    wakes: Callable[[Tonight], Awaitable[None]] | None = None
    asks_others: Callable[[Tonight], list[Question]] | None = None
    finds_out: bool = False
    once: bool = False
    last_act: LastAct | None = None

    def wins_when(self, winner: str) -> bool:
        """Whether the card wins when this side has won."""
        return winner in (self.side, self.wins_with)

    def is_ready(self, table: VillageTable, seat: Seat) -> bool:
        """Whether this seat holds this card with its power unspent, and is awake."""
        player = table.players[seat]
        return player.role == self.name and not player.spent and not player.asleep

    def works(self, tonight: Tonight, me: Seat) -> bool:
        """Whether the power does anything that this seat tries: a jinx eats it, and its owner is told so (S0-10).

        A power of once a game is spent by it either way.
        """
        if power_fails(tonight.table, me):
            tonight.learns(me, "power.cancelled", role=self.name)
            return False
        if self.once:
            tonight.table.players[me].spent = True
        return True
