"""The recap of a match that was played: what stands in it, and that it verifies, whatever was done to the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, SEED, Table, opened_table, refused

from bot.engine.chance import commitment
from bot.games import GAMES
from bot.matches.archive import Archive
from bot.matches.recapping import NoRecap
from bot.recaps.recap import Recap
from bot.recaps.report import report
from bot.recaps.verifying import Shown, verify
from bot.store import deliveries, lobbies, table_log
from bot.store.lobbies import NewLobby

MASTER = 901


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def recap_of(table: Table) -> Recap:
    recap = await Archive(table.store).recap(table.match)
    assert verify(recap) is None
    return recap


async def goes_back(table: Table) -> None:
    """One answer is given and taken back."""
    await table.answer(await table.asked("night.suspect"), None)
    (decision,) = await Archive(table.store).decisions(table.match)
    await table.hosting.rewind(table.match, HOST, decision.number, force=True)


async def test_five_forced_rewinds_leave_five_lines(table: Table) -> None:
    await table.deal()
    for _ in range(5):
        await goes_back(table)
    await table.hosting.end(table.match, HOST)
    recap = await recap_of(table)
    assert [(act.what, act.round, act.line, act.answers, act.forced) for act in recap.acts] == [
        *[("rewind", 1, 1, 1, True)] * 5,
        ("end", 1, None, None, None),
    ]
    back, end = report(recap, Shown()).acts
    assert "the table went back to line 1" in back
    assert "(5 times)" in back
    assert "ended the game" in end


async def test_a_rewind_and_the_line_about_it_are_one_write(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies where the line would be written: neither is there."""
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    journal = await table.journal()

    async def dies(*_: Any, **__: Any) -> int:
        raise RuntimeError("the process dies")

    with monkeypatch.context() as patch:
        patch.setattr(table_log, "add", dies)
        with pytest.raises(RuntimeError):
            await table.hosting.rewind(table.match, HOST, journal[-1].number)
    await table.restart()
    assert await table.journal() == journal
    assert await table.logged() == []
    assert await table.voided() == []


async def test_all_that_was_done_to_the_table_is_named_in_order_and_nobody_with_it(table: Table) -> None:
    await table.deal()
    await table.hosting.pause(table.match, HOST)
    await table.time_passes(5)
    await table.hosting.resume(table.match, HOST)
    await table.hosting.extend(table.match, HOST, 60)
    await table.hosting.seat_person(table.match, HOST, 2, None, "Thumbling")
    await table.hosting.seat_person(table.match, HOST, 3, 555, "zoe")
    await table.moderation.take(table.match, HOST, MASTER, sees_all=True)
    await table.moderation.know_all(table.match, MASTER)
    await table.moderation.give_back(table.match, MASTER)
    await table.hosting.skip(table.match, HOST)
    await table.hosting.end(table.match, HOST)
    recap = await recap_of(table)
    assert [act.what for act in recap.acts] == [
        "pause", "resume", "extend", "seat", "seat", "led", "led", "led", "skip", "end",
    ]  # fmt: skip
    assert [(act.seat, act.player) for act in recap.acts if act.what == "seat"] == [(2, "computer"), (3, "human")]
    assert [(act.person, act.sees_all) for act in recap.acts if act.what == "led"] == [
        (True, True), (True, True), (False, False),
    ]  # fmt: skip
    assert recap.names[:3] == ("p1", "Thumbling", "zoe")
    assert recap.opening is not None
    assert [seat.name for seat in recap.opening.seats[:3]] == ["p1", "p2", "p3"]
    acts = [act.model_dump() for act in recap.acts]
    assert not [user for user in (HOST, MASTER, 555, 102, 103) if any(user in act.values() for act in acts)]


async def test_a_round_that_began_again_is_named(table: Table) -> None:
    """Newer rules ask something else than the journal answers."""
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    await table.store.write(
        lambda connection: connection.exec_driver_sql("UPDATE journal SET signature = 'old' WHERE checkpoint = 1")
    )
    await table.restart()
    await table.awake()
    await table.hosting.end(table.match, HOST)
    recap = await recap_of(table)
    assert [(act.what, act.round) for act in recap.acts] == [("again", 1), ("end", 1)]
    assert (recap.acts[0].answers or 0) > 0


async def test_a_led_game_that_is_ended_at_a_step(table: Table) -> None:
    """It waits for its moderator: a replay must not run on."""
    game = GAMES["mafia"]
    await table.deal(8, game.role_sets[0].options, game=game, begun=False)
    await table.moderation.take(table.match, HOST, MASTER)
    await table.answer(await table.asked("roles.delivered"), "delivered")
    assert (await table.awake()).waiting_step() is not None
    await table.hosting.end(table.match, HOST)
    await recap_of(table)


async def test_while_it_is_played_there_is_none(table: Table) -> None:
    await table.deal()
    for pause in (False, True):
        if pause:
            await table.hosting.pause(table.match, HOST)
        with pytest.raises(NoRecap):
            await Archive(table.store).recap(table.match)


async def test_it_names_the_messages_in_which_it_was_sealed(table: Table) -> None:
    await table.deal()

    async def is_posted(connection: Any) -> None:
        seed = NewLobby(1, 20, HOST, "village", "classic", {}, 1, 2, message_id=5001, seed=SEED)
        lobby = await lobbies.create(connection, seed)
        await lobbies.start(connection, lobby, table.match)
        for message in (6001, 6002):
            posted = deliveries.DeliveryRow(
                table.match, deliveries.PUBLIC, 0, announcement=0, checkpoint=0, question=-1,
                channel_id=21, message_id=message, state="sent", at_ms=3,
            )  # fmt: skip
            await deliveries.record(connection, posted)

    await table.store.write(is_posted)
    await table.hosting.end(table.match, HOST)
    recap = await recap_of(table)
    assert recap.promised_at is not None
    assert recap.opened_at is not None
    assert recap.promised_at.link == "https://discord.com/channels/1/20/5001"
    assert recap.opened_at.link == "https://discord.com/channels/1/21/6001"


async def test_a_match_from_before_openings_were_sealed(table: Table) -> None:
    await table.deal()

    async def as_before(connection: Any) -> None:
        await connection.exec_driver_sql("UPDATE match SET opening = NULL, presses = '[]'")
        await connection.exec_driver_sql("DELETE FROM sealed_seat")

    await table.store.write(as_before)
    await table.restart()
    await table.answer(await table.asked("night.suspect"), None)
    await table.hosting.end(table.match, HOST)
    recap = await recap_of(table)
    assert (recap.opening, recap.presses, recap.promised_at) == (None, (), None)
    assert verify(recap, Shown(commitment=commitment(SEED))) is None
    told = report(recap, Shown()).unproved
    assert any("no sealed opening" in one for one in told)
    assert any("no press of a player" in one for one in told)


async def test_what_is_over_stays_over_for_those_who_ask(table: Table) -> None:
    """A second end adds no second line."""
    await table.deal()
    await table.hosting.end(table.match, HOST)
    assert await refused(table.hosting.end(table.match, HOST)) == "over"
    assert [act.what for act in (await recap_of(table)).acts] == ["end"]
