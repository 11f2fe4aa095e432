"""A conversation where the bot is no member, pretended as `magic-mirror try` does it (`bot.trying.private_talk`)."""

from __future__ import annotations

from typing import Any

import pytest
import simcord.interactions

from bot.trying.private_talk import without_the_bot


def make_private(patch: pytest.MonkeyPatch, *channel_ids: int) -> None:
    """Whatever is pressed or typed in these channels comes from such a conversation."""
    told = simcord.interactions.base_payload

    def payload(*args: Any, **options: Any) -> Any:
        record, body = told(*args, **options)
        if int(body["channel_id"]) in channel_ids:
            without_the_bot(body)
        return record, body

    patch.setattr(simcord.interactions, "base_payload", payload)
