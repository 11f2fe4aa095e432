"""When a game is over, however it ended, nobody is asked any longer whether it should end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import discord
import structlog

from bot.matches.archive import Archive
from bot.matches.end_questions import EndQuestion, EndQuestions
from bot.matches.happenings import Happening
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable, Unreachable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from cogs.leaving.pages import ended_page

log = structlog.get_logger(__name__)

EARLIER_MS = 60_000
"""So much earlier than it was asked a message is looked for: Discord's clock is not the bot's."""


class Closing:
    """Closes the questions of games that are over. What cannot be closed now is closed with the next game that ends, or
    when the bot starts."""

    def __init__(self, *, archive: Archive, questions: EndQuestions, courier: Courier, languages: Languages) -> None:
        self._archive = archive
        self._questions = questions
        self._courier = courier
        self._languages = languages
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._shown: Counter[int] = Counter()
        """Messages on which a vote is being shown at this moment, each with how often."""
        self._not_sure: set[int] = set()
        """Those that were closed meanwhile: their buttons may come back."""

    def watch(self, happening: Happening) -> None:
        if happening.kind == "ended":
            self.soon()

    def soon(self) -> None:
        """Close what has to be closed, in a task of its own."""
        task = asyncio.create_task(self.close_all())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @contextmanager
    def shown_on(self, message_id: int) -> Iterator[None]:
        """While a vote is shown on this message. Closed meanwhile, it is closed once more afterwards; or after a start,
        if the process does not live so long."""
        self._shown[message_id] += 1
        try:
            yield
        finally:
            self._shown -= Counter((message_id,))
            if message_id in self._not_sure:
                self._not_sure.discard(message_id)
                self.soon()

    def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def close_all(self) -> None:
        """Raises nothing. One that cannot be closed keeps no other open."""
        async with self._turn:
            for question in await self._left_open():
                await self._try_to_close(question)

    async def _left_open(self) -> list[EndQuestion]:
        try:
            return await self._questions.left_open()
        except StoreTrouble as problem:
            log.warning("end_questions_left_open", problem=str(problem))
            return []

    async def _try_to_close(self, question: EndQuestion) -> None:
        try:
            await self._close(question)
        except (Unreachable, Overloaded, StoreTrouble) as problem:
            log.info("end_question_left_open", match=question.match, problem=str(problem))
        except Exception:
            log.exception("end_question_left_open", match=question.match)

    async def _close(self, question: EndQuestion) -> None:
        page, message_id = await self._page(question), question.message_id
        try:
            message_id = message_id or await self._found(question)
            if message_id:
                await self._courier.edit(question.place, message_id, Outgoing(view=render(page)))
        except Unreachable:
            raise
        except Undeliverable as problem:
            log.info("end_question_given_up", match=question.match, problem=problem.reason)
        if message_id is not None and message_id in self._shown:
            self._not_sure.add(message_id)
        else:
            await self._questions.is_closed(question)

    async def _page(self, question: EndQuestion) -> Page:
        """Only its own row is read: a match of long ago may be one that this version cannot wake."""
        row = await self._archive.row(question.match)
        return ended_page(row.ending, question.ending, self._languages.public(row.guild_id))

    async def _found(self, question: EndQuestion) -> int | None:
        """The message that the last process posted and did not live to note; None where it did not post it either."""
        since = datetime.fromtimestamp((question.at_ms - EARLIER_MS) / 1000, UTC)
        return await self._courier.find(question.place, nonce_of(question), discord.utils.time_snowflake(since))


def nonce_of(question: EndQuestion) -> str:
    """Under which nonce it is posted."""
    return f"{question.match}.{question.ending[0]}.{question.at_ms}"
