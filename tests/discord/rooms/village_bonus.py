"""The test language of the bonus cards on a simulated Discord: a village square where the bonus deck is stacked too.

    async with enchanted_square(tmp_path, {"ben": "sleep", "cat": "deflection"}, ann="murderer") as square:
        await square.first_day()
        await square.plays("ben", "day.cast_sleep", "cat")          # from My seat: no message is sent for a spell
        await square.answers("cat", "spell.redirect", "dan")        # in his DMs
        await square.time(FLIGHT_S)

Whoever is not named holds a dud, or where there are not enough of them what else is hidden.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import simcord
from structlog.processors import format_exc_info
from structlog.testing import capture_logs
from support.waiting import PATIENCE_S, sleeps_wait

from bot.engine.chance import ScriptedChance, SealedChance
from bot.games.village.cards import BONUS_CARDS, RUMPLESTILTSKIN_NAMES
from bot.games.village.options import VillageOptions, bonus_deck, cards_of
from bot.matches import awake as awakening
from bot.matches import service
from rooms.village import NAMES, SECONDS, Answered, Seen, Square, cast_of, close_messages, parts, seat_of

SEED = f"{6:064x}"
REDIRECT_S = 10
BONUS_SECONDS = {
    "redraw_seconds": 60,
    "lovers_seconds": 10,
    "resurrection_seconds": 10,
    "redirect_seconds": REDIRECT_S,
    "persuade_seconds": 20,
}
"""Clocks of the bonus cards at the tables played here, unless a test sets its own."""
SEATS = 8


class EnchantedSquare(Square):
    """A village with a bonus deck.

    watched  whether time passes second by second, so that it is known when each request was made
    """

    watched = False
    ticks: tuple[tuple[int, int], ...] = ()
    """After each second: how many requests there were, and what time it was."""

    async def time(self, seconds: float) -> None:
        while self.watched and seconds > 1:
            await self.time(1)
            seconds -= 1
        await super().time(seconds)
        self.ticks += ((len(self.env.http_requests), self.now_ms() // 1000),)

    def stamp(self, number: int) -> str:
        return next((f"{now} " for count, now in self.ticks if number < count), "") if self.watched else ""

    async def redraws(self, *names: str) -> None:
        """These draw another card, the rest keep theirs; then the traits lie face up."""
        for name in await self.asked_for("bonus.redraw"):
            if name in self.people and name not in self.closed:
                await self.answers(name, "bonus.redraw", "redraw" if name in names else "keep")
        await self.until("introductions", "night")

    async def first_night(self) -> None:
        """Nobody redraws, nobody gives an alias, and the first night has fallen."""
        await self.redraws()
        if await self.phase() == "introductions":
            await self.introduce_all()

    async def first_day(self, **plans: str | None) -> None:
        """The first morning; `plans` are those of the first night, in which nobody dies unless they say so."""
        await self.first_night()
        await self.night(**plans)
        assert await self.phase() == "day"
        await self.time(2)

    async def my_seat(self, who: str) -> Answered:
        return await self.presses(who, "My seat")

    async def place_of(self, who: str, key: str) -> str:
        awake, question = await self._question(who, key)
        return f"{awake.id}:{awake.match.checkpoint}:{question.number}"

    async def plays(self, who: str, key: str, *chosen: str, on: Seen | None = None) -> Answered:
        """Use a card that stands on My seat: open it, and choose from the card's menu."""
        menu = f"mm:s:{await self.place_of(who, key)}"
        shown = on or (await self.my_seat(who)).seen
        assert menu in shown.controls, f"{who} finds no {key} on My seat: {shown.controls}"
        return await self.picks(who, shown, menu, *chosen)

    async def picks(self, who: str, shown: Seen, menu: str, *chosen: str) -> Answered:
        """Choose these from a menu: names of people, or words as they are."""
        values = [str(seat_of(one)) if one in NAMES else one for one in chosen]
        hand = self._hand(who, shown.message.channel_id)
        return await self._as(who, lambda: hand.select(self._real(shown), values, custom_id=menu), shown)

    async def menu_on_board(self, who: str, key: str, chosen: str) -> Answered:
        """Choose from a menu of the public board."""
        custom_id = f"mm:os:{await self.occasion(key)}"
        return await self.picks(who, self.find(self.thread, custom_id, "prompter"), custom_id, chosen)

    async def flight(self, steps: int) -> None:
        """A spell finds its way, and nobody turns it aside any more."""
        await self.time(steps * REDIRECT_S + 3)

    async def calls_foul(self, who: str, actor: str) -> Answered:
        return await self.on_board(who, "o", "day.foul", str(seat_of(actor)))

    async def writes_in_thread(self, who: str) -> bool:
        """Say something where the game is played; whether it still stands a moment later."""
        try:
            message = await self.actor(who).send(self.thread, "I say!")
        except discord.Forbidden:
            return False
        await self.time(2)
        return message.id in self.env.backend.messages[self.thread.id]

    def phase_of_board(self) -> str:
        return next(line for line in self.board.text.splitlines() if line.startswith("### ")).removeprefix("### ")

    def waiting_line(self) -> str:
        """Whom the board waits for."""
        return next((line for line in self.board.text.splitlines() if line.startswith("Still waiting")), "")

    @staticmethod
    def bounds(shown: Seen, menu: str) -> tuple[int, int]:
        """How many of a menu's options one has to choose, and may."""
        part = next(part for part in parts(shown.message.components) if part.get("custom_id") == menu)
        return part["min_values"], part["max_values"]

    async def player(self, who: str) -> Any:
        return self._view(await self.awake()).player(seat_of(who))

    async def speech(self, who: str) -> str:
        return str((await self.player(who)).speech)


def stacked(
    seats: int, cards: Mapping[str, str], deck: Mapping[str, int], cast: Mapping[str, int], roles: Mapping[str, str]
) -> dict[str, Any]:
    """What chance answers so that these people hold these roles and these bonus cards."""
    team = [role for role in roles.values() if role in RUMPLESTILTSKIN_NAMES]
    pack = [*team, *(name for name in RUMPLESTILTSKIN_NAMES if name not in team)]
    rest = [*pack[: cast["rumplestiltskin"]], *cards_of(dict(cast))]
    for role in roles.values():
        rest.remove(role)
    dealt = [roles[name] if name in roles else rest.pop() for name in NAMES[:seats]]
    pile = [card for card, how_many in deck.items() for _ in range(how_many)]
    for card in cards.values():
        pile.remove(card)
    rest_of_box = sorted(pile, key=("dud", *reversed(BONUS_CARDS)).index)
    held = [cards[name] if name in cards else rest_of_box.pop(0) for name in NAMES[:seats]]
    pile = rest_of_box
    return {"deal.cards": pack, "deal.roles": dealt, "bonus.deal": [*held, *pile]}


@asynccontextmanager
async def enchanted_square(
    tmp_path: Path,
    cards: Mapping[str, str],
    seats: int = SEATS,
    *,
    deck: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    more: Mapping[str, int] | None = None,
    closed: Sequence[str] = (),
    next_cards: Sequence[str] = (),
    **roles: str,
) -> AsyncIterator[EnchantedSquare]:
    """A server with so many seats taken, where these people hold these bonus cards.

    deck        further cards that are in the deck, or all of the box's with `BONUS_CARDS`
    next_cards  what lies on top of the pile when the deal is over
    more        further cards of the cast, dealt to anybody; closed: who takes no direct messages
    """
    roles = {"ann": "murderer"} | roles
    cast = cast_of(seats, roles, more)
    held = {card for card in (*cards.values(), *deck, *next_cards) if card != "dud"}
    bonus = tuple(card for card in BONUS_CARDS if card in held)
    clocks = {**SECONDS, **BONUS_SECONDS, "introductions": False}
    settings = VillageOptions.model_validate({**clocks, "bonus": bonus, **(options or {}), "casts": {seats: cast}})
    whole = bonus_deck(bonus, seats)
    script = stacked(seats, cards, whole, cast, roles)
    pile = script["bonus.deal"]
    for place, card in enumerate(next_cards):
        pile.insert(seats + place, pile.pop(pile.index(card, seats + place)))
    square = EnchantedSquare(tmp_path, settings, SEED, list(NAMES[:seats]), seats)
    mirror = await square.new_mirror()
    try:
        with (
            patch.object(service, "SealedChance", lambda seed: ScriptedChance(script, SealedChance(seed))),
            patch.object(awakening, "SealedChance", lambda seed: ScriptedChance(script, SealedChance(seed))),
            capture_logs(processors=[format_exc_info]) as square.logs,
            sleeps_wait(),
        ):
            async with simcord.run(mirror, settle_timeout=PATIENCE_S, check_errors=False) as env:
                square.build(env, mirror)
                for name in closed:
                    close_messages(square, name)
                yield square
                square.check_for_errors()
    finally:
        await square.store.close()
