"""What a seat at the card table can know of the hidden cards, and deals that fit it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.engine.questions import Seat
from bot.games.trumplestiltskin.bidding import LAID_AWAY
from bot.games.trumplestiltskin.cards import BLANKET, PACK, SUIT, card_of, is_joker, suit_of
from bot.games.trumplestiltskin.players.playout import HIGH, JOKER, NUMBER, SUIT_NUMBER, numbered
from bot.games.trumplestiltskin.tricks import best_trump
from bot.games.trumplestiltskin.views import TrumplestiltskinView

ATTEMPTS = 8
"""How often a deal that fits is looked for before one is taken that nearly does."""
NO_CEILING = 7
"""Above every rank."""
LAYS_AWAY = {"joker": 0.05, "trump": 0.1, "nine": 0.75}
"""How likely a Declarer is to lay away what they found in the Blanket."""

Deal = tuple[list[list[int]], int]
"""Everybody's hand, in the order of the seats, and the Gnome card: cards as numbers."""


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
        self.ceilings: dict[Seat, int] = {player.seat: NO_CEILING for player in view.players}
        if view.trump is not None:
            for taken in view.tricks:
                self._read(taken.plays, view.trump)
            self._read(view.trick, view.trump)

    def _read(self, trick: Sequence[tuple[Seat, str]], trump: str) -> None:
        """What the plays of a trick tell: who did not follow has none, who did not beat had nothing higher."""
        for place in range(1, len(trick)):
            seat, play = trick[place]
            led, suit, best = suit_of(trick[0][1]), suit_of(play), best_trump(trick[:place], trump)
            if suit != led:
                self.voids[seat].add(SUIT_NUMBER[led])
            owes = led == trump or (suit != led and best > 0)
            if owes and best and best_trump(trick[: place + 1], trump) <= best:
                self.ceilings[seat] = min(self.ceilings[seat], best)

    def may_hold(self, seat: Seat, card: int) -> bool:
        """Whether this seat's plays allow it to hold this card."""
        if card >= JOKER:
            return True
        suit = card >> 3
        return suit not in self.voids[seat] and not (suit == self.trump and card & 7 > self.ceilings[seat])

    def sample(self, rng: Random) -> Deal:
        """A deal that fits all that is known; nearly so when none is found at once."""
        for _ in range(ATTEMPTS):
            deal = self._try(rng, strict=True)
            if deal is not None:
                return deal
        deal = self._try(rng, strict=False)
        assert deal is not None
        return deal

    def _try(self, rng: Random, *, strict: bool) -> Deal | None:
        view = self.view
        hands = {player.seat: numbered(self.shown.get(player.seat, ())) for player in view.players}
        room = {player.seat: player.cards - len(hands[player.seat]) for player in view.players}
        hands[self.me], room[self.me] = numbered(view.hand), 0
        blanket = self.blanket.copy()
        rng.shuffle(blanket)
        gnome = blanket.pop()
        away = self.rest
        pool = self.pack.copy()
        declarer = view.declarer
        laid_away = 0
        if not self.dealt and declarer is not None and declarer != self.me and view.phase != "exchange":
            laid_away = LAID_AWAY
            for card in blanket:
                gone = rng.random() < self._laid_away(card) or (strict and not self.may_hold(declarer, card))
                if (gone and laid_away) or not room[declarer]:
                    laid_away -= 1
                else:
                    hands[declarer].append(card)
                    room[declarer] -= 1
            away += laid_away
        seats = [seat for seat, cards in room.items() if cards]
        homes = [(card, [seat for seat in seats if not strict or self.may_hold(seat, card)]) for card in pool]
        homeless = [card for card, holders in homes if not holders]
        if len(homeless) > away:
            return None
        kept = self._keep(rng, [home for home in homes if home[1]], laid_away, away - len(homeless))
        for card, holders in kept:
            open_to = [seat for seat in holders if room[seat]]
            if not open_to:
                return None
            seat = open_to[0] if len(open_to) == 1 else rng.choices(open_to, [room[seat] for seat in open_to])[0]
            hands[seat].append(card)
            room[seat] -= 1
        return [sorted(hands[player.seat]) for player in view.players], gnome

    def _keep(
        self, rng: Random, homes: list[tuple[int, list[Seat]]], laid_away: int, away: int
    ) -> list[tuple[int, list[Seat]]]:
        """The cards that somebody holds, those first that few can hold; the others were laid away or not dealt."""
        random = rng.random
        rng.shuffle(homes)
        if away > 0:
            by_choice = min(laid_away, away)
            homes.sort(key=lambda home: random() ** (1 / self._sorrow(home[0])))
            homes = homes[: len(homes) - by_choice]
            rng.shuffle(homes)
            homes = homes[: len(homes) - (away - by_choice)]
        homes.sort(key=lambda home: len(home[1]))
        return homes

    def _laid_away(self, card: int) -> float:
        if card >= JOKER:
            return LAYS_AWAY["joker"]
        return LAYS_AWAY["trump" if card >> 3 == self.trump else "nine"]

    def _sorrow(self, card: int) -> float:
        """How willingly a Declarer lays away a card that was dealt to them."""
        if card >> 3 == self.trump:
            return 0.03
        return 0.3 if card & 7 >= HIGH else 1.0


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
