"""Galleries that share their drawings: at tables of one game, one picture after the other looks the same."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from bot.ui.pictures.art import Art
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.pictures.picture import Picture

KEPT_MOST = 256
"""Pictures kept; at some 100 KB each."""

_KEPT: OrderedDict[tuple[Art, Picture], bytes] = OrderedDict()


def share_drawings(gallery: Gallery) -> None:
    """From now on, this gallery need not draw what another one of this process has drawn lately."""
    gallery._encoded = partial(_encoded, gallery)  # type: ignore[method-assign]


def _encoded(gallery: Gallery, picture: Picture) -> bytes | NotDrawn:
    place = (gallery._art, picture)
    body = _KEPT.get(place) or Gallery._encoded(gallery, picture)
    if not isinstance(body, NotDrawn):
        _KEPT[place] = body
        _KEPT.move_to_end(place)
    if len(_KEPT) > KEPT_MOST:
        _KEPT.popitem(last=False)
    return body
