"""The test language of the forest: a table is laid as it stands at the start of a round, and tests talk about pigs.

    game = forest(fables={"ann": "dragon"}, goods={"ben": "SSW"})     # ann sits at seat 1 and is Starting Player
    game.gather(ann="forest dragon", ben="fields", cat="brickyard")   # Gather cards, and the Fables that are played
    game.answers("ann", "monster.place", "fields")
    assert game.goods("ben") == "SSSSS"
    game.untouched("cat")

Goods are words of letters: `SSB` is two straw and a brick. Houses are words too: `straw.3` is complete, `wood.1` a
Floor, `brick.2.cheap` stands on Cutting Corners. The table comes out of a saved one, as after a restart of the bot, so
that everything lies where the test wants it and every card is still in the game exactly once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match, Saved
from bot.engine.questions import Value
from bot.games.grimm_forest.cards import fable_deck, friend_deck
from bot.games.grimm_forest.friends.little_mermaid import GATHER_CARDS_KEPT
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.goods import TYPES, Goods, goods_of, nothing, total
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.table import GrimmForestTable, House, Played
from bot.games.grimm_forest.views import GrimmForestView, PigView
from language.any_game import NAMES, Play, name_of, seat_of

ADVANCED = GrimmForestOptions(advanced=True)
ADAPTER: TypeAdapter[GrimmForestTable] = TypeAdapter(GrimmForestTable)
SETTLED = ("friend", "fables", "stored", "locked", "houses", "sites", "tokens", "actions")
"""What a card that has nothing to do with somebody leaves as it was; their goods too, but for what they Gathered."""


def word(goods: Mapping[str, int]) -> str:
    """Goods as tests write them."""
    return "".join(kind[0].upper() * goods.get(kind, 0) for kind in TYPES)


class GrimmForestPlay(Play):
    """A match of The Grimm Forest, spoken to by name."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.before = {name: self.pig(name) for name in self.names}

    # -- what people see ----------------------------------------------------------------------------------------------

    def view(self, name: str = "bystander") -> GrimmForestView:
        view = self.match.view(seat_of(name))
        assert isinstance(view, GrimmForestView)
        return view

    @property
    def board(self) -> GrimmForestView:
        """What a bystander sees."""
        return self.view("bystander")

    def pig(self, name: str) -> PigView:
        return self.board.pig(seat_of(name))

    def goods(self, name: str) -> str:
        return word(self.pig(name).goods)

    def hand(self, name: str) -> list[str]:
        return list(self.view(name).fables)

    def friend(self, name: str) -> str | None:
        return self.pig(name).friend

    def there(self, place: str) -> str:
        """What lies on a Location."""
        return word(self.board.locations[place])

    def place_of(self, name: str) -> str | None:
        return self.pig(name).location

    def houses(self, name: str) -> list[str]:
        return [
            f"{house.material}.{house.sections}" + (".cheap" if house.cheap else "") for house in self.pig(name).houses
        ]

    @property
    def discard(self) -> list[str]:
        return list(self.board.fable_discard)

    @property
    def turn(self) -> str:
        """Who alone is asked."""
        asked = {question.seat for question in self.match.open}
        assert len(asked) == 1, f"{asked} are asked"
        return name_of(asked.pop())

    @property
    def key(self) -> str:
        """What is asked now."""
        return self.match.open[0].key

    def builds_now(self) -> bool:
        """The Gather phase is over, and nobody was asked anything more about it."""
        return self.board.phase == "build" and self.key == "build.act"

    def untouched(self, *names: str) -> None:
        """Nothing has happened to these bystanders: they have what they had and what they Gathered where they went,
        and no secret was told to them."""
        for name in names:
            now, before = self.pig(name), self.before[name]
            for field in SETTLED:
                assert getattr(now, field) == getattr(before, field), f"{name}: {field}"
            assert now.goods == {kind: before.goods[kind] + now.gathered[kind] for kind in TYPES}, name
            assert self.secrets(name) == []
            assert not [key for key in self.asked(name) if key != "build.act"]

    # -- what people do -----------------------------------------------------------------------------------------------

    def gather(self, **cards: str) -> None:
        """Everybody who is asked now chooses: a Gather card, and the Fable they play, if any."""
        chosen = [question for question in self.match.open if question.key in ("gather.place", "gather.fable")]
        assert {name_of(question.seat) for question in chosen} == set(cards)
        for question in chosen:
            place, fable, *_ = [*cards[name_of(question.seat)].split(), None, None]
            value = place if question.key == "gather.place" else fable
            self.match.answer(question.number, question.seat, value)

    def builds(self, name: str, *actions: str) -> None:
        for action in actions:
            self.answers(name, "build.act", action)

    def finishes(self, *names: str) -> None:
        """These are done with building, or whoever is asked."""
        for name in names or self.names:
            if "build.act" in self.asked(name) or names:
                self.answers(name, "build.act", "done")

    def nobody_builds(self) -> None:
        """The Build phase passes."""
        while self.match.outcome is None and self.key == "build.act":
            self.answers(self.turn, "build.act", "done")

    def all_silent(self, *keys: str) -> None:
        """While one of these is asked, nobody answers it in time; without keys everything but building."""
        while self.match.open and (self.key in keys if keys else self.key != "build.act"):
            question = self.match.open[0]
            self.match.answer(question.number, question.seat, question.default)


def grimm_forest(
    seats: int = 3,
    *,
    starter: str = "ann",
    fables: Mapping[str, str] | None = None,
    friends: Mapping[str, str] | None = None,
    goods: Mapping[str, str] | None = None,
    houses: Mapping[str, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    corners: Mapping[str, int] | None = None,
    places: Mapping[str, str] | None = None,
    unique: Mapping[str, str] | None = None,
    waiting: Mapping[str, str] | None = None,
    sections: Mapping[str, int] | None = None,
    top: str = "",
    discard: str = "",
    friends_on_top: str = "",
    chance: Mapping[str, Value] | None = None,
    advanced: bool = True,
    of_before: bool = False,
    round: int = 4,
) -> GrimmForestPlay:
    """A table at the start of a round: who holds and has what, what lies on the Locations (by default what a game
    begins with) and on top of the decks; `unique` (by Location) and `waiting` Next Turn cards are ann's unless said.
    A table `of_before` was begun by an earlier version."""
    options = GrimmForestOptions(advanced=advanced)
    options = options if of_before else options.for_new_match()
    table = GRIMM_FOREST.rulebook.new_table(options, seats)
    table.starter, table.round = seat_of(starter), round - 1
    deck, company = fable_deck(advanced=advanced), friend_deck(advanced=advanced)
    for name, pig in ((name_of(seat), pig) for seat, pig in table.pigs.items()):
        pig.goods = goods_of((goods or {}).get(name, ""))
        pig.fables = [_taken(deck, card) for card in (fables or {}).get(name, "").split()]
        pig.friend = _taken(company, friends[name]) if name in (friends or {}) else None  # type: ignore[index]
        pig.houses = [_house(said) for said in (houses or {}).get(name, "").split()]
        pig.tokens = (tokens or {}).get(name, "").split()
        pig.corners = (corners or {}).get(name, 0)
        for _ in range(pig.corners):
            _taken(deck, "cutting_corners")
        if pig.friend == "little_mermaid":
            pig.gather, pig.locked = pig.gather[:GATHER_CARDS_KEPT], pig.gather[GATHER_CARDS_KEPT:]
        for house in pig.houses:
            for part in range(1, house.sections + 1):
                table.sections[f"{house.material}.{part}"] -= 1
        for material in pig.tokens:
            table.first_builder[material] = pig.seat
    table.sections.update(sections or {})
    for place, there in (places or {}).items():
        table.locations[place] = goods_of(there)
    for place, card in (unique or {}).items():
        table.unique[place] = Played(1, _taken(deck, card), place)
    for name, cards in (waiting or {}).items():
        table.waiting += [Played(seat_of(name), _taken(deck, card)) for card in cards.split()]
    table.fable_discard = [_taken(deck, card) for card in discard.split()]
    table.fable_deck = [_taken(deck, card) for card in top.split()] + deck
    table.friend_deck = [_taken(company, card) for card in friends_on_top.split()] + company
    return laid(table, chance)


def laid(table: GrimmForestTable, chance: Mapping[str, Value] | None = None) -> GrimmForestPlay:
    """A match that goes on with this table, as after a restart."""
    saved = Saved(
        game=GRIMM_FOREST.name,
        options=table.options.model_dump(mode="json"),
        seats=len(table.pigs),
        checkpoint=max(1, table.round),
        table=ADAPTER.dump_json(table).decode(),
        announced=0,
        journal=(),
    )
    script = ScriptedChance(chance or {}, then=SealedChance("a forest test"))
    return GrimmForestPlay(Match.resume(GRIMM_FOREST, saved, script))


def _taken(cards: list[str], name: str) -> str:
    assert name in cards, f"there is no {name} left"
    cards.remove(name)
    return name


def _house(said: str) -> House:
    material, sections, *cheap = said.split(".")
    return House(material, int(sections), bool(cheap))


# -- whole games: what every table must keep --------------------------------------------------------------------------


def table_of(match: Match) -> GrimmForestTable:
    assert isinstance(match._table, GrimmForestTable)
    return match._table


def fables_of(table: GrimmForestTable) -> list[str]:
    """Every Fable wherever it lies, in the order of the alphabet; cards in mid-air are not among them."""
    cards = [*table.fable_deck, *table.fable_discard]
    for pig in table.pigs.values():
        cards += [*pig.fables, *(["cutting_corners"] * pig.corners), *([pig.forced] if pig.forced else [])]
    lying = [*table.on_table(), *table.waiting, *table.due, *table.unique.values()]
    return sorted([*cards, *(card.fable for card in lying)])


def friends_of(table: GrimmForestTable) -> list[str]:
    """Every Friend wherever it lies, but for one that has just been drawn."""
    cards = [*table.friend_deck, *table.friend_discard]
    return sorted([*cards, *(pig.friend for pig in table.pigs.values() if pig.friend)])


def standing(table: GrimmForestTable) -> dict[str, int]:
    """Sections that stand on boards."""
    found = dict.fromkeys(table.sections, 0)
    for pig in table.pigs.values():
        for house in pig.houses:
            for part in range(1, house.sections + 1):
                found[f"{house.material}.{part}"] += 1
    return found


def goods_in_play(table: GrimmForestTable) -> Goods:
    """All goods on boards, on Rapunzel and on Locations."""
    found = nothing()
    for lot in (
        *table.locations.values(),
        *(goods for pig in table.pigs.values() for goods in (pig.goods, pig.stored)),
    ):
        for kind, amount in lot.items():
            assert amount >= 0
            found[kind] += amount
    assert total(found) >= 0
    return found


def in_mid_air(values: Mapping[str, Any] | None) -> tuple[list[str], list[str]]:
    """Fables and Friends that an open question is about: drawn, and not yet anywhere."""
    values = values or {}
    fables = list(values.get("fables", ()))
    return fables, [values["friend"]] if "friend" in values else []


__all__ = ("ADVANCED", "NAMES", "GrimmForestPlay", "grimm_forest", "laid")
