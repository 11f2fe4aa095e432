"""Where a table is asked to end its game: known for as long as something can be pressed there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.store import end_questions
from bot.store.database import Store
from bot.store.end_questions import EndQuestionRow
from bot.store.matches import Ending


@dataclass(frozen=True)
class EndQuestion:
    """One message that asks a table to end its game in this way.

    at_ms       when it was asked, epoch ms
    place       the channel in which it stands
    message_id  None as long as it is being posted
    """

    match: int
    ending: Ending
    at_ms: int
    place: int
    message_id: int | None = None


class EndQuestions:
    """Remembers them. Everything here raises StoreError when the store cannot be reached."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def is_asked(self, question: EndQuestion) -> None:
        """It is being asked: its message may stand there from now on."""
        row = EndQuestionRow(**vars(question))
        await self._store.write(lambda connection: end_questions.write(connection, row))

    async def stands(self, question: EndQuestion, message_id: int) -> None:
        """It stands on this message."""
        await self.is_asked(replace(question, message_id=message_id))

    async def is_closed(self, question: EndQuestion) -> None:
        """Nothing can be pressed there any more."""
        row = EndQuestionRow(**vars(question))
        await self._store.write(lambda connection: end_questions.remove(connection, row))

    async def left_open(self) -> list[EndQuestion]:
        """Those of matches that are over."""
        async with self._store.reading() as connection:
            return [EndQuestion(**vars(row)) for row in await end_questions.of_the_over(connection)]
