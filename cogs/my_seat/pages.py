"""The page of a player's own things: notebook, marks and standing orders. Pure: made for its owner alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.engine.questions import Seat
from bot.matches.notebooks import MARKS, Notebook
from bot.matches.option_fields import casts_field
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import quoted
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.stage.controls import NOTES_IN_RECAP
from bot.ui.wording import Wording, label, plain

SYMBOLS = {"trust": "💚", "doubt": "❔", "suspect": "🔪"}
MINE, WRITE, NOTED, MARK, ORDER, HAND_ON = "mine", "write", "noted", "mark", "standing", "handon"
"""Kinds of the controls."""
BOOK, ORDERS = "book", "orders"
"""Parts of `mine` on these pages: to which of them one turns."""


def own_page(match: MatchSnapshot, seat: Seat, notebook: Notebook, words: Wording) -> Page:
    """Everything a player keeps for themselves at this table, and the way to what they have ordered."""
    panels = [_notes(match, notebook, words)]
    if casts_field(match.game.options) or notebook.marks:  # where nobody's role is secret, nobody is to be trusted
        panels.append(_marks(match, seat, notebook, words))
    if match.game.standing_orders and match.running:
        way = Button(custom_id(MINE, match.id, ORDERS), words.say("mine.button.orders"))
        panels.append(Panel("", ((way,),)))
    return Page(panels=tuple(panels), tint=TINT)


def orders_page(match: MatchSnapshot, given: Collection[str], words: Wording) -> Page:
    """The standing orders that this game knows, and the way back to the notebook."""
    back = Button(custom_id(MINE, match.id, BOOK), words.say("button.mine"))
    panels = (_orders(match, given, words), Panel("", ((back,),)))
    return Page(panels=panels, tint=TINT)


def marking_page(match: MatchSnapshot, other: Seat, words: Wording) -> Page:
    """Which mark this seat gets."""
    text = words.say("mine.mark.which", name=f"**{plain(match.seats[other].name)}**")
    buttons = [_mark_button(match, other, mark, words) for mark in MARKS]
    buttons.append(Button(custom_id(MARK, match.id, other, "none"), words.say("mine.mark.none")))
    return Page(panels=(Panel(text, (tuple(buttons),)),), tint=TINT)


def _notes(match: MatchSnapshot, notebook: Notebook, words: Wording) -> Panel:
    text = [words.say("mine.notes"), notebook.words or words.say("mine.notes.none")]
    handed_on = "yes" if notebook.handed_on else "no"
    text.append(words.say(f"mine.hand_on.{handed_on}"))
    write = Button(custom_id(WRITE, match.id), words.say("mine.write"), "primary", "✏️")
    turn = Button(custom_id(HAND_ON, match.id, int(not notebook.handed_on)), words.say(f"mine.hand_on.{handed_on}.do"))
    in_recap = "yes" if notebook.in_recap else "no"
    text.append(words.say(f"mine.in_recap.{in_recap}"))
    show = Button(
        custom_id(NOTES_IN_RECAP, match.id, int(not notebook.in_recap)), words.say(f"mine.in_recap.{in_recap}.do")
    )
    return Panel("\n".join(text), ((write,), (turn, show)))


def _marks(match: MatchSnapshot, seat: Seat, notebook: Notebook, words: Wording) -> Panel:
    others = [other for other in match.seats if other != seat]
    marks = {other: notebook.marks.get(other) for other in others}
    text = words.say("mine.marks", marks=marked(match, notebook, words) or words.say("mine.marks.none"))
    options = tuple(
        MenuOption(
            str(other),
            label(match.seats[other].name),
            words.say(f"mine.mark.{mark or 'none'}"),
            SYMBOLS.get(mark or ""),
        )
        for other, mark in marks.items()
    )
    return Panel(text, (Menu(custom_id(MARK, match.id), words.say("mine.mark"), options),))


def marked(match: MatchSnapshot, notebook: Notebook, words: Wording) -> str:
    """Everybody who is marked, in the order of the seats; empty where nobody is."""
    marks = {other: notebook.marks.get(other) for other in match.seats}
    return ", ".join(
        f"{words.say(f'mine.marked.{mark}', name=f'**{plain(match.seats[other].name)}**')} {SYMBOLS[mark]}"
        for other, mark in marks.items()
        if mark
    )


def in_recap(match: MatchSnapshot, books: Mapping[Seat, Notebook], words: Wording) -> list[str]:
    """What stands in the recap below the story: the notebooks of those who have agreed to it."""
    told = [words.say("story.notes")]
    for seat, notebook in books.items():
        told.append(words.say("story.notes.of", name=f"**{plain(match.seats[seat].name)}**"))
        told += [f"> {quoted(line)}" for line in notebook.words.split("\n") if line.strip()]
        marks = marked(match, notebook, words)
        told += [f"> {marks}"] if marks else []
    return told if books else []


def _mark_button(match: MatchSnapshot, other: Seat, mark: str, words: Wording) -> Button:
    return Button(custom_id(MARK, match.id, other, mark), words.say(f"mine.mark.{mark}"), "secondary", SYMBOLS[mark])


def _orders(match: MatchSnapshot, given: Collection[str], words: Wording) -> Panel:
    """The standing orders that this game knows; the given ones can be taken back."""
    lines, buttons = [words.say("mine.orders")], []
    for order in match.game.standing_orders:
        is_given = order.name in given
        named = words.say(f"{match.row.game}.order.{order.name}")
        lines.append("• " + words.say("mine.order.given" if is_given else "mine.order.not_given", order=named))
        key = "mine.order.take_back" if is_given else "mine.order.give"
        buttons.append(Button(custom_id(ORDER, match.id, order.name, int(not is_given)), words.say(key)))
    lines.append(words.say("mine.orders.night"))
    return Panel("\n".join(lines), (tuple(buttons),))
