"""`/rules` and `/help`: every role and rule in our own words, and how to begin. Both work in direct messages too.

A topic is whatever the wording files have: `rule.<game>.<topic>.title` with `rule.<game>.<topic>`, and the role cards
`role.<game>.<name>.card`. Cards that several games share have no game in their keys; `rule.mirror.<topic>` belongs to
no game. Games that cannot be played here (not in `GAMES`) have no topics.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.option_fields import roles
from bot.trouble import StoreTrouble
from bot.ui.command_words import told
from bot.ui.game_words import game_title, rule_text
from bot.ui.panels import OPTIONS_MOST, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.role_set_pages import TINT
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording

if TYPE_CHECKING:
    from bot.client import Mirror

KIND = "rules"
FIRST = "start"
"""The topic for newcomers; each game has its own."""
MIRROR = "mirror"
"""Stands in the place of a game for what belongs to none."""
MENUS_MOST = 4
"""Menus on one page; with more topics the page can be turned."""
SHOWN_MOST = 100
"""Characters of a choice that is offered while one types."""


Kind = Literal["rules", "roles", "bonus"]
"""What a topic tells about: a rule, a role, or a bonus card; each has a menu of its own, in this order."""
KINDS: tuple[Kind, ...] = ("rules", "roles", "bonus")


@dataclass(frozen=True)
class Topic:
    """Something that can be looked up.

    game  the name of its game, or `MIRROR`
    name  the topic among those of its game
    key   of the text
    told  how its game is called
    """

    game: str
    name: str
    title: str
    kind: Kind
    key: str
    told: str

    @property
    def ident(self) -> str:
        """What stands for this topic in commands, menus and ids."""
        return f"{self.game}.{self.name}"

    def is_called(self, wanted: str) -> bool:
        """Whether this is its very title or name; `wanted` is folded."""
        return wanted in (_folded(self.title), self.name.casefold(), _folded(self.name.replace("_", " ")))


# -- finding ---------------------------------------------------------------------------------------------------------


def topics(words: Wording) -> tuple[Topic, ...]:
    """All topics: those for newcomers first, then game by game its rules, roles and bonus cards, each by title."""
    return _topics(words, tuple(GAMES))


@lru_cache(maxsize=16)
def _topics(words: Wording, games: tuple[str, ...]) -> tuple[Topic, ...]:
    """Looked for once in each language: somebody who types waits for it at every letter."""
    found: dict[str, Topic] = {}
    for key in words.keys():  # noqa: SIM118 - a Wording is no dictionary
        for one in _topics_of(words, key):
            # A card is told by its own rule where there is one, by its words for its holder where there is none.
            if one.key.startswith("rule.") or one.ident not in found:
                found[one.ident] = one
    place = {game: number for number, game in enumerate((*games, MIRROR))}
    return tuple(
        sorted(
            found.values(),
            key=lambda one: (one.name != FIRST, place[one.game], KINDS.index(one.kind), one.title.casefold()),
        )
    )


def _topics_of(words: Wording, key: str) -> Iterator[Topic]:
    """What a key of the wording makes a topic of: nothing, a rule of one game, or a role of one or several."""
    kind, _, rest = key.partition(".")
    *middle, ending = rest.split(".")
    if not middle or (kind, ending) not in (("rule", "title"), ("role", "card")):
        return
    base = key.removesuffix(f".{ending}")
    game, name = (middle[0], ".".join(middle[1:])) if len(middle) > 1 else ("", middle[0])
    if not words.has(base) or game not in ("", MIRROR, *GAMES):
        return
    if kind == "role":
        for owner in (game,) if game else _owners(words, name):
            title = words.say(_own(words, owner, f"role.{name}"))
            yield Topic(owner, name, title, "roles", _own(words, owner, key), _title(words, owner))
    elif game:
        yield Topic(game, name, words.say(key), _kind(words, game, name), base, _title(words, game))


def _own(words: Wording, game: str, key: str) -> str:
    """The key under the game's name where there is such a sentence, else the shared one."""
    kind, _, rest = key.partition(".")
    own = f"{kind}.{game}.{rest}"
    return own if words.has(own) else key


def _kind(words: Wording, game: str, name: str) -> Kind:
    if _has_bonus_cards(game) and words.has(f"bonus.{name}.card"):
        return "bonus"
    return "roles" if _is_role(words, game, name) else "rules"


def _has_bonus_cards(game: str) -> bool:
    return game in GAMES and "bonus" in GAMES[game].options.model_fields


def _is_role(words: Wording, game: str, name: str) -> bool:
    return words.has(f"role.{game}.{name}.card") or (words.has(f"role.{name}.card") and game in _owners(words, name))


def _owners(words: Wording, role: str) -> list[str]:
    """The games of a shared card: those that deal it, else (it is dealt in place of another) those with a rule for it.

    One that no game knows belongs to the Mirror.
    """
    dealing = [game.name for game in GAMES.values() if role in roles(game)]
    telling = [game for game in GAMES if words.has(f"rule.{game}.{role}")]
    return dealing or telling or [MIRROR]


def _title(words: Wording, game: str) -> str:
    """How a game is called, or the Mirror."""
    return game_title(words, game) if game in GAMES else words.say("rules.mirror")


def find_topics(words: Wording, typed: str, here: Collection[str] = ()) -> list[Topic]:
    """The topics somebody may mean: the one of this id, or all that are called so, or all that come near.

    Where a game is played (`here`) its own topics go before those of other games that are meant as likely.
    """
    every = topics(words)
    wanted = _folded(typed)
    found = (
        [one for one in every if one.ident == wanted]
        or [one for one in every if one.is_called(wanted)]
        or [one for one in matching(every, wanted) if _nearness(one, wanted) < _BY_GAME]
        or matching(every, wanted)
    )
    return [one for one in found if one.game in here] or found


def find_topic(words: Wording, typed: str, here: Collection[str] = ()) -> Topic:
    """The only topic that can be meant. Raises Refused."""
    found = find_topics(words, typed, here)
    if len(found) != 1:
        raise Refused("no_such_topic")
    return found[0]


def matching(every: Sequence[Topic], typed: str, here: Collection[str] = ()) -> list[Topic]:
    """The topics that fit what is being typed: those of the game played here first, then those that begin with it."""
    wanted = _folded(typed)
    near = [(one.game not in here, _nearness(one, wanted), one) for one in every]
    return [one for _, nearness, one in sorted(near, key=lambda entry: entry[:2]) if nearness <= _BY_GAME]


_BEGINS, _CONTAINS, _BY_GAME, _FAR = range(4)


def _nearness(topic: Topic, wanted: str) -> int:
    """How well a topic fits: its title begins so, it contains it, only together with its game's name, or not."""
    title, name = _folded(topic.title), f"{topic.name} {topic.name.replace('_', ' ')}".casefold()
    if title.startswith(wanted):
        return _BEGINS
    if wanted in title or wanted in name:
        return _CONTAINS
    spoken = f"{title} {name} {_folded(topic.told)} {topic.game}"
    return _BY_GAME if all(word in spoken for word in wanted.split()) else _FAR


def _folded(text: str) -> str:
    """Without the differences nobody means: case, spaces, the form of an apostrophe."""
    return " ".join(text.casefold().replace("’", "'").split())


def shown_names(words: Wording, every: Sequence[Topic]) -> dict[str, str]:
    """How each topic is offered while one types, by id: with its game where several games have one of that name."""
    games: dict[str, set[str]] = defaultdict(set)
    for one in every:
        games[_folded(one.title)].add(one.game)
        games[_folded(one.name.replace("_", " "))].add(one.game)
    names = {}
    for one in every:
        names[one.ident] = one.title[:SHOWN_MOST]
        title = one.told
        shared = games[_folded(one.title)] | games[_folded(one.name.replace("_", " "))]
        if len(shared) > 1 and _folded(title) not in _folded(one.title):
            names[one.ident] = f"{one.title[: SHOWN_MOST - len(title) - 3]} – {title}"
    return names


# -- pages -----------------------------------------------------------------------------------------------------------


def games_page(words: Wording) -> Page:
    """The games to choose from, and the Mirror."""
    known = {one.game for one in topics(words)}
    options = tuple(
        MenuOption(game, _title(words, game), _about(words, game)) for game in (*GAMES, MIRROR) if game in known
    )
    menu = Menu(custom_id(KIND, "choose"), words.say("rules.menu.games"), options)
    return Page((Panel(words.say("rules.overview"), (menu,)),), tint=TINT)


def _about(words: Wording, game: str) -> str | None:
    """A game in a few words, since the names of some differ by a letter."""
    parts = []
    if game in GAMES:
        least, most = GAMES[game].seats[0], GAMES[game].seats[-1]
        parts.append(words.say("rules.seats", seats=str(least) if least == most else f"{least}–{most}"))
    if words.has(f"rules.about.{game}"):
        parts.append(words.say(f"rules.about.{game}"))
    return " · ".join(parts) or None


def game_page(words: Wording, game: str, page: int = 0) -> Page:
    """The topics of one game, in menus; the page nearest to the one asked for. Raises Refused for an unknown game."""
    mine = [one for one in topics(words) if one.game == game]
    if not mine:
        raise Refused("forged")
    menus = _menus(words, mine)
    pages = -(-len(menus) // MENUS_MOST)
    page = min(max(page, 0), pages - 1)
    turn: tuple[Button, ...] = ()
    if pages > 1:
        back = Button(custom_id(KIND, "game", game, page - 1), words.say("rules.button.back"), disabled=page == 0)
        more = Button(
            custom_id(KIND, "game", game, page + 1), words.say("rules.button.more"), disabled=page == pages - 1
        )
        turn = (back, more)
    text = f"## {_title(words, game)}\n{words.say('rules.choose')}"
    shown = menus[page * MENUS_MOST : (page + 1) * MENUS_MOST]
    return Page((Panel(text, (*shown, (*turn, _all_games(words)))),), tint=TINT)


def choices_page(words: Wording, found: Sequence[Topic]) -> Page:
    """Several topics that may be meant, each with its game; those beyond one menu are only counted."""
    options = tuple(MenuOption(one.ident, one.title, one.told) for one in found[:OPTIONS_MOST])
    text = words.say("rules.which")
    if len(found) > OPTIONS_MOST:
        text += "\n" + words.say("rules.which.more", count=len(found) - OPTIONS_MOST)
    menu = Menu(custom_id(KIND, "menu", 0), words.say("rules.menu.choices"), options)
    return Page((Panel(text, (menu, (_all_games(words),))),), tint=TINT)


def topic_page(words: Wording, topic: Topic) -> Page:
    """One topic, and the way to the others."""
    row = (
        Button(custom_id(KIND, "game", topic.game, 0), words.say("rules.button.game", game=topic.told)),
        _all_games(words),
    )
    return Page((Panel(f"## {topic.title}\n{rule_text(words, topic.key)}", (row,)),), tint=TINT)


def help_page(words: Wording) -> Page:
    """How to play, to host and to look after a server, on one page."""
    buttons = (
        Button(custom_id(KIND, "topic", FIRST), words.say("rules.button.start"), "primary"),
        Button(custom_id(KIND, "home"), words.say("rules.button.all")),
    )
    return Page(
        (
            Panel(words.say("help.play"), (buttons,)),
            Panel(words.say("help.host")),
            Panel(words.say("help.admin")),
        ),
        tint=TINT,
    )


def _all_games(words: Wording) -> Button:
    return Button(custom_id(KIND, "games"), words.say("rules.button.games"))


def _menus(words: Wording, mine: Sequence[Topic]) -> list[Menu]:
    """Menus of the rules, the roles and the bonus cards of one game, at most 25 topics each."""
    menus: list[Menu] = []
    for kind in KINDS:
        group = [one for one in mine if one.kind == kind]
        chunks = [group[start : start + OPTIONS_MOST] for start in range(0, len(group), OPTIONS_MOST)]
        for number, chunk in enumerate(chunks, start=1):
            says = words.say(f"rules.menu.{kind}")
            placeholder = says if len(chunks) == 1 else f"{says} ({number}/{len(chunks)})"
            options = tuple(MenuOption(one.ident, one.title, _short(words, one)) for one in chunk)
            menus.append(Menu(custom_id(KIND, "menu", len(menus)), placeholder, options))
    return menus


def _short(words: Wording, topic: Topic) -> str | None:
    """A role or a bonus card in a few words."""
    key = _own(words, topic.game, f"role.{topic.name}.short")
    if topic.kind == "bonus":
        key = f"option.bonus.{topic.name}.help"
    return words.say(key) if topic.kind != "rules" and words.has(key) else None


# -- commands and clicks ---------------------------------------------------------------------------------------------


class RulesCog(commands.Cog):
    """Looking things up."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        mirror.router.on(KIND, self.pressed)

    def _words(self, interaction: discord.Interaction) -> Wording:
        return self.mirror.wording.for_locale(interaction.locale)

    async def _games_here(self, interaction: discord.Interaction) -> set[str]:
        """The games that are played in this thread or channel."""
        games = set()
        for match_id in tuple(self.mirror.places.here.get(interaction.channel_id or 0, ())):
            with suppress(Refused, StoreTrouble):  # whatever has become of that table, the rules can be told
                awake = self.mirror.service.in_memory(match_id) or await self.mirror.service.awake(match_id)
                games.add(awake.match.game.name)
        return games

    async def _home(self, interaction: discord.Interaction) -> Page:
        """The game that is played here, or all to choose from."""
        words, here = self._words(interaction), await self._games_here(interaction)
        return game_page(words, here.pop()) if len(here) == 1 else games_page(words)

    async def _look_up(self, interaction: discord.Interaction, typed: str) -> Page:
        """The topic that is meant, or those that may be. Raises Refused when there is none."""
        words = self._words(interaction)
        found = find_topics(words, typed, await self._games_here(interaction))
        if not found:
            raise Refused("no_such_topic")
        return topic_page(words, found[0]) if len(found) == 1 else choices_page(words, found)

    @app_commands.command(name="rules", description=told("command.rules"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(topic=told("command.rules.topic"))
    async def rules(self, interaction: discord.Interaction, topic: str | None = None) -> None:
        asked = (topic or "").strip()
        await reply(interaction, await (self._look_up(interaction, asked) if asked else self._home(interaction)))

    @rules.autocomplete("topic")
    async def suggest(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = self._words(interaction)
        every = topics(words)
        names = shown_names(words, every)
        near = matching(every, typed, await self._games_here(interaction))
        return [app_commands.Choice(name=names[one.ident], value=one.ident) for one in near[:OPTIONS_MOST]]

    @app_commands.command(name="help", description=told("command.help"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: discord.Interaction) -> None:
        await reply(interaction, help_page(self._words(interaction)))

    async def pressed(self, click: Click) -> None:
        """`mm:rules:choose` with a game chosen, `mm:rules:game:<name>:<page>`, `mm:rules:menu:<n>` with a topic chosen,
        `mm:rules:topic:<name>`, `mm:rules:games` for all games, `mm:rules:home` for the one played here."""
        page = await self._page(click)
        message = click.interaction.message
        # A button on a public message opens a page of one's own; on that page, things change in place.
        if message is not None and message.flags.ephemeral:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    async def _page(self, click: Click) -> Page:
        words = self._words(click.interaction)
        action, *arguments = click.parts or ("",)
        match action:
            case "home" | "page":  # `page` is on messages of before there were several games
                return await self._home(click.interaction)
            case "games":
                return games_page(words)
            case "choose" if click.values:
                return game_page(words, click.values[0])
            case "game" if arguments:
                return game_page(words, arguments[0], click.number(2))
            case "menu" if click.values:
                return await self._look_up(click.interaction, click.values[0])
            case "topic" if arguments:
                return await self._look_up(click.interaction, arguments[0])
        raise Refused("forged")


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(RulesCog(mirror))
