"""How legible pictures are, for each kind of them.

    python tests/benchmarks/legibility.py [KIND …] [--window 390]

Of each kind, with plain and strange names, in English and German: how many pictures and letters, the share of letters
under 11 pixels where the window is so wide, the smallest letters there, the lowest contrast of a line with what is
behind it. Below: the marks with a meaning that stand out least, and of colours with different meanings the closest
pair to people who see no red (protanopia) or no green (deuteranopia).
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE), str(TREE / "tests")]

from support.legibility import BLINDNESS, contrast, difference, read  # noqa: E402
from support.meanings import MARKS, MEANINGS, rgb  # noqa: E402
from support.pictured_kinds import KINDS, KindOfPicture, Names  # noqa: E402

from bot.ui.pictures.art import PHONE_LEAST, PHONE_WIDE, Art  # noqa: E402

NAMES: tuple[Names, ...] = ("plain", "strange")
LANGUAGES = ("en", "de")
FEWEST = 5
"""Marks and meanings that are listed, those that stand out least."""


def figures(kind: KindOfPicture, window: int) -> str:
    """One line of the table."""
    art, pictures, letters, small = Art(), 0, 0, 0
    smallest, faintest = float("inf"), float("inf")
    for names in NAMES:
        for language in LANGUAGES:
            for picture in kind.made(names, language):
                shown = read(picture, art)
                pictures += 1
                for line in shown.lines:
                    pixels = line.size * window / shown.width
                    letters += len(line.text)
                    small += len(line.text) if pixels < PHONE_LEAST else 0
                    smallest, faintest = min(smallest, pixels), min(faintest, line.contrast)
    share = 100 * small / letters
    return f"{kind.name:28}{pictures:9}{letters:9}{share:9.1f} %{smallest:9.1f} px{faintest:8.1f} : 1"


def marks() -> list[tuple[float, str]]:
    """The contrast of each mark with what is behind it, the lowest first."""
    return sorted((contrast(rgb(ink), rgb(behind)), name) for name, (ink, behind) in MARKS.items())


def closest(kind: str) -> list[tuple[float, str]]:
    """Of each set of meanings the two colours that are most alike to these people, the closest first."""
    return sorted(
        min((difference(rgb(one), rgb(other), kind), f"{name}: {one} and {other}") for one, other in pairs)
        for name, pairs in ((name, list(combinations(colours, 2))) for name, colours in MEANINGS.items())
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="begins the name of a kind; all if none is named")
    parser.add_argument("--window", type=int, default=PHONE_WIDE, help="pixels that a picture is shown wide")
    asked = parser.parse_args()
    chosen = [kind for kind in KINDS if not asked.kinds or kind.name.startswith(tuple(asked.kinds))]
    at = f"at {asked.window} px wide"
    print(f"{at:28}{'pictures':>9}{'letters':>9}{'< 11 px':>11}{'least':>12}{'contrast':>12}")
    for kind in chosen:
        print(figures(kind, asked.window), flush=True)
    print("\nmarks that stand out least")
    for value, name in marks()[:FEWEST]:
        print(f"  {value:5.1f} : 1  {name}")
    for kind_of_eyes in BLINDNESS:
        print(f"\nclosest meanings, {kind_of_eyes}")
        for value, name in closest(kind_of_eyes)[:FEWEST]:
            print(f"  {value:5.1f}  {name}")


if __name__ == "__main__":
    main()
