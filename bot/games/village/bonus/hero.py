"""Hero: one vote more each day, and never the Sheriff, who draws again (S0-26)."""

from __future__ import annotations

HERO = "hero"
HERO_VOTES = 2


def is_fit_for(role: str) -> bool:
    """Whether the holder of this role may be the Hero."""
    return role != "sheriff"
