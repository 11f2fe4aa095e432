"""Trumplestiltskin as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.trumplestiltskin.options import ROLE_SETS, SEATS, TrumpOptions
from bot.games.trumplestiltskin.orders import ORDERS
from bot.games.trumplestiltskin.players.easy import EasyTrumpPlayer
from bot.games.trumplestiltskin.players.reasons import why
from bot.games.trumplestiltskin.players.thoughtful import TrumpPlayer
from bot.games.trumplestiltskin.rules import DUTIES, TrumpRulebook
from bot.games.trumplestiltskin.table import TrumpTable
from bot.games.trumplestiltskin.tutorial import TUTORIAL

GAME = Game(
    name="trumplestiltskin",
    english_title="Trumplestiltskin",
    seats=SEATS,
    options=TrumpOptions,
    table=TrumpTable,
    rulebook=TrumpRulebook(),
    role_sets=ROLE_SETS,
    duties=DUTIES,
    reminders=DUTIES,
    standing_orders=ORDERS,
    thoughtful=TrumpPlayer,
    easy=EasyTrumpPlayer,
    tutorial=TUTORIAL,
    why=why,
    quick={"turn_seconds": 600, "objection_seconds": 60},
)
