"""Mafia as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import DRAWN, Game
from bot.games.hidden_roles.temperaments import temperament_of
from bot.games.mafia.balance import BALANCE, NEAREST
from bot.games.mafia.cards import MAFIA, MANIAC, RED, SIDES
from bot.games.mafia.options import ROLE_SETS, SEATS, MafiaOptions
from bot.games.mafia.orders import ORDERS
from bot.games.mafia.players.easy import EasyMafiaPlayer
from bot.games.mafia.players.reasons import why
from bot.games.mafia.players.strong import StrongMafiaPlayer
from bot.games.mafia.players.thoughtful import MafiaPlayer
from bot.games.mafia.rules import DUTIES, MafiaRulebook
from bot.games.mafia.table import MafiaTable
from bot.games.mafia.tutorial import TUTORIAL

GAME = Game(
    name="mafia",
    english_title="Mafia",
    seats=SEATS,
    options=MafiaOptions,
    cards_in_game=MafiaOptions.cards_in_game,
    table=MafiaTable,
    rulebook=MafiaRulebook(),
    role_sets=ROLE_SETS,
    sides=(RED, MAFIA, MANIAC, DRAWN),
    role_sides=SIDES,
    duties=DUTIES,
    fates=frozenset({"player.left"}),
    balance=BALANCE,
    nearest=NEAREST,
    clocks_of_the_host=frozenset({"clock.cards"}),
    thoughtful=MafiaPlayer,
    easy=EasyMafiaPlayer,
    tutorial=TUTORIAL,
    why=why,
    strong=StrongMafiaPlayer,
    temperament=temperament_of,
    standing_orders=ORDERS,
    asked_together=frozenset({"vote.hand", "vote.all"}),
    quick={
        "night_seconds": 60,
        "vote_seconds": 60,
        "quick_nights": True,
        "speech_seconds": 60,
        "defence_seconds": 30,
        "final_seconds": 30,
    },
)
