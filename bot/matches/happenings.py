"""What is told to those who watch the matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.engine.questions import Seat
from bot.store.matches import Ending


class Happening(NamedTuple):
    """Told to the watchers when something durable has happened to a match."""

    match: int
    kind: str
    """`changed`; `answered` (nothing new to tell anybody, though a board may look different); `rewound`; `asked_again`
    (a card of the night, if anybody has it: that must not show); `offered` (a seat that missed its deadlines); `away`
    (the bot was, for `amount` ms); `waits` (a clock, until somebody has been reached); `again` (a round begins anew
    after an update); `ended` (by whom: `ending`); `dealt_anew` (match `amount` has taken its place); `paused` (until
    `amount`, epoch ms; 0: until somebody resumes it), `resumed`; `deserted` (nobody answers, so it sleeps, and is ended
    at `amount`, epoch ms); `seated`; `led` (somebody else lets the game go on now); `ran_out` (a clock, and with it
    something that this seat was asked); `time_is_up` (the clock of question `amount`, where a moderator leads)."""
    seat: Seat = 0
    amount: int = 0
    ending: Ending = "host"


Watcher = Callable[[Happening], None]
