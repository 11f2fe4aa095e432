"""README and the guides in `docs/` stay true: what they name exists, and what exists is named in one of them."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandType, app_commands
from support.waiting import patiently
from typer.main import get_command

from bot.cli import app
from bot.client import Mirror
from bot.store.database import Store

ROOT = Path(__file__).resolve().parent.parent
GUIDES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))}
EVERYTHING = "\n".join(GUIDES.values())
GUIDE_OF = {"settings": "admins", "roleset": "admins", "table": "hosts", "bar": "hosts", "mafia": "hosts"}
"""In which guide a group of commands is told; all others are told to players."""
PROGRAMS = {
    "cp",
    "chmod",
    "sudo",
    "tee",
    "journalctl",
    "docker",
    "python3",
    "pip",
    "python",
    "magic-mirror",
    "systemctl",
}
"""What a reader of the guides can be expected to have."""


def anchors(text: str) -> set[str]:
    """The headings of a page as a link names them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def links() -> Iterator[Any]:
    for page, text in GUIDES.items():
        for target in sorted(set(re.findall(r"\]\(([^)]+)\)", text))):
            yield pytest.param(page, target, id=f"{page.name}-{target}")


@pytest.mark.parametrize(("page", "target"), list(links()))
def test_every_link_leads_somewhere(page: Path, target: str) -> None:
    place, _, heading = target.partition("#")
    there = (page.parent / place).resolve() if place else page
    assert there.exists()
    assert not heading or heading in anchors(GUIDES[there])


def test_the_readme_leads_to_every_guide() -> None:
    text = GUIDES[ROOT / "README.md"]
    assert [path.name for path in GUIDES if path.parent == ROOT / "docs" and f"(docs/{path.name})" not in text] == []


def test_nothing_takes_more_than_eight_steps_to_add() -> None:
    chapters = GUIDES[ROOT / "docs" / "developers.md"].split("\n## Adding a ")[1:]
    steps = {chapter.split("\n")[0]: re.findall(r"^(\d)\. ", chapter.split("\n## ")[0], re.M) for chapter in chapters}
    assert set(steps) == {"role", "bonus card", "Fable or Friend", "game", "language"}
    assert all(len(numbers) in range(3, 9) for numbers in steps.values()), steps


# -- slash commands ----------------------------------------------------------------------------------------------------


def told_in(guide: str) -> list[str]:
    """The slash commands in the first column of its tables."""
    cells = re.findall(r"^\| ([^|]+) \|", GUIDES[ROOT / "docs" / f"{guide}.md"], re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`/([a-z_ ]+)`", cell)]


async def test_every_slash_command_is_told_in_the_guide_it_belongs_to(tmp_path: Path) -> None:
    """Exactly once in a table there; and whatever a guide names is a command."""
    store = await Store.open(tmp_path / "mirror.db")
    mirror = Mirror(store, shard_count=1)
    try:
        async with patiently(mirror):
            known = [one for one in mirror.tree.walk_commands() if not isinstance(one, app_commands.Group)]
            names = [one.qualified_name for one in known]
            menus = [str(one.name) for one in mirror.tree.get_commands(type=AppCommandType.user)]
            groups = {one.qualified_name for one in mirror.tree.get_commands() if isinstance(one, app_commands.Group)}
    finally:
        await store.close()
    told = Counter((guide, name) for guide in ("players", "hosts", "admins") for name in told_in(guide))
    assert told == Counter((GUIDE_OF.get(name.split()[0], "players"), name) for name in names)
    named = {name.strip() for name in re.findall(r"`/([a-z_ ]+?)(?: [a-z_]+:)?`", EVERYTHING)}
    assert [menu for menu in menus if f"**{menu}**" not in GUIDES[ROOT / "docs" / "players.md"]] == []
    assert named - set(names) - groups <= {"live", "ready", "metrics"}, "the addresses of the operators' guide"


@pytest.mark.parametrize("guide", ["players", "hosts", "admins"])
def test_every_button_is_called_as_it_is(guide: str) -> None:
    """Words in bold are Discord's or the bot's own; those with a full stop begin a paragraph."""
    spans = re.findall(r"\*\*([^*]+)\*\*", GUIDES[ROOT / "docs" / f"{guide}.md"])
    bold = [name for name in spans if "." not in name]
    said = "\n".join(
        path.read_text("utf-8") for folder in ("bot", "cogs") for path in ROOT.glob(f"{folder}/**/*.en.po")
    )
    assert [name for name in bold if re.sub(r"^\W+ ", "", " ".join(name.split())) not in said] == []


# -- the command line --------------------------------------------------------------------------------------------------


def calls() -> list[str]:
    """Every call of the command line: those in blocks, and those in the text."""
    found = re.findall(r"magic-mirror ((?:[a-z]|--)[^`|\n&]*)", EVERYTHING)
    return sorted({call.strip() for call in found})


def leaves(command: Any, before: str = "") -> Iterator[str]:
    for name, part in command.commands.items():
        yield from leaves(part, f"{before}{name} ") if hasattr(part, "commands") else (f"{before}{name}",)


@pytest.mark.parametrize("call", calls())
def test_every_command_exists(call: str) -> None:
    words = shlex.split(call)
    command: Any = get_command(app)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    assert not words or not getattr(command, "commands", {}), f"{words} is no command"
    options = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {word for word in words if word.startswith("-")} <= options
    arguments = [
        word for before, word in zip(["", *words], words, strict=False) if word.isupper() and before[:1] != "-"
    ]
    assert len(arguments) <= sum(parameter.param_type_name == "argument" for parameter in command.params)


def test_every_command_of_the_command_line_is_named() -> None:
    missing = [name for name in leaves(get_command(app)) if not any(call.startswith(name) for call in calls())]
    assert missing == []


# -- what is typed and what is opened ----------------------------------------------------------------------------------


def typed() -> list[str]:
    """Each single command of the blocks, without what it hands on to."""
    lines = "\n".join(re.findall(r"```sh\n(.*?)\n```", EVERYTHING, re.DOTALL)).splitlines()
    return sorted({part.strip() for line in lines for part in re.split(r"&&|\|", line)})


@pytest.mark.parametrize("command", typed())
def test_every_block_can_be_typed(command: str) -> None:
    """The programs are usual ones, and the files, extras and services there are."""
    words = shlex.split(command)
    assert Path(words[0]).name in PROGRAMS
    assert all((ROOT / word).exists() for word in words if word in {"constraints.txt", ".env.example"})
    for extra in [one for several in re.findall(r"\.\[([\w,]+)\]", command) for one in several.split(",")]:
        assert extra in metadata("magic-mirror").get_all("Provides-Extra", [])
    if words[:3] == ["docker", "compose", "run"]:
        assert f"  {words[4]}:" in (ROOT / "compose.yaml").read_text(encoding="utf-8")


def paths() -> list[str]:
    """Every path of the tree that a guide names, and every shelf of tests it runs."""
    spans = re.findall(r"`([^`\n]+)`", EVERYTHING)
    words = [word for span in spans for word in span.split()]
    return sorted(
        {word.split("=")[-1] for word in words if re.search(r"(?<![\w.])(bot|cogs|tests|docs|migrations|\.ci)/", word)}
    )


@pytest.mark.parametrize("path", paths())
def test_every_path_is_there(path: str) -> None:
    assert any(ROOT.glob(re.sub(r"<\w+>", "*", path)))
