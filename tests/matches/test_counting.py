"""What counts of a match that is over: when it is written, for whom, and what never counts."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table

from bot.engine.questions import MIRROR
from bot.engine.rulebook import OVER, Outcome
from bot.games import GAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.games.random_player import RandomPlayer
from bot.games.village.options import VillageOptions
from bot.matches import counting
from bot.matches.counting import Sat, verdict_on, who_sat
from bot.matches.forgetting import forget
from bot.matches.guild_settings import SettingsBook
from bot.matches.statistics import Statistics, catch_up, recount
from bot.store import matches, tallies
from bot.store.seating import SeatRow
from bot.store.table_log import LogRow
from bot.store.tallies import TallyRow, TallySeatRow

GUILD = 1
ANN, BEN = 101, 102
NAME_DUEL, VILLAGE = GAMES["name_duel"], GAMES["village"]
ONE_GAME = NameDuelOptions(best_of=1)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def plays_on(table: Table, number: int = 1, *, until_dead: bool = False) -> None:
    """Everybody answers at random until the game is over, or until somebody is out of it."""
    player = RandomPlayer(Random(number))
    while (awake := await table.awake()).match.outcome is None:
        if until_dead and len(awake.snapshot().still_in()) < len(awake.seats):
            return
        question = next((one for one in awake.match.open if one.seat != MIRROR), None)
        if question is None:
            clock = awake.match.open[0]
            await table.answer(clock, clock.default)
        else:
            await table.answer(question, player.answer(question, _never_looks))


def _never_looks() -> Any:
    raise AssertionError("whoever answers at random looks at nothing")


async def name_duel(table: Table, *, anywhere: bool = False) -> None:
    await table.deal(2, ONE_GAME, game=NAME_DUEL, begun=False, anywhere=anywhere)


async def tally(table: Table) -> tuple[list[TallyRow], list[TallySeatRow]]:
    async with table.store.reading() as connection:
        return await tallies.of_guild(connection, GUILD), await tallies.seats_of(connection, GUILD)


async def verdict(table: Table) -> str:
    """What was written of the match, whether it counts or not."""
    async with table.store.reading() as connection:
        found = await connection.exec_driver_sql("SELECT verdict FROM tally WHERE match = ?", (table.match,))
        return str(found.scalar_one())


def statistics(table: Table) -> Statistics:
    return Statistics(table.store, table.clock)


def everybody(channel_id: int) -> bool:
    return True


async def test_a_match_counts_when_it_is_over_and_never_before(table: Table) -> None:
    await name_duel(table)
    assert await tally(table) == ([], [])
    await plays_on(table)
    row = await table.row()
    (counted,), seats = await tally(table)
    outcome = Outcome.model_validate(json.loads(row.outcome or ""))
    assert (counted.match, counted.game, counted.role_set) == (row.id, "name_duel", "classic")
    assert (counted.ended_ms, counted.sides) == (row.ended_ms, list(outcome.sides))
    assert [(seat.user_id, seat.result) for seat in seats] == [(ANN, outcome.results[1]), (BEN, outcome.results[2])]
    assert sorted(outcome.results.values()) == ["lost", "won"]


async def test_what_is_killed_at_the_last_answer_is_counted_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies while it writes the end: neither the end nor the tally is there, and then both are."""
    await name_duel(table)
    count = counting.count

    async def dies(connection: Any, match_id: int) -> None:
        await count(connection, match_id)
        raise RuntimeError("the process dies")

    with monkeypatch.context() as patch:
        patch.setattr(counting, "count", dies)
        with pytest.raises(RuntimeError):
            await plays_on(table)
    assert (await table.row()).status == "running"
    assert await tally(table) == ([], [])
    await table.restart()
    await plays_on(table)
    rows, seats = await tally(table)
    assert (len(rows), len(seats)) == (1, 2)
    assert await catch_up(table.store) == 0, "nothing is counted a second time"


async def test_of_hidden_roles_it_counts_who_had_which_one_and_for_which_side(table: Table) -> None:
    await table.deal(8, VillageOptions(introductions=False))
    await plays_on(table)
    (counted,), seats = await tally(table)
    (over,) = [said.content for said in await table.said() if said.key == OVER]
    roles = {seat: role for seat, role in over["roles"]}
    assert {seat.seat: seat.role for seat in seats} == roles
    assert all(seat.side == VILLAGE.role_sides[roles[seat.seat]] for seat in seats)
    winners = {seat.side for seat in seats if seat.result == "won"}
    assert winners == set(counted.sides)


async def test_whoever_leaves_after_their_death_is_counted_and_whoever_leaves_before_is_not(table: Table) -> None:
    await table.deal(8, VillageOptions(introductions=False))
    await plays_on(table, until_dead=True)
    alive = (await table.awake()).snapshot().still_in()
    dead = next(seat for seat in range(1, 9) if seat not in alive)
    await table.leaves(100 + dead)
    await table.leaves(100 + alive[0])
    await plays_on(table)
    rows, seats = await tally(table)
    assert len(rows) == 1
    assert {seat.seat: seat.user_id for seat in seats} == {seat: 100 + seat for seat in range(1, 9) if seat != alive[0]}


async def test_a_game_that_was_ended_counts_for_nobody(table: Table) -> None:
    await name_duel(table)
    await table.hosting.end(table.match, HOST)
    await name_duel(table)
    for user_id in (ANN, BEN):
        await table.end_votes.agree(table.match, user_id, "draw")
    assert (await table.row()).ending == "draw"
    assert await tally(table) == ([], [])
    assert await catch_up(table.store) == 0


async def test_against_a_computer_nothing_counts(table: Table) -> None:
    await name_duel(table)
    await table.leaves(BEN)
    await plays_on(table)
    assert await verdict(table) == "given_up"
    assert await tally(table) == ([], [])


async def test_where_a_server_keeps_no_statistics_nothing_is_counted_and_later_neither(table: Table) -> None:
    book = SettingsBook(table.store)
    await book.change(GUILD, statistics=False)
    await name_duel(table)
    await plays_on(table)
    await book.change(GUILD, statistics=True)
    assert await verdict(table) == "off"
    assert await recount(table.store) == 0
    assert await tally(table) == ([], [])


async def test_whoever_does_not_want_to_be_counted_is_not_and_the_others_are(table: Table) -> None:
    await name_duel(table)
    await plays_on(table)
    await statistics(table).count_person(ANN, False)
    await name_duel(table)
    await plays_on(table)
    rows, seats = await tally(table)
    assert len(rows) == 2
    assert [seat.user_id for seat in seats] == [None, BEN] * 2
    await statistics(table).count_person(ANN, True)
    assert await statistics(table).of_person(GUILD, ANN, everybody) == [], "what is past stays nameless"
    assert await recount(table.store) == 2
    assert [seat.user_id for seat in (await tally(table))[1]] == [None, BEN] * 2
    assert len(await statistics(table).of_person(GUILD, BEN, everybody)) == 2


async def test_a_forgotten_person_is_in_no_statistics(table: Table) -> None:
    await name_duel(table)
    await plays_on(table)
    await forget(table.store, ANN, table.clock.now)
    assert [seat.user_id for seat in (await tally(table))[1]] == [None, BEN]
    assert await recount(table.store) == 1
    assert [seat.user_id for seat in (await tally(table))[1]] == [None, BEN]


async def test_what_was_over_before_anything_was_counted_is_counted_at_the_next_start(table: Table) -> None:
    await name_duel(table)
    await plays_on(table)
    before = await tally(table)
    await table.store.write(lambda connection: tallies.remove(connection, table.match))
    assert await tally(table) == ([], [])
    assert await catch_up(table.store) == 1
    assert await tally(table) == before
    assert await catch_up(table.store) == 0


async def test_a_game_that_belongs_to_no_server_counts_nowhere(table: Table) -> None:
    await name_duel(table, anywhere=True)
    await plays_on(table)
    assert await tally(table) == ([], [])
    assert await catch_up(table.store) == 0, "nobody waits for it at the next start either"


async def test_what_has_counted_still_does_when_the_match_is_deleted(table: Table) -> None:
    await name_duel(table)
    await plays_on(table)
    before = await tally(table)
    await table.store.write(lambda connection: connection.exec_driver_sql("DELETE FROM match"))
    assert await recount(table.store) == 0
    assert await tally(table) == before


async def test_what_a_reader_cannot_see_is_not_counted_for_them(table: Table) -> None:
    await name_duel(table)
    await plays_on(table)
    await table.store.write(lambda connection: matches.move(connection, table.match, 99))
    assert await recount(table.store) == 1

    def sees(channel_id: int) -> bool:
        return channel_id != 99

    counted = statistics(table)
    assert await counted.of_person(GUILD, ANN, sees) == []
    assert await counted.of_game(GUILD, "name_duel", sees) == []
    assert await counted.of_guild(GUILD, sees) == []
    assert len(await counted.of_guild(GUILD, everybody)) == 1


def sat(*seats: SeatRow, log: tuple[dict[str, Any], ...] = ()) -> Sat:
    lines = [LogRow(1, number, 1, 900, "seat", details) for number, details in enumerate(log)]
    return who_sat(seats, lines)


def person(seat: int, **more: Any) -> SeatRow:
    return SeatRow(1, seat, 100 + seat, f"p{seat}", "human", **more)


def computer(seat: int) -> SeatRow:
    return SeatRow(1, seat, None, "Hansel", "thoughtful")


def test_a_substitute_plays_somebody_elses_game() -> None:
    taken_over = {"seat": 2, "was": 102, "now": 555}
    found = sat(person(1), SeatRow(1, 2, 555, "zoe", "human"), log=(taken_over,))
    assert found == Sat({1: 101}, [2])


def test_whoever_was_out_before_they_left_has_played_to_the_end() -> None:
    left = {"seat": 2, "was": 102, "now": None, "left": True, "was_out": True}
    assert sat(person(1), computer(2), log=(left,)) == Sat({1: 101, 2: 102}, [])


def test_a_person_in_the_place_of_a_computer_player_counts_for_nobody() -> None:
    sat_down = {"seat": 2, "was": None, "now": 555}
    assert sat(person(1), SeatRow(1, 2, 555, "zoe", "human"), log=(sat_down,)) == Sat({1: 101}, [])


def test_whoever_has_stopped_answering_has_given_up() -> None:
    assert sat(person(1), person(2, away=True), computer(3)) == Sat({1: 101}, [2])


@pytest.mark.parametrize(
    ("game", "people", "given_up", "reason", "found"),
    [
        (NAME_DUEL, 2, 0, "contest.won", "counts"),
        (NAME_DUEL, 1, 0, "contest.won", "few"),
        (NAME_DUEL, 1, 1, "contest.won", "given_up"),
        (GAMES["grimm_forest"], 3, 1, "done", "given_up"),
        (GAMES["grimm_forest"], 4, 0, "stillness", "given_up"),
        (VILLAGE, 6, 2, "end.even_numbers", "counts"),
        (VILLAGE, 5, 3, "end.even_numbers", "given_up"),
        (VILLAGE, 8, 0, "end.silence", "given_up"),
        (VILLAGE, 1, 0, "end.even_numbers", "few"),
    ],
)
def test_what_is_decided_by_giving_up_counts_for_nobody(
    game: Any, people: int, given_up: int, reason: str, found: str
) -> None:
    outcome = Outcome(sides=("town",), seats=(), reason=reason, results={})
    played = Sat({seat: 100 + seat for seat in range(people)}, list(range(50, 50 + given_up)))
    assert verdict_on(game, outcome, played) == found
