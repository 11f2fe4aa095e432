"""Pictures of the village and of the city, made of games that are played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from language.any_game import random_answer
from language.mafia import MafiaPlay
from language.village import VillagePlay

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.mafia.options import MafiaOptions
from bot.games.village.cards import BONUS_CARDS, SIDES
from bot.games.village.options import VillageOptions
from bot.games.village.views import VillageView
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, wording_files
from cogs.hidden_roles.accused import ACCUSED
from cogs.hidden_roles.townscape import TownPicture
from cogs.mafia import day_picture as city_day
from cogs.mafia import pictures as mafia_pictures
from cogs.village import day_picture as village_day
from cogs.village import pictures
from support.recording_art import RecordingArt

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
TALL_MOST = 1900
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


def seen(game: VillagePlay | MafiaPlay) -> TownPicture:
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
        look = (view.phase, view.players, len(view.nominations))
        if look != last:
            yield view
        if match.outcome is not None:
            return
        last = look
        match.reply(*random_answer(match, rng))


@cache
def moments(game: str, seats: int, seed: int = 1) -> list[Any]:
    """The views of one whole game."""
    return list(views(game, seats, seed))


def days(game: str, seats: int, kind: str, language: str) -> list[Picture]:
    """Some pictures of days: the last accusations, and the last count."""
    draws: Any = {"village": village_day, "mafia": city_day}[game]
    place = names(seats, kind), words(language)
    drawn = (draws.day_picture(view, *place) for view in moments(game, seats))
    accused = [picture for picture in drawn if picture is not None and picture.name == ACCUSED]
    ends = (moments(game, seats, seed)[-1] for seed in range(1, 9))  # in some games no vote comes to its end
    counts = (draws.count_picture(view, *place) for view in ends)
    return [*dict.fromkeys(accused[-2:]), next(filter(None, counts))]


@cache
def made(game: str, seats: int, kind: str, language: str) -> list[TownPicture]:
    """Some pictures on the way, the end of it, and the most crowded of all villages."""
    every = moments(game, seats)
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
        players.append(replace(player, **update))
    phase = "day" if view.winner is None else view.phase
    return view.model_copy(update={"players": tuple(players), "night": 12, "phase": phase})
