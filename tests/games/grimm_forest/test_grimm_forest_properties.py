"""What holds at every table of the forest: cards, sections and goods are conserved, secrets kept, games end."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.any_game import asked_of, heard_of
from language.grimm_forest import ADAPTER, fables_of, friends_of, goods_in_play, in_mid_air, laid, standing, table_of
from support.drawn_games import GRIMM_FORESTS, SEEDS, lively
from support.sizes import size

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.grimm_forest.cards import fable_deck, friend_deck
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.goods import MEGA, goods_of, nothing
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.table import SECTIONS_EACH, GrimmForestTable
from bot.games.grimm_forest.values import PARTS
from bot.games.grimm_forest.views import GrimmForestView
from bot.games.random_player import RandomPlayer
from bot.simulate import LooseChance, play

pytestmark = pytest.mark.full_size

BOUNDED = settings(max_examples=size(5, full=40), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""


def begun(seats: int, seed: str, *, advanced: bool = True) -> Match:
    return Match.start(GRIMM_FOREST, GrimmForestOptions(advanced=advanced), seats, SealedChance(seed))


# -- conservation -----------------------------------------------------------------------------------------------------


@BOUNDED
@given(GRIMM_FORESTS.seats, SEEDS, st.booleans())
def test_every_card_is_somewhere_exactly_once_and_every_section_too(seats: int, seed: str, advanced: bool) -> None:
    match = begun(seats, seed, advanced=advanced)
    table = table_of(match)
    fables, friends = Counter(fable_deck(advanced=advanced)), Counter(friend_deck(advanced=advanced))
    for _ in lively(match, Random(seed)):
        flying = [in_mid_air(question.values) for question in match.open]
        assert Counter([*fables_of(table), *(card for cards, _ in flying for card in cards)]) == fables
        missing = friends - Counter([*friends_of(table), *(card for _, cards in flying for card in cards)])
        dealing = {question.key for question in match.open} & {"tavern.choose", "little_mermaid.keep"}
        assert not missing or (dealing and table.phase == "fables" and missing.total() <= seats)
        assert not Counter(friends_of(table)) - friends
        stands = standing(table)
        assert {name: stands[name] + left for name, left in table.sections.items()} == dict.fromkeys(
            table.sections, SECTIONS_EACH
        )
        for pig in table.pigs.values():
            assert sorted([*pig.gather, *pig.locked]) == sorted(table.places())
            cheap = sum(house.cheap for house in pig.houses)
            assert cheap <= pig.corners
            assert len(pig.houses) - cheap <= 5
            assert min(pig.goods.values()) >= 0
        goods_in_play(table)


class Ledger:
    """The goods of everybody and of every Location, reckoned from what was announced and from nothing else."""

    def __init__(self, seats: int, places: list[str]) -> None:
        self.boards = {seat: nothing() for seat in range(1, seats + 1)}
        self.places = {place: {**nothing(), **MEGA[place]} for place in places}
        self.paid: dict[int, list[int]] = {seat: [] for seat in self.boards}

    def hear(self, said: Announcement) -> None:
        values = said.values
        key = said.key
        if key == "round.begins" and values["round"] > 1:
            for place, lot in self.places.items():
                self._move(lot, MEGA[place], 1)
        elif key == "prince.takes":
            self._move(self.places[values["place"]], values["goods"], -1)
        elif key == "goods.added":
            self._move(self.places[values["place"]], values["goods"], 1)
        elif key == "wolf.devours":
            self.places[values["place"]] = nothing()
        elif key in ("goods.gained", "goods.lost"):
            self._move(self.boards[values["seat"]], values["goods"], 1 if key == "goods.gained" else -1)
        elif key == "goods.given":
            self._move(self.boards[values["giver"]], values["goods"], -1)
            self._move(self.boards[values["taker"]], values["goods"], 1)
        elif key == "goods.taken":
            self._move(self.places[values["place"]], values["goods"], -1)
            self._move(self.boards[values["seat"]], values["goods"], 1)
        elif key == "section.built":
            self._move(self.boards[values["seat"]], {values["material"]: values["paid"]}, -1)
            self.paid[values["seat"]].append(values["paid"])
        elif key == "build.undone":
            what = values["action"].split(".")
            amount = -1 if what[0] == "gain" else self.paid[values["seat"]].pop()
            self._move(self.boards[values["seat"]], {what[1]: amount}, 1)

    @staticmethod
    def _move(lot: dict[str, int], goods: dict[str, int], sign: int) -> None:
        for kind, amount in goods.items():
            lot[kind] += sign * amount
            assert lot[kind] >= 0


@BOUNDED
@given(GRIMM_FORESTS.seats, SEEDS)
def test_goods_come_and_go_as_was_announced(seats: int, seed: str) -> None:
    """Nothing is gained or lost in silence; a loss and a gain of the same game balance against the supply."""
    match = begun(seats, seed)
    ledger = Ledger(seats, table_of(match).places())
    heard, lines = 0, []
    for _ in lively(match, Random(seed)):
        for said in match.announcements_for(SPECTATOR, heard):
            ledger.hear(said)
            lines.append(said.as_json())
        heard = match.announced
        view = match.view(SPECTATOR)
        assert isinstance(view, GrimmForestView)
        assert {pig.seat: pig.goods for pig in view.pigs} == ledger.boards
        assert view.locations == ledger.places
    assert lines == [said.as_json() for said in match.announcements_for(SPECTATOR)]  # what was said stays said


# -- secrecy ----------------------------------------------------------------------------------------------------------

SHOWN = {
    "fables.revealed", "fables.are", "fables.discarded", "fable.stolen.was", "fable.given.was", "gather.seen",
    "fable.seen", "red_riding_hood.searched", "oracle.consulted", "magic_flute.taken", "search_the_past.taken",
}  # fmt: skip
"""What may tell a watcher of cards that were hidden: from then on two worlds may look different."""


def tables(seats: int, seed: str) -> list[GrimmForestTable]:
    """The table at the start of every round of one game."""
    match = begun(seats, seed)
    found = []
    for _ in lively(match, Random(seed)):
        snapshot = match.take_changes().snapshot
        if snapshot is not None and snapshot.checkpoint:
            found.append(ADAPTER.validate_json(snapshot.table))
    return found


def same(here: Match, there: Match, watcher: int) -> None:
    """Views, questions and announcements of the watcher and of a bystander, and who is asked to go where."""
    for seat in {watcher, SPECTATOR}:
        assert here.view(seat) == there.view(seat)
        assert asked_of(here, seat) == asked_of(there, seat)
        assert heard_of(here, seat) == heard_of(there, seat)


def other_hands(table: GrimmForestTable, watcher: int, rng: Random) -> GrimmForestTable:
    """The same table with other Fables in all hands but the watcher's, other cards below the top of the decks, and
    other Gather cards under the Little Mermaid."""
    other = deepcopy(table)
    lower = other.fable_deck[5:]
    hidden = [*lower, *(card for seat, pig in other.pigs.items() if seat != watcher for card in pig.fables)]
    rng.shuffle(hidden)
    for seat, pig in other.pigs.items():
        if seat != watcher:
            pig.fables = [hidden.pop() for _ in pig.fables]
    other.fable_deck = other.fable_deck[:5] + hidden
    friends = other.friend_deck[3:]
    rng.shuffle(friends)
    other.friend_deck = other.friend_deck[:3] + friends
    for seat, pig in other.pigs.items():
        if pig.locked and seat != watcher:
            cards = [*pig.gather, *pig.locked]
            rng.shuffle(cards)
            pig.gather, pig.locked = cards[: len(pig.gather)], cards[len(pig.gather) :]
    return other


def twins_under_the_huntsman(table: GrimmForestTable) -> bool:
    """Somebody must play a Fable and holds one alone, twice: he is not asked, and who watches the time may guess it."""
    hunter = next((seat for seat, pig in table.pigs.items() if pig.friend == "huntsman"), None)
    return hunter is not None and any(
        len(pig.fables) > 1 == len(set(pig.fables)) for pig in table.pigs.values() if pig.seat != hunter
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_notices_which_fables_the_others_hold_nor_which_they_have_put_down(seats: int) -> None:
    """Two worlds up to the moment when Fables are revealed: other hands, other cards face down, one public history."""
    rng, compared, played = Random(seats), 0, 0
    for number in range(size(3, full=16)):
        for table in tables(seats, f"hands {seats} {number}"):
            watcher = rng.randint(0, seats)
            here, there = laid(table).match, laid(other_hands(table, watcher, rng)).match
            for _ in range(40):
                if twins_under_the_huntsman(table_of(here)) or twins_under_the_huntsman(table_of(there)):
                    break
                same(here, there, watcher)
                compared += 1
                if here.outcome is not None:
                    break
                question = rng.choice(here.open)
                twin = next((one for one in there.open if (one.seat, one.key) == (question.seat, question.key)), None)
                assert twin is not None, question
                value = rng.choice(question.choices)
                mirrored = value
                if question.key.startswith("gather.") and question.seat != watcher:
                    played += 1
                    if question.key == "gather.place":
                        mirrored = rng.choice(twin.choices)
                    elif value is not None:
                        mirrored = rng.choice([choice for choice in twin.choices if choice is not None])
                here.answer(question.number, question.seat, value)
                there.answer(twin.number, twin.seat, mirrored)
                if {key for key, _ in heard_of(here, watcher)} & SHOWN:
                    break
    assert compared > size(180, full=1000)
    assert played > size(70, full=400)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_notices_which_gather_cards_lie_face_down(seats: int) -> None:
    """The same Fables, other Gather cards: no difference until the Gather cards are revealed, or one has peeked."""
    rng, late = Random(seats), 0
    for number in range(size(4, full=20)):
        for table in tables(seats, f"places {seats} {number}"):
            watcher = rng.randint(0, seats)
            here, there = laid(table).match, laid(table).match
            for _ in range(40):
                heard = {key for key, _ in heard_of(here, watcher)}
                if heard & {"gather.revealed", "gather.seen", "gather.yours"} or here.outcome is not None:
                    break
                same(here, there, watcher)
                late += "fables.revealed" in heard
                question = rng.choice(here.open)
                if question.key in ("crystal_ball.change", "evil_queen.peek"):
                    break
                value = mirrored = rng.choice(question.choices)
                if question.key == "gather.place" and question.seat != watcher:
                    mirrored = rng.choice(question.choices)
                twin = next(one for one in there.open if (one.seat, one.key) == (question.seat, question.key))
                here.answer(question.number, question.seat, value)
                there.answer(twin.number, twin.seat, mirrored)
    assert late > size(10, full=50)


# -- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "games"), [(2, size(20, full=334)), (3, size(20, full=334)), (4, size(20, full=333))]
)
def test_a_thousand_random_games_come_to_a_sane_end(seats: int, games: int) -> None:
    rng, reasons = Random(seats), Counter[str]()
    for number in range(games):
        options = GrimmForestOptions(advanced=number % 3 > 0)
        match = Match.start(GRIMM_FOREST, options, seats, LooseChance(rng), record=False)
        play(match, {seat: RandomPlayer(rng) for seat in range(1, seats + 1)}, rng)
        table, outcome = table_of(match), match.outcome
        assert outcome is not None
        assert (table.phase, list(match.open)) == ("over", [])
        done = {seat: pig for seat, pig in table.pigs.items() if pig.complete() >= 3}
        assert set(outcome.seats) <= set(done)
        most = max((pig.complete("brick"), pig.complete("wood")) for pig in done.values())
        assert all((done[seat].complete("brick"), done[seat].complete("wood")) == most for seat in outcome.seats)
        assert Counter(fables_of(table)) == Counter(fable_deck(advanced=options.advanced))
        assert {FABLES[name].advanced for name in fables_of(table)} <= {options.advanced, False}
        assert all(
            standing(table)[f"{kind}.{part}"] + table.sections[f"{kind}.{part}"] == SECTIONS_EACH
            for kind in goods_of("")
            for part in range(1, len(PARTS) + 1)
        )
        reasons[outcome.reason] += 1
    assert reasons["three_houses"] > games // 2
    assert len(reasons) > 1
