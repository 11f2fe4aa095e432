"""The card somebody has just got, as a picture: everybody has their own likeness, and only its owner sees it."""

from __future__ import annotations

from typing import Any

import pytest
from support.legibility import assert_legible, read
from support.pictured_towns import LANGUAGES, names, start, words

from bot.engine.announcements import SPECTATOR, Announcement
from bot.ui.pictures.art import FOLDER, Art
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.hidden_roles.role_card import RoleCardPicture
from cogs.mafia.face import MafiaFace
from cogs.village.face import VillageFace

FACES = (VillageFace(), MafiaFace())
of_both_games = pytest.mark.parametrize("face", FACES, ids=lambda face: face.game)


def dealt(face: HiddenRolesFace, *roles: str, language: str = "en") -> RoleCardPicture | None:
    """What seat 1 is shown when it is dealt these cards, one after the other, in a game with all of them."""
    match, labels = start(face.game, 8, 1), names(8)
    context = RenderContext(match=1, checkpoint=0, names=labels, labels=labels, words=words(language), due={})
    view: Any = match.view(1)
    view = view.model_copy(update={"cast": dict.fromkeys(face.portraits, 1)})
    news = [Announcement(number, (1,), "role.dealt", {"role": role}) for number, role in enumerate(roles)]
    picture = face.dealt_picture(news, view, context)
    assert picture is None or isinstance(picture, RoleCardPicture)
    return picture


def test_every_card_has_its_own_likeness() -> None:
    likenesses = [portrait for face in FACES for portrait in face.portraits.values()]
    assert len(set(likenesses)) == len(likenesses)
    for face in FACES:
        assert set(face.portraits) == set(face.sides)
    for likeness in likenesses:
        assert (FOLDER / "portrait" / f"{likeness}.webp").is_file()


@pytest.mark.parametrize("language", LANGUAGES)
@of_both_games
def test_every_card_can_be_read_on_a_phone_and_is_said_in_words(face: HiddenRolesFace, language: str) -> None:
    art = Art()
    for role in face.portraits:
        picture = dealt(face, role, language=language)
        assert picture is not None
        shown = read(picture, art)
        assert_legible(shown)
        said = picture.words(words(language))
        assert all(line.text in said for line in shown.lines), said


def test_a_card_says_who_one_is_and_how_one_wins() -> None:
    picture = dealt(VillageFace(), "captain_hook")
    assert picture is not None
    told = "Your card: Captain Hook. You win when the Rumplestiltskins win, even if you are dead by then."
    assert picture.words(words()) == told
    assert picture.foe
    assert picture.name == "card.jpg"


def test_after_another_deal_the_newer_card_is_shown() -> None:
    picture = dealt(VillageFace(), "murderer", "villager")
    assert picture is not None
    assert picture.role == "Villager"
    assert not picture.foe


@of_both_games
def test_no_other_news_shows_a_card(face: HiddenRolesFace) -> None:
    match, labels = start(face.game, 8, 1), names(8)
    context = RenderContext(match=1, checkpoint=0, names=labels, labels=labels, words=words(), due={})
    public = [said for said in match.announcements_for(SPECTATOR) if said.is_public]
    assert public
    assert face.dealt_picture(public, match.view(1), context) is None
    assert dealt(face) is None
