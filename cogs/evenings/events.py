"""Discord's own scheduled events, where a server lets the bot make them. A plan does without one as well."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

import discord
import structlog

from bot.matches.guild_settings import SettingsBook
from bot.matches.planned_tables import EVENT_MS, Planned, PlannedTables
from bot.ui.authority import everybody_sees
from bot.ui.delivery import PlaceGone, Undeliverable, Unreachable, patiently
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.threads import Threads
from bot.ui.wording import Wording, label
from cogs.evenings.invitation_picture import invitation_picture
from cogs.evenings.plan_pages import link, players

log = structlog.get_logger(__name__)

Prospect = Literal["event", "no_event", "hidden"]
"""Whether a plan gets an event of Discord's; `hidden`: not everybody in the server may know of it."""
LASTS: Final = timedelta(milliseconds=EVENT_MS)


class DiscordEvents:
    """Makes, moves and deletes the events of plans. Nothing here raises anything but StoreTrouble, if it does not say
    so."""

    def __init__(
        self,
        *,
        client: discord.Client,
        plans: PlannedTables,
        threads: Threads,
        settings: SettingsBook,
        languages: Languages,
        faces: Mapping[str, Face],
        gallery: Gallery,
    ) -> None:
        self._client = client
        self._plans = plans
        self._threads = threads
        self._settings = settings
        self._languages = languages
        self._faces = faces
        self._gallery = gallery

    async def prospect(self, plan: Planned) -> Prospect:
        """Whether this plan gets an event: the server wants them, the bot may make them, and everybody sees the channel
        of the plan. An event that leads elsewhere is shown to the whole server."""
        guild = self._client.get_guild(plan.guild_id)
        if guild is None or not (await self._settings.read(plan.guild_id)).events:
            return "no_event"
        have = guild.me.guild_permissions
        if not (have.create_events or have.manage_events):
            return "no_event"
        return "event" if everybody_sees(guild, self._threads.known, plan.channel_id) else "hidden"

    async def bring_about(self, plan: Planned, *, doubtful: bool) -> None:
        """Make the event of a plan that has none, and delete one that not everybody may know of any more. `doubtful`:
        one may be there that nobody has noted, or one that still stands on another hour. Raises Unreachable: what is
        hidden would go on being shown."""
        guild = self._client.get_guild(plan.guild_id)
        if guild is None:
            return
        if self._is_hidden(guild, plan):
            await self._hide(guild, plan, doubtful=doubtful)
            return
        if plan.event_id is not None:
            if doubtful:
                await self.move(plan)
            return
        if await self.prospect(plan) != "event":
            return
        found = await self._tried(lambda: self._found_or_made(guild, plan, doubtful=doubtful))
        if found is not None:
            await self._plans.has_event(plan.id, found)

    def _is_hidden(self, guild: discord.Guild, plan: Planned) -> bool:
        """Whether there are people in the server who do not see where a plan stands."""
        place_id = plan.settled_by
        return guild.get_channel(place_id) is not None and not everybody_sees(guild, self._threads.known, place_id)

    async def _hide(self, guild: discord.Guild, plan: Planned, *, doubtful: bool) -> None:
        """Of a table that is still to open the row goes first: when an event is deleted, its plan is off."""
        if plan.status == "done":
            await self.remove(plan)
            await self._plans.has_event(plan.id, None)
        elif plan.event_id is not None:
            await self._plans.has_event(plan.id, None)
            await self.remove(plan)
        elif doubtful:
            found = await self._tried(lambda: _found(guild, plan))
            await self.remove(replace(plan, event_id=found))

    async def move(self, plan: Planned) -> None:
        """Put the event on the hour of the plan."""
        at = _hour(plan)

        async def moved(event: discord.ScheduledEvent) -> None:
            if event.start_time != at:
                await event.edit(start_time=at, end_time=at + LASTS)

        await self._with_event(plan, moved)

    async def begin(self, plan: Planned) -> None:
        """The table is open now."""

        async def begun(event: discord.ScheduledEvent) -> None:
            if event.status is discord.EventStatus.scheduled:
                await event.start()

        await self._with_event(plan, begun)

    async def remove(self, plan: Planned) -> None:
        """Nothing comes of it. Raises Unreachable: it would stand there for ever."""
        guild, event_id = self._client.get_guild(plan.guild_id), plan.event_id
        if guild is None or event_id is None:
            return
        try:
            await patiently(lambda: _delete(guild, event_id))
        except Unreachable:
            raise
        except Undeliverable as problem:
            log.info("event_not_removed", problem=problem.reason)

    async def is_gone(self, plan: Planned) -> bool:
        """Whether somebody has deleted or cancelled the event; not where Discord does not say."""
        guild = self._client.get_guild(plan.guild_id)
        event_id = plan.event_id
        if guild is None or event_id is None:
            return False
        try:
            event = await patiently(lambda: guild.fetch_scheduled_event(event_id))
        except PlaceGone:
            return True
        except Undeliverable:
            return False
        return event.status is discord.EventStatus.cancelled

    async def _found_or_made(self, guild: discord.Guild, plan: Planned, *, doubtful: bool) -> int:
        found = await _found(guild, plan) if doubtful else None
        return found if found is not None else await self._made(guild, plan)

    async def _made(self, guild: discord.Guild, plan: Planned) -> int:
        words, at = self._languages.public(plan.guild_id), _hour(plan)
        about = words.say("plan.event", host=label(plan.host_name), players=players(plan, words))
        made = await guild.create_scheduled_event(
            name=game_title(words, plan.game.name),
            description=about,
            start_time=at,
            end_time=at + LASTS,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=link(plan),
            image=await self._image(plan, words) or discord.utils.MISSING,
        )
        return made.id

    async def _image(self, plan: Planned, words: Wording) -> bytes | None:
        """The picture that invites; an event does without one as well."""
        for shown in invitation_picture(plan, self._faces, words):
            try:
                return await self._gallery.drawn(shown.picture)
            except NotDrawn as problem:
                log.warning("picture_not_drawn", name=shown.picture.name, problem=str(problem))
        return None

    async def _with_event(self, plan: Planned, work: Callable[[discord.ScheduledEvent], Awaitable[Any]]) -> None:
        guild, event_id = self._client.get_guild(plan.guild_id), plan.event_id
        if guild is None or event_id is None:
            return

        async def done() -> int:
            await work(await guild.fetch_scheduled_event(event_id))
            return event_id

        await self._tried(done)

    async def _tried(self, work: Callable[[], Awaitable[int | None]]) -> int | None:
        try:
            return await patiently(work)
        except Undeliverable as problem:
            log.info("event_not_brought_about", problem=problem.reason)
            return None


async def _found(guild: discord.Guild, plan: Planned) -> int | None:
    """The event of a plan, noted or not."""
    me, where = guild.me.id, link(plan)
    events = await guild.fetch_scheduled_events(with_counts=False)
    return next((one.id for one in events if one.creator_id == me and one.location == where), None)


async def _delete(guild: discord.Guild, event_id: int) -> None:
    await (await guild.fetch_scheduled_event(event_id)).delete()


def _hour(plan: Planned) -> datetime:
    return datetime.fromtimestamp(plan.at_ms / 1000, UTC)
