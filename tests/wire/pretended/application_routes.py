"""Logging in and registering commands (resources/application, interactions/application-commands, topics/gateway)."""

from __future__ import annotations

from pretended import errors, payloads
from pretended.calls import Answer, Call, route
from pretended.gateway import SHARDS, Gateway
from pretended.world import World

DEFAULTS = {"options": [], "default_member_permissions": None, "nsfw": False}


class ApplicationRoutes:
    world: World
    gateway: Gateway

    @route("GET", "/users/@me")
    async def current_user(self, call: Call) -> Answer:
        return 200, payloads.user(self.world.bot)

    @route("GET", "/oauth2/applications/@me")
    async def current_application(self, call: Call) -> Answer:
        return 200, payloads.application(self.world)

    @route("GET", "/gateway/bot")
    async def gateway_bot(self, call: Call) -> Answer:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": SHARDS}
        return 200, {"url": self.gateway.address, "shards": SHARDS, "session_start_limit": limit}

    @route("PUT", "/applications/{application}/commands")
    async def overwrite_commands(self, call: Call) -> Answer:
        """Bulk overwrite of the global commands."""
        listed: list[dict[str, object]] = call.body  # type: ignore[assignment]  # this body is an array
        self.world.commands = [
            {**DEFAULTS, "type": 1, **one, "id": str(self.world.ids.next()), "version": str(self.world.ids.next()),
             "application_id": str(self.world.bot.id)}
            for one in listed
        ]  # fmt: skip
        return 200, self.world.commands

    @route("GET", "/users/{user}")
    async def get_user(self, call: Call) -> Answer:
        found = self.world.users.get(call.id("user"))
        if found is None:
            raise errors.not_found()
        return 200, payloads.user(found)

    @route("GET", "/guilds/{guild}/members/{user}")
    async def get_member(self, call: Call) -> Answer:
        guild = self.world.guilds.get(call.id("guild"))
        found = guild.members.get(call.id("user")) if guild else None
        if found is None:
            raise errors.not_found()
        return 200, payloads.member(found)
