"""What a server has set for itself, and how it is kept."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import structlog
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bot.matches.quiet_hours import QuietHours
from bot.matches.typed_names import is_called
from bot.store import settings
from bot.store.database import Store, StoreConnection

log = structlog.get_logger(__name__)

_RENAMED = {"moderator_role": "order_keeper_role"}
"""Old names of settings, as servers have stored them."""

LanguageCode = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[a-z0-9]+)*$")]
"""`de`, `pt-br`. Which languages there are, the files of the sentences say."""


def is_time_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder of the database is no zone
        return False
    return True


PARTS_OF_THE_WORLD: Final = frozenset({
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
})  # fmt: skip
"""Zones of these are called after towns. Others are not what somebody means by their last part alone: "Etc/GMT+1" is an
hour behind Greenwich, and "East" is Brazil's."""


def time_zone_called(typed: str) -> str | None:
    """The time zone that somebody means by its name or by its town alone, however they type it; None for none."""
    wanted = typed.replace(" ", "_").strip("_")
    if is_time_zone(wanted):
        return wanted
    known = sorted(available_timezones())
    whole = [one for one in known if is_called(wanted, (one,))]
    of_towns = [one for one in known if one.partition("/")[0] in PARTS_OF_THE_WORLD]
    towns = [one for one in of_towns if is_called(wanted, (one.rpartition("/")[2],))]
    return (*whole, *towns, None)[0]


def _known_zone(name: str) -> str:
    if not is_time_zone(name):
        raise ValueError(name)
    return name


TimeZone = Annotated[str, AfterValidator(_known_zone)]
"""`Europe/Berlin`."""


class GuildSettings(BaseModel):
    """One server's settings. Fields of another version are ignored, so an old or newer body can always be read."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role_editor_role: int | None = None
    """People with this Discord role may edit role sets, besides those who manage the server."""
    order_keeper_role: int | None = None
    """People with this Discord role may use a host's powers at every table."""
    silence: Literal["delete", "asleep", "strict"] = "delete"
    """How the silent are kept silent: what they write is deleted; sleepers cannot open the place of the game either;
    and the dead, the muted and the toads cannot write there. The last two change permissions of single people."""
    use_threads: bool = True
    """Whether each game is played in a thread of its own."""
    language: LanguageCode | None = None
    """What is spoken in public; None, or a language that is gone: whatever Discord says of the server, which only
    Community servers can choose."""
    deserted_hours: int = Field(24, ge=1, le=168)
    """How long a table sleeps at which nobody answers before it is ended."""
    audit_channel: int | None = None
    """Where it is told what hosts and moderators do; None: nowhere."""
    audit_named_by: int | None = None
    """The person who has named that channel: they are told when nothing can be written there."""
    games: tuple[str, ...] | None = None
    """The games that may be played; None: all there are, and those that come later."""
    host_role: int | None = None
    """People with this Discord role may open tables, besides those who keep order; None: everybody may."""
    called_role: int | None = None
    """The Discord role that is called when a table opens; None: nobody is."""
    kept_days: int | None = Field(None, ge=1, le=3650)
    """How many days a game that is over is kept; None: for ever."""
    sets: dict[str, str] = {}
    """Game -> the role set with which new tables of a channel start; what the whole server has chosen stands below."""
    tables_open: bool = True
    """Whether tables may be opened here at all."""
    secrets: Literal["direct", "press"] = "direct"
    """Whether secrets come by direct message, or are shown only when somebody presses My seat."""
    quiet_from: int | None = Field(None, ge=0, le=23)
    """The hour from which no clock runs out; None: there are no quiet hours."""
    quiet_until: int = Field(8, ge=0, le=23)
    """The hour until which none does; the same hour as `quiet_from` means that there are none."""
    time_zone: TimeZone = "UTC"
    """The clock on people's walls, by its name in the tz database."""
    channels: dict[int, dict[str, Any]] = {}
    """Channel -> what it has set for itself, by the names above."""
    statistics: bool = True
    """Whether games are counted here, and shown in statistics."""
    events: bool = True
    """Whether a planned table gets a scheduled event of Discord's, where the bot may make one."""
    default_role_sets: dict[str, str] = {}
    """Game -> the built-in role set that is the default here; a default of the server's own is marked at that set."""
    deleted_defaults: dict[str, int] = {}
    """Game -> the line of a set that was the default when it was deleted: it is again if it comes back, unless somebody
    has chosen another one."""

    @classmethod
    def of(cls, body: Any) -> GuildSettings:
        """The settings of a stored body (None: nothing was ever set). What makes no sense in it counts as not set."""
        if body is None:
            return cls()
        if isinstance(body, dict):
            body = {_RENAMED.get(name, name): value for name, value in body.items()}
        try:
            return cls.model_validate(body)
        except ValidationError as problem:
            wrong = {error["loc"][0] for error in problem.errors() if error["loc"]}
            if not isinstance(body, dict) or not wrong:
                return cls()
            return cls.model_validate({name: value for name, value in body.items() if name not in wrong})

    def at(self, channel_id: int | None) -> GuildSettings:
        """What holds in this channel: its own settings stand above the server's."""
        own = self.channels.get(channel_id, {}) if channel_id is not None else {}
        told = {name: value for name, value in own.items() if name in CHANNEL_SETTINGS}
        return GuildSettings.of({**self.model_dump(), **told}) if told else self

    @property
    def quiet(self) -> QuietHours | None:
        """The hours in which no clock runs out."""
        if self.quiet_from is None or self.quiet_from == self.quiet_until:
            return None
        return QuietHours(self.quiet_from, self.quiet_until, self.time_zone)

    def allows(self, game: str) -> bool:
        """Whether this game may be played."""
        return self.games is None or game in self.games


CHANNEL_SETTINGS = frozenset(
    {
        "tables_open", "games", "sets", "host_role", "called_role", "use_threads", "silence", "secrets",
        "deserted_hours", "quiet_from", "quiet_until",
    }
)  # fmt: skip
"""What a channel may set for itself."""


class SettingsBook:
    """What every server has set for itself. Everything here raises StoreTrouble when it cannot be read or written."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, guild_id: int) -> GuildSettings:
        """The settings of a server; the usual ones where it has set nothing."""
        return await self._store.read(lambda connection: settings_within(connection, guild_id))

    async def change(self, guild_id: int, **changes: Any) -> GuildSettings:
        """Change some settings, leave the others. Raises ValidationError for values that are none."""

        async def change(connection: StoreConnection) -> GuildSettings:
            return await change_within(connection, guild_id, **changes)

        return await self._store.write(change)

    async def change_in(self, guild_id: int, channel_id: int, **changes: Any) -> GuildSettings:
        """Change some settings of one channel. Raises ValueError for values that are none, and for settings that only
        a server has."""
        return await self._store.write(lambda connection: _change_in(connection, guild_id, channel_id, changes))

    async def choose_set(self, guild_id: int, channel_id: int, game: str, name: str) -> GuildSettings:
        """In this channel new tables of this game start with this role set."""

        async def change(connection: StoreConnection) -> GuildSettings:
            before = (await settings_within(connection, guild_id)).at(channel_id).sets
            return await _change_in(connection, guild_id, channel_id, {"sets": {**before, game: name}})

        return await self._store.write(change)

    async def as_the_server(self, guild_id: int, channel_id: int, *names: str) -> GuildSettings:
        """In this channel the server's settings of these names hold again."""

        async def change(connection: StoreConnection) -> GuildSettings:
            channels = dict((await settings_within(connection, guild_id)).channels)
            own = {one: value for one, value in channels.pop(channel_id, {}).items() if one not in names}
            return await change_within(connection, guild_id, channels=channels | ({channel_id: own} if own else {}))

        return await self._store.write(change)

    async def chosen_languages(self) -> dict[int, str]:
        """What is spoken in public in the servers that have chosen a language, by server."""
        async with self._store.reading() as connection:
            read = {one: await settings_within(connection, one) for one in await settings.guilds(connection)}
        return {guild_id: one.language for guild_id, one in read.items() if one.language is not None}

    async def commands_digest(self) -> str | None:
        """The digest of the slash commands that Discord was last told; kept as the settings of server 0."""
        async with self._store.reading() as connection:
            body = await settings.get(connection, 0)
        return body.get("commands") if isinstance(body, dict) else None

    async def note_commands(self, digest: str) -> None:
        """Remember what Discord was told."""
        await self._store.write(lambda connection: settings.put(connection, 0, {"commands": digest}))


async def settings_within(connection: StoreConnection, guild_id: int) -> GuildSettings:
    """The settings of a server, inside somebody's transaction. What cannot be read counts as not set."""
    try:
        return GuildSettings.of(await settings.get(connection, guild_id))
    except ValueError:  # not even JSON
        log.warning("settings_unreadable", guild=guild_id)
        return GuildSettings()


async def change_within(connection: StoreConnection, guild_id: int, **changes: Any) -> GuildSettings:
    """Change some settings, inside somebody's transaction."""
    before = await settings_within(connection, guild_id)
    after = GuildSettings.model_validate({**before.model_dump(), **changes})
    await settings.put(connection, guild_id, after.model_dump(mode="json"))
    return after


async def _change_in(
    connection: StoreConnection, guild_id: int, channel_id: int, changes: dict[str, Any]
) -> GuildSettings:
    if not CHANNEL_SETTINGS.issuperset(changes):
        raise ValueError(f"no settings of a channel: {changes}")
    before = await settings_within(connection, guild_id)
    GuildSettings.model_validate({**before.model_dump(), **changes})
    own = {**before.channels.get(channel_id, {}), **changes}
    return await change_within(connection, guild_id, channels={**before.channels, channel_id: own})
