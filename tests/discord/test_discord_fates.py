"""Who dies or is out, wins or loses, is told so in person: once, and not before everybody knows."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import Room
from rooms.mafia import mafia_room
from rooms.name_duel import name_duel_room
from rooms.village import village_square

SILENT = 4096
"""Discord's flag of a message that does not ring."""
DEAD, OUT = "You are dead", "You are out of the game"


def said_to(room: Room, name: str, words: str) -> int:
    """In how many direct messages to this person these words stand."""
    return sum(words in text for text in room.texts(room.dm(name)))


def place_of(room: Room, path: str, words: str) -> int:
    """The number of the first request to this path that says so."""
    posts = enumerate(room.env.http_requests)
    return next(number for number, one in posts if one.path == path and words in str(one.json))


async def test_whoever_dies_at_night_is_told_after_everybody_else(tmp_path: Path) -> None:
    async with village_square(tmp_path, cat="murderer", dan="trickster") as square:
        await square.begin()
        await square.introduce_all()
        await square.night(cat="fay", dan="fay")
        await square.time(5)
        assert said_to(square, "fay", DEAD) == 1
        for name in square.people:
            assert name == "fay" or not said_to(square, name, DEAD), name
        public = place_of(square, f"/channels/{square.thread.id}/messages", "fay**")
        private = place_of(square, f"/channels/{square.dm('fay').id}/messages", DEAD)
        assert public < private
        await square.restart()
        await square.burns("hal", by="ann")
        await square.time(5)
        assert said_to(square, "hal", DEAD) == 1
        assert said_to(square, "fay", DEAD) == 1


async def test_whoever_is_sent_out_of_a_club_is_told(tmp_path: Path) -> None:
    async with mafia_room(tmp_path) as mafia:
        await mafia.begin()
        await mafia.until("speeches")
        await mafia.foul("ben", "out")
        await mafia.time(5)
        assert said_to(mafia, "ben", OUT) == 1
        assert all(not said_to(mafia, name, OUT) for name in mafia.people if name != "ben")


async def test_who_wins_and_who_loses_is_told_once(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin"], options={"best_of": 1}) as room:
        await room.begin()
        await room.starts("ann")
        await room.fight("ann")
        await room.time(10)
        assert said_to(room, "ann", "You have won!") == 1
        before = len(room.texts(room.dm("ann")))
        (verdict,) = [one for one in room.messages(room.dm("ann")) if "You have won!" in one.text]
        assert " · deck " in verdict.text, "it is told on her panel, which makes no sound"
        assert "games won" not in verdict.text, "of one game, who won it is known already"
        assert said_to(room, "ben", "You have lost.") == 1
        assert "**ann**" in room.texts(room.dm("ben"))[-1]
        assert said_to(room, "ben", "You have won!") == said_to(room, "ann", "You have lost.") == 0
        for name in room.people:
            assert not any(one.controls for one in room.messages(room.dm(name)))
        await room.restart()
        room.mirror.stage.schedule(room.match_id)
        await room.time(30)
        assert said_to(room, "ann", "You have won!") == said_to(room, "ben", "You have lost.") == 1
        assert len(room.texts(room.dm("ann"))) == before


async def test_who_has_lost_sight_of_their_panel_is_told_the_end_by_a_silent_message(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin"], options={"best_of": 1, "turn_seconds": 3600}) as room:
        await room.begin()
        await room.starts("ann")
        before = len(room.texts(room.dm("ann")))
        await room.time(11 * 60)
        await room.fight("ann")
        await room.time(10)
        verdict = room.messages(room.dm("ann"))[-1]
        assert len(room.texts(room.dm("ann"))) > before
        assert "You have won!" in verdict.text
        assert verdict.message.flags & SILENT, "nothing waits for her any more"


async def test_a_game_that_is_broken_off_has_no_winners_to_tell(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        awake = await room.awake()
        await room.run(lambda: room.mirror.hosting.end(awake.id, awake.row.host_id))
        await room.time(5)
        assert all(said_to(room, name, "You have") == 0 for name in room.people)
        for name in room.people:
            (seat,) = [text for text in room.texts(room.dm(name)) if "The game is over" in text]
            assert "Nobody wins" in seat, "it is told on the panel that stood there"


async def test_who_is_in_a_game_that_is_broken_off_is_told_without_a_sound(tmp_path: Path) -> None:
    """By day, when some have a panel and others have none: an edit, or one message that does not ring."""
    async with village_square(tmp_path, cat="murderer", ben="sheriff") as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "cat")
        await square.until("day")
        page = await square.presses("ann", "Notes …", (await square.rarely("ann")).seen)
        await square.writes("ann", await square.presses("ann", "Write", page.seen), "Cat smiled")
        letters = {name: len(square.texts(square.dm(name))) for name in square.people}
        panels = {name for name in square.people if len(square.messages(square.dm(name))[-1].controls) == 1}
        assert panels == {"ben"}
        await square.run(lambda: square.mirror.hosting.end(square.match_id, square.actor("ann").user.id))
        await square.time(5)
        await square.restart()
        square.mirror.stage.schedule(square.match_id)
        await square.time(30)
        for name in square.people:
            told = square.messages(square.dm(name))
            assert len(told) == letters[name] + (name not in panels)
            assert said_to(square, name, "Nobody wins") == 1
            assert "Nobody wins" in told[-1].text
            assert bool(told[-1].message.flags & SILENT) == (name not in panels)
            assert ("`/seat table:1` shows them" in told[-1].text) == (name == "ann")
            assert {label for one in told for label in one.labels} == {"My seat"}
            assert told[-1].controls == []
        assert square.texts(square.dm("zoe")) == []
        seat = await square.says("ann", "seat", table=1)
        assert "Cat smiled" in (await square.presses("ann", "Notes …", seat.seen)).text
        assert "no seat" in (await square.says("zoe", "seat", table=1)).sentence
