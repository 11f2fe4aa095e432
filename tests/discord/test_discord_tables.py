"""`/tables`: what runs in a server, as far as one may see it; and the panel with all powers of a host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from rooms.any_game import Answered, refused, takes_offered_seat, turned_down
from rooms.mafia import mafia_room
from rooms.village import Square, village_square

from bot.games import GAMES
from bot.matches.moderator import MAY_ASK
from bot.store.seating import NewSeat

VILLAGE = {"ann": "murderer", "ben": "sheriff", "cat": "warlock"}
LABELS = [
    "Pause", "+5 min", "Skip …", "Clocks …", "Go back …", "Repair", "Who may do what", "People …", "End …",
]  # fmt: skip

WAYS = {
    "table status": "powers", "table end": "powers:end",
    "table pause": "powers:pause", "table pause hours": "powers:pause_for", "table resume": "powers:resume",
    "table extend": "powers:more", "table extend minutes": "powers:more_for", "table skip": "powers:skip",
    "table kick": "powers:kick", "table kick player": "powers:seat",
    "table substitute": "powers:substitute", "table substitute player": "powers:seat",
    "table substitute person": "powers:substitute",
    "table standby": "powers:standby", "table standby person": "powers:standby",
    "table host": "powers:host", "table host person": "powers:host",
    "table chair": "powers:mirror", "table chair master": "powers:chair", "table chair sees_all": "powers:chair_all",
    "table rewind": "powers:rewind", "table repair": "powers:repair", "table who": "powers:who",
    "bar add": "bar:match", "bar add person": "barwhom", "bar add away": "bar:server", "bar list": "bars",
    "mafia foul": "powers:fouls", "mafia foul player": "powers:foul", "mafia foul out": "powers:foul",
    "mafia voice": "powers:voice_off", "mafia voice channel": "powers:voice_in",
}  # fmt: skip
"""Each power that is a command, each thing that can be said with it, and the control that does the same."""
POWERFUL = ("table", "bar", "mafia")
"""The commands of hosts and moderators."""


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
        assert "People: 9 · host: **ann**" in listed.text
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
        name_duel = GAMES["name_duel"]
        for number in range(5):
            people = [NewSeat(1, f"x{number}", None, "thoughtful"), NewSeat(2, f"y{number}", None, "thoughtful")]
            await square.run(
                lambda people=people: square.mirror.service.create(
                    name_duel, name_duel.options(), people, guild_id=square.guild.id, channel_id=square.room.id,
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
        assert "Everything after the moment you choose" in (await square.presses("mod", "Go back …", shown.seen)).text
        assert (await square.presses("mod", "Who may do what", shown.seen)).seen.message.flags & 64
        skip = await square.presses("mod", "Skip …", shown.seen)
        assert await square.log() == ["pause", "resume", "extend"]
        assert "runs out now" in skip.text
        end = await square.presses("mod", "End …", shown.seen)
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
        assert "Should I offer the seat of ben to zoe?" in give.text
        bystander = (await square.awake()).seats[3]
        await square.presses("mod", "Offer the seat", give.seen)
        await takes_offered_seat(square, "zoe")
        seats = (await square.awake()).seats
        assert (seats[2].user_id, seats[3]) == (square.actor("zoe").user.id, bystander)
        late = square.forges("mod", square.board, f"mm:powers:{square.match_id}:kick:2:{ben}")
        assert "Somebody else sits there now" in await turned_down(square, late)
        shown = await manages(square, "mod")
        seat = await square.chooses("mod", shown.seen, menu(shown, ":seat"), f"2.{square.actor('zoe').user.id}")
        kick = await square.presses("mod", "Give it to a computer …", seat.seen)
        await square.presses("mod", "Give the seat to the computer", kick.seen)
        assert (await square.awake()).seats[2].user_id is None
        shown = await manages(square, "mod")
        seat = await square.chooses("mod", shown.seen, menu(shown, ":seat"), "2.0")
        assert "Give it to a computer …" not in seat.seen.labels, "a computer player has it"


async def test_host_leader_and_standby_are_chosen_by_menus(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        moderator(square)
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        people = await square.presses("mod", "People …", (await manages(square, "mod")).seen)
        shown = await picks(square, people, "standby", "zoe")
        assert "Standing by: **zoe** (asked)" in shown.text
        people = await square.presses("mod", "People …", shown.seen)
        await picks(square, people, "chair", "zoe")
        assert (await square.awake()).row.moderator_id == square.actor("zoe").user.id
        people = await square.presses("mod", "People …", (await manages(square, "mod")).seen)
        await square.presses("mod", "Let the Mirror lead", people.seen)
        assert (await square.awake()).row.moderator_id is None
        people = await square.presses("ann", "People …", (await manages(square, "ann")).seen)
        await picks(square, people, "host", "cat")
        assert (await square.awake()).row.host_id == square.actor("cat").user.id
        late = await refused(square, square.forges("ann", square.board, f"mm:powers:{square.match_id}"))
        assert late.startswith("Only the host")


async def test_fouls_are_called_at_the_panel_too(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, ann="don", ben="sheriff", cat="mafia", dan="doctor") as mafia:
        moderator(mafia)
        await mafia.begin()
        shown = await mafia.presses("mod", "Manage", (await mafia.says("mod", "tables", mafia.room)).seen)
        fouls = await mafia.presses("mod", "Foul …", shown.seen)
        assert fouls.seen.labels == ["Back"], "there is no desk behind it"
        (ident,) = [one for one in fouls.seen.controls if one.endswith(":foul")]
        await mafia.chooses("mod", fouls.seen, ident, "3.foul.0")
        await mafia.time(2)
        assert mafia.fouls("cat") == 1
        assert mafia.fouls("dan") == 0


def powers_of(mirror: Any) -> set[str]:
    """Every command of hosts and moderators, and each of its parameters but the table it is about."""
    named = set()
    for command in mirror.tree.walk_commands():
        if command.qualified_name.split()[0] in POWERFUL and not isinstance(command, app_commands.Group):
            named.add(command.qualified_name)
            named |= {f"{command.qualified_name} {one.name}" for one in command.parameters if one.name != "table"}
    return named


def kinds(shown: Answered) -> set[str]:
    """What the controls of a page do: `powers:kick`, `bar:match`."""
    ids = [one.split(":")[1:] for one in shown.seen.controls]
    found = {kind for kind, *_ in ids}
    found |= {f"{kind}:{rest[1]}" for kind, *rest in ids if kind == "powers" and len(rest) > 1}
    return found | {f"{kind}:{rest[0]}" for kind, *rest in ids if kind == "bar"}


async def test_every_power_that_is_a_command_is_on_the_panel(tmp_path: Path) -> None:
    """A command of hosts that is not in the table of ways, or a way that leads nowhere, is named."""
    async with mafia_room(tmp_path, ann="don", ben="sheriff", cat="mafia", dan="doctor") as mafia:
        moderator(mafia)
        hall = mafia.guild.create_voice_channel("hall")
        mafia.newcomer("zoe")
        await mafia.begin()
        panel = await mafia.presses("mod", "Manage", (await mafia.says("mod", "tables", mafia.room)).seen)
        pages = [panel]

        async def opens(label: str) -> Answered:
            pages.append(await mafia.presses("mod", label, (await manages(mafia, "mod")).seen))
            return pages[-1]

        people = await opens("People …")
        pages.append(await picks(mafia, people, "barwhom", "zoe"))
        assert pages[-1].seen.labels == [
            "From this table …",
            "From all tables I host …",
            "From all games here …",
            "No, go back",
        ]
        pages.append(await picks(mafia, people, "chair", "zoe"))
        await opens("People …")
        await opens("Foul …")
        await opens("Clocks …")
        ann = mafia.actor("ann").user.id
        shown = await manages(mafia, "mod")
        pages.append(await mafia.chooses("mod", shown.seen, menu(shown, ":seat"), f"1.{ann}"))
        there = await opens("Voice channel …")
        spoken = await chooses_channel(mafia, there, hall)
        assert "I now give the floor in" in spoken.text
        await opens("Voice channel …")
        pages.append(await mafia.presses("mod", "Pause", (await manages(mafia, "mod")).seen))
        assert powers_of(mafia.mirror) == set(WAYS)
        found = set().union(*map(kinds, pages))
        assert {way for way in WAYS.values() if way not in found} == set()


async def chooses_channel(mafia: Any, shown: Answered, channel: Any) -> Answered:
    hand, seen = mafia.actor(shown.who), shown.seen
    return await mafia._as(
        shown.who, lambda: hand.select(mafia._real(seen), [channel], custom_id=menu(shown, "voice_in")), seen
    )


async def test_what_the_panel_does_about_clocks_leaders_and_bars(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        moderator(square)
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        bystander = (await square.awake()).seats[3]
        clocks = await square.presses("mod", "Clocks …", (await manages(square, "mod")).seen)
        before = dict((await square.awake()).deadlines)
        panel = await square.chooses("mod", clocks.seen, menu(clocks, "more_for"), "30")
        after = (await square.awake()).deadlines
        assert {after[number] - due for number, due in before.items()} == {30 * 60_000}
        clocks = await square.presses("mod", "Clocks …", panel.seen)
        paused = await square.chooses("mod", clocks.seen, menu(clocks, "pause_for"), "8")
        assert "Go on" in paused.seen.labels
        row = (await square.awake()).row
        assert row.resume_ms == square.mirror.now_ms() + 8 * 3_600_000
        stands = await square.presses("mod", "Clocks …", paused.seen)
        assert stands.seen.labels == ["Back"]
        await square.presses("mod", "Go on", (await manages(square, "mod")).seen)
        late = square.forges("mod", square.board, f"mm:powers:{square.match_id}:pause_for", values=["7"])
        assert "does not know this button" in await turned_down(square, late)

        people = await square.presses("mod", "People …", (await manages(square, "mod")).seen)
        await picks(square, people, "chair_all", "zoe")
        assert (await square.awake()).row.moderator_sees == MAY_ASK
        assert "Manage" not in (await square.says("zoe", "tables", square.room)).seen.labels, (
            "to lead a game is not to host it"
        )
        people = await square.presses("mod", "People …", (await manages(square, "mod")).seen)
        places = await picks(square, people, "barwhom", "ben")
        ask = await square.presses("mod", "From all games here …", places.seen)
        form = await square.chooses("mod", ask.seen, ask.seen.controls[0], "0")
        await square.writes("mod", form, "")
        listed = await square.presses("mod", "Who is barred", people.seen)
        assert "ben (<@" in listed.text
        denied = square.forges("gus", square.board, f"mm:barwhom:{square.match_id}", values=["1"])
        assert "Only the host" in await turned_down(square, denied)
        assert (await square.awake()).seats[3] == bystander
