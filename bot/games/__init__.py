"""The games, by name. Each package holds the rules of one game in the order of its rulebook."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games.grimm_forest.rules import GRIMM_FOREST
from bot.games.mafia.rules import CLUB_MAFIA
from bot.games.name_duel.rules import NAME_DUEL
from bot.games.trumplestiltskin.rules import TRUMPLESTILTSKIN
from bot.games.village.rules import VILLAGE

GAMES: dict[str, Game] = {game.name: game for game in (VILLAGE, CLUB_MAFIA, NAME_DUEL, TRUMPLESTILTSKIN, GRIMM_FOREST)}
