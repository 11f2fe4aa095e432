"""The page of `magic-mirror try`: who is told what, and a real Chromium in which two people play."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import discord
import pytest
from simcord.env import Env
from support.chromium import PATIENCE_MS, chromium, needs_chromium, tab_of
from support.waiting import PATIENCE_S, patient_world, until, until_it_is
from yarl import URL

from bot.games import GAMES
from bot.store import journals, matches, seating
from bot.trying import server
from bot.trying.command import take_port
from bot.trying.messages import drawn, seen
from bot.trying.people import MOST, PLACES, Person
from bot.trying.server import HERE, serve
from bot.trying.start_page import picture_of
from bot.trying.words import hint, page_words
from bot.trying.world import FLY_S, CannotTry, World, world
from bot.ui.pictures.art import PHONE_WIDE
from bot.ui.wording import Wording, wording_files

HINTS = (
    "open", "start", "computer", "answer", "turn", "wait", "talk", "paused", "asleep", "chooses", "over", "learned",
    "seated",
)  # fmt: skip
NIGHT_S = 600
"""No night of this table is longer."""
SCREENS = {"wide": (1280, 800), "phone": (390, 844)}


@asynccontextmanager
async def page(
    tmp_path: Path, game: str | None = "village", language: str = "en-US"
) -> AsyncIterator[tuple[World, str, aiohttp.ClientSession]]:
    """A world, the address of its first window, and somebody who asks for things."""
    with patient_world():
        async with (
            world(tmp_path / "try.db", game, pause_s=(2.0, 3.0), language=language) as here,
            serve(here, take_port(0)) as address,
            aiohttp.ClientSession() as client,
        ):
            yield here, address, client


async def post(client: aiohttp.ClientSession, path: str, **body: Any) -> Any:
    async with client.post(path, json=body) as answer:
        assert answer.status == 200, (path, answer.status)
        return await answer.json()


async def get(client: aiohttp.ClientSession, path: str) -> Any:
    async with client.get(path) as answer:
        assert answer.status == 200, (path, answer.status)
        return await answer.json()


def controls(part: Any) -> dict[str, dict[str, Any]]:
    """Every button and menu in it, by its label or placeholder."""
    found = {}
    if isinstance(part, dict):
        if "custom_id" in part:
            found[str(part.get("label") or part.get("placeholder"))] = part
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            found |= controls(one)
    return found


async def presses(client: aiohttp.ClientSession, address: str, place: str, label: str) -> Any:
    """Press the last button of this label there."""
    messages = (await post(client, f"{address}look"))["places"][place]["messages"]
    message, control = next(
        (message["id"], controls(message)[label]["custom_id"])
        for message in reversed(messages)
        if label in controls(message)
    )
    return await post(client, f"{address}act", place=place, kind="click", message=message, control=control)


async def test_the_page_has_all_its_parts(tmp_path: Path) -> None:
    async with page(tmp_path, None) as (here, address, client):
        async with client.get(address) as answer:
            text = await answer.text()
            policy = answer.headers["Content-Security-Policy"].split("; ")
            assert {"default-src 'self'", "frame-ancestors 'none'", "object-src 'none'"} <= set(policy)
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        root = address.partition("/at/")[0]
        parts = re.findall(r'"(/page/[^"]+)"', text)
        assert len(parts) >= 3
        for script in HERE.glob("*.js"):
            parts += [f"/page/{name}" for name in re.findall(r'from "\./([^"]+)"', script.read_text("utf-8"))]
        parts += [f"/page/{game['picture']}" for game in (await get(client, f"{address}start"))["games"]]
        for path in parts:
            async with client.get(root + path) as answer:
                assert answer.status == 200, path
        outside = tmp_path / "outside.css"
        outside.write_text("p {}")
        strange = [f"/page/{quote(path, safe='')}" for path in (str(outside), "../page/page.css")]
        for path in ("/", "/at/", *strange, "/page/page.html", "/at/wrong/", "/at/wrong/start"):
            async with client.get(URL(root + path, encoded=True)) as answer:
                assert answer.status == 404, path
        for path in ("look", "act", "time", "invite"):
            async with client.post(f"{root}/at/wrong/{path}", json={}) as answer:
                assert answer.status == 404, path
        assert here.me.hint == "open"


async def test_no_other_site_gets_in(tmp_path: Path) -> None:
    async with page(tmp_path) as (here, address, client):
        for headers in ({"Host": "village.example"}, {"Origin": "http://village.example"}, {"Origin": "null"}):
            async with client.get(f"{address}start", headers=headers) as answer:
                assert answer.status == 403, headers
            async with client.post(f"{address}time", json={"fly": True}, headers=headers) as answer:
                assert answer.status == 403, headers
        for body in ("", "[]", "{"):
            async with client.post(f"{address}look", data=body) as answer:
                assert answer.status == 400
        assert not here.is_watched


async def test_every_game_begins_with_its_lobby(tmp_path: Path) -> None:
    """From the start page: one table after the other is opened, and the one before is closed."""
    async with page(tmp_path, None, "de") as (here, address, client):
        shown = await get(client, f"{address}start")
        assert shown["going"] == []
        assert {game["name"] for game in shown["games"]} == set(GAMES)
        assert len({game["about"] for game in shown["games"]}) == len(GAMES)
        balance = [line for game in shown["games"] for role_set in game["sets"] for line in role_set["balance"]]
        assert any("ausgeglichen" in line for line in balance), balance[:3]
        abouts = {game["name"]: game["sets_about"] for game in shown["games"]}
        assert "starken Computerspielern" in abouts["mafia"]
        assert not any("Siege in 100" in line for line in balance), "said once for all sets of a game"
        titles = {game["name"]: game["sets_title"] for game in shown["games"]}
        assert titles["mafia"] == "Rollensets"
        assert titles["name_duel"] == "Spielarten", "there are no roles in a duel"
        for game in shown["games"]:
            await post(client, f"{address}play", game=game["name"])
            (lobby,) = await here.mirror.lobbies.open_of_host(here.you.id)
            assert lobby.game.name == game["name"]
            state = await post(client, f"{address}look")
            button = "Gegen den Computer" if lobby.for_two else "Starten"
            assert f"„{button}“" in state["hint"]
            assert button in controls(state["places"]["square"]["messages"])
            assert lobby.for_two or lobby.fault() is None
        assert await here.going(here.me) == []
        assert here.env.errors == []


def test_every_game_has_a_picture_of_its_own() -> None:
    for locale in ("en", "de"):
        assert {picture_of(game, locale) for game in GAMES} == {f"{game}.{locale}.webp" for game in GAMES}
    assert picture_of("village", "xx") == "village.en.webp"
    assert picture_of("chess", "de") is None


async def test_a_press_does_what_it_would_do_on_discord(tmp_path: Path) -> None:
    """A button, a menu, a form, a command, and a message; only what has changed is told again."""
    async with page(tmp_path) as (here, address, client):
        await presses(client, address, "square", "Options")
        state = await post(client, f"{address}look")
        options = state["places"]["square"]["messages"][-1]
        assert options["alone"], "for this person alone"
        menu = controls(options)["Choose a role set"]
        await post(
            client, f"{address}act", place="square", kind="select", message=options["id"], control=menu["custom_id"],
            values=["beginner"],
        )  # fmt: skip
        assert (await here.mirror.lobbies.open_of_host(here.you.id))[0].role_set == "beginner"
        state = await post(client, f"{address}look")
        assert (await post(client, f"{address}look", known={"revision": state["revision"]}))["places"] == {}
        commands = {one["name"]: one for one in await get(client, f"{address}commands/square")}
        assert commands["play"]["options"][0]["choices"]
        await post(client, f"{address}act", place="square", kind="command", command="help")
        assert (await post(client, f"{address}look"))["places"]["square"]["messages"][-1]["asked"] == here.me.name
        suggested = await post(
            client, f"{address}suggest", place="square", command="play", option="role_set", value="b",
            options={"game": "village"},
        )  # fmt: skip
        assert "beginner" in [one["value"] for one in suggested]
        assert (await post(client, f"{address}look"))["events"] == []
        plan = {"game": "village", "when": "tomorrow 8pm"}
        await post(client, f"{address}act", place="square", kind="command", command="schedule table", options=plan)
        await presses(client, address, "square", "Plan it")
        (event,) = (await post(client, f"{address}look"))["events"]
        assert (event["name"], event["begun"]) == ("Rumplestiltskin!", False)
        assert event["at"] > here.env.now().timestamp()
        assert here.me.name in event["about"]
        assert f"/{here.square.id}/" in event["where"]
        empty = await post(client, f"{address}act", place="square", kind="command", command="roleset show")
        assert empty == {"problem": "fill"}
        gone = await post(client, f"{address}act", place="table", kind="click", message="1", control="x")
        assert gone == {"problem": "gone"}
        assert here.env.errors == []


async def test_what_takes_long_is_said_and_a_form_that_has_come_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressing goes on when the bot has not come to rest in time."""
    async with page(tmp_path) as (_, address, client):
        settle = Env._settle_internal
        await presses(client, address, "square", "Start")
        for label in ("My seat", "More …", "Notes …"):
            await presses(client, address, "table", label)

        async def never(env: Env, **how: Any) -> None:
            if how.get("dispatch") == "INTERACTION_CREATE":
                raise TimeoutError
            await settle(env, **how)

        async def late(env: Env, **how: Any) -> None:
            await settle(env, **how)
            await never(env, **how)

        monkeypatch.setattr(Env, "_settle_internal", never)
        assert await presses(client, address, "table", "Write") == {"problem": "slow"}
        monkeypatch.setattr(Env, "_settle_internal", late)
        assert (await presses(client, address, "table", "Write"))["form"]["components"]
        said = await post(client, f"{address}act", place="square", kind="command", command="help")
        assert said == {"form": None}


async def test_a_table_that_cannot_be_opened_is_no_fault_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cannot(*_: Any) -> None:
        raise CannotTry("this machine is too busy")

    async with page(tmp_path, None) as (_, address, client):
        monkeypatch.setattr(World, "open_table", cannot)
        async with client.post(f"{address}play", json={"game": "village"}) as answer:
            assert answer.status == 409
        async with client.post(f"{address}go_on", json={"match": []}) as answer:
            assert answer.status == 400


async def test_commands_are_listed_as_a_newcomer_needs_them(tmp_path: Path) -> None:
    """In every place what one begins with stands first, and what few need last: a single game's, and the server's."""
    async with page(tmp_path, None) as (_, address, client):
        assert [one["name"] for one in await get(client, f"{address}commands/letters")][:2] == ["rules", "help"]
        offered = [one["name"] for one in await get(client, f"{address}commands/square")]
        assert offered[:4] == ["play", "learn", "rules", "help"]
        assert sorted(["seat", "leave", "table status", "mafia foul", "mafia_protocol"], key=offered.index) == [
            "leave", "seat", "table status", "mafia foul", "mafia_protocol",
        ]  # fmt: skip
        assert offered[-1].startswith("settings ")


async def everything(client: aiohttp.ClientSession, address: str) -> str:
    """All that one window can fetch."""
    found = [json.dumps(await post(client, f"{address}look"), ensure_ascii=False)]
    async with client.get(address) as answer:
        found.append(await answer.text())
    found.append(json.dumps(await get(client, f"{address}start"), ensure_ascii=False))
    for place in PLACES:
        async with client.get(f"{address}commands/{place}") as answer:
            found.append(await answer.text())
    return "\n".join(found)


def cards(person: Person) -> set[str]:
    """What the pictures in somebody's letters show, and the letters' numbers, as they stand in what is fetched."""
    letters = person.actor.user.dm_channel.history()
    pictures = [one.description for letter in letters for one in letter.attachments if one.description]
    return {str(letter.id) for letter in letters} | {json.dumps(text, ensure_ascii=False) for text in pictures}


async def test_a_second_window_is_a_second_person(tmp_path: Path) -> None:
    """One challenges the other by name, who accepts; neither is told a word of what the other one has in private."""
    async with page(tmp_path, None) as (here, address, client):
        root = address.partition("/at/")[0]
        other = root + (await post(client, f"{address}invite"))["address"]
        guest = here.people[1]
        menus = {one["label"]: one["name"] for one in await get(client, f"{address}menus")}
        assert set(menus) == {"Challenge", "Nominate", "Vote for", "Give time"}
        chosen = {"kind": "menu", "command": menus["Challenge"], "person": str(guest.id)}
        for wrong in ({"place": "letters"}, {"place": "square", "person": "1"}):
            assert (await post(client, f"{address}act", **chosen | wrong))["problem"] == "gone"
        await post(client, f"{address}act", place="square", **chosen)
        await presses(client, other, "square", "Accept")
        await here.pass_time(3)
        mine, theirs = await everything(client, address), await everything(client, other)
        for person, own, foreign in ((here.me, mine, theirs), (guest, theirs, mine)):
            secret = cards(person)
            assert secret
            assert all(one in own for one in secret)
            assert not any(one in foreign for one in (*secret, person.key)), person.name
        files = re.findall(r'"url": "(/at/[^"]+)"', theirs)
        assert files
        private = [path for path in (one.replace(guest.key, here.me.key) for one in files) if path not in mine]
        assert private
        endless = [
            f"/at/{here.me.key}/{what}" for what in (f"file/{'9' * 5000}/hand.jpg", f"emoji/{'9' * 5000}", "emoji/1")
        ]
        for path in (*private, *endless):
            async with client.get(root + path) as answer:
                assert answer.status == 404, path[:80]
        await _they_play_where_the_mirror_is_no_member(here, client, other, address)
        guest.open_until = 0.0
        await post(client, f"{other}look")
        assert guest.is_open, "its page asks"
        for _ in range(len(here.people), MOST):
            await post(client, f"{address}invite")
        async with client.post(f"{address}invite", json={}) as answer:
            assert answer.status == 409
        assert here.env.errors == []


async def _they_play_where_the_mirror_is_no_member(
    here: World, client: aiohttp.ClientSession, mine: str, theirs: str
) -> None:
    async def shown(address: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await post(client, f"{address}look"))["places"]["talk"]["messages"]
        return found

    offered = {one["name"] for one in await get(client, f"{mine}commands/talk")}
    assert "duel" in offered
    assert not {"play", "roleset list", "table status"} & offered, "they are for servers"
    rival = {"person": str(here.me.id)}
    challenged = await post(client, f"{mine}act", place="talk", kind="command", command="duel", options=rival)
    assert challenged == {"form": None}
    await presses(client, theirs, "talk", "Accept")
    assert "My seat" in controls(await shown(mine))
    await presses(client, mine, "talk", "My seat")
    (secret,) = (one for one in await shown(mine) if one["alone"])
    assert secret["id"] not in [one["id"] for one in await shown(theirs)]
    async with here.mirror.store.reading() as connection:
        (row,) = await matches.of_guild(connection, 0)
    assert row.anywhere


async def test_a_page_that_looks_too_early_is_shown_the_table_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks while the world finds out where everybody is, and nothing happens at the table after that."""
    async with page(tmp_path, None) as (here, address, client):
        early = []
        follow = World._follow

        async def followed(world: World, person: Person) -> None:
            early.append(await post(client, f"{address}look"))
            await follow(world, person)

        monkeypatch.setattr(World, "_follow", followed)
        await post(client, f"{address}learn", game="name_duel")
        while early[-1]["table"] is None and here.me.table is None:
            await here.pass_time(1)
        state = await post(client, f"{address}look", known={"revision": early[-1]["revision"]})
        assert state["table"] is not None
        assert state["places"]["table"]["channel"] == state["table"]


async def test_direct_messages_can_be_closed(tmp_path: Path) -> None:
    """What is secret waits under My seat then; opened again, they come."""
    async with page(tmp_path, "name_duel") as (here, address, client):
        await here.pass_time(2)
        greeted = len(seen(here.me, "letters"))
        async with here.turn:  # while the clock moves, simcord takes nothing else
            pressed = asyncio.create_task(post(client, f"{address}letters", closed=True))
            await asyncio.sleep(0.1)
            assert not pressed.done()
        await pressed
        await presses(client, address, "square", "Play the computer")
        await here.pass_time(2)
        state = await post(client, f"{address}look")
        assert state["closed"]
        assert len(state["places"]["letters"]["messages"]) == greeted
        here.me.hint = "answer"
        state = await post(client, f"{address}look")
        assert here.words.say("try.place.letters") not in state["hint"], "nothing is to be read there"
        await presses(client, address, "table", "My seat")
        state = await post(client, f"{address}look")
        told = state["places"]["table"]["messages"][-1]
        assert told["alone"]
        again = here.words.say("button.try_again")
        assert f"press **{again}**" in json.dumps(told), "which button it means"
        await post(client, f"{address}letters", closed=False)
        assert not (await post(client, f"{address}look"))["closed"]
        await presses(client, address, "table", again)
        await here.pass_time(2)
        assert len(seen(here.me, "letters")) > greeted
        assert here.env.errors == []


async def test_after_the_end_and_not_before_one_looks_through_anybodys_eyes(tmp_path: Path) -> None:
    async with page(tmp_path, "name_duel") as (here, address, client):
        root = address.partition("/at/")[0]
        stranger = root + (await post(client, f"{address}invite"))["address"]
        await presses(client, address, "square", "Play the computer")
        (row,) = await here.going(here.me)
        for seat in (1, 2):
            async with client.get(f"{address}eyes/{row.id}/{seat}") as answer:
                assert answer.status == 404, "the game goes on"
        assert (await get(client, f"{address}start"))["over"] == []
        await here.mirror.hosting.end(row.id, here.me.id)
        (shown,) = (await get(client, f"{address}start"))["over"]
        mine, theirs = [await get(client, f"{address}eyes/{row.id}/{seat}") for seat, _ in shown["seats"]]
        assert [one for one in mine if not one["secret"]] == [one for one in theirs if not one["secret"]] != []
        assert mine[-1]["secret"]
        assert shown["names"] == {str(here.me.id): here.me.name}
        assert mine[-1] != theirs[-1], "each holds cards of their own"
        assert here.words.say("duel.seat.hand") in mine[-1]["text"], "no picture shows them here"
        for path in (f"{stranger}eyes/{row.id}/1", f"{address}eyes/{row.id}/3", f"{address}eyes/x/1"):
            async with client.get(path) as answer:
                assert answer.status == 404, path


async def test_nobody_looks_into_a_room_that_is_closed_to_them(tmp_path: Path) -> None:
    """The newest thread may be the room of the dead of others: a newcomer sees the game, and no page fails."""
    async with page(tmp_path) as (here, address, client):
        await presses(client, address, "square", "Start")
        square = here.mirror.get_channel(here.square.id)
        assert isinstance(square, discord.TextChannel)
        room = await square.create_thread(name="The dead", type=discord.ChannelType.private_thread)
        other = address.partition("/at/")[0] + (await post(client, f"{address}invite"))["address"]
        state = await post(client, f"{other}look")
        assert state["table"] == str((await here.going(here.me))[0].thread_id)
        assert state["threads"] == {state["table"]: here.channel(int(state["table"])).name}, "a mention names its place"
        here.people[1].table = here.channel(room.id)
        here.revision += 1
        assert (await post(client, f"{other}look"))["places"]["table"]["messages"] == []


async def test_going_on_with_a_game_that_sleeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with page(tmp_path) as (here, address, client):
        await presses(client, address, "square", "Start")
        first = (await post(client, f"{address}look"))["table"]
        assert first is not None
    async with page(tmp_path, None) as (here, address, client):
        (game,) = (await get(client, f"{address}start"))["going"]
        assert not here.is_watched, "nobody has gone on yet"
        await here.pass_time(2)
        await post(client, f"{address}go_on", match=game["match"])
        state = await post(client, f"{address}look", plays=True)
        assert state["table"] == str((await here.going(here.me))[0].thread_id)
        assert here.is_watched
        await post(client, f"{address}look")
        assert here.is_watched, "whoever looks at the games for a moment does not stop them"
        monkeypatch.setattr("bot.trying.world.OPEN_S", 0.0)
        await post(client, f"{address}look", plays=True)
        assert not here.is_watched, "the page has been closed for so long"
        async with client.post(f"{address}go_on", json={"match": 99}) as answer:
            assert answer.status == 400


async def test_letting_time_fly(tmp_path: Path) -> None:
    async with page(tmp_path, None) as (here, address, client):
        before = here.env.now()
        await post(client, f"{address}time", fly=True)
        assert (here.env.now() - before).total_seconds() >= 10
        await post(client, f"{address}time", speed=4)
        await post(client, f"{address}time", speed=99)
        assert (await post(client, f"{address}look"))["speed"] == 4


def test_the_page_speaks_the_language_of_its_discord() -> None:
    """Hints name the buttons as they stand there."""
    english = Wording(wording_files())
    german = english.for_locale("de")
    said = hint(german, "answer")
    assert said.startswith("Der Spiegel fragt dich etwas: Schau in „Deine Nachrichten“ nach")
    assert "„Mein Platz“" in said
    for name in HINTS:
        assert hint(german, name) != hint(english, name)
    assert "„Anhalten“" in page_words(german)["games.hint"], "where no game has begun, what these buttons do is said"
    assert "„Lernen“" in page_words(german)["games.hint"], (
        "somebody who is here for the first time reads where to begin"
    )
    assert page_words(german)["games.laid"] == "Der Tisch wird gedeckt.", "a table at which nothing was said yet"
    same = {name for name, text in page_words(german).items() if text == page_words(english)[name]}
    assert same <= {"speed.1", "fly"}


def test_the_page_asks_for_no_word_that_is_not_there() -> None:
    known = page_words(Wording(wording_files()))
    source = "\n".join(script.read_text("utf-8") for script in HERE.glob("*.js"))
    wanted = set(re.findall(r"\bwords\.([a-z]\w*)", source)) | set(re.findall(r'\bwords\["([a-z._]+)"\]', source))
    assert wanted
    assert wanted <= set(known)
    assert {name for name in known if "." not in name} <= wanted | set(PLACES)


async def test_time_stands_still_while_a_menu_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CHOOSES_S", PATIENCE_S)
    async with page(tmp_path, None) as (here, address, client):
        assert not (await post(client, f"{address}look", chooses=True, plays=True))["runs"]
        other = address.partition("/at/")[0] + (await post(client, f"{address}invite"))["address"]
        state = await post(client, f"{other}look")
        assert state["hint"] == hint(here.words, "open"), "who chooses is nobody else's business"
        before = here.env.now()
        running = asyncio.create_task(here.run())
        rounds = here.rounds
        await until(lambda: here.rounds >= rounds + 2)
        assert here.env.now() == before
        here.me.chooses_until = 0.0  # the page has not said so again in time
        await until(lambda: here.env.now() > before)
        running.cancel()


EVENTS = """async () => {
    const { drawEvents } = await import("/page/events.js");
    const box = document.querySelector("#square .top");
    const event = { name: "An evening with a very long name", at: 0, begun: true, where: "here", about: "words" };
    drawEvents(box, [event, event], { words: { events: "Events", "events.begun": "now" }, language: "en" });
    const isOneLine = box.offsetHeight < 48;
    box.firstChild.click();
    return [isOneLine, box.offsetHeight > 100];
}"""


@needs_chromium
async def test_a_person_plays_by_mouse(tmp_path: Path) -> None:
    """From the start page to a night's answer; a command by touch on a phone; nothing is drawn twice. In German, since
    its words are the longer ones."""
    async with page(tmp_path, None, "de") as (here, address, _), chromium() as browser:
        running = asyncio.create_task(here.run())
        try:
            tab = await tab_of(browser, 1280, 800)
            problems: list[str] = []
            tab.on("pageerror", lambda error: problems.append(str(error)))
            await tab.goto(address)
            await _play(here, tab)
            assert problems == []
        finally:
            running.cancel()
        assert here.env.errors == []


FRAME_MOST = 145
"""Pixels of a phone's height that the page may take for itself; Discord takes about as many."""


@needs_chromium
async def test_a_phone_shows_what_was_asked_for_and_little_besides(tmp_path: Path) -> None:
    """While another game sleeps: the lobby stands there at once, says whose window it is, and has the screen."""
    with patient_world():
        async with world(tmp_path / "try.db", "mafia", 6, pause_s=(2.0, 3.0)) as here:
            with suppress(TimeoutError):  # the game goes on by itself
                await here.you.click(here.square.history(viewer=here.you)[-1], label="Start")
            await here.pass_time(2)
    async with page(tmp_path, "grimm_forest") as (here, address, _), chromium() as browser:
        tab = await tab_of(browser, *SCREENS["phone"])
        await tab.goto(address)
        await tab.locator("#square").get_by_role("button", name="Start", exact=True).wait_for()
        assert await tab.locator("#hint").inner_text() == hint(here.words, "start")
        assert await tab.locator("#who").inner_text() == here.me.name
        assert here.me.name in await tab.title()
        assert await tab.locator("#second").is_hidden()
        high = await tab.locator("#square .messages").evaluate("one => one.clientHeight")
        assert SCREENS["phone"][1] - high <= FRAME_MOST
        await tab.locator("#tools").click()
        await tab.locator("#second").wait_for()
        await tab.locator("#square").get_by_role("button", name="People").wait_for()
        assert await tab.evaluate("document.fonts.load('16px \"Mirror Emoji\"', '🪞').then(found => found.length)") == 1
        await tab.locator("#tab-start").click()
        pictures = tab.locator(".game img")
        await pictures.first.wait_for()
        alts = [await one.get_attribute("alt") for one in await pictures.all()]
        assert len({alt for alt in alts if alt}) == len(GAMES)
        shape = await pictures.first.evaluate("one => one.clientWidth / one.clientHeight")
        assert 0.95 < shape < 1.05, "of a strip one could not see what it shows"
        await tab.reload()
        await tab.locator(".game img").first.wait_for()  # it begins with what was asked for once


@needs_chromium
async def test_whose_table_is_gone_after_a_restart_looks_at_the_games(tmp_path: Path) -> None:
    """Before, the page waited for ever: “The table is being laid.”"""
    async with page(tmp_path, None) as (here, address, _), chromium() as browser:
        tab = await tab_of(browser, *SCREENS["phone"])
        await tab.goto(address)
        await tab.locator("#tab-start[aria-selected=true]").wait_for()
        here.me.table = here.square
        await tab.locator("#tab-table[aria-selected=true]").wait_for()
        here.me.table = None
        await tab.locator("#tab-start[aria-selected=true]").wait_for()
        await tab.locator(".game img").first.wait_for()


@needs_chromium
async def test_a_menu_of_several_can_be_finished_when_enough_is_chosen(tmp_path: Path) -> None:
    """Before, "Done" could be pressed and nothing at all happened."""
    async with page(tmp_path, None) as (_, address, _), chromium() as browser:
        tab = await tab_of(browser, *SCREENS["phone"])
        await tab.goto(address)
        sent = await tab.evaluate(
            """async () => {
              const { menu } = await import("/page/menus.js");
              const sent = [], options = ["a", "b", "c"].map((one) => ({ label: one, value: one }));
              const about = { words: { choose: "Choose", done: "Done" }, act: ({ values }) => sent.push(values) };
              const made = menu({ type: 3, custom_id: "x", min_values: 2, max_values: 2, options }, about);
              document.body.append(made);
              const done = made.querySelector(".primary"), [a, b] = made.querySelectorAll("[role=option]");
              const could = [done.disabled];
              for (const one of [a, b, b, b]) { one.click(); could.push(done.disabled); }
              done.click();
              return [could, sent];
            }"""
        )
        assert sent == [[True, True, False, True, False], [["a", "b"]]]


async def _play(here: World, tab: Any) -> None:
    await _the_start_page_holds(tab)
    await _small_parts(tab)
    await _somebody_else_comes(here, tab)
    await _fits(tab)
    await tab.locator("#tab-square").click()
    await tab.locator("#letters .top", has_text="Hier schreibe ich nur dir").wait_for()
    await tab.locator("#letters .quiet", has_text="Nachrichten sperren").click()
    await tab.locator("#letters .top", has_text="Deine Nachrichten sind gesperrt").wait_for()
    await tab.locator("#letters .quiet", has_text="Nachrichten wieder öffnen").click()  # it says what it does now
    await tab.locator("#letters .top", has_text="Hier schreibe ich nur dir").wait_for()
    await tab.locator("#square .slash").click()
    await tab.locator("#square .commands").wait_for()
    await tab.locator("#tab-start").click()
    await tab.locator("[data-game=village] .success").click()
    assert await tab.locator("#square .commands").is_hidden(), "what was left open does not hide the table"
    await tab.locator("#square").get_by_role("button", name="Starten", exact=True).click()
    await tab.locator("#tab-table[aria-selected=true]").wait_for()
    assert await tab.locator("#letters").is_visible(), "a wide window shows both"
    greeting = tab.locator("#letters .message").first
    await greeting.evaluate("one => { one.dataset.drawn = 'once'; }")
    assert await tab.locator("#letters .top").is_hidden(), "what comes there needs no explanation any more"
    await tab.locator("#letters").get_by_role("button", name="Mein Platz").last.click()
    await tab.locator("#letters").get_by_text("Du gewinnst").wait_for()  # the picture of the card says it too
    await _fits(tab)
    await tab.locator("#table").get_by_role("button", name="Meinen behalten").last.click()
    await tab.get_by_role("button", name="Schnell").click()
    await tab.locator("#hint", has_text="Der Spiegel fragt dich etwas").wait_for()
    await tab.get_by_role("button", name="Anhalten").click()
    await until(lambda: here.speed == 0)
    await _answer(here, tab)
    assert await greeting.get_attribute("data-drawn") == "once"
    await _commands_by_touch(here, tab)
    await _statistics_are_there(tab)
    await _a_lesson_marks_nothing_but_what_is_new(tab)


async def _a_lesson_marks_nothing_but_what_is_new(tab: Any) -> None:
    """Where it is said that the lesson is ready, nobody has to look: they have been led to it."""
    await tab.locator("#tab-start").click()
    await tab.locator("[data-game=name_duel] .primary").click()
    await tab.locator("#tab-table[aria-selected=true]").wait_for()
    await tab.locator("#table").get_by_text("Lektion:").first.wait_for()
    assert "has-news" not in (await tab.locator("#tab-square").get_attribute("class") or "")


async def _the_start_page_holds(tab: Any) -> None:
    """It is there again when it is loaded anew, and it says when a table cannot be opened."""
    play = tab.locator("[data-game=village] .success")
    await play.wait_for()
    await tab.reload()
    await tab.route("**/play", lambda route: route.fulfill(status=409))
    await play.click()
    await tab.locator("#problem", has_text="Der Tisch ließ sich nicht öffnen").wait_for()
    await tab.unroute("**/play")
    await tab.get_by_role("button", name="Rollensets").first.click()
    sets = tab.locator("dialog.reading")
    await sets.wait_for()
    top, height, shown = await sets.evaluate("one => [one.scrollTop, one.scrollHeight, one.clientHeight]")
    assert (top, height > shown) == (0, True), "a long text is read from its beginning"
    await sets.get_by_role("button").click()


async def _small_parts(tab: Any) -> None:
    """What is hidden opens by the keyboard too, a number says its limits, and a link of Discord leads to a place."""
    shown = await tab.evaluate("""async () => {
        const { inline } = await import("/page/text.js");
        const [hidden] = inline("||who it was||", {});
        hidden.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
        const { openCommand } = await import("/page/forms.js");
        const minutes = { type: 4, name: "minutes", min_value: 1, max_value: 1440 };
        openCommand({ name: "table pause", options: [minutes] }, { words: {} }, "square");
        const box = document.querySelector("dialog input");
        box.closest("dialog").close();
        const links = inline("https://discord.com/channels/1/2/3 https://example.org", { place: (number) => number });
        return [hidden.className, box.min, box.max, links[0], links[2].href];
    }""")
    assert shown == ["spoiler is-shown", "1", "1440", "2", "https://example.org/"]
    lists = await tab.evaluate("""async () => {
        const { written } = await import("/page/text.js");
        return written("- one\\n  goes on\\n  - within it", {}).map((line) => [line.className, line.textContent]);
    }""")
    assert lists == [["item", "•one"], ["item", "goes on"], ["item inner", "•within it"]]


async def _somebody_else_comes(here: World, tab: Any) -> None:
    """In a window of their own, which knows nothing of the one it was opened from."""
    async with tab.expect_popup() as opening:
        await tab.get_by_role("button", name="Zweite Person").click()
    other = await opening.value
    other.set_default_timeout(PATIENCE_MS)
    await other.locator("[data-game=village]").wait_for()
    alone, known = await other.evaluate("[window.opener === null, JSON.stringify(sessionStorage) + document.referrer]")
    assert alone
    assert here.people[1].key in other.url
    assert here.me.key not in known
    await other.close()


async def _pictures_go_from_edge_to_edge(tab: Any) -> None:
    """Their smallest writing is just large enough at the whole width of a phone, and nothing is left of it there."""
    await tab.locator("#tab-letters").click()
    await tab.locator("#letters .picture img").first.wait_for()
    edges = await tab.evaluate("""[...document.querySelectorAll("#letters .picture img")].map(image => {
        const box = image.getBoundingClientRect();
        return [box.left, box.width];
    })""")
    assert {(round(left), round(width)) for left, width in edges} == {(0, PHONE_WIDE)}
    wide, shown = await tab.evaluate(
        "(list => [list.scrollWidth, list.clientWidth])(document.querySelector('#letters .messages'))"
    )
    assert wide == shown, "nothing is moved aside"


BELOW_THE_BAR = """async said => {
    const { tell } = await import("/page/places.js");
    tell(said);
    const bar = document.getElementById("problem").getBoundingClientRect();
    const isBelow = ({ left, right, top, bottom }) =>
        right > bar.left && left < bar.right && bottom > bar.top && top < bar.bottom;
    const buttons = [...document.querySelectorAll("body > header button, .bar button")];
    return buttons.filter(one => isBelow(one.getBoundingClientRect())).map(one => one.textContent);
}"""
"""The buttons that the bar covers which says that something takes long."""


async def _commands_by_touch(here: World, tab: Any) -> None:
    """On a phone one place is shown, and `/help` can be sent. The others say how much is new, until one looks."""
    await tab.set_viewport_size({"width": 390, "height": 844})
    await _pictures_go_from_edge_to_edge(tab)
    await tab.locator("#tab-square").click()
    assert not await tab.locator("#letters").is_visible()
    assert await tab.evaluate(EVENTS) == [True, True], "one line, until somebody opens it"
    square = tab.locator("#square")
    await square.locator(".slash").click()
    await tab.set_viewport_size({"width": 390, "height": 480})  # a keyboard takes the rest
    await square.get_by_role("button", name="/help").click()
    await square.locator(".is-alone", has_text="/learn").wait_for()
    await _reads_from_its_beginning(square, "/learn")
    await tab.set_viewport_size({"width": 390, "height": 844})
    await _the_beginning_of_a_command(tab)
    sending = await square.locator(".send").bounding_box()
    assert sending["x"] + sending["width"] <= 390
    assert sending["y"] + sending["height"] <= 844
    last = seen(here.me, "table")[-1].id
    await tab.locator("#tools").click()
    for _ in range(NIGHT_S // FLY_S):
        await tab.locator("#fly").click()
        await tab.locator("#fly:enabled").wait_for()
        if any("Tag 1" in json.dumps(drawn(one, "")["components"]) for one in seen(here.me, "table")):
            break
    new = sum(one.id > last for one in seen(here.me, "table"))
    assert new
    await tab.set_viewport_size({"width": 1280, "height": 800})
    tabs, clock = [await tab.locator(part).bounding_box() for part in ("header nav", "#time")]
    assert tabs["y"] == clock["y"], "what is new pushes the clock to no second line"
    assert await tab.evaluate(BELOW_THE_BAR, here.words.say("try.problem.slow")) == []
    await tab.set_viewport_size({"width": 390, "height": 844})
    await tab.locator("#tab-table.has-news", has_text=f"Das Spiel · {new} neu").click()
    await tab.locator("#tab-table:not(.has-news)").wait_for()
    assert await tab.locator("#tab-table").inner_text() == "Das Spiel"
    await tab.locator("#table").get_by_text("Tag 1").last.wait_for()


async def _the_beginning_of_a_command(tab: Any) -> None:
    """Several commands begin with `/stats`: sent like that they stay to be chosen from, and nothing is said."""
    line, several = tab.locator("#square .composer input"), tab.locator("#square .commands .option")
    await line.fill("/stats")
    await several.nth(1).wait_for()
    await line.press("Enter")
    await tab.wait_for_timeout(700)
    assert await several.count() > 1
    assert await several.first.is_visible()
    assert not await tab.locator("#problem").is_visible()
    await line.fill("")


STANDS_AT_ITS_HEAD = """([answer, window]) => {
    const { top, height } = answer.getBoundingClientRect(), room = window.getBoundingClientRect();
    return height > room.height && 0 <= top - room.top && top - room.top < room.height / 2;
}"""


async def _reads_from_its_beginning(place: Any, text: str) -> None:
    """The head of an answer that is higher than the window comes to stand in the window."""
    answer, window = place.locator(".is-alone", has_text=text), place.locator(".messages")
    handles = [await answer.element_handle(), await window.element_handle()]
    await place.page.wait_for_function(STANDS_AT_ITS_HEAD, arg=handles)


async def _statistics_are_there(tab: Any) -> None:
    """The start page leads to what has been played on this server."""
    await tab.locator("#tab-start").click()
    await tab.get_by_role("button", name="Statistik").click()
    await tab.locator("#square .is-alone", has_text="Rollensets: Klassisch").last.wait_for()


async def _answers_given(here: World) -> int:
    """How many answers of the person stand in the journal."""
    async with here.mirror.store.reading() as connection:
        match = (await matches.matches_of_user(connection, here.you.id))[-1].id
        seat = await seating.seat_of(connection, match, here.you.id)
        assert seat is not None
        return sum(line.seat == seat.seat for line in await journals.entries_of(connection, match))


async def _answer(here: World, tab: Any) -> None:
    """Answer what is asked last: by the first choice of its menu, or by its first button.

    First the page has looked at the world as it is, now that time stands still: nothing is drawn anew under the hand.
    """
    async with here.turn:
        await here.look()
    for _ in range(2):
        async with tab.expect_response("**/look"):
            pass
    before = await _answers_given(here)
    place = tab.locator("#letters")
    asked = place.locator(".message:not(.is-alone)").last
    if await asked.locator(".menu:enabled").count():
        await asked.locator(".menu:enabled").first.click()
        await place.locator(".option:visible").first.click()
    else:
        await asked.locator(".act:enabled").first.click()

    async def it_counts() -> bool:
        return await _answers_given(here) > before

    await until_it_is(it_counts)


async def _fits(tab: Any) -> None:
    """Nothing stands out at the side, at either size.

    The page forbids to make a script of a text: what waits inside the page would fail at its second look.
    """
    for width, height in (*SCREENS.values(), SCREENS["wide"]):
        await tab.set_viewport_size({"width": width, "height": height})
        await until_it_is(lambda: tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


NO_FORM = {"kind": "form", "place": "square", "values": ["no", "names"]}
NO_OPTIONS = {"kind": "command", "place": "square", "command": "rules", "options": ["no", "names"]}
NO_NUMBER = {"kind": "click", "place": "square", "message": float("inf"), "control": "mm:lobby:1:join"}
NO_PLACE = {"place": "table", "command": "rules", "option": "topic", "value": "x"}
DEEP = 50_000


@pytest.mark.parametrize(
    ("path", "body", "answer"),
    [
        ("act", json.dumps(NO_FORM), 200),
        ("act", json.dumps(NO_OPTIONS), 200),
        ("act", json.dumps(NO_NUMBER), 200),
        ("suggest", json.dumps(NO_PLACE), 200),
        ("suggest", json.dumps(NO_PLACE | {"place": "square", "options": ["no", "names"]}), 200),
        ("go_on", '{"match": 99999999999999999999999}', 400),
        ("look", "[" * DEEP, 400),
        ("look", '{"known":' * DEEP, 400),
    ],
)
async def test_whatever_is_sent_to_the_page_breaks_nothing(
    tmp_path: Path, path: str, body: str, answer: int, caplog: pytest.LogCaptureFixture
) -> None:
    """What a page of an earlier start sends, or nobody would, is answered; no error frightens whoever reads along."""
    async with page(tmp_path, None) as (_, address, client):
        async with client.post(f"{address}{path}", data=body) as answered:
            assert answered.status == answer
        assert [line.message for line in caplog.records if line.levelname == "ERROR"] == []
        assert await post(client, f"{address}look")
