"""How even the sides of the built-in role sets are.

`normal` was measured on 2026-11-22, 600 games at each table, so that the standard error of a share is 2 of a hundred;
"club" with 7 players, which has the counts of R3-1 again, 300 games on 2026-11-24. `best` is of strong players of
2026-11-25, who learn from the votes how their table votes: "club" with 8, 9 and 10 players and "sport" 100 games (5 of
a hundred), with 6 and 7 players, "even" with 10 and 11, "plain" with 7 and 8 60 games (6.5 of a hundred). Tables with
the same cards and rules have the same shares: "even" and "slow" are the club's from 6 to 9 players, and a computer
needs no time. Where a wide range stands, 20 to 40 games of each other kind of players on either side were played on
2026-11-23, with the strong players of then; those of "club" with 10 players on 2026-11-25, with strong ones of now.
What strong players make of the other tables was not measured: `best` says there the same as `normal`, or what was
measured on 2026-11-23. To be measured by `python tests/benchmarks/balance.py mafia`, and again whenever a cast, a rule
or those players change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("club", 6): {"red": Wins(40, 37, 15, 70), "mafia": Wins(60, 63, 30, 85)},
    ("club", 7): {"red": Wins(39, 42, 39, 44), "mafia": Wins(61, 58, 56, 61)},
    ("club", 8): {"red": Wins(53, 48, 30, 82), "mafia": Wins(47, 52, 18, 70)},
    ("club", 9): {"red": Wins(50, 53, 22, 85), "mafia": Wins(50, 47, 15, 78)},
    ("club", 10): {"red": Wins(38, 34, 15, 45), "mafia": Wins(36, 36, 36, 55), "maniac": Wins(26, 30, 5, 35)},
    ("club", 11): {"red": Wins(42, 42, 42, 42), "mafia": Wins(40, 40, 40, 40), "maniac": Wins(18, 18, 18, 18)},
    ("club", 12): {"red": Wins(38, 38, 38, 38), "mafia": Wins(39, 39, 39, 39), "maniac": Wins(23, 23, 23, 23)},
    ("club", 13): {"red": Wins(40, 40, 40, 40), "mafia": Wins(38, 38, 38, 38), "maniac": Wins(21, 21, 21, 21)},
    ("club", 14): {"red": Wins(37, 37, 37, 37), "mafia": Wins(37, 37, 37, 37), "maniac": Wins(26, 26, 26, 26)},
    ("club", 15): {"red": Wins(46, 46, 46, 46), "mafia": Wins(33, 33, 33, 33), "maniac": Wins(21, 21, 21, 21)},
    ("club", 16): {"red": Wins(38, 38, 38, 38), "mafia": Wins(42, 42, 42, 42), "maniac": Wins(20, 20, 20, 20)},
    ("club", 17): {"red": Wins(41, 41, 41, 41), "mafia": Wins(38, 38, 38, 38), "maniac": Wins(21, 21, 21, 21)},
    ("club", 18): {"red": Wins(41, 41, 41, 41), "mafia": Wins(39, 39, 39, 39), "maniac": Wins(20, 20, 20, 20)},
    ("club", 19): {"red": Wins(48, 48, 48, 48), "mafia": Wins(33, 33, 33, 33), "maniac": Wins(18, 18, 18, 18)},
    ("club", 20): {"red": Wins(48, 48, 48, 48), "mafia": Wins(32, 32, 32, 32), "maniac": Wins(20, 20, 20, 20)},
    ("even", 6): {"red": Wins(40, 37, 15, 70), "mafia": Wins(60, 63, 30, 85)},
    ("even", 7): {"red": Wins(39, 42, 39, 44), "mafia": Wins(61, 58, 56, 61)},
    ("even", 8): {"red": Wins(53, 48, 30, 82), "mafia": Wins(47, 52, 18, 70)},
    ("even", 9): {"red": Wins(50, 53, 22, 85), "mafia": Wins(50, 47, 15, 78)},
    ("even", 10): {"red": Wins(53, 50, 46, 75), "mafia": Wins(47, 50, 25, 54)},
    ("even", 11): {"red": Wins(57, 52, 52, 60), "mafia": Wins(43, 48, 40, 48)},
    ("even", 12): {"red": Wins(51, 51, 51, 51), "mafia": Wins(48, 48, 48, 48)},
    ("even", 13): {"red": Wins(52, 52, 52, 52), "mafia": Wins(48, 48, 48, 48)},
    ("even", 14): {"red": Wins(47, 47, 47, 47), "mafia": Wins(53, 53, 53, 53)},
    ("even", 15): {"red": Wins(56, 56, 56, 56), "mafia": Wins(44, 44, 44, 44)},
    ("even", 16): {"red": Wins(58, 58, 58, 58), "mafia": Wins(42, 42, 42, 42)},
    ("even", 17): {"red": Wins(49, 49, 49, 49), "mafia": Wins(51, 51, 51, 51)},
    ("even", 18): {"red": Wins(50, 50, 50, 50), "mafia": Wins(49, 49, 49, 49), "nobody": Wins(1, 1, 1, 1)},
    ("even", 19): {"red": Wins(53, 53, 53, 53), "mafia": Wins(47, 47, 47, 47)},
    ("even", 20): {"red": Wins(59, 59, 59, 59), "mafia": Wins(41, 41, 41, 41)},
    ("sport", 10): {"red": Wins(44, 46, 44, 62), "mafia": Wins(56, 54, 38, 56)},
    ("plain", 6): {"red": Wins(59, 70, 59, 70), "mafia": Wins(41, 30, 30, 41)},
    ("plain", 7): {"red": Wins(50, 50, 35, 80), "mafia": Wins(50, 50, 20, 65)},
    ("plain", 8): {"red": Wins(55, 60, 55, 77), "mafia": Wins(45, 40, 23, 45)},
    ("plain", 9): {"red": Wins(59, 59, 59, 59), "mafia": Wins(41, 41, 41, 41)},
    ("plain", 10): {"red": Wins(46, 46, 46, 46), "mafia": Wins(54, 54, 54, 54)},
    ("plain", 11): {"red": Wins(57, 57, 57, 57), "mafia": Wins(43, 43, 43, 43)},
    ("plain", 12): {"red": Wins(52, 52, 52, 52), "mafia": Wins(48, 48, 48, 48)},
    ("plain", 13): {"red": Wins(50, 50, 50, 50), "mafia": Wins(50, 50, 50, 50)},
    ("plain", 14): {"red": Wins(42, 42, 42, 42), "mafia": Wins(58, 58, 58, 58)},
    ("plain", 15): {"red": Wins(56, 56, 56, 56), "mafia": Wins(44, 44, 44, 44)},
    ("plain", 16): {"red": Wins(52, 52, 52, 52), "mafia": Wins(48, 48, 48, 48)},
    ("plain", 17): {"red": Wins(50, 50, 50, 50), "mafia": Wins(50, 50, 50, 50)},
    ("plain", 18): {"red": Wins(47, 47, 47, 47), "mafia": Wins(53, 53, 53, 53)},
    ("plain", 19): {"red": Wins(54, 54, 54, 54), "mafia": Wins(46, 46, 46, 46)},
    ("plain", 20): {"red": Wins(57, 57, 57, 57), "mafia": Wins(43, 43, 43, 43)},
    ("mild", 6): {"red": Wins(52, 52, 52, 52), "mafia": Wins(47, 47, 47, 47)},
    ("mild", 7): {"red": Wins(57, 57, 57, 57), "mafia": Wins(42, 42, 42, 42)},
    ("mild", 8): {"red": Wins(60, 60, 60, 60), "mafia": Wins(40, 40, 40, 40)},
    ("mild", 9): {"red": Wins(47, 47, 47, 47), "mafia": Wins(52, 52, 52, 52), "nobody": Wins(1, 1, 1, 1)},
    ("mild", 10): {"red": Wins(52, 52, 52, 52), "mafia": Wins(47, 47, 47, 47)},
    ("mild", 11): {"red": Wins(59, 59, 59, 59), "mafia": Wins(41, 41, 41, 41)},
    ("mild", 12): {"red": Wins(54, 54, 54, 54), "mafia": Wins(45, 45, 45, 45), "nobody": Wins(1, 1, 1, 1)},
    ("mild", 13): {"red": Wins(56, 56, 56, 56), "mafia": Wins(44, 44, 44, 44)},
    ("mild", 14): {"red": Wins(50, 50, 50, 50), "mafia": Wins(49, 49, 49, 49)},
    ("mild", 15): {"red": Wins(57, 57, 57, 57), "mafia": Wins(43, 43, 43, 43)},
    ("mild", 16): {"red": Wins(58, 58, 58, 58), "mafia": Wins(42, 42, 42, 42)},
    ("mild", 17): {"red": Wins(50, 50, 50, 50), "mafia": Wins(50, 50, 50, 50), "nobody": Wins(1, 1, 1, 1)},
    ("mild", 18): {"red": Wins(53, 53, 53, 53), "mafia": Wins(46, 46, 46, 46), "nobody": Wins(1, 1, 1, 1)},
    ("mild", 19): {"red": Wins(58, 58, 58, 58), "mafia": Wins(41, 41, 41, 41)},
    ("mild", 20): {"red": Wins(44, 44, 44, 44), "mafia": Wins(55, 55, 55, 55), "nobody": Wins(1, 1, 1, 1)},
    ("slow", 6): {"red": Wins(40, 37, 15, 70), "mafia": Wins(60, 63, 30, 85)},
    ("slow", 7): {"red": Wins(39, 42, 39, 44), "mafia": Wins(61, 58, 56, 61)},
    ("slow", 8): {"red": Wins(53, 48, 30, 82), "mafia": Wins(47, 52, 18, 70)},
    ("slow", 9): {"red": Wins(50, 53, 22, 85), "mafia": Wins(50, 47, 15, 78)},
    ("slow", 10): {"red": Wins(53, 50, 46, 75), "mafia": Wins(47, 50, 25, 54)},
    ("slow", 11): {"red": Wins(57, 52, 52, 60), "mafia": Wins(43, 48, 40, 48)},
    ("slow", 12): {"red": Wins(51, 51, 51, 51), "mafia": Wins(48, 48, 48, 48)},
}
