"""Pictures of the village and of the city: their words say all that is drawn, and they hold what everybody knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from language.any_game import random_answer
from language.mafia import Club, club
from language.village import VillagePlay, village
from recording_art import RecordingArt, overlap, says

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.mafia.cards import SIDES as COLOURS
from bot.games.mafia.options import MafiaOptions
from bot.games.village.cards import BONUS_CARDS, FACE_UP, SIDES
from bot.games.village.options import VillageOptions
from bot.games.village.views import VillageView
from bot.ui.panels import ALT_MOST
from bot.ui.pictures.art import FOLDER, Art
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.hidden_roles.homes import home
from cogs.hidden_roles.townscape import TownPicture
from cogs.mafia import pictures as mafia_pictures
from cogs.mafia.face import MafiaFace
from cogs.village import pictures
from cogs.village.face import VillageFace

PLAIN = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned", "Oda",
         "Pip", "Quin", "Ray", "Sue", "Tom")  # fmt: skip
STRANGE = (
    "Wilhelmina Featherstonehaugh-Smy",
    "Жанна 🗡️",
    "日本の友達",
    "M" * 32,
    "{seat}",
    "Ann",
    "ANN",
    "🐸",
    "*bold*",
)
LANGUAGES = ("en", "de")
TABLES = [("village", 8), ("village", 13), ("village", 20), ("mafia", 8), ("mafia", 13)]
TALL_MOST = 1700
TIME_MOST = 20_000

ART = RecordingArt(TALL_MOST)


@cache
def words(language: str = "en") -> Wording:
    return Wording(wording_files(), language)


def names(seats: int, kind: str = "plain") -> dict[int, str]:
    known = (*STRANGE, *PLAIN) if kind == "strange" else PLAIN
    return {seat: known[seat - 1] for seat in range(1, seats + 1)}


def drawn_of(view: Any, labels: dict[int, str], language: str = "en") -> TownPicture:
    """The picture of either game."""
    make: Any = pictures.village_picture if isinstance(view, VillageView) else mafia_pictures.city_picture
    picture = make(view, labels, words(language))
    assert isinstance(picture, TownPicture)
    return picture


def seen(game: VillagePlay | Club) -> TownPicture:
    return drawn_of(game.match.view(SPECTATOR), names(game.match.seats))


def start(game: str, seats: int, seed: int) -> Match:
    if game == "mafia":
        return Match.start(GAMES["mafia"], MafiaOptions(reveal="leaving"), seats, SealedChance(f"city {seed}"))
    options = VillageOptions(introductions=False, bonus=BONUS_CARDS)
    return Match.start(GAMES["village"], options, seats, SealedChance(f"village {seed}"))


def views(game: str, seats: int, seed: int) -> Iterator[Any]:
    """What a bystander sees of a game played at random, whenever that is something new to look at."""
    rng, match, last = Random(seed), start(game, seats, seed), None
    for _ in range(TIME_MOST):
        view: Any = match.view(SPECTATOR)
        look = (view.phase, view.players)
        if look != last:
            yield view
        if match.outcome is not None:
            return
        last = look
        match.reply(*random_answer(match, rng))


@cache
def made(game: str, seats: int, kind: str, language: str) -> list[TownPicture]:
    """Some pictures on the way, the end of it, and the most crowded of all villages."""
    every = list(views(game, seats, 1))
    some = [*every[:: max(1, len(every) // 6)], every[-1]]
    if game == "village":
        some += crowded(every[0]), crowded(every[-1])
    labels = names(seats, kind)
    return list(dict.fromkeys(drawn_of(view, labels, language) for view in some))


def crowded(view: VillageView) -> VillageView:
    """Every end, every card, every state, every trait."""
    roles, ends, traits = list(SIDES), list(pictures.END_ICONS), list(pictures.TRAIT_ICONS)
    speeches = ("toad", "muted", "asleep", "free")
    players = []
    for place, player in enumerate(view.players):
        end = ends[place // 2 % len(ends)] if place % 2 else None
        update: dict[str, Any] = {
            "role": roles[place % len(roles)], "trait": traits[place % len(traits)], "alive": end is None, "end": end,
            "end_night": 12, "speech": "dead" if end else speeches[place // 2 % 4],
        }  # fmt: skip
        players.append(player.model_copy(update=update))
    phase = "day" if view.winner is None else view.phase
    return view.model_copy(update={"players": tuple(players), "night": 12, "phase": phase})


# -- what is drawn is said --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["plain", "strange"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_words_say_everything_that_is_drawn(game: str, seats: int, kind: str, language: str) -> None:
    for picture in made(game, seats, kind, language):
        said = picture.words(words(language))
        lines = said.splitlines()
        assert len(lines) == seats + 1
        for text in ART.watch(picture).written:
            assert says(said, text), (text, said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_text_leaves_the_picture_or_lies_on_another(game: str, seats: int, language: str) -> None:
    for picture in made(game, seats, "strange", language):
        drawn = ART.watch(picture)
        for place, (text, box) in enumerate(drawn.boxes):
            assert box[0] >= 0, text
            assert box[1] >= 0, text
            assert box[2] <= drawn.width, text
            assert box[3] <= drawn.height, text
            for other_text, other in drawn.boxes[place + 1 :]:
                assert not overlap(box, other), (text, other_text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_words_of_a_game_as_it_is_played_fit_into_the_alt_text(game: str, seats: int, language: str) -> None:
    for view in views(game, seats, 2):
        said = drawn_of(view, names(seats), language).words(words(language))
        assert 0 < len(said) <= ALT_MOST


def test_everything_has_an_icon_and_a_word() -> None:
    assert set(pictures.ROLE_ICONS) == set(SIDES)
    assert set(pictures.TRAIT_ICONS) == FACE_UP
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
    assert "2. Ben: Sheriff, killed, night 1." in picture.words(words()).splitlines()
    assert "Murderer" not in picture.words(words())
    assert picture.mood == "dawn"


def test_who_vanished_keeps_the_card_hidden_until_the_end() -> None:
    game = village(9, ann="murderer", ben="trickster", cat="mad_hatter")
    game.night(assassinate="dan")
    vanished = seen(game).homes[3]
    assert (vanished.state, vanished.role) == ("gone", None)
    assert vanished.spoken == "4. Dan: vanished, night 1."


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
    assert said[1] == "1. Ann: Rumplestiltskin the Murderer, burned, day 1."
    assert said[2] == "2. Ben: alive, Sheriff, won."
    assert ART.watch(picture).written.count("won") == 6


def test_captain_hook_wins_with_the_rumplestiltskins() -> None:
    view: Any = next(iter(views("village", 8, 1)))
    roles = ("murderer", "captain_hook", *["villager"] * 6)
    players = tuple(player.model_copy(update={"role": role}) for player, role in zip(view.players, roles, strict=True))
    over = view.model_copy(update={"winner": "rumplestiltskin", "phase": "over", "players": players})
    picture = drawn_of(over, names(8))
    assert [one.person.seat for one in picture.homes if one.won] == [1, 2]
    assert picture.mood == "grim"


# -- the city as it is played -----------------------------------------------------------------------------------------


def test_the_morning_shows_who_speaks_last_words_and_the_next_day_who_is_gone() -> None:
    game = club(ann="don", ben="sheriff")
    game.quiet_day()
    game.night(victim="gus")
    picture = seen(game)
    assert picture.title == "Morning after night 1"
    assert picture.news == "1 gone since nightfall"
    assert picture.homes[6].spoken == "7. Gus: killed, final word."
    game.final_words()
    picture = seen(game)
    assert picture.title == "Day 2"
    assert picture.news == "1 gone since nightfall"
    assert picture.homes[6].fresh
    assert "Don" not in picture.words(words())


def test_the_city_marks_its_winners() -> None:
    game = club(ann="don", ben="sheriff")
    game.votes_out("ann")
    picture = seen(game)
    assert picture.title == "The red side wins"
    assert [bool(one.won) for one in picture.homes] == [False, *[True] * 7]
    assert picture.homes[0].spoken == "1. Ann: Don, voted out, day 1."


# -- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["village", "mafia"])
def test_it_is_made_from_a_bystanders_view(game: str) -> None:
    view: Any = start(game, 8, 1).view(1)
    with pytest.raises(AssertionError, match="bystander"):
        drawn_of(view, names(8))


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
    one, other = club(ann="don", ben="sheriff"), club(eve="don", cat="sheriff")
    for game, suspect in ((one, "ann"), (other, "hal")):
        game.quiet_day()
        game.night(victim="gus", investigate=suspect)
    assert alike(one, other)
    one.final_words()
    other.final_words()
    assert alike(one, other)


def alike(one: VillagePlay | Club, other: VillagePlay | Club) -> bool:
    assert one.match.view(1) != other.match.view(1)
    first, second = seen(one), seen(other)
    assert first == second
    assert first.words(words()) == second.words(words())
    return first.draw(Art()).tobytes() == second.draw(Art()).tobytes()


@pytest.mark.parametrize(("game", "file"), [("village", "village.jpg"), ("mafia", "city.jpg")])
def test_file_names_tell_nothing(game: str, file: str) -> None:
    assert {picture.name for picture in made(game, 8, "strange", "en")} == {file}


@pytest.mark.parametrize(("face", "game"), [(VillageFace(), "village"), (MafiaFace(), "mafia")])
def test_the_face_shows_it_with_the_names_and_in_the_language_of_the_table(face: Any, game: str) -> None:
    labels = names(8)
    for language in LANGUAGES:
        context = RenderContext(match=1, checkpoint=0, names=labels, labels=labels, words=words(language), due={})
        view: Any = start(game, 8, 1).view(SPECTATOR)
        assert face.board_picture(view, context) == drawn_of(view, labels, language)
