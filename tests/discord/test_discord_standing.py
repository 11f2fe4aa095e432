"""Questions that wait on My seat without a message, and public messages with and without the board's picture.

A toy game for two whose rule asks exactly what a test needs: ann's duties come as messages, her spell stands on My seat
from some turn on, and ben lets the game go on from the board.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import simcord
from language.any_game import seat_of
from PIL import Image
from rooms.any_game import Answered, Seen, parts
from rooms.village import Square
from support.waiting import PATIENCE_S, sleeps_wait

import bot.client as mirror_module
from bot.engine.questions import Question, Seat, first_of, put
from bot.engine.rulebook import Game, Options, Outcome, Table, View
from bot.games import GAMES
from bot.store.seating import NewSeat
from bot.ui import command_words
from bot.ui.face import Deed
from bot.ui.panels import Button, Page, Panel, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording
from cogs.hidden_roles.face import HiddenRolesFace

PLAN = ((1, "toy.first"), (2, "toy.next"), (1, "toy.later"), (2, "toy.next"))
"""Who has to do what, one after the other."""
WORDS = {
    "game.toy": "Toy",
    "toy.turn": "Turn {turn} is over.",
    "ask.toy.spell": "You may cast your spell.",
    "choice.toy.spell.cast": "Cast it",
    "ask.toy.spell.done": "It is cast.",
    "ask.toy.first": "Your first duty?",
    "choice.toy.first.yes": "Done",
    "ask.toy.first.done": "The first is noted.",
    "ask.toy.later": "Your later duty?",
    "choice.toy.later.yes": "Done",
    "ask.toy.later.done": "The later is noted.",
}


class ToyOptions(Options):
    """`spell_from`: the turn from which the spell can be cast; `duty_first`: it is opened after that turn's duty."""

    spell_from: int = 0
    duty_first: bool = False


class ToyView(View):
    seat: int
    turn: int
    casts: int
    phase: str = "day"
    winner: str | None = None
    alive: bool = True


@dataclass
class ToyTable(Table):
    options: ToyOptions
    turn: int = 0
    casts: int = 0
    rounds: int = field(default=0)


def spell() -> Question:
    return put(1, "toy.spell", ("cast",))


class ToyRulebook:
    def new_table(self, options: ToyOptions, seats: int) -> ToyTable:
        return ToyTable(options)

    async def set_up(self, table: ToyTable) -> None:
        table.announce("dawn.breaks", night=1)

    async def play_round(self, table: ToyTable) -> None:
        stands: list[Question] = []
        for number, (seat, key) in enumerate(PLAN):
            if number == table.options.spell_from:
                stands = [spell()]
            duty = put(seat, key, ("yes",), occasion=key if seat == 2 else "")
            while True:
                asked, _ = await first_of([duty, *stands] if table.options.duty_first else [*stands, duty])
                if asked is duty:
                    break
                table.casts += 1
                table.announce("toy.cast")
                stands = [spell()]
            table.turn += 1
            table.announce("toy.turn", turn=table.turn)
        table.rounds += 1

    def outcome(self, table: ToyTable) -> Outcome | None:
        return None

    def view(self, table: ToyTable, seat: int) -> ToyView:
        return ToyView(seat=seat, turn=table.turn, casts=table.casts)


@dataclass(frozen=True)
class ToyPicture:
    casts: int
    name: str = "toy.jpg"

    def words(self, words: Any) -> str:
        return f"A picture of {self.casts} spells"

    def draw(self, art: Any) -> Image.Image:
        return Image.new("RGB", (8, 8))


class ToyFace(HiddenRolesFace):
    game = "toy"
    standing_keys = frozenset(("toy.spell",))
    quiet_keys = frozenset(("toy.cast",))

    def board_picture(self, view: ToyView, context: RenderContext) -> ToyPicture:
        return ToyPicture(view.casts)

    def board(self, view: ToyView, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        row = tuple(Button(custom_id("o", context.match, q.occasion, "yes"), "Next") for q in questions if q.seat > 0)
        return (Panel(f"The board after {view.casts} spells", (row,) if row else ()),)

    def aimed(self, deed: Deed, question: Question, whom: Seat, view: ToyView) -> None:
        return None

    def is_public(self, question: Question, view: ToyView) -> bool:
        return question.key == "toy.next"

    def answered(self, question: Question, value: Any, view: Any, context: RenderContext) -> str:
        return "Next!" if question.key == "toy.next" else super().answered(question, value, view, context)

    def moment(self, view: ToyView, context: RenderContext) -> str:
        return f"turn {view.turn + 1}"

    def seat(self, view: ToyView, context: RenderContext) -> Panel:
        return Panel(f"Your seat: {view.seat}")

    def hand_told(self, view: Any, context: RenderContext) -> str:
        return ""  # there are no cards

    def panel(self, question: Question, view: Any, context: RenderContext) -> Panel:
        return Panel("") if question.key == "toy.next" else super().panel(question, view, context)  # asked on the board

    def speech(self, view: ToyView, seat: int) -> Any:
        return "free"

    def fact(self, key: str, night: int, values: Any, context: RenderContext) -> str:
        return key

    def powers(self, view: ToyView) -> None:
        return None

    def finale(self, view: ToyView, context: RenderContext) -> Page:
        return Page(panels=())


class Toy(Square):
    async def begin(self) -> None:
        seats = [NewSeat(seat_of(name), name, self.actor(name).user.id) for name in self.people]
        self.match_id = await self.run(
            lambda: self.mirror.service.create(
                GAMES["toy"], self.options, seats, guild_id=self.guild.id, channel_id=self.room.id,
                host_id=self.actor("ann").user.id, role_set="toy", seed=self.seed,
            )
        )  # fmt: skip
        await self.time(10)

    async def new_mirror(self) -> Any:
        mirror = await super().new_mirror()
        load = mirror.load_extension

        async def load_or_play(name: str) -> None:
            if name == "cogs.toy.cog":  # which is all there is to it
                mirror.faces["toy"] = ToyFace()
            else:
                await load(name)

        mirror.load_extension = load_or_play
        return mirror

    async def my_seat(self, who: str = "ann") -> Answered:
        return await self.clicks(who, self.board, f"mm:seat:{self.match_id}")

    async def goes_on(self) -> None:
        """Ben lets the game go on."""
        await self.on_board("ben", "o", "toy.next", "yes")
        await self.time(3)

    async def casts(self, on: Seen) -> Answered:
        awake, question = await self._question("ann", "toy.spell")
        button = f"mm:a:{awake.id}:{awake.match.checkpoint}:{question.number}:cast"
        assert button in on.controls
        answered = await self.clicks("ann", on, button)
        await self.time(3)
        return answered


@asynccontextmanager
async def toy_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> AsyncIterator[Toy]:
    game = Game("toy", "A toy", range(2, 3), ToyOptions, ToyTable, ToyRulebook(), ())
    monkeypatch.setitem(GAMES, "toy", game)
    words = tmp_path / "toy.en.po"
    words.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' + "".join(
        f'\nmsgid "{key}"\nmsgstr "{sentence}"\n' for key, sentence in WORDS.items()
    ))  # fmt: skip
    files = [*mirror_module.wording_files(), words]
    monkeypatch.setattr(mirror_module, "wording_files", lambda: files)
    english = Wording(files)
    monkeypatch.setattr(command_words, "_english", lambda folders: english)  # games are listed by their words
    settings: Any = ToyOptions(**options)
    toy = Toy(tmp_path, settings, f"{1:064x}", ["ann", "ben"], 2)
    mirror = await toy.new_mirror()
    try:
        with sleeps_wait():
            async with simcord.run(mirror, settle_timeout=PATIENCE_S, check_errors=False) as env:
                toy.build(env, mirror)
                await toy.begin()
                yield toy
                toy.check_for_errors()
    finally:
        await toy.store.close()


def pictured(message: Seen) -> list[str]:
    """The alt texts of the pictures on a message."""
    shown = [item["description"] for part in parts(message.message.components) for item in part.get("items") or ()]
    assert len(shown) == len(message.message.attachments)
    return shown


def asks(message: Seen, sentence: str) -> bool:
    return sentence in message.text


SPELL, FIRST, LATER = WORDS["ask.toy.spell"], WORDS["ask.toy.first"], WORDS["ask.toy.later"]


@pytest.mark.parametrize("duty_first", [False, True], ids=["spell-opened-first", "duty-opened-first"])
@pytest.mark.parametrize("looks", [False, True], ids=["never-looks", "looks-at-my-seat"])
async def test_a_spell_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, duty_first: bool, looks: bool
) -> None:
    async with toy_table(tmp_path, monkeypatch, duty_first=duty_first) as toy:
        (message,) = toy.messages(toy.dm("ann"))
        assert asks(message, FIRST)
        assert not asks(message, SPELL)
        if looks:
            seat = (await toy.my_seat()).seen
            assert asks(seat, FIRST)
            assert asks(seat, SPELL)
        await toy.time(60)
        assert len(toy.messages(toy.dm("ann"))) == 1
        await toy.answers("ann", "toy.first", "yes")
        await toy.time(3)
        assert not asks(toy.messages(toy.dm("ann"))[-1], SPELL), "the answer to a duty shows no spell"
        if looks:
            assert asks((await toy.my_seat()).seen, SPELL)
        await toy.goes_on()
        assert len(toy.messages(toy.dm("ann"))) == 2
        assert asks(toy.messages(toy.dm("ann"))[-1], LATER), "the later duty reaches her, whatever she has looked at"
        await toy.answers("ann", "toy.later", "yes")
        assert toy.messages(toy.dm("ben")) == [], "nobody else hears of it"


@pytest.mark.parametrize("looks", [False, True], ids=["never-looks", "looks-at-my-seat"])
async def test_a_spell_that_comes_later_sends_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    async with toy_table(tmp_path, monkeypatch, spell_from=1) as toy:
        assert not asks((await toy.my_seat()).seen, SPELL)
        await toy.answers("ann", "toy.first", "yes")
        await toy.time(60)
        assert len(toy.messages(toy.dm("ann"))) == 1
        rows = len(await toy.ledger())
        if looks:
            assert asks((await toy.my_seat()).seen, SPELL)
            assert len(await toy.ledger()) == rows, "having looked at it changes no later message"
        await toy.goes_on()
        assert asks(toy.messages(toy.dm("ann"))[-1], LATER)
        assert len(toy.messages(toy.dm("ann"))) == 2


async def test_it_is_cast_from_my_seat_and_stands_there_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with toy_table(tmp_path, monkeypatch) as toy:
        after = (await toy.casts((await toy.my_seat()).seen)).seen
        assert "It is cast." in after.text
        assert asks(after, SPELL), "My seat remains My seat"
        assert asks(after, FIRST)
        await toy.casts(after)
        assert len(toy.messages(toy.dm("ann"))) == 1
        await toy.restart()
        await toy.time(30)
        assert len(toy.messages(toy.dm("ann"))) == 1, "nothing was asked of her that she has not got"
        await toy.casts((await toy.my_seat()).seen)
        await toy.answers("ann", "toy.first", "yes")
        await toy.goes_on()
        await toy.answers("ann", "toy.later", "yes")
        assert len(toy.messages(toy.dm("ann"))) == 2


async def test_nobody_is_reminded_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with toy_table(tmp_path, monkeypatch) as toy:
        _, question = await toy._question("ann", "toy.spell")
        await toy.run(lambda: toy.mirror.seat_sender.remind(toy.match_id, 1, question.number))
        assert len(toy.messages(toy.dm("ann"))) == 1


async def test_only_the_dawn_has_a_picture_and_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with toy_table(tmp_path, monkeypatch) as toy:
        dawn = toy.board
        assert pictured(dawn) == ["A picture of 0 spells"]
        assert "Text" in dawn.labels
        await toy.casts((await toy.my_seat()).seen)
        assert "The board after 1 spells" in toy.board.text, "the board is redrawn on its message"
        assert toy.board.id == dawn.id
        assert pictured(toy.board) == ["A picture of 1 spells"]

        await toy.answers("ann", "toy.first", "yes")
        await toy.time(5)
        turn = toy.board
        assert turn.id != dawn.id
        assert "Turn 1 is over." in turn.text
        assert pictured(turn) == []
        assert "Text" in turn.labels, "the board is brief, and the picture one press away in words"
        await toy.casts((await toy.my_seat()).seen)
        assert toy.board.id == turn.id
        assert "The board after 2 spells" in toy.board.text
        assert pictured(toy.board) == []
        said = await toy.forges("ben", toy.board, f"mm:text:{toy.match_id}")
        assert "A picture of 2 spells" in said.text, "the words of the picture can be had at any time"

        await toy.goes_on()
        old = next(message for message in toy.messages() if message.id == dawn.id)
        assert pictured(old) == ["A picture of 1 spells"], "the dawn stays to be looked at"


async def test_after_a_restart_the_board_comes_without_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with toy_table(tmp_path, monkeypatch) as toy:
        await toy.answers("ann", "toy.first", "yes")
        await toy.restart()
        await toy.time(5)
        assert pictured(toy.board) == []
        await toy.goes_on()
        assert pictured(toy.board) == []
