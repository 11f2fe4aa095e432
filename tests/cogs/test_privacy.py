"""`/privacy` as people use it: each reads of themselves alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from small_mirror import assert_fits, control, den, texts

COGS = ("cogs.lobby.cog", "cogs.privacy.cog")


async def test_to_see_to_take_away_and_to_be_forgotten(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        table = (await house.player.slash(house.room, "play", game="village")).response
        shown = await house.player.slash(house.room, "privacy show")
        assert shown.ephemeral
        assert_fits(shown.response)
        assert "**1 table** that you opened" in texts(shown.response)
        assert "I do not know you" in texts((await house.baker.slash(house.room, "privacy show")).response)

        given = await house.player.click(shown.response, custom_id=control(shown.response, "file"))
        assert given.ephemeral
        kept = await read(given.response)
        assert kept["user_id"] == str(house.player.id)
        assert [one["game"] for one in kept["kept"]["lobbies"]] == ["village"]
        assert given.response.attachments[0].filename == "magic-mirror-about-me.json"

        asked = await house.player.slash(house.room, "privacy forget")
        assert_fits(asked.response)
        await house.player.click(asked.response, custom_id=control(asked.response, "yes"))
        assert "you still belong to the tables below" in texts(asked.response)
        assert "Open table 1" in texts(asked.response)
        assert "**pat** · host" in texts(table), "nothing has changed"

        more = (await house.player.click(house.room.history()[0], label="More …")).response
        await house.player.click(more, label="Close this table")
        asked = await house.player.slash(house.room, "privacy forget")
        await house.player.click(asked.response, custom_id=control(asked.response, "yes"))
        assert "I have forgotten you. You had played no game." in texts(asked.response)
        assert "I do not know you" in texts((await house.player.slash(house.room, "privacy show")).response)


async def read(message: Any) -> dict[str, Any]:
    """The file on a message."""
    found: dict[str, Any] = json.loads(await message.attachments[0].read())
    return found
