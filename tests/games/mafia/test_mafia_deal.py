"""The cards: who is dealt what, who is told what, and which tables can be played (S3-5, R3-1, R3-2)."""

from __future__ import annotations

from typing import Any

import pytest
from language.mafia import mafia

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.mafia.cards import ROLE_NAMES, SIDES, is_black
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import CLUB_UNLIKE, EVEN_UNLIKE, ROLE_SETS, MafiaOptions, club_cast

COUNTS = {
    6: (1, 0, 0, 1, 1, 0, 3),
    7: (1, 1, 0, 1, 1, 0, 3),
    8: (1, 1, 0, 1, 1, 0, 4),
    9: (1, 1, 0, 1, 1, 1, 4),
    10: (1, 1, 1, 1, 1, 1, 4),
    11: (1, 1, 1, 1, 1, 1, 5),
    12: (1, 2, 1, 1, 1, 1, 5),
    13: (1, 2, 1, 1, 1, 1, 6),
    14: (1, 2, 1, 1, 1, 1, 7),
    15: (1, 2, 1, 1, 1, 1, 8),
    16: (1, 3, 1, 1, 1, 1, 8),
    17: (1, 3, 1, 1, 1, 1, 9),
    18: (1, 3, 1, 1, 1, 1, 10),
    19: (1, 3, 1, 1, 1, 1, 11),
    20: (1, 3, 1, 1, 1, 1, 12),
}
"""R3-1: Don, Mafia, Maniac, Sheriff, Doctor, Lover, Citizen, copied from the ruling."""


@pytest.mark.parametrize("seats", range(6, 21))
def test_the_cast_of_the_club(seats: int) -> None:
    order = ("don", "mafia", "maniac", "sheriff", "doctor", "lover", "citizen")
    counts = tuple(club_cast(seats).get(role, 0) for role in order)
    assert counts == COUNTS[seats]
    assert sum(counts) == seats
    assert MafiaOptions().cast(seats) == club_cast(seats)


def test_the_first_set_is_the_club_s_and_differs_only_where_another_cast_is_nearer_to_even() -> None:
    """R3-1: the Lover from nine players on, and the Maniac from ten, at every size."""
    first = MAFIA_GAME.role_sets[0]
    assert first.name == "club"
    assert isinstance(first.options, MafiaOptions)
    casts = first.options.casts
    assert {seats for seats in casts if casts[seats] != club_cast(seats)} == set(CLUB_UNLIKE)
    for seats, cast in casts.items():
        assert sum(cast.values()) == seats
        assert (cast.get("lover", 0), cast.get("maniac", 0)) == (int(seats >= 9), int(seats >= 10))
        assert cast["sheriff"] == 1
        assert cast["don"] == 1


@pytest.mark.parametrize("seats", CLUB_UNLIKE)
def test_where_the_first_set_differs_it_has_one_mafia_more_or_fewer_or_no_doctor(seats: int) -> None:
    first = MAFIA_GAME.role_sets[0].options
    assert isinstance(first, MafiaOptions)
    usual, cast = club_cast(seats), first.cast(seats)
    assert abs(cast.get("mafia", 0) - usual.get("mafia", 0)) <= 1
    assert cast.get("doctor", 0) <= usual["doctor"]
    moved = {"mafia": 0, "doctor": 0, "citizen": 0}
    assert {**cast, **moved} == {**usual, **moved}


def test_the_even_set_has_the_club_s_cards_but_the_maniac_where_that_is_near_even() -> None:
    even = MAFIA_GAME.role_set("even").options
    assert isinstance(even, MafiaOptions)
    for seats, cast in even.casts.items():
        usual = {role: count for role, count in club_cast(seats).items() if role not in ("maniac", "citizen")}
        others = {role: count for role, count in cast.items() if role != "citizen"}
        assert (others == usual) is (seats not in EVEN_UNLIKE)
        assert sum(cast.values()) == seats


def test_a_slow_night_and_its_day_take_24_hours_at_most() -> None:
    """Everybody speaks and nominates somebody; two are tied once; one leaves at night and one by day."""
    slow = MAFIA_GAME.role_set("slow").options
    assert isinstance(slow, MafiaOptions)
    seats = max(slow.casts)
    day = seats * (slow.speech_seconds + slow.vote_seconds) + 2 * (slow.defence_seconds + slow.vote_seconds)
    assert slow.night_seconds + day + 2 * slow.final_seconds <= 24 * 3600
    assert all(MAFIA_GAME.faults(slow, count) == [] for count in range(6, 13))


def test_sport_is_played_by_ten() -> None:
    """R3-1: Don, two Mafia, the Sheriff, six Citizens, and no other number of players."""
    sport = MAFIA_GAME.role_set("sport").options
    assert isinstance(sport, MafiaOptions)
    assert sport.cast(10) == {"don": 1, "mafia": 2, "sheriff": 1, "citizen": 6}
    assert MAFIA_GAME.faults(sport, 10) == []
    for seats in (9, 11):
        assert [fault.key for fault in MAFIA_GAME.faults(sport, seats)] == ["fault.mafia.no_cast"]


@pytest.mark.parametrize("role_set", MAFIA_GAME.role_sets, ids=lambda one: one.name)
def test_every_built_in_set_can_be_played_at_every_size_it_names(role_set: Any) -> None:
    assert role_set.options.all_faults() == []
    for seats in role_set.options.casts:
        assert MAFIA_GAME.faults(role_set.options, seats) == []
        assert Match.start(MAFIA_GAME, role_set.options, seats, SealedChance("a deal")).outcome is None


@pytest.mark.parametrize(
    ("cast", "fault"),
    [
        ({"don": 1, "citizen": 4}, "total"),
        ({"don": 1, "doctor": -1, "citizen": 6}, "total"),
        ({"don": 2, "citizen": 4}, "double"),
        ({"don": 1, "doctor": 2, "citizen": 3}, "double"),
        ({"sheriff": 1, "maniac": 1, "citizen": 4}, "no_mafia"),
        ({"don": 1, "mafia": 2, "citizen": 3}, "decided"),
        ({"don": 1, "mafia": 1, "maniac": 1, "sheriff": 1, "doctor": 1, "lover": 1, "citizen": 0}, None),
        ({"don": 1, "wizard": 1, "citizen": 4}, "unknown_role"),
    ],
)
def test_casts_that_cannot_be_played(cast: dict[str, int], fault: str | None) -> None:
    options = MafiaOptions(casts={6: cast})
    assert [one.key for one in options.faults(6)] == ([f"fault.mafia.{fault}"] if fault else [])


def test_five_or_twenty_one_cannot_play() -> None:
    for seats in (5, 21):
        assert [fault.key for fault in MAFIA_GAME.faults(MafiaOptions(), seats)] == ["fault.seats"]


def test_the_cast_is_dealt_and_said_and_each_is_told_the_own_card_alone() -> None:
    match = Match.start(MAFIA_GAME, MafiaOptions(), 12, SealedChance("a deal"))
    (begins,) = [said for said in match.announcements_for(0) if said.key == "game.begins"]
    assert begins.values == {"seats": 12, "cast": club_cast(12)}
    dealt = []
    for seat in range(1, 13):
        cards = [said.values["role"] for said in match.announcements_for(seat) if said.key == "role.dealt"]
        assert cards == [match.view(seat).role]  # type: ignore[attr-defined]
        dealt += cards
    assert {role: dealt.count(role) for role in set(dealt)} == club_cast(12)
    assert [said.key for said in match.announcements_for(0)] == ["game.begins"]


def test_the_deal_is_chance() -> None:
    deals = set()
    for number in range(40):
        match = Match.start(MAFIA_GAME, MafiaOptions(), 8, SealedChance(f"deal {number}"))
        deals.add(next(seat for seat in range(1, 9) if match.view(seat).role == "don"))  # type: ignore[attr-defined]
    assert deals == set(range(1, 9))


def test_the_team_knows_itself_and_its_don_and_the_maniac_is_of_no_team() -> None:
    """R3-2, R3-11."""
    game = mafia(10, ann="mafia", ben="don", cat="maniac", dan="mafia", eve="sheriff")
    assert game.told("ann", "role.team") == [{"mates": {"ben": "don", "dan": "mafia"}}]
    assert game.told("ben", "role.team") == [{"mates": {"ann": "mafia", "dan": "mafia"}}]
    for name in ("cat", "eve", "fay", "bystander"):
        assert game.told(name, "role.team") == []
        assert game.view(name).team == ()
    assert game.view("dan").team == (1, 2, 4)
    for name in ("ann", "ben", "dan"):
        known = {player.seat: player.role for player in game.view(name).players if player.role}
        assert known == {1: "mafia", 2: "don", 4: "mafia"}
    assert [player.role for player in game.view("cat").players if player.role] == ["maniac"]


def test_a_don_alone_has_no_team_to_be_told() -> None:
    game = mafia(6, ann="don", ben="sheriff", cat="doctor")
    assert game.told("ann", "role.team") == []
    assert game.view("ann").team == (1,)


def test_there_is_no_kill_and_no_search_before_the_first_day() -> None:
    """R3-2, S3-1: it opens with a day."""
    game = mafia(begun=False, ann="don", ben="mafia")
    assert [question.key for question in game.match.open] == ["roles.delivered", "clock.cards"]
    game.roles_are_delivered()
    assert game.speaker == "ann"
    assert game.news("game.begins") == ["day.begins", "speech.begins"]


def test_nobody_holds_the_first_day_up_for_longer_than_a_night_takes() -> None:
    game = mafia(begun=False, ann="don", ben="mafia")
    game.time_passes("clock.cards")
    assert game.speaker == "ann"


def test_colours_and_sides() -> None:
    """S3-5, R3-11."""
    assert [role for role in ROLE_NAMES if is_black(role)] == ["don", "mafia", "maniac"]
    assert {role for role in ROLE_NAMES if SIDES[role] == "mafia"} == {"don", "mafia"}
    assert SIDES["maniac"] == "maniac"


@pytest.mark.parametrize("role_set", MAFIA_GAME.role_sets, ids=lambda one: one.name)
def test_options_come_back_from_json(role_set: Any) -> None:
    body = role_set.options.model_dump_json()
    assert MafiaOptions.model_validate_json(body) == role_set.options


def test_every_option_explains_itself() -> None:
    for name, field in MafiaOptions.model_fields.items():
        if name not in MafiaOptions.settled:
            assert field.title, name
            assert field.description, name
            assert field.description.endswith("."), name


def test_options_that_may_end_a_game_with_its_first_night_are_refused() -> None:
    """M3-20: a quiet day and a night without deaths would be the one still round that is a draw."""
    mild = next(one.options for one in ROLE_SETS if one.name == "mild")
    options = mild.model_copy(update={"still_rounds_most": 1})
    assert [fault.key for fault in options.faults(8)] == ["fault.mafia.still_rounds"]
    assert mild.model_copy(update={"still_rounds_most": 2}).faults(8) == []
    assert MafiaOptions(still_rounds_most=1).faults(8) == []
    assert [fault.key for fault in options.all_faults()] == ["fault.mafia.still_rounds"]
