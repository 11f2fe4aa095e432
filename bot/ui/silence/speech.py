"""How people may speak at a table, and how strictly a server keeps them from it."""

from __future__ import annotations

from typing import Literal

Speech = Literal["free", "muted", "toad", "dead", "asleep", "night", "floor", "drunk", "hiccup"]
"""How a person may speak. `drunk`: freely, but not in their own voice; `hiccup`: and not so quickly. These two are no
states of the rules."""
Strictness = Literal["delete", "asleep", "strict"]
"""What a server allows: messages are deleted; the place is closed to sleepers; and the other silent may not write."""
