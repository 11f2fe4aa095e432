"""The recap of a game: everything that is needed to play it again and compare every line.

There are two versions. Recaps of the first were written before presses went into the deal; they are read for ever.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from pydantic import StringConstraints

from bot.engine import chance
from bot.engine.announcements import Announcement, Audience
from bot.engine.match import Entry
from bot.engine.rulebook import Frozen, Outcome
from bot.recaps.acts import TableAct
from bot.recaps.canonical import digest_of
from bot.recaps.opening import Opening

Said = tuple[int, Audience, str, dict[str, Any]]
"""An announcement: its number, audience, key and values."""
Snowflake = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,19}$")]
"""An id as Discord gives them. Text, because many programs read long numbers only roughly."""
ERASED: Final = "▒▒▒"
"""What stands in place of a text that somebody typed who was forgotten since."""


class MessageId(Frozen):
    """A message on Discord."""

    guild: Snowflake
    channel: Snowflake
    message: Snowflake

    @property
    def link(self) -> str:
        return f"https://discord.com/channels/{self.guild}/{self.channel}/{self.message}"


class Played(Frozen):
    """What the recaps of all versions hold.

    names          how the players are called, by seat; None for somebody who was forgotten
    seed           what was promised before the deal; commitment: its SHA-256, as it was shown
    journal        every answer and draw of every round, in order
    outcome        None when the game was ended before it was over
    instead_of     deals of the same people that were thrown away before it, because a card was seen: the number of each
                   match, and its commitment
    digest         of all the rest
    """

    game: str
    options: dict[str, Any]
    seats: int
    names: tuple[str | None, ...]
    role_set: str
    seed: str
    commitment: str
    journal: tuple[Entry, ...]
    announcements: tuple[Said, ...]
    outcome: Outcome | None
    instead_of: tuple[tuple[int, str], ...] = ()
    digest: str = ""

    @property
    def deal(self) -> str:
        """The seed from which every draw follows."""
        return self.seed

    def with_digest(self) -> Self:
        """The same, with the digest that belongs to it."""
        return self.model_copy(update={"digest": self.expected_digest()})

    def expected_digest(self) -> str:
        """SHA-256 of everything but the digest itself."""
        return digest_of(self.model_dump(mode="json", exclude={"digest"}))


class FirstRecap(Played):
    """A recap of the first version: of a game that came to its end, dealt from the seed alone."""

    version: Literal[1]
    names: tuple[str, ...]
    outcome: Outcome

    def expected_digest(self) -> str:
        """SHA-256 of everything but the digest itself; and but `instead_of` where there is none, as in files of before
        there could be any."""
        left_out = {"digest"} if self.instead_of else {"digest", "instead_of"}
        return digest_of(self.model_dump(mode="json", exclude=left_out))


class Recap(Played):
    """A recap of the second version.

    presses      the ids of the presses that went into the deal, in order; none in a match from before they did
    opening      how the match began; None in a match from before that was sealed
    promised_at  the message in which the commitment was shown; opened_at: the one that shows the opening's digest
    acts         what was done to the table beside the game, in order
    """

    version: Literal[2] = 2
    presses: tuple[Snowflake, ...] = ()
    opening: Opening | None = None
    promised_at: MessageId | None = None
    opened_at: MessageId | None = None
    acts: tuple[TableAct, ...] = ()

    @property
    def deal(self) -> str:
        return chance.mixed(self.seed, [int(press) for press in self.presses])


def said_of(announcement: Announcement) -> Said:
    """An announcement as recaps hold it."""
    return announcement.number, announcement.audience, announcement.key, announcement.values
