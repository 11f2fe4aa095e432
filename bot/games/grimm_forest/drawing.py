"""Drawing Fables and Friends. An empty deck is made of its discard; with both empty nothing is drawn (R2-1)."""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.asking import FIRST, choose
from bot.games.grimm_forest.friend import FRIENDS, friend_of
from bot.games.grimm_forest.table import GrimmForestTable

KEEP = "keep"


def can_draw(table: GrimmForestTable) -> bool:
    """Whether there is a Fable to draw."""
    return bool(table.fable_deck or table.fable_discard)


async def take_fables(table: GrimmForestTable, count: int) -> list[str]:
    """The top cards of the deck, shown to nobody yet."""
    taken: list[str] = []
    for _ in range(count):
        if not table.fable_deck and table.fable_discard:
            table.fable_deck = await shuffle("fables", table.fable_discard)
            table.fable_discard = []
        if not table.fable_deck:
            break
        taken.append(table.fable_deck.pop(0))
    return taken


async def draw_fables(table: GrimmForestTable, seat: Seat, count: int, why: str) -> None:
    """Into the hand; everybody sees how many (S2-4: no limit)."""
    drawn = await take_fables(table, count)
    if drawn:
        table.pigs[seat].fables += drawn
        table.announce("fables.drawn", seat=seat, count=len(drawn), why=why)
        table.tell((seat,), "fables.are", names=drawn)


async def take_friend(table: GrimmForestTable, but: str | None = None) -> str | None:
    """The top Friend of the deck; `but` is put under the discard and another one drawn."""
    for _ in range(2):
        if not table.friend_deck and table.friend_discard:
            table.friend_deck = await shuffle("friends", table.friend_discard)
            table.friend_discard = []
        if not table.friend_deck:
            return None
        name = table.friend_deck.pop(0)
        if name != but:
            return name
        table.friend_discard.append(name)
    return None


async def meet_friend(table: GrimmForestTable, seat: Seat, why: str, but: str | None = None) -> None:
    """Draw a Friend, reveal it, keep it or give it to somebody, who cannot refuse (S2-9, R2-15)."""
    name = await take_friend(table, but)
    if name is None:
        return
    table.announce("friend.drawn", seat=seat, friend=name, why=why)
    chosen = await choose(table, seat, "friend.keep", [KEEP, *table.others(seat)], in_time=FIRST, friend=name)
    await befriend(table, seat if chosen == KEEP else chosen, name)


async def befriend(table: GrimmForestTable, seat: Seat, name: str) -> None:
    """A new Friend takes the place of the old one, who is discarded (S2-9)."""
    await part_with_friend(table, seat)
    table.pigs[seat].friend = name
    table.announce("friend.gained", seat=seat, friend=name)
    await FRIENDS[name].when_gained(table, seat)


async def part_with_friend(table: GrimmForestTable, seat: Seat) -> None:
    """Discard the Friend, and what lies on it."""
    pig, friend = table.pigs[seat], friend_of(table, seat)
    if friend is None:
        return
    await friend.when_lost(table, seat)
    table.friend_discard.append(friend.name)
    table.announce("friend.lost", seat=seat, friend=friend.name)
    pig.friend = pig.predicted = pig.loot = None
