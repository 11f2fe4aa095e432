"""Discord's JSON objects, with the fields the documentation requires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from pretended.clock import DISCORD_EPOCH_MS
from pretended.limits import FILE, MEDIA_GALLERY
from pretended.world import (
    DM,
    GROUP,
    PUBLIC_THREAD,
    Channel,
    Emoji,
    Guild,
    Interaction,
    Message,
    ScheduledEvent,
    User,
    World,
)

EVERYTHING: Final = str((1 << 53) - 1)
"""Every permission."""
CONTEXT_GUILD, CONTEXT_BOT_DM, CONTEXT_PRIVATE = 0, 1, 2
FILE_LIMIT: Final = 10 * 1024 * 1024

Json = dict[str, Any]


def user(one: User) -> Json:
    return {
        "id": str(one.id), "username": one.name, "discriminator": "0", "global_name": None, "avatar": None,
        "bot": one.is_bot, "public_flags": 0,
    }  # fmt: skip


def emoji(one: Emoji) -> Json:
    return {
        "id": str(one.id), "name": one.name, "roles": [], "user": user(one.user), "require_colons": True,
        "managed": False, "animated": False, "available": True,
    }  # fmt: skip


def member(one: User, *, permissions: bool = False) -> Json:
    body: Json = {
        "user": user(one), "nick": None, "avatar": None, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False, "mute": False, "flags": 0, "pending": False,
    }  # fmt: skip
    return body | ({"permissions": EVERYTHING} if permissions else {})


def guild(one: Guild, channels: Sequence[Channel]) -> Json:
    role = {
        "id": str(one.id), "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0, "hoist": False,
        "managed": False, "mentionable": False, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }  # fmt: skip
    here = [channel for channel in channels if channel.guild is one and not channel.gone]
    return {
        "id": str(one.id), "name": one.name, "icon": None, "owner_id": str(one.owner.id), "roles": [role],
        "emojis": [], "stickers": [], "features": [], "preferred_locale": "en-US", "afk_timeout": 300,
        "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
        "nsfw_level": 0, "premium_tier": 0, "premium_progress_bar_enabled": False, "system_channel_flags": 0,
        "large": False, "unavailable": False, "member_count": len(one.members), "voice_states": [], "presences": [],
        "members": [member(each) for each in one.members.values() if each.is_bot], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [], "joined_at": "2026-01-01T00:00:00+00:00",
        "channels": [channel(each) for each in here if each.kind != PUBLIC_THREAD],
        "threads": [channel(each) for each in here if each.kind == PUBLIC_THREAD],
    }  # fmt: skip


def channel(one: Channel) -> Json:
    if one.kind == DM:
        assert one.recipient is not None
        return {"id": str(one.id), "type": DM, "recipients": [user(one.recipient)], "last_message_id": None}
    if one.kind == GROUP:
        people = [user(each) for each in one.people]
        return {"id": str(one.id), "type": GROUP, "recipients": people, "name": None, "icon": None}
    assert one.guild is not None
    body: Json = {
        "id": str(one.id), "type": one.kind, "guild_id": str(one.guild.id), "name": one.name, "position": 0,
        "permission_overwrites": [], "nsfw": False, "rate_limit_per_user": 0, "topic": None, "flags": 0,
        "parent_id": None if one.parent is None else str(one.parent), "last_message_id": None,
    }  # fmt: skip
    return body | (_thread(one) if one.kind == PUBLIC_THREAD else {})


def deleted_thread(one: Channel) -> Json:
    """THREAD_DELETE."""
    assert one.guild is not None
    return {"id": str(one.id), "guild_id": str(one.guild.id), "parent_id": str(one.parent), "type": one.kind}


def deleted_message(one: Message) -> Json:
    """MESSAGE_DELETE in a server."""
    assert one.channel.guild is not None
    return {"id": str(one.id), "channel_id": str(one.channel.id), "guild_id": str(one.channel.guild.id)}


def _thread(one: Channel) -> Json:
    return {
        "owner_id": str(one.owner_id), "message_count": 0, "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": one.archived, "locked": one.locked, "auto_archive_duration": 10080,
            "archive_timestamp": "2026-01-01T00:00:00+00:00", "create_timestamp": "2026-01-01T00:00:00+00:00",
        },
    }  # fmt: skip


def message(one: Message) -> Json:
    body = one.now.body
    sent: Json = {
        "id": str(one.id), "channel_id": str(one.channel.id), "author": user(one.author), "type": 0,
        "content": body.get("content") or "", "timestamp": _written(one.id), "flags": one.flags,
        "edited_timestamp": _at(one.edited_s) if one.edited_s else None, "tts": False, "pinned": False,
        "mention_everyone": False, "mentions": [], "mention_roles": [], "embeds": [],
        "attachments": [_attachment(each, place) for place, each in enumerate(body.get("attachments") or ())],
        "components": _numbered(body.get("components") or (), body.get("attachments") or ()),
    }  # fmt: skip
    return sent | ({"nonce": one.nonce} if one.nonce is not None else {})


def told_to_gateway(one: Message) -> Json:
    """MESSAGE_CREATE and MESSAGE_UPDATE also say in which server."""
    here = one.channel.guild
    return message(one) | ({"guild_id": str(here.id), "member": member(one.author)} if here else {})


def _written(snowflake: int) -> str:
    return _at(((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000)


def _at(epoch_s: float) -> str:
    return datetime.fromtimestamp(epoch_s, UTC).isoformat()


def _attachment(one: Mapping[str, Any], place: int) -> Json:
    name = one.get("filename") or f"file-{place}"
    url = f"http://127.0.0.1/attachments/{name}"
    return {"id": str(one.get("id", place)), "filename": name, "size": one.get("size", 1), "url": url, "proxy_url": url}


def _numbered(components: Sequence[Mapping[str, Any]], files: Sequence[Mapping[str, Any]]) -> list[Json]:
    """The components as Discord gives them back: each with its id, media with their addresses."""
    count = 0

    def give(one: Mapping[str, Any]) -> Json:
        nonlocal count
        count += 1
        back: Json = {"id": count, **one}
        for inner in ("components", "component", "accessory"):
            if isinstance(back.get(inner), list):
                back[inner] = [give(each) for each in back[inner]]
            elif isinstance(back.get(inner), Mapping):
                back[inner] = give(back[inner])
        if back["type"] == MEDIA_GALLERY:
            back["items"] = [{**item, "media": _media(item["media"])} for item in back["items"]]
        if back["type"] == FILE:
            back |= {"file": _media(back["file"]), "name": back["file"]["url"].rpartition("/")[2], "size": 1}
        return back

    return [give(one) for one in components]


def _media(media: Mapping[str, Any]) -> Json:
    url = str(media["url"]).replace("attachment://", "http://127.0.0.1/attachments/")
    return {
        "url": url, "proxy_url": url, "width": 1, "height": 1, "content_type": "image/png", "loading_state": 2,
    }  # fmt: skip


def interaction(one: Interaction, world: World) -> Json:
    """INTERACTION_CREATE's payload: in a server with member, permissions and locales, in a DM with the user."""
    here = one.channel.guild
    body: Json = {
        "id": str(one.id), "application_id": str(world.bot.id), "type": one.kind, "token": one.token, "version": 1,
        "data": one.data, "channel_id": str(one.channel.id), "channel": channel(one.channel),
        "app_permissions": EVERYTHING, "locale": one.user.locale, "entitlements": [],
        "authorizing_integration_owners": {"0": str(here.id) if here else "0"}, "attachment_size_limit": FILE_LIMIT,
        "context": CONTEXT_GUILD if here else CONTEXT_BOT_DM,
    }  # fmt: skip
    if not one.channel.has_bot:  # one of those who talk there has installed the application for themselves
        owner = one.channel.people[0]
        body |= {"authorizing_integration_owners": {"1": str(owner.id)}, "context": CONTEXT_PRIVATE}
    if one.message is not None:
        body["message"] = message(one.message)
    if here is None:
        return body | {"user": user(one.user)}
    return body | {
        "guild_id": str(here.id), "guild": {"id": str(here.id), "locale": "en-US", "features": []},
        "guild_locale": "en-US", "member": member(one.user, permissions=True),
    }  # fmt: skip


def scheduled_event(one: ScheduledEvent, creator: User) -> Json:
    told = ("name", "description", "entity_type", "entity_metadata", "privacy_level", "status", "scheduled_start_time",
            "scheduled_end_time")  # fmt: skip
    return {name: one.body.get(name) for name in told} | {
        "id": str(one.id), "guild_id": str(one.guild_id), "channel_id": None, "creator_id": str(creator.id),
        "creator": user(creator), "entity_id": None, "image": "a" * 32 if one.body.get("image") else None,
    }  # fmt: skip


def callback_response(one: Interaction, kind: int) -> Json:
    """What `?with_response=1` gives back."""
    original = one.original
    about: Json = {"id": str(one.id), "type": one.kind, "response_message_loading": one.deferred}
    if original is not None:
        about |= {"response_message_id": str(original.id), "response_message_ephemeral": original.is_ephemeral}
    resource: Json = {"type": kind}
    if original is not None and kind in (4, 7):
        resource["message"] = message(original)
    return {"interaction": about, "resource": resource}


def application(world: World) -> Json:
    owner = next(iter(world.users.values()))
    return {
        "id": str(world.bot.id), "name": world.bot.name, "icon": None, "description": "", "bot_public": True,
        "bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": user(owner), "team": None,
        "rpc_origins": [], "summary": "",
    }  # fmt: skip
