"""How much the long shelves do: a size for every change, and a full one for `pytest -m full_size`.

    GAMES = size(700, full=20_000)

    @pytest.mark.full_size
    def test_…

Both sizes hold every property, card, role, language and kind of world; the full size repeats them more often.
"""

from __future__ import annotations

FULL_SIZE = "full_size"
"""The marker of the tests that have two sizes."""


class _Chosen:
    full = False


def choose(markers: str) -> None:
    """Take the full size when exactly its tests are asked for; `conftest` hands over what stands after `-m`."""
    _Chosen.full = markers.strip() == FULL_SIZE


def size(every_change: int, *, full: int) -> int:
    """How many, in this run."""
    return full if _Chosen.full else every_change
