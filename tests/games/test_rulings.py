"""`RULINGS.md` can be read and followed: no long sentence, and what it calls the place of a ruling is there."""

from __future__ import annotations

import re
from pathlib import Path

BOT = Path(__file__).resolve().parents[2] / "bot"
ROWS = re.findall(
    r"^\| ([RM]\S+) \| (.+) \| ([^|]+) \|$", (BOT / "games" / "RULINGS.md").read_text("utf-8"), re.MULTILINE
)
LONGEST = 20
"""Words in a sentence, or in a part of it up to a semicolon."""


def test_no_ruling_is_told_in_a_long_sentence() -> None:
    parts = [(number, part) for number, ruling, _ in ROWS for part in re.split(r"(?<=[.!?;])\s+", ruling)]
    assert len(ROWS) > 150
    assert [one for one in parts if len(re.findall(r"\w[\w’'/-]*", one[1])) > LONGEST] == []


def test_every_place_of_a_ruling_is_there() -> None:
    """A file, a folder, or a name that something in the source has."""
    paths = list(BOT.rglob("*"))
    names = {path.stem for path in paths}
    for path in paths:
        if path.suffix == ".py":
            names.update(re.findall(r"\w+", path.read_text("utf-8")))
    places = [
        (number, re.split(r"[./]", place.removesuffix(".py"))) for number, _, told in ROWS for place in
        re.findall(r"`([^`]+)`", told)
    ]  # fmt: skip
    assert [(number, parts) for number, parts in places if not names.issuperset(parts)] == []
