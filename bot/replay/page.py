"""The film as one HTML file: it asks no other address for anything, and can be kept, sent and opened anywhere."""

from __future__ import annotations

import base64
import html
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from bot.replay.film import Film, Frame, Knowledge, Line
from bot.ui.pictures.art import Art
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording

HERE: Final = Path(__file__).parent / "page"
MARKUP: Final = Path(__file__).parent.parent / "trying" / "page"
"""Where Discord's way of marking up text is turned into elements: one way of it for `try` and for replays."""
MODULES: Final = (MARKUP / "dom.js", MARKUP / "clock.js", MARKUP / "text.js")
BOARD_WIDTH: Final = 900
"""Pixels; a phone shows 390, with two or three of its own to each."""
HAND_WIDTH: Final = 640
"""There are many more hands than boards."""
SHELL: Final = 40_000
"""Bytes that are more than everything around the game needs: scripts, styles, frame."""
QUALITY: Final = 55
TEXTS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("everybody", "all", "through", "first", "back", "on", "last"), ()),
    **dict.fromkeys(("hand", "board", "nothing_said", "truth", "text", "how"), ()),
    "step": ("at", "of"),
    "knows": ("name",),
    "only": ("names",),
}
"""What the page says, and the gaps in it that it fills by itself."""

Drawn = Callable[[int], None]
"""Told how many of the pictures are drawn."""


class Reel:
    """What the file holds, as plain data: each text and each picture stands there once, and steps name it by number."""

    def __init__(self, film: Film, words: Wording) -> None:
        self.film = film
        self.words = words
        self._texts: dict[str, int] = {}
        self._pictures: dict[tuple[Picture, int], int] = {}
        self.steps = [self._step(step) for step in film.steps]

    @property
    def texts(self) -> list[str]:
        return list(self._texts)

    @property
    def pictures(self) -> list[tuple[Picture, int]]:
        """Each with its width in pixels."""
        return list(self._pictures)

    def _step(self, step: Frame) -> dict[str, Any]:
        return {
            "moment": self._text(step.moment),
            "lines": [self._line(line) for line in step.lines],
            "board": self._picture(step.board, BOARD_WIDTH),
            "sights": {seat: self._sight(sight) for seat, sight in step.sights.items()},
        }

    def _line(self, line: Line) -> dict[str, Any]:
        return {"text": self._text(line.text), "heard": line.heard_by}

    def _sight(self, sight: Knowledge) -> dict[str, Any]:
        return {"text": self._text(sight.text), "hand": self._picture(sight.hand, HAND_WIDTH)}

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def _picture(self, picture: Picture | None, width: int) -> int | None:
        return None if picture is None else self._pictures.setdefault((picture, width), len(self._pictures))


def page_of(reel: Reel, *, largest: int | None = None, drawn: Drawn | None = None) -> str:
    """The file. Takes as long as its pictures take to be drawn.

    Where it would be longer than `largest` bytes, words stand in place of pictures, of hands before boards.
    """
    film, words = reel.film, reel.words
    data: dict[str, Any] = {
        "steps": reel.steps,
        "names": film.names,
        "texts": reel.texts,
        "words": {name: _with_gaps(words, name, gaps) for name, gaps in TEXTS.items()},
        "pictures": [{"alt": picture.words(words), "source": None} for picture, _ in reel.pictures],
    }
    room = None if largest is None else largest - len(_as_json(data).encode()) - SHELL
    for number, source in _drawn(reel, room, drawn):
        data["pictures"][number]["source"] = source
    parts = {
        "title": html.escape(film.title),
        "language": html.escape(words.locale),
        "style": (HERE / "replay.css").read_text(encoding="utf-8"),
        "modules": _import_map(),
        "script": _source(HERE / "replay.js"),
        "data": _as_json(data),
    }
    first, *gaps = (HERE / "replay.html").read_text(encoding="utf-8").split("{{")
    named = (gap.partition("}}") for gap in gaps)
    return first + "".join(parts[name] + rest for name, _, rest in named)


def _as_json(data: dict[str, Any]) -> str:
    """A text in it may hold what would end the element it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _with_gaps(words: Wording, name: str, gaps: tuple[str, ...]) -> str:
    values: dict[str, Any] = {gap: f"{{{gap}}}" for gap in gaps}
    return words.say(f"replay.{name}", **values)


def _import_map() -> str:
    """The modules as addresses that hold them, by the names under which they import each other."""
    sources = {file.name: _source(file).encode() for file in MODULES}
    imports = {name: f"data:text/javascript;base64,{_in_letters(source)}" for name, source in sources.items()}
    return json.dumps({"imports": imports})


def _source(file: Path) -> str:
    """A module without the folder in which it looks for its neighbours."""
    return file.read_text(encoding="utf-8").replace('from "./', 'from "')


def _drawn(reel: Reel, room: int | None, drawn: Drawn | None) -> Iterator[tuple[int, str]]:
    """The pictures by their numbers, boards first; as many as there is room for, in bytes."""
    art = Art()
    order = sorted(enumerate(reel.pictures), key=lambda one: one[1][1], reverse=True)
    for count, (number, (picture, width)) in enumerate(order, start=1):
        source = _encoded(picture, width, art)
        if room is not None:
            room -= len(source)
            if room < 0:
                return
        yield number, source
        if drawn is not None:
            drawn(count)


def _encoded(picture: Picture, width: int, art: Art) -> str:
    """The picture as an address that holds it. WebP is half as large as JPEG, and nobody waits for this."""
    image = picture.draw(art).convert("RGB")
    image.thumbnail((width, image.height))
    body = io.BytesIO()
    image.save(body, "WEBP", quality=QUALITY, method=4)
    return f"data:image/webp;base64,{_in_letters(body.getvalue())}"


def _in_letters(body: bytes) -> str:
    return base64.b64encode(body).decode()
