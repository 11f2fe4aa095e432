"""How suspicious everybody looks at the club table: accusations, votes, deaths, shown cards, and the own secrets.

Whoever says that they have found somebody out is the Sheriff, or wants to be taken for one: that is an accusation, and
what happens later tells whether it was true. A nomination without a word is one as well: a player who knows nothing
passes, and only the last two speakers of a day see to it that there are two nominees, and so a vote. What is said on
lesser grounds tells nothing about whom it is said of, for anybody can say it; but once that player's colour seems to be
known it tells something about who has said it. In the vote whoever knows nothing goes with the table.

A score is a sum of evidence: 0 says nothing, KNOWN and more is certain, and the negative speaks for innocence. The
public part is the same for everybody, so that a table of computer players can agree without talking.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM, SHARED_CARDS, SUSPECT, TRUST, Claim
from bot.games.mafia.cards import RED, SIDES, is_black
from bot.games.mafia.views import MafiaView, PlayerView, VoteView

KNOWN = 50.0
"""I have learnt it, or cards have been shown that say it."""
ACCUSED = 4.0
"""Somebody who may be the Sheriff has named them."""
COUNTERED = 1.5
"""The same of somebody who has accused others before: it may be mere defence."""
KILLED_FOR_IT = 3.0
"""What it adds to an accusation that the accuser was killed at night: the Mafia seldom kills its own."""
LIED = 4.0
"""Accused somebody who cannot be black."""
DOUBTED = 2.0
"""Accused somebody who is probably not black."""
LET_LIVE = 3.0
"""For each night after their accusation in which nobody attacked an accuser: a Sheriff would be dead."""
KILLED = -6.0
KILLED_BY_SOMEBODY = -3.0
"""Killed at night, with their card hidden; and where it may have been the Maniac, who would kill anybody."""
SAVED = -4.0
"""Healed by me in a night in which nobody died."""
VOTED_FOR_RED = 0.3
VOTED_FOR_BLACK = -1.0
SPARED_BLACK = 0.5
STOOD_OUT = 1.0
"""Voted against the table."""
SPOKE_AGAINST_RED = 0.15
SPOKE_AGAINST_BLACK = -0.4
SPOKE_FOR_RED = -0.15
SPOKE_FOR_BLACK = 0.4
CLEARED_BY = 2.0
"""Somebody who looks innocent says that they have found them to be red."""
DISTRUSTED = 3.0
"""From this score on nothing is believed any more."""
WEIGHTY = 3.0
"""From this score on, up or down, a nominee's colour counts as settled when votes are weighed."""


@dataclass(frozen=True)
class Accusation:
    """Somebody named by somebody who seems to know; `counter` when it may be mere defence."""

    day: int
    by: Seat
    of: Seat
    counter: bool


def accusations(view: MafiaView) -> list[Accusation]:
    """What was said with knowledge, or as if there was some, in order. Nobody knows anything on the first day."""
    found: list[Accusation] = []
    for day, by, of in sorted([*_findings(view), *_wordless(view)], key=lambda said: said[0]):
        if not any(said.of == of for said in found):
            found.append(Accusation(day, by, of, counter=any(said.by == of for said in found)))
    return found


def _findings(view: MafiaView) -> list[tuple[int, Seat, Seat]]:
    """Day, by whom, whom: those of whom somebody says that they have found them out."""
    return [(said.day, said.by, said.about) for said in view.claims if said.kind == CHECKED]


def _wordless(view: MafiaView) -> list[tuple[int, Seat, Seat]]:
    """Day, by whom, whom: the nominations for which no lesser ground was given, by those who need not name anybody."""
    late = last_speakers(view)
    guessed = {(said.day, said.by, said.about) for said in view.claims if said.kind == SUSPECT}
    return [
        (day, by, nominee)
        for day, by, nominee in view.nominations
        if day > 1 and by != nominee and by not in late[day] and (day, by, nominee) not in guessed
    ]


def last_speakers(view: MafiaView) -> dict[int, list[Seat]]:
    """The last two to speak on each day."""
    return {day: order[-2:] for day, order in speakers(view).items()}


def speakers(view: MafiaView) -> dict[int, list[Seat]]:
    """Who has the floor on each day, in order, counting the first speakers up from seat 1 (R3-3)."""
    found: dict[int, list[Seat]] = {}
    first = 0
    for day in range(1, view.day + 1):
        living = [player.seat for player in view.players if player.alive or player.end_night >= day]
        first = next((seat for seat in living if seat > first), living[0])
        place = living.index(first)
        found[day] = living[place:] + living[:place]
    return found


class Evidence:
    """The scores of a table as one seat sees them, or as somebody without a card would (`public`)."""

    def __init__(self, view: MafiaView, *, public: bool) -> None:
        self.view = view
        self.accusations = accusations(view)
        self.scores: dict[Seat, float] = {player.seat: 0.0 for player in view.players}
        self._public = public
        self._me = 0 if public else view.seat
        self._is_sheriff = not public and view.role == "sheriff"
        self._shown = cards_are_shown(view)
        self._deadly_nights = {player.end_night for player in view.players if player.end == "killed"}
        self._weigh_cards_and_deaths()
        if not public:
            self._add_own_knowledge()
        for said in self.accusations:
            if said.by != self._me:
                self.scores[said.by] += self._doubt(said)
        for said in self.accusations:
            if said.by != self._me and abs(self.scores[said.of]) < KNOWN:
                self.scores[said.of] += self._worth(said)
        self._weigh_findings()
        settled = {seat: score for seat, score in self.scores.items() if abs(score) >= WEIGHTY}
        self._weigh_words(settled)
        self._weigh_votes(settled)

    def _role(self, seat: Seat) -> str | None:
        """The card, if this observer has seen it."""
        player = self.view.player(seat)
        if self._public and (player.alive or not self._shown):
            return None
        return player.role

    def _weigh_cards_and_deaths(self) -> None:
        for player in self.view.players:
            role = self._role(player.seat)
            if role is not None:
                self.scores[player.seat] += 2 * KNOWN if is_black(role) else -2 * KNOWN
            elif player.end == "killed":
                self.scores[player.seat] += KILLED_BY_SOMEBODY if self.view.cast.get("maniac") else KILLED

    def _add_own_knowledge(self) -> None:
        view = self.view
        for fact in view.learnt:
            if fact.key == "night.verdict":
                self.scores[fact.values["suspect"]] += 2 * KNOWN if fact.values["black"] else -2 * KNOWN
        quiet = view.day - 1 not in self._deadly_nights
        if view.role == "doctor" and view.last is not None and view.day > 1 and quiet:
            self.scores[view.last] += SAVED

    def _doubt(self, said: Accusation) -> float:
        """What an accusation says about the accuser."""
        accused, doubt = self.view.player(said.of), 0.0
        if self.scores[said.of] <= -KNOWN:
            doubt = LIED
        elif accused.end == "killed":
            doubt = DOUBTED if self.view.cast.get("maniac") else LIED
        elif self._is_sheriff and self.scores[said.of] < KNOWN:
            doubt = DOUBTED  # only I could know
        elif self._completes_the_blacks(said):
            doubt = LIED
        if self.view.player(said.by).alive and not said.counter:
            doubt += self._nights_let_live(said) * LET_LIVE
        return doubt

    def _nights_let_live(self, said: Accusation) -> int:
        """In how many nights since then nobody attacked the accuser. Where there is a Doctor, a night without a death
        says nothing: they may have been attacked, and healed."""
        if not self.view.cast.get("doctor"):
            return self.view.day - said.day
        return sum(said.day <= night < self.view.day for night in self._deadly_nights)

    def _completes_the_blacks(self, said: Accusation) -> bool:
        """Whether the accuser has by now named as many as there are blacks, all of them out, and the game goes on."""
        blacks = sum(count for role, count in self.view.cast.items() if SIDES[role] != RED)
        named = [other.of for other in self.accusations if other.by == said.by]
        return len(named) >= blacks and named[-1] == said.of and not any(self.view.player(of).alive for of in named)

    def _worth(self, said: Accusation) -> float:
        """How much an accusation is to be believed."""
        role = self._role(said.by)
        if role is not None:
            return KNOWN if role == "sheriff" else 0.0 if SIDES[role] == RED else -1.0
        if self._is_sheriff:
            return 0.0
        believed = COUNTERED if said.counter else ACCUSED
        if self.view.player(said.by).end == "killed":
            return believed + KILLED_FOR_IT
        return max(believed - max(self.scores[said.by], 0.0), -1.0)

    def _weigh_findings(self) -> None:
        """Those whom somebody says to know for red, and those who say that they hold the card that I hold."""
        heard = dict.fromkeys((said.by, said.about) for said in self._others_claims(CLEARED))
        for by, about in heard:
            self.scores[about] -= CLEARED_BY * self._belief(by)
        for said in self._others_claims(I_AM):
            if self._holds(said.why):
                self.scores[said.by] += LIED

    def _weigh_words(self, settled: dict[Seat, float]) -> None:
        """Who has spoken for whom and against whom, once for each of those whose colour seems to be known."""
        against = {(said.by, said.about) for said in self._others_claims(SUSPECT)}
        in_favour = {(said.by, said.about) for said in self._others_claims(TRUST)}
        for by, about in sorted(against):
            if about in settled:
                self.scores[by] += SPOKE_AGAINST_BLACK if settled[about] > 0 else SPOKE_AGAINST_RED
        for by, about in sorted(in_favour):
            if about in settled:
                self.scores[by] += SPOKE_FOR_BLACK if settled[about] > 0 else SPOKE_FOR_RED

    def _others_claims(self, kind: str) -> list[Claim]:
        """What others than this observer have claimed."""
        return [said for said in self.view.claims if said.kind == kind and said.by != self._me]

    def _belief(self, seat: Seat) -> float:
        """How far a finding of this player is believed; that of a black card is turned round."""
        role = self._role(seat)
        if role is not None:
            return 1.0 if SIDES[role] == RED else -1.0
        return min(max(1.0 - self.scores[seat] / DISTRUSTED, 0.0), 1.0)

    def _holds(self, role: str) -> bool:
        """Whether this observer holds a card that nobody else can hold."""
        return not self._public and self.view.role == role and role not in SHARED_CARDS

    def _weigh_votes(self, settled: dict[Seat, float]) -> None:
        for vote in self.view.votes:
            if vote.kind == "vote" and vote.counted:
                self._weigh_standing_out(vote)
                self._weigh_hits(vote, settled)

    def _weigh_standing_out(self, vote: VoteView) -> None:
        """Players who know nothing go with the table; one who knows more and does not may be the nominee's mate."""
        most = max(len(voters) for _, voters in vote.votes)
        leaders = [nominee for nominee, voters in vote.votes if len(voters) == most]
        if len(leaders) > 1 or vote.again:
            return
        for nominee, voters in vote.votes:
            for voter in voters:
                if nominee not in leaders and voter not in leaders:
                    self.scores[voter] += STOOD_OUT

    def _weigh_hits(self, vote: VoteView, settled: dict[Seat, float]) -> None:
        """The votes for the innocent, for the guilty, and for somebody else when one of these stood."""
        guilty = [nominee for nominee in vote.nominees if settled.get(nominee, 0.0) > 0]
        for nominee, voters in vote.votes:
            change = SPARED_BLACK * sum(seat != nominee for seat in guilty)
            if nominee in settled:
                change += VOTED_FOR_BLACK if settled[nominee] > 0 else VOTED_FOR_RED
            for voter in voters:
                self.scores[voter] += change


def cards_are_shown(view: MafiaView) -> bool:
    """Whether the players who leave show their cards: then a stranger who has left has one."""
    strangers: list[PlayerView] = [player for player in view.players if player.seat not in view.team]
    return any(not player.alive and player.role is not None for player in strangers)
