"""What people are shown of an evening of several games. Pure."""

from __future__ import annotations

from typing import Final

from bot.games import GAMES
from bot.matches.evenings import POINTS, REMATCHES_MOST, Evening, Round, Standing
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, Shown, custom_id
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, label, plain
from cogs.evenings.scoreboard_picture import Row, ScoreboardPicture

EVENING: Final = "evening"
ROWS_MOST: Final = 15
"""People on the scoreboard; whoever stands behind them is counted only."""
ROUNDS_MOST: Final = 12
"""Games that have begun and are named, the newest; those before them are counted only."""


def evening_page(evening: Evening, words: Wording) -> Page:
    """The scoreboard, what was played and what comes, with everything to go on."""
    head = [f"## {words.say('evening.title')}", words.say("evening.host", name=f"**{plain(evening.host_name)}**")]
    panels = (
        Panel("\n".join([*head, *_games_lines(evening, words)])),
        _score(evening, words),
        *_controls(evening, words),
    )
    return Page(panels=panels, tint=TINT, pictures=_picture(evening, words))


def standing_page(evening: Evening, words: Wording) -> Page:
    """Everybody's points in words, for whoever sees no pictures."""
    rows = _rows(evening, words) or [words.say("evening.no_points")]
    return Page(panels=(Panel("\n".join([*rows, *_uncounted(evening, words)])),), tint=TINT)


def points_line(words: Wording) -> str:
    """How points are made, in one sentence."""
    return words.say("evening.points", won=POINTS["won"], shared=POINTS["shared"], drawn=POINTS["drawn"])


def old_page(words: Wording) -> Page:
    """What is left of a scoreboard when a newer one stands below."""
    return Page(panels=(), lines=(words.say("evening.old"),))


def end_page(evening: Evening, words: Wording) -> Page:
    """Asked once, before an evening is ended."""
    yes = Button(custom_id(EVENING, evening.id, "over"), words.say("evening.button.end"), "danger")
    ask = words.say("evening.end.ask.played" if evening.is_played else "evening.end.ask")
    return Page(panels=(Panel(ask, ((yes, no_button(words)),)),), tint=TINT)


def _games_lines(evening: Evening, words: Wording) -> list[str]:
    """The list: what was played, what is, what comes."""
    if not evening.games:
        return [words.say("evening.no_games")]
    begun = [_round_line(place, one, words) for place, one in enumerate(evening.rounds, start=1)]
    key = "evening.game.left" if evening.is_over else "evening.game.comes"
    coming = [
        words.say(key, place=place, game=game_title(words, game))
        for place, game in enumerate(evening.upcoming, start=len(begun) + 1)
    ]
    hidden = max(0, len(begun) - ROUNDS_MOST)
    before = [words.say("evening.rounds_before", count=hidden)] if hidden else []
    return [*before, *begun[hidden:], *coming]


def _round_line(place: int, one: Round, words: Wording) -> str:
    game = game_title(words, one.game)
    named = words.say("evening.rematch", game=game) if one.is_rematch else game
    return words.say("evening.game.over" if one.is_over else "evening.game.runs", place=place, game=named)


def _score(evening: Evening, words: Wording) -> Panel:
    """How the evening stands. The picture, or its words, says how everybody does."""
    lines: list[str] = []
    if evening.is_over:
        won = words.say("evening.over", names=_names(evening.winners, words))
        lines.append(won if evening.winners else words.say("evening.over.nobody"))
    elif not evening.standing:
        lines.append(words.say("evening.no_points"))
    if evening.no_more_rematches and not evening.is_over:
        lines.append(words.say("evening.no_more_rematches", most=REMATCHES_MOST))
    lines += [*_behind(evening, words), *_uncounted(evening, words)]
    if not evening.is_over:
        lines.append(f"-# {points_line(words)}")
    text = Button(custom_id(EVENING, evening.id, "text"), words.say("button.text"), "secondary", "🔤")
    return Panel("\n".join(lines), ((text,),) if evening.standing else ())


def _rows(evening: Evening, words: Wording) -> list[str]:
    return [*(_row(one, words) for one in evening.standing[:ROWS_MOST]), *_behind(evening, words)]


def _behind(evening: Evening, words: Wording) -> list[str]:
    """How many people stand behind those who are shown."""
    more = len(evening.standing) - ROWS_MOST
    return [words.say("evening.more", count=more)] if more > 0 else []


def _uncounted(evening: Evening, words: Wording) -> list[str]:
    return [words.say("evening.uncounted", count=evening.uncounted)] if evening.uncounted else []


def _names(people: list[Standing], words: Wording) -> str:
    *names, last = [f"**{plain(one.name)}**" for one in people[:ROWS_MOST]] or [""]
    more = len(people) - ROWS_MOST
    if more > 0:
        return f"{', '.join([*names, last])} {words.say('evening.more', count=more)}"
    return words.say("evening.winners", names=", ".join(names), last=last) if names else last


def _row(one: Standing, words: Wording) -> str:
    points = words.say("evening.of_points", count=one.points)
    played = words.say("evening.of_games", count=one.played)
    return words.say("evening.row", place=one.place, name=f"**{plain(one.name)}**", points=points, played=played)


def _picture(evening: Evening, words: Wording) -> tuple[Shown, ...]:
    """The same as a picture, once there is something to see."""
    if not evening.standing:
        return ()
    rows = tuple(
        Row(
            one.place,
            label(one.name),
            words.say("evening.of_points", count=one.points),
            words.say("evening.in_games", played=words.say("evening.of_games", count=one.played)),
        )
        for one in evening.standing[:ROWS_MOST]
    )
    return (Shown.of(ScoreboardPicture(words.say("evening.title"), rows), words),)


def _controls(evening: Evening, words: Wording) -> tuple[Panel, ...]:
    if evening.is_over:
        return ()
    upcoming = evening.next_game
    if evening.waiting:
        line = words.say("evening.wait")
    elif upcoming is None:
        line = words.say("evening.add_one")
    else:
        line = words.say("evening.next", game=f"**{game_title(words, upcoming)}**")
    go_on = Button(
        custom_id(EVENING, evening.id, "next"), words.say("evening.button.next"), "success",
        disabled=evening.waiting or upcoming is None,
    )  # fmt: skip
    end = Button(custom_id(EVENING, evening.id, "end"), words.say("evening.button.end"))
    options = tuple(MenuOption(name, game_title(words, name)) for name in GAMES)
    menu = Menu(custom_id(EVENING, evening.id, "add"), words.say("evening.menu.add"), options)
    return (Panel(line, (menu, (go_on, end))),)
