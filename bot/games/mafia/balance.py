"""How even the sides of the built-in role sets are.

Measured on 2026-11-29, after the strong Mafia had learnt to speak and to name people as red cards do, and the reds
that words tell little. Where all are the best: "club" with 6 and 7 players 400 games (2.5 of a hundred), 8 and 9 900,
10 to 12 1,200, 13 460, 14 and 15 260, 16 to 18 220, 19 and 20 some 100 (5 of a hundred); from 8 on mostly with the
players of an hour before the last, to whom words told a little more: 400 games with the last were within two of a
hundred of it with 8, 10 and 12, and with 11 47, 32 and 22. Where all are normal: 200 games each. Of each other kind
of players on either side some 20 games.

With 6, and one Mafia fewer, the reds win 80 or 90; with 7 and a Doctor they win 39, with 8 and no Sheriff 55
to 61 (300 and 400 games each). With 10 and no Doctor it is 36, 42 and 23 (200 games), with 12 and 13 and no Doctor
44, 32 and 25, and 42, 37 and 22 (200 each): as near within chance. With 12 and one Mafia more the Mafia wins 56, with
13 50 to the reds' 34, with 17 to 19 59 to 61. With 15 and one Mafia fewer the reds win 54, with 14 43 to 47 (100 to
280 games). The Maniac wins 11 to 21 from 14 on, whatever the cast: by chance alone it would be one in five that lives
to the end.

"Sport": 300 games in which all are the best, and as many in which all are normal. "Even": 100 to 260 games in which
all are the best; "plain" and "mild" 120 to 220. "Plain" with 6 has one black card, which the reds find. "Even" with
12 and "plain" and "mild" of others than the best, and with 14 and 15: games of 2026-11-25 and 28, 60 each. "Even"
with 16 and 17, 60 games each: the reds 52 and 55, too few to be told.

Whoever has not played is None, and a table that is missing has no players of today: what those of 2026-11-22 made of
it is not told any more, for where it was measured anew it was up to 20 of a hundred games off. Missing are "even",
"mild" and "plain" from 16 on. Tables with the same cards and rules have the same shares, and a computer needs no
time. To be measured by `python tests/benchmarks/balance.py mafia`, and again whenever a cast, a rule or those players
change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("club", 6): {"red": Wins(46, 48, 20, 50), "mafia": Wins(54, 52, 50, 80)},
    ("club", 7): {"red": Wins(40, 48, 20, 70), "mafia": Wins(60, 52, 30, 80)},
    ("club", 8): {"red": Wins(62, 56, 35, 85), "mafia": Wins(38, 44, 15, 65)},
    ("club", 9): {"red": Wins(54, 53, 35, 80), "mafia": Wins(46, 47, 20, 65)},
    ("club", 10): {"red": Wins(34, 38, 34, 60), "mafia": Wins(37, 41, 20, 45), "maniac": Wins(28, 22, 15, 28)},
    ("club", 11): {"red": Wins(30, 41, 20, 65), "mafia": Wins(39, 36, 30, 60), "maniac": Wins(31, 23, 5, 31)},
    ("club", 12): {"red": Wins(36, 45, 20, 75), "mafia": Wins(37, 35, 10, 45), "maniac": Wins(26, 20, 15, 40)},
    ("club", 13): {"red": Wins(40, 48, 30, 65), "mafia": Wins(38, 31, 28, 45), "maniac": Wins(23, 20, 5, 35)},
    ("club", 14): {"red": Wins(28, 32, 10, 55), "mafia": Wins(41, 47, 20, 80), "maniac": Wins(30, 21, 5, 30)},
    ("club", 15): {"red": Wins(38, 42, 15, 65), "mafia": Wins(40, 42, 25, 70), "maniac": Wins(22, 17, 10, 25)},
    ("club", 16): {"red": Wins(36, 38, 15, 85), "mafia": Wins(42, 45, 15, 75), "maniac": Wins(22, 16, 0, 30)},
    ("club", 17): {"red": Wins(44, 51, 20, 51), "mafia": Wins(36, 36, 30, 75), "maniac": Wins(21, 13, 0, 30)},
    ("club", 18): {"red": Wins(36, 48, 10, 48), "mafia": Wins(40, 37, 37, 70), "maniac": Wins(24, 15, 5, 30)},
    ("club", 19): {"red": Wins(41, 55, 20, 55), "mafia": Wins(36, 31, 28, 70), "maniac": Wins(23, 13, 10, 27)},
    ("club", 20): {"red": Wins(40, 42, 10, 50), "mafia": Wins(34, 45, 33, 80), "maniac": Wins(26, 13, 10, 26)},
    ("even", 6): {"red": Wins(46, 48, 20, 50), "mafia": Wins(54, 52, 50, 80)},
    ("even", 7): {"red": Wins(40, 48, 20, 70), "mafia": Wins(60, 52, 30, 80)},
    ("even", 8): {"red": Wins(62, 56, 35, 85), "mafia": Wins(38, 44, 15, 65)},
    ("even", 9): {"red": Wins(54, 53, 35, 80), "mafia": Wins(46, 47, 20, 65)},
    ("even", 10): {"red": Wins(None, 52, 52, 52), "mafia": Wins(None, 48, 48, 48)},
    ("even", 11): {"red": Wins(None, 50, 50, 50), "mafia": Wins(None, 50, 50, 50), "nobody": Wins(None, 1, 1, 1)},
    ("even", 12): {"red": Wins(45, 48, 40, 48), "mafia": Wins(52, 52, 52, 60), "nobody": Wins(3, 0, 0, 3)},
    ("even", 13): {"red": Wins(None, 53, 53, 53), "mafia": Wins(None, 46, 46, 46), "nobody": Wins(None, 1, 1, 1)},
    ("even", 14): {"red": Wins(None, 50, 50, 50), "mafia": Wins(None, 50, 50, 50)},
    ("even", 15): {"red": Wins(None, 47, 47, 47), "mafia": Wins(None, 52, 52, 52), "nobody": Wins(None, 1, 1, 1)},
    ("sport", 10): {"red": Wins(45, 59, 5, 62), "mafia": Wins(55, 41, 38, 95)},
    ("plain", 6): {"red": Wins(70, 77, 62, 92), "mafia": Wins(30, 23, 8, 38)},
    ("plain", 7): {"red": Wins(41, 45, 22, 58), "mafia": Wins(59, 55, 42, 78)},
    ("plain", 8): {"red": Wins(54, 64, 20, 75), "mafia": Wins(46, 36, 25, 80)},
    ("plain", 9): {"red": Wins(None, 52, 52, 70), "mafia": Wins(None, 48, 30, 48)},
    ("plain", 10): {"red": Wins(None, 58, 45, 65), "mafia": Wins(None, 42, 35, 55)},
    ("plain", 11): {"red": Wins(None, 37, 37, 52), "mafia": Wins(None, 63, 48, 63)},
    ("plain", 12): {"red": Wins(53, 56, 52, 56), "mafia": Wins(47, 44, 44, 48)},
    ("plain", 13): {"red": Wins(40, 37, 37, 52), "mafia": Wins(60, 63, 48, 63)},
    ("plain", 14): {"red": Wins(35, 45, 35, 45), "mafia": Wins(65, 55, 55, 65)},
    ("plain", 15): {"red": Wins(45, 47, 45, 47), "mafia": Wins(55, 53, 53, 55)},
    ("mild", 6): {"red": Wins(72, 45, 45, 72), "mafia": Wins(28, 55, 28, 55)},
    ("mild", 7): {"red": Wins(57, 59, 52, 72), "mafia": Wins(43, 40, 28, 48), "nobody": Wins(0, 1, 0, 1)},
    ("mild", 8): {"red": Wins(70, 55, 37, 70), "mafia": Wins(30, 44, 30, 63)},
    ("mild", 9): {"red": Wins(None, 55, 37, 78), "mafia": Wins(None, 45, 22, 63)},
    ("mild", 10): {"red": Wins(None, 42, 33, 61), "mafia": Wins(None, 57, 39, 67), "nobody": Wins(None, 1, 0, 1)},
    ("mild", 11): {"red": Wins(None, 42, 42, 43), "mafia": Wins(None, 57, 57, 57), "nobody": Wins(None, 1, 0, 1)},
    ("mild", 12): {"red": Wins(57, 38, 30, 57), "mafia": Wins(43, 62, 43, 70), "nobody": Wins(0, 1, 0, 1)},
    ("mild", 13): {"red": Wins(40, 54, 40, 54), "mafia": Wins(60, 45, 45, 60), "nobody": Wins(0, 1, 0, 1)},
    ("mild", 14): {"red": Wins(55, 38, 38, 55), "mafia": Wins(45, 62, 45, 62)},
    ("mild", 15): {"red": Wins(55, 47, 47, 55), "mafia": Wins(45, 53, 45, 53)},
    ("slow", 6): {"red": Wins(46, 48, 20, 50), "mafia": Wins(54, 52, 50, 80)},
    ("slow", 7): {"red": Wins(40, 48, 20, 70), "mafia": Wins(60, 52, 30, 80)},
    ("slow", 8): {"red": Wins(62, 56, 35, 85), "mafia": Wins(38, 44, 15, 65)},
    ("slow", 9): {"red": Wins(54, 53, 35, 80), "mafia": Wins(46, 47, 20, 65)},
    ("slow", 10): {"red": Wins(None, 52, 52, 52), "mafia": Wins(None, 48, 48, 48)},
    ("slow", 11): {"red": Wins(None, 50, 50, 50), "mafia": Wins(None, 50, 50, 50), "nobody": Wins(None, 1, 1, 1)},
    ("slow", 12): {"red": Wins(45, 48, 40, 48), "mafia": Wins(52, 52, 52, 60), "nobody": Wins(3, 0, 0, 3)},
}

NEAREST = frozenset(("club", seats) for seats in (8, 10, *range(12, 21)))
"""Clubs whose sides are more than five of a hundred games from even, or ten where there are three, and for which no
cast was found that has what R3-1 wants of a club and is nearer."""
