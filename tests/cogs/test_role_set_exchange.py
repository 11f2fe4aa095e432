"""`/roleset export` and `/roleset import`, as people use them: from one server to another, and from a careless hand."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from small_mirror import Den, assert_fits, control, controls, den, enabled, texts

from bot.games import GAMES
from bot.games.village.options import VillageOptions, beginner_cast
from bot.matches.role_set_codes import code_of
from bot.matches.role_set_files import FILE_MOST, document, written
from bot.matches.rolesets import fold

VILLAGE = GAMES["village"]
COGS = ("cogs.rolesets.cog", "cogs.settings.cog")
MINE = VillageOptions(casts={9: beginner_cast(9)}, night_seconds=99, all_must_point=False, quiet_guests=True)
NASTY = '<script>alert("1")</script> @everyone'


def attachments(house: Den, message: Any) -> dict[str, str]:
    """The attached files by name."""
    return {one.filename: (house.env.backend.cdn.get(one.url) or b"").decode() for one in message.attachments}


async def imported(house: Den, person: Any, **given: Any) -> Any:
    """The answer to an import, which is for this person alone and fits."""
    answer = await person.slash(house.room, "roleset import", **given)
    assert answer.ephemeral
    assert_fits(answer.response)
    return answer.response


async def test_a_set_goes_from_one_server_to_another_as_code_and_as_file(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.mirror.role_sets.save(house.guild.id, "village", "House", MINE, 1)
        answer = await house.player.slash(house.room, "roleset export", game="village", name="house")
        assert answer.ephemeral
        assert_fits(answer.response)
        code = code_of(VILLAGE, MINE)
        assert f"```\n{code}\n```" in texts(answer.response)
        files = attachments(house, answer.response)
        assert list(files) == ["village-house.json", "village-house.html"]
        assert files["village-house.json"] == written(document(VILLAGE, "House", MINE))
        assert code in files["village-house.html"]
        assert "<tr><th>Rumplestiltskin</th><td>2</td></tr>" in files["village-house.html"]
        assert "<tr><th>Villager</th><td>2</td></tr>" in files["village-house.html"]
        assert '<td class="value">1 min 39 s</td>' in files["village-house.html"]
        await house.mirror.role_sets.delete(house.guild.id, "village", "House", 1)

        preview = await imported(house, house.manager, code=f"`{code}`", name="From afar")
        assert "From afar" in texts(preview)
        assert "**9 players**: 2\u00a0×\u00a0Rumplestiltskin, Huntsman, Little Mary, Sheriff" in texts(preview)
        assert "Length of the night: **1 min 39 s** (usually 1 min 15 s)" in texts(preview)
        assert (await house.mirror.role_sets.shelf(house.guild.id, "village")).own == ()
        await house.manager.click(preview, custom_id=control(preview, "save"))
        assert await house.mirror.role_sets.get(house.guild.id, "village", "From afar") == MINE

        file = ("house.json", files["village-house.json"].encode())
        preview = await imported(house, house.manager, file=file)
        await house.manager.click(preview, custom_id=control(preview, "look"))
        assert "a draft, not saved yet" in texts(preview)
        await house.manager.click(preview, custom_id=control(preview, "save"))
        assert (await house.mirror.role_sets.shelf(house.guild.id, "village")).own == ("From afar", "House")
        history = await house.player.slash(house.room, "roleset history", game="village", name="House")
        assert "imported by" in texts(history.response)


async def test_an_import_over_a_set_shows_what_it_would_change(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.mirror.role_sets.save(house.guild.id, "village", "House", MINE, 1)
        code = code_of(VILLAGE, MINE.model_copy(update={"night_seconds": 120}))
        preview = await imported(house, house.manager, code=code, name="HOUSE")
        assert "already has a role set of that name" in texts(preview)
        assert "- Length of the night: **2 min** (before: 1 min 39 s)" in texts(preview)
        await house.mirror.role_sets.save(house.guild.id, "village", "House", MINE, 1)
        await house.manager.click(preview, custom_id=control(preview, "save"))
        assert "Somebody else has changed this role set" in texts(preview)
        await house.manager.click(preview, custom_id=control(preview, "drop"))
        assert await house.mirror.role_sets.get(house.guild.id, "village", "House") == MINE


async def test_a_set_with_faults_is_mended_on_the_panel(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        whole = document(VILLAGE, "House", MINE)
        whole["options"] |= {"night_seconds": 5, "moon_phase": 3, "day_seconds": 600}
        whole["options"]["casts"]["9"][0] = "wizard"
        preview = await imported(house, house.manager, file=("x.json", json.dumps(whole).encode()))
        assert "cannot be played as it is, for 4 reasons" not in texts(preview)
        assert "“Length of the night” is 5 s; choose something from 10 s to 2 d." in texts(preview)
        assert "This version has no option “moon\\_phase”" in texts(preview)
        assert [one["custom_id"].split(":")[4] for one in controls(preview)] == ["look", "drop"]
        await house.manager.click(preview, custom_id=control(preview, "look"))
        assert "Wizard" in texts(preview)
        assert not enabled(preview, "save")
        await house.manager.click(preview, custom_id=control(preview, "numbers"))
        assert "Length of the night: **1 min 15 s**" in texts(preview)
        await house.manager.click(preview, custom_id=control(preview, "page"))
        assert "Length of the day: **10 min**" in texts(preview)
        assert (await house.mirror.role_sets.shelf(house.guild.id, "village")).own == ()


async def test_what_is_no_role_set_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        code = code_of(VILLAGE, MINE)
        for given, why in (
            ({}, "a code or a file"),
            ({"code": code, "file": ("x.json", b"{}")}, "not both"),
            ({"code": code[:-9]}, "not a complete code"),
            ({"code": "hello"}, "not a complete code"),
            ({"file": ("x.json", b"\x00\x01")}, "not a role set"),
            ({"file": ("x.json", b" " * (FILE_MOST + 1))}, "too large"),
            ({"code": code, "name": "classic"}, "built-in role set has that name"),
            ({"code": code, "name": "\u200b"}, "letters that can be seen"),
        ):
            assert why in texts(await imported(house, house.manager, **given)), given
        answer = await house.player.slash(house.room, "roleset import", code=code)
        assert "can edit role sets" in texts(answer.response)
        assert (await house.mirror.role_sets.shelf(house.guild.id, "village")).own == ()


async def test_a_built_in_set_is_exported_and_comes_back_under_another_name(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        for game in GAMES.values():
            for one in game.role_sets[:2]:
                answer = await house.player.slash(house.room, "roleset export", game=game.name, name=one.name)
                assert_fits(answer.response)
                files = attachments(house, answer.response)
                (data,) = [text for name, text in files.items() if name.endswith(".json")]
                preview = await imported(house, house.manager, file=("x.json", data.encode()))
                await house.manager.click(preview, custom_id=control(preview, "save"))
            shelf = await house.mirror.role_sets.shelf(house.guild.id, game.name)
            saved = [offered.options for offered in shelf.offered if not offered.is_built_in]
            assert sorted(map(repr, saved)) == sorted(repr(one.options) for one in game.role_sets[:2])
            assert {"classic", "beginner"}.isdisjoint(map(fold, shelf.own))


async def test_a_name_is_nothing_but_text_on_page_and_sheet(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.mirror.role_sets.save(house.guild.id, "village", NASTY, MINE, 1)
        answer = await house.player.slash(house.room, "roleset export", game="village", name=NASTY)
        files = attachments(house, answer.response)
        assert list(files) == [f"village-script-alert-1-script-everyone.{end}" for end in ("json", "html")]
        page = files["village-script-alert-1-script-everyone.html"]
        assert "<script" not in page
        assert NASTY in unescape(page)
        assert "@everyone" not in texts(answer.response)
        long = json.dumps({**document(VILLAGE, "x" * 200, MINE)}).encode()
        assert "x" * 40 in texts(await imported(house, house.manager, file=("x.json", long)))
        unseen = json.dumps({**document(VILLAGE, "\u202e", MINE)}).encode()
        assert "## Imported" in texts(await imported(house, house.manager, file=("x.json", unseen)))


async def test_the_schema_is_there_for_everybody(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        answer = await house.player.slash(house.room, "roleset export", game="mafia", name="sport")
        shown = await house.player.click(answer.response, custom_id=control(answer.response, "schema"))
        (schema,) = (attachments(house, shown.response)).values()
        assert Draft202012Validator(json.loads(schema)).is_valid(document(VILLAGE, "House", MINE))
