"""What a role card is. Whatever a role asks and does stands in its file in `roles/`, in these terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, auto

from bot.engine.questions import Question, Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.mafia.cards import Side
from bot.games.mafia.tonight import Tonight


class Dawn(IntEnum):
    """When a choice of the night takes effect. `night.dawn` goes through it in this order (R3-9)."""

    INVESTIGATION = auto()
    SEARCH = auto()
    SECOND_KILL = auto()
    HEALING = auto()
    VISIT = auto()


@dataclass(frozen=True)
class Role:
    """A role card.

    side           whom it wins with; the team that wakes together points at a victim besides
    asks           what its holder is asked at night, unless there is nothing to choose; None: who does not wake with
                   the team notes a suspicion
    never_twice    whom it was used on last night cannot be chosen again (R3-12)
    dawn           when its choice takes effect; uses: what it does then
    finds_out      it learns at dawn who is black, and can claim so by day
    has_last_word  its choice of the team's victim is final (S3-6)
    """

    name: str
    side: Side
    asks: Asks[Tonight] | None = None
    never_twice: bool = False
    dawn: Dawn | None = None
    uses: Callable[[Tonight, Seat, Seat], None] | None = None
    finds_out: bool = False
    has_last_word: bool = False

    def question(self, tonight: Tonight, me: Seat) -> Question | None:
        """What its holder is asked tonight; None where the card asks nothing, or nothing can be chosen."""
        if self.asks is None:
            return None
        question = self.asks.question(tonight, me)
        if self.never_twice:
            last = tonight.table.players[me].last
            question.choices = [one for one in question.choices if one is None or one != last]
        return question if question.choices else None

    def take_effect(self, tonight: Tonight) -> None:
        """Do what its holders have chosen; only a card with a place in the dawn is called to it."""
        assert self.asks is not None
        assert self.uses is not None
        for me, choice in tonight.chosen(self.asks.key).items():
            self.uses(tonight, me, choice)
