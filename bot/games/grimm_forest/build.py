"""The Build phase: in turn order, each player's actions, to be taken back until a card was drawn (S2-7)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask
from bot.games.grimm_forest.building import Section, affordable, build, possible_sections, take_back
from bot.games.grimm_forest.card import END_OF_BUILD, SPECIAL, START_OF_BUILD
from bot.games.grimm_forest.drawing import can_draw, draw_fables
from bot.games.grimm_forest.friend import Friend, friend_of, friends_in_turn
from bot.games.grimm_forest.goods import TYPES
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.values import DONE, DRAW, FLOOR, GAIN, LAY_DOWN, UNDO, USE

ACTIONS = 2
GAINS = tuple(GAIN + kind for kind in TYPES)


async def build_phase(table: GrimmForestTable) -> bool:
    """Everybody takes a full turn, even after somebody has three houses (R2-17). True when somebody did anything."""
    table.phase = "build"
    for seat, friend in friends_in_turn(table, START_OF_BUILD):
        await friend.start_of_build(table, seat)
    for seat in table.in_turn_order():
        await build_turn(table, seat)
    for seat, friend in friends_in_turn(table, END_OF_BUILD):
        await friend.end_of_build(table, seat)
    done = [[seat, table.pigs[seat].did] for seat in table.in_turn_order()]
    table.announce("build.over", turns=done)
    for pig in table.pigs.values():
        pig.actions = 0
        pig.specials = []
        pig.did = []
    return any(did for _, did in done)


async def build_turn(table: GrimmForestTable, seat: Seat) -> None:
    """Two actions, more or fewer by cards, never below none (R2-12). Goods gained and sections built can be taken back
    until a card was drawn or the turn is over."""
    pig = table.pigs[seat]
    left = max(0, ACTIONS + pig.actions)
    table.announce("build.turn", seat=seat, actions=left)
    within = table.options.build_seconds
    taken: list[str | Section] = []
    possible = possible_sections(table, seat)
    while True:
        choices = actions(table, seat, left, possible)
        if taken:
            choices.append(UNDO)
        choices.append(DONE)
        if len(choices) == 1:
            break
        table.to_act = seat
        values = {"left": left}
        choice: str = await ask(seat, "build.act", tuple(choices), within=within, default=DONE, values=values)
        if choice == DONE:
            break
        if choice == UNDO:
            left += 1
            action = taken.pop()
            undo(table, seat, action)
        else:
            action = possible.get(choice, choice)
            if can_be_undone(action):
                taken.append(action)
            else:
                taken.clear()
            left -= await act(table, seat, action)
        if left and action not in GAINS:  # what was gained changes only what can be paid
            possible = possible_sections(table, seat)
    table.announce("build.done", seat=seat)


def actions(table: GrimmForestTable, seat: Seat, left: int, possible: dict[str, Section]) -> list[str]:
    """What this player can do now, build what can be paid of these sections among it: what costs an action only while
    there are some left."""
    friend = friend_of(table, seat)
    found: list[str] = []
    if left:
        found = [*affordable(possible, table.pigs[seat].goods), *GAINS]
        if can_draw(table):
            found.append(DRAW)
        if friend is not None and may_use_special(table, seat, friend):
            found.append(USE)
    if friend is not None and friend.may_leave(table, seat):
        found.append(LAY_DOWN)
    return found


def may_use_special(table: GrimmForestTable, seat: Seat, friend: Friend) -> bool:
    """Each Special Action once a turn, and only when it does something (S2-7)."""
    if not friend.acts_at(SPECIAL) or friend.name in table.pigs[seat].specials:
        return False
    return friend.may_act(table, seat)


def can_be_undone(action: str | Section) -> bool:
    """What has no further consequences: no card is drawn, nobody asked, and no opponent paid."""
    return action.part == FLOOR if isinstance(action, Section) else action in GAINS


def undo(table: GrimmForestTable, seat: Seat, taken: str | Section) -> None:
    """Take the last action back."""
    table.pigs[seat].did.pop()
    if isinstance(taken, Section):
        take_back(table, seat, taken)
        table.announce("build.undone", seat=seat, action=taken.choice)
    else:
        table.pigs[seat].goods[taken.removeprefix(GAIN)] -= 1
        table.announce("build.undone", seat=seat, action=taken)


async def act(table: GrimmForestTable, seat: Seat, choice: str | Section) -> int:
    """Do it; the number of actions it cost."""
    pig = table.pigs[seat]
    if isinstance(choice, Section):
        await build(table, seat, choice)
        return 1
    if choice == USE:
        await use_special(table, seat)
        return 1
    pig.did.append(choice)
    if choice == LAY_DOWN:
        friend = friend_of(table, seat)
        assert friend is not None
        await friend.leave(table, seat)
        return 0
    if choice == DRAW:
        await draw_fables(table, seat, 1, "build")
    else:
        table.gain(seat, {choice.removeprefix(GAIN): 1}, "build")
    return 1


async def use_special(table: GrimmForestTable, seat: Seat) -> None:
    pig, friend = table.pigs[seat], friend_of(table, seat)
    assert friend is not None
    pig.specials.append(friend.name)
    pig.did.append(f"{USE}.{friend.name}")
    table.announce("special.used", seat=seat, friend=friend.name)
    await friend.special_action(table, seat)
