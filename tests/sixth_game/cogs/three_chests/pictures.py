"""Three chests in a row, and the coins everybody has found."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.games.three_chests.cards import CHESTS
from bot.ui.pictures.art import Art
from bot.ui.wording import Wording

WOODS = {"oak": "#8a5a2b", "iron": "#5c6470", "glass": "#9cc7d8"}


@dataclass(frozen=True)
class ChestsPicture:
    """spoken: everything it shows, finished phrases; coin_in: the chest with the coin, for who may know it."""

    spoken: tuple[str, ...]
    coin_in: str | None = None

    @property
    def name(self) -> str:
        return "chests.jpg"

    def words(self, words: Wording) -> str:
        del words  # all phrases are finished
        return "\n".join(self.spoken)

    def draw(self, art: Art) -> Image.Image:
        del art
        image = Image.new("RGB", (900, 320), "#1d2733")
        pen = ImageDraw.Draw(image)
        for place, chest in enumerate(CHESTS):
            left = 60 + place * 280
            pen.rounded_rectangle((left, 90, left + 220, 260), 18, fill=WOODS[chest], outline="#f3e9d2", width=4)
            if chest == self.coin_in:
                pen.ellipse((left + 80, 140, left + 140, 200), fill="#f2c14e", outline="#ffffff", width=4)
        return image
