"""The day: order of speech, the floor, nominations, final words (S3-1, S3-2, S3-4, R3-3, R3-4, R3-8)."""

from __future__ import annotations

from language.mafia import MafiaPlay, mafia

EIGHT = ["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal"]


def table(**settings: object) -> MafiaPlay:
    return mafia(ann="citizen", gus="don", hal="mafia", settings=settings)


# -- order of speech ----------------------------------------------------------------------------------------------


def test_each_speaks_once_in_the_order_of_the_seats() -> None:
    game = table()
    assert game.speeches() == EIGHT
    assert [said["seat"] for said in game.public("speech.begins")] == EIGHT
    assert [said["seat"] for said in game.public("speech.ends")] == EIGHT
    assert game.speaker is None


def test_the_first_speaker_moves_on_every_day_past_the_dead() -> None:
    """R3-3: the next living seat after yesterday's first speaker, over several days with deaths."""
    game = mafia(12, gus="don", hal="mafia", kim="mafia")
    everybody = list(game.names)
    assert game.speeches() == everybody
    game.night(victim="ben")
    assert game.final_words() == ["ben"]
    assert game.speeches() == ["cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "leo", "ann"]
    game.night(victim="dan")
    game.final_words()
    assert game.speeches()[:2] == ["eve", "fay"]
    game.night()
    assert game.speeches() == ["fay", "gus", "hal", "ida", "jon", "kim", "leo", "ann", "cat", "eve"]
    assert [game.view().first_speaker, game.view().day] == [6, 4]


def test_the_first_speaker_moves_past_himself_when_he_has_died_and_round_the_table() -> None:
    game = mafia(6, ann="don", settings={"still_rounds_most": 20})
    for first in ("ann", "ben", "cat", "dan", "eve", "fay", "ann"):
        assert game.speaker == first
        game.quiet_day()
        game.night()
    assert game.speaker == "ben"
    game.quiet_day()
    game.night(victim="ben")
    game.final_words()
    assert game.speaker == "cat"


# -- the floor ----------------------------------------------------------------------------------------------------


def test_a_speech_lasts_a_minute_by_the_clock_or_until_thanks_are_said() -> None:
    game = table()
    assert game.clocks() == {"clock.speech": 60}
    game.time_passes("clock.speech")
    assert game.speaker == "ben"
    game.passes("ben")
    assert game.speaker == "cat"


def test_the_length_of_a_speech_is_an_option() -> None:
    game = table(speech_seconds=90)
    assert game.clocks() == {"clock.speech": 90}
    assert game.public("speech.begins") == [{"seat": "ann", "seconds": 90}]
    assert game.view().floor_seconds == 90


def test_the_clock_goes_on_when_a_name_is_called() -> None:
    """Nominating gives nobody a new minute: the clock is the same question as before."""
    game = table()
    (before,) = [question.number for question in game.match.open if question.key == "clock.speech"]
    game.nominates("ann", "ben")
    (after,) = [question.number for question in game.match.open if question.key == "clock.speech"]
    assert before == after
    assert game.speaker == "ann"


def test_only_the_speaker_is_asked_anything() -> None:
    game = table()
    for name in EIGHT:
        assert [one for other in EIGHT if other != name for one in game.asked(other)] == []
        game.passes(name)


# -- nominations --------------------------------------------------------------------------------------------------


def test_one_nomination_a_speaker() -> None:
    game = table()
    assert game.offered("ann", "speech.floor") == [*EIGHT, "pass"]
    game.nominates("ann", "cat")
    assert game.offered("ann", "speech.floor") == ["pass"]
    assert game.is_refused("ann", "speech.floor", "dan") == "not_offered"
    assert game.public("speech.nominated") == [{"by": "ann", "nominee": "cat"}]
    assert game.view().nominations == ((1, 1, 3),)


def test_nobody_is_nominated_twice_but_the_speaker_may_name_another() -> None:
    game = table()
    game.nominates("ann", "cat")
    game.passes("ann")
    assert game.offered("ben", "speech.floor") == [name for name in EIGHT if name != "cat"] + ["pass"]
    assert game.is_refused("ben", "speech.floor", "cat") == "not_offered"
    game.nominates("ben", "dan")


def test_one_may_nominate_oneself() -> None:
    game = table()
    game.nominates("ann", "ann")
    assert game.public("speech.nominated") == [{"by": "ann", "nominee": "ann"}]


def test_yesterdays_nominees_may_be_nominated_again_and_the_dead_may_not() -> None:
    game = table()
    game.speeches(ann="cat")
    game.night(victim="dan")
    game.final_words()
    assert game.offered("ben", "speech.floor") == ["ann", "ben", "cat", "eve", "fay", "gus", "hal", "pass"]


def test_a_dying_player_nominates_nobody_and_only_has_a_word() -> None:
    """R3-4: dead and dying may not nominate."""
    game = table()
    game.quiet_day()
    game.night(victim="dan")
    assert game.speaker == "dan"
    assert game.offered("dan", "final.floor") == ["pass"]
    assert game.view().player(4).dying


def test_the_lovers_guest_has_an_alibi_for_one_day_and_still_speaks_nominates_and_votes() -> None:
    """S3-8, R3-4, R3-15."""
    game = mafia(ann="lover", gus="don", hal="mafia")
    game.quiet_day()
    game.night(lover="cat")
    assert game.is_refused("ben", "speech.floor", "cat") == "not_offered"
    assert game.offered("ben", "speech.floor") == [name for name in EIGHT if name != "cat"] + ["pass"]
    game.passes("ben")
    assert game.speaker == "cat"
    assert "cat" not in game.offered("cat", "speech.floor")  # nor may he name himself
    spoken = game.speeches(cat="dan", dan="eve")
    assert spoken[0] == "cat"
    assert "cat" in game.asked_for("vote.hand")
    game.vote(dan="ann cat")
    game.final_words()
    game.night()
    assert "cat" in game.offered("cat", "speech.floor")


# -- no vote ------------------------------------------------------------------------------------------------------


def test_the_village_goes_to_sleep_when_nobody_was_nominated() -> None:
    """S3-2."""
    game = table()
    game.speeches()
    assert game.public("vote.none") == [{"nominees": []}]
    assert game.phase == "night"


def test_one_nominee_is_no_vote_on_any_day() -> None:
    """R3-5."""
    game = table()
    for first in ("ann", "ben", "cat"):
        game.speeches(**{first: "dan"})
        assert game.public("vote.none")[-1] == {"nominees": ["dan"]}
        assert game.phase == "night"
        assert "dan" in game.alive
        game.night(victim={"gus": first})
        game.final_words()


def test_in_sport_a_lone_nominee_leaves_but_not_on_the_first_day() -> None:
    """R3-5: the option, with a final word like everybody's."""
    game = table(one_nominee="leaves_after_first_day")
    game.speeches(ann="dan")
    assert game.public("vote.none") == [{"nominees": ["dan"]}]
    game.night()
    game.speeches(ben="dan")
    assert game.public("vote.lone_nominee_leaves") == [{"nominee": "dan"}]
    assert game.final_words() == ["dan"]
    assert game.end("dan") == "voted"
    assert game.phase == "night"


def test_in_sport_no_nominee_is_still_no_vote() -> None:
    game = table(one_nominee="leaves_after_first_day")
    game.quiet_day()
    game.night()
    game.quiet_day()
    assert game.public("vote.none") == [{"nominees": []}] * 2


# -- final words --------------------------------------------------------------------------------------------------


def test_who_is_voted_out_and_who_is_killed_has_a_final_word() -> None:
    """S3-4, R3-8."""
    game = table()
    game.speeches(ann="dan", ben="cat")
    game.vote(dan="ann ben cat eve fay")
    assert game.public("final.begins") == [{"seat": "dan", "seconds": 60}]
    assert game.clocks() == {"clock.final": 60}
    assert "dan" in game.alive
    game.time_passes("clock.final")
    assert "dan" not in game.alive
    game.night(victim="eve")
    assert game.killed() == ["eve"]
    assert game.final_words() == ["eve"]
    assert "eve" not in game.alive
    assert not any(player.dying for player in game.view().players)
    assert [said["end"] for said in game.public("player.left")] == ["voted", "killed"]


def test_final_words_may_be_off() -> None:
    game = table(final_seconds=0)
    game.speeches(ann="dan", ben="cat")
    game.vote(dan="ann ben cat eve fay")
    assert game.phase == "night"
    game.night(victim="eve")
    assert game.speaker == "ben"
    assert game.public("final.begins") == []
    assert game.alive == ["ann", "ben", "cat", "fay", "gus", "hal"]


def test_the_cards_stay_hidden_until_the_end() -> None:
    """R3-8."""
    game = table()
    game.votes_out("dan")
    assert game.public("player.left") == [{"seat": "dan", "end": "voted", "role": None}]
    assert game.view().player(4).role is None
    assert game.view("ann").player(4).role is None
    game.night(victim="ann")
    game.final_words()
    game.votes_out("gus")
    game.night()
    game.votes_out("hal")
    assert game.winner == "red: no_black"
    assert [player.role for player in game.view().players] == ["citizen"] * 6 + ["don", "mafia"]
    (over,) = game.public("game.over")
    assert over["roles"]["gus"] == "don"


def test_or_are_shown_when_somebody_leaves() -> None:
    game = table(reveal="leaving")
    game.votes_out("gus")
    assert game.public("player.left") == [{"seat": "gus", "end": "voted", "role": "don"}]
    assert game.view().player(7).role == "don"
    assert game.view("ann").player(7).role == "don"
    assert game.view("ann").player(8).role is None


def test_who_has_left_sees_every_card_where_the_table_lets_him() -> None:
    for watch in (True, False):
        game = table(dead_watch=watch)
        game.votes_out("dan")
        seen = [player.role for player in game.view("dan").players]
        assert (seen == ["citizen"] * 6 + ["don", "mafia"]) is watch
        assert (seen == [None, None, None, "citizen", None, None, None, None]) is not watch
