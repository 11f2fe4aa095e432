"""The village on a simulated Discord, played by clicks and seen through people's eyes.

    async with village_square(tmp_path, ann="murderer", ben="sheriff") as square:   # ann at seat 1, ben at 2
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")                     # clicks ben's real panel in his DMs
        await square.until("day")
        assert "is** a Rumplestiltskin" in square.dm_text("ben")

People who are not named hold whatever is left of the cast. With bonus cards it is `enchanted_square`, where their deck
is stacked too; whoever is not named holds a dud, or where there are not enough of them what else is hidden:

    async with enchanted_square(tmp_path, {"ben": "sleep", "cat": "deflection"}, ann="murderer") as square:
        await square.first_day()
        await square.plays("ben", "day.cast_sleep", "cat")          # from My seat: no message is sent for a spell
        await square.answers("cat", "spell.redirect", "dan")        # in his DMs
        await square.time(FLIGHT_S)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import discord
from language.any_game import NAMES, seat_of
from support.seeds import orders

from bot.games.village.cards import BONUS_CARDS, RUMPLESTILTSKIN_NAMES
from bot.games.village.options import VillageOptions, bonus_deck, cards_of
from rooms.any_game import Answered, Room, Seen, opened, parts

SECONDS = {
    "introduction_seconds": 60,
    "night_seconds": 60,
    "healing_seconds": 10,
    "huntsman_seconds": 10,
    "day_seconds": 600,
    "warning_seconds": 60,
    "vote_seconds": 60,
    "last_words_seconds": 10,
}
"""Clocks of the tables played here, unless a test sets its own."""
# -- stacking the deck ------------------------------------------------------------------------------------------------


def cast_of(seats: int, roles: Mapping[str, str], more: Mapping[str, int] | None = None) -> dict[str, int]:
    """A cast that holds these roles and fills up with `more` and villagers."""
    wanted = Counter(roles.values())
    team = sum(wanted.pop(name, 0) for name in RUMPLESTILTSKIN_NAMES)
    cast = {"rumplestiltskin": team, **wanted, **(more or {})}
    cast["villager"] = 0
    cast["villager"] = seats - sum(cast.values())
    return cast


def seed_for(cast: Mapping[str, int], roles: Mapping[str, str]) -> str:
    """A seed under which these people hold these cards, by the two draws that `set_up` makes: which names the team
    has, and who holds what. The fewer ways there are to deal them, the longer it takes."""
    team, others = cast["rumplestiltskin"], tuple(cards_of(dict(cast)))
    return _seed_for(team, others, tuple((NAMES.index(name), role) for name, role in roles.items()))


@cache
def _seed_for(team: int, others: tuple[str, ...], wanted: tuple[tuple[int, str], ...]) -> str:
    names = orders("0|1|deal.cards", len(RUMPLESTILTSKIN_NAMES))
    deals = orders("0|2|deal.roles", team + len(others))
    for (seed, named), (_, order) in zip(names, deals, strict=True):
        pack = [*(RUMPLESTILTSKIN_NAMES[number] for number in named[:team]), *others]
        if all(pack[order[seat]] == role for seat, role in wanted):
            return seed
    raise AssertionError("unreachable")


# -- the square -------------------------------------------------------------------------------------------------------


class Square(Room):
    """One village."""

    GAME = "village"

    async def introduces(self, who: str, alias: str | None) -> Answered:
        if alias is None:
            return await self.on_board(who, "o", "introduction", "-")
        return await self.writes(who, await self.on_board(who, "ow", "introduction"), alias)

    async def introduce_all(self) -> None:
        """Nobody gives an alias, and the first night falls."""
        for name in await self.asked_for("introduction"):
            if name in self.people:
                await self.introduces(name, None)
        await self.until("night")

    async def nominates(self, who: str, nominee: str, reason: str | None = None) -> Answered:
        custom_id = f"mm:os:{await self.occasion('day.call')}"
        shown = await self.chooses(who, self.find(self.thread, custom_id, "prompter"), custom_id, str(seat_of(nominee)))
        if shown.modal is None:
            return shown
        return await self.writes(who, shown, reason or "")

    async def nominates_as(self, who: str, seat: int, nominee: str) -> None:
        """A nomination by somebody who took over a seat."""
        awake = await self.awake()
        occasion = next(question.occasion for question in awake.match.open_for(seat) if question.key == "day.call")
        custom_id = f"mm:os:{awake.id}:{occasion}"
        board = self.find(self.thread, custom_id, "prompter")
        await self.writes(who, await self.chooses(who, board, custom_id, str(seat_of(nominee))), "")

    async def calls(self, who: str) -> Answered:
        return await self.on_board(who, "o", "day.call", "ready")

    async def call_the_vote(self) -> None:
        """Just enough of those who may call the vote do so."""
        for name in await self.asked_for("day.call"):
            if name in self.people and await self.asked_for("day.call"):
                await self.calls(name)
                await self.time(2)

    async def votes(self, who: str, what: str = "burn") -> Answered:
        return await self.on_board(who, "o", "day.vote", what)

    async def speaks(self, who: str, words: str | None) -> Answered:
        """Last words on the board."""
        if words is None:
            return await self.on_board(who, "o", "day.last_words", "-", nominee=who)
        return await self.writes(who, await self.on_board(who, "ow", "day.last_words", nominee=who), words)

    async def night(self, **plans: str | None) -> None:
        """Everybody alive answers the first panel: as planned by name, else nobody is suspected or touched.

        A team agrees when all its members plan the same; card powers and the late hours are left to the clocks.
        """
        for name in self.people:
            for key in await self.asked(name):
                if not key.startswith("night.") or key == "night.sacrifice" or name in self.closed:
                    continue
                if key == "night.victim":
                    if plans.get(name) is not None:
                        await self.answers(name, key, plans[name])
                elif key in ("night.watch", "night.murder", "night.jinx", "night.toad"):
                    await self.answers(name, key, None)
                else:
                    await self.answers(name, key, plans.get(name))
        await self.until("day", "over")

    async def burns(self, nominee: str, *, by: str | None = None) -> None:
        """A whole vote: one nomination, calls, and everybody votes to burn, as far as it takes."""
        nominator = by or next(name for name in await self.asked_for("day.call") if name in self.people)
        await self.nominates(nominator, nominee, "I dreamt it")
        await self.call_the_vote()
        await self.time(2)
        if nominee in await self.asked_for("day.last_words"):
            await self.speaks(nominee, None)
        for name in await self.asked_for("day.vote"):
            if name in self.people and await self.asked_for("day.vote"):
                await self.votes(name)
        await self.time(3)


# -- opening a square -------------------------------------------------------------------------------------------------


@asynccontextmanager
async def village_square(
    tmp_path: Path,
    seats: int = 9,
    *,
    computers: Sequence[str] = (),
    more: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    cast: Mapping[str, int] | None = None,
    closed: Sequence[str] = (),
    **roles: str,
) -> AsyncIterator[Square]:
    """A server with so many seats taken, where these people hold these cards.

    computers  who is a computer player; more: further cards of the cast, dealt to anybody
    closed     who takes no direct messages
    """
    full = dict(cast) if cast is not None else cast_of(seats, roles, more)
    settings = VillageOptions.model_validate({**SECONDS, **(options or {}), "casts": {seats: full}})
    people = [name for name in NAMES[:seats] if name not in computers]
    square = Square(tmp_path, settings, seed or seed_for(full, roles), people, seats)
    async with opened(square, closed):
        yield square


# -- with bonus cards -------------------------------------------------------------------------------------------------

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
    async with opened(square, closed, script):
        yield square
