"""`/about`: who the Mirror is, its version, and who drew what it shows."""

from __future__ import annotations

from itertools import groupby

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.client import Mirror
from bot.ui.command_words import told
from bot.ui.panels import Button, Page, Panel, custom_id
from bot.ui.pictures.credits import Credit, credits
from bot.ui.role_set_pages import TINT
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording

KIND = "about"
CREDITS_MOST = 3000
"""Characters of credits on one page."""


def about_page(words: Wording, number: int = 0) -> Page:
    """The Mirror, and one page of credits, from 0."""
    pages = _credit_pages(words)
    number = min(max(number, 0), len(pages) - 1)
    who = (
        f"## {words.say('about.title')}\n{words.say('about.who')}\n-# {words.say('about.version', version=__version__)}"
    )
    rows: tuple[tuple[Button, ...], ...] = ()
    if len(pages) > 1:
        back = Button(custom_id(KIND, number - 1), words.say("about.button.back"), disabled=number == 0)
        more = Button(custom_id(KIND, number + 1), words.say("about.button.more"), disabled=number == len(pages) - 1)
        rows = ((back, more),)
    return Page((Panel(who), Panel(f"### {words.say('about.credits')}\n{pages[number]}", rows)), tint=TINT)


def _credit_pages(words: Wording) -> list[str]:
    """The credits, files of the same origin together, in pieces that fit a page."""
    pages = [""]
    for origin, files in groupby(sorted(credits(), key=_origin), key=_origin):
        author, source, licence, changes = origin
        names = ", ".join(one.file for one in files)
        says = words.say(
            "about.credit", author=author, source=source, licence=licence, changes=changes, files=names
        )  # fmt: skip
        if pages[-1] and len(pages[-1]) + len(says) > CREDITS_MOST:
            pages.append("")
        pages[-1] += f"{says}\n"
    return pages


def _origin(credit: Credit) -> tuple[str, str, str, str]:
    return credit.author, credit.source, credit.licence, credit.changes


class AboutCog(commands.Cog):
    """Who the Mirror is."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    @app_commands.command(name="about", description=told("command.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def about(self, interaction: discord.Interaction) -> None:
        await reply(interaction, about_page(self._wording.for_locale(interaction.locale)))

    async def turned(self, click: Click) -> None:
        """`mm:about:<page>`."""
        page = about_page(self._wording.for_locale(click.interaction.locale), click.number(0))
        await update(click.interaction, page)


async def setup(client: Mirror) -> None:
    cog = AboutCog(client.wording)
    client.router.on(KIND, cog.turned)
    await client.add_cog(cog)
