"""How computer players speak: by what their seat sees, in a manner that is drawn without a look at their card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from language.any_game import NAMES, Play, seat_of
from language.mafia import mafia
from language.village import village

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.hidden_roles.claims import (
    CALM,
    CHECKED,
    CLEARED,
    DEEDS,
    GUT,
    I_AM,
    QUIET,
    SUSPECT,
    TRUST,
    VOTED,
    code,
    is_claim,
    read_code,
)
from bot.games.hidden_roles.talkers import TALKS_LEAST, has_a_say
from bot.games.mafia.players.suspicion import ACCUSED, LIED, Evidence
from bot.games.village.claims import SAID
from bot.games.village.players.suspicion import accusations, suspicion
from bot.players import PlayerKind, player_for
from bot.simulate import LooseChance, play

CHANCES = range(60)
Deal = Callable[..., Play]
Said = tuple[int, str, int, str, int]


def first_words(game: Play, name: str, key: str, kind: PlayerKind = "thoughtful") -> list[tuple[str, int, str, int]]:
    """What a player in this seat says first, with one chance after the other."""
    question, view = game.question(name, key), game.view(name)
    said = []
    for chance in CHANCES:
        value = player_for(game.match.game.name, kind, Random(chance)).answer(question, lambda: view)
        question.check(value)
        said.append(read_code(value, question.seat))
    return said


def second_day(**roles: str) -> Play:
    """A day on which ann spoke against ben and named them, cat named dan, and dan has left; nothing was found out in
    the night."""
    game = mafia(**({"hal": "sheriff"} | roles))
    game.answers("ann", "speech.floor", code(SUSPECT, seat_of("ben"), GUT))
    game.speeches(ann="ben", cat="dan")
    game.vote(ben="ann dan")
    game.final_words()
    game.night()
    assert game.speaker == "ben"
    return game


def first_morning(**roles: str) -> Play:
    """A village in which ann has named ben, after a night that took nobody."""
    game = village(9, **roles)
    game.night()
    game.nominates("ann", "ben")
    return game


SWAPPED = [
    (second_day, "speech.floor", {"ben": "citizen", "gus": "mafia"}, {"eve": "don", "fay": "doctor"}),
    (first_morning, "day.call", {"ben": "villager", "gus": "warlock"}, {"eve": "murderer", "fay": "prince_charming"}),
]
in_both_games = pytest.mark.parametrize(("deal", "key", "pair", "others"), SWAPPED, ids=["club", "village"])


@in_both_games
@pytest.mark.parametrize("kind", ["thoughtful", "strong"])
def test_whom_one_speaks_of_is_a_matter_of_the_card_and_how_is_not(
    deal: Deal, key: str, pair: Mapping[str, str], others: Mapping[str, str], kind: PlayerKind
) -> None:
    """Two worlds with one public history: ben holds a good card here, gus's bad one there. With the same chance he
    speaks for or against somebody in both, and out of a feeling in both wherever there is nothing to point at."""
    here = first_words(deal(**pair, **others), "ben", key, kind)
    bad = dict(zip(pair, reversed(pair.values()), strict=True))
    there = first_words(deal(**bad, **others), "ben", key, kind)
    plain = [(one, other) for one, other in zip(here, there, strict=True) if CHECKED not in (one[0], other[0])]
    assert len(plain) > len(CHANCES) * 3 / 4
    assert [one[0] for one, _ in plain] == [other[0] for _, other in plain]
    felt = [(one[2] in DEEDS, other[2] in DEEDS) for one, other in plain if one[1] == other[1]]
    assert felt
    assert all(one is other for one, other in felt)
    assert here != there, "the worlds are not different: the test tests nothing"


def test_everybody_speaks_each_time_they_have_the_floor_and_then_acts() -> None:
    game = second_day(eve="don", gus="mafia", fay="doctor")
    player = player_for("mafia", "thoughtful", Random(1))
    question = game.question("ben", "speech.floor")
    game.match.answer(question.number, question.seat, player.answer(question, lambda: game.view("ben")))
    again = game.question("ben", "speech.floor")
    assert player.answer(again, lambda: game.view("ben")) in again.choices
    assert game.asked("cat") == []


def test_nobody_says_of_those_who_have_not_had_the_floor_that_they_say_too_little() -> None:
    game = mafia(ben="don", cat="mafia", dan="sheriff")
    assert {said[2] for said in first_words(game, "ann", "speech.floor")} == {GUT}


def test_nobody_says_of_a_toad_that_it_says_too_little() -> None:
    game = village(10, ann="warlock", ben="murderer", cat="esmeralda")
    game.night(victim="jon", toad="dan", mute="eve")
    game.nominates("fay", "dan")
    game.nominates("gus", "eve")
    voiceless = {seat_of("dan"), seat_of("eve")}
    said = [said for name in ("hal", "ida") for said in first_words(game, name, "day.call") if said[0] == SUSPECT]
    assert {about for _, about, _, _ in said} & voiceless
    assert not [(about, why) for _, about, why, _ in said if about in voiceless and why == QUIET]


def opinions(
    game: Play, names: Collection[str], key: str, kinds: Sequence[PlayerKind] = ("thoughtful", "strong")
) -> set[Said]:
    """All that these players say first, of whom and why, with one chance after the other: by whom, what, of whom, why
    and who else."""
    said = set()
    for name, kind, chance in product(names, kinds, CHANCES):
        question, view = game.question(name, key), game.view(name)
        value = player_for(game.match.game.name, kind, Random(chance)).answer(question, lambda view=view: view)
        words = value[1] if isinstance(value, list) else value
        if is_claim(words):
            said.add((question.seat, *read_code(str(words), question.seat)))
    return said


def test_nobody_is_suspected_for_hunting_the_guilty_or_for_what_the_speaker_did_as_well() -> None:
    """ann is burned and was a Rumplestiltskin; then eve is, and was none."""
    game = village(10, ann="murderer", ben="warlock", cat="sheriff", dan="esmeralda")
    game.night()
    game.burns("ann")
    game.night(victim="ida")
    game.stands("eve")
    game.nobody_speaks()
    for name in game.asked_for("day.vote")[-5:]:
        game.answers(name, "day.vote", "burn")
    against = {seat_of(name) for name in game.public("day.counted")[-1]["polls"]["eve"]}
    game.night(victim="hal")
    said = opinions(game, game.alive, "day.call")
    voted = {(by, kind, other) for by, kind, _, why, other in said if why == VOTED}
    assert voted, "the test tests nothing"
    assert not {by for by, kind, other in voted if kind == SUSPECT and other == seat_of("ann")}
    assert not {by for by, kind, other in voted if kind == TRUST and other == seat_of("eve")}
    assert not {by for by, kind, other in voted if kind == SUSPECT and by in against}


def test_nobody_says_too_little_who_has_spoken_and_nobody_is_calm_who_never_has() -> None:
    game = village(10, ann="murderer", ben="warlock", cat="sheriff", dan="esmeralda")
    game.night(victim="jon")
    for name in ("ann", "ben", "eve"):
        game.answers(name, "day.call", code(SUSPECT, seat_of("fay"), GUT))
    said = opinions(game, [name for name in game.alive if name not in ("ann", "ben", "eve")], "day.call")
    spoke = {seat_of(name) for name in ("ann", "ben", "eve")}
    assert {about for _, _, about, why, _ in said if why == QUIET}.isdisjoint(spoke)
    assert {about for _, _, about, why, _ in said if why == CALM} <= spoke
    assert {about for _, _, about, why, _ in said if why == QUIET}, "the test tests nothing"


@pytest.mark.parametrize("kind", ["thoughtful", "strong"])
def test_nobody_takes_back_with_their_last_word_what_they_said_today(kind: PlayerKind) -> None:
    """“I do not trust Gretel”, said Snow White in the morning, and in the evening: “Gretel listens first.”"""
    game = mafia(eve="don", fay="mafia")
    game.answers("ann", "speech.floor", code(SUSPECT, seat_of("ben"), GUT))
    game.speeches(cat="ann", dan="gus")
    game.vote(ann="cat dan eve fay gus hal")
    said = first_words(game, "ann", "final.floor", kind)
    assert any(one[0] == TRUST for one in said)
    assert not [one for one in said if one[:2] == (TRUST, seat_of("ben"))]


@pytest.mark.parametrize("kind", ["thoughtful", "strong"])
def test_whoever_was_killed_speaks_of_nobody_who_was_killed_in_the_same_night(kind: PlayerKind) -> None:
    """“Somebody should look at Briar Rose”, said Hans in Luck: both were dead."""
    game = mafia(10, ann="don", ben="mafia", cat="maniac", dan="sheriff")
    while game.speaker != "eve":
        game.passes(str(game.speaker))
    game.answers("eve", "speech.floor", code(SUSPECT, seat_of("fay"), GUT))
    game.speeches()
    game.night(victim="eve", maniac="fay")
    assert game.killed() == ["eve", "fay"]
    said = first_words(game, str(game.speaker), "final.floor", kind)
    assert {SUSPECT, TRUST} & {one[0] for one in said}
    other = {"eve": "fay", "fay": "eve"}[str(game.speaker)]
    assert not [one for one in said if one[1] == seat_of(other)]


def test_a_strong_player_talks_where_others_talk_and_seldom_alone() -> None:
    rng = Random(1)
    assert all(has_a_say(rng, spoken, 8) for spoken in (4, 6, 8) for _ in CHANCES)
    alone = sum(has_a_say(rng, 0, 24) for _ in range(1000)) / 1000
    assert alone == pytest.approx(TALKS_LEAST, abs=0.06)


def test_where_words_are_paid_back_a_strong_player_speaks_more_seldom_unless_everybody_talks() -> None:
    rng = Random(2)
    alone = sum(has_a_say(rng, 0, 24, avenged=0.6) for _ in range(1000)) / 1000
    assert alone == pytest.approx(0.4 * TALKS_LEAST, abs=0.04)
    assert all(has_a_say(rng, 8, 8, avenged=0.4) for _ in CHANCES)


def test_where_nobody_speaks_a_strong_player_is_a_citizen_and_says_so_once() -> None:
    """Whatever the card: a Sheriff who told it would be in danger."""
    game, citizen = mafia(ann="don", ben="mafia", eve="sheriff"), code(I_AM, 0, "citizen")

    def says() -> set[str]:
        while game.speaker != "eve":
            game.passes(str(game.speaker))
        question, view = game.question("eve", "speech.floor"), game.view("eve")
        answers = [player_for("mafia", "strong", Random(chance)).answer(question, lambda: view) for chance in CHANCES]
        return {str(answer) for answer in answers if str(answer).startswith(f"#{I_AM}.")}

    assert says() == {citizen}
    game.answers("eve", "speech.floor", citizen)
    game.speeches()
    game.night()
    assert says() == set()


def test_the_sheriff_says_what_was_found_out_and_does_not_say_it_again() -> None:
    game = mafia(ann="don", cat="mafia", ben="sheriff", fay="doctor")
    game.speeches()
    game.night(investigate="cat")
    assert {said[:2] for said in first_words(game, "ben", "speech.floor")} == {(CHECKED, seat_of("cat"))}
    game.answers("ben", "speech.floor", code(CHECKED, seat_of("cat")))
    game.speeches()
    game.night()
    while game.speaker != "ben":
        game.passes(str(game.speaker))
    assert CHECKED not in {said[0] for said in first_words(game, "ben", "speech.floor")}


def test_a_sheriff_who_has_to_leave_tells_all() -> None:
    game = mafia(ann="don", cat="mafia", ben="sheriff", fay="doctor")
    game.speeches()
    game.night(investigate="dan")
    game.speeches(cat="ben", dan="cat")
    game.vote(ben="ann cat dan eve fay gus")
    assert game.speaker == "ben"
    assert {said[:2] for said in first_words(game, "ben", "final.floor")} == {(CLEARED, seat_of("dan"))}


@pytest.mark.parametrize("card", ["citizen", "mafia"])
def test_who_was_found_out_answers_whoever_says_so(card: str) -> None:
    """“Rose Red is black, and I learned it at night.” “I have watched Little Tailor, and I found nothing wrong.”"""
    game = mafia(ann="don", ben=card, cat="sheriff", fay="doctor")
    game.speeches()
    game.night()
    game.passes("ben")
    game.answers("cat", "speech.floor", code(CHECKED, seat_of("ben")))
    game.speeches(cat="ben", dan="cat")
    game.vote(ben="ann cat dan eve fay gus hal")
    assert game.speaker == "ben"
    said = {one[:2] for one in first_words(game, "ben", "final.floor")}
    assert (SUSPECT, seat_of("cat")) in said
    assert not [one for one in said if one[0] == TRUST or (one[0] == SUSPECT and one[1] != seat_of("cat"))]


def test_a_mafia_speaks_against_reds_more_often_and_never_finds_a_mate_out() -> None:
    game = second_day(ben="mafia", eve="don", gus="doctor")
    said = first_words(game, "ben", "speech.floor")
    against = [about for kind, about, _, _ in said if kind == SUSPECT]
    assert against.count(seat_of("eve")) < len(against) / 4
    found = [about for kind, about, _, _ in said if kind == CHECKED]
    assert found, "now and then it bluffs"
    assert seat_of("eve") not in found


def test_nobody_speaks_of_those_who_have_left_or_of_themselves() -> None:
    game = second_day(eve="don", gus="mafia", fay="doctor")
    about = {said[1] for said in first_words(game, "ben", "speech.floor")}
    assert not about & {seat_of("ben"), seat_of("dan")}
    assert about <= {seat_of(name) for name in NAMES[:8]}


def test_who_is_shown_to_be_guilty_was_spoken_for_by_those_who_are_trusted_less() -> None:
    def scores(kind: str) -> Any:
        game = village(9, ann="murderer", ben="sheriff", cat="warlock", dan="huntsman")
        game.night()
        game.answers("eve", "day.call", code(kind, seat_of("ann"), "gut"))
        game.burns("ann")
        view: Any = game.view("ben")
        return suspicion(view, accusations(view))[seat_of("eve")]

    assert scores("trust") > scores(SUSPECT)


def test_computer_players_give_a_reason_for_everybody_they_put_up() -> None:
    """A whole village; whoever joins a nomination need not say anything more."""
    rng = Random("a village")
    game = GAMES["village"]
    match = Match.start(game, game.role_set("classic").options, 9, LooseChance(rng))
    play(match, {seat: player_for("village", "thoughtful", rng) for seat in range(1, 10)}, rng)
    reasons = [said.values["reason"] for said in match.announcements_for(SPECTATOR) if said.key == "day.nominated"]
    assert reasons
    assert set(reasons) == {SAID}


def test_claims_are_weighed_at_the_club() -> None:
    """Who says that they are what I am lies; who was found out by somebody is suspicious; fay, of whom nobody has
    spoken, is not."""
    game = second_day(eve="don", gus="mafia", fay="doctor")
    game.answers("ben", "speech.floor", code("i_am", 0, "doctor"))
    game.answers("ben", "speech.floor", code(CHECKED, seat_of("gus")))
    game.passes("ben")
    view: Any = game.view("fay")
    scores = Evidence(view, public=False).scores
    assert scores[seat_of("ben")] >= LIED
    public: Any = game.view()
    everybody = Evidence(public, public=True).scores
    assert everybody[seat_of("gus")] >= ACCUSED - 1
    assert abs(everybody[seat_of("fay")]) < 1
