"""How even the sides of the built-in role sets are.

Measured on 2026-11-29. Where all are the best, with the players of commit ef47e277, whom nobody leads by saying again
what was said before, and whose blacks put reds on the ballot: "club" with 6 to 12 players 400 to 900 games (2 of a
hundred), 13 to 20 80 to 360 (3 to 6 of a hundred). Where all are normal: 400 games with 6 to 9, 60 to
100 with more. Of each other kind of players on either side, 20 to 100 games with the strong players of a day before.

With 14 and more the Maniac wins 11 to 21, more than ten less than a third, and the reds 43 to 51. By chance alone it
would be one in five that lives to the end. With strong players of a day before, every cast there is was played with
15, 16 and 18: none to three Mafia beside the Don, each with and without Sheriff, Doctor and Lover, 20 to 40 games of
all, and 100 to 460 of the best. None with a Sheriff was nearer. Among today's, with another Mafia the Mafia wins 48 to
50 with 13 and 14, 57 with 17 (40 to 100 games each), and with the four black cards of R3-1 62 with 16; a Doctor more
makes it 46, 35 and 19 with 16. Without a Doctor from 12 on, and with one of 20, the three sides are nearest to even.

With 9 one more Mafia makes it 39 to 61 (200 games), with no Doctor it is 67 to 33.

With 6 players nothing is nearer to even that has the club's cards: with one black card fewer the reds won 80 of a
hundred games (100), with a Lover more 42 (100), with two Mafia and no Don 41 (400). A Mafia alone against a Doctor and
four Citizens won 54, the reds 44 (1,100 games), but that is a game without a Sheriff, and among normal players the
Mafia would win 66 of it, not 60. With 7 and a Lover more the best reds won 46, normal ones no more than without her
(39).

"Plain" and "mild" with 6 to 10, "even" with 7 and 10, "sport": 150 to 300 games in which all are the best (3 to 4 of a
hundred), as they were for a few hours of that day. "Plain" with 6 has one black card, which the reds find.

"Plain", "mild" and "even" with 11 players: 60 games or fewer of 2026-11-25 and 28.

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
    ("club", 6): {"red": Wins(40, 44, 18, 44), "mafia": Wins(60, 56, 56, 82)},
    ("club", 7): {"red": Wins(38, 51, 20, 67), "mafia": Wins(62, 49, 33, 80)},
    ("club", 8): {"red": Wins(52, 56, 27, 67), "mafia": Wins(48, 43, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("club", 9): {"red": Wins(57, 57, 29, 81), "mafia": Wins(43, 43, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("club", 10): {"red": Wins(41, 40, 25, 41), "mafia": Wins(31, 35, 31, 55), "maniac": Wins(28, 25, 20, 35)},
    ("club", 11): {"red": Wins(30, 43, 15, 50), "mafia": Wins(36, 32, 31, 55), "maniac": Wins(34, 25, 15, 35)},
    ("club", 12): {"red": Wins(35, 43, 25, 60), "mafia": Wins(36, 34, 34, 55), "maniac": Wins(29, 23, 5, 29)},
    ("club", 13): {"red": Wins(35, 36, 15, 50), "mafia": Wins(37, 37, 15, 70), "maniac": Wins(28, 26, 15, 35)},
    ("club", 14): {"red": Wins(32, 43, 20, 45), "mafia": Wins(40, 36, 35, 65), "maniac": Wins(28, 21, 10, 30)},
    ("club", 15): {"red": Wins(34, 44, 5, 50), "mafia": Wins(43, 36, 30, 60), "maniac": Wins(23, 20, 15, 35)},
    ("club", 16): {"red": Wins(28, 49, 20, 49), "mafia": Wins(41, 35, 30, 50), "maniac": Wins(31, 16, 15, 35)},
    ("club", 17): {"red": Wins(31, 51, 20, 60), "mafia": Wins(39, 35, 20, 50), "maniac": Wins(30, 14, 14, 30)},
    ("club", 18): {"red": Wins(37, 47, 15, 65), "mafia": Wins(42, 38, 25, 70), "maniac": Wins(21, 15, 10, 22)},
    ("club", 19): {"red": Wins(43, 51, 20, 51), "mafia": Wins(25, 35, 25, 70), "maniac": Wins(32, 14, 10, 40)},
    ("club", 20): {"red": Wins(38, 48, 38, 70), "mafia": Wins(30, 41, 15, 45), "maniac": Wins(32, 11, 10, 32)},
    ("even", 6): {"red": Wins(40, 44, 18, 44), "mafia": Wins(60, 56, 56, 82)},
    ("even", 7): {"red": Wins(41, 49, 22, 57), "mafia": Wins(59, 51, 42, 78)},
    ("even", 8): {"red": Wins(52, 56, 27, 67), "mafia": Wins(48, 43, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("even", 9): {"red": Wins(57, 57, 29, 81), "mafia": Wins(43, 43, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("even", 10): {"red": Wins(47, 47, 8, 68), "mafia": Wins(53, 52, 32, 92)},
    ("even", 11): {"red": Wins(None, 52, 52, 60), "mafia": Wins(None, 48, 40, 48)},
    ("even", 12): {"red": Wins(45, 40, 40, 45), "mafia": Wins(52, 60, 52, 60), "nobody": Wins(3, 0, 0, 3)},
    ("even", 13): {"red": Wins(50, 55, 50, 55), "mafia": Wins(48, 45, 45, 48), "nobody": Wins(2, 0, 0, 2)},
    ("even", 14): {"red": Wins(42, 45, 42, 45), "mafia": Wins(57, 55, 55, 57), "nobody": Wins(2, 0, 0, 2)},
    ("even", 15): {"red": Wins(48, 45, 45, 48), "mafia": Wins(52, 55, 52, 55)},
    ("sport", 10): {"red": Wins(48, 48, 5, 62), "mafia": Wins(52, 52, 38, 95)},
    ("plain", 6): {"red": Wins(70, 87, 62, 87), "mafia": Wins(30, 13, 13, 38)},
    ("plain", 7): {"red": Wins(41, 58, 22, 58), "mafia": Wins(59, 42, 42, 78)},
    ("plain", 8): {"red": Wins(54, 57, 20, 65), "mafia": Wins(46, 43, 35, 80)},
    ("plain", 9): {"red": Wins(None, 60, 60, 70), "mafia": Wins(None, 40, 30, 40)},
    ("plain", 10): {"red": Wins(None, 45, 45, 52), "mafia": Wins(None, 55, 48, 55)},
    ("plain", 11): {"red": Wins(None, 52, 52, 52), "mafia": Wins(None, 48, 48, 48)},
    ("plain", 12): {"red": Wins(53, 52, 52, 53), "mafia": Wins(47, 48, 47, 48)},
    ("plain", 13): {"red": Wins(40, 52, 40, 52), "mafia": Wins(60, 48, 48, 60)},
    ("plain", 14): {"red": Wins(35, 45, 35, 45), "mafia": Wins(65, 55, 55, 65)},
    ("plain", 15): {"red": Wins(45, 47, 45, 47), "mafia": Wins(55, 53, 53, 55)},
    ("mild", 6): {"red": Wins(72, 51, 48, 72), "mafia": Wins(28, 49, 28, 52)},
    ("mild", 7): {"red": Wins(57, 52, 52, 57), "mafia": Wins(43, 48, 43, 48)},
    ("mild", 8): {"red": Wins(70, 65, 37, 70), "mafia": Wins(30, 35, 30, 63)},
    ("mild", 9): {"red": Wins(None, 40, 37, 40), "mafia": Wins(None, 60, 60, 63)},
    ("mild", 10): {"red": Wins(None, 61, 33, 61), "mafia": Wins(None, 39, 39, 67)},
    ("mild", 11): {"red": Wins(None, 43, 43, 43), "mafia": Wins(None, 57, 57, 57)},
    ("mild", 12): {"red": Wins(57, 30, 30, 57), "mafia": Wins(43, 70, 43, 70)},
    ("mild", 13): {"red": Wins(40, 42, 40, 42), "mafia": Wins(60, 58, 58, 60)},
    ("mild", 14): {"red": Wins(55, 38, 38, 55), "mafia": Wins(45, 62, 45, 62)},
    ("mild", 15): {"red": Wins(55, 47, 47, 55), "mafia": Wins(45, 53, 45, 53)},
    ("slow", 6): {"red": Wins(40, 44, 18, 44), "mafia": Wins(60, 56, 56, 82)},
    ("slow", 7): {"red": Wins(41, 49, 22, 57), "mafia": Wins(59, 51, 42, 78)},
    ("slow", 8): {"red": Wins(52, 56, 27, 67), "mafia": Wins(48, 43, 33, 73), "nobody": Wins(0, 0, 0, 1)},
    ("slow", 9): {"red": Wins(57, 57, 29, 81), "mafia": Wins(43, 43, 17, 71), "nobody": Wins(0, 0, 0, 2)},
    ("slow", 10): {"red": Wins(47, 47, 8, 68), "mafia": Wins(53, 52, 32, 92)},
    ("slow", 11): {"red": Wins(None, 52, 52, 60), "mafia": Wins(None, 48, 40, 48)},
    ("slow", 12): {"red": Wins(45, 40, 40, 45), "mafia": Wins(52, 60, 52, 60), "nobody": Wins(3, 0, 0, 3)},
}

NEAREST = frozenset(("club", seats) for seats in (6, 8, 9, *range(14, 21)))
"""Clubs whose sides are more than five of a hundred games from even, or ten where there are three, and for which no
cast was found that has what R3-1 wants of a club and is nearer."""
