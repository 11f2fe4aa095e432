"""The people at a running table: the host puts somebody out or in, and people come back."""

from __future__ import annotations

from bot.engine.questions import MIRROR, Seat
from bot.matches.companions import Companions
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.keeper import Work
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.callbacks import answer_at_once
from bot.ui.languages import Languages
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, reply
from bot.ui.stage.loop import Stage
from bot.ui.wording import Wording, plain
from cogs.table.finding import TableFinder
from cogs.table.members import member
from cogs.table.offering import SeatOffers


class Seating:
    """Changes who sits where, and serves the buttons about it below the board."""

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        hosting: Hosting,
        companions: Companions,
        offers: SeatOffers,
        stage: Stage,
        public_lines: PublicLines,
        languages: Languages,
        wording: Wording,
    ) -> None:
        self._finder = finder
        self._service = service
        self._hosting = hosting
        self._companions = companions
        self._offers = offers
        self._stage = stage
        self._public_lines = public_lines
        self._languages = languages
        self._wording = wording

    # -- what a host has confirmed ----------------------------------------------------------------------------------

    async def kick(self, click: Click, match: MatchSnapshot) -> str:
        """A computer player takes the seat: `<seat>:<who sat there>`."""
        seat = _seat_asked_about(click, match)
        if match.seats[seat].user_id is None:
            raise Refused("kick_computer")
        before = plain(match.seats[seat].name)
        await self.give_to_computer(match, click.user_id, seat)
        return self._words(click).say("table.kick.done", name=before)

    async def give_to_computer(
        self, match: MatchSnapshot, actor: int, seat: Seat, *, along: Work | None = None
    ) -> None:
        """A computer player goes on with this seat, and everybody is told. `along` is written in one with it."""
        before = match.seats[seat]
        # A name, once given, is the same for everybody.
        name = self._languages.public(match.row.guild_id).say("table.computer")
        await self._hosting.seat_person(match.id, actor, seat, None, name, instead_of=before, along=along)
        self._companions.look_at(match.id)
        self._public_lines.say(match, "stage.computer", before=plain(before.name))

    async def substitute(self, click: Click, match: MatchSnapshot) -> str:
        """Another person is to take the seat, and is asked: `<seat>:<who sat there>:<who shall>`."""
        seat = _seat_asked_about(click, match)
        person = await member(click.interaction, click.number(4))
        is_asked = await self._offers.offer(match, click.user_id, seat, person)
        key = "table.substitute.asked" if is_asked else "table.substitute.done"
        return self._words(click).say(key, person=plain(person.display_name))

    # -- buttons of the table ---------------------------------------------------------------------------------------

    async def begin_anyway(self, click: Click) -> None:
        """`mm:begin:<match>`: the host lets the first night begin although somebody has not got a role yet."""
        match = await self._service.snapshot(click.number(0))
        await self._finder.check_host(click.interaction, match)
        waiting = next((question for question in match.open if question.key == "roles.delivered"), None)
        if waiting is None:
            raise Refused("begun_already")
        await answer_at_once(click.interaction, click.interaction.response.defer)
        await self._service.answer(match.id, MIRROR, match.checkpoint, waiting.number, "host")

    async def still_here(self, click: Click) -> None:
        """`mm:back:<match>`: who was thought to be away says that they are not."""
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        await self._hosting.forgive(match.id, seat)
        await reply(click.interaction, self._words(click).say("table.back.done"))
        self._stage.schedule(match.id)

    def _words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)


def _seat_asked_about(click: Click, match: MatchSnapshot) -> Seat:
    """The seat, if it is still theirs about whom was asked. Raises Refused."""
    row = match.seats.get(click.number(2))
    if row is None or (row.user_id or 0) != click.number(3):
        raise Refused("seat_changed")
    return row.seat
