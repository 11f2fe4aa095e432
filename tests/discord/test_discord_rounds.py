"""A round of sending shows one moment, and what is no longer so when its turn comes is left to the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rooms.village import Square, village_square

from bot.matches.snapshot import MatchSnapshot

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


def while_the_news_is_posted(
    square: Square, monkeypatch: pytest.MonkeyPatch, act: Callable[[MatchSnapshot], Awaitable[None]]
) -> None:
    """Let something happen in each round after its public message has been sent, and before its private ones are."""
    sender = square.mirror.public_sender
    tell = sender.tell

    async def then_act(match: MatchSnapshot, *rest: Any) -> None:
        await tell(match, *rest)
        await act(match)

    monkeypatch.setattr(sender, "tell", then_act)


async def test_what_was_answered_meanwhile_is_not_asked_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        answered: list[str] = []

        async def answer_the_sheriffs_question(match: MatchSnapshot) -> None:
            for question in match.open_for(2):
                if question.key == "night.investigate" and not answered:
                    answered.append(f":{match.id}:{match.checkpoint}:{question.number}")
                    await square.mirror.service.answer(match.id, 2, match.checkpoint, question.number, 1)

        while_the_news_is_posted(square, monkeypatch, answer_the_sheriffs_question)
        await square.introduce_all()
        await square.until("night")
        await square.time(5)
        (gone,) = answered
        assert not [one for message in square.messages(square.dm("ben")) for one in message.controls if gone in one]
        assert await square.asked("dan") != []
        panel, _ = await square.panel("dan", (await square.asked("dan"))[0])
        assert panel.controls, "everybody else is asked as ever"
        await square.until("day")
        assert square.dm_text("ben").count("is** a Rumplestiltskin") == 1, "the night went on to its end"


async def test_who_sits_there_no_more_is_sent_nothing_of_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("night")
        await square.time(5)
        before = len(square.messages(square.dm("ben")))
        seated: list[int] = []

        async def give_the_seat_away(match: MatchSnapshot) -> None:
            if match.checkpoint and not seated and not any(q.key.startswith("night.") for q in match.open):
                seated.append(match.checkpoint)
                await square.mirror.hosting.seat_person(match.id, 0, 2, None, "Shadow")

        while_the_news_is_posted(square, monkeypatch, give_the_seat_away)
        await square.answers("ben", "night.investigate", "ann")
        await square.until("day")
        await square.time(5)
        assert seated
        assert "is** a Rumplestiltskin" not in "\n".join(square.texts(square.dm("ben"))[before:])


async def test_whoever_is_passed_over_would_have_been_sent_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat for which it is plain that nothing has to be done is told all the same: that is over at once, so nothing
    was sent or written."""
    async with village_square(tmp_path, **VILLAGE) as square:
        sender, found = square.mirror.seat_sender, Counter[str]()
        has_nothing_for = sender.has_nothing_for

        def looked_at_twice(*all_of_it: Any) -> bool:
            if not has_nothing_for(*all_of_it):
                found["something"] += 1
                return False
            telling = sender.tell(*all_of_it)
            try:
                telling.send(None)
            except StopIteration as end:
                found["nothing"] += end.value is True
            else:
                found["something after all"] += 1
                telling.close()
            return True

        monkeypatch.setattr(sender, "has_nothing_for", looked_at_twice)
        await square.begin()
        await square.introduce_all()
        await square.until("night")
        await square.answers("ben", "night.investigate", "ann")
        await square.until("day")
        await square.time(5)
        assert min(found["nothing"], found["something"]) > len(square.people)
        assert not found["something after all"]


async def test_a_clock_that_ran_out_is_told_of_though_the_board_could_not_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No clock runs out before everybody knows of the last one. So somebody has to tell of it, come what may."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        await square.nominates("ben", "ann")
        await square.call_the_vote()
        vote_s = (await square.clocks())["clock.vote"]

        async def in_vain(match_id: int) -> None:
            """The store is in trouble just now."""

        monkeypatch.setattr(square.mirror.stage, "_schedule_if_changed", in_vain)
        await square.time(vote_s - 1)
        assert "day.last_words" not in await square.asked("ann")
        assert await square.phase() == "ballot"
        await square.time(3)
        assert await square.phase() != "ballot"
