"""The pages of `/learn`: which game, and where the tutorial is. Pure."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.stage.controls import LEARN
from bot.ui.wording import Wording


def tutorials_page(words: Wording) -> Page:
    """The games one can learn."""
    taught = [game.name for game in GAMES.values() if game.tutorial is not None]
    options = tuple(MenuOption(name, game_title(words, name), words.say(f"rules.about.{name}")) for name in taught)
    menu = Menu(custom_id(LEARN, "game"), words.say("tutorial.menu"), options)
    return Page((Panel(words.say("tutorial.choose"), (menu,)),), tint=TINT)


def begun_page(words: Wording, game: Game, place: int) -> Page:
    """A tutorial has just begun there."""
    return _where("tutorial.begun", words, game, place)


def under_way_page(words: Wording, game: Game, place: int) -> Page:
    """One that was not over waits there."""
    return _where("tutorial.under_way", words, game, place)


def _where(key: str, words: Wording, game: Game, place: int) -> Page:
    return Page((Panel(words.say(key, game=game_title(words, game.name), place=f"<#{place}>")),), tint=TINT)
