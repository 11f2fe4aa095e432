"""All powers of a host at one table, on one panel. Pure: a match -> a page.

A seat is named by its number and its person in every id, and what ends something by the sealed moment (see
`MatchSnapshot.moment`): a panel that shows how it was does nothing to how it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.engine.questions import Seat
from bot.matches.fouls import whistle
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, PersonMenu, Row, custom_id
from bot.ui.wording import Wording, label, plain

POWERS: Final = "powers"
MORE_MINUTES: Final = 5


class Standby(Protocol):
    """Somebody who has agreed to stand by, or has only been asked to."""

    @property
    def name(self) -> str: ...
    @property
    def agreed(self) -> bool: ...


def powers_page(
    match: MatchSnapshot, status: str, standby: Sequence[Standby], words: Wording, *, done: str = "",
    keeps_floor: bool = False,
) -> Page:  # fmt: skip
    """The panel.

    status       how the table stands, in words
    standby      those who stand by, or have been asked to
    done         what has just been done
    keeps_floor  whether the game can be played in a voice channel
    """
    names = ", ".join(_named(one, words) for one in standby) or words.say("nobody")
    text = "\n".join([status, words.say("powers.standby", names=names)])
    lines = (done,) if done else ()
    if match.over:
        return Page(panels=(Panel(text),), lines=lines, tint=TINT)
    return Page(
        panels=(Panel(text), Panel(words.say("powers.intro"), _rows(match, words, keeps_floor))), lines=lines, tint=TINT
    )


def _named(one: Standby, words: Wording) -> str:
    name = f"**{plain(one.name)}**"
    return name if one.agreed else words.say("powers.standby.asked", name=name)


def _rows(match: MatchSnapshot, words: Wording, keeps_floor: bool) -> tuple[Row, ...]:
    clocks = [_button(match, "resume" if match.paused else "pause", words)]
    if match.deadlines and not match.paused:
        clocks.append(_button(match, "more", words))
    if match.running:
        clocks.append(_button(match, "skip", words))
    clocks.append(_button(match, "clocks", words))
    speech = [_button(match, "fouls", words)] if whistle(match) is not None else []
    if keeps_floor:
        speech.append(_button(match, "voice", words))
    order = [_button(match, what, words) for what in ("rewind", "repair", "who", "people")]
    order.append(_button(match, "end", words, "danger"))
    seats = tuple(
        MenuOption(f"{seat}.{row.user_id or 0}", f"{seat}. {label(row.name)}", _what_sits_there(match, seat, words))
        for seat, row in list(match.seats.items())[:OPTIONS_MOST]
    )
    menu = Menu(custom_id(POWERS, match.id, "seat"), words.say("powers.seat"), seats)
    return (tuple(clocks), *([tuple(speech)] if speech else []), tuple(order), menu)


def _what_sits_there(match: MatchSnapshot, seat: Seat, words: Wording) -> str:
    row = match.seats[seat]
    kind = "computer" if row.user_id is None else "away" if row.away else "person"
    return words.say(f"powers.seat.{kind}")


def seat_page(match: MatchSnapshot, seat: Seat, words: Wording) -> Page:
    """What can be done about one seat."""
    row = match.seats[seat]
    who = row.user_id or 0
    buttons: list[Button] = []
    if row.user_id is not None:
        kick = custom_id(POWERS, match.id, "kick", seat, who)
        bar = custom_id("bar", "match", match.id, who)
        buttons = [
            Button(kick, words.say("powers.kick"), "danger", "🤖"),
            Button(bar, words.say("powers.bar"), "danger", "⛔"),
        ]
    buttons.append(Button(custom_id(POWERS, match.id), words.say("powers.back")))
    menu = PersonMenu(custom_id(POWERS, match.id, "substitute", seat, who), words.say("powers.substitute"))
    text = words.say("powers.seat.title", seat=seat, name=f"**{plain(row.name)}**",
                     what=_what_sits_there(match, seat, words))  # fmt: skip
    return Page(panels=(Panel(text, (menu, tuple(buttons))),), tint=TINT)


def people_page(match: MatchSnapshot, words: Wording) -> Page:
    """The host, the person who leads, those who stand by, and those who are kept away."""
    menus = [
        PersonMenu(custom_id(POWERS, match.id, what), words.say(f"powers.choose.{what}"))
        for what in ("host", "chair", "chair_all", "standby")
    ]
    menus.append(PersonMenu(custom_id("barwhom", match.id), words.say("powers.choose.bar")))
    buttons = [
        Button(custom_id("bars"), words.say("powers.bars")),
        Button(custom_id(POWERS, match.id), words.say("powers.back")),
    ]
    if match.row.moderator_id is not None:
        buttons.insert(0, Button(custom_id(POWERS, match.id, "mirror"), words.say("powers.mirror"), "secondary", "🪞"))
    text = words.say("powers.people.title", host=f"<@{match.row.host_id}>")
    return Page(panels=(Panel(text, (*menus, tuple(buttons))),), tint=TINT)


def _button(match: MatchSnapshot, what: str, words: Wording, style: str = "secondary") -> Button:
    return Button(custom_id(POWERS, match.id, what), words.say(f"powers.{what}"), style)
