"""Which of the open questions are asked where: on the public board, by a message, or on My seat alone."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import MIRROR, Question, Seat
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face


def public_questions(match: MatchSnapshot, face: Face) -> list[Question]:
    """The questions whose asking is no secret, and the clocks."""
    view = match.view(SPECTATOR)
    return [question for question in match.open if question.seat == MIRROR or face.is_public(question, view)]


def sent_questions(match: MatchSnapshot, face: Face, seat: Seat) -> list[Question]:
    """What is asked of this seat by a message: neither on the board, nor waiting on My seat."""
    view = match.view(SPECTATOR)
    asked = match.open_for(seat)
    return [question for question in asked if not (face.is_public(question, view) or face.is_standing(question))]


def awaits_cards(match: MatchSnapshot) -> bool:
    """Whether the game waits for somebody who has not seen their card."""
    return any(question.key == "roles.delivered" for question in match.open)
