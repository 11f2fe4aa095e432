"""The emojis that the bot wants to have, as if it had uploaded them at an earlier start."""

from __future__ import annotations

from functools import cache

from bot.games import GAMES
from bot.replay.faces import face_of
from bot.ui.emojis.signs import all_signs
from bot.ui.pictures.sign import emoji_name
from bot.ui.wording import Wording, wording_files
from pretended.world import World


def uploaded_before(world: World, but: int = 0) -> None:
    """All of them are there, but for so many: an evening is not about drawing them again."""
    for name in names()[but:]:
        world.add_emoji(name)


@cache
def names() -> tuple[str, ...]:
    return tuple(emoji_name(sign) for sign in all_signs(map(face_of, GAMES), Wording(wording_files())))
