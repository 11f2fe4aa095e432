"""A seat whose player is away changes hands, with the consent of its table: only then does it tell what it knows.

`take`   somebody without a seat would like to have it:  `mm:take:<match>:<seat>`
`yes`    somebody at the table agrees:                   `mm:yes:<match>:<seat>:<was>:<wants>:<agreed>`
`stand`  a computer player takes it:                     `mm:stand:<match>:<seat>`

`was` and `wants` are people; `agreed` are seats, a bit each. So what has been agreed on stands in the message, and
survives a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bot.engine.questions import Seat
from bot.games.table_options import FREE_SEATS
from bot.matches.companions import Companions
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.answers import Answers
from bot.ui.authority import check_may_see
from bot.ui.dead_room.newcomers import Newcomers
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.public_lines import PublicLines
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, reply, update
from bot.ui.standing_buttons import check_it_holds, check_it_stands_there
from bot.ui.wording import Wording, plain
from cogs.table.finding import TableFinder
from cogs.table.members import member

ASKED_AGAIN_MS = 30_000
"""So long after somebody has asked a table for a seat they can ask again: everybody sees each message."""
WISHES_MOST = 200
"""Messages of which this process remembers who has agreed, for those who press in the same moment."""


@dataclass(frozen=True)
class Wish:
    """Somebody without a seat would like to have that of a player who is away."""

    match: int
    seat: Seat
    was: int
    wants: int


class TakingOver:
    """Serves the buttons about the seats of players who are away."""

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        hosting: Hosting,
        companions: Companions,
        newcomers: Newcomers,
        answers: Answers,
        public_lines: PublicLines,
        languages: Languages,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._finder = finder
        self._service = service
        self._hosting = hosting
        self._companions = companions
        self._newcomers = newcomers
        self._answers = answers
        self._public_lines = public_lines
        self._languages = languages
        self._wording = wording
        self._now_ms = now_ms
        self._wishes = RateLimit("wait", ASKED_AGAIN_MS)
        self._agreed: dict[int, frozenset[Seat]] = {}

    # -- somebody would like to have it -----------------------------------------------------------------------------

    async def take(self, click: Click) -> None:
        """Where nobody has to agree the seat is theirs at once; else the table is asked."""
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        seat = _chosen_seat(click)
        was = _away(match, seat)
        await self._hosting.check_may_sit(match.id, seat, click.user_id)
        await self._newcomers.check(match, click.user_id)
        if match.row.options.get(FREE_SEATS) or click.user_id == match.row.host_id:
            await self._sit(match, click.user_id, seat, click.user_id, click.interaction.user.display_name)
            await self._answers.show_seat(click.interaction, await self._service.snapshot(match.id), seat)
            return
        wish = Wish(match.id, seat, was, click.user_id)
        self._wishes.slow_down(click.user_id, self._now_ms())
        page = self._asking(match, wish, frozenset(), click.interaction.user.display_name)
        await reply(click.interaction, page, private=False)

    def _asking(self, match: MatchSnapshot, wish: Wish, agreed: frozenset[Seat], person: str) -> Page:
        """The question to the table; the name of who asks was given by themselves."""
        words = self._languages.public(match.row.guild_id)
        name, before = plain(person), plain(match.seats[wish.seat].name)
        text = [words.say("takeover.asked", name=name, before=before, count=_needed(match, wish))]
        if agreed:
            names = ", ".join(f"**{plain(match.seats[seat].name)}**" for seat in sorted(agreed))
            text.append(words.say("takeover.agreed", names=names))
        ident = custom_id("yes", wish.match, wish.seat, wish.was, wish.wants, _written(agreed))
        button = Button(ident, words.say("takeover.yes"), "success")
        return Page(panels=(Panel("\n".join(text), ((button,),)),), tint=TINT)

    # -- the table agrees -------------------------------------------------------------------------------------------

    async def agree(self, click: Click) -> None:
        """One more at the table agrees; the host's word is enough, or that of most who are there."""
        message_id = check_it_stands_there(click)
        check_it_holds(message_id, self._now_ms(), "wish_is_old")
        match = await self._service.snapshot(click.number(0))
        wish = Wish(match.id, click.number(1), click.number(2), click.number(3))
        if _away(match, wish.seat) != wish.was:
            raise Refused("seat_not_free")
        mine = match.seat_of(click.user_id)
        hosts = await self._finder.is_host(click.interaction, match)
        if not hosts and mine not in _asked(match, wish):
            raise Refused("not_asked_about_seat")
        seats = {*_read(click.number(4), match), *([mine] if mine is not None else [])}
        agreed = self._remember(message_id, seats.intersection(_asked(match, wish)))
        person = (await member(click.interaction, wish.wants)).display_name
        await self._newcomers.check(match, wish.wants)
        if not hosts and len(agreed) < _needed(match, wish):
            await update(click.interaction, self._asking(match, wish, agreed, person))
            return
        await self._sit(match, click.user_id, wish.seat, wish.wants, person)
        self._agreed.pop(message_id, None)
        words = self._languages.public(match.row.guild_id)
        before = plain(match.seats[wish.seat].name)
        await update(click.interaction, _sentence(words.say("takeover.done", name=plain(person), before=before)))

    def _remember(self, message_id: int, seats: Iterable[Seat]) -> frozenset[Seat]:
        """Those who have agreed to what this message asks, also by a press on it as it stood a moment ago."""
        agreed = self._agreed.pop(message_id, frozenset()).union(seats)
        self._agreed[message_id] = agreed
        while len(self._agreed) > WISHES_MOST:
            del self._agreed[next(iter(self._agreed))]
        return agreed

    async def _sit(self, match: MatchSnapshot, actor: int, seat: Seat, user_id: int, name: str) -> None:
        before = match.seats[seat]
        await self._hosting.take_over(match.id, actor, seat, user_id, name, was=before.user_id)
        self._public_lines.say(match, "stage.seated", name=plain(name), before=plain(before.name))

    # -- a computer player takes it ---------------------------------------------------------------------------------

    async def stand_in(self, click: Click) -> None:
        """Somebody at the table lets a computer player go on for who is away: it tells nobody what it knows."""
        match = await self._service.snapshot(click.number(0))
        seat = _chosen_seat(click)
        _away(match, seat)
        mine = match.seat_of(click.user_id)
        if mine in (None, seat) and not await self._finder.is_host(click.interaction, match):
            raise Refused("not_seated")
        words = self._languages.public(match.row.guild_id)
        before = match.seats[seat]
        name = words.say("table.computer")
        await self._hosting.take_over(match.id, click.user_id, seat, None, name, was=before.user_id)
        self._companions.look_at(match.id)
        self._public_lines.say(match, "stage.computer", before=plain(before.name))
        mine_words = self._wording.for_locale(click.interaction.locale)
        await reply(click.interaction, mine_words.say("table.kick.done", name=plain(before.name)))


def _chosen_seat(click: Click) -> Seat:
    """The seat in the button, or that chosen from the menu."""
    return replace(click, parts=click.values).number(0) if click.values else click.number(1)


def _away(match: MatchSnapshot, seat: Seat) -> int:
    """The person who sits there and is away. Raises Refused."""
    row = match.seats.get(seat)
    if match.over:
        raise Refused("over")
    if row is None or not row.away or row.user_id is None:
        raise Refused("seat_not_free")
    return row.user_id


def _asked(match: MatchSnapshot, wish: Wish) -> list[Seat]:
    """The seats whose people are asked: all who are there."""
    return [seat for seat in match.people() if seat != wish.seat and not match.seats[seat].away]


def _needed(match: MatchSnapshot, wish: Wish) -> int:
    """How many of them have to agree, where the host does not: most."""
    return len(_asked(match, wish)) // 2 + 1


def _written(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)


def _read(bits: int, match: MatchSnapshot) -> list[Seat]:
    return [seat for seat in match.seats if bits >> seat & 1]


def _sentence(sentence: str) -> Page:
    return Page(panels=(), lines=(sentence,))
