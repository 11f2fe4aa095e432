"""How even the sides of the built-in role sets are.

Measured on 2026-11-22 with normal players, 400 games at each table, so that the standard error of a share is 2.5 of a
hundred; "classic" with 13 and 14 players on 2026-11-23, 200 games (3.5 of a hundred). At that time only the town played
better when it was strong: such tables stand in the range, and `best` is what normal players make of the table. By now
Rumplestiltskins do so as well, and "classic" with 9 players was measured again. Its `best` is of 400 games in which all
are strong; of as many games the town had won 72 of a hundred before. The other tables were not measured again: their
ranges are of strong towns against Rumplestiltskins who played as normal ones do.

Where a range stands, it is of up to 100 games in which all are strong (with 14 players and more much fewer), and 20 of
each other kind of players on either side (11 of a hundred); the others were not measured yet. With 8 players "classic"
has the cast of "beginner", and from 9 on "everything" has that of R0-2. To be measured by
`python tests/benchmarks/balance.py village`, and again whenever a cast, a rule or those players change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("classic", 8): {"town": Wins(53, 53, 45, 86), "rumplestiltskin": Wins(47, 47, 14, 55)},
    ("classic", 9): {"town": Wins(52, 57, 5, 72), "rumplestiltskin": Wins(48, 43, 28, 95)},
    ("classic", 10): {"town": Wins(52, 52, 15, 90), "rumplestiltskin": Wins(48, 48, 10, 85)},
    ("classic", 11): {"town": Wins(53, 53, 20, 85), "rumplestiltskin": Wins(47, 47, 15, 80)},
    ("classic", 12): {"town": Wins(55, 55, 25, 85), "rumplestiltskin": Wins(45, 45, 15, 75)},
    ("classic", 13): {"town": Wins(52, 52, 30, 95), "rumplestiltskin": Wins(48, 48, 5, 70)},
    ("classic", 14): {"town": Wins(50, 50, 5, 100), "rumplestiltskin": Wins(50, 50, 0, 95)},
    ("classic", 15): {"town": Wins(47, 47, 15, 95), "rumplestiltskin": Wins(53, 53, 5, 85)},
    ("classic", 16): {"town": Wins(52, 52, 10, 100), "rumplestiltskin": Wins(48, 48, 0, 90)},
    ("classic", 17): {"town": Wins(49, 49, 25, 100), "rumplestiltskin": Wins(51, 51, 0, 75)},
    ("classic", 18): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("classic", 19): {"town": Wins(54, 54, 54, 54), "rumplestiltskin": Wins(46, 46, 46, 46)},
    ("classic", 20): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("beginner", 8): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("beginner", 9): {"town": Wins(47, 47, 47, 47), "rumplestiltskin": Wins(53, 53, 53, 53)},
    ("beginner", 10): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("beginner", 11): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("beginner", 12): {"town": Wins(57, 57, 57, 57), "rumplestiltskin": Wins(43, 43, 43, 43)},
    ("beginner", 13): {"town": Wins(43, 43, 43, 43), "rumplestiltskin": Wins(57, 57, 57, 57)},
    ("beginner", 14): {"town": Wins(50, 50, 50, 50), "rumplestiltskin": Wins(50, 50, 50, 50)},
    ("beginner", 15): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("beginner", 16): {"town": Wins(57, 57, 57, 57), "rumplestiltskin": Wins(43, 43, 43, 43)},
    ("beginner", 17): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("beginner", 18): {"town": Wins(46, 46, 46, 46), "rumplestiltskin": Wins(54, 54, 54, 54)},
    ("beginner", 19): {"town": Wins(50, 50, 50, 50), "rumplestiltskin": Wins(50, 50, 50, 50)},
    ("beginner", 20): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("everything", 8): {"town": Wins(58, 58, 58, 58), "rumplestiltskin": Wins(42, 42, 42, 42)},
    ("everything", 9): {"town": Wins(52, 52, 20, 55), "rumplestiltskin": Wins(48, 48, 45, 80)},
    ("everything", 10): {"town": Wins(52, 52, 30, 60), "rumplestiltskin": Wins(48, 48, 40, 70)},
    ("everything", 11): {"town": Wins(53, 53, 20, 53), "rumplestiltskin": Wins(47, 47, 47, 80)},
    ("everything", 12): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("everything", 13): {"town": Wins(41, 41, 41, 41), "rumplestiltskin": Wins(59, 59, 59, 59)},
    ("everything", 14): {"town": Wins(41, 41, 41, 41), "rumplestiltskin": Wins(59, 59, 59, 59)},
    ("everything", 15): {"town": Wins(47, 47, 47, 47), "rumplestiltskin": Wins(53, 53, 53, 53)},
    ("everything", 16): {"town": Wins(52, 52, 52, 52), "rumplestiltskin": Wins(48, 48, 48, 48)},
    ("everything", 17): {"town": Wins(49, 49, 49, 49), "rumplestiltskin": Wins(51, 51, 51, 51)},
    ("everything", 18): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("everything", 19): {"town": Wins(54, 54, 54, 54), "rumplestiltskin": Wins(46, 46, 46, 46)},
    ("everything", 20): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("enchanted", 8): {"town": Wins(46, 46, 46, 46), "rumplestiltskin": Wins(54, 54, 54, 54)},
    ("enchanted", 9): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("enchanted", 10): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("enchanted", 11): {"town": Wins(51, 51, 51, 51), "rumplestiltskin": Wins(49, 49, 49, 49)},
    ("enchanted", 12): {"town": Wins(56, 56, 56, 56), "rumplestiltskin": Wins(44, 44, 44, 44)},
    ("enchanted", 13): {"town": Wins(47, 47, 47, 47), "rumplestiltskin": Wins(53, 53, 53, 53)},
    ("enchanted", 14): {"town": Wins(46, 46, 46, 46), "rumplestiltskin": Wins(54, 54, 54, 54)},
    ("enchanted", 15): {"town": Wins(50, 50, 50, 50), "rumplestiltskin": Wins(50, 50, 50, 50)},
    ("enchanted", 16): {"town": Wins(57, 57, 57, 57), "rumplestiltskin": Wins(43, 43, 43, 43)},
    ("enchanted", 17): {"town": Wins(56, 56, 56, 56), "rumplestiltskin": Wins(44, 44, 44, 44)},
    ("enchanted", 18): {"town": Wins(56, 56, 56, 56), "rumplestiltskin": Wins(44, 44, 44, 44)},
    ("enchanted", 19): {"town": Wins(59, 59, 59, 59), "rumplestiltskin": Wins(41, 41, 41, 41)},
    ("enchanted", 20): {"town": Wins(59, 59, 59, 59), "rumplestiltskin": Wins(41, 41, 41, 41)},
    ("slow", 8): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("slow", 9): {"town": Wins(50, 50, 50, 50), "rumplestiltskin": Wins(50, 50, 50, 50)},
    ("slow", 10): {"town": Wins(54, 54, 54, 54), "rumplestiltskin": Wins(46, 46, 46, 46)},
    ("slow", 11): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("slow", 12): {"town": Wins(56, 56, 56, 56), "rumplestiltskin": Wins(44, 44, 44, 44)},
    ("slow", 13): {"town": Wins(46, 46, 46, 46), "rumplestiltskin": Wins(54, 54, 54, 54)},
    ("slow", 14): {"town": Wins(49, 49, 49, 49), "rumplestiltskin": Wins(51, 51, 51, 51)},
    ("slow", 15): {"town": Wins(52, 52, 52, 52), "rumplestiltskin": Wins(48, 48, 48, 48)},
    ("slow", 16): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("slow", 17): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("slow", 18): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("slow", 19): {"town": Wins(54, 54, 54, 54), "rumplestiltskin": Wins(46, 46, 46, 46)},
    ("slow", 20): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
}
