"""What a careful observer can work out about a duelist's secret name, from what everybody has seen and nothing else.

A world is one way in which the duelist's cards may lie. Cards about which nothing has been heard have no name in it:
all of them are equally likely to be any of the names nobody has mentioned. A name gets its place in a world only when
an event first speaks of it. What the owner chooses unseen is open to the observer: every choice stays, equally likely.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import permutations
from math import comb
from typing import NamedTuple

from bot.engine.questions import Seat
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.events import Event
from bot.games.name_duel.options import HAND_SIZE
from bot.games.name_duel.views import NameDuelView

NOTES_KEPT = 512
"""Courses of a game whose notes are remembered, so that the next event is all that has to be worked out."""

Hand = frozenset[str]
World = tuple[tuple[str | None, ...], Hand, int]
"""The deck from top to bottom, the known cards of the hand, and how many unknown ones it holds. None: unknown."""
Worlds = dict[World, float]
"""How likely each world is, up to a common factor."""
Events = tuple[Event, ...]


class Notes(NamedTuple):
    """All that is known: the possible worlds, and the names that nothing is known about."""

    worlds: Worlds
    unheard: tuple[str, ...]


def possible_names(view: NameDuelView, of: Seat) -> tuple[str, ...]:
    """The names that this duelist's secret name can still be, in the order of their numbers."""
    return tuple(belief(view, of))


def belief(view: NameDuelView, of: Seat) -> dict[str, float]:
    """How likely each name is to be this duelist's secret name: those that can be it, in the order of their numbers.

    The same for every observer. Empty when the deck is.
    """
    return dict(_belief(events_of(view, of)))


def belief_after(view: NameDuelView, of: Seat, *events: Event) -> dict[str, float]:
    """What everybody would believe if these events came next; those of the other duelist's cards tell nothing.

    Empty when they cannot happen.
    """
    more = tuple([event for event in events if event.seat == of])
    return dict(_belief(events_of(view, of), more))


def bare_after(view: NameDuelView, of: Seat, guards: frozenset[str], *events: Event) -> dict[str, float]:
    """How likely each name is to be this duelist's secret name while none of these cards is in their hand, as everybody
    would believe after these events. A deck of one card is one that nothing can move: there no card guards it."""
    notes = _imagined(events_of(view, of), tuple([event for event in events if event.seat == of]))
    hidden = notes.unheard
    hidden_guards = sum(name in guards for name in hidden)
    found: dict[str, float] = defaultdict(float)
    total = 0.0
    for (deck, hand, unknown), weight in notes.worlds.items():
        if not deck:
            continue
        total += weight
        if len(deck) > 1 and not hand.isdisjoint(guards):
            continue
        drawn = unknown if len(deck) > 1 else 0
        bottom = deck[-1]
        if bottom is not None:
            found[bottom] += weight * _none_among(len(hidden), hidden_guards, drawn)
            continue
        for name in hidden:
            others = hidden_guards - (name in guards)
            found[name] += weight / len(hidden) * _none_among(len(hidden) - 1, others, drawn)
    return {name: weight / total for name, weight in found.items()}


def in_hand(view: NameDuelView, of: Seat) -> dict[str, float]:
    """How likely each name is to be in this duelist's hand, as everybody believes."""
    notes = notes_after(events_of(view, of))
    total = sum(notes.worlds.values())
    found = dict.fromkeys(notes.unheard, 0.0)
    for (_, hand, unknown), weight in notes.worlds.items():
        for name in notes.unheard:
            found[name] += weight / total * unknown / len(notes.unheard)
        for name in sorted(hand):
            found[name] = found.get(name, 0.0) + weight / total
    return found


@cache
def _none_among(cards: int, guards: int, drawn: int) -> float:
    """How likely none of so many drawn cards is a guard."""
    return comb(cards - guards, drawn) / comb(cards, drawn)


def events_of(view: NameDuelView, of: Seat) -> Events:
    """What has happened to this duelist's cards."""
    return tuple([event for event in view.events if event.seat == of])


@lru_cache(maxsize=1024)
def _belief(events: Events, imagined: Events = ()) -> tuple[tuple[str, float], ...]:
    """Only what has happened is remembered for the next event; what is imagined is soon over."""
    notes = _imagined(events, imagined)
    weights: dict[str | None, float] = defaultdict(float)
    total = 0.0
    for (deck, _, _), weight in notes.worlds.items():
        if deck:
            weights[deck[-1]] += weight
            total += weight
    unknown = weights.pop(None, 0.0)
    if unknown:
        for name in notes.unheard:
            weights[name] = unknown / len(notes.unheard)
    return tuple([(name, weights[name] / total) for name in NAMES if name in weights])


def _imagined(events: Events, imagined: Events) -> Notes:
    """What would be known if this happened next."""
    notes = notes_after(events)
    for event in imagined:
        notes = _after(notes, event)
    return notes


# -- from event to event ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=NOTES_KEPT)
def notes_after(events: Events) -> Notes:
    """What is known about a duelist after these events, all of which are theirs.

    Remembered for every beginning of a course. Nobody may change what is given back: threads share it.
    """
    if events:
        return _after(notes_after(events[:-1]), events[-1])
    deck: tuple[str | None, ...] = (None,) * (len(NAMES) - HAND_SIZE)
    return Notes({(deck, frozenset(), HAND_SIZE): 1.0}, tuple(NAMES))


def _after(notes: Notes, event: Event) -> Notes:
    """Names are heard of one by one, and what they rule out is dropped before the next, so that worlds stay few."""
    for place, name in enumerate(event.names):
        if name in notes.unheard:
            notes = _hear_of(notes, name)
        if event.kind == "hand":
            notes = Notes({world: weight for world, weight in notes.worlds.items() if name in world[1]}, notes.unheard)
        elif event.kind == "top":
            there = {world: weight for world, weight in notes.worlds.items() if world[0][place : place + 1] == (name,)}
            notes = Notes(there, notes.unheard)
    change = _CHANGES.get(event.kind)
    return notes if change is None else Notes(change(notes.worlds, event), notes.unheard)


def _hear_of(notes: Notes, name: str) -> Notes:
    """Give this name a place in every world: any of the unknown cards may be it."""
    worlds: Worlds = defaultdict(float)
    for (deck, hand, unknown), weight in notes.worlds.items():
        share = weight / len(notes.unheard)
        if unknown:
            worlds[deck, hand | {name}, unknown - 1] += share * unknown
        for place, card in enumerate(deck):
            if card is None:
                worlds[(*deck[:place], name, *deck[place + 1 :]), hand, unknown] += share
    return Notes(worlds, tuple(other for other in notes.unheard if other != name))


# -- what each kind of event says (see `table.Event`) ------------------------------------------------------------------


def _left_the_hand(worlds: Worlds, event: Event) -> Worlds:
    (name,) = event.names
    return {(deck, hand - {name}, unknown): weight for (deck, hand, unknown), weight in worlds.items() if name in hand}


def _drew_played(worlds: Worlds, event: Event) -> Worlds:
    (name,) = event.names
    return {
        (deck[1:], hand, unknown): weight for (deck, hand, unknown), weight in worlds.items() if deck[:1] == (name,)
    }


def _drew(worlds: Worlds, event: Event) -> Worlds:
    after: Worlds = defaultdict(float)
    count = event.how_many
    for (deck, hand, unknown), weight in worlds.items():
        names = [card for card in deck[:count] if card is not None]
        after[deck[count:], hand.union(names), unknown + count - len(names)] += weight
    return after


def _returned(worlds: Worlds, event: Event) -> Worlds:
    """Any card of the hand may have gone to the top, and then any other."""
    for _ in range(event.how_many):
        after: Worlds = defaultdict(float)
        for (deck, hand, unknown), weight in worlds.items():
            for card, left, still_unknown, share in _one_of_the_hand(hand, unknown):
                after[(card, *deck), left, still_unknown] += weight * share
        worlds = after
    return worlds


def _exchanged(worlds: Worlds, event: Event) -> Worlds:
    after: Worlds = defaultdict(float)
    for (deck, hand, unknown), weight in worlds.items():
        bottom = deck[-1]
        for card, left, still_unknown, share in _one_of_the_hand(hand, unknown):
            taken = (left, still_unknown + 1) if bottom is None else (left | {bottom}, still_unknown)
            after[((*deck[:-1], card), *taken)] += weight * share
    return after


def _one_of_the_hand(hand: Hand, unknown: int) -> Iterable[tuple[str | None, Hand, int, float]]:
    """Each card that may have left the hand: the card, what is left, and how likely it is.

    In a fixed order, so that sums and samples are the same in every process.
    """
    cards = len(hand) + unknown
    for name in sorted(hand):
        yield name, hand - {name}, unknown, 1 / cards
    if unknown:
        yield None, hand, unknown - 1, unknown / cards


def _regained(worlds: Worlds, event: Event) -> Worlds:
    return {(deck, hand.union(event.names), unknown): weight for (deck, hand, unknown), weight in worlds.items()}


def _not_in_hand(worlds: Worlds, event: Event) -> Worlds:
    return {world: weight for world, weight in worlds.items() if world[1].isdisjoint(event.names)}


def _not_bottom(worlds: Worlds, event: Event) -> Worlds:
    return {world: weight for world, weight in worlds.items() if world[0][-1] not in event.names}


def _inverted(worlds: Worlds, event: Event) -> Worlds:
    return {(deck[::-1], hand, unknown): weight for (deck, hand, unknown), weight in worlds.items()}


def _raised(worlds: Worlds, event: Event) -> Worlds:
    return {((deck[-1], *deck[:-1]), hand, unknown): weight for (deck, hand, unknown), weight in worlds.items()}


def _shuffled(worlds: Worlds, event: Event) -> Worlds:
    """Only which cards the deck has is still known of it."""
    decks: dict[tuple[tuple[str | None, ...], Hand, int], float] = defaultdict(float)
    for (deck, hand, unknown), weight in worlds.items():
        decks[tuple(sorted(deck, key=str)), hand, unknown] += weight
    after: Worlds = {}
    for (cards, hand, unknown), weight in decks.items():
        orders = _orders(cards)
        share = weight / len(orders)
        for order in orders:
            after[order, hand, unknown] = share
    return after


def _orders(cards: tuple[str | None, ...]) -> list[tuple[str | None, ...]]:
    """Every order of these cards that can be told from the others; each comes about as often."""
    if cards.count(None) < 2:
        return list(permutations(cards))
    return list(dict.fromkeys(permutations(cards)))


_CHANGES: dict[str, Callable[[Worlds, Event], Worlds]] = {  # `hand` and `top` change nothing but what is known
    "played": _left_the_hand,
    "discarded": _left_the_hand,
    "drew": _drew,
    "drew_played": _drew_played,
    "not_bottom": _not_bottom,
    "not_in_hand": _not_in_hand,
    "inverted": _inverted,
    "shuffled": _shuffled,
    "raised": _raised,
    "returned": _returned,
    "exchanged": _exchanged,
    "regained": _regained,
}
