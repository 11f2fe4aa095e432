"""What people are called stands whole on the signs of their houses: of few in two rows where one is too short."""

from __future__ import annotations

import pytest
from support.legibility import assert_legible, read
from support.pictured_towns import drawn_of, views, words

from bot.ui.pictures.art import LEAST_SIZE, Art
from bot.ui.pictures.fitting import ELLIPSIS, cut, parted
from cogs.hidden_roles import stones

ART = Art()


def computers(language: str) -> list[str]:
    return words(language).say("lobby.computer_names").split(", ")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["village", "mafia"])
@pytest.mark.parametrize("seats", [10, 12])
def test_no_name_of_a_computer_player_is_cut(game: str, seats: int, language: str) -> None:
    every, view = computers(language), next(views(game, seats, 1))
    for first in range(0, len(every), seats):
        called = (every[first:] + every)[:seats]
        seen = read(drawn_of(view, dict(enumerate(called, start=1)), language), ART)
        assert_legible(seen)
        assert not [line.text for line in seen.lines if ELLIPSIS in line.text]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_cut_of_them_at_larger_tables_still_tells_them_apart(language: str) -> None:
    every = computers(language)
    assert len({cut(name, ART.font("bold", LEAST_SIZE), 222) for name in every}) == len(every)


def test_a_long_name_of_one_word_is_parted_where_a_syllable_begins() -> None:
    font = ART.font("bold", LEAST_SIZE)
    assert parted("Schneewittchen", font, 200) == ["Schnee-", "wittchen"]
    assert parted("Schneewittchen", font, 230) == ["Schneewittchen"]


def test_a_name_of_two_long_words_is_whole_at_ten_seats() -> None:
    called = {seat: "Featherstonehaugh" if seat == 4 else f"Ann {seat}" for seat in range(1, 11)}
    called[7] = "Wilhelmina Featherstonehaugh"
    seen = read(drawn_of(next(views("village", 10, 1)), called), ART)
    assert_legible(seen)
    assert not [line.text for line in seen.lines if ELLIPSIS in line.text]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_of_a_computer_player_is_cut_on_a_stone(language: str) -> None:
    font = ART.font("bold", LEAST_SIZE)
    assert max(map(font.getlength, computers(language))) <= stones.NAME_MOST
