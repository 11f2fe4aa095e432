"""`/rules` and `/help`: every role and rule in our own words, and how to begin. Both work in direct messages too.

A topic is whatever the wording files have: `rule.<topic>.title` with `rule.<topic>`, and each `role.<name>.card`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.matches.service import Refused
from bot.ui.panels import OPTIONS_MOST, TEXT_MOST, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.role_set_pages import TINT
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording

if TYPE_CHECKING:
    from bot.ui.mirror import Mirror

KIND = "rules"
FIRST = "start"
"""The topic for newcomers."""
MENUS_MOST = 4
"""Menus on one page; with more topics the page can be turned."""


@dataclass(frozen=True)
class Topic:
    """Something that can be looked up."""

    name: str
    title: str
    is_role: bool


def topics(words: Wording) -> list[Topic]:
    """All topics: the one for newcomers first, then rules, then roles, each by title."""
    found: dict[str, Topic] = {}
    for key in words.keys():  # noqa: SIM118 - a Wording is no dictionary
        kind, _, rest = key.partition(".")
        name, _, ending = rest.rpartition(".")
        if kind == "rule" and ending == "title" and words.has(f"rule.{name}"):
            found[name] = Topic(name, words.say(key), words.has(f"role.{name}.card"))
        elif kind == "role" and ending == "card" and words.has(f"role.{name}"):
            found.setdefault(name, Topic(name, words.say(f"role.{name}"), True))
    return sorted(found.values(), key=lambda one: (one.name != FIRST, one.is_role, one.title.casefold()))


def find_topic(words: Wording, typed: str) -> Topic:
    """The topic of this name or title, or the only one that contains what was typed. Raises Refused."""
    every = topics(words)
    wanted = typed.strip().casefold()
    for one in every:
        if wanted in (one.name.casefold(), one.title.casefold()):
            return one
    near = matching(every, wanted)
    if len(near) == 1:
        return near[0]
    raise Refused("no_such_topic")


def matching(every: Sequence[Topic], typed: str) -> list[Topic]:
    """The topics that fit what is being typed, those that begin with it first."""
    wanted = typed.strip().casefold()
    fitting = [one for one in every if wanted in one.title.casefold() or wanted in one.name.casefold()]
    return sorted(fitting, key=lambda one: not one.title.casefold().startswith(wanted))


def overview_page(words: Wording, page: int = 0) -> Page:
    """All topics, in menus."""
    return Page((Panel(words.say("rules.overview"), _menus(words, page)),), tint=TINT)


def topic_page(words: Wording, topic: Topic) -> Page:
    """One topic, and the way to the others."""
    key = f"rule.{topic.name}" if words.has(f"rule.{topic.name}") else f"role.{topic.name}.card"
    text = f"## {topic.title}\n{words.say(key)}"
    row = (Button(custom_id(KIND, "page", 0), words.say("rules.button.all")),)
    return Page((Panel(text[:TEXT_MOST], (row,)),), tint=TINT)


def help_page(words: Wording) -> Page:
    """How to play, to host and to look after a server, on one page."""
    buttons = [Button(custom_id(KIND, "page", 0), words.say("rules.button.all"))]
    if any(one.name == FIRST for one in topics(words)):
        buttons.insert(0, Button(custom_id(KIND, "topic", FIRST), words.say("rules.button.start"), "primary"))
    return Page(
        (
            Panel(words.say("help.play"), (tuple(buttons),)),
            Panel(words.say("help.host")),
            Panel(words.say("help.admin")),
        ),
        tint=TINT,
    )


def _menus(words: Wording, page: int) -> tuple[tuple[Button, ...] | Menu, ...]:
    """Menus of rules and of roles, at most 25 topics each, and buttons to turn the page where there are more."""
    menus: list[Menu] = []
    every = topics(words)
    for is_role in (False, True):
        group = [one for one in every if one.is_role is is_role]
        chunks = [group[start : start + OPTIONS_MOST] for start in range(0, len(group), OPTIONS_MOST)]
        for number, chunk in enumerate(chunks, start=1):
            says = words.say("rules.menu.roles" if is_role else "rules.menu.rules")
            placeholder = says if len(chunks) == 1 else f"{says} ({number}/{len(chunks)})"
            options = tuple(MenuOption(one.name, one.title, _short(words, one)) for one in chunk)
            menus.append(Menu(custom_id(KIND, "menu", len(menus)), placeholder, options))
    pages = max(1, -(-len(menus) // MENUS_MOST))
    page = min(max(page, 0), pages - 1)
    shown: list[tuple[Button, ...] | Menu] = [*menus[page * MENUS_MOST : (page + 1) * MENUS_MOST]]
    if pages > 1:
        back = Button(custom_id(KIND, "page", page - 1), words.say("rules.button.back"), disabled=page == 0)
        more = Button(custom_id(KIND, "page", page + 1), words.say("rules.button.more"), disabled=page == pages - 1)
        shown.append((back, more))
    return tuple(shown)


def _short(words: Wording, topic: Topic) -> str | None:
    key = f"role.{topic.name}.short"
    return words.say(key) if topic.is_role and words.has(key) else None


class RulesCog(commands.Cog):
    """Looking things up."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        mirror.router.on(KIND, self.pressed)

    def _words(self, interaction: discord.Interaction) -> Wording:
        return self.mirror.wording.for_locale(interaction.locale)

    @app_commands.command(name="rules", description="Look up a rule or a role")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(topic="A rule or a role; leave out for all of them")
    async def rules(self, interaction: discord.Interaction, topic: str | None = None) -> None:
        words = self._words(interaction)
        page = topic_page(words, find_topic(words, topic)) if topic else overview_page(words)
        await reply(interaction, page)

    @rules.autocomplete("topic")
    async def suggest(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        near = matching(topics(self._words(interaction)), typed)
        return [app_commands.Choice(name=one.title[:100], value=one.name) for one in near[:OPTIONS_MOST]]

    @app_commands.command(name="help", description="How to play, host and look after a server")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: discord.Interaction) -> None:
        await reply(interaction, help_page(self._words(interaction)))

    async def pressed(self, click: Click) -> None:
        """`mm:rules:menu:<n>` with a topic chosen, `mm:rules:topic:<name>`, `mm:rules:page:<n>`."""
        words = self._words(click.interaction)
        action, argument = click.parts[0] if click.parts else "", ":".join(click.parts[1:])
        if action == "page":
            page = overview_page(words, click.number(1))
        elif action == "menu" and click.values:
            page = topic_page(words, find_topic(words, click.values[0]))
        elif action == "topic":
            page = topic_page(words, find_topic(words, argument))
        else:
            raise Refused("forged")
        message = click.interaction.message
        # A button on a public message opens a page of one's own; on that page, things change in place.
        if message is not None and message.flags.ephemeral:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(RulesCog(mirror))
