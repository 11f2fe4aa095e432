"""Mafia on Discord, by clicks only: speeches, nominations, votes, fouls and nights, as the table sees them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from language.any_game import NAMES, seat_of
from rooms.any_game import close_messages, refused, until_over_with
from rooms.mafia import EIGHT, Club, club_room, reds_win, seed_for
from support.sizes import size

from bot.games.mafia.options import club_cast, sport_cast
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify

NINE = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor", "eve": "lover"}


async def whispers(club: Club, who: str, text: str) -> None:
    """With the button on the night panel in the direct messages."""
    key = next(key for key in await club.asked(who) if key.startswith("night."))
    panel, _ = await club.panel(who, key)
    await club.writes(who, await club.presses(who, "Whisper", panel), text)
    await club.time(5)


# -- whole games -------------------------------------------------------------------------------------------------------


async def red_wins(club: Club) -> None:
    """No vote on day 1, and in the night somebody whispers."""
    await club.speeches()
    await club.until("night")
    await whispers(club, "cat", "gus, I say")
    await reds_win(club)


async def test_eight_people_play_until_the_last_black_card_has_gone(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        assert "Your card: **Sheriff**." in club.dm_text("ben")
        assert "**cat** (Mafia)" in club.dm_text("ann")
        assert "(Don)" not in club.dm_text("ben") + club.dm_text("hal")
        assert await club.floor() == ("ann", "speech.floor")
        assert "“Good morning, village!”" in club.board.text
        assert "Still to come: **ben**, " in club.board.text
        assert "Now: " not in club.board.text, "who has the floor is said below, and once"
        assert club.board.text.endswith("**ann** has the floor 🎤")

        await red_wins(club)

        assert await club.is_over()
        finale = club.board
        assert "Thank you, village" not in club.public(), "that a speech is over is seen by the next one"
        assert "# **The red side wins!**" in finale.text
        assert "ann: Don (black), voted out, day 2." in finale.pictured
        assert "dan: alive, Doctor (red), won." in finale.pictured
        assert "ben: Sheriff (red), killed, night 2, won." in finale.pictured
        assert "Doctor" not in finale.text, "the picture shows it"
        assert not club.is_locked()
        assert await club.to_undo() == []


async def test_what_was_told_in_that_game_and_to_whom(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await red_wins(club)
        public = club.public()
        assert any(said in public for said in ("Nobody was nominated", "Not one name"))
        assert "1. ann: leaves; 6 votes: ben, dan, eve, fay, gus, hal" in club.heard()
        assert "2. ben: 2 votes: ann, cat" in club.heard(), "the last nominee gets the missing votes"
        assert "Sheriff" not in "\n".join(club.texts()[1:-1]), "no card is shown before the end"

        assert "**cat** whispers: “gus, I say”" in club.dm_text("ann")
        assert all("whispers" not in club.dm_text(name) for name in club.people if name != "ann")
        assert "I nod: **ann** holds a **black** card." in club.dm_text("ben")
        assert "You have found the Sheriff: it **is** **ben**." in club.dm_text("ann")
        assert "Sheriff" not in club.dm_text("hal")

        story = await club.reads_on("hal", await club.presses("hal", "The story"))
        assert "**cat** was a member of the Mafia." in story
        assert "**ben**, the Sheriff, asked about **ann**, and I nodded: black." in story
        assert "**ann**, the Don, searched **ben** and found the Sheriff." in story
        assert "**dan**, the Doctor, sat at the bed of **fay**." in story

        (file,) = [one for one in club.board.message.attachments if one["filename"].startswith("recap")]
        body = club.file(file)
        assert json.loads(body)["game"] == "mafia"
        assert verify(Recap.model_validate_json(body)) is None


async def test_the_first_speaker_moves_on_each_day(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches()
        await club.night(ben="ann")
        assert await club.floor() == ("ben", "speech.floor")
        order = next(line for line in club.board.text.splitlines() if line.startswith("Still to come: **cat**"))
        assert order.endswith("**hal**, **ann**.")


async def test_the_sport_game_of_ten(tmp_path: Path) -> None:
    """A single nominee stays on day 1 and leaves on day 2; the Mafia wins."""
    roles = {"ann": "don", "ben": "mafia", "cat": "mafia", "dan": "sheriff"}
    options = {"one_nominee": "leaves_after_first_day"}
    async with club_room(tmp_path, 10, cast=sport_cast(), options=options, **roles) as club:
        await club.begin()
        await club.speeches(ann="jon")
        assert "jon" in await club.alive()
        await club.night(ann="dan", search="dan")
        assert "**dan**" in club.public()
        await club.floors("final")
        await club.speeches(ben="jon")
        assert "**jon** leaves" in club.public()
        await club.floors("final")
        assert "jon" not in await club.alive()
        await club.night(ann="ida")
        await club.floors("final")
        await club.speeches(cat="eve", ann="hal")
        await club.hands("ann", "ben", "cat", "fay")
        await club.floors("final")
        await club.until("over")
        await club.time(5)
        assert "# **The Mafia wins!**" in club.board.text
        assert "ann: alive, Don (black), won." in club.board.pictured


# -- the vote ----------------------------------------------------------------------------------------------------------


async def test_tied_twice_and_all_of_them_leave(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches(ann="gus", ben="hal")
        assert "No. 2 **hal**: gets the vote of everybody who has not voted yet" in club.board.text
        assert "8 votes are still to be given" in club.board.text
        await club.hands("ann", "ben", "cat", "dan")
        assert await club.floor() == ("gus", "defence.floor")
        assert "7. gus: 4 votes: ann, ben, cat, dan" in club.heard()
        assert "No. 1 **gus**: 4 votes" in club.board.text
        await club.thanks("gus")
        await club.time(2)
        assert await club.floor() == ("hal", "defence.floor")
        await club.time(31)
        assert "New vote" in club.board.text
        await club.hands("ann", "ben", "cat", "dan")
        assert "**Do all of them leave?** **gus**, **hal**. That takes 5 hands." in club.board.text
        await club.hands("ann", "ben", "cat", "dan", "eve", key="vote.all")
        assert "All of them leave: **gus**, **hal**." in club.public()
        await club.floors("final")
        assert set(club.names) - set(await club.alive()) == {"gus", "hal"}

        shown = await club.presses("eve", "Votes")
        assert shown.seen.message.flags & 64
        assert "Day 1, vote number 2" in shown.text
        assert "5 hands for it: **ann**, **ben**, **cat**, **dan**, **eve**" in shown.text


async def test_hands_stay_up_when_the_clock_runs_out(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches(ann="gus", ben="hal", cat="eve")
        board = club.board
        assert "8 votes are still to be given" in board.text
        assert "Still waiting" not in board.text, "who is asked is everybody"
        yes = next(control for control in board.controls if control.endswith(":yes"))
        await club.clicks("ann", board, yes)
        assert await refused(club, club.clicks("ann", club.board, yes)), "one hand each"
        await club.time(16)
        assert "No. 1 **gus**: 1 vote (**ann**)" in club.board.text
        assert "No. 2 **hal** ◀ hands up now" in club.board.text
        assert "Still waiting for: **ben**, **cat**" in club.board.text
        assert "7 votes are still to be given" in club.board.text
        assert await refused(club, club.forges("ben", board, yes)), "the moment has passed"
        assert "ann" not in await club.asked_for("vote.hand")
        await club.time(16)
        assert "5. eve: leaves; 7 votes" in club.heard()
        letters = {f"/channels/{club.dm(name).id}/messages/" for name in club.people}
        changed = [one.path for one in club.env.http_requests if one.method == "PATCH"]
        assert not [path for path in changed if any(path.startswith(one) for one in letters)], (
            "it was asked on the board"
        )


async def test_a_guest_of_the_lover_has_an_alibi(tmp_path: Path) -> None:
    async with club_room(tmp_path, 9, **NINE) as club:
        await club.begin()
        await club.speeches()
        await club.night(eve="ida", ben="hal")
        menu = next(control for control in club.board.controls if control.startswith("mm:os:"))
        assert club.board.offered(menu) == [str(seat) for seat in range(1, 10)], "the menu gives nothing away"
        said = await refused(club, club.names_for_the_vote("ben", "ida"))
        assert "has an alibi today" in said
        assert "Lover" not in said
        await club.names_for_the_vote("ben", "hal")
        await club.time(2)
        assert not [control for control in club.board.controls if control.startswith("mm:os:")]
        await club.thanks("ben")
        await club.time(2)
        assert "already" in await refused(
            club, club.forges("cat", club.board, _menu(await club.occasion("speech.floor")), ["8"])
        )

        page = (await club.says("eve", "seat")).text
        assert "Last night you chose **ida**" in page
        await club.speeches()
        await club.until("night")
        panel, place = await club.panel("eve", "night.lover")
        assert str(seat_of("ida")) not in panel.offered(f"mm:s:{place}")


def _menu(occasion: str) -> str:
    return f"mm:os:{occasion}"


# -- fouls and silence -------------------------------------------------------------------------------------------------


async def test_the_fourth_foul_in_the_middle_of_a_vote(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.foul("fay")
        assert club.fouls("fay") == 1
        await club.foul("fay")
        await club.speeches(ann="gus", ben="hal")
        await club.foul("fay")
        assert "third foul" in club.public() or "three fouls" in club.public()
        assert club.fouls("fay") == 3
        await club.raises("ann")
        await club.foul("fay")
        await club.time(2)
        assert "fay" not in await club.alive()
        assert "vote is cancelled" in club.public() or "There is no vote today" in club.public()
        assert await club.until("night")
        assert "Gone: **fay**, sent out for fouls on day 1" in club.board.text
        assert {"gus", "hal"} <= set(await club.alive())


async def test_a_third_foul_costs_the_words_and_not_the_nomination(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        for _ in range(3):
            await club.foul("ben")
        await club.speaks("ann")
        assert "**ben** may nominate, but not speak 🎤" in club.board.text
        view = (await club.awake()).match.view(0)
        assert club.mirror.faces["mafia"].speech(view, seat_of("ben")) == "muted"
        await club.speaks("ben", nominate="gus")
        assert "No. 1 **gus**, nominated by **ben**" in club.board.text
        assert "You have 3 fouls." in (await club.says("ben", "seat")).text


async def test_who_writes_while_another_has_the_floor_is_not_heard(tmp_path: Path) -> None:
    async with club_room(tmp_path, options={"fouls": "off"}, **EIGHT) as club:
        await club.begin()
        await club.actor("ann").send(club.thread, "I am a citizen")
        await club.actor("ben").send(club.thread, "So am I")
        await club.time(2)
        contents = [message.message.content for message in club.messages(club.thread)]
        assert "I am a citizen" in contents
        assert "So am I" not in contents
        assert any("**ben**" in text or "ben," in text for text in club.texts()), "and is told why"


# -- the process dies --------------------------------------------------------------------------------------------------


async def test_restart_in_the_middle_of_a_speech(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speaks("ann", nominate="gus")
        await club.time(20)
        board, left, journal = club.board, await club.clocks(), await club.journal()
        await club.restart()
        assert await club.journal() == journal
        assert await club.floor() == ("ben", "speech.floor")
        assert left["clock.speech"] - 3 <= (await club.clocks())["clock.speech"] <= left["clock.speech"] + 16
        menu = next(control for control in board.controls if control.startswith("mm:os:"))
        await club.chooses("ben", board, menu, str(seat_of("hal")))  # the menu the dead process sent
        await club.time(2)
        assert "No. 2 **hal**, nominated by **ben**" in club.board.text
        await club.speeches()
        await club.hands("ann", "cat")
        assert "8. hal: leaves; 6 votes" in club.heard()


async def test_restart_in_the_middle_of_the_night(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches()
        await club.until("night")
        await club.answers("cat", "night.victim", "gus")
        panel, place = await club.panel("ann", "night.victim")
        before = {name: club.texts(club.dm(name)) for name in club.people}
        await club.restart()
        assert {name: club.texts(club.dm(name)) for name in club.people} == before
        assert club.is_locked(), "it is still night"
        await club.chooses("ann", panel, f"mm:s:{place}", str(seat_of("fay")))
        await club.until("final")
        assert (await club.floor())[0] == "fay", "the Don has the last word"
        assert not club.is_locked()
        told = club.told()
        assert sorted(told) == sorted(set(told))


# -- who may press what ------------------------------------------------------------------------------------------------


async def test_only_the_speaker_uses_the_floor(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        club.newcomer("zoe")
        await club.begin()
        assert "Only the player who has the floor" in await refused(club, club.thanks("ben"))
        assert "Only the player who has the floor" in await refused(club, club.names_for_the_vote("ben", "gus"))
        assert await refused(club, club.thanks("zoe"))
        assert await refused(club, club.names_for_the_vote("zoe", "gus"))
        floor = await club.occasion("speech.floor")
        for forged in (f"mm:o:{floor}:yes", f"mm:o:{floor}:99", f"mm:o:{club.match_id}:vote.1.0.0:yes"):
            assert await refused(club, club.forges("ann", club.board, forged))
        for value in ("99", "0", "-1", "two"):
            assert await refused(club, club.forges("ann", club.board, f"mm:os:{floor}", [value]))
        assert await refused(club, club.forges("ann", club.board, f"mm:croak:{club.match_id}"))
        assert await refused(club, club.forges("ann", club.board, "mm:ballots:999"))
        old = club.board
        await club.speaks("ann")
        assert await refused(club, club.forges("ann", old, f"mm:o:{floor}:pass")), "the minute is over"
        assert await club.floor() == ("ben", "speech.floor")


async def test_the_don_passes_by_a_button_and_has_the_last_word(tmp_path: Path) -> None:
    """M3-15, M3-2: the panel says what the Don did, and offers the choice again when all have pointed."""
    async with club_room(tmp_path, ann="don", cat="mafia", ben="sheriff", dan="doctor") as club:
        await club.begin()
        await club.speeches()
        await club.until("night")
        panel, _ = await club.panel("ann", "night.search")
        assert "Search nobody" in panel.labels
        done = await club.answers("ann", "night.search", None)
        assert "you search nobody" in done.text
        public = club.texts()
        await club.answers("ann", "night.victim", "gus")
        await club.answers("cat", "night.victim", "hal")
        await club.time(2)
        panel, _ = await club.panel("ann", "night.victim")
        assert "gus" in panel.text
        await club.answers("ann", "night.victim", "hal")
        await club.time(2)
        assert await club.asked("cat") == []
        assert club.texts() == public, "nobody else has seen anything"
        await club.time(70)
        assert "hal" in club.public()
        assert (await club.awake()).match.view(0).player(8).dying  # type: ignore[attr-defined]


async def test_nobody_answers_for_another_by_night(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        club.newcomer("zoe")
        await club.begin()
        await club.speeches()
        await club.until("night")
        _, place = await club.panel("ann", "night.search")
        for who in ("hal", "zoe"):
            assert await refused(club, club.forges(who, club.board, f"mm:s:{place}", ["2"]))
        assert await refused(club, club.forges("hal", club.board, f"mm:seat:{club.match_id + 1}"))
        form = await club.forges("zoe", club.board, f"mm:whisper:{club.match_id}")
        assert await refused(club, club.writes("zoe", form, "let me in"))
        await whispers(club, "hal", "is anybody there?")
        assert all("is anybody there" not in club.dm_text(name) for name in club.people if name != "hal")


async def test_who_takes_no_direct_messages_plays_on_my_seat(tmp_path: Path) -> None:
    async with club_room(tmp_path, closed=["ben"], **EIGHT) as club:
        await club.begin()
        assert await club.phase() == "deal", "the cards are not all delivered"
        page = await club.presses("ben", "My seat")
        assert "## Sheriff" in page.text
        await club.time(3)
        assert await club.phase() == "speeches"
        await club.speaks("ann")
        mine = await club.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:os:"))
        await club.chooses("ben", mine.seen, menu, str(seat_of("gus")))
        await club.time(2)
        assert "No. 1 **gus**, nominated by **ben**" in club.board.text
        await club.speeches()
        await club.until("night")
        mine = await club.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:s:"))
        await club.chooses("ben", mine.seen, menu, str(seat_of("ann")))
        await club.until("speeches")
        assert "the card of **ann** is **black**" in (await club.presses("ben", "My seat")).text


async def test_messages_closed_in_the_middle_of_the_game(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        close_messages(club, "dan")
        await club.speeches()
        await club.night(ben="ann", ann="fay")
        assert "dan, I cannot send you direct messages" in club.public()
        assert (await club.floor())[0] == "fay"


# -- two hidden worlds -------------------------------------------------------------------------------------------------


def make_folder(path: Path) -> None:
    path.mkdir()


Script = Callable[[Club, Mapping[str, str]], Awaitable[None]]


async def streams_of(tmp_path: Path, roles: Mapping[str, str], script: Script) -> dict[str, list[str]]:
    """What everybody was sent while this deal was played by this script."""
    cast = club_cast(9)
    make_folder(tmp_path)
    async with club_room(tmp_path, 9, cast=cast, seed=seed_for(cast, roles)) as club:
        club.newcomer("zoe")
        await club.begin()
        await script(club, roles)
        return club.sent_to()


def same(here: Mapping[str, list[str]], there: Mapping[str, list[str]], *, but: set[str]) -> None:
    for name in here:
        if name in but:
            assert here[name] != there[name], f"the worlds are not different for {name}: the test tests nothing"
        else:
            assert here[name] == there[name], f"{name} can tell the two worlds apart"


async def look_around(club: Club) -> None:
    await club.says("zoe", "table status")
    await club.says("fay", "table status")
    await club.says("fay", "seat")
    await club.presses("ann", "My seat")


async def one_night(club: Club, roles: Mapping[str, str]) -> None:
    """A vote, a night with the same kill in both worlds, and the morning after it.

    Ann, fay, gus and ida are citizens; gus and ida leave, and who has left may look at the cards.
    """
    await club.speeches(ann="fay", fay="gus")
    await club.hands()
    await club.floors("final")
    await club.until("night")
    await look_around(club)
    don = next(name for name, role in roles.items() if role == "don")
    await club.night(**{don: "ida"}, search="ann")
    await look_around(club)
    await club.floors("final")
    await club.time(2)
    assert "ida" not in await club.alive()


WORLD = {"ann": "citizen", "fay": "citizen", "gus": "citizen", "ida": "citizen", "cat": "don", "dan": "mafia"}


@pytest.mark.full_size
@pytest.mark.parametrize(
    ("roles", "one", "other", "mates"),
    [
        ({"ben": "sheriff", "hal": "doctor", "eve": "lover"}, "ben", "hal", set()),
        ({"ben": "sheriff", "hal": "doctor", "eve": "lover"}, "dan", "hal", {"cat"}),
        ({"ben": "sheriff", "hal": "doctor", "eve": "lover"}, "ben", "eve", set()),
    ][: size(2, full=3)],
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
        async def play(club: Club, _: Mapping[str, str]) -> None:
            await club.speeches()
            await club.until("night")
            await club.night(cat="ida", search="ann", **more)
            await look_around(club)

        return play

    here = await streams_of(tmp_path / "here", world, script())
    there = await streams_of(tmp_path / "there", world, script(**plans))
    same(here, there, but=who)


def test_the_people_of_these_tests_sit_where_they_are_said_to() -> None:
    assert [NAMES[seat - 1] for seat in (1, 2, 3)] == ["ann", "ben", "cat"]


# -- computers, and opening a table ------------------------------------------------------------------------------------


async def test_a_table_of_computers_and_one_silent_person(tmp_path: Path) -> None:
    """Ann answers nothing: the clocks go on without her, to the end."""
    async with club_room(tmp_path, 7, computers=NAMES[1:7], ann="citizen") as club:
        await club.begin()
        await until_over_with(club, "ann", seconds=6000)
        await club.time(5)
        (told,) = [line for line in club.board.pictured.splitlines() if " ann: " in line]
        assert "Citizen" in told
        assert not club.is_locked()


async def test_a_table_is_opened_in_the_lobby(tmp_path: Path) -> None:
    async with club_room(tmp_path, 6, ann="don") as club:
        shown = await club.says("ann", "play", channel=club.room, game="mafia")
        assert "## Mafia" in shown.text
        assert "Role set: **Club**" in shown.text
        assert "With 6 players: Don, Mafia, Sheriff, Doctor, 2\u00a0×\u00a0Citizen" in shown.text
        assert "rumplestiltskin" not in shown.text.lower()
