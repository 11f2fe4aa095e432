"""What the village does to a person's speech, as a whole table sees it: sleepers are shut out until dawn and never
longer, toads have a menu of noises, and the Drunk slurs under the own name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
from language.any_game import NAMES, seat_of
from rooms.any_game import Answered, Seen, parts, refused
from rooms.village import Square, village_square
from tavern import SEATS, SLEEPS, door, hooks, open_rows, says, sends_to_sleep, speaks, spoken, tavern

from bot.client import Mirror
from bot.store.database import Store
from bot.ui.silence.doors import WRITING_IN_THREADS
from bot.ui.silence.overwrites import OVERWRITE
from bot.ui.silence.webhooks import WEBHOOK

# -- asleep -----------------------------------------------------------------------------------------------------------


async def test_who_sleeps_loses_the_message_and_is_told_why(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        await sends_to_sleep(square, "dan")
        assert not await says(square, "dan", "Who, me?")
        assert "dan, you are asleep" in square.texts()[-1]
        assert await says(square, "eve", "Sleep well, dan.")
        assert door(square, "dan") is None, "no server's permissions are touched unasked"


async def test_the_thread_is_closed_to_a_sleeper_until_dawn_where_the_server_allows_it(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        assert door(square, "dan") == SLEEPS
        assert [door(square, name) for name in NAMES[:SEATS] if name != "dan"] == [None] * (SEATS - 1)
        before = len(square.env.http_requests)
        await square.time(120)
        assert not [one for one in square.env.http_requests[before:] if "/permissions/" in one.path]
        await square.until("night")
        assert door(square, "dan") == SLEEPS, "asleep until the next dawn"
        await square.until("day")
        assert door(square, "dan") is None
        assert await open_rows(square, OVERWRITE) == 0
        assert await says(square, "dan", "What did I miss?")


async def test_the_door_opens_when_the_game_is_ended_or_paused_or_the_seat_changes_hands(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        await square.says("ann", "table pause")
        await square.time(3)
        assert door(square, "dan") is None
        await square.says("ann", "table resume")
        await square.time(3)
        assert door(square, "dan") == SLEEPS
        square.newcomer("zoe")
        zoe = square.actor("zoe").user.id
        await square.run(lambda: square.mirror.hosting.seat_person(square.match_id, 0, seat_of("dan"), zoe, "zoe"))
        await square.time(5)
        assert (door(square, "dan"), door(square, "zoe")) == (None, SLEEPS)
        asked = await square.says("ann", "table end")
        await square.presses("ann", "End the game", asked.seen)
        await square.time(5)
        assert door(square, "zoe") is None
        assert await square.to_undo() == []


async def test_a_killed_process_shuts_nobody_out_for_ever(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        await square.restart()
        await square.time(5)
        assert door(square, "dan") == SLEEPS, "still asleep"
        assert await open_rows(square, OVERWRITE) == 1
        square.env.inject_error("DELETE", f"/channels/{square.room.id}/permissions/*", status=503, times=None)
        asked = await square.says("ann", "table end")
        await square.presses("ann", "End the game", asked.seen)
        await square.time(3)
        assert door(square, "dan") == SLEEPS
        square.env.backend.faults.clear()
        await square.restart()
        await square.time(5)
        assert door(square, "dan") is None
        assert await square.to_undo() == []


async def test_strictly_the_dead_cannot_write_either(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="strict") as square:
        await square.burns("gus", by="ann")
        await square.time(3)
        assert "gus" not in await square.alive()
        assert door(square, "gus") == (0, WRITING_IN_THREADS)
        await square.until("day")
        assert await says(square, "eve", "Poor gus.")


async def test_repair_puts_everything_back_and_says_so(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        repaired = await square.says("ann", "table repair")
        text = "\n".join(part["content"] for part in _parts(repaired) if part.get("type") == 10)
        assert "took back one change of a person’s permissions" in text
        await square.time(5)
        assert door(square, "dan") == SLEEPS, "and the game keeps him out again"
        assert await open_rows(square, OVERWRITE) == 1


def _parts(answered: Answered) -> list[dict[str, Any]]:
    messages = [answered.result.response, *answered.result.followups]
    found = [message for message in messages if message is not None]
    return [part for message in found for part in parts(Seen(message._message).message.components)]


async def test_the_setting_is_shown_before_it_is_switched_on(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        role = square.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        square.newcomer("mona", roles=[role])
        shown = await square.says("mona", "settings silence", how="strict")
        assert "Manage Roles" in shown.text
        assert "put exactly that back" in shown.text
        assert (await square.mirror.settings.read(square.guild.id)).silence == "delete"
        await square.presses("mona", "Switch it on", shown.seen)
        assert (await square.mirror.settings.read(square.guild.id)).silence == "strict"
        back = await square.says("mona", "settings silence", how="delete")
        assert "I change no permissions" in back.text


async def test_nobody_speaks_by_changing_an_old_message(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        old = {who: await square.actor(who).send(square.thread, "Good day.") for who in ("dan", "eve")}
        await sends_to_sleep(square, "dan")
        keeper = square.guild.create_role("keeper", permissions=discord.Permissions(manage_messages=True))
        await square.newcomer("mona", roles=[keeper]).set_pinned(old["dan"], True)
        await square.time(2)
        left = square.env.backend.messages[square.thread.id]
        assert old["dan"].id in left, "what was said awake stays"
        for who, message in old.items():
            await square.actor(who).edit(message, "It was ann, and I am telling you in my sleep!")
        await square.time(2)
        assert old["dan"].id not in left
        assert old["eve"].id in left


# -- toads ------------------------------------------------------------------------------------------------------------


async def test_a_toad_has_a_menu_of_noises(tmp_path: Path) -> None:
    async with village_square(tmp_path, cat="warlock", ann="murderer") as square:
        await square.begin()
        await square.introduce_all()
        for name in ("ann", "cat"):
            await square.answers(name, "night.victim", "gus")
        await square.answers("cat", "night.toad", "hal")
        await square.until("day")
        croak = f"mm:croak:{square.match_id}"
        menu = await square.clicks("hal", square.find(square.thread, croak, "prompter"), croak)
        noise = f"mm:noise:{square.match_id}"
        assert len(menu.seen.offered(noise)) >= 9
        heard = await square.chooses("hal", menu.seen, noise, "chorus")
        assert "**hal**: Brekekekex" in heard.text
        assert not heard.result.response.ephemeral  # type: ignore[union-attr]
        refusal = await refused(square, square.chooses("hal", menu.seen, noise, "sulk"))
        assert refusal == "Softly! Even a toad takes a breath between two croaks. Please wait a few seconds."
        await square.time(4)
        told = await square.forges("hal", menu.seen, noise, ["It was ann!"])
        assert told.result.response.ephemeral  # type: ignore[union-attr]
        assert "It was ann" not in square.public()
        assert "you are not a toad" in await refused(square, square.clicks("eve", square.board, croak))
        assert not await says(square, "hal", "ribbit"), "unread, so it goes"


# -- the Drunk --------------------------------------------------------------------------------------------------------


async def test_the_drunk_speaks_by_a_form_and_under_her_own_name(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        assert not await says(square, "fay", "It was eve, I swear!")
        assert "press **My seat** and then **Speak**" in square.texts()[-1]
        seat = await square.presses("fay", "My seat")
        form = await square.presses("fay", "Speak", seat.seen)
        done = await square.writes("fay", form, "She sells it, I swear! @everyone")
        assert "more or less" in done.text
        await square.time(1)
        (said,) = spoken(square)
        assert said.json["username"] == "fay"
        assert said.json["content"].lower().startswith("she")
        assert "sh" in said.json["content"].lower()
        assert "@everyone" not in said.json["content"]
        assert said.json["allowed_mentions"] == {"parse": []}
        assert said.params["thread_id"] == square.thread.id or str(said.params["thread_id"]) == str(square.thread.id)
        assert len(hooks(square)) == 1
        assert await open_rows(square, WEBHOOK) == 1
        again = await square.presses("fay", "Speak", seat.seen)
        assert "One sentence at a time" in (await square.writes("fay", again, "And another thing!")).text
        await square.time(4)
        again = await square.presses("fay", "Speak", seat.seen)
        await square.writes("fay", again, "And another thing!")
        await square.time(1)
        assert len(spoken(square)) == 2
        assert len(hooks(square)) == 1, "one webhook for each channel"
        eve = await square.presses("eve", "My seat")
        assert "Speak" not in eve.seen.labels
        assert "I swear" not in json.dumps(square.logs, default=str), "nothing that was said is logged"
        assert "simcord_webhook" not in json.dumps(square.logs, default=str), "and no token"
        asked = await square.says("ann", "table end")
        await square.presses("ann", "End the game", asked.seen)
        await square.time(5)
        assert hooks(square) == []
        assert await square.to_undo() == []


async def test_the_webhook_is_found_again_and_deleted_after_a_crash(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        await speaks(square, "First!")
        await square.restart()
        await square.time(3)
        assert hooks(square) == [], "start-up puts everything back"
        await speaks(square, "Second!")
        square.mirror.borrowed._hooks.clear()  # as after a crash without a start-up
        await square.time(4)
        await speaks(square, "Third!")
        assert len(hooks(square)) == 1
        (ours,) = hooks(square)
        square.env.backend.delete_webhook(ours.id)  # an admin tidies up
        await square.time(4)
        await speaks(square, "Fourth!")
        assert len(hooks(square)) == 1
        assert [one.json["content"][:1] for one in spoken(square)][-1] == "F"


async def test_without_the_permission_the_mirror_says_it_in_its_own_name(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        square.env.inject_error("GET", "/channels/*/webhooks", status=403, code=50013, times=None)
        await speaks(square, "So I said nothing.")
        assert square.texts()[-1].startswith("**fay** (slurring): Sho")
        assert await open_rows(square, WEBHOOK) == 0
        await square.time(4)
        before = len(square.env.http_requests)
        await speaks(square, "So I said nothing.")
        assert not [one for one in square.env.http_requests[before:] if one.path.endswith("/webhooks")]


async def test_with_message_content_the_drunk_just_writes_and_toads_croak(tmp_path: Path, monkeypatch: Any) -> None:
    async def reading(square: Square) -> Mirror:
        square.store = await Store.open(square.path)
        mirror = Mirror(square.store, now_ms=square.now_ms, pause_s=(2.0, 4.0), shard_count=1, message_content=True)
        mirror.add_listener(square._backstage, "on_message")
        return mirror

    monkeypatch.setattr(Square, "new_mirror", reading)
    async with tavern(tmp_path) as square:
        assert not await says(square, "fay", "She sells sea shells, I swear")
        (said,) = spoken(square)
        assert said.json["content"].startswith(("Sh", "sh"))
        assert said.json["username"] == "fay"
        assert not await says(square, "fay", "and"), "too quickly"
        assert len(spoken(square)) == 1
        assert "one sentence at a time" in square.texts()[-1]
        assert await says(square, "eve", "What did she say?")
        assert "sea shells" not in json.dumps(square.logs, default=str)


# -- who may do what --------------------------------------------------------------------------------------------------


async def test_who_is_for_the_host_and_tells_only_what_everybody_knows(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        assert await refused(square, square.says("gus", "table who"))
        shown = await square.says("ann", "table who")
        assert shown.result.response.ephemeral  # type: ignore[union-attr]
        assert [one["filename"] for one in _attachments(shown)] == ["who.jpg"]
        words = await square.presses("ann", "Text", shown.seen)
        text = words.text
        asleep = "asleep. Writes: no. Speaks aloud: no. Nominates: no. Votes: 0. Acts at night: no"
        assert f"4.\N{NO-BREAK SPACE}dan: {asleep}" in text
        assert "How I make sure: closed door" in text
        assert "6.\N{NO-BREAK SPACE}fay: drunk. Writes: slurs." in text
        free = "1. ann, 2. ben, 3. cat, 5. eve, 7. gus, 8. hal:".replace(". ", ".\N{NO-BREAK SPACE}") + " free."
        assert f"{free} Writes: yes. Speaks aloud: yes. Nominates: yes. Votes: 1." in text
        for secret in ("umplestiltskin", "illager", "Sleep", "ben holds"):
            assert secret not in text
        assert await refused(square, square.forges("gus", shown.seen, f"mm:who:{square.match_id}"))


def _attachments(answered: Answered) -> Sequence[Any]:
    message = answered.seen.message
    return [one if isinstance(one, dict) else {"filename": one.filename} for one in message.attachments]
