"""Which of our emojis Discord has, so that a page knows whether it may be written with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.ui.pictures.sign import Sign, SignLine, Spelt, emoji_name, mention

LARGE_ROW: Final = 8
SMALL_ROW: Final = 12
"""Signs that stand side by side on a narrow phone, with the gaps between their groups; and of the small ones."""


class EmojiShelf:
    """The emojis of signs by their numbers. Empty until Discord was asked, and where nobody asks."""

    def __init__(self) -> None:
        self._ids: dict[Sign, int] = {}

    def stock(self, signs: Iterable[Sign], ids: Mapping[str, int]) -> None:
        """These are the numbers of all emojis there are, by their names; what was known before is forgotten."""
        named = ((sign, ids.get(emoji_name(sign))) for sign in signs)
        self._ids = {sign: emoji_id for sign, emoji_id in named if emoji_id is not None}

    def add(self, sign: Sign, emoji_id: int) -> None:
        """One more is there."""
        self._ids[sign] = emoji_id

    def has(self, sign: Sign) -> bool:
        """Whether Discord had its emoji when it was asked last."""
        return sign in self._ids

    def has_all(self, signs: Sequence[Sign]) -> bool:
        """Whether every one of these has its emoji: a game does not change from pictures to emojis card by card."""
        return bool(signs) and all(map(self.has, signs))

    def written(self, lines: Sequence[SignLine]) -> str:
        """These lines as text. Raises KeyError for a sign that has no emoji."""
        return "\n".join(part for line in lines for part in (line.text, *self._rows(line)) if part)

    def _rows(self, line: SignLine) -> Iterator[str]:
        """Nothing stands between the emojis of one group: on a phone, more of them stand on one line."""
        for row in _whole_groups(line.groups, LARGE_ROW if line.large else SMALL_ROW):
            groups = ("".join(mention(one, self._ids[one.sign]) for one in group) for group in row)
            yield ("# " if line.large else "") + " ".join(groups)


def _whole_groups(groups: Iterable[Sequence[Spelt]], most: int) -> list[list[Sequence[Spelt]]]:
    """Rows of at most so many signs: no group is torn apart, unless it is wider than a row."""
    rows: list[list[Sequence[Spelt]]] = []
    for group in filter(None, groups):
        if rows and sum(map(len, rows[-1])) + len(group) <= most:
            rows[-1].append(group)
        else:
            rows.append([group])
    return rows
