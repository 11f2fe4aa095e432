"""Hearts: who ties them on the first night, and the deaths that follow a death (S0-27 to S0-29)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.questions import Seat
from bot.games.village.bonus import BONUS, in_deck
from bot.games.village.hours import Hour
from bot.games.village.table import VillageTable
from bot.games.village.tonight import Cause, Tonight

TIES = sorted((card.tie for card in BONUS.values() if card.tie is not None), key=lambda tie: not tie.is_mutual)
"""Who is loved back comes first: somebody whom two ties take along ends by this one."""


async def pair_up(table: VillageTable) -> None:
    """Before anybody else wakes on the first night hearts are tied, card by card (R0-4)."""
    for card in in_deck(table):
        if card.first_night is not None:
            await card.first_night(table)


def tied_to(table: VillageTable, dead: Seat) -> Iterator[tuple[Seat, str]]:
    """The living whose hearts break with this death, and what it is called (R0-10)."""
    for tie in TIES if table.deck else ():
        for one, other in tie.between(table):
            if dead == one:
                follower = other
            elif dead == other and tie.is_mutual:
                follower = one
            else:
                continue
            if table.players[follower].alive:
                yield follower, tie.end


def follow(tonight: Tonight) -> None:
    """Add everybody whose heart breaks tonight to the dying, to the fixed point; with the captured it breaks too."""
    waiting = [*sorted(tonight.dying), *tonight.captured] if tonight.table.deck else []
    while waiting:
        for other, end in tied_to(tonight.table, waiting.pop(0)):
            if other not in tonight.dying and other not in tonight.captured:
                tonight.kill(other, Cause(end, Hour.HEARTBREAK))
                waiting.append(other)
