"""Pictures of the forest: the board with Locations and houses, and a hand of Fables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from PIL import Image

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Seat
from bot.games.grimm_forest.fable import FABLES, PLAIN
from bot.games.grimm_forest.goods import PRODUCES, TYPES, total
from bot.games.grimm_forest.values import PARTS
from bot.games.grimm_forest.views import FACE_DOWN, CardView, GrimmForestView, HouseView, PigView
from bot.ui.pictures.art import ARROW, GOLD, INK, LEAST_SIZE, PALE, QUIET, Art, Pen
from bot.ui.pictures.fitting import unmarked
from bot.ui.pictures.people import Person, people
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.playing_cards import mark
from bot.ui.wording import Wording
from cogs.grimm_forest import scenery
from cogs.grimm_forest.words import decks
from cogs.grimm_forest.words import title as title_of

WIDTH, MARGIN, GAP = 1200, 28, 14
ROOM = WIDTH - 2 * MARGIN
WOODS, WOODS_EDGE = "#33603f", "#0b1d14"
PLATE, PLATE_ACTING, PLATE_LINE = "#0c2216d9", "#3f3411e6", "#5c8a68"
BAR, DARK, RED = "#06150cd9", "#07130cc8", "#b3261e"
PARCHMENT, RIM, BAND = "#f6ecd2", "#8a6a2f", "#2b2418"
KIND_FILLS = {"monster": "#a8231c", "next_turn": "#1f5d8a", "unique": "#6a3a9a"}
"""What lies behind the icon of a Fable that is none of the usual ones; the kind is written beside it."""
HAND, TABLE = "hand.jpg", "table.jpg"
"""The names of the pictures: of a hand, and of what everybody has."""
CARDS_MOST = 12
"""Fables of a hand that are drawn; the others are told."""
GATHER_HIDDEN = ("deal", *FACE_DOWN, "fables")
"""Phases in which nobody knows yet where the others go."""
HAND_QUESTIONS = {"gather.place": "place", "gather.fable": "fable", "snow_white.fable": "fable"}
"""Questions whose choices are cards of one's own hand."""


def table_picture(view: GrimmForestView, labels: Mapping[Seat, str], words: Wording) -> Picture:
    """The board as a bystander sees it."""
    assert view.seat == SPECTATOR, "the table's picture is everybody's: it shows a bystander's view"
    return _Board(view, people(labels, words), words).picture()


def hand_picture(
    view: GrimmForestView, question: Question | None, labels: Mapping[Seat, str], words: Wording
) -> Picture:
    """What this seat holds: goods and houses, Gather cards, Fables, the Friend, and what it has chosen for this round.
    Once the Gather cards are turned up nobody needs them: only those that are left while some are locked are shown
    then."""
    asked = HAND_QUESTIONS.get(question.key, "") if question is not None and question.seat == view.seat else ""
    choices = set(question.choices) if question is not None and asked else set()
    pig = view.pig(view.seat)
    own = _Board(view, people(labels, words), words)
    is_hidden = view.phase in GATHER_HIDDEN
    decided = (view.chosen or view.picked) if is_hidden else None
    fables = [Held(_fable(name, words), chosen=False, playable=name in choices) for name in view.fables]
    if view.plays is not None:
        fables.insert(0, Held(_fable(view.plays, words), chosen=True, playable=False))
    return HandPicture(
        title=words.say("picture.grimm.hand"),
        round=words.say("picture.grimm.round", round=view.round),
        legend=words.say(f"picture.grimm.choose.{asked}") if asked else "",
        chosen=words.say("picture.grimm.chosen"),
        places=tuple(
            GatherShown(place, words.say(f"picture.grimm.place.{place}"), place == decided, place in choices)
            for place in (view.gather if is_hidden or pig.locked else ())
        ),
        own=own.board(pig),
        friend=_friend(pig, words, own.friend_does(pig)) if pig.friend else None,
        none=words.say("picture.grimm.no_fables"),
        fables=tuple(fables[:CARDS_MOST]),
        others=tuple(_held_in_words(held, words) for held in fables[CARDS_MOST:]),
        more=words.say("picture.grimm.more", count=len(fables) - CARDS_MOST) if len(fables) > CARDS_MOST else "",
    )


# -- parts of both ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StripShown:
    """A card as a strip: its icon, its title, and what it is.

    stopped  the word for a cancelled Monster, else nothing; owner: the seat whose it is, where that is shown
    """

    card: str
    title: str
    kind: str
    stopped: str = ""
    owner: Seat | None = None

    @property
    def spoken(self) -> str:
        notes = ", ".join(part for part in (self.kind, self.stopped) if part)
        return f"{self.title} ({notes})" if notes else self.title


STRIP, SLIM = 94, 62
"""Pixels of a strip's height: with two lines, and with one."""


def strip_tall(art: Art, shown: StripShown, width: int) -> int:
    """One line is enough where what the card is fits behind its title."""
    written = art.font("bold", 36).getlength(shown.title) + art.font("text", LEAST_SIZE).getlength(shown.kind)
    fits = not shown.stopped and shown.owner is None and written + SLIM + 50 <= width
    return SLIM if fits else STRIP


def draw_strip(pen: Pen, shown: StripShown, left: int, top: int, width: int, *, tall: int = STRIP) -> None:
    """Lay a card as a strip: icon, title, and what it is, below or behind."""
    pen.panel(left, top, width, tall, DARK, PLATE_LINE, radius=14, line=2)
    if tall == SLIM:
        icon = scenery.card_icon(pen.art, shown.card, SLIM - 14)
        pen.stamp(left + 9 + (SLIM - 14 - icon.width) // 2, top + 7 + (SLIM - 14 - icon.height) // 2, icon)
        wide = pen.text(left + SLIM + 6, top + SLIM / 2, shown.title, 36, PALE, "bold", anchor="lm", width=width)
        pen.text(left + width - 16, top + SLIM / 2, shown.kind, LEAST_SIZE, QUIET, anchor="rm", width=width - wide)
        return
    size = STRIP - 20
    icon = (scenery.crossed if shown.stopped else scenery.card_icon)(pen.art, shown.card, size)
    pen.stamp(left + 9 + (size - icon.width) // 2, top + 10 + (size - icon.height) // 2, icon)
    x, room = left + size + 20, width - size - 30
    if shown.owner is not None:
        scenery.numbered_pig(pen, shown.owner, left + width - 76, top + 16, 60)
        room -= 76
    wide = pen.text(x, top + 29, shown.title, 36, PALE, "bold", anchor="lm", width=room)
    if shown.stopped:
        pen.panel(x - 2, top + 28, wide + 4, 3, RED, radius=1)
        pen.chip(x - 2, top + 50, shown.stopped, fill=RED, colour=PALE, width=room, tall=40)
    else:
        pen.text(x, top + 68, shown.kind, LEAST_SIZE, QUIET, anchor="lm", width=room)


def _kind(name: str, words: Wording) -> str:
    return words.say(f"picture.grimm.kind.{FABLES[name].kind}")


def _strip(card: CardView, words: Wording, kind: str = "", *, owned: bool = False) -> StripShown:
    stopped = words.say("picture.grimm.cancelled") if card.cancelled else ""
    title = title_of(card.fable, words)
    return StripShown(card.fable, title, kind or _kind(card.fable, words), stopped, card.owner if owned else None)


def _friend(pig: PigView, words: Wording, detail: str = "") -> StripShown:
    assert pig.friend is not None
    return StripShown(pig.friend, title_of(pig.friend, words), detail or words.say("picture.grimm.friend"))


def _counted(goods: Mapping[str, int], words: Wording) -> str:
    return ", ".join(
        words.say("picture.grimm.goods", count=amount, goods=words.say(f"picture.grimm.material.{kind}"))
        for kind, amount in goods.items()
    )


# -- a hand -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FableShown:
    """A Fable as a card: its title, its kind where it is a special one, and its moment."""

    card: str
    kind: str
    kind_name: str
    title: str
    moment: str

    @property
    def spoken(self) -> str:
        return f"{self.title} ({self.kind_name}, {self.moment})" if self.kind_name else f"{self.title} ({self.moment})"


@dataclass(frozen=True)
class Held:
    """A Fable in hand or laid face down, and whether it can be chosen now."""

    card: FableShown
    chosen: bool
    playable: bool


@dataclass(frozen=True)
class GatherShown:
    """A Gather card."""

    place: str
    title: str
    chosen: bool
    playable: bool


def _held_in_words(held: Held, words: Wording) -> str:
    """A sentence for each card: with many of them one sentence would be too long to listen to."""
    chosen = f", {words.say('picture.grimm.chosen')}" if held.chosen else ""
    return f"{held.card.spoken}{chosen}."


def _fable(name: str, words: Wording) -> FableShown:
    card = FABLES[name]
    kind = "" if card.kind == PLAIN else words.say(f"picture.grimm.kind.{card.kind}")
    return FableShown(name, card.kind, kind, title_of(name, words), words.say(f"picture.grimm.moment.{card.when}"))


GATHER_TALL = 104
FRAME, DARK_FRAME = 12, 5
"""Pixels of the frame around a card that can be chosen, and of the dark between the two: without it a pale frame and a
pale card would be one."""


@dataclass(frozen=True)
class HandPicture:
    """Goods and houses, Gather cards and the Friend above, Fables in rows; `legend` says what is asked, if anything
    is."""

    title: str
    round: str
    legend: str
    chosen: str
    places: tuple[GatherShown, ...]
    own: BoardShown
    friend: StripShown | None
    none: str
    fables: tuple[Held, ...]
    others: tuple[str, ...]
    more: str
    name: str = HAND

    def words(self, words: Wording) -> str:
        parts = [f"{self.title}. {self.round}."]
        if self.legend:
            parts.append(f"{self.legend}.")
        parts.append(f"{'. '.join((self.own.goods_spoken, *self.own.houses_spoken))}.")
        if self.places:
            places = ", ".join(f"{one.title} ({self.chosen})" if one.chosen else one.title for one in self.places)
            parts.append(words.say("picture.grimm.words.gather", places=places))
        if self.friend:
            parts.append(f"{self.friend.spoken}.")
        many = len(self.fables) + len(self.others)
        parts.append(f"{words.say('picture.grimm.words.fables', count=many) if many else self.none}.")
        parts += [_held_in_words(held, words) for held in self.fables]
        if self.more:
            parts += [f"{self.more}.", *self.others]
        return " ".join(parts)

    def draw(self, art: Art) -> Image.Image:
        # Fables are strips: cards would leave no room to say what they do. One that has no neighbour is as wide as two.
        pairs = [[(held, fable_strip(art, held, _hand_strip(pair), self.chosen)) for held in pair]
                 for pair in _rows_of_fables(self.fables)]  # fmt: skip
        talls = [max(face.height for _, face in pair) for pair in pairs]
        gather = 96 + SITE_TALL + 34
        friend = gather + (GATHER_TALL + 52 if self.places else 0)
        strip = strip_tall(art, self.friend, ROOM) if self.friend else 0
        first = friend + (strip + 16 if strip else 0)
        tall = first + (sum(talls) + len(talls) * STRIP_GAP or 70) + (54 if self.more else 14)
        image = art.table(WIDTH, tall, WOODS, WOODS_EDGE)
        pen = art.pen(image)
        x = MARGIN + 10 + pen.text(MARGIN + 10, 52, self.title, 42, GOLD, "title", anchor="lm", width=420)
        pen.text(x + 22, 54, self.round, 36, QUIET, anchor="lm", width=200)
        if self.legend:
            wide = pen.text(WIDTH - 44, 54, self.legend, 36, GOLD, "bold", anchor="rm", width=460)
            pen.stamp(WIDTH - 44 - wide - 38, 44, mark(art, 26))
        _draw_counters(pen, self.own.goods, MARGIN + 10, 96 + (SITE_TALL - 48) // 2)
        _draw_sites(pen, self.own, MARGIN + COUNTER * 3 + 20, 96, ROOM - COUNTER * 3 - 20)
        self._draw_places(pen, gather)
        if self.friend:
            draw_strip(pen, self.friend, MARGIN, friend - 6, ROOM, tall=strip)
        if not self.fables:
            pen.text(WIDTH / 2, first + 22, self.none, 36, QUIET, anchor="mm", width=ROOM)
        y = first
        for pair, high in zip(pairs, talls, strict=True):
            for column, (held, face) in enumerate(pair):
                self._lay_strip(pen, held, face, MARGIN + FRAME + column * (HAND_STRIP + STRIP_GAP), y)
            y += high + STRIP_GAP
        if self.more:
            pen.text(WIDTH / 2, tall - 48, self.more, 36, GOLD, "bold", anchor="mm", width=ROOM)
        return image

    def _lay_strip(self, pen: Pen, held: Held, face: Image.Image, left: int, top: int) -> None:
        if held.chosen or held.playable:
            _frame(pen, left, top, face.width, face.height, chosen=held.chosen)
        pen.card(left, top, face, held.card.spoken)
        if held.chosen:
            pen.chip(left + face.width - chip_wide(pen.art, self.chosen) - 8, top + 8, self.chosen)
        elif held.playable:
            pen.stamp(left + face.width // 2 - 13, top + face.height + 8, mark(pen.art, 26))

    def _draw_places(self, pen: Pen, top: int) -> None:
        apart = 2 * FRAME + 4  # the frames of two neighbours stay two
        wide = min(GATHER_WIDE, (ROOM - 2 * FRAME + apart) // max(1, len(self.places)) - apart)
        for number, one in enumerate(self.places):
            left = MARGIN + FRAME + number * (wide + apart)
            if one.chosen or one.playable:
                _frame(pen, left, top, wide, GATHER_TALL, chosen=one.chosen)
            pen.card(left, top, _gather_face(pen.art, one.place, wide), one.title)
            middle = left + wide // 2
            pen.panel(left + 8, top + GATHER_TALL - 50, wide - 16, 42, BAR, radius=10)
            pen.text(middle, top + GATHER_TALL - 29, one.title, LEAST_SIZE, PALE, "bold", anchor="mm", width=wide - 24)
            if one.chosen:
                self._chosen_chip(pen, middle, top - 6)
            elif one.playable:
                pen.stamp(middle - 16, top + GATHER_TALL + 15, mark(pen.art, 32))

    def _chosen_chip(self, pen: Pen, middle: int, top: int) -> None:
        pen.chip(middle - chip_wide(pen.art, self.chosen) // 2, top, self.chosen)


def chip_wide(art: Art, text: str) -> int:
    """Pixels of a chip across."""
    return round(art.font("bold", LEAST_SIZE).getlength(text)) + 20


HAND_STRIP, STRIP_GAP = (ROOM - 2 * FRAME - 36) // 2, 36
GATHER_WIDE = HAND_STRIP
"""Pixels of a Gather card across, where few are left."""


def _rows_of_fables(fables: Sequence[Held]) -> list[Sequence[Held]]:
    """One that was chosen lies by itself above the others."""
    chosen = sum(held.chosen for held in fables)
    return [*([held] for held in fables[:chosen]), *_in_pairs(fables[chosen:])]


def _hand_strip(pair: Sequence[Held]) -> int:
    """Pixels of each of them across."""
    return HAND_STRIP if len(pair) == 2 else ROOM - 2 * FRAME


def fable_strip(art: Art, held: Held, width: int, chosen: str) -> Image.Image:
    """A Fable as a strip, in one line if its kind and its moment fit behind the title. One that was chosen has two
    lines, and room for the word that says so behind the first."""
    card = held.card

    def drawn() -> Image.Image:
        about = ", ".join(filter(None, (card.kind_name, card.moment)))
        written = art.font("bold", LEAST_SIZE).getlength(card.title) + art.font("text", LEAST_SIZE).getlength(about)
        tall = SLIM if not held.chosen and written + SLIM + 44 <= width else STRIP
        image = art.panel(width, tall, PARCHMENT, RIM, radius=14, line=4).copy()
        pen, size = Pen(art, image), tall - 10
        if card.kind in KIND_FILLS:
            pen.panel(7, 7, size + 2, tall - 14, KIND_FILLS[card.kind], radius=10)
        icon = scenery.card_icon(art, card.card, size - 8)
        pen.stamp(8 + (size - icon.width) // 2, (tall - icon.height) // 2, icon)
        x, room = size + 18, width - size - 28
        if tall == SLIM:
            pen.text(x, tall / 2, card.title, LEAST_SIZE, INK, "bold", anchor="lm", width=room)
            pen.text(width - 14, tall / 2, about, LEAST_SIZE, BAND, anchor="rm", width=room)
        else:
            beside = chip_wide(art, chosen) if held.chosen else 0
            pen.text(x, 28, card.title, LEAST_SIZE, INK, "bold", anchor="lm", width=room - beside)
            pen.text(x, 68, about, LEAST_SIZE, BAND, anchor="lm", width=room)
        return image

    return art.made(("fable strip", card, held.chosen, width), drawn)


def _frame(pen: Pen, left: int, top: int, width: int, tall: int, *, chosen: bool) -> None:
    for far, colour in ((FRAME, GOLD if chosen else PALE), (DARK_FRAME, WOODS_EDGE)):
        pen.panel(left - far, top - far, width + 2 * far, tall + 2 * far, colour, radius=16 + far)


def _gather_face(art: Art, place: str, width: int) -> Image.Image:
    def drawn() -> Image.Image:
        image = art.panel(width, GATHER_TALL, PARCHMENT, RIM, radius=16).copy()
        picture = scenery.scene(art, place, width - 8, GATHER_TALL + 50).crop((0, 52, width - 8, 44 + GATHER_TALL))
        inside = art.panel(width - 8, GATHER_TALL - 8, "#fff", radius=12)
        image.paste(picture.convert("RGB"), (4, 4), inside.getchannel("A"))
        return image

    return art.made(("gather", place, width), drawn)


# -- the board --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlaceShown:
    """A Location: its goods as (material, number), the pigs that stand there, and the cards that lie there."""

    place: str
    title: str
    goods: tuple[tuple[str, str], ...]
    goods_spoken: str
    pigs: tuple[Seat, ...]
    strips: tuple[StripShown, ...]


@dataclass(frozen=True)
class SiteShown:
    """A Build Site with its house, if there is one; `cheap` is what it saves, `label` how many free ones
    it stands for, if more than itself."""

    material: str
    sections: int
    label: str
    cheap: str
    spoken: str


@dataclass(frozen=True)
class BoardShown:
    """A player's board, everything a finished phrase; goods are in the order of the materials.

    won  what is said of whoever has won, for whom there is a crown; else nothing
    """

    person: Person
    acting: bool
    won: str
    starts: str
    chips: tuple[str, ...]
    goods: tuple[str, ...]
    goods_spoken: str
    fables: str
    fables_spoken: str
    tokens: tuple[str, ...]
    tokens_spoken: str
    sites: tuple[SiteShown, ...]
    houses: str
    free: str
    strips: tuple[StripShown, ...]

    @property
    def houses_spoken(self) -> tuple[str, ...]:
        """The houses, and then how many sites are free."""
        return (self.houses, self.free) if self.houses else (self.free,)


@dataclass(frozen=True)
class TablePicture:
    """The Locations above, cards that wait for their round below them, then everybody's board.

    decks  how many cards are left: not drawn, but said after everything else
    """

    title: str
    status: str
    places: tuple[PlaceShown, ...]
    waiting: tuple[StripShown, ...]
    boards: tuple[BoardShown, ...]
    decks: str = ""
    name: str = TABLE

    def words(self, words: Wording) -> str:
        parts = [f"{self.status}. {self.title}."]
        for one in self.places:
            facts = [one.goods_spoken]
            if one.pigs:
                pigs = ", ".join(map(str, one.pigs))
                facts.append(words.say("picture.grimm.words.pigs", count=len(one.pigs), pigs=pigs))
            facts += [strip.spoken for strip in one.strips]
            parts.append(f"{one.title}: {'. '.join(facts)}.")
        if self.waiting:
            parts.append(" ".join(f"{strip.owner}: {strip.spoken}." for strip in self.waiting))
        parts += [self._board_in_words(board) for board in self.boards]
        parts += [self.decks] if self.decks else []
        return unmarked("\n".join(parts))

    def _board_in_words(self, board: BoardShown) -> str:
        head = ", ".join(part for part in (board.person.spoken, board.starts, *board.chips, board.won) if part)
        facts = [board.goods_spoken, board.fables_spoken, *board.houses_spoken, board.tokens_spoken]
        facts += [strip.spoken for strip in board.strips]
        return f"{board.person.seat}. {head}. {'. '.join(fact for fact in facts if fact)}."

    def draw(self, art: Art) -> Image.Image:
        places, boards = _in_pairs(self.places), _in_pairs(self.boards)
        waiting = _in_pairs(self.waiting[:WAITING_MOST])
        tops = [24 + 76 + GAP]
        for pair in places:
            tops.append(tops[-1] + _place_tall(art, pair) + GAP)
        tops += [tops[-1] + (row + 1) * (STRIP + GAP) for row in range(len(waiting))]
        layouts = [_BoardLayout(art, boards_pair) for boards_pair in boards]
        for layout in layouts:
            tops.append(tops[-1] + layout.tall + GAP)
        image = art.table(WIDTH, tops[-1] + 12, WOODS, WOODS_EDGE)
        pen = art.pen(image)
        self._draw_bar(pen)
        every = iter(tops)
        for pair in places:
            top = next(every)
            for one, left, wide in _columns(pair):
                _draw_place(pen, one, left, top, wide, _place_tall(art, pair))
        for strips in waiting:
            top = next(every)
            for strip, left, _ in _columns(strips):
                draw_strip(pen, strip, left, top, HALF)
        for boards_pair, layout in zip(boards, layouts, strict=True):
            top = next(every)
            for board, left, wide in _columns(boards_pair):
                _draw_board(pen, board, left, top, wide, layout)
        return image

    def _draw_bar(self, pen: Pen) -> None:
        pen.panel(MARGIN, 24, ROOM, 76, BAR)
        x = MARGIN + 24 + pen.text(MARGIN + 24, 63, self.title, 40, GOLD, "title", anchor="lm", width=300)
        pen.text(WIDTH - MARGIN - 24, 63, self.status, 36, PALE, "bold", anchor="rm", width=WIDTH - MARGIN - 48 - x)


HALF = (ROOM - GAP) // 2
TITLE_TALL, SCENE, SITE_TALL, COUNTER = 58, 136, 106, 98
WAITING_MOST = 4
"""Cards that wait for their round and are drawn; the others are said."""
SITES_MOST = 7
"""Build Sites that are drawn on one board."""
_Part = TypeVar("_Part")


def _in_pairs(parts: Sequence[_Part]) -> list[Sequence[_Part]]:
    return [parts[at : at + 2] for at in range(0, len(parts), 2)]


def _columns(pair: Sequence[_Part]) -> list[tuple[_Part, int, int]]:
    """Two side by side, or one all across: each with its left edge and its width."""
    wide = HALF if len(pair) == 2 else ROOM
    return [(one, MARGIN + place * (HALF + GAP), wide) for place, one in enumerate(pair)]


def _place_tall(art: Art, pair: Sequence[PlaceShown]) -> int:
    wide = HALF if len(pair) == 2 else ROOM
    strips = [[strip_tall(art, strip, wide - 14) + 6 for strip in one.strips] for one in pair]
    return SCENE + (max(map(sum, strips)) + 10 if any(strips) else 0)


def _draw_place(pen: Pen, one: PlaceShown, left: int, top: int, wide: int, tall: int) -> None:
    """A Location: what it is called and what lies there in one row, who is there below, and then its cards."""
    pen.panel(left, top, wide, tall, scenery.ground(one.place), radius=16)
    pen.stamp(left, top, scenery.scene(pen.art, one.place, wide, SCENE))
    pen.panel(left, top, wide, TITLE_TALL, BAR, radius=16)
    x, icon = left + wide - 16, 44
    for material, amount in reversed(one.goods):
        x -= pen.text(x, top + 30, amount, 40, PALE, "bold", anchor="rm", width=80) + 10 + icon
        sprite = scenery.emoji(pen.art, scenery.GOODS[material], icon)
        pen.stamp(x, top + 29 - sprite.height // 2, sprite)
        x -= 20
    pen.text(left + 20, top + 30, one.title, 36, PALE, "title", anchor="lm", width=x - left - 20)
    step = min(78, (wide - 20) // max(1, len(one.pigs)))
    x = left + wide - 10 - step * len(one.pigs)
    for seat in one.pigs:
        scenery.numbered_pig(pen, seat, x, top + TITLE_TALL + 6, 66)
        x += step
    y = top + SCENE + 4
    for strip in one.strips:
        strips_tall = strip_tall(pen.art, strip, wide - 14)
        draw_strip(pen, strip, left + 7, y, wide - 14, tall=strips_tall)
        y += strips_tall + 6


class _BoardLayout:
    """What the boards of one row have, so that all of it lies at the same height."""

    def __init__(self, art: Art, boards: Sequence[BoardShown]) -> None:
        wide = HALF if len(boards) == 2 else ROOM
        self.starts_above = all(_has_room_for_start(art, board, wide) for board in boards)
        chips = any(board.chips or (board.starts and not self.starts_above) for board in boards)
        self.chips = 58 if chips else 0
        self.counters = 80 + self.chips
        self.sites = self.counters + 60
        labels = 48 if any(site.label for board in boards for site in board.sites) else 14
        self.strips = self.sites + SITE_TALL + labels
        pairs = zip_longest(*(board.strips for board in boards))
        self.talls = [max(strip_tall(art, one, wide - 20) for one in pair if one) for pair in pairs]
        self.tall = self.strips + sum(tall + 8 for tall in self.talls) + 6


def _has_room_for_start(art: Art, board: BoardShown, wide: int) -> bool:
    """Whether the sign of the start player stands beside the name, without cutting it."""
    name = art.font("bold", 40).getlength(board.person.shown)
    return not board.starts or 92 + name + 16 + _start_wide(art, board) + 62 <= wide


def _start_wide(art: Art, board: BoardShown) -> int:
    return round(art.font("bold", LEAST_SIZE).getlength(board.starts)) + 72


def _draw_board(pen: Pen, board: BoardShown, left: int, top: int, wide: int, layout: _BoardLayout) -> None:
    if board.acting or board.won:
        pen.panel(left, top, wide, layout.tall, PLATE_ACTING, GOLD, line=5)
    else:
        pen.panel(left, top, wide, layout.tall, PLATE, PLATE_LINE)
    scenery.numbered_pig(pen, board.person.seat, left + 12, top + 10, 60)
    right = left + wide - 14
    if board.won:
        pen.stamp(right - 52, top + 10, scenery.emoji(pen.art, "crown", 52))
        right -= 62
    elif board.acting:
        pen.stamp(right - 36, top + 22, pen.art.shape("arrow", 34, 36, ARROW, GOLD))
        right -= 48
    if board.starts and layout.starts_above:
        right -= _start_wide(pen.art, board)
        _draw_start(pen, board, right, top + 15)
        right -= 8
    pen.text(left + 92, top + 41, board.person.shown, 40, PALE, "bold", anchor="lm", width=right - left - 96)
    if layout.chips:
        _draw_chips(pen, board, left + 12, top + 80, with_start=not layout.starts_above)
    _draw_counters(pen, (*board.goods, board.fables), left + 12, top + layout.counters)
    for number, material in enumerate(board.tokens):
        _draw_token(pen, material, left + wide - 20 - 48 * (len(board.tokens) - number), top + layout.counters)
    _draw_sites(pen, board, left + 10, top + layout.sites, wide - 20)
    y = top + layout.strips
    for strip, tall in zip(board.strips, layout.talls, strict=False):
        draw_strip(pen, strip, left + 10, y, wide - 20, tall=tall)
        y += tall + 8


def _draw_start(pen: Pen, board: BoardShown, left: int, top: int) -> None:
    """The sign of the start player."""
    pen.panel(left, top, _start_wide(pen.art, board), 49, GOLD, radius=10)
    pen.stamp(left + 6, top + 3, scenery.emoji(pen.art, "bacon", 43))
    pen.text(left + 58, top + 24, board.starts, LEAST_SIZE, INK, "bold", anchor="lm")


def _draw_chips(pen: Pen, board: BoardShown, left: int, top: int, *, with_start: bool) -> None:
    """Changed actions, and the start player where there is no room beside the name."""
    if board.starts and with_start:
        _draw_start(pen, board, left, top)
        left += _start_wide(pen.art, board) + 8
    for text in board.chips:
        left += pen.chip(left, top, text, fill=PALE) + 8


def _draw_counters(pen: Pen, counts: Sequence[str], left: int, top: int) -> None:
    """What a player owns: goods, then Fables in hand, which lie on a scroll."""
    icons = [scenery.GOODS[material] for material in TYPES] + [scenery.FABLES_HELD]
    for number, (icon, count) in enumerate(zip(icons, counts, strict=False)):
        x = left + number * COUNTER
        sprite = scenery.emoji(pen.art, icon, 44)
        pen.stamp(x, top + (48 - sprite.height) // 2, sprite)
        pen.text(x + 50, top + 25, count, 38, PALE, "bold", anchor="lm", width=48)


def _draw_token(pen: Pen, material: str, left: int, top: int) -> None:
    """First Builder: a medal with the material on it."""
    pen.stamp(left, top, scenery.emoji(pen.art, "1st-place-medal", 48))
    pen.panel(left + 20, top + 20, 30, 30, BAND, GOLD, radius=15, line=2)
    pen.stamp(left + 24, top + 24, scenery.emoji(pen.art, scenery.GOODS[material], 22))


def _draw_sites(pen: Pen, board: BoardShown, left: int, top: int, wide: int) -> None:
    """Houses with their material before them, as goods are shown, and free sites; several of these have their number
    below."""
    step = min(130, wide // max(5, len(board.sites)))
    size = min(step - 8, 112)
    for number, site in enumerate(board.sites):
        x = left + number * step + (step - size) // 2
        middle = round(x + size / 2)
        pen.stamp(x, top, scenery.house(pen.art, site.material, site.sections, size, SITE_TALL))
        if site.sections:
            _draw_material(pen, site.material, x + size - 34, top + SITE_TALL - 38)
        elif site.label:
            pen.text(middle, top + SITE_TALL + 26, site.label, LEAST_SIZE, QUIET, anchor="mm")
        if site.cheap:
            wide_chip = round(pen.art.font("bold", LEAST_SIZE).getlength(site.cheap)) + 20
            if not site.sections:
                pen.stamp(middle - 20, top, scenery.emoji(pen.art, "carpentry-saw", 40))
            y = top if site.sections else top + SITE_TALL - 64
            pen.chip(max(left, middle - wide_chip // 2), y, site.cheap, fill=PALE)


def _draw_material(pen: Pen, material: str, left: int, top: int) -> None:
    """What a house is made of: by its walls alone two of the three look alike to some."""
    pen.panel(left, top, 46, 46, BAND, PALE, radius=23, line=2)
    sprite = scenery.emoji(pen.art, scenery.GOODS[material], 32)
    pen.stamp(left + 23 - sprite.width // 2, top + 23 - sprite.height // 2, sprite)


# -- from the view ----------------------------------------------------------------------------------------------------


class _Board:
    """Makes the picture from a bystander's view."""

    def __init__(self, view: GrimmForestView, everybody: Mapping[Seat, Person], words: Wording) -> None:
        self.view, self.everybody, self.words = view, everybody, words

    def say(self, key: str, **values: str | int) -> str:
        return self.words.say(f"picture.grimm.{key}", pick=0, **values)

    def picture(self) -> TablePicture:
        view = self.view
        waiting = [_strip(card, self.words, self.say("due"), owned=True) for card in view.due if not card.location]
        waiting += [_strip(card, self.words, self.say("waits"), owned=True) for card in view.waiting]
        return TablePicture(
            title=self.say("round", round=max(1, view.round)),
            status=self.status(),
            places=tuple(self.place(place, goods) for place, goods in view.locations.items()),
            waiting=tuple(waiting),
            boards=tuple(self.board(pig) for pig in view.pigs),
            decks=decks(view, self.words),
        )

    def status(self) -> str:
        view = self.view
        if view.phase == "over" and not view.winners:
            return self.say("status.drawn")
        if view.phase == "over":
            return self.say("status.over")  # who has won, a crown says here, and the words below it
        if view.phase == "build" and view.to_act is not None:
            return self.say("status.build", name=self.everybody[view.to_act].inside)
        status = self.say(f"status.{view.phase}")
        if view.to_act is None or view.phase == "choose":
            return status
        return self.say("status.deciding", status=status, name=self.everybody[view.to_act].inside)

    def place(self, place: str, goods: Mapping[str, int]) -> PlaceShown:
        view = self.view
        shown = {kind: goods[kind] for kind in TYPES if goods.get(kind) or kind in PRODUCES[place]}
        cards = [card for card in view.cards if card.location == place and FABLES[card.fable].kind == "monster"]
        strips = [_strip(card, self.words) for card in (*cards, *(one for one in view.unique if one.location == place))]
        strips += [_strip(card, self.words, self.say("due")) for card in view.due if card.location == place]
        return PlaceShown(
            place=place,
            title=self.say(f"place.{place}"),
            goods=tuple((kind, str(amount)) for kind, amount in shown.items()),
            goods_spoken=_counted(shown, self.words),
            pigs=tuple(pig.seat for pig in view.pigs if pig.location == place),
            strips=tuple(strips),
        )

    def board(self, pig: PigView) -> BoardShown:
        view, tokens = self.view, tuple(kind for kind in TYPES if kind in pig.tokens)
        names = ", ".join(self.say(f"material.{kind}") for kind in tokens)
        card = self.played(pig)
        strips = [_friend(pig, self.words, self.friend_does(pig))] if pig.friend else []
        free, sites = pig.sites - len(pig.houses), self.sites(pig)
        houses = ", ".join(site.spoken for site in sites if site.sections)
        goods = _counted({kind: pig.goods.get(kind, 0) for kind in TYPES}, self.words)
        return BoardShown(
            person=self.everybody[pig.seat],
            acting=pig.seat == view.to_act and view.phase not in ("choose", "over"),
            won=self.say("words.won") if pig.seat in view.winners else "",
            starts=self.say("starts") if pig.seat == view.starter else "",
            chips=(self.say("actions", count=f"{pig.actions:+d}".replace("-", "−")),) if pig.actions else (),
            goods=tuple(str(pig.goods.get(kind, 0)) for kind in TYPES),
            goods_spoken=self.say("words.goods", goods=goods),
            fables=str(pig.fables),
            fables_spoken=self.say("fables", count=pig.fables),
            tokens=tokens,
            tokens_spoken=self.say("words.tokens", names=names) if names else "",
            sites=sites,
            houses=self.say("words.houses", houses=houses) if houses else "",
            free=self.free(pig, free),
            strips=(*strips, card) if card else tuple(strips),
        )

    def played(self, pig: PigView) -> StripShown | None:
        """The Fable of this round in front of somebody, or what lies face down there."""
        view = self.view
        if view.phase not in FACE_DOWN:
            waiting = {(one.owner, one.fable) for one in view.waiting}  # they are shown with the others that wait
            cards = (one for one in view.cards if (one.owner, one.fable) not in waiting)
            card = next((one for one in cards if one.owner == pig.seat), None)
            return _strip(card, self.words) if card else None
        if not pig.chosen and not pig.plays:
            return None
        what = "both" if pig.chosen and pig.plays else "gather" if pig.chosen else "fable"
        return StripShown("", self.say("face_down"), self.say(f"face_down.{what}"))

    def friend_does(self, pig: PigView) -> str:
        """What is known of the Friend now: a prediction, goods that lie there, locked Gather cards."""
        if total(pig.stored):
            return _counted({kind: amount for kind, amount in pig.stored.items() if amount}, self.words)
        if pig.locked:
            return self.say("locked", count=pig.locked)
        if pig.loot:
            seat, _, kind = pig.loot.partition(".")
            return self.say("stole", goods=self.say(f"material.{kind}"), seat=seat)
        if not pig.predicted:
            return ""
        if pig.friend == "aladdin":
            return self.say("predicts", what=self.say(f"predicts.{pig.predicted}"))
        return self.say("predicts", what=self.say(f"place.{pig.predicted}"))

    def sites(self, pig: PigView) -> tuple[SiteShown, ...]:
        """Houses, then free sites; where there is no room for all the free ones, one stands for them."""
        sites = [self.house(house) for house in pig.houses]
        free, cheap = pig.sites - len(pig.houses), self.cheap_left(pig)
        if pig.sites > SITES_MOST:
            less = self.say("cheap.many", count=cheap) if cheap else ""
            return (*sites, SiteShown("", 0, self.say("free.many", count=free), less, "")) if free else tuple(sites)
        for number in range(free):
            less = self.say("cheap") if number < cheap else ""
            sites.append(SiteShown("", 0, "", less, ""))
        return tuple(sites)

    def cheap_left(self, pig: PigView) -> int:
        return max(0, pig.sites - 5 - sum(house.cheap for house in pig.houses))

    def house(self, house: HouseView) -> SiteShown:
        material = self.say(f"material.{house.material}")
        part = PARTS[house.sections - 1]
        cheap = self.say("cheap") if house.cheap else ""
        spoken = self.say(f"house.{part}", material=material)
        says = self.say("cheap.spoken", house=spoken, less=cheap) if cheap else spoken
        return SiteShown(house.material, house.sections, "", cheap, says)

    def free(self, pig: PigView, free: int) -> str:
        cheap = self.cheap_left(pig)
        says = self.say("words.free", count=free)
        less = self.say("cheap.many", count=cheap)
        return self.say("cheap.spoken.many", free=says, less=less) if cheap else says
