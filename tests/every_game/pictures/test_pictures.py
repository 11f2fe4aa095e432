"""Pictures of every game: their words say all that is drawn, all of it has room, and they hold what a view holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from support import pictured_cards, pictured_grimm_forest, pictured_towns
from support.recording_art import RecordingArt, overlap, says, whole
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.ui.panels import ALT_MOST
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording
from cogs.hidden_roles.accused import ACCUSED, VOTES

LANGUAGES = ("en", "de")


@dataclass(frozen=True)
class Pictured:
    """One table of a game, with the pictures of it that are looked at."""

    game: str
    seats: int
    names: str
    """`plain` ones, or `strange` ones: long, in other letters, with marks in them."""
    art: RecordingArt
    pictures: Callable[[str], list[Picture]]
    """Pictures of all kinds of states, in this language; crowded tables among them."""
    as_played: Callable[[str], Iterator[Picture]]
    """Pictures of a game as it is played."""
    files: frozenset[str]
    least: int
    """So many pictures there are, or more."""

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.names}"


def town(game: str, seats: int, names: str, file: str) -> Pictured:
    def as_played(language: str) -> Iterator[Picture]:
        for view in pictured_towns.views(game, seats, 2):
            yield pictured_towns.drawn_of(view, pictured_towns.names(seats), language)
        yield from pictured_towns.days(game, seats, "plain", language)

    return Pictured(
        game,
        seats,
        names,
        pictured_towns.ART,
        lambda language: [
            *pictured_towns.made(game, seats, names, language),
            *pictured_towns.days(game, seats, names, language),
        ],
        as_played,
        frozenset({file, ACCUSED, VOTES}),
        least=5,
    )


def grimm_forest(seats: int, names: str) -> Pictured:
    def as_played(language: str) -> Iterator[Picture]:
        labels, words = pictured_grimm_forest.names(seats), pictured_grimm_forest.words(language)
        for match in pictured_grimm_forest.states(seats, 3):
            view: Any = match.view(SPECTATOR)
            yield pictured_grimm_forest.pictures.table_picture(view, labels, words)

    return Pictured(
        "grimm_forest",
        seats,
        names,
        pictured_grimm_forest.ART,
        lambda language: [picture for _, _, picture in pictured_grimm_forest.made(seats, names, language)],
        as_played,
        frozenset({"table.jpg", "hand.jpg"}),
        least=31,
    )


def cards(game: str, seats: int, names: str) -> Pictured:
    def made(language: str) -> list[Picture]:
        return [picture for _, _, picture in pictured_cards.pictures(game, seats, names, language)]

    return Pictured(
        game,
        seats,
        names,
        pictured_cards.ART,
        made,
        lambda language: iter(made(language)),
        frozenset({"table.jpg", "hand.jpg"}),
        least=21,
    )


TABLES = (
    *(
        town(game, seats, names, {"village": "village.jpg", "mafia": "city.jpg"}[game])
        for game, seats in pictured_towns.TABLES
        for names in ("plain", "strange")
    ),
    *(grimm_forest(*kind) for kind in pictured_grimm_forest.KINDS),
    *(cards(*kind) for kind in pictured_cards.KINDS),
)
of_every_game = pytest.mark.parametrize("table", TABLES, ids=str)
DRAWN_EVERY = size(200, full=1)
"""Of a game as it is played, one in so many pictures is drawn: rooms on simcord draw few of theirs."""
ODD = size(1, full=0)
"""For every change, plain names stand in one language at each table and strange ones in the other; at the next table it
is the other way round."""
in_every_language = pytest.mark.parametrize(
    ("table", "language"),
    [
        pytest.param(table, language, id=f"{language}-{table}")
        for place, table in enumerate(TABLES)
        for which, language in enumerate(LANGUAGES)
        if not ODD or (place // 2 + which + (table.names == "plain")) % 2
    ],
)


def in_words(language: str) -> Wording:
    return pictured_cards.words(language)


# -- what is drawn is said --------------------------------------------------------------------------------------------


@pytest.mark.full_size
@in_every_language
def test_words_say_everything_that_is_drawn(table: Pictured, language: str) -> None:
    for picture in table.pictures(language):
        said, drawn = picture.words(in_words(language)), table.art.watch(picture)
        for text in whole(drawn.written):
            assert says(said, text), (text, said)
        for name, often in Counter(drawn.cards).items():
            assert says(said, name) >= often, (name, said)
    assert len(table.pictures(language)) >= table.least


@pytest.mark.full_size
@in_every_language
def test_no_text_leaves_the_picture_or_lies_on_another(table: Pictured, language: str) -> None:
    for picture in table.pictures(language):
        drawn = table.art.watch(picture)
        for place, (text, box) in enumerate(drawn.boxes):
            assert box[0] >= 0, text
            assert box[1] >= 0, text
            assert box[2] <= drawn.width, text
            assert box[3] <= drawn.height, text
            for other_text, other in drawn.boxes[place + 1 :]:
                assert not overlap(box, other), (text, other_text)


@pytest.mark.full_size
@in_every_language
def test_a_game_as_it_is_played_can_be_drawn_and_its_words_fit_into_the_alt_text(
    table: Pictured, language: str
) -> None:
    for number, picture in enumerate(table.as_played(language)):
        assert 0 < len(picture.words(in_words(language))) <= ALT_MOST
        if number % DRAWN_EVERY == 0:
            assert table.art.watch(picture).written


# -- secrets ----------------------------------------------------------------------------------------------------------


@of_every_game
def test_file_names_tell_nothing(table: Pictured) -> None:
    assert {picture.name for picture in table.pictures("en")} == table.files


def town_picture(view: Any) -> Picture:
    return pictured_towns.drawn_of(view, pictured_towns.names(8))


def grimm_forest_picture(view: Any) -> Picture:
    labels = pictured_grimm_forest.names(len(view.pigs))
    return pictured_grimm_forest.pictures.table_picture(view, labels, pictured_grimm_forest.words())


def card_table_picture(game: str) -> Callable[[Any], Picture]:
    def picture(view: Any) -> Picture:
        made: Picture = pictured_cards.DRAWS[game].table_picture(view, pictured_cards.PLAIN, pictured_cards.words())
        return made

    return picture


@pytest.mark.parametrize(
    ("match", "draw"),
    [
        (pictured_towns.start("village", 8, 1), town_picture),
        (pictured_towns.start("mafia", 8, 1), town_picture),
        (pictured_grimm_forest.start(2, 1), grimm_forest_picture),
        (pictured_cards.start("name_duel", 2, "1"), card_table_picture("name_duel")),
        (pictured_cards.start("trumplestiltskin", 3, "1"), card_table_picture("trumplestiltskin")),
    ],
    ids=lambda value: value.game.name if isinstance(value, Match) else "",
)
def test_the_table_is_made_from_a_bystanders_view(match: Match, draw: Callable[[Any], Picture]) -> None:
    assert draw(match.view(SPECTATOR)).name
    with pytest.raises(AssertionError, match="bystander"):
        draw(match.view(1))
