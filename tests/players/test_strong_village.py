"""The strong villager and Rumplestiltskin: what they make of what was said and done, and that they see nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import thread_time
from typing import Any

import pytest
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value, put
from bot.engine.rulebook import Look
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM, SUSPECT, TRUST, Claim
from bot.games.village.claims import FOUND
from bot.games.village.game import GAME as VILLAGE
from bot.games.village.players.reasons import why
from bot.games.village.players.situation import Situation
from bot.games.village.players.strong import StrongVillagePlayer, situation_of
from bot.games.village.players.worlds import Worlds
from bot.games.village.roles.little_mary import PEEK
from bot.games.village.values import BURN, READY, SPARE
from bot.games.village.views import BallotView, NominationView, VillageView
from bot.players import NORMAL, player_for
from bot.simulate import LooseChance, play

ME = 1
CLASSIC = VILLAGE.role_set("classic").options
MATCH = Match.start(VILLAGE, CLASSIC, 9, LooseChance(Random(1)), record=False)


def village(*claims: Claim, gone: dict[Seat, tuple[str, str]] | None = None, **changes: Any) -> VillageView:
    """Seat 1, a villager among nine, two of them Rumplestiltskins, on the second day; `gone`: the end and the card of
    those who left on the first night."""
    sample, left = MATCH.view(ME).model_dump(), gone or {}
    players = [
        {
            **player,
            "alive": player["seat"] not in left,
            "role": "villager" if player["seat"] == ME else left.get(player["seat"], ("", None))[1],
            "end": left[player["seat"]][0] if player["seat"] in left else None,
            "end_night": int(player["seat"] in left),
        }
        for player in sample["players"]
    ]
    mine = {"role": "villager", "side": "town", "team": (), "night": 2, "players": players, "claims": claims}
    return VillageView.model_validate({**sample, **mine, **changes})


def found(by: Seat, about: Seat, day: int = 2) -> Claim:
    """Somebody says that they have found somebody out."""
    occasion = f"call.{day}"
    return Claim(day=day, occasion=occasion, by=by, kind=CHECKED, about=about, why="", other=0, turn=0)


def guilty(*claims: Claim, **changes: Any) -> dict[Seat, float]:
    return Worlds(village(*claims, **changes)).guilty


def verdict(suspect: Seat, *, is_guilty: bool) -> dict[str, Any]:
    return {"night": 1, "key": "night.verdict", "values": {"suspect": suspect, "guilty": is_guilty}}


def test_so_many_are_guilty_as_the_cast_says_and_i_am_not() -> None:
    shares = guilty()
    assert shares[ME] == 0
    assert sum(shares.values()) == pytest.approx(2)


def test_the_only_one_who_has_found_somebody_out_is_believed() -> None:
    shares = guilty(found(2, 3))
    assert shares[3] > 0.6
    assert shares[2] < 0.3


def test_where_everybody_has_found_somebody_out_nobody_is_believed_much() -> None:
    shares = guilty(found(2, 3), found(3, 4), found(4, 5), found(5, 2))
    assert max(shares[seat] for seat in (2, 3, 4, 5)) < guilty(found(2, 3))[3]


def test_a_village_that_has_lived_for_hundreds_of_days_is_still_weighed() -> None:
    """Where the Prince saves the same one night after night, and nobody burns."""
    shares = guilty(suspects(2, 3, day=1), night=400)
    assert sum(shares.values()) == pytest.approx(2)


def test_where_everybody_says_to_know_everything_one_still_goes_by_what_happened() -> None:
    """People who make noise do not make the village blind: it would burn nobody any more."""
    others = range(2, 10)
    noise = [found(by, about) for by in others for about in others if by != about]
    noise += [replace(one, kind=CLEARED) for one in noise]
    shares = guilty(*noise, gone={5: ("rumplestiltskins", "villager")})
    assert sum(shares.values()) == pytest.approx(2)
    assert shares == pytest.approx(guilty(gone={5: ("rumplestiltskins", "villager")}))


def test_whoever_has_found_me_out_is_a_liar_and_one_of_them() -> None:
    assert guilty(found(2, ME))[2] > 0.5


def test_at_a_table_of_liars_whoever_goes_on_finding_people_out_is_suspected_and_their_word_is_worth_little() -> None:
    lied = {8: ("burned", "villager"), 9: ("rumplestiltskins", "huntsman")}
    shares = guilty(found(2, 8, day=1), found(2, 4), found(3, 5), gone=lied)
    assert shares[2] == max(shares.values())
    assert shares[5] < guilty(found(3, 5))[5]


def test_the_word_of_a_sheriff_whose_card_was_shown_is_as_good_as_a_proof() -> None:
    dead = {2: ("rumplestiltskins", "sheriff")}
    assert guilty(found(2, 3, day=1), gone=dead)[3] > 0.95


def test_what_the_sheriff_has_learnt_is_certain_and_the_other_sheriff_a_liar() -> None:
    facts = [verdict(4, is_guilty=True), verdict(5, is_guilty=False)]
    shares = guilty(found(2, 5), role="sheriff", learnt=facts)
    assert shares[4] == pytest.approx(1)
    assert shares[5] == 0
    assert shares[2] > 0.5


def test_whoever_was_killed_at_night_without_a_card_was_hardly_one_of_them() -> None:
    assert guilty(gone={5: ("rumplestiltskins", "villager")})[5] == 0


def test_whoever_burned_a_rumplestiltskin_is_suspected_less_than_those_who_named_somebody_else() -> None:
    polls = ((3, (1, 4, 5, 6)), (7, (2, 8)))
    ballot = BallotView(day=1, rerun=0, majority=4, most_burn=False, polls=polls, burned=3, counted=True)
    shares = guilty(gone={3: ("burned", "warlock")}, ballots=(ballot,))
    assert shares[2] > shares[4]


def test_where_hardly_anybody_is_the_first_to_name_somebody_whoever_always_is_draws_eyes() -> None:
    """How often people do so is learnt in this village: two who do it day after day stand out. Where all do, nobody
    does."""
    few, all_of_them = (2, 3), range(2, 10)

    def named(leaders: Sequence[Seat]) -> tuple[NominationView, ...]:
        return tuple(
            NominationView(day=day, by=by, nominee=1 + by % 9, reason=None) for day in range(1, 5) for by in leaders
        )

    shares = guilty(night=5, nominations=named(few))
    assert min(shares[seat] for seat in few) > max(shares[seat] for seat in (5, 6, 7, 8, 9))
    alike = guilty(night=5, nominations=named(all_of_them))
    assert max(alike[seat] for seat in (2, 5, 8)) < 0.4


def test_who_speaks_against_mates_as_well_as_others_is_not_cleared_by_it() -> None:
    """Of a word it tells something only whom it is about: not how much somebody speaks, and two who accuse each other
    day after day may have agreed on it."""
    round_the_table = [suspects(by, 1) for by in range(3, 10)]
    shares = guilty(*round_the_table, *(suspects(2, about) for about in range(3, 10)))
    assert shares[2] == pytest.approx(shares[3], rel=0.2)
    feud = [suspects(by, about) for by, about in ((2, 3), (3, 2), (2, 4), (4, 2), (3, 4), (4, 3))]
    shares = guilty(*feud, cast={"rumplestiltskin": 3, "villager": 6})
    assert min(shares[seat] for seat in (2, 3, 4)) > max(shares[seat] for seat in (5, 6, 7, 8, 9))


def test_who_keeps_quiet_where_everybody_speaks_is_suspected_until_the_quiet_are_shown_to_be_innocent() -> None:
    def talk(speakers: Sequence[Seat]) -> list[Claim]:
        return [suspects(by, 1 + by % 9, day) for day in range(1, 5) for by in speakers]

    def named(speakers: Sequence[Seat]) -> tuple[NominationView, ...]:
        return tuple(NominationView(day=day, by=by, nominee=1, reason=None) for day in range(1, 5) for by in speakers)

    loud = (1, 2, 3, 4, 5, 6, 7)
    shares = guilty(*talk(loud), night=5, nominations=named(loud))
    assert min(shares[8], shares[9]) > 1.5 * max(shares[seat] for seat in loud)
    few = (1, 2, 3, 4, 5)
    gone = {6: ("burned", "villager"), 7: ("burned", "villager"), 8: ("burned", "villager")}
    learnt = guilty(*talk(few), night=5, nominations=named(few), gone=gone)
    unknown = guilty(*talk(few), night=5, nominations=named(few))
    assert learnt[9] / learnt[2] < unknown[9] / unknown[2]


# -- what it does with it ----------------------------------------------------------------------------------------------


def answer(view: VillageView, question: Question) -> Value:
    return StrongVillagePlayer(Random(1)).answer(question, lambda: view)


def call(*seats: Seat) -> Question:
    return put(ME, "day.call", (*seats, READY), "reasoned")


EIGHT = {9: ("rumplestiltskins", "villager")}
SEVEN = {**EIGHT, 8: ("burned", "villager")}


def test_nobody_is_named_on_a_day_that_costs_no_fire_but_somebody_is_where_it_would() -> None:
    """Seven of whom two are guilty: five villagers, who have lost at two. Two fires, and none the more for waiting."""
    assert answer(village(gone=EIGHT), call(2, 3, 4, 5, 6, 7, 8)) == [READY, None]
    value = answer(village(gone=SEVEN), call(2, 3, 4, 5, 6, 7))
    assert isinstance(value, list)
    assert value[0] in range(2, 8)


def test_somebody_who_was_found_out_is_named_at_once() -> None:
    assert answer(village(found(2, 3), gone=EIGHT), call(2, 3, 4, 5, 6, 7, 8))[0] == 3  # type: ignore[index]
    seen = village(gone=EIGHT, role="sheriff", learnt=[verdict(6, is_guilty=True)])
    assert answer(seen, call(2, 3, 4, 5, 6, 7, 8)) == [6, FOUND]


def ballot_on(nominee: Seat, *nominees: Seat) -> dict[str, Any]:
    """What the view shows while this nominee is voted on, the last of those who were named."""
    named = [NominationView(day=2, by=4, nominee=seat, reason=None) for seat in (*nominees, nominee)]
    ballot = BallotView(day=2, rerun=0, majority=4, most_burn=False, polls=((nominee, ()),), burned=None, counted=False)
    return {"nominations": named, "ballots": (ballot,)}


def test_a_villager_burns_the_guiltiest_who_stands_and_spares_the_others() -> None:
    vote = put(ME, "day.vote", (BURN, SPARE))
    assert answer(village(found(2, 3), gone=SEVEN, **ballot_on(5, 3)), vote) == SPARE
    assert answer(village(found(2, 3), gone=SEVEN, **ballot_on(3, 5)), vote) == BURN


def test_a_sheriff_who_has_told_a_finding_tells_next_day_who_is_innocent_and_not_before() -> None:
    """Nothing is left to hide, and the next night may be the last."""
    learnt = [verdict(6, is_guilty=False), verdict(3, is_guilty=True), verdict(9, is_guilty=False)]
    speaks = put(ME, "day.call", (2, 4, 5, 6, 7, 8, READY), "reasoned", occasion="call.3", says=list)

    def said(*claims: Claim, gone: dict[Seat, tuple[str, str]]) -> Value:
        return answer(village(*claims, gone=gone, night=3, role="sheriff", learnt=learnt), speaks)

    burned = {**EIGHT, 3: ("burned", "warlock")}
    assert said(found(ME, 3), gone=burned) == f"#{CLEARED}.6", "seat 9 is dead"
    assert said(found(ME, 3), replace(found(ME, 6), kind=CLEARED), gone=burned) != f"#{CLEARED}.6"
    assert CLEARED not in str(said(gone=burned))


def test_little_mary_peeks_nearly_every_night_until_she_knows_of_somebody() -> None:
    peek = put(ME, "night.peek", (PEEK, None))

    def share(**changes: Any) -> float:
        view = village(gone=EIGHT, role="little_mary", **changes)
        return sum(StrongVillagePlayer(Random(n)).answer(peek, lambda: view) == PEEK for n in range(60)) / 60

    assert 0.85 < share() < 1
    assert share(learnt=[{"night": 1, "key": "night.glimpse", "values": {"suspect": 4}}]) == 0


def test_a_hatter_keeps_the_kill_until_somebody_is_more_likely_guilty_than_not() -> None:
    kill = put(ME, "night.assassinate", (2, 3, 4, None))
    assert answer(village(gone=EIGHT, role="mad_hatter"), kill) is None
    assert answer(village(found(2, 3), gone=EIGHT, role="mad_hatter"), kill) == 3


def test_the_hook_plays_as_a_normal_one_does() -> None:
    view = village(found(2, 3), gone=EIGHT, role="captain_hook", side="hook")
    for question in (call(2, 3, 4, 5, 6, 7, 8), put(ME, "night.suspect", (2, 3, 4, None))):
        assert answer(view, question) == player_for("village", NORMAL, Random(1)).answer(question, lambda: view)


# -- who speaks up -----------------------------------------------------------------------------------------------------


def share_of_speakers(*claims: Claim, card: dict[str, Any]) -> float:
    """Of forty tables with other names, the share of those at which seat 1, with this card, gives an opinion."""
    question = put(ME, "day.call", (2, 3, 4, 5, 6, 7, 8, 9, READY), "reasoned", occasion="call.2", says=list)
    said = []
    for table in range(40):
        view = village(*claims, **card)
        named = tuple(replace(player, alias=f"{table}.{player.seat}") for player in view.players)
        said.append(answer(view.model_copy(update={"players": named}), question))
    return sum(isinstance(one, str) and one.startswith((f"#{SUSPECT}", f"#{TRUST}")) for one in said) / len(said)


def test_where_nobody_speaks_a_few_begin_and_where_all_speak_all_do_whatever_their_card() -> None:
    """Else whoever talks at a silent table draws every eye; and how much somebody talks must tell nothing."""
    talk = [suspects(by, 2 if by != 2 else 3, day) for by in range(2, 10) for day in (1, 2)]
    for claims, least, most in (([], 0.1, 0.45), (talk, 0.9, 1)):
        of_town = share_of_speakers(*claims, card={})
        assert least <= of_town <= most
        assert share_of_speakers(*claims, card=HIDING) == pytest.approx(of_town, abs=0.1)


# -- how a Rumplestiltskin hides ---------------------------------------------------------------------------------------

HIDING = {"role": "warlock", "side": "rumplestiltskin", "team": (ME, 5)}
VICTIM = put(ME, "night.victim", (2, 3, 4, 6, 7, 8))


def suspects(by: Seat, about: Seat, day: int = 1) -> Claim:
    """Somebody speaks against somebody, without having found anything out."""
    return replace(found(by, about, day), kind=SUSPECT, why="gut")


def victims(*claims: Claim, **changes: Any) -> set[Value]:
    """Whom seat 1, with seat 5 the team, kills in the third night, with one chance after another."""
    view = village(*claims, **{"gone": EIGHT, "night": 3, **HIDING, **changes})
    return {StrongVillagePlayer(Random(chance)).answer(VICTIM, lambda: view) for chance in range(12)}


def test_a_rumplestiltskin_has_the_one_burned_whom_the_village_suspects_and_spares_a_mate() -> None:
    vote = put(ME, "day.vote", (BURN, SPARE))
    assert answer(village(found(2, 3), gone=SEVEN, **HIDING, **ballot_on(3, 6)), vote) == BURN
    assert answer(village(found(2, 3), gone=SEVEN, **HIDING, **ballot_on(6, 3)), vote) == SPARE
    assert answer(village(found(2, 3), gone=SEVEN, **HIDING, **ballot_on(5, 3)), vote) == SPARE


def test_a_rumplestiltskin_does_not_kill_those_whose_death_the_village_would_blame_them_for() -> None:
    """Where everybody has spoken against one of the team but for seat 2 and 3, those two are the victims."""
    against_us = [suspects(by, about) for by in (4, 6, 7, 8) for about in (ME, 5)]
    assert victims(*against_us, suspects(2, 4), suspects(3, 6)) <= {2, 3}


def test_a_rumplestiltskin_kills_who_knows_but_not_whose_card_would_prove_that_a_mate_is_one() -> None:
    nobody_protects = {"cast": {"rumplestiltskin": 2, "sheriff": 1, "villager": 6}}
    cleared = replace(found(3, 6), kind=CLEARED)
    assert victims(cleared, **nobody_protects) == {3}
    assert 3 not in victims(found(3, 5), **nobody_protects)


def test_a_rumplestiltskin_lets_live_who_tells_the_village_what_is_untrue() -> None:
    """Captain Hook may do so, who does not know his own side."""
    nobody_protects = {"cast": {"rumplestiltskin": 2, "sheriff": 1, "captain_hook": 1, "villager": 5}}
    sheriff = replace(found(3, 3), kind=I_AM, why="sheriff")
    assert victims(sheriff, **nobody_protects) == {3}
    assert 3 not in victims(sheriff, replace(found(3, 5), kind=CLEARED), **nobody_protects)


def test_a_rumplestiltskin_names_and_burns_whom_a_villager_would_who_knows_no_more_than_the_others() -> None:
    """Whatever it did otherwise, the village would see sooner or later. But a mate it gives up only when the others
    burn them anyway; and an innocent it may leave to the others where they can do it alone."""
    vote = put(ME, "day.vote", (BURN, SPARE))
    days: list[dict[str, Any]] = [{}, ballot_on(3, 6), ballot_on(6, 3), ballot_on(5, 3), ballot_on(5, 6)]
    for gone, living in (SEVEN, range(2, 8)), (EIGHT, range(2, 9)):
        for claims in [found(2, 3)], [found(2, 5)], [found(2, 3), found(4, 3)]:
            for day in days:
                question = vote if day else call(*living)
                villager, hidden = (village(*claims, gone=gone, **card, **day) for card in ({}, HIDING))
                is_saved = gone == SEVEN and day in days[3:] and claims == [found(2, 5)]
                may_hold_back = gone == EIGHT and day in days[1:3]
                expected = [SPARE if is_saved else answer(villager, question)] + [SPARE] * may_hold_back
                assert answer(hidden, question) in expected


def test_a_rumplestiltskin_leaves_it_to_the_others_to_burn_the_innocent_where_they_can_but_not_always() -> None:
    """Whoever is shown to have burned an innocent is looked at, and whoever never lends a hand is too."""

    vote = put(ME, "day.vote", (BURN, SPARE))

    def share_of_fires(gone: dict[Seat, tuple[str, str]], *ballot: Seat) -> float:
        view = village(found(2, 3), gone=gone, **HIDING, **ballot_on(*ballot))
        return sum(StrongVillagePlayer(Random(n)).answer(vote, lambda: view) == BURN for n in range(80)) / 80

    assert 0.05 < share_of_fires(EIGHT, 3, 6) < 0.5
    assert share_of_fires(SEVEN, 3, 6) == 1, "the others may need this vote"
    assert share_of_fires(EIGHT, 3, 5) == 1, "a mate stands as well"
    reasons = [
        why(vote, village(found(2, 3), gone=gone, **HIDING, **ballot_on(*ballot)), SPARE)
        for gone, ballot in ((EIGHT, (3, 6)), (EIGHT, (6, 3)), (SEVEN, (3, 6)))
    ]
    assert [reason and reason.key for reason in reasons] == [
        "why.vote.alone",
        "why.vote.villager.spare",
        "why.vote.villager.spare",
    ]


def test_a_vote_for_the_innocent_tells_those_who_think_in_worlds_less_than_others() -> None:
    """For most of these votes are those of villagers."""
    polls = ((3, (2, 4, 6, 7)),)
    ballot = BallotView(day=1, rerun=0, majority=4, most_burn=False, polls=polls, burned=3, counted=True)
    view = village(gone={3: ("burned", "villager")}, ballots=(ballot,))
    assert 0 < situation_of(view).evidence[2] < Situation(view).evidence[2] / 2


def test_a_rumplestiltskin_may_lie_once_the_village_can_afford_no_mistake_and_not_always() -> None:
    """Seven are alive, two of them Rumplestiltskins: whoever of the others burns, the village is lost."""

    def share_of_lies(*claims: Claim, gone: dict[Seat, tuple[str, str]]) -> float:
        view = village(*claims, gone=gone, **HIDING)
        choices = (*(seat for seat in range(2, 10) if seat not in gone), READY)
        question = put(ME, "day.call", choices, "reasoned", occasion="call.2", says=list)
        said = [str(StrongVillagePlayer(Random(chance)).answer(question, lambda: view)) for chance in range(80)]
        return sum(one.startswith(f"#{CHECKED}") for one in said) / len(said)

    assert 0.05 < share_of_lies(gone=SEVEN) < 0.3
    assert share_of_lies(gone=EIGHT) == 0, "one wrong fire more is not enough"
    assert share_of_lies(found(2, 3), gone=SEVEN) == 0, "somebody has found somebody out: two would not be believed"


def test_what_a_rumplestiltskin_thinks_the_village_thinks_does_not_hang_on_the_own_card() -> None:
    """The team looks to itself as to somebody without a card: so nobody acts upon what only they know."""
    seen = village(found(2, 3), found(5, 6), gone=EIGHT, **HIDING)
    bystander = village(found(2, 3), found(5, 6), gone=EIGHT)
    assert Worlds(seen, public=True).guilty == Worlds(bystander, public=True).guilty


class Scrupulous:
    """A strong player; checks every answer, and that nothing is needed but the view of its own seat."""

    def __init__(self, seat: Seat, rng: Random, slowest: list[float]) -> None:
        self.seat = seat
        self.slowest = slowest
        self.inner, self.seed = StrongVillagePlayer(rng), rng

    def answer(self, question: Question, look: Look) -> Value:
        view = look()
        assert isinstance(view, VillageView)
        assert view.seat == question.seat == self.seat
        state = self.seed.getstate()
        copy = VillageView.model_validate_json(view.model_dump_json())
        expected = StrongVillagePlayer(self.seed).answer(question, lambda: copy)
        self.seed.setstate(state)
        started = thread_time()
        value = self.inner.answer(question, lambda: view)
        self.slowest.append(thread_time() - started)
        question.check(value)
        assert value == expected, "what it remembers changes nothing"
        return value


@pytest.mark.full_size
def test_every_answer_is_legal_quick_and_made_of_the_own_view_alone() -> None:
    rng, slowest = Random(6), [0.0]
    for seats in range(8, size(9, full=21)):
        match = Match.start(VILLAGE, CLASSIC, seats, LooseChance(rng), record=False)
        play(match, {seat: Scrupulous(seat, Random(seat), slowest) for seat in range(1, seats + 1)}, rng)
        assert match.outcome is not None
    assert max(slowest) < 0.15
