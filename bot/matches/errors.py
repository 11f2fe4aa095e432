"""What a request to the running matches may end in."""

from __future__ import annotations


class Counted(Exception):
    """The answer is on disk, and something broke after that: whatever is said now, it may not say that nothing has
    changed."""


class Refused(Exception):
    """The request is refused and nothing has changed. `code` is a wording key below `refused.`."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
