"""Pictures of the card table: a hand, the table with its trick or auction, and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from PIL.Image import Image

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Seat
from bot.games.trumplestiltskin.cards import BLANKET, PACK, SUIT, card_of, is_joker, suit_of
from bot.games.trumplestiltskin.values import HandScore
from bot.games.trumplestiltskin.views import CardPlayerView, TrumplestiltskinView
from bot.ui.pictures.art import ARROW, GOLD, INK, LEAST_SIZE, PALE, QUIET, Art, Pen
from bot.ui.pictures.fitting import unmarked
from bot.ui.pictures.people import Person, people
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.playing_cards import HEIGHT, CardShown, CardSign, card_back, card_face, mark, star, suit_shape
from bot.ui.pictures.sign import SignLine, Spelt
from bot.ui.wording import Wording

WIDTH = 1200
FELT, FELT_EDGE = "#1f6b52", "#082a22"
PLATE, PLATE_ACTING, PLATE_LINE = "#0a241dcc", "#3a2f0ccc", "#5f8a7a"
BAR = "#061a15d9"
MARGIN = 28
TABLE = "table.jpg"
"""The name of the picture of the table, and of the score sheet."""
BIDS_SHOWN = 8
"""The last of the auction that are drawn; with more, each player's own highest bid still stands at the seat. The words
beside the picture tell all of them."""


def hand_picture(
    view: TrumplestiltskinView, question: Question | None, labels: Mapping[Seat, str], words: Wording
) -> HandPicture | None:
    """This seat's cards, those that can be played now raised; None without cards."""
    del labels  # one's own cards need nobody's name
    if not view.hand:
        return None
    say = _Cards(words)
    asked = question is not None and question.key == "trick.play" and question.seat == view.seat
    playable = {card_of(play) for play in question.choices} if question is not None and asked else set()
    return HandPicture(
        title=words.say("picture.trump.hand.title"),
        number=words.say("picture.trump.hand.number", number=view.number),
        trump=say.trump(view.trump),
        trump_suit=view.trump or "",
        legend=words.say("picture.trump.hand.playable") if asked else "",
        cards=tuple(
            Held(say.card(card), card in playable, not is_joker(card) and SUIT[card] == view.trump)
            for card in view.hand
        ),
    )


def hand_signs(view: TrumplestiltskinView, question: Question | None, words: Wording) -> tuple[SignLine, ...]:
    """The same as lines of signs: those that can be played now in a line of their own."""
    picture = hand_picture(view, question, {}, words)
    if picture is None:
        return ()
    playable, others = ([held.card for held in picture.cards if held.playable is can] for can in (True, False))
    if not picture.legend:
        return (SignLine(words.say("picture.trump.signs.cards", trump=picture.trump), _groups(others)),)
    lines = [SignLine(words.say("picture.trump.signs.playable", trump=picture.trump), _groups(playable))]
    if others:
        lines.append(SignLine(words.say("picture.trump.signs.others"), _groups(others), large=False))
    return tuple(lines)


def _groups(cards: Sequence[CardShown]) -> tuple[tuple[Spelt, ...], ...]:
    """Cards of one suit together."""
    suits = groupby(cards, key=lambda card: card.suit)
    return tuple(tuple(Spelt(CardSign.of(card), card.name) for card in suit) for _, suit in suits)


@cache
def card_signs(words: Wording) -> tuple[CardSign, ...]:
    """The sign of every card; both copies of one look alike."""
    say = _Cards(words)
    return tuple(dict.fromkeys(CardSign.of(say.card(card)) for card in (*PACK, *BLANKET)))


def table_picture(view: TrumplestiltskinView, labels: Mapping[Seat, str], words: Wording) -> Picture:
    """The table as a bystander sees it; between two hands the score sheet."""
    assert view.seat == SPECTATOR, "the table's picture is everybody's: it shows a bystander's view"
    everybody = people(labels, words)
    if shows_sheet(view):
        return _sheet(view, everybody, words)
    return _table(view, everybody, words)


def shows_sheet(view: TrumplestiltskinView) -> bool:
    """Whether the picture of the table is the score sheet: between two hands, and at the end."""
    return bool(view.hands) and view.phase in ("gnome", "scored", "over")


class _Cards:
    """What cards are called, and what is written on them."""

    def __init__(self, words: Wording) -> None:
        self._words = words

    def suit(self, suit: str) -> str:
        return self._words.say(f"picture.trump.suit.{suit}")

    def trump(self, suit: str | None) -> str:
        if suit is None:
            return self._words.say("picture.trump.no_trump")
        return self._words.say("picture.trump.trump", suit=self.suit(suit))

    def card(self, play: str) -> CardShown:
        card, words = card_of(play), self._words
        if is_joker(card):
            joker, index = words.say(f"picture.trump.joker.{card}"), words.say("picture.trump.joker")
            if play == card:
                return CardShown(card, "", "", index, joker)
            suit = play[3]
            name = words.say("picture.trump.declared", joker=joker, suit=self.suit(suit))
            return CardShown(card, suit, words.say(f"picture.trump.letter.{suit}"), index, name)
        suit, rank = SUIT[card], card[:-2]
        index = words.say(f"picture.trump.index.{rank}")
        name = words.say("picture.trump.card", rank=words.say(f"picture.trump.rank.{rank}"), suit=self.suit(suit))
        return CardShown(card[:-1], suit, words.say(f"picture.trump.letter.{suit}"), index, name)


# -- a hand -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A card in hand: whether it can be played now, and whether it is Trump."""

    card: CardShown
    playable: bool
    trump: bool


@dataclass(frozen=True)
class HandPicture:
    """Cards in at most two rows, sorted; `legend` says what a raised one means, and is empty when nothing is asked."""

    title: str
    number: str
    trump: str
    trump_suit: str
    legend: str
    cards: tuple[Held, ...]
    name: str = "hand.jpg"

    def words(self, words: Wording) -> str:
        parts = [words.say("picture.trump.words.hand", title=self.title, number=self.number, trump=self.trump)]
        playable = [held.card.name for held in self.cards if held.playable]
        others = [held.card.name for held in self.cards if not held.playable]
        if self.legend:
            count = len(playable)
            parts.append(words.say("picture.trump.words.playable", count=count, cards=", ".join(playable)))
            if others:
                parts.append(words.say("picture.trump.words.others", cards=", ".join(others)))
        else:
            parts.append(words.say("picture.trump.words.cards", cards=", ".join(others)))
        return " ".join(parts)

    def draw(self, art: Art) -> Image:
        rows = 1 if len(self.cards) <= 6 else 2
        in_row = -(-len(self.cards) // rows)
        room = WIDTH - 2 * MARGIN
        width = min(190, (room + 10) // in_row - 10)
        raised = round(width * 0.19) if self.legend else 0
        tall = round(width * HEIGHT) + raised + 14
        image = art.table(WIDTH, 112 + rows * tall + 18, FELT, FELT_EDGE)
        pen = art.pen(image)
        self._heading(pen)
        for place, held in enumerate(self.cards):
            row, column = divmod(place, in_row)
            count = min(in_row, len(self.cards) - row * in_row)
            step = min(width + 16, (room - width) / max(1, count - 1))
            left = round((WIDTH - width - step * (count - 1)) / 2 + column * step)
            self._lay(pen, held, left, 112 + row * tall, width, raised)
        return image

    def _heading(self, pen: Pen) -> None:
        x = MARGIN + 10 + pen.text(MARGIN + 10, 56, self.title, 44, GOLD, "title", anchor="lm", width=420)
        pen.text(x + 22, 58, self.number, 34, QUIET, anchor="lm", width=150)
        right = WIDTH - MARGIN - 10
        if self.legend:
            right -= pen.text(right, 58, self.legend, 34, GOLD, "bold", anchor="rm", width=260) + 34
            pen.stamp(right, 48, mark(pen.art, 26))
            right -= 36
        _trump_sign(pen, right, 58, self.trump, self.trump_suit)

    def _lay(self, pen: Pen, held: Held, left: int, top: int, width: int, raised: int) -> None:
        face = card_face(pen.art, held.card, width, trump=held.trump, dimmed=bool(self.legend) and not held.playable)
        if not held.playable:
            pen.card(left, top + raised, face, held.card.name)
            return
        tall = round(width * HEIGHT)
        pen.panel(left - 4, top - 4, width + 8, tall + 8, GOLD, radius=round(width * 0.1))
        pen.card(left, top, face, held.card.name)
        size = round(raised * 0.95)
        pen.stamp(left + (width - size) // 2, top + tall + 5, mark(pen.art, size))


def _trump_sign(pen: Pen, right: int, middle: int, text: str, suit: str) -> int:
    """What is Trump, ending at `right`; returns where it begins."""
    wide = pen.text(right - 8, middle, text, 36, PALE, "bold", anchor="rm", width=330)
    left = right - 8 - wide
    if suit:
        pen.panel(left - 62, middle - 27, 54, 54, "#fffdf6", radius=12)
        shape = suit_shape(pen.art, suit, 42)
        pen.stamp(left - 35 - shape.width // 2, middle - shape.height // 2, shape)
        pen.stamp(left - 104, middle - 17, star(pen.art, 34))
        return left - 104
    return left


# -- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatShown:
    """A player at the table: what is beside the name, each a finished phrase; `bidding` is one of the marks."""

    person: Person
    marks: tuple[str, ...]
    bidding: str
    facts: tuple[str, ...]
    acting: bool


@dataclass(frozen=True)
class PlayShown:
    """A card of the present trick; `order` says as which one it was played, unlike the number of a seat."""

    order: str
    seat: Seat
    card: CardShown
    trump: bool
    wins: bool


@dataclass(frozen=True)
class TablePicture:
    """Everybody around the table, clockwise, and what lies in the middle: a trick, an auction or a shown hand."""

    hand: str
    trick: str
    trump: str
    trump_suit: str
    gnome: str
    status: str
    seats: tuple[SeatShown, ...]
    plays: tuple[PlayShown, ...]
    wins: str
    middle: str
    items: tuple[str, ...]
    open_cards: tuple[CardShown, ...]
    backs: int
    name: str = TABLE

    def words(self, words: Wording) -> str:
        head = ". ".join(part for part in (self.status, self.hand, self.trick, self.trump, self.gnome) if part) + "."
        parts = [head]
        names = {seat.person.seat: seat.person for seat in self.seats}
        for play in self.plays:
            key = "picture.trump.words.play.wins" if play.wins else "picture.trump.words.play"
            says = words.say(
                key, order=play.order, name=names[play.seat].shown, card=play.card.name, wins=self.wins
            )  # fmt: skip
            parts.append(f"{says}.")
        if self.middle:
            items = [*self.items, *(card.name for card in self.open_cards)]
            parts.append(words.say("picture.trump.words.list", title=self.middle, items=", ".join(items)))
        if self.backs:
            numbers = ", ".join(map(str, range(1, self.backs + 1)))
            parts.append(words.say("picture.trump.words.backs", cards=numbers))
        for seat in self.seats:
            facts = ", ".join(filter(None, (*seat.marks, *seat.facts)))
            parts.append(
                words.say("picture.trump.words.seat", seat=seat.person.seat, name=seat.person.spoken, facts=facts)
            )
        return unmarked("\n".join(parts))

    def draw(self, art: Art) -> Image:
        if self.backs:
            return self._draw_opening(art)
        width, panels, places = _LAYOUTS[len(self.seats)]
        image = art.table(WIDTH, 1136, FELT, FELT_EDGE)
        pen = art.pen(image)
        self._heading(pen)
        for shown, corner in zip(self.seats, panels, strict=True):
            _draw_seat(pen, shown, *corner)
        if self.plays:
            self._draw_trick(pen, places, width)
        elif self.open_cards:
            self._draw_open(pen)
        elif self.middle:
            self._draw_list(pen)
        self._draw_status(pen, 1040)
        return image

    def _draw_opening(self, art: Art) -> Image:
        """Before the auction: the face-down cards, and below them who sits here; nobody has done anything yet."""
        back = card_back(art, 96)
        wide, tall = PANEL[0], OPENING_TALL
        rows = [self.seats[first : first + 3] for first in range(0, len(self.seats), 3)]
        if len(self.seats) == 4:
            rows = [self.seats[:2], self.seats[2:]]
        top = 118 + back.height + 24
        image = art.table(WIDTH, top + len(rows) * (tall + 14) + 98, FELT, FELT_EDGE)
        pen = art.pen(image)
        self._heading(pen)
        step = 96 + 24
        for place in range(self.backs):
            left = (WIDTH - self.backs * step + 24) // 2 + place * step
            pen.stamp(left, 120, back)
            # As the buttons are numbered, on square plates: those of seats are round.
            pen.panel(left + 25, 120 + back.height // 2 - 23, 46, 46, GOLD, radius=6)
            pen.text(left + 48, 120 + back.height // 2, str(place + 1), 36, INK, "bold", anchor="mm")
        for row in rows:
            left = (WIDTH - len(row) * (wide + 16) + 16) // 2
            for place, shown in enumerate(row):
                _draw_seat(pen, shown, left + place * (wide + 16), top, tall)
            top += tall + 14
        self._draw_status(pen, top + 6)
        return image

    def _draw_status(self, pen: Pen, top: int) -> None:
        pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, 70, BAR)
        pen.text(WIDTH / 2, top + 35, self.status, 40, GOLD, "bold", anchor="mm", width=WIDTH - 120)

    def _heading(self, pen: Pen) -> None:
        pen.panel(MARGIN, 24, WIDTH - 2 * MARGIN, 78, BAR)
        x = 52 + pen.text(52, 63, self.hand, 38, GOLD, "title", anchor="lm", width=230)
        if self.trick:
            pen.text(x + 22, 64, self.trick, 34, PALE, anchor="lm", width=230)
        left = _trump_sign(pen, WIDTH - 44, 63, self.trump, self.trump_suit)
        wide = pen.text(left - 34, 64, self.gnome, 34, PALE, "bold", anchor="rm", width=260)
        gnome = pen.art.sprite("icon/bad-gnome.png", 54, 54, GOLD)
        pen.stamp(left - 34 - wide - 62, 36, gnome)

    def _draw_trick(self, pen: Pen, places: tuple[tuple[int, int], ...], width: int) -> None:
        tall = round(width * HEIGHT)
        corners = [(places[play.seat - 1][0] - width // 2, places[play.seat - 1][1] - tall // 2) for play in self.plays]
        for play, (left, top) in zip(self.plays, corners, strict=True):
            if play.wins:
                pen.panel(left - 7, top - 7, width + 14, tall + 14, GOLD, radius=18)
            pen.card(left, top, card_face(pen.art, play.card, width, trump=play.trump), play.card.name)
        # What is beside a card comes last, so that no other card hides it.
        for play, (left, top) in zip(self.plays, corners, strict=True):
            bottom = top + tall
            _draw_order(pen, play.order, left - 14, bottom - 58)
            if play.wins:
                wide = round(pen.art.font("bold", LEAST_SIZE).getlength(self.wins)) + 20
                above = top + tall // 2 < MIDDLE - 20
                pen.chip(left + (width - wide) // 2, top - 50 if above else bottom - 4, self.wins)

    def _draw_list(self, pen: Pen) -> None:
        items = self.items[-BIDS_SHOWN:]
        tall = 92 + 44 * len(items)
        top = MIDDLE - tall // 2
        pen.panel(402, top, 396, tall, BAR, "#c9a24a")
        pen.text(600, top + 40, self.middle, 38, GOLD, "title", anchor="mm", width=370)
        for row, item in enumerate(items):
            pen.text(600, top + 94 + row * 44, item, 34, PALE, anchor="mm", width=372)

    def _draw_open(self, pen: Pen) -> None:
        width, in_row = 100, 4
        rows = -(-len(self.open_cards) // in_row)
        step = 150 if rows <= 2 else 104 if rows == 3 else 92  # many lie one over another, each index still free
        top = MIDDLE + 20 - ((rows - 1) * step + 142) // 2
        pen.text(600, top - 34, self.middle, 36, PALE, "bold", anchor="mm", width=440)
        for place, card in enumerate(self.open_cards):
            row, column = divmod(place, in_row)
            left = 600 - (min(in_row, len(self.open_cards)) * 108 - 8) // 2 + column * 108
            pen.card(left, top + row * step, card_face(pen.art, card, width), card.name)


def _draw_order(pen: Pen, text: str, left: int, top: int) -> None:
    """As which card it was played: on a pennant, as seats are numbered on round plates."""
    wide, tall = round(pen.art.font("bold", LEAST_SIZE).getlength(text)) + 44, 50
    pen.stamp(left - 3, top - 3, pen.art.shape("pennant", wide + 8, tall + 6, PENNANT, INK))
    pen.stamp(left, top, pen.art.shape("pennant", wide, tall, PENNANT, GOLD))
    pen.text(left + 10, top + tall / 2, text, LEAST_SIZE, INK, "bold", anchor="lm")


PENNANT = ((0.0, 0.0), (0.76, 0.0), (1.0, 0.5), (0.76, 1.0), (0.0, 1.0))
PANEL, MIDDLE, OPENING_TALL = (360, 218), 548, 170
_LAYOUTS: dict[int, tuple[int, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = {
    3: (150, ((420, 806), (28, 118), (812, 118)), ((600, 648), (472, 430), (728, 430))),
    4: (130, ((420, 806), (28, 434), (420, 118), (812, 434)), ((600, 656), (463, 548), (600, 454), (737, 548))),
    5: (
        132,
        ((420, 806), (28, 560), (108, 118), (732, 118), (812, 560)),
        ((600, 658), (461, 652), (508, 452), (692, 452), (739, 652)),
    ),
}
"""For so many players: the width of a played card, where each one's panel begins, and the middle of the card played
there; clockwise from below."""


def _draw_seat(pen: Pen, shown: SeatShown, left: int, top: int, tall: int = PANEL[1]) -> None:
    """A player; on a lower panel without what was taken, as nothing was yet."""
    wide = PANEL[0]
    if shown.acting:
        pen.panel(left, top, wide, tall, PLATE_ACTING, GOLD, line=5)
    else:
        pen.panel(left, top, wide, tall, PLATE, PLATE_LINE)
    pen.panel(left + 14, top + 14, 44, 44, GOLD if shown.acting else PALE, radius=22)
    pen.text(left + 36, top + 36, str(shown.person.seat), 34, INK, "bold", anchor="mm")
    room = wide - 82
    if shown.acting:
        pen.stamp(left + wide - 50, top + 18, pen.art.shape("arrow", 34, 36, ARROW, GOLD))
        room -= 46
    pen.text(left + 70, top + 36, shown.person.shown, 38, PALE, "bold", anchor="lm", width=room)
    x = left + 14
    for text in shown.marks:
        fill = GOLD if text == shown.bidding else PALE
        x += pen.chip(x, top + 70, text, fill=fill, width=left + wide - x - 12) + 8
    half = wide - 32
    if tall == PANEL[1]:
        pen.text(left + 16, top + 148, shown.facts[0], 36, PALE, anchor="lm", width=half)
    below = top + tall - 28
    pen.text(left + 16, below, shown.facts[1], 34, QUIET, anchor="lm", width=half // 2)
    pen.text(left + wide - 16, below, shown.facts[2], 36, PALE, "bold", anchor="rm", width=half // 2)


def _table(view: TrumplestiltskinView, everybody: Mapping[Seat, Person], words: Wording) -> TablePicture:
    say = _Cards(words)
    acting = view.claimant if view.phase == "claim" else view.to_act
    cards_each = max((player.cards for player in view.players), default=0) + len(view.tricks)
    trick = ""
    if view.phase in ("tricks", "claim"):
        number = len(view.tricks) + 1
        if all(not player.cards for player in view.players) and not view.trick:
            number -= 1
        trick = words.say("picture.trump.trick", number=number, all=max(number, cards_each))
    wins = view.leads_trick
    claimant = view.player(view.claimant) if view.claimant is not None else None
    open_cards = tuple(map(say.card, claimant.shown)) if claimant and claimant.shown else ()
    middle, items = "", tuple[str, ...]()
    if view.phase == "auction":
        middle, items = words.say("picture.trump.bids"), _auction(view, everybody, words)
    elif open_cards and claimant and not view.trick:
        middle = words.say("picture.trump.shown", name=everybody[claimant.seat].inside)
    return TablePicture(
        hand=words.say("picture.trump.hand.number", number=view.number),
        trick=trick,
        trump=say.trump(view.trump),
        trump_suit=view.trump or "",
        gnome=words.say("picture.trump.gnome", points=view.gnome, goal=view.gnome_goal),
        status=_status(view, everybody, words, acting),
        seats=tuple(_seat(view, player, everybody, words, acting) for player in view.players),
        plays=tuple(
            PlayShown(
                words.say(f"picture.trump.order.{place}"),
                seat,
                say.card(play),
                suit_of(play) == view.trump,
                seat == wins,
            )
            for place, (seat, play) in enumerate(view.trick, start=1)
        ),
        wins=words.say("picture.trump.wins"),
        middle=middle,
        items=items,
        open_cards=open_cards,
        backs=6 if view.phase == "gnome" else 0,
    )


def _auction(view: TrumplestiltskinView, everybody: Mapping[Seat, Person], words: Wording) -> tuple[str, ...]:
    if not view.bids:
        return (words.say("picture.trump.bids.least", bid=view.least_bid),)
    return tuple(
        words.say("picture.trump.bid_of", name=everybody[seat].inside, bid=bid)
        if bid
        else words.say("picture.trump.pass_of", name=everybody[seat].inside)
        for seat, bid in view.bids
    )


def _seat(
    view: TrumplestiltskinView,
    player: CardPlayerView,
    everybody: Mapping[Seat, Person],
    words: Wording,
    acting: Seat | None,
) -> SeatShown:
    marks = [words.say("picture.trump.dealer")] if player.seat == view.dealer else []
    if player.seat == view.declarer:
        marks.append(words.say("picture.trump.declarer", bid=view.high_bid))
    elif player.bid:
        marks.append(words.say("picture.trump.bid", bid=player.bid))
    elif view.phase != "gnome":  # who has passed is told so below
        marks.append(words.say("picture.trump.no_bid_yet" if view.phase == "auction" else "picture.trump.no_bid"))
    if view.phase == "auction" and player.passed:
        marks[-1] = words.say("picture.trump.passed")
    return SeatShown(
        person=everybody[player.seat],
        marks=tuple(marks),
        bidding=marks[-1] if player.bid or player.seat == view.declarer else "",
        facts=(
            words.say(
                "picture.trump.taken",
                count=player.tricks,
                points=words.say("picture.trump.points", count=player.points),
            )
            if view.trump is not None  # before, there is nothing to take
            else "",
            words.say("picture.trump.held", count=player.cards),
            words.say("picture.trump.column", points=player.column),
        ),
        acting=player.seat == acting,
    )


def _status(view: TrumplestiltskinView, everybody: Mapping[Seat, Person], words: Wording, acting: Seat | None) -> str:
    if view.phase == "over":
        names = ", ".join(everybody[seat].inside for seat in view.winners)
        return words.say("picture.trump.status.over", names=names)
    if view.phase == "scored" or acting is None:
        return words.say("picture.trump.status.scored", number=view.number)
    return words.say(f"picture.trump.status.{view.phase}", name=everybody[acting].inside)


# -- the score sheet --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RowShown:
    """A row of the sheet. `seat` is None for the Gnome."""

    seat: Seat | None
    name: str
    spoken: str
    marks: tuple[str, ...]
    cells: tuple[str, str, str, str]
    won: bool


ROW_TALL = 72
"""Pixels of a row's height."""


@dataclass(frozen=True)
class SheetPicture:
    """What the last hand brought everybody, and where the game stands. What is not there, has an empty cell; that
    somebody has not bid, is said as `no_bid`."""

    title: str
    course: str
    status: str
    goals: tuple[str, str]
    headings: tuple[str, str, str, str, str]
    rows: tuple[RowShown, ...]
    gnome_card_title: str
    gnome_card: CardShown | None
    no_bid: str
    name: str = TABLE

    def words(self, words: Wording) -> str:
        goals = ", ".join(self.goals)
        parts = [
            words.say(
                "picture.trump.words.sheet", title=self.title, course=self.course, status=self.status, goals=goals
            )
        ]
        if self.gnome_card:
            parts.append(words.say("picture.trump.words.list", title=self.gnome_card_title, items=self.gnome_card.name))
        player, *heads = self.headings
        parts.append(f"{player}:")
        for row in self.rows:
            said = [f"{head} {cell}" for head, cell in zip(heads, row.cells, strict=True) if cell]
            cells = ", ".join([self.no_bid, *said] if row.seat and not row.cells[0] else said)
            marks = f" ({', '.join(row.marks)})" if row.marks else ""
            number = f"{row.seat}. " if row.seat else ""
            parts.append(f"{number}{row.spoken}{marks}: {cells}.")
        return unmarked("\n".join(parts))

    def draw(self, art: Art) -> Image:
        step, first = ROW_TALL + 8, 276
        image = art.table(WIDTH, first + step * len(self.rows) + 86, FELT, FELT_EDGE)
        pen = art.pen(image)
        room = 860 if self.gnome_card else 1100
        pen.text(52, 66, self.title, 46, GOLD, "title", anchor="lm", width=room)
        pen.text(52, 126, self.course, 36, PALE, anchor="lm", width=room)
        x = 52
        for goal in self.goals:
            x += pen.text(x, 176, goal, 34, QUIET, anchor="lm", width=420) + 44
        if self.gnome_card:
            pen.card(1012, 34, card_face(art, self.gnome_card, 128), self.gnome_card.name)
            pen.text(996, 66, self.gnome_card_title, 34, GOLD, "bold", anchor="rm", width=190)
        ends = (660, 810, 960, 1130)
        player, *heads = self.headings
        pen.text(124, first - 30, player, 36, PALE, "bold", anchor="lm")
        for end, head in zip(ends, heads, strict=True):
            pen.text(end, first - 30, head, 36, PALE, "bold", anchor="rm", width=150)
        for place, row in enumerate(self.rows):
            _draw_row(pen, row, first + place * step, ends)
        bottom = first + step * len(self.rows)
        pen.text(WIDTH / 2, bottom + 34, self.status, 40, GOLD, "bold", anchor="mm", width=WIDTH - 120)
        return image


def _draw_row(pen: Pen, row: RowShown, top: int, ends: tuple[int, ...]) -> None:
    pen.panel(
        MARGIN + 8,
        top,
        WIDTH - 2 * MARGIN - 16,
        ROW_TALL,
        PLATE_ACTING if row.won else PLATE,
        GOLD if row.won else PLATE_LINE,
    )
    middle = top + ROW_TALL // 2
    if row.seat:
        pen.panel(58, middle - 23, 46, 46, GOLD if row.won else PALE, radius=23)
        pen.text(81, middle, str(row.seat), 34, INK, "bold", anchor="mm")
    else:
        pen.stamp(54, middle - 28, pen.art.sprite("icon/bad-gnome.png", 56, 56, GOLD))
    x = 124 + pen.text(124, middle, row.name, 40, PALE, "bold", anchor="lm", width=280 if row.marks else 440)
    for text in row.marks:
        x += 16 + pen.chip(x + 16, middle - 25, text, width=180)
    for place, (end, cell) in enumerate(zip(ends, row.cells, strict=True)):
        last = place == len(ends) - 1
        pen.text(end, middle, cell, 44 if last else 40, GOLD if last else PALE, "bold" if last else "text", anchor="rm")


def _sheet(view: TrumplestiltskinView, everybody: Mapping[Seat, Person], words: Wording) -> SheetPicture:
    score, say = view.hands[-1], _Cards(words)
    acting = view.to_act
    course = words.say(
        "picture.trump.sheet.made" if score.made else "picture.trump.sheet.failed",
        name=everybody[score.declarer].inside, bid=score.bid, suit=say.suit(score.trump),
    )  # fmt: skip
    headings = ("player", "bid", "points", "scored", "column")
    return SheetPicture(
        title=words.say("picture.trump.sheet.title", number=score.number),
        course=course,
        status=_status(view, everybody, words, acting),
        goals=(
            words.say("picture.trump.goal", goal=view.players_goal),
            words.say("picture.trump.gnome", points=score.gnome, goal=view.gnome_goal),
        ),
        headings=tuple(words.say(f"picture.trump.sheet.{head}") for head in headings),  # type: ignore[arg-type]
        rows=_rows(view, score, everybody, words),
        gnome_card_title=words.say("picture.trump.sheet.gnome_card"),
        gnome_card=say.card(view.gnome_card) if view.gnome_card else None,
        no_bid=words.say("picture.trump.no_bid"),
    )


def _rows(
    view: TrumplestiltskinView, score: HandScore, everybody: Mapping[Seat, Person], words: Wording
) -> tuple[RowShown, ...]:
    rows = []
    for one, column in zip(score.reckonings, score.columns, strict=True):
        person, marks = everybody[one.seat], []
        if one.seat in view.winners:
            marks.append(words.say("picture.trump.sheet.won"))
        if one.seat == view.dealer and view.phase == "gnome":
            marks.append(words.say("picture.trump.dealer"))
        cells = (str(one.bid) if one.bid else "", str(one.points), f"+{one.scored}", str(column))
        rows.append(RowShown(one.seat, person.shown, person.spoken, tuple(marks), cells, one.seat in view.winners))
    gained = sum(one.gnome for one in score.reckonings)
    gnome = words.say("picture.trump.sheet.gnome")
    rows.append(RowShown(None, gnome, gnome, (), ("", "", f"+{gained}", str(score.gnome)), False))
    return tuple(rows)
