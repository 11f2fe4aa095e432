"""Three Chests as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.three_chests.options import ROLE_SETS, SEATS, ChestOptions
from bot.games.three_chests.players.thoughtful import ChestPlayer
from bot.games.three_chests.rules import DUTIES, ChestRulebook
from bot.games.three_chests.table import ChestTable

GAME = Game(
    name="three_chests",
    english_title="Three Chests",
    seats=SEATS,
    options=ChestOptions,
    table=ChestTable,
    rulebook=ChestRulebook(),
    role_sets=ROLE_SETS,
    duties=DUTIES,
    reminders=DUTIES,
    thoughtful=ChestPlayer,
)
