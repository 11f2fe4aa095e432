"""What the pictures of the forest are made of: icons of cards, pigs, Locations, and houses that rise by sections."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

from PIL import Image, ImageDraw

from bot.ui.pictures.art import FINE, GOLD, INK, LEAST_SIZE, PALE, Art, Pen

GOODS = {"straw": "sheaf-of-rice", "wood": "wood", "brick": "brick"}
FABLE_ICONS = {
    "a_friendly_game": "game-die", "big_bad_wolf": "wolf", "bridge_troll": "troll", "chinny_chin_chin": "person-beard",
    "consult_the_oracle": "eye", "crystal_ball": "crystal-ball", "curse_of_darkness": "new-moon-face",
    "cutting_corners": "carpentry-saw", "dragon": "dragon", "fairy_food": "cupcake", "ghostly_whispers": "ghost",
    "giant": "ogre", "grandmas_house": "house-with-garden", "harvest_moon": "full-moon", "hidden_vault": "locked",
    "hired_help": "construction-worker", "little_helpers": "mouse", "lonely_castle": "castle", "magic_flute": "flute",
    "mysterious_stranger": "detective", "night_at_the_tavern": "beer-mug", "powerful_friends": "flexed-biceps",
    "roar": "lion", "royal_wedding": "wedding", "search_the_past": "hourglass-done", "share_the_wealth": "money-bag",
    "spy_network": "spider-web", "taxation": "coin", "thoughtful_gift": "wrapped-gift",
    "wandering_trader": "two-hump-camel", "wishing_well": "bucket", "wolf": "wolf",
}  # fmt: skip
FRIEND_ICONS = {
    "aladdin": "man-genie", "ali_baba": "gem-stone", "cinderella": "high-heeled-shoe", "evil_queen": "mirror",
    "fairy_godmother": "magic-wand", "frog_prince": "frog", "gingerbread_man": "cookie", "golden_goose": "goose",
    "goldilocks": "bear", "hansel_and_gretel": "lollipop", "huntsman": "deer", "jack_the_giant_slayer": "beans",
    "little_mermaid": "woman-merpeople", "pinocchio": "lying-face", "puss_in_boots": "cat-face",
    "rapunzel": "princess", "red_riding_hood": "strawberry", "robin_hood": "bow-and-arrow",
    "rumpelstiltskin": "thread", "seven_dwarfs": "pick", "sleeping_beauty": "sleeping-face", "snow_white": "red-apple",
    "thumbelina": "tulip", "tom_thumb": "thumbs-up", "wood_cutter": "axe",
}  # fmt: skip
FABLES_HELD = "scroll"
"""The icon of the Fables in hand."""
BACK, BACK_EDGE = "#7a3b2e", "#f6ecd2"
"""A card that lies face down."""
FREE_SITE, MEADOW = "#b9d6bd", "#b9d6bd30"
"""The dashes of what is not built yet, and what lies behind those of a house of which nothing stands."""
DASH, DASHES_APART = 3, 13
"""Pixels of a dash across, and from one to the next: they are seen on a phone, which shows a third of them."""

SEAT_COLOURS = {1: "#c8372d", 2: "#3f8fe8", 3: "#8ed06a", 4: "#5a2a86"}
"""A pig always has its seat's number too; to the colour-blind the colours differ all the same."""


def emoji(art: Art, name: str, size: int) -> Image.Image:
    """One of the coloured icons."""
    return art.sprite(f"emoji/{name}.webp", size, size)


def card_icon(art: Art, name: str, size: int) -> Image.Image:
    """The icon of a Fable or Friend; without a name, of a card that lies face down. The Big Bad Wolf is a wolf in a top
    hat."""
    if not name:
        return art.made(("back of a card", size), lambda: _back(size))
    icon = FABLE_ICONS.get(name) or FRIEND_ICONS[name]
    if name != "big_bad_wolf":
        return emoji(art, icon, size)

    def drawn() -> Image.Image:
        image = Image.new("RGBA", (size, size))
        wolf, hat = emoji(art, icon, round(size * 0.86)), emoji(art, "top-hat", round(size * 0.56))
        image.paste(wolf, ((size - wolf.width) // 2, size - wolf.height), wolf)
        image.paste(hat, ((size - hat.width) // 2, -round(size * 0.06)), hat)
        return image

    return art.made(("big bad wolf", size), drawn)


def _back(size: int) -> Image.Image:
    """The back of a card, with a pattern of lozenges: no emoji means a card face down here and nothing in another
    game."""
    large = Image.new("RGBA", (size * FINE, size * FINE))
    draw, far = ImageDraw.Draw(large), size * FINE
    draw.rounded_rectangle((far * 0.16, 0, far * 0.84, far - 1), far * 0.1, BACK, BACK_EDGE, far // 14)
    for x, y in ((0.5, 0.22), (0.36, 0.5), (0.64, 0.5), (0.5, 0.78)):
        corners = [(x, y - 0.14), (x + 0.09, y), (x, y + 0.14), (x - 0.09, y)]
        draw.polygon([(across * far, down * far) for across, down in corners], BACK_EDGE)
    return large.reduce(FINE)


def crossed(art: Art, name: str, size: int) -> Image.Image:
    """The icon of a cancelled Monster: pale, and crossed out."""

    def drawn() -> Image.Image:
        icon = card_icon(art, name, size)
        image = Image.new("RGBA", (size, size))
        grey = icon.convert("L").convert("RGBA")
        grey.putalpha(icon.getchannel("A").point(lambda alpha: alpha * 4 // 5))
        image.paste(grey, ((size - icon.width) // 2, (size - icon.height) // 2))
        large = Image.new("RGBA", (size * FINE, size * FINE))
        draw, far = ImageDraw.Draw(large), size * FINE
        for ends in ((0.08, 0.08, 0.92, 0.92), (0.92, 0.08, 0.08, 0.92)):
            draw.line([end * far for end in ends], "#ffffff", far // 10)
            draw.line([end * far for end in ends], "#d8231f", far // 17)
        return Image.alpha_composite(image, large.reduce(FINE))

    return art.made(("crossed", name, size), drawn)


def pig(art: Art, seat: int, size: int) -> Image.Image:
    """A pig on a disc in its seat's colour, room for its number kept at the lower right."""

    def drawn() -> Image.Image:
        image = art.panel(size, size, SEAT_COLOURS[seat], PALE, radius=size // 2, line=3).copy()
        face = emoji(art, "pig-face", round(size * 0.72))
        image.paste(face, ((size - face.width) // 2, round(size * 0.1)), face)
        return image

    return art.made(("pig", seat, size), drawn)


def numbered_pig(pen: Pen, seat: int, left: int, top: int, size: int) -> None:
    """A pig with its number below on the right."""
    pen.stamp(left, top, pig(pen.art, seat, size))
    badge = 40
    x, y = left + size - badge + 6, top + size - badge + 6
    pen.panel(x, y, badge, badge, PALE, SEAT_COLOURS[seat], radius=badge // 2)
    pen.text(x + badge / 2, y + badge / 2, str(seat), LEAST_SIZE, INK, "bold", anchor="mm")


# -- Locations --------------------------------------------------------------------------------------------------------

_SKIES = {
    "fields": ("#6fb0dc", "#f5dc97", "#9c6b19"),
    "forest": ("#6aa38c", "#2f6a4c", "#173d27"),
    "brickyard": ("#e0b08a", "#b86a46", "#6e2f20"),
    "market": ("#b69ce0", "#6a54a6", "#3a2c66"),
}
"""The sky above, the sky below, and the ground."""
_GROWS = {
    "fields": ("sheaf-of-rice", "sheaf-of-rice", "sunflower"),
    "forest": ("evergreen-tree", "deciduous-tree", "evergreen-tree"),
    "brickyard": ("brick", "brick", "brick"),
    "market": ("circus-tent", "circus-tent", "circus-tent"),
}


def ground(place: str) -> str:
    """The colour the Location has below."""
    return _SKIES[place][2]


def scene(art: Art, place: str, width: int, height: int) -> Image.Image:
    """The Location itself, with round corners above."""

    def drawn() -> Image.Image:
        high, low, below = _SKIES[place]
        light = Image.linear_gradient("L").resize((width, height))
        image = Image.composite(Image.new("RGB", (width, height), low), Image.new("RGB", (width, height), high), light)
        hills, shade = _hills(width, height, below), _shade(width, height, below)
        image.paste(hills, (0, 0), hills)
        rng, sizes = Random(place), (round(height * 0.3), round(height * 0.36), round(height * 0.44))
        count = max(5, width // 46)
        for number in range(count):
            size = sizes[number % 3]
            sprite = emoji(art, _GROWS[place][number % 3], size)
            x = round((number + 0.5) * width / count) - sprite.width // 2 + rng.randint(-8, 8)
            y = round(height * (0.6 + 0.05 * (number % 3))) - sprite.height // 2 + rng.randint(-4, 4)
            image.paste(sprite, (x, y), sprite)
        image.paste(shade, (0, 0), shade)
        image.putalpha(art.panel(width, height + 40, "#ffffff", radius=16).crop((0, 0, width, height)).getchannel("A"))
        return image

    return art.made(("scene", place, width, height), drawn)


def _hills(width: int, height: int, ground: str) -> Image.Image:
    large = Image.new("RGBA", (width * 2, height * 2))
    draw = ImageDraw.Draw(large)
    for left, right, top in ((-0.3, 0.75, 0.56), (0.35, 1.3, 0.52)):
        draw.ellipse((left * width * 2, top * height * 2, right * width * 2, height * 3), ground)
    return large.reduce(2)


def _shade(width: int, height: int, ground: str) -> Image.Image:
    """The ground comes up in front, dark enough for pigs to stand before."""
    image = Image.new("RGBA", (width, height), ground)
    image.putalpha(
        Image.linear_gradient("L").point(lambda light: max(0, light - 150) * 255 // 105).resize((width, height))
    )
    return image


# -- houses -----------------------------------------------------------------------------------------------------------

_TONES = {
    "straw": ("#e9bd45", "#c08a1e", "#f8dd83", "#7a5212"),
    "wood": ("#5f3c21", "#3f2713", "#835730", "#24140a"),
    "brick": ("#c9503a", "#9c3424", "#e07a5c", "#3d1a14"),
}
"""Of each material: the body, the shade, the light, and doors and lines."""
ROOF, WALLS, FLOOR = (0.03, 0.45), (0.43, 0.85), (0.84, 0.98)
"""Where the sections stand: parts of the height."""

_Draw = ImageDraw.ImageDraw
_Box = tuple[float, float, float, float]


def house(art: Art, material: str, sections: int, width: int, height: int) -> Image.Image:
    """A house as far as it stands; what is still to be built is a dashed outline. No sections: a free site."""

    def drawn() -> Image.Image:
        wide, tall = width * FINE, height * FINE
        image = Image.new("RGBA", (wide, tall))
        draw = ImageDraw.Draw(image)
        floor = (wide * 0.03, tall * FLOOR[0], wide * 0.97, tall * FLOOR[1])
        walls = (wide * 0.12, tall * WALLS[0], wide * 0.88, tall * WALLS[1])
        roof = [(wide * 0.5, tall * ROOF[0]), (wide * 0.99, tall * ROOF[1]), (wide * 0.01, tall * ROOF[1])]
        outlines = [[*roof, roof[0]], [*_rectangle(walls), walls[:2]], [*_rectangle(floor), floor[:2]]]
        draw.ellipse((0, tall * 0.9, wide - 1, tall - 1), "#5f9a4ac0" if not sections else "#00000066")
        if not sections:
            draw.polygon(roof, MEADOW)
            draw.rectangle(walls, MEADOW)
        for outline in outlines[: 3 - sections]:
            _dashes(draw, outline, FREE_SITE)
        if not sections:
            return image.reduce(FINE)
        _fill(image, _rectangle(floor), lambda pen: _texture(pen, material, floor, 0.45))
        draw.rectangle(floor, outline=_TONES[material][3], width=FINE)
        if sections > 1:
            if material == "brick" and sections > 2:
                draw.rectangle((wide * 0.7, tall * 0.05, wide * 0.82, tall * 0.34), "#8a2d1f", _TONES["brick"][3], FINE)
            _fill(image, _rectangle(walls), lambda pen: _texture(pen, material, walls, 1.0))
            draw.rectangle(walls, outline=_TONES[material][3], width=FINE)
            _openings(draw, material, wide, tall)
        if sections > 2:
            _fill(image, roof, lambda pen: _roof(pen, material, wide, tall))
            draw.line([*roof, roof[0]], _TONES[material][3], FINE + 1, "curve")
        return image.reduce(FINE)

    return art.made(("house", material, sections, width, height), drawn)


def _rectangle(box: _Box) -> list[tuple[float, float]]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _fill(image: Image.Image, corners: list[tuple[float, float]], paint: Callable[[_Draw], None]) -> None:
    """Fill a polygon with what is painted."""
    texture, mask = Image.new("RGB", image.size), Image.new("L", image.size)
    paint(ImageDraw.Draw(texture))
    ImageDraw.Draw(mask).polygon(corners, 255)
    image.paste(texture, (0, 0), mask)


def _texture(draw: _Draw, material: str, box: _Box, scale: float) -> None:
    left, top, right, bottom = box
    body, shade, light, dark = _TONES[material]
    wide, tall, rng = right - left, bottom - top, Random(f"{material} {scale}")
    draw.rectangle(box, body)
    if material == "straw":
        for _ in range(round(170 * scale)):
            x, y, length = left + rng.random() * wide, top + rng.random() * tall, 8 + rng.random() * 22
            draw.line((x, y, x + rng.uniform(-4, 4), y + length), rng.choice((shade, light, light)), 3)
        for part in (0.3, 0.72):
            draw.line((left, top + tall * part, right, top + tall * part), dark, 3)
    elif material == "wood":
        count = 5 if scale == 1 else 2
        for row in range(count):
            y, step = top + row * tall / count, tall / count
            draw.rectangle((left, y, right, y + step), body)
            draw.rectangle((left, y + step * 0.12, right, y + step * 0.34), light)
            draw.rectangle((left, y + step * 0.78, right, y + step), shade)
            draw.line((left, y, right, y), dark, 2)
    else:
        draw.rectangle(box, "#e3cdb6")
        step, length = tall / (7 if scale == 1 else 2), wide / 5
        for row in range(8):
            for column in range(-1, 6):
                x, y = left + (column + row % 2 / 2) * length, top + row * step
                draw.rectangle((x + 2, y + 2, x + length - 2, y + step - 2), rng.choice((body, body, shade, light)))


def _openings(draw: _Draw, material: str, wide: int, tall: int) -> None:
    dark, light = _TONES[material][3], "#ffe9a3"
    door = (wide * 0.22, tall * 0.57, wide * 0.45, tall * WALLS[1])
    draw.rounded_rectangle(door, wide * 0.1, dark, corners=(True, True, False, False))
    draw.ellipse((wide * 0.39, tall * 0.7, wide * 0.42, tall * 0.725), GOLD)
    window = (wide * 0.56, tall * 0.56, wide * 0.78, tall * 0.7)
    draw.rectangle(window, light, dark, FINE)
    draw.line((wide * 0.67, window[1], wide * 0.67, window[3]), dark, 3)
    draw.line((window[0], tall * 0.63, window[2], tall * 0.63), dark, 3)


def _roof(draw: _Draw, material: str, wide: int, tall: int) -> None:
    top, bottom = tall * ROOF[0], tall * ROOF[1]
    body, shade, light, dark = {
        "straw": ("#d59a26", "#a5701a", "#f2cf6a", "#7a5212"),
        "wood": ("#6d4522", "#4c2e14", "#8a5c32", "#2f1b0b"),
        "brick": ("#7d3550", "#5d2238", "#a04d6b", "#3a1020"),
    }[material]
    draw.rectangle((0, top, wide, bottom), body)
    if material == "straw":
        rng = Random("thatch")
        for _ in range(260):
            x, y = rng.random() * wide, top + rng.random() * (bottom - top)
            slant = (x / wide - 0.5) * 26
            draw.line((x, y, x + slant, y + 24), rng.choice((shade, light, body)), 3)
        return
    rows = 6
    for row in range(rows, -1, -1):
        step = (bottom - top) / rows
        y, length = top + row * step, wide / 8
        for column in range(-1, 9):
            x = (column + row % 2 / 2) * length
            tone = (body, light, shade)[(column + 2 * row) % 3]
            if material == "wood":
                draw.rectangle((x, y - step, x + length, y), tone, dark, 2)
            else:
                draw.pieslice((x, y - 2 * step, x + length, y), 0, 180, tone, dark, 2)


def _dashes(draw: _Draw, corners: list[tuple[float, float]], colour: str) -> None:
    """A dashed line along these corners."""
    for (x, y), (to_x, to_y) in pairwise(corners):
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        count = max(1, round(length / (DASHES_APART * FINE)))
        for number in range(count):
            a, b = (number + 0.15) / count, (number + 0.8) / count
            ends = (x + (to_x - x) * a, y + (to_y - y) * a, x + (to_x - x) * b, y + (to_y - y) * b)
            draw.line(ends, colour, DASH * FINE)
