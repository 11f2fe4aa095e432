"""What the host may do: everything harmful asks first, nobody else may, and it is all written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Answered, may_only_watch, refused, takes_offered_seat
from rooms.village import Square, village_square

from bot.recaps.recap import Recap
from bot.recaps.verifying import verify
from bot.ui.stage import public
from cogs.table.rewinding import told_apart

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def confirms(square: Square, who: str, asked: Answered, label: str) -> Answered:
    """The second click."""
    assert asked.result.response is not None
    assert asked.result.response.ephemeral
    done = await square.presses(who, label, asked.seen)
    await square.time(3)
    return done


async def test_nobody_else_has_the_hosts_powers(tmp_path: Path) -> None:
    async with village_square(tmp_path, options={"introduction_seconds": 600}, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        before = await square.log()
        for who in ("gus", "zoe"):
            for command, options in (
                ("table pause", {}), ("table resume", {}), ("table extend", {"minutes": 5}), ("table skip", {}),
                ("table end", {}), ("table kick", {"player": "ann"}), ("table rewind", {}), ("table repair", {}),
                ("table host", {"person": square.actor(who)}),
                ("table substitute", {"player": "ann", "person": square.actor("zoe")}),
            ):  # fmt: skip
                assert "Only the host" in await refused(square, square.says(who, command, **options))
        for forged in ("end", "skip", "kick:1", "substitute:1:1", "rewind:1:0", "rewind:1:0:force"):
            custom_id = f"mm:host:{square.match_id}:{forged}"
            assert "Only the host" in await refused(square, square.forges("gus", square.board, custom_id))
        assert await square.log() == before


async def test_a_moderator_of_the_server_may_help(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        square._actors["boss"] = square.guild.add_member(square.guild.owner)
        paused = await square.says("boss", "table pause")
        assert "stand still" in paused.sentence
        assert (await square.awake()).row.status == "paused"


async def test_pause_and_resume(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        left = await square.clocks()
        await square.says("ann", "table pause")
        await square.time(3)
        assert "The game is paused" in square.public()
        assert "The clock stands still" in square.board.text
        await square.time(3000)
        assert await square.phase() == "night"
        assert "not running" in await refused(square, square.says("ann", "table pause"))
        await square.says("ann", "table resume")
        await square.time(1)
        now = await square.clocks()
        assert left["clock.night"] - 3 <= now["clock.night"] <= left["clock.night"]
        assert "goes on, with the time that was left" in square.public()
        assert "not paused" in await refused(square, square.says("ann", "table resume"))
        await square.until("day")
        assert await square.log() == ["pause", "resume"]


async def test_a_pause_outlives_a_restart(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        left = (await square.clocks())["clock.night"]
        await square.says("ann", "table pause")
        await square.restart(outage_s=500)
        await square.time(500)
        assert await square.phase() == "night"
        await square.says("ann", "table resume")
        now = (await square.clocks())["clock.night"]
        assert left - 3 <= now <= left + 1


async def test_extend(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        left = await square.clocks()
        told = await square.says("ann", "table extend", minutes=10)
        assert "10 more minutes" in told.sentence
        await square.time(2)
        assert (await square.clocks())["clock.night"] == left["clock.night"] + 598
        assert "10 more minutes" in square.told()[-1]
        await square.time(300)
        assert await square.phase() == "night"
        assert await square.log() == ["extend"]


async def test_skip_asks_first(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")
        asked = await square.says("ann", "table skip")
        assert await square.phase() == "night"
        assert await square.log() == []
        done = await confirms(square, "ann", asked, "Stop waiting")
        assert done.text == "Done. The game goes on."
        assert "clock.night" not in await square.clocks()
        await square.until("day")
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        assert await square.log() == ["skip"]


async def test_a_skip_ends_the_clock_it_was_asked_about_and_no_other(tmp_path: Path) -> None:
    """Pressed twice, or next day, it ends nothing; and what stands in the button tells nothing."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        at_night = await square.says("ann", "table skip")
        (button,) = [control for control in at_night.seen.controls if control.startswith("mm:host:")]
        number = (await square.awake()).soonest()[0].number
        assert str(number) not in button.split(":")
        await square.clicks("ann", at_night.seen, button)
        for _ in range(2):
            again = (await square.forges("ann", square.board, button)).sentence
            assert again.startswith("Somebody was a moment faster") or "gone on" in again, again
        await square.until("day")
        by_day = await square.clocks()
        late = (await square.forges("ann", square.board, button)).sentence
        assert late
        assert set(await square.clocks()) == set(by_day)
        assert await square.phase() == "day"
        assert await square.log() == ["skip"]


async def test_end_asks_first_and_says_no_role_in_public(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        asked = await square.says("ann", "table end")
        assert not await square.is_over()
        panels = [
            (who, *await square.panel(who, key))
            for who, key in (("gus", "night.suspect"), ("ben", "night.investigate"))
        ]
        await confirms(square, "ann", asked, "End the game")
        assert await square.is_over()
        assert "Nobody wins" in square.public()
        told = [line for line in square.public().split("\n") if not line.startswith("-# **")]
        assert "Murderer" not in "\n".join(told), "but for what each card of the game can do"
        assert not square.is_locked()
        for who, panel, place in panels:
            sentence = await refused(square, square.forges(who, panel, f"mm:s:{place}", ["1"]))
            assert sentence.startswith("This game is over")
        assert "is over" in await refused(square, square.says("ann", "table end", table=square.match_id))
        await square.time(1000)
        assert await square.log() == ["end"]


async def test_a_game_that_is_ended_opens_its_seed_and_has_a_recap(tmp_path: Path) -> None:
    """Whoever was cheated may have ended it for that: it can be checked like any other."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.night(ben="ann")
        assert square.seed not in square.public()
        asked = await square.says("ann", "table end")
        assert "everybody can read who had which card" in asked.text
        await confirms(square, "ann", asked, "End the game")
        await square.time(5)
        last = square.board
        assert "The seal is open: the last page of" in last.text
        assert "⏳" not in last.text, "no clock runs any more"
        assert last.labels == ["Rematch", "The story"]
        (file,) = [one for one in last.message.attachments if one["filename"].startswith("recap")]
        recap = Recap.model_validate_json(square.file(file))
        assert recap.seed == square.seed
        assert verify(recap) is None
        assert (recap.outcome, recap.acts[-1].what) == (None, "end")
        story = await square.reads_on("gus", await square.presses("gus", "The story"))
        assert "**ben**, the Sheriff, looked into the heart of **ann**." in story
        assert square.seed in story, "also for whom no file can be attached"
        assert "Perhaps it has been deleted" in (await square.says("gus", "recap", table=77)).text
        told = await square.says("gus", "recap")
        assert [one.filename for one in told.result.followups[0].attachments] == [f"recap-{square.match_id}.json"]
        assert "only for checking the game" in told.result.followups[0].content


async def test_the_end_is_shown_once_though_the_process_died_before(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        square.mirror.service.watchers.clear()
        await square.run(lambda: square.mirror.hosting.end(square.match_id, square.actor("ann").user.id))
        assert "Nobody wins" not in square.public()
        for _ in range(2):
            await square.restart()
            await square.time(30)
            ends = [text for text in square.texts(square.thread, viewer="prompter") if "Nobody wins" in text]
            assert len(ends) == 1
            assert "The seal is open" in ends[0]


async def test_a_kicked_players_seat_plays_on(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        panel, place = await square.panel("ben", "night.investigate")
        assert [name for name in await square.autocompletes("ann", "table kick", "player", "be")] == ["2. ben"]
        asked = await square.says("ann", "table kick", player="Ben")
        assert (await square.awake()).seats[2].user_id is not None
        await confirms(square, "ann", asked, "Give the seat to the computer")
        assert (await square.awake()).seats[2].user_id is None
        assert "A computer player plays on for ben" in square.public()
        assert "the host or a moderator of the server can give the seat to a person" in square.public()
        assert await square.autocompletes("ann", "table kick", "player", "shadow") == []
        assert await square.autocompletes("ann", "table substitute", "player", "shadow") == ["2. The Mirror’s shadow"]
        again = await refused(square, square.says("ann", "table kick", player="2"))
        assert again.startswith("A computer player has this seat already")
        await square.time(10)
        assert await square.asked("ben") == [], "the computer has answered"
        sent = square.dm_text("ben")
        assert "no seat" in await refused(square, square.forges("ben", panel, f"mm:s:{place}", ["1"]))
        assert "no seat" in await may_only_watch(square, "ben")
        await square.until("day")
        assert "Thumb" not in square.dm_text("ben").removeprefix(sent)
        assert await square.asked("gus") == ["day.call"]
        offered = await square.says("ann", "table substitute", player="2", person=square.newcomer("zoe"))
        assert "The Mirror’s shadow is a computer player" in offered.text
        assert "does not see it any more" not in offered.text, "a computer is not told what it will not see"
        assert await square.log() == ["seat"]


async def test_a_substitute_gets_exactly_what_the_seat_knew(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.night(ben="ann")
        known = (await square.presses("ben", "My seat")).text
        asked = await square.says("ann", "table substitute", player="2", person=zoe)
        assert square.texts(square.dm("zoe")) == []
        done = await confirms(square, "ann", asked, "Offer the seat")
        assert "I have asked zoe" in done.text
        assert square.texts(square.dm("zoe")) == [], "nobody learns what a seat knows who has not agreed"
        (offer,) = [one for one in square.messages(square.thread, "cat") if "mm:offer" in str(one.controls)]
        told = await refused(square, square.clicks("cat", offer, offer.controls[0]))
        assert told.startswith("This seat was offered to somebody else")
        assert (await square.awake()).seats[2].user_id == square.actor("ben").user.id
        await square.restart()
        await takes_offered_seat(square, "zoe")
        (dossier,) = square.messages(square.dm("zoe"))
        assert dossier.text.endswith(known)
        assert "Your card: Sheriff" in dossier.pictured, "the moment one gets a card is no less for a substitute"
        assert "**ann** **is** a Rumplestiltskin" in dossier.text or "**ann** **is**" in known
        assert (await square.presses("zoe", "My seat")).text == known.replace("**ben**", "**zoe**")
        assert "zoe now has the seat of ben" in square.public()
        assert "no seat" in await may_only_watch(square, "ben")
        await square.nominates_as("zoe", 2, "ann")
        assert "**zoe**" in square.board.text
        await square.until("night")
        assert any(control.startswith("mm:s:") for control in square.messages(square.dm("zoe"))[-1].controls)
        assert await square.log() == ["seat"]


async def test_a_substitute_must_be_free_and_a_person(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        robot = square.guild.add_member(square.env.create_user("robot", bot=True))
        await square.begin()
        taken = await refused(square, square.says("ann", "table substitute", player="2", person=square.actor("gus")))
        assert "already sits" in taken
        assert "bot" in await refused(square, square.says("ann", "table substitute", player="2", person=robot))
        nobody = square.says("ann", "table substitute", player="nobody", person=square.actor("prompter"))
        assert "from the list" in await refused(square, nobody)


async def test_a_substitute_without_direct_messages(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        path = f"/channels/{zoe.user.dm_channel.id}/messages"
        square.env.inject_error("POST", path, status=403, code=50007, message="closed", times=None)
        await square.begin()
        asked = await square.says("ann", "table substitute", player="2", person=zoe)
        await confirms(square, "ann", asked, "Offer the seat")
        await takes_offered_seat(square, "zoe")
        assert "zoe, I cannot send you direct messages" in square.public()
        assert "## Sheriff" in (await square.presses("zoe", "My seat")).text


async def test_an_offered_seat_can_be_taken_back(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        asked = await square.says("ann", "table substitute", player="2", person=zoe)
        await confirms(square, "ann", asked, "Offer the seat")
        (offer,) = [one for one in square.messages(square.thread, "zoe") if "mm:offer" in str(one.controls)]
        ident = offer.controls[0]
        await takes_offered_seat(square, "ann")
        assert "This offer of a seat was taken back" in square.public()
        late = await refused(square, square.forges("zoe", square.board, ident))
        assert "does not know this button" in late
        assert (await square.awake()).seats[2].user_id == square.actor("ben").user.id


async def test_rewind_in_the_vote(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        await square.nominates("ben", "eve")
        await square.call_the_vote()
        for name in ("gus", "hal", "ida"):
            await square.votes(name)
        shown = await square.says("ann", "table rewind")
        menu = f"mm:moment:{square.match_id}:1"
        labels = [part for part in shown.seen.offered(menu)]
        for made_up in ("x", "1", "1:2:3", "1:x", "9" * 100):
            assert (await square.forges("ann", square.board, menu, [made_up])).sentence
        asked = await square.chooses("ann", shown.seen, menu, labels[-2])  # just before hal voted
        done = await confirms(square, "ann", asked, "Turn back time")
        assert "Time is turned back" in done.text
        assert "The host has turned time back" in square.public()
        voters = await square.asked_for("day.vote")
        assert "gus" not in voters
        assert {"hal", "ida"} <= set(voters)
        await square.votes("hal", "spare")
        assert await square.log() == ["rewind"]
        await square.restart()
        assert "hal" not in await square.asked_for("day.vote")


def test_moments_of_one_person_are_told_apart() -> None:
    """Whoever speaks, and then gives the floor back, acts twice: two lines that read the same are no choice."""
    told = told_apart(
        ["The beginning", "ann has the floor", "ann has the floor", "ben has the floor", "ann has the floor"]
    )
    assert told == [
        "The beginning", "ann has the floor", "ann has the floor (2)", "ben has the floor", "ann has the floor (3)",
    ]  # fmt: skip


async def test_rewind_is_refused_after_a_secret_unless_forced(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.night(ben="ann")
        await square.nominates("ben", "eve")
        shown = await square.says("ann", "table rewind")
        menu = f"mm:moment:{square.match_id}:1"
        asked = await square.chooses("ann", shown.seen, menu, shown.seen.offered(menu)[0])
        journal = await square.journal()
        no = await square.presses("ann", "Turn back time", asked.seen)
        assert "A secret has been shown since" in no.sentence
        assert await square.journal() == journal
        done = await confirms(square, "ann", asked, "Force it in spite of secrets")
        assert "Time is turned back" in done.text
        assert await square.phase() == "introductions"
        assert set(await square.asked_for("introduction")) == set(square.people)
        assert not square.is_locked()
        await square.introduce_all()
        await square.night(ben="ann")
        assert "**ann** **is** a Rumplestiltskin" in square.texts(square.dm("ben"))[-1]


@pytest.mark.parametrize("leads", [True, False], ids=["on the page", "asked about"])
async def test_a_moment_is_not_taken_for_another_at_its_place(tmp_path: Path, leads: bool) -> None:
    """A moderator's page is out of date as soon as the host has turned time back, and people have acted otherwise."""
    async with village_square(tmp_path, **VILLAGE) as square:
        square._actors["boss"] = square.guild.add_member(square.guild.owner)
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        await square.nominates("ben", "eve")
        menu = f"mm:moment:{square.match_id}:1"
        page, own = await square.says("boss", "table rewind"), await square.says("ann", "table rewind")
        nominated = page.seen.offered(menu)[-1]
        asked = None if leads else await square.chooses("boss", page.seen, menu, nominated)
        before = await square.chooses("ann", own.seen, menu, own.seen.offered(menu)[-1])
        await confirms(square, "ann", before, "Turn back time")
        await square.nominates("cat", "dan")
        journal = await square.journal()
        asked = asked or await square.chooses("boss", page.seen, menu, nominated)
        no = await refused(square, square.presses("boss", "Force it in spite of secrets", asked.seen))
        assert "no such moment" in no
        assert await square.journal() == journal


async def test_a_moment_is_not_taken_for_another_of_the_same_person(tmp_path: Path) -> None:
    """They do the same again, to somebody else: a page says no more than who has done what."""
    async with village_square(tmp_path, **VILLAGE) as square:
        square._actors["boss"] = square.guild.add_member(square.guild.owner)
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        await square.nominates("ben", "eve")
        menu = f"mm:moment:{square.match_id}:1"
        page, own = await square.says("boss", "table rewind"), await square.says("ann", "table rewind")
        asked = await square.chooses("boss", page.seen, menu, page.seen.offered(menu)[-1])
        before = await square.chooses("ann", own.seen, menu, own.seen.offered(menu)[-1])
        await confirms(square, "ann", before, "Turn back time")
        await square.nominates("ben", "dan")
        journal = await square.journal()
        no = await refused(square, square.presses("boss", "Force it in spite of secrets", asked.seen))
        assert "no such moment" in no
        assert await square.journal() == journal


@pytest.mark.parametrize("place", ["99", "-1", "x", "", "0", "0:force", "0:00000001"])
async def test_a_forged_moment_is_none(tmp_path: Path, place: str) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduces("gus", None)
        custom_id = f"mm:host:{square.match_id}:rewind:1:{place}"
        await refused(square, square.forges("ann", square.board, custom_id))


async def test_a_new_host(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        handed = await square.says("ann", "table host", person=square.actor("gus"))
        assert "gus is the host now" in handed.sentence
        await square.time(3)
        assert "gus is the host of this table now" in square.public()
        assert "Only the host" in await refused(square, square.says("ann", "table pause"))
        await square.says("gus", "table pause")
        assert await square.log() == ["host", "pause"]
        status = (await square.says("gus", "table status")).text
        assert f"<@{square.actor('gus').user.id}> is the host (<@{square.actor('ann').user.id}>)" in status


async def test_a_game_that_is_over_gets_no_new_host(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await confirms(square, "ann", await square.says("ann", "table end"), "End the game")
        told = await refused(square, square.says("ann", "table host", person=square.actor("gus")))
        assert told.startswith("This game is over")
        await square.time(3)
        assert "host of this table now" not in square.public()
        assert await square.log() == ["end"]


async def test_the_log_is_shown_without_secrets(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.says("ann", "table extend", minutes=1)
        await confirms(
            square, "ann", await square.says("ann", "table kick", player="2"), "Give the seat to the computer"
        )
        status = (await square.says("gus", "table status")).text
        assert "More time given" in status
        assert "Seat 2 went to a computer player" in status
        assert "heriff" not in status


async def test_what_is_taken_back_while_its_message_is_drawn_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the ledger says of numbers that mean something else now that they were told, and what follows never is."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        checkpoint = (await square.awake()).match.checkpoint
        keep = len([line for line in await square.journal() if line.checkpoint == checkpoint])
        draw, host, taken_back = public.outgoing, square.actor("ann").user.id, []

        async def takes_back(*page: Any, **more: Any) -> Any:
            drawn = await draw(*page, **more)
            if not taken_back:
                taken_back.append(await square.mirror.hosting.rewind(square.match_id, host, keep, force=True))
            return drawn

        monkeypatch.setattr(public, "outgoing", takes_back)
        await square.nominates("ben", "eve")
        await square.time(3)
        assert taken_back
        await square.nominates("ben", "dan")
        await square.time(3)
        told = square.texts()[-1]
        assert ("**eve**" in told, "**dan**" in told) == (False, True)
        assert square.mirror.service.keeper.goes_back == square.mirror.ledger.turn_back
