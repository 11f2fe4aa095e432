"""The emojis that the bot has uploaded to the pretended Discord, as pictures: simcord keeps their names."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcord import Env


def emoji_image(env: Env, emoji_id: int) -> bytes | None:
    """The emoji of this number as PNG; None for none. What was uploaded stands in simcord's list of requests."""
    emoji = env.backend.application_emojis.get(emoji_id)
    if emoji is None:
        return None
    for request in env.http_requests:
        body = request.json if request.method == "POST" and request.path.endswith("/emojis") else None
        if isinstance(body, dict) and body["name"] == emoji.name:
            try:
                return base64.b64decode(body["image"].partition(",")[2])
            except binascii.Error:
                return None
    return None
