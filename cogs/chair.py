"""The master's desk: what a person sees and presses who leads a game in the place of the Mirror's clocks.

`mm:desk:<match>`                             the desk, from below the board
`mm:desk:<match>:look`                        the desk as it is now
`mm:desk:<match>:next:<checkpoint>:<number>`  what is open has had its time (the question that runs out next)
`mm:desk:<match>:more`                        half a minute more
`mm:desk:<match>:fouls`, `…:foul` (menu)      whom to call a foul on, and the call; values `<seat>.<foul|out>`
`mm:desk:<match>:cards`                       the master wants to know all cards, where the host allows it
`mm:desk:<match>:back`                        the Mirror takes the chair again

Whoever presses is checked each time: only the master of this match is served.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.questions import MIRROR, Question
from bot.matches import fouls, moderator
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.trouble import StoreTrouble
from bot.ui.delivery import Outgoing, Overloaded, Undeliverable
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.panels import TEXT_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id, render
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.stage.questions import public_questions
from bot.ui.wording import Wording, plain
from cogs.hidden_roles.face import HiddenRolesFace

log = structlog.get_logger(__name__)

DESK = "desk"
MORE_S = 30
BOARD_MOST = 2200
"""Characters of the board on the desk, so that what is below it has room."""
CARDS_MOST = TEXT_MOST - BOARD_MOST - 900

Interaction = discord.Interaction[Any]


class ChairCog(commands.Cog):
    """Serves the master, and tells him when a time is up."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self._telling: dict[int, asyncio.Task[None]] = {}
        self._untold: dict[int, list[Happening]] = {}
        """What happened while a master was being told something else."""
        self._asked: dict[int, tuple[int, int]] = {}
        """The step about which the master of a match was asked last."""
        self._desks: dict[int, tuple[int, int, int]] = {}
        """The master's newest direct message of a match: whose, channel and message."""
        mirror.router.on(DESK, self.desk)
        mirror.service.watchers.append(self.watch)

    async def cog_unload(self) -> None:
        self._untold.clear()
        for task in list(self._telling.values()):
            task.cancel()

    # -- who leads --------------------------------------------------------------------------------------------------

    async def seat_master(
        self, interaction: Interaction, awake: Awake, master: discord.Member | None, *, sees_all: bool
    ) -> None:
        """`/table chair`: the host names a master, or (None) puts the Mirror back. Raises Refused."""
        words = self.mirror.wording.for_locale(interaction.locale)
        actor = interaction.user.id
        if master is None:
            await self.mirror.moderation.give_back(awake.id, actor)
            self._say(awake, "chair.given_back")
            await reply(interaction, words.say("chair.given_back.done"))
            return
        if master.bot:
            raise Refused("no_bots")
        await self.mirror.moderation.take(awake.id, actor, master.id, sees_all=sees_all)
        awake = await self.mirror.service.awake(awake.id)
        self._say(awake, "chair.taken", name=plain(master.display_name))
        if master.id == actor:
            await reply(interaction, await self._page(awake, actor, words))
            return
        await reply(interaction, words.say("chair.taken.done", name=plain(master.display_name)))
        welcome = (await self._masters_words(awake)).say("chair.welcome")
        await self._write_to_master(awake, [welcome], "c", interaction.id)

    def _say(self, awake: Awake, key: str, **values: Any) -> None:
        self.mirror.stage.say(awake.id, self.mirror.languages.public(awake.row.guild_id).say(key, **values))

    # -- the desk ---------------------------------------------------------------------------------------------------

    async def desk(self, click: Click) -> None:
        """Everything that can be pressed at the desk."""
        awake = await self.mirror.service.awake(click.number(0))
        if not moderator.leads(awake.snapshot(), click.user_id):
            raise Refused("not_master")
        act = click.parts[1] if len(click.parts) > 1 else ""
        doing = getattr(self, f"_do_{act}", None)
        if act and doing is None:
            raise Refused("forged")
        if doing is not None:
            await doing(click, awake)
            return
        await self._show(click, awake.id)

    async def _show(self, click: Click, match_id: int, lines: Sequence[str] = ()) -> None:
        awake = await self.mirror.service.awake(match_id)
        if not moderator.leads(awake.snapshot(), click.user_id):  # no longer
            raise Refused("not_master")
        await self._answer(click, await self._page(awake, click.user_id, self._words(click), lines))

    async def _answer(self, click: Click, page: Page) -> None:
        """In place of the desk that was pressed; never in place of a message that others see."""
        message = click.interaction.message
        own = message is not None and (message.flags.ephemeral or click.interaction.guild_id is None)
        if own and len(click.parts) > 1:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    def _words(self, click: Click) -> Wording:
        return self.mirror.wording.for_locale(click.interaction.locale)

    async def _do_look(self, click: Click, awake: Awake) -> None:
        await self._show(click, awake.id)

    async def _do_next(self, click: Click, awake: Awake) -> None:
        await self.mirror.hosting.skip(awake.id, click.user_id, (click.number(2), click.number(3)))
        await self._show(click, awake.id)

    async def _do_more(self, click: Click, awake: Awake) -> None:
        await self.mirror.hosting.extend(awake.id, click.user_id, MORE_S)
        await self._show(click, awake.id, [self._words(click).say("chair.more.done", seconds=MORE_S)])

    async def _do_back(self, click: Click, awake: Awake) -> None:
        await self.mirror.moderation.give_back(awake.id, click.user_id)
        self._say(awake, "chair.given_back")
        await self._answer(click, Page(panels=(), lines=(self._words(click).say("chair.given_back.done"),)))

    async def _do_cards(self, click: Click, awake: Awake) -> None:
        await self.mirror.moderation.know_all(awake.id, click.user_id)
        name = plain(click.interaction.user.display_name)
        self._say(awake, "chair.knows_all", name=name)
        await self._show(click, awake.id)

    async def _do_fouls(self, click: Click, awake: Awake) -> None:
        question = fouls.whistle(awake.snapshot())
        if question is None:
            raise Refused("no_fouls_now")
        words = self._words(click)
        labels = RenderContext.of(awake.snapshot(), words).labels
        so_far = _fouls_so_far(awake)
        menus: list[tuple[Button, ...] | Menu] = []
        for kind in dict.fromkeys(kind for _, kind in question.choices):
            seats = [seat for seat, one in question.choices if one == kind]
            options = tuple(MenuOption(f"{seat}.{kind}.{so_far[seat]}", f"{seat}. {labels[seat]}") for seat in seats)
            # Two menus on one message need two ids; the value says what is called.
            menus.append(
                Menu(
                    custom_id(DESK, awake.id, "foul", awake.match.checkpoint, kind),
                    words.say(f"chair.foul.{kind}"),
                    options,
                )
            )
        menus.append((Button(custom_id(DESK, awake.id, "look"), words.say("chair.cancel")),))
        await self._answer(click, Page(panels=(Panel(words.say("chair.foul.ask"), tuple(menus)),), tint=TINT))

    async def _do_foul(self, click: Click, awake: Awake) -> None:
        """`foul:<checkpoint>:…` with a choice `<seat>.<kind>.<fouls before>`; who would leave for it is asked about
        first, and `sure` is that choice again. Only what was shown is done."""
        sure = click.parts[4] if len(click.parts) > 4 else ""
        chosen = (sure or (click.values[0] if click.values else "")).split(".")
        if len(chosen) != 3 or not (chosen[0] + chosen[2]).isdecimal() or chosen[1] not in (fouls.FOUL, fouls.OUT):
            raise Refused("forged")
        seat, kind, before = int(chosen[0]), chosen[1], int(chosen[2])
        if (click.number(2), before) != (awake.match.checkpoint, _fouls_so_far(awake).get(seat)):
            raise Refused("foul_out_of_date")
        if not sure and (kind == fouls.OUT or before + 1 >= self.mirror.faces[awake.row.game].fouls_most):
            await self._answer(click, self._ask_about_leaving(click, awake, seat, ".".join(chosen)))
            return
        await self.mirror.fouls.call(
            awake.id,
            seat,
            fouls.OUT if kind == fouls.OUT else fouls.FOUL,
            actor=click.user_id,
            message_id=click.interaction.id,
        )
        await self._show(click, awake.id)

    def _ask_about_leaving(self, click: Click, awake: Awake, seat: int, choice: str) -> Page:
        words = self._words(click)
        name = RenderContext.of(awake.snapshot(), words).name(seat)
        sure = custom_id(DESK, awake.id, "foul", awake.match.checkpoint, "sure", choice)
        row = (
            Button(sure, words.say("chair.foul.sure"), "danger", "🟥"),
            Button(custom_id(DESK, awake.id, "look"), words.say("chair.cancel")),
        )
        return Page(panels=(Panel(words.say("chair.foul.leaves", name=name), (row,)),), tint=TINT)

    # -- what stands on it ------------------------------------------------------------------------------------------

    async def _page(self, awake: Awake, reader: int, words: Wording, lines: Sequence[str] = ()) -> Page:
        """Everything a clerk has before him, and the buttons of the one who decides.

        `reader` is who will see it: should somebody else lead by then, no card is on it.
        """
        # What waits for the disk comes first: the rest of the page is made of one moment.
        acts = await self._acts(awake, words) if moderator.knows_all(awake.snapshot()) else []
        awake = await self.mirror.service.awake(awake.id)
        face, context = self.mirror.faces[awake.row.game], RenderContext.of(awake.snapshot(), words)
        view: Any = awake.match.view(SPECTATOR)
        head = [f"## {words.say('chair.title', game=game_title(words, awake.row.game), number=awake.id)}"]
        if awake.over:
            return Page(panels=(Panel("\n".join([*head, words.say("chair.over")])),), lines=tuple(lines), tint=TINT)
        step = awake.waiting_step()
        if awake.row.status == "paused":
            head.append(words.say("chair.paused"))
        elif step is not None:
            head.append(_step_in_words(step, context))
        else:
            head.append(words.say("chair.next"))
        panels = [Panel("\n".join(head)), Panel(self._board(awake, face, context))]
        if face.is_locked(view):
            order = _order_of_waking(awake, view, words)
            panels += [Panel("\n".join([words.say("chair.night"), *order]))] if order else []
        if moderator.knows_all(awake.snapshot()) and moderator.leads(awake.snapshot(), reader):
            panels.append(Panel(_cut("\n".join([*self._cards(awake, face, context), *acts]), CARDS_MOST)))
        elif awake.row.moderator_sees == moderator.MAY_ASK and moderator.leads(awake.snapshot(), reader):
            want = Button(custom_id(DESK, awake.id, "cards"), words.say("chair.cards.do"), "danger", "👁️")
            panels.append(Panel(words.say("chair.cards.ask"), ((want,),)))
        panels.append(Panel("", (self._buttons(awake, words),)))
        return Page(panels=tuple(panels), lines=tuple(lines), tint=TINT)

    def _buttons(self, awake: Awake, words: Wording) -> tuple[Button, ...]:
        running = awake.row.status == "running"
        checkpoint, number = awake.moment()
        onward = custom_id(DESK, awake.id, "next", checkpoint, number)
        buttons = [Button(onward, words.say("chair.next.do"), "success", "▶️", disabled=not running)]
        if awake.deadlines:
            more = custom_id(DESK, awake.id, "more")
            buttons.append(Button(more, words.say("chair.more.do", seconds=MORE_S), disabled=not running))
        if fouls.whistle(awake.snapshot()) is not None:
            foul = custom_id(DESK, awake.id, "fouls")
            buttons.append(Button(foul, words.say("chair.foul.do"), "secondary", "🟨", disabled=not running))
        buttons.append(Button(custom_id(DESK, awake.id, "look"), words.say("chair.look.do"), "secondary", "🔄"))
        buttons.append(Button(custom_id(DESK, awake.id, "back"), words.say("chair.back.do"), "secondary", "🪞"))
        return tuple(buttons)

    def _board(self, awake: Awake, face: Face, context: RenderContext) -> str:
        """The public board in words: who is asked, which votes are missing, nominees, fouls, clocks."""
        view = awake.match.view(SPECTATOR)
        panels = face.board(view, public_questions(awake.snapshot(), face), context)
        return _cut("\n\n".join(panel.text for panel in panels if panel.text), BOARD_MOST)

    def _cards(self, awake: Awake, face: Face, context: RenderContext) -> list[str]:
        """What everybody holds; a line each where there is one card, else everything a seat sees."""
        lines = [context.words.say("chair.cards")]
        for seat in awake.seats:
            view: Any = awake.match.view(seat)
            if isinstance(face, HiddenRolesFace):
                lines.append(f"{seat}. {context.name(seat)}: {face.role(context, view.role)}")
            else:
                lines.append(f"{seat}. {context.name(seat)}: {face.seat(view, context).text}")
        return lines

    async def _acts(self, awake: Awake, words: Wording) -> list[str]:
        """What was chosen in secret in this round, as far as it is written down; who changed his mind, the last."""
        face, context = self.mirror.faces[awake.row.game], RenderContext.of(awake.snapshot(), words)
        if not isinstance(face, HiddenRolesFace):
            return []
        told: dict[tuple[int, str], str] = {}
        for entry in await self.mirror.archive.decisions(awake.id):
            if entry.key not in face.open_acts:
                told.pop((entry.seat, entry.key), None)
                told[entry.seat, entry.key] = face.act_told(entry, context)
        lines = [f"• {line}" for line in told.values() if line]
        return [words.say("chair.acts"), *lines] if lines else []

    # -- when a time is up ------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service: a time is over, or a step has been reached, and the master has to say so."""
        step_may_wait = happening.kind in ("changed", "led", "resumed") and self._may_wait(happening.match)
        if happening.kind == "time_is_up" or step_may_wait:
            self._tell(happening)

    def _tell(self, happening: Happening) -> None:
        """Now, or when what is being told to this master has been told; of two alike one is enough."""
        match_id = happening.match
        if match_id in self._telling:
            waiting = self._untold.setdefault(match_id, [])
            if happening not in waiting:
                waiting.append(happening)
            return
        work = self._time_is_up(happening) if happening.kind == "time_is_up" else self._ask_for_step(match_id)
        task = self._telling[match_id] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._told(match_id))

    def _told(self, match_id: int) -> None:
        self._telling.pop(match_id, None)
        waiting = self._untold.get(match_id)
        if waiting:
            happening = waiting.pop(0)
            if not waiting:
                del self._untold[match_id]
            self._tell(happening)

    def _may_wait(self, match_id: int) -> bool:
        """Whether a person leads this match, as far as can be told without waking it."""
        awake = self.mirror.service.in_memory(match_id)
        return awake is not None and awake.row.moderator_id is not None

    async def _ask_for_step(self, match_id: int) -> None:
        """The master is asked before each step; without a sound, where the desk lies already."""
        try:
            awake = await self.mirror.service.awake(match_id)
            step = awake.waiting_step()
            if awake.over:
                self._asked.pop(match_id, None)
                self._desks.pop(match_id, None)
            if step is None or awake.row.moderator_id is None or awake.row.status != "running":
                return
            moment = (awake.match.checkpoint, step.number)
            if self._asked.get(match_id) == moment:
                return
            self._asked[match_id] = moment
            await self._write_to_master(awake, [], f"s{moment[0]}", step.number)
        except (Refused, StoreTrouble) as problem:
            log.warning("master_not_asked", match=match_id, problem=str(problem))

    async def _time_is_up(self, happening: Happening) -> None:
        try:
            awake = await self.mirror.service.awake(happening.match)
            due = awake.deadlines.get(happening.amount)
            if awake.row.moderator_id is None or awake.row.status != "running" or due is None:
                return
            line = self._whose_time(awake, await self._masters_words(awake))
            await self._write_to_master(awake, [line], f"t{happening.amount}", due // 1000)
        except (Refused, StoreTrouble) as problem:
            log.warning("master_not_told", match=happening.match, problem=str(problem))

    def _whose_time(self, awake: Awake, words: Wording) -> str:
        face, context = self.mirror.faces[awake.row.game], RenderContext.of(awake.snapshot(), words)
        view = awake.match.view(SPECTATOR)
        asked = [q.seat for q in public_questions(awake.snapshot(), face) if q.seat != MIRROR]
        if not asked:
            return words.say("chair.time_is_up", moment=face.moment(view, context))
        return words.say("chair.time_is_up.for", names=context.listed(list(dict.fromkeys(asked))))

    async def _changed(self, channel: int, message: int, page: Page) -> bool:
        """Whether the desk that was sent before shows this page now."""
        try:
            await self.mirror.courier.edit(channel, message, Outgoing(view=render(page)))
        except (Undeliverable, Overloaded):
            return False
        return True

    async def _masters_words(self, awake: Awake) -> Wording:
        """The language in which the master reads."""
        assert awake.row.moderator_id is not None
        return await self.mirror.languages.own(awake.row.moderator_id, awake.row.guild_id)

    async def _write_to_master(self, awake: Awake, lines: Sequence[str], kind: str, stamp: int) -> None:
        """The desk as a direct message; who takes none is called where the game is played."""
        assert awake.row.moderator_id is not None
        master = awake.row.moderator_id
        page = await self._page(awake, master, await self._masters_words(awake), lines)
        whose, channel, message = self._desks.get(awake.id, (0, 0, 0))
        if not lines and whose == master and await self._changed(channel, message, page):
            return
        nonce = f"{awake.id}.{kind}.{stamp & 0xFFFFFF:x}"
        try:
            sent = await self.mirror.courier.direct(master, Outgoing(view=render(page)), nonce)
            self._desks[awake.id] = (master, *sent)
        except (Undeliverable, Overloaded):
            self._say(awake, "chair.come", name=f"<@{awake.row.moderator_id}>")


def _fouls_so_far(awake: Awake) -> dict[int, int]:
    """What everybody sees: fouls by seat."""
    view: Any = awake.match.view(SPECTATOR)
    return {player.seat: player.fouls for player in view.players}


def _step_in_words(step: Question, context: RenderContext) -> str:
    """What begins when the master says Next."""
    values = step.values or {}
    seat = values.get("seat", values.get("nominee"))
    key = f"chair.{step.key}"
    if not context.words.has(key):
        return context.words.say("chair.step")
    named: dict[str, Any] = {"name": context.name(seat)} if seat is not None else {}
    return context.words.say(key, **named)


def _order_of_waking(awake: Awake, view: Any, words: Wording) -> list[str]:
    """The night as it is read aloud: a line for each card of the pack, whoever holds it and whether he still lives."""
    before = f"chair.night.{awake.row.game}."
    cast: dict[str, int] = getattr(view, "cast", {})
    lines = []
    for key in words.keys():  # noqa: SIM118 - a method of the wording, in the order of the alphabet
        number, _, role = key.removeprefix(before).partition(".")
        if key.startswith(before) and (role == "all" or cast.get(role)):
            lines.append((int(number), words.say(key)))
    return [f"{place}. {line}" for place, (_, line) in enumerate(sorted(lines), start=1)]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(ChairCog(mirror))
