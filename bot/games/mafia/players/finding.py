"""When a strong player says that they have found somebody out, or are the Sheriff: the Sheriff, and who lies.

The Sheriff says whom they have found, and who says what only the Sheriff can know. Who leaves tells all there is. A
black card says the same now and then.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bot.engine.questions import Question, Seat
from bot.games.hidden_roles.claims import CHECKED, CLEARED
from bot.games.hidden_roles.talkers import any_of, draws
from bot.games.mafia.cards import MAFIA, RED
from bot.games.mafia.players.findings import is_finding
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.speaking import is_silent
from bot.games.mafia.players.weighing import StrongSituation

Finding = tuple[str, Seat]
"""What is said to have been found out: CHECKED or CLEARED, and about whom."""

BLUFFS = 0.03
"""How often a black card says unasked that it has found somebody out, in a speech: the Sheriff may hear it."""
COUNTERS = 0.2
"""How often one says it of whoever has found it out: seldom, for then one of the two is black for certain."""
LAST_LIE = 0.15
"""How often one says it where it has to leave, or may have to."""
DARES = 0.7
"""How often one of the Mafia says it on a day on which one red card more decides, if the table votes as it would
believe them: tomorrow nobody asks any more."""


def findings(rng: Random, question: Question, now: StrongSituation) -> Iterator[Finding]:
    """What this player may say now that it has found out, the most urgent first."""
    is_speech = question.key == "speech.floor"
    if now.view.role == "sheriff":
        yield from found_by_sheriff(now, tells_all=not is_speech or now.is_worst_for_all)
    elif now.side != RED:
        yield from made_up(rng, now, is_speech=is_speech)


def found_by_sheriff(now: Situation, *, tells_all: bool) -> Iterator[Finding]:
    """The blacks who were found; who lies about it; and last, where that is the end of it, the reds."""
    told = {(one.kind, one.about) for one in now.view.claims if one.by == now.me}
    found = [*((CHECKED, seat) for seat in now.found_black), *((CHECKED, seat) for seat in liars(now))]
    if tells_all:
        found += [(CLEARED, seat) for seat in now.found_red]
    yield from (one for one in found if one not in told)


def liars(now: Situation) -> list[Seat]:
    """Those who say what only I can know."""
    said = dict.fromkeys(one.by for one in now.view.claims if is_finding(one) and one.by != now.me)
    return [seat for seat in said if seat in now.others and seat not in now.found_red]


def made_up(rng: Random, now: StrongSituation, *, is_speech: bool) -> Iterator[Finding]:
    """Drawn alike whatever is the case, so that chance is used up evenly."""
    counters, bluffs, lies, dares = (draws(rng, often) for often in (COUNTERS, BLUFFS, LAST_LIE, DARES))
    victim = any_of(rng, now.prey) if now.prey else None
    own = {one.about for one in now.view.claims if one.by == now.me and is_finding(one)}
    accusers = [one.by for one in now.view.claims if one.kind == CHECKED and one.about == now.me]
    accuser = next((seat for seat in accusers if seat in now.prey and seat not in own), None)
    if accuser is not None and counters:
        yield CHECKED, accuser
    elif victim is not None and not own and victim not in own:
        may_bluff = now.side == MAFIA and bool(now.mates) and now.view.day > 1
        lied_for = scapegoat(now) if is_speech and may_bluff and dares else None
        if lied_for is not None:
            yield CHECKED, lied_for
        elif not is_silent(now) and ((bluffs and may_bluff) if is_speech else lies):
            yield CHECKED, victim


def scapegoat(now: StrongSituation) -> Seat | None:
    """Of whom to say it on a day on which that decides the game, if the table would believe it; None of nobody."""
    if not is_decisive(now):
        return None
    blackest = max(now.prey, key=lambda seat: (now.public.black[seat], -seat))
    return blackest if now.would_believe(blackest) else None


def is_decisive(now: StrongSituation) -> bool:
    """Whether the Mafia has won by tomorrow if a red card leaves today and another is killed in the night, and nobody
    has found anybody out today: two would not be believed."""
    blacks = len(now.mates) + 1
    is_quiet = all(one.day != now.view.day or one.kind != CHECKED for one in now.view.claims)
    return is_quiet and blacks >= len(now.others) + 1 - blacks - 2
