"""Somebody is kept away: every way to a seat is closed, it ends by itself, and it outlives the process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, VILLAGE, Table, opened_table, refused

from bot.games.village.options import VillageOptions
from bot.matches import bars as barring
from bot.matches.bars import Barred, Barring, Bars, Scope
from bot.matches.dealing_anew import DealingAnew
from bot.matches.errors import Refused
from bot.matches.forgetting import forget
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, LobbySeat
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_starts import LobbyStarts
from bot.store import seating, standby
from bot.store.errors import StoreError

ANN, BEN, CLEO, ZOE, MODERATOR = 11, 12, 13, 777, 999
HOUR_MS = 3_600_000
SERVER, ELSEWHERE = 1, 2


class Club:
    """A server with its tables, over one store."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bars = Bars(table.store, table.clock)
        starts = LobbyStarts(table.store, table.service, table.clock)
        self.lobbies = Lobbies(table.store, starts, table.clock)
        self.lobby_openings = LobbyOpenings(table.store, table.clock)

    async def open(self, host: int = ANN, guild: int = SERVER, *, invited: int | None = None) -> Lobby:
        guest = None if invited is None else LobbySeat(invited, f"p{invited}")
        return await self.lobby_openings.open(
            guild, 77, host, f"p{host}", VILLAGE, "classic", VillageOptions(), invited=guest
        )  # fmt: skip

    async def joins(self, lobby: Lobby, user_id: int) -> Lobby:
        return await self.lobbies.join(lobby.id, user_id, f"p{user_id}")

    async def bar(
        self,
        user_id: int,
        scope: Scope = "server",
        place: int = 0,
        *,
        hours: int = 1,
        reason: str = "spoils every game",
    ) -> Barred:
        """Bar this person for so many hours; 0: until it is lifted."""
        until_ms = self.table.clock.now + hours * HOUR_MS if hours else None
        wanted = Barring(SERVER, scope, place, user_id, MODERATOR, until_ms)
        return await self.bars.bar(wanted, f"p{user_id}", reason)

    async def people(self, lobby: Lobby) -> list[int | None]:
        return [seat.user_id for seat in (await self.lobbies.get(lobby.id)).seats]


@pytest.fixture
async def mafia(tmp_path: Path) -> AsyncIterator[Club]:
    async with opened_table(tmp_path / "mirror.db") as table:
        yield Club(table)


# -- in lobbies --------------------------------------------------------------------------------------------------------


async def test_who_is_barred_from_the_server_sits_down_nowhere(mafia: Club) -> None:
    lobby = await mafia.open()
    await mafia.bar(BEN)
    assert await refused(mafia.joins(lobby, BEN)) == "barred.server"
    assert await refused(mafia.open(BEN)) == "barred.server"
    assert await refused(mafia.open(CLEO, invited=BEN)) == "they_are_barred"
    assert await mafia.people(await mafia.joins(lobby, CLEO)) == [ANN, CLEO], "nobody else is kept away"
    await mafia.open(BEN, ELSEWHERE)


async def test_a_challenge_cannot_be_accepted(mafia: Club) -> None:
    lobby = await mafia.open(invited=BEN)
    await mafia.bar(BEN, "host", ANN)
    assert await refused(mafia.joins(lobby, BEN)) == "barred.host"


async def test_a_bar_from_a_hosts_tables_is_about_those_alone(mafia: Club) -> None:
    hers, his = await mafia.open(ANN), await mafia.open(CLEO)
    await mafia.bar(BEN, "host", ANN)
    assert await refused(mafia.joins(hers, BEN)) == "barred.host"
    await mafia.joins(his, BEN)
    assert await refused(mafia.bar(ANN, "host", ANN)) == "bar_host_of_own"


async def test_a_host_who_bars_everybody_takes_nothing_from_the_moderators(
    mafia: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(barring, "BARS_MOST", 2)
    for person in (BEN, CLEO):
        await mafia.bar(person, "host", ANN)
    assert await refused(mafia.bar(ZOE, "host", ANN)) == "bars_too_many"
    await mafia.bar(ZOE, "host", BEN)
    await mafia.bar(ZOE)
    assert await refused(mafia.open(ZOE)) == "barred.server"


async def test_a_bar_from_one_table_is_about_that_alone(mafia: Club) -> None:
    lobby, other = await mafia.open(), await mafia.open()
    await mafia.bar(BEN, "lobby", lobby.id)
    assert await refused(mafia.joins(lobby, BEN)) == "barred.table"
    await mafia.joins(other, BEN)


async def test_it_takes_the_seats_in_lobbies_at_once(mafia: Club) -> None:
    """A host who is barred hands the table on, and an empty one closes."""
    hosts, alone, guest, elsewhere = (
        await mafia.open(BEN),
        await mafia.open(BEN),
        await mafia.open(),
        await mafia.open(),
    )
    for lobby in (hosts, guest):
        await mafia.joins(lobby, CLEO)
    await mafia.joins(guest, BEN)
    barred = await mafia.bar(BEN)
    assert {lobby.id for lobby in barred.left} == {hosts.id, alone.id, guest.id}
    assert (await mafia.lobbies.get(hosts.id)).host_id == CLEO
    assert (await mafia.lobbies.get(alone.id)).status == "closed"
    assert await mafia.people(guest) == [ANN, CLEO]
    assert await mafia.people(elsewhere) == [ANN]


async def test_a_bar_takes_effect_whole_or_not_at_all(mafia: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is stopped in the middle of it, when the seat in the lobby is gone already."""
    await mafia.table.deal()
    lobby = await mafia.joins(await mafia.open(), BEN)

    async def stopped(*_: object) -> None:
        raise StoreError("a test")

    monkeypatch.setattr(standby, "remove", stopped)
    with pytest.raises(StoreError):
        await mafia.bar(BEN)
    monkeypatch.undo()
    assert await mafia.people(lobby) == [ANN, BEN]
    assert await mafia.bars.of_guild(SERVER) == []
    await mafia.bar(BEN)
    assert await mafia.people(lobby) == [ANN]


async def test_a_bar_from_a_running_table_and_its_seat_are_one(mafia: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is stopped between the two: nobody is barred who still sits there, nor has lost a seat without."""
    table = mafia.table
    await table.deal()
    wanted = Barring(SERVER, "match", table.match, 102, HOST, None)

    async def takes_the_seat() -> None:
        along = mafia.bars.barring(wanted, "p102", "")
        await table.hosting.seat_person(table.match, HOST, 2, None, "Hansel", along=along)

    async def stopped(*_: object, **__: object) -> None:
        raise StoreError("a test")

    monkeypatch.setattr(seating, "set_seat", stopped)
    with pytest.raises(StoreError):
        await takes_the_seat()
    monkeypatch.undo()
    await table.restart()
    assert (await table.awake()).seats[2].user_id == 102
    assert await mafia.bars.of_guild(SERVER) == []
    await takes_the_seat()
    assert (await table.awake()).seats[2].user_id is None
    assert (await table.awake()).seats[3].user_id == 103
    assert [row.user_id for row in await mafia.bars.of_guild(SERVER)] == [102]


async def test_it_ends_by_itself(mafia: Club) -> None:
    lobby = await mafia.open()
    await mafia.bar(BEN, hours=1)
    mafia.table.clock.now += HOUR_MS - 1
    assert await refused(mafia.joins(lobby, BEN)) == "barred.server"
    assert len(await mafia.bars.of_guild(SERVER)) == 1
    mafia.table.clock.now += 1
    assert await mafia.bars.of_guild(SERVER) == []
    await mafia.joins(lobby, BEN)


async def test_it_holds_after_a_restart_until_it_is_lifted(mafia: Club) -> None:
    lobby = await mafia.open()
    await mafia.bar(BEN, hours=0)
    await mafia.table.restart(away_s=400 * 24 * 3600)
    later = Club(mafia.table)
    await later.bars.forget_past()
    assert await refused(later.open(BEN)) == "barred.server.open"
    await later.bars.lift(SERVER, "server", 0, BEN, by=MODERATOR)
    await later.open(BEN)
    assert await refused(later.bars.lift(SERVER, "server", 0, BEN, by=MODERATOR)) == "bar_gone"
    assert (await later.lobbies.get(lobby.id)).host_id == ANN


async def test_of_several_bars_the_last_to_end_is_told(mafia: Club) -> None:
    lobby = await mafia.open()
    await mafia.bar(BEN, "host", ANN, hours=2)
    await mafia.bar(BEN, hours=1)
    with pytest.raises(Refused) as told:
        await mafia.joins(lobby, BEN)
    assert (told.value.code, told.value.values) == (
        "barred.host", {"when": (mafia.table.clock.now + 2 * HOUR_MS) // 1000},
    )  # fmt: skip
    assert "spoils" not in str(told.value.args)


async def test_the_same_person_barred_again_is_barred_anew(mafia: Club) -> None:
    await mafia.bar(BEN, hours=0)
    await mafia.bar(BEN, hours=1, reason="enough for today")
    [row] = await mafia.bars.of_guild(SERVER)
    assert (row.reason, row.until_ms) == ("enough for today", mafia.table.clock.now + HOUR_MS)


# -- at running tables -------------------------------------------------------------------------------------------------


async def test_every_way_into_a_running_game_is_closed(mafia: Club) -> None:
    table = mafia.table
    await table.deal()
    before = (await table.awake()).seats
    await mafia.bar(ZOE)
    match = table.match
    assert await refused(table.hosting.check_may_sit(match, 3, ZOE)) == "barred.server"
    assert await refused(table.hosting.seat_person(match, HOST, 3, ZOE, "zoe")) == "they_are_barred"
    assert await refused(table.leaving.stand_by(match, HOST, ZOE, "zoe")) == "they_are_barred"
    assert await refused(table.leaving.stand_by(match, ZOE, ZOE, "zoe")) == "barred.server"
    assert await refused(table.moderation.take(match, HOST, ZOE)) == "they_are_barred"
    assert await refused(table.moderation.transfer_host(match, HOST, ZOE)) == "they_are_barred"
    assert (await table.awake()).seats == before
    assert await table.logged() == []


async def test_who_is_away_cannot_be_replaced_by_somebody_barred(mafia: Club) -> None:
    table = mafia.table
    await table.deal()
    while not (await table.awake()).seats[3].away:
        await table.wakes_up()
        await table.time_passes(60)
    await mafia.bar(ZOE, "match", table.match)
    takes = table.hosting.take_over(table.match, ZOE, 3, ZOE, "zoe", was=103)
    assert await refused(takes) == "barred.table"
    assert (await table.awake()).seats[3].user_id == 103


async def test_whoever_stands_by_stands_by_no_longer(mafia: Club) -> None:
    table = mafia.table
    await table.deal()
    await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
    await mafia.bar(ZOE)
    left = await table.leaves(103)
    assert left.successor is not None
    assert left.successor.user_id is None
    assert await table.leaving.stand_by(table.match, HOST, 778, "yul"), "the list goes on for others"


async def test_who_plays_already_plays_on(mafia: Club) -> None:
    table = mafia.table
    await table.deal()
    barred = await mafia.bar(103)
    assert barred.plays == (table.match,)
    assert (await table.awake()).seat_of(103) == 3


async def test_a_bar_from_a_lobby_holds_at_its_game(mafia: Club) -> None:
    lobby = await mafia.open()
    await mafia.bar(ZOE, "lobby", lobby.id)
    await mafia.lobbies.fill(lobby.id, ANN, 8)
    mafia.table.match = await mafia.lobbies.start(lobby.id, ANN)
    sits = mafia.table.hosting.seat_person(mafia.table.match, ANN, 3, ZOE, "zoe")
    assert await refused(sits) == "they_are_barred"
    assert [row.user_id for row in await mafia.bars.of_guild(SERVER)] == [ZOE]
    number = (await DealingAnew(mafia.table.service.keeper).vote(mafia.table.match, ANN)).match
    assert number is not None
    assert await refused(mafia.table.hosting.seat_person(number, ANN, 3, ZOE, "zoe")) == "they_are_barred"
    await mafia.table.hosting.end(number, ANN)
    assert await mafia.bars.of_guild(SERVER) == [], "a bar from a table ends with it"


async def test_the_host_of_a_table_is_not_barred_from_it(mafia: Club) -> None:
    await mafia.table.deal()
    assert await refused(mafia.bar(HOST, "match", mafia.table.match)) == "bar_host_of_own"


# -- forgetting --------------------------------------------------------------------------------------------------------


async def test_whoever_is_forgotten_stays_barred_without_name_and_reason(mafia: Club) -> None:
    await mafia.bar(ZOE, hours=0)
    await mafia.bar(BEN, "host", ZOE)
    await forget(mafia.table.store, ZOE, mafia.table.clock.now)
    [row] = await mafia.bars.of_guild(SERVER)
    assert (row.user_id, row.reason) == (ZOE, "")
    assert "777" not in row.name
    assert await refused(mafia.open(ZOE)) == "barred.server.open"
    await forget(mafia.table.store, MODERATOR, mafia.table.clock.now)
    [row] = await mafia.bars.of_guild(SERVER)
    assert row.by_id == 0
