"""What the measured shares of every table have in common."""

from __future__ import annotations

from bot.games.hidden_roles.balance import Players, Shares, have_played, won


def assert_sound(shares: Shares) -> None:
    """The shares make a hundred, and those of equally good players, of whom some have played, are within the range of
    all."""
    kinds: tuple[Players, ...] = ("normal", "best")
    for players in kinds:
        if have_played(shares, players):
            assert 98 <= sum(won(wins, players) for wins in shares.values()) <= 102
        else:
            assert all(getattr(wins, players) is None for wins in shares.values())
    for wins in shares.values():
        played = [games for games in (wins.normal, wins.best) if games is not None]
        assert 0 <= wins.least <= min(played)
        assert max(played) <= wins.most <= 100
