"""Somebody stops answering: after two missed moments the seat is offered, politely, and nobody suffers an outage."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from language.any_game import seat_of
from rooms.any_game import Seen, may_only_watch, refused
from rooms.village import Square, village_square
from two_worlds import make_folder

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
VICTIMS = ("hal", "ida", "fay", "dan")


async def night_without(square: Square, *away: str) -> None:
    """Everybody answers the night but these."""
    alive = await square.alive()
    for name in alive:
        if name in away:
            continue
        for key in await square.asked(name):
            if key == "night.victim":
                await square.answers(name, key, next(one for one in VICTIMS if one in alive))
            elif key.startswith("night."):
                await square.answers(name, key, None)
    await square.until("day")


async def two_nights_without_gus(square: Square) -> None:
    await square.begin()
    await square.introduce_all()
    await night_without(square, "gus")
    await square.until("night")
    await night_without(square, "gus")


def offers(square: Square) -> list[str]:
    return [text for text in square.texts() if "to be away: " in text]


async def test_two_missed_moments_offer_the_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await night_without(square, "gus")
        assert offers(square) == []
        await square.until("night")
        await night_without(square, "gus")
        (offer,) = offers(square)
        assert "**gus** seems to be away" in offer
        assert "**gus**, you are still welcome" in offer
        assert "**eve** seems" not in offer
        assert "Away: **gus**" in (await square.says("zoe", "table status")).text
        # The vote, an alias and last words are everybody's own affair: silence there harmed nobody.
        assert all("**ann** seems" not in text for text in square.texts())


async def test_somebody_takes_the_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await two_nights_without_gus(square)
        known = (await square.presses("gus", "My seat")).text
        offer = next(message for message in square.messages() if "seems to be away" in message.text)
        take = f"mm:take:{square.match_id}:7"
        assert "already sits" in await refused(square, square.clicks("eve", offer, take))
        await square.clicks("zoe", offer, take)
        await agrees(square, "eve", "fay", "eve", "ben", "cat")
        assert "is taken" not in square.texts()[-1]
        assert knows_nothing(square, "zoe"), "nobody learns anything before most have agreed"
        assert "no seat" in await refused(square, square.says("zoe", "seat"))
        await agrees(square, "dan")
        await square.time(5)
        assert "zoe now has the seat of gus" in square.public()
        assert square.messages(square.dm("zoe"))[-1].text.endswith(known)
        assert "no seat" in await may_only_watch(square, "gus")
        square.newcomer("yul")
        assert "is taken" in await refused(square, square.clicks("yul", offer, take))
        assert "Away:" not in (await square.says("zoe", "table status")).text


async def test_the_host_agrees_alone_and_a_bystander_has_no_say(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        square.newcomer("yul")
        await two_nights_without_gus(square)
        await square.clicks("zoe", the_offer(square), f"mm:take:{square.match_id}:7")
        wish = the_wish(square)
        assert "zoe would like to take over the seat of gus" in wish.text
        again = square.clicks("zoe", the_offer(square), f"mm:take:{square.match_id}:7")
        assert "One moment" in await refused(square, again), "nobody fills the thread with wishes"
        for bystander in ("zoe", "yul", "gus"):
            assert "decide about this seat" in await refused(square, square.presses(bystander, "I agree", wish))
        assert knows_nothing(square, "zoe")
        await agrees(square, "ann")
        await square.time(5)
        assert "The table agreed" in the_wish(square).text
        assert "zoe now has the seat of gus" in square.public()


async def test_who_comes_back_keeps_the_seat_whatever_was_agreed(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await two_nights_without_gus(square)
        await square.clicks("zoe", the_offer(square), f"mm:take:{square.match_id}:7")
        await agrees(square, "eve", "fay")
        await square.restart()
        await agrees(square, "ben")
        assert all(f"**{name}**" in the_wish(square).text for name in ("ben", "eve", "fay")), "it survives a restart"
        await square.nominates("gus", "eve")
        assert "is taken" in await refused(square, square.presses("ann", "I agree", the_wish(square)))
        assert (await square.awake()).seats[7].user_id == square.actor("gus").user.id
        assert knows_nothing(square, "zoe")
        for _ in range(2):
            await square.until("night")
            await night_without(square, "gus")
        before = {message.id for message in square.messages()}
        await square.clicks("zoe", the_offer(square), f"mm:take:{square.match_id}:7")
        (again,) = [one for one in square.messages() if one.id not in before and "I agree" in one.labels]
        await square.presses("ben", "I agree", again)
        (now,) = [one for one in square.messages() if one.id == again.id]
        assert "**ben**" in now.text
        assert "**eve**" not in now.text, "what was agreed on then is not agreed on now"
        await square.run(lambda: square.mirror.hosting.pause(square.match_id, 0))
        await square.time(25 * 60 * 60)
        assert "more than a day old" in await refused(square, square.presses("ann", "I agree", again))
        assert knows_nothing(square, "zoe")


async def test_at_a_table_with_free_seats_nobody_is_asked(tmp_path: Path) -> None:
    async with village_square(tmp_path, options={"free_seats": True}, **VILLAGE) as square:
        square.newcomer("zoe")
        await two_nights_without_gus(square)
        assert "may take this one at once" in the_offer(square).text
        taken = await square.clicks("zoe", the_offer(square), f"mm:take:{square.match_id}:7")
        assert taken.result.response is not None
        assert taken.result.response.ephemeral
        assert "## " in taken.text


async def test_a_computer_player_goes_on_without_consent(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await two_nights_without_gus(square)
        stand = f"mm:stand:{square.match_id}:7"
        assert "no seat" in await refused(square, square.clicks("zoe", the_offer(square), stand))
        assert "is taken" in await refused(square, square.forges("eve", the_offer(square), f"{stand[:-1]}8"))
        await square.clicks("eve", the_offer(square), stand)
        await square.time(5)
        assert "A computer player plays on for gus" in square.public()
        late = await square.clicks("fay", the_offer(square), stand)
        assert "is taken" in late.sentence  # what stands in public changes meanwhile: the computer player acts
        assert (await square.awake()).seats[7].user_id is None


def the_offer(square: Square) -> Seen:
    return next(message for message in square.messages() if "to be away: " in message.text)


def the_wish(square: Square) -> Seen:
    return next(message for message in square.messages() if "take over the seat" in message.text or
                "taken over the seat" in message.text)  # fmt: skip


async def agrees(square: Square, *names: str) -> None:
    """These press it, one after the other, as the message stands then."""
    for name in names:
        await square.presses(name, "I agree", the_wish(square))


def knows_nothing(square: Square, name: str) -> bool:
    return not square.messages(square.dm(name))


async def test_i_am_still_here(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await two_nights_without_gus(square)
        offer = next(message for message in square.messages() if "seems to be away" in message.text)
        back = f"mm:back:{square.match_id}"
        assert "no seat" in await refused(square, square.clicks("zoe", offer, back))
        here = await square.clicks("gus", offer, back)
        assert "The seat stays yours" in here.sentence
        assert "is taken" in await refused(square, square.forges("zoe", offer, f"mm:take:{square.match_id}:7"))
        assert (await square.awake()).seats[7].away is False
        await square.time(3)
        assert offers(square) == []


async def test_nearly_a_whole_table_that_sleeps_is_one_offer(tmp_path: Path) -> None:
    """Nobody but ben answers for two nights: one message that Discord takes, and the game goes on."""
    async with village_square(tmp_path, 20, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", None)
        await square.until("day")
        await square.until("night")
        await square.answers("ben", "night.investigate", None)
        await square.until("day")
        (offer,) = offers(square)
        assert "**ann**, **cat** and 17 others seem to be away" in offer
        menu = f"mm:take:{square.match_id}"
        message = square.find(square.thread, menu, "zoe")
        assert len(message.offered(menu)) == 19, "all of them are on the menu"
        await square.chooses("zoe", message, menu, "7")
        assert "decide about this seat" in await refused(square, square.presses("eve", "I agree", the_wish(square)))
        await agrees(square, "ann")  # she hosts
        await square.time(5)
        assert "## Villager" in square.messages(square.dm("zoe"))[-1].text
        await square.nominates("eve", "fay")
        assert "**fay**" in square.board.text


async def test_who_acts_again_is_here_again(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await two_nights_without_gus(square)
        assert (await square.awake()).seats[7].away is True
        await square.nominates("gus", "eve")
        assert (await square.awake()).seats[7].away is False
        assert (await square.awake()).seats[7].strikes == 0


async def test_an_outage_is_nobodys_fault(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        left = (await square.clocks())["clock.night"]
        await square.restart(outage_s=7200)
        assert await square.phase() == "night"
        assert (await square.clocks())["clock.night"] >= left - 3
        await square.restart(outage_s=7200)
        assert await square.phase() == "night"
        assert all(row.strikes == 0 for row in (await square.awake()).seats.values())
        assert offers(square) == []
        await square.answers("gus", "night.suspect", None)


async def test_a_pick_that_found_no_agreement_is_no_absence(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        for victims in (("hal", "ida"), ("ida", "hal")):
            await square.answers("ann", "night.victim", victims[0])
            await square.answers("cat", "night.victim", victims[1])
            await square.until("day")
            seats = (await square.awake()).seats
            assert seats[1].strikes == seats[3].strikes == 0
            await square.until("night")


async def test_an_offer_that_could_not_be_posted_is_posted_later(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await night_without(square, "gus")
        await square.until("night")
        path = f"/channels/{square.thread.id}/messages"
        square.env.inject_error("POST", path, status=503, times=None)
        await night_without(square, "gus")
        await square.time(60)
        assert offers(square) == []
        square.env.backend.faults.clear()
        await square.time(90)
        assert len(offers(square)) == 1


async def test_what_could_not_be_posted_has_its_whole_time_when_it_could(tmp_path: Path) -> None:
    """Discord does not take what is said in the thread: the day that nobody knows of does not pass."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        square.env.inject_error("POST", f"/channels/{square.thread.id}/messages", status=503, times=None)
        await square.time(80)  # the night runs out
        assert await square.phase() == "day"
        strikes = {seat: row.strikes for seat, row in (await square.awake()).seats.items()}
        whole = (await square.clocks())["clock.day"]
        await square.time(whole + 600)
        assert await square.phase() == "day"
        assert {seat: row.strikes for seat, row in (await square.awake()).seats.items()} == strikes
        square.env.backend.faults.clear()
        await square.time(60)
        assert "The Mirror was dark" in square.public()
        assert (await square.clocks())["clock.day"] >= whole - 60
        await square.nominates("gus", "eve")
        assert "**eve**" in square.board.text


async def test_a_night_of_which_somebody_has_heard_nothing_is_missed_by_nobody(tmp_path: Path) -> None:
    """Direct messages to gus fail all night. It waits for him, says so once, and blames nobody."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await night_without(square, "gus", "fay")
        assert await missed(square, "gus") == await missed(square, "fay") == 1
        square.env.inject_error("POST", f"/channels/{square.dm('gus').id}/messages", status=503, times=None)
        await square.until("night")
        length = (await square.clocks())["clock.night"]
        await square.time(3 * length)
        assert await square.phase() == "night"
        assert square.public().count("does not let one of my messages through") == 1
        assert await missed(square, "gus") == await missed(square, "fay") == 1
        square.env.backend.faults.clear()
        await square.time(30)
        await night_without(square, "fay", "gus")
        assert await missed(square, "gus") == await missed(square, "fay") == 2, "now it has reached everybody"


async def night_with_broken_messages(square: Square, *names: str) -> None:
    """A night of which these people hear nothing, a quarter of an hour long."""
    await square.begin()
    for name in names:
        square.env.inject_error("POST", f"/channels/{square.dm(name).id}/messages", status=503, times=None)
    await square.introduce_all()
    await square.until("night")
    await square.time(900)
    assert await square.phase() == "night"


async def test_what_was_late_in_a_night_makes_no_day_longer(tmp_path: Path) -> None:
    """The host does not want to wait any more, and gus is still not reached."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await night_with_broken_messages(square, "gus")
        await square.mirror.hosting.skip(square.match_id, square.actor("ann").user.id)
        await square.until("day")
        before = (await square.clocks())["clock.day"]
        await square.time(60)
        square.env.backend.faults.clear()
        await square.time(60)
        assert (await square.clocks())["clock.day"] <= before - 119


async def test_time_that_several_people_lack_is_given_back_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await night_with_broken_messages(square, "gus", "fay")
        square.env.backend.faults.clear()
        await square.time(60)
        assert 0 < (await square.clocks())["clock.night"] <= 60


async def test_a_page_that_cannot_be_sent_at_all_keeps_no_night_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our own mistake, or a refusal: it would be so for ever, and with a mistake on one card tell who has it."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        path = f"/channels/{square.dm('gus').id}/messages"
        square.env.inject_error("POST", path, status=400, code=50035, message="Invalid Form Body", times=None)
        await square.introduce_all()
        await square.until("night")
        await square.time(90)
        assert await square.phase() != "night"


async def test_how_long_a_night_is_does_not_tell_who_heals_in_it(tmp_path: Path) -> None:
    """In the hour of healing one card alone is asked. Where nights do not wait, nobody waits for somebody who was
    reached when night fell."""
    lengths = [await length_of_a_night(tmp_path / healer, healer) for healer in ("dan", "ben")]
    assert lengths[0] == lengths[1]


async def test_where_nights_wait_who_heals_is_waited_for(tmp_path: Path) -> None:
    async with healing_that_ben_does_not_hear_of(tmp_path, "ben", nights_wait=True) as square:
        await square.time(600)
        assert await square.phase() == "night", "however long it takes"
        assert "The clock waits for it" in square.public()
        assert "ben" not in square.public().split("The clock waits for it")[0].rpartition("\n")[2], "no name is said"
        assert all([await missed(square, name) == 0 for name in square.people])
        square.env.backend.faults.clear()
        await square.time(12)
        await square.answers("ben", "night.heal", "hal")
        await square.time(30)
        assert await square.phase() != "night"
        assert "hal" in await square.alive(), "the deed is done"


async def length_of_a_night(folder: Path, healer: str) -> int:
    """In steps of five seconds: ben's messages fail as soon as he has answered his panel."""
    make_folder(folder)
    async with healing_that_ben_does_not_hear_of(folder, healer, nights_wait=False) as square:
        for steps in range(60):
            if await square.phase() != "night":
                return steps
            await square.time(5)
        raise AssertionError("this night does not end")


@asynccontextmanager
async def healing_that_ben_does_not_hear_of(folder: Path, healer: str, *, nights_wait: bool) -> AsyncIterator[Square]:
    """A night in which hal is killed, everybody has answered, and no message reaches ben any more."""
    cards = {"ann": "murderer", "cat": "warlock", healer: "fairy_godmother"}
    async with village_square(folder, options={"healing_seconds": 20, "nights_wait": nights_wait}, **cards) as square:
        await square.begin()
        await square.introduce_all()
        for name in await square.alive():
            for key in await square.asked(name):
                if key.startswith("night."):
                    await square.answers(name, key, "hal" if key == "night.victim" else None)
        path = f"/channels/{square.dm('ben').id}/messages"
        for method in ("POST", "PATCH"):
            square.env.inject_error(method, path, status=503, times=None)
        yield square


async def missed(square: Square, name: str) -> int:
    return (await square.awake()).seats[seat_of(name)].strikes
