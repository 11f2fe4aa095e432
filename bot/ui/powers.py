"""What a seat may do now, as everybody at the table may know it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.questions import Seat
from bot.ui.silence.speech import Speech


@dataclass(frozen=True)
class Powers:
    """What a seat may do now.

    state   how it may speak; `drunk` for who speaks slurred
    votes   the votes it has today; acts: whether it has anything to do at night
    """

    seat: Seat
    state: Speech
    nominates: bool
    votes: int
    acts: bool

    @property
    def speaks(self) -> bool:
        return self.state in ("free", "drunk")
