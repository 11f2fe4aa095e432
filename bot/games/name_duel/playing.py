"""One turn: play exactly one card and do what it says (S1-5)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.fey_name import by_number
from bot.games.name_duel.table import GameWon, NameDuelTable
from bot.games.name_duel.turn import Turn


async def play_turn(table: NameDuelTable, me: Seat) -> None:
    """Play one card, perform its actions, put it face up into the discard (S1-5). Raises GameWon."""
    turn = Turn(table, me)
    table.phase, table.turn = "turn", me
    table.turns += 1
    table.announce("turn.begins", seat=me)
    hand = table.duelist(me).hand
    name = await turn.choose_card(by_number(hand)) if hand else draw_top_card(table, me)
    if name in hand:
        hand.remove(name)
        table.saw(me, "played", name)
        table.announce("card.played", seat=me, name=name)
    table.playing = name
    try:
        await NAMES[name].action(turn)
    finally:
        # Only now: during its own second guess it does not lie in the discard yet (R1-7).
        table.playing = None
        table.duelist(me).discard.append(name)


def draw_top_card(table: NameDuelTable, me: Seat) -> str:
    """With an empty hand the top card is drawn and played (S1-9). Raises GameWon when it was the last (S1-10, R1-6)."""
    duelist = table.duelist(me)
    name = duelist.deck.pop(0)
    table.saw(me, "drew_played", name)
    table.announce("card.drawn_and_played", seat=me, name=name)
    if not duelist.deck:
        duelist.discard.append(name)
        table.announce("deck.empty", seat=me)
        raise GameWon(table.other(me), "deck")
    return name
