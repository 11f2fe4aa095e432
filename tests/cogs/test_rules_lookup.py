"""`/rules` and `/help`, in a server, at a table and in direct messages."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import _component_interaction
from small_mirror import Den, assert_fits, control, controls, den, enabled, texts
from support.phone import SCREEN, height

import bot.client as whole_mirror
from bot.games import GAMES
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.village.cards import BONUS_CARDS, DUD, SIDES
from bot.matches.errors import Refused
from bot.ui.panels import TEXT_MOST, Menu, Page
from bot.ui.wording import Wording, wording_files
from cogs.rules_lookup.pages import HELP, choices_page, game_page, games_page, help_page, topic_page
from cogs.rules_lookup.pairs import told_beside
from cogs.rules_lookup.search import find_topic, find_topics, matching, shown_names
from cogs.rules_lookup.topics import FIRST, MIRROR, Topic, topics

COGS = ("cogs.rules_lookup.cog",)
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
ONE_LINE = 40
"""Characters of a menu's option that a phone shows on one line."""


def words() -> Wording:
    return Wording(wording_files())


def words_with(folder: Path, **entries: str) -> Wording:
    """All sentences and some more; `__` stands for the dot of a key."""
    said = "".join(f'\nmsgid "{key.replace("__", ".")}"\nmsgstr "{text}"\n' for key, text in entries.items())
    (folder / "more.en.po").write_text(HEADER + said, encoding="utf-8")
    return Wording([*wording_files(), folder / "more.en.po"])


def many_words(folder: Path, game: str = "village", count: int = 260) -> Wording:
    titles = {f"rule__{game}__t{n}__title": f"Topic {n:03}" for n in range(count)}
    return words_with(folder, **titles, **{f"rule__{game}__t{n}": f"Text {n}" for n in range(count)})


def menus_of(page: Page) -> list[Menu]:
    return [row for panel in page.panels for row in panel.rows if isinstance(row, Menu)]


def offered(page: Page) -> list[str]:
    return [option.value for menu in menus_of(page) for option in menu.options]


def values(menu: dict[str, Any]) -> list[str]:
    return [option["value"] for option in menu["options"]]


def menus_on(message: Any) -> list[dict[str, Any]]:
    return [one for one in controls(message) if one["type"] == 3]


@pytest.fixture
def chess(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Another game of hidden roles with the village's cards."""
    title = tmp_path / "chess.en.po"
    title.write_text(f'{HEADER}\nmsgid "game.chess"\nmsgstr "Royal Chess"\n', encoding="utf-8")
    files = [*wording_files(), title]
    for module in (sys.modules[__name__], whole_mirror):
        monkeypatch.setattr(module, "wording_files", lambda: files)
    monkeypatch.setitem(GAMES, "chess", replace(GAMES["village"], name="chess", english_title="(never shown)"))
    return "chess"


# -- topics ------------------------------------------------------------------------------------------------------------


def test_every_topic_can_be_looked_up_and_fits() -> None:
    english = words()
    every = topics(english)
    assert every[0].name == FIRST
    assert len(every) == len({one.ident for one in every})
    for one in every:
        assert 0 < len(one.title) <= 80
        text = topic_page(english, one).text()
        assert len(text) < TEXT_MOST, one.ident
        assert text.startswith(f"## {one.title}\n")
        assert len(text) > len(one.title) + 20
        assert find_topic(english, one.ident) == one


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_each_page_of_a_topic_whole_and_together_they_tell_all(language: str) -> None:
    spoken = Wording(wording_files(), language)
    for one in topics(spoken):
        pages = [topic_page(spoken, one)]
        while (following := topic_page(spoken, one, len(pages))) != pages[-1]:
            pages.append(following)
        told = [line for page in pages for line in page.text().splitlines()[1:]]
        assert told == [*spoken.say(one.key).splitlines(), *told_beside(spoken, one, None)], one.ident
        assert max(map(height, pages)) <= SCREEN, one.ident


def test_every_role_is_a_topic() -> None:
    names = {one.name for one in topics(words()) if one.kind == "roles" and one.game == "village"}
    assert names == set(SIDES) | {"rumplestiltskin"}


def test_topics_belong_to_their_games(tmp_path: Path) -> None:
    more = words_with(
        tmp_path, rule__mirror__moon__title="The moon", rule__mirror__moon="It shines.",
        rule__atlantis__sea__title="The sea", rule__atlantis__sea="Nobody can play there.",
        rule__village__unsaid__title="A title without a text",
    )  # fmt: skip
    by_ident = {one.ident: one for one in topics(more)}
    assert by_ident["village.night"].key == "rule.village.night"
    assert by_ident["name_duel.flippy"].key == "rule.name_duel.flippy"
    assert by_ident["mirror.moon"].title == "The moon"
    assert {one.game for one in by_ident.values()} <= {*GAMES, MIRROR}
    assert "village.unsaid" not in by_ident


def test_a_shared_card_is_a_topic_of_every_game_that_deals_it(tmp_path: Path, chess: str) -> None:
    more = words_with(
        tmp_path, role__chess__huntsman="Hunter", role__chess__huntsman__card="Hunts.",
        role__chess__huntsman__short="hunts", role__knight="Knight", role__knight__card="Jumps over everybody.",
    )  # fmt: skip
    by_ident = {one.ident: one for one in topics(more)}
    assert by_ident["chess.esmeralda"].key == "role.esmeralda.card"
    assert by_ident["village.esmeralda"].key == "rule.village.esmeralda", "the village tells it at length"
    hunter = Topic("chess", "huntsman", "Hunter", "roles", "role.chess.huntsman.card", "Royal Chess")
    assert by_ident["chess.huntsman"] == hunter
    assert by_ident["mirror.knight"].kind == "roles", "a card that no game deals"
    shorts = {option.value: option.description for menu in menus_of(game_page(more, chess)) for option in menu.options}
    assert shorts["chess.huntsman"] == "hunts"
    assert shorts["chess.esmeralda"] == more.say("role.esmeralda.short")


def test_the_mirror_tells_what_belongs_to_no_game() -> None:
    mine = [one for one in topics(words()) if one.game == MIRROR]
    assert len(mine) >= 5
    assert mine[0].name == FIRST
    for one in mine:
        assert len(words().say(one.key)) <= 1200


# -- pages -------------------------------------------------------------------------------------------------------------


def test_the_way_to_everything_is_a_phrase_in_german_as_well() -> None:
    """The title of the Mirror's own pages has an article, which such a phrase bends."""
    german = words().for_locale("de")
    of_mirror, of_mafia = (next(one for one in topics(german) if one.game == game) for game in (MIRROR, "mafia"))
    assert "Alles zum Zauberspiegel" in [
        one.label for row in topic_page(german, of_mirror).panels[0].rows for one in row
    ]
    assert "Alles zu Mafia" in [one.label for row in topic_page(german, of_mafia).panels[0].rows for one in row]


def test_every_topic_is_in_a_menu_of_its_game() -> None:
    every = topics(words())
    games = offered(games_page(words()))
    assert games == [game for game in (*GAMES, MIRROR) if any(one.game == game for one in every)]
    for game in games:
        page = game_page(words(), game)
        assert len(page.panels) == 1
        assert sorted(offered(page)) == sorted(one.ident for one in every if one.game == game)


@pytest.mark.parametrize(("locale", "placeholder"), [("en", "A bonus card"), ("de", "Eine Bonuskarte")])
def test_the_villages_bonus_cards_have_a_menu_of_their_own(locale: str, placeholder: str) -> None:
    """Each with a few words; how they are dealt and what a foul is stays among the rules."""
    *others, bonus = menus_of(game_page(words().for_locale(locale), "village"))
    assert bonus.placeholder == placeholder
    assert sorted(option.value for option in bonus.options) == sorted(f"village.{card}" for card in (*BONUS_CARDS, DUD))
    assert all(option.description for option in bonus.options if option.value != f"village.{DUD}")
    assert {"village.bonus", "village.foul", "village.spell_flight", "village.sheriff"} <= {
        option.value for menu in others for option in menu.options
    }


@pytest.mark.parametrize(("locale", "kinds"), [("en", ["A Fable", "A Friend"]), ("de", ["Eine Fabel", "Ein Freund"])])
def test_the_chapters_of_the_grimm_forest_do_not_stand_among_its_cards(locale: str, kinds: list[str]) -> None:
    """One menu of how it is played, and after it the Fables and the Friends."""
    chapters, *of_cards = menus_of(game_page(words().for_locale(locale), "grimm_forest"))
    assert len(chapters.options) == 13
    assert {"grimm_forest.build", "grimm_forest.monsters"} <= {option.value for option in chapters.options}
    fables, friends = ([menu for menu in of_cards if menu.placeholder.startswith(kind)] for kind in kinds)
    assert [*fables, *friends] == of_cards
    assert {option.value for menu in fables for option in menu.options} == {f"grimm_forest.{one}" for one in FABLES}
    assert {option.value for menu in friends for option in menu.options} == {f"grimm_forest.{one}" for one in FRIENDS}


def test_the_menu_of_games_fits_a_phone() -> None:
    (menu,) = menus_of(games_page(words()))
    for option in menu.options:
        assert len(option.label) <= ONE_LINE
        assert option.description
        assert len(option.description) <= 60
    assert len({option.description for option in menu.options}) == len(menu.options)


@pytest.mark.parametrize("game", ["village", "name_duel", "mirror"])
def test_many_topics_take_several_pages(tmp_path: Path, game: str) -> None:
    many = many_words(tmp_path, game)
    found: list[str] = []
    page, number = game_page(many, game), 0
    while True:
        menus = menus_of(page)
        assert 0 < len(menus) <= 4
        assert all(0 < len(menu.options) <= 25 for menu in menus)
        found += offered(page)
        *_, buttons = page.panels[0].rows
        assert isinstance(buttons, tuple)
        *turning, _ = buttons
        labels = [button.label for button in turning]
        assert ("Earlier" in labels) is (number > 0)
        if "More" not in labels:
            break
        number += 1
        more = turning[labels.index("More")]
        assert more.custom_id == f"mm:rules:game:{game}:{number}"
        page = game_page(many, game, number)
    assert number >= 2, "more than two pages were meant to be walked"
    assert found == [one.ident for one in topics(many) if one.game == game]
    assert game_page(many, game, 99) == page
    assert game_page(many, game, -5) == game_page(many, game, 0)


def test_a_game_without_topics_is_not_offered(chess: str) -> None:
    assert "atlantis" not in offered(games_page(words()))
    assert chess in offered(games_page(words()))
    for name in ("atlantis", "", "role"):
        with pytest.raises(Refused):
            game_page(words(), name)


def test_too_many_choices_are_counted(tmp_path: Path) -> None:
    found = topics(many_words(tmp_path))
    page = choices_page(words(), found)
    assert offered(page) == [one.ident for one in found[:25]]
    assert f"{len(found) - 25} more" in page.text()
    assert "more would" not in choices_page(words(), found[:25]).text()


# -- finding -----------------------------------------------------------------------------------------------------------


def topic(game: str, name: str, title: str) -> Topic:
    told = words().say("rules.mirror" if game == MIRROR else f"game.{game}")
    return Topic(game, name, title, "rules", f"rule.{game}.{name}", told)


def test_what_begins_like_the_typed_comes_first() -> None:
    every = [topic("village", name, title) for name, title in (("a", "The toad"), ("b", "Toad noises"), ("c", "Votes"))]
    assert [one.name for one in matching(every, " TOAD")] == ["b", "a"]
    assert matching(every, "x") == []
    assert len(matching(every, "")) == 3


def test_a_topic_can_be_typed_with_its_game() -> None:
    every = [topic("name_duel", "a", "Clocks"), topic("trumplestiltskin", "b", "Clocks"), topic(MIRROR, "c", "Clocks")]
    assert [one.name for one in matching(every, "trumple clocks")] == ["b"]
    assert [one.name for one in matching(every, "clocks duel")] == ["a"]
    assert [one.name for one in matching(every, "mirror clocks")] == ["c"]
    assert [one.name for one in matching(every, "clocks", {"trumplestiltskin"})] == ["b", "a", "c"]


def test_the_game_stands_beside_a_name_that_several_games_have(chess: str) -> None:
    every = topics(words())
    names = shown_names(words(), every)
    assert names["village.esmeralda"] == "Esmeralda – Rumplestiltskin!"
    assert names["chess.esmeralda"] == "Esmeralda – Royal Chess"
    assert names["village.toad"] == "The toad"
    assert names["mirror.chance"] == "Can the Mirror cheat?"
    assert len(set(names.values())) == len(every)
    assert all(len(name) <= 100 for name in names.values())


def test_a_long_title_leaves_room_for_its_game(chess: str) -> None:
    one, other = topic("village", "a", "A" * 100), topic(chess, "a", "A" * 100)
    assert shown_names(words(), [one, other])["chess.a"] == "A" * 86 + " – Royal Chess"
    assert shown_names(words(), [one])["village.a"] == "A" * 100


def test_who_may_be_meant(chess: str) -> None:
    def idents(typed: str, *here: str) -> set[str]:
        return {one.ident for one in find_topics(words(), typed, here)}

    assert idents("ESMERALDA") == {"village.esmeralda", "chess.esmeralda"}
    assert idents("esmeralda", "chess") == {"chess.esmeralda"}, "the game that is played here"
    assert idents("esmeralda", "name_duel") == {"village.esmeralda", "chess.esmeralda"}, "here it is unknown"
    assert idents("village.esmeralda", "chess") == {"village.esmeralda"}, "chosen from what was offered"
    assert idents("mad  hatter", "village") == idents("mad_hatter", "village") == {"village.mad_hatter"}
    assert idents("the trickster's mark") == idents("the Trickster’s mark") == {"village.jinx"}
    assert idents("verrückter hutmacher", "village") == {"village.mad_hatter"}, "in any language"
    assert idents("VERRUCKTER HUTMACHER", "village") == {"village.mad_hatter"}, "on any keyboard"
    assert idents("checkmate") == set()
    with pytest.raises(Refused):
        find_topic(words(), "esmeralda")
    assert find_topic(words(), "esmeralda", {"village"}).game == "village"


# -- on Discord --------------------------------------------------------------------------------------------------------


async def test_looking_something_up(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        found = await ann.autocomplete(house.room, "rules", "topic", "mad h")
        assert {"name": "Mad Hatter", "value": "village.mad_hatter"} in found
        everything = await ann.autocomplete(house.room, "rules", "topic", "")
        assert len(everything) == 25
        assert {"village.start", "name_duel.start", "trumplestiltskin.start", "mirror.start"} <= {
            one["value"] for one in everything
        }
        for typed in ("village.mad_hatter", "mad_hatter", "Mad Hatter", " MAD HATTER ", "mad h"):
            answer = await ann.slash(house.room, "rules", topic=typed)
            assert answer.ephemeral
            assert_fits(answer.response)
            assert texts(answer.response).startswith("## Mad Hatter\n")
        long = (await ann.slash(house.room, "rules", topic="village.start")).response
        assert "10. " not in texts(long)
        await ann.click(long, custom_id=control(long, "turn"))
        assert "10. " in texts(long)
        unknown = await ann.slash(house.room, "rules", topic="quidditch")
        assert "no rule or role" in texts(unknown.response)
        nothing = await ann.slash(house.room, "rules", topic="  ")
        assert "Choose a game" in texts(nothing.response)


async def test_from_the_games_to_a_topic_and_back(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        answer = await ann.slash(house.room, "rules")
        shown = answer.response
        assert answer.ephemeral
        assert_fits(shown)
        (games,) = menus_on(shown)
        assert values(games) == offered(games_page(words()))
        for game in games["options"]:
            await ann.select(shown, [game["value"]], custom_id="mm:rules:choose")
            assert_fits(shown)
            assert texts(shown).startswith(f"## {game['label']}\n")
            for menu in menus_on(shown):
                for option in (menu["options"][0], menu["options"][-1]):
                    await ann.select(shown, [option["value"]], custom_id=menu["custom_id"])
                    assert_fits(shown)
                    assert texts(shown).startswith(f"## {option['label']}\n")
                    await ann.click(shown, custom_id=control(shown, "game"))
                    assert texts(shown).startswith(f"## {game['label']}\n")
            await ann.click(shown, custom_id=control(shown, "games"))
            assert "Choose a game" in texts(shown)
        assert len(house.room.history(viewer=ann)) == 1, "the page changes in place"
        assert len(house.room.history(viewer=house.baker)) == 0


async def test_turning_all_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = many_words(tmp_path)
    files = [*wording_files(), tmp_path / "more.en.po"]
    monkeypatch.setattr(whole_mirror, "wording_files", lambda: files)
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        shown = (await ann.slash(house.room, "rules")).response
        await ann.select(shown, ["village"], custom_id="mm:rules:choose")
        found: list[str] = []
        for _ in range(10):
            assert_fits(shown)
            found += [value for menu in menus_on(shown) for value in values(menu)]
            if "More" not in [one.get("label") for one in controls(shown)]:
                break
            await ann.click(shown, label="More")
        assert found == [one.ident for one in topics(many) if one.game == "village"]
        await ann.click(shown, label="Earlier")
        assert values(menus_on(shown)[0])[0] in found


async def test_several_are_called_so(tmp_path: Path, chess: str) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        assert chess in GAMES
        suggested = await ann.autocomplete(house.room, "rules", "topic", "esme")
        assert suggested == [
            {"name": "Esmeralda – Rumplestiltskin!", "value": "village.esmeralda"},
            {"name": "Esmeralda – Royal Chess", "value": "chess.esmeralda"},
        ]
        answer = await ann.slash(house.room, "rules", topic="esmeralda")
        shown = answer.response
        assert answer.ephemeral
        assert_fits(shown)
        assert texts(shown).startswith("## Which one?\n")
        (menu,) = menus_on(shown)
        assert [(one["label"], one["description"]) for one in menu["options"]] == [
            ("Esmeralda", "Rumplestiltskin!"),
            ("Esmeralda", "Royal Chess"),
        ]
        await ann.select(shown, ["chess.esmeralda"], custom_id=menu["custom_id"])
        assert texts(shown) == f"## Esmeralda\n{words().say('role.esmeralda.card')}"
        for one in suggested:
            chosen = await ann.slash(house.room, "rules", topic=one["value"])
            assert texts(chosen.response).startswith("## Esmeralda\n")
        broad = await ann.slash(house.room, "rules", topic="e")
        assert_fits(broad.response)
        assert "more would fit" in texts(broad.response)


async def test_at_a_table_its_own_game_comes_first(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *whole_mirror.COGS) as house:
        ann, ben = house.player, house.baker
        lobby = await ann.slash(house.room, "play", game="name_duel", opponent=ben)
        await ben.click(lobby.response, label="Accept")
        await house.env.advance_time(5)
        (thread,) = house.room.threads

        async def opens_with_the_duel() -> None:
            answer = await ann.slash(thread, "rules")
            assert answer.ephemeral
            assert texts(answer.response).startswith("## Name Duel\n")
            assert_fits(answer.response)
            await ann.click(answer.response, custom_id=control(answer.response, "games"))
            assert "Choose a game" in texts(answer.response)

        await opens_with_the_duel()
        own = [one.ident for one in topics(words()) if one.game == "name_duel"]
        suggested = [one["value"] for one in await ann.autocomplete(thread, "rules", "topic", "")]
        assert suggested[: len(own)] == own
        start = await ann.slash(thread, "rules", topic="start")
        assert texts(start.response).startswith("## Name Duel: the start in ten lines\n")
        foreign = await ann.slash(thread, "rules", topic="Mad Hatter")
        assert texts(foreign.response).startswith("## Mad Hatter\n"), "the other games can be looked up as well"
        elsewhere = await ann.slash(house.room, "rules")
        assert "Choose a game" in texts(elsewhere.response)
        await a_table_in_the_same_place(house, thread.id)
        both = await ann.slash(thread, "rules")
        assert "Choose a game" in texts(both.response)


async def a_table_in_the_same_place(house: Den, place: int) -> None:
    """Where games get no threads several can be played in one channel: here Trumplestiltskin too."""
    ann = house.player
    lobby = await ann.slash(house.room, "play", game="trumplestiltskin")
    await ann.click(lobby.response, label="Fill with computer players")
    await ann.click(lobby.response, label="Start")
    await house.env.advance_time(2)
    (there,) = [thread for thread in house.room.threads if thread.id != place]
    house.mirror.places.here[place] |= house.mirror.places.here[there.id]


async def test_a_table_that_cannot_be_found_does_not_hide_the_rules(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        house.mirror.places.here[house.room.id] = {4711}
        answer = await house.player.slash(house.room, "rules")
        assert "Choose a game" in texts(answer.response)
        answer = await house.player.slash(house.room, "rules", topic="mad hatter")
        assert texts(answer.response).startswith("## Mad Hatter\n")


async def test_pages_work_after_a_restart(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        shown = (await ann.slash(house.room, "rules")).response
        await house.restart()
        await ann.select(shown, ["name_duel"], custom_id="mm:rules:choose")
        await house.restart()
        await ann.select(shown, ["name_duel.flippy"], custom_id=menus_on(shown)[0]["custom_id"])
        assert texts(shown).startswith("## Flippy")
        await house.restart()
        await ann.click(shown, custom_id=control(shown, "game"))
        assert texts(shown).startswith("## Name Duel\n")


async def test_in_direct_messages(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player.user
        answer = await ann.slash("rules", topic="mad hatter")
        assert answer.ephemeral
        assert texts(answer.response).startswith("## Mad Hatter")
        shown = (await ann.slash("rules")).response
        assert_fits(shown)
        await ann.select(shown, ["mirror"], custom_id="mm:rules:choose")
        assert texts(shown).startswith("## The Mirror\n")
        await ann.select(shown, ["mirror.chance"], custom_id=menus_on(shown)[0]["custom_id"])
        assert texts(shown).startswith("## Can the Mirror cheat?\n")
        assert await ann.autocomplete("rules", "topic", "can the mirror") == [
            {"name": "Can the Mirror cheat?", "value": "mirror.chance"}
        ]
        helped = await ann.slash("help")
        assert_fits(helped.response)


async def test_help_is_short_and_leads_to_the_rules(tmp_path: Path) -> None:
    assert all(len(help_page(words(), part).text()) < 500 for part in HELP)
    async with den(tmp_path / "mirror.db", *COGS) as house:
        ann = house.player
        answer = await ann.slash(house.room, "help")
        shown = answer.response
        assert answer.ephemeral
        assert_fits(shown)
        assert texts(shown).startswith("## Joining a game\n")
        titles = (("admin", "Looking after a server"), ("host", "Hosting a game"), ("play", "Joining a game"))
        for part, title in titles:
            await ann.click(shown, custom_id=f"mm:rules:help:{part}")
            assert_fits(shown)
            assert texts(shown).startswith(f"## {title}\n")
            assert not enabled(shown, part)
        await ann.click(shown, custom_id=control(shown, "start"))
        (menu,) = menus_on(shown)
        assert {"village.start", "name_duel.start", "trumplestiltskin.start", "mirror.start"} <= set(values(menu))
        await ann.select(shown, ["village.start"], custom_id=menu["custom_id"])
        assert texts(shown).startswith("## Rumplestiltskin! in ten lines")
        played = (await ann.slash(house.room, "help")).response
        await a_lobby_is_open(house, "grimm_forest")
        await ann.click(played, custom_id=control(played, "start"))
        assert texts(played).startswith("## The Grimm Forest in ten lines"), "the game of this place, and no question"
        again = (await ann.slash(house.room, "help")).response
        await ann.click(again, custom_id="mm:rules:home")
        assert texts(again).startswith("## The Grimm Forest")


async def a_lobby_is_open(house: Den, game: str) -> None:
    """Somebody waits for players in the room."""
    played, host = GAMES[game], house.baker
    open_it = house.mirror.lobby_openings.open
    await open_it(house.guild.id, house.room.id, host.id, "ben", played, "beginner", played.options())


async def test_what_is_opened_from_a_lobby_keeps_to_its_table(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", *whole_mirror.COGS) as house:
        ann = house.player
        lobby = await ann.slash(house.room, "play", game="village")
        shown = (await ann.click(lobby.response, label="Rules")).response
        await ann.click(shown, label="All rules and roles")
        roles = next(menu for menu in menus_on(shown) if "village.prince_charming" in values(menu))
        await ann.select(shown, ["village.captain_hook"], custom_id=roles["custom_id"])
        assert "not in the game of this table" in texts(shown)
        await ann.click(shown, custom_id=control(shown, "game"))
        await ann.select(shown, ["village.prince_charming"], custom_id=roles["custom_id"])
        assert "*Prince Charming and Huntsman*" in texts(shown)
        assert "Hatter" not in texts(shown)
        alone = (await ann.slash(house.room, "rules", topic="village.prince_charming")).response
        assert "Hatter" in texts(alone)


async def test_of_another_servers_table_nothing_is_told(tmp_path: Path) -> None:
    """Whoever forges the number of its lobby reads the page as it stands for everybody."""
    async with den(tmp_path / "mirror.db", *whole_mirror.COGS) as house:
        host, played = house.baker, GAMES["village"]
        open_it = house.mirror.lobby_openings.open
        elsewhere = await open_it(
            house.guild.id + 1, house.room.id, host.id, "ben", played, "beginner", played.options()
        )
        shown = (await house.player.slash(house.room, "rules", topic="village.prince_charming")).response
        ident = f"mm:rules:turn:village.prince_charming:0:{elsewhere.id}"
        stored = house.env.backend.get_message(house.room.id, shown.id)
        await _component_interaction(house.player, stored, {"custom_id": ident, "component_type": 2})
        assert "Hatter" in texts(shown)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["village", "mafia", "name_duel", "trumplestiltskin", "grimm_forest"])
def test_each_menu_of_a_game_is_called_something_else_and_says_its_kind_once(game: str, language: str) -> None:
    rows = game_page(Wording(wording_files(), language), game).panels[0].rows
    called = [row.placeholder for row in rows if isinstance(row, Menu)]
    assert called
    assert len(called) == len(set(called))
    assert not [one for one in called if "(" in one]
