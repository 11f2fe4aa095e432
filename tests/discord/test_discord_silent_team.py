"""A team of which one is silent, the cards explained before the first night, and a table without fouls: by clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import alts
from rooms.village import Square, enchanted_square, village_square

from bot.games.village.cards import BONUS_CARDS
from bot.trouble import StoreTrouble
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.stage.public import PublicSender

EXPLAINED = "What the cards in this game can do"
QUIET = {"all_must_point": False, "night_seconds": 60, "powers_seconds": 20}


async def test_the_powers_have_an_hour_when_one_of_the_team_was_silent(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, ann="murderer", ben="trickster") as square:
        await square.begin()
        await explains(square, "stands under **Text**", EXPLAINED, "Villager: No power")
        await square.introduce_all()
        await square.time(2)
        assert "stands under **Text**" not in square.public(), "the button has gone down to the next message"
        await square.answers("ann", "night.victim", "eve")
        public = square.texts()
        await square.time(61)
        assert square.texts() != public, "everybody sees that an hour passes, as every night"
        assert await square.asked_for("night.murder") == ["ann"]
        assert await square.asked("cat") == []
        await square.answers("ann", "night.murder", "fay")
        await square.time(41)
        await square.until("day")
        assert {"eve", "fay"}.isdisjoint(await square.alive())


async def explains(square: Square, where: str, *told: str) -> None:
    """Everybody is told where it stands what each card can do, and finds it there: on the opening and on My seat. It
    tells of the cards of this game alone."""
    assert f"What each card can do {where}" in square.public()
    more = await square.rarely("ben")
    cards = await square.presses("ben", "The cards", more.seen)
    for text in (await square.reads_text("ann"), cards.text):
        plain = text.replace("**", "")
        assert all(part in plain for part in told)
        assert "Sheriff" not in plain, "a card that is not in the game is not explained"


async def test_where_no_picture_comes_the_cards_are_explained_at_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, ann="murderer", ben="trickster") as square:
        square.mirror.gallery.close()
        await square.begin()
        assert EXPLAINED in square.public()
        assert "Villager: No power" in square.public()
        assert "You win when" in square.dm_text("ann"), "what a picture of the own card would say"
        await square.introduce_all()
        await square.until("day")
        await square.burns("gus", by="ben")
        await square.until("night")
        assert "7. gus: burns; 5 votes: " in square.public(), "what a picture of the count would say"


async def test_a_table_without_fouls_has_no_button_for_them(tmp_path: Path) -> None:
    for by_vote in (True, False):
        path = tmp_path / str(by_vote)
        path.mkdir()
        options = {"foul_votes": by_vote}
        async with enchanted_square(path, {"ben": "drunk"}, options=options, ann="murderer") as square:
            await square.begin()
            await square.first_day()
            await square.time(3)
            labels = [label for message in square.messages() for label in message.labels]
            assert any("ben is sober!" in label for label in labels) == by_vote
            assert ("Nobody calls fouls at this table" in square.dm_text("ben")) == (not by_vote)


async def test_the_cards_are_explained_although_the_opening_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends between the messages of an opening that is too long for one."""
    monkeypatch.setattr("bot.ui.panels.TEXT_MOST", 900)
    monkeypatch.setattr("bot.ui.stage.in_messages.LINES_MOST", 800)
    async with village_square(tmp_path, options=QUIET | {"bonus": BONUS_CARDS}, ann="murderer") as square:
        post, posted = PublicSender._post, []

        async def dies(self: PublicSender, *message: Any, **more: Any) -> int:
            posted.append(await post(self, *message, **more))
            if len(posted) == 1:
                raise StoreTrouble("the machine stopped")
            return posted[-1]

        monkeypatch.setattr(PublicSender, "_post", dies)
        await square.begin()
        await square.restart()
        await square.time(40)
        assert len(posted) > 2
        assert square.public().count(EXPLAINED) == 1, "though what was said after it may be told before"


async def test_a_picture_that_a_cut_opening_has_not_shown_comes_with_its_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends when the first message of an opening in two has arrived: the cards stand above the other."""
    monkeypatch.setattr("bot.ui.stage.in_messages.SCREEN", 700)
    async with village_square(tmp_path, options=QUIET | {"bonus": BONUS_CARDS}, ann="murderer") as square:
        post, posted = PublicSender._post, []

        async def dies(self: PublicSender, *message: Any, **more: Any) -> int:
            if posted:
                raise StoreTrouble("the machine stopped")
            posted.append(await post(self, *message, **more))
            return posted[-1]

        with monkeypatch.context() as dying:
            dying.setattr(PublicSender, "_post", dies)
            await square.begin()
        assert [alts(message) for message in square.messages()] == [[]], "the first of two, without the picture"
        await square.restart()
        await square.time(40)
        first, *others, board = square.messages()
        assert board.id == square.board.id
        assert [len(alts(message)) for message in (first, *others, board)] == [0, 1]


async def test_the_board_comes_although_the_news_above_it_came_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something breaks between the news of an opening too high for a screen and its board."""

    async def is_low(_: Gallery, page: Page, *, grows: bool) -> bool:
        return not page.lines

    monkeypatch.setattr("bot.ui.stage.in_messages._is_on_one_screen", is_low)
    async with village_square(tmp_path, options=QUIET | {"bonus": BONUS_CARDS}, ann="murderer") as square:
        post, posted = PublicSender._post, []

        async def breaks(self: PublicSender, *message: Any, **more: Any) -> int:
            posted.append(await post(self, *message, **more))
            if len(posted) == 1:
                raise StoreTrouble("the machine stopped")
            return posted[-1]

        monkeypatch.setattr(PublicSender, "_post", breaks)
        await square.begin()
        await square.time(40)
        told = square.public()
        assert told.count("9 guests") == 1
        assert EXPLAINED in told, "what the board was to say of the cards"
        assert "My seat" in square.messages()[-1].labels
