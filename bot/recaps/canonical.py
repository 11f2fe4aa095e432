"""How values are written down where they are compared or digested."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any


def canonical(value: Any) -> str:
    """A value as JSON, so that tuples and lists, and 1 and true, are told apart exactly as the file does."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def digest_of(value: Any) -> str:
    """SHA-256 of a value as JSON, as hexadecimal. Half a surrogate pair, which people can type, does not break it."""
    return sha256(canonical(value).encode(errors="surrogatepass")).hexdigest()
