"""Every sign that there is to upload."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.face import Face
from bot.ui.pictures.sign import Sign
from bot.ui.wording import Wording


def all_signs(faces: Iterable[Face], wording: Wording) -> list[Sign]:
    """Those of these games in every language: many are the same."""
    languages = [wording.for_locale(locale) for locale in wording.locales]
    return list(dict.fromkeys(sign for face in faces for words in languages for sign in face.signs(words)))
