"""`/about`: who the Mirror is, its version, what it remembers, and who drew what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.client import Mirror
from bot.ui.command_words import told
from bot.ui.installing import to_an_account
from bot.ui.panels import Page, Panel, custom_id
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.pictures.credits import Credit, credits
from bot.ui.role_set_pages import TINT
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording

KIND = "about"
ROOM = 24
"""Lines of a phone for one page, and for what turns it."""
LICENCES = "licences/"
"""The folder of the licences themselves, whose authors have drawn nothing."""
UNCHANGED = "none"
"""What the credits say of a work that is shown as it was made."""


def about_page(words: Wording, number: int = 0, own: str | None = None) -> Page:
    """One page, from 0, of who the Mirror is, what it remembers, and whose work it shows. `own`: the address with which
    one adds it to one's own account."""
    version = f"-# {words.say('about.version', version=__version__)}"
    anywhere = (words.say("about.anywhere", address=own),) if own is not None else ()
    head = "\n".join((words.say("about.who"), *anywhere, version))
    memory = words.say("about.memory").split("\n")
    shown = [
        *in_pages([head, *memory], ROOM, room_of),
        *in_pages([f"### {words.say('about.credits')}", *_credits(words)], ROOM, _room_with_links),
    ]
    number = nearest(shown, number)
    turning = turns(words, number, len(shown), lambda there: custom_id(KIND, there))
    text = "\n".join((f"## {words.say('about.title')}", *shown[number]))
    return Page((Panel(text, (turning,) if turning else ()),), tint=TINT)


def _room_with_links(line: str) -> int:
    """An address is broken where it begins, and where it ends."""
    return room_of(line) + (1 if "://" in line else 0)


def _credits(words: Wording) -> Iterator[str]:
    """The makers of what is shown, a line for everything of one artist under one licence."""
    shown = [one for one in credits() if not one.file.startswith(LICENCES)]
    for (author, source, licence), works in groupby(sorted(shown, key=_artist), key=_artist):
        changed = any(one.changes != UNCHANGED for one in works)
        key = "about.credit" if changed else "about.credit.unchanged"
        yield words.say(key, author=author, source=source, licence=licence)


def _artist(credit: Credit) -> tuple[str, str, str]:
    return credit.author, credit.source, credit.licence


class AboutCog(commands.Cog):
    """Who the Mirror is."""

    def __init__(self, wording: Wording, own_address: Callable[[], str | None]) -> None:
        self._wording = wording
        self._own_address = own_address

    @app_commands.command(name="about", description=told("command.about"))
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def about(self, interaction: discord.Interaction) -> None:
        await reply(interaction, about_page(self._wording.for_locale(interaction.locale), own=self._own_address()))

    async def turned(self, click: Click) -> None:
        """`mm:about:<page>`."""
        page = about_page(self._wording.for_locale(click.interaction.locale), click.number(0), self._own_address())
        await update(click.interaction, page)


async def setup(client: Mirror) -> None:
    def own_address() -> str | None:
        """Where one adds the Mirror to one's own account; None where its owner has not switched that on."""
        application = client.application
        if application is None or application.user_integration_config is None:
            return None
        return to_an_account(application.id)

    cog = AboutCog(client.wording, own_address)
    client.router.on(KIND, cog.turned)
    await client.add_cog(cog)
