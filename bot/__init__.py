"""Magic Mirror: a Discord bot that moderates parlour games and keeps every secret."""

__version__ = "0.1.0"
