"""The README stays true: its commands exist, and what exists stands in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from discord import app_commands
from typer.main import get_command
from waiting import patiently

from bot.cli import app
from bot.store.database import Store
from bot.ui.mirror import Mirror

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


async def test_every_slash_command_is_in_the_readme(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "mirror.db")
    mirror = Mirror(store, shard_count=1)
    try:
        async with patiently(mirror):
            for command in mirror.tree.walk_commands():
                if isinstance(command, app_commands.Group):
                    continue
                group, _, name = command.qualified_name.rpartition(" ")
                named = f"`/{command.qualified_name}`" in README or (f"`/{group} " in README and f"`{name}`" in README)
                assert named, f"/{command.qualified_name} is not in the README"
    finally:
        await store.close()


def test_every_command_of_the_command_line_is_in_the_readme() -> None:
    for name in get_command(app).commands:  # type: ignore[attr-defined]
        assert re.search(rf"`magic-mirror {name}\b", README), f"magic-mirror {name} is not in the README"


def test_ci_runs_the_command_of_the_readme() -> None:
    commands = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_link_of_the_readme_leads_somewhere(target: str) -> None:
    assert (ROOT / target).exists()
