"""A whole game as nine people live it, the first by clicks alone: from the introductions to the recap in hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from language.any_game import NAMES, seat_of
from rooms.any_game import alts, until_over_with
from rooms.village import SECONDS, Square, village_square

from bot.recaps.recap import Recap
from bot.recaps.verifying import verify
from cogs.hidden_roles.accused import ACCUSED, VOTES
from cogs.hidden_roles.cast_picture import CAST

TOWN_GAME = {"ann": "murderer", "cat": "trickster", "ben": "sheriff", "dan": "prince_charming"}


async def town_wins(square: Square) -> None:
    """Two nights and two burnings: ben finds ann out, dan guards fay; cat kills ben, and the village burns cat."""
    await square.introduces("ann", "Grandma")
    await square.introduce_all()
    await square.night(ann="fay", cat="fay", ben="ann", dan="fay")
    await square.burns("ann", by="ben")
    await square.until("night")
    await square.night(cat="ben", ben="cat", dan="eve")
    await square.burns("cat", by="dan")
    await square.until("over")
    await square.time(5)


@pytest.mark.usefixtures("real_pictures")
async def test_nine_people_play_from_the_introductions_to_the_finale(tmp_path: Path) -> None:
    async with village_square(tmp_path, **TOWN_GAME) as square:
        await square.begin()
        greeting = square.texts()[0]
        assert all(square.actor(name).user.mention in greeting for name in square.people)
        assert "The first seal proves every shuffle, the second who sat where: " in greeting
        assert not any(message.controls for message in square.messages(square.room)), "it happens in the thread"
        assert "Your card: **Sheriff**." in square.dm_text("ben")
        assert "**cat** (Rumplestiltskin the Trickster)" in square.dm_text("ann")
        assert "Your card: **Villager**." in square.dm_text("gus")
        cards = {
            name: [alt for message in square.messages(square.dm(name)) for alt in alts(message)] for name in NAMES[:9]
        }
        assert cards["ben"] == ["Your card: Sheriff. You win when every Rumplestiltskin is dead."]
        assert cards["gus"] == ["Your card: Villager. You win when every Rumplestiltskin is dead."]
        assert [len(shown) for shown in cards.values()] == [1] * 9, "everybody gets one picture, whatever the card"
        (cast,) = [alt for message in square.messages(square.thread) for alt in alts(message)]
        assert cast.splitlines()[:2] == ["In this game: 9 players.", "Foes of the village: 2 × Rumplestiltskin."]
        told = await square.reads_text("gus")
        assert told.splitlines()[0] == "In this game: 9 players.", "what the picture of this very message shows"
        assert "**What the cards in this game can do**" in told.splitlines(), "its parts have titles"
        assert "\n**Sheriff**: " in told, "and each card is found by its name"
        page = (await square.presses("gus", "Text")).seen
        assert page.labels == ["More"], "a phone shows it in pages"
        assert (await square.presses("gus", "More", page)).seen.labels[0] == "Earlier"
        board = square.board.text
        first, last = board.index("Introductions"), board.index("What each card can do")
        assert first < last, "what one presses comes before what one may read"

        await square.introduces("ann", "Grandma **of** @everyone")
        for name in await square.asked_for("introduction"):
            await square.introduces(name, None)
        await square.until("night")
        assert "“Grandma \\*\\*of\\*\\* @\u200beveryone”" in square.public()
        await square.night(ann="fay", cat="fay", ben="ann", dan="fay")

        # Dan stood in the way, so nobody died; ben, and only ben, knows more than before.
        assert await square.phase() == "day"
        assert len(await square.alive()) == 9
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        assert all("is** a Rumplestiltskin" not in square.dm_text(name) for name in square.people if name != "ben")

        await square.burns("ann", by="ben")
        await square.until("night")
        assert "**ben** nominates **ann**: “I dreamt it”" in square.public()
        assert "The count." not in square.public(), "its picture is that"
        assert "1. ann: burns; 5 votes: ann, ben, cat, dan, eve;" in square.heard(), (
            "who has voted for whom, its picture says"
        )
        files = [one["filename"] for message in square.messages(square.thread) for one in message.message.attachments]
        assert files == [CAST, "village.jpg", ACCUSED, VOTES], "each stays with what it tells"
        assert "The card reads: Rumplestiltskin the Murderer." in square.public()

        await square.night(cat="ben", ben="cat", dan="eve")
        assert "ben" not in await square.alive()
        await square.burns("cat", by="dan")
        await square.until("over")
        await square.time(5)
        assert await square.is_over()

        finale = square.board
        assert "The village wins." in finale.pictured
        assert all(name in finale.pictured for name in NAMES[:9])
        assert finale.labels == ["Rematch", "The story", "Text"]
        told = await square.reads_text("gus")
        assert "The village wins." in told
        assert "You win when" not in told, "nobody has to read any more what a card may do"
        assert not square.is_locked()
        assert await square.to_undo() == []

        # gus was a bystander of it all: his card, his two suspicions, and not a word more.
        told = "\n".join(line for line in square.dm_text("gus").splitlines() if not line.startswith("-#"))
        assert "Sheriff" not in told.replace("Captain Hook", "")
        assert "Murderer" not in told


async def test_the_finale_has_a_recap_that_can_be_checked(tmp_path: Path) -> None:
    async with village_square(tmp_path, **TOWN_GAME) as square:
        await square.begin()
        await town_wins(square)
        picture, file = sorted(square.board.message.attachments, key=lambda one: one["filename"], reverse=True)
        assert picture["filename"] == "village.jpg"
        assert file["filename"] == f"recap-{square.match_id}.json"
        body = square.file(file)
        assert json.loads(body)["seed"] == square.seed
        recap = Recap.model_validate_json(body)
        assert verify(recap) is None
        assert recap.names == NAMES[:9]
        assert recap.options["day_seconds"] == SECONDS["day_seconds"]
        assert recap.commitment in square.texts()[0], "the seal shown before the deal"


async def test_after_the_game_everybody_may_read_the_story(tmp_path: Path) -> None:
    async with village_square(tmp_path, **TOWN_GAME) as square:
        square.newcomer("zoe")
        await square.begin()
        await town_wins(square)

        story = await square.presses("zoe", "The story")
        assert story.result.response is not None
        assert story.result.response.ephemeral
        told = await square.reads_on("zoe", story)
        assert "What truly happened" in told
        assert "**ben**, the Sheriff, looked into the heart of **ann**." in told
        assert "**ben**, the Sheriff, learnt that **ann** was a Rumplestiltskin." in told
        assert "**dan**, Prince Charming, stood guard at the door of **fay**." in told

        recap = await square.says("ben", "recap")
        assert "What truly happened" in recap.text
        (followup,) = recap.result.followups
        assert followup.ephemeral
        assert [file.filename for file in followup.attachments] == [f"recap-{square.match_id}.json"]

        status = await square.says("zoe", "table status", table=square.match_id)
        assert "The game is over." in status.text

        again = await square.presses("ann", "Rematch")
        assert again.result.acknowledged
        await square.time(5)
        lobby = square.messages(square.room, viewer="zoe")[-1]
        assert "Join" in lobby.labels


async def test_a_running_game_has_status_and_seat_but_no_recap(tmp_path: Path) -> None:
    async with village_square(tmp_path, **TOWN_GAME) as square:
        square.newcomer("zoe")
        await square.begin()
        status = await square.says("zoe", "table status")
        assert "People who have their secrets" not in status.text, "nobody is without"
        assert "Introductions end" in status.text
        assert "Still waiting for: **ann**, **ben**" in status.text

        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")
        night = await square.says("zoe", "table status")
        assert "waiting for" not in night.text, "by night that would tell who is asked"

        mine = await square.says("ben", "seat")
        assert mine.result.response is not None
        assert mine.result.response.ephemeral
        assert "## Sheriff" in mine.text

        assert "still being played" in (await square.says("ann", "recap", table=square.match_id)).sentence
        assert "no finished game" in (await square.says("ann", "recap")).sentence
        assert "no seat" in (await square.says("zoe", "seat")).sentence


async def test_my_seat_asks_what_the_direct_message_asks_and_either_will_do(tmp_path: Path) -> None:
    async with village_square(tmp_path, **TOWN_GAME) as square:
        await square.begin()
        await square.introduce_all()
        shown = await square.presses("ben", "My seat")
        assert "## Sheriff" in shown.text
        menu = next(control for control in shown.seen.controls if control.startswith("mm:s:"))
        await square.chooses("ben", shown.seen, menu, str(seat_of("ann")))
        assert "night.investigate" not in await square.asked("ben")
        await square.until("day")
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")


async def test_computer_players_fill_the_village(tmp_path: Path) -> None:
    """Two people among computers: the game runs to its end by itself, and the computers are asked by nobody."""
    short = {"day_seconds": 120, "warning_seconds": 60, "introduction_seconds": 10}
    async with village_square(tmp_path, 8, computers=NAMES[2:8], options=short, cat="murderer") as square:
        await square.begin()
        await until_over_with(square, "ann", seconds=3600)
        assert square.board.labels == ["Rematch", "The story", "Text"]
        assert [one["filename"] for one in square.board.message.attachments] == ["village.jpg", "recap-1.json"]
