"""Metrics of a graph: what Beam counted while it ran, on any runner."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from versebench.storage.spread import Spread
from versebench.transforms.mapping.metrics import BYTES, COMMITTED, REPEATED, ROWS, WORK, WRITE

if TYPE_CHECKING:
    from apache_beam.runners.runner import PipelineResult

_MIB = 1 << 20


@dataclass(frozen=True)
class GraphMetrics:
    """The counters and distributions of a graph, and the seconds that it took.

    ``title`` is the stage, for some graphs followed by a colon and a step. Only the work of this run counts: a run that
    continues an earlier one counts the shards that were missing.
    """

    title: str
    seconds: float
    counters: Mapping[str, int]
    distributions: Mapping[str, Spread]

    @property
    def stage(self) -> str:
        """The stage of the graph."""
        return stage_of(self.title)

    @property
    def shards(self) -> int:
        """Committed shards."""
        return self.counters.get(COMMITTED, 0)

    @property
    def repeated(self) -> int:
        """Shards that were made again after they were committed, as a worker was lost or another run committed them."""
        return self.counters.get(REPEATED, 0)

    @property
    def rows(self) -> int:
        """Rows read; if the stage does not count them, the rows of its largest table."""
        written = (rows.sum for name, rows in self.distributions.items() if name.startswith(ROWS))
        return self.counters.get("rows_in", max(written, default=0))

    @property
    def rows_per_second(self) -> float:
        """Rows per second of the graph."""
        return self.rows / self.seconds

    @property
    def written_mib(self) -> float:
        """MiB written."""
        return sum(size.sum for name, size in self.distributions.items() if name.startswith(BYTES)) / _MIB

    @property
    def shard_ms(self) -> tuple[Spread, Spread] | None:
        """Milliseconds per shard: of reading and computing, and of writing; None if the graph made no shard."""
        work, write = self.distributions.get(WORK), self.distributions.get(WRITE)
        return (work, write) if work and write else None

    def values(self) -> dict[str, Any]:
        """All metrics as JSON values."""
        return {
            "title": self.title,
            "seconds": round(self.seconds, 3),
            "shards": self.shards,
            "repeated": self.repeated,
            "rows": self.rows,
            "rows_per_second": round(self.rows_per_second, 1),
            "written_mib": round(self.written_mib, 3),
            "counters": dict(self.counters),
            "distributions": {name: asdict(spread) for name, spread in self.distributions.items()},
        }


def stage_of(title: str) -> str:
    """The stage that a graph's title names."""
    return title.partition(":")[0]


def graph_metrics(title: str, seconds: float, result: "PipelineResult") -> GraphMetrics:
    """The metrics of a finished graph under the name of its stage; equal names of several steps are added up."""
    from apache_beam.metrics import MetricsFilter

    metrics = result.metrics().query(MetricsFilter().with_namespace(stage_of(title)))
    counters: dict[str, int] = {}
    for counter in metrics["counters"]:
        name = counter.key.metric.name
        counters[name] = counters.get(name, 0) + counter.result
    distributions: dict[str, Spread] = {}
    for distribution in metrics["distributions"]:
        name, data = distribution.key.metric.name, distribution.result
        spread = Spread(data.count, data.sum, data.min, data.max)
        distributions[name] = distributions[name] + spread if name in distributions else spread
    return GraphMetrics(title, seconds, dict(sorted(counters.items())), dict(sorted(distributions.items())))
