"""Galleries that draw at once, and only where somebody looks: two fifths of what a room of a game cost were pixels.

Elsewhere a picture is sent as what it would be drawn from, which tells whoever compares two of them more than pixels
do. Whole games are drawn (`drawn_in_full`), each picture once: tables of one game look alike again and again; at the
full size every room is.

A thread that draws takes as long as the machine lets it, and what is sent meanwhile stands before the picture or after
it. `tests/ui/test_pictures.py` is about the gallery as it is, and gets it so.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.sign import Sign
from support.sizes import size

KEPT_MOST = 256
"""Pictures kept; at some 100 KB each."""

_KEPT: OrderedDict[Any, bytes] = OrderedDict()


class _Looked:
    at = False
    """Whether somebody looks at the pictures of this test."""


def draws_at_once(gallery: Gallery) -> None:
    """From now on, this gallery needs no thread, nor need it draw what another one has drawn lately, nor what nobody
    looks at."""
    gallery._pool.shutdown()
    gallery._pool = _NoThreads()  # type: ignore[assignment]


@contextmanager
def drawn_in_full() -> Iterator[None]:
    """Within this, pictures are drawn."""
    before, _Looked.at = _Looked.at, True
    try:
        yield
    finally:
        _Looked.at = before


class _NoThreads:
    """Stands where the gallery's threads would be."""

    def __init__(self) -> None:
        self._closed = False

    def submit(self, draw: Callable[[Any], Any], picture: Picture | Sign) -> Future[Any]:
        if self._closed:
            raise RuntimeError("the gallery is closed")
        drawn: Future[Any] = Future()
        try:
            drawn.set_result(_drawn(draw, picture) if _is_drawn(draw) else _described(draw, picture))
        except Exception as problem:
            drawn.set_exception(problem)
        return drawn

    def shutdown(self, **_: bool) -> None:
        self._closed = True


def _is_drawn(draw: Callable[[Any], Any]) -> bool:
    """Signs are, whoever looks: there are few."""
    return bool(_Looked.at or size(0, full=1)) or draw.__name__ != Gallery._encoded.__name__


def _drawn(draw: Any, picture: Any) -> Any:
    """The picture, by this drawing of a gallery: kept from another one with the same art, or drawn now."""
    place = (draw.__func__, draw.__self__._art, picture)
    body = _KEPT.pop(place, None) or draw(picture)
    if isinstance(body, bytes):
        _KEPT[place] = body
    if len(_KEPT) > KEPT_MOST:
        _KEPT.popitem(last=False)
    return body


def _described(draw: Any, picture: Any) -> bytes:
    """What the picture would be drawn from, in place of the file; its gallery counts it."""
    draw.__self__.drew(True, 0.0)
    return repr(picture).encode()
