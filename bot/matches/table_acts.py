"""What was done to a table beside the game, out of its log, as a recap names it: without saying who did it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.matches.giving_time import MINUTE
from bot.recaps.acts import TableAct, What
from bot.store import table_log
from bot.store.journals import JournalRow, VoidedRow
from bot.store.table_log import LogRow

Told = Callable[[Mapping[str, Any]], dict[str, Any]]
"""From the details of a line in the log to what a recap tells of it."""


def _nothing(details: Mapping[str, Any]) -> dict[str, Any]:
    return {}


def _seat(details: Mapping[str, Any]) -> dict[str, Any]:
    return {"seat": details.get("seat"), "player": "human" if details.get("now") is not None else "computer"}


def _led(details: Mapping[str, Any]) -> dict[str, Any]:
    return {"person": details.get("now") is not None, "sees_all": bool(details.get("sees"))}


def _rewind(details: Mapping[str, Any]) -> dict[str, Any]:
    return {"line": details.get("keep"), "answers": details.get("answers"), "forced": details.get("forced")}


def _again(details: Mapping[str, Any]) -> dict[str, Any]:
    return {"answers": details.get("answers")}


_TOLD: Mapping[str, tuple[What, Told]] = {
    "pause": ("pause", _nothing),
    "resume": ("resume", _nothing),
    "extend": ("extend", _nothing),
    MINUTE: ("extend", _nothing),
    "skip": ("skip", _nothing),
    "seat": ("seat", _seat),
    table_log.LED: ("led", _led),
    "rewind": ("rewind", _rewind),
    "again": ("again", _again),
    "end": ("end", _nothing),
}
"""By the action in the log; the other ones changed nothing that a proof speaks of."""


def acts_of(log: Sequence[LogRow], answers: Sequence[JournalRow]) -> Iterator[TableAct]:
    """The acts in order. `answers`: all that were given, those among them that were taken back later."""
    given = sorted((answer.at_ms, answer.checkpoint) for answer in answers)
    since_ms = 0
    for line in log:
        if line.action == table_log.ASKED_AGAIN:
            yield from _asked_again(line, since_ms, answers)
            since_ms = line.at_ms
        if line.action in _TOLD:
            what, told = _TOLD[line.action]
            yield TableAct(what=what, round=_round(line, given), **told(line.details))


def _asked_again(line: LogRow, since_ms: int, answers: Sequence[JournalRow]) -> Iterator[TableAct]:
    """What was taken back then, and after the line before. That is told only now: the log does not say it, and often it
    was nothing."""
    voided = (one for one in answers if isinstance(one, VoidedRow) and one.reason == line.action)
    numbers = [one.number for one in voided if since_ms < one.voided_ms <= line.at_ms]
    if numbers:
        round_ = int(line.details["checkpoint"])
        yield TableAct(what="rewind", round=round_, line=min(numbers), answers=len(numbers), forced=False)


def _round(line: LogRow, given: Sequence[tuple[int, int]]) -> int:
    """The round in which this was written: the log says it itself, or the last answer before it does."""
    if "checkpoint" in line.details:
        return int(line.details["checkpoint"])
    before = bisect_right(given, line.at_ms, key=lambda answer: answer[0])
    return given[before - 1][1] if before else 0
