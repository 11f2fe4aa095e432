"""Games of Trumplestiltskin to record."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from recording import Kind, Recording, keys_of, said_in

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games.trumplestiltskin.cards import is_joker, suit_of
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions

HANDS_MOST = 7


def modest(question: Question, rng: Random) -> Value:
    """Players of chance who do not bid too much, and claim late: then bids are made, and claims certain."""
    choices, key = question.choices, question.key
    if key == "auction.bid":
        return choices[0] if rng.random() < 0.4 else choices[-1]
    if key == "exchange.discard":
        return rng.sample(list(choices), 5) if rng.random() < 0.2 else question.default
    if key == "trick.play":
        if choices[-1] == "claim" and rng.random() < 0.15:
            return "claim"
        plays = [play for play in choices if play != "claim"]
        return plays[-1] if rng.random() < 0.5 else rng.choice(plays)
    return rng.choice(list(choices))


def play_modestly(match: Match, rng: Random) -> Iterator[tuple[Question, Value]]:
    while match.outcome is None:
        question = rng.choice(match.open)
        value = modest(question, rng)
        match.answer(question.number, question.seat, value)
        yield question, value


def richness(recording: Recording) -> tuple[int, ...]:
    """Four to seven hands; claims of every kind, bids made and missed, Jokers played, both; then the shorter."""
    said = said_in(recording)
    jokers = {values["play"] for key, values in said if key == "card.played" and values["play"][:2] in ("RJ", "BJ")}
    scores = [values["score"] for key, values in said if key == "hand.scored"]
    claims = {key for key in keys_of(recording) if key.startswith("claim.")}
    return (
        4 <= len(scores) <= HANDS_MOST,
        len(claims),
        len({score[4] for score in scores}),
        len(keys_of(recording)),
        len({score[3] for score in scores}) + len(jokers),
        -len(recording["journal"]),
    )


def jokers_under_trump(recording: Recording) -> int:
    """How many Jokers were played in the suit led although a Trump lay in the trick."""
    count = 0
    trump = ""
    for key, values in said_in(recording):
        if key == "trump.named":
            trump = values["suit"]
        if key == "trick.taken":
            plays = [play for _, play in values["plays"]]
            led = suit_of(plays[0])
            for place, play in enumerate(plays[1:], start=1):
                trumped = led != trump and trump in map(suit_of, plays[1:place])
                count += is_joker(play) and suit_of(play) == led and trumped
    return count


def rich_in_answers(recording: Recording) -> tuple[int, ...]:
    return (min(jokers_under_trump(recording), 1), *richness(recording))


OPTIONS = TrumplestiltskinOptions(players_goal=120, gnome_goal=150)
ANSWERED = Kind("trumplestiltskin", 4, OPTIONS, 600, rich_in_answers, play_modestly)
CARDS = Kind("trumplestiltskin", 4, OPTIONS, 2500, richness, play_modestly)
