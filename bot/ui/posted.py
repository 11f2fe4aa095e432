"""Messages of ours that stand in Discord already: how they are known again, and whether they say what they should.

Discord gives the first message back, unchanged, to whoever posts with the same nonce, and forgets nonces after some
minutes. So what comes back is compared with what was to be said; and every message bears a sign made of its nonce, by
which it is found when it is read again. The nonce says match, recipient and how many messages went there before: the
sign says no more.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import discord

SIGNS_FROM: Final = 1 << 30
"""Discord numbers components from 1 on, and takes numbers of 32 bits: above these two there is room for signs."""
LOOK_BACK_MOST: Final = 200
"""Messages that are read at most to find one of ours."""
NAMES: Final = ("content", "custom_id", "label", "placeholder", "url")
"""What a component says in so many words."""

NOTICED_S: Final = 3
"""A time that is wrong by less is left alone: after an upgrade every board and panel would be changed for nothing."""
_TIME = re.compile(r"<t:([0-9]+)(?::[a-zA-Z])?>")

View = discord.ui.View | discord.ui.LayoutView


def sign_of(nonce: str) -> int:
    return SIGNS_FROM | zlib.crc32(nonce.encode()) & (SIGNS_FROM - 1)


def sign(view: View | None, nonce: str) -> None:
    """Give the message its sign: the id of its first component."""
    if isinstance(view, discord.ui.LayoutView) and view.children:
        view.children[0].id = sign_of(nonce)


def bears(message: discord.Message, nonce: str) -> bool:
    """Whether this message has the sign of this nonce."""
    first = message.components[0] if message.components else None
    return getattr(first, "id", None) == sign_of(nonce)


def keep_sign(message: discord.Message | None, view: View) -> None:
    """Give what takes the place of this message its sign, if it has one."""
    first = message.components[0] if message is not None and message.components else None
    number = getattr(first, "id", None) or 0
    if number >= SIGNS_FROM and isinstance(view, discord.ui.LayoutView) and view.children:
        view.children[0].id = number


def is_on_its_message(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that was pressed, as Discord has it, shows the control of this press."""
    message = interaction.message
    data: Any = interaction.data or {}
    return message is not None and data.get("custom_id") in set(_ids(message.components))


def _ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from _ids(getattr(component, "children", ()))


async def find(place: discord.PartialMessageable, author_id: int, nonce: str, after: int) -> discord.Message | None:
    """The newest message of this author with the sign of this nonce, written after the message `after` (0: whenever).

    Where the bot may not read what was written, Discord shows it nothing.
    """
    since = discord.Object(after) if after else None
    async for message in place.history(limit=LOOK_BACK_MOST, after=since, oldest_first=False):
        if message.author.id == author_id and bears(message, nonce):
            return message
    return None


def written_ms(message_id: int) -> int:
    """When a message was written, in epoch milliseconds: its id says so."""
    return (message_id >> 22) + discord.utils.DISCORD_EPOCH


def says(message: discord.Message, content: str | None, view: View | None) -> bool:
    """Whether a message shows this text and these components. Discord may have taken spaces away."""
    meant = list(_shown(view.to_components())) if view is not None else []
    stands = list(_shown(component.to_dict() for component in message.components))
    return meant == stands and _squeezed(content or "") == _squeezed(message.content)


def offers(message: discord.Message, view: View | None) -> bool:
    """Whether everything that can be pressed on this view can be pressed on the message."""
    meant = set(_controls(view.to_components())) if view is not None else set()
    return meant <= set(_controls(component.to_dict() for component in message.components))


def tells(message: discord.Message, view: View | None) -> bool:
    """Whether every line of this view can be read on the message. Times may have been moved meanwhile."""
    meant = set(_lines(view.to_components())) if view is not None else set()
    return meant <= set(_lines(component.to_dict() for component in message.components))


def reads(message: discord.Message, lines: Iterable[str]) -> bool:
    """Whether all these lines can be read on the message. Times may have been moved meanwhile."""
    stands = set(_lines(component.to_dict() for component in message.components))
    return all(_without_times(line) in stands for text in lines for line in text.split("\n"))


def _lines(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for one in components:
        for line in str(one.get("content") or "").split("\n"):
            yield _without_times(line)
        yield from _lines(one.get("components") or ())


def put_right(message: discord.Message, endings: Sequence[tuple[str, str]]) -> discord.ui.LayoutView | None:
    """The message as it stands, but for its times: where a text ends like the first of these two, whatever times are in
    it, it ends like the second. To be sent so that the message keeps its files. None where nobody would notice it."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    is_noticed = False
    for part in view.walk_children():
        if isinstance(part, discord.ui.TextDisplay):
            stood, part.content = part.content, _ending_right(part.content, endings)
            is_noticed |= _would_be_noticed(stood, part.content)
        elif isinstance(part, discord.ui.MediaGallery):
            part.items = [_still_attached(item) for item in part.items]
    return view if is_noticed else None


def _would_be_noticed(stood: str, right: str) -> bool:
    """Whether it says something else now, or another time by more than a moment."""
    before, after = _TIME.findall(stood), _TIME.findall(right)
    if len(before) != len(after) or _without_times(stood) != _without_times(right):
        return True
    return any(abs(int(one) - int(other)) >= NOTICED_S for one, other in zip(before, after, strict=True))


def has_time(text: str) -> bool:
    """Whether a moment is named in it that Discord shows to everybody in their own time."""
    return _TIME.search(text) is not None


def _still_attached(item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    """A picture that the message has brought, by its name: the address at which Discord shows it will be another."""
    name = urlsplit(item.media.url).path.rpartition("/")[2]
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description, spoiler=item.spoiler)


def _ending_right(text: str, endings: Sequence[tuple[str, str]]) -> str:
    lines = text.split("\n")
    for before, now in endings:
        ending = before.split("\n")
        last = lines[-len(ending) :]
        if [*map(_without_times, last)] == [*map(_without_times, ending)]:
            return "\n".join([*lines[: -len(ending)], now])
    return text


def _without_times(line: str) -> str:
    return _squeezed(_TIME.sub("", line))


def can_be_pressed(message: discord.Message, *, besides: str = "") -> bool:
    """Whether anything can be pressed on the message, `besides` the control of this id."""
    return any(one != besides for one in _controls(component.to_dict() for component in message.components))


def _controls(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for one in components:
        if one.get("custom_id"):
            yield str(one["custom_id"])
        yield from _controls(one.get("components") or ())


def _shown(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What can be read, seen or pressed, in order."""
    for one in components:
        yield from (_squeezed(str(one[name])) for name in NAMES if one.get(name))
        yield from (f"{option['value']} {_squeezed(option['label'])}" for option in one.get("options") or ())
        yield from (_squeezed(item.get("description") or "") for item in one.get("items") or ())
        yield from _shown(one.get("components") or ())
        if one.get("disabled"):
            yield "disabled"


def _squeezed(text: str) -> str:
    return " ".join(text.split())
