"""A game of every built-in set with every number of players goes on under today's rules: from the deal, and from its
middle."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from recording import Recording
from support.sizes import size
from wide import games

from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match, Saved
from bot.engine.questions import CHANCE, STEP
from bot.games import GAMES

EVERY = size(8, full=1)
"""For every change one of so many is played; the numbers of players differ from set to set."""


def test_there_is_a_recording_of_every_set() -> None:
    """A set that is new is recorded into a file of its own: `record.py --wide`, with the version that brings it."""
    recorded = Counter((game["game"], game["role_set"]) for game in games())
    assert {(name, one.name) for name, game in GAMES.items() for one in game.role_sets} <= set(recorded)
    assert recorded.total() >= 100


@pytest.mark.full_size
def test_all_are_followed_from_the_deal() -> None:
    for number, recording in enumerate(games()):
        if number % EVERY == 0:
            journal = [Entry.model_validate(line) for line in recording["journal"]]
            game = GAMES[recording["game"]]
            options = game.options.model_validate(recording["options"])
            match = Match.start(game, options, recording["seats"], SealedChance(recording["seed"]), replay=journal)
            changes = match.take_changes()
            assert list(changes.entries) == journal, _named(recording)
            _has_ended_as_then(match, recording)
            assert [json.loads(said.as_json()) for said in changes.announcements] == recording["said"]


@pytest.mark.full_size
def test_all_go_on_from_their_middle() -> None:
    for number, recording in enumerate(games()):
        if number % EVERY == EVERY // 2:
            (snapshot,) = recording["snapshots"]
            journal = [Entry.model_validate(line) for line in recording["journal"]]
            saved = Saved(
                game=recording["game"],
                options=recording["options"],
                seats=recording["seats"],
                checkpoint=snapshot["checkpoint"],
                table=snapshot["table"],
                announced=snapshot["announced"],
                journal=tuple(entry for entry in journal if entry.checkpoint == snapshot["checkpoint"]),
            )
            match = Match.resume(GAMES[recording["game"]], saved, SealedChance(recording["seed"]))
            for entry in journal:
                if entry.checkpoint > snapshot["checkpoint"] and entry.seat != CHANCE and not _is_step(entry):
                    match.answer(entry.question, entry.seat, entry.value)
            _has_ended_as_then(match, recording)
            said = [json.loads(one.as_json()) for one in match.take_changes().announcements]
            assert said == recording["said"][snapshot["announced"] :], _named(recording)


def _is_step(entry: Entry) -> bool:
    return entry.key.startswith(STEP)


def _has_ended_as_then(match: Match, recording: Recording) -> None:
    assert match.outcome is not None, _named(recording)
    assert match.outcome.model_dump(mode="json") == recording["outcome"], _named(recording)


def _named(recording: Recording) -> str:
    return f"{recording['game']}, {recording['role_set']}, {recording['seats']} players"
