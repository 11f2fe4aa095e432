"""How even the sides of the built-in role sets are.

Measured on 2026-11-28 with the players of commit 24f08858: "club" with 6 to 9 players, "even" from 6 to 10, "slow"
with the same cards, "plain" with 7 and 8, and "sport": 400 games in which all are normal and 400 in which all are the
best (2.5 of a hundred; "club" with 6 and 9: 800 of the best), and 40 to 100 of each other kind of players on either
side.

"Club" with 10 and more was measured on 2026-11-29, with strong players who say as much in a speech as the others do,
and who name whom a table votes out that looks at one thing only: 400 games of the best (2.5 of a hundred; with 10
1,400, 12 and 14 800, 15 700, 18 900, 20 660), 60 to 100 of normal ones (5 to 6 of a hundred) and 20 of each other kind
(11 of a hundred). From 12 on it has one Mafia beside the Don and, but with 20, no Doctor, with which the three sides
are nearest to even among the best. With 12 and a Doctor the best of a day before won 43, 34 and 22 of a hundred games
as reds, Mafia and Maniac (1,400 games), without one 42, 35 and 23 (800 games), and with the two Mafia of R3-1, of
earlier players, 35, 45 and 20 (600 games).

With 16, 18, 19 and 20 the Maniac wins 16 to 21, more than ten less than a third, with 15 hardly ten less; with 19 the
reds win 49. By chance alone it would be one in five that lives to the end. With 15, 16 and 18 every cast was played
that there is: none to three Mafia beside the Don, each with and without Sheriff, Doctor and Lover, 20 to 40 games of
all, and 100 to 460 of the best. None with a Sheriff is nearer: a Doctor more makes it 45, 34 and 21 with 15, 47, 31 and
23 with 16, 44, 37 and 19 with 18, 54, 29 and 17 with 19; a Don alone 61, 21 and 19 with 15; two Mafia 27, 51 and 22
with 18, 22, 62 and 16 with 19. Without a Sheriff, whom a club has, it would be 32, 43 and 25 with 16. With 20 a Doctor
makes it 45, 34 and 21, without one it was 39, 40 and 20 (560 games). With the three or four Mafia of R3-1 the Mafia
won, among earlier players, 50 of a hundred games of 13 and 14, 54 of 16 and 74 of 18, and the Maniac 20, 18, 15 and 6.

With 6 players nothing is nearer to even that has the club's cards: with one black card fewer the reds won 80 of a
hundred games (100), with a Lover more 42 (100), with two Mafia and no Don 41 (400). A Mafia alone against a Doctor and
four Citizens won 54, the reds 44 (1,100 games), but that is a game without a Sheriff, and among normal players the
Mafia would win 66 of it, not 60. With 7 and a Lover more the best reds won 46, normal ones no more than without her
(39). With 9 one more Mafia makes it 44 for the reds and 56 for the Mafia (100 games), as far from even to the other
side.

"Plain" with 6 and 9 to 12 players and "mild" with 6 to 11: 60 games of 2026-11-28 in which all are the best (13 of a
hundred, so that only from 37 and 63 on an uneven table can be told from an even one), and as many in which all are
normal of "plain" with 6 and "mild" with 6 to 8. Among the best the reds win 62 and 70 of "plain" with 6 and 9, the
Mafia 63 to 67 of "mild" with 8 to 10; among normal ones the reds 70 of "plain" with 6, 70 and 72 of "mild" with 8
and 6. `best` of "even" with 11 is of 2026-11-25 (60 games or fewer).

"Plain", "even" and "mild" with 12 to 15 players and "slow" with 12: 60 games of the same day in which all are the best,
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
    ("club", 6): {"red": Wins(40, 40, 18, 40), "mafia": Wins(60, 60, 60, 82)},
    ("club", 7): {"red": Wins(38, 46, 20, 67), "mafia": Wins(62, 54, 33, 80)},
    ("club", 8): {"red": Wins(52, 52, 27, 67), "mafia": Wins(48, 48, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("club", 9): {"red": Wins(57, 56, 29, 81), "mafia": Wins(43, 44, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("club", 10): {"red": Wins(41, 39, 25, 41), "mafia": Wins(31, 38, 31, 55), "maniac": Wins(28, 24, 20, 35)},
    ("club", 11): {"red": Wins(30, 41, 15, 50), "mafia": Wins(36, 31, 31, 55), "maniac": Wins(34, 28, 15, 35)},
    ("club", 12): {"red": Wins(35, 38, 25, 60), "mafia": Wins(36, 35, 35, 55), "maniac": Wins(29, 27, 5, 29)},
    ("club", 13): {"red": Wins(35, 42, 15, 50), "mafia": Wins(37, 34, 15, 70), "maniac": Wins(28, 24, 15, 35)},
    ("club", 14): {"red": Wins(32, 38, 20, 45), "mafia": Wins(40, 38, 35, 65), "maniac": Wins(28, 25, 10, 30)},
    ("club", 15): {"red": Wins(34, 41, 5, 50), "mafia": Wins(43, 36, 30, 60), "maniac": Wins(23, 23, 15, 35)},
    ("club", 16): {"red": Wins(28, 43, 20, 43), "mafia": Wins(41, 36, 30, 50), "maniac": Wins(31, 21, 15, 35)},
    ("club", 17): {"red": Wins(31, 37, 20, 60), "mafia": Wins(39, 40, 20, 50), "maniac": Wins(30, 24, 20, 30)},
    ("club", 18): {"red": Wins(37, 44, 15, 65), "mafia": Wins(42, 36, 25, 70), "maniac": Wins(21, 20, 10, 22)},
    ("club", 19): {"red": Wins(43, 49, 20, 49), "mafia": Wins(25, 35, 25, 70), "maniac": Wins(32, 16, 10, 40)},
    ("club", 20): {"red": Wins(38, 45, 38, 70), "mafia": Wins(30, 34, 15, 45), "maniac": Wins(32, 21, 10, 32)},
    ("even", 6): {"red": Wins(40, 40, 18, 40), "mafia": Wins(60, 60, 60, 82)},
    ("even", 7): {"red": Wins(41, 44, 22, 57), "mafia": Wins(59, 56, 42, 78)},
    ("even", 8): {"red": Wins(52, 52, 27, 67), "mafia": Wins(48, 48, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("even", 9): {"red": Wins(57, 56, 29, 81), "mafia": Wins(43, 44, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("even", 10): {"red": Wins(47, 49, 8, 68), "mafia": Wins(53, 51, 32, 92)},
    ("even", 11): {"red": Wins(None, 52, 52, 60), "mafia": Wins(None, 48, 40, 48)},
    ("even", 12): {"red": Wins(45, 40, 40, 45), "mafia": Wins(52, 60, 52, 60), "nobody": Wins(3, 0, 0, 3)},
    ("even", 13): {"red": Wins(50, 55, 50, 55), "mafia": Wins(48, 45, 45, 48), "nobody": Wins(2, 0, 0, 2)},
    ("even", 14): {"red": Wins(42, 45, 42, 45), "mafia": Wins(57, 55, 55, 57), "nobody": Wins(2, 0, 0, 2)},
    ("even", 15): {"red": Wins(48, 45, 45, 48), "mafia": Wins(52, 55, 52, 55)},
    ("sport", 10): {"red": Wins(48, 44, 5, 62), "mafia": Wins(52, 56, 38, 95)},
    ("plain", 6): {"red": Wins(70, 62, 62, 70), "mafia": Wins(30, 38, 30, 38)},
    ("plain", 7): {"red": Wins(41, 44, 22, 57), "mafia": Wins(59, 56, 42, 78)},
    ("plain", 8): {"red": Wins(54, 56, 20, 65), "mafia": Wins(46, 44, 35, 80)},
    ("plain", 9): {"red": Wins(None, 70, 70, 70), "mafia": Wins(None, 30, 30, 30)},
    ("plain", 10): {"red": Wins(None, 52, 52, 52), "mafia": Wins(None, 48, 48, 48)},
    ("plain", 11): {"red": Wins(None, 52, 52, 52), "mafia": Wins(None, 48, 48, 48)},
    ("plain", 12): {"red": Wins(53, 52, 52, 53), "mafia": Wins(47, 48, 47, 48)},
    ("plain", 13): {"red": Wins(40, 52, 40, 52), "mafia": Wins(60, 48, 48, 60)},
    ("plain", 14): {"red": Wins(35, 45, 35, 45), "mafia": Wins(65, 55, 55, 65)},
    ("plain", 15): {"red": Wins(45, 47, 45, 47), "mafia": Wins(55, 53, 53, 55)},
    ("mild", 6): {"red": Wins(72, 48, 48, 72), "mafia": Wins(28, 52, 28, 52)},
    ("mild", 7): {"red": Wins(57, 52, 52, 57), "mafia": Wins(43, 48, 43, 48)},
    ("mild", 8): {"red": Wins(70, 37, 37, 70), "mafia": Wins(30, 63, 30, 63)},
    ("mild", 9): {"red": Wins(None, 37, 37, 37), "mafia": Wins(None, 63, 63, 63)},
    ("mild", 10): {"red": Wins(None, 33, 33, 33), "mafia": Wins(None, 67, 67, 67)},
    ("mild", 11): {"red": Wins(None, 43, 43, 43), "mafia": Wins(None, 57, 57, 57)},
    ("mild", 12): {"red": Wins(57, 30, 30, 57), "mafia": Wins(43, 70, 43, 70)},
    ("mild", 13): {"red": Wins(40, 42, 40, 42), "mafia": Wins(60, 58, 58, 60)},
    ("mild", 14): {"red": Wins(55, 38, 38, 55), "mafia": Wins(45, 62, 45, 62)},
    ("mild", 15): {"red": Wins(55, 47, 47, 55), "mafia": Wins(45, 53, 45, 53)},
    ("slow", 6): {"red": Wins(40, 40, 18, 40), "mafia": Wins(60, 60, 60, 82)},
    ("slow", 7): {"red": Wins(41, 44, 22, 57), "mafia": Wins(59, 56, 42, 78)},
    ("slow", 8): {"red": Wins(52, 52, 27, 67), "mafia": Wins(48, 48, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("slow", 9): {"red": Wins(57, 56, 29, 81), "mafia": Wins(43, 44, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("slow", 10): {"red": Wins(47, 49, 8, 68), "mafia": Wins(53, 51, 32, 92)},
    ("slow", 11): {"red": Wins(None, 52, 52, 60), "mafia": Wins(None, 48, 40, 48)},
    ("slow", 12): {"red": Wins(45, 40, 40, 45), "mafia": Wins(52, 60, 52, 60), "nobody": Wins(3, 0, 0, 3)},
}

NEAREST = frozenset(("club", seats) for seats in (6, 9, 16, 18, 19, 20))
"""Clubs whose sides are more than five of a hundred games from even, or ten where there are three, and for which no
cast was found that has what R3-1 wants of a club and is nearer."""
