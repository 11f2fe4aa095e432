"""What was planned in one night. Plans live and die with the night; nothing here is saved."""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Choice, Question, Seat, Value


class Plans:
    """The choices of one night, by the seat that made them. None is a choice too: to do nothing."""

    def __init__(self, living: list[Seat]) -> None:
        self.everybody_or_nobody: tuple[Choice, ...] = (*living, None)
        self.victim: Seat | None = None
        self.murdered: Seat | None = None
        self.jinxed: Seat | None = None
        self.toads: dict[Seat, Seat] = {}
        self.mute: list[Seat] = []
        self.sacrificed: list[Seat] = []
        self._chosen: dict[str, dict[Seat, Value]] = {}
        self.news: list[tuple[Seat, str, dict[str, Any]]] = []

    def learns(self, seat: Seat, key: str, **values: Any) -> None:
        """This seat will learn something, at dawn like everybody: an earlier message would tell that it acted."""
        self.news.append((seat, key, values))

    def note(self, question: Question, value: Value) -> None:
        """Keep one seat's answer of the night."""
        self._chosen.setdefault(question.key, {})[question.seat] = value

    def chosen(self, key: str) -> dict[Seat, Value]:
        """Who chose something at this question, and what; who chose nothing is left out."""
        answers = self._chosen.get(key)
        return {seat: value for seat, value in answers.items() if value is not None} if answers else {}

    def answered(self, key: str) -> dict[Seat, Value]:
        """Who answered this question, and what, None for nothing."""
        return self._chosen.get(key, {})

    def others_or_nobody(self, me: Seat) -> tuple[Choice, ...]:
        """Everybody alive at nightfall but me, and nobody."""
        place = self.everybody_or_nobody.index(me)
        return self.everybody_or_nobody[:place] + self.everybody_or_nobody[place + 1 :]
