"""Trouble that every layer but the rules may meet."""

from __future__ import annotations


class StoreTrouble(Exception):
    """What is kept cannot be read or written now, and nothing has changed: try again later."""
