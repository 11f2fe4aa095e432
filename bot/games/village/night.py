"""The night, in the order of R0-5. Choices are collected side by side; a player killed tonight still acts (R0-21).

The hours of a night last as long as the options say, whoever is in the game and whoever has answered, unless the
table chose quick nights. Results are told at dawn. What a role asks and does stands in its file in `roles/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.engine.questions import Choice, Question, Seat, answer_each, timer, together
from bot.games.hidden_roles.delivery import cards_delivered
from bot.games.hidden_roles.team import point_at_victim
from bot.games.village import hearts
from bot.games.village.bonus import in_deck
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.death import bury, judge, shown_role
from bot.games.village.hours import Dawn, Hour, secret_hour
from bot.games.village.role import Role
from bot.games.village.roles import ROLES
from bot.games.village.table import VillageTable
from bot.games.village.tonight import TEAM_KILL, Tonight


def at(*hours: Hour) -> tuple[Role, ...]:
    """Whose power takes effect in these hours, in their order."""
    return tuple(role for hour in hours for role in ROLES.values() if role.hour is hour)


BY_THE_TEAM = at(Hour.SECOND_KILL, Hour.JINX, Hour.CURSE)
BY_THE_TOWN = at(Hour.PEEK, Hour.ASSASSINATION, Hour.PROTECTION)
KNOWING_AND_HEALING = at(Hour.INVESTIGATION, Hour.HEALING)
SILENCING = at(Hour.SILENCE)
SHOOTING = at(Hour.LAST_SHOT)
"""Hours that follow each other without anything between them."""

ASKING_OTHERS = {name: role.asks_others for name, role in ROLES.items() if role.asks_others is not None}
"""Roles because of which others are asked something."""

OF_THE_DEAD = (Dawn.PROTECTED, Dawn.CAPTURED, Dawn.VANISHED, Dawn.SHOT)
OF_THE_LIVING = (Dawn.SILENCED, Dawn.CURSED)
"""What the dawn tells before what everybody has learnt, and after it."""


async def play_night(table: VillageTable) -> bool:
    """From nightfall to the dawn's announcements. True when the game is over."""
    if table.night == 0 and not table.deck:  # with bonus cards everybody has had the cards for a while
        await cards_delivered(table.options)
    fall(table)
    if table.night == 1:  # 0
        await hearts.pair_up(table)
    tonight = Tonight(table)
    await collect_choices(tonight)
    await hour_of_powers(tonight)

    if tonight.victim is not None:  # 1
        tonight.kill(tonight.victim, TEAM_KILL)
    await powers(tonight, BY_THE_TEAM)
    await powers(tonight, BY_THE_TOWN)  # 2 to 4
    tonight.pass_over_captured()
    await powers(tonight, KNOWING_AND_HEALING)  # 5, 6
    await bonus_cards(tonight, Hour.RETURN)  # 7
    await powers(tonight, SILENCING)  # 8
    await bonus_cards(tonight, Hour.SACRIFICE)  # 9
    hearts.follow(tonight)
    await powers(tonight, SHOOTING)
    dawn(tonight)  # 10
    return judge(table)  # 11


def fall(table: VillageTable) -> None:
    """Night falls: toads turn back, the mute find their voices, an unused jinx lapses (S0-10, S0-11, R0-14)."""
    table.night += 1
    table.phase = "night"
    table.picks = {}
    table.foul_calls = {}
    for player in table.players.values():
        player.muted = player.toad = player.jinxed = player.charmed = player.fouled = False
    table.announce("night.falls", night=table.night)


async def collect_choices(tonight: Tonight) -> None:
    """One panel of the same shape for every living seat (R0-21)."""
    table = tonight.table
    awake = [seat for seat in table.living_but(RUMPLESTILTSKIN) if not table.players[seat].asleep]
    questions = [night_question(tonight, seat) for seat in awake]
    for name, asks_others in ASKING_OTHERS.items():
        if not table.publicly_gone(name):
            questions += asks_others(tonight)
    clock = timer("clock.night", table.options.night_seconds)
    rules = [pack(tonight), answer_each(questions, tonight.note)]
    beside = [
        card.by_night(tonight, seat)
        for card in in_deck(table)
        if card.by_night is not None
        for seat in table.holders(card.name)
    ]
    await together(rules, until=clock, wait_full=not table.options.quick_nights, beside=beside)
    tonight.keep_suspicions(table)
    table.silent_nights = 0 if tonight.somebody_acted else table.silent_nights + 1


def night_question(tonight: Tonight, seat: Seat) -> Question:
    """What the card asks; who has nothing to do notes whom they suspect, so that all panels look alike."""
    player = tonight.table.players[seat]
    asks = ROLES[player.role].asks
    return tonight.suspicion(seat) if asks is None or player.spent else asks.question(tonight, seat)


# -- the team ---------------------------------------------------------------------------------------------------------


async def pack(tonight: Tonight) -> None:
    """The team agrees on one victim, each seeing the others' picks; then each may use their card (S0-8 to S0-11)."""
    table = tonight.table
    team = table.awake_of(RUMPLESTILTSKIN)
    if not team:  # all of them sleep (R0-14)
        return
    tonight.victim = await agree_on_victim(table, team)
    if tonight.victim is not None:
        await answer_each(card_powers(tonight, team), partial(use_card, tonight))


async def agree_on_victim(table: VillageTable, team: list[Seat]) -> Seat | None:
    """A living player who is no Rumplestiltskin; no agreement, no kill (R0-6)."""
    targets = tuple(table.living_but(RUMPLESTILTSKIN))
    await point_at_victim(table, team, targets, lambda: have_agreed(table))
    if have_agreed(table):
        return agreed_victim(table, team)
    table.tell(team, "night.disagreed")
    return None


def have_agreed(table: VillageTable) -> bool:
    """Whether all who have pointed point at the same player; not where nobody has."""
    return len(set(table.picks.values())) == 1


def agreed_victim(table: VillageTable, team: list[Seat]) -> Seat:
    """Whom they point at; the team is told."""
    victim = next(iter(table.picks.values()))
    table.tell(team, "night.agreed", victim=victim)
    return victim


def card_powers(tonight: Tonight, team: list[Seat]) -> list[Question]:
    """After the team's pick each card asks its own holder alone (R0-6)."""
    return [night_question(tonight, seat) for seat in team if not tonight.table.players[seat].spent]


def use_card(tonight: Tonight, question: Question, target: Choice) -> None:
    """The power is used by being chosen (R0-6)."""
    tonight.note(question, target)
    if target is not None:
        player = tonight.table.players[question.seat]
        player.spent = ROLES[player.role].once


async def hour_of_powers(tonight: Tonight) -> None:
    """Where silence is no veto, those who have pointed agree when the panels have closed, and then the powers of the
    team's cards follow (R0-6). The hour passes every night, whoever has pointed: its length tells nothing."""
    table = tonight.table
    if table.options.all_must_point:
        return
    questions = []
    if tonight.victim is None and have_agreed(table):
        team = table.awake_of(RUMPLESTILTSKIN)
        tonight.victim = agreed_victim(table, team)
        questions = card_powers(tonight, team)
    clock = timer("clock.powers", table.options.powers_seconds)
    for question, target in await secret_hour(table, clock, questions):
        use_card(tonight, question, target)


# -- the hours of the powers ------------------------------------------------------------------------------------------


async def powers(tonight: Tonight, roles: Sequence[Role]) -> None:
    """What was chosen takes effect, role by role, unless something stops it."""
    for role in roles:
        if role.asks is None:
            if role.wakes is not None and not tonight.table.publicly_gone(role.name):
                await role.wakes(tonight)
        elif role.uses is not None and role.asks.key in tonight.answers:
            for me, choice in tonight.chosen(role.asks.key).items():
                if role.works(tonight, me):
                    await role.uses(tonight, me, choice)


async def bonus_cards(tonight: Tonight, hour: Hour) -> None:
    """What these cards do in their hour of the night."""
    for card in in_deck(tonight.table):
        if card.hour is hour and card.wakes is not None:
            await card.wakes(tonight)


# -- dawn -------------------------------------------------------------------------------------------------------------


def dawn(tonight: Tonight) -> None:
    """The Mirror names the dead, and what the night left behind (S0-20)."""
    table = tonight.table
    table.phase = "dawn"
    table.announce("dawn.breaks", night=table.night)
    tonight.pass_over_captured()
    bury_the_dead(tonight)

    for seat in who_died_in(tonight, Hour.TEAM):
        table.announce("dawn.killed", seat=seat, role=shown_role(table, seat))
    tonight.dawns(OF_THE_DEAD)
    for seat in who_died_in(tonight, Hour.SACRIFICE, Hour.HEARTBREAK):
        role = shown_role(table, seat)
        table.announce(f"dawn.{table.players[seat].end}", seat=seat, **({} if role is None else {"role": role}))
    if not tonight.dying and not tonight.captured:
        table.announce("dawn.nobody")

    for seat, key, values in tonight.news:
        table.learn(seat, key, **values)
    tonight.dawns(OF_THE_LIVING)
    spells_end(table)


def bury_the_dead(tonight: Tonight) -> None:
    """Of several causes one counts (M0-27)."""
    for seat in sorted(tonight.dying):
        cause = tonight.end_of(seat)
        bury(tonight.table, seat, cause.end, reveal=cause.is_shown)
    for seat in tonight.captured:
        bury(tonight.table, seat, "captured", reveal=True)


def who_died_in(tonight: Tonight, *hours: Hour) -> list[Seat]:
    return [seat for seat in sorted(tonight.dying) if tonight.end_of(seat).hour in hours]


def spells_end(table: VillageTable) -> None:
    """What was cast by day lasts no longer (R0-14, R0-17)."""
    for card in in_deck(table):
        if card.at_dawn is not None:
            card.at_dawn(table)
