"""For how long the clocks of a table stand, and how much more time everybody gets: two menus. Pure."""

from __future__ import annotations

from typing import Final

from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.wording import Wording
from cogs.table.powers_page import POWERS

HOURS: Final = (1, 2, 4, 8, 10, 12, 24, 48, 72)
"""For so many hours the clocks can stand; then they go on by themselves."""
MINUTES: Final = (1, 2, 5, 10, 15, 30, 60, 180, 720, 1440)
"""So many minutes everybody can be given."""


def clocks_page(match: MatchSnapshot, words: Wording) -> Page:
    """What can be done about the clocks now."""
    menus = []
    if match.running:
        menus.append(_menu(match, "pause_for", HOURS, words))
    if match.deadlines and match.running:
        menus.append(_menu(match, "more_for", MINUTES, words))
    back = (Button(custom_id(POWERS, match.id), words.say("powers.back")),)
    key = "powers.clocks.title" if menus else "powers.clocks.stand"
    return Page(panels=(Panel(words.say(key), (*menus, back)),), tint=TINT)


def _menu(match: MatchSnapshot, what: str, spans: tuple[int, ...], words: Wording) -> Menu:
    options = tuple(MenuOption(str(span), words.say(f"powers.{what}.each", count=span)) for span in spans)
    return Menu(custom_id(POWERS, match.id, what), words.say(f"powers.{what}"), options)
