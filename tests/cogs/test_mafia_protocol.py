"""The protocol of Mafia: everything that happened stands in it once, and nothing secret before the end."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.any_game import random_answer
from language.mafia import MafiaPlay, mafia
from support.legibility import assert_legible, read
from support.recording_art import RecordingArt, overlap, says
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.views import MafiaView
from bot.ui.panels import Page
from bot.ui.phone_height import SCREEN, height_of_panels
from bot.ui.pictures.art import Art
from bot.ui.wording import Wording, check, wording_files
from cogs.mafia import protocol, protocol_picture
from cogs.mafia.protocol import Protocol, csv_file, protocol_of
from cogs.mafia.protocol_picture import ProtocolPicture
from cogs.mafia.sheet_cog import in_words

WORDS = Wording(wording_files())
both = pytest.mark.parametrize("language", ["en", "de"])
EVIL = ("=1+1", "+49", "-2", "@SUM(A1)", " =1", "\t=1", "＝1", 'a"b,c', "x\ny", "Жанна 🗡️")
ROLES = {"ann": "don", "ben": "sheriff", "cat": "mafia", "dan": "doctor", "eve": "lover", "fay": "maniac"}


def written(match: Match, names: dict[int, str] | None = None) -> Protocol:
    """The protocol of a match whose changes nobody has taken yet."""
    view = match.view(SPECTATOR)
    assert isinstance(view, MafiaView)
    changes = match.take_changes()
    names = names or {seat: f"P{seat}" for seat in range(1, match.seats + 1)}
    return protocol_of(view, names, changes.announcements, changes.entries)


def rows_of(sheet: Protocol) -> list[list[list[str]]]:
    """The blocks of the file."""
    body = csv_file(sheet, 7, WORDS)
    assert body.startswith(b"\xef\xbb\xbf")
    blocks: list[list[list[str]]] = [[]]
    for row in csv.reader(io.StringIO(body.decode("utf-8-sig"), newline="")):
        if row:
            blocks[-1].append(row)
        else:
            blocks.append([])
    return blocks


def picture_of(sheet: Protocol, labels: dict[int, str] | None = None, words: Wording = WORDS) -> ProtocolPicture:
    labels = labels or {line.seat: f"P{line.seat}" for line in sheet.seats}
    return protocol_picture.protocol_picture(sheet, 7, labels, words)


def two_days() -> MafiaPlay:
    """cat is voted out, gus is shot, a foul, a tie, and the red side wins on the third day."""
    game = mafia(9, **ROLES)
    game.foul("hal")
    game.speeches(ann="ben", ben="cat")
    game.vote(ben="ann cat")
    assert game.final_words() == ["cat"]
    game.night(victim="gus", search="ben", investigate="ann", maniac="hal", lover="dan", doctor="hal")
    game.final_words()
    game.speeches(ben="ann", dan="fay")
    game.vote(ann="ben dan eve")
    return game


@cache
def played(seats: int, seed: int) -> Match:
    """A whole game at random, with fouls now and then."""
    rng = Random(f"{seats} {seed}")
    match = Match.start(MAFIA_GAME, MAFIA_GAME.options(), seats, SealedChance(f"protocol {seats} {seed}"))
    while match.outcome is None:
        question, value = random_answer(match, rng)
        if question.key == "foul" and rng.random() < 0.9:
            clock = next((one for one in match.open_for(MIRROR) if one.key != "foul"), question)
            question, value = clock, clock.default if clock is not question else value
        match.reply(question, value)
    return match


@cache
def finished(seats: int, seed: int) -> Protocol:
    return written(played(seats, seed))


GAMES = [(seats, seed) for seats in (6, 10, 14, 20) for seed in range(size(1, full=3))]


# -- a game that is known ---------------------------------------------------------------------------------------------


def test_a_day_holds_nominations_votes_and_who_left() -> None:
    sheet = written(two_days().match)
    day = sheet.days[0]
    assert day.nominations == ((1, 2), (2, 3))
    (ballot,) = day.ballots
    assert ballot.votes == ((2, (1, 3)), (3, (2, 4, 5, 6, 7, 8, 9)))
    assert day.left == ((3, "voted"),)
    assert sheet.seats[7].fouls == 1
    assert sheet.seats[2].end == "voted"


def test_before_the_end_nothing_secret_is_written() -> None:
    game = two_days()
    sheet = written(game.match)
    assert sheet.nights == ()
    assert all(line.role is None and line.won is None for line in sheet.seats)
    text = csv_file(sheet, 7, WORDS).decode()
    assert "Sheriff" not in text
    assert "Don" not in text
    assert "killed, night 1" in text
    assert "Sheriff" not in picture_of(sheet).words(WORDS)


def test_a_night_holds_every_act_and_its_answer() -> None:
    game = two_days()
    game.final_words()
    while game.outcome is None:
        if game.phase == "night":
            game.night()
        elif game.standing:
            game.vote()
        else:
            game.speeches()
            game.final_words()
    sheet = written(game.match)
    night = sheet.nights[0]
    assert (night.shot, night.search, night.check) == (7, (2, True), (1, True))
    assert night.chosen == {"maniac": 8, "lover": 4, "doctor": 8}
    assert night.killed == (7,)
    assert sheet.winner is not None
    head, nights = rows_of(sheet)[3][:2]
    assert head == [
        "Night", "Mafia’s shot", "Don’s search", "Sheriff’s question", "Maniac", "Lover", "Doctor", "Killed"
    ]  # fmt: skip
    assert nights == ["1", "7", "2: the Sheriff", "1: black", "8", "4", "8", "7"]


def test_the_file_has_a_line_for_each_seat() -> None:
    head, seats, days = rows_of(written(two_days().match))
    assert head[1] == ["Table", "7"]
    assert seats[0][:6] == ["Seat", "Name", "Role", "Fouls", "Left", "Result"]
    assert seats[0][6:8] == ["Day 1: nominated", "Day 1: voted against"]
    assert seats[1][6:8] == ["2", "2"]
    assert seats[3][4] == "voted out, day 1"
    assert seats[8][3] == "1"
    assert len(seats) == 10
    assert days[1] == ["1", "", "2", "1", "", "", "", ""]
    assert ["1", "1", "3", "", "7", "2 4 5 6 7 8 9", "", ""] in days
    assert ["1", "", "", "", "", "", "3", "voted out"] in days


def test_a_tie_and_the_question_about_all_of_them() -> None:
    game = mafia(8, ann="don", ben="sheriff", cat="mafia", dan="doctor")
    game.speeches(ann="ben", ben="cat")
    for _ in range(2):
        game.vote(ben="ann dan eve fay")
        game.defences()
    game.all_of_them("ann dan eve")
    sheet = written(game.match)
    assert [ballot.round for ballot in sheet.days[0].ballots] == ["1", "2", "all"]
    assert sheet.days[0].ballots[2].votes == ((0, (1, 4, 5)),)
    seats = rows_of(sheet)[1]
    assert seats[1][7] == "2 / 2 / all leave"
    assert "Yes: 1, 4, 5" in picture_of(sheet).words(WORDS)


def test_a_vote_that_a_foul_has_cancelled_is_not_counted() -> None:
    game = mafia(8, ann="don", ben="sheriff", cat="mafia", dan="doctor")
    game.speeches(ann="ben", ben="cat")
    game.foul("hal", kind="out")
    sheet = written(game.match)
    assert not sheet.days[0].ballots[0].complete
    assert (8, "fouls") in sheet.days[0].left
    assert "not counted" in csv_file(sheet, 7, WORDS).decode()
    assert "(not counted)" in picture_of(sheet).words(WORDS)


def test_who_is_sent_out_at_once_has_no_fouls_but_those_called_before() -> None:
    """Only the fourth foul is a fourth foul: a host may send somebody out without one."""
    game = mafia(12, ann="don", ben="sheriff", cat="mafia", dan="doctor")
    game.foul("gus", *4 * ["fay"])
    game.foul("gus", "hal", kind="out")
    sheet = written(game.match)
    fouls = {line.seat: line.fouls for line in sheet.seats if line.end == "fouls"}
    assert fouls == {8: 0, 7: 1, 6: 4}
    words = picture_of(sheet).words(WORDS)
    assert "1 foul, sent out" in words
    assert words.count("4 fouls, sent out") == 1


def test_whoever_was_sent_out_at_night_has_planned_nothing() -> None:
    """R3-14: the Don's victim and the Doctor's patient are void; the Mafia's voice counts."""
    game = mafia(9, **ROLES)
    game.quiet_day()
    game.points({"ann": "gus", "cat": "hal"})
    game.answers("dan", "night.doctor", "hal")
    game.foul("ann", "dan", kind="out")
    game.time_passes("clock.night")
    game.final_words()
    while game.match.outcome is None:
        question = next(one for one in game.match.open if one.seat > 0 or one.key.startswith("clock."))
        game.match.answer(question.number, question.seat, question.default or question.choices[-1])
    night = written(game.match).nights[0]
    assert (night.shot, night.chosen["doctor"], night.killed) == (8, None, (8,))


# -- any game ---------------------------------------------------------------------------------------------------------


@pytest.mark.full_size
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_what_is_written_agrees_with_the_game(seats: int, seed: int) -> None:
    sheet, match = finished(seats, seed), played(seats, seed)
    view: Any = match.view(SPECTATOR)
    assert sheet.winner == view.winner
    assert [line.role for line in sheet.seats] == [player.role for player in view.players]
    assert sorted(seat for day in sheet.days for seat, _ in day.left) == sorted(
        player.seat for player in view.players if player.end in ("voted", "fouls")
    )
    killed = {seat for night in sheet.nights for seat in night.killed}
    assert {player.seat for player in view.players if player.end == "killed"} <= killed
    roles = {line.seat: line.role for line in sheet.seats}
    for night in sheet.nights:
        if night.search:
            assert night.search[1] == (roles[night.search[0]] == "sheriff")
        attackers = {night.shot, night.chosen["maniac"]} - {night.chosen["doctor"]}
        guests = {night.chosen["lover"]}
        assert set(night.killed) <= attackers | guests
    results = {line.seat: "won" if line.won else "lost" for line in sheet.seats}
    assert match.outcome is not None
    assert results == match.outcome.results


@pytest.mark.full_size
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_every_block_of_the_file_is_a_table(seats: int, seed: int) -> None:
    sheet = finished(seats, seed)
    blocks = rows_of(sheet)
    assert len(blocks) == 3 + bool(sheet.nights)
    for block in blocks:
        assert len({len(row) for row in block}) == 1
    assert len(blocks[1]) == seats + 1


@pytest.mark.parametrize("seats", [6, 20])
def test_no_name_is_a_formula(seats: int) -> None:
    match = Match.start(MAFIA_GAME, MAFIA_GAME.options(), seats, SealedChance("evil"))
    names = {seat: EVIL[seat % len(EVIL)] for seat in range(1, seats + 1)}
    rows = rows_of(written(match, names))[1][1:]
    for seat, row in enumerate(rows, start=1):
        bare = row[1].lstrip()
        assert bare[0] not in protocol.FORMULAS
        assert row[1].removeprefix("'") == names[seat]


def test_half_a_letter_in_a_name_breaks_nothing() -> None:
    match = Match.start(MAFIA_GAME, MAFIA_GAME.options(), 6, SealedChance("half"))
    names = dict.fromkeys(range(1, 7), "a\ud800")
    assert "a?" in csv_file(written(match, names), 1, WORDS).decode("utf-8-sig")


# -- the picture ------------------------------------------------------------------------------------------------------


ART = RecordingArt(10_000)
"""Sheets may be taller than tables."""


@pytest.mark.full_size
@both
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_words_say_everything_that_is_drawn(seats: int, seed: int, language: str) -> None:
    words = WORDS.for_locale(language)
    picture = picture_of(finished(seats, seed), words=words)
    said = " ".join(picture.words(words).split())
    for text in (" ".join(one.split()) for one in ART.watch(picture).written):
        beside = (*picture.heads, *picture.earlier)
        assert not text or text in beside or text in said or says(said, text), (text, said)


@pytest.mark.full_size
@both
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_no_text_leaves_the_sheet_or_lies_on_another(seats: int, seed: int, language: str) -> None:
    drawn = ART.watch(picture_of(finished(seats, seed), words=WORDS.for_locale(language)))
    for place, (text, box) in enumerate(drawn.boxes):
        assert box[0] >= 0, text
        assert box[2] <= drawn.width, text
        assert box[3] <= drawn.height, text
        for other_text, other in drawn.boxes[place + 1 :]:
            assert not text or not other_text or not overlap(box, other), (text, other_text)


@both
def test_the_sheet_can_be_read_on_a_phone(language: str) -> None:
    assert_legible(read(picture_of(finished(10, 0), words=WORDS.for_locale(language)), Art()))


@both
def test_a_phone_shows_the_sheet_of_a_long_game_whole(language: str) -> None:
    """Its last days stay; it says where the first ones stand."""
    picture = picture_of(finished(20, 0), words=WORDS.for_locale(language))
    drawn = ART.watch(picture)
    first, last = picture.days[0].title, picture.days[-1].title
    assert drawn.height <= protocol_picture.TALL_MOST
    assert (first in drawn.written, last in drawn.written) == (False, True)
    assert len([line for line in picture.earlier if line in drawn.written]) == 1


def test_the_same_game_is_the_same_picture() -> None:
    sheet = finished(10, 0)
    assert hash(picture_of(sheet)) == hash(picture_of(sheet))
    assert picture_of(sheet) == picture_of(sheet)


def test_long_and_strange_names_fit() -> None:
    labels = {seat: ("W" * 32, "日本の友達", "Жанна")[seat % 3] for seat in range(1, 21)}
    picture = picture_of(finished(20, 0), labels)
    assert picture.draw(Art()).width == 1200


def test_the_words_are_complete() -> None:
    assert check(sorted(Path(protocol.__file__).parent.glob("protocol.*.po"))) == []


@both
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_its_words_are_turned_in_pages_that_a_phone_shows_whole(seats: int, seed: int, language: str) -> None:
    words = Wording(wording_files(), language)
    names = {seat: f"Nachtigall Nummer {seat}" for seat in range(1, seats + 1)}
    picture = picture_of(finished(seats, seed), names, words)
    pages: list[Page] = []
    while not pages or pages[-1] not in pages[:-1]:
        pages.append(in_words(picture, 7, len(pages), words))
    told = "\n".join(page.panels[0].text for page in pages[:-1])
    assert all(line in told for line in picture.words(words).splitlines())
    assert [height for page in pages if (height := height_of_panels(page.panels)) > SCREEN] == []
