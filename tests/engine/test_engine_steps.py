"""Steps: the moments before something begins, at which whoever leads a game may hold it."""

from __future__ import annotations

import pytest
from toy import ToyOptions, ToyTable, answers, asked, notes, toy

from bot.engine.chance import SealedChance
from bot.engine.match import Diverged, Match
from bot.engine.questions import GO_ON, MIRROR, first_of, put, step


async def two_steps(table: ToyTable) -> None:
    """Ann speaks after the first step, ben after the second; somebody may whistle while a step waits."""
    for seat in (1, 2):
        gate, whistle = step("speech", seat=seat), put(MIRROR, "whistle", ("foul",), within=10**6)
        answered, _ = await first_of([gate, whistle])
        while answered is whistle:
            table.notes.append("foul")
            whistle = put(MIRROR, "whistle", ("foul",), within=10**6)
            answered, _ = await first_of([gate, whistle])
        table.notes.append((await first_of([put(seat, "speak", ("hello", "bye"))]))[1])


def begun(*, led: bool) -> Match:
    match = Match.start(toy(two_steps, 2), ToyOptions(), 2, SealedChance("steps"))
    if led:  # whoever leads has sat down before the second step
        match.led = True
    return match


def test_without_a_leader_nobody_notices_a_step() -> None:
    match = begun(led=False)
    assert asked(match) == [(1, "speak")]
    answers(match, 1, "speak", "hello")
    assert asked(match) == [(2, "speak")]
    steps = [entry for entry in match.take_changes().entries if entry.key == "step.speech"]
    assert [(entry.seat, entry.value) for entry in steps] == [(MIRROR, GO_ON)] * 2


def test_a_leader_is_waited_for() -> None:
    match = begun(led=True)
    answers(match, 1, "speak", "hello")
    assert asked(match) == [(MIRROR, "step.speech"), (MIRROR, "whistle")]
    answers(match, MIRROR, "whistle", "foul")
    assert asked(match) == [(MIRROR, "step.speech"), (MIRROR, "whistle")]
    answers(match, MIRROR, "step.speech", GO_ON)
    assert asked(match) == [(2, "speak")]
    assert notes(match) == ["hello", "foul"]


@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("goes_on_led", [False, True])
def test_a_restart_at_every_answer(led: bool, goes_on_led: bool) -> None:
    """What was journalled is followed, by whomever it was said; what was not yet, waits for a leader or does not."""
    match = begun(led=led)
    changes = match.take_changes()
    snapshot, entries = changes.snapshot, list(changes.entries)
    assert snapshot is not None
    for seat, key, value in [(1, "speak", "bye"), (MIRROR, "whistle", "foul"), (MIRROR, "step.speech", GO_ON)]:
        if not led and seat == MIRROR:
            continue
        answers(match, seat, key, value)
        changes = match.take_changes()
        entries += changes.entries
        snapshot = changes.snapshot or snapshot
        again = Match.resume(match.game, match.saved(snapshot, entries), SealedChance("steps"), led=goes_on_led)
        waits = led and asked(match)[0][1] == "step.speech"
        assert asked(again) == (asked(match) if not waits or goes_on_led else [(2, "speak")])
        assert notes(again) == notes(match)


def test_a_journal_without_its_step_has_diverged() -> None:
    match = begun(led=False)
    answers(match, 1, "speak", "hello")
    answers(match, 2, "speak", "bye")
    changes = match.take_changes()
    journal = [entry for entry in changes.entries if entry.checkpoint == 0 or entry.key != "step.speech"]
    with pytest.raises(Diverged):
        Match.start(match.game, ToyOptions(), 2, SealedChance("steps"), replay=journal)
