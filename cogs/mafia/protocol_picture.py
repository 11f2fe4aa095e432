"""The protocol of a game of Mafia as a picture: a line for every seat, below it days and nights side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL.Image import Image

from bot.engine.questions import Seat
from bot.ui.pictures.art import GOLD, LEAST_SIZE, PALE, Art, Pen
from bot.ui.pictures.fonts import Font
from bot.ui.pictures.people import Person, people
from bot.ui.wording import Wording
from cogs.mafia.protocol import (
    ALL,
    CHOICES,
    NOTHING,
    Ballot,
    Day,
    Night,
    Protocol,
    SeatLine,
    answer_in_words,
    end_in_words,
    result_in_words,
    role_in_words,
)

WIDTH, MARGIN = 1200, 28
CLOTH, CLOTH_EDGE = "#5a2230", "#1d070d"
BAR, STRIPE = "#14060ad9", "#00000040"
HEAD, ROW, GAP = 112, 54, 22
LINE, TITLE = 42, 50
TALL_MOST = 2150
"""Pixels of the sheet: a phone shows so much of it whole, with the button below it. The last days of a game stay."""
EARLIER = 54
"""Of that: the line that says where the days before them stand."""
COLUMNS = (("seat", 46, 72), ("name", 130, 294), ("role", 436, 214), ("fouls", 662, 80), ("left", 752, 250),
           ("won", 1010, 162))  # fmt: skip
"""Each column of the seats: where it begins, and how wide it is."""


@dataclass(frozen=True)
class RowShown:
    """A seat: everything but the name is a finished phrase."""

    person: Person
    role: str
    fouls: int
    left: str
    won: str


@dataclass(frozen=True)
class BlockShown:
    """A day or a night."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ProtocolPicture:
    """A whole game on one sheet. Players are named once, and then go by their seats."""

    title: str
    result: str
    heads: tuple[str, ...]
    rows: tuple[RowShown, ...]
    days: tuple[BlockShown, ...]
    nights: tuple[BlockShown, ...]
    earlier: tuple[str, ...]
    """Where the first day stands, the first two and so on, if the sheet has no room for them."""
    name: str = "protocol.jpg"

    def words(self, words: Wording) -> str:
        parts = [f"{self.title}. {self.result}."]
        for row in self.rows:
            fouls = words.say("protocol.words.fouls", count=row.fouls) if row.fouls else ""
            facts = ", ".join(part for part in (row.role, fouls, row.left, row.won) if part)
            key = "protocol.words.row" if facts else "protocol.words.row.plain"
            parts.append(words.say(key, seat=row.person.seat, name=row.person.spoken, facts=facts))
        for place, day in enumerate(self.days):
            parts += [f"{block.title}. {'. '.join(block.lines)}." for block in (day, *self.nights[place : place + 1])]
        return "\n".join(parts)

    def draw(self, art: Art) -> Image:
        font = art.font("text", LEAST_SIZE)
        pairs, top = self._pairs(font), HEAD + ROW * (len(self.rows) + 1) + GAP
        first = _first_shown([_tall(*pair) for pair in pairs], TALL_MOST - top - MARGIN)
        tall = sum(_tall(*pair) for pair in pairs[first:]) + (EARLIER if first else 0)
        image = art.table(WIDTH, top + tall + MARGIN, CLOTH, CLOTH_EDGE)
        pen = art.pen(image)
        pen.panel(MARGIN, 22, WIDTH - 2 * MARGIN, 76, BAR)
        pen.text(MARGIN + 24, 60, self.title, 38, GOLD, "title", anchor="lm", width=640)
        pen.text(WIDTH - MARGIN - 24, 60, self.result, 34, PALE, "bold", anchor="rm", width=460)
        self._draw_seats(pen)
        if first:
            pen.text(MARGIN + 24, top + EARLIER // 2 - 6, self.earlier[first - 1], LEAST_SIZE, PALE, anchor="lm")
            top += EARLIER
        for day, night in pairs[first:]:
            high = _tall(day, night)
            pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, high - 12, BAR)
            for left, block in ((MARGIN + 24, day), (WIDTH // 2 + 16, night)):
                if block is not None:
                    _draw_block(pen, block, left, top)
            top += high
        return image

    def _draw_seats(self, pen: Pen) -> None:
        for text, (_, left, wide) in zip(self.heads, COLUMNS, strict=True):
            pen.text(left, HEAD + ROW // 2, text, LEAST_SIZE, GOLD, "bold", anchor="lm", width=wide)
        for place, row in enumerate(self.rows, start=1):
            top = HEAD + ROW * place
            if place % 2:
                pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, ROW, STRIPE, radius=8)
            fouls = str(row.fouls) if row.fouls else ""
            cells = (str(row.person.seat), row.person.shown, row.role, fouls, row.left, row.won)
            for text, (name, left, wide) in zip(cells, COLUMNS, strict=True):
                face, colour = ("bold", PALE) if name in ("seat", "name", "won") else ("text", PALE)
                pen.text(left, top + ROW // 2, text, LEAST_SIZE, colour, face, anchor="lm", width=wide)  # type: ignore[arg-type]

    def _pairs(self, font: Font) -> list[tuple[BlockShown, BlockShown | None]]:
        """Each day and the night after it, their lines as long as they may be."""
        wide = WIDTH // 2 - MARGIN - 48 if self.nights else WIDTH - 2 * MARGIN - 48
        return [
            (_folded(day, font, wide), _folded(self.nights[place], font, wide) if place < len(self.nights) else None)
            for place, day in enumerate(self.days)
        ]


def _tall(*blocks: BlockShown | None) -> int:
    return TITLE + LINE * max(len(block.lines) for block in blocks if block is not None) + 30


def _first_shown(tall: Sequence[int], room: int) -> int:
    """The first day that is shown, from 0, where the days that are so tall have this room; the last one always is."""
    for first in range(len(tall) - 1):
        if sum(tall[first:]) + (EARLIER if first else 0) <= room:
            return first
    return max(0, len(tall) - 1)


def _draw_block(pen: Pen, block: BlockShown, left: int, top: int) -> None:
    pen.text(left, top + 30, block.title, 36, GOLD, "bold", anchor="lm")
    for row, line in enumerate(block.lines):
        pen.text(left, top + TITLE + 26 + row * LINE, line, LEAST_SIZE, PALE, anchor="lm")


def _folded(block: BlockShown, font: Font, width: int) -> BlockShown:
    """The same with every line broken where it would be wider than this."""
    rows: list[str] = []
    for line in block.lines:
        row = ""
        for word in line.split(" "):
            longer = f"{row} {word}" if row else word
            if row and font.getlength(longer) > width:
                rows.append(row)
                row = word
            else:
                row = longer
        rows.append(row)
    return BlockShown(block.title, tuple(rows))


# -- from the protocol ------------------------------------------------------------------------------------------------


def protocol_picture(protocol: Protocol, match_id: int, labels: Mapping[Seat, str], words: Wording) -> ProtocolPicture:
    """The protocol as a picture; `labels` are clean names."""
    everybody = people(labels, words)
    return ProtocolPicture(
        title=words.say("protocol.title", number=match_id),
        result=result_in_words(protocol, words),
        heads=tuple(words.say(f"protocol.head.{name}") for name, _, _ in COLUMNS),
        rows=tuple(_row(line, everybody[line.seat], words) for line in protocol.seats),
        days=tuple(
            BlockShown(words.say("protocol.day", day=day.day), tuple(_day_lines(day, words))) for day in protocol.days
        ),
        nights=tuple(
            BlockShown(words.say("protocol.night", night=night.night), tuple(_night_lines(night, protocol, words)))
            for night in protocol.nights
        ),
        earlier=tuple(words.say("protocol.earlier", count=count) for count in range(1, len(protocol.days))),
    )


def _row(line: SeatLine, person: Person, words: Wording) -> RowShown:
    won = "" if line.won is None else words.say("protocol.won" if line.won else "protocol.lost")
    return RowShown(person, role_in_words(line.role, words), line.fouls, end_in_words(line, words), won)


def _day_lines(day: Day, words: Wording) -> list[str]:
    named = [words.say("protocol.nomination", nominee=nominee, by=by) for by, nominee in day.nominations]
    lines = [words.say("protocol.nominations", list=", ".join(named))] if named else []
    lines += [] if named else [words.say("protocol.no_nominations")]
    for ballot in day.ballots:
        lines += _vote_lines(ballot, words)
    lines += [words.say("protocol.no_vote")] if named and not day.ballots else []
    if day.left:
        left = [words.say("protocol.leaves.one", seat=seat, how=words.say(f"protocol.how.{end}"))
                for seat, end in day.left]  # fmt: skip
        lines.append(words.say("protocol.leaves", list=", ".join(left)))
    return lines


def _vote_lines(ballot: Ballot, words: Wording) -> list[str]:
    """A line for each nominee with votes, one for all those without."""
    if ballot.round == ALL:
        told = words.say("protocol.vote.all", list=_listed(ballot.votes[0][1]))
        return [told if ballot.complete else words.say("protocol.vote.not_counted", vote=told)]
    vote = words.say("protocol.vote", number=ballot.round)
    if not ballot.complete:
        vote = words.say("protocol.vote.not_counted", vote=vote)
    lines = [
        words.say("protocol.vote.line", vote=vote, nominee=nominee, count=len(voters), voters=_listed(voters))
        for nominee, voters in ballot.votes
        if voters
    ]
    without = [nominee for nominee, voters in ballot.votes if not voters]
    return [*lines, words.say("protocol.vote.none", vote=vote, list=_listed(without))] if without else lines


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats)) or NOTHING


def _night_lines(night: Night, protocol: Protocol, words: Wording) -> list[str]:
    acts = [("shot", str(night.shot) if night.shot is not None else NOTHING)]
    if "don" in protocol.cards:
        acts.append(("search", answer_in_words("search", night.search, words)))
    if "sheriff" in protocol.cards:
        acts.append(("check", answer_in_words("check", night.check, words)))
    chosen = night.chosen
    acts += [(card, str(chosen[card] or NOTHING)) for card in CHOICES if card in protocol.cards]
    told = [words.say("protocol.act", who=words.say(f"protocol.head.{kind}"), whom=whom) for kind, whom in acts]
    killed = words.say("protocol.act", who=words.say("protocol.head.killed"), whom=_listed(night.killed))
    return [*told, killed]
