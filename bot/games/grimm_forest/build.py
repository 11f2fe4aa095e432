"""The Build phase: in turn order, each player's actions, to be taken back until a card was drawn (S2-7)."""

from __future__ import annotations

from copy import deepcopy

from bot.engine.questions import Seat, ask
from bot.games.grimm_forest.building import affordable_sections, build, sections_for_puss
from bot.games.grimm_forest.drawing import draw_fables
from bot.games.grimm_forest.friend import BY_DISCARD, END_OF_BUILD, SPECIAL, START_OF_BUILD, effect_of
from bot.games.grimm_forest.gather import act_friend
from bot.games.grimm_forest.goods import STRAW, TYPES, total
from bot.games.grimm_forest.table import PARTS, GrimmTable, Pig

ACTIONS = 2
DRAW = "draw"
GAIN = "gain."
USE = "special"
LAY_DOWN = "discard"
UNDO = "undo"
DONE = "done"


async def build_phase(table: GrimmTable) -> None:
    """Everybody takes a full turn, even after somebody has three houses (R2-17)."""
    table.phase = "build"
    for seat in table.in_turn_order():
        await build_turn(table, seat)
    for seat in table.in_turn_order():
        await act_friend(table, seat, END_OF_BUILD)
    for pig in table.pigs.values():
        pig.actions = 0
        pig.specials = []


async def build_turn(table: GrimmTable, seat: Seat) -> None:
    """Two actions, more or fewer by cards, never below none (R2-12). Goods gained and sections built can be taken back
    until a card was drawn or the turn is over."""
    pig = table.pigs[seat]
    left = max(0, ACTIONS + pig.actions)
    table.announce("build.turn", seat=seat, actions=left)
    await act_friend(table, seat, START_OF_BUILD)
    before: list[tuple[int, Pig, dict[str, int]]] = []
    while True:
        choices = actions(table, seat, left)
        if before:
            choices.append(UNDO)
        choices.append(DONE)
        if choices == [DONE]:
            break
        table.to_act = seat
        values = {"left": left}
        within = table.options.build_seconds
        choice = str(await ask(seat, "build.act", tuple(choices), within=within, default=DONE, values=values))
        if choice == DONE:
            break
        if choice == UNDO:
            left, table.pigs[seat], table.sections = before.pop()
            table.announce("build.undone", seat=seat)
            continue
        if can_be_undone(table, choice):
            before.append((left, deepcopy(table.pigs[seat]), dict(table.sections)))
        else:
            before.clear()
        left -= await act(table, seat, choice)
    table.announce("build.done", seat=seat)


def actions(table: GrimmTable, seat: Seat, left: int) -> list[str]:
    """What this player can do now: what costs an action only while there are some left."""
    pig = table.pigs[seat]
    found = []
    if left:
        found += [section.choice for section in affordable_sections(table, seat)]
        found += [GAIN + kind for kind in TYPES]
        found += [DRAW] if table.fable_deck or table.fable_discard else []
        found += [USE] if may_use_special(table, seat) else []
    if may_lay_down(pig):
        found.append(LAY_DOWN)
    return found


def may_use_special(table: GrimmTable, seat: Seat) -> bool:
    """Each Special Action once a turn, and only when it does something (S2-7)."""
    pig = table.pigs[seat]
    if pig.friend is None or pig.friend in pig.specials or effect_of(pig.friend, SPECIAL) is None:
        return False
    if pig.friend == "puss_in_boots":
        return bool(sections_for_puss(table, seat))
    if pig.friend == "rapunzel":
        return table.is_alone(seat) and total(pig.stored) > 0
    if pig.friend == "rumpelstiltskin":
        return pig.goods[STRAW] > 0
    return True


def may_lay_down(pig: Pig) -> bool:
    """The Golden Goose at any time; the Fairy Godmother for two Fables."""
    if effect_of(pig.friend, BY_DISCARD) is None:
        return False
    return pig.friend != "fairy_godmother" or len(pig.fables) >= 2


def can_be_undone(table: GrimmTable, choice: str) -> bool:
    """Nothing that draws a card, asks somebody, or pays an opponent (Hansel & Gretel)."""
    if choice.startswith(GAIN):
        return True
    return choice.startswith("build.") and f".{PARTS[0]}" in choice


async def act(table: GrimmTable, seat: Seat, choice: str) -> int:
    """Do it; the number of actions it cost."""
    pig = table.pigs[seat]
    if choice == DRAW:
        await draw_fables(table, seat, 1, "build")
    elif choice.startswith(GAIN):
        table.gain(seat, {choice.removeprefix(GAIN): 1}, "build")
    elif choice == USE:
        assert pig.friend is not None
        pig.specials.append(pig.friend)
        table.announce("special.used", seat=seat, friend=pig.friend)
        await act_friend(table, seat, SPECIAL)
    elif choice == LAY_DOWN:
        await act_friend(table, seat, BY_DISCARD)
        return 0
    else:
        section = next(one for one in affordable_sections(table, seat) if one.choice == choice)
        await build(table, seat, section)
    return 1
