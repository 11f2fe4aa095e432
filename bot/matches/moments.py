"""Days and hours as people type them, by the clock on their wall.

What can be meant in two ways is refused rather than guessed, and whoever typed it is shown what was understood before
anything comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.matches.errors import Refused
from bot.matches.typed_names import is_called

SOONEST: Final = timedelta(minutes=5)
"""Nothing is planned for a moment that is nearer than this."""
FARTHEST: Final = timedelta(days=90)
"""Nothing is planned for a moment that is farther away than this."""

WEEKDAYS: Final = (
    ("monday", "mon", "montag", "mo"),
    ("tuesday", "tues", "tue", "dienstag", "di"),
    ("wednesday", "wed", "mittwoch", "mi"),
    ("thursday", "thurs", "thu", "donnerstag", "do"),
    ("friday", "fri", "freitag", "fr"),
    ("saturday", "sat", "samstag", "sonnabend", "sa"),
    ("sunday", "sun", "sonntag", "so"),
)
MONTHS: Final = (
    ("january", "jan", "januar"),
    ("february", "feb", "februar"),
    ("march", "mar", "märz", "mär"),
    ("april", "apr"),
    ("may", "mai"),
    ("june", "jun", "juni"),
    ("july", "jul", "juli"),
    ("august", "aug"),
    ("september", "sept", "sep"),
    ("october", "oct", "oktober", "okt"),
    ("november", "nov"),
    ("december", "dec", "dezember", "dez"),
)
TODAY: Final = ("today", "tonight", "this evening", "heute", "heute abend")
TOMORROW: Final = ("tomorrow", "tomorrow evening", "morgen", "morgen abend")
DAY_AFTER: Final = ("day after tomorrow", "übermorgen")
FILLERS: Final = frozenset({"at", "on", "the", "of", "um", "am", "den", "der"})
NEXT: Final = frozenset({
    "next", "nächsten", "nächster", "nächste", "nachsten", "nachster", "nachste", "kommenden", "this", "diesen",
})  # fmt: skip
"""Words before a weekday with which people mean different weeks."""
UNITS: Final = {
    "minutes": ("minutes", "minute", "mins", "min", "minuten"),
    "hours": ("hours", "hour", "h", "stunden", "stunde", "std"),
    "days": ("days", "day", "tagen", "tage", "tag"),
}

_RELATIVE = re.compile(r"in (\d{1,3}) ?([a-zäöü]{1,12})")
_COLON = re.compile(r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?: ?(?P<half>am|pm)\b)?(?: ?uhr\b)?")
_POINT = re.compile(r"\b(?P<hour>\d{1,2})\.(?P<minute>\d{2}) ?uhr\b")
_UHR = re.compile(r"\b(?P<hour>\d{1,2}) ?uhr\b(?: (?P<minute>\d{2})\b)?")
_HALF = re.compile(r"\b(?P<hour>\d{1,2}) ?(?P<half>am|pm)\b")
_CLOCKS = (_COLON, _POINT, _UHR, _HALF)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)? ([a-zä]{1,12})\.?(?: (\d{4}))?")
_MONTH_DAY = re.compile(r"([a-zä]{1,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?")

Dated = Callable[[datetime], date]
"""The day that is meant, for whoever has a clock that shows this."""


def moment_of(text: str, now_ms: int, zone: str) -> int:
    """The moment that is meant, in epoch milliseconds. Raises Refused for what cannot be read, is past or too far away,
    or can be meant in two ways."""
    typed = " ".join(text.casefold().replace(",", " ").split())
    now = datetime.fromtimestamp(now_ms / 1000, ZoneInfo(zone))
    found = _relative(typed, now) or _by_the_clock(typed, now)
    ahead = found.astimezone(UTC) - now.astimezone(UTC)
    if ahead < SOONEST:
        raise Refused("when_past")
    if ahead > FARTHEST:
        raise Refused("when_too_far", count=FARTHEST.days)
    return int(found.timestamp() * 1000)


def _relative(typed: str, now: datetime) -> datetime | None:
    """In so many minutes, hours or days."""
    found = _RELATIVE.fullmatch(typed)
    if found is None:
        return None
    for unit, names in UNITS.items():
        if found[2] in names:
            later = now.astimezone(UTC) + timedelta(**{unit: int(found[1])})
            return later.replace(second=0, microsecond=0).astimezone(now.tzinfo)
    raise Refused("when_unreadable")


def _by_the_clock(typed: str, now: datetime) -> datetime:
    at, rest = _hour(typed)
    words = [word for word in rest.split() if word not in FILLERS]
    if NEXT.intersection(words) and " ".join(words) not in TODAY:
        raise Refused("when_two_ways")
    dated = _day(" ".join(words), at)
    return _local(dated(now), at, now)


def _hour(typed: str) -> tuple[time, str]:
    """The hour that is named, and what else was typed."""
    for clock in _CLOCKS:
        found = clock.search(typed)
        if found is None:
            continue
        parts = {"minute": None, "half": None, **found.groupdict()}
        hour = _of_the_day(int(found["hour"]), parts["half"])
        minute = int(parts["minute"] or 0)
        if hour > 23 or minute > 59:
            raise Refused("when_unreadable")
        return time(hour, minute), typed[: found.start()] + " " + typed[found.end() :]
    raise Refused("when_no_hour")


def _of_the_day(hour: int, half: str | None) -> int:
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise Refused("when_unreadable")
    return hour % 12 + (12 if half == "pm" else 0)


def _day(words: str, at: time) -> Dated:
    """The day that is named. Raises Refused."""
    if not words:
        return lambda now: _next_day(now, at, lambda _day: True)
    for names, days in ((TODAY, 0), (TOMORROW, 1), (DAY_AFTER, 2)):
        if is_called(words, names):
            return _days_ahead(days)
    first, _, rest = words.partition(" ")
    weekday = _named(first.rstrip("."), WEEKDAYS)
    if weekday is None:
        return _calendar_day(words)
    if not rest:
        return lambda now: _next_day(now, at, lambda day: day.weekday() == weekday)
    return _checked(_calendar_day(rest), weekday)


def _days_ahead(days: int) -> Dated:
    return lambda now: now.date() + timedelta(days=days)


def _next_day(now: datetime, at: time, fits: Callable[[date], bool]) -> date:
    """The first of these days on which this hour is still to come."""
    first = now.date() if at > now.time() else now.date() + timedelta(days=1)
    return next(day for day in (first + timedelta(days=n) for n in range(8)) if fits(day))


def _checked(dated: Dated, weekday: int) -> Dated:
    """The day, if it falls on this day of the week."""

    def check(now: datetime) -> date:
        day = dated(now)
        if day.weekday() != weekday:
            raise Refused("when_two_ways")
        return day

    return check


def _calendar_day(words: str) -> Dated:
    """A date; without a year it is the next one of that name. Raises Refused."""
    if found := _ISO.fullmatch(words):
        return _date(int(found[3]), int(found[2]), found[1])
    if found := _DOTTED.fullmatch(words):
        return _date(int(found[1]), int(found[2]), found[3])
    if found := _SLASHED.fullmatch(words):
        return _slashed(int(found[1]), int(found[2]), found[3])
    if (found := _DAY_MONTH.fullmatch(words)) and (month := _named(found[2], MONTHS)) is not None:
        return _date(int(found[1]), month + 1, found[3])
    if (found := _MONTH_DAY.fullmatch(words)) and (month := _named(found[1], MONTHS)) is not None:
        return _date(int(found[2]), month + 1, found[3])
    raise Refused("when_unreadable")


def _slashed(one: int, other: int, year: str | None) -> Dated:
    """Some write the day first, some the month."""
    if one <= 12 and other <= 12 and one != other:
        raise Refused("when_two_ways")
    return _date(one, other, year) if other <= 12 else _date(other, one, year)


def _date(day: int, month: int, year: str | None) -> Dated:
    def dated(now: datetime) -> date:
        years = (int(year),) if year else (now.year, now.year + 1)
        days = [found for one in years for found in _days_named(one, month, day)]
        if not days:
            raise Refused("when_unreadable")
        return next((one for one in days if one >= now.date()), days[-1])

    return dated


def _days_named(year: int, month: int, day: int) -> list[date]:
    """That day of a year; none where the year does not have it."""
    try:
        return [date(year, month, day)]
    except ValueError:
        return []


def _named(word: str, names: tuple[tuple[str, ...], ...]) -> int | None:
    return next((place for place, these in enumerate(names) if is_called(word, these)), None)


def _local(day: date, at: time, now: datetime) -> datetime:
    """When the wall clock shows this. Raises Refused for an hour that is left out on that day."""
    found = datetime.combine(day, at, now.tzinfo)
    if found.astimezone(UTC).astimezone(now.tzinfo).replace(tzinfo=None) != found.replace(tzinfo=None):
        raise Refused("when_no_such_hour")
    return found
