"""What goes wrong and stays so until people put it right: a right that is taken away, a thread or a message that is
deleted, direct messages that are closed, a press that Discord has forgotten."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any

from bot.ui.wording import Wording, plain, wording_files
from pretended import payloads
from pretended.calls import Call
from pretended.evening import Evening, shows
from pretended.world import Channel, Message, User

MISSING_PERMISSIONS, THREAD_DELETED = "missing permissions", "thread deleted"
MESSAGES_CLOSED, MESSAGE_DELETED, PRESS_FORGOTTEN = "direct messages closed", "message deleted", "press forgotten"

SPARED_MOST = 30
"""After so many requests that nothing befell something does, however short the game is."""

Ways = Mapping[str, Callable[[], object]]


class Hardships:
    """Befall a share of all requests that show something, as a seed decides.

    The host keeps direct messages open and reads them: when the Mirror asks for the right to write, it is given back,
    and the game goes on.
    """

    def __init__(self, night: Evening, share: float) -> None:
        self._night = night
        self._world = night.discord.world
        self._share = share
        self._chance = random.Random(f"hard|{night.seed}")
        self._words = Wording(wording_files())
        self._beside: set[asyncio.Task[Any]] = set()
        self.befell: Counter[str] = Counter()
        self._spared = 0
        self.put_right = 0
        """How often the host has let the game go on again."""
        night.discord.rest.moments.append(self._meet)

    def _meet(self, call: Call, when: str) -> None:
        if when != "before" or not shows(call):
            return
        is_due = self._spared >= SPARED_MOST
        ways = self._ways(call) if self._chance.random() < self._share or is_due else {}
        self._spared += 1
        if ways:
            self._spared = 0
            what = self._chance.choice(sorted(ways))
            self.befell[what] += 1
            self._night.discord.witness.note(f"       hardship: {what} on {call.method} {call.route}")
            ways[what]()

    # -- what can happen to a request ---------------------------------------------------------------------------------

    def _ways(self, call: Call) -> Ways:
        if call.route.endswith("/callback"):
            press = self._world.interactions[call.id("interaction")]
            return {PRESS_FORGOTTEN: lambda: setattr(press, "expired", True)}
        channel = self._world.channels.get(int(call.ids.get("channel", 0)))
        if channel is not None and channel.recipient is not None:
            return self._on_the_way_to(channel.recipient, call)
        return {} if channel is None or channel is not self._night.thread else self._in_thread(channel, call)

    def _on_the_way_to(self, person: User, call: Call) -> Ways:
        if call.method != "POST" or person is self._night.people[0].user or not person.takes_direct_messages:
            return {}
        return {MESSAGES_CLOSED: lambda: setattr(person, "takes_direct_messages", False)}

    def _in_thread(self, thread: Channel, call: Call) -> Ways:
        if thread.gone or not thread.bot_may_write:
            return {}
        if call.method == "PATCH":
            board = self._world.messages[call.id("message")]
            return {} if board.deleted else {MESSAGE_DELETED: lambda: self._take_away(board)}
        return {MISSING_PERMISSIONS: lambda: self._forbid(thread), THREAD_DELETED: lambda: self._delete(thread)}

    def _take_away(self, board: Message) -> None:
        self._world.take_away(board)
        self._do(self._night.discord.gateway.tell(board.channel, "MESSAGE_DELETE", payloads.deleted_message(board)))

    def _delete(self, thread: Channel) -> None:
        thread.gone = True
        self._do(self._night.discord.gateway.tell(thread, "THREAD_DELETE", payloads.deleted_thread(thread)))

    def _forbid(self, thread: Channel) -> None:
        thread.bot_may_write = False
        self._do(self._host_puts_right(thread, self.said(MISSING_PERMISSIONS) + 1))

    async def _host_puts_right(self, thread: Channel, times: int) -> None:
        host, witness = self._night.people[0], self._night.discord.witness
        await witness.until(lambda: self.said(MISSING_PERMISSIONS) >= times, "a word to the host")
        thread.bot_may_write = True
        while not (await host.command("table", thread, part="resume")).acknowledged:
            witness.note("       the host types it again")
        self.put_right += 1

    def _do(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    # -- what people are told because of it ---------------------------------------------------------------------------

    def said(self, what: str) -> int:
        """How many messages say that this has happened."""
        sentences = list(self._sentences(what))
        return sum(
            any(sentence in version.text for sentence in sentences for version in one.versions)
            for one in self._world.messages.values()
        )

    def _sentences(self, what: str) -> Iterator[str]:
        if what == MISSING_PERMISSIONS:
            for key in ("stage.not_allowed", "stage.end_not_allowed"):
                yield self._words.say(key, number=self._night.records.match()["id"])
        elif what == THREAD_DELETED:
            yield self._words.say("stage.new_place")
        elif what == MESSAGES_CLOSED:
            for one in self._night.people:
                yield self._words.say("direct.closed", name=plain(one.name))
            yield self._words.say("direct.closed.several", names="")
