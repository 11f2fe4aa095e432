"""What somebody is shown who wants to be told of new tables, and what they are told. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import GAMES
from bot.matches.lobby import Lobby
from bot.matches.table_wishes import Hours, Wishes
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.wording import Wording, plain
from cogs.evenings.wish_button import WISH
from cogs.lobby.words import link
from cogs.settings.declared import ZONES, whole_hour

SERVERS_ZONE = "-"
"""The choice of no time zone of one's own."""


def wishes_page(wishes: Wishes, words: Wording, *, done: str = "") -> Page:
    """What this person is told of in this server, with everything to change it. `done` says what has just happened."""
    head = [f"## {words.say('tellme.title')}", *filter(None, [done]), words.say("tellme.about")]
    none = () if wishes.games else (words.say("tellme.no_games"),)  # the menu shows what is chosen
    games = Panel("\n".join([*head, *none]), (_games_menu(wishes.games, words),))
    hours = Panel(hours_line(wishes.hours, words), (*_hour_menus(wishes.hours, words), _buttons(words)))
    return Page(panels=(games, hours), tint=TINT)


def named(games: Sequence[str], words: Wording) -> str:
    """The titles of these games."""
    return ", ".join(game_title(words, name) for name in games)


def hours_line(hours: Hours, words: Wording) -> str:
    """The hours in which nothing is sent."""
    if hours.quiet is None:
        return words.say("tellme.no_quiet")
    begin, end = whole_hour(words, hours.quiet_from), whole_hour(words, hours.quiet_until)
    return words.say("tellme.quiet", begin=begin, end=end, zone=hours.zone)


def _games_menu(chosen: Sequence[str], words: Wording) -> Menu:
    options = tuple(MenuOption(name, game_title(words, name), chosen=name in chosen) for name in GAMES)
    return Menu(custom_id(WISH, "games"), words.say("tellme.menu.games"), options, least=0, most=len(options))


def _hour_menus(hours: Hours, words: Wording) -> tuple[Menu, ...]:
    return (
        _hours_menu("from", hours.quiet_from, words),
        _hours_menu("until", hours.quiet_until, words),
        _zone_menu(hours, words),
    )


def _hours_menu(end: str, chosen: int, words: Wording) -> Menu:
    key = f"tellme.menu.{end}"
    options = tuple(
        MenuOption(str(hour), words.say(f"{key}.hour", hour=whole_hour(words, hour)), chosen=hour == chosen)
        for hour in range(24)
    )
    return Menu(custom_id(WISH, end), words.say(key), options)


def _zone_menu(hours: Hours, words: Wording) -> Menu:
    own = MenuOption(SERVERS_ZONE, words.say("tellme.zone.server"), chosen=hours.own_zone is None)
    others = (MenuOption(zone, zone, chosen=zone == hours.own_zone) for zone in ZONES)
    return Menu(custom_id(WISH, "zone"), words.say("tellme.menu.zone"), (own, *others))


def _buttons(words: Wording) -> tuple[Button, ...]:
    return (
        Button(custom_id(WISH, "other"), words.say("tellme.button.zone")),
        Button(custom_id(WISH, "never"), words.say("tellme.button.never")),
        _stop(words),
    )


def _stop(words: Wording) -> Button:
    return Button(custom_id(WISH, "stop"), words.say("tellme.button.stop"), "danger")


def hello_page(wishes: Wishes, server: str, words: Wording) -> Page:
    """The first direct message: it shows that they arrive."""
    told = words.say("tellme.hello", games=named(wishes.games, words), server=f"**{plain(server)}**")
    text = "\n".join([told, hours_line(wishes.hours, words), words.say("tellme.hello.change")])
    return Page(panels=(Panel(text, ((_stop(words),),)),), tint=TINT)


def news_page(lobby: Lobby, server: str, words: Wording) -> Page:
    """A table is open: where, and how to hear of no more."""
    game = game_title(words, lobby.game.name)
    text = words.say("tellme.news", game=f"**{game}**", server=f"**{plain(server)}**", where=link(lobby))
    drop = Button(custom_id(WISH, "drop", lobby.guild_id, lobby.game.name), words.say("tellme.button.drop"))
    return Page(panels=(Panel(text, ((drop, _stop(words)),)),), tint=TINT)
