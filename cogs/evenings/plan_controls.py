"""`/schedule`, and the presses on planned tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.moments import moment_of
from bot.matches.planned_tables import Planned, PlannedTables, Wanted, check_may_change
from bot.matches.rolesets import RoleSets, game_of
from bot.matches.table_wishes import TableWishes
from bot.ui.authority import check_may_open, guild_of, may_keep_order, may_see_place, parent_of
from bot.ui.panels import Page, custom_id, form
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, reply, show_form, update
from bot.ui.wording import Wording
from cogs.evenings.events import DiscordEvents
from cogs.evenings.plan_keeper import PlanKeeper
from cogs.evenings.plan_messages import PlanMessages
from cogs.evenings.plan_pages import (
    PLAN,
    draft_page,
    forgotten_page,
    invitation_page,
    list_page,
    made_page,
    move_page,
    off_page,
)
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.permissions import PermissionCheck, forbids, permissions_page

Interaction = discord.Interaction[Any]
Place = discord.TextChannel | discord.Thread
MOVED_AGAIN_MS: Final = 60_000
"""So long the same person moves nothing again to which others come: each time makes a sound for all of them."""


class PlanControls:
    """Serves `mm:plan:<plan>:<action>`; every press is checked against the store."""

    def __init__(
        self,
        *,
        plans: PlannedTables,
        keeper: PlanKeeper,
        messages: PlanMessages,
        events: DiscordEvents,
        wishes: TableWishes,
        settings: SettingsBook,
        role_sets: RoleSets,
        permissions: PermissionCheck,
        background: BackgroundTasks,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._plans = plans
        self._keeper = keeper
        self._messages = messages
        self._events = events
        self._wishes = wishes
        self._settings = settings
        self._role_sets = role_sets
        self._permissions = permissions
        self._background = background
        self._wording = wording
        self._now_ms = now_ms
        self._moves = RateLimit("plan_moved_just_now", MOVED_AGAIN_MS)
        self._handlers = {
            "make": self._make,
            "forget": self._forget,
            "when": self._ask_when,
            "typed": self._typed,
            "move": self._move,
            "come": self._come,
            "invite": self._invite,
            "cancel": self._ask_off,
            "off": self._cancel,
        }

    # -- commands ---------------------------------------------------------------------------------------------------

    async def draft(
        self, interaction: Interaction, game: str, when: str, role_set: str | None, channel: Place | None
    ) -> None:
        """Show what was understood; nothing is planned before its host has said so."""
        guild_id, words = guild_of(interaction), self._words(interaction)
        place_id = channel.id if channel is not None else interaction.channel_id or 0
        self._check_may_write(interaction, place_id)
        await check_may_open(self._settings, interaction, game, place_id)
        lacking = self._permissions.lacking_elsewhere(interaction, place_id)
        if forbids(lacking):
            await reply(interaction, permissions_page(words, "lobby.cannot_play", lacking))
            return
        chosen = game_of(game)
        named = None if role_set is None else (await self._role_sets.find(guild_id, game, role_set)).name
        zone = await self._zone(interaction)
        at_ms = moment_of(when, self._now_ms(), zone)
        person, parent_id = interaction.user, await _parent(interaction, place_id)
        plan = await self._plans.draft(
            Wanted(guild_id, place_id, person.id, person.display_name, chosen.name, named, at_ms, parent_id)
        )
        await reply(interaction, await self._draft_page(interaction, plan, zone))

    async def show_all(self, interaction: Interaction) -> None:
        """What is planned in channels that the reader sees."""
        plans = await self._plans.of_guild(guild_of(interaction))
        seen = [plan for plan in plans if may_see_place(interaction, plan.channel_id)]
        await reply(interaction, list_page(seen, self._words(interaction)))

    async def pressed(self, click: Click) -> None:
        plan = await self._plans.get(click.number(0))
        handler = self._handlers.get(click.part(1))
        if handler is None:
            raise Refused("forged")
        if not _may_know(click, plan):  # in the words for a plan that there is not
            raise Refused("plan_is_off")
        await handler(click, plan)

    # -- its host ---------------------------------------------------------------------------------------------------

    async def _make(self, click: Click, plan: Planned) -> None:
        made = await self._plans.make(plan.id, click.user_id)
        await update(click.interaction, made_page(made, self._words(click.interaction)))
        self._background.begin(self._keeper.bring_forward(made.id))

    async def _forget(self, click: Click, plan: Planned) -> None:
        """A draft that is not made is given up with the next one; nobody else has ever seen it."""
        if plan.status != "draft":
            raise Refused("plan_made_already")
        await update(click.interaction, forgotten_page(self._words(click.interaction)))

    async def _ask_when(self, click: Click, plan: Planned) -> None:
        if plan.status != "draft":
            await self._check_may_change(click, plan)
        words = self._words(click.interaction)
        title, about = words.say("plan.form"), words.say("plan.form.help")
        await show_form(
            click.interaction, form(custom_id(PLAN, plan.id, "typed"), title, title, description=about, most=60)
        )

    async def _typed(self, click: Click, plan: Planned) -> None:
        zone = await self._zone(click.interaction)
        at_ms = moment_of(click.text, self._now_ms(), zone)
        if plan.status == "draft":
            plan = await self._plans.redate(plan.id, click.user_id, at_ms)
            await update(click.interaction, await self._draft_page(click.interaction, plan, zone))
            return
        await self._check_may_change(click, plan)
        await _show(click, move_page(plan, at_ms, zone, self._words(click.interaction)))

    async def _move(self, click: Click, plan: Planned) -> None:
        if plan.guests:
            self._moves.slow_down(click.user_id, self._now_ms())
        keeps_order = await may_keep_order(self._settings, click.interaction)
        moved = await self._plans.move(plan.id, click.user_id, click.number(2), keeps_order=keeps_order)
        await update(click.interaction, made_page(moved, self._words(click.interaction)))
        self._background.begin(self._keeper.moved(moved))

    async def _ask_off(self, click: Click, plan: Planned) -> None:
        await self._check_may_change(click, plan)
        await reply(click.interaction, off_page(plan, self._words(click.interaction)))

    async def _cancel(self, click: Click, plan: Planned) -> None:
        keeps_order = await may_keep_order(self._settings, click.interaction)
        off = await self._plans.cancel(plan.id, click.user_id, keeps_order=keeps_order)
        await update(click.interaction, Page((), lines=(self._words(click.interaction).say("plan.off.cancelled"),)))
        self._background.begin(self._keeper.say_it_is_off(off))

    async def _check_may_change(self, click: Click, plan: Planned) -> None:
        keeps_order = await may_keep_order(self._settings, click.interaction)
        check_may_change(plan, click.user_id, keeps_order=keeps_order)

    # -- everybody --------------------------------------------------------------------------------------------------

    async def _come(self, click: Click, plan: Planned) -> None:
        """The press is answered with the plan as it is now; whoever pressed sees their name there, or sees it gone."""
        user = click.interaction.user
        now, _ = await self._plans.come(plan.id, user.id, user.display_name)
        await update(click.interaction, await self._messages.page_of(now))
        self._messages.refresh(now)  # of two presses at once, the older page may have been shown last

    async def _invite(self, click: Click, plan: Planned) -> None:
        """A text to copy, with the picture: to this person alone."""
        words = self._words(click.interaction)
        page = invitation_page(plan, await self._zone(click.interaction), words)
        await reply(click.interaction, replace(page, pictures=self._messages.picture_of(plan, words)))

    # -- small parts ------------------------------------------------------------------------------------------------

    def _check_seen(self, interaction: Interaction, place_id: int) -> None:
        """Raises Refused for a channel that this person does not see."""
        if not may_see_place(interaction, place_id):
            raise Refused("plan_no_place")

    def _check_may_write(self, interaction: Interaction, place_id: int) -> None:
        """Raises Refused for a channel in which this person could not say anything: nobody has me speak there."""
        self._check_seen(interaction, place_id)
        guild, user = interaction.guild, interaction.user
        place = guild.get_channel_or_thread(place_id) if guild is not None else None
        if place is None or not isinstance(user, discord.Member) or place_id == interaction.channel_id:
            return  # where it is gone that is said; and here they have just typed something
        have = place.permissions_for(user)
        if not (have.send_messages_in_threads if isinstance(place, discord.Thread) else have.send_messages):
            raise Refused("plan_no_writing")

    async def _draft_page(self, interaction: Interaction, plan: Planned, zone: str) -> Page:
        prospect = await self._events.prospect(plan)
        return draft_page(plan, zone, self._words(interaction), prospect)

    async def _zone(self, interaction: Interaction) -> str:
        """By which clock this person types hours: their own, else the server's."""
        return (await self._wishes.of(interaction.user.id, guild_of(interaction))).hours.zone

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _may_know(click: Click, plan: Planned) -> bool:
    """Whether this person may know of a plan: drafts are their host's alone."""
    if plan.guild_id != click.interaction.guild_id or (plan.status == "draft" and plan.host_id != click.user_id):
        return False
    return may_see_place(click.interaction, plan.channel_id)


async def _parent(interaction: Interaction, place_id: int) -> int | None:
    """The channel of a thread; None for a channel."""
    place = interaction.guild.get_channel_or_thread(place_id) if interaction.guild is not None else None
    return await parent_of(interaction, place) if place is not None else None


async def _show(click: Click, page: Page) -> None:
    """In place of one's own page, or beside what others can read too."""
    message = click.interaction.message
    own = message is not None and message.flags.ephemeral
    await (update(click.interaction, page) if own else reply(click.interaction, page))
