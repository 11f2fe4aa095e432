"""What answers in Mafia are called in buttons and journals, and how many fouls send a player out."""

from __future__ import annotations

PASS = "pass"
"""Thank you, village: the floor is given back early (S3-1)."""
YES = "yes"
NO = "no"
LEAVES = 4
"""The foul with which a player leaves the game (S3-12)."""
