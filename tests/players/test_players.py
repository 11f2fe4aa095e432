"""Computer players: legal, blind to what their seat may not see, reproducible, and better than chance."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from support.sizes import size

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value, put
from bot.engine.rulebook import Game, Look, Player, View
from bot.games import GAMES
from bot.games.random_player import RandomPlayer
from bot.games.village.options import VillageOptions
from bot.games.village.players.suspicion import CLAIMED, KNOWN, Accusation, suspicion
from bot.games.village.views import VillageView
from bot.players import PLAYER_KINDS, Mixture, NoMixture, PlayerKind, player_for, read_mixture
from bot.simulate import LooseChance, play, simulate

VILLAGE = GAMES["village"]
BEGINNER = VILLAGE.role_set("beginner").options
CLASSIC = VILLAGE.role_sets[0].options


SMALL_TABLES = [
    ("village", "classic", 9, 1), ("mafia", "club", 10, 1), ("name_duel", "classic", 2, 1),
    ("trumplestiltskin", "short_game", 3, 8), ("grimm_forest", "beginner", 2, 1),
]  # fmt: skip
"""How many play what, and at every how many of its answers a player is asked twice: those of the cards think
longest."""


def deal(seats: int, rng: Random, options: VillageOptions | None = None) -> Match:
    return Match.start(VILLAGE, options or CLASSIC, seats, LooseChance(rng), record=False)


def village_view(match: Match, seat: Seat) -> VillageView:
    view = match.view(seat)
    assert isinstance(view, VillageView)
    return view


def town_wins(games: int, seats: int, town: PlayerKind, others: PlayerKind) -> float:
    """The share of games the town wins when each side is played by a kind of player."""
    rng = Random(7)
    wins = 0
    for _ in range(games):
        match = deal(seats, rng, BEGINNER)  # the classic's cards make good players even, and others less so
        kinds = {seat: town if village_view(match, seat).side == "town" else others for seat in range(1, seats + 1)}
        play(match, {seat: player_for("village", kind, rng) for seat, kind in kinds.items()}, rng)
        assert match.outcome is not None
        wins += match.outcome.sides == ("town",)
    return wins / games


class Scrupulous:
    """Plays like another, and checks every question and answer on the way."""

    def __init__(self, seat: Seat, inner: Player) -> None:
        self.seat = seat
        self.inner = inner
        self.looked: list[View] = []

    def answer(self, question: Question, look: Look) -> Value:
        assert question.seat == self.seat

        def see() -> View:
            self.looked.append(look())
            return self.looked[-1]

        value = self.inner.answer(question, see)
        question.check(value)
        return value


@pytest.mark.parametrize("kind", PLAYER_KINDS)
@pytest.mark.parametrize("open_ballot", [False, True])
def test_every_answer_is_legal_and_every_look_is_from_the_own_seat(kind: PlayerKind, open_ballot: bool) -> None:
    rng = Random(1)
    options = VillageOptions(open_ballot=open_ballot)
    games = {"random": 8, "thoughtful": 8, "easy": 3, "strong": 2}[kind]
    for seats in (8, 9, 13, 20, 8, 9, 11, 12)[:games]:
        match = deal(seats, rng, options)
        players = {seat: Scrupulous(seat, player_for("village", kind, rng)) for seat in range(1, seats + 1)}
        play(match, dict(players), rng)
        assert match.outcome is not None
        for seat, player in players.items():
            assert all(isinstance(view, VillageView) and view.seat == seat for view in player.looked)
            assert bool(player.looked) == (kind != "random")


@pytest.mark.parametrize("kind", PLAYER_KINDS)
def test_the_same_seed_plays_the_same_game(kind: PlayerKind) -> None:
    def journal() -> object:
        rng = Random(11)
        match = Match.start(VILLAGE, CLASSIC, 10, SealedChance("a seed"))
        play(match, {seat: player_for("village", kind, rng) for seat in range(1, 11)}, rng)
        return match.take_changes().entries

    assert journal() == journal()


class Doubled:
    """Two players of one seat and one chance; the second sees a copy of the view that went through JSON, now and
    then."""

    def __init__(self, game: str, kind: PlayerKind, seat: Seat, every: int) -> None:
        self.game, self.kind, self.seat, self.every = game, kind, seat, every
        self.asked = 0

    def answer(self, question: Question, look: Look) -> Value:
        self.asked += 1
        value = self.player().answer(question, look)
        if self.asked % self.every == 0:
            assert value == self.player().answer(question, lambda: copied(look()))
        return value

    def player(self) -> Player:
        return player_for(self.game, self.kind, Random(f"{self.seat} {self.asked}"))


def copied(view: Any) -> Any:
    """The same view, and nothing that hangs on it."""
    return type(view).model_validate_json(view.model_dump_json())


@pytest.mark.parametrize("kind", ["easy", "thoughtful", "strong"])
@pytest.mark.parametrize(("game", "role_set", "seats", "every"), SMALL_TABLES)
def test_a_view_is_all_a_player_goes_by(game: str, role_set: str, seats: int, every: int, kind: PlayerKind) -> None:
    rng, rules = Random(9), GAMES[game]
    match = Match.start(rules, rules.role_set(role_set).options, seats, LooseChance(rng))
    play(match, {seat: Doubled(game, kind, seat, every) for seat in range(1, seats + 1)}, rng)
    assert match.outcome is not None


@pytest.mark.full_size
@pytest.mark.parametrize("seats", [8, 12])
def test_a_thoughtful_town_beats_a_random_one(seats: int) -> None:
    """Against strong Rumplestiltskins a town of eight wins 41 of a hundred games, a random one 25 (1,200 each)."""
    games, kinds = size(16, full=200), ("random", "thoughtful") if size(1, full=0) else PLAYER_KINDS
    for others in kinds:
        least = 0.08 if others == "strong" else 0.2
        assert town_wins(games, seats, "thoughtful", others) > town_wins(games, seats, "random", others) + least


@pytest.mark.full_size
def test_thoughtful_rumplestiltskins_beat_random_ones_against_a_random_town() -> None:
    games = size(200, full=400)
    assert town_wins(games, 8, "random", "thoughtful") < town_wins(games, 8, "random", "random") - 0.08


# -- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_an_easy_player_sees_nothing_but_its_seat_and_answers_what_is_asked(game: Game) -> None:
    rng, seats = Random(3), game.seats.start
    match = Match.start(game, game.role_sets[0].options, seats, LooseChance(rng), record=False)
    kinds = {seat: "easy" if seat == 1 else "random" for seat in range(1, seats + 1)}
    players = {seat: Scrupulous(seat, player_for(game.name, kind, rng)) for seat, kind in kinds.items()}
    play(match, dict(players), rng)
    assert match.outcome is not None
    assert players[1].looked
    assert all(getattr(view, "seat", None) == 1 for view in players[1].looked)


@pytest.mark.full_size
@pytest.mark.parametrize(
    ("game", "role_set", "seats", "side"),
    [
        ("village", "everything", 9, "town"),
        ("mafia", "even", 10, "red"),
        ("grimm_forest", GAMES["grimm_forest"].role_sets[0].name, 2, "seat 1"),
    ],
)
def test_an_easy_side_is_beaten_more_often_than_a_normal_one(game: str, role_set: str, seats: int, side: str) -> None:
    """At tables that are even among normal players."""
    options, games = GAMES[game].role_set(role_set).options, size(50, full=400)
    easy = read_mixture("1 easy" if side == "seat 1" else f"{side} easy", GAMES[game].sides, seats)
    won = [
        simulate(GAMES[game], seats, games, 5, options, players=players).wins[side] for players in ("thoughtful", easy)
    ]
    assert won[1] < won[0] - games / 10


SIDES = ("town", "rumplestiltskin")


@pytest.mark.parametrize(
    ("words", "mixture"),
    [
        ("strong", Mixture("strong")),
        ("normal", Mixture("thoughtful")),
        ("3 easy, rest strong", Mixture("strong", ("easy",) * 3)),
        ("1 easy, 2 random", Mixture("thoughtful", ("easy", "random", "random"))),
        ("town strong, rest easy", Mixture("easy", (), (("town", "strong"),))),
    ],
)
def test_a_mixture_of_players_is_said_in_words(words: str, mixture: Mixture) -> None:
    assert read_mixture(words, SIDES, 8) == mixture


NO_PLAYERS = ("", "clever", "9 easy", "5 easy, 4 strong", "mafia easy", "some easy", "-1 easy", "easy strong")
TOO_MANY = (f"{10**9} easy", f"{10**20} easy", f"{'9' * 5000} easy, rest strong")
"""Players for whom there would be no memory, and a number that Python does not read."""


@pytest.mark.parametrize("words", [*NO_PLAYERS, *TOO_MANY], ids=lambda words: words[:20])
def test_what_names_no_players_is_refused(words: str) -> None:
    with pytest.raises(NoMixture):
        read_mixture(words, SIDES, 8)


@pytest.mark.parametrize("words", ["strong, easy", "rest easy, rest strong", "town easy, 2 strong, town strong"])
def test_who_is_named_twice_is_refused(words: str) -> None:
    """Else the last word would count, and games be played that nobody meant."""
    with pytest.raises(NoMixture, match="twice"):
        read_mixture(words, SIDES, 8)


def test_each_seat_has_the_player_that_the_mixture_says() -> None:
    sides = {seat: "town" if seat % 2 else "rumplestiltskin" for seat in range(1, 9)}
    mixture = read_mixture("2 random, town random, rest normal", SIDES, 8)
    made = mixture.players("village", 8, sides.get, Random(1))
    assert [type(made[seat]).__name__ for seat in range(1, 6)] == [
        "RandomPlayer", "RandomPlayer", "RandomPlayer", "VillagePlayer", "RandomPlayer",
    ]  # fmt: skip


# -- the random player -----------------------------------------------------------------------------------------------


def blind() -> View:
    raise AssertionError("a random player looks at nothing")


def test_a_random_player_takes_nobody_half_the_time_and_the_rest_alike() -> None:
    player = RandomPlayer(Random(5))
    counts = Counter(player.answer(put(1, "q", (1, 2, 3, 4, None)), blind) for _ in range(8000))
    assert abs(counts[None] / 8000 - 0.5) < 0.03
    assert all(abs(counts[seat] / 8000 - 0.125) < 0.02 for seat in (1, 2, 3, 4))


@pytest.mark.parametrize(
    "question",
    [
        put(1, "one", ("a", "b")),
        put(1, "only", ("ready",), "reasoned"),
        put(1, "reasoned", (1, 2, "ready"), "reasoned"),
        put(1, "number", kind="number", least=3, most=9),
        put(1, "text", kind="text"),
        put(1, "several", ("a", "b", "c", "d"), "several", least=1, most=3),
        put(1, "few", ("a", "b"), "several", least=0, most=5),
    ],
)
def test_a_random_player_answers_every_kind_of_question(question: Question) -> None:
    player = RandomPlayer(Random(2))
    seen = set()
    for _ in range(300):
        value = player.answer(question, blind)
        question.check(value)
        seen.add(str(value))
    if question.kind == "number":
        assert len(seen) == 7


# -- what makes suspicious -------------------------------------------------------------------------------------------


def world(**changes: object) -> dict[str, object]:
    """Seat 1, a villager among eight, on the second day."""
    revealed = changes.pop("revealed", {})
    assert isinstance(revealed, dict)
    players = [
        {
            "seat": seat,
            "alias": "",
            "alive": seat not in revealed,
            "role": "villager" if seat == 1 else revealed.get(seat),
            "speech": "dead" if seat in revealed else "free",
            "end": "burned" if seat in revealed else None,
            "end_night": 1 if seat in revealed else 0,
            "trait": None,
            "bonus": None,
            "votes": 0 if seat in revealed else 1,
            "nominates": seat not in revealed,
        }
        for seat in range(1, 9)
    ]
    sample = village_view(deal(8, Random(1)), 1).model_dump()
    return {
        **sample, "role": "villager", "side": "town", "night": 2, "phase": "day", "team": (),
        "players": players, "learnt": (), "ballots": (), "nominations": (), **changes,
    }  # fmt: skip


def scores(*said: Accusation, **changes: object) -> dict[Seat, float]:
    return suspicion(VillageView.model_validate(world(**changes)), list(said))


def test_somebody_who_says_that_he_knows_is_believed() -> None:
    assert scores(Accusation(1, 2, 3))[3] == CLAIMED


def test_somebody_shown_to_be_the_sheriff_is_believed_without_a_doubt() -> None:
    assert scores(Accusation(1, 2, 3), revealed={2: "sheriff"})[3] >= KNOWN


def test_who_accused_me_of_what_i_am_not_is_a_liar() -> None:
    found = scores(Accusation(1, 2, 1))
    assert found[2] > CLAIMED
    assert found[1] <= -KNOWN


def test_who_was_wrong_is_the_next_suspect_and_who_was_right_is_trusted() -> None:
    assert scores(Accusation(1, 2, 3), revealed={3: "villager"})[2] > CLAIMED
    assert scores(Accusation(1, 2, 3), revealed={3: "murderer"})[2] < 0


def test_the_accused_is_believed_less_than_his_accuser() -> None:
    found = scores(Accusation(1, 2, 3), Accusation(1, 3, 2))
    assert found[3] > found[2] > 0


def test_nobody_is_believed_when_both_who_could_know_have_been_shown() -> None:
    found = scores(Accusation(2, 4, 5), revealed={2: "sheriff", 3: "little_mary"})
    assert found[5] == 0
    assert found[4] > 0


def test_votes_against_the_innocent_weigh_and_votes_against_the_guilty_clear() -> None:
    ballot = {
        "day": 1, "rerun": 0, "majority": 4, "most_burn": False, "burned": 3, "counted": True,
        "polls": ((2, (4,)), (3, (5, 6, 7, 8))),
    }  # fmt: skip
    named = {"day": 1, "by": 5, "nominee": 3, "reason": None}
    found = scores(nominations=(named,), ballots=(ballot,), revealed={2: "warlock", 3: "villager"})
    assert found[4] < 0 < found[6] < found[5]
