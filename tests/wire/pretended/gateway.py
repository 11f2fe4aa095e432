"""The gateway (events/gateway): sockets, sessions that are resumed with what they missed, and what can befall them."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from pretended import payloads
from pretended.clock import Clock
from pretended.witness import Witness
from pretended.world import Channel, Guild, World

SHARDS: Final = 2
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
EVENTS_KEPT: Final = 5_000
"""So many of a session are sent again at most."""
HEARTBEAT_MS: Final = 41_250
AUTHENTICATION_FAILED: Final = 4004
ENDS_THE_SESSION: Final = frozenset({WSCloseCode.OK, WSCloseCode.GOING_AWAY})
"""Whoever closes with another code may resume."""


@dataclass
class Session:
    """What a shard identified as, and the latest events since: after a RESUME those it has missed are sent again."""

    shard: int
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    events: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))
    told: int = 0
    """How many there were."""
    socket: web.WebSocketResponse | None = None
    lost: bool = False


class Gateway:
    """Serves both shards of one application."""

    def __init__(self, world: World, witness: Witness, clock: Clock) -> None:
        self._world = world
        self._witness = witness
        self._heartbeat_ms = max(1, int(HEARTBEAT_MS / clock.speed))
        self._sessions: dict[str, Session] = {}
        self._of_shard: dict[int, Session] = {}
        self._transports: dict[web.WebSocketResponse | None, asyncio.Transport | None] = {}
        self.address = ""
        self.is_shut = False
        """Whether nobody gets in."""
        self.heartbeats = 0
        self.identified = 0
        self.resumed = 0

    # -- one socket ---------------------------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """From HELLO to the end of the socket."""
        if self.is_shut:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self._transports[socket] = request.transport
        await _send(socket, HELLO, {"heartbeat_interval": self._heartbeat_ms})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._hear(socket, json.loads(frame.data))
        finally:
            self._forget(socket)
        return socket

    async def _hear(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        if said["op"] == HEARTBEAT:
            self.heartbeats += 1
            await _send(socket, HEARTBEAT_ACK, None)
        elif said["op"] == IDENTIFY:
            await self._identify(socket, said["d"])
        elif said["op"] == RESUME:
            await self._resume(socket, said["d"])

    def _forget(self, socket: web.WebSocketResponse) -> None:
        self._transports.pop(socket, None)
        for session in self._sessions.values():
            if session.socket is socket:
                session.socket = None
                session.lost = session.lost or socket.close_code in ENDS_THE_SESSION
                self._witness.note(f"shard {session.shard} lost its socket ({socket.close_code})")

    async def _identify(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        if said["token"] != self._world.token:
            await socket.close(code=AUTHENTICATION_FAILED)
            return
        shard, shards = said.get("shard") or (0, 1)
        assert shards == SHARDS, "the bot takes as many shards as GET /gateway/bot recommends"
        session = Session(shard, socket=socket)
        self._sessions[session.id] = self._of_shard[shard] = session
        self.identified += 1
        self._witness.note(f"shard {shard} identified")
        await self._welcome(session)

    async def _welcome(self, session: Session) -> None:
        """READY with unavailable guilds, then a GUILD_CREATE for each."""
        mine = [one for one in self._world.guilds.values() if self.shard_of(one) == session.shard]
        ready = {
            "v": 10, "user": payloads.user(self._world.bot), "session_id": session.id, "session_type": "normal",
            "guilds": [{"id": str(one.id), "unavailable": True} for one in mine], "private_channels": [],
            "shard": [session.shard, SHARDS], "resume_gateway_url": self.address,
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }  # fmt: skip
        await self._dispatch(session, "READY", ready)
        for one in mine:
            await self._dispatch(session, "GUILD_CREATE", payloads.guild(one, list(self._world.channels.values())))

    async def _resume(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        """Send what was missed, and RESUMED; a session that is not known any more is invalid."""
        session = self._sessions.get(said["session_id"])
        if session is None or session.lost or said["token"] != self._world.token:
            self._witness.note("a session was invalid")
            await _send(socket, INVALID_SESSION, False)
            return
        session.socket = socket
        self._of_shard[session.shard] = session
        missed = [event for event in session.events if event["s"] > said["seq"]]
        for event in missed:
            await _send_event(socket, event)
        self.resumed += 1
        self._witness.note(f"shard {session.shard} resumed, {len(missed)} events missed")
        await self._dispatch(session, "RESUMED", {})

    # -- events -------------------------------------------------------------------------------------------------------

    @staticmethod
    def shard_of(guild: Guild | None) -> int:
        """Direct messages, and interactions in them, come on shard 0."""
        return 0 if guild is None else (guild.id >> 22) % SHARDS

    async def tell(self, channel: Channel | None, event: str, data: dict[str, Any], guild: Guild | None = None) -> bool:
        """Dispatch an event to the shard that serves this place; whether any session, even a parted one, gets it.

        Several processes may each have a session for the same shard, and all of them get it.
        """
        shard = self.shard_of(channel.guild if channel is not None else guild)
        sessions = [one for one in self._sessions.values() if one.shard == shard and not one.lost]
        for session in sessions:
            await self._dispatch(session, event, data)
        return bool(sessions)

    async def _dispatch(self, session: Session, event: str, data: dict[str, Any]) -> None:
        session.told += 1
        said = {"op": DISPATCH, "t": event, "s": session.told, "d": data}
        session.events.append(said)
        if session.socket is not None:
            await _send_event(session.socket, said)

    # -- what can befall ----------------------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether both shards have a socket."""
        return all(one in self._of_shard and self._of_shard[one].socket is not None for one in range(SHARDS))

    def _on(self, shards: Iterable[int]) -> list[Session]:
        return [self._of_shard[one] for one in shards if one in self._of_shard]

    async def ask_to_reconnect(self, *shards: int) -> None:
        """Opcode 7: the client closes, connects again and resumes."""
        for session in self._on(shards):
            if session.socket is not None:
                await _send(session.socket, RECONNECT, None)

    def cut(self, *shards: int) -> None:
        """The connection breaks without a close frame; the session can be resumed."""
        for session in self._on(shards):
            transport = self._transports.get(session.socket)
            if transport is not None:
                transport.abort()

    def lose_session(self, *shards: int) -> None:
        """The connection breaks, and Discord has forgotten the session: RESUME is answered by opcode 9."""
        for session in self._on(shards):
            session.lost = True
        self.cut(*shards)

    def process_died(self) -> None:
        """Nobody will resume these sessions."""
        for session in self._sessions.values():
            session.lost = True
        self._of_shard.clear()

    async def close(self) -> None:
        for session in self._sessions.values():
            if session.socket is not None:
                await session.socket.close(code=WSCloseCode.GOING_AWAY)


async def _send(socket: web.WebSocketResponse, opcode: int, data: Any) -> None:
    await _send_event(socket, {"op": opcode, "d": data, "s": None, "t": None})


async def _send_event(socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
    """To a socket that may break at this moment: then the event is missed, and sent again after a RESUME."""
    try:
        await socket.send_str(json.dumps(said))
    except (ConnectionError, RuntimeError):
        return
