"""Record a finished village for the upgrade shelf, by today's code. See `recording` for when that is done.

python tests/upgrade/record_village.py tests/upgrade/village-0.1.0.json
python tests/upgrade/record_village.py tests/upgrade/village-enchanted-0.1.0.json enchanted
"""

from __future__ import annotations

import sys

from recording import Recording, keep_the_best, keys_of, recorded, richness

from bot.games import GAMES
from bot.games.village.cards import BONUS_CARDS
from bot.games.village.options import VillageOptions

KINDS = {
    "classic": (9, VillageOptions(reballots_most=1), 60),
    "enchanted": (12, VillageOptions(reballots_most=1, bonus=BONUS_CARDS), 1200),
}
"""What can be recorded: seats, options, and how many games are played to find one in which much happens. The enchanted
table has twelve, so that the Third Wheel is there."""


RARE = frozenset({"spell.redirect", "day.cast_love", "day.sacrifice", "night.resurrect"})
"""What happens in few games, and above all has to go on after an update."""


def with_rare_cards(recording: Recording) -> tuple[int, ...]:
    return len(RARE & keys_of(recording)), *richness(recording)


def main(path: str, kind: str = "classic") -> None:
    game, (seats, options, tried) = GAMES["village"], KINDS[kind]
    keep_the_best(
        path, (recorded(game, options, seats, f"upgrade {number}") for number in range(tried)), with_rare_cards
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
