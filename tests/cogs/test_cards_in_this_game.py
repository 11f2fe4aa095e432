"""Nobody reads the name of a card that is not in this game: not on their card, not in a verdict, not at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from bot.games.mafia.game import GAME as MAFIA
from bot.games.mafia.options import SEATS as MAFIA_SEATS
from bot.games.village.cards import SPECIAL_NAMES
from bot.games.village.game import GAME as VILLAGE
from bot.games.village.options import SEATS as VILLAGE_SEATS
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.mafia.face import MafiaFace
from cogs.village.face import VillageFace

WORDS = Wording(wording_files())
TEAM_CARDS = ("murderer", "trickster", "warlock")
MAFIA_SPECIALS = ("don", "maniac", "sheriff", "doctor", "lover")

Cast = Mapping[str, int]
in_both = pytest.mark.parametrize("language", ["en", "de"])


def context(language: str) -> RenderContext:
    names = {seat: f"**p{seat}**" for seat in range(1, 21)}
    return RenderContext(1, 1, names, names, WORDS.for_locale(language), {})


def casts() -> list[tuple[HiddenRolesFace, tuple[str, ...], Cast]]:
    """Every cast of every built-in set: whose face, which special cards there are, and which are in it."""
    village = [(VillageFace(), SPECIAL_NAMES, one.options.cast(n)) for one in VILLAGE.role_sets for n in VILLAGE_SEATS]
    mafia = [
        (MafiaFace(), MAFIA_SPECIALS, one.options.cast(seats))
        for one in MAFIA.role_sets
        for seats in MAFIA_SEATS
        if seats in one.options.casts
    ]
    return [*village, *mafia]


def texts(face: HiddenRolesFace, cast: Cast, language: str) -> str:
    """All that people with these cards may read of their cards and sides, and the end and verdict of the village."""
    here = context(language)
    held = [role for role, count in cast.items() if count and role != "rumplestiltskin"]
    held += TEAM_CARDS if "rumplestiltskin" in cast else ()
    keys = [f"role.{role}.card" for role in held] + [f"side.{face.sides[role]}.goal" for role in held]
    if isinstance(face, VillageFace):
        keys += ["game.over.rumplestiltskin", "game.over.town", "night.verdict.innocent"]
    return "\n".join(face.with_others(here, key, cast, suspect="**p1**") for key in keys)


@in_both
def test_no_card_is_named_that_is_not_in_the_game(language: str) -> None:
    words = WORDS.for_locale(language)
    for face, specials, cast in casts():
        told = texts(face, cast, language)
        for absent in (role for role in specials if not cast.get(role)):
            called = words.say(face.key(words, f"role.{absent}"))
            assert not re.search(rf"\b{re.escape(called)}\b", told), (cast, called)


def test_a_card_that_is_in_the_game_is_named() -> None:
    here, hook = context("en"), {"sheriff": 1, "captain_hook": 1}
    sheriff = VillageFace().with_others(here, "role.sheriff.card", hook)
    assert sheriff.endswith("Beware: to you, Captain Hook looks as harmless as any villager.")
    assert "Hook" not in VillageFace().with_others(here, "role.sheriff.card", {"sheriff": 1, "captain_hook": 0})
    end = VillageFace().with_others(here, "game.over.rumplestiltskin", hook)
    assert end == "**The Rumplestiltskins win!** **Captain Hook wins with them!**"
    goal = MafiaFace().with_others(here, "side.mafia.goal", {"don": 1, "maniac": 1})
    assert goal.endswith("But while the Maniac lives, you cannot win.")
