"""The games that somebody has played, each with its recap. Pure."""

from __future__ import annotations

from bot.games import GAMES
from bot.matches.history import HistoryPage, Played
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.phone_pages import turns
from bot.ui.wording import Wording
from cogs.statistics.person_page import named_or_plain

HISTORY = "history"


def history_page(words: Wording, shown: HistoryPage) -> Page:
    """One page of them, the newest first."""
    panels = [Panel(f"## {words.say('history.title')}")]
    panels += [_game(words, one) for one in shown.games]
    if not shown.games:
        panels.append(Panel(words.say("history.none")))
    buttons = turns(words, shown.number, shown.pages, lambda there: custom_id(HISTORY, there))
    if buttons:
        panels.append(Panel(words.say("tables.page", page=shown.number + 1, pages=shown.pages), (buttons,)))
    return Page(tuple(panels), tint=TINT)


def _game(words: Wording, played: Played) -> Panel:
    row, game = played.row, GAMES[played.row.game]
    title = f"**{game_title(words, row.game)}** · {words.say('table.number', number=row.id)}"
    ended = words.say("history.ended", at=(row.ended_ms or 0) // 1000, people=row.seats)
    recap = Button(custom_id("story", row.id, 0), words.say("history.recap"), emoji="📖")
    lines = [title, f"{named_or_plain(words, 'role_set', game, row.role_set)} · {ended}", _result(words, played)]
    return Panel("\n".join(lines), ((recap,),))


def _result(words: Wording, played: Played) -> str:
    result = words.say(f"history.{played.result or 'ended_early'}")
    if played.role is None:
        return result
    role = named_or_plain(words, "role", GAMES[played.row.game], played.role)
    return words.say("history.as", role=role, result=result)
