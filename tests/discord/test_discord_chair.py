"""A person in the chair, as people see it: the desk, Next, fouls, the time that is up, and the Mirror's return."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from language.any_game import NAMES
from rooms.any_game import Answered, refused
from rooms.mafia import club_room
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
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        answered = await led(club)
        assert "**moss** leads" in answered.text or "moss leads" in answered.text
        assert "moss now sits in my chair" in club.public()
        assert "You lead this game now." in club.dm_text("moss")

        await club.time(300)
        assert await club.floor() == ("ann", "speech.floor")
        assert "The time is up for **ann**" in club.dm_text("moss")

        shown = await desk(club)
        assert shown.seen.message.flags & 64
        assert "Still to come: " in shown.text
        assert await club.floor() == ("ann", "speech.floor")
        shown = await presses(club, shown, "Next")
        assert await club.floor() == ("ben", "speech.floor")
        assert "Sheriff" not in shown.text.partition("Still to come: ")[2]

        await club.names_for_the_vote("ben", "cat")
        await club.thanks("ben")
        await club.time(2)
        assert not await club.asked_for("speech.floor"), "the master is asked before each step"
        assert "gives the floor to **cat**" in club.dm_text("moss")
        assert "begins when the master says so" in club.board.text
        shown = await presses(club, shown, "Look again")
        assert "gives the floor to **cat**" in shown.text
        shown = await presses(club, shown, "Next")
        assert await club.floor() == ("cat", "speech.floor")


async def test_time_is_up_has_the_desk_with_it(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        await club.time(61)
        (told,) = [message for message in club.messages(club.dm("moss")) if "The time is up" in message.text]
        await club.presses("moss", "Next", told)
        await club.time(2)
        assert await club.floor() == ("ben", "speech.floor")
        await club.time(61)
        assert "The time is up for **ben**" in club.dm_text("moss")


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
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        await club.time(100)
        shown = await presses(club, await desk(club), "+30 s")
        assert 25 <= (await club.clocks())["clock.speech"] <= 30
        assert "30 seconds more" in shown.text
        await club.time(31)
        assert club.dm_text("moss").count("The time is up for **ann**") == 2


async def test_fouls_are_called_at_the_desk(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        shown = await presses(club, await desk(club), "Foul…")
        base = f"mm:desk:{club.match_id}:foul:{(await club.awake()).match.checkpoint}"
        shown = await club.chooses("moss", shown.seen, f"{base}:foul", "3.foul.0")
        await club.time(2)
        assert club.fouls("cat") == 1
        shown = await presses(club, shown, "Foul…")
        shown = await club.chooses("moss", shown.seen, f"{base}:out", "4.out.0")
        await club.time(2)
        assert "dan" in await club.alive(), "who would leave is asked about first"
        await presses(club, shown, "Send out")
        late = club.forges("moss", club.board, f"{base}:foul", ["3.foul.0"])
        assert "has gone on since" in await refused(club, late)
        assert "dan" not in await club.alive()


async def test_at_night_the_desk_can_only_send_out(tmp_path: Path) -> None:
    """R3-14: whoever talks at night is disqualified; there is no smaller foul to call."""
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches()
        await club.until("night")
        await led(club)
        shown = await presses(club, await desk(club), "Foul…")
        base = f"mm:desk:{club.match_id}:foul:{(await club.awake()).match.checkpoint}"
        assert shown.seen.controls == [f"{base}:out", f"mm:desk:{club.match_id}:look"]
        shown = await club.chooses("moss", shown.seen, f"{base}:out", "8.out.0")
        assert "hal" in await club.alive(), "who would leave is asked about first"
        await presses(club, shown, "Send out")
        await club.time(2)
        assert "hal" not in await club.alive()
        assert await club.phase() == "night"


async def test_the_night_waits_for_the_master_who_reads_it_aloud(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches()
        await club.until("night")
        await led(club)
        shown = await desk(club)
        assert "“The Don wakes and looks for the Sheriff." in shown.text
        assert "Maniac" not in shown.text.partition("aloud")[2], "no card that is not in the pack"
        for name in club.people:
            for key in await club.asked(name):
                target = {"night.victim": "fay", "night.search": "ben", "night.investigate": "ann"}.get(key)
                await club.answers(name, key, target)
        await club.time(600)
        assert await club.phase() == "night"
        assert "fay" not in shown.text.partition("aloud")[2]
        await presses(club, await desk(club), "Next")
        assert await club.phase() == "final"
        assert "**fay**" in club.public()


async def test_all_cards_for_a_master_who_wants_to_know(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches()
        await club.until("night")
        await led(club, sees_all=True)
        shown = await desk(club)
        assert "1. **ann**: Don" not in shown.text
        shown = await presses(club, shown, "Show me all cards")
        assert "moss leads this game without a seat, and now knows all cards." in club.public()
        assert "1. **ann**: Don" in shown.text
        assert "2. **ben**: Sheriff" in shown.text
        await club.answers("ben", "night.investigate", "ann")
        await club.time(2)
        shown = await presses(club, shown, "Look again")
        assert "**ann**" in shown.text.partition("Chosen in secret")[2]
        assert "**ann**: Don" not in club.dm_text("moss")

        await led(club, "nils")
        assert "**ann**: Don" not in (await desk(club, "nils")).text
        assert "leads this game" in await refused(club, desk(club))


@pytest.mark.parametrize("away", [0.0, 4000.0])
async def test_a_restart_keeps_the_master_and_the_old_desk_works(tmp_path: Path, away: float) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        await club.time(61)
        told = club.messages(club.dm("moss"))[-1]
        await club.restart(outage_s=away)
        await club.time(200)
        assert await club.floor() == ("ann", "speech.floor")
        await club.presses("moss", "Next", told)
        await club.time(2)
        assert await club.floor() == ("ben", "speech.floor")
        assert "The time is up for **ben**" not in club.dm_text("moss")


async def test_the_mirror_takes_over_in_mid_game(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        await club.time(500)
        await club.says("ann", "table chair")
        await club.time(2)
        assert "I sit in my chair again" in club.public()
        assert await club.floor() == ("ann", "speech.floor")
        await club.time(10)
        assert await club.floor() == ("ben", "speech.floor")
        await club.time(61)
        assert await club.floor() == ("cat", "speech.floor")
        assert "leads this game" in await refused(club, desk(club))


async def test_the_master_gives_the_chair_back(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        shown = await presses(club, await desk(club), "Give the chair back")
        assert "The chair is mine again" in shown.text
        assert (await club.awake()).row.moderator_id is None


async def test_who_takes_no_direct_messages_is_called_at_the_table(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        club.newcomer("moss")
        path = f"/channels/{club.dm('moss').id}/messages"
        club.env.inject_error("POST", path, status=403, code=50007, message="Cannot send", times=None)
        await led(club, "moss2")
        await club.says("ann", "table chair", master=club.actor("moss"))
        await club.time(65)
        assert "the table is waiting for you" in club.public()
        assert "You lead." in (await desk(club)).text


async def test_the_host_may_lead_and_play_and_learns_nothing(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        answered = await led(club, "ann")
        assert "You lead." in answered.text
        assert "Sheriff" not in answered.text
        assert "never had a seat" in await refused(
            club, club.says("ann", "table chair", master=club.actor("ann"), sees_all=True)
        )


async def test_nobody_else_leads(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        club.newcomer("ola")
        for who in ("ann", "ben", "ola"):
            assert "leads this game" in await refused(club, desk(club, who))
            for act in ("next:1:98", "more", "fouls", "foul:foul", "cards", "back", "look", "nothing"):
                forged = club.forges(who, club.board, f"mm:desk:{club.match_id}:{act}")
                assert "leads this game" in await refused(club, forged)
        assert "A player cannot lead" in await refused(club, club.says("ann", "table chair", master=club.actor("ben")))
        assert "host" in await refused(club, club.says("ben", "table chair", master=club.actor("ola")))


async def test_a_desk_forged_below_the_board_is_seen_by_the_master_alone(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await led(club)
        before = club.texts(club.thread, viewer="prompter")
        shown = await club.forges("moss", club.board, f"mm:desk:{club.match_id}:look")
        assert shown.seen.message.flags & 64
        assert club.texts(club.thread, viewer="prompter") == before


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
        async with club_room(tmp_path / str(world), **roles) as club:
            await club.begin()
            await club.speeches()
            await club.until("night")
            await led(club)
            before = await desk(club)
            for name in club.people[: 8 * world]:
                for key in await club.asked(name):
                    if key.startswith("night."):
                        await club.answers(name, key, "ann" if key in ("night.victim", "night.search") else None)
            await club.time(100 - (club.now_ms() // 1000) % 100)
            shown = await desk(club)
            assert not [control for control in shown.seen.controls if control.endswith(":cards")]
            seen.append((before.text, before.seen.controls, shown.text, shown.seen.controls, club.dm_text("moss")))
    # The name of the moment is sealed with the match's seed, and the two matches were dealt differently.
    assert [re.sub(r"next:[0-9a-f]{16}\b", "next:<moment>", str(one)) for one in seen[0]] == [
        re.sub(r"next:[0-9a-f]{16}\b", "next:<moment>", str(one)) for one in seen[1]
    ]
