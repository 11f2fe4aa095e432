"""Running matches: answers, deadlines, lobbies, computer players. Async; knows neither Discord nor SQL."""

from bot.store.database import Store
from bot.store.errors import StoreError as StoreTrouble

__all__ = ["Store", "StoreTrouble"]
