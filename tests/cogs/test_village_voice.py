"""The village's voice over a whole game: no two nights sound alike, and the story says what was said."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from language.any_game import play_at_random

from bot.engine.announcements import EVERYONE, SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match
from bot.games import GAMES
from bot.games.village.options import ROLE_SETS
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.village.face import VillageFace
from cogs.village.story import TOLD_AGAIN

WORDS = Wording(wording_files())
FACE = VillageFace()
MATCH = 7
ONE_A_ROUND = ("night.", "dawn.", "day.begins", "day.burned", "day.time_is_up", "day.no_nominee")
"""What a round says, and the next one is to say in other words."""
both = pytest.mark.parametrize("language", ["en", "de"])


def context(checkpoint: int, language: str, *, seats: int = 20, since: int = 0, match: int = MATCH) -> RenderContext:
    names = {seat: f"**Player {seat:02}**" for seat in range(1, seats + 1)}
    return RenderContext(match, checkpoint, names, names, WORDS.for_locale(language), {}, since=since)


class Evening:
    """A game of chance, told as a stage tells it: right after the answer that led to it.

    lines   each public announcement as people read it, with the round in which it was said
    """

    def __init__(self, number: int, language: str) -> None:
        role_set = ROLE_SETS[number % len(ROLE_SETS)]
        self.match = Match.start(GAMES["village"], role_set.options, 12, SealedChance(f"voice {number}"), record=True)
        self.language = language
        self.said: list[Announcement] = []
        self.journal: list[Entry] = []
        self.lines: list[tuple[int, Announcement, str]] = []
        self._round = 0
        self._tell()
        for _ in play_at_random(self.match, Random(number)):
            self._tell()

    def _tell(self) -> None:
        here = context(self.match.checkpoint, self.language, since=self.match.round_announced)
        changes = self.match.take_changes()
        self.said += changes.announcements
        self.journal += changes.entries
        for said in changes.announcements:
            if said.is_public and (line := FACE.line(said, self.match.view(SPECTATOR), here)):
                self._round += said.key == "night.falls"
                self.lines.append((self._round, said, line))


def wording_of(said: Announcement, line: str, language: str) -> str:
    """Which sentence of the files this is."""
    forms = WORDS.for_locale(language)
    every = forms.keys()
    late = "day.toad.late" if said.key == "dawn.toad" else said.key
    for key in [one for one in every if one in (said.key, late) or one.startswith(f"{said.key}.")]:
        for pick in range(forms.variants(key)):
            if re.fullmatch(_pattern(forms, key, pick), line, re.DOTALL):
                return f"{key}#{pick}"
    raise AssertionError(f"nobody wrote {line!r}")


def _pattern(words: Wording, key: str, pick: int) -> str:
    values = {name: f"<{name}>" for name in ("seat", "by", "role", "night", "day", "seconds", "victim", "suspect")}
    return re.sub("<[a-z]+>", ".+", re.escape(words.say(key, pick=pick, **values)))


@both
@pytest.mark.parametrize("number", range(8))
def test_no_round_repeats_the_words_of_the_one_before(number: int, language: str) -> None:
    rounds: dict[tuple[str, int], set[str]] = {}
    for turn, said, line in Evening(number, language).lines:
        if said.key.startswith(ONE_A_ROUND):
            wording = wording_of(said, line, language)
            rounds.setdefault((wording.partition("#")[0], turn), set()).add(wording)
    assert {key for key, _ in rounds} >= {"night.falls", "dawn.breaks"}
    for (key, turn), wordings in rounds.items():
        assert not wordings & rounds.get((key, turn - 1), set())


@both
@pytest.mark.parametrize("number", range(8))
def test_the_story_is_told_in_the_words_of_the_game(number: int, language: str) -> None:
    """Long after the last round, without a clue where each line was said but the lines themselves."""
    evening = Evening(number, language)
    here = context(evening.match.checkpoint, language, since=evening.match.round_announced)
    story = "\n".join(FACE.story(evening.journal, evening.said, here))
    told = [line for _, said, line in evening.lines if said.key in TOLD_AGAIN]
    assert told
    assert [line for line in told if line not in story] == []


def test_every_wording_has_its_turn() -> None:
    """Once in as many nights as there are wordings: nobody waits a year for the best one."""
    for match in range(20):
        lines = {FACE.line(falls(night), None, context(night, "en", match=match))[13:] for night in range(1, 9)}
        assert len(lines) == WORDS.variants("night.falls") == 8


def test_who_died_has_a_say_in_the_words() -> None:
    """Two deaths of one night are told in different words as a rule, although both are new since last night."""
    here = context(3, "en")
    wordings = [wording_of(died(seat), FACE.line(died(seat), None, here), "en") for seat in range(1, 21)]
    assert len(set(wordings)) == WORDS.variants("dawn.killed") / 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_deaths_of_one_night_are_told_in_the_same_words(language: str) -> None:
    village = Match.start(GAMES["village"], ROLE_SETS[0].options, 12, SealedChance("two")).view(SPECTATOR)
    for night in range(1, 11):
        for dead in ((2, 7), (3, 4, 11), (1, 5, 6, 8)):
            gone: dict[str, Any] = {"alive": False, "end": "rumplestiltskins", "end_night": night}
            before: dict[str, Any] = {**gone, "end_night": night - 1}
            players = tuple(
                replace(one, **gone if one.seat in dead else before if one.seat == 9 else {}) for one in village.players
            )
            view, here = village.model_copy(update={"players": players}), context(night, language, match=night)
            wordings = [wording_of(died(seat), FACE.line(died(seat), view, here), language) for seat in dead]
            assert len(set(wordings)) == len(dead)


@pytest.mark.parametrize("said", [("dawn.killed", {"seat": 3, "role": "sheriff"}), ("night.falls", {"night": 2})])
def test_secrets_in_between_change_no_word(said: tuple[str, dict[str, Any]]) -> None:
    """How many secret announcements were made first is nobody's business."""
    key, values = said
    lines = {FACE.line(Announcement(n, EVERYONE, key, values), None, context(2, "en", since=9)) for n in (9, 10, 44)}
    assert len(lines) == 1


def test_what_is_told_late_reads_as_it_would_have_in_time() -> None:
    """The burning ends a round; when people read it, the next has begun."""
    burned = Announcement(40, EVERYONE, "day.burned", {"seat": 3, "role": "sheriff"})
    for turn in range(1, 9):
        late = FACE.line(burned, None, context(turn + 1, "en", since=41))
        assert late == FACE.line(burned, None, context(turn, "en", since=12))
        assert late != FACE.line(burned, None, context(turn + 1, "en", since=12))


def falls(night: int) -> Announcement:
    return Announcement(1, EVERYONE, "night.falls", {"night": night})


def died(seat: int) -> Announcement:
    return Announcement(1, EVERYONE, "dawn.killed", {"seat": seat, "role": "villager"})
