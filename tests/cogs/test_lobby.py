"""The lobby as people see it, in a simulated Discord with the real bot."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.actors import _component_interaction
from small_mirror import assert_fits, controls
from support.den import Den, forge, opened_den, refusal, shown_on
from support.phone import SCREEN, height

import bot.client as mirror_module
from bot.client import Mirror
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.games.village.cards import BONUS_CARDS
from bot.matches.lobby import IDLE_MS, NAMES
from bot.matches.lobby_calls import Call
from bot.matches.lobby_standby import OFFER_MS
from bot.matches.option_fields import casts_field, option_fields
from bot.store import matches
from bot.trouble import StoreTrouble
from bot.ui.game_words import computer_names
from bot.ui.option_words import choice_title, option_help, option_title
from cogs.lobby.changes import switched
from cogs.lobby.expiry import EXPIRY_MINUTES
from cogs.lobby.rules_page import rules_page

COGS = ("cogs.lobby.cog",)


class LobbyDen(Den):
    """Where tables are laid."""

    def __init__(self, env: simcord.Env, mirror: Mirror, now: list[int]) -> None:
        super().__init__(env, mirror, now)
        self.people: dict[str, simcord.MemberActor] = {}

    def person(self, name: str, **options: Any) -> simcord.MemberActor:
        if name not in self.people:
            self.people[name] = self.joins(name, **options)
        return self.people[name]

    async def open(
        self, host: simcord.MemberActor, room: Any = None, game: str = "village", **options: Any
    ) -> simcord.InteractionResult:
        return await host.slash(room or self.room, "play", game=game, **options)

    def text(self, room: Any = None, viewer: Any = None) -> str:
        return shown_on((room or self.room).history(viewer=viewer)[0])


def close_messages(env: simcord.Env, person: simcord.MemberActor) -> None:
    path = f"/channels/{person.user.dm_channel.id}/messages"
    env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None)


@pytest.fixture
def den(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(mirror_module, "COGS", COGS)

    return lambda: opened_den(tmp_path, LobbyDen)


async def test_a_table_is_laid_and_people_sit_down_and_get_up(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        opened = await place.open(ann, role_set=" Beginner")  # as a phone writes it
        assert not opened.ephemeral
        assert (await place.lobby()).role_set == "beginner"
        text = place.text()
        for expected in (
            "Rumplestiltskin!", "1.\u00a0**ann** · host", "Waiting for **7** more",
            "Role set: **Beginner**", "With 8 players: Rumplestiltskin, Huntsman", "5\u00a0×\u00a0Villager",
            "Chance is sealed",
            "Join", "Leave", "Fill with computer players", "Options", "Rules", "Start",
        ):  # fmt: skip
            assert expected in text
        joined = await ben.click(place.room.history()[0], label="Join")
        assert joined.acknowledged
        assert "2.\u00a0**ben**" in place.text()
        again = await ben.click(place.room.history()[0], label="Join")
        assert again.ephemeral
        assert "Everybody has only one seat" in shown_on(again.response)
        await ann.click(place.room.history()[0], label="Leave")
        assert "**ben** · host" in place.text()
        await ben.click(place.room.history()[0], label="Leave")
        assert "table is closed" in place.text()


async def test_a_forged_press_on_ones_own_message_shows_the_table_as_it_is(den: Any) -> None:
    """No message for one person has a control that sits down or fills the table. Whoever forges it is answered."""
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        for who, action, seen in ((ben, "join", "**ben**"), (ann, "fill", "Seats taken: 8"), (ben, "leave", "**ann**")):
            own = (await who.click(place.room.history(viewer=who)[0], label="Rules")).response
            stored = place.env.backend.get_message(place.room.id, own.id)
            pressed = {"custom_id": f"mm:lobby:1:{action}", "component_type": 2}
            answered = await _component_interaction(who, stored, pressed)
            assert "Something broke" not in shown_on(answered.response)
            assert seen in shown_on(answered.response)


async def test_the_answer_to_a_join_is_one_request_and_the_first_direct_message_follows(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        await place.soon()
        before = len(place.env.http_requests)
        await ben.click(place.room.history()[0], label="Join")
        new = place.env.http_requests[before:]
        assert new[0].path.endswith("/callback")
        assert new[0].json["type"] == 7
        assert not any(request.method == "PATCH" for request in new)
        await place.soon()
        hello = shown_on(ben.user.dm_channel.history()[0])
        assert "Your secrets will come to you here" in hello
        seal = (await place.lobby()).commitment
        assert seal is not None
        assert seal not in hello, "one place for the seal is enough"
        assert seal in place.text()


async def test_who_has_closed_direct_messages_is_told_there_and_then(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        close_messages(place.env, ben)
        await place.open(ann)
        await place.soon()
        joined = await ben.click(place.room.history()[0], label="Join")
        await place.soon()
        (told,) = joined.followups
        assert told.ephemeral
        assert "My seat" in shown_on(told)
        assert "Try messages again" in shown_on(told)
        assert "Leave" not in shown_on(told), "whoever is alone would close the table with it"
        assert "**ben** (takes no direct messages, plays through “My seat”)" in place.text()
        assert "cannot reach you" not in "".join(shown_on(one) for one in place.room.history(viewer=ann))


async def test_only_the_host_decides(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        await ben.click(place.room.history()[0], label="Join")
        more = (await ann.click(place.room.history()[0], label="More …")).response
        assert {"Remove somebody", "Change host", "Close this table"} <= set(shown_on(more).splitlines())
        theirs = (await ben.click(place.room.history()[0], label="More …")).response
        assert shown_on(theirs).splitlines()[2:] == ["Tell me when it starts", "Tell me of new tables", "Forecast"]
        for button in ("Fill with computer players", "Start"):
            assert "Only the host" in refusal(await ben.click(place.room.history()[0], label=button))
        for action in ("transfer", "chair", "close", "level", "unfill"):
            assert "Only the host" in shown_on(await press(place, ben, f"mm:lobby:1:{action}")), "an old message"
        options = await ben.click(place.room.history()[0], label="Options")
        assert "Quick nights: **off**" in shown_on(options.response)
        assert "Choose a role set" not in shown_on(options.response)


async def test_the_lobby_is_handed_on(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        more = (await ann.click(place.room.history()[0], label="More …")).response
        alone = await ann.click(more, label="Change host")
        assert "Nobody else here can be the host" in shown_on(alone.response)
        await ben.click(place.room.history()[0], label="Join")
        menu = await ann.click(more, label="Change host")
        assert menu.ephemeral
        await ann.select(menu.response, [str(ben.id)], custom_id="mm:lobby:1:transfer")
        await place.soon()
        assert "**ben** · host" in place.text()


async def test_options_are_chosen_switched_and_timed(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann)
        page = (await ann.click(place.room.history()[0], label="Options")).response
        assert page.ephemeral
        await ann.select(page, ["everything"], custom_id="mm:lobby:1:set")
        lobby = await place.lobby()
        assert (lobby.role_set, lobby.options.quick_nights) == ("everything", False)
        switches = next(one for one in controls(page) if one["custom_id"].startswith("mm:lobby:1:switches:"))
        on = [one["value"] for one in switches["options"] if one.get("default")]
        assert all(len(one["description"]) > 10 for one in switches["options"]), "a sentence each"
        await place.mirror.lobbies.change_options(1, ann.id, lambda lobby: switched(lobby, "quiet_guests", False))
        await ann.select(page, [*on, "quick_nights"], custom_id=switches["custom_id"])
        assert not (await place.lobby()).options.quiet_guests, "what was switched meanwhile stays"
        await ann.click(page, label="Times …")
        await ann.click(page, custom_id="mm:lobby:1:pace:relaxed")
        lobby = await place.lobby()
        assert (lobby.options.quick_nights, lobby.options.night_seconds, lobby.options.day_seconds) == (True, 150, 600)
        await ann.click(page, custom_id="mm:lobby:1:pace:quick")
        await ann.click(page, custom_id="mm:lobby:1:pace:quick")
        assert (await place.lobby()).options.day_seconds == 150
        await place.soon()
        assert "Role set: **Everything**, changed (Quick nights **on**, " in place.text()


def switches_in(message: Any) -> list[str]:
    """What can be switched on and off there."""
    menus = [one for one in controls(message) if one["custom_id"].startswith("mm:lobby:1:switches:")]
    return [option["value"] for menu in menus for option in menu["options"]]


@pytest.mark.parametrize(
    ("language", "title", "every", "two"),
    [("en", "Bonus cards", "all of them", "Hero, Sleep"), ("de", "Bonuskarten", "alle", "Held, Schlaf")],
)
async def test_bonus_cards_are_told_where_they_are_played(
    den: Any, language: str, title: str, every: str, two: str
) -> None:
    async with den() as place:
        await place.mirror.languages.choose(place.guild.id, language)
        ann = place.person("ann")
        await place.open(ann)
        assert title not in place.text()
        page = (await ann.click(place.room.history()[0], custom_id="mm:lobby:1:options")).response
        times = (await ann.click(page, custom_id="mm:lobby:1:options:times")).response
        assert "Time for the Smooth Talker" not in shown_on(times)
        page = (await ann.click(times, custom_id="mm:lobby:1:options:0")).response
        assert "slur" not in switches_in(page)
        await ann.select(page, list(BONUS_CARDS), custom_id="mm:lobby:1:several:bonus")
        await place.soon()
        assert f"{title}: {every}" in place.text()
        await ann.select(page, ["sleep", "hero"], custom_id="mm:lobby:1:several:bonus")
        await place.soon()
        assert f"\n{title}: {two}\n" in place.text()
        again = (await ann.click(place.room.history()[0], custom_id="mm:lobby:1:options")).response
        assert "slur" in switches_in(again)
        assert_fits(again)
        times = (await ann.click(again, custom_id="mm:lobby:1:options:times")).response
        assert "Time for the Smooth Talker" in shown_on(times)
        await ann.select(page, [], custom_id="mm:lobby:1:several:bonus")
        await place.soon()
        assert title not in place.text()


async def test_computer_players_have_names_of_the_servers_language(den: Any) -> None:
    async with den() as place:
        await place.mirror.languages.choose(place.guild.id, "de")
        ann = place.person("ann")
        await place.open(ann)
        await ann.click(place.room.history()[0], custom_id="mm:lobby:1:fill")
        german = computer_names(place.mirror.wording.for_locale("de"))
        assert len(set(german)) == len(NAMES)
        assert {seat.name for seat in (await place.lobby()).computers} <= set(german)
        assert computer_names(place.mirror.wording.for_locale("en")) == NAMES


async def test_rules_are_shown_to_whoever_asks(den: Any) -> None:
    async with den() as place:
        await place.open(place.person("ann"))
        rules = await place.person("ben").click(place.room.history()[0], label="Rules")
        assert rules.ephemeral
        shown = shown_on(rules.response)
        assert "Rumplestiltskin! in short" in shown
        assert {"All rules and roles", "Learn it"} <= set(shown.splitlines()), "ways on"
        pages = [shown]
        while "More" in pages[-1].splitlines():
            turned = await place.person("ben").click(rules.response, label="More")
            pages.append(shown_on(turned.response or rules.response))
        assert any("*Prince Charming and Huntsman*: The Prince cannot stop" in page for page in pages), "both are here"
        assert not any("Captain Hook" in page for page in pages), "nothing of what cards do to those that are not here"
        assert sum("10. " in page for page in pages) == 1, "every rule once"
        for language in ("en", "de"):
            words, lobby = place.mirror.wording.for_locale(language), await place.lobby()
            assert all(height(rules_page(lobby, words, number)) <= SCREEN for number in range(len(pages) + 1))


async def test_a_game_begins_once_and_not_with_too_few(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann)
        early = await ann.click(place.room.history()[0], label="Start")
        assert "7 more have to sit down" in shown_on(early.response)
        await ann.click(place.room.history()[0], label="Fill with computer players")
        assert "Computer players (normal): 2.\u00a0" in place.text()
        more = (await ann.click(place.room.history()[0], label="More …")).response
        talks = re.findall(r"\((speaks softly|speaks loudly|tells jokes)\)", shown_on(more))
        assert len(talks) == 7, "it is said of each how it talks"
        assert len(set(talks)) > 1
        shown = place.room.history()[0]
        (sealed,) = re.findall(r"[0-9a-f]{64}", shown_on(shown))
        started = await ann.click(shown, label="Start")
        assert "The game has begun" in place.text()
        assert "My seat" in place.text()
        late = await place.person("ben").click(place.room.history()[0], custom_id="mm:seat:1")
        assert "no seat" in shown_on(late.response)
        async with place.mirror.store.reading() as connection:
            (match,) = await matches.of_guild(connection, place.guild.id)
        assert (match.host_id, match.seats, match.channel_id) == (ann.id, 8, place.room.id)
        assert match.commitment in place.text()
        assert match.commitment == sealed
        assert (len(match.presses), match.presses[-1]) == (2, started._interaction.id), "ann's two, and nobody else's"


async def test_who_fills_a_table_is_asked_once_how_well_the_computer_players_should_play(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        await ben.click(place.room.history()[0], label="Join")
        filled = await ann.click(place.room.history()[0], label="Fill with computer players")
        await place.soon()
        (asked,) = filled.followups
        assert asked.ephemeral, "nobody else has to read it"
        assert "How well should the computer players play?" in shown_on(asked)
        assert "(normal)" in place.text(), "they sit there, whatever is answered"
        await ann.click(asked, label="Easy")
        await place.soon()
        assert {seat.player for seat in (await place.lobby()).computers} == {"easy"}
        one_more = await ann.click(place.room.history()[0], label="One more computer player")
        await place.soon()
        assert one_more.followups == [], "the next one plays like the others"
        assert {seat.player for seat in (await place.lobby()).computers} == {"easy"}


async def test_the_host_says_how_well_each_computer_player_plays(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        more = (await ann.click(place.room.history()[0], label="More …")).response
        assert "How well they play" not in shown_on(more), "nobody is there yet whom it is about"
        await ann.click(place.room.history()[0], label="Fill with computer players")
        assert place.text().count("(normal)") == 1, "said once of all seven"
        more = (await ann.click(place.room.history()[0], label="More …")).response
        asked = (await ann.click(more, label="How well they play")).response
        names = [seat.name for seat in (await place.lobby()).computers]
        assert all(f"{name}: normal" in shown_on(asked) for name in names)
        assert "as well as normal ones" not in shown_on(asked), "there they are better"
        await ann.click(asked, label="Strong")
        await place.soon()
        assert "Computer players (strong): 2.\u00a0" in place.text()
        page = (await ann.click(more, label="How well they play")).response
        page = (await ann.select(page, ["3"], custom_id="mm:lobby:1:level")).response
        assert f"How well should **{names[1]}** play?" in shown_on(page)
        await ann.click(page, label="Easy")
        await place.soon()
        (easy,) = re.findall(r"Computer player \(easy\): 3\.\xa0(.*)\n", place.text())
        assert easy == names[1]
        (strong,) = re.findall(r"Computer players \(strong\): (.*)", place.text())
        assert all((name in strong) == (name != names[1]) for name in names)
        await place.open(ben, game="grimm_forest")
        grimm_forest = place.room.history()[-1]
        await ben.click(grimm_forest, label="Fill with computer players")
        more = (await ben.click(grimm_forest, label="More …")).response
        page = (await ben.click(more, label="How well they play")).response
        assert "strong computer players play as well as normal ones" in shown_on(page)
        gone = await ben.click(more, label="Remove computers")
        assert "The computer players have left this table" in shown_on(gone.response)
        assert (await place.lobby(2)).computers == []


async def test_a_table_laid_before_seals_were_shown_says_its_seal_when_it_begins(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann)
        await place.mirror.store.write(lambda connection: connection.exec_driver_sql("UPDATE lobby SET seed = NULL"))
        await ann.click(place.room.history()[0], label="Fill with computer players")
        assert "Chance is sealed" not in place.text()
        await ann.click(place.room.history()[0], label="Start")
        async with place.mirror.store.reading() as connection:
            (match,) = await matches.of_guild(connection, place.guild.id)
        assert match.commitment in place.text()


async def test_what_cannot_work_is_named_before_anything_is_opened(den: Any) -> None:
    async with den() as place:
        mute = discord.PermissionOverwrite(send_messages_in_threads=False, manage_messages=False)
        room = place.guild.create_text_channel("mute", overwrites={place.guild.me: mute})
        refused = await place.open(place.person("ann"), room)
        assert refused.ephemeral
        assert "Send Messages in Threads" in shown_on(refused.response)
        assert "Manage Messages" in shown_on(refused.response)
        assert await place.mirror.lobbies.open_of_host(place.person("ann").id) == []


async def test_what_will_go_less_well_is_named_before_the_game_begins(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        weak = discord.PermissionOverwrite(manage_messages=False)
        room = place.guild.create_text_channel("weak", overwrites={place.guild.me: weak})
        opened = await place.open(ann, room)
        assert any("Manage Messages" in shown_on(told) for told in opened.followups)
        await ann.click(room.history()[0], label="Fill with computer players")
        warned = await ann.click(room.history()[0], label="Start")
        assert warned.ephemeral
        assert "Manage Messages" in shown_on(warned.response)
        assert (await place.lobby()).status == "open"
        await ann.click(warned.response, label="Start anyway")
        await place.soon()
        assert (await place.lobby()).status == "started"
        assert "The game has begun" in place.text(room)


async def test_a_permission_that_only_one_table_needs_is_asked_for_at_that_table_alone(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        shut = discord.PermissionOverwrite(create_private_threads=False)
        room = place.guild.create_text_channel("shut", overwrites={place.guild.me: shut})
        opened = await place.open(ann, room)
        assert opened.followups == [], "no table wants it unless somebody says so"
        await ann.click(room.history()[0], label="Fill with computer players")
        lobby = await place.lobby()
        wanting = lobby.options.model_copy(update={"dead_room": True})
        await place.mirror.lobbies.set_options(lobby.id, ann.id, lobby.role_set, wanting)
        warned = await ann.click(room.history()[0], label="Start")
        assert "Create Private Threads" in shown_on(warned.response)
        assert "This table wants a room for its dead" in shown_on(warned.response)
        assert (await place.lobby()).status == "open"


async def test_several_tables_in_one_channel_and_not_too_many_for_one_host(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        for _ in range(3):
            await place.open(ann)
        await place.open(ben)
        refused = await place.open(ann)
        assert refused.ephemeral
        assert "3 tables that wait" in shown_on(refused.response)
        await ann.click(refused.response, custom_id="mm:lobby:2:close")
        await place.soon()
        assert (await place.lobby(2)).status == "closed"
        assert "table is closed" in shown_on(place.room.history()[1])
        assert not (await place.open(ann)).ephemeral


async def test_an_idle_lobby_closes_itself_and_says_so(den: Any) -> None:
    async with den() as place:
        await place.open(place.person("ann"))
        place.now[0] += IDLE_MS
        await place.soon(601)
        assert (await place.lobby()).status == "closed"
        assert "Nothing happened here for a day" in place.text()


async def test_a_deleted_lobby_message_closes_the_table(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann)
        message = place.room.history()[0]
        boss = place.mirror.get_channel(place.room.id).get_partial_message(message.id)
        await boss.delete()
        await place.soon(1)
        assert (await place.lobby()).status == "closed"


async def test_buttons_still_work_after_a_restart(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann)
        again = Mirror(place.mirror.store, now_ms=place.mirror.now_ms, shard_count=1)
        await place.env.restart_bot(again)
        await ben.click(place.room.history()[0], label="Join")
        assert "2.\u00a0**ben**" in place.text()


async def test_a_rematch_is_laid_in_one_click(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann, role_set="beginner")
        await ben.click(place.room.history()[0], label="Join")
        await ann.click(place.room.history()[0], label="Fill with computer players")
        before = await place.lobby()
        await ann.click(place.room.history()[0], label="Start")
        await place.mirror.hosting.end(1, ann.id)
        await place.soon()
        eve = place.person("eve")
        assert "Only people who played" in shown_on(await press(place, eve, "mm:rematch:1"))
        message = await press(place, ben, "mm:rematch:1")
        again = await place.lobby(2)
        assert [seat.name for seat in again.seats] == ["ben", *(seat.name for seat in before.computers)]
        assert (again.host_id, again.role_set, again.message_id) == (ben.id, "beginner", message.id)
        assert "1.\u00a0**ben** · host" in shown_on(message)
        second = await press(place, ann, "mm:rematch:1")
        assert "already open" in shown_on(second)
        assert "Press **Join** there to play again." in shown_on(second)  # a link alone leaves her waiting
        assert "Press **Join**" not in shown_on(await press(place, ben, "mm:rematch:1")), "he has his seat"
        assert "already open" in shown_on(await press(place, eve, "mm:rematch:1")), "eve is welcome there"


async def test_a_lobby_says_when_it_was_opened_and_that_its_game_is_over(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann, role_set="beginner")
        lobby = await place.lobby()
        assert f"Opened <t:{lobby.created_ms // 1000}:R>" in place.text()
        await ann.click(place.room.history()[0], label="Fill with computer players")
        await ann.click(place.room.history()[0], label="Start")
        assert "The game has begun" in place.text()
        await place.soon()
        (thread,) = place.room.threads
        await place.mirror.hosting.end(1, ann.id)
        await place.soon(30)
        lobby_message = place.room.history()[0]
        assert f"This game is over: <#{thread.id}> shows how it ended." in shown_on(lobby_message)
        assert controls(lobby_message) == []


def mail_of(who: simcord.MemberActor) -> list[str]:
    """What this person was told of starts."""
    return [shown_on(one) for one in who.user.dm_channel.history() if "you asked about" in shown_on(one)]


async def test_people_without_a_seat_are_told_when_it_starts(den: Any) -> None:
    async with den() as place:
        ann, ben, cat, dan = (place.person(name) for name in ("ann", "ben", "cat", "dan"))
        await place.open(ann, role_set="beginner")
        lobby = await place.lobby()
        message = place.room.history()[0]
        for who in (ben, cat, dan):
            more = (await who.click(message, label="More …")).response
            told = await who.click(more, label="Tell me when it starts")
            assert "I will send you a message" in shown_on(told.response)
        assert "I will not send" in shown_on(await press(place, cat, "mm:lobby:1:call")), "on an old message"
        assert "You have a seat here" in shown_on(await press(place, ann, "mm:lobby:1:call"))
        await dan.click(message, label="Join")
        await ann.click(message, label="Fill with computer players")
        assert mail_of(ben) == []
        await ann.click(message, label="Start")
        await place.soon()
        (told,) = mail_of(ben)
        assert f"/{lobby.channel_id}/{lobby.message_id}" in told
        assert [mail_of(who) for who in (ann, cat, dan)] == [[], [], []], "they did not ask, or sit there"
        assert await place.mirror.lobby_calls.due() == []


async def test_a_call_outlives_a_crash_and_is_not_made_twice(den: Any) -> None:
    async with den() as place:
        ann, ben, cat = (place.person(name) for name in ("ann", "ben", "cat"))
        await place.open(ann, role_set="beginner")
        message = place.room.history()[0]
        for who in (ben, cat):
            await press(place, who, "mm:lobby:1:call")
        await ann.click(message, label="Fill with computer players")
        done, kept = place.mirror.lobby_calls.done, []

        async def dies(call: Call) -> None:
            """The process ends after the first message, before it is noted."""
            kept.append(call)
            raise StoreTrouble("the machine stopped")

        place.mirror.lobby_calls.done = dies  # type: ignore[method-assign]
        await ann.click(message, label="Start")
        await place.soon()
        assert [len(mail_of(who)) for who in (ben, cat)] == [1, 0]
        place.mirror.lobby_calls.done = done  # type: ignore[method-assign]
        await place.soon(EXPIRY_MINUTES * 60)
        assert [len(mail_of(who)) for who in (ben, cat)] == [1, 1]
        assert await place.mirror.lobby_calls.due() == []


async def test_whoever_opens_a_table_hears_of_those_that_wait_already(den: Any) -> None:
    async with den() as place:
        ann, ben, cat = (place.person(name) for name in ("ann", "ben", "cat"))
        await place.open(ann)
        first = await place.lobby()
        await place.open(cat, game="mafia")
        await place.open(ben)
        await place.soon()

        def told_to(who: simcord.MemberActor) -> list[Any]:
            return [one for one in place.room.history(viewer=who) if "already waiting" in shown_on(one)]

        assert told_to(ann) == told_to(cat) == [], "it is for ben alone, and mafia is another game"
        (told,) = told_to(ben)
        assert f"/{first.message_id}: **7** more players are needed" in shown_on(told)
        assert f"opened <t:{first.created_ms // 1000}:R>" in shown_on(told)
        await ben.click(told, label="Close my table")
        assert (await place.lobby(3)).status == "closed"
        assert (await place.lobby(1)).status == "open"


async def press(place: Den, who: simcord.MemberActor, custom_id: str) -> Any:
    """What the press of a forged button is answered with."""
    return (await forge(place, who, custom_id)).response


async def test_role_sets_are_suggested(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        found = await ann.autocomplete(place.room, "play", "role_set", "beg", game="village")
        assert found == [{"name": "Beginner", "value": "beginner"}]


# -- games without cards to be dealt as roles --------------------------------------------------------------------------

CARDLESS = [game for game in GAMES.values() if casts_field(game.options) is None]


@pytest.mark.parametrize("game", CARDLESS, ids=lambda game: game.name)
async def test_nothing_speaks_of_roles_where_there_are_none(den: Any, game: Game) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann, game=game.name)
        page = (await ann.click(place.room.history()[0], label="Options")).response
        first = place.mirror.wording.say(f"role_set.{game.name}.{game.role_sets[0].name}")
        for shown in (place.text(), shown_on(page)):
            assert f"How it is played: **{first}**" in shown
            assert re.search(r"\broles?\b|[Rr]ole set|\bcards? in the", shown) is None


@pytest.mark.parametrize("game", CARDLESS, ids=lambda game: game.name)
async def test_every_set_and_every_option_has_words(den: Any, game: Game) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann, game=game.name)
        page = (await ann.click(place.room.history()[0], label="Options")).response
        words = place.mirror.wording
        text = shown_on(page) + shown_on((await ann.click(page, label=words.say("lobby.button.times"))).response)
        for role_set in game.role_sets:
            key = f"role_set.{game.name}.{role_set.name}"
            assert words.say(key) in text
            assert 0 < len(words.say(f"{key}.help")) <= 100
            assert words.say(f"{key}.help") in text
        for field in option_fields(game.options):
            assert option_title(words, game, field) in text
            assert 0 < len(option_help(words, game, field)) <= 100
            for choice in field.choices:
                assert f"{option_title(words, game, field)}: {choice_title(words, game, field, choice)}" in text
        assert_fits(page)


def chosen_in(page: Any, ident: str) -> list[str]:
    """What the menu of this id shows as chosen."""
    (menu,) = (one for one in controls(page) if one["custom_id"] == ident)
    return [one["label"] for one in menu["options"] if one.get("default")]


async def test_a_choice_is_changed_on_the_options_page(den: Any) -> None:
    async with den() as place:
        ann, ben = place.person("ann"), place.person("ben")
        await place.open(ann, game="trumplestiltskin")
        await ben.click(place.room.history()[0], label="Join")
        page = (await ann.click(place.room.history()[0], label="Options")).response
        say = place.mirror.wording.say
        key = "option.trumplestiltskin.play_forced"
        assert chosen_in(page, "mm:lobby:1:pick:play_forced") == [f"{say(key)}: {say(f'{key}.last_trick')}"]
        assert f"{say(key)}: **" not in shown_on(page), "the menu says it"
        await ann.select(page, ["always"], custom_id="mm:lobby:1:pick:play_forced")
        lobby = await place.lobby()
        assert (lobby.options.play_forced, lobby.chosen) == ("always", True)
        await place.soon()
        text = place.text()
        stands = chosen_in(page, "mm:lobby:1:pick:play_forced")
        assert stands == [f"{say(key)}: {say(f'{key}.always')}"]
        assert "How it is played: **Classic**, with changes" in text
        assert f"{say(key)}: **{say(f'{key}.always')}**" in text
        assert say("option.trumplestiltskin.turn_seconds") not in text
        theirs = (await ben.click(place.room.history()[0], label="Options")).response
        assert f"{say(key)}: **{say(f'{key}.always')}**" in shown_on(theirs)
        assert "Choose how" not in shown_on(theirs)


@pytest.mark.parametrize("forged", ["mm:lobby:1:pick:claims", "mm:lobby:1:pick:play_forced", "mm:lobby:1:pick"])
async def test_a_forged_choice_changes_nothing(den: Any, forged: str) -> None:
    async with den() as place:
        ann = place.person("ann")
        await place.open(ann, game="trumplestiltskin")
        before = await place.lobby()
        await press(place, ann, forged)
        assert (await place.lobby()).options == before.options


async def test_sets_are_suggested_by_the_words_of_their_game(den: Any) -> None:
    async with den() as place:
        ann = place.person("ann")
        found = await ann.autocomplete(place.room, "play", "role_set", "contest", game="name_duel")
        assert found == [{"name": "Long contest", "value": "long"}]


async def test_games_are_told_apart_by_the_number_of_their_players(den: Any) -> None:
    async with den() as place:
        (command,) = [one for one in place.mirror.tree.get_commands() if one.name == "play"]
        names = {choice.value: choice.name for choice in command.parameters[0].choices}
        assert names["name_duel"].endswith("(2 players)")
        assert names["trumplestiltskin"].endswith("(3–5 players)")
        assert len(set(names.values())) == len(GAMES)


async def test_a_seat_that_becomes_free_is_offered_to_whoever_stands_by(den: Any) -> None:
    async with den() as place:
        ann, ben, cat, dan, eve = (place.person(name) for name in ("ann", "ben", "cat", "dan", "eve"))
        await place.open(ann, game="trumplestiltskin")
        message = place.room.history()[0]
        for name in ("fay", "gus", "hal"):
            await place.person(name).click(message, label="Join")
        assert "Stand by" not in place.text()
        await ben.click(message, label="Join")
        for who in (cat, dan):
            place.now[0] += 1000
            await who.click(message, label="Stand by")
        assert "Standing by, in this order: **cat**, **dan**" in place.text()

        await ben.click(message, label="Leave")
        await place.soon()
        snatched = await eve.click(message, label="Join")
        assert "cat stands by for this seat" in shown_on(snatched.response)
        (offer,) = [one for one in place.room.history() if "is free for you" in shown_on(one)]
        assert f"<@{cat.user.id}>" in shown_on(offer)

        place.now[0] += OFFER_MS
        await place.restart()  # the bot was away, and cat could not come
        await place.soon()
        place.now[0] += OFFER_MS
        await place.soon(OFFER_MS / 1000)
        offers = [shown_on(one) for one in place.room.history() if "is free for you" in shown_on(one)]
        told = [f"<@{dan.user.id}>" in one for one in offers]
        assert told == [False, False, True], "cat is told until when it waits now, and does not come this time either"
        await dan.click(place.room.history()[-1], label="Take the seat")
        await place.soon()
        assert "**dan** has taken the free seat" in shown_on(place.room.history()[-1])
        assert [seat.name for seat in (await place.lobby()).seats] == ["ann", "fay", "gus", "hal", "dan"]
        assert "Standing by" not in place.text()


async def test_a_lobby_in_a_hidden_channel_is_for_strangers_as_one_that_there_is_not(den: Any) -> None:
    async with den() as place:
        ann, zoe = place.person("ann"), place.person("zoe")
        closed = {zoe: discord.PermissionOverwrite(view_channel=False)}
        await ann.slash(place.guild.create_text_channel("cellar", overwrites=closed), "play", game="village")
        for action in ("join", "options", "rules"):
            told = shown_on(await press(place, zoe, f"mm:lobby:1:{action}"))
            assert "does not know this button" in told, action
        assert [seat.name for seat in (await place.lobby()).seats] == ["ann"]
