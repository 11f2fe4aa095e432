"""What a picture is: a plain description of everything it shows, which can be said in words and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from bot.ui.wording import Wording

if TYPE_CHECKING:
    from PIL.Image import Image

    from bot.ui.pictures.art import Art


class Picture(Protocol):
    """Everything that one picture shows: frozen and hashable, so that the same picture is drawn once.

    It is made from a seat's view, and both its text twin and its drawing are made from it alone.
    """

    @property
    def name(self) -> str:
        """The file's name. It is the same for everybody and tells nothing."""
        ...

    def words(self, words: Wording) -> str:
        """Everything the picture shows, in words: the alt text, and what the Text button says."""
        ...

    def draw(self, art: Art) -> Image:
        """The picture. Runs in a worker thread, and looks at nothing but itself and the art."""
        ...


@runtime_checkable
class Measured(Protocol):
    """A picture whose size is known before it is drawn."""

    @property
    def size(self) -> tuple[int, int]:
        """Its pixels, across and down."""
        ...
