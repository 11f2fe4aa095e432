"""`/rules` and `/help`, in a server and in direct messages."""

from __future__ import annotations

from pathlib import Path

from small_mirror import assert_fits, control, controls, den, texts

from bot.games.village.cards import SIDES
from bot.ui.mirror import wording_files
from bot.ui.panels import TEXT_MOST, Menu
from bot.ui.wording import Wording
from cogs.rules_lookup import FIRST, Topic, help_page, matching, overview_page, topic_page, topics

COGS = ("cogs.rules_lookup",)
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def words() -> Wording:
    return Wording(wording_files())


def test_every_topic_can_be_looked_up_and_fits() -> None:
    every = topics(words())
    assert every[0].name == FIRST
    assert len(every) == len({one.name for one in every})
    for one in every:
        assert 0 < len(one.title) <= 80
        text = topic_page(words(), one).text()
        assert len(text) < TEXT_MOST, one.name
        assert text.startswith(f"## {one.title}\n")
        assert len(text) > len(one.title) + 20


def test_every_role_is_a_topic() -> None:
    names = {one.name for one in topics(words()) if one.is_role}
    assert set(SIDES) <= names


def test_every_topic_is_in_a_menu() -> None:
    (panel,) = overview_page(words()).panels
    offered = [option.value for menu in panel.rows if isinstance(menu, Menu) for option in menu.options]
    assert sorted(offered) == sorted(one.name for one in topics(words()))


def test_many_topics_take_several_pages(tmp_path: Path) -> None:
    entries = "".join(
        f'\nmsgid "rule.t{n}.title"\nmsgstr "Topic {n}"\n\nmsgid "rule.t{n}"\nmsgstr "Text {n}"\n' for n in range(130)
    )
    (tmp_path / "many.en.po").write_text(HEADER + entries, encoding="utf-8")
    many = Wording([*wording_files(), tmp_path / "many.en.po"])
    every = topics(many)
    offered: list[str] = []
    for page in (0, 1):
        (panel,) = overview_page(many, page).panels
        menus = [row for row in panel.rows if isinstance(row, Menu)]
        assert len(menus) <= 4
        offered += [option.value for menu in menus for option in menu.options]
        assert len(panel.rows[-1]) == 2
    assert sorted(offered) == sorted(one.name for one in every)
    assert overview_page(many, 99) == overview_page(many, 1)
    assert overview_page(many, -5) == overview_page(many, 0)


def test_what_begins_like_the_typed_comes_first() -> None:
    every = [Topic("a", "The toad", False), Topic("b", "Toad noises", False), Topic("c", "Votes", False)]
    assert [one.name for one in matching(every, " TOAD")] == ["b", "a"]
    assert matching(every, "x") == []
    assert len(matching(every, "")) == 3


async def test_looking_something_up(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        found = await ann.autocomplete(house.room, "rules", "topic", "sher")
        assert {"name": "Sheriff", "value": "sheriff"} in found
        assert len(await ann.autocomplete(house.room, "rules", "topic", "")) == 25
        for typed in ("sheriff", "Sheriff", "SHERIFF"):
            answer = await ann.slash(house.room, "rules", topic=typed)
            assert answer.ephemeral
            assert texts(answer.response).startswith("## Sheriff\n")
        unknown = await ann.slash(house.room, "rules", topic="chess")
        assert "no single rule or role" in texts(unknown.response)

        overview = (await ann.slash(house.room, "rules")).response
        assert_fits(overview)
        for menu in [one for one in controls(overview) if one["type"] == 3]:
            for option in (menu["options"][0], menu["options"][-1]):
                await ann.select(overview, [option["value"]], custom_id=menu["custom_id"])
                assert_fits(overview)
                assert texts(overview).startswith(f"## {option['label']}\n")
                await ann.click(overview, custom_id=control(overview, "page"))
        assert len(house.room.history(viewer=ann)) == 5


async def test_in_direct_messages(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player.user
        answer = await ann.slash("rules", topic="huntsman")
        assert texts(answer.response).startswith("## Huntsman")
        helped = await ann.slash("help")
        assert_fits(helped.response)


async def test_help_is_short_and_leads_to_the_rules(tmp_path: Path) -> None:
    assert len(help_page(words()).text()) < 1500
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        answer = await ann.slash(house.room, "help")
        assert answer.ephemeral
        assert_fits(answer.response)
        for part in ("To play", "To host", "To look after a server"):
            assert part in texts(answer.response)
        await ann.click(answer.response, custom_id=control(answer.response, "topic"))
        assert texts(answer.response).startswith("## The village in ten lines")
