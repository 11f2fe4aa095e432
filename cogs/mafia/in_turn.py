"""What the club hears many times in an evening: one wording after the other, so that nothing sounds like the last."""

from __future__ import annotations

from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.games.mafia.views import MafiaView
from bot.ui.render_context import RenderContext
from cogs.mafia.counts import CountsVotes

LEAVING = ("voted", "fouls", "killed")
"""The ways out of the game, in the order of a day and the night after it."""


class TellsInTurn(CountsVotes):
    """What the face of the city says about speeches that begin, nominees who are called, and people who leave."""

    def line(self, said: Announcement, view: Any, context: RenderContext) -> str:
        if view is None:
            return super().line(said, view, context)
        if said.key == "vote.for":
            nth = _asked_before(view, said, context.round_of(said))
            return self.told(context, said.key, said, nth=nth, **self.values_of(said, context))
        if said.key == "final.begins":
            nth = _gone_before(view, said.values["seat"])
            return self.told(context, said.key, said, nth=nth, **self.values_of(said, context))
        if said.key == "player.left":
            return self.left(said, _gone_before(view, said.values["seat"], said.values["end"]), context)
        return super().line(said, view, context)

    def _tell_speech_begins(self, said: Announcement, context: RenderContext) -> str:
        """In other words than of whoever spoke before, and than of the same person the day before: they are few,
        and heard most often."""
        key = said.key if said.values["seconds"] else f"{said.key}.mute"
        nth = said.values["seat"] + context.round_of(said)
        return self.told(context, key, said, nth=nth, **self.values_of(said, context))

    def _tell_player_left(self, said: Announcement, context: RenderContext) -> str:
        return self.left(said, None, context)

    def left(self, said: Announcement, nth: int | None, context: RenderContext) -> str:
        """Somebody is out, so many others in the same way before them."""
        key = f"{said.key}.{said.values['end']}"
        left = self.told(context, key, said, nth=nth, seat=context.name(said.values["seat"]))
        if not said.values["role"]:
            return left
        return f"{left} {self.words(context, 'player.left.role', role=self.role(context, said.values['role']))}"


def _asked_before(view: MafiaView, call: Announcement, day: int) -> int | None:
    """How many nominees hands were called against before this one; None where it is not known in which vote."""
    asked = [
        (vote.day, vote.again, nominee) for vote in view.votes if vote.kind == "vote" for nominee in vote.nominees[:-1]
    ]
    this = (day, call.values.get("again", 0), call.values["nominee"])
    return asked.index(this) if this in asked else None


def _gone_before(view: MafiaView, seat: Seat, *ends: str) -> int | None:
    """How many go before this player, in one of these ways or in any: who has left before, and who leaves together
    with them and has a lower seat. None where it is not known of this player that they go."""
    last = view.votes[-1].left if view.votes else ()
    going = {
        one.seat: (one.end_night, LEAVING.index(one.end), one.seat) if one.end else (view.day + 1, 0, one.seat)
        for one in view.players
        if one.seat == seat or (one.end in ends if one.end and ends else one.end or one.dying or one.seat in last)
    }
    return sorted(going.values()).index(going[seat]) if seat in going else None
