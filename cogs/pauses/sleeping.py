"""A pause overnight: somebody proposes it, and with the last who agrees it begins."""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.snapshot import MatchSnapshot
from bot.ui.languages import Languages
from bot.ui.router import Click, reply, update
from bot.ui.standing_buttons import check_it_stands_there
from bot.ui.wording import Wording
from cogs.pauses.agreements import Agreement, Agreements, missing
from cogs.pauses.ids import number_in, people_in
from cogs.pauses.pages import names, proposal_page, sentence_page
from cogs.pauses.small_tables import SmallTables

OVERNIGHT_S = 10 * 60 * 60


class Sleeping:
    """Serves the buttons of a proposal.

    `sleep`  propose a pause:       `mm:sleep:<match>`
    `agree`  agree to it:           `mm:agree:<match>:<until, seconds>:<people>`
    `stay`   rather go on playing:  `mm:stay:<match>:<until, seconds>`
    """

    def __init__(
        self,
        *,
        tables: SmallTables,
        agreements: Agreements,
        hosting: Hosting,
        archive: Archive,
        languages: Languages,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._agreements = agreements
        self._hosting = hosting
        self._archive = archive
        self._languages = languages
        self._wording = wording
        self._now_ms = now_ms

    async def propose(self, click: Click) -> None:
        """Somebody would like to sleep; alone at the table, the game pauses at once."""
        match = await self._running(click)
        now_ms = self._now_ms()
        proposed_s = self._agreements.fresh_proposal(match.id, now_ms)
        until_s = proposed_s or now_ms // 1000 + OVERNIGHT_S
        agreement = Agreement("sleep", match.id, until_s)
        agreed = self._agreements.add(match, agreement, [click.user_id])
        waiting = missing(match, agreed)
        words = self._wording.for_locale(click.interaction.locale)
        if not waiting:
            await self._pause(agreement, click.user_id)
            await reply(click.interaction, words.say("pause.done", when=until_s))
            return
        if proposed_s is None:
            if self._agreements.was_just_declined(match.id, now_ms):
                self._agreements.withdraw(agreement)
                raise Refused("declined_just_now")
            self._agreements.propose(match.id, until_s, now_ms)
        await reply(click.interaction, words.say("pause.waiting", names=names(match, waiting)))
        if proposed_s is None:
            await self._ask(match, agreement, agreed, now_ms)

    async def agree(self, click: Click) -> None:
        """One more agrees to the pause; with the last one it begins."""
        check_it_stands_there(click)
        match = await self._running(click)
        until_s = number_in(click, 1)
        await self._check_still_open(match, until_s)
        match = await self._running(click)  # who sits here may have changed
        agreement = Agreement("sleep", match.id, until_s)
        agreed = self._agreements.add(match, agreement, [*people_in(click, 2), click.user_id])
        words = self._languages.public(match.row.guild_id)
        if missing(match, agreed):
            await update(click.interaction, proposal_page(match, until_s, agreed, words))
            return
        await self._pause(agreement, click.user_id)
        await update(click.interaction, sentence_page(words.say("pause.all_agreed", when=until_s)))

    async def stay(self, click: Click) -> None:
        """Somebody would rather go on playing: the proposal is off, also for whoever made it."""
        check_it_stands_there(click)
        match = await self._running(click)
        self._agreements.forget(Agreement("sleep", match.id, number_in(click, 1)))
        self._agreements.decline(match.id, self._now_ms())
        words = self._languages.public(match.row.guild_id)
        await update(click.interaction, sentence_page(words.say("pause.declined", name=names(match, [click.user_id]))))

    async def _running(self, click: Click) -> MatchSnapshot:
        match = await self._tables.table(click)
        if not match.running:
            raise Refused("not_running")
        return match

    async def _ask(self, match: MatchSnapshot, agreement: Agreement, agreed: list[int], now_ms: int) -> None:
        words = self._languages.public(match.row.guild_id)
        try:
            await self._tables.ask(match, proposal_page(match, agreement.stamp, agreed, words), now_ms)
        except Refused:
            self._agreements.forget(agreement)  # nobody can agree to what nobody sees
            raise

    async def _pause(self, agreement: Agreement, actor: int) -> None:
        await self._hosting.pause(agreement.match, actor, agreement.stamp * 1000)
        self._agreements.forget(agreement)

    async def _check_still_open(self, match: MatchSnapshot, until_s: int) -> None:
        """A proposal is over once its pause would be, or the table has been paused or has gone on since it was made.

        Raises Refused.
        """
        if until_s * 1000 <= self._now_ms():
            raise Refused("proposal_too_late")
        made_ms = (until_s - OVERNIGHT_S) * 1000
        for line in await self._archive.log(match.id):
            if line.action in ("pause", "resume") and line.at_ms > made_ms:
                raise Refused("proposal_too_late")
