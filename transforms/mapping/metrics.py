"""What a worker tells Beam of a shard: the same names on every runner, under the stage's name.

Counters: ``shards_committed``, ``shards_repeated`` (a shard that came again and was committed already), ``rows_in``,
``rows_out`` and ``rows_rejected.<reason>``. Distributions, of which each shard is one value: ``shard_rows.<table>``,
``shard_bytes.<table>``, and the milliseconds of reading and working, ``work_ms``, and of writing, ``write_ms``.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from versebench.storage.commit import Sidecar

T = TypeVar("T")

COMMITTED, REPEATED = "shards_committed", "shards_repeated"
ROWS, BYTES = "shard_rows.", "shard_bytes."
WORK, WRITE = "work_ms", "write_ms"
_COUNTED = ("in", "out", "rejected.")


def count_repeated(stage: str) -> None:
    """Count a shard that was committed before it came."""
    from apache_beam.metrics import Metrics

    Metrics.counter(stage, REPEATED).inc()


def count_committed(stage: str, sidecar: Sidecar, work_ms: int, write_ms: int) -> None:
    """Count a shard that was committed just now."""
    from apache_beam.metrics import Metrics

    Metrics.counter(stage, COMMITTED).inc()
    for name, count in sidecar.counts.items():
        if name.startswith(_COUNTED):
            Metrics.counter(stage, f"rows_{name}").inc(count)
    for file in sidecar.files:
        Metrics.distribution(stage, f"{ROWS}{file.table}").update(file.rows)
        Metrics.distribution(stage, f"{BYTES}{file.table}").update(file.size)
    Metrics.distribution(stage, WORK).update(work_ms)
    Metrics.distribution(stage, WRITE).update(write_ms)


def timed(work: Callable[[], T]) -> tuple[T, int]:
    """What some work gives, and the milliseconds that it took."""
    start = time.perf_counter()
    made = work()
    return made, round((time.perf_counter() - start) * 1000)
