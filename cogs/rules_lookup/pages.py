"""The pages of `/rules` and `/help`. Pure: topics -> a page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import GAMES
from bot.matches.errors import Refused
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.stage.controls import tutorials_button
from bot.ui.wording import Wording
from cogs.rules_lookup.pairs import Table, ruled_on, told_beside, told_here
from cogs.rules_lookup.topics import KINDS, MIRROR, Topic, own_key, title_of, topics

KIND = "rules"
HELP = ("play", "host", "admin")
"""The pages of `/help`, in the order of their buttons."""
TOPIC_ROOM = 20
"""Lines of a phone for one topic, and for what turns its pages."""
MENUS_MOST = 4
"""Menus on one page; with more topics the page can be turned."""


def games_page(words: Wording) -> Page:
    """The games to choose from, and the Mirror."""
    known = {one.game for one in topics(words)}
    options = tuple(
        MenuOption(game, title_of(words, game), _about(words, game)) for game in (*GAMES, MIRROR) if game in known
    )
    menu = Menu(custom_id(KIND, "choose"), words.say("rules.menu.games"), options)
    return Page((Panel(words.say("rules.overview"), (menu,)),), tint=TINT)


def _about(words: Wording, game: str) -> str | None:
    """A game in a few words, since the names of some differ by a letter."""
    parts = []
    if game in GAMES:
        least, most = GAMES[game].seats[0], GAMES[game].seats[-1]
        parts.append(words.say("rules.seats", seats=str(least) if least == most else f"{least}–{most}"))
    if words.has(f"rules.about.{game}"):
        parts.append(words.say(f"rules.about.{game}"))
    return " · ".join(parts) or None


def game_page(words: Wording, game: str, page: int = 0, table: Table | None = None) -> Page:
    """The topics of one game, in menus; the page nearest to the one asked for. From a table its topics are those of
    its cards. Raises Refused for an unknown game."""
    mine = [one for one in topics(words) if one.game == game]
    if not mine:
        raise Refused("forged")
    menus = _menus(words, mine, table)
    pages = -(-len(menus) // MENUS_MOST)
    page = min(max(page, 0), pages - 1)
    turn = turns(words, page, pages, lambda there: custom_id(KIND, "game", game, there, *_at(table)))
    text = f"## {title_of(words, game)}\n{words.say('rules.choose')}"
    shown = menus[page * MENUS_MOST : (page + 1) * MENUS_MOST]
    return Page((Panel(text, (*shown, (*turn, _all_games(words)))),), tint=TINT)


def beginnings_page(words: Wording, beginnings: Sequence[Topic]) -> Page:
    """How each game is played: a line for each of them, and all of them to choose from."""
    lines = [f"- **{one.told}**: {words.say(f'rules.about.{one.game}')}" for one in beginnings]
    options = tuple(MenuOption(one.ident, one.told, _about(words, one.game)) for one in beginnings)
    menu = Menu(custom_id(KIND, "menu", 0), words.say("rules.menu.games"), options)
    text = "\n".join((f"## {words.say('rules.button.start')}", *lines))
    return Page((Panel(text, (menu, (tutorials_button(words), _all_games(words)))),), tint=TINT)


def choices_page(words: Wording, found: Sequence[Topic]) -> Page:
    """Several topics that may be meant, each with its game; those beyond one menu are only counted."""
    options = tuple(MenuOption(one.ident, one.title, one.told) for one in found[:OPTIONS_MOST])
    text = words.say("rules.which")
    if len(found) > OPTIONS_MOST:
        text += "\n" + words.say("rules.which.more", count=len(found) - OPTIONS_MOST)
    menu = Menu(custom_id(KIND, "menu", 0), words.say("rules.menu.choices"), options)
    return Page((Panel(text, (menu, (_all_games(words),))),), tint=TINT)


def _all_of_it(words: Wording, topic: Topic) -> str:
    """The way to everything about the game of a topic, or about the Mirror, which is no title in a sentence."""
    about_mirror = topic.game == MIRROR
    return words.say("rules.button.mirror") if about_mirror else words.say("rules.button.game", game=topic.told)


def topic_page(words: Wording, topic: Topic, page: int = 0, table: Table | None = None) -> Page:
    """One topic, as much of it as a phone shows, and the way to the others; what it says of another card, from a table,
    only where both are in its game."""
    told = [*told_here(words, topic, table), *told_beside(words, topic, table)]
    if table and table.cards and topic.kind != "rules" and not _is_in(words, topic, table):
        told = [words.say("rules.not_here"), *told]
    pages = in_pages(told, TOPIC_ROOM, room_of)
    page = nearest(pages, page)
    row = (
        *turns(words, page, len(pages), lambda there: custom_id(KIND, "turn", topic.ident, there, *_at(table))),
        Button(custom_id(KIND, "game", topic.game, 0, *_at(table)), _all_of_it(words, topic)),
        _all_games(words),
    )
    return Page((Panel("\n".join((f"## {topic.title}", *pages[page])), (row,)),), tint=TINT)


def help_page(words: Wording, part: str = HELP[0]) -> Page:
    """How to play, to host or to look after a server, each on a page that a phone shows whole. Raises Refused for
    anything else."""
    if part not in HELP:
        raise Refused("forged")
    buttons = (
        Button(custom_id(KIND, "start"), words.say("rules.button.start"), "primary"),
        tutorials_button(words),
        Button(custom_id(KIND, "home"), words.say("rules.button.all")),
    )
    parts = tuple(
        Button(custom_id(KIND, "help", one), words.say(f"help.{one}.title"), disabled=one == part) for one in HELP
    )
    text = f"## {words.say(f'help.{part}.title')}\n{words.say(f'help.{part}')}"
    return Page((Panel(text, (buttons, parts)),), tint=TINT)


def _at(table: Table | None) -> tuple[int, ...]:
    """The part of an id that keeps the way to this table."""
    return () if table is None else (table.number,)


def _is_in(words: Wording, topic: Topic, table: Table) -> bool:
    return topic.name in table.cards or topic.name not in ruled_on(words, topic.game)


def _all_games(words: Wording) -> Button:
    return Button(custom_id(KIND, "games"), words.say("rules.button.games"))


def _menus(words: Wording, mine: Sequence[Topic], table: Table | None) -> list[Menu]:
    """Menus of the rules, the roles and each kind of cards of one game, at most 25 topics each."""
    menus: list[Menu] = []
    for kind in KINDS:
        group = [one for one in mine if one.kind == kind]
        size = -(-len(group) // max(1, -(-len(group) // OPTIONS_MOST)))  # menus of one kind are about equally long
        chunks = [group[start : start + size] for start in range(0, len(group), size)] if group else []
        for chunk in chunks:
            says = words.say(f"rules.menu.{kind}")
            first, last = (one.title.partition(" (")[0] for one in (chunk[0], chunk[-1]))  # the menu says of what kind
            span = first if len(chunk) == 1 else f"{first} – {last}"
            placeholder = says if len(chunks) == 1 else f"{says}: {span}"
            options = tuple(MenuOption(one.ident, one.title, _short(words, one)) for one in chunk)
            menus.append(Menu(custom_id(KIND, "menu", len(menus), *_at(table)), placeholder, options))
    return menus


def _short(words: Wording, topic: Topic) -> str | None:
    """A role or a bonus card in a few words."""
    key = own_key(words, topic.game, f"role.{topic.name}.short")
    if topic.kind == "bonus":
        key = f"option.bonus.{topic.name}.help"
    return words.say(key) if topic.kind != "rules" and words.has(key) else None
