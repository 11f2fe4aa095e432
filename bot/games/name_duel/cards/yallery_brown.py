"""10 Yallery Brown (a reconstruction)."""

from __future__ import annotations

from bot.games.name_duel.fey_name import FeyName, by_number
from bot.games.name_duel.turn import Turn

LOOK = "look"
LEAVE = "leave"


async def yallery_brown(turn: Turn) -> None:
    """You may look at the bottom card of your deck and exchange it with a card from your hand."""
    table, me = turn.table, turn.table.duelist(turn.me)
    if await turn.choose("yallery_brown.look", (LOOK, LEAVE)) == LEAVE:
        return
    table.announce("bottom.looked", seat=turn.me)
    table.tell((turn.me,), "bottom.is", name=me.secret_name)
    me.knows_bottom = True
    choices = (*by_number(me.hand), None)
    name = await turn.choose("yallery_brown.exchange", choices, values={"bottom": me.secret_name})
    me.knows_bottom = False
    if name is None:
        table.announce("bottom.kept", seat=turn.me)
        return
    me.hand.remove(name)
    me.hand.append(me.deck.pop())
    me.deck.append(name)
    table.saw(turn.me, "exchanged")
    table.announce("bottom.exchanged", seat=turn.me)


CARD = FeyName(
    name="yallery_brown",
    number=10,
    title="Yallery Brown",
    text="You may look at the bottom card of your deck and exchange it with a card from your hand.",
    red="",
    action=yallery_brown,
)
