"""What a hand of playing cards costs as a picture and as a line of emojis: CPU time and bytes of its message.

    python tests/benchmarks/hands.py; interleaved pairs in one process, median and range

Every picture is drawn and encoded, since nearly every hand of a game is a new one; fonts and sprites are read before.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from language.any_game import play_at_random
from support.pages_of_games import FACES, snapshot, words_of

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.matches.snapshot import MatchSnapshot
from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.emojis.signs import all_signs
from bot.ui.pages import outgoing
from bot.ui.pictures.art import Art
from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.sign import emoji_name
from bot.ui.stage.seat_pages import SeatPages

PAIRS = 7
HANDS = 40
WORDS = words_of("en")
ART = Art()


def hands() -> list[MatchSnapshot]:
    """Moments of one game at which no two pictures of the hand are the same: none is drawn once for both."""
    rules = GAMES["trumplestiltskin"]
    match = Match.start(rules, rules.options(), 4, SealedChance("hands"), record=True)
    found: dict[object, MatchSnapshot] = {}
    for _ in play_at_random(match, Random(1)):
        moment = snapshot(match)
        found |= {one.picture: moment for one in SeatPages(FACES).pictures(moment, 1, WORDS)}
        if len(found) >= HANDS:
            break
    return list(found.values())


async def cost(pages: SeatPages, gallery: Gallery, shown: list[MatchSnapshot]) -> tuple[float, int]:
    """CPU milliseconds of a hand, and bytes of its message with what is uploaded."""
    began, size = time.process_time(), 0
    for match in shown:
        message = await outgoing(gallery, pages.seat(match, 1, WORDS))
        size += len(json.dumps(message.view.to_components()))
        size += sum(len(make().fp.read()) for make in message.files)
    return (time.process_time() - began) * 1000 / len(shown), size // len(shown)


async def main() -> None:
    shelf, signs = EmojiShelf(), all_signs(FACES.values(), WORDS)
    shelf.stock(signs, {emoji_name(sign): 1_400_000_000_000_000_000 + number for number, sign in enumerate(signs)})
    shown = hands()
    ways = {"picture": SeatPages(FACES), "emojis": SeatPages(FACES, shelf)}
    found: dict[str, list[tuple[float, int]]] = {way: [] for way in ways}
    for number in range(PAIRS + 1):
        for way, pages in ways.items():
            gallery = Gallery(art=ART)
            measured = await cost(pages, gallery, shown)
            gallery.close()
            if number:  # the first pair reads fonts and catalogues
                found[way].append(measured)
    for way, measures in found.items():
        took = [ms for ms, _ in measures]
        print(f"{way:8} {median(took):6.2f} ms CPU ({min(took):.2f}-{max(took):.2f})  {measures[0][1]:7,} bytes")


if __name__ == "__main__":
    asyncio.run(main())
