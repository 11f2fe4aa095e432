"""What is played in a server, and what can be done there by whoever reads it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.announcements import SPECTATOR
from bot.matches.leaving import Standing
from bot.matches.lobby import Lobby
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.phone_pages import turns
from bot.ui.render_context import RenderContext
from bot.ui.stage.controls import watch_button
from bot.ui.wording import Wording, plain
from cogs.lobby.words import link
from cogs.table.powers_page import POWERS

TABLES: Final = "tables"
STANDBY: Final = "standby"
ON_PAGE, ON_PAGE_OF_MODERATORS = 3, 2
"""So many tables a phone shows whole; those who keep order have a line of buttons more at each."""


@dataclass(frozen=True)
class Listed:
    """A running table as one person sees it.

    hosts      whether they have a host's powers there
    stands_by  how they stand on the list of those who stand by
    """

    match: MatchSnapshot
    face: Face
    hosts: bool
    stands_by: Standing


def tables_page(
    tables: Sequence[Listed], lobbies: Sequence[Lobby], words: Wording, *, reader: int, page: int, pages: int,
    warning: str = "",
) -> Page:  # fmt: skip
    """One page of what is played. `warning` is a sentence for moderators."""
    head = [f"## {words.say('tables.title')}"]
    head += [warning] if warning else []
    if not tables and not lobbies:
        head.append(words.say("tables.none"))
    panels = [Panel("\n".join(head))]
    panels += [_lobby(lobby, words) for lobby in lobbies]
    panels += [_table(one, words, reader) for one in tables]
    buttons = turns(words, page, pages, lambda there: custom_id(TABLES, there))
    if buttons:
        panels.append(Panel(words.say("tables.page", page=page + 1, pages=pages), (buttons,)))
    return Page(panels=tuple(panels), tint=TINT)


def _lobby(lobby: Lobby, words: Wording) -> Panel:
    title = f"**{game_title(words, lobby.game.name)}**"
    seats = words.say("tables.lobby", taken=len(lobby.seats), most=lobby.most, since=lobby.created_ms // 1000)
    return Panel("\n".join([f"{title} · {words.say('tables.lobby.open')}", seats, link(lobby)]))


def _table(one: Listed, words: Wording, reader: int) -> Panel:
    match = one.match
    people, seats = len(match.people()), len(match.seats)
    who = "tables.people" if seats > people else "tables.people.only"
    place = f"<#{match.row.thread_id or match.row.channel_id}>"
    lines = [words.say("tables.standby.asked")] if one.stands_by == "asked" else []
    lines += [
        f"**{game_title(words, match.row.game)}** · {words.say('table.number', number=match.id)} · {place}",
        words.say("tables.stands", moment=_moment(one, words), since=match.row.created_ms // 1000),
        words.say(who, people=people, computers=seats - people, host=_host(match)),
    ]
    return Panel("\n".join(lines), _rows(one, words, reader))


def _moment(one: Listed, words: Wording) -> str:
    """Where the game stands, as everybody may know it."""
    if one.match.deserted:
        return words.say("table.status.deserted")
    if one.match.paused:
        return words.say("table.status.paused")
    view: Any = one.match.view(SPECTATOR)
    return one.face.moment(view, RenderContext.of(one.match, words))


def _host(match: MatchSnapshot) -> str:
    seat = match.seat_of(match.row.host_id)
    return f"**{plain(match.seats[seat].name)}**" if seat is not None else f"<@{match.row.host_id}>"


def _rows(one: Listed, words: Wording, reader: int) -> tuple[tuple[Button, ...], ...]:
    match, buttons = one.match, []
    if match.seat_of(reader) is not None:
        buttons.append(Button(custom_id("seat", match.id), words.say("button.my_seat"), "primary", "🪞"))
    else:
        buttons.append(watch_button(match.id, words))
        key = "tables.standby.off" if one.stands_by == "on" else "tables.standby.on"
        style = "success" if one.stands_by == "asked" else "secondary"
        buttons.append(Button(custom_id(STANDBY, match.id), words.say(key), style))
    if one.hosts:
        buttons.append(Button(custom_id(POWERS, match.id), words.say("tables.manage"), "secondary", "🔧"))
    return (tuple(buttons),)
