"""Mafia on Discord, by clicks only: speeches, nominations, votes, fouls and nights, as the table sees them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from language.any_game import NAMES, seat_of
from rooms.any_game import close_messages, refused, until_over_with
from rooms.mafia import EIGHT, MafiaRoom, mafia_room, reds_win, seed_for
from support.sizes import size

from bot.games.mafia.options import club_cast, sport_cast
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify

NINE = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor", "eve": "lover"}


async def whispers(mafia: MafiaRoom, who: str, text: str) -> None:
    """With the button on the night panel in the direct messages."""
    key = next(key for key in await mafia.asked(who) if key.startswith("night."))
    panel, _ = await mafia.panel(who, key)
    await mafia.writes(who, await mafia.presses(who, "Whisper", panel), text)
    await mafia.time(5)


# -- whole games -------------------------------------------------------------------------------------------------------


async def red_wins(mafia: MafiaRoom) -> None:
    """No vote on day 1, and in the night somebody whispers."""
    await mafia.speeches()
    await mafia.until("night")
    await whispers(mafia, "cat", "gus, I say")
    await reds_win(mafia)


@pytest.mark.usefixtures("real_pictures")
async def test_eight_people_play_until_the_last_black_card_has_gone(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        assert "Your card: **Sheriff**." in mafia.dm_text("ben")
        assert "**cat** (Mafia)" in mafia.dm_text("ann")
        assert "(Don)" not in mafia.dm_text("ben") + mafia.dm_text("hal")
        assert await mafia.floor() == ("ann", "speech.floor")
        assert "“Good morning, town!”" in mafia.board.text
        assert "Still to come: **ben**, " in mafia.board.text
        assert "Now: " not in mafia.board.text, "who has the floor is said below, and once"
        assert mafia.board.text.endswith("**ann** has the floor 🎤")

        await red_wins(mafia)

        assert await mafia.is_over()
        finale = mafia.board
        assert "Thank you, town" not in mafia.public(), "that a speech is over is seen by the next one"
        assert "The red side wins." in finale.pictured
        assert "ann: Don (black), voted out, day 2." in finale.pictured
        assert "dan: alive, Doctor (red), won." in finale.pictured
        assert "ben: Sheriff (red), killed, night 2, won." in finale.pictured
        assert "Doctor" not in finale.text, "the picture shows it"
        assert not mafia.is_locked()
        assert await mafia.to_undo() == []


async def test_what_was_told_in_that_game_and_to_whom(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await red_wins(mafia)
        public = mafia.public()
        assert any(said in public for said in ("Nobody was nominated", "Not one name"))
        assert "1. ann: leaves; 6 votes: ben, dan, eve, fay, gus, hal" in mafia.heard()
        assert "2. ben: 2 votes: ann, cat" in mafia.heard(), "the last nominee gets the missing votes"
        assert "Sheriff" not in "\n".join(mafia.texts()[1:-1]), "no card is shown before the end"

        assert "**cat** whispers: “gus, I say”" in mafia.dm_text("ann")
        assert all("whispers" not in mafia.dm_text(name) for name in mafia.people if name != "ann")
        assert "I nod: **ann** holds a **black** card." in mafia.dm_text("ben")
        assert "You have found the Sheriff: it **is** **ben**." in mafia.dm_text("ann")
        assert "Sheriff" not in mafia.dm_text("hal")

        story = await mafia.reads_on("hal", await mafia.presses("hal", "The story"))
        assert "**cat** was a member of the Mafia." in story
        assert "**ben**, the Sheriff, asked about **ann**, and I nodded: black." in story
        assert "**ann**, the Don, searched **ben** and found the Sheriff." in story
        assert "**dan**, the Doctor, sat at the bed of **fay**." in story

        (file,) = [one for one in mafia.board.message.attachments if one["filename"].startswith("recap")]
        body = mafia.file(file)
        assert json.loads(body)["game"] == "mafia"
        assert verify(Recap.model_validate_json(body)) is None


async def test_the_first_speaker_moves_on_each_day(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.night(ben="ann")
        assert await mafia.floor() == ("ben", "speech.floor")
        order = next(line for line in mafia.board.text.splitlines() if line.startswith("Still to come: **cat**"))
        assert order.endswith("**hal**, **ann**.")


async def test_the_sport_game_of_ten(tmp_path: Path) -> None:
    """A single nominee stays on day 1 and leaves on day 2; the Mafia wins."""
    roles = {"ann": "don", "ben": "mafia", "cat": "mafia", "dan": "sheriff"}
    options = {"one_nominee": "leaves_after_first_day"}
    async with mafia_room(tmp_path, 10, cast=sport_cast(), options=options, **roles) as mafia:
        await mafia.begin()
        await mafia.speeches(ann="jon")
        assert "jon" in await mafia.alive()
        await mafia.night(ann="dan", search="dan")
        assert "**dan**" in mafia.public()
        await mafia.floors("final")
        await mafia.speeches(ben="jon")
        assert "**jon** leaves" in mafia.public()
        await mafia.floors("final")
        assert "jon" not in await mafia.alive()
        await mafia.night(ann="ida")
        await mafia.floors("final")
        await mafia.speeches(cat="eve", ann="hal")
        await mafia.hands("ann", "ben", "cat", "fay")
        await mafia.floors("final")
        await mafia.until("over")
        await mafia.time(5)
        assert "The Mafia wins." in mafia.board.pictured
        assert "ann: alive, Don (black), won." in mafia.board.pictured


# -- the vote ----------------------------------------------------------------------------------------------------------


async def test_tied_twice_and_all_of_them_leave(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches(ann="gus", ben="hal")
        assert "• **hal**: gets the vote of everybody who has not voted yet" in mafia.board.text
        assert "8 of you still have a vote" in mafia.board.text
        await mafia.hands("ann", "ben", "cat", "dan")
        assert await mafia.floor() == ("gus", "defence.floor")
        assert "7. gus: 4 votes: ann, ben, cat, dan" in mafia.heard()
        assert "• **gus**: 4 votes" in mafia.board.text
        await mafia.thanks("gus")
        await mafia.time(2)
        assert await mafia.floor() == ("hal", "defence.floor")
        await mafia.time(31)
        assert "New vote" in mafia.board.text
        await mafia.hands("ann", "ben", "cat", "dan")
        assert "**Do all of them leave?** **gus**, **hal**. That takes 5 hands." in mafia.board.text
        await mafia.hands("ann", "ben", "cat", "dan", "eve", key="vote.all")
        assert "All of them leave: **gus** and **hal**." in mafia.public()
        await mafia.floors("final")
        assert set(mafia.names) - set(await mafia.alive()) == {"gus", "hal"}

        shown = await mafia.presses("eve", "Votes")
        assert shown.seen.message.flags & 64
        assert "Day 1, vote number 2" in shown.text
        assert "5 hands for it: **ann**, **ben**, **cat**, **dan**, **eve**" in shown.text


async def test_hands_stay_up_when_the_clock_runs_out(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches(ann="gus", ben="hal", cat="eve")
        board = mafia.board
        assert "8 of you still have a vote" in board.text
        assert "Still to answer" not in board.text, "who is asked is everybody"
        yes = next(control for control in board.controls if control.endswith(":yes"))
        await mafia.clicks("ann", board, yes)
        once = await refused(mafia, mafia.clicks("ann", mafia.board, yes))
        assert once == "You have already answered this question. **My seat** shows whether you are asked anything else."
        await mafia.time(16)
        assert "7. gus: 1 vote: ann" in mafia.board.pictured, "and not again in words below the picture"
        assert "• **hal** ◀ hands up now" in mafia.board.text
        assert "Still to answer about this name: **ben**, **cat**" in mafia.board.text
        assert "7 of you still have a vote" in mafia.board.text
        yes_again = next(control for control in mafia.board.controls if control.endswith(":yes"))
        used = await refused(mafia, mafia.clicks("ann", mafia.board, yes_again))
        assert used == "You have already used your vote. Each vote counts against one name only."
        assert await refused(mafia, mafia.forges("ben", board, yes)), "the moment has passed"
        assert "ann" not in await mafia.asked_for("vote.hand")
        await mafia.time(16)
        assert "5. eve: leaves; 7 votes" in mafia.heard()
        letters = {f"/channels/{mafia.dm(name).id}/messages/" for name in mafia.people}
        changed = [one.path for one in mafia.env.http_requests if one.method == "PATCH"]
        assert not [path for path in changed if any(path.startswith(one) for one in letters)], (
            "it was asked on the board"
        )


async def test_a_guest_of_the_lover_has_an_alibi(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, 9, **NINE) as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.night(eve="ida", ben="hal")
        menu = next(control for control in mafia.board.controls if control.startswith("mm:os:"))
        assert mafia.board.offered(menu) == [str(seat) for seat in range(1, 10)], "the menu gives nothing away"
        said = await refused(mafia, mafia.names_for_the_vote("ben", "ida"))
        assert "has an alibi today" in said
        assert "Lover" not in said
        await mafia.names_for_the_vote("ben", "hal")
        await mafia.time(2)
        assert not [control for control in mafia.board.controls if control.startswith("mm:os:")]
        await mafia.thanks("ben")
        await mafia.time(2)
        assert "already" in await refused(
            mafia, mafia.forges("cat", mafia.board, _menu(await mafia.occasion("speech.floor")), ["8"])
        )

        page = (await mafia.says("eve", "seat")).text
        assert "Last night you chose **ida**" in page
        await mafia.speeches()
        await mafia.until("night")
        panel, place = await mafia.panel("eve", "night.lover")
        assert str(seat_of("ida")) not in panel.offered(f"mm:s:{place}")


def _menu(occasion: str) -> str:
    return f"mm:os:{occasion}"


# -- fouls and silence -------------------------------------------------------------------------------------------------


async def test_the_fourth_foul_in_the_middle_of_a_vote(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.foul("fay")
        assert mafia.fouls("fay") == 1
        await mafia.foul("fay")
        await mafia.speeches(ann="gus", ben="hal")
        await mafia.foul("fay")
        assert "third foul" in mafia.public() or "three fouls" in mafia.public()
        assert mafia.fouls("fay") == 3
        await mafia.raises("ann")
        await mafia.foul("fay")
        await mafia.time(2)
        assert "fay" not in await mafia.alive()
        assert "vote is cancelled" in mafia.public() or "There is no vote today" in mafia.public()
        assert await mafia.until("night")
        assert "Alive: 7 of 8" in mafia.board.text
        assert "6. fay: sent out, day 1" in (await mafia.reads_text("gus"))
        assert {"gus", "hal"} <= set(await mafia.alive())


async def test_a_third_foul_costs_the_words_and_not_the_nomination(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        for _ in range(3):
            await mafia.foul("ben")
        await mafia.speaks("ann")
        assert "**ben** may nominate, but not speak 🎤" in mafia.board.text
        view = (await mafia.awake()).match.view(0)
        assert mafia.mirror.faces["mafia"].speech(view, seat_of("ben")) == "muted"
        await mafia.speaks("ben", nominate="gus")
        assert "• **gus**, nominated by **ben**" in mafia.board.text
        assert "You have 3 fouls." in (await mafia.says("ben", "seat")).text


async def test_who_writes_while_another_has_the_floor_is_not_heard(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, options={"fouls": "off"}, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.actor("ann").send(mafia.thread, "I am a citizen")
        await mafia.actor("ben").send(mafia.thread, "So am I")
        await mafia.time(2)
        contents = [message.message.content for message in mafia.messages(mafia.thread)]
        assert "I am a citizen" in contents
        assert "So am I" not in contents
        assert any("**ben**" in text or "ben," in text for text in mafia.texts()), "and is told why"


# -- the process dies --------------------------------------------------------------------------------------------------


async def test_restart_in_the_middle_of_a_speech(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speaks("ann", nominate="gus")
        await mafia.time(20)
        board, left, journal = mafia.board, await mafia.clocks(), await mafia.journal()
        await mafia.restart()
        assert await mafia.journal() == journal
        assert await mafia.floor() == ("ben", "speech.floor")
        assert left["clock.speech"] - 3 <= (await mafia.clocks())["clock.speech"] <= left["clock.speech"] + 16
        menu = next(control for control in board.controls if control.startswith("mm:os:"))
        await mafia.chooses("ben", board, menu, str(seat_of("hal")))  # the menu the dead process sent
        await mafia.time(2)
        assert "• **hal**, nominated by **ben**" in mafia.board.text
        await mafia.speeches()
        await mafia.hands("ann", "cat")
        assert "8. hal: leaves; 6 votes" in mafia.heard()


async def test_restart_in_the_middle_of_the_night(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        await mafia.answers("cat", "night.victim", "gus")
        panel, place = await mafia.panel("ann", "night.victim")
        before = {name: mafia.texts(mafia.dm(name)) for name in mafia.people}
        await mafia.restart()
        assert {name: mafia.texts(mafia.dm(name)) for name in mafia.people} == before
        assert mafia.is_locked(), "it is still night"
        await mafia.chooses("ann", panel, f"mm:s:{place}", str(seat_of("fay")))
        await mafia.until("final")
        assert (await mafia.floor())[0] == "fay", "the Don has the last word"
        assert not mafia.is_locked()
        told = mafia.told()
        assert sorted(told) == sorted(set(told))


# -- who may press what ------------------------------------------------------------------------------------------------


async def test_only_the_speaker_uses_the_floor(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        mafia.newcomer("zoe")
        await mafia.begin()
        only = "Only the player who has the floor can do that."
        assert {"ann says …", "ann: I have finished"} <= set(mafia.board.labels), "everybody sees whose they are"
        assert await refused(mafia, mafia.thanks("ben")) == f"{only} You speak next."
        assert await refused(mafia, mafia.names_for_the_vote("ben", "gus")) == f"{only} You speak next."
        assert await refused(mafia, mafia.presses("cat", "ann says …")) == (
            f"{only} You speak after 2 speeches, this one included."
        )
        assert await refused(mafia, mafia.thanks("zoe"))
        assert await refused(mafia, mafia.names_for_the_vote("zoe", "gus"))
        floor = await mafia.occasion("speech.floor")
        for forged in (f"mm:o:{floor}:yes", f"mm:o:{floor}:99", f"mm:o:{mafia.match_id}:vote.1.0.0:yes"):
            assert await refused(mafia, mafia.forges("ann", mafia.board, forged))
        for value in ("99", "0", "-1", "two"):
            assert await refused(mafia, mafia.forges("ann", mafia.board, f"mm:os:{floor}", [value]))
        assert await refused(mafia, mafia.forges("ann", mafia.board, f"mm:croak:{mafia.match_id}"))
        assert await refused(mafia, mafia.forges("ann", mafia.board, "mm:ballots:999"))
        old = mafia.board
        await mafia.speaks("ann")
        assert await refused(mafia, mafia.forges("ann", old, f"mm:o:{floor}:pass")), "the minute is over"
        assert await mafia.floor() == ("ben", "speech.floor")
        assert await refused(mafia, mafia.thanks("ann")) == f"{only} Your speech for today is over."


async def test_the_don_passes_by_a_button_and_has_the_last_word(tmp_path: Path) -> None:
    """M3-15, M3-2: the panel says what the Don did, and offers the choice again when all have pointed."""
    async with mafia_room(tmp_path, ann="don", cat="mafia", ben="sheriff", dan="doctor") as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        panel, _ = await mafia.panel("ann", "night.search")
        assert "Search nobody" in panel.labels
        done = await mafia.answers("ann", "night.search", None)
        assert "you search nobody" in done.text
        public = mafia.texts()
        await mafia.answers("ann", "night.victim", "gus")
        await mafia.answers("cat", "night.victim", "hal")
        await mafia.time(2)
        panel, _ = await mafia.panel("ann", "night.victim")
        assert "gus" in panel.text
        await mafia.answers("ann", "night.victim", "hal")
        await mafia.time(2)
        assert await mafia.asked("cat") == []
        assert mafia.texts() == public, "nobody else has seen anything"
        await mafia.time(70)
        assert "hal" in mafia.public()
        assert (await mafia.awake()).match.view(0).player(8).dying  # type: ignore[attr-defined]


async def test_nobody_answers_for_another_by_night(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        mafia.newcomer("zoe")
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        _, place = await mafia.panel("ann", "night.search")
        for who in ("hal", "zoe"):
            assert await refused(mafia, mafia.forges(who, mafia.board, f"mm:s:{place}", ["2"]))
        assert await refused(mafia, mafia.forges("hal", mafia.board, f"mm:seat:{mafia.match_id + 1}"))
        form = await mafia.forges("zoe", mafia.board, f"mm:whisper:{mafia.match_id}")
        assert await refused(mafia, mafia.writes("zoe", form, "let me in"))
        await whispers(mafia, "hal", "is anybody there?")
        assert all("is anybody there" not in mafia.dm_text(name) for name in mafia.people if name != "hal")


async def test_who_takes_no_direct_messages_plays_on_my_seat(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, closed=["ben"], **EIGHT) as mafia:
        await mafia.begin()
        assert await mafia.phase() == "deal", "the cards are not all delivered"
        page = await mafia.presses("ben", "My seat")
        assert "## Sheriff" in page.text
        await mafia.time(3)
        assert await mafia.phase() == "speeches"
        await mafia.speaks("ann")
        mine = await mafia.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:os:"))
        await mafia.chooses("ben", mine.seen, menu, str(seat_of("gus")))
        await mafia.time(2)
        assert "• **gus**, nominated by **ben**" in mafia.board.text
        await mafia.speeches()
        await mafia.until("night")
        mine = await mafia.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:s:"))
        await mafia.chooses("ben", mine.seen, menu, str(seat_of("ann")))
        await mafia.until("speeches")
        assert "the card of **ann** is **black**" in (await mafia.presses("ben", "My seat")).text


async def test_messages_closed_in_the_middle_of_the_game(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        close_messages(mafia, "dan")
        await mafia.speeches()
        await mafia.night(ben="ann", ann="fay")
        assert "dan, I cannot send you direct messages" in mafia.public()
        assert (await mafia.floor())[0] == "fay"


# -- two hidden worlds -------------------------------------------------------------------------------------------------


def make_folder(path: Path) -> None:
    path.mkdir()


Script = Callable[[MafiaRoom, Mapping[str, str]], Awaitable[None]]


async def streams_of(tmp_path: Path, roles: Mapping[str, str], script: Script) -> dict[str, list[str]]:
    """What everybody was sent while this deal was played by this script."""
    cast = club_cast(9)
    make_folder(tmp_path)
    async with mafia_room(tmp_path, 9, cast=cast, seed=seed_for(cast, roles)) as mafia:
        mafia.newcomer("zoe")
        await mafia.begin()
        await script(mafia, roles)
        return mafia.sent_to()


def same(here: Mapping[str, list[str]], there: Mapping[str, list[str]], *, but: set[str]) -> None:
    for name in here:
        if name in but:
            assert here[name] != there[name], f"the worlds are not different for {name}: the test tests nothing"
        else:
            assert here[name] == there[name], f"{name} can tell the two worlds apart"


async def look_around(mafia: MafiaRoom) -> None:
    await mafia.says("zoe", "table status")
    await mafia.says("fay", "table status")
    await mafia.says("fay", "seat")
    await mafia.presses("ann", "My seat")


async def one_night(mafia: MafiaRoom, roles: Mapping[str, str]) -> None:
    """A vote, a night with the same kill in both worlds, and the morning after it.

    Ann, fay, gus and ida are citizens; gus and ida leave, and who has left may look at the cards.
    """
    await mafia.speeches(ann="fay", fay="gus")
    await mafia.hands()
    await mafia.floors("final")
    await mafia.until("night")
    await look_around(mafia)
    don = next(name for name, role in roles.items() if role == "don")
    await mafia.night(**{don: "ida"}, search="ann")
    await look_around(mafia)
    await mafia.floors("final")
    await mafia.time(2)
    assert "ida" not in await mafia.alive()


WORLD = {"ann": "citizen", "fay": "citizen", "gus": "citizen", "ida": "citizen", "cat": "don", "dan": "mafia"}


@pytest.mark.full_size
@pytest.mark.parametrize(
    ("roles", "one", "other", "mates"),
    [
        ({"ben": "sheriff", "hal": "doctor", "eve": "lover"}, "ben", "hal", set()),
        ({"ben": "sheriff", "hal": "doctor", "eve": "lover"}, "dan", "hal", {"cat"}),
        ({"ben": "sheriff", "hal": "doctor", "eve": "lover"}, "ben", "eve", set()),
    ][: size(1, full=3)],
)
async def test_two_people_exchange_their_cards_and_nobody_else_can_tell(
    tmp_path: Path, roles: dict[str, str], one: str, other: str, mates: set[str]
) -> None:
    world = {**WORLD, **roles}
    swapped = {**world, one: world[other], other: world[one]}
    here = await streams_of(tmp_path / "here", world, one_night)
    there = await streams_of(tmp_path / "there", swapped, one_night)
    same(here, there, but={one, other, *mates})


@pytest.mark.parametrize(
    ("plans", "who"),
    [({"ben": "fay"}, {"ben"}), ({"hal": "gus"}, {"hal"}), ({"eve": "ann"}, {"eve"}), ({"dan": "gus"}, {"cat", "dan"})],
    ids=["busy sheriff", "careful doctor", "visiting lover", "another finger"],
)
async def test_hidden_acts_leave_no_trace_with_anybody_else(
    tmp_path: Path, plans: dict[str, str], who: set[str]
) -> None:
    world = {**WORLD, "ben": "sheriff", "hal": "doctor", "eve": "lover"}

    def script(**more: str) -> Script:
        async def play(mafia: MafiaRoom, _: Mapping[str, str]) -> None:
            await mafia.speeches()
            await mafia.until("night")
            await mafia.night(cat="ida", search="ann", **more)
            await look_around(mafia)

        return play

    here = await streams_of(tmp_path / "here", world, script())
    there = await streams_of(tmp_path / "there", world, script(**plans))
    same(here, there, but=who)


def test_the_people_of_these_tests_sit_where_they_are_said_to() -> None:
    assert [NAMES[seat - 1] for seat in (1, 2, 3)] == ["ann", "ben", "cat"]


# -- computers, and opening a table ------------------------------------------------------------------------------------


async def test_nobody_sees_the_controls_of_a_computer_that_has_the_floor(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, 7, computers=NAMES[1:7], ann="citizen") as mafia:
        await mafia.begin()
        assert {"ann says …", "ann: I have finished"} <= set(mafia.board.labels)
        await mafia.speaks("ann")
        assert (await mafia.floor())[0] in NAMES[1:7]
        assert "has the floor 🎤" in mafia.board.text
        pressed = {control.split(":")[1] for control in mafia.board.controls}
        assert not pressed & {"o", "os", "say"}, "they could only be refused"


async def test_a_table_of_computers_and_one_silent_person(tmp_path: Path) -> None:
    """Ann answers nothing: the clocks go on without her, to the end."""
    async with mafia_room(tmp_path, 7, computers=NAMES[1:7], ann="citizen") as mafia:
        await mafia.begin()
        await until_over_with(mafia, "ann", seconds=6000)
        await mafia.time(5)
        (told,) = [line for line in mafia.board.pictured.splitlines() if " ann: " in line]
        assert "Citizen" in told
        assert not mafia.is_locked()


async def test_a_table_is_opened_in_the_lobby(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, 6, ann="don") as mafia:
        shown = await mafia.says("ann", "play", channel=mafia.room, game="mafia")
        assert "## Mafia" in shown.text
        assert "Role set: **Club**" in shown.text
        assert "With 6 players: Don, Mafia, Sheriff, Doctor, 2\u00a0×\u00a0Citizen" in shown.text
        assert "rumplestiltskin" not in shown.text.lower()
