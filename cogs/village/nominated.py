"""How a nomination is told whose reason does not stand in it: with what everybody has seen, or has just heard."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.announcements import Announcement
from bot.games.village.claims import SAID
from bot.games.village.views import VillageView
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.face import in_turn
from cogs.hidden_roles.remembered import Past, past, past_of_story

NOMINATED = "day.nominated"


def nomination(said: Announcement, seen: VillageView | Past | None, context: RenderContext) -> str | None:
    """How this nomination is told: that its reason was heard today, else what was between the two or against the
    nominee on a day before, else that there is no reason. None where the reason stands in it, for any other news, and
    where it is not known of which day it is."""
    if said.key != NOMINATED or seen is None or said.values["reason"] not in (None, "", SAID):
        return None
    day, by, nominee = context.round_of(said), said.values["by"], said.values["nominee"]
    known = seen if isinstance(seen, Past) else _past(seen)
    nth = known.nominated_before(day, by, nominee)
    if nth is None:
        return None
    values: dict[str, str | int] = {"by": context.name(by), "nominee": context.name(nominee)}
    found = known.reminds_of(day, by, nominee)
    if by == nominee:
        key = f"{said.key}.self"
    elif said.values["reason"] == SAID:
        key = f"{said.key}.said"
    elif found is None:
        key = f"{said.key}.plain"
    else:
        key = f"{said.key}.{found.what}"
        values |= {"day": found.day} | ({"other": context.name(found.other)} if found.other else {})
    return context.words.say(key, pick=in_turn(key, context.match, nth), **values)


def told_past(announcements: Iterable[Announcement]) -> Past:
    """What everybody has seen of a village that is over."""
    return past_of_story(announcements, (NOMINATED, "day.seconded"), "day.counted", "polls")


def _past(view: VillageView) -> Past:
    named = [(one.day, one.by, one.nominee) for one in view.nominations]
    return past(view.claims, named, [(ballot.day, ballot.polls) for ballot in view.ballots if ballot.counted])
