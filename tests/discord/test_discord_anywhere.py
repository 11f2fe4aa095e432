"""A duel where the bot is no member: everything comes as the answer to a press, and nothing else is ever asked of
Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
import simcord
from simcord.actors import _component_interaction
from support.den import Den, opened_den, shown_on
from support.private_talk import make_private

from bot.client import Mirror
from bot.doctor import duels_anywhere
from bot.engine.questions import Question
from bot.matches.errors import Refused
from bot.matches.lobby_invitations import INVITED_AGAIN_MS
from bot.matches.silent_tables import SILENCE_MS, SilentTables
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify
from bot.store import deadlines
from bot.ui.panels import token

DAY_MS = 86_400_000
SEED = "2" * 64
"""The presses that go into the deal have the same ids in every run: so have the hands."""
GUESSES = "drum_drum"
"""Whoever plays this card guesses."""


class Talk(Den):
    """Ann and Ben talk, and Eve listens."""

    def __init__(self, env: simcord.Env, mirror: Mirror, now: list[int]) -> None:
        super().__init__(env, mirror, now)
        self.people = {name: self.joins(name) for name in ("ann", "ben", "eve")}
        self.since = len(env.http_requests)

    async def challenge(self) -> simcord.InteractionResult:
        return await self.people["ann"].slash(self.room, "duel", person=self.people["ben"])

    async def begin(self) -> None:
        await self.challenge()
        await self.press("ben", "Accept")

    def public(self) -> list[discord.Message]:
        """The messages that everybody sees."""
        return [one for one in self.room.history() if not one.flags.ephemeral]

    def newest(self, place: int = -1) -> discord.Message:
        """A public message: the newest, unless another one is wanted."""
        return self.public()[place]

    async def forges(self, who: str, custom_id: str) -> simcord.InteractionResult:
        """A press that no honest client would send."""
        stored = self.env.backend.get_message(self.room.id, self.newest().id)
        return await _component_interaction(self.people[who], stored, {"custom_id": custom_id, "component_type": 2})

    async def press(self, who: str, label: str, place: int = -1) -> simcord.InteractionResult:
        return await self.people[who].click(self.newest(place), label=label)

    async def asked(self) -> tuple[str, Question | None]:
        """Who is asked something, and what; nobody when the game is over."""
        awake = await self.mirror.service.awake(1)
        question = next((one for one in awake.match.open if one.seat > 0), None)
        return {1: "ann", 2: "ben"}[question.seat] if question else "", question

    async def moves(self, who: str, place: int = -1) -> None:
        """This person answers on My seat until the other one is asked; a guess is right."""
        seat = (await self.press(who, "My seat", place)).response
        while True:
            asked, question = await self.asked()
            if asked != who or question is None:
                return
            awake = await self.mirror.service.awake(1)
            where = f"1:{awake.match.checkpoint}:{question.number}"
            if question.key == "duel.guess":
                table: Any = awake.match._table
                name = table.duelist(3 - question.seat).secret_name
                await self.people[who].select(seat, [name], custom_id=f"mm:s:{where}")
                return
            choice = token(GUESSES if GUESSES in question.choices else question.choices[0])
            wanted = f"mm:o:1:start:{choice}" if question.key == "duel.start" else f"mm:a:{where}:{choice}"
            on = seat if question.key != "duel.start" else self.newest(place)
            seat = (await self.people[who].click(on, custom_id=wanted)).response
            if question.key == "duel.start":
                seat = (await self.press(who, "My seat")).response

    def asked_of_discord(self) -> set[str]:
        """The kinds of requests the bot has made since the beginning."""
        return {request.path.strip("/").split("/")[0] for request in self.env.http_requests[self.since :]}


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Talk]:
        async with opened_den(tmp_path, Talk) as place:
            make_private(monkeypatch, place.room.id)
            monkeypatch.setattr("bot.matches.lobby_openings.new_seed", lambda: SEED)
            yield place
            unexpected = [one for one in place.env.errors if not isinstance(getattr(one, "original", one), Refused)]
            assert unexpected == []

    return opened


async def test_two_people_play_where_the_bot_is_no_member_and_it_is_killed_in_between(talk: Any) -> None:
    async with talk() as place:
        asked = await place.challenge()
        assert not asked.ephemeral
        assert "**ann** challenges" in shown_on(place.newest())
        assert shown_on((await place.press("eve", "Accept")).response).strip() == "This challenge is for ben."
        await place.press("ben", "Accept")
        first, _ = await place.asked()
        assert f"<@{place.people[first].id}>, it is your move" in shown_on(place.newest())
        assert (await place.mirror.archive.row(1)).commitment in shown_on(place.newest())
        assert "no seat" in shown_on((await place.press("eve", "My seat")).response)

        await place.moves(first)
        guessed = place.newest()
        other = "ben" if first == "ann" else "ann"
        assert f"<@{place.people[other].id}>, it is your move" in shown_on(guessed)
        assert [one.id for one in guessed.mentions] == [place.people[other].id]
        async with place.mirror.store.reading() as connection:
            assert await deadlines.of_match(connection, 1) == [], "no clock runs"

        assert place.asked_of_discord() == {"interactions", "webhooks"}
        place.now[0] += 3 * DAY_MS
        await place.restart()
        place.since = len(place.env.http_requests)
        await place.moves(other, place=0)
        while (await place.asked())[0]:
            await place.moves((await place.asked())[0])
        end = place.newest()
        assert "wins!" in shown_on(end)
        assert "The seal is open" in shown_on(end)
        (file,) = [one for one in end.attachments if one.filename.startswith("recap")]
        recap = Recap.model_validate_json(await file.read())
        assert verify(recap) is None
        assert recap.seed == (await place.mirror.archive.row(1)).seed, "what was sealed is opened"
        shown = [one.filename for page in place.public() for one in page.attachments]
        assert "table.jpg" in shown
        assert "hand.jpg" not in shown
        assert place.asked_of_discord() == {"interactions", "webhooks"}


async def test_its_messages_are_few_and_either_of_the_two_may_end_it(talk: Any) -> None:
    async with talk() as place:
        await place.begin()
        first, _ = await place.asked()
        other = "ben" if first == "ann" else "ann"
        await place.moves(first)
        assert len(place.public()) == 2, "the challenge became the board, and the guess calls the other"
        seat = (await place.press(other, "My seat")).response
        assert len(place.public()) == 2, "nothing is new"
        for custom_id in (
            "mm:duelend:2",
            "mm:duel:1:explode",
            "mm:duel:2:accept",
            "mm:duelagain:1",
            "mm:rematch:1",
            "mm:leave:1",
        ):
            assert (await place.forges(other, custom_id)).ephemeral
        assert "no seat" in shown_on((await place.forges("eve", "mm:duelend:1:yes")).response)

        asked = await place.people[other].click(seat, label="End the game")
        assert "Nobody wins then" in shown_on(asked.response)
        await place.people[other].click(asked.response, label="End it")
        assert "One of the two has ended it" in shown_on(place.newest())
        assert "challenged" in shown_on((await place.press("ann", "Rematch")).response), "not again and again"
        place.now[0] += INVITED_AGAIN_MS
        await place.press(first, "Rematch")
        assert f"**{first}** challenges" in shown_on(place.newest())
        assert (await place.press("eve", "Decline")).ephemeral
        await place.press(other, "Decline")
        assert f"**{other}** would rather not play" in shown_on(place.newest())


async def test_an_answer_that_can_be_changed_no_more_is_followed_by_a_new_one(talk: Any) -> None:
    """And what a crash left untold is told by the next press."""
    async with talk() as place:
        await place.begin()
        first, _ = await place.asked()
        await place.soon(16 * 60)
        await place.forges(first, "mm:o:1:start:1")
        assert len(place.public()) == 2
        awake = await place.mirror.service.awake(1)
        question = next(one for one in awake.match.open if one.seat > 0)
        await place.mirror.service.answer(
            1, question.seat, awake.match.checkpoint, question.number, question.choices[0]
        )
        who, _ = await place.asked()
        before = shown_on(place.newest())
        await place.restart()
        await place.press(who, "My seat", place=0)
        assert len(place.public()) == 3
        assert "**ann**" in shown_on(place.newest())
        assert shown_on(place.newest()) != before


async def test_a_board_that_somebody_has_deleted_is_followed_by_a_new_one(talk: Any) -> None:
    async with talk() as place:
        await place.begin()
        (boards,) = {tell.__self__ for tell in place.mirror.answers.answered if hasattr(tell.__self__, "_newest")}
        gone = discord.NotFound(SimpleNamespace(status=404, reason="Not Found"), {"code": 10008, "message": "gone"})
        boards._newest[1] = replace(boards._newest[1], edit=AsyncMock(side_effect=gone))
        first, _ = await place.asked()
        await place.forges(first, "mm:o:1:start:1")
        assert len(place.public()) == 2


async def test_whoever_installs_the_bot_for_themselves_gets_what_needs_no_server(talk: Any) -> None:
    async with talk() as place:
        told = [command.to_dict(place.mirror.tree) for command in place.mirror.tree.get_commands()]
        for_people = {one["name"] for one in told if 1 in one["integration_types"]}
        assert for_people == {"duel", "privacy", "about"}
        (name_duel,) = [one for one in told if one["name"] == "duel"]
        assert (name_duel["integration_types"], name_duel["contexts"]) == ([1], [0, 2])
        application: Any = place.mirror.application
        for switched_on in (False, True):
            config = {"0": {}, **({"1": {}} if switched_on else {})}
            application._integration_types_config = config
            address = f"client_id={application.id}&scope=applications.commands&integration_type=1"
            about = await place.people["ann"].slash(place.room, "about")
            assert (address in shown_on(about.response)) is switched_on
            said = duels_anywhere({"integration_types_config": config}, application.id)
            assert (said.good, address in said.text) == (True, switched_on)


async def test_where_it_would_be_worth_less_or_unseen_it_is_refused(talk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async with talk() as place:
        ann, ben = place.people["ann"], place.people["ben"]
        refused = await ann.slash(place.room, "duel", person=ann)
        assert "cannot challenge yourself" in shown_on(refused.response)
        hall = place.guild.create_text_channel("hall")
        assert "use `/play`" in shown_on((await ann.slash(hall, "duel", person=ben)).response)
        monkeypatch.setattr(place.mirror, "get_guild", lambda _: None)
        quiet = discord.PermissionOverwrite(use_external_apps=False)
        silent = place.guild.create_text_channel("silent", overwrites={place.guild.default_role: quiet})
        assert "only you can see" in shown_on((await ann.slash(silent, "duel", person=ben)).response)
        assert place.public() == []


async def test_a_table_without_clocks_ends_when_nobody_has_answered_for_two_weeks(talk: Any) -> None:
    async with talk() as place:
        await place.begin()
        silent = SilentTables(place.mirror.service.keeper)
        place.now[0] += SILENCE_MS - DAY_MS
        await silent.end()
        assert (await place.mirror.archive.row(1)).status == "running"
        place.now[0] += 2 * DAY_MS
        await silent.end()
        assert (await place.mirror.archive.row(1)).ending == "silence"
        await place.press("ann", "My seat")
        assert "Nobody wins" in shown_on(place.newest())
