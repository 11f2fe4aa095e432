"""The result of a match, in the channel where its table was opened: whoever is not in its thread hears it there."""

from __future__ import annotations

import structlog

from bot.matches.ledger import CHANNEL, Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.ui.delivery import Courier, NotAllowed, PlaceGone, Rejected
from bot.ui.pages import outgoing
from bot.ui.pictures.gallery import Gallery
from bot.ui.stage.delivered import THE_END, Delivered
from bot.ui.stage.doubts import Doubts
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.receipts import Receipts

log = structlog.get_logger(__name__)


def is_result_due(match: MatchSnapshot, place: int, cursor: Cursor | None) -> bool:
    """Whether the channel has still to hear how the game ended. Where it was played there, it has seen the end; and a
    tutorial is nobody else's business."""
    if match.outcome is None or match.thrown_away or is_tutorial(match.row) or place == match.row.channel_id:
        return False
    return cursor is None or cursor.question != THE_END


class Results:
    """Posts results, each once."""

    def __init__(
        self, *, receipts: Receipts, pages: PublicPages, doubts: Doubts, courier: Courier, gallery: Gallery
    ) -> None:
        self._receipts = receipts
        self._pages = pages
        self._doubts = doubts
        self._courier = courier
        self._gallery = gallery

    async def tell(self, match: MatchSnapshot, place: int, cursor: Cursor | None) -> bool:
        """Post the result, and note it; True, because nothing is left to do. A channel that takes none goes without.

        Raises Undeliverable when Discord cannot be reached.
        """
        attaches = self._courier.may_attach(match.row.channel_id)
        message = await outgoing(self._gallery, self._pages.result(match, place), attaches=attaches)
        nonce = f"{match.id}.{CHANNEL}.{cursor.serial + 1 if cursor else 1}"
        perhaps_after, era = self._doubts.perhaps_after(match.id, CHANNEL, cursor), self._receipts.era(match.id)
        channel_id, delivered = match.row.channel_id, Delivered(match.checkpoint, match.announced - 1, THE_END)
        with self._doubts.posting(match.id, CHANNEL):
            try:
                message_id = await self._courier.post(channel_id, message, nonce, perhaps_after=perhaps_after)
            except (NotAllowed, PlaceGone, Rejected) as problem:
                log.info("result_not_posted", match=match.id, reason=problem.reason)
                message_id = 0
            await self._receipts.note(match.id, CHANNEL, delivered, channel_id, message_id, era=era)
        return True
