"""How even the sides of the built-in role sets are.

Measured on 2026-11-28, with strong Rumplestiltskins who do by day what a villager would do who knows no more than the
others, and with strong villages that notice who does otherwise. `best` of "classic" is of 400 games in which all are
strong (2.5 of a hundred), with 13 and from 17 players on of 100, like those of the other sets (5 of a hundred).
`normal` is of 60 games (6.5 of a hundred), the ranges of 20 games of each of seven other kinds of players on either
side (11 of a hundred). With 8 it is of 1,200 games, with 9 and 15 of 600. Since then those Rumplestiltskins make
findings up less often: 300 games of ten players came out the same.

Among strong players every table of "classic" is near even. Among normal players the village wins more of them, half of
the games up to 11 and up to eight of ten from 13 on: normal Rumplestiltskins do not hide as well. Casts were searched;
of a hundred games strong villages won, 160 to 200 games each (7 of a hundred), with the letters of Sheriff, Prince
Charming, Fairy Godmother, little Mary, Huntsman, mad hAtter, Esmeralda and Captain hook:

    8: S P H 50 (47-53, 1,200 games), with F 47
    9: S P F M H E 55 (51-59, 600 games), S P F M H 55, S P M H E 50
    10: S P M H E 47 (42-52, 400 games), with F 56, with A 46
    11 and 12: S P M H E C 49 and 52 (400 games each), without E 48 (11), with A 56 (12)
    13: with two Rumplestiltskins S F M H C 49 (45-54, 540 games), S P M H C 58 (54-61, 700 games), S P M H E C 58; with
        three of them all of the cards 36
    14: with two S F M H C 54 (49-59, 400 games), S P M H C 60, S P F A E H C 39, S M H A E C 38; with three all of
        the cards 32
    15: with two S P F H C 45 (41-49, 600 games), S P M C 58, S P F H A E C 46; with three all of the cards 36
    16 and 18: S P F M H E C 52 (400 games) and 56, S P F M H 52 (18), all of the cards 42 and 41, with two
        S P H A E C 42 (16)
    17, 19, 20: all of the cards 50, 51, 47; without A 56 (19)

Without a card that finds out, as villages from 14 on had it before, a village wins four of a hundred against those who
hide well: by chance alone it would win seven.

"Slow" has the same casts. "Everything" with 13 and 14 players has two Rumplestiltskins: with three 36 and 35. As long
as every card shall play, 11 and 13 have no other cast. "Enchanted" has all cards from 13 on, up to 12 neither the Mad
Hatter nor, with 8 and 9, the Fairy Godmother; with 12 it was 65 with all cards. "Beginner" has all five easy cards,
but with 11 no Fairy Godmother, and no Prince Charming with 12: with him in her place 58. With 18 it was 7 without
Prince and Fairy Godmother.

To be measured by `python tests/benchmarks/balance.py village`, and again whenever a cast, a rule or those players
change.
"""

from __future__ import annotations

from bot.engine.rulebook import Wins
from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("classic", 8): {"town": Wins(62, 50, 45, 80), "rumplestiltskin": Wins(38, 50, 20, 55)},
    ("classic", 9): {"town": Wins(55, 55, 15, 75), "rumplestiltskin": Wins(45, 45, 25, 85)},
    ("classic", 10): {"town": Wins(47, 47, 15, 70), "rumplestiltskin": Wins(53, 53, 30, 85)},
    ("classic", 11): {"town": Wins(53, 49, 20, 90), "rumplestiltskin": Wins(47, 51, 10, 80)},
    ("classic", 12): {"town": Wins(65, 52, 0, 95), "rumplestiltskin": Wins(35, 48, 5, 100)},
    ("classic", 13): {"town": Wins(52, 49, 40, 85), "rumplestiltskin": Wins(48, 51, 15, 60)},
    ("classic", 14): {"town": Wins(75, 54, 40, 85), "rumplestiltskin": Wins(25, 46, 15, 60)},
    ("classic", 15): {"town": Wins(67, 45, 35, 95), "rumplestiltskin": Wins(33, 55, 5, 65)},
    ("classic", 16): {"town": Wins(63, 52, 20, 100), "rumplestiltskin": Wins(37, 48, 0, 80)},
    ("classic", 17): {"town": Wins(68, 54, 20, 95), "rumplestiltskin": Wins(32, 46, 5, 80)},
    ("classic", 18): {"town": Wins(72, 49, 40, 100), "rumplestiltskin": Wins(28, 51, 0, 60)},
    ("classic", 19): {"town": Wins(73, 56, 40, 95), "rumplestiltskin": Wins(27, 44, 5, 60)},
    ("classic", 20): {"town": Wins(78, 51, 40, 90), "rumplestiltskin": Wins(22, 49, 10, 60)},
    ("beginner", 8): {"town": Wins(65, 41, 30, 80), "rumplestiltskin": Wins(35, 59, 20, 70)},
    ("beginner", 9): {"town": Wins(50, 55, 10, 65), "rumplestiltskin": Wins(50, 45, 35, 90)},
    ("beginner", 10): {"town": Wins(63, 52, 30, 90), "rumplestiltskin": Wins(37, 48, 10, 70)},
    ("beginner", 11): {"town": Wins(40, 45, 25, 90), "rumplestiltskin": Wins(60, 55, 10, 75)},
    ("beginner", 12): {"town": Wins(77, 41, 15, 85), "rumplestiltskin": Wins(23, 59, 15, 85)},
    ("beginner", 13): {"town": Wins(58, 50, 5, 85), "rumplestiltskin": Wins(42, 50, 15, 95)},
    ("beginner", 14): {"town": Wins(62, 63, 5, 85), "rumplestiltskin": Wins(38, 37, 15, 95)},
    ("beginner", 15): {"town": Wins(70, 51, 25, 85), "rumplestiltskin": Wins(30, 49, 15, 75)},
    ("beginner", 16): {"town": Wins(77, 52, 15, 85), "rumplestiltskin": Wins(23, 48, 15, 85)},
    ("beginner", 17): {"town": Wins(75, 51, 35, 90), "rumplestiltskin": Wins(25, 49, 10, 65)},
    ("beginner", 18): {"town": Wins(72, 49, 40, 100), "rumplestiltskin": Wins(28, 51, 0, 60)},
    ("beginner", 19): {"town": Wins(73, 54, 30, 85), "rumplestiltskin": Wins(27, 46, 15, 70)},
    ("beginner", 20): {"town": Wins(78, 50, 30, 100), "rumplestiltskin": Wins(22, 50, 0, 70)},
    ("everything", 8): {"town": Wins(42, 53, 40, 60), "rumplestiltskin": Wins(58, 47, 40, 60)},
    ("everything", 9): {"town": Wins(52, 50, 10, 75), "rumplestiltskin": Wins(48, 50, 25, 90)},
    ("everything", 10): {"town": Wins(67, 48, 15, 90), "rumplestiltskin": Wins(33, 52, 10, 85)},
    ("everything", 11): {"town": Wins(70, 63, 30, 85), "rumplestiltskin": Wins(30, 37, 15, 70)},
    ("everything", 12): {"town": Wins(78, 59, 20, 90), "rumplestiltskin": Wins(22, 41, 10, 80)},
    ("everything", 13): {"town": Wins(65, 66, 35, 95), "rumplestiltskin": Wins(35, 34, 5, 65)},
    ("everything", 14): {"town": Wins(80, 56, 25, 90), "rumplestiltskin": Wins(20, 44, 10, 75)},
    ("everything", 15): {"town": Wins(62, 46, 20, 95), "rumplestiltskin": Wins(38, 54, 5, 80)},
    ("everything", 16): {"town": Wins(60, 45, 15, 100), "rumplestiltskin": Wins(40, 55, 0, 85)},
    ("everything", 17): {"town": Wins(68, 54, 20, 95), "rumplestiltskin": Wins(32, 46, 5, 80)},
    ("everything", 18): {"town": Wins(80, 45, 20, 100), "rumplestiltskin": Wins(20, 55, 0, 80)},
    ("everything", 19): {"town": Wins(73, 56, 40, 95), "rumplestiltskin": Wins(27, 44, 5, 60)},
    ("everything", 20): {"town": Wins(78, 51, 40, 90), "rumplestiltskin": Wins(22, 49, 10, 60)},
    ("enchanted", 8): {"town": Wins(65, 54, 20, 70), "rumplestiltskin": Wins(35, 46, 30, 80)},
    ("enchanted", 9): {"town": Wins(48, 51, 25, 75), "rumplestiltskin": Wins(52, 49, 25, 75)},
    ("enchanted", 10): {"town": Wins(68, 54, 30, 85), "rumplestiltskin": Wins(32, 46, 15, 70)},
    ("enchanted", 11): {"town": Wins(70, 61, 40, 90), "rumplestiltskin": Wins(30, 39, 10, 60)},
    ("enchanted", 12): {"town": Wins(77, 61, 40, 85), "rumplestiltskin": Wins(23, 39, 15, 60)},
    ("enchanted", 13): {"town": Wins(48, 43, 15, 85), "rumplestiltskin": Wins(52, 57, 15, 85)},
    ("enchanted", 14): {"town": Wins(58, 47, 25, 80), "rumplestiltskin": Wins(42, 53, 20, 75)},
    ("enchanted", 15): {"town": Wins(70, 51, 20, 90), "rumplestiltskin": Wins(30, 49, 10, 80)},
    ("enchanted", 16): {"town": Wins(62, 47, 25, 95), "rumplestiltskin": Wins(38, 53, 5, 75)},
    ("enchanted", 17): {"town": Wins(75, 45, 15, 80), "rumplestiltskin": Wins(25, 55, 20, 85)},
    ("enchanted", 18): {"town": Wins(78, 59, 30, 85), "rumplestiltskin": Wins(22, 41, 15, 70)},
    ("enchanted", 19): {"town": Wins(82, 56, 35, 100), "rumplestiltskin": Wins(18, 44, 0, 65)},
    ("enchanted", 20): {"town": Wins(83, 57, 30, 85), "rumplestiltskin": Wins(17, 43, 15, 70)},
    ("slow", 8): {"town": Wins(55, 51, 40, 75), "rumplestiltskin": Wins(45, 49, 25, 60)},
    ("slow", 9): {"town": Wins(52, 51, 25, 75), "rumplestiltskin": Wins(48, 49, 25, 75)},
    ("slow", 10): {"town": Wins(55, 50, 20, 85), "rumplestiltskin": Wins(45, 50, 15, 80)},
    ("slow", 11): {"town": Wins(67, 48, 0, 80), "rumplestiltskin": Wins(33, 52, 20, 100)},
    ("slow", 12): {"town": Wins(75, 59, 35, 90), "rumplestiltskin": Wins(25, 41, 10, 65)},
    ("slow", 13): {"town": Wins(70, 49, 25, 85), "rumplestiltskin": Wins(30, 51, 15, 75)},
    ("slow", 14): {"town": Wins(68, 48, 25, 95), "rumplestiltskin": Wins(32, 52, 5, 75)},
    ("slow", 15): {"town": Wins(80, 44, 30, 100), "rumplestiltskin": Wins(20, 56, 0, 70)},
    ("slow", 16): {"town": Wins(58, 54, 25, 95), "rumplestiltskin": Wins(42, 46, 5, 75)},
    ("slow", 17): {"town": Wins(80, 47, 20, 95), "rumplestiltskin": Wins(20, 53, 5, 80)},
    ("slow", 18): {"town": Wins(83, 53, 25, 95), "rumplestiltskin": Wins(17, 47, 5, 75)},
    ("slow", 19): {"town": Wins(82, 48, 30, 95), "rumplestiltskin": Wins(18, 52, 5, 70)},
    ("slow", 20): {"town": Wins(70, 48, 35, 95), "rumplestiltskin": Wins(30, 52, 5, 65)},
}
