"""The thoughtful player of The Grimm Forest: legal, blind, quick, reproducible, and far better than chance."""

from __future__ import annotations

from random import Random
from time import thread_time

import pytest
from language.any_game import seat_of
from language.grimm_forest import GrimmForestPlay, grimm_forest
from support.sizes import size

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value, put
from bot.engine.rulebook import Look, Player, View
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.players.cards import FABLES_WORTH, FRIENDS_WORTH
from bot.games.grimm_forest.players.gather import FABLE_VALUES
from bot.games.grimm_forest.players.outlook import Stand, Standing, built, next_parts, outlook
from bot.games.grimm_forest.players.thoughtful import GrimmForestPlayer, way_for
from bot.games.grimm_forest.views import GrimmForestView
from bot.games.random_player import RandomPlayer
from bot.players import player_for
from bot.simulate import LooseChance, play

DECKS = {"beginner": GrimmForestOptions(), "advanced": GrimmForestOptions(advanced=True)}


class Scrupulous:
    """Plays like a thoughtful player, and checks every question, look and answer on the way."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat = seat
        self.inner = GrimmForestPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        assert question.seat == self.seat
        assert way_for(question.key) is not None, f"nobody has thought of {question.key}"

        def see() -> View:
            view = look()
            assert isinstance(view, GrimmForestView)
            assert view.seat == self.seat
            return view

        value = self.inner.answer(question, see)
        question.check(value)
        return value


def finish(match: Match, players: dict[Seat, Player], rng: Random) -> tuple[Seat, ...]:
    """Who wins."""
    play(match, players, rng)
    assert match.outcome is not None
    return tuple(match.outcome.seats)


@pytest.mark.full_size
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_answer_is_legal_and_every_look_is_from_the_own_seat(seats: int, deck: str) -> None:
    """Thoughtful players among themselves, and among random ones, who bring them into stranger places."""
    rng = Random(seats)
    for number in range(size(5, full=45)):
        match = Match.start(GRIMM_FOREST, DECKS[deck], seats, LooseChance(rng), record=False)
        players: dict[Seat, Player] = {
            seat: RandomPlayer(rng) if number % 2 and seat % 2 else Scrupulous(seat, rng)
            for seat in range(1, seats + 1)
        }
        finish(match, players, rng)


@pytest.mark.parametrize("deck", DECKS)
def test_it_beats_a_random_player_in_nine_of_ten_games(deck: str) -> None:
    rng = Random(5)
    games, won = 100, 0.0
    for number in range(games):
        mine = 1 + number % 2
        match = Match.start(GRIMM_FOREST, DECKS[deck], 2, LooseChance(rng), record=False)
        winners = finish(match, {mine: player_for("grimm_forest", "thoughtful", rng), 3 - mine: RandomPlayer(rng)}, rng)
        won += (mine in winners) / len(winners)
    assert won >= 0.9 * games


def test_the_same_seed_plays_the_same_game() -> None:
    def journal() -> object:
        rng = Random(11)
        match = Match.start(GRIMM_FOREST, DECKS["advanced"], 4, SealedChance("a seed"))
        finish(match, {seat: GrimmForestPlayer(rng) for seat in range(1, 5)}, rng)
        return match.take_changes().entries

    assert journal() == journal()


class Doubled:
    """Two players of one seat and one chance; the second sees a copy of the view that went through JSON."""

    def __init__(self, seed: int) -> None:
        self.pair = [GrimmForestPlayer(Random(seed)) for _ in range(2)]

    def answer(self, question: Question, look: Look) -> Value:
        first, second = self.pair
        value = first.answer(question, look)
        assert value == second.answer(question, lambda: GrimmForestView.model_validate_json(look().model_dump_json()))
        return value


@pytest.mark.parametrize("seats", [2, 4])
def test_a_view_is_all_it_goes_by(seats: int) -> None:
    rng = Random(9)
    match = Match.start(GRIMM_FOREST, DECKS["advanced"], seats, LooseChance(rng), record=False)
    finish(match, {seat: Doubled(seat) for seat in range(1, seats + 1)}, rng)


def test_a_question_that_nobody_has_thought_of_gets_a_legal_answer() -> None:
    question = put(1, "wolf.riddle", ("moon", "sun", None))
    value = GrimmForestPlayer(Random(1)).answer(question, lambda: pytest.fail("it looked"))
    question.check(value)


def test_every_card_has_its_worth() -> None:
    assert set(FABLES_WORTH) == set(FABLE_VALUES) == set(FABLES)
    assert set(FRIENDS_WORTH) == set(FRIENDS)


# -- what it does at a table ------------------------------------------------------------------------------------------


def says(game: GrimmForestPlay, name: str, key: str, seed: int = 1) -> Value:
    """What a thoughtful player in this chair answers."""
    question = next(one for one in game.match.open if (one.seat, one.key) == (seat_of(name), key))
    return GrimmForestPlayer(Random(seed)).answer(question, lambda: game.match.view(question.seat))


def plays_out(game: GrimmForestPlay, name: str, *, until: str) -> Value:
    """What it answers to this question, after its own answers to all before it; the others are silent."""
    player = GrimmForestPlayer(Random(1))
    while True:
        question = next((one for one in game.match.open if one.seat == seat_of(name)), game.match.open[0])
        mine = question.seat == seat_of(name)
        value = (
            player.answer(question, lambda seat=question.seat: game.match.view(seat)) if mine else question.default  # type: ignore[misc]
        )
        if mine and question.key == until:
            return value
        game.match.answer(question.number, question.seat, value)


def test_it_answers_in_time_with_a_hand_full_of_cards_and_many_actions() -> None:
    hand = "dragon wolf giant bridge_troll big_bad_wolf little_helpers spy_network roar hidden_vault harvest_moon"
    game = grimm_forest(
        4,
        fables={"ann": hand},
        goods={"ann": "SSSSSSSSSSWWWWWWWWWWBBBBBBBBBB", "ben": "SSWWBB"},
        houses={"ann": "straw.1 wood.2 brick.1", "ben": "wood.3 wood.3"},
        friends={"ann": "puss_in_boots"},
    )
    player = GrimmForestPlayer(Random(2))
    slowest = 0.0
    for _ in range(60):
        question = game.match.open[0]
        started = thread_time()
        value = player.answer(question, lambda seat=question.seat: game.match.view(seat))  # type: ignore[misc]
        slowest = max(slowest, thread_time() - started)
        game.match.answer(question.number, question.seat, value)
        if game.match.outcome is not None:
            break
    assert slowest < 0.2


def test_it_builds_what_it_can_pay_and_the_house_that_wins_first() -> None:
    game = grimm_forest(2, goods={"ann": "SSWWWWWW"}, houses={"ann": "brick.3 straw.3 wood.2"})
    game.gather(ann="brickyard", ben="brickyard")
    game.all_silent()
    assert says(game, "ann", "build.act") == "build.wood.roof"


def test_it_gains_what_the_next_section_lacks() -> None:
    game = grimm_forest(2, goods={"ann": "WWWWW"}, houses={"ann": "brick.3 straw.3 wood.2"})
    game.gather(ann="brickyard", ben="brickyard")
    game.all_silent()
    assert says(game, "ann", "build.act") == "gain.wood"


def test_it_goes_where_the_goods_are() -> None:
    game = grimm_forest(2, places={"fields": "S", "forest": "WWWWWWWWWW", "brickyard": "B"})
    assert says(game, "ann", "gather.place") == "forest"


def test_it_plays_little_helpers_where_nobody_else_is_going() -> None:
    game = grimm_forest(2, fables={"ann": "little_helpers wishing_well"})
    assert says(game, "ann", "gather.fable") == "little_helpers"


def test_a_dragon_goes_where_the_rich_pig_is_likely_to_be_and_not_home() -> None:
    game = grimm_forest(
        3,
        fables={"ann": "dragon"},
        goods={"ben": "SSSSSSSS"},
        houses={"ben": "straw.2"},
        places={"fields": "SSSSSSSSSS", "forest": "WW", "brickyard": "BB"},
    )
    game.gather(ann="forest dragon", ben="fields", cat="brickyard")
    assert says(game, "ann", "monster.place") == "fields"


def test_it_robs_who_leads() -> None:
    game = grimm_forest(
        3,
        fables={"ann": "a_friendly_game"},
        goods={"ben": "SSWW", "cat": "SSWW"},
        houses={"cat": "straw.3 wood.3 brick.1"},
    )
    game.gather(ann="fields a_friendly_game", ben="fields", cat="fields")
    assert says(game, "ann", "friendly_game.opponent") == seat_of("cat")


def test_it_keeps_a_better_friend_and_gives_a_worse_one_away() -> None:
    for own, drawn, expected in (
        (None, "wood_cutter", "keep"),
        ("wood_cutter", "thumbelina", seat_of("ben")),
    ):
        game = grimm_forest(
            2,
            goods={"ann": "SSSS"},
            houses={"ann": "straw.1"},
            friends={**({"ann": own} if own else {}), "ben": "little_mermaid"},
            friends_on_top=drawn,
        )
        assert plays_out(game, "ann", until="friend.keep") == expected


# -- what things are worth --------------------------------------------------------------------------------------------


def test_what_a_plan_needs_is_worth_more_than_what_none_needs() -> None:
    bare = Stand((0, 0, 0), (Standing(1, 2, False), Standing(2, 3, False), Standing(2, 3, False)))
    straw, wood, brick = (outlook(bare._replace(goods=goods)) for goods in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert wood > max(straw, brick) > outlook(bare)


def test_each_section_brings_the_third_house_nearer() -> None:
    stand = Stand((12, 0, 0), (Standing(1, 3, False), Standing(2, 3, False)))
    sections = {f"{material}.{part}": 5 for material in ("straw", "wood", "brick") for part in (1, 2, 3)}
    for _ in range(3):
        part = next(part for part in next_parts(stand, sections) if part.material == 0)
        assert outlook(built(stand, part)) > outlook(stand)
        stand = built(stand, part)
    assert stand.goods == (0, 0, 0)
    assert outlook(stand) > 0
