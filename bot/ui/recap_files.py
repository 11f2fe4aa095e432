"""The recap as a file to keep: everything `magic-mirror verify` needs to check the game."""

from __future__ import annotations

import io
from collections.abc import Callable

import discord

from bot.recaps.recap import Recap
from bot.ui.wording import Wording


def recap_name(match_id: int) -> str:
    """How the file of this match is called."""
    return f"recap-{match_id}.json"


def recap_file(recap: Recap, match_id: int, words: Wording) -> Callable[[], discord.File]:
    """A factory of the recap as a JSON attachment."""
    body = recap.model_dump_json(indent=1).encode()
    about = words.say("stage.recap_file")
    return lambda: discord.File(io.BytesIO(body), filename=recap_name(match_id), description=about)
