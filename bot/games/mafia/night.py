"""The night: one panel for everybody, and everything resolved together at dawn (R3-9).

What a role asks and does stands in its file in `roles/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question, Rule, Seat, answer_each, first_of, put, step, timer, together
from bot.games.hidden_roles.team import PICKS_MOST, point, point_at_victim
from bot.games.mafia.cards import MAFIA
from bot.games.mafia.night_fouls import Disqualified, listens, send_out
from bot.games.mafia.role import Dawn, Role
from bot.games.mafia.roles import ROLES
from bot.games.mafia.table import MafiaTable
from bot.games.mafia.tonight import Tonight

AT_DAWN = [role for moment in Dawn for role in ROLES.values() if role.dawn is moment]
"""Whose choices take effect, in this order."""


async def play_night(table: MafiaTable) -> list[Seat]:
    """From "the village goes to sleep" to the morning: who was killed (S3-3, S3-4)."""
    if table.is_real:
        await first_of([step("night")])
    table.phase = "night"
    table.picks = {}
    table.announce("night.falls", night=table.day)
    tonight = Tonight(table)
    await collect_choices(tonight)
    return dawn(tonight)


async def collect_choices(tonight: Tonight) -> None:
    """One panel of the same shape for everybody; the team points at a victim as well.

    A player who is disqualified meanwhile is asked no more; the others go on where they are.
    """
    table = tonight.table
    waiting = panels(tonight)
    clock = timer("clock.night", table.options.night_seconds)
    wait_full = not table.options.quick_nights
    while True:
        rules = [point_together(table), answer_each(waiting, tonight.note)]
        try:
            await together(rules, until=clock, wait_full=wait_full, beside=listens(table))
            break
        except Disqualified as foul:
            send_out(tonight, foul.seat)
            waiting = [one for one in waiting if table.players[one.seat].alive and not tonight.has_answered(one)]
    tonight.keep_suspicions(table)


def panels(tonight: Tonight) -> list[Question]:
    """What the cards ask; who has nothing to do notes whom they suspect, so that all panels look alike."""
    table = tonight.table
    team = table.living_of(MAFIA)
    questions = [asked for seat in team if (asked := role_of(table, seat).question(tonight, seat))]
    others = table.living_but(*team)
    return questions + [role_of(table, seat).question(tonight, seat) or tonight.suspicion(seat) for seat in others]


# -- the team ---------------------------------------------------------------------------------------------------------


async def point_together(table: MafiaTable) -> Rule | None:
    """Until all of the team have pointed. One card has the last word, and its holder may think again (S3-6)."""
    team, targets = table.living_of(MAFIA), tuple(table.living())
    await point_at_victim(table, team, targets, lambda: True)
    me = next((seat for seat in team if role_of(table, seat).has_last_word), None)
    return think_again(table, me, team, targets) if me is not None and table.options.last_word_stays else None


async def think_again(table: MafiaTable, me: Seat, team: Sequence[Seat], targets: Sequence[Seat]) -> None:
    """The last word can be changed as long as the night lasts; nobody waits for that. To say the same again makes it
    final (M3-2)."""
    for _ in range(PICKS_MOST):
        question = put(me, "night.victim", targets, values={"picked": table.picks[me]})
        victim = (await first_of([question]))[1]
        if victim == table.picks[me]:
            return
        point(table, team, me, victim)


def role_of(table: MafiaTable, seat: Seat) -> Role:
    return ROLES[table.players[seat].role]


def last_word(table: MafiaTable) -> Seat | None:
    """The last word is final, and its silence a miss; where nobody has it most voices decide, the lowest seat's in
    doubt; no choice, no kill (R3-10)."""
    for seat in table.living_of(MAFIA):
        if role_of(table, seat).has_last_word:
            return table.picks.get(seat)
    picks = [table.picks[seat] for seat in sorted(table.picks)]
    return max(picks, key=picks.count, default=None)


def dawn(tonight: Tonight) -> list[Seat]:
    """Results for those who asked, even if they were killed, and the dead: everything at once (R3-9)."""
    table = tonight.table
    table.phase = "dawn"
    table.immune = None
    victim = last_word(table)
    if victim is not None:
        tonight.attack(victim)
    for role in AT_DAWN:
        role.take_effect(tonight)
    remember_choices(tonight)
    is_spared = table.day == 1 and not table.options.first_night_kill
    killed = [] if is_spared else [seat for seat in sorted(tonight.dying) if table.players[seat].alive]
    table.announce("dawn.breaks", night=table.day)
    table.announce("dawn.killed", seats=killed)
    for seat in killed:
        table.players[seat].dying = True
    return killed


def remember_choices(tonight: Tonight) -> None:
    """What may not be chosen again tomorrow; a night without a choice clears that (R3-12)."""
    for seat in tonight.table.living():
        role = role_of(tonight.table, seat)
        if role.never_twice and role.asks is not None:
            tonight.table.players[seat].last = tonight.chosen(role.asks.key).get(seat)
