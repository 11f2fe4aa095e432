"""Logging in and registering commands (resources/application, interactions/application-commands, topics/gateway)."""

from __future__ import annotations

import base64
import re
from typing import Final

from pretended import errors, payloads
from pretended.calls import Answer, Call, route
from pretended.gateway import SHARDS, Gateway
from pretended.world import World

DEFAULTS = {"options": [], "default_member_permissions": None, "nsfw": False}
EMOJIS_MOST: Final = 2_000
EMOJI_BYTES_MOST: Final = 256 * 1024
EMOJI_KINDS: Final = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif")


def _image(uri: str) -> tuple[str, bytes]:
    """The kind and the bytes of an image as Discord wants it (reference, image data)."""
    found = re.fullmatch(r"data:([a-z/]+);base64,(.*)", uri, re.DOTALL)
    return (found[1], base64.b64decode(found[2], validate=True)) if found else ("", b"")


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

    @route("GET", "/applications/{application}/emojis")
    async def list_emojis(self, call: Call) -> Answer:
        return 200, {"items": [payloads.emoji(one) for one in self.world.emojis.values()]}

    @route("POST", "/applications/{application}/emojis")
    async def create_emoji(self, call: Call) -> Answer:
        """Resources/emoji: a name of its own, an image as a data URI, and no more than there is room for."""
        name, kind, image = str(call.body["name"]), *_image(str(call.body["image"]))
        if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) or any(one.name == name for one in self.world.emojis.values()):
            raise errors.invalid_form_body(f"name: {name}")
        if kind not in EMOJI_KINDS or not 0 < len(image) <= EMOJI_BYTES_MOST:
            raise errors.invalid_form_body(f"image: {kind}, {len(image)} bytes")
        if len(self.world.emojis) >= EMOJIS_MOST:
            raise errors.too_many_emojis()
        return 201, payloads.emoji(self.world.add_emoji(name, image))

    @route("DELETE", "/applications/{application}/emojis/{emoji}")
    async def delete_emoji(self, call: Call) -> Answer:
        if self.world.emojis.pop(call.id("emoji"), None) is None:
            raise errors.unknown_emoji()
        return 204, None

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
