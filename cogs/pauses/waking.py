"""Going on before a pause is over: somebody wishes it, and with the last who agrees the game goes on."""

from __future__ import annotations

from bot.engine.questions import IllegalAnswer
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.snapshot import MatchSnapshot
from bot.ui.languages import Languages
from bot.ui.router import Click, reply, update
from bot.ui.standing_buttons import check_it_stands_there
from bot.ui.wording import Wording
from cogs.pauses.agreements import Agreement, Agreements, missing
from cogs.pauses.ids import number_in, people_in
from cogs.pauses.pages import names, sentence_page, wish_page
from cogs.pauses.small_tables import SmallTables


class Waking:
    """Serves `mm:wake:<match>` on the board, and `mm:wake:<match>:<paused at, ms>:<people>` in the question to all."""

    def __init__(
        self,
        *,
        tables: SmallTables,
        agreements: Agreements,
        hosting: Hosting,
        languages: Languages,
        wording: Wording,
    ) -> None:
        self._tables = tables
        self._agreements = agreements
        self._hosting = hosting
        self._languages = languages
        self._wording = wording

    async def wake(self, click: Click) -> None:
        """Somebody would like to go on now; it does when everybody would."""
        if len(click.parts) > 1:
            await self._agree(click)
        else:
            await self._wish(click)

    async def _wish(self, click: Click) -> None:
        match, agreement = await self._paused(click)
        first = agreement not in self._agreements
        agreed = self._agreements.add(match, agreement, [click.user_id])
        waiting = missing(match, agreed)
        words = self._wording.for_locale(click.interaction.locale)
        if not waiting:
            await self._go_on(agreement, click.user_id)
            await reply(click.interaction, words.say("table.resume.done"))
            return
        await reply(click.interaction, words.say("wake.waiting", names=names(match, waiting)))
        if first:
            page = wish_page(match, agreement.stamp, agreed, self._languages.public(match.row.guild_id))
            try:
                await self._tables.ask(match, page, agreement.stamp)
            except Refused:
                self._agreements.forget(agreement)
                raise

    async def _agree(self, click: Click) -> None:
        check_it_stands_there(click)
        match, agreement = await self._paused(click)
        if number_in(click, 1) != agreement.stamp:
            raise IllegalAnswer("not_open")
        agreed = self._agreements.add(match, agreement, [*people_in(click, 2), click.user_id])
        words = self._languages.public(match.row.guild_id)
        if missing(match, agreed):
            await update(click.interaction, wish_page(match, agreement.stamp, agreed, words))
            return
        await self._go_on(agreement, click.user_id)
        await update(click.interaction, sentence_page(words.say("wake.all_agreed")))

    async def _paused(self, click: Click) -> tuple[MatchSnapshot, Agreement]:
        """The table, and what would have to be agreed to. Raises Refused when it is not paused."""
        match = await self._tables.table(click)
        since_ms = match.row.paused_ms
        if not match.paused or since_ms is None:
            raise Refused("not_paused")
        return match, Agreement("wake", match.id, since_ms)

    async def _go_on(self, agreement: Agreement, actor: int) -> None:
        self._agreements.forget(agreement)
        await self._hosting.resume(agreement.match, actor)
