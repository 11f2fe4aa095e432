"""The notebook, the marks and the standing orders under My seat, as one player sees them and nobody else does."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import Answered, refused, without_times
from rooms.name_duel import name_duel_room
from rooms.trumplestiltskin import trumplestiltskin_room
from rooms.village import Square, village_square
from support.phone import SCREEN, height

from bot.matches.notebooks import Notebook
from cogs.my_seat.pages import orders_page
from cogs.my_seat.pages import own_page as page_of

SECRET = "Cat smiled when the baker died"
PARTS = [
    "mm:mine:1",
    "mm:mine:1:orders",
    "mm:write:1",
    "mm:mark:1",
    "mm:mark:1:3:trust",
    "mm:standing:1:vote_as_now:1",
    "mm:handon:1:1",
    "mm:inrecap:1:1",
]


async def own_page(square: Square, who: str) -> Answered:
    return await square.presses(who, "Notes …", (await square.rarely(who)).seen)


async def test_written_marked_and_still_there_after_a_restart(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="sheriff", cat="murderer") as square:
        await square.begin()
        before = without_times(square.public())
        page = await own_page(square, "ann")
        assert page.result.ephemeral
        assert "Nothing is written here yet" in page.text
        page = await square.writes("ann", await square.presses("ann", "Write", page.seen), SECRET)
        assert SECRET in page.text
        page = await square.chooses("ann", page.seen, "mm:mark:1", "3")
        assert "What do you think of **cat**?" in page.text
        page = await square.presses("ann", "I suspect them", page.seen)
        assert "**cat**: suspected 🔪" in page.text
        await square.restart()
        page = await own_page(square, "ann")
        assert SECRET in page.text
        assert "**cat**: suspected 🔪" in page.text
        assert (await square.presses("ann", "Write", page.seen)).modal is not None
        assert SECRET not in (await own_page(square, "ben")).text
        await square.time(3)
        assert without_times(square.public()) == before
        assert [line["event"] for line in square.logs if SECRET in str(line)] == []


async def test_what_no_database_takes_is_left_out_of_what_was_typed(tmp_path: Path) -> None:
    """Only a forged form has it: half of a surrogate pair, and a letter that PostgreSQL takes for the end."""
    async with village_square(tmp_path, ann="sheriff", cat="murderer") as square:
        await square.begin()
        page = await own_page(square, "ann")
        page = await square.writes("ann", await square.presses("ann", "Write", page.seen), "a\ud83db\0c 🪞")
        assert "a?bc 🪞" in page.text
        assert "a?bc 🪞" in (await own_page(square, "ann")).text


async def test_orders_have_a_page_of_their_own_and_a_phone_shows_both_whole(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="sheriff", cat="murderer") as square:
        await square.begin()
        match = await square.mirror.service.snapshot(square.match_id)
        book = Notebook(SECRET, dict.fromkeys(range(2, match.row.seats + 1), "suspect"), handed_on=False)
        for language in ("en-US", "de"):
            words = square.mirror.wording.for_locale(language)
            assert max(map(height, (page_of(match, 1, book, words), orders_page(match, (), words)))) <= SCREEN
        page = await own_page(square, "ann")
        assert "Standing orders 📜" not in page.text
        page = await square.presses("ann", "Standing orders …", page.seen)
        page = await square.presses("ann", "Do this for me", page.seen)
        assert "I do this for you." in page.text
        assert "Nothing is written here yet" in (await square.presses("ann", "Notes …", page.seen)).text


async def test_a_substitute_reads_nothing_until_it_is_agreed_to(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="sheriff", cat="murderer") as square:
        await square.begin()
        page = await own_page(square, "ben")
        page = await square.writes("ben", await square.presses("ben", "Write", page.seen), SECRET)
        page = await square.presses("ben", "Pass on a copy", page.seen)
        assert "they get a copy" in page.text
        page = await square.presses("ben", "Pass on no copy", page.seen)
        assert "stay with you" in page.text
        square.newcomer("zoe")
        zoe = square.actor("zoe").user
        await square.run(
            lambda: square.mirror.hosting.seat_person(square.match_id, square.actor("ann").user.id, 2, zoe.id, "zoe")
        )
        assert SECRET not in (await own_page(square, "zoe")).text
        assert "no seat at this table" in (await square.forges("ben", square.board, "mm:mine:1")).sentence


async def test_orders_stand_there_where_the_game_knows_some(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands={}, dealer="cat") as table:
        await table.begin()
        rare = await table.presses("ann", "More …", (await table.presses("ann", "My seat")).seen)
        page = await table.presses("ann", "Notes …", rare.seen)
        page = await table.presses("ann", "Standing orders …", page.seen)
        assert "nobody has bid. This is off for now." in page.text
        page = await table.presses("ann", "Do this for me", page.seen)
        assert "nobody has bid. I do this for you." in page.text
        page = await table.presses("ann", "Stop doing this", page.seen)
        assert "nobody has bid. This is off for now." in page.text


async def test_forged_clicks_end_in_a_sentence(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="sheriff", cat="murderer") as square:
        square.newcomer("zoe")
        await square.begin()
        for custom_id in PARTS:
            assert "no seat at this table" in await refused(square, square.forges("zoe", square.board, custom_id))
        for custom_id in ("mm:mark:1:1:trust", "mm:mark:1:99:trust", "mm:mark:1:3:love", "mm:standing:1:win:1"):
            assert await refused(square, square.forges("ann", square.board, custom_id))
        assert await refused(square, square.forges("ann", square.board, "mm:standing:1"))


async def test_notes_stand_in_the_recap_only_with_consent(tmp_path: Path) -> None:
    """Set while the game is played, and taken back when it is over."""
    async with village_square(tmp_path, ann="sheriff", cat="murderer") as square:
        await square.begin()
        for who, words in (("ann", f"{SECRET}\n@everyone"), ("ben", "Ben thinks it was Ann")):
            await square.writes(who, await square.presses(who, "Write", (await own_page(square, who)).seen), words)
        page = await square.presses("ann", "Show them in the recap", (await own_page(square, "ann")).seen)
        assert "stand in its recap" in page.text
        await square.run(lambda: square.mirror.hosting.end(square.match_id, 0))
        await square.time(5)
        story = await square.reads_on("gus", await square.says("gus", "recap"))
        assert f"**ann** noted:\n> {SECRET}" in story
        assert "@everyone" not in story
        assert "Ben thinks" not in story
        page = await square.presses("ann", "Notes …", (await square.says("ann", "seat")).seen)
        await square.presses("ann", "Keep them out of the recap", page.seen)
        assert SECRET not in await square.reads_on("gus", await square.says("gus", "recap"))


async def test_the_last_message_asks_for_notes_where_there_are_some(tmp_path: Path) -> None:
    """With the verdict, so that nothing rings for it; and to nobody who has kept none."""
    async with name_duel_room(tmp_path, ann=["noggin"], options={"best_of": 1}) as room:
        await room.begin()
        rare = await room.presses("ann", "More …", (await room.says("ann", "seat")).seen)
        page = await room.presses("ann", "Notes …", rare.seen)
        await room.writes("ann", await room.presses("ann", "Write", page.seen), SECRET)
        await room.starts("ann")
        await room.fight("ann")
        await room.time(10)
        mine, other = (room.messages(room.dm(name))[-1] for name in ("ann", "ben"))
        assert "You have won!" in mine.text
        assert "You have made notes about this game." in mine.text
        assert mine.labels == ["Show them in the recap", "Keep them out of the recap"]
        assert (other.labels, "notes" in other.text) == ([], False)
        assert SECRET not in await room.reads_on("ben", await room.says("ben", "recap"))
        await room.restart()
        shown = await room.presses("ann", "Show them in the recap", mine)
        assert "stand in its recap" in shown.text
        assert f"> {SECRET}" in await room.reads_on("ben", await room.says("ben", "recap"))
        await room.presses("ann", "Keep them out of the recap", mine)
        assert SECRET not in await room.reads_on("ben", await room.says("ben", "recap"))
        await room.time(10)
        assert room.dm_text("ann").count("You have made notes about this game.") == 1, "asked once"


async def test_where_no_role_is_secret_nobody_is_marked(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        page = await room.presses("ann", "Notes …", (await room.rarely("ann")).seen)
        assert "Your notebook" in page.text
        assert "trust" not in page.text
