"""The panel of the settings, as those see it who manage a server, and what each setting does to everybody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from small_mirror import Den, assert_fits, control, controls, den, texts
from support.phone import SCREEN, height

from bot.matches.guild_settings import GuildSettings, time_zone_called
from bot.matches.quiet_hours import QuietHours
from bot.matches.retention import Retention
from bot.store.errors import StoreError
from bot.ui.phone_pages import room_of
from bot.ui.wording import Wording, wording_files
from cogs.settings.declared import every_setting
from cogs.settings.pages import PAGE_ROOM, Look, setting_page, settings_page, silence_page

COGS = ("cogs.lobby.cog", "cogs.settings.cog")


class SettingsPanel:
    """The panel that somebody has opened."""

    def __init__(self, person: Any, answer: Any) -> None:
        self.person, self.message = person, answer.response
        assert_fits(self.message)

    def __contains__(self, words: str) -> bool:
        return words in texts(self.message)

    async def look_at(self, setting: str) -> None:
        await self.choose("look", setting)

    async def choose(self, action: str, *values: Any) -> None:
        await self.person.select(self.message, list(values), custom_id=control(self.message, action))
        assert_fits(self.message)

    async def press(self, action: str) -> None:
        await self.person.click(self.message, custom_id=control(self.message, action))
        assert_fits(self.message)

    async def set(self, setting: str, *values: Any) -> None:
        await self.look_at(setting)
        await self.choose("set", *values)


async def opened(house: Den, room: Any = None) -> SettingsPanel:
    return SettingsPanel(house.manager, await house.manager.slash(room or house.room, "settings panel"))


async def play(house: Den, person: Any, room: Any = None, game: str = "village") -> str:
    """What somebody reads who asks for a table."""
    answer = await person.slash(room or house.room, "play", game=game)
    return texts(answer.response)


async def test_games_and_hosts_of_a_server_and_of_one_channel(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        other = house.guild.create_text_channel("quiet")
        panel = await opened(house)
        assert "**Games:** everything I can play." in panel
        await panel.set("games", "village", "mafia")
        assert "Saved." in panel
        assert "**Games:** only these: Rumplestiltskin!" in panel
        await panel.set("host_role", house.bakers)

        assert "not played here" in await play(house, house.baker, game="name_duel")
        assert "only people with the role" in await play(house, house.player)
        assert "** · host" in await play(house, house.baker)
        assert "** · host" in await play(house, house.manager)

        own = await opened(house, other)
        await own.press("home")
        assert f"Settings of <#{other.id}>" in own
        assert "What has no mark is as on the whole server." in own
        assert "Role sets" not in own, "that is the server's alone"
        await own.set("games", "name_duel")
        assert "*(only in this channel)*" in own
        await own.look_at("host_role")
        await own.press("none")
        assert "** · host" in await play(house, house.player, other, "name_duel")
        assert "not played here" in await play(house, house.player, other)
        assert "not played here" in await play(house, house.baker, game="name_duel"), "elsewhere nothing has changed"

        await own.look_at("sets")
        await own.choose("game", "mafia")
        await own.choose("choose", "slow")
        assert "Mafia: *Slow*" in own
        await own.press("home")
        await panel.look_at("sets")
        await panel.choose("game", "village")
        await panel.choose("choose", "everything")
        await panel.press("home")
        assert "Rumplestiltskin!: *Everything*, Mafia: *Club*" in panel, "the other channel's choice is its own"

        await own.look_at("games")
        await own.press("server")
        assert "With 8 players" in (text := await play(house, house.baker, other))
        assert "Role set: **Everything**" in text
        assert "Role set: **Slow**" in await play(house, house.baker, other, "mafia")
        assert "not played here" in await play(house, house.baker, other, "name_duel")
        await panel.set("games", *(one["value"] for one in await games_on(panel)))
        assert (await house.mirror.settings.read(house.guild.id)).games is None, "later games too"
        await panel.set("tables_open", "False")
        assert "cannot be opened in this channel" in await play(house, house.manager)
        assert "cannot be opened in this channel" in await play(house, house.manager, other)
        await own.set("tables_open", "True")
        assert "** · host" in await play(house, house.manager, other)


async def games_on(panel: SettingsPanel) -> list[dict[str, Any]]:
    """What the menu of games offers; the panel shows everything again."""
    await panel.look_at("games")
    (menu,) = (one for one in controls(panel.message) if one.get("options"))
    await panel.press("home")
    return list(menu["options"])


async def test_a_table_that_waits_does_not_begin_once_its_game_is_not_allowed(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.player.slash(house.room, "play", game="village")
        lobby = house.room.history()[0]
        await house.player.click(lobby, label="Fill with computer players")
        await (await opened(house)).set("games", "mafia")
        await house.player.click(lobby, label="Start")
        assert "not played here" in texts(house.room.history(viewer=house.player)[-1])
        assert (await house.mirror.lobbies.get(1)).status == "open"


async def test_a_role_is_called_once_an_hour_and_the_panel_says_what_the_bot_lacks_for_it(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = await opened(house)
        await panel.set("called_role", house.bakers)
        assert "I call <@&" in panel
        for person in (house.player, house.baker):
            await person.slash(house.room, "play", game="village")
        await house.env.advance_time(1)
        calls = [one for one in house.room.history() if "is open. <" in texts(one) or "is open. http" in texts(one)]
        assert len(calls) == 1
        assert f"<@&{house.bakers.id}>" in texts(calls[0])
        house.now_ms[0] += 3_600_000
        await house.manager.slash(house.room, "play", game="mafia")
        await house.env.advance_time(1)
        assert len([one for one in house.room.history() if "a table of" in texts(one)]) == 2


async def test_every_setting_has_a_page_that_fits_and_a_forged_press_changes_nothing(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = await opened(house)
        first = texts(panel.message)
        await panel.press("page")
        assert texts(panel.message) != first
        (menu,) = (one for one in controls(panel.message) if one.get("options"))
        for option in menu["options"]:
            await panel.look_at(option["value"])
            assert option["label"] in panel
            await panel.press("home")
        await panel.look_at("quiet_from")
        await panel.choose("begin", "22")
        assert "from 22:00 to 08:00 (UTC) no clock runs out" in panel
        await panel.choose("end", "7")
        await panel.press("home")
        await panel.look_at("time_zone")
        for typed, zone in (
            ("Nowhere", "UTC"),
            ("../etc", "UTC"),
            ("America/New York", "America/New_York"),
        ):
            form = await house.manager.click(panel.message, custom_id=control(panel.message, "type"))
            await house.manager.submit_modal(form, {"text": typed})
            assert (await house.mirror.settings.read(house.guild.id)).time_zone == zone
        assert "from 22:00 to 07:00 (America/New_York) no clock runs out" in panel
        assert house.mirror.service.keeper.quiet.of(house.guild.id, house.room.id) == QuietHours(
            22, 7, "America/New_York"
        )

        await panel.set("silence", "asleep")
        assert "What I would do" in panel
        assert (await house.mirror.settings.read(house.guild.id)).silence == "delete", "nothing yet"
        await panel.press("asleep")
        await panel.set("kept_days", "30")
        await panel.look_at("audit_channel")
        await panel.choose("set", house.room)
        settings = await house.mirror.settings.read(house.guild.id)
        assert (settings.silence, settings.kept_days, settings.audit_channel) == ("asleep", 30, house.room.id)

        # A server can open the command to others; then it is refused at each press as well.
        known = {command.name: command for command in await house.mirror.tree.fetch_commands()}
        house.guild.set_command_permissions(known["settings"], {house.player: True})
        answer = await house.player.slash(house.room, "settings panel")
        assert "Manage Server" in texts(answer.response)
        assert (await house.mirror.settings.read(house.guild.id)) == settings


async def test_old_games_are_looked_for_at_the_start_and_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    async def look(self: Retention) -> int:
        looks.append(1)
        if len(looks) == 1:
            raise StoreError("the disk is full")  # tomorrow is early enough
        return 0

    monkeypatch.setattr(Retention, "delete_past", look)
    async with den(tmp_path / "mirror.db", "cogs.retention") as house:
        await house.env.advance_time(1)
        assert len(looks) == 1
        await house.env.advance_time(25 * 3600)
        assert len(looks) == 2


async def test_what_the_bot_may_not_do_stands_beside_the_setting(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = await opened(house)
        await panel.set("called_role", house.bakers)
        assert "I do not have" not in panel, "the bot may do everything here"
        channel: Any = house.mirror.get_channel(house.room.id)
        await channel.set_permissions(channel.guild.me, manage_messages=False, mention_everyone=False)
        await panel.press("home")
        assert "I do not have **Manage Messages** here." in panel
        assert "I do not have **Mention All Roles** here." in panel
        assert "I do not have **Manage Roles** here." not in panel, "nothing wants it"


async def test_an_audit_channel_that_tells_of_hidden_tables_says_so(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = await opened(house)
        await panel.set("audit_channel", house.room)
        assert "Everybody can read" not in panel, "there is nothing that not everybody sees"
        closed = discord.PermissionOverwrite(view_channel=False)
        house.guild.create_text_channel("cellar", overwrites={house.guild.default_role: closed})
        await panel.look_at("audit_channel")
        assert "Everybody can read" in panel


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_a_page_of_settings_whole_and_together_they_tell_all(language: str) -> None:
    words = Wording(wording_files(), language)
    look = Look(GuildSettings(), "en", lacking={every_setting()[-1].name: ["manage_messages"]})
    pages: list[list[str]] = []
    while len(pages) < 2 or pages[-1] != pages[-2]:  # the last one is shown in place of those beyond it
        shown = settings_page(words, look, changed=False, page=len(pages))
        pages.append(shown.panels[0].text.splitlines()[1:])
        assert len(shown.panels[0].rows) == 2
        assert room_of("\n".join(pages[-1])) <= PAGE_ROOM
    told = [line for page in pages[:-1] for line in page]
    assert sum(line.startswith("- ") for line in told) == len(every_setting())
    assert pages[0][1].startswith("  - "), "what the bot may not do comes first"
    for setting in every_setting():
        text = settings_page(words, look, changed=True, at=setting.name).panels[0].text
        assert words.say("settings.changed") in text
        assert settings_page(words, look, changed=False, at=setting.name) != setting_page(words, look, setting)
    last = settings_page(words, look, changed=False, page=99).panels[0].text
    assert settings_page(words, look, changed=False, at=every_setting()[-2].name).panels[0].text == last


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("são paulo", "America/Sao_Paulo"), ("x", None)],
)
def test_a_time_zone_is_found_by_its_town_however_it_is_typed(typed: str, zone: str | None) -> None:
    assert time_zone_called(typed) == zone


@pytest.mark.parametrize("typed", ["GMT+1", "gmt-5", "East", "Central", "General"])
def test_what_is_no_town_is_no_time_zone_by_itself(typed: str) -> None:
    """ "Etc/GMT+1" is an hour behind Greenwich: whoever writes GMT+1 means the contrary."""
    assert time_zone_called(typed) is None
    assert time_zone_called("Etc/GMT+1") == "Etc/GMT+1"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_whole_what_silence_would_do(language: str) -> None:
    words = Wording(wording_files(), language)
    pages = [silence_page(words, "strict", "do", "back", able=able) for able in (True, False)]
    assert max(map(height, pages)) <= SCREEN
