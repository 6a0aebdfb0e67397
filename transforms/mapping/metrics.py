"""The metrics that a worker reports to Beam for a shard: the same names on every runner, in the stage's namespace.

Counters: ``shards_committed``, ``shards_repeated`` (shards that were already committed when they came), ``rows_in``,
``rows_out`` and ``rows_rejected.<reason>``. Distributions with one value for each shard: ``shard_rows.<table>``,
``shard_bytes.<table>``, ``work_ms`` (milliseconds of reading and working) and ``write_ms`` (of writing).
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
    """Count a shard that was already committed when it came."""
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
    """Returns the result of a function, and the milliseconds that it took."""
    start = time.perf_counter()
    result = work()
    return result, round((time.perf_counter() - start) * 1000)
