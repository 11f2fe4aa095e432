"""The pictures of README and the guides come from the bot by `.ci/guide_pictures.py`: every scene is reached."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image
from support.sizes import size
from support.waiting import patient_world

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 150_000
"""Bytes of one picture: a page with many of them opens quickly on a phone."""


SCENES = (
    "lobby", "role_card", "dawn", "day", "mafia", "duel", "forest", "tricks", "lesson", "replay", "plan", "evening",
    "settings", "role_set", "forecast", "statistics", "leaderboard",
)  # fmt: skip


@pytest.fixture(scope="module")
def script() -> ModuleType:
    pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    spec = importlib.util.spec_from_file_location("guide_pictures", ROOT / ".ci" / "guide_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclass looks itself up there
    spec.loader.exec_module(module)
    return module


def test_every_scene_has_its_picture_and_every_picture_its_place() -> None:
    pages = [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    shown = {name for page in pages for name in re.findall(r"pictures/(\w+)\.webp\)", page.read_text("utf-8"))}
    made = {path.stem for path in PICTURES.iterdir()}
    assert shown == made == set(SCENES)
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > LARGEST] == []


OF_README = ("lobby", "role_card", "day", "duel", "forest", "tricks", "replay")


def test_readme_shows_what_the_bot_looks_like() -> None:
    """Each in words as well, for whoever does not see it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = {path: alt for alt, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", readme)}
    for scene in OF_README:
        path = f"docs/pictures/{scene}.webp"
        assert len(shown.get(path, "").split()) >= 5, f"{scene} has no picture, or one without a sentence about it"
    for path in shown:
        with Image.open(ROOT / path) as picture:
            assert picture.width >= 800


@pytest.mark.full_size
@pytest.mark.skipif(not size(0, full=1), reason="scenes are played at the full size only")
@pytest.mark.parametrize("scene", SCENES)
async def test_every_scene_is_reached(script: ModuleType, scene: str, tmp_path: Path) -> None:
    if script.CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    assert set(SCENES) == set(script.SCENES)
    with patient_world():
        await script.main(tmp_path, [scene])
    path = tmp_path / f"{scene}.webp"
    assert path.stat().st_size < LARGEST
    assert Image.open(path).width >= 800
