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
STRIPS_IN_ROW, STRIP_TALL = 3, 74
STRIP = (WIDTH - 2 * MARGIN - (STRIPS_IN_ROW - 1) * GAP) // STRIPS_IN_ROW
"""Second cards lie as strips: with all of them the picture would be taller than a phone."""
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
        return "\n".join(filter(None, (f"{self.title}. {self.status}.", *groups, self.does)))

    def draw(self, art: Art) -> Image.Image:
        talls = [_group_tall(group) for group in self.groups]
        pen = art.pen(art.table(WIDTH, FIRST_GROUP + sum(talls) + 6, *CLOTH))
        pen.panel(MARGIN, 24, WIDTH - 2 * MARGIN, 92, BAR, "#f2c14e80", line=2)
        pen.stamp(MARGIN + 14, 41, art.sprite("emoji/mirror.webp", 58, 58))
        x = MARGIN + 84 + pen.text(MARGIN + 84, 71, self.title, 42, GOLD, "title", anchor="lm", width=640)
        right = WIDTH - MARGIN - 24
        pen.text(right, 71, self.status, 38, PALE, "bold", anchor="rm", width=right - x - 20)
        top = FIRST_GROUP
        for group, tall in zip(self.groups, talls, strict=True):
            _draw_group(pen, group, top)
            top += tall
        return pen.image


def cards_of(counts: Mapping[str, int], icons: Mapping[str, str], titles: Mapping[str, str]) -> tuple[CastCard, ...]:
    """The cards of which there is one at least, in their order."""
    return tuple(CastCard(icons[card], titles[card], count) for card, count in counts.items() if count)


def groups_of(groups: Sequence[CastGroup]) -> tuple[CastGroup, ...]:
    """Those of which there is a card."""
    return tuple(group for group in groups if group.cards)


def _size_in(group: CastGroup) -> tuple[int, int, int]:
    """How many cards of this group lie in a row, and the width and the height of each."""
    return (STRIPS_IN_ROW, STRIP, STRIP_TALL) if group.kind == BONUS else (IN_ROW, CELL, CELL_TALL)


def _group_tall(group: CastGroup) -> int:
    in_row, _, tall = _size_in(group)
    return HEADING + -(-len(group.cards) // in_row) * (tall + GAP)


def _draw_group(pen: Pen, group: CastGroup, top: int) -> None:
    pen.text(WIDTH / 2, top + 26, group.title, 40, PALE, "bold", anchor="mm", width=WIDTH - 2 * MARGIN)
    in_row, wide, tall = _size_in(group)
    lay = _draw_strip if group.kind == BONUS else _draw_card
    for place, card in enumerate(group.cards):
        row, column = divmod(place, in_row)
        count = min(in_row, len(group.cards) - row * in_row)
        left = (WIDTH - count * (wide + GAP) + GAP) // 2 + column * (wide + GAP)
        lay(pen, card, RIMS[group.kind], left, top + HEADING + row * (tall + GAP))


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


def _draw_strip(pen: Pen, card: CastCard, rim: str, left: int, top: int) -> None:
    pen.panel(left, top, STRIP, STRIP_TALL, PARCHMENT, rim, radius=16, line=4)
    likeness = pen.art.sprite(card.icon, 52, 52)
    pen.stamp(left + 38 - likeness.width // 2, top + (STRIP_TALL - likeness.height) // 2, likeness)
    room = STRIP - 90
    if card.count > 1:
        wide = round(pen.art.font("bold", LEAST_SIZE).getlength(card.number)) + 22
        pen.chip(left + STRIP - wide - 10, top + 12, card.number, tall=50)
        room -= wide + 6
    pen.text(left + 74, top + STRIP_TALL / 2, card.title, LEAST_SIZE, INK, "bold", anchor="lm", width=room)
