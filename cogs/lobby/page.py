"""The message that shows a lobby: who sits there, what is played, what is still missing. Pure: a lobby -> a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.rulebook import Options
from bot.matches.lobby import Lobby, LobbySeat, practice
from bot.ui.game_words import game_title
from bot.ui.option_words import named
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.phone_height import LINE, SCREEN, height_of_panels
from bot.ui.phone_pages import room_of
from bot.ui.stage.controls import watch_button
from bot.ui.wording import Wording, label, plain
from cogs.evenings.wish_button import wish_button
from cogs.lobby.words import HowEven, fault_in_words, link, role_set_in_words, title


@dataclass(frozen=True)
class Telling:
    """How much is told of the people in a lobby."""

    seal: bool = True
    """What the seal is for."""
    since: bool = True
    """Since when it waits, and what it is that is sealed."""
    how_even: HowEven = "whole"
    """How even the cards are, at least in brief: whoever opens a table shall know."""
    people: bool = True
    """Who leads it, in a line of its own, how each computer player talks, and who takes no direct messages."""
    computers_named: bool = True
    """The computer players by name. *More …* names them as well."""
    name_most: int | None = None
    """Characters of a person's name."""
    standby_most: int | None = None
    """Those who stand by and are named; *More …* names the others."""


TELLINGS = (
    Telling(),
    Telling(seal=False),
    Telling(seal=False, people=False),
    Telling(seal=False, people=False, how_even="brief"),
    Telling(seal=False, people=False, how_even="brief", computers_named=False),
    Telling(seal=False, people=False, how_even="brief", computers_named=False, name_most=12, standby_most=3),
    Telling(seal=False, people=False, how_even="brief", computers_named=False, name_most=8, standby_most=1),
    Telling(
        seal=False, since=False, people=False, how_even="brief", computers_named=False, name_most=8, standby_most=1
    ),
    Telling(
        seal=False, since=False, people=False, how_even="brief", computers_named=False, name_most=6, standby_most=1
    ),
)
"""The first of them with which the screen of a phone shows the lobby whole is taken, or else the last."""


def open_page(lobby: Lobby, unchanged: Options, words: Wording) -> Page:
    """A lobby in which people sit down. `unchanged` is its role set as it is offered."""
    pages = (_open_page(lobby, unchanged, words, telling) for telling in TELLINGS)
    for page in pages:
        if _height(page) <= SCREEN:
            break
    return page


def _height(page: Page) -> int:
    """In pixels, on a phone; small print counts as if it were none."""
    return height_of_panels(page.panels) + LINE * sum(map(room_of, page.small_print))


def _open_page(lobby: Lobby, unchanged: Options, words: Wording, telling: Telling) -> Page:
    lobby = lobby if telling.name_most is None else _with_short_names(lobby, telling.name_most)
    return Page(
        panels=(
            Panel("\n".join(_people(lobby, words, telling)), (_people_row(lobby, words),)),
            Panel(role_set_in_words(lobby, unchanged, words, how_even=telling.how_even), (_play_row(lobby, words),)),
        ),
        tint=TINT,
        small_print=(*((_since(lobby, words),) if telling.since else ()), *_seal(lobby, words, telling)),
    )


def _with_short_names(lobby: Lobby, most: int) -> Lobby:
    """The same lobby, in which long names of people are cut; those of computer players are short."""
    seats = tuple(seat if seat.is_computer else replace(seat, name=_short(seat.name, most)) for seat in lobby.seats)
    return replace(
        lobby, seats=seats, standby=tuple(replace(one, name=_short(one.name, most)) for one in lobby.standby)
    )


def _short(name: str, most: int) -> str:
    """Its beginning and its end, as on signs: of many who are called alike the ends differ."""
    name = label(name)
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}…{name[-end:]}"


def _people(lobby: Lobby, words: Wording, telling: Telling) -> tuple[str, ...]:
    """What is played, the people at the table, and what is still missing."""
    return (
        title(lobby, words),
        *(() if _is_told_at_seat(lobby) else (_call(lobby, words),)),
        _seats(lobby, words),
        *_seat_lines(lobby, words, at_length=telling.people, computers_named=telling.computers_named),
        *_standby_line(lobby, words, telling.standby_most),
        _readiness(lobby, words),
    )


def _seats(lobby: Lobby, words: Wording) -> str:
    """How many seats are taken, and of how many."""
    taken = len(lobby.seats)
    if lobby.least == lobby.most:
        return words.say("lobby.seats_exact", taken=taken, most=lobby.most)
    return words.say("lobby.seats", taken=taken, least=lobby.least, most=lobby.most)


def begun_page(lobby: Lobby, match_id: int, commitment: str, words: Wording) -> Page:
    """A lobby whose match has begun; `commitment` seals its chance."""
    seat = Button(custom_id("seat", match_id), words.say("button.my_seat"), "primary", "🪞")
    watch = watch_button(match_id, words)
    lines = (words.say("lobby.begun"), *_seat_lines(lobby, words), words.say("lobby.seal", seal=commitment))
    buttons = (seat, watch, wish_button(lobby.game.name, words))
    return Page(panels=(Panel("\n".join((title(lobby, words), *lines)), (buttons,)),), tint=TINT)


def _seal(lobby: Lobby, words: Wording, telling: Telling) -> list[str]:
    """What the chance of this table is promised to be. A lobby from before that was shown says it when it begins."""
    short = "lobby.fairness_short" if telling.since else "lobby.fairness_bare"
    key = "lobby.fairness" if telling.seal else short
    return [] if lobby.commitment is None else [words.say(key, seal=lobby.commitment)]


def over_page(lobby: Lobby, place: int, words: Wording) -> Page:
    """A lobby whose match is over; it was played in this thread or channel."""
    lines = [title(lobby, words), words.say("lobby.over", place=f"<#{place}>"), *_seat_lines(lobby, words)]
    if lobby.commitment is not None:
        lines.append(words.say("lobby.seal", seal=lobby.commitment))
    return Page(panels=(Panel("\n".join(lines)),), tint=TINT)


def others_page(lobby: Lobby, others: Sequence[Lobby], words: Wording) -> Page:
    """For the host of a new lobby alone: the lobbies of the same game that wait in the same channel already."""
    lines = [words.say("lobby.others", game=game_title(words, lobby.game.name), count=len(others))]
    lines += [_waits(other, words) for other in others]
    close = Button(custom_id("lobby", lobby.id, "close"), words.say("lobby.button.close_mine"))
    return Page(panels=(Panel("\n".join(lines), ((close,),)),), tint=TINT)


def _waits(lobby: Lobby, words: Wording) -> str:
    """Where a lobby is, how many more it needs, and since when it waits."""
    key = "lobby.other" if lobby.missing else "lobby.other_ready"
    return words.say(key, where=link(lobby), count=lobby.missing, when=lobby.created_ms // 1000)


def _since(lobby: Lobby, words: Wording) -> str:
    """Since when the lobby waits."""
    return words.say("lobby.since", when=lobby.created_ms // 1000)


def gone_page(lobby: Lobby, words: Wording, *, idle: bool) -> Page:
    """A lobby in which nobody can sit down any more. `idle`: because nothing has happened in it for a day."""
    return Page(panels=(Panel(f"{title(lobby, words)}\n{_why_gone(lobby, words, idle=idle)}"),), tint=TINT)


def _why_gone(lobby: Lobby, words: Wording, *, idle: bool) -> str:
    if lobby.status == "started":
        return words.say("lobby.starting")
    if lobby.invitation == "declined" and lobby.invited is not None:
        return words.say("lobby.declined", name=f"**{plain(lobby.invited.name)}**")
    if idle:
        return words.say("lobby.expired")
    return words.say("lobby.withdrawn" if lobby.kept_for else "lobby.closed")


# -- who sits there ----------------------------------------------------------------------------------------------------


def _call(lobby: Lobby, words: Wording) -> str:
    """The person who lays this table, and those it is for."""
    host = _host_name(lobby)
    if lobby.invited is None or lobby.invited.user_id is None or lobby.seat_of(lobby.invited.user_id):
        return words.say("lobby.host", name=host)
    rival = f"<@{lobby.invited.user_id}>"
    if lobby.kept_for is not None:
        return words.say("lobby.challenge", name=host, rival=rival)
    if lobby.for_two:
        return words.say("lobby.challenge_open", name=host, rival=rival)
    return f"{words.say('lobby.host', name=host)}\n{words.say('lobby.invited', rival=rival)}"


def _is_told_at_seat(lobby: Lobby) -> bool:
    """Whether the call says nothing but who the host is, and the list of seats says that too."""
    return lobby.invited is None and lobby.seat_of(lobby.host_id) is not None


def _host_name(lobby: Lobby) -> str:
    host = lobby.seat_of(lobby.host_id)
    return f"**{plain(host.name)}**" if host else f"<@{lobby.host_id}>"


def _seat_lines(lobby: Lobby, words: Wording, *, at_length: bool = True, computers_named: bool = True) -> list[str]:
    """The people in one paragraph, and the computer players in one for each level, or, not named, in one."""
    people = [
        _numbered(place, _person(lobby, seat, words, at_length=at_length))
        for place, seat in _placed(lobby)
        if not seat.is_computer
    ]
    lines = [", ".join(people)] if people else []
    closed = sum(seat.closed for seat in lobby.seats)
    if closed and not at_length:
        lines.append(words.say("lobby.seats_closed", count=closed))
    if not computers_named:
        return [*lines, *_computers_counted(lobby, words)]
    return [*lines, *_computer_lines(lobby, words, at_length=at_length)]


def _computers_counted(lobby: Lobby, words: Wording) -> list[str]:
    """How many computer players there are of each level, without their names."""
    counts = Counter(seat.player for seat in lobby.computers)
    levels = [
        words.say("lobby.computers_counted.level", count=count, level=words.say(f"lobby.level.{level}"))
        for level, count in counts.items()
    ]
    return [words.say("lobby.computers_counted", levels=", ".join(levels))] if levels else []


def _computer_lines(lobby: Lobby, words: Wording, *, at_length: bool) -> list[str]:
    """One for each level."""
    levels = dict.fromkeys(seat.player for seat in lobby.seats if seat.is_computer)
    return [_computers(lobby, level, words, at_length=at_length) for level in levels]


def others_at_length(lobby: Lobby, words: Wording) -> list[str]:
    """The computer players and those who stand by, all of them, whatever room a lobby has."""
    return [*_computer_lines(lobby, words, at_length=True), *_standby_line(lobby, words, None)]


def _placed(lobby: Lobby) -> Iterator[tuple[int, LobbySeat]]:
    return enumerate(lobby.seats, start=1)


def _numbered(place: int, who: str) -> str:
    """No line ends between the two, and Discord begins no list with them."""
    return f"{place}.\u00a0{who}"


def _standby_line(lobby: Lobby, words: Wording, most: int | None) -> list[str]:
    """Those who take the next free seats, in their order; with `most`, so many of them, and how many more there are."""
    if not lobby.standby:
        return []
    named = lobby.standby if most is None else lobby.standby[:most]
    names = ", ".join(f"**{plain(one.name)}**" for one in named)
    others = len(lobby.standby) - len(named)
    if others:
        return [words.say("lobby.standby_first", names=names, count=others)]
    return [words.say("lobby.standby", names=names)]


def _person(lobby: Lobby, seat: LobbySeat, words: Wording, *, at_length: bool) -> str:
    """A name, and in words what is special about it."""
    name = plain(seat.name)
    if seat.closed and at_length:
        return words.say("lobby.seat.closed", name=name)
    return words.say("lobby.seat.host" if seat.user_id == lobby.host_id else "lobby.seat", name=name)


def _computers(lobby: Lobby, level: str | None, words: Wording, *, at_length: bool) -> str:
    """The computer players who play so well."""
    names = [
        _numbered(place, words.say(_computer_line(lobby, seat, at_length=at_length), name=plain(seat.name)))
        for place, seat in _placed(lobby)
        if seat.is_computer and seat.player == level
    ]
    level_in_words = words.say(f"lobby.level.{level}")
    key = "lobby.computers" if at_length else "lobby.computers_short"
    return words.say(key, count=len(names), level=level_in_words, names=", ".join(names))


def _computer_line(lobby: Lobby, seat: LobbySeat, *, at_length: bool) -> str:
    """How a computer player is named: with how it talks, where it does and there is room."""
    temperament = lobby.game.temperament if at_length else None
    return f"lobby.seat.computer.{temperament(label(seat.name))}" if temperament else "lobby.seat.computer"


# -- what is still missing ---------------------------------------------------------------------------------------------


def _readiness(lobby: Lobby, words: Wording) -> str:
    fault = lobby.fault()
    if lobby.missing and not (fault and lobby.for_two):
        return _waiting(lobby, words)
    return f"{fault_in_words(words, fault)} ⚠️" if fault else words.say("lobby.ready")


def _waiting(lobby: Lobby, words: Wording) -> str:
    """The people who are waited for, and what happens then."""
    if lobby.kept_for is not None:
        return words.say("lobby.challenge_waits", name=f"**{plain(lobby.kept_for.name)}**")
    if not lobby.for_two:
        return words.say("lobby.missing", count=lobby.missing)
    drill = practice(lobby.game)
    if drill is None or lobby.chosen:
        return words.say("lobby.one_missing")
    return words.say(
        "lobby.one_missing_practice", played=named(words, "role_set", lobby.game, drill.name, ".help") or ""
    )


# -- buttons -----------------------------------------------------------------------------------------------------------


def join_label(lobby: Lobby, words: Wording) -> str:
    """How the button is called that gives somebody a seat: with the second of two the game begins."""
    return words.say("lobby.button.join_begin" if lobby.for_two else "lobby.button.join")


def _people_row(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    """To sit down and to get up."""
    if lobby.kept_for is not None:
        return (_button(lobby, "accept", words, "success"), _button(lobby, "decline", words))
    if lobby.for_two and lobby.missing:
        begin = Button(custom_id("lobby", lobby.id, "join"), join_label(lobby, words), "success")
        computer = Button(custom_id("lobby", lobby.id, "computer"), words.say("lobby.button.computer"), emoji="🤖")
        return (begin, computer, Button(custom_id("lobby", lobby.id, "level"), words.say("lobby.button.level.two")))
    if lobby.for_two:
        return (_button(lobby, "leave", words),)
    is_full = len(lobby.seats) >= lobby.most
    style = "secondary" if _is_ready(lobby) else "success"  # one green button: what comes next
    join = _button(lobby, "join", words, style, disabled=is_full and not lobby.computers)
    fill = () if is_full else (_fill(lobby, words),)
    standby = (_button(lobby, "standby", words),) if lobby.standby or not lobby.has_room else ()
    return (join, _button(lobby, "leave", words), *fill, *standby)


def _play_row(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    """To begin, where the next to sit down does not begin the game, and to see how it is played."""
    looks = (_button(lobby, "options", words), _button(lobby, "rules", words))
    more = _button(lobby, "more", words)
    if lobby.kept_for is not None:
        withdraw = Button(custom_id("lobby", lobby.id, "close"), words.say("lobby.button.withdraw"))
        return (*looks, _button(lobby, "anybody", words), withdraw, more)
    if lobby.for_two and lobby.missing:
        return (*looks, more)
    return (_button(lobby, "start", words, "success" if _is_ready(lobby) else "primary"), *looks, more)


def _is_ready(lobby: Lobby) -> bool:
    """Whether the host may begin."""
    return not lobby.missing and lobby.fault() is None


def _fill(lobby: Lobby, words: Wording) -> Button:
    """Seats the computer players that are missing, and then one at a time: it says which."""
    label = "lobby.button.fill" if lobby.missing else "lobby.button.one_more"
    return Button(custom_id("lobby", lobby.id, "fill"), words.say(label))


def _button(lobby: Lobby, action: str, words: Wording, style: str = "secondary", *, disabled: bool = False) -> Button:
    return Button(custom_id("lobby", lobby.id, action), words.say(f"lobby.button.{action}"), style, disabled=disabled)
