"""The day: introductions; talk, ballots and a burning (S0-21, S0-22, R0-12, R0-13)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask_all, put, timer
from bot.games.village import referee
from bot.games.village.ballots import ballots
from bot.games.village.claims import INTRODUCTIONS
from bot.games.village.counting import announce_count
from bot.games.village.daylight import Day, Decided, Nightfall
from bot.games.village.death import judge
from bot.games.village.stake import burn
from bot.games.village.table import VillageTable
from bot.games.village.talk import talk


async def introductions(table: VillageTable) -> None:
    """The first day: everybody may give an alias; no nomination and no vote (S0-6)."""
    if not table.options.introductions:
        return
    table.phase = "introductions"
    table.announce("introductions.begin")
    seats = table.living()
    questions = [
        put(seat, "introduction", kind="text", occasion="introduction", values=INTRODUCTIONS) for seat in seats
    ]
    clock = timer("clock.introductions", table.options.introduction_seconds)
    for seat, alias in zip(seats, await ask_all(questions, clock), strict=True):
        table.players[seat].alias = (alias or "").strip()
    table.announce("introductions.end", aliases=[[seat, table.players[seat].alias] for seat in seats])


async def play_day(table: VillageTable) -> bool:
    """From dawn to nightfall. True when the game is over."""
    table.phase = "day"
    table.announce("day.begins", day=table.night, seconds=table.options.day_seconds)
    if table.deck:
        referee.remind(table)
    day = Day(table)
    burned: Seat | None = None
    try:
        nominees = await talk(table, day)
        if nominees:
            burned = await ballots(table, day, nominees)
        else:
            table.announce("day.no_nominee")
    except Nightfall:
        if table.ballots and not table.ballots[-1].counted:
            announce_count(table, table.ballots[-1], [])
        table.announce("day.time_is_up")
    except Decided:
        return True
    try:
        await day.close()
    except Decided:
        return True
    if burned is None or not table.players[burned].alive:
        return False
    await burn(table, burned)
    return judge(table)
