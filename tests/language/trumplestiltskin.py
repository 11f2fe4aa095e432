"""The test language of the card table: the deck is stacked by name, and tests talk about hands, bids, plays and tricks.

    game = card_table(ann="AS AS KS", ben="9S", gnome="RJ")   # ann sits at seat 1; the rest of the 44 fills the hands
    game.opens(ann=14, trump="S")                             # the Gnome's pick, the auction, the exchange, Trump
    assert game.trick("AS 9S 10S JS") == "ann"

Cards are said without their copy (`AS`, `10H`, `RJ-H`); who sits last deals first, so that ann begins the auction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games import GAMES
from bot.games.trumplestiltskin.cards import BLANKET, PACK
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.tricks import why_not
from bot.games.trumplestiltskin.views import TrumplestiltskinView
from language.any_game import NAMES, Play, name_of, seat_of

TRUMPLESTILTSKIN = GAMES["trumplestiltskin"]
FIRST_CARDS = {3: 14, 4: 11, 5: 8}
"""Cards in hand after the deal (R4-1)."""


def short(card: str) -> str:
    """A card without its copy."""
    return card[:-1] if card[-1] in "12" else card


def shorts(cards: Sequence[str]) -> str:
    """Cards as tests write them: in the order of the alphabet."""
    return " ".join(sorted(map(short, cards)))


@dataclass(frozen=True)
class Hand:
    """How one hand of the game is dealt: who holds what, what is not dealt, and which card the first place hides."""

    held: Mapping[str, str] = field(default_factory=dict)
    gnome: str = "9C"
    rest: str = ""

    def script(self, seats: int, dealer: int) -> dict[str, list[str]]:
        """The two shuffles that give this deal when seat `dealer` deals and place 1 of the Blanket is picked."""
        free = list(PACK)
        hands = {seat_of(name): [_taken(free, card) for card in cards.split()] for name, cards in self.held.items()}
        rest = [_taken(free, card) for card in self.rest.split()]
        size = len(PACK) // seats
        cards: list[str] = []
        for step in range(1, seats + 1):
            hand = hands.get((dealer - 1 + step) % seats + 1, [])
            assert len(hand) <= size, f"a hand has {size} cards, not {len(hand)}"
            while len(hand) < size:
                hand.append(free.pop(0))
            cards += hand
        gnome = next(card for card in BLANKET if short(card) == self.gnome)
        return {"deal.cards": cards + rest + free, "deal.blanket": [gnome, *(one for one in BLANKET if one != gnome)]}


def hands(gnome: str = "9C", rest: str = "", **held: str) -> Hand:
    """A later hand of the game, for `card_table(later=…)`."""
    return Hand(held, gnome, rest)


def _taken(free: list[str], said: str) -> str:
    card = next((card for card in free if said in (card, short(card))), None)
    assert card is not None, f"there is no {said} left to deal"
    free.remove(card)
    return card


class TrumplestiltskinPlay(Play):
    """A match of Trumplestiltskin, spoken to by name."""

    # -- what people see ----------------------------------------------------------------------------------------------

    def view(self, name: str = "bystander") -> TrumplestiltskinView:
        view = self.match.view(seat_of(name))
        assert isinstance(view, TrumplestiltskinView)
        return view

    @property
    def board(self) -> TrumplestiltskinView:
        """What a bystander sees."""
        return self.view("bystander")

    def hand(self, name: str) -> str:
        return shorts(self.view(name).hand)

    def points(self) -> dict[str, int]:
        """What everybody has taken in this hand."""
        return {name_of(player.seat): player.points for player in self.board.players}

    def columns(self) -> dict[str, int]:
        """The score sheet's last line, the Gnome's column with it."""
        columns = {name_of(player.seat): player.column for player in self.board.players}
        return columns | {"gnome": self.board.gnome}

    @property
    def turn(self) -> str:
        """Who alone is asked."""
        asked = {question.seat for question in self.match.open}
        assert len(asked) == 1, f"{asked} are asked"
        return name_of(asked.pop())

    @property
    def key(self) -> str:
        """What is asked now."""
        return self.match.open[0].key

    def playable(self, name: str) -> str:
        """What the player may put on the table, the claim left out."""
        choices = self.question(name, "trick.play").choices
        return " ".join(sorted({short(play) for play in choices if play != "claim"}))

    def refused(self, name: str, said: str) -> tuple[str, str] | None:
        """Why this card of the hand may not be played; that it is refused is tried as well."""
        view = self.view(name)
        card = next(card for card in view.hand if said in (card, short(card)))
        assert view.trump is not None
        why = why_not(view.hand, view.trick, view.trump, card)
        if why is not None:
            tried = (f"{card}-{suit}" for suit in "SHDC") if card in ("RJ", "BJ") else (card,)
            assert {self.is_refused(name, "trick.play", play) for play in tried} == {"not_offered"}
        return why

    # -- what people do -----------------------------------------------------------------------------------------------

    def picks(self, place: int = 1) -> str:
        """The Gnome card is picked; by whom."""
        name = self.turn
        self.answers(name, "gnome.pick", place)
        return name

    def bids(self, name: str, bid: int) -> None:
        self.answers(name, "auction.bid", bid)

    def passes(self, *names: str) -> None:
        for name in names:
            self.answers(name, "auction.bid", "pass")

    def auction(self, **bids: int | tuple[int, ...]) -> None:
        """Everybody bids these, one after the other, when asked, and passes when nothing is left or it is too low."""
        left = {name: list(bid) if isinstance(bid, tuple) else [bid] for name, bid in bids.items()}
        while self.match.open and self.key == "auction.bid":
            name = self.turn
            bid = left[name].pop(0) if left.get(name) else "pass"
            self.answers(name, "auction.bid", bid)
        assert not any(left.values()), f"bids that were not made: {left}"

    def lays(self, cards: str = "") -> None:
        """The Declarer lays these away; by default what came with the Blanket."""
        name = self.turn
        question = self.question(name, "exchange.discard")
        free = list(self.told(name, "blanket.is")[-1]["cards"] if not cards else question.choices)
        wanted = [_taken(free, said) for said in cards.split()] or free
        self.answers(name, "exchange.discard", wanted)

    def opens(self, *, trump: str, lays: str = "", **bids: int | tuple[int, ...]) -> None:
        """Everything before the first trick."""
        self.picks()
        self.auction(**bids)
        self.lays(lays)
        self.name_trump(trump)

    def name_trump(self, suit: str) -> None:
        self.answers(self.turn, "trump.name", suit)

    def plays(self, name: str, said: str) -> None:
        choices = self.question(name, "trick.play").choices
        play = next((play for play in choices if said in (play, short(play))), None)
        assert play is not None, f"{name} may play {self.playable(name)}, not {said}"
        self.answers(name, "trick.play", play)

    def trick(self, plays: str) -> str:
        """These cards are played, by whoever is asked, in this order; who takes the trick."""
        before = len(self.public("trick.taken"))
        for said in plays.split():
            self.plays(self.turn, said)
        taken = self.public("trick.taken")
        assert len(taken) == before + 1, "the trick is not full, or more than one was played"
        return str(taken[-1]["seat"])

    def claims(self, name: str) -> None:
        self.answers(name, "trick.play", "claim")

    def all_accept(self) -> None:
        while self.match.open and self.key == "claim.object":
            self.answers(name_of(self.match.open[0].seat), "claim.object", "accept")

    def takes_the_rest(self, name: str) -> None:
        """A claim to which nobody objects."""
        self.claims(name)
        if not self.public("claim.certain"):
            self.all_accept()

    def plays_out(self) -> None:
        """Nobody does anything any more in this hand: the lowest legal card each time."""
        number = self.board.number
        while self.match.outcome is None and self.board.number == number:
            question: Question = self.match.open[0]
            self.match.answer(question.number, question.seat, question.default)


def trumplestiltskin(
    seats: int = 4,
    *,
    dealer: str | None = None,
    gnome: str = "9C",
    rest: str = "",
    later: Sequence[Hand] = (),
    settings: Mapping[str, Any] | None = None,
    begun_by: Callable[..., Match] = Match.start,
    **held: str,
) -> TrumplestiltskinPlay:
    """A table at which these hold these cards in the first hand, and `later` says how the next ones are dealt. With
    `begun_by=begun_before` an earlier version has begun it."""
    first = seats if dealer is None else seat_of(dealer)
    assert set(held) <= set(NAMES[:seats])
    script: dict[str, Value] = {"deal.dealer": first}
    for number, hand in enumerate((Hand(held, gnome, rest), *later)):
        for key, cards in hand.script(seats, (first - 1 + number) % seats + 1).items():
            script[key if number == 0 else f"{key}#{number + 1}"] = cards
    options = TrumplestiltskinOptions(**dict(settings or {}))
    return TrumplestiltskinPlay(
        begun_by(TRUMPLESTILTSKIN, options, seats, ScriptedChance(script, then=SealedChance("a card test")))
    )
