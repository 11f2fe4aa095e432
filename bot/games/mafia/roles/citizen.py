"""Citizen: red, with no power but a speech and a vote (S3-5)."""

from __future__ import annotations

from bot.games.mafia.cards import RED
from bot.games.mafia.role import Role

CITIZEN = Role("citizen", RED)
