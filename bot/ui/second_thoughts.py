"""The way back from a question that is asked before something is done: a button that leaves everything as it is."""

from __future__ import annotations

from typing import Final

from bot.ui.panels import Button, Page, custom_id
from bot.ui.router import Click, update
from bot.ui.wording import Wording

NO: Final = "no"


def no_button(words: Wording) -> Button:
    """Stands beside every button that does what was asked about."""
    return Button(custom_id(NO), words.say("button.no"))


class SecondThoughts:
    """Serves `mm:no`, which is on pages that one person sees alone: nothing is done, and the question is put away."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    async def nothing(self, click: Click) -> None:
        words = self._wording.for_locale(click.interaction.locale)
        await update(click.interaction, Page(panels=(), lines=(words.say("button.no.done"),)))
