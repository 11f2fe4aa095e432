"""Whole games of cards in which the bot dies after every single answer, next to the same games without a scratch."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from card_playing import TRUMP
from playing import NAMES, random_answer
from tables import HOST, Table, opened_table
from test_kill_at_every_answer import Pair

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games.trumplestiltskin.options import TrumpOptions
from bot.matches.archive import announcement_of, entry_of
from bot.store.seating import NewSeat

STEPS_MOST = 2_000
COPY_EVERY = 17
"""So often the file itself is copied as a power cut would leave it, and woken by another process."""
SHORT = {"players_goal": 60, "gnome_goal": 60}

GAMES = [
    (1, 3, TrumpOptions(**SHORT)),
    (2, 4, TrumpOptions(**SHORT, play_forced="always", long_game=True)),
    (3, 5, TrumpOptions(**SHORT, play_forced="never", turn_seconds=60, objection_seconds=5)),
]


async def deal(table: Table, seats: int, options: TrumpOptions, seed: str) -> None:
    people = [NewSeat(seat, name, 100 + seat) for seat, name in enumerate(NAMES[:seats], 1)]
    table.match = await table.service.create(
        TRUMP, options, people, guild_id=1, channel_id=20, host_id=HOST, role_set="classic", seed=seed
    )


def an_answer(match: Match, rng: Random, bold: float = 0.3) -> tuple[Question, Value]:
    """Any answer; but now and then somebody claims who may."""
    question, value = random_answer(match, rng)
    if question.key == "trick.play" and question.choices[-1] == "claim" and rng.random() < bold:
        return question, "claim"
    return question, value


@pytest.mark.parametrize(("number", "seats", "options"), GAMES, ids=[str(game[0]) for game in GAMES])
async def test_a_game_survives_a_death_after_every_answer(
    number: int, seats: int, options: TrumpOptions, tmp_path: Path
) -> None:
    """Nothing is lost: not a bid, not what was laid away, not a claim half accepted, not the Gnome."""
    rng, seed = Random(number), f"cards {number}"
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, seats, options, seed)
        reference = Match.start(TRUMP, options, seats, SealedChance(seed))
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
        assert keys >= {"gnome.pick", "auction.bid", "exchange.discard", "trump.name", "trick.play", "claim.object"}
        assert (await table.row()).status == "over"
        assert await table.deadlines() == []
        assert [entry_of(line) for line in await table.journal()] == pair.entries
        said = [announcement_of(row) for row in await table.said()]
        whole = Match.start(TRUMP, options, seats, SealedChance(seed), replay=pair.entries)
        assert [one.as_json() for one in said] == [one.as_json() for one in whole.take_changes().announcements]


async def test_start_up_after_every_answer_arms_exactly_the_open_clocks(tmp_path: Path) -> None:
    """Also while all the others are asked about a claim."""
    rng = Random(9)
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, 4, TrumpOptions(), "cards of clocks")
        most = 0
        for _ in range(60):
            awake = await table.awake()
            question, value = an_answer(awake.match, rng, bold=1)
            await table.answer(question, value)
            await table.restart(away_s=5)
            armed = {line.question: line.due_ms for line in table.service._deadlines._heap}
            assert armed == (await table.awake()).deadlines
            clocks = [one for one in (await table.awake()).match.open if one.within is not None]
            assert set(armed) == {one.number for one in clocks}
            most = max(most, len(clocks))
        assert most == 3


async def test_time_outs_play_the_defaults_while_everybody_sleeps(tmp_path: Path) -> None:
    """The first picks the Gnome, all pass, the lowest are laid away: all by the clock."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, 3, TrumpOptions(turn_seconds=60), "cards asleep")
        for _ in range(4):
            await table.time_passes(61)
        match = (await table.awake()).match
        assert [question.key for question in match.open] == ["exchange.discard"]
        said = [row.key for row in await table.said() if row.audience == "everyone"]
        assert said[-2:] == ["auction.all_passed", "blanket.taken"]
