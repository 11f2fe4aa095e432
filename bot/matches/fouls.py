"""Fouls: called by the Mirror when somebody speaks out of turn, or by whoever leads the table (R3-14).

For the rules a foul is the Mirror's answer to its own open question `foul`, `[seat, "foul"]` or `[seat, "out"]`; a game
without that question knows no fouls.
"""

from __future__ import annotations

from typing import Final, Literal

from bot.engine.questions import MIRROR, IllegalAnswer, Question, Seat
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot

FOUL: Final = "foul"
OUT: Final = "out"
"""Disqualified at once."""
Kind = Literal["foul", "out"]


def whistle(match: MatchSnapshot) -> Question | None:
    """The question that a foul answers; None when none can be called now."""
    return next((one for one in match.open if one.seat == MIRROR and one.key == FOUL), None)


def check_callable(match: MatchSnapshot, seat: Seat, kind: Kind) -> Question:
    """The question that this foul answers. Raises Refused when it cannot be called."""
    if match.over:
        raise Refused("over")
    question = whistle(match)
    if question is None:
        raise Refused("fouls_off" if match.row.options.get("fouls") == "off" else "no_foul_now")
    if kind not in (offered for _, offered in question.choices):
        raise Refused("foul_by_night")
    try:
        question.check([seat, kind])
    except IllegalAnswer:
        raise Refused("no_foul_for_the_dead") from None
    return question


class Fouls:
    """Calls fouls against seats."""

    def __init__(self, service: MatchService, hosting: Hosting) -> None:
        self._service = service
        self._hosting = hosting

    async def call(
        self,
        match_id: int,
        seat: Seat,
        kind: Kind = "foul",
        *,
        actor: int | None = None,
        message_id: int | None = None,
    ) -> None:
        """One more foul against a seat, durable when this returns.

        actor       who called it, written in the table's log; None for the Mirror
        message_id  of what was written out of turn: the same message counts once
        Raises Refused, IllegalAnswer or StoreError; then it was not called.
        """
        snapshot = await self._service.snapshot(match_id)
        question = check_callable(snapshot, seat, kind)
        if actor is not None:
            if snapshot.running:
                await self._hosting.note(match_id, actor, "foul", seat=seat, kind=kind)
            snapshot = await self._service.snapshot(match_id)
            question = check_callable(snapshot, seat, kind)
        place = (match_id, MIRROR, snapshot.checkpoint, question.number)
        await self._service.answer(*place, [seat, kind], interaction_id=message_id)
