"""Validate: Great Expectations over every shard of the assembled tables, and over the counts of the whole."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import pyarrow as pa

from expectations.summary import SummaryRow, summarise
from expectations.verdict import Verdict
from pipelines.chain import Chain
from pipelines.counts import stage_counts, task_counts
from pipelines.errors import DataError
from pipelines.extras import require
from pipelines.result_tables import result_tables
from pipelines.stage import Committed, run_stage, stage_run
from schemas.verdicts import VERDICTS
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table

VERSION = "validate.v1"


@dataclass(frozen=True)
class ValidateShard:
    """The verdicts on all tables of an assembled shard."""

    directory: str
    assembled: Manifest

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``failed`` expectations."""
        from expectations.shard import validate_shard  # loads Great Expectations, in the worker alone

        tables = {name: read_table(self.directory, self.assembled, name, shard) for name in self.assembled.tables}
        verdicts = validate_shard(shard, self.assembled.shards, tables, {})
        return ShardOutput({"verdicts": verdict_table(verdicts)}, {"failed": sum(not one.success for one in verdicts)})


@dataclass(frozen=True)
class Validation:
    """What validation said of the whole run."""

    summary: list[SummaryRow]
    committed: Committed

    @property
    def failures(self) -> list[SummaryRow]:
        """Expectations that were not met."""
        return [row for row in self.summary if not row.success]


def verdict_table(verdicts: Sequence[Verdict]) -> pa.Table:
    """Verdicts as rows."""
    rows = [{**asdict(verdict), "shard": verdict.shard or 0} for verdict in verdicts]
    return pa.Table.from_pylist(rows, VERDICTS.schema)


def validate(chain: Chain, assembled: Committed) -> Validation:
    """The verdicts on an assembled run, its results and its counts."""
    require("release", "validation")
    import expectations.suites as suites
    from expectations.shard import validate_shard
    from expectations.whole import validate_whole

    made_of = {
        "version": VERSION,
        "tables": {VERDICTS.name: VERDICTS.version},
        "inputs": {name: entry.content_hash for name, entry in assembled.manifest.tables.items()},
        "suites": {name: suites.fingerprint(name) for name in suites.NAMES},
    }
    run = stage_run(chain.root, "validate", assembled.run.shards, made_of)
    committed = run_stage(run, made_of, ValidateShard(assembled.run.directory, assembled.manifest), chain.runner)
    verdicts = list(read_verdicts(committed))
    verdicts += validate_shard(0, 1, result_tables(chain), {})
    verdicts += validate_whole(stage_counts(chain), task_counts(chain))
    return Validation(summarise(verdicts), committed)


def read_verdicts(committed: Committed) -> list[Verdict]:
    """The verdicts of a committed validation."""
    return [
        Verdict(**{**row, "examples": tuple(row["examples"])})
        for shard in range(committed.run.shards)
        for row in read_table(committed.run.directory, committed.manifest, "verdicts", shard).to_pylist()
    ]


def check(validation: Validation) -> None:
    """Raise :class:`DataError` that names every expectation that was not met, its shards, and example rows."""
    if validation.failures:
        raise DataError("validation failed; nothing is released\n" + "\n".join(map(_explain, validation.failures)))


def _explain(row: SummaryRow) -> str:
    where = f" in shard {', '.join(map(str, row.failed_shards[:5]))}" if row.failed_shards else ""
    examples = "".join(f"\n    {example}" for example in row.examples)
    return f"  {row.table}: {row.expectation}: {row.unexpected} of {row.rows} rows{where}{examples}"
