"""Rate limits as topics/rate-limits describes them: a bucket for each route and top-level resource, and one for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from pretended.clock import Clock

GLOBAL_A_SECOND: Final = 50
DEFAULT: Final = (10, 2.0)
OF_ROUTE: Final[Mapping[str, tuple[int, float]]] = {
    "POST /channels/{channel}/messages": (5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": (5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": (5, 1.0),
    "PATCH /channels/{channel}": (10, 15.0),
    "POST /webhooks/{application}/{token}": (5, 2.0),
}
"""Requests in so many seconds, as observed (DISCORD 2.3)."""
UNBOUND: Final = ("/interactions", "/webhooks")
"""Interaction endpoints are not bound to the global limit."""


@dataclass
class _Window:
    began_s: float
    used: int = 0


@dataclass(frozen=True)
class Verdict:
    """Whether a request may pass, and the headers its answer carries. `retry_after` in Discord's seconds."""

    retry_after: float
    is_global: bool
    headers: dict[str, str]


class Buckets:
    """Fixed windows on Discord's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._windows: dict[str, _Window] = {}

    def take(self, method: str, route: str, resource: str) -> Verdict:
        """Count one request."""
        if not route.startswith(UNBOUND):
            wait, _ = self._count("global", GLOBAL_A_SECOND, 1.0)
            if wait:
                return limited(wait, is_global=True)
        most, seconds = OF_ROUTE.get(f"{method} {route}", DEFAULT)
        name = f"{method} {route} {resource}"
        wait, left = self._count(name, most, seconds)
        headers = self._headers(name, most, left, seconds, f"{method} {route}")
        return Verdict(wait, False, headers | ({"Retry-After": f"{wait:.3f}", "Via": "1.1 pretended"} if wait else {}))

    def _count(self, name: str, most: int, seconds: float) -> tuple[float, int]:
        """How long to wait, and how many requests are left in this window."""
        now = self._clock.now_s()
        window = self._windows.get(name)
        if window is None or now - window.began_s >= seconds:
            window = self._windows[name] = _Window(now)
        if window.used >= most:
            return max(0.05, window.began_s + seconds - now), 0
        window.used += 1
        return 0.0, most - window.used

    def _headers(self, name: str, most: int, left: int, seconds: float, bucket: str) -> dict[str, str]:
        reset = self._windows[name].began_s + seconds
        return {
            "X-RateLimit-Limit": str(most), "X-RateLimit-Remaining": str(left), "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.001, reset - self._clock.now_s()):.3f}",
            "X-RateLimit-Bucket": f"{crc32(bucket.encode()):08x}",
        }  # fmt: skip


def limited(wait: float, *, is_global: bool) -> Verdict:
    """A 429 that no count has led to."""
    headers = {"Retry-After": f"{wait:.3f}", "Via": "1.1 pretended"}
    return Verdict(wait, is_global, headers | ({"X-RateLimit-Global": "true"} if is_global else {}))
