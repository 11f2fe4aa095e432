"""How even the sides of a game's built-in role sets are among computer players of all kinds; writes the table.

    python tests/benchmarks/balance.py mafia --kept played.jsonl [--sets even] [--seats 6-9 12] [--write]

With `--write` it goes into `bot/games/<game>/balance.py`. Every game is kept in a file (`played.py`), so that one
can stop at any time, and go on: what was not asked for is told by the games that are there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from subprocess import run

from played import Played

from bot.engine.rulebook import DRAWN, Game, Options, Wins
from bot.forecast.counting import Count
from bot.forecast.plan import Matchup, can_win, kinds_of, matchups, sides_in_play, usual_kind
from bot.games import GAMES
from bot.games.hidden_roles.balance import Shares, is_even
from bot.matches.option_fields import casts_field

GAMES_DIR = Path(__file__).parents[2] / "bot" / "games"
HEAD = '''"""How even the sides of the built-in role sets are.

Measured by `python tests/benchmarks/balance.py {game}`, last on {day} with the players of commit {commit}. Where all
are normal players, or all are the best: {alike} games at each table, so that the standard error of a share is up to
{error} of a hundred. Of each other kind of players on either side: {mixed} games. To be measured again whenever a cast,
a rule or those players change. A computer needs no time, so sets that differ in nothing else have the same shares.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {{
'''


@dataclass
class Measure:
    """What comes of the tables of a game. `alike` and `mixed` are the games of each kind of table that were played."""

    game: Game
    kept: Played
    seconds: float | None
    alike: list[int] = field(default_factory=list)
    mixed: list[int] = field(default_factory=list)

    def shares(self, options: Options, seats: int, alike: int, mixed: int) -> Shares | None:
        """How many of a hundred games each side won that ever can at such a table; None of what was never played."""
        sides = sides_in_play(self.game, options, seats)
        counts = {
            matchup: self.kept.count(
                self.game, options, seats, matchup, alike if self._is_told(matchup) else mixed, self.seconds
            )
            for matchup in matchups(self.game, sides)
        }
        if not all(count.games for count in counts.values()):
            return None
        for matchup, count in counts.items():
            (self.alike if self._is_told(matchup) else self.mixed).append(count.games)
        found = {side: self._wins(counts, side) for side in can_win(self.game, sides)}
        return {side: wins for side, wins in found.items() if side != DRAWN or wins.most}

    def _is_told(self, matchup: Matchup) -> bool:
        """Whether it is told by itself, and not as one of a range."""
        return matchup.whose is None and matchup.kind in (usual_kind(self.game), kinds_of(self.game)[-1])

    def _wins(self, counts: Mapping[Matchup, Count], side: str) -> Wins:
        alike = {matchup.kind: share(count, side) for matchup, count in counts.items() if matchup.whose is None}
        every = [share(count, side) for count in counts.values()]
        return Wins(alike[usual_kind(self.game)], alike[kinds_of(self.game)[-1]], min(every), max(every))


def share(count: Count, side: str) -> int:
    return round(100 * count.share(side).value)


def seats_of(game: Game, options: Options) -> list[int]:
    field = casts_field(game.options)
    return sorted(getattr(options, field.name)) if field else list(game.seats)


def numbers(text: str) -> list[int]:
    """`12`, or `6-9`."""
    least, _, most = text.partition("-")
    return list(range(int(least), int(most or least) + 1))


def tell(role_set: str, seats: int, shares: Shares) -> None:
    remark = "" if is_even(shares) else "   UNEVEN"
    told = ", ".join(f"{side} {wins.best} ({wins.least}-{wins.most})" for side, wins in shares.items())
    print(f"    {role_set} {seats}: {told}{remark}", file=sys.stderr, flush=True)


def written(measured: Measure, tables: Mapping[tuple[str, int], Shares]) -> str:
    """The module with the table, in the order of the sets."""
    commit = run(["git", "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    head = HEAD.format(
        game=measured.game.name, day=date.today(), commit=commit, error=f"{50 / min(measured.alike) ** 0.5:.1f}",
        alike=span(measured.alike), mixed=span(measured.mixed),
    )  # fmt: skip
    lines = [f'    ("{name}", {seats}): {{{_row(shares)}}},\n' for (name, seats), shares in tables.items()]
    return head + "".join(lines) + "}\n"


def span(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _row(shares: Shares) -> str:
    return ", ".join(f'"{side}": Wins({", ".join(map(str, wins))})' for side, wins in shares.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=[name for name, game in GAMES.items() if game.sides])
    parser.add_argument("--sets", nargs="+", help="only these built-in role sets")
    parser.add_argument("--seats", nargs="+", type=numbers, help="only these numbers of players")
    parser.add_argument("--games", type=int, default=400, help="games in which all are normal, or all the best")
    parser.add_argument("--mixed", type=int, default=100, help="games of each other kind")
    parser.add_argument("--seconds", type=float, help="of the processor, for the games of each kind at a table")
    parser.add_argument("--kept", type=Path, required=True, help="the file of games that were played")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    measured = Measure(game, Played(arguments.kept), arguments.seconds)
    wanted = {seats for span in arguments.seats or [list(game.seats)] for seats in span}
    tables = {}
    for role_set in game.role_sets:
        for seats in seats_of(game, role_set.options):
            is_wanted = seats in wanted and (arguments.sets is None or role_set.name in arguments.sets)
            games = (arguments.games, arguments.mixed) if is_wanted else (0, 0)
            shares = measured.shares(role_set.options, seats, *games)
            if shares is not None:
                tables[role_set.name, seats] = shares
                tell(role_set.name, seats, shares)
    if not tables:
        parser.error("no games are kept of these players, and none were asked for")
    text = written(measured, tables)
    if arguments.write:
        (GAMES_DIR / game.name / "balance.py").write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
