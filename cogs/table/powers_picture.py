"""The powers of everybody as a picture: a line for every seat, and below the seats how the bot keeps it so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL.Image import Image

from bot.engine.questions import Seat
from bot.ui.pictures.art import GOLD, PALE, QUIET, Art, Pen
from bot.ui.pictures.people import Person, people
from bot.ui.powers import Powers
from bot.ui.wording import Wording
from cogs.table.keeping import Keeping

WIDTH, MARGIN = 1020, 24
CLOTH, CLOTH_EDGE = "#2f2a4d", "#0e0c1b"
BAR, STRIPE = "#0b0a16d9", "#00000045"
HEAD, ROW, LINE = 104, 78, 34
COLUMNS = (("name", 40, 258), ("state", 306, 136), ("writes", 452, 118), ("speaks", 574, 108),
           ("nominates", 686, 108), ("votes", 798, 92), ("acts", 894, 100))  # fmt: skip
"""Each column: where it begins, and how wide it is."""
MARKED = ("writes", "speaks", "nominates", "acts")
STATES = {
    "free": "#2f7d4a", "drunk": "#8a6a1f", "muted": "#8a3b3b", "toad": "#4d7a2a", "asleep": "#3d5a94",
    "dead": "#4a4a55", "night": "#3a3566", "floor": "#6b5a2f",
}  # fmt: skip
"""The plate behind each state; the state itself is written on it."""
YES, NO = "#7be08f", "#ff9d8f"
CHECK = ((0.0, 0.55), (0.16, 0.4), (0.4, 0.64), (0.84, 0.1), (1.0, 0.24), (0.42, 0.94))
CROSS = ((0.14, 0.0), (0.5, 0.36), (0.86, 0.0), (1.0, 0.14), (0.64, 0.5), (1.0, 0.86), (0.86, 1.0), (0.5, 0.64),
         (0.14, 1.0), (0.0, 0.86), (0.36, 0.5), (0.0, 0.14))  # fmt: skip
MARK = 22


@dataclass(frozen=True)
class Cell:
    """One answer: whether it is a yes, and the word for it."""

    good: bool
    word: str


@dataclass(frozen=True)
class RowShown:
    """A seat. Everything but the name is in words."""

    person: Person
    speech: str
    state: str
    writes: Cell
    speaks: Cell
    nominates: Cell
    votes: int
    acts: Cell
    how: str


@dataclass(frozen=True)
class PowersPicture:
    """A whole table at one look."""

    title: str
    moment: str
    heads: tuple[str, ...]
    rows: tuple[RowShown, ...]
    below: str
    kept: tuple[str, ...]
    name: str = "who.jpg"

    def words(self, words: Wording) -> str:
        lines = [f"{self.title}, {self.moment}."]
        for row in self.rows:
            lines.append(
                words.say(
                    "who.words.row", seat=row.person.seat, name=row.person.spoken, state=row.state,
                    writes=row.writes.word, speaks=row.speaks.word, nominates=row.nominates.word, votes=row.votes,
                    acts=row.acts.word, how=row.how,
                )
            )  # fmt: skip
        return "\n".join([*lines, f"{self.below}:", *self.kept])

    def draw(self, art: Art) -> Image:
        top_of_kept = HEAD + 44 + ROW * len(self.rows) + 14
        image = art.table(WIDTH, top_of_kept + 56 + LINE * len(self.kept) + MARGIN, CLOTH, CLOTH_EDGE)
        pen = art.pen(image)
        pen.panel(MARGIN, 20, WIDTH - 2 * MARGIN, 72, BAR)
        pen.text(MARGIN + 20, 56, self.title, 38, GOLD, "title", anchor="lm", width=600)
        pen.text(WIDTH - MARGIN - 20, 56, self.moment, 34, PALE, "bold", anchor="rm", width=320)
        for text, (_, left, wide) in zip(self.heads, COLUMNS, strict=True):
            pen.text(left, HEAD + 20, text, 26, GOLD, "bold", anchor="lm", width=wide)
        for place, row in enumerate(self.rows):
            self._draw_row(pen, row, HEAD + 44 + ROW * place, striped=place % 2 == 0)
        pen.panel(MARGIN, top_of_kept, WIDTH - 2 * MARGIN, 56 + LINE * len(self.kept), BAR)
        pen.text(MARGIN + 20, top_of_kept + 28, self.below, 28, GOLD, "bold", anchor="lm")
        for place, line in enumerate(self.kept):
            pen.text(MARGIN + 20, top_of_kept + 64 + LINE * place, line, 26, PALE, anchor="lm", width=WIDTH - 90)
        return image

    def _draw_row(self, pen: Pen, row: RowShown, top: int, *, striped: bool) -> None:
        if striped:
            pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, ROW - 2, STRIPE, radius=10)
        left_of = {name: (left, wide) for name, left, wide in COLUMNS}
        middle = top + ROW // 2 - 1
        left, wide = left_of["name"]
        pen.text(left, top + 24, f"{row.person.seat}. {row.person.shown}", 32, PALE, "bold", anchor="lm", width=wide)
        pen.text(left, top + 56, row.how, 24, QUIET, anchor="lm", width=wide)
        left, wide = left_of["state"]
        pen.chip(left, middle - 20, row.state, 28, fill=STATES[row.speech], colour=PALE, width=wide)
        for name in MARKED:
            left, wide = left_of[name]
            cell: Cell = getattr(row, name)
            colour = YES if cell.good else NO
            mark = ("check", CHECK) if cell.good else ("cross", CROSS)
            pen.stamp(left, middle - MARK // 2, pen.art.shape(mark[0], MARK, MARK, mark[1], colour))
            pen.text(left + MARK + 8, middle, cell.word, 28, colour, "bold", anchor="lm", width=wide - MARK - 8)
        left, wide = left_of["votes"]
        pen.text(left, middle, str(row.votes), 34, PALE if row.votes else NO, "bold", anchor="lm", width=wide)


def powers_picture(
    powers: Sequence[Powers], keeping: Keeping, user_ids: Mapping[Seat, int | None], labels: Mapping[Seat, str],
    moment: str, words: Wording,
) -> PowersPicture:  # fmt: skip
    """The picture of these powers; `labels` are clean names."""
    everybody = people(labels, words)
    return PowersPicture(
        title=words.say("who.title"),
        moment=moment,
        heads=tuple(words.say(f"who.head.{name}") for name, _, _ in COLUMNS),
        rows=tuple(_row(one, everybody[one.seat], keeping.how(one, user_ids.get(one.seat)), words) for one in powers),
        below=words.say("who.kept.title"),
        kept=tuple(words.say(key) for key in keeping.kept),
    )


def _row(powers: Powers, person: Person, how: str, words: Wording) -> RowShown:
    writes = {"toad": "who.croaks", "drunk": "who.slurs"}.get(powers.state)
    return RowShown(
        person,
        powers.state,
        words.say(f"who.state.{powers.state}"),
        Cell(powers.speaks, words.say(writes)) if writes else _cell(powers.speaks, words),
        _cell(powers.speaks, words),
        _cell(powers.nominates, words),
        powers.votes,
        _cell(powers.acts, words),
        words.say(f"who.how.{how}"),
    )


def _cell(good: bool, words: Wording) -> Cell:
    return Cell(good, words.say("who.yes" if good else "who.no"))
