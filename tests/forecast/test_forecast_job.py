"""What a forecast plays, counts and concludes: with made-up games, and a few real ones."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from bot.engine.rulebook import Game
from bot.forecast.counting import NOTHING, Count, is_even, is_nearer, share_of, unevenness
from bot.forecast.job import GAMES_IN_ALL, ROUNDS_OF_SWAPS, WORK_S, Job, Order
from bot.forecast.plan import SWAPS_MOST, Matchup, kinds_of, matchups, mixture, sides_in_play, swapped, swaps
from bot.forecast.playing import Batch, Played, played
from bot.games import GAMES

VILLAGE, MAFIA, NAME_DUEL, GRIMM_FOREST = (GAMES[name] for name in ("village", "mafia", "name_duel", "grimm_forest"))
TOWN, TEAM = VILLAGE.sides


def order(game: Game = VILLAGE, seats: int = 10, role_set: str = "beginner") -> Order:
    return Order(game, game.role_set(role_set).options, seats)


def counted(**wins: int) -> Count:
    return Count(games=sum(wins.values()), wins=wins, rounds={3: sum(wins.values())}, at_once=0)


def took(batch: Batch, count: Count, seconds: float, *, slowed: float = 1) -> Played:
    """So long on an idle machine; on one that has much to do everything is `slowed` by so much."""
    return Played(line=batch.line, count=count, seconds=seconds * slowed, work=seconds)


# -- counting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "games", "least", "most"),
    [(0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0), (1, 1000, 0.0002, 0.0056)],
)
def test_a_share_says_how_far_off_it_may_be(hits: int, games: int, least: float, most: float) -> None:
    """Wilson's interval, from a table of it."""
    share = share_of(hits, games)
    assert share.value == hits / games
    assert math.isclose(share.least, least, abs_tol=1e-4)
    assert math.isclose(share.most, most, abs_tol=1e-4)


def test_without_games_nothing_is_known() -> None:
    assert (share_of(0, 0).least, share_of(0, 0).most) == (0.0, 1.0)


def test_counts_add_up_and_say_how_long_games_last() -> None:
    one = Count(games=10, wins={"a": 4, "b": 6}, rounds={1: 1, 4: 8, 9: 1}, at_once=1)
    both = one.plus(Count(games=10, wins={"b": 10}, rounds={4: 10}, at_once=0))
    assert both == Count(games=20, wins={"a": 4, "b": 16}, rounds={1: 1, 4: 18, 9: 1}, at_once=1)
    assert both.rounds_mostly == (4, 4)
    assert both.rounds_mean == pytest.approx(4.1)
    assert both.over_at_once.value == 0.05
    assert one.plus(NOTHING) == one


def test_a_win_that_several_share_is_no_more_than_a_win() -> None:
    assert Count(games=4, wins={"a": 4, "b": 3}, rounds={1: 4}, at_once=4).share("a", "b").value == 1.0


def test_even_is_what_so_many_games_cannot_tell_from_even() -> None:
    assert is_even(counted(a=45, b=55), "ab")
    assert not is_even(counted(a=450, b=550), "ab")
    assert is_even(counted(a=30, b=36, c=34), "abc")
    assert unevenness(counted(a=45, b=55), "ab") == pytest.approx(0.05)


def test_nearer_to_even_is_what_chance_alone_would_hardly_bring() -> None:
    before = counted(a=270, b=400)
    assert not is_nearer(counted(a=159, b=190), before, "ab"), "46 of 100 beside 40, in 349 games"
    assert is_nearer(counted(a=175, b=174), before, "ab")
    assert is_nearer(counted(a=1590, b=1900), counted(a=2700, b=4000), "ab"), "the same in ten times as many"
    assert not is_nearer(counted(a=200, b=400), before, "ab"), "farther from it"
    assert not is_nearer(NOTHING, before, "ab")


# -- what is played ----------------------------------------------------------------------------------------------------


def test_of_two_sides_every_kind_meets_every_other() -> None:
    found = matchups(MAFIA, ("red", "mafia"))
    assert len(found) == len(set(map(str, found))) == len(kinds_of(MAFIA)) ** 2
    assert [one.kind for one in found if one.whose is None] == ["easy", "thoughtful", "strong"]
    assert Matchup(whose="red", kind="strong", others="easy") in found


def test_of_three_sides_each_plays_well_among_the_weak() -> None:
    sides = sides_in_play(MAFIA, MAFIA.role_set("club").options, 12)
    assert sides == ("red", "mafia", "maniac")
    assert [str(one.whose) for one in matchups(MAFIA, sides) if one.whose] == list(sides)


def test_a_side_without_a_card_does_not_play() -> None:
    assert sides_in_play(MAFIA, MAFIA.role_set("even").options, 12) == ("red", "mafia")


def test_where_nobody_has_a_role_it_is_seat_by_seat() -> None:
    options = GRIMM_FOREST.role_sets[0].options
    last = matchups(GRIMM_FOREST, sides_in_play(GRIMM_FOREST, options, 3))[-1]
    players = mixture(GRIMM_FOREST, 3, last)
    assert (last.whose, players.first) == ("seat 3", (last.others, last.others, last.kind))


@pytest.mark.parametrize("game", [VILLAGE, MAFIA])
def test_every_swap_can_be_played_and_changes_one_card(game: Game) -> None:
    options = game.role_sets[0].options
    found = swaps(game, options, 12)
    assert 0 < len(found) <= SWAPS_MOST
    for swap in found:
        after = swapped(game, options, 12, swap)
        assert game.faults(after, 12) == []
        before = options.casts[12]
        changed = {card: count - before.get(card, 0) for card, count in after.casts[12].items()}
        assert changed.get(swap.into) == 1
        assert changed.get(swap.out, -before[swap.out]) == -1


@pytest.mark.parametrize("role_set", ["even", "club"])
def test_no_swap_takes_a_side_out_or_brings_one(role_set: str) -> None:
    options = MAFIA.role_set(role_set).options
    found = swaps(MAFIA, options, 12)
    assert found
    assert "maniac" not in [card for swap in found for card in (swap.out, swap.into)]


def test_a_game_without_cards_to_choose_has_no_swaps() -> None:
    assert swaps(NAME_DUEL, NAME_DUEL.role_sets[0].options, 2) == ()


def test_the_digest_is_of_what_changes_something_at_this_table() -> None:
    options = VILLAGE.role_set("beginner").options
    casts = options.casts
    elsewhere = options.model_copy(update={"casts": {**casts, 20: casts[20] | {"sheriff": 0}}})
    here = options.model_copy(update={"casts": {**casts, 10: {**casts[10], "sheriff": 0, "villager": 9}}})
    assert Order(VILLAGE, elsewhere, 10).digest == Order(VILLAGE, options, 10).digest
    assert Order(VILLAGE, here, 10).digest != Order(VILLAGE, options, 10).digest
    assert Order(VILLAGE, options, 11).digest != Order(VILLAGE, options, 10).digest


# -- a job -------------------------------------------------------------------------------------------------------------

TownWins = Callable[[Batch], float]


def work(
    job: Job, town_wins: TownWins, *, seconds: float = 0.0, hands: int = 1, slowed: float = 1
) -> list[Batch]:  # fmt: skip
    """Everything that is asked for is played in this made-up way; all batches, in order. `seconds`: each game takes."""
    asked: list[Batch] = []
    while job.forecast is None:
        given = [batch for _ in range(hands) if (batch := job.next_batch()) is not None]
        assert given, "nothing to do, and nothing is known"
        for batch in reversed(given):
            numbers = range(batch.first, batch.first + batch.games)
            part = town_wins(batch)
            won = sum(int((number + 1) * part) - int(number * part) for number in numbers)
            count = counted(**{TOWN: won, TEAM: batch.games - won})
            job.take(took(batch, count, seconds * batch.games, slowed=slowed))
        asked += given
    return asked


def without_huntsman(batch: Batch) -> float:
    """The town wins every game of ten too many as long as it has the Huntsman."""
    (cast,) = batch.options["casts"].values()
    return 0.5 if "huntsman" not in cast and cast["rumplestiltskin"] == 2 else 0.9


def test_the_one_card_that_makes_it_uneven_is_found() -> None:
    job = Job(order())
    asked = work(job, without_huntsman)
    found = job.forecast
    assert found is not None
    assert found.nearest is not None
    assert (found.swapping, found.nearest.out) == ("better", "huntsman")
    assert found.tried == len(swaps(VILLAGE, order().table, 10))
    _, last, _ = ROUNDS_OF_SWAPS[-1]
    assert found.nearest.count == counted(town=last // 2, rumplestiltskin=last // 2)  # of the last games alone
    assert found.games == GAMES_IN_ALL
    assert sum(batch.games for batch in asked) == job.done == job.all


def test_the_same_games_are_played_however_many_hands_there_are() -> None:
    def games(hands: int, seconds: float) -> set[tuple[str, int]]:
        job = Job(order(), 40)
        asked = work(job, without_huntsman, hands=hands, seconds=seconds)
        return {(batch.seed, number) for batch in asked for number in range(batch.first, batch.first + batch.games)}

    assert games(1, 0.001) == games(3, 0.02)


def test_an_even_set_needs_no_swap() -> None:
    job = Job(order())
    work(job, lambda _: 0.5)
    assert job.forecast is not None
    assert (job.forecast.swapping, job.forecast.tried, job.forecast.nearest) == ("even", 0, None)


def test_where_no_swap_helps_that_is_said() -> None:
    job = Job(order())
    work(job, lambda _: 0.9)
    assert job.forecast is not None
    assert (job.forecast.swapping, job.forecast.nearest) == ("best", None)
    assert job.forecast.tried > 5


def test_where_games_take_long_fewer_are_played_of_every_kind() -> None:
    job = Job(order(), hands=2)
    asked = work(job, without_huntsman, seconds=2.0, hands=2)
    assert job.forecast is not None
    assert job.forecast.nearest is not None
    games = {str(line.matchup): line.count.games for line in job.forecast.lines}
    normal = games.pop(str(Matchup(whose=None, kind="thoughtful", others="thoughtful")))
    assert max(games.values()) - min(games.values()) <= 1
    assert abs(normal - 2 * max(games.values())) <= 2
    assert WORK_S <= job.forecast.games <= WORK_S + 2  # two at a time, two seconds each
    assert {batch.games for batch in asked} == {1}


def test_on_a_machine_that_has_much_to_do_as_many_games_are_played_in_more_time() -> None:
    """As far as there is that time: beyond it, and where others wait, fewer are."""

    def games(slowed: float, slowest: float) -> tuple[int, bool]:
        job = Job(order())
        job.slowest = slowest
        asked = work(job, without_huntsman, seconds=1.0, slowed=slowed)
        assert job.forecast is not None
        return sum(batch.games for batch in asked), job.forecast.nearest is not None

    usual = games(1, 1)
    assert games(4, 4) == usual
    assert games(8, 4) == games(2, 1) < usual
    assert usual[1]


def test_the_slowest_players_play_fewest_games() -> None:
    job = Job(order())

    def easy(batch: Batch) -> bool:
        return batch.matchup.kind == batch.matchup.others == "easy"

    seconds = {True: 0.1, False: 10.0}
    while job.forecast is None and not job.is_swapping:
        batch = job.next_batch()
        assert batch is not None
        job.take(took(batch, counted(town=batch.games), batch.games * seconds[easy(batch)]))
    job.hurry()
    assert job.forecast is not None
    games = [line.count.games for line in job.forecast.lines]
    assert games[0] > 10 * games[1] > 0
    assert job.forecast.lacked_time


def test_out_of_time_what_is_known_is_said_and_without_anything_nothing() -> None:
    job = Job(order())
    job.hurry()
    assert job.forecast is None
    kinds = len(matchups(VILLAGE, VILLAGE.sides))
    for _ in range(kinds):
        batch = job.next_batch()
        assert batch is not None
        job.take(took(batch, counted(town=1), 0.1))
    job.hurry()
    assert job.forecast is not None
    assert (job.forecast.games, job.forecast.swapping) == (kinds, "late")
    assert job.next_batch() is None


def test_a_batch_is_the_same_in_one_piece_and_in_two() -> None:
    job = Job(order(NAME_DUEL, 2, "classic"))
    first = job.next_batch()
    assert first is not None
    whole, begin, end = (
        played(first.model_copy(update={"first": at, "games": games})) for at, games in ((0, 5), (0, 2), (2, 3))
    )
    assert whole == begin.plus(end)
    assert (whole.games, sum(whole.wins.values())) == (5, 5)
