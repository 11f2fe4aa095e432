"""A card is whole in its file: its text and all it does stand there, and nowhere else is it called by its name."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from inspect import getsourcefile
from pathlib import Path

import pytest
from language.grimm_forest import ADAPTER, grimm_forest, laid, table_of

from bot.games import grimm_forest as package
from bot.games.grimm_forest.card import Card
from bot.games.grimm_forest.fable import FABLES, Fable
from bot.games.grimm_forest.friend import FRIENDS, Friend
from bot.games.grimm_forest.monster import Monster
from bot.games.grimm_forest.next_turn import NextTurn
from bot.games.grimm_forest.unique_location import UniqueLocation

PACKAGE = Path(str(package.__file__)).parent
CARDS = {**FABLES, **FRIENDS}
FAMILIES = {Card, Fable, Friend, Monster, NextTurn, UniqueLocation}
DECLARED = {"title", "name", "number", "advanced", "when"}
"""What a card is, not what it does."""
RULES = sorted(PACKAGE.glob("*.py"))
"""All but the cards, and the computer players, who know what a card is worth to them."""


def file_of(card: Card) -> Path:
    return Path(str(getsourcefile(type(card))))


def does(card: Card) -> set[str]:
    """What a card fills in of what a card of its family can do or change."""
    hooks = {name for family in FAMILIES for name in vars(family) if not name.startswith("_")} - DECLARED
    return hooks & set(vars(type(card)))


@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_every_card_has_a_file_a_text_and_an_effect(card: Card) -> None:
    folder = "fables" if isinstance(card, Fable) else "friends"
    assert file_of(card) == PACKAGE / folder / f"{card.name}.py"
    assert vars(type(card))["__doc__"], "its text"
    assert does(card)


def test_every_file_is_a_card() -> None:
    files = {path for folder in ("fables", "friends") for path in (PACKAGE / folder).glob("*.py")}
    assert {file_of(card) for card in CARDS.values()} == {path for path in files if path.name != "__init__.py"}


@pytest.mark.parametrize("family", [FABLES, FRIENDS], ids=["fables", "friends"])
def test_the_box_is_numbered_without_a_gap(family: dict[str, Card]) -> None:
    assert [card.number for card in family.values()] == list(range(1, len(family) + 1))


def test_the_box_is_laid_as_it_always_was() -> None:
    """Stored games shuffle the decks in this order; a new card comes after these."""
    assert list(FABLES)[:32] == [
        "chinny_chin_chin", "roar", "a_friendly_game", "consult_the_oracle", "ghostly_whispers", "cutting_corners",
        "harvest_moon", "hidden_vault", "little_helpers", "mysterious_stranger", "powerful_friends",
        "search_the_past", "share_the_wealth", "spy_network", "thoughtful_gift", "wandering_trader", "dragon", "wolf",
        "big_bad_wolf", "bridge_troll", "giant", "fairy_food", "taxation", "hired_help", "grandmas_house",
        "lonely_castle", "royal_wedding", "crystal_ball", "curse_of_darkness", "wishing_well", "magic_flute",
        "night_at_the_tavern",
    ]  # fmt: skip
    assert list(FRIENDS)[:25] == [
        "cinderella", "gingerbread_man", "jack_the_giant_slayer", "thumbelina", "fairy_godmother", "goldilocks",
        "hansel_and_gretel", "little_mermaid", "puss_in_boots", "red_riding_hood", "robin_hood", "rumpelstiltskin",
        "wood_cutter", "frog_prince", "golden_goose", "seven_dwarfs", "snow_white", "aladdin", "ali_baba",
        "evil_queen", "pinocchio", "rapunzel", "sleeping_beauty", "huntsman", "tom_thumb",
    ]  # fmt: skip


# -- the rules know no card -------------------------------------------------------------------------------------------


def named(source: str) -> Iterator[str]:
    """Every string and every name of a module; a text that stands alone explains, and does nothing."""
    tree = ast.parse(source)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in texts:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def cards_in(source: str) -> set[str]:
    """The cards that a module calls by name, `puss_in_boots.payer` and `sections_for_puss_in_boots` too."""
    words = [f"_{re.sub(r'[^a-z]+', '_', text.lower())}_" for text in named(source)]
    return {name for name in CARDS if any(f"_{name}_" in word for word in words)}


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_rules_call_no_card_by_its_name(path: Path) -> None:
    assert cards_in(path.read_text(encoding="utf-8")) == set()


def test_a_name_in_the_rules_would_be_found() -> None:
    for source in ('x = "wolf"', 'ask("puss_in_boots.payer")', "def hunt_huntsman(): ...", "import fables.dragon"):
        assert len(cards_in(source)) == 1, source
    assert cards_in('"""The wolf."""') == set()


# -- tables of earlier versions ---------------------------------------------------------------------------------------


def test_loot_that_was_stored_as_a_prediction_is_read_and_the_game_goes_on() -> None:
    """Ali Baba's loot once lay under `predicted`."""
    played = grimm_forest(friends={"ann": "ali_baba", "cat": "pinocchio"}, goods={"ben": "SB"})
    played.answers("ann", "ali_baba.steal", "2.brick")
    played.answers("cat", "pinocchio.announce", "forest")
    played.gather(ann="fields", ben="brickyard", cat="brickyard")
    stored = json.loads(ADAPTER.dump_json(table_of(played.match)))
    for pig in stored["pigs"].values():
        loot = pig.pop("loot")
        pig["predicted"] = loot or pig["predicted"]
    assert (stored["pigs"]["1"]["predicted"], stored["pigs"]["3"]["predicted"]) == ("2.brick", "forest")
    table = ADAPTER.validate_python(stored)
    assert (table.pigs[1].loot, table.pigs[1].predicted) == ("2.brick", None)
    assert (table.pigs[3].loot, table.pigs[3].predicted) == (None, "forest")
    again = laid(table)
    assert again.pig("ann").loot is None, "a new round has begun"
    again.answers("ann", "ali_baba.steal", "2.straw")
    again.answers("cat", "pinocchio.announce", "forest")
    again.gather(ann="fields", ben="fields", cat="brickyard")
    assert again.public("goods.given")[-1]["why"] == "ali_baba.returned"
