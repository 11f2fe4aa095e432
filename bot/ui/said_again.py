"""Whoever presses five times in a row is told once why nothing comes of it, and how often they have pressed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.ui.callbacks import answer_at_once, is_answered
from bot.ui.panels import Page, render
from bot.ui.wording import Wording

WITHIN_S: Final = 30.0
"""Presses with more than this between them are not in a row: the sentence may have moved out of sight."""
KNOWN_MOST: Final = 500

_Where = tuple[int, int | None]


@dataclass
class _Said:
    sentence: str
    interaction: discord.Interaction[Any]
    at: float
    times: int = 1


class SaidAgain:
    """The last answer of this kind, by person and the message on which they pressed: one that another has followed
    stands further up, and is said anew."""

    def __init__(self) -> None:
        self._said: OrderedDict[_Where, _Said] = OrderedDict()

    def note(self, interaction: discord.Interaction[Any], sentence: str) -> None:
        """This was answered just now."""
        self._said[_where(interaction)] = _Said(sentence, interaction, asyncio.get_running_loop().time())
        while len(self._said) > KNOWN_MOST:
            self._said.popitem(last=False)

    async def counted(self, interaction: discord.Interaction[Any], sentence: str, words: Wording) -> bool:
        """Whether the sentence stands there already, and tells of this press as well."""
        said, now = self._said.get(_where(interaction)), asyncio.get_running_loop().time()
        if said is None or said.sentence != sentence or now - said.at > WITHIN_S or is_answered(interaction):
            return False
        said.at, said.times = now, said.times + 1
        line = words.say("refused.pressed_again", says=sentence, count=said.times)
        await answer_at_once(interaction, interaction.response.defer)
        try:
            await said.interaction.edit_original_response(view=render(Page(panels=(), lines=(line,))))
        except discord.HTTPException:  # it was put away
            self._said.pop(_where(interaction), None)
            return False
        return True


def _where(interaction: discord.Interaction[Any]) -> _Where:
    message = interaction.message
    return interaction.user.id, message.id if message is not None else None
