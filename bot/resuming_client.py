"""A client that can leave Discord for a moment, and go on in the next process where it was.

Whoever closes a session's socket with another code than 1000 or 1001 can RESUME that session for some minutes: Discord
then tells what was missed, clicks too, and counts no new start. It tells nothing of what was known before, so that has
to be brought along, and has to fit the last number that was heard to an event.

discord.py resumes within one process only. What is done here with its inner parts is what `AutoShardedClient.
launch_shard`, `Shard.close` and `AutoShardedConnectionState._delay_ready` do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import structlog
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.shard import Shard

from bot.session_starts import TooManyStarts, why_not
from bot.ui.remembered_servers import RememberedServers, unpacked

log = structlog.get_logger(__name__)

COMES_BACK: Final = 4000
"""discord.py closes with this code whatever it means to resume."""
RESUME_S: Final = 10.0
"""So long it may take until Discord has said hello."""


@dataclass(frozen=True)
class Session:
    """Where a shard has left Discord, and what it knew then."""

    shard: int
    shards: int
    id: str
    sequence: int
    """The number of the last event that was heard."""
    address: str
    servers: bytes


class ResumingClient(commands.AutoShardedBot):
    """Call `remember` before it connects; `resume` too, where there is something to go on with."""

    def __init__(self, **options: Any) -> None:
        super().__init__(command_prefix=commands.when_mentioned, help_command=None, **options)
        self._servers = RememberedServers()
        self._left: dict[int, Session] = {}
        """What is to be resumed, by shard."""
        self._hoped_for: set[int] = set()
        """Shards that have asked to resume, and have not been answered."""
        self._have_resumed = False
        self._are_there: set[int] = set()
        self._launching: set[int] = set()
        self._fills_in = False

    def remember(self) -> None:
        """From now on remember what Discord tells of the servers."""
        self._servers.attach(self._connection.parsers, lambda: self._connection.self_id)

    def resume(self, sessions: Iterable[Session]) -> None:
        """Go on with these when the shards are launched, if there are as many shards as then."""
        self._left = {one.shard: one for one in sessions}

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if not self._fills_in:
            super().dispatch(event_name, *args, **kwargs)

    @property
    def _all_shards(self) -> dict[int, Shard]:
        shards: dict[int, Shard] = self._AutoShardedClient__shards  # type: ignore[attr-defined]
        return shards

    # -- leaving ------------------------------------------------------------------------------------------------------

    async def part(self) -> list[Session]:
        """Hear nothing from now on, and leave so that the next process can go on. What was heard is being dispatched.

        Nothing where that cannot be; then the sessions end.
        """
        shards = list(self._all_shards.values())
        left = [self._session_of(one.ws) for one in shards if one.ws.open and one.ws.session_id and one.ws.sequence]
        if not left or self._servers.is_too_much:
            return []
        for shard in shards:
            shard._cancel_task()
        await asyncio.gather(*(one.ws.close(code=COMES_BACK) for one in shards), return_exceptions=True)
        return left

    def _session_of(self, socket: DiscordWebSocket) -> Session:
        assert socket.shard_id is not None
        assert socket.shard_count is not None
        assert socket.session_id is not None
        assert socket.sequence is not None
        packed = self._servers.packed(socket.shard_id, socket.shard_count)
        where = str(socket.gateway)
        return Session(socket.shard_id, socket.shard_count, socket.session_id, socket.sequence, where, packed)

    # -- coming back --------------------------------------------------------------------------------------------------

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        left = self._left.pop(shard_id, None)
        if left is not None and left.shards == self.shard_count and await self._has_resumed(left):
            return
        self._launching.add(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        self._launching.discard(shard_id)

    async def _has_resumed(self, left: Session) -> bool:
        """Whether Discord was asked to go on with this session. Its answer comes later."""
        socket = None
        try:
            self._fill_in(left.servers)
            opening = DiscordWebSocket.from_client(
                self,
                gateway=yarl.URL(left.address),
                shard_id=left.shard,
                session=left.id,
                sequence=left.sequence,
                resume=True,
            )
            socket = await asyncio.wait_for(opening, RESUME_S)
        except Exception as problem:  # whatever it was, a new session can be begun
            log.warning("session_not_resumed", shard=left.shard, problem=type(problem).__name__)
            self._empty(left.shard)
            return False
        self._hoped_for.add(left.shard)
        shard = Shard(socket, self, self._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
        self._all_shards[left.shard] = shard
        shard.launch()
        return True

    def _fill_in(self, servers: bytes) -> None:
        """Let discord.py know the servers as they were; nobody else is told."""
        self._fills_in = True
        try:
            for event, data in unpacked(servers):
                self._connection.parsers[event](data)
        finally:
            self._fills_in = False

    def _empty(self, shard_id: int) -> None:
        """Know none of this shard's servers: Discord will tell which there are."""
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self._connection._remove_guild(guild)
                self._servers.forget(guild.id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Raises TooManyStarts for a process that has begun sessions again and again today."""
        if shard_id in self._hoped_for:
            log.info("session_is_over", shard=shard_id)
            self._hoped_for.discard(shard_id)
            self._empty(shard_id)
        if shard_id not in self._launching:  # before the first ones it was asked already
            reason = why_not(await self.fetch_session_start_limits())
            if reason is not None:
                raise TooManyStarts(reason)
        await super().before_identify_hook(shard_id, initial=initial)

    async def on_shard_resumed(self, shard_id: int) -> None:
        if shard_id in self._hoped_for:
            log.info("session_resumed", shard=shard_id)
            self._hoped_for.discard(shard_id)
            self._have_resumed = True
        self._is_there(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        self._is_there(shard_id)

    def _is_there(self, shard_id: int) -> None:
        """discord.py says that it is ready when all shards have begun a session. Where some go on with theirs, it is
        said here."""
        self._are_there.add(shard_id)
        mine = self.shard_count if self.shard_ids is None else len(self.shard_ids)
        if self._have_resumed and len(self._are_there) == mine and not self.is_ready():
            self._connection.call_handlers("ready")
            self.dispatch("ready")
