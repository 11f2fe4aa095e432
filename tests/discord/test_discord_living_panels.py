"""One living panel a person and night: changed where it stands, closed when its chapter is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Seen, alts
from rooms.village import Square, village_square

from bot.ui.stage.public_pages import EDITABLE_MS

TEAM = {"cat": "murderer", "dan": "trickster", "ben": "sheriff", "gus": "mad_hatter"}
OVER = "nothing to press here"
ANSWER_TAKES_S = 30


@asynccontextmanager
async def first_night(tmp_path: Path, **options: Any) -> AsyncIterator[Square]:
    async with village_square(tmp_path, options=options, **TEAM) as square:
        await square.begin()
        await square.introduce_all()
        yield square


def letters(square: Square, name: str) -> list[Seen]:
    return square.messages(square.dm(name))


def live(square: Square, name: str) -> list[Seen]:
    """Of all messages to somebody those on which something of this moment can be pressed. **My seat** always can."""
    return [one for one in letters(square, name) if of_the_moment(one)]


def of_the_moment(letter: Seen) -> list[str]:
    """The controls of this message that will be out of date."""
    return [one for one in letter.controls if not one.startswith("mm:seat:")]


def edits(square: Square, name: str) -> int:
    """How often a message to somebody was changed, other than in answer to a press of theirs."""
    place = f"/channels/{square.dm(name).id}/messages/"
    return sum(one.method == "PATCH" and one.path.startswith(place) for one in square.env.http_requests)


async def test_a_team_that_wavers_rings_once_and_everybody_has_one_panel(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        counted = {name: len(letters(square, name)) for name in square.people}
        still = {name: edits(square, name) for name in square.people}
        for victim in ("hal", "ida", "eve"):
            await square.answers("cat", "night.victim", victim)
            await square.time(3)
        (panel,) = live(square, "dan")
        assert [line for line in ("**hal**", "**ida**", "**eve**") if line in panel.text] == [
            "**hal**",
            "**ida**",
            "**eve**",
        ]
        await square.answers("dan", "night.victim", "fay")
        await square.time(3)
        assert "**eve**" in live(square, "dan")[0].text, "what was told stays, whatever its owner presses"
        for name in square.people:
            assert len(letters(square, name)) == counted[name]
            assert len(live(square, name)) == 1
            if name not in ("cat", "dan"):
                assert edits(square, name) == still[name], f"{name} sees nothing of it"


async def test_a_new_question_rings_and_the_message_before_is_closed(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        before = live(square, "cat")[0]
        for name in ("cat", "dan"):
            await square.answers(name, "night.victim", "fay")
        await square.time(3)
        assert "night.murder" in await square.asked("cat")
        (panel,) = live(square, "cat")
        assert panel.id > before.id
        closed = next(one for one in letters(square, "cat") if one.id == before.id)
        assert OVER in closed.text
        assert "**fay**" in closed.text, "what it has told still stands there"
        (dealt,) = [one for one in letters(square, "cat") if alts(one)]
        assert of_the_moment(dealt) == []
        assert alts(dealt)[0].startswith("Your card: Rumplestiltskin the "), "the card that was dealt stays to be seen"


async def test_a_panel_that_is_pressed_before_its_arrival_is_known_closes_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's answer to the post takes longer than the person to press, and this process has drawn no panel yet."""
    async with first_night(tmp_path) as square:
        before = live(square, "cat")[0]
        await square.answers("cat", "night.victim", "fay")
        await square.restart()
        direct = square.mirror.courier.direct

        async def slowly(user_id: int, *message: Any, **options: Any) -> tuple[int, int]:
            sent = await direct(user_id, *message, **options)
            if user_id == square.actor("cat").user.id:
                await asyncio.sleep(ANSWER_TAKES_S)
            return sent

        monkeypatch.setattr(square.mirror.courier, "direct", slowly)
        await square.answers("dan", "night.victim", "fay")
        await square.time(3)
        await square.answers("cat", "night.murder", "gus")
        await square.time(ANSWER_TAKES_S)
        assert OVER in next(one for one in letters(square, "cat") if one.id == before.id).text
        assert len(live(square, "cat")) == 1


async def test_a_panel_that_is_pressed_while_the_next_one_is_on_its_way_leaves_the_news_to_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dan's panel is too old to be changed, and Discord takes its time with the new one; he presses the old one."""
    async with first_night(tmp_path, night_seconds=2 * EDITABLE_MS // 1000) as square:
        await square.time(EDITABLE_MS / 1000)
        (before,) = live(square, "dan")
        send_message = square.mirror.http.send_message

        async def slowly(channel_id: int, **sent: Any) -> Any:
            if channel_id == square.dm("dan").id:
                await asyncio.sleep(ANSWER_TAKES_S)
            return await send_message(channel_id, **sent)

        monkeypatch.setattr(square.mirror.http, "send_message", slowly)
        await square.answers("cat", "night.victim", "fay")
        await square.time(2)
        await square.answers("dan", "night.victim", "eve")
        pressed = next(one for one in letters(square, "dan") if one.id == before.id)
        assert "**eve**" in pressed.text
        assert "**fay**" not in pressed.text
        assert pressed.controls == []
        await square.time(ANSWER_TAKES_S)
        (panel,) = live(square, "dan")
        assert panel.id > before.id
        assert "**fay**" in panel.text
        assert "You point at **eve**" in panel.text, "what he pressed meanwhile counts there as well"


async def test_what_was_pressed_while_the_panel_was_changed_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes its time with the change; it was drawn before dan has pressed, and lands after it."""
    async with first_night(tmp_path) as square:
        edit_message = square.mirror.http.edit_message

        async def slowly(channel_id: int, message_id: int, **changed: Any) -> Any:
            if channel_id == square.dm("dan").id:
                await asyncio.sleep(4)
            return await edit_message(channel_id, message_id, **changed)

        monkeypatch.setattr(square.mirror.http, "edit_message", slowly)
        await square.answers("cat", "night.victim", "fay")
        await square.time(1)
        await square.answers("dan", "night.victim", "eve")
        await square.time(ANSWER_TAKES_S)
        (panel,) = live(square, "dan")
        assert "**fay**" in panel.text
        assert "You point at **eve**" in panel.text
        asked, _ = await square.panel("dan", "night.victim")
        assert asked.id == panel.id, "and what is open can be pressed"


async def test_at_dawn_every_panel_closes_and_not_before_although_somebody_dies(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        square.newcomer("zoe")
        for name in ("cat", "dan"):
            await square.answers(name, "night.victim", "fay")
        await square.answers("gus", "night.assassinate", "hal")
        await square.answers("ann", "night.suspect", "cat")
        await square.time(5)
        still = {name: edits(square, name) for name in square.people}
        shown = {name: letters(square, name)[-1].text for name in ("fay", "hal", "ann")}
        await square.time(20)
        assert await square.phase() == "night"
        assert {name: edits(square, name) for name in square.people} == still
        assert {name: letters(square, name)[-1].text for name in ("fay", "hal", "ann")} == shown
        await square.until("day")
        dead = ("fay", "hal")
        for name in square.people:
            last = [one for one in letters(square, name) if OVER in one.text][-1]
            newer = [one for one in letters(square, name) if one.id > last.id]
            assert last.controls == [] == live(square, name), f"{name} can press nothing of last night"
            assert ["You are dead" in one.text for one in newer] == [True] * (name in dead)
        assert "**cat**" in letters(square, "ann")[-1].text, "what she noted can still be read"
        assert "**cat**" not in letters(square, "eve")[-1].text
        assert square.texts(square.dm("zoe")) == []
        closed = {name: edits(square, name) for name in square.people}
        await square.nominates("ann", "eve", "She is next")
        await square.time(5)
        assert {name: edits(square, name) for name in square.people} == closed, "once is enough"


async def test_who_has_answered_all_is_shown_so_at_once_and_the_dawn_changes_nothing(tmp_path: Path) -> None:
    """The answer to the last press closes the panel: no change of the message is needed for that, then or later."""
    async with first_night(tmp_path) as square:
        still, before = edits(square, "ann"), letters(square, "ann")
        await square.answers("ann", "night.suspect", "cat")
        await square.time(5)
        closed = letters(square, "ann")[-1]
        assert closed.id == before[-1].id
        assert closed.controls == []
        assert OVER in closed.text
        assert "**cat**" in closed.text, "what she noted stands there"
        seat = await square.presses("ann", "My seat")
        assert f"mm:whisper:{square.match_id}" in seat.seen.controls, "who would whisper finds that there"
        await square.until("day")
        await square.time(5)
        assert letters(square, "ann")[-1].text == closed.text
        assert edits(square, "ann") == still


async def test_after_a_restart_what_was_answered_is_closed_all_the_same(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        await square.answers("ann", "night.suspect", "cat")
        await square.restart()
        await square.until("day")
        await square.time(5)
        assert live(square, "ann") == []
        assert OVER in letters(square, "ann")[-1].text


async def test_what_was_told_at_dawn_comes_as_a_message_of_its_own(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        before = letters(square, "ben")[-1]
        await square.answers("ben", "night.investigate", "cat")
        await square.until("day")
        panel = letters(square, "ben")[-1]
        assert panel.id > before.id
        assert panel.labels == ["My seat"]
        assert "is** a Rumplestiltskin" in panel.text
        assert OVER in next(one for one in letters(square, "ben") if one.id == before.id).text


async def test_the_card_stays_as_it_is_when_night_falls(tmp_path: Path) -> None:
    """Nothing on it is ever out of date, so that no request is made to change it."""
    async with first_night(tmp_path) as square:
        card = letters(square, "ben")[0]
        assert "Sheriff" in card.text
        assert OVER not in card.text
        assert card.labels == ["My seat"]
        assert "Sheriff" in (await square.presses("ben", "My seat", card)).text
        assert edits(square, "ben") == 0


async def test_who_answers_on_my_seat_finds_no_question_in_the_panel(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        before = len(letters(square, "ann"))
        seat = await square.presses("ann", "My seat")
        menu = next(one for one in seat.seen.controls if one.startswith("mm:s:"))
        await square.chooses("ann", seat.seen, menu, "3")
        await square.time(3)
        assert len(letters(square, "ann")) == before
        assert menu not in letters(square, "ann")[-1].controls
        assert "**cat**" in letters(square, "ann")[-1].text


async def test_who_looks_at_my_seat_as_day_breaks_keeps_no_panel_of_the_night(tmp_path: Path) -> None:
    """What is shown then counts as told, the dawn as well; the panel is closed all the same."""
    async with first_night(tmp_path) as square:
        real = square.mirror.places.unlock
        looked = []

        async def look_first(*parts: Any) -> None:
            awake = await square.mirror.service.snapshot(square.match_id)
            await square.mirror.receipts.note_click(awake, 1, shown_all(awake))
            looked.append(awake)
            await real(*parts)

        square.mirror.places.unlock = look_first  # type: ignore[method-assign]
        await square.until("day")
        assert looked
        assert live(square, "ann") == []


def shown_all(match: Any) -> Any:
    from bot.ui.stage.delivered import Delivered  # noqa: PLC0415

    return Delivered(match.checkpoint, match.announced - 1)


async def test_a_panel_of_nearly_an_hour_is_posted_anew(tmp_path: Path) -> None:
    """Discord limits the edits of messages older than an hour."""
    async with first_night(tmp_path, night_seconds=7200) as square:
        before = live(square, "dan")[0]
        await square.time(EDITABLE_MS / 1000 + 60)
        await square.answers("cat", "night.victim", "hal")
        await square.time(3)
        (panel,) = live(square, "dan")
        assert panel.id > before.id
        assert "**hal**" in panel.text


async def test_after_a_restart_the_panel_is_still_the_one(tmp_path: Path) -> None:
    async with first_night(tmp_path, night_seconds=600) as square:
        await square.answers("cat", "night.victim", "hal")
        await square.time(3)
        before = [one.id for one in letters(square, "dan")]
        await square.restart(outage_s=5)
        await square.time(5)
        await square.answers("cat", "night.victim", "ida")
        await square.time(3)
        assert [one.id for one in letters(square, "dan")] == before
        (panel,) = live(square, "dan")
        assert "**hal**" in panel.text
        assert "**ida**" in panel.text
        await square.restart(outage_s=5)
        await square.until("day")
        assert live(square, "ann") == live(square, "dan") == []


async def test_a_panel_that_was_deleted_comes_anew(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        panel = live(square, "dan")[0]
        channel = square.mirror.get_partial_messageable(square.dm("dan").id)
        await square.run(channel.get_partial_message(panel.id).delete)
        await square.answers("cat", "night.victim", "hal")
        await square.time(3)
        assert live(square, "dan")[0].id > panel.id


async def test_when_the_game_is_over_nothing_can_be_pressed_in_any_letter(tmp_path: Path) -> None:
    async with first_night(tmp_path) as square:
        awake = await square.awake()
        await square.run(lambda: square.mirror.hosting.end(awake.id, awake.row.host_id))
        await square.time(5)
        for name in square.people:
            assert live(square, name) == []
            assert "the game is over" in letters(square, name)[-1].text


async def test_who_gives_a_seat_up_can_press_nothing_of_it_any_more(tmp_path: Path) -> None:
    async with first_night(tmp_path, night_seconds=600) as square:
        square.newcomer("zoe")
        still = {name: edits(square, name) for name in square.people}
        awake = await square.awake()
        zoe = square.actor("zoe").user
        await square.run(lambda: square.mirror.hosting.seat_person(awake.id, awake.row.host_id, 2, zoe.id, "zoe"))
        await square.time(5)
        assert live(square, "ben") == []
        assert OVER in letters(square, "ben")[-1].text
        assert "Sheriff" not in letters(square, "ben")[-1].text, "the night's panel told nothing"
        assert len(live(square, "zoe")) == 1
        assert all(edits(square, name) == still[name] for name in square.people if name != "ben")


# -- a process that dies -----------------------------------------------------------------------------------------------


async def test_what_a_dead_process_did_not_live_to_put_away_is_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_night(tmp_path) as square:
        monkeypatch.setattr(square.mirror.courier, "edit_soon", lambda *_, **__: None)
        before = letters(square, "hal")[-1]
        await square.answers("gus", "night.assassinate", "hal")
        await square.until("day")
        await square.time(3)
        assert [one.id for one in live(square, "hal")] == [before.id]
        assert letters(square, "hal")[-1].id > before.id, "below it stands that hal is dead"
        await square.restart()
        assert live(square, "hal") == []
        assert letters(square, "hal")[-1].labels == ["My seat"]
        assert OVER in next(one for one in letters(square, "hal") if one.id == before.id).text


async def test_the_last_panels_say_that_it_is_over_although_the_process_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_night(tmp_path) as square:
        monkeypatch.setattr(square.mirror.courier, "edit_soon", lambda *_, **__: None)
        await square.run(lambda: square.mirror.hosting.end(square.match_id, square.actor("ann").user.id))
        await square.time(3)
        assert live(square, "ben")
        await square.restart()
        assert live(square, "ben") == []
