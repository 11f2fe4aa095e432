"""Whether liars talk like liars: a simple classifier is shown the form of speeches, and has to find the role.

    python tests/benchmarks/speeches.py mafia village [--speeches 5000] [--language en] [--seed speeches]
                                         [--players strong]

It learns from half of the games and is asked about the other half. It sees length, words, the order of words (pairs),
and when in the day and in the game somebody spoke; names are taken out, for whom a speech is about is its content.
Printed is the AUC: how often it finds the liar of an honest player and a liar, 0.5 by mere chance. `any day` compares
all speeches; `same day` only those of one day of one game, since who is left says something by itself. The aim is 0.55.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from random import Random

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.games.hidden_roles.claims import Claim
from bot.players import KINDS, PlayerKind, player_for
from bot.simulate import LooseChance, play
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.hidden_roles import claim_words
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.mafia.face import MafiaFace
from cogs.village.face import VillageFace

FACES: dict[str, HiddenRolesFace] = {face.game: face for face in (MafiaFace(), VillageFace())}
HONEST = {"mafia": "red", "village": "town"}
SEATS = (8, 10, 12)
AIM = 0.55
ROUNDS = 8
STEP = 0.05
KEPT = 0.999
"""How much of a weight is left after each speech: what is learnt from few speeches is soon forgotten."""
OFTEN = 20
"""A word that is heard less often tells nothing."""

Form = dict[str, float]


@dataclass(frozen=True)
class Speech:
    """What was heard, without names; day: of which game; lies: whether its speaker plays against the honest side."""

    form: Form
    day: tuple[int, int]
    lies: bool
    learnt_from: bool


def games(game: Game, language: str, seed: str, kind: PlayerKind) -> Iterator[list[Speech]]:
    """The speeches of one game after the other, among players of this kind."""
    words = Wording(wording_files()).for_locale(language)
    rng, number = Random(f"{seed} {game.name}"), 0
    while True:
        number += 1
        seats = SEATS[number % len(SEATS)]
        options = game.role_sets[number % len(game.role_sets)].options
        if game.faults(options, seats):
            continue
        match = Match.start(game, options, seats, LooseChance(rng))
        play(match, {seat: player_for(game.name, kind, rng) for seat in range(1, seats + 1)}, rng)
        yield list(heard(game, match, number, seats, words))


def heard(game: Game, match: Match, number: int, seats: int, words: Wording) -> Iterator[Speech]:
    names = {seat: f"Name{seat}" for seat in range(1, seats + 1)}
    context = RenderContext(number, 1, names, names, words, {}, computers=frozenset(names))
    sides = {seat: getattr(match.view(seat), "side", "") for seat in names}
    claims: tuple[Claim, ...] = getattr(match.view(SPECTATOR), "claims", ())
    day = place = 0
    for said in match.announcements_for(SPECTATOR):
        if said.key == "day.begins":
            day, place = day + 1, 0
        place += 1
        if said.key == "said.claim":
            text = claim_words.told(FACES[game.name], said.values, context, claims)
            lies = sides[said.values["by"]] != HONEST[game.name]
            yield Speech(form_of(text, day, place), (number, day), lies, learnt_from=number % 2 == 0)


def form_of(text: str, day: int, place: int) -> Form:
    """Length, words, their order and the time of what was said."""
    told = re.findall(r"\w+|[^\w\s]", re.sub(r"Name\d+", "NAME", text).lower())
    form = {f"word {word}": 1.0 for word in told}
    form |= {f"pair {one} {other}": 1.0 for one, other in pairwise(told)}
    return form | {"letters": len(text) / 100, "words": len(told) / 20, "place": place / 30, "day": day / 5, "any": 1.0}


def learn(speeches: list[Speech]) -> Mapping[str, float]:
    """Logistic regression, one speech after the other."""
    often: dict[str, int] = defaultdict(int)
    for speech in speeches:
        for mark in speech.form:
            often[mark] += 1
    weights = {mark: 0.0 for mark, count in often.items() if count >= OFTEN}
    share = sum(speech.lies for speech in speeches) / len(speeches)
    rng, order = Random("learning"), list(speeches)
    for _ in range(ROUNDS):
        rng.shuffle(order)
        for speech in order:
            # Liars are fewer; each side is to weigh the same.
            miss = (speech.lies - chance_of(weights, speech.form)) * (1 - share if speech.lies else share) * 2
            for mark, value in speech.form.items():
                if mark in weights:
                    weights[mark] = weights[mark] * KEPT + STEP * miss * value
    return weights


def chance_of(weights: Mapping[str, float], form: Form) -> float:
    """How likely it is that this was said by a liar."""
    total = sum(weights.get(mark, 0.0) * value for mark, value in form.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def area(judged: list[tuple[float, bool]]) -> tuple[float, int]:
    """Of all pairs of a liar and an honest player, how many are told apart rightly, ties half; and how many there
    are."""
    liars = [chance for chance, lies in judged if lies]
    honest = [chance for chance, lies in judged if not lies]
    right = sum((liar > other) + (liar == other) / 2 for liar in liars for other in honest)
    return right, len(liars) * len(honest)


def tell(game: Game, wanted: int, language: str, seed: str, kind: PlayerKind) -> bool:
    """Measure, print, and say whether the aim is met."""
    speeches: list[Speech] = []
    for more in games(game, language, seed, kind):
        speeches += more
        if len(speeches) >= wanted:
            break
    weights = learn([speech for speech in speeches if speech.learnt_from])
    judged = [(speech, chance_of(weights, speech.form)) for speech in speeches if not speech.learnt_from]
    days: dict[tuple[int, int], list[tuple[float, bool]]] = defaultdict(list)
    for speech, chance in judged:
        days[speech.day].append((chance, speech.lies))
    any_day = area([(chance, speech.lies) for speech, chance in judged])
    same_day = [area(one) for one in days.values()]
    everywhere, alike = any_day[0] / any_day[1], sum(one[0] for one in same_day) / sum(one[1] for one in same_day)
    share = sum(speech.lies for speech in speeches) / len(speeches)
    print(
        f"{game.name} ({language}, {seed}, {kind}): {len(speeches):,} speeches, {share:.0%} by liars; "
        f"AUC {everywhere:.3f} any day, {alike:.3f} same day",
        flush=True,
    )
    return max(everywhere, alike) <= AIM


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="+", choices=sorted(FACES))
    parser.add_argument("--speeches", type=int, default=5000)
    parser.add_argument("--language", default="en")
    parser.add_argument("--seed", default="speeches", help="any word: other games are played under another one")
    parser.add_argument("--players", choices=sorted(KINDS), default="normal")
    arguments = parser.parse_args()
    kind = KINDS[arguments.players]
    met = [tell(GAMES[name], arguments.speeches, arguments.language, arguments.seed, kind) for name in arguments.game]
    raise SystemExit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
