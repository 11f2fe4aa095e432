"""All 25 Friends, by their moment. A Friend is one short function for each moment; see `friend.py`."""

from __future__ import annotations

from bot.games.grimm_forest.friend import FRIENDS

__all__ = ("FRIENDS",)
