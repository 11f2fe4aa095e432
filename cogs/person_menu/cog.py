"""Nominate, Vote for and Give time, chosen on a person: what the buttons of the board do, with the same checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import discord

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question
from bot.matches.errors import Refused
from bot.matches.snapshot import MatchSnapshot
from bot.ui.answers import Answers
from bot.ui.common_tables import CommonTables, Person
from bot.ui.face import Deed, Face
from bot.ui.person_menus import person_menu
from bot.ui.router import Click
from bot.ui.wording import plain
from cogs.pauses.minutes import Minutes, minutes_of

Interaction = discord.Interaction[Any]
NOT_NOW: Final[Mapping[Deed, str]] = {"nominate": "no_nominations_now", "vote": "no_vote_on"}


class Aimed(NamedTuple):
    """A question, and the answer to it that does something to somebody."""

    question: Question
    token: str


class Aiming:
    """Does something to a person in public: nominates them, or votes for them."""

    def __init__(self, tables: CommonTables, answers: Answers, faces: Mapping[str, Face]) -> None:
        self._tables = tables
        self._answers = answers
        self._faces = faces

    async def nominate(self, interaction: Interaction, person: Person) -> None:
        await self._do("nominate", interaction, person)

    async def vote(self, interaction: Interaction, person: Person) -> None:
        await self._do("vote", interaction, person)

    async def _do(self, deed: Deed, interaction: Interaction, person: Person) -> None:
        """Hand the answer in, as the board's control would. Raises Refused, with what to do instead."""
        name = plain(person.display_name)
        fitting = [one for one in await self._tables.of(interaction, person) if self._answers_to(deed, one, person)]
        if not fitting:
            raise Refused(NOT_NOW[deed], name=name)
        if len(fitting) > 1:
            raise Refused("which_common_table", name=name)
        click = Click(interaction, (str(fitting[0].id),))
        match, seat = await self._answers.at_table(click)
        asked = self._answers_to(deed, match, person)
        if not asked:  # the moment has passed since
            raise Refused(NOT_NOW[deed], name=name)
        mine = next((one for one in asked if one.question.seat == seat), None)
        if mine is None:
            raise self._answers.why_not_asked(match, seat, asked[0].question)
        await self._answers.take(click, match, mine.question, (mine.token,))

    def _answers_to(self, deed: Deed, match: MatchSnapshot, person: Person) -> list[Aimed]:
        """The open questions with which anybody could do that to this person, and the answers that do it."""
        whom, view, face = match.seat_of(person.id), match.view(SPECTATOR), self._faces[match.row.game]
        if whom is None:
            return []
        tokens = ((question, face.aimed(deed, question, whom, view)) for question in match.open)
        return [Aimed(question, token) for question, token in tokens if token is not None]


class GivingByName:
    """Gives everybody at the table of a person a minute more."""

    def __init__(self, tables: CommonTables, minutes: Minutes) -> None:
        self._tables = tables
        self._minutes = minutes

    async def give(self, interaction: Interaction, person: Person) -> None:
        """All clocks are prolonged alike, so it tells nothing of who is waited for. Raises Refused."""
        shared = await self._tables.of(interaction, person)
        if len(shared) > 1:
            raise Refused("which_common_table", name=plain(person.display_name))
        await self._minutes.give_at(interaction, shared[0].id)


async def setup(client: Mirror) -> None:
    tables = CommonTables(client.service, client.archive)
    aiming = Aiming(tables, client.answers, client.faces)
    giving = GivingByName(tables, minutes_of(client))
    for name, chosen in (("nominate", aiming.nominate), ("vote", aiming.vote), ("time", giving.give)):
        client.tree.add_command(person_menu(name, chosen))
