"""Hands written with emojis of the bot's own, over real sockets: they are uploaded, and a game is played with them."""

from __future__ import annotations

import io
import re
from pathlib import Path

from PIL import Image
from pretended.emojis import names
from pretended.evening import evening
from pretended.people import Person
from pretended.tables import TABLES

EMOJI = re.compile(r"<:\w+:(\d+)>")
TABLE = TABLES["trumplestiltskin"]
MISSING = 3


async def test_emojis_are_uploaded_and_hands_are_written_with_them(tmp_path: Path) -> None:
    """An earlier start could not upload some of them."""
    async with evening(tmp_path, seed=3, names=TABLE.names, missing_emojis=MISSING) as night:
        world, rest = night.discord.world, night.discord.rest
        await night.discord.witness.until(lambda: len(world.emojis) == len(names()), "all emojis")
        assert sorted(one.name for one in world.emojis.values()) == sorted(names())
        new = [one.image for one in world.emojis.values() if one.image]
        assert [Image.open(io.BytesIO(image)).format for image in new] == ["PNG"] * MISSING, "the others stay"

        def sees_one(person: Person) -> bool:
            return any(EMOJI.search(one.now.text) for one in world.shown_to(person.user))

        await night.lay_table(TABLE.game, role_set=TABLE.role_set)
        await night.play_until(lambda: all(map(sees_one, night.people)), "hands")
        for person in night.people:
            for message in world.shown_to(person.user):
                for version in message.versions:
                    used = EMOJI.findall(version.text)
                    assert all(int(number) in world.emojis for number in used)
                    assert not used or message.channel is person.direct or message.only_for == person.user.id
        assert night.thread is not None
        assert not any(EMOJI.search(one.text) for message in world.seen_in(night.thread) for one in message.versions)
        assert not rest.unknown
        assert not world.breaches
