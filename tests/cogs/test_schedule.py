"""Tables planned for a day and an hour, as people see them, in a simulated Discord with the real bot."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.actors import _component_interaction
from small_mirror import assert_fits
from support.den import Den, opened_den, refusal, shown_on

import bot.client as mirror_module
from bot.games import GAMES
from bot.matches.lobby import IDLE_MS
from bot.matches.planned_tables import REMIND_MS, Planned, Wanted
from bot.store.planned import GuestRow
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Unreachable
from bot.ui.pictures.art import FOLDER
from bot.ui.wording import Wording, wording_files
from cogs.evenings.cog import LOOK_MINUTES
from cogs.evenings.events import DiscordEvents
from cogs.evenings.invitation_picture import emblem_file
from cogs.evenings.plan_keeper import AGAIN_MS
from cogs.evenings.plan_pages import LIST_MOST, list_page

HOUR_S = 3600


@pytest.fixture(autouse=True)
def few_cogs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_module, "COGS", ("cogs.lobby.cog", "cogs.evenings.cog", "cogs.privacy.cog"))


async def passes(place: Den, seconds: float) -> None:
    place.now[0] += int(seconds * 1000)
    await place.soon(seconds)


async def plans(place: Den, who: simcord.MemberActor, when: str = "in 2 hours") -> Any:
    """Somebody plans a table; the message that everybody sees."""
    draft = await who.slash(place.room, "schedule table", game="village", when=when)
    assert draft.ephemeral
    await who.click(draft.response, label="Plan it")
    await place.soon()
    return place.room.history()[-1]


async def forges(place: Den, who: simcord.MemberActor, custom_id: str) -> simcord.InteractionResult:
    """A press that no honest client would send."""
    stored = place.env.backend.get_message(place.room.id, place.room.history()[-1].id)
    return await _component_interaction(who, stored, {"custom_id": custom_id, "component_type": 2})


def lines(place: Den, word: str) -> list[str]:
    """What stands in the channel with this word in it, the oldest first."""
    return [shown_on(one) for one in place.room.history() if word in shown_on(one)]


def events(place: Den) -> list[Any]:
    return list(place.env.backend.get_guild(place.guild.id).scheduled_events.values())


async def test_a_table_is_planned_remembered_and_opens_at_its_hour(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben, cat = (place.joins(name) for name in ("ann", "ben", "cat"))
        at_s = place.now[0] // 1000 // 60 * 60 + 2 * HOUR_S
        draft = await ann.slash(place.room, "schedule table", game="village", when="in 2 hours")
        assert draft.ephemeral
        assert_fits(draft.response)
        assert f"<t:{at_s}:F>" in shown_on(draft.response)
        assert "time in UTC" in shown_on(draft.response)
        assert lines(place, "invites you") == [], "nobody else sees a draft"
        await ann.click(draft.response, label="Plan it")
        await place.soon()
        plan = place.room.history()[-1]
        assert_fits(plan)
        assert f"<t:{at_s}:F>" in shown_on(plan)
        assert "8–20 players" in shown_on(plan)
        assert [one.filename for one in plan.attachments] == ["invitation.jpg"]
        for face in place.mirror.faces.values():
            assert len(face.emblems) == 5
            assert all((FOLDER / emblem_file(one)).is_file() for one in face.emblems), "a game's own emblems are there"
        (event,) = events(place)
        assert event.name == "Rumplestiltskin!"
        assert str(plan.id) in event.entity_metadata["location"]

        await ben.click(plan, label="I’m coming")
        await cat.click(plan, label="I’m coming")
        await cat.click(plan, label="I’m coming")
        plan = place.room.history()[-1]
        assert "**2** people come: **ann**, **ben**" in shown_on(plan), "as many as the list says"
        invited = await cat.click(plan, label="Invitation")
        assert shown_on(invited.response).count(f"/{plan.id}") == 2, "a text for Discord, and one for elsewhere"
        assert "(UTC)" in shown_on(invited.response)
        assert [one.filename for one in invited.response.attachments] == ["invitation.jpg"]

        await ann.slash(place.room, "schedule table", game="village", when="in 3 hours")
        for number in (2, 99):
            for action in ("invite", "when", "forget"):
                pried = await forges(place, ben, f"mm:plan:{number}:{action}")
                assert "Nothing comes of this table" in refusal(pried), "another's draft is as one there is not"

        await passes(place, 2 * HOUR_S - REMIND_MS / 1000)
        (reminder,) = lines(place, "begins <t:")
        assert f"<@{ann.user.id}> <@{ben.user.id}>:" in reminder
        assert f"<@{cat.user.id}>" not in reminder
        await passes(place, REMIND_MS / 1000)
        lobby = await place.lobby()
        assert [seat.name for seat in lobby.seats] == ["ann"], "nobody else is seated by force"
        (call,) = lines(place, "it is time for")
        assert f"/{lobby.message_id}" in call
        await ben.click(next(one for one in place.room.history() if one.id == lobby.message_id), label="Join")
        assert len((await place.lobby()).seats) == 2
        await place.soon()
        assert len(lines(place, "The table is open")) == 1
        assert await place.mirror.planned_tables.waiting() == []


async def test_nobody_is_called_to_a_table_that_has_closed_or_begun(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben = place.joins("ann"), place.joins("ben")
        await plans(place, ann)
        await passes(place, 2 * HOUR_S)
        assert len(lines(place, "it is time for")) == 1
        await ben.click(place.room.history()[-2], label="Join")
        await place.mirror.lobby_ends.expire(place.now[0] + IDLE_MS)  # while the bot is away
        await place.restart()
        await place.soon()
        assert lines(place, "it is time for") == []
        assert len(lines(place, "No game began at this table")) == 2, "where people were called, and on the plan"
        assert await place.mirror.planned_tables.called_in_vain() == []

        draft = await ann.slash(place.room, "schedule table", game="name_duel", when="in 2 hours")
        await ann.click(draft.response, label="Plan it")
        await place.soon()
        await passes(place, 2 * HOUR_S)
        (call,) = lines(place, "it is time for")
        assert "Take a seat there" in call, "the button of a duel has another name than that of a table"
        assert f"<@{ann.user.id}>" in call
        lobby = await place.lobby(2)
        await ben.click(next(one for one in place.room.history() if one.id == lobby.message_id), label="Join and begin")
        await place.soon()
        assert lines(place, "it is time for") == []
        assert len(lines(place, "The game has begun: https")) == 2


async def test_a_restart_in_between_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben = place.joins("ann"), place.joins("ben")

        async def dies(*_: Any) -> None:
            raise StoreTrouble("the machine stopped")

        place.mirror.planned_tables.placed = dies  # type: ignore[method-assign]  # it is posted, and nobody notes it
        await plans(place, ann)
        await place.restart()
        await place.soon()
        (shown,) = lines(place, "invites you")
        assert "Plan it" not in shown
        await ben.click(place.room.history()[-1], label="I’m coming")

        place.mirror.planned_tables.was_reminded = dies  # type: ignore[method-assign]
        await passes(place, 2 * HOUR_S - REMIND_MS / 1000)
        await place.restart()
        await place.soon()
        assert len(lines(place, "begins <t:")) == 1

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(DiscordEvents, "begin", dies)  # all is posted, and nobody notes it
            await passes(place, REMIND_MS / 1000)
        assert len(await place.mirror.planned_tables.waiting()) == 1, "its event is still to begin"
        await place.restart()
        await place.soon()
        assert len(lines(place, "it is time for")) == 1
        assert len(lines(place, "**ann** · host")) == 1
        assert await place.mirror.planned_tables.waiting() == []
        assert len(events(place)) == 1

        for _ in range(2):
            await plans(place, ann)
        off, moved = await place.mirror.planned_tables.waiting()
        await place.mirror.planned_tables.come(off.id, ben.user.id, "ben")
        await place.mirror.planned_tables.cancel(off.id, ann.user.id)  # and the process ends before anybody hears of it
        later = moved.at_ms + HOUR_S * 1000
        await place.mirror.planned_tables.move(moved.id, ann.user.id, later)
        await place.restart()
        await place.soon()
        (told,) = lines(place, "is off.")
        assert f"<@{ben.user.id}>" in told
        assert len(lines(place, "This table was called off.")) == 1
        assert await place.mirror.planned_tables.left_standing() == []
        hours = {int(datetime.fromisoformat(one.scheduled_start_time).timestamp() * 1000) for one in events(place)}
        assert later in hours
        assert len(events(place)) == 2, "that of the table which is off is gone"


async def test_moving_calling_off_and_what_is_deleted_end_in_a_sentence(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben = place.joins("ann"), place.joins("ben")
        plan = await plans(place, ann)
        await ben.click(plan, label="I’m coming")
        refused = await ben.click(plan, label="Call it off")
        assert "host" in shown_on(refused.response)
        asked = await ann.click(plan, label="Another time")
        moving = await ann.submit_modal(asked, {"text": "in 3 hours"})
        await ann.click(moving.response, label="Move it there")
        await place.soon()
        (moved,) = lines(place, "was moved to")
        assert f"<@{ben.user.id}>" in moved
        at_s = place.now[0] // 1000 + 5 * HOUR_S
        again = await forges(place, ann, f"mm:plan:1:move:{at_s * 1000}")
        assert "have just moved" in shown_on(again.response), "nobody has the others called again and again"
        assert len(lines(place, "was moved to")) == 1
        off = await ann.click(plan, label="Call it off")
        await ann.click(off.response, label="Call it off")
        await place.soon()
        assert len(lines(place, "This table was called off.")) == 1
        assert len(lines(place, "is off.")) == 1
        assert events(place) == []

        await plans(place, ann)
        (event,) = events(place)
        place.env.backend.delete_scheduled_event(place.guild.id, event.id)
        await place.soon()
        assert "deleted in Discord" in shown_on(ann.user.dm_channel.history()[-1])
        deleted = await plans(place, ann)
        await ben.click(deleted, label="I’m coming")
        await deleted.delete()
        await place.soon()
        assert f"<@{ben.user.id}>" in lines(place, "is off.")[-1]
        assert f"/{deleted.id}" not in lines(place, "is off.")[-1], "nothing points at what is gone"
        assert "message of this table was deleted" in shown_on(ann.user.dm_channel.history()[-1])
        ours, there = place.room, place.guild.create_text_channel("tower")
        silent = {ann: discord.PermissionOverwrite(send_messages=False)}
        hall = place.guild.create_text_channel("hall", overwrites=silent)
        draft = await ann.slash(ours, "schedule table", game="village", when="in 2 hours", channel=there)
        await ann.click(draft.response, label="Plan it")
        await place.soon()
        await place.mirror.http.delete_channel(there.id)
        await place.soon()
        assert "channel of this table is gone" in shown_on(ann.user.dm_channel.history()[-1])
        mute = await ann.slash(ours, "schedule table", game="village", when="in 2 hours", channel=hall)
        assert "You may not write in that channel" in shown_on(mute.response)
        assert len(place.env.errors) == 1, "a refused command is an error to simcord, and was answered with a sentence"
        await plans(place, ben)
        assert len(events(place)) == 1
        asked = await ben.slash(ours, "privacy forget")
        await ben.click(asked.response, custom_id="mm:privacy:yes")
        await place.soon()
        assert len(lines(place, "host of this table is not here")) == 1
        assert events(place) == []
        await passes(place, 4 * HOUR_S)
        assert lines(place, "**ann** · host") == [], "none of them opens"


async def test_where_no_event_may_be_made_a_message_says_it_all_and_strangers_see_nothing(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, zoe = place.joins("ann"), place.joins("zoe")
        await place.mirror.settings.change(place.guild.id, events=False, time_zone="Europe/Berlin")
        closed = discord.PermissionOverwrite(view_channel=False)
        place_of_all, place.room = place.room, place.guild.create_text_channel("den", overwrites={zoe: closed})
        draft = await ann.slash(place.room, "schedule table", game="village", when="tomorrow 20:00")
        assert "I make no event in Discord" in shown_on(draft.response)
        assert "time in Europe/Berlin" in shown_on(draft.response)
        await ann.click(draft.response, label="Plan it")
        await place.soon()
        assert events(place) == []
        seen = await ann.slash(place_of_all, "schedule list")
        assert "**1** person comes" in shown_on(seen.response)
        unseen = await zoe.slash(place_of_all, "schedule list")
        assert "Nothing is planned that you could see" in shown_on(unseen.response)
        suggested = await ann.autocomplete(place.room, "schedule table", "role_set", "begin", game="village")
        assert "beginner" in [one["value"] for one in suggested]

        await place.mirror.settings.change(place.guild.id, events=True)
        seen_by = discord.PermissionOverwrite(view_channel=True)
        cellar = {place.guild.default_role: closed, ann: seen_by, place.guild.me: seen_by}
        place.room = place.guild.create_text_channel("cellar", overwrites=cellar)
        draft = await ann.slash(place.room, "schedule table", game="village", when="tomorrow 20:00")
        assert "not everybody sees that channel" in shown_on(draft.response)
        await ann.click(draft.response, label="Plan it")
        await place.soon()
        assert len(lines(place, "invites you")) == 1
        assert events(place) == [], "an event is shown to the whole server, with the game, its host and where it is"


async def test_the_event_of_a_channel_goes_when_not_everybody_sees_it_any_more(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, zoe = place.joins("ann"), place.joins("zoe")
        own = discord.PermissionOverwrite(view_channel=True, manage_roles=True)
        theirs = discord.PermissionOverwrite(view_channel=True)
        place.room = place.guild.create_text_channel("hall", overwrites={place.guild.me: own, ann: theirs})
        await plans(place, ann)
        assert len(events(place)) == 1

        async def sees(whether: bool | None) -> None:
            room = place.mirror.get_channel(place.room.id)
            await room.set_permissions(room.guild.default_role, view_channel=whether)  # type: ignore[union-attr]
            await place.soon()

        await sees(False)
        assert events(place) == []
        await sees(None)
        assert len(events(place)) == 1, "there is one again once everybody may know of it"
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(place.mirror.http, "delete_scheduled_event", away)
            await sees(False)
            assert len(events(place)) == 1, "Discord was not there"
        await place.restart()  # nobody has it noted any more
        await place.soon()
        assert events(place) == []
        assert lines(place, "is off.") == [], "the table is planned as before"
        assert mailed(ann) == mailed(zoe) == []
        await place.mirror.planned_tables.come(1, zoe.user.id, "zoe")
        await passes(place, 2 * HOUR_S - REMIND_MS / 1000)
        assert len(lines(place, "begins <t:")) == 1
        room = place.mirror.get_channel(place.room.id)
        host = await room.guild.fetch_member(ann.user.id)  # type: ignore[union-attr]
        await room.set_permissions(host, view_channel=False)  # type: ignore[union-attr]
        await passes(place, REMIND_MS / 1000)
        assert lines(place, "it is time for") == [], "its host could not begin there any more"
        assert "could not open this table" in mailed(ann)[-1]

        await room.set_permissions(host, view_channel=True)  # type: ignore[union-attr]
        await sees(None)
        await plans(place, ann)
        await passes(place, 2 * HOUR_S)
        assert len(lines(place, "it is time for")) == len(events(place)) == 1
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(place.mirror.http, "delete_scheduled_event", away)
            await sees(False)
        assert len(events(place)) == 1, "Discord was not there"
        await place.soon(LOOK_MINUTES * 60)
        assert events(place) == [], "nor is there one of a table that is played where not everybody sees it"
        assert await place.mirror.planned_tables.under_way() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_list_of_many_plans_fits(language: str) -> None:
    far = Planned(
        10**19, 10**19, 10**19, 10**19, None, 1, "ann", GAMES["grimm_forest"], None, "planned", None, 10**13, True,
        None, None, False, None, tuple(GuestRow(1, who, "*" * 32, 1) for who in range(40)),
    )  # fmt: skip
    words = Wording(wording_files()).for_locale(language)
    page = list_page([far] * (LIST_MOST + 5), words)
    assert page.fits()
    assert words.say("plan.list.more", count=5) in page.panels[0].text


def mailed(who: simcord.MemberActor) -> list[str]:
    """What this person was told in private, the oldest first."""
    channel = who.user.dm_channel
    return [] if channel is None else [shown_on(one) for one in channel.history()]


async def test_news_of_a_plan_is_told_once_however_the_process_ended(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann, ben, cat = (place.joins(name) for name in ("ann", "ben", "cat"))

        async def dies(*_: Any) -> None:
            raise StoreTrouble("the machine stopped")

        plan = await plans(place, ann)
        await ben.click(plan, label="I’m coming")
        (moved,) = await place.mirror.planned_tables.waiting()
        await place.mirror.planned_tables.move(moved.id, ann.user.id, moved.at_ms + HOUR_S * 1000)
        await place.restart()  # between the row and the message
        await place.soon()
        (told,) = lines(place, "was moved to")
        assert f"<@{ben.user.id}>" in told
        assert f"<@{cat.user.id}>" not in told, "whoever does not come has nothing to do with it"

        place.mirror.planned_tables.told_of_move = dies  # type: ignore[method-assign]  # told, and nobody notes it
        (moved,) = await place.mirror.planned_tables.waiting()
        await place.mirror.planned_tables.move(moved.id, ann.user.id, moved.at_ms + HOUR_S * 1000)
        await place.mirror.get_cog("PlansCog")._keeper.bring_forward(moved.id)  # type: ignore[union-attr]
        await place.restart()
        await place.soon(600)
        assert len(lines(place, "was moved to")) == 2

        place.mirror.planned_tables.let_go = dies  # type: ignore[method-assign]
        (event,) = events(place)
        place.env.backend.delete_scheduled_event(place.guild.id, event.id)
        await place.soon()
        for _ in range(2):  # the second start finds nothing to tell
            await place.restart()
            await place.soon(600)
        assert len(lines(place, "is off.")) == 1
        assert len([one for one in mailed(ann) if "deleted in Discord" in one]) == 1
        assert await place.mirror.planned_tables.left_standing() == []

        plan = await plans(place, ann)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(place.mirror.http, "delete_scheduled_event", away)
            asked = await ann.click(plan, label="Call it off")
            await ann.click(asked.response, label="Call it off")
            await place.soon(60)
            assert len(events(place)) == 1
        await passes(place, AGAIN_MS / 1000)
        assert events(place) == [], "no event is left of a table that is off"
        assert len(lines(place, "This table was called off.")) == 1


async def test_the_end_of_a_plan_that_was_never_shown_is_told_and_waits_for_discord(tmp_path: Path) -> None:
    async with opened_den(tmp_path, Den) as place:
        ann = place.joins("ann")
        tables = place.mirror.planned_tables
        wanted = Wanted(
            place.guild.id, place.room.id, ann.user.id, "ann", "village", None, place.now[0] + HOUR_S * 1000
        )
        draft = await tables.draft(wanted)
        await tables.make(draft.id, ann.user.id)
        await tables.off(draft.id, "channel")  # and the process ends before it has told anybody
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Courier, "direct", away)
            await place.restart()
            await place.soon()
            assert mailed(ann) == []
        await passes(place, AGAIN_MS / 1000)
        await place.soon()
        assert ["channel of this table is gone" in one for one in mailed(ann)] == [True]
        assert await place.mirror.planned_tables.left_standing() == []

        second = await tables.draft(wanted)
        await tables.make(second.id, ann.user.id)
        place.now[0] += HOUR_S * 1000
        village = GAMES["village"]
        await place.mirror.lobby_openings.open(
            place.guild.id, place.room.id, ann.user.id, "ann", village, "begin", village.options(),
            also=lambda connection, lobby: tables.opened(connection, second.id, lobby),
        )  # fmt: skip
        place.now[0] += 25 * HOUR_S * 1000  # the bot is away for a day before anybody has seen that lobby
        for _ in range(2):
            await place.restart()
            await place.soon(600)
        assert ["not there at that time" in one for one in mailed(ann)] == [False, True]
        assert lines(place, "it is time for") == []


async def away(*_: Any, **__: Any) -> None:
    raise Unreachable("Discord does not answer")
