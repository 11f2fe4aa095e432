"""What the measured shares of every table have in common."""

from __future__ import annotations

from bot.games.hidden_roles.balance import Shares, won


def assert_sound(shares: Shares) -> None:
    """The shares make a hundred, and those of equally good players are within the range of all."""
    assert len({wins.best is None for wins in shares.values()}) == 1
    for wins in shares.values():
        assert 0 <= wins.least <= min(wins.normal, won(wins))
        assert max(wins.normal, won(wins)) <= wins.most <= 100
    assert 98 <= sum(wins.normal for wins in shares.values()) <= 102
    assert 98 <= sum(won(wins) for wins in shares.values()) <= 102
