"""Every game's tutorial, played to its end by somebody who follows what is explained, and by one who never does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR, Question, put
from bot.engine.rulebook import Outcome
from bot.engine.tutorials import LEARNER, SEED, Hint, Tutorial
from bot.games import GAMES
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.events import Event
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.cards import RANK, SUIT, is_joker
from bot.games.trumplestiltskin.tutorial import KING
from bot.matches.tutorials import options_of
from bot.players import player_for
from bot.ui.wording import Wording, wording_files

GAMES_FOLDER = Path(__file__).parents[2] / "bot" / "games"
TAUGHT = tuple(GAMES)
NAMES_OF_THE_DUEL = tuple(NAMES)
DECISIONS_MOST = 14
"""So many are made in five minutes, with time to read."""
EXPLAINED = {
    "village": "investigate call.found call.ready vote.burn last_words vote.burn",
    "mafia": "speech vote investigate speech.found speech.done investigate.again speech.found speech.done vote.found",
    "name_duel": "start play guess react.right react.wrong play.again shenanigan.deck guess",
    "grimm_forest": "place floor gain done place.again walls friend gain done place.again roof gift done.roof",
    "trumplestiltskin": "gnome.pick bid discard trump lead.trump.joker lead.trump.joker lead.trump.joker "
    "lead.trump.joker lead play.may_win play.gnome play.may_win",
}
"""What is explained to somebody who follows it, question by question."""
ENDLESS = 100
CARDS_ASK = ("name_duel", "grimm_forest", "trumplestiltskin")
"""Games in which cards ask their holders something."""
OVERTAKEN = 38
"""A first table in the forest at which the other pig was the first with a roof, when it did not wait."""
LONG_NAME_DUEL = 9
"""Decisions after which a first duel may be lost."""
Choice = Callable[[Question, Hint | None, Random], Any]


class Asked(NamedTuple):
    """What the learner was asked, what was explained to them and to a bystander, and what they answered."""

    question: Question
    hint: Hint | None
    in_public: Hint | None
    value: Any


class Course(NamedTuple):
    asked: tuple[Asked, ...]
    outcome: Outcome


def by_chance(question: Question, rng: Random) -> Any:
    return RandomPlayer(rng).answer(question, lambda: pytest.fail("it looks at nothing"))


def wanders(question: Question, hint: Hint | None, rng: Random) -> Any:
    return by_chance(question, rng)


def chosen(question: Question, choice: Any) -> Any:
    """An answer with this choice."""
    return [choice, None] if question.kind == "reasoned" else choice


def follows(question: Question, hint: Hint | None, rng: Random) -> Any:
    if hint is not None and hint.good:
        return chosen(question, hint.good[0])
    if question.default is not None:
        return question.default
    return chosen(question, question.choices[-1]) if question.choices else by_chance(question, rng)


def must(question: Question, hint: Hint | None, value: Any) -> Any:
    """What is taken: another answer than the one explanation that must be followed is held back."""
    is_held_back = hint is not None and hint.must and not hint.is_followed_by(question, value)
    return hint.good[0] if hint is not None and is_held_back else value


def ignores(question: Question, hint: Hint | None, rng: Random) -> Any:
    if question.kind in ("one", "reasoned") and hint is not None:
        others = [choice for choice in question.choices if choice not in hint.good]
        return chosen(question, rng.choice(others or question.choices))
    return by_chance(question, rng)


def tutorial_of(game: str) -> Tutorial:
    tutorial = GAMES[game].tutorial
    assert tutorial is not None
    return tutorial


def thought(match: Match, question: Question, seed: str) -> Any:
    """What a computer answers, by the chance it has at a table."""
    secret = f"{seed}|{question.seat}|{match.checkpoint}|{question.number}"
    player = player_for(match.game.name, "easy", Random(sha256(secret.encode()).digest()))
    return player.answer(question, lambda: match.view(question.seat))


def others_answer(match: Match, question: Question, seed: str) -> None:
    """A computer answers as it is led, or as it thinks, and a clock runs out."""
    tutorial = tutorial_of(match.game.name)
    led = tutorial.lead(question, match.view(LEARNER)) if question.seat > 0 else None
    if question.seat == MIRROR:
        time_is_up = question.default if question.within is not None else question.choices[0]
        match.answer(question.number, MIRROR, time_is_up)
    else:
        answer = led if led is not None else thought(match, question, seed)
        match.answer(question.number, question.seat, answer)


def whose_turn(question: Question) -> tuple[bool, bool, int]:
    """The learner answers first, since computers wait for people; a clock runs out when nobody has anything to say."""
    return question.seat == MIRROR, question.seat != LEARNER, question.within or 0


@cache
def course(game: str, choose: Choice, luck: int = 0, table: str = "") -> Course:
    """The tutorial from its deal to its end; the computers think as they do at a table. `luck`: that of who learns;
    `table`: another one, at which they think otherwise, as they do when somebody answers at another moment."""
    tutorial, rng, asked = tutorial_of(game), Random(f"{game}{luck or ''}"), []
    match = Match.start(GAMES[game], options_of(GAMES[game]), tutorial.seats, SealedChance(tutorial.seed))
    while match.outcome is None:
        question = min(match.open, key=whose_turn)
        if question.seat == LEARNER:
            hint = tutorial.hint(question, match.view(LEARNER))
            in_public = tutorial.hint(question, match.view(SPECTATOR)) if question.occasion else None
            asked.append(Asked(question, hint, in_public, must(question, hint, choose(question, hint, rng))))
            assert len(asked) <= ENDLESS, "this tutorial does not end"
            match.answer(question.number, LEARNER, asked[-1].value)
        else:
            others_answer(match, question, tutorial.seed + table)
    return Course(tuple(asked), match.outcome)


def first_day(way: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Play Mafia to its first night: the learner answers in this way, then with the first choice of each question. What
    else could be answered there are the ways that are given back."""
    tutorial, taken, others = tutorial_of("mafia"), (), []
    match = Match.start(GAMES["mafia"], options_of(GAMES["mafia"]), tutorial.seats, SealedChance(tutorial.seed))
    while match.outcome is None and match.view(LEARNER).alive:
        question = min(match.open, key=whose_turn)
        if question.key == "night.investigate":
            return others
        if question.seat == LEARNER:
            choice, *rest = way[len(taken) : len(taken) + 1] or question.choices
            others += [(*taken, other) for other in rest]
            taken = (*taken, choice)
            match.answer(question.number, LEARNER, chosen(question, choice))
        else:
            others_answer(match, question, tutorial.seed)
    raise AssertionError(f"after {taken} the Sheriff is asked nothing")


def in_words(game: str, hint: Hint, words: Wording, ending: str = "") -> str:
    values: dict[str, Any] = {name: words.say(value) for name, value in hint.values.items()}
    return words.say(f"tutorial.{game}.{hint.key}{ending}", **values, **dict.fromkeys(hint.seats, "Gretel"))


@pytest.mark.parametrize("game", TAUGHT)
def test_a_tutorial_is_over_in_five_minutes(game: str) -> None:
    asked, outcome = course(game, follows)
    assert 4 <= len(asked) <= DECISIONS_MOST
    assert outcome.results[LEARNER] == "won", "whoever does as they are told wins"


@pytest.mark.parametrize("game", TAUGHT)
def test_whoever_follows_nothing_comes_to_the_end_as_well(game: str) -> None:
    asked, _ = course(game, ignores)
    assert any(one.hint is not None and not one.hint.is_followed_by(one.question, one.value) for one in asked)


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_explanation_and_every_kind_word_is_there(game: str, language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    for one in (*course(game, follows).asked, *course(game, ignores).asked):
        for hint in filter(None, (one.hint, one.in_public)):
            assert in_words(game, hint, words)
            if hint.good and set(one.question.choices) - set(hint.good):
                assert in_words(game, hint, words, ".otherwise")


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_explained_on_other_ways_is_there_as_well(game: str, language: str) -> None:
    """Every key that the declaration of a tutorial writes out, and a kind word wherever an answer is called good."""
    source = (GAMES_FOLDER / game / "tutorial.py").read_text(encoding="utf-8")
    words = Wording(wording_files()).for_locale(language)
    written = re.findall(r'Hint\(\s*"([a-z_.]+)"((?:,\s*good=)?)', source)
    assert len(written) > 3
    for key, is_judged in written:
        assert words.has(f"tutorial.{game}.{key}"), key
        assert not is_judged or words.has(f"tutorial.{game}.{key}.otherwise"), key


@pytest.mark.full_size
@pytest.mark.parametrize("game", TAUGHT)
def test_whoever_presses_anything_comes_to_the_end_and_is_told_something(game: str) -> None:
    words = Wording(wording_files())
    for luck in range(size(2, full=40)):
        for question, hint, in_public, value in course(game, wanders, luck).asked:
            for one in filter(None, (hint, in_public)):
                assert in_words(game, one, words)
                assert one.is_followed_by(question, value) or in_words(game, one, words, ".otherwise")


@pytest.mark.parametrize("choose", [follows, ignores, wanders])
def test_a_first_duel_is_not_lost_before_it_has_taught_something(choose: Choice) -> None:
    """However somebody plays: nobody is guessed who cannot flee, and whoever can has to."""
    for luck in range(size(4, full=60)):
        asked, outcome = course("name_duel", choose, luck)
        assert outcome.results[LEARNER] == "won" or len(asked) >= LONG_NAME_DUEL


@pytest.mark.parametrize("game", CARDS_ASK)
def test_whatever_a_card_asks_is_explained(game: str) -> None:
    for choose in (ignores, wanders):
        assert all(one.hint is not None for luck in range(size(2, full=40)) for one in course(game, choose, luck).asked)


@pytest.mark.parametrize("game", TAUGHT)
def test_what_an_explanation_calls_good_can_be_chosen(game: str) -> None:
    for one in course(game, ignores).asked:
        for value in one.hint.good if one.hint else ():
            one.question.check(chosen(one.question, value))


def test_the_seed_of_a_tutorial_is_no_seed_that_is_drawn() -> None:
    seeds = [tutorial_of(game).seed for game in TAUGHT]
    assert len(set(seeds)) == len(seeds)
    assert all(seed.startswith(SEED) for seed in seeds)
    with pytest.raises(ValueError, match="hexadecimal"):
        bytes.fromhex(SEED)


@pytest.mark.parametrize("game", TAUGHT)
def test_what_matters_is_explained_when_it_is_asked(game: str) -> None:
    assert [one.hint.key if one.hint else "-" for one in course(game, follows).asked] == EXPLAINED[game].split()


def test_every_first_day_of_mafia_leads_to_a_night_on_which_the_sheriff_is_asked() -> None:
    """Whoever is named and whichever hands the learner raises: nobody wins before, and the learner is still there."""
    ways: list[tuple[Any, ...]] = [()]
    for way in ways:
        ways += first_day(way)
    assert len(ways) > 10


def test_a_duelist_without_a_guess_waits_and_one_who_is_sure_is_told() -> None:
    hint = tutorial_of("name_duel").hint
    nothing_known: Any = SimpleNamespace(events=())
    waiting = hint(put(LEARNER, "duel.play", ("hobyah",)), nothing_known)
    assert waiting is not None
    assert waiting.key == "play.no_guess"
    assert not waiting.good
    told: Any = SimpleNamespace(events=tuple(Event(2, "not_bottom", (name,)) for name in NAMES_OF_THE_DUEL[1:]))
    sure = hint(put(LEARNER, "duel.guess", NAMES_OF_THE_DUEL), told)
    assert sure is not None
    assert (sure.key, sure.good) == ("guess.sure", NAMES_OF_THE_DUEL[:1])


def test_a_sheriff_asks_about_somebody_new_and_votes_against_whom_he_has_found() -> None:
    hint = tutorial_of("mafia").hint
    verdict = SimpleNamespace(key="night.verdict", values={"suspect": 3, "black": True})
    view: Any = SimpleNamespace(seat=LEARNER, day=2, learnt=(verdict,), player=lambda seat: SimpleNamespace(alive=True))
    again = hint(put(LEARNER, "night.investigate", (2, 3, 4, None)), view)
    assert again is not None
    assert (again.key, again.good) == ("investigate.again", [2, 4])
    vote = put(LEARNER, "vote.hand", ("yes", "no"), values={"nominee": 3})
    found = hint(vote, view)
    assert found is not None
    assert (found.key, found.seats) == ("vote.found", {"suspect": 3})
    in_public: Any = SimpleNamespace(seat=SPECTATOR, day=2, learnt=())
    public = hint(vote, in_public)
    assert public is not None
    assert (public.key, public.values) == ("vote.public", {"button": "button.my_seat"})


@pytest.mark.parametrize("floor", ["defence.floor", "final.floor"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_whoever_defends_themselves_or_goes_is_told_what_the_speech_is_for(floor: str, language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    view: Any = SimpleNamespace(seat=LEARNER, day=2, learnt=())
    hint = tutorial_of("mafia").hint(put(LEARNER, floor, ("done",)), view)
    assert hint is not None
    assert not hint.good, "nothing that is said there is right or wrong"
    assert words.has(f"tutorial.mafia.{hint.key}")
    other = {"defence.floor": "final.floor", "final.floor": "defence.floor"}[floor]
    assert in_words("mafia", hint, words) != in_words("mafia", replace(hint, key=other), words)


def test_the_board_does_not_ask_again_for_a_nomination_that_was_made() -> None:
    """Whoever follows nominates and then calls for the vote: the board says after each step which one is next."""
    in_public = [one.in_public.key for one in course("village", follows).asked if one.question.key == "day.call"
                 and one.in_public is not None]  # fmt: skip
    assert in_public == ["call.public", "call.ready.public"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_whoever_holds_a_joker_is_told_that_it_is_low_when_it_is_led(language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    leads = [one for one in course("trumplestiltskin", follows).asked if one.hint and one.hint.key[:10] == "lead.trump"]
    assert leads
    for one in leads:
        assert one.hint is not None
        holds_joker = any("J-" in play for play in one.question.choices)
        assert ("Joker" in in_words("trumplestiltskin", one.hint, words)) == holds_joker
        assert not any("J-" in play for play in one.hint.good)


@pytest.mark.parametrize("game", ["village", "mafia"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_explanation_does_not_say_again_what_the_card_above_it_says(game: str, language: str) -> None:
    """The panel begins with the role and ends with the question: what is between them says only where to begin."""
    words = Wording(wording_files()).for_locale(language)
    first = next(one.hint for one in course(game, follows).asked if one.question.key == "night.investigate")
    assert first is not None
    said = in_words(game, first, words)
    assert "Gretel" in said
    assert len(re.findall(r"[.!?]", said)) == 1, said


def test_a_sheriff_who_says_whom_they_found_wins_on_the_first_day() -> None:
    """However the computers think: nobody is punished for days because the village would not listen."""
    for table in range(size(10, full=60)):
        asked, outcome = course("village", follows, table=str(table))
        assert outcome.results[LEARNER] == "won"
        assert len(asked) <= DECISIONS_MOST
        assert [one.question.key for one in asked].count("night.investigate") == 1


def test_a_sheriff_of_the_club_who_follows_what_is_explained_is_seldom_beaten() -> None:
    """However the computers think: the night is always met, and nine games of ten are won."""
    tables = size(10, full=60)
    courses = [course("mafia", follows, table=str(table)) for table in range(tables)]
    assert all(any(one.question.key == "night.investigate" for one in asked) for asked, _ in courses)
    assert sum(outcome.results[LEARNER] == "lost" for _, outcome in courses) <= tables // 10


def discards_low_cards(question: Question, hint: Hint | None, rng: Random) -> Any:
    """Follows what is explained; among answers that are as good, and of cards that are as low, by chance."""
    if hint is not None and hint.good:
        return rng.choice(list(hint.good))
    if question.key != "exchange.discard":
        return by_chance(question, rng)
    suits = Counter(SUIT[card] for card in question.choices if not is_joker(card))
    shuffled = rng.sample(list(question.choices), len(question.choices))
    return sorted(shuffled, key=lambda card: (is_joker(card), RANK.get(card, 0) >= KING, suits[SUIT.get(card, "")]))[:5]


@pytest.mark.parametrize("choose", [follows, discards_low_cards])
def test_a_declarer_who_follows_what_is_explained_seldom_misses_the_first_bid(choose: Choice) -> None:
    """However the computers think and whatever is as good: nine first games of ten are won."""
    tables = size(20, full=60)
    courses = [course("trumplestiltskin", choose, luck, str(luck)) for luck in range(tables)]
    assert all("exchange.discard" in [one.question.key for one in asked] for asked, _ in courses)
    assert all(len(asked) <= DECISIONS_MOST for asked, _ in courses)
    assert sum(outcome.results[LEARNER] != "won" for _, outcome in courses) <= tables // 10


def follows_or_presses_anything(question: Question, hint: Hint | None, rng: Random) -> Any:
    """What is explained is followed; where it says nothing of the answers, chance decides."""
    return follows(question, hint, rng) if hint is not None and hint.good else by_chance(question, rng)


def test_whoever_builds_what_is_explained_in_the_forest_is_not_overtaken() -> None:
    """However the computers think, and whatever is done with cards: the other pig waits with its roof."""
    for table in (OVERTAKEN, *range(size(12, full=80))):
        asked, outcome = course("grimm_forest", follows_or_presses_anything, table, str(table))
        assert outcome.results[LEARNER] == "won"
        assert len(asked) <= DECISIONS_MOST + 6
