"""The vote: in the order of nomination, missing votes on the last, ties and their ends (R3-5 to R3-7)."""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Seat, put, timer
from bot.games.mafia.floor import Floor, VoteIsOff
from bot.games.mafia.speeches import hold_floor
from bot.games.mafia.table import MafiaTable, Vote
from bot.games.mafia.values import NO, YES


async def hold_vote(table: MafiaTable, floor: Floor) -> list[Seat]:
    """The players who have to leave today; nobody when a foul has cancelled the vote, before or during it (R3-14)."""
    try:
        if not table.vote_cancelled:
            return await vote_of_the_day(table, floor)
    except VoteIsOff:
        table.speaker = None
    table.vote_cancelled = False
    table.announce("vote.cancelled")
    return []


async def vote_of_the_day(table: MafiaTable, floor: Floor) -> list[Seat]:
    """Votes, defences and votes again, until it is clear who leaves. Raises VoteIsOff."""
    nominees = [seat for seat in table.nominees_today() if table.players[seat].alive]
    if len(nominees) < 2:
        return lone_nominee(table, nominees)
    table.phase = "vote"
    again = 0
    while True:
        vote = Vote(table.day, again, nominees)
        table.votes.append(vote)
        await count(table, floor, vote)
        tied = leaders(vote)
        table.announce("vote.counted", again=again, votes=counted(vote), tied=tied if len(tied) > 1 else [])
        if len(tied) == 1:
            vote.left = tied
            return tied
        if len(tied) == len(table.living()):
            table.announce("vote.all_tied")  # nobody leaves when everybody would (R3-7)
            return []
        if again and table.options.ties == "mild":
            table.announce("vote.tied_again", tied=tied)
            return []
        if again and tied == nominees:
            return await all_of_them(table, floor, tied)
        for seat in tied:
            await hold_floor(table, floor, seat, "defence", table.options.defence_seconds)
        nominees, again = tied, again + 1


def lone_nominee(table: MafiaTable, nominees: list[Seat]) -> list[Seat]:
    """With one nominee there is no vote; in sport they leave, but not on the first day (R3-5)."""
    if nominees and table.lone_nominee_leaves:
        table.announce("vote.lone_nominee_leaves", nominee=nominees[0])
        return nominees
    table.announce("vote.none", nominees=nominees)
    return []


async def count(table: MafiaTable, floor: Floor, vote: Vote) -> None:
    """Each nominee in turn: hands up. A player who has raised none has voted for the last (R3-6)."""
    unused = table.living()
    for nominee in vote.nominees[:-1]:
        if table.is_real:
            await floor.step("vote", nominee=nominee)
        table.announce("vote.for", nominee=nominee, again=vote.again)
        hands = await raised_hands(table, floor, "vote.hand", {"nominee": nominee}, vote, unused)
        vote.votes[nominee] = hands
        unused = [seat for seat in unused if seat not in hands]
    vote.votes[vote.nominees[-1]] = unused
    vote.counted = True


async def raised_hands(
    table: MafiaTable, floor: Floor, key: str, values: dict[str, Any], vote: Vote, voters: list[Seat]
) -> list[Seat]:
    """The players who say yes before the clock runs out, in the order of the seats."""
    occasion = f"vote.{table.day}.{vote.again}.{len(vote.votes)}"
    waiting = [put(seat, key, (YES, NO), values=values, occasion=occasion) for seat in voters]
    clock = timer("clock.vote", table.options.vote_seconds)
    waiting.append(clock)
    hands = set()
    while waiting[0] is not clock:
        question, value = await floor.first_of(waiting)
        if question is clock:
            break
        waiting.remove(question)
        if value == YES:
            hands.add(question.seat)
    return [seat for seat in voters if seat in hands]


def leaders(vote: Vote) -> list[Seat]:
    """Those with the most votes, in the order of nomination."""
    most = max(map(len, vote.votes.values()))
    return [nominee for nominee in vote.nominees if len(vote.votes[nominee]) == most]


def counted(vote: Vote) -> list[list[object]]:
    """The vote board: each nominee, and who voted for them."""
    return [[nominee, list(vote.votes[nominee])] for nominee in vote.nominees]


async def all_of_them(table: MafiaTable, floor: Floor, tied: list[Seat]) -> list[Seat]:
    """The same people are tied again: do all of them leave? Yes by more than half of the living (R3-7)."""
    vote = Vote(table.day, table.votes[-1].again + 1, tied, kind="all")
    table.votes.append(vote)
    if table.is_real:
        await floor.step("vote_all", tied=tied)
    table.announce("vote.all_of_them", tied=tied)
    voters = table.living()
    hands = await raised_hands(table, floor, "vote.all", {"tied": tied}, vote, voters)
    vote.votes, vote.counted = {0: hands}, True
    leaving = tied if 2 * len(hands) > len(voters) else []
    vote.left = list(leaving)
    table.announce("vote.all_of_them.counted", voters=hands, leaving=leaving)
    return leaving
