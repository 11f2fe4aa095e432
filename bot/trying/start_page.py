"""What the page begins with: the games one can play, and those one can go on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.store.matches import MatchRow
from bot.trying.people import Person
from bot.trying.world import World
from bot.ui.game_words import game_title
from bot.ui.wording import Wording

PICTURES: Final = Path(__file__).parent / "page"


async def start_page(world: World, person: Person) -> dict[str, Any]:
    """The games in words of this Discord's language, and the games of this person that are not over."""
    words = world.words
    return {
        "games": [_game(words, game) for game in GAMES.values()],
        "going": [_going(words, row) for row in reversed(await world.going(person))],
    }


def _game(words: Wording, game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game_title(words, game.name),
        "picture": picture_of(game.name, words.locale),
        "about": words.say(f"start.about.{game.name}"),
        "players": words.say("rules.seats", seats=_span(game.seats)),
        "length": words.say(f"start.length.{game.name}"),
    }


def picture_of(game: str, locale: str) -> str:
    """The picture of a game, a file of the page; the English one where there is none with words of this language."""
    own = f"{game}.{locale}.webp"
    return own if (PICTURES / own).is_file() else f"{game}.en.webp"


def _span(seats: range) -> str:
    return str(seats.start) if len(seats) == 1 else f"{seats.start}–{seats.stop - 1}"


def _going(words: Wording, row: MatchRow) -> dict[str, Any]:
    return {
        "match": row.id,
        "title": words.say("try.games.table", title=game_title(words, row.game), table=row.id),
        "since": row.created_ms,
    }
