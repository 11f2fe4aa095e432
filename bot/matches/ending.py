"""How a match is ended before the rules have found an outcome: for good, and without a winner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.matches.awake import Awake
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.store import matches
from bot.store.matches import Ending


async def end_match(keeper: Keeper, awake: Awake, actor: int, ending: Ending) -> None:
    """End it; the caller is alone with the match. Raises Refused when it is over, and StoreError."""
    awake.check_not_over()
    now = keeper.now_ms()

    async def stop(connection: Any) -> None:
        await matches.set_status(connection, awake.id, "ended", now, ending=ending)
        await matches.set_unsent(connection, awake.id)

    await keeper.act(awake, actor, "end", stop, ending=ending)
    awake.row = replace(
        awake.row, status="ended", ending=ending, paused_ms=None, resume_ms=None, deserted_until_ms=None,
        deserted_asked=False,
    )  # fmt: skip
    awake.deadlines = {}
    keeper.schedule(awake)
    keeper.tell(Happening(awake.id, "ended", ending=ending))
