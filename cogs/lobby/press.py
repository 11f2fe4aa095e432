"""A press on one of a lobby's controls, `mm:lobby:<lobby>:<action>:…`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.ui.router import Click


@dataclass(frozen=True)
class Press:
    """A press in a lobby: its person, the button and the lobby; `number` counts the presses in this lobby."""

    click: Click
    lobby_id: int
    number: int

    @property
    def interaction(self) -> discord.Interaction[Any]:
        return self.click.interaction

    @property
    def user_id(self) -> int:
        return self.click.user_id

    @property
    def action(self) -> str:
        return self.part(1)

    @property
    def value(self) -> str:
        """What was chosen from a menu; empty for nothing."""
        return self.click.values[0] if self.click.values else ""

    def part(self, place: int) -> str:
        """A part of the control's id; empty where there is none."""
        return self.click.parts[place] if len(self.click.parts) > place else ""


PressHandler = Callable[[Press], Awaitable[None]]
