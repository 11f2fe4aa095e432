"""The bot's own emojis: a hand of cards as a line of them, instead of an uploaded picture."""
