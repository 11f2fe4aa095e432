"""What a beginner makes of a table: somebody looks suspicious to them, and they could not say why."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.questions import Seat
from bot.games.hidden_roles.talkers import Draws

NOTICED = 0.4
"""How much of the evidence a beginner takes in."""
HUNCH = 8.0
"""How far a mere impression goes, to both sides."""


def impressions(rng: Draws, scores: Mapping[Seat, float], known: float) -> dict[Seat, float]:
    """Scores as a beginner has them: what is certain (`known` and more) stays, of the rest much is overheard."""
    return {seat: score if abs(score) >= known else _impression(rng, score) for seat, score in scores.items()}


def _impression(rng: Draws, score: float) -> float:
    return NOTICED * score + HUNCH * (rng.random() + rng.random() - 1)
