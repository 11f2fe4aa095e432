"""Why the strong player answers as it does can be said of every decision, in every language, with nothing left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from support.lessons import FACES, WORDS, context

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value, put
from bot.engine.rulebook import View
from bot.games import GAMES
from bot.games.random_player import RandomPlayer
from cogs.practice.cog import Practice

OF_A_KIND = 2
"""So many decisions of each kind are looked at: some take their time to be explained."""
UNEXPLAINED = {
    "name_duel": {"duel.start"},
    "trumplestiltskin": {"gnome.pick"},
    "grimm_forest": {"effects.order", "evil_queen.peek", "wishing_well.first", "wishing_well.second"},
    "mafia": {"defence.floor", "final.floor"},
    "village": {"introduction", "day.last_words", "night.sacrifice", "day.foul"},
}
"""What makes no difference, and what is only said."""

Decision = tuple[Question, View, Value]


@cache
def decisions(name: str) -> list[Decision]:
    """What seats were asked in a few games of chance, what they saw and what they answered."""
    return list(_decisions(name))


def _decisions(name: str) -> Iterator[Decision]:
    game, seen = GAMES[name], Counter[tuple[str, str | None]]()
    for number, role_set in enumerate(game.role_sets):
        match = Match.start(game, role_set.options, _seats(name), SealedChance(f"lessons {number}"), record=False)
        rng = Random(number)
        player = RandomPlayer(rng)
        while match.outcome is None:
            question = rng.choice(match.waiting)
            value = player.answer(question, lambda: None)  # type: ignore[arg-type, return-value]  # chance does not look
            if question.seat > 0 and len(question.choices) != 1:
                view = match.view(question.seat)
                kind = (question.key, getattr(view, "side", None))
                seen[kind] += 1
                if seen[kind] <= OF_A_KIND:
                    yield question, view, value
            match.reply(question, value)


def _seats(name: str) -> int:
    return {"village": 12, "mafia": 10}.get(name, GAMES[name].seats.start)


def test_every_game_has_its_reasons() -> None:
    assert {name for name, game in GAMES.items() if game.why is not None} == set(FACES) & set(GAMES)


@pytest.mark.parametrize("name", sorted(FACES))
def test_every_decision_is_explained_in_words(name: str) -> None:
    game, face = GAMES[name], FACES[name]
    assert game.why is not None
    unexplained = set()
    for question, view, value in decisions(name):
        reason = game.why(question, view, value)
        if reason is None:
            unexplained.add(question.key)
            continue
        for language in ("en", "de"):
            told = face.because(reason, context(language))
            chosen = face.chosen(question, value, view, context(language))
            assert told.endswith("."), (reason, told)
            assert chosen, question
            assert not {"{", "}"} & set(told + chosen), (told, chosen)
    assert unexplained <= UNEXPLAINED.get(name, set())


def test_a_vote_says_on_whom() -> None:
    """Of what was decided, a lesson says the first two lines; answered, nothing else says who stood there."""
    votes = [(question, view) for question, view, _ in decisions("village") if question.key == "day.vote"]
    assert votes
    for question, view in votes:
        nominee = context().name(view.ballots[-1].polls[-1][0])  # type: ignore[attr-defined]
        for language, asked in (("en", f"You vote on {nominee}."), ("de", f"Es geht um {nominee}.")):
            about, prompt, *_ = FACES["village"].panel(question, view, context(language)).text.splitlines()
            assert (about, prompt[:2]) == (asked, "**")


async def test_a_lesson_that_fails_denies_nobody_their_answer() -> None:
    """The answer counts and was shown already: whoever gave it must not hear that nothing has changed."""

    class Stumbling:
        async def are_wanted(self, *_: Any) -> bool:
            raise LookupError("the strong player has never seen this")

    teacher: Any = Stumbling()
    match: Any = SimpleNamespace(id=1)
    nothing: Any = None
    practice = Practice(service=nothing, lessons=teacher, faces=FACES, wording=WORDS)
    await practice.tell(nothing, match, put(1, "duel.play", ("noggin", "hobyah")), "noggin")


@pytest.mark.parametrize("reason", ["house.mine", "house.theirs", "gift", "gives", "friend.first", "friend.best"])
def test_a_lesson_of_the_forest_leaves_no_doubt_of_which_choice_it_speaks(reason: str) -> None:
    """Two were named before: “You chose 1 straw. The strong player would have chosen 2 Fables. This one helps most.”"""
    english, german = (WORDS.for_locale(one).say(f"grimm_forest.why.{reason}") for one in ("en", "de"))
    assert not re.search(r"\bthis one\b|^These\b", english)
    assert not re.search(r"\b[Dd]iese[rs]?\b", german)


def test_a_lesson_of_the_duel_leaves_no_doubt_of_which_choice_it_speaks() -> None:
    """“You chose Yallery Brown”, who was not possible any more: “this one is right with a chance of 17%”."""
    words, values = WORDS.for_locale("en"), {"count": 6, "chance": 17, "free": 10, "danger": 20}
    keys = ("guess", "guess.free", "guess.flees", "regain", "regain.flee", "exchange.worth")
    reasons = [words.say(f"duel.why.{key}", **values) for key in keys]
    assert not [reason for reason in reasons if re.search(r"\b[Tt]his one\b", reason)]
