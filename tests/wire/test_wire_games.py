"""Whole games over real sockets: everybody is shown what the bot's own file says, once and in order."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from pretended.auditor import Auditor, how_often
from pretended.clock import Clock
from pretended.clock_watch import OVERDUE_MS, ClockWatch
from pretended.evening import Evening, evening
from pretended.playing import question_of
from pretended.reading import reading
from pretended.records import Records, Said, Seat
from pretended.tables import Table, cases
from pretended.voice import Voice
from pretended.world import Message, Version, World
from support.sizes import size

DUEL = ("ann", "ben")
SEEDS = range(1, 1 + size(1, full=10))


def boards(night: Evening) -> list[Message]:
    assert night.thread is not None
    return night.discord.world.seen_in(night.thread)


@pytest.mark.full_size
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_duel_of_two_people_and_the_auditor_sees_what_is_wrong(tmp_path: Path, seed: int) -> None:
    async with evening(tmp_path, seed=seed, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        await night.play_to_the_end()
        assert await night.audit() == []
        assert night.discord.gateway.identified == 2, "a shard each, once"
        assert night.discord.gateway.heartbeats > 0
        _the_auditor_can_tell(night)


def _the_auditor_can_tell(night: Evening) -> None:
    """What is taken away, said again, or out of order is found."""
    world = night.discord.world
    line = next(
        one for one in boards(night) if _is_missed(night, one)
    )  # the first one: whatever is told comes after it
    line.deleted = True
    assert night.thread is not None
    again = world.write(night.thread, world.bot, line.now.body)
    assert any(one.startswith("out of order in public") for one in night.findings())
    line.deleted = False
    assert any(one.startswith("twice in public") for one in night.findings())
    again.deleted = True
    panels = [one for one in world.messages.values() if one.channel is night.people[0].direct and len(one.versions) > 1]
    panel = panels[0]
    versions, panel.versions = panel.versions, panel.versions[-1:]
    assert any(one.startswith("secret never shown, ann") for one in night.findings())
    panel.versions = versions
    asking = next(one.versions[0] for one in panels if any(map(question_of, idents_of(one.versions[0]))))
    for version in (versions[0], asking):  # the first panel asks nothing where ben has the first turn
        world.write(panel.channel, world.bot, version.body)
    assert any(one.startswith("secret told twice, ann") for one in night.findings())
    assert any(one.startswith("question put twice, ann") for one in night.findings())
    assert any(one.startswith("controls of what is over, ann") for one in night.findings())


def _is_missed(night: Evening, line: Message) -> bool:
    """Whether it is found that this one is gone."""
    line.deleted = True
    try:
        return any(one.startswith("missing in public") for one in night.findings())
    finally:
        line.deleted = False


def idents_of(version: Version) -> list[str]:
    return [str(control["custom_id"]) for control in version.controls]


@pytest.mark.parametrize(("game", "key"), [("village", "day.nominated"), ("mafia", "speech.nominated")])
def test_what_was_between_two_players_before_may_be_told_of_a_nomination(game: str, key: str) -> None:
    people = ((4, "dan"), (5, "Goldilocks"), (6, "eve"))
    seats = [Seat(number, name, None, is_computer=True) for number, name in people]
    ways = Voice(game, 1, seats, {}).ways(Said(1, None, key, {"by": 4, "nominee": 5, "reason": None}))
    told = {line for way in ways for wordings in way for line in wordings}
    assert "**dan** nominates **Goldilocks** again, as on day 3." in told
    assert "Finger against finger: now **dan** nominates **Goldilocks** as well." in told
    assert "**dan** nominates **Goldilocks**, as **eve** did on day 3." in told


def test_a_player_who_says_the_same_again_in_other_words_is_not_heard_twice() -> None:
    """Found by a crowded game: a sentence of the one claim is a sentence of the other, but each was said once."""
    seats = [Seat(number, name, None, is_computer=True) for number, name in ((4, "dan"), (5, "Goldilocks"))]
    voice = Voice("village", 1, seats, {})
    claims = [{"by": 5, "kind": "suspect", "about": 4, "why": "gut", "other": 0, "turn": turn} for turn in range(20)]
    told = [tuple(voice.ways(Said(turn, None, "said.claim", values))[0]) for turn, values in enumerate(claims)]
    assert len(told[0][0]) > 100, "every beginning goes with every sentence"
    assert set(how_often(told).values()) == {len(claims)}
    hand = tuple(voice.ways(Said(20, None, "said.claim", {**claims[0], "about": 5}))[0])
    assert how_often([*told, hand])[hand] == 1


def test_a_clock_that_does_not_ring_is_found(tmp_path: Path) -> None:
    """By the bot's own account of the time that counts; one that has run out just now may ring yet."""
    file = tmp_path / "mirror.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE match (id INTEGER, status TEXT, guild_id INTEGER)")
        connection.execute(
            "CREATE TABLE deadline (match INTEGER, checkpoint INTEGER, question INTEGER, due_ms INTEGER)"
        )
        connection.execute("CREATE TABLE heartbeat (at_ms INTEGER, play_ms INTEGER)")
        connection.execute("INSERT INTO heartbeat VALUES (0, ?)", (OVERDUE_MS + 100,))
        connection.execute("INSERT INTO match VALUES (1, 'running', 7), (2, 'paused', 7)")
        connection.execute("INSERT INTO deadline VALUES (1, 3, 9, 99), (1, 3, 10, 100), (2, 1, 1, 0)")
    clocks = ClockWatch(reading(file))
    clocks.look()
    assert clocks.stood == {"time stands still: 1:3:9 was due at 99"}


@pytest.mark.full_size
@pytest.mark.parametrize(("table", "seed"), cases("village", seeds=2))
async def test_a_whole_game(tmp_path: Path, table: Table, seed: int) -> None:
    async with evening(tmp_path, seed=seed, names=table.names) as night:
        await night.lay_table(table.game, role_set=table.role_set)
        await night.play_to_the_end()
        assert night.bot.started == 1
        assert await night.audit() == []
        if table.game == "village":
            _a_lost_picture_is_found(night)


class _Told:
    """A game that has not ended, in which this was said in public, and nothing was asked."""

    def __init__(self, *said: tuple[str, dict[str, Any]], game: str = "mafia") -> None:
        self._said = said
        self._game = game

    def match(self) -> dict[str, Any]:
        return {"id": 1, "game": self._game, "outcome": None, "options": "{}"}

    def seats(self) -> list[Seat]:
        return [Seat(number, name, None, is_computer=True) for number, name in ((1, "ann"), (2, "ben"), (3, "cat"))]

    def announcements(self) -> list[Said]:
        return [Said(number, None, key, values) for number, (key, values) in enumerate(self._said)]

    def answers(self) -> list[Any]:
        return []

    def ends(self) -> set[int]:
        return set()


def _written(*messages: str) -> list[str]:
    """What the auditor finds when a vote for ben, his death and a vote for ben and cat stand in a thread like this."""
    told = _Told(
        ("vote.for", {"nominee": 2}),
        ("player.left", {"seat": 1, "end": "killed", "role": None}),
        ("vote.for", {"nominee": 2}),
        ("vote.for", {"nominee": 3}),
    )
    return _found(told, messages)


def _found(told: _Told, messages: Sequence[str]) -> list[str]:
    """What the auditor finds when this was to be told, and these messages stand in the thread."""
    world = World(Clock.start(1.0))
    market = world.add_channel(world.add_guild("Fair", world.add_user("host"), 0, 1), "market")
    thread = world.add_thread(market, "table")
    for text in messages:
        world.write(thread, world.bot, {"components": [{"type": 10, "content": text}]})
    return [f"{one.kind}: {one.what}" for one in Auditor(world, cast("Records", told), [thread]).findings()]


def test_words_that_a_picture_once_showed_alone_are_not_sought_where_they_stand_later() -> None:
    """Found by a slow machine: "Who votes against ben? Hands up!" stood on a picture first, and when the next picture
    was late, below it; everything in between was held for out of order."""
    votes, death = "[attachment://votes.jpg]", _death()
    assert _written(votes, death, "Who votes against **ben**? Hands up!\nWho votes against **cat**? Hands up!") == []
    assert _written(votes, death, votes) == []
    assert [one for one in _written(death, votes) if one.startswith("missing")] == []
    late = _written(votes, "Who votes against **ben**? Hands up!\nWho votes against **cat**? Hands up!", "...")
    assert [one.split(": ")[0] for one in late] == ["missing in public"]
    swapped = _written(
        "Who votes against **ben**? Hands up!",
        "Who votes against **ben**? Hands up!\nWho votes against **cat**? Hands up!",
        death,
    )
    assert [one.split(": ")[0] for one in swapped] == ["out of order in public"] * 2
    assert [one.split(": ")[0] for one in _written(death)] == ["missing in public"] * 3


def test_what_a_late_picture_would_have_shown_alone_stands_there_in_its_words() -> None:
    """Found by two processes on a busy machine: the end of a duel of one game was told by the picture's words."""
    won = {"seat": 1, "game": 1, "reason": "deck", "names": [[1, "tim_tit_tot"]]}
    told = _Told(("game.won", won), game="name_duel")
    assert _found(told, ["[attachment://table.jpg]"]) == []
    assert _found(told, ["A duel of one game. ann won the contest. ann: deck 3."]) == []
    other = _found(told, ["A duel of one game. ben won the contest. ann: deck 3."])
    assert [one.split(": ")[0] for one in other] == ["missing in public"]


def _death() -> str:
    voice = Voice("mafia", 1, _Told().seats(), {})
    [line] = voice.ways(Said(1, None, "player.left", {"seat": 1, "end": "killed", "role": None}))[0]
    return min(line)


def _without(body: Any, lines: set[str]) -> Any:
    """A message that lost its picture of the village, and these lines."""
    less = json.loads(json.dumps(body).replace("village.jpg", "lost.jpg"))
    for part in less.get("components") or ():
        if "content" in part:
            part["content"] = "\n".join(line for line in part["content"].split("\n") if line not in lines)
    return less


def _a_lost_picture_is_found(night: Evening) -> None:
    """What a picture shows alone was told with it only."""
    voice = Voice("village", 1, night.records.seats(), {})
    lone = [one for one in night.records.announcements() if one.is_public and voice.drawn_on(one) is not None]
    lines = {line for one in lone for way in voice.ways(one) for wordings in way for line in wordings}
    for message in boards(night):
        message.versions = [replace(one, body=_without(one.body, lines)) for one in message.versions]
    assert lone
    found = night.findings()
    assert [one for one in found if "day.begins {'day': 2" in one], found


async def test_who_takes_no_direct_messages_is_told_so_once_and_plays_by_my_seat(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=5, names=DUEL) as night:
        ben = night.person("ben")
        ben.user.takes_direct_messages = False
        await night.lay_table("name_duel", role_set="single")
        await night.play_to_the_end()
        assert await night.audit() == []
        assert [one for one in night.discord.world.shown_to(ben.user) if not one.is_ephemeral] == []
        told = [
            one for one in boards(night) if any("cannot send you direct messages" in each.text for each in one.versions)
        ]
        assert len(told) == 1
        presses = [one for one in night.records.answers() if one.seat == 2 and one.press is not None]
        assert presses, "ben has played all the same"
