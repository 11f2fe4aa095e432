"""6 Rumpelstiltskin (a reconstruction)."""

from __future__ import annotations

from bot.games.name_duel.fey_name import FeyName, by_number
from bot.games.name_duel.guessing import guess
from bot.games.name_duel.turn import Turn


async def rumpelstiltskin(turn: Turn) -> None:
    """GUESS. If wrong, you may return one other card from your discard to your hand."""
    await guess(turn)
    table, me = turn.table, turn.table.duelist(turn.me)
    if not me.discard:
        return
    name = await turn.choose("rumpelstiltskin.regain", (*by_number(me.discard), None))
    if name is None:
        table.announce("card.not_regained", seat=turn.me)
        return
    me.discard.remove(name)
    me.hand.append(name)
    table.saw(turn.me, "regained", name)
    table.announce("card.regained", seat=turn.me, name=name)


CARD = FeyName(
    name="rumpelstiltskin",
    number=6,
    title="Rumpelstiltskin",
    text="GUESS. If you are wrong, you may take one other card from your discard back into your hand.",
    red="",
    action=rumpelstiltskin,
)
