"""What goes on all day, beside the talk and the ballots: one clock, spells, sacrifices, fouls, and how a day ends."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from bot.engine.questions import Beside, Question, Seat, Value, timer
from bot.games.hidden_roles.claims import is_claim
from bot.games.village import referee
from bot.games.village.bonus import in_deck
from bot.games.village.counting import recount
from bot.games.village.death import judge
from bot.games.village.spells import TOAD, Flight, cast
from bot.games.village.stake import aftermath
from bot.games.village.table import Ballot, VillageTable
from bot.games.village.taking_part import can_answer, is_last_act


class Nightfall(Exception):
    """The day clock has run out: nobody burns today (S0-22)."""


class Decided(Exception):
    """A sacrifice has decided the game in the middle of the day."""


class Day:
    """What goes on all day, beside the talk and the ballots: the one clock with its warning, spells that are cast and
    fly, a sacrifice, the fouls."""

    def __init__(self, table: VillageTable) -> None:
        options = table.options
        self.warning = timer("clock.warning", options.day_seconds - options.warned_seconds)
        self._end = timer("clock.day", options.day_seconds)
        self._clock = [self.warning, self._end]
        self._is_late = False
        self._table = table
        self._flights: list[Flight] = []
        self._is_anybody_following = False
        self._have_acted_on_counts: set[Seat] = set()
        self._beside = Beside(lambda question: can_answer(table, question))
        if table.deck:
            self._begin_bonus()

    def _begin_bonus(self) -> None:
        table = self._table
        for target in table.curses:
            self._flights.append(Flight(TOAD, None, target))
            self._beside.begin(self._flights[-1].fly(table))
        table.curses = []
        for card in in_deck(table):
            if card.spell is not None:
                for seat in table.holders(card.name):
                    self._beside.begin(cast(table, card.spell, seat, self._flights))
        for card in in_deck(table):
            if card.dies_by_day is not None:
                for seat in table.holders(card.name):
                    self._beside.begin(self._dies(card.dies_by_day(table, seat), seat))
        if table.options.foul_votes:
            self._beside.begin(referee.referee(table))

    async def _dies(self, by_their_card: Awaitable[bool], me: Seat) -> None:
        """Should they die by their card, others may follow; the day goes on, if the game does."""
        if not await by_their_card:
            return
        self._is_anybody_following = True
        await aftermath(self._table, me)
        self._is_anybody_following = False
        if judge(self._table):
            raise Decided

    async def first_of(self, questions: Sequence[Question], *, may_end: bool = True) -> tuple[Question | None, Value]:
        """The first of these answered. `None, None` when something else has changed what people can do, and the table
        must be looked at again; the warning itself when that has sounded. Raises Decided when the game is, and
        Nightfall when the day is over. Where it may not end now, that is put off: what was decided in time stands, but
        where a bonus card undoes it, the day has no longer for that (a clock that is not asked would begin anew)."""
        if may_end:
            self.check_not_over()
        clock = self._clock if may_end or self._table.deck else ()
        answered = await self._beside.first_of([*questions, *clock])
        if answered is None or answered[0].seat > 0:
            if answered is None or not self._is_mere_talk(answered[1]):
                self._table.silent_nights = 0  # whatever moves beside the day was set in motion by somebody
            return answered or (None, None)
        if answered[0] is self._end:
            self._clock.remove(self._end)
            self._is_late = True
            if may_end:
                raise Nightfall
            return None, None
        if answered[0] is self.warning:
            self._clock.remove(self.warning)
            self._table.announce("day.warning", seconds=self._table.options.warned_seconds)
            if self._table.deck:
                referee.remind(self._table)
        return answered

    def _is_mere_talk(self, value: Value) -> bool:
        """Whether nothing comes of this answer. A village that only talked would never come to an end."""
        return self._table.options.claims_are_silence and is_claim(value)

    def check_not_over(self) -> None:
        """Raises Nightfall when that was put off and is due now."""
        if self._is_late:
            raise Nightfall

    async def held(self, question: Question, ballot: Ballot) -> Value:
        """The answer to this while a ballot is held; nothing when who is asked is beyond answering. The day goes on."""
        while can_answer(self._table, question):
            answered, value = await self.first_of([question], may_end=False)
            if answered is question:
                return value
            recount(self._table, ballot)
        return None

    async def counted(self, ballot: Ballot, nominees: Sequence[Seat]) -> None:
        """Votes have been counted: whoever has a card for that may use it before the count is applied (R0-19)."""
        for card in in_deck(self._table):
            if card.after_count is not None:
                await card.after_count(self._table, self.held, ballot, nominees, self._have_acted_on_counts)

    async def close(self) -> None:
        """The sun is setting: a shot that has not been fired is waited for, and a spell that still flies falls on whom
        it is headed for. Raises Decided when the shot decides the game."""
        self._beside.is_open = is_last_act
        while self._is_anybody_following:
            await self._beside.first_of(())
        self._beside.close()
        for flight in self._flights:
            flight.land(self._table)
