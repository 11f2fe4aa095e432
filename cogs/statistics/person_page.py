"""What somebody has played in a server: all games at one look, and each by itself. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.option_fields import casts_field
from bot.matches.ratings import GAMES_LEAST, USUAL, Rating, is_by_sides
from bot.matches.records import GameRecord, Record
from bot.ui.game_words import game_title
from bot.ui.option_words import harmless, named
from bot.ui.panels import TINT, Button, Page, Panel, Shown, custom_id
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, label
from cogs.statistics.chart import Bar, BarsPicture, course_picture
from cogs.statistics.text_page import TEXT, text_button

STATS = "stats"
UNCOUNT = "uncount"
ALL_GAMES = "-"
ON_ROW = 5
ROLES_MOST = 12
BARS_MOST = 8


@dataclass(frozen=True)
class Whose:
    """Whose games are shown, and to whom.

    own      whether it is the reader themselves
    counted  whether this person is counted; only they are told
    """

    user_id: int
    name: str
    own: bool
    counted: bool = True


def person_page(words: Wording, who: Whose, records: Mapping[str, GameRecord], deeds: Sequence[str] = ()) -> Page:
    """A line for each game, and a button for more of it; and their deeds."""
    lines = [_title(words, who)]
    lines += [_game_line(words, game, record) for game, record in records.items()]
    left_out = who.own and not who.counted
    if not records and not left_out:  # to those it promises a game that counts
        lines.append(words.say("stats.none.own" if who.own else "stats.none"))
    if deeds:
        lines += ["", words.say("stats.deeds"), *(words.say(f"deed.{deed}") for deed in deeds), ""]
    lines.append(words.say("stats.uncounted" if left_out else "stats.what_counts"))
    games = [_button(words, who, game) for game in records]
    rows = [tuple(games[first:][:ON_ROW]) for first in range(0, len(games), ON_ROW)]
    bars = _bars(words, {game_title(words, game): record.all for game, record in records.items()})
    below = (*(_own_buttons(words, who) if who.own else ()), *_text(words, who, ALL_GAMES, bars))
    rows += [below] if below else []
    return Page((Panel("\n".join(lines), tuple(rows)),), tint=TINT, pictures=bars)


def game_page(words: Wording, who: Whose, game: Game, record: GameRecord, course: Sequence[Rating]) -> Page:
    """One game of somebody: by side, by role, by role set, and how well they play it. `course`: their rating after each
    game."""
    rating = course[-1] if course else None
    lines = [_title(words, who), _game_line(words, game.name, record)]
    if rating is not None:
        lines += ["", *rating_lines(words, game, rating, own=who.own)]
    for kind, records in (("side", record.sides), ("role", record.roles), ("role_set", record.role_sets)):
        if records:
            twin = ".plain" if kind == "role_set" and not casts_field(game.options) else ""
            lines += ["", words.say(f"stats.by.{kind}{twin}")]
            lines += [_part_line(words, game, kind, name, one) for name, one in list(records.items())[:ROLES_MOST]]
    back = Button(custom_id(STATS, who.user_id, ALL_GAMES), words.say("stats.back"), emoji="◀️")
    parts = record.roles or record.role_sets
    kind = "role" if record.roles else "role_set"
    bars = _bars(words, {named_or_plain(words, kind, game, name): one for name, one in parts.items()})
    pictures = (*_course(words, game, course), *bars)
    below = (back, *_text(words, who, game.name, pictures))
    return Page((Panel("\n".join(lines), (below,)),), tint=TINT, pictures=pictures)


def rating_lines(words: Wording, game: Game, rating: Rating, *, own: bool) -> list[str]:
    """How well somebody plays, how far off that may be, and how many games are missing for a place on the board."""
    left = GAMES_LEAST[is_by_sides(game)] - rating.games
    lines = [words.say(f"stats.rating.{_kind(game)}", value=points(game, rating), give=round(rating.give))]
    if own and left > 0:
        lines.append(words.say("stats.rating.more", count=left))
    return lines


def points(game: Game, rating: Rating) -> str:
    """The number of a rating; with its sign where it is a difference."""
    value = round(rating.value)
    return f"{value:+d}".replace("-", "−") if is_by_sides(game) else str(value)


def uncount_page(words: Wording) -> Page:
    """Asked before somebody's games lose their name for good."""
    yes = Button(custom_id(UNCOUNT, "yes"), words.say("stats.uncount.yes"), "danger")
    return Page((Panel(words.say("stats.uncount.ask"), ((yes, no_button(words)),)),), tint=TINT)


def named_or_plain(words: Wording, kind: str, game: Game, name: str) -> str:
    """A side, role or role set in words; a role set of the server's own as people have called it."""
    return named(words, kind, game, name) or harmless(name)


def _bars(words: Wording, records: Mapping[str, Record]) -> tuple[Shown, ...]:
    """How many were won of each; nothing where nothing was played."""
    bars = [Bar(label(name), one.won, one.games) for name, one in list(records.items())[:BARS_MOST]]
    if not bars:
        return ()
    picture = BarsPicture(words.say("stats.bars.title"), tuple(bars))
    return (Shown(picture, picture.words(words)),)


def _course(words: Wording, game: Game, course: Sequence[Rating]) -> tuple[Shown, ...]:
    usual = 0 if is_by_sides(game) else USUAL
    values = [(one.value, one.give) for one in course]
    picture = course_picture(words.say("stats.course.title"), values, usual)
    return () if picture is None else (Shown(picture, picture.words(words)),)


def _kind(game: Game) -> str:
    return "sides" if is_by_sides(game) else "skill"


def _title(words: Wording, who: Whose) -> str:
    return f"## {words.say('stats.title.own') if who.own else words.say('stats.title', name=who.name)}"


def _game_line(words: Wording, game: str, record: GameRecord) -> str:
    return f"**{game_title(words, game)}** · {_record(words, record.all)}"


def _record(words: Wording, record: Record) -> str:
    key = "stats.record.drawn" if record.drawn else "stats.record"
    return words.say(key, count=record.games, won=record.won, lost=record.lost, drawn=record.drawn)


def _part_line(words: Wording, game: Game, kind: str, name: str, record: Record) -> str:
    return words.say("stats.part", name=named_or_plain(words, kind, game, name), won=record.won, games=record.games)


def _button(words: Wording, who: Whose, game: str) -> Button:
    return Button(custom_id(STATS, who.user_id, game), game_title(words, GAMES[game].name), "secondary")


def _text(words: Wording, who: Whose, game: str, pictures: Sequence[Shown]) -> tuple[Button, ...]:
    """The way to what the pictures show, in words."""
    return (text_button(custom_id(STATS, who.user_id, game, TEXT), words),) if pictures else ()


def _own_buttons(words: Wording, who: Whose) -> tuple[Button, ...]:
    history = Button(custom_id("history", 0), words.say("stats.history"), "primary", "📜")
    if who.counted:
        return (history, Button(custom_id(UNCOUNT, "ask"), words.say("stats.uncount")))
    return (history, Button(custom_id(UNCOUNT, "no"), words.say("stats.count"), "success"))
