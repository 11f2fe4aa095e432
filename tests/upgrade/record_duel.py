"""Record a finished name duel for the upgrade shelf, by today's code. See `recording` for when that is done.

python tests/upgrade/record_duel.py tests/upgrade/name_duel-0.1.0.json
"""

from __future__ import annotations

import sys

from recording import Recording, keep_the_best, keys_of, recorded

from bot.games import GAMES
from bot.games.name_duel.options import DuelOptions

TRIED = 3000
"""Contests played to find one in which much happens."""


def richness(recording: Recording) -> tuple[int, ...]:
    """All games of the contest, won in either way; then the cards, the reactions and the kinds of things in it."""
    said = [(key, values) for _, key, values in recording["said"]]
    wins = {values["reason"] for key, values in said if key == "game.won"}
    reactions = {(values["name"], values["deck"]) for key, values in said if key == "reaction.played"}
    played = {values["name"] for key, values in said if key in ("card.played", "card.drawn_and_played")}
    games = sum(key == "game.begins" for key, _ in said)
    return games, len(wins), len(reactions) + len(keys_of(recording)) + len(played), -len(recording["journal"])


def main(path: str) -> None:
    game, options = GAMES["name_duel"], DuelOptions(best_of=3)
    keep_the_best(path, (recorded(game, options, 2, f"upgrade {number}") for number in range(TRIED)), richness)


if __name__ == "__main__":
    main(sys.argv[1])
