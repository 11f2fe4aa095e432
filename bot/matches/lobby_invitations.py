"""Limits on invitations to a lobby by name: each invitation makes a sound for somebody."""

from __future__ import annotations

from bot.matches.errors import Refused
from bot.matches.lobby import Connection
from bot.store import lobbies

INVITATIONS_MOST = 3
"""Open lobbies to which one person may be invited by name at the same time, whoever invites."""
INVITED_AGAIN_MS = 60_000
"""So long the same host does not invite the same person again, whatever became of it."""
CALLS_AN_HOUR, CALLS_A_DAY = 5, 15
"""People one host may call by name: each call makes a sound for somebody."""
HOUR_MS, DAY_MS = 3_600_000, 86_400_000


async def check_invitation(connection: Connection, host_id: int, user_id: int, now_ms: int) -> None:
    """Nobody is to be called again and again, and nobody calls everybody. Raises Refused."""
    if user_id == host_id:
        raise Refused("challenge_self")
    if len(await lobbies.waiting_for(connection, user_id)) >= INVITATIONS_MOST:
        raise Refused("challenge_too_many")  # not how many: they may wait where the host sees nothing
    last = await lobbies.last_invitation(connection, host_id, user_id)
    left = 0 if last is None else last + INVITED_AGAIN_MS - now_ms
    if left > 0:
        seconds = min(-(-left // 1000), INVITED_AGAIN_MS // 1000)
        raise Refused("challenge_again", seconds=seconds, count=seconds)
    for most, span_ms in ((CALLS_AN_HOUR, HOUR_MS), (CALLS_A_DAY, DAY_MS)):
        calls = await lobbies.invitations_since(connection, host_id, now_ms - span_ms)
        if len(calls) >= most:
            raise Refused("challenge_host_busy", most=most, when=(calls[-most] + span_ms) // 1000 + 1)
