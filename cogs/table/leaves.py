"""Long texts on pages."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.panels import TEXT_MOST

LEAF_MOST = TEXT_MOST - 500


def leaves(paragraphs: Sequence[str]) -> list[str]:
    """The paragraphs on pages of at most `LEAF_MOST` characters."""
    pages = [""]
    for line in "\n".join(paragraphs).split("\n"):
        if len(pages[-1]) + len(line) + 1 > LEAF_MOST:
            pages.append("")
        pages[-1] += line[:LEAF_MOST] + "\n"
    return pages
