"""The test language of the forest: The Grimm Forest on a simulated Discord, played by clicks.

    async with forest_room(tmp_path, fables=["dragon"], starter="ann") as forest:   # ann at seat 1, ben at 2
        await forest.begin()
        await forest.goes(ann="fields", ben="forest")                     # everybody's Gather card, and no Fable
        await forest.answers("ann", "build.act", "draw")                  # ann's real panel, in her DMs or in My seat
        await forest.play_on(lambda view: view.round == 2)                # everybody taps something

The bot is the real `Mirror`. Where decks are given they lie on top of the shuffled ones; the rest is the sealed chance
of the seed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from language.any_game import NAMES, seat_of

from bot.engine.questions import Question
from bot.games.grimm_forest.cards import fable_deck, friend_deck
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.views import GrimmForestView
from rooms.any_game import Answered, HandRoom, Seen, opened

SEED = f"{7:064x}"
SECONDS = {"choice_seconds": 600, "build_seconds": 600}
"""Clocks of the forests played here, unless a test sets its own."""


def on_top(deck: Sequence[str], first: Sequence[str]) -> list[str]:
    """The deck with these cards on top."""
    rest = list(deck)
    for name in first:
        rest.remove(name)
    return [*first, *rest]


class GrimmForestRoom(HandRoom):
    """One match of The Grimm Forest, on one channel of one server."""

    GAME, ROLE_SET = "grimm_forest", "beginner"

    async def view(self, who: str | None = None) -> GrimmForestView:
        view = (await self.awake()).match.view(0 if who is None else seat_of(who))
        assert isinstance(view, GrimmForestView)
        return view

    async def rules_see(self) -> GrimmForestTable:
        """The whole table: for choosing what to try, and for giving out goods before a test begins."""
        table = (await self.awake()).match._table
        assert isinstance(table, GrimmForestTable)
        return table

    # -- what people do -----------------------------------------------------------------------------------------------

    async def answers(self, who: str, key: str, value: Any) -> Answered:
        """Press the real button of this choice, or choose it in the real menu."""
        message, place = await self.panel(who, key)
        return await self.taps(who, message, place, value)

    async def taps(self, who: str, message: Seen, place: str, value: Any) -> Answered:
        word = "-" if value is None else str(value)
        button = f"mm:a:{place}:{word}"
        if button not in message.controls and word == "done":  # with actions left it asks once
            message = (await self.clicks(who, message, f"mm:done:{place}")).seen
        if button in message.controls:
            return await self.clicks(who, message, button)
        menu, page = f"mm:s:{place}", 0
        assert menu in message.controls, f"no control for {word} on {place}: {message.controls}"
        while word not in message.offered(menu):
            page += 1
            message = (await self.clicks(who, message, f"mm:turn:{place}:{page}")).seen
        return await self.selects(who, message, menu, [word])

    async def goes(self, *, fables: Mapping[str, str | None] | None = None, **places: str) -> None:
        """These people choose a Gather card, and a Fable where they are asked for one."""
        for who, where in places.items():
            await self.answers(who, "gather.place", where)
            if "gather.fable" in await self.asked(who):
                await self.answers(who, "gather.fable", (fables or {}).get(who))
        await self.time(3)

    async def builds(self, who: str, *acts: str) -> None:
        """So many actions one after the other, all on one panel."""
        for act in acts:
            await self.answers(who, "build.act", act)
        await self.time(2)

    async def act(self, who: str, question: Question, value: Any) -> None:
        await self.answers(who, question.key, value)

    def first_choice(self, question: Question, view: GrimmForestView) -> Any:
        return builder(question, view)


def builder(question: Question, view: GrimmForestView) -> Any:
    """Goes to where the seat's number says, builds whatever can be built, and else takes what it is given."""
    if question.key == "gather.place":
        return question.choices[(view.round + question.seat) % len(question.choices)]
    if question.key == "build.act":
        built = [one for one in question.choices if one.startswith("build.")]
        gained = [one for one in question.choices if one.startswith("gain.")]
        return [*built[-1:], *gained, "done"][0]
    return question.choices[0]


@asynccontextmanager
async def grimm_forest_room(
    tmp_path: Path,
    seats: int = 2,
    *,
    starter: str | None = "ann",
    fables: Sequence[str] = (),
    friends: Sequence[str] = (),
    prince: str = "brickyard",
    computers: Iterable[str] = (),
    closed: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: str = SEED,
    locale: str = "en-US",
) -> AsyncIterator[GrimmForestRoom]:
    """A server with a forest for so many.

    fables, friends   lie on top of their decks; prince: where Prince Regal comes in the first round
    locale            the server's language
    starter           None leaves everything to the sealed chance of the seed, so that a recap can be verified
    """
    settings = GrimmForestOptions.model_validate({**SECONDS, **(options or {})})
    people = [name for name in NAMES[:seats] if name not in set(computers)]
    grimm_forest = GrimmForestRoom(tmp_path, settings, seed, people, seats)
    grimm_forest.locale = locale
    advanced = settings.advanced
    script: dict[str, Any] = {}
    if starter is not None:
        script = {
            "starter": seat_of(starter),
            "prince.die": prince,
            "fables": on_top(fable_deck(advanced=advanced), fables),
            "friends": on_top(friend_deck(advanced=advanced), friends),
        }
    async with opened(grimm_forest, closed, script):
        yield grimm_forest
