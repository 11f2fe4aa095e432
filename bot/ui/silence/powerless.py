"""How long the bot lets be what Discord has refused it."""

from __future__ import annotations

POWERLESS_SECONDS = 600.0
"""Seconds without trying again where something was refused, since each refusal counts towards a ban."""
