"""Pictures of the forest: their words say all that is drawn, and nothing is drawn that a view does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from language.any_game import random_answer
from recording_art import RecordingArt, overlap, says
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import GrimmOptions
from bot.games.grimm_forest.views import CardView, GrimmView, HouseView
from bot.ui.panels import ALT_MOST
from bot.ui.pictures import art as art_module
from bot.ui.pictures.art import FOLDER, Art
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, wording_files
from cogs.grimm_forest import pictures, scenery
from cogs.grimm_forest.words import title

PLAIN = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan"}
STRANGE = {1: "Wilhelmina Featherstonehaugh-Smy", 2: "Жанна 🗡️", 3: "日本の友達", 4: "M" * 32}
LANGUAGES = ("en", "de")
TABLES = [
    (seats, kind, language)
    for language in LANGUAGES
    for seats, kind in ((2, "plain"), (3, "strange"), (4, "plain"), (4, "strange"))
]
OF_A_KIND = 2
"""Pictures of each phase, table and question that are really drawn."""
TALL_MOST = 1540

ART = RecordingArt(TALL_MOST)


@cache
def words(language: str = "en") -> Wording:
    return Wording(wording_files()).for_locale(language)


def names(seats: int, kind: str = "plain") -> dict[int, str]:
    return {seat: {"plain": PLAIN, "strange": STRANGE}[kind][seat] for seat in range(1, seats + 1)}


def start(seats: int, seed: int) -> Match:
    return Match.start(GRIMM_FOREST, GrimmOptions(advanced=True), seats, SealedChance(f"forest {seed}"))


def states(seats: int, seed: int) -> Iterator[Match]:
    """Every state of a match that is played at random."""
    rng, match = Random(seed), start(seats, seed)
    yield match
    while match.outcome is None:
        match.reply(*random_answer(match, rng))
        yield match


Made = tuple[Any, Question | None, Picture]


@cache
def made(seats: int, kind: str = "plain", language: str = "en") -> list[Made]:
    """Pictures of all kinds of states, with the view and the question they were made for; crowded ones at the end."""
    labels, often, found, spoken = names(seats, kind), Counter[Any](), list[Made](), words(language)
    for seed in (1, 2):
        for match in states(seats, seed):
            view: Any = match.view(SPECTATOR)
            look = (view.phase, len(view.unique), bool(view.waiting), any(card.cancelled for card in view.cards))
            often[look] += 1
            if often[look] <= OF_A_KIND:
                found.append((view, None, pictures.table_picture(view, labels, spoken)))
            for seat in range(1, seats + 1):
                own: Any = match.view(seat)
                question = next(iter(match.open_for(seat)), None)
                held = (bool(own.plays), min(3, len(own.fables)), question and question.key, own.chosen is None)
                often[held] += 1
                if often[held] <= 1:
                    found.append((own, question, pictures.hand_picture(own, question, labels, spoken)))
    found += [(view, None, pictures.table_picture(view, labels, spoken)) for view in (crowded(seats), settled(seats))]
    return [*found, *hands(seats, labels, spoken)]


def hands(seats: int, labels: dict[int, str], spoken: Wording) -> Iterator[Made]:
    every = tuple(sorted(FABLES))
    for fables, plays in ((every[:16], None), (every[16:], "giant"), ((), None), (("wolf", "wolf"), "wolf")):
        view: Any = start(seats, 1).view(1)
        pig = view.pig(1).model_copy(update={"friend": "jack_the_giant_slayer", "locked": 2})
        view = view.model_copy(
            update={"fables": fables, "plays": plays, "chosen": "forest" if plays else None, "pigs": (pig,)}
        )
        yield view, None, pictures.hand_picture(view, None, labels, spoken)


def card(owner: int, fable: str, location: str | None = None, *, cancelled: bool = False) -> CardView:
    return CardView(owner=owner, fable=fable, location=location, cancelled=cancelled)


def house(material: str, sections: int, *, cheap: bool = False) -> HouseView:
    return HouseView(material=material, sections=sections, cheap=cheap)


def crowded(seats: int) -> GrimmView:
    """As much on the board as can be: everybody in the Forest with Monsters, cards that wait, long titles."""
    view: Any = start(seats, 1).view(SPECTATOR)
    friends = ("jack_the_giant_slayer", "rapunzel", "little_mermaid", "ali_baba")
    houses = (
        (house("straw", 3), house("brick", 3), house("wood", 3), house("straw", 2, cheap=True), house("brick", 1)),
        (house("straw", 2), house("wood", 1)), (), (house("brick", 2),),
    )  # fmt: skip
    pigs = tuple(
        pig.model_copy(
            update={
                "goods": {"straw": 23, "wood": 14 + at, "brick": 10}, "fables": at and 11, "friend": friends[at],
                "stored": {"straw": 14, "wood": 12, "brick": 10} if at == 1 else pig.stored,
                "locked": 2 if at == 2 else 0, "location": "forest", "houses": houses[at],
                "sites": (8, 6, 5, 9)[at], "tokens": ("straw", "wood", "brick") if at == 0 else (),
                "actions": (2, 0, -1, 0)[at], "loot": "2.brick" if at == 3 else None,
            }
        )
        for at, pig in enumerate(view.pigs)
    )  # fmt: skip
    cards = (
        card(1, "big_bad_wolf", "forest", cancelled=True), card(2, "bridge_troll", "forest"),
        card(3, "night_at_the_tavern"), card(4, "curse_of_darkness"),
    )[:seats]  # fmt: skip
    crowd: GrimmView = view.model_copy(
        update={
            "round": 14, "phase": "end", "to_act": 1, "starter": 1, "pigs": pigs, "cards": cards,
            "unique": (card(1, "grandmas_house", "forest"), card(2, "royal_wedding", "fields")),
            "due": (card(1, "fairy_food", "forest"), card(2, "taxation")), "waiting": (card(1, "hired_help"),),
        }
    )  # fmt: skip
    return crowd


def settled(seats: int) -> GrimmView:
    """The end: five houses each, and everybody has won."""
    view = crowded(seats)
    each = tuple(house(material, 3) for material in ("straw", "wood", "brick", "straw", "brick"))
    pigs = tuple(pig.model_copy(update={"houses": each, "sites": 5, "actions": 0}) for pig in view.pigs)
    winners = tuple(range(1, seats + 1))
    return view.model_copy(
        update={"phase": "over", "to_act": None, "winners": winners, "pigs": pigs, "cards": (), "due": (), "unique": ()}
    )


# -- what is drawn is said --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "kind", "language"), TABLES)
def test_words_say_everything_that_is_drawn(seats: int, kind: str, language: str) -> None:
    for _, _, picture in made(seats, kind, language):
        said, drawn = picture.words(words(language)), ART.watch(picture)
        for text in drawn.written:
            assert says(said, text), (text, said)
        for name, often in Counter(drawn.cards).items():
            assert says(said, name) >= often, (name, said)
    assert len(made(seats, kind, language)) > 30


@pytest.mark.parametrize(("seats", "kind", "language"), TABLES)
def test_no_text_leaves_the_picture_or_lies_on_another(seats: int, kind: str, language: str) -> None:
    for _, _, picture in made(seats, kind, language):
        drawn = ART.watch(picture)
        for place, (text, box) in enumerate(drawn.boxes):
            assert box[0] >= 0, text
            assert box[1] >= 0, text
            assert box[2] <= drawn.width, text
            assert box[3] <= drawn.height, text
            for other_text, other in drawn.boxes[place + 1 :]:
                assert not overlap(box, other), (text, other_text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_words_of_a_game_as_it_is_played_fit_into_the_alt_text(seats: int, language: str) -> None:
    for match in states(seats, 3):
        view: Any = match.view(SPECTATOR)
        said = pictures.table_picture(view, names(seats), words(language)).words(words(language))
        assert 0 < len(said) <= ALT_MOST


def test_every_card_has_an_icon() -> None:
    assert set(scenery.FABLE_ICONS) == set(FABLES)
    assert set(scenery.FRIEND_ICONS) == set(FRIENDS)
    for icon in {*scenery.FABLE_ICONS.values(), *scenery.FRIEND_ICONS.values(), *scenery.GOODS.values()}:
        assert (FOLDER / "emoji" / f"{icon}.webp").is_file()


# -- hands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_shows_its_own_cards_and_nobody_elses(seats: int) -> None:
    for view, _, picture in made(seats):
        if view.seat == SPECTATOR:
            continue
        assert isinstance(picture, pictures.HandPicture)
        own = [*([view.plays] if view.plays else []), *view.fables]
        drawn = [held.card.card for held in picture.fables]
        assert drawn == own[: pictures.CARDS_MOST]
        assert len(ART.watch(picture).cards) == len(drawn) + len(view.gather)
        assert [one.place for one in picture.places] == list(view.gather)
        said = picture.words(words())
        assert all(title(name, words()) in said for name in own)
        assert (f"+{len(own) - 12} more" in said) == (len(own) > 12)


def test_the_chosen_cards_are_marked_and_said() -> None:
    marked = 0
    for view, _, picture in made(4):
        if view.seat == SPECTATOR:
            continue
        assert isinstance(picture, pictures.HandPicture)
        assert [one.place for one in picture.places if one.chosen] == [one for one in view.gather if one == view.chosen]
        assert [held.card.card for held in picture.fables if held.chosen] == ([view.plays] if view.plays else [])
        marks = ART.watch(picture).written.count("chosen")
        assert marks == (view.chosen in view.gather) + (view.plays is not None)
        assert says(picture.words(words()), "chosen") == marks
        marked += marks
    assert marked > 3


def test_what_can_be_chosen_now_is_marked() -> None:
    keys = set()
    for _, question, picture in made(3):
        if question is None:
            continue
        assert isinstance(picture, pictures.HandPicture)
        places = [one.place for one in picture.places if one.playable]
        fables = [held.card.card for held in picture.fables if held.playable]
        if question.key == "gather.place":
            assert places == list(question.choices)
            assert not fables
        elif question.key == "gather.fable":
            assert set(fables) == {name for name in question.choices if name}
            assert not places
        else:
            assert question.key in pictures.HAND_QUESTIONS or not places + fables
        assert bool(picture.legend) == (question.key in pictures.HAND_QUESTIONS)
        keys.add(question.key)
    assert {"gather.place", "gather.fable", "build.act"} <= keys


def test_a_question_to_somebody_else_marks_nothing() -> None:
    for match in states(2, 1):
        question = next((one for one in match.open_for(1) if one.key == "gather.place"), None)
        if question is not None:
            view: Any = match.view(2)
            picture = pictures.hand_picture(view, question, names(2), words())
            assert not picture.legend  # type: ignore[attr-defined]
            return


# -- the board --------------------------------------------------------------------------------------------------------


def test_the_board_is_made_from_a_bystanders_view() -> None:
    view: Any = start(2, 1).view(1)
    with pytest.raises(AssertionError, match="bystander"):
        pictures.table_picture(view, names(2), words())


@pytest.mark.full_size
@pytest.mark.parametrize("seats", [2, 4])
def test_worlds_that_look_alike_in_public_have_one_picture(seats: int) -> None:
    """Other Fables drawn: while public views are equal, so are pictures, words and (of two worlds or all) pixels."""
    by_view: dict[str, list[tuple[Any, Picture]]] = {}
    for seed in range(16):
        match = start(seats, seed)
        for _ in range(6 * seats):
            view: Any = match.view(SPECTATOR)
            hidden = tuple(match.view(seat).fables for seat in range(1, seats + 1))  # type: ignore[attr-defined]
            picture = pictures.table_picture(view, names(seats), words())
            by_view.setdefault(view.model_dump_json(), []).append((hidden, picture))
            question = match.open[0]
            wanted = "draw" if "draw" in question.choices else question.default
            match.reply(question, wanted if wanted is not None or not question.choices else question.choices[0])
    alike = [worlds for worlds in by_view.values() if len({hidden for hidden, _ in worlds}) > 1]
    assert alike
    for worlds in alike:
        assert len({picture for _, picture in worlds}) == 1
        assert len({picture.words(words()) for _, picture in worlds}) == 1
        drawn = list(dict(worlds).values())[: size(2, full=100)]
        assert len({picture.draw(ART).tobytes() for picture in drawn}) == 1


def test_file_names_tell_nothing() -> None:
    found = {(view.seat == SPECTATOR, picture.name) for view, _, picture in made(3, "strange")}
    assert found == {(True, "table.jpg"), (False, "hand.jpg")}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_words_tell_the_board(seats: int) -> None:
    view = crowded(seats)
    said = pictures.table_picture(view, names(seats), words()).words(words())
    assert "Big Bad Wolf (Monster, cancelled)" in said
    assert "pigs " + ", ".join(str(seat) for seat in range(1, seats + 1)) in said
    assert "Grandma’s House (Unique Location)" in said
    assert "1. Ann, Starts, +2 actions: 23 Straw, 14 Wood, 10 Brick; 0 Fables; Straw: complete" in said
    assert "First Builder: Straw, Wood, Brick" in said
    assert "2: Taxation (acts this round)" in said
    assert "The gathering ends: Ann decides" in said.splitlines()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_on_a_fable_has_room(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def cut(text: str, font: Any, width: int) -> str:
        asked.append((text, shortened := real(text, font, width)))
        return shortened

    real = art_module._cut
    monkeypatch.setattr(art_module, "_cut", cut)
    art, view = Art(), start(2, 1).view(1)
    for name in FABLES:
        held: Any = view.model_copy(update={"fables": (name,)})
        pictures.hand_picture(held, None, names(2), words(language)).draw(art)
    assert len(asked) > 3 * len(FABLES)
    assert [text for text, shortened in asked if shortened != text] == []


def test_houses_rise_section_by_section() -> None:
    art = Art()
    looks = {
        (material, sections): scenery.house(art, material, sections, 90, 118).tobytes()
        for material in scenery.GOODS
        for sections in (0, 1, 2, 3)
    }
    assert len(set(looks.values())) == 10  # a free site looks the same for all materials


def test_a_cancelled_monster_looks_different() -> None:
    art = Art()
    for name in ("wolf", "big_bad_wolf", "giant"):
        assert scenery.crossed(art, name, 54).tobytes() != scenery.card_icon(art, name, 54).tobytes()
    assert scenery.card_icon(art, "wolf", 54).tobytes() != scenery.card_icon(art, "big_bad_wolf", 54).tobytes()
