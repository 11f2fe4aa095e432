"""When a game is over, and not before: all that each seat of it was told, as its person read it."""

from __future__ import annotations

from typing import Any, Final

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import Seat
from bot.matches.snapshot import MatchSnapshot
from bot.store import matches
from bot.trying.people import Person
from bot.trying.world import World
from bot.ui.render_context import RenderContext

OFFERED: Final = 5
"""So many games are offered, the last ones."""


async def games_to_look_back_at(world: World, person: Person) -> list[MatchSnapshot]:
    """The games this person sat in that are over, the last one first."""
    async with world.mirror.store.reading() as connection:
        rows = await matches.matches_of_user(connection, person.id, live=False)
    kept = [row for row in rows if row.replaced_by is None][-OFFERED:]
    return [await world.mirror.service.snapshot(row.id) for row in reversed(kept)]


async def through_the_eyes(world: World, person: Person, match_id: int, seat: Seat) -> list[dict[str, Any]]:
    """What was said at the table and to this seat, in order; `secret` is what it alone, or its team, was told.

    Raises LookupError for a game that goes on, one of other people, and a seat that is not there.
    """
    async with world.mirror.store.reading() as connection:
        rows = await matches.matches_of_user(connection, person.id, live=False)
    if match_id not in {row.id for row in rows}:
        raise LookupError(match_id)
    match = await world.mirror.service.snapshot(match_id)
    if not match.over or seat not in match.seats:
        raise LookupError(seat)
    heard = [one for one in await world.mirror.archive.announcements(match_id) if one.heard_by(seat)]
    told = [(_line(world, match, seat, one), one) for one in heard]
    held = world.mirror.faces[match.row.game].seat(match.view(seat), RenderContext.of(match, world.words)).whole
    return [
        *({"text": text, "secret": not one.is_public} for text, one in told if text),
        {"text": held, "secret": True},
    ]


def _line(world: World, match: MatchSnapshot, seat: Seat, said: Announcement) -> str:
    view = match.view(SPECTATOR if said.is_public else seat)
    return world.mirror.faces[match.row.game].line(said, view, RenderContext.of(match, world.words))
