"""The bonus deck: a card for everybody, one redraw, and the traits are turned up (S0-24, S0-25)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask_all, draw, put, shuffle, timer
from bot.games.village.bonus import BONUS
from bot.games.village.options import bonus_deck
from bot.games.village.table import VillageTable

KEEP = "keep"
REDRAW = "redraw"


async def deal_bonus(table: VillageTable) -> None:
    """One card for each seat, told to it alone. Nobody knows yet who holds what, not even the traits."""
    table.deck = bonus_deck(table.options.bonus, len(table.players))
    if not table.deck:
        return
    table.announce("bonus.begins", deck=dict(table.deck))
    table.pile = await shuffle("bonus.deal", [card for card, count in table.deck.items() for _ in range(count)])
    for seat, player in table.players.items():
        player.bonus = await take(table, seat)
        table.tell((seat,), "bonus.dealt", card=player.bonus)


async def redraws(table: VillageTable) -> None:
    """Everybody may redraw once; then the traits lie face up (S0-24, S0-25).

    All choose at the same time. Then, seat by seat, the new card is drawn before the old one is shuffled back.
    """
    questions = [put(seat, "bonus.redraw", (REDRAW, KEEP), default=KEEP) for seat in table.players]
    answers = await ask_all(questions, timer("clock.redraw", table.options.redraw_seconds))
    for question, answer in zip(questions, answers, strict=True):
        if answer == REDRAW:
            player = table.players[question.seat]
            old, player.bonus = player.bonus, await take(table, question.seat)
            table.pile = await shuffle("bonus.back", [*table.pile, old])
            table.tell((question.seat,), "bonus.redrawn", card=player.bonus)
    table.pile = []
    table.face_up = True
    traits = [[seat, player.trait] for seat, player in table.players.items() if player.trait]
    table.announce("bonus.face_up", traits=traits)


async def take(table: VillageTable, seat: Seat) -> str:
    """The top card of the pile. Who may not hold it draws again, and it is shuffled back (S0-26)."""
    is_for = BONUS[table.pile[0]].is_for
    if is_for is None or is_for(table.players[seat].role):
        return table.pile.pop(0)
    card = await draw("bonus.instead", table.pile[1:])
    table.pile.remove(card)
    table.pile = await shuffle("bonus.back", table.pile)
    return str(card)
