"""How even the sides of the built-in role sets are.

Measured on 2026-11-28, with strong players who learn in each village how often people there lead a hunt, and who think
of a team that plays as if it had no mates. `best` of "classic" is of 700 to 1,200 games in which all are strong (2 of
a hundred; of 600 with 20 players), about half of them played since a last Rumplestiltskin takes care not to do more
than the others; of the other sets of 100 or 200 (5 and 3.5 of a hundred);
`normal` is of 100 games in which all are normal (5 of a hundred), the ranges of 20 games of each other kind of players
on either side (11 of a hundred). From 15 players on the other sets have 60 games of each of the two (6.5 of a hundred),
from 17 on no other kinds.

Among strong players every table of "classic" is even up to 18 players, 46 to 54 of a hundred for the village. With 19
and 20 the village wins 60 and 63 of a hundred: no cast that was tried with the three Rumplestiltskins of the box is
nearer to even. Among normal players the Rumplestiltskins win more from 13 on, nine of ten games with 14, 16 and 19.
Casts were searched; of a hundred games strong villages won, with 95 of a hundred certainty in brackets:

    9: 48 (43-53, 400 games) with Sheriff, Prince, Fairy Godmother, Huntsman and Esmeralda; with the Mad Hatter in place
        of Esmeralda, as it was, 44 (41-48, 800 games), with both of them 47 (40-54), with Little Mary in place of the
        Mad Hatter 59 (52-66), in place of the Huntsman 60 (53-66), 200 games each
    12 and 13: 51 (46-56) and 48 (44-53) with all cards but the Sheriff; without the Fairy Godmother too 48 (42-55) and
        42 (35-49), and with the Sheriff in place of her 56 (49-62) and 54 (47-60), 200 games each
    14, 16: 46 (43-49, 1,200 games), 52 (48-55, 800 games) with Huntsman, Esmeralda, Captain Hook and Fairy Godmother;
        without the Fairy Godmother 22 (16-31, 120 games) and 42 (35-49, 200 games); with 14 and a Sheriff or Little
        Mary in her place no more than that, 22 (17-29) and 26 (20-32)
    15: 49 (46-53, 800 games) with the same four and the Sheriff; without the Sheriff 42 (39-44, 1,400 games), with the
        Mad Hatter in place of the Sheriff 50 (45-55, 420 games), but 28 of normal ones, with Prince Charming 66, with
        Little Mary 41 (160 games each), without Sheriff and Fairy Godmother 48 (43-53, 420 games), but 4 of normal ones
    17: 48 (43-54, 300 games) with Captain Hook and Fairy Godmother, and 39 of normal ones; with Captain Hook alone 55
        (49-60), with Huntsman and Esmeralda 57 (51-62), of normal ones 7 and 10
    18: 52 (48-56, 600 games) with Captain Hook alone; with Fairy Godmother 62 (56-69), with Huntsman and Esmeralda 60
        (53-66)
    19: 60 (55-65, 400 games) with Captain Hook alone; with Huntsman and Esmeralda 67 (60-73), with the Fairy Godmother
        68 (58-76, 100 games), with Esmeralda, Huntsman, Sheriff or Mad Hatter 65, 70, 68, 73 (60 games each)
    20: 63 (59-67, 600 games) with Huntsman, Esmeralda and Captain Hook; with Captain Hook alone 64 (59-68, 480 games),
        with the Fairy Godmother 72 (63-80, 100 games), with Esmeralda 70 (57-80, 60 games)

"Slow" has the same casts, which with one open ballot come out from 42 to 54 among strong ones up to 14; with the cards
of "everything" it was 58 to 66 with 8 to 11. With 12 the classic cast comes out at 62 (56-69) there, and the three
Rumplestiltskins of "everything" at 49. With 20 the classic cast comes out at 70 (57-80), and Captain Hook alone at 52
(39-64), 60 games each.

"Everything" with 8 players was tried with all of the 28 choices of six special cards: from 30 to 88, with the one
taken 50 (44-57), with Prince Charming in place of the Mad Hatter 54 (47-60). With 12 it has three Rumplestiltskins: two
lost 62 (56-69). With 11 all cards of the box fit and two Rumplestiltskins are too few for them, with 14 and from 16 on
three: as long as every card shall play, there is no other cast.

"Enchanted" with 8: 56 (50-63) with Sheriff, Prince and Huntsman; with the Fairy Godmother too 64 (57-70). With 11 and
12 Little Mary is left out: with her 61 (51-70) and 66 (56-75). From 15 on Sheriff and Fairy Godmother are: with them 73
(64-81) with 15 and 68 (58-76) with 16, without the Sheriff alone 61 (51-70) and 51 (41-61). For 18 to 20 no other cast
was tried.

"Beginner" has the cards that normal players need: strong villages win 62 to 78 with 14 to 16 and 19. With 12 it has no
Prince Charming: with him 67 (57-75), and 71 of normal ones; with 11 it is 57 (50-65) with him and 44 (37-52) without,
160 games each.

The strong Rumplestiltskins of up to 14 players, and those of "classic", said twice as often as now that they have found
somebody out; with 8 to 13 players 200 to 300 games of "classic" came out the same without it.

To be measured by `python tests/benchmarks/balance.py village`, and again whenever a cast, a rule or those players
change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("classic", 8): {"town": Wins(63, 52, 35, 85), "rumplestiltskin": Wins(37, 48, 15, 65)},
    ("classic", 9): {"town": Wins(44, 51, 5, 75), "rumplestiltskin": Wins(56, 49, 25, 95)},
    ("classic", 10): {"town": Wins(45, 48, 20, 75), "rumplestiltskin": Wins(55, 52, 25, 80)},
    ("classic", 11): {"town": Wins(48, 53, 10, 70), "rumplestiltskin": Wins(52, 47, 30, 90)},
    ("classic", 12): {"town": Wins(61, 54, 15, 80), "rumplestiltskin": Wins(39, 46, 20, 85)},
    ("classic", 13): {"town": Wins(27, 47, 0, 75), "rumplestiltskin": Wins(73, 53, 25, 100)},
    ("classic", 14): {"town": Wins(10, 46, 0, 95), "rumplestiltskin": Wins(90, 54, 5, 100)},
    ("classic", 15): {"town": Wins(36, 49, 0, 80), "rumplestiltskin": Wins(64, 51, 20, 100)},
    ("classic", 16): {"town": Wins(11, 52, 0, 100), "rumplestiltskin": Wins(89, 48, 0, 100)},
    ("classic", 17): {"town": Wins(39, 50, 0, 90), "rumplestiltskin": Wins(61, 50, 10, 100)},
    ("classic", 18): {"town": Wins(43, 53, 0, 95), "rumplestiltskin": Wins(57, 47, 5, 100)},
    ("classic", 19): {"town": Wins(11, 60, 5, 100), "rumplestiltskin": Wins(89, 40, 0, 95)},
    ("classic", 20): {"town": Wins(48, 63, 0, 100), "rumplestiltskin": Wins(52, 37, 0, 100)},
    ("beginner", 8): {"town": Wins(50, 49, 40, 70), "rumplestiltskin": Wins(50, 51, 30, 60)},
    ("beginner", 9): {"town": Wins(58, 53, 15, 70), "rumplestiltskin": Wins(42, 47, 30, 85)},
    ("beginner", 10): {"town": Wins(59, 59, 25, 85), "rumplestiltskin": Wins(41, 41, 15, 75)},
    ("beginner", 11): {"town": Wins(58, 57, 20, 85), "rumplestiltskin": Wins(42, 42, 15, 80)},
    ("beginner", 12): {"town": Wins(58, 55, 20, 70), "rumplestiltskin": Wins(42, 45, 30, 80)},
    ("beginner", 13): {"town": Wins(53, 51, 5, 80), "rumplestiltskin": Wins(47, 49, 20, 95)},
    ("beginner", 14): {"town": Wins(52, 68, 20, 90), "rumplestiltskin": Wins(48, 32, 10, 80)},
    ("beginner", 15): {"town": Wins(63, 62, 15, 90), "rumplestiltskin": Wins(37, 38, 10, 85)},
    ("beginner", 16): {"town": Wins(62, 67, 25, 100), "rumplestiltskin": Wins(38, 33, 0, 75)},
    ("beginner", 17): {"town": Wins(65, 58, 58, 65), "rumplestiltskin": Wins(35, 42, 35, 42)},
    ("beginner", 18): {"town": Wins(58, 58, 58, 58), "rumplestiltskin": Wins(42, 42, 42, 42)},
    ("beginner", 19): {"town": Wins(63, 78, 63, 78), "rumplestiltskin": Wins(37, 22, 22, 37)},
    ("beginner", 20): {"town": Wins(70, 58, 58, 70), "rumplestiltskin": Wins(30, 42, 30, 42)},
    ("everything", 8): {"town": Wins(48, 50, 35, 95), "rumplestiltskin": Wins(52, 50, 5, 65)},
    ("everything", 9): {"town": Wins(54, 58, 20, 80), "rumplestiltskin": Wins(46, 42, 20, 80)},
    ("everything", 10): {"town": Wins(62, 57, 30, 85), "rumplestiltskin": Wins(38, 43, 15, 70)},
    ("everything", 11): {"town": Wins(60, 63, 20, 80), "rumplestiltskin": Wins(40, 37, 20, 80)},
    ("everything", 12): {"town": Wins(42, 46, 5, 65), "rumplestiltskin": Wins(58, 55, 35, 95)},
    ("everything", 13): {"town": Wins(42, 55, 5, 90), "rumplestiltskin": Wins(58, 45, 10, 95)},
    ("everything", 14): {"town": Wins(47, 66, 5, 90), "rumplestiltskin": Wins(53, 34, 10, 95)},
    ("everything", 15): {"town": Wins(58, 58, 5, 95), "rumplestiltskin": Wins(42, 42, 5, 95)},
    ("everything", 16): {"town": Wins(60, 67, 15, 100), "rumplestiltskin": Wins(40, 33, 0, 85)},
    ("everything", 17): {"town": Wins(57, 65, 57, 65), "rumplestiltskin": Wins(43, 35, 35, 43)},
    ("everything", 18): {"town": Wins(65, 85, 65, 85), "rumplestiltskin": Wins(35, 15, 15, 35)},
    ("everything", 19): {"town": Wins(80, 75, 75, 80), "rumplestiltskin": Wins(20, 25, 20, 25)},
    ("everything", 20): {"town": Wins(75, 83, 75, 83), "rumplestiltskin": Wins(25, 17, 17, 25)},
    ("enchanted", 8): {"town": Wins(58, 56, 35, 75), "rumplestiltskin": Wins(42, 44, 25, 65)},
    ("enchanted", 9): {"town": Wins(49, 52, 20, 60), "rumplestiltskin": Wins(51, 48, 40, 80)},
    ("enchanted", 10): {"town": Wins(56, 50, 15, 80), "rumplestiltskin": Wins(44, 50, 20, 85)},
    ("enchanted", 11): {"town": Wins(52, 47, 20, 80), "rumplestiltskin": Wins(48, 53, 20, 80)},
    ("enchanted", 12): {"town": Wins(57, 54, 15, 75), "rumplestiltskin": Wins(43, 46, 25, 85)},
    ("enchanted", 13): {"town": Wins(38, 52, 10, 75), "rumplestiltskin": Wins(62, 48, 25, 90)},
    ("enchanted", 14): {"town": Wins(61, 45, 5, 90), "rumplestiltskin": Wins(39, 55, 10, 95)},
    ("enchanted", 15): {"town": Wins(47, 44, 15, 70), "rumplestiltskin": Wins(53, 56, 30, 85)},
    ("enchanted", 16): {"town": Wins(47, 52, 10, 90), "rumplestiltskin": Wins(53, 48, 10, 90)},
    ("enchanted", 17): {"town": Wins(67, 58, 58, 67), "rumplestiltskin": Wins(33, 42, 33, 42)},
    ("enchanted", 18): {"town": Wins(57, 72, 57, 72), "rumplestiltskin": Wins(43, 28, 28, 43)},
    ("enchanted", 19): {"town": Wins(60, 63, 60, 63), "rumplestiltskin": Wins(40, 37, 37, 40)},
    ("enchanted", 20): {"town": Wins(63, 67, 63, 67), "rumplestiltskin": Wins(37, 33, 33, 37)},
    ("slow", 8): {"town": Wins(66, 48, 40, 70), "rumplestiltskin": Wins(34, 52, 30, 60)},
    ("slow", 9): {"town": Wins(35, 52, 20, 70), "rumplestiltskin": Wins(65, 48, 30, 80)},
    ("slow", 10): {"town": Wins(42, 42, 15, 75), "rumplestiltskin": Wins(58, 57, 25, 85)},
    ("slow", 11): {"town": Wins(62, 50, 10, 75), "rumplestiltskin": Wins(38, 50, 25, 90)},
    ("slow", 12): {"town": Wins(35, 49, 10, 65), "rumplestiltskin": Wins(65, 51, 35, 90)},
    ("slow", 13): {"town": Wins(33, 50, 10, 75), "rumplestiltskin": Wins(67, 50, 25, 90)},
    ("slow", 14): {"town": Wins(8, 54, 0, 85), "rumplestiltskin": Wins(92, 46, 15, 100)},
    ("slow", 15): {"town": Wins(28, 53, 5, 90), "rumplestiltskin": Wins(72, 47, 10, 95)},
    ("slow", 16): {"town": Wins(15, 58, 0, 90), "rumplestiltskin": Wins(85, 42, 10, 100)},
    ("slow", 17): {"town": Wins(37, 48, 37, 48), "rumplestiltskin": Wins(63, 52, 52, 63)},
    ("slow", 18): {"town": Wins(35, 58, 35, 58), "rumplestiltskin": Wins(65, 42, 42, 65)},
    ("slow", 19): {"town": Wins(8, 50, 8, 50), "rumplestiltskin": Wins(92, 50, 50, 92)},
    ("slow", 20): {"town": Wins(57, 52, 52, 57), "rumplestiltskin": Wins(43, 48, 43, 48)},
}
