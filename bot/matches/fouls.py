"""Fouls: called by the Mirror when somebody speaks out of turn, or by whoever leads the table (R3-14).

For the rules a foul is the Mirror's answer to its own open question `foul`, `[seat, "foul"]` or `[seat, "out"]`; a game
without that question knows no fouls.
"""

from __future__ import annotations

from typing import Final, Literal

from bot.engine.questions import MIRROR, IllegalAnswer, Question, Seat
from bot.matches.service import Awake, MatchService, Refused

FOUL: Final = "foul"
OUT: Final = "out"
"""Disqualified at once."""
Kind = Literal["foul", "out"]


def whistle(awake: Awake) -> Question | None:
    """The question that a foul answers; None when none can be called now."""
    return next((one for one in awake.match.open if one.seat == MIRROR and one.key == FOUL), None)


def check_callable(awake: Awake, seat: Seat, kind: Kind) -> Question:
    """The question that this foul answers. Raises Refused when it cannot be called."""
    if awake.over:
        raise Refused("over")
    question = whistle(awake)
    if question is None:
        raise Refused("fouls_off" if awake.row.options.get("fouls") == "off" else "no_foul_now")
    try:
        question.check([seat, kind])
    except IllegalAnswer:
        raise Refused("no_foul_for_the_dead") from None
    return question


async def call_foul(
    service: MatchService,
    match_id: int,
    seat: Seat,
    kind: Kind = "foul",
    *,
    actor: int | None = None,
    message_id: int | None = None,
) -> Awake:
    """One more foul against a seat, durable when this returns.

    actor       who called it, written in the table's log; None for the Mirror
    message_id  of what was written out of turn: the same message counts once
    Raises Refused, IllegalAnswer or StoreError; then it was not called.
    """
    awake = await service.awake(match_id)
    question = check_callable(awake, seat, kind)
    if actor is not None:
        if awake.row.status == "running":
            await service.note(match_id, actor, "foul", seat=seat, kind=kind)
        awake = await service.awake(match_id)
        question = check_callable(awake, seat, kind)
    place = (match_id, MIRROR, awake.match.checkpoint, question.number)
    return await service.answer(*place, [seat, kind], interaction_id=message_id)
