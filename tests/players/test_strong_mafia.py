"""The strong guest of the club: what it makes of what was said and done, and that it sees nothing else."""

from __future__ import annotations

from random import Random
from time import thread_time
from typing import Any

import pytest
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.hidden_roles.claims import CHECKED, Claim
from bot.games.mafia.game import GAME as CLUB_MAFIA
from bot.games.mafia.players.strong import StrongMafiaPlayer
from bot.games.mafia.players.suspicion import last_speakers
from bot.games.mafia.players.teams import Deed, Weights, shares
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView, VoteView
from bot.simulate import LooseChance, play

ME = 1
CAST = {"don": 1, "mafia": 1, "sheriff": 1, "citizen": 5}


def world(*, gone: dict[Seat, str] | None = None, **changes: Any) -> MafiaView:
    """Seat 1, a citizen among eight, on the second day; `gone`: how others have left, in the first night or before."""
    match = Match.start(CLUB_MAFIA, CLUB_MAFIA.role_set("plain").options, 8, LooseChance(Random(1)), record=False)
    sample = match.view(ME).model_dump()
    players = [
        {
            **player,
            "alive": player["seat"] not in (gone or {}),
            "role": "citizen" if player["seat"] == ME else None,
            "end": (gone or {}).get(player["seat"]),
            "end_night": int(player["seat"] in (gone or {})),
        }
        for player in sample["players"]
    ]
    fresh: dict[str, Any] = {"cast": CAST, "role": "citizen", "side": "red", "team": (), "day": 2, "players": players}
    return MafiaView.model_validate({**sample, **fresh, **changes})


def found(by: Seat, about: Seat, day: int = 2) -> Claim:
    """Somebody says that they have found somebody out."""
    occasion = f"speech.{day}.{by}"
    return Claim(day=day, occasion=occasion, by=by, kind=CHECKED, about=about, why="", other=0, turn=0)


def black(*claims: Claim, gone: dict[Seat, str] | None = None, **changes: Any) -> dict[Seat, float]:
    return Worlds(world(gone=gone, claims=claims, **changes), public=False).black


def test_so_many_are_black_as_the_cast_says_and_i_am_not() -> None:
    shares = black()
    assert shares[ME] == 0
    assert sum(shares.values()) == pytest.approx(2)


def test_whoever_was_killed_at_night_is_hardly_of_the_mafia() -> None:
    assert black(gone={5: "killed"})[5] < 0.05


def test_the_only_one_who_has_found_somebody_out_is_believed() -> None:
    shares = black(found(2, 3))
    assert shares[3] > 0.5
    assert shares[2] < 0.4


def test_where_everybody_has_found_somebody_out_the_liars_are_among_them_and_nobody_is_sure_who() -> None:
    shares = black(found(2, 3), found(3, 4), found(4, 5), found(5, 2))
    finders = [shares[seat] for seat in (2, 3, 4, 5)]
    assert max(finders) < 0.7
    assert max(shares[seat] for seat in (6, 7, 8)) < min(finders)


def test_the_sheriff_who_has_found_more_than_there_were_nights_is_a_liar() -> None:
    shares = black(found(2, 3), found(2, 4), found(2, 5))
    assert shares[2] > 0.5
    assert shares[2] > max(shares[seat] for seat in (3, 4, 5))


def test_a_table_too_large_for_every_team_is_weighed_nearly_alike() -> None:
    weights = Weights(12)
    for by, of in ((1, 2), (1, 3), (4, 2), (5, 6), (7, 2), (8, 1)):
        weights.did(by, of, Deed(of=1.3, both=0.5))
    seats = range(12)
    exact, near = (
        shares(weights, 3, sure=(), living=seats, gone=(), alive=range(1, 4), exact_most=most) for most in (800, 0)
    )
    for seat in seats:
        assert near.of[seat] / near.total == pytest.approx(exact.of[seat] / exact.total, abs=0.05)


def test_who_has_found_me_out_is_a_liar() -> None:
    assert black(found(2, ME))[2] > 0.5


def test_what_the_sheriff_has_learnt_is_certain_and_the_other_sheriff_a_liar() -> None:
    facts = [
        {"night": 1, "key": "night.verdict", "values": {"suspect": 4, "black": True}},
        {"night": 1, "key": "night.verdict", "values": {"suspect": 5, "black": False}},
    ]
    shares = black(found(2, 3), role="sheriff", learnt=facts)
    assert shares[4] == pytest.approx(1)
    assert shares[5] == 0
    assert shares[2] > shares[3]


def test_who_spared_the_accused_is_suspected_with_them() -> None:
    vote = VoteView(
        day=1, again=0, kind="vote", nominees=(3, 6), votes=((3, (1, 2, 4)), (6, (5, 7, 8))), left=(), counted=True
    )
    shares = black(found(2, 3), votes=(vote,))
    assert shares[5] > shares[4]


def test_an_observer_without_a_card_knows_no_secret() -> None:
    facts = [{"night": 1, "key": "night.verdict", "values": {"suspect": 4, "black": True}}]
    plain, learned = world(), world(role="sheriff", learnt=facts)
    assert Worlds(plain, public=True).black == Worlds(learned, public=True).black


def answer(view: MafiaView, question: Question) -> Value:
    return StrongMafiaPlayer(Random(1)).answer(question, lambda: view)


def test_a_red_card_sees_to_it_that_two_stand_where_a_day_must_not_be_lost() -> None:
    seven = {8: "killed"}
    question = Question(ME, "speech.floor", (2, 3, 4, 5, 6, 7, PASS))
    assert answer(world(gone=seven, claims=(found(2, 3),)), question) == 3
    stands = world(gone=seven, claims=(found(2, 3),), nominations=((2, 2, 3),))
    assert answer(stands, Question(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))) != PASS
    both = world(gone=seven, claims=(found(2, 3),), nominations=((2, 2, 3), (2, 4, 5)))
    assert answer(both, Question(ME, "speech.floor", (2, 4, 6, 7, PASS))) == PASS


def test_a_red_card_votes_for_the_blackest_who_stands() -> None:
    vote = {"day": 2, "again": 0, "kind": "vote", "nominees": (5, 3), "votes": (), "left": (), "counted": False}
    now = world(gone={8: "killed"}, claims=(found(2, 3),), votes=(vote,), phase="vote")
    assert answer(now, Question(ME, "vote.hand", (YES, NO), values={"nominee": 5})) == NO
    assert answer(now, Question(ME, "vote.hand", (YES, NO), values={"nominee": 3})) == YES


def test_a_black_card_sees_to_it_that_a_red_one_stands_beside_its_mate() -> None:
    """One of the last two to speak; who speaks earlier leaves it to the reds to make a vote of it."""
    players = [player.model_dump() for player in world(gone={8: "killed"}).players]
    players[0]["role"], players[2]["role"] = "mafia", "don"
    blacks: dict[str, Any] = {"role": "mafia", "side": "mafia", "team": (1, 3), "players": players}
    question = Question(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))
    early = world(**blacks, day=1, nominations=((1, 2, 3),))
    late = world(**blacks, day=2, nominations=((2, 2, 3),))
    assert ME not in last_speakers(early)[1]
    assert ME in last_speakers(late)[2]
    assert answer(early, question) == PASS
    assert answer(late, question) in (2, 4, 5, 6, 7)


class Scrupulous:
    """A strong player; checks every answer, and that nothing is needed but the view of its own seat."""

    def __init__(self, seat: Seat, rng: Random, slowest: list[float]) -> None:
        self.seat = seat
        self.slowest = slowest
        self.pair = [StrongMafiaPlayer(Random(seed)) for seed in [rng.random()] * 2]

    def answer(self, question: Question, look: Look) -> Value:
        view = look()
        assert isinstance(view, MafiaView)
        assert view.seat == question.seat == self.seat
        started = thread_time()
        value = self.pair[0].answer(question, lambda: view)
        self.slowest.append(thread_time() - started)
        question.check(value)
        copy = MafiaView.model_validate_json(view.model_dump_json())
        assert value == self.pair[1].answer(question, lambda: copy)
        return value


def test_every_answer_is_legal_quick_and_made_of_the_own_view_alone() -> None:
    rng, slowest = Random(6), [0.0]
    for seats in (7, *range(8, size(8, full=21))):
        options = CLUB_MAFIA.role_set("club").options
        match = Match.start(CLUB_MAFIA, options, seats, LooseChance(rng), record=False)
        play(match, {seat: Scrupulous(seat, rng, slowest) for seat in range(1, seats + 1)}, rng)
        assert match.outcome is not None
    assert max(slowest) < 0.15
