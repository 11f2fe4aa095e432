"""Where to go and what to play: every Location with every Fable of the hand, given where others are likely to go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import FABLES, is_monster
from bot.games.grimm_forest.goods import PRODUCES, TYPES, total
from bot.games.grimm_forest.players.cards import FABLE, FABLES_WORTH, friend_worth
from bot.games.grimm_forest.players.outlook import Stock, blown, complete, of_type, outlook, plus, stand_of, stock_of
from bot.games.grimm_forest.values import PARTS
from bot.games.grimm_forest.views import GrimmForestView

WHIM = 0.2
"""How much of a choice of a Location is expected to be chance."""
CALM = 2.0
"""How much more a Location must be worth to somebody to be chosen e times as often."""
ACTION = 1.4
"""What an action more or less in a Build phase is worth."""
HELD_BACK = 0.45
"""How much a Fable must bring to be played now, of what it is worth at another time."""
MOVED = ("collect", "end", "build", "over")
"""Phases in which every pig stands where it is seen, or nowhere."""
SPITE = 0.85
"""What a loss of the only opponent is worth to me."""


class Forest:
    """What a player makes of a view."""

    def __init__(self, view: GrimmForestView) -> None:
        self.view = view
        self.me: Seat = view.seat
        self.pig = view.pig(view.seat)
        self.others = [pig for pig in view.pigs if pig.seat != view.seat]
        self.stands = {pig.seat: stand_of(view, pig.seat) for pig in view.pigs}
        self.stand = self.stands[view.seat]
        self.now = outlook(self.stand)
        self.predicted = self.pig.predicted

    # -- what things are worth --------------------------------------------------------------------------------------

    def worth(self, change: Stock, times: int = 1) -> float:
        """What it would be worth to have these goods besides, or with `times=-1` not to have them any more."""
        return self.worth_to(self.me, change, times)

    def worth_to(self, seat: Seat, change: Stock, times: int = 1) -> float:
        stand = self.stands[seat]
        return outlook(stand._replace(goods=plus(stand.goods, change, times))) - outlook(stand)

    def best_of(self, count: int, material: int | None = None) -> float:
        """What so many goods of one type are worth, of the best type or of this one."""
        if material is not None:
            return self.worth(of_type(material, count))
        return max(self.worth(of_type(one, count)) for one in range(len(TYPES)))

    @kept
    def spite(self) -> dict[Seat, float]:
        """How much a loss of each opponent is worth to me: most that of who is ahead."""
        if len(self.others) == 1:
            return {self.others[0].seat: SPITE}
        ahead = max(outlook(self.stands[pig.seat]) for pig in self.others)
        shares = {}
        for pig in self.others:
            behind = ahead - outlook(self.stands[pig.seat])
            shares[pig.seat] = 0.2 + 0.4 * exp(-behind / 4)
        return shares

    def harm(self, seat: Seat, goods: Stock) -> float:
        """What it is worth to me that this opponent loses these goods."""
        return -self.spite[seat] * self.worth_to(seat, goods, -1)

    # -- who is likely to stand where -------------------------------------------------------------------------------

    @property
    def places(self) -> list[str]:
        return list(self.view.locations)

    @kept
    def likely(self) -> dict[Seat, dict[str, float]]:
        """How likely each opponent is to go to each Location; certain when the pigs stand there."""
        return {pig.seat: self._likely(pig.seat) for pig in self.others}

    def _likely(self, seat: Seat) -> dict[str, float]:
        pig = self.view.pig(seat)
        if pig.location is not None or self.view.phase in MOVED:
            return {place: float(pig.location == place) for place in self.places}
        values = {}
        for place in self.places:
            share = self.share(place, 1, seat)
            values[place] = exp(self.worth_to(seat, share) / CALM)
            if pig.friend == "pinocchio" and pig.predicted == place:
                values[place] *= 2
        whole = sum(values.values())
        return {place: WHIM / len(values) + (1 - WHIM) * value / whole for place, value in values.items()}

    @kept
    def crowds(self) -> dict[str, list[float]]:
        """For each Location the chances that 0, 1, 2 ... opponents stand there."""
        found = {}
        for place in self.places:
            chances = [1.0]
            for pig in self.others:
                here = self.likely[pig.seat][place]
                padded = [*chances, 0.0]
                chances = [
                    padded[count] * (1 - here) + (padded[count - 1] * here if count else 0.0)
                    for count in range(len(padded))
                ]
            found[place] = chances
        return found

    def alone(self, place: str) -> float:
        return self.crowds[place][0]

    def company(self, place: str) -> float:
        """How many opponents are expected there."""
        return sum(self.likely[pig.seat][place] for pig in self.others)

    # -- what a Location is worth -----------------------------------------------------------------------------------

    def share(self, place: str, pigs: int, seat: Seat | None = None) -> Stock:
        """What one of so many pigs collects there; at the Market what is best for this seat."""
        there: Stock = stock_of(self.view.locations[place])
        if pigs == 1:
            return there
        count = total(self.view.locations[place]) // pigs
        found: Stock = (0, 0, 0)
        for _ in range(count):
            left = [material for material in range(3) if there[material] > found[material]]
            best = max(left, key=lambda one: self.worth_to(seat or self.me, plus(found, of_type(one))))
            found = plus(found, of_type(best))
        return found

    def collects(self, place: str) -> float:
        """What I am expected to collect there."""
        return sum(
            chance * self.worth(self.share(place, count + 1))
            for count, chance in enumerate(self.crowds[place])
            if chance
        )

    def draws(self, place: str) -> float:
        """What cards that lie open, and the own Friend, add to a Location."""
        alone, value = self.alone(place), 0.0
        for card in self.view.unique:
            here = card.location == place
            if card.fable == "grandmas_house" and here:
                value += self.best_of(2)
            elif card.fable == "lonely_castle" and here:
                value += alone * self.worth((1, 1, 1))
            elif card.fable == "royal_wedding" and not here and any(self.stand.goods):
                value -= min(-self.worth(of_type(one), -1) for one in range(3) if self.stand.goods[one])
        for card in self.view.due:
            if card.fable == "fairy_food" and card.location == place:
                value += self.best_of(3)
            elif card.fable == "hired_help" and card.owner == self.me:
                value += self.collects(place)
            elif card.fable == "taxation" and card.owner != self.me:
                value -= (1 - self.likely[card.owner][place]) * 0.5 * sum(self.stand.goods)
        for card in self.view.cards:
            if card.location == place and is_monster(card.fable) and not card.cancelled:
                value -= self.suffers(card.fable, place)
        return value + self._friend_draws(place, alone)

    def _friend_draws(self, place: str, alone: float) -> float:
        friend = self.pig.friend
        if friend == "golden_goose":
            return alone * self.best_of(1)
        if friend == "seven_dwarfs":
            return alone * ACTION
        if friend == "rapunzel":
            return alone * max(0.0, self.worth(stock_of(self.pig.stored)) - 1)
        if friend == "aladdin" and self.predicted is not None:
            return (alone if self.predicted == "alone" else 1 - alone) * self.worth((1, 1, 1))
        if friend == "pinocchio" and self.predicted == place:
            return max(self.best_of(2, TYPES.index(kind)) for kind in PRODUCES[place])
        if friend in ("snow_white", "ali_baba"):
            return self.company(place) * (1.5 if friend == "snow_white" else -1.2)
        if friend == "jack_the_giant_slayer":
            return alone * max(self.best_of(2, TYPES.index(kind)) for kind in PRODUCES[place])
        if friend == "frog_prince":
            return (1 - alone) * 1.5
        return 0.0

    def suffers(self, monster: str, place: str) -> float:
        """What a Monster at my Location costs me."""
        if monster == "dragon":
            return -self.worth(self.stand.goods, -1)
        if monster == "wolf":
            return self.collects(place)
        if monster == "bridge_troll":
            gathered = stock_of(self.pig.gathered)
            return (self.worth(gathered) if self.view.phase in MOVED else self.collects(place)) / 2
        if monster == "giant":
            one_each = stock_of({kind: min(1, amount) for kind, amount in self.pig.goods.items()})
            return friend_worth(self.pig.friend) + FABLE * len(self.view.fables) - self.worth(one_each, -1)
        return max(self.blows(self.me).values(), default=0.0)

    def blows(self, seat: Seat) -> dict[int, float]:
        """What losing the top section of each Straw or Wood house costs this seat; by place among its houses."""
        stand = self.stands[seat]
        houses = self.view.pig(seat).houses
        found = {}
        for place, house in enumerate(houses):
            material = TYPES.index(house.material)
            if material < len(TYPES) - 1:
                sorted_place = stand.houses.index((material, house.sections, house.cheap))
                found[place] = outlook(stand) - outlook(blown(stand, sorted_place))
        return found

    @kept
    def values(self) -> dict[str, float]:
        """What each Location is worth, without a Fable."""
        return {place: self.collects(place) + self.draws(place) for place in self.places}

    # -- what a Fable is worth --------------------------------------------------------------------------------------

    def fable(self, name: str, place: str) -> float:
        """What this Fable is expected to bring if I play it and go there."""
        return FABLE_VALUES[name](self, place) if name in FABLE_VALUES else FABLES_WORTH.get(name, 0.0)

    def monster(self, name: str, place: str) -> float:
        """What this Monster of mine would bring at this Location: what the others lose there, and what I get."""
        return sum(self.likely[pig.seat][place] * self.wounds(name, pig.seat, place) for pig in self.others)

    def wounds(self, name: str, seat: Seat, place: str) -> float:
        """What it is worth to me that this Monster meets this opponent there."""
        pig, spite = self.view.pig(seat), self.spite[seat]
        there = self.share(place, 2 if len(self.others) > 1 else 1, seat)
        if name == "dragon":
            return self.harm(seat, stock_of(pig.goods))
        if name == "wolf":
            return spite * self.worth_to(seat, there)
        if name == "bridge_troll":
            half: Stock = (there[0] // 2, there[1] // 2, there[2] // 2)
            return (1 + spite) * self.worth(half)
        if name == "giant":
            one_each = stock_of({kind: min(1, amount) for kind, amount in pig.goods.items()})
            return spite * (friend_worth(pig.friend) + FABLE * pig.fables) + self.harm(seat, one_each)
        return spite * max(self.blows(seat).values(), default=0.0)

    def best_lair(self, name: str, mine: str, lairs: Iterable[str]) -> str:
        """Where my Monster should stand when I go to `mine`."""
        return max(
            lairs, key=lambda place: self.monster(name, place) - (self.suffers(name, place) if place == mine else 0.0)
        )

    # -- the plan ---------------------------------------------------------------------------------------------------

    def plan(
        self, places: Iterable[str], fables: Iterable[str | None], noise: Callable[[], float]
    ) -> tuple[str, str | None]:
        """The best pair of a Location and a Fable. A little noise hides what one is after."""
        best: tuple[str, str | None] = ("", None)
        most = float("-inf")
        fables = list(fables)
        for place in places:
            value = self.values[place] + noise()
            for name in fables:
                gain = self.fable(name, place) - HELD_BACK * FABLES_WORTH.get(name, FABLE) if name else 0.0
                if value + gain > most:
                    most, best = value + gain, (place, name)
        return best

    def any_fables(self) -> float:
        return FABLE if len(self.view.fables) < 4 else FABLE / 2


def _by_monster(name: str) -> Callable[[Forest, str], float]:
    def value(forest: Forest, place: str) -> float:
        return max(forest.monster(name, lair) for lair in forest.places if lair != place)

    return value


def _friendly(forest: Forest, place: str) -> float:
    return sum(
        forest.likely[pig.seat][place]
        * (forest.best_of(min(2, total(pig.goods))) + forest.spite[pig.seat] * min(2, total(pig.goods)))
        for pig in forest.others
    ) / max(1.0, forest.company(place))


def _whispers(forest: Forest, place: str) -> float:
    return forest.alone(place) * sum(
        FABLE * (1 + forest.spite[pig.seat]) for pig in forest.others if pig.fables > pig.plays
    )


def _corners(forest: Forest, place: str) -> float:
    missing = 3 - complete(forest.stand)
    unbegun = missing - sum(house.sections < len(PARTS) for house in forest.stand.houses)
    return forest.alone(place) * (3.0 if unbegun > 0 else 0.0)


def _stranger(forest: Forest, place: str) -> float:
    return forest.alone(place) * max(0.3, 2.6 - friend_worth(forest.pig.friend))


def _moon(forest: Forest, place: str) -> float:
    kinds = [TYPES.index(kind) for kind in PRODUCES[place]]
    theirs = sum(2 * forest.likely[pig.seat][place] * forest.spite[pig.seat] for pig in forest.others)
    return max(forest.best_of(2, material) for material in kinds) - theirs


def _vault(forest: Forest, place: str) -> float:
    found = 0.0
    for other in forest.places:
        if other != place:
            there = stock_of(forest.view.locations[other])
            half: Stock = (there[0] // 2, there[1] // 2, there[2] // 2)
            found = max(found, forest.alone(other) * forest.worth(half))
    return found


def _share(forest: Forest, place: str) -> float:
    found = 0.0
    for pig in forest.others:
        for there in forest.places:
            rivals = sum(forest.likely[one.seat][there] for one in forest.others if one is not pig) + (there == place)
            if sum(stock_of(forest.view.locations[there])) / (1 + rivals) >= 5:
                found += forest.likely[pig.seat][there] * (1.8 + 2 * forest.spite[pig.seat])
    return found


def _trader(forest: Forest, place: str) -> float:
    best = 0.0
    for given in range(3):
        for got in range(3):
            if given != got and forest.stand.goods[given] >= 2:
                best = max(best, forest.worth(plus(of_type(got, 3), of_type(given, 2), -1)))
    return best - 0.5 * forest.company(place)


def _gift(forest: Forest, place: str) -> float:
    return max((value for pig in forest.others for value in gifts(forest, pig.seat).values()), default=0.0)


def gifts(forest: Forest, seat: Seat) -> dict[str, float]:
    """What each gift to this opponent is worth, if they return what is worst for me."""
    found = {}
    theirs = forest.stands[seat].goods
    for given in range(3):
        for count in range(1, min(3, forest.stand.goods[given]) + 1):
            back = [
                forest.worth(plus(of_type(got, count), of_type(given, count), -1))
                - forest.spite[seat] * forest.worth_to(seat, plus(of_type(given, count), of_type(got, count), -1))
                for got in range(3)
                if got != given and theirs[got] >= count
            ]
            if back:
                found[f"{seat}.{TYPES[given]}.{count}"] = min(back)
    return found


def _roar(forest: Forest, place: str) -> float:
    together = 1 - forest.alone(place)
    gain = forest.worth(forest.share(place, 1)) - forest.worth(forest.share(place, 2))
    return together * 0.66 * (gain + 0.5)


def _tax(forest: Forest, place: str) -> float:
    return sum(0.4 * forest.spite[pig.seat] * (total(pig.goods) + 3) for pig in forest.others)


def _powerful(forest: Forest, place: str) -> float:
    return sum(forest.likely[pig.seat][place] * ACTION * (1 + forest.spite[pig.seat]) for pig in forest.others)


def _tavern(forest: Forest, place: str) -> float:
    lost = sum(forest.spite[pig.seat] * (2.4 - friend_worth(pig.friend)) for pig in forest.others)
    return 3.0 - friend_worth(forest.pig.friend) - lost


def _past(forest: Forest, place: str) -> float:
    worths = sorted((FABLES_WORTH[name] for name in forest.view.fable_discard), reverse=True)[:2]
    return (1 - forest.alone(place)) * sum(worths)


FABLE_VALUES: dict[str, Callable[[Forest, str], float]] = {
    **{name: _by_monster(name) for name in FABLES if is_monster(name)},
    "a_friendly_game": _friendly,
    "chinny_chin_chin": lambda forest, place: 0.75 * forest.any_fables(),
    "consult_the_oracle": lambda forest, place: forest.alone(place) * (2 * forest.any_fables() + 0.6),
    "crystal_ball": lambda forest, place: 0.2,
    "curse_of_darkness": lambda forest, place: 0.2,
    "cutting_corners": _corners,
    "fairy_food": lambda forest, place: forest.best_of(3) - 0.4,
    "ghostly_whispers": _whispers,
    "grandmas_house": lambda forest, place: 1.8,
    "harvest_moon": _moon,
    "hidden_vault": _vault,
    "hired_help": lambda forest, place: 1.6 if sum(forest.stand.goods) >= 3 else 0.0,
    "little_helpers": lambda forest, place: forest.alone(place) * 2 * ACTION,
    "lonely_castle": lambda forest, place: 2 * forest.alone(place) + 0.5,
    "magic_flute": lambda forest, place: 0.1,
    "mysterious_stranger": _stranger,
    "night_at_the_tavern": _tavern,
    "powerful_friends": _powerful,
    "roar": _roar,
    "royal_wedding": lambda forest, place: sum(forest.spite.values()),
    "search_the_past": _past,
    "share_the_wealth": _share,
    "spy_network": lambda forest, place: (1 + forest.company(place)) * forest.any_fables(),
    "taxation": _tax,
    "thoughtful_gift": _gift,
    "wandering_trader": _trader,
    "wishing_well": lambda forest, place: 0.05,
}
"""What each Fable is expected to bring, by the Location of who plays it."""
