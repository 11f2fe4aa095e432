"""Pictures of the forest and of hands in it, made of games that are played at random and of crowded tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from language.any_game import random_answer

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.views import CardView, GrimmForestView, HouseView
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, wording_files
from cogs.grimm_forest import pictures
from support.recording_art import RecordingArt
from support.sizes import size

PLAIN = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan"}
STRANGE = {1: "Wilhelmina Featherstonehaugh-Smy", 2: "Жанна 🗡️", 3: "日本の友達", 4: "M" * 32}
LANGUAGES = ("en", "de")
KINDS = ((2, "plain"), (3, "strange"), (4, "plain"), (4, "strange"))
"""Tables that are looked at: how many play, and what they are called."""
OF_A_KIND = 2
"""Pictures of each phase, table and question that are really drawn."""
TALL_MOST = 2250

ART = RecordingArt(TALL_MOST)


@cache
def words(language: str = "en") -> Wording:
    return Wording(wording_files()).for_locale(language)


def names(seats: int, kind: str = "plain") -> dict[int, str]:
    return {seat: {"plain": PLAIN, "strange": STRANGE}[kind][seat] for seat in range(1, seats + 1)}


def start(seats: int, seed: int) -> Match:
    return Match.start(GRIMM_FOREST, GrimmForestOptions(advanced=True), seats, SealedChance(f"forest {seed}"))


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
    for seed in (1, 2)[: size(1, full=2)]:
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
    return [*found, *_fullest(seats, labels, spoken)]


def fullest(seats: int, kind: str = "plain", language: str = "en") -> Iterator[Picture]:
    """The most crowded boards and the largest hands."""
    for _, _, picture in _fullest(seats, names(seats, kind), words(language)):
        yield picture


def _fullest(seats: int, labels: dict[int, str], spoken: Wording) -> Iterator[Made]:
    for view in (crowded(seats), settled(seats)):
        yield view, None, pictures.table_picture(view, labels, spoken)
    yield from hands(seats, labels, spoken)


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


def crowded(seats: int) -> GrimmForestView:
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
    crowd: GrimmForestView = view.model_copy(
        update={
            "round": 14, "phase": "end", "to_act": 1, "starter": 1, "pigs": pigs, "cards": cards,
            "unique": (card(1, "grandmas_house", "forest"), card(2, "royal_wedding", "fields")),
            "due": (card(1, "fairy_food", "forest"), card(2, "taxation")), "waiting": (card(1, "hired_help"),),
        }
    )  # fmt: skip
    return crowd


def settled(seats: int) -> GrimmForestView:
    """The end: five houses each, and everybody has won."""
    view = crowded(seats)
    each = tuple(house(material, 3) for material in ("straw", "wood", "brick", "straw", "brick"))
    pigs = tuple(pig.model_copy(update={"houses": each, "sites": 5, "actions": 0}) for pig in view.pigs)
    winners = tuple(range(1, seats + 1))
    return view.model_copy(
        update={"phase": "over", "to_act": None, "winners": winners, "pigs": pigs, "cards": (), "due": (), "unique": ()}
    )
