"""Playing cards as sprites: a large index, the suit as a shape and as a letter, and a picture."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.ui.pictures.art import GOLD, LEAST_SIZE, STAR, TRIANGLE, Art, Pen
from bot.ui.pictures.sign import SIDE

HEIGHT = 1.42
"""Height of a card, its width being 1."""
COLOURS = {"S": "#1a1d2b", "H": "#a80d24", "D": "#c23400", "C": "#00666e"}
"""Four colours, cold for the black suits and warm for the red ones, and no two alike to whoever sees no red or no
green; the shape and the letter say the same."""
JOKER_COLOURS = {"RJ": "#c2182b", "BJ": "#1a1d2b"}
WHITE, RIM = "#fffdf6", "#3b4252"
SHADE, SHADOW = 0.2, "#5b6270"
"""How much of the shadow a dimmed card takes on: as much as leaves its letters legible."""


@dataclass(frozen=True)
class CardShown:
    """A card in a picture, with everything that is written on it.

    card    sprite: rank and suit (`10H`), or `RJ`, `BJ`
    suit    its suit, of a Joker the declared one, else nothing; letter: the suit's letter, as written
    index   what stands in the corner: `10`, `K`; of both Jokers the same word
    name    the whole card in words: `King of Hearts`, `Red Joker as Diamonds`
    """

    card: str
    suit: str
    letter: str
    index: str
    name: str


@dataclass(frozen=True)
class CardSign:
    """A card as small as a letter: what stands in its corner, and its suit. A Joker has no suit.

    card    sprite: rank and suit (`10H`), or `RJ`, `BJ`
    index   what stands in the corner: `10`, `K`; of a Joker nothing
    """

    card: str
    suit: str
    index: str

    @classmethod
    def of(cls, card: CardShown) -> CardSign:
        """The sign of a card in hand. Declared or not, a Joker is the same."""
        is_joker = card.card in JOKER_COLOURS
        return cls(card.card, "" if is_joker else card.suit, "" if is_joker else card.index)

    @property
    def name(self) -> str:
        if self.card in JOKER_COLOURS:
            return {"RJ": "red Joker", "BJ": "black Joker"}[self.card]
        suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[self.suit]
        rank = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}.get(self.card[:-1], self.card[:-1])
        return f"{rank} of {suit}"

    def draw(self, art: Art) -> Image.Image:
        return _joker_sign(art, self.card) if self.card in JOKER_COLOURS else _natural_sign(art, self)


def card_face(art: Art, card: CardShown, width: int, *, trump: bool = False, dimmed: bool = False) -> Image.Image:
    """The card so many pixels wide; a trump has a star, a dimmed one is in the shade."""
    key = ("card", card, width, trump, dimmed)
    return art.made(key, lambda: _face(art, card, width, trump, dimmed))


def card_back(art: Art, width: int) -> Image.Image:
    """The back of a card: a mirror."""

    def drawn() -> Image.Image:
        height = round(width * HEIGHT)
        image = art.panel(width, height, "#27386b", "#e8dcb5", radius=round(width * 0.09), line=3).copy()
        mirror = art.sprite("icon/mirror-mirror.png", round(width * 0.6), round(width * 0.8), "#c9a24a")
        image.paste(mirror, ((width - mirror.width) // 2, (height - mirror.height) // 2), mirror)
        return image

    return art.made(("back", width), drawn)


def mark(art: Art, size: int) -> Image.Image:
    """The triangle below a card that can be played."""
    return art.shape("triangle", size, round(size * 0.8), TRIANGLE, GOLD)


def star(art: Art, size: int, colour: str = GOLD) -> Image.Image:
    """The sign of Trump."""
    return art.shape("star", size, size, STAR, colour)


def suit_shape(art: Art, suit: str, size: int, colour: str | None = None) -> Image.Image:
    """A suit's shape in its colour."""
    return art.sprite(f"suit/{suit}.png", size, size, colour or COLOURS[suit])


def _face(art: Art, card: CardShown, width: int, trump: bool, dimmed: bool) -> Image.Image:
    height = round(width * HEIGHT)
    image = art.panel(width, height, WHITE, RIM, radius=round(width * 0.08), line=2).copy()
    pen = Pen(art, image)
    if card.card in JOKER_COLOURS:
        _joker(pen, card, width, height)
    else:
        _natural(pen, card, width, height)
    if trump:
        size = round(width * 0.2)
        pen.stamp(round(width * 0.51), height - size - round(width * 0.04), star(art, size, "#b97b0a"))
    if dimmed:
        shade = Image.new("RGB", image.size, SHADOW)
        shaded = Image.blend(image.convert("RGB"), shade, SHADE).convert("RGBA")
        shaded.putalpha(image.getchannel("A"))
        return shaded
    return image


def _natural(pen: Pen, card: CardShown, width: int, height: int) -> None:
    colour = COLOURS[card.suit]
    pen.text(
        width * 0.08,
        width * 0.22,
        card.index,
        round(width * 0.46),
        colour,
        "bold",
        anchor="lm",
        width=round(width * 0.48),
    )
    pip = suit_shape(pen.art, card.suit, round(width * 0.36))
    pen.stamp(round(width * 0.94) - pip.width, round(width * 0.22 - pip.height / 2), pip)
    left, top, wide = round(width * 0.06), round(width * 0.49), round(width * 0.88)
    if card.card[0] in "JQK":
        court = pen.art.sprite(f"court/{card.card}.webp", wide, height)
        pen.stamp(left, top, court)
    else:
        large = suit_shape(pen.art, card.suit, round(width * 0.62))
        pen.stamp((width - large.width) // 2, top + round(width * 0.04), large)
    _letter(pen, card, width, height, colour)


def _joker(pen: Pen, card: CardShown, width: int, height: int) -> None:
    colour = JOKER_COLOURS[card.card]
    jester = pen.art.sprite(f"court/{card.card}.webp", round(width * 0.62), round(width * 0.78))
    left = round(width * 0.04) if card.suit else (width - jester.width) // 2
    pen.stamp(left, round(width * 0.5), jester)
    # The two differ by light and dark as well: red and black are alike to some.
    if card.card == "BJ":
        pen.panel(0, 0, width, round(width * 0.4), colour, radius=round(width * 0.08))
        colour = WHITE
    size = max(LEAST_SIZE, round(width * 0.26))
    pen.text(width / 2, width * 0.2, card.index, size, colour, "bold", anchor="mm", width=round(width * 0.94))
    if card.suit:
        pip = suit_shape(pen.art, card.suit, round(width * 0.36))
        pen.stamp(round(width * 0.95) - pip.width, round(width * 0.7), pip)
        _letter(pen, card, width, height, COLOURS[card.suit])


def _letter(pen: Pen, card: CardShown, width: int, height: int, colour: str) -> None:
    size = max(LEAST_SIZE, round(width * 0.21))
    pen.text(width * 0.93, height - width * 0.04, card.letter, size, colour, "bold", anchor="rs")


def _natural_sign(art: Art, card: CardSign) -> Image.Image:
    """Two things are seen at a glance where there is no room for more: the index above, the suit below."""
    image = art.panel(SIDE, SIDE, WHITE, RIM, radius=20, line=3).copy()
    pen = art.pen(image)
    pen.stamp(11, 9, _large(art, card.index, COLOURS[card.suit], 106, 58))
    shape = suit_shape(art, card.suit, 58)
    pen.stamp(SIDE - 8 - shape.width, SIDE - 6 - shape.height, shape)
    return image


def _large(art: Art, text: str, colour: str, most: int, tall: int) -> Image.Image:
    """Letters exactly so tall: of this font's figures some are small, and others hang."""
    font = art.font("bold", 2 * SIDE)
    left, top, right, bottom = map(round, font.getbbox(text))
    image = Image.new("RGBA", (right - left, bottom - top))
    ImageDraw.Draw(image).text((-left, -top), text, colour, font)
    wide = min(most, round(image.width * tall / image.height))
    return image.resize((wide, tall), Image.Resampling.LANCZOS)


def _joker_sign(art: Art, joker: str) -> Image.Image:
    """The jester between two bars: the two Jokers differ by light and dark as well."""
    is_black = joker == "BJ"
    fill, edge = (JOKER_COLOURS["BJ"], GOLD) if is_black else (WHITE, JOKER_COLOURS["RJ"])
    image = art.panel(SIDE, SIDE, fill, edge, radius=20, line=8).copy()
    jester = art.sprite(f"court/{joker}.webp", 96, 104)
    art.pen(image).stamp((SIDE - jester.width) // 2, (SIDE - jester.height) // 2, jester)
    return image
