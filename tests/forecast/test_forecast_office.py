"""Where forecasts are asked for: who comes first, what is kept, and that no process is left behind."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from forecast.made_up import MadeUpCrew
from support.waiting import until

from bot.beside import KINDEST
from bot.engine.rulebook import Game
from bot.forecast import crew as crew_module
from bot.forecast import office as office_module
from bot.forecast.crew import Processes
from bot.forecast.job import Job, Order
from bot.forecast.office import WAITING_MOST, Office
from bot.forecast.shelf import fill
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.kept_forecasts import KEPT_MS, KeptForecasts
from bot.store.database import Store
from bot.store.forecasts import ForecastRow

NAME_DUEL, VILLAGE = GAMES["name_duel"], GAMES["village"]
ANN, BEN, CAT = 1, 2, 3
HOME, AWAY, THERE = 10, 20, 30


def order(seats: int = 10, game: Game = VILLAGE) -> Order:
    return Order(game, game.role_sets[0].options, seats)


@pytest.fixture
def crews() -> Iterator[list[MadeUpCrew]]:
    MadeUpCrew.all.clear()
    yield MadeUpCrew.all
    MadeUpCrew.all.clear()


async def test_what_was_worked_out_is_known_to_everybody(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    assert office.known(order()) is None
    ticket = office.ask(order(), HOME, ANN)
    assert ticket.state == "works"
    crews[0].finish()
    assert (ticket.state, crews[0].stopped) == ("done", True)
    assert office.known(order()) is ticket.forecast is not None
    assert office.known(order(seats=11)) is None
    assert len(crews) == 1


async def test_what_was_worked_out_is_known_after_a_restart(crews: list[MadeUpCrew], tmp_path: Path) -> None:
    """But for what is too old, and what another version has written."""
    store, now = await Store.open(tmp_path / "mirror.db"), [1_000]
    kept = KeptForecasts(store, lambda: now[0], most=2)
    office = Office(MadeUpCrew)
    await fill(office, kept)
    ticket = office.ask(order(), HOME, ANN)
    crews[0].finish()
    kept.keep("another version's", "{}")
    await asyncio.gather(*kept._writing)

    async def restarted() -> Office:
        again = Office(MadeUpCrew)
        await fill(again, kept)
        return again

    again = await restarted()
    assert again.known(order()) == ticket.forecast is not None
    assert again.known(order(seats=11)) is None
    assert again.ask(order(), HOME, BEN).state == "done"
    assert len(crews) == 1, "nothing was played anew"
    now[0] += KEPT_MS + 1
    assert (await restarted()).known(order()) is None
    for digest in ("x", "y", "z"):
        now[0] += 1
        await kept._keep(ForecastRow(digest, "{}", now[0]))
    assert [digest for digest, _ in await kept.all()] == ["y", "z"], "so many are kept, the newest ones"
    await store.close()


async def test_one_after_another_and_one_for_each_server(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    first, second = office.ask(order(), HOME, ANN), office.ask(order(seats=11), AWAY, BEN)
    assert (second.state, office.before(second)) == ("waits", 1)
    with pytest.raises(Refused, match="forecast_of_server"):
        office.ask(order(seats=12), HOME, CAT)
    crews[0].finish()
    assert (first.state, second.state) == ("done", "works")
    office.ask(order(seats=12), HOME, CAT)
    office.close()


async def test_two_who_ask_the_same_have_it_played_once(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    first, second, third = (office.ask(order(), guild, guild + 1) for guild in (HOME, AWAY, THERE))
    crews[0].finish()
    assert (second.state, third.state) == ("done", "done")
    assert first.forecast is second.forecast is third.forecast is not None
    assert len(crews) == 1


async def test_only_a_few_wait(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    for place in range(WAITING_MOST + 1):
        office.ask(order(), 100 + place, 200 + place)
    with pytest.raises(Refused, match="forecast_busy"):
        office.ask(order(), HOME, ANN)
    office.close()
    assert [crew.stopped for crew in crews] == [True]


async def test_who_gives_up_stops_the_games_and_the_next_begins(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    first, second = office.ask(order(), HOME, ANN), office.ask(order(), AWAY, BEN)
    office.give_up(first)
    assert (first.state, crews[0].stopped, second.state) == ("gone", True, "works")
    crews[0].finish()  # a line that was on its way
    assert (first.state, first.forecast, second.state) == ("gone", None, "works")
    office.give_up(first)
    assert second.state == "works"
    office.close()
    assert second.state == "gone"


async def test_who_asks_for_another_gives_the_first_up(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    first = office.ask(order(), HOME, ANN)
    again = office.ask(order(seats=12), HOME, ANN)
    assert (first.state, again.state, crews[0].stopped) == ("gone", "works", True)
    office.close()


async def test_who_cannot_play_on_fails_and_nothing_is_kept(crews: list[MadeUpCrew]) -> None:
    office = Office(MadeUpCrew)
    ticket, after = office.ask(order(), HOME, ANN), office.ask(order(seats=11), AWAY, BEN)
    crews[0].told()
    assert (ticket.state, after.state) == ("failed", "works")
    assert office.known(order()) is None
    office.close()


async def test_out_of_time_what_is_known_is_the_forecast(
    crews: list[MadeUpCrew], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office_module, "PATIENCE_S", 0.001)
    monkeypatch.setattr(office_module, "LONGEST_S", 0.001)
    office = Office(MadeUpCrew)
    ticket = office.ask(order(), HOME, ANN)
    crews[0].play(50)
    await until(lambda: ticket.is_over)
    assert ticket.forecast is not None
    assert (ticket.forecast.swapping, ticket.state, crews[0].stopped) == ("late", "done", True)
    nothing = office.ask(order(), HOME, ANN)
    await until(lambda: nothing.is_over)
    assert (nothing.forecast, nothing.state) == (None, "late")


@pytest.mark.parametrize("guild", [HOME, AWAY])
async def test_where_nobody_waits_it_goes_on_until_somebody_else_asks(
    guild: int, crews: list[MadeUpCrew], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that has much to do."""
    monkeypatch.setattr(office_module, "PATIENCE_S", 0.001)
    office = Office(MadeUpCrew)
    ticket = office.ask(order(), HOME, ANN)
    assert crews[0].job.slowest > 1
    crews[0].play(50)
    await until(lambda: office._is_due)
    assert (ticket.state, crews[0].stopped) == ("works", False)
    other = office.ask(order(seats=11), guild, BEN)
    assert (ticket.state, crews[0].stopped, other.state) == ("done", True, "works")
    assert ticket.forecast is not None
    office.ask(order(seats=12), THERE, CAT)
    assert crews[1].job.slowest == 1, "somebody waits"
    office.close()


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_real_processes_play_everything_and_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They learn nothing of the bot's settings, stand back, and end when they are stopped."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setenv("MAGIC_MIRROR_TOKEN", "a secret")
    stands_back = Mock()
    monkeypatch.setattr(crew_module, "let_stand_back", stands_back)
    job = Job(order(2, NAME_DUEL), games=5)
    told: list[bool] = []
    crew = Processes(job, lambda: told.append(True))
    await crew.begin()
    (pid,) = crew.pids
    assert b"a secret" not in Path(f"/proc/{pid}/environ").read_bytes()  # noqa: ASYNC240
    stands_back.assert_called_once_with(pid, KINDEST)
    await until(lambda: bool(told))
    assert job.forecast is not None
    assert job.forecast.games == job.forecast.planned > 0
    assert is_there(pid)
    crew.stop()
    await until(lambda: not is_there(pid))
    assert told == [True]


async def test_a_process_whose_bot_is_gone_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of its games; and one that ends too early is missed."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    told: list[bool] = []
    job = Job(order(2, NAME_DUEL))
    batch = job.next_batch()
    assert batch is not None
    monkeypatch.setattr(job, "next_batch", lambda: batch.model_copy(update={"games": 1_000_000}))
    crew = Processes(job, lambda: told.append(True))
    await crew.begin()
    (worker,) = crew._workers
    assert worker._transport is not None
    pipe = worker._transport.get_pipe_transport(0)
    assert pipe is not None
    pipe.close()  # as when the bot is killed
    await until(lambda: bool(told))
    assert job.forecast is None
    crew.stop()


async def test_who_gives_up_while_processes_begin_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    crew = Processes(Job(order()), lambda: None)
    beginning = asyncio.create_task(crew.begin())
    await until(lambda: bool(crew._workers))
    crew.stop()
    await beginning
    (pid,) = crew.pids
    await until(lambda: not is_there(pid))
