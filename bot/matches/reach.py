"""How people are reached, and what must be put back in Discord: kept in the store for `bot.ui`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.store import people, undo
from bot.store.database import Store
from bot.store.people import PersonRow
from bot.store.undo import UndoRow

LOCALES_MOST = 5000
"""People whose language is kept in memory."""
WAYS_MOST = 5000
"""People of whom it is kept in memory how they are reached."""
ABSENT_MS = 180 * 24 * 3_600_000
"""Of people who have not been seen for so long it is forgotten how to reach them, and in which language."""


@dataclass(frozen=True)
class _Way:
    """How somebody is reached: in which channel, if one was opened, and whether the last message there was refused."""

    channel_id: int | None = None
    closed: bool = False


class PeopleBook:
    """What is known of people: DM channels, who takes no direct messages, who wants no reminders, and who reads which
    language. It outlives the process. Where several processes play, what others have written down is known here after
    the next `read_anew`."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._locales: OrderedDict[int, str | None] = OrderedDict()
        self._writing_locales: set[int] = set()
        """Of these people a language is being written down that is newer than what stands on disk."""
        self._ways: OrderedDict[int, _Way] = OrderedDict()

    async def _known(self, user_id: int) -> PersonRow | None:
        async with self._store.reading() as connection:
            return await people.get(connection, user_id)

    async def _way(self, user_id: int) -> _Way:
        """It is asked before every message, so it is read once."""
        known = self._ways.get(user_id)
        if known is None:
            person = await self._known(user_id)
            read = _Way(person.dm_channel_id, person.dm_closed) if person else _Way()
            known = self._ways.setdefault(user_id, read)  # what was learnt while this was read is newer
            _forget_the_oldest(self._ways, WAYS_MOST)
        return known

    async def _learn(self, user_id: int, note: Callable[[Any], Awaitable[None]], **learnt: Any) -> None:
        """Write down how somebody is reached; it counts once it is durable."""
        await self._way(user_id)
        try:
            await self._store.write(note)
        except BaseException:
            self._ways.pop(user_id, None)  # nobody knows whether it was written: it is read anew
            raise
        if user_id in self._ways:
            self._ways[user_id] = replace(self._ways[user_id], **learnt)

    async def dm_channel(self, user_id: int, /) -> int | None:
        """The channel opened once, if any."""
        return (await self._way(user_id)).channel_id

    async def remember(self, user_id: int, channel_id: int, /) -> None:
        """Keep the channel of this person."""
        now = self._now_ms()
        await self._learn(
            user_id,
            lambda connection: people.remember_dm(connection, user_id, channel_id, now),
            channel_id=channel_id,
        )

    async def is_closed(self, user_id: int, /) -> bool:
        """Whether the last message was refused."""
        return (await self._way(user_id)).closed

    async def closed(self, user_id: int, /) -> None:
        """Note that a message was refused."""
        now = self._now_ms()
        await self._learn(user_id, lambda connection: people.mark_closed(connection, user_id, now), closed=True)

    async def opened(self, user_id: int, /) -> None:
        """Note that messages arrive (again)."""
        now = self._now_ms()
        await self._learn(user_id, lambda connection: people.mark_open(connection, user_id, now), closed=False)

    def drop(self, user_id: int, /) -> None:
        """This person was forgotten: how they are reached is learnt anew.

        The language stays in memory until the bot stops. Dropped, it would be written down again at their next press.
        """
        self._ways.pop(user_id, None)

    async def wants_reminders(self, user_id: int, /) -> bool:
        """Whether this person may be reminded of turns; everybody is until they say no."""
        person = await self._known(user_id)
        return person is None or person.reminders

    async def set_reminders(self, user_id: int, wanted: bool, /) -> None:
        now = self._now_ms()
        await self._store.write(lambda connection: people.set_reminders(connection, user_id, wanted, now))

    async def locale(self, user_id: int, /) -> str | None:
        """The language this person was last seen to read, as Discord names it; None when nothing is known."""
        if user_id not in self._locales:
            person = await self._known(user_id)
            # Somebody who was heard while this was read has said it since.
            self._locales.setdefault(user_id, person.locale if person else None)
            _forget_the_oldest(self._locales, LOCALES_MOST)
        return self._locales.get(user_id)

    def knows_locale(self, user_id: int, locale: str, /) -> bool:
        """Whether this was the language the last time, as far as memory has it."""
        return self._locales.get(user_id) == locale

    async def set_locale(self, user_id: int, locale: str, /) -> None:
        """Keep the language of this person; nothing is written when it is the one that is known.

        It counts at once, before it is on disk. Raises StoreTrouble when it cannot be written; then it is written the
        next time.
        """
        if await self.locale(user_id) == locale:
            return
        self._locales[user_id] = locale
        self._locales.move_to_end(user_id)
        self._writing_locales.add(user_id)
        now = self._now_ms()
        try:
            await self._store.write(lambda connection: people.set_locale(connection, user_id, locale, now))
        except BaseException:
            self._locales.pop(user_id, None)
            raise
        finally:
            self._writing_locales.discard(user_id)

    async def forget_absent(self) -> None:
        """Forget language and DM channel of people who have not been seen for half a year. Raises StoreTrouble."""
        before = self._now_ms() - ABSENT_MS
        await self._store.write(lambda connection: people.forget_absent(connection, before))
        self._locales.clear()  # else whoever is heard again would not be written down again
        self._ways.clear()

    async def read_anew(self) -> None:
        """Other processes may have written down how people are reached: that is read the next time it is asked. So may
        they have in which language somebody reads. Raises StoreTrouble."""
        self._ways.clear()
        before = {one: locale for one, locale in self._locales.items() if one not in self._writing_locales}
        async with self._store.reading() as connection:
            written = await people.locales(connection, before)
        for user_id, locale in written.items():
            if self._locales.get(user_id) == before[user_id]:  # else whoever was heard meanwhile has said it since
                self._locales[user_id] = locale


def _forget_the_oldest(known: OrderedDict[int, Any], most: int) -> None:
    while len(known) > most:
        known.popitem(last=False)


class UndoBook:
    """What the bot has changed in Discord, as it was before each change; it outlives the process."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def add(
        self,
        *,
        match: int,
        guild_id: int,
        channel_id: int,
        target_id: int | None,
        kind: str,
        previous: Mapping[str, Any],
    ) -> int:
        """Write a row before the change is made; its id."""
        now = self._now_ms()
        return await self._store.write(
            lambda connection: undo.note(
                connection,
                match=match,
                guild_id=guild_id,
                channel_id=channel_id,
                target_id=target_id or 0,
                kind=kind,
                previous=dict(previous),
                created_ms=now,
            )
        )

    async def done(self, id: int, /) -> None:
        """The change is undone, or was never made."""
        await self._store.write(lambda connection: undo.mark_done(connection, id))

    async def open_rows(self, match: int | None, /) -> Sequence[UndoRow]:
        """Rows not done, of one match or of all, oldest first."""
        async with self._store.reading() as connection:
            rows = await undo.pending(connection, match=match, slot=self._store.slot)
        return list(reversed(rows))
