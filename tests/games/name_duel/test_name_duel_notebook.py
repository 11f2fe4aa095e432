"""The notebook: against every arrangement there is, and blind to what is not public."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations
from random import Random
from time import thread_time

import pytest
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import Question, Seat
from bot.games import GAMES
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.events import Event
from bot.games.name_duel.notebook import bare_after, belief, belief_after, in_hand, possible_names
from bot.games.name_duel.options import HAND_SIZE
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.views import NameDuelView
from bot.players import PlayerKind, player_for
from bot.simulate import LooseChance

NAME_DUEL = GAMES["name_duel"]
Arrangement = tuple[tuple[str, ...], frozenset[str]]


def moments(seed: int, kind: PlayerKind = "random", set_name: str = "single") -> Iterator[tuple[Match, Question]]:
    """A duel between two computer players, halted whenever somebody is about to answer."""
    rng = Random(seed)
    match = Match.start(NAME_DUEL, NAME_DUEL.role_set(set_name).options, 2, LooseChance(rng), record=False)
    players = {seat: player_for("name_duel", kind, rng) for seat in (1, 2)}
    while waiting := match.waiting:
        question = waiting[0]
        if question.seat < 0:
            match.reply(question, question.choices[0] if question.within is None else question.default)
            continue
        yield match, question
        seat = question.seat
        match.reply(question, players[seat].answer(question, partial(match.view, seat)))


def seen(match: Match, seat: Seat = 0) -> NameDuelView:
    view = match.view(seat)
    assert isinstance(view, NameDuelView)
    return view


def table_of(match: Match) -> NameDuelTable:
    table = match._table
    assert isinstance(table, NameDuelTable)
    return table


def imagined(*events: Event) -> NameDuelView:
    """A duel in which these events have happened."""
    match, _ = next(moments(1))
    return seen(match).model_copy(update={"events": events})


# -- every arrangement, one by one ------------------------------------------------------------------------------------


def all_deals() -> dict[Arrangement, float]:
    names = frozenset(NAMES)
    return {(deck, names.difference(deck)): 1.0 for deck in permutations(NAMES, 5)}


def follow(worlds: dict[Arrangement, float], event: Event) -> dict[Arrangement, float]:
    """What becomes of every arrangement, thought of independently of the notebook: where each one can lead."""
    after: dict[Arrangement, float] = {}
    for (deck, hand), weight in worlds.items():
        ways = list(outcomes(deck, hand, event))
        for way in ways:
            after[way] = after.get(way, 0.0) + weight / len(ways)
    return after


def outcomes(deck: tuple[str, ...], hand: frozenset[str], event: Event) -> Iterator[Arrangement]:
    names, count = frozenset(event.names), event.how_many
    kind = event.kind
    if kind in ("played", "discarded"):
        if names <= hand:
            yield deck, hand - names
    elif kind == "drew_played":
        if deck[0] in names:
            yield deck[1:], hand
    elif kind == "drew":
        yield deck[count:], hand | set(deck[:count])
    elif kind == "returned":
        for back in permutations(sorted(hand), count):
            yield (*reversed(back), *deck), hand - set(back)
    elif kind == "exchanged":
        for name in sorted(hand):
            yield (*deck[:-1], name), (hand - {name}) | {deck[-1]}
    elif kind == "shuffled":
        for order in permutations(deck):
            yield order, hand
    elif kind == "inverted":
        yield tuple(reversed(deck)), hand
    elif kind == "raised":
        yield (deck[-1], *deck[:-1]), hand
    elif kind == "regained":
        yield deck, hand | names
    else:
        keeps: dict[str, Callable[[], bool]] = {
            "top": lambda: list(deck[: len(event.names)]) == list(event.names),
            "hand": lambda: names <= hand,
            "not_in_hand": lambda: not names & hand,
            "not_bottom": lambda: deck[-1] not in names,
        }
        if keeps[kind]():
            yield deck, hand


def counted(worlds: dict[Arrangement, float]) -> dict[str, float]:
    total = sum(worlds.values())
    found = dict.fromkeys(NAMES, 0.0)
    for (deck, _), weight in worlds.items():
        if deck:
            found[deck[-1]] += weight / total
    return {name: share for name, share in found.items() if share}


def course(seed: int) -> tuple[Seat, list[Event]]:
    """All that happens in one game to the duelist to whom more happens."""
    events: tuple[Event, ...] = ()
    for match, _ in moments(seed, "thoughtful" if seed % 2 else "random"):
        events = tuple(table_of(match).events)
    courses = [(of, [event for event in events if event.seat == of]) for of in (1, 2)]
    return max(courses, key=lambda one: len(one[1]))


@pytest.mark.full_size
def test_it_agrees_with_every_arrangement_that_is_possible() -> None:
    """Compared after every event of the longest games of a few."""
    for of, events in sorted(map(course, range(24)), key=lambda one: len(one[1]))[-size(2, full=4) :]:
        assert len(events) >= 8
        worlds = all_deals()
        for place, event in enumerate(events):
            worlds = follow(worlds, event)
            expected = counted(worlds)
            view = imagined(*events[: place + 1])
            assert belief(view, of) == pytest.approx(expected)
            assert possible_names(view, of) == tuple(expected)


def test_every_kind_of_event_is_compared_at_least_once() -> None:
    every_kind = (
        Event(1, "hand", ("noggin", "flippy")),
        Event(1, "not_bottom", ("bootstrap",)),
        Event(1, "played", ("hobyah",)),
        Event(1, "drew", (), 2),
        Event(1, "returned", (), 2),
        Event(1, "not_in_hand", ("drum_drum",)),
        Event(1, "raised"),
        Event(1, "not_bottom", ("shenanigan",)),
        Event(1, "played", ("yallery_brown",)),
        Event(1, "exchanged"),
        Event(1, "not_bottom", ("flippy",)),
        Event(1, "discarded", ("noggin",)),
        Event(1, "inverted"),
        Event(1, "top", ("rumpelstiltskin", "tim_tit_tot")),
        Event(1, "shuffled"),
        Event(1, "regained", ("noggin",)),
        Event(1, "not_bottom", ("tim_tit_tot",)),
        Event(1, "drew_played", ("rumpelstiltskin",)),
    )
    worlds = all_deals()
    for place, event in enumerate(every_kind):
        worlds = follow(worlds, event)
        assert worlds
        assert belief(imagined(*every_kind[: place + 1]), 1) == pytest.approx(counted(worlds)), event


# -- the whole game ---------------------------------------------------------------------------------------------------


@pytest.mark.full_size
@pytest.mark.parametrize("kind", ["random", "thoughtful"])
def test_the_true_name_is_always_possible(kind: PlayerKind) -> None:
    for seed in range(size(8, full=40)):
        for match, _ in moments(seed, kind, "classic"):
            view = seen(match)
            for seat, duelist in table_of(match).duelists.items():
                names = belief(view, seat)
                assert duelist.secret_name in names
                assert sum(names.values()) == pytest.approx(1)
                assert not set(view.duelist(seat).discard) & set(names)


def test_it_is_the_same_for_everybody_and_whatever_lies_hidden() -> None:
    """The hidden cards of both are dealt anew under the same events: no notebook changes."""
    rng = Random(5)
    for match, _ in moments(8):
        table = table_of(match)
        before = {(seat, of): belief(seen(match, seat), of) for seat in (0, 1, 2) for of in (1, 2)}
        assert before[0, 1] == before[1, 1] == before[2, 1]
        assert before[0, 2] == before[1, 2] == before[2, 2]
        truth = {seat: (list(one.deck), list(one.hand)) for seat, one in table.duelists.items()}
        for duelist in table.duelists.values():
            cards = duelist.deck + duelist.hand
            rng.shuffle(cards)
            duelist.deck, duelist.hand = cards[: len(duelist.deck)], cards[len(duelist.deck) :]
        assert before == {(seat, of): belief(seen(match, seat), of) for seat in (0, 1, 2) for of in (1, 2)}
        for seat, (deck, hand) in truth.items():
            table.duelists[seat].deck, table.duelists[seat].hand = deck, hand


def test_at_first_any_name_is_as_likely() -> None:
    view = imagined()
    assert possible_names(view, 1) == possible_names(view, 2) == tuple(NAMES)
    assert belief(view, 2) == pytest.approx(dict.fromkeys(NAMES, 0.1))


def test_cards_shown_in_a_hand_are_not_at_the_bottom() -> None:
    shown = ("noggin", "flippy")
    view = imagined(Event(2, "hand", shown))
    assert set(possible_names(view, 2)) == set(NAMES) - set(shown)
    assert possible_names(view, 1) == tuple(NAMES)


def test_a_raised_card_that_was_guessed_comes_back_with_flippy() -> None:
    """The top two were shown; the deck is turned over: the topmost is now the secret name."""
    view = imagined(Event(2, "top", ("hobyah", "noggin")), Event(2, "inverted"))
    assert possible_names(view, 2) == ("hobyah",)


def test_events_that_may_come_are_thought_through_without_changing_anything() -> None:
    view = imagined(Event(2, "not_bottom", ("hobyah",)))
    assert "hobyah" in belief_after(view, 2, Event(2, "shuffled"))
    assert "hobyah" in belief_after(view, 2, Event(2, "raised"))
    assert belief_after(view, 2, Event(1, "shuffled")) == belief(view, 2)
    assert "hobyah" not in belief(view, 2)


def test_what_cannot_be_is_believed_by_nobody() -> None:
    everything = [Event(1, "not_bottom", pair) for pair in combinations(NAMES, 2)]
    assert belief(imagined(*everything), 1) == {}


def test_an_empty_deck_has_no_secret_name() -> None:
    """Who has drawn the last card has lost (S1-10): nothing is left to be guessed. The other's name is as before."""
    drawn = Event(1, "drew", how_many=len(NAMES) - HAND_SIZE)
    assert possible_names(imagined(drawn), 1) == ()
    assert belief_after(imagined(), 1, drawn) == {}
    assert bare_after(imagined(), 1, frozenset(("flippy",)), drawn) == {}
    assert possible_names(imagined(drawn), 2) == tuple(NAMES)


def test_it_is_quick_enough_for_the_event_loop() -> None:
    """The middle of many games, each looked at for the first time, in seconds of work: far below what anybody feels."""
    times = []
    for seed in range(60, 80):
        views = [seen(match) for match, _ in moments(seed)]
        started = thread_time()
        belief(views[-1], 1)
        times.append(thread_time() - started)
    assert sorted(times)[10] < 0.004


def test_a_name_is_bare_while_no_card_that_guards_it_is_in_hand() -> None:
    """Five of ten cards are in hand, and one of them is seen; what nobody has seen is as likely as anything else."""
    guards = frozenset(("flippy", "bootstrap"))
    seen_in_hand = Event(2, "hand", ("hobyah",))
    bare = bare_after(imagined(), 2, guards, seen_in_hand)
    assert "hobyah" not in bare, "it is in hand, and not at the bottom"
    assert bare["flippy"] == pytest.approx(1 / 9 * (1 - 4 / 8)), "then only the other one could guard it"
    assert bare["noggin"] == pytest.approx(1 / 9 * (4 * 3) / (8 * 7)), "neither is among the four others"
    assert sum(bare_after(imagined(), 2, guards, Event(2, "hand", ("flippy",))).values()) == 0
    assert in_hand(imagined(seen_in_hand), 2) == pytest.approx(
        {name: 1.0 if name == "hobyah" else 4 / 9 for name in NAMES}
    )


def test_a_name_that_was_seen_at_the_bottom_is_guarded_by_what_is_in_hand_alone() -> None:
    deck = tuple(NAMES)[: len(NAMES) - HAND_SIZE]
    shown = Event(2, "top", deck)
    assert bare_after(imagined(shown), 2, frozenset(deck)) == {deck[-1]: 1.0}
    assert bare_after(imagined(shown), 2, frozenset(tuple(NAMES)[-1:]))[deck[-1]] == 0, "the hand has all the others"


def test_a_deck_of_one_card_is_guarded_by_nothing() -> None:
    last = Event(2, "drew", how_many=len(NAMES) - HAND_SIZE - 1)
    assert bare_after(imagined(last), 2, frozenset(NAMES)) == pytest.approx(dict.fromkeys(NAMES, 1 / 10))
