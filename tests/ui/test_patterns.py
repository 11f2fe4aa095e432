"""No pattern over people's text goes back and tries again without end: each is fed what would make it."""

from __future__ import annotations

import ast
import importlib
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT_MOST = 4000
"""Characters of the longest message Discord lets anybody write."""
CPU_SECONDS_MOST = 30
"""Of the processor, for all texts fed to one pattern. An honest pattern needs less than two."""
OUR_OWN = {("bot.ui.wording", name) for name in ("_FILE", "_FORM", "_KEY", "_VARIANT")}
"""Patterns that read the names of our own files and keys, and never what somebody wrote."""
AT_ONCE = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


def sources() -> Iterator[tuple[str, Path]]:
    for package in ("bot", "cogs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def patterns() -> Iterator[tuple[str, str]]:
    """Module and name of every compiled pattern of the program."""
    for module, path in sources():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("re.compile("):
                yield from ((module, target.id) for target in node.targets if isinstance(target, ast.Name))


def worst_cases(pattern: str) -> Iterator[str]:
    """Long texts that nearly fit, made of what the pattern itself is about."""
    letters = sorted({letter for letter in pattern if not letter.isspace()} | set("a1 <>'\n"))
    pieces = [*letters, *map("".join, product(letters, repeat=2)), *re.split(r"[^\w]+", pattern)]
    for piece in sorted(set(filter(None, pieces))):
        body = (piece * TEXT_MOST)[: TEXT_MOST - 1]
        yield from (body, body + "!", body + "\x00")


def feed(module: str, name: str) -> None:
    """Runs in a process of its own, which the system ends when it has used up its time."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_MOST, CPU_SECONDS_MOST))
    pattern = getattr(importlib.import_module(module), name)
    for text in worst_cases(pattern.pattern):
        pattern.fullmatch(text)
        pattern.match(text)
        for _ in pattern.finditer(text):
            pass


PATTERNS = sorted(patterns())
OVER_PEOPLES_TEXT = [one for one in PATTERNS if one not in OUR_OWN]


def test_every_pattern_is_compiled_where_this_test_finds_it() -> None:
    loose = []
    for module, path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {f"re.{verb}" for verb in AT_ONCE}:
                loose.append(f"{module}:{node.lineno}")
        compiled = sum(ast.unparse(node) == "re.compile" for node in ast.walk(tree) if isinstance(node, ast.Attribute))
        found = sum(one == module for one, _ in PATTERNS)
        assert compiled == found, f"{module} compiles a pattern elsewhere than at its top"
    assert loose == []


@pytest.mark.parametrize(("module", "name"), OVER_PEOPLES_TEXT)
def test_no_text_makes_a_pattern_think_for_long(module: str, name: str) -> None:
    code = f"from tests.ui.test_patterns import feed; feed({module!r}, {name!r})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:] or f"ended by signal {-done.returncode}"


def test_a_pattern_that_thinks_for_long_is_found() -> None:
    code = (
        "import re, resource; resource.setrlimit(resource.RLIMIT_CPU, (2, 2));"
        "re.compile('(?:a+)+').fullmatch('a' * 4000 + '!')"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode < 0
