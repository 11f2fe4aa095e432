"""The protocol of Mafia as people get it: a picture, its words and a file, and nothing secret before the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rooms.any_game import Answered, refused
from rooms.mafia import Club, club_room
from rooms.village import village_square

EIGHT = {"ann": "don", "ben": "sheriff", "cat": "mafia", "dan": "doctor"}


def sheet_of(club: Club, answered: Answered) -> str:
    """The file that came with it, to this person alone."""
    found: list[Any] = [answered.result.response, *answered.result.followups]
    assert all(one.ephemeral for one in found if one is not None)
    files = {file["filename"]: file for one in found if one is not None for file in one._message.attachments}
    name = f"mafia-{club.match_id}.csv"
    assert set(files) == {"protocol.jpg", name}
    body = club.file(files[name])
    assert body.startswith(b"\xef\xbb\xbf")
    return body.decode("utf-8-sig")


async def first_night(club: Club) -> None:
    await club.begin()
    await club.speeches(ann="ben", ben="ann")
    await club.hands(*club.people[2:], key="vote.hand")
    await club.floors("final")
    assert "ben" not in await club.alive()


async def test_before_the_end_it_holds_only_what_is_public(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await first_night(club)
        sheet = sheet_of(club, await club.says("hal", "mafia_protocol"))
        assert '2,ben,,0,"voted out, day 1"' in sheet
        assert "Sheriff" not in sheet
        assert "Night" not in sheet


async def test_after_the_end_it_holds_everything(tmp_path: Path) -> None:
    async with club_room(tmp_path, 6, cast={"don": 1, "sheriff": 1, "citizen": 4}, ann="don", ben="sheriff") as club:
        await club.begin()
        await club.speeches()
        await club.night(ann="cat", search="ben", ben="ann")
        await club.floors("final")
        while await club.phase() == "speeches":
            speaker, _ = await club.floor()
            await club.speaks(speaker, nominate={"ben": "ann", "dan": "ben"}.get(speaker))
        await club.hands("ben", "dan", "eve", "fay")
        await club.floors("final")
        assert await club.is_over()

        pressed = await club.forges(
            "hal" if "hal" in club.people else "eve", club.board, f"mm:sheet_mafia:{club.match_id}"
        )
        sheet = sheet_of(club, pressed)
        assert "1,3,2: the Sheriff,1: black,3" in sheet
        assert '1,ann,Don,0,"voted out, day 2",lost' in sheet
        assert sheet_of(club, await club.says("fay", "mafia_protocol")) == sheet
        assert sheet_of(club, await club.says("fay", "mafia_protocol", club.room, table=club.match_id)) == sheet

        words = await club.forges("eve", club.board, f"mm:sheet_mafia:{club.match_id}:text")
        assert "The red side wins" in words.text
        assert "Sheriff’s question: 1: black" in words.text


async def test_other_games_have_no_protocol_of_mafia(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="murderer", ben="sheriff") as square:
        await square.begin()
        square.newcomer("ola")
        assert "No game of Mafia" in await refused(square, square.says("ola", "mafia_protocol"))
        forged = square.forges("ola", square.board, f"mm:sheet_mafia:{square.match_id}")
        assert "No game of Mafia" in await refused(square, forged)
