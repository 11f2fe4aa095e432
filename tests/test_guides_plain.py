"""The guides for players and hosts are read like the Mirror's own sentences: none of their prose is long.

Code, tables, pictures and what stands in brackets behind a link are no prose.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 20
"""Words in a sentence."""
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


def sentences(text: str) -> list[str]:
    """The prose of a guide, sentence by sentence; each entry of a list ends one."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    prose = re.sub(r"^(\||#|!\[).*$", "", prose, flags=re.MULTILINE)
    prose = LINK.sub(r"\1", prose)
    parts = re.split(r"\n\s*\n|\n(?=\s*- |\s*\d+\. )", prose)
    ends = re.compile(r"(?<=[.!?])[*)”]*\s+")
    return [one for part in parts for one in ends.split(" ".join(part.split())) if one]


@pytest.mark.parametrize("guide", ["players", "hosts"])
def test_no_sentence_of_a_guide_is_long(guide: str) -> None:
    text = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
    assert len(sentences(text)) > 60
    assert [one for one in sentences(text) if len(re.findall(r"\w[\w’'/-]*", one)) > LONGEST] == []
