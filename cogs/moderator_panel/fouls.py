"""Fouls that are called at a panel, by whoever leads a game or hosts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.fouls import FOUL, OUT, Fouls, Kind, whistle
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.match_panels import Handler
from bot.ui.panels import Page
from bot.ui.router import Click
from bot.ui.wording import Wording
from cogs.moderator_panel.fouls_page import fouls_page, fouls_so_far, leaving_page
from cogs.moderator_panel.page import PANEL


class Replies(Protocol):
    """How a panel answers."""

    def words(self, click: Click) -> Wording: ...
    async def page(self, click: Click, page: Page) -> None: ...
    async def panel(self, click: Click, match_id: int) -> None: ...


class FoulControls:
    """Serves the menus of fouls at one kind of panel. The caller has looked whether a person may press there."""

    def __init__(self, *, fouls: Fouls, faces: Mapping[str, Face], replies: Replies, panel: str = PANEL) -> None:
        self._fouls = fouls
        self._faces = faces
        self._replies = replies
        self._panel = panel

    def handlers(self) -> dict[str, Handler]:
        """By the action."""
        return {"fouls": self._choose, "foul": self._call}

    async def _choose(self, click: Click, match: MatchSnapshot) -> None:
        """Whom, and which foul."""
        question = whistle(match)
        if question is None:
            raise Refused("no_fouls_now")
        await self._replies.page(click, fouls_page(match, question, self._replies.words(click), self._panel))

    async def _call(self, click: Click, match: MatchSnapshot) -> None:
        """`foul:<checkpoint>:…` with a choice from a menu, or (after a question) `sure` with that choice again."""
        sure = click.part(4)
        choice = sure or (click.values[0] if click.values else "")
        seat, kind, before = _read(choice)
        if (click.number(2), before) != (match.checkpoint, fouls_so_far(match).get(seat)):
            raise Refused("foul_out_of_date")
        if not sure and (kind == OUT or before + 1 >= self._faces[match.row.game].fouls_most):
            await self._replies.page(click, leaving_page(match, seat, choice, self._replies.words(click), self._panel))
            return
        await self._fouls.call(match.id, seat, kind, actor=click.user_id, message_id=click.interaction.id)
        await self._replies.panel(click, match.id)


def _read(choice: str) -> tuple[Seat, Kind, int]:
    """Seat, kind of foul, and fouls so far. Raises Refused for a forged choice."""
    parts = choice.split(".")
    if len(parts) != 3 or not (parts[0] + parts[2]).isdecimal() or parts[1] not in (FOUL, OUT):
        raise Refused("forged")
    return int(parts[0]), OUT if parts[1] == OUT else FOUL, int(parts[2])
