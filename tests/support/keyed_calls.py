"""Calls in our sources that are given a key, as tests of wording want them: found once a process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


class KeyedCalls:
    """The calls in these folders that are given a key."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders

    def of(self, *names: str) -> Iterator[tuple[str, ast.Call]]:
        """Calls of these functions, each with its key."""
        return ((key, call) for name, key, call in _found_in(self._folders) if name in names)

    def keys(self, *names: str) -> list[str]:
        """The keys that these functions are given, each once."""
        return sorted({key for key, _ in self.of(*names)})


@cache
def _found_in(folders: tuple[Path, ...]) -> list[tuple[str, str, ast.Call]]:
    """Each with the name of its function, and its key: the first of its first two values that is a text."""
    found = []
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                keys = [part.value for part in node.args[:2] if isinstance(part, ast.Constant)]
                found += [(_name_of(node.func), key, node) for key in keys if isinstance(key, str)][:1]
    return found


def _name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
