"""Whoever stands by looks once beforehand at what it will have to look at when its turn comes. Nothing comes of it.

Whatever is done for the first time takes many times as long as the next time: how a game is saved is learnt, a query
is put together, a page is made. When the turn has come, people wait for their answers.
"""

from __future__ import annotations

from typing import Final

import structlog

from bot.matches.errors import Refused
from bot.matches.ledger import Ledger
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.panels import render
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

MATCHES_MOST: Final = 20
"""So many are looked at. All of one game have most of it in common."""


async def rehearse(service: MatchService, ledger: Ledger, pages: SeatPages, words: Wording) -> None:
    """Read what is read at the beginning, and make the pages of some matches. What fails is left to the beginning."""
    try:
        await ledger.unsent()
        await ledger.left_lying()
        for match_id in (await service.to_take_up())[:MATCHES_MOST]:
            _look_at(await service.snapshot(match_id), pages, words)
    except (Refused, StoreTrouble) as problem:
        log.info("not_rehearsed", problem=type(problem).__name__)


def _look_at(match: MatchSnapshot, pages: SeatPages, words: Wording) -> None:
    for seat in match.people():
        render(pages.seat(match, seat, words))
