"""How even the sides are, as people read it: on the page of a set and in the lobby. Never of what was not measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_mirror import assert_fits, control, controls, den, texts

from bot.engine.rulebook import Game, Wins
from bot.games import GAMES
from bot.games.hidden_roles.balance import Balance, favoured, have_played, is_range, sides_of, won
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import MafiaOptions
from bot.ui.balance_words import balance_brief, balance_in_short, balance_line, balance_lines
from bot.ui.option_words import named
from bot.ui.wording import Wording, wording_files

ENGLISH = Wording(wording_files())
EVEN = MAFIA_GAME.role_set("even").options
IN_BRACKETS = "In brackets: with better and worse players. People may differ."


def response(answer: Any) -> Any:
    """What the bot has answered."""
    return answer.response


def with_shares(shares: Balance) -> Game:
    return replace(MAFIA_GAME, balance=shares)


def wins(best: int, least: int, most: int, normal: int | None = None) -> Wins:
    return Wins(normal=best if normal is None else normal, best=best, least=least, most=most)


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.balance], ids=lambda game: game.name)
def test_every_measured_table_is_told_with_its_range_and_one_that_is_not_even_says_so(locale: str, game: Game) -> None:
    words = ENGLISH.for_locale(locale)
    sides = {side: str(named(words, "side", game, side)) for side in game.sides}
    for (role_set, seats), shares in game.balance.items():
        line = balance_line(words, game, role_set, game.role_set(role_set).options, seats)
        assert line is not None
        assert "\n" not in line
        for side in sides_of(shares):
            assert sides[side] in line
            assert f" {won(shares[side])}" in line
            assert (f"–{shares[side].most})" in line) is is_range(shares[side])
        assert have_played(shares, "best") is any(word in line for word in ("strong", "starken"))
        favourites = {favoured(shares), favoured(shares, "normal")}
        assert ("⚠️" in line) is (favourites != {None})
        for favourite in filter(None, favourites):
            assert f"**{named(words, 'side', game, favourite)}**" in line
        assert len(sides_of(shares)) == 2 or f"{len(sides_of(shares))} " in line


def test_in_english() -> None:
    shares = {
        ("even", 6): {"red": wins(58, 31, 80), "mafia": wins(41, 20, 69), "nobody": wins(1, 0, 2)},
        ("even", 7): {"red": wins(64, 64, 64), "mafia": wins(36, 36, 36)},
        ("even", 8): {"red": wins(49, 28, 75), "mafia": wins(51, 25, 72)},
        ("even", 10): {"red": wins(36, 9, 60), "mafia": wins(34, 20, 51), "maniac": wins(30, 10, 41)},
        ("even", 11): {"red": wins(26, 9, 60), "mafia": wins(44, 20, 51), "maniac": wins(30, 10, 41)},
    }
    game = with_shares(shares)
    nobody_knows = (
        "-# Nobody has measured how even this table is. "
        "**Forecast** behind **More\N{NO-BREAK SPACE}…** does.\N{NO-BREAK SPACE}📊"
    )
    assert [balance_line(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7, 9, 10, 11)] == [
        "-# Fairly even. Wins in 100 games among strong computer players: the red side 58 (31–80), "
        f"the Mafia 41 (20–69), drawn 1 (0–2). {IN_BRACKETS}\N{NO-BREAK SPACE}⚖️",
        "-# This table favours **the red side**. Wins in 100 games among strong computer players: "
        "the red side 64, the Mafia 36. People may differ.\N{NO-BREAK SPACE}⚠️",
        nobody_knows,
        "-# 3 sides play here, so a fair share is 33. Wins in 100 games among strong computer players: "
        f"the red side 36 (9–60), the Mafia 34 (20–51), the Maniac 30 (10–41). {IN_BRACKETS}\N{NO-BREAK SPACE}⚖️",
        "-# 3 sides play here, so a fair share is 33, but this table favours **the Mafia**. Wins in 100 games among "
        "strong computer players: the red side 26 (9–60), the Mafia 44 (20–51), the Maniac 30 (10–41). "
        f"{IN_BRACKETS}\N{NO-BREAK SPACE}⚠️",
    ]
    assert balance_lines(ENGLISH, game, "even", EVEN) == [
        "-# Wins in 100 games among strong computer players. In brackets: with better and worse players. "
        "Games among people can go differently.",
        "- 6, 8 players: even\n  the red side 49–58 (28–80)\n  the Mafia 41–51 (20–72)\n  drawn 0–1 (0–2)",
        "- 7 players: favours **the red side** ⚠️\n  the red side 64\n  the Mafia 36",
        "- 10 players: 3 sides, so a fair share is 33\n"
        "  the red side 36 (9–60)\n  the Mafia 34 (20–51)\n  the Maniac 30 (10–41)",
        "- 11 players: 3 sides, so a fair share is 33, but it favours **the Mafia** ⚠️\n"
        "  the red side 26 (9–60)\n  the Mafia 44 (20–51)\n  the Maniac 30 (10–41)",
        "- 9, 12–20 players: not measured",
    ]


def test_what_is_otherwise_among_normal_players_is_told_too() -> None:
    """They are what sits at a table where nobody chooses a level, and the best may be worth more to one side."""
    shares = {
        ("even", 6): {"red": wins(50, 10, 60, 14), "mafia": wins(50, 40, 90, 86)},
        ("even", 7): {"red": wins(64, 30, 64, 51), "mafia": wins(36, 36, 70, 49)},
        ("even", 10): {
            "red": wins(36, 20, 40, 20), "mafia": wins(34, 30, 60, 60), "maniac": wins(30, 20, 30, 20)
        },
    }  # fmt: skip
    game = with_shares(shares)
    assert [balance_line(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7, 10)] == [
        "-# Among strong computer players even: the red side 50 (10–60), the Mafia 50 (40–90) of 100 games. "
        f"Among normal ones better for **the Mafia**: 14, 86. {IN_BRACKETS}\N{NO-BREAK SPACE}⚠️",
        "-# Among strong computer players better for **the red side**: the red side 64 (30–64), the Mafia 36 (36–70) "
        f"of 100 games. Among normal ones even: 51, 49. {IN_BRACKETS}\N{NO-BREAK SPACE}⚠️",
        "-# 3 sides play here, so a fair share is 33. Among strong computer players even: the red side 36 (20–40), "
        "the Mafia 34 (30–60), the Maniac 30 of 100 games. "
        f"Among normal ones better for **the Mafia**: 20, 60, 20. {IN_BRACKETS}\N{NO-BREAK SPACE}⚠️",
    ]
    assert [balance_in_short(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7)] == [
        "-# Strong computers: even; normal: better for **the Mafia**.\N{NO-BREAK SPACE}⚠️",
        "-# Strong computers: better for **the red side**; normal: even.\N{NO-BREAK SPACE}⚠️",
    ]
    assert balance_lines(ENGLISH, game, "even", EVEN)[-3:-1] == [
        "- 7 players, all of them normal computer players: even",
        "- 6, 10 players, all of them normal computer players: better for **the Mafia**",
    ]


def test_where_there_is_hardly_any_room_words_say_what_the_sign_means() -> None:
    shares = {
        ("even", 6): {"red": wins(52, 31, 80), "mafia": wins(48, 20, 69)},
        ("even", 7): {"red": wins(64, 30, 70), "mafia": wins(36, 36, 70)},
        ("even", 8): {"red": wins(50, 10, 60, 14), "mafia": wins(50, 40, 90, 86)},
    }
    game = with_shares(shares)
    assert [balance_brief(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7, 8)] == [
        "-# Fairly even. Wins in 100 games of computers: the red side 52, the Mafia 48. "
        "People may differ.\N{NO-BREAK SPACE}⚖️",
        "-# Favours **the red side**. Wins in 100 games of computers: the red side 64, the Mafia 36. "
        "People may differ.\N{NO-BREAK SPACE}⚠️",
        "-# Strong computers: even; normal: better for **the Mafia**. People may differ.\N{NO-BREAK SPACE}⚠️",
    ]


def test_where_strong_ones_agree_and_where_they_have_not_played() -> None:
    alike = {
        ("even", 6): {"red": wins(50, 50, 50), "mafia": wins(50, 50, 50)},
        ("even", 7): {"red": wins(64, 64, 64), "mafia": wins(36, 36, 36)},
    }
    assert [balance_in_short(ENGLISH, with_shares(alike), "even", EVEN, seats) for seats in (6, 7)] == [
        "-# Fairly even among computer players.\N{NO-BREAK SPACE}⚖️",
        "-# Among computer players this table favours **the red side**.\N{NO-BREAK SPACE}⚠️",
    ]
    normal = {
        ("even", 6): {"red": Wins(52, None, 52, 52), "mafia": Wins(48, None, 48, 48)},
        ("even", 7): {"red": Wins(35, None, 35, 35), "mafia": Wins(65, None, 65, 65)},
        ("even", 8): {"red": Wins(35, 50, 35, 50), "mafia": Wins(65, 50, 50, 65)},
        ("even", 9): {"red": Wins(None, 55, 55, 55), "mafia": Wins(None, 45, 45, 45)},
    }
    game = with_shares(normal)
    assert [balance_line(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7)] == [
        "-# Fairly even. Wins in 100 games among normal computer players: the red side 52, the Mafia 48. "
        "People may differ.\N{NO-BREAK SPACE}⚖️",
        "-# This table favours **the Mafia**. Wins in 100 games among normal computer players: the red side 35, "
        "the Mafia 65. People may differ.\N{NO-BREAK SPACE}⚠️",
    ]
    assert [balance_in_short(ENGLISH, game, "even", EVEN, seats) for seats in (6, 7, 9)] == [
        "-# Fairly even among normal computer players.\N{NO-BREAK SPACE}⚖️",
        "-# Among normal computer players this table favours **the Mafia**.\N{NO-BREAK SPACE}⚠️",
        "-# Fairly even among strong computer players.\N{NO-BREAK SPACE}⚖️",
    ]
    assert balance_lines(ENGLISH, game, "even", EVEN)[1:] == [
        "- 8–9 players: even\n  the red side 50–55\n  the Mafia 45–50",
        "- 6 players (normal computer players): even\n  the red side 52\n  the Mafia 48",
        "- 7 players (normal computer players): favours **the Mafia** ⚠️\n  the red side 35\n  the Mafia 65",
        "- 8 players, all of them normal computer players: better for **the Mafia**",
        "- 10–20 players: not measured",
    ]


def test_where_no_cast_is_even_it_is_told_that_this_one_is_the_nearest() -> None:
    """Whoever reads that the Maniac wins too little would look for a better cast: there is none."""
    club = MAFIA_GAME.role_set("club").options
    told = {seats: str(balance_line(ENGLISH, MAFIA_GAME, "club", club, seats)) for seats in range(6, 21)}
    nearest = [seats for seats, line in told.items() if "No cast that was tried and fits this set is nearer" in line]
    shares = {seats: MAFIA_GAME.balance["club", seats] for seats in told}
    assert {seats for seats in told if favoured(shares[seats])} <= set(nearest)
    assert nearest == [6, 8, *range(13, 18), 19, 20]
    in_german = str(balance_line(ENGLISH.for_locale("de"), MAFIA_GAME, "club", club, 19))
    assert "Keine erprobte Besetzung, die zu diesem Set passt, ist ausgeglichener." in in_german
    lines = balance_lines(ENGLISH, MAFIA_GAME, "club", club)
    assert lines[-1] == "- 6, 8, 13–17, 19–20 players: no cast that was tried and fits this set is nearer to even"


def test_what_computers_do_not_feel_changes_nothing_and_other_rules_were_not_measured() -> None:
    game = with_shares({("even", 6): {"red": wins(50, 40, 60), "mafia": wins(50, 40, 60)}})
    slower = EVEN.model_copy(update={"speech_seconds": 120})
    assert balance_line(ENGLISH, game, "even", slower, 6) == balance_line(ENGLISH, game, "even", EVEN, 6) is not None
    unfelt = EVEN.model_copy(update={"quick_nights": not EVEN.quick_nights, "pace": "brisk", "free_seats": True})
    assert balance_line(ENGLISH, game, "even", unfelt, 6) == balance_line(ENGLISH, game, "even", EVEN, 6)
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
            shown = response(await house.manager.click(shown, custom_id=control(shown, "part:even")))
            assert "How even the sides are" in texts(shown)
            told = texts(shown)
            if "More" in str(controls(shown)):
                told += texts(response(await house.manager.click(shown, label="More")))
            assert ("3 sides, so a fair share is 33" in told) is (name == "club")
        draft = response(await house.manager.slash(house.room, "roleset new", game="mafia", name="Ours", like="even"))
        saved = response(await house.manager.click(draft, custom_id=control(draft, "save")))
        assert "Saved" in texts(saved)
        shown = response(await house.manager.slash(house.room, "roleset show", game="mafia", name="Ours"))
        assert "How even" not in str(controls(shown))
        assert "computer players" not in texts(shown)


async def test_the_lobby_tells_it_for_the_table_it_is_heading_for(tmp_path: Path) -> None:
    async with den(tmp_path / "mirror.db", "cogs.lobby.cog") as house:
        await house.player.slash(house.room, "play", game="mafia")
        for name in ("club", "plain", "mild"):
            if name != "club":
                page = response(await house.player.click(house.room.history()[0], label="Options"))
                await house.player.select(page, [name], custom_id="mm:lobby:1:set")
                await house.env.advance_time(10)  # the lobby's message is not changed twice at once
            options = MAFIA_GAME.role_set(name).options
            line, short = (told(ENGLISH, MAFIA_GAME, name, options, 6) for told in (balance_line, balance_in_short))
            assert line is not None
            assert line in texts(house.room.history()[0])
            page = response(await house.player.click(house.room.history()[0], label="Options"))
            assert str(short) in texts(page), "the menus leave no room for more"
        await house.player.select(page, ["sport"], custom_id="mm:lobby:1:pick:ties")
        await house.env.advance_time(10)
        assert "in 100 games" not in texts(house.room.history()[0])
