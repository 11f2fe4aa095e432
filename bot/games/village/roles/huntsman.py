"""The Huntsman: whoever kills them, they take somebody along (S0-18, R0-9).

They do not shoot asleep, unless the village burns them: the fire wakes anybody. Nor do they when they give their own
life as the Victim. A jinx makes the arrow miss.
"""

from __future__ import annotations

from bot.engine.questions import Question, Seat, first_of, put, timer
from bot.games.village import hearts
from bot.games.village.bonus.victim import SACRIFICED
from bot.games.village.cards import TOWN
from bot.games.village.death import BURNED, bury, power_fails, shown_role
from bot.games.village.hours import Dawn, Hour, secret_hour
from bot.games.village.role import LastAct, Role
from bot.games.village.table import Player, VillageTable
from bot.games.village.tonight import Cause, Tonight

SHOT = Cause("huntsman", Hour.LAST_SHOT)


def last_shot(table: VillageTable, me: Seat, *, within: int | None = None) -> Question:
    """Whom the dying Huntsman takes along; the living but themselves, or nobody."""
    others = tuple(seat for seat in table.living() if seat != me)
    return put(me, "huntsman.shot", (*others, None), within=within, occasion=f"shot.{me}")


async def shoot_tonight(tonight: Tonight) -> None:
    """A dying Huntsman names somebody, who cannot be saved. Hearts may break with the victim's, and the
    Huntsman's own may have broken with another's; so it goes on to a fixed point (R0-10)."""
    table = tonight.table
    asked: list[Seat] = []
    while True:
        shooters = [seat for seat in sorted(tonight.dying) if seat not in asked and can_shoot_tonight(tonight, seat)]
        if asked and not shooters:
            return
        asked += shooters
        clock = timer("clock.huntsman", table.options.huntsman_seconds)
        for question, target in await secret_hour(table, clock, [last_shot(table, seat) for seat in shooters]):
            if HUNTSMAN.works(tonight, question.seat):
                tonight.kill(target, SHOT)
                tonight.at_dawn(Dawn.SHOT, tell_shot, question.seat, target)
        hearts.follow(tonight)
        if not shooters:
            return


def can_shoot_tonight(tonight: Tonight, me: Seat) -> bool:
    return HUNTSMAN.is_ready(tonight.table, me) and SACRIFICED not in tonight.dying[me]


def tell_shot(tonight: Tonight, me: Seat, target: Seat) -> None:
    """Both are named, but a Huntsman whose body is never found (M0-1). The captured were gone before the arrow flew."""
    if target not in tonight.captured:
        table = tonight.table
        by = me if table.players[me].revealed else None
        table.announce("dawn.shot", seat=target, role=shown_role(table, target), by=by)


async def shoot_by_day(table: VillageTable, me: Seat) -> list[Seat]:
    """A Huntsman who dies by day shoots too, where the table plays it so; no answer is no shot. Whom they hit."""
    player = table.players[me]
    is_silent = sleeps_on(table, player) or player.end == SACRIFICED.end
    if player.spent or is_silent or not table.options.shoots_by_day:
        return []
    question = last_shot(table, me, within=table.options.huntsman_seconds)
    table.shooting.append(me)
    target: Seat | None = (await first_of((question,)))[1]
    table.shooting.remove(me)
    if target is not None and power_fails(table, me):
        table.learn(me, "power.cancelled", role=player.role)
        return []
    if target is None or not table.players[target].alive:
        return []
    bury(table, target, SHOT.end, reveal=True)
    table.announce("day.shot", seat=target, role=shown_role(table, target), by=me)
    return [target]


def sleeps_on(table: VillageTable, player: Player) -> bool:
    """Whether they are asleep, and stay so: whoever burns does not (R0-9)."""
    is_woken = table.options.stake_wakes and player.end == BURNED
    return player.asleep and not is_woken


HUNTSMAN = Role(
    "huntsman",
    TOWN,
    hour=Hour.LAST_SHOT,
    wakes=shoot_tonight,
    last_act=LastAct("huntsman.shot", by_day=shoot_by_day),
)
