"""Games recorded by earlier versions go on under today's rules: from the deal, and from every checkpoint."""

from __future__ import annotations

import json
from typing import Any

import pytest
from recording import RECORDINGS, Recording, read

from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match, Saved
from bot.engine.questions import CHANCE, STEP
from bot.games import GAMES

NAMES = sorted(path.stem for path in RECORDINGS.glob("*.json"))


def entries_of(recording: Recording) -> list[Entry]:
    return [Entry.model_validate(line) for line in recording["journal"]]


@pytest.fixture(params=NAMES)
def recording(request: pytest.FixtureRequest) -> Recording:
    return read(request.param)


def is_the_same_end(match: Match, recording: Recording) -> None:
    assert match.outcome is not None
    assert match.outcome.model_dump(mode="json") == recording["outcome"]
    for seat, view in enumerate(recording["views"]):
        now = match.view(seat).model_dump(mode="json")
        assert still_shown(now, view) == view


def still_shown(now: Any, before: Any) -> Any:
    """What a view showed before, as it shows it now. It may learn to show more, in its parts too."""
    if isinstance(before, dict) and isinstance(now, dict):
        return {name: still_shown(now[name], value) for name, value in before.items() if name in now}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [still_shown(*pair) for pair in zip(now, before, strict=True)]
    return now


def test_there_is_a_recording_of_every_game() -> None:
    assert {read(name)["game"] for name in NAMES} == set(GAMES)


def test_it_is_followed_from_the_deal(recording: Recording) -> None:
    game = GAMES[recording["game"]]
    options = game.options.model_validate(recording["options"])
    journal = entries_of(recording)
    match = Match.start(game, options, recording["seats"], SealedChance(recording["seed"]), replay=journal)
    is_the_same_end(match, recording)
    changes = match.take_changes()
    assert list(changes.entries) == journal
    assert [json.loads(said.as_json()) for said in changes.announcements] == recording["said"]


def somebody_answered(entry: Entry) -> bool:
    """Chance and steps are answered by the match itself."""
    return entry.seat != CHANCE and not entry.key.startswith(STEP)


def test_it_goes_on_from_every_checkpoint(recording: Recording) -> None:
    game, journal = GAMES[recording["game"]], entries_of(recording)
    assert len(recording["snapshots"]) > 3
    for snapshot in recording["snapshots"]:
        checkpoint = snapshot["checkpoint"]
        saved = Saved(
            game=recording["game"],
            options=recording["options"],
            seats=recording["seats"],
            checkpoint=checkpoint,
            table=snapshot["table"],
            announced=snapshot["announced"],
            journal=tuple(entry for entry in journal if entry.checkpoint == checkpoint),
        )
        match = Match.resume(game, saved, SealedChance(recording["seed"]))
        for entry in journal:
            if entry.checkpoint > checkpoint and somebody_answered(entry):
                match.answer(entry.question, entry.seat, entry.value)
        is_the_same_end(match, recording)
        said = [json.loads(one.as_json()) for one in match.take_changes().announcements]
        assert said == recording["said"][snapshot["announced"] :]


def test_it_goes_on_from_the_middle_of_every_round(recording: Recording) -> None:
    """A restart in the middle: half of a round's answers come from the journal, the others are given afterwards."""
    game, journal = GAMES[recording["game"]], entries_of(recording)
    for snapshot in recording["snapshots"]:
        mine = [entry for entry in journal if entry.checkpoint == snapshot["checkpoint"]]
        saved = Saved(
            game=recording["game"],
            options=recording["options"],
            seats=recording["seats"],
            checkpoint=snapshot["checkpoint"],
            table=snapshot["table"],
            announced=snapshot["announced"],
            journal=tuple(mine[: len(mine) // 2]),
        )
        match = Match.resume(game, saved, SealedChance(recording["seed"]))
        for entry in mine[match.answered if match.checkpoint == snapshot["checkpoint"] else len(mine) :]:
            if somebody_answered(entry):
                match.answer(entry.question, entry.seat, entry.value)
        now_open = {(question.number, question.key) for question in match.open}
        after = [entry for entry in journal if entry.checkpoint > snapshot["checkpoint"] and somebody_answered(entry)]
        assert not after or (after[0].question, after[0].key) in now_open
