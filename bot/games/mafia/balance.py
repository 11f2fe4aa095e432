"""How even the sides of the built-in role sets are.

Measured on 2026-11-29. Where all are the best, with players who let the first day pass and look at whoever hurries it:
"club" with 6 to 9 players 400 to 800 games (2 of a hundred), 10 to 13 300 to 600, 14 to 18 200, 19 and 20 100 (3 to 5
of a hundred). With 10 and 11 haste told them twice as much as nothing, in most of the other games 1.8 times. Where all
are normal: 400 games with 6 to 8, 60 to 150 with more. Of each other kind of players on either side about 20 games.

With 11 to 13 the reds win 44 to 47, a little more than ten more than a third; without a Doctor 43 to 48 (300 games
each). With 14 and more the reds and the Mafia are near each other, and the Maniac wins 10 to 17. By chance alone it
would be one in five that lives to the end. With 12 and 13 and one Mafia more it is the Mafia that wins 50 to 55, with
14 to 18 and one Mafia fewer the reds win 48 to 59, with a third Mafia the Mafia 50 to 57, and without a Doctor it wins
46 to 56 (80 to 120 games each, with the strong players of an hour before).

With 8 the reds win 66. Without a Sheriff it is 61 (300 games), but that is no club; with a Lover more 70, without a
Doctor 75, and with another Mafia 19. With 9 two Mafia beside the Don are even among the best; among normal players they
win 58. With 7 a Lover more makes no difference (50 to 50 and 51 to 49, 300 and 400 games).

"Plain" and "mild" with 6 to 10, "even" with 7 and 10, "sport": 120 games in which all are the best (5 of a
hundred), "even" with 10 420.
"Plain" with 6 has one black card, which the reds find.

"Plain", "mild" and "even" with 11 players: 60 games or fewer of 2026-11-25 and 28.

"Plain", "even" and "mild" with 12 to 15 players and "slow" with 12: 60 games of those days in which all are the best,
and 60 in which all are normal (13 of a hundred). "Mild" favours the Mafia among the best with 12 and 14.

Whoever has not played is None, and a table that is missing has no players of today: what those of 2026-11-22 made of
it is not told any more, for where it was measured anew it was up to 20 of a hundred games off. Missing are "even",
"mild" and "plain" from 16 on. Tables with the same cards and rules have the same shares, and a
computer needs no time. To be measured by `python tests/benchmarks/balance.py mafia`, and again whenever a cast, a rule
or those players change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("club", 6): {"red": Wins(40, 48, 10, 75), "mafia": Wins(60, 52, 25, 90)},
    ("club", 7): {"red": Wins(38, 44, 20, 65), "mafia": Wins(62, 56, 35, 80)},
    ("club", 8): {"red": Wins(52, 66, 10, 75), "mafia": Wins(48, 33, 25, 90), "nobody": Wins(0, 0, 0, 1)},
    ("club", 9): {"red": Wins(42, 49, 10, 60), "mafia": Wins(58, 51, 40, 90), "nobody": Wins(0, 0, 0, 2)},
    ("club", 10): {"red": Wins(41, 41, 25, 55), "mafia": Wins(31, 35, 25, 55), "maniac": Wins(28, 24, 20, 30)},
    ("club", 11): {"red": Wins(30, 44, 25, 65), "mafia": Wins(36, 33, 30, 50), "maniac": Wins(34, 23, 5, 34)},
    ("club", 12): {"red": Wins(43, 47, 15, 52), "mafia": Wins(31, 31, 22, 55), "maniac": Wins(27, 22, 15, 30)},
    ("club", 13): {"red": Wins(35, 44, 25, 70), "mafia": Wins(39, 30, 20, 60), "maniac": Wins(26, 26, 5, 32)},
    ("club", 14): {"red": Wins(35, 42, 20, 55), "mafia": Wins(43, 41, 35, 60), "maniac": Wins(21, 16, 10, 27)},
    ("club", 15): {"red": Wins(29, 42, 5, 42), "mafia": Wins(45, 45, 37, 85), "maniac": Wins(25, 12, 10, 25)},
    ("club", 16): {"red": Wins(34, 43, 10, 45), "mafia": Wins(42, 40, 40, 75), "maniac": Wins(24, 16, 10, 28)},
    ("club", 17): {"red": Wins(39, 42, 15, 60), "mafia": Wins(31, 40, 30, 75), "maniac": Wins(31, 17, 10, 31)},
    ("club", 18): {"red": Wins(34, 45, 20, 65), "mafia": Wins(43, 40, 30, 70), "maniac": Wins(23, 15, 5, 23)},
    ("club", 19): {"red": Wins(44, 49, 25, 49), "mafia": Wins(25, 41, 25, 65), "maniac": Wins(31, 10, 5, 31)},
    ("club", 20): {"red": Wins(44, 43, 15, 55), "mafia": Wins(35, 47, 25, 70), "maniac": Wins(21, 10, 5, 21)},
    ("even", 6): {"red": Wins(40, 48, 10, 75), "mafia": Wins(60, 52, 25, 90)},
    ("even", 7): {"red": Wins(41, 46, 22, 57), "mafia": Wins(59, 54, 42, 78)},
    ("even", 8): {"red": Wins(52, 66, 10, 75), "mafia": Wins(48, 33, 25, 90), "nobody": Wins(0, 0, 0, 1)},
    ("even", 9): {"red": Wins(42, 49, 10, 60), "mafia": Wins(58, 51, 40, 90), "nobody": Wins(0, 0, 0, 2)},
    ("even", 10): {"red": Wins(47, 57, 8, 68), "mafia": Wins(53, 43, 32, 92)},
    ("even", 11): {"red": Wins(None, 52, 52, 60), "mafia": Wins(None, 48, 40, 48)},
    ("even", 12): {"red": Wins(45, 40, 40, 45), "mafia": Wins(52, 60, 52, 60), "nobody": Wins(3, 0, 0, 3)},
    ("even", 13): {"red": Wins(50, 55, 50, 55), "mafia": Wins(48, 45, 45, 48), "nobody": Wins(2, 0, 0, 2)},
    ("even", 14): {"red": Wins(42, 45, 42, 45), "mafia": Wins(57, 55, 55, 57), "nobody": Wins(2, 0, 0, 2)},
    ("even", 15): {"red": Wins(48, 45, 45, 48), "mafia": Wins(52, 55, 52, 55)},
    ("sport", 10): {"red": Wins(48, 52, 5, 62), "mafia": Wins(52, 48, 38, 95)},
    ("plain", 6): {"red": Wins(70, 92, 62, 92), "mafia": Wins(30, 8, 8, 38)},
    ("plain", 7): {"red": Wins(41, 55, 22, 58), "mafia": Wins(59, 45, 42, 78)},
    ("plain", 8): {"red": Wins(54, 75, 20, 75), "mafia": Wins(46, 25, 25, 80)},
    ("plain", 9): {"red": Wins(None, 63, 60, 70), "mafia": Wins(None, 37, 30, 40)},
    ("plain", 10): {"red": Wins(None, 65, 45, 65), "mafia": Wins(None, 35, 35, 55)},
    ("plain", 11): {"red": Wins(None, 52, 52, 52), "mafia": Wins(None, 48, 48, 48)},
    ("plain", 12): {"red": Wins(53, 52, 52, 53), "mafia": Wins(47, 48, 47, 48)},
    ("plain", 13): {"red": Wins(40, 52, 40, 52), "mafia": Wins(60, 48, 48, 60)},
    ("plain", 14): {"red": Wins(35, 45, 35, 45), "mafia": Wins(65, 55, 55, 65)},
    ("plain", 15): {"red": Wins(45, 47, 45, 47), "mafia": Wins(55, 53, 53, 55)},
    ("mild", 6): {"red": Wins(72, 48, 48, 72), "mafia": Wins(28, 52, 28, 52)},
    ("mild", 7): {"red": Wins(57, 72, 52, 72), "mafia": Wins(43, 28, 28, 48)},
    ("mild", 8): {"red": Wins(70, 66, 37, 70), "mafia": Wins(30, 34, 30, 63)},
    ("mild", 9): {"red": Wins(None, 78, 37, 78), "mafia": Wins(None, 22, 22, 63)},
    ("mild", 10): {"red": Wins(None, 54, 33, 61), "mafia": Wins(None, 46, 39, 67)},
    ("mild", 11): {"red": Wins(None, 43, 43, 43), "mafia": Wins(None, 57, 57, 57)},
    ("mild", 12): {"red": Wins(57, 30, 30, 57), "mafia": Wins(43, 70, 43, 70)},
    ("mild", 13): {"red": Wins(40, 42, 40, 42), "mafia": Wins(60, 58, 58, 60)},
    ("mild", 14): {"red": Wins(55, 38, 38, 55), "mafia": Wins(45, 62, 45, 62)},
    ("mild", 15): {"red": Wins(55, 47, 47, 55), "mafia": Wins(45, 53, 45, 53)},
    ("slow", 6): {"red": Wins(40, 48, 10, 75), "mafia": Wins(60, 52, 25, 90)},
    ("slow", 7): {"red": Wins(41, 46, 22, 57), "mafia": Wins(59, 54, 42, 78)},
    ("slow", 8): {"red": Wins(52, 66, 10, 75), "mafia": Wins(48, 33, 25, 90), "nobody": Wins(0, 0, 0, 1)},
    ("slow", 9): {"red": Wins(42, 49, 10, 60), "mafia": Wins(58, 51, 40, 90), "nobody": Wins(0, 0, 0, 2)},
    ("slow", 10): {"red": Wins(47, 57, 8, 68), "mafia": Wins(53, 43, 32, 92)},
    ("slow", 11): {"red": Wins(None, 52, 52, 60), "mafia": Wins(None, 48, 40, 48)},
    ("slow", 12): {"red": Wins(45, 40, 40, 45), "mafia": Wins(52, 60, 52, 60), "nobody": Wins(3, 0, 0, 3)},
}

NEAREST = frozenset(("club", seats) for seats in (7, 8, *range(11, 21)))
"""Clubs whose sides are more than five of a hundred games from even, or ten where there are three, and for which no
cast was found that has what R3-1 wants of a club and is nearer."""
