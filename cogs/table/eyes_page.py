"""One page of a finished game as one seat saw it. Pure: what was said in the game -> a page."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.questions import Seat
from bot.replay.film import Line, Script
from bot.ui.panels import LABEL_MOST, TINT, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.phone_pages import nearest, turns
from bot.ui.wording import Wording, plain
from cogs.table.leaves import leaf, phone_leaves


def eyes_page(match: int, script: Script, seat: Seat | None, number: int, words: Wording) -> Page:
    """The page of this number, from 0, or the nearest there is: what this seat heard, moment by moment, with the truth
    behind it in small print. Without a seat it is only asked through whose eyes."""
    menu = _whose(match, script, seat, words)
    if seat is None:
        return Page(panels=(Panel(words.say("eyes.ask"), (menu,)),), tint=TINT)
    pages = phone_leaves([words.say("eyes.title", name=plain(script.names[seat])), *_told(script, seat, words)])
    number = nearest(pages, number)
    turn = turns(words, number, len(pages), lambda there: custom_id("eyes", match, seat, there))
    rows = (turn, menu) if turn else (menu,)
    return Page(panels=(Panel(leaf(pages, number, words), rows),), tint=TINT)


def _whose(match: int, script: Script, chosen: Seat | None, words: Wording) -> Menu:
    options = tuple(
        MenuOption(str(seat), name[:LABEL_MOST], chosen=seat == chosen) for seat, name in script.names.items()
    )
    return Menu(custom_id("eyes", match), words.say("replay.through"), options)


def _told(script: Script, seat: Seat, words: Wording) -> Iterator[str]:
    """Every scene with a heading where a new moment begins; in the end, what this seat had come to know."""
    moment = ""
    for scene in script.scenes[:-1]:
        if scene.moment != moment:
            moment = scene.moment
            yield f"### {moment}"
        yield from (_as_seen(line, seat, script, words) for line in scene.lines)
    yield f"### {words.say('replay.knows', name=plain(script.names[seat]))}"
    yield script.known[seat]
    end = script.scenes[-1]
    yield f"### {end.moment}"
    yield from (line.text for line in end.lines)


def _as_seen(line: Line, seat: Seat, script: Script, words: Wording) -> str:
    """What everybody heard as it was said; what this seat heard in secret, marked; what others did, in small print."""
    if line.heard_by is None:
        return line.text
    first, *rest = line.text.split("\n")
    if seat in line.heard_by:
        return "\n".join([f"{first} 🔎", *rest])
    names = ", ".join(f"**{plain(script.names[one])}**" for one in line.heard_by)
    # The first line says it; how a card is played is no secret.
    return f"-# {words.say('replay.only', names=names)}: {first}" if names else f"-# {first}"
