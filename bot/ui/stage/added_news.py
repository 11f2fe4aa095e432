"""News that are added to the message with the board instead of having one of their own.

At a table of cards everybody looks at the board: what happens within a minute or two stands above it, one line below
the other, and a phone shows all of it. Whoever looks elsewhere for longer is told by a new message, and so is everybody
where people have written below the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bot.ui.delivery import Courier
from bot.ui.panels import Panel, Shown
from bot.ui.phone_height import LINE, ONLY_YOU, SCREEN, height_of_panels
from bot.ui.phone_pages import room_of
from bot.ui.pictures.picture import Measured
from bot.ui.posted import bears, reads
from bot.ui.stage.public_pages import NewestPost

ADDED_WITHIN_MS = 2 * 60 * 1000
"""So long after it was posted a message is added to."""
PHONE_WIDE = 390
"""Pixels of a phone's width, which a picture fills."""
PICTURE_MOST = 380
"""Pixels that a picture takes there whose size nobody knows before it is drawn, at most."""


def may_be_added(
    newest: NewestPost, lines: Sequence[str], panels: Sequence[Panel], pictures: Sequence[Shown], now_ms: int
) -> bool:
    """Whether these lines can stand on this message below what it has told, above the board as it is now: `panels` and
    `pictures`."""
    if newest.is_put_away or newest.is_stuck or newest.offers or now_ms - newest.at_ms > ADDED_WITHIN_MS:
        return False
    if [one.picture.name for one in pictures] != [one.picture.name for one in newest.pictures]:
        return False
    beside = height_of_panels([panel.in_words(pictures) for panel in panels]) - ONLY_YOU
    texts = (*newest.lines, *lines, *newest.small_print)
    return beside + sum(map(_height, pictures)) + LINE * sum(map(room_of, texts)) <= SCREEN


def _height(shown: Shown) -> int:
    """How high this picture is on a phone."""
    if not isinstance(shown.picture, Measured):
        return PICTURE_MOST
    across, down = shown.picture.size
    return -(-PHONE_WIDE * down // across)


async def added_already(
    courier: Courier, place: int, message_id: int, told: Sequence[tuple[int, str]], nonce: str
) -> list[tuple[int, str]]:
    """Of these lines, each with its number, the first ones: those that were added to this message, which was given the
    sign of this nonce then. Without that sign a line of the same words is an older one. Raises Undeliverable."""
    if not message_id or not courier.can_look_back(place):
        return []
    stands = await courier.read(place, message_id)
    if stands is None or not bears(stands, nonce):
        return []
    return list(takewhile(lambda one: reads(stands, [one[1]]), told))
