"""The Grimm Forest as the rest of the program knows it."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.grimm_forest.cards import cards_in_game
from bot.games.grimm_forest.options import ROLE_SETS, SEATS, GrimmForestOptions
from bot.games.grimm_forest.players.easy import EasyGrimmForestPlayer
from bot.games.grimm_forest.players.reasons import why
from bot.games.grimm_forest.players.thoughtful import GrimmForestPlayer
from bot.games.grimm_forest.rules import DUTIES, STILLNESS, GrimmForestRulebook
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.tutorial import TUTORIAL
from bot.games.grimm_forest.values import UNDO

GAME = Game(
    name="grimm_forest",
    english_title="The Grimm Forest",
    seats=SEATS,
    options=GrimmForestOptions,
    table=GrimmForestTable,
    rulebook=GrimmForestRulebook(),
    role_sets=ROLE_SETS,
    duties=DUTIES,
    reminders=DUTIES,
    given_up=frozenset({STILLNESS}),
    thoughtful=GrimmForestPlayer,
    easy=EasyGrimmForestPlayer,
    tutorial=TUTORIAL,
    why=why,
    cards_in_game=cards_in_game,
    takes_back=frozenset({UNDO}),
    quick={"choice_seconds": 600, "build_seconds": 600},
)
