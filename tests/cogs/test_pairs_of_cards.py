"""What two cards do to each other is told at a table exactly when both are in its game; without a table all of it."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.ui.panels import Menu
from bot.ui.wording import Wording, wording_files
from cogs.rules_lookup.pages import game_page, topic_page
from cogs.rules_lookup.pairs import Table, pairs, ruled_on, told_here, told_pairs
from cogs.rules_lookup.topics import topics

RULED = ("village", "mafia", "grimm_forest")
in_both = pytest.mark.parametrize("language", ["en", "de"])


def tables(game: str) -> list[Table]:
    """A table of each built-in set at each number of players."""
    of = GAMES[game].cards_in_game
    assert of is not None
    every = [of(one.options, seats) for one in GAMES[game].role_sets for seats in GAMES[game].seats]
    return [Table(7, cards) for cards in dict.fromkeys(every) if cards]


def told(words: Wording, game: str, name: str, table: Table | None) -> str:
    (topic,) = (one for one in topics(words) if (one.game, one.name) == (game, name))
    pages = [topic_page(words, topic, 0, table)]
    while (following := topic_page(words, topic, len(pages), table)) != pages[-1]:
        pages.append(following)
    return "\n".join(page.text() for page in pages)


@in_both
@pytest.mark.parametrize("game", RULED)
def test_a_ruling_stands_exactly_where_both_cards_are_in_the_game(game: str, language: str) -> None:
    words = Wording(wording_files(), language)
    every = told_pairs(words, game, None)
    assert len(every) == len(pairs(words, game)) == len({frozenset((two.one, two.other)) for two in pairs(words, game)})
    for table in tables(game):
        here = told_pairs(words, game, table)
        for two, line in zip(pairs(words, game), every, strict=True):
            assert (line in here) == ({two.one, two.other} <= table.cards), line


@in_both
def test_a_page_opened_from_a_table_of_a_card_names_none_that_is_not_in_its_game(language: str) -> None:
    words = Wording(wording_files(), language)
    specials = {"captain_hook": "Hook", "esmeralda": "Esmeralda", "little_mary": "Mary", "sheriff": "Sheriff"}
    for table in tables("village"):
        for one in topics(words):
            if one.game != "village" or one.name not in table.cards:
                continue
            page = told(words, "village", one.name, table)
            for card, called in specials.items():
                assert card in table.cards or called not in page, (one.name, called)


@in_both
def test_a_rule_opened_from_a_table_tells_nothing_of_cards_alone_that_are_not_in_its_game(language: str) -> None:
    words = Wording(wording_files(), language)
    maniac = {"en": "Maniac", "de": "Serienmörder"}[language]
    for table in tables("mafia"):
        order = told(words, "mafia", "night_order", table)
        assert (f"**{maniac}**" in order) == ("maniac" in table.cards)
        numbers = [line for line in order.splitlines() if line[:1].isdigit()]
        assert [line.partition(".")[0] for line in numbers] == [str(n + 1) for n in range(len(numbers))]
        assert "Mafia" in told(words, "mafia", "winning", table), "what holds without the Maniac as well"
    assert maniac in told(words, "mafia", "night_order", None)


@in_both
@pytest.mark.parametrize("game", RULED)
def test_no_sentence_of_a_rule_loses_the_one_it_goes_on_from(game: str, language: str) -> None:
    """At a table a line of a rule is told as far as it goes, and never from its middle: there it says "he"."""
    words = Wording(wording_files(), language)
    rules = [one for one in topics(words) if one.game == game and one.kind == "rules"]
    for table in tables(game):
        for topic in rules:
            whole = [line.lstrip("0123456789") for line in words.say(topic.key).split("\n")]
            first, *others = told_here(words, topic, table)
            if first != words.say("rules.not_here.rule"):
                assert whole[0].startswith(first.lstrip("0123456789"))
            for line in others:
                assert any(one.startswith(line.lstrip("0123456789")) for one in whole), (topic.ident, line)


def test_the_dead_show_their_card_at_a_table_without_the_mad_hatter() -> None:
    words = Wording(wording_files())
    classic = next(table for table in tables("village") if not {"mad_hatter", "bonus"} & table.cards)
    assert "Nobody learns the card" in told(words, "village", "death", None)
    assert "Nobody learns the card" not in told(words, "village", "death", classic)
    no_hook = next(table for table in tables("village") if "captain_hook" not in table.cards)
    assert "As long as he lives" not in told(words, "village", "winning", no_hook)
    assert "**no messages**" in told(words, "village", "muted", next(
        table for table in tables("village") if not {"esmeralda", "bonus"} & table.cards
    )), "a rule that no card here needs is told whole"  # fmt: skip


@in_both
def test_a_rule_stays_that_tells_of_one_card_of_the_game_beside_others(language: str) -> None:
    """The Trickster stops the Warlock's toad, too, whoever else is missing there."""
    words = Wording(wording_files(), language)
    stops = words.say("rule.village.jinx").split("\n")[1]
    alone = Table(7, frozenset({"warlock", "trickster", "murderer", "rumplestiltskin", "villager"}))
    assert stops in told(words, "village", "jinx", alone)


def test_a_rule_about_nothing_but_absent_cards_says_so() -> None:
    words = Wording(wording_files())
    classic = next(table for table in tables("village") if "bonus" not in table.cards)
    assert told(words, "village", "spell_flight", classic).splitlines()[1] != words.say("rules.not_here")
    (topic,) = (one for one in topics(words) if (one.game, one.name) == ("village", "bonus"))
    nothing = Table(7, frozenset({"sheriff"}))
    assert all(line in told(words, "village", topic.name, nothing) for line in told_here(words, topic, nothing))


def test_without_a_table_everything_is_told_and_each_is_named() -> None:
    words = Wording(wording_files())
    assert "*Sheriff and Captain Hook*: To the Sheriff" in told(words, "village", "sheriff", None)
    assert "To the Sheriff he is no Rumplestiltskin." in told(words, "village", "captain_hook", None)
    assert "*Wolf and Red Riding Hood*: " in told(words, "grimm_forest", "wolf", None)


def test_a_card_of_another_table_says_so() -> None:
    words = Wording(wording_files())
    table = next(one for one in tables("village") if "captain_hook" not in one.cards)
    assert "not in the game of this table" in told(words, "village", "captain_hook", table)
    assert "not in the game" not in told(words, "village", "sheriff", Table(7, table.cards | {"sheriff"}))


def test_the_way_keeps_to_its_table() -> None:
    words = Wording(wording_files())
    page = game_page(words, "village", 0, Table(7, frozenset({"sheriff"})))
    menus = [row for row in page.panels[0].rows if isinstance(row, Menu)]
    assert menus
    assert all(menu.custom_id.endswith(":7") for menu in menus)
    assert all(menu.placeholder != f"{one} – {one}" for menu in menus for one in [menu.options[0].label])


@pytest.mark.parametrize("game", RULED)
def test_both_cards_of_a_ruling_are_cards_of_the_game(game: str) -> None:
    words = Wording(wording_files())
    every = frozenset().union(*(table.cards for table in tables(game)))
    assert ruled_on(words, game) <= every


@in_both
@pytest.mark.parametrize("game", RULED)
def test_a_card_that_tells_a_ruling_itself_does_not_repeat_it_and_the_other_card_does_tell_it(
    game: str, language: str
) -> None:
    words = Wording(wording_files(), language)
    for two in pairs(words, game):
        says = words.say(two.key)
        pages = {name: told(words, game, name, None) for name in (two.one, two.other)}
        for me, other in ((two.one, two.other), (two.other, two.one)):
            key = f"tells.{game}.{me}"
            tells = words.has(key) and other in words.say(key).split("|")
            assert (f": {says}" not in pages[me]) == tells, (me, other)
    kept = {frozenset((two.one, two.other)) for two in pairs(words, game)}
    for key in words.keys():  # noqa: SIM118 - a Wording is no dictionary
        if key.startswith(f"tells.{game}."):
            assert all(frozenset((key.split(".")[2], other)) in kept for other in words.say(key).split("|")), key


@in_both
def test_a_ruling_comes_back_where_its_own_sentence_is_left_out(language: str) -> None:
    """The Fairy Godmother’s page names the Huntsman in one breath with Little Mary: without her that is left out."""
    words = Wording(wording_files(), language)
    table = Table(7, frozenset({"fairy_godmother", "huntsman", "prince_charming", "villager"}))
    says = words.say("pair.village.fairy_godmother.huntsman")
    page = told(words, "village", "fairy_godmother", table)
    assert words.say("called.village.little_mary") not in page
    assert says in page
