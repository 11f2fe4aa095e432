"""People ask to be told when a table opens, and are: as they see it, in a simulated Discord with the real bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from small_mirror import assert_fits, controls
from support.den import Den, opened_den, shown_on

import bot.client as mirror_module
from bot.matches.table_wishes import News
from bot.trouble import StoreTrouble
from cogs.evenings.cog import LOOK_MINUTES
from cogs.evenings.news import CALM_S

DAY_MS = 24 * 3_600_000


@pytest.fixture(autouse=True)
def few_cogs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_module, "COGS", ("cogs.lobby.cog", "cogs.evenings.cog"))


def mail_of(who: simcord.MemberActor) -> list[Any]:
    """The direct messages in which this person was told of a table, the oldest first."""
    if who.user.dm_channel is None:
        return []
    return [one for one in who.user.dm_channel.history() if "Somebody has opened" in shown_on(one)]


async def test_an_evening_of_people_who_wait_for_a_table(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben, cat, dan = (place.joins(name) for name in ("ann", "ben", "cat", "dan"))
        asked = await ben.slash(place.room, "tellme", game="village")
        await place.soon()
        assert asked.ephemeral
        assert_fits(asked.response)
        assert "Good: I will tell you when a table of **Rumplestiltskin!** opens." in shown_on(asked.response)
        assert "from 23:00 to 08:00 (time in UTC)" in shown_on(asked.response)
        hello = shown_on(ben.user.dm_channel.history()[0])
        assert "This is the place" in hello
        assert "**Den**" in hello

        place.now[0] += 1000
        await ann.slash(place.room, "play", game="village")
        await place.soon()
        (told,) = mail_of(ben)
        lobby = await place.lobby()
        assert f"/{lobby.channel_id}/{lobby.message_id}" in shown_on(told)
        more = (await cat.click(place.room.history()[0], label="More …")).response
        await cat.click(more, label="Tell me of new tables")
        await dan.slash(place.room, "tellme", game="village")
        await place.soon(LOOK_MINUTES * 60)
        assert [len(mail_of(who)) for who in (ann, ben, cat, dan)] == [0, 1, 0, 0], "that table they have seen"

        place.now[0] += DAY_MS
        closed = discord.PermissionOverwrite(view_channel=False)
        hidden = place.guild.create_text_channel("chamber", overwrites={dan: closed})
        await ann.slash(hidden, "play", game="village")
        await place.soon()
        assert [len(mail_of(who)) for who in (ann, ben, cat, dan)] == [0, 2, 1, 0], "dan does not see that channel"

        await ben.user.click(mail_of(ben)[-1], label="Not again")
        assert "not tell you of **Rumplestiltskin!** there again" in shown_on(ben.user.dm_channel.history()[-1])
        await cat.user.click(mail_of(cat)[-1], label="Stop these messages")
        assert "in no server" in shown_on(cat.user.dm_channel.history()[-1])
        place.now[0] += DAY_MS
        await ann.slash(place.room, "play", game="village")
        await place.soon()
        assert [len(mail_of(who)) for who in (ann, ben, cat, dan)] == [0, 1, 0, 1]


async def test_the_hours_are_chosen_on_one_panel_that_keeps_to_its_reader(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ben = place.joins("ben")
        panel = (await ben.slash(place.room, "tellme")).response
        assert "You have chosen no game yet" in shown_on(panel)
        menus = {one["custom_id"]: one for one in controls(panel)}
        await ben.select(panel, ["mafia"], custom_id="mm:wish:games")
        (games,) = (one for one in controls(panel) if one["custom_id"] == "mm:wish:games")
        assert [one["label"] for one in games["options"] if one.get("default")] == ["Mafia"], "said there, and once"
        assert "You have chosen no game yet" not in shown_on(panel)
        await ben.select(panel, ["21"], custom_id="mm:wish:from")
        await ben.select(panel, ["Europe/Berlin"], custom_id="mm:wish:zone")
        assert "from 21:00 to 08:00 (time in Europe/Berlin)" in shown_on(panel)
        await ben.click(panel, label="No quiet hours")
        assert "no quiet hours" in shown_on(panel)
        assert len(menus["mm:wish:games"]["options"]) == 5


async def test_somebody_who_takes_no_direct_messages_is_told_so_and_nothing_is_kept(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ben = place.joins("ben")
        path = f"/channels/{ben.user.dm_channel.id}/messages"
        place.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user",
                               times=None)  # fmt: skip
        asked = await ben.slash(place.room, "tellme", game="village")
        await place.soon()
        (told,) = asked.followups
        assert told.ephemeral
        assert "You take no direct messages from me" in shown_on(told)
        assert (await place.mirror.table_wishes.of(ben.user.id, place.guild.id)).games == ()


async def test_news_waits_until_no_game_has_anything_left_to_send(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben = place.joins("ann"), place.joins("ben")
        await ben.slash(place.room, "tellme", game="village")
        await place.soon()
        place.now[0] += 1000
        place.mirror.courier._waiting += 1  # a game sends something, and that takes its time
        await ann.slash(place.room, "play", game="village")
        await place.soon(CALM_S * 5)
        assert mail_of(ben) == []
        place.mirror.courier._waiting -= 1
        await place.soon(CALM_S * 2)
        assert len(mail_of(ben)) == 1


async def test_a_message_on_its_way_when_the_process_ends_comes_once(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben, cat = (place.joins(name) for name in ("ann", "ben", "cat"))
        for who in (ben, cat):
            await who.slash(place.room, "tellme", game="village")
        await place.soon()
        place.now[0] += 1000
        wishes = place.mirror.table_wishes
        kept = wishes.done

        async def dies(_news: News) -> None:
            """The process ends after the first message, before it is noted."""
            raise StoreTrouble("the machine stopped")

        wishes.done = dies  # type: ignore[method-assign]
        await ann.slash(place.room, "play", game="village")
        await place.soon()
        assert [len(mail_of(who)) for who in (ben, cat)] == [1, 0]
        wishes.done = kept  # type: ignore[method-assign]
        await place.soon(LOOK_MINUTES * 60)
        assert [len(mail_of(who)) for who in (ben, cat)] == [1, 1]
        assert await wishes.begun() == []
