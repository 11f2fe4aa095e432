"""README and the guides are read like the Mirror's own sentences: none of them is long, in their tables neither.

Code, pictures, headings and what stands in brackets behind a link are no prose.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 20
"""Words in a sentence."""
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
END = re.compile(r"(?<=[.!?])[*)”]*\s+")
WORDS_MOST = {
    "README": 850,
    "docs/players": 2_900,
    "docs/hosts": 1_500,
    "docs/admins": 1_500,
    "docs/operators": 3_450,
    "docs/developers": 1_900,
}
"""So long a guide may be, tables and all: whoever needs it reads it."""


def read(guide: str) -> str:
    return (ROOT / f"{guide}.md").read_text(encoding="utf-8")


def prose(text: str) -> str:
    """What is left without blocks of code, and with the words of a link alone."""
    return LINK.sub(r"\1", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def sentences(text: str) -> list[str]:
    """The sentences of a guide; each entry of a list ends one."""
    told = re.sub(r"^(\||#|!).*$", "", prose(text), flags=re.MULTILINE)
    parts = re.split(r"\n\s*\n|\n(?=\s*- |\s*\d+\. )", told)
    return [one for part in parts for one in END.split(" ".join(part.split())) if one]


def sentences_of_tables(text: str) -> list[str]:
    """Those in the cells of its tables."""
    rows = re.findall(r"^\|(.*)\|$", prose(text), re.MULTILINE)
    cells = [cell for row in rows if "![" not in row for cell in row.split("|")]
    return [one for cell in cells for one in END.split(cell.strip()) if one]


def words(sentence: str) -> list[str]:
    return re.findall(r"\w[\w’'/-]*", sentence)


@pytest.mark.parametrize("guide", list(WORDS_MOST))
def test_no_sentence_of_a_guide_is_long(guide: str) -> None:
    found = sentences(read(guide))
    assert len(found) > 20
    assert [one for one in found if len(words(one)) > LONGEST] == []


@pytest.mark.parametrize("guide", list(WORDS_MOST))
def test_no_sentence_in_a_table_of_a_guide_is_long(guide: str) -> None:
    assert [one for one in sentences_of_tables(read(guide)) if len(words(one)) > LONGEST] == []


@pytest.mark.parametrize("guide", list(WORDS_MOST))
def test_a_guide_is_short(guide: str) -> None:
    assert len(words(read(guide))) <= WORDS_MOST[guide]


def test_every_guide_is_looked_at() -> None:
    assert {"README", *(f"docs/{path.stem}" for path in ROOT.glob("docs/*.md"))} == set(WORDS_MOST)
