"""Channels, threads and direct messages (resources/channel, resources/user)."""

from __future__ import annotations

from pretended import errors, limits, payloads
from pretended.calls import Answer, Call, route
from pretended.gateway import Gateway
from pretended.world import World


class ChannelRoutes:
    world: World
    gateway: Gateway

    @route("POST", "/users/@me/channels")
    async def create_dm(self, call: Call) -> Answer:
        person = self.world.users.get(int(call.body["recipient_id"]))
        if person is None:
            raise errors.not_found()
        call.note = f"DM with {person.name}"
        return 200, payloads.channel(self.world.direct(person))

    @route("GET", "/channels/{channel}")
    async def get_channel(self, call: Call) -> Answer:
        return 200, payloads.channel(self.world.channel(call.id("channel")))

    @route("PATCH", "/channels/{channel}")
    async def modify_channel(self, call: Call) -> Answer:
        """The lock of a thread."""
        channel = self.world.writable(call.id("channel"))
        channel.locked = bool(call.body.get("locked", channel.locked))
        channel.archived = bool(call.body.get("archived", channel.archived))
        call.note = f"{channel.name} {'locked' if channel.locked else 'open'}"
        await self.gateway.tell(channel, "THREAD_UPDATE", payloads.channel(channel))
        return 200, payloads.channel(channel)

    @route("POST", "/channels/{channel}/threads")
    async def start_thread(self, call: Call) -> Answer:
        parent = self.world.writable(call.id("channel"))
        self.world.breaches += limits.faults_of_thread(call.body)
        thread = self.world.add_thread(parent, call.body["name"])
        call.note = thread.name
        await self.gateway.tell(thread, "THREAD_CREATE", {**payloads.channel(thread), "newly_created": True})
        return 201, payloads.channel(thread)
