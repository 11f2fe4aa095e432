"""Before anything begins everybody has to have their card."""

from __future__ import annotations

from typing import Protocol

from bot.engine.questions import MIRROR, first_of, put, timer

WAITS_LEAST_S = 120
"""Who was here when the cards were dealt has found their seat by then."""


class Options(Protocol):
    """What this has to know of a table's options."""

    @property
    def cards_have_a_clock(self) -> bool: ...

    @property
    def night_seconds(self) -> int: ...


async def cards_delivered(options: Options) -> None:
    """The game waits until everybody has the cards, or the host says that it may go on; but for no longer than a night
    takes, which is how long a table gives its people to look at their panels."""
    delivery = put(MIRROR, "roles.delivered", ("delivered", "host"))
    clock = timer("clock.cards", max(WAITS_LEAST_S, options.night_seconds))
    await first_of((delivery, clock) if options.cards_have_a_clock else (delivery,))
