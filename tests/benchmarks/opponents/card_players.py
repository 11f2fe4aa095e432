"""Simple card players (Trumplestiltskin)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bot.engine.questions import Question, Value
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.players.playout import numbered_play
from bot.games.trumplestiltskin.values import CLAIM
from bot.games.trumplestiltskin.views import TrumplestiltskinView
from opponents.simple import Idea, Make, first, last, with_ideas


def _rank(play: str) -> int:
    return numbered_play(play)[0] & 7


def highest(question: Question, view: TrumplestiltskinView, rng: Random) -> Value:
    return max((play for play in question.choices if play != CLAIM), key=_rank)


def lowest(question: Question, view: TrumplestiltskinView, rng: Random) -> Value:
    return min((play for play in question.choices if play != CLAIM), key=_rank)


def by_turns(question: Question, view: TrumplestiltskinView, rng: Random) -> Value:
    """Leads high, follows low."""
    return (lowest if view.trick else highest)(question, view, rng)


PASSES: Mapping[str, Idea] = {"auction.bid": last}
CARD_PLAYERS: dict[str, Make] = {
    "random": RandomPlayer,
    "passes": with_ideas(PASSES),
    "passes, plays high": with_ideas({**PASSES, "trick.play": highest}),
    "bids least, plays high": with_ideas({"auction.bid": first, "trick.play": highest}),
    "bids least, plays low": with_ideas({"auction.bid": first, "trick.play": lowest}),
    "leads high, follows low": with_ideas({"trick.play": by_turns}),
}
