"""The times on a board that an earlier process has posted: no time has passed since, so its clocks run out later.

Of what this process has posted it knows what stands there (`bot.ui.stage.public`); of the rest only the times change.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from bot.matches.ledger import PUBLIC, Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable, Unreachable
from bot.ui.panels import Panel
from bot.ui.posted import can_be_pressed, has_time, put_right
from bot.ui.stage.clocks import Clocks
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.rounds import RETRY_S, Rounds

log = structlog.get_logger(__name__)


class PublicTimes:
    """Puts them right, once for each time that the clocks were moved."""

    def __init__(self, receipts: Receipts, pages: PublicPages, rounds: Rounds, courier: Courier) -> None:
        self._receipts = receipts
        self._pages = pages
        self._rounds = rounds
        self._courier = courier
        self._shown: dict[int, tuple[int, Clocks]] = {}
        """Match -> the message with its board, and what that says of its clocks."""

    async def put_right(self, match: MatchSnapshot) -> None:
        """Change nothing on the newest public message but its times; if Discord does not answer, with a round to come.

        Raises StoreError.
        """
        board = (await self._receipts.of(match.id)).get(PUBLIC)
        if match.over or board is None or not board.message_id or self._is_right(match, board.message_id):
            return
        try:
            boards = (self._pages.board(match, pictured=pictured) for pictured in (True, False))
            if texts := _with_times([panel for board_shown in boards for panel in board_shown]):
                await self._change(match, board, texts)
        except (Unreachable, Overloaded) as problem:
            log.info("board_times_not_put_right", match=match.id, problem=str(problem))
            self._rounds.schedule_in(RETRY_S, match.id)
            return
        except Undeliverable as problem:
            log.info("board_not_changed", match=match.id, problem=problem.reason)
        self._shown[match.id] = (board.message_id, Clocks.of(match))

    def forget(self, match_id: int) -> None:
        """This process knows what stands there, or the match is over."""
        self._shown.pop(match_id, None)

    def _is_right(self, match: MatchSnapshot, message_id: int) -> bool:
        shown = self._shown.get(match.id)
        return shown is not None and shown[0] == message_id and not shown[1].were_moved(Clocks.of(match))

    async def _change(self, match: MatchSnapshot, board: Cursor, texts: Sequence[str]) -> None:
        channel_id, message_id = board.channel_id or 0, board.message_id or 0
        stands = await self._courier.read(channel_id, message_id)
        is_newest = (await self._receipts.of(match.id)).get(PUBLIC) == board
        if stands is None or not can_be_pressed(stands) or not is_newest:
            return
        view = put_right(stands, [(text, text) for text in texts])
        if view is not None:
            await self._courier.edit(channel_id, message_id, Outgoing(view=view, keeps_files=True))


def _with_times(panels: Sequence[Panel]) -> list[str]:
    """What the panels say, with a picture beside them or without, if a time is in it."""
    told = (text for panel in panels for text in (panel.text, panel.whole) if has_time(text))
    return list(dict.fromkeys(told))
