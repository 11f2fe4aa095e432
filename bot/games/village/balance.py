"""How even the sides of the built-in role sets are.

Measured on 2026-11-29, with strong Rumplestiltskins who do by day what a villager would do who knows no more than the
others, but leave it to these to burn the innocent where they need no help. `best` of "classic" is of 400 games in which
all are strong (2.5 of a hundred), up to 15 players of 1,200 to 2,800 (1.5 to 1 of a hundred); of the other sets of 100
(5 of a hundred), or of 300 (3 of a hundred): "slow" with 12 and 13, "everything" with 8 and 10 to 12, "enchanted" with
10 to 13, "beginner" with 10 to 13 and 15. `normal` is of 60 games (6.5 of a hundred), the ranges of 20 games of each of
seven other kinds of players on either side (11 of a hundred).

Among strong players every table of "classic" is near even, 45 to 55 of a hundred. Among normal players the village wins
more of them, some six of ten up to 11 and up to eight of ten from 12 on: normal Rumplestiltskins do not hide as well.
Casts were searched; of a hundred games strong villages won, with the letters of Sheriff, Prince Charming, Fairy
Godmother, little Mary, Huntsman, mad hAtter, Esmeralda and Captain hook, 400 games each where nothing else is said, and
those in brackets of the players of the day before:

    8: S P H 49, with F (47)
    9: S P F M H E 53, (S P F M H 55, S P M H E 50)
    10: S P M H E 48, with F (56), with A (46)
    11 and 12: S P M H E C 50 and 51, without E (48, 11), with A (56, 12)
    13: with two Rumplestiltskins S P M H E 54 (1,800 games), S P M H 55 (1,900), S F M H C 44 (2,900), S F M H E C 44,
        S P M H C 56 (700), S P M H E C 57; with three of them all of the cards (36)
    14: with two S F M H C 47, (S P M H C 60, S P F A E H C 39, S M H A E C 38); with three all of the cards (32)
    15: with two S F M H E C 48 (2,200 games), S F M H C 55 (700), S P F H C 38, S P F M H A E C 55 (300), S P M H C 58
        (300), S M H C 43; with three all of the cards (36)
    16: S P F M H E C 51, all of the cards (42)
    17: S P F M H E 53, all of the cards 44, S P F M H 46 (200), S P F M H E C 45 (200)
    18: S P F M H E 47, S P F M H 44, S P F M H C 54 (200), S P F M H A E 44 (200)
    19, 20: all of the cards 45, 47

Without a card that finds out, as villages from 14 on had it once, a village wins four of a hundred against those who
hide well: by chance alone it would win seven.

"Slow" has the same casts. "Everything" with 13 and 14 players has two Rumplestiltskins: with three (36 and 35).
"Enchanted" has all cards from 13 on, up to 12 neither the Mad Hatter nor, with 8 and 9, the Fairy Godmother; it favours
the village with 11 and 12, with 12 (65 with all cards), and the Rumplestiltskins with 13. "Beginner" has all five easy
cards, but with 11 no Fairy Godmother, and no Prince Charming with 12: with him in her place (58). With 18 it was 7
without Prince and Fairy Godmother.

To be measured by `python tests/benchmarks/balance.py village`, and again whenever a cast, a rule or those players
change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("classic", 8): {"town": Wins(68, 49, 45, 80), "rumplestiltskin": Wins(32, 51, 20, 55)},
    ("classic", 9): {"town": Wins(53, 53, 35, 85), "rumplestiltskin": Wins(47, 47, 15, 65)},
    ("classic", 10): {"town": Wins(55, 48, 15, 80), "rumplestiltskin": Wins(45, 52, 20, 85)},
    ("classic", 11): {"town": Wins(62, 50, 15, 85), "rumplestiltskin": Wins(38, 50, 15, 85)},
    ("classic", 12): {"town": Wins(73, 51, 25, 90), "rumplestiltskin": Wins(27, 49, 10, 75)},
    ("classic", 13): {"town": Wins(69, 54, 20, 85), "rumplestiltskin": Wins(31, 46, 15, 80)},
    ("classic", 14): {"town": Wins(72, 47, 25, 90), "rumplestiltskin": Wins(28, 53, 10, 75)},
    ("classic", 15): {"town": Wins(73, 48, 40, 100), "rumplestiltskin": Wins(27, 52, 0, 60)},
    ("classic", 16): {"town": Wins(65, 51, 20, 100), "rumplestiltskin": Wins(35, 49, 0, 80)},
    ("classic", 17): {"town": Wins(72, 53, 20, 95), "rumplestiltskin": Wins(28, 47, 5, 80)},
    ("classic", 18): {"town": Wins(70, 47, 20, 90), "rumplestiltskin": Wins(30, 53, 10, 80)},
    ("classic", 19): {"town": Wins(77, 45, 30, 90), "rumplestiltskin": Wins(23, 55, 10, 70)},
    ("classic", 20): {"town": Wins(80, 47, 15, 95), "rumplestiltskin": Wins(20, 53, 5, 85)},
    ("beginner", 8): {"town": Wins(63, 46, 25, 65), "rumplestiltskin": Wins(37, 54, 35, 75)},
    ("beginner", 9): {"town": Wins(53, 46, 10, 80), "rumplestiltskin": Wins(47, 54, 20, 90)},
    ("beginner", 10): {"town": Wins(63, 59, 40, 80), "rumplestiltskin": Wins(37, 41, 20, 60)},
    ("beginner", 11): {"town": Wins(62, 46, 30, 90), "rumplestiltskin": Wins(38, 54, 10, 70)},
    ("beginner", 12): {"town": Wins(57, 46, 30, 80), "rumplestiltskin": Wins(43, 54, 20, 70)},
    ("beginner", 13): {"town": Wins(43, 45, 15, 75), "rumplestiltskin": Wins(57, 55, 25, 85)},
    ("beginner", 14): {"town": Wins(58, 50, 15, 95), "rumplestiltskin": Wins(42, 50, 5, 85)},
    ("beginner", 15): {"town": Wins(57, 41, 15, 90), "rumplestiltskin": Wins(43, 59, 10, 85)},
    ("beginner", 16): {"town": Wins(70, 47, 25, 95), "rumplestiltskin": Wins(30, 53, 5, 75)},
    ("beginner", 17): {"town": Wins(67, 46, 15, 95), "rumplestiltskin": Wins(33, 54, 5, 85)},
    ("beginner", 18): {"town": Wins(78, 51, 20, 100), "rumplestiltskin": Wins(22, 49, 0, 80)},
    ("beginner", 19): {"town": Wins(87, 57, 35, 95), "rumplestiltskin": Wins(13, 43, 5, 65)},
    ("beginner", 20): {"town": Wins(75, 48, 30, 95), "rumplestiltskin": Wins(25, 52, 5, 70)},
    ("everything", 8): {"town": Wins(50, 42, 35, 80), "rumplestiltskin": Wins(50, 58, 20, 65)},
    ("everything", 9): {"town": Wins(50, 59, 15, 95), "rumplestiltskin": Wins(50, 41, 5, 85)},
    ("everything", 10): {"town": Wins(55, 57, 35, 75), "rumplestiltskin": Wins(45, 43, 25, 65)},
    ("everything", 11): {"town": Wins(63, 53, 25, 85), "rumplestiltskin": Wins(37, 47, 15, 75)},
    ("everything", 12): {"town": Wins(83, 57, 15, 95), "rumplestiltskin": Wins(17, 43, 5, 85)},
    ("everything", 13): {"town": Wins(70, 56, 20, 95), "rumplestiltskin": Wins(30, 44, 5, 80)},
    ("everything", 14): {"town": Wins(73, 50, 20, 90), "rumplestiltskin": Wins(27, 50, 10, 80)},
    ("everything", 15): {"town": Wins(70, 46, 20, 95), "rumplestiltskin": Wins(30, 54, 5, 80)},
    ("everything", 16): {"town": Wins(62, 51, 30, 95), "rumplestiltskin": Wins(38, 49, 5, 70)},
    ("everything", 17): {"town": Wins(68, 48, 30, 90), "rumplestiltskin": Wins(32, 52, 10, 70)},
    ("everything", 18): {"town": Wins(67, 53, 15, 100), "rumplestiltskin": Wins(33, 47, 0, 85)},
    ("everything", 19): {"town": Wins(77, 45, 30, 90), "rumplestiltskin": Wins(23, 55, 10, 70)},
    ("everything", 20): {"town": Wins(80, 43, 15, 95), "rumplestiltskin": Wins(20, 57, 5, 85)},
    ("enchanted", 8): {"town": Wins(70, 50, 35, 75), "rumplestiltskin": Wins(30, 50, 25, 65)},
    ("enchanted", 9): {"town": Wins(45, 44, 20, 80), "rumplestiltskin": Wins(55, 56, 20, 80)},
    ("enchanted", 10): {"town": Wins(78, 58, 25, 85), "rumplestiltskin": Wins(22, 42, 15, 75)},
    ("enchanted", 11): {"town": Wins(73, 67, 30, 75), "rumplestiltskin": Wins(27, 33, 25, 70)},
    ("enchanted", 12): {"town": Wins(78, 63, 45, 90), "rumplestiltskin": Wins(22, 37, 10, 55)},
    ("enchanted", 13): {"town": Wins(43, 37, 15, 70), "rumplestiltskin": Wins(57, 63, 30, 85)},
    ("enchanted", 14): {"town": Wins(52, 54, 10, 80), "rumplestiltskin": Wins(48, 46, 20, 90)},
    ("enchanted", 15): {"town": Wins(68, 46, 20, 90), "rumplestiltskin": Wins(32, 54, 10, 80)},
    ("enchanted", 16): {"town": Wins(62, 49, 25, 95), "rumplestiltskin": Wins(38, 51, 5, 75)},
    ("enchanted", 17): {"town": Wins(60, 44, 25, 85), "rumplestiltskin": Wins(40, 56, 15, 75)},
    ("enchanted", 18): {"town": Wins(77, 52, 25, 90), "rumplestiltskin": Wins(23, 48, 10, 75)},
    ("enchanted", 19): {"town": Wins(82, 50, 40, 95), "rumplestiltskin": Wins(18, 50, 5, 60)},
    ("enchanted", 20): {"town": Wins(83, 50, 30, 95), "rumplestiltskin": Wins(17, 50, 5, 70)},
    ("slow", 8): {"town": Wins(65, 44, 30, 80), "rumplestiltskin": Wins(35, 56, 20, 70)},
    ("slow", 9): {"town": Wins(55, 56, 20, 90), "rumplestiltskin": Wins(45, 44, 10, 80)},
    ("slow", 10): {"town": Wins(58, 52, 20, 85), "rumplestiltskin": Wins(42, 48, 15, 80)},
    ("slow", 11): {"town": Wins(60, 50, 20, 75), "rumplestiltskin": Wins(40, 50, 25, 80)},
    ("slow", 12): {"town": Wins(60, 49, 30, 85), "rumplestiltskin": Wins(40, 51, 15, 70)},
    ("slow", 13): {"town": Wins(73, 57, 40, 85), "rumplestiltskin": Wins(27, 43, 15, 60)},
    ("slow", 14): {"town": Wins(75, 55, 25, 95), "rumplestiltskin": Wins(25, 45, 5, 75)},
    ("slow", 15): {"town": Wins(75, 52, 35, 80), "rumplestiltskin": Wins(25, 48, 20, 65)},
    ("slow", 16): {"town": Wins(70, 53, 25, 100), "rumplestiltskin": Wins(30, 47, 0, 75)},
    ("slow", 17): {"town": Wins(82, 52, 25, 90), "rumplestiltskin": Wins(18, 48, 10, 75)},
    ("slow", 18): {"town": Wins(75, 48, 25, 95), "rumplestiltskin": Wins(25, 52, 5, 75)},
    ("slow", 19): {"town": Wins(75, 49, 35, 100), "rumplestiltskin": Wins(25, 51, 0, 65)},
    ("slow", 20): {"town": Wins(80, 52, 45, 100), "rumplestiltskin": Wins(20, 48, 0, 55)},
}
