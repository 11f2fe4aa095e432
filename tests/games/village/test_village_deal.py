"""The deal, the first day, and the options: who may sit down to what (S0-1 to S0-6, R0-1, R0-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from language.any_game import begun_before, seat_of
from language.village import VillagePlay, village
from pydantic import ValidationError

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.village.cards import RUMPLESTILTSKIN_NAMES, SPECIAL_NAMES
from bot.games.village.options import (
    CLASSIC_UNLIKE,
    SEATS,
    VillageOptions,
    beginner_cast,
    cards_of,
    classic_cast,
    enchanted_cast,
    everything_cast,
    ruled_cast,
)

VILLAGE = GAMES["village"]
JOINS = {"mad_hatter": 9, "esmeralda": 10, "captain_hook": 11}


def dealt(seats: int, seed: str = "a seed") -> VillagePlay:
    return VillagePlay(Match.start(VILLAGE, VillageOptions(), seats, SealedChance(seed)))


def test_cards_can_be_collected_again_until_the_first_night_falls() -> None:
    """S0-2, by what everybody sees."""
    play = village(ann="murderer", begun=False)
    assert VILLAGE.may_deal_anew is not None
    assert VILLAGE.may_deal_anew(play.match.view(SPECTATOR))
    play.roles_are_delivered()
    assert play.match.view(SPECTATOR).phase == "night"
    assert not VILLAGE.may_deal_anew(play.match.view(SPECTATOR))


@pytest.mark.parametrize("seats", SEATS)
def test_every_size_of_village_has_its_cast(seats: int) -> None:
    """R0-1 for the team's size; R0-2 for the order in which specials join, with a plain villager at least."""
    cast = ruled_cast(seats)
    assert cast["rumplestiltskin"] == (1 if seats == 8 else 2 if seats <= 12 else 3)
    assert {name for name in SPECIAL_NAMES if name in cast} == {
        name for name in SPECIAL_NAMES if seats >= JOINS.get(name, 8)
    }
    assert cast["villager"] >= 1
    assert sum(cast.values()) == seats


@pytest.mark.parametrize(
    ("seats", "team", "specials", "villagers"),
    [(8, 1, 5, 2), (9, 2, 6, 1), (10, 2, 7, 1), (11, 2, 8, 1), (12, 2, 8, 2), (13, 3, 8, 2), (20, 3, 8, 9)],
)
def test_the_casts_written_down_in_the_ruling(seats: int, team: int, specials: int, villagers: int) -> None:
    """R0-2, its examples word by word."""
    cast = ruled_cast(seats)
    assert (cast["rumplestiltskin"], sum(cast.get(name, 0) for name in SPECIAL_NAMES), cast["villager"]) == (
        team,
        specials,
        villagers,
    )


def test_the_classic_set_is_that_of_the_rulings_but_where_another_cast_is_nearer_to_even() -> None:
    """Thirteen to fifteen are too few for three Rumplestiltskins, whatever cards they have."""
    assert {seats for seats in SEATS if classic_cast(seats) != ruled_cast(seats)} == set(CLASSIC_UNLIKE)
    assert all(sum(classic_cast(seats).values()) == seats for seats in SEATS)
    assert classic_cast(8) == {"rumplestiltskin": 1, "sheriff": 1, "prince_charming": 1, "huntsman": 1, "villager": 4}
    for seats in SEATS:
        cast, ruled = classic_cast(seats), ruled_cast(seats)
        assert cast["rumplestiltskin"] == ruled["rumplestiltskin"] - (13 <= seats <= 15)
        assert cast["sheriff"] == cast["huntsman"] == 1, "as the rules of the set say"


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("role_set", ["classic", "beginner", "everything", "enchanted", "slow"])
def test_every_built_in_role_set_can_be_played_by_everybody_it_names(role_set: str, seats: int) -> None:
    assert VILLAGE.faults(VILLAGE.role_set(role_set).options, seats) == []


@pytest.mark.parametrize("seats", SEATS)
def test_the_beginners_have_two_to_five_helpers(seats: int) -> None:
    cast = beginner_cast(seats)
    helpers = {name for name in SPECIAL_NAMES if name in cast}
    assert helpers <= {"sheriff", "prince_charming", "fairy_godmother", "little_mary", "huntsman"}
    assert 2 <= len(helpers) <= 5
    assert cast["rumplestiltskin"] == ruled_cast(seats)["rumplestiltskin"]


def test_everything_has_every_special_there_is_room_for() -> None:
    assert all(set(SPECIAL_NAMES) <= set(everything_cast(seats)) for seats in SEATS if seats > 10)
    assert all(everything_cast(seats)["villager"] == 1 for seats in (8, 9, 10))
    teams = {seats: everything_cast(seats)["rumplestiltskin"] for seats in SEATS}
    assert teams == {seats: 2 if seats in (13, 14) else ruled_cast(seats)["rumplestiltskin"] for seats in SEATS}


def test_the_slow_set_has_the_cards_of_the_classic_one() -> None:
    slow = VILLAGE.role_set("slow").options
    assert isinstance(slow, VillageOptions)
    assert [slow.cast(seats) for seats in SEATS] == [classic_cast(seats) for seats in SEATS]


@pytest.mark.parametrize("seats", SEATS)
def test_the_enchanted_village_has_the_team_of_the_rulings_and_from_thirteen_on_everybody(seats: int) -> None:
    cast = enchanted_cast(seats)
    assert cast["rumplestiltskin"] == ruled_cast(seats)["rumplestiltskin"]
    assert (cast == ruled_cast(seats)) == (seats > 12)


def test_a_slow_night_and_its_day_take_24_hours() -> None:
    slow = VILLAGE.role_set("slow").options
    assert isinstance(slow, VillageOptions)
    night = slow.night_seconds + slow.powers_seconds + slow.healing_seconds
    assert night + slow.huntsman_seconds + slow.day_seconds == 24 * 3600
    assert slow.warning_seconds > slow.last_words_seconds + slow.vote_seconds, "there is time for a ballot after it"


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_gets_one_card_and_the_deck_is_dealt_out(seats: int) -> None:
    """S0-2, S0-3: one secret card each; the team's cards come from three, at random (R0-1)."""
    game = dealt(seats)
    roles = Counter(game.role(name) for name in game.names)
    team = [role for role in roles.elements() if role in RUMPLESTILTSKIN_NAMES]
    assert len(team) == len(set(team)) == ruled_cast(seats)["rumplestiltskin"]
    others = Counter({role: count for role, count in roles.items() if role not in RUMPLESTILTSKIN_NAMES})
    assert others == Counter(cards_of(ruled_cast(seats)))
    for name in game.names:
        assert game.told(name, "role.dealt") == [{"role": game.role(name)}]


def test_which_of_the_three_cards_are_used_is_chance() -> None:
    """R0-1."""
    seen = {
        dealt(8, f"seed {number}").match.view(seat).role  # type: ignore[attr-defined]
        for number in range(40)
        for seat in range(1, 9)
    }
    assert set(RUMPLESTILTSKIN_NAMES) <= seen


def test_the_mirror_explains_the_cards_in_play_to_everybody() -> None:
    """S0-2: the cast is public, who holds what is not."""
    game = village(ann="murderer", ben="sheriff")
    assert game.public("game.begins") == [{"seats": 8, "cast": {"rumplestiltskin": 1, "villager": 6, "sheriff": 1}}]
    assert all(player.role is None for player in game.view("bystander").players)


def test_the_rumplestiltskins_know_each_other_and_nobody_else() -> None:
    """S0-8: mutual recognition; S0-19: they do not know Captain Hook, nor he them."""
    game = village(9, ann="murderer", ben="warlock", cat="captain_hook")
    assert game.told("ann", "role.team") == [{"mates": [[seat_of("ben"), "warlock"]]}]
    assert game.told("ben", "role.team") == [{"mates": [[seat_of("ann"), "murderer"]]}]
    assert game.view("ann").team == (1, 2)
    assert game.view("ann").player(seat_of("ben")).role == "warlock"
    assert game.view("ann").player(seat_of("cat")).role is None
    for name in ("cat", "dan"):
        assert game.told(name, "role.team") == []
        assert game.view(name).team == ()
        assert [player.role for player in game.view(name).players if player.seat != seat_of(name)] == [None] * 8


def test_a_lonely_rumplestiltskin_is_told_of_no_team() -> None:
    assert village(ann="murderer").told("ann", "role.team") == []


# -- the first day ----------------------------------------------------------------------------------------------------


def test_on_the_first_day_everybody_gives_an_alias_and_nobody_is_nominated() -> None:
    """S0-6: introductions, no nomination, no vote; then night."""
    game = village(settings={"introductions": True}, ann="murderer", begun=False)
    assert game.phase == "introductions"
    for name in game.names:
        assert game.asked(name) == ["introduction"]
        game.answers(name, "introduction", f"  {name} the baker ")
    assert game.public("introductions.end") == [
        {"aliases": [[seat_of(name), f"{name} the baker"] for name in game.names]}
    ]
    assert game.view("cat").player(2).alias == "ben the baker"
    assert "clock.introductions" not in game.clocks()
    game.roles_are_delivered()
    assert game.night_has_fallen(1)


def test_who_is_too_slow_to_introduce_himself_stays_without_an_alias() -> None:
    game = village(settings={"introductions": True}, ann="murderer", begun=False)
    game.answers("ben", "introduction", "a tailor")
    assert game.is_refused("cat", "introduction", "x" * 301) == "too_long"
    assert game.is_refused("cat", "introduction", 7) == "not_a_text"
    game.time_passes("clock.introductions")
    assert [player.alias for player in game.view("bystander").players] == ["", "a tailor", *[""] * 6]
    game.roles_are_delivered()
    assert game.night_has_fallen(1)


def test_a_table_can_do_without_introductions() -> None:
    game = village(ann="murderer", begun=False)
    assert game.public("introductions.begin") == []
    assert game.clocks() == ["roles.delivered", "clock.cards"]


def test_the_first_night_waits_until_every_role_is_delivered_and_no_later_night_does() -> None:
    """S0-2: nothing happens before everybody has a card."""
    game = village(ann="murderer", begun=False)
    assert all(game.asked(name) == [] for name in game.names)
    game.roles_are_delivered()
    assert game.night_has_fallen(1)
    game.night(victim="ben")
    game.nobody_burns()
    assert game.night_has_fallen(2)
    game.untouched("cat", "dan")


def test_nobody_holds_the_first_night_up_for_longer_than_a_night_takes() -> None:
    game = village(ann="murderer", begun=False)
    assert cards_wait_for(game) == 120
    game.time_passes("clock.cards")
    assert game.night_has_fallen(1)
    slow = village(ann="murderer", settings={"night_seconds": 32400}, begun=False)
    assert cards_wait_for(slow) == 32400


def cards_wait_for(game: VillagePlay) -> int | None:
    return next(question.within for question in game.match.open if question.key == "clock.cards")


def test_nobody_holds_up_the_redraw_either() -> None:
    game = village(ann="murderer", settings={"bonus": ("sleep",)}, begun=False)
    game.time_passes("clock.cards")
    assert "bonus.redraw" in game.asked("ann")


def test_a_game_of_an_earlier_version_waits_for_the_cards_without_a_clock() -> None:
    game = village(ann="murderer", begun=False, begun_by=begun_before)
    assert game.clocks() == ["roles.delivered"]


# -- options ----------------------------------------------------------------------------------------------------------


def faults(seats: int, cast: dict[str, int] | None = None, **settings: Any) -> list[str]:
    casts = {} if cast is None else {"casts": {seats: cast}}
    return [fault.key for fault in VILLAGE.faults(VillageOptions(**casts, **settings), seats)]


@pytest.mark.parametrize("seats", [0, 1, 7, 21])
def test_so_few_or_so_many_cannot_play(seats: int) -> None:
    """S0-1: eight and more; the house stops at twenty."""
    assert faults(seats) == ["fault.seats"]


def test_a_cast_must_be_named_for_this_many() -> None:
    options = VillageOptions(casts={9: classic_cast(9)})
    assert [fault.key for fault in VILLAGE.faults(options, 8)] == ["fault.village.no_cast"]
    assert VILLAGE.faults(options, 9) == []


@pytest.mark.parametrize(
    ("cast", "fault"),
    [
        ({"rumplestiltskin": 1, "villager": 6, "wolf": 1}, "fault.village.unknown_role"),
        ({"rumplestiltskin": 1, "villager": 6}, "fault.village.total"),
        ({"rumplestiltskin": 1, "villager": 8}, "fault.village.total"),
        ({"rumplestiltskin": 1, "villager": 9, "sheriff": -2}, "fault.village.total"),
        ({"villager": 8}, "fault.village.team"),
        ({"rumplestiltskin": 4, "villager": 4}, "fault.village.team"),
        ({"rumplestiltskin": 1, "sheriff": 2, "villager": 5}, "fault.village.double"),
        (dict.fromkeys(SPECIAL_NAMES[:7], 1) | {"rumplestiltskin": 1}, "fault.village.no_villager"),
        ({"rumplestiltskin": 4, "villager": 4}, "fault.village.decided"),
    ],
)
def test_a_cast_that_cannot_be_played_is_refused(cast: dict[str, int], fault: str) -> None:
    """S0-3, R0-1, R0-2: a team of one to three, each special once, a plain villager, nothing decided beforehand."""
    assert fault in faults(8, cast)


def test_a_cast_that_can_be_played_has_no_fault() -> None:
    assert faults(8, {"rumplestiltskin": 3, "villager": 5}) == []
    assert faults(8, {"rumplestiltskin": 1, "captain_hook": 1, "villager": 6}) == []


def test_a_set_tells_all_its_faults_at_once_and_each_only_once() -> None:
    options = VillageOptions(
        casts={8: {"villager": 8}, 9: {"rumplestiltskin": 1, "villager": 7}},
    )
    keys = Counter(fault.key for fault in options.all_faults())
    assert keys["fault.village.team"] == 1
    assert keys["fault.village.total"] == 1


@pytest.mark.parametrize(
    "setting", [{"night_seconds": 9}, {"vote_seconds": 0}, {"reballots_most": 11}, {"day_seconds": 29}, {"wolves": 1}]
)
def test_times_out_of_bounds_are_no_options(setting: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        VillageOptions(**setting)  # type: ignore[arg-type]


def test_options_survive_being_written_down() -> None:
    options = VILLAGE.role_set("beginner").options
    assert VillageOptions.model_validate_json(options.model_dump_json()) == options
