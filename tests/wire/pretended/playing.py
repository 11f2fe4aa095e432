"""How the people of a scenario play: whatever they see that can be answered, they answer, chosen from a seed.

They know Discord and nothing of the rules: a control whose id is that of an answer is one, whichever game asked.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pretended.limits import SELECTS, TEXT_INPUT, nested
from pretended.people import Person
from pretended.world import Interaction, Message

OWN: Final = frozenset({"a", "s", "w", "order"})
"""Controls of one's own question: `mm:<kind>:<match>:<checkpoint>:<question>…`."""
SHARED: Final = frozenset({"o", "os", "ow"})
"""Controls of a shared moment: `mm:<kind>:<match>:<occasion>…`."""
TRIES_MOST: Final = 4
"""So often somebody presses for the same question, when it is refused or asks for one tap more."""
SENTENCES: Final = ("I saw nothing.", "It was the miller, surely.", "A straw is a straw.", "Ask the mirror!")


@dataclass(frozen=True)
class Move:
    """One control that answers something."""

    message: Message
    control: Mapping[str, Any]
    question: str
    """What is answered by it: the same for all controls of one question."""


class Player:
    """One person at a table, until `stop`."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self._chance = random.Random(f"{seed}|{person.name}")
        self._tries: Counter[str] = Counter()
        self._refused: set[tuple[int, str]] = set()
        """Message and control: what the bot would not take."""
        self._seen = -1
        """How much had changed where this person looks, when there was nothing to do."""
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._play())

    def take_heart(self) -> None:
        """Whoever has pressed again and again, and was not answered, tries it once more. So does who was refused, since
        that may have been only because nothing could be written: the game would wait for its clock."""
        self._tries.clear()
        self._refused.clear()
        self._seen = -1
        self.person.discord.witness.ring()

    async def stop(self) -> None:
        """Let what is being pressed be answered, and leave."""
        self._stopped = True
        self.person.discord.witness.ring()
        if self._task is not None:
            await self._task

    async def _play(self) -> None:
        witness = self.person.discord.witness
        while not self._stopped:
            await witness.until(lambda: self._stopped or self._wants_to_move(), "something to do", patience_s=600)
            moves = list(self.moves())
            if moves and not self._stopped:
                await self.move(self._chance.choice(moves))

    def _wants_to_move(self) -> bool:
        if not self.person.discord.gateway.connected:
            return False
        changes = self.person.discord.world.changes_in(self.person.looks_at())
        if changes == self._seen:
            return False
        if next(self.moves(), None) is not None:
            return True
        self._seen = changes
        return False

    # -- what can be answered -----------------------------------------------------------------------------------------

    def moves(self) -> Iterator[Move]:
        """Every control in sight that answers a question this person has not been busy with too often."""
        for message in self.person.sees():
            for control in message.now.controls:
                question = self._answers(message, str(control["custom_id"]))
                if question is not None and self._may_try(message, control, question):
                    yield Move(message, control, question)

    def _may_try(self, message: Message, control: Mapping[str, Any], question: str) -> bool:
        return self._tries[question] < TRIES_MOST and (message.id, str(control["custom_id"])) not in self._refused

    def _answers(self, message: Message, custom_id: str) -> str | None:
        """The question that a control answers. Who takes no direct messages looks at My seat whenever the board is new
        or changes."""
        if custom_id.startswith("mm:seat:") and not self.person.user.takes_direct_messages:
            return f"look:{message.id}:{message.now.order}" if message.channel.recipient is None else None
        return question_of(custom_id)

    async def move(self, move: Move) -> None:
        """Press or choose; a form that opens is filled in. What has been answered is left alone from then on."""
        self._tries[move.question] += 1
        act = await self._press(move)
        if act.modal is not None:
            act = await self.person.send_form(act, self._fill_in(act.modal))
        if not act.acknowledged or str(move.control["custom_id"]).startswith("mm:order"):
            return
        if self._is_refused(move, act):
            self._tries[move.question] -= 1
            self._refused.add((move.message.id, str(move.control["custom_id"])))
        else:
            self._tries[move.question] = TRIES_MOST

    def _is_refused(self, move: Move, act: Interaction) -> bool:
        """A panel of one's own that is answered beside it, not on it, would not have it: such as a card of another
        suit. There are others to choose from, as long as the panel offers them."""
        return move.question.startswith("own:") and act.original is not move.message

    async def _press(self, move: Move) -> Interaction:
        ident = str(move.control["custom_id"])
        if move.control["type"] not in SELECTS:
            return await self.person.press(move.message, ident)
        values = [option["value"] for option in move.control["options"]]
        least, most = int(move.control.get("min_values", 1)), int(move.control.get("max_values", 1))
        chosen = self._chance.sample(values, self._chance.randint(max(1, least), max(1, most)))
        return await self.person.choose(move.message, ident, chosen)

    def _fill_in(self, modal: Mapping[str, Any]) -> dict[str, str]:
        fields: Sequence[Any] = [one for one in nested(modal["components"]) if one["type"] == TEXT_INPUT]
        return {one["custom_id"]: self._chance.choice(SENTENCES) for one in fields}


def question_of(custom_id: str) -> str | None:
    """Which question a control answers; None for one that answers none."""
    prefix, kind, *parts = custom_id.split(":")
    if prefix != "mm" or len(parts) < 2:
        return None
    if kind in OWN:
        return "own:" + ":".join(parts[:3])
    return "shared:" + ":".join(parts[:2]) if kind in SHARED else None
