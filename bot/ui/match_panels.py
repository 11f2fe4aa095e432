"""Panels of one match, `mm:<kind>:<match>:<action>:…`: every press there finds what serves it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.router import Click

Handler = Callable[[Click, MatchSnapshot], Awaitable[None]]
"""Serves a press at the panel of this match. Raises Refused."""


class MatchPanel:
    """Serves one kind of panel. Whoever has the message may press; whether they are served is looked at each time.

    check     raises Refused for a person who is not served
    handlers  by the action; "" for an id that has none
    """

    def __init__(self, *, service: MatchService, check: Handler, handlers: Mapping[str, Handler]) -> None:
        self._service = service
        self._check = check
        self._handlers = handlers

    async def pressed(self, click: Click) -> None:
        """Raises Refused, also for an action that there is not."""
        match = await self._service.snapshot(click.number(0))
        await self._check(click, match)
        handler = self._handlers.get(click.part(1))
        if handler is None:
            raise Refused("forged")
        await handler(click, match)
