"""People who take no direct messages: the game goes on, and My seat is as good."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest
from language.any_game import seat_of
from rooms.any_game import Answered, alts, close_messages, refused
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

from cogs.village.face import VillageFace

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def introductions(square: Square) -> None:
    for name in await square.asked_for("introduction"):
        await square.introduces(name, None)
    await square.time(3)


async def test_the_first_night_waits_for_my_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        (told,) = [line for line in square.told() if "cannot send you direct messages" in line]
        assert told.startswith("ben, ")
        assert "heriff" not in told
        assert "People who have their secrets: 8 of 9." in (await square.says("ann", "table status")).text
        await introductions(square)
        assert await square.phase() != "night"
        assert "Begin anyway" in square.board.labels

        mine = await square.presses("ben", "My seat")
        assert mine.result.response is not None
        assert mine.result.response.ephemeral
        assert "## Sheriff" in mine.text
        card = "Your card: Sheriff. You win when every Rumplestiltskin is dead."
        assert alts(mine.seen) == [card], "as the others see it on their messages"
        assert alts((await square.presses("ben", "My seat")).seen) == [], "like a message: once"
        assert alts((await square.presses("ann", "My seat")).seen) == [], "hers came as a message"
        await square.time(3)
        assert await square.phase() == "night"
        assert "Begin anyway" not in square.board.labels
        assert [line for line in square.told() if "cannot send you" in line] == [told], "once is enough"


@pytest.mark.parametrize("card", ["sheriff", "warlock", "huntsman"])
async def test_nobody_has_to_press_anything(tmp_path: Path, card: str) -> None:
    """A table would wait for ever where one person does not look at My seat, and the host at the board."""
    async with village_square(tmp_path, closed=["ben"], ann="murderer", ben=card) as square:
        await square.begin()
        await introductions(square)
        assert "ben, I cannot send you direct messages. Press **My seat**" in square.public()
        assert "+1 minute" not in square.board.labels, "who looks at their card ends the wait sooner"
        (clock,) = re.findall(r"Somebody still has no card. I go on <t:\d+:R>", square.board.text)
        assert clock in (await square.says("ann", "table status")).text
        await square.time(100)
        assert await square.phase() != "night"
        await square.time(30)
        assert await square.phase() == "night"
        assert "Begin anyway" not in square.board.labels
        assert card not in "".join(square.told()).lower()
        assert card in (await square.presses("ben", "My seat")).text.lower()


async def test_beside_a_picture_the_way_back_is_told_in_few_words(tmp_path: Path) -> None:
    """A phone has hardly room for more than the hand and what is asked."""
    at_length, brief = "privacy settings", "-# My messages do not reach you."
    async with name_duel_room(tmp_path, closed=["ben"]) as room:
        await room.begin()
        mine = await room.presses("ben", "My seat")
        assert [at_length in mine.text, brief in mine.text] == [False, True]
        assert "Try messages again" in mine.seen.labels
    (tmp_path / "village").mkdir()
    async with village_square(tmp_path / "village", closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        first, later = [await square.presses("ben", "My seat") for _ in range(2)]
        assert [alts(one.seen) != [] for one in (first, later)] == [True, False]
        assert [at_length in one.text for one in (first, later)] == [False, True]


async def test_all_who_take_no_direct_messages_are_told_in_one_sentence(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben", "cat", "dan"], **VILLAGE) as square:
        await square.begin()
        (told,) = [line for line in square.told() if "cannot send you direct messages" in line]
        assert told.startswith("ben, cat, dan: ")


async def test_news_too_long_for_one_message_let_the_table_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be sent has not gone ahead: nobody looks at once for what is left."""
    monkeypatch.setattr("bot.ui.stage.seat_pages.LINES_MOST", 100)
    async with village_square(tmp_path, closed=["ann"], **VILLAGE) as square:
        rounds: list[int] = []
        schedule = square.mirror.rounds.schedule
        monkeypatch.setattr(square.mirror.rounds, "schedule", lambda one: (rounds.append(one), schedule(one)))
        await square.begin()
        assert len(rounds) < 200
        assert len(square.texts(square.dm("cat"))) > 1, "her team mate gets it in several messages"
        assert "## Rumplestiltskin the Murderer" in (await square.presses("ann", "My seat")).text


async def test_a_whole_night_through_my_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        await square.presses("ben", "My seat")
        await square.until("night")
        mine = await square.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:s:"))
        assert seat_of("ben") not in map(int, mine.seen.offered(menu))
        await square.chooses("ben", mine.seen, menu, str(seat_of("ann")))
        assert await square.asked("ben") == []
        await square.until("day")
        assert "**ann** **is** a Rumplestiltskin" in (await square.presses("ben", "My seat")).text
        assert "Rumplestiltskin" not in "".join(line for line in square.told() if "ben" in line)
        assert square.texts(square.dm("ben")) == []
        # Everybody else has theirs by direct message, and only theirs.
        assert "Your card: **Villager**." in square.dm_text("gus")


async def test_a_closed_team_mate_learns_what_the_team_does(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["cat"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        assert "**ann** (Rumplestiltskin the Murderer)" in (await square.presses("cat", "My seat")).text
        await square.until("night")
        await square.answers("ann", "night.victim", "fay")
        mine = await square.presses("cat", "My seat")
        assert "**ann**" in mine.text
        assert "**fay**" in mine.text
        menu = next(
            control
            for control in mine.seen.controls
            if control.startswith("mm:s:") and str(seat_of("ann")) not in mine.seen.offered(control)
        )
        agreed = await square.chooses("cat", mine.seen, menu, str(seat_of("fay")))
        assert "unless somebody stands in the way" in agreed.text, "they have agreed on one victim"
        assert re.search(r"Night ends at <t:(\d+):t> \(<t:\1:R>\)", agreed.text), "true when the night is over, too"
        await square.until("day")
        assert "fay" not in await square.alive()


async def test_the_host_begins_anyway(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        button = f"mm:begin:{square.match_id}"
        assert "Only the host" in await refused(square, square.clicks("gus", square.board, button))
        assert "Only the host" in await refused(square, square.clicks("ben", square.board, button))
        before = square.board
        begun = await square.clicks("ann", before, button)
        assert begun.result.acknowledged
        await square.time(3)
        assert await square.phase() == "night"
        begun = "The game has already begun. I wait for nobody any more."
        assert await refused(square, square.forges("ann", before, button)) == begun


async def test_a_paused_game_offers_the_host_no_beginning(tmp_path: Path) -> None:
    """It would be refused: whoever wants to begin goes on first."""
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        assert "Begin anyway" in square.board.labels
        await square.says("ann", "table pause")
        await square.time(3)
        assert "Begin anyway" not in square.board.labels
        assert "The clock stands still" in square.board.text
        await square.says("ann", "table resume")
        await square.time(3)
        await square.presses("ann", "Begin anyway")
        await square.time(3)
        assert await square.phase() == "night"


async def test_messages_closed_in_the_middle_of_the_game(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        close_messages(square, "ben")
        await square.introduce_all()
        assert "ben, I cannot send you direct messages" in square.public()
        mine = await square.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:s:"))
        await square.chooses("ben", mine.seen, menu, str(seat_of("cat")))
        await square.until("day")
        assert "**cat** **is** a Rumplestiltskin" in (await square.presses("ben", "My seat")).text


PUT_AWAY = "There is nothing to press here any more."


async def the_night_before_messages_are_closed(square: Square) -> None:
    """ben has a panel in his direct messages, unanswered, when they are closed, and is told at dawn that he is dead."""
    await square.begin()
    await square.introduce_all()
    await square.until("night")
    for name in ("ann", "cat"):
        await square.answers(name, "night.victim", "ben")
    assert square.messages(square.dm("ben"))[-1].controls
    close_messages(square, "ben")


def edits_of(square: Square, name: str) -> int:
    path = f"/channels/{square.dm(name).id}/messages/"
    return sum(one.method == "PATCH" and one.path.startswith(path) for one in square.env.http_requests)


async def test_the_panel_is_put_away_where_no_new_one_arrives(tmp_path: Path) -> None:
    """Discord lets the Mirror change what it has written before."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await the_night_before_messages_are_closed(square)
        await square.until("day")
        assert {label for panel in square.messages(square.dm("ben")) for label in panel.labels} == {"My seat"}
        assert square.messages(square.dm("ben"))[-1].controls == []
        assert PUT_AWAY in square.texts(square.dm("ben"))[-1]
        assert "dead" in (await square.presses("ben", "My seat")).text


async def test_a_panel_that_may_not_be_changed_either_hurts_nothing(tmp_path: Path) -> None:
    """What the team picks is shown on cat's panel, where it stands: Discord refuses even that."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("night")
        close_messages(square, "cat")
        path, before = f"/channels/{square.dm('cat').id}/messages/*", edits_of(square, "cat")
        square.env.inject_error("PATCH", path, status=403, code=50007, message="Cannot send messages", times=None)
        await square.answers("ann", "night.victim", "fay")
        await square.time(45)
        assert 0 < edits_of(square, "cat") - before <= 2, "refused requests count towards a ban"
        assert "**fay**" in (await square.presses("cat", "My seat")).text


async def test_a_process_that_died_before_it_put_the_panel_away(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await the_night_before_messages_are_closed(square)
        path = f"/channels/{square.dm('ben').id}/messages/*"
        square.env.inject_error("PATCH", path, status=503, times=None)
        await square.until("day")
        assert square.messages(square.dm("ben"))[-1].controls
        square.env.backend.faults.clear()
        close_messages(square, "ben")
        await square.restart()
        assert square.messages(square.dm("ben"))[-1].controls == []
        assert PUT_AWAY in square.texts(square.dm("ben"))[-1]


async def test_a_closed_door_is_not_knocked_at_again_and_again(tmp_path: Path) -> None:
    """Refused requests count towards a ban: a person known to be closed is not tried."""
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        await square.presses("ben", "My seat")
        await square.until("day")
        path = f"/channels/{square.dm('ben').id}/messages"
        assert len([request for request in square.env.http_requests if request.path == path]) == 1


async def test_what_was_missed_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        await square.restart()
        assert await square.phase() != "night", "the first night still waits for ben"
        assert "## Sheriff" in (await square.presses("ben", "My seat")).text
        await square.time(3)
        assert await square.phase() == "night"


TOLD_CLOSED = "ben, I cannot send you direct messages"


async def looks_into_cats_heart(square: Square) -> None:
    mine = await square.presses("ben", "My seat")
    menu = next(control for control in mine.seen.controls if control.startswith("mm:s:"))
    await square.chooses("ben", mine.seen, menu, str(seat_of("cat")))


async def test_nobody_is_told_again_by_the_next_process(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        assert square.public().count(TOLD_CLOSED) == 1
        await square.presses("ben", "My seat")
        await square.until("night")
        await square.restart()
        await looks_into_cats_heart(square)
        await square.until("day")
        assert "**cat** **is** a Rumplestiltskin" in (await square.presses("ben", "My seat")).text
        assert square.public().count(TOLD_CLOSED) == 1


async def test_what_would_have_told_something_the_next_process_says_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if it were a secret at night, and no longer at dawn, that somebody gets a message."""
    monkeypatch.setattr(VillageFace, "discreet_phases", frozenset({"night"}))
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        close_messages(square, "ben")
        await square.introduce_all()
        await square.until("night")
        await square.restart()
        await looks_into_cats_heart(square)
        assert TOLD_CLOSED not in square.public()
        await square.until("day")
        assert square.public().count(TOLD_CLOSED) == 1


# -- the way back ------------------------------------------------------------------------------------------------------

AGAIN = "Try messages again"


def opens_messages(square: Square, name: str) -> None:
    """This person takes direct messages again."""
    square.closed.discard(name)
    square.env.backend.faults.clear()


async def tries_again(square: Square, name: str) -> Answered:
    mine = await square.presses(name, "My seat")
    return await square.presses(name, AGAIN, mine.seen)


async def test_whoever_opens_their_messages_is_reached_again_in_the_same_game(tmp_path: Path) -> None:
    async with village_square(tmp_path, closed=["ben"], **VILLAGE) as square:
        await square.begin()
        await introductions(square)
        assert AGAIN not in (await square.presses("gus", "My seat")).seen.labels, "messages reach gus"
        assert "Discord still does not let me" in (await tries_again(square, "ben")).sentence
        assert square.texts(square.dm("ben")) == []
        opens_messages(square, "ben")
        assert "just tried" in (await tries_again(square, "ben")).sentence
        await square.time(31)
        assert "It has worked" in (await tries_again(square, "ben")).sentence
        assert square.texts(square.dm("ben"))[0].startswith("My messages reach you again.")
        await square.until("night")
        mine = await square.presses("ben", "My seat")
        menu = next(control for control in mine.seen.controls if control.startswith("mm:s:"))
        await square.chooses("ben", mine.seen, menu, str(seat_of("ann")))
        await square.until("day")
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben"), "what is new comes there"
        assert AGAIN not in (await square.presses("ben", "My seat")).seen.labels
        assert len([line for line in square.told() if "cannot send you" in line]) == 1


async def test_what_waited_comes_as_soon_as_messages_arrive(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        mine = await square.presses("ben", "My seat")
        close_messages(square, "ben")
        await square.introduce_all()
        opens_messages(square, "ben")
        button = f"mm:dm:{square.match_id}"
        assert "You have no seat" in (await square.forges("prompter", square.board, button)).sentence
        assert "It has worked" in (await square.forges("ben", mine.seen, button)).sentence
        await square.time(2)
        panel, _ = await square.panel("ben", "night.investigate")
        assert panel.controls


async def test_where_secrets_are_shown_on_a_press_alone_nobody_gets_a_direct_message(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.mirror.settings.change(square.guild.id, secrets="press")
        await square.begin()
        (told,) = [line for line in square.told() if "I send no direct messages" in line]
        assert "heriff" not in told
        assert not [line for line in square.told() if "cannot send you" in line], "nobody is named"
        for name in ("ann", "ben", "cat"):
            assert square.texts(square.dm(name)) == []
        mine = await square.presses("ben", "My seat")
        assert "## Sheriff" in mine.text
        await square.run(lambda: square.mirror.hosting.end(square.match_id, square.actor("ann").user.id))
        await square.time(5)
        assert all(square.texts(square.dm(name)) == [] for name in square.people), "nor of its end"
        assert len([line for line in square.told() if "I send no direct messages" in line]) == 1


async def test_in_a_thread_of_a_channel_where_secrets_are_shown_on_a_press_none_comes_by_message(
    tmp_path: Path,
) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.mirror.settings.change_in(room.guild.id, room.room.id, secrets="press")
        channel = room.mirror.get_channel(room.room.id)
        assert isinstance(channel, discord.TextChannel)
        await room.run(lambda: channel.create_thread(name="corner", type=discord.ChannelType.public_thread))
        (room.room,) = room.room.threads
        await room.says("ann", "play", room.room, game="grimm_forest")
        (lobby,) = await room.mirror.lobbies.open_of_guild(room.guild.id)
        assert (lobby.channel_id, lobby.parent_id) == (room.room.id, channel.id), "of an archived one Discord is silent"
        await room.begin()
        assert "I send no direct messages" in "\n".join(room.texts(room.room))
        assert [room.texts(room.dm(name)) for name in ("ann", "ben")] == [[], []]
