"""The test language for Mafia on a simulated Discord, played by clicks and seen through people's eyes.

    async with club_room(tmp_path, ann="don", ben="sheriff") as club:     # ann at seat 1, ben at 2; 8 seats
        await club.begin()
        await club.speaks("ann", nominate="cat")                          # ann has the floor: menu, then "Thank you"
        await club.speeches()                                             # everybody else thanks the village
        await club.hands("cat", "ben", "dan", "eve")                      # for cat; all others keep theirs down
        await club.night(ann="fay", ben="ann")

The floor, the votes and My seat are real buttons of the newest messages. Fouls are called as the bot calls them,
through the service; nobody has a button for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from language.any_game import NAMES, seat_of
from support.seeds import found, order

from bot.engine.questions import MIRROR
from bot.games.mafia.options import MafiaOptions, cards_of, club_cast
from rooms.any_game import Answered, Room, opened

SECONDS = {"speech_seconds": 60, "defence_seconds": 30, "final_seconds": 60, "vote_seconds": 15, "night_seconds": 60}
FLOORS = ("speech.floor", "defence.floor", "final.floor")
"""Questions to whoever has the floor, in any moment of the day."""


def seed_for(cast: Mapping[str, int], roles: Mapping[str, str]) -> str:
    """A seed under which these people hold these cards."""
    cards = cards_of(dict(cast))
    wanted = [(NAMES.index(name), role) for name, role in roles.items()]
    deals = ("0|1|deal.roles", len(cards))
    numbers = (
        number for number in count()
        if all(cards[card] == role for card, role in ((order(number, *deals)[seat], role) for seat, role in wanted))
    )  # fmt: skip
    return found(next(numbers), deals)


EIGHT = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"}
"""Who holds which card at a table of eight; the others are citizens."""


class MafiaRoom(Room):
    """One club table, on one channel of one server."""

    GAME, ROLE_SET = "mafia", "club"

    # -- the floor ----------------------------------------------------------------------------------------------------

    async def floor(self) -> tuple[str, str]:
        """Who has the floor, and in which question."""
        for question in (await self.awake()).match.open:
            if question.key in FLOORS:
                return NAMES[question.seat - 1], question.key
        raise AssertionError(f"nobody has the floor in the {await self.phase()}")

    async def names_for_the_vote(self, who: str, nominee: str) -> Answered:
        """The menu below the floor, pressed by whoever."""
        custom_id = f"mm:os:{await self.occasion('speech.floor')}"
        return await self.chooses(who, self.find(self.thread, custom_id, "prompter"), custom_id, str(seat_of(nominee)))

    async def thanks(self, who: str) -> Answered:
        """Thank you, village."""
        _, key = await self.floor()
        return await self.on_board(who, "o", key, "pass")

    async def speaks(self, who: str, *, nominate: str | None = None) -> None:
        """A whole speech of whoever has the floor, who must be this person."""
        assert (await self.floor())[0] == who
        if nominate is not None:
            await self.names_for_the_vote(who, nominate)
            await self.time(2)
        await self.thanks(who)
        await self.time(2)

    async def speeches(self, **nominations: str) -> None:
        """All speeches that are left today; who is named here names somebody."""
        while await self.phase() == "speeches":
            speaker, _ = await self.floor()
            await self.speaks(speaker, nominate=nominations.get(speaker))

    async def floors(self, phase: str) -> None:
        """Defences or final words, all of them waved away."""
        while await self.phase() == phase and [key for key in FLOORS if await self.asked_for(key)]:
            await self.thanks((await self.floor())[0])
            await self.time(2)

    # -- the vote -----------------------------------------------------------------------------------------------------

    async def raises(self, who: str, value: str = "yes", key: str = "vote.hand") -> Answered:
        return await self.on_board(who, "o", key, value)

    async def hands(self, *names: str, key: str = "vote.hand") -> None:
        """Of those who are asked now these raise a hand, and all others keep theirs down."""
        for name in await self.asked_for(key):
            if name in self.people:
                await self.raises(name, "yes" if name in names else "no", key)
        await self.time(3)

    # -- night and fouls ----------------------------------------------------------------------------------------------

    async def night(self, search: str | None = None, **plans: str) -> None:
        """Everybody alive answers as planned, else chooses nobody; whom the Don searches is named by `search`."""
        await self.until("night")
        for name in self.people:
            for key in await self.asked(name):
                if not key.startswith("night.") or name in self.closed:
                    continue
                target = search if key == "night.search" else plans.get(name)
                if target is not None or key not in ("night.victim", "night.search"):
                    await self.answers(name, key, target)
        await self.until("final", "speeches", "over")

    async def foul(self, who: str, kind: str = "foul") -> None:
        """What the bot does when somebody speaks out of turn."""
        awake = await self.awake()
        (whistle,) = [question for question in awake.match.open if question.key == "foul"]
        place = (awake.id, MIRROR, awake.match.checkpoint, whistle.number)
        await self.run(lambda: self.mirror.service.answer(*place, [seat_of(who), kind]))
        await self.time(2)

    def fouls(self, name: str) -> int:
        """The fouls beside a name on the board."""
        found = re.search(rf"\*\*{name}\*\* \((\d) fouls?\)", self.board.text)
        return int(found[1]) if found else 0


@asynccontextmanager
async def mafia_room(
    tmp_path: Path,
    seats: int = 8,
    *,
    cast: Mapping[str, int] | None = None,
    computers: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    closed: Sequence[str] = (),
    locale: str = "en-US",
    **roles: str,
) -> AsyncIterator[MafiaRoom]:
    """A club table where these people hold these cards; without a cast, the one of the club."""
    full = dict(cast) if cast is not None else club_cast(seats)
    assert all(full.get(role, 0) >= many for role, many in Counter(roles.values()).items())
    settings: Any = MafiaOptions.model_validate({**SECONDS, **(options or {}), "casts": {seats: full}})
    people = [name for name in NAMES[:seats] if name not in computers]
    mafia = MafiaRoom(tmp_path, settings, seed or seed_for(full, roles), people, seats)
    mafia.locale = locale
    async with opened(mafia, closed):
        yield mafia


async def reds_win(mafia: MafiaRoom) -> None:
    """From the first night on ben finds ann out, and the village votes her out; cat shoots ben, and is voted out on
    day 3. `EIGHT` play."""
    await mafia.night(ann="fay", cat="gus", ben="ann", dan="fay", search="ben")
    await mafia.speeches(ben="ann", cat="ben")
    await mafia.hands("ben", "dan", "eve", "fay", "gus", "hal")
    await mafia.floors("final")
    await mafia.night(cat="ben", ben="cat", dan="eve")
    await mafia.floors("final")
    await mafia.speeches(dan="cat", eve="hal")
    await mafia.hands("dan", "eve", "fay", "gus")
    await mafia.floors("final")
    await mafia.until("over")
    await mafia.time(5)
