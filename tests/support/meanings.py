"""Everything in pictures that means something without letters: its colour, and what it is seen against."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import ImageColor

from bot.ui.pictures import playing_cards
from bot.ui.pictures.art import GOLD, QUIET
from cogs.grimm_forest import pictures as forest
from cogs.grimm_forest import scenery
from cogs.hidden_roles import accused, cast_picture, townscape
from cogs.name_duel import pictures as name_duel
from cogs.rolesets import forecast_picture
from cogs.statistics import chart
from cogs.table import powers_picture
from cogs.trumplestiltskin import pictures as trump


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue, *_ = ImageColor.getrgb(colour)
    return red, green, blue


MEANINGS: dict[str, Iterable[str]] = {
    "walls": [tones[0] for tones in scenery._TONES.values()],
    "pigs": scenery.SEAT_COLOURS.values(),
    "kinds of Fables": forest.KIND_FILLS.values(),
    "suits": playing_cards.COLOURS.values(),
    "powers": (powers_picture.YES, powers_picture.NO),
    "sides of a forecast": forecast_picture.COLOURS,
    "sides of the cast": cast_picture.RIMS.values(),
    "foe or friend": (townscape.WINE, townscape.FOREST),
    "foe or friend, on stone": (townscape.ROSE, GOLD),
    "gone since nightfall or before": (townscape.FRESH, townscape.STONE_RIM),
}
"""Colours that mean something different side by side."""


MARKS = {
    "yes, of a power": (powers_picture.YES, powers_picture.CLOTH),
    "no, of a power": (powers_picture.NO, powers_picture.CLOTH),
    "what is still to be built, on a board of the forest": (scenery.FREE_SITE, forest.PLATE),
    "what is still to be built, beside a hand of the forest": (scenery.FREE_SITE, forest.WOODS),
    "a raised card of tricks": (GOLD, trump.FELT),
    "a raised name of the duel": (GOLD, name_duel.NIGHT),
    "the triangle below a card of the forest": (GOLD, forest.WOODS),
    "the frame of a card of the forest": (GOLD, forest.WOODS_EDGE),
    "the likeness of a foe": (townscape.WINE, townscape.PARCHMENT),
    "the likeness of a friend": (townscape.FOREST, townscape.PARCHMENT),
    "a state of somebody living": (townscape.RIM, townscape.PARCHMENT),
    "how somebody went": (townscape.STONE_RIM, townscape.PARCHMENT),
    "gone since nightfall": (townscape.FRESH, townscape.STONE),
    "has won, on stone": (GOLD, townscape.STONE),
    "accused: fate is known": (accused.FLAME, accused.PARCHMENT),
    **{f"cast: a {side}": (rim, cast_picture.PARCHMENT) for side, rim in cast_picture.RIMS.items()},
    **{f"a Fable: {kind}": (fill, forest.PARCHMENT) for kind, fill in forest.KIND_FILLS.items()},
    **{f"a side of the forecast: {fill}": (fill, forecast_picture.CLOTH) for fill in forecast_picture.COLOURS},
    "how far off the forecast may be": (QUIET, forecast_picture.CLOTH),
    "the bar of all games": (chart.EDGE, chart.CLOTH),
    "games that were won": (chart.WON, chart.TRACK),
    "the edge of how far off a rating may be": (chart.EDGE, chart.CLOTH),
    "a rating, on how far off it may be": (GOLD, chart.BAND),
    "where everybody begins": (QUIET, chart.BAND),
}
"""Everything that means something without letters, and what it is seen against."""
