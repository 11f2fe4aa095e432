"""Recaps: a whole game as a file, and the proof of it. See `bot.recaps.verifying` for what it proves."""
