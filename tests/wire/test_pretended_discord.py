"""The pretended Discord itself: it refuses what Discord refuses, in Discord's words."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pretended.application_routes import EMOJIS_MOST
from pretended.clock import Turns
from pretended.faults import Fault, Weather
from pretended.limits import IS_COMPONENTS_V2, faults_of_message, faults_of_modal
from pretended.people import Person
from pretended.server import PretendedDiscord
from pretended.witness import Hung
from support.forking import forking

SPEED = 30.0
SIGNS_FOR_S = 1.0


class Bot:
    """A client that knows only HTTP."""

    def __init__(self, discord: PretendedDiscord, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._root = f"http://127.0.0.1:{discord.port}/api/v10"
        self.headers = {"Authorization": f"Bot {discord.world.token}"}

    async def asks(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Status, and the body or its error code."""
        async with self._session.request(method, self._root + path, json=body, headers=self.headers) as answer:
            read = await answer.json() if answer.status != 204 else None
            return answer.status, read.get("code", read) if answer.status >= 400 else read


@pytest.fixture
async def discord() -> AsyncIterator[PretendedDiscord]:
    one = PretendedDiscord(speed=SPEED)
    await one.open()
    yield one
    await one.close()


@pytest.fixture
async def bot(discord: PretendedDiscord) -> AsyncIterator[Bot]:
    async with aiohttp.ClientSession() as session:
        yield Bot(discord, session)


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(custom_id: str) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}


async def pressed(discord: PretendedDiscord, bot: Bot) -> Any:
    """Somebody has pressed a button, and nobody has answered yet: the interaction."""
    ann = Person(discord, "ann")
    message = discord.world.write(discord.market, discord.world.bot, {"content": "?"})
    await ann.press(message, "mm:a:1")  # there is no gateway session: it expires at once
    (act,) = discord.world.interactions.values()
    act.expired = False
    return act


# -- refusals ----------------------------------------------------------------------------------------------------------


async def test_errors_are_the_documented_ones(discord: PretendedDiscord, bot: Bot) -> None:
    ann = Person(discord, "ann")
    market = f"/channels/{discord.market.id}"
    assert await bot.asks("POST", "/channels/1/messages", content="x") == (404, 10003)
    assert await bot.asks("PATCH", f"{market}/messages/1", content="x") == (404, 10008)
    assert await bot.asks("POST", "/interactions/1/token/callback", type=4) == (404, 10062)
    assert await bot.asks("POST", "/webhooks/1/token", content="x") == (404, 10015)
    assert await bot.asks("POST", f"{market}/messages", content="x" * 2001) == (400, 50035)
    told = discord.world.write(ann.direct, discord.world.bot, {"content": "hello"})
    ann.user.takes_direct_messages = False
    assert await bot.asks("POST", f"/channels/{ann.direct.id}/messages", content="x") == (403, 50007)
    assert (await bot.asks("PATCH", f"/channels/{ann.direct.id}/messages/{told.id}", content="y"))[0] == 200, (
        "what was sent before can still be changed"
    )
    discord.market.bot_may_write = False
    assert await bot.asks("POST", f"{market}/messages", content="x") == (403, 50013)
    bot.headers = {"Authorization": "Bot wrong"}
    assert (await bot.asks("GET", "/users/@me"))[0] == 401


async def test_an_interaction_is_answered_once_and_in_time(discord: PretendedDiscord, bot: Bot) -> None:
    act = await pressed(discord, bot)
    path = f"/interactions/{act.id}/{act.token}/callback"
    answer = {"type": 4, "data": {"content": "yes", "flags": 64}}
    status, said = await bot.asks("POST", path, **answer)
    assert (status, said["interaction"]["response_message_ephemeral"]) == (200, True)
    assert discord.world.shown_to(act.user)[-1].now.text == "yes"
    assert discord.world.seen_in(discord.market)[-1].now.text == "?", "nobody else sees it"
    assert await bot.asks("POST", path, **answer) == (400, 40060)
    act.opened_s -= 16 * 60
    assert await bot.asks("POST", f"/webhooks/1/{act.token}", content="late") == (401, 50027)


async def test_where_the_bot_is_not_it_only_answers_and_five_times(discord: PretendedDiscord, bot: Bot) -> None:
    ann = Person(discord, "ann")
    talk = discord.world.add_talk(ann.user)
    assert await bot.asks("POST", f"/channels/{talk.id}/messages", content="x") == (403, 50001)
    told = discord.world.write(talk, discord.world.bot, {"content": "?"})
    await ann.press(told, "mm:a:1")
    (act,) = discord.world.interactions.values()
    act.expired = False
    assert (await bot.asks("POST", f"/interactions/{act.id}/{act.token}/callback", type=6))[0] == 200
    path = f"/webhooks/1/{act.token}"
    assert [(await bot.asks("POST", path, content="x"))[0] for _ in range(3)] == [200] * 3
    act.followups += 2
    assert await bot.asks("POST", path, content="x") == (400, 40094)


async def test_an_event_that_leads_elsewhere_needs_its_place_and_its_hours(discord: PretendedDiscord, bot: Bot) -> None:
    path = f"/guilds/{discord.guild.id}/scheduled-events"
    hours = [datetime.fromtimestamp(discord.clock.now_s() + ahead, UTC).isoformat() for ahead in (-60, 3600, 7200)]
    past, begin, end = hours
    event = {"name": "x", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "y"}}
    sound = {**event, "scheduled_start_time": begin, "scheduled_end_time": end}
    for wrong in ({"scheduled_start_time": past}, {"entity_metadata": {}}, {"name": ""}, {"scheduled_end_time": past}):
        assert await bot.asks("POST", path, **{**sound, **wrong}) == (400, 50035), wrong
    _, made = await bot.asks("POST", path, **sound)
    assert (made["status"], made["entity_metadata"]["location"]) == (1, "y")
    assert (await bot.asks("PATCH", f"{path}/{made['id']}", status=2))[0] == 200
    assert await bot.asks("PATCH", f"{path}/{made['id']}", status=4) == (400, 50035), "it has begun"
    assert await bot.asks("GET", f"{path}/1") == (404, 10070)


async def test_an_emoji_has_a_name_of_its_own_and_a_small_image(discord: PretendedDiscord, bot: Bot) -> None:
    path = f"/applications/{discord.world.bot.id}/emojis"
    image = "data:image/png;base64,aGVsbG8="
    status, ace = await bot.asks("POST", path, name="ace", image=image)
    assert (status, ace["name"], ace["user"]["id"]) == (201, "ace", str(discord.world.bot.id))
    assert discord.world.emojis[int(ace["id"])].image == b"hello"
    for name, wrong in (("ace", image), ("a", image), ("a-b", image), ("king", "hello"), ("king", image[:22])):
        assert await bot.asks("POST", path, name=name, image=wrong) == (400, 50035)
    assert (await bot.asks("GET", path))[1]["items"] == [ace]
    for number in range(EMOJIS_MOST - 1):
        discord.world.add_emoji(f"one_{number}")
    assert await bot.asks("POST", path, name="king", image=image) == (400, 30008)
    assert (await bot.asks("DELETE", f"{path}/{ace['id']}"))[0] == 204
    assert await bot.asks("DELETE", f"{path}/{ace['id']}") == (404, 10014)


async def test_after_three_seconds_the_token_is_invalid(discord: PretendedDiscord, bot: Bot) -> None:
    act = await pressed(discord, bot)
    act.began_s -= 3.1
    assert await bot.asks("POST", f"/interactions/{act.id}/{act.token}/callback", type=6) == (404, 10062)
    assert not act.acknowledged


async def test_an_enforced_nonce_gets_the_first_message_back(discord: PretendedDiscord, bot: Bot) -> None:
    path = f"/channels/{discord.market.id}/messages"
    _, first = await bot.asks("POST", path, content="one", nonce="1.0.1", enforce_nonce=True)
    _, second = await bot.asks("POST", path, content="another", nonce="1.0.1", enforce_nonce=True)
    assert (second["id"], second["content"]) == (first["id"], "one")
    discord.world.messages[int(first["id"])].written_s -= 200
    _, third = await bot.asks("POST", path, content="another", nonce="1.0.1", enforce_nonce=True)
    assert third["id"] != first["id"], "Discord remembers for the past few minutes"


async def test_a_bucket_is_empty_after_its_requests_and_fills_again(discord: PretendedDiscord, bot: Bot) -> None:
    path = f"/channels/{discord.market.id}/messages"
    answers = [await bot.asks("POST", path, content="x") for _ in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    assert 0 < answers[-1][1]["retry_after"] <= 5


@pytest.mark.parametrize("kind", ["cut_before", "cut_after", "status_before", "status_after"])
async def test_a_fault_strikes_before_or_after_the_effect(discord: PretendedDiscord, bot: Bot, kind: Any) -> None:
    discord.rest.weather = Weather(1, transient=1.0, kinds=((kind, 503),))
    path = f"/channels/{discord.market.id}/messages"
    if kind.startswith("cut"):
        with pytest.raises(aiohttp.ClientError):
            await bot.asks("POST", path, content="x")
    else:
        assert (await bot.asks("POST", path, content="x"))[0] == 503
    assert len(discord.world.messages) == (1 if kind.endswith("after") else 0)


def test_the_same_seed_brings_the_same_weather() -> None:
    def year(seed: int) -> list[Fault | None]:
        weather = Weather(seed, transient=0.15)
        return [weather.over("POST", "/channels/{channel}/messages") for _ in range(100)]

    assert year(1) == year(1) != year(2)
    assert 5 <= sum(fault is not None for fault in year(1)) <= 30


async def test_what_never_comes_is_not_waited_for_longer_than_everybody_had_their_turns(tmp_path: Path) -> None:
    discord = PretendedDiscord(speed=SPEED, turns=tmp_path / "turns")
    await discord.open()
    assert discord.clock.turns is not None
    discord.clock.turns.join(discord.clock.turns.new_place())  # and never has another turn
    with pytest.raises(Hung, match="nobody had a turn"):
        await discord.witness.until(lambda: False, "never", patience_s=0.2)
    assert discord.clock.passed_s() < 0.2
    discord.clock.turns.leave(1)
    with pytest.raises(Hung, match="waited"):
        await discord.witness.until(lambda: False, "never", patience_s=0.1)
    await discord.close()


# -- limits ------------------------------------------------------------------------------------------------------------


def v2(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": IS_COMPONENTS_V2, "components": list(components), **more}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def menu(count: int, **more: Any) -> dict[str, Any]:
    options = [{"label": str(one), "value": str(one)} for one in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


@pytest.mark.parametrize(
    "body",
    [
        v2(text("x" * 4_000)),
        v2(*[text("x")] * 40),
        v2(row(*[button(f"{one}") for one in range(5)]), row(menu(25))),
        v2(row(button("x" * 100)), nonce="n" * 25),
        {"content": "x" * 2_000},
    ],
)
def test_what_is_just_within_the_limits_is_taken(body: dict[str, Any]) -> None:
    assert faults_of_message(body) == []


@pytest.mark.parametrize(
    "body",
    [
        v2(text("x" * 2_001), text("x" * 2_000)),
        v2(*[text("x")] * 41),
        v2(row(*[button(f"{one}") for one in range(6)])),
        v2(row(menu(26))),
        v2(row(menu(2, max_values=3))),
        v2(row(menu(3), button("b"))),
        v2(row(button("x" * 101))),
        v2(row(button("same")), row(button("same"))),
        v2(text("x"), nonce="n" * 26),
        v2(text("x"), content="and more"),
        v2(text("x"), embeds=[{"title": "x"}]),
        v2(text("")),
        v2(button("not in a row")),
        v2(text("x"), attachments=[{"description": "x" * 1_025}]),
        {"components": [text("without the flag")]},
        {"content": "x" * 2_001},
    ],
)
def test_what_is_beyond_a_limit_is_found(body: dict[str, Any]) -> None:
    assert faults_of_message(body)


def test_forms_have_limits_too() -> None:
    entry = {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "text", "style": 1}}
    assert faults_of_modal({"title": "t", "custom_id": "c", "components": [entry]}) == []
    assert faults_of_modal({"title": "t" * 46, "custom_id": "c", "components": [entry]})
    assert faults_of_modal({"title": "t", "custom_id": "c", "components": [entry] * 6})
    assert faults_of_modal({"title": "t", "custom_id": "c", "components": [{**entry, "label": "l" * 46}]})


def test_nobody_reads_a_clock_that_is_just_being_written_as_nought(tmp_path: Path) -> None:
    """For whoever did, three hundred seconds of a game would not have been, and then would have passed at once."""
    writer = forking().Process(target=_signs_again_and_again, args=(tmp_path / "turns",), daemon=True)
    turns = Turns(tmp_path / "turns", late_s=1.0)
    turns.sign(1)
    writer.start()
    read = set[bool]()
    while writer.is_alive():
        read |= {turns._read(1) > 0 for _ in range(10_000)}
    assert read == {True}


def _signs_again_and_again(file: Path) -> None:
    """In a process of its own."""
    turns, until_s = Turns(file, late_s=1.0), time.monotonic() + SIGNS_FOR_S
    while time.monotonic() < until_s:
        turns.sign(1)
