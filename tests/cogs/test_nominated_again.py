"""A nomination without a reason says what its nominator said or did against the same player on a day before; and no
nomination at all sounds like another one of its table."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from language.any_game import NAMES, Play, seat_of
from language.mafia import MafiaPlay, mafia
from language.village import VillagePlay, village
from support.lessons import FACES, WORDS
from support.reading_along import play_while_reading

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.hidden_roles.claims import SUSPECT, code
from bot.simulate import LooseChance
from bot.ui.render_context import RenderContext

VILLAGERS = {"eve": "murderer", "fay": "trickster"}
NOMINATED = ("day.nominated", "speech.nominated")
EVENINGS = 6


def told(game: Play, day: int, language: str = "en", match: int = 1) -> str:
    """How the last nomination reads on this day to everybody."""
    names = dict(enumerate(NAMES, start=1))
    context = RenderContext(match, day, names, names, WORDS.for_locale(language), {})
    said = [one for one in game.match.announcements_for(SPECTATOR) if one.key in NOMINATED]
    return FACES[game.match.game.name].line(said[-1], game.view("bystander"), context)


def in_any_wording(game: Play, day: int, language: str = "en") -> list[str]:
    return [told(game, day, language, match) for match in range(1, 30)]


def after_a_first_day(how: str) -> VillagePlay:
    """Ann does this to ben on the first day, and nominates him on the second without a word."""
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    if how == "spoke":
        game.answers("ann", "day.call", code(SUSPECT, seat_of("ben"), "gut"))
        game.nobody_burns()
    elif how == "named":
        game.nominates("ann", "ben")
        game.nobody_burns()
    else:
        game.nominates("cat", "ben")
        game.calls_the_vote()
        game.nobody_speaks()
        game.votes("ann")
        game.poll_closes()
    game.night(victim="hal")
    game.nominates("ann", "ben")
    return game


@pytest.mark.parametrize("how", ["spoke", "named", "voted"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_villager_is_reminded_of_the_day_before(how: str, language: str) -> None:
    game = after_a_first_day(how)
    lines = in_any_wording(game, 2, language)
    assert len(set(lines)) == 3, "not always in the same words"
    assert all(("Tag 1" if language == "de" else "ay 1") in line for line in lines)
    assert not any("gives no reason" in line or "shrug" in line for line in lines)
    assert all("ann" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_villager_who_pays_back_is_told_to(language: str) -> None:
    """What was between those two is all that anybody can see of a reason."""
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    game.nominates("ben", "ann")
    game.nobody_burns()
    game.night(victim="hal")
    game.nominates("ann", "ben")
    lines = in_any_wording(game, 2, language)
    assert len(set(lines)) == 3
    back = {"en": "the other way round|in return", "de": "umgekehrt|nicht vergessen"}[language]
    assert all(re.search(back, line) for line in lines)
    assert all(("Tag 1" if language == "de" else "day 1") in line for line in lines)


def test_who_points_back_on_the_same_day_is_told_to() -> None:
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    game.nominates("ben", "ann")
    before = in_any_wording(game, 1)
    game.nominates("ann", "ben")
    assert set(in_any_wording(game, 1)) == {
        "ben has nominated ann today. Now it is the other way round.",
        "Finger against finger: now ann nominates ben as well.",
        "ann gives it back at once, and nominates ben.",
    }
    assert not any("round" in line or "day" in line for line in before), "the first of the two paid nothing back"


def test_without_a_day_before_nothing_is_made_up() -> None:
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    game.nominates("ann", "ben")
    assert not any("day" in line for line in in_any_wording(game, 1))
    game.nobody_burns()
    game.night(victim="hal")
    game.nominates("cat", "ben")
    lines = in_any_wording(game, 2)
    assert all("ann" in line and "cat" in line for line in lines), "it was ann who did, not cat"


@pytest.mark.parametrize("how", ["spoke", "named"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_has_nothing_of_their_own_is_told_with_who_had(how: str, language: str) -> None:
    """Rather who was against the nominee before than that there is no reason; each of them by name."""
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    if how == "spoke":
        game.answers("ann", "day.call", code(SUSPECT, seat_of("ben"), "gut"))
    else:
        game.nominates("ann", "ben")
    game.nobody_burns()
    game.night(victim="hal")
    game.nominates("cat", "ben")
    lines = in_any_wording(game, 2, language)
    assert len(set(lines)) == 3
    assert all(name in line for line in lines for name in ("ann", "ben", "cat"))
    assert all(("Tag 1" if language == "de" else "ay 1") in line for line in lines)


@pytest.mark.parametrize("match", range(1, 9))
@pytest.mark.parametrize("language", ["en", "de"])
def test_two_in_a_row_without_a_reason_never_sound_alike(match: int, language: str) -> None:
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    shapes = []
    for by, nominee in (("ann", "ben"), ("cat", "dan"), ("ben", "hal")):
        game.nominates(by, nominee)
        shapes.append(told(game, 1, language, match).replace(by, "A").replace(nominee, "B"))
    assert shapes[0] != shapes[1] != shapes[2]


def test_a_reason_of_today_stands_alone() -> None:
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    game.nominates("ann", "ben")
    game.nobody_burns()
    game.night(victim="hal")
    game.nominates("ann", "ben", "He blinked.")
    assert all("He blinked." in line and "day 1" not in line for line in in_any_wording(game, 2))


def test_a_nomination_reads_the_same_when_it_is_told_again_later() -> None:
    game = after_a_first_day("named")
    before = in_any_wording(game, 2)
    game.answers("cat", "day.call", code(SUSPECT, seat_of("ben"), "gut"))
    assert in_any_wording(game, 2) == before
    assert all("day 1" not in told(game, 5, match=match) for match in range(1, 9)), "of which day, nobody knows"


def test_who_holds_which_card_makes_no_difference() -> None:
    lines = []
    for team in ({"eve": "murderer", "fay": "trickster"}, {"ben": "murderer", "ann": "trickster"}):
        game = village(9, **team)
        game.night(victim="ida")
        game.nominates("ann", "cat")
        game.nobody_burns()
        game.night(victim="hal")
        game.nominates("ann", "cat")
        lines.append(in_any_wording(game, 2))
    assert lines[0] == lines[1]


def on_the_second_day(speaker: str) -> MafiaPlay:
    """Ann named ben on the first day of the club; now this one has the floor."""
    game = mafia(8, ben="don", cat="mafia")
    game.speeches(ann="ben")
    game.night(victim="hal")
    game.final_words()
    while game.speaker != speaker:
        game.passes(game.speaker)
    return game


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_guest_of_the_club_is_reminded_of_the_day_before(language: str) -> None:
    game = on_the_second_day("ann")
    game.nominates("ann", "ben")
    lines = in_any_wording(game, 2, language)
    assert len(set(lines)) == 3
    assert all(("Tag 1" if language == "de" else "ay 1") in line for line in lines)


def test_a_guest_who_says_why_today_is_not_reminded() -> None:
    game = on_the_second_day("ann")
    game.answers("ann", "speech.floor", code(SUSPECT, seat_of("ben"), "gut"))
    game.nominates("ann", "ben")
    assert not any("day 1" in line.lower() for line in in_any_wording(game, 2))


def test_the_story_of_the_club_tells_it_as_the_table_heard_it() -> None:
    game = mafia(6, ben="don")
    game.speeches(ann="ben")
    game.night(victim="fay")
    game.final_words()
    while game.speaker != "ann":
        game.passes(game.speaker)
    game.nominates("ann", "ben")
    heard = told(game, 2)
    names = dict(enumerate(NAMES, start=1))
    context = RenderContext(1, 2, names, names, WORDS.for_locale("en"), {})
    story = FACES["mafia"].story([], game.match.announcements_for(SPECTATOR), context)
    assert heard in "\n".join(story)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_club_is_told_who_was_against_the_nominee_before(language: str) -> None:
    game = on_the_second_day("dan")
    game.nominates("dan", "ben")
    lines = in_any_wording(game, 2, language)
    assert len(set(lines)) == 3
    assert all(name in line for line in lines for name in ("ann", "ben", "dan"))
    assert all(("Tag 1" if language == "de" else "ay 1") in line for line in lines)


def heard_at_a_large_table(game: str, language: str, evening: int) -> list[str]:
    """The nominations of a whole game of twenty computer players, as the table reads them one after the other."""
    seats = range(1, 21)
    names = {seat: f"Player {seat}" for seat in seats}
    rng = Random(f"evening {evening}")
    match = Match.start(GAMES[game], GAMES[game].role_sets[0].options, len(seats), LooseChance(rng))
    lines: list[str] = []
    read = [0]

    def reads_on() -> None:
        news: list[Announcement] = match.announcements_for(SPECTATOR, since=read[0])
        read[0] = match.announced
        context = RenderContext(evening, match.checkpoint, names, names, WORDS.for_locale(language), {})
        lines.extend(FACES[game].line(one, match.view(SPECTATOR), context) for one in news if one.key in NOMINATED)

    play_while_reading(match, "strong", rng, reads_on)
    return lines


@pytest.mark.parametrize("game", ["village", "mafia"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_nomination_of_a_game_is_told_twice_in_the_same_words(game: str, language: str) -> None:
    for evening in range(EVENINGS):
        lines = heard_at_a_large_table(game, language, evening)
        assert len(lines) > 3
        assert [line for line, often in Counter(lines).items() if often > 1] == []


@pytest.mark.parametrize("match", range(1, 5))
def test_nominations_of_two_days_go_through_all_wordings(match: int) -> None:
    """Whoever has said why nominates in other words each time, until all of them have been heard."""
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    shapes = []
    for day, pairs in ((1, (("ann", "ben"), ("cat", "dan"), ("ben", "hal"))), (2, (("dan", "cat"), ("cat", "gus")))):
        for by, nominee in pairs:
            game.answers(by, "day.call", code(SUSPECT, seat_of(nominee), "gut"))
            game.nominates(by, nominee)
            shapes.append(told(game, day, match=match).replace(by, "A").replace(nominee, "B"))
        if day == 1:
            game.nobody_burns()
            game.night(victim="ann")
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_villager_who_nominates_nobody_else_is_named_once(language: str) -> None:
    """“Cat nominates cat. Why? A shrug.”"""
    game = village(9, **VILLAGERS)
    game.night(victim="ida")
    game.nominates("cat", "cat")
    assert all(line.count("cat") == 1 for line in in_any_wording(game, 1, language))
