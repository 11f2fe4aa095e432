"""What the measured shares of every table have in common."""

from __future__ import annotations

from bot.games.hidden_roles.balance import Shares


def assert_sound(shares: Shares) -> None:
    """The shares make a hundred, and those of equally good players are within the range of all."""
    for wins in shares.values():
        assert 0 <= wins.least <= min(wins.normal, wins.best)
        assert max(wins.normal, wins.best) <= wins.most <= 100
    assert 98 <= sum(wins.normal for wins in shares.values()) <= 102
    assert 98 <= sum(wins.best for wins in shares.values()) <= 102
