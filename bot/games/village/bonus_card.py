"""What a bonus card is. Whatever one of them does stands in its file in `bonus/`, in these terms (S0-24 to S0-29)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.questions import Choice, Question, Rule, Seat, Value
from bot.games.village.cards import PrintedCard
from bot.games.village.hours import Hour
from bot.games.village.table import Ballot, Player, VillageTable
from bot.games.village.tonight import Tonight

HEARTBREAK = "heartbreak"
"""How somebody ends whose beloved has died."""
Holds = Callable[[Question, Ballot], Awaitable[Value]]
"""Asks this while the ballot waits: the answer, or nothing when who is asked is beyond answering."""


@dataclass(frozen=True)
class Spell:
    """A spell that flies to its targets, and may be turned aside on its way.

    lands  what it does to those it has hit: the table, who cast it, whom it hit
    aims   whom its holder casts it on, who may do so at any moment of the day; on nobody: the card is kept. None: no
           card has this spell
    """

    name: str
    lands: Callable[[VillageTable, Seat | None, Sequence[Seat]], None]
    aims: Callable[[VillageTable, Seat], Awaitable[Sequence[Seat]]] | None = None


@dataclass(frozen=True)
class Tie:
    """Hearts that a card has tied together.

    between    who is tied to whom now, pair by pair
    end        how somebody ends whose heart breaks
    is_mutual  each dies with the other; else the second dies with the first, and not the other way round
    """

    between: Callable[[VillageTable], Sequence[Sequence[Seat]]]
    end: str
    is_mutual: bool = True


@dataclass(frozen=True)
class InTalk:
    """What a holder can do once while the village talks, to somebody who is able.

    asks  the questions to all holders who can
    does  what follows when one of them has chosen somebody
    """

    key: str
    asks: Callable[[VillageTable], list[Question]]
    does: Callable[[VillageTable, Seat, Choice], None]


@dataclass(frozen=True)
class BonusCard(PrintedCard):
    """A bonus card, with as many moments as it has, in the order in which they come.

    is_for       whether the holder of this role may hold it; who may not draws another card (S0-26)
    is_acted     it is played with the voice, and the village referees that (S0-26)
    first_night  before anybody else wakes; it lasts as long, whether or not anybody holds the card (R0-4)
    tie          hearts it ties together, which break with a death (R0-10)
    by_night     goes on beside the night's panels for each holder
    hour         its place in the order of the night (R0-5); None: it has none
    wakes        what happens in its hour
    at_dawn      what ends when the dead of the night have been told
    spell        what flies when the card is cast by day (R0-17)
    turns        turns a spell aside that hits its holder: the table, who turns it, to whom; False: the spell stays
    never_twice  a spell is not turned to the same person twice
    dies_by_day  waits all day for the holder to give their life, and buries them; whether they did
    in_talk      what can be done while the village talks
    after_count  when votes have been counted: the table, how to hold the ballot, the ballot, its nominees, and who has
                 done it today
    needs        what its holder must be to answer a question of it by day, where that is not being able (R0-14)
    """

    is_for: Callable[[str], bool] | None = None
    is_acted: bool = False
    first_night: Callable[[VillageTable], Awaitable[None]] | None = None
    tie: Tie | None = None
    by_night: Callable[[Tonight, Seat], Rule] | None = None
    hour: Hour | None = None
    wakes: Callable[[Tonight], Awaitable[None]] | None = None
    at_dawn: Callable[[VillageTable], None] | None = None
    spell: Spell | None = None
    turns: Callable[[VillageTable, Seat, Seat], bool] | None = None
    never_twice: bool = False
    dies_by_day: Callable[[VillageTable, Seat], Awaitable[bool]] | None = None
    in_talk: InTalk | None = None
    after_count: Callable[[VillageTable, Holds, Ballot, Sequence[Seat], set[Seat]], Awaitable[None]] | None = None
    needs: Mapping[str, Callable[[Player], bool]] = field(default_factory=dict)
