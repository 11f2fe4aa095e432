"""Clicks that must not count: each ends in one sentence to one person, and the game stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from language.any_game import seat_of
from rooms.any_game import Seen, refused
from rooms.village import Square, village_square

from bot.store.errors import StoreError

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff", "dan": "mad_hatter"}


def controls_of(message: Seen, kind: str) -> list[str]:
    return [control for control in message.controls if control.startswith(f"mm:{kind}:")]


async def test_a_button_of_an_earlier_poll_counts_for_nothing(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.night()
        await square.nominates("ann", "eve")
        await square.nominates("ben", "fay")
        await square.call_the_vote()
        first = f"mm:o:{await square.occasion('day.vote', 'eve')}:burn"
        earlier = square.find(square.thread, first, "prompter")
        kept = Seen(square.env.backend.messages[square.thread.id][earlier.id])
        await square.speaks("eve", None)
        for name in square.people:
            await square.votes(name, "spare")
        await square.time(3)
        assert set(await square.asked_for("day.vote")) == set(square.people)
        sentence = await refused(square, square.forges("gus", kept, first))
        assert sentence.startswith("That moment has passed")
        assert "day.vote" in await square.asked("gus"), "his vote on fay is still his"


async def test_five_late_presses_are_answered_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        panel, place = await square.panel("gus", "night.suspect")
        await square.until("day")
        before = len(square.messages(square.dm("gus"), "gus"))
        for times in range(1, 6):
            await square.forges("gus", panel, f"mm:s:{place}", [str(seat_of("ann"))])
            assert len(square.messages(square.dm("gus"), "gus")) == before + 1
            told = square.messages(square.dm("gus"), "gus")[-1].text
            assert told.startswith("That moment has passed")
            assert ("You have pressed" in told) == (times > 1)
        assert "You have pressed 5 times." in told
        await square.time(40)
        await square.forges("gus", panel, f"mm:s:{place}", [str(seat_of("ann"))])
        assert len(square.messages(square.dm("gus"), "gus")) > before + 1, "it is out of sight by now"


async def test_last_nights_panel_counts_for_nothing_today(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        panel, place = await square.panel("gus", "night.suspect")
        menu = f"mm:s:{place}"
        await square.until("day")
        sentence = await refused(square, square.forges("gus", panel, menu, [str(seat_of("ann"))]))
        assert sentence.startswith("That moment has passed")


async def test_somebody_elses_question_cannot_be_answered(tmp_path: Path) -> None:
    """Gus forges the id of ben's panel on a message of his own: he learns nothing, and ben is untouched."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        _, bens = await square.panel("ben", "night.investigate")
        own, _ = await square.panel("gus", "night.suspect")
        sentence = await refused(square, square.forges("gus", own, f"mm:s:{bens}", [str(seat_of("ann"))]))
        assert "for somebody else" in sentence or "moment has passed" in sentence
        assert await square.asked("ben") == ["night.investigate"]
        assert await square.asked("gus") == ["night.suspect"]


FORGED = [
    "mm:a:x:1:101:-",
    "mm:a::::",
    "mm:a",
    "mm:a:1:1:١٢٣:-",
    "mm:a:99999999999999999999999999:1:101:-",
    "mm:a:-1:1:101:-",
    "mm:a:77:1:101:-",
    "mm:s:1:1:99999999999999999999999:-",
    "mm:o:1",
    "mm:o:1:call.1",
    "mm:o:1:no.such.moment:burn",
    "mm:os:1:",
    "mm:ow:1:introduction",
    "mm:seat:0",
    "mm:seat:",
    "mm:nonsense:1",
    "mm:",
    "mm:host:1:explode",
    "mm:host:1:__init__",
    "mm:host:1:end:x",
    "mm:moment:1:x",
    "mm:moment:1:1",
    "mm:begin:1",
    "mm:take:1:x",
    "mm:take:1:3",
    "mm:back:1:3",
    "mm:story:1:0",
    "mm:replay:1",
    "mm:eyes:1:1:0",
    "mm:whispered:1",
    "mm:t:1:1:101:",
]


async def test_forged_ids_end_in_one_sentence(tmp_path: Path) -> None:
    async with village_square(tmp_path, options={"night_seconds": 600}, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        for custom_id in FORGED:
            sentence = await refused(square, square.forges("gus", square.board, custom_id))
            assert "Something broke" not in sentence, custom_id


async def test_a_choice_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        own, place = await square.panel("gus", "night.suspect")
        for value in ("7", "99", "0", "murderer", "True", "None", ""):  # 7 is gus himself
            sentence = await refused(square, square.forges("gus", own, f"mm:s:{place}", [value]))
            assert sentence.startswith("That choice is not offered")
        assert await square.asked("gus") == ["night.suspect"]


async def test_a_double_click_counts_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        panel = square.board
        alias = f"mm:o:{await square.occasion('introduction')}:-"
        await square.clicks("gus", panel, alias)
        assert (await refused(square, square.clicks("gus", panel, alias))).startswith("You have already answered")
        assert len([line for line in await square.journal() if line.seat == seat_of("gus")]) == 1


async def test_a_late_form_is_caught(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        shown = await square.on_board("gus", "ow", "introduction")
        await square.introduce_all()
        sentence = await refused(square, square.writes("gus", shown, "The baker"))
        assert sentence.startswith("That moment has passed")
        assert "The baker" not in square.public()


async def test_bystanders_watch(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        for control in square.board.controls:
            if control.startswith(("mm:begin", "mm:seat", "mm:text")):
                continue  # for everybody
            offered = square.board.offered(control)
            click = square.chooses("zoe", square.board, control, offered[0]) if offered else None
            assert "no seat" in await refused(square, click or square.clicks("zoe", square.board, control))
        await square.introduce_all()
        assert "no seat" in (await square.presses("zoe", "My seat")).text
        assert square.texts(square.dm("zoe")) == []


async def test_the_dead_and_the_toads_have_no_vote_and_no_nomination(tmp_path: Path) -> None:
    """Ann and cat kill gus, cat turns hal into a toad; the day goes on without both."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.answers("ann", "night.victim", "gus")
        await square.answers("cat", "night.victim", "gus")
        await square.answers("cat", "night.toad", "hal")
        await square.until("day")
        assert "gus" not in await square.alive()
        menu = f"mm:os:{await square.occasion('day.call')}"
        ready = f"mm:o:{await square.occasion('day.call')}:ready"
        for who, word in (("gus", "The dead"), ("hal", "Toads")):
            assert (await refused(square, square.clicks(who, square.board, ready))).startswith(word)
            assert (await refused(square, square.chooses(who, square.board, menu, "1"))).startswith(word)
        said = await refused(square, square.presses("hal", "Say …", square.board))
        assert said == "A toad can only croak. The spell wears off at nightfall."
        await square.nominates("ben", "hal")
        await square.call_the_vote()
        burn = f"mm:o:{await square.occasion('day.vote')}:burn"
        for who, word in (("gus", "The dead"), ("hal", "Toads")):
            assert (await refused(square, square.clicks(who, square.board, burn))).startswith(word)
        # Eve, a bystander, still has her vote.
        await square.votes("eve")
        assert "day.vote" not in await square.asked("eve")


async def test_commands_in_the_wrong_place(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        elsewhere = square.guild.create_text_channel("elsewhere")
        await square.begin()

        async def no(who: str, command: str, **options: object) -> str:
            return await refused(square, square.says(who, command, elsewhere, **options))

        assert "where the game is played" in await no("ann", "table status")
        assert "where the game is played" in await no("ann", "table pause")
        assert "no such table" in await no("ann", "table status", table=99)
        assert "no such table" in await no("ann", "table status", table=0)
        assert "no such table" in await no("ann", "table status", table=-5)
        assert "no game with this number" in await no("ann", "recap", table=2**53 - 1)
        assert "no seat" in await no("zoe", "seat")
        assert "no seat" in await no("ann", "seat", table=99)


async def test_another_servers_table_is_none(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        other = square.env.create_guild("Other", owner=square.env.create_user("their boss"))
        theirs = other.create_text_channel("theirs")
        stranger = other.add_member(square.env.create_user("stranger"))
        square._actors["stranger"] = stranger
        for command in ("table status", "table pause", "table end", "table repair", "table rewind", "recap"):
            options = {"table": square.match_id}
            sentence = await refused(square, square.says("stranger", command, theirs, **options))
            assert ("no game with this number" if command == "recap" else "no such table") in sentence


async def test_what_a_paused_table_is_told(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.says("ann", "table pause")
        await square.time(3)
        sentence = await refused(square, square.introduces("gus", None))
        assert sentence.startswith("The game is paused")
        await square.says("ann", "table resume")
        await square.introduces("gus", None)
        assert await square.asked("gus") == []


async def test_the_store_fails_and_nothing_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await _fail_writing(square, monkeypatch)
        sentence = await refused(square, square.introduces("gus", None))
        assert "could not write that down" in sentence
        monkeypatch.undo()
        await square.introduces("gus", None)
        assert await square.asked("gus") == []


async def _fail_writing(square: Square, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    square.expected_in_log |= {"store"}
    monkeypatch.setattr(square.store, "write", full)


async def test_when_something_breaks_after_the_answer_is_on_disk_it_is_said_to_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        panel, place = await square.panel("ben", "night.investigate")

        async def broken(*_: object) -> None:
            raise RuntimeError("a screw is loose")

        with monkeypatch.context() as patched:
            patched.setattr(square.mirror.receipts, "told_by_and_unheard", broken)
            told = (await square.chooses("ben", panel, f"mm:s:{place}", "1")).sentence
        assert told.startswith("Your answer counts.")
        assert [line.key for line in await square.journal() if line.seat == seat_of("ben")][-1] == "night.investigate"
        assert "night.investigate" not in await square.asked("ben")
        assert (await square.presses("ben", "My seat")).text, "there it is shown"


@pytest.mark.parametrize("kind", ["o", "os", "ow", "own", "say"])
async def test_by_night_no_press_finds_out_that_a_huntsman_is_asked(tmp_path: Path, kind: str) -> None:
    """The hour of the last shot is as long without one: who holds that card is known at dawn, or never."""
    slow = {"huntsman_seconds": 60}
    async with village_square(tmp_path, options=slow, ann="murderer", cat="warlock", ben="huntsman") as square:
        await square.begin()
        await square.introduce_all()
        await square.answers("ann", "night.victim", "ben")
        await square.answers("cat", "night.victim", "ben")
        while await square.asked("ben") != ["huntsman.shot"]:
            await square.time(5)
        shots = [f"mm:{kind}:{square.match_id}:shot.{seat_of(name)}:-" for name in square.people]
        told = {await refused(square, square.forges("gus", square.board, shot)) for shot in shots}
        assert [sentence.split(",")[0] for sentence in told] == ["That moment has passed"]
