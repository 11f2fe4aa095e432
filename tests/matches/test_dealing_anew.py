"""Dealing anew after a card was seen: whose votes count, what takes the place of what, and what a crash leaves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, NO_INTRODUCTIONS, VILLAGE, Table, opened_table, refused

from bot.games import GAMES
from bot.matches.archive import Archive
from bot.matches.dealing import INSTEAD_OF
from bot.matches.dealing_anew import THROWN_AWAY, VOTE, DealingAnew, Vote, may_deal_anew
from bot.matches.recapping import NoRecap
from bot.recaps.report import report
from bot.recaps.verifying import Shown, verify
from bot.store.errors import StoreError
from bot.store.seating import NewSeat
from bot.store.table_log import LED

PEOPLE = (101, 102, 103)
"""Who sits at seats 1 to 3; computers play the rest."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as table:
        people = [
            NewSeat(seat, f"p{seat}", 100 + seat) if seat <= 3 else NewSeat(seat, f"c{seat}", None, "thoughtful")
            for seat in range(1, 9)
        ]
        table.match = await table.service.create(
            VILLAGE,
            NO_INTRODUCTIONS,
            people,
            guild_id=1,
            channel_id=20,
            parent_id=9,
            host_id=HOST,
            role_set="classic",
        )
        table.told.clear()
        yield table


def dealing(table: Table) -> DealingAnew:
    return DealingAnew(table.service.keeper)


async def all_vote(table: Table) -> Vote:
    for person in PEOPLE:
        vote = await dealing(table).vote(table.match, person)
    return vote


async def test_it_takes_the_vote_of_every_person_and_of_no_computer(table: Table) -> None:
    old = await table.row()
    assert await dealing(table).vote(table.match, 102) == Vote((101, 103))
    assert await dealing(table).vote(table.match, 102) == Vote((101, 103), is_new=False), "twice counts once"
    assert await dealing(table).vote(table.match, 101) == Vote((103,))
    assert (await table.row()).status == "running"
    assert table.kinds() == []
    vote = await dealing(table).vote(table.match, 103)
    assert (vote.missing, vote.match) == ((), table.match + 1)
    assert (await table.row()).status == "ended"
    assert [(one.match, one.kind, one.amount) for one in table.told] == [
        (old.id, "dealt_anew", vote.match), (vote.match, "changed", 0),
    ]  # fmt: skip


async def test_the_new_match_is_the_same_table_with_another_seal(table: Table) -> None:
    old, seats = await table.row(), await table.seats()
    await table.moderation.take(table.match, HOST, 777)
    number = (await all_vote(table)).match
    assert number is not None
    old_log = await table.logged()
    table.match = number
    new = await table.row()
    same = ("game", "guild_id", "channel_id", "parent_id", "host_id", "role_set", "options", "seats")
    assert [getattr(new, name) for name in same] == [getattr(old, name) for name in same]
    assert (new.status, new.checkpoint, new.moderator_id) == ("running", 1, 777)
    assert new.seed != old.seed
    assert new.commitment != old.commitment
    assert {seat: (row.user_id, row.name, row.player) for seat, row in (await table.seats()).items()} == {
        seat: (row.user_id, row.name, row.player) for seat, row in seats.items()
    }
    assert [action for action, _ in old_log if action != "chair"] == [VOTE] * 3 + [THROWN_AWAY]
    assert await table.logged() == [
        (LED, {"now": 777, "sees": 0}), (INSTEAD_OF, {"was": old.id, "commitment": old.commitment}),
    ]  # fmt: skip
    assert await table.keys() == ["roles.delivered", "clock.cards"]


async def test_whoever_knows_all_cards_takes_no_seat_at_the_new_table_either(table: Table) -> None:
    await table.moderation.take(table.match, HOST, 777, sees_all=True)
    await table.moderation.know_all(table.match, 777)
    table.match = (await all_vote(table)).match or 0
    await table.moderation.give_back(table.match, HOST)
    assert await refused(table.hosting.seat_person(table.match, HOST, 4, 777, "zoe")) == "knows_all_cards"
    await table.hosting.seat_person(table.match, HOST, 4, 778, "yul")
    assert (await table.seats())[4].user_id == 778


async def test_whoever_stands_by_does_so_at_the_new_table(table: Table) -> None:
    await table.leaving.stand_by(table.match, 777, 777, "zoe")
    table.match = (await all_vote(table)).match or 0
    await table.leaves(102)
    assert (await table.seats())[2].user_id == 777


async def test_every_deal_that_was_thrown_away_is_named_in_the_recap(table: Table) -> None:
    """And the proof of the last one holds; the others have no recap."""
    seals = []
    for _ in range(2):
        seals.append((table.match, (await table.row()).commitment))
        table.match = (await all_vote(table)).match or 0
    awake = await table.awake()
    archive = Archive(table.store)
    for number, _ in seals:
        with pytest.raises(NoRecap):
            await archive.recap(number)
    for name in ("delivered",):
        await table.answer(await table.asked("roles.delivered"), name)
    while not (await table.awake()).over:
        question = next(one for one in (await table.awake()).match.open if one.key.startswith("clock."))
        await table.answer(question, question.default)
    recap = await archive.recap(awake.id)
    assert sorted(recap.instead_of) == sorted(seals)
    assert verify(recap) is None
    assert [row.id for row in await archive.finished_of(1)] == [awake.id]
    told = report(recap, Shown()).acts
    assert all(any(seal in one for one in told) for _, seal in seals)
    changed = recap.model_copy(update={"instead_of": ()})
    assert verify(changed) is not None, "nobody takes that line out unnoticed"


async def test_who_may_vote_and_how_long(table: Table) -> None:
    assert await refused(dealing(table).vote(table.match, 999)) == "not_seated"
    await table.hosting.pause(table.match, HOST)
    assert await refused(dealing(table).vote(table.match, 101)) == "paused"
    await table.hosting.resume(table.match, HOST)
    await dealing(table).vote(table.match, 101)
    await table.answer(await table.asked("roles.delivered"), "delivered")
    assert not may_deal_anew(await table.service.snapshot(table.match))
    assert await refused(dealing(table).vote(table.match, 102)) == "too_late_to_deal_anew"


async def test_other_games_never_deal_anew(table: Table) -> None:
    game = GAMES["name_duel"]
    await table.deal(2, game.role_sets[0].options, game=game, begun=False)
    assert await refused(dealing(table).vote(table.match, 101)) == "too_late_to_deal_anew"


async def test_votes_outlive_a_crash_and_the_last_one_finds_them(table: Table) -> None:
    await dealing(table).vote(table.match, 101)
    await dealing(table).vote(table.match, 102)
    await table.restart()
    assert (await dealing(table).vote(table.match, 103)).match == table.match + 1
    await table.restart()
    assert (await table.row()).status == "ended"
    table.match += 1
    assert await table.keys() == ["roles.delivered", "clock.cards"]


async def test_a_vote_that_cannot_be_written_has_not_been_cast(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it or nothing: neither is the old game over nor is there a new one."""
    for person in PEOPLE[:2]:
        await dealing(table).vote(table.match, person)

    async def fails(*_: Any) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as trouble:
        trouble.setattr("bot.matches.dealing_anew.matches.set_unsent", fails)
        with pytest.raises(StoreError):
            await dealing(table).vote(table.match, 103)
    assert (await table.row()).status == "running"
    assert [action for action, _ in await table.logged()] == [VOTE] * 2
    assert await refused(table.service.snapshot(table.match + 1)) == "no_such_table"
    assert (await dealing(table).vote(table.match, 103)).match is not None
