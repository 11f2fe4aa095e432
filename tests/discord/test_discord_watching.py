"""The Watch button: guests see what is public, and by option what the dead see; then they can never play here."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import Answered, alts, refused
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff", "dan": "mad_hatter"}
MURDERER = "1. **ann**, Rumplestiltskin"
SEE_ALL = {"guests_see_all": True}
NO_SEAT = "You have no seat at this table, but you can watch."


async def watches(square: Square, who: str) -> Answered:
    """The way to it for whoever has no seat; who has one uses the button of an older board."""
    if who in square.people:
        return await square.forges(who, square.board, f"mm:watch:{square.match_id}")
    return await square.presses(who, "My seat")


async def sees_all(square: Square, who: str) -> Answered:
    """The button, what it offers, and yes."""
    asked = await square.presses(who, "See what the dead see …", (await watches(square, who)).seen)
    assert "never take a seat" in asked.text
    return await square.presses(who, "Show me the cards", asked.seen)


async def test_a_guest_sees_what_everybody_sees_and_no_controls(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        shown = await watches(square, "zoe")
        assert shown.result.response is not None
        assert shown.result.response.ephemeral
        assert "You are watching" in shown.text
        assert "Introductions end" in shown.text
        assert shown.seen.labels == ["Look again", "Text"]
        assert "Alive: 1.\N{NO-BREAK SPACE}ann, 2.\N{NO-BREAK SPACE}ben" in alts(shown.seen)[0]
        await square.introduces("eve", "The baker")
        again = await square.presses("zoe", "Look again", shown.seen)
        assert "eve" not in again.text.rpartition("Still waiting")[2], "the board of this moment"
        text = await square.presses("zoe", "Text", shown.seen)
        assert "eve" in text.text


async def test_a_player_sees_no_more_with_it_than_a_guest(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=SEE_ALL, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.night(ann="gus", cat="gus")
        offer = "See what the dead see …"
        mine, theirs = await watches(square, "gus"), await watches(square, "zoe")
        assert f"{NO_SEAT}\n{mine.text}" == theirs.text
        assert offer not in mine.seen.labels
        assert offer in theirs.seen.labels
        ask = f"mm:watch:{square.match_id}:ask"
        assert "already" in await refused(square, square.forges("eve", square.board, ask))


async def test_who_has_seen_all_can_never_sit_here(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=SEE_ALL, **VILLAGE) as square:
        zoe, yan = square.newcomer("zoe"), square.newcomer("yan")
        await square.begin()
        await square.introduce_all()
        ask = await watches(square, "zoe")
        assert "Nobody has left" in await refused(square, square.presses("zoe", "See what the dead see …", ask.seen))
        await square.says("ann", "table standby", person=zoe)
        await square.night(ann="gus", cat="gus", dan="hal")
        shown = await sees_all(square, "zoe")
        await square.time(3)
        assert MURDERER in shown.text
        assert "2. **ben**, Sheriff" in shown.text
        assert "4. **dan**, Mad Hatter" in shown.text
        (hal,) = [line for line in shown.text.splitlines() if line.startswith("8.")]
        assert "Villager" not in hal, "a body that was never found is known to nobody but its owner"
        assert "zoe sees what the dead see" in square.public()
        assert MURDERER not in square.public()
        await square.restart()
        for person in (zoe, yan):
            answered = await square.says("ann", "table standby", person=person)
            assert ("cannot take a seat" in answered.text) == (person is zoe), "a bystander may"
        asked = await square.says("ann", "table substitute", player="5", person=zoe)
        await square.presses("ann", "Offer the seat", asked.seen)
        assert (await square.awake()).seats[5].user_id == square.actor("eve").user.id
        assert MURDERER in (await watches(square, "zoe")).text, "they know already"
        assert MURDERER not in (await watches(square, "yan")).text


async def test_where_the_table_does_not_want_it_nobody_sees_more(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=SEE_ALL | {"dead_watch": False}, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.night(ann="gus", cat="gus")
        assert "See what the dead see …" not in (await watches(square, "zoe")).seen.labels
        yes = f"mm:watch:{square.match_id}:yes"
        assert "no more than everybody else" in await refused(square, square.forges("zoe", square.board, yes))


async def test_at_a_table_of_cards_guests_watch_the_board_and_after_the_game_they_read_its_story(
    tmp_path: Path,
) -> None:
    async with name_duel_room(tmp_path) as room:
        room.newcomer("zoe")
        await room.begin()
        board = room.board
        shown = await room.presses("zoe", "My seat", board)
        assert shown.text.startswith(NO_SEAT)
        assert alts(shown.seen) == alts(board)
        await room.run(lambda: room.mirror.hosting.end(room.match_id, 0))
        await room.time(5)
        over = await room.presses("zoe", "Look again", shown.seen)
        assert over.seen.labels == ["The story"]


async def test_whoever_sits_nowhere_is_told_of_no_table_where_there_is_none(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        assert await refused(square, square.says("zoe", "seat")) == NO_SEAT
        elsewhere = square.guild.create_text_channel("elsewhere")
        told = await refused(square, square.says("zoe", "seat", channel=elsewhere))
        assert told == "You have no seat in a game that is running. `/play` opens a table."
