"""How even the sides of a game's built-in role sets are, measured with thoughtful players; prints the table as Python.

    python tests/benchmarks/balance.py GAME [--sets even plain] [--seats 6-9 12] [--games 600]

What it prints to the standard output goes into `bot/games/<game>/balance.py`; the errors of the shares go elsewhere, to
the standard error. The same arguments give the same table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from math import sqrt

from bot.engine.rulebook import DRAWN, Game, Options
from bot.games import GAMES
from bot.games.hidden_roles.balance import Shares, is_even
from bot.matches.option_fields import casts_field
from bot.simulate import simulate

PART = 100
"""So many games are played from one seed: whoever has played some can play on, and need not begin anew."""


def measure(game: Game, role_set: str, options: Options, seats: int, games: int) -> Shares:
    """Of a hundred games, how many each side won that ever can at such a table."""
    won = Counter[str]()
    for part in range(games // PART):
        seed = f"{role_set} {seats} {part}"
        won.update(simulate(game, seats, PART, seed, options, players="thoughtful").wins)
    shares = {side: round(100 * won[side] / won.total()) for side in game.sides}
    return {side: share for side, share in shares.items() if share or side in game.sides[:2]}


def seats_of(game: Game, options: Options) -> list[int]:
    field = casts_field(game.options)
    return sorted(getattr(options, field.name)) if field else list(game.seats)


def numbers(text: str) -> list[int]:
    """`12`, or `6-9`."""
    least, _, most = text.partition("-")
    return list(range(int(least), int(most or least) + 1))


def tell(role_set: str, seats: int, shares: Shares, games: int) -> None:
    error = max(sqrt(share * (100 - share) / games) for side, share in shares.items() if side != DRAWN)
    remark = "" if is_even(shares) else "   UNEVEN"
    print(f"    {role_set} {seats}: {dict(shares)}, give or take {error:.1f}{remark}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=[name for name, game in GAMES.items() if game.sides])
    parser.add_argument("--sets", nargs="+", help="only these built-in role sets")
    parser.add_argument("--seats", nargs="+", type=numbers, help="only these numbers of players")
    parser.add_argument("--games", type=int, default=600, help="games at each table, in hundreds")
    arguments = parser.parse_args()
    if arguments.games < PART:
        parser.error(f"at least {PART} games")
    game = GAMES[arguments.game]
    wanted = {seats for span in arguments.seats or [list(game.seats)] for seats in span}
    print("BALANCE: Balance = {")
    for role_set in game.role_sets:
        if arguments.sets is not None and role_set.name not in arguments.sets:
            continue
        for seats in seats_of(game, role_set.options):
            if seats in wanted:
                shares = measure(game, role_set.name, role_set.options, seats, arguments.games)
                tell(role_set.name, seats, shares, arguments.games)
                inner = ", ".join(f'"{side}": {share}' for side, share in shares.items())
                print(f'    ("{role_set.name}", {seats}): {{{inner}}},', flush=True)
    print("}")


if __name__ == "__main__":
    main()
