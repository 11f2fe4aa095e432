"""`/learn` on Discord: a first table in a thread of one's own, which nobody else hears of."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from rooms.any_game import Room, opened
from support.den import Den, opened_den, shown_on
from support.sizes import size

from bot.client import Mirror
from bot.engine.questions import Question
from bot.engine.tutorials import LEARNER, Hint
from bot.games import GAMES
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import COMPUTER, NAME, is_tutorial, options_of
from bot.recaps.report import report
from bot.recaps.verifying import Shown, verify
from bot.store import matches
from bot.ui.wording import Wording, wording_files

TURNS_MOST = 10


class School(Den):
    """Where ann learns, and ben goes by."""

    def __init__(self, env: simcord.Env, mirror: Mirror, now: list[int]) -> None:
        super().__init__(env, mirror, now)
        self.ann, self.ben = (self.joins(name) for name in ("ann", "ben"))

    async def tutorial(self) -> MatchSnapshot:
        async with self.mirror.store.reading() as connection:
            (row,) = [
                row
                for live in (True, False)
                for row in await matches.matches_of_user(connection, self.ann.id, live=live)
            ]
        assert is_tutorial(row)
        return await self.mirror.service.snapshot(row.id)

    @property
    def thread(self) -> Any:
        (thread,) = self.room.threads
        return thread

    def board(self) -> Any:
        return self.thread.history(viewer=self.ann)[-1]

    def panel(self) -> Any:
        """ann's newest direct message."""
        return self.ann.user.dm_channel.history()[-1]

    async def is_asked(self) -> tuple[Question, Hint] | None:
        """The next thing ann is asked, and what it is explained with; None when the tutorial is over."""
        for _ in range(TURNS_MOST):
            match = await self.tutorial()
            asked = match.open_for(LEARNER)
            if match.over:
                return None
            if asked and match.game.tutorial is not None:
                hint = match.game.tutorial.hint(asked[0], match.view(LEARNER))
                assert hint is not None
                return asked[0], hint
            await self.soon()
        raise AssertionError("the computer thinks for ever")

    async def answers(self, value: Any) -> simcord.InteractionResult:
        """ann presses the real control of what she is asked, on the board or on her own panel."""
        match = await self.tutorial()
        (question,) = match.open_for(LEARNER)
        place = f"{match.id}:{match.checkpoint}:{question.number}"
        if question.occasion:
            answered = await self.ann.click(self.board(), custom_id=f"mm:o:{match.id}:{question.occasion}:{value}")
        elif question.key == "duel.guess":
            answered = await self.ann.user.select(self.panel(), [value], custom_id=f"mm:s:{place}")
        else:
            answered = await self.ann.user.click(
                self.panel(), custom_id=f"mm:a:{place}:{'-' if value is None else value}"
            )
        await self.soon(30)
        return answered


def told(hint: Hint, ending: str = "") -> str:
    """The words of an explanation."""
    words = Wording(wording_files())
    values: dict[str, Any] = {name: words.say(value) for name, value in hint.values.items()}
    return words.say(f"tutorial.name_duel.{hint.key}{ending}", **values)


async def test_a_first_duel_is_explained_step_by_step(tmp_path: Path) -> None:
    async with opened_den(tmp_path, School) as den:
        answered = await den.ann.slash(den.room, "learn", game="name_duel")
        await den.soon()
        assert (await den.tutorial()).row.home_id == den.room.id, "what is settled for the channel holds in its thread"
        assert answered.ephemeral
        assert f"<#{den.thread.id}>" in shown_on(answered.response)
        begins = [shown_on(one) for one in den.thread.history(viewer=den.ann)]
        assert f"<@{den.ann.id}>" in begins[0]
        assert "I chose the cards beforehand, and this game counts nowhere" in begins[0]
        assert "seal" not in begins[0], "nothing is proved by a stacked deck"

        asked = await den.is_asked()
        assert asked is not None
        hint = asked[1]
        assert told(hint) in shown_on(den.board())
        kind = await den.answers(1 if hint.good == (2,) else 2)
        assert told(hint, ".otherwise") in "".join(shown_on(one) for one in kind.followups)
        assert told(hint) not in shown_on(den.board())

        while (asked := await den.is_asked()) is not None:
            hint = asked[1]
            shown = shown_on(den.panel())
            assert shown.count("Lesson:") == 1
            assert told(hint) in shown
            assert "<t:" not in shown + shown_on(den.board()), "nobody who learns is hurried"
            assert "Take your time" in shown_on(den.board())
            assert "Press My seat" in shown_on(den.board()).replace("*", "")
            await den.answers(hint.good[0])
            assert ".otherwise" not in shown_on(den.panel())
        assert "The lesson is over" in shown_on(den.board())
        assert "Learn more" in shown_on(den.board())
        assert "Rematch" not in shown_on(den.board())
        story = await den.ann.click(den.board(), label="The story")
        pages = re.search(r"Page 1 of (\d+)", shown_on(story.response))
        for _ in range(1, int(pages[1]) if pages else 1):
            story = await den.ann.click(story.response, label="More")
        assert "there is no seal to check" in shown_on(story.response)
        assert "You can leave" not in shown_on(story.response), "nobody leaves what is over"
        assert any("stacked" in one for one in await unproved(den))
        assert sees_nothing(den)


def offers_seat_of_learner(mirror: Mirror, match: MatchSnapshot) -> bool:
    """Whether the board offers the seat to others when the learner stays away for long."""
    away = replace(match, seats={**match.seats, LEARNER: replace(match.seats[LEARNER], away=True)})
    pages = mirror.public_pages
    return pages.offered_board(away, [LEARNER], pictured=False) != pages.board(away, pictured=False)


async def loses_nothing_by_silence(den: School) -> None:
    """ann plays until she is guessed rightly, and does nothing: that is not taken, and she is told what to do."""
    for _ in range(TURNS_MOST):
        asked = await den.is_asked()
        assert asked is not None
        if asked[1].must:
            break
        await den.answers(asked[1].good[0])
    before, panel = await den.tutorial(), den.panel()
    held_back = await den.answers(None)
    assert told(asked[1], ".otherwise") in shown_on(held_back.response)
    assert (await den.tutorial()).open_for(LEARNER) == before.open_for(LEARNER)
    assert shown_on(den.panel()) == shown_on(panel)
    await den.answers(asked[1].good[0])
    assert not (await den.tutorial()).over


def sees_nothing(den: School) -> bool:
    """Whether ben, who goes by, has read and been sent nothing, and cannot look into the thread."""
    with pytest.raises(simcord.SetupError):
        den.thread.history(viewer=den.ben)
    # Discord itself says in no channel that it has a new private thread; simcord does.
    read = [one for one in den.room.history(viewer=den.ben) if one.type is not discord.MessageType.thread_created]
    return not read and not den.ben.user.dm_channel.history()


async def unproved(den: School) -> tuple[str, ...]:
    """What the recap of the game, in which nothing is wrong, does not prove."""
    recap = await den.mirror.archive.recap((await den.tutorial()).id)
    assert verify(recap, Shown()) is None
    return report(recap, Shown()).unproved


async def test_a_tutorial_goes_on_after_a_restart_and_there_is_one_at_a_time(tmp_path: Path) -> None:
    async with opened_den(tmp_path, School) as den:
        shown = await den.ann.slash(den.room, "learn")
        assert shown.ephemeral
        await den.ann.select(shown.response, ["name_duel"])
        await den.soon()
        before = await den.is_asked()
        await den.restart()
        await den.soon()
        after = await den.is_asked()
        assert before is not None
        assert after is not None
        assert after[1] == before[1]
        assert told(after[1]) in shown_on(den.board())
        assert not offers_seat_of_learner(den.mirror, await den.tutorial())

        await loses_nothing_by_silence(den)
        again = await den.ann.slash(den.room, "learn", game="name_duel")
        assert "not over yet" in shown_on(again.response)
        assert f"<#{den.thread.id}>" in shown_on(again.response)
        assert len(den.room.threads) == 1

        leaves = await den.ann.slash(den.thread, "leave")
        await den.ann.click(leaves.response, label="Leave the game")
        await den.soon()
        assert (await den.tutorial()).over
        assert "The lesson is over" in shown_on(den.board())
        assert sees_nothing(den)


async def test_where_nothing_may_be_posted_a_tutorial_says_what_is_missing(tmp_path: Path) -> None:
    async with opened_den(tmp_path, School) as den:
        shut = discord.PermissionOverwrite(send_messages_in_threads=False)
        real: Any = den.mirror.get_channel(den.room.id)
        await real.set_permissions(real.guild.me, overwrite=shut)
        answered = await den.ann.slash(den.room, "learn", game="name_duel")
        assert answered.ephemeral
        assert "I cannot give a lesson here" in shown_on(answered.response)
        assert "Send Messages in Threads" in shown_on(answered.response)
        assert den.room.threads == []


OTHERS = ("village", "mafia", "grimm_forest", "trumplestiltskin")[: size(0, full=4)]
"""The games that are played to their end without a look at every press; the duel is looked at above."""
STEPS_MOST = 60


@pytest.mark.full_size
@pytest.mark.parametrize("game", OTHERS)
async def test_every_tutorial_comes_to_its_end_at_a_real_table(game: str, tmp_path: Path) -> None:
    tutorial = GAMES[game].tutorial
    assert tutorial is not None
    room = Room(tmp_path, options_of(GAMES[game]), tutorial.seed, ["ann"], tutorial.seats)
    room.GAME, room.ROLE_SET, room.COMPUTERS = game, NAME, COMPUTER
    async with opened(room):
        await room.begin()
        for _ in range(STEPS_MOST):
            await room.time(20)
            if await room.is_over():
                break
            await answers_as_explained(room)
        assert await room.is_over()
        assert "The lesson is over" in "\n".join(room.texts())


async def answers_as_explained(room: Room) -> None:
    """ann follows what stands on her seat, if she is asked anything."""
    match = await room.mirror.service.snapshot(room.match_id)
    assert match.game.tutorial is not None
    seat = room.mirror.seat_pages.seat(match, LEARNER, Wording(wording_files())).text()
    for question in match.open_for(LEARNER)[:1]:
        hint = match.game.tutorial.hint(question, match.view(LEARNER))
        assert (hint is not None) == ("Lesson:" in seat)
        value: Any = (question.choices or (None,))[-1] if question.default is None else question.default
        value = hint.good[0] if hint is not None and hint.good else value
        value = [value, None] if question.kind == "reasoned" else value
        given = (match.id, LEARNER, match.checkpoint, question.number, value)
        await room.run(partial(room.mirror.service.answer, *given, by=room.actor("ann").user.id))
