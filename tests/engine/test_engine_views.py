"""Views that somebody holds: they stay as they were, whatever is answered afterwards, and cost nothing otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pickle import loads
from random import Random

import pytest
from toy import ToyTable, toy

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match, Views
from bot.engine.questions import Seat, ask
from bot.engine.rulebook import Frozen, Table
from bot.games import GAMES
from bot.players import player_for


async def write_three(table: ToyTable) -> None:
    for _ in range(3):
        table.notes.append(await ask(1, "note", ("a", "b")))


def note(match: Match, value: str) -> None:
    match.answer(match.open[0].number, 1, value)


def started() -> Match:
    return Match.start(toy(write_three), toy(write_three).options(), 1, SealedChance("s"))


def test_a_view_that_is_looked_at_late_shows_the_moment_it_was_taken() -> None:
    match = started()
    note(match, "a")
    views = match.views()
    note(match, "b")
    note(match, "b")
    assert match.outcome is not None
    assert views.of(1).model_dump() == {"seat": 1, "notes": ("a",), "rounds": 0}
    assert match.view(1).model_dump() == {"seat": 1, "notes": ("a", "b", "b"), "rounds": 1}


def test_views_of_two_moments_are_two() -> None:
    match = started()
    first = match.views()
    note(match, "a")
    second = match.views()
    note(match, "b")
    assert (first.of(1).notes, second.of(1).notes) == ((), ("a",))  # type: ignore[attr-defined]


def test_views_of_one_moment_are_made_once() -> None:
    match = started()
    views = match.views()
    assert match.views() is views
    assert views.of(1) is match.views().of(1)


def test_the_table_is_copied_only_for_somebody_who_holds_its_views(monkeypatch: pytest.MonkeyPatch) -> None:
    parted: list[Views] = []
    part = Views.part
    monkeypatch.setattr(Views, "part", lambda views: parted.append(views) or part(views))
    match = started()
    match.views().of(1)
    note(match, "a")
    assert parted == []
    held = match.views()
    note(match, "b")
    note(match, "b")
    assert parted == [held]


def test_the_copy_is_taken_apart_once_and_only_for_somebody_who_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    taken_apart: list[bytes] = []
    monkeypatch.setattr("bot.engine.match.loads", lambda kept: taken_apart.append(kept) or loads(kept))
    match = started()
    looked_at = match.views()
    note(match, "a")
    note(match, "b")
    assert taken_apart == []
    assert looked_at.of(1).model_dump() == {"seat": 1, "notes": (), "rounds": 0}
    assert looked_at.of(SPECTATOR).model_dump()["notes"] == ()
    assert len(taken_apart) == 1


def moves(match: Match, rng: Random) -> Iterator[None]:
    """Play at random to the end; a turn for the caller before each answer."""
    game = match.game.name
    while match.outcome is None:
        yield
        question = rng.choice([one for one in match.open if one.key != "foul"])
        if question.seat > 0:
            seat: Seat = question.seat
            value = player_for(game, "random", rng).answer(question, lambda seat=seat: match.view(seat))
        else:
            value = question.default if question.default is not None else question.choices[-1]
        match.reply(question, value)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_in_every_game_what_is_held_never_changes(name: str) -> None:
    """Every third moment is held to the end, and looked at only then."""
    game = GAMES[name]
    seats = game.seats.start
    match = Match.start(game, game.role_sets[0].options, seats, SealedChance("held"))
    held: list[tuple[Views, list[str]]] = []
    for count, _ in enumerate(moves(match, Random(11))):
        if count % 3 == 0:
            shown = [match.view(seat).model_dump_json() for seat in range(seats + 1)]
            held.append((match.views(), shown))
        if count == 300:
            break
    assert len(held) > 10
    for views, shown in held:
        assert [views.of(seat).model_dump_json() for seat in range(seats + 1)] == shown


@pytest.mark.parametrize("name", ["mafia", "village"])
def test_what_two_see_alike_is_made_once_and_the_own_card_is_not_alike(name: str) -> None:
    game = GAMES[name]
    seats = game.seats.start
    match = Match.start(game, game.role_sets[0].options, seats, SealedChance("alike"))
    bystander, own = match.view(SPECTATOR), match.view(1)
    pairs = list(zip(bystander.players, own.players, strict=True))  # type: ignore[attr-defined]
    alike = [one is other for one, other in pairs if one == other]
    assert len(alike) > 1
    assert all(alike)
    assert pairs[0][0].role is None
    assert pairs[0][1].role is not None


def test_of_what_only_grows_each_part_is_made_once() -> None:
    made: list[int] = []

    def part(thing: int) -> Frozen:
        made.append(thing)
        return Frozen()

    table, things = Table(), [1, 2]
    first = table.each(things, part)
    things.append(3)
    again = table.each(things, part)
    assert again[:2] == first
    assert len(again) == 3
    assert made == [1, 2, 3]
    assert table.each([1], part) == first[:1]
    assert Table().each([], part) == ()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_view_has_a_value_of_the_right_kind_for_each_of_its_fields(name: str) -> None:
    """Those that players look at most are not looked through when they are made."""
    game = GAMES[name]
    match = Match.start(game, game.role_sets[0].options, game.seats.start, SealedChance("right"))
    for count, _ in enumerate(moves(match, Random(12))):
        if count % 10 == 0:
            for seat in range(match.seats + 1):
                view = match.view(seat)
                assert type(view).model_validate(vars(view), strict=True) == view
                assert list(vars(view)) == list(type(view).model_fields)
        if count == 200:
            break
