"""7 Shenanigan (S1-12, R1-8; the guess is a reconstruction)."""

from __future__ import annotations

from bot.games.name_duel.fey_name import FeyName
from bot.games.name_duel.guessing import guess
from bot.games.name_duel.turn import Turn

CARDS_SHOWN = 2


async def shenanigan(turn: Turn) -> None:
    """Reveal the top 2 cards of either deck, all if there are fewer, and put them back so. Then GUESS."""
    table = turn.table
    of = turn.me if await turn.choose("shenanigan.deck", ("own", "other")) == "own" else turn.other
    shown = table.duelist(of).deck[:CARDS_SHOWN]
    table.saw(of, "top", *shown)
    table.announce("deck.top_shown", by=turn.me, of=of, names=shown)
    await guess(turn)


CARD = FeyName(
    name="shenanigan",
    number=7,
    title="Shenanigan",
    text="Reveal the top 2 cards of your deck or of your opponent’s deck. Put them back in the same order. Then GUESS.",
    red="",
    action=shenanigan,
)
