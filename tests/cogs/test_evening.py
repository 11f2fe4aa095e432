"""An evening of several games, as people see it, in a simulated Discord with the real bot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import _component_interaction
from small_mirror import assert_fits, controls
from support.den import Den, opened_den, shown_on
from support.legibility import assert_legible, read

import bot.client as mirror_module
from bot.matches.evenings import LASTS_MS, REMATCHES_MOST, Evening, Evenings, Round, Standing
from bot.store import matches, tallies
from bot.store.tallies import TallyRow, TallySeatRow
from bot.ui.delivery import Courier
from bot.ui.pages import without_files
from bot.ui.pictures.art import Art
from bot.ui.wording import Wording, wording_files
from cogs.evenings.cog import LOOK_MINUTES
from cogs.evenings.evening_pages import evening_page, points_line
from cogs.evenings.scoreboard_picture import Row, ScoreboardPicture


def boards(place: Den) -> list[Any]:
    """The scoreboards in the channel, the oldest first."""
    return [one for one in place.room.history() if "An evening of games" in shown_on(one)]


def pictured(message: Any) -> str:
    """What the pictures on it show, in words."""
    found: list[str] = []

    def walk(part: Any) -> None:
        found.extend(one["description"] for one in part.get("items", ()))
        for inner in part.get("components", ()):
            walk(inner)

    for component in message.components:
        walk(component if isinstance(component, dict) else component.to_dict())
    return "\n".join(found)


async def wins(place: Den, match: int, winner: int, loser: int) -> None:
    """The match is over by its rules, and counts."""
    now = place.now[0]

    async def over(connection: Any) -> None:
        await matches.set_status(connection, match, "over", now)
        row = TallyRow(match, place.guild.id, place.room.id, "name_duel", "classic", 2, [], now, "counts")
        results = [(1, winner, "won"), (2, loser, "lost")]
        seats = [TallySeatRow(match, seat, who, None, None, result) for seat, who, result in results]
        await tallies.add(connection, row, seats)

    await place.mirror.store.write(over)


async def test_an_evening_from_its_first_game_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_module, "COGS", ("cogs.lobby.cog", "cogs.evenings.cog"))
    async with opened_den(tmp_path, Den) as place:
        ann, ben, zoe = (place.joins(name) for name in ("ann", "ben", "zoe"))
        await ann.slash(place.room, "evening start", first="name_duel", second="village")
        await place.soon()
        (board,) = boards(place)
        assert_fits(board)
        assert "A win gives 3 points" in shown_on(board)
        assert "Next: **Name Duel**" in shown_on(board)
        refused = await zoe.click(board, label="Next game")
        assert "host" in shown_on(refused.response)
        await ann.click(board, label="Next game")
        await place.soon()
        lobby = await place.lobby()
        assert lobby.game.name == "name_duel"
        (board,) = boards(place)
        assert all(one.get("disabled") for one in controls(board) if one.get("label") == "Next game")
        await ben.click(next(one for one in place.room.history() if one.id == lobby.message_id), label="Join and begin")
        await place.soon()

        match = (await place.lobby()).match or 0
        await wins(place, match, ann.user.id, ben.user.id)
        await place.restart()  # the process ended before anybody was shown how the evening stands
        await place.soon()
        board = boards(place)[-1]
        assert "Place 1: ann, 3 points in 1 game." in pictured(board)
        assert "Next: **Rumplestiltskin!**" in shown_on(board)
        assert [one.filename for one in board.attachments] == ["scoreboard.jpg"]
        assert len(boards(place)) == 1, "the one before says that there is a newer one"

        evenings = Evenings(place.mirror.store, place.mirror.now_ms)
        await evenings.shown(1, board.id, 0)  # as if nobody knew whether Discord had taken it
        await place.soon(LOOK_MINUTES * 60)
        assert not (await evenings.get(1)).is_unshown
        assert len(boards(place)) == 1

        await place.restart()
        await place.soon()
        assert len(boards(place)) == 1

        stored = place.env.backend.get_message(place.room.id, board.id)
        rematch = {"custom_id": f"mm:rematch:{match}", "component_type": 2}
        await _component_interaction(ben, stored, rematch)  # on the last page of the game, which was not played here
        await place.soon()
        lobby = await place.lobby(2)
        await ann.click(next(one for one in place.room.history() if one.id == lobby.message_id), label="Join and begin")
        await place.soon()
        board = boards(place)[-1]
        assert "2. Name Duel (rematch): being played now" in shown_on(board)
        assert "3. Rumplestiltskin!" in shown_on(board)
        await wins(place, (await place.lobby(2)).match or 0, ben.user.id, ann.user.id)
        with monkeypatch.context() as patched:
            patched.setattr(Courier, "may_attach", lambda *_: False)
            await place.restart()
            await place.soon()
        board = boards(place)[-1]
        told = ("Place 1: ann, 3 points in 2 games.", "Place 1: ben, 3 points in 2 games.")
        assert board.attachments == []
        assert all(line in shown_on(board) for line in told), "in words, where no file may be attached"
        asked = await zoe.click(board, label="Text")
        assert asked.ephemeral
        assert "1. **ben**: 3 points in 2 games" in shown_on(asked.response)
        assert "Next: **Rumplestiltskin!**" in shown_on(board)

        await ann.select(board, ["mafia"], custom_id="mm:evening:1:add")
        await place.soon()
        assert "4. Mafia" in shown_on(boards(place)[-1])
        seen = await zoe.slash(place.room, "evening scoreboard")
        assert seen.ephemeral
        assert all(line in pictured(seen.response) for line in told)
        asked = await ann.slash(place.room, "evening end")
        await ann.click(asked.response, label="End the evening")
        await place.soon()
        assert "It was won by **ann** and **ben** 🏆" in shown_on(boards(place)[-1])
        assert [one["label"] for one in controls(boards(place)[-1])] == ["Text"]


async def test_a_game_added_while_the_scoreboard_is_posted_is_on_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror_module, "COGS", ("cogs.lobby.cog", "cogs.evenings.cog"))
    async with opened_den(tmp_path, Den) as place:
        ann, ben = place.joins("ann"), place.joins("ben")
        await ann.slash(place.room, "evening start", first="name_duel")
        await place.soon()
        (first,) = boards(place)
        await ann.click(first, label="Next game")
        await place.soon()
        shown = (await place.lobby()).message_id
        await ben.click(next(one for one in place.room.history() if one.id == shown), label="Join and begin")
        await place.soon()
        match = (await place.lobby()).match or 0
        await wins(place, match, ann.user.id, ben.user.id)  # it is over, and nobody has been told yet
        await ann.select(first, ["mafia"], custom_id="mm:evening:1:add")
        post = Courier.post

        async def slowly(self: Courier, *arguments: Any, **options: Any) -> int:
            """While the scoreboard is on its way, another game is added."""
            message_id = await post(self, *arguments, **options)
            await Evenings(place.mirror.store, place.mirror.now_ms).add(1, ann.user.id, "grimm_forest")
            return message_id

        with monkeypatch.context() as patched:
            patched.setattr(Courier, "post", slowly)
            for watcher in place.mirror.endings.watchers:
                watcher(match)
            await place.soon()
        (board,) = boards(place)
        assert board.id != first.id
        assert all(line in shown_on(board) for line in ("1. Name Duel: over", "2. Mafia", "3. The Grimm Forest"))
        stored = place.env.backend.get_message(place.room.id, first.id)  # where the menu was still open
        choice = {"custom_id": "mm:evening:1:add", "component_type": 3, "values": ["village"]}
        await _component_interaction(ann, stored, choice)
        await place.soon()
        (board,) = boards(place)
        assert board.id != first.id, "what was put away stays so"
        assert (await Evenings(place.mirror.store, place.mirror.now_ms).get(1)).upcoming[-1] == "village"


async def test_the_scoreboard_of_an_evening_that_gave_way_says_that_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror_module, "COGS", ("cogs.lobby.cog", "cogs.evenings.cog"))
    async with opened_den(tmp_path, Den) as place:
        ann = place.joins("ann")
        for _ in range(2):
            await ann.slash(place.room, "evening start", first="mafia")
            await place.soon()
            place.now[0] += LASTS_MS + 1
        old, new = boards(place)
        assert "nobody has made a point" in shown_on(old)
        assert "No game has counted yet" not in shown_on(old), "there is none to come"
        assert "1. Mafia: not played" in shown_on(old)
        assert controls(old) == [], "no button that nothing comes of"
        assert "Next: **Mafia**" in shown_on(new)
        evenings = Evenings(place.mirror.store, place.mirror.now_ms)
        assert not (await evenings.get(2)).is_over
        await place.mirror.http.delete_channel(place.room.id)
        await place.soon()
        assert (await evenings.get(2)).is_over, "nothing can be played there any more"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_scoreboard_of_many_winners_still_fits(language: str) -> None:
    standing = tuple(Standing(who, "*" * 32, 1, 36, 12) for who in range(40))
    rounds = tuple(Round("trumplestiltskin", number > 12, True, number % 2 == 0) for number in range(1, 31))
    evening = Evening(1, 1, 1, None, 1, 1, "*" * 32, ("trumplestiltskin",) * 12, True, rounds, False, 30, standing)
    words = Wording(wording_files()).for_locale(language)
    page = evening_page(evening, words)
    assert page.fits()
    assert without_files(page).fits(), "also where the picture is late, refused or not permitted, and said in words"
    under_way = evening_page(replace(evening, is_over=False, rounds=(*rounds, *rounds)), words)
    assert points_line(words) in under_way.text()
    assert points_line(words) not in page.text(), "nothing can be won any more"
    assert without_files(under_way).fits()
    assert words.say("evening.no_more_rematches", most=REMATCHES_MOST) in under_way.panels[1].text
    assert words.say("evening.more", count=25) in page.panels[1].text
    assert words.say("evening.rounds_before", count=18) in page.panels[0].text


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_scoreboard_can_be_read_on_a_phone_whoever_is_on_it(language: str) -> None:
    words = Wording(wording_files()).for_locale(language)
    names = ["ann", "Wolfgang Amadeus von und zu Hohe", "クララ さん", "W" * 32]
    rows = tuple(
        Row(
            place,
            name,
            words.say("evening.of_points", count=37 - place),
            words.say("evening.in_games", played=words.say("evening.of_games", count=12)),
        )
        for place, name in enumerate(names, 1)
    )
    picture = ScoreboardPicture(words.say("evening.title"), rows)
    assert_legible(read(picture, Art()), names)
    assert all(name in picture.words(words) for name in names)
