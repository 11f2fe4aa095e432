"""Practice as one person among computers lives it: a lesson after each decision, seen by nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rooms.any_game import Answered, Room, Seen, refused
from rooms.name_duel import NameDuelRoom, name_duel_room

LESSON = "You chose **"


async def practice_page(room: Room, who: str) -> Answered:
    return await room.presses(who, "Practice", (await room.says(who, "seat")).seen)


def lessons(answered: Answered) -> list[Any]:
    """What was told besides the answer to a click, to this person alone."""
    told = [one for one in answered.result.followups if LESSON in Seen(one._message).text]
    assert all(one.ephemeral for one in told)
    return [Seen(one._message).text for one in told]


async def test_a_lesson_after_each_decision_for_whoever_wants_it(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, computer=True, options={"best_of": 1}) as room:
        room.newcomer("zoe")
        await room.begin()
        await room.until_asked("ann", "duel.play")
        cards = (await room.table()).duelist(1).hand
        page = await practice_page(room, "ann")
        assert page.result.ephemeral
        assert "You play alone among computers" in page.text
        assert "There is nothing to compare yet." in page.text, "who begins has been decided, and has no lesson"
        page = await room.presses("ann", "Tell me after each decision", page.seen)
        page = await room.presses("ann", "Stop telling me", page.seen)
        page = await room.presses("ann", "Tell me after each decision", page.seen)
        assert "After each of your decisions I tell you" in page.text
        await room.restart()

        answered = await room.acts("ann", "duel.play", next(card for card in cards if card in ("noggin", "hobyah")))
        (lesson,) = lessons(answered)
        assert "strong player would" in lesson
        assert lesson.startswith("-# Your turn"), "what was decided"
        await room.restart()
        again = await practice_page(room, "ann")
        assert lesson in again.text, "out of the journal it is the same"
        assert LESSON not in room.public()
        assert "no seat at this table" in await refused(room, room.forges("zoe", room.board, "mm:lessons:1:1"))

        await room.presses("ann", "Stop telling me", again.seen)
        _, question = await room._next()
        assert question is not None
        answered = await room.acts("ann", question.key, *await room._plan("ann", question, "nobody"))
        assert lessons(answered) == []


async def decide(room: NameDuelRoom, who: str) -> None:
    """One more answer of this player, or of the computer, whose turns pass by themselves."""
    for _ in range(20):
        asked = [question for question in (await room.awake()).match.open_for(1) if len(question.choices) > 1]
        if asked:
            await room.acts(who, asked[0].key, *await room._plan(who, asked[0], "nobody"))
            return
        await room.time(30)
    raise AssertionError("nothing to decide")


def told_of(room: NameDuelRoom, who: str) -> list[Seen]:
    """The messages in which this person reads a lesson."""
    return [seen for seen in room.messages(room.dm(who), who) if LESSON in seen.text]


async def test_the_lessons_of_a_table_stand_in_one_message_and_the_earlier_ones_are_a_press_away(
    tmp_path: Path,
) -> None:
    async with name_duel_room(tmp_path, computer=True, options={"best_of": 1}) as room:
        await room.begin()
        await room.until_asked("ann", "duel.play")
        page = await practice_page(room, "ann")
        await room.presses("ann", "Tell me after each decision", page.seen)
        read: list[str] = []
        for _ in range(3):
            await decide(room, "ann")
            (message,) = told_of(room, "ann")
            read.append(message.text)
        assert len(set(read)) > 1, "it says what is new"
        back = await room.presses("ann", "Earlier", message)
        assert back.text in read[:-1]
        newest = await room.presses("ann", "Newest", back.seen)
        assert newest.text == read[-1]
        assert len(told_of(room, "ann")) == 1
        await room.restart()  # nobody knows that message any more
        await decide(room, "ann")
        assert len(told_of(room, "ann")) == 2


async def test_whoever_practises_is_told_in_the_next_game_too_until_they_want_it_no_more(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, computer=True, options={"best_of": 1}) as room:
        await room.begin()
        await room.until_asked("ann", "duel.play")
        page = await practice_page(room, "ann")
        page = await room.presses("ann", "Tell me after each decision", page.seen)
        assert "This holds in your next games too" in page.text
        await another_game(room)
        await decide(room, "ann")
        (lesson,) = told_of(room, "ann")
        await room.run(lambda: room.mirror.hosting.end(room.match_id, 0))
        await room.presses("ann", "Stop telling me", lesson)
        await another_game(room)
        await decide(room, "ann")
        assert len(told_of(room, "ann")) == 1


async def test_whoever_has_lost_their_seat_or_their_practice_can_still_stop_it(tmp_path: Path) -> None:
    """The wish holds in later games, so its button may not depend on this one."""
    async with name_duel_room(tmp_path, computer=True, options={"best_of": 1}) as room:
        zoe = room.newcomer("zoe")
        await room.begin()
        for seat in (2, 1):  # somebody sits down with ann; and in another game, in her place
            await room.until_asked("ann", "duel.play")
            page = await practice_page(room, "ann")
            page = await room.presses("ann", "Tell me after each decision", page.seen)
            await room.run(lambda seat=seat: room.mirror.hosting.seat_person(room.match_id, 0, seat, zoe.id, "zoe"))
            told = await room.presses("ann", "Stop telling me", page.seen)
            assert told.text.startswith("I no longer tell you what the strong player would have done.")
            await another_game(room)
            await decide(room, "ann")
            assert told_of(room, "ann") == []


async def another_game(room: NameDuelRoom) -> None:
    """Another one begins, if need be after the end of this."""
    if not await room.is_over():
        await room.run(lambda: room.mirror.hosting.end(room.match_id, 0))
    await room.begin()
    await room.until_asked("ann", "duel.play")


async def test_among_people_there_is_no_practice(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        assert "Practice" not in (await room.says("ann", "seat")).seen.labels
        for forged in ("mm:lessons:1", "mm:lessons:1:1"):
            assert "from the beginning" in await refused(room, room.forges("ann", room.board, forged))
