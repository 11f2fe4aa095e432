"""How people leave the village: what happens to a person, whoever does it. Burying never asks anybody anything."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.village.cards import RUMPLESTILTSKIN, SIDES
from bot.games.village.table import VillageTable

BURNED = "burned"
"""How the village's own victim ends."""
FATES = frozenset({
    "dawn.captured", "dawn.crush", "dawn.heartbreak", "dawn.killed", "dawn.sacrificed", "dawn.shot", "dawn.vanished",
    "day.burned", "day.crush", "day.heartbreak", "day.sacrificed", "day.shot",
})  # fmt: skip
"""What is announced of whoever has died."""


def bury(table: VillageTable, seat: Seat, end: str, *, reveal: bool) -> None:
    """Take a player out of the game. Their card is shown unless the body was never found (S0-5, S0-12)."""
    player = table.players[seat]
    player.alive = False
    player.muted = player.toad = False
    player.end = end
    player.end_night = table.night
    player.revealed = reveal


def shown_role(table: VillageTable, seat: Seat) -> str | None:
    """The role as the public may know it."""
    player = table.players[seat]
    return player.role if player.revealed else None


def power_fails(table: VillageTable, seat: Seat) -> bool:
    """Whether a jinx cancels the power this seat tries; then it is gone for good (S0-10, R0-11)."""
    player = table.players[seat]
    if not player.jinxed:
        return False
    player.jinxed = False
    player.spent = True
    return True


def spell_fails(table: VillageTable, seat: Seat) -> bool:
    """Whether a jinx cancels the spell card this seat plays; only that card is lost (R0-11)."""
    player = table.players[seat]
    was_jinxed, player.jinxed = player.jinxed, False
    return was_jinxed


def spell_fails_by_day(table: VillageTable, seat: Seat) -> bool:
    """The same for a card that is played by day: its owner is told at once (S0-10, M0-26)."""
    if not spell_fails(table, seat):
        return False
    table.learn(seat, "spell.cancelled", card=table.players[seat].bonus)
    return True


def judge(table: VillageTable) -> bool:
    """The win check, once after a whole chain of deaths (S0-23, R0-20). True when the game is over."""
    living = [SIDES[player.role] for player in table.players.values() if player.alive]
    team = living.count(RUMPLESTILTSKIN)
    villagers = len(living) - team
    if team == 0:
        table.winner, table.reason = "town", "end.no_rumplestiltskin"
    elif villagers <= 2:
        table.winner, table.reason = "rumplestiltskin", "end.two_villagers"
    elif team >= villagers:
        table.winner, table.reason = "rumplestiltskin", "end.even_numbers"
    return table.winner is not None
