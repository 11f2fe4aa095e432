"""What an operator counts while people play: how it went, never who it was or what they hold."""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from rooms.name_duel import NameDuelRoom, name_duel_room

from bot.games import NAMES
from bot.games.name_duel.cards import NAMES as NAME_CARDS
from bot.matches.service import MatchService
from bot.operating.health import not_ready
from bot.operating.instruments import Instruments
from bot.store.errors import disk_full


def reading(instruments: Instruments, name: str, **labels: str) -> float:
    """What stands there now; nothing counted is 0."""
    return instruments.registry.get_sample_value(f"magic_mirror_{name}", labels) or 0.0


@pytest.mark.usefixtures("real_pictures")
async def test_clicks_requests_pictures_and_tables_are_counted_and_nobody_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("support.drawn_once._KEPT", OrderedDict())  # what another test has drawn would not be counted
    instruments = Instruments()
    assert not_ready(instruments.mirror) == "The games have not been taken up yet."
    async with name_duel_room(tmp_path, ann=["noggin", "hobyah"]) as room:
        instruments.follow(room.mirror)
        await room.begin()
        assert reading(instruments, "tables_awake") == 1
        assert reading(instruments, "deadlines") >= 1
        assert reading(instruments, "deadlines_late") == reading(instruments, "time_stands") == 0
        assert not_ready(room.mirror) is None

        await room.starts("ann")
        assert reading(instruments, "click_seconds_count", outcome="done") == 1
        await room.forges("ben", room.board, "mm:a:1:1:1:-")
        assert reading(instruments, "click_seconds_count", outcome="refused") == 1
        await room.says("ben", "tables")  # a command is counted like a click
        assert reading(instruments, "click_seconds_count", outcome="done") == 2
        await room.time(2)
        await without_a_disk(room, monkeypatch)
        assert reading(instruments, "click_seconds_count", outcome="store") == 1
        assert [line["match"] for line in room.logs if line["event"] == "store"] == [room.match_id]

        await room.time(2)
        assert reading(instruments, "picture_seconds_count", outcome="done") >= 1
        told = generate_latest(instruments.registry).decode()
        people = [str(room.actor(name).user.id) for name in room.people]
    labels = {
        value for values in re.findall(r"^magic_mirror_\w+{(.*)}", told, re.MULTILINE) for value in values.split(",")
    }
    kinds = {label.split("=")[0] for label in labels}
    assert kinds <= {"outcome", "status", "le", "version"}, "nothing else tells one series from another"
    secret = [*people, *room.people, room.seed, str(room.guild.id), *NAMES, *NAME_CARDS]
    assert [word for word in secret if word in told] == []


async def without_a_disk(room: NameDuelRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann plays a card, and it cannot be written."""

    async def full(*_: object) -> None:
        raise disk_full("mirror.db")

    room.expected_in_log.add("store")
    with monkeypatch.context() as patched:
        patched.setattr(room.store, "write", full)
        await room.acts("ann", "duel.play", "noggin")


async def test_without_a_gateway_the_bot_is_not_ready_and_says_why(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin", "hobyah"]) as room:
        await room.begin()
        await room.run(lambda: room.mirror.listening.on_shard_disconnect(0))
        assert not_ready(room.mirror) == "Discord is not heard, and all clocks stand."
        await room.run(lambda: room.mirror.listening.on_shard_resumed(0))
        assert not_ready(room.mirror) is None


async def test_that_clocks_stand_while_the_bot_begins_is_no_reason_for_an_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each start they stand until everything is taken up, which has a metric of its own."""
    instruments = Instruments()
    async with name_duel_room(tmp_path, ann=["noggin", "hobyah"]) as room:
        await room.begin()
        genuine, seen = MatchService.start_up, []

        async def watched(self: MatchService) -> int:
            instruments.follow(room.mirror)
            seen.append((self.time.stands, reading(instruments, "time_stands"), reading(instruments, "taken_up")))
            await room.mirror.listening.on_shard_disconnect(0)
            seen.append((self.time.stands, reading(instruments, "time_stands"), reading(instruments, "taken_up")))
            await room.mirror.listening.on_shard_resumed(0)
            return await genuine(self)

        monkeypatch.setattr(MatchService, "start_up", watched)
        await room.restart()
        assert seen == [(True, 0, 0), (True, 1, 0)]
        await room.run(lambda: room.mirror.listening.on_shard_disconnect(0))
        assert reading(instruments, "time_stands") == 1
