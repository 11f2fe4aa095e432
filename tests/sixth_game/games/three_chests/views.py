"""What a seat may see: everything but where the coin lies, and that the hider alone."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.engine.rulebook import View
from bot.games.three_chests.table import ChestTable


class ChestView(View):
    """hidden: where the coin lies, for its hider alone; has_guessed: whose guess is in, not what it is."""

    seat: Seat
    found: tuple[tuple[Seat, int], ...]
    hider: Seat | None
    hidden: str | None
    has_guessed: tuple[Seat, ...]
    over: bool


def view(table: ChestTable, seat: Seat) -> ChestView:
    """The table as this seat (or SPECTATOR) sees it."""
    return ChestView(
        seat=seat,
        found=tuple(table.found.items()),
        hider=table.hider,
        hidden=table.hidden if seat == table.hider else None,
        has_guessed=tuple(sorted(table.guesses)),
        over=not table.hiders,
    )
