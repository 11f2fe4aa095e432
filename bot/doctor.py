"""`magic-mirror doctor`: what stands between this bot and a good game, each as a line a server admin understands."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import aiohttp

from bot.client import intents
from bot.config import ENV_FILE, Settings
from bot.games import GAMES
from bot.matches.timekeeper import Timekeeper
from bot.replay.faces import face_of
from bot.store import connecting, private_files
from bot.store.errors import StoreError
from bot.store.inspecting import Age, look
from bot.ui.emojis.signs import all_signs
from bot.ui.emojis.upload import EMOJIS_MOST
from bot.ui.installing import may_be_added_by_a_person, to_a_server, to_an_account
from bot.ui.listening import date_ms
from bot.ui.pictures.scripts import shapes_letters
from bot.ui.pictures.sign import emoji_name
from bot.ui.wording import Wording, wording_files

API = "https://discord.com/api/v10"


@dataclass(frozen=True)
class Line:
    """One finding."""

    good: bool
    text: str


def examine() -> list[Line]:
    """Database, files, names, intents, token, permissions. Nothing is made or changed."""
    return asyncio.run(_examine(Settings()))


async def _examine(settings: Settings) -> list[Line]:
    lines = [await _database(settings), *_files(settings), names_line(), _intents(settings)]
    lines += await _token(settings)
    return lines


async def _database(settings: Settings) -> Line:
    shown = _shown(settings.database)
    try:
        found = await look(settings.database)
    except StoreError as problem:
        return Line(False, f"Database: {problem}")
    if found.problems:
        return Line(False, f"Database: {found.problems[0]} Stop the bot and restore the latest backup.")
    revision = f"at revision {found.revision}"
    match found.age:
        case Age.ABSENT:
            return Line(True, f"Database: there is none yet. The first start of the bot makes {shown}.")
        case Age.OLDER:
            return Line(True, f"Database: {shown} is whole, {revision}, and older than this version of the bot. "
                              f"{_before_upgrade(settings.database)} The next start brings it up to date.")  # fmt: skip
        case Age.NEWER:
            return Line(False, f"Database: {shown} is {revision}, and newer than this version of the bot. Install the "
                               "version that made it or a later one, or restore a backup from before.")  # fmt: skip
        case Age.CURRENT:
            return Line(True, f"Database: {shown} is whole and up to date, {revision}.")


def _before_upgrade(database: str) -> str:
    if connecting.is_sqlite(connecting.url_of(database)):
        return "A backup is made by itself."
    return "Make a backup with pg_dump."


def _files(settings: Settings) -> Iterator[Line]:
    """Each file with secrets in it that others on this machine can open. Windows looks after that by folders."""
    for path in private_files.open_to_others([*connecting.files_of(settings.database), ENV_FILE]):
        remedy = private_files.remedy(path)
        yield Line(False, f"Files: others on this machine may read {path}. Take that away with {remedy} as its owner.")


def names_line() -> Line:
    """Whether pictures can write names in scripts that need a shaping library. Pillow brings all of it but FriBiDi."""
    if shapes_letters():
        return Line(True, "Names: pictures can write Arabic, Hebrew, Hindi and Thai names.")
    return Line(False, "Names: in pictures, an Arabic, Hebrew, Hindi or Thai name is a number, as in “Player 3”. The "
                       "library FriBiDi is missing: install libfribidi0 (Debian, Ubuntu) or fribidi (Fedora, Arch, "
                       "Homebrew), and start the bot again.")  # fmt: skip


def _shown(database: str) -> str:
    """The database's name without a password."""
    return database.rsplit("@", 1)[-1]


def _intents(settings: Settings) -> Line:
    names = ", ".join(name for name, on in intents(message_content=settings.message_content) if on)
    if settings.message_content:
        return Line(True, f"Intents: {names}. message_content has to be switched on in the developer portal.")
    return Line(True, f"Intents: {names}. None of them is privileged; nothing has to be switched on in the portal.")


async def _token(settings: Settings) -> list[Line]:
    token = settings.token.get_secret_value() if settings.token else ""
    if not token:
        return [Line(False, "Token: there is none. Write MAGIC_MIRROR_TOKEN=… into the file .env (see .env.example).")]
    try:
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:
            asked = _now_ms()
            async with session.get(f"{API}/users/@me", timeout=aiohttp.ClientTimeout(10)) as answer:
                clock = clock_lines(answer.headers.get("Date"), asked, _now_ms())
                if answer.status == 401:
                    refused = "Token: Discord does not accept it. Copy it again from the developer portal."
                    return [Line(False, refused), *clock]
                user = await answer.json()
            async with session.get(f"{API}/applications/@me", timeout=aiohttp.ClientTimeout(10)) as answer:
                application = await answer.json()
            emojis = f"{API}/applications/{application.get('id', user['id'])}/emojis"
            async with session.get(emojis, timeout=aiohttp.ClientTimeout(10)) as answer:
                listed = await answer.json() if answer.status == 200 else {}
    except (aiohttp.ClientError, TimeoutError, OSError):
        return [Line(False, "Token: Discord could not be reached to check it. Look at the network, then try again.")]
    client_id = int(application.get("id", user["id"]))
    return [
        Line(True, f"Token: good. The bot is called {user['username']}."),
        Line(True, f"Permissions: invite the bot with exactly what it needs: {to_a_server(client_id)}"),
        duels_anywhere(application, client_id),
        emoji_line([str(one["name"]) for one in listed["items"]] if "items" in listed else None),
        *clock,
    ]


def duels_anywhere(application: Mapping[str, Any], client_id: int) -> Line:
    """With which address a person gets the bot for themselves. A bot may do without that."""
    if may_be_added_by_a_person(application):
        return Line(True, f"Duels anywhere: people add the bot to their own account here: {to_an_account(client_id)}")
    return Line(True, "Duels anywhere: off. With User Install switched on under Installation in the developer portal, "
                      "people can add the bot to their own account.")  # fmt: skip


def emoji_line(listed: Collection[str] | None) -> Line:
    """How many of the emojis there are with which hands are written; `listed` are the names of all that the application
    has, or None where Discord did not say. Without them hands are pictures, so that nothing is wrong."""
    if listed is None:
        return Line(
            True, "Emojis: Discord did not list them. Hands of cards are shown as pictures where they are missing."
        )
    wanted = {emoji_name(sign) for sign in all_signs(map(face_of, GAMES), Wording(wording_files()))}
    missing = len(wanted.difference(listed))
    there = f"{len(wanted) - missing} of {len(wanted)} for hands of cards are there"
    too_many = len(listed) + missing - EMOJIS_MOST
    if missing and too_many > 0:
        remedy = f"Delete {too_many} of them under Emojis in the developer portal."
        return Line(
            False, f"Emojis: {there}, and there is no room for the others. {remedy} Until then hands are pictures."
        )
    if missing:
        return Line(True, f"Emojis: {there}. The bot uploads the others while it runs; until then hands are pictures.")
    return Line(True, f"Emojis: {there}.")


def _now_ms() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def clock_lines(date: str | None, asked: int, answered: int) -> Iterator[Line]:
    """Whether the machine's time is Discord's, by an answer to a request that was made and answered at these times."""
    said_ms = date_ms(date)
    if said_ms is None:
        return
    behind_s = round(Timekeeper(lambda: answered).compare(said_ms, asked, answered) / 1000)
    if behind_s:
        by = f"{abs(behind_s)} s {'behind' if behind_s > 0 else 'ahead of'} Discord's"
        yield Line(False, f"Clock: this machine's time is {by}. Let it be set by the network (NTP). Until then the bot "
                          "goes by Discord's time, and no game suffers from it.")  # fmt: skip
    else:
        yield Line(True, "Clock: this machine's time is right.")
