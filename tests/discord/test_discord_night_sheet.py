"""The night sheet: a person who leads a night is told card by card whom to wake, what to ask and what was answered."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
from language.any_game import seat_of
from rooms.any_game import Answered, refused, without_times
from rooms.mafia import mafia_room
from rooms.village import Square, enchanted_square, village_square
from two_worlds import Streams, look_around, make_folder, same

from bot.games.mafia.roles import ROLES as MAFIA_ROLES
from bot.games.village.roles import ROLES as VILLAGE_ROLES
from cogs.mafia.night_steps import NIGHT_STEPS as MAFIA_STEPS
from cogs.village.night_steps import NIGHT_STEPS as VILLAGE_STEPS

CAST = {"rumplestiltskin": 2, "sheriff": 1, "fairy_godmother": 1, "esmeralda": 1, "villager": 4}
ROLES = {"ann": "murderer", "cat": "warlock", "ben": "sheriff", "dan": "fairy_godmother", "eve": "esmeralda"}
MASTER = "moss"


async def night_led(square: Square, *, sees_all: bool = False, begun: bool = False) -> Answered:
    """It is night, somebody without a seat leads, and has opened the sheet."""
    if not begun:
        await square.begin()
        await square.introduce_all()
    square.newcomer(MASTER)
    await square.says("ann", "table chair", master=square.actor(MASTER), sees_all=sees_all)
    await square.time(3)
    if sees_all:
        await square.presses(MASTER, "Show me all cards", (await desk(square)).seen)
    return await square.presses(MASTER, "Night sheet, step by step", (await desk(square)).seen)


async def desk(room: Any) -> Answered:
    answered = await room.forges(MASTER, room.board, f"mm:desk:{room.match_id}")
    await room.time(1)
    return answered  # type: ignore[no-any-return]


async def press(room: Any, shown: Answered, label: str) -> Answered:
    answered = await room.presses(MASTER, label, shown.seen)
    await room.time(2)
    return answered  # type: ignore[no-any-return]


async def step_called(room: Any, shown: Answered, line: str) -> Answered:
    """Go on to the step at which this is read aloud."""
    for _ in range(12):
        if line in shown.text:
            return shown
        shown = await press(room, shown, "Next step")
    raise AssertionError(f"never came to {line}: {shown.text}")


async def test_a_whole_night_by_the_sheet_one_press_a_step(tmp_path: Path) -> None:
    """By somebody who knows no cards and has never led one: what they read is enough."""
    async with village_square(tmp_path, cast=CAST, options={"all_must_point": True}, **ROLES) as square:
        shown = await night_led(square)
        assert "step 1 of 6" in shown.text
        assert "Night falls. Everybody closes their eyes." in shown.text
        shown = await press(square, shown, "Next step")
        assert "The Rumplestiltskins open their eyes" in shown.text
        assert "Whom should the village lose?" in shown.text
        shown = await press(square, shown, "Next step")
        assert "The Sheriff wakes" in shown.text
        assert "the player who has this card" in shown.text
        for name in square.names:
            assert f"**{name}**" not in shown.text, "no name is told to somebody who knows no cards"
        for who in ("ann", "cat"):
            await square.answers(who, "night.victim", "fay")
        assert "closes this hour" not in shown.text
        shown = await press(square, shown, "Next step")
        assert "Esmeralda wakes" in shown.text
        assert await square.asked("eve") == ["night.mute"], "she is called while she can choose"
        assert "closes this hour" in shown.text
        assert await square.phase() == "night"
        shown = await press(square, shown, "Next step")
        assert "The Fairy Godmother wakes" in shown.text
        assert await square.asked("dan") == ["night.heal"]
        assert "ends the night" in shown.text
        shown = await press(square, shown, "Next step")
        assert "The night is over" in shown.text
        assert "The sun rises" in shown.text
        assert await square.phase() != "night"
        assert "fay" not in await square.alive()


async def test_who_knows_all_cards_sees_who_wakes_and_what_they_chose(tmp_path: Path) -> None:
    async with village_square(tmp_path, cast=CAST, **ROLES) as square:
        shown = await step_called(square, await night_led(square, sees_all=True), "The Sheriff wakes")
        assert "Who wakes:** **ben**" in shown.text
        assert "**ben** has not chosen yet" in shown.text
        await square.answers("ben", "night.investigate", "ann")
        await square.answers("fay", "night.suspect", "ann")
        shown = await press(square, shown, "Back")
        assert "**ann**, **cat**" in shown.text
        shown = await press(square, shown, "Next step")
        assert "• " in shown.text
        assert "**ann**" in shown.text.partition("chosen:")[2]
        shown = await press(square, shown, "Run again")
        assert "They are asked again" in shown.text
        assert "**ben** has not chosen yet" in shown.text
        assert await square.asked("ben") == ["night.investigate"]
        assert await square.asked("fay") == [], "what the others have chosen stays"
        await square.time(5)
        await square.answers("ben", "night.investigate", "gus")
        shown = await press(square, await press(square, shown, "Back"), "Next step")
        assert "**gus**" in shown.text.partition("chosen:")[2]


async def test_a_card_is_skipped_without_a_word_about_its_holder(tmp_path: Path) -> None:
    async with village_square(tmp_path, cast=CAST, **ROLES) as square:
        shown = await step_called(square, await night_led(square), "The Sheriff wakes")
        bystander = await square.asked("gus")
        public = square.texts(square.thread, viewer="prompter")
        shown = await press(square, shown, "Skip this card")
        assert "has not chosen yet does nothing tonight" in shown.text
        assert await square.asked("ben") == []
        assert await square.asked("gus") == bystander
        assert "ben" not in shown.text
        assert square.texts(square.thread, viewer="prompter") == public
        shown = await press(square, shown, "Skip this card")
        assert "has not chosen yet does nothing tonight" in shown.text, "the same whether or not somebody is asked"
        shown = await press(square, shown, "Run again")
        assert "can choose once more" in shown.text
        assert await square.asked("ben") == ["night.investigate"], "what was skipped is asked after all"
        assert await square.asked("gus") == bystander


async def test_two_presses_in_one_moment_end_one_hour(tmp_path: Path) -> None:
    async with village_square(tmp_path, cast=CAST, options={"all_must_point": True}, **ROLES) as square:
        shown = await step_called(square, await night_led(square), "Esmeralda wakes")
        (onward,) = [one for one in shown.seen.controls if ":onward:" in one]
        await square.answers("ann", "night.victim", "fay")
        await square.answers("cat", "night.victim", "fay")
        await square.forges(MASTER, square.board, onward)
        await square.time(2)
        assert await square.asked("dan") == ["night.heal"]
        await square.forges(MASTER, square.board, onward)
        await square.time(2)
        assert await square.asked("dan") == ["night.heal"], "her hour was not open when that was shown"


async def test_the_sheet_is_for_the_master_and_for_its_night(tmp_path: Path) -> None:
    async with village_square(tmp_path, cast=CAST, **ROLES) as square:
        shown = await night_led(square)
        for ident in [one for one in shown.seen.controls if "desk" in one]:
            told = await refused(square, square.forges("gus", square.board, ident))
            assert told.startswith("Only the person who leads this game")
        while await square.phase() == "night":
            shown = await press(square, shown, "Next step")
        place = f"{(await square.awake()).match.checkpoint}:1"
        late = await square.forges(MASTER, square.board, f"mm:desk:{square.match_id}:sheet:{place}")
        assert late.text.startswith("The night is over")
        late = await square.forges(MASTER, square.board, f"mm:desk:{square.match_id}:onward:{place}:x")
        assert late.text.startswith("The night is over"), "whoever presses too late is shown how it goes on"
        skip = square.forges(MASTER, square.board, f"mm:desk:{square.match_id}:pass:{place}")
        assert "That night is over" in await refused(square, skip)


async def test_mafia_has_the_same_sheet(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, ann="don", ben="sheriff", cat="mafia", dan="doctor") as mafia:
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        mafia.newcomer(MASTER)
        await mafia.says("ann", "table chair", master=mafia.actor(MASTER))
        await mafia.time(3)
        shown = await press(mafia, await desk(mafia), "Night sheet, step by step")
        shown = await step_called(mafia, shown, "The Don wakes and looks for the Sheriff")
        assert "Who could be the Sheriff?" in shown.text
        shown = await step_called(mafia, shown, "The Doctor wakes")
        shown = await press(mafia, shown, "Next step")
        assert "The night is over" in shown.text
        assert await mafia.phase() != "night"


async def test_who_knows_no_cards_reads_the_same_in_two_worlds(tmp_path: Path) -> None:
    """Other holders, other answers: every page of the sheet is the same to the letter."""
    other = {"hal": "murderer", "gus": "warlock", "fay": "sheriff", "eve": "fairy_godmother", "dan": "esmeralda"}
    read = []
    for world, roles in enumerate((ROLES, other)):
        (tmp_path / str(world)).mkdir()
        options = {"all_must_point": True}
        async with village_square(tmp_path / str(world), cast=CAST, options=options, **roles) as square:
            shown = await night_led(square)
            pages = [shown.text]
            if world:
                sheriff = next(name for name, role in roles.items() if role == "sheriff")
                await square.answers(sheriff, "night.investigate", "ann")
            for _ in range(2):
                shown = await press(square, shown, "Next step")
                pages.append(shown.text + str(re.sub(r"[0-9a-f]{16}", "", str(shown.seen.controls))))
            shown = await press(square, shown, "Skip this card")
            pages.append(shown.text)
            for _ in range(2):
                shown = await press(square, shown, "Next step")
                pages.append(shown.text)
            read.append(pages)
    assert read[0] == read[1]


async def nights_work(square: Square, line: str, *chosen: tuple[str, str, str]) -> Streams:
    """What everybody was sent, and when: these have chosen, and a leader who knows no cards runs this card again."""
    square.watched = True
    channel = square.guild.create_text_channel("audit")
    manages = square.guild.create_role("manages", permissions=discord.Permissions(manage_guild=True))
    square.newcomer("mod", roles=[manages])
    await square.says("mod", "settings audit", square.room, where=channel)
    shown = await step_called(square, await night_led(square), line)
    for who, key, value in chosen:
        await square.answers(who, key, value)
    await square.time(5)
    shown = await press(square, shown, "Run again")
    assert "can choose once more, as long as nothing has followed" in shown.text
    assert "let a card of the night choose once more" in square.texts(channel)[-1]
    await look_around(square)
    await square.forges(MASTER, square.board, next(one for one in shown.seen.controls if ":again:" in one))
    await square.time(30)
    return square.sent_to()


def unsealed(streams: Streams) -> Streams:
    """Without the names of moments, which are sealed with the seed: other cards are dealt from another seed."""
    return {name: [re.sub(r"[0-9a-f]{16}", "", line) for line in lines] for name, lines in streams.items()}


async def test_whether_anybody_is_asked_once_more_shows_to_nobody_else(tmp_path: Path) -> None:
    """The Sheriff has not chosen, or has, or somebody else is the Sheriff and has: to the leader, the table, the log
    and the server's channel it is one world. So it is where a team has learned something and nothing is taken back."""
    elsewhere = {**ROLES, "ben": "villager", "fay": "sheriff"}
    sheriff, team = "The Sheriff wakes", "The Rumplestiltskins open"
    streams, logs = [], []
    for number, (roles, line, *chosen) in enumerate((
        (ROLES, sheriff), (ROLES, sheriff, ("ben", "night.investigate", "ann")),
        (elsewhere, sheriff, ("fay", "night.investigate", "ann")),
        (ROLES, team), (ROLES, team, ("ann", "night.victim", "gus")),
    )):  # fmt: skip
        make_folder(tmp_path / str(number))
        async with village_square(tmp_path / str(number), cast=CAST, **roles) as square:
            square.newcomer("zoe")
            streams.append(await nights_work(square, line, *chosen))
            logs.append(await square.log())
            for who, key, _ in chosen:
                again = key == "night.investigate"
                assert [one.seat for one in await square.journal() if one.key == key] == [seat_of(who)] * (not again)
                assert "wakes" not in square.texts(square.dm(who))[-1]
                if again:
                    assert await square.panel(who, key) is not None
                    await square.answers(who, key, "gus")
    waits, chose, other, points, told = streams
    same(waits, chose, but={"ben"})
    same(unsealed(waits), unsealed(other), but={"ben", "fay"})
    same(points, told, but={"ann", "cat"})
    assert logs[0] == logs[1] == logs[2]
    assert logs[3] == logs[4]


EVERY_CARD = {
    "ann": "murderer", "ben": "warlock", "cat": "trickster", "dan": "sheriff", "eve": "little_mary",
    "fay": "fairy_godmother", "gus": "mad_hatter", "hal": "prince_charming", "ida": "huntsman", "jon": "esmeralda",
    "kim": "captain_hook",
}  # fmt: skip
TEAM = ("ann", "ben", "cat")
WAKES = {
    "all": (), "rumplestiltskin": TEAM, "little_mary": ("eve",), "mad_hatter": ("gus",), "prince_charming": ("hal",),
    "sheriff": ("dan",), "esmeralda": ("jon",), "powers": TEAM, "fairy_godmother": ("fay",), "resurrection": ("hal",),
    "huntsman": ("ida",),
}  # fmt: skip
"""The cards in the order in which they are called, and who is asked what belongs to the step."""


async def asked_at(square: Square, card: str) -> tuple[str, ...]:
    """Everybody who is asked one of the questions of this step now."""
    keys = VILLAGE_STEPS[card].keys if card in VILLAGE_STEPS else set()
    return tuple([name for name in square.names if {*await square.asked(name)} & keys])


async def test_a_night_of_every_card_takes_one_press_a_step(tmp_path: Path) -> None:
    """With an hour of powers and a Resurrection, and two who agree only when the panels close."""
    options = {"all_must_point": False}
    cards = {"hal": "resurrection"}
    async with enchanted_square(tmp_path, cards, 12, options=options, **EVERY_CARD) as square:
        await square.begin()
        await square.redraws()
        shown = await night_led(square, begun=True)
        assert f"step 1 of {len(WAKES) + 1}" in shown.text
        for place, (card, people) in enumerate(WAKES.items(), start=1):
            assert f"step {place} of " in shown.text, "one press came here"
            assert await asked_at(square, card) == people, card
            if card == "rumplestiltskin":
                await square.answers("ann", "night.victim", "ida")
                await square.answers("ben", "night.victim", "ida")
            shown = await press(square, shown, "Next step")
        assert "The night is over" in shown.text
        assert "ida" not in await square.alive(), "nobody healed the Huntsman, and nobody was shot"
        assert len(await square.alive()) == 11


async def test_a_team_is_skipped_and_asked_after_all(tmp_path: Path) -> None:
    async with village_square(tmp_path, cast=CAST, **ROLES) as square:
        shown = await step_called(square, await night_led(square, sees_all=True), "The Rumplestiltskins open")
        bystander = await square.asked("ben")
        public = list(map(without_times, square.texts(square.thread, viewer="prompter")))
        await square.answers("ann", "night.victim", "fay")
        shown = await press(square, shown, "Skip this card")
        assert "has not chosen yet does nothing tonight" in shown.text
        told = await refused(square, square.answers("cat", "night.victim", "fay"))
        assert told.startswith("The leader has gone on")
        await square.restart()
        told = await refused(square, square.answers("cat", "night.victim", "fay"))
        assert told.startswith("The leader has gone on"), "a restart forgets nothing"
        assert await square.asked("ben") == bystander
        assert list(map(without_times, square.texts(square.thread, viewer="prompter"))) == public
        shown = await press(square, await step_called(square, await desk_sheet(square), "The Rumple"), "Run again")
        assert "They are asked again" in shown.text
        await square.answers("cat", "night.victim", "fay")
        assert [line.value for line in await square.journal() if line.key == "night.victim"] == [6, 6]


async def desk_sheet(square: Square) -> Answered:
    return await square.presses(MASTER, "Night sheet, step by step", (await desk(square)).seen)


def test_every_card_that_is_asked_at_night_has_its_step() -> None:
    for roles, steps in ((VILLAGE_ROLES, VILLAGE_STEPS), (MAFIA_ROLES, MAFIA_STEPS)):
        called = {key for step in steps.values() for key in step.keys}
        asked = {role.asks.key for role in roles.values() if role.asks is not None}  # type: ignore[attr-defined]
        assert asked <= called
