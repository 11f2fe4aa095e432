"""The same script over two trees of the project in turns, so that both meet the same machine.

A benchmark gives its figures as a table of name to number. With `--against FOLDER`, where another commit lies (`git
archive COMMIT | tar -x -C FOLDER`), it is run over that one and over this one as often as asked, one after the other,
each in a process of its own. Printed are the median and the range of both, and how many times less this one takes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import bot

HERE = Path(__file__).resolve().parents[2]
TREE = Path(next(iter(bot.__path__))).parent
"""The tree that this process measures."""
PAIRS = 5

Figures = dict[str, float]


def parser(about: str | None) -> argparse.ArgumentParser:
    """A parser that knows `--against` and `--pairs`."""
    made = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument(
        "--against", type=Path, metavar="FOLDER", help="another commit, to be measured in turns with this"
    )
    made.add_argument("--pairs", type=int, default=PAIRS)
    made.add_argument("--figures", action="store_true", help="print one run as JSON")
    return made


def run(asked: argparse.Namespace, measure: Callable[[], Figures]) -> None:
    """One run, or pairs of them, as asked."""
    if asked.figures:
        print(json.dumps(measure()))
    elif asked.against is None:
        for name, figure in measure().items():
            print(f"{name}: {figure:.2f}")
    else:
        _compare(asked.against, asked.pairs)


def _compare(other: Path, pairs: int) -> None:
    before, after = [], []
    for _ in range(pairs):
        before.append(_of_tree(other))
        after.append(_of_tree(HERE))
    for name in after[0]:
        there, here = [one[name] for one in before if name in one], [one[name] for one in after]
        ratio = f"{median(there) / median(here):.2f}" if there and median(here) else "-"
        print(f"{name}: {_told(there)} -> {_told(here)}, {ratio} times less")


def _of_tree(tree: Path) -> Figures:
    """What a run over this tree gives."""
    arguments = [sys.executable, *sys.orig_argv[1:], "--figures"]
    path = os.pathsep.join([str(tree), *filter(None, [os.environ.get("PYTHONPATH")])])
    run = subprocess.run(
        arguments, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
    )
    figures: Figures = json.loads(run.stdout.splitlines()[-1])
    return figures


def _told(figures: list[float]) -> str:
    if not figures:
        return "not there"
    return f"{median(figures):.2f} ({min(figures):.2f}-{max(figures):.2f})"
