"""What the page begins with: the games one can play, and those one can go on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bot.engine.rulebook import Game, RoleSet
from bot.games import GAMES
from bot.matches.option_fields import casts_field
from bot.matches.snapshot import MatchSnapshot
from bot.store.matches import MatchRow
from bot.trying.eyes import games_to_look_back_at
from bot.trying.people import Person
from bot.trying.world import World
from bot.ui.balance_words import balance_about, balance_lines
from bot.ui.game_words import game_title
from bot.ui.option_words import named, set_label
from bot.ui.wording import Wording

PICTURES: Final = Path(__file__).parent / "page"


async def start_page(world: World, person: Person) -> dict[str, Any]:
    """The games in words of this Discord's language, and this person's games: those to go on with, and those over."""
    words = world.words
    return {
        "games": [_game(words, game) for game in GAMES.values()],
        "over": [_over(words, match) for match in await games_to_look_back_at(world, person)],
        "going": [_going(words, row) for row in reversed(await world.going(person))],
    }


def _game(words: Wording, game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game_title(words, game.name),
        "picture": picture_of(game.name, words.locale),
        "alt": words.say("try.games.picture", title=game_title(words, game.name)),
        "about": words.say(f"start.about.{game.name}"),
        "players": words.say("rules.seats", seats=_span(game.seats)),
        "length": words.say(f"start.length.{game.name}"),
        "taught": game.tutorial is not None,
        "sets_title": words.say("try.games.sets" if casts_field(game.options) else "try.games.sets.plain"),
        "sets_about": balance_about(words, game),
        "sets": [_role_set(words, game, role_set) for role_set in game.role_sets],
    }


def _role_set(words: Wording, game: Game, role_set: RoleSet) -> dict[str, Any]:
    """A built-in set, why one would play it, and how even its sides are; what the numbers are is said once for all."""
    return {
        "name": set_label(words, game, role_set.name),
        "help": named(words, "role_set", game, role_set.name, ".help") or "",
        "balance": balance_lines(words, game, role_set.name, role_set.options)[1:],
    }


def picture_of(game: str, locale: str) -> str | None:
    """The picture of a game, a file of the page; the English one where there is none with words of this language."""
    pictures = (f"{game}.{language}.webp" for language in (locale, "en"))
    return next((one for one in pictures if (PICTURES / one).is_file()), None)


def _span(seats: range) -> str:
    return str(seats.start) if len(seats) == 1 else f"{seats.start}–{seats.stop - 1}"


def _going(words: Wording, row: MatchRow) -> dict[str, Any]:
    return {
        "match": row.id,
        "title": _title(words, row),
        "since": row.created_ms,
    }


def _over(words: Wording, match: MatchSnapshot) -> dict[str, Any]:
    """`names` are the people's, by the ids that stand in what was said."""
    names = {str(row.user_id): row.name for row in match.seats.values() if row.user_id is not None}
    return {"match": match.id, "title": _title(words, match.row), "seats": list(match.names().items()), "names": names}


def _title(words: Wording, row: MatchRow) -> str:
    return words.say("try.games.table", title=game_title(words, row.game), table=row.id)
