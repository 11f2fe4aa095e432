"""What is told of a match that somebody has ended: that it is over, how, and how it stood. Nothing is open on it."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording


def is_broken_off(match: MatchSnapshot) -> bool:
    """Whether the match is over without an outcome of its rules."""
    return match.over and match.outcome is None


def how_it_stood(match: MatchSnapshot, face: Face, context: RenderContext) -> str:
    """That the game is over, how it was ended, and what everybody knew then."""
    words, stood = context.words, face.stood(match.view(SPECTATOR), context)
    lines = [f"### {words.say('stage.over')}", words.say(_ended(match))]
    return "\n".join([*lines, words.say("stage.stood"), *stood] if stood else lines)


def how_it_ended(match: MatchSnapshot, words: Wording, *, keeps_notes: bool) -> str:
    """The same in one line, for one person; `keeps_notes`: where what they have noted is to be found."""
    lines = [words.say(_ended(match))]
    return "\n".join([*lines, words.say("stage.notes_kept", number=match.id)] if keeps_notes else lines)


def _ended(match: MatchSnapshot) -> str:
    """The wording key that says by whom it was ended."""
    ending = match.row.ending
    return "stage.ended" if ending in (None, "host") else f"stage.ended.{ending}"
