"""What Beam counted while a graph ran, whatever ran it."""

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

    ``title`` is the stage, for some graphs with the step of it behind a colon. Only what this run of the graph did is
    in it: a run that goes on counts the shards that were still to be made.
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
        """Shards that came again after they were committed: a worker was lost, or another run was as fast."""
        return self.counters.get(REPEATED, 0)

    @property
    def rows(self) -> int:
        """Rows that entered; where the stage does not count them, those of the table with the most."""
        written = (rows.sum for name, rows in self.distributions.items() if name.startswith(ROWS))
        return self.counters.get("rows_in", max(written, default=0))

    @property
    def rows_per_second(self) -> float:
        """Rows by the seconds of the graph."""
        return self.rows / self.seconds

    @property
    def written_mib(self) -> float:
        """What was written, in MiB."""
        return sum(size.sum for name, size in self.distributions.items() if name.startswith(BYTES)) / _MIB

    @property
    def shard_ms(self) -> tuple[Spread, Spread] | None:
        """Milliseconds of each shard: of reading and working, and of writing; None where the graph made no shard."""
        found = self.distributions.get(WORK), self.distributions.get(WRITE)
        return (found[0], found[1]) if found[0] and found[1] else None

    def values(self) -> dict[str, Any]:
        """All of it, with what follows from it, as JSON holds it."""
        return {
            "title": self.title,
            "seconds": round(self.seconds, 3),
            "shards": self.shards,
            "repeated": self.repeated,
            "rows": self.rows,
            "rows_per_second": round(self.rows_per_second, 1),
            "written_mib": round(self.written_mib, 3),
            "counters": dict(self.counters),
            "distributions": {name: asdict(one) for name, one in self.distributions.items()},
        }


def stage_of(title: str) -> str:
    """The stage that a graph's title names."""
    return title.partition(":")[0]


def graph_metrics(title: str, seconds: float, result: "PipelineResult") -> GraphMetrics:
    """What a finished graph counted under the name of its stage; the same name in several steps is added up."""
    from apache_beam.metrics import MetricsFilter

    found = result.metrics().query(MetricsFilter().with_namespace(stage_of(title)))
    counters: dict[str, int] = {}
    for one in found["counters"]:
        counters[one.key.metric.name] = counters.get(one.key.metric.name, 0) + one.result
    distributions: dict[str, Spread] = {}
    for one in found["distributions"]:
        name, data = one.key.metric.name, one.result
        spread = Spread(data.count, data.sum, data.min, data.max)
        distributions[name] = distributions[name] + spread if name in distributions else spread
    return GraphMetrics(title, seconds, dict(sorted(counters.items())), dict(sorted(distributions.items())))
