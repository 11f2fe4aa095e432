"""Rumplestiltskin! as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.hidden_roles.temperaments import temperament_of
from bot.games.village.balance import BALANCE
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.death import FATES
from bot.games.village.options import ROLE_SETS, SEATS, VillageOptions
from bot.games.village.orders import ORDERS
from bot.games.village.players.easy import EasyVillagePlayer
from bot.games.village.players.reasons import why
from bot.games.village.players.strong import StrongVillagePlayer
from bot.games.village.players.thoughtful import VillagePlayer
from bot.games.village.roles import ROLES
from bot.games.village.rules import DUTIES, SILENCE, VillageRulebook
from bot.games.village.table import VillageTable
from bot.games.village.tutorial import TUTORIAL
from bot.games.village.views import before_first_night

GAME = Game(
    name="village",
    english_title="Rumplestiltskin!",
    seats=SEATS,
    options=VillageOptions,
    cards_in_game=VillageOptions.cards_in_game,
    table=VillageTable,
    rulebook=VillageRulebook(),
    role_sets=ROLE_SETS,
    sides=(TOWN, RUMPLESTILTSKIN),
    role_sides={name: role.wins_with or role.side for name, role in ROLES.items()},
    given_up=frozenset({SILENCE}),
    duties=DUTIES,
    warnings=frozenset({"clock.warning"}),
    clocks_besides=frozenset({"clock.redirect"}),
    clocks_of_the_host=frozenset({"clock.cards"}),
    fates=FATES,
    asked_together=frozenset({"day.call", "day.vote", "day.ballot"}),
    talks=frozenset({"day.call"}),
    typed=frozenset({"introduction", "day.call", "day.last_words"}),
    balance=BALANCE,
    may_deal_anew=before_first_night,
    standing_orders=ORDERS,
    thoughtful=VillagePlayer,
    easy=EasyVillagePlayer,
    strong=StrongVillagePlayer,
    tutorial=TUTORIAL,
    why=why,
    temperament=temperament_of,
    quick={
        "introduction_seconds": 60,
        "night_seconds": 60,
        "day_seconds": 180,
        "warning_seconds": 60,
        "vote_seconds": 60,
        "last_words_seconds": 20,
        "quick_nights": True,
    },
)
