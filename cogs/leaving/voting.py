"""The people at a table vote to end their game, now or as a draw: asked where it is played, by buttons.

`over` `mm:over:<match>:<way>` somebody agrees, and `mm:over:<match>:<way>:no` would rather play on
"""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.end_votes import WAYS, EndVotes, Tally, Way, check_may_vote
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.leaving.pages import vote_page
from cogs.table.finding import Interaction


class Voting:
    """Serves the buttons of a vote, and begins one."""

    def __init__(
        self,
        *,
        service: MatchService,
        end_votes: EndVotes,
        courier: Courier,
        languages: Languages,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._end_votes = end_votes
        self._courier = courier
        self._languages = languages
        self._wording = wording
        self._now_ms = now_ms
        self._asked: dict[tuple[int, Way], int] = {}
        """Match and way -> the message with the public question, as far as this process knows."""

    async def pressed(self, click: Click) -> None:
        """On the public question everybody sees how it stands; below `Leave…` it is answered to one person alone."""
        match = await self._service.snapshot(click.number(0))
        way = _way(click.parts[1] if len(click.parts) > 1 else "")
        message = click.interaction.message
        if message is None or message.flags.ephemeral or click.interaction.guild_id is None:
            await self.begin(click.interaction, match, way)
            return
        self._asked[match.id, way] = message.id
        vote = self._end_votes.disagree if click.parts[2:] == ("no",) else self._end_votes.agree
        tally = await vote(match.id, click.user_id, way)
        await update(click.interaction, self._page(match, way, tally))

    async def begin(self, interaction: Interaction, match: MatchSnapshot, way: Way) -> None:
        """Somebody would like it to end: everybody is asked, or sees on the question that one more agrees."""
        check_may_vote(match, interaction.user.id, way)
        tally = await self._end_votes.agree(match.id, interaction.user.id, way)
        if not tally.is_decided and (tally.is_new or (match.id, way) not in self._asked):
            await self._ask(match, way, tally, interaction.user.id)
        else:
            self._show(match, way, tally)
        words = self._wording.for_locale(interaction.locale)
        key = "endvote.decided" if tally.is_decided else "endvote.noted"
        await reply(interaction, words.say(key, agreed=len(tally.agreed), needed=tally.needed))

    async def _ask(self, match: MatchSnapshot, way: Way, tally: Tally, user_id: int) -> None:
        """Ask where the game is played. What nobody was asked nobody can agree to, so then the vote is taken back."""
        page, place = self._page(match, way, tally), match.row.thread_id or match.row.channel_id
        try:
            message = Outgoing(view=render(page))
            self._asked[match.id, way] = await self._courier.post(place, message, f"{match.id}.v.{self._now_ms()}")
        except (Undeliverable, Overloaded):
            await self._end_votes.disagree(match.id, user_id, way)
            raise Refused("not_asked_now") from None

    def _show(self, match: MatchSnapshot, way: Way, tally: Tally) -> None:
        """Show on the public question how the vote stands now."""
        message_id = self._asked.get((match.id, way))
        if message_id is None:
            return

        async def make() -> Outgoing:
            return Outgoing(view=render(self._page(match, way, tally)))

        self._courier.edit_soon(match.row.thread_id or match.row.channel_id, message_id, make)

    def _page(self, match: MatchSnapshot, way: Way, tally: Tally) -> Page:
        return vote_page(match, way, tally, self._languages.public(match.row.guild_id))


def _way(text: str) -> Way:
    way = next((way for way in WAYS if way == text), None)
    if way is None:
        raise Refused("forged")
    return way
