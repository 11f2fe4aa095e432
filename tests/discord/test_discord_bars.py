"""Removing somebody from a lobby, and barring them: what the host does, what the person is told, what nobody sees."""

from __future__ import annotations

from pathlib import Path

import discord
from rooms.any_game import Answered, Seen, refused, takes_offered_seat
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "ben": "sheriff"}
SECRET = "was rude to *zoe* @everyone"


def lobby_of(square: Square) -> Seen:
    """The lobby, as everybody sees it."""
    (shown,) = [one for one in square.messages(square.room, viewer="prompter") if "Seats taken" in one.text]
    return shown


async def opens_lobby(square: Square, *guests: str) -> None:
    await square.says("ann", "play", square.room, game="village")
    for name in guests:
        await square.presses(name, "Join", lobby_of(square))
    await square.time(5)


async def chosen(square: Square, who: str, whom: str) -> Answered:
    """The host chooses somebody from the menu below *Remove somebody*."""
    more = await square.presses(who, "More …", lobby_of(square))
    menu = await square.presses(who, "Remove somebody", more.seen)
    (ident,) = menu.seen.controls
    return await square.chooses(who, menu.seen, ident, str(square.actor(whom).user.id))


async def bars(square: Square, who: str, asked: Answered, span: str = "86400", reason: str = SECRET) -> Answered:
    (ident,) = asked.seen.controls
    form = await square.chooses(who, asked.seen, ident, span)
    done = await square.writes(who, form, reason)
    await square.time(3)
    return done


async def test_somebody_is_removed_from_a_lobby(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await opens_lobby(square, "ben", "cat")
        assert "Remove somebody" not in (await square.presses("ben", "More …", lobby_of(square))).seen.labels
        asked = await chosen(square, "ann", "ben")
        out = asked.seen.controls[0]
        assert "Should ben lose their seat" in asked.text
        assert "ben" in lobby_of(square).text, "it was only asked"
        done = await square.presses("ann", "Remove", asked.seen)
        await square.time(3)
        assert done.sentence == "ben has no seat here any more. They may sit down again."
        assert "ben" not in lobby_of(square).text
        assert "cat" in lobby_of(square).text
        assert "The host has taken back your seat" in square.dm_text("ben")
        assert "taken back" not in square.dm_text("cat")
        again = await square.forges("ann", lobby_of(square), out)
        assert again.sentence.startswith("This person has no seat here any more")
        await square.presses("ben", "Join", lobby_of(square))
        assert "ben" in lobby_of(square).text


async def test_who_is_barred_from_a_lobby_cannot_come_back(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await opens_lobby(square, "ben", "cat")
        asked = await square.presses("ann", "Remove and bar …", (await chosen(square, "ann", "ben")).seen)
        done = await bars(square, "ann", asked)
        assert "ben cannot take a seat at this table until" in done.text
        assert "ben" not in lobby_of(square).text
        assert "cat" in lobby_of(square).text
        assert "You cannot take a seat at one of the tables of ann in **Den**, until <t:" in square.dm_text("ben")
        assert (await square.presses("ben", "Join", lobby_of(square))).sentence.startswith("You cannot take a seat")
        everything = "\n".join([square.dm_text("ben"), square.dm_text("cat"), *square.texts(square.room)])
        assert "rude" not in everything, "the reason is for moderators"


async def test_where_no_game_runs_the_lobby_is_meant(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await opens_lobby(square, "ben")
        ben = square.actor("ben")
        strangers = await square.says("cat", "bar add", square.room, person=ben, away="table")
        assert strangers.sentence.startswith("Only the host")
        asked = await square.says("ann", "bar add", square.room, person=ben, away="table")
        await bars(square, "ann", asked)
        assert "ben" not in lobby_of(square).text
        more = await square.presses("ann", "More …", lobby_of(square))
        await square.presses("ann", "Close this table", more.seen)
        nothing = await square.says("ann", "bar add", square.room, person=ben, away="table")
        assert nothing.sentence.startswith("That works only where the game is played")


async def test_moderators_read_the_reason_and_lift_the_bar(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        keeper = square.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
        square.newcomer("mod", roles=[keeper])
        await square.begin()
        zoe = square.actor("zoe")
        not_for_hosts = square.says("ann", "bar add", person=zoe, away="server")
        assert (await refused(square, not_for_hosts)).startswith("Only the moderators")
        await bars(square, "mod", await square.says("mod", "bar add", person=zoe, away="server"), "0")
        assert "You cannot take a seat in the games of **Den**, until somebody lifts it." in square.dm_text("zoe")
        assert "Nobody is barred" in (await square.says("ann", "bar list")).text
        listed = await square.says("mod", "bar list")
        assert "from all games of this server" in listed.text
        assert r"Reason: was rude to \*zoe\*" in listed.text
        assert "@everyone" not in listed.text
        (lift,) = listed.seen.controls
        assert (await refused(square, square.forges("ann", square.board, lift))).startswith("Only the host")
        play = await square.says("zoe", "play", square.room, game="village")
        assert play.sentence.startswith(
            "You cannot take a seat in the games of this server until a moderator lifts the bar."
        )
        await square.restart()
        gone = await square.presses("mod", "Let them come back", listed.seen)
        assert "Nobody is barred" in gone.text
        await square.says("zoe", "play", square.room, game="village")
        assert "zoe" in lobby_of(square).text


async def test_who_is_barred_from_a_running_table_loses_the_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        bystander = (await square.awake()).seats[3]
        ben = square.actor("ben")
        asked = await square.says("ann", "bar add", person=ben, away="table")
        assert "They are told about it when they lose a seat or ask for one, but not why" in asked.text
        forged = square.forges("gus", square.board, asked.seen.controls[0], ["3600"])
        assert "Only the host" in await refused(square, forged)
        await bars(square, "ann", asked, "3600")
        seats = (await square.awake()).seats
        assert (seats[2].user_id, seats[3]) == (None, bystander)
        assert "A computer player plays on for ben" in square.public()
        assert "barred" not in square.public()
        back = await square.says("ann", "table substitute", player="2", person=ben)
        denied = await square.presses("ann", "Offer the seat", back.seen)
        assert denied.sentence.startswith("This person is barred from this table")
        assert await square.log() == ["seat"]


async def test_nobody_lets_the_mirror_write_to_strangers(tmp_path: Path) -> None:
    """Anybody may bar anybody from tables of their own; who sits at none of them hears of it at the door."""
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        for _ in range(2):
            await bars(square, "gus", await square.says("gus", "bar add", square.room, person=zoe, away="host"))
            listed = await square.says("gus", "bar list", square.room)
            assert "zoe" in listed.text
            await square.presses("gus", "Let them come back", listed.seen)
        await bars(square, "gus", await square.says("gus", "bar add", square.room, person=zoe, away="host"))
        assert zoe.user.id not in square.env.backend.dm_channels, "no channel was opened"
        await square.says("gus", "play", square.room, game="village")
        denied = await square.presses("zoe", "Join", lobby_of(square))
        assert denied.sentence.startswith("You cannot take a seat at the tables of this host until <t:")


async def test_a_button_that_names_nothing_known_is_refused(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        for ident in ("mm:bar:moon:1:2", "mm:bar:server", "mm:lift:host:1:x:0", "mm:bars:x", "mm:bar", "mm:barred"):
            assert "does not know this button" in await refused(square, square.forges("ann", square.board, ident))
        forged = f"mm:bar:host:{square.actor('ann').user.id}:{square.actor('ben').user.id}"
        assert "does not know" in await refused(square, square.forges("ann", square.board, forged, ["7"]))
        yourself = square.says("ann", "bar add", person=square.actor("ann"), away="host")
        assert "cannot bar yourself" in await refused(square, yourself)


async def test_who_is_barred_after_a_seat_was_offered_to_them_cannot_take_it(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        offered = await square.says("ann", "table substitute", player="2", person=zoe)
        await square.presses("ann", "Offer the seat", offered.seen)
        await square.time(3)
        await bars(square, "ann", await square.says("ann", "bar add", person=zoe, away="host"))
        denied = await takes_offered_seat(square, "zoe")
        assert denied.sentence.startswith("You cannot take a seat at the tables of this host until <t:")
        assert (await square.awake()).seats[2].user_id == square.actor("ben").user.id
