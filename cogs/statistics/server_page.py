"""What was played in a server, and who plays it best. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.rulebook import DRAWN, Game
from bot.games import GAMES
from bot.matches.option_fields import casts_field
from bot.matches.ratings import GAMES_LEAST, Rating, is_by_sides
from bot.matches.records import ServerRecord
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Menu, MenuOption, Page, Panel, Shown, custom_id
from bot.ui.phone_pages import turns
from bot.ui.wording import Wording
from cogs.statistics.chart import Bar, BarsPicture
from cogs.statistics.person_page import named_or_plain, points, rating_lines
from cogs.statistics.text_page import TEXT, text_button

BOARD = "board"
CHOOSE = "choose"
"""In place of a game: it is chosen in a menu."""
ON_BOARD = 10
ROLE_SETS_MOST = 5

Place = tuple[int, Rating]
"""Who has it, and with which rating."""


def server_page(words: Wording, records: Mapping[str, ServerRecord]) -> Page:
    """Every game: how often it was played, which sides have won, and with which role sets; below them all their
    boards."""
    told = [_told(words, GAMES[name], record) for name, record in records.items()] or [words.say("stats.server.none")]
    won = [_won(words, GAMES[name], record) for name, record in records.items()]
    bars = _bars(words, records)
    text = ((text_button(custom_id(BOARD, TEXT), words),),) if bars else ()
    games = Panel(
        "\n".join((f"## {words.say('stats.server.title')}", *told)),
        (_boards(words, records), *text) if records else (),
        in_picture="\n".join(filter(None, won)),
    )
    return Page((games, Panel(words.say("stats.what_counts"))), tint=TINT, pictures=bars)


def board_page(
    words: Wording, game: Game, places: Sequence[Place], page: int, reader: int | None, own: Rating | None
) -> Page:  # fmt: skip
    """One page of the board of a game, the nearest there is to the wanted one; with the reader's own place."""
    pages = max(1, -(-len(places) // ON_BOARD))
    page = min(max(page, 0), pages - 1)
    kind = "sides" if is_by_sides(game) else "skill"
    lines = [f"## {words.say('board.title', game=game_title(words, game.name))}"]
    first = page * ON_BOARD
    lines += [_place_line(words, game, number, one) for number, one in enumerate(places, 1)][first:][:ON_BOARD]
    if not places:
        lines.append(words.say("board.none", count=GAMES_LEAST[is_by_sides(game)]))
    lines += ["", *_own_lines(words, game, places, reader, own), words.say(f"board.how.{kind}")]
    buttons = turns(words, page, pages, lambda there: custom_id(BOARD, game.name, there))
    return Page((Panel("\n".join(lines), (buttons,) if buttons else ()),), tint=TINT)


def _told(words: Wording, game: Game, record: ServerRecord) -> str:
    played = f"**{game_title(words, game.name)}** · {words.say('stats.server.games', count=record.games)}"
    return f"{played}\n{_role_sets(words, game, record)}"


def _won(words: Wording, game: Game, record: ServerRecord) -> str:
    """The sides that have won stand in the picture, where there is one."""
    if not game.sides:
        return ""
    sides = (words.say("stats.server.side", side=_side(words, game, one), wins=wins)
             for one, wins in record.sides.items())  # fmt: skip
    return f"**{game_title(words, game.name)}** · {words.say('stats.server.won', sides=', '.join(sides))}"


def _boards(words: Wording, records: Mapping[str, ServerRecord]) -> Menu:
    options = tuple(MenuOption(name, game_title(words, name), emoji="📈") for name in records)
    return Menu(custom_id(BOARD, CHOOSE), words.say("stats.board"), options)


def _role_sets(words: Wording, game: Game, record: ServerRecord) -> str:
    sets = list(record.role_sets.items())[:ROLE_SETS_MOST]
    played = (_role_set(words, game, name, None if len(record.role_sets) == 1 else count) for name, count in sets)
    key = "stats.server.role_sets" if casts_field(game.options) else "stats.server.role_sets.plain"
    return words.say(key, role_sets=", ".join(played))


def _role_set(words: Wording, game: Game, name: str, count: int | None) -> str:
    """Where there is but one, it was played as often as its game."""
    named = named_or_plain(words, "role_set", game, name)
    return named if count is None else f"{named} ({count})"


def _bars(words: Wording, records: Mapping[str, ServerRecord]) -> tuple[Shown, ...]:
    """How often each side has won, where there are sides."""
    bars = [
        Bar(f"{game_title(words, name)} · {_side(words, GAMES[name], side)}", wins, record.games)
        for name, record in records.items()
        if GAMES[name].sides
        for side, wins in record.sides.items()
    ]
    if not bars:
        return ()
    picture = BarsPicture(words.say("stats.bars.title"), tuple(bars))
    return (Shown(picture, picture.words(words)),)


def _side(words: Wording, game: Game, side: str) -> str:
    return words.say("stats.server.nobody") if side == DRAWN else named_or_plain(words, "side", game, side)


def _place_line(words: Wording, game: Game, number: int, place: Place) -> str:
    who, rating = place
    return words.say(
        "board.place", number=number, name=f"<@{who}>", value=points(game, rating), give=round(rating.give),
        count=rating.games,
    )  # fmt: skip


def _own_lines(
    words: Wording, game: Game, places: Sequence[Place], reader: int | None, own: Rating | None
) -> list[str]:
    place = next((number for number, (who, _) in enumerate(places, 1) if who == reader), None)
    if place is not None:
        return [words.say("board.own", place=place)]
    return rating_lines(words, game, own, own=True) if own is not None else []
