"""How even the sides of the built-in role sets are.

Measured on 2026-11-29, with reds who believe a Sheriff whom their Doctor may have healed, and a Maniac who leaves the
most dangerous to the Mafia. Where all are the best: the club with 6, 8 and from 10 to 15 420 to 500 games (2.4 of a
hundred), all else 120 to 240 games (3 to 4.5 of a hundred). Where all are normal: 160 to 260 games. Of each other kind
of players on either side some 20 games.

Of a hundred games strong reds, Mafia and Maniacs won with other casts, 80 to 200 games each where nothing else is said:

    6: one Mafia fewer 80, no Doctor 57 (500 games)
    8: R3-1's own 64 (500), the Lover for the Doctor 70, two Mafia 41 (500; 33 among normal players), no Sheriff 32
    10: one Mafia more 26/57/18, no Doctor 38/37/26
    11: R3-1's own 44/36/21 (420), one Mafia more and no Doctor 25/55/20
    12: R3-1's own 35/52/13, without the Doctor 28/48/24; one Mafia and no Doctor 38/38/23
    13: R3-1's own 32/49/20 (420), with one Mafia 51/31/18 (420)
    14: R3-1's own 36/45/19 (420), with one Mafia 56/18/26
    15: R3-1's own 35/49/16 (420), with one Mafia 53/28/19 (420), two and no Doctor 29/49/22
    16: R3-1's own 20/65/15 (40), with two Mafia 42/40/18
    17 and 19: two Mafia and no Doctor 40/44/16 and 46/40/14
    18: R3-1's own 20/60/20 (20), with two Mafia 44/35/21
    20: R3-1's own 40/50/10 (20), with two Mafia 52/37/11

The Maniac of a large table wins one in five: so often one lives to the end there by chance alone.

"Even", reds of a hundred: 8 with R3-1's own cards 64; 10 with one Mafia 65, with two and the Doctor 43; 11 with two
Mafia 41; 12 with two Mafia and the Doctor 42, with one 67; 13 with one Mafia and no Doctor 57, with two and the Doctor
28; 14 and 15 with one Mafia 79 and 64. "Mild" with 7 and two Mafia 0: four reds against three, and a night before the
first vote; with 12 and two Mafia 26. "Plain" with 8 and two Mafia 35; with 13 two 31; with 15 one 65. "Sport": its cast
is fixed, and among normal players it is even.

A table that is missing has too few games to be told: "even", "plain" and "mild" from 16 on. Tables with the same cards
and rules have the same shares, and a computer needs no time. To be measured by `python tests/benchmarks/balance.py
mafia`, and again whenever a cast, a rule or those players change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("club", 6): {"red": Wins(41, 55, 15, 80), "mafia": Wins(59, 44, 20, 85), "nobody": Wins(0, 1, 0, 1)},
    ("club", 7): {"red": Wins(37, 52, 30, 70), "mafia": Wins(63, 48, 30, 70)},
    ("club", 8): {"red": Wins(56, 62, 15, 85), "mafia": Wins(44, 38, 15, 85)},
    ("club", 9): {"red": Wins(55, 53, 40, 80), "mafia": Wins(44, 46, 20, 60), "nobody": Wins(1, 0, 0, 2)},
    ("club", 10): {"red": Wins(37, 40, 15, 75), "mafia": Wins(41, 37, 15, 65), "maniac": Wins(22, 24, 10, 30)},
    ("club", 11): {"red": Wins(32, 36, 20, 70), "mafia": Wins(44, 39, 20, 70), "maniac": Wins(24, 25, 10, 45)},
    ("club", 12): {"red": Wins(40, 39, 20, 55), "mafia": Wins(33, 37, 25, 42), "maniac": Wins(27, 24, 15, 55)},
    ("club", 13): {"red": Wins(41, 36, 20, 65), "mafia": Wins(34, 42, 25, 50), "maniac": Wins(24, 22, 10, 35)},
    ("club", 14): {"red": Wins(38, 43, 30, 50), "mafia": Wins(40, 36, 25, 40), "maniac": Wins(22, 21, 15, 40)},
    ("club", 15): {"red": Wins(34, 48, 15, 48), "mafia": Wins(37, 32, 32, 50), "maniac": Wins(30, 20, 20, 40)},
    ("club", 16): {"red": Wins(36, 31, 5, 36), "mafia": Wins(38, 46, 38, 75), "maniac": Wins(25, 22, 15, 30)},
    ("club", 17): {"red": Wins(37, 42, 15, 42), "mafia": Wins(40, 40, 40, 65), "maniac": Wins(23, 19, 5, 25)},
    ("club", 18): {"red": Wins(36, 35, 15, 37), "mafia": Wins(42, 42, 40, 70), "maniac": Wins(21, 23, 15, 23)},
    ("club", 19): {"red": Wins(40, 48, 10, 48), "mafia": Wins(37, 35, 30, 75), "maniac": Wins(23, 18, 12, 25)},
    ("club", 20): {"red": Wins(36, 40, 25, 40), "mafia": Wins(40, 40, 40, 70), "maniac": Wins(24, 20, 5, 24)},
    ("even", 6): {"red": Wins(41, 55, 15, 80), "mafia": Wins(59, 44, 20, 85), "nobody": Wins(0, 1, 0, 1)},
    ("even", 7): {"red": Wins(37, 52, 30, 70), "mafia": Wins(63, 48, 30, 70)},
    ("even", 8): {"red": Wins(35, 50, 0, 70), "mafia": Wins(65, 50, 30, 100)},
    ("even", 9): {"red": Wins(55, 53, 40, 80), "mafia": Wins(44, 46, 20, 60), "nobody": Wins(1, 0, 0, 2)},
    ("even", 10): {"red": Wins(44, 51, 5, 90), "mafia": Wins(56, 49, 10, 95)},
    ("even", 11): {"red": Wins(58, 52, 25, 75), "mafia": Wins(42, 47, 15, 75), "nobody": Wins(0, 0, 0, 10)},
    ("even", 12): {"red": Wins(51, 47, 5, 90), "mafia": Wins(49, 53, 10, 95)},
    ("even", 13): {"red": Wins(50, 43, 5, 85), "mafia": Wins(50, 57, 15, 95)},
    ("even", 14): {"red": Wins(54, 49, 10, 85), "mafia": Wins(44, 50, 15, 90), "nobody": Wins(2, 2, 0, 2)},
    ("even", 15): {"red": Wins(62, 43, 5, 90), "mafia": Wins(38, 55, 10, 95), "nobody": Wins(0, 2, 0, 2)},
    ("sport", 10): {"red": Wins(50, 36, 5, 65), "mafia": Wins(50, 64, 35, 95)},
    ("plain", 6): {"red": Wins(32, 57, 10, 70), "mafia": Wins(68, 43, 30, 90)},
    ("plain", 7): {"red": Wins(41, 44, 15, 60), "mafia": Wins(59, 56, 40, 85)},
    ("plain", 8): {"red": Wins(56, 62, 15, 85), "mafia": Wins(44, 38, 15, 85)},
    ("plain", 9): {"red": Wins(54, 47, 15, 90), "mafia": Wins(46, 53, 10, 85)},
    ("plain", 10): {"red": Wins(46, 49, 10, 80), "mafia": Wins(54, 51, 20, 90)},
    ("plain", 11): {"red": Wins(54, 56, 30, 90), "mafia": Wins(46, 44, 10, 70)},
    ("plain", 12): {"red": Wins(52, 43, 5, 85), "mafia": Wins(48, 57, 15, 95)},
    ("plain", 13): {"red": Wins(52, 62, 30, 100), "mafia": Wins(48, 38, 0, 70)},
    ("plain", 14): {"red": Wins(49, 46, 5, 70), "mafia": Wins(51, 54, 30, 95)},
    ("plain", 15): {"red": Wins(47, 38, 10, 95), "mafia": Wins(53, 62, 5, 90)},
    ("mild", 6): {"red": Wins(60, 55, 10, 80), "mafia": Wins(40, 45, 20, 90)},
    ("mild", 7): {"red": Wins(51, 66, 15, 95), "mafia": Wins(49, 34, 5, 85)},
    ("mild", 8): {"red": Wins(46, 50, 10, 65), "mafia": Wins(53, 50, 35, 90), "nobody": Wins(1, 0, 0, 1)},
    ("mild", 9): {"red": Wins(45, 56, 0, 85), "mafia": Wins(54, 44, 15, 100), "nobody": Wins(1, 1, 0, 1)},
    ("mild", 10): {"red": Wins(59, 51, 5, 70), "mafia": Wins(41, 49, 30, 95), "nobody": Wins(1, 0, 0, 1)},
    ("mild", 11): {"red": Wins(54, 49, 10, 75), "mafia": Wins(45, 51, 25, 90), "nobody": Wins(1, 0, 0, 5)},
    ("mild", 12): {"red": Wins(63, 59, 35, 80), "mafia": Wins(37, 41, 15, 65), "nobody": Wins(0, 0, 0, 5)},
    ("mild", 13): {"red": Wins(51, 54, 15, 95), "mafia": Wins(49, 43, 5, 85), "nobody": Wins(1, 2, 0, 2)},
    ("mild", 14): {"red": Wins(58, 41, 5, 100), "mafia": Wins(41, 58, 0, 95), "nobody": Wins(1, 1, 0, 1)},
    ("mild", 15): {"red": Wins(61, 59, 5, 95), "mafia": Wins(37, 40, 5, 95), "nobody": Wins(2, 1, 0, 2)},
    ("slow", 6): {"red": Wins(41, 55, 15, 80), "mafia": Wins(59, 44, 20, 85), "nobody": Wins(0, 1, 0, 1)},
    ("slow", 7): {"red": Wins(37, 52, 30, 70), "mafia": Wins(63, 48, 30, 70)},
    ("slow", 8): {"red": Wins(35, 50, 0, 70), "mafia": Wins(65, 50, 30, 100)},
    ("slow", 9): {"red": Wins(55, 53, 40, 80), "mafia": Wins(44, 46, 20, 60), "nobody": Wins(1, 0, 0, 2)},
    ("slow", 10): {"red": Wins(44, 51, 5, 90), "mafia": Wins(56, 49, 10, 95)},
    ("slow", 11): {"red": Wins(58, 52, 25, 75), "mafia": Wins(42, 47, 15, 75), "nobody": Wins(0, 0, 0, 10)},
    ("slow", 12): {"red": Wins(51, 47, 5, 90), "mafia": Wins(49, 53, 10, 95)},
}

NEAREST = frozenset(("club", seats) for seats in (6, 8, *range(13, 18), 19, 20))
"""Clubs whose sides are more than five of a hundred games from even, or ten where there are three, and for which no
cast was found that has what R3-1 wants of a club and is nearer."""
