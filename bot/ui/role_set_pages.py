"""Pages about role sets: a set in words, all sets of a server, and what happened to one.

Controls are `mm:roleset:<game>:<draft>:<action>:…`; `cogs.rolesets.cog` serves them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from bot.engine.rulebook import Fault, Game, Options
from bot.matches.option_fields import casts_field
from bot.matches.rolesets import Broken, Offered, Shelf
from bot.matches.typed_names import begins_or_holds
from bot.ui.balance_words import balance_lines
from bot.ui.game_words import game_title
from bot.ui.option_words import (
    cast_lines,
    differences,
    fault_sentence,
    is_built_in,
    named,
    seats_offered,
    set_label,
    set_title,
    spans,
    times_line,
)
from bot.ui.panels import OPTIONS_MOST, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.wording import Wording

TINT = 0x5B3A8C
KIND = "roleset"
NO_DRAFT = "-"
FAULTS_SHOWN = 8
CHANGES_ROOM = 13
"""Lines of a phone for what has changed in a set, beside what is said above it and the buttons below."""
SET_ROOM = 21
"""Lines of a phone for what is said of a set below its title, and for what turns its pages."""
LIST_ROOM = 24
"""The same for a list of sets."""
TITLE_ROOM = 2
ONE_GAME, ALL_GAMES = "one", "all"
"""Of what a list tells."""


def control(game: Game, draft: str, action: str, *parts: object) -> str:
    """The id of a control of these pages."""
    return custom_id(KIND, game.name, draft, action, *parts)


# -- looking ----------------------------------------------------------------------------------------------------------


def set_page(
    words: Wording, game: Game, name: str, options: Options, *notes: str, part: str = "", page: int = 0
) -> Page:  # fmt: skip
    """A role set in words: one of its parts, and so much of it as a phone shows. The first one, or the nearest page,
    where there is none such."""
    kind = "roleset.built_in" if is_built_in(game, name) else "roleset.own"
    head = [f"## {set_title(words, game, name)}", f"-# {game_title(words, game.name)} · {words.say(kind)}", *notes]
    if is_built_in(game, name) and (about := named(words, "role_set", game, name, ".help")):
        head.append(about)
    parts = _parts_of(words, game, name, options)
    part = part if part in parts else next(iter(parts))
    pages = in_pages(parts[part], SET_ROOM - sum(map(room_of, head[2:])), room_of)
    page = nearest(pages, page)
    ways = part_buttons(words, tuple(parts), part, lambda one: control(game, NO_DRAFT, "part", one, name))
    turning = turns(words, page, len(pages), lambda there: control(game, NO_DRAFT, "page", part, there, name))
    forecast = forecast_button(words, "set", game.name, name)
    told = Panel("\n".join(pages[page]), ((*turning, forecast),))
    return Page((Panel("\n".join(head), (ways,) if ways else ()), told), tint=TINT)


def forecast_button(words: Wording, *about: str, disabled: bool = False) -> Button:
    """What asks for the forecast of a set, or of a draft; `cogs.rolesets.forecasts` serves it."""
    return Button(custom_id("forecast", "go", 0, *about), words.say("forecast.button"), emoji="📊", disabled=disabled)


def _parts_of(words: Wording, game: Game, name: str, options: Options) -> dict[str, list[str]]:
    """What there is to say about a set: which roles play, how even it is, and its options."""
    field = casts_field(game.options)
    even = balance_lines(words, game, name, options)
    parts = {
        "roles": cast_lines(words, game, getattr(options, field.name)) if field is not None else [],
        "even": [f"### {words.say('balance.title')}", *even] if even else [],
        "options": options_lines(words, game, options),
    }
    return {part: lines for part, lines in parts.items() if lines}


def part_buttons(
    words: Wording, parts: Sequence[str], shown: str, ident: Callable[[str], str]
) -> tuple[Button, ...]:  # fmt: skip
    """The ways to the parts of what a phone does not show at once; none where there is only one part."""
    if len(parts) == 1:
        return ()
    return tuple(Button(ident(one), words.say(f"roleset.part.{one}"), disabled=one == shown) for one in parts)


def options_lines(words: Wording, game: Game, options: Options) -> list[str]:
    """What is not as usual, and all times, each piece to be read in one go."""
    lines = differences(words, game, options) or [words.say("roleset.no_differences")]
    lines[0] = f"### {words.say('roleset.differences')}\n{lines[0]}"
    times = times_line(words, game, dict(options))
    return [*lines, *([f"### {words.say('roleset.times')}\n{times}"] if times else [])]


def list_page(words: Wording, shelves: Sequence[tuple[Game, Shelf]], page: int = 0) -> Page:
    """All sets of a server, game by game, as many as a phone shows. Of one game alone it says why one would play
    them."""
    tells_why = len(shelves) == 1
    lines: list[tuple[str, str, int]] = []
    for game, shelf in shelves:
        title = f"## {game_title(words, game.name)}"
        here = [_broken_line(words, game, one) for one in shelf.broken]  # first, or nobody would find it
        here += [_list_line(words, game, shelf, one, tells_why=tells_why) for one in shelf.offered]
        lines += [(title, line, room_of(line) + (0 if place else TITLE_ROOM)) for place, line in enumerate(here)]
    pages = in_pages(lines, LIST_ROOM, itemgetter(2))
    page = nearest(pages, page)
    of_games = groupby(pages[page], itemgetter(0))
    told = [f"{title}\n" + "\n".join(line for _, line, _ in some) for title, some in of_games]
    if not tells_why and page == len(pages) - 1:
        told.append(words.say("roleset.list.more"))
    scope = ONE_GAME if tells_why else ALL_GAMES
    turning = turns(words, page, len(pages), lambda there: control(shelves[0][0], NO_DRAFT, "list", scope, there))
    panels = [*map(Panel, told[:-1]), Panel(told[-1], (turning,) if turning else ())]
    return Page(tuple(panels), tint=TINT)


def _list_line(words: Wording, game: Game, shelf: Shelf, one: Offered, *, tells_why: bool) -> str:
    marks = [words.say("roleset.built_in" if one.is_built_in else "roleset.own")]
    if one.version is not None:
        marks.append(words.say("roleset.version", number=one.version))
    if one.name == shelf.default:
        marks.insert(0, words.say("roleset.default"))
    players = words.say("roleset.players", count=2, players=spans(seats_offered(game, one.options)))
    why = named(words, "role_set", game, one.name, ".help") if tells_why and one.is_built_in else None
    return f"- **{set_title(words, game, one.name)}**: {players} · {' · '.join(marks)}" + (f"\n  {why}" if why else "")


def _broken_line(words: Wording, game: Game, one: Broken) -> str:
    return "- " + words.say("roleset.broken", name=set_title(words, game, one.name))


def broken_page(words: Wording, game: Game, one: Broken) -> Page:
    """A set that can no longer be played, and why."""
    text = [
        f"## {set_title(words, game, one.name)}",
        words.say("roleset.broken", name=set_title(words, game, one.name)),
    ]
    return Page((Panel("\n".join([*text, *fault_lines(words, game, list(one.faults))])),), tint=TINT)


def delete_page(words: Wording, game: Game, name: str, saved_ms: int) -> Page:
    """Asks before a set is deleted, as it was saved then."""
    text = words.say("roleset.delete.sure", name=set_title(words, game, name))
    row = (
        Button(control(game, NO_DRAFT, "delete", saved_ms, name), words.say("roleset.button.delete"), "danger"),
        Button(control(game, NO_DRAFT, "keep"), words.say("roleset.button.keep")),
    )
    return Page((Panel(text, (row,)),), tint=TINT)


def lost_page(words: Wording, game: Game, names: tuple[str, ...]) -> Page:
    """Instead of a panel whose draft is gone: what happened, and how to go on."""
    rows: list[tuple[Button, ...] | Menu] = []
    if names:
        options = tuple(MenuOption(name, name) for name in names[:OPTIONS_MOST])
        rows.append(Menu(control(game, NO_DRAFT, "open"), words.say("roleset.menu.open"), options))
    rows.append((Button(control(game, NO_DRAFT, "new"), words.say("roleset.button.new"), "primary"),))
    return Page((Panel(words.say("roleset.lost"), tuple(rows)),), tint=TINT)


def done_page(sentence: str) -> Page:
    """The end of a panel."""
    return Page((Panel(sentence),), tint=TINT)


# -- small parts ------------------------------------------------------------------------------------------------------


def fault_lines(
    words: Wording, game: Game, faults: list[Fault], key: str = "roleset.faults", most: int = FAULTS_SHOWN
) -> list[str]:  # fmt: skip
    """A sentence that there is something wrong, and one for each fault."""
    lines = [words.say(key, count=len(faults))]
    lines += [fault_line(words, game, fault) for fault in faults[:most]]
    if len(faults) > most:
        lines.append(words.say("roleset.faults.more", count=len(faults) - most))
    return lines


def fault_line(words: Wording, game: Game, fault: Fault) -> str:
    return f"- {fault_sentence(words, game, fault)}"


def within(words: Wording, lines: list[str], room: int) -> str:
    """As many whole lines as so many lines of a phone hold, and how many more there are."""
    kept: list[str] = []
    for place, line in enumerate(lines):
        room -= room_of(line)
        if room < (0 if place == len(lines) - 1 else 1):
            return "\n".join([*kept, words.say("roleset.more", count=len(lines) - place)])
        kept.append(line)
    return "\n".join(kept)


def set_choices(words: Wording, game: Game, shelf: Shelf, typed: str, *, own_only: bool) -> list[tuple[str, str]]:
    """Label and name of the sets that fit what is being typed, at most 25."""
    names = shelf.own if own_only else (*(one.name for one in shelf.offered), *(one.name for one in shelf.broken))
    fitting = [name for name in names if begins_or_holds(typed, (set_label(words, game, name), *shelf.called(name)))]
    return [(set_label(words, game, name), name) for name in fitting[:OPTIONS_MOST]]
