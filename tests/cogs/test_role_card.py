"""The card somebody has just got, as a picture: everybody has their own likeness, and only its owner sees it. And the
cards of the whole game, which everybody sees."""

from __future__ import annotations

from typing import Any

import pytest
from support.legibility import assert_legible, read
from support.pictured_towns import LANGUAGES, names, start, words

from bot.engine.announcements import SPECTATOR, Announcement
from bot.games.village.cards import BONUS_CARDS, DUD
from bot.ui.panels import ALT_MOST, Shown
from bot.ui.pictures.art import FOLDER, Art
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.hidden_roles.role_card import FOE, FRIEND, RoleCardPicture
from cogs.mafia.drawn import cast_picture as city_cast
from cogs.mafia.face import MafiaFace
from cogs.village.drawn import bonus_picture
from cogs.village.drawn import cast_picture as village_cast
from cogs.village.face import VillageFace
from cogs.village.pictures import BONUS_ICONS

FACES = (VillageFace(), MafiaFace())
ART = Art()
of_both_games = pytest.mark.parametrize("face", FACES, ids=lambda face: face.game)


def context_of(face: HiddenRolesFace, language: str = "en") -> RenderContext:
    labels = names(8)
    return RenderContext(match=1, checkpoint=0, names=labels, labels=labels, words=words(language), due={})


def dealt(face: HiddenRolesFace, *roles: str, language: str = "en") -> RoleCardPicture | None:
    """What seat 1 is shown when it is dealt these cards, one after the other, in a game with all of them."""
    context = context_of(face, language)
    view: Any = start(face.game, 8, 1).view(1)
    view = view.model_copy(update={"cast": dict.fromkeys(face.portraits, 1)})
    news = [Announcement(number, (1,), "role.dealt", {"role": role}) for number, role in enumerate(roles)]
    (picture,) = face.dealt_pictures(news, view, context) or (None,)
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
    for role in face.portraits:
        picture = dealt(face, role, language=language)
        assert picture is not None
        shown = read(picture, ART)
        assert_legible(shown)
        said = picture.words(words(language))
        assert all(line.text in said for line in shown.lines), said


def test_a_card_says_who_one_is_and_how_one_wins() -> None:
    picture = dealt(VillageFace(), "captain_hook")
    assert picture is not None
    told = "Your card: Captain Hook. You win when the Rumplestiltskins win, even if you are dead by then."
    assert picture.words(words()) == told
    assert picture.kind == FOE
    assert picture.name == "card.jpg"


def test_after_another_deal_the_newer_card_is_shown() -> None:
    picture = dealt(VillageFace(), "murderer", "villager")
    assert picture is not None
    assert picture.role == "Villager"
    assert picture.kind == FRIEND


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bonus_card_has_a_likeness_of_its_own_and_can_be_read(language: str) -> None:
    assert set(BONUS_ICONS) == {*BONUS_CARDS, DUD}
    assert len(set(BONUS_ICONS.values())) == len(BONUS_ICONS)
    for card in BONUS_ICONS:
        picture = bonus_picture(card, words(language))
        shown = read(picture, ART)
        assert_legible(shown)
        assert all(line.text in picture.words(words(language)) for line in shown.lines)


def test_who_gets_a_second_card_sees_both_and_after_an_exchange_the_new_one() -> None:
    face, context = VillageFace(), context_of(VillageFace())
    view = start("village", 8, 1).view(1)
    news = [
        Announcement(1, (1,), "role.dealt", {"role": "sheriff"}), Announcement(2, (1,), "bonus.dealt", {"card": "hero"})
    ]  # fmt: skip
    assert [one.name for one in face.dealt_pictures(news, view, context)] == ["card.jpg", "bonus.jpg"]
    news = [Announcement(3, (1,), "bonus.redrawn", {"card": "sleep"})]
    (redrawn,) = face.dealt_pictures(news, view, context)
    told = "Your bonus card: Sleep. Spell. By day sends one player to sleep until dawn."
    assert redrawn.words(words()) == told


def test_everybody_sees_which_cards_there_are_and_not_which_of_the_three_rumplestiltskins() -> None:
    view: Any = start("village", 13, 1).view(SPECTATOR)
    said = village_cast(view, words()).words(words()).splitlines()
    assert said[:2] == ["In this game: 13 players.", "Foes of the village: 3 × Rumplestiltskin, Captain Hook."]
    assert said[2].startswith("The village: Sheriff, Prince Charming, ")
    assert said[3].startswith("Bonus cards, one for everybody: Drunk, Hero, ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats", "draw"), [("village", 20, village_cast), ("mafia", 13, city_cast)])
def test_all_cards_of_a_game_can_be_read_on_a_phone(game: str, seats: int, draw: Any, language: str) -> None:
    """What each of them does is said behind that, as far as an alt text goes; the rest under **Text**."""
    picture = draw(start(game, seats, 1).view(SPECTATOR), words(language))
    shown, alt = read(picture, ART), Shown.of(picture, words(language))
    assert_legible(shown)
    assert all(line.text in alt.description for line in shown.lines), alt.description
    assert len(alt.description) <= ALT_MOST
    assert all(f"\n{card.title}: " in alt.alt for group in picture.groups[1:] for card in group.cards)
    assert "*" not in alt.alt


@of_both_games
def test_no_other_news_shows_a_card(face: HiddenRolesFace) -> None:
    match, context = start(face.game, 8, 1), context_of(face)
    public = [said for said in match.announcements_for(SPECTATOR) if said.is_public]
    assert public
    assert not face.dealt_pictures(public, match.view(1), context)
    assert dealt(face) is None
