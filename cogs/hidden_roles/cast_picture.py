"""The cards of a game as one picture, before the first night: which there are, how many of each, and on which side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.ui.pictures.art import GOLD, INK, LEAST_SIZE, PALE, Art, Pen
from bot.ui.pictures.fitting import halved
from bot.ui.wording import Wording
from cogs.hidden_roles.role_card import BONUS, FOE, FRIEND, Kind

CAST = "cast.jpg"
WIDTH, MARGIN = 1200, 28
BAR, FIRST_GROUP, HEADING = "#1b1230c8", 126, 56
IN_ROW, GAP = 4, 14
CELL = (WIDTH - 2 * MARGIN - (IN_ROW - 1) * GAP) // IN_ROW
MEDAL, ICON, CELL_TALL = 100, 70, 186
"""Pixels of the medal with the likeness, of the likeness on it, and of a card's height."""
ROWS_MOST = 3
STRIPS_IN_ROW, STRIP_TALL = 3, 74
"""With more rows of cards, and with second cards, all lie as strips: the picture would be taller than a phone."""
CLOTH = "#3a2f5c", "#130e24"
PARCHMENT = "#f8eccd"
RIMS: dict[Kind, str] = {FRIEND: "#2d7a5b", FOE: "#a8283f", BONUS: "#7b52b8"}
"""The colour of each side; its name stands above its cards."""


def plain(told: str) -> str:
    """What a message says, for the words of a picture: they have no marks."""
    return told.replace("**", "")


@dataclass(frozen=True)
class CastCard:
    """A card that is in the game: its likeness (a path below the art folder), its name, and how many there are."""

    icon: str
    title: str
    count: int

    @property
    def number(self) -> str:
        return f"{self.count} ×"

    @property
    def spoken(self) -> str:
        return self.title if self.count == 1 else f"{self.number} {self.title}"


@dataclass(frozen=True)
class CastGroup:
    """The cards of one side, below its name."""

    title: str
    kind: Kind
    cards: tuple[CastCard, ...]


@dataclass(frozen=True)
class CastPicture:
    """All cards of a game, side by side. `does` says what each of them can do: it is not drawn, but said after them."""

    title: str
    status: str
    groups: tuple[CastGroup, ...]
    does: str = ""
    name: str = CAST

    def words(self, words: Wording) -> str:
        del words  # all phrases are finished
        groups = (f"{group.title}: {', '.join(card.spoken for card in group.cards)}." for group in self.groups)
        return "\n".join(filter(None, (f"{self.title}: {self.status}.", *groups, self.does)))

    def draw(self, art: Art) -> Image.Image:
        rows = sum(-(-len(group.cards) // IN_ROW) for group in self.groups)
        as_strips = rows > ROWS_MOST or any(group.kind == BONUS for group in self.groups)
        sizes = [_strip_size(art, group) if as_strips else (IN_ROW, CELL, CELL_TALL) for group in self.groups]
        talls = [_group_tall(group, size) for group, size in zip(self.groups, sizes, strict=True)]
        pen = art.pen(art.table(WIDTH, FIRST_GROUP + sum(talls) + 6, *CLOTH))
        pen.panel(MARGIN, 24, WIDTH - 2 * MARGIN, 92, BAR, "#f2c14e80", line=2)
        pen.stamp(MARGIN + 14, 41, art.sprite("emoji/mirror.webp", 58, 58))
        x = MARGIN + 84 + pen.text(MARGIN + 84, 71, self.title, 42, GOLD, "title", anchor="lm", width=640)
        right = WIDTH - MARGIN - 24
        pen.text(right, 71, self.status, 38, PALE, "bold", anchor="rm", width=right - x - 20)
        top = FIRST_GROUP
        for group, size, tall in zip(self.groups, sizes, talls, strict=True):
            _draw_group(pen, group, top, size)
            top += tall
        return pen.image


def cards_of(counts: Mapping[str, int], icons: Mapping[str, str], titles: Mapping[str, str]) -> tuple[CastCard, ...]:
    """The cards of which there is one at least, in their order."""
    return tuple(CastCard(icons[card], titles[card], count) for card, count in counts.items() if count)


def groups_of(groups: Sequence[CastGroup]) -> tuple[CastGroup, ...]:
    """Those of which there is a card."""
    return tuple(group for group in groups if group.cards)


_Size = tuple[int, int, int]
"""How many cards lie in a row, and the width and the height of each."""


def _strip_size(art: Art, group: CastGroup) -> _Size:
    """Three in a row, or two where a name would be cut else."""
    three = _strip_wide(STRIPS_IN_ROW)
    font = art.font("bold", LEAST_SIZE)
    fits = all(font.getlength(card.title) <= _strip_room(art, card, three) for card in group.cards)
    in_row = STRIPS_IN_ROW if fits else STRIPS_IN_ROW - 1
    return in_row, _strip_wide(in_row), STRIP_TALL


def _strip_wide(in_row: int) -> int:
    return (WIDTH - 2 * MARGIN - (in_row - 1) * GAP) // in_row


def _strip_room(art: Art, card: CastCard, wide: int) -> int:
    """Pixels for the name of a card on a strip."""
    return wide - 90 - (_number_wide(art, card) + 6 if card.count > 1 else 0)


def _number_wide(art: Art, card: CastCard) -> int:
    return round(art.font("bold", LEAST_SIZE).getlength(card.number)) + 22


def _group_tall(group: CastGroup, size: _Size) -> int:
    in_row, _, tall = size
    return HEADING + -(-len(group.cards) // in_row) * (tall + GAP)


def _draw_group(pen: Pen, group: CastGroup, top: int, size: _Size) -> None:
    pen.text(WIDTH / 2, top + 26, group.title, 40, PALE, "bold", anchor="mm", width=WIDTH - 2 * MARGIN)
    in_row, wide, tall = size
    for place, card in enumerate(group.cards):
        row, column = divmod(place, in_row)
        count = min(in_row, len(group.cards) - row * in_row)
        left = (WIDTH - count * (wide + GAP) + GAP) // 2 + column * (wide + GAP)
        y = top + HEADING + row * (tall + GAP)
        if tall == STRIP_TALL:
            _draw_strip(pen, card, RIMS[group.kind], left, y, wide)
        else:
            _draw_card(pen, card, RIMS[group.kind], left, y)


def _draw_card(pen: Pen, card: CastCard, rim: str, left: int, top: int) -> None:
    pen.panel(left, top, CELL, CELL_TALL, PARCHMENT, rim, radius=18, line=6)
    middle = left + CELL // 2
    pen.panel(middle - MEDAL // 2, top + 10, MEDAL, MEDAL, "#fffdf6", rim, radius=MEDAL // 2, line=5)
    likeness = pen.art.sprite(card.icon, ICON, ICON)
    pen.stamp(middle - likeness.width // 2, top + 10 + (MEDAL - likeness.height) // 2, likeness)
    if card.count > 1:
        pen.chip(left + 12, top + 12, card.number, 38)
    rows = halved(card.title, pen.art.font("bold", LEAST_SIZE), CELL - 20)
    for row, text in enumerate(rows):
        y = top + 146 + round((row - (len(rows) - 1) / 2) * 34)
        pen.text(middle, y, text, LEAST_SIZE, INK, "bold", anchor="mm", width=CELL - 16)


def _draw_strip(pen: Pen, card: CastCard, rim: str, left: int, top: int, width: int) -> None:
    pen.panel(left, top, width, STRIP_TALL, PARCHMENT, rim, radius=16, line=4)
    likeness = pen.art.sprite(card.icon, 52, 52)
    pen.stamp(left + 38 - likeness.width // 2, top + (STRIP_TALL - likeness.height) // 2, likeness)
    if card.count > 1:
        pen.chip(left + width - _number_wide(pen.art, card) - 10, top + 12, card.number, tall=50)
    room = _strip_room(pen.art, card, width)
    pen.text(left + 74, top + STRIP_TALL / 2, card.title, LEAST_SIZE, INK, "bold", anchor="lm", width=room)
