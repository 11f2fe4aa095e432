"""Pictures of every kind there is, as few of each as show all that can be written on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from language.any_game import random_answer

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.village.cards import BONUS_CARDS, DUD
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from cogs.evenings.invitation_picture import InvitationPicture
from cogs.evenings.scoreboard_picture import Row, ScoreboardPicture
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.mafia.drawn import cast_picture as city_cast
from cogs.mafia.face import MafiaFace
from cogs.mafia.protocol import protocol_of
from cogs.mafia.protocol_picture import protocol_picture
from cogs.rolesets.forecast_picture import COLOURS, ForecastBar, ForecastPicture, partings_of
from cogs.statistics.chart import Bar, BarsPicture, CoursePicture
from cogs.table.keeping import Keeping
from cogs.table.powers_picture import powers_picture
from cogs.table.who import powers_of
from cogs.village.drawn import bonus_picture
from cogs.village.drawn import cast_picture as village_cast
from cogs.village.face import VillageFace
from cogs.village.pictures import BONUS_ICONS
from support import pictured_cards, pictured_grimm_forest, pictured_towns

Names = Literal["plain", "strange"]
FACES: tuple[HiddenRolesFace, ...] = (VillageFace(), MafiaFace())
CROWDED = {"village": 20, "mafia": 13}
EMBLEMS = ("dagger", "icon/spinning-wheel", "frog", "crown", "bell")


@dataclass(frozen=True)
class KindOfPicture:
    """One kind: its name, and what makes some of it, with people called so, in this language."""

    name: str
    made: Callable[[Names, str], Iterator[Picture]]

    def __str__(self) -> str:
        return self.name


def _towns(game: str) -> Callable[[Names, str], Iterator[Picture]]:
    def made(names: Names, language: str) -> Iterator[Picture]:
        seats = CROWDED[game]
        view = next(pictured_towns.views(game, seats, 1))
        if game == "village":
            view = pictured_towns.crowded(view)
        yield pictured_towns.drawn_of(view, pictured_towns.names(seats, names), language)

    return made


def _days(game: str) -> Callable[[Names, str], Iterator[Picture]]:
    return lambda names, language: iter(pictured_towns.days(game, 8, names, language))


def _role_cards(names: Names, language: str) -> Iterator[Picture]:
    """The card of every role, and every second card."""
    labels, words = pictured_towns.names(8, names), pictured_towns.words(language)
    context = RenderContext(match=1, checkpoint=0, names=labels, labels=labels, words=words, due={})
    for face in FACES:
        view: Any = pictured_towns.start(face.game, 8, 1).view(1)
        view = view.model_copy(update={"cast": dict.fromkeys(face.portraits, 1)})
        for role in face.portraits:
            yield from face.dealt_pictures([Announcement(0, (1,), "role.dealt", {"role": role})], view, context)
    for card in BONUS_ICONS:
        yield bonus_picture(card, words)


def _casts(names: Names, language: str) -> Iterator[Picture]:
    del names
    words = pictured_towns.words(language)
    for draw, face in zip((village_cast, city_cast), FACES, strict=True):
        view: Any = pictured_towns.start(face.game, 10, 1).view(SPECTATOR)
        open_side = [role for role in face.portraits if face.sides[role] == face.open_side]
        every: dict[str, Any] = {"cast": view.cast | dict.fromkeys(open_side, 1)}
        if face.game == "village":
            every["deck"] = dict.fromkeys((*BONUS_CARDS, DUD), 1)
        for update in ({}, every):
            yield draw(view.model_copy(update=update), words)  # type: ignore[operator]


def _protocol(names: Names, language: str) -> Iterator[Picture]:
    labels = pictured_towns.names(10, names)
    rng, match = Random(10), Match.start(GAMES["mafia"], GAMES["mafia"].options(), 10, SealedChance("written"))
    while match.outcome is None:
        match.reply(*random_answer(match, rng))
    view: Any = match.view(SPECTATOR)
    changes = match.take_changes()
    written = protocol_of(view, labels, changes.announcements, changes.entries)
    yield protocol_picture(written, 7, labels, pictured_towns.words(language))


def _forest(names: Names, language: str) -> Iterator[Picture]:
    return pictured_grimm_forest.fullest(4, names, language)


def _tricks(names: Names, language: str) -> Iterator[Picture]:
    return pictured_cards.first_hand(5, names, language)


def _duel(names: Names, language: str) -> Iterator[Picture]:
    made = pictured_cards.pictures("name_duel", 2, names, language)
    return (picture for _, _, picture in made[-6:])


def _bars(names: Names, language: str) -> Iterator[Picture]:
    title = pictured_towns.words(language).say("stats.bars.title")
    called = pictured_towns.names(6, names).values()
    yield BarsPicture(title, tuple(Bar(name, place * 2, 10 + place) for place, name in enumerate(called)))


def _course(names: Names, language: str) -> Iterator[Picture]:
    del names, language
    yield CoursePicture("Verlauf", ((0, 300), (-140, 240), (60, 200), (190, 160)), 0)


def _forecast(names: Names, language: str) -> Iterator[Picture]:
    del names, language
    wins = (30, 22, 18, 14, 10, 6)
    ends = [sum(wins[: place + 1]) for place in range(len(wins) - 1)]
    partings = partings_of(tuple(map(float, wins)), tuple((end - 5.0, end + 5.0) for end in ends))
    sides = tuple(f"Side {place}" for place in range(len(COLOURS)))
    yield ForecastPicture("Forecast", sides, (ForecastBar("Players at random", wins, partings),), "How far off", "")


def _invitation(names: Names, language: str) -> Iterator[Picture]:
    del names
    title = pictured_towns.words(language).say("game.grimm_forest")
    yield InvitationPicture(title, "2–4", EMBLEMS)


def _scoreboard(names: Names, language: str) -> Iterator[Picture]:
    called = pictured_towns.names(9, names).values()
    rows = tuple(Row(place, name, f"{20 - place}", "4") for place, name in enumerate(called, 1))
    yield ScoreboardPicture(pictured_towns.words(language).say("evening.title"), rows)


def _powers(names: Names, language: str) -> Iterator[Picture]:
    words = pictured_towns.words(language)
    keeping = Keeping(deletes=True, locks=True, voice=True, doors=frozenset({4}), kept=("who.kept.delete",))
    powers = powers_of(pictured_towns.start("mafia", 10, 1).view(SPECTATOR), MafiaFace())
    yield powers_picture(powers, keeping, {}, pictured_towns.names(10, names), "Day 2", words)


KINDS = tuple(
    KindOfPicture(name, made)
    for name, made in {
        "village": _towns("village"),
        "city": _towns("mafia"),
        "day of the village": _days("village"),
        "day of the city": _days("mafia"),
        "role cards": _role_cards,
        "all cards of a game": _casts,
        "protocol": _protocol,
        "forest, boards and hands": _forest,
        "tricks, tables and hands": _tricks,
        "duel, tables and hands": _duel,
        "bars of statistics": _bars,
        "course of a rating": _course,
        "forecast": _forecast,
        "invitation": _invitation,
        "scoreboard": _scoreboard,
        "powers": _powers,
    }.items()
)
