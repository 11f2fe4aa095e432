"""What is done again and again, by the event loop's clock.

`discord.ext.tasks` reckons by the machine's clock when the next turn is due. Set back by hours, as where a machine has
begun with a wrong time, nothing would be done for hours; set forward, every turn in between would be made up for.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from discord.ext import tasks
from discord.utils import MISSING, utcnow


class SteadyLoop(tasks.Loop[Any]):
    """Rests for its whole span after each turn, whatever the machine's clock says meanwhile."""

    def __get__(self, obj: Any, objtype: Any = None) -> SteadyLoop:
        """The loop of this cog: discord.py would make a plain one of it."""
        if obj is None:
            return self
        own = type(self)(self.coro, self._sleep, self._name)
        own._injected = obj
        setattr(obj, self.coro.__name__, own)
        return own

    def __init__(self, work: Any, seconds: float, name: str | None = None) -> None:
        super().__init__(work, seconds, 0, 0, MISSING, None, reconnect=True, name=name)

    def _try_sleep_until(self, dt: datetime) -> Any:
        return super()._try_sleep_until(utcnow() + timedelta(seconds=self._sleep))


def every(*, minutes: float = 0, hours: float = 0) -> Callable[[Any], SteadyLoop]:
    """Decorates what a cog does at its start and then once in so long."""
    return lambda work: SteadyLoop(work, 60 * (minutes + 60 * hours))
