"""The attendant of the rooms of the dead: opens them at the first death, lets people in, and closes them at the end.

A room shows the cards that every member knows, in the bot's first message there. Before somebody is let in, it is
brought to what they know as well: whoever comes can read all that stands there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import structlog

from bot.engine.questions import Seat
from bot.games.table_options import DEAD_ROOM
from bot.matches.dead_rooms import DeadRoom, DeadRooms
from bot.matches.ledger import PUBLIC
from bot.matches.onlookers import gone_for_good, is_last_act_pending
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.dead_room.pages import cards_page, farewell, greeting, title
from bot.ui.dead_room.readers import Readers
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.delivery import Courier, NotAllowed, Outgoing, PlaceGone, Rejected, TooOldToEdit
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.stage.notices import Notices
from bot.ui.stage.receipts import Receipts

log = structlog.get_logger(__name__)

REMEMBERED_MOST = 500


@dataclass(frozen=True)
class Company:
    """The people who belong in a room at this moment.

    seats    person -> the seat in which they are out of the game for good
    coming   who is to be let in; leaving: who is in it, or perhaps is, and belongs there no more
    """

    seats: Mapping[int, Seat]
    coming: tuple[int, ...]
    leaving: tuple[int, ...]


class Attendant:
    """Looks after the rooms of all matches."""

    def __init__(
        self,
        *,
        service: MatchService,
        rooms: DeadRooms,
        threads: DeadThreads,
        readers: Readers,
        faces: Mapping[str, Face],
        languages: Languages,
        courier: Courier,
        receipts: Receipts,
        notices: Notices,
    ) -> None:
        self._service = service
        self._rooms = rooms
        self._threads = threads
        self._readers = readers
        self._faces = faces
        self._languages = languages
        self._courier = courier
        self._receipts = receipts
        self._notices = notices
        self._shown: OrderedDict[int, tuple[object, ...]] = OrderedDict()
        """Match -> for which moment its room was last brought up to date."""
        self._absent: set[tuple[int, int]] = set()
        self._sent_out: set[tuple[int, int]] = set()
        """Matches, and people who could not be let in, or who were sent out."""

    async def bring_forward(self, told: MatchSnapshot) -> None:
        """Let the room follow a match of which everything in `told` is public. The game never waits for the room:
        where it cannot be, the table is told so once. Raises `Unreachable`, `Overloaded` and StoreTrouble."""
        if not told.row.options.get(DEAD_ROOM):
            return
        room = await self._rooms.of(told.id)
        if room is not None and not room.is_in_use:
            return
        try:
            await self._follow(told, room)
        except PlaceGone:
            await self._give_up(told, "gone")
        except (NotAllowed, Rejected) as problem:  # too many threads, say: trying again is no use
            log.info("no_dead_room", match=told.id, reason=problem.reason)
            await self._give_up(told, "refused")

    async def _follow(self, told: MatchSnapshot, room: DeadRoom | None) -> None:
        match = await self._service.snapshot(told.id)
        if match.over:
            await self._close(match, room)
        elif match.running and match.announced == told.announced and not is_last_act_pending(match):
            await self._receive(match, room)

    async def _give_up(self, match: MatchSnapshot, why: str) -> None:
        room = await self._rooms.of(match.id)
        if room is None:
            return
        await self._rooms.write(replace(room, state="gone" if why == "gone" else "refused"))
        if match.over:
            return
        self._notices.say(match.id, self._languages.public(match.row.guild_id).say(f"dead_room.{why}"))

    # -- who is there -----------------------------------------------------------------------------------------------

    async def _receive(self, match: MatchSnapshot, room: DeadRoom | None) -> None:
        """Send out who belongs there no more, show what all may know, and only then let others in."""
        company = await self._company(match)
        if room is None and not company.coming:
            return
        moment = (match.checkpoint, dict(company.seats), match.people())
        if not (company.coming or company.leaving) and self._shown.get(match.id) == moment:
            return
        opened = await self._opened(match, room)
        thread_id = opened.thread_id
        assert thread_id is not None
        for user_id in company.leaving:
            await self._send_out(match, thread_id, user_id)
        await self._show_cards(match, opened, company.seats.values())
        for user_id in company.coming:
            await self._let_in(match, thread_id, company.seats[user_id], user_id)
        self._shown[match.id] = moment
        if len(self._shown) > REMEMBERED_MOST:
            self._shown.popitem(last=False)

    async def _company(self, match: MatchSnapshot) -> Company:
        people = match.people()
        seats = {people[seat]: seat for seat in gone_for_good(match) if seat in people}
        members = {row.user_id: row.entered for row in await self._rooms.members(match.id)}
        coming = [one for one in seats if not members.get(one) and (match.id, one) not in self._absent]
        leaving = [
            one for one in members.keys() - seats.keys() if members[one] or (match.id, one) not in self._sent_out
        ]
        return Company(seats, tuple(coming), tuple(sorted(leaving)))

    async def _send_out(self, match: MatchSnapshot, thread_id: int, user_id: int) -> None:
        """Of whoever is marked and not noted to be in, an earlier process may have added them and not lived to note it:
        they are sent out, too."""
        await self._threads.remove(thread_id, user_id)
        await self._rooms.note_entered(match.id, user_id, entered=False)
        self._sent_out.add((match.id, user_id))

    async def _let_in(self, match: MatchSnapshot, thread_id: int, seat: Seat, user_id: int) -> None:
        """Marked for ever, then added, then noted: whatever is cut off in between is done once more."""
        if not await self._rooms.mark(match.id, seat, user_id):
            return
        if await self._threads.add(thread_id, user_id):
            await self._rooms.note_entered(match.id, user_id, entered=True)
        else:
            self._absent.add((match.id, user_id))

    # -- opening ----------------------------------------------------------------------------------------------------

    async def _opened(self, match: MatchSnapshot, room: DeadRoom | None) -> DeadRoom:
        """The room with its thread and the first message, made where they are missing."""
        is_in_doubt = room is not None and (room.thread_id is None or room.message_id is None)
        if room is None:
            room = await self._rooms.begin(match.id)
        if room.thread_id is None:
            thread_id = await self._thread(match, room, is_in_doubt=is_in_doubt)
            room = await self._rooms.write(replace(room, state="open", thread_id=thread_id))
        if room.message_id is None:
            room = await self._greet(match, room, is_in_doubt=is_in_doubt)
        return room

    async def _thread(self, match: MatchSnapshot, room: DeadRoom, *, is_in_doubt: bool) -> int:
        channel = self._threads.channel(match.row.channel_id)
        name = title(match, self._languages.public(match.row.guild_id))
        found = await self._threads.find(channel, name, room.at_ms) if is_in_doubt else None
        return found if found is not None else await self._threads.make(channel, name)

    async def _greet(
        self, match: MatchSnapshot, room: DeadRoom, *, is_in_doubt: bool, instead_of: int | None = None
    ) -> DeadRoom:
        """The first message has no secret in it: only what is known to stand there is ever changed to have one."""
        page = greeting(self._languages.public(match.row.guild_id))
        what = f"hello{(instead_of or 0) % 10**6}"
        message_id = await self._post(match, room, page, what, perhaps_after=0 if is_in_doubt else None)
        return await self._rooms.write(replace(room, message_id=message_id))

    # -- what stands there ------------------------------------------------------------------------------------------

    async def _show_cards(self, match: MatchSnapshot, room: DeadRoom, members: Collection[Seat]) -> None:
        """Bring the first message to what all of these know, as long as nobody who still plays could read it."""
        still_in = match.still_in()
        living = {user_id for seat, user_id in match.people().items() if seat in still_in}
        assert room.thread_id is not None
        assert room.message_id is not None
        channel = await self._threads.awake(room.thread_id)
        playing = living | await self._rooms.standing_by(match.id)
        is_private = not await self._readers.any_of(playing, channel)
        words = self._languages.public(match.row.guild_id)
        page = cards_page(match, self._faces[match.row.game], words, members, is_private=is_private)
        message = Outgoing(view=render(page))
        try:
            await self._courier.edit(room.thread_id, room.message_id, message)
        except (PlaceGone, TooOldToEdit):
            await self._write_anew(match, room, message)

    async def _write_anew(self, match: MatchSnapshot, room: DeadRoom, message: Outgoing) -> None:
        """The first message is gone or too old to be changed: nothing it says may stay, and another one says it."""
        assert room.thread_id is not None
        assert room.message_id is not None
        await self._threads.take_away(room.thread_id, room.message_id)
        empty = await self._rooms.write(replace(room, message_id=None))
        room = await self._greet(match, empty, is_in_doubt=False, instead_of=room.message_id)
        assert room.message_id is not None
        await self._courier.edit(empty.thread_id or 0, room.message_id, message)

    async def _post(
        self, match: MatchSnapshot, room: DeadRoom, page: Page, what: str, *, perhaps_after: int | None
    ) -> int:
        assert room.thread_id is not None
        nonce = f"{match.id}.{what}.{room.thread_id % 10**6}"[:25]
        message = Outgoing(view=render(page))
        return await self._courier.post(room.thread_id, message, nonce, perhaps_after=perhaps_after)

    # -- closing ----------------------------------------------------------------------------------------------------

    async def _close(self, match: MatchSnapshot, room: DeadRoom | None) -> None:
        """The game is over: say where its recap is, and shut the room."""
        if room is None or room.thread_id is None:
            return
        is_in_doubt = room.state == "closing"
        room = await self._rooms.write(replace(room, state="closing"))
        page = farewell(self._languages.public(match.row.guild_id), await self._end_of(match))
        await self._post(match, room, page, "bye", perhaps_after=0 if is_in_doubt else None)
        assert room.thread_id is not None
        await self._threads.close(room.thread_id)
        await self._rooms.write(replace(room, state="closed"))
        self._shown.pop(match.id, None)
        self._absent = {one for one in self._absent if one[0] != match.id}
        self._sent_out = {one for one in self._sent_out if one[0] != match.id}

    async def _end_of(self, match: MatchSnapshot) -> str | None:
        """A link to the last public message of the game: below it stand its story and its recap."""
        last = (await self._receipts.of(match.id)).get(PUBLIC)
        if last is None or last.message_id is None:
            return None
        return f"https://discord.com/channels/{match.row.guild_id}/{last.channel_id}/{last.message_id}"
