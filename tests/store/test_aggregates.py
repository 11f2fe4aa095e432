"""Lobbies, people, role sets, settings, undo notes, the heartbeat: small rows with small promises."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.store import heartbeat, lobbies, people, role_sets, settings, undo
from bot.store.database import Store
from bot.store.lobbies import LobbyFull, LobbyNotOpen, NewLobby
from store.samples import started

LOBBY = NewLobby(1, 20, 900, "village", "classic", {"length": "short"}, created_ms=1_000, expires_ms=5_000)


async def read(store: Store, question: Any, *values: Any, **named: Any) -> Any:
    async with store.reading() as connection:
        return await question(connection, *values, **named)


async def do(store: Store, work: Any, *values: Any, **named: Any) -> Any:
    return await store.write(lambda connection: work(connection, *values, **named))


async def test_the_heart_beats(store: Store) -> None:
    assert await read(store, heartbeat.last) is None
    for at_ms in (5, 9):
        await do(store, heartbeat.beat, at_ms)
        assert await read(store, heartbeat.last) == at_ms
        assert await read(store, heartbeat.last_beat) == heartbeat.BeatRow(at_ms, at_ms)
    await do(store, heartbeat.beat, 20, 11)
    assert await read(store, heartbeat.last_beat) == heartbeat.BeatRow(20, 11)


async def test_joining_and_leaving_a_lobby(store: Store) -> None:
    lobby = await do(store, lobbies.create, LOBBY)
    assert await do(store, lobbies.join, lobby, 101, "ann") == 1
    assert await do(store, lobbies.join, lobby, 102, "ben") == 2
    assert await do(store, lobbies.join, lobby, 101, "ann again") == 1
    assert await do(store, lobbies.join, lobby, None, "Mirror", player="random") == 3
    assert await do(store, lobbies.join, lobby, None, "Mirror", player="thoughtful") == 4
    assert await do(store, lobbies.leave, lobby, 102) is True
    assert await do(store, lobbies.leave, lobby, 102) is False
    assert await do(store, lobbies.remove, lobby, 3) is True
    seats = await read(store, lobbies.seats_of, lobby)
    assert [(seat.position, seat.user_id, seat.name, seat.player) for seat in seats] == [
        (1, 101, "ann", "human"),
        (4, None, "Mirror", "thoughtful"),
    ]
    assert (await read(store, lobbies.seat_of, lobby, 101)).position == 1
    assert [row.id for row in await read(store, lobbies.open_of_user, 101)] == [lobby]


async def test_when_many_join_at_once_only_as_many_get_in_as_there_are_seats(store: Store) -> None:
    lobby = await do(store, lobbies.create, LOBBY)
    outcomes = await asyncio.gather(
        *(do(store, lobbies.join, lobby, user_id, "somebody", at_most=4) for user_id in range(10)),
        return_exceptions=True,
    )
    assert outcomes[:4] == [1, 2, 3, 4]
    assert {type(outcome) for outcome in outcomes[4:]} == {LobbyFull}


async def test_a_lobby_starts_once(store: Store) -> None:
    lobby, match = await do(store, lobbies.create, LOBBY), await store.write(started)
    await do(store, lobbies.start, lobby, match)
    for attempt in (
        do(store, lobbies.start, lobby, match),
        do(store, lobbies.close, lobby),
        do(store, lobbies.join, lobby, 101, "ann"),
        do(store, lobbies.leave, lobby, 101),
        do(store, lobbies.change, lobby, role_set="other"),
        do(store, lobbies.join, 99, 101, "ann"),
    ):
        with pytest.raises(LobbyNotOpen):
            await attempt
    row = await read(store, lobbies.get, lobby)
    assert (row.status, row.match) == ("started", match)


async def test_changing_and_finding_lobbies(store: Store) -> None:
    first = await do(store, lobbies.create, LOBBY)
    second = await do(store, lobbies.create, replace(LOBBY, expires_ms=4_000))
    await do(store, lobbies.change, first, options={}, host_id=901)
    await do(store, lobbies.place, first, 31)
    row = await read(store, lobbies.get, first)
    assert (row.message_id, row.options, row.host_id, row.role_set) == (31, {}, 901, "classic")
    assert [row.id for row in await read(store, lobbies.open_in_channel, 20)] == [first, second]
    assert [row.id for row in await read(store, lobbies.expired, 4_999)] == [second]
    assert [row.id for row in await read(store, lobbies.expired, 5_000)] == [second, first]
    await do(store, lobbies.close, second)
    assert [row.id for row in await read(store, lobbies.open_in_channel, 20)] == [first]
    assert await read(store, lobbies.expired, 4_999) == []
    await do(store, lobbies.close, first)
    assert await read(store, lobbies.expired, 5_000) == []


async def test_whom_a_lobby_was_opened_for(store: Store) -> None:
    challenge = replace(LOBBY, invited_id=101, invited_name="ann", invitation="reserved", chosen=True)
    plain = await read(store, lobbies.get, await do(store, lobbies.create, LOBBY))
    assert (plain.invited_id, plain.invited_name, plain.invitation, plain.chosen) == (None, None, None, False)
    assert await read(store, lobbies.last_invitation, 900, 101) is None
    first = await do(store, lobbies.create, challenge)
    second = await do(store, lobbies.create, replace(challenge, host_id=901, created_ms=3_000, invitation="open"))
    row = await read(store, lobbies.get, first)
    assert (row.invited_id, row.invited_name, row.invitation, row.chosen) == (101, "ann", "reserved", True)
    assert [row.id for row in await read(store, lobbies.waiting_for, 101)] == [first, second]
    assert await read(store, lobbies.last_invitation, 900, 101) == 1_000
    assert await read(store, lobbies.last_invitation, 901, 101) == 3_000
    await do(store, lobbies.join, second, 101, "ann")
    await do(store, lobbies.change, first, invitation="open", chosen=False)
    row = await read(store, lobbies.get, first)
    assert (row.invitation, row.chosen) == ("open", False)
    assert [row.id for row in await read(store, lobbies.waiting_for, 101)] == [first]
    await do(store, lobbies.close, first)
    assert await read(store, lobbies.waiting_for, 101) == []
    assert await read(store, lobbies.last_invitation, 900, 101) == 1_000


async def test_people(store: Store) -> None:
    assert await read(store, people.get, 101) is None
    await do(store, people.mark_closed, 101, 1)
    await do(store, people.remember_dm, 101, 55, 2)
    assert await read(store, people.get, 101) == people.PersonRow(101, 55, True, 2)
    await do(store, people.mark_open, 101, 3)
    assert await read(store, people.get, 101) == people.PersonRow(101, 55, False, 3)
    await do(store, people.forget, 101)
    assert await read(store, people.get, 101) is None


async def test_the_language_of_those_who_are_long_gone_is_forgotten(store: Store) -> None:
    """Ann and Ben have not been seen for long, Cat has, and Ann sits at a table that is still played."""
    await do(store, started)
    for user_id, at_ms in ((101, 10), (901, 10), (902, 60)):
        await do(store, people.remember_dm, user_id, user_id + 1000, at_ms)
        await do(store, people.set_locale, user_id, "de", at_ms)
    await do(store, people.set_reminders, 901, False, 10)
    await do(store, people.forget_absent, 50)
    assert await read(store, people.get, 101) == people.PersonRow(101, 1101, False, 10, True, "de")
    assert await read(store, people.get, 901) == people.PersonRow(901, None, False, 10, False, None)
    assert await read(store, people.get, 902) == people.PersonRow(902, 1902, False, 60, True, "de")


async def test_role_sets(store: Store) -> None:
    for name in ("wild", "classic"):
        await do(store, role_sets.put, 1, "village", name, {"wolf": 2}, updated_by=900, updated_ms=1)
    assert [row.name for row in await read(store, role_sets.list_of, 1, "village")] == ["classic", "wild"]
    assert await read(store, role_sets.list_of, 2, "village") == []
    assert await read(store, role_sets.default, 1, "village") is None
    assert await do(store, role_sets.set_default, 1, "village", "wild") is True
    assert await do(store, role_sets.set_default, 1, "village", "classic") is True
    assert await do(store, role_sets.set_default, 1, "village", "missing") is False
    await do(store, role_sets.put, 1, "village", "classic", {"wolf": 3}, updated_by=901, updated_ms=2)
    wanted = role_sets.RoleSetRow(1, "village", "classic", {"wolf": 3}, True, 901, 2)
    assert await read(store, role_sets.default, 1, "village") == wanted
    assert await read(store, role_sets.get, 1, "village", "classic") == wanted
    assert await do(store, role_sets.set_default, 1, "village", None) is True
    assert await read(store, role_sets.default, 1, "village") is None
    assert await do(store, role_sets.remove, 1, "village", "classic") is True
    assert await do(store, role_sets.remove, 1, "village", "classic") is False


async def test_settings(store: Store) -> None:
    assert await read(store, settings.get, 1) is None
    await do(store, settings.put, 1, {"locale": "de"})
    await do(store, settings.put, 1, {"locale": "fr"})
    assert await read(store, settings.get, 1) == {"locale": "fr"}
    await do(store, settings.remove, 1)
    assert await read(store, settings.get, 1) is None


async def test_what_must_be_put_back_comes_newest_first(store: Store) -> None:
    def note(**changed: Any) -> Any:
        values = {"match": 5, "guild_id": 1, "channel_id": 20, "target_id": 101, "kind": "overwrite",
                  "previous": None, "created_ms": 1}  # fmt: skip
        return do(store, undo.note, **(values | changed))

    first, second = await note(), await note(previous={"allow": 8, "deny": 0})
    third = await note(match=6, guild_id=2)
    assert [row.id for row in await read(store, undo.pending)] == [third, second, first]
    assert [row.previous for row in await read(store, undo.pending, match=5)] == [{"allow": 8, "deny": 0}, None]
    assert [row.id for row in await read(store, undo.pending, guild_id=2)] == [third]
    await do(store, undo.mark_done, second)
    assert [row.id for row in await read(store, undo.pending)] == [third, first]
