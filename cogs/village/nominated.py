"""What everybody has seen of those who nominate without a reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.engine.announcements import Announcement
from bot.games.village.views import VillageView
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.remembered import Past, past, past_of_story

NOMINATED = "day.nominated"


class Before(NamedTuple):
    """Under which key a nomination without a reason is told, with which values, and the how-manieth of its day it is:
    where nothing of a day before is known, no two in a row sound alike."""

    key: str
    values: dict[str, Any]
    nth: int | None = None


def nominated_before(said: Announcement, seen: VillageView | Past | None, context: RenderContext) -> Before | None:
    """What the nominator said or did against the same player on a day before; None where they say why today, or have
    done nothing of the kind."""
    if said.key != NOMINATED or seen is None or said.values["reason"]:
        return None
    by, nominee = said.values["by"], said.values["nominee"]
    known = seen if isinstance(seen, Past) else _past(seen)
    day = context.round_of(said)
    values: dict[str, Any] = {"by": context.name(by), "nominee": context.name(nominee)}
    found = known.reminds_of(day, by, nominee)
    if found is None:
        nth = known.nth_of_day(day, by, nominee)
        return None if nth is None else Before(f"{said.key}.plain", values, nth)
    if found.other:
        values["other"] = context.name(found.other)
    return Before(f"{said.key}.{found.what}", {**values, "day": found.day})


def told_past(announcements: Iterable[Announcement]) -> Past:
    """What everybody has seen of a village that is over."""
    return past_of_story(announcements, (NOMINATED, "day.seconded"), "day.counted", "polls")


def _past(view: VillageView) -> Past:
    named = [(one.day, one.by, one.nominee) for one in view.nominations]
    return past(view.claims, named, [(ballot.day, ballot.polls) for ballot in view.ballots if ballot.counted])
