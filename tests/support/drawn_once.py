"""Galleries that draw at once, and each picture once: tables of one game look alike again and again.

A thread that draws takes as long as the machine lets it, and what is sent meanwhile stands before the picture or after
it. `tests/ui/test_pictures.py` is about the gallery as it is, and gets it so.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.picture import Picture

KEPT_MOST = 256
"""Pictures kept; at some 100 KB each."""

_KEPT: OrderedDict[Any, bytes] = OrderedDict()


def draws_at_once(gallery: Gallery) -> None:
    """From now on, this gallery needs no thread, nor need it draw what another one has drawn lately."""
    gallery._pool.shutdown()
    gallery._pool = _NoThreads()  # type: ignore[assignment]


class _NoThreads:
    """Stands where the gallery's threads would be."""

    def __init__(self) -> None:
        self._closed = False

    def submit(self, draw: Callable[[Picture], Any], picture: Picture) -> Future[Any]:
        if self._closed:
            raise RuntimeError("the gallery is closed")
        drawn: Future[Any] = Future()
        try:
            drawn.set_result(_drawn(draw, picture))
        except Exception as problem:
            drawn.set_exception(problem)
        return drawn

    def shutdown(self, **_: bool) -> None:
        self._closed = True


def _drawn(draw: Any, picture: Picture) -> Any:
    """The picture, by this drawing of a gallery: kept from another one with the same art, or drawn now."""
    place = (draw.__func__, draw.__self__._art, picture)
    body = _KEPT.pop(place, None) or draw(picture)
    if isinstance(body, bytes):
        _KEPT[place] = body
    if len(_KEPT) > KEPT_MOST:
        _KEPT.popitem(last=False)
    return body
