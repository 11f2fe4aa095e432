"""Pictures of the two card games: their words say all that is drawn, and nothing is drawn that a view does not hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.any_game import random_answer
from recording_art import RecordingArt, overlap, says
from small_mirror import assert_fits, den, texts

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question
from bot.games import GAMES
from bot.games.name_duel.cards import NAMES
from bot.games.trumplestiltskin.cards import card_of, suit_of
from bot.games.trumplestiltskin.tricks import winner_of
from bot.ui.panels import ALT_MOST
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, wording_files
from cogs.name_duel import pictures as duel
from cogs.name_duel.words import title
from cogs.trumplestiltskin import pictures as trump

DRAWS: dict[str, Any] = {"name_duel": duel, "trumplestiltskin": trump}
PLAIN = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan", 5: "Eve"}
STRANGE = {1: "Wilhelmina Featherstonehaugh-Smy", 2: "Жанна 🗡️", 3: "日本の友達", 4: "{name} **|** %s", 5: "M" * 32}
KINDS = [
    ("name_duel", 2, "plain"), ("name_duel", 2, "strange"), ("trumplestiltskin", 3, "plain"),
    ("trumplestiltskin", 4, "strange"), ("trumplestiltskin", 5, "plain"), ("trumplestiltskin", 5, "strange"),
]  # fmt: skip
TABLES = [(*kind, language) for language in ("en", "de") for kind in KINDS]
DRAWN_MOST = 12
"""Pictures of each kind and table that are really drawn."""


ART = RecordingArt(1300)


@cache
def words(language: str = "en") -> Wording:
    return Wording(wording_files()).for_locale(language)


def states(game: str, seats: int, seed: int = 1) -> Iterator[Match]:
    """Every state of a match that is played at random."""
    rng = Random(seed)
    match = Match.start(GAMES[game], GAMES[game].options(), seats, SealedChance(f"pictures {seed}"))
    yield match
    while match.outcome is None:
        match.reply(*random_answer(match, rng))
        yield match


Made = tuple[Any, Question | None, Picture]


@cache
def pictures(game: str, seats: int, names: str = "plain", language: str = "en") -> list[Made]:
    """Pictures of all kinds of states, with the view and the question they were made for: the first of each kind."""
    labels = {seat: {"plain": PLAIN, "strange": STRANGE}[names][seat] for seat in range(1, seats + 1)}
    return list(_pictures(game, seats, labels, words(language)))


def _pictures(game: str, seats: int, labels: Mapping[int, str], spoken: Wording) -> Iterator[Made]:
    seen: set[Picture] = set()
    often: Counter[Any] = Counter()
    for match in states(game, seats):
        made: list[tuple[Any, Question | None, Picture | None]] = []
        view: Any = match.view(SPECTATOR)
        made.append((view, None, DRAWS[game].table_picture(view, labels, spoken)))
        for seat in range(1, seats + 1):
            own: Any = match.view(seat)
            question = next(iter(match.open_for(seat)), None)
            made.append((own, question, DRAWS[game].hand_picture(own, question, labels, spoken)))
        for seen_view, question, picture in made:
            if picture is None or picture in seen:
                continue
            kind = (seen_view.phase, type(picture).__name__, question.key if question else "", seen_view.seat == 0)
            often[kind] += 1
            if often[kind] <= 3 or (seen_view.phase == "tricks" and often[kind] <= DRAWN_MOST):
                seen.add(picture)
                yield seen_view, question, picture


# -- what is drawn is said --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "labels", "language"), TABLES)
def test_words_say_everything_that_is_drawn(game: str, seats: int, labels: str, language: str) -> None:
    count = 0
    for _, _, picture in pictures(game, seats, labels, language):
        said, drawn = picture.words(words(language)), ART.watch(picture)
        for text in drawn.written:
            assert says(said, text), (text, said)
        for name, often in Counter(drawn.cards).items():
            assert says(said, name) >= often, (name, said)
        count += 1
    assert count > 20


@pytest.mark.parametrize(("game", "seats", "labels", "language"), TABLES)
def test_no_text_leaves_the_picture_or_lies_on_another(game: str, seats: int, labels: str, language: str) -> None:
    for _, _, picture in pictures(game, seats, labels, language):
        drawn = ART.watch(picture)
        for place, (text, box) in enumerate(drawn.boxes):
            assert box[0] >= 0, text
            assert box[1] >= 0, text
            assert box[2] <= drawn.width, text
            assert box[3] <= drawn.height, text
            for other_text, other in drawn.boxes[place + 1 :]:
                assert not overlap(box, other), (text, other_text)


@pytest.mark.parametrize(("game", "seats", "labels", "language"), TABLES)
def test_words_fit_into_the_alt_text(game: str, seats: int, labels: str, language: str) -> None:
    for _, _, picture in pictures(game, seats, labels, language):
        assert 0 < len(picture.words(words(language))) <= ALT_MOST


# -- hands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "labels", "language"), TABLES)
def test_a_hand_shows_the_whole_hand_in_its_order(game: str, seats: int, labels: str, language: str) -> None:
    for view, _, picture in pictures(game, seats, labels, language):
        if view.seat == SPECTATOR:
            continue
        drawn = ART.watch(picture).cards
        assert len(drawn) == len(view.hand)
        if game == "name_duel":
            assert drawn == [f"{NAMES[name].number} {title(name, words(language))}" for name in view.hand]


def test_cards_that_can_be_played_are_raised_and_said() -> None:
    checked = 0
    for view, question, picture in pictures("trumplestiltskin", 4):
        if question is None or question.key != "trick.play":
            continue
        assert isinstance(picture, trump.HandPicture)
        playable = {card_of(choice) for choice in question.choices}
        raised = [card for card, held in zip(view.hand, picture.cards, strict=True) if held.playable]
        assert raised == [card for card in view.hand if card in playable]
        said = picture.words(words())
        assert f"{len(raised)} can be played" in said
        assert ("The others" in said) == (len(raised) < len(view.hand))
        checked += 1
    assert checked > 5


def test_names_that_can_be_chosen_are_raised() -> None:
    keys = set()
    for seed in range(6):
        for match in states("name_duel", 2, seed):
            for question in match.open:
                if question.seat < 1:
                    continue
                view: Any = match.view(question.seat)
                picture = duel.hand_picture(view, question, PLAIN, words())
                if not isinstance(picture, duel.HandPicture):
                    continue
                raised = [name for name, held in zip(view.hand, picture.cards, strict=True) if held.playable]
                if question.key in duel.CHOSEN_FROM_HAND:
                    offered = {str(choice).partition(".")[0] for choice in question.choices}
                    assert raised == [name for name in view.hand if name in offered]
                    keys.add(question.key)
                else:
                    assert not raised
                    assert not picture.legend
    assert keys == set(duel.CHOSEN_FROM_HAND)


def test_nothing_is_raised_by_the_question_of_somebody_else() -> None:
    for match in states("trumplestiltskin", 3):
        for question in match.open:
            if question.key == "trick.play":
                other: Any = match.view(question.seat % 3 + 1)
                if not other.hand:
                    continue
                picture = trump.hand_picture(other, question, PLAIN, words())
                assert isinstance(picture, trump.HandPicture)
                assert not any(held.playable for held in picture.cards)
                assert not picture.legend


def test_no_hand_no_picture() -> None:
    for game, seats in (("name_duel", 2), ("trumplestiltskin", 3)):
        for match in states(game, seats):
            for seat in range(1, seats + 1):
                view: Any = match.view(seat)
                picture = DRAWS[game].hand_picture(view, None, PLAIN, words())
                assert (picture is None) == (not view.hand)


# -- the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [("name_duel", 2), ("trumplestiltskin", 3)])
def test_the_table_is_made_from_a_bystanders_view(game: str, seats: int) -> None:
    match = next(states(game, seats))
    with pytest.raises(AssertionError, match="bystander"):
        DRAWS[game].table_picture(match.view(1), PLAIN, words())


@pytest.mark.parametrize(("game", "seats"), [("name_duel", 2), ("trumplestiltskin", 3), ("trumplestiltskin", 5)])
def test_worlds_that_look_alike_in_public_have_one_picture(game: str, seats: int) -> None:
    """Two deals with other cards: while their public views are equal, so are pictures, words and pixels."""
    labels = {seat: PLAIN[seat] for seat in range(1, seats + 1)}
    by_view: dict[str, list[tuple[Any, Picture]]] = {}
    for seed in range(12):
        match = Match.start(GAMES[game], GAMES[game].options(), seats, SealedChance(f"world {seed}"))
        for _ in range(3):
            view: Any = match.view(SPECTATOR)
            hidden = tuple(match.view(seat).hand for seat in range(1, seats + 1))  # type: ignore[attr-defined]
            picture = DRAWS[game].table_picture(view, labels, words())
            by_view.setdefault(view.model_dump_json(), []).append((hidden, picture))
            question = next((one for one in match.open if one.choices), match.open[0])
            match.reply(question, question.choices[0] if question.choices else question.default)
    alike = [worlds for worlds in by_view.values() if len({hidden for hidden, _ in worlds}) > 1]
    assert alike
    for worlds in alike:
        assert len({picture for _, picture in worlds}) == 1
        assert len({picture.draw(ART).tobytes() for _, picture in worlds}) == 1


@pytest.mark.parametrize(("game", "seats", "labels", "language"), TABLES)
def test_file_names_tell_nothing(game: str, seats: int, labels: str, language: str) -> None:
    names = {(view.seat == SPECTATOR, picture.name) for view, _, picture in pictures(game, seats, labels, language)}
    assert names == {(True, "table.jpg"), (False, "hand.jpg")}


def test_the_words_say_who_is_to_act_and_who_is_winning() -> None:
    tricks = 0
    for view, _, picture in pictures("trumplestiltskin", 4):
        if view.seat != SPECTATOR:
            continue
        said = picture.words(words())
        if view.to_act is not None:
            assert PLAIN[view.to_act] in said.splitlines()[0]
        if view.trick:
            winner = winner_of(view.trick, view.trump)
            assert re.search(rf"^\d\. {PLAIN[winner]}: .* \(winning\)\.$", said, re.MULTILINE)
            assert said.count("(winning)") == 1
            tricks += 1
        if view.trump and isinstance(picture, trump.TablePicture):
            assert f"Trump: {words().say(f'picture.trump.suit.{view.trump}')}" in said
    assert tricks > 3


def test_a_declared_joker_shows_its_suit() -> None:
    seen = set()
    for seed in range(8):
        for match in states("trumplestiltskin", 3, seed):
            view: Any = match.view(SPECTATOR)
            jokers = [play for _, play in view.trick if "-" in play]
            new = [play for play in jokers if play not in seen]
            if new:
                seen.update(new)
                picture = trump.table_picture(view, {seat: PLAIN[seat] for seat in (1, 2, 3)}, words())
                drawn = ART.watch(picture).cards
                for play in new:
                    suit = words().say(f"picture.trump.suit.{suit_of(play)}")
                    colour = "Red" if play.startswith("R") else "Black"
                    assert f"{colour} Joker as {suit}" in drawn
    assert len(seen) > 2


def test_the_score_sheet_shows_every_column() -> None:
    sheets = 0
    for view, _, picture in pictures("trumplestiltskin", 3):
        if isinstance(picture, trump.SheetPicture):
            score = view.hands[-1]
            said = picture.words(words())
            for one, column in zip(score.reckonings, score.columns, strict=True):
                assert re.search(
                    rf"^{one.seat}\. {PLAIN[one.seat]}.*: .*Taken {one.points}, Gain \+{one.scored}, Score {column}\.$",
                    said,
                    re.MULTILINE,
                )
            assert f"Score {score.gnome}." in said
            sheets += 1
    assert sheets


def test_both_secret_names_are_shown_when_a_game_is_over() -> None:
    for match in states("name_duel", 2):
        view: Any = match.view(SPECTATOR)
        picture = duel.table_picture(view, {1: "Ann", 2: "Ben"}, words())
        assert isinstance(picture, duel.TablePicture)
        if view.names_shown:
            for seat, name in view.names_shown.items():
                card = f"{NAMES[name].number} {NAMES[name].title}"
                assert f"The name of {PLAIN[seat]}: {card}" in picture.words(words())
    assert match.outcome is not None
    assert picture.words(words()).splitlines()[0].endswith("won the contest.")


# -- about ------------------------------------------------------------------------------------------------------------


async def test_about_can_be_asked_by_anybody(tmp_path: Path) -> None:
    async with den(tmp_path / "a.db", "cogs.about") as world:
        result = await world.player.slash(world.room, "about")
        message = result.response
        assert message is not None
        assert message.ephemeral
        assert_fits(message)
        said = texts(message)
        assert "Magic Mirror" in said
        assert "Lorc" in said
