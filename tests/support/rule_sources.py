"""Which rulings a rule's text tells: a comment above it in the English catalogue, for us and not for players."""

from __future__ import annotations

from pathlib import Path

from babel.messages.pofile import read_po

MARK = "Rulebook: "


def rule_sources(path: Path) -> dict[str, str]:
    """The ids noted above each sentence of this file, by key."""
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if isinstance(message.id, str) and message.id]
    return {
        message.id: comment.removeprefix(MARK)
        for message in messages
        for comment in message.user_comments
        if comment.startswith(MARK)
    }
