"""How fast a board's crystal runs, against this computer's clock, while the firmware runs.

Each sample asks for the microsecond counter. The samples with the shortest round trip, one at the
start and one at the end, bound the error: half of both round trips, over the time between them.
"""

import time
from typing import Any, NamedTuple

from host_tools.device.client import Client

SAMPLES = 24


class Crystal(NamedTuple):
    """How fast the crystal runs and the error bound, in ppm; the seconds measured."""

    ppm: float
    within_ppm: float
    seconds: float


class _Sample(NamedTuple):
    host_ns: int
    way_ns: int
    ticks_us: int


def _best(client: Client) -> tuple[_Sample, int]:
    best: _Sample | None = None
    period: Any = 0
    for _ in range(SAMPLES):
        asked = time.perf_counter_ns()
        ticks, period = client.ask("ticks")
        way = time.perf_counter_ns() - asked
        if best is None or way < best.way_ns:
            best = _Sample(asked + way // 2, way, ticks)
    assert best is not None
    return best, period


def measure(client: Client, seconds: int) -> Crystal:
    """Measure the crystal over `seconds`, 5 to 400 (the counter wraps after that)."""
    first, period = _best(client)
    time.sleep(max(0.0, seconds - (time.perf_counter_ns() - first.host_ns) / 1e9))
    last, _ = _best(client)
    host_us = (last.host_ns - first.host_ns) / 1000
    board_us = (last.ticks_us - first.ticks_us) % period
    within = (first.way_ns + last.way_ns) / 2000 / host_us
    return Crystal((board_us - host_us) / host_us * 1e6, within * 1e6, host_us / 1e6)
