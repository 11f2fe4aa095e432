"""A German server with people who read different languages: the server's in public, everybody's own in private.

What language a text is in is told by fragments of the wording files: pieces of sentences that only one language has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord.interactions
from babel.messages.pofile import read_po
from rooms.any_game import Answered
from rooms.mafia import EIGHT, MafiaRoom, mafia_room, reds_win, seed_for

import bot.client as mirror_module
from bot.games.mafia.options import club_cast
from bot.matches.guild_settings import SettingsBook
from bot.store import people
from bot.store.errors import DiskFull
from bot.ui.stage import loop
from bot.ui.wording import wording_files

LONG = 14
"""Letters from which a piece of a sentence is taken to belong to one language."""

Speak = Callable[..., None]


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Speak:
    """`speak(club, ann="en-US")`: in which language people's Discord is, from now on; German for all others."""
    tongues: dict[int, str] = {}
    real = simcord.interactions.base_payload

    def with_locale(backend: Any, **more: Any) -> Any:
        record, payload = real(backend, **more)
        payload["locale"] = tongues.get(more["user_id"], "de")
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", with_locale)

    def set_tongues(mafia: MafiaRoom, **names: str) -> None:
        tongues.update({mafia.actor(name).user.id: locale for name, locale in names.items()})

    return set_tongues


# -- in which language a text is ---------------------------------------------------------------------------------------


@cache
def sentences(locale: str) -> Mapping[str, str]:
    found = {}
    for path in wording_files():
        if path.name.endswith(f".{locale}.po"):
            with path.open("rb") as file:
                for message in read_po(file):
                    ident = message.id if isinstance(message.id, str) else message.id[0]
                    forms = (message.string,) if isinstance(message.string, str) else message.string
                    found[ident] = "\n".join(filter(None, forms or ()))
    return found


@cache
def fragments(locale: str, other: str) -> frozenset[str]:
    """Pieces that only this language has, of sentences that both have."""
    both = sentences(locale).keys() & sentences(other).keys()
    elsewhere = "\n".join(sentences(other).values())
    pieces = (piece.strip() for key in both for piece in re.split(r"\{[a-z_0-9]+\}|\n", sentences(locale)[key]))
    return frozenset(piece for piece in pieces if len(piece) >= LONG and piece not in elsewhere)


def english_in(text: str) -> list[str]:
    return [piece for piece in fragments("en", "de") if piece in text]


def german_in(text: str) -> list[str]:
    return [piece for piece in fragments("de", "en") if piece in text]


def is_german(text: str) -> None:
    assert german_in(text), text
    assert english_in(text) == [], text


def is_english(text: str) -> None:
    assert english_in(text), text
    assert german_in(text) == [], text


def everything(message: Any) -> str:
    """The texts of a message and the labels of what can be pressed on it."""
    return "\n".join((message.text, *message.labels))


def in_dms(mafia: MafiaRoom, name: str) -> str:
    return "\n".join(map(everything, mafia.messages(mafia.dm(name))))


def newest(mafia: MafiaRoom, name: str) -> str:
    return everything(mafia.messages(mafia.dm(name))[-1])


# -- what people do ----------------------------------------------------------------------------------------------------


async def shows_up(mafia: MafiaRoom, *names: str) -> None:
    """These people are seen by the Mirror before the game begins."""
    for name in names:
        await mafia.says(name, "about", mafia.room)


async def my_seat(mafia: MafiaRoom, who: str) -> Answered:
    return await mafia.clicks(who, mafia.board, f"mm:seat:{mafia.match_id}")


async def whispers(mafia: MafiaRoom, who: str, text: str) -> Answered:
    key = next(key for key in await mafia.asked(who) if key.startswith("night."))
    panel, _ = await mafia.panel(who, key)
    said = await mafia.writes(who, await mafia.clicks(who, panel, f"mm:whisper:{mafia.match_id}"), text)
    await mafia.time(5)
    return said


async def red_wins(mafia: MafiaRoom) -> None:
    await mafia.speeches()
    await reds_win(mafia)


async def to_night(mafia: MafiaRoom) -> None:
    await mafia.speeches()
    await mafia.until("night")


# -- whole games -------------------------------------------------------------------------------------------------------


async def test_a_whole_game_in_german_with_somebody_who_reads_english(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await shows_up(mafia, "ann")
        await mafia.begin()
        for name in mafia.people:
            (is_english if name == "ann" else is_german)(newest(mafia, name))
        is_english((await my_seat(mafia, "ann")).text)
        is_german((await my_seat(mafia, "ben")).text)
        await red_wins(mafia)
        is_german("\n".join(everything(one) for one in mafia.messages(mafia.thread, viewer="prompter")))
        for name in mafia.people:
            (is_english if name == "ann" else is_german)(in_dms(mafia, name))
        story = f"mm:story:{mafia.match_id}:0"
        is_english((await mafia.clicks("ann", mafia.find(mafia.thread, story, "prompter"), story)).text)
        is_german((await mafia.clicks("ben", mafia.find(mafia.thread, story, "prompter"), story)).text)


async def test_an_english_server_with_somebody_who_reads_german(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        speak(mafia, **dict.fromkeys(mafia.people, "en-GB") | {"ben": "de"})
        await shows_up(mafia, "ben")
        await mafia.begin()
        await to_night(mafia)
        is_english("\n".join(everything(one) for one in mafia.messages(mafia.thread, viewer="prompter")))
        is_german(in_dms(mafia, "ben"))
        is_english(in_dms(mafia, "ann"))


# -- each one's own, after anything ------------------------------------------------------------------------------------


async def test_also_after_a_restart(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await shows_up(mafia, "ann")
        await mafia.begin()
        while len(await mafia.asked_for("speech.floor")) and (await mafia.floor())[0] != "hal":
            await mafia.speaks((await mafia.floor())[0])
        await mafia.restart(outage_s=90)
        await mafia.until("night")
        before = len(mafia.messages(mafia.dm("ann")))
        assert before >= 2
        is_english(newest(mafia, "ann"))
        is_german(newest(mafia, "ben"))
        is_german("\n".join(mafia.texts(mafia.thread, viewer="prompter")))


async def test_who_never_pressed_anything_reads_the_servers_language(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US", ben="ja")
        await shows_up(mafia, "ben")
        await mafia.begin()
        is_german(newest(mafia, "ann"))
        is_english(newest(mafia, "ben"))  # there are no Japanese sentences
        await to_night(mafia)  # she had to speak, and with that she is known
        is_english(newest(mafia, "ann"))


async def test_who_changes_the_language_gets_the_next_message_in_it(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ben="en-US")
        await shows_up(mafia, "ben")
        await mafia.begin()
        is_english(newest(mafia, "ben"))
        speak(mafia, ben="de")
        await to_night(mafia)
        is_german(newest(mafia, "ben"))


async def test_a_whisper_is_heard_in_the_language_of_who_hears_it(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await shows_up(mafia, "ann", "cat")
        await mafia.begin()
        await to_night(mafia)
        assert "flüsterst" in (await whispers(mafia, "cat", "gus")).text or german_in(mafia.dm_text("cat"))
        assert "whispers: “gus”" in newest(mafia, "ann")
        await whispers(mafia, "ann", "fay")
        assert "flüstert: „fay“" in newest(mafia, "cat")


async def test_who_takes_over_a_seat_reads_everything_in_the_own_language(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        mafia.newcomer("zoe")
        speak(mafia, zoe="en-US")
        await shows_up(mafia, "zoe")
        await mafia.begin()
        host, zoe = mafia.actor("ann").user.id, mafia.actor("zoe").user.id
        await mafia.run(lambda: mafia.mirror.hosting.seat_person(mafia.match_id, host, 2, zoe, "zoe"))
        await mafia.time(5)
        assert "Your seat at table" in newest(mafia, "zoe")
        is_english(newest(mafia, "zoe"))
        is_german(in_dms(mafia, "ben"))


async def test_a_reminder(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await shows_up(mafia, "ann")
        await mafia.begin()
        await to_night(mafia)
        for seat, name in ((1, "ann"), (2, "ben")):
            question = (await mafia.awake()).match.open_for(seat)[0]
            await mafia.run(lambda s=seat, q=question: mafia.mirror.seat_sender.remind(mafia.match_id, s, q.number))
            (is_english if name == "ann" else is_german)(newest(mafia, name))


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_the_host_is_told_of_trouble_in_the_own_language(tmp_path: Path, speak: Speak, locale: str) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann=locale)
        await shows_up(mafia, "ann")
        await mafia.begin()
        await mafia.run(lambda: mafia.mirror.host_mail.complain(mafia.match_id, "voice.powerless"))
        (is_english if locale == "en-US" else is_german)(newest(mafia, "ann"))


async def test_a_host_without_direct_messages_is_told_in_the_servers_language(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", closed=("ann",), **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await shows_up(mafia, "ann")
        await mafia.begin()
        await mafia.run(lambda: mafia.mirror.host_mail.complain(mafia.match_id, "voice.powerless"))
        await mafia.time(5)
        is_german("\n".join(mafia.texts(mafia.thread, viewer="prompter")))


async def test_notices_refusals_and_the_masters_desk(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        mafia.newcomer("zoe")
        speak(mafia, ann="en-US", zoe="en-US")
        await shows_up(mafia, "ann", "zoe")
        await mafia.begin()
        is_english((await mafia.says("ann", "table pause")).text)
        await mafia.time(3)
        is_english((await mafia.says("ann", "table resume")).text)
        await mafia.time(3)
        is_english((await my_seat(mafia, "zoe")).text)
        is_german((await mafia.says("ben", "table pause")).sentence)
        zoe = mafia.actor("zoe")
        is_english(
            (await mafia._as("ann", lambda: mafia.actor("ann").slash(mafia.thread, "table chair", master=zoe))).text
        )
        await mafia.time(10)
        is_english(in_dms(mafia, "zoe"))
        is_german("\n".join(mafia.texts(mafia.thread, viewer="prompter")))


async def test_a_lobby_is_everybodys(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await mafia.says("ann", "play", mafia.room, game="mafia")
        await mafia.time(10)
        lobby = mafia.messages(mafia.room, viewer="prompter")[-1]
        is_german(everything(lobby))
        is_english(in_dms(mafia, "ann"))
        options = next(control for control in lobby.controls if control.endswith(":options"))
        is_english(everything((await mafia.clicks("ann", lobby, options)).seen))
        is_german(everything((await mafia.clicks("ben", lobby, options)).seen))
        join = next(control for control in lobby.controls if control.endswith(":join"))
        is_english((await mafia.clicks("ann", lobby, join)).sentence)
        await mafia.clicks("ben", lobby, join)
        await mafia.time(10)
        is_german(everything(mafia.messages(mafia.room, viewer="prompter")[-1]))
        is_german(in_dms(mafia, "ben"))


# -- the language a server has chosen ----------------------------------------------------------------------------------


def manager(mafia: MafiaRoom) -> None:
    """Mona may manage the server; she reads English."""
    role = mafia.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    mafia.newcomer("mona", roles=[role])


def public(mafia: MafiaRoom) -> str:
    return "\n".join(map(everything, mafia.messages(mafia.thread, viewer="prompter")))


async def test_a_server_that_is_no_community_can_choose_german(tmp_path: Path, speak: Speak) -> None:
    """The thread's name, everything public and what strangers read is German; whoever reads English keeps it."""
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        manager(mafia)
        speak(mafia, ann="en-US", mona="en-US")
        await shows_up(mafia, "ann")
        shown = await mafia.says("mona", "settings language", mafia.room, which="de")
        assert "**In public** I speak Deutsch." in shown.text
        await mafia.begin()
        assert mafia.thread.name == f"Mafia – Tisch {mafia.match_id}"
        is_english(newest(mafia, "ann"))
        is_german(newest(mafia, "ben"))
        await to_night(mafia)
        is_german(public(mafia))
        is_english(in_dms(mafia, "ann"))


async def test_another_choice_counts_from_the_next_message_on(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        manager(mafia)
        speak(mafia, mona="en-US")
        await mafia.begin()
        is_german(public(mafia))
        before = {one.id for one in mafia.messages(mafia.thread, viewer="prompter")}
        await mafia.says("mona", "settings language", mafia.room, which="en")
        await to_night(mafia)
        after = [one for one in mafia.messages(mafia.thread, viewer="prompter") if one.id not in before]
        is_english("\n".join(map(everything, after)))
        is_german(newest(mafia, "ben"))  # whose own language it is


async def test_the_choice_outlives_a_restart_and_can_be_taken_back(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        manager(mafia)
        speak(mafia, mona="en-US")
        await mafia.says("mona", "settings language", mafia.room, which="de")
        await mafia.begin()
        await mafia.restart()
        here = mafia.guild.id
        assert mafia.mirror.languages.public(here).locale == "de"
        assert mafia.mirror.languages.public(here + 1).locale == "en", "another server has chosen nothing"
        back = await mafia.says("mona", "settings language", mafia.room, which="server")
        assert "I speak English, because Discord says" in back.text
        assert mafia.mirror.languages.public(here).locale == "en"
        await mafia.restart()
        assert mafia.mirror.languages.public(here).locale == "en"


async def test_what_is_spoken_is_not_read_again_for_each_message(
    tmp_path: Path, speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any) -> None:
        raise AssertionError("read again")

    async with mafia_room(tmp_path, **EIGHT) as mafia:
        manager(mafia)
        await mafia.says("mona", "settings language", mafia.room, which="de")
        monkeypatch.setattr(SettingsBook, "chosen_languages", never)
        await mafia.begin()
        await to_night(mafia)
        is_german(public(mafia))


async def test_only_who_manages_the_server_chooses_its_language(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        known = {one["name"]: one for one in mafia.env.backend.commands[None].values()}["settings"]
        mafia.guild.set_command_permissions(int(known["id"]), {mafia.actor("ben"): True})
        is_german((await mafia.says("ben", "settings language", mafia.room, which="de")).sentence)  # a refusal
        assert mafia.mirror.languages.public(mafia.guild.id).locale == "en"


async def test_a_seat_that_a_computer_takes_over_is_called_in_the_servers_language(
    tmp_path: Path, speak: Speak
) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        speak(mafia, ann="en-US")
        await mafia.begin()
        asked = await mafia.says("ann", "table kick", player="2")
        (button,) = [control for control in asked.seen.controls if control.startswith("mm:host:")]
        await mafia.clicks("ann", asked.seen, button)
        assert (await mafia.awake()).seats[2].name == "Schatten des Spiegels"


async def test_one_more_minute_is_one_minute(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        speak(mafia, ann="en-US", ben="de")
        await mafia.begin()
        assert (await mafia.says("ann", "table extend", minutes=1)).sentence == "Everybody has 1 more minute."
        await mafia.time(5)
        assert "Everybody gets 1 more minute." in public(mafia)


async def test_a_game_is_called_in_words(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        manager(mafia)
        assert "## Grimms Wälder\n" in (await mafia.says("mona", "roleset list", mafia.room, game="grimm_forest")).text
        speak(mafia, ann="en-US", mona="en-US")
        assert (
            "## The Grimm Forest\n" in (await mafia.says("mona", "roleset list", mafia.room, game="grimm_forest")).text
        )
        topic = (await mafia.says("ben", "rules", mafia.room, topic="village.start")).text
        assert "Rumpelstilzchen" in topic
        assert "Rumplestiltskins" in (await mafia.says("ann", "rules", mafia.room, topic="village.start")).text


# -- what is kept of a person ------------------------------------------------------------------------------------------


async def test_the_language_is_written_once_and_nothing_else(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        mafia.newcomer("zoe")
        speak(mafia, zoe="en-GB")
        zoe = mafia.actor("zoe").user.id

        async def kept() -> people.PersonRow | None:
            async with mafia.store.reading() as connection:
                return await people.get(connection, zoe)

        assert await kept() is None
        await shows_up(mafia, "zoe")
        first = await kept()
        assert first == people.PersonRow(zoe, None, False, first.updated_ms if first else 0, locale="en-GB")
        await mafia.time(30)
        await shows_up(mafia, "zoe")
        assert await kept() == first, "the same language is not written again"
        speak(mafia, zoe="de")
        await shows_up(mafia, "zoe")
        again = await kept()
        assert again is not None
        assert again.locale == "de"


async def test_a_reply_does_not_wait_for_it(tmp_path: Path, speak: Speak, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it cannot be written at all."""

    async def broken(*_: Any) -> None:
        raise DiskFull("full")

    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        monkeypatch.setattr(people, "set_locale", broken)
        speak(mafia, ann="en-US")
        mafia.expected_in_log = {"language_not_remembered"}
        is_english((await mafia.says("ann", "about", mafia.room)).text)
        monkeypatch.undo()


# -- two hidden worlds -------------------------------------------------------------------------------------------------


async def test_two_hidden_worlds_are_the_same_in_every_language(
    tmp_path: Path, speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Sheriff and a plain citizen exchange their cards; nobody else can tell, whatever language they read."""
    monkeypatch.setattr(loop, "REFRESH_S", 20.0)  # see test_discord_secrecy: a busy machine would make one world older

    async def streams(folder: str, sheriff: str, citizen: str) -> dict[str, list[str]]:
        roles = {"ann": "don", "cat": "mafia", sheriff: "sheriff", "dan": "doctor", citizen: "citizen"}
        (tmp_path / folder).mkdir()
        cast = club_cast(8)
        async with mafia_room(tmp_path / folder, locale="de", cast=cast, seed=seed_for(cast, roles)) as mafia:
            speak(mafia, ann="en-US", ben="en-US", gus="de", hal="ja")
            await shows_up(mafia, "ann", "ben", "hal")
            await mafia.begin()
            await mafia.speeches()
            await mafia.night(**{sheriff: "ann"}, cat="fay", ann="fay", dan="eve")
            await my_seat(mafia, "eve")
            await my_seat(mafia, "hal")
            await mafia.floors("final")
            await to_night(mafia)
            return mafia.sent_to()

    here, there = await streams("here", "ben", "gus"), await streams("there", "gus", "ben")
    for name in here:
        assert (here[name] == there[name]) == (name not in ("ben", "gus")), name


# -- the commands themselves -------------------------------------------------------------------------------------------


def described(options: Any) -> Iterator[dict[str, Any]]:
    """Every part of a command that has a text: itself, subcommands, parameters, choices."""
    for option in options:
        yield option
        yield from described(option.get("options") or ())
        yield from option.get("choices") or ()


async def test_commands_have_german_descriptions_that_discord_takes(tmp_path: Path, speak: Speak) -> None:
    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        commands = list(mafia.env.backend.commands[None].values())
        assert {"play", "table", "seat", "rules"} <= {command["name"] for command in commands}
        for menu in (command for command in commands if command["type"] != discord.AppCommandType.chat_input.value):
            assert 1 <= len(menu["name"]) <= 32
            assert 1 <= len(menu["name_localizations"]["de"]) <= 32
        commands = [command for command in commands if command["type"] == discord.AppCommandType.chat_input.value]
        for part in described(commands):
            if "description" in part:
                german = (part.get("description_localizations") or {}).get("de", "")
                assert 1 <= len(part["description"]) <= 100
                assert 1 <= len(german) <= 100, f"{part['name']}: {part['description']} has no German words"
                assert german != part["description"]
                assert re.fullmatch(r"[a-z0-9_-]{1,32}", part["name"])
                assert not part.get("name_localizations"), "names are English everywhere"
            else:
                assert 1 <= len(part["name"]) <= 100
                assert all(len(name) <= 100 for name in (part.get("name_localizations") or {}).values())
        for command in commands:
            assert sum(map(_longest, described([command]))) <= 8000
        asked = [command for command in commands if command["name"] in ("play", "reminders")]
        choices = {part["value"]: part for part in described(asked) if "value" in part}
        assert choices["mafia"]["name_localizations"]["de"] == "Mafia (6–20 Spieler)"
        assert choices["grimm_forest"]["name"] == "The Grimm Forest (2–4 players)"
        assert choices["grimm_forest"]["name_localizations"]["de"] == "Grimms Wälder (2–4 Spieler)"
        assert choices["on"]["name_localizations"]["de"] == "an"


def _longest(part: Mapping[str, Any]) -> int:
    """The characters that Discord counts of one part: of each text the longest translation."""
    count = len(str(part.get("value", "")))
    for text in ("name", "description"):
        translated = (part.get(f"{text}_localizations") or {}).values()
        count += max(map(len, (part.get(text, ""), *translated)))
    return count


def better(catalogue: Path, folder: Path) -> Path:
    """A copy of this catalogue that says `/play` in other words."""
    old = 'msgid "command.play"\nmsgstr "Einen Tisch'
    text = catalogue.read_text()
    assert old in text
    copy = folder / catalogue.name
    copy.write_text(text.replace(old, 'msgid "command.play"\nmsgstr "Noch besser einen Tisch'))
    return copy


async def test_new_german_words_are_told_to_discord(
    tmp_path: Path, speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(mafia: MafiaRoom) -> int:
        return sum(one.method == "PUT" and one.path.endswith("/commands") for one in mafia.env.http_requests)

    async with mafia_room(tmp_path, locale="de", **EIGHT) as mafia:
        assert told(mafia) == 1
        await mafia.restart()
        assert told(mafia) == 1, "nothing has changed"
        files = [better(file, tmp_path) if file.name == "commands.de.po" else file for file in wording_files()]
        monkeypatch.setattr(mirror_module, "wording_files", lambda: files)
        await mafia.restart()
        assert told(mafia) == 2
        play = next(one for one in mafia.env.backend.commands[None].values() if one["name"] == "play")
        assert play["description_localizations"]["de"].startswith("Noch besser einen Tisch")
