"""What holds at every club table, whatever people do: Hypothesis draws the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from language.any_game import asked_of, heard_of, play_at_random
from support.drawn_games import MAFIA_TABLES, SEEDS, played
from support.hidden_roles import Scripted, exchanged, roles_told, watchers
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR, Question, Value
from bot.games.mafia.cards import SIDES
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import MafiaOptions, cards_of
from bot.games.mafia.views import MafiaView

pytestmark = pytest.mark.full_size

BOUNDED = settings(max_examples=size(3, full=50), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""


def dealt(seats: int, seed: str, options: dict[str, Any]) -> Match:
    return Match.start(MAFIA_GAME, MafiaOptions(**options), seats, SealedChance(seed))


def public(match: Match) -> MafiaView:
    view = match.view(SPECTATOR)
    assert isinstance(view, MafiaView)
    return view


def cards_dealt(match: Match) -> dict[int, str]:
    return {seat: match.view(seat).role for seat in range(1, match.seats + 1)}  # type: ignore[attr-defined]


@BOUNDED
@given(MAFIA_TABLES.seats, SEEDS, MAFIA_TABLES.settings, MAFIA_TABLES.decisions)
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
@given(MAFIA_TABLES.seats, SEEDS, MAFIA_TABLES.settings, MAFIA_TABLES.decisions)
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


# -- secrecy ------------------------------------------------------------------------------------------------------


@settings(BOUNDED, max_examples=size(2, full=12))
@given(MAFIA_TABLES.seats, SEEDS, MAFIA_TABLES.settings, MAFIA_TABLES.decisions)
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
            for about, role in roles_told(told, seats, SIDES):
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


TWELVE = (
    "don", "citizen", "mafia", "sheriff", "citizen", "maniac",
    "doctor", "mafia", "lover", "citizen", "citizen", "citizen",
)  # fmt: skip
"""One deal of the club's table of twelve."""


class World(Scripted):
    """One hidden world: a deal, played by a script that looks the same from outside in each of two worlds.

    The two seats whose cards are exchanged do nothing at night; everybody else does the same things in both worlds.
    """

    def __init__(self, roles: tuple[str, ...], exchanged: tuple[int, int], **options: Any) -> None:
        cast = dict(Counter(roles))
        chance = ScriptedChance({"deal.roles": list(roles)}, then=SealedChance("two worlds"))
        chosen = MafiaOptions(casts={len(roles): cast}, **options)
        super().__init__(Match.start(MAFIA_GAME, chosen, len(roles), chance))
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

    def seen_by(self, seat: int) -> list[Any]:
        """Everything this seat has been entitled to see, and nothing else; and which clocks run."""
        return [
            self.match.view(seat),
            asked_of(self.match, seat),
            heard_of(self.match, seat),
            asked_of(self.match, MIRROR),
        ]


def of_the_mafia(role: str) -> bool:
    return SIDES[role] == "mafia"


PAIRS = [pair for pair in combinations(range(1, 13), 2) if TWELVE[pair[0] - 1] != TWELVE[pair[1] - 1]]


@pytest.mark.parametrize("fouls", ["four", "off"])
def test_nobody_notices_when_two_others_exchange_their_cards(fouls: str) -> None:
    """The metamorphic test of secrecy: two hidden worlds, one public history, every byte the same."""
    for one, other in PAIRS:
        worlds = [World(roles, (one, other), fouls=fouls) for roles in (TWELVE, exchanged(TWELVE, one, other))]
        moments = 0
        for here, there in zip(worlds[0].story(), worlds[1].story(), strict=True):
            assert here == there
            moments += 1
            for seat in watchers(TWELVE, one, other, of_the_mafia):
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
    for number in range(size(24, full=200)):
        fouls = {"fouls": ("four", "halving", "off")[number % 3]} if role_set == "club" else {}
        options = MAFIA_GAME.role_set(role_set).options.model_copy(update=fouls)
        match = Match.start(MAFIA_GAME, options, seats, SealedChance(f"game {number}"))
        cards = cards_dealt(match)
        for _ in play_at_random(match, Random(f"{seats} {number}")):
            pass
        assert_sane(match, cards)
        assert match.outcome is not None
        winners[match.outcome.sides[0]] += 1
    assert {"red", "mafia"} <= set(winners)
