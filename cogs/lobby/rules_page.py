"""What the Rules button of a lobby shows: the game in ten lines, what two cards of this table do to each other, and the
way to every rule and card. Pure."""

from __future__ import annotations

from bot.matches.lobby import Lobby
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.stage.controls import LEARN
from bot.ui.wording import Wording
from cogs.rules_lookup.pages import KIND
from cogs.rules_lookup.pairs import table_of, told_here, told_pairs
from cogs.rules_lookup.topics import FIRST, own_key, topics

RULES = "rules"
"""The press in a lobby that shows them; a part more is the page it turns to."""
ROOM = 21
"""Lines of a phone for the rules, and for what turns their pages."""


def rules_page(lobby: Lobby, words: Wording, number: int = 0) -> Page:
    """The shortest rules of the game of this lobby, as much of them as a phone shows; `number` is the page, from 0."""
    game = lobby.game.name
    start = [told_here(words, one, table_of(lobby)) for one in topics(words) if (one.game, one.name) == (game, FIRST)]
    told = start[0] if start else [words.say("lobby.no_rules")]
    pages = in_pages([*told, *_meetings(lobby, words)], ROOM, room_of)
    number = nearest(pages, number)
    title = f"### {words.say('lobby.rules_title', game=game_title(words, game))}"
    ways = (
        *turns(words, number, len(pages), lambda there: custom_id("lobby", lobby.id, RULES, there)),
        *_ways_on(lobby, words),
    )
    return Page(panels=(Panel("\n".join((title, *pages[number])), (ways,)),), tint=TINT)


def _ways_on(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    game = lobby.game.name
    ways = [Button(custom_id(KIND, "game", game, 0, lobby.id), words.say(_all(game, words)), "primary")]
    if lobby.game.tutorial is not None:
        ways.append(Button(custom_id(LEARN, "game", game), words.say("button.tutorial")))
    return tuple(ways)


def _all(game: str, words: Wording) -> str:
    """The key of what all is: only some games have roles."""
    has_roles = any(topic.game == game and topic.kind == "roles" for topic in topics(words))
    return "rules.button.all" if has_roles else own_key(words, game, "rules.button.only")


def _meetings(lobby: Lobby, words: Wording) -> list[str]:
    """What two cards of this table do to each other; the first line has the heading above it."""
    table = table_of(lobby)
    first, *others = (told_pairs(words, lobby.game.name, table) if table.cards else []) or [""]
    return [f"{words.say('lobby.rules_pairs')}\n{first}", *others] if first else []
