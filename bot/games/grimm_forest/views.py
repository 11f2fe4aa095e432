"""What a seat may see of the forest. Everything the bot shows about it is made from one of these."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.engine.rulebook import Frozen, View
from bot.games.grimm_forest.table import GrimmForestTable, Pig, Played


class HouseView(Frozen):
    """A house: its material, how many sections stand (3 is complete), and whether its site is a cheap one."""

    material: str
    sections: int
    cheap: bool


class PigView(Frozen):
    """One player as everybody sees them; `fables` counts the cards of the hand, `location` where the pig stands."""

    seat: Seat
    goods: dict[str, int]
    fables: int
    friend: str | None
    stored: dict[str, int]
    locked: int
    chosen: bool
    plays: bool
    location: str | None
    gathered: dict[str, int]
    houses: tuple[HouseView, ...]
    sites: int
    tokens: tuple[str, ...]
    actions: int
    predicted: str | None
    loot: str | None


class CardView(Frozen):
    """A Fable that lies open: whose, which, where, and whether it was cancelled."""

    owner: Seat
    fable: str
    location: str | None
    cancelled: bool


class GrimmForestView(View):
    """The forest as one seat sees it; seat 0 is a bystander and has no hand.

    peeked   others' face-down cards this seat has seen this round: `gather` or `fable`, whose, which
    fables   this seat's hand; gather: its Gather cards; chosen, plays: what it has chosen this round (what Sleeping
             Beauty made it play it sees when all do); picked: where it goes, while it still chooses a Fable
    cards    Fables of this round that are revealed; waiting, due: Next Turn cards; unique: Unique Locations that lie
    """

    seat: Seat
    round: int
    phase: str
    starter: Seat
    to_act: Seat | None
    advanced: bool
    locations: dict[str, dict[str, int]]
    pigs: tuple[PigView, ...]
    fables: tuple[str, ...]
    gather: tuple[str, ...]
    peeked: tuple[tuple[str, Seat, str], ...]
    picked: str | None
    chosen: str | None
    plays: str | None
    cards: tuple[CardView, ...]
    waiting: tuple[CardView, ...]
    due: tuple[CardView, ...]
    unique: tuple[CardView, ...]
    fable_deck: int
    fable_discard: tuple[str, ...]
    friend_deck: int
    sections: dict[str, int]
    first_builder: dict[str, Seat]
    winners: tuple[Seat, ...]
    reason: str

    def pig(self, seat: Seat) -> PigView:
        return self.pigs[seat - 1]


FACE_DOWN = ("start", "choose")
"""Phases in which the Fables of the round lie face down."""


def view(table: GrimmForestTable, seat: Seat) -> GrimmForestView:
    """What this seat may see: the public, its own hand, and the cards it has chosen itself."""
    me = table.pigs.get(seat) if seat != SPECTATOR else None
    own = table.played.get(seat) if me else None
    face_down = table.phase in FACE_DOWN
    return GrimmForestView(
        seat=seat,
        round=table.round,
        phase=table.phase,
        starter=table.starter,
        to_act=table.to_act,
        advanced=table.options.advanced,
        locations={place: dict(goods) for place, goods in table.locations.items()},
        pigs=tuple(_pig_view(table, pig) for pig in table.pigs.values()),
        fables=tuple(sorted(me.fables)) if me else (),
        gather=tuple(me.gather) if me else (),
        peeked=tuple(me.peeked) if me else (),
        picked=me.picked if me else None,
        chosen=me.chosen if me else None,
        plays=own.fable if own and not own.taken and not (own.asleep and face_down) else None,
        cards=() if face_down else tuple(_card_view(card) for card in table.on_table()),
        waiting=tuple(_card_view(card) for card in table.waiting),
        due=tuple(_card_view(card) for card in table.due),
        unique=tuple(_card_view(card) for card in table.unique.values()),
        fable_deck=len(table.fable_deck),
        fable_discard=tuple(table.fable_discard),
        friend_deck=len(table.friend_deck),
        sections=dict(table.sections),
        first_builder=dict(table.first_builder),
        winners=tuple(table.winners),
        reason=table.reason,
    )


def _pig_view(table: GrimmForestTable, pig: Pig) -> PigView:
    return PigView(
        seat=pig.seat,
        goods=dict(pig.goods),
        fables=len(pig.fables),
        friend=pig.friend,
        stored=dict(pig.stored),
        locked=len(pig.locked),
        chosen=pig.chosen is not None,
        plays=pig.seat in table.played,
        location=pig.location,
        gathered=dict(pig.gathered),
        houses=tuple(
            HouseView(material=house.material, sections=house.sections, cheap=house.cheap) for house in pig.houses
        ),
        sites=pig.sites,
        tokens=tuple(pig.tokens),
        actions=pig.actions,
        predicted=pig.predicted,
        loot=pig.loot,
    )


def _card_view(card: Played) -> CardView:
    return CardView(owner=card.owner, fable=card.fable, location=card.location, cancelled=card.cancelled)
