"""Computer players at a real table: they answer for their own seats, in their own time, and never twice."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, NOON, SEED, Table, opened_table
from support.waiting import turns, until

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look, Options
from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.games.village.values import READY
from bot.matches import companions as companions_module
from bot.matches.archive import Archive
from bot.matches.companions import Companions
from bot.matches.guild_settings import GuildSettings
from bot.matches.happenings import Happening
from bot.matches.manners import TALKS_ON_MS
from bot.store.errors import DiskFull

NAME_DUEL = GAMES["name_duel"]
QUICK = VillageOptions(introductions=False, quick_nights=True)
ENCHANTED = (
    GAMES["village"].role_set("enchanted").options.model_copy(update={"introductions": False, "quick_nights": True})
)


class Party:
    """A table at which computer players have seats."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.companions = self.fresh()

    def fresh(self, pause_s: tuple[float, float] = (0.0, 0.0)) -> Companions:
        self.table.service.watchers[1:] = []
        companions = Companions(self.table.service, pause_s)
        self.table.service.watchers.append(companions.watch)
        return companions

    async def deal(self, people: int, options: Options = QUICK, seed: str = SEED) -> None:
        """The first seats are people's, the others computer players'; nobody has begun to think yet."""
        await self.table.deal(options=options, seed=seed)
        for seat in range(people + 1, 9):
            self.table.service.watchers.remove(self.companions.watch)
            await self.table.hosting.seat_person(self.table.match, HOST, seat, None, f"shadow {seat}")
            self.table.service.watchers.append(self.companions.watch)

    async def rest(self) -> None:
        """Until nobody thinks any more."""
        await turns()
        await until(lambda: not self.companions._tasks and not self.companions._timers)

    async def looked(self) -> None:
        """Until everybody who is asked something has begun to think."""
        await turns()
        await until(lambda: not self.companions._tasks)

    def thought(self) -> None:
        """Everybody has thought long enough."""
        for timer in list(self.companions._timers.values()):
            timer._run()
            timer.cancel()

    async def settled(self) -> None:
        """Until everybody has answered who need not wait for people."""
        for _ in range(60):
            await self.looked()
            ready = [one for one in self.companions._timers if one not in self.companions._held]
            if not ready:
                return
            for one in ready:
                timer = self.companions._timers[one]
                timer._run()
                timer.cancel()
        raise AssertionError("they never come to rest")

    async def answered(self) -> list[tuple[int, str, Any]]:
        lines = await self.table.journal()
        return [(line.seat, line.key, line.value) for line in lines if line.seat > 0]


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Party]:
    async with opened_table(tmp_path / "mirror.db") as table:
        party = Party(table)
        yield party
        await party.companions.close()
        await asyncio.sleep(0)


async def test_they_answer_for_their_own_seats_only(party: Party) -> None:
    await party.deal(people=4)
    party.companions.look_at(party.table.match)
    await party.rest()
    seats = {seat for seat, _, _ in await party.answered()}
    assert seats == {5, 6, 7, 8}
    assert {q.seat for q in (await party.table.awake()).match.open} >= {1, 2, 3, 4}


async def test_they_play_a_whole_game_among_themselves(party: Party) -> None:
    await party.deal(people=0)
    party.companions.look_at(party.table.match)
    for _ in range(200):
        await party.rest()
        if (await party.table.awake()).over:
            break
        await party.table.time_passes(30)
    assert (await party.table.awake()).match.outcome is not None


async def test_they_say_that_they_do_nothing(party: Party) -> None:
    """A duel in which no clock runs out: a player without a reaction to a guess says so, and the game goes on."""
    practice = next(one for one in NAME_DUEL.role_sets if one.name == "practice")
    await party.table.deal(2, practice.options, game=NAME_DUEL, begun=False)
    for seat in (1, 2):
        await party.table.hosting.seat_person(party.table.match, HOST, seat, None, f"shadow {seat}")
    await party.rest()
    declined = [line for line in await party.table.journal() if (line.key, line.value) == ("duel.react", None)]
    assert declined
    assert (await party.table.awake()).match.outcome is not None


async def test_each_plays_as_well_as_its_seat_says(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.deal(people=4)
    levels = {5: "easy", 6: "strong", 7: "thoughtful", 8: "random"}
    match = await party.table.service.snapshot(party.table.match)
    seats = {seat: replace(match.seats[seat], player=level) for seat, level in levels.items()}
    match = replace(match, seats=seats)
    made: list[tuple[str, str]] = []
    monkeypatch.setattr(companions_module, "player_for", lambda game, kind, rng: made.append((game, kind)))
    for seat in levels:
        party.companions._player(match, seat, 1)
    assert made == [("village", kind) for kind in levels.values()]


async def test_one_thought_for_each_question_however_often_they_look(party: Party) -> None:
    await party.deal(people=4)
    for _ in range(10):
        party.companions.watch(Happening(party.table.match, "changed"))
    await party.rest()
    given = [(seat, key) for seat, key, _ in await party.answered()]
    assert len(given) == len(set(given))


async def test_nobody_waits_longer_for_a_hard_choice(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may read the time of an answer to a few hundredths of a second would know how close the choice was."""
    await party.deal(people=7)
    party.companions = party.fresh((3.0, 3.0))
    player, rests = companions_module.player_for, []

    class Slow:
        def answer(self, question: Question, look: Look) -> Value:
            time.sleep(0.2)
            return player("village", "random", random.Random(1)).answer(question, look)

    async def rests_now(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(companions_module, "player_for", lambda *_: Slow())
    monkeypatch.setattr(companions_module, "_rest", rests_now)
    party.companions.look_at(party.table.match)
    await party.looked()
    [begins] = [timer.when() - asyncio.get_running_loop().time() for timer in party.companions._timers.values()]
    assert begins <= 3.0 - companions_module.THINKS_S
    party.thought()
    await until(lambda: bool(rests))
    assert rests[0] <= companions_module.THINKS_S - 0.2


async def test_they_wait_while_the_table_stands_still(party: Party) -> None:
    await party.deal(people=4)
    party.companions = party.fresh((0.02, 0.02))
    party.companions.look_at(party.table.match)
    await party.table.hosting.pause(party.table.match, HOST)
    await party.rest()
    assert await party.answered() == []
    await party.table.hosting.resume(party.table.match, HOST)
    await party.rest()
    assert {seat for seat, _, _ in await party.answered()} == {5, 6, 7, 8}


async def test_a_person_who_takes_the_seat_is_not_answered_for(party: Party) -> None:
    await party.deal(people=7)
    party.companions = party.fresh((100.0, 100.0))
    party.companions.look_at(party.table.match)
    await party.looked()
    await party.table.hosting.seat_person(party.table.match, HOST, 8, 555, "zoe")
    party.thought()
    await party.rest()
    assert await party.answered() == []


async def test_a_seat_given_to_the_computer_is_played_at_once(party: Party) -> None:
    await party.deal(people=8)
    await party.table.hosting.seat_person(party.table.match, HOST, 3, None, "shadow")
    await party.rest()
    assert {seat for seat, _, _ in await party.answered()} == {3}


async def test_the_same_thought_after_a_restart(party: Party) -> None:
    """Nobody can restart the bot to be given another answer."""
    await party.deal(people=0)
    table = party.table

    async def thoughts() -> list[Any]:
        awake = await table.awake()
        return [
            party.companions._player(awake.snapshot(), q.seat, q.number).answer(q, partial(awake.match.view, q.seat))
            for q in awake.match.open
            if q.seat > 0
        ]

    before = await thoughts()
    await table.restart()
    assert await thoughts() == before


async def test_an_answer_that_was_not_written_is_given_again(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companions_module, "RETRY_S", 0.01)
    await party.deal(people=7)
    write, failures = party.table.store.write, 3

    async def fail(work: Any) -> Any:
        nonlocal failures
        if failures:
            failures -= 1
            raise DiskFull("a test")
        return await write(work)

    party.table.store.write = fail  # type: ignore[method-assign]
    party.companions.look_at(party.table.match)
    await party.rest()
    assert failures == 0
    assert {seat for seat, _, _ in await party.answered()} == {8}


async def test_people_get_time_to_talk_before_a_computer_calls_the_vote(party: Party) -> None:
    await party.deal(people=0)
    party.companions = party.fresh((100.0, 100.0))
    party.companions.look_at(party.table.match)
    await party.looked()
    now = asyncio.get_running_loop().time()
    night = [timer.when() - now for timer in party.companions._timers.values()]
    await party.table.night_passes()
    await party.looked()
    awake = await party.table.awake()
    day = {
        party.companions._timers[awake.id, awake.match.checkpoint, q.number].when() - now
        for q in awake.match.open
        if q.key == "day.call"
    }
    assert max(night) < 101
    assert min(day) > 299


# -- manners ----------------------------------------------------------------------------------------------------------


async def day_with(party: Party, *people: int) -> None:
    """A day has broken at a table where these seats are people's; every computer player who may go on has."""
    await party.deal(people=max(people))
    await party.table.night_passes()
    party.companions.look_at(party.table.match)
    await party.settled()


async def ready(party: Party) -> list[int]:
    return [seat for seat, key, value in await party.answered() if key == "day.call" and value[0] == READY]


async def test_computers_call_no_vote_before_the_person_has_said_anything(party: Party) -> None:
    await day_with(party, 1)
    assert party.companions._held, "somebody waits"
    assert "day.call" in await party.table.keys()
    (view,) = {(await party.table.awake()).match.view(0).phase}
    assert view == "day"
    awake = await party.table.awake()
    assert 2 * len(await ready(party)) <= len(awake.match.view(0).players), "the vote is not called"
    question = next(one for one in awake.match.open if (one.key, one.seat) == ("day.call", 1))
    await party.table.answer(question, [READY, None])
    await party.settled()
    keys = await party.table.keys()
    assert "day.call" not in keys, "now the others go on"


async def test_to_say_something_is_not_yet_an_answer(party: Party) -> None:
    await day_with(party, 1)
    awake = await party.table.awake()
    question = next(one for one in awake.match.open if (one.key, one.seat) == ("day.call", 1))
    assert question.says is not None
    await party.table.answer(question, next(iter(question.says())))
    await party.settled()
    assert "day.call" in await party.table.keys(), "the others still wait"
    again = next(one for one in (await party.table.awake()).match.open if (one.key, one.seat) == ("day.call", 1))
    await party.table.answer(again, [READY, None])
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def test_whoever_has_nominated_somebody_may_still_speak(party: Party) -> None:
    """They are asked on, whether they want to vote: nobody takes their word away in the next seconds."""
    await day_with(party, 1)
    named = next(one for one in (await party.table.awake()).match.open if (one.key, one.seat) == ("day.call", 1))
    await party.table.answer(named, [3, None])
    await party.settled()
    on = next(one for one in (await party.table.awake()).match.open if (one.key, one.seat) == ("day.call", 1))
    assert on.says is not None
    party.table.clock.now += (TALKS_ON_MS * 2) // 3
    await party.table.answer(on, next(iter(on.says())))
    party.table.clock.now += (TALKS_ON_MS * 2) // 3
    await party.settled()
    assert "day.call" in await party.table.keys(), "they have just said something"
    party.table.clock.now += TALKS_ON_MS
    party.thought()
    await party.settled()
    assert "day.call" not in await party.table.keys(), "nobody waits for the half of the day"


async def test_whoever_wants_to_vote_waits_for_no_one_who_talks_on(party: Party) -> None:
    await day_with(party, 1)
    for value in ([3, None], [READY, None]):
        asked = next(one for one in (await party.table.awake()).match.open if (one.key, one.seat) == ("day.call", 1))
        await party.table.answer(asked, value)
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def enchanted_day(party: Party, key: str) -> Question:
    """A day at a table with bonus cards, on which the one person there is asked this besides; they have done nothing
    yet, and every computer player who may go on has."""
    for number in range(40):
        await party.deal(people=1, options=ENCHANTED, seed=f"day {number}")
        await party.table.night_passes()
        besides = [one for one in (await party.table.awake()).match.open if (one.key, one.seat) == (key, 1)]
        if besides:
            party.companions.look_at(party.table.match)
            await party.settled()
            assert "day.call" in await party.table.keys()
            return besides[0]
    raise AssertionError(f"nobody is asked {key}")


async def test_what_is_asked_besides_by_day_is_no_answer_to_the_day(party: Party) -> None:
    """Somebody who lets a foul pass has neither nominated anybody nor called for the vote."""
    await party.table.answer(await enchanted_day(party, "day.foul"), None)
    await party.settled()
    assert ("day.call", 1) in {(one.key, one.seat) for one in (await party.table.awake()).match.open}


async def test_a_spell_that_flies_is_no_end_of_the_day(party: Party) -> None:
    """Its clock is short, and secret: neither does the wait for people end with it, nor does anybody think faster."""
    spell = await enchanted_day(party, "day.cast_sleep")
    manners = party.companions._manners
    before = await party.table.service.snapshot(party.table.match)
    party.table.service.watchers.remove(party.companions.watch)
    await party.table.answer(spell, next(seat for seat in spell.choices if seat not in (None, 1)))
    flies = await party.table.service.snapshot(party.table.match)
    (call,) = [one for one in flies.open if (one.key, one.seat) == ("day.call", 1)]
    assert "clock.redirect" in {one.key for one in flies.open}
    assert manners.slower(flies, call) == manners.slower(before, call)
    assert manners.is_waited_for(flies, call)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert ("day.call", 1) in {(one.key, one.seat) for one in (await party.table.awake()).match.open}


async def test_they_wait_for_a_lone_person_for_most_of_the_clock_and_no_longer(party: Party) -> None:
    await day_with(party, 1)
    warning = await party.table.seconds_left("clock.")
    await party.table.time_passes(0.8 * warning)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" in await party.table.keys()
    await party.table.time_passes(0.15 * warning)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def test_a_vote_late_in_the_day_waits_by_its_own_clock(party: Party) -> None:
    """The day's warning is near, and says nothing about the vote."""
    await day_with(party, 1)
    await party.table.time_passes(0.92 * await party.table.seconds_left("clock.warning"))
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.vote" in await party.table.keys()
    await party.table.time_passes(0.95 * await party.table.seconds_left("clock.warning"))
    party.companions.look_at(party.table.match)
    await party.settled()
    assert ("day.vote", 1) in {(one.key, one.seat) for one in (await party.table.awake()).match.open}


async def test_between_several_people_half_of_the_clock_is_enough(party: Party) -> None:
    await day_with(party, 1, 2)
    warning = await party.table.seconds_left("clock.")
    await party.table.time_passes(0.4 * warning)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" in await party.table.keys()
    await party.table.time_passes(0.15 * warning)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def pause(table: Table) -> None:
    await table.hosting.pause(table.match, HOST)
    await table.time_passes(3600)
    await table.hosting.resume(table.match, HOST)


async def lost_touch(table: Table) -> None:
    table.service.time.stand("gateway")
    table.clock.now += 3600 * 1000
    table.service.time.go_on("gateway")
    await table.ring()


async def clock_put_forward(table: Table) -> None:
    now = table.service.time.steady_ms()
    table.service.time.compare(table.service.time.now_ms() + 86_400_000, now, now)
    await table.ring()


@pytest.mark.parametrize("meanwhile", [pause, lost_touch, clock_put_forward])
async def test_what_does_not_count_for_the_clock_does_not_count_for_the_wait(
    party: Party, meanwhile: Callable[[Table], Awaitable[None]]
) -> None:
    """The clock goes on where it stood: whoever was still to be waited for has as much time as before."""
    await day_with(party, 1)
    await meanwhile(party.table)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" in await party.table.keys(), "the vote is not called over the person's head"


async def test_a_clock_put_back_does_not_make_them_wait_for_a_day(party: Party) -> None:
    await day_with(party, 1)
    now = party.table.service.time.steady_ms()
    party.table.service.time.compare(party.table.service.time.now_ms() - 86_400_000, now, now)
    await party.table.time_passes(0.95 * await party.table.seconds_left("clock."))
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def test_in_the_quiet_hours_computers_decide_nothing_over_the_head_of_who_sleeps(party: Party) -> None:
    """A minute before they begin a day breaks; the rest of it is after their end."""
    party.table.service.keeper.quiet.note(1, GuildSettings(quiet_from=22, quiet_until=8))
    quiet_ms = NOON - NOON % 3_600_000 + 24 * 3_600_000
    party.table.clock.now = quiet_ms - 60_000
    await party.deal(people=1)
    await party.table.night_passes()
    assert await party.table.seconds_left("clock.") > 10 * 3600
    party.companions.look_at(party.table.match)
    await party.settled()
    for later_ms in (60_000, 5 * 3_600_000, 10 * 3_600_000 - 1000):
        party.table.clock.now = quiet_ms + later_ms
        await party.table.ring()
        party.companions.look_at(party.table.match)
        await party.settled()
        assert "day.call" in await party.table.keys()
    party.table.clock.now = quiet_ms + 10 * 3_600_000
    await party.table.time_passes(0.95 * await party.table.seconds_left("clock."))
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def test_nobody_waits_for_somebody_who_is_away(party: Party) -> None:
    await party.deal(people=2)
    await party.table.night_passes()
    awake = await party.table.awake()
    for seat in (1, 2):
        awake.seats[seat] = replace(awake.seats[seat], away=True)
    party.companions.look_at(party.table.match)
    await party.settled()
    assert "day.call" not in await party.table.keys()


async def test_the_time_to_think_depends_on_the_pace_and_the_clock_alone(party: Party) -> None:
    """Whatever card somebody holds: the wait is drawn from the same span for all who are asked together."""
    await party.deal(people=1)
    await party.table.night_passes()
    match = await party.table.service.snapshot(party.table.match)
    party.companions._manners.look(match)
    spans = {party.companions._manners.slower(match, one) for one in match.open if one.key == "day.call"}
    assert len(spans) == 1
    brisk = replace(match, row=replace(match.row, options={**match.row.options, "pace": "brisk"}))
    (question,) = [one for one in match.open if (one.key, one.seat) == ("day.call", 1)]
    assert party.companions._manners.slower(brisk, question) < spans.pop()


async def test_whoever_plays_alone_in_a_game_of_turns_is_not_kept_waiting(party: Party) -> None:
    """Nobody talks or votes there, so that nothing is decided over their head: they would only look on."""
    for name, seats, people, slower in (
        ("grimm_forest", 3, 1, 0.5),
        ("grimm_forest", 3, 2, 1.0),
        ("village", 8, 1, 1.5),
    ):
        game = GAMES[name]
        await party.table.deal(seats, game.role_sets[0].options, game=game, begun=False)
        for seat in range(people + 1, seats + 1):
            await party.table.hosting.seat_person(party.table.match, HOST, seat, None, f"shadow {seat}")
        match = await party.table.service.snapshot(party.table.match)
        question = next(one for one in match.open if one.seat in match.computers())
        assert party.companions._manners.slower(match, question) == slower, (name, people)


async def test_after_closing_nobody_thinks(party: Party) -> None:
    await party.deal(people=0)
    party.companions = party.fresh((100.0, 100.0))
    party.companions.look_at(party.table.match)
    await party.looked()
    thinking = list(party.companions._timers.values())
    assert thinking
    await party.companions.close()
    party.companions.look_at(party.table.match)
    await turns()
    assert all(timer.cancelled() for timer in thinking)
    assert list(party.companions._timers.values()) == thinking
    assert await party.answered() == []


async def test_a_table_that_is_gone_is_left_alone(party: Party) -> None:
    party.companions.look_at(4711)
    (looks,) = party.companions._tasks
    await party.rest()
    assert looks.exception() is None


class _Broken:
    """A player that a mistake of its own stops, or that gives what is no answer."""

    def answer(self, question: Question, look: Look) -> Value:
        if question.seat % 2:
            raise ZeroDivisionError("a test")
        return "no answer"


async def test_a_player_that_fails_does_not_hold_up_the_table(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no clock runs, nobody else would ever answer for it."""
    await party.deal(people=4)
    monkeypatch.setattr(companions_module, "player_for", lambda game, kind, rng: _Broken())
    party.companions.look_at(party.table.match)
    await party.rest()
    given = await party.answered()
    assert {seat for seat, _, _ in given} == {5, 6, 7, 8}


# -- time is turned back ----------------------------------------------------------------------------------------------


class _Counts:
    """A player that does nothing but see how many have been nominated."""

    def __init__(self) -> None:
        self.saw: list[int] = []

    def answer(self, question: Question, look: Look) -> Value:
        self.saw.append(len(look().nominations))  # type: ignore[attr-defined]
        return [READY, None]


async def test_what_was_seen_before_time_was_turned_back_decides_nothing(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is asked again after it, by the same number; the thought that waited behind the host is out of date."""
    monkeypatch.setattr(companions_module, "RETRY_S", 0.01)
    await party.deal(people=7)
    table, companions, player, turned = party.table, party.companions, _Counts(), list[None]()
    table.service.watchers.remove(companions.watch)
    await table.night_passes()
    calls = {one.seat: one for one in (await table.awake()).match.open if one.key == "day.call"}
    await table.answer(calls[1], [2, None])
    nominated = (await Archive(table.store).decisions(table.match))[-1].number

    async def outruns_while_the_host_goes_back(*asked: Any) -> bool:
        if not turned:
            turned.append(await table.hosting.rewind(table.match, HOST, nominated, force=True))
        return False

    monkeypatch.setattr(companions_module, "player_for", lambda *_: player)
    monkeypatch.setattr(companions._manners, "outruns", outruns_while_the_host_goes_back)
    table.service.watchers.append(companions.watch)
    companions.look_at(table.match)
    await until(lambda: bool(turned))
    await party.rest()
    given = [(seat, value) for seat, key, value in await party.answered() if key == "day.call"]
    assert given == [(8, [READY, None])]
    assert player.saw == [1, 0]


async def test_a_thought_that_begins_is_put_off_no_more(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person answers in the moment in which the wait for them is over: nobody thinks twice, and none is forgotten
    when the bot goes."""
    await day_with(party, 1)
    loop, made = asyncio.get_running_loop(), []
    later = loop.call_later

    def call_later(*wanted: Any) -> asyncio.TimerHandle:
        made.append(later(*wanted))
        return made[-1]

    held = [party.companions._timers[one] for one in party.companions._held]
    assert held
    awake = await party.table.awake()
    call = next(one for one in awake.match.open if (one.key, one.seat) == ("day.call", 1))
    monkeypatch.setattr(loop, "call_later", call_later)
    party.companions._pause_s = (100.0, 100.0)
    party.table.service.watchers.remove(party.companions.watch)
    await party.table.answer(call, [3, None])
    party.companions.look_at(party.table.match)
    for timer in held:
        timer._run()
        timer.cancel()
    await party.looked()
    known = list(party.companions._timers.values())
    await party.companions.close()
    monkeypatch.undo()
    forgotten = [one for one in made if one not in known and not one.cancelled() and one.when() > loop.time()]
    assert not [one for one in forgotten if "Companions" in repr(one)]
