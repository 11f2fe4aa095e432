"""Forgetting a person: what is gone, what stays, and that what was proved can still be proved."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.any_game import play_at_random
from support.tables import HOST, SEED, Table, opened_table

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.archive import Archive
from bot.matches.forgetting import StillHere, forget
from bot.matches.rolesets import RoleSets
from bot.recaps.recap import ERASED, Recap
from bot.recaps.report import report
from bot.recaps.verifying import Shown, verify
from bot.store import forgetting, lobbies, onlookers, people
from bot.store.lobbies import NewLobby
from bot.store.onlookers import OnlookerRow

ANN, BEN, ZOE = 101, 102, 987_654_321
"""Seat 1, seat 2, and a guest."""
SECRET = "I live in Mill Lane 7"
BYSTANDER = "Good evening"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def evening(table: Table) -> None:
    """Ann and ben have introduced themselves; then the host ends the game."""
    await table.deal(8, VillageOptions(introductions=True), begun=False)
    await table.introduces(1, SECRET)
    await table.introduces(2, BYSTANDER)
    await table.hosting.end(table.match, HOST)


async def recap_of(table: Table) -> Recap:
    recap = await Archive(table.store).recap(table.match)
    assert verify(recap) is None
    return recap


async def everything(table: Table) -> str:
    """All that stands in the file, table by table."""
    async with table.store.reading() as connection:
        names = await connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")
        found = []
        for (name,) in names.all():
            rows = await connection.exec_driver_sql(f'SELECT * FROM "{name}"')
            found += [f"{name} {tuple(row)}" for row in rows]
    return "\n".join(found)


async def test_name_salt_and_texts_are_gone_and_the_rest_is_proved_as_before(table: Table) -> None:
    await evening(table)
    before = await recap_of(table)
    assert before.opening is not None
    shown = Shown(commitment=before.commitment, opening=before.opening.digest)
    assert SECRET in before.model_dump_json()
    assert await forget(table.store, ANN, table.clock.now) == 1
    after = await recap_of(table)
    assert verify(after, shown) is None, "the seals that were shown still fit"
    assert after.opening is not None
    assert (after.names[0], after.opening.seats[0].name, after.opening.seats[0].salt) == (None, None, None)
    written = after.model_dump_json()
    assert SECRET not in written
    assert "p1" not in written
    assert report(after, shown).erased == (
        "The name of seat 1 is erased: that person was forgotten.",
        "1 texts that a forgotten person typed are erased.",
    )
    assert after.names[1:] == before.names[1:]
    assert BYSTANDER in written
    assert [line.value for line in after.journal if line.key == "introduction"] == [ERASED, BYSTANDER]


async def test_nothing_of_the_person_is_left_in_the_file(table: Table) -> None:
    await evening(table)

    async def known(connection: Any) -> None:
        await people.remember_dm(connection, ANN, 88_001, 1)
        lobby = await lobbies.create(
            connection, NewLobby(1, 20, ANN, "village", "classic", {}, 1, 2, invited_id=ANN, invited_name="p1")
        )
        await lobbies.join(connection, lobby, ANN, "p1", press_id=77_001)
        await lobbies.close(connection, lobby)

    await table.store.write(known)
    village = GAMES["village"].role_sets[0].options
    await RoleSets(table.store, lambda: 1).save(20, "village", "House", village, ANN)
    assert SECRET in await everything(table)
    await forget(table.store, ANN, table.clock.now)
    left = await everything(table)
    gone = (SECRET, "'p1'", "88001", "77001", f"({ANN},", f" {ANN},", f":{ANN},", f":{ANN}}}")
    held = [line for line in left.splitlines() if any(one in line for one in gone)]
    # 101 is the number of a question as well, and a digest may hold any digits.
    assert [line for line in held if not line.startswith(("journal", "snapshot", "forgotten"))] == []
    assert SECRET not in left
    assert "'p2'" in left


async def test_a_challenge_where_they_may_not_even_look_keeps_nobody_from_being_forgotten(table: Table) -> None:
    async def challenged(connection: Any) -> int:
        new = NewLobby(0, 20, BEN, "name_duel", "untimed", {}, 1, 2, invited_id=ZOE, invited_name="zoe", anywhere=True)
        return await lobbies.create(connection, new)

    number = await table.store.write(challenged)
    await forget(table.store, ZOE, table.clock.now)
    assert str(ZOE) not in await everything(table)
    async with table.store.reading() as connection:
        lobby = await lobbies.get(connection, number)
    assert lobby is not None
    assert lobby.status == "closed", "nobody is left who could accept"


async def test_what_a_substitute_typed_is_theirs_alone(table: Table) -> None:
    """Zoe took ann's seat and was forgotten; what ann wrote before on the same seat stays."""
    await table.deal(8, VillageOptions(introductions=True), begun=False)
    await table.introduces(1, BYSTANDER)
    await table.time_passes(1)
    await table.hosting.seat_person(table.match, HOST, 2, 555, "zoe")
    await table.time_passes(1)
    await table.introduces(2, SECRET)
    await table.time_passes(1)
    await table.hosting.seat_person(table.match, HOST, 2, 556, "eve")
    await table.hosting.end(table.match, HOST)
    assert await forget(table.store, 555, table.clock.now) == 1
    recap = await recap_of(table)
    assert [line.value for line in recap.journal if line.key == "introduction"] == [BYSTANDER, ERASED]
    assert recap.names[1] == "eve"
    assert [(act.seat, act.player) for act in recap.acts if act.what == "seat"] == [(2, "human"), (2, "human")]
    assert "555" not in str(await table.logged())


async def test_what_was_taken_back_is_erased_too(table: Table) -> None:
    await table.deal(8, VillageOptions(introductions=True), begun=False)
    await table.introduces(1, SECRET)
    (decision,) = await Archive(table.store).decisions(table.match)
    await table.hosting.rewind(table.match, HOST, decision.number, force=True)
    await table.hosting.end(table.match, HOST)
    await forget(table.store, ANN, table.clock.now)
    assert SECRET not in await everything(table)
    assert [line.value for line in await table.voided()] == [ERASED]


@pytest.mark.parametrize("differs", ["signature", "digest"])
async def test_a_game_that_todays_rules_cannot_follow_loses_its_texts_all_the_same(table: Table, differs: str) -> None:
    """They ask something else, or say something else: what was said then is not said anew."""
    await evening(table)
    await table.store.write(
        lambda connection: connection.exec_driver_sql(f"UPDATE journal SET {differs} = 'old' WHERE seat = 2")
    )
    said = [line.key for line in await table.said()]
    await forget(table.store, ANN, table.clock.now)
    assert [line.key for line in await table.said()] == said
    assert {line.digest for line in await table.journal()} == {""}
    left = await everything(table)
    assert SECRET not in left
    assert BYSTANDER in left
    assert ERASED in left


async def test_whoever_still_plays_or_waits_is_not_forgotten(table: Table) -> None:
    await table.deal()
    before = await everything(table)
    with pytest.raises(StillHere) as caught:
        await forget(table.store, ANN, table.clock.now)
    assert caught.value.where.matches == (table.match,)
    assert await everything(table) == before
    await table.hosting.end(table.match, HOST)

    async def waits(connection: Any) -> None:
        lobby = await lobbies.create(connection, NewLobby(1, 20, BEN, "village", "classic", {}, 1, 2))
        await lobbies.join(connection, lobby, BEN, "p2")

    await table.store.write(waits)
    with pytest.raises(StillHere) as caught:
        await forget(table.store, BEN, table.clock.now)
    assert caught.value.where.lobbies == (1,)
    assert await forget(table.store, ANN, table.clock.now) == 1, "ann is not in that lobby"


async def test_whoever_has_seen_a_game_through_the_eyes_of_the_dead_is_forgotten_after_it(table: Table) -> None:
    """Else they could be forgotten in the middle of it, and take a seat."""
    await table.deal()
    row = OnlookerRow(table.match, ZOE, "watch", False, 1)
    await table.store.write(lambda connection: onlookers.add(connection, row))
    with pytest.raises(StillHere) as caught:
        await forget(table.store, ZOE, table.clock.now)
    assert caught.value.where.matches == (table.match,)
    await table.hosting.end(table.match, HOST)
    assert str(ZOE) in await everything(table)
    await forget(table.store, ZOE, table.clock.now)
    assert str(ZOE) not in await everything(table)


async def test_it_is_done_whole_or_not_at_all(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await evening(table)
    before = await everything(table)

    async def dies(*_: Any) -> None:
        raise RuntimeError("the process dies")

    with monkeypatch.context() as patch:
        patch.setattr(forgetting, "erase_names", dies)
        with pytest.raises(RuntimeError):
            await forget(table.store, ANN, table.clock.now)
    assert await everything(table) == before


async def test_somebody_nobody_knows_is_forgotten_at_once(table: Table) -> None:
    await evening(table)
    before = await everything(table)
    assert await forget(table.store, 999_999, table.clock.now) == 0
    (noted,) = set((await everything(table)).splitlines()) - set(before.splitlines())
    assert noted.startswith("forgotten "), "a backup may know them"
    assert "999999" not in noted


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_says_which_answers_are_typed(name: str) -> None:
    game, seats = GAMES[name], GAMES[name].seats.start
    playable = [role_set.options for role_set in game.role_sets if not game.faults(role_set.options, seats)]
    for number, options in enumerate(playable):
        match = Match.start(game, options, seats, SealedChance(SEED))
        for question, _ in play_at_random(match, Random(number)):
            assert (question.kind in ("text", "reasoned")) == (question.key in game.typed), question


def test_the_marker_is_one_that_json_and_people_can_read() -> None:
    assert json.loads(json.dumps(ERASED)) == ERASED
    assert ERASED.isprintable()


async def test_that_somebody_stood_by_or_voted_is_gone(table: Table) -> None:
    zoe = 777_000_111_222_333_444
    await table.deal()
    await table.leaving.stand_by(table.match, HOST, zoe, "zoe")
    await table.end_votes.agree(table.match, ANN, "vote")
    await table.end_votes.agree(table.match, BEN, "vote")
    await table.hosting.end(table.match, HOST)
    await forget(table.store, zoe, table.clock.now)
    await forget(table.store, ANN, table.clock.now)
    kept = await everything(table)
    assert str(zoe) not in kept
    assert "zoe" not in kept
    assert [line for line in kept.splitlines() if line.startswith("end_vote")] == [
        f"end_vote ({table.match}, 'vote', {BEN}, {table.clock.now})"
    ]
