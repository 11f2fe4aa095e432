"""How a thoughtful villager plays the bonus cards: what to keep, and when a spell or a trait is worth it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bot.engine.questions import Question, Seat, Value
from bot.games.village.bonus.victim import SACRIFICE
from bot.games.village.bonus_deck import KEEP, REDRAW
from bot.games.village.cards import TOWN
from bot.games.village.players.situation import Situation, seats_of
from bot.games.village.players.suspicion import CLAIMED

HELPFUL = frozenset(("hero", "smooth_talker", "hottie", "magician", "sleep", "resurrection", "deflection", "love"))
"""What anybody keeps. The other cards bind or endanger who holds them, or do nothing."""
DUBIOUS = 0.5
"""So much more than nobody in particular, and somebody is suspicious enough to lose a vote or a night for it."""
NEAR_THE_END = 6
"""With so many alive a night without a murder is worth a spell on a mere suspicion."""


def _redraw(rng: Random, question: Question, now: Situation) -> Value:
    """A Third Wheel is a threat in the hand of who may be burned: the crush dies too."""
    threat = now.view.bonus == "third_wheel" and now.side != TOWN
    return KEEP if now.view.bonus in HELPFUL or threat else REDRAW


def _heart(rng: Random, question: Question, now: Situation) -> Value:
    """A beloved or a crush: nobody knows anything yet, so anybody; but a Rumplestiltskin takes no mate along."""
    strangers = [seat for seat in seats_of(question.choices) if seat not in now.team]
    return _any_of(rng, strangers or seats_of(question.choices))


def _sacrifice(rng: Random, question: Question, now: Situation) -> Value:
    """An innocent who is going to burn saves the village its fire, so that it can burn somebody else today.

    Nobody else gains by it. A Rumplestiltskin would hide their card, and with it who voted right; but the village would
    have the fire left for another of the team.
    """
    if now.side != TOWN or now.is_decisive:
        return None
    doomed = max(now.public, key=lambda seat: (now.view.player(seat).alive, now.public[seat]))
    return SACRIFICE if doomed == now.me and now.public[now.me] >= CLAIMED else None


def _resurrect(rng: Random, question: Question, now: Situation) -> Value:
    """Oneself, or one's own; a villager anybody who is not suspicious, first whoever claims to know something."""
    dying = seats_of(question.choices)
    if now.me in dying:
        return now.me
    if now.side != TOWN:
        return next((seat for seat in dying if seat in now.team), None)
    trusted = [seat for seat in dying if now.scores[seat] < CLAIMED]
    return min(trusted, key=lambda seat: (seat not in now.claimants, now.scores[seat])) if trusted else None


def _cast_sleep(rng: Random, question: Question, now: Situation) -> Value:
    """On somebody dangerous who is not going to burn today: they have no vote, and do nothing in the night."""
    targets = [seat for seat in seats_of(question.choices) if seat in now.prey]
    if not targets:
        return None
    if now.side != TOWN:
        feared = [seat for seat in now.claimants if seat in targets]
        if feared:
            return feared[0]
        return _dangerous(rng, now, targets) if now.is_decisive else None
    suspects = sorted(targets, key=lambda seat: -now.scores[seat])[1:]  # the first one burns
    if not suspects:
        return None
    late = len(now.others) < NEAR_THE_END and now.scores[suspects[0]] > now.calm
    return suspects[0] if late or now.scores[suspects[0]] >= CLAIMED else None


def _cast_love(rng: Random, question: Question, now: Situation) -> Value:
    """The Rumplestiltskins tie two villagers together, and kill both with one blow; the town two who are accused."""
    targets = [seat for seat in seats_of(question.choices) if seat in now.prey]
    if now.side == TOWN:
        accused = sorted((seat for seat in targets if now.scores[seat] >= CLAIMED), key=lambda seat: -now.scores[seat])
        return accused[:2] if len(accused) > 1 else []
    if not now.team or len(targets) < 2:
        return []
    rng.shuffle(targets)
    return sorted(targets, key=lambda seat: -now.danger(seat))[:2]


def _redirect(rng: Random, question: Question, now: Situation) -> Value:
    """To the most suspicious; the other side sends it to the most dangerous."""
    targets = [seat for seat in seats_of(question.choices) if seat in now.prey]
    if not targets:
        return None
    return now.worst(targets) if now.side == TOWN else _dangerous(rng, now, targets)


def _charm(rng: Random, question: Question, now: Situation) -> Value:
    """A vote is taken from somebody suspicious; the other side takes any, two at once from a Hero."""
    targets = [seat for seat in seats_of(question.choices) if seat in now.prey]
    if not targets:
        return None
    if now.side != TOWN:
        return _dangerous(rng, now, targets)
    worst = now.worst(targets)
    return worst if now.scores[worst] > now.calm + DUBIOUS else None


def _persuade(rng: Random, question: Question, now: Situation) -> Value:
    found = _persuasion(now)
    return found[0] if found and found[0] in question.choices else None


def _persuade_to(rng: Random, question: Question, now: Situation) -> Value:
    """Whom the voter who is being talked round had better vote for."""
    found = _persuasion(now)
    return found[1] if found and found[1] in question.choices else None


def _persuasion(now: Situation) -> tuple[Seat, Seat] | None:
    """One vote that changes who burns for the better: whose, and for whom. None when the count is good as it is."""
    ballot = now.view.ballots[-1]
    counts = {nominee: len(votes) for nominee, votes in ballot.polls}
    burning = next((nominee for nominee, count in counts.items() if count >= ballot.majority), None)
    wished = [seat for seat in now.standing() if seat != now.me and seat not in now.team]
    if not wished:
        return None
    wish = now.worst(wished)
    if burning == wish:
        return None
    spare = burning in (now.me, *now.team) or (burning is not None and now.scores[wish] > now.scores[burning])
    if burning is not None and not (spare and counts[burning] == ballot.majority):
        return None
    if burning is None and counts.get(wish, 0) < ballot.majority - 1:
        return None
    givers = [burning] if burning is not None else [seat for seat in counts if seat != wish]
    voters = [(voter, wish) for nominee, votes in ballot.polls if nominee in givers for voter in votes]
    return next((pair for pair in voters if pair[0] != now.me), None)


def _dangerous(rng: Random, now: Situation, targets: Sequence[Seat]) -> Seat:
    most = max(now.danger(seat) for seat in targets)
    return _any_of(rng, [seat for seat in targets if now.danger(seat) == most])


def _any_of(rng: Random, seats: Sequence[Seat]) -> Seat:
    return seats[int(rng.random() * len(seats))]


BONUS_WAYS: dict[str, Callable[[Random, Question, Situation], Value]] = {
    "bonus.redraw": _redraw,
    "night.beloved": _heart,
    "night.crush": _heart,
    "night.resurrect": _resurrect,
    "day.sacrifice": _sacrifice,
    "day.cast_sleep": _cast_sleep,
    "day.cast_love": _cast_love,
    "spell.redirect": _redirect,
    "day.charm": _charm,
    "day.persuade": _persuade,
    "day.persuade_to": _persuade_to,
}
"""How the questions of the bonus cards are answered."""
NEVER = frozenset(("night.sacrifice", "day.foul"))
"""What nobody needs to think about: at night a sacrifice is only a death more, and a computer player hears nobody."""
