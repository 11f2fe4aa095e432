"""Days and hours as people type them: what is meant is found, and what could mean two things is asked about."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.errors import Refused
from bot.matches.moments import moment_of

BERLIN = "Europe/Berlin"


def ms(text: str, zone: str = BERLIN) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


NOW = ms("2026-11-23 18:00")  # a Monday


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", "2026-11-23 20:00"),
        ("17:30", "2026-11-24 17:30"),
        ("8pm", "2026-11-23 20:00"),
        ("12am", "2026-11-24 00:00"),
        ("today at 8 pm", "2026-11-23 20:00"),
        ("tonight 20:15", "2026-11-23 20:15"),
        ("heute Abend um 20 Uhr", "2026-11-23 20:00"),
        ("morgen, 20.30 Uhr", "2026-11-24 20:30"),
        ("übermorgen 20 Uhr 15", "2026-11-25 20:15"),
        ("Ubermorgen 20 Uhr 15", "2026-11-25 20:15"),
        ("3. Marz 2027 20 Uhr", None),
        ("Fri 20:00", "2026-11-27 20:00"),
        ("am Freitag um 20:00", "2026-11-27 20:00"),
        ("monday 20:00", "2026-11-23 20:00"),
        ("Mo 17:00", "2026-11-30 17:00"),
        ("2026-12-01 20:00", "2026-12-01 20:00"),
        ("20:00 1.12.", "2026-12-01 20:00"),
        ("1. 12. 2026 20 Uhr", "2026-12-01 20:00"),
        ("5.1. 20:00", "2027-01-05 20:00"),
        ("27 November 8pm", "2026-11-27 20:00"),
        ("Nov 27th, 8:30 pm", "2026-11-27 20:30"),
        ("den 3. März 2027 um 7 Uhr", None),
        ("Freitag, 27.11. 20:00", "2026-11-27 20:00"),
        ("11/27 20:00", "2026-11-27 20:00"),
        ("27/11/2026 20:00", "2026-11-27 20:00"),
        ("in 2 hours", "2026-11-23 20:00"),
        ("in 30 min", "2026-11-23 18:30"),
        ("in 3 Tagen", "2026-11-26 18:00"),
    ],
)
def test_what_people_type_is_understood(typed: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(Refused, match="when_too_far"):
            moment_of(typed, NOW, BERLIN)
    else:
        assert moment_of(typed, NOW, BERLIN) == ms(meant)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("3/4 20:00", "when_two_ways"),
        ("next friday 20:00", "when_two_ways"),
        ("Thursday 27.11. 20:00", "when_two_ways"),
        ("friday", "when_no_hour"),
        ("friday 8", "when_no_hour"),
        ("25:00", "when_unreadable"),
        ("13pm", "when_unreadable"),
        ("31.2. 20:00", "when_unreadable"),
        ("soon 20:00", "when_unreadable"),
        ("in 3 moons", "when_unreadable"),
        ("today 17:00", "when_past"),
        ("2026-11-23 18:02", "when_past"),
        ("2027-11-23 18:00", "when_too_far"),
        ("", "when_no_hour"),
    ],
)
def test_what_is_past_unclear_or_nonsense_is_refused(typed: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        moment_of(typed, NOW, BERLIN)


def test_a_day_that_only_some_years_have_is_found_when_it_comes() -> None:
    assert moment_of("29 February 20:00", ms("2027-12-20 12:00"), BERLIN) == ms("2028-02-29 20:00")


def test_an_hour_that_is_left_out_in_spring_is_none_and_each_clock_is_its_own() -> None:
    before = ms("2026-03-28 12:00")
    with pytest.raises(Refused, match="when_no_such_hour"):
        moment_of("tomorrow 2:30", before, BERLIN)
    assert moment_of("tomorrow 2:30", before, "America/New_York") == ms("2026-03-29 02:30", "America/New_York")
    assert moment_of("tomorrow 20:00", before, BERLIN) == ms("2026-03-29 20:00")
