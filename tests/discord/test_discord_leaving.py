"""Leaving a running game by the button below My seat or `/leave`: asked once, told to all, and nothing more is told to
whoever has left."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from rooms.any_game import Answered, Room, Seen, may_only_watch, refused, turned_down
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

from bot.matches.end_questions import EndQuestions
from bot.trouble import StoreTrouble
from bot.ui.panels import Page
from cogs.leaving import voting
from cogs.leaving.closing import Closing
from cogs.leaving.voting import FRESH_MS, Voting

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def until_announced(square: Square, key: str) -> None:
    """Let time pass until this has been announced."""
    for _ in range(60):
        if any(told.key == key for told in await square.announced()):
            return
        await square.time(1)
    raise AssertionError(f"nobody has announced {key}")


async def leaves(square: Square, who: str) -> Answered:
    """The button below My seat, and the second click."""
    asked = await square.presses(who, "Leave …", (await square.rarely(who)).seen)
    done = await square.presses(who, "Leave the game", asked.seen)
    await square.time(3)
    return done


async def test_the_button_below_my_seat_asks_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        _, place = await square.panel("ben", "night.investigate")
        asked = await square.presses("ben", "Leave …", (await square.rarely("ben")).seen)
        assert asked.result.response is not None
        assert asked.result.response.ephemeral
        assert "give up your seat for good" in asked.text
        assert (await square.awake()).seats[2].user_id is not None, "it was only asked"
        bystander = square.texts(square.dm("gus"))
        done = await square.presses("ben", "Leave the game", asked.seen)
        assert done.text == "You have left the game. Thank you for playing!"
        await square.time(10)
        (line,) = [line for line in square.told() if "has left" in line]
        computer = (await square.awake()).seats[2].name
        assert line == f"ben has left the game. A computer player, {computer}, goes on with this seat. 🚪"
        assert computer not in square.names
        assert await square.asked("ben") == [], "the computer has answered"
        assert square.texts(square.dm("gus")) == bystander
        for act in (
            square.forges("ben", square.board, f"mm:s:{place}", ["1"]),
            square.forges("ben", square.board, f"mm:leave:{square.match_id}"),
        ):
            assert "no seat" in await refused(square, act)
        assert "no seat" in await may_only_watch(square, "ben")
        assert "no seat in a game" in await refused(square, square.says("ben", "leave"))
        sent = square.texts(square.dm("ben"))
        await square.until("day")
        assert square.texts(square.dm("ben")) == sent, "nothing is told to whoever has left"
        assert await square.log() == ["seat"]


async def test_the_command_and_whoever_has_no_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        assert "no seat in a game" in await refused(square, square.says("zoe", "leave"))
        assert "no seat" in await refused(square, square.forges("zoe", square.board, f"mm:leave:{square.match_id}"))
        other = f"mm:leave:{square.match_id}:2:{(await square.awake()).match.checkpoint}"
        assert "no seat" in await refused(square, square.forges("zoe", square.board, other))
        gus = await refused(square, square.forges("gus", square.board, other))
        assert "no seat" not in gus, "he has one, and it is another"
        asked = await square.says("ben", "leave")
        await square.presses("ben", "Leave the game", asked.seen)
        assert (await square.awake()).seats[2].user_id is None
        await square.time(2)
        assert "this seat is yours no longer" in square.dm_text("ben"), "My seat would show him nothing"


async def test_the_question_of_an_earlier_round_leaves_nothing(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        asked = await square.says("ben", "leave")
        await square.until("day")
        await square.until("night")
        late = await refused(square, square.presses("ben", "Leave the game", asked.seen))
        assert late.startswith("A new round has begun since I asked you")
        assert (await square.awake()).seats[2].user_id is not None


async def test_whoever_stands_by_takes_over(tmp_path: Path) -> None:
    """The host has asked, and they have agreed: so they are given what the seat knows."""
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.night(ben="ann")
        assert "Only the host" in await refused(square, square.says("gus", "table standby", person=zoe))
        listed = await square.says("ann", "table standby", person=zoe)
        assert listed.sentence.startswith("I have asked zoe")
        await square.time(2)
        assert "zoe is asked to stand by at this table" in square.public()
        await leaves(square, "cat")
        assert (await square.awake()).seats[3].user_id is None, "nobody gets a seat by not answering"
        tables = await square.says("zoe", "tables", square.room)
        assert "You are asked to stand by" in tables.text
        assert "You are asked" not in (await square.says("gus", "tables", square.room)).text
        await square.presses("zoe", "Stand by", tables.seen)
        assert square.texts(square.dm("zoe")) == []
        known = (await square.presses("ben", "My seat")).text
        await leaves(square, "ben")
        assert "ben has left the game. zoe stood by and goes on with this seat. 🚪" in square.told()
        (dossier,) = square.messages(square.dm("zoe"))
        assert dossier.text.endswith(known)
        # A computer player has cat's seat now and calls for the vote in its own time: nothing else is still to come.
        await until_announced(square, "day.ready")
        await square.time(3)  # the board comes to rest
        assert "no seat" in await may_only_watch(square, "ben")


async def test_a_host_who_leaves_is_host_no_longer(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await leaves(square, "ann")
        assert "ben is the host of this table now." in square.told()
        assert "Only the host" in await turned_down(square, square.says("ann", "table pause"))
        await square.says("ben", "table pause")


async def test_the_last_two_of_a_duel_leave(tmp_path: Path) -> None:
    """Everybody is told that the game is over, and the status says why."""
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        asked = await room.says("ann", "leave")
        await room.presses("ann", "Leave the game", asked.seen)
        alone = await room.says("ben", "leave")
        assert "the only person left" in alone.text
        await room.presses("ben", "Leave the game", alone.seen)
        await room.time(3)
        assert await room.is_over()
        assert "The last person has left the table" in room.public()
        shown = await room.says("ben", "table status", table=room.match_id)
        assert "The game ended when the last person left it." in shown.text
        assert "Waiting for" not in shown.text
        assert "ends <t:" not in shown.text, "no clock runs in a finished game"
        assert "People who have their secrets" not in shown.text


async def test_of_two_people_both_have_to_agree(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        await room.says("ann", "finish", how="vote")
        question = room.find(room.thread, f"mm:over:{room.match_id}:vote")
        assert "It ends if everybody at the table agrees (2 people)." in question.text


async def test_two_thirds_end_the_game(tmp_path: Path) -> None:
    """Asked in public, a restart in between; nothing is revealed, and the thread is unlocked."""
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        assert "no seat in a game" in await refused(square, square.says("zoe", "finish", how="vote"))
        asked = await square.presses("ben", "Leave …", (await square.rarely("ben")).seen)
        noted = await square.presses("ben", "Ask to end the game", asked.seen)
        assert noted.sentence.startswith("Your vote counts: 1 of 6.")
        question = square.find(square.thread, f"mm:over:{square.match_id}:vote")
        assert "if 6 of the 9 people at the table agree. Then nobody wins" in question.text
        assert "no seat" in await refused(square, square.presses("zoe", "End the game", question))
        again = await square.says("ben", "finish", how="vote")
        assert again.sentence.startswith("Your vote counts: 1 of 6.")
        assert len([text for text in square.texts() if "Should this game end now" in text]) == 1
        await square.says("cat", "finish", how="vote")
        await square.time(2)
        question = square.find(square.thread, f"mm:over:{square.match_id}:vote")
        assert "In favour so far: **ben**, **cat**" in question.text, "a vote by command is seen as well"
        for name in ("dan", "eve"):
            shown = await square.presses(name, "End the game", question)
        assert "In favour so far: **ben**, **cat**, **dan**, **eve**" in shown.text
        shown = await square.presses("dan", "Play on", question)
        assert "In favour so far: **ben**, **cat**, **eve**" in shown.text
        await square.restart()
        for name in ("dan", "gus", "hal"):
            assert not await square.is_over()
            await square.presses(name, "End the game", question)
        assert await square.is_over()
        await square.time(3)
        ended = square.texts()[-1]
        assert "### The game is over\nTwo thirds of the people at this table voted to end it." in ended
        assert "When it ended:\nAlive (9): **ann**" in ended
        assert "Night 1" not in ended, "what was open then is not open any more"
        assert not square.is_locked()
        assert "Murderer" not in square.texts()[-1]
        assert "is over" in await refused(square, square.forges("ida", square.board, f"mm:over:{square.match_id}:vote"))
        shown = await square.says("zoe", "table status", table=square.match_id)
        assert "ended by a vote" in shown.text
        assert "The night ends" not in shown.text


def questions(square: Square) -> list[Seen]:
    """The public questions whether the game should end now."""
    return [seen for seen in square.messages(square.thread) if "Should this game end now" in seen.text]


async def test_the_question_says_how_the_vote_stands_wherever_people_vote(tmp_path: Path) -> None:
    """By command, below My seat, on the question, after a restart: there is one question, and at the end none."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.says("ben", "finish", how="vote")
        await square.says("cat", "finish", how="vote")
        await square.time(2)
        (question,) = questions(square)
        assert question.text.endswith("**ben**, **cat**")
        await square.presses("dan", "End the game", question)
        asked = await square.says("eve", "leave")
        await square.presses("eve", "Ask to end the game", asked.seen)
        await square.time(2)
        (question,) = questions(square)
        assert question.text.endswith("**ben**, **cat**, **dan**, **eve**")
        await square.restart()
        await square.presses("dan", "Play on", question)
        await square.says("dan", "finish", how="vote")
        await square.says("fay", "finish", how="vote")
        await square.time(2)
        (question,) = questions(square)
        assert question.text.endswith("**ben**, **cat**, **eve**, **dan**, **fay**")
        await square.says("gus", "finish", how="draw")
        offer = square.find(square.thread, f"mm:over:{square.match_id}:draw")
        assert "everybody who is still in it agrees (9 people)" in offer.text
        decided = await square.says("gus", "finish", how="vote")
        assert decided.sentence == "That was the vote that decided it. The game is over."
        await square.time(2)
        assert questions(square) == [], "what is over says so"
        (said,) = [seen for seen in square.messages(square.thread) if "have voted to end the game" in seen.text]
        assert said.controls == []
        (closed,) = [seen for seen in square.messages(square.thread) if seen.id == offer.id]
        assert closed.text == "This question is closed, because the game is over."
        assert closed.controls == []


CLOSED = "This question is closed, because the game is over."


def asked(room: Room, question: Seen) -> Seen:
    """The message of this question, as it looks now."""
    return next(seen for seen in room.messages(room.thread) if seen.id == question.id)


async def test_when_the_rules_end_the_game_nobody_is_asked_any_more(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin"], options={"best_of": 1}) as room:
        await room.begin()
        await room.starts("ann")
        await room.says("ben", "finish", how="draw")
        question = room.find(room.thread, f"mm:over:{room.match_id}:draw")
        await room.fight("ann")
        await room.time(10)
        assert (asked(room, question).text, asked(room, question).controls) == (CLOSED, [])


async def nothing(*_: object) -> None:
    """The process does not live to do it."""


@pytest.mark.parametrize("dies", ["before it is closed", "before its message is noted", "after it is closed"])
async def test_however_the_bot_dies_a_question_closes_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        if dies == "before its message is noted":
            monkeypatch.setattr(EndQuestions, "stands", nothing)
        await room.says("ben", "finish", how="vote")
        question = room.find(room.thread, f"mm:over:{room.match_id}:vote")
        if dies == "before it is closed":
            monkeypatch.setattr(Closing, "close_all", nothing)
        if dies != "before its message is noted":
            await room.run(lambda: room.mirror.hosting.end(room.match_id, room.actor("ann").user.id))
            await room.time(2)
        assert (asked(room, question).text == CLOSED) == (dies == "after it is closed")
        monkeypatch.undo()
        await room.restart()
        if dies == "before its message is noted":
            assert asked(room, question).controls, "the game goes on, and so does the vote"
            await room.run(lambda: room.mirror.hosting.end(room.match_id, room.actor("ann").user.id))
            await room.time(2)
        assert (asked(room, question).text, asked(room, question).controls) == (CLOSED, [])
        assert await room.run(EndQuestions(room.mirror.store).left_open) == [], "nothing is closed for ever"


async def test_a_question_of_an_older_version_closes_with_the_next_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where such a question stands was not written down."""

    async def not_yet(*_: object) -> None: ...

    async with name_duel_room(tmp_path) as room:
        await room.begin()
        with monkeypatch.context() as older:
            older.setattr(EndQuestions, "is_asked", not_yet)
            await room.says("ben", "finish", how="vote")
        question = room.find(room.thread, f"mm:over:{room.match_id}:vote")
        await room.run(lambda: room.mirror.hosting.end(room.match_id, room.actor("ann").user.id))
        await room.time(2)
        assert asked(room, question).controls
        shown = await room.presses("ann", "End the game", question)
        assert (shown.seen.id, shown.text, shown.seen.controls) == (question.id, CLOSED, [])


@pytest.mark.parametrize("dies", [False, True])
async def test_a_vote_that_is_shown_after_the_game_has_ended_opens_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    """The game ends, and its question is closed, between the vote and the message that shows it. The process may die
    when it has shown it."""
    async with name_duel_room(tmp_path) as room:
        update, late = voting.update, []

        async def too_late(interaction: discord.Interaction, page: Page) -> None:
            if not late:
                late.append(page)
                await room.mirror.hosting.end(room.match_id, room.actor("ann").user.id)
                await Closing.close_all(room.mirror.cogs["LeavingCog"]._closing)  # type: ignore[attr-defined]
                assert asked(room, question).text == CLOSED
            await update(interaction, page)

        monkeypatch.setattr(voting, "update", too_late)
        await room.begin()
        await room.says("ben", "finish", how="vote")
        question = room.find(room.thread, f"mm:over:{room.match_id}:vote")
        if dies:
            monkeypatch.setattr(Voting, "_close_if_over", nothing)
            monkeypatch.setattr(Closing, "soon", lambda _: None)
        await room.presses("ben", "Play on", question)
        await room.time(2)
        assert late
        if dies:
            assert asked(room, question).controls
            monkeypatch.undo()
            await room.restart()
        assert await room.run(EndQuestions(room.mirror.store).left_open) == []
        assert (asked(room, question).text, asked(room, question).controls) == (CLOSED, [])


async def test_what_cannot_be_written_asks_nobody_and_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreTrouble("the disk is full")

    async with name_duel_room(tmp_path) as room:
        room.expected_problems += (StoreTrouble,)
        room.expected_in_log.add("store")
        await room.begin()
        with monkeypatch.context() as broken:
            broken.setattr(EndQuestions, "is_asked", full)
            assert "does not count" in await refused(room, room.says("ben", "finish", how="vote"))
        assert "Should this game end" not in room.public()
        with monkeypatch.context() as broken:
            broken.setattr(EndQuestions, "stands", full)
            assert "after I had written down what you did" in (await room.says("ann", "finish", how="vote")).text
        question = room.find(room.thread, f"mm:over:{room.match_id}:vote")
        assert question.text.endswith("In favour so far: **ann**"), "ben's vote does not count"
        await room.says("ann", "finish", how="vote")
        assert len([text for text in room.texts() if "Should this game end" in text]) == 1, "it stands there already"


async def test_whoever_changes_their_mind_all_the_time_asks_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        for _ in range(4):
            await square.says("ben", "finish", how="vote")
            await square.time(2)
            (question,) = questions(square)
            assert question.text.endswith("**ben**")
            shown = await square.presses("ben", "Play on", question)
            assert shown.text.endswith("nobody")
        await square.time(FRESH_MS / 1000)
        await square.says("ben", "finish", how="vote")
        assert len(questions(square)) == 2, "the first has long gone up and away"


async def test_nobody_wipes_out_what_others_read(tmp_path: Path) -> None:
    """A press that no button of the board makes is answered to whoever made it."""
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        for who, forged in (
            ("zoe", "mm:about:names"),
            ("ben", f"mm:over:{square.match_id}:vote"),
            ("cat", f"mm:leave:{square.match_id}:3:{(await square.awake()).match.checkpoint}"),
        ):
            answered = await square.forges(who, square.board, forged)
            assert answered.result.response is not None
            assert answered.result.response.ephemeral
            assert "### Night 1" in square.board.text
            assert "My seat" in square.board.labels


async def test_a_draw_by_agreement(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        offered = await room.says("ann", "finish", how="draw")
        assert offered.sentence.startswith("Your vote counts: 1 of 2.")
        question = room.find(room.thread, f"mm:over:{room.match_id}:draw")
        await room.presses("ann", "Agree to a draw", question)
        assert not await room.is_over(), "nobody agrees twice"
        shown = await room.presses("ben", "Agree to a draw", question)
        assert shown.text == "Everybody who is still in this game has agreed to a draw."
        await room.time(3)
        assert "It is a draw: everybody who was still in the game agreed." in room.texts()[-1]
        assert "**ann**: 0 games won\n**ben**: 0 games won" in room.texts()[-1]
        assert room.messages(room.dm("ann"))[-1].message.attachments == [], "nobody holds a hand any more"
        for shown in (room.texts()[-1], room.texts(room.dm("ann"))[-1], room.texts(room.dm("ben"))[-1]):
            assert "### The game is over" in shown
            assert "turn" not in shown.lower(), "nobody is waited for any more"
