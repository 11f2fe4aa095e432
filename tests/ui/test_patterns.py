"""No pattern over people's text goes back and tries again without end: each is fed what would make it."""

from __future__ import annotations

import ast
import importlib
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT_MOST = 4000
"""Characters of the longest message Discord lets anybody write."""
CPU_SECONDS_MOST = 30
"""Of the processor, for all texts fed to one pattern. An honest pattern needs less than two."""
ENDLESS = re.compile(r"(?:a+)+")
"""Tries every way of cutting a row of letters before it gives up."""
HERE = "tests.ui.test_patterns"
OUR_OWN = {("bot.ui.wording", name) for name in ("_FILE", "_FORM", "_KEY", "_VARIANT")}
"""Patterns that read the names of our own files and keys, and never what somebody wrote."""
AT_ONCE = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


def sources() -> Iterator[tuple[str, str]]:
    """Every module that knows of patterns, and its source."""
    for package in ("bot", "cogs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            source = path.read_text(encoding="utf-8")
            if "import re\n" in source or "from re " in source:
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), source


def patterns() -> Iterator[tuple[str, str]]:
    """Module and name of every compiled pattern of the program."""
    for module, source in sources():
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("re.compile("):
                yield from ((module, target.id) for target in node.targets if isinstance(target, ast.Name))


def worst_cases(pattern: str) -> Iterator[str]:
    """Long texts that nearly fit, made of what the pattern itself is about."""
    letters = sorted({letter for letter in pattern if not letter.isspace()} | set("a1 <>'\n"))
    pieces = [*letters, *map("".join, product(letters, repeat=2)), *re.split(r"[^\w]+", pattern)]
    for piece in sorted(set(filter(None, pieces))):
        body = (piece * TEXT_MOST)[: (TEXT_MOST // 2 if len(piece) == 2 else TEXT_MOST) - 1]
        yield from (body, body + "\x00")


def feed(patterns: Iterable[tuple[str, str]], seconds_most: int = CPU_SECONDS_MOST) -> None:
    """Runs in a process of its own. It names each pattern, and the system ends it when one has used up its time."""
    for module, name in patterns:
        print(module, name, flush=True)
        pattern = getattr(importlib.import_module(module), name)
        end_after(seconds_most)
        for text in worst_cases(pattern.pattern):
            pattern.fullmatch(text)
            pattern.match(text)
            for _ in pattern.finditer(text):
                pass


def end_after(seconds: int) -> None:
    """Let the system end this process when it has used so many more seconds of the processor."""
    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, hardest))


def fed(work: str) -> subprocess.CompletedProcess[str]:
    """What became of the process that was to do this work."""
    code = f"from {HERE} import feed; {work}"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


PATTERNS = sorted(patterns())
OVER_PEOPLES_TEXT = [one for one in PATTERNS if one not in OUR_OWN]


def test_every_pattern_is_compiled_where_this_test_finds_it() -> None:
    loose = []
    for module, source in sources():
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {f"re.{verb}" for verb in AT_ONCE}:
                loose.append(f"{module}:{node.lineno}")
        compiled = sum(ast.unparse(node) == "re.compile" for node in ast.walk(tree) if isinstance(node, ast.Attribute))
        found = sum(one == module for one, _ in PATTERNS)
        assert compiled == found, f"{module} compiles a pattern elsewhere than at its top"
    assert loose == []


def test_no_text_makes_a_pattern_think_for_long() -> None:
    done = fed(f"feed({OVER_PEOPLES_TEXT!r})")
    assert done.returncode == 0, done.stderr[-500:] or f"{done.stdout.splitlines()[-1]} thinks for long"
    assert len(done.stdout.splitlines()) == len(OVER_PEOPLES_TEXT)


def test_a_pattern_that_thinks_for_long_is_found() -> None:
    done = fed(f"feed([({HERE!r}, 'ENDLESS')], 0)")
    assert done.returncode < 0
    assert done.stdout.split() == [HERE, "ENDLESS"]
