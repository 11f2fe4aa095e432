"""What a table hears many times in a game: no wording comes again until all of them have been heard."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from random import Random

import pytest
from support.lessons import FACES, WORDS
from support.reading_along import play_while_reading

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.match import Match
from bot.games import GAMES
from bot.simulate import LooseChance
from bot.ui.render_context import RenderContext

SEATS = 12
EVENINGS = 8
IN_TURN = {
    "village": ("day.burned", "dawn.killed", "day.poll"),
    "mafia": ("vote.for", "final.begins", "player.left.voted", "player.left.killed"),
}
"""What is said of one player after the other, by game."""
NAME = re.compile(r"Player \d+")


def key_of(said: Announcement) -> str:
    if said.key == "player.left":
        return f"{said.key}.{said.values['end']}"
    return "day.poll.again" if said.values.get("rerun") else said.key


def evening(game: str, language: str, number: int, *, unhurried: bool = False) -> dict[str, list[str]]:
    """All that a table of computer players reads in one game, by what it is about, without the names and the cards."""
    seats = range(1, SEATS + 1)
    names = {seat: f"Player {seat}" for seat in seats}
    rng = Random(f"evening {number}")
    match = Match.start(GAMES[game], GAMES[game].role_sets[0].options, SEATS, LooseChance(rng))
    heard: dict[str, list[str]] = defaultdict(list)
    read = [0]

    def reads_on() -> None:
        news: list[Announcement] = match.announcements_for(SPECTATOR, since=read[0])
        context = RenderContext(
            number,
            match.checkpoint,
            names,
            names,
            WORDS.for_locale(language),
            {},
            since=match.round_announced,
            unhurried=unhurried,
        )
        for one in news:
            line = FACES[game].line(one, match.view(SPECTATOR), context)
            heard[key_of(one)].append(NAME.sub("X", re.sub(r" (The card|Die Karte): .*", "", line)))
        read[0] = match.announced

    play_while_reading(match, "normal", rng, reads_on)
    return heard


@pytest.mark.parametrize("game", ["village", "mafia"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_wording_comes_again_until_all_have_been_heard(game: str, language: str) -> None:
    face, words = FACES[game], WORDS.for_locale(language)
    most = dict.fromkeys(IN_TURN[game], 0)
    for number in range(EVENINGS):
        heard = evening(game, language, number)
        for key in IN_TURN[game]:
            lines, ways = heard[key], words.variants(face.key(words, key))
            most[key] = max(most[key], len(lines))
            for first in range(len(lines)):
                stretch = lines[first : first + ways]
                assert len(set(stretch)) == len(stretch), (key, stretch)
    assert min(most.values()) > 1, "each of them was said more than once in some game"


@pytest.mark.parametrize("unhurried", [False, True])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_speech_is_opened_like_the_one_before(language: str, *, unhurried: bool) -> None:
    """They are few words, and heard more often than any others; in a lesson as well, where nothing is said of time."""
    for number in range(EVENINGS):
        lines = evening("mafia", language, number, unhurried=unhurried)["speech.begins"]
        alike = sum(before == after for before, after in pairwise(lines))
        assert alike < len(lines) / 5, "only across somebody who is dead"


@pytest.mark.parametrize("language", ["en", "de"])
def test_nobody_gets_the_floor_in_the_words_of_the_day_before(language: str) -> None:
    """“Player 5 stands up” was heard of them on every day, and “coughs once” of their neighbour."""
    names = {seat: f"Player {seat}" for seat in range(1, SEATS + 1)}
    for seat in names:
        said = Announcement(1, "everyone", "speech.begins", {"seat": seat, "seconds": 60})
        days = [RenderContext(1, day, names, names, WORDS.for_locale(language), {}) for day in range(1, 5)]
        assert len({FACES["mafia"].line(said, None, day) for day in days}) == len(days)


@pytest.mark.parametrize("language", ["en", "de"])
def test_only_the_mirror_asks_who_votes_against_somebody(language: str) -> None:
    """“Player 5 looks around the table: who votes against that name?” sounded as if the nominee had asked it."""
    words = WORDS.for_locale(language)
    ways = [
        words.say("mafia.vote.for", pick=way, nominee="Player 5") for way in range(words.variants("mafia.vote.for"))
    ]
    assert not [line for line in ways if re.search(r"^Player 5 [^.!?]+: ", line)]
