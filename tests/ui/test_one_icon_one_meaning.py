"""An icon that stands for one thing stands for nothing else: in sentences, on buttons and in menus."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
MEANINGS = {
    "✋": ("a hand that votes", r"cogs/mafia/face|mafia\."),
    "🤲": ("to take all the rest", r"cogs/trumplestiltskin/face"),
    "🪑": ("a seat at the table", r"cogs/table/offering|tables\.standby|offer\."),
    "🗝": ("what a master does", r"bot/ui/stage/public_pages|stage\.step"),
    "🎴": ("a Fable", r"cogs/grimm_forest/face|grimm_forest\.board\.revealed"),
    "🌾": ("straw", r"cogs/grimm_forest/words"),
    "🧱": ("brick", r"cogs/grimm_forest/words"),
    "🏆": ("who has won", r"face|evening\.over|history\.|verdict\.|finale\."),
    "📈": ("the leaderboard", r"cogs/statistics/server_page"),
    "📓": ("one’s own notes", r"bot/ui/stage/(seat_buttons|controls)|mine\.|story\.notes"),
    "🧠": ("what can be concluded", r"duel\.seat\.notebook"),
    "🌙": ("the night", r"cogs/moderator_panel/page|sheet\."),
    "💤": ("a game that sleeps", r"seat_buttons|cogs/pauses|stage\.sleeps|pause\.|deserted"),
    "🚪": ("to leave the table", r"seat_buttons|cogs/leaving|leave\."),
    "🤖": ("a computer player", r"cogs/lobby/page|cogs/table/powers_page"),
}
"""Icon -> what it means, and the modules and sentences that say so."""
ONCE = {"🌾": 1, "🧱": 1}
"""How often an icon may stand in the one module that may have it: a material and a place are two things."""


def places(icon: str) -> list[str]:
    """The modules and the keys of the sentences in which an icon stands."""
    found = []
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found += [str(path.relative_to(ROOT))] * path.read_text("utf-8").count(icon)
        for path in sorted((ROOT / folder).rglob("*.po")):
            with path.open("rb") as file:
                catalogue = read_po(file)
            for message in catalogue:
                told = message.string if isinstance(message.string, str) else " ".join(message.string)
                found += [str(message.id if isinstance(message.id, str) else message.id[0])] * (icon in told)
    return found


@pytest.mark.parametrize("icon", MEANINGS)
def test_an_icon_has_one_meaning(icon: str) -> None:
    means, allowed = MEANINGS[icon]
    found = places(icon)
    assert found, f"{icon} is nowhere"
    assert [place for place in found if not re.search(allowed, place)] == [], f"{icon} means {means}"
    assert len(found) <= ONCE.get(icon, len(found)), f"{icon} means {means}, and nothing beside it"
