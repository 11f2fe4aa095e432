"""Speeches: everybody in turn has the floor, and may nominate in the own minute (S3-1, S3-2, R3-3, R3-4)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat, put, timer
from bot.games.hidden_roles.claims import is_claim, make_claim
from bot.games.mafia.claimable import claimable
from bot.games.mafia.floor import LOSES_SPEECH, Floor
from bot.games.mafia.table import MafiaTable, Nomination
from bot.games.mafia.values import PASS
from bot.games.mafia.views import view

FEW = 4
"""With so few alive a lost speech is a short one instead (R3-14)."""
SHORT_SECONDS = 30


async def speak_in_turn(table: MafiaTable, floor: Floor) -> None:
    """Each living player once, from today's first speaker on (R3-3)."""
    table.phase = "speeches"
    floor.nominable = table.nominable()
    for seat in order_of_speech(table):
        if table.players[seat].alive:  # a fourth foul may have sent them out meanwhile
            await speech(table, floor, seat)
    table.speaker = None


def order_of_speech(table: MafiaTable) -> list[Seat]:
    """Seat 1 opens the first day, then the next living seat after yesterday's first speaker (R3-3)."""
    living = table.living()
    table.first_speaker = next((seat for seat in living if seat > table.first_speaker), living[0])
    place = living.index(table.first_speaker)
    return living[place:] + living[:place]


async def speech(table: MafiaTable, floor: Floor, seat: Seat) -> None:
    """One speech. Fouls may have cost its words, or all of it (R3-14)."""
    if table.is_real:
        await floor.step("speech", seat=seat)
    player = table.players[seat]
    if not player.alive:
        return
    penalty, player.penalty = player.penalty, 0
    seconds = speech_seconds(table, penalty)
    if seconds == 0 and not keeps_nomination(table, penalty):
        table.announce("speech.lost", seat=seat)
        return
    table.speaker, table.floor_seconds = seat, seconds
    table.announce("speech.begins", seat=seat, seconds=seconds)
    clock = timer("clock.speech", seconds or SHORT_SECONDS)
    occasion = f"speech.{table.day}.{seat}"
    says = speaker_says(table, seat, occasion) if seconds else None
    choices: list[Seat | str] = [*floor.nominable, PASS]
    while True:
        question = put(seat, "speech.floor", choices, occasion=occasion, says=says)
        answered, value = await floor.first_of([question, clock])
        if answered is clock or value == PASS:
            break
        if is_claim(value):
            make_claim(table, table.claims, table.day, occasion, seat, value)
            continue
        nominate(table, floor, seat, value)
        if seconds == 0:
            break
        choices = [PASS]
    table.announce("speech.ends", seat=seat)


def speaker_says(table: MafiaTable, seat: Seat, occasion: str) -> Callable[[], Collection[str]] | None:
    """What this speaker can claim: made of what everybody sees, so it is the same whatever card anybody holds."""
    if not table.options.claims:
        return None
    return lambda: claimable(view(table, SPECTATOR), seat, occasion)


def speech_seconds(table: MafiaTable, penalty: int) -> int:
    """How long a speech may be; 0 when fouls have cost its words (R3-14)."""
    seconds = table.options.speech_seconds
    if not penalty:
        return seconds
    if table.options.fouls == "halving":
        return seconds // 2 if penalty == 1 else 0
    return min(seconds, SHORT_SECONDS) if len(table.living()) <= FEW else 0


def keeps_nomination(table: MafiaTable, penalty: int) -> bool:
    """Without words one may still nominate; where each foul costs more, the third takes that too (R3-14)."""
    return not (table.options.fouls == "halving" and penalty == LOSES_SPEECH)


def nominate(table: MafiaTable, floor: Floor, by: Seat, nominee: Seat) -> None:
    """Somebody is named, once a day (R3-4)."""
    table.nominations.append(Nomination(table.day, by, nominee))
    if nominee in floor.nominable:  # or they were sent out during this speech
        floor.nominable.remove(nominee)
    table.announce("speech.nominated", by=by, nominee=nominee)


async def final_words(table: MafiaTable, floor: Floor, seats: list[Seat]) -> None:
    """Players who leave have the floor once more, one after the other (S3-4, R3-8)."""
    if not table.options.final_seconds:
        return
    for seat in seats:
        if table.players[seat].alive:
            await hold_floor(table, floor, seat, "final", table.options.final_seconds)


async def hold_floor(table: MafiaTable, floor: Floor, seat: Seat, kind: str, seconds: int) -> None:
    """The floor without a nomination: a defence or a final word."""
    if table.is_real:
        await floor.step(kind, seat=seat)
    if not table.players[seat].alive:
        return
    table.speaker, table.floor_seconds = seat, seconds
    table.announce(f"{kind}.begins", seat=seat, seconds=seconds)
    clock, occasion = timer(f"clock.{kind}", seconds), f"{kind}.{table.day}.{seat}"
    says = speaker_says(table, seat, occasion)
    while True:
        question = put(seat, f"{kind}.floor", (PASS,), occasion=occasion, says=says)
        answered, value = await floor.first_of([question, clock])
        if answered is clock or value == PASS:
            break
        make_claim(table, table.claims, table.day, occasion, seat, value)
    table.speaker = None
