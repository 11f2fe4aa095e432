"""Forecasts as people ask for them and read them; their games are made up here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forecast.made_up import MadeUpCrew
from simcord.actors import _component_interaction
from small_mirror import Den, assert_fits, control, controls, den, texts
from support.phone import PICTURE_WIDE, SCREEN, height, height_of, seat_height
from support.recording_art import RecordingArt

from bot.forecast import office
from bot.forecast.counting import Count
from bot.forecast.job import Forecast, Job, Nearest, Order
from bot.games import GAMES
from bot.ui.pages import without_files
from bot.ui.panels import ALT_MOST, Page, render
from bot.ui.wording import Wording, wording_files
from cogs.rolesets.forecast_follower import LOOK_S, SHOWN_EVERY
from cogs.rolesets.forecast_page import Subject, forecast_page, forecast_text

COGS = ("cogs.rolesets.cog", "cogs.lobby.cog")
PHONE_WIDE = 390
WORDS = Wording(wording_files())
TABLES = [("village", 12, "beginner"), ("mafia", 12, "even"), ("mafia", 20, "club"), ("name_duel", 2, "classic"),
          ("trumplestiltskin", 5, "classic")]  # fmt: skip


@pytest.fixture(autouse=True)
def crews(monkeypatch: pytest.MonkeyPatch) -> list[MadeUpCrew]:
    MadeUpCrew.all.clear()
    monkeypatch.setattr(office, "Processes", MadeUpCrew)
    return MadeUpCrew.all


async def asked(house: Den, person: Any = None, **options: Any) -> Any:
    """What somebody is shown who asks for a forecast of the beginners' village."""
    what = {"game": "village", "name": "beginner", "players": 10, **options}
    answer = await (person or house.player).slash(house.room, "roleset forecast", **what)
    assert answer.ephemeral
    return answer.response


async def look(house: Den, looks: int = SHOWN_EVERY) -> None:
    for _ in range(looks):
        await house.env.advance_time(LOOK_S)


async def test_a_forecast_grows_before_who_asked_and_before_nobody_else(
    tmp_path: Path, crews: list[MadeUpCrew]
) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        shown = await asked(house)
        assert "0 of 2000 games" in texts(shown)
        crews[0].play(10)
        await look(house)
        assert f"{crews[0].job.done} of 2000 games" in texts(shown)
        assert 10 <= crews[0].job.done < 2000
        # Whoever has asked goes on with what they do, and a bystander sees nothing.
        assert "Beginner" in texts((await house.player.slash(house.room, "roleset list")).response)
        assert list(house.room.history(viewer=house.baker)) == []
        crews[0].finish()
        house.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=503)
        await look(house)
        said = texts(shown)
        assert_fits(shown)
        # What its picture shows is said under *Text* alone, and to nobody else.
        assert "everybody normal" not in said
        assert "No swap of one card" in said
        assert [file.filename for file in shown.attachments] == ["forecast.jpg"]
        told = await house.player.click(shown, custom_id=control(shown, "text"))
        assert told.ephemeral
        first = texts(told.response)
        more = await house.player.click(told.response, custom_id=control(told.response, "turn"))
        assert texts(more.response) != first
        for part in (
            "everybody normal",
            "the village 75 (",
            "No swap of one card",
            "A game lasts",
            "numbers in brackets",
        ):
            assert part in first + texts(more.response)
        assert texts(shown) == said
        assert list(house.room.history(viewer=house.baker)) == []
        # Asked again, it is known, to everybody; another number of players is played anew.
        known = await asked(house, house.baker)
        assert texts(known) == said
        assert len(crews) == 1
        one = (await house.baker.slash(house.room, "roleset show", game="village", name="beginner")).response
        pressed = await house.baker.click(one, custom_id=control(one, "forecast"))
        assert "14 players" in texts(pressed.response)  # the middle one of those who can play with it
        await house.baker.click(pressed.response, custom_id=control(pressed.response, "cancel"))
        house.now_ms[0] += 10_000
        await house.baker.select(known, ["13"], custom_id=control(known, "seats"))
        assert "13 players" in texts(known)
        assert "0 of 2000 games" in texts(known)
        assert crews[2].job.order.seats == 13


async def test_who_cancels_is_played_for_no_more_and_the_next_has_their_turn(
    tmp_path: Path, crews: list[MadeUpCrew]
) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        shown = await asked(house)
        refused = await asked(house, house.baker)
        assert "for this server" in texts(refused)
        await house.player.click(shown, custom_id=control(shown, "cancel"))
        assert crews[0].stopped
        assert "cancelled" in texts(shown)
        await look(house)
        assert "cancelled" in texts(shown)
        house.now_ms[0] += 10_000
        await house.player.click(shown, custom_id=control(shown, "again"))
        assert "0 of 2000 games" in texts(shown)
        await look(house)
        assert "0 of 2000 games" in texts(shown)


async def test_one_that_comes_to_nothing_says_why(tmp_path: Path, crews: list[MadeUpCrew]) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        shown = await asked(house)
        crews[0].told()  # a process has ended
        await look(house)
        assert "something went wrong on my side" in texts(shown)
        house.now_ms[0] += 10_000
        await house.player.click(shown, custom_id=control(shown, "again"))
        await house.env.advance_time(office.LONGEST_S)
        await look(house)
        assert "There was no time to play enough games" in texts(shown)


async def test_after_a_restart_nobody_plays_and_cancelling_says_so(tmp_path: Path, crews: list[MadeUpCrew]) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        shown = await asked(house)
        await house.restart()
        assert crews[0].stopped
        await house.player.click(shown, custom_id=control(shown, "cancel"))
        assert "cancelled" in texts(shown)
        assert [one["custom_id"] for one in controls(shown)] == ["mm:forecast:again:10:set:village:beginner"]


async def test_of_a_lobby_it_is_its_own_table_and_ends_with_it(tmp_path: Path, crews: list[MadeUpCrew]) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        await house.manager.slash(house.room, "play", game="village")
        lobby = house.room.history()[0]
        await house.player.click(lobby, custom_id=control(lobby, "join"))
        stored = house.env.backend.get_message(house.room.id, lobby.id)
        number = {"custom_id": f"mm:forecast:go:6:lobby:{'9' * 40}", "component_type": 2}
        assert "does not know this button" in texts(
            (await _component_interaction(house.player, stored, number)).response
        )
        more = (await house.player.click(lobby, custom_id=control(lobby, "more"))).response
        left = await house.player.click(more, custom_id=control(more, "forecast"))
        assert left.ephemeral
        assert crews[0].job.order.seats == 8
        await look(house)
        assert not crews[0].stopped
        await house.player.click(lobby, custom_id=control(lobby, "leave"))
        await look(house)
        assert crews[0].stopped
        assert "because you left the table" in texts(left.response)
        # A bystander may ask too, and theirs goes on until the lobby is closed.
        more = (await house.baker.click(lobby, custom_id=control(lobby, "more"))).response
        answer = await house.baker.click(more, custom_id=control(more, "forecast"))
        await look(house)
        assert not crews[1].stopped
        more = (await house.manager.click(lobby, custom_id=control(lobby, "more"))).response
        await house.manager.click(more, custom_id=control(more, "close"))
        await look(house)
        assert crews[1].stopped
        assert "because its lobby is not open any more" in texts(answer.response)


# -- what it says ------------------------------------------------------------------------------------------------------


def worked_out(game: str, seats: int, role_set: str) -> tuple[Subject, Forecast]:
    order = Order(GAMES[game], GAMES[game].role_set(role_set).options, seats)
    crew = MadeUpCrew(Job(order, games=400), lambda: None)
    crew.finish()
    assert crew.job.forecast is not None
    return Subject(("set", game, role_set), role_set, order), crew.job.forecast


def text_of(words: Wording, subject: Subject, forecast: Forecast) -> list[Page]:
    """What **Text** says, page after page."""
    pages: list[Page] = []
    while len(pages) < 2 or pages[-1] != pages[-2]:
        pages.append(forecast_text(words, subject, forecast, len(pages)))
    return pages[:-1]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("table", TABLES)
def test_a_forecast_says_all_of_its_picture_in_words_too(table: tuple[str, int, str], language: str) -> None:
    subject, forecast = worked_out(*table)
    words = Wording(wording_files(), language)
    page, pages = forecast_page(words, subject, forecast), text_of(words, subject, forecast)
    for one in (page, *pages, without_files(page)):
        assert one.fits()
        render(one)
    assert max(map(height, pages)) <= SCREEN
    assert len({one.text() for one in pages}) == len(pages)
    text = "\n".join(one.text() for one in pages)
    (shown,) = page.pictures
    art = RecordingArt(2000)
    shown.picture.draw(art)
    for bar in shown.picture.bars:  # type: ignore[attr-defined]
        assert f"**{bar.label}**: " in text
        assert f"{bar.label}: " in without_files(page).text()
        assert bar.label not in page.panels[0].text
        assert len(bar.wins) == len(bar.partings) + 1
    bars = [line for line in text.splitlines() if line.startswith("- **")]
    assert len(bars) == len(shown.picture.bars)  # type: ignore[attr-defined]
    for line in bars:
        assert line.removeprefix("- ").replace("**", "") in shown.alt


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_forecast_of_a_draft_fits_one_screen_of_a_phone(language: str) -> None:
    """Also where its picture is as wide as the screen."""
    subject, forecast = worked_out("village", 9, "classic")
    count = Count(games=200, wins={"town": 100, "rumplestiltskin": 100}, rounds={4: 200}, at_once=0)
    nearest = Nearest(out="villager", into="fairy_godmother", count=count)
    better = forecast.model_copy(update={"swapping": "better", "nearest": nearest})
    words = Wording(wording_files(), language)
    draft = replace(subject, title=words.say("forecast.draft", name="Friday"))
    page = forecast_page(words, draft, better)
    (shown,) = page.pictures
    wider = height_of(shown) * (PHONE_WIDE / PICTURE_WIDE - 1)
    assert seat_height(page) + wider <= SCREEN


def test_the_best_swap_and_how_often_the_first_day_decides_are_said() -> None:
    subject, forecast = worked_out("village", 12, "beginner")
    count = Count(games=200, wins={"town": 100, "rumplestiltskin": 100}, rounds={1: 20, 4: 180}, at_once=20)
    before = count.model_copy(update={"wins": {"town": 40, "rumplestiltskin": 160}})
    lines = tuple(line.model_copy(update={"count": before}) for line in forecast.lines)
    better = forecast.model_copy(
        update={"lines": lines, "swapping": "better", "nearest": Nearest(out="huntsman", into="villager", count=count)}
    )
    page = forecast_page(WORDS, subject, better)
    beside = page.panels[0].beside(page.pictures)
    assert "Nearest to even: Villager in place of Huntsman" in beside
    assert "swaps of one card" not in beside, "that is under *Text*"
    assert "Depending on how well" not in beside, "the bars show it"
    said = "\n".join(page.text() for page in text_of(WORDS, subject, better))
    assert "Depending on how well" in said
    assert "Nearest to even: Villager in place of Huntsman" in said
    assert "Of 100 games, 10 (7–15) are over after one night and one day" in said
    assert "There was time for" not in said
    hurried = better.model_copy(update={"planned": 5000})
    for few in (forecast_page(WORDS, subject, hurried), forecast_text(WORDS, subject, hurried)):
        assert "There was time for 1800 of 5000 games only" in few.text()
    for planned, told in ((5000, "too few games to tell"), (2000, "the sides are even already")):
        even = better.model_copy(update={"planned": planned, "swapping": "even", "nearest": None})
        assert told in forecast_page(WORDS, subject, even).text()
    assert "3.7 nights and days on average" in said
    german = text_of(Wording(wording_files(), "de"), subject, better)
    assert "3,7 Nächte und Tage" in "\n".join(page.text() for page in german)


@pytest.mark.parametrize(
    ("language", "nearest", "perhaps"),
    [
        ("en", "**Nearest to even: Villager in", "A little nearer to even, perhaps by chance: Villager in"),
        ("de", "**Am ausgeglichensten: ", "Etwas ausgeglichener, vielleicht nur zufällig: "),
    ],
)
def test_a_swap_is_not_praised_for_what_may_be_chance(language: str, nearest: str, perhaps: str) -> None:
    """From 29 to 32 of 100 in 349 games was told in bold."""
    subject, forecast = worked_out("village", 12, "beginner")
    words = Wording(wording_files(), language)
    before = Count(games=350, wins={"town": 100, "rumplestiltskin": 250}, rounds={4: 350}, at_once=0)
    lines = tuple(line.model_copy(update={"count": before}) for line in forecast.lines)

    def told(won: int) -> list[str]:
        count = Count(games=349, wins={"town": won, "rumplestiltskin": 349 - won}, rounds={4: 349}, at_once=0)
        swap = Nearest(out="huntsman", into="villager", count=count)
        found = forecast.model_copy(update={"lines": lines, "swapping": "better", "nearest": swap})
        text = "\n".join(page.text() for page in text_of(words, subject, found))
        return [forecast_page(words, subject, found).panels[0].text, text]

    for said in told(110):
        assert perhaps in said
        assert nearest not in said
    for said in told(174):
        assert nearest in said
        assert perhaps not in said


def test_error_bars_stand_where_the_sides_part() -> None:
    subject, forecast = worked_out("mafia", 20, "club")
    (shown,) = forecast_page(WORDS, subject, forecast).pictures
    for bar in shown.picture.bars:  # type: ignore[attr-defined]
        for parting in bar.partings:
            assert 0 <= parting.least <= parting.at <= parting.most <= 1
    assert len(shown.description) <= ALT_MOST


def forged(house: Den, who: Any, message: Any, ident: str) -> Any:
    """A press that is sent by hand."""
    stored = house.env.backend.get_message(house.room.id, message.id)
    return _component_interaction(who, stored, {"custom_id": ident, "component_type": 2})


async def test_a_draft_is_forecast_as_it_stands_until_it_is_given_up(tmp_path: Path, crews: list[MadeUpCrew]) -> None:
    async with den(tmp_path / "mirror.db", *COGS) as house:
        begun = await house.manager.slash(house.room, "roleset new", game="mafia", name="Ours", like="club")
        panel, ident = begun.response, control(begun.response, "draft")
        answer = await house.manager.click(panel, custom_id=ident)
        shown = answer.response
        assert answer.ephemeral
        assert "Forecast: Ours, as the draft stands" in texts(shown)
        assert list(house.room.history(viewer=house.baker)) == []
        bakers = (await house.baker.slash(house.room, "roleset list")).response
        assert "not open any more" in texts((await forged(house, house.baker, bakers, ident)).response), "it is mona's"
        crews[0].finish()
        await look(house)
        assert "nearer to even" in texts(shown)
        house.now_ms[0] += 10_000
        known = (await house.manager.click(panel, custom_id=ident)).response
        assert "nearer to even" in texts(known)
        assert len(crews) == 1, "nothing was changed, so nothing is played again"

        cog: Any = house.mirror.get_cog("RoleSetCog")
        (draft,) = cog._workshop.drafts._drafts.values()
        draft.set_number("night_seconds", 1)
        assert "Something is wrong" in texts((await forged(house, house.manager, panel, ident)).response)
        draft.set_number("night_seconds", 90)
        draft.adjust(10, "doctor", -1)
        shown = (await house.manager.click(panel, custom_id=ident)).response
        assert "0 of 1995 games" in texts(shown)
        assert crews[1].job.order.seats == 10, "the number of players that is open on the panel"
        await house.manager.click(panel, custom_id=control(panel, "drop"))
        await look(house)
        assert crews[1].stopped
        assert "its draft is not open any more" in texts(shown)
