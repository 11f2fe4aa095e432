"""Scenes of the running bot for `heights.py`: tables as large as they may be, at which somebody opens everything that
commands and buttons show. What they see is kept by whoever plays the scene."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import simcord
from rooms import any_game
from rooms.any_game import Answered, Room, Seen, parts
from rooms.mafia import mafia_room
from rooms.name_duel import name_duel_room
from rooms.village import village_square
from support.messages_in_chromium import Drawable, kept_messages

from bot.games import GAMES
from bot.store.seating import NewSeat

Kept = dict[str, Drawable]
Scene = Callable[[Path, Kept], Awaitable[None]]
DANGER = 4
"""Discord's style of a button that ends or takes something: nobody presses it here."""
PRESSED_MOST = 120
"""Presses of one scene."""
MASTER = "Moderatorin"
GUEST = "Nachtigall"
SHOWING = (
    "about", "help", "rules", "privacy show", "tables", "table status", "table who", "stats me", "stats server",
    "history", "schedule list", "recap", "seat", "evening scoreboard", "settings panel",
)  # fmt: skip
"""Commands that show something and ask nothing."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this, everybody and every server of simulated Discords speaks this language."""
    of_payload = simcord.interactions.base_payload

    def with_locale(backend: Any, **more: Any) -> Any:
        record, payload = of_payload(backend, **more)
        payload["locale"] = language
        return record, payload

    def told(self: Room, *given: Any, **more: Any) -> None:
        built(self, *given, **more)
        self.locale = language

    built = Room.__init__
    with (
        patch.object(simcord.interactions, "base_payload", with_locale if language != "en" else of_payload),
        patch.object(Room, "__init__", told if language != "en" else built),
        patch.object(any_game, "NewSeat", with_long_name),
    ):
        yield


def with_long_name(seat: int, name: str, *more: Any) -> NewSeat:
    return NewSeat(seat, f"Nachtigall {name}", *more)


class Visitor:
    """Somebody who opens whatever can be opened."""

    def __init__(self, room: Room, who: str) -> None:
        self.room = room
        self.who = who
        self._pressed: set[str] = set()

    async def asks(self, command: str, **options: Any) -> None:
        """Give a command, and open all that its answer offers."""
        try:
            shown = await self.room.says(self.who, command, self.room.room, **options)
        except simcord.SetupError as problem:
            print(f"/{command}: {problem}")
            return
        await self.opens(shown)

    async def opens(self, shown: Answered) -> None:
        if shown.result.response is not None and shown.modal is None:
            await self.opens_all_on(shown.seen)

    async def turns(self, shown: Answered) -> None:
        """Read on to the last page: of several buttons that turn one, the last turns to the next."""
        page = 0
        while True:
            turning = [one for one in shown.seen.controls if re.fullmatch(rf"mm:story:\d+:{page + 1}\D?.*", one)]
            if not turning:
                return
            page += 1
            shown = await self.room.clicks(self.who, shown.seen, turning[-1])

    async def opens_all_on(self, seen: Seen) -> None:
        """Press each button on this message once, and then those on what that shows."""
        for one in list(parts(seen.message.components)):
            label = re.sub(r"\d+", "#", f"{one.get('label')} {str(one.get('custom_id')).split(':')[1:2]}")
            harmless = one.get("type") == 2 and one.get("style") != DANGER and not one.get("disabled")
            if not harmless or not one.get("custom_id") or label in self._pressed or len(self._pressed) > PRESSED_MOST:
                continue
            self._pressed.add(label)
            try:
                answered = await self.room.clicks(self.who, seen, one["custom_id"])
            except (simcord.SetupError, StopIteration, KeyError):
                continue  # a press before this one has taken the button away
            await self.room.time(1)
            await self.opens(answered)


@asynccontextmanager
async def large_village(folder: Path, kept: Kept, **more: Any) -> AsyncIterator[Any]:
    cast = GAMES["village"].role_set("everything").options.casts[20]  # type: ignore[attr-defined]
    options = {**GAMES["village"].role_set("everything").options.model_dump(exclude={"casts"}), "day_seconds": 900}
    async with village_square(folder, 20, cast=cast, options=options, **more) as square:
        with kept_messages(square.env, kept):
            keeper = square.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
            square.newcomer(MASTER, roles=[keeper])
            await square.begin()
            yield square


async def introductions(folder: Path, kept: Kept) -> None:
    """Until eight are waited for, and to the night."""
    async with large_village(folder, kept) as square:
        for name in square.people[:12]:
            await square.introduces(name, f"The {name} of the deepest forest")
        await square.time(5)
        await square.introduces("mia", None)
        await square.time(5)
        await square.introduce_all()


async def closed_messages(folder: Path, kept: Kept) -> None:
    async with large_village(folder, kept, closed=any_game.NAMES[:9]) as square:
        await square.time(30)


async def powers(folder: Path, kept: Kept) -> None:
    """What hosts and masters see, at night."""
    async with large_village(folder, kept) as square:
        await square.introduce_all()
        await square.says("ann", "table chair", master=square.actor(MASTER), sees_all=True)
        await square.time(3)
        await Visitor(square, MASTER).opens(await square.forges(MASTER, square.board, f"mm:desk:{square.match_id}"))
        for who in (MASTER, "ann"):
            visitor = Visitor(square, who)
            for command in SHOWING:
                await visitor.asks(command)


async def lobbies(folder: Path, kept: Kept) -> None:
    """Of every game, filled."""
    async with name_duel_room(folder) as room:
        with kept_messages(room.env, kept):
            for number, game in enumerate(GAMES):
                who = f"Wanderer {number}"
                room.newcomer(who)
                await Visitor(room, who).asks("play", game=game)
                await Visitor(room, "boss" if "boss" in room._actors else who).asks("roleset list", game=game)
                for role_set in GAMES[game].role_sets:
                    await Visitor(room, who).asks("roleset show", game=game, name=role_set.name)


async def past_games(folder: Path, kept: Kept) -> None:
    """What is there to be read of games that are over, page after page."""
    async with name_duel_room(folder, options={"best_of": 3}) as room:
        with kept_messages(room.env, kept):
            await room.begin()
            await room.fight("ben")
            await room.has_won(12)
            for command in ("history", "recap", "stats me", "stats server"):
                visitor = Visitor(room, "ann")
                await visitor.asks(command)
            story = await room.says("ann", "recap", room.room, table=room.match_id)
            await visitor.turns(story)


async def full_lobbies(folder: Path, kept: Kept) -> None:
    """Of the games of hidden roles: each seat is taken by somebody with a long name."""
    async with name_duel_room(folder) as room:
        with kept_messages(room.env, kept):
            for game in ("village", "mafia"):
                people = [f"{GUEST} {game} {number}" for number in range(20)]
                for who in people:
                    room.newcomer(who)
                await room.says(people[0], "play", room.room, game=game)
                for who in people[1:]:
                    lobby = room.messages(room.room)[-1]
                    await room.clicks(who, lobby, next(one for one in lobby.controls if one.endswith(":join")))
                    await room.time(1)
                await Visitor(room, people[0]).opens_all_on(room.messages(room.room)[-1])


async def score_sheet(folder: Path, kept: Kept) -> None:
    """Of a long game of the club, its picture and its words."""
    async with mafia_room(folder, 20, ann="don") as club:
        with kept_messages(club.env, kept):
            await club.begin()
            for _ in range(3):
                await club.speeches()
                await club.until("night", "over")
                await club.time(120)
            await Visitor(club, "ann").asks("mafia_protocol")


SCENES: Mapping[str, Scene] = {
    "introductions": introductions, "closed messages": closed_messages, "powers": powers, "lobbies": lobbies,
    "past games": past_games,
    "full lobbies": full_lobbies, "score sheet": score_sheet,
}  # fmt: skip
