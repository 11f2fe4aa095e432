"""The message of a lobby: it fits a message of Discord and the screen of a phone, whoever sits there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.phone import SCREEN, height

from bot.engine.rulebook import DRAWN, Game
from bot.games import GAMES
from bot.games.village.cards import BONUS_CARDS
from bot.matches.lobby import LEVELS, Lobby, LobbySeat, Waiter
from bot.matches.lobby_standby import STANDBY_MOST
from bot.matches.option_fields import casts_field
from bot.ui.balance_words import balance_brief, balance_line
from bot.ui.game_words import computer_names
from bot.ui.option_words import seats_offered
from bot.ui.panels import Button, Menu, Page, render
from bot.ui.wording import Wording, wording_files
from cogs.lobby.changes import paced
from cogs.lobby.more import more_page
from cogs.lobby.options_page import options_page, read_only_page, times_page
from cogs.lobby.page import open_page
from cogs.lobby.rules_page import rules_page

VILLAGE = GAMES["village"]
SEAL = "5e" * 32


def lobby_of(seats: tuple[LobbySeat, ...], game: str = "village", standby: tuple[Waiter, ...] = ()) -> Lobby:
    """An open lobby with the set that a game brings first."""
    first = GAMES[game].role_sets[0]
    return Lobby(
        id=1, guild_id=2, channel_id=3, message_id=4, host_id=100, game=GAMES[game], role_set=first.name,
        options=first.options, status="open", created_ms=0, expires_ms=0, match=None, seats=seats, commitment=SEAL,
        standby=standby,
    )  # fmt: skip


def page_of(lobby: Lobby, language: str = "en") -> Page:
    words = Wording(wording_files()).for_locale(language)
    return open_page(lobby, lobby.game.role_set(lobby.role_set).options, words)


def labels(page: Page) -> Iterator[str]:
    rows = [row for panel in page.panels for row in panel.rows]
    return (button.label for row in rows for button in row if isinstance(button, Button))  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "de"])
def test_twenty_and_twenty_who_stand_by_fit_whatever_they_are_called(language: str) -> None:
    people = tuple(LobbySeat(100 + place, f"{place:02}" + "*" * 40, closed=True) for place in range(20))
    standby = tuple(Waiter(200 + place, f"{place:02}" + "_" * 40) for place in range(STANDBY_MOST))
    bonus = VILLAGE.options(bonus=BONUS_CARDS[:-1])
    lobby = lobby_of(people, standby=standby)
    lobby = replace(lobby, options=bonus)
    page = page_of(lobby, language)
    assert page.fits()
    assert render(page).content_length() <= 4000
    assert SEAL in page.text()
    more = more_page(lobby, Wording(wording_files()).for_locale(language), hosts=True)
    for place in range(20):
        assert f"{place + 1}.\u00a0**{place:02}" in page.text()
        assert f"**{place:02}\\_" in more.text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_a_lobby_whole(language: str) -> None:
    computers = ("Goldilocks", "Iron Hans", "Mother Holle", "Briar Rose", "Clever Elsie", "Hans in Luck", "Bearskin")
    many = (LobbySeat(100, "Wanderer"), *(LobbySeat(None, name, player="thoughtful") for name in computers))
    assert height(page_of(lobby_of(many), language)) <= SCREEN
    two = (LobbySeat(100, "ann"), LobbySeat(None, "Goldilocks", player="thoughtful"))
    assert "speaks" in page_of(lobby_of(two)).text()
    people = tuple(LobbySeat(100 + place, f"P{place}") for place in range(20))
    assert height(page_of(lobby_of(people), language)) <= SCREEN
    long = tuple(LobbySeat(100 + place, f"P{place}" + "m" * 28) for place in range(20))
    assert height(page_of(lobby_of(long), language)) <= SCREEN


@pytest.mark.parametrize(
    ("game", "seats", "language"),
    [("village", 8, "en"), ("village", 8, "de"), ("village", 9, "en"), ("mafia", 8, "de"), ("mafia", 9, "de")],
)
def test_whoever_sits_among_computers_reads_how_even_their_table_is(game: str, seats: int, language: str) -> None:
    """What stands in brackets is explained, and so is the sign: where there is no room, neither stands there alone."""
    computers = ("Goldilocks", "Iron Hans", "Mother Holle", "Briar Rose", "Clever Elsie", "Hans in Luck", "Bearskin")
    others = [LobbySeat(None, name, player="thoughtful") for name in (*computers, "Allerleirauh")[: seats - 1]]
    page = page_of(lobby_of((LobbySeat(100, "Wanderer"), *others), game), language)
    assert height(page) <= SCREEN
    ranges = re.findall(r"[0-9]+ \([0-9]+–[0-9]+\)", page.text())
    is_told_in_full = ("In brackets" if language == "en" else "In Klammern") in page.text()
    shares = GAMES[game].balance[GAMES[game].role_sets[0].name, seats]
    told = [side for side, wins in shares.items() if side != DRAWN or wins.best]
    assert len(ranges) == (len(told) if is_told_in_full else 0)
    verdicts = ("even", "favours", "better for", "ausgeglichen", "begünstigt", "besser für")
    assert any(word in page.text().lower() for word in verdicts)
    assert ("People" if language == "en" else "Menschen") in page.text()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.balance], ids=lambda game: game.name)
def test_every_lobby_tells_how_even_its_table_is(game: Game, language: str) -> None:
    """Of every built-in set and size: alone, among computers of one level or of three, and full of people. Where
    nobody has measured it, that is said."""
    words = Wording(wording_files()).for_locale(language)
    names = computer_names(words)
    for one in game.role_sets:
        for seats in seats_offered(game, one.options):
            people = tuple(LobbySeat(100 + place, f"Nachtigall {place}") for place in range(seats))
            computers = tuple(LobbySeat(None, name, player="strong") for name in names[: seats - 1])
            mixed = tuple(replace(seat, player=LEVELS[place % 3]) for place, seat in enumerate(computers))
            told = [tell(words, game, one.name, one.options, seats) for tell in (balance_line, balance_brief)]
            for sit in ((*people[:1], *computers), (*people[:1], *mixed), people):
                lobby = replace(lobby_of(sit, game.name), role_set=one.name, options=one.options)
                page = page_of(lobby, language)
                assert any(line is not None and line in page.text() for line in told), (one.name, seats)
                assert height(page) <= SCREEN, (one.name, seats)
                assert SEAL in page.text()
        alone = replace(lobby_of((LobbySeat(100, "ann"),), game.name), role_set=one.name, options=one.options)
        least = balance_line(words, game, one.name, one.options, min(seats_offered(game, one.options)))
        assert least is not None
        assert least in page_of(alone, language).text()


@pytest.mark.parametrize(("language", "counted"), [("en", "6 normal, 6 easy"), ("de", "6 normal, 6 leicht")])
def test_where_computers_are_only_counted_more_names_them(language: str, counted: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    computers = tuple(
        LobbySeat(None, name, player=LEVELS[1 - place % 2]) for place, name in enumerate(computer_names(words)[:12])
    )
    lobby = lobby_of((LobbySeat(100, "Wanderer"), *computers))
    everything = lobby.game.role_set("everything")
    lobby = replace(lobby, role_set=everything.name, options=everything.options)
    assert counted in page_of(lobby, language).text()
    assert all(seat.name in more_page(lobby, words, hosts=True).text() for seat in computers)


def test_of_many_who_stand_by_the_next_are_named_and_the_others_under_more() -> None:
    people = tuple(LobbySeat(100 + place, f"P{place}" + "m" * 28, closed=place < 2) for place in range(20))
    standby = tuple(Waiter(200 + place, f"S{place}" + "w" * 28) for place in range(STANDBY_MOST))
    lobby = lobby_of(people, standby=standby)
    told = page_of(lobby).text()
    assert "Standing by: **S0" in told
    assert f"and {STANDBY_MOST - 1} more. **More\N{NO-BREAK SPACE}…** names them all." in told
    assert "2 of you take no direct messages and play through “My seat”." in told
    assert standby[-1].name in more_page(lobby, Wording(wording_files()), hosts=False).text()


def test_names_are_whole_where_there_is_room() -> None:
    long = "a" * 32
    few = page_of(lobby_of((LobbySeat(100, long),)))
    assert long in few.text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_that_begin_alike_differ_also_where_they_are_cut(language: str) -> None:
    people = tuple(LobbySeat(100 + place, f"Nachtigall vom Hof {place:02}") for place in range(20))
    page = page_of(lobby_of(people), language)
    assert height(page) <= SCREEN
    told = re.findall(r"\*\*([^*]*…[^*]*)\*\*", page.text())
    assert len(told) == len(set(told)) == 20


def test_what_one_needs_to_begin_stands_there_and_little_else() -> None:
    assert list(labels(page_of(lobby_of((LobbySeat(100, "ann"),))))) == [
        "Join", "Leave", "Fill with computer players", "Start", "Options", "Rules", "More …",
    ]  # fmt: skip
    full = tuple(LobbySeat(100 + place, f"P{place}") for place in range(5))
    assert list(labels(page_of(lobby_of(full, "trumplestiltskin")))) == [
        "Join", "Leave", "Stand by", "Start", "Options", "Rules", "More …",
    ]  # fmt: skip


def test_other_times_are_no_other_rules() -> None:
    lobby = lobby_of((LobbySeat(100, "ann"),))
    slow = replace(lobby, options=paced(lobby, lobby.options, 2)[1])
    assert "Role set: **Classic**\n" in page_of(lobby).text()
    assert "Role set: **Classic**, with changed times\n" in page_of(slow).text()
    other = replace(slow, options=slow.options.model_copy(update={"quick_nights": True}))
    assert "Role set: **Classic**, changed (Quick nights **on**, other times)\n" in page_of(other).text()
    names = ("quick_nights", "dead_watch", "quiet_guests")
    rules = {name: not getattr(lobby.options, name) for name in names}
    many = replace(lobby, options=lobby.options.model_copy(update=rules))
    assert "Role set: **Classic**, with changes\n" in page_of(many).text()


@pytest.mark.parametrize("game", GAMES)
def test_a_rematch_is_not_called_changed_for_what_nobody_chooses(game: str) -> None:
    """A lobby for another game has the options of the match, with those that are settled when one begins."""
    lobby = lobby_of((LobbySeat(100, "ann"),), game)
    settled = lobby.options.model_copy(update=dict(type(lobby.options).settled))
    again = replace(lobby, options=settled, seats=(*lobby.seats, LobbySeat(None, "Gretel", "random")))
    assert "chang" not in page_of(again).text()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_options_of_a_lobby_whole(game: str, language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    people = tuple(LobbySeat(100 + place, f"P{place}") for place in range(GAMES[game].seats[-1]))
    sets = [(one.name, one.options) for one in GAMES[game].role_sets]
    for name, options in sets:
        lobby = replace(lobby_of(people, game), role_set=name, options=options)
        pages = (
            options_page(lobby, options, sets, words),
            read_only_page(lobby, options, words),
            times_page(lobby, options, words, may_change=True),
        )
        assert max(map(height, pages)) <= SCREEN, name


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_option_explains_itself_where_it_is_set(game: str, language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    lobby = lobby_of((LobbySeat(100, "ann"),), game)
    sets = [(one.name, one.options) for one in GAMES[game].role_sets]
    page = options_page(lobby, lobby.options, sets, words)
    menus = [row for panel in page.panels for row in panel.rows if isinstance(row, Menu)]
    assert len(menus) > 1
    for menu in menus:
        assert all(option.description and len(option.description) <= 100 for option in menu.options), menu.placeholder


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_lead_on_to_roles_only_where_there_are_any(game: str, language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    (way,) = (label for label in labels(rules_page(lobby_of((), game), words)) if label.startswith(("All", "Alle")))
    roles = "roles" if language == "en" else "Rollen"
    assert (roles in way) == bool(casts_field(GAMES[game].options))


@pytest.mark.parametrize(
    ("language", "bonus", "switched_on"), [("en", "Bonus cards", "Switched on"), ("de", "Bonuskarten", "Eingeschaltet")]
)
def test_a_closed_menu_with_something_chosen_says_what_it_is_about(language: str, bonus: str, switched_on: str) -> None:
    """It shows what is chosen in place of its title."""
    words = Wording(wording_files()).for_locale(language)
    lobby = lobby_of((LobbySeat(100, "ann"),))
    lobby = replace(lobby, options=lobby.options.model_copy(update={"bonus": BONUS_CARDS[1:3]}))
    page = options_page(lobby, lobby.options, [("classic", lobby.options)], words)
    menus = [row for panel in page.panels for row in panel.rows if isinstance(row, Menu) and row.most > 1]
    shown = [[option.label for option in menu.options if option.chosen] for menu in menus]
    assert [chosen[0].partition(":")[0] for chosen in shown] == [bonus, switched_on]
    assert all(":" not in label for chosen in shown for label in chosen[1:])


@pytest.mark.parametrize(("language", "shown"), [("en", "Bonus cards: none"), ("de", "Bonuskarten: keine")])
def test_a_closed_menu_with_nothing_chosen_says_so(language: str, shown: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    lobby = lobby_of((LobbySeat(100, "ann"),))
    page = options_page(lobby, lobby.options, [("classic", lobby.options)], words)
    assert shown in [row.placeholder for panel in page.panels for row in panel.rows if isinstance(row, Menu)]


def test_spans_of_time_are_said_in_hours_minutes_and_seconds() -> None:
    """270 minutes are four and a half hours."""
    words = Wording(wording_files()).for_locale("en")
    lobby = lobby_of((LobbySeat(100, "ann"),))
    times = {"night_seconds": 9 * 3600 // 2, "day_seconds": 150, "vote_seconds": 45, "warning_seconds": 3600}
    lobby = replace(lobby, options=lobby.options.model_copy(update=times))
    text = times_page(lobby, lobby.options, words, may_change=False).text()
    for told in ("**4 hours 30 minutes**", "**2 minutes 30 seconds**", "**45 seconds**", "**1 hour**"):
        assert told in text


def test_at_the_slow_pace_bonus_cards_can_be_answered_as_well() -> None:
    """Whoever adds them to a game of days has more than seconds for each."""
    slow = VILLAGE.role_set("slow").options
    bonus = ("redraw_seconds", "lovers_seconds", "resurrection_seconds", "redirect_seconds", "persuade_seconds")
    assert min(getattr(slow, name) for name in bonus) >= 1800
