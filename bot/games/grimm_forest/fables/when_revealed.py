"""Fables that act when they are revealed, before any pig moves."""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.choices import choose, choose_seat
from bot.games.grimm_forest.drawing import befriend, part_with_friend, take_friend
from bot.games.grimm_forest.fable import WHEN_REVEALED, fable, is_monster
from bot.games.grimm_forest.table import GrimmTable


@fable("Crystal Ball", WHEN_REVEALED)
async def crystal_ball(table: GrimmTable, me: Seat) -> None:
    """Peek at one player's face-down Gather card, then you may change your own."""
    seat = await choose_seat(table, me, "crystal_ball.peek", table.others(me))
    if seat is None:
        return
    table.announce("crystal_ball.peeked", by=me, seat=seat)
    table.peek(me, "gather", seat)
    pig = table.pigs[me]
    in_hand = [card for card in pig.gather if card not in (pig.laid, pig.chosen)]
    card = await choose(table, me, "crystal_ball.change", [*in_hand, pig.chosen])
    if card != pig.chosen:
        pig.chosen = pig.laid = card


@fable("Curse of Darkness", WHEN_REVEALED)
async def curse_of_darkness(table: GrimmTable, me: Seat) -> None:
    """All opponents shuffle all their Gather cards, the played one too, and play a random one; they may peek."""
    for seat in table.others(me):
        await play_at_random(table, seat)


async def play_at_random(table: GrimmTable, seat: Seat) -> None:
    """Only cards that are not locked under the Little Mermaid are shuffled (R2-8)."""
    pig = table.pigs[seat]
    pig.chosen = pig.laid = (await shuffle(f"gather.{seat}", pig.gather))[0]
    table.announce("gather.shuffled", seat=seat)
    table.tell((seat,), "gather.yours", place=pig.chosen)


@fable("Wishing Well", WHEN_REVEALED)
async def wishing_well(table: GrimmTable, me: Seat) -> None:
    """Unseen, swap any 2 face-down Gather cards; those players may peek."""
    first = await choose_seat(table, me, "wishing_well.first", table.in_turn_order())
    assert first is not None
    second = await choose_seat(table, me, "wishing_well.second", [s for s in table.in_turn_order() if s != first])
    assert second is not None
    one, other = table.pigs[first], table.pigs[second]
    one.chosen, other.chosen = other.chosen, one.chosen
    table.announce("gather.swapped", seats=[first, second])
    for pig in (one, other):
        table.tell((pig.seat,), "gather.yours", place=pig.chosen)


@fable("Magic Flute", WHEN_REVEALED, advanced=True)
async def magic_flute(table: GrimmTable, me: Seat) -> None:
    """Monsters played this turn come to your hand before they are placed; they have no effect this turn."""
    for card in table.on_table():
        if is_monster(card.fable):
            card.taken = True
            table.pigs[me].fables.append(card.fable)
            table.announce("magic_flute.taken", seat=me, fable=card.fable, owner=card.owner)


@fable("Night at the Tavern", WHEN_REVEALED)
async def night_at_the_tavern(table: GrimmTable, me: Seat) -> None:
    """Draw 1 Friend for each player, take one, deal the rest at random; everybody replaces his Friend (R2-15)."""
    drawn = [name for _ in table.pigs if (name := await take_friend(table)) is not None]
    if not drawn:
        return
    table.announce("tavern.friends", friends=list(drawn))
    mine = await choose(table, me, "tavern.choose", drawn)
    drawn.remove(mine)
    rest = await shuffle("tavern.rest", drawn) if len(drawn) > 1 else drawn
    await befriend(table, me, mine)
    for seat, name in zip(table.others(me), rest, strict=False):
        await befriend(table, seat, name)
    for seat in table.others(me)[len(rest) :]:
        await part_with_friend(table, seat)
