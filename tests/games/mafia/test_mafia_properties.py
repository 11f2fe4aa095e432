"""What holds at every club table, whatever people do: Hypothesis draws the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.any_game import STEPS_MOST, asked_of, heard_of, play_at_random
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR, IllegalAnswer, Question, Value
from bot.games.mafia.cards import SIDES
from bot.games.mafia.game import GAME as CLUB_MAFIA
from bot.games.mafia.options import MafiaOptions, cards_of
from bot.games.mafia.views import MafiaView

pytestmark = pytest.mark.full_size

BOUNDED = settings(max_examples=size(15, full=50), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""
SIZES = st.sampled_from((6, 8, 10, 13))
DECISIONS = st.lists(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=120)
"""Who answers next, and what: counted round the open questions and their choices."""
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "quick_nights": st.booleans(),
        "first_night_kill": st.booleans(),
        "one_nominee": st.sampled_from(("no_vote", "leaves_after_first_day")),
        "ties": st.sampled_from(("sport", "mild")),
        "reveal": st.sampled_from(("end", "leaving")),
        "fouls": st.sampled_from(("four", "halving", "off")),
        "dead_watch": st.booleans(),
        "final_seconds": st.sampled_from((0, 60)),
    },
)
SEEDS = st.integers(0, 9999).map(str)


def dealt(seats: int, seed: str, options: dict[str, Any]) -> Match:
    return Match.start(CLUB_MAFIA, MafiaOptions(**options), seats, SealedChance(seed))


def decided(question: Question, number: int) -> Value:
    """The choice a drawn number stands for."""
    return question.choices[number % len(question.choices)]


def played(match: Match, decisions: list[tuple[int, int]]) -> Iterator[tuple[Question, Value]]:
    """Play the drawn decisions, then let everybody hurry to the end: first choices, and no clock before its time."""
    for who, what in decisions:
        if match.outcome is not None:
            return
        open_ = match.open
        question = open_[who % len(open_)]
        value = decided(question, what)
        match.answer(question.number, question.seat, value)
        yield question, value
    for _ in range(STEPS_MOST):
        if match.outcome is not None:
            return
        question = match.open[0]
        value = decided(question, 0)
        match.answer(question.number, question.seat, value)
        yield question, value
    raise AssertionError("no end")


def public(match: Match) -> MafiaView:
    view = match.view(SPECTATOR)
    assert isinstance(view, MafiaView)
    return view


def cards_dealt(match: Match) -> dict[int, str]:
    return {seat: match.view(seat).role for seat in range(1, match.seats + 1)}  # type: ignore[attr-defined]


@BOUNDED
@given(SIZES, SEEDS, SETTINGS, DECISIONS)
def test_every_game_ends_and_conserves_its_cards(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    match = dealt(seats, seed, options)
    cards = cards_dealt(match)
    living = set(cards)
    for _ in played(match, decisions):
        now = {player.seat for player in public(match).players if player.alive}
        assert now <= living  # nobody comes back
        living = now
    assert match.open == []
    view = public(match)
    assert {player.seat: player.role for player in view.players} == cards
    assert Counter(cards.values()) == Counter(cards_of(view.cast))
    assert_sane(match, cards)


@BOUNDED
@given(SIZES, SEEDS, SETTINGS, DECISIONS)
def test_the_votes_add_up_to_the_living_and_every_day_is_in_order(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    """R3-3 to R3-8, from what is announced alone."""
    match = dealt(seats, seed, options)
    for _ in played(match, decisions):
        pass
    living, day, spoken = set(range(1, seats + 1)), 0, list[int]()
    named: dict[int, int] = {}
    for key, values in heard_of(match, SPECTATOR):
        if key == "day.begins":
            day += 1
            assert values["day"] == day
            spoken, named = [], {}
        elif key == "speech.begins":
            assert values["seat"] in living
            spoken.append(values["seat"])
            turned = [seat for seat in spoken if seat < spoken[0]]
            assert spoken == sorted(set(spoken) - set(turned)) + sorted(turned)
        elif key == "speech.nominated":
            assert values["by"] == spoken[-1]
            assert values["by"] not in named
            assert values["nominee"] in living - set(named.values())
            named[values["by"]] = values["nominee"]
        elif key == "vote.counted":
            voters = [voter for _, voters in values["votes"] for voter in voters]
            assert sorted(voters) == sorted(living)
            nominees = [nominee for nominee, _ in values["votes"]]
            assert nominees == [nominee for nominee in named.values() if nominee in nominees]
        elif key == "player.left":
            living.remove(values["seat"])
        elif key == "night.falls":
            assert values["night"] == day


@BOUNDED
@given(SIZES, SEEDS, SETTINGS, DECISIONS)
def test_every_question_can_be_answered_and_goes_to_the_living(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    """And an answer that is none changes nothing."""
    match = dealt(seats, seed, options)
    for _ in played(match, decisions):
        numbers = [(question.number, question.seat) for question in match.open]
        assert len(set(numbers)) == len(numbers)
        assert match.outcome is not None or match.open
        view = public(match)
        for question in match.open:
            assert question.number > 0
            assert question.choices
            assert len(set(map(str, question.choices))) == len(question.choices)
            if question.within is not None:
                question.check(question.default)
            assert question.seat == MIRROR or view.player(question.seat).alive
            for forged in ({"forged": True}, True, 99, "nobody", [1]):
                with pytest.raises(IllegalAnswer):
                    match.answer(question.number, question.seat, forged)
            with pytest.raises(IllegalAnswer):
                match.answer(question.number, question.seat % seats + 1, question.choices[0])
        assert numbers == [(question.number, question.seat) for question in match.open]
        assert public(match) == view
        floors = [question for question in match.open if question.key.endswith(".floor")]
        assert [question.seat for question in floors] == ([view.speaker] if view.speaker else [])


# -- secrecy ------------------------------------------------------------------------------------------------------


@settings(BOUNDED, max_examples=size(6, full=12))
@given(SIZES, SEEDS, SETTINGS, DECISIONS)
def test_no_seat_is_ever_shown_a_hidden_role(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    """Every view, question and announcement of every seat, walked to its last value, after every answer."""
    match = dealt(seats, seed, options)
    cards = cards_dealt(match)
    heard = dict.fromkeys(range(seats + 1), 0)
    chosen = MafiaOptions(**options)
    for _ in played(match, decisions):
        if match.outcome is not None:
            return
        for seat in range(seats + 1):
            may_know = knowable(match, seat, cards, chosen)
            news = match.announcements_for(seat, heard[seat])
            heard[seat] = match.announced
            spoken = [(one.key, one.values) for one in news]
            view = match.view(seat)
            assert isinstance(view, MafiaView)
            told = [view.model_dump(), asked_of(match, seat), spoken]
            for about, role in roles_told(told, seats):
                assert about in may_know, f"seat {seat} is shown that {about} is {role}"
                assert role == cards[about]
            team = seat and SIDES[cards[seat]] == "mafia"
            assert team or not (view.team or view.picks)
            assert seat or not (view.learnt or view.suspicions or view.role or view.side or view.last)
            for key, _ in spoken:
                assert key not in ("role.team", "night.picked") or team
                assert key != "night.verdict" or cards[seat] == "sheriff"
                assert key != "night.found" or cards[seat] == "don"


def knowable(match: Match, seat: int, cards: dict[int, str], options: MafiaOptions) -> set[int]:
    """Whose cards this seat may know, worked out from what is public and what is in its own hand."""
    players = public(match).players
    known = {player.seat for player in players if not player.alive and options.reveal == "leaving"}
    if seat == SPECTATOR:
        return known
    if SIDES[cards[seat]] == "mafia":
        known |= {mate for mate, role in cards.items() if SIDES[role] == "mafia"}
    if not players[seat - 1].alive and options.dead_watch:
        known |= set(cards)
    return known | {seat}


def roles_told(told: Any, seats: int) -> Iterator[tuple[int, str]]:
    """Every (seat, role) that stands side by side anywhere in plain data: in a mapping, or in a pair."""
    if isinstance(told, dict):
        about, role = told.get("seat"), told.get("role")
        if type(about) is int and 1 <= about <= seats and isinstance(role, str):
            yield about, role
        for value in told.values():
            yield from roles_told(value, seats)
    elif isinstance(told, list | tuple):
        if len(told) == 2 and type(told[0]) is int and isinstance(told[1], str) and told[1] in SIDES:
            yield told[0], told[1]
        for value in told:
            yield from roles_told(value, seats)


TWELVE = (
    "don", "citizen", "mafia", "sheriff", "citizen", "maniac",
    "doctor", "mafia", "lover", "citizen", "citizen", "citizen",
)  # fmt: skip
"""One deal of the club's table of twelve."""


class World:
    """One hidden world: a deal, played by a script that looks the same from outside in each of two worlds.

    The two seats whose cards are exchanged do nothing at night; everybody else does the same things in both worlds.
    """

    def __init__(self, roles: tuple[str, ...], exchanged: tuple[int, int], **options: Any) -> None:
        cast = dict(Counter(roles))
        chance = ScriptedChance({"deal.roles": list(roles)}, then=SealedChance("two worlds"))
        chosen = MafiaOptions(casts={len(roles): cast}, **options)
        self.match = Match.start(CLUB_MAFIA, chosen, len(roles), chance)
        self.roles = dict(enumerate(roles, 1))
        self.exchanged = exchanged
        alike = [seat for seat in self.roles if seat not in exchanged and roles[seat - 1] == "citizen"]
        self.victims = alike[:2]
        self.named = {2: alike[2], 3: alike[3]}  # the second one is voted out
        self.guest = alike[2]

    def story(self) -> Iterator[str]:
        """Two days and two nights, pausing wherever somebody may look."""
        yield "deal"
        self.answer(self.first("roles.delivered"), "delivered")
        for number in (0, 1):
            yield from self.day(number)
            yield from self.night(number)
        yield "the third day"

    def day(self, number: int) -> Iterator[str]:
        yield "day breaks"
        while "speech.floor" in self.asked():
            question = self.first("speech.floor")
            if len(question.choices) > 1 and question.seat in self.named and not number:
                self.answer(question, self.named[question.seat])
            self.answer(self.first("speech.floor"), "pass")
        yield "all have spoken"
        while "vote.hand" in self.asked() or "defence.floor" in self.asked() or "final.floor" in self.asked():
            question = self.match.open[0]
            self.answer(question, "pass" if question.key.endswith("floor") else ("yes", "no")[question.seat % 3 > 0])

    def night(self, number: int) -> Iterator[str]:
        yield "nightfall"
        done = set()
        while people := [one for one in self.match.open if one.seat > 0 and (one.seat, one.key) not in done]:
            question = people[0]
            done.add((question.seat, question.key))
            if question.seat not in self.exchanged:
                self.answer(question, self.usual(question, number))
        yield "panels answered"
        self.answer(self.first("clock.night"), "time is up")
        while "final.floor" in self.asked():
            yield "somebody speaks for the last time"
            self.answer(self.first("final.floor"), "pass")

    def usual(self, question: Question, number: int) -> Value:
        """What this seat does in both worlds."""
        wished = self.victims[number] if question.key == "night.victim" else self.guest
        if question.key in ("night.lover", "night.doctor", "night.maniac"):
            return None if question.key == "night.maniac" or number else self.guest
        if question.seat == self.guest:
            return None
        return wished if wished in question.choices else question.choices[0]

    def asked(self) -> list[str]:
        return [question.key for question in self.match.open]

    def first(self, key: str) -> Question:
        return next(question for question in self.match.open if question.key == key)

    def answer(self, question: Question, value: Value) -> None:
        self.match.answer(question.number, question.seat, value)

    def seen_by(self, seat: int) -> list[Any]:
        """Everything this seat has been entitled to see, and nothing else; and which clocks run."""
        return [
            self.match.view(seat),
            asked_of(self.match, seat),
            heard_of(self.match, seat),
            asked_of(self.match, MIRROR),
        ]


PAIRS = [pair for pair in combinations(range(1, 13), 2) if TWELVE[pair[0] - 1] != TWELVE[pair[1] - 1]]


@pytest.mark.parametrize("fouls", ["four", "off"])
def test_nobody_notices_when_two_others_exchange_their_cards(fouls: str) -> None:
    """The metamorphic test of secrecy: two hidden worlds, one public history, every byte the same."""
    for one, other in PAIRS:
        swapped = list(TWELVE)
        swapped[one - 1], swapped[other - 1] = swapped[other - 1], swapped[one - 1]
        worlds = [World(roles, (one, other), fouls=fouls) for roles in (TWELVE, tuple(swapped))]
        mafia = "mafia" in (SIDES[TWELVE[one - 1]], SIDES[TWELVE[other - 1]])
        watchers = [
            seat
            for seat in range(13)
            if seat not in (one, other) and not (mafia and seat and SIDES[TWELVE[seat - 1]] == "mafia")
        ]
        moments = 0
        for here, there in zip(worlds[0].story(), worlds[1].story(), strict=True):
            assert here == there
            moments += 1
            for seat in watchers:
                if seat and not worlds[0].match.view(seat).alive:  # type: ignore[attr-defined]
                    continue  # who has left sees every card
                seen = [world.seen_by(seat) for world in worlds]
                assert seen[0] == seen[1], f"{seat} notices at {here} that {one} and {other} exchanged their cards"
        assert moments >= 10


def test_a_night_without_death_does_not_tell_why() -> None:
    """Nobody was chosen, the Don was silent, or somebody was healed: no outsider sees a difference."""
    seen = []
    for chosen, healed in ((None, None), (2, 2), (None, 5)):
        world = World(TWELVE, (1, 3))
        for moment in world.story():
            if moment == "nightfall":
                break
        if chosen is not None:
            world.answer(world.first("night.victim"), chosen)
        if healed is not None:
            world.answer(world.first("night.doctor"), healed)
        world.answer(world.first("clock.night"), "time is up")
        seen.append([world.seen_by(seat) for seat in (0, 2, 4, 5, 6, 9, 12)])
    assert seen[0] == seen[1] == seen[2]


# -- simultaneous answers commute ---------------------------------------------------------------------------------


@BOUNDED
@given(
    st.sampled_from((8, 10, 12, 16)),
    SEEDS,
    st.lists(st.integers(0, 63), min_size=20, max_size=20),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_people_answer_at_night_does_not_matter(
    seats: int, seed: str, choices: list[int], rng: Random
) -> None:
    """R3-9: the order of waking is only the order in which choices are read."""
    in_order, shuffled = a_night_of(seats, seed, choices, None), a_night_of(seats, seed, choices, rng)
    for seat in range(seats + 1):
        assert in_order.view(seat) == shuffled.view(seat)
        assert asked_of(in_order, seat, numbers=False) == asked_of(shuffled, seat, numbers=False)
        one, other = heard_of(in_order, seat), heard_of(shuffled, seat)
        if seat and in_order.view(seat).side == "mafia":  # type: ignore[attr-defined]
            one, other = sorted(one, key=str), sorted(other, key=str)  # the team sees its picks as they are made
        assert one == other


def a_night_of(seats: int, seed: str, choices: list[int], rng: Random | None) -> Match:
    """The first night: each seat's choice is fixed, the order of answering is not."""
    match = dealt(seats, seed, {})
    match.answer(match.open[0].number, MIRROR, "delivered")
    while public(match).phase == "speeches":
        match.answer(match.open[0].number, match.open[0].seat, "pass")
    done: list[tuple[int, str]] = []
    while people := [one for one in match.open if one.seat != MIRROR and (one.seat, one.key) not in done]:
        question = people[0] if rng is None else rng.choice(people)
        done.append((question.seat, question.key))
        match.answer(question.number, question.seat, decided(question, choices[question.seat - 1]))
    match.answer(match.open[-1].number, MIRROR, match.open[-1].default)
    return match


# -- a thousand games ---------------------------------------------------------------------------------------------


def assert_sane(match: Match, cards: dict[int, str]) -> None:
    """The outcome says what the table shows (R3-13)."""
    outcome = match.outcome
    view = public(match)
    assert outcome is not None
    assert (outcome.sides, outcome.reason) == ((view.winner,), view.reason)
    living = [SIDES[cards[player.seat]] for player in view.players if player.alive]
    red, mafia, maniac = (living.count(side) for side in ("red", "mafia", "maniac"))
    if not living:
        expected = ("nobody", "end.nobody")
    elif not mafia and not maniac:
        expected = ("red", "end.no_black")
    elif maniac and len(living) <= 2:
        expected = ("maniac", "end.last_two")
    elif not maniac and mafia >= red:
        expected = ("mafia", "end.even_numbers")
    else:
        expected = ("nobody", "end.nothing_happens")
        assert [key for key, _ in heard_of(match, SPECTATOR)].count("day.begins") >= 3
    assert (view.winner, view.reason) == expected
    assert set(outcome.seats) == {seat for seat, role in cards.items() if SIDES[role] == view.winner}
    assert outcome.results == {seat: "won" if seat in outcome.seats else "lost" for seat in cards}


@pytest.mark.parametrize(("seats", "role_set"), [(6, "club"), (8, "plain"), (10, "sport"), (12, "club"), (20, "mild")])
def test_random_games_end_with_a_sane_outcome(seats: int, role_set: str) -> None:
    """At full size a thousand games over five sizes; both sides win some of them."""
    winners: Counter[str] = Counter()
    fouls: dict[str, Any]
    for number in range(size(40, full=200)):
        fouls = {"fouls": ("four", "halving", "off")[number % 3]} if role_set == "club" else {}
        options = CLUB_MAFIA.role_set(role_set).options.model_copy(update=fouls)
        match = Match.start(CLUB_MAFIA, options, seats, SealedChance(f"game {number}"))
        cards = cards_dealt(match)
        for _ in play_at_random(match, Random(f"{seats} {number}")):
            pass
        assert_sane(match, cards)
        assert match.outcome is not None
        winners[match.outcome.sides[0]] += 1
    assert {"red", "mafia"} <= set(winners)
