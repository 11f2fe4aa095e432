"""The picture on an invitation: which game, and for how many. When it is everybody reads by their own clock, so that
stands in the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.matches.planned_tables import Planned
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.panels import Shown
from bot.ui.pictures.art import GOLD, PALE, Art
from bot.ui.wording import Wording
from cogs.evenings.plan_pages import players

WIDTH: Final = 1200
TALL: Final = 460
EMBLEM: Final = 150
"""Pixels of each emblem."""
NIGHT, NIGHT_EDGE = "#3a2a66", "#120a24"


@dataclass(frozen=True)
class InvitationPicture:
    """The title of the game, for how many it is, and what it is known by."""

    title: str
    players: str
    emblems: tuple[str, ...]
    name: str = "invitation.jpg"

    def words(self, words: Wording) -> str:
        return words.say("plan.picture", game=self.title, players=self.players)

    def draw(self, art: Art) -> Image.Image:
        image = art.table(WIDTH, TALL, NIGHT, NIGHT_EDGE)
        pen = art.pen(image)
        step = WIDTH // (len(self.emblems) + 1)
        for place, emblem in enumerate(self.emblems, start=1):
            pen.stamp(place * step - EMBLEM // 2, 44, art.sprite(emblem_file(emblem), EMBLEM, EMBLEM, PALE))
        pen.text(WIDTH / 2, 290, self.title, 92, GOLD, "title", anchor="mm", width=WIDTH - 80)
        pen.text(WIDTH / 2, 390, self.players, 56, PALE, "bold", anchor="mm", width=WIDTH - 80)
        return image


def emblem_file(emblem: str) -> str:
    """Where an emblem is found."""
    return f"{emblem}.png" if emblem.startswith("icon/") else f"emoji/{emblem}.webp"


def invitation_picture(plan: Planned, faces: Mapping[str, Face], words: Wording) -> tuple[Shown, ...]:
    """The picture of a planned table with its alt text; none for a game that has no emblems."""
    emblems = tuple(faces[plan.game.name].emblems) if plan.game.name in faces else ()
    if not emblems:
        return ()
    picture = InvitationPicture(game_title(words, plan.game.name), players(plan, words), emblems)
    return (Shown(picture, picture.words(words)),)
