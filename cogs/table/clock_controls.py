"""The clocks of a table, at the panel of a host's powers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.snapshot import MatchSnapshot
from bot.ui.match_panels import Handler
from bot.ui.panels import Page
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click
from bot.ui.wording import Wording
from cogs.table.clocks_page import HOURS, MINUTES, clocks_page
from cogs.table.powers_page import MORE_MINUTES


class Replies(Protocol):
    """How the panel answers."""

    def words(self, click: Click) -> Wording: ...
    async def page(self, click: Click, page: Page) -> None: ...
    async def panel(self, click: Click, match_id: int, done: str = "") -> None: ...


class ClockControls:
    """Serves what the panel has about clocks; whether a person may press there was looked at before."""

    def __init__(
        self, *, hosting: Hosting, replies: Replies, public_lines: PublicLines, now_ms: Callable[[], int]
    ) -> None:
        self._hosting = hosting
        self._replies = replies
        self._public_lines = public_lines
        self._now_ms = now_ms

    def handlers(self) -> dict[str, Handler]:
        """By the action."""
        return {
            "pause": self._pause,
            "resume": self._resume,
            "more": self._more,
            "clocks": self._choose,
            "pause_for": self._pause_for,
            "more_for": self._more_for,
        }

    async def _pause(self, click: Click, match: MatchSnapshot) -> None:
        await self._hosting.pause(match.id, click.user_id)
        await self._done(click, match, "table.pause.done")

    async def _resume(self, click: Click, match: MatchSnapshot) -> None:
        await self._hosting.resume(match.id, click.user_id)
        await self._done(click, match, "table.resume.done")

    async def _more(self, click: Click, match: MatchSnapshot) -> None:
        await self._extend(click, match, MORE_MINUTES)

    async def _choose(self, click: Click, match: MatchSnapshot) -> None:
        await self._replies.page(click, clocks_page(match, self._replies.words(click)))

    async def _pause_for(self, click: Click, match: MatchSnapshot) -> None:
        until_ms = self._now_ms() + _chosen(click, HOURS) * 3_600_000
        await self._hosting.pause(match.id, click.user_id, until_ms)
        await self._done(click, match, "table.pause.done_until", when=until_ms // 1000)

    async def _more_for(self, click: Click, match: MatchSnapshot) -> None:
        await self._extend(click, match, _chosen(click, MINUTES))

    async def _extend(self, click: Click, match: MatchSnapshot, minutes: int) -> None:
        await self._hosting.extend(match.id, click.user_id, minutes * 60)
        self._public_lines.say(match, "stage.extended", count=minutes)
        await self._done(click, match, "table.extend.done", count=minutes)

    async def _done(self, click: Click, match: MatchSnapshot, key: str, **values: Any) -> None:
        await self._replies.panel(click, match.id, self._replies.words(click).say(key, **values))


def _chosen(click: Click, offered: tuple[int, ...]) -> int:
    """The span that was chosen from a menu. Raises Refused for one that was not offered."""
    if click.values[:1] not in [(str(span),) for span in offered]:
        raise Refused("forged")
    return int(click.values[0])
