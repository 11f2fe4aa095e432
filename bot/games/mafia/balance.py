"""How even the sides of the built-in role sets are.

Measured on 2026-11-22 with normal players, 600 games at each table, so that the standard error of a share is 2 of a
hundred. On 2026-11-23 with strong ones (players of commit c8c3b6b): "club" and "even" with 6 players 400 games, with 7
200 (3.5 of a hundred), with 8 and 9 160 games (4 of a hundred), with normal players too, and 40 of each other kind;
"club" with 10 and 11 players 120 and 100, "plain" with 6 100 (5 of a hundred); "even" with 10 players 40 (8 of a
hundred). Where a range stands, 20 games of each other kind of players on either side (11 of a hundred). What strong
players make of the other tables was not measured yet: `best` says the same as `normal` there, and the other way round
in "club" with 11 players. "Slow" has the cards and the rules of "even", and so its shares: a computer needs no time. To
be measured by `python tests/benchmarks/balance.py mafia`, and again whenever a cast, a rule or those players change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("club", 6): {"red": Wins(40, 50, 15, 70), "mafia": Wins(60, 50, 30, 85)},
    ("club", 7): {"red": Wins(50, 48, 35, 80), "mafia": Wins(50, 52, 20, 65)},
    ("club", 8): {"red": Wins(53, 73, 30, 82), "mafia": Wins(47, 26, 18, 70), "nobody": Wins(0, 1, 0, 1)},
    ("club", 9): {"red": Wins(50, 78, 22, 85), "mafia": Wins(50, 21, 15, 78), "nobody": Wins(0, 1, 0, 1)},
    ("club", 10): {"red": Wins(38, 42, 38, 42), "mafia": Wins(36, 41, 36, 41), "maniac": Wins(26, 18, 18, 26)},
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
    ("even", 6): {"red": Wins(40, 50, 15, 70), "mafia": Wins(60, 50, 30, 85)},
    ("even", 7): {"red": Wins(50, 48, 35, 80), "mafia": Wins(50, 52, 20, 65)},
    ("even", 8): {"red": Wins(53, 73, 30, 82), "mafia": Wins(47, 26, 18, 70), "nobody": Wins(0, 1, 0, 1)},
    ("even", 9): {"red": Wins(38, 33, 12, 60), "mafia": Wins(62, 67, 40, 88)},
    ("even", 10): {"red": Wins(53, 75, 53, 75), "mafia": Wins(47, 25, 25, 47)},
    ("even", 11): {"red": Wins(57, 57, 57, 57), "mafia": Wins(43, 43, 43, 43)},
    ("even", 12): {"red": Wins(51, 51, 51, 51), "mafia": Wins(48, 48, 48, 48)},
    ("even", 13): {"red": Wins(52, 52, 52, 52), "mafia": Wins(48, 48, 48, 48)},
    ("even", 14): {"red": Wins(47, 47, 47, 47), "mafia": Wins(53, 53, 53, 53)},
    ("even", 15): {"red": Wins(56, 56, 56, 56), "mafia": Wins(44, 44, 44, 44)},
    ("even", 16): {"red": Wins(58, 58, 58, 58), "mafia": Wins(42, 42, 42, 42)},
    ("even", 17): {"red": Wins(49, 49, 49, 49), "mafia": Wins(51, 51, 51, 51)},
    ("even", 18): {"red": Wins(50, 50, 50, 50), "mafia": Wins(49, 49, 49, 49), "nobody": Wins(1, 1, 1, 1)},
    ("even", 19): {"red": Wins(53, 53, 53, 53), "mafia": Wins(47, 47, 47, 47)},
    ("even", 20): {"red": Wins(59, 59, 59, 59), "mafia": Wins(41, 41, 41, 41)},
    ("sport", 10): {"red": Wins(44, 44, 44, 44), "mafia": Wins(56, 56, 56, 56)},
    ("plain", 6): {"red": Wins(59, 70, 59, 70), "mafia": Wins(41, 30, 30, 41)},
    ("plain", 7): {"red": Wins(50, 48, 35, 80), "mafia": Wins(50, 52, 20, 65)},
    ("plain", 8): {"red": Wins(55, 77, 55, 77), "mafia": Wins(45, 23, 23, 45)},
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
    ("slow", 6): {"red": Wins(40, 50, 15, 70), "mafia": Wins(60, 50, 30, 85)},
    ("slow", 7): {"red": Wins(50, 48, 35, 80), "mafia": Wins(50, 52, 20, 65)},
    ("slow", 8): {"red": Wins(53, 73, 30, 82), "mafia": Wins(47, 26, 18, 70), "nobody": Wins(0, 1, 0, 1)},
    ("slow", 9): {"red": Wins(38, 33, 12, 60), "mafia": Wins(62, 67, 40, 88)},
    ("slow", 10): {"red": Wins(53, 75, 53, 75), "mafia": Wins(47, 25, 25, 47)},
    ("slow", 11): {"red": Wins(57, 57, 57, 57), "mafia": Wins(43, 43, 43, 43)},
    ("slow", 12): {"red": Wins(51, 51, 51, 51), "mafia": Wins(48, 48, 48, 48)},
}
