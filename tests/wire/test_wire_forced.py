"""Accidents that chance brings about once in many games, each forced here: nothing is lost, and nothing told twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from pretended.calls import Call
from pretended.evening import another_table, evening
from pretended.faults import Fault
from pretended.limits import nested
from pretended.people import Person
from pretended.rest import Ambush, CutShort
from pretended.world import Version

from bot.ui.emojis.upload import START_WAITS_S
from bot.ui.posted import sign_of

DUEL, VILLAGE = ("ann", "ben"), ("ann", "ben", "cat", "dan")
TRIES = 20
"""So many failed requests are more of the bot's time than a table waits for a card: it begins meanwhile."""
A_WARLOCK_ALONE = 211
"""With this seed cat, at seat 3, is the only Rumplestiltskin of a village of eight."""


def posts_after(serial: int) -> Callable[[Call], bool]:
    """Whether a request posts a public message of the first match, after so many messages and additions to them."""
    later = {f"1.0.{number}" for number in range(serial + 1, serial + 20)}

    def meets(call: Call) -> bool:
        return call.method == "POST" and call.body.get("nonce") in later

    return meets


def adds_a_line() -> Callable[[Call], bool]:
    """Whether a request adds lines to a public message of the first match: it bears a sign that none has borne."""
    new = {sign_of(f"1.0.{number}") for number in range(1, 40)}

    def meets(call: Call) -> bool:
        first = next(iter(call.body.get("components") or ()), {})
        is_new = first.get("id") in new
        new.discard(first.get("id"))
        return is_new and call.method == "PATCH"

    return meets


def makes_a_thread(call: Call) -> bool:
    return call.method == "POST" and call.route.endswith("/threads")


def asks_by_menu(person: Person, call: Call) -> bool:
    """Whether a request sends this person a menu of one of their own questions."""
    here = call.method == "POST" and call.ids.get("channel") == str(person.direct.id)
    return here and any(str(one.get("custom_id")).startswith("mm:s:") for one in nested(call.body["components"]))


async def test_a_kill_between_post_and_ledger_loses_no_line(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        answered = 0

        def one_more_answer() -> bool:
            nonlocal answered
            now = len(night.records.answers())
            answered = answered or now
            return now > answered

        night.kill_when(posts_after(2), first=one_more_answer)
        night.kill_when(posts_after(3))  # else the old message is edited when its buttons go
        await night.play_until(lambda: night.is_over or night.has_said(7), "more lines")
        assert night.kills
        assert await night.audit() == []


async def test_a_game_has_one_thread_whatever_happens_while_it_is_made(tmp_path: Path) -> None:
    """Once the process is killed before it can note the thread, once Discord says that it is unwell."""
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        night.kill_when(makes_a_thread, first=lambda: not any(night.discord.world.waiting()))
        await night.lay_table("name_duel", role_set="single")
        await night.play_until(lambda: night.has_said(2), "the first lines")
        assert night.kills
        other = await another_table(night, ("cat", "dan"), 2)
        night.discord.rest.ambushes.append(Ambush(makes_a_thread, Fault("status_after", 503)))
        await other.lay_table("name_duel", role_set="single")
        await other.play_until(lambda: other.has_said(2), "the first lines")
        assert not night.discord.rest.ambushes
        for one in (night, other):
            assert len(night.discord.world.threads_of(one.market)) == 1
            assert await one.audit() == []


async def test_a_kill_and_a_long_outage_tell_nothing_twice(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")

        def and_forgotten() -> bool:
            night.discord.world.forget_nonces()
            return True

        night.kill_when(posts_after(2), first=and_forgotten)
        await night.play_until(lambda: night.is_over or night.has_said(7), "more lines")
        assert night.kills
        assert await night.audit() == []


async def test_a_kill_between_an_added_line_and_the_ledger_loses_none_and_tells_none_twice(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        night.kill_when(adds_a_line())
        night.kill_when(adds_a_line(), first=lambda: night.has_said(4))
        await night.play_until(lambda: night.is_over or night.has_said(7), "more lines")
        assert len(night.kills) == 2
        assert all(kill.startswith("after PATCH") for kill in night.kills)
        assert await night.audit() == []


async def test_a_minute_without_one_persons_messages_loses_nothing_and_delays_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=A_WARLOCK_ALONE, names=VILLAGE) as night:
        await night.lay_table("village")
        dan = night.person("dan")
        night.cut_off(dan, TRIES)
        said_meanwhile: set[str] = set()

        def while_dan_waits(call: Call, when: str) -> None:
            nonce = str(call.body.get("nonce"))
            if nonce.startswith("1.0.") and 0 < len(night.discord.rest.ambushes) <= TRIES:
                said_meanwhile.add(nonce)

        night.discord.rest.moments.append(while_dan_waits)
        await night.play_until(lambda: not night.discord.rest.ambushes and night.has_said(6), "the end of the outage")
        assert said_meanwhile
        assert await night.audit() == []


async def test_a_slow_direct_message_does_not_set_the_ledger_back(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=A_WARLOCK_ALONE, names=VILLAGE) as night:
        await night.lay_table("village")

        held = False

        def cat_has_been_answered() -> bool:
            return any(row["recipient"] == 3 and row["state"] == "opened" for row in night.records.deliveries())

        async def until_cat_has_answered(call: Call) -> None:
            nonlocal held
            if not held and asks_by_menu(night.person("cat"), call):
                held = True
                await _makes_a_choice(night.person("cat"))
                await night.discord.witness.until_written(cat_has_been_answered, "cat's answer in the ledger")

        def it_is_day() -> bool:
            return (
                any(one.key == "dawn.breaks" for one in night.records.announcements()) and night.records.all_is_sent()
            )

        night.discord.rest.holds.append(until_cat_has_answered)
        for player in night.players:
            if player.person.name != "cat":  # who answers nothing else: the next answer would put the ledger right
                player.start()
        await night.discord.witness.until_written(it_is_day, "dawn")
        for player in night.players:
            await player.stop()
        assert held
        assert [one for one in await night.audit() if one.startswith("secret told twice")] == []


async def test_a_panel_that_was_answered_before_its_arrival_was_noted_does_not_stay_open(tmp_path: Path) -> None:
    """The process is killed when the answer is on disk, and neither the message nor the press has been noted."""
    async with evening(tmp_path, seed=A_WARLOCK_ALONE, names=VILLAGE) as night:
        await night.lay_table("village")
        ben, acts = night.person("ben"), list[asyncio.Task[None]]()

        async def until_the_process_is_dead(call: Call) -> None:
            if not acts and asks_by_menu(ben, call):
                acts.append(asyncio.create_task(_makes_a_choice(ben)))
                await night.discord.witness.until(lambda: night.bot.started > 1 or not night.bot.is_running, "the kill")

        def before_the_press_is_answered(call: Call, when: str) -> None:
            if acts and night.bot.started == 1 and when == "before" and call.route.endswith("/callback"):
                night.bot.kill()
                raise CutShort

        night.discord.rest.holds.append(until_the_process_is_dead)
        night.discord.rest.moments.append(before_the_press_is_answered)
        reviving = asyncio.create_task(night.keep_alive())
        await night.discord.witness.until(lambda: night.bot.started > 1, "the next process")
        lost = next(one for one in night.discord.world.shown_to(ben.user) if _menus(one.versions[0]))
        await night.discord.witness.until(lambda: not _menus(lost.now), "the lost panel to be closed")
        reviving.cancel()
        await acts[0]
        assert [one.press for one in night.records.answers() if one.seat == 2 and one.press is not None]
        await night.play_until(lambda: night.has_said(6), "the next day")
        assert await night.audit() == []


def _menus(version: Version) -> list[str]:
    idents = (str(one["custom_id"]) for one in version.controls)
    return [ident for ident in idents if ident.startswith("mm:s:")]


async def _makes_a_choice(person: Person) -> None:
    """The first choice of the newest direct message."""
    panel = [one for one in person.sees() if one.channel is person.direct][-1]
    menu = next(one for one in panel.now.controls if str(one["custom_id"]).startswith("mm:s:"))
    await person.choose(panel, str(menu["custom_id"]), [menu["options"][0]["value"]])


async def test_a_limit_of_all_requests_as_the_bot_begins_silences_it_for_a_moment_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request meets it, and no start waits for that one so long."""
    monkeypatch.setattr("pretended.rest.FAULT_WAIT_S", 3 * START_WAITS_S)
    async with evening(tmp_path, seed=1, names=DUEL) as night:
        await night.lay_table("name_duel", role_set="single")
        emojis = Ambush(lambda call: call.route.endswith("/emojis"), Fault("globally_limited"))
        night.bot.kill()
        await night.bot.gone()
        night.discord.rest.ambushes.append(emojis)
        await night.bot.start()
        await night.play_to_the_end()
        assert emojis not in night.discord.rest.ambushes
        assert await night.audit() == []
