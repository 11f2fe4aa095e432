"""`/roleset` and `/settings` as people use them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import discord
import pytest
import simcord
from small_mirror import Den, assert_fits, control, controls, den, enabled, texts
from sqlalchemy import text

from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.drafts import DRAFT_LASTS_MS, Draft
from bot.matches.errors import Refused
from bot.matches.role_set_history import RoleSetHistory
from bot.matches.typed_names import plainly
from bot.ui.authority import may_edit_role_sets, may_keep_order
from bot.ui.option_words import fault_sentence, set_titles
from bot.ui.wording import Wording, wording_files

VILLAGE = GAMES["village"]
CLASSIC = VILLAGE.role_set("classic").options
BUILT_IN = [one.name for one in VILLAGE.role_sets]
COGS = ("cogs.rolesets.cog", "cogs.settings.cog")


async def opened(house: Den, name: str = "House", **options: Any) -> Any:
    """The panel of a new role set."""
    return await house.manager.slash(house.room, "roleset new", game="village", name=name, **options)


def fits(answer: Any) -> Any:
    """What an answer shows, once it is known to fit."""
    assert answer.ephemeral
    assert_fits(answer.response)
    return answer.response


class Panel:
    """A panel that somebody works on."""

    def __init__(self, house: Den, person: Any, answer: Any) -> None:
        self.house, self.person = house, person
        self.message = answer.response
        assert_fits(self.message)

    def __contains__(self, words: str) -> bool:
        return words in self.text

    @property
    def text(self) -> str:
        return texts(self.message)

    async def press(self, action: str) -> None:
        await self._done(await self.person.click(self.message, custom_id=control(self.message, action)))

    async def choose(self, action: str, *values: str) -> None:
        ident = control(self.message, action)
        await self._done(await self.person.select(self.message, list(values), custom_id=ident))

    async def dialog(self, action: str, *values: str) -> Any:
        ident = control(self.message, action)
        if values:
            return await self.person.select(self.message, list(values), custom_id=ident)
        return await self.person.click(self.message, custom_id=ident)

    async def send(self, shown: Any, written: str) -> None:
        await self._done(await self.person.submit_modal(shown, {"text": written}))

    async def read(self, part: str) -> str:
        """All that is said in one of the parts, however many pages it has."""
        if enabled(self.message, f"part:{part}"):
            await self.press(f"part:{part}")
        return await self.read_on()

    async def read_on(self) -> str:
        """All pages from this one on."""
        told = [self.text]
        while more := [one for one in controls(self.message) if one.get("label") == "More"]:
            await self._done(await self.person.click(self.message, custom_id=more[0]["custom_id"]))
            told.append(self.text)
        return "\n".join(told)

    async def _done(self, answer: Any) -> None:
        assert answer.acknowledged
        assert_fits(self.message)  # it shows what the message has become


def only_draft(house: Den) -> Draft:
    """The one draft there is."""
    cog: Any = house.mirror.get_cog("RoleSetCog")
    (draft,) = cog._workshop.drafts._drafts.values()
    return cast(Draft, draft)


async def refused(house: Den, person: Any, command: str, **options: Any) -> str:
    answer = await person.slash(house.room, command, **options)
    assert answer.ephemeral
    return texts(answer.response)


async def test_a_role_set_from_beginning_to_end(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = Panel(house, house.manager, await opened(house))
        assert "House" in panel
        assert "Everything is in order" in panel
        assert enabled(panel.message, "save")

        await panel.choose("seats", "9")
        assert "9 players" in panel
        await panel.choose("role", "mad_hatter")
        await panel.press("more")
        assert "The roles for 9 players have no plain villager" in panel
        assert not enabled(panel.message, "save")
        await panel.press("more")
        assert "You have to fix these 3 things" in panel
        assert "make 10 cards" in panel
        assert "and 2 more things" in panel, "as many as a phone has room for above the controls"

        try:
            await panel.press("save")
        except simcord.SetupError:
            pass
        else:
            raise AssertionError("a real user could press Save")

        await panel.press("less")
        await panel.choose("role", "esmeralda")
        await panel.press("less")
        assert "Everything is in order" in panel
        await panel.press("back")
        await panel.press("numbers")
        shown = await panel.dialog("number", "night_seconds")
        assert "10 s" in str(shown.modal)
        assert "2 d" in str(shown.modal)
        await panel.send(shown, "5")
        assert "“Length of the night” is 5 s; choose something from 10 s to 2 d." in panel
        assert not enabled(panel.message, "save")
        await panel.send(await panel.dialog("number", "night_seconds"), "2:05")
        assert "Length of the night: **2 min 5 s**" in panel
        assert "Time for the Smooth Talker" not in await panel.read("numbers")
        await panel.press("choices")
        await panel.choose("several", "drunk", "love")
        assert "Bonus cards: **Drunk, Love**" in panel
        assert "Time for the Smooth Talker" in await panel.read("numbers")
        await panel.press("choices")
        await panel.choose("several")
        assert "Time for the Smooth Talker" not in await panel.read("numbers")
        await panel.press("onoff")
        await panel.choose("switches", "introductions", "open_ballot")
        assert "One open ballot: **on**" in panel
        assert "The dead see the cards: **off**" in panel
        await panel.press("save")
        assert "Saved" in panel
        assert "Length of the night: **2 min 5 s** (usually 1 min 15 s)" in await panel.read("options")

        saved = await house.mirror.role_sets.get(house.guild.id, "village", "House")
        assert isinstance(saved, VillageOptions)
        assert saved.night_seconds == 125
        assert saved.open_ballot
        assert not saved.dead_watch
        assert saved.cast(9)["mad_hatter"] == 1
        assert "esmeralda" not in saved.cast(9)

        page = Panel(house, house.player, await house.player.slash(
            house.room, "roleset show", game="village", name="House"))  # fmt: skip
        assert "made on this server" in page
        shown = await page.read("roles")
        assert "**9 players**: 2\u00a0×\u00a0Rumplestiltskin" in shown
        assert "**19–20 players**" in shown
        assert "8–9\u00a0×\u00a0Villager" not in shown
        assert "8–\u20609\u00a0×\u00a0Villager" in shown

        listed = texts(fits(await house.manager.slash(house.room, "roleset list")))
        for line in (
            "**Classic**: 8–20 players · default ⭐",
            "**Beginner**",
            "**Everything**",
            "**House**: 8–20 players",
        ):
            assert line in listed

        answer = await house.manager.slash(house.room, "roleset default", game="village", name="House")
        assert "now start with **House**" in texts(answer.response)
        assert (await house.mirror.role_sets.default(house.guild.id, "village"))[0] == "House"

        sure = Panel(house, house.manager, await house.manager.slash(
            house.room, "roleset delete", game="village", name="House"))  # fmt: skip
        await sure.press("delete")
        assert "is deleted" in sure
        assert "House" not in texts((await house.manager.slash(house.room, "roleset list")).response)
        assert (await house.mirror.role_sets.default(house.guild.id, "village"))[0] == "classic"


async def test_what_the_button_looked_like_does_not_count(tmp_path: Path) -> None:
    """Save is checked again: here the draft breaks after the panel was drawn."""
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = Panel(house, house.manager, await opened(house))
        draft = only_draft(house)
        draft.set_number("night_seconds", 9)
        await panel.press("save")
        assert "“Length of the night” is 9 s" in panel
        assert not enabled(panel.message, "save")
        assert len(await house.mirror.role_sets.offered(house.guild.id, "village")) == len(BUILT_IN)


async def test_counts_are_added_copied_and_removed(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = Panel(house, house.manager, await opened(house, like="beginner"))
        await panel.choose("seats", "19")
        await panel.press("remove")
        shown = await panel.read("roles")
        assert "**13–18 players**" in shown
        assert "**20 players**" in shown
        await panel.choose("seats", "19")
        assert "cannot be played by so many" in panel
        await panel.press("add")
        assert "10\u00a0×\u00a0Villager" not in panel
        assert "11\u00a0×\u00a0Villager (everybody who is left)" in panel
        await panel.choose("role", "esmeralda")
        await panel.press("more")
        assert "Copy to 20" in [one.get("label") for one in controls(panel.message)]
        await panel.press("copy")
        await panel.press("back")
        shown = await panel.read("roles")
        assert "**19–20 players**" in shown
        assert "Esmeralda, 10–\u206011\u00a0×\u00a0Villager" in shown
        await panel.press("save")
        await panel.house.restart()
        again = Panel(house, house.manager, await house.manager.slash(
            house.room, "roleset edit", game="village", name="House"))  # fmt: skip
        assert "Esmeralda, 10–\u206011\u00a0×\u00a0Villager" in await again.read("roles")


async def test_a_lost_draft_says_so_and_opens_again(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await (first := Panel(house, house.manager, await opened(house))).press("save")
        assert "Saved" in first
        panel = Panel(house, house.manager, await house.manager.slash(
            house.room, "roleset edit", game="village", name="House"))  # fmt: skip
        await house.restart()
        await panel.choose("seats", "9")
        assert "This draft is gone" in panel
        await panel.choose("open", "House")
        assert "a draft, not saved yet" in panel
        house.now_ms[0] += DRAFT_LASTS_MS + 1
        await panel.press("save")
        assert "This draft is gone" in panel
        await panel.send(await panel.dialog("new"), "Second: house")
        assert "Second" in panel
        await panel.press("drop")
        assert "Discarded" in panel


async def test_who_may(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = Panel(house, house.manager, await opened(house))
        await panel.press("save")
        for person in (house.player, house.baker):
            assert "**House**" in await refused(house, person, "roleset list")
            assert "made on this server" in await refused(house, person, "roleset show", game="village", name="House")
            suggested = await person.autocomplete(house.room, "roleset show", "name", "ho", game="village")
            assert [one["value"] for one in suggested] == ["House"]
            for command, options in (
                ("new", {"game": "village", "name": "Mine"}),
                ("clone", {"game": "village", "name": "House", "new_name": "Mine"}),
                ("rename", {"game": "village", "name": "House", "new_name": "Mine"}),
                ("edit", {"game": "village", "name": "House"}),
                ("delete", {"game": "village", "name": "House"}),
                ("default", {"game": "village", "name": "House"}),
            ):
                assert "can edit role sets" in await refused(house, person, f"roleset {command}", **options)
            assert await person.autocomplete(house.room, "roleset edit", "name", "", game="village") == []

        answer = await house.manager.slash(house.room, "settings role_editors", role=house.bakers)
        assert f"<@&{house.bakers.id}>" in texts(answer.response)
        assert "can edit role sets" in await refused(house, house.player, "roleset new", game="village", name="Mine")
        theirs = Panel(house, house.baker, await house.baker.slash(
            house.room, "roleset edit", game="village", name="House"))  # fmt: skip
        await theirs.press("onoff")
        await theirs.choose("switches", "quick_nights")
        await house.manager.slash(house.room, "settings role_editors")
        await house.baker.click(theirs.message, custom_id=control(theirs.message, "save"))
        assert "can edit role sets" in texts(house.room.history(viewer=house.baker)[-1])
        saved = await house.mirror.role_sets.get(house.guild.id, "village", "House")
        assert saved == CLASSIC.model_copy(update={"all_must_point": False, "quiet_guests": True})


async def test_settings_are_for_those_who_manage_the_server(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        answer = await house.manager.slash(house.room, "settings moderators", role=house.bakers)
        assert_fits(answer.response)
        await house.manager.slash(house.room, "settings place", threads=False)
        shown = await house.manager.slash(house.room, "settings panel")
        assert "in the channel itself" in texts(shown.response)
        told = texts(shown.response)
        await house.manager.click(shown.response, custom_id=control(shown.response, "page:1"))
        assert f"<@&{house.bakers.id}>" in told + texts(shown.response)
        settings = await house.mirror.settings.read(house.guild.id)
        assert (settings.order_keeper_role, settings.role_editor_role, settings.use_threads) == (
            house.bakers.id,
            None,
            False,
        )


async def test_whoever_does_not_manage_the_server_cannot_use_the_settings(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        with pytest.raises(simcord.SetupError, match="default-member-permissions"):
            await house.player.slash(house.room, "settings role_editors", role=house.bakers)
        # A server can open the command to others; then it is refused here.
        known = {command.name: command for command in await house.mirror.tree.fetch_commands()}
        house.guild.set_command_permissions(known["settings"], {house.player: True})
        for command in ("settings panel", "settings role_editors", "settings moderators"):
            assert "Manage Server" in await refused(house, house.player, command)
        assert (await house.mirror.settings.read(house.guild.id)).role_editor_role is None


async def test_who_is_a_moderator(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        heard: list[discord.Interaction] = []

        async def hear(interaction: discord.Interaction) -> None:
            heard.append(interaction)

        house.mirror.add_listener(hear, "on_interaction")

        async def moderators() -> list[bool]:
            found = []
            for person in (house.manager, house.baker, house.player):
                await person.slash(house.room, "roleset list")
                found.append(await may_keep_order(house.mirror.settings, heard[-1]))
            return found

        assert await moderators() == [True, False, False]
        await house.manager.slash(house.room, "settings moderators", role=house.bakers)
        assert await moderators() == [True, True, False]
        assert not await may_edit_role_sets(house.mirror.settings, heard[-2])


async def test_names_are_suggested_and_refusals_are_clear(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        nasty = "**x** <@1> [a](http://b): " + "y" * 14
        await Panel(house, house.manager, await opened(house, nasty)).press("save")
        ask = house.manager.autocomplete
        every = await ask(house.room, "roleset show", "name", "", game="village")
        assert [one["value"] for one in every] == [*BUILT_IN, nasty]
        assert [one["name"] for one in every][:3] == ["Classic", "Beginner", "Everything"]
        assert [one["value"] for one in await ask(house.room, "roleset edit", "name", "", game="village")] == [nasty]
        assert [one["value"] for one in await ask(house.room, "roleset new", "like", "beg", game="village")] == [
            "beginner"
        ]
        shown = texts((await house.manager.slash(house.room, "roleset show", game="village", name=nasty)).response)
        assert "<@1>" not in shown
        assert r"\*\*x\*\*" in shown
        sure = Panel(house, house.manager, await house.manager.slash(
            house.room, "roleset delete", game="village", name=nasty))  # fmt: skip
        await sure.press("delete")
        assert "is deleted" in sure

        say = house.manager
        assert "built in" in await refused(house, say, "roleset edit", game="village", name="Classic")
        assert "built in" in await refused(house, say, "roleset delete", game="village", name="classic")
        assert "no role set of that name" in await refused(house, say, "roleset show", game="village", name="x")
        assert "built-in role set has that name" in await refused(
            house, say, "roleset new", game="village", name="Classic"
        )
        assert "no role set of that name" in await refused(
            house, say, "roleset new", game="village", name="Mine", like="x"
        )
        panel = Panel(house, say, await opened(house, "Mine"))
        await panel.press("numbers")
        await panel.send(await panel.dialog("number", "reballots_most"), "many")
        assert "not a whole number" in texts(house.room.history(viewer=say)[-1])
        assert "New votes after a tie, at most: **3**" in panel


@pytest.mark.parametrize("typed", ["relaxed", "Relaxed", "Gemütlich", "GEMUTLICH", " gemütlich "])
async def test_a_set_is_found_by_its_title_in_every_language(tmp_path: Path, typed: str) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        say = house.manager
        for command, asked in (
            ("roleset show", {"name": typed}),
            ("roleset export", {"name": typed}),
            ("roleset default", {"name": typed}),
            ("roleset new", {"name": "Mine", "like": typed}),
            ("roleset clone", {"name": typed, "new_name": "Ours"}),
        ):
            answer = await say.slash(house.room, command, game="name_duel", **asked)
            assert "no role set of that name" not in texts(answer.response), command
        for command in ("edit", "delete", "history"):
            assert "built in" in await refused(house, say, f"roleset {command}", game="name_duel", name=typed)
        offered = await say.autocomplete(house.room, "roleset show", "name", typed, game="name_duel")
        assert [one["value"] for one in offered] == ["relaxed"]


async def test_a_sets_own_name_goes_before_the_title_of_another(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await Panel(house, house.manager, await opened(house, "Klassisch", like="beginner")).press("save")
        shown = await house.manager.slash(house.room, "roleset show", game="village", name="klassisch")
        assert texts(shown.response).startswith("## Klassisch")
        other = await house.manager.slash(house.room, "roleset show", game="village", name="Classic")
        assert texts(other.response).startswith("## Classic")


def test_no_two_sets_of_a_game_are_called_alike() -> None:
    words = Wording(wording_files())
    for game in GAMES.values():
        called = [{plainly(one.name), *map(plainly, set_titles(words, game, one.name))} for one in game.role_sets]
        assert sum(map(len, called)) == len(set().union(*called)), game.name


async def test_a_broken_set_is_told_of_and_can_be_mended(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await Panel(house, house.manager, await opened(house, "Old")).press("save")
        body = '{"night_seconds": 99, "moon_phase": 3}'
        statement = text("UPDATE role_set SET body = :body")
        await house.store.write(lambda connection: connection.execute(statement, {"body": body}))
        listed = await house.manager.slash(house.room, "roleset list", game="village")
        assert "**Old** no longer fits the rules of this version" in texts(listed.response)
        shown = await house.manager.slash(house.room, "roleset show", game="village", name="Old")
        assert "This version has no option “moon\\_phase”" in texts(shown.response)
        panel = Panel(house, house.manager, await house.manager.slash(
            house.room, "roleset edit", game="village", name="Old"))  # fmt: skip
        assert "could not be read any more" in panel
        assert "Length of the night: **1 min 39 s**" in await panel.read("numbers")
        await panel.press("save")
        assert await house.mirror.role_sets.get(house.guild.id, "village", "Old") == VillageOptions(night_seconds=99)


async def test_every_built_in_set_of_every_game_fits_its_pages(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        for game in GAMES.values():
            listed = Panel(house, house.player, await house.player.slash(house.room, "roleset list", game=game.name))
            lines = (await listed.read_on()).splitlines()
            whys = [line for before, line in pairwise(lines) if "built\u00a0in" in before and not line.startswith("- ")]
            assert len(whys) == len(set(whys)) == len(game.role_sets), game.name
            for one in game.role_sets:
                shown = await house.manager.slash(house.room, "roleset show", game=game.name, name=one.name)
                assert_fits(shown.response)
                panel = Panel(house, house.manager, await house.manager.slash(
                    house.room, "roleset new", game=game.name, name="Mine", like=one.name))  # fmt: skip
                assert "Everything is in order" in panel
                await panel.press("drop")


async def test_a_duel_without_clocks_has_no_times(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        shown = await house.player.slash(house.room, "roleset show", game="name_duel", name="untimed")
        assert "No clocks: **on**" in texts(shown.response)
        assert "Times" not in texts(shown.response)
        assert "A turn lasts" not in texts(shown.response)
        panel = Panel(house, house.manager, await house.manager.slash(
            house.room, "roleset new", game="name_duel", name="Mine", like="untimed"))  # fmt: skip
        assert [one["label"] for one in controls(panel.message) if ":part:" in one["custom_id"]] == [
            "On or off",
            "Choices",
        ]


async def test_even_the_most_broken_draft_fits_its_panel(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        panel = Panel(house, house.manager, await opened(house, "x" * 40))
        draft = only_draft(house)
        for place, cast in enumerate(draft.casts.values()):
            cast.update(dict.fromkeys(cast, 2 + place % 3))
        for name in draft.values:
            if name.endswith("_seconds"):
                draft.values[name] = 999_999_999
        await panel.press("onoff")
        await panel.choose("switches", "introductions")
        assert "more things" in panel
        told = await panel.read("faults")
        for fault in draft.check()[1]:
            assert fault_sentence(house.mirror.wording, VILLAGE, fault) in told
        await panel.press("roles")
        await panel.choose("seats", "20")
        await panel.choose("role", "fairy_godmother")


# -- clone, rename, history ------------------------------------------------------------------------------------------


async def asked(house: Den, person: Any, command: str, **options: Any) -> Panel:
    """The page with which a command about a set of the village answers."""
    return Panel(house, person, await person.slash(house.room, f"roleset {command}", game="village", **options))


async def test_a_set_is_copied_and_renamed_and_stays_the_default(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        copied = await asked(house, house.manager, "clone", name="beginner", new_name="House")
        assert "Copied." in copied
        assert (
            await house.mirror.role_sets.get(house.guild.id, "village", "House") == VILLAGE.role_set("beginner").options
        )
        await house.manager.slash(house.room, "roleset default", game="village", name="House")
        await asked(house, house.manager, "clone", name="House", new_name="Other")
        renamed = await asked(house, house.manager, "rename", name="house", new_name="Our *house*")
        assert r"**House** is now called **Our \*house\***." in renamed
        assert (await house.mirror.role_sets.default(house.guild.id, "village"))[0] == "Our *house*"
        for name, new, why in (
            ("Other", "classic", "built-in role set has that name"),
            ("Other", "our *HOUSE*", "already has a role set"),
            ("classic", "Mine", "built in"),
            ("Nothing", "Mine", "no role set of that name"),
        ):
            assert why in await refused(house, house.manager, "roleset rename", game="village", name=name, new_name=new)
        assert "other" not in await refused(
            house, house.manager, "roleset rename", game="village", name="Other", new_name="OTHER"
        )  # a set may take its own name in other letters
        own = (await house.mirror.role_sets.shelf(house.guild.id, "village")).own
        assert sorted(own) == ["OTHER", "Our *house*"]


async def test_every_change_has_a_version_that_comes_back(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await Panel(house, house.manager, await opened(house)).press("save")
        panel = await asked(house, house.manager, "edit", name="House")
        await panel.press("numbers")
        await panel.send(await panel.dialog("number", "night_seconds"), "2:00")
        await panel.press("roles")
        await panel.choose("seats", "9")
        await panel.choose("role", "mad_hatter")
        await panel.press("more")
        await panel.choose("role", "esmeralda")
        await panel.press("less")
        await panel.press("back")
        await panel.press("save")
        await asked(house, house.manager, "rename", name="House", new_name="Cottage")

        history = await asked(house, house.player, "history", name="Cottage")
        assert f"**Version 1** · <t:1000:f> · made by <@{house.manager.id}>" in history
        assert "**Version 2** · <t:1000:f> · changed by" in history
        assert "**Version 3** · <t:1000:f> · renamed by" in history
        await history.choose("version", "2")
        assert "- Length of the night: **2 min** (before: 1 min 15 s)" in history
        assert "Nothing." in texts(history.message).partition("What bringing it back would change")[2]
        assert not [one for one in controls(history.message) if ":restore:" in one["custom_id"]], "it is already so"
        assert "- 9 players: Esmeralda 1 → **0**, Mad Hatter 0 → **1**" in history
        await history.press("history")
        await history.choose("version", "1")
        assert "- Length of the night: **1 min 15 s** (before: 2 min)" in history
        with_right = history.message
        await house.player.click(with_right, custom_id=control(with_right, "restore"))
        assert "can edit role sets" in texts(house.room.history(viewer=house.player)[-1])
        assert "restored" not in await refused(house, house.player, "roleset history", game="village", name="Cottage")

        mine = await asked(house, house.manager, "history", name="cottage")
        await mine.choose("version", "1")
        await mine.press("restore")
        assert "It is back as it was in version 1." in mine
        restored = await house.mirror.role_sets.get(house.guild.id, "village", "Cottage")
        assert restored == CLASSIC.model_copy(update={"all_must_point": False, "quiet_guests": True})
        assert "**Version 4** · <t:1000:f> · brought back by" in await asked(
            house, house.manager, "history", name="Cottage"
        )
        assert "Version 4" in await asked(house, house.player, "show", name="Cottage")
        listed = texts((await house.player.slash(house.room, "roleset list")).response)
        assert "- **Cottage**: 8–20 players · made on this server · Version 4" in listed


async def test_a_deleted_set_comes_back_at_once_or_later(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await asked(house, house.manager, "clone", name="beginner", new_name="House: one")
        old = await asked(house, house.manager, "delete", name="House: one")
        await house.mirror.role_sets.save(house.guild.id, "village", "House: one", VillageOptions(night_seconds=98), 1)
        await old.press("delete")
        assert "has changed this role set since I asked" in texts(house.room.history(viewer=house.manager)[-1])
        sure = await asked(house, house.manager, "delete", name="House: one")
        await sure.press("delete")
        assert "is deleted" in sure
        await sure.press("restore")
        assert "back as it was" in sure
        await (await asked(house, house.manager, "delete", name="House: one")).press("delete")
        await house.restart()
        suggested = await house.player.autocomplete(house.room, "roleset history", "name", "one", game="village")
        assert [one["value"] for one in suggested] == ["House: one"]
        history = await asked(house, house.manager, "history", name="House: one")
        await history.choose("version", "5")
        await asked(house, house.manager, "clone", name="classic", new_name="HOUSE: one")
        await house.manager.click(history.message, custom_id=control(history.message, "restore"))
        assert "already has a role set" in texts(house.room.history(viewer=house.manager)[-1])
        await asked(house, house.manager, "rename", name="HOUSE: one", new_name="Another")
        await history.press("restore")
        assert sorted((await house.mirror.role_sets.shelf(house.guild.id, "village")).own) == ["Another", "House: one"]


async def test_a_version_that_no_longer_fits_is_mended_on_the_panel(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await asked(house, house.manager, "clone", name="beginner", new_name="House")
        await asked(house, house.manager, "rename", name="House", new_name="Cottage")
        broken = text("UPDATE role_set_version SET body = :body WHERE number = 1")
        body = '{"night_seconds": 99, "moon_phase": 3}'
        await house.store.write(lambda connection: connection.execute(broken, {"body": body}))
        history = await asked(house, house.manager, "history", name="Cottage")
        await history.choose("version", "1")
        assert "This version no longer fits the rules" in history
        await history.press("mend")
        assert "Length of the night: **1 min 39 s**" in await history.read("numbers")
        await history.press("save")
        assert "Saved" in history
        saved = await house.mirror.role_sets.get(house.guild.id, "village", "Cottage")
        assert saved == VillageOptions(night_seconds=99)


async def test_nobody_reaches_the_history_of_another_server(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.mirror.role_sets.save(house.guild.id + 1, "village", "Theirs", VillageOptions(), 1)
        assert "I know no role set of that name here" in await refused(
            house, house.manager, "roleset history", game="village", name="Theirs"
        )
        history = RoleSetHistory(house.store, lambda: 1)
        with pytest.raises(Refused, match="no_role_set_history"):
            await history.restore(house.guild.id, 1, 1, 1)
        assert (await history.line(house.guild.id + 1, 1)).name == "Theirs"


# -- two people at once ----------------------------------------------------------------------------------------------


async def test_the_second_save_shows_what_has_changed_meanwhile(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.manager.slash(house.room, "settings role_editors", role=house.bakers)
        await asked(house, house.manager, "clone", name="beginner", new_name="House")
        mine = await asked(house, house.manager, "edit", name="House")
        theirs = await asked(house, house.baker, "edit", name="House")
        await mine.press("onoff")
        await mine.choose("switches", "introductions", "quick_nights")
        await theirs.press("numbers")
        await theirs.send(await theirs.dialog("number", "day_seconds"), "10 min")
        await theirs.press("save")
        await mine.press("save")
        assert "Somebody else has changed this role set" in mine
        assert "What they have changed\n- Length of the day: **10 min** (before: 5 min)" in mine
        assert "- Quick nights: **on** (before: off)" in mine
        assert "- Length of the day: **5 min** (before: 10 min)" in mine
        await mine.press("look")
        assert "a draft, not saved yet" in mine
        await mine.press("save")
        again = await asked(house, house.baker, "edit", name="House")
        await again.press("save")  # and once more, while the first one reads
        await mine.press("over")
        assert "Somebody else has changed this role set" in mine
        await mine.press("over")
        assert "Saved" in mine
        saved = await house.mirror.role_sets.get(house.guild.id, "village", "House")
        assert isinstance(saved, VillageOptions)
        assert (saved.quick_nights, saved.day_seconds) == (True, 300)
        assert "**Version 4**" in await asked(house, house.player, "history", name="House")


async def test_a_set_that_was_deleted_meanwhile_is_saved_anew(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await asked(house, house.manager, "clone", name="beginner", new_name="House")
        mine = await asked(house, house.manager, "edit", name="House")
        await house.mirror.role_sets.delete(house.guild.id, "village", "House", 1)
        await mine.press("save")
        assert "Somebody else has deleted or renamed **House**" in mine
        await mine.press("over")
        assert "Saved" in mine
        assert (await house.mirror.role_sets.shelf(house.guild.id, "village")).own == ("House",)
