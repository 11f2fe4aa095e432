"""What holds at every card table, whatever people do: secrets, conserved cards, the arithmetic of the sheet, an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from language.any_game import asked_of, heard_of, play_at_random
from language.trumplestiltskin import TRUMPLESTILTSKIN
from support.drawn_games import SEEDS, TRUMPLESTILTSKIN_TABLES
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games.trumplestiltskin.cards import BLANKET, COLOURS, PACK
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.games.trumplestiltskin.values import HandScore
from bot.games.trumplestiltskin.views import TrumplestiltskinView
from bot.players import player_for
from bot.simulate import LooseChance, play

pytestmark = pytest.mark.full_size

BOUNDED = settings(max_examples=size(3, full=25), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""


def seen(match: Match, seat: int) -> TrumplestiltskinView:
    view = match.view(seat)
    assert isinstance(view, TrumplestiltskinView)
    return view


def table_of(match: Match) -> TrumplestiltskinTable:
    assert isinstance(match._table, TrumplestiltskinTable)
    return match._table


# -- cards ------------------------------------------------------------------------------------------------------------


@BOUNDED
@given(TRUMPLESTILTSKIN_TABLES.seats, SEEDS, TRUMPLESTILTSKIN_TABLES.settings)
def test_fifty_cards_at_every_moment_and_no_card_twice(seats: int, seed: str, options: dict[str, Any]) -> None:
    match = Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(**options), seats, SealedChance(seed))
    table = table_of(match)
    for _ in play_at_random(match, Random(seed)):
        if match.outcome is not None:
            break
        places = [*table.rest, *table.blanket, *table.discarded]
        places += [card for player in table.players.values() for card in player.hand]
        places += [play.split("-")[0] for taken in table.tricks for _, play in taken.plays]
        places += [play.split("-")[0] for _, play in table.trick]
        places += BLANKET if table.phase == "gnome" else [str(table.gnome_card)]
        assert sorted(places) == sorted((*PACK, *BLANKET))
        sizes = {player.seat: len(player.hand) for player in table.players.values()}
        played = {seat for seat, _ in table.trick}
        if table.phase in ("tricks", "claim"):
            assert {size + (seat in played) for seat, size in sizes.items()} == {44 // seats - len(table.tricks)}


# -- secrecy ----------------------------------------------------------------------------------------------------------


class Remembered:
    """Chance that keeps what it drew, in the words of a script."""

    def __init__(self, seed: str) -> None:
        self.then = SealedChance(seed)
        self.script: dict[str, Value] = {}

    def draw(self, question: Question, purpose: str) -> Value:
        value = self.then.draw(question, purpose)
        count = sum(key.split("#")[0] == question.key for key in self.script) + 1
        self.script[question.key if count == 1 else f"{question.key}#{count}"] = value
        return list(value) if isinstance(value, list) else value


def known_to(match: Match, seat: int) -> set[str]:
    """Every card of this hand of which the seat may know where it is; and what no other world may change.

    A Declarer who claims shows by it what he has laid away, as far as it makes the claim certain (M4-3).
    """
    table = table_of(match)
    known = {play.split("-")[0] for taken in table.tricks for _, play in taken.plays}
    known |= {play.split("-")[0] for _, play in table.trick}
    for player in table.players.values():
        if player.shown or player.seat == seat:
            known |= set(player.hand)
        if player.shown and player.seat == table.declarer:
            known |= set(table.discarded)
    if seat == table.declarer:
        known |= set(table.discarded) | set(table.blanket)
    return known


def another_world(match: Match, seat: int, rng: Random) -> dict[str, str]:
    """Cards that the seat cannot place go somewhere else: naturals of the deal, and cards of the Blanket. All of them,
    or so few that even late in a hand they could have been played the same way.
    """
    known = known_to(match, seat)
    moved: dict[str, str] = {card: card for card in (*PACK, *BLANKET)}
    few = rng.random() < 0.6
    for cards in (PACK, BLANKET):
        hidden = [card for card in cards if card not in known]
        hidden = rng.sample(hidden, min(len(hidden), 2 if few else len(hidden)))
        moved.update(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
    return moved


def two_worlds(seats: int, seed: str, options: TrumplestiltskinOptions, watcher: int, steps: int) -> str:
    """Play some way, exchange what the watcher cannot know, and play the same again: he notices nothing.

    The phase until which he did not; nothing when the exchanged cards could not have been played like that (somebody
    would have had to follow suit), or lie where nobody holds them.
    """
    rng, chance = Random(seed), Remembered(seed)
    first = Match.start(TRUMPLESTILTSKIN, options, seats, chance)
    answers = []
    for question, value in play_at_random(first, rng):
        answers.append((question.number, question.seat, question.key, value))
        if len(answers) == steps or first.outcome is not None:
            break
    if first.outcome is not None:
        return ""
    number = table_of(first).number
    moved = another_world(first, watcher, rng)
    script = dict(chance.script)
    for key in ("deal.cards", "deal.blanket"):
        name = key if number == 1 else f"{key}#{number}"
        script[name] = [moved[card] for card in script[name]]
    here = Match.start(TRUMPLESTILTSKIN, options, seats, ScriptedChance(chance.script, then=SealedChance("here")))
    there = Match.start(TRUMPLESTILTSKIN, options, seats, ScriptedChance(script, then=SealedChance("there")))
    for question_number, seat, key, value in answers:
        same(here, there, watcher)
        current = seen(here, SPECTATOR).number == number
        private = key == "exchange.discard" and current
        here.answer(question_number, seat, value)
        if key == "trick.play" and current and seat != watcher and value not in there.open[0].choices:
            return ""
        there.answer(question_number, seat, [moved[card] for card in value] if private else value)
    same(here, there, watcher)
    others = [seat for seat in range(1, seats + 1) if seat != watcher]
    differ = any(seen(here, seat).hand != seen(there, seat).hand for seat in others)
    return table_of(here).phase + ("" if len(table_of(here).tricks) < 3 else " late") if differ else ""


def same(here: Match, there: Match, watcher: int) -> None:
    """Views, questions and announcements of the watcher and of a bystander, and who is asked what."""
    for seat in {watcher, SPECTATOR}:
        assert seen(here, seat) == seen(there, seat)
        assert asked_of(here, seat) == asked_of(there, seat)
        assert heard_of(here, seat) == heard_of(there, seat)
    public = [[(question.seat, question.key, question.within) for question in match.open] for match in (here, there)]
    assert public[0] == public[1]


@pytest.mark.full_size
@pytest.mark.parametrize(
    ("seats", "play_forced"), [(3, "never"), (4, "never"), (5, "never"), (4, "last_trick")], ids=str
)
def test_nobody_notices_when_all_hidden_cards_are_exchanged(seats: int, play_forced: str) -> None:
    """The metamorphic test of secrecy: two hidden worlds, one public history."""
    options = TrumplestiltskinOptions(play_forced=play_forced, players_goal=1000, gnome_goal=2000)
    different: Counter[str] = Counter()
    rng = Random(f"{seats} {play_forced}")
    for number in range(size(140, full=200)):
        watcher = number % (seats + 1)
        # Early moments give more worlds, late ones more that could be told; a few lie in the second hand.
        steps = rng.choice((rng.randint(1, 12), rng.randint(10, 40), rng.randint(30, 90)))
        different[two_worlds(seats, f"world {number}", options, watcher, steps)] += 1
    assert {"auction", "exchange", "trump", "tricks", "tricks late"} <= set(different), different
    assert {"claim", "claim late"} & set(different), different
    assert different["tricks late"] >= size(4, full=10), different


@settings(BOUNDED, max_examples=size(2, full=6))
@given(TRUMPLESTILTSKIN_TABLES.seats, SEEDS, TRUMPLESTILTSKIN_TABLES.settings)
def test_a_view_holds_no_card_that_the_seat_may_not_know(seats: int, seed: str, options: dict[str, Any]) -> None:
    """Every view, question and announcement, walked to its last value: cards are the own, the played, the shown."""
    match = Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(**options), seats, SealedChance(seed))
    heard = dict.fromkeys(range(seats + 1), 0)
    everything = {*PACK, *BLANKET}
    number = 0
    met: dict[int, set[str]] = {}
    for _ in play_at_random(match, Random(seed)):
        if match.outcome is not None:
            return
        table = table_of(match)
        if table.number != number:
            number, met = table.number, {seat: set() for seat in range(seats + 1)}
        for seat in range(seats + 1):
            news = [one for one in match.announcements_for(seat, heard[seat])]
            begins = max((at for at, one in enumerate(news) if one.key == "hand.begins"), default=0)
            heard[seat] = match.announced
            met[seat] |= known_to(match, seat) - (set(table.discarded) if seat != table.declarer else set())
            if seat == table.declarer and table.phase in ("exchange", "trump", "tricks", "claim"):
                met[seat] |= {card for card in BLANKET if card != table.gnome_card}
            told = [seen(match, seat).model_dump(exclude={"line"}), asked_of(match, seat)]
            told += [one.values for one in news[begins:]]
            assert set(cards_in(told)) & everything <= met[seat]


def cards_in(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        told = [*told.keys(), *told.values()]
    if isinstance(told, list | tuple):
        for one in told:
            yield from cards_in(one)
    elif isinstance(told, str):
        yield told.split("-")[0]


# -- the arithmetic of the sheet --------------------------------------------------------------------------------------


def worth(card: str, declared: str, trump: str) -> int:
    """S4-5, once more."""
    if card in COLOURS:
        return 2 + (declared == trump)
    return (card[:-2] in ("A", "K")) + (card[-2] == trump)


def as_gnome(card: str, trump: str) -> int:
    """R4-7, once more."""
    return worth(card, trump if trump in COLOURS.get(card, ()) else card[-2], trump)


@settings(BOUNDED, max_examples=size(5, full=20))
@given(TRUMPLESTILTSKIN_TABLES.seats, SEEDS, TRUMPLESTILTSKIN_TABLES.settings)
def test_every_hand_is_worth_what_its_cards_are(seats: int, seed: str, options: dict[str, Any]) -> None:
    """Points from everything that was said, counted again: tricks, the rest of a claim, the Gnome; never above 33."""
    match = Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(**options), seats, SealedChance(seed))
    for _ in play_at_random(match, Random(seed)):
        pass
    said = sorted(
        {one.number: one for seat in range(seats + 1) for one in match.announcements_for(seat)}.values(),
        key=lambda one: one.number,
    )
    hands = 0
    for one in said:
        values = one.values
        if one.key == "hand.begins":
            points, bids, out = dict.fromkeys(range(1, seats + 1), 0), {}, set()
            trump = ""
        elif one.key in ("hand.dealt", "blanket.is"):
            out |= set(values["cards"])
        elif one.key == "discarded":
            out -= set(values["cards"])
        elif one.key in ("auction.bid", "auction.all_passed"):
            bids[values["seat"]] = values["bid"]
        elif one.key == "trump.named":
            trump = values["suit"]
        elif one.key == "trick.taken":
            worths = [worth(*(play.split("-") if "-" in play else (play, "")), trump) for _, play in values["plays"]]
            assert sum(worths) == values["points"]
            points[values["seat"]] += values["points"]
            out -= {play.split("-")[0] for _, play in values["plays"]}
        elif one.key in ("claim.certain", "claim.accepted"):
            points[values["seat"]] += sum(as_gnome(card, trump) for card in out)
            out = set()
        elif one.key == "gnome.turned":
            assert not out
            assert values["points"] == as_gnome(values["card"], trump)
            points[values["seat"]] += values["points"]
        elif one.key == "hand.scored":
            hands += 1
            reckonings = values["score"][5]
            assert [line[:3] for line in reckonings] == [[seat, bids.get(seat, 0), points[seat]] for seat in points]
            assert sum(points.values()) <= 33
    assert hands == len(seen(match, SPECTATOR).hands)


def assert_sane(match: Match, options: TrumplestiltskinOptions, seats: int) -> None:
    """R4-8 and R4-9 over the whole score sheet."""
    view = seen(match, SPECTATOR)
    columns, gnome = [0] * seats, 0
    for row in view.hands:
        assert not over(columns, gnome, row, options) or row is view.hands[-1]
        for seat, bid, points, scored, to_gnome in row.reckonings:
            bonus = row.bid if seat == row.declarer and not options.long_game else 0
            if seat == row.declarer:
                assert bid == row.bid
                assert row.made == (points >= bid)
            assert (scored, to_gnome) == ((points + bonus, 0) if points >= bid else (0, points + bonus))
            columns[seat - 1] += scored
            gnome += to_gnome
        assert sum(one.points for one in row.reckonings) <= 33
        assert options.least_bid <= row.bid <= 33
        assert (list(row.columns), row.gnome) == (columns, gnome)
        winners = over(columns, gnome, row, options)
        assert bool(winners) == (row is view.hands[-1])
    outcome = match.outcome
    assert outcome is not None
    assert list(outcome.seats) == list(view.winners) == winners
    assert outcome.reason == view.reason == ("bid_made" if row.made and reached(columns, row, options) else "gnome")
    assert (view.phase, match.open) == ("over", [])
    assert [player.column for player in view.players] == columns


def reached(columns: list[int], row: HandScore, options: TrumplestiltskinOptions) -> bool:
    return columns[row.declarer - 1] >= options.players_goal


def over(columns: list[int], gnome: int, row: HandScore, options: TrumplestiltskinOptions) -> list[int]:
    """Who has won by R4-9 with these columns; nobody while the game goes on."""
    if row.made and reached(columns, row, options):
        return [row.declarer]
    if gnome < options.gnome_goal:
        return []
    if reached(columns, row, options):
        return [row.declarer]
    return [seat for seat, column in enumerate(columns, start=1) if column == max(columns)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_thousand_random_games_end_with_a_sane_sheet(seats: int) -> None:
    rng, reasons = Random(seats), Counter[str]()
    for number in range(size(20, full=334)):
        options = TrumplestiltskinOptions(
            players_goal=(200, 40)[number % 2],
            long_game=number % 5 == 4,
            claims=number % 3 > 0,
            play_forced=("never", "last_trick", "always")[number % 3],
            least_bid=(12, 1, 20, 12)[number % 4],
        )
        match = Match.start(TRUMPLESTILTSKIN, options, seats, LooseChance(rng), record=False)
        play(match, {seat: player_for("trumplestiltskin", "random", rng) for seat in range(1, seats + 1)}, rng)
        assert_sane(match, options, seats)
        assert match.outcome is not None
        reasons[match.outcome.reason] += 1
    assert set(reasons) == {"bid_made", "gnome"}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_game_that_nobody_plays_comes_to_an_end(seats: int) -> None:
    """Every clock runs out: the Dealer is Declarer at the least bid each time."""
    options = TrumplestiltskinOptions()
    match = Match.start(TRUMPLESTILTSKIN, options, seats, SealedChance("nobody"), record=False)
    for _ in range(20_000):
        if match.outcome is not None:
            break
        question = match.waiting[0]
        match.reply(question, question.default)
    assert_sane(match, options, seats)


def test_the_random_player_answers_everything_legally() -> None:
    rng = Random(5)
    match = Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(play_forced="never"), 4, SealedChance("legal"))
    player = player_for("trumplestiltskin", "random", rng)
    keys = set()
    for _ in range(600):
        if match.outcome is not None:
            break
        question = rng.choice(match.open)
        match.answer(question.number, question.seat, player.answer(question, lambda: match.view(SPECTATOR)))
        keys.add(question.key)
    assert keys == {*TRUMPLESTILTSKIN.duties, "claim.object"}
