"""What exists in the pretended Discord, and what it lets each person see, version after version."""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pretended import errors
from pretended.clock import Clock, Snowflakes
from pretended.limits import EPHEMERAL, TEXT_DISPLAY, nested

GUILD_TEXT, DM, GROUP, PUBLIC_THREAD = 0, 1, 3, 11
NONCE_WINDOW_S: Final = 180
"""How long the same nonce gets the same message back: Discord says "the past few minutes". In `Clock.passed_s`: a
process that starts again needs real seconds, and must not seem to be away for hours."""
TOKEN_VALID_S: Final = 15 * 60
"""How long the token of an interaction serves for follow-ups."""


@dataclass
class User:
    id: int
    name: str
    is_bot: bool = False
    locale: str = "en-US"
    takes_direct_messages: bool = True


@dataclass
class Guild:
    id: int
    name: str
    owner: User
    members: dict[int, User] = field(default_factory=dict)


@dataclass
class Channel:
    """A text channel, a thread, a direct message, or a conversation of several people without the bot; `parent` is a
    thread's channel, `recipient` the person of a DM, `people` are those of a conversation."""

    id: int
    kind: int
    name: str = ""
    guild: Guild | None = None
    parent: int | None = None
    recipient: User | None = None
    people: list[User] = field(default_factory=list)
    locked: bool = False
    archived: bool = False
    owner_id: int = 0
    """Of a thread: who has made it."""
    bot_may_write: bool = True
    gone: bool = False

    @property
    def has_bot(self) -> bool:
        """Whether the bot is there, and not only answers who presses something."""
        return self.kind != GROUP


@dataclass(frozen=True)
class Version:
    """A message as it could be read from a moment on; `order` counts everything that was ever shown."""

    order: int
    body: dict[str, Any]

    @property
    def text_displays(self) -> list[str]:
        """The texts outside any frame, as they are read from above."""
        return [one["content"] for one in self.body.get("components") or () if one["type"] == TEXT_DISPLAY]

    @property
    def text(self) -> str:
        """Everything it says."""
        parts = [one["content"] for one in nested(self.body.get("components") or ()) if one["type"] == TEXT_DISPLAY]
        return "\n".join([self.body.get("content") or "", *parts]).strip()

    @property
    def controls(self) -> list[Mapping[str, Any]]:
        """What can be pressed or chosen from."""
        every = nested(self.body.get("components") or ())
        return [one for one in every if one.get("custom_id") and not one.get("disabled")]


@dataclass
class Message:
    """`only_for` is the one person who sees it, when it is ephemeral."""

    id: int
    channel: Channel
    author: User
    versions: list[Version]
    flags: int = 0
    only_for: int | None = None
    nonce: str | None = None
    written_s: float = 0.0
    deleted: bool = False
    was_read: bool = False
    """Before others than the bot deleted it."""
    interaction: int | None = None
    edited_s: float | None = None
    """On Discord's clock."""

    @property
    def now(self) -> Version:
        return self.versions[-1]

    @property
    def is_ephemeral(self) -> bool:
        return self.only_for is not None


@dataclass
class Interaction:
    """One act of a person, until the bot has answered it or its three seconds are over."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: dict[str, Any]
    message: Message | None
    began_s: float
    """In `Clock.passed_s`: three seconds are three seconds."""
    opened_s: float
    """On Discord's clock."""
    acknowledged: bool = False
    expired: bool = False
    deferred: bool = False
    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    followups: int = 0
    modal: dict[str, Any] | None = None


@dataclass
class ScheduledEvent:
    """One of a server, as it was made and changed."""

    id: int
    guild_id: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Emoji:
    """One of the application's own; `image` is the file as it was uploaded."""

    id: int
    name: str
    user: User
    image: bytes = b""


class World:
    """One application, its servers, and everything that was written. Knows nothing of sockets or HTTP."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.token = secrets.token_urlsafe(24)
        self.users: dict[int, User] = {}
        self.bot = self.add_user("Magic Mirror", is_bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._in_channel: defaultdict[int, list[Message]] = defaultdict(list)
        self._changes: Counter[int] = Counter()
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self.events: dict[int, ScheduledEvent] = {}
        self.commands: list[dict[str, Any]] = []
        self.emojis: dict[int, Emoji] = {}
        self.breaches: list[str] = []
        """Bodies that broke a documented limit."""
        self._shown = 0
        self._nonces: dict[tuple[int, str], Message] = {}

    # -- people and places --------------------------------------------------------------------------------------------

    def add_user(self, name: str, **details: Any) -> User:
        user = User(self.ids.next(), name, **details)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User, shard: int, shards: int) -> Guild:
        guild = Guild(self.ids.on_shard(shard, shards), name, owner, {owner.id: owner, self.bot.id: self.bot})
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        return self._keep(Channel(self.ids.next(), GUILD_TEXT, name, guild))

    def add_thread(self, parent: Channel, name: str) -> Channel:
        """A public thread of the bot."""
        return self._keep(Channel(self.ids.next(), PUBLIC_THREAD, name, parent.guild, parent.id, owner_id=self.bot.id))

    def add_talk(self, *people: User) -> Channel:
        """A conversation in which somebody uses the application, which has no bot there."""
        return self._keep(Channel(self.ids.next(), GROUP, people=list(people)))

    def add_event(self, guild_id: int, body: Mapping[str, Any]) -> ScheduledEvent:
        event = ScheduledEvent(self.ids.next(), guild_id, dict(body))
        self.events[event.id] = event
        return event

    def add_emoji(self, name: str, image: bytes = b"") -> Emoji:
        """One that the bot has uploaded."""
        emoji = Emoji(self.ids.next(), name, self.bot, image)
        self.emojis[emoji.id] = emoji
        return emoji

    def direct(self, user: User) -> Channel:
        """The direct-message channel of the bot and this person, opened when there is none."""
        for channel in self.channels.values():
            if channel.kind == DM and channel.recipient is user:
                return channel
        return self._keep(Channel(self.ids.next(), DM, recipient=user))

    def _keep(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        return channel

    def channel(self, channel_id: int) -> Channel:
        """Raises Unknown Channel, and Missing Access where the bot is not."""
        found = self.channels.get(channel_id)
        if found is None or found.gone:
            raise errors.unknown_channel()
        if not found.has_bot:
            raise errors.missing_access()
        return found

    def writable(self, channel_id: int) -> Channel:
        """Raises what the bot is told when it may post nothing new there."""
        channel = self.editable(channel_id)
        if channel.recipient is not None and not channel.recipient.takes_direct_messages:
            raise errors.cannot_message_this_user()
        return channel

    def editable(self, channel_id: int) -> Channel:
        """Raises what the bot is told when it may not even change what it has posted there. Closed direct messages keep
        new ones away alone: to forbid sending "does not prevent existing messages from being updated" (Discord's staff,
        issue 3096 of its API's documentation)."""
        channel = self.channel(channel_id)
        if not channel.bot_may_write:
            raise errors.missing_permissions()
        return channel

    # -- messages -----------------------------------------------------------------------------------------------------

    def message(self, channel_id: int, message_id: int) -> Message:
        """Raises Unknown Message."""
        found = self.messages.get(message_id)
        if found is None or found.deleted or found.is_ephemeral or found.channel.id != channel_id:
            raise errors.unknown_message()
        return found

    def remembered(self, nonce: str) -> Message | None:
        """The bot's own message with this nonce, while Discord still enforces it."""
        found = self._nonces.get((self.bot.id, nonce))
        if found is None or self.clock.passed_s() - found.written_s > NONCE_WINDOW_S:
            return None
        return found

    def forget_nonces(self) -> None:
        """As if more than a few minutes had passed."""
        self._nonces.clear()

    def write(
        self, channel: Channel, author: User, body: Mapping[str, Any], *,
        only_for: int | None = None, interaction: int | None = None,
    ) -> Message:  # fmt: skip
        """A new message. With `enforce_nonce`, a nonce of the last minutes gets the first message back, unchanged."""
        nonce = str(body["nonce"]) if body.get("nonce") is not None else None
        if nonce is not None and body.get("enforce_nonce") and (before := self.remembered(nonce)) is not None:
            return before
        flags = int(body.get("flags") or 0) | (EPHEMERAL if only_for is not None else 0)
        message = Message(
            self.ids.next(), channel, author, [self._version(body)], flags, only_for, nonce,
            self.clock.passed_s(), interaction=interaction,
        )  # fmt: skip
        self.messages[message.id] = message
        self._in_channel[channel.id].append(message)
        self._changes[channel.id] += 1
        if nonce is not None:
            self._nonces[author.id, nonce] = message
        return message

    def edit(self, message: Message, body: Mapping[str, Any]) -> Message:
        """The message with these fields replaced; what is not named stays."""
        message.flags |= int(body.get("flags") or 0)
        message.edited_s = self.clock.now_s()
        message.versions.append(self._version({**message.now.body, **body}))
        self._changes[message.channel.id] += 1
        return message

    def delete(self, message: Message) -> None:
        message.deleted = True
        self._changes[message.channel.id] += 1

    def take_away(self, message: Message) -> None:
        """Somebody else deletes what has been read."""
        message.was_read = True
        self.delete(message)

    def _version(self, body: Mapping[str, Any]) -> Version:
        self._shown += 1
        kept = ("content", "components", "attachments", "allowed_mentions")
        return Version(self._shown, {name: body[name] for name in kept if name in body})

    # -- what people see ----------------------------------------------------------------------------------------------

    def seen_in(self, channel: Channel) -> list[Message]:
        """What everybody in a channel can read now, oldest first."""
        return [one for one in self.standing_in(channel) if not one.is_ephemeral]

    def read_in(self, channel: Channel) -> list[Message]:
        """What everybody in a channel could read, until now or until somebody took it away, oldest first."""
        every = self._in_channel[channel.id]
        return [one for one in every if not one.is_ephemeral and (one.was_read or not one.deleted)]

    def standing_in(self, channel: Channel) -> list[Message]:
        """What was written in a channel and is not deleted, also what one person alone sees, oldest first."""
        return [one for one in self._in_channel[channel.id] if not one.deleted]

    def changes_in(self, channels: Iterable[Channel]) -> int:
        """How often anything was written, edited or deleted in these channels."""
        return sum(self._changes[one.id] for one in channels)

    def threads_of(self, parent: Channel) -> list[Channel]:
        """Its threads, oldest first; those that are gone as well."""
        return [one for one in self.channels.values() if one.parent == parent.id]

    def shown_to(self, user: User) -> list[Message]:
        """What this person alone was shown: direct messages and ephemeral ones, oldest first, gone ones as well."""
        return [one for one in self.messages.values() if one.only_for == user.id or one.channel.recipient is user]

    # -- interactions -------------------------------------------------------------------------------------------------

    def open_interaction(
        self, kind: int, user: User, channel: Channel, data: dict[str, Any], message: Message | None, began_s: float
    ) -> Interaction:
        interaction = Interaction(
            self.ids.next(), secrets.token_urlsafe(24), kind, user, channel, data, message, began_s, self.clock.now_s()
        )
        self.interactions[interaction.id] = interaction
        return interaction

    def interaction(self, interaction_id: int, token: str) -> Interaction:
        """Raises Unknown interaction."""
        found = self.interactions.get(interaction_id)
        if found is None or found.token != token or found.expired:
            raise errors.unknown_interaction()
        return found

    def by_token(self, token: str) -> Interaction:
        """The interaction whose token serves as a webhook. Raises Unknown Webhook, Invalid Webhook Token."""
        found = next((one for one in self.interactions.values() if one.token == token), None)
        if found is None or not found.acknowledged:
            raise errors.unknown_webhook()
        if self.clock.now_s() - found.opened_s > TOKEN_VALID_S:
            raise errors.invalid_webhook_token()
        return found

    def forget(self, acts: Collection[Interaction]) -> None:
        """These acts, and what they alone were shown who acted: nobody will ask for it any more."""
        shown = [one for act in acts for one in act.answers if one.is_ephemeral]
        for act in acts:
            self.interactions.pop(act.id, None)
        for message in shown:
            self.messages.pop(message.id, None)
        gone = {one.id for one in shown}
        for place in {one.channel.id for one in shown}:
            self._in_channel[place] = [one for one in self._in_channel[place] if one.id not in gone]

    def waiting(self) -> Iterator[Interaction]:
        """What people did and nobody has answered yet."""
        return (one for one in self.interactions.values() if not one.acknowledged and not one.expired)


def lines_of(texts: Sequence[str]) -> list[str]:
    """The lines of some texts, without empty ones."""
    return [line for text in texts for line in text.split("\n") if line]
