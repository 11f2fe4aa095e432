"""Pictures of the forest: which cards a hand shows and marks, what is said of the board, and how things look."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from support.pictured_grimm_forest import ART, LANGUAGES, crowded, made, names, start, states, words
from support.recording_art import says

from bot.engine.announcements import SPECTATOR
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.goods import TYPES
from bot.ui.pictures import art as art_module
from bot.ui.pictures.art import FOLDER, Art
from bot.ui.pictures.fitting import fitted
from cogs.grimm_forest import pictures, scenery
from cogs.grimm_forest.words import title


def test_every_card_has_an_icon() -> None:
    assert set(scenery.FABLE_ICONS) == set(FABLES)
    assert set(scenery.FRIEND_ICONS) == set(FRIENDS)
    for icon in {*scenery.FABLE_ICONS.values(), *scenery.FRIEND_ICONS.values(), *scenery.GOODS.values()}:
        assert (FOLDER / "emoji" / f"{icon}.webp").is_file()


# -- hands ------------------------------------------------------------------------------------------------------------


def gather_cards(view: Any) -> list[str]:
    """Those that a hand shows: where everybody goes has been seen by then, unless some are locked."""
    is_hidden = view.phase in ("deal", "start", "choose", "fables")
    return list(view.gather) if is_hidden or view.pig(view.seat).locked else []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_shows_goods_and_houses(seats: int) -> None:
    houses = 0
    for view, _, picture in made(seats):
        if view.seat == SPECTATOR:
            continue
        pig, said = view.pig(view.seat), picture.words(words())
        counted = ", ".join(f"{pig.goods[kind]} {kind.capitalize()}" for kind in TYPES)
        assert f"Resources: {counted}." in said
        assert [count for count in ART.watch(picture).written if count.isdigit()][:3] == [
            str(pig.goods[kind]) for kind in TYPES
        ]
        drawn = [site for site in picture.own.sites if site.sections]
        assert len(drawn) == len(pig.houses)
        assert all(site.spoken in said for site in drawn)
        houses += len(drawn)
    assert houses > 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_shows_its_own_cards_and_nobody_elses(seats: int) -> None:
    for view, _, picture in made(seats):
        if view.seat == SPECTATOR:
            continue
        assert isinstance(picture, pictures.HandPicture)
        own = [*([view.plays] if view.plays else []), *view.fables]
        drawn = [held.card.card for held in picture.fables]
        assert drawn == own[: pictures.CARDS_MOST]
        assert len(ART.watch(picture).cards) == len(drawn) + len(picture.places)
        assert [one.place for one in picture.places] == gather_cards(view)
        said = picture.words(words())
        assert all(title(name, words()) in said for name in own)
        assert (f"+{len(own) - 12} more" in said) == (len(own) > 12)


def test_the_chosen_cards_are_marked_and_said() -> None:
    marked = 0
    for view, _, picture in made(4):
        if view.seat == SPECTATOR:
            continue
        assert isinstance(picture, pictures.HandPicture)
        gather = gather_cards(view)
        decided = (view.chosen or view.picked) if view.phase in ("start", "choose", "fables") else None
        assert [one.place for one in picture.places if one.chosen] == [one for one in gather if one == decided]
        assert [held.card.card for held in picture.fables if held.chosen] == ([view.plays] if view.plays else [])
        marks = ART.watch(picture).written.count("chosen")
        assert marks == (decided in gather) + (view.plays is not None)
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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_words_tell_the_board(seats: int) -> None:
    view = crowded(seats)
    said = pictures.table_picture(view, names(seats), words()).words(words())
    assert "Big Bad Wolf (Monster, cancelled)" in said
    assert "Pigs " + ", ".join(str(seat) for seat in range(1, seats + 1)) in said
    assert "Grandma’s House (Unique Location)" in said
    assert (
        "1. Ann, Starting Player, Build actions +2. Resources: 23 Straw, 14 Wood, 10 Brick. 0 Fables. Houses: Straw"
        in said
    )
    assert "Straw (walls) (−1: each section costs 1 less), Brick (floor)" in said
    assert "3 free sites (2 × −1: each section costs 1 less)" in said
    assert "First Builder: Straw, Wood, Brick" in said
    assert "2: Taxation (acts this round)" in said
    assert "The gathering ends: Ann decides" in said.splitlines()[0]


@pytest.fixture
def fitting(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """All that had to fit into some room: as it was to be written, and as it was."""
    asked: list[tuple[str, str]] = []

    def noted(text: str, ruler: Any, width: float) -> str:
        asked.append((text, written := fitted(text, ruler, width)))
        return written

    monkeypatch.setattr(art_module, "fitted", noted)
    return asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_on_a_fable_has_room(language: str, fitting: list[tuple[str, str]]) -> None:
    art, view = Art(), start(2, 1).view(1)
    for name in FABLES:
        for update in ({"fables": (name, name)}, {"fables": (name,), "plays": name}, {"plays": name}):
            held: Any = view.model_copy(update={"fables": (), **update})
            pictures.hand_picture(held, None, names(2), words(language)).draw(art)
    assert len(fitting) > 6 * len(FABLES)
    assert [text for text, written in fitting if written != text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_strip_has_room_for_the_whole_title_and_for_what_the_card_is(
    language: str, fitting: list[tuple[str, str]]
) -> None:
    art = Art()
    pen = art.pen(Image.new("RGB", (pictures.WIDTH, pictures.STRIP)))
    for name in (*scenery.FABLE_ICONS, *scenery.FRIEND_ICONS):
        shown = pictures.StripShown(name, title(name, words(language)), words(language).say("picture.grimm.waits"))
        pictures.draw_strip(pen, replace(shown, owner=1), 0, 0, pictures.HALF)
        pictures.draw_strip(pen, shown, 0, 0, pictures.HALF - 20)
    assert len(fitting) == 4 * len((*scenery.FABLE_ICONS, *scenery.FRIEND_ICONS))
    assert [text for text, written in fitting if written != text] == []


def test_what_is_not_drawn_of_a_hand_is_said_in_full() -> None:
    """A card beyond those that are drawn is told with its kind and its moment, like all the others."""
    held: Any = start(2, 1).view(1).model_copy(update={"fables": (*["wolf"] * pictures.CARDS_MOST, "dragon", "giant")})
    said = pictures.hand_picture(held, None, names(2), words()).words(words())
    assert "Fables: 14. Wolf (Monster, before collecting). Wolf" in said
    assert said.endswith("+2 more. Dragon (Monster, before collecting). Giant (Monster, end of gathering).")


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


def test_the_word_for_a_chosen_card_covers_nothing_of_what_is_written_on_it() -> None:
    """It stands behind the first of two lines, whose end is free."""
    art, width = Art(), pictures.ROOM - 2 * pictures.FRAME
    for language in LANGUAGES:
        chosen = words(language).say("picture.grimm.chosen")
        for name in FABLES:
            held = pictures.Held(pictures._fable(name, words(language)), chosen=True, playable=False)
            face = pictures.fable_strip(art, held, width, chosen)
            chip = width - pictures.chip_wide(art, chosen) - 8
            title = pictures.STRIP + 8 + art.font("bold", pictures.LEAST_SIZE).getlength(held.card.title)
            assert face.height == pictures.STRIP
            assert title <= chip


def test_a_chosen_fable_lies_above_the_others() -> None:
    card = pictures._fable("wolf", words())
    one, *others = (pictures.Held(card, chosen=number == 0, playable=False) for number in range(4))
    assert pictures._rows_of_fables((one, *others)) == [[one], tuple(others[:2]), tuple(others[2:])]
    assert pictures._rows_of_fables(others) == [others[:2], others[2:]]


def test_free_sites_are_seen_on_a_phone() -> None:
    """Their dashes are as wide as one of its pixels, of which it has 390 for the picture's 1,200."""
    lines = scenery.house(Art(), "", 0, 112, pictures.SITE_TALL)
    wide, row = 0, round(pictures.SITE_TALL * 0.6)
    for x in range(lines.width // 2):
        pixel: Any = lines.getpixel((x, row))
        wide += pixel[3] > 200
    assert pictures.WIDTH / 390 - 0.5 <= wide <= 5


def test_a_card_face_down_has_an_icon_of_its_own() -> None:
    art = Art()
    back = scenery.card_icon(art, "", 54).tobytes()
    every = {*scenery.FABLE_ICONS.values(), *scenery.FRIEND_ICONS.values(), "performing-arts"}
    assert all(scenery.emoji(art, icon, 54).tobytes() != back for icon in every)
