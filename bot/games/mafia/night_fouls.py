"""Talking at night is punished with disqualification, by whoever leads the table (R3-14).

By day fouls are heard over the floor (`floor`); at night nobody has it, and nothing less than leaving can be called.
"""

from __future__ import annotations

from bot.engine.questions import MIRROR, Rule, Seat, first_of, put
from bot.games.mafia.departures import judge
from bot.games.mafia.floor import NEVER, OUT, Decided, foul
from bot.games.mafia.table import MafiaTable
from bot.games.mafia.tonight import Tonight


class Disqualified(Exception):
    """Somebody has to leave in the middle of the night."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def listens(table: MafiaTable) -> list[Rule]:
    """What goes on beside the night's panels where somebody can be disqualified. It is asked in simulations too, where
    nobody answers: without it their chance would take another course, and seeds stand for other games."""
    return [listen(table)] if table.options.night_fouls and table.options.fouls != "off" else []


async def listen(table: MafiaTable) -> None:
    """The Mirror's own question: has anybody talked? Raises Disqualified."""
    choices = [[seat, OUT] for seat in table.living()]
    question = put(MIRROR, "foul", choices, within=NEVER, default=choices[0])
    seat, _ = (await first_of([question]))[1]
    raise Disqualified(seat)


def send_out(tonight: Tonight, seat: Seat) -> None:
    """They leave at once, and what they have chosen tonight is void. Raises Decided when that ends the game (R3-13)."""
    table = tonight.table
    foul(table, seat, OUT)
    tonight.forget(seat)
    table.picks.pop(seat, None)
    if judge(table):
        raise Decided
