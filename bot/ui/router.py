"""Where every click ends: one listener that reads the `custom_id` and calls the handler of its kind.

Nothing about a message is kept in memory, so a button sent by a dead process works, and a click costs no rebuilding of
the message it sits on. Slash commands find their own way, but they are counted here as well: while the bot stops, what
is under way is finished, and nothing new is begun.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.engine.questions import IllegalAnswer
from bot.matches.elsewhere import Elsewhere
from bot.matches.errors import Counted, Refused
from bot.trouble import StoreTrouble, begin_deed, is_written, match_of_deed
from bot.ui.at_hand import at_hand
from bot.ui.callbacks import answer_at_once, is_answered
from bot.ui.channels import is_direct
from bot.ui.pages import FileMaker, drawn
from bot.ui.panels import PREFIX, Page, render
from bot.ui.posted import is_on_its_message, keep_sign, sign
from bot.ui.said_again import SaidAgain
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

OUTCOME: Final = "outcome"
"""Where an interaction's extras say how it ended, when it did not end well."""
PASSED_ON: Final = "passed_on"
"""The outcome of what another process answers."""
MOST_DIGITS: Final = 19
"""A number this long may be more than a column of the store holds."""
FINISH_S = 5.0
"""So long what is being answered may take when the bot stops. Discord waits three seconds for an answer."""


@dataclass(frozen=True)
class Click:
    """A click, a menu choice or a form that was sent: its parts after the kind, the values chosen or the text typed."""

    interaction: discord.Interaction
    parts: tuple[str, ...]
    values: tuple[str, ...] = ()
    text: str = ""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    def part(self, place: int) -> str:
        """A part; "" where the id ends before it."""
        return self.parts[place] if place < len(self.parts) else ""

    def number(self, place: int) -> int:
        """A part that has to be a number. Raises Refused for a forged one."""
        try:
            number = int(self.parts[place])
        except (IndexError, ValueError):
            raise Refused("forged") from None
        if abs(number) >= 1 << 63:  # no column of the store holds it
            raise Refused("forged")
        return number


Handler = Callable[[Click], Awaitable[None]]
PassOn = Callable[[int, int], Awaitable[bool]]
"""Given the click's id and the server: whether another process answers it."""
Served = Callable[[str, float], None]
"""Told of each click and command how it ended, and after how many seconds; see `outcome_of`. Never whose it was."""

UNKNOWN_INTERACTION: Final = 10062
UNKNOWN_MESSAGE: Final = 10008
PRESSED_IS_GONE: Final = "pressed_is_gone"
"""Where an interaction's extras say that the message on which something was pressed has been deleted meanwhile."""
UNHEARD = (discord.NotFound, discord.DiscordServerError, aiohttp.ClientError, OSError)
"""An answer came too late, or Discord could not be reached: no fault of ours."""


class Router:
    """Finds the handler of a component or form by the kind in its id."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self._handlers: dict[str, Handler] = {}
        self._of_table: set[str] = set()
        self._serving: set[asyncio.Task[Any]] = set()
        self._stuck: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._said_again = SaidAgain()
        self.pass_on: PassOn = _nobody_else
        """Passes a click on to the process that plays this server's tables; see `bot.inbox`."""
        self.served: Served = _nobody_counts
        self.over: Callable[[int], None] = _nobody_waits
        """Told of each click and command for which nothing more is done."""

    def on(self, kind: str, handler: Handler, *, of_table: bool = False) -> None:
        """Let `handler` serve every `mm:<kind>:…`. A kind has one handler.

        of_table  whether every one of them begins with the number of its table, `mm:<kind>:<match>:…`: where several
                  processes play, it is passed on without being looked at any further
        """
        if kind in self._handlers:
            raise ValueError(f"two handlers for {kind}")
        self._handlers[kind] = handler
        if of_table:
            self._of_table.add(kind)

    def table_of(self, custom_id: str) -> int | None:
        """The number of the table at which this is pressed, if that can be seen without asking the handler."""
        prefix, kind, number, *_ = (*custom_id.split(":"), "", "", "")
        is_number = number.isascii() and number.isdecimal() and len(number) < MOST_DIGITS
        return int(number) if prefix == PREFIX and kind in self._of_table and is_number else None

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Serve one interaction; foreign ids and commands are left alone."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: Any = interaction.data or {}
        prefix, _, rest = str(data.get("custom_id", "")).partition(":")
        if prefix != PREFIX:
            return
        kind, *parts = rest.split(":")
        handler = self._handlers.get(kind)
        text = ""
        if interaction.type is discord.InteractionType.modal_submit:
            parts = parts[:-1]  # the random end of a form's id
            text = "\n".join(_typed(data.get("components", ())))
        click = Click(interaction, tuple(parts), tuple(map(str, data.get("values", ()))), text)
        with self._counted():
            await self._serve(handler, click)
        self.over(interaction.id)

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Whether a slash command may begin. `finish` waits for the task it runs in."""
        serving = asyncio.current_task()
        assert serving is not None
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)
        serving.add_done_callback(lambda _: self.over(interaction.id))
        if interaction.type is not discord.InteractionType.autocomplete:
            began = asyncio.get_running_loop().time()
            serving.add_done_callback(lambda _: self._count(interaction, began))
        begin_deed()
        if self._closing and interaction.type is not discord.InteractionType.autocomplete:
            await self.explain(interaction, Refused("closing"))
        return not self._closing

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """What this task does in here is waited for by `finish`."""
        serving = asyncio.current_task()
        assert serving is not None
        self._serving.add(serving)
        try:
            yield
        finally:
            self._serving.discard(serving)

    def _count(self, interaction: discord.Interaction, began: float) -> None:
        self.served(interaction.extras.get(OUTCOME, "done"), asyncio.get_running_loop().time() - began)

    async def _serve(self, handler: Handler | None, click: Click) -> None:
        begin_deed()
        began = asyncio.get_running_loop().time()
        try:
            if self._closing:
                raise Refused("closing")
            if handler is None:
                raise Refused("forged")
            await handler(click)
        except Exception as problem:
            await self.explain(click.interaction, problem)
        finally:
            self._count(click.interaction, began)

    async def finish(self) -> None:
        """Let what people have asked for be answered, for a bounded time: it may be on disk already.

        From now on whatever else they ask for is refused. Whom this has waited for in vain, the next call leaves alone.
        """
        self._closing = True
        if waited_for := self._serving - self._stuck:
            _, self._stuck = await asyncio.wait(waited_for, timeout=FINISH_S)

    async def explain(self, interaction: discord.Interaction, problem: BaseException) -> None:
        """One clear sentence, to this person alone, for whatever went wrong; none where another process answers."""
        problem = getattr(problem, "original", problem)
        if isinstance(problem, Elsewhere) and not is_answered(interaction):
            try:
                if await self.pass_on(interaction.id, problem.guild_id):
                    interaction.extras[OUTCOME] = PASSED_ON
                    return
            except StoreTrouble as trouble:
                problem = trouble
        interaction.extras[OUTCOME] = outcome_of(problem)
        words = self.wording.for_locale(interaction.locale)
        is_gone = isinstance(problem, discord.NotFound) and PRESSED_IS_GONE in interaction.extras
        sentence = _told_gone(words) if is_gone else self._in_words(problem, words)
        if isinstance(problem, discord.NotFound) and problem.code == UNKNOWN_INTERACTION:
            return  # Discord takes no answer to it any more
        is_refused = isinstance(problem, (Refused, IllegalAnswer))
        in_a_row = is_refused and interaction.type is discord.InteractionType.component
        try:
            if in_a_row and await self._said_again.counted(interaction, sentence, words):
                return
            if in_a_row and not is_answered(interaction):
                self._said_again.note(interaction, sentence)
            await reply(interaction, sentence)
        except discord.HTTPException as gone:
            log.info("reply_too_late", status=gone.status, code=gone.code)
        except (aiohttp.ClientError, OSError) as gone:
            log.info("reply_not_sent", problem=repr(gone))

    def _in_words(self, problem: BaseException, words: Wording) -> str:
        """What is said about a problem, and a line in the log for what is no refusal."""
        if isinstance(problem, Refused):
            values: dict[str, Any] = dict(problem.values)
            return words.say(f"refused.{problem.code}", **values)
        if isinstance(problem, IllegalAnswer):
            return words.say(f"refused.{problem.code}")
        if isinstance(problem, Counted):
            log.warning("answer_not_shown", match=match_of_deed(), problem=repr(problem.__cause__))
            return words.say("refused.counts")
        if isinstance(problem, StoreTrouble):
            log.error("store", match=match_of_deed(), problem=str(problem))
            return words.say("refused.written" if is_written() else "refused.store")
        if isinstance(problem, UNHEARD):
            log.warning("not_shown", match=match_of_deed(), problem=repr(problem))
        else:
            log.error("click_failed", match=match_of_deed(), kind=str(type(problem).__name__), exc_info=problem)
        return words.say("refused.written" if is_written() else "refused.broken")


def _told_gone(words: Wording) -> str:
    """That nothing can be shown any more on what was pressed: no fault of ours."""
    return words.say("refused.written_and_gone" if is_written() else "refused.gone")


async def _nobody_else(_interaction_id: int, _guild_id: int) -> bool:
    """No other process plays."""
    return False


def _nobody_waits(_interaction_id: int) -> None:
    """Every click has its turn at once."""


def _nobody_counts(_outcome: str, _seconds: float) -> None:
    """Nobody wants to know how clicks end."""


def outcome_of(problem: BaseException) -> str:
    """How a click ended that met this: `refused` with a reason, by the rules or by us; `store`, what is kept could not
    be read or written; `not_shown`, Discord did not take the answer; `failed`, a fault of ours."""
    if isinstance(problem, (Refused, IllegalAnswer)):
        return "refused"
    if isinstance(problem, StoreTrouble):
        return "store"
    return "not_shown" if isinstance(problem, (Counted, *UNHEARD)) else "failed"


def _typed(components: Sequence[Any]) -> list[str]:
    """The texts typed into a form, in order, however they are nested."""
    found = []
    for component in components:
        if "value" in component and isinstance(component["value"], str):
            found.append(_writable(component["value"]))
        found += _typed(component.get("components", ()))
        if "component" in component:
            found += _typed([component["component"]])
    return found


def _writable(text: str) -> str:
    """Without what no database takes as text: the letter of number nought, and halves of surrogate pairs."""
    return text.replace("\0", "").encode(errors="replace").decode()


async def reply(
    interaction: discord.Interaction, what: str | Page, *, private: bool = True, files: Sequence[FileMaker] = ()
) -> None:
    """Answer with the initial callback where that is still possible (DISCORD §4), else with a follow-up.

    `files` are attached besides the pictures; Discord shows those that the page names.
    """
    page = Page(panels=(), lines=(what,)) if isinstance(what, str) else what
    view, makers = await _drawn(interaction, page)
    makers += files
    quiet = discord.AllowedMentions.none()

    async def say() -> None:
        files = [make() for make in makers]
        if is_answered(interaction):
            await interaction.followup.send(view=view, files=files, ephemeral=private, allowed_mentions=quiet)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=private, allowed_mentions=quiet)

    await answer_at_once(interaction, say)


async def update(interaction: discord.Interaction, page: Page) -> None:
    """Show another page in place of the message that was clicked: answer and change in one request.

    A press that no control of a public message makes is answered beside it: nobody wipes out what others read.
    """
    if is_forged(interaction):
        await reply(interaction, page)
        return
    view, makers = await _drawn(interaction, page)
    if page.nonce:  # it says what is being added just now, and what is not
        sign(view, page.nonce)
    else:
        keep_sign(interaction.message, view)  # the ledger may not know this message yet
    quiet = discord.AllowedMentions.none()

    async def change() -> None:
        files = [make() for make in makers]
        if is_answered(interaction):
            await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=quiet)
        else:
            await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=quiet)

    try:
        await answer_at_once(interaction, change)
    except discord.NotFound as problem:
        if problem.code == UNKNOWN_MESSAGE:
            interaction.extras[PRESSED_IS_GONE] = True
        raise


def is_forged(interaction: discord.Interaction) -> bool:
    """Whether a message that others see is said to have been pressed, and shows no such control."""
    message = interaction.message
    if message is None or message.flags.ephemeral or is_direct(interaction):
        return False
    return interaction.type is discord.InteractionType.component and not is_on_its_message(interaction)


async def show_form(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Answer by asking for a text."""
    await answer_at_once(interaction, lambda: interaction.response.send_modal(form))


async def take_time(interaction: discord.Interaction) -> None:
    """Answer a command that needs more than the three seconds: what follows is for this person alone."""
    await answer_at_once(interaction, lambda: interaction.response.defer(ephemeral=True, thinking=True))


async def _drawn(interaction: discord.Interaction, page: Page) -> tuple[discord.ui.LayoutView, list[FileMaker]]:
    if not page.pictures:
        return render(page), []
    return await drawn(at_hand(interaction).gallery, page)
