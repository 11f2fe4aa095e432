"""Pictures of the two card games: which cards a hand shows and raises, and what the words say of the table."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from small_mirror import assert_fits, controls, den, texts
from support.pictured_cards import ART, DRAWS, PLAIN, TABLES, pictures, start, states, words

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.games.trumplestiltskin.cards import card_of, suit_of
from bot.games.trumplestiltskin.trick_so_far import winner_of
from bot.games.trumplestiltskin.values import PASS
from bot.ui.pictures.fitting import marked
from bot.ui.wording import languages
from cogs.name_duel import pictures as name_duel
from cogs.name_duel.words import title
from cogs.trumplestiltskin import pictures as trump

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


def test_in_the_middle_of_a_turn_the_duels_picture_says_whose_turn_it_is() -> None:
    """Not who plays "next": a card may lie there already, and the same person guesses."""
    for match in states("name_duel", 2):
        view: Any = match.view(SPECTATOR)
        if view.phase == "turn":
            picture = name_duel.table_picture(view, PLAIN, words())
            assert picture.status == f"It is {marked(PLAIN[view.turn])}’s turn"


def test_names_that_can_be_chosen_are_raised() -> None:
    keys = set()
    for seed in range(6):
        for match in states("name_duel", 2, seed):
            for question in match.open:
                if question.seat < 1:
                    continue
                view: Any = match.view(question.seat)
                picture = name_duel.hand_picture(view, question, PLAIN, words())
                if not isinstance(picture, name_duel.HandPicture):
                    continue
                raised = [name for name, held in zip(view.hand, picture.cards, strict=True) if held.playable]
                if question.key in name_duel.CHOSEN_FROM_HAND:
                    offered = {str(choice).partition(".")[0] for choice in question.choices}
                    assert raised == [name for name in view.hand if name in offered]
                    keys.add(question.key)
                else:
                    assert not raised
                    assert not picture.legend
    assert keys == set(name_duel.CHOSEN_FROM_HAND)


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
            assert re.search(rf"^\d(st|nd|rd|th) card, by {PLAIN[winner]}: .* \(winning\)\.$", said, re.MULTILINE)
            assert said.count("(winning)") == 1
            tricks += 1
        if view.trump and isinstance(picture, trump.TablePicture):
            assert f"Trump: {words().say(f'picture.trump.suit.{view.trump}')}" in said
    assert tricks > 3


def test_the_face_down_cards_of_the_gnome_are_said() -> None:
    view: Any = start("trumplestiltskin", 3, "gnome").view(SPECTATOR)
    assert view.phase == "gnome"
    said = trump.table_picture(view, PLAIN, words()).words(words())
    assert "The Blanket lies face down on the table: cards 1, 2, 3, 4, 5, 6." in said.splitlines()


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
        picture = name_duel.table_picture(view, {1: "Ann", 2: "Ben"}, words())
        assert isinstance(picture, name_duel.TablePicture)
        if view.names_shown:
            for seat, name in view.names_shown.items():
                card = f"{NAMES[name].number} {NAMES[name].title}"
                assert f"The name of {PLAIN[seat]}: {card}" in picture.words(words())
    assert match.outcome is not None
    assert " won the contest. Game " in picture.words(words()).splitlines()[0]


def test_what_is_not_there_is_not_counted() -> None:
    """Before there is Trump nobody has taken anything, and of a hand without a reaction nothing can be chosen."""
    seen = set()
    for match in states("trumplestiltskin", 3):
        view: Any = match.view(SPECTATOR)
        if view.phase in ("gnome", "auction", "tricks"):
            seen.add(view.phase)
            told = trump.table_picture(view, PLAIN, words()).words(words())
            assert ("0 tricks" in told or "1 trick" in told) is (view.trump is not None)
        if view.tricks:
            break
    assert seen == {"gnome", "auction", "tricks"}
    card = name_duel.NameShown("flippy", "3", "Flippy", "Flippy", "", "3 Flippy")
    held = name_duel.HandPicture("Your hand", "One game", "can be chosen", "", (name_duel.Held(card, False),))
    assert held.words(words()) == "Your hand. One game. 3 Flippy."


def test_a_duel_of_one_game_counts_no_wins_and_a_board_without_discards_is_low() -> None:
    for best_of, counts in ((1, False), (3, True)):
        options = NameDuelOptions(best_of=best_of)
        match = Match.start(GAMES["name_duel"], options, 2, SealedChance("low"))
        view: Any = match.view(SPECTATOR)
        picture = name_duel.table_picture(view, PLAIN, words())
        assert ("Wins" in picture.words(words())) is counts
        assert isinstance(picture, name_duel.TablePicture)
        drawn = ART.watch(picture)
        assert (drawn.width, drawn.height) == picture.size
        assert picture.size[1] < 400


def test_who_has_not_bid_yet_is_told_from_who_has_passed() -> None:
    seen = set()
    rng, match = Random(1), start("trumplestiltskin", 5, "passed")
    view: Any = match.view(SPECTATOR)
    while view.phase in ("gnome", "auction"):
        (question,) = [one for one in match.open if one.seat > 0]
        told = trump.table_picture(view, PLAIN, words()).words(words())
        for player in view.players:
            line = next(one for one in told.splitlines() if one.startswith(f"{player.seat}. "))
            if view.phase == "auction":
                seen.add((player.passed, bool(player.bid)))
                assert ("Passed" in line) is player.passed
                assert ("No bid yet" in line) is (not player.passed and not player.bid)
        first = question.choices[0] if question.key == "gnome.pick" else rng.choice((PASS, question.choices[0]))
        match.answer(question.number, question.seat, first)
        view = match.view(SPECTATOR)
    assert {(False, False), (True, False)} <= seen


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_dealer_s_mark_leaves_room_for_the_one_of_who_has_not_bid_yet(language: str) -> None:
    match = start("trumplestiltskin", 3, "room")
    view: Any = match.view(SPECTATOR)
    while view.phase == "gnome":
        (question,) = [one for one in match.open if one.seat > 0]
        match.answer(question.number, question.seat, question.choices[0])
        view = match.view(SPECTATOR)
    written = ART.watch(trump.table_picture(view, PLAIN, words(language))).written
    assert words(language).say("picture.trump.no_bid_yet") in written
    assert [text for text in written if text.endswith("…")] == []


# -- about ------------------------------------------------------------------------------------------------------------


async def test_about_can_be_asked_by_anybody(tmp_path: Path) -> None:
    async with den(tmp_path / "a.db", "cogs.about") as world:
        result = await world.player.slash(world.room, "about")
        message = result.response
        assert message is not None
        assert message.ephemeral
        assert_fits(message)
        assert "Magic Mirror" in texts(message)
        said = texts(message)
        while (more := controls(message)[-1])["label"] == "More":
            await world.player.click(message, custom_id=more["custom_id"])
            said += texts(message)
        assert "Lorc" in said
