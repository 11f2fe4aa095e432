"""What holds in every duel, whatever people do: Hypothesis draws the answers; and a thousand games by chance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.any_game import asked_of, heard_of, play_at_random
from language.name_duel import NAME_DUEL, TURNS_MOST, a_name_duel, card, deck_of, stands
from support.drawn_games import NAME_DUELS, SEEDS, decided, played
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.games.name_duel.views import NameDuelView
from bot.simulate import simulate

pytestmark = pytest.mark.full_size

BOUNDED = settings(max_examples=size(6, full=60), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""
AFTERWARDS = 7
"""What is answered when all drawn decisions are used up: see `played`."""
GUESSING = ("drum_drum", "noggin", "rumpelstiltskin", "shenanigan", "tim_tit_tot")
"""The cards that say GUESS."""


def dealt(seed: str, options: Mapping[str, Any], *, record: bool = False) -> Match:
    return Match.start(NAME_DUEL, NameDuelOptions(**options), 2, SealedChance(seed), record=record)


# -- cards and turns --------------------------------------------------------------------------------------------------


@BOUNDED
@given(SEEDS, NAME_DUELS.settings, NAME_DUELS.decisions)
def test_every_contest_ends_and_cards_are_conserved_at_every_moment(
    seed: str, options: dict[str, Any], decisions: list[tuple[int, int]]
) -> None:
    """`stands`: ten different cards each, discards in order, no deck empty while anybody is asked, nothing shown."""
    match = dealt(seed, options)
    stands(match)
    for _ in played(match, decisions, AFTERWARDS):
        stands(match)
    assert match.open == []
    is_sane(match)


@BOUNDED
@given(SEEDS, NAME_DUELS.decisions)
def test_no_game_is_longer_than_its_cards(seed: str, decisions: list[tuple[int, int]]) -> None:
    """S1-5, S1-9, S1-10: every turn uses up a card, and Rumpelstiltskin brings back one of them."""
    match = dealt(seed, {"best_of": 5}, record=True)
    for _ in played(match, decisions, AFTERWARDS):
        pass
    turns: Counter[int] = Counter()
    plays: Counter[tuple[int, int, str]] = Counter()
    game = 0
    for key, values in heard_of(match, SPECTATOR):
        game += key == "game.begins"
        turns[game] += key == "turn.begins"
        if key in ("card.played", "card.drawn_and_played", "reaction.played", "card.discarded"):
            plays[game, values["seat"], values["name"]] += 1
        if key == "card.regained":
            plays[game, values["seat"], values["name"]] -= 1
    assert max(turns.values()) <= TURNS_MOST
    assert set(plays.values()) <= {0, 1}
    assert 3 <= game <= 5


# -- secrecy ----------------------------------------------------------------------------------------------------------


def seen_by(match: Match, seat: int) -> list[Any]:
    """Everything this seat is entitled to see, numbers of announcements and questions included; and what is open."""
    return [
        match.view(seat).model_dump(),
        asked_of(match, seat),
        [(said.number, said.key, said.values) for said in match.announcements_for(seat)],
        asked_of(match, MIRROR),
        [
            (one.number, one.seat, one.key, one.kind, one.within, one.occasion, one.least, one.most)
            for one in match.open
        ],
        (match.announced, match.answered, match.checkpoint),
    ]


class World:
    """A turn of ann's in one of the ways in which ben's hidden cards can lie; she plays a card that guesses."""

    def __init__(self, ann: str, hand: list[str], deck: list[str], shown: list[str]) -> None:
        rest = [name for name in hand if name not in shown]
        self.bottom = deck[-1]
        self.name_duel = a_name_duel(
            ann=ann,
            ben=f"{' '.join(hand)} | {' '.join(deck)}",
            chance={"noggin.cards": [*shown, *rest]} if shown else {},
        )
        self.match = self.name_duel.match

    def seen(self) -> list[Any]:
        return [seen_by(self.match, seat) for seat in (SPECTATOR, 1)]

    def plays(self, name: str) -> None:
        self.name_duel.plays("ann", name)
        if name == "shenanigan":
            self.name_duel.answers("ann", "shenanigan.deck", "other")


@st.composite
def hidden_worlds(draw: st.DrawFn) -> tuple[str, str, list[tuple[list[str], list[str]]], list[str]]:
    """A card that guesses, a name, two ways in which ben's cards can lie, and the cards that Noggin shows of them.

    What ann's card will show of ben's cards (R1-8) is the same in both, and so are the numbers of cards.
    """
    name = draw(st.sampled_from(GUESSING))
    hidden = draw(st.permutations(list(NAMES)))[: draw(st.integers(4, 10))]
    cards_held = draw(st.integers(0, min(5, len(hidden) - 3)))
    hand, deck = hidden[:cards_held], hidden[cards_held:]
    open_hand = 2 if name == "noggin" else 0
    open_deck = 2 if name == "shenanigan" else 0
    shown, top = hand[:open_hand], deck[:open_deck]
    loose = hand[open_hand:] + deck[open_deck:]
    worlds = []
    for _ in range(2):
        order = draw(st.permutations(loose))
        split = len(hand) - len(shown)
        worlds.append(([*shown, *order[:split]], [*top, *order[split:]]))
    return name, draw(st.sampled_from(list(NAMES))), worlds, shown


@settings(BOUNDED, max_examples=size(15, full=150))
@given(hidden_worlds(), st.booleans())
def test_a_guess_never_tells_what_lies_at_the_bottom(
    drawn: tuple[str, str, list[tuple[list[str], list[str]]], list[str]], answers_early: bool
) -> None:
    """Two hidden worlds with one public history: until the answer, and after a wrong one, they are the same to ann and
    to everybody, whatever ben holds, whether or not he has anything to react with, and whether or not he decided."""
    name, guessed, layouts, shown = drawn
    ann = f"{name} flippy hobyah bootstrap | {'noggin' if name == 'drum_drum' else 'drum'} yallery whuppity"
    here, there = (World(ann, *layout, shown) for layout in layouts)
    for step in ("play", "guess", "decide", "close"):
        for world in (here, there):
            if step == "play":
                world.plays(name)
            elif step == "guess":
                world.name_duel.says("ann", guessed)
            elif step == "decide" and (answers_early or world is there):
                world.name_duel.answers("ben", "duel.react", None)
            elif step == "close":
                world.name_duel.window_closes()
        if step == "decide":
            # That he has decided is not seen either: one may have answered and the other not.
            for seat in (0, 1):
                for part in (0, 1, 2, 3):
                    assert seen_by(here.match, seat)[part] == seen_by(there.match, seat)[part]
            continue
        if step == "close":
            right = [world.bottom == guessed for world in (here, there)]
            in_hand = [guessed in layout[0] for layout in layouts]
            if right[0] != right[1] or (name == "drum_drum" and in_hand[0] != in_hand[1]):
                return  # that much everybody learns
            if here.name_duel.public("card.drawn_and_played"):
                return  # the next turn began with ben's top card, for all to see
            if right[0]:
                continue
            for world in (here, there):
                assert world.match.view(1).names_shown == {}  # type: ignore[attr-defined]
        if step == "close" and not answers_early:
            assert [one[:4] for one in here.seen()] == [one[:4] for one in there.seen()]
            continue
        assert here.seen() == there.seen()


REVEALING = {
    "guess.right", "guess.wrong", "deck.top_shown", "hand.shown", "card.drawn_and_played", "card.played",
    "reaction.played", "card.discarded", "card.not_in_hand", "game.won",
}  # fmt: skip
"""What may tell two worlds apart: a card that everybody sees, or the answer to a guess."""


@settings(BOUNDED, max_examples=size(8, full=80))
@given(SEEDS, st.permutations(range(5)), st.permutations(range(5)), NAME_DUELS.decisions)
def test_nobody_notices_in_what_order_the_decks_lie(
    seed: str, one: list[int], other: list[int], decisions: list[tuple[int, int]]
) -> None:
    """Whole games: both decks are dealt in another order, everybody does the same. Each duelist and a bystander see the
    same, until a card is shown that lies elsewhere, or a guess is answered differently."""
    order = Random(seed).sample(list(NAMES), 10), Random(seed + "2").sample(list(NAMES), 10)
    other_order = tuple(
        [*cards[:5], *(cards[5 + place] for place in places)] for cards, places in zip(order, (one, other), strict=True)
    )
    worlds = []
    for decks in (order, other_order):
        script = {"deal.deck.1": decks[0], "deal.deck.2": decks[1]}
        chance = ScriptedChance(script, then=SealedChance("two worlds"))
        worlds.append(Match.start(NAME_DUEL, NameDuelOptions(best_of=1), 2, chance))
    here, there = worlds
    for _ in range(400):
        told = [[(said.key, said.values) for said in world.announcements_for(SPECTATOR)] for world in worlds]
        if told[0] != told[1]:
            key = next(mine[0] for mine, yours in zip(*told, strict=False) if mine != yours)
            assert key in REVEALING
            return
        differ = [seat for seat in (0, 1, 2) if visible(here, seat) != visible(there, seat)]
        # Who draws sees what they drew, and who may look what lies there: nobody else may see a difference.
        assert 0 not in differ
        for seat in differ:
            views = [world.view(seat) for world in worlds]
            entitled = [(view.hand, view.bottom) for view in views]  # type: ignore[attr-defined]
            secrets = [[said.key for said in world.announcements_for(seat) if not said.is_public] for world in worlds]
            assert entitled[0] != entitled[1] or {"card.drawn", "bottom.is"} & set(secrets[0])
        if here.outcome is not None:
            return
        who, what = decisions.pop() if decisions else (0, 5)
        questions = [world.open[who % len(world.open)] for world in worlds]
        if questions[0].choices != questions[1].choices:
            return
        value = decided(questions[0], what)
        for world, question in zip(worlds, questions, strict=True):
            world.answer(question.number, question.seat, value)
    raise AssertionError("no end")


def visible(match: Match, seat: int) -> list[Any]:
    """What this seat sees; the own deck's changes that it cannot see left out."""
    return seen_by(match, seat)[:5]


@settings(BOUNDED, max_examples=30)
@given(SEEDS, NAME_DUELS.decisions)
def test_hidden_cards_are_named_to_their_owner_alone(seed: str, decisions: list[tuple[int, int]]) -> None:
    """Whatever is sent to a seat but its hand, names only cards everybody has seen, guesses, and its own secrets."""
    match = dealt(seed, {"best_of": 1}, record=True)
    since = 0
    for _ in played(match, decisions, AFTERWARDS):
        news = [said for said in match.announcements_for(SPECTATOR, since) if "name" in said.values]
        for said in news:
            assert said.key.split(".")[0] in ("card", "guess", "reaction", "game")
        for seat in (1, 2):
            for said in match.announcements_for(seat, since):
                if not said.is_public:
                    assert said.audience == (seat,)
                    assert said.key in ("hand.dealt", "card.drawn", "bottom.is")
        for question in match.open:
            if question.key == "duel.play":
                assert list(question.choices) == list(match.view(question.seat).hand)  # type: ignore[attr-defined]
            if question.values and "bottom" in question.values:
                assert question.key in ("duel.react", "yallery_brown.exchange")
                assert question.values["bottom"] == deck_of(match, question.seat)[-1]
        since = match.announced


SEEN_AS = {
    "card.played": "played", "reaction.played": "played", "cards.drawn": "drew", "card.drawn_and_played": "drew_played",
    "deck.top_shown": "top", "hand.shown": "hand", "guess.wrong": "not_bottom", "card.discarded": "discarded",
    "card.not_in_hand": "not_in_hand", "deck.inverted": "inverted", "deck.shuffled": "shuffled",
    "deck.raised": "raised", "cards.returned": "returned", "bottom.exchanged": "exchanged", "card.regained": "regained",
}  # fmt: skip
"""What the events of a view call what was announced."""


@settings(BOUNDED, max_examples=40)
@given(SEEDS, NAME_DUELS.decisions)
def test_the_events_of_a_view_are_what_was_announced_and_nothing_else(
    seed: str, decisions: list[tuple[int, int]]
) -> None:
    """Notebooks reason from the events: nobody can know more by them than by listening."""
    match = dealt(seed, {"best_of": 3}, record=True)
    for _ in played(match, decisions, AFTERWARDS):
        announced: list[tuple[Any, ...]] = []
        for key, values in heard_of(match, SPECTATOR):
            if key == "game.begins":
                announced.clear()
            elif key in SEEN_AS:
                names = values["names"] if "names" in values else [values["name"]] if "name" in values else []
                seat = values.get("of", values.get("seat"))
                announced.append((seat, SEEN_AS[key], tuple(names), values.get("count", 0)))
        view = match.view(SPECTATOR)
        assert isinstance(view, NameDuelView)
        assert [tuple(event) for event in view.events] == announced


# -- journal ----------------------------------------------------------------------------------------------------------


def test_a_saved_table_is_plain_data() -> None:
    match = dealt("plain", {}, record=True)
    for _ in played(match, [(0, 1)] * 40, AFTERWARDS):
        snapshot = match.take_changes().snapshot
        if snapshot is not None:
            table = json.loads(snapshot.table)
            assert {
                len(one["hand"]) + len(one["deck"]) + len(one["discard"]) for one in table["duelists"].values()
            } == {10}
            assert not any(one["knows_bottom"] for one in table["duelists"].values())


# -- a thousand games -------------------------------------------------------------------------------------------------


def is_sane(match: Match) -> None:
    """The outcome says what the table shows."""
    outcome, view = match.outcome, match.view(SPECTATOR)
    assert outcome is not None
    assert isinstance(view, NameDuelView)
    tokens = {one.seat: one.tokens for one in view.duelists}
    (winner,) = outcome.seats
    assert view.winner == winner
    assert tokens[winner] == view.needed == view.best_of // 2 + 1
    assert tokens[3 - winner] < view.needed
    assert view.game == sum(tokens.values())
    assert outcome.sides == (f"seat {winner}",)
    assert outcome.results == {winner: "won", 3 - winner: "lost"}
    assert outcome.reason == "contest.won"
    assert view.reason in ("guessed", "deck")
    if view.reason == "deck":
        assert view.duelist(3 - winner).deck == 0
        assert set(view.names_shown) == {winner}
    else:
        assert set(view.names_shown) == {1, 2}
    assert all(view.names_shown[seat] == deck_of(match, seat)[-1] for seat in view.names_shown)


@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_random_games_end_with_a_sane_outcome(best_of: int) -> None:
    """Both win some of them, by guesses and by empty decks; and every card and every reaction is played."""
    winners: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for number in range(240 // best_of):
        match = dealt(f"game {number}", {"best_of": best_of, "quick_reactions": number % 3 == 0}, record=True)
        for _ in play_at_random(match, Random(f"{best_of} {number}")):
            pass
        is_sane(match)
        assert match.outcome is not None
        winners[match.outcome.seats[0]] += 1
        for key, values in heard_of(match, SPECTATOR):
            seen[key] += 1
            if key == "game.won":
                reasons[values["reason"]] += 1
            if key in ("card.played", "card.drawn_and_played", "reaction.played"):
                seen[f"{key} {values['name']}"] += 1
    assert set(winners) == {1, 2}
    assert set(reasons) == {"guessed", "deck"}
    assert {f"card.played {name}" for name in NAMES} <= set(seen)
    assert {f"reaction.played {card(word)}" for word in ("bootstrap", "flippy", "whuppity")} <= set(seen)


def test_a_thousand_simulated_games() -> None:
    """The simulator, as it is run from the command line: nobody is favoured much by beginning or by a seat."""
    report = simulate(NAME_DUEL, 2, 1000, "a thousand", NameDuelOptions(best_of=1))
    assert set(report.wins) == {"seat 1", "seat 2"}
    assert sum(report.wins.values()) == report.games == 1000
    assert min(report.wins.values()) > 400
    assert 2 < report.rounds_mean <= TURNS_MOST
