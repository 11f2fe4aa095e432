"""What a lesson says, in words, to whoever plays a game in a test."""

from __future__ import annotations

from collections.abc import Mapping

from language.any_game import NAMES, Play

from bot.engine.questions import Value
from bot.engine.rulebook import Reason
from bot.matches.lessons import Lesson, lesson_on
from bot.ui.face import Face
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.grimm_forest.face import GrimmForestFace
from cogs.mafia.face import MafiaFace
from cogs.name_duel.face import NameDuelFace
from cogs.trumplestiltskin.face import TrumplestiltskinFace
from cogs.village.face import VillageFace

WORDS = Wording(wording_files())
FACES: Mapping[str, Face] = {
    "grimm_forest": GrimmForestFace(),
    "mafia": MafiaFace(),
    "name_duel": NameDuelFace(),
    "trumplestiltskin": TrumplestiltskinFace(),
    "village": VillageFace(),
}


def context(language: str = "en") -> RenderContext:
    """Seats 1, 2, 3 … are ann, ben, cat …"""
    labels = dict(enumerate(NAMES, start=1))
    found = RenderContext(1, 1, {}, labels, WORDS.for_locale(language), {})
    found.names.update(labels)
    return found


def why(game: str, reason: Reason, language: str = "en") -> str:
    return FACES[game].because(reason, context(language))


def lesson(play: Play, name: str, key: str, given: Value = None) -> Lesson:
    """The lesson of this answer to what this player is asked now."""
    found = lesson_on(play.match.game, play.question(name, key), play.view(name), given, "a secret")
    assert found is not None
    return found


def told(play: Play, name: str, key: str, given: Value = None, language: str = "en") -> str:
    """What the lesson of this answer says about the strong player's."""
    return why(play.match.game.name, lesson(play, name, key, given).reason, language)
