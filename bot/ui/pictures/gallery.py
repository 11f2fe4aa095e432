"""The gallery: draws pictures in a worker thread and keeps those that were drawn lately."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

from PIL import Image, ImageFile

from bot.ui.pictures.art import Art
from bot.ui.pictures.breath import Breath, BreathingFile
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.sign import Sign
from bot.ui.pictures.sign import encoded as encoded_sign

QUALITY = 85
"""Of JPEG. WebP is half as large, but takes seven times as long: longer than the drawing itself."""
BLOCK = 8 * 1024
"""Bytes encoded at a time. Nothing else goes on in the process meanwhile: it takes a seventh of a millisecond."""
ImageFile.MAXBLOCK = BLOCK  # Pillow's own switch for it, for all files
KEPT_MOST = 128
"""Pictures kept; at some 150 KB each."""
LETS_IN_S = 0.0005
"""After so long a drawing lets the event loop go on. Python waits ten times as long, and so would a click."""
WAITING_MOST = 64
"""Pictures that may wait to be drawn. One that comes later is not drawn: it would be out of date by then."""


class NotDrawn(Exception):
    """A picture could not be drawn: it went wrong, or there are too many to draw."""


class GalleryClosed(NotDrawn):
    """The bot is stopping, and nothing is drawn any more."""


@dataclass(eq=False)
class _Drawing:
    """A drawing that waits, is made or is finished, and how many are waiting for it just now."""

    future: Future[bytes | NotDrawn]
    waiters: int = 0


class Gallery:
    """Draws each picture once, off the event loop; everybody who asks for the same one waits for the same drawing."""

    def __init__(self, workers: int = 1, art: Art | None = None) -> None:
        self._art = art or Art()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="gallery", initializer=_let_others_in)
        self._drawings: dict[Picture, _Drawing] = {}
        # Those asked for last are at its end. A plain dictionary: an ordered one hashes every picture it goes through.
        self._unfinished: set[Future[bytes | NotDrawn]] = set()
        self.drew: Callable[[bool, float], None] = _nobody_counts
        """Told in the worker thread of each drawing whether it succeeded, and how many seconds it took."""

    @property
    def waiting(self) -> int:
        """How many pictures wait to be drawn, or are being drawn."""
        return len(self._unfinished)

    async def drawn(self, picture: Picture) -> bytes:
        """The picture as JPEG. Raises NotDrawn. A waiter may be cancelled: a drawing that has begun goes on, for the
        next one; one that has not, and that nobody else waits for, is out of date, and dropped."""
        drawing = self._drawings.pop(picture, None) or _Drawing(self._begin(picture))
        self._drawings[picture] = drawing
        drawing.waiters += 1
        try:
            body = await asyncio.shield(asyncio.wrap_future(drawing.future))
        except asyncio.CancelledError:
            if not drawing.future.cancelled():
                self._give_up(picture, drawing)
                raise
            body = GalleryClosed(f"{picture.name}: the gallery is closed")
        finally:
            drawing.waiters -= 1
        if isinstance(body, NotDrawn):
            if self._drawings.get(picture) is drawing:
                del self._drawings[picture]
            raise body
        return body

    async def sign(self, sign: Sign) -> bytes:
        """A sign as PNG; none is kept, since each is uploaded once. Raises NotDrawn."""
        try:
            drawing = self._pool.submit(self._encoded_sign, sign)
        except RuntimeError as closed:
            raise GalleryClosed(f"{sign.name}: the gallery is closed") from closed
        try:
            return await asyncio.wrap_future(drawing)
        except Exception as problem:
            raise NotDrawn(f"{sign.name}: {problem!r}") from problem

    def _encoded_sign(self, sign: Sign) -> bytes:
        return encoded_sign(sign.draw(self._art))

    def close(self) -> None:
        """Draw nothing more; who still waits gets GalleryClosed."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _give_up(self, picture: Picture, drawing: _Drawing) -> None:
        """One of the waiters goes; with the last of them what has not begun is dropped."""
        if drawing.waiters == 1 and drawing.future.cancel():
            del self._drawings[picture]

    def _begin(self, picture: Picture) -> Future[bytes | NotDrawn]:
        waiting = self.waiting
        if waiting >= WAITING_MOST:
            raise NotDrawn(f"{picture.name}: {waiting} pictures are waiting to be drawn")
        surplus = max(0, len(self._drawings) + 1 - KEPT_MOST)
        done = (one for one, drawing in self._drawings.items() if drawing.future.done())
        for old in list(islice(done, surplus)):
            del self._drawings[old]
        try:
            drawing = self._pool.submit(self._encoded, picture)
        except RuntimeError as closed:
            raise GalleryClosed(f"{picture.name}: the gallery is closed") from closed
        self._unfinished.add(drawing)
        drawing.add_done_callback(self._unfinished.discard)
        return drawing

    def _encoded(self, picture: Picture) -> bytes | NotDrawn:
        # The failure is handed over rather than raised, so that a drawing nobody waits for any more fails in silence.
        began = time.perf_counter()
        try:
            body = encoded(picture.draw(self._art), self._art.breath)
        except Exception as problem:
            self.drew(False, time.perf_counter() - began)
            failed = NotDrawn(f"{picture.name}: {problem!r}")
            failed.__cause__ = problem
            return failed
        self.drew(True, time.perf_counter() - began)
        return body


def _let_others_in() -> None:
    """Nobody waits for this thread as long as Python lets them. It holds for every thread of the process."""
    sys.setswitchinterval(LETS_IN_S)


def _nobody_counts(_succeeded: bool, _seconds: float) -> None:
    """Nobody wants to know how long pictures take."""


def encoded(image: Image.Image, breath: Breath | None = None) -> bytes:
    """The image as a file. Its colours stay as fine as its brightness: small red letters would blur."""
    body = BreathingFile(breath or Breath())
    opaque = image if image.mode == "RGB" else image.convert("RGB")
    opaque.save(body, "JPEG", quality=QUALITY, subsampling=0)
    return body.getvalue()
