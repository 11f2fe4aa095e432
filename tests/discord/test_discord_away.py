"""Somebody stops answering: after two missed moments the seat is offered, politely, and nobody suffers an outage."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import refused
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def night_without(square: Square, *away: str) -> None:
    """Everybody answers the night but these."""
    for name in await square.alive():
        if name in away:
            continue
        for key in await square.asked(name):
            if key == "night.victim":
                await square.answers(name, key, "hal" if "hal" in await square.alive() else "ida")
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
        taken = await square.clicks("zoe", offer, take)
        assert taken.result.response is not None
        assert taken.result.response.ephemeral
        assert taken.text == known
        await square.time(5)
        assert "zoe now sits in the place of gus" in square.public()
        assert square.messages(square.dm("zoe"))[-1].text.endswith(known)
        assert "no seat" in await refused(square, square.presses("gus", "My seat"))
        square.newcomer("yul")
        assert "is taken" in await refused(square, square.clicks("yul", offer, take))
        assert "Away:" not in (await square.says("zoe", "table status")).text


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


async def test_a_whole_table_that_sleeps_is_one_offer(tmp_path: Path) -> None:
    """Nobody answers for two nights: one message that Discord takes, and the game goes on."""
    async with village_square(tmp_path, 20, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        await square.until("night")
        await square.until("day")
        (offer,) = offers(square)
        assert "**gus**" in offer
        menu = f"mm:take:{square.match_id}"
        message = square.find(square.thread, menu, "zoe")
        taken = await square.chooses("zoe", message, menu, "7")
        assert "## Villager" in taken.text
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
