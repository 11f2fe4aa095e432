"""How even the sides of the built-in role sets are.

Measured on 2026-11-28 with the players of commit 24f08858: "club" with 6 to 11 players, "even" from 6 to 10, "slow"
with the same cards, "plain" with 7 and 8, and "sport": 400 games in which all are normal and 400 in which all are the
best (2.5 of a hundred; "club" with 6 and 9: 800 of the best), and 40 to 100 of each other kind of players on either
side. "Club" with 12: 100, 100 and 20 games (5 and 11 of a hundred).

"Club" with 13 and more has another cast since that day, of one kind at all sizes, and its sides are even among the
best. Of a hundred games red, Mafia and Maniac won, with so many players (and so many games): 13: 40, 34 and 26 (50);
14: 40, 38 and 22 (50); 15: 42, 34 and 24 (50); 16: 36, 32 and 32 (50); 17: 36, 36 and 28 (50); 18: 40, 37 and 23 (100);
20: 36, 42 and 22 (50). That is too few to tell these tables from each other, so each of them has the shares of all 400
games together (2.4 of a hundred), and of 300 games of normal players. With 19 nobody has played the best yet. Other
kinds of players were not played, so that those ranges are too narrow. With the three or four Mafia of R3-1 the Mafia
won 50 of a hundred games of 13 and 14, 54 of 16 and 74 of 18, and the Maniac 20, 18, 15 and 6.

With 6 players nothing is nearer to even that has the club's cards: with one black card fewer the reds won 80 of a
hundred games (100), with a Lover more 42 (100), with two Mafia and no Don 41 (400). A Mafia alone against a Doctor and
four Citizens won 54, the reds 44 (1,100 games), but that is a game without a Sheriff. With 9 one more Mafia makes it
44 for the reds and 56 for the Mafia (100 games), as far from even to the other side.

All else is older: `normal` of 2026-11-22, 600 games at each table (2 of a hundred); `best` of "even" with 11 and
"plain" with 6 of 2026-11-25, 60 games (6.5 of a hundred) or fewer; elsewhere `best` says the same as `normal`. Tables
with the same cards and rules have the same shares, and a computer needs no time. To be measured by
`python tests/benchmarks/balance.py mafia`, and again whenever a cast, a rule or those players change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("club", 6): {"red": Wins(40, 40, 18, 40), "mafia": Wins(60, 60, 60, 82)},
    ("club", 7): {"red": Wins(38, 46, 20, 67), "mafia": Wins(62, 54, 33, 80)},
    ("club", 8): {"red": Wins(52, 52, 27, 67), "mafia": Wins(48, 48, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("club", 9): {"red": Wins(57, 56, 29, 81), "mafia": Wins(43, 44, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("club", 10): {"red": Wins(36, 37, 23, 46), "mafia": Wins(41, 39, 32, 52), "maniac": Wins(24, 24, 22, 28)},
    ("club", 11): {"red": Wins(41, 40, 22, 70), "mafia": Wins(37, 35, 22, 55), "maniac": Wins(22, 24, 8, 25)},
    ("club", 12): {"red": Wins(23, 33, 23, 40), "mafia": Wins(55, 43, 43, 60), "maniac": Wins(22, 24, 5, 24)},
    ("club", 13): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 14): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 15): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 16): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 17): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 18): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 19): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("club", 20): {"red": Wins(31, 39, 31, 39), "mafia": Wins(44, 36, 36, 44), "maniac": Wins(25, 25, 25, 25)},
    ("even", 6): {"red": Wins(40, 40, 18, 40), "mafia": Wins(60, 60, 60, 82)},
    ("even", 7): {"red": Wins(41, 44, 22, 57), "mafia": Wins(59, 56, 42, 78)},
    ("even", 8): {"red": Wins(52, 52, 27, 67), "mafia": Wins(48, 48, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("even", 9): {"red": Wins(57, 56, 29, 81), "mafia": Wins(43, 44, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("even", 10): {"red": Wins(47, 49, 8, 68), "mafia": Wins(53, 51, 32, 92)},
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
    ("sport", 10): {"red": Wins(48, 44, 5, 62), "mafia": Wins(52, 56, 38, 95)},
    ("plain", 6): {"red": Wins(59, 70, 59, 70), "mafia": Wins(41, 30, 30, 41)},
    ("plain", 7): {"red": Wins(41, 44, 22, 57), "mafia": Wins(59, 56, 42, 78)},
    ("plain", 8): {"red": Wins(54, 56, 20, 65), "mafia": Wins(46, 44, 35, 80)},
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
    ("slow", 6): {"red": Wins(40, 40, 18, 40), "mafia": Wins(60, 60, 60, 82)},
    ("slow", 7): {"red": Wins(41, 44, 22, 57), "mafia": Wins(59, 56, 42, 78)},
    ("slow", 8): {"red": Wins(52, 52, 27, 67), "mafia": Wins(48, 48, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("slow", 9): {"red": Wins(57, 56, 29, 81), "mafia": Wins(43, 44, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("slow", 10): {"red": Wins(47, 49, 8, 68), "mafia": Wins(53, 51, 32, 92)},
    ("slow", 11): {"red": Wins(57, 52, 52, 60), "mafia": Wins(43, 48, 40, 48)},
    ("slow", 12): {"red": Wins(51, 51, 51, 51), "mafia": Wins(48, 48, 48, 48)},
}
