"""`/tables`: what runs in a server, as far as one may see it; and the panel with all powers of a host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from rooms.any_game import Answered, refused, turned_down
from rooms.mafia import club_room
from rooms.village import Square, village_square

from bot.games import GAMES
from bot.store.seating import NewSeat

VILLAGE = {"ann": "murderer", "ben": "sheriff", "cat": "warlock"}
LABELS = [
    "Pause", "+5 min", "Skip…", "Go back…", "Repair", "Who may do what", "People…", "End…",
]  # fmt: skip


def moderator(room: Any, name: str = "mod") -> None:
    keeper = room.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    room.newcomer(name, roles=[keeper])


async def manages(square: Square, who: str) -> Answered:
    """The panel, by way of `/tables`."""
    return await square.presses(who, "Manage", (await square.says(who, "tables", square.room)).seen)


def menu(shown: Answered, end: str) -> str:
    """The id of a menu on a panel."""
    (ident,) = [one for one in shown.seen.controls if one.endswith(end) or f":{end}:" in one]
    return ident


async def picks(square: Square, shown: Answered, end: str, person: str) -> Answered:
    """Choose somebody from a menu of people."""
    hand, seen = square.actor(shown.who), shown.seen
    chosen = [square.actor(person).user]
    return await square._as(
        shown.who, lambda: hand.select(square._real(seen), chosen, custom_id=menu(shown, end)), seen
    )


async def test_players_see_where_to_watch_and_stand_by(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.says("gus", "play", square.room, game="mafia")
        listed = await square.says("zoe", "tables", square.room)
        assert f"table 1 · <#{square.thread.id}>" in listed.text
        assert "People: 9 · computer players: 0 · host: **ann**" in listed.text
        assert "1 of at most 20 seats taken" in listed.text
        assert listed.seen.labels == ["Watch", "Stand by"]
        done = await square.presses("zoe", "Stand by", listed.seen)
        await square.time(3)
        assert done.sentence.startswith("You stand by at table 1 now")
        assert "zoe stands by: when a player leaves" in square.public()
        again = await square.says("zoe", "tables", square.room)
        assert again.seen.labels == ["Watch", "Stand by no longer"]
        left = await square.says("ben", "leave")
        await square.presses("ben", "Leave the game", left.seen)
        await square.time(3)
        assert (await square.awake()).seats[2].user_id == square.actor("zoe").user.id
        assert (await square.says("zoe", "tables", square.room)).seen.labels == ["My seat"]


async def test_who_sits_here_or_is_barred_cannot_stand_by(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        moderator(square)
        square.newcomer("zoe")
        await square.begin()
        listed = await square.says("zoe", "tables", square.room)
        asked = await square.says("mod", "bar add", person=square.actor("zoe"), away="server")
        form = await square.chooses("mod", asked.seen, asked.seen.controls[0], "0")
        await square.writes("mod", form, "")
        denied = await refused(square, square.presses("zoe", "Stand by", listed.seen))
        assert denied.startswith("You cannot take a seat in the games of this server")
        seated = square.forges("gus", square.board, f"mm:standby:{square.match_id}")
        assert "already" in await refused(square, seated)


async def test_nothing_is_told_of_a_channel_one_cannot_see(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        shut = discord.PermissionOverwrite(view_channel=False)
        secret = square.guild.create_text_channel("secret", overwrites={square.actor("zoe"): shut})
        square.room, market = secret, square.room
        await square.begin()
        await square.says("gus", "play", secret, game="mafia")
        listed = await square.says("zoe", "tables", market)
        assert "No game is running here" in listed.text
        assert listed.seen.controls == []
        assert "People: 9" in (await square.says("ben", "tables", market)).text
        for ident in (f"mm:standby:{square.match_id}", f"mm:powers:{square.match_id}"):
            answered = await square.forges("zoe", listed.seen, ident)
            assert answered.sentence.startswith("There is no such table")


async def test_more_tables_than_fit_are_shown_in_pages(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        duel = GAMES["name_duel"]
        for number in range(5):
            people = [NewSeat(1, f"x{number}", None, "thoughtful"), NewSeat(2, f"y{number}", None, "thoughtful")]
            await square.run(
                lambda people=people: square.mirror.service.create(
                    duel, duel.options(), people, guild_id=square.guild.id, channel_id=square.room.id,
                    host_id=1, role_set="classic",
                )
            )  # fmt: skip
        first = await square.says("ben", "tables", square.room)
        assert "Page 1 of 2" in first.text
        second = await square.presses("ben", "More", first.seen)
        assert "Page 2 of 2" in second.text
        assert "table 6" in second.text
        assert "table 1 " not in second.text


async def test_a_moderator_finds_every_power_on_one_panel(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        moderator(square)
        await square.begin()
        await square.introduce_all()
        assert (await square.says("gus", "tables", square.room)).seen.labels == ["My seat"]
        assert "Only the host" in await refused(
            square, square.forges("gus", square.board, f"mm:powers:{square.match_id}:pause")
        )
        shown = await manages(square, "mod")
        assert shown.seen.labels == LABELS
        shown = await square.presses("mod", "Pause", shown.seen)
        assert "Go on" in shown.seen.labels
        shown = await square.presses("mod", "Go on", shown.seen)
        shown = await square.presses("mod", "+5 min", shown.seen)
        assert shown.seen.labels == LABELS
        assert "Everything after the moment you choose" in (await square.presses("mod", "Go back…", shown.seen)).text
        assert (await square.presses("mod", "Who may do what", shown.seen)).seen.message.flags & 64
        skip = await square.presses("mod", "Skip…", shown.seen)
        assert await square.log() == ["pause", "resume", "extend"]
        assert "runs out now" in skip.text
        end = await square.presses("mod", "End…", shown.seen)
        assert not await square.is_over(), "it was only asked"
        await square.presses("mod", end.seen.labels[0], end.seen)
        assert await square.is_over()


async def test_a_seat_is_named_by_number_and_person(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        moderator(square)
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        shown = await manages(square, "mod")
        ben = square.actor("ben").user.id
        seat = await square.chooses("mod", shown.seen, menu(shown, ":seat"), f"2.{ben}")
        assert "Seat 2: **ben** (a person)" in seat.text
        give = await picks(square, seat, "substitute", "zoe")
        assert "zoe takes the seat of ben" in give.text
        bystander = (await square.awake()).seats[3]
        await square.presses("mod", "Hand the seat over", give.seen)
        seats = (await square.awake()).seats
        assert (seats[2].user_id, seats[3]) == (square.actor("zoe").user.id, bystander)
        late = square.forges("mod", square.board, f"mm:powers:{square.match_id}:kick:2:{ben}")
        assert "Somebody else sits there now" in await turned_down(square, late)
        shown = await manages(square, "mod")
        seat = await square.chooses("mod", shown.seen, menu(shown, ":seat"), f"2.{square.actor('zoe').user.id}")
        kick = await square.presses("mod", "Give it to a computer…", seat.seen)
        await square.presses("mod", "Give the seat to the computer", kick.seen)
        assert (await square.awake()).seats[2].user_id is None
        shown = await manages(square, "mod")
        seat = await square.chooses("mod", shown.seen, menu(shown, ":seat"), "2.0")
        assert "Give it to a computer…" not in seat.seen.labels, "a computer player has it"


async def test_host_leader_and_standby_are_chosen_by_menus(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        moderator(square)
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        people = await square.presses("mod", "People…", (await manages(square, "mod")).seen)
        shown = await picks(square, people, "standby", "zoe")
        assert "Standing by: **zoe**" in shown.text
        people = await square.presses("mod", "People…", shown.seen)
        await picks(square, people, "chair", "zoe")
        assert (await square.awake()).row.moderator_id == square.actor("zoe").user.id
        people = await square.presses("mod", "People…", (await manages(square, "mod")).seen)
        await square.presses("mod", "Let the Mirror lead", people.seen)
        assert (await square.awake()).row.moderator_id is None
        people = await square.presses("ann", "People…", (await manages(square, "ann")).seen)
        await picks(square, people, "host", "cat")
        assert (await square.awake()).row.host_id == square.actor("cat").user.id
        late = await refused(square, square.forges("ann", square.board, f"mm:powers:{square.match_id}"))
        assert late.startswith("Only the host")


async def test_fouls_are_called_at_the_panel_too(tmp_path: Path) -> None:
    async with club_room(tmp_path, ann="don", ben="sheriff", cat="mafia", dan="doctor") as club:
        moderator(club)
        await club.begin()
        shown = await club.presses("mod", "Manage", (await club.says("mod", "tables", club.room)).seen)
        fouls = await club.presses("mod", "Foul…", shown.seen)
        (ident,) = [one for one in fouls.seen.controls if one.endswith(":foul")]
        await club.chooses("mod", fouls.seen, ident, "3.foul.0")
        await club.time(2)
        assert club.fouls("cat") == "•"
        assert "•" not in club.fouls("dan")
