"""Friends who act at the start of a round, before anybody chooses a card."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose, choose_type
from bot.games.grimm_forest.drawing import take_fables
from bot.games.grimm_forest.friend import (
    ALWAYS,
    END_OF_GATHER,
    SPECIAL,
    START_OF_ROUND,
    WHEN_LOST,
    friend,
)
from bot.games.grimm_forest.goods import ONE_OF_EACH, PRODUCES, held_types, nothing, total
from bot.games.grimm_forest.table import GrimmTable

ALONE, NOT_ALONE = "alone", "not_alone"


@friend("Aladdin", START_OF_ROUND)
async def aladdin(table: GrimmTable, me: Seat) -> None:
    """Predict aloud whether you will be alone."""
    table.pigs[me].predicted = await choose(table, me, "aladdin.predict", (ALONE, NOT_ALONE))
    table.announce("aladdin.predicted", seat=me, prediction=table.pigs[me].predicted)


@friend("Aladdin", END_OF_GATHER)
async def aladdin_was_right(table: GrimmTable, me: Seat) -> None:
    """If you were right, gain 1 of each. Who is nowhere is neither alone nor with others."""
    pig = table.pigs[me]
    if pig.location is not None and pig.predicted == (ALONE if table.is_alone(me) else NOT_ALONE):
        table.gain(me, ONE_OF_EACH, "aladdin")


@friend("Ali Baba", START_OF_ROUND)
async def ali_baba(table: GrimmTable, me: Seat) -> None:
    """Steal 1 resource of your choice from an opponent's board."""
    loot = [f"{seat}.{kind}" for seat in table.others(me) for kind in held_types(table.pigs[seat].goods)]
    if not loot:
        return
    seat, kind = (await choose(table, me, "ali_baba.steal", loot)).split(".")
    table.pigs[me].predicted = f"{seat}.{kind}"
    table.hand_over(int(seat), me, {kind: 1}, "ali_baba")


@friend("Ali Baba", END_OF_GATHER)
async def ali_baba_is_caught(table: GrimmTable, me: Seat) -> None:
    """It is returned if he Gathers at your Location."""
    loot = table.pigs[me].predicted
    if loot is not None:
        seat, kind = loot.split(".")
        if int(seat) in table.with_me(me):
            table.hand_over(me, int(seat), {kind: 1}, "ali_baba.returned")


@friend("Evil Queen", ALWAYS, advanced=True)
async def evil_queen(table: GrimmTable, me: Seat) -> None:
    """Before you choose, and you choose last, peek at one opponent's face-down Gather card or Fable."""
    peeks = [
        f"{seat}.{what}"
        for seat in table.others(me)
        for what in ("gather", "fable")
        if what == "gather" or seat in table.played
    ]
    seat, what = (await choose(table, me, "evil_queen.peek", peeks)).split(".")
    table.announce("evil_queen.peeked", by=me, seat=int(seat), what=what)
    table.peek(me, what, int(seat))


@friend("Pinocchio", START_OF_ROUND)
async def pinocchio(table: GrimmTable, me: Seat) -> None:
    """Announce your Gather card, truly or not."""
    table.pigs[me].predicted = await choose(table, me, "pinocchio.announce", table.places())
    table.announce("pinocchio.announced", seat=me, place=table.pigs[me].predicted)


@friend("Pinocchio", END_OF_GATHER)
async def pinocchio_told_the_truth(table: GrimmTable, me: Seat) -> None:
    """If it was true gain 2 of one type produced there. What counts is the card, wherever the pig has run since."""
    place = table.pigs[me].predicted
    if place is not None and place == table.pigs[me].chosen:
        kind = await choose_type(table, me, "pinocchio.type", PRODUCES[place])
        table.gain(me, {kind: 2}, "pinocchio")


@friend("Rapunzel", START_OF_ROUND, advanced=True)
async def rapunzel(table: GrimmTable, me: Seat) -> None:
    """Put 2 of one type on her."""
    kind = await choose_type(table, me, "rapunzel.type")
    table.pigs[me].stored[kind] += 2
    table.announce("rapunzel.stored", seat=me, goods={kind: 2})


@friend("Rapunzel", SPECIAL, advanced=True)
async def climb_the_hair(table: GrimmTable, me: Seat) -> None:
    """If alone, gain all that lies on her."""
    pig = table.pigs[me]
    if table.is_alone(me) and total(pig.stored):
        stored, pig.stored = pig.stored, nothing()
        table.gain(me, stored, "rapunzel")


@friend("Rapunzel", WHEN_LOST, advanced=True)
async def hair_is_cut(table: GrimmTable, me: Seat) -> None:
    """What lies on her goes to the supply with her."""
    table.pigs[me].stored = nothing()


@friend("Sleeping Beauty", START_OF_ROUND, advanced=True)
async def sleeping_beauty(table: GrimmTable, me: Seat) -> None:
    """A player you choose, maybe you, plays the unseen top Fable as his only one (R2-9)."""
    seat = await choose(table, me, "sleeping_beauty.player", [*table.others(me), me])
    top = await take_fables(table, 1)
    if top:
        table.pigs[seat].forced = top[0]
        table.announce("sleeping_beauty.dreams", by=me, seat=seat)


@friend("The Huntsman", ALWAYS, advanced=True)
async def huntsman(table: GrimmTable, me: Seat) -> None:
    """Opponents must play a Fable if they have one; a Monster at your Location is cancelled and you gain 1 of each."""


@friend("Tom Thumb", START_OF_ROUND)
async def tom_thumb(table: GrimmTable, me: Seat) -> None:
    """You may take 1 resource from a Location."""
    there = [f"{place}.{kind}" for place in table.places() for kind in held_types(table.locations[place])]
    choice = await choose(table, me, "tom_thumb.take", [*there, None])
    if choice is not None:
        place, kind = choice.split(".")
        table.take_from(place, me, {kind: 1}, "tom_thumb")
