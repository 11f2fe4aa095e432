"""The Dockerfile and compose.yaml stay true: what they name is there, and what they copy is enough to run.

No image is built here: that needs Docker and the network.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.sizes import size
from support.waiting import PATIENCE_S
from typer.main import get_command

from bot.cli import app
from bot.config import Settings

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STEPS = [
    line.split(maxsplit=1) for line in re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines() if line and line[0] not in "# "
]
"""Instruction and arguments, in order."""
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COMMAND = (["--version"], ["db", "upgrade"])[size(0, full=1)]
ADDED = {"PATH", "PYTHONUNBUFFERED"}
"""What the image sets besides the bot's own settings."""


def arguments_of(instruction: str) -> list[str]:
    return [rest for name, rest in STEPS if name == instruction]


def copied() -> list[str]:
    """What is copied from here into the build."""
    return [name for line in arguments_of("COPY") if "--from" not in line for name in line.split()[:-1]]


def test_it_is_built_with_a_python_this_project_is_for_and_installed_as_pinned() -> None:
    images = {line.split()[0] for line in arguments_of("FROM")}
    [image] = images
    major, minor = re.fullmatch(r"python:(\d+)\.(\d+)-slim", image).groups()  # type: ignore[union-attr]
    least = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))
    assert (int(major), int(minor)) >= least
    [install] = [line for line in arguments_of("RUN") if "pip install" in line]
    assert "-c constraints.txt" in install
    [extras] = re.findall(r"'\.\[(.*)\]'", install)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])


def test_it_has_the_library_that_names_from_right_to_left_need() -> None:
    """Pillow loads FriBiDi from the machine, and a slim image has none."""
    last = max(place for place, (name, _) in enumerate(STEPS) if name == "FROM")
    assert any(name == "RUN" and "libfribidi0" in rest for name, rest in STEPS[last:])


def test_it_runs_as_nobody_in_particular_and_keeps_one_volume() -> None:
    assert int(arguments_of("USER")[-1]) > 0
    assert arguments_of("VOLUME") == arguments_of("WORKDIR")[-1:] == ["/data"]
    command = [*yaml.safe_load(arguments_of("ENTRYPOINT")[0]), *yaml.safe_load(arguments_of("CMD")[0])]
    assert command[0] in PROJECT["scripts"]
    assert command[1] in get_command(app).commands  # type: ignore[attr-defined]


def test_its_settings_exist() -> None:
    fields = {f"MAGIC_MIRROR_{name.upper()}" for name in Settings.model_fields}
    named = {pair.split("=")[0] for pair in shlex.split(arguments_of("ENV")[0])}
    assert named - ADDED <= fields
    services = COMPOSE["services"]
    assert set(services["mirror"]["environment"]) <= fields
    [port] = re.findall(r"http://127\.0\.0\.1:(\d+)/live", DOCKERFILE)
    assert f"MAGIC_MIRROR_HEALTH={port}" in DOCKERFILE
    assert services["mirror"]["environment"]["MAGIC_MIRROR_HEALTH"] == port


def test_compose_gives_it_no_more_than_it_needs() -> None:
    bot, server = COMPOSE["services"]["mirror"], COMPOSE["services"]["postgres"]
    assert (bot["read_only"], bot["cap_drop"], bot["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    assert bot["volumes"] == ["data:/data"]
    assert "ports" not in bot
    assert "ports" not in server
    assert server["profiles"] == ["postgres"]
    used = {volume.split(":")[0] for service in (bot, server) for volume in service["volumes"]}
    assert used == set(COMPOSE["volumes"])


def test_no_secret_goes_into_the_build() -> None:
    kept = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] not in "#"]
    assert kept[0] == "*"
    assert {line[1:] for line in kept if line[0] == "!"} == set(copied())
    assert not {name for name in copied() if "env" in name or name in (".", "./")}


@pytest.mark.full_size
@pytest.mark.skipif(os.name != "posix", reason="a container runs Linux")
def test_what_is_copied_is_enough(tmp_path: Path) -> None:
    """In a fresh tree, with its data elsewhere: to start, and at the full size to make a database."""
    tree, data = tmp_path / "tree", tmp_path / "data"
    data.mkdir()
    tree.mkdir()
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name)
        else:
            shutil.copy2(ROOT / name, tree)
    code = "import bot.cli, sys; sys.stderr.write(bot.__file__); bot.cli.main()"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, *COMMAND], capture_output=True, text=True, timeout=PATIENCE_S,
        check=False, cwd=data, env={"PATH": os.environ["PATH"], "PYTHONPATH": str(tree)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, str(tree / "bot" / "__init__.py")), "it was run from there"
    assert (PROJECT["version"] if COMMAND == ["--version"] else "The database is at revision") in done.stdout
