"""The protocol of Mafia as people get it: a picture, its words and a file, and nothing secret before the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rooms.any_game import Answered, refused
from rooms.mafia import MafiaRoom, mafia_room
from rooms.village import village_square

EIGHT = {"ann": "don", "ben": "sheriff", "cat": "mafia", "dan": "doctor"}


def sheet_of(mafia: MafiaRoom, answered: Answered) -> str:
    """The file that came with it, to this person alone."""
    found: list[Any] = [answered.result.response, *answered.result.followups]
    assert all(one.ephemeral for one in found if one is not None)
    files = {file["filename"]: file for one in found if one is not None for file in one._message.attachments}
    name = f"mafia-{mafia.match_id}.csv"
    assert set(files) == {"protocol.jpg", name}
    with_file = next(one for one in found if one is not None and name in str(one._message.attachments))
    assert with_file._message.content == "The same as a file for a spreadsheet."  # a file alone says nothing
    body = mafia.file(files[name])
    assert body.startswith(b"\xef\xbb\xbf")
    return body.decode("utf-8-sig")


async def first_night(mafia: MafiaRoom) -> None:
    await mafia.begin()
    await mafia.speeches(ann="ben", ben="ann")
    await mafia.hands(*mafia.people[2:], key="vote.hand")
    await mafia.floors("final")
    assert "ben" not in await mafia.alive()


async def test_before_the_end_it_holds_only_what_is_public(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await first_night(mafia)
        sheet = sheet_of(mafia, await mafia.says("hal", "mafia_protocol"))
        assert '2,ben,,0,"voted out, day 1"' in sheet
        assert "Sheriff" not in sheet
        assert "Night" not in sheet


async def test_after_the_end_it_holds_everything(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, 6, cast={"don": 1, "sheriff": 1, "citizen": 4}, ann="don", ben="sheriff") as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.night(ann="cat", search="ben", ben="ann")
        await mafia.floors("final")
        while await mafia.phase() == "speeches":
            speaker, _ = await mafia.floor()
            await mafia.speaks(speaker, nominate={"ben": "ann", "dan": "ben"}.get(speaker))
        await mafia.hands("ben", "dan", "eve", "fay")
        await mafia.floors("final")
        assert await mafia.is_over()

        pressed = await mafia.forges(
            "hal" if "hal" in mafia.people else "eve", mafia.board, f"mm:sheet_mafia:{mafia.match_id}"
        )
        sheet = sheet_of(mafia, pressed)
        assert "1,3,2: the Sheriff,1: black,3" in sheet
        assert '1,ann,Don,0,"voted out, day 2",lost' in sheet
        assert sheet_of(mafia, await mafia.says("fay", "mafia_protocol")) == sheet
        assert sheet_of(mafia, await mafia.says("fay", "mafia_protocol", mafia.room, table=mafia.match_id)) == sheet

        words = await mafia.forges("eve", mafia.board, f"mm:sheet_mafia:{mafia.match_id}:text")
        assert "The red side wins" in words.text
        assert "Sheriff’s question: 1: black" in words.text


async def test_other_games_have_no_protocol_of_mafia(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="murderer", ben="sheriff") as square:
        await square.begin()
        square.newcomer("ola")
        assert "No game of Mafia" in await refused(square, square.says("ola", "mafia_protocol"))
        forged = square.forges("ola", square.board, f"mm:sheet_mafia:{square.match_id}")
        assert "No game of Mafia" in await refused(square, forged)
