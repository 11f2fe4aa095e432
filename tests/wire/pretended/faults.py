"""What goes wrong on purpose. The same seed lets the same request of a route go wrong in the same way."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal

Kind = Literal["status_before", "status_after", "cut_before", "cut_after", "rate_limited", "globally_limited"]
"""`before` and `after` say whether the request has had its effect when the fault strikes."""

TRANSIENT: Final[tuple[tuple[Kind, int], ...]] = (
    ("status_before", 500), ("status_before", 502), ("status_before", 503), ("status_after", 500),
    ("status_after", 503), ("cut_before", 0), ("cut_after", 0), ("rate_limited", 429), ("globally_limited", 429),
)  # fmt: skip
SPARED: Final = frozenset(
    {"/users/@me", "/gateway/bot", "/oauth2/applications/@me", "/applications/{application}/commands"}
)
"""Logging in is not what these faults are about."""


@dataclass(frozen=True)
class Fault:
    kind: Kind
    status: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.status or ''}".strip()


@dataclass
class Weather:
    """How often requests go wrong: `transient` of them, in one of `kinds`, decided by seed, route and count."""

    seed: int = 0
    transient: float = 0.0
    kinds: tuple[tuple[Kind, int], ...] = TRANSIENT
    only: tuple[str, ...] = ()
    """Routes that are struck; all when empty."""
    is_out: bool = False
    """Every request is answered by 503, those for logging in as well."""
    struck: list[str] = field(default_factory=list)
    _asked: Counter[str] = field(default_factory=Counter)

    def over(self, method: str, route: str) -> Fault | None:
        """The fault of this request, if it has one."""
        if self.is_out:
            return Fault("status_before", 503)
        if not self.transient or route in SPARED or (self.only and route not in self.only):
            return None
        self._asked[route] += 1
        chance = random.Random(f"{self.seed}|{method}|{route}|{self._asked[route]}")
        if chance.random() >= self.transient:
            return None
        fault = Fault(*chance.choice(self.kinds))
        self.struck.append(f"{method} {route} {fault}")
        return fault
