"""Messages in channels, threads and direct messages (resources/message)."""

from __future__ import annotations

from typing import Any

from pretended import errors, limits, payloads
from pretended.calls import Answer, Call, route
from pretended.gateway import Gateway
from pretended.world import Channel, Message, World

MOST_AT_ONCE = 100


def attached(call: Call, files: list[Any]) -> list[Any]:
    """The attachment objects of a body: those it names, with the names and sizes of the files that came along."""
    named = call.body.get("attachments") or [{} for _ in files]
    fresh = iter(files)
    return [one if one.get("url") else {**one, **next(fresh, {})} for one in named]


def checked(world: World, call: Call, *, flags: int | None = None, body: dict[str, Any] | None = None) -> None:
    """Note every limit that this body breaks, and refuse it as Discord would."""
    problems = limits.faults_of_message(call.body if body is None else body, flags=flags)
    if problems:
        world.breaches += [f"{call.method} {call.route}: {one}" for one in problems]
        raise errors.invalid_form_body("; ".join(problems))


class MessageRoutes:
    world: World
    gateway: Gateway

    @route("POST", "/channels/{channel}/messages")
    async def create_message(self, call: Call) -> Answer:
        channel = self.world.writable(call.id("channel"))
        checked(self.world, call)
        known = len(self.world.messages)
        message = self.world.write(channel, self.world.bot, {**call.body, "attachments": attached(call, call.files)})
        is_new = len(self.world.messages) > known
        call.note = f"{_where(channel)} nonce {message.nonce}{'' if is_new else ' (had it already)'}"
        if is_new:
            await self.gateway.tell(channel, "MESSAGE_CREATE", payloads.told_to_gateway(message))
        return 200, payloads.message(message)

    @route("PATCH", "/channels/{channel}/messages/{message}")
    async def edit_message(self, call: Call) -> Answer:
        channel = self.world.editable(call.id("channel"))
        message = self.world.message(channel.id, call.id("message"))
        checked(self.world, call, flags=message.flags)
        self.world.edit(message, changes(call, message))
        call.note = f"{_where(channel)} {message.id}"
        await self.gateway.tell(channel, "MESSAGE_UPDATE", payloads.told_to_gateway(message))
        return 200, payloads.message(message)

    @route("GET", "/channels/{channel}/messages/{message}")
    async def get_message(self, call: Call) -> Answer:
        return 200, payloads.message(self.world.message(call.id("channel"), call.id("message")))

    @route("GET", "/channels/{channel}/messages")
    async def get_messages(self, call: Call) -> Answer:
        """The newest ones, newest first."""
        newest = self.world.seen_in(self.world.channel(call.id("channel")))[-MOST_AT_ONCE // 2 :]
        return 200, [payloads.message(one) for one in reversed(newest)]

    @route("DELETE", "/channels/{channel}/messages/{message}")
    async def delete_message(self, call: Call) -> Answer:
        channel = self.world.channel(call.id("channel"))
        message = self.world.message(channel.id, call.id("message"))
        self.world.delete(message)
        return 204, None


def changes(call: Call, message: Message) -> dict[str, Any]:
    """The fields an edit replaces; attachments it names are kept, all others go."""
    if "attachments" not in call.body and not call.files:
        return dict(call.body)
    kept = message.now.body.get("attachments") or []
    return {**call.body, "attachments": attached(call, call.files) or ([] if "attachments" in call.body else kept)}


def _where(channel: Channel) -> str:
    return f"to {channel.recipient.name}" if channel.recipient is not None else f"in {channel.name}"
