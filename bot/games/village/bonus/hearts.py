"""Who dies when somebody dies: Lovers and their beloved, the Third Wheel's crush, the Love spell (S0-27 to S0-29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.questions import Question, Seat, ask_all, timer
from bot.games.village.table import VillageTable

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
    quick = table.options.quick_nights
    if quick and not questions:
        return
    answers = await ask_all(questions, timer(clock, table.options.lovers_seconds), linger=not quick)
    for question, chosen in zip(questions, answers, strict=True):
        if chosen is not None:
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


def follow(table: VillageTable, dying: dict[Seat, set[str]], gone: Sequence[Seat]) -> None:
    """Add everybody whose heart breaks tonight to the dying, to the fixed point. `gone` are dead already."""
    waiting = [*sorted(dying), *gone]
    while waiting:
        for other, cause in tied_to(table, waiting.pop(0)):
            if other not in dying and other not in gone:
                dying[other] = {cause}
                waiting.append(other)


def _others(seats: Sequence[Seat], me: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != me)
