"""What a player who thinks in worlds makes of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, Claim
from bot.games.mafia.cards import MAFIA, RED, SIDES
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.suspicion import speakers
from bot.games.mafia.players.voters import Kept, Voters, weighs
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.views import MafiaView, VoteView

BELIEVED_BY = 1.0
"""So many votes more than their speaker has whoever is found out to get, or it is not tried."""


class StrongSituation(Situation):
    """What is thought of everybody: by this player if it is red, by a red card in its place if it is black.

    before  what the same player made of the table at its last answer: where nothing was said or done since, it holds
    """

    shows_off: ClassVar[float] = 1.0

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

    @property
    def blame(self) -> dict[Seat, float]:
        """How gladly this player, if it is red, sees each of them leave."""
        return self.worlds.blame

    @kept
    def expected(self) -> dict[Seat, float]:
        """How many votes of others than the own team each of those who stand is going to get."""
        strangers = [seat for seat in self.others if seat not in self.team]
        return Voters(self.view, self._kept).expected(strangers)

    @property
    def table_weighs(self) -> bool:
        """Whether people here vote for whoever is likely black, as far as their votes tell."""
        return Voters(self.view, self._kept).way is weighs

    def easiest(self, prey: Sequence[Seat]) -> Seat | None:
        """For whom of these a table would vote that looks at one thing only, the blackest of them if it does not care;
        None at every other table."""
        way = Voters(self.view, self._kept).blunt_way
        if way is None or not prey:
            return None
        blackest_first = sorted(prey, key=lambda seat: -self.public.black[seat])
        chances = way(self._if_stood(tuple(dict.fromkeys((*self.nominees, *blackest_first)))))(self.me)
        return max(blackest_first, key=chances.__getitem__)

    @kept
    def easy_prey(self) -> Seat | None:
        return self.easiest(self.prey) if self.side != RED else None

    def _if_stood(self, nominees: tuple[Seat, ...], *claims: Claim) -> MafiaView:
        """What everybody would see if these stood, and if this was said as well."""
        vote = VoteView(day=self.view.day, again=0, kind="vote", nominees=nominees, votes=(), left=(), counted=False)
        return self.view.model_copy(update={"claims": (*self.view.claims, *claims), "votes": (*self.view.votes, vote)})

    def would_believe(self, accused: Seat) -> bool:
        """Whether the others, as far as their votes tell how they vote, would rather vote for this one than for me if
        I said that I have found them out, and we two stood."""
        day, me = self.view.day, self.me
        said = Claim(
            day=day, occasion=f"speech.{day}.{me}", by=me, kind=CHECKED, about=accused, why="", other=0, turn=0
        )
        strangers = [seat for seat in self.others if seat not in self.team]
        expected = Voters(self._if_stood((accused, me), said), dict(self._kept)).expected(strangers)
        return expected[accused] > expected[me] + BELIEVED_BY

    def is_lost(self, mate: Seat, prey: Sequence[Seat], *, even_with: int = 0) -> bool:
        """Whether the others are likely to vote this one out, even if so many more vote for one of the prey."""
        return self.expected[mate] > max(self.expected[seat] for seat in prey) + even_with

    @property
    def can_wait(self) -> bool:
        return self._could_wait(self.view.day, len(self.others) + 1)

    def _could_wait(self, day: int, living: int) -> bool:
        """Whether a day without a vote costs the reds nothing when so many live. On the first day a vote hits a red
        more often than not; without a Maniac one vote fewer costs less."""
        return not self.view.cast.get("maniac") and (day == 1 or living % 2 == 0)

    @property
    def mafia_may_live(self) -> bool:
        """Whether somebody of the Mafia may still be there, as far as cards were shown."""
        gone = [player for player in self.view.players if not player.alive and SIDES.get(player.role or "") == MAFIA]
        return len(gone) < sum(count for role, count in self.view.cast.items() if SIDES[role] == MAFIA)

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
        """Whether this player names somebody as soon as a red card would. Where few do who have the floor while a vote
        is wanted, whoever does is taken to know something; on a first day nobody can know anything."""
        if self.side == RED:
            return True
        has_to_begin = self.view.day == 1 and not self._could_wait(1, len(self.view.players))
        return (has_to_begin or self._most_name(enough=False)) and not self.is_named_always

    @property
    def is_named_always(self) -> bool:
        """Whether at this table most others who have the floor name somebody though enough stand: where all do, whoever
        does not is seen to be of another kind."""
        return self._most_name(enough=True)

    def _most_name(self, *, enough: bool) -> bool:
        """Whether most of the others did who had the floor while enough stood; or while too few did, on a day on which
        the reds want a vote."""
        named = [has_named for seat, has_named in self._floors(enough=enough) if seat != self.me]
        return 2 * sum(named) > len(named) + 1

    def _floors(self, *, enough: bool) -> Iterator[tuple[Seat, bool]]:
        """Who had the floor then, and whether they named somebody. The last two of a day are left out: they see to it
        that there is a vote."""
        for day, order in speakers(self.view).items():
            if not enough and self._could_wait(day, len(order)):
                continue
            early = order[:-2]
            if day == self.view.day and self.me in early:
                early = early[: early.index(self.me)]
            named = {by for when, by, _ in self.view.nominations if when == day}
            standing = 0
            for seat in early:
                if (standing >= self.needed) is enough:
                    yield seat, seat in named
                standing += seat in named

    @property
    def is_worst_for_all(self) -> bool:
        """Whether nobody looks blacker to everybody than this player, and so is likely to leave."""
        seen = self.public.black
        return all(seen[self.me] >= seen[seat] for seat in self.others)

    def threat(self, seat: Seat) -> float:
        """How much the blacks have to fear somebody: the Sheriff, and whoever looks innocent to everybody."""
        if self.searched.get(seat):
            return 20.0
        seen = self.public
        is_sheriff = 0.0 if seat in self.searched else seen.sheriff.get(seat, 0.0)
        return 8 * is_sheriff - 4 * seen.black[seat]


def _evidence(view: MafiaView) -> tuple[object, ...]:
    """All that worlds are weighed by."""
    counted = [vote for vote in view.votes if vote.counted]
    return view.seat, view.day, view.claims, view.nominations, view.players, view.learnt, view.last, counted
