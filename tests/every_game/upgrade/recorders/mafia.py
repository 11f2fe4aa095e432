"""Games of Mafia to record."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from recording import Kind, Recording, keys_of, said_in

from bot.engine.match import Match
from bot.engine.questions import MIRROR, Question, Value
from bot.games.mafia.options import MafiaOptions
from bot.games.mafia.values import NO, PASS, YES

DAYS_MOST = 6


def at_the_table(question: Question, rng: Random) -> Value:
    """People of chance who nominate now and then, vote in two camps, so that they are often tied, and seldom foul."""
    key, choices = question.key, question.choices
    if key == "speech.floor":
        return rng.choice(choices[:-1]) if len(choices) > 1 and rng.random() < 0.3 else PASS
    if key == "vote.hand":
        return YES if rng.random() < (0.9 if question.seat % 2 else 0.1) else NO
    return rng.choice(list(choices))


def play_at_the_table(match: Match, rng: Random) -> Iterator[tuple[Question, Value]]:
    while match.outcome is None:
        open_ = match.open
        people = [one for one in open_ if one.seat > 0]
        clocks = [one for one in open_ if one.seat == MIRROR and one.key != "foul"]
        fouls = [one for one in open_ if one.key == "foul"]
        chance = rng.random()
        question = rng.choice(people if people and chance < 0.96 else fouls if fouls and chance > 0.98 else clocks)
        value = question.default if question.key.startswith("clock.") else at_the_table(question, rng)
        match.answer(question.number, question.seat, value)
        yield question, value


def richness(recording: Recording) -> tuple[int, ...]:
    """Three to six days; people voted out, killed and sent out; ties of every kind; then the shorter."""
    said = said_in(recording)
    days = sum(key == "day.begins" for key, _ in said)
    ends = {values["end"] for key, values in said if key == "player.left"}
    return (3 <= days <= DAYS_MOST, len(ends), len(keys_of(recording)), -len(recording["journal"]))


MAFIA = Kind("mafia", 12, MafiaOptions(), 3000, richness, play_at_the_table)


def fouls_at_night(recording: Recording) -> int:
    """How often somebody was sent out between nightfall and dawn."""
    count, is_night = 0, False
    for key, _ in said_in(recording):
        is_night = key == "night.falls" or (is_night and key != "dawn.breaks")
        count += is_night and key == "foul.called"
    return count


def rich_in_night_fouls(recording: Recording) -> tuple[int, ...]:
    passes = any(line["key"] == "night.search" and line["value"] is None for line in recording["journal"])
    return (min(fouls_at_night(recording), 1), passes, *richness(recording))


NIGHT_FOULS = Kind("mafia", 12, MafiaOptions(), 400, rich_in_night_fouls, play_at_the_table)


def rich_in_claims(recording: Recording) -> tuple[int, ...]:
    """Four days; claims of many kinds for many reasons; then much of everything."""
    said = {(values["kind"], values["why"]) for key, values in said_in(recording) if key == "said.claim"}
    return len(recording["snapshots"]) > 3, len(said), *richness(recording)


CLAIMS = Kind("mafia", 8, MafiaOptions(), 120, rich_in_claims)
