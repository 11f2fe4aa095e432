"""What a person does on the page, done in the pretended Discord as a person there would do it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from discord import AppCommandOptionType as Kind
from discord import ComponentType

from bot.trying.messages import seen
from bot.trying.people import PLACES, Person, Place
from bot.trying.world import World

if TYPE_CHECKING:
    from simcord import InteractionResult

FILLED_IN: Final = ("form", "command")
"""What can be wrong because of what was written into it."""
NONSENSE: Final = (LookupError, TypeError, ValueError, OverflowError)
"""What comes of names and numbers that no page of ours sends."""
PEOPLE: Final = frozenset((ComponentType.user_select, ComponentType.mentionable_select))


class CannotDo(Exception):
    """What was wanted is not there any more, or never was; the key of the words that say so."""


class Acts:
    """Everything that can be done in one world, one act after the other."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def do(self, person: Person, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
        """Do it; the form that opens with it, if one does. Raises CannotDo."""
        from simcord import BackendError, OptionError, SetupError  # noqa: PLC0415

        place = _place(person, wanted)
        if place in ("table", "letters"):  # they play on, whatever lobby of theirs waits
            person.lobby = None
        async with self._world.turn:
            known = len(self._world.env.backend.interactions)
            try:
                result = await self._act(person, place, wanted)
            except TimeoutError:  # what does not come to rest in time goes on by itself
                result = self._begun(person, known)
            except (OptionError, SetupError, BackendError, *NONSENSE) as problem:
                raise CannotDo("fill" if wanted.get("kind") in FILLED_IN else "gone") from problem
            finally:
                await self._world.look()
        form = getattr(result, "modal", None)
        if form is None:
            return None
        person.form, person.form_place = result, place
        return cast("dict[str, Any]", form)

    def _begun(self, person: Person, known: int) -> InteractionResult | None:
        """What this person has pressed or sent since there were so many such acts, and what has come of it so far: a
        form may be there already. Raises CannotDo when nothing has, for then a form that comes will not be seen."""
        from simcord import InteractionResult  # noqa: PLC0415

        acts = list(self._world.env.backend.interactions.values())[known:]
        begun = [InteractionResult(self._world.env, one) for one in acts if one.user_id == person.id]
        if begun and not begun[-1].acknowledged:
            raise CannotDo("slow")
        return begun[-1] if begun else None

    async def suggestions(self, person: Person, wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What the bot proposes for an option that is being typed; nothing where it cannot."""
        from simcord import BackendError, OptionError, SetupError  # noqa: PLC0415

        try:
            place = _place(person, wanted)
        except CannotDo:
            return []
        if place == "letters":
            return []
        async with self._world.turn:
            try:
                filled = await self._options(str(wanted["command"]), wanted.get("options") or {})
                filled.pop(str(wanted["option"]), None)
                channel = person.channel(place)
                assert channel is not None
                return await person.actor.autocomplete(
                    channel, str(wanted["command"]), str(wanted["option"]), str(wanted.get("value") or ""), **filled
                )
            except (OptionError, SetupError, BackendError, *NONSENSE, TimeoutError):
                return []

    async def _act(self, person: Person, place: Place, wanted: Mapping[str, Any]) -> Any:
        hand: Any = person.acting(place)
        match wanted.get("kind"):
            case "click":
                return await hand.click(self._message(person, place, wanted), custom_id=str(wanted["control"]))
            case "select":
                message = self._message(person, place, wanted)
                chosen = self._chosen(_kind_of_menu(message, str(wanted["control"])), wanted["values"])
                return await hand.select(message, chosen, custom_id=str(wanted["control"]))
            case "form":
                return await self._submit(person, wanted["values"])
            case "command":
                return await self._command(person, place, wanted)
            case "menu":
                return await self._menu(person, place, wanted)
            case "say":
                return await self._say(person, place, str(wanted["text"]))
            case "dismiss":
                return self._dismiss(person, place, wanted)
        raise LookupError(wanted.get("kind"))

    def _message(self, person: Person, place: Place, wanted: Mapping[str, Any]) -> discord.Message:
        """The message that was pressed, if the person can see it. Raises LookupError."""
        return {message.id: message for message in seen(person, place)}[int(wanted["message"])]

    def _dismiss(self, person: Person, place: Place, wanted: Mapping[str, Any]) -> None:
        """Put an answer away that they alone see: it is gone, so that what comes later stands in a new message."""
        message = self._message(person, place, wanted)
        if message.flags.ephemeral:
            self._world.env.backend.delete_message(message.channel.id, message.id)

    async def _say(self, person: Person, place: Place, text: str) -> None:
        if place == "letters":
            await person.actor.user.send_dm(text)
            return
        channel = person.channel(place)
        assert channel is not None
        await person.actor.send(channel, text)

    # -- commands ---------------------------------------------------------------------------------------------------

    async def _command(self, person: Person, place: Place, wanted: Mapping[str, Any]) -> Any:
        command = str(wanted["command"])
        options = await self._options(command, wanted.get("options") or {})
        if place == "letters":
            return await person.actor.user.slash(command, **options)
        channel = person.channel(place)
        assert channel is not None
        return await person.actor.slash(channel, command, **options)

    async def _menu(self, person: Person, place: Place, wanted: Mapping[str, Any]) -> Any:
        """What is chosen about somebody, as after a long press on their name. Raises LookupError in direct messages."""
        channel = person.channel(place)
        if place == "letters" or channel is None:
            raise LookupError(place)
        target = self._world.member(int(wanted["person"]))
        return await person.actor.context_menu(channel, str(wanted["command"]), target)

    async def _options(self, command: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """What was typed into the options of a command, as what each of them is for."""
        kinds = {option["name"]: Kind(option["type"]) for option in await self._world.options_of(command)}
        typed = _by_name(given).items()
        return {name: self._option(kinds[name], value) for name, value in typed if value not in ("", None)}

    def _option(self, kind: Kind, value: Any) -> Any:
        match kind:
            case Kind.integer:
                return int(value)
            case Kind.number:
                return float(value)
            case Kind.boolean:
                return value in (True, "true")
            case Kind.user | Kind.mentionable:
                return self._world.somebody(int(value))
            case Kind.channel:
                return self._world.channel(int(value))
            case Kind.role:
                return self._world.role(int(value))
            case Kind.attachment:
                return _file(value)
        return str(value)

    # -- menus and forms --------------------------------------------------------------------------------------------

    def _chosen(self, kind: ComponentType, values: Sequence[Any]) -> list[Any]:
        if kind in PEOPLE:
            return [self._world.somebody(int(value)) for value in values]
        if kind is ComponentType.channel_select:
            return [self._world.channel(int(value)) for value in values]
        if kind is ComponentType.role_select:
            return [self._world.role(int(value)) for value in values]
        return [str(value) for value in values]

    async def _submit(self, person: Person, values: Mapping[str, Any]) -> Any:
        form = person.form
        if form is None or form.modal is None:
            raise CannotDo("gone")
        kinds = {part["custom_id"]: ComponentType(part["type"]) for part in _controls(form.modal["components"])}
        filled = {name: self._filled(kinds[name], value) for name, value in _by_name(values).items()}
        hand: Any = person.acting(person.form_place)
        result = await hand.submit_modal(form, filled)
        person.form = None
        return result

    def _filled(self, kind: ComponentType, value: Any) -> Any:
        if kind is ComponentType.file_upload:
            return [_file(one) for one in value]
        if isinstance(value, list):
            return self._chosen(kind, value)
        return value


def _place(person: Person, wanted: Mapping[str, Any]) -> Place:
    found = next((place for place in PLACES if place == wanted.get("place")), None)
    if found is None or person.channel(found) is None:
        raise CannotDo("gone")
    return found


def _by_name(values: Any) -> Mapping[str, Any]:
    """What was filled in. Raises TypeError for what has no names."""
    if not isinstance(values, Mapping):
        raise TypeError(values)
    return values


def _kind_of_menu(message: discord.Message, control: str) -> ComponentType:
    parts: list[Any] = [part.to_dict() for part in message.components]
    return {part["custom_id"]: ComponentType(part["type"]) for part in _controls(parts)}[control]


def _controls(parts: Sequence[Any]) -> list[dict[str, Any]]:
    """Whatever can be pressed or filled in, in the order in which it stands there."""
    found: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, dict):
            if "custom_id" in part:
                found.append(part)
            inner = [part[name] for name in ("component", "accessory") if part.get(name)]
            found += _controls([*inner, *(part.get("components") or [])])
    return found


def _file(value: Mapping[str, Any]) -> tuple[str, bytes]:
    """A file from the page: its name, and its content in base64. Raises ValueError."""
    try:
        return str(value["name"]), base64.b64decode(value["content"], validate=True)
    except binascii.Error as problem:
        raise ValueError("no file") from problem
