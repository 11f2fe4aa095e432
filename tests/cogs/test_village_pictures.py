"""Pictures of the village and of the city: what they show of homes, cards and marks, and that they tell no secret."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from language.mafia import MafiaPlay, mafia
from language.village import VillagePlay, village
from PIL import ImageColor
from support.legibility import read
from support.pictured_towns import ART, LANGUAGES, TABLES, crowded, drawn_of, made, names, seen, start, views, words

from bot.engine.announcements import SPECTATOR
from bot.games.mafia.cards import SIDES as COLOURS
from bot.games.village.cards import PRINTED, SIDES
from bot.ui.pictures.art import FOLDER, GOLD, LEAST_SIZE, Art
from bot.ui.pictures.fitting import parted
from bot.ui.render_context import RenderContext
from cogs.grimm_forest import scenery
from cogs.hidden_roles.homes import home
from cogs.mafia import pictures as mafia_pictures
from cogs.mafia.face import MafiaFace
from cogs.village import pictures
from cogs.village.face import VillageFace


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_words_name_everybody_once_in_a_line_of_their_own_unless_they_only_live(
    game: str, seats: int, language: str
) -> None:
    for kind in ("plain", "strange"):
        for picture in made(game, seats, kind, language):
            lines = picture.words(words(language)).splitlines()
            told = sum(bool(one.lines or one.since or one.won) for one in picture.homes)
            assert len(lines) == 1 + told + (told < seats) + bool(picture.friends)
            for one in picture.homes:
                name = re.compile(rf"(?<!\d){one.person.seat}\.\s{re.escape(one.person.spoken)}")
                assert len([line for line in lines[: len(lines) - bool(picture.friends)] if name.search(line)]) == 1


def test_everything_has_an_icon_and_a_word() -> None:
    assert set(pictures.ROLE_ICONS) == set(SIDES)
    assert set(pictures.TRAIT_ICONS) == {name for name, card in PRINTED.items() if card.is_trait}
    assert set(mafia_pictures.ROLE_ICONS) == set(COLOURS)
    icons = [pictures.ROLE_ICONS, pictures.END_ICONS, pictures.SPEECH_ICONS, pictures.TRAIT_ICONS]
    icons += [mafia_pictures.ROLE_ICONS, mafia_pictures.END_ICONS, {"": mafia_pictures.FOUL_ICON}]
    for icon in {icon for every in icons for icon in every.values()}:
        assert (FOLDER / "emoji" / f"{icon}.webp").is_file()
    for language in LANGUAGES:
        for end in pictures.END_ICONS:
            assert "7" in words(language).say(f"picture.village.gone.{end}", number=7)
        for end in mafia_pictures.END_ICONS:
            assert "7" in words(language).say(f"picture.mafia.gone.{end}", number=7)


def test_one_icon_has_one_meaning() -> None:
    """In both games together: who has played one of them is not to read the other wrongly."""
    meanings: dict[str, set[str]] = {}
    for game in (pictures, mafia_pictures):
        for kind, icons in (("card", game.ROLE_ICONS), ("end", game.END_ICONS)):
            for name, icon in icons.items():
                meanings.setdefault(icon, set()).add(f"{kind} {name.replace('rumplestiltskins', 'killed')}")
    for name, icon in {**pictures.SPEECH_ICONS, **pictures.BONUS_ICONS, "foul": mafia_pictures.FOUL_ICON}.items():
        meanings.setdefault(icon, set()).add(name.replace("third_wheel", "end crush"))  # the card, and what comes of it
    assert set(pictures.TRAIT_ICONS.items()) <= set(pictures.BONUS_ICONS.items())
    for everybodys in ("crown", "mirror", "fire", "full-moon", "castle"):  # has won, the Mirror, and what stands around
        meanings.setdefault(everybodys, set()).add("end burned" if everybodys == "fire" else everybodys)
    assert {icon: what for icon, what in meanings.items() if len(what) > 1} == {}


def test_one_icon_has_one_meaning_in_the_forest() -> None:
    """There too, but that both wolves are wolves: the big one wears a hat."""
    fables = {icon: name for name, icon in scenery.FABLE_ICONS.items() if name != "big_bad_wolf"}
    friends = {icon: name for name, icon in scenery.FRIEND_ICONS.items()}
    assert len(fables) == len(scenery.FABLE_ICONS) - 1
    assert len(friends) == len(scenery.FRIEND_ICONS)
    assert fables.keys() & friends.keys() == set()
    assert scenery.FABLES_HELD not in {*fables, *friends}


def test_two_long_names_are_told_apart_on_their_signs() -> None:
    """Only the seat differed."""
    view = crowded(next(views("village", 20, 1)))
    labels = names(20) | {
        7: "Wilhelmina Featherstonehaugh-Smythe",
        8: "Wilhelmina Featherstonehaugh-Smithe",
    }
    called = [line.text for line in read(drawn_of(view, labels), Art()).lines if line.text.startswith("Wilh")]
    assert len(called) == len(set(called)) == 2


# -- houses -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["countryside", "city"])
def test_a_house_tells_without_colours_what_became_of_who_lived_there(style: Any) -> None:
    for seat in range(1, 6):
        states: tuple[Any, ...] = ("lit", "dark", "burned", "gone")
        looks = {home(ART, style, seat, state, 120, 110).convert("L").tobytes() for state in states}
        assert len(looks) == len(states)


def test_neighbours_live_in_different_houses() -> None:
    looks = {home(ART, "countryside", seat, "lit", 120, 110).tobytes() for seat in range(1, 21)}
    assert len(looks) == 20


# -- the village as it is played --------------------------------------------------------------------------------------


def test_dawn_shows_who_was_killed_with_the_card_and_the_living_with_light() -> None:
    game = village(ann="murderer", ben="sheriff", cat="prince_charming")
    game.night(victim="ben")
    picture = seen(game)
    assert (picture.title, picture.status, picture.news) == ("Day 1", "7 of 8 alive", "1 gone since nightfall")
    ann, ben = picture.homes[:2]
    assert (ann.state, ann.role, ann.end) == ("lit", None, None)
    assert (ben.state, ben.fresh) == ("dark", True)
    assert "2. Ben: Sheriff, killed, night 1, since nightfall." in picture.words(words()).splitlines()
    assert picture.words(words()).splitlines()[1].startswith("2. Ben: "), "the news comes first"
    assert picture.friends == "Known friend of the village: Ben."
    assert "Murderer" not in picture.words(words())
    assert picture.mood == "dawn"


def test_who_vanished_keeps_the_card_hidden_until_the_end() -> None:
    game = village(9, ann="murderer", ben="trickster", cat="mad_hatter")
    game.night(assassinate="dan")
    vanished = seen(game).homes[3]
    assert (vanished.state, vanished.role) == ("gone", None)
    assert vanished.spoken == "4. Dan: vanished, night 1, since nightfall."


def test_a_muted_player_and_a_toad_have_an_icon_and_a_word() -> None:
    game = village(10, ann="warlock", ben="murderer", cat="esmeralda")
    game.night(victim="jon", toad="dan", mute="eve")
    dan, eve = seen(game).homes[3:5]
    assert [mark.word for mark in dan.marks] == ["a toad"]
    assert [mark.word for mark in eve.marks] == ["without a voice"]
    assert dan.marks[0].icon != eve.marks[0].icon
    assert seen(game).homes[5].marks == ()


def test_a_night_without_a_death_says_so() -> None:
    game = village(ann="murderer")
    game.night()
    assert (seen(game).status, seen(game).news) == ("8 of 8 alive", "nobody gone since nightfall")


def test_the_living_show_their_traits_and_that_they_sleep() -> None:
    """Who is dead has no state any more, and at the end only cards and ends count."""
    view = crowded(next(iter(views("village", 13, 1))))
    picture = drawn_of(view, names(13))
    told = [[mark.word for mark in one.marks] for one in picture.homes]
    assert told[:6] == [["a toad", "Drunk"], [], ["without a voice", "Town Idiot"], [], ["asleep", "Hottie"], []]
    over = drawn_of(view.model_copy(update={"winner": "town", "phase": "over"}), names(13))
    assert not any(one.marks for one in over.homes)


def test_the_end_shows_every_card_and_marks_the_winners() -> None:
    game = village(ann="murderer", ben="sheriff", cat="captain_hook")
    game.night(victim="dan")
    game.burns("ann")
    picture = seen(game)
    assert picture.title == "The village wins"
    assert picture.mood == "glad"
    assert [bool(one.won) for one in picture.homes] == [False, True, False, *[True] * 5]
    assert all(one.role for one in picture.homes)
    assert picture.homes[0].state == "burned"
    said = picture.words(words()).splitlines()
    assert said[1] == "1. Ann: Rumplestiltskin the Murderer (foe), burned, day 1."
    assert said[2] == "2. Ben: alive, Sheriff, won."
    assert said[-1].startswith("8. "), "all foes are named, and all others are friends"
    assert ART.watch(picture).written.count("won") == 6


@pytest.mark.parametrize(("game", "role"), [("village", "villager"), ("mafia", "citizen")])
def test_no_roof_covers_the_plate_of_who_has_won(game: str, role: str) -> None:
    """The roofs lay over the lower half of the word."""
    view: Any = next(iter(views(game, 8, 1)))
    players = tuple(replace(player, role=role) for player in view.players)
    picture = drawn_of(
        view.model_copy(update={"winner": SIDES.get(role) or COLOURS[role], "players": players}), names(8)
    )
    image = picture.draw(Art()).convert("RGB")
    plates = [box for text, box in ART.watch(picture).boxes if text == "won"]
    assert len(plates) == 8
    for left, top, right, bottom in plates:
        foot = round((top + bottom) / 2) + 20  # the plate's last row inside its rim
        assert {image.getpixel((x, foot)) for x in range(round(left), round(right))} == {ImageColor.getrgb(GOLD)}


def test_captain_hook_wins_with_the_rumplestiltskins() -> None:
    view: Any = next(iter(views("village", 8, 1)))
    roles = ("murderer", "captain_hook", *["villager"] * 6)
    players = tuple(replace(player, role=role) for player, role in zip(view.players, roles, strict=True))
    over = view.model_copy(update={"winner": "rumplestiltskin", "phase": "over", "players": players})
    picture = drawn_of(over, names(8))
    assert [one.person.seat for one in picture.homes if one.won] == [1, 2]
    assert picture.mood == "grim"


# -- the city as it is played -----------------------------------------------------------------------------------------


def test_the_morning_shows_who_speaks_last_words_and_the_next_day_who_is_gone() -> None:
    game = mafia(ann="don", ben="sheriff")
    game.quiet_day()
    game.night(victim="gus")
    picture = seen(game)
    assert picture.title == "Morning after night 1"
    assert picture.news == "1 gone since nightfall"
    assert picture.homes[6].spoken == "7. Gus: killed, night 1, since nightfall."
    game.final_words()
    picture = seen(game)
    assert picture.title == "Day 2"
    assert picture.news == "1 gone since nightfall"
    assert picture.homes[6].fresh
    assert "Don" not in picture.words(words())


def test_the_city_marks_its_winners() -> None:
    game = mafia(ann="don", ben="sheriff")
    game.votes_out("ann")
    picture = seen(game)
    assert picture.title == "The red side wins"
    assert [bool(one.won) for one in picture.homes] == [False, *[True] * 7]
    assert picture.homes[0].spoken == "1. Ann: Don (black), voted out, day 1."


# -- secrets ----------------------------------------------------------------------------------------------------------


def test_villages_that_look_alike_in_public_have_one_picture() -> None:
    """The same morning after two different deals, with other acts in the night: the same words, the same pixels."""
    one = village(ann="murderer", ben="sheriff", cat="fairy_godmother")
    other = village(eve="murderer", cat="sheriff", ben="fairy_godmother")
    one.night(victim="gus", investigate="ann")
    other.night(victim="gus", investigate="hal")
    assert alike(one, other)
    one.burns("hal")
    other.burns("hal")
    assert alike(one, other)


def test_cities_that_look_alike_in_public_have_one_picture() -> None:
    one, other = mafia(ann="don", ben="sheriff"), mafia(eve="don", cat="sheriff")
    for game, suspect in ((one, "ann"), (other, "hal")):
        game.quiet_day()
        game.night(victim="gus", investigate=suspect)
    assert alike(one, other)
    one.final_words()
    other.final_words()
    assert alike(one, other)


def alike(one: VillagePlay | MafiaPlay, other: VillagePlay | MafiaPlay) -> bool:
    assert one.match.view(1) != other.match.view(1)
    first, second = seen(one), seen(other)
    assert first == second
    assert first.words(words()) == second.words(words())
    return first.draw(Art()).tobytes() == second.draw(Art()).tobytes()


@pytest.mark.parametrize(("face", "game"), [(VillageFace(), "village"), (MafiaFace(), "mafia")])
def test_the_face_shows_it_with_the_names_and_in_the_language_of_the_table(face: Any, game: str) -> None:
    labels = names(8)
    for language in LANGUAGES:
        context = RenderContext(match=1, checkpoint=0, names=labels, labels=labels, words=words(language), due={})
        view: Any = start(game, 8, 1).view(SPECTATOR)
        assert face.board_picture(view, context) == drawn_of(view, labels, language)


def test_a_long_name_takes_two_rows_on_a_sign_and_is_not_cut() -> None:
    """Between its words; a single word that is too wide between its syllables."""
    font = Art().font("bold", LEAST_SIZE)
    room = 207
    for name, rows in {
        "Hansel": ["Hansel"],
        "King Thrushbeard": ["King", "Thrushbeard"],
        "Red Riding Hood": ["Red Riding", "Hood"],
        "Schneewittchen": ["Schnee-", "wittchen"],
    }.items():
        assert parted(name, font, room) == rows
