"""How even the sides are, as people read it: on the page of a set and in the lobby. Never of what was not measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_mirror import assert_fits, control, den, texts

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.games.hidden_roles.balance import favoured, sides_of
from bot.games.mafia.game import GAME as CLUB_MAFIA
from bot.games.mafia.options import MafiaOptions
from bot.ui.balance_words import balance_line, balance_lines
from bot.ui.option_words import named
from bot.ui.wording import Wording, wording_files

ENGLISH = Wording(wording_files())
EVEN = CLUB_MAFIA.role_set("even").options
MEASURED = [(game, *table) for game in GAMES.values() for table in game.balance]


def response(answer: Any) -> Any:
    """What the bot has answered."""
    return answer.response


def with_shares(shares: Mapping[tuple[str, int], Mapping[str, int]]) -> Game:
    return replace(CLUB_MAFIA, balance=shares)


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize(("game", "role_set", "seats"), MEASURED, ids=lambda value: getattr(value, "name", str(value)))
def test_every_measured_table_is_told_and_one_that_is_not_even_says_so(
    locale: str, game: Game, role_set: str, seats: int
) -> None:
    words = ENGLISH.for_locale(locale)
    shares = game.balance[role_set, seats]
    line = balance_line(words, game, role_set, game.role_set(role_set).options, seats)
    assert line is not None
    assert "\n" not in line
    for side in sides_of(shares):
        assert str(named(words, "side", game, side)) in line
        assert str(shares[side]) in line
    favourite = favoured(shares)
    assert ("⚠️" in line) is (favourite is not None)
    assert favourite is None or f"**{named(words, 'side', game, favourite)}**" in line
    assert len(sides_of(shares)) == 2 or f"{len(sides_of(shares))} " in line


def test_in_english() -> None:
    shares = {
        ("even", 6): {"red": 58, "mafia": 41, "nobody": 1},
        ("even", 7): {"red": 64, "mafia": 36},
        ("even", 8): {"red": 49, "mafia": 51},
        ("even", 10): {"red": 36, "mafia": 34, "maniac": 30},
        ("even", 11): {"red": 26, "mafia": 44, "maniac": 30},
    }
    game = with_shares(shares)
    assert [balance_line(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7, 9, 10, 11)] == [
        "-# An even table. Wins in 100 games among computer players: the red side 58, the Mafia 41, drawn 1. ⚖️",
        "-# This table favours **the red side**. Wins in 100 games among computer players: the red side 64, "
        "the Mafia 36. ⚠️",
        None,
        "-# 3 sides play here, so a fair share is 33. Wins in 100 games among computer players: the red side 36, "
        "the Mafia 34, the Maniac 30. ⚖️",
        "-# 3 sides play here, so a fair share is 33, but this table favours **the Mafia**. Wins in 100 games among "
        "computer players: the red side 26, the Mafia 44, the Maniac 30. ⚠️",
    ]
    assert balance_lines(ENGLISH, game, "even", EVEN) == [
        "- 6, 8 players: even; the red side 49–58, the Mafia 41–51, drawn 0–1",
        "- 7 players: favours **the red side**; the red side 64, the Mafia 36 ⚠️",
        "- 10 players: 3 sides, so a fair share is 33; the red side 36, the Mafia 34, the Maniac 30",
        "- 11 players: 3 sides, so a fair share is 33, but it favours **the Mafia**; the red side 26, the Mafia 44, "
        "the Maniac 30 ⚠️",
    ]


def test_other_times_change_nothing_and_other_rules_were_not_measured() -> None:
    game = with_shares({("even", 6): {"red": 50, "mafia": 50}})
    slower = EVEN.model_copy(update={"speech_seconds": 120})
    assert balance_line(ENGLISH, game, "even", slower, 6) == balance_line(ENGLISH, game, "even", EVEN, 6) is not None
    milder = EVEN.model_copy(update={"ties": "mild"})
    assert balance_line(ENGLISH, game, "even", milder, 6) is None
    assert balance_line(ENGLISH, game, "Our own", EVEN, 6) is None
    assert balance_line(ENGLISH, game, "even", MafiaOptions(), 6) is None
    assert balance_lines(ENGLISH, game, "Our own", EVEN) == []


async def test_the_page_of_a_built_in_set_tells_it_and_that_of_an_own_one_does_not(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", "cogs.rolesets.cog") as house:
        for name in ("even", "club"):
            shown = response(await house.manager.slash(house.room, "roleset show", game="mafia", name=name))
            assert_fits(shown)
            assert "How even the sides are" in texts(shown)
            assert ("3 sides, so a fair share is 33" in texts(shown)) is (name == "club")
        draft = response(await house.manager.slash(house.room, "roleset new", game="mafia", name="Ours", like="even"))
        saved = response(await house.manager.click(draft, custom_id=control(draft, "save")))
        assert "Saved" in texts(saved)
        shown = response(await house.manager.slash(house.room, "roleset show", game="mafia", name="Ours"))
        assert "How even" not in texts(shown)
        assert "computer players" not in texts(shown)


async def test_the_lobby_tells_it_for_the_table_it_is_heading_for(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", "cogs.lobby.cog") as house:
        await house.player.slash(house.room, "play", game="mafia")
        line = balance_line(ENGLISH, CLUB_MAFIA, "even", EVEN, 6)
        assert line is not None
        assert line in texts(house.room.history()[0])
        page = response(await house.player.click(house.room.history()[0], label="Options"))
        assert line in texts(page)
        await house.player.select(page, ["plain"], custom_id="mm:lobby:1:set")
        plain = balance_line(ENGLISH, CLUB_MAFIA, "plain", CLUB_MAFIA.role_set("plain").options, 6)
        assert plain is not None
        assert plain in texts(house.room.history()[0])
        await house.player.select(page, ["mild"], custom_id="mm:lobby:1:pick:ties")
        await house.env.advance_time(10)  # the lobby's message is not changed twice at once
        assert "among computer players" not in texts(house.room.history()[0])
