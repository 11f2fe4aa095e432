"""Calls to planned tables: once nobody can sit down there any more, they say what came of the table."""

from __future__ import annotations

import structlog

from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.planned_tables import Planned, PlannedTables
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable, Unreachable
from bot.ui.languages import Languages
from bot.ui.panels import render
from cogs.evenings.plan_messages import PlanMessages
from cogs.evenings.plan_pages import past_call_page

log = structlog.get_logger(__name__)


class PlanCalls:
    """Looks whether people are still called to what has begun, or has been closed."""

    def __init__(
        self, *, plans: PlannedTables, messages: PlanMessages, lobbies: Lobbies, courier: Courier, languages: Languages
    ) -> None:
        self._plans = plans
        self._messages = messages
        self._lobbies = lobbies
        self._courier = courier
        self._languages = languages

    async def look(self) -> None:
        """Raises nothing; what fails is done at the next look."""
        try:
            for plan in await self._plans.called_in_vain():
                await self._take_back(plan)
        except (Overloaded, Unreachable, Refused, StoreTrouble) as problem:
            log.info("call_not_taken_back", problem=str(problem))

    async def _take_back(self, plan: Planned) -> None:
        """First where it stands, then in the store: whatever happens in between, it is only done twice."""
        lobby = None if plan.lobby is None else await self._lobbies.get(plan.lobby)
        page = past_call_page(plan, lobby, self._languages.public(plan.guild_id))
        self._messages.refresh(plan)
        try:
            await self._courier.edit(plan.channel_id, plan.call_id or 0, Outgoing(view=render(page)))
        except Unreachable:
            raise
        except Undeliverable as problem:
            log.info("call_is_gone", plan=plan.id, problem=problem.reason)
        await self._plans.calls_no_more(plan.id)
