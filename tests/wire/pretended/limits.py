"""The documented limits (resources/message, components/reference, interactions/receiving-and-responding).

`faults_of_message` and the others name every limit that a body breaks. Discord answers 50035; here a test fails too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
TOP_LEVEL_V2: Final = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER})
IS_COMPONENTS_V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
LINK = 5

CONTENT_MOST, TEXT_MOST, COMPONENTS_MOST = 2_000, 4_000, 40
CUSTOM_ID_MOST, LABEL_MOST, PLACEHOLDER_MOST, OPTIONS_MOST, OPTION_TEXT_MOST = 100, 80, 150, 25, 100
NONCE_MOST, ALT_MOST, ATTACHMENTS_MOST, GALLERY_MOST, THREAD_NAME_MOST = 25, 1_024, 10, 10, 100
MODAL_TITLE_MOST, MODAL_LABEL_MOST, MODAL_DESCRIPTION_MOST, TEXT_INPUT_MOST = 45, 45, 100, 4_000
REQUEST_BYTES_MOST: Final = 25 * 1024 * 1024

Component = Mapping[str, Any]


def nested(components: Sequence[Component]) -> Iterator[Component]:
    """Every component, those inside others as well, in the order they are read."""
    for component in components:
        yield component
        yield from nested(component.get("components") or ())
        inner = [component.get("component"), component.get("accessory")]
        yield from nested([one for one in inner if isinstance(one, Mapping)])


def faults_of_message(body: Mapping[str, Any], *, flags: int | None = None) -> list[str]:
    """What is wrong with a message that is to be created or edited; `flags` of the message that is edited."""
    known = int(body.get("flags") or 0) if flags is None else flags | int(body.get("flags") or 0)
    components = body.get("components") or ()
    problems = [*_too_long("content", body.get("content"), CONTENT_MOST), *_nonce(body)]
    if body.get("embeds"):
        problems.append("embeds: the bot sends none")
    if len(body.get("attachments") or ()) > ATTACHMENTS_MOST:
        problems.append(f"attachments: more than {ATTACHMENTS_MOST}")
    problems += _alt_texts(body)
    problems += _components_v2(body, components) if known & IS_COMPONENTS_V2 else _components_v1(components)
    return problems + _each(components) + _unique(components)


def faults_of_modal(data: Mapping[str, Any]) -> list[str]:
    """What is wrong with a form."""
    components = data.get("components") or ()
    problems = [*_between("title", data.get("title"), 1, MODAL_TITLE_MOST)]
    problems += _between("custom_id", data.get("custom_id"), 1, CUSTOM_ID_MOST)
    if not 1 <= len(components) <= 5:
        problems.append("modal: 1 to 5 components")
    for component in nested(components):
        if component["type"] == LABEL:
            problems += _between("label", component.get("label"), 1, MODAL_LABEL_MOST)
            problems += _too_long("label description", component.get("description"), MODAL_DESCRIPTION_MOST)
        if component["type"] == TEXT_INPUT:
            problems += _text_input(component)
    return problems


def faults_of_thread(body: Mapping[str, Any]) -> list[str]:
    return _between("thread name", body.get("name"), 1, THREAD_NAME_MOST)


def _nonce(body: Mapping[str, Any]) -> list[str]:
    nonce = body.get("nonce")
    return [] if nonce is None else _between("nonce", str(nonce), 1, NONCE_MOST)


def _alt_texts(body: Mapping[str, Any]) -> list[str]:
    return [
        problem
        for attachment in body.get("attachments") or ()
        for problem in _too_long("alt text", attachment.get("description"), ALT_MOST)
    ]


def _components_v2(body: Mapping[str, Any], components: Sequence[Component]) -> list[str]:
    every = list(nested(components))
    problems = [f"components: {one['type']} is not top-level" for one in components if one["type"] not in TOP_LEVEL_V2]
    if body.get("content") or body.get("embeds"):
        problems.append("components V2: neither content nor embeds")
    if len(every) > COMPONENTS_MOST:
        problems.append(f"components V2: {len(every)} of at most {COMPONENTS_MOST}")
    length = sum(len(one["content"]) for one in every if one["type"] == TEXT_DISPLAY)
    if length > TEXT_MOST:
        problems.append(f"components V2: {length} characters of at most {TEXT_MOST}")
    return problems


def _components_v1(components: Sequence[Component]) -> list[str]:
    problems = [f"component {one['type']} without IS_COMPONENTS_V2" for one in components if one["type"] != ACTION_ROW]
    return problems + (["more than five action rows"] if len(components) > 5 else [])


def _each(components: Sequence[Component]) -> list[str]:
    return [problem for component in nested(components) for problem in _one(component)]


def _one(component: Component) -> list[str]:
    kind = component["type"]
    if kind == ACTION_ROW:
        return _row(component.get("components") or ())
    if kind == BUTTON:
        return _button(component)
    if kind in SELECTS:
        return _select(component)
    if kind == TEXT_DISPLAY:
        return _between("text display", component.get("content"), 1, TEXT_MOST)
    if kind == MEDIA_GALLERY:
        return _gallery(component.get("items") or ())
    if kind == SECTION and not 1 <= len(component.get("components") or ()) <= 3:
        return ["section: 1 to 3 texts"]
    return []


def _row(inside: Sequence[Component]) -> list[str]:
    kinds = {component["type"] for component in inside}
    if kinds & SELECTS:
        return [] if len(inside) == 1 else ["action row: one select alone"]
    return [] if 1 <= len(inside) <= 5 else ["action row: 1 to 5 buttons"]


def _button(button: Component) -> list[str]:
    problems = _too_long("button label", button.get("label"), LABEL_MOST)
    if not button.get("label") and not button.get("emoji"):
        problems.append("button: neither label nor emoji")
    if button.get("style") != LINK:
        problems += _between("custom_id", button.get("custom_id"), 1, CUSTOM_ID_MOST)
    return problems


def _select(menu: Component) -> list[str]:
    options = menu.get("options") or ()
    problems = _between("custom_id", menu.get("custom_id"), 1, CUSTOM_ID_MOST)
    problems += _too_long("placeholder", menu.get("placeholder"), PLACEHOLDER_MOST)
    if menu["type"] == STRING_SELECT and not 1 <= len(options) <= OPTIONS_MOST:
        problems.append(f"select: {len(options)} options, 1 to {OPTIONS_MOST}")
    for option in options:
        problems += _between("option label", option.get("label"), 1, OPTION_TEXT_MOST)
        problems += _between("option value", option.get("value"), 1, OPTION_TEXT_MOST)
        problems += _too_long("option description", option.get("description"), OPTION_TEXT_MOST)
    values = Counter(option.get("value") for option in options)
    problems += [f"select: value {value!r} twice" for value, count in values.items() if count > 1]
    if int(menu.get("max_values", 1)) > min(OPTIONS_MOST, len(options)):
        problems.append("select: max_values above its options")
    return problems


def _gallery(items: Sequence[Component]) -> list[str]:
    problems = [] if 1 <= len(items) <= GALLERY_MOST else [f"media gallery: 1 to {GALLERY_MOST} items"]
    return problems + [one for item in items for one in _too_long("alt text", item.get("description"), ALT_MOST)]


def _text_input(entry: Component) -> list[str]:
    problems = _between("custom_id", entry.get("custom_id"), 1, CUSTOM_ID_MOST)
    problems += _too_long("text input value", entry.get("value"), TEXT_INPUT_MOST)
    if not 1 <= int(entry.get("max_length") or TEXT_INPUT_MOST) <= TEXT_INPUT_MOST:
        problems.append("text input: max_length")
    return problems


def _unique(components: Sequence[Component]) -> list[str]:
    ids = Counter(one["custom_id"] for one in nested(components) if one.get("custom_id"))
    return [f"custom_id {ident!r} twice on one message" for ident, count in ids.items() if count > 1]


def _too_long(what: str, text: Any, most: int) -> list[str]:
    return [f"{what}: {len(text)} characters of at most {most}"] if text and len(text) > most else []


def _between(what: str, text: Any, least: int, most: int) -> list[str]:
    length = len(text or "")
    return [] if least <= length <= most else [f"{what}: {length} characters, {least} to {most}"]
