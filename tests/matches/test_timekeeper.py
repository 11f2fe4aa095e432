"""Two clocks: people's own, and the time that counts, which only runs while the bot is there for the players."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.matches.timekeeper import OVERDUE_MS, SHORTEST_STAND_MS, Reading, Timekeeper

NOON = 1_700_000_000_000
YEAR_MS = 365 * 24 * 3600 * 1000
HOUR_MS = 3600 * 1000


class Machine:
    """A machine with a clock on its wall and a steady one, and a process that feels its pulse once a second."""

    def __init__(self, *, wrong_ms: int = 0) -> None:
        self.steady = 5_000_000
        self.wrong_ms = wrong_ms
        self.time = Timekeeper(lambda: self.true_ms + self.wrong_ms, lambda: self.steady)
        self.time.feel_pulse(1_000)

    @property
    def true_ms(self) -> int:
        return NOON + self.steady - 5_000_000

    def runs(self, seconds: float) -> None:
        for _ in range(int(seconds)):
            self.steady += 1_000
            self.time.feel_pulse(1_000)
        self.steady += int(seconds % 1 * 1000)

    def freezes(self, seconds: float) -> None:
        self.steady += int(seconds * 1000)

    def hears_discord(self, *, took_ms: int = 80) -> int:
        """An answer of Discord, whose seconds are whole; by how much the time was moved."""
        asked = self.time.steady_ms()
        date_ms = (self.true_ms + took_ms // 2) // 1000 * 1000
        self.steady += took_ms
        return self.time.compare(date_ms, asked, self.time.steady_ms())

    def counted(self) -> int:
        return self.time.play_ms()


def test_while_all_is_well_both_clocks_are_one() -> None:
    machine = Machine()
    machine.runs(60)
    assert machine.time.read() == (NOON + 60_000, NOON + 60_000)
    assert machine.time.lag_ms == 0


def test_the_wall_clock_jumps_and_nothing_moves() -> None:
    machine = Machine()
    for jump in (-3 * HOUR_MS, 12 * YEAR_MS, -12 * YEAR_MS):
        before = machine.time.read()
        machine.wrong_ms += jump
        assert machine.time.read() == before
        assert machine.time.astray_ms() == machine.wrong_ms


def test_a_frozen_process_counts_no_time_whoever_looks_first() -> None:
    machine = Machine()
    machine.runs(10)
    machine.freezes(30)
    assert machine.counted() == NOON + 10_000
    assert machine.time.now_ms() == NOON + 40_000
    assert machine.time.feel_pulse(1_000) == 30_000
    machine.runs(5)
    assert machine.counted() == NOON + 15_000
    assert machine.time.lag_ms == 30_000


def test_who_never_feels_a_pulse_is_not_thought_frozen() -> None:
    at = [NOON]
    time = Timekeeper(lambda: at[0])
    at[0] += HOUR_MS
    assert time.read() == (NOON + HOUR_MS, NOON + HOUR_MS)


def test_while_anything_hinders_the_time_that_counts_stands() -> None:
    machine = Machine()
    machine.time.stand("shard 0")
    machine.runs(5)
    machine.time.stand("shard 1")
    machine.runs(5)
    machine.time.go_on("shard 0")
    machine.runs(5)
    assert machine.counted() == NOON
    assert machine.time.stands
    machine.time.go_on("shard 1")
    assert not machine.time.stands
    assert machine.time.feel_pulse(1_000) == 15_000
    assert machine.counted() == NOON
    assert machine.time.lag_ms == 15_000


def test_a_hindrance_that_is_noticed_late_takes_back_what_has_counted() -> None:
    machine = Machine()
    machine.runs(10)
    since = machine.time.steady_ms()
    machine.runs(40)
    machine.time.stand("silence", since)
    assert machine.counted() == NOON + 10_000
    machine.runs(20)
    machine.time.go_on("silence")
    assert machine.counted() == NOON + 10_000
    assert machine.time.feel_pulse(1_000) == 60_000


def test_no_time_is_taken_back_twice() -> None:
    machine = Machine()
    since = machine.time.steady_ms()
    machine.runs(10)
    machine.freezes(30)
    machine.runs(1)
    machine.time.stand("silence", since)
    machine.time.go_on("silence")
    assert machine.counted() >= NOON + 10_000


def test_a_blink_moves_no_clock_in_sight() -> None:
    machine = Machine()
    machine.time.stand("shard 0")
    machine.freezes(SHORTEST_STAND_MS / 1000 - 0.001)
    machine.time.go_on("shard 0")
    assert machine.time.lag_ms == 0
    assert machine.time.feel_pulse(1_000) == 0


def test_what_was_not_hindered_cannot_go_on() -> None:
    machine = Machine()
    machine.time.stand("shard 0")
    machine.time.go_on("shard 1")
    assert machine.time.stands


def test_a_new_process_goes_on_where_the_last_was_there_last() -> None:
    machine = Machine()
    machine.runs(10)
    assert machine.time.take_up(Reading(NOON - HOUR_MS, NOON - 2 * HOUR_MS)) == HOUR_MS + 10_000
    assert machine.counted() == NOON - 2 * HOUR_MS
    machine.runs(10)
    assert machine.counted() == NOON - 2 * HOUR_MS + 10_000
    assert machine.time.now_ms() == NOON + 20_000


def test_the_first_start_of_all() -> None:
    machine = Machine()
    assert machine.time.take_up(None) == 0
    assert machine.counted() == NOON


def test_what_is_left_behind_while_time_stands_says_since_when() -> None:
    machine = Machine()
    machine.runs(10)
    machine.time.stand("shard 0")
    machine.runs(900)
    assert machine.time.last_there() == Reading(NOON + 10_000, NOON + 10_000)
    assert machine.time.read() == Reading(NOON + 910_000, NOON + 10_000)


def test_a_start_with_a_wrong_clock_is_put_right_and_moves_no_deadline() -> None:
    for wrong_ms in (-3 * HOUR_MS, 12 * YEAR_MS):
        machine = Machine(wrong_ms=wrong_ms)
        moved = machine.hears_discord()
        assert abs(moved + wrong_ms) < 1_000
        assert abs(machine.time.now_ms() - machine.true_ms) < 1_000
        machine.time.take_up(Reading(NOON - 60_000, NOON - 60_000))
        assert machine.counted() == NOON - 60_000


def test_a_wrong_clock_that_is_found_out_later_moves_no_deadline_either() -> None:
    machine = Machine(wrong_ms=-3 * HOUR_MS)
    machine.time.take_up(Reading(NOON - 60_000, NOON - 60_000))
    machine.runs(10)
    counted = machine.counted()
    left = NOON + 5_000 - counted
    assert machine.hears_discord() != 0
    assert NOON + 5_000 - machine.counted() == left - 80
    assert abs(machine.time.now_ms() - machine.true_ms) < 1_000


def test_a_slow_answer_contradicts_nobody() -> None:
    machine = Machine()
    assert machine.hears_discord(took_ms=60_000) == 0


ACTS = st.one_of(
    st.tuples(st.just("runs"), st.integers(1, 40)),
    st.tuples(st.just("freezes"), st.integers(OVERDUE_MS // 1000 + 2, 100_000)),
    st.tuples(st.just("stands"), st.sampled_from("ab")),
    st.tuples(st.just("goes on"), st.sampled_from("ab")),
    st.tuples(st.just("jumps"), st.integers(-12 * YEAR_MS, 12 * YEAR_MS)),
    st.tuples(st.just("hears"), st.integers(0, 3_000)),
)


@given(st.lists(ACTS, max_size=30))
def test_only_time_in_which_the_bot_was_there_counts(acts: list[tuple[str, object]]) -> None:
    """Whatever happens: the time that counts is the time the process ran unhindered, but for interruptions that are too
    short to move clocks, and it never goes back."""
    machine = Machine()
    there_ms, short_ms, hindrances, last = 0, 0, set(), machine.counted()
    stood_ms = 0
    for what, how in acts:
        if what == "runs":
            machine.runs(how)
            there_ms, stood_ms = (there_ms + how * 1000, 0) if not hindrances else (there_ms, stood_ms + how * 1000)
        elif what == "freezes":
            machine.freezes(how)
            machine.time.feel_pulse(1_000)
            stood_ms += how * 1000 if hindrances else 0
        elif what == "hears":
            machine.hears_discord(took_ms=how)
            machine.time.feel_pulse(1_000)
            there_ms, stood_ms = (there_ms + how, 0) if not hindrances else (there_ms, stood_ms + how)
        elif what == "jumps":
            machine.wrong_ms += how
        elif what == "stands":
            machine.time.stand(how)
            hindrances.add(how)
        elif what == "goes on" and how in hindrances:
            machine.time.go_on(how)
            hindrances.discard(how)
            if not hindrances:
                short_ms += stood_ms if stood_ms < SHORTEST_STAND_MS else 0
                stood_ms = 0
        assert machine.counted() >= last
        last = machine.counted()
        assert machine.counted() == NOON + there_ms + short_ms
        assert machine.time.now_ms() == machine.time.play_ms() + machine.time.lag_ms
        assert abs(machine.time.now_ms() - machine.true_ms) < 4_000
