"""Where several processes play: a table of another slot is neither changed nor kept, and nothing of it is taken up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from support.tables import HOST, Table, opened_table

from bot.matches.archive import Archive
from bot.matches.elsewhere import Elsewhere, looking_elsewhere
from bot.matches.ledger import Ledger
from bot.matches.lobbies import Lobbies
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_starts import LobbyStarts
from bot.matches.reach import UndoBook
from bot.store.slots import WHOLE, Slot

SERVER, OURS, OTHER = 1, Slot(0, 2), Slot(1, 2)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        # A file is never divided, and has no such table.
        beats = text("CREATE TABLE slot_heartbeat (id INTEGER PRIMARY KEY, at_ms, play_ms)")
        await opened.store.write(lambda connection: connection.execute(beats))
        await opened.deal()
        yield opened


async def seen_from(table: Table, slot: Slot) -> Table:
    """Another process plays this slot from now on."""
    table.close()
    table.store.slot = slot
    table.begin()
    await table.service.start_up()
    return table


async def test_a_table_of_another_slot_is_not_touched(table: Table) -> None:
    question, before = (await table.awake()).match.open[0], await table.journal()
    await seen_from(table, OTHER)
    with pytest.raises(Elsewhere) as refused:
        await table.service.snapshot(table.match)
    assert refused.value.guild_id == SERVER
    with pytest.raises(Elsewhere):
        await table.service.answer(table.match, question.seat, 1, question.number, question.default)
    with pytest.raises(Elsewhere):
        await table.hosting.pause(table.match, HOST)
    assert await table.journal() == before
    await seen_from(table, OURS)
    await table.hosting.pause(table.match, HOST)


async def test_nothing_is_read_of_a_table_that_is_known_to_be_played_by_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seen_from(table, OTHER)
    with pytest.raises(Elsewhere):
        await table.service.snapshot(table.match)
    asked: list[object] = []
    read = table.store.read

    async def noted(work: object) -> object:
        asked.append(work)
        return await read(work)  # type: ignore[arg-type]

    monkeypatch.setattr(table.store, "read", noted)
    with pytest.raises(Elsewhere) as refused:
        await table.service.snapshot(table.match)
    assert refused.value.guild_id == SERVER
    assert asked == []
    with looking_elsewhere():
        await table.service.snapshot(table.match)
    assert len(asked) == 1


async def test_who_may_look_sees_it_as_it_is_on_disk_at_every_look_and_changes_nothing(table: Table) -> None:
    await seen_from(table, OTHER)
    with looking_elsewhere():
        first = await table.service.snapshot(table.match)
        assert first.row.status == "running"
        table.store.slot = OURS
        await table.hosting.pause(table.match, HOST)
        table.store.slot = OTHER
        table.service.keeper.drop(await table.service.awake(table.match))
        assert (await table.service.snapshot(table.match)).row.status == "paused"
        assert table.service.keeper.awake_count == 0
        with pytest.raises(Elsewhere):
            await table.hosting.resume(table.match, HOST)


async def test_what_is_to_be_done_is_looked_for_in_the_slot_alone(table: Table) -> None:
    now_ms = table.clock
    undo = UndoBook(table.store, now_ms)
    await undo.add(match=table.match, guild_id=SERVER, channel_id=20, target_id=None, kind="lock", previous={})
    lobby = await LobbyOpenings(table.store, now_ms).open(
        SERVER, 20, HOST, "host", table.service.keeper.in_memory(table.match).match.game, "classic",  # type: ignore[union-attr]
        (await table.awake()).match.options,
    )  # fmt: skip
    found = {}
    for slot in (WHOLE, OURS, OTHER):
        await seen_from(table, slot)
        ledger, archive = Ledger(table.store, now_ms), Archive(table.store)
        found[slot] = (
            table.service.with_clocks(),
            await ledger.unsent(),
            [match for match, _ in await archive.live_places()],
            [row.match for row in await undo.open_rows(None)],
            [one.id for one in await lobbies_of(table).touched_since(0)],
        )
    assert found[WHOLE] == found[OURS] == ([table.match], [table.match], [table.match], [table.match], [lobby.id])
    assert found[OTHER] == ([], [], [], [], [])
    table.clock.now += 10 * 24 * 3_600_000
    assert await LobbyEnds(table.store, now_ms).expire() == []
    table.store.slot = OURS
    assert [one.id for one in await LobbyEnds(table.store, now_ms).expire()] == [lobby.id]


async def test_a_lobby_of_another_slot_is_neither_opened_nor_changed(table: Table) -> None:
    game, options = (await table.awake()).match.game, (await table.awake()).match.options
    openings = LobbyOpenings(table.store, table.clock)
    lobby = await openings.open(SERVER, 20, HOST, "host", game, "classic", options)
    table.store.slot = OTHER
    with pytest.raises(Elsewhere):
        await openings.open(SERVER, 21, HOST, "host", game, "classic", options)
    with pytest.raises(Elsewhere):
        await lobbies_of(table).get(lobby.id)
    with pytest.raises(Elsewhere):
        await lobbies_of(table).join(lobby.id, 901, "guest")
    with looking_elsewhere():
        assert len((await lobbies_of(table).get(lobby.id)).seats) == 1


def lobbies_of(table: Table) -> Lobbies:
    return Lobbies(table.store, LobbyStarts(table.store, table.service, table.clock), table.clock)
