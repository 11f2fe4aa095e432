"""The chair of a match: the Mirror's clocks let the game go on, or a person does, the master.

With a master nothing runs out by itself. A clock is guidance: when its time is over he is told, and what is open ends
when he says so (`MatchService.skip`: the default of what runs out next is taken). What the rules do without a clock
they still do by themselves: a speech ends when the speaker gives the floor back, a vote when the last hand is counted.
What waits for a clock although everybody has answered (the night, which must not tell how many were asked) waits for
him.

The Mirror stays the clerk, and can be put back into the chair at any time, with the time the clocks have left.
"""

from __future__ import annotations

from bot.matches.service import SEES_ALL, Awake, MatchService, Refused
from bot.store import matches

BLIND, MAY_ASK = 0, 1
"""`chair_sees` of a master who knows no cards, and of one who may say that he wants to know all (`SEES_ALL`)."""


async def take(service: MatchService, match_id: int, actor: int, user_id: int, *, sees_all: bool = False) -> Awake:
    """Put this person into the chair. The host may lead a game he plays in; anybody else must not play.

    With `sees_all` the master is offered to know all cards, and has to want it. Raises Refused.
    """
    awake = await service.awake(match_id)
    seated = awake.seat_of(user_id) is not None
    if seated and user_id != awake.row.host_id:
        raise Refused("master_plays")
    if awake.row.chair_id == user_id and awake.row.chair_sees == SEES_ALL and sees_all:
        raise Refused("in_the_chair")
    if sees_all:
        await _check_may_know(service, awake, user_id)
    return await service.set_chair(match_id, actor, user_id, MAY_ASK if sees_all else BLIND)


async def give_back(service: MatchService, match_id: int, actor: int) -> Awake:
    """Put the Mirror back into the chair. Raises Refused when it sits there."""
    awake = await service.awake(match_id)
    if awake.row.chair_id is None:
        raise Refused("chair_is_mirrors")
    return await service.set_chair(match_id, actor, None)


async def know_all(service: MatchService, match_id: int, user_id: int) -> Awake:
    """The master has said that he wants to know all cards. He can never take a seat here again. Raises Refused."""
    awake = await service.awake(match_id)
    if awake.row.chair_id != user_id:
        raise Refused("not_master")
    if awake.row.chair_sees == BLIND:
        raise Refused("cards_not_for_master")
    await _check_may_know(service, awake, user_id)
    return await service.set_chair(match_id, user_id, user_id, SEES_ALL)


async def _check_may_know(service: MatchService, awake: Awake, user_id: int) -> None:
    """Only who has never had a seat here may know everything. Raises Refused."""
    if awake.seat_of(user_id) is not None:
        raise Refused("player_knows_not_all")
    async with service.store.reading() as connection:
        lines = await matches.log_of(connection, awake.id)
    if any(line.action == "seat" and user_id in (line.details.get("was"), line.details.get("now")) for line in lines):
        raise Refused("player_knows_not_all")


def is_master(awake: Awake, user_id: int) -> bool:
    return awake.row.chair_id == user_id


def knows_all(awake: Awake) -> bool:
    """Whether the master may be shown every card. Whoever has a seat never is, whatever was agreed before."""
    chair_id = awake.row.chair_id
    return chair_id is not None and awake.row.chair_sees == SEES_ALL and awake.seat_of(chair_id) is None
