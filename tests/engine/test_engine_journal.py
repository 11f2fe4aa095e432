"""The journal: what is kept, how a match goes on from it, and how it notices that the rules have changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from language.any_game import Shelf, asked_of, play_at_random, random_answer
from support.sizes import size
from toy import ToyOptions, ToyRule, ToyTable, answers, notes, started, toy

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Diverged, Entry, Match
from bot.engine.questions import CHANCE, ask, ask_all, draw, put, timer
from bot.games import GAMES

VILLAGE = GAMES["village"]


def a_rule(
    *, key: str = "toy.ask", seat: int = 1, choices: tuple[Any, ...] = (1, 2), said: str = "hello", sides: int = 6
) -> ToyRule:
    """A rule in which each part can be changed, as by an update of the program."""

    async def rule(table: ToyTable) -> None:
        table.notes.append(await draw("toy.die", tuple(range(1, sides + 1))))
        table.announce("toy.said", words=said)
        table.notes.append(await ask(seat, key, choices))
        table.tell((2,), "toy.whispered", words=said)
        table.notes.append(await ask(2, "toy.again", ("x", "y")))
        table.notes.append(await ask(3, "toy.last", ("x", "y")))

    return rule


def two_answers_in() -> tuple[Match, Shelf]:
    match = started(a_rule(), rounds=2)
    shelf = Shelf(match)
    answers(match, 1, "toy.ask", 2)
    shelf.keep(match)
    answers(match, 2, "toy.again", "y")
    shelf.keep(match)
    return match, shelf


def resumed(rule: ToyRule, match: Match, shelf: Shelf, seed: str = "toy") -> Match:
    return Match.resume(toy(rule, rounds=2), shelf.saved(match), SealedChance(seed))


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_every_answer_and_every_draw_is_a_line_of_the_journal() -> None:
    match, shelf = two_answers_in()
    lines = [(line.checkpoint, line.number, line.seat, line.key) for line in shelf.journal]
    assert lines == [(1, 0, CHANCE, "toy.die"), (1, 1, 1, "toy.ask"), (1, 2, 2, "toy.again")]
    assert [line.value for line in shelf.journal] == notes(match)
    assert all(json.loads(line.model_dump_json()) == line.model_dump() for line in shelf.journal)


def test_changes_are_handed_out_once() -> None:
    match = started(a_rule())
    changes = match.take_changes()
    assert changes.snapshot is not None
    assert [line.key for line in changes.entries] == ["toy.die"]
    assert [said.key for said in changes.announcements] == ["toy.begins", "toy.said"]
    again = match.take_changes()
    assert (again.entries, again.announcements, again.snapshot) == ((), (), None)
    answers(match, 1, "toy.ask", 1)
    changes = match.take_changes()
    assert [line.key for line in changes.entries] == ["toy.ask"]
    assert [said.key for said in changes.announcements] == ["toy.whispered"]
    assert changes.snapshot is None


def test_a_checkpoint_takes_a_snapshot_of_the_plain_table() -> None:
    match, _ = two_answers_in()
    answers(match, 3, "toy.last", "x")
    changes = match.take_changes()
    assert changes.snapshot is not None
    assert changes.snapshot.checkpoint == match.checkpoint == 2
    assert json.loads(changes.snapshot.table)["rounds"] == 1
    assert changes.snapshot.announced == 3  # what was said before the round, not what it has said since
    assert match.announced == 4
    assert [line.checkpoint for line in changes.entries] == [1, 2]


def test_a_simulation_keeps_neither_journal_nor_announcements() -> None:
    match = Match.start(toy(a_rule()), ToyOptions(), 3, SealedChance("toy"), record=False)
    answers(match, 1, "toy.ask", 1)
    changes = match.take_changes()
    assert changes.entries == ()
    assert changes.snapshot is None
    assert changes.announcements == ()


# -- announcements ----------------------------------------------------------------------------------------------------


def test_who_hears_what() -> None:
    match, _ = two_answers_in()
    assert [said.key for said in match.announcements_for(SPECTATOR)] == ["toy.begins", "toy.said"]
    assert [said.key for said in match.announcements_for(1)] == ["toy.begins", "toy.said"]
    assert [said.key for said in match.announcements_for(2)] == ["toy.begins", "toy.said", "toy.whispered"]
    assert [said.number for said in match.announcements_for(2, since=1)] == [1, 2]
    assert match.announcements_for(2, since=3) == []


def test_what_was_said_can_be_forgotten_without_losing_count() -> None:
    match = started(a_rule())
    match.take_changes()
    match.forget_said()
    assert match.announced == 2
    assert match.announcements_for(2) == []
    answers(match, 1, "toy.ask", 1)
    assert [said.number for said in match.announcements_for(2)] == [2]
    assert [said.number for said in match.take_changes().announcements] == [2]


def test_a_match_that_forgets_what_it_said_keeps_the_same_journal() -> None:
    """The digests must cover what was forgotten too, or no table would survive a restart."""

    def journal(forget: bool) -> list[Entry]:
        match = started(a_rule(), rounds=2)
        shelf = Shelf(match)
        for seat, key, value in ((1, "toy.ask", 1), (2, "toy.again", "x"), (3, "toy.last", "y"), (1, "toy.ask", 2)):
            if forget:
                match.forget_said()
            answers(match, seat, key, value)
            shelf.keep(match)
        return shelf.every

    assert journal(forget=True) == journal(forget=False)


# -- going on ---------------------------------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_stood() -> None:
    match, shelf = two_answers_in()
    again = resumed(a_rule(), match, shelf)
    assert asked_of(again, 3) == asked_of(match, 3)
    assert again.view(1) == match.view(1)
    assert again.announced == match.announced
    assert again.take_changes().entries == ()
    for one in (match, again):
        answers(one, 3, "toy.last", "x")
    assert again.take_changes().entries == match.take_changes().entries
    assert notes(again) == notes(match)


def test_a_shorter_journal_rewinds_the_match() -> None:
    match, shelf = two_answers_in()
    earlier = Match.resume(toy(a_rule(), rounds=2), shelf.saved(match, answers=1), SealedChance("toy"))
    assert [question.key for question in earlier.open] == ["toy.ask"]
    answers(earlier, 1, "toy.ask", 1)
    assert notes(earlier) == [notes(match)[0], 1]
    start = Match.resume(toy(a_rule(), rounds=2), shelf.saved(match, answers=0), SealedChance("toy"))
    assert [question.key for question in start.open] == ["toy.ask"]
    assert [line.key for line in start.take_changes().entries] == ["toy.die"]  # drawn again, and the same
    assert notes(start) == notes(match)[:1]


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_of_a_round_can_be_gone_back_to(seed: int) -> None:
    """Rewind = replay of a shorter journal: the same match stands there that stood there before."""
    rng = Random(f"rewind {seed}")
    match = Match.start(VILLAGE, VILLAGE.options(), 9, SealedChance("s"))
    shelf = Shelf(match)
    stood: dict[int, Any] = {}
    for _ in range(400):
        if match.outcome is not None or match.checkpoint > 2:
            break
        if match.checkpoint == 2:
            stood[match.answered] = photograph(match)
        question, value = random_answer(match, rng)
        before = (match.checkpoint, shelf.snapshot, list(shelf.journal))
        match.answer(question.number, question.seat, value)
        shelf.keep(match)
        if before[0] == 2 and match.checkpoint > 2:
            _, shelf.snapshot, shelf.journal = before
    for answered, picture in stood.items():
        earlier = Match.resume(VILLAGE, shelf.saved(match, answers=answered), SealedChance("s"))
        assert photograph(earlier) == picture


@pytest.mark.parametrize("seed", range(3))
def test_the_whole_journal_replays_to_the_same_end(seed: int) -> None:
    """`verify`: every draw and every answer of a finished game, from the deal on."""
    match = Match.start(VILLAGE, VILLAGE.options(), 8, SealedChance("s"))
    shelf = Shelf(match)
    for _ in play_at_random(match, Random(f"whole {seed}")):
        shelf.keep(match)
    again = Match.start(VILLAGE, match.options, 8, SealedChance("s"), replay=shelf.every)
    assert again.outcome == match.outcome
    assert [(said.audience, said.key, said.values) for said in again.take_changes().announcements] == [
        (said.audience, said.key, said.values) for said in match._announcer.said
    ]


def photograph(match: Match) -> list[Any]:
    """Everything anybody could see of a match."""
    seats = range(-2, match.seats + 1)
    return [
        match.checkpoint,
        match.announced,
        match.outcome,
        [asked_of(match, seat) for seat in seats],
        [match.view(seat).model_dump() for seat in range(match.seats + 1)],
    ]


# -- the rules have changed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (a_rule(choices=(1, 2, 3)), 1),
        (a_rule(choices=(2, 1)), 1),
        (a_rule(choices=("1", "2")), 1),
        (a_rule(key="toy.tell"), 1),
        (a_rule(seat=2), 1),
        (a_rule(said="good morning"), 1),
        (a_rule(sides=7), 0),
    ],
    ids=["more choices", "another order", "other choices", "another key", "another seat", "other words", "another die"],
)
def test_rules_that_have_changed_are_noticed(rule: ToyRule, line: int) -> None:
    match, shelf = two_answers_in()
    with pytest.raises(Diverged) as diverged:
        resumed(rule, match, shelf)
    assert diverged.value.entry == shelf.journal[line]
    assert diverged.value.entry.key in str(diverged.value)


def test_a_whisper_that_has_changed_is_noticed_too() -> None:
    """The digest covers everything that was said, to whomever."""

    def whispering(words: str) -> ToyRule:
        async def rule(table: ToyTable) -> None:
            await ask(1, "toy.ask", (1,))
            table.tell((3,), "toy.whispered", words=words)
            await ask(2, "toy.again", (1,))
            await ask(3, "toy.last", (1,))

        return rule

    match = started(whispering("psst"), rounds=2)
    shelf = Shelf(match)
    for seat, key in ((1, "toy.ask"), (2, "toy.again")):
        answers(match, seat, key, 1)
        shelf.keep(match)
    with pytest.raises(Diverged) as diverged:
        resumed(whispering("psssst"), match, shelf)
    assert diverged.value.entry.key == "toy.again"


def test_another_seed_is_noticed() -> None:
    match, shelf = two_answers_in()
    drawn = notes(match)[0]
    other = next(seed for seed in "abcdefgh" if notes(started(a_rule(), chance=SealedChance(seed)))[0] != drawn)
    with pytest.raises(Diverged):
        resumed(a_rule(), match, shelf, seed=other)


def test_a_draw_that_was_tampered_with_is_noticed() -> None:
    match, shelf = two_answers_in()
    drawn = shelf.journal[0].value
    shelf.journal[0] = shelf.journal[0].model_copy(update={"value": 1 if drawn != 1 else 2})
    with pytest.raises(Diverged):
        resumed(a_rule(), match, shelf)


def test_a_rule_that_asks_less_is_noticed() -> None:
    async def shorter(table: ToyTable) -> None:
        table.notes.append(await draw("toy.die", tuple(range(1, 7))))
        table.announce("toy.said", words="hello")
        await ask(1, "toy.ask", (1, 2))

    match, shelf = two_answers_in()
    with pytest.raises(Diverged):
        resumed(shorter, match, shelf)


def test_a_rule_that_draws_where_it_did_not_is_noticed() -> None:
    async def luckier(table: ToyTable) -> None:
        table.notes.append(await draw("toy.die", tuple(range(1, 7))))
        table.announce("toy.said", words="hello")
        await ask(1, "toy.ask", (1, 2))
        await draw("toy.die", (1, 2))
        await ask(2, "toy.again", ("x", "y"))

    match, shelf = two_answers_in()
    with pytest.raises(Diverged):
        resumed(luckier, match, shelf)


# -- crash at every answer --------------------------------------------------------------------------------------------


def crash_at_every_answer(seats: int, seed: str, *, after: Callable[[Match], None], **settings: Any) -> None:
    """Two matches of one history: one is never interrupted, the other dies after every answer and comes back."""
    rng = Random(seed)
    options = VILLAGE.options.model_validate(settings)
    whole = Match.start(VILLAGE, options, seats, SealedChance(seed))
    broken = Match.start(VILLAGE, options, seats, SealedChance(seed))
    shelf = Shelf(broken)
    for _ in range(5_000):
        broken = Match.resume(VILLAGE, shelf.saved(broken), SealedChance(seed))
        assert photograph(broken) == photograph(whole)
        for seat in range(seats + 1):
            since = broken.round_announced
            assert [said.as_json() for said in broken.announcements_for(seat, since)] == [
                said.as_json() for said in whole.announcements_for(seat, since)
            ]
        if whole.outcome is not None:
            assert broken.outcome == whole.outcome
            return
        assert broken.take_changes().entries == ()  # it is all on the shelf already
        after(broken)
        question, value = random_answer(whole, rng)
        for match in (whole, broken):
            match.answer(question.number, question.seat, value)
        shelf.keep(broken)
        after(broken)
    raise AssertionError("no end")


CRASHES = [(8, "a"), (9, "d"), (13, "f"), (8, "b"), (8, "c"), (9, "e"), (13, "g")]


@pytest.mark.full_size
@pytest.mark.parametrize(("seats", "seed"), CRASHES[: size(2, full=7)])
def test_a_crash_at_every_answer_changes_nothing(seats: int, seed: str) -> None:
    crash_at_every_answer(seats, seed, after=lambda match: None)


def test_a_crash_at_every_answer_of_an_open_ballot_changes_nothing() -> None:
    crash_at_every_answer(9, "i", after=lambda match: None, open_ballot=True, quick_nights=True)


def test_a_crash_at_every_answer_changes_nothing_when_the_match_forgets_what_it_said() -> None:
    """As the match service keeps its matches small."""
    crash_at_every_answer(9, "h", after=Match.forget_said)


def test_a_long_wake_and_then_a_crash_changes_nothing_when_the_match_forgets_what_it_said() -> None:
    """The service lets a match forget after every answer; the crash comes much later."""
    rng = Random("wake")
    match = Match.start(VILLAGE, VILLAGE.options(), 9, SealedChance("wake"))
    shelf = Shelf(match)
    for _ in range(150):
        if match.outcome is not None:
            break
        match.forget_said()
        question, value = random_answer(match, rng)
        match.answer(question.number, question.seat, value)
        shelf.keep(match)
        assert photograph(Match.resume(VILLAGE, shelf.saved(match), SealedChance("wake"))) == photograph(match)


def test_a_resumed_question_is_answered_by_the_button_sent_before_the_crash() -> None:
    async def rule(table: ToyTable) -> None:
        await ask(1, "toy.first", ("x",))
        table.notes.append(
            await ask_all([put(seat, "toy.ask", ("x", None)) for seat in (1, 2, 3)], timer("clock.toy", 9))
        )

    match = started(rule)
    shelf = Shelf(match)
    answers(match, 1, "toy.first", "x")
    answers(match, 2, "toy.ask", "x")
    shelf.keep(match)
    button = match.open_for(3)[0].number
    again = Match.resume(toy(rule), shelf.saved(match), SealedChance("toy"))
    again.answer(button, 3, "x")
    answers(again, -2, "clock.toy", "time is up")
    assert notes(again) == [[None, "x", "x"]]
