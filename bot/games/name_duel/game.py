"""The name duel as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.name_duel.options import ROLE_SETS, SEATS, NameDuelOptions
from bot.games.name_duel.orders import ORDERS
from bot.games.name_duel.players.easy import EasyNameDuelPlayer
from bot.games.name_duel.players.reasons import why
from bot.games.name_duel.players.strong import StrongNameDuelPlayer
from bot.games.name_duel.players.thoughtful import NameDuelPlayer
from bot.games.name_duel.rules import DUTIES, NameDuelRulebook
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.tutorial import TUTORIAL

GAME = Game(
    name="name_duel",
    english_title="Name Duel",
    seats=SEATS,
    options=NameDuelOptions,
    table=NameDuelTable,
    rulebook=NameDuelRulebook(),
    role_sets=ROLE_SETS,
    duties=DUTIES,
    reminders=frozenset({"duel.start", "duel.play", "duel.react"}),
    standing_orders=ORDERS,
    thoughtful=NameDuelPlayer,
    easy=EasyNameDuelPlayer,
    strong=StrongNameDuelPlayer,
    why=why,
    tutorial=TUTORIAL,
)
