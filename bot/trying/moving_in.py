"""At each start of `magic-mirror try`: what stands in the file goes on in the new server, everybody on their own seats.

A person's id is the same at every start. So it makes no difference whether the windows or the matches are written
first, and a start that is broken off in between is begun again. The ids in a file of an older version are changed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.matches.lobby import NOWHERE
from bot.store import deliveries, end_questions, evenings, lobbies, matches, people, planned, seating, settings
from bot.store.database import Store
from bot.store.seating import SeatRow
from bot.trying.people import MOST, Window, by_number, number_of, person_id
from bot.trying.rehousing import rehouse

FOREVER_MS: Final = 1 << 62


async def move_in(store: Store, guild_id: int, channel_id: int, talk_id: int, windows: Sequence[Window]) -> set[int]:
    """Move every live match of this server into this channel, and those where the bot is no member into that talk, and
    close what was still open; the people who play, by number. Evenings and planned tables move into the channel too.

    Whoever has no window any more becomes a person nobody has been invited as yet, and never one of the others: nobody
    sees a second seat's secrets. Where nobody else fits, the computer plays on.
    """

    async def move(connection: Any) -> set[int]:
        rows = [*await matches.of_guild(connection, guild_id), *await matches.of_guild(connection, NOWHERE)]
        seats = {row.id: await seating.seats_of(connection, row.id) for row in rows}
        seated = {one.user_id for found in seats.values() for one in found if one.user_id is not None}
        numbers = numbers_of(windows, seated)
        for row in rows:
            await _leave_to_the_computer(connection, _without_a_person(seats[row.id], numbers))
            new_ids = {one.user_id: person_id(numbers[one.user_id]) for one in seats[row.id] if one.user_id in numbers}
            place = (NOWHERE, talk_id) if row.anywhere else (guild_id, channel_id)
            await rehouse(connection, row.id, *place, person_id(numbers.get(row.host_id, 0)), new_ids)
        for server in (guild_id, NOWHERE):
            for over in await matches.of_guild(connection, server, live=False):
                await deliveries.forget(connection, over.id)  # nothing is put away where nobody can look any more
        for number in range(MOST):  # their direct messages are others now, and open
            await people.forget_letters(connection, person_id(number))
        for lobby in await lobbies.expired(connection, FOREVER_MS):
            await lobbies.close(connection, lobby.id)
        await lobbies.forget_messages(connection)
        await end_questions.forget_all(connection)
        await evenings.move(connection, guild_id, channel_id)
        await planned.move(connection, guild_id, channel_id)
        # This Discord has never heard of our commands.
        await settings.remove(connection, 0)
        return {number for user_id, number in numbers.items() if user_id in seated}

    return await store.write(move)


def numbers_of(windows: Sequence[Window], seated: Iterable[int]) -> dict[int, int]:
    """Who is which person, by the ids in the file. Strangers get the numbers that are free, the lowest id first."""
    numbers = {window.user_id: number for number, window in by_number(windows).items()}
    for user_id in seated:
        number = number_of(user_id)
        if number is not None:
            numbers[user_id] = number
    strangers = sorted(set(seated) - set(numbers))
    free = [number for number in range(MOST) if number not in numbers.values()]
    return numbers | dict(zip(strangers, free, strict=False))


def _without_a_person(seats: Sequence[SeatRow], numbers: Mapping[int, int]) -> list[SeatRow]:
    """The seats of whoever fits nowhere, and every second seat of somebody: an older version could leave them so."""
    found, seated = [], set()
    for seat in seats:
        if seat.user_id is not None and (seat.user_id not in numbers or seat.user_id in seated):
            found.append(seat)
        seated.add(seat.user_id)
    return found


async def _leave_to_the_computer(connection: Any, seats: Sequence[SeatRow]) -> None:
    for seat in seats:
        await seating.set_seat(connection, seat.match, seat.seat, user_id=None, name=seat.name, player="thoughtful")
