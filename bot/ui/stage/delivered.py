"""Deciding what is due: what ought to be shown of a match, compared with what the ledger says was delivered. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.engine.rulebook import Game
from bot.matches.ledger import PUBLIC, Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.stage.questions import sent_questions

THE_END: Final = 0
"""As the question that everybody was shown: how the game ended. Nothing else is asked of everybody."""
NOTHING_OWED: Final = -1
"""As the question that everybody was shown: the board has come. Below that number the board is still to come, with the
picture of so many of the last announcements."""
VERDICT: Final = (1 << 31) - 1
"""As the question that a seat was shown: what the end is for its person. No other one has so high a number."""


@dataclass(frozen=True)
class Delivered:
    """What a page shows, written in the ledger when it has arrived: everything up to this announcement, and up to this
    question of this checkpoint. -1 stands for nothing."""

    checkpoint: int
    announcement: int
    question: int = -1

    @classmethod
    def by(cls, cursor: Cursor) -> Delivered:
        """What the ledger says."""
        return cls(cursor.checkpoint, cursor.announcement, cursor.question)


@dataclass(frozen=True)
class Due:
    """What has to be sent to a seat.

    news         what it was told in secret and has not been sent
    handed_over  whether it has a new owner, who gets all that the seat knows
    delivered    what will have been delivered when the message has arrived
    is_verdict   whether the game is over, and its person has not been told what it was for them
    """

    news: tuple[Announcement, ...]
    handed_over: bool
    delivered: Delivered
    is_verdict: bool = False


def first_undelivered(match: MatchSnapshot, cursors: Mapping[int, Cursor]) -> int:
    """The number of the first announcement that may still have to be told to somebody."""
    recipients = [PUBLIC, *match.people()]
    return min(cursors[one].announcement + 1 if one in cursors else 0 for one in recipients)


def public_news(said: Sequence[Announcement], cursor: Cursor | None) -> list[Announcement]:
    """What everybody has to be told."""
    done = cursor.announcement if cursor else -1
    return [line for line in said if line.number > done and line.is_public]


def is_end_due(match: MatchSnapshot, cursor: Cursor | None) -> bool:
    """Whether everybody has still to be shown how the game ended: once, whatever is said after it."""
    return match.over and not match.thrown_away and (cursor is None or cursor.question != THE_END)


def is_verdict_due(match: MatchSnapshot, cursor: Cursor | None) -> bool:
    """Whether a person has still to be told what the end is for them: once, where messages reach them."""
    if match.outcome is None or match.thrown_away:
        return False
    return cursor is None or (cursor.question != VERDICT and not cursor.is_closed)


def is_farewell_due(match: MatchSnapshot, cursor: Cursor | None) -> bool:
    """Whether a person has still to be told that somebody has ended the game: once, where they have heard of it. On a
    panel that stands with them it is shown there."""
    if not match.over or match.outcome is not None or match.thrown_away or cursor is None:
        return False
    return cursor.question != VERDICT and not cursor.is_closed and not cursor.message_id


def delivered_in_public(match: MatchSnapshot, said: Sequence[Announcement], cursor: Cursor | None) -> Delivered:
    """What will have been told in public when all of `said` has been."""
    return Delivered(match.checkpoint, _newest(said, cursor), THE_END if match.over else -1)


def told_ahead(match: MatchSnapshot, number: int, due: int | None) -> Delivered:
    """What will have been told when a message has arrived that comes above the board; `due`: the first of the news of
    which the board is to bring the picture, or the small print; None for none."""
    owed = number + 1 - due if due is not None else 0
    return Delivered(match.checkpoint, number, NOTHING_OWED - max(0, owed))


def first_owed(cursor: Cursor | None) -> int | None:
    """The number of the first announcement whose picture, or small print, has not come, as it was to come with the
    board; None for none."""
    if cursor is None or cursor.question >= NOTHING_OWED:
        return None
    return cursor.announcement + 1 - (NOTHING_OWED - cursor.question)


def told_to(game: Game, said: Iterable[Announcement], seat: Seat) -> list[Announcement]:
    """What of this is told to this seat by itself: its secrets, and the public news that it is out of the game."""
    return [line for line in said if is_fate(game, line, seat) or (not line.is_public and line.heard_by(seat))]


def is_fate(game: Game, line: Announcement, seat: Seat) -> bool:
    """Whether everybody is told by this that the player of this seat is dead, or out."""
    return line.is_public and line.key in game.fates and line.values.get("seat") == seat


def due_to(
    match: MatchSnapshot, face: Face, seat: Seat, said: Sequence[Announcement], cursor: Cursor | None
) -> Due | None:
    """What has to be sent to this seat; None for nothing."""
    done = cursor.announcement if cursor else -1
    news = tuple(line for line in told_to(match.game, said, seat) if line.number > done)
    if is_verdict_due(match, cursor):
        return Due(news, False, Delivered(match.checkpoint, _newest(said, cursor), VERDICT), is_verdict=True)
    handed_over = cursor is not None and cursor.is_handed_over
    asked = asked_up_to(match, cursor)
    newest = max((question.number for question in sent_questions(match, face, seat)), default=-1)
    if not (news or handed_over) and newest <= asked:
        return None
    return Due(news, handed_over, Delivered(match.checkpoint, _newest(said, cursor), max(newest, asked)))


def rings(match: MatchSnapshot, face: Face, due: Due, cursor: Cursor) -> bool:
    """Whether what is due has to be heard: a new question, or news that are more than a murmur."""
    return asks_anew(match, due, cursor) or any(line.key not in face.murmurs for line in due.news)


def asks_anew(match: MatchSnapshot, due: Due, cursor: Cursor) -> bool:
    """Whether a question is among what is due."""
    return due.delivered.question > asked_up_to(match, cursor)


def asked_up_to(match: MatchSnapshot, cursor: Cursor | None) -> int:
    """The newest question of this checkpoint that was shown; -1 for none."""
    return cursor.question if cursor is not None and cursor.checkpoint == match.checkpoint else -1


def is_chapter_over(face: Face, said: Iterable[Announcement], drawn: int) -> bool:
    """Whether there was a turning point after this announcement."""
    return any(line.number > drawn and line.is_public and line.key in face.turning_points for line in said)


def shown_on_click(
    match: MatchSnapshot, face: Face, seat: Seat, heard: Sequence[Announcement] | None = None
) -> Delivered:
    """What a page for this seat shows: what is open to it, and what it was told.

    `heard` is what the page tells; without it the page tells everything, as My seat does.
    """
    # What stands on My seat is never sent: whether it has been seen must not change what is.
    asked = [question.number for question in match.open_for(seat) if not face.is_standing(question)]
    newest = max(asked, default=-1)
    if heard is None:
        return Delivered(match.checkpoint, match.announced - 1, newest)
    return Delivered(match.checkpoint, max((line.number for line in heard), default=-1), newest)


def together(shown: Delivered, cursor: Cursor) -> Delivered:
    """What has been delivered when this was shown beside what was delivered before."""
    told = max(shown.announcement, cursor.announcement)
    if cursor.checkpoint > shown.checkpoint:
        return replace(Delivered.by(cursor), announcement=told)
    if cursor.checkpoint == shown.checkpoint:
        return Delivered(shown.checkpoint, told, max(shown.question, cursor.question))
    return replace(shown, announcement=told)


def is_still_so(match: MatchSnapshot, now: MatchSnapshot, seat: Seat) -> bool:
    """Whether this seat is still asked the same, and still the same person's: else a message would be out of date."""
    asked, still_asked = ([question.number for question in one.open_for(seat)] for one in (match, now))
    same_round = match.checkpoint == now.checkpoint
    return same_round and asked == still_asked and match.seats[seat].user_id == now.seats[seat].user_id


def how_many_served(match: MatchSnapshot, cursors: Mapping[int, Cursor]) -> tuple[int, int]:
    """How many people have their secrets, of how many."""
    people = match.people()
    served = {seat for seat, row in cursors.items() if not row.is_closed and not row.is_handed_over}
    return sum(seat in served for seat in people), len(people)


def by_message(told: Sequence[tuple[int, str]], most: int) -> list[tuple[int, list[str]]]:
    """Lines that are too many for one message, on as many as it takes: with each the number of the last announcement
    that has been told when it has arrived. `told` is announcement and line, in order; `most` the characters of one."""
    messages: list[tuple[int, list[str]]] = []
    left = 0
    for number, line in told:
        if not messages or len(line) + 1 > left:
            messages.append((number, []))
            left = most
        messages[-1] = (number, [*messages[-1][1], line])
        left -= len(line) + 1
    return messages


def _newest(said: Sequence[Announcement], cursor: Cursor | None) -> int:
    done = cursor.announcement if cursor else -1
    return max(said[-1].number if said else done, done)
