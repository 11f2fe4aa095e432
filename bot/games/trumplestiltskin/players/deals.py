"""What a seat at the card table can know of the hidden cards, and deals that fit it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from bot.engine.questions import Seat
from bot.games.trumplestiltskin.bidding import LAID_AWAY
from bot.games.trumplestiltskin.cards import BLANKET, PACK, SUIT, card_of, is_joker, suit_of
from bot.games.trumplestiltskin.players.playout import HIGH, JOKER, NUMBER, SUIT_NUMBER, Chance, numbered
from bot.games.trumplestiltskin.trick_so_far import course
from bot.games.trumplestiltskin.views import TrumplestiltskinView

ATTEMPTS = 8
"""How often a deal that fits is looked for before one is taken that nearly does."""
NO_CEILING = 7
"""Above every rank."""
LAYS_AWAY = {"joker": 0.05, "trump": 0.1, "nine": 0.75}
"""How likely a Declarer is to lay away what they found in the Blanket."""

Deal = tuple[list[list[int]], int]
"""Everybody's hand, in the order of the seats, and the Gnome card: cards as numbers."""
Home = tuple[int, list[int]]
"""A hidden card, and the places at the table where it may be held."""
T = TypeVar("T")


class Unseen:
    """The hidden cards as this seat can know them: not what was played or shown, nor what it holds or laid away."""

    def __init__(self, view: TrumplestiltskinView) -> None:
        self.view = view
        self.me: Seat = view.seat
        self.trump = SUIT_NUMBER[view.trump] if view.trump else None
        plays = [play for taken in view.tricks for play in taken.plays] + list(view.trick)
        seen = {card_of(play) for _, play in plays} | set(view.hand) | set(view.discarded)
        self.shown = {player.seat: player.shown for player in view.players if player.shown and player.seat != self.me}
        for cards in self.shown.values():
            seen.update(cards)
        self.pack = [NUMBER[card] for card in PACK if card not in seen]
        self.blanket = [NUMBER[card] for card in BLANKET if card not in seen]
        """Of these one is the Gnome; the others are in the Blanket still, or the Declarer had them."""
        self.dealt = view.phase in ("gnome", "auction")
        self.rest = len(PACK) % len(view.players)
        self.voids: dict[Seat, set[int]] = {player.seat: set() for player in view.players}
        self._deals: Deals | None = None
        self.ceilings: dict[Seat, int] = {player.seat: NO_CEILING for player in view.players}
        if view.trump is not None:
            for taken in view.tricks:
                self._read(taken.plays, view.trump)
            self._read(view.trick, view.trump)

    def _read(self, trick: Sequence[tuple[Seat, str]], trump: str) -> None:
        """What the plays of a trick tell: who did not follow has none, who did not beat had nothing higher."""
        lay = course(trick, trump)
        for place in range(1, len(trick)):
            seat, play = trick[place]
            led, suit, best = lay[place].led, suit_of(play), lay[place].best_trump
            if suit != led:
                self.voids[seat].add(SUIT_NUMBER[led])
            owes = led == trump or (suit != led and best > 0)
            if owes and best and lay[place + 1].best_trump <= best:
                self.ceilings[seat] = min(self.ceilings[seat], best)

    def may_hold(self, seat: Seat, card: int) -> bool:
        """Whether this seat's plays allow it to hold this card."""
        if card >= JOKER:
            return True
        suit = card >> 3
        return suit not in self.voids[seat] and not (suit == self.trump and card & 7 > self.ceilings[seat])

    def sample(self, rng: Random) -> Deal:
        """A deal that fits all that is known; nearly so when none is found at once."""
        if self._deals is None:
            self._deals = Deals(self)
        return self._deals.sample(rng.random)


class Deals:
    """Deals that fit what a seat knows. What is the same in all of them is prepared once.

    held        what each hand holds for certain; room: how many places for hidden cards it has besides
    homes       the hidden cards, each with the places at the table that may hold it; homeless: how many have none
    taker       the place of another Declarer who has taken the Blanket
    """

    def __init__(self, unseen: Unseen) -> None:
        self.unseen, view, me = unseen, unseen.view, unseen.me
        self.held = [numbered(view.hand if one.seat == me else one.shown) for one in view.players]
        self.room = [one.cards - len(held) for one, held in zip(view.players, self.held, strict=True)]
        self.room[me - 1] = 0
        places = [place for place, room in enumerate(self.room) if room]
        homes = [(card, [place for place in places if unseen.may_hold(place + 1, card)]) for card in unseen.pack]
        self.homes = [home for home in homes if home[1]]
        self.homeless = len(homes) - len(self.homes)
        self.anywhere = [(card, places) for card in unseen.pack]
        self.hidden_in = len(places)
        declarer = view.declarer
        exchanged = not unseen.dealt and view.phase != "exchange" and declarer != me
        self.taker = declarer - 1 if exchanged and declarer is not None else None
        self.sorrow = {card: self._sorrow(card) for card in unseen.pack}

    def sample(self, random: Chance) -> Deal:
        for _ in range(ATTEMPTS):
            deal = self._try(random, strict=True)
            if deal is not None:
                return deal
        deal = self._try(random, strict=False)
        assert deal is not None
        return deal

    def _try(self, random: Chance, *, strict: bool) -> Deal | None:
        hands, room = [held.copy() for held in self.held], self.room.copy()
        blanket = shuffled(self.unseen.blanket, random)
        gnome = blanket.pop()
        homes = self.homes if strict else self.anywhere
        away = self.unseen.rest - (self.homeless if strict else 0)
        laid_away = 0
        if self.taker is not None:
            laid_away = self._take_up(blanket, hands[self.taker], room, random, strict=strict)
            away += laid_away
            if not room[self.taker]:
                elsewhere = [home for home in homes if home[1] != [self.taker]]
                away -= len(homes) - len(elsewhere)
                homes = elsewhere
        if away < 0:
            return None
        homes = self._kept(homes, min(laid_away, away), away, random)
        anywhere = []
        picky = []
        for home in homes:
            if len(home[1]) == self.hidden_in:
                anywhere.append(home[0])
            else:
                picky.append(home)
        if picky and not _house(picky, hands, room, random):
            return None
        begin = 0
        for place, places in enumerate(room):
            if places:
                hands[place] += anywhere[begin : begin + places]
                begin += places
        return hands, gnome

    def _take_up(self, blanket: list[int], hand: list[int], room: list[int], random: Chance, *, strict: bool) -> int:
        """The Declarer takes these cards of the Blanket, or lays them away; how many others they laid away then."""
        assert self.taker is not None
        laid_away = LAID_AWAY
        for card in blanket:
            gone = random() < self._laid_away(card) or (strict and not self.unseen.may_hold(self.taker + 1, card))
            if (gone and laid_away) or not room[self.taker]:
                laid_away -= 1
            else:
                hand.append(card)
                room[self.taker] -= 1
        return laid_away

    def _kept(self, homes: list[Home], by_choice: int, away: int, random: Chance) -> list[Home]:
        """The cards that somebody holds, shuffled: so many others were laid away by choice, and some are not dealt."""
        if by_choice:
            homes, sorrow = homes.copy(), self.sorrow
            for _ in range(by_choice):
                place = int(random() * len(homes))
                while random() >= sorrow[homes[place][0]]:
                    place = int(random() * len(homes))
                homes[place] = homes[-1]
                homes.pop()
        homes = shuffled(homes, random)
        return homes[: len(homes) - (away - by_choice)]

    def _laid_away(self, card: int) -> float:
        if card >= JOKER:
            return LAYS_AWAY["joker"]
        return LAYS_AWAY["trump" if card >> 3 == self.unseen.trump else "nine"]

    def _sorrow(self, card: int) -> float:
        """How willingly a Declarer lays away a card that was dealt to them."""
        if card >> 3 == self.unseen.trump:
            return 0.03
        return 0.3 if card & 7 >= HIGH else 1.0


def _house(picky: list[Home], hands: list[list[int]], room: list[int], random: Chance) -> bool:
    """Give each card to one who may hold it, those first that few may; whether all of them found a place."""
    for card, holders in sorted(picky, key=_choice):
        places = sum([room[place] for place in holders])
        if not places:
            return False
        drawn = int(random() * places)
        for place in holders:
            drawn -= room[place]
            if drawn < 0:
                hands[place].append(card)
                room[place] -= 1
                break
    return True


def _choice(home: Home) -> int:
    return len(home[1])


def shuffled(cards: Sequence[T], random: Chance) -> list[T]:
    """These in an order by chance."""
    return sorted(cards, key=lambda _: random())


def unseen_by_me(view: TrumplestiltskinView, claimant: Seat) -> list[str]:
    """Every card that a claimant's opponents may hold, as far as this seat can know.

    The claimant's hand lies open; what this seat holds it knows, and what it laid away nobody holds.
    """
    played = {card_of(play) for taken in view.tricks for _, play in taken.plays}
    played.update(card_of(play) for _, play in view.trick)
    known = played | set(view.discarded)
    known.update(view.hand if claimant == view.seat else view.player(claimant).shown)
    unseen = Unseen(view)
    others = [player.seat for player in view.players if player.seat not in (claimant, view.seat)]

    def may_be_held(card: str) -> bool:
        if claimant != view.seat and card in view.hand:
            return True
        return is_joker(card) or any(SUIT_NUMBER[SUIT[card]] not in unseen.voids[seat] for seat in others)

    return [card for card in (*PACK, *BLANKET) if card not in known and may_be_held(card)]
