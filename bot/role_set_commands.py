"""What `magic-mirror rolesets` does: a server's role sets in a file, and what it says about that in English."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.matches.errors import Refused
from bot.matches.role_set_files import written
from bot.matches.role_set_repository import TROUBLE, Push, pulled, push, read_pulled
from bot.matches.role_set_schema import schema_of_many
from bot.recaps.printable import printable
from bot.store.database import Store
from bot.ui.option_changes import changes
from bot.ui.option_words import fault_sentence
from bot.ui.wording import Wording, wording_files

SAID = {
    "new": "is new",
    "changed": "is changed",
    "same": "is the same already",
    "newer_there": "was changed on Discord since it was pulled. Pull again, or push with --force",
    "faulty": "cannot be played",
    "name": "has a name that cannot be used here",
    "too_many": "is one too many: there is no room for it beside the others",
}


ESCAPED = re.compile(r"\\([^\w\s])")
"""Markdown that somebody's words have by chance, so that Discord shows it as it is."""
UNSEEN = ("**", "\u200b", "\u2060")


class InTheWay(Exception):
    """Nothing was pushed; the text says why, set by set."""


async def pull(store: Store, guild_id: int, path: Path) -> str:
    """Write all sets of a server into a file, over what was in it, and say so."""
    found = await pulled(store, guild_id)
    whole = path.with_name(f"{path.name}.new")
    whole.write_text(written(found), encoding="utf-8")
    os.replace(whole, path)
    return f"Role sets of server {guild_id} that are in {path} now: {len(found['role_sets'])}."


async def push_file(store: Store, guild_id: int, data: bytes, *, force: bool, only_look: bool) -> str:
    """Save the sets of a file on a server, and say what happened. Raises InTheWay when nothing was saved."""
    words = Wording(wording_files())
    try:
        sets = read_pulled(data)
    except Refused as refusal:
        values: dict[str, Any] = dict(refusal.values)
        raise InTheWay(words.say(f"refused.{refusal.code}", **values)) from refusal
    plan = await push(store, guild_id, sets, int(time.time() * 1000), force=force, only_look=only_look)
    told = "\n".join(line for one in plan for line in _told(words, one))
    if any(one.what in TROUBLE for one in plan):
        raise InTheWay(f"{told}\nNothing is saved.")
    saved = sum(one.what != "same" for one in plan)
    done = (
        f"Of {len(plan)} role sets, {saved} would be saved" if only_look else f"Of {len(plan)} role sets, {saved} saved"
    )
    return f"{told}\n{done} on server {guild_id}.".lstrip()


def schema_text() -> str:
    """The JSON Schema of these files."""
    return json.dumps(schema_of_many(), indent=1)


def _told(words: Wording, one: Push) -> Iterator[str]:
    yield f"{one.found.game.name}: {one.found.name!r} {SAID[one.what]}."
    lines: Sequence[str] = [fault_sentence(words, one.found.game, fault) for fault in one.found.faults]
    if one.before is not None:
        lines = changes(words, one.found.game, one.before, one.found.options)
    for line in lines:
        yield f"  {for_terminal(line.removeprefix('- '))}"


def for_terminal(sentence: str) -> str:
    """A sentence that was made for Discord: without markup, and with nothing that a terminal would obey."""
    for mark in UNSEEN:
        sentence = sentence.replace(mark, "")
    return printable(ESCAPED.sub(r"\1", sentence))
