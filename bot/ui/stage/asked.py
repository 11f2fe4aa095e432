"""Whether a question has reached the person it was put to: only then can they have let it pass."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.questions import MIRROR, Question, Seat
from bot.games.table_options import NIGHTS_WAIT
from bot.matches.snapshot import MatchSnapshot
from bot.matches.untold import Untold
from bot.ui.face import Face
from bot.ui.stage.delivered import is_chapter_over
from bot.ui.stage.questions import awaits_cards, sent_questions
from bot.ui.stage.receipts import Receipts


class Asked:
    """Reads it from the ledger."""

    def __init__(self, faces: Mapping[str, Face], receipts: Receipts, untold: Untold) -> None:
        self._faces = faces
        self._receipts = receipts
        self._untold = untold

    async def has_reached(self, match: MatchSnapshot, question: Question) -> bool:
        """By direct message or, where that is closed, by the board, on which My seat always stands."""
        is_public = question not in sent_questions(match, self._faces[match.row.game], question.seat)
        cursor = (await self._receipts.of(match.id)).get(question.seat)
        if is_public or (cursor is not None and cursor.is_closed):
            return not self._untold.is_waiting(match.id)
        if cursor is None or cursor.is_handed_over:
            return False
        return (cursor.checkpoint, cursor.question) >= (match.checkpoint, question.number)

    async def waits_for(self, match: MatchSnapshot, clock: Question) -> list[Question]:
        """What is asked on this clock and has not reached its person, as far as clocks wait for it."""
        on_it = [q for q in match.open if q.seat != MIRROR and q.within is None] if clock.seat == MIRROR else [clock]
        theirs = [question for question in on_it if match.seats[question.seat].user_id is not None]
        return [question for question in theirs if await self._is_waited_for(match, question)]

    async def kept_from(self, match: MatchSnapshot, seat: Seat) -> list[Question]:
        """What is asked of this seat alone, has not reached it, and is waited for by clocks."""
        sent = sent_questions(match, self._faces[match.row.game], seat)
        return [question for question in sent if await self._is_waited_for(match, question)]

    def newest(self, match: MatchSnapshot, seat: Seat) -> tuple[int, int]:
        """Checkpoint and number of the newest question that a message brings to this seat; -1 for none."""
        sent = sent_questions(match, self._faces[match.row.game], seat)
        return match.checkpoint, max((question.number for question in sent), default=-1)

    def is_no_secret(self, match: MatchSnapshot) -> bool:
        """Whether it tells nothing that somebody is sent a message: all get a card, or who is asked is public."""
        return awaits_cards(match) or self._faces[match.row.game].keeps_place

    async def is_asked_as_all_are(self, match: MatchSnapshot, seat: Seat) -> bool:
        """Whether everybody living gets a panel, as a night begins, and this seat has heard nothing of the night: that
        it is sent something is so whatever its card is."""
        face = self._faces[match.row.game]
        asks_everybody = any(one.seat == MIRROR and one.key in face.asks_everybody for one in match.open)
        return asks_everybody and await self._has_heard_nothing_of_it(match, face, seat)

    async def _is_waited_for(self, match: MatchSnapshot, question: Question) -> bool:
        """Where it is a secret who is asked, a clock that waits may tell it, and a table decides whether it does: also
        where one person plays among computers, since who looks on may sit down later. But as a night begins everybody
        living gets a panel: as long as this seat has heard nothing of the night, the clock waits, whatever its card
        is."""
        if await self.has_reached(match, question):
            return False
        face = self._faces[match.row.game]
        is_sent = question in sent_questions(match, face, question.seat)
        if face.keeps_place or (is_sent and match.row.options.get(NIGHTS_WAIT, False)):
            return True
        if len(match.people()) == 1 and (self.is_no_secret(match) or not is_sent):
            return True
        return await self.is_asked_as_all_are(match, question.seat)

    async def _has_heard_nothing_of_it(self, match: MatchSnapshot, face: Face, seat: Seat) -> bool:
        """Whether nothing has been sent to this seat since the last turning point."""
        cursor = (await self._receipts.of(match.id)).get(seat)
        heard = cursor.announcement if cursor else -1
        return is_chapter_over(face, await self._receipts.announcements(match, heard + 1), heard)
