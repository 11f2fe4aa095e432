"""How high every kind of message is on a phone 390 pixels wide, drawn by Chromium with the page of `magic-mirror try`.

    python tests/benchmarks/heights.py [GAME | SCENE ...] [--language de] [--games 2] [--all] [--pictures FOLDER]

Two sources. Of each game whole games of normal players with long names, at the largest tables: the opening, the news
with the board, letters, My seat, what a substitute gets, every page of Text, the end. And scenes of the running bot on
a simulated Discord: lobbies, options, the master's desk, statistics and whatever else commands and buttons show. Of
each kind the highest message stands in the table, with its moment; those that no phone shows whole are marked. It needs
the extra `test`, and Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE), str(TREE / "tests"), str(TREE / "tests/discord")]

from benchmarks.height_scenes import SCENES, speaking  # noqa: E402
from support.drawn_once import drawn_in_full  # noqa: E402
from support.messages_in_chromium import Drawable, Phone, of_page, phone  # noqa: E402
from support.pages_of_games import FACES, words_of  # noqa: E402
from support.phone import SCREEN, page_height  # noqa: E402
from support.seen_pages import TOLD, names, play, seen_besides, seen_now  # noqa: E402

from bot.engine.announcements import SPECTATOR  # noqa: E402
from bot.engine.chance import SealedChance  # noqa: E402
from bot.engine.match import Match  # noqa: E402
from bot.games import GAMES  # noqa: E402
from bot.ui.panels import Page  # noqa: E402
from bot.ui.wording import Wording  # noqa: E402

TABLES = {
    "village": [("everything", 20), ("enchanted", 20), ("everything", 12)],
    "mafia": [("club", 20), ("sport", 10)],
    "name_duel": [("classic", 2), ("long", 2)],
    "grimm_forest": [("advanced", 4), ("advanced", 3), ("beginner", 2)],
    "trumplestiltskin": [("classic", 5), ("long_game", 4), ("classic", 3)],
}
PACE = 20
"""So many answers lie between two looks at what every seat sees."""
DRAWN = 12
"""Of each kind of page so many are drawn, the highest by a reckoning."""
ALONE = ("seat", "text")
"""Pages that one person alone sees, where a line of the message says so."""
KINDS = ("news", "seat", "letter", "text", "substitute", "verdict")
"""How the moments of pages begin."""


class Window:
    """Where messages are drawn, and what was measured there: of each kind the highest message."""

    def __init__(self, phone: Phone, folder: Path | None) -> None:
        self._phone = phone
        self._folder = folder
        self.measured: dict[str, list[tuple[int, str]]] = defaultdict(list)

    async def measure(self, kind: str, moment: str, one: Drawable) -> None:
        height = await self._phone.height(one)
        self.measured[kind].append((height, moment))
        if self._folder is not None:
            name = re.sub(r"\W+", "-", kind)
            await self._phone.photograph(self._folder / f"{height:04} {name} {len(self.measured[kind])}.png")

    def table(self, most: int) -> Iterator[str]:
        """The highest messages of each kind, the highest kind first."""
        for kind, found in sorted(self.measured.items(), key=lambda one: max(one[1]), reverse=True):
            for height, moment in sorted(found, reverse=True)[:most]:
                mark = " (above a screen)" if height > SCREEN else ""
                yield f"| {height}{mark} | {kind} | {moment} |"


def pages(game: str, role_set: str, seats: int, words: Wording, seed: int) -> Iterator[tuple[str, Page]]:
    """What people see of a game of normal players, each page with its moment."""
    options = next(one.options for one in GAMES[game].role_sets if one.name == role_set)
    match = Match.start(GAMES[game], options, seats, SealedChance(f"high{seed}"), record=True)
    everybody = range(1, seats + 1)
    yield from seen_now(match, words, 0, everybody, "at first", None)
    yield from seen_besides(match, words, everybody, "at first")
    said = match.announced
    for number in play(match, Random(seed)):
        if match.outcome is not None:
            break
        looks = everybody if number % PACE == 0 else ()
        if looks or is_told(match, said):
            yield from seen_now(match, words, said, looks, f"after {number}", TOLD)
            said = match.announced
        if looks:
            yield from seen_besides(match, words, everybody[:2], f"after {number}")
    yield from seen_now(match, words, said, everybody, "at the end", TOLD)
    yield from seen_besides(match, words, everybody, "at the end")


def is_told(match: Match, said: int) -> bool:
    """Whether there is something new above the board."""
    news = match.announcements_for(SPECTATOR, since=said)
    return any(one.is_public and not FACES[match.game.name].is_quiet(one) for one in news)


def highest(game: str, role_set: str, seats: int, words: Wording, games: int) -> dict[str, dict[str, Page]]:
    """Of each kind of page the highest by a reckoning, each with its moment."""
    found: dict[str, dict[str, Page]] = defaultdict(dict)
    for seed in range(games):
        for when, page in pages(game, role_set, seats, words, seed):
            kind = next(one for one in KINDS if when.startswith(one))
            found["opening" if kind == "news" and when.endswith("at first") else kind][f"{when} of game {seed}"] = page
    for kind, kept in found.items():
        rarest = {page: when for when, page in sorted(kept.items(), key=lambda one: page_height(one[1]))[-DRAWN:]}
        found[kind] = {when: page for page, when in rarest.items()}
    return found


async def games_of(game: str, language: str, games: int, window: Window) -> None:
    words = words_of(language)
    for role_set, seats in TABLES[game]:
        found = await asyncio.to_thread(highest, game, role_set, seats, words, games)
        called = {str(100 + seat): name for seat, name in enumerate(names(words), start=1)}
        for kind, kept in found.items():
            for moment, page in kept.items():
                drawable = of_page(page, called, alone=kind in ALONE)
                await window.measure(f"{game} {role_set} {seats}: {kind}", moment, drawable)


async def scene_of(scene: str, language: str, window: Window) -> None:
    kept: dict[str, Drawable] = {}
    with TemporaryDirectory() as folder, speaking(language), drawn_in_full():
        await SCENES[scene](Path(folder), kept)
    for one in kept.values():
        await window.measure(scene, beginning(one), one)


def beginning(one: Drawable) -> str:
    """The first words of a message."""
    told = re.findall(r'"content": "([^"]+)"', json.dumps(one.message, ensure_ascii=False))
    return " ".join(" ".join(told).replace("\\n", " ").split()[:8])


async def main(asked: argparse.Namespace) -> None:
    async with phone(asked.language) as opened:
        window = Window(opened, asked.pictures)
        for name in asked.names or (*TABLES, *SCENES):
            if name in TABLES:
                await games_of(name, asked.language, asked.games, window)
            else:
                await scene_of(name, asked.language, window)
    print("| pixels | kind | moment |\n|---|---|---|")
    print("\n".join(window.table(asked.most)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME | SCENE", choices=[[], *TABLES, *SCENES])
    parser.add_argument("--language", default="en")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--most", type=int, default=1, help="messages of each kind that are listed")
    parser.add_argument("--pictures", type=Path, help="an existing folder, for a picture of every message")
    asyncio.run(main(parser.parse_args()))
