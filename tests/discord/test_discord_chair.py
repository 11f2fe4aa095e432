"""A person in the chair, as people see it: the desk, Next, fouls, the time that is up, and the Mirror's return."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from language.any_game import NAMES
from rooms.any_game import Answered, refused
from rooms.mafia import mafia_room
from rooms.village import Square, village_square

EIGHT = {"ann": "don", "ben": "sheriff", "cat": "mafia", "dan": "doctor"}
VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def led(square: Square, master: str = "moss", **more: Any) -> Answered:
    """The host names a master who does not play."""
    if master not in square.names:
        square.newcomer(master)
    answered = await square.says("ann", "table chair", master=square.actor(master), **more)
    await square.time(3)
    return answered


async def desk(square: Square, who: str = "moss") -> Answered:
    answered = await square.forges(who, square.board, f"mm:desk:{square.match_id}")
    await square.time(1)
    return answered


async def presses(square: Square, shown: Answered, label: str) -> Answered:
    answered = await square.presses(shown.who, label, shown.seen)
    await square.time(2)
    return answered


async def test_a_day_led_by_a_master(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        answered = await led(mafia)
        assert "**moss** leads" in answered.text or "moss leads" in answered.text
        assert "moss now sits in my chair" in mafia.public()
        assert "You lead this game now." in mafia.dm_text("moss")

        await mafia.time(300)
        assert await mafia.floor() == ("ann", "speech.floor")
        assert "The time is up for **ann**" in mafia.dm_text("moss")

        shown = await desk(mafia)
        assert shown.seen.message.flags & 64
        assert "Still to come: " in shown.text
        assert await mafia.floor() == ("ann", "speech.floor")
        shown = await presses(mafia, shown, "Next")
        assert await mafia.floor() == ("ben", "speech.floor")
        assert "Sheriff" not in shown.text.partition("Still to come: ")[2]

        await mafia.names_for_the_vote("ben", "cat")
        await mafia.thanks("ben")
        await mafia.time(2)
        assert not await mafia.asked_for("speech.floor"), "the master is asked before each step"
        assert "gives the floor to **cat**" in mafia.dm_text("moss")
        assert "begins when the master says so" in mafia.board.text
        shown = await presses(mafia, shown, "Look again")
        assert "gives the floor to **cat**" in shown.text
        shown = await presses(mafia, shown, "Next")
        assert await mafia.floor() == ("cat", "speech.floor")


async def test_time_is_up_has_the_desk_with_it(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        await mafia.time(61)
        (told,) = [message for message in mafia.messages(mafia.dm("moss")) if "The time is up" in message.text]
        await mafia.presses("moss", "Next", told)
        await mafia.time(2)
        assert await mafia.floor() == ("ben", "speech.floor")
        await mafia.time(61)
        assert "The time is up for **ben**" in mafia.dm_text("moss")


async def test_of_all_desks_that_were_sent_the_newest_alone_has_buttons(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        for _ in range(3):
            await presses(mafia, await desk(mafia), "Next")
            await mafia.time(61)
        *old, newest = mafia.messages(mafia.dm("moss"))
        assert len(old) > 2
        assert [one for one in old if one.controls] == []
        assert all("stands in my newest message" in one.text for one in old)
        assert "The time is up for" in old[-1].text, "what was said stays to be read"
        assert newest.controls
        assert "newest message" not in newest.text


async def test_where_nothing_goes_by_direct_message_a_master_is_called_at_the_table(tmp_path: Path) -> None:
    """The stage comes to rest although nobody has got a secret yet."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.mirror.settings.change(square.guild.id, secrets="press")
        await square.begin()
        await led(square)
        assert "moss now sits in my chair" in square.public()
        assert square.texts(square.dm("moss")) == []
        assert "You lead" in (await desk(square)).text


async def test_a_master_is_named_where_no_direct_message_arrives(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=NAMES[:8], **VILLAGE) as square:
        await square.begin()
        await led(square)
        assert "moss now sits in my chair" in square.public()


async def test_half_a_minute_more(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        await mafia.time(100)
        shown = await presses(mafia, await desk(mafia), "+30 s")
        assert 25 <= (await mafia.clocks())["clock.speech"] <= 30
        assert "30 seconds more" in shown.text
        await mafia.time(31)
        assert mafia.dm_text("moss").count("The time is up for **ann**") == 2


async def test_fouls_are_called_at_the_desk(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        shown = await presses(mafia, await desk(mafia), "Foul …")
        base = f"mm:desk:{mafia.match_id}:foul:{(await mafia.awake()).match.checkpoint}"
        shown = await mafia.chooses("moss", shown.seen, f"{base}:foul", "3.foul.0")
        await mafia.time(2)
        assert mafia.fouls("cat") == 1
        shown = await presses(mafia, shown, "Foul …")
        shown = await mafia.chooses("moss", shown.seen, f"{base}:out", "4.out.0")
        await mafia.time(2)
        assert "dan" in await mafia.alive(), "who would leave is asked about first"
        await presses(mafia, shown, "Send out")
        late = mafia.forges("moss", mafia.board, f"{base}:foul", ["3.foul.0"])
        assert "has gone on since" in await refused(mafia, late)
        assert "dan" not in await mafia.alive()


async def test_at_night_the_desk_can_only_send_out(tmp_path: Path) -> None:
    """R3-14: whoever talks at night is disqualified; there is no smaller foul to call."""
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        await led(mafia)
        shown = await presses(mafia, await desk(mafia), "Foul …")
        base = f"mm:desk:{mafia.match_id}:foul:{(await mafia.awake()).match.checkpoint}"
        assert shown.seen.controls == [f"{base}:out", f"mm:desk:{mafia.match_id}:look"]
        shown = await mafia.chooses("moss", shown.seen, f"{base}:out", "8.out.0")
        assert "hal" in await mafia.alive(), "who would leave is asked about first"
        await presses(mafia, shown, "Send out")
        await mafia.time(2)
        assert "hal" not in await mafia.alive()
        assert await mafia.phase() == "night"


async def test_the_night_waits_for_the_master_who_reads_it_aloud(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        await led(mafia)
        shown = await desk(mafia)
        assert "“The Don wakes and looks for the Sheriff." in shown.text
        assert "Maniac" not in shown.text.partition("aloud")[2], "no card that is not in the pack"
        for name in mafia.people:
            for key in await mafia.asked(name):
                target = {"night.victim": "fay", "night.search": "ben", "night.investigate": "ann"}.get(key)
                await mafia.answers(name, key, target)
        await mafia.time(600)
        assert await mafia.phase() == "night"
        assert "fay" not in shown.text.partition("aloud")[2]
        await presses(mafia, await desk(mafia), "Next")
        assert await mafia.phase() == "final"
        assert "**fay**" in mafia.public()


async def test_all_cards_for_a_master_who_wants_to_know(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        await led(mafia, sees_all=True)
        shown = await desk(mafia)
        assert "1. **ann**: Don" not in shown.text
        shown = await presses(mafia, shown, "Show me all cards")
        assert "moss leads this game without a seat, and now knows all cards." in mafia.public()
        assert "1. **ann**: Don" in shown.text
        assert "2. **ben**: Sheriff" in shown.text
        assert "The Don wakes" not in shown.text, "a phone has no room for both"
        assert "**Night sheet, step by step** shows what you read aloud" in shown.text
        await mafia.answers("ben", "night.investigate", "ann")
        await mafia.time(2)
        shown = await presses(mafia, shown, "Look again")
        assert "**ben**, the Sheriff, asked about **ann**." in shown.text.partition("Chosen in secret")[2]
        assert "**ann**: Don" not in mafia.dm_text("moss")

        await led(mafia, "nils")
        assert "**ann**: Don" not in (await desk(mafia, "nils")).text
        assert "leads this game" in await refused(mafia, desk(mafia))


@pytest.mark.parametrize("away", [0.0, 4000.0])
async def test_a_restart_keeps_the_master_and_the_old_desk_works(tmp_path: Path, away: float) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        await mafia.time(61)
        told = mafia.messages(mafia.dm("moss"))[-1]
        await mafia.restart(outage_s=away)
        await mafia.time(200)
        assert await mafia.floor() == ("ann", "speech.floor")
        await mafia.presses("moss", "Next", told)
        await mafia.time(2)
        assert await mafia.floor() == ("ben", "speech.floor")
        assert "The time is up for **ben**" not in mafia.dm_text("moss")


async def test_the_mirror_takes_over_in_mid_game(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        await mafia.time(500)
        leads = f"<@{mafia.actor('moss').user.id}> leads the game in place of the Mirror (<@"
        assert leads in (await mafia.says("ann", "table status")).text
        await mafia.says("ann", "table chair")
        assert "The Mirror leads the game again (<@" in (await mafia.says("ann", "table status")).text
        await mafia.time(2)
        assert "I sit in my chair again" in mafia.public()
        assert await mafia.floor() == ("ann", "speech.floor")
        await mafia.time(10)
        assert await mafia.floor() == ("ben", "speech.floor")
        await mafia.time(61)
        assert await mafia.floor() == ("cat", "speech.floor")
        assert "leads this game" in await refused(mafia, desk(mafia))


async def test_the_master_gives_the_chair_back(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        shown = await presses(mafia, await desk(mafia), "Give the chair back")
        assert "The chair is mine again" in shown.text
        assert (await mafia.awake()).row.moderator_id is None


async def test_who_takes_no_direct_messages_is_called_at_the_table(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        mafia.newcomer("moss")
        path = f"/channels/{mafia.dm('moss').id}/messages"
        mafia.env.inject_error("POST", path, status=403, code=50007, message="Cannot send", times=None)
        await led(mafia, "moss2")
        await mafia.says("ann", "table chair", master=mafia.actor("moss"))
        await mafia.time(65)
        assert "the table is waiting for you" in mafia.public()
        assert "You lead." in (await desk(mafia)).text


async def test_the_host_may_lead_and_play_and_learns_nothing(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        answered = await led(mafia, "ann")
        assert "You lead." in answered.text
        assert "Sheriff" not in answered.text
        assert "never had a seat" in await refused(
            mafia, mafia.says("ann", "table chair", master=mafia.actor("ann"), sees_all=True)
        )


async def test_nobody_else_leads(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        mafia.newcomer("ola")
        for who in ("ann", "ben", "ola"):
            assert "leads this game" in await refused(mafia, desk(mafia, who))
            for act in ("next:1:98", "more", "fouls", "foul:foul", "cards", "back", "look", "nothing"):
                forged = mafia.forges(who, mafia.board, f"mm:desk:{mafia.match_id}:{act}")
                assert "leads this game" in await refused(mafia, forged)
        assert "A player cannot lead" in await refused(
            mafia, mafia.says("ann", "table chair", master=mafia.actor("ben"))
        )
        assert "host" in await refused(mafia, mafia.says("ben", "table chair", master=mafia.actor("ola")))


async def test_a_desk_forged_below_the_board_is_seen_by_the_master_alone(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await led(mafia)
        before = mafia.texts(mafia.thread, viewer="prompter")
        shown = await mafia.forges("moss", mafia.board, f"mm:desk:{mafia.match_id}:look")
        assert shown.seen.message.flags & 64
        assert mafia.texts(mafia.thread, viewer="prompter") == before


async def test_the_village_is_led_as_well(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await led(square)
        await square.time(100)
        assert await square.phase() != "night"
        await presses(square, await desk(square), "Next")
        assert await square.phase() == "night"
        await square.time(500)
        shown = await desk(square)
        assert "“The Rumplestiltskins open their eyes" in shown.text
        assert "“The Sheriff wakes" in shown.text
        while await square.phase() == "night":
            shown = await presses(square, shown, "Next")
        await square.time(2000)
        assert await square.phase() == "day"
        assert "Alive" in (await desk(square)).text


async def test_a_master_who_may_not_know_reads_the_same_whatever_is_done_at_night(tmp_path: Path) -> None:
    """Other cards, other answers: at night the desk, and what the master is sent, stay the same to the letter."""
    seen = []
    other = {"hal": "don", "gus": "sheriff", "fay": "mafia", "eve": "doctor"}
    for world, roles in enumerate((EIGHT, other)):
        (tmp_path / str(world)).mkdir()
        async with mafia_room(tmp_path / str(world), **roles) as mafia:
            await mafia.begin()
            await mafia.speeches()
            await mafia.until("night")
            await led(mafia)
            before = await desk(mafia)
            for name in mafia.people[: 8 * world]:
                for key in await mafia.asked(name):
                    if key.startswith("night."):
                        await mafia.answers(name, key, "ann" if key in ("night.victim", "night.search") else None)
            await mafia.time(100 - (mafia.now_ms() // 1000) % 100)
            shown = await desk(mafia)
            assert not [control for control in shown.seen.controls if control.endswith(":cards")]
            seen.append((before.text, before.seen.controls, shown.text, shown.seen.controls, mafia.dm_text("moss")))
    # The name of the moment is sealed with the match's seed, and the two matches were dealt differently.
    assert [re.sub(r"next:[0-9a-f]{16}\b", "next:<moment>", str(one)) for one in seen[0]] == [
        re.sub(r"next:[0-9a-f]{16}\b", "next:<moment>", str(one)) for one in seen[1]
    ]
