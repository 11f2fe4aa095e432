"""The name duel as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.name_duel.options import ROLE_SETS, SEATS, DuelOptions
from bot.games.name_duel.orders import ORDERS
from bot.games.name_duel.players.easy import EasyDuelPlayer
from bot.games.name_duel.players.reasons import why
from bot.games.name_duel.players.strong import StrongDuelPlayer
from bot.games.name_duel.players.thoughtful import DuelPlayer
from bot.games.name_duel.rules import DUTIES, DuelRulebook
from bot.games.name_duel.table import DuelTable
from bot.games.name_duel.tutorial import TUTORIAL

GAME = Game(
    name="name_duel",
    english_title="Name Duel",
    seats=SEATS,
    options=DuelOptions,
    table=DuelTable,
    rulebook=DuelRulebook(),
    role_sets=ROLE_SETS,
    duties=DUTIES,
    reminders=frozenset({"duel.start", "duel.play", "duel.react"}),
    standing_orders=ORDERS,
    thoughtful=DuelPlayer,
    easy=EasyDuelPlayer,
    strong=StrongDuelPlayer,
    why=why,
    tutorial=TUTORIAL,
)
