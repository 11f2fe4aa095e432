"""What a request to the running matches may end in."""

from __future__ import annotations


class Refused(Exception):
    """The request is refused and nothing has changed. `code` is a wording key below `refused.`."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
