"""Make the files below `bot/ui/pictures/art/` again from the packages they come from.

    python .ci/vendor_art.py

wants `npm`, `node` and the extra `art` (resvg-py, fonttools, pymupdf). The pictures themselves need none of these:
they are composed of the sprites made here. What is taken, by whom and under which licence, is said in
`art/CREDITS.md`, which is written here too.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path

import pymupdf  # type: ignore[import-not-found,import-untyped,unused-ignore]
import resvg_py
from fontTools.ttLib import TTFont  # type: ignore[import-not-found,import-untyped,unused-ignore]
from PIL import Image

ART = Path(__file__).resolve().parents[1] / "bot" / "ui" / "pictures" / "art"

CARDS, ICONS = "@letele/playing-cards@0.1.0", "@iconify-json/game-icons@1.2.4"
EMOJI = "@iconify-json/fluent-emoji@1.2.7"
NOTO = {
    "Arabic": "@expo-google-fonts/noto-sans-arabic@0.4.3",
    "Hebrew": "@expo-google-fonts/noto-sans-hebrew@0.4.1",
    "Devanagari": "@expo-google-fonts/noto-sans-devanagari@0.4.1",
    "Thai": "@expo-google-fonts/noto-sans-thai@0.4.2",
    "Emoji": "@expo-google-fonts/noto-emoji@0.4.7",
}
"""Fonts for letters in names that the others do not have."""
CINZEL, ALEGREYA = "@expo-google-fonts/cinzel@0.4.2", "@expo-google-fonts/alegreya-sans@0.4.2"

ICON_AUTHORS = {
    "bad-gnome": "Cathelineau",
    "brain": "Lorc",
    "card-exchange": "Delapouite",
    "drum": "Delapouite",
    "goblin": "Caro Asercion",
    "imp": "Lorc",
    "jester-hat": "Delapouite",
    "leather-boot": "Lorc",
    "mirror-mirror": "Lorc",
    "spinning-wheel": "Caro Asercion",
    "troll": "Skoll",
    "witch-flight": "Lorc",
}
"""Icons used, and who drew them: the folder each stands in upstream."""

EMOJI_USED = (
    "1st-place-medal", "axe", "bacon", "ballot-box-with-ballot", "beans", "bear", "beer-mug", "bell", "boomerang",
    "bow-and-arrow", "brick", "broken-heart", "bucket", "candle", "carpentry-saw", "castle", "cat-face", "chains",
    "circus-tent", "coin", "construction-worker", "cookie", "crown", "crystal-ball", "cupcake", "dagger",
    "dashing-away", "deciduous-tree", "deer", "detective", "door", "dragon", "evergreen-tree", "ewe", "eye", "fire",
    "flexed-biceps", "flute", "frog", "full-moon", "game-die", "gem-stone", "ghost", "goose", "headstone",
    "heart-with-arrow", "high-heeled-shoe", "hourglass-done", "house-with-garden", "lion", "locked", "lollipop",
    "love-letter", "lying-face", "magic-wand", "man-genie", "mirror", "money-bag", "mouse", "new-moon-face",
    "newspaper", "ogre", "performing-arts", "person-beard", "person-in-suit-levitating", "pick", "pig-face",
    "pirate-flag", "prince", "princess", "raised-hand", "red-apple", "rolling-on-the-floor-laughing", "rooster",
    "rose", "scroll", "sheaf-of-rice", "shield", "sleeping-face", "speech-balloon", "spider-web", "stethoscope",
    "strawberry", "sunflower", "thread", "thumbs-up", "top-hat", "troll", "tulip", "two-hump-camel", "violin",
    "wedding", "wilted-flower", "wolf", "woman-fairy", "woman-merpeople", "wood", "wrapped-gift", "zipper-mouth-face",
)  # fmt: skip
"""Emoji used, in colour."""

PORTRAITS = (
    "axe", "bell", "crystal-ball", "dagger", "deer", "detective", "eye", "heart-with-arrow", "newspaper",
    "performing-arts", "person-in-suit-levitating", "pirate-flag", "prince", "sheaf-of-rice", "shield", "stethoscope",
    "top-hat", "violin", "woman-fairy",
)  # fmt: skip
"""Emoji that are the likeness of a card, for which they are large."""

ICON_SIZE, SUIT_SIZE, FACE_WIDTH, EMOJI_SIZE, PORTRAIT_SIZE = 256, 256, 400, 160, 360
"""Pixels of the sprites; faces are drawn at less than half of it."""
COURT, JESTER = (-83.0, -130.0, 166.0, 130.0), (-90.0, -138.0, 180.0, 272.0)
"""The upper half of a court card, and all of a Joker, in the units of the original cards: left, top, width, height."""

MIT = """MIT License

Copyright (c) Microsoft Corporation.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE
"""
"""The emoji come without their licence; it wants to be kept beside them."""

# The cards come as React components. Run with a React that writes SVG, they are plain drawings again.
_TO_SVG = r"""
const fs = require('fs');
const kebab = name => name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
const kept = {viewBox: 'viewBox', preserveAspectRatio: 'preserveAspectRatio', xlinkHref: 'xlink:href'};
const React = {createElement(tag, given, ...children) {
  const attributes = Object.entries(given || {})
    .filter(([key, value]) => value != null && key !== 'className' && !key.startsWith('xmlns'))
    .map(([key, value]) => ` ${kept[key] || kebab(key)}="${value}"`).join('');
  const spaces = tag === 'svg' ?
    ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  return `<${tag}${spaces}${attributes}>${children.filter(Boolean).join('')}</${tag}>`;
}};
const source = fs.readFileSync(0, 'utf8').replace(/^import .*$/mg, '')
  .replace(/^export \{([^}]*)\};?$/m, (all, names) => 'return {' + names.split(',')
    .map(one => one.trim().split(' as ')).map(([name, as]) => `${as}: ${name}`).join(',') + '};');
const cards = new Function('React', '_extends', source)(React, Object.assign);
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(cards).map(([name, card]) => [name, card({})]))));
"""


def main() -> None:
    """Write all files and their credits."""
    with tempfile.TemporaryDirectory() as folder:
        credits = list(_all(Path(folder)))
    (ART / "CREDITS.md").write_text(
        "# Art and fonts\n\nfile | author | source project | licence | changes\n--- | --- | --- | --- | ---\n"
        + "".join(f"{line}\n" for line in sorted(credits)),
        encoding="utf-8",
    )


def _all(folder: Path) -> Iterator[str]:
    for package, where in ((CINZEL, "licences/OFL-Cinzel.txt"), (ALEGREYA, "licences/OFL-Alegreya-Sans.txt")):
        _write(where, (_unpacked(folder, package) / "LICENSE_FONT").read_bytes())
        yield f"{where} | SIL International | SIL Open Font License | may be copied verbatim | none"
    yield from _fonts(folder)
    yield from _fonts_for_names(folder)
    yield from _playing_cards(_unpacked(folder, CARDS))
    yield from _icons(_unpacked(folder, ICONS))
    yield from _emoji(_unpacked(folder, EMOJI))


def _fonts(folder: Path) -> Iterator[str]:
    for package, style, family, author in (
        (CINZEL, "700Bold", "Cinzel", "The Cinzel Project Authors (Natanael Gama)"),
        (ALEGREYA, "500Medium", "AlegreyaSans", "The Alegreya Sans Project Authors (Juan Pablo del Peral)"),
        (ALEGREYA, "800ExtraBold", "AlegreyaSans", "The Alegreya Sans Project Authors (Juan Pablo del Peral)"),
    ):
        where = f"fonts/{family}_{style}.ttf"
        font = (_unpacked(folder, package) / style / f"{family}_{style}.ttf").read_bytes()
        project, changes = "github.com/NDISCOVER/Cinzel", "none"
        if family == "AlegreyaSans":
            font = _with_tall_digits(font)
            project, changes = "github.com/huertatipografica/Alegreya-Sans", "its own lining digits made the usual ones"
        _write(where, font)
        yield f"{where} | {author} | {project} | SIL OFL 1.1 | {changes}"


def _fonts_for_names(folder: Path) -> Iterator[str]:
    for script, package in NOTO.items():
        unpacked, family = _unpacked(folder, package), "NotoEmoji" if script == "Emoji" else f"NotoSans{script}"
        _write(f"fonts/{family}_700Bold.ttf", (unpacked / "700Bold" / f"{family}_700Bold.ttf").read_bytes())
        _write(f"licences/OFL-{family}.txt", (unpacked / "LICENSE_FONT").read_bytes())
        project = "github.com/googlefonts/noto-emoji" if script == "Emoji" else f"github.com/notofonts/{script.lower()}"
        yield f"fonts/{family}_700Bold.ttf | The Noto Project Authors | {project} | SIL OFL 1.1 | none"
        yield f"licences/OFL-{family}.txt | SIL International | SIL Open Font License | may be copied verbatim | none"
    # Chinese, Japanese and Korean in one file of 3.5 MB; the Noto fonts for them are five times as large.
    _write("fonts/DroidSansFallback.ttf", bytes(pymupdf.Font("cjk").buffer))
    yield (
        "fonts/DroidSansFallback.ttf | The Android Open Source Project (Ascender Corporation)"
        " | android.googlesource.com | Apache 2.0 | none"
    )
    apache = next(file for file in files("packaging") or () if file.name == "LICENSE.APACHE")
    _write("licences/Apache-2.0-Droid.txt", apache.read_binary())
    yield (
        "licences/Apache-2.0-Droid.txt | Apache Software Foundation | Apache License | may be copied verbatim | none"
    )


def _with_tall_digits(content: bytes) -> bytes:
    """The font with digits as high as capitals: Pillow can ask for them only where a shaping library is installed."""
    font = TTFont(io.BytesIO(content))
    rules = font["GSUB"].table
    lookups = next(one.Feature.LookupListIndex for one in rules.FeatureList.FeatureRecord if one.FeatureTag == "lnum")
    tall: dict[str, str] = {}
    for place in lookups:
        for part in rules.LookupList.Lookup[place].SubTable:
            tall.update(part.mapping)
    for table in font["cmap"].tables:
        for digit in map(ord, "0123456789"):
            if digit in table.cmap:
                table.cmap[digit] = tall.get(table.cmap[digit], table.cmap[digit])
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _playing_cards(package: Path) -> Iterator[str]:
    _write("licences/CC0-1.0.txt", (package / "LICENSE").read_bytes())
    yield "licences/CC0-1.0.txt | Creative Commons | CC0 1.0 Universal | may be copied verbatim | none"
    source = (package / "dist" / "index.esm.js").read_bytes()
    drawn = subprocess.run(("node", "-e", _TO_SVG), input=source, capture_output=True, check=True).stdout
    cards: dict[str, str] = json.loads(drawn)
    origin = "Adrian Kennard (design), Letele Motebang (as a package) | github.com/letele/playing-cards | CC0 1.0"
    for suit in "SHDC":
        for rank in "JQK":
            where = f"court/{rank}{suit}.webp"
            _write(where, _webp(_rendered(_cut_out(cards[f"{suit}{rank.lower()}"], COURT), FACE_WIDTH)))
            yield f"{where} | {origin} | upper half cut out, drawn as pixels"
        pip = re.search(r'<symbol id="[^"]*b"[^>]*>(<path[^>]*)>', cards[f"{suit}10"])
        assert pip is not None
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-600 -600 1200 1200">{pip[1]}/></svg>'
        _write(f"suit/{suit}.png", _mask(_rendered(svg.replace("//>", "/>"), SUIT_SIZE)))
        yield f"suit/{suit}.png | {origin} | one pip cut out, drawn as pixels without its colour"
    for joker, colour in (("RJ", None), ("BJ", "#23252d")):
        svg = cards["J1"].replace("red", colour) if colour else cards["J1"]
        _write(f"court/{joker}.webp", _webp(_rendered(_cut_out(svg, JESTER), FACE_WIDTH)))
        changes = "cut out, drawn as pixels" + (", red made black" if colour else "")
        yield f"court/{joker}.webp | {origin} | {changes}"


def _icons(package: Path) -> Iterator[str]:
    icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    licence = "CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/)"
    for name, author in ICON_AUTHORS.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{icons[name]["body"]}</svg>'
        _write(f"icon/{name}.png", _mask(_rendered(svg.replace("currentColor", "black"), ICON_SIZE)))
        changes = "drawn as pixels, recoloured where it is shown"
        yield f"icon/{name}.png | {author} | https://game-icons.net | {licence} | {changes}"


def _emoji(package: Path) -> Iterator[str]:
    _write("licences/MIT-Fluent-Emoji.txt", MIT.encode())
    yield "licences/MIT-Fluent-Emoji.txt | Microsoft Corporation | github.com/microsoft/fluentui-emoji | MIT | none"
    icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    for name in EMOJI_USED:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 32">'
            f"{icons[name]['body']}</svg>"
        )
        sizes = {"emoji": EMOJI_SIZE, **({"portrait": PORTRAIT_SIZE} if name in PORTRAITS else {})}
        for kind, size in sizes.items():
            where = f"{kind}/{name}.webp"
            _write(where, _webp(_rendered(svg, size), quality=88))
            yield f"{where} | Microsoft Corporation | github.com/microsoft/fluentui-emoji | MIT | drawn as pixels"


def _unpacked(folder: Path, package: str) -> Path:
    """The package's files, as npm's own client fetches them."""
    target = folder / re.sub(r"\W+", "-", package)
    if not target.exists():
        packed = subprocess.run(
            ("npm", "pack", "--silent", package), cwd=folder, capture_output=True, text=True, check=True
        )
        with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
            archive.extractall(target, filter="data")
    return target / "package"


def _cut_out(svg: str, part: tuple[float, float, float, float]) -> str:
    left, top, width, height = part
    svg = re.sub(r'viewBox="[^"]*"', f'viewBox="{left} {top} {width} {height}"', svg, count=1)
    return re.sub(
        r'(<svg[^>]*) height="336"([^>]*) width="240"', rf'\1 height="{height}"\2 width="{width}"', svg, count=1
    )


def _rendered(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))).convert("RGBA")


def _mask(image: Image.Image) -> bytes:
    """Only the shape: its opacity as a picture in grey."""
    out = io.BytesIO()
    image.getchannel("A").save(out, "PNG", optimize=True)
    return out.getvalue()


def _webp(image: Image.Image, quality: int | None = None) -> bytes:
    """Without loss, unless a quality is given."""
    out = io.BytesIO()
    image.save(out, "WEBP", lossless=quality is None, quality=100 if quality is None else quality, method=6)
    return out.getvalue()


def _write(where: str, content: bytes) -> None:
    path = ART / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    main()
