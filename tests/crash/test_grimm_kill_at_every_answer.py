"""Whole games in the forest in which the bot dies after every single answer, next to the same without a scratch."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playing import NAMES, random_answer
from tables import HOST, Table, opened_table
from test_kill_at_every_answer import Pair

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games import GAMES
from bot.games.grimm_forest.options import GrimmOptions
from bot.matches.archive import announcement_of, entry_of
from bot.store.seating import NewSeat

GRIMM = GAMES["grimm_forest"]
STEPS_MOST = 3_000
COPY_EVERY = 29
"""So often the file itself is copied as a power cut would leave it, and woken by another process."""

GAMES_PLAYED = [
    (1, 2, GrimmOptions(advanced=True)),
    (2, 3, GrimmOptions()),
    (3, 4, GrimmOptions(advanced=True, choice_seconds=60, build_seconds=30)),
]


async def deal(table: Table, seats: int, options: GrimmOptions, seed: str) -> None:
    people = [NewSeat(seat, name, 100 + seat) for seat, name in enumerate(NAMES[:seats], 1)]
    table.match = await table.service.create(
        GRIMM, options, people, guild_id=1, channel_id=20, host_id=HOST, role_set="beginner", seed=seed
    )


def an_answer(match: Match, rng: Random) -> tuple[Question, Value]:
    """Any answer, but whoever can build or play a card does so more often than not: the game comes to its end."""
    question, value = random_answer(match, rng)
    if question.key == "build.act" and rng.random() < 0.8:
        value = question.choices[0]
    if question.key == "gather.fable" and rng.random() < 0.7:
        value = question.choices[0]
    return question, value


@pytest.mark.parametrize(("number", "seats", "options"), GAMES_PLAYED, ids=[str(game[0]) for game in GAMES_PLAYED])
async def test_a_game_survives_a_death_after_every_answer(
    number: int, seats: int, options: GrimmOptions, tmp_path: Path
) -> None:
    """Nothing is lost: no card face down, no action that can be undone, no Friend half met."""
    rng, seed = Random(number), f"forest {number}"
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, seats, options, seed)
        reference = Match.start(GRIMM, options, seats, SealedChance(seed))
        options = reference.options
        pair = Pair(table, reference, options)
        deadlines = dict((await table.awake()).deadlines)
        keys = set()
        for step in range(STEPS_MOST):
            table.service.close()
            table.begin()
            pair.is_whole(await table.awake(), deadlines)
            if step % COPY_EVERY == 0:
                await pair.copy_is_whole(tmp_path / "copy.db", deadlines)
            if reference.outcome is not None:
                break
            table.clock.now += 1_000
            question, value = an_answer(reference, rng)
            keys.add(question.key)
            deadlines = await pair.answer(question.number, question.seat, value, 1_000_000 + step)
        assert reference.outcome is not None
        assert keys >= {"gather.place", "gather.fable", "build.act", "friend.keep", "first_builder.gift"}
        assert (await table.row()).status == "over"
        assert await table.deadlines() == []
        assert [entry_of(line) for line in await table.journal()] == pair.entries
        said = [announcement_of(row) for row in await table.said()]
        whole = Match.start(GRIMM, options, seats, SealedChance(seed), replay=pair.entries)
        assert [one.as_json() for one in said] == [one.as_json() for one in whole.take_changes().announcements]


async def test_start_up_after_every_answer_arms_exactly_the_open_clocks(tmp_path: Path) -> None:
    """Also while all choose their cards at the same time, two questions each."""
    rng = Random(9)
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, 4, GrimmOptions(advanced=True), "a forest of clocks")
        most = 0
        for _ in range(60):
            awake = await table.awake()
            question, value = random_answer(awake.match, rng)
            if "draw" in question.choices:
                value = "draw"
            await table.answer(question, value)
            await table.restart(away_s=5)
            armed = {line.question: line.due_ms for line in table.service._deadlines._heap}
            assert armed == (await table.awake()).deadlines
            clocks = [one for one in (await table.awake()).match.open if one.within is not None]
            assert set(armed) == {one.number for one in clocks}
            most = max(most, len(clocks))
        assert most > 4


async def test_time_outs_play_the_defaults_while_everybody_sleeps(tmp_path: Path) -> None:
    """All go to the first Location and nobody builds: rounds go by, and nothing is done to anybody."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, 3, GrimmOptions(choice_seconds=60, build_seconds=60), "forest asleep")
        for _ in range(8):
            await table.time_passes(61)
        said = [row.key for row in await table.said() if row.audience == "everyone"]
        assert said.count("round.begins") == 3
        assert "section.built" not in said
        match = (await table.awake()).match
        assert {question.key for question in match.open} == {"gather.place"}
