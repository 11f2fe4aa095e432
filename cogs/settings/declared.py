"""Every setting there is: its name in the store, what it says, what can be chosen, and what the bot needs for it.

The sentences stand in the catalogues: `settings.name.<name>` is its title in the menu and `settings.about.<name>` what
it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.games import GAMES
from bot.matches.guild_settings import CHANNEL_SETTINGS, GuildSettings
from bot.ui.game_words import game_title
from bot.ui.wording import OWN_NAME, Wording, languages

ZONES = (
    "UTC", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome",
    "Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Istanbul", "Europe/Moscow", "Africa/Johannesburg",
    "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Mexico_City",
)  # fmt: skip
"""The time zones most people live in; every other one can be typed."""
SAYS = Callable[[Wording, GuildSettings], str]


@dataclass(frozen=True)
class OneOf:
    """One of these values; `label` says each in words."""

    values: tuple[Any, ...]
    label: Callable[[Wording, Any], str]


@dataclass(frozen=True)
class SomeOf:
    """Some of these names. All of them stand for every one there is, also later."""

    values: tuple[str, ...]
    label: Callable[[Wording, str], str]


@dataclass(frozen=True)
class RoleOf:
    """A role of the server; `nobody` is the label of the button that chooses none."""

    nobody: str


@dataclass(frozen=True)
class ChannelOf:
    """A text channel of the server; `nowhere` is the label of the button that chooses none."""

    nowhere: str


@dataclass(frozen=True)
class HoursOf:
    """Two whole hours of the day, from one to the other; `none` is the label of the button that chooses no hours."""

    begin: str
    end: str
    none: str


@dataclass(frozen=True)
class ZoneOf:
    """A time zone: one of these, or one that is typed."""

    values: tuple[str, ...]
    other: str


@dataclass(frozen=True)
class SetsOf:
    """For each game one of its role sets."""


@dataclass(frozen=True)
class Setting:
    """One setting. `name` is that of its field in `GuildSettings`, or of the first of its `fields`."""

    name: str
    says: SAYS
    control: OneOf | SomeOf | RoleOf | ChannelOf | HoursOf | ZoneOf | SetsOf
    needs: Callable[[GuildSettings], Sequence[str]] = field(default=lambda _settings: ())
    """The permissions without which what is chosen would not work."""
    more_fields: tuple[str, ...] = ()
    """The other fields it is made of."""

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.name, *self.more_fields)

    @property
    def in_channels(self) -> bool:
        """Whether a channel can set it for itself."""
        return self.name in CHANNEL_SETTINGS


def _role(words: Wording, key: str, role_id: int | None, none: str = "settings.nobody") -> str:
    return words.say(key, role=f"<@&{role_id}>" if role_id is not None else words.say(none))


def _says_games(words: Wording, settings: GuildSettings) -> str:
    if settings.games is None:
        return words.say("settings.games.all")
    return words.say("settings.games", games=", ".join(game_title(words, name) for name in settings.games))


def _says_hosts(words: Wording, settings: GuildSettings) -> str:
    if settings.host_role is None:
        return words.say("settings.host_role.everybody")
    return words.say("settings.host_role", role=f"<@&{settings.host_role}>")


def _says_called(words: Wording, settings: GuildSettings) -> str:
    if settings.called_role is None:
        return words.say("settings.called_role.none")
    return words.say("settings.called_role", role=f"<@&{settings.called_role}>")


def _says_audit(words: Wording, settings: GuildSettings) -> str:
    if settings.audit_channel is None:
        return words.say("settings.audit.none")
    return words.say("settings.audit", channel=f"<#{settings.audit_channel}>")


def _says_kept(words: Wording, settings: GuildSettings) -> str:
    if settings.kept_days is None:
        return words.say("settings.kept_days.ever")
    return words.say("settings.kept_days", count=settings.kept_days)


def _says_quiet(words: Wording, settings: GuildSettings) -> str:
    quiet = settings.quiet
    if quiet is None:
        return words.say("settings.quiet.none")
    begin, end = whole_hour(words, quiet.begin), whole_hour(words, quiet.end)
    return words.say("settings.quiet", begin=begin, end=end, zone=quiet.zone)


def whole_hour(words: Wording, hour: int) -> str:
    """An hour of the day, 0 to 23, as people write it."""
    return words.say("settings.whole_hour", hour=f"{hour:02}")


def _needs_of_silence(settings: GuildSettings) -> Sequence[str]:
    return ("manage_messages",) if settings.silence == "delete" else ("manage_messages", "manage_roles")


def _needs_of_threads(settings: GuildSettings) -> Sequence[str]:
    return ("create_public_threads", "send_messages_in_threads", "manage_threads") if settings.use_threads else ()


def _needs_of_events(settings: GuildSettings) -> Sequence[str]:
    return ("create_events",) if settings.events else ()


def _language(words: Wording, code: str | None) -> str:
    return words.say("command.settings.language.server") if code is None else languages()[code]


def _hours(words: Wording, hours: int) -> str:
    return words.say("settings.hours", count=hours)


def _days(words: Wording, days: int | None) -> str:
    return words.say("settings.for_ever") if days is None else words.say("settings.days", count=days)


def language_setting() -> Setting:
    """Which language is spoken in public; the files of the sentences say which there are."""
    return Setting("language", _says_language, OneOf((None, *languages()), _language))


def _says_language(words: Wording, settings: GuildSettings) -> str:
    return words.say("settings.language", language=words.for_locale(settings.language or "").say(OWN_NAME))


def every_setting() -> tuple[Setting, ...]:
    """All settings, in the order in which they are shown."""
    return (
        Setting("games", _says_games, SomeOf(tuple(GAMES), game_title)),
        Setting("sets", lambda words, _it: words.say("settings.name.sets"), SetsOf()),
        language_setting(),
        Setting(
            "use_threads",
            lambda words, it: words.say("settings.threads" if it.use_threads else "settings.channel"),
            OneOf((True, False), lambda words, it: words.say(f"settings.use_threads.{it}".lower())),
            _needs_of_threads,
        ),
        Setting(
            "tables_open",
            lambda words, it: words.say(f"settings.tables_open.{it.tables_open}".lower()),
            OneOf((True, False), lambda words, it: words.say(f"settings.tables_open.choose.{it}".lower())),
        ),
        Setting("host_role", _says_hosts, RoleOf("settings.button.everybody")),
        Setting(
            "order_keeper_role",
            lambda words, it: _role(words, "settings.moderators", it.order_keeper_role),
            RoleOf("settings.button.nobody"),
        ),
        Setting(
            "role_editor_role",
            lambda words, it: _role(words, "settings.role_editors", it.role_editor_role),
            RoleOf("settings.button.nobody"),
        ),
        Setting(
            "silence",
            lambda words, it: words.say(f"settings.silence.{it.silence}"),
            OneOf(("delete", "asleep", "strict"), lambda words, it: words.say(f"command.settings.silence.{it}")),
            _needs_of_silence,
        ),
        Setting(
            "secrets",
            lambda words, it: words.say(f"settings.secrets.{it.secrets}"),
            OneOf(("direct", "press"), lambda words, it: words.say(f"settings.secrets.choose.{it}")),
        ),
        Setting("called_role", _says_called, RoleOf("settings.button.nobody")),
        Setting(
            "deserted_hours",
            lambda words, it: words.say("settings.deserted", count=it.deserted_hours),
            OneOf((6, 12, 24, 48, 72, 168), _hours),
        ),
        Setting(
            "quiet_from",
            _says_quiet,
            HoursOf("settings.menu.begin", "settings.menu.end", "settings.button.never"),
            more_fields=("quiet_until",),
        ),
        Setting(
            "time_zone",
            lambda words, it: words.say("settings.time_zone", zone=it.time_zone),
            ZoneOf(ZONES, "settings.button.zone"),
        ),
        Setting("kept_days", _says_kept, OneOf((None, 7, 30, 90, 180, 365), _days)),
        Setting(
            "statistics",
            lambda words, it: words.say(f"settings.statistics.{it.statistics}".lower()),
            OneOf((True, False), lambda words, it: words.say(f"settings.statistics.choose.{it}".lower())),
        ),
        Setting(
            "events",
            lambda words, it: words.say(f"settings.events.{it.events}".lower()),
            OneOf((True, False), lambda words, it: words.say(f"settings.events.choose.{it}".lower())),
            _needs_of_events,
        ),
        Setting("audit_channel", _says_audit, ChannelOf("settings.button.nowhere")),
    )


def setting_of(name: str) -> Setting | None:
    """The setting of this name."""
    return next((one for one in every_setting() if one.name == name), None)
