"""How even the sides of the built-in role sets are.

Measured on 2026-11-22 with thoughtful players (`players/thoughtful.py`), 400 games at each table, so that the
standard error of a share is 2.5 of a hundred; by `python tests/benchmarks/balance.py village --games 400`. From 9
players on "everything" has the cast of "classic", and so its shares. To be measured again whenever a cast, a rule or
those players change.
"""

from __future__ import annotations

from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
    ("classic", 8): {"town": 76, "rumplestiltskin": 24},
    ("classic", 9): {"town": 52, "rumplestiltskin": 48},
    ("classic", 10): {"town": 52, "rumplestiltskin": 48},
    ("classic", 11): {"town": 53, "rumplestiltskin": 47},
    ("classic", 12): {"town": 55, "rumplestiltskin": 45},
    ("classic", 13): {"town": 41, "rumplestiltskin": 59},
    ("classic", 14): {"town": 41, "rumplestiltskin": 59},
    ("classic", 15): {"town": 47, "rumplestiltskin": 53},
    ("classic", 16): {"town": 52, "rumplestiltskin": 48},
    ("classic", 17): {"town": 49, "rumplestiltskin": 51},
    ("classic", 18): {"town": 55, "rumplestiltskin": 45},
    ("classic", 19): {"town": 54, "rumplestiltskin": 46},
    ("classic", 20): {"town": 55, "rumplestiltskin": 45},
    ("beginner", 8): {"town": 53, "rumplestiltskin": 47},
    ("beginner", 9): {"town": 47, "rumplestiltskin": 53},
    ("beginner", 10): {"town": 55, "rumplestiltskin": 45},
    ("beginner", 11): {"town": 53, "rumplestiltskin": 47},
    ("beginner", 12): {"town": 57, "rumplestiltskin": 43},
    ("beginner", 13): {"town": 43, "rumplestiltskin": 57},
    ("beginner", 14): {"town": 50, "rumplestiltskin": 50},
    ("beginner", 15): {"town": 53, "rumplestiltskin": 47},
    ("beginner", 16): {"town": 57, "rumplestiltskin": 43},
    ("beginner", 17): {"town": 53, "rumplestiltskin": 47},
    ("beginner", 18): {"town": 46, "rumplestiltskin": 54},
    ("beginner", 19): {"town": 50, "rumplestiltskin": 50},
    ("beginner", 20): {"town": 48, "rumplestiltskin": 52},
    ("everything", 8): {"town": 58, "rumplestiltskin": 42},
    ("everything", 9): {"town": 52, "rumplestiltskin": 48},
    ("everything", 10): {"town": 52, "rumplestiltskin": 48},
    ("everything", 11): {"town": 53, "rumplestiltskin": 47},
    ("everything", 12): {"town": 55, "rumplestiltskin": 45},
    ("everything", 13): {"town": 41, "rumplestiltskin": 59},
    ("everything", 14): {"town": 41, "rumplestiltskin": 59},
    ("everything", 15): {"town": 47, "rumplestiltskin": 53},
    ("everything", 16): {"town": 52, "rumplestiltskin": 48},
    ("everything", 17): {"town": 49, "rumplestiltskin": 51},
    ("everything", 18): {"town": 55, "rumplestiltskin": 45},
    ("everything", 19): {"town": 54, "rumplestiltskin": 46},
    ("everything", 20): {"town": 55, "rumplestiltskin": 45},
    ("enchanted", 8): {"town": 46, "rumplestiltskin": 54},
    ("enchanted", 9): {"town": 48, "rumplestiltskin": 52},
    ("enchanted", 10): {"town": 48, "rumplestiltskin": 52},
    ("enchanted", 11): {"town": 51, "rumplestiltskin": 49},
    ("enchanted", 12): {"town": 56, "rumplestiltskin": 44},
    ("enchanted", 13): {"town": 47, "rumplestiltskin": 53},
    ("enchanted", 14): {"town": 46, "rumplestiltskin": 54},
    ("enchanted", 15): {"town": 50, "rumplestiltskin": 50},
    ("enchanted", 16): {"town": 57, "rumplestiltskin": 43},
    ("enchanted", 17): {"town": 56, "rumplestiltskin": 44},
    ("enchanted", 18): {"town": 56, "rumplestiltskin": 44},
    ("enchanted", 19): {"town": 59, "rumplestiltskin": 41},
    ("enchanted", 20): {"town": 59, "rumplestiltskin": 41},
}
