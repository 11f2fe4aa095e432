"""A Build turn thought through: every order of building, gaining, drawing and the Friend's Special Action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.games.grimm_forest.goods import BRICK, STRAW, TYPES, WOOD
from bot.games.grimm_forest.players.cards import FABLE, friend_worth
from bot.games.grimm_forest.players.outlook import (
    BETTER_FRIEND,
    FIRST_BUILDER,
    NEW_FRIEND,
    Stand,
    built,
    next_parts,
    of_type,
    outlook,
    plus,
    stand_of,
    stock_of,
)
from bot.games.grimm_forest.values import DONE, DRAW, GAIN, LAY_DOWN, PARTS, USE
from bot.games.grimm_forest.views import GrimmForestView

DEPTH = 3
"""How many actions are thought ahead."""
FULL_HAND = 3
"""With so many Fables another one is worth little: only one is played a round."""
DRAWN = {"fairy_godmother": 2.0, "goldilocks": 1.4, "red_riding_hood": 1.2}
"""How many Fables a Special Action is worth."""


class Moment(NamedTuple):
    """A Build turn under way. `friend` can still be used for its Special Action; None if it is gone or was used."""

    stand: Stand
    left: int
    hand: int
    friend: str | None
    laid_down: bool = False


class BuildTurn:
    """The best action of a Build turn, by what stands and lies at its end."""

    def __init__(self, view: GrimmForestView, left: int, choices: tuple[str, ...]) -> None:
        self._view = view
        self._choices = choices
        pig = view.pig(view.seat)
        self._friend = pig.friend
        self._stored = stock_of(pig.stored)
        self._rich = {
            material
            for material, kind in enumerate(TYPES)
            if any(other.goods[kind] for other in view.pigs if other.seat != view.seat)
        }
        self._first = {material for material, kind in enumerate(TYPES) if kind not in view.first_builder}
        usable = pig.friend if USE in choices else None
        self.start = Moment(stand_of(view, view.seat), left, len(view.fables), usable)
        self._known: dict[Moment, float] = {}

    def best(self) -> str:
        """The first action of the best order, building before anything else; `done` when there is nothing better."""
        actions = [
            (round(value + self._value(after, DEPTH - 1), 6), -place, action)
            for place, (action, value, after) in enumerate(self._actions(self.start))
            if action in self._choices
        ]
        if not actions:
            return DONE
        value, _, action = max(actions)
        return action if self.start.left or value > self._rest(self.start) else DONE

    def best_with_puss(self) -> str:
        """The section that Puss in Boots should build, when an opponent may pay one of its goods."""
        worths = []
        for place, part in enumerate(next_parts(self.start.stand, self._view.sections)):
            if part.choice in self._choices:
                stand = built(self.start.stand, part, int(part.material in self._rich))
                worths.append((outlook(stand) + self._gift(part.part, part.material), -place, part.choice))
        return max(worths)[2] if worths else self._choices[0]

    def _value(self, now: Moment, depth: int) -> float:
        """What the turn is worth from here on."""
        known = self._known.get(now)
        if known is None:
            known = self._rest(now)
            if now.left and depth:
                ways = [value + self._value(after, depth - 1) for _, value, after in self._actions(now)]
                known = max(known, *ways)
            self._known[now] = known
        return known

    def _rest(self, now: Moment) -> float:
        """Actions that are not thought through are worth what a Straw is."""
        return outlook(now.stand) + now.left

    def _actions(self, now: Moment) -> Iterator[tuple[str, float, Moment]]:
        """Each action, what it is worth beside what stands and lies afterwards, and what comes of it."""
        if now.left:
            one_less = now._replace(left=now.left - 1)
            for part in next_parts(now.stand, self._view.sections):
                if now.stand.goods[part.material] >= part.cost:
                    stand = built(now.stand, part)
                    yield part.choice, self._gift(part.part, part.material), one_less._replace(stand=stand)
            for material, kind in enumerate(TYPES):
                gained = now.stand._replace(goods=plus(now.stand.goods, of_type(material)))
                yield GAIN + kind, 0.0, one_less._replace(stand=gained)
            drawn = FABLE if now.hand < FULL_HAND else FABLE / (now.hand - 1)
            yield DRAW, drawn, one_less._replace(hand=now.hand + 1)
            if now.friend is not None:
                yield from self._special(now.friend, one_less._replace(friend=None), now)
        if LAY_DOWN in self._choices and not now.laid_down and now.left == self.start.left:
            lost = friend_worth(self._friend) + (2 * FABLE if self._friend == "fairy_godmother" else 0.0)
            for material in range(len(TYPES)):
                gained = now.stand._replace(goods=plus(now.stand.goods, of_type(material, 2)))
                yield LAY_DOWN, -lost, now._replace(stand=gained, laid_down=True, friend=None)

    def _gift(self, part: int, material: int) -> float:
        """Walls bring a Friend, the first house of a type a gift."""
        if part == len(PARTS):
            return FIRST_BUILDER if material in self._first else 0.0
        if part == len(PARTS) - 1:
            return BETTER_FRIEND if self._friend else NEW_FRIEND
        return 0.0

    def _special(self, friend: str, after: Moment, now: Moment) -> Iterator[tuple[str, float, Moment]]:
        stand, goods = now.stand, now.stand.goods
        if friend in DRAWN:
            yield USE, DRAWN[friend] * (FABLE if now.hand < FULL_HAND else FABLE / 2), after
        elif friend == "puss_in_boots":
            for part in next_parts(stand, self._view.sections):
                helped = part.material in self._rich
                if goods[part.material] >= part.cost - helped:
                    gift = self._gift(part.part, part.material) + helped
                    yield USE, gift, after._replace(stand=built(stand, part, int(helped)))
        elif friend == "rumpelstiltskin":
            straw = goods[TYPES.index(STRAW)]
            for kind in (WOOD, BRICK):
                spun = plus(plus(goods, of_type(0, straw), -1), of_type(TYPES.index(kind), straw))
                yield USE, 0.0, after._replace(stand=stand._replace(goods=spun))
        else:
            gains = {"wood_cutter": (0, 2, 0), "little_mermaid": (1, 1, 1), "rapunzel": self._stored}
            if friend in gains:
                gained = plus(goods, gains[friend])
                yield USE, 0.0, after._replace(stand=stand._replace(goods=gained))
