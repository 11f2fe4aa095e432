"""The thoughtful player of Mafia: every card does what it knows, every answer is legal; and it beats chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from language.any_game import random_answer
from support.hidden_roles import claim_of
from support.sizes import size

from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look, Player, View
from bot.games.hidden_roles.claims import is_claim
from bot.games.mafia.cards import MAFIA, MANIAC, RED, SIDES
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import MafiaOptions
from bot.games.mafia.players.suspicion import ACCUSED, KILLED_FOR_IT, KNOWN, Evidence
from bot.games.mafia.players.thoughtful import MafiaPlayer
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView
from bot.games.random_player import RandomPlayer
from bot.players import player_for
from bot.simulate import LooseChance, play

EIGHT = ("sheriff", "don", "mafia", "doctor", "citizen", "citizen", "citizen", "citizen")
"""Seats 1 to 8. Seat 2 speaks first on the second day, so seats 8 and 1 speak last."""
SHERIFF, DON, MATE, DOCTOR = 1, 2, 3, 4
TEN = ("citizen", "don", "mafia", "maniac", "lover", "sheriff", "doctor", "citizen", "citizen", "citizen")
MANIACS, LOVERS = 4, 5


class Club:
    """A real match whose days and nights go as a script says, up to the question that a test is about."""

    def __init__(self, roles: Sequence[str] = EIGHT, **settings: Any) -> None:
        cast = {role: roles.count(role) for role in roles}
        quick: dict[str, Any] = {"fouls": "off", "final_seconds": 0, "quick_nights": True}
        options = MafiaOptions(casts={len(roles): cast}, **(quick | settings))
        chance = ScriptedChance({"deal.roles": list(roles)}, then=SealedChance("a test"))
        self.match = Match.start(MAFIA_GAME, options, len(roles), chance)
        self.nominations: dict[Seat, Seat] = {}
        self.votes: dict[Seat, Seat] = {}
        self.nights: Mapping[str, Seat] = {}
        self.reply_to("roles.delivered", "delivered")

    def reply_to(self, key: str, value: Value) -> None:
        question = next(question for question in self.match.open if question.key == key)
        self.match.answer(question.number, question.seat, value)

    def until(self, stop: Callable[[Question], bool]) -> None:
        """Go on as the script says until somebody is asked this."""
        for _ in range(1000):
            questions = [question for question in self.match.open if question.key != "foul"]
            if any(stop(question) for question in questions):
                return
            assert questions, "the game is over"
            people = [question for question in questions if question.seat > 0]
            question = people[0] if people else questions[0]
            value = self._scripted(question) if people else question.default
            self.match.answer(question.number, question.seat, value)
        raise AssertionError("never asked")

    def _scripted(self, question: Question) -> Value:
        if question.key == "speech.floor":
            nominee = self.nominations.get(question.seat)
            return nominee if nominee in question.choices else PASS
        if question.key == "vote.hand":
            assert question.values is not None
            return YES if self.votes.get(question.seat) == question.values["nominee"] else NO
        chosen = self.nights.get(question.key)
        return chosen if chosen in question.choices else question.choices[-1]

    def day(self, nominations: Mapping[Seat, Seat] = {}, votes: Mapping[Seat, Seat] = {}) -> None:
        """A whole day, to the night that follows it. Who votes for nobody votes for the last who stands."""
        self.nominations, self.votes = dict(nominations), dict(votes)
        self.until(lambda question: question.key.startswith("night."))

    def night(self, **chosen: Seat) -> None:
        """A whole night, to the first speech of the next day; `victim=5` is the answer to night.victim."""
        self.nights = {f"night.{key}": seat for key, seat in chosen.items()}
        self.nominations, self.votes = {}, {}
        self.until(lambda question: question.key == "speech.floor")

    def speeches(self, seat: Seat, nominations: Mapping[Seat, Seat] = {}) -> None:
        """Up to this seat's speech."""
        self.nominations = dict(nominations)
        self.until(lambda question: question.key == "speech.floor" and question.seat == seat)

    def hands(self, nominee: Seat, nominations: Mapping[Seat, Seat]) -> None:
        """Up to the hands for this nominee; everybody votes for nobody before."""
        self.nominations, self.votes = dict(nominations), {}
        self.until(lambda question: question.key == "vote.hand" and (question.values or {})["nominee"] == nominee)

    def view(self, seat: Seat) -> MafiaView:
        return mafia_view(self.match, seat)

    def says(self, seat: Seat, key: str) -> set[Value]:
        """Everything a thoughtful player may answer to an open question of this seat."""
        question = next(question for question in self.match.open_for(seat) if question.key == key)
        answers = [done for chance in range(60) for done in self._at_once(question, MafiaPlayer(Random(chance)))]
        return {answer for answer in answers if not is_claim(answer)}

    def claims(self, seat: Seat, key: str) -> set[Value]:
        """Everything a thoughtful player may say first, when it is asked this."""
        question = next(question for question in self.match.open_for(seat) if question.key == key)
        return {self._at_once(question, MafiaPlayer(Random(chance)))[0] for chance in range(60)}

    def _at_once(self, question: Question, player: MafiaPlayer) -> list[Value]:
        """What a player answers; if that is something said, what it does when that is said."""
        view = self.view(question.seat)
        answers = [player.answer(question, lambda: view)]
        if is_claim(answers[0]):
            heard = view.model_copy(update={"claims": (*view.claims, claim_of(question, view.day, answers[0]))})
            answers.append(player.answer(question, lambda: heard))
        for answer in answers:
            question.check(answer)
        return answers

    def scores(self, seat: Seat) -> dict[Seat, float]:
        """What this seat thinks; 0 is somebody without a card."""
        return Evidence(self.view(seat), public=seat == 0).scores


def mafia_view(match: Match, seat: Seat) -> MafiaView:
    view = match.view(seat)
    assert isinstance(view, MafiaView)
    return view


def after_first_night(
    roles: Sequence[str] = EIGHT, *, settings: Mapping[str, Any] | None = None, **chosen: Seat
) -> Club:
    """A day on which nobody is nominated, and this night."""
    mafia = Club(roles, **(settings or {}))
    mafia.day()
    mafia.night(**chosen)
    return mafia


# -- the Sheriff -----------------------------------------------------------------------------------------------------


def test_the_sheriff_names_whom_he_has_found_and_votes_for_him_alone() -> None:
    mafia = after_first_night(victim=5, investigate=MATE)
    mafia.speeches(SHERIFF, {2: 6, 6: 7})
    assert mafia.says(SHERIFF, "speech.floor") == {MATE}
    mafia.hands(6, {SHERIFF: MATE})
    assert mafia.says(SHERIFF, "vote.hand") == {NO}
    mafia.hands(7, {})
    assert mafia.says(SHERIFF, "vote.hand") == {NO}


def test_the_sheriff_votes_first_for_the_black_when_he_stands_first() -> None:
    mafia = after_first_night(victim=5, investigate=MATE)
    mafia.hands(MATE, {6: MATE, 7: 6})
    assert mafia.says(SHERIFF, "vote.hand") == {YES}


def test_the_sheriff_never_asks_twice() -> None:
    mafia = after_first_night(victim=5, investigate=6)
    mafia.day()
    assert mafia.says(SHERIFF, "night.investigate") == {DON, MATE, DOCTOR, 7, 8}


def test_the_sheriff_sees_through_a_false_one() -> None:
    mafia = after_first_night(victim=5, investigate=7)
    mafia.day({MATE: 6})
    assert mafia.says(SHERIFF, "night.investigate") == {MATE}
    assert mafia.scores(SHERIFF)[6] == 0


# -- Citizens --------------------------------------------------------------------------------------------------------


def test_the_table_follows_an_accusation() -> None:
    mafia = after_first_night(victim=5, investigate=7)
    mafia.hands(MATE, {7: MATE, 8: 6})
    assert mafia.says(6, "vote.hand") == {YES}
    assert mafia.says(DOCTOR, "vote.hand") == {YES}
    assert mafia.scores(0)[MATE] == ACCUSED


def test_the_last_two_speakers_accuse_nobody_and_nor_does_the_first_day() -> None:
    mafia = Club()
    mafia.day({2: 3, 4: 5}, {seat: 3 for seat in range(1, 9)})
    mafia.night(victim=5)
    mafia.day({8: 6, SHERIFF: 7})
    assert Evidence(mafia.view(0), public=True).accusations == []


def test_who_is_accused_in_innocence_knows_the_liar() -> None:
    mafia = after_first_night(victim=5)
    mafia.hands(6, {7: 6, 8: 7})
    assert mafia.scores(6)[7] >= ACCUSED
    assert mafia.says(6, "vote.hand") == {NO}


def test_an_accuser_who_is_killed_is_believed_and_one_who_lives_is_not() -> None:
    killed = after_first_night(victim=5)
    killed.day({7: MATE})
    killed.night(victim=7)
    assert killed.scores(6)[MATE] == ACCUSED + KILLED_FOR_IT
    killed.speeches(6)
    assert killed.says(6, "speech.floor") == {MATE}
    lives = after_first_night(victim=5)
    lives.day({7: MATE})
    lives.night(victim=8)
    assert lives.scores(6)[7] > 0
    assert lives.scores(6)[MATE] < ACCUSED


def test_where_there_is_a_doctor_a_night_without_a_death_says_nothing_against_an_accuser() -> None:
    mafia = after_first_night(victim=5)
    mafia.day({7: MATE})
    mafia.night(victim=7, doctor=7)
    assert mafia.view(0).player(7).alive
    assert mafia.scores(6)[7] <= 0
    assert mafia.scores(6)[MATE] == ACCUSED
    mafia.day()
    mafia.night(victim=8, doctor=DOCTOR)
    assert mafia.scores(6)[7] > 0


def test_who_accused_somebody_the_mafia_killed_is_the_liar() -> None:
    mafia = after_first_night(victim=5)
    mafia.day({7: 6})
    mafia.night(victim=6)
    assert mafia.scores(8)[7] >= ACCUSED


def test_an_accuser_of_as_many_as_there_are_blacks_has_lied_when_the_game_goes_on() -> None:
    mafia = after_first_night(("don", "citizen", "citizen", "citizen", "citizen", "doctor"), victim=6)
    mafia.day({3: 2, 5: 3}, {seat: 2 for seat in range(1, 6)})
    assert not mafia.view(0).player(2).alive
    assert mafia.scores(4)[3] >= ACCUSED


def test_shown_cards_are_believed() -> None:
    mafia = after_first_night(victim=SHERIFF, settings={"reveal": "leaving"})
    assert mafia.scores(6)[SHERIFF] <= -KNOWN
    mafia = after_first_night(victim=8, settings={"reveal": "leaving"})
    mafia.day({SHERIFF: 5, 4: MATE})
    mafia.night(victim=DOCTOR)
    assert mafia.scores(6)[MATE] < 1
    mafia = after_first_night(
        ("citizen", "don", "mafia", "sheriff", *EIGHT[4:]), victim=8, settings={"reveal": "leaving"}
    )
    mafia.day({4: MATE})
    mafia.night(victim=4)
    assert mafia.scores(6)[MATE] >= KNOWN


def test_who_votes_against_the_table_stands_out() -> None:
    mafia = Club()
    mafia.day({4: 5, 6: 7}, {1: 5, 2: 5, 4: 5, 6: 5, 7: 5, 8: 5})  # seats 3 and 5 vote for the last, 7
    scores = mafia.scores(0)
    assert scores[3] > scores[8]


def test_uninformed_reds_leave_the_day_to_the_last_two_and_an_even_number_can_wait() -> None:
    mafia = after_first_night(victim=5)  # seven are left
    mafia.speeches(7)
    assert mafia.says(7, "speech.floor") == {PASS}
    mafia.speeches(8)
    assert PASS not in mafia.says(8, "speech.floor")
    even = Club()
    even.speeches(8)
    assert even.says(8, "speech.floor") == {PASS}


def test_all_the_tied_leave_when_one_of_them_is_suspicious() -> None:
    for accused, answer in ((True, YES), (False, NO)):
        mafia = after_first_night(victim=8, doctor=8)  # eight are left
        mafia.nominations = {4: 6, 7: 8} if accused else {8: 6, SHERIFF: 5}
        first, second = (6, 8) if accused else (6, 5)
        mafia.votes = {1: first, 2: first, 3: first, 4: first, 5: second, 6: second, 7: second, 8: second}
        mafia.until(lambda question: question.key == "vote.all")
        assert mafia.says(2, "vote.all") == {YES}
        assert mafia.says(6, "vote.all") == {NO}
        bystander = 7 if accused else 4
        assert mafia.says(bystander, "vote.all") == {answer}


# -- Don and Mafia ---------------------------------------------------------------------------------------------------


def test_the_don_kills_the_sheriff_he_has_found_and_searches_no_further_among_mates() -> None:
    mafia = after_first_night(victim=5, search=SHERIFF)
    mafia.day()
    assert mafia.says(DON, "night.victim") == {SHERIFF}
    assert mafia.says(DON, "night.search") == {4, 6, 7, 8}


def test_the_team_kills_no_mates_and_accusers_first() -> None:
    mafia = after_first_night(victim=5)
    mafia.day()
    assert mafia.says(DON, "night.victim") == {1, 4, 6, 7, 8}
    mafia = after_first_night(victim=5)
    mafia.day({7: MATE})
    assert mafia.says(DON, "night.victim") == {7}
    assert mafia.says(MATE, "night.victim") == {7}


def test_mafia_points_where_the_don_points() -> None:
    mafia = after_first_night(victim=5)
    mafia.day({7: MATE})
    question = next(question for question in mafia.match.open_for(DON) if question.key == "night.victim")
    mafia.match.answer(question.number, DON, 8)
    assert mafia.says(MATE, "night.victim") == {8}
    assert mafia.says(DON, "night.victim") == {8}


def test_mafia_votes_for_reds_and_gives_up_a_mate_who_is_lost() -> None:
    mafia = Club()
    mafia.hands(MATE, {4: MATE, 6: 7})
    assert mafia.says(DON, "vote.hand") == {NO}
    mafia = after_first_night(victim=5)
    mafia.hands(MATE, {7: MATE, 8: 6})
    assert mafia.says(DON, "vote.hand") == {YES}


def test_mafia_puts_up_no_mates() -> None:
    mafia = after_first_night(victim=5)
    mafia.speeches(MATE)
    said = mafia.says(MATE, "speech.floor")
    assert PASS in said
    assert not said & {DON, MATE}
    assert len(said) > 1  # now and then it bluffs


# -- Maniac, Lover and Doctor ----------------------------------------------------------------------------------------


def test_the_maniac_kills_who_accuses_him() -> None:
    mafia = after_first_night(TEN, victim=10)
    mafia.day({6: MANIACS})
    assert mafia.says(MANIACS, "night.maniac") == {6}


def test_the_lover_takes_the_alibi_herself_and_then_shelters_nobody_who_is_to_be_caught() -> None:
    mafia = after_first_night(TEN, victim=10, lover=LOVERS)
    mafia.day({6: MANIACS, 8: 9})
    assert mafia.says(LOVERS, "night.lover").isdisjoint({LOVERS, MANIACS})
    fresh = Club(TEN)
    fresh.day()
    assert fresh.says(LOVERS, "night.lover") == {LOVERS}


def test_the_doctor_heals_the_accuser_else_himself_and_never_the_same_twice() -> None:
    mafia = after_first_night(victim=5, doctor=DOCTOR)
    mafia.day()
    assert DOCTOR not in mafia.says(DOCTOR, "night.doctor")
    mafia = after_first_night(victim=5)
    mafia.day()
    assert mafia.says(DOCTOR, "night.doctor") == {DOCTOR}
    mafia = after_first_night(victim=5)
    mafia.day({7: MATE})
    assert mafia.says(DOCTOR, "night.doctor") == {7}


def test_the_doctor_trusts_whom_he_has_saved() -> None:
    mafia = after_first_night(victim=6, doctor=6)
    assert mafia.view(6).alive
    assert mafia.scores(DOCTOR)[6] < 0


# -- legal, blind, reproducible ----------------------------------------------------------------------------------------


class Scrupulous:
    """A thoughtful player; checks every answer, and that it sees nothing but its own seat."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat = seat
        self.pair = [MafiaPlayer(Random(seed)) for seed in [rng.random()] * 2]

    def answer(self, question: Question, look: Look) -> Value:
        assert question.seat == self.seat

        def see() -> View:
            view = look()
            assert isinstance(view, MafiaView)
            assert view.seat == self.seat
            return view

        first, second = self.pair
        value = first.answer(question, see)
        question.check(value)
        assert value == second.answer(question, lambda: MafiaView.model_validate_json(see().model_dump_json()))
        return value


@pytest.mark.full_size
@pytest.mark.parametrize("role_set", [role_set.name for role_set in MAFIA_GAME.role_sets])
def test_every_answer_is_legal_and_made_of_the_own_view_alone(role_set: str) -> None:
    options = MAFIA_GAME.role_set(role_set).options
    assert isinstance(options, MafiaOptions)
    rng = Random(role_set)
    for seats in sorted(options.casts)[:: size(8, full=1)]:
        for other in range(size(1, full=2)):
            shown = options.model_copy(update={"reveal": ("end", "leaving")[(seats + other) % 2]})
            match = Match.start(MAFIA_GAME, shown, seats, LooseChance(rng), record=False)
            play(match, {seat: Scrupulous(seat, rng) for seat in range(1, seats + 1)}, rng)
            assert match.outcome is not None


@pytest.mark.full_size
@pytest.mark.parametrize("role_set", [role_set.name for role_set in MAFIA_GAME.role_sets])
def test_among_random_people_every_answer_is_legal_too(role_set: str) -> None:
    """Who plays by no convention leads a thoughtful player into every odd corner."""
    options = MAFIA_GAME.role_set(role_set).options
    assert isinstance(options, MafiaOptions)
    rng = Random(role_set)
    for game in range(size(5, full=100)):
        seats = rng.choice(sorted(options.casts))
        match = Match.start(MAFIA_GAME, options, seats, LooseChance(rng), record=False)
        players: dict[Seat, Player] = {
            seat: Checked(MafiaPlayer(rng)) if (seat + game) % 3 else RandomPlayer(rng) for seat in range(1, seats + 1)
        }
        play(match, players, rng)
        assert match.outcome is not None


@pytest.mark.parametrize("seed", [3, 6])
def test_nobody_points_at_somebody_who_had_to_leave_since(seed: int) -> None:
    """By night, too, fouls send people out; the Don, who had pointed at one of them, may think again."""
    match = Match.start(MAFIA_GAME, MAFIA_GAME.role_set("club").options, 12, SealedChance(f"menus {seed}"))
    players, rng, left = {seat: Checked(MafiaPlayer(Random(seat))) for seat in range(1, 13)}, Random(seed), False
    while match.outcome is None:
        question, value = random_answer(match, rng)
        if question.seat in players:
            look = partial(match.view, question.seat)
            picks = look().picks if question.key == "night.victim" else {}
            left |= question.seat in picks and picks[question.seat] not in question.choices
            value = players[question.seat].answer(question, look)
        match.answer(question.number, question.seat, value)
    assert left


class Checked:
    """Checks every answer of another player."""

    def __init__(self, inner: Player) -> None:
        self._inner = inner

    def answer(self, question: Question, look: Look) -> Value:
        value = self._inner.answer(question, look)
        question.check(value)
        return value


def test_the_thoughtful_player_of_mafia_is_this_one() -> None:
    assert isinstance(player_for("mafia", "thoughtful", Random(1)), MafiaPlayer)


# -- better than chance ------------------------------------------------------------------------------------------------


SAMPLE = size(50, full=500)
ENOUGH = 0.13 * SAMPLE
"""As games: four standard errors of a difference between two samples of full size; of smaller ones, two and a half."""


def nobody(role: str) -> bool:
    return False


@cache
def chance(seats: int) -> Counter[str]:
    """How many games each side wins when nobody thinks."""
    return wins(seats, nobody)


def wins(seats: int, thoughtful: Callable[[str], bool]) -> Counter[str]:
    """How many games each side wins when the holders of these cards think, and the others do not."""
    rng, won = Random(seats), Counter[str]()
    options = MAFIA_GAME.role_set("club").options
    for _ in range(SAMPLE):
        match = Match.start(MAFIA_GAME, options, seats, LooseChance(rng), record=False)
        roles = {seat: mafia_view(match, seat).role or "" for seat in range(1, seats + 1)}
        players: dict[Seat, Player] = {
            seat: MafiaPlayer(rng) if thoughtful(role) else RandomPlayer(rng) for seat, role in roles.items()
        }
        play(match, players, rng)
        assert match.outcome is not None
        won[match.outcome.sides[0]] += 1
    return won


@pytest.mark.full_size
@pytest.mark.parametrize(("side", "seats"), [(RED, 8), (MAFIA, 8), (RED, 10), (MAFIA, 10), (MANIAC, 10)])
def test_a_thoughtful_side_beats_a_random_one(side: str, seats: int) -> None:
    """It gains 20 to 47 points in the benchmark."""
    assert wins(seats, lambda role: SIDES[role] == side)[side] > chance(seats)[side] + ENOUGH


@pytest.mark.full_size
@pytest.mark.parametrize("role", ["don", "mafia", "sheriff", "citizen"])
def test_a_thoughtful_card_alone_helps_its_side(role: str) -> None:
    """It gains 11 to 34 points in the benchmark, which also shows the smaller gains of Doctor and Lover."""
    assert wins(8, lambda held: held == role)[SIDES[role]] > chance(8)[SIDES[role]]
