"""What a beginner makes of a table: somebody looks suspicious to them, and they could not say why."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.questions import Seat
from bot.games.hidden_roles.talkers import Draws

DARES = 6.0
"""The score of what is certain: a beginner hardly dares to believe it."""
HUNCH = 6.0
"""How far a mere impression goes, to both sides."""


def impressions(rng: Draws, scores: Mapping[Seat, float]) -> dict[Seat, float]:
    """Scores as a beginner has them: well weighed ones, and a hunch each."""
    random = rng.random
    return {seat: _dared(score) + HUNCH * (random() + random() - 1) for seat, score in scores.items()}


def _dared(score: float) -> float:
    return score if -DARES <= score <= DARES else DARES if score > 0 else -DARES
