"""What time it is on the PostgreSQL server: the clocks of two machines differ."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, cast, extract, func

NOW_MS: Final = cast(extract("epoch", func.clock_timestamp()) * 1_000, BigInteger)
"""In epoch milliseconds, when the statement comes to it."""
