"""What a player who thinks in worlds makes of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, Claim
from bot.games.mafia.cards import MANIAC, RED
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.suspicion import speakers
from bot.games.mafia.players.voters import JUDGING_WAYS, Chances, Kept, Voters
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.views import MafiaView, VoteView

BELIEVED_BY = 1.0
"""So many votes more than their speaker has whoever is found out to get, or it is not tried."""

LAST_FEW = 3
"""So many are alive when one death more makes the Maniac one of the last two."""


class StrongSituation(Situation):
    """What is thought of everybody: by this player if it is red, by a red card in its place if it is black.

    before  what the same player made of the table at its last answer: where nothing was said or done since, it holds
    """

    def __init__(self, view: MafiaView, before: StrongSituation | None = None) -> None:
        super().__init__(view)
        self._worlds: dict[bool, Worlds] = {}
        self._kept: Kept = before._kept if before is not None else {}
        if before is not None and _evidence(before.view) == _evidence(view):
            self._worlds = before._worlds

    @property
    def worlds(self) -> Worlds:
        return self._seen(public=False)

    @property
    def public(self) -> Worlds:
        """The worlds that everybody knows of."""
        return self._seen(public=True)

    def _seen(self, *, public: bool) -> Worlds:
        if public not in self._worlds:
            self._worlds[public] = Worlds(self.view, public=public, innocent=self.side != RED)
        return self._worlds[public]

    @kept
    def scores(self) -> dict[Seat, float]:
        return self.worlds.scores()

    @property
    def black(self) -> dict[Seat, float]:
        """How likely each player is black, from 0 to 1."""
        return self.worlds.black

    @kept
    def expected(self) -> dict[Seat, float]:
        """How many votes of others than the own team each of those who stand is going to get."""
        return Voters(self.view, self._kept).expected(self.prey)

    def would_believe(self, accused: Seat) -> bool:
        """Whether the others, as far as their votes tell how they vote, would rather vote for this one than for me if
        I said that I have found them out, and we two stood."""
        day, me = self.view.day, self.me
        said = Claim(
            day=day, occasion=f"speech.{day}.{me}", by=me, kind=CHECKED, about=accused, why="", other=0, turn=0
        )
        expected = self._foreseen(accused, claims=(*self.view.claims, said))
        return expected[accused] > expected[me] + BELIEVED_BY

    def would_outlive(self, named: Seat) -> bool:
        """Whether the others would rather vote for this one than for me if I named them, and they named me."""
        answered = ((self.view.day, self.me, named), (self.view.day, named, self.me))
        expected = self._foreseen(named, nominations=(*self.view.nominations, *answered))
        return expected[named] > expected[self.me]

    @kept
    def eyes_on(self) -> dict[Seat, float]:
        """How many of the strangers' votes each would get if everybody stood, in no order; 1 is an equal part."""
        expected = self._voters_if((*self.others, self.me)).expected(self.prey, JUDGING_WAYS)
        equal = sum(expected.values()) / len(expected)
        return {seat: votes / equal for seat, votes in expected.items()}

    def _foreseen(self, other: Seat, **changed: Any) -> Chances:
        """How many votes of strangers this one and I would get, if we two stood, and this were different by then."""
        return self._voters_if((other, self.me), **changed).expected(self.prey)

    def _voters_if(self, standing: tuple[Seat, ...], **changed: Any) -> Voters:
        """What can be foreseen of a vote on these."""
        vote = VoteView(day=self.view.day, again=0, kind="vote", nominees=standing, votes=(), left=(), counted=False)
        then = self.view.model_copy(update={**changed, "votes": (*self.view.votes, vote)})
        return Voters(then, dict(self._kept))

    def is_lost(self, mate: Seat, prey: Sequence[Seat]) -> bool:
        """Whether the table votes this one out whatever their team does."""
        most = max(self.expected[seat] for seat in prey)
        return self.expected[mate] > most + len(self.mates) + 1

    @property
    def needed(self) -> int:
        """So many have to stand today, or nobody leaves."""
        return 1 if self.view.lone_leaves else 2

    @property
    def names_somebody(self) -> bool:
        """Whether at this table somebody else than the own team has named somebody on most days so far."""
        days = {day for day, by, _ in self.view.nominations if by != self.me and by not in self.team}
        return 2 * len(days - {self.view.day}) > self.view.day - 1

    @property
    def names_like_red(self) -> bool:
        """Whether this player names whom a red card would, as soon as a red card would. On the first day nobody can
        know anything, and whoever names somebody where others do has said nothing by it."""
        if self.side != MANIAC or self.are_few:
            return self.side == RED
        return self.is_named_early or (self.view.day == 1 and bool(self.nominees))

    @property
    def are_few(self) -> bool:
        """Whether the Maniac has won by tomorrow unless it is hit today."""
        return len(self.others) < LAST_FEW

    @property
    def speak_later(self) -> list[Seat]:
        """Who has the floor today after this player, the next of them first."""
        order = speakers(self.view)[self.view.day]
        return order[order.index(self.me) + 1 :]

    @property
    def is_named_early(self) -> bool:
        """Whether at this table most others who have the floor while too few stand name somebody; where few do, whoever
        does is taken to know something, or to want something."""
        named = [has_named for seat, has_named in self._early_floors() if seat != self.me]
        return 2 * sum(named) > len(named) + 1

    def _early_floors(self) -> Iterator[tuple[Seat, bool]]:
        """Who has had the floor while too few stood, and whether they named somebody. The last two of a day are left
        out: they see to it that there is a vote."""
        for day, order in speakers(self.view).items():
            early = order[:-2]
            if day == self.view.day and self.me in early:
                early = early[: early.index(self.me)]
            named = {by for when, by, _ in self.view.nominations if when == day}
            standing = 0
            for seat in early:
                if standing < self.needed:
                    yield seat, seat in named
                standing += seat in named

    @property
    def is_worst_for_all(self) -> bool:
        """Whether nobody looks blacker to everybody than this player, and so is likely to leave."""
        seen = self.public.black
        return all(seen[self.me] >= seen[seat] for seat in self.others)

    def threat(self, seat: Seat) -> float:
        """How much the blacks have to fear somebody: the Sheriff, and whoever looks innocent to everybody; and the
        Maniac, whoever would not be voted out in its stead. Where most name somebody early, all blacks reckon alike."""
        if self.searched.get(seat):
            return 20.0
        is_sheriff = 0.0 if seat in self.searched else self.public.sheriff.get(seat, 0.0)
        if self.side == MANIAC and not self.is_named_early:
            return 16 * is_sheriff - 4 * self.eyes_on[seat]
        return 8 * is_sheriff - 4 * self.public.black[seat]


def _evidence(view: MafiaView) -> tuple[object, ...]:
    """All that worlds are weighed by."""
    counted = [vote for vote in view.votes if vote.counted]
    return view.seat, view.day, view.claims, view.nominations, view.players, view.learnt, view.last, counted
