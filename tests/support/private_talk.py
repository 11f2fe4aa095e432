"""A conversation where the bot is no member, pretended on simcord, which knows none.

People act in a channel of a server. What the bot is told of it is what Discord tells of a conversation of several
people to an application that one of them has installed for themselves: no server, and nothing but the press.
"""

from __future__ import annotations

from typing import Any

import pytest
import simcord.interactions

PRIVATE, GROUP = 2, 3
"""The context of a conversation without the bot, and the type of a channel for several people."""


def make_private(patch: pytest.MonkeyPatch, *channel_ids: int) -> None:
    """Whatever is pressed or typed in these channels comes from such a conversation."""
    told = simcord.interactions.base_payload

    def payload(*args: Any, **options: Any) -> Any:
        record, body = told(*args, **options)
        if int(body["channel_id"]) in channel_ids:
            _make_private(body)
        return record, body

    patch.setattr(simcord.interactions, "base_payload", payload)


def _make_private(body: dict[str, Any]) -> None:
    user = body.pop("member")["user"]
    for name in ("guild_id", "guild_locale"):
        body.pop(name, None)
    body.update(
        user=user,
        context=PRIVATE,
        authorizing_integration_owners={"1": user["id"]},
        channel={"id": body["channel_id"], "type": GROUP, "name": None, "icon": None, "recipients": [user]},
    )
    body["data"].get("resolved", {}).pop("members", None)
