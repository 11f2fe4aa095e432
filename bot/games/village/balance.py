"""How even the sides of the built-in role sets are.

"Classic" and "beginner" with 8 to 14 players were measured on 2026-11-25: `best` is of 100 games in which all are
strong ("classic" with 14: 200), `normal` of 100 in which all are normal (5 of a hundred), the ranges of 20 games of
each other kind of players on either side (11 of a hundred). "Classic" is even among strong players there: from 49 to
54 of a hundred for the village. Among normal ones the Rumplestiltskins win more with 9 and from 12 on, much more from
13 on: normal villagers need the cards that find out and save. So "beginner" has these cards, and is nearly even among
normal players; strong villages win more there, from 56 of a hundred with 9 players to 81 with 12 and 13. With the casts
that make strong ones even, normal villages won 15 of a hundred games of 13, and 31 of 14.

"Classic" from 15 players on has three Rumplestiltskins, as many as the box holds, and only specials beside them that
tell nobody's card and save nobody. Casts of 16 to 20 were searched on 2026-11-28; of a hundred games strong villages
won, with 95 of a hundred certainty in brackets:

    15: 50 (100 games of 2026-11-25)
    16: 49 (43-54, 300 games) with Huntsman, Esmeralda, Captain Hook and Mad Hatter; without the Hatter 38 (27-51, 60),
        without Captain Hook 58 (47-68, 80), with the Fairy Godmother instead of the Hatter 60 (49-70, 80)
    17: 58 (52-63, 300 games) with Captain Hook alone; with Huntsman and Esmeralda too 66 (59-72, 200), with the Mad
        Hatter too 70 (57-80, 60)
    18: 55 (49-61, 300 games) with Captain Hook alone; with Huntsman and Esmeralda too 65 (60 games of 2026-11-25)
    19: 73 (60 games of 2026-11-25) with Huntsman, Esmeralda and Captain Hook; with seven other casts 60 to 75
        (60 games each), which is too near together to tell them apart
    20: 67 (60 games of 2026-11-25) with the same; with Captain Hook alone 65 (54-75, 80)

So no cast that was tried is even with 19 and 20, and none with 17 is nearer than 58: there no card of the village's own
is left to take away.

`normal` is of 100 games with 15 to 18 (at most 10 of a hundred), of 80 with 19 and 20 (11). Villages of normal players
lose nearly always with 17; with Huntsman and Esmeralda beside Captain Hook they won 12 of a hundred (40 games). Of
other kinds of players a few games were played with 15, none with more, so that those ranges are too narrow.

"Everything" with 8 to 14 players, "enchanted" with 8 to 12: `normal` is of 40 games of 2026-11-25 (8 of a hundred),
in which the village waits; it wins more than half of them with 8 to 12 players. `best` is what normal players of
2026-11-22 made of these tables, 400 games each, who did not wait: strong ones were not measured there.

All else was measured on 2026-11-22 with normal players, 400 games at each table (2.5 of a hundred); `best` says the
same as `normal` there. The villages of then did not wait: those that do win more. "Slow", "enchanted" with more
players, and all other tables of more than 14 are to be measured anew. Ranges of those tables are of strong towns
against Rumplestiltskins who played as normal ones do.

To be measured by `python tests/benchmarks/balance.py village`, and again whenever a cast, a rule or those players
change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("classic", 8): {"town": Wins(67, 51, 30, 70), "rumplestiltskin": Wins(33, 49, 30, 70)},
    ("classic", 9): {"town": Wins(32, 53, 15, 85), "rumplestiltskin": Wins(68, 47, 15, 85)},
    ("classic", 10): {"town": Wins(46, 49, 10, 80), "rumplestiltskin": Wins(54, 51, 20, 90)},
    ("classic", 11): {"town": Wins(55, 52, 15, 80), "rumplestiltskin": Wins(45, 48, 20, 85)},
    ("classic", 12): {"town": Wins(46, 53, 30, 75), "rumplestiltskin": Wins(54, 47, 25, 70)},
    ("classic", 13): {"town": Wins(14, 50, 0, 75), "rumplestiltskin": Wins(86, 50, 25, 100)},
    ("classic", 14): {"town": Wins(6, 54, 0, 85), "rumplestiltskin": Wins(94, 46, 15, 100)},
    ("classic", 15): {"town": Wins(7, 50, 5, 50), "rumplestiltskin": Wins(93, 50, 50, 95)},
    ("classic", 16): {"town": Wins(25, 49, 25, 49), "rumplestiltskin": Wins(75, 51, 51, 75)},
    ("classic", 17): {"town": Wins(1, 58, 1, 58), "rumplestiltskin": Wins(99, 42, 42, 99)},
    ("classic", 18): {"town": Wins(46, 55, 46, 55), "rumplestiltskin": Wins(54, 45, 45, 54)},
    ("classic", 19): {"town": Wins(16, 73, 16, 73), "rumplestiltskin": Wins(84, 27, 27, 84)},
    ("classic", 20): {"town": Wins(64, 67, 64, 67), "rumplestiltskin": Wins(36, 33, 33, 36)},
    ("beginner", 8): {"town": Wins(58, 51, 40, 80), "rumplestiltskin": Wins(42, 49, 20, 60)},
    ("beginner", 9): {"town": Wins(55, 56, 5, 80), "rumplestiltskin": Wins(45, 44, 20, 95)},
    ("beginner", 10): {"town": Wins(62, 69, 25, 95), "rumplestiltskin": Wins(38, 31, 5, 75)},
    ("beginner", 11): {"town": Wins(51, 60, 15, 90), "rumplestiltskin": Wins(49, 40, 10, 85)},
    ("beginner", 12): {"town": Wins(65, 81, 25, 90), "rumplestiltskin": Wins(35, 19, 10, 75)},
    ("beginner", 13): {"town": Wins(51, 81, 5, 85), "rumplestiltskin": Wins(49, 19, 15, 95)},
    ("beginner", 14): {"town": Wins(50, 75, 15, 100), "rumplestiltskin": Wins(50, 25, 0, 85)},
    ("beginner", 15): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("beginner", 16): {"town": Wins(57, 57, 57, 57), "rumplestiltskin": Wins(43, 43, 43, 43)},
    ("beginner", 17): {"town": Wins(53, 53, 53, 53), "rumplestiltskin": Wins(47, 47, 47, 47)},
    ("beginner", 18): {"town": Wins(46, 46, 46, 46), "rumplestiltskin": Wins(54, 54, 54, 54)},
    ("beginner", 19): {"town": Wins(50, 50, 50, 50), "rumplestiltskin": Wins(50, 50, 50, 50)},
    ("beginner", 20): {"town": Wins(48, 48, 48, 48), "rumplestiltskin": Wins(52, 52, 52, 52)},
    ("everything", 8): {"town": Wins(75, 58, 58, 75), "rumplestiltskin": Wins(25, 42, 25, 42)},
    ("everything", 9): {"town": Wins(72, 52, 20, 72), "rumplestiltskin": Wins(28, 48, 28, 80)},
    ("everything", 10): {"town": Wins(65, 52, 30, 65), "rumplestiltskin": Wins(35, 48, 35, 70)},
    ("everything", 11): {"town": Wins(62, 53, 20, 62), "rumplestiltskin": Wins(38, 47, 38, 80)},
    ("everything", 12): {"town": Wins(68, 55, 55, 68), "rumplestiltskin": Wins(32, 45, 32, 45)},
    ("everything", 13): {"town": Wins(58, 41, 41, 58), "rumplestiltskin": Wins(42, 59, 42, 59)},
    ("everything", 14): {"town": Wins(52, 41, 41, 52), "rumplestiltskin": Wins(48, 59, 48, 59)},
    ("everything", 15): {"town": Wins(47, 47, 47, 47), "rumplestiltskin": Wins(53, 53, 53, 53)},
    ("everything", 16): {"town": Wins(52, 52, 52, 52), "rumplestiltskin": Wins(48, 48, 48, 48)},
    ("everything", 17): {"town": Wins(49, 49, 49, 49), "rumplestiltskin": Wins(51, 51, 51, 51)},
    ("everything", 18): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("everything", 19): {"town": Wins(54, 54, 54, 54), "rumplestiltskin": Wins(46, 46, 46, 46)},
    ("everything", 20): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("enchanted", 8): {"town": Wins(58, 46, 46, 58), "rumplestiltskin": Wins(42, 54, 42, 54)},
    ("enchanted", 9): {"town": Wins(55, 48, 48, 55), "rumplestiltskin": Wins(45, 52, 45, 52)},
    ("enchanted", 10): {"town": Wins(50, 48, 48, 50), "rumplestiltskin": Wins(50, 52, 50, 52)},
    ("enchanted", 11): {"town": Wins(62, 51, 51, 62), "rumplestiltskin": Wins(38, 49, 38, 49)},
    ("enchanted", 12): {"town": Wins(55, 56, 55, 56), "rumplestiltskin": Wins(45, 44, 44, 45)},
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
