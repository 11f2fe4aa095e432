"""People claim something by button: about whom, then what and why; everybody hears it, and nobody has to type.

In the club whoever has the floor, in the village anybody by day.
"""

from __future__ import annotations

from pathlib import Path

from language.any_game import seat_of
from rooms.any_game import Answered, Room, Seen, parts, refused
from rooms.mafia import mafia_room
from rooms.village import Square, village_square

from bot.engine.announcements import SPECTATOR
from bot.games.hidden_roles.claims import Claim, code
from bot.games.mafia.views import MafiaView
from bot.games.village.views import VillageView

EIGHT = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"}


async def opens(room: Room, who: str) -> Answered:
    """The button of a claim on the board; in the club it bears the name of who has the floor."""
    (label,) = [label for label in room.board.labels if label == "Say …" or label.endswith(" says …")]
    return await room.presses(who, label)


async def about(room: Room, who: str, people: Seen, name: str) -> Answered:
    (menu,) = people.controls
    return await room.chooses(who, people, menu, str(seat_of(name)))


async def claims(room: Room, who: str, name: str, claim: str) -> Answered:
    """The button, the menu of people, the menu of claims."""
    said = (await about(room, who, (await opens(room, who)).seen, name)).seen
    (menu,) = said.controls
    return await room.chooses(who, said, menu, claim)


async def heard(room: Room) -> tuple[Claim, ...]:
    """What everybody has heard."""
    view = (await room.awake()).match.view(SPECTATOR)
    assert isinstance(view, MafiaView | VillageView)
    return view.claims


async def test_the_speaker_says_whom_they_suspect_and_why(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        people = (await opens(mafia, "ann")).seen
        assert people.message.flags & 64, "nobody else sees the menu"
        (menu,) = people.controls
        assert people.offered(menu) == [str(seat) for seat in (2, 3, 4, 5, 6, 7, 8, 1)]
        done = await claims(mafia, "ann", "cat", code("suspect", 3, "gut"))
        assert done.text == "I have told the table."
        await mafia.time(5)
        (heard,) = [line for line in mafia.told() if "💬" in line]
        assert "**ann**" in heard
        assert "**cat**" in heard
        assert await mafia.floor() == ("ann", "speech.floor"), "the floor is still theirs"
        await mafia.speaks("ann", nominate="cat")
        assert await mafia.floor() == ("ben", "speech.floor")


async def test_a_restart_keeps_what_was_said_and_the_menus_work_on(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        people = (await opens(mafia, "ann")).seen
        asked = (await about(mafia, "ann", (await opens(mafia, "ann")).seen, "ann")).seen
        shown = [part.get("placeholder") for part in parts(asked.message.components)]
        assert "Which card?" in shown, "a card has no reason"
        await mafia.chooses("ann", asked, asked.controls[0], code("i_am", 0, "sheriff"))
        await mafia.time(5)
        await mafia.restart()
        said = [line for line in mafia.told() if "💬" in line]
        assert len(said) == 1
        assert "the Sheriff" in said[0]
        assert [(one.by, one.why) for one in await heard(mafia)] == [(1, "sheriff")]
        assert await refused(mafia, about(mafia, "ann", people, "cat")), "that menu belongs to what was asked before"
        await claims(mafia, "ann", "cat", code("trust", 3, "calm"))
        await mafia.time(5)
        assert len([line for line in mafia.told() if "💬" in line]) == 2


async def test_nobody_else_has_the_floor_and_nothing_else_can_be_said(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        mafia.newcomer("zoe")
        await mafia.begin()
        for who in ("ben", "zoe"):
            assert await refused(mafia, opens(mafia, who))
        people = (await opens(mafia, "ann")).seen
        (menu,) = people.controls
        for value in ("99", "0", "two"):
            assert await refused(mafia, mafia.forges("ann", people, menu, [value]))
        said = (await about(mafia, "ann", people, "cat")).seen
        (menu,) = said.controls
        for forged in (code("suspect", 3, "voted", 4), code("checked", 3), "#suspect.99.gut", "#", "#i_am.don"):
            assert await refused(mafia, mafia.forges("ann", said, menu, [forged]))
        assert await heard(mafia) == ()
        for number in range(3):
            await claims(mafia, "ann", "cat", code("suspect", 3, "gut" if number else "quiet"))
        assert "enough" in await refused(mafia, opens(mafia, "ann"))
        assert len(await heard(mafia)) == 3
        for _ in range(4):
            await mafia.foul("ann")
        assert "do not take part any more" in await refused(mafia, opens(mafia, "ann")), "nobody is promised a turn"


async def test_a_defence_and_last_words_are_made_by_button_too(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches(ann="gus", ben="hal")
        await mafia.hands("ann", "ben", "cat", "dan")
        assert await mafia.floor() == ("gus", "defence.floor")
        await claims(mafia, "gus", "ann", code("suspect", 1, "voted", 7))
        told = await refused(mafia, opens(mafia, "hal"))
        assert told == "Only the player who has the floor can do that. For now you only listen.", "hal's comes later"
        await mafia.thanks("gus")
        await mafia.time(2)
        await claims(mafia, "hal", "hal", code("i_am", 0, "citizen"))
        await mafia.thanks("hal")
        await mafia.time(2)
        await mafia.hands("ann", "ben", "cat", "dan", "eve")
        assert await mafia.floor() == ("gus", "final.floor")
        await claims(mafia, "gus", "cat", code("suspect", 3, "voted", 7))
        await mafia.time(5)
        assert [(one.by, one.about, one.occasion.split(".")[0]) for one in await heard(mafia)] == [
            (7, 1, "defence"),
            (8, 8, "defence"),
            (7, 3, "final"),
        ]
        assert len([line for line in mafia.told() if "💬" in line]) == 3


# -- in the village ---------------------------------------------------------------------------------------------------


async def village_by_day(square: Square) -> None:
    """Nobody has done anything at night, and all are alive."""
    square.newcomer("zoe")
    await square.begin()
    await square.until("day")
    assert len(await square.alive()) == 8


async def test_anybody_in_the_village_says_something_by_day_and_all_hear_it(tmp_path: Path) -> None:
    async with village_square(tmp_path, 8, options={"introductions": False}, hal="murderer") as square:
        await village_by_day(square)
        others = {name: (await square.asked(name), square.texts(square.dm(name))) for name in ("ben", "cat", "hal")}
        people = (await opens(square, "ann")).seen
        assert people.message.flags & 64, "nobody else sees the menu"
        (menu,) = people.controls
        assert people.offered(menu) == [str(seat) for seat in (2, 3, 4, 5, 6, 7, 8, 1)]
        public = square.public()
        said = (await about(square, "ann", people, "ben")).seen
        await square.time(3)
        assert square.public() == public, "whom she is about to speak of, nobody sees"
        (menu,) = said.controls
        assert not {one for one in said.offered(menu) if "voted" in one}, "nobody has voted yet"
        done = await square.chooses("ann", said, menu, code("suspect", 2, "gut"))
        assert done.text == "I have told the table."
        await square.time(3)
        (line,) = [line for line in square.told() if "💬" in line]
        assert "**ann**" in line
        assert "**ben**" in line
        assert [(one.by, one.about, one.why) for one in await heard(square)] == [(1, 2, "gut")]
        assert await square.asked("ann") == ["day.call"], "she may still put somebody up"
        for name, before in others.items():
            assert (await square.asked(name), square.texts(square.dm(name))) == before, f"{name} is only a listener"
        await claims(square, "hal", "hal", code("i_am", 0, "villager"))
        await square.time(3)
        assert [one.by for one in await heard(square)] == [1, 8]


async def test_a_stranger_says_nothing_and_nobody_says_everything(tmp_path: Path) -> None:
    async with village_square(tmp_path, 8, options={"introductions": False}, hal="murderer") as square:
        await village_by_day(square)
        assert await refused(square, opens(square, "zoe"))
        people = (await opens(square, "ann")).seen
        assert await refused(square, square.forges("zoe", people, people.controls[0], ["2"]))
        for reason in ("gut", "quiet", "gut"):
            await claims(square, "ann", "cat", code("suspect", 3, reason))
        assert "enough" in await refused(square, opens(square, "ann"))
        await square.time(3)
        assert len([line for line in square.told() if "💬" in line]) == 3
        await claims(square, "ben", "cat", code("trust", 3, "calm"))
        assert len(await heard(square)) == 4, "ben has said nothing before"
