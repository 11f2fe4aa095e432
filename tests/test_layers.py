"""The arrows between the layers point downward only, and the rules stay pure. Walks the source with `ast`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import discord
import pytest

from bot.games import NAMES

ROOT = Path(__file__).resolve().parent.parent

ARROWS = {
    "bot.engine": ("bot.engine",),
    "bot.games": ("bot.games", "bot.engine"),
    "bot.players": ("bot.players", "bot.games", "bot.engine"),
    "bot.recaps": ("bot.recaps", "bot.games", "bot.engine"),
    "bot.simulate": ("bot.simulate", "bot.players", "bot.games", "bot.engine"),
    "bot.store": ("bot.store",),
    "bot.matches": ("bot.matches", "bot.recaps", "bot.store", "bot.players", "bot.games", "bot.engine"),
    "bot.ui": ("bot.ui", "bot.matches", "bot.recaps", "bot.games", "bot.engine"),
    "bot.forecast": (
        "bot.forecast",
        "bot.matches",
        "bot.simulate",
        "bot.players",
        "bot.games",
        "bot.engine",
    ),
    "bot.replay": ("bot.replay", "bot.ui", "bot.matches", "bot.recaps", "bot.games", "bot.engine"),
    "cogs": (
        "cogs",
        "bot.client",
        "bot.replay",
        "bot.forecast",
        "bot.ui",
        "bot.matches",
        "bot.recaps",
        "bot.simulate",
        "bot.games",
        "bot.engine",
    ),
}
"""What each layer may know of the project; a name covers everything below it.

Wiring (app, cli, client, …) may know it all, and no layer knows the wiring; but a cog is given the client when it is
set up, to take the parts it needs. `bot` itself (its version), `bot.config` and `bot.trouble` are plain data that
anybody but the rules may read, and so is what every process beside the bot is given, in `bot.beside`.
"""
PLAIN = ("bot", "bot.beside", "bot.config", "bot.trouble")
PURE = ("bot.engine", "bot.games")
IMPURE = {
    "asyncio", "concurrent", "datetime", "discord", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip
"""Event loops, clocks, randomness and the outer world."""
DRAWS = "bot.engine.chance"
"""The one module of engine and games that may draw."""
AT_RANDOM = "bot.games.random_player"
PLAYERS = "players"
"""The folder of a game's computer players. A `Random` is handed to them; the rules know nothing of them."""
DATABASES = {"sqlalchemy", "sqlite3", "aiosqlite", "asyncpg", "alembic"}
DECLARED = ("game", "views", "options", "cards", "fable", "friend")
"""What a game says of itself. Beside these, cogs may use its plain data: values, events, goods."""
GAME_ROOMS = ("game", "rules", "table", "views", "options", "cards", "players")
FACE_ROOMS = ("cog", "face", "pictures", "game.en.po", "rules.en.po", "wording.en.po")
GAMES_ARE_ISLANDS = "bot.games"
DECLARES = "game"
"""The module in which a game is declared to the rest of the program, with its computer player."""
LISTED = "bot.games"
"""The one module that names all games."""


def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    found = {}
    for package in ("bot", "cogs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


@cache
def parsed(path: Path) -> ast.Module:
    """Kept while these tests run: seven of them read the whole source."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All of it; to walk through a file takes as long as to read it."""
    return tuple(ast.walk(parsed(path)))


@pytest.fixture(scope="module", autouse=True)
def _forgets_the_source() -> Iterator[None]:
    yield
    parsed.cache_clear()
    nodes.cache_clear()


def wrong(looks: Callable[[str, Path], Iterable[str]], modules: Mapping[str, Path] = MODULES) -> list[str]:
    """Everything that is found in any of these modules."""
    return [found for module, path in modules.items() for found in looks(module, path)]


def below(module: str, layer: str) -> bool:
    return module == layer or module.startswith(layer + ".")


def layer_of(module: str) -> str | None:
    return next((layer for layer in ARROWS if below(module, layer)), None)


@cache
def imports(module: str, path: Path) -> tuple[tuple[int, str], ...]:
    """Every module this one imports, wherever in the file it does, with its line."""
    return tuple(_imports(module, path))


def _imports(module: str, path: Path) -> Iterator[tuple[int, str]]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield node.lineno, full if full in MODULES else base


def game_of(module: str) -> str | None:
    """The game a module of `bot.games` belongs to; none for what several games share."""
    parts = module.split(".")
    return parts[2] if below(module, GAMES_ARE_ISLANDS) and parts[2:3] and parts[2] in NAMES else None


def wrong_arrows(module: str, path: Path) -> Iterator[str]:
    layer = layer_of(module)
    if layer is None:
        return
    for line, other in imports(module, path):
        if other.split(".")[0] not in ("bot", "cogs"):
            continue
        if other in PLAIN and layer not in PURE:
            continue
        if not any(below(other, allowed) for allowed in ARROWS[layer]):
            yield f"{module}:{line} imports {other}"
        foreign = game_of(other) not in (None, game_of(module))
        if layer == GAMES_ARE_ISLANDS and foreign:
            yield f"{module}:{line} imports another game: {other}"
        if layer == GAMES_ARE_ISLANDS and is_player(other) and not is_player(module) and not declares(module):
            yield f"{module}:{line} imports computer players: {other}"


def is_player(module: str) -> bool:
    """Whether a module belongs to a game's computer players."""
    return module == AT_RANDOM or (game_of(module) is not None and module.split(".")[3:4] == [PLAYERS])


def declares(module: str) -> bool:
    return game_of(module) is not None and module.split(".")[3:] == [DECLARES]


def wrong_outsiders(module: str, path: Path) -> Iterator[str]:
    """Libraries a layer must not know."""
    layer = layer_of(module)
    for line, other in imports(module, path):
        top = other.split(".")[0]
        if top in ("bot", "cogs"):
            continue
        if layer in PURE:
            handed = is_player(module) and other == "random"
            if top in IMPURE and not handed and not (module == DRAWS and top == "secrets"):
                yield f"{module}:{line} imports {other}: rules are pure"
            elif top != "pydantic" and top not in sys.stdlib_module_names:
                yield f"{module}:{line} imports {other}: rules need the standard library and pydantic only"
        if top == "discord" and layer in (*PURE, "bot.players", "bot.store", "bot.matches"):
            yield f"{module}:{line} imports {other}: only bot.ui and cogs know Discord"
        if top in DATABASES and layer is not None and layer != "bot.store":
            yield f"{module}:{line} imports {other}: only bot.store speaks SQL"


def over_a_set(module: str, path: Path) -> Iterator[str]:
    """Loops over something that is plainly a set, whose order differs from run to run."""
    named = {
        target.id
        for node in nodes(path)
        for target, value, kind in _assignments(node)
        if isinstance(target, ast.Name) and (_is_set(value) or _says_set(kind))
    }
    for node in nodes(path):
        loops = [node.iter] if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension) else []
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("list", "tuple", "enumerate")
        ):
            loops = node.args[:1]
        if isinstance(node, ast.Starred):
            loops = [node.value]
        for loop in loops:
            if _is_set(loop) or (isinstance(loop, ast.Name) and loop.id in named):
                yield f"{module}:{loop.lineno} iterates over a set"


def _assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None, ast.expr | None]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield target, node.value, None
    elif isinstance(node, ast.AnnAssign):
        yield node.target, node.value, node.annotation


def _says_set(kind: ast.expr | None) -> bool:
    return kind is not None and ast.unparse(kind).partition("[")[0] in ("set", "frozenset")


def _is_set(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left) or _is_set(node.right)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")


def test_every_arrow_points_downward() -> None:
    """cogs -> bot.ui -> bot.matches -> {bot.store, bot.games, bot.engine}; bot.games -> bot.engine."""
    assert wrong(wrong_arrows) == []


def test_every_layer_knows_only_its_own_libraries() -> None:
    assert wrong(wrong_outsiders) == []


def test_the_rules_never_iterate_over_a_set() -> None:
    """A replay would go another way."""
    assert wrong(over_a_set, {name: path for name, path in MODULES.items() if layer_of(name) in PURE}) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("for seat in {1, 2}: pass", True),
        ("for seat in set(seats): pass", True),
        ("x = [seat for seat in frozenset(seats)]", True),
        ("waiting = set(seats)\nfor seat in waiting: pass", True),
        ("waiting: set[int] = other()\nlist(waiting)", True),
        ("x = [*{1, 2}]", True),
        ("for seat in {1, 2} | more: pass", True),
        ("for seat in sorted({1, 2}): pass", False),
        ("for seat in {1: 2}: pass", False),
        ("waiting = set(seats)\nassert 1 in waiting", False),
    ],
)
def test_the_watchman_sees_a_set_when_there_is_one(tmp_path: Path, source: str, found: bool) -> None:
    path = tmp_path / "rule.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(over_a_set("rule", path))) is found


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("bot.engine.match", "import asyncio", True),
        ("bot.engine.match", "from random import Random", True),
        ("bot.engine.match", "import secrets", True),
        ("bot.engine.chance", "import secrets", False),
        ("bot.engine.chance", "import random", True),
        ("bot.games.village.day", "def f():\n    from time import time", True),
        ("bot.games.village.day", "import discord.ext.commands", True),
        ("bot.games.village.day", "import numpy", True),
        ("bot.games.village.day", "from pydantic import Field", False),
        ("bot.matches.service", "import discord", True),
        ("bot.matches.service", "import sqlalchemy", True),
        ("bot.store.matches", "import sqlalchemy", False),
        ("cogs.table", "from sqlalchemy import select", True),
        ("cogs.table", "import discord", False),
    ],
)
def test_the_watchman_sees_a_library_where_it_does_not_belong(
    tmp_path: Path, module: str, source: str, found: bool
) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(wrong_outsiders(module, path))) is found


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("bot.engine.match", "from bot.games import GAMES", True),
        ("bot.games.village.day", "from bot.matches import service", True),
        ("bot.games.village.day", "from bot.games.mafia.rules import MAFIA", True),
        ("bot.games.village.day", "from .table import Player", False),
        ("bot.games.village.day", "from bot.games.hidden_roles.people import Person", False),
        ("bot.games.hidden_roles.people", "from bot.games.village.table import Player", True),
        ("bot.store.matches", "from bot.engine.match import Match", True),
        ("bot.matches.service", "from bot.ui import delivery", True),
        ("bot.ui.stage.loop", "from bot.store import matches", True),
        ("bot.ui.stage.loop", "import cogs.village", True),
        ("cogs.table", "from bot.store import matches", True),
        ("cogs.table", "from bot.ui.panels import Panel", False),
        ("bot.app", "from bot.store import database", False),
        ("bot.ui.answers", "from bot.client import Mirror", True),
        ("cogs.table", "from bot.client import Mirror", False),
    ],
)
def test_the_watchman_sees_an_arrow_that_points_upward(tmp_path: Path, module: str, source: str, found: bool) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(wrong_arrows(module, path))) is found


def circles(knows: Mapping[str, Collection[str]]) -> list[list[str]]:
    """The modules that know each other, directly or by way of others: each such knot once, in order of their names."""
    reach = {module: _reached(module, knows) for module in knows}
    knots = {tuple(sorted({one for one in reach[module] if module in reach.get(one, ())})) for module in knows}
    return sorted(list(knot) for knot in knots if knot)


def _reached(module: str, knows: Mapping[str, Collection[str]]) -> set[str]:
    """Every module that this one knows, directly or by way of others."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for other in knows.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def known_by(module: str, path: Path) -> set[str]:
    """The modules of the project that this one imports anywhere in its file, for type checking too."""
    return {other for _, other in imports(module, path) if other in MODULES and other != module}


def test_no_modules_import_each_other() -> None:
    """Not even for type checking: who reads one of two such modules has to read both."""
    assert circles({module: known_by(module, path) for module, path in MODULES.items()}) == []


@pytest.mark.parametrize(
    ("knows", "found"),
    [
        ({"a": ["b"], "b": []}, []),
        ({"a": ["b"], "b": ["a"]}, [["a", "b"]]),
        ({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}, [["b", "c"]]),
        ({"a": ["b"], "b": ["c"], "c": ["a"]}, [["a", "b", "c"]]),
        ({"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]}, [["a", "b"], ["c", "d"]]),
        ({"a": ["gone"]}, []),
    ],
)
def test_the_watchman_sees_a_circle(knows: dict[str, list[str]], found: list[list[str]]) -> None:
    assert circles(knows) == found


def test_the_watchman_sees_what_is_imported_for_type_checking_only(tmp_path: Path) -> None:
    path = tmp_path / "panels.py"
    path.write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.ui.router import Router\n", encoding="utf-8"
    )
    assert known_by("bot.ui.panels", path) == {"bot.ui.router"}


CLASS_LINES_MOST = 400


def big_classes(module: str, path: Path) -> dict[str, int]:
    """The classes that are longer than a reader can keep in mind, and how many lines they have."""
    lines = {
        f"{module}.{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    }
    return {name: count for name, count in lines.items() if count > CLASS_LINES_MOST}


def test_no_class_is_too_big() -> None:
    found: dict[str, int] = {}
    for module, path in MODULES.items():
        found |= big_classes(module, path)
    assert found == {}


@pytest.mark.parametrize(("lines", "found"), [(CLASS_LINES_MOST - 1, {}), (CLASS_LINES_MOST, {"x.Big": 401})])
def test_the_watchman_sees_a_big_class(tmp_path: Path, lines: int, found: dict[str, int]) -> None:
    path = tmp_path / "big.py"
    path.write_text("class Small:\n    pass\n\n\nclass Big:\n" + "    a = 1\n" * lines, encoding="utf-8")
    assert big_classes("x", path) == found


def asks_the_client(path: Path) -> bool:
    """Whether a class here knows the client, from which only the functions that set a cog up take its parts."""
    clients = {
        alias.asname or alias.name
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module == "bot.client"
        for alias in node.names
    }
    classes = [node for node in nodes(path) if isinstance(node, ast.ClassDef)]
    names = {part.id for one in classes for part in ast.walk(one) if isinstance(part, ast.Name)}
    return bool(clients & names)


def test_cogs_are_handed_what_they_need() -> None:
    assert [module for module, path in MODULES.items() if below(module, "cogs") and asks_the_client(path)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class A:\n    def __init__(self, mirror: Mirror) -> None: ...", True),
        ("class A:\n    parts: Mirror", True),
        ("async def setup(client: Mirror) -> None: ...", False),
        ("class A:\n    def __init__(self, wording: Wording) -> None: ...", False),
    ],
)
def test_the_watchman_sees_a_class_that_asks_the_client(tmp_path: Path, source: str, found: bool) -> None:
    path = tmp_path / "cog.py"
    path.write_text(f"from bot.client import Mirror\n\n{source}\n", encoding="utf-8")
    assert asks_the_client(path) is found


def asks_the_client_of_a_press(module: str, path: Path) -> Iterator[str]:
    """Where a press or a command is asked for its client, and that for more than any client of Discord's has: all parts
    could be had from there, and nobody would see it."""
    attributes = [node for node in nodes(path) if isinstance(node, ast.Attribute)]
    discords = {id(node.value) for node in attributes if hasattr(discord.Client, node.attr)}
    for node in attributes:
        asked = ast.unparse(node)
        if asked.endswith("interaction.client") and id(node) not in discords:
            yield f"{module}:{node.lineno} asks {asked}"


def test_what_comes_with_every_press_is_had_from_one_place() -> None:
    others = {name: path for name, path in MODULES.items() if name != "bot.ui.at_hand"}
    assert wrong(asks_the_client_of_a_press, others) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("gallery = interaction.client.gallery", True),
        ("client = click.interaction.client", True),
        ("threads = at_hand(interaction).threads", False),
        ("me = interaction.client.user", False),
        ("self.client.router.explain(interaction)", False),
    ],
)
def test_the_watchman_sees_who_asks_the_client_of_a_press(tmp_path: Path, source: str, found: bool) -> None:
    path = tmp_path / "cog.py"
    path.write_text(f"{source}\n", encoding="utf-8")
    assert bool(list(asks_the_client_of_a_press("cogs.cog", path))) is found


def named_games(module: str, path: Path) -> Iterator[str]:
    """Where a module outside a game's two folders names it: in an import, a string, a key."""
    outside = [game for game in NAMES if not any(below(module, f"{home}.{game}") for home in ("bot.games", "cogs"))]
    for line, other in imports(module, path):
        yield from (f"{module}:{line} imports {other}" for game in outside if game in other.split("."))
    told = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from (
                f"{module}:{node.lineno} says {node.value!r}" for game in outside if game in node.value.split(".")
            )


def test_no_module_outside_its_two_folders_names_a_game() -> None:
    assert wrong(named_games, {name: path for name, path in MODULES.items() if name != LISTED}) == []


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("bot.client", "from bot.games.village.views import VillageView", True),
        ("bot.matches.service", 'GAMES["mafia"]', True),
        ("cogs.table", 'words.say("role.mafia.sheriff")', True),
        ("cogs.table", '{"village": 1}', True),
        ("cogs.mafia.face", "from cogs.village import words", True),
        ("cogs.mafia.face", 'words.say("role.mafia.sheriff")', False),
        ("bot.trying.world", 'channel = "village-square"', False),
        ("cogs.table", '"""As in `option.mafia.day_seconds`."""', False),
    ],
)
def test_the_watchman_sees_the_name_of_a_game(tmp_path: Path, module: str, source: str, found: bool) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(named_games(module, path))) is found


def is_rule(module: str) -> bool:
    """Whether a module of a game plays it: something in it waits for an answer, or it is handed the table."""
    waits = any(isinstance(node, ast.AsyncFunctionDef) for node in nodes(MODULES[module]))
    return waits or any(other == f"bot.games.{game_of(module)}.table" for _, other in imports(module, MODULES[module]))


def reached_rules(module: str, path: Path) -> Iterator[str]:
    """Where a cog takes something of a game that is neither declared nor shown: its rules, its table, its players."""
    for line, other in imports(module, path):
        game = game_of(other)
        if game is None or module.split(".", maxsplit=1)[0] != "cogs":
            continue
        room = other.removeprefix(f"bot.games.{game}.")
        if room not in DECLARED and (room == "table" or is_player(other) or is_rule(other)):
            yield f"{module}:{line} imports {other}"


def test_cogs_reach_a_game_through_its_views_and_declarations() -> None:
    assert wrong(reached_rules) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from bot.games.village.day import play_day", True),
        ("from bot.games.mafia.table import MafiaTable", True),
        ("from bot.games.trumplestiltskin.tricks import why_not", True),
        ("from bot.games.village.players.thoughtful import VillagePlayer", True),
        ("from bot.games.village.views import VillageView", False),
        ("from bot.games.name_duel.cards import NAMES", False),
        ("from bot.games.mafia.values import PASS", False),
    ],
)
def test_the_watchman_sees_a_cog_that_reaches_too_far(tmp_path: Path, source: str, found: bool) -> None:
    path = tmp_path / "cog.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(reached_rules("cogs.village.cog", path))) is found


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_first_rooms(game: str) -> None:
    """Whoever knows one game finds the door of another."""
    for home, rooms in (("bot/games", GAME_ROOMS), ("cogs", FACE_ROOMS)):
        folder = ROOT / home / game
        missing = [room for room in rooms if not any((folder / place).exists() for place in (room, f"{room}.py"))]
        assert missing == [], folder


@cache
def passed_on(path: Path) -> dict[str, str]:
    """The names that a module has from other modules: each with the module it comes from, under another name too."""
    found: dict[str, str] = {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {alias.asname or alias.name: node.module for alias in node.names}
        for target, value, _ in _assignments(node):
            source = found.get(_first_name(value))
            if isinstance(target, ast.Name) and source is not None:
                found[target.id] = source
    return found


def _first_name(value: ast.expr | None) -> str:
    """The name at the beginning of `name` or `name.part`; nothing for what is made there."""
    while isinstance(value, ast.Attribute):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""


def taken_on_the_way(module: str, path: Path, known: Mapping[str, Path] = MODULES) -> Iterator[str]:
    """Names of one layer that this module has from another: the arrow would not show where they come from."""
    for node in nodes(path):
        if not isinstance(node, ast.ImportFrom) or node.module not in known:
            continue
        passed = passed_on(known[node.module])
        for alias in node.names:
            source = passed.get(alias.name, node.module)
            whole = f"{node.module}.{alias.name}" in known
            if not whole and layer_of(source) not in (None, layer_of(node.module)):
                yield f"{module}:{node.lineno} has {alias.name} of {source} from {node.module}"


def test_nothing_passes_on_the_names_of_another_layer() -> None:
    """What is imported from a layer is made there: else every arrow could be walked around."""
    assert wrong(taken_on_the_way) == []


@pytest.mark.parametrize(
    ("between", "wanted", "found"),
    [
        ("from bot.store.database import Store", "Store", True),
        ("from bot.store.errors import StoreError as Trouble", "Trouble", True),
        ("from bot.store.errors import StoreError\nTrouble = StoreError", "Trouble", True),
        ("from bot.store import deliveries\nPUBLIC = deliveries.PUBLIC", "PUBLIC", True),
        ("from bot.matches.errors import Refused", "Refused", False),
        ("from bot.store.errors import StoreError\nclass Trouble(StoreError): ...", "Trouble", False),
        ("from bot.store import deliveries\nPUBLIC = 0", "PUBLIC", False),
        ("PUBLIC = 0", "PUBLIC", False),
    ],
)
def test_the_watchman_sees_a_name_that_is_passed_on(tmp_path: Path, between: str, wanted: str, found: bool) -> None:
    for name, source in (("between", between), ("page", f"from bot.matches.between import {wanted}")):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    known = {"bot.matches.between": tmp_path / "between.py"}
    assert bool(list(taken_on_the_way("bot.ui.page", tmp_path / "page.py", known))) is found


def english_titles(module: str, path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and node.attr == "english_title":
            yield f"{module}:{node.lineno} says {node.attr}"


def test_pages_say_the_titles_of_games_in_words() -> None:
    """`Game.english_title` is for logs and for the command line; people read `game_title`, in their own language."""
    pages = {name: path for name, path in MODULES.items() if layer_of(name) in ("bot.ui", "cogs")}
    assert wrong(english_titles, pages) == []


# -- the tests themselves ---------------------------------------------------------------------------------------------

TESTS = ROOT / "tests"


def imported_by(path: Path) -> Iterator[str]:
    """The last word of every module this file imports, and every name it takes from one."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[-1] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[-1]
            yield from (alias.name for alias in node.names)


def test_no_test_file_imports_another() -> None:
    """What several of them need lies in a module of its own, which is no test."""
    files = sorted(TESTS.rglob("*.py"))
    tests = {path.stem for path in files if path.stem.startswith("test_")}
    assert len(tests) > 100
    found = {str(path.relative_to(TESTS)): known for path in files if (known := tests & set(imported_by(path)))}
    assert found == {}


@pytest.mark.parametrize("folder", ["language", "discord/rooms"])
def test_a_game_has_one_module_of_its_name_that_says_how_tests_play_it(folder: str) -> None:
    assert {path.stem for path in (TESTS / folder).glob("*.py")} == {*NAMES, "any_game", "__init__"}
