"""A role is whole in its file, in both games of hidden roles, and so is a bonus card; nothing but the rulebook's orders
is kept elsewhere."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.games import GAMES, mafia, village
from bot.games.hidden_roles.night import Night
from bot.games.hidden_roles.roles import roles_in
from bot.games.mafia import cards as mafia_cards
from bot.games.mafia import night as mafia_night
from bot.games.mafia import role as mafia_role
from bot.games.mafia import roles as mafia_roles
from bot.games.village import bonus, bonus_card, hours
from bot.games.village import cards as village_cards
from bot.games.village import night as village_night
from bot.games.village import role as village_role
from bot.games.village import roles as village_roles


@dataclass(frozen=True)
class Shelf:
    """A game's roles. `dealt`: every card the orders of the deal name; `team`: the side that wakes together."""

    name: str
    package: ModuleType
    roles: dict[str, Any]
    kind: type
    sides: dict[str, Any]
    dealt: tuple[str, ...]
    team: str

    @property
    def folder(self) -> Path:
        assert self.package.__file__
        return Path(self.package.__file__).parent


VILLAGE = Shelf(
    "village",
    village,
    village_roles.ROLES,
    village_role.Role,
    village_cards.SIDES,
    (*village_cards.RUMPLESTILTSKIN_NAMES, *village_cards.SPECIAL_NAMES, "villager"),
    village_cards.RUMPLESTILTSKIN,
)
MAFIA = Shelf(
    "mafia",
    mafia,
    mafia_roles.ROLES,
    mafia_role.Role,
    mafia_cards.SIDES,
    mafia_cards.ROLE_NAMES,
    mafia_cards.MAFIA,
)
both = pytest.mark.parametrize("shelf", [VILLAGE, MAFIA], ids=lambda shelf: shelf.name)

KEEP_ORDERS = {"cards.py", "options.py", "hero.py", "tutorial.py"}
"""Where a role may be named: orders of the deal, built-in casts, a bonus card that says whom it is not for, and the
stacked deck of a tutorial."""
ALSO_SIDES = {"mafia", "maniac"}
"""Cards of the same name as a side; the Mafia is the game as well."""
SHORT_NAMES = {"hatter", "prince", "godmother", "mary", "hook"}


# -- one file, one role -----------------------------------------------------------------------------------------------


@both
def test_every_file_declares_the_role_of_its_name_and_the_deal_knows_it(shelf: Shelf) -> None:
    files = {path.stem for path in (shelf.folder / "roles").glob("*.py")} - {"__init__"}
    assert files == set(shelf.roles)
    assert {name: role.name for name, role in shelf.roles.items()} == {name: name for name in files}
    assert sorted(shelf.dealt) == sorted(files), "cards.py has the orders in which roles are dealt"


@both
def test_the_side_is_the_one_that_the_file_says(shelf: Shelf) -> None:
    assert shelf.sides == {name: role.side for name, role in shelf.roles.items()}


def test_whom_a_card_wins_with_is_said_by_its_file() -> None:
    """S0-19: Captain Hook alone is on another side than the one he wins with."""
    wins = {
        name: {side for side in ("town", "rumplestiltskin") if role.wins_when(side)}
        for name, role in VILLAGE.roles.items()
    }
    assert wins.pop("captain_hook") == {"rumplestiltskin"}
    assert wins == {name: {role.side} for name, role in VILLAGE.roles.items() if name in wins}


@both
def test_a_role_that_asks_says_what_it_does_and_when(shelf: Shelf) -> None:
    for role in shelf.roles.values():
        moment = role.hour if shelf is VILLAGE else role.dawn
        assert (role.asks is None) == (role.uses is None), role.name
        acts = role.uses is not None or getattr(role, "wakes", None) is not None
        assert (moment is not None) == acts, role.name


def test_the_night_comes_to_every_role_once_and_in_the_order_of_the_hours() -> None:
    """R0-5. Two roles at the same hour would depend on the order of their files' names."""
    came = [
        *village_night.BY_THE_TEAM, *village_night.BY_THE_TOWN, *village_night.KNOWING_AND_HEALING,
        *village_night.SILENCING, *village_night.SHOOTING,
    ]  # fmt: skip
    assert [role.hour for role in came] == sorted({role.hour for role in VILLAGE.roles.values() if role.hour})
    assert [*village_night.OF_THE_DEAD, *village_night.OF_THE_LIVING] == list(hours.Dawn)


def test_the_club_s_dawn_comes_to_every_role_once_and_in_the_order_of_the_ruling() -> None:
    """R3-9: those who ask learn; then the kills, the healing, and last the Lover, whose guest depends on both."""
    came = [role.name for role in mafia_night.AT_DAWN]
    assert came == ["sheriff", "don", "maniac", "doctor", "lover"]
    assert set(came) == {role.name for role in MAFIA.roles.values() if role.dawn}


@both
def test_everybody_is_expected_to_answer_what_their_role_asks_on_the_first_panel(shelf: Shelf) -> None:
    """But not the cards of the team, which has pointed at a victim already."""
    duties = GAMES[shelf.name].duties
    for role in shelf.roles.values():
        if role.asks is not None:
            assert (role.asks.key in duties) == (role.side != shelf.team), role.name


# -- nothing of it elsewhere ------------------------------------------------------------------------------------------


def names_of_roles(shelf: Shelf) -> set[str]:
    names = (set(shelf.roles) | (SHORT_NAMES if shelf is VILLAGE else set())) - ALSO_SIDES
    return names | {name.replace("_", " ") for name in names}


def said(text: str, names: set[str]) -> list[str]:
    """Which of these names the text says, as a word or as a part of a name."""
    return [name for name in sorted(names) if re.search(rf"(?<![a-z]){name}(?![a-z])", text.lower())]


def code(tree: ast.AST) -> Iterator[str]:
    """Every name and string of a module that is not a docstring or a title for people."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield text


@both
def test_the_night_names_no_role(shelf: Shelf) -> None:
    """Not even in words: it reads as the order of the night, and asks the roles."""
    assert said((shelf.folder / "night.py").read_text(), names_of_roles(shelf)) == []


def named_in(source: str, names: set[str]) -> list[str]:
    """Which of these names the code of a module says, in what it imports, too."""
    return sorted({name for part in code(ast.parse(source)) for name in said(part, names)})


def named_outside(folder: Path, own: str, names: set[str], keep_orders: Collection[str]) -> dict[str, list[str]]:
    """Which of these names the rules of a game say, file by file; but for those in the folder of their own."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        if path.parent.name not in (own, "players") and path.name not in keep_orders:
            found[str(path.relative_to(folder))] = named_in(path.read_text(), names)
    return {name: named for name, named in found.items() if named}


@both
def test_no_rule_outside_the_roles_names_one(shelf: Shelf) -> None:
    named = named_outside(shelf.folder, "roles", names_of_roles(shelf), KEEP_ORDERS)
    assert named == ({"claims.py": ["villager"]} if shelf is VILLAGE else {})  # "I am a plain villager"


@both
def test_every_field_of_a_role_decides_something(shelf: Shelf) -> None:
    read = {
        node.attr
        for path in shelf.folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    assert [field.name for field in fields(shelf.kind) if field.name not in read] == []


@both
def test_every_field_of_a_role_is_used_by_some_role(shelf: Shelf) -> None:
    for field in fields(shelf.kind):
        if field.name not in ("name", "side"):
            assert any(getattr(role, field.name) for role in shelf.roles.values()), field.name


# -- the bonus deck ---------------------------------------------------------------------------------------------------

TEAM_WORDS = {"victim"}
"""Cards whose names mean something else as well: the team's victim of the night."""
KEEP_THE_BOX = {"cards.py", "options.py"}
"""Where a bonus card may be named: the order of the box, and options that bear the names of cards."""


def names_of_cards() -> set[str]:
    names = set(bonus.BONUS) - TEAM_WORDS
    return names | {name.replace("_", " ") for name in names}


def test_every_file_declares_the_bonus_card_of_its_name_and_the_box_knows_it() -> None:
    files = {path.stem for path in (VILLAGE.folder / "bonus").glob("*.py")} - {"__init__"}
    assert files == set(bonus.BONUS)
    assert {name: card.name for name, card in bonus.BONUS.items()} == {name: name for name in files}
    assert [*bonus.BONUS] == [*village_cards.BONUS_CARDS, village_cards.DUD], "each comes in the order of the box"
    assert village_cards.PRINTED == bonus.BONUS


def test_no_rule_outside_the_bonus_cards_names_one() -> None:
    assert named_outside(VILLAGE.folder, "bonus", names_of_cards(), KEEP_THE_BOX) == {}


def test_nobody_but_the_huntsman_asks_for_one_bonus_card() -> None:
    """S0-18: who has given their own life does not shoot."""
    found = {
        str(path.relative_to(VILLAGE.folder)): asked
        for path in sorted(VILLAGE.folder.rglob("*.py"))
        if path.parent.name not in ("bonus", "players") and (asked := named_in(path.read_text(), OWN_FILES))
    }
    assert found == {"roles/huntsman.py": ["village.bonus.victim"]}


OWN_FILES = {f"village.bonus.{name}" for name in bonus.BONUS}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('if player.bonus == "magician": ...', ["magician"]),
        ('table.holders("smooth_talker")', ["smooth_talker"]),
        ("HERO_VOTES = 2", ["hero"]),
        ("from bot.games.village.bonus.sleep import aim", ["sleep"]),
        ("async def cast_love(table): ...", ["love"]),
        ('"""What the Hero does."""\n"""love"""', []),
        ("for card in BONUS.values(): ...", []),
        ("gloves = beloved", []),
    ],
)
def test_the_watchman_sees_the_name_of_a_bonus_card(source: str, found: list[str]) -> None:
    assert named_in(source, names_of_cards()) == found


def test_every_field_of_a_bonus_card_decides_something_and_is_used_by_some_card() -> None:
    read = {
        node.attr
        for path in VILLAGE.folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    for field in fields(bonus_card.BonusCard):
        assert field.name in read, field.name
        assert len({repr(getattr(card, field.name)) for card in bonus.BONUS.values()}) > 1, field.name


# -- a new role -------------------------------------------------------------------------------------------------------

SEAMSTRESS = """
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import TOWN
from bot.games.village.hours import Hour
from bot.games.village.role import Role
from bot.games.village.tonight import Tonight


async def mend(tonight: Tonight, me: int, target: int) -> None:
    tonight.learns(me, "night.mended", target=target)


SEAMSTRESS = Role("seamstress", TOWN, hour=Hour.SILENCE, asks=Asks("night.mend", Tonight.others_or_nobody), uses=mend)
"""


def test_a_new_file_is_a_new_role(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found by being there; it asks its question of its holder, and nobody edits a list."""
    folder = tmp_path / "more_roles"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "seamstress.py").write_text(SEAMSTRESS)
    monkeypatch.syspath_prepend(tmp_path)
    found = roles_in("more_roles", [str(folder)], village_role.Role)
    for module in ("more_roles", "more_roles.seamstress"):
        monkeypatch.delitem(sys.modules, module)
    assert list(found) == ["seamstress"]
    asks = found["seamstress"].asks
    assert asks is not None
    question = asks.question(Night([1, 2, 3]), 2)  # type: ignore[arg-type]
    assert (question.seat, question.key, question.choices) == (2, "night.mend", (1, 3, None))
