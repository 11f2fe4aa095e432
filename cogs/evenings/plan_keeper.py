"""Bringing plans about: shown, remembered, opened at their hour, and ended in one sentence where that cannot be.

Whatever happened to a plan, `bring_forward` does what is to be done next, each step once: what was posted by a process
that ended is looked for and found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import discord
import structlog

from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.default_sets import DefaultSets
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.planned_tables import LATE_MS, Planned, PlannedTables, Reason
from bot.matches.rolesets import Offered, RoleSets
from bot.trouble import StoreTrouble
from bot.ui.authority import may_still_open, member_sees
from bot.ui.delivery import PlaceGone, Undeliverable, Unreachable, patiently
from bot.ui.threads import Threads
from cogs.evenings.events import DiscordEvents
from cogs.evenings.plan_messages import PASSING, PlanMessages
from cogs.lobby.message import LobbyMessage
from cogs.lobby.words import link as lobby_link

log = structlog.get_logger(__name__)

AGAIN_MS: Final = 60_000
"""Pause before it is tried again what Discord or the store did not take."""


class PlanKeeper:
    """Looks after every plan until its lobby is open or nothing comes of it."""

    def __init__(
        self,
        *,
        client: discord.Client,
        plans: PlannedTables,
        events: DiscordEvents,
        threads: Threads,
        openings: LobbyOpenings,
        lobbies: Lobbies,
        lobby_ends: LobbyEnds,
        lobby_message: LobbyMessage,
        messages: PlanMessages,
        settings: SettingsBook,
        role_sets: RoleSets,
        now_ms: Callable[[], int],
    ) -> None:
        self._client = client
        self._plans = plans
        self._events = events
        self._threads = threads
        self._openings = openings
        self._lobbies = lobbies
        self._lobby_ends = lobby_ends
        self._lobby_message = lobby_message
        self._messages = messages
        self._settings = settings
        self._role_sets = role_sets
        self._default_sets = DefaultSets(settings, role_sets)
        self._now_ms = now_ms
        self._hours = Deadlines(now_ms, self._rings, loads=False)
        self._plan_of: dict[int, int] = {}
        """Message -> the plan that it shows."""
        self._busy: set[int] = set()
        self._again: set[int] = set()

    async def start_up(self) -> None:
        """Take up every plan where it was left."""
        try:
            await self._plans.forget_past()
            plans = await self._plans.waiting()
            left = await self._plans.left_standing()
        except StoreTrouble as problem:
            log.error("plans_not_taken_up", problem=str(problem))
            return
        self._messages.doubtful |= {plan.id for plan in (*plans, *left)}
        for plan in plans:
            await self.bring_forward(plan.id)
        await self.clear_away()

    async def clear_away(self) -> None:
        """Take people who were forgotten off the plans of others, and say of plans that are off that they are. Raises
        nothing."""
        try:
            for plan in await self._plans.waiting():
                self._messages.refresh(plan)
            for plan in await self._plans.left_standing():
                await self.say_it_is_off(plan)
        except StoreTrouble as problem:
            log.warning("plans_not_cleared_away", problem=str(problem))

    def look(self) -> None:
        """The time was moved: see whether the hour of a plan has come."""
        self._hours.look()

    def close(self) -> None:
        self._hours.close()

    # -- one step after the other -----------------------------------------------------------------------------------

    async def bring_forward(self, number: int) -> None:
        """Do whatever is to be done for this plan now. Raises nothing; what fails is tried again."""
        self._again.add(number)
        if number in self._busy:  # whoever is at it looks once more
            return
        self._busy.add(number)
        try:
            while number in self._again:
                self._again.discard(number)
                await self._forward(number)
        except (*PASSING, StoreTrouble) as problem:
            log.warning("plan_postponed", plan=number, problem=str(problem))
            self._try_again(number)
        except Refused as refusal:
            log.info("plan_left_alone", plan=number, code=refusal.code)
        finally:
            self._busy.discard(number)

    async def _rings(self, due: Deadline) -> None:
        await self.bring_forward(due.match)

    def _wait_until(self, number: int, at_ms: int) -> None:
        self._hours.replace(number, [Deadline(at_ms, number, 0, 0)])

    def _try_again(self, number: int) -> None:
        """In a while. What is told then may have been told already."""
        self._messages.doubtful.add(number)
        self._wait_until(number, self._now_ms() + AGAIN_MS)

    async def _forward(self, number: int) -> None:
        plan = await self._plans.get(number)
        try:
            if plan.status == "planned":
                plan = await self._shown(plan)
                if plan.untold and self._now_ms() < plan.at_ms:
                    await self._tell_of_move(plan)
                await self._on_its_way(plan)
            elif plan.status == "opened":
                await self._show_lobby(plan)
            elif plan.is_left_standing:
                await self.say_it_is_off(plan)
        except PASSING:
            raise
        except Undeliverable as problem:
            log.info("plan_has_no_place", plan=number, problem=problem.reason)
            await self.end(plan, "channel")

    async def _shown(self, plan: Planned) -> Planned:
        """The plan, once its message and its event are there."""
        if plan.message_id is None:
            message_id = await self._messages.post(plan)
            await self._plans.placed(plan.id, message_id)
            plan = await self._plans.get(plan.id)
        self._plan_of[plan.message_id or 0] = plan.id
        await self._events.bring_about(plan, doubtful=plan.id in self._messages.doubtful)
        return await self._plans.get(plan.id)

    async def _on_its_way(self, plan: Planned) -> None:
        now = self._now_ms()
        if now >= plan.at_ms + LATE_MS:
            await self.end(plan, "late")
        elif now >= plan.at_ms:
            await self._open(plan)
        elif now >= plan.remind_ms and not plan.reminded:
            await self._remind(plan)
        else:
            self._wait_until(plan.id, plan.at_ms if plan.reminded else plan.remind_ms)

    async def _remind(self, plan: Planned) -> None:
        """Everybody who comes, in the channel in which they have said so."""
        if await self._events.is_gone(plan):
            await self.end(plan, "event")
            return
        await self._messages.tell_people(plan, "plan.reminder", f"r{plan.at_ms // 1000:x}")
        await self._plans.was_reminded(plan.id)
        self._again.add(plan.id)

    # -- the hour has come ------------------------------------------------------------------------------------------

    async def _open(self, plan: Planned) -> None:
        """Open the lobby, in the transaction in which the plan notes it."""
        if await self._events.is_gone(plan):
            await self.end(plan, "event")
            return
        why_not = await self._why_not_by_its_host(plan)
        if why_not is not None:
            await self.end(plan, why_not)
            return
        try:
            found = await self._set_to_play(plan)
            await self._openings.open(
                plan.guild_id, plan.channel_id, plan.host_id, plan.host_name, plan.game, found.name, found.options,
                parent_id=plan.parent_id, chosen=found.name == plan.role_set,
                also=lambda connection, lobby: self._plans.opened(connection, plan.id, lobby),
            )  # fmt: skip
        except Refused as refusal:
            log.info("plan_not_opened", plan=plan.id, code=refusal.code)
            await self.end(plan, "refused")
            return
        self._again.add(plan.id)

    async def _why_not_by_its_host(self, plan: Planned) -> Reason | None:
        """Why the host cannot open it: they have left the server, or lost the role for it or the sight of its channel.
        None where Discord does not say."""
        guild = self._client.get_guild(plan.guild_id)
        if guild is None:
            raise Unreachable("this server is not known yet")
        try:
            host = await patiently(lambda: guild.fetch_member(plan.host_id))
        except PlaceGone:
            return "host"
        except Undeliverable as problem:
            log.info("host_not_looked_for", plan=plan.id, problem=problem.reason)
            return None
        sees = member_sees(host, self._threads.known, plan.settled_by)
        may = sees and await may_still_open(self._settings, host, plan.settled_by)
        return None if may else "refused"

    async def _set_to_play(self, plan: Planned) -> Offered:
        """The set that was named, if it is still there, else the usual one. Raises Refused where the game may not be
        played there any more."""
        here = (await self._settings.read(plan.guild_id)).at(plan.settled_by)
        if not here.tables_open or not here.allows(plan.game.name):
            raise Refused("game_not_allowed")
        if plan.role_set is not None:
            try:
                return await self._role_sets.chosen(plan.guild_id, plan.game.name, plan.role_set)
            except Refused:
                log.info("planned_set_gone", plan=plan.id)
        return await self._default_sets.find(plan.guild_id, plan.settled_by, plan.game.name)

    async def _show_lobby(self, plan: Planned) -> None:
        """Show the lobby, and call whoever comes to it. Nobody is seated: they press Join."""
        lobby = await self._lobbies.get(plan.lobby or 0)
        if lobby.message_id is None and lobby.status != "open":  # it was closed before anybody had seen it
            await self.end(plan, "late")
            return
        call_id: int | None = None
        if lobby.status == "open":
            lobby = await self._with_message(plan, lobby)
            call_id = await self._messages.tell_people(plan, "plan.open", "o", lobby_link(lobby))
        await self._events.begin(plan)
        await self._plans.done(plan.id, call_id)
        self._messages.refresh(plan)
        self._hours.replace(plan.id, [])

    async def _with_message(self, plan: Planned, lobby: Lobby) -> Lobby:
        if lobby.message_id is not None:
            return lobby
        try:
            await self._lobby_message.post_in_channel(lobby, self._messages.perhaps_after(plan))
        except Undeliverable as problem:
            if not isinstance(problem, Unreachable):
                await self._lobby_ends.abandon(lobby.id)
            raise
        return await self._lobbies.get(lobby.id)

    # -- the end ----------------------------------------------------------------------------------------------------

    async def end(self, plan: Planned, reason: Reason) -> None:
        """Nothing comes of it: that is said once, where it stood and to its host."""
        ended = await self._plans.off(plan.id, reason)
        if ended is not None:
            await self.say_it_is_off(ended)

    async def say_it_is_off(self, plan: Planned) -> None:
        """It is over already; everybody who would have come hears of it. Raises nothing: what fails now is done in a
        while, or after the next start."""
        self._hours.replace(plan.id, [])
        self._plan_of.pop(plan.message_id or 0, None)
        self._messages.refresh(plan)
        try:
            await self._messages.tell_guests(plan)
            if plan.reason not in ("cancelled", "host"):
                await self._messages.tell_host(plan)
            await self._events.remove(plan)
            await self._plans.let_go(plan.id)
        except (*PASSING, StoreTrouble) as problem:
            log.info("end_of_plan_not_told", plan=plan.id, problem=str(problem))
            self._try_again(plan.id)

    async def message_gone(self, message_id: int) -> None:
        """A message was deleted; perhaps it was a plan's."""
        number = self._plan_of.pop(message_id, None)
        if number is not None:
            await self._end_all([number], "message")

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted."""
        try:
            plans = [plan.id for plan in await self._plans.waiting() if plan.channel_id == channel_id]
        except StoreTrouble as problem:
            log.warning("deleted_channel_not_looked_at", problem=str(problem))
            return
        await self._end_all(plans, "channel")

    async def sight_changed(self, guild_id: int, channel_id: int | None = None) -> None:
        """Other people may see this channel now, or any of the server: what everybody sees gets an event, and nothing
        else keeps one. Raises nothing."""
        try:
            plans = await self._plans.of_guild(guild_id)
        except StoreTrouble as problem:
            log.warning("changed_channel_not_looked_at", problem=str(problem))
            return
        for plan in plans:
            if channel_id in (None, plan.settled_by):
                await self.bring_forward(plan.id)
        await self.look_at_events()

    async def look_at_events(self) -> None:
        """Of tables that are open or played: what not everybody may know of any more is no event. Raises nothing; what
        fails is done at the next look."""
        try:
            for plan in await self._plans.under_way():
                await self._events.bring_about(plan, doubtful=False)
        except (*PASSING, StoreTrouble) as problem:
            log.info("events_not_looked_at", problem=str(problem))

    async def event_gone(self, guild_id: int, event_id: int) -> None:
        """Somebody has deleted or cancelled an event of Discord's."""
        try:
            plans = [plan.id for plan in await self._plans.of_guild(guild_id) if plan.event_id == event_id]
        except StoreTrouble as problem:
            log.warning("deleted_event_not_looked_at", problem=str(problem))
            return
        await self._end_all(plans, "event")

    async def _end_all(self, plans: list[int], reason: Reason) -> None:
        for number in plans:
            try:
                await self.end(await self._plans.get(number), reason)
            except (Refused, StoreTrouble) as problem:
                log.warning("plan_not_ended", plan=number, problem=str(problem))

    # -- another hour -----------------------------------------------------------------------------------------------

    async def moved(self, plan: Planned) -> None:
        """The plan stands on another hour: its message, its event and whoever comes hear of it. Raises nothing."""
        self._messages.refresh(plan)
        await self.bring_forward(plan.id)

    async def _tell_of_move(self, plan: Planned) -> None:
        self._messages.refresh(plan)
        await self._events.move(plan)
        if plan.guests:
            await self._messages.tell_people(plan, "plan.moved", f"m{plan.at_ms // 1000:x}")
        await self._plans.told_of_move(plan)
