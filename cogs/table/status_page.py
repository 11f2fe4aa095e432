"""How a table stands, for everybody. Pure: a match -> a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import MIRROR
from bot.matches.fouls import FOUL, OUT
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Page, Panel
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording

LOG_LINES = 5
GOES_TO_SOMEBODY = ("chair", "seat")
"""Actions in the log that give something to a person, or take it back."""


class LogLine(Protocol):
    """What somebody has done at the table, and when (epoch milliseconds). Actor 0 is the Mirror."""

    @property
    def at_ms(self) -> int: ...
    @property
    def action(self) -> str: ...
    @property
    def actor(self) -> int: ...
    @property
    def details(self) -> Any: ...


def status_page(
    match: MatchSnapshot, face: Face, words: Wording, *, served: tuple[int, int], log: Sequence[LogLine]
) -> Page:
    """`served`: how many people have their secrets, of how many; `log`: what hosts have done, the newest last."""
    return Page(panels=(Panel(status_text(match, face, words, served=served, log=log)),), tint=TINT)


def status_text(
    match: MatchSnapshot,
    face: Face,
    words: Wording,
    *,
    served: tuple[int, int],
    log: Sequence[LogLine],
    lines: int = LOG_LINES,
) -> str:
    """The same as text, for other pages, with so many lines of the log."""
    context = RenderContext.of(match, words)
    row = match.row
    told = [
        f"## {game_title(words, row.game)} · {words.say('table.number', number=match.id)}",
        words.say(_status(match)),
        *([words.say("table.status.goes_on", when=row.resume_ms // 1000)] if row.resume_ms else []),
        words.say("table.status.host", name=f"<@{row.host_id}>"),
        *([] if match.over else _going_on(match, face, context, served)),
    ]
    told += [_log_line(line, context) for line in log[max(0, len(log) - lines) :]]
    return "\n".join(told)


def _status(match: MatchSnapshot) -> str:
    """The wording key that says how the match stands, and by whom it was ended."""
    row = match.row
    if match.deserted:
        return "table.status.deserted"
    by_host = row.ending in (None, "host")
    return f"table.status.{row.status}" if by_host else f"table.status.{row.status}.{row.ending}"


def _going_on(match: MatchSnapshot, face: Face, context: RenderContext, served: tuple[int, int]) -> list[str]:
    """How many have their secrets, as long as somebody has none, what is waited for and who is away: of a finished
    game nobody asks."""
    have, people = served
    lines = [context.words.say("table.status.secrets", have=have, people=people)] if have < people else []
    lines += _waited_for(match, face, context)
    away = [seat for seat, row in match.seats.items() if row.away]
    return [*lines, context.words.say("table.status.away", names=context.listed(away))] if away else lines


def _waited_for(match: MatchSnapshot, face: Face, context: RenderContext) -> list[str]:
    view: Any = match.view(SPECTATOR)
    clocks = face.clocks([question for question in match.open if question.seat == MIRROR], view, context)
    lines = [clocks] if clocks else []
    # At night not even the number of open questions is told: it would say who is being asked.
    if not face.is_locked(view):
        waiting = sorted({q.seat for q in match.open if q.seat > 0 and face.is_public(q, view)})
        if waiting:
            lines.append(context.words.say("board.waiting_for", names=context.listed(waiting)))
    return lines


def _log_line(line: LogLine, context: RenderContext) -> str:
    seat, now = line.details.get("seat"), line.details.get("now")
    values = {"seat": seat, "name": context.name(seat)} if seat in context.names else {}
    person = f"<@{now}>" if now else context.words.say("table.log.somebody")  # who has been forgotten since
    what = context.words.say(f"table.log.{_kind(line)}", **values, now=person)
    return f"-# <t:{line.at_ms // 1000}:t> {what}" + (f" (<@{line.actor}>)" if line.actor else "")


def _kind(line: LogLine) -> str:
    """The end of the wording key: to whom something went, a person or the Mirror, and what a foul cost."""
    if line.action in GOES_TO_SOMEBODY and line.details.get("now") is not None:
        return f"{line.action}.person"
    if line.action == FOUL and line.details.get("kind") == OUT:
        return f"{FOUL}.{OUT}"
    return line.action
