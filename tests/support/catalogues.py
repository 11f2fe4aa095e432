"""What stands in a catalogue of sentences, as it is on disk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

Sentences = dict[str, tuple[str, ...]]
"""msgid -> its forms, the variants under their own ids."""


def sentences_in(path: Path) -> Sentences:
    """Everything in the file, such as `wording.en.po`."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.name.split(".")[-2], abort_invalid=True)
    sentences = {}
    for message in catalog:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            sentences[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return sentences


@cache
def without_number(key: str) -> str:
    """The key of a variant without its number."""
    return re.sub(r"#\d+$", "", key)


def variants_in(sentences: Mapping[str, tuple[str, ...]]) -> dict[str, dict[int, tuple[str, ...]]]:
    """The forms of each key's variants, by their numbers."""
    variants: dict[str, dict[int, tuple[str, ...]]] = {}
    for name, forms in sentences.items():
        number = name.removeprefix(without_number(name)).removeprefix("#")
        variants.setdefault(without_number(name), {})[int(number or 1)] = forms
    return variants
