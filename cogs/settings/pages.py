"""The panel of the settings: all of them in words, and one of them with what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.guild_settings import GuildSettings
from bot.matches.rolesets import Shelf
from bot.ui.game_words import game_title
from bot.ui.option_words import set_title
from bot.ui.panels import Button, ChannelMenu, Menu, MenuOption, Page, Panel, RoleMenu, Row, custom_id, titled
from bot.ui.phone_pages import in_even_pages, nearest, room_of, turns
from bot.ui.role_set_pages import TINT, set_choices
from bot.ui.silence.permissions import described
from bot.ui.wording import OWN_NAME, Wording
from cogs.settings.declared import (
    ChannelOf,
    HoursOf,
    OneOf,
    RoleOf,
    SetsOf,
    Setting,
    SomeOf,
    ZoneOf,
    every_setting,
    whole_hour,
)

KIND = "settings"
SERVER = 0
"""Stands in place of a channel's id where the settings of the whole server are shown."""
NO_NAME = "-"
PAGE_ROOM = 21
"""Lines of a phone for the settings of one page, and for what turns it."""
HOUR_ENDS = ("begin", "end")
"""What to do with each of two hours, in the order of their fields."""


@dataclass(frozen=True)
class Look:
    """What somebody looks at: the settings of a server, or of one of its channels."""

    stored: GuildSettings
    by_discord: str
    """The language that is spoken where none is chosen."""
    channel_id: int = SERVER
    here: int = SERVER
    """The channel in which somebody looks."""
    audit_is_silent: bool = False
    """Whether nothing could be written to the audit channel the last time."""
    audit_is_public: bool = False
    """Whether everybody reads the audit channel, who does not see every channel that has tables."""
    lacking: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Setting -> the permissions it needs that the bot lacks here."""
    sets: Mapping[str, str] = field(default_factory=dict)
    """Game -> the role set that new tables start with."""

    @property
    def settings(self) -> GuildSettings:
        """What holds there."""
        return self.stored.at(self.channel_id)

    @property
    def of_channel(self) -> bool:
        return self.channel_id != SERVER

    def is_own(self, setting: Setting) -> bool:
        """Whether this channel has set it for itself."""
        own = self.stored.channels.get(self.channel_id, {})
        return any(name in own for name in setting.fields)


def control(look: Look, name: str, do: str) -> str:
    """The id of a control: `mm:settings:<channel or 0>:<setting>:<what to do>`."""
    return custom_id(KIND, look.channel_id, name, do)


def settings_page(words: Wording, look: Look, *, changed: bool, page: int = 0, at: str = "") -> Page:
    """Some of the settings in words, as many as a phone shows; a menu to choose the one to be changed, of all of them;
    and buttons to the others. The page nearest to the one asked for, or the one with the setting `at`."""
    place = f"<#{look.channel_id}>"
    title = words.say("settings.title.channel", channel=place) if look.of_channel else words.say("settings.title")
    shown = [one for one in every_setting() if one.in_channels or not look.of_channel]
    pages = _pages_of(words, look, shown)
    page = next((number for number, here in enumerate(pages) if at in dict(here)), nearest(pages, page))
    above = [words.say("settings.changed")] if changed else []
    if look.of_channel:
        above.append(words.say("settings.unmarked"))
    lines = [f"## {title}", *above, *(says for _, says in pages[page])]
    menu = Menu(
        control(look, NO_NAME, "look"),
        words.say("settings.menu"),
        tuple(MenuOption(one.name, words.say(f"settings.name.{one.name}")) for one in shown),
    )
    turning = turns(words, page, len(pages), lambda there: custom_id(KIND, look.channel_id, NO_NAME, "page", there))
    last = (*turning, *_other_place(words, look))
    return Page((Panel("\n".join(lines), (menu, *((last,) if last else ()))),), tint=TINT)


def _pages_of(words: Wording, look: Look, shown: Sequence[Setting]) -> list[list[tuple[str, str]]]:
    """What is said of each setting, by its name, in pages. What the bot cannot do stands on the first one, or nobody
    would find it."""
    faulty = [one for one in shown if _faults(words, look, one)]
    ordered = (*faulty, *(one for one in shown if one not in faulty))
    told = [(one.name, "\n".join(_lines_of(words, look, one))) for one in ordered]
    return in_even_pages(told, PAGE_ROOM, lambda one: room_of(one[1]))


def _lines_of(words: Wording, look: Look, setting: Setting) -> list[str]:
    """What holds, and below it what the bot is not permitted to do for it."""
    says = _says(words, look, setting)
    if look.of_channel and look.is_own(setting):
        says += " " + words.say("settings.own")
    return [f"- {says}", *(f"  - {one}" for one in _faults(words, look, setting))]


def _says(words: Wording, look: Look, setting: Setting) -> str:
    chosen = look.settings.language
    if setting.name == "language" and chosen not in words.locales:
        spoken = words.for_locale(look.by_discord).say(OWN_NAME)
        return words.say("settings.language.server", language=spoken)
    if setting.name == "sets":
        of_each = (
            f"{game_title(words, game)}: *{set_title(words, GAMES[game], one)}*" for game, one in look.sets.items()
        )
        return words.say("settings.sets", sets=", ".join(of_each))
    return setting.says(words, look.settings)


def _faults(words: Wording, look: Look, setting: Setting) -> list[str]:
    if setting.name == "audit_channel" and look.settings.audit_channel is not None and look.audit_is_silent:
        return [words.say("audit.silent", channel=f"<#{look.settings.audit_channel}>")]
    if setting.name == "audit_channel" and look.audit_is_public:
        return [words.say("audit.public", channel=f"<#{look.settings.audit_channel}>")]
    missing = [described(one, words) for one in look.lacking.get(setting.name, ())]
    return [words.say("settings.lacking", name=one.name, without=one.without) for one in missing]


def _other_place(words: Wording, look: Look) -> tuple[Button, ...]:
    """The way from the server to the channel, and back."""
    if look.of_channel:
        return (Button(custom_id(KIND, SERVER, NO_NAME, "home"), words.say("settings.button.server")),)
    if look.here == SERVER:
        return ()
    return (Button(custom_id(KIND, look.here, NO_NAME, "home"), words.say("settings.button.channel")),)


def setting_page(words: Wording, look: Look, setting: Setting) -> Page:
    """One setting: what it is for, what holds now, and what can be chosen."""
    text = "\n".join(
        (
            f"## {words.say(f'settings.name.{setting.name}')}",
            words.say(f"settings.about.{setting.name}"),
            "",
            *_lines_of(words, look, setting),
            *([words.say("settings.as_server")] if look.of_channel and not look.is_own(setting) else []),
        )
    )
    back = Button(control(look, setting.name, "home"), words.say("settings.button.back"))
    more = [Button(control(look, setting.name, "server"), words.say("settings.button.as_server"))]
    last = (back, *(more if look.of_channel and look.is_own(setting) else ()))
    return Page((Panel(text, (*_choices(words, look, setting), last)),), tint=TINT)


def _choices(words: Wording, look: Look, setting: Setting) -> tuple[Row, ...]:
    choose, none = control(look, setting.name, "set"), control(look, setting.name, "none")
    held, kind = getattr(look.settings, setting.name), setting.control
    if isinstance(kind, OneOf):
        options = (MenuOption(str(one), kind.label(words, one), chosen=one == held) for one in kind.values)
        return (Menu(choose, words.say("settings.menu.value"), tuple(options)),)
    if isinstance(kind, SomeOf):
        held = kind.values if held is None else held
        several = tuple(MenuOption(one, kind.label(words, one), chosen=one in held) for one in kind.values)
        return (Menu(choose, words.say("settings.menu.values"), several, most=len(several)),)
    if isinstance(kind, RoleOf):
        nobody = (Button(none, words.say(kind.nobody), disabled=held is None),)
        return RoleMenu(choose, words.say("settings.menu.role")), nobody
    if isinstance(kind, HoursOf):
        return _hours(words, look, setting, kind)
    if isinstance(kind, SetsOf):
        games = tuple(MenuOption(game, game_title(words, game)) for game in GAMES)
        return (Menu(control(look, setting.name, "game"), words.say("settings.menu.game"), games),)
    if isinstance(kind, ZoneOf):
        zones = tuple(MenuOption(one, one, chosen=one == held) for one in kind.values)
        other = Button(control(look, setting.name, "type"), words.say(kind.other))
        return Menu(choose, words.say("settings.menu.value"), zones), (other,)
    assert isinstance(kind, ChannelOf)
    nowhere = (Button(none, words.say(kind.nowhere), disabled=held is None),)
    return ChannelMenu(choose, words.say("settings.menu.channel")), nowhere


def _hours(words: Wording, look: Look, setting: Setting, kind: HoursOf) -> tuple[Row, ...]:
    """A menu for each of the two hours, and the way to none."""

    def menu(which: str, field: str, placeholder: str) -> Menu:
        held = None if look.settings.quiet is None else getattr(look.settings, field)
        options = (MenuOption(str(one), whole_hour(words, one), chosen=one == held) for one in range(24))
        title = words.say(placeholder)
        return Menu(control(look, setting.name, which), title, titled(title, tuple(options)))

    (first, last), (begin, end) = HOUR_ENDS, setting.fields
    none = Button(control(look, setting.name, "none"), words.say(kind.none), disabled=look.settings.quiet is None)
    return menu(first, begin, kind.begin), menu(last, end, kind.end), (none,)


def sets_page(words: Wording, look: Look, game: Game, shelf: Shelf) -> Page:
    """The role sets of one game, of which new tables start with one."""
    held = look.sets.get(game.name)
    offered = set_choices(words, game, shelf, "", own_only=False)
    options = tuple(MenuOption(name, label, chosen=name == held) for label, name in offered)
    menu = Menu(
        custom_id(KIND, look.channel_id, "sets", "choose", game.name), words.say("settings.menu.value"), options
    )
    back = Button(control(look, NO_NAME, "home"), words.say("settings.button.back"))
    text = f"## {game_title(words, game.name)}\n{words.say('settings.about.sets')}"
    return Page((Panel(text, (menu, (back,))),), tint=TINT)


def silence_page(words: Wording, how: str, do: str, back: str, *, able: bool) -> Page:
    """What silence would do with permissions, before it is switched on with the button `do`; `back` leaves it."""
    parts = ("asleep", "strict", "undo") if how == "strict" else ("asleep", "undo")
    said = "\n".join(words.say(f"settings.silence.preview.{part}") for part in parts)
    heading, *deeds = said.split("\n")
    ready = words.say("settings.silence.preview.ready" if able else "settings.silence.preview.missing")
    lines = [heading, *(f"- {deed}" for deed in deeds), ready]
    row = (Button(do, words.say("settings.silence.do"), "success"), Button(back, words.say("settings.button.back")))
    return Page((Panel("\n".join(lines), (row,)),), tint=TINT)
