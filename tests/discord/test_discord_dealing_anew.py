"""Dealing all cards again, as people at a village see it: below My seat, before the first night, by all votes."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import Answered, refused
from rooms.village import Square, village_square


async def votes(square: Square, who: str) -> Answered:
    """My seat, the button, and the vote."""
    asked = await square.presses(who, "A card was seen", (await square.rarely(who)).seen)
    assert "Every person at this table has to vote for it" in asked.text
    return await square.presses(who, "Deal all cards again", asked.seen)


async def test_a_card_was_seen_and_everybody_votes(tmp_path: Path) -> None:
    computers = ["cat", "dan", "eve", "fay", "gus", "hal", "ida"]
    async with village_square(tmp_path, computers=computers, ann="murderer") as square:
        await square.begin()
        seal = (await square.awake()).row.commitment
        shown = await votes(square, "ann")
        assert "Still missing: **ben**" in shown.text
        await square.time(2)
        assert "**ann** wants all cards dealt again" in square.public()
        assert "Still missing: **ben**" in (await votes(square, "ann")).text
        await square.time(2)
        assert square.public().count("wants all cards dealt again") == 1, "that is known"
        old, thread = square.match_id, square.thread
        shown = await votes(square, "ben")
        assert f"at table {old + 1}" in shown.text
        await square.time(3)
        assert f"dealt again at table {old + 1}" in "\n".join(square.texts(thread))
        new = await square.run(lambda: square.mirror.service.snapshot(old + 1))
        assert new.row.commitment != seal
        await square.time(5)
        assert square.thread is not thread
        assert new.row.commitment in square.public(), "the new seal is shown before anybody plays"
        assert "What each card can do" in square.public()
        assert await refused(square, square.forges("ann", square.board, f"mm:anew:{old}:yes"))


async def test_strangers_and_late_votes_are_turned_down(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        square.newcomer("zoe")
        await square.begin()
        press = f"mm:anew:{square.match_id}"
        assert "no seat" in await refused(square, square.forges("zoe", square.board, press))
        assert "no seat" in await refused(square, square.forges("zoe", square.board, f"{press}:yes"))
        await votes(square, "ann")
        await square.introduce_all()
        assert "A card was seen" not in (await square.rarely("ben")).seen.labels
        assert "only before the first night" in await refused(
            square, square.forges("ben", square.board, f"{press}:yes")
        )
        assert (await square.awake()).row.status == "running"
