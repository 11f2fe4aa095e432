"""The people at a table vote to end their game, now or as a draw: asked where it is played, by buttons.

`over` `mm:over:<match>:<way>` somebody agrees, and `mm:over:<match>:<way>:no` would rather play on
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.matches.end_questions import EndQuestion, EndQuestions
from bot.matches.end_votes import WAYS, EndVotes, Tally, Way, check_may_vote
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.posted import is_on_its_message, written_ms
from bot.ui.router import Click, reply, update
from bot.ui.standing_buttons import check_it_stands_there
from bot.ui.wording import Wording
from cogs.leaving.closing import Closing, nonce_of
from cogs.leaving.pages import ended_page, vote_page
from cogs.table.finding import Interaction

FRESH_MS = 10 * 60 * 1000
"""So long a question that stands there is brought up to date, also when all who had agreed have taken it back."""
REMEMBERED_MOST = 500


@dataclass(frozen=True)
class Asked:
    """A question that stands where the game is played: channel, message, and since when."""

    place: int
    message: int
    at_ms: int


class Voting:
    """Serves the buttons of a vote, and begins one.

    Where its question stands is remembered by this process only: after a restart it is asked anew once somebody agrees
    elsewhere, and known again when it is pressed.
    """

    def __init__(
        self,
        *,
        service: MatchService,
        end_votes: EndVotes,
        questions: EndQuestions,
        closing: Closing,
        courier: Courier,
        languages: Languages,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._end_votes = end_votes
        self._questions = questions
        self._closing = closing
        self._courier = courier
        self._languages = languages
        self._wording = wording
        self._now_ms = now_ms
        self._asked: dict[tuple[int, Way], Asked] = {}
        self._turns: WeakValueDictionary[tuple[int, Way], asyncio.Lock] = WeakValueDictionary()

    async def pressed(self, click: Click) -> None:
        """On the public question everybody sees how it stands; below `Leave…` it is answered to one person alone."""
        match = await self._service.snapshot(click.number(0))
        way = _way(click.part(1))
        message = click.interaction.message
        if message is None or message.flags.ephemeral or click.interaction.guild_id is None:
            await self.begin(click.interaction, match, way)
            return
        if match.over and is_on_its_message(click.interaction):
            await update(click.interaction, self._ended_page(match, way))
            return
        check_may_vote(match, click.user_id, way)
        check_it_stands_there(click)
        vote = self._end_votes.disagree if click.parts[2:] == ("no",) else self._end_votes.agree
        tally = await vote(match.id, click.user_id, way)
        self._remember(match.id, way, Asked(message.channel.id, message.id, written_ms(message.id)))
        await update(click.interaction, self._page(match, way, tally))
        if not tally.is_decided:
            await self._close_if_over(click, match.id, way)

    async def _close_if_over(self, click: Click, match_id: int, way: Way) -> None:
        """A game that has ended since the vote was written: its question may have been closed before it was shown."""
        match = await self._service.snapshot(match_id)
        if match.over:
            await update(click.interaction, self._ended_page(match, way))

    async def begin(self, interaction: Interaction, match: MatchSnapshot, way: Way) -> None:
        """Somebody would like it to end: everybody is asked, or sees on the question that stands there that they do.

        That they are to be asked is on disk before the vote: where it cannot be written, the vote does not count.
        """
        check_may_vote(match, interaction.user.id, way)
        async with self._turns.setdefault((match.id, way), asyncio.Lock()):
            question = None if await self._is_asked(match, way) else await self._planned(match, way)
            tally = await self._end_votes.agree(match.id, interaction.user.id, way)
            if question is None or tally.is_decided:
                self._show(match, way, tally)
            else:
                await self._ask(question, way, self._page(match, way, tally), interaction.user.id)
        words = self._wording.for_locale(interaction.locale)
        key = "endvote.decided" if tally.is_decided else "endvote.noted"
        await reply(interaction, words.say(key, agreed=len(tally.agreed), needed=tally.needed))

    async def _is_asked(self, match: MatchSnapshot, way: Way) -> bool:
        """Whether the question stands where people see it; one that nobody agrees to any more only for a while."""
        asked = self._asked.get((match.id, way))
        if asked is None or self._now_ms() - asked.at_ms < FRESH_MS:
            return asked is not None
        tally = await self._end_votes.tally(match.id, way)
        return tally is None or bool(tally.agreed)

    async def _planned(self, match: MatchSnapshot, way: Way) -> EndQuestion:
        """A question that is about to be asked where the game is played, written down."""
        question = EndQuestion(match.id, way, self._now_ms(), match.row.thread_id or match.row.channel_id)
        await self._questions.is_asked(question)
        return question

    def _show(self, match: MatchSnapshot, way: Way, tally: Tally) -> None:
        """Show on the public question how the vote stands, at the moment when it is shown. A question that cannot be
        found is asked anew the next time."""
        asked = self._asked.get((match.id, way))
        if asked is None:
            return

        async def make() -> Outgoing | None:
            now = tally if tally.is_decided else await self._end_votes.tally(match.id, way)
            return None if now is None else Outgoing(view=render(self._page(match, way, now)))

        self._courier.edit_soon(asked.place, asked.message, make, lambda: self._forget(match.id, way))

    def _forget(self, match_id: int, way: Way) -> None:
        self._asked.pop((match_id, way), None)

    async def _ask(self, question: EndQuestion, way: Way, page: Page, user_id: int) -> None:
        """Ask where the game is played. What nobody was asked nobody can agree to, so then the vote is taken back."""
        try:
            message = await self._courier.post(question.place, Outgoing(view=render(page)), nonce_of(question))
        except (Undeliverable, Overloaded):
            await self._end_votes.disagree(question.match, user_id, way)
            raise Refused("not_asked_now") from None
        self._remember(question.match, way, Asked(question.place, message, question.at_ms))
        await self._questions.stands(question, message)
        if (await self._service.snapshot(question.match)).over:
            self._closing.soon()

    def _remember(self, match_id: int, way: Way, asked: Asked) -> None:
        self._forget(match_id, way)
        self._asked[match_id, way] = asked
        while len(self._asked) > REMEMBERED_MOST:
            del self._asked[next(iter(self._asked))]

    def _page(self, match: MatchSnapshot, way: Way, tally: Tally) -> Page:
        return vote_page(match, way, tally, self._languages.public(match.row.guild_id))

    def _ended_page(self, match: MatchSnapshot, way: Way) -> Page:
        return ended_page(match.row.ending, way, self._languages.public(match.row.guild_id))


def _way(text: str) -> Way:
    way = next((way for way in WAYS if way == text), None)
    if way is None:
        raise Refused("forged")
    return way
