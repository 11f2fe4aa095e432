"""Deaths that follow a death: Lovers and their beloved, the Third Wheel's crush, the Love spell (S0-27 to S0-29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.questions import Question, Seat, timer
from bot.games.village.hours import Hour, secret_hour
from bot.games.village.table import VillageTable
from bot.games.village.tonight import Cause, Tonight

HEARTBREAK = "heartbreak"
CRUSH = "crush"


async def pair_up(table: VillageTable) -> None:
    """Before anybody else wakes on the first night, each Lovers holder chooses a beloved; then the Third Wheel is shown
    the pairs and chooses a crush among them (S0-27, S0-28, R0-4).

    Both hours last as long as the options say, whether or not anybody holds the cards.
    """
    if table.deck.get("lovers"):
        holders = table.holders("lovers")
        questions = [Question(seat, "night.beloved", _others(table.living(), seat)) for seat in holders]
        await _hour(table, "clock.lovers", questions)
    if table.deck.get("third_wheel"):
        paired = sorted({seat for pair in table.pairs for seat in pair})
        holders = [seat for seat in table.holders("third_wheel") if _others(paired, seat)]
        for seat in holders:
            table.learn(seat, "night.pairs", pairs=[sorted(pair) for pair in table.pairs])
        questions = [Question(seat, "night.crush", _others(paired, seat)) for seat in holders]
        await _hour(table, "clock.third_wheel", questions)


async def _hour(table: VillageTable, clock: str, questions: Sequence[Question]) -> None:
    """Ask these hearts, and tie the knots when the hour is over."""
    for question, chosen in await secret_hour(table, timer(clock, table.options.lovers_seconds), questions):
        ties = table.pairs if question.key == "night.beloved" else table.crushes
        ties.append([question.seat, chosen])
        table.learn(question.seat, f"{question.key}.chosen", beloved=chosen)


def tied_to(table: VillageTable, dead: Seat) -> Iterator[tuple[Seat, str]]:
    """The living whose hearts break with this death, and what it is called (R0-10). A crush pines for nobody."""
    for pair in (*table.pairs, *table.romances):
        if dead in pair:
            other = pair[0] if pair[1] == dead else pair[1]
            if table.player(other).alive:
                yield other, HEARTBREAK
    for wheel, crush in table.crushes:
        if wheel == dead and table.player(crush).alive:
            yield crush, CRUSH


def follow(tonight: Tonight) -> None:
    """Add everybody whose heart breaks tonight to the dying, to the fixed point; with the captured it breaks too."""
    waiting = [*sorted(tonight.dying), *tonight.captured]
    while waiting:
        for other, end in tied_to(tonight.table, waiting.pop(0)):
            if other not in tonight.dying and other not in tonight.captured:
                tonight.kill(other, Cause(end, Hour.HEARTBREAK))
                waiting.append(other)


def _others(seats: Sequence[Seat], me: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != me)
