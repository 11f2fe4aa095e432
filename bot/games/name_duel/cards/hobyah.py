"""4 Hobyah (a reconstruction)."""

from __future__ import annotations

from bot.games.name_duel.fey_name import FeyName, by_number
from bot.games.name_duel.turn import Turn

DRAWS_MOST = 2


async def hobyah(turn: Turn) -> None:
    """Draw up to 2 cards but never the last one; then put as many from your hand on top of your deck."""
    table, me = turn.table, turn.table.duelist(turn.me)
    most = min(DRAWS_MOST, len(me.deck) - 1)
    count = await turn.choose_number("hobyah.draw", 0, most) if most else 0
    drawn = me.deck[:count]
    del me.deck[:count]
    me.hand += drawn
    table.saw(turn.me, "drew", how_many=count)
    table.announce("cards.drawn", seat=turn.me, count=count)
    if not count:
        return
    table.tell((turn.me,), "card.drawn", names=drawn)
    for name in await turn.choose_several("hobyah.top", by_number(me.hand), count):
        me.hand.remove(name)
        me.deck.insert(0, name)
    table.saw(turn.me, "returned", how_many=count)
    table.announce("cards.returned", seat=turn.me, count=count)


CARD = FeyName(
    name="hobyah",
    number=4,
    title="Hobyah",
    text="Draw up to 2 cards, but never the last card of your deck. Then put as many cards from your hand on top of "
    "your deck, in any order.",
    red="",
    action=hobyah,
)
