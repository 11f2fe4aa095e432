"""The Grimm Forest, as its rulebook tells it: gather, build, clean up, until somebody has three complete houses."""

from __future__ import annotations

from bot.engine.questions import Seat, draw, shuffle
from bot.engine.rulebook import Outcome, drawn, won_by_seats
from bot.games.grimm_forest import views
from bot.games.grimm_forest.build import build_phase
from bot.games.grimm_forest.cards import fable_deck, friend_deck
from bot.games.grimm_forest.gather import (
    choose_cards,
    collect,
    end_of_gather,
    reveal_fables,
    reveal_gather_cards,
    start_of_round,
)
from bot.games.grimm_forest.goods import BRICK, MEGA, STURDIEST_FIRST, TYPES, WOOD, halved, nothing, total
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.table import SECTIONS_EACH, GrimmForestTable, Pig
from bot.games.grimm_forest.values import PARTS

HOUSES_TO_WIN = 3
CROWDED = 10
"""With more than so many goods on a Location the Prince goes there without a die (S2-13)."""
STILL_ROUNDS_MOST = 3
"""So many rounds in a row in which nobody acts are a draw (M2-17)."""
STILLNESS = "stillness"
"""Why a game is over in which nobody acts."""
DUTIES = frozenset({"gather.place", "gather.fable", "build.act"})
"""What a player is expected to answer."""


class GrimmForestRulebook:
    """The game of secret gathering and house building (S2-1)."""

    def new_table(self, options: GrimmForestOptions, seats: int) -> GrimmForestTable:
        table = GrimmForestTable(options=options, pigs={seat: Pig(seat) for seat in range(1, seats + 1)})
        for place in table.places():
            table.locations[place] = {**nothing(), **MEGA[place]}
        table.sections = {
            f"{material}.{part}": SECTIONS_EACH for material in TYPES for part in range(1, len(PARTS) + 1)
        }
        for pig in table.pigs.values():
            pig.gather = list(table.places())
        return table

    async def set_up(self, table: GrimmForestTable) -> None:
        """Shuffle the decks; the Starting Player is drawn, for nobody has eaten bacon (S2-2, R2-1)."""
        table.fable_deck = await shuffle("fables", fable_deck(advanced=table.options.advanced))
        table.friend_deck = await shuffle("friends", friend_deck(advanced=table.options.advanced))
        table.starter = await draw("starter", tuple(table.pigs))
        table.announce("game.begins", starter=table.starter, advanced=table.options.advanced)

    async def play_round(self, table: GrimmForestTable) -> None:
        """A round: gather, build, and clean up (S2-6, S2-7, S2-11)."""
        table.round += 1
        table.announce("round.begins", round=table.round, starter=table.starter)
        if len(table.pigs) == 2:
            await prince_regal(table)
        await start_of_round(table)
        await choose_cards(table)
        have_acted = any(not card.asleep for card in table.played.values())
        await reveal_fables(table)
        await reveal_gather_cards(table)
        await collect(table)
        await end_of_gather(table)
        have_acted |= await build_phase(table)
        table.still_rounds = 0 if have_acted else table.still_rounds + 1
        if not judge(table) and not falls_asleep(table):
            clean_up(table)

    def outcome(self, table: GrimmForestTable) -> Outcome | None:
        if table.reason == STILLNESS:
            return drawn(table.pigs, table.reason)
        return won_by_seats(table.winners, table.pigs, table.reason)

    def view(self, table: GrimmForestTable, seat: Seat) -> views.GrimmForestView:
        return views.view(table, seat)


async def prince_regal(table: GrimmForestTable) -> None:
    """For two players: a Location loses half of its goods to the Prince (S2-13)."""
    crowded = [place for place in table.places() if total(table.locations[place]) > CROWDED]
    if crowded:
        places = [_place_of(kind) for kind in STURDIEST_FIRST]
        place = max((one for one in places if one in crowded), key=lambda one: total(table.locations[one]))
    else:
        place = await draw("prince.die", table.places())
    lost = halved(table.locations[place])
    for kind, amount in lost.items():
        table.locations[place][kind] -= amount
    table.announce("prince.takes", place=place, goods={kind: amount for kind, amount in lost.items() if amount})


def _place_of(kind: str) -> str:
    """The Location that produces nothing else."""
    return next(place for place, goods in MEGA.items() if tuple(goods) == (kind,))


def clean_up(table: GrimmForestTable) -> None:
    """The token goes clockwise, pigs go home, and the Locations are filled (S2-11)."""
    table.starter = table.starter % len(table.pigs) + 1
    for pig in table.pigs.values():
        pig.location = pig.chosen = None
    for place in table.places():
        table.put_on(place, MEGA[place])


def judge(table: GrimmForestTable) -> bool:
    """At the end of the Build phase: three complete houses; ties by Brick, Wood, then tokens (S2-12, R2-16).

    In a tutorial one complete house is enough."""
    short = table.options.first_house_wins
    done = [seat for seat, pig in table.pigs.items() if pig.complete() >= (1 if short else HOUSES_TO_WIN)]
    if not done:
        return False
    reason = "three_houses"
    for material in (BRICK, WOOD):
        if len(done) > 1:
            most = max(table.pigs[seat].complete(material) for seat in done)
            done = [seat for seat in done if table.pigs[seat].complete(material) == most]
            reason = f"more_{material}" if len(done) == 1 else reason
    for material in STURDIEST_FIRST:
        if len(done) > 1 and table.first_builder.get(material) in done:
            done, reason = [table.first_builder[material]], "first_builder"
    reason = "first_house" if short else reason
    table.winners, table.reason, table.phase, table.to_act = done, reason, "over", None
    table.announce("game.over", winners=done, reason=reason)
    return True


def falls_asleep(table: GrimmForestTable) -> bool:
    """When nobody has acted for some rounds, all agree that nobody wins (M2-17). True when the game is over."""
    if not table.options.silence_draws or table.still_rounds < STILL_ROUNDS_MOST:
        return False
    table.reason, table.phase, table.to_act = STILLNESS, "over", None
    table.announce("game.over", winners=[], reason=STILLNESS)
    return True
