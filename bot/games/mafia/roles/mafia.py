"""Mafia: black, wakes with the Don and points at the victim with the team (S3-6)."""

from __future__ import annotations

from bot.games.mafia.cards import MAFIA
from bot.games.mafia.role import Role

MAFIOSO = Role("mafia", MAFIA)
