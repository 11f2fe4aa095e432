"""The operator's guide stays true: its settings, metrics and log lines are there. Links and commands are tested with
those of the other guides, in `tests/test_readme_guides.py`."""

from __future__ import annotations

import re
from pathlib import Path

from bot.config import Settings
from bot.operating.instruments import READINGS, Instruments

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "bot").rglob("*.py"))


def first_cells(heading: str) -> list[str]:
    """The first column of the table with this heading, as words in backticks."""
    table = GUIDE.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def test_every_setting_is_explained() -> None:
    there = [f"MAGIC_MIRROR_{name.upper()}" for name in Settings.model_fields]
    assert sorted(first_cells("setting")) == sorted(there)
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^(MAGIC_MIRROR_\w+)=", example, re.MULTILINE)) == sorted(there)
    assert set(re.findall(r"MAGIC_MIRROR_\w+", GUIDE)) <= set(there)


def test_every_metric_is_explained() -> None:
    told = {re.sub("_info$", "", name) for name in first_cells("metric")}
    there = {one.name for one in Instruments().registry.collect() if one.name.startswith("magic_mirror_")}
    assert told == there | {f"magic_mirror_{name}" for name, _, _ in READINGS}


def test_every_address_and_every_line_of_the_log_is_there() -> None:
    assert all(f'web.get("{address}"' in SOURCE for address in first_cells("address"))
    assert [line for line in first_cells("line") if f'"{line}"' not in SOURCE] == []
