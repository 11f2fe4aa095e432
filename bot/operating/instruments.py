"""What is counted and timed while the bot runs, for Prometheus.

Nothing here names a person, a server, a table, a game or a card: labels are outcomes. The parts of the bot know nothing
of it; each tells whoever wants to know (`Router.served`, `Listening.heard`, `Gallery.drew`, `measure_writes`), and
what stands somewhere anyway is read when somebody asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot import __version__
from bot.client import Mirror
from bot.matches.heart import BEGINNING

LATE_MS = 2_000
"""A deadline that has waited for longer than this is late."""
CLICK_BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Seconds; after three Discord takes no answer any more."""
WRITE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5)
REQUEST_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
PICTURE_BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Reading = tuple[str, str, Callable[[Mirror], float]]


class Instruments(Collector):
    """All of them, in a registry of their own. `follow` each client from the moment it is made."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.mirror: Mirror | None = None
        self.stands_by = False
        """Whether another process plays, and this one takes over when that is gone."""
        self._clicks = self._histogram("click_seconds", "Clicks and commands, until they were served.", CLICK_BUCKETS)
        self._requests = self._histogram("request_seconds", "Requests to Discord.", REQUEST_BUCKETS, "status")
        self._writes = self._histogram("store_write_seconds", "Writes, until they were durable.", WRITE_BUCKETS)
        self._pictures = self._histogram("picture_seconds", "Pictures that were drawn.", PICTURE_BUCKETS)
        self._backups = Counter(
            "magic_mirror_backups", "Backups by the clock.", ["outcome"], registry=self.registry
        )  # fmt: skip
        self._backed_up = Gauge(
            "magic_mirror_last_backup_timestamp_seconds", "When the last backup by the clock was made.",
            registry=self.registry,
        )  # fmt: skip
        Info("magic_mirror_build", "The version that runs.", registry=self.registry).info({"version": __version__})
        ProcessCollector(registry=self.registry)
        self.registry.register(self)

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...], label: str = "outcome") -> Histogram:
        return Histogram(f"magic_mirror_{name}", text, [label], buckets=buckets, registry=self.registry)

    # -- being told -------------------------------------------------------------------------------------------------

    def follow(self, mirror: Mirror) -> None:
        """Measure this client from now on; what the last one counted stays counted."""
        self.mirror = mirror
        mirror.router.served = self.served
        mirror.listening.heard = self.heard
        mirror.gallery.drew = self.drew

    def set_stands_by(self, stands_by: bool) -> None:
        self.stands_by = stands_by

    def served(self, outcome: str, seconds: float) -> None:
        self._clicks.labels(outcome).observe(seconds)

    def heard(self, status: int | None, seconds: float) -> None:
        self._requests.labels(_kind(status)).observe(seconds)

    def wrote(self, succeeded: bool, seconds: float) -> None:
        self._writes.labels(_outcome(succeeded)).observe(seconds)

    def drew(self, succeeded: bool, seconds: float) -> None:
        self._pictures.labels(_outcome(succeeded)).observe(seconds)

    def backed_up(self, succeeded: bool) -> None:
        self._backups.labels(_outcome(succeeded)).inc()
        if succeeded:
            self._backed_up.set(time.time())

    # -- being asked ------------------------------------------------------------------------------------------------

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """What stands somewhere anyway; nothing as long as there is no client."""
        mirror = self.mirror
        for name, text, read in READINGS if mirror is not None else ():
            yield GaugeMetricFamily(f"magic_mirror_{name}", text, value=read(mirror))  # type: ignore[arg-type]


def _outcome(succeeded: bool) -> str:
    return "done" if succeeded else "failed"


def _kind(status: int | None) -> str:
    """What a request was answered with: a kind of status, but for 429, which asks the bot to slow down."""
    if status is None:
        return "none"
    return "429" if status == 429 else f"{status // 100}xx"


def connected(mirror: Mirror) -> int:
    """How many of the gateway's shards are connected."""
    return sum(not shard.is_closed() for shard in mirror.shards.values())


def _slowest_heartbeat(mirror: Mirror) -> float:
    return max((latency for _, latency in mirror.latencies), default=float("nan"))


READINGS: tuple[Reading, ...] = (
    ("sending_queue", "Messages that wait to be sent.", lambda mirror: mirror.courier.waiting),
    ("pictures_queue", "Pictures that wait to be drawn.", lambda mirror: mirror.gallery.waiting),
    ("tables_awake", "Tables in memory.", lambda mirror: mirror.service.keeper.awake_count),
    ("deadlines", "Deadlines that are waited for.", lambda mirror: mirror.service.keeper.deadlines.count),
    ("deadlines_late", "Deadlines that should have rung two seconds ago.",
     lambda mirror: mirror.service.keeper.deadlines.late(LATE_MS)),
    ("time_stands", "1 while nobody can be heard and all clocks stand; not while the bot only begins.",
     lambda mirror: mirror.time.is_hindered_besides(BEGINNING)),
    ("taken_up", "1 when everything was taken up after the start.", lambda mirror: mirror.is_taken_up),
    ("gateway_shards", "Shards of the gateway.", lambda mirror: len(mirror.shards)),
    ("gateway_shards_connected", "Shards that are connected.", connected),
    ("gateway_latency_seconds", "The slowest shard's heartbeat.", _slowest_heartbeat),
    ("servers", "Discord servers the bot is in.", lambda mirror: len(mirror.guilds)),
)  # fmt: skip
"""Name, meaning, and where it is read."""
