"""What holds in every village, whatever people do: Hypothesis draws the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from language.any_game import asked_of, heard_of, play_at_random
from support.drawn_games import SEEDS, VILLAGES, played
from support.hidden_roles import Scripted, exchanged, roles_told, watchers
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR, Question, Value
from bot.games import GAMES
from bot.games.village.cards import RUMPLESTILTSKIN_NAMES, SIDES
from bot.games.village.options import SEATS, VillageOptions, cards_of
from bot.games.village.views import VillageView

VILLAGE = GAMES["village"]
pytestmark = pytest.mark.full_size

BOUNDED = settings(max_examples=size(3, full=60), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""


def dealt(seats: int, seed: str, options: dict[str, Any], *, record: bool = False) -> Match:
    return Match.start(VILLAGE, VillageOptions(**options), seats, SealedChance(seed), record=record)


@BOUNDED
@given(VILLAGES.seats, SEEDS, VILLAGES.settings, VILLAGES.decisions)
def test_every_game_ends_and_conserves_its_cards(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    match = dealt(seats, seed, options)
    cards = {seat: match.view(seat).role for seat in range(1, seats + 1)}  # type: ignore[attr-defined]
    living = set(cards)
    for _ in played(match, decisions):
        view = match.view(SPECTATOR)
        assert isinstance(view, VillageView)
        now = {player.seat for player in view.players if player.alive}
        assert now <= living  # nobody comes back
        living = now
    outcome = match.outcome
    assert outcome is not None
    assert match.open == []
    view = match.view(SPECTATOR)
    assert isinstance(view, VillageView)
    assert {player.seat: player.role for player in view.players} == cards
    cast = view.cast
    team = [role for role in cards.values() if role in RUMPLESTILTSKIN_NAMES]
    assert len(team) == len(set(team)) == cast["rumplestiltskin"]
    assert Counter(role for role in cards.values() if role not in team) == Counter(cards_of(cast))
    assert_sane(match, cards)


@BOUNDED
@given(VILLAGES.seats, SEEDS, VILLAGES.settings, VILLAGES.decisions)
def test_never_more_than_one_burning_a_day(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    """S0-21: one execution, then night."""
    match = dealt(seats, seed, options)
    for _ in played(match, decisions):
        pass
    burned = days = nights = 0
    for key, values in heard_of(match, SPECTATOR):
        if key == "night.falls":
            nights += 1
            assert values["night"] == nights
        if key == "day.begins":
            days, burned = days + 1, 0
            assert values["day"] == days == nights
        burned += key == "day.burned"
        assert burned <= 1


# -- secrecy ----------------------------------------------------------------------------------------------------------


@settings(BOUNDED, max_examples=size(3, full=30))
@given(VILLAGES.seats, SEEDS, VILLAGES.settings, VILLAGES.decisions)
def test_no_seat_is_ever_shown_a_hidden_role(
    seats: int, seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    """Every view, question and announcement of every seat, walked to its last value, after every answer."""
    match = dealt(seats, seed, options)
    cards: dict[int, str] = {seat: match.view(seat).role for seat in range(1, seats + 1)}  # type: ignore[attr-defined]
    heard = dict.fromkeys(range(seats + 1), 0)
    for _ in played(match, decisions):
        if match.outcome is not None:
            return
        for seat in range(seats + 1):
            may_know = knowable(match, seat, cards, VillageOptions(**options).dead_watch)
            news = match.announcements_for(seat, heard[seat])
            heard[seat] = match.announced
            spoken = [(one.key, one.values) for one in news if one.key != "game.over"]
            told = [match.view(seat).model_dump(), asked_of(match, seat), spoken]
            for about, role in roles_told(told, seats, SIDES):
                assert about in may_know, f"seat {seat} is shown that {about} is {role}"
                assert role == cards[about]
            # Besides a role with a seat to it, a bare role may be named only of oneself.
            for key, values in spoken:
                if key in ("role.dealt", "power.cancelled"):
                    assert values == {"role": cards[seat]}


def knowable(match: Match, seat: int, cards: dict[int, str], dead_watch: bool) -> set[int]:
    """Whose cards this seat may know, worked out from what is public and what is in its own hand."""
    view = match.view(SPECTATOR)
    assert isinstance(view, VillageView)
    known = {player.seat for player in view.players if not player.alive and player.end != "hatter"}
    if seat == SPECTATOR:
        return known
    if SIDES[cards[seat]] == "rumplestiltskin":
        known |= {mate for mate, role in cards.items() if SIDES[role] == "rumplestiltskin"}
    if not view.player(seat).alive and dead_watch:
        known |= {player.seat for player in view.players if player.end != "hatter"}
    return known | {seat}


TWELVE = (
    "murderer", "villager", "sheriff", "prince_charming", "fairy_godmother", "little_mary",
    "huntsman", "mad_hatter", "esmeralda", "captain_hook", "warlock", "villager",
)  # fmt: skip
"""One deal of the classic village of twelve: seat 1 is the Murderer."""


class World(Scripted):
    """One hidden world: a deal, played by a script that looks the same from outside in each of two worlds.

    The two seats whose cards are exchanged do nothing that shows; everybody else does the same things in both worlds.
    """

    def __init__(self, roles: tuple[str, ...], exchanged: tuple[int, int], first_victim: str) -> None:
        pack = [role for role in roles if role in RUMPLESTILTSKIN_NAMES]
        script = {
            "deal.cards": [*pack, *(name for name in RUMPLESTILTSKIN_NAMES if name not in pack)],
            "deal.roles": list(roles),
        }
        chance = ScriptedChance(script, then=SealedChance("two worlds"))
        super().__init__(Match.start(VILLAGE, VillageOptions(), len(roles), chance))
        self.exchanged = exchanged
        self.roles = dict(enumerate(roles, 1))
        alike = [seat for seat in self.roles if seat not in exchanged and SIDES[roles[seat - 1]] != "rumplestiltskin"]
        plainly = [first_victim, "villager", "captain_hook", "huntsman", "esmeralda", "prince_charming"]
        chosen = sorted(alike, key=lambda seat: [*plainly, self.roles[seat]].index(self.roles[seat]))
        self.victims, self.target, self.vanishing = chosen[:2], chosen[2], chosen[3]

    def story(self) -> Iterator[str]:
        """Two nights and a day, pausing wherever somebody may look."""
        yield "deal"
        while "introduction" in self.asked():
            self.answer(self.first("introduction"), None)
        yield "introduced"
        self.answer(self.first("roles.delivered"), "delivered")
        yield from self.night(self.victims[0])
        yield from self.day()
        yield from self.night(self.victims[1])

    def night(self, victim: int) -> Iterator[str]:
        yield "nightfall"
        while "night.victim" in self.asked():
            self.answer(self.first("night.victim"), victim)
        for question in self.match.open:
            if question.seat not in self.exchanged and question.seat != MIRROR:
                self.answer(question, self.usual(question))
        yield "panels answered"
        for clock in ("clock.night", "clock.healing", "clock.huntsman"):
            if clock in self.asked():
                self.answer(self.first(clock), "time is up")
                yield clock

    def day(self) -> Iterator[str]:
        yield "dawn"
        callers = [question for question in self.match.open if question.key == "day.call"]
        self.answer(callers[0], [self.target, "because"])
        yield "nominated"
        while "day.call" in self.asked():
            self.answer(self.first("day.call"), ["ready", None])
        yield "ballot"
        while "day.vote" in self.asked():
            self.answer(self.first("day.vote"), "spare")
        while "clock.day" in self.asked():
            self.answer(self.first("clock.day"), "time is up")

    def usual(self, question: Question) -> Value:
        """What this card's holder does, the same in both worlds: Mary sleeps where a glimpse would differ."""
        swapped = {SIDES[self.roles[seat]] for seat in self.exchanged}
        if question.key == "night.peek":
            return None if "rumplestiltskin" in swapped else "peek"
        if question.key in ("night.watch", "night.murder"):
            return None
        if question.key == "night.assassinate":
            return self.vanishing
        return self.target if self.target in question.choices else None

    def seen_by(self, seat: int, *, numbers: bool) -> list[Any]:
        """Everything this seat has been entitled to see, and nothing else."""
        return [
            self.match.view(seat).model_dump(),
            asked_of(self.match, seat, numbers=numbers),
            heard_of(self.match, seat),
            asked_of(self.match, MIRROR, numbers=False),
        ]


def of_the_team(role: str) -> bool:
    return SIDES[role] == "rumplestiltskin"


def two_worlds(one: int, other: int, first_victim: str, *, numbers: bool) -> None:
    """Exchange two hidden cards: nobody else may notice anything at any time."""
    worlds = [World(roles, (one, other), first_victim) for roles in (TWELVE, exchanged(TWELVE, one, other))]
    for here, there in zip(worlds[0].story(), worlds[1].story(), strict=True):
        assert here == there
        for seat in watchers(TWELVE, one, other, of_the_team):
            if seat and not worlds[0].match.view(seat).alive:  # type: ignore[attr-defined]
                continue  # the dead see every card
            seen = [world.seen_by(seat, numbers=numbers) for world in worlds]
            assert seen[0] == seen[1], f"seat {seat} notices at {here} that {one} and {other} exchanged their cards"


PAIRS = [pair for pair in combinations(range(1, 13), 2) if TWELVE[pair[0] - 1] != TWELVE[pair[1] - 1]]


@pytest.mark.parametrize("one", range(1, 12))
def test_nobody_notices_when_two_others_exchange_their_cards(one: int) -> None:
    """The metamorphic test of secrecy: two hidden worlds, one public history, every byte the same."""
    for first, second in PAIRS:
        if first == one:
            two_worlds(first, second, "villager", numbers=True)


def test_nobody_notices_an_exchange_when_little_mary_is_dead_either() -> None:
    """The same with Little Mary the first victim: from then on nobody needs to be watched."""
    for one, other in PAIRS:
        if "little_mary" not in (TWELVE[one - 1], TWELVE[other - 1]):
            two_worlds(one, other, "little_mary", numbers=False)


def test_the_numbers_of_ones_questions_do_not_count_the_rumplestiltskins() -> None:
    """The number travels in the custom_id of one's own buttons. With Little Mary publicly dead a Rumplestiltskin has
    one question less than a villager, and whoever sits between notices by his own number."""
    two_worlds(1, 12, "little_mary", numbers=True)


def test_the_numbers_of_ones_questions_do_not_tell_whether_somebody_was_healed() -> None:
    """A dawn at which nobody has died must look the same whether nobody was picked or somebody was healed."""
    seen = []
    for healed in (False, True):
        world = World(TWELVE, (3, 4), "villager")
        story = world.story()
        for moment in story:
            if moment == "nightfall":
                break
        if healed:
            while "night.victim" in world.asked():
                world.answer(world.first("night.victim"), 2)
        world.answer(world.first("clock.night"), "time is up")
        if healed:
            world.answer(world.first("night.heal"), 2)
        for clock in ("clock.healing", "clock.huntsman"):
            world.answer(world.first(clock), "time is up")
        seen.append(world.seen_by(12, numbers=True))
    assert seen[0] == seen[1]


# -- a thousand games -------------------------------------------------------------------------------------------------


def assert_sane(match: Match, cards: dict[int, str]) -> None:
    """The outcome says what the table shows."""
    outcome = match.outcome
    view = match.view(SPECTATOR)
    assert outcome is not None
    assert isinstance(view, VillageView)
    team = sum(player.alive and SIDES[cards[player.seat]] == "rumplestiltskin" for player in view.players)
    villagers = sum(player.alive for player in view.players) - team
    assert outcome.sides == (view.winner,)
    assert outcome.reason == view.reason
    if team == 0:
        assert (view.winner, outcome.reason) == ("town", "end.no_rumplestiltskin")
        winning = {"town"}
    else:
        assert villagers <= 2 or team >= villagers
        assert view.winner == "rumplestiltskin"
        assert outcome.reason == ("end.two_villagers" if villagers <= 2 else "end.even_numbers")
        winning = {"rumplestiltskin", "hook"}
    assert set(outcome.seats) == {seat for seat, role in cards.items() if SIDES[role] in winning}
    assert outcome.results == {seat: "won" if seat in outcome.seats else "lost" for seat in cards}


@pytest.mark.parametrize("seats", [8, 9, 12, 13, 20])
def test_random_games_end_with_a_sane_outcome(seats: int) -> None:
    """At full size a thousand games over five sizes of village; both sides win some of them."""
    assert seats in SEATS
    winners: Counter[str] = Counter()
    for number in range(size(8, full=200)):
        match = dealt(seats, f"game {number}", {"open_ballot": number % 4 == 0, "quick_nights": number % 3 == 0})
        cards: dict[int, str] = {seat: match.view(seat).role for seat in range(1, seats + 1)}  # type: ignore[attr-defined]
        for _ in play_at_random(match, Random(f"{seats} {number}")):
            pass
        assert_sane(match, cards)
        assert match.outcome is not None
        winners[match.outcome.sides[0]] += 1
    assert set(winners) == {"town", "rumplestiltskin"}
