"""`magic-mirror rolesets pull` and `push`: all sets of a server in one file, beside a bot that may be running."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from jsonschema import Draft202012Validator
from store.older import make_older
from typer.testing import CliRunner

from bot.cli import CannotDo, app
from bot.games.mafia.options import MafiaOptions
from bot.games.village.options import VillageOptions
from bot.matches.role_set_history import RoleSetHistory
from bot.matches.rolesets import SETS_MOST, RoleSets
from bot.store.database import Store

DEN, OTHER_DEN, ANN = 11, 12, 501
T = TypeVar("T")


class Repository:
    """A database, and a file beside it."""

    def __init__(self, folder: Path) -> None:
        self.database, self.file = folder / "mirror.db", folder / "sets.json"

    def says(self, *arguments: object) -> Any:
        environment = {"MAGIC_MIRROR_DATABASE": str(self.database), "MAGIC_MIRROR_TOKEN": "x"}
        return CliRunner().invoke(app, ["rolesets", *map(str, arguments)], env=environment)

    def pull(self, server: int = DEN) -> dict[str, Any]:
        done = self.says("pull", self.file, "--server", server)
        assert done.exit_code == 0, done.output
        return dict(json.loads(self.file.read_text(encoding="utf-8")))

    def push(self, written: Any, *options: str, server: int = DEN) -> Any:
        self.file.write_text(json.dumps(written), encoding="utf-8")
        return self.says("push", self.file, "--server", server, *options)

    def on_discord(self, work: Callable[[RoleSets], Awaitable[T]]) -> T:
        """What somebody does there."""

        async def open_and_work() -> T:
            store = await Store.open(self.database)
            try:
                return await work(RoleSets(store, lambda: 1_000))
            finally:
                await store.close()

        return asyncio.run(open_and_work())

    def has(self, game: str, name: str, server: int = DEN) -> Any:
        return self.on_discord(lambda sets: sets.get(server, game, name))

    def names(self, server: int = DEN) -> list[str]:
        async def own(sets: RoleSets) -> list[str]:
            shelves = [await sets.shelf(server, game) for game in ("village", "mafia")]
            return [name for shelf in shelves for name in shelf.own]

        return self.on_discord(own)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path)

    async def fill(sets: RoleSets) -> None:
        await sets.save(DEN, "village", "House", VillageOptions(night_seconds=99), ANN)
        await sets.save(DEN, "village", "House", VillageOptions(night_seconds=100), ANN)
        await sets.save(DEN, "mafia", "Club *two*", MafiaOptions(night_seconds=99), ANN)

    repository.on_discord(fill)
    return repository


def test_what_is_pulled_can_be_pushed_elsewhere(repository: Repository) -> None:
    written = repository.pull()
    named = [(one["game"], one["name"], one["version"]) for one in written["role_sets"]]
    assert named == [("village", "House", 2), ("mafia", "Club *two*", 1)]
    assert Draft202012Validator(json.loads(repository.says("schema").output)).is_valid(written)
    assert repository.names(OTHER_DEN) == []
    done = repository.push(written, server=OTHER_DEN)
    assert done.exit_code == 0
    assert "village: 'House' is new." in done.output
    assert "Of 2 role sets, 2 saved on server 12." in done.output
    assert repository.has("village", "House", OTHER_DEN) == VillageOptions(night_seconds=100)
    assert repository.has("mafia", "Club *two*", OTHER_DEN) == MafiaOptions(night_seconds=99)
    assert "Of 2 role sets, 0 saved" in repository.push(written).output


def test_what_is_pushed_is_told_and_can_be_looked_at_before(repository: Repository) -> None:
    written = repository.pull()
    written["role_sets"][0]["options"]["night_seconds"] = 120
    del written["role_sets"][1]
    looked = repository.push(written, "--dry-run")
    assert looked.exit_code == 0
    assert "village: 'House' is changed.\n  Length of the night: 2 min (before: 1 min 40 s)" in looked.output
    assert "Of 1 role sets, 1 would be saved" in looked.output
    assert repository.has("village", "House") == VillageOptions(night_seconds=100)
    assert repository.push(written).exit_code == 0
    assert repository.has("village", "House") == VillageOptions(night_seconds=120)
    assert repository.names() == ["House", "Club *two*"], "what the file does not name stays"

    async def newest(sets: RoleSets) -> tuple[int, str, int]:
        line = await RoleSetHistory(sets.store, sets.now_ms).find(DEN, "village", "House")
        return line.newest.number, line.newest.did, line.newest.by_id

    assert repository.on_discord(newest) == (3, "imported", 0)


def test_what_was_changed_on_discord_since_is_not_overwritten_unawares(repository: Repository) -> None:
    written = repository.pull()
    for one in written["role_sets"]:
        one["options"]["night_seconds"] = 120
    repository.on_discord(lambda sets: sets.save(DEN, "village", "House", VillageOptions(day_seconds=600), ANN))
    done = repository.push(written)
    assert done.exit_code == 1
    assert "'House' was changed on Discord since it was pulled" in done.output
    assert "Length of the day: 5 min (before: 10 min)" in done.output
    assert "Nothing is saved." in done.output
    assert repository.has("mafia", "Club *two*") == MafiaOptions(night_seconds=99), "all of them, or none"
    assert repository.push(written, "--force").exit_code == 0
    assert repository.has("village", "House") == VillageOptions(night_seconds=120)
    assert repository.has("mafia", "Club *two*") == MafiaOptions(night_seconds=120)


def test_a_new_set_of_an_old_name_is_not_overwritten_unawares(repository: Repository) -> None:
    written = repository.pull()
    repository.on_discord(lambda sets: sets.delete(DEN, "village", "House", ANN))
    repository.on_discord(lambda sets: sets.save(DEN, "village", "House", VillageOptions(day_seconds=600), ANN))
    assert "'House' was changed on Discord since it was pulled" in repository.push(written).output
    assert repository.has("village", "House") == VillageOptions(day_seconds=600)


def test_a_server_takes_as_many_sets_as_it_has_room_for(repository: Repository) -> None:
    (house,) = [one for one in repository.pull()["role_sets"] if one["game"] == "village"]
    file = {"format": 1, "role_sets": [house | {"name": f"House {number}"} for number in range(SETS_MOST - 1)]}
    assert repository.push(file).exit_code == 0
    written = repository.pull()
    del written["role_sets"][0]
    assert repository.push(written).exit_code == 0, "what is there already takes no room"
    written["role_sets"].append(house | {"name": "One more"})
    done = repository.push(written)
    assert done.exit_code == 1
    assert "'One more' is one too many" in done.output


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": "even"}, "a name that cannot be used"),
        ({"name": " House"}, "a name that cannot be used"),
        ({"name": "club *TWO*"}, "a name that cannot be used"),
        ({}, "a name that cannot be used"),
        ({"name": "Third", "options": {"night_seconds": 5}}, "Length of the night” is 5 s"),
        ({"game": "chess"}, "I do not know that game"),
        ({"author": "ann"}, "not a role set"),
    ],
)
def test_one_that_cannot_be_saved_keeps_all_from_being_saved(
    repository: Repository, change: dict[str, Any], why: str
) -> None:
    written = repository.pull()
    written["role_sets"][0]["options"]["night_seconds"] = 120
    written["role_sets"].append({**written["role_sets"][1], **change})
    done = repository.push(written)
    assert done.exit_code == 1
    assert why in done.output
    assert repository.has("village", "House") == VillageOptions(night_seconds=100)


@pytest.mark.parametrize("written", [[], {}, {"format": 2, "role_sets": []}, {"format": 1, "role_sets": 7}, "x"])
def test_what_is_no_such_file_is_refused_in_a_sentence(repository: Repository, written: Any) -> None:
    done = repository.push(written)
    assert done.exit_code == 1
    assert len(done.output.strip().splitlines()) == 1


async def test_a_running_bot_is_not_in_the_way(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    store = await Store.open(repository.database, alone=True)
    sets = RoleSets(store, lambda: 1_000)
    await sets.save(DEN, "village", "House", VillageOptions(night_seconds=99), ANN)
    written = await asyncio.to_thread(repository.pull)
    written["role_sets"][0]["options"]["night_seconds"] = 120
    assert (await asyncio.to_thread(repository.push, written)).exit_code == 0
    assert await sets.get(DEN, "village", "House") == VillageOptions(night_seconds=120)
    await sets.save(DEN, "village", "House", VillageOptions(night_seconds=121), ANN)
    await store.close()


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    make_older(repository.database)
    done = repository.says("pull", repository.file, "--server", DEN)
    assert isinstance(done.exception, CannotDo)
    assert "db upgrade" in str(done.exception)
    assert not repository.file.exists()
