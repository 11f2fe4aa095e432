"""What everybody saw happen to the cards of a duel."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.questions import Seat


class Event(NamedTuple):
    """Something everybody saw happen to one duelist's cards; the notebook reasons from these and nothing else.

    seat   whose cards; kind, names, how_many:
           played (name)         a card was played from the hand, as an action or a reaction
           drew (how_many)       so many cards were drawn from the top of the deck, unseen
           drew_played (name)    the top card was drawn and played (S1-9)
           top (names)           the top of the deck was revealed, topmost first, and put back so
           hand (names)          cards of the hand were revealed and returned
           not_bottom (name)     this was guessed, and is not the secret name
           discarded (name)      a guessed card went from the hand to the discard
           not_in_hand (name)    Drum-Drum guessed it, and it was not there
           inverted              the deck was turned over, its order with it
           shuffled              the deck was shuffled
           raised                the bottom card went to the top
           returned (how_many)   so many cards went unseen from the hand to the top of the deck
           exchanged             the bottom card went unseen into the hand, a card of the hand unseen to the bottom
           regained (name)       a card came back from the discard to the hand
    """

    seat: Seat
    kind: str
    names: tuple[str, ...] = ()
    how_many: int = 0
