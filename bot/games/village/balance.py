"""How even the sides of the built-in role sets are.

"Classic" with 8 to 14 players was measured on 2026-11-25: `best` is of 100 games in which all are strong (with 14:
200), `normal` of 100 in which all are normal (5 of a hundred), the ranges of 20 games of each other kind of players on
either side (11 of a hundred). It is even among strong players there: from 49 to 54 of a hundred for the village. Among
normal ones the Rumplestiltskins win more with 9 and from 12 on, much more from 13 on: normal villagers need the cards
that find out and save. With the casts that make strong ones even, normal villages won 15 of a hundred games of 13, and
31 of 14.

"Beginner" has these cards. With 8 to 12 it was measured on 2026-11-28: 100 games of each of the two (12: 80 of strong
ones), 20 of each other kind (12: of 2026-11-25). Strong villages win too much there from 9 on, 66 to 78 of a hundred;
those of 13 and 14 were measured on 2026-11-25, 81 and 75 of 100 games.

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
other kinds of players a few games were played with 15, none with more, so that no range is told there.

"Everything" with 8 to 13 players, "enchanted" with 8 to 13 and "slow" with 8 to 12: `best` is of 60 games of 2026-11-28
(13 of a hundred, so that only from 37 and 63 on an uneven table can be told from an even one). Strong villages win 58
to 77 of them, 90 of "everything" with 12; only "slow" with 9 is 42. Their casts were found when villages did not wait.
`normal` of "everything" with 8 to 14 and of "enchanted" with 8 to 12 is of 40 games of 2026-11-25 (8 of a hundred).

Whoever has not played is None, and a table that is missing has no players of today: what villages made of those that
did not wait, until 2026-11-22, is not told any more. Missing are "beginner" and "everything" from 15 on, "enchanted"
from 14 and "slow" from 13.

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
    ("beginner", 8): {"town": Wins(54, 51, 30, 80), "rumplestiltskin": Wins(46, 49, 20, 70)},
    ("beginner", 9): {"town": Wins(49, 68, 5, 90), "rumplestiltskin": Wins(51, 32, 10, 95)},
    ("beginner", 10): {"town": Wins(68, 66, 10, 95), "rumplestiltskin": Wins(32, 34, 5, 90)},
    ("beginner", 11): {"town": Wins(55, 74, 15, 95), "rumplestiltskin": Wins(45, 26, 5, 85)},
    ("beginner", 12): {"town": Wins(70, 78, 20, 90), "rumplestiltskin": Wins(30, 22, 10, 80)},
    ("beginner", 13): {"town": Wins(51, 81, 5, 85), "rumplestiltskin": Wins(49, 19, 15, 95)},
    ("beginner", 14): {"town": Wins(50, 75, 15, 100), "rumplestiltskin": Wins(50, 25, 0, 85)},
    ("everything", 8): {"town": Wins(75, 77, 75, 77), "rumplestiltskin": Wins(25, 23, 23, 25)},
    ("everything", 9): {"town": Wins(72, 60, 20, 72), "rumplestiltskin": Wins(28, 40, 28, 80)},
    ("everything", 10): {"town": Wins(65, 60, 30, 65), "rumplestiltskin": Wins(35, 40, 35, 70)},
    ("everything", 11): {"town": Wins(62, 60, 20, 62), "rumplestiltskin": Wins(38, 40, 38, 80)},
    ("everything", 12): {"town": Wins(68, 90, 68, 90), "rumplestiltskin": Wins(32, 10, 10, 32)},
    ("everything", 13): {"town": Wins(58, 68, 58, 68), "rumplestiltskin": Wins(42, 32, 32, 42)},
    ("everything", 14): {"town": Wins(52, None, 52, 52), "rumplestiltskin": Wins(48, None, 48, 48)},
    ("enchanted", 8): {"town": Wins(58, 58, 58, 58), "rumplestiltskin": Wins(42, 42, 42, 42)},
    ("enchanted", 9): {"town": Wins(55, 55, 55, 55), "rumplestiltskin": Wins(45, 45, 45, 45)},
    ("enchanted", 10): {"town": Wins(50, 60, 50, 60), "rumplestiltskin": Wins(50, 40, 40, 50)},
    ("enchanted", 11): {"town": Wins(62, 70, 62, 70), "rumplestiltskin": Wins(38, 30, 30, 38)},
    ("enchanted", 12): {"town": Wins(55, 67, 55, 67), "rumplestiltskin": Wins(45, 33, 33, 45)},
    ("enchanted", 13): {"town": Wins(None, 58, 58, 58), "rumplestiltskin": Wins(None, 42, 42, 42)},
    ("slow", 8): {"town": Wins(None, 65, 65, 65), "rumplestiltskin": Wins(None, 35, 35, 35)},
    ("slow", 9): {"town": Wins(None, 42, 42, 42), "rumplestiltskin": Wins(None, 58, 58, 58)},
    ("slow", 10): {"town": Wins(None, 68, 68, 68), "rumplestiltskin": Wins(None, 32, 32, 32)},
    ("slow", 11): {"town": Wins(None, 72, 72, 72), "rumplestiltskin": Wins(None, 28, 28, 28)},
    ("slow", 12): {"town": Wins(None, 73, 73, 73), "rumplestiltskin": Wins(None, 27, 27, 27)},
}
