"""A builder who counts: what the next house still takes, what each Location brings, and whom a Monster would hurt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, cast

from bot.engine.questions import Choice, Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.grimm_forest.drawing import KEEP
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.goods import MEGA, TYPES, goods_of, mixtures
from bot.games.grimm_forest.players.building import BuildTurn
from bot.games.grimm_forest.players.cards import FABLE, fable_worth, friend_worth
from bot.games.grimm_forest.players.gather import Forest, gifts
from bot.games.grimm_forest.players.outlook import NEW_FRIEND, Stock, of_type, plus, stock_of
from bot.games.grimm_forest.views import GrimmForestView
from bot.games.random_player import RandomPlayer

NEAR = 0.01
"""Choices that differ by less are taken for the same, and chance decides between them."""
SECRECY = 0.35
"""How far chance moves the worth of a Location, so that nobody can tell where this player goes."""
GAINS = {"pinocchio.type": 2, "harvest_moon.type": 2, "rapunzel.type": 2, "jack.type": 2}
"""How many goods of the chosen type come of a question; one, if it is not here."""
GIVES = ("hired_help.goods", "royal_wedding.goods")
STRAW_FIRST = ".straw"
MOMENT = ".moment"


class GrimmForestPlayer:
    """Plays The Grimm Forest by nothing but what its seat sees."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._any = RandomPlayer(rng)
        self._plan: tuple[int, tuple[str, str | None]] | None = None

    def answer(self, question: Question, look: Look) -> Value:
        way = way_for(question.key)
        if way is None or question.kind != "one":
            return self._any.answer(question, look)
        return way(self, question, Forest(cast(GrimmForestView, look())))

    def _best(self, choices: Iterable[Choice], worth: Callable[[Any], float]) -> Choice:
        """The choice that is worth most, any one of those that are as good."""
        worths = [(worth(choice), choice) for choice in choices]
        most = max(value for value, _ in worths)
        best = [choice for value, choice in worths if value > most - NEAR]
        return best[0] if len(best) == 1 else best[int(self._rng.random() * len(best))]

    # -- the Gather phase -------------------------------------------------------------------------------------------

    def _planned(self, forest: Forest) -> tuple[str, str | None]:
        """The Gather card and the Fable for this round. Both are asked for at once: they have to fit together."""
        view = forest.view
        if self._plan is None or self._plan[0] != view.round:
            places = [view.chosen] if view.chosen is not None else view.gather
            fables = [view.plays] if view.plays is not None else [None, *dict.fromkeys(view.fables)]
            self._plan = (view.round, forest.plan(places, fables, self._noise))
        return self._plan[1]

    def _noise(self) -> float:
        return SECRECY * self._rng.random()

    def _place(self, question: Question, forest: Forest) -> Value:
        return self._planned(forest)[0]

    def _fable(self, question: Question, forest: Forest) -> Value:
        place, name = self._planned(forest)
        if name in question.choices:
            return name
        return self._best(question.choices, lambda name: forest.fable(name, place) - fable_worth(name))

    def _moment(self, question: Question, forest: Forest) -> Value:
        """When the Fable acts that is going to be chosen."""
        if question.key.startswith("gather"):
            name = self._planned(forest)[1]
            if name is None and None in question.choices:
                return None
            name = name or max(forest.view.fables, key=fable_worth)
        elif question.key.startswith("search_the_past"):
            name = max(forest.view.fable_discard, key=fable_worth)
        else:
            name = min(forest.view.fables, key=fable_worth)
        moment = FABLES[name].when
        return moment if moment in question.choices else question.choices[0]

    def _lair(self, question: Question, forest: Forest) -> Value:
        name = str((question.values or {})["fable"])
        return forest.best_lair(name, forest.view.chosen or "", cast("tuple[str, ...]", question.choices))

    def _settle(self, question: Question, forest: Forest) -> Value:
        mine = forest.view.chosen
        return mine if mine in question.choices else question.choices[0]

    def _feast(self, question: Question, forest: Forest) -> Value:
        """Fairy Food where I want to go anyway and the others do not."""
        return self._best(question.choices, lambda place: forest.values[place] - 1.5 * forest.company(place))

    def _announce(self, question: Question, forest: Forest) -> Value:
        """The truth, as it will be: the best Location counts all the more when it is announced."""

        def honest(place: str) -> float:
            forest.predicted = place
            return forest.collects(place) + forest.draws(place)

        return self._best(question.choices, honest)

    def _predict(self, question: Question, forest: Forest) -> Value:
        def outcome(prediction: str) -> float:
            forest.predicted = prediction
            return max(forest.collects(place) + forest.draws(place) for place in forest.view.gather)

        return self._best(question.choices, outcome)

    def _stay(self, question: Question, forest: Forest) -> Value:
        return question.choices[-1]

    def _flee(self, question: Question, forest: Forest) -> Value:
        here = forest.pig.location or forest.places[0]
        return self._best(question.choices, lambda place: forest.values[here if place is None else place])

    def _fly(self, question: Question, forest: Forest) -> Value:
        here = forest.pig.location
        others = [place for place in forest.view.gather if place != here]
        if here is None or not others:
            return "stay"
        there = sum(forest.values[place] for place in others) / len(others)
        return "fly" if there > forest.values[here] + 0.5 else "stay"

    def _run(self, question: Question, forest: Forest) -> Value:
        """One from each Location, or what my Gather card would bring."""
        loot: Stock = (0, 0, 0)
        for place in forest.places:
            there = stock_of(forest.view.locations[place])
            kinds = [material for material in range(3) if there[material]]
            if kinds:
                loot = plus(loot, of_type(max(kinds, key=lambda one: forest.worth(plus(loot, of_type(one))))))
        place = forest.view.chosen or forest.places[0]
        stay = forest.values[place]
        if forest.view.plays is not None and FABLES[forest.view.plays].when == "end_of_gather":
            stay += forest.fable(forest.view.plays, place) / 2
        return "run" if forest.worth(loot) > stay else "stay"

    def _stop(self, question: Question, forest: Forest) -> Value:
        """A Friend goes if the Monster would cost me more."""
        values = question.values or {}
        fable, place = str(values["fable"]), str(values["place"])
        owner = next((card.owner for card in forest.view.cards if (card.fable, card.location) == (fable, place)), None)
        lost = forest.suffers(fable, place) if forest.pig.location == place and owner != forest.me else 0.0
        return "stop" if lost > friend_worth(forest.pig.friend) else "let"

    def _house(self, question: Question, forest: Forest) -> Value:
        who = int((question.values or {})["who"])
        sign = -1 if who == forest.me else 1
        blows = forest.blows(who)
        return self._best(question.choices, lambda place: sign * blows.get(place, 0.0))

    def _vault(self, question: Question, forest: Forest) -> Value:
        def half(place: str) -> float:
            there = stock_of(forest.view.locations[place])
            return forest.worth((there[0] // 2, there[1] // 2, there[2] // 2))

        return self._best(question.choices, half)

    # -- people -----------------------------------------------------------------------------------------------------

    def _victim(self, question: Question, forest: Forest) -> Value:
        """The pig that has most to lose of what I need; one that leads the sooner."""

        def worth(seat: Seat) -> float:
            if seat == forest.me:
                return -100.0
            pig = forest.view.pig(seat)
            goods = stock_of(pig.gathered if question.key.startswith("bridge") else pig.goods)
            kinds = [forest.worth(of_type(one, min(2, goods[one]))) for one in range(3)]
            return max(kinds) + forest.spite[seat] * (1 + min(4, sum(goods)))

        return self._best(question.choices, worth)

    def _guest(self, question: Question, forest: Forest) -> Value:
        return self._best(question.choices, lambda seat: max(gifts(forest, seat).values(), default=0.0))

    def _gift(self, question: Question, forest: Forest) -> Value:
        who = int((question.values or {})["who"])
        worths = gifts(forest, who)
        return self._best(question.choices, lambda gift: 0.0 if gift is None else worths.get(gift, -1.0))

    def _peek(self, question: Question, forest: Forest) -> Value:
        return question.choices[0]

    def _dream(self, question: Question, forest: Forest) -> Value:
        return forest.me if forest.me in question.choices else question.choices[-1]

    def _swap(self, question: Question, forest: Forest) -> Value:
        return next((seat for seat in question.choices if seat != forest.me), question.choices[0])

    def _befriend(self, question: Question, forest: Forest) -> Value:
        """Keep a better Friend; a worse one spoils the company of whom it hurts most."""
        new = friend_worth(str((question.values or {})["friend"]))

        def worth(who: str | Seat) -> float:
            if who == KEEP:
                return new - friend_worth(forest.pig.friend)
            seat = int(who)
            return forest.spite[seat] * (friend_worth(forest.view.pig(seat).friend) - new)

        return self._best(question.choices, worth)

    def _tavern(self, question: Question, forest: Forest) -> Value:
        return self._best(question.choices, friend_worth)

    # -- goods ------------------------------------------------------------------------------------------------------

    def _goods(self, question: Question, forest: Forest) -> Value:
        """The mixture that helps me most, or that I need least; what an opponent loses or gets counts as well."""
        who = self._partner(question, forest)
        gives = is_given_away(question.key)
        return self._best(question.choices, lambda word: self._exchange(forest, stock_of(goods_of(word)), gives, who))

    def _straw(self, question: Question, forest: Forest) -> Value:
        """How much of a mixture is Straw: as much as in the best one."""
        count = int((question.values or {})["count"])
        who, gives = self._partner(question, forest), is_given_away(question.key.removesuffix(STRAW_FIRST))

        def best_with(straw: int) -> float:
            words = [stock_of(goods_of(word)) for word in mixtures(count)]
            limit = self._limit(question, forest, gives)
            fitting = [word for word in words if word[0] == straw and all(map(int.__le__, word, limit))]
            return max((self._exchange(forest, word, gives, who) for word in fitting), default=-1000.0)

        return self._best(question.choices, best_with)

    def _limit(self, question: Question, forest: Forest, gives: bool) -> Stock:
        """What there can be of each type at most, as far as it is plain."""
        if gives:
            return forest.stand.goods
        return (99, 99, 99)

    def _partner(self, question: Question, forest: Forest) -> Seat | None:
        values = question.values or {}
        who = values.get("who", values.get("to"))
        return int(who) if who is not None and int(who) != forest.me else None

    def _exchange(self, forest: Forest, goods: Stock, gives: bool, who: Seat | None) -> float:
        if gives:
            return forest.worth(goods, -1) - (forest.spite[who] * forest.worth_to(who, goods) if who else 0.0)
        return forest.worth(goods) + (forest.harm(who, goods) if who else 0.0)

    def _type(self, question: Question, forest: Forest) -> Value:
        count, who = GAINS.get(question.key, 1), self._partner(question, forest)
        return self._best(
            question.choices, lambda kind: self._exchange(forest, of_type(TYPES.index(kind), count), False, who)
        )

    def _spin(self, question: Question, forest: Forest) -> Value:
        straw = int((question.values or {})["count"])
        return self._best(
            question.choices, lambda kind: forest.worth(plus(of_type(TYPES.index(kind), straw), of_type(0, straw), -1))
        )

    def _back(self, question: Question, forest: Forest) -> Value:
        count = int((question.values or {})["count"])
        return self._best(question.choices, lambda kind: forest.worth(of_type(TYPES.index(kind), count), -1))

    def _pay(self, question: Question, forest: Forest) -> Value:
        """Hired Help: two goods now for as many as I Gather in the next round."""
        have = forest.stand.goods
        pairs = [stock_of(goods_of(word)) for word in mixtures(2)]
        costs = [-forest.worth(pair, -1) for pair in pairs if all(map(int.__le__, pair, have))]
        return "pay" if min(costs, default=9.0) < 2.6 else "discard"

    def _trade(self, question: Question, forest: Forest) -> Value:
        def worth(trade: str | None) -> float:
            if trade is None:
                return 0.0
            given, got = (TYPES.index(kind) for kind in trade.split("."))
            return forest.worth(plus(of_type(got, 3), of_type(given, 2), -1))

        return self._best(question.choices, worth)

    def _steal(self, question: Question, forest: Forest) -> Value:
        def worth(loot: str) -> float:
            seat, kind = loot.split(".")
            goods = of_type(TYPES.index(kind))
            return forest.worth(goods) + forest.harm(int(seat), goods)

        return self._best(question.choices, worth)

    def _take(self, question: Question, forest: Forest) -> Value:
        """One from a Location: what helps, from where somebody else is likelier to go than I am."""

        def worth(choice: str | None) -> float:
            if choice is None:
                return 0.0
            place, kind = choice.split(".")
            return forest.worth(of_type(TYPES.index(kind))) + 0.2 * forest.company(place)

        return self._best(question.choices, worth)

    # -- Fables -----------------------------------------------------------------------------------------------------

    def _pick_fables(self, question: Question, forest: Forest) -> Value:
        """The best of those shown, by their places: the first place weighs most (Goldilocks), or all (the Oracle)."""
        shown = [str(name) for name in (question.values or {})["fables"]]
        ordered = question.key.startswith("goldilocks")

        def worth(order: str) -> float:
            worths = [fable_worth(shown[int(place)]) for place in order.split("+")]
            return worths[0] - 0.1 * worths[1] if ordered and len(worths) > 1 else sum(worths)

        return self._best(question.choices, worth)

    def _find_fable(self, question: Question, forest: Forest) -> Value:
        return self._best(question.choices, fable_worth)

    def _lose_fable(self, question: Question, forest: Forest) -> Value:
        return self._best(question.choices, lambda name: -fable_worth(name))

    def _first(self, question: Question, forest: Forest) -> Value:
        return question.choices[0]

    # -- building ---------------------------------------------------------------------------------------------------

    def _build(self, question: Question, forest: Forest) -> Value:
        left = int((question.values or {})["left"])
        return BuildTurn(forest.view, left, cast("tuple[str, ...]", question.choices)).best()

    def _puss(self, question: Question, forest: Forest) -> Value:
        return BuildTurn(forest.view, 1, cast("tuple[str, ...]", question.choices)).best_with_puss()

    def _payer(self, question: Question, forest: Forest) -> Value:
        goods = of_type(TYPES.index(str((question.values or {})["material"])))
        return self._best(question.choices, lambda seat: -1.0 if seat is None else forest.harm(seat, goods))

    def _present(self, question: Question, forest: Forest) -> Value:
        worths = {
            "friend": max(0.3, NEW_FRIEND + 0.5 - friend_worth(forest.pig.friend)),
            "fables": 2 * FABLE if len(forest.view.fables) < 3 else FABLE,
            "goods": forest.worth((1, 1, 1)),
        }
        return self._best(question.choices, lambda gift: worths.get(gift, 0.0))

    def _hands(self, question: Question, forest: Forest) -> Value:
        """Two Gather cards to keep (Little Mermaid): the Locations with most to collect."""

        def worth(pair: str) -> float:
            return sum(forest.worth(stock_of(MEGA[place])) for place in pair.split("+"))

        return self._best(question.choices, worth)


Way = Callable[[GrimmForestPlayer, Question, Forest], Value]


def is_given_away(key: str) -> bool:
    """Whether the goods of this question are given away."""
    return key in GIVES or key.endswith(".give")


WAYS: Mapping[str, Way] = {
    "gather.place": GrimmForestPlayer._place,
    "gather.fable": GrimmForestPlayer._fable,
    "monster.place": GrimmForestPlayer._lair,
    "unique.place": GrimmForestPlayer._settle,
    "fairy_food.place": GrimmForestPlayer._feast,
    "pinocchio.announce": GrimmForestPlayer._announce,
    "aladdin.predict": GrimmForestPlayer._predict,
    "crystal_ball.change": GrimmForestPlayer._stay,
    "chinny.flee": GrimmForestPlayer._flee,
    "thumbelina.fly": GrimmForestPlayer._fly,
    "gingerbread_man.run": GrimmForestPlayer._run,
    "big_bad_wolf.house": GrimmForestPlayer._house,
    "hidden_vault.place": GrimmForestPlayer._vault,
    "bridge_troll.victim": GrimmForestPlayer._victim,
    "friendly_game.opponent": GrimmForestPlayer._victim,
    "crystal_ball.peek": GrimmForestPlayer._victim,
    "thoughtful_gift.opponent": GrimmForestPlayer._guest,
    "thoughtful_gift.gift": GrimmForestPlayer._gift,
    "thoughtful_gift.back": GrimmForestPlayer._back,
    "evil_queen.peek": GrimmForestPlayer._peek,
    "sleeping_beauty.player": GrimmForestPlayer._dream,
    "wishing_well.first": GrimmForestPlayer._swap,
    "wishing_well.second": GrimmForestPlayer._swap,
    "friend.keep": GrimmForestPlayer._befriend,
    "tavern.choose": GrimmForestPlayer._tavern,
    "rumpelstiltskin.type": GrimmForestPlayer._spin,
    "hired_help.pay": GrimmForestPlayer._pay,
    "wandering_trader.trade": GrimmForestPlayer._trade,
    "ali_baba.steal": GrimmForestPlayer._steal,
    "tom_thumb.take": GrimmForestPlayer._take,
    "market.draft": GrimmForestPlayer._type,
    "oracle.keep": GrimmForestPlayer._pick_fables,
    "goldilocks.order": GrimmForestPlayer._pick_fables,
    "search_the_past.fable": GrimmForestPlayer._find_fable,
    "snow_white.fable": GrimmForestPlayer._lose_fable,
    "fairy_godmother.fable": GrimmForestPlayer._lose_fable,
    "effects.order": GrimmForestPlayer._first,
    "build.act": GrimmForestPlayer._build,
    "puss_in_boots.section": GrimmForestPlayer._puss,
    "puss_in_boots.payer": GrimmForestPlayer._payer,
    "first_builder.gift": GrimmForestPlayer._present,
    "little_mermaid.keep": GrimmForestPlayer._hands,
}
"""How each question is answered."""

ENDINGS: Mapping[str, Way] = {
    STRAW_FIRST: GrimmForestPlayer._straw,
    MOMENT: GrimmForestPlayer._moment,
    ".goods": GrimmForestPlayer._goods,
    ".give": GrimmForestPlayer._goods,
    ".type": GrimmForestPlayer._type,
    ".stop": GrimmForestPlayer._stop,
}
"""How all the questions are answered that end in the same way and have none of their own."""


def way_for(key: str) -> Way | None:
    """How a question with this key is answered; None for one that nobody has thought of."""
    return WAYS.get(key) or next((way for ending, way in ENDINGS.items() if key.endswith(ending)), None)
