"""Lobbies on a real store: who gets a seat, who may decide, and that a match begins once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.engine import chance
from bot.engine.match import Match
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import IDLE_MS, NAMES, Lobby, LobbySeat, Unplayable
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_invitations import (
    CALLS_A_DAY,
    CALLS_AN_HOUR,
    DAY_MS,
    HOUR_MS,
    INVITATIONS_MOST,
    INVITED_AGAIN_MS,
)
from bot.matches.lobby_openings import CHANNEL_MOST, HOST_MOST, LobbyOpenings
from bot.matches.lobby_starts import COMPUTERS_MOST, STUCK_MS, LobbyStarts
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store import lobbies as rows
from bot.store import matches, people, seating
from bot.store.database import Store

VILLAGE = GAMES["village"]
NAME_DUEL = GAMES["name_duel"]
TRUMPLESTILTSKIN = GAMES["trumplestiltskin"]
ANN, BEN, CLEO = 11, 12, 13
ROOM = 77


class House:
    """A store, a clock that is moved by hand, and the lobbies."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1_000_000
        self.service = MatchService(store, Timekeeper(lambda: self.now))
        self.hosting = Hosting(self.service.keeper)
        self.lobby_starts = LobbyStarts(store, self.service, lambda: self.now)
        self.lobby_ends = LobbyEnds(store, lambda: self.now)
        self.lobbies = Lobbies(store, self.lobby_starts, lambda: self.now)
        self.lobby_openings = LobbyOpenings(store, lambda: self.now)

    async def open(self, host: int = ANN, channel: int = ROOM) -> Lobby:
        return await self.lobby_openings.open(1, channel, host, f"p{host}", VILLAGE, "classic", VillageOptions())

    async def lay(self, game: Game = NAME_DUEL, host: int = ANN, invited: int | None = None, **more: Any) -> Lobby:
        """A table of a card game, perhaps for somebody."""
        seat = None if invited is None else LobbySeat(invited, f"p{invited}")
        return await self.lobby_openings.open(
            1, ROOM, host, f"p{host}", game, "classic", game.options(), invited=seat, **more
        )

    async def full_but(self, free: int) -> Lobby:
        lobby = await self.open()
        for user_id in range(100, 100 + lobby.most - 1 - free):
            lobby = await self.lobbies.join(lobby.id, user_id, f"p{user_id}")
        return lobby

    async def promised(self, lobby_id: int) -> str | None:
        """The seed of a lobby, which nobody but the store knows yet."""
        async with self.store.reading() as connection:
            row = await rows.get(connection, lobby_id)
        assert row is not None
        return row.seed

    async def matches_begun(self) -> list[matches.MatchRow]:
        async with self.store.reading() as connection:
            return await matches.of_guild(connection, 1)


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(tmp_path / "mirror.db")
    house = House(store)
    yield house
    house.service.close()
    await store.close()


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


def people_of(lobby: Lobby) -> list[int | None]:
    return [seat.user_id for seat in lobby.seats]


async def test_the_host_sits_and_others_join_in_order(house: House) -> None:
    lobby = await house.open()
    assert people_of(lobby) == [ANN]
    assert (lobby.least, lobby.most, lobby.missing) == (8, 20, 7)
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben")
    assert people_of(lobby) == [ANN, BEN]
    assert await refused(house.lobbies.join(lobby.id, BEN, "Ben")) == "lobby_already_in"
    assert await house.lobbies.get(lobby.id) == lobby


async def test_two_joins_for_the_last_seat(house: House) -> None:
    lobby = await house.full_but(1)
    results = await asyncio.gather(
        house.lobbies.join(lobby.id, BEN, "Ben"), house.lobbies.join(lobby.id, CLEO, "Cleo"), return_exceptions=True
    )
    assert sum(isinstance(result, Lobby) for result in results) == 1
    assert [result.code for result in results if isinstance(result, Refused)] == ["lobby_full"]
    assert len((await house.lobbies.get(lobby.id)).seats) == 20


async def test_the_same_person_twice_at_once_gets_one_seat(house: House) -> None:
    lobby = await house.open()
    results = await asyncio.gather(
        *(house.lobbies.join(lobby.id, BEN, "Ben") for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(result, Lobby) for result in results) == 1
    assert people_of(await house.lobbies.get(lobby.id)) == [ANN, BEN]


async def test_one_person_may_sit_at_several_tables(house: House) -> None:
    first, second = await house.open(), await house.open(BEN)
    await house.lobbies.join(second.id, ANN, "Ann")
    assert people_of(await house.lobbies.get(first.id)) == [ANN]
    assert people_of(await house.lobbies.get(second.id)) == [BEN, ANN]


async def test_leaving_passes_the_chair_and_the_last_one_closes(house: House) -> None:
    lobby = await house.open()
    await house.lobbies.fill(lobby.id, ANN, 3)
    await house.lobbies.join(lobby.id, BEN, "Ben")
    lobby = await house.lobbies.leave(lobby.id, ANN)
    assert lobby.host_id == BEN
    assert await refused(house.lobbies.leave(lobby.id, ANN)) == "lobby_not_in"
    lobby = await house.lobbies.leave(lobby.id, BEN)  # only computer players are left
    assert lobby.status == "closed"
    assert await refused(house.lobbies.join(lobby.id, ANN, "Ann")) == "lobby_closed"


async def test_computers_fill_up_and_give_way_to_people(house: House) -> None:
    lobby = await house.open()
    lobby = await house.lobbies.fill(lobby.id, ANN)
    assert (len(lobby.seats), len(lobby.computers), lobby.missing) == (8, 7, 0)
    assert len({seat.name for seat in lobby.seats}) == 8
    assert {seat.player for seat in lobby.computers} == {"thoughtful"}
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben")
    assert (len(lobby.seats), len(lobby.computers)) == (8, 6)
    lobby = await house.lobbies.fill(lobby.id, ANN)
    assert len(lobby.seats) == 9
    lobby = await house.lobbies.fill(lobby.id, ANN, 20)
    assert await refused(house.lobbies.fill(lobby.id, ANN)) == "lobby_full"
    assert await refused(house.lobbies.fill(lobby.id, ANN, 21)) == "lobby_full"
    lobby = await house.lobbies.join(lobby.id, CLEO, "Cleo")
    assert (len(lobby.seats), len(lobby.people)) == (20, 3)
    lobby = await house.lobbies.unfill(lobby.id, ANN)
    assert people_of(lobby) == [ANN, BEN, CLEO]
    assert await refused(house.lobbies.unfill(lobby.id, ANN)) == "lobby_no_computers"


async def test_the_host_says_how_well_the_computers_play_and_a_rematch_and_the_match_keep_it(house: House) -> None:
    lobby = await house.open()
    assert await refused(house.lobbies.set_level(lobby.id, ANN, "easy")) == "lobby_no_computer"
    lobby = await house.lobbies.fill(lobby.id, ANN)
    assert await refused(house.lobbies.set_level(lobby.id, BEN, "strong")) == "not_host"
    lobby = await house.lobbies.set_level(lobby.id, ANN, "strong")
    assert [seat.player for seat in lobby.seats] == ["human"] + ["strong"] * 7
    third = lobby.computers[2].position
    lobby = await house.lobbies.set_level(lobby.id, ANN, "easy", third)
    assert [seat.player for seat in lobby.computers] == ["strong", "strong", "easy", *["strong"] * 4]
    assert await refused(house.lobbies.set_level(lobby.id, ANN, "easy", lobby.seats[0].position)) == "lobby_no_computer"
    lobby = await house.lobbies.fill(lobby.id, ANN)
    assert lobby.computers[-1].player == "strong", "whoever comes plays as well as the last"
    match = await house.service.snapshot(await house.lobbies.start(lobby.id, ANN))
    assert {seat.name: seat.player for seat in match.seats.values()} == {seat.name: seat.player for seat in lobby.seats}
    lobby = await house.lobbies.fill((await house.open()).id, ANN)
    assert {seat.player for seat in lobby.computers} == {"strong"}, "and in this host's next lobby as well"
    others = await house.open(host=BEN)
    lobby = await house.lobbies.fill(others.id, BEN)
    assert {seat.player for seat in lobby.computers} == {"thoughtful"}, "but in nobody else's"


async def test_computers_take_no_name_that_a_person_bears(house: House) -> None:
    lobby = await house.open()
    for number, name in enumerate(NAMES[:10]):
        await house.lobbies.join(lobby.id, 200 + number, name.upper())
    lobby = await house.lobbies.fill(lobby.id, ANN, 20)
    assert len({seat.name.casefold() for seat in lobby.seats}) == 20


async def test_only_the_host_or_a_moderator_decides(house: House) -> None:
    lobby = await house.open()
    await house.lobbies.join(lobby.id, BEN, "Ben")
    await house.lobbies.fill(lobby.id, ANN)
    for work in (
        house.lobbies.fill(lobby.id, BEN),
        house.lobbies.unfill(lobby.id, BEN),
        house.lobbies.transfer_host(lobby.id, BEN, BEN),
        house.lobbies.set_options(lobby.id, BEN, "classic", VillageOptions()),
        house.lobbies.close(lobby.id, BEN),
        house.lobbies.start(lobby.id, BEN),
        house.lobbies.may_host(lobby.id, BEN),
    ):
        assert await refused(work) == "not_host"
    assert await refused(house.lobbies.transfer_host(lobby.id, ANN, CLEO)) == "lobby_heir_gone"
    lobby = await house.lobbies.transfer_host(lobby.id, ANN, BEN)
    assert lobby.host_id == BEN
    lobby = await house.lobbies.close(lobby.id, CLEO, keeps_order=True)
    assert lobby.status == "closed"


async def test_options_are_kept_and_impossible_ones_refused(house: House) -> None:
    lobby = await house.open()
    beginner = VILLAGE.role_set("beginner")
    lobby = await house.lobbies.set_options(lobby.id, ANN, "beginner", beginner.options)
    assert (lobby.role_set, lobby.options) == ("beginner", beginner.options)
    with pytest.raises(Unplayable) as caught:
        await house.lobbies.set_options(lobby.id, ANN, "odd", VillageOptions(casts={8: {"villager": 8}}))
    assert caught.value.fault.key == "fault.village.team"
    assert (await house.lobbies.get(lobby.id)).role_set == "beginner"


async def test_too_few_people_cannot_start(house: House) -> None:
    lobby = await house.open()
    with pytest.raises(Refused) as caught:
        await house.lobbies.start(lobby.id, ANN)
    assert (caught.value.code, caught.value.values["least"], caught.value.values["missing"]) == ("lobby_too_few", 8, 7)
    assert (await house.lobbies.get(lobby.id)).status == "open"


async def test_a_role_set_without_a_pack_for_so_many_cannot_start(house: House) -> None:
    lobby = await house.open()
    small = VillageOptions(casts={9: VillageOptions().cast(9)})
    await house.lobbies.set_options(lobby.id, ANN, "nine", small)
    await house.lobbies.fill(lobby.id, ANN)
    with pytest.raises(Unplayable):
        await house.lobbies.start(lobby.id, ANN)
    await house.lobbies.fill(lobby.id, ANN)
    assert await house.lobbies.start(lobby.id, ANN)


async def test_a_double_start_starts_once(house: House) -> None:
    lobby = await house.open()
    await house.lobbies.join(lobby.id, BEN, "Ben")
    await house.lobbies.fill(lobby.id, ANN)
    results = await asyncio.gather(*(house.lobbies.start(lobby.id, ANN) for _ in range(3)), return_exceptions=True)
    started = [result for result in results if isinstance(result, int)]
    assert len(started) == 1
    assert {result.code for result in results if isinstance(result, Refused)} == {"lobby_started"}
    assert [row.id for row in await house.matches_begun()] == started
    lobby = await house.lobbies.get(lobby.id)
    assert (lobby.status, lobby.match) == ("started", started[0])
    awake = await house.service.awake(started[0])
    assert awake.seat_of(ANN) == 1
    assert awake.seat_of(BEN) == 2
    assert awake.computers() == [3, 4, 5, 6, 7, 8]
    assert awake.row.host_id == ANN
    assert awake.row.role_set == "classic"


async def test_joining_while_it_starts_is_in_or_out_but_never_half(house: House) -> None:
    lobby = await house.open()
    await house.lobbies.fill(lobby.id, ANN)
    started, joined = await asyncio.gather(
        house.lobbies.start(lobby.id, ANN), house.lobbies.join(lobby.id, BEN, "Ben"), return_exceptions=True
    )
    assert isinstance(started, int)
    awake = await house.service.awake(started)
    assert (awake.seat_of(BEN) is not None) == isinstance(joined, Lobby)
    assert len(awake.seats) == len((await house.lobbies.get(lobby.id)).seats)


async def test_a_start_that_fails_opens_the_lobby_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = await house.open()
    await house.lobbies.fill(lobby.id, ANN)

    async def broken(*_: Any, **__: Any) -> int:
        raise RuntimeError("no deal")

    with monkeypatch.context() as patch:
        patch.setattr(house.service, "create", broken)
        with pytest.raises(RuntimeError):
            await house.lobbies.start(lobby.id, ANN)
    assert (await house.lobbies.get(lobby.id)).status == "open"
    assert await house.lobbies.start(lobby.id, ANN)


@pytest.mark.parametrize("dealt", [False, True])
async def test_a_crash_in_the_middle_of_start(house: House, dealt: bool) -> None:
    lobby = await house.open()
    lobby = await house.lobbies.fill(lobby.id, ANN)
    await house.store.write(lambda connection: rows.claim(connection, lobby.id, house.now + IDLE_MS))
    if dealt:
        seats = [seating.NewSeat(n, seat.name, seat.user_id, seat.player) for n, seat in enumerate(lobby.seats, 1)]
        number = await house.service.create(
            VILLAGE, VillageOptions(), seats, guild_id=1, channel_id=ROOM, host_id=ANN, role_set="classic"
        )
    assert await house.lobby_starts.recover(STUCK_MS) == []
    (found,) = await house.lobby_starts.recover()
    assert (found.status, found.match) == (("started", number) if dealt else ("open", None))
    assert await house.lobby_starts.recover() == []


async def test_an_idle_lobby_closes_after_a_day(house: House) -> None:
    idle, lively = await house.open(), await house.open(BEN)
    house.now += IDLE_MS - 1
    assert await house.lobby_ends.expire() == []
    await house.lobbies.join(lively.id, CLEO, "Cleo")
    house.now += 1
    (closed,) = await house.lobby_ends.expire()
    assert (closed.id, closed.status) == (idle.id, "closed")
    assert (await house.lobbies.get(lively.id)).status == "open"
    assert await house.lobby_ends.expire(house.now) == []


async def test_a_person_and_a_channel_have_only_so_many(house: House) -> None:
    for number in range(HOST_MOST):
        await house.open(ANN, channel=number)
    assert await refused(house.open(ANN)) == "lobby_host_busy"
    assert len(await house.lobbies.open_of_host(ANN)) == HOST_MOST
    for number in range(CHANNEL_MOST):
        await house.open(1000 + number)
    assert await refused(house.open(BEN)) == "lobby_channel_busy"


async def test_one_person_hosts_only_so_many_games_among_computers(house: House) -> None:
    """They think at every table, whether or not the person who has begun it ever looks at it again."""
    for _ in range(COMPUTERS_MOST):
        await house.lobbies.play_computers((await house.lay()).id, ANN)
    one_more = await house.lay()
    assert await refused(house.lobbies.play_computers(one_more.id, ANN)) == "lobby_computers_busy"
    assert (await house.lobbies.get(one_more.id)).status == "open"
    await house.lobbies.join(one_more.id, BEN, "Ben")
    await house.lobbies.start(one_more.id, ANN)
    await house.lobbies.play_computers((await house.lay(host=BEN)).id, BEN)
    first = (await house.matches_begun())[0]
    await house.hosting.end(first.id, ANN)
    await house.lobbies.play_computers((await house.lay()).id, ANN)
    assert len(await house.matches_begun()) == COMPUTERS_MOST + 2


async def test_a_deleted_message_or_channel_closes_its_lobbies(house: House) -> None:
    first, second, third = await house.open(), await house.open(BEN), await house.open(CLEO)
    await house.lobbies.placed(first.id, 501)
    await house.lobbies.placed(second.id, 502)
    assert await house.lobby_ends.message_gone(ROOM, [9]) == []
    assert [lobby.id for lobby in await house.lobby_ends.message_gone(ROOM, [501, 9])] == [first.id]
    assert [lobby.id for lobby in await house.lobby_ends.channel_gone(ROOM)] == [second.id, third.id]
    await house.lobbies.placed(first.id, 503)  # too late, and no error


async def test_who_takes_no_direct_messages_is_marked(house: House) -> None:
    lobby = await house.open()
    await house.store.write(lambda connection: people.mark_closed(connection, ANN, 1))
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben")
    assert [seat.closed for seat in lobby.seats] == [True, False]


async def test_a_rematch_is_a_lobby_to_join(house: House) -> None:
    """Whoever presses sits there, and the computers; nobody else is dealt into a game they have not asked for. The
    settings of the channel hold on in its thread."""
    lobby = await house.lay(VILLAGE, parent_id=55)
    await house.lobbies.join(lobby.id, BEN, "Ben")
    lobby = await house.lobbies.fill(lobby.id, ANN)
    match_id = await house.lobbies.start(lobby.id, ANN)
    (match,) = await house.matches_begun()
    assert (match.channel_id, match.home_id) == (ROOM, 55)
    await house.hosting.end(match_id, ANN)
    again, _ = await house.lobby_openings.rematch(match_id, BEN)
    assert (again.channel_id, again.parent_id) == (ROOM, 55)
    assert [seat.user_id for seat in again.people] == [BEN]
    assert [seat.name for seat in again.computers] == [seat.name for seat in lobby.computers]
    again = await house.lobbies.join(again.id, ANN, "Ann")
    assert [seat.user_id for seat in again.people] == [BEN, ANN]


async def test_a_rematch_that_nobody_was_shown_is_given_up(house: House) -> None:
    """The process died between the row and the message."""
    lobby = await house.open()
    await house.lobbies.fill(lobby.id, ANN)
    match_id = await house.lobbies.start(lobby.id, ANN)
    await house.hosting.end(match_id, ANN)
    lost, _ = await house.lobby_openings.rematch(match_id, ANN)
    house.now += STUCK_MS
    assert await house.lobby_openings.rematch(match_id, ANN) == (lost, False), "it may be on its way"
    house.now += 1
    fresh, new = await house.lobby_openings.rematch(match_id, ANN)
    assert new
    assert fresh.id != lost.id
    assert (await house.lobbies.get(lost.id)).status == "closed"
    await house.lobbies.placed(fresh.id, 77)
    house.now += STUCK_MS + 1
    assert await house.lobby_openings.rematch(match_id, ANN) == (await house.lobbies.get(fresh.id), False)


async def test_one_rematch_a_match(house: House) -> None:
    lobby = await house.open()
    await house.lobbies.join(lobby.id, BEN, "Ben")
    await house.lobbies.set_options(lobby.id, ANN, "beginner", VILLAGE.role_set("beginner").options)
    lobby = await house.lobbies.fill(lobby.id, ANN)
    match_id = await house.lobbies.start(lobby.id, ANN)
    assert await refused(house.lobby_openings.rematch(match_id, BEN)) == "rematch_too_early"
    await house.hosting.end(match_id, ANN)
    assert await refused(house.lobby_openings.rematch(match_id, CLEO)) == "rematch_for_players"
    assert await refused(house.lobby_openings.rematch(999, ANN)) == "no_such_table"
    (again, new), (same, newer) = await asyncio.gather(
        house.lobby_openings.rematch(match_id, BEN), house.lobby_openings.rematch(match_id, ANN)
    )
    assert (new, newer, again.id) == (True, False, same.id)
    assert again.host_id == BEN
    assert (again.role_set, again.options) == (lobby.role_set, lobby.options.for_new_match())
    await house.lobbies.fill(again.id, BEN)
    second = await house.lobbies.start(again.id, BEN)
    assert second != match_id
    assert (await house.lobbies.get(again.id)).match == second


async def test_an_unknown_lobby(house: House) -> None:
    assert await refused(house.lobbies.get(4)) == "lobby_closed"
    assert await refused(house.lobbies.join(4, ANN, "Ann")) == "lobby_closed"


# -- two people, and the computer --------------------------------------------------------------------------------------


async def test_whoever_takes_the_second_chair_begins(house: House) -> None:
    lobby = await house.lay()
    assert (lobby.for_two, lobby.kept_for) == (True, None)
    assert await refused(house.lobbies.start(lobby.id, ANN)) == "lobby_one_missing"
    results = await asyncio.gather(
        house.lobbies.join(lobby.id, BEN, "Ben", begin=True),
        house.lobbies.join(lobby.id, CLEO, "Cleo", begin=True),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Lobby) for result in results) == 1
    assert [result.code for result in results if isinstance(result, Refused)] == ["lobby_started"]
    (match,) = await house.matches_begun()
    assert (match.game, match.role_set, match.host_id) == ("name_duel", "classic", ANN)
    assert (await house.lobbies.get(lobby.id)).match == match.id


async def test_without_begin_the_host_begins(house: House) -> None:
    lobby = await house.lay()
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben")
    assert (lobby.status, lobby.missing) == ("open", 0)
    assert await refused(house.lobbies.join(lobby.id, CLEO, "Cleo", begin=True)) == "lobby_full"
    assert await house.lobbies.start(lobby.id, ANN)


async def test_in_bigger_games_nobody_begins_by_joining(house: House) -> None:
    lobby = await house.lay(TRUMPLESTILTSKIN)
    for user_id in (BEN, CLEO):
        lobby = await house.lobbies.join(lobby.id, user_id, f"p{user_id}", begin=True)
    assert (lobby.status, lobby.missing) == ("open", 0)


async def test_taking_the_place_of_a_computer_player_begins_nothing(house: House) -> None:
    lobby = await house.lay()
    await house.lobbies.fill(lobby.id, ANN)
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben", begin=True)
    assert (lobby.status, people_of(lobby)) == ("open", [ANN, BEN])


async def test_a_challenge_keeps_the_chair(house: House) -> None:
    lobby = await house.lay(invited=BEN)
    assert lobby.kept_for == LobbySeat(BEN, "p12")
    for work in (
        house.lobbies.join(lobby.id, CLEO, "Cleo", begin=True),
        house.lobbies.join(lobby.id, ANN, "Ann", begin=True),
        house.lobbies.decline(lobby.id, CLEO),
        house.lobbies.decline(lobby.id, ANN),
        house.lobbies.fill(lobby.id, ANN),
        house.lobbies.play_computers(lobby.id, ANN),
    ):
        assert await refused(work) == "challenge_for_another"
    assert await refused(house.lobbies.open_to_all(lobby.id, BEN)) == "not_host"
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben", begin=True)
    assert (lobby.status, people_of(lobby), lobby.kept_for) == ("started", [ANN, BEN], None)


async def test_an_answer_to_a_challenge_counts_once(house: House) -> None:
    lobby = await house.lay(invited=BEN)
    results = await asyncio.gather(
        house.lobbies.join(lobby.id, BEN, "Ben", begin=True),
        house.lobbies.decline(lobby.id, BEN),
        house.lobbies.close(lobby.id, ANN),
        house.lobbies.open_to_all(lobby.id, ANN),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Lobby) for result in results) == 1
    assert len(await house.matches_begun()) == 1


async def test_a_declined_challenge_says_so_for_ever(house: House) -> None:
    lobby = await house.lay(invited=BEN)
    lobby = await house.lobbies.decline(lobby.id, BEN)
    assert (lobby.status, lobby.invitation) == ("closed", "declined")
    assert await refused(house.lobbies.join(lobby.id, BEN, "Ben")) == "lobby_closed"
    assert await refused(house.lobbies.decline(lobby.id, BEN)) == "lobby_closed"


async def test_a_challenge_that_is_open_to_all(house: House) -> None:
    lobby = await house.lay(invited=BEN)
    lobby = await house.lobbies.open_to_all(lobby.id, ANN)
    assert (lobby.kept_for, lobby.invitation) == (None, "open")
    assert await refused(house.lobbies.decline(lobby.id, BEN)) == "challenge_open_now"
    lobby = await house.lobbies.join(lobby.id, CLEO, "Cleo", begin=True)
    assert lobby.status == "started"


async def test_nobody_is_called_again_and_again(house: House) -> None:
    assert await refused(house.lay(invited=ANN)) == "challenge_self"
    first = await house.lay(invited=BEN)
    await house.lobbies.close(first.id, ANN)
    house.now += INVITED_AGAIN_MS - 1
    with pytest.raises(Refused) as caught:
        await house.lay(invited=BEN)
    assert (caught.value.code, caught.value.values["seconds"]) == ("challenge_again", 1)
    await house.lay(invited=CLEO)
    house.now += 1
    await house.lay(invited=BEN)
    for host in range(100, 99 + INVITATIONS_MOST):
        await house.lay(host=host, invited=BEN)
    assert await refused(house.lay(host=CLEO, invited=BEN)) == "challenge_too_many"


async def test_one_host_does_not_call_everybody(house: House) -> None:
    """However the invitations end; and whoever calls nobody by name opens as many tables as before."""

    async def call(who: int) -> None:
        lobby = await house.lay(invited=who)
        await house.lobbies.close(lobby.id, ANN)

    called = house.now
    for who in range(1000, 1000 + CALLS_AN_HOUR):
        await call(who)
    with pytest.raises(Refused) as caught:
        await call(2000)
    assert caught.value.code == "challenge_host_busy"
    assert caught.value.values == {"most": CALLS_AN_HOUR, "when": (called + HOUR_MS) // 1000 + 1}
    await house.lay(host=BEN, invited=2000)  # a bystander
    await house.lobbies.close((await house.lay()).id, ANN)
    house.now = called + HOUR_MS
    for who in range(3000, 3000 + CALLS_A_DAY - CALLS_AN_HOUR):
        await call(who)
        house.now += HOUR_MS // CALLS_AN_HOUR
    with pytest.raises(Refused) as caught:
        await call(4000)
    assert caught.value.values["most"] == CALLS_A_DAY
    house.now = called + DAY_MS
    await call(4000)


async def test_invitations_one_has_followed_do_not_count(house: House) -> None:
    for host in range(100, 100 + INVITATIONS_MOST):
        lobby = await house.lay(TRUMPLESTILTSKIN, host=host, invited=BEN)
        await house.lobbies.join(lobby.id, BEN, "Ben")
    assert (await house.lay(invited=BEN)).kept_for == LobbySeat(BEN, "p12")


async def test_limits_hold_for_callers_in_the_same_moment(house: House) -> None:
    results = await asyncio.gather(
        *(house.lay(host=host, invited=BEN) for host in range(100, 106)), return_exceptions=True
    )
    assert sum(isinstance(result, Lobby) for result in results) == INVITATIONS_MOST


@pytest.mark.parametrize(
    ("game", "chosen", "role_set"),
    [(NAME_DUEL, False, "practice"), (NAME_DUEL, True, "classic"), (TRUMPLESTILTSKIN, False, "classic")],
    ids=lambda value: getattr(value, "name", str(value)),
)
async def test_alone_against_computers(house: House, game: Game, chosen: bool, role_set: str) -> None:
    lobby = await house.lay(game, chosen=chosen)
    results = await asyncio.gather(
        *(house.lobbies.play_computers(lobby.id, ANN) for _ in range(2)), return_exceptions=True
    )
    assert [result.code for result in results if isinstance(result, Refused)] == ["lobby_started"]
    (match,) = await house.matches_begun()
    assert match.role_set == role_set
    assert match.options == game.role_set(role_set).options.for_new_match().model_dump(mode="json")
    awake = await house.service.awake(match.id)
    assert awake.computers() == list(range(2, game.seats.start + 1))


async def test_changed_options_are_wanted_ones(house: House) -> None:
    lobby = await house.lay()
    assert not lobby.chosen
    lobby = await house.lobbies.set_options(lobby.id, ANN, "long", NAME_DUEL.role_set("long").options)
    assert lobby.chosen
    lobby = await house.lobbies.play_computers(lobby.id, ANN)
    assert lobby.role_set == "long"


async def test_a_challenge_whose_deal_fails_can_still_begin(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = await house.lay(invited=BEN)

    async def broken(*_: Any, **__: Any) -> int:
        raise RuntimeError("no deal")

    with monkeypatch.context() as patch:
        patch.setattr(house.service, "create", broken)
        with pytest.raises(RuntimeError):
            await house.lobbies.join(lobby.id, BEN, "Ben", begin=True)
    lobby = await house.lobbies.get(lobby.id)
    assert (lobby.status, people_of(lobby)) == ("open", [ANN, BEN])
    assert await house.lobbies.start(lobby.id, ANN)


async def test_a_crash_while_a_challenge_begins(house: House) -> None:
    lobby = await house.lay(invited=BEN)
    lobby = await house.lobbies.join(lobby.id, BEN, "Ben")
    await house.store.write(lambda connection: rows.claim(connection, lobby.id, house.now + IDLE_MS))
    (found,) = await house.lobby_starts.recover()
    assert (found.status, people_of(found), found.invited) == ("open", [ANN, BEN], LobbySeat(BEN, "p12"))


# -- what the deal is made of -----------------------------------------------------------------------------------------


async def test_the_seal_is_there_before_anybody_else_sits_and_stays(house: House) -> None:
    lobby = await house.open()
    seed = await house.promised(lobby.id)
    assert seed is not None
    assert lobby.commitment == chance.commitment(seed)
    for number, user_id in enumerate((BEN, CLEO)):
        assert (await house.lobbies.join(lobby.id, user_id, "guest", press_id=number)).commitment == lobby.commitment
    await house.lobbies.fill(lobby.id, ANN)
    await house.lobbies.start(lobby.id, ANN)
    (match,) = await house.matches_begun()
    assert (match.seed, match.commitment) == (seed, lobby.commitment)


async def test_the_presses_of_those_who_sit_and_of_the_start_go_into_the_deal(house: House) -> None:
    """Whoever got up again, and whoever was refused a seat, has no part in it."""
    lobby = await house.lobby_openings.open(
        1, ROOM, ANN, "Ann", VILLAGE, "classic", VillageOptions(introductions=False), press_id=501
    )
    await house.lobbies.join(lobby.id, BEN, "Ben", press_id=502)
    await house.lobbies.join(lobby.id, CLEO, "Cleo", press_id=503)
    await house.lobbies.leave(lobby.id, BEN)
    assert await refused(house.lobbies.join(lobby.id, CLEO, "Cleo", press_id=504)) == "lobby_already_in"
    await house.lobbies.join(lobby.id, BEN, "Ben", press_id=505)
    await house.lobbies.fill(lobby.id, ANN)
    match_id = await house.lobbies.start(lobby.id, ANN, press_id=506)
    (row,) = await house.matches_begun()
    assert row.presses == [501, 503, 505, 506]
    dealt = (await house.service.view(match_id, 1)).model_dump()
    mixed = chance.SealedChance(chance.mixed(row.seed, row.presses))
    again = Match.start(VILLAGE, VillageOptions(introductions=False), 8, mixed)
    assert again.view(1).model_dump() == dealt


async def test_whoever_accepts_a_challenge_presses_last(house: House) -> None:
    lobby = await house.lay(invited=BEN, press_id=601)
    assert lobby.commitment is not None
    begun = await house.lobbies.join(lobby.id, BEN, "Ben", begin=True, press_id=602)
    (row,) = await house.matches_begun()
    assert (row.presses, row.commitment) == ([601, 602], begun.commitment)
    await house.hosting.end(row.id, ANN)
    again, _ = await house.lobby_openings.rematch(row.id, BEN, press_id=603)
    assert again.commitment not in (None, lobby.commitment), "every table has a seed of its own"
    assert [seat.press_id for seat in again.seats] == [603]


async def test_one_person_and_computers(house: House) -> None:
    lobby = await house.lay(press_id=701)
    await house.lobbies.play_computers(lobby.id, ANN, press_id=702)
    (row,) = await house.matches_begun()
    assert row.presses == [701, 702]


async def test_a_lobby_from_before_promises_begins_as_it_always_did(house: House) -> None:
    lobby = await house.open()
    await house.store.write(lambda connection: connection.exec_driver_sql("UPDATE lobby SET seed = NULL"))
    assert (await house.lobbies.get(lobby.id)).commitment is None
    await house.lobbies.fill(lobby.id, ANN)
    await house.lobbies.start(lobby.id, ANN, press_id=801)
    (row,) = await house.matches_begun()
    assert row.commitment == chance.commitment(row.seed)
    assert row.presses == [801]


async def test_a_start_that_was_cut_off_keeps_its_promise(house: House) -> None:
    lobby = await house.open()
    await house.lobbies.fill(lobby.id, ANN)
    await house.store.write(lambda connection: rows.claim(connection, lobby.id, house.now + IDLE_MS))
    (found,) = await house.lobby_starts.recover()
    assert found.commitment == lobby.commitment
    await house.lobbies.start(lobby.id, ANN, press_id=901)
    (row,) = await house.matches_begun()
    assert row.commitment == lobby.commitment
