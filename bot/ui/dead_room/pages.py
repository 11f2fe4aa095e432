"""What the bot writes in the room of the dead. Pure: made from what its members may see. No page mentions anybody."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.panels import TINT, Page, Panel
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording

TITLE_MOST = 100
"""Characters Discord takes as the name of a thread."""


def title(match: MatchSnapshot, words: Wording) -> str:
    return words.say("dead_room.title", number=match.id)[:TITLE_MOST]


def greeting(words: Wording) -> Page:
    """The first message: nothing in it is secret."""
    return Page(panels=(Panel(words.say("dead_room.greeting")),), tint=TINT)


def cards_page(
    match: MatchSnapshot, face: Face, words: Wording, members: Collection[Seat], *, is_private: bool
) -> Page:
    """The first message, with the cards that all members know; `is_private`: nobody else who plays could read it."""
    told = words.say("dead_room.not_here")
    if is_private:
        views = [match.view(seat) for seat in sorted(members)]
        cards = face.agreed_cards(views, match.view(SPECTATOR), RenderContext.of(match, words))
        told = f"{words.say('dead_room.cards')}\n{cards}"
    return Page(panels=(Panel(words.say("dead_room.greeting")), Panel(told)), tint=TINT)


def farewell(words: Wording, link: str | None) -> Page:
    """The last message; `link` leads to the end of the game and its recap."""
    text = words.say("dead_room.closed") if link is None else words.say("dead_room.closed_with", link=link)
    return Page(panels=(Panel(text),), tint=TINT)
