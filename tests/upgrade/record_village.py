"""Record a finished village for the upgrade shelf, by today's code. See `recording` for when that is done.

python tests/upgrade/record_village.py tests/upgrade/village-0.1.0.json
"""

from __future__ import annotations

import sys

from recording import keep_the_best, recorded

from bot.games import GAMES
from bot.games.village.options import VillageOptions

SEATS = 9
TRIED = 60
"""Games played to find one in which much happens."""


def main(path: str) -> None:
    game, options = GAMES["village"], VillageOptions(reballots_most=1)
    keep_the_best(path, (recorded(game, options, SEATS, f"upgrade {number}") for number in range(TRIED)))


if __name__ == "__main__":
    main(sys.argv[1])
