"""Whole games in which the bot dies after every single answer, next to the same games played without a scratch.

For every change it dies after some answers, in each game after others; at full size after each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from language.any_game import random_answer
from pair import Pair
from support.sizes import size
from support.tables import SEED, Table, opened_table

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.engine.rulebook import Options
from bot.games import GAMES
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.mafia.options import MafiaOptions
from bot.games.name_duel.options import NameDuelOptions
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.village.options import VillageOptions

STEPS_MOST = 5_000
DIES_EVERY = size(90, full=1)
COPY_EVERY = size(51, full=17)
"""So often the file itself is copied as a power cut would leave it, and woken by another process."""

Answers = Callable[[Match, Random], tuple[Question, Value]]


@dataclass(frozen=True)
class Played:
    """A game that is played to its end while the bot dies after every answer."""

    game: str
    number: int
    """What its players' chance begins with."""
    seats: int
    options: Options
    seed: str
    answered: frozenset[str] = frozenset()
    """Questions it must have answered on its way."""
    answers: Answers = random_answer

    def __str__(self) -> str:
        return f"{self.game}-{self.number}"


@dataclass(frozen=True)
class Clocked:
    """A game whose clocks are compared with what start-up arms, for so many answers or to its end."""

    game: str
    number: int
    seats: int
    options: Options
    seed: str
    steps: int
    clocks: frozenset[str]
    """Questions with a time limit that must have been open on its way."""
    at_once: int
    """How many of them were open at the same time, when they were most."""
    answers: Answers = random_answer

    def __str__(self) -> str:
        return self.game


# -- village ----------------------------------------------------------------------------------------------------------

_EVERYTHING = GAMES["village"].role_set("everything").options
_ENCHANTED = GAMES["village"].role_set("enchanted").options


def _village(number: int, seats: int, options: Options) -> Played:
    return Played("village", number, seats, options, f"{SEED} {number}")


VILLAGES = (
    _village(1, 8, VillageOptions()),
    _village(2, 9, VillageOptions(open_ballot=True, quick_nights=True)),
    _village(3, 9, VillageOptions(introductions=False, dead_watch=False, huntsman_any_death=False)),
    _village(4, 12, VillageOptions(last_words_seconds=0, reballots_most=0)),
    _village(5, 13, _EVERYTHING.model_copy(update={"quick_nights": True})),
    _village(6, 15, _EVERYTHING.model_copy(update={"introductions": False, "open_ballot": True})),
    _village(7, 9, _ENCHANTED.model_copy(update={"introductions": False})),
    _village(8, 12, _ENCHANTED.model_copy(update={"introductions": False, "open_ballot": True, "quick_nights": True})),
)
VILLAGE_CLOCKS = Clocked(
    "village",
    77,
    8,
    VillageOptions(),
    SEED,
    steps=120,
    clocks=frozenset(
        {
            "clock.cards",
            "clock.introductions",
            "clock.night",
            "clock.healing",
            "clock.day",
            "clock.warning",
            "clock.vote",
        }
    ),
    at_once=4,
)


# -- mafia: not who has the floor is lost, not whose hand is up, not a foul, not the cancelled vote, no clock ---------


def _mafia(number: int, seats: int, options: MafiaOptions, *answered: str) -> Played:
    return Played("mafia", number, seats, options, f"club {number}", frozenset(answered))


MAFIA_TABLES = (
    _mafia(1, 6, MafiaOptions(), "speech.floor", "vote.hand", "night.victim", "foul", "clock.speech", "clock.night"),
    _mafia(
        171,
        10,
        MafiaOptions(fouls="halving", quick_nights=True),
        *("final.floor", "night.lover", "night.maniac", "foul"),
    ),
    _mafia(3, 12, MafiaOptions(ties="sport", one_nominee="leaves_after_first_day", reveal="leaving"), "night.search"),
    _mafia(4, 9, MafiaOptions(ties="mild", fouls="off", final_seconds=0, first_night_kill=False), "vote.hand"),
)
MAFIA_CLOCKS = Clocked(
    "mafia",
    5,
    8,
    MafiaOptions(),
    "club of clocks",
    steps=80,
    clocks=frozenset({"clock.speech", "clock.vote", "clock.night", "foul"}),
    at_once=2,
)
"""The whistle has no clock that ever runs out, but it is armed like the others."""

# -- name duel: not what was guessed is lost, not who still decides, not the clocks, not the order of a deck -----------


def _name_duel(number: int, options: NameDuelOptions) -> Played:
    answered = frozenset({"duel.play", "duel.guess", "duel.react", "clock.reaction"})
    return Played("name_duel", number, 2, options, f"duel {number}", answered)


NAME_DUELS = (
    _name_duel(1, NameDuelOptions(best_of=1)),
    _name_duel(2, NameDuelOptions(best_of=3, quick_reactions=True)),
    _name_duel(3, NameDuelOptions(best_of=3, notebook=False, turn_seconds=60, reaction_seconds=5)),
)
NAME_DUEL_CLOCKS = Clocked(
    "name_duel",
    7,
    2,
    NameDuelOptions(best_of=3),
    "duel of clocks",
    steps=60,
    clocks=frozenset({"clock.turn", "clock.reaction"}),
    at_once=1,
)
"""Also while the clock of the turn does not run, because a guess waits."""

# -- trumplestiltskin: not a bid is lost, not what was laid away, not a claim half accepted, not the Gnome -------------


def _claiming(bold: float) -> Answers:
    """Any answer; but so often somebody claims who may."""

    def answer(match: Match, rng: Random) -> tuple[Question, Value]:
        question, value = random_answer(match, rng)
        if question.key == "trick.play" and question.choices[-1] == "claim" and rng.random() < bold:
            return question, "claim"
        return question, value

    return answer


def _trumplestiltskin(number: int, seats: int, **options: object) -> Played:
    answered = {"gnome.pick", "auction.bid", "exchange.discard", "trump.name", "trick.play", "claim.object"}
    short = TrumplestiltskinOptions.model_validate({"players_goal": 60, "gnome_goal": 60, **options})
    return Played(
        "trumplestiltskin", number, seats, short, f"cards {number}", frozenset(answered), answers=_claiming(0.3)
    )


TRUMPLESTILTSKIN_TABLES = (
    _trumplestiltskin(1, 3),
    _trumplestiltskin(2, 4, play_forced="always", long_game=True),
    _trumplestiltskin(3, 5, play_forced="never", turn_seconds=60, objection_seconds=5),
)
CARD_CLOCKS = Clocked(
    "trumplestiltskin",
    9,
    4,
    TrumplestiltskinOptions(),
    "cards of clocks",
    steps=60,
    clocks=frozenset({"auction.bid", "trick.play", "claim.object"}),
    at_once=3,
    answers=_claiming(1),
)
"""Also while all the others are asked about a claim."""

# -- grimm forest: no card face down is lost, no action that can be undone, no Friend half met -------------------------


def _building(match: Match, rng: Random) -> tuple[Question, Value]:
    """Any answer, but whoever can build or play a card does so more often than not: the game comes to its end."""
    question, value = random_answer(match, rng)
    if question.key == "build.act" and rng.random() < 0.8:
        value = question.choices[0]
    if question.key == "gather.fable" and rng.random() < 0.7:
        value = question.choices[0]
    return question, value


def _drawing(match: Match, rng: Random) -> tuple[Question, Value]:
    question, value = random_answer(match, rng)
    return question, "draw" if "draw" in question.choices else value


def _grimm_forest(number: int, seats: int, options: GrimmForestOptions) -> Played:
    answered = {"gather.place", "gather.fable", "build.act", "friend.keep", "first_builder.gift"}
    return Played("grimm_forest", number, seats, options, f"forest {number}", frozenset(answered), answers=_building)


GRIMM_FORESTS = (
    _grimm_forest(1, 2, GrimmForestOptions(advanced=True)),
    _grimm_forest(2, 3, GrimmForestOptions()),
    _grimm_forest(3, 4, GrimmForestOptions(advanced=True, choice_seconds=60, build_seconds=30)),
)
GRIMM_FOREST_CLOCKS = Clocked(
    "grimm_forest",
    9,
    4,
    GrimmForestOptions(advanced=True),
    "a forest of clocks",
    steps=60,
    clocks=frozenset({"gather.place", "gather.fable", "build.act"}),
    at_once=8,
    answers=_drawing,
)
"""Also while all choose their cards at the same time, two questions each."""

# -- every game -------------------------------------------------------------------------------------------------------

PLAYED = (*VILLAGES, *MAFIA_TABLES, *NAME_DUELS, *TRUMPLESTILTSKIN_TABLES, *GRIMM_FORESTS)
CLOCKED = (VILLAGE_CLOCKS, MAFIA_CLOCKS, NAME_DUEL_CLOCKS, CARD_CLOCKS, GRIMM_FOREST_CLOCKS)


def test_every_game_is_here() -> None:
    assert {one.game for one in PLAYED} == {one.game for one in CLOCKED} == set(GAMES)


async def dealt(table: Table, row: Played | Clocked) -> None:
    await table.deal(row.seats, row.options, game=GAMES[row.game], begun=False, seed=row.seed)


@pytest.mark.full_size
@pytest.mark.parametrize("row", PLAYED, ids=str)
async def test_a_game_survives_a_death_after_every_answer(row: Played, address: Path | str) -> None:
    """Nothing is lost and nothing is double, whatever the game was in the middle of."""
    rng, answered = Random(row.number), set()
    async with opened_table(address) as table:
        await dealt(table, row)
        pair = Pair(table, GAMES[row.game], row.options, row.seats, row.seed)
        deadlines = dict((await table.awake()).deadlines)
        for step in range(STEPS_MOST):
            if (step + row.number) % DIES_EVERY == 0:
                table.service.close()
                table.clock.now += 1_000
                table.begin()
                pair.is_whole(await table.awake(), deadlines)
            if step % COPY_EVERY == 0:
                await pair.is_whole_elsewhere(deadlines)
            if pair.reference.outcome is not None:
                break
            question, value = row.answers(pair.reference, rng)
            answered.add(question.key)
            deadlines = await pair.answer(question.number, question.seat, value, 1_000_000 + step)
        await pair.is_over_and_all_told()
    assert row.answered <= answered


@pytest.mark.parametrize("row", CLOCKED, ids=str)
async def test_start_up_after_every_answer_arms_exactly_the_open_clocks(row: Clocked, address: Path | str) -> None:
    rng, keys, at_once = Random(row.number), set(), 0
    async with opened_table(address) as table:
        await dealt(table, row)
        for _ in range(row.steps):
            awake = await table.awake()
            if awake.over:
                break
            question, value = row.answers(awake.match, rng)
            await table.answer(question, value)
            await table.restart(away_s=5)
            armed = {line.question: line.due_ms for line in table.service._deadlines._heap}
            assert armed == (await table.awake()).deadlines
            clocks = [one for one in (await table.awake()).match.open if one.within is not None]
            assert set(armed) == {one.number for one in clocks}
            keys |= {one.key for one in clocks}
            at_once = max(at_once, len(clocks))
    assert row.clocks <= keys
    assert at_once == row.at_once
