"""The powers of everybody as a picture: a line for every seat, and below the seats how the bot keeps it so.

Whether somebody speaks aloud, and how just this seat is kept to it, its words alone say: a phone has no room for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PIL.Image import Image

from bot.engine.questions import Seat
from bot.ui.pictures.art import GOLD, LEAST_SIZE, PALE, Art, Pen
from bot.ui.pictures.fitting import parted, wrapped
from bot.ui.pictures.people import Person, people
from bot.ui.powers import Powers
from bot.ui.wording import Wording
from cogs.table.keeping import Keeping

WIDTH, MARGIN = 1200, 28
CLOTH, CLOTH_EDGE = "#2f2a4d", "#0e0c1b"
BAR, STRIPE = "#0b0a16d9", "#00000045"
HEAD, LINE = 112, 46
ROW, CROWDED_ROW, CROWD = 92, 68, 14
"""Pixels of a seat's line; of one at a table of more than so many: a phone shows it whole."""
PRINT, NAME, NAME_LINE, CROWDED_NAME_LINE = 36, 40, 42, 34
"""Pixels of the writing, of a name that fits in one row, and from one row of a name to the next; in a lower line."""
COLUMNS = (("name", 40, 342), ("state", 386, 180), ("writes", 578, 124), ("nominates", 714, 166), ("votes", 892, 136),
           ("acts", 1036, 134))  # fmt: skip
"""Each column: where it begins, and how wide it is."""
MARKED = ("writes", "nominates", "acts")
STATES = {
    "free": "#2b7547", "drunk": "#80621b", "muted": "#8a3b3b", "toad": "#467026", "asleep": "#3d5a94",
    "dead": "#4a4a55", "night": "#3a3566", "floor": "#6b5a2f",
}  # fmt: skip
"""The plate behind each state; the state itself is written on it."""
YES, NO = "#8df0a0", "#f0705a"
CHECK = ((0.0, 0.55), (0.16, 0.4), (0.4, 0.64), (0.84, 0.1), (1.0, 0.24), (0.42, 0.94))
CROSS = ((0.14, 0.0), (0.5, 0.36), (0.86, 0.0), (1.0, 0.14), (0.64, 0.5), (1.0, 0.86), (0.86, 1.0), (0.5, 0.64),
         (0.14, 1.0), (0.0, 0.86), (0.36, 0.5), (0.0, 0.14))  # fmt: skip
MARK = 30
KEPT_WIDE, KEPT_ROWS = WIDTH - 2 * MARGIN - 40, 2
"""The room each sentence about how it is kept has: pixels of width, and rows."""


@dataclass(frozen=True)
class Cell:
    """One answer: whether it is a yes, the word for it, and the mark that says the same, if one does."""

    good: bool
    word: str
    mark: str | None = None


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
        for rows in self._alike():
            row, names = rows[0], ", ".join(f"{row.person.seat}.\N{NO-BREAK SPACE}{row.person.spoken}" for row in rows)
            lines.append(
                words.say(
                    "who.words.row", names=names, state=row.state, writes=row.writes.word, speaks=row.speaks.word,
                    nominates=row.nominates.word, votes=row.votes, acts=row.acts.word, how=row.how,
                )
            )  # fmt: skip
        return "\n".join([*lines, f"{self.below}:", *self.kept])

    def _alike(self) -> list[list[RowShown]]:
        """The seats of which just the same is said, together: what everybody may do is heard once."""
        alike: dict[RowShown, list[RowShown]] = {}
        for row in self.rows:
            alike.setdefault(replace(row, person=self.rows[0].person), []).append(row)
        return list(alike.values())

    def draw(self, art: Art) -> Image:
        font = art.font("text", PRINT)
        kept = [row for line in self.kept for row in wrapped(line, font, KEPT_WIDE, KEPT_ROWS)]
        high = CROWDED_ROW if len(self.rows) > CROWD else ROW
        top_of_kept = HEAD + 54 + high * len(self.rows) + 14
        image = art.table(WIDTH, top_of_kept + 72 + LINE * len(kept) + MARGIN, CLOTH, CLOTH_EDGE)
        pen = art.pen(image)
        pen.panel(MARGIN, 20, WIDTH - 2 * MARGIN, 80, BAR)
        pen.text(MARGIN + 20, 60, self.title, 42, GOLD, "title", anchor="lm", width=700)
        pen.text(WIDTH - MARGIN - 20, 60, self.moment, 38, PALE, "bold", anchor="rm", width=380)
        for text, (_, left, wide) in zip(self.heads, COLUMNS, strict=True):
            pen.text(left, HEAD + 26, text, PRINT, GOLD, "bold", anchor="lm", width=wide)
        for place, row in enumerate(self.rows):
            self._draw_row(pen, row, HEAD + 54 + high * place, high, striped=place % 2 == 0)
        pen.panel(MARGIN, top_of_kept, WIDTH - 2 * MARGIN, 72 + LINE * len(kept), BAR)
        pen.text(MARGIN + 20, top_of_kept + 32, self.below, 38, GOLD, "bold", anchor="lm")
        for place, line in enumerate(kept):
            pen.text(MARGIN + 20, top_of_kept + 80 + LINE * place, line, PRINT, PALE, anchor="lm")
        return image

    def _draw_row(self, pen: Pen, row: RowShown, top: int, high: int, *, striped: bool) -> None:
        if striped:
            pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, high - 2, STRIPE, radius=10)
        left_of = {name: (left, wide) for name, left, wide in COLUMNS}
        middle = top + high // 2 - 1
        left, wide = left_of["name"]
        number = pen.text(left, middle, f"{row.person.seat}.", PRINT, PALE, "bold", anchor="lm") + 8
        between = NAME_LINE if high == ROW else CROWDED_NAME_LINE
        _draw_name(pen, row.person.shown, left + number, middle, wide - number, between)
        left, wide = left_of["state"]
        pen.chip(left, middle - 27, row.state, PRINT, fill=STATES[row.speech], colour=PALE, width=wide)
        for name in MARKED:
            left, wide = left_of[name]
            _draw_cell(pen, getattr(row, name), left, middle, wide)
        left, wide = left_of["votes"]
        pen.text(left, middle, str(row.votes), 40, PALE if row.votes else NO, "bold", anchor="lm", width=wide)


def _draw_name(pen: Pen, name: str, left: int, middle: int, wide: int, between: int) -> None:
    """In one row, or in two where its words have room in two alone."""
    rows = parted(name, pen.art.font("bold", LEAST_SIZE), wide)
    size = NAME if len(rows) == 1 else PRINT
    for place, row in enumerate(rows):
        y = middle + round((place - (len(rows) - 1) / 2) * between)
        pen.text(left, y, row, size, PALE, "bold", anchor="lm", width=wide)


def _draw_cell(pen: Pen, cell: Cell, left: int, middle: int, wide: int) -> None:
    """Yes and no are a hook and a cross, which the words of the picture say; another answer is written."""
    if cell.mark is None:
        pen.text(left, middle, cell.word, PRINT, YES if cell.good else NO, "bold", anchor="lm", width=wide)
        return
    shape, colour = (CHECK, YES) if cell.good else (CROSS, NO)
    pen.stamp(left, middle - MARK // 2, pen.art.shape(cell.mark, MARK, MARK, shape, colour))


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
    return Cell(good, words.say("who.yes" if good else "who.no"), "check" if good else "cross")
