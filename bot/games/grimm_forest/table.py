"""The forest as plain data: Locations, hands, houses, decks, and what is being played this round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from bot.engine.questions import Seat
from bot.engine.rulebook import Table
from bot.games.grimm_forest.goods import LOCATIONS, WITHOUT_MARKET, Goods, nothing
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.values import ROOF

SITES = 5
SECTIONS_EACH = 5


@dataclass(slots=True)
class House:
    """A house on a Build Site: its material, and how many sections stand (1 Floor, 2 Walls, 3 complete).

    cheap  built on Cutting Corners, where every section costs one less
    """

    material: str
    sections: int = 1
    cheap: bool = False

    @property
    def is_complete(self) -> bool:
        return self.sections == ROOF


@dataclass(slots=True)
class Played:
    """A Fable on the table this round.

    location   where a Monster or Unique Location lies; cancelled: a Monster without effect, which still stands there
    taken      it is no card of this round any more: in a hand again (Magic Flute), on a Location, on a board,
               discarded, or waiting for the next round
    asleep     nobody has seen it yet, its owner neither (Sleeping Beauty)
    """

    owner: Seat
    fable: str
    location: str | None = None
    cancelled: bool = False
    taken: bool = False
    asleep: bool = False


@dataclass(slots=True)
class Pig:
    """One player.

    gather       Gather cards they can choose from; locked: those under the Little Mermaid
    picked       the Gather card they have decided on, while they still think about their Fable
    chosen       the Gather card before them this round, face down until revealed; location: where their pig stands
    laid         which of their own Gather cards they put down; a Wishing Well can take it elsewhere
    card_of      whose Gather card lies before them: their own, until a Wishing Well swaps it
    gathered     what they collected from their Location this round (S2-5)
    actions      Build actions added to or taken from the usual two; specials: Special Actions used this turn
    predicted    what Aladdin or Pinocchio announced; stored: goods that lie on Rapunzel
    loot         what Ali Baba took this round, and from whom: `2.straw`
    hunted       their Huntsman has had the gain of this round (R2-23)
    forced       the Fable that Sleeping Beauty makes them play; running: their pig goes nowhere (Gingerbread Man)
    did          what they did in this Build phase and have not taken back: told to all when the phase is over
    peeked       face-down cards of others they have seen this round: what, whose, which
    corners      extra Build Sites that make sections cheaper (Cutting Corners)
    """

    seat: Seat
    goods: Goods = field(default_factory=nothing)
    fables: list[str] = field(default_factory=list)
    friend: str | None = None
    gather: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)
    picked: str | None = None
    chosen: str | None = None
    laid: str | None = None
    location: str | None = None
    gathered: Goods = field(default_factory=nothing)
    houses: list[House] = field(default_factory=list)
    corners: int = 0
    actions: int = 0
    specials: list[str] = field(default_factory=list)
    predicted: str | None = None
    stored: Goods = field(default_factory=nothing)
    tokens: list[str] = field(default_factory=list)
    forced: str | None = None
    running: bool = False
    did: list[str] = field(default_factory=list)
    peeked: list[tuple[str, Seat, str]] = field(default_factory=list)
    loot: str | None = None
    card_of: Seat | None = None
    hunted: bool = False

    def __post_init__(self) -> None:
        """In tables that earlier versions stored the loot lies under `predicted`."""
        if self.predicted is not None and "." in self.predicted:
            self.loot, self.predicted = self.predicted, None

    def put_down(self, card: str) -> None:
        """Lay one of the own Gather cards face down; one of somebody else's that lay there goes back to its player."""
        self.chosen = self.laid = card
        self.picked = None
        self.card_of = self.seat

    @property
    def sites(self) -> int:
        return SITES + self.corners

    def complete(self, material: str | None = None) -> int:
        """Complete houses, of one material or of any."""
        complete = [house.material for house in self.houses if house.sections == ROOF]
        return len(complete) if material is None else complete.count(material)


@lru_cache(maxsize=16)
def clockwise(starter: Seat, seats: int) -> tuple[Seat, ...]:
    """All the seats, from this one on."""
    return (*range(starter, seats + 1), *range(1, starter))


@dataclass
class GrimmForestTable(Table):
    """The whole forest. Only the rules see it; people see views.

    played     Fables of this round by their owner; due: Next Turn Fables played last round, by owner
    waiting    Next Turn Fables played this round, for the next; unique: Unique Locations that lie, by Location
    still_rounds   rounds in a row in which nobody has played a Fable or taken an action (M2-17)
    """

    options: GrimmForestOptions
    pigs: dict[Seat, Pig]
    starter: Seat = 1
    round: int = 0
    phase: str = "deal"
    locations: dict[str, Goods] = field(default_factory=dict)
    fable_deck: list[str] = field(default_factory=list)
    fable_discard: list[str] = field(default_factory=list)
    friend_deck: list[str] = field(default_factory=list)
    friend_discard: list[str] = field(default_factory=list)
    sections: dict[str, int] = field(default_factory=dict)
    first_builder: dict[str, Seat] = field(default_factory=dict)
    played: dict[Seat, Played] = field(default_factory=dict)
    due: list[Played] = field(default_factory=list)
    waiting: list[Played] = field(default_factory=list)
    unique: dict[str, Played] = field(default_factory=dict)
    to_act: Seat | None = None
    still_rounds: int = 0
    winners: list[Seat] = field(default_factory=list)
    reason: str = ""

    # -- places and people --------------------------------------------------------------------------------------------

    def places(self) -> tuple[str, ...]:
        """The Locations of this game: the Market is for four (S2-1)."""
        return LOCATIONS if len(self.pigs) == 4 else WITHOUT_MARKET

    def in_turn_order(self) -> tuple[Seat, ...]:
        """Clockwise from the Starting Player (S2-4)."""
        return clockwise(self.starter, len(self.pigs))

    def others(self, me: Seat) -> list[Seat]:
        return [seat for seat in self.in_turn_order() if seat != me]

    def location_of(self, seat: Seat) -> str | None:
        return self.pigs[seat].location

    def at(self, place: str | None) -> list[Seat]:
        """The pigs that stand there, in turn order."""
        if place is None:
            return []
        pigs = self.pigs
        return [seat for seat in self.in_turn_order() if pigs[seat].location == place]

    def gathered_at(self, place: str | None) -> list[Seat]:
        """The players who Gathered there: their pigs stood there when goods were collected, however little they got
        (R2-22). No pig moves after that."""
        return self.at(place)

    def with_me(self, me: Seat) -> list[Seat]:
        """The opponents at my Location."""
        return [seat for seat in self.at(self.pigs[me].location) if seat != me]

    def is_alone(self, me: Seat) -> bool:
        """No other pig is there; a Monster does not matter (S2-5)."""
        return self.pigs[me].location is not None and not self.with_me(me)

    def peek(self, me: Seat, what: str, seat: Seat) -> None:
        """Show me a face-down card of another player: the `gather` card, or the `fable`."""
        card = self.pigs[seat].chosen if what == "gather" else self.played[seat].fable
        assert card is not None
        self.pigs[me].peeked.append((what, seat, card))
        if what == "gather":
            self.tell((me,), "gather.seen", seat=seat, place=card)
        else:
            self.tell((me,), "fable.seen", seat=seat, fable=card)

    # -- Gather cards ------------------------------------------------------------------------------------------------

    def within_reach(self, seat: Seat) -> list[str]:
        """The Gather cards that this player can shuffle and put down: not one that lies before somebody else (M2-9)."""
        gather = self.pigs[seat].gather
        if not self.options.cards_taken_away:
            return gather
        taken = [pig.chosen for pig in self.pigs.values() if pig.card_of == seat and pig.seat != seat]
        return [card for card in gather if card not in taken]

    def unplayed(self, seat: Seat) -> list[str]:
        """The Gather cards that this player has in hand while cards lie face down, or were turned up."""
        pig = self.pigs[seat]
        lies_here = pig.laid if not self.options.cards_taken_away or pig.card_of == seat else None
        return [card for card in self.within_reach(seat) if card != lies_here]

    # -- cards on the table -------------------------------------------------------------------------------------------

    def on_table(self) -> list[Played]:
        """The Fables of this round that still lie there, in turn order of their owners."""
        played = self.played
        return [played[seat] for seat in self.in_turn_order() if seat in played and not played[seat].taken]

    def discard_at_once(self, seat: Seat) -> None:
        """The Fable that this player has played comes to nothing."""
        card = self.played[seat]
        card.taken = True
        self.fable_discard.append(card.fable)
        self.announce("fables.discarded", seat=seat, names=[card.fable])

    # -- goods --------------------------------------------------------------------------------------------------------

    def gain(self, seat: Seat, goods: Mapping[str, int], why: str) -> None:
        """From the supply, which has no end (R2-17)."""
        board = self.pigs[seat].goods
        got = {}
        for kind, amount in goods.items():
            if amount:
                board[kind] += amount
                got[kind] = amount
        if got:
            self.announce("goods.gained", seat=seat, goods=got, why=why)

    def lose(self, seat: Seat, goods: Mapping[str, int], why: str) -> Goods:
        """To the supply; a player who lacks something loses what they have (R2-18). What was lost."""
        pig = self.pigs[seat]
        lost = {kind: min(amount, pig.goods[kind]) for kind, amount in goods.items() if min(amount, pig.goods[kind])}
        for kind, amount in lost.items():
            pig.goods[kind] -= amount
        if lost:
            self.announce("goods.lost", seat=seat, goods=lost, why=why)
        return lost

    def hand_over(self, giver: Seat, taker: Seat, goods: Mapping[str, int], why: str) -> None:
        """From one board to another."""
        given = {kind: min(amount, self.pigs[giver].goods[kind]) for kind, amount in goods.items()}
        for kind, amount in given.items():
            self.pigs[giver].goods[kind] -= amount
            self.pigs[taker].goods[kind] += amount
        given = {kind: amount for kind, amount in given.items() if amount}
        if given:
            self.announce("goods.given", giver=giver, taker=taker, goods=given, why=why)

    def take_from(self, place: str, seat: Seat, goods: Mapping[str, int], why: str) -> None:
        """From a Location to a board."""
        there, board = self.locations[place], self.pigs[seat].goods
        taken = {}
        for kind, wanted in goods.items():
            amount = min(wanted, there[kind])
            if amount:
                there[kind] -= amount
                board[kind] += amount
                taken[kind] = amount
        if taken:
            self.announce("goods.taken", seat=seat, place=place, goods=taken, why=why)

    def put_on(self, place: str, goods: Mapping[str, int]) -> None:
        there = self.locations[place]
        for kind, amount in goods.items():
            there[kind] += amount

    def empty(self, place: str) -> None:
        self.locations[place] = nothing()
