"""Who can be black: every team that there can be, each weighed by what has happened at the table.

A world is a team: so many of the seats as the cast has black cards. Its weight is the product of how likely each thing
would be, if this was the team: that this one said and that one voted (`deeds`), and that this one was killed; and who
of those who say so is the Sheriff (`findings`). The sum of the weights of all teams with a player is how black that
player is. The Maniac counts as one of the team, though nobody knows them: the reds have to be rid of both.

Nothing here asks who is a computer player, or what computer players are used to do.
"""

from __future__ import annotations

from math import log

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.players.deeds import SAVED, of_loyalties, of_manners, weigh_deaths
from bot.games.mafia.players.findings import Findings
from bot.games.mafia.players.suspicion import cards_are_shown
from bot.games.mafia.players.teams import Shares, Weights, shares
from bot.games.mafia.views import MafiaView

SHERIFF_WORTH = 0.2
"""So much blacker, from 0 to 1, than the Sheriff whom everybody believes has somebody to be to leave as gladly."""


class Worlds:
    """The teams that there can be, as a seat sees it that is red, or as everybody does (`public`).

    innocent  as a seat sees it that is red and has learnt nothing; a black card has to know what that would think
    """

    def __init__(self, view: MafiaView, *, public: bool = False, innocent: bool = False) -> None:
        self._view = view
        self._me = 0 if public else view.seat
        self._knows = not public and not innocent
        self._shown = self._cards()
        self._findings = Findings(view, self._me, self._shown)

    def _cards(self) -> dict[Seat, str]:
        """The cards that this observer has seen."""
        view = self._view
        shown = {one.seat: one.role for one in view.players if not one.alive and one.role is not None}
        found = shown if cards_are_shown(view) else {}
        if self._me:
            found[self._me] = (view.role if self._knows else None) or "citizen"
        return found

    @kept
    def size(self) -> int:
        """How many black cards the cast has."""
        return sum(count for role, count in self._view.cast.items() if SIDES[role] != RED)

    @kept
    def black(self) -> dict[Seat, float]:
        """How likely each player holds a black card, from 0 to 1."""
        return self._share(self._found[0])

    @kept
    def blame(self) -> dict[Seat, float]:
        """How much it is worth to the reds that each player leaves: how black they are, less what the Sheriff is worth
        to them, if it may be this one."""
        return {seat: share - SHERIFF_WORTH * self.sheriff.get(seat, 0.0) for seat, share in self.black.items()}

    @kept
    def sheriff(self) -> dict[Seat, float]:
        """How likely each of those who say that they are the Sheriff is."""
        return self._found[1]

    def scores(self) -> dict[Seat, float]:
        """The same as evidence: 0 for somebody of whom nothing is known, the logarithm of the odds for others."""
        usual = self.size / len(self._view.players)
        found = {}
        for seat, share in self.black.items():
            kept = min(max(share, 1e-6), 1 - 1e-6)
            found[seat] = log(kept / (1 - kept)) - log(usual / (1 - usual))
        return found

    def _share(self, found: Shares) -> dict[Seat, float]:
        total = found.total
        return {player.seat: found.of[player.seat - 1] / total if total else 0.0 for player in self._view.players}

    @kept
    def _found(self) -> tuple[Shares, dict[Seat, float]]:
        """Over all that may be the Sheriff, the worlds there are."""
        every, sheriff = Shares(len(self._view.players)), dict[Seat, float]()
        for one in self._findings.hypotheses():
            for manner, usual in self._manners:
                weights, likely = self._findings.weighed(manner, one)
                likely *= usual
                part = self._shares(weights)
                every.add(part, likely)
                if one.sheriff:
                    sheriff[one.sheriff] = sheriff.get(one.sheriff, 0.0) + part.total * likely
        return every, {seat: weight / every.total if every.total else 0.0 for seat, weight in sheriff.items()}

    def _shares(self, weights: Weights) -> Shares:
        players = self._view.players
        living = [player.seat - 1 for player in players if player.alive]
        gone = [player.seat - 1 for player in players if not player.alive]
        sure = sorted(seat - 1 for seat in self._guilty)
        return shares(
            weights, max(self.size, len(sure)), sure=sure, living=living, gone=gone, alive=self._numbers(len(living))
        )

    def _numbers(self, living: int) -> range:
        """How many of the living can be black: one at least, and where there is no Maniac fewer than the reds."""
        most = living if self._view.cast.get("maniac") else (living - 1) // 2
        return range(1, most + 1)

    @kept
    def _innocent(self) -> frozenset[Seat]:
        """Those whom this observer knows for red."""
        found = {seat for seat, role in self._shown.items() if SIDES[role] == RED}
        return frozenset(found | self._verdicts(black=False))

    @kept
    def _guilty(self) -> frozenset[Seat]:
        """Those whom this observer knows for black."""
        found = {seat for seat, role in self._shown.items() if SIDES[role] != RED}
        return frozenset(found | self._verdicts(black=True))

    def _verdicts(self, *, black: bool) -> set[Seat]:
        facts = [fact.values for fact in self._view.learnt if fact.key == "night.verdict"] if self._knows else []
        return {one["suspect"] for one in facts if one["black"] is black}

    @kept
    def _manners(self) -> list[tuple[Weights, float]]:
        """What everything but the findings says, for each manner that the blacks can have, and how usual it is."""
        weights = Weights(len(self._view.players))
        weigh_deaths(weights, self._view, frozenset(self._shown))
        if self._has_healed is not None:
            weights.times(self._has_healed - 1, SAVED)
        for seat in self._innocent:
            weights.alone[seat - 1] = 0.0
        return [
            (manner, usual)
            for loyal, usual in of_loyalties(weights, self._view)
            for manner in of_manners(loyal, self._view)
        ]

    @property
    def _has_healed(self) -> Seat | None:
        """Whom this Doctor has healed in a night in which nobody died."""
        view = self._view
        deadly = {player.end_night for player in view.players if player.end == "killed"}
        is_quiet = view.day > 1 and view.day - 1 not in deadly
        return view.last if self._knows and view.role == "doctor" and is_quiet else None
