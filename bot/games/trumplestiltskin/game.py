"""Trumplestiltskin as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.trumplestiltskin.options import ROLE_SETS, SEATS, TrumplestiltskinOptions
from bot.games.trumplestiltskin.orders import ORDERS
from bot.games.trumplestiltskin.players.easy import EasyTrumplestiltskinPlayer
from bot.games.trumplestiltskin.players.reasons import why
from bot.games.trumplestiltskin.players.thoughtful import TrumplestiltskinPlayer
from bot.games.trumplestiltskin.rules import DUTIES, TrumplestiltskinRulebook
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.games.trumplestiltskin.tutorial import TUTORIAL

GAME = Game(
    name="trumplestiltskin",
    english_title="Trumplestiltskin",
    seats=SEATS,
    options=TrumplestiltskinOptions,
    table=TrumplestiltskinTable,
    rulebook=TrumplestiltskinRulebook(),
    role_sets=ROLE_SETS,
    duties=DUTIES,
    reminders=DUTIES,
    standing_orders=ORDERS,
    thoughtful=TrumplestiltskinPlayer,
    easy=EasyTrumplestiltskinPlayer,
    tutorial=TUTORIAL,
    why=why,
    quick={"turn_seconds": 600, "objection_seconds": 60},
)
