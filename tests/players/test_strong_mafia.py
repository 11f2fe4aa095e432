"""The strong guest of the club: what it makes of what was said and done, and that it sees nothing else."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from itertools import combinations
from math import prod
from random import Random
from time import thread_time
from typing import Any

import pytest
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value, put
from bot.engine.rulebook import Look, Reason
from bot.games.hidden_roles.claims import CHECKED, I_AM, SUSPECT, TRUST, Claim, code
from bot.games.mafia.claimable import claimable
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.players.reasons import why
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.speaking import avenged
from bot.games.mafia.players.strong import StrongMafiaPlayer
from bot.games.mafia.players.suspicion import last_speakers, speakers
from bot.games.mafia.players.teams import Deed, Weights, shares
from bot.games.mafia.players.voters import Voters
from bot.games.mafia.players.weighing import StrongSituation
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView, VoteView
from bot.simulate import LooseChance, play

ME = 1
CAST = {"don": 1, "mafia": 1, "sheriff": 1, "citizen": 5}


def world(*, gone: dict[Seat, str] | None = None, **changes: Any) -> MafiaView:
    """Seat 1, a citizen among eight, on the second day; `gone`: how others have left, in the first night or before."""
    match = Match.start(MAFIA_GAME, MAFIA_GAME.role_set("plain").options, 8, LooseChance(Random(1)), record=False)
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


@pytest.mark.parametrize("dice", range(12))
def test_the_sums_over_teams_are_those_of_a_look_at_every_team(dice: int) -> None:
    """With players of whom it is known, and those who have left; with and without a limit of blacks who live."""
    rng, players, size = Random(dice), 9, 2 + dice % 3
    weights = Weights(players)
    weights.alone = [rng.choice((0.0, rng.random(), 40 * rng.random())) for _ in range(players)]
    for by, of in combinations(range(players), 2):
        weights.did(by, of, Deed(by=rng.uniform(0.5, 2), of=rng.uniform(0.5, 2), both=rng.uniform(0.2, 3)))
    gone = sorted(rng.sample(range(players), dice % 5))
    living = [one for one in range(players) if one not in gone]
    sure, alive = [rng.randrange(players)] if dice % 2 else [], range(1, rng.choice((size - 1, size)) + 1)
    weights.alone = [weight or 1.0 if one in sure else weight for one, weight in enumerate(weights.alone)]
    found, of_each = shares(weights, size, sure=sure, living=living, gone=gone, alive=alive), [0.0] * players
    for team in combinations(range(players), size):
        if set(sure) <= set(team) and sum(one in living for one in team) in alive:
            weight = prod(weights.alone[one] for one in team)
            weight *= prod(weights.pairs[one][other] for one, other in combinations(team, 2))
            of_each = [share + weight * (one in team) for one, share in enumerate(of_each)]
    assert found.of == pytest.approx(of_each)
    assert found.total == pytest.approx(sum(of_each) / size)


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


def test_two_who_name_each_other_day_by_day_are_taken_for_a_team_that_plays_at_quarrelling() -> None:
    """Everybody names somebody each day: 2 and 3 each other, the others another stranger."""
    others = (4, 5, 6, 7, 8)
    days = [[(day, 2, 3), (day, 3, 2), *((day, by, others[(by + day) % 5]) for by in others)] for day in (2, 3, 4, 5)]
    once = black(nominations=days[0])
    always = black(nominations=[one for day in days for one in day], day=5)
    assert once[2] < 0.35
    assert always[2] > 0.6
    assert min(always[2], always[3]) > max(always[seat] for seat in others)


def test_an_observer_without_a_card_knows_no_secret() -> None:
    facts = [{"night": 1, "key": "night.verdict", "values": {"suspect": 4, "black": True}}]
    plain, learned = world(), world(role="sheriff", learnt=facts)
    assert Worlds(plain, public=True).black == Worlds(learned, public=True).black


def test_words_are_paid_back_where_people_name_those_who_have_spoken_of_them() -> None:
    spoken = (found(2, 3), found(4, 5))
    back = world(claims=spoken, nominations=((2, 3, 2), (2, 5, 4)))
    onward = world(claims=spoken, nominations=((2, 2, 3), (2, 3, 4)))
    assert avenged(Situation(back)) > 0.6
    assert avenged(Situation(onward)) == 0


def answer(view: MafiaView, question: Question) -> Value:
    return StrongMafiaPlayer(Random(1)).answer(question, lambda: view)


def test_a_red_card_sees_to_it_that_two_stand_where_a_day_must_not_be_lost() -> None:
    seven = {8: "killed"}
    question = put(ME, "speech.floor", (2, 3, 4, 5, 6, 7, PASS))
    assert answer(world(gone=seven, claims=(found(2, 3),)), question) == 3
    stands = world(gone=seven, claims=(found(2, 3),), nominations=((2, 2, 3),))
    assert answer(stands, put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))) != PASS
    both = world(gone=seven, claims=(found(2, 3),), nominations=((2, 2, 3), (2, 4, 5)))
    assert answer(both, put(ME, "speech.floor", (2, 4, 6, 7, PASS))) == PASS


def test_a_red_card_votes_for_the_blackest_who_stands() -> None:
    vote = {"day": 2, "again": 0, "kind": "vote", "nominees": (5, 3), "votes": (), "left": (), "counted": False}
    now = world(gone={8: "killed"}, claims=(found(2, 3),), votes=(vote,), phase="vote")
    assert answer(now, put(ME, "vote.hand", (YES, NO), values={"nominee": 5})) == NO
    assert answer(now, put(ME, "vote.hand", (YES, NO), values={"nominee": 3})) == YES


def blacks(mate: Seat, **changes: Any) -> MafiaView:
    """The same table, where I am of the Mafia and this one is the Don; seat 8 was killed in the first night."""
    players = [asdict(player) for player in world(gone={8: "killed"}).players]
    players[ME - 1]["role"], players[mate - 1]["role"] = "mafia", "don"
    return world(**{"role": "mafia", "side": "mafia", "team": (ME, mate), "players": players, **changes})


def as_maniac(table: MafiaView) -> MafiaView:
    """The same table, where I am the Maniac."""
    players = [asdict(player) | {"role": "maniac" if player.seat == ME else None} for player in table.players]
    changed = {**table.model_dump(), "role": "maniac", "side": "maniac", "team": (), "players": players}
    return MafiaView.model_validate(changed)


def killed_at(night: int, *victims: Seat) -> list[dict[str, Any]]:
    """The players, of whom these were killed in that night."""
    players = [asdict(player) for player in world().players]
    for seat in victims:
        players[seat - 1] |= {"alive": False, "end": "killed", "end_night": night}
    return players


def test_where_a_doctor_may_have_healed_them_it_tells_nothing_that_a_finder_is_alive() -> None:
    """Reds voted out most of the Sheriffs whom their Doctor had healed."""
    believed = {}
    for doctor in (0, 1):
        for victims in ((), (6,)):
            cast = {"don": 1, "mafia": 1, "sheriff": 1, "doctor": doctor, "citizen": 5 - doctor}
            seen = world(cast=cast, claims=(found(2, 3),), day=3, players=killed_at(2, *victims))
            believed[doctor, len(victims)] = Worlds(seen).sheriff[2]
    assert believed[1, 0] > believed[1, 1] > believed[0, 1]
    assert believed[0, 0] == pytest.approx(believed[0, 1], abs=0.1)


def test_the_maniac_leaves_the_most_dangerous_to_the_mafia_and_kills_the_next() -> None:
    """Both fear the same people: one victim of two knives is a night lost."""
    cast = {"don": 1, "mafia": 1, "maniac": 1, "sheriff": 1, "citizen": 4}
    table = blacks(3, cast=cast, claims=(found(2, 3),))
    choices = (2, 4, 5, 6, 7)
    assert answer(table, put(ME, "night.victim", choices)) == 2
    assert answer(as_maniac(table), put(ME, "night.maniac", choices)) in choices[1:]
    assert answer(as_maniac(table), put(ME, "night.maniac", (2, None))) == 2
    assert answer(as_maniac(table), put(ME, "night.maniac", (2, 3, None))) == 3


THREE_SIDES = {"don": 1, "mafia": 1, "maniac": 1, "sheriff": 1, "citizen": 4}


def reason_for(question: Question, view: MafiaView, value: Value) -> Reason:
    found = why(question, view, value)
    assert found is not None
    return found


def test_the_maniac_is_not_told_that_the_mafia_will_kill_somebody_where_it_may_as_well_kill_another() -> None:
    """Of many who seem about as dangerous chance chooses one; the lesson named one of them as its likely victim."""
    named = ((1, 2, 3), (1, 4, 3), (2, 5, 2))
    table = as_maniac(blacks(3, cast=THREE_SIDES, nominations=named))
    question = put(ME, "night.maniac", (2, 3, 4, 5, 6, 7, None))
    threat = StrongSituation(table).threat
    assert 0.1 < threat(3) - threat(2) < 0.5, "the Mafia takes one for the other"
    assert answer(table, question) == 2
    assert reason_for(question, table, 2).key == "why.victim.second.perhaps"
    accused = as_maniac(blacks(3, cast=THREE_SIDES, claims=(found(2, 3),)))
    reason = reason_for(question, accused, answer(accused, question))
    assert (reason.key, reason.values["victim"]) == ("why.victim.second", 2)


def test_of_whom_the_maniac_might_as_well_kill_nobody_is_named_who_is_less_dangerous() -> None:
    """Chance decides between equals only: “7 others would be about as good a choice”, and it would choose none."""
    table = as_maniac(blacks(3, cast=THREE_SIDES, claims=(found(2, 3), found(4, 5))))
    question = put(ME, "night.maniac", (2, 3, 4, 5, 6, 7, None))
    threat = StrongSituation(table).threat
    for chosen in (2, 3, 6):
        as_good = reason_for(question, table, chosen).as_good
        assert all(abs(threat(other) - threat(chosen)) < 0.1 for other in as_good if isinstance(other, int))
    assert answer(table, question) in (3, 5)
    assert 5 in reason_for(question, table, 3).as_good


def test_where_the_mafia_is_seen_to_be_gone_the_maniac_kills_the_most_dangerous() -> None:
    """“The Mafia is likely to kill dan tonight”, when all of its cards lay open on the table."""
    table = as_maniac(blacks(3, cast=THREE_SIDES, claims=(found(2, 3),)))
    question = put(ME, "night.maniac", (2, 4, 5, 6, None))
    for shown, victim in (("citizen", 4), ("mafia", 2)):
        players = [asdict(player) for player in table.players]
        players[2] |= {"alive": False, "role": "don", "end": "voted", "end_night": 2}
        players[6] |= {"alive": False, "role": shown, "end": "voted", "end_night": 1}
        players[7] |= {"role": "citizen"}
        seen = MafiaView.model_validate({**table.model_dump(), "players": players, "claims": (found(2, 4),)})
        chosen = answer(seen, question)
        assert (chosen == 2) is (victim == 2)
        assert (reason_for(question, seen, chosen).key[:17] == "why.victim.second") is (victim != 2)


def test_a_black_card_sees_to_it_that_a_red_one_stands_beside_its_mate() -> None:
    """The last but one to speak does; who speaks earlier on the first day need not, and where the last one keeps quiet
    there is no vote."""
    question = put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))
    early, late, last = (blacks(3, day=day, nominations=((day, 2, 3),)) for day in (1, 3, 2))
    assert ME not in last_speakers(early)[1]
    assert last_speakers(late)[3][0] == last_speakers(last)[2][1] == ME
    assert share_of_passes(early, question) == 1
    assert answer(late, question) in (2, 4, 5, 6, 7)
    assert answer(last, question) == PASS


@pytest.mark.parametrize("mate", [4, 7], ids=["whom a red card would name", "another"])
def test_where_people_name_somebody_the_mafia_names_whom_a_red_card_would_but_for_a_mate(mate: Seat) -> None:
    """Nobody is known by it; where few name somebody, whoever does draws every eye."""
    question = put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))
    answers = []
    for nominations in ((), ((2, 2, 3), (2, 3, 4), (3, 3, 4), (3, 4, 3), (4, 4, 3))):
        table = blacks(mate, day=4, nominations=nominations)
        assert ME not in last_speakers(table)[4]
        answers.append(answer(table, question))
    assert answers[0] == PASS
    assert answers[1] == (PASS if mate == 4 else 4)


def test_no_lesson_guesses_at_a_mate_or_names_whom_no_red_card_would() -> None:
    """“As a guess, dan is black with a chance of 51%” was said of the learner's own mate, who stood."""
    question = put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))
    named_early = ((2, 2, 3), (2, 3, 4), (3, 3, 4), (3, 4, 3))
    keys = {}
    for mate, value in ((3, PASS), (7, 4), (7, 6)):
        reason = why(question, blacks(mate, day=4, nominations=(*named_early, (4, 4, 3))), value)
        assert reason is not None
        keys[mate, value] = reason.key
    assert keys == {(3, PASS): "why.floor.mate", (7, 4): "why.floor.like_red", (7, 6): "why.floor.along"}


def test_whoever_names_whom_they_have_spoken_against_is_not_told_that_nobody_is_blacker() -> None:
    """“Of those who can be named, dan is most likely black, with a chance of about 28%”, beside somebody with 36%."""
    named = ((1, 2, 3), (1, 4, 3), (2, 5, 2))
    own = replace(found(ME, 3, 2), kind=SUSPECT)
    question = put(ME, "speech.floor", (3, 5, 6, 7, PASS))
    table = world(gone={8: "killed"}, nominations=named, claims=(own,))
    blame = StrongSituation(table).blame
    assert 0.05 < blame[6] - blame[3] < 0.1, "hardly more"
    assert answer(table, question) == 3
    assert reason_for(question, table, 3).key == "why.floor.word"
    unsaid = world(gone={8: "killed"}, nominations=named)
    assert reason_for(question, unsaid, answer(unsaid, question)).key == "why.floor.black"


def test_whoever_names_nobody_hears_of_the_nominee_they_would_vote_for_not_of_who_may_be_the_sheriff() -> None:
    table = world(gone={8: "killed"}, claims=(found(2, 3), found(3, 2)), nominations=((2, 4, 2), (2, 5, 6)))
    assert StrongSituation(table).black[2] > StrongSituation(table).black[6]
    question = put(ME, "speech.floor", (4, 5, 7, PASS))
    assert answer(table, question) == PASS
    reason = reason_for(question, table, PASS)
    assert (reason.key, reason.values["seat"]) == ("why.floor.stands", 6)


def test_a_red_card_votes_for_somebody_a_little_less_black_rather_than_for_who_may_be_the_sheriff() -> None:
    """The Sheriff who was voted out finds nobody any more. Whoever has found this one out knows better."""
    claims = (found(2, 3), found(3, 2))
    standing = VoteView(day=2, again=0, kind="vote", nominees=(2, 6), votes=(), left=(), counted=False)
    table = world(
        gone={8: "killed"}, claims=claims, nominations=((2, 4, 2), (2, 5, 6)), phase="vote", votes=(standing,)
    )
    black, sheriff = StrongSituation(table).black, StrongSituation(table).worlds.sheriff
    assert black[2] > black[6]
    assert sheriff[2] > 0.2
    votes = [answer(table, put(ME, "vote.hand", (YES, NO), values={"nominee": seat})) for seat in (2, 6)]
    assert votes == [NO, YES]
    facts = [{"night": 1, "key": "night.verdict", "values": {"suspect": 2, "black": True}}]
    knows = MafiaView.model_validate({**table.model_dump(), "role": "sheriff", "learnt": facts})
    votes = [answer(knows, put(ME, "vote.hand", (YES, NO), values={"nominee": seat})) for seat in (2, 6)]
    assert votes == [YES, NO]


def test_what_the_sheriff_has_found_out_is_no_guess_where_enough_are_nominated() -> None:
    """“As a guess, dan is black with a chance of 99%. You have found that out yourself.”"""
    facts = [{"night": 1, "key": "night.verdict", "values": {"suspect": 3, "black": True}}]
    table = world(gone={8: "killed"}, role="sheriff", learnt=facts, nominations=((2, 4, 3), (2, 5, 6)))
    question = put(ME, "speech.floor", (2, 4, 5, 7, PASS))
    assert answer(table, question) == PASS
    reason = reason_for(question, table, PASS)
    assert (reason.key, reason.values) == ("why.floor.stands.known", {"seat": 3})


def test_whoever_can_name_nobody_hears_no_other_reason() -> None:
    """Of three one has an alibi and one is nominated: a day without a vote loses the game."""
    table = world(gone=dict.fromkeys((4, 5, 6, 7, 8), "killed"), nominations=((2, 2, 3),))
    assert reason_for(put(ME, "speech.floor", (ME, PASS)), table, PASS).key == "why.floor.none"


def test_a_black_card_that_does_as_a_red_one_hears_how_a_red_one_sees_it() -> None:
    """It knows who is black, or at least that it is itself: “as a guess, with a chance of 33%” was not its guess."""
    begins = as_maniac(blacks(3, cast=THREE_SIDES, day=1))
    question = put(ME, "speech.floor", (2, 3, 4, 5, 6, 7, PASS))
    assert reason_for(question, begins, answer(begins, question)).key == "why.floor.like_red"
    named = as_maniac(blacks(3, cast=THREE_SIDES, day=1, nominations=((1, 2, 3), (1, 6, 7))))
    question = put(ME, "speech.floor", (2, 4, 5, 6, PASS))
    assert answer(named, question) == PASS
    assert reason_for(question, named, PASS).key == "why.floor.stands.like_red"


def test_a_black_card_brings_about_a_vote_only_where_others_do() -> None:
    question = put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))
    three_sides = {"don": 1, "mafia": 1, "maniac": 1, "citizen": 5}
    quiet, loud = (
        blacks(3, day=3, cast=three_sides, nominations=tuple((day, 6, 5) for day in days)) for days in ((), (1, 2))
    )
    assert answer(quiet, question) == PASS
    assert answer(loud, question) != PASS


def calm(by: Seat) -> Claim:
    """Somebody speaks for seat 1 on the first day."""
    return Claim(day=1, occasion=f"speech.1.{by}", by=by, kind=TRUST, about=ME, why="gut", other=0, turn=0)


ALL_BUT_FIVE = tuple((day, by, 4) for day in (1, 2, 3) for by in (2, 4, 6, 7))
SPOKEN_AGAINST_FIVE = tuple(
    Claim(day=1, occasion=f"speech.1.{by}", by=by, kind=SUSPECT, about=5, why="gut", other=0, turn=0)
    for by in (2, 6, 7)
)
AGAINST_FOUR, AGAINST_FIVE = (tuple(found(by, seat) for by in (6, 7)) for seat in (4, 5))


@pytest.mark.parametrize(
    ("seen", "voted_for", "easiest"),
    [
        pytest.param({"claims": tuple(calm(by) for by in (2, 4, 6))}, 5, (5, 7), id="who has said least"),
        pytest.param({"claims": AGAINST_FOUR, "nominations": ALL_BUT_FIVE}, 5, (5,), id="who has named nobody"),
        pytest.param({"claims": (found(2, 4), *SPOKEN_AGAINST_FIVE)}, 5, (5,), id="who was spoken against most often"),
        pytest.param({"claims": AGAINST_FIVE}, 4, (2, 4, 5, 6, 7), id="who was named first"),
        pytest.param({"claims": AGAINST_FIVE}, 5, (PASS,), id="who is spoken against"),
    ],
)
@pytest.mark.parametrize("role", ["mafia", "maniac"])
def test_where_people_vote_by_one_thing_only_a_black_card_names_whom_they_would_vote_for(
    role: str, seen: dict[str, Any], voted_for: Seat, easiest: tuple[Value, ...]
) -> None:
    """Early, and each day: nobody looks at who names whom. Where they weigh what was said, it leaves that to others."""
    cast = {"don": 1, "mafia": 1, "maniac": 1, "sheriff": 1, "citizen": 4}
    voters = (2, 3, 6, 7, 8)
    polls = tuple((seat, voters if seat == voted_for else ()) for seat in (4, 5))
    known = {"day": 5, "cast": cast, "votes": tuple(vote(day, *polls) for day in (1, 2, 3, 4)), **seen}
    table = blacks(3, **known)
    table = as_maniac(table) if role == "maniac" else table
    assert ME not in last_speakers(table)[5]
    assert answer(table, put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS))) in easiest


def test_where_people_vote_as_they_speak_a_black_card_speaks_against_whom_they_would_vote_for() -> None:
    polls = ((4, ()), (5, (2, 3, 6, 7, 8)))
    accused = []
    for days in ((), (1, 2, 3)):
        votes = tuple(vote(day, *polls) for day in days)
        table = blacks(3, day=4, votes=votes, claims=(found(2, 4), *SPOKEN_AGAINST_FIVE))
        occasion = f"speech.4.{ME}"
        says = partial(claimable, table, ME, occasion)
        asked = put(ME, "speech.floor", (2, 4, 5, 6, 7, PASS), occasion=occasion, says=says)
        answers = [StrongMafiaPlayer(Random(seed)).answer(asked, lambda seen=table: seen) for seed in range(40)]
        accused.append({str(one).split(".")[1] for one in answers if str(one).startswith("#suspect.")})
    assert "5" not in accused[0]
    assert accused[1] == {"5"}


def test_what_is_said_of_somebody_whose_card_nobody_knows_tells_nothing_of_them() -> None:
    """Words cost nothing: blacks won who spoke against anybody, or against whoever was spoken against before."""
    said = [black(*(against(by, 5) for by in many))[5] for many in ((), (2,), (2, 3, 4, 6, 7))]
    assert said == pytest.approx([said[0]] * 3, abs=0.01)


def test_a_red_card_names_whom_it_has_spoken_against_where_hardly_anybody_is_blacker() -> None:
    """Whoever speaks against one and names another seems to know something of the second."""
    named = []
    for accused in (3, 4, 5):
        own = Claim(day=2, occasion=f"speech.2.{ME}", by=ME, kind=SUSPECT, about=accused, why="gut", other=0, turn=0)
        table = world(gone={8: "killed"}, claims=(own,), nominations=((2, 2, 7),))
        named.append(answer(table, put(ME, "speech.floor", (2, 3, 4, 5, 6, PASS))))
    assert named == [3, 4, 5]


def share_of_passes(view: MafiaView, question: Question) -> float:
    """How often a strong player names nobody here, from 0 to 1."""
    answers = [StrongMafiaPlayer(Random(seed)).answer(question, lambda: view) for seed in range(100)]
    return answers.count(PASS) / len(answers)


def test_the_maniac_names_somebody_as_early_as_a_red_card_where_others_do() -> None:
    """It has no mates, and needs the vote as the reds do; but where few name anybody early it draws no eyes."""
    players = [asdict(player) for player in world(gone={8: "killed"}).players]
    players[ME - 1]["role"] = "maniac"
    cast = {"don": 1, "mafia": 1, "maniac": 1, "sheriff": 1, "citizen": 4}
    late = last_speakers(world(day=4, gone={8: "killed"}))
    assert ME not in late[4]
    assert ME not in late[1]
    named = {
        is_late: tuple((day, by, 4) for day in (1, 2, 3) for by in range(2, 8) if (by in late[day]) == is_late)
        for is_late in (False, True)
    }
    question = put(ME, "speech.floor", (2, 3, 4, 5, 6, 7, PASS))
    chosen = {}
    for is_late, nominations in named.items():
        seen = {"cast": cast, "day": 4, "players": players, "nominations": nominations, "claims": (found(3, 4, 2),)}
        chosen[is_late] = share_of_passes(world(role="maniac", side="maniac", **seen), question)
    assert chosen[False] == 0
    assert chosen[True] > 0.5, "no oftener than the others"
    first_day = world(role="maniac", side="maniac", players=players, cast=cast, day=1)
    assert answer(first_day, question) != PASS, "on the first day nobody can know anything"


def test_the_maniac_keeps_quiet_where_most_who_have_the_floor_do() -> None:
    """Nobody leaves it to the last two here; but one in five names somebody, and whoever does it oftener draws eyes."""
    players = [asdict(player) for player in world(gone={8: "killed"}).players]
    players[ME - 1]["role"] = "maniac"
    cast = {"don": 1, "mafia": 1, "maniac": 1, "sheriff": 1, "citizen": 4}
    order = speakers(world(day=7, gone={8: "killed"}))
    assert order[7][:2] == [7, ME]
    early = {day: [by for by in order[day][:-2] if by not in (ME, 4)] for day in range(1, 7)}
    question = put(ME, "speech.floor", (2, 3, 4, 5, 6, 7, PASS))
    chosen = []
    for few in (True, False):
        nominations = tuple((day, by, 4) for day, seats in early.items() for by in (seats[-1:] if few else seats))
        seen = {"cast": cast, "day": 7, "players": players, "nominations": nominations, "claims": (found(3, 4, 2),)}
        chosen.append(share_of_passes(world(role="maniac", side="maniac", **seen), question))
    assert chosen[0] > 0.7
    assert chosen[1] == 0


def vote(day: int, *votes: tuple[Seat, tuple[Seat, ...]]) -> VoteView:
    """A vote that was counted: whom each of these voted for, in the order of nomination."""
    nominees = tuple(nominee for nominee, _ in votes)
    return VoteView(day=day, again=0, kind="vote", nominees=nominees, votes=votes, left=(), counted=True)


def test_how_a_table_votes_is_learnt_from_its_votes() -> None:
    """Two stood before, twice; all but one voted for whoever was named first, or only that one did. What is foreseen is
    that they do so again."""
    standing = VoteView(day=3, again=0, kind="vote", nominees=(6, 4), votes=(), left=(), counted=False)
    first, second = (2, 3, 5, 6, 7), (4,)
    foreseen = []
    for of_first, of_second in ((first, second), (second, first)):
        votes = [vote(day, (4, of_first), (7, of_second)) for day in (1, 2)]
        view = world(gone={8: "killed"}, day=3, phase="vote", votes=(*votes, standing))
        foreseen.append(Voters(view, {}).expected((2, 3, 5, 7)))
    assert all(sum(votes.values()) == pytest.approx(4) for votes in foreseen)
    assert foreseen[0][6] > foreseen[1][6] + 1


def test_a_table_of_one_mind_is_foreseen_from_the_little_more_that_is_against_somebody() -> None:
    """All but 6 have voted out a red card, which was named first: that tells a little against them, and more against 6,
    who is named last."""
    shown = vote(1, (8, (1, 2, 3, 4, 5, 7)), (5, (6, 8)))
    standing = VoteView(day=2, again=0, kind="vote", nominees=(2, 6), votes=(), left=(), counted=False)
    view = world(gone={8: "voted"}, day=2, phase="vote", votes=(shown, standing))
    players = tuple(replace(one, role="citizen") if one.seat == 8 else one for one in view.players)
    foreseen = Voters(view.model_copy(update={"players": players}), {}).expected((3, 4, 5, 7))
    assert foreseen[6] > foreseen[2]


def test_it_is_foreseen_that_people_vote_for_whom_they_have_spoken_against() -> None:
    """Even on the first day, when no vote has told anything; and not after votes that went another way."""
    spoken = tuple(against(by, 5, 1) for by in (2, 3, 4))
    first = VoteView(day=1, again=0, kind="vote", nominees=(8, 5), votes=(), left=(), counted=False)
    foreseen = Voters(world(day=1, phase="vote", claims=spoken, votes=(first,)), {}).expected((2, 3, 4))
    assert foreseen[5] > 2 * foreseen[8]
    broken = vote(1, (8, (2, 3, 4, 6)), (5, (7,)))
    again = replace(first, day=2, nominees=(7, 6))
    spoken = (*spoken, *(against(by, 6, 2) for by in (2, 3, 4)))
    learnt = world(day=2, gone={8: "voted"}, phase="vote", claims=spoken, votes=(broken, again))
    assert Voters(learnt, {}).expected((2, 3, 4))[6] < foreseen[5]


def test_whoever_names_somebody_on_the_first_day_is_looked_at_the_more_the_fewer_do() -> None:
    """Nobody can know anything then, and the last two see to a vote."""
    alone = black(nominations=((1, 3, 6),))
    assert alone[3] > alone[4]
    among_many = black(nominations=tuple((1, seat, 9 - seat) for seat in (2, 3, 4, 5, 6)))
    assert among_many[3] / among_many[7] < alone[3] / alone[4]
    late = black(nominations=((1, 8, 6),))
    assert late[8] < late[4]
    with_maniac = black(
        nominations=tuple((1, seat, 9 - seat) for seat in (2, 3, 4)), cast={**CAST, "citizen": 4, "maniac": 1}
    )
    assert with_maniac[4] > with_maniac[3], "two have to stand each day where a Maniac is about"


def test_a_red_card_lets_the_first_day_pass_without_a_vote_unless_there_is_a_maniac() -> None:
    """A vote of people who know nothing hits one of their own more often than not."""
    question = put(ME, "speech.floor", (2, 3, 4, 5, 6, 7, PASS))
    for cast, passes in ((CAST, True), ({**CAST, "citizen": 4, "maniac": 1}, False)):
        seven = world(gone={8: "killed"}, cast=cast, day=1)
        assert (answer(seven, question) == PASS) is passes


def third_vote(team: Seat, nominees: tuple[Seat, ...], voters_of_named: tuple[Seat, ...] | None) -> MafiaView:
    """5 has named 3 without a word, as the Sheriff would: who counts accusations votes for 3. 4 alone has kept silent,
    which worlds are weighed by. Of 5 and 2, who stood before, 2 was named in such a way, and got these votes; None: no
    vote was held."""
    stand = {"day": 3, "again": 0, "kind": "vote", "nominees": nominees, "votes": (), "left": (), "counted": False}
    told = tuple(
        Claim(day=2, occasion=f"speech.2.{by}", by=by, kind=TRUST, about=ME, why="gut", other=0, turn=0)
        for by in (2, 3, 5, 6, 7)
    )
    named = ((2, 7, 5), (2, 6, 2), (3, 5, 3))
    votes: tuple[Any, ...] = (stand,)
    if voters_of_named is not None:
        others = tuple(seat for seat in (3, 4, 6) if seat not in voters_of_named)
        votes = (vote(2, (5, others), (2, voters_of_named)), stand)
    return blacks(team, day=3, phase="vote", claims=told, nominations=named, votes=votes)


def votes_for(view: MafiaView, nominee: Seat) -> bool:
    return answer(view, put(ME, "vote.hand", (YES, NO), values={"nominee": nominee})) == YES


@pytest.mark.parametrize(("voters_of_named", "choice"), [((3, 4, 5, 6), 3), ((), 4)])
@pytest.mark.parametrize("role", ["mafia", "maniac"])
def test_a_black_card_votes_as_its_table_does(role: str, voters_of_named: tuple[Seat, ...], choice: Seat) -> None:
    table = third_vote(7, (4, 3), voters_of_named)
    assert votes_for(as_maniac(table) if role == "maniac" else table, choice)


def test_where_people_weigh_the_mafia_spares_a_mate_only_who_need_not_leave() -> None:
    """For whom it spares would tell who it is there."""
    assert votes_for(third_vote(4, (4, 3), ()), 4)
    assert not votes_for(third_vote(4, (3, 4), (3, 4, 5, 6)), 4)


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


def test_the_mafia_may_lie_on_the_last_day_that_decides_if_the_table_would_believe_it_and_not_always() -> None:
    """Six are alive, two of them black: whoever of the others leaves, the game is won by the morning."""

    def share_of_lies(gone: dict[Seat, str], *claims: Claim, voted: tuple[VoteView, ...] = ()) -> float:
        players = [asdict(player) for player in world(gone=gone).players]
        players[ME - 1]["role"], players[1]["role"] = "mafia", "don"
        view = blacks(2, players=players, claims=claims, votes=voted, day=4)
        question = put(ME, "speech.floor", (2, 3, 4, 5, 6, PASS), occasion=f"speech.4.{ME}", says=list)
        said = [str(StrongMafiaPlayer(Random(chance)).answer(question, lambda: view)) for chance in range(60)]
        return sum(one.startswith(f"#{CHECKED}") for one in said) / len(said)

    six = {7: "killed", 8: "killed"}
    accused = [found(4, 3, day) for day in (2, 3)]
    believed = tuple(
        VoteView(day=day, again=0, kind="vote", nominees=(3, 4), votes=((3, (5, 6)),), left=(), counted=True)
        for day in (2, 3)
    )
    assert 0.5 < share_of_lies(six, *accused, voted=believed) < 1, "at this table whoever is found out leaves"
    assert 0.5 < share_of_lies(six) < 1, "where nobody has voted yet, people are taken to believe the first finder"
    assert share_of_lies({8: "killed"}, *accused, voted=believed) < 0.2, "one red card less is not enough"
    today = found(4, 5, 4)
    assert share_of_lies(six, *accused, today, voted=believed) < 0.2, "somebody was found out today: two are too many"


def test_every_answer_is_legal_quick_and_made_of_the_own_view_alone() -> None:
    rng, slowest = Random(6), [0.0]
    for seats in (7, *range(8, size(8, full=21))):
        options = MAFIA_GAME.role_set("club").options
        match = Match.start(MAFIA_GAME, options, seats, LooseChance(rng), record=False)
        play(match, {seat: Scrupulous(seat, rng, slowest) for seat in range(1, seats + 1)}, rng)
        assert match.outcome is not None
    assert max(slowest) < 0.15


def test_whoever_speaks_for_many_looks_no_better_and_no_worse() -> None:
    said = [
        Claim(day=1, occasion="speech.1.2", by=2, kind=TRUST, about=about, why="gut", other=0, turn=0)
        for about in range(3, 9)
    ]
    assert black(*said)[2] == pytest.approx(black()[2], abs=0.02)


def against(by: Seat, about: Seat, day: int = 1) -> Claim:
    """Somebody speaks against somebody."""
    return Claim(day=day, occasion=f"speech.{day}.{by}", by=by, kind=SUSPECT, about=about, why="gut", other=0, turn=0)


def test_whoever_speaks_against_many_in_one_speech_says_less_of_each_of_them() -> None:
    """Of the Mafia, who left with their card shown: whom they have spoken against is hardly a mate."""
    shares = []
    for abouts in ((), (5,), (5, 6, 7)):
        view = world(gone={2: "voted"}, claims=tuple(against(2, about) for about in abouts))
        players = tuple(replace(one, role="mafia") if one.seat == 2 else one for one in view.players)
        shares.append(Worlds(view.model_copy(update={"players": players})).black[5])
    nobody, alone, among_others = shares
    assert alone < among_others < nobody


def test_where_nearly_all_say_they_are_the_sheriff_the_one_who_does_not_looks_no_better() -> None:
    said = [
        Claim(day=2, occasion=f"speech.2.{by}", by=by, kind=I_AM, about=by, why="sheriff", other=0, turn=0)
        for by in range(2, 8)
    ]
    shares = black(*said)
    assert shares[8] > 0.1


def test_the_mafia_names_somebody_where_all_do() -> None:
    named = tuple((1, by, by % 8 + 1) for by in range(1, 9))
    quiet = world(role="mafia", side="mafia", team=(ME, 2), nominations=())
    busy = world(role="mafia", side="mafia", team=(ME, 2), nominations=(*named, (2, 2, 5), (2, 3, 6), (2, 4, 7)))
    asked = put(ME, "speech.floor", (PASS, 3, 4, 8))
    assert StrongMafiaPlayer(Random(1)).answer(asked, lambda: quiet) == PASS
    assert StrongMafiaPlayer(Random(1)).answer(asked, lambda: busy) in (3, 4, 8)


def said_on_third_day(*claims: Claim, role: str = "mafia", side: str = "mafia") -> list[str]:
    """What a strong player says on the third day to a table that has said so much, with one chance after the other."""
    team = (ME, 2) if side == "mafia" else ()
    view = world(role=role, side=side, team=team, day=3, claims=claims)
    asked = put(
        ME,
        "speech.floor",
        (PASS, 3, 4, 8),
        occasion=f"speech.3.{ME}",
        says=lambda: claimable(view, ME, f"speech.3.{ME}"),
    )
    answers = [StrongMafiaPlayer(Random(dice)).answer(asked, lambda: view) for dice in range(60)]
    return [answer for answer in answers if isinstance(answer, str) and answer.startswith("#")]


@pytest.mark.parametrize("role", ["mafia", "citizen"])
def test_a_strong_player_says_as_much_in_a_speech_as_the_others_do_and_of_somebody_else(role: str) -> None:
    own = Claim(day=3, occasion=f"speech.3.{ME}", by=ME, kind=SUSPECT, about=3, why="gut", other=0, turn=0)
    side, once = ("mafia" if role == "mafia" else "red"), all_say(SUSPECT, "gut")
    thrice = [replace(one, about=(one.about + more) % 8 + 1) for one in once for more in (0, 1, 2)]
    assert said_on_third_day(*once, own, role=role, side=side) == []
    said = said_on_third_day(*thrice, own, role=role, side=side)
    assert said
    assert not any(one.startswith((f"#{SUSPECT}.3.", f"#{TRUST}.3.")) for one in said)


def all_say(kind: str, why: str) -> list[Claim]:
    """Everybody else says the same on the first two days, of the next or of themselves."""
    return [
        Claim(
            day=day,
            occasion=f"speech.{day}.{by}",
            by=by,
            kind=kind,
            about=by if kind == I_AM else by % 8 + 1,
            why=why,
            other=0,
            turn=0,
        )
        for day in (1, 2)
        for by in range(2, 9)
    ]


@pytest.mark.parametrize(("role", "side"), [("mafia", "mafia"), ("citizen", "red")])
def test_where_nobody_has_ever_said_anything_nobody_is_the_first_on_the_third_day(role: str, side: str) -> None:
    assert said_on_third_day(role=role, side=side) == []
    assert said_on_third_day(*all_say(SUSPECT, "gut"), role=role, side=side)


def test_a_mates_word_does_not_make_a_silent_table_one_that_talks() -> None:
    word = all_say(SUSPECT, "gut")[0]
    assert word.by == 2, "the mate"
    assert said_on_third_day(word) == []
    assert said_on_third_day(replace(word, by=3, occasion="speech.1.3"))


def test_where_all_speak_for_one_another_a_strong_player_does() -> None:
    said = said_on_third_day(*all_say(TRUST, "gut"))
    against = said_on_third_day(*all_say(SUSPECT, "gut"))
    assert sum(one.startswith(f"#{TRUST}.") for one in said) > 50
    assert sum(one.startswith(f"#{TRUST}.") for one in against) < 30


@pytest.mark.parametrize("card", ["citizen", "sheriff"])
def test_where_all_say_which_card_they_hold_the_mafia_says_that_it_holds_the_same(card: str) -> None:
    said = said_on_third_day(*all_say(I_AM, card))
    assert sum(one == code(I_AM, 0, card) for one in said) > 50
