"""The button below the question whether anybody is there: a deserted table wakes."""

from __future__ import annotations

from bot.client import Mirror
from bot.matches.deserted import DesertedTables
from bot.ui.router import Click, reply
from bot.ui.wording import Wording


class SomebodyIsThere:
    """Serves `mm:here:<match>`."""

    def __init__(self, deserted: DesertedTables, wording: Wording) -> None:
        self._deserted = deserted
        self._wording = wording

    async def pressed(self, click: Click) -> None:
        """Somebody of this table is there, so the game goes on."""
        await self._deserted.wake(click.number(0), click.user_id)
        await reply(click.interaction, self._wording.for_locale(click.interaction.locale).say("deserted.done"))


async def setup(client: Mirror) -> None:
    client.router.on("here", SomebodyIsThere(client.deserted, client.wording).pressed)
