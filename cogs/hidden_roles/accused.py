"""The day as a picture: who stands accused, by whom, and how the votes lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.engine.questions import Seat
from bot.ui.pictures.art import GOLD, INK, LEAST_SIZE, PALE, Art, Pen
from bot.ui.pictures.fitting import marked, unmarked
from bot.ui.pictures.people import Person
from bot.ui.wording import Wording
from cogs.hidden_roles.homes import Style, home

ACCUSED, VOTES = "accused.jpg", "votes.jpg"
"""Names of the picture before and after the count: it is another one then, and the message before keeps its own."""

WIDTH, MARGIN = 1200, 28
BAR_TALL, FIRST_ROW, GAP = 100, 142, 12
ROWS_MOST = 520
"""Pixels of all rows above which those who have votes are drawn without who named them: the words say it, and the
picture before the count has shown it."""
ACCUSED_MOST = 8
"""People whose accusation is drawn; of more the words tell."""
ALL_ROWS_MOST, VOICES_IN_LINE = 760, 5
"""Pixels that all rows may take about, and names side by side in one line: of more accused the words tell as well, for
a phone has to show the news and the controls too."""
HOUSE, TEXT_LEFT = 122, 180
"""Pixels of a house's height, and where the writing beside it begins."""
NAME_LEFT, NAME_SIZE = TEXT_LEFT + 60, 44
BESIDE_GAP, LOWEST = 26, 80
"""Pixels before what stands beside a name, and of the lowest row."""
NAME_TALL, MORE_TALL, CHIP_TALL, CHIP_STEP = 70, 44, 50, 60
CHIP_MOST, CHIP_PAD, CHIP_GAP = 270, 20, 8
"""Pixels of the widest plate with a name, where its row has no room to spare; around the name; between two plates."""
CLOTHS: dict[Style, tuple[str, str]] = {"countryside": ("#7a5a3c", "#2a1c12"), "city": ("#4d5468", "#171b26")}
"""The square in the middle of the day, in its light and in its shade."""
BAR, PARCHMENT, RIM, NAIL, FLAME = "#1b1230c8", "#f8eccd", "#8a6234", "#6b4a26", "#8c1d18"
PLATE = "#e6d3a6"
"""A name on parchment."""


@dataclass(frozen=True)
class Voice:
    """Somebody who has accused or voted, and how often."""

    person: Person
    times: int = 1

    @property
    def shown(self) -> str:
        return self.person.shown if self.times == 1 else f"{marked(self.person.shown)} ×{self.times}"

    @property
    def spoken(self) -> str:
        return self.person.spoken if self.times == 1 else f"{self.person.spoken} ×{self.times}"


@dataclass(frozen=True)
class AccusedShown:
    """Somebody who stands accused; everything a finished phrase.

    votes  how many, once they are counted, else nothing; fate: what has come of them, or nothing
    """

    person: Person
    accused: str
    by: tuple[Voice, ...]
    votes: str = ""
    voters: tuple[Voice, ...] = ()
    fate: str = ""

    @property
    def parts(self) -> tuple[tuple[str, tuple[Voice, ...]], ...]:
        """What stands below the name: a label, and the people it is about."""
        accused = (self.accused, self.by)
        return ((self.votes, self.voters), accused) if self.votes else (accused,)

    @property
    def spoken(self) -> str:
        told = [f"{label}: {', '.join(one.spoken for one in people)}" if people else label
                for label, people in self.parts]  # fmt: skip
        facts = "; ".join((self.fate, *told) if self.fate else told)
        return f"{self.person.seat}. {self.person.spoken}: {facts}."


@dataclass(frozen=True)
class DayPicture:
    """The day's accusations, everything a finished phrase.

    others  those for whom there is no room; more: what is said of them, or nothing
    homes   who is there and who is gone, while this picture stands for theirs: not drawn, but said after the accused
    """

    style: Style
    title: str
    status: str
    news: str
    accused: tuple[AccusedShown, ...]
    others: tuple[AccusedShown, ...] = ()
    more: str = ""
    name: str = ACCUSED
    homes: str = ""

    def words(self, words: Wording) -> str:
        del words  # all phrases are finished
        state = ", ".join(part for part in (self.status, self.news) if part)
        parts = [f"{self.title}. {state}.", *(one.spoken for one in self.accused)]
        parts += [f"{self.more}:", *(one.spoken for one in self.others)] if self.others else []
        return "\n".join(filter(None, (unmarked("\n".join(parts)), self.homes)))

    def draw(self, art: Art) -> Image.Image:
        below = MORE_TALL + GAP if self.more else 0
        rows = [(one, _written(art, one)) for one in self.accused]
        if sum(_row_tall(parts) + GAP for _, parts in rows) > ROWS_MOST:
            rows = [(one, _written(art, one, with_accusers=not one.votes)) for one in self.accused]
        talls = [_row_tall(parts) for _, parts in rows]
        height = FIRST_ROW + sum(talls) + len(talls) * GAP + below + 12
        pen = art.pen(art.table(WIDTH, height, *CLOTHS[self.style]))
        self._draw_bar(pen)
        top = FIRST_ROW
        for (one, parts), tall in zip(rows, talls, strict=True):
            _draw_row(pen, one, parts, self.style, top, tall)
            top += tall + GAP
        if self.more:
            pen.text(WIDTH / 2, top + MORE_TALL / 2, self.more, 36, PALE, "bold", anchor="mm", width=WIDTH - 120)
        return pen.image

    def _draw_bar(self, pen: Pen) -> None:
        pen.panel(MARGIN, 24, WIDTH - 2 * MARGIN, BAR_TALL, BAR, "#f2c14e80", line=2)
        pen.stamp(MARGIN + 14, 45, pen.art.sprite("emoji/mirror.webp", 58, 58))
        x = MARGIN + 84
        x += pen.text(x, 75, self.title, 42, GOLD, "title", anchor="lm", width=560)
        right, room = WIDTH - MARGIN - 24, WIDTH - MARGIN - 44 - x
        pen.text(right, 54, self.status, 36, PALE, "bold", anchor="rm", width=room)
        pen.text(right, 95, self.news, LEAST_SIZE, PALE, anchor="rm", width=room)


def day_of(
    accused: Sequence[AccusedShown], words: Wording, *, style: Style, title: str, status: str, news: str,
    is_counted: bool, homes: str = "",
) -> DayPicture:  # fmt: skip
    """The picture of a day on which these stand accused; the phrases are finished."""
    drawn = _drawn_most(accused)
    others = tuple(accused[drawn:])
    return DayPicture(
        style=style,
        title=title,
        status=status,
        news=news,
        accused=tuple(accused[:drawn]),
        others=others,
        more=words.say("picture.accused.more", count=len(others)) if others else "",
        name=VOTES if is_counted else ACCUSED,
        homes=homes,
    )


def _drawn_most(accused: Sequence[AccusedShown]) -> int:
    """For how many of these there is room, the first of all being drawn in any case."""
    left = ALL_ROWS_MOST
    for place, one in enumerate(accused[:ACCUSED_MOST]):
        voices = len(one.voters if one.votes else one.by)
        left -= LOWEST + GAP + (-(-voices // VOICES_IN_LINE) * CHIP_STEP if voices > 1 else 0)
        if left < 0 < place:
            return place
    return min(len(accused), ACCUSED_MOST)


def accused_of(
    seat: Seat, by: Sequence[Seat], votes: Sequence[Seat] | None, fate: str, everybody: Mapping[Seat, Person],
    words: Wording,
) -> AccusedShown:  # fmt: skip
    """One of the accused, by whom, and who has voted so; `votes` is None for somebody about whom nothing is counted."""
    voters = Counter(votes or ())
    return AccusedShown(
        person=everybody[seat],
        accused=words.say("picture.accused.by"),
        by=tuple(Voice(everybody[one]) for one in dict.fromkeys(by)),
        votes=words.say("picture.accused.votes", count=voters.total()) if votes is not None else "",
        voters=tuple(Voice(everybody[one], times) for one, times in voters.items()),
        fate=fate,
    )


_Lines = list[list[tuple[str, int]]]
"""Plates with names, in rows: what is written on each, and how wide it is."""


@dataclass(frozen=True)
class _Part:
    """A label and the plates behind it; beside the name, where there is room for all of it, or else below."""

    label: str
    lines: _Lines
    is_beside: bool


def _written(art: Art, one: AccusedShown, *, with_accusers: bool = True) -> list[_Part]:
    """What is said of somebody. What fits beside the name stands there: a phone shows more people so."""
    left = _name_room(art, one) - _name_wide(art, one)
    parts = []
    for label, people in one.parts if with_accusers else one.parts[:1]:
        lines = _in_lines(art, people, _after(art, label))
        wide = BESIDE_GAP + _after(art, label) - TEXT_LEFT + sum(wide + CHIP_GAP for line in lines for _, wide in line)
        is_beside = len(lines) <= 1 and wide <= left
        left -= wide if is_beside else 0
        parts.append(_Part(label, lines, is_beside))
    return parts


def _name_room(art: Art, one: AccusedShown) -> int:
    """Pixels of the line with the name, from where it begins; what has come of somebody stands at its end."""
    return WIDTH - MARGIN - 20 - NAME_LEFT - (_fate_wide(art, one) + 12 if one.fate else 0)


def _name_wide(art: Art, one: AccusedShown) -> int:
    return round(art.font("bold", NAME_SIZE).getlength(one.person.shown))


def _fate_wide(art: Art, one: AccusedShown) -> int:
    return round(art.font("bold", 36).getlength(one.fate)) + 28


def _after(art: Art, label: str) -> int:
    """Where the plates beside this label begin."""
    return TEXT_LEFT + round(art.font("bold", LEAST_SIZE).getlength(label)) + 18


def _in_lines(art: Art, people: Iterable[Voice], begin: int) -> _Lines:
    """Plates side by side, as many in a row as there is room for; what a row has to spare goes to names cut short."""
    font, room = art.font("bold", LEAST_SIZE), WIDTH - MARGIN - 20 - begin
    lines: _Lines = []
    left = 0
    for one in people:
        whole = round(font.getlength(unmarked(one.shown))) + CHIP_PAD
        wide = min(CHIP_MOST, whole)
        if wide > left:
            lines.append([])
            left = room
        lines[-1].append((one.shown, whole))
        left -= wide + CHIP_GAP
    return [_widened(line, room) for line in lines]


def _widened(line: Sequence[tuple[str, int]], room: int) -> list[tuple[str, int]]:
    """The plates of one row as wide as their names need, as far as the row's room goes."""
    plates = [(text, min(CHIP_MOST, whole)) for text, whole in line]
    spare = room - sum(wide + CHIP_GAP for _, wide in plates) + CHIP_GAP
    for place, (text, whole) in enumerate(line):
        more = min(whole - plates[place][1], spare)
        plates[place] = (text, plates[place][1] + more)
        spare -= more
    return plates


def _row_tall(parts: Sequence[_Part]) -> int:
    lines = sum(max(1, len(part.lines)) for part in parts if not part.is_beside)
    return max(LOWEST, NAME_TALL + lines * CHIP_STEP + 8)


def _draw_row(pen: Pen, one: AccusedShown, parts: Sequence[_Part], style: Style, top: int, tall: int) -> None:
    """A sheet of parchment: the house of the accused, the name, and the voices."""
    rim, line = (FLAME, 7) if one.fate else (RIM, 3)
    pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, tall, PARCHMENT, rim, radius=18, line=line)
    size = min(HOUSE, tall - 14)
    house = home(pen.art, style, one.person.seat, "lit", round(size * 1.08), size)
    pen.stamp(MARGIN + 12 + (HOUSE - size) // 2, top + (tall - house.height) // 2, house)
    if one.fate:
        pen.chip(WIDTH - MARGIN - 20 - _fate_wide(pen.art, one), top + 10, one.fate, 36, fill=FLAME, colour=PALE)
    pen.panel(TEXT_LEFT, top + 16, 48, 48, NAIL, radius=24)
    pen.text(TEXT_LEFT + 24, top + 40, str(one.person.seat), LEAST_SIZE, PALE, "bold", anchor="mm")
    room = _name_room(pen.art, one)
    name = pen.text(NAME_LEFT, top + 40, one.person.shown, NAME_SIZE, INK, "bold", anchor="lm", width=room)
    beside, y = NAME_LEFT + name + BESIDE_GAP, top + NAME_TALL
    for part in parts:
        if part.is_beside:
            beside = _draw_part(pen, part, beside, top + 15) + BESIDE_GAP
        else:
            _draw_part(pen, part, TEXT_LEFT, y)
            y += max(1, len(part.lines)) * CHIP_STEP


def _draw_part(pen: Pen, part: _Part, left: int, top: int) -> int:
    """The label and its plates; returns where the last of them ends."""
    pen.text(left, top + CHIP_TALL / 2, part.label, LEAST_SIZE, NAIL, "bold", anchor="lm")
    left = end = left + _after(pen.art, part.label) - TEXT_LEFT
    for line, plates in enumerate(part.lines):
        end = _draw_plates(pen, plates, left, top + line * CHIP_STEP)
    return end


def _draw_plates(pen: Pen, plates: Sequence[tuple[str, int]], left: int, top: int) -> int:
    for text, wide in plates:
        pen.panel(left, top, wide, CHIP_TALL, PLATE, RIM, radius=14, line=2)
        pen.text(left + wide / 2, top + CHIP_TALL / 2, text, LEAST_SIZE, INK, "bold", anchor="mm", width=wide - 16)
        left += wide + CHIP_GAP
    return left
