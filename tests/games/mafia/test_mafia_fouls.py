"""Fouls (R3-14): what each costs, and what a departure in the middle of something does to it."""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import NAMES, begun_before
from language.mafia import MafiaPlay, mafia

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.mafia.game import GAME

EIGHT = ["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal"]


def table(seats: int = 8, **settings: object) -> MafiaPlay:
    return mafia(seats, gus="don", hal="mafia", settings=settings)


def three_fouls(game: MafiaPlay, name: str) -> None:
    game.foul(name, name, name)


# -- warnings, and the third --------------------------------------------------------------------------------------


def test_the_first_two_are_warnings() -> None:
    game = table()
    game.foul("cat", "ann", "cat")
    assert (game.fouls("cat"), game.fouls("ann")) == (2, 1)
    assert game.public("foul.called") == [
        {"seat": "cat", "fouls": 1, "out": False},
        {"seat": "ann", "fouls": 1, "out": False},
        {"seat": "cat", "fouls": 2, "out": False},
    ]
    assert game.speeches() == EIGHT
    assert [said["seconds"] for said in game.public("speech.begins")] == [60] * 8


def test_a_foul_costs_the_speaker_no_time_and_changes_no_buttons() -> None:
    game = table()
    before = [one.number for one in game.match.open if one.key != "foul"]
    game.foul("cat")
    assert [one.number for one in game.match.open if one.key != "foul"] == before
    assert game.speaker == "ann"


def test_the_third_costs_the_next_speech_but_not_the_nomination() -> None:
    game = table()
    three_fouls(game, "cat")
    game.passes("ann")
    game.passes("ben")
    assert game.public("speech.begins")[-1] == {"seat": "cat", "seconds": 0}
    assert game.view().floor_seconds == 0
    assert game.clocks() == {"clock.speech": 30}
    game.nominates("cat", "dan")
    assert game.speaker == "dan"  # there is nothing left to wait for
    assert game.public("speech.nominated") == [{"by": "cat", "nominee": "dan"}]


def test_once() -> None:
    game = table()
    three_fouls(game, "cat")
    game.speeches()
    game.night()
    game.speeches()
    said = [(said["seat"], said["seconds"]) for said in game.public("speech.begins") if said["seat"] == "cat"]
    assert said == [("cat", 0), ("cat", 60)]


def test_a_third_foul_in_or_after_ones_own_speech_costs_the_next_days() -> None:
    game = table()
    game.foul("ann", "ann", "ann")  # while ann speaks
    assert game.speaker == "ann"
    assert game.clocks() == {"clock.speech": 60}
    game.speeches()
    game.night()
    game.speeches()
    said = [said["seconds"] for said in game.public("speech.begins") if said["seat"] == "ann"]
    assert said == [60, 0]


@pytest.mark.parametrize(("alive", "seconds"), [(5, 0), (4, 30), (3, 30)])
def test_with_three_or_four_alive_it_is_half_a_minute_instead(alive: int, seconds: int) -> None:
    game = mafia(6, ann="don", settings={"speech_seconds": 80, "still_rounds_most": 20})
    for victim in ["fay", "eve", "dan"][: 6 - alive]:
        game.quiet_day()
        game.night(victim=victim)
        game.final_words()
    assert len(game.alive) == alive
    name = next(one for one in game.alive if one != game.speaker)
    three_fouls(game, name)
    game.speeches()
    assert [said["seconds"] for said in game.public("speech.begins") if said["seat"] == name][-1] == seconds


def test_half_a_minute_is_never_longer_than_a_speech() -> None:
    game = mafia(6, ann="don", settings={"speech_seconds": 20})
    for victim in ("fay", "eve"):
        game.quiet_day()
        game.night(victim=victim)
        game.final_words()
    three_fouls(game, "ann")
    game.speeches()
    assert [said["seconds"] for said in game.public("speech.begins") if said["seat"] == "ann"][-1] == 20


def test_defence_and_last_word_are_kept() -> None:
    game = table()
    three_fouls(game, "ann")
    game.speeches(cat="ann", dan="ben")
    game.vote(ann="ann cat eve gus")
    assert game.public("defence.begins") == [{"seat": "ann", "seconds": 30}]
    game.defences()
    game.vote(ann="ann cat eve gus dan")
    assert game.public("final.begins") == [{"seat": "ann", "seconds": 60}]


# -- the fourth ---------------------------------------------------------------------------------------------------


def test_the_fourth_is_out_at_once_without_a_last_word() -> None:
    game = table()
    game.foul("cat", "cat", "cat", "cat")
    assert game.public("foul.called")[-1] == {"seat": "cat", "fouls": 4, "out": True}
    assert game.public("player.left") == [{"seat": "cat", "end": "fouls", "role": None}]
    assert "cat" not in game.alive
    assert game.public("final.begins") == []
    assert game.may_foul() == [name for name in EIGHT if name != "cat"]
    assert game.speeches() == [name for name in EIGHT if name != "cat"]


def test_so_is_who_is_disqualified() -> None:
    game = table()
    game.foul("cat", kind="out")
    assert game.public("foul.called") == [{"seat": "cat", "fouls": 4, "out": True}]
    assert game.end("cat") == "fouls"


def test_out_in_mid_speech_ends_the_speech() -> None:
    game = table()
    game.nominates("ann", "ben")
    game.foul("ann", kind="out")
    assert game.speaker == "ben"
    assert game.public("speech.ends") == [{"seat": "ann"}]
    assert "ann" not in game.offered("ben", "speech.floor")


def test_somebody_elses_speech_goes_on() -> None:
    game = table()
    (clock,) = [one.number for one in game.match.open if one.key == "clock.speech"]
    occasion = game.question("ann", "speech.floor").occasion
    game.foul("cat", kind="out")
    assert game.speaker == "ann"
    assert [one.number for one in game.match.open if one.key == "clock.speech"] == [clock]
    assert game.question("ann", "speech.floor").occasion == occasion, "the buttons on the board go on working"


def test_todays_vote_is_cancelled_when_somebody_is_sent_out_before_it() -> None:
    game = table()
    game.nominates("ann", "ben")
    game.foul("cat", kind="out")
    game.speeches(dan="ann")
    assert game.public("vote.cancelled") == [{}]
    assert game.public("vote.for") == game.public("vote.none") == []
    assert game.phase == "night"


def test_even_if_it_would_have_been_one_nominee_in_sport() -> None:
    game = table(one_nominee="leaves_after_first_day")
    game.quiet_day()
    game.night()
    game.foul("cat", kind="out")
    game.speeches(ben="dan")
    assert game.public("vote.cancelled") == [{}]
    assert "dan" in game.alive


def test_the_vote_ends_at_once_when_somebody_is_sent_out_in_its_middle() -> None:
    game = table()
    game.speeches(ann="ben", cat="dan", dan="eve")
    game.answers("ann", "vote.hand", "yes")
    game.foul("hal", kind="out")
    assert game.public("vote.cancelled") == [{}]
    assert game.phase == "night"
    assert game.public("vote.counted") == []
    assert not game.view().votes[-1].counted
    assert game.alive == EIGHT[:-1]


def test_a_mere_foul_does_not_disturb_the_vote() -> None:
    game = table()
    game.speeches(ann="ben", cat="dan")
    game.answers("ann", "vote.hand", "yes")
    game.foul("ann", "hal", "hal", "hal")
    assert game.asked_for("vote.hand") == EIGHT[1:]
    game.vote(ben="cat dan gus")
    assert game.board["ben"] == ["ann", "cat", "dan", "gus"]


@pytest.mark.parametrize("out", ["ann", "ben", "cat"])
def test_sent_out_in_mid_defence_cancels_the_vote_whoever_it_is(out: str) -> None:
    """Ben defends himself, ann would be next, cat is somebody else: nobody is asked any more."""
    game = table()
    game.speeches(cat="ben", dan="ann")
    game.vote(ben="ann cat eve gus")
    assert game.speaker == "ben"
    game.foul(out, kind="out")
    assert game.public("vote.cancelled") == [{}]
    assert game.phase == "night"
    assert game.speaker is None
    assert game.asked(out) == []


def test_sent_out_when_all_of_them_is_the_question_cancels_it_too() -> None:
    game = table()
    game.speeches(cat="ben", dan="ann")
    game.vote(ben="ann cat eve gus")
    game.defences()
    game.vote(ben="ann cat eve gus")
    for name in EIGHT[2:6]:
        game.answers(name, "vote.all", "yes")
    game.foul("hal", kind="out")
    assert game.public("vote.cancelled") == [{}]
    assert game.phase == "night"
    assert len(game.alive) == 7


def test_the_next_days_vote_is_not_cancelled_too() -> None:
    game = table()
    game.foul("cat", kind="out")
    game.speeches()
    game.night()
    game.speeches(ben="dan", dan="ben")
    assert game.standing == "dan"
    assert len(game.public("vote.cancelled")) == 1


def test_two_sent_out_cancel_one_vote() -> None:
    game = table(10)
    game.foul("cat", kind="out")
    game.foul("dan", kind="out")
    game.speeches()
    game.night()
    game.speeches(ben="eve", eve="ben")
    assert game.standing == "eve"


def test_after_the_vote_the_next_one_is_cancelled() -> None:
    """Somebody else is sent out while dan says his final word: there is no vote tomorrow."""
    game = table(10)
    game.speeches(ann="dan", ben="cat")
    game.vote(dan=" ".join(game.names))
    assert game.speaker == "dan"
    game.foul("cat", kind="out")
    assert game.speaker == "dan"  # he keeps his word
    assert game.final_words() == ["dan"]
    assert [said["seat"] for said in game.public("player.left")] == ["cat", "dan"]
    assert game.public("vote.cancelled") == []
    game.night()
    game.speeches(ben="eve", eve="ben")
    assert game.public("vote.cancelled") == [{}]
    assert game.phase == "night"


def test_in_the_morning_the_vote_of_the_day_is_cancelled() -> None:
    game = table(10)
    game.quiet_day()
    game.night(victim="dan")
    game.foul("cat", kind="out")
    assert game.final_words() == ["dan"]
    game.speeches(ben="eve", eve="ben")
    assert game.public("vote.cancelled") == [{}]


def test_unless_he_was_already_leaving() -> None:
    """Voted out, voted out together, killed, or the lone nominee of sport: sent out in his final word, no more."""
    game = table(10)
    game.speeches(ann="dan", ben="cat")
    game.vote(dan=" ".join(game.names))
    game.foul("dan", kind="out")
    assert game.end("dan") == "fouls"
    assert len(game.public("player.left")) == 1
    game.night(victim="eve")
    game.foul("eve", kind="out")
    assert game.end("eve") == "fouls"
    game.speeches(ben="cat", cat="ben")
    assert game.standing == "cat"
    assert game.public("vote.cancelled") == []

    game = table(10, one_nominee="leaves_after_first_day")
    game.quiet_day()
    game.night()
    game.speeches(ben="dan")
    game.foul("dan", kind="out")
    game.night()
    game.speeches(cat="ben", ben="cat")
    assert game.standing == "ben"
    assert game.public("vote.cancelled") == []


def test_who_would_have_the_next_final_word_and_is_sent_out_has_none() -> None:
    game = table()
    game.speeches(cat="ben", dan="ann")
    for _ in range(2):
        game.vote(ben="ann cat eve gus")
        game.defences()
    game.all_of_them(" ".join(EIGHT))
    assert game.speaker == "ben"
    game.foul("ann", kind="out")
    assert game.final_words() == ["ben"]
    assert [said["end"] for said in game.public("player.left")] == ["fouls", "voted"]
    game.night()
    game.speeches(cat="dan", dan="cat")
    assert game.standing == "dan"


def test_the_card_of_who_is_sent_out_is_shown_as_the_table_has_it() -> None:
    game = table(reveal="leaving")
    game.foul("gus", kind="out")
    assert game.public("player.left") == [{"seat": "gus", "end": "fouls", "role": "don"}]


def test_nobody_is_sent_out_at_night() -> None:
    game = table()
    game.quiet_day()
    assert game.may_foul() == []


# -- what it decides ----------------------------------------------------------------------------------------------


def test_a_foul_can_decide_the_game_in_mid_speech() -> None:
    game = mafia(6, ann="don")
    game.foul("ann", kind="out")
    assert game.winner == "red: no_black"
    assert game.match.open == []
    assert game.view().speaker is None
    assert game.public("game.over")


def test_and_in_mid_vote() -> None:
    game = mafia(6, ann="don", ben="mafia")
    game.foul("cat", kind="out")
    game.speeches()
    game.night()
    assert game.winner is None
    game.speeches(ben="dan", dan="ben")
    game.foul("eve", kind="out")
    assert game.winner == "mafia: even_numbers"


def test_also_on_a_day_after_somebody_has_left() -> None:
    game = mafia(8, ann="don")
    game.votes_out("cat")
    game.night(victim="dan")
    game.final_words()
    game.foul("ann", kind="out")
    assert game.winner == "red: no_black"


def test_in_a_final_word_it_is_judged_when_all_who_leave_have_left() -> None:
    """R3-13, a completed set of departures. Don and Maniac have killed each other, and while the Don has his last word
    the one red who was left is sent out: the two on the table are not the last two, they are dead."""
    game = mafia(6, ann="don", ben="maniac")
    game.votes_out("eve")
    game.night(maniac="fay")
    game.final_words()
    game.votes_out("dan")
    game.night(victim="ben", maniac="ann")
    assert game.speaker == "ann"
    game.foul("cat", kind="out")
    assert game.winner is None
    assert game.final_words() == ["ann", "ben"]
    assert game.winner == "nobody: nobody"


def test_a_mere_foul_decides_nothing_when_a_draw_is_near() -> None:
    """The rounds without a departure are counted when they are over, not when somebody shouts."""
    game = mafia(8, ann="don")
    for _ in range(2):
        game.quiet_day()
        game.night()
    game.foul("cat")
    assert game.winner is None
    game.quiet_day()
    game.night()
    assert game.winner == "nobody: nothing_happens"


def test_being_sent_out_is_a_departure() -> None:
    game = mafia(8, ann="don")
    for _ in range(2):
        game.quiet_day()
        game.night()
    game.foul("cat", kind="out")
    game.quiet_day()
    for _ in range(2):
        game.night()
        game.quiet_day()
    assert game.winner is None


# -- the variants -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fouls", "seconds"), [(1, 30), (2, 0)])
def test_halving_each_foul_costs_more_of_the_next_speech(fouls: int, seconds: int) -> None:
    """The variant of R3-14: the first halves the speech, the second leaves the nomination, once each."""
    game = table(fouls="halving")
    game.foul(*["cat"] * fouls)
    game.passes("ann")
    game.passes("ben")
    assert game.public("speech.begins")[-1] == {"seat": "cat", "seconds": seconds}
    assert "dan" in game.offered("cat", "speech.floor")
    game.speeches()
    game.night()
    game.speeches()
    assert [said["seconds"] for said in game.public("speech.begins") if said["seat"] == "cat"] == [seconds, 60]


def test_halving_the_third_takes_the_nomination_too() -> None:
    game = table(fouls="halving")
    three_fouls(game, "cat")
    assert game.speeches() == [name for name in EIGHT if name != "cat"]
    assert game.public("speech.lost") == [{"seat": "cat"}]
    game.night()
    assert "cat" in game.speeches()


def test_halving_the_fourth_is_out() -> None:
    game = table(fouls="halving")
    game.foul(*["cat"] * 4)
    assert game.end("cat") == "fouls"


def test_off_nobody_is_asked_about_fouls() -> None:
    game = table(fouls="off")
    seen = set()
    game.speeches(ann="ben", cat="dan")
    seen |= {one.key for one in game.match.open}
    game.vote(ben="ann")
    seen |= {one.key for one in game.match.open}
    assert game.may_foul() == []
    assert "foul" not in seen


# -- while somebody leads the game --------------------------------------------------------------------------------


def test_who_is_sent_out_while_their_speech_is_waited_for_has_none() -> None:
    """S3-12: out at once. Whoever leads is still waited for, and then the next one speaks."""
    game = table()
    game.is_led()
    game.passes("ann")
    assert game.clocks() == {"step.speech": None}
    game.foul("ben", kind="out")
    assert game.clocks() == {"step.speech": None}
    game.time_passes("step.speech")
    game.time_passes("step.speech")
    assert game.speaker == "cat"
    assert [said["seat"] for said in game.public("speech.begins")] == ["ann", "cat"]


def test_who_is_sent_out_while_their_final_word_is_waited_for_has_none() -> None:
    """M3-7: they have lost all of it, and nothing is cancelled."""
    game = table(10)
    game.speeches(ann="dan", ben="cat")
    game.is_led()
    game.vote(dan=" ".join(game.names))
    assert game.clocks() == {"step.final": None}
    game.foul("dan", kind="out")
    game.time_passes("step.final")
    assert game.clocks() == {"step.night": None}
    assert game.public("final.begins") == []
    assert [(said["seat"], said["end"]) for said in game.public("player.left")] == [("dan", "fouls")]
    assert game.public("vote.cancelled") == []


# -- at night ---------------------------------------------------------------------------------------------------------


def fallen_night(**details: Any) -> MafiaPlay:
    """The first night of eight: ann is the Don, cat a Mafia, ben the Sheriff, dan the Doctor."""
    game = mafia(**({"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"} | details))
    game.quiet_day()
    return game


def test_who_talks_at_night_can_be_disqualified_and_the_others_play_on() -> None:
    """R3-14: eve is out at once, without a final word; nobody else has to answer again, and the next vote is off."""
    game = fallen_night()
    assert (game.may_foul(), game.may_be_sent_out()) == ([], list(NAMES[:8]))
    before = {name: game.question(name, "night.suspect").number for name in ("fay", "gus")}
    game.answers("ben", "night.investigate", "ann")
    game.points("hal")
    game.foul("eve", kind="out")
    assert game.news("night.falls") == ["foul.called", "player.left"]
    assert (game.end("eve"), game.asked("eve"), "eve" in game.alive) == ("fouls", [], False)
    assert {name: game.question(name, "night.suspect").number for name in before} == before
    assert game.asked("ben") == [], "the Sheriff has answered"
    assert game.may_be_sent_out() == [name for name in NAMES[:8] if name != "eve"]
    game.time_passes("clock.night")
    assert game.killed() == ["hal"]
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "black": True}]
    assert game.final_words() == ["hal"]
    game.speeches(ann="ben", ben="ann")
    assert game.public("vote.cancelled") == [{}]


def test_what_the_disqualified_have_chosen_is_void() -> None:
    """The Doctor's hand is gone with the Doctor; nobody dies for whom the team had pointed at and who is out."""
    game = fallen_night()
    game.answers("dan", "night.doctor", "gus")
    game.points("gus")
    game.foul("dan", kind="out")
    game.time_passes("clock.night")
    assert game.killed() == ["gus"]
    game = fallen_night()
    game.points("gus")
    game.foul("gus", kind="out")
    game.time_passes("clock.night")
    assert game.killed() == []
    assert game.public("dawn.killed") == [{"seats": []}]


def test_without_the_disqualified_don_most_voices_decide() -> None:
    """R3-10."""
    game = fallen_night()
    game.points({"ann": "ben", "cat": "gus"})
    game.foul("ann", kind="out")
    assert game.asked("cat") == [], "cat has pointed, and that stands"
    game.time_passes("clock.night")
    assert game.killed() == ["gus"]


def test_a_disqualification_can_end_the_game_in_the_middle_of_the_night() -> None:
    """R3-13."""
    game = fallen_night(cat="citizen")
    game.foul("ann", kind="out")
    assert game.winner == "red: no_black"
    assert game.match.open == []


def test_a_quick_night_does_not_wait_for_the_disqualified() -> None:
    game = fallen_night(settings={"quick_nights": True})
    game.points("hal")
    for name in ("ann", "ben", "dan", "fay", "gus", "hal"):
        (key,) = [key for key in game.asked(name) if key != "night.victim"]
        game.answers(name, key, None)
    assert game.phase == "night"
    game.foul("eve", kind="out")
    assert game.killed() == ["hal"]


@pytest.mark.parametrize("details", [{"begun_by": begun_before}, {"settings": {"fouls": "off"}}], ids=["before", "off"])
def test_nobody_is_disqualified_at_night_in_a_game_of_before_nor_where_there_are_no_fouls(
    details: dict[str, Any],
) -> None:
    game = fallen_night(**details)
    assert (game.may_foul(), game.may_be_sent_out()) == ([], [])


# -- nominations ------------------------------------------------------------------------------------------------------


def test_who_was_sent_out_during_a_speech_cannot_be_nominated_in_it() -> None:
    """R3-4: the speaker has the floor still, and everybody else can be named."""
    game = mafia(ann="don", cat="mafia")
    game.foul("ben", kind="out")
    assert game.speaker == "ann"
    assert game.offered("ann", "speech.floor") == ["ann", "cat", "dan", "eve", "fay", "gus", "hal", "pass"]
    assert game.is_refused("ann", "speech.floor", "ben") == "not_offered"
    number = game.question("ann", "speech.floor").number
    game.foul("dan")
    assert game.question("ann", "speech.floor").number == number, "a foul that sends nobody out changes nothing"
    game.nominates("ann", "cat")
    game.foul("eve", kind="out")
    assert game.offered("ann", "speech.floor") == ["pass"]


def test_in_a_game_of_before_the_speaker_is_still_offered_them() -> None:
    game = mafia(ann="don", cat="mafia", begun_by=begun_before)
    game.foul("ben", kind="out")
    assert "ben" in game.offered("ann", "speech.floor")


# -- simulations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("is_real", "asked"), [(True, ["speech.floor", "clock.speech", "foul"]),
                                                (False, ["speech.floor", "clock.speech"])])  # fmt: skip
def test_nobody_watches_a_simulated_day(is_real: bool, asked: list[str]) -> None:
    match = Match.start(GAME, GAME.role_sets[0].options, 8, SealedChance("watched"), record=is_real)
    match.reply(match.waiting[0], "delivered")
    assert [question.key for question in match.waiting] == asked
