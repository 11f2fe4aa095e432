"""News that stand on a seat's panel although the ledger does not say so.

The answer to a press has told them, and nobody has noted it: the process died, or Discord's own answer was lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.matches.ledger import Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.ui.posted import reads
from bot.ui.stage.delivered import Delivered
from bot.ui.stage.living import has_panel
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.wording import Wording


class StandingNews:
    """Finds news that a panel has told already, and notes them."""

    def __init__(self, receipts: Receipts, pages: SeatPages) -> None:
        self._receipts = receipts
        self._pages = pages

    async def delivered_by(
        self,
        match: MatchSnapshot,
        seat: Seat,
        words: Wording,
        panel: Cursor,
        stands: discord.Message,
        news: Sequence[Announcement],
    ) -> Delivered | None:
        """What was delivered when those of the `news` count that can be read where the panel stands; None: no more
        than before."""
        before = await self._receipts.told_by(match, seat, panel.message_id or 0)
        noted = set(self._pages.lines(match, seat, words, before))
        number = None
        for line in news:
            told = self._pages.lines(match, seat, words, [line])
            below = self._pages.dealt_lines(match, seat, words, [line])
            may_be_older = not noted.isdisjoint(told)  # the same may have been told before
            if may_be_older or not (reads(stands, told) or reads(stands, below)):
                break
            number = line.number
        return None if number is None else replace(Delivered.by(panel), announcement=number)

    async def was_pressed(self, match: MatchSnapshot, seat: Seat, words: Wording, message: discord.Message) -> None:
        """Note what can be read on the panel that was pressed, before something else stands there."""
        panel = (await self._receipts.of(match.id)).get(seat)
        if panel is None or not has_panel(panel) or panel.message_id != message.id:
            return
        era, news = self._receipts.era(match.id), await self._receipts.unheard(match, seat)
        delivered = await self.delivered_by(match, seat, words, panel, message, news) if news else None
        if delivered is not None:
            place, owner = (panel.channel_id or 0, message.id), match.people()[seat]
            await self._receipts.note(match.id, seat, delivered, *place, state="opened", owner=owner, era=era)
