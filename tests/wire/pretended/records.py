"""What the bot's own database says: who was to hear what, what was asked, and what counts as delivered. Only read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pretended.clock_watch import BEATS
from pretended.reading import Reading


@dataclass(frozen=True)
class Said:
    """A line of the table `announcement`; `seats` is None for everybody."""

    number: int
    seats: tuple[int, ...] | None
    key: str
    values: dict[str, Any]

    @property
    def is_public(self) -> bool:
        return self.seats is None


@dataclass(frozen=True)
class Asked:
    """A question that has been answered, by its seat (`press`: its interaction) or by what is taken when time is up."""

    checkpoint: int
    question: int
    seat: int
    key: str
    press: int | None


@dataclass(frozen=True)
class Seat:
    number: int
    name: str
    user_id: int | None
    is_computer: bool


class Records:
    """The newest match of one channel."""

    def __init__(self, reading: Reading, market_id: int, beats: str = BEATS) -> None:
        self._rows = reading.rows
        self._beats = beats
        self._market_id = market_id

    def match(self) -> Any:
        """The row of the match."""
        return self._rows("SELECT * FROM match WHERE channel_id = ? ORDER BY id DESC LIMIT 1", self._market_id)[0]

    def all_is_sent(self) -> bool:
        """Whether the bot has nothing left to deliver, at any table."""
        return not self._rows("SELECT 1 FROM match WHERE unsent = 1")

    def is_paused(self) -> bool:
        return bool(self.match()["status"] == "paused")

    def is_deserted(self) -> bool:
        return self.match()["deserted_until_ms"] is not None

    def seats(self) -> list[Seat]:
        rows = self._rows("SELECT * FROM seat WHERE match = ? ORDER BY seat", self.match()["id"])
        return [Seat(row["seat"], row["name"], row["user_id"], row["player"] != "human") for row in rows]

    def announcements(self) -> list[Said]:
        """Everything that was said, to whomever, in order."""
        rows = self._rows("SELECT * FROM announcement WHERE match = ? ORDER BY number", self.match()["id"])
        return [Said(row["number"], _seats(row["audience"]), row["key"], json.loads(row["content"])) for row in rows]

    def answers(self) -> list[Asked]:
        """Every question to a seat that is over, in order."""
        rows = self._rows(
            "SELECT * FROM journal WHERE match = ? AND seat > 0 ORDER BY checkpoint, number", self.match()["id"]
        )
        return [
            Asked(row["checkpoint"], row["question"], row["seat"], row["key"], row["interaction_id"]) for row in rows
        ]

    def state(self) -> tuple[int, ...]:
        """How far the match has come, and how much time has not counted: what is shown follows from it."""
        match = self.match()
        return match["checkpoint"], match["head"], match["announced"], self.lag_ms()

    def strikes(self) -> int:
        """How many deadlines people have missed, all together."""
        return sum(row["strikes"] for row in self._rows("SELECT strikes FROM seat"))

    def lag_ms(self) -> int:
        """How much time has not counted, as far as it is written down."""
        at_ms, play_ms = self.beat()
        return at_ms - play_ms

    def beat(self) -> tuple[int, int]:
        """When the bot was last there, by people's own clocks and in the time that counts."""
        [row] = self._rows(f"SELECT at_ms, play_ms FROM {self._beats}")
        return int(row["at_ms"]), int(row["play_ms"])

    def due_ms(self) -> int:
        """When the next clock runs out, by people's own clocks; 0 when none runs."""
        [row] = self._rows("SELECT min(due_ms) AS due FROM deadline")
        return int(row["due"]) + self.lag_ms() if row["due"] else 0

    def ends(self) -> set[int]:
        """When the clocks of the match run out by people's own clocks, in epoch seconds; none while they stand."""
        match = self.match()
        if match["status"] != "running":
            return set()
        rows = self._rows("SELECT due_ms FROM deadline WHERE match = ?", match["id"])
        return {(int(row["due_ms"]) + self.lag_ms()) // 1000 for row in rows}

    def deliveries(self) -> list[Any]:
        return self._rows("SELECT * FROM delivery WHERE match = ? ORDER BY recipient, serial", self.match()["id"])


def _seats(audience: str) -> tuple[int, ...] | None:
    read = json.loads(audience)
    return None if read == "everyone" else tuple(read)
