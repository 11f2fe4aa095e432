"""Which of our emojis Discord has, so that a page knows whether it may be written with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.ui.pictures.sign import Sign, SignLine, emoji_name, mention


class EmojiShelf:
    """The emojis of signs by their numbers. Empty until Discord was asked, and where nobody asks."""

    def __init__(self) -> None:
        self._ids: dict[Sign, int] = {}

    def stock(self, signs: Iterable[Sign], ids: Mapping[str, int]) -> list[Sign]:
        """These are the numbers of all emojis there are, by their names. Gives the signs that have none."""
        wanted = dict.fromkeys(signs)
        self._ids = {sign: ids[emoji_name(sign)] for sign in wanted if emoji_name(sign) in ids}
        return [sign for sign in wanted if sign not in self._ids]

    def add(self, sign: Sign, emoji_id: int) -> None:
        """One more is there."""
        self._ids[sign] = emoji_id

    def has_all(self, signs: Sequence[Sign]) -> bool:
        """Whether every one of these has its emoji: a game does not change from pictures to emojis card by card."""
        return bool(signs) and all(sign in self._ids for sign in signs)

    def written(self, lines: Sequence[SignLine]) -> str:
        """These lines as text. Raises KeyError for a sign that has no emoji."""
        return "\n".join(part for line in lines for part in (line.text, self._row(line)) if part)

    def _row(self, line: SignLine) -> str:
        """Nothing stands between the emojis of one group: on a phone, more of them stand on one line."""
        groups = ("".join(mention(one, self._ids[one.sign]) for one in group) for group in line.groups if group)
        row = " ".join(groups)
        return f"# {row}" if row and line.large else row
