"""What was planned in one night. Plans live and die with the night; nothing here is saved."""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Choice, Seat


class Plans:
    """The choices of one night, by the seat that made them. None is a choice too: to do nothing."""

    def __init__(self, living: list[Seat]) -> None:
        self.everybody_or_nobody: tuple[Choice, ...] = (*living, None)
        self.victim: Seat | None = None
        self.murdered: Seat | None = None
        self.jinxed: Seat | None = None
        self.toads: dict[Seat, Seat] = {}
        self.watched: dict[Seat, Seat | None] = {}
        self.peeking: list[Seat] = []
        self.assassinated: dict[Seat, Seat | None] = {}
        self.protected: dict[Seat, Seat | None] = {}
        self.investigated: dict[Seat, Seat | None] = {}
        self.muted: dict[Seat, Seat | None] = {}
        self.news: list[tuple[Seat, str, dict[str, Any]]] = []

    def learns(self, seat: Seat, key: str, **values: Any) -> None:
        """This seat will learn something, at dawn like everybody: an earlier message would tell that it acted."""
        self.news.append((seat, key, values))

    def others_or_nobody(self, me: Seat) -> tuple[Choice, ...]:
        """Everybody alive at nightfall but me, and nobody."""
        return tuple(choice for choice in self.everybody_or_nobody if choice != me)
