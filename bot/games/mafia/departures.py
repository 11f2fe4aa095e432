"""How people leave the table, and what that decides. Leaving never asks anybody anything."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.engine.rulebook import DRAWN
from bot.games.mafia.cards import MAFIA, MANIAC, RED, SIDES
from bot.games.mafia.table import MafiaTable


def leave(table: MafiaTable, seat: Seat, end: str) -> None:
    """Take a player out of the game: `voted`, `killed` or `fouls`. The card stays hidden unless the table shows it."""
    player = table.players[seat]
    player.alive = player.dying = False
    player.end, player.end_night = end, table.day
    table.quiet_times = 0
    role = player.role if table.options.reveal == "leaving" else None
    table.announce("player.left", seat=seat, end=end, role=role)


def judge(table: MafiaTable) -> bool:
    """The win check after every completed set of departures, in the order of R3-13. True when the game is over."""
    living = [SIDES[player.role] for player in table.players.values() if player.alive]
    mafia, reds, maniac = living.count(MAFIA), living.count(RED), MANIAC in living
    if not living:
        table.winner, table.reason = DRAWN, "end.nobody"
    elif not mafia and not maniac:
        table.winner, table.reason = RED, "end.no_black"
    elif maniac and len(living) <= 2:
        table.winner, table.reason = MANIAC, "end.last_two"
    elif not maniac and mafia >= reds:
        table.winner, table.reason = MAFIA, "end.even_numbers"
    elif table.quiet_times >= 2 * table.options.still_rounds_most:
        table.winner, table.reason = DRAWN, "end.nothing_happens"
    return table.winner is not None
