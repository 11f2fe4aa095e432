"""What was done at the table in everybody's sight, and how much likelier it is of a black card than of a red one.

Nothing here asks who is a computer player, or what computer players are used to do. Everybody may lie; what many do at
this table tells less of whoever does it than what few do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import SUSPECT
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.players.suspicion import speakers
from bot.games.mafia.players.teams import Deed, Weights
from bot.games.mafia.views import MafiaView, PlayerView, VoteView

NAMED_OF = 0.8
"""How much likelier than others a black card is the one whom somebody names. Whom anybody speaks for or against tells
nothing but whom they spare: words cost nothing, and blacks would win who do nothing else."""
KILLED = 0.0
"""How likely somebody of the Mafia is killed at night, next to a red card; and where it may have been the Maniac."""
KILLED_BY_SOMEBODY = 0.3
FEARED = 1.1
"""How much likelier somebody is black against whom the killed had spoken: they are killed by those whom they name."""
SAVED = 0.15
"""How likely whom I have healed is of the Mafia, when nobody has died, next to a red card."""
RARE_MOST, RARE_LEAST = 2.2, 0.7
"""How much it can tell that somebody does what hardly anybody does, or does not do what everybody does."""
USUAL = 0.5
"""How often a black card keeps quiet, as far as anybody can know beforehand."""
HASTY = 3.0
"""How much oftener than a red card a black one names somebody on the first day though it need not."""
NAMES_MORE = 2.3
"""How much more often than others the blacks of one manner name somebody on a day, and those of the other do not."""


@dataclass(frozen=True)
class Loyalty:
    """How blacks treat each other: how much oftener than others they vote for a mate, name one and speak against one.

    usual  how often blacks are like that, as far as anybody can know beforehand
    """

    usual: float
    votes: float
    names: float
    suspects: float


LOYALTIES = (
    Loyalty(usual=0.45, votes=0.4, names=0.55, suspects=0.85),
    Loyalty(usual=0.47, votes=1.0, names=1.0, suspects=1.0),
    Loyalty(usual=0.08, votes=1.1, names=2.5, suspects=1.2),
)
"""They spare each other; they do by day what a red card would, so that it tells nothing; or they let each other fall to
look innocent: which of these, is learnt at the table. Reds who hold it for sure that blacks spare each other lose to
those who do not."""


def of_loyalties(weights: Weights, view: MafiaView) -> list[tuple[Weights, float]]:
    """The same weights for each way in which the blacks can treat each other here, and how usual that is: by votes,
    nominations, opinions, silence and haste."""
    _weigh_silence(weights, view)
    _weigh_haste(weights, view)
    found = []
    for loyalty in LOYALTIES:
        after = weights.copy()
        _weigh_deeds(after, view, loyalty)
        found.append((after, loyalty.usual))
    return found


def _weigh_deeds(weights: Weights, view: MafiaView, loyalty: Loyalty) -> None:
    for vote in view.votes:
        if vote.kind == "vote" and vote.counted:
            _weigh_votes(weights, vote, loyalty.votes)
    named = _towards(view, NAMED_OF, loyalty.names, LOYALTIES[0].names)
    suspected = _towards(view, 1.0, loyalty.suspects, LOYALTIES[0].suspects)
    for _, by, nominee in view.nominations:
        weights.did(by - 1, nominee - 1, named)
    for by, speeches in _spoken_against(view).items():
        abouts = dict.fromkeys(about for _, about in speeches)
        times = len({occasion for occasion, _ in speeches})
        for about in abouts:
            weights.did(by - 1, about - 1, _diluted(suspected, len(abouts), times))


def _towards(view: MafiaView, of: float, mate: float, spared: float) -> Deed:
    """What a black card does `mate` times as often to each of its mates as to each other player.

    Who does more to their mates does less to others: what is done to one of those tells against such a team. All is
    next to blacks who spare each other, and do it to their mates `spared` times as often.
    """
    others = len(view.players) - 1
    mates = sum(count for role, count in view.cast.items() if SIDES[role] != RED) - 1
    by = (others + (spared - 1) * mates) / (others + (mate - 1) * mates)
    return Deed(by=by, of=of, both=mate * by)


def _spoken_against(view: MafiaView) -> dict[Seat, list[tuple[str, Seat]]]:
    """Against whom each player has spoken, and on which occasion."""
    found: dict[Seat, list[tuple[str, Seat]]] = {}
    for one in view.claims:
        if one.kind == SUSPECT:
            found.setdefault(one.by, []).append((one.occasion, one.about))
    return found


@cache
def _diluted(deed: Deed, count: int, times: int) -> Deed:
    """The same of somebody who speaks of so many, so many times: all that is said at a time tells no more than one
    word, or whoever speaks of everybody would weigh most."""
    power = min(times / count, 1.0)
    return Deed(by=deed.by**power, of=deed.of**power, both=deed.both**power)


def _weigh_votes(weights: Weights, vote: VoteView, for_mate: float) -> None:
    """Whom everybody voted for, and whom they spared."""
    voted, spared = _of_vote(len(vote.nominees), for_mate)
    for nominee, voters in vote.votes:
        for voter in voters:
            for other in vote.nominees:
                weights.did(voter - 1, other - 1, voted if other == nominee else spared)


@cache
def _of_vote(count: int, for_mate: float) -> tuple[Deed, Deed]:
    """How much likelier than blindly the Mafia votes for a mate who is one of so many, and spares them. The reds follow
    each other, so that their votes together tell hardly more than one of them."""
    usual = count / (count - 1 + for_mate)
    return Deed(both=for_mate * usual), Deed(both=usual)


def _weigh_silence(weights: Weights, view: MafiaView) -> None:
    """Those who say nothing at a table where people speak."""
    days = {player.seat: _days(view, player) for player in view.players}
    spoken = {seat: len({one.day for one in view.claims if one.by == seat and one.day > 1}) for seat in days}
    if not any(spoken.values()):
        return
    silent = {seat: 1 - min(spoken[seat] / count, 1.0) for seat, count in days.items() if count}
    usual = (sum(silent.values()) + 1) / (len(silent) + 2)
    for seat, share in silent.items():
        rarely = (USUAL / usual) ** share * ((1 - USUAL) / (1 - usual)) ** (1 - share)
        weights.times(seat - 1, min(max(rarely, RARE_LEAST), RARE_MOST))


def _weigh_haste(weights: Weights, view: MafiaView) -> None:
    """Those who name somebody on the first day without need, when nobody knows anything: the fewer do, the more it
    tells. The last two see to a vote; where a Maniac is about, the reds need one each day, until enough stand."""
    named = {by for day, by, _ in view.nominations if day == 1}
    enough = (1 if view.lone_leaves else 2) if view.cast.get("maniac") else 0
    without_need, standing = list[Seat](), 0
    for seat in speakers(view)[1][:-2]:
        if standing >= enough:
            without_need.append(seat)
        standing += seat in named
    hasty = [seat for seat in without_need if seat in named]
    for seat in hasty:
        weights.times(seat - 1, HASTY ** (1 - len(hasty) / len(without_need)))


def of_manners(weights: Weights, view: MafiaView) -> list[Weights]:
    """The same weights for each manner that the blacks can have here: to name people, or to let them be."""
    days = {player.seat: _days(view, player) for player in view.players}
    named = {seat: len({day for day, by, _ in view.nominations if by == seat and day > 1}) for seat in days}
    usual = sum(named.values()) / max(sum(days.values()), 1)
    if not any(named.values()):
        return [weights]
    manners = []
    for liking in (NAMES_MORE, 1 / NAMES_MORE):
        after = weights.copy()
        for seat, count in days.items():
            after.times(seat - 1, liking ** (min(named[seat], count) - usual * count))
        manners.append(after)
    return manners


def _days(view: MafiaView, player: PlayerView) -> int:
    """The days that are over on which this player could speak, and on which there was something to say."""
    last = view.day - 1 if player.alive else min(player.end_night, view.day - 1)
    return max(last - 1, 0)


def weigh_deaths(weights: Weights, view: MafiaView, shown: frozenset[Seat]) -> None:
    """Who was killed at night, and against whom they had spoken. `shown` are those whose card is known."""
    has_maniac = bool(view.cast.get("maniac"))
    for victim in view.players:
        if victim.end != "killed" or victim.seat in shown:
            continue
        weights.times(victim.seat - 1, KILLED_BY_SOMEBODY if has_maniac else KILLED)
    for victim in view.players:
        if victim.end == "killed":
            for foe in _foes(view, victim):
                weights.times(foe - 1, FEARED)


def _foes(view: MafiaView, victim: PlayerView) -> set[Seat]:
    """Those whom this victim had named or spoken against before their last night."""
    named = {nominee for day, by, nominee in view.nominations if by == victim.seat and day <= victim.end_night}
    said = {
        one.about
        for one in view.claims
        if one.by == victim.seat and one.kind == SUSPECT and one.day <= victim.end_night
    }
    return named | said
