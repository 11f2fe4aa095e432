"""Pauses that the players of a small table agree on, and who wants no reminders.

Who has agreed stands in the ids of the buttons, so an agreement survives restarts. What this process remembers besides
only helps when two people press in the same moment, or press the button of the board instead.

`sleep`  propose a pause overnight:           `mm:sleep:<match>`
`agree`  agree to it:                         `mm:agree:<match>:<until, seconds>:<people>`
`stay`   rather go on playing:                `mm:stay:<match>:<until, seconds>`
`wake`   go on before the pause is over:      `mm:wake:<match>` on the board, `mm:wake:<match>:<paused at, ms>:<people>`
`quiet`  no more reminders:                   `mm:quiet`

Numbers after the match, and people's Discord ids (with a dot between two), are written in base 36: five have room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.questions import IllegalAnswer
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.ui.command_words import told
from bot.ui.delivery import Outgoing, Overloaded, Undeliverable
from bot.ui.panels import TINT, Button, Page, Panel, custom_id, render
from bot.ui.router import Click, reply, update
from bot.ui.stage import controls
from bot.ui.wording import Wording, plain

OVERNIGHT_S = 10 * 60 * 60
FRESH_MS = 10 * 60 * 1000
"""So long a proposal is taken up by whoever presses the same button of the board, instead of being made again."""
DECLINED_MS = 2 * 60 * 1000
"""So long after somebody would rather go on playing nobody proposes a pause again."""
REMEMBERED_MOST = 500
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

Interaction = discord.Interaction[Any]
Agreement = tuple[str, int, int]
"""`sleep` or `wake`, match, and until when (seconds) or since when (milliseconds) it is paused."""


class PausesCog(commands.Cog):
    """What players decide about the clocks without a host."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self._agreed: dict[Agreement, list[int]] = {}
        self._proposed: dict[int, tuple[int, int]] = {}
        """Match -> until when the newest proposal would pause it, and when that was made."""
        self._declined: dict[int, int] = {}
        router = mirror.router
        router.on("sleep", self.propose)
        router.on("agree", self.agree)
        router.on("stay", self.stay)
        router.on("wake", self.wake)
        router.on("quiet", self.quiet)

    # -- who may, and who has agreed --------------------------------------------------------------------------------

    async def _small_table(self, click: Click) -> Awake:
        """The table, if this person sits there and its players decide such things. Raises Refused."""
        awake = await self.mirror.service.awake(click.number(0))
        if awake.seat_of(click.user_id) is None:
            raise Refused("not_seated")
        if awake.over:
            raise Refused("over")
        if len(awake.seats) > controls.SMALL_TABLE:
            raise Refused("host_pauses", most=controls.SMALL_TABLE)
        return awake

    def _agreed_by(self, awake: Awake, agreement: Agreement, people: Sequence[int]) -> list[int]:
        """Who of those sitting here now has agreed, the first one first; all of `people` do.

        Whoever gave up the seat meanwhile counts no more, and who took it over has to be asked.
        """
        known = self._agreed.pop(agreement, [])
        everybody = list(dict.fromkeys([*people, *known]))
        self._agreed[agreement] = everybody
        while len(self._agreed) > REMEMBERED_MOST:
            del self._agreed[next(iter(self._agreed))]
        here = set(_people(awake))
        return [person for person in everybody if person in here]

    def _names(self, awake: Awake, people: Sequence[int]) -> str:
        return ", ".join(f"**{plain(row.name)}**" for row in awake.seats.values() if row.user_id in people)

    def _missing(self, awake: Awake, agreed: Sequence[int]) -> str:
        return self._names(awake, [person for person in _people(awake) if person not in agreed])

    async def _post(self, awake: Awake, page: Page, stamp: int) -> None:
        """Ask everybody, where the game is played. Raises Refused when that is not possible now."""
        place = awake.row.thread_id or awake.row.channel_id
        try:
            nonce = f"{awake.id}.p.{_written(stamp)}"
            await self.mirror.courier.post(place, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Overloaded):
            raise Refused("not_asked_now") from None

    # -- a pause overnight ------------------------------------------------------------------------------------------

    async def propose(self, click: Click) -> None:
        """Somebody would like to sleep; alone at the table, the game pauses at once."""
        awake = await self._small_table(click)
        if awake.row.status != "running":
            raise Refused("not_running")
        now = self.mirror.now_ms()
        until_s, made_ms = self._proposed.get(awake.id, (0, 0))
        fresh = now - made_ms < FRESH_MS and until_s * 1000 > now
        if not fresh:
            until_s = now // 1000 + OVERNIGHT_S
        agreed = self._agreed_by(awake, ("sleep", awake.id, until_s), [click.user_id])
        words = self._words(click)
        if not self._missing(awake, agreed):
            await self._pause(awake, click.user_id, until_s)
            await reply(click.interaction, words.say("pause.done", when=until_s))
            return
        if not fresh and now - self._declined.get(awake.id, -DECLINED_MS) < DECLINED_MS:
            self._agreed.pop(("sleep", awake.id, until_s), None)
            raise Refused("declined_just_now")
        if not fresh:
            self._note(self._proposed, awake.id, (until_s, now))
        await reply(click.interaction, words.say("pause.waiting", names=self._missing(awake, agreed)))
        if not fresh:
            try:
                await self._post(awake, self._proposal(awake, until_s, agreed), now)
            except Refused:
                self._forget("sleep", awake.id, until_s)  # nobody can agree to what nobody sees
                raise

    async def _pause(self, awake: Awake, actor: int, until_s: int) -> None:
        await self.mirror.hosting.pause(awake.id, actor, until_s * 1000)
        self._forget("sleep", awake.id, until_s)

    def _proposal(self, awake: Awake, until_s: int, agreed: Sequence[int]) -> Page:
        words = self.mirror.languages.public(awake.row.guild_id)
        text = [
            words.say("pause.asked", name=self._names(awake, agreed[:1]), when=until_s),
            words.say("pause.agreed", names=self._names(awake, agreed)),
        ]
        until, who = _written(until_s), _listed(agreed)
        buttons = (
            Button(custom_id("agree", awake.id, until, who), words.say("pause.agree"), "success", "🌙"),
            Button(custom_id("stay", awake.id, until), words.say("pause.stay")),
        )
        return Page(panels=(Panel("\n".join(text), (buttons,)),), tint=TINT)

    async def agree(self, click: Click) -> None:
        """One more agrees to the pause; with the last one it begins."""
        _check_it_stands_there(click)
        awake = await self._small_table(click)
        if awake.row.status != "running":
            raise Refused("not_running")
        until_s = _read(click, 1)
        if until_s * 1000 <= self.mirror.now_ms():
            raise Refused("proposal_too_late")
        await self._check_still_open(awake, (until_s - OVERNIGHT_S) * 1000)
        agreement = ("sleep", awake.id, until_s)
        agreed = self._agreed_by(awake, agreement, [*_people_in(click, 2), click.user_id])
        if self._missing(awake, agreed):
            await update(click.interaction, self._proposal(awake, until_s, agreed))
            return
        words = self.mirror.languages.public(awake.row.guild_id)
        await self._pause(awake, click.user_id, until_s)
        await update(click.interaction, _sentence(words.say("pause.all_agreed", when=until_s)))

    async def _check_still_open(self, awake: Awake, made_ms: int) -> None:
        """A proposal is over once the table has been paused or has gone on since it was made. Raises Refused."""
        for line in await self.mirror.archive.log(awake.id):
            if line.action in ("pause", "resume") and line.at_ms > made_ms:
                raise Refused("proposal_too_late")

    async def stay(self, click: Click) -> None:
        """Somebody would rather go on playing: the proposal is off, also for whoever made it."""
        _check_it_stands_there(click)
        awake = await self._small_table(click)
        if awake.row.status != "running":
            raise Refused("not_running")
        self._forget("sleep", awake.id, _read(click, 1))
        self._note(self._declined, awake.id, self.mirror.now_ms())
        words = self.mirror.languages.public(awake.row.guild_id)
        sentence = words.say("pause.declined", name=self._names(awake, [click.user_id]))
        await update(click.interaction, _sentence(sentence))

    # -- going on before it is over ---------------------------------------------------------------------------------

    async def wake(self, click: Click) -> None:
        """Somebody would like to go on now; it does when everybody would."""
        asked = len(click.parts) > 1
        if asked:
            _check_it_stands_there(click)
        awake = await self._small_table(click)
        since_ms = awake.row.paused_ms
        if awake.row.status != "paused" or since_ms is None:
            raise Refused("not_paused")
        if asked and _read(click, 1) != since_ms:
            raise IllegalAnswer("not_open")
        agreement = ("wake", awake.id, since_ms)
        first = not asked and agreement not in self._agreed
        people = _people_in(click, 2) if asked else []
        agreed = self._agreed_by(awake, agreement, [*people, click.user_id])
        missing = self._missing(awake, agreed)
        if not missing:
            await self._go_on(click, awake, asked)
            return
        page = self._wish(awake, since_ms, agreed)
        if asked:
            await update(click.interaction, page)
            return
        await reply(click.interaction, self._words(click).say("wake.waiting", names=missing))
        if first:
            try:
                await self._post(awake, page, since_ms)
            except Refused:
                self._forget("wake", awake.id, since_ms)
                raise

    async def _go_on(self, click: Click, awake: Awake, asked: bool) -> None:
        self._forget("wake", awake.id, awake.row.paused_ms or 0)
        await self.mirror.hosting.resume(awake.id, click.user_id)
        if asked:
            words = self.mirror.languages.public(awake.row.guild_id)
            await update(click.interaction, _sentence(words.say("wake.all_agreed")))
        else:
            await reply(click.interaction, self._words(click).say("table.resume.done"))

    def _wish(self, awake: Awake, since_ms: int, agreed: Sequence[int]) -> Page:
        words = self.mirror.languages.public(awake.row.guild_id)
        text = [
            words.say("wake.asked", name=self._names(awake, agreed[:1])),
            words.say("pause.agreed", names=self._names(awake, agreed)),
        ]
        go_on = custom_id("wake", awake.id, _written(since_ms), _listed(agreed))
        button = Button(go_on, words.say("button.go_on_now"), "success", "☀️")
        return Page(panels=(Panel("\n".join(text), ((button,),)),), tint=TINT)

    # -- reminders --------------------------------------------------------------------------------------------------

    async def quiet(self, click: Click) -> None:
        """No more reminders, for the person who pressed it."""
        await self._switch(click.interaction, False)

    @app_commands.command(name="reminders", description=told("command.reminders"))
    @app_commands.describe(turn=told("command.reminders.turn"))
    @app_commands.choices(turn=[app_commands.Choice(name=told(f"choice.{one}"), value=one) for one in ("on", "off")])
    async def reminders(self, interaction: Interaction, turn: str) -> None:
        await self._switch(interaction, turn == "on")

    async def _switch(self, interaction: Interaction, wanted: bool) -> None:
        await self.mirror.memory.set_reminders(interaction.user.id, wanted)
        words = self.mirror.wording.for_locale(interaction.locale)
        await reply(interaction, words.say("reminders.on" if wanted else "reminders.off"))

    # -- small parts ------------------------------------------------------------------------------------------------

    def _words(self, click: Click) -> Wording:
        return self.mirror.wording.for_locale(click.interaction.locale)

    def _forget(self, kind: str, match_id: int, stamp: int) -> None:
        """This agreement is reached, or off."""
        self._agreed.pop((kind, match_id, stamp), None)
        if kind == "sleep":
            self._proposed.pop(match_id, None)

    def _note(self, notes: dict[int, Any], match_id: int, what: Any) -> None:
        notes.pop(match_id, None)
        notes[match_id] = what
        while len(notes) > REMEMBERED_MOST:
            del notes[next(iter(notes))]


def _people(awake: Awake) -> list[int]:
    return [row.user_id for row in awake.seats.values() if row.user_id is not None]


def _sentence(sentence: str) -> Page:
    return Page(panels=(), lines=(sentence,))


def _written(number: int) -> str:
    """A number in base 36, which `int(text, 36)` reads."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text or "0"


def _listed(people: Sequence[int]) -> str:
    return ".".join(map(_written, people))


def _read(click: Click, place: int) -> int:
    """A part written in base 36. Raises Refused for a forged one."""
    try:
        number = int(click.parts[place], 36)
    except (IndexError, ValueError):
        raise Refused("forged") from None
    if not 0 <= number < 1 << 63:
        raise Refused("forged")
    return number


def _people_in(click: Click, place: int) -> list[int]:
    """The people named in a button. Raises Refused when there are none, or more than a small table seats."""
    texts = click.parts[place].split(".") if len(click.parts) > place else []
    if not 0 < len(texts) <= controls.SMALL_TABLE:
        raise Refused("forged")
    try:
        return [int(text, 36) for text in texts]
    except ValueError:
        raise Refused("forged") from None


def _check_it_stands_there(click: Click) -> None:
    """The id of a button says who has agreed: it is believed only if the message, as Discord has it, shows that button.

    Raises Refused.
    """
    message = click.interaction.message
    data: Any = click.interaction.data or {}
    if message is None or data.get("custom_id") not in set(_ids(message.components)):
        raise Refused("forged")


def _ids(components: Sequence[Any]) -> Iterator[str]:
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from _ids(getattr(component, "children", ()))


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(PausesCog(mirror))
