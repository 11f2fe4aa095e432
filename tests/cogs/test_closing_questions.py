"""One question that cannot be closed keeps no other open."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.matches.end_questions import EndQuestion
from bot.ui.wording import Wording, wording_files
from cogs.leaving.closing import Closing

OLDEST, MIDDLE, NEWEST = (EndQuestion(match, "vote", match, 20, 100 + match) for match in (1, 2, 3))


class Closed:
    """Stands for what a `Closing` reads, writes and edits; the row of the first match and the message of the second
    are broken."""

    def __init__(self) -> None:
        self.edited: list[int] = []
        self.closed: list[EndQuestion] = []

    async def left_open(self) -> list[EndQuestion]:
        return [OLDEST, MIDDLE, NEWEST]

    async def row(self, match: int) -> Any:
        if match == OLDEST.match:
            raise ValueError("a row of long ago")
        return SimpleNamespace(ending="vote", guild_id=1)

    async def edit(self, place: int, message: int, _: object) -> None:
        if message == MIDDLE.message_id:
            raise RuntimeError("nobody has thought of that")
        self.edited.append(message)

    async def is_closed(self, question: EndQuestion) -> None:
        self.closed.append(question)

    def public(self, _: int) -> Wording:
        return Wording(wording_files())


async def test_whatever_goes_wrong_with_one_question_the_next_is_closed() -> None:
    at_work = Closed()
    every = cast(Any, at_work)
    await Closing(archive=every, questions=every, courier=every, languages=every).close_all()
    assert (at_work.edited, at_work.closed) == ([NEWEST.message_id], [NEWEST])
