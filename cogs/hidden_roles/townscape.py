"""A village or a city at dawn and at the end of its story: a house for each seat, and a sign with what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import pi, sin
from random import Random
from typing import Literal

from PIL import Image, ImageDraw, ImageFilter

from bot.ui.pictures.art import FINE, GOLD, INK, LEAST_SIZE, PALE, Art, Pen
from bot.ui.pictures.fitting import halved, marked, parted
from bot.ui.pictures.people import Person
from bot.ui.wording import Wording
from cogs.hidden_roles import stones
from cogs.hidden_roles.homes import State, Style, home
from cogs.hidden_roles.stones import SOFT, STONE, STONE_RIM

WIDTH, MARGIN = 1200, 28
BAR_TOP, BAR_TALL = 24, 100
FIRST_ROW, FOOT = 164, 8
"""Pixels above the first row of houses, where the bar with the title is, and below the last one."""
TALL_MOST = 820
"""Pixels of height that a picture should not pass, so that a phone shows it with the news and the controls: houses grow
smaller before it does, and then who has been gone for long has none."""
END_MOST = 980
"""The same at the end of a story, when nothing is asked any more."""
HOMES_TALL = (178, 158, 138, 118, 98, 84, 70, 60)
HOME_WIDE = 1.08
"""Width of a house, its height being 1."""
COLUMNS_MOST, FEW = 4, 9
SIDE, GAP, ROW_GAP = 16, 8, 26
"""Pixels beside the first sign of a row and the last, between two signs, and from one row to the houses of the next."""
MANY_ROWS, LOW_GAP = 5, 14
"""Rows that stand closer to each other, where nobody has won: a plate above a house needs its room."""
NAME, LINE = 48, 36
"""Pixels of a sign's rows: the name, and what stands below it."""
BADGE, MEDAL = 44, 68
BESIDE_NAME = BADGE + 20
"""Pixels of a sign that its number takes, and that stay free around the name."""
WRAPPED_MOST = 3
"""Rows of houses with room for names that take more than one row on their signs."""
NAME_ROWS = 3
"""Rows of such a name at most."""
PLATE_TALL = 24
"""Pixels above a sign without a house, for the lower half of the plate that says who has won."""

BAR = "#1b1230c8"
PARCHMENT, RIM, NAIL = "#f8eccd", "#8a6234", "#6b4a26"
FRESH = "#e2553d"
WINE, FOREST = "#8c1d18", "#1f4d33"
"""Cards of foes and of friends on parchment, and the rims of their likenesses; on stone they are rose and gold."""
ROSE = "#ff9c86"

Mood = Literal["dawn", "night", "glad", "grim"]
"""The light: a morning, a night; the good end and the bad one."""


@dataclass(frozen=True)
class Mark:
    """An icon (a path below the art folder) and the word that says the same."""

    icon: str
    word: str


@dataclass(frozen=True)
class HomeShown:
    """One seat.

    alive, won  the words for it, or nothing; state: how the house looks
    role        the card, if everybody knows it; foe: it is one of those who kill by night, or their friend
    marks       what is to be seen of somebody living: mute, toad, a card face up
    end         how somebody went, or nothing; fresh: since the last nightfall
    side, since  what the colours say, in words: on which side somebody is, and that it is news
    """

    person: Person
    state: State
    alive: str
    role: Mark | None = None
    foe: bool = False
    marks: tuple[Mark, ...] = ()
    end: Mark | None = None
    fresh: bool = False
    won: str = ""
    side: str = ""
    since: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands below the name."""
        marks = (self.role, *self.marks, self.end)
        return tuple(mark.word for mark in marks if mark)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to say of them but that they are alive."""
        return bool(self.alive) and not (self.role or self.marks or self.end or self.since or self.won)

    @property
    def spoken(self) -> str:
        card = f"{self.role.word} ({self.side})" if self.role and self.side else self.role.word if self.role else ""
        marks = (mark.word for mark in (*self.marks, self.end) if mark)
        facts = ", ".join(fact for fact in (self.alive, card, *marks, self.since, self.won) if fact)
        return f"{self.person.seat}. {self.person.spoken}: {facts}."


@dataclass(frozen=True)
class TownPicture:
    """The whole place, everything a finished phrase. `news` is what has just happened, or nothing; `friends` says in
    words whose card is drawn in the friends' colour, where not every house says so."""

    style: Style
    mood: Mood
    title: str
    status: str
    news: str
    homes: tuple[HomeShown, ...]
    name: str
    friends: str = ""

    def words(self, words: Wording) -> str:
        del words  # all phrases are finished
        state = ", ".join(part for part in (self.status, self.news) if part)
        head = f"{self.title}. {state}." if state else f"{self.title}."
        return "\n".join(part for part in (head, self.each_home, self.friends) if part)

    @property
    def each_home(self) -> str:
        """Who is gone, and of whom more is known than that they live, each a line; all the others share one. Who has
        just gone comes first: of a long alt text the end is cut off."""
        told = [one for one in sorted(self.homes, key=lambda one: not one.fresh) if not one.is_plain]
        fresh = [one.spoken for one in told if one.fresh]
        plain = [one for one in self.homes if one.is_plain]
        names = ", ".join(f"{one.person.seat}.\N{NO-BREAK SPACE}{one.person.spoken}" for one in plain)
        alive = [f"{_begun(plain[0].alive)}: {names}."] if plain else []
        return "\n".join([*fresh, *alive, *(one.spoken for one in told if not one.fresh)])

    def draw(self, art: Art) -> Image.Image:
        homes, gone = self._with_houses(art)
        rows = _rows(art, homes)
        wide = _wide(rows)
        wraps = len(rows) <= WRAPPED_MOST
        written = [[_written(art, one, wide, wraps=wraps) for one in row] for row in rows]
        signs = [max(sign.tall for sign in row) for row in written]
        most = END_MOST if any(one.won for one in homes) else TALL_MOST
        between = _row_gap(rows)
        tall = _home_tall(rows, sum(signs) + len(gone) * stones.STEP, most, between)
        tops = [FIRST_ROW]
        for high in signs:
            tops.append(tops[-1] + tall + high + between)
        edges = [_edges(len(row), wide) for row in rows]
        below = len(gone) * stones.STEP
        pen = art.pen(_ground(art, self.style, self.mood, tops, tall, edges, below))
        self._draw_bar(pen)
        for row, boards, lefts, top in zip(rows, written, edges, tops, strict=False):
            for one, sign, left in zip(row, boards, lefts, strict=False):
                _draw_home(pen, one, self.style, left + wide // 2 + GAP // 2, top, tall)
                _draw_sign(pen, one, sign, left + GAP // 2, top + tall, wide)
        stones.draw_rows(pen, gone, WIDTH // 2, tops[-1])
        return pen.image

    def _with_houses(self, art: Art) -> tuple[Sequence[HomeShown], list[list[stones.Stone]]]:
        """Whose houses are drawn, and rows of stones for the others: those who had gone before the last nightfall,
        where a phone has no room for the houses of all."""
        gone = [one for one in self.homes if one.end and not one.fresh]
        if not gone or len(gone) == len(self.homes) or any(one.won for one in self.homes):
            return self.homes, []
        if _least_tall(art, self.homes) <= TALL_MOST:
            return self.homes, []
        told = [stones.Stone(one.person.seat, one.person.shown, tuple(_coloured(one))) for one in gone]
        return [one for one in self.homes if one not in gone], stones.in_rows(art, told, WIDTH - 2 * MARGIN)

    def _draw_bar(self, pen: Pen) -> None:
        pen.panel(MARGIN, BAR_TOP, WIDTH - 2 * MARGIN, BAR_TALL, BAR, "#f2c14e80", line=2)
        mirror = pen.art.sprite("emoji/mirror.webp", 58, 58)
        pen.stamp(MARGIN + 14, BAR_TOP + 21, mirror)
        x = MARGIN + 84
        x += pen.text(x, BAR_TOP + 51, self.title, 42, GOLD, "title", anchor="lm", width=640)
        right, room = WIDTH - MARGIN - 24, WIDTH - MARGIN - 44 - x
        if not self.news:
            pen.text(right, BAR_TOP + 51, self.status, 38, PALE, "bold", anchor="rm", width=room)
            return
        pen.text(right, BAR_TOP + 30, self.status, 36, PALE, "bold", anchor="rm", width=room)
        pen.text(right, BAR_TOP + 71, self.news, 34, SOFT, anchor="rm", width=room)


def _begun(phrase: str) -> str:
    """A phrase as a line begins with it."""
    return phrase[:1].upper() + phrase[1:]


def _rows(art: Art, homes: Sequence[HomeShown]) -> list[list[HomeShown]]:
    """Rows as even as can be, the long ones first; of few houses less in a row where a name would be cut else."""
    font = art.font("bold", LEAST_SIZE)
    longest = max(font.getlength(one.person.shown) for one in homes)
    room = _plot(COLUMNS_MOST) - BESIDE_NAME
    columns = COLUMNS_MOST - (longest > room and len(homes) <= FEW)
    count = -(-len(homes) // columns)
    least, longer = divmod(len(homes), count)
    rows, place = [], 0
    for row in range(count):
        size = least + (row < longer)
        rows.append(list(homes[place : place + size]))
        place += size
    return rows


def _edges(count: int, wide: int) -> list[int]:
    """Where the plots of a row begin and end."""
    left = (WIDTH - count * (wide + GAP)) // 2
    return [left + place * (wide + GAP) for place in range(count + 1)]


def _wide(rows: Sequence[Sequence[HomeShown]]) -> int:
    """Pixels of a plot."""
    return _plot(len(rows[0]))


def _plot(columns: int) -> int:
    return (WIDTH - 2 * SIDE - (columns - 1) * GAP) // columns


def _least_tall(art: Art, homes: Sequence[HomeShown]) -> int:
    """How tall the picture is with all these houses, as small as can be."""
    rows = _rows(art, homes)
    signs = (max(_written(art, one, _wide(rows), wraps=False).tall for one in row) for row in rows)
    return FIRST_ROW + FOOT + sum(HOMES_TALL[-1] + sign + _row_gap(rows) for sign in signs)


def _row_gap(rows: Sequence[Sequence[HomeShown]]) -> int:
    """Pixels between a row's signs and the houses of the next."""
    return LOW_GAP if len(rows) >= MANY_ROWS and not _is_won(rows) else ROW_GAP


def _is_won(rows: Sequence[Sequence[HomeShown]]) -> bool:
    return any(one.won for row in rows for one in row)


def _home_tall(rows: Sequence[Sequence[HomeShown]], signs: int, most: int, between: int) -> int:
    """The largest houses with which the picture does not grow taller than this. At the end of a game of many there are
    none: they would be specks."""
    if len(rows) >= MANY_ROWS and _is_won(rows):
        return PLATE_TALL
    room = (most - FIRST_ROW - FOOT - signs) // len(rows) - between
    return next((tall for tall in HOMES_TALL if tall <= room), HOMES_TALL[-1])


# -- houses and their signs -------------------------------------------------------------------------------------------


_Lines = list[tuple[str, str]]
"""What stands below the name on a sign: rows and their colours."""


@dataclass(frozen=True)
class _Sign:
    """What is written on it: the name in one row or more, and below it what is known."""

    name: Sequence[str]
    lines: _Lines

    @property
    def tall(self) -> int:
        rows = len(self.lines) + len(self.name) - 1
        return NAME + rows * LINE + (14 if rows else 10)


def _written(art: Art, one: HomeShown, wide: int, *, wraps: bool) -> _Sign:
    """`wraps`: a name that is too long for one row takes more."""
    font = art.font("bold", LEAST_SIZE)
    lines = [(row, colour) for text, colour in _coloured(one) for row in halved(text, font, wide - 24)]
    name, room = one.person.shown, wide - BESIDE_NAME
    return _Sign(parted(name, font, room, NAME_ROWS) if wraps else [name], lines)


def _draw_home(pen: Pen, one: HomeShown, style: Style, middle: int, top: int, tall: int) -> None:
    """The house, what has befallen it, and the medals at its sides; above its roof, who has won."""
    if tall > PLATE_TALL:
        _draw_house(pen, one, style, middle, top, tall)
    if one.won:
        _draw_won(pen, one.won, middle, top - 26)


def _draw_house(pen: Pen, one: HomeShown, style: Style, middle: int, top: int, tall: int) -> None:
    house = home(pen.art, style, one.person.seat, one.state, round(tall * HOME_WIDE), tall)
    if one.state == "lit":
        _stamp(pen, middle, top + round(tall * 0.45), _halo(pen.art, round(tall * 1.5)))
    pen.stamp(middle - house.width // 2, top, house)
    size = round(tall * 0.4)
    if one.state == "burned":
        flame = pen.art.sprite("emoji/fire.webp", size, size)
        pen.stamp(middle - flame.width // 2, top + tall - flame.height - 4, flame)
    elif one.state == "gone":
        smoke = pen.art.sprite("emoji/dashing-away.webp", size, size)
        pen.stamp(middle - smoke.width // 2, top + tall - smoke.height - 2, smoke)
    _draw_medals(pen, one, middle, top + tall, round(tall * HOME_WIDE))


def _draw_won(pen: Pen, text: str, middle: int, top: int) -> None:
    """A crown and the word on a golden plate."""
    crown = pen.art.sprite("emoji/crown.webp", 40, 40)
    wide = round(pen.art.font("bold", LEAST_SIZE).getlength(text)) + crown.width + 34
    left = middle - wide // 2
    pen.panel(left, top, wide, 48, GOLD, NAIL, radius=14, line=2)
    pen.stamp(left + 12, top + 3, crown)
    pen.text(left + 12 + crown.width + 8, top + 24, text, LEAST_SIZE, INK, "bold", anchor="lm")


def _draw_medals(pen: Pen, one: HomeShown, middle: int, floor: int, house: int) -> None:
    """The card at the left of the house, the end or the states at its right."""
    size = min(MEDAL, house // 2 - 8)
    left, right = middle - house // 2 - size // 2 - 2, middle + house // 2 - size // 2 + 2
    if one.role:
        _medal(pen, left, floor - size - 4, size, one.role.icon, WINE if one.foe else FOREST)
    if one.end and one.state == "dark":  # else the house itself tells
        _medal(pen, right, floor - size - 4, size, one.end.icon, FRESH if one.fresh else STONE_RIM)
    places = [(right, floor - size - 4), (right, floor - 2 * size - 8), (left, floor - size - 4)]
    for (x, y), mark in zip(places, one.marks, strict=False):
        _medal(pen, x, y, size, mark.icon, RIM)


def _medal(pen: Pen, left: int, top: int, size: int, icon: str, rim: str) -> None:
    pen.panel(left, top, size, size, PARCHMENT, rim, radius=size // 2, line=4)
    sprite = pen.art.sprite(icon, round(size * 0.64), round(size * 0.64))
    pen.stamp(left + (size - sprite.width) // 2, top + (size - sprite.height) // 2, sprite)


def _draw_sign(pen: Pen, one: HomeShown, sign: _Sign, left: int, top: int, wide: int) -> None:
    living, middle, tall = one.end is None, left + wide // 2, sign.tall
    fill, rim = (PARCHMENT, RIM) if living else (STONE, STONE_RIM)
    rim, line = (GOLD, 6) if one.won else (FRESH, 5) if one.fresh else (rim, 3)
    pen.panel(left, top, wide, tall, fill, rim, radius=14, line=line)
    room = wide - BESIDE_NAME
    size = 38 if len(sign.name) == 1 else LEAST_SIZE
    name = min(room, max(round(pen.art.font("bold", size).getlength(row)) for row in sign.name))
    x = middle - (BADGE + 8 + name) // 2
    badge, number = (NAIL, PALE) if living else (SOFT, INK)
    pen.panel(x, top + 6, BADGE, BADGE, badge, radius=BADGE // 2)
    pen.text(x + BADGE / 2, top + 28, str(one.person.seat), 34, number, "bold", anchor="mm")
    colour = INK if living else PALE
    for place, row in enumerate(sign.name):
        pen.text(x + BADGE + 8, top + 28 + place * LINE, marked(row), size, colour, "bold", anchor="lm", width=room)
    below = top + NAME + 22 + (len(sign.name) - 1) * LINE
    for place, (row, shade) in enumerate(sign.lines):
        y = below + place * LINE
        pen.text(middle, y, row, LEAST_SIZE, shade, "bold", anchor="mm", width=wide - 20)


def _coloured(one: HomeShown) -> Iterable[tuple[str, str]]:
    """The lines below the name, each in its colour."""
    living = one.end is None
    if one.role:
        foe, friend = (WINE, FOREST) if living else (ROSE, GOLD)
        yield one.role.word, foe if one.foe else friend
    for mark in one.marks:
        yield mark.word, NAIL
    if one.end:
        yield one.end.word, SOFT


def _stamp(pen: Pen, across: int, down: int, image: Image.Image) -> None:
    """Lay something down with its middle there; what leaves the picture is cut off."""
    x, y = across - image.width // 2, down - image.height // 2
    box = max(0, -x), max(0, -y), min(image.width, pen.image.width - x), min(image.height, pen.image.height - y)
    pen.stamp(max(0, x), max(0, y), image.crop(box))


def _halo(art: Art, size: int) -> Image.Image:
    """Warm light around a house with somebody in it."""

    def drawn() -> Image.Image:
        light = Image.radial_gradient("L").resize((size, size)).point(lambda far: max(0, 150 - round(far * 1.18)))
        image = Image.new("RGBA", (size, size), "#ffd978")
        image.putalpha(light)
        left, top, right, bottom = light.getbbox() or (0, 0, size, size)
        dark = min(left, top, size - right, size - bottom)  # all around; laying it down would take most of the time
        return image.crop((dark, dark, size - dark, size - dark))

    return art.made(("halo", size), drawn)


# -- sky and ground ---------------------------------------------------------------------------------------------------

_SKIES: dict[Mood, tuple[str, ...]] = {
    "dawn": ("#35336b", "#7c4f86", "#d9777b", "#f6a96c", "#ffe0a0"),
    "night": ("#0c1433", "#172352", "#263a72", "#3d5590"),
    "glad": ("#3b84c4", "#76b5de", "#b9dcec", "#fdf0cf"),
    "grim": ("#150d26", "#341a45", "#6a2346", "#a83a3a", "#d8663c"),
}
"""From above to the horizon."""
_HILLS: dict[tuple[Style, Mood], tuple[str, str]] = {
    ("countryside", "dawn"): ("#bdb56c", "#35602f"),
    ("countryside", "night"): ("#2f4a5c", "#14263a"),
    ("countryside", "glad"): ("#b4d26c", "#3f7d3c"),
    ("countryside", "grim"): ("#6a4a4c", "#2a2236"),
    ("city", "dawn"): ("#d3ab8b", "#4a4560"),
    ("city", "night"): ("#3c4660", "#1c2236"),
    ("city", "glad"): ("#b9ab97", "#77716f"),
    ("city", "grim"): ("#6b4450", "#2b2233"),
}
"""The ground far away, and near."""
_CURVE_TALL = 70
"""Pixels in which the edge of a hill goes up and down."""
PLANT_SIZES = {"sunflower": 44, "lamp": 104}
"""Of those that do not grow to all heights."""


def _ground(
    art: Art, style: Style, mood: Mood, tops: Sequence[int], tall: int, edges: Sequence[Sequence[int]], below: int
) -> Image.Image:
    """Sky, and a hill for each row of houses with plants between its `edges`; `tops` ends where a next row would be,
    and there is so much more ground `below`."""
    height = tops[-1] + below + FOOT
    horizon = tops[0] + round(tall * 0.62)
    image = Image.new("RGB", (WIDTH, height))
    image.paste(art.made(("sky", style, mood, horizon), lambda: _sky(art, style, mood, horizon)), (0, 0))
    far, near = _HILLS[style, mood]
    for row, plots in enumerate(edges):
        top = tops[row] + round(tall * (0.5 if row else 0.42)) - (0 if row else _CURVE_TALL // 2)
        share = row / len(edges) * 0.75
        _hill(image, row, top, height, (_mixed(far, near, share), _mixed(far, near, share + 0.62)))
        _plants(art, image, style, mood, row, tops[row] + tall, plots)
    frame = ImageDraw.Draw(image)
    frame.rounded_rectangle((8, 8, WIDTH - 9, height - 9), 26, outline=_mixed(GOLD, near, 0.3), width=3)
    return image


def _mixed(one: str, other: str, share: float) -> str:
    share = min(1.0, share)
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _gradient(colours: Sequence[str], width: int, height: int) -> Image.Image:
    column = Image.new("RGB", (1, len(colours)))
    for place, colour in enumerate(colours):
        column.paste(colour, (0, place, 1, place + 1))
    # A resized column blends from the middle of one pixel to the middle of the next.
    blended = column.resize((1, height), Image.Resampling.BILINEAR, (0, 0.5, 1, len(colours) - 0.5))
    return blended.resize((width, height), Image.Resampling.NEAREST)  # every pixel of a line is the same


def _hill(image: Image.Image, row: int, top: int, bottom: int, colours: Sequence[str]) -> None:
    tall = bottom - top
    earth = _gradient(colours, WIDTH, min(tall, 460))
    # Only its upper edge has to be cut out: to lay the rest down through a mask would take several times as long.
    image.paste(earth.crop((0, 0, WIDTH, _CURVE_TALL)), (0, top), _curve(row % 3))
    image.paste(earth.crop((0, _CURVE_TALL, *earth.size)), (0, top + _CURVE_TALL))
    if tall > 460:
        image.paste(colours[-1], (0, top + 460, WIDTH, bottom))


@cache
def _curve(kind: int) -> Image.Image:
    """The upper edge of a hill: a mask as wide as the picture."""
    large = Image.new("L", (WIDTH * 2, _CURVE_TALL * 2))
    waves = ((1.0, 0.4), (1.6, 2.3), (1.3, 4.4))[kind]
    points = [
        (x, _CURVE_TALL * (0.75 + 0.55 * sin(x / WIDTH * pi * waves[0] + waves[1]) + 0.16 * sin(x / 190 + waves[1])))
        for x in range(0, WIDTH * 2 + 24, 12)
    ]
    ImageDraw.Draw(large).polygon([(0, _CURVE_TALL * 2), *points, (WIDTH * 2, _CURVE_TALL * 2)], 255)
    return large.reduce(2)


def _plants(art: Art, image: Image.Image, style: Style, mood: Mood, row: int, floor: int, plots: Sequence[int]) -> None:
    """Trees and flowers between the houses and groves beside them, lamps in the city; a rooster in the morning."""
    rng, dark = Random(f"{style} {row}"), mood in ("night", "grim")
    kinds = ("evergreen-tree", "deciduous-tree", "sunflower") if style == "countryside" else ("lamp",)
    spots = [(x, rng.choice(kinds), rng.choice((54, 64))) for x in plots[1:-1]]
    if row == 0 and style == "countryside" and mood in ("dawn", "glad"):
        spots[len(spots) // 2 : len(spots) // 2 + 1] = [(plots[len(plots) // 2], "rooster", 74)]
    for left, right in ((24, plots[0]), (plots[-1], WIDTH - 24)):
        count = (right - left) // 44
        spots += [
            (left + 22 + round((place + rng.random() * 0.5) * (right - left - 30) / count), rng.choice(kinds), size)
            for place, size in enumerate(rng.choice((66, 84, 104)) for _ in range(count))
        ]
    for x, name, size in spots:
        sprite = _plant(art, name, PLANT_SIZES.get(name, size), dark)
        image.paste(sprite, (x - sprite.width // 2, floor - sprite.height - rng.randint(0, 26)), sprite)


def _plant(art: Art, name: str, size: int, dark: bool) -> Image.Image:
    """Something that stands there; by night trees are in the dark."""
    if name == "lamp":
        return art.made(("lamp", size), lambda: _lamp(size))
    sprite = art.sprite(f"emoji/{name}.webp", size, size)
    return art.made(("by night", name, size), lambda: _by_night(sprite)) if dark else sprite


def _by_night(sprite: Image.Image) -> Image.Image:
    shade = Image.blend(sprite.convert("RGB"), Image.new("RGB", sprite.size, "#1a1f3a"), 0.55).convert("RGBA")
    shade.putalpha(sprite.getchannel("A"))
    return shade


def _lamp(size: int) -> Image.Image:
    wide, tall = size * FINE, size * FINE
    image = Image.new("RGBA", (wide, tall))
    pen = ImageDraw.Draw(image)
    glow = Image.new("RGBA", (wide, tall), "#ffd97800")
    ImageDraw.Draw(glow).ellipse((wide * 0.26, tall * 0.1, wide * 0.74, tall * 0.5), "#ffd978a0")
    image.alpha_composite(glow.filter(ImageFilter.GaussianBlur(wide / 14)))
    pen.rectangle((wide * 0.475, tall * 0.3, wide * 0.525, tall * 0.97), "#2c2a33")
    pen.rectangle((wide * 0.42, tall * 0.93, wide * 0.58, tall), "#2c2a33")
    pen.polygon([(wide * x, tall * y) for x, y in ((0.4, 0.18), (0.6, 0.18), (0.56, 0.36), (0.44, 0.36))], "#ffe9a8",
                "#2c2a33", FINE)  # fmt: skip
    pen.polygon([(wide * x, tall * y) for x, y in ((0.37, 0.18), (0.5, 0.09), (0.63, 0.18))], "#2c2a33")
    return image.reduce(FINE)


def _sky(art: Art, style: Style, mood: Mood, horizon: int) -> Image.Image:
    """Everything behind the first hill."""
    height = horizon + _CURVE_TALL
    image = _gradient(_SKIES[mood], WIDTH, height)
    if mood in ("night", "grim", "dawn"):
        _stars(image, 26 if mood == "dawn" else 70, horizon)
    if mood == "dawn":
        _sun(image, 860, horizon - 14, 96, "#fff0b8", "#ffb347")
    elif mood == "glad":
        _rainbow(image, horizon)
        _sun(image, 1010, 172, 54, "#fffbe0", "#ffe27a")
    else:
        moon = art.sprite("emoji/full-moon.webp", 116, 116)
        x, y = 880, horizon - 84
        _glow(image, x, y, 210, "#e9e3ff" if mood == "night" else "#ffb08a")
        image.paste(moon, (x - 58, y - 58), moon)
        if mood == "grim" and style == "countryside":
            witch = art.sprite("icon/witch-flight.png", 74, 74, "#150d26")
            image.paste(witch, (x - 34, y - 40), witch)
    _clouds(image, mood)
    _far_away(art, image, style, mood, horizon)
    return image


def _stars(image: Image.Image, count: int, horizon: int) -> None:
    rng, pen = Random("stars"), ImageDraw.Draw(image, "RGBA")
    for _ in range(count):
        x, y, size = rng.randrange(WIDTH), rng.randrange(horizon * 2 // 3), rng.choice((1, 1, 2))
        pen.ellipse((x - size, y - size, x + size, y + size), f"#fff8e0{rng.choice(('70', 'a0', 'd0'))}")


def _glow(image: Image.Image, x: int, y: int, size: int, colour: str) -> None:
    light = Image.radial_gradient("L").resize((size * 2, size * 2)).point(lambda far: max(0, 165 - round(far * 1.3)))
    image.paste(Image.new("RGB", light.size, colour), (x - size, y - size), light)


def _sun(image: Image.Image, x: int, y: int, size: int, middle: str, rim: str) -> None:
    """The sun with its rays, as storybooks have them."""
    _glow(image, x, y, size * 4, rim)
    rays = Image.new("L", (size * 16, size * 16))
    pen = ImageDraw.Draw(rays)
    for ray in range(14):
        pen.pieslice((0, 0, size * 16, size * 16), ray * 360 / 14, ray * 360 / 14 + 9, 70)
    fade = Image.radial_gradient("L").resize(rays.size).point(lambda far: max(0, 255 - far * 2))
    rays = Image.composite(rays, Image.new("L", rays.size), fade).reduce(2)
    image.paste(Image.new("RGB", rays.size, "#fff3c4"), (x - rays.width // 2, y - rays.height // 2), rays)
    disc = Image.new("RGBA", (size * 6, size * 6))
    ImageDraw.Draw(disc).ellipse((0, 0, size * 6 - 1, size * 6 - 1), middle, rim, 12)
    disc = disc.reduce(3)
    image.paste(disc, (x - size, y - size), disc)


def _rainbow(image: Image.Image, horizon: int) -> None:
    large = Image.new("RGBA", (WIDTH, horizon + 40))
    pen = ImageDraw.Draw(large)
    for band, colour in enumerate(("#e8594a", "#f29d3d", "#f6d94b", "#6dbb58", "#4a93d6", "#8f62b8")):
        far = 430 - band * 11
        pen.ellipse((400 - far, horizon + 120 - far, 400 + far, horizon + 120 + far), outline=f"{colour}78", width=12)
    soft = large.filter(ImageFilter.GaussianBlur(3))
    image.paste(soft, (0, 0), soft)


def _clouds(image: Image.Image, mood: Mood) -> None:
    colour = {"dawn": "#ffd9c0", "night": "#5a6ca0", "glad": "#ffffff", "grim": "#7a3350"}[mood]
    layer, rng = Image.new("RGBA", (WIDTH, 240)), Random("clouds")
    pen = ImageDraw.Draw(layer)
    for x, y in ((150, 150), (520, 128), (720, 190), (1080, 206), (330, 214)):
        for _ in range(6):
            aside, size = rng.randint(-70, 70), rng.randint(12, 24)
            pen.ellipse((x + aside - size * 3, y - size / 2, x + aside + size * 3, y + size / 2), f"{colour}58")
    soft = layer.filter(ImageFilter.GaussianBlur(5))
    image.paste(soft, (0, 0), soft)


def _far_away(art: Art, image: Image.Image, style: Style, mood: Mood, horizon: int) -> None:
    """What stands on the horizon: mountains and the castle, or the roofs of the city."""
    haze = _mixed(_SKIES[mood][-1], _HILLS[style, mood][1], 0.5)
    pen = ImageDraw.Draw(image)
    base = horizon + _CURVE_TALL
    if style == "city":
        rng, x = Random("roofs"), 0
        while x < WIDTH:
            wide, tall = rng.randint(34, 84), rng.randint(20, 104)
            pen.rectangle((x, horizon - tall, x + wide, base), haze)
            x += wide - 2
        return
    far = _mixed(haze, _SKIES[mood][-2], 0.55)
    for x, wide, tall in ((120, 330, 96), (420, 300, 70), (1120, 320, 88)):
        pen.polygon(((x - wide, base), (x, horizon - tall), (x + wide, base)), far)
    castle = art.sprite("emoji/castle.webp", 128, 128)
    shade = Image.blend(castle.convert("RGB"), Image.new("RGB", castle.size, haze), 0.62).convert("RGBA")
    image.paste(shade, (188, horizon - 112), castle.getchannel("A"))
