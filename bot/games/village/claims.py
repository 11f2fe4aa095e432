"""What people like to say in public, as phrases: one tap on a phone, and a language the computer players share.

A text that is one of these codes is shown in the words of the wording file; every other text is shown as written.
"""

from __future__ import annotations

from bot.games.hidden_roles.casts import Cast
from bot.games.village.cards import SPECIAL_NAMES

CLAIMS = {f"#i_am.{role}": role for role in ("villager", *SPECIAL_NAMES)}
"""'I am the Sheriff', and so on: code -> role claimed."""

FOUND = "#found"
"""'I know that this player is a Rumplestiltskin.'"""
SUSPICIOUS = "#suspicious"
QUIET = "#quiet"
COUNTER = "#counter"
"""'I am who this player claims to be.'"""

SAID = "#said"
"""The reason of a nomination whose reason has been heard already, as a claim."""

ALIASES = tuple(
    f"#alias.{trade}"
    for trade in (
        "baker", "goatherd", "miller", "weaver", "tinker", "fiddler", "gardener", "cobbler",
        "fishwife", "chimney_sweep", "beekeeper", "candle_maker", "innkeeper", "woodcutter", "piper", "stranger",
    )
)  # fmt: skip
"""The roles that people may claim on the first day (S0-6), for those who have no idea."""

OF_A_NOMINEE = (FOUND, SUSPICIOUS, QUIET, COUNTER)
"""Of these nobody would know whom they are about, but for the nominee."""
PHRASES = (*OF_A_NOMINEE, *CLAIMS)
"""All that can be said with one tap."""

INTRODUCTIONS = {"phrases": list(ALIASES)}
"""The values of the question for an alias."""


def phrases(cast: Cast) -> dict[str, list[str]]:
    """The values of a question whose answer may be a phrase. Nobody claims a card that was not dealt."""
    return {"phrases": [code for code in PHRASES if code not in CLAIMS or cast.get(CLAIMS[code])]}
