"""What is worked out once and kept."""

from __future__ import annotations

from bot.engine.kept import kept


class Thinker:
    def __init__(self) -> None:
        self.thought = 0

    @kept
    def opinion(self) -> str:
        """What comes of it."""
        self.thought += 1
        return f"opinion {self.thought}"


def test_it_is_worked_out_when_it_is_asked_for_and_no_second_time() -> None:
    one, other = Thinker(), Thinker()
    assert one.thought == 0
    assert [one.opinion, one.opinion] == ["opinion 1", "opinion 1"]
    assert (one.thought, other.thought) == (1, 0)


def test_what_is_put_in_its_place_holds() -> None:
    one = Thinker()
    one.opinion = "hearsay"
    assert (one.opinion, one.thought) == ("hearsay", 0)


def test_it_can_be_read_about() -> None:
    assert Thinker.opinion.__doc__ == "What comes of it."
