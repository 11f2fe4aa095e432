"""When "it is your turn" has to be heard in a game of turns, where panels are otherwise changed without a sound. Pure.

A change of a message makes no sound, a new message does. One is needed where somebody may be looking elsewhere, or has
so little time that they must not find out too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import MIRROR, Question
from bot.matches.ledger import PUBLIC, Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.posted import written_ms

SHORT_MS = 60_000
"""A clock with so much left or less is heard at once."""
PRESENT_MS = 60_000
"""A person who has answered within this time is taken to be looking."""
SLOW_S = 10 * 60
"""With so long a clock a turn that was heard may be forgotten all the same."""


def needs_sound(match: MatchSnapshot, question: Question, now_ms: int) -> bool:
    """Whether the person who is asked this has to hear of it: they have little time, or have done nothing lately."""
    clock = clock_of(match, question)
    if clock is not None and match.deadlines[clock.number] - now_ms <= SHORT_MS:
        return True
    return now_ms - match.acted_ms.get(question.seat, match.row.created_ms) > PRESENT_MS


def decides_nothing(match: MatchSnapshot, question: Question) -> bool:
    """Whether its one answer is what the clock gives as well, so that nobody has to hear of it. In public it is called
    all the same: silence would show what somebody holds."""
    is_settled = question.kind == "one" and tuple(question.choices) == (question.default,)
    return is_settled and clock_of(match, question) is not None


def has_sounded(match: MatchSnapshot, question: Question, message_id: int) -> bool:
    """Whether this message came when the question had been asked: it was heard then."""
    clock = clock_of(match, question)
    opened = match.opened_ms(clock) if clock is not None else None
    return opened is not None and written_ms(message_id) >= opened


def may_be_forgotten(match: MatchSnapshot, question: Question) -> bool:
    """Whether there is so much time that a turn which was heard can have been forgotten."""
    clock = clock_of(match, question)
    return clock is not None and (clock.within or 0) >= SLOW_S


def to_be_called(match: MatchSnapshot, face: Face, cursors: Mapping[int, Cursor], now_ms: int) -> list[Question]:
    """The questions of which people have to hear in public, and have not by the newest public message: those on the
    board, and those to people without direct messages, where everybody knows whom the game waits for."""
    newest = cursors.get(PUBLIC)
    if newest is None or not face.keeps_place or not match.running:
        return []
    people, view = match.people(), match.view(SPECTATOR)
    awaited = face.awaited(view)
    # Of several who choose at once in secret, nobody may see who is asked a second time.
    closed = {seat for seat in awaited if len(awaited) == 1 and seat in cursors and cursors[seat].is_closed}
    return [
        question
        for question in match.open
        if question.seat in people
        and (question.seat in closed or face.is_public(question, view))
        and not has_sounded(match, question, newest.message_id or 0)
        and needs_sound(match, question, now_ms)
    ]


class Calls:
    """To which questions people were called in public: to each once."""

    def __init__(self) -> None:
        self._made: dict[int, set[tuple[int, int]]] = {}
        """Match -> checkpoint and number of the questions."""

    def due(self, match: MatchSnapshot, face: Face, cursors: Mapping[int, Cursor], now_ms: int) -> list[Question]:
        made = self._made.get(match.id, set())
        calls = to_be_called(match, face, cursors, now_ms)
        return [one for one in calls if (match.checkpoint, one.number) not in made]

    def note(self, match: MatchSnapshot, calls: Iterable[Question]) -> None:
        """People have been called to these."""
        self._made.setdefault(match.id, set()).update((match.checkpoint, one.number) for one in calls)

    def forget(self, match_id: int) -> None:
        self._made.pop(match_id, None)


def clock_of(match: MatchSnapshot, question: Question) -> Question | None:
    """The clock that ends this question: its own, or else the table's that runs out next; None where none runs."""
    if question.number in match.deadlines:
        return question
    clocks = [one for one in match.open if one.seat == MIRROR and one.number in match.deadlines]
    return min(clocks, key=lambda one: match.deadlines[one.number], default=None)
