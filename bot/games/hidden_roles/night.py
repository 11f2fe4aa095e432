"""What people choose while everybody's night panel is open. Both games of hidden roles have panels that look alike."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Choice, Question, Seat, Value, put
from bot.games.hidden_roles.people import PeopleTable


class Night:
    """The choices of one night. They live and die with the night; nothing here is saved.

    answers  by the question's key, who answered what; None is an answer too: to do nothing
    """

    def __init__(self, living: Sequence[Seat]) -> None:
        self._everybody_or_nobody: tuple[Choice, ...] = (*living, None)
        self.answers: dict[str, dict[Seat, Value]] = {}

    def note(self, question: Question, value: Value) -> None:
        """Keep one seat's answer of the night."""
        self.answers.setdefault(question.key, {})[question.seat] = value

    def has_answered(self, question: Question) -> bool:
        """Whether this question of the night has its answer."""
        return question.seat in self.answers.get(question.key, {})

    def forget(self, seat: Seat) -> None:
        """What this seat has chosen tonight is void."""
        for answers in self.answers.values():
            answers.pop(seat, None)

    def chosen(self, key: str) -> dict[Seat, Value]:
        """Those who chose something at this question, with their choice, in the order of the answers."""
        answers = self.answers.get(key)
        return {seat: value for seat, value in answers.items() if value is not None} if answers else {}

    def everybody_or_nobody(self, me: Seat) -> tuple[Choice, ...]:
        """Everybody alive at nightfall, me too, and nobody."""
        return self._everybody_or_nobody

    def others_or_nobody(self, me: Seat) -> tuple[Choice, ...]:
        """Everybody alive at nightfall but me, and nobody."""
        place = self._everybody_or_nobody.index(me)
        return self._everybody_or_nobody[:place] + self._everybody_or_nobody[place + 1 :]

    def suspicion(self, me: Seat) -> Question:
        """What is asked of who has nothing to do tonight, so that all panels look alike: whom they suspect."""
        return put(me, "night.suspect", self.others_or_nobody(me))

    def keep_suspicions(self, table: PeopleTable) -> None:
        """Write down whom everybody noted. It does nothing but stand in their own view."""
        for seat, suspected in self.answers.get("night.suspect", {}).items():
            table.players[seat].suspicions.append(suspected)
