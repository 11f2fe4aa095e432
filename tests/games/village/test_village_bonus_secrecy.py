"""Nobody can tell who holds which hidden bonus card: two hidden worlds, one public history, every byte the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from language.any_game import asked_of, heard_of, seat_of
from language.village import Enchanted, clocks_of, enchanted

from bot.engine.questions import MIRROR

HIDDEN = ("lovers", "third_wheel", "sleep", "resurrection", "deflection", "love", "dud")
SWAPPED = ("cat", "dan")
"""These two hold one card here and the other's there; they do nothing that shows."""
OTHERS = {"eve": "sleep", "fay": "love", "gus": "lovers", "hal": "deflection", "ida": "magician"}
"""These act, the same in both worlds."""
WHOLE_DECK = ("lovers", "third_wheel", "sleep", "resurrection", "deflection", "love", "magician")


def world(one: str, other: str) -> Enchanted:
    cards = {"cat": one, "dan": other, **OTHERS}
    if "love" in (one, other):  # there is but one of it
        cards["fay"] = "deflection" if "sleep" in (one, other) else "sleep"
    return enchanted(14, cards, deck=WHOLE_DECK, kim="warlock", leo="huntsman", mia="fairy_godmother")


def story(game: Enchanted) -> Iterator[str]:
    """A night, a day with spells on both of the two, a night in which one of them dies, and a morning."""
    yield "nightfall"
    game.answers("gus", "night.beloved", "jon")
    yield "beloved"
    game.time_passes("clock.lovers")
    yield "pairs"
    game.time_passes("clock.third_wheel")
    yield from night(game, victim="ben", toad="cat")
    yield "dawn"
    for number in range(3):
        game.step_of_flight()
        yield f"the curse flies, step {number}"
    if "day.cast_sleep" in game.asked("eve"):
        game.answers("eve", "day.cast_sleep", "dan")
        yield "sleep is cast"
        for number in range(3):
            game.step_of_flight()
            yield f"sleep flies, step {number}"
    if "day.cast_love" in game.asked("fay"):
        game.answers("fay", "day.cast_love", ["dan", "jon"])
        for number in range(6):
            game.step_of_flight()
            yield f"love flies, step {number}"
    game.stands("jon")
    yield "ballot"
    game.nobody_burns()
    yield from night(game, victim="dan")
    yield "second dawn"


def night(game: Enchanted, **panels: Any) -> Iterator[str]:
    game.panels(**panels)
    yield "panels"
    while game.phase == "night" and game.outcome is None:
        hour = next(clock for clock, _ in clocks_of(game.match))
        game.time_passes(hour)
        yield hour


def seen_by(game: Enchanted, name: str) -> list[Any]:
    seat = seat_of(name)
    return [
        game.view(name).model_dump(),
        asked_of(game.match, seat),
        heard_of(game.match, seat),
        asked_of(game.match, MIRROR, numbers=False),
    ]


@pytest.mark.parametrize(("one", "other"), list(combinations(HIDDEN, 2)))
def test_nobody_notices_when_two_others_exchange_their_hidden_cards(one: str, other: str) -> None:
    """Every pair: nor by the clocks, though a spell flies to somebody who could turn it aside in one of the worlds."""
    here, there = world(one, other), world(other, one)
    watchers = [name for name in ("bystander", *here.names) if name not in SWAPPED]
    for moment, same in zip(story(here), story(there), strict=True):
        assert moment == same
        for name in watchers:
            assert seen_by(here, name) == seen_by(there, name), f"{name} notices at {moment}"


def test_who_turns_a_spell_aside_is_seen_by_nobody_but_whom_it_hits_next() -> None:
    """A Deflection from cat to dan, and a Sleep for dan alone: the rest see the same, at the same time."""
    turned = enchanted(9, {"ben": "sleep", "cat": "deflection"})
    plain = enchanted(9, {"ben": "sleep", "cat": "deflection"})
    for game, target in ((turned, "cat"), (plain, "dan")):
        game.whole_night()
        game.answers("ben", "day.cast_sleep", target)
    turned.answers("cat", "spell.redirect", "dan")
    for _ in range(2):
        for name in ("bystander", "ann", "eve", "ida"):
            assert seen_by(turned, name) == seen_by(plain, name)
        turned.step_of_flight()
        plain.step_of_flight()
    assert seen_by(turned, "bystander") == seen_by(plain, "bystander")
    assert turned.public("spell.sleep") == [{"seat": "dan"}]


def test_the_caster_of_sleep_is_not_known() -> None:
    worlds = []
    for caster in ("ben", "cat"):
        game = enchanted(9, {"ben": "sleep", "cat": "sleep"})
        game.whole_night()
        game.answers(caster, "day.cast_sleep", "dan")
        worlds.append(game)
    for name in ("bystander", "ann", "dan", "eve"):
        assert seen_by(worlds[0], name) == seen_by(worlds[1], name)


def test_love_is_seen_by_nobody_else() -> None:
    """Whether love was cast on these or on those, the others see the same; only the length of a flight shows."""
    worlds = []
    for targets in (["cat", "dan"], ["eve", "fay"]):
        game = enchanted(10, {"ben": "love"}, deck=("deflection",))
        game.whole_night()
        game.answers("ben", "day.cast_love", targets)
        game.spells_land()
        worlds.append(game)
    for name in ("bystander", "ann", "gus"):
        assert seen_by(worlds[0], name) == seen_by(worlds[1], name)
