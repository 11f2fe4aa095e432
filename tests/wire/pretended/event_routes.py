"""Scheduled events of a server (resources/guild-scheduled-event): those that lead elsewhere, as the bot makes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from pretended import errors, payloads
from pretended.calls import Answer, Call, route
from pretended.gateway import Gateway
from pretended.world import ScheduledEvent, World

EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
MAY_FOLLOW: Final = {SCHEDULED: (ACTIVE, CANCELLED), ACTIVE: (COMPLETED,)}
NAME_MOST, DESCRIPTION_MOST, LOCATION_MOST = 100, 1_000, 100


class EventRoutes:
    world: World
    gateway: Gateway

    @route("POST", "/guilds/{guild}/scheduled-events")
    async def create_event(self, call: Call) -> Answer:
        self._refuse([*_faults_of_event(call.body), *self._faults_of_hours(call.body)])
        event = self.world.add_event(call.id("guild"), {**call.body, "status": SCHEDULED})
        await self._told_all("CREATE", event)
        return 200, payloads.scheduled_event(event, self.world.bot)

    @route("GET", "/guilds/{guild}/scheduled-events")
    async def list_events(self, call: Call) -> Answer:
        mine = [one for one in self.world.events.values() if one.guild_id == call.id("guild")]
        return 200, [payloads.scheduled_event(one, self.world.bot) for one in mine]

    @route("GET", "/guilds/{guild}/scheduled-events/{event}")
    async def get_event(self, call: Call) -> Answer:
        return 200, payloads.scheduled_event(self._event(call), self.world.bot)

    @route("PATCH", "/guilds/{guild}/scheduled-events/{event}")
    async def modify_event(self, call: Call) -> Answer:
        event = self._event(call)
        status = call.body.get("status", event.body["status"])
        if status != event.body["status"] and status not in MAY_FOLLOW.get(event.body["status"], ()):
            self._refuse([f"status: {event.body['status']} cannot become {status}"])
        changed = event.body | {name: value for name, value in call.body.items() if value is not None}
        moved = "scheduled_start_time" in call.body
        self._refuse([*_faults_of_event(changed), *(self._faults_of_hours(changed) if moved else ())])
        event.body = changed
        await self._told_all("UPDATE", event)
        return 200, payloads.scheduled_event(event, self.world.bot)

    @route("DELETE", "/guilds/{guild}/scheduled-events/{event}")
    async def delete_event(self, call: Call) -> Answer:
        await self.drop_event(self._event(call))
        return 204, None

    async def drop_event(self, event: ScheduledEvent) -> None:
        """Somebody deletes it."""
        del self.world.events[event.id]
        await self._told_all("DELETE", event)

    def _event(self, call: Call) -> ScheduledEvent:
        found = self.world.events.get(call.id("event"))
        if found is None:
            raise errors.unknown_event()
        return found

    def _refuse(self, problems: list[str]) -> None:
        if problems:
            self.world.breaches += [f"scheduled event: {one}" for one in problems]
            raise errors.invalid_form_body("; ".join(problems))

    def _faults_of_hours(self, body: dict[str, Any]) -> list[str]:
        begin, end = (datetime.fromisoformat(body[name]) for name in ("scheduled_start_time", "scheduled_end_time"))
        now = datetime.fromtimestamp(self.world.clock.now_s(), UTC)
        problems = ["it begins in the past"] if begin <= now else []
        return problems + (["it ends before it begins"] if end <= begin else [])

    async def _told_all(self, what: str, event: ScheduledEvent) -> None:
        told = payloads.scheduled_event(event, self.world.bot)
        await self.gateway.tell(None, f"GUILD_SCHEDULED_EVENT_{what}", told, self.world.guilds[event.guild_id])


def _faults_of_event(body: dict[str, Any]) -> list[str]:
    """An event that leads elsewhere needs its place and its end."""
    location = (body.get("entity_metadata") or {}).get("location") or ""
    image = body.get("image")
    bounds = (
        ("name", 1 <= len(body.get("name") or "") <= NAME_MOST),
        ("description", len(body.get("description") or "") <= DESCRIPTION_MOST),
        ("location", 1 <= len(location) <= LOCATION_MOST),
        ("entity_type", body.get("entity_type") == EXTERNAL and not body.get("channel_id")),
        ("privacy_level", body.get("privacy_level") == GUILD_ONLY),
        ("scheduled_end_time", bool(body.get("scheduled_end_time"))),
        ("image", image is None or str(image).startswith("data:image/")),
    )
    return [name for name, is_good in bounds if not is_good]
