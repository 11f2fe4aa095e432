"""Time away is nobody's fault: a process that is frozen, a Discord that does not answer, a gateway that is gone, and a
start with a wrong clock, all in one night."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from pretended.calls import Call
from pretended.evening import Evening, evening
from pretended.faults import Weather
from pretended.limits import nested
from pretended.rest import CutShort

VILLAGE = ("ann", "ben", "cat", "dan")
TWO_ARE_ASKED = 1
"""With this seed at least two of the village's people are asked something in the first night."""
TWELVE_YEARS_S = 12 * 365 * 24 * 3600.0
NIGHT_MS = 75_000
AT_MOST_A_BEAT_MS = 15_000
AFTERWARDS_MS = 30_000
"""So long after the night's clock would have run out the trouble ends, by people's own clocks."""
SPEEDS = (30.0, 10.0, 3.0)
"""So many times as fast as the machine's clock, from the first to the last try."""


class TooFast(Exception):
    """The night was over before this busy machine had looked at it."""


async def at_some_speed(play: Callable[[Path, float], Awaitable[None]], tmp_path: Path) -> None:
    """A night lasts some seconds of the machine: one that has no time for it plays a slower one."""
    for speed in SPEEDS:
        place = tmp_path / f"{speed:.0f}"
        place.mkdir()
        try:
            await play(place, speed)
        except TooFast:
            if speed == SPEEDS[-1]:
                raise
        else:
            return


async def seen(night: Evening, holds: Callable[[], bool], what: str) -> None:
    """Wait for something that is to be seen at night. Raises TooFast."""
    await night.discord.witness.until_written(lambda: holds() or it_has_dawned(night), what)
    if it_has_dawned(night):
        raise TooFast


@asynccontextmanager
async def night_falls(tmp_path: Path, speed: float) -> AsyncIterator[Evening]:
    """A village early in its first night, in which people have something to do."""
    async with evening(tmp_path, seed=1, names=VILLAGE, weather=Weather(), speed=speed) as night:
        await night.lay_table("village")

        def it_is_night() -> bool:
            begun = any(one.key == "night.falls" for one in night.records.announcements())
            return begun and night.records.due_ms() - night.discord.clock.now_ms() > NIGHT_MS / 3

        await seen(night, it_is_night, "the night")
        yield night


@asynccontextmanager
async def until_it_should_be_day(night: Evening) -> AsyncIterator[None]:
    """What is done in here lasts until the night's clock would have run out, and a while longer. Nobody has missed
    anything then, and the night goes on; and whoever looks at their panel reads when it ends."""
    lag_ms, strikes = night.records.lag_ms(), night.records.strikes()
    yield
    await seen(night, lambda: night.records.lag_ms() >= lag_ms + AFTERWARDS_MS, "time to be given back")
    assert night.records.strikes() == strikes
    await seen(night, night.panels_tell_the_time, "every panel to say when the night ends")


async def the_time_has_passed(night: Evening) -> None:
    due_ms = night.records.due_ms()
    await night.discord.witness.until_written(
        lambda: night.discord.clock.now_ms() > due_ms + AFTERWARDS_MS, "the end of the night's time"
    )


def nobody_has_missed_anything(night: Evening, strikes_before: int) -> None:
    assert night.records.strikes() == strikes_before
    assert not it_has_dawned(night)


def it_has_dawned(night: Evening) -> bool:
    return any(one.key == "dawn.breaks" for one in night.records.announcements())


async def test_a_night_of_troubles(tmp_path: Path) -> None:
    await at_some_speed(a_night_of_troubles, tmp_path)


async def a_night_of_troubles(tmp_path: Path, speed: float) -> None:
    async with night_falls(tmp_path, speed) as night:
        async with until_it_should_be_day(night):
            night.bot.freeze()
            await the_time_has_passed(night)
            night.bot.thaw()
        async with until_it_should_be_day(night):
            night.discord.weather.is_out = True
            await the_time_has_passed(night)
            night.discord.weather.is_out = False
        async with until_it_should_be_day(night):
            night.discord.gateway.is_shut = True
            night.discord.gateway.cut(0, 1)
            await the_time_has_passed(night)
            night.discord.gateway.is_shut = False
        strikes = night.records.strikes()
        await starts_with_a_wrong_clock(night)
        assert night.records.strikes() == strikes
        await night.discord.witness.until_written(lambda: it_has_dawned(night), "dawn")
        assert night.records.strikes() > strikes, "who sleeps on with a bot that listens has missed it"


def asks_somebody_alone(night: Evening, call: Call) -> bool:
    """Whether a request sends a person a message with a question of the night."""
    if call.method != "POST" or call.ids.get("channel") not in {str(one.direct.id) for one in night.people}:
        return False
    return any(str(one.get("custom_id")).startswith(("mm:s:", "mm:a:")) for one in nested(call.body["components"]))


async def starts_with_a_wrong_clock(night: Evening) -> None:
    """Discord says what time it is: no clock is stretched or ended, and it is reported."""
    night.bot.kill()
    await night.bot.gone()
    night.bot.wrong_s = TWELVE_YEARS_S
    beat = night.records.beat()
    await night.bot.start()
    await seen(night, lambda: night.records.beat() != beat, "the new process to be there")
    assert night.records.due_ms() - night.discord.clock.now_ms() <= NIGHT_MS + AT_MOST_A_BEAT_MS
    await seen(night, night.panels_tell_the_time, "every panel to say when the night ends")
    assert "time_put_right" in night.bot.log.read_text()


async def test_no_night_ends_for_whom_it_could_not_ask(tmp_path: Path) -> None:
    await at_some_speed(a_night_unasked, tmp_path)


async def a_night_unasked(tmp_path: Path, speed: float) -> None:
    """Discord takes everything but what is sent to people alone: nobody can be asked, so nobody's time passes. Then one
    person alone is not reached."""
    async with evening(tmp_path, seed=TWO_ARE_ASKED, names=VILLAGE, weather=Weather(), speed=speed) as night:
        failed, out_for = set[str](), {str(one.direct.id) for one in night.people}

        def to_somebody_asked(call: Call, when: str) -> None:
            if when == "before" and call.ids.get("channel") in out_for and asks_somebody_alone(night, call):
                failed.add(call.ids["channel"])
                raise CutShort

        night.discord.rest.moments.append(to_somebody_asked)
        await night.lay_table("village")
        await night.discord.witness.until_written(
            lambda: len(failed) > 1 and night.records.due_ms() > night.discord.clock.now_ms(), "a night unasked"
        )
        async with until_it_should_be_day(night):
            await the_time_has_passed(night)
            out_for &= {min(failed)}
        strikes = night.records.strikes()
        await the_time_has_passed(night)
        nobody_has_missed_anything(night, strikes)
        out_for.clear()
        await seen(night, lambda: _is_far_off(night), "the time of one person")
        assert night.records.strikes() == strikes
        await night.discord.witness.until_written(lambda: it_has_dawned(night), "dawn")
        await night.all_delivered()
        assert await night.audit() == []


def _is_far_off(night: Evening) -> bool:
    """Whether the night goes on for a while."""
    return night.records.due_ms() > night.discord.clock.now_ms() + AFTERWARDS_MS
