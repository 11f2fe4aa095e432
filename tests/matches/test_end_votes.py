"""The people at a table end their game together; computer players have no say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.games import GAMES
from bot.games.mafia.options import MafiaOptions
from bot.matches.end_votes import HOLDS_MS
from bot.matches.happenings import Happening


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Eight people in their first night."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        yield opened


async def agree(table: Table, *people: int, way: str = "vote") -> list[int]:
    """These people agree; how many had agreed after each of them."""
    return [len((await table.end_votes.agree(table.match, one, way)).agreed) for one in people]  # type: ignore[arg-type]


async def ending(table: Table) -> tuple[str, str | None]:
    row = await table.row()
    assert (await table.awake()).row.ending == row.ending
    return row.status, row.ending


async def test_two_thirds_of_the_people_end_it(table: Table) -> None:
    assert await agree(table, 101, 102, 103, 104, 105) == [1, 2, 3, 4, 5]
    assert await ending(table) == ("running", None)
    assert table.told == [], "nobody is disturbed by a vote"
    await agree(table, 106)
    assert await ending(table) == ("ended", "vote")
    assert table.told == [Happening(table.match, "ended", ending="vote")]
    row = await table.row()
    assert (row.outcome, row.unsent) == (None, True)
    assert await refused(table.end_votes.agree(table.match, 107, "vote")) == "over"


async def test_a_vote_outlives_a_restart_and_counts_once(table: Table) -> None:
    assert await agree(table, 101, 102, 102, 103) == [1, 2, 2, 3]
    await table.restart(3600)
    assert await agree(table, 101, 104) == [3, 4]
    await table.restart()
    await agree(table, 105, 106)
    assert await ending(table) == ("ended", "vote")


async def test_computer_players_do_not_count(table: Table) -> None:
    """Three people among computers: two of them decide."""
    for user_id in range(104, 109):
        await table.leaves(user_id)
    await agree(table, 101)
    assert await ending(table) == ("running", None)
    await agree(table, 102)
    assert await ending(table) == ("ended", "vote")


async def test_the_vote_of_somebody_who_has_left_counts_no_more(table: Table) -> None:
    await agree(table, 101, 102, 103)
    await table.leaves(101)
    tally = await table.end_votes.agree(table.match, 104, "vote")
    assert (tally.agreed, tally.needed) == ((2, 3, 4), 5)


async def test_whoever_would_rather_play_on_takes_it_back(table: Table) -> None:
    await agree(table, 101, 102)
    tally = await table.end_votes.disagree(table.match, 101, "vote")
    assert tally.agreed == (2,)
    assert await agree(table, 103) == [2]


async def test_only_those_with_a_seat_have_a_say(table: Table) -> None:
    for stranger in (HOST, 777):
        assert await refused(table.end_votes.agree(table.match, stranger, "vote")) == "not_seated"
        assert await refused(table.end_votes.disagree(table.match, stranger, "draw")) == "not_seated"


async def test_a_vote_holds_for_a_day(table: Table) -> None:
    await agree(table, 101)
    table.clock.now += HOLDS_MS - 1
    assert await agree(table, 102) == [2]
    table.clock.now += 1
    tally = await table.end_votes.agree(table.match, 103, "vote")
    assert tally.agreed == (2, 3)


async def test_a_draw_takes_everybody(table: Table) -> None:
    await agree(table, *range(101, 108), way="draw")
    assert await ending(table) == ("running", None)
    assert await agree(table, 101) == [1], "a draw is another question than an end"
    await agree(table, 108, way="draw")
    assert await ending(table) == ("ended", "draw")


async def test_a_draw_is_for_those_who_are_still_in(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(10, MafiaOptions(), game=GAMES["mafia"])
        await table.answer(await table.asked("foul"), [3, "out"])
        assert await refused(table.end_votes.agree(table.match, 103, "draw")) == "out_of_the_game"
        assert await agree(table, 103) == [1], "whoever is out has a say in whether everybody goes home"
        await agree(table, 101, 102, *range(104, 110), way="draw")
        assert await ending(table) == ("running", None)
        await agree(table, 110, way="draw")
        assert await ending(table) == ("ended", "draw")


async def test_the_last_two_agree_in_the_same_moment(table: Table) -> None:
    await agree(table, 101, 102, 103, 104, 105)
    votes = (table.end_votes.agree(table.match, one, "vote") for one in (106, 107))
    found = await asyncio.gather(*votes, return_exceptions=True)
    assert [getattr(one, "code", None) for one in found] == [None, "over"]
    assert [action for action, _ in await table.logged()] == ["end"]


async def test_killed_between_the_end_and_the_word_of_it(table: Table) -> None:
    class Killed(BaseException):
        pass

    def die(happening: Happening) -> None:
        raise Killed

    await agree(table, 101, 102, 103, 104, 105)
    table.service.watchers.insert(0, die)
    with pytest.raises(Killed):
        await agree(table, 106)
    await table.restart()
    assert await ending(table) == ("ended", "vote")
    assert (await table.row()).unsent
