"""Validate: check every shard of the assembled tables, and the whole, with Great Expectations."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from versebench.expectations.summary import SummaryRow, summarise
from versebench.expectations.verdict import Verdict
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.result_tables import result_tables
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.pipelines.validation import drift as drifting
from versebench.pipelines.validation.counts import counts_of_facts, counts_of_stages, explain
from versebench.pipelines.validation.drift import Drifted
from versebench.pipelines.validation.facts import VERSION as FACTS_VERSION
from versebench.pipelines.validation.facts import Facts
from versebench.schemas.verdicts import VERDICTS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_run_manifest, read_table
from versebench.storage.run import Run

if TYPE_CHECKING:
    from versebench.expectations.checkpoint import Checkpoint

VERSION = "validate.v2"

OF_THE_SUMMARY = "summary"
"""The suite over the merged verdicts; it fails if another suite fails."""

DRIFT_REMEDY = (
    "  find out what changed in the source; if the change is intended, raise the recipe's drift, or set drift: null"
)


@dataclass(frozen=True)
class ValidateShard:
    """The verdicts on all tables of an assembled shard."""

    directory: str
    assembled: Manifest

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``failed`` expectations."""
        from versebench.expectations.shard import validate_shard  # loads Great Expectations, in the worker alone

        tables = {name: read_table(self.directory, self.assembled, name, shard) for name in self.assembled.tables}
        verdicts = validate_shard(shard, self.assembled.shards, tables, {})
        failed = sum(not verdict.success for verdict in verdicts)
        return ShardOutput({"verdicts": verdict_table(verdicts)}, {"failed": failed})


@dataclass(frozen=True)
class Validation:
    """The result of validating a run. ``facts`` is None if a shard failed, as the whole is then not checked."""

    summary: list[SummaryRow]
    committed: Committed
    checkpoint: "Checkpoint"
    facts: Facts | None
    drifted: Drifted | None

    @property
    def failures(self) -> list[SummaryRow]:
        """Expectations that were not met."""
        failed = [row for row in self.summary if not row.success]
        return [row for row in failed if row.table != OF_THE_SUMMARY] or failed


def verdict_table(verdicts: Sequence[Verdict]) -> pa.Table:
    """The table of some verdicts."""
    rows = [{**asdict(verdict), "shard": verdict.shard or 0} for verdict in verdicts]
    return pa.Table.from_pylist(rows, VERDICTS.schema)


def validation_folder(chain: Chain, assembled: Committed) -> str:
    """The folder of the run that validates the shards of an assembled run by the suites and checks of today."""
    run, _ = _run_of(chain, assembled)
    return run.directory


def was_validated(chain: Chain, assembled: Committed) -> bool:
    """Whether the shards of an assembled run were validated by the suites and checks of today."""
    return read_run_manifest(*_run_of(chain, assembled)) is not None


def _run_of(chain: Chain, assembled: Committed) -> tuple[Run, dict[str, Any]]:
    from versebench.expectations import suites

    inputs = {
        "version": VERSION,
        "tables": {VERDICTS.name: VERDICTS.version},
        "inputs": assembled.manifest.content_hashes,
        "suites": suites.fingerprints(),
        "accumulators": FACTS_VERSION,
    }
    return stage_run(chain.root, "validate", assembled.run.shards, inputs), inputs


def validate(chain: Chain, assembled: Committed) -> Validation:
    """Validate the shards of an assembled run and its results, and, if all of these pass, the whole."""
    require("release", "validation")
    from versebench.expectations.shard import validate_shard
    from versebench.expectations.whole import merged_verdicts, validate_whole

    run, inputs = _run_of(chain, assembled)
    committed = run_stage(run, inputs, ValidateShard(assembled.run.directory, assembled.manifest), chain.runner)
    results = result_tables(chain)
    verdicts = [*read_verdicts(committed), *validate_shard(0, 1, results, {})]
    of_shards = summarise(verdicts)
    counts: dict[str, Sequence[Any]] = {
        OF_THE_SUMMARY: merged_verdicts(of_shards, *_shards(assembled, results)),
        **counts_of_stages(chain, assembled),
    }
    facts = drifted = None
    if all(row.success for row in of_shards):
        from versebench.pipelines.validation.accumulate import accumulate  # imports Beam

        facts = accumulate(chain.runner, assembled, run.directory)
        counts |= counts_of_facts(chain, assembled, facts)
        drifted = _drift(chain, facts)
        counts |= {"drift": drifted.rows} if drifted is not None else {}
    checkpoint = validate_whole(chain.recipe.name, counts)
    return Validation(summarise([*verdicts, *checkpoint.verdicts]), committed, checkpoint, facts, drifted)


def _shards(assembled: Committed, results: Mapping[str, pa.Table]) -> tuple[dict[str, int], dict[str, int]]:
    """The number of shards of each table, and how many of them have rows."""
    tables = assembled.manifest.tables
    shards = {name: len(entry.files) for name, entry in tables.items()} | dict.fromkeys(results, 1)
    filled = {name: sum(file.rows > 0 for file in entry.files) for name, entry in tables.items()}
    return shards, filled | dict.fromkeys(results, 1)


def _drift(chain: Chain, facts: Facts) -> Drifted | None:
    previous, limit = chain.previous(), chain.recipe.drift
    return None if previous is None or limit is None else drifting.drift(facts, previous, limit)


def validation_documents(validation: Validation) -> dict[str, str | bytes]:
    """The documents of a release that come from validation, by file name."""
    from versebench.expectations.data_docs import data_docs

    assert validation.facts is not None, "a release has passed validation"
    return {
        drifting.NAME: drifting.document(validation.facts),
        "checkpoint.json": json.dumps(validation.checkpoint.document(), indent=1, ensure_ascii=False) + "\n",
        "data-docs.zip": data_docs(validation.checkpoint, validation.summary),
    }


def read_verdicts(committed: Committed) -> list[Verdict]:
    """The verdicts of a committed validation."""
    return [
        Verdict(**{**row, "examples": tuple(row["examples"])})
        for shard in range(committed.run.shards)
        for row in read_table(committed.run.directory, committed.manifest, "verdicts", shard).to_pylist()
    ]


def check(validation: Validation) -> None:
    """Raise :class:`DataError` if an expectation was not met, with its shards and example rows."""
    if validation.failures:
        lines = [_explain(row) for row in validation.failures]
        named = explain(validation.facts) if validation.facts is not None else []
        drifted = validation.drifted.explain() if validation.drifted is not None else []
        remedy = [DRIFT_REMEDY] if drifted else []
        raise DataError("\n".join(["validation failed, so nothing is released", *lines, *named, *drifted, *remedy]))


def _explain(row: SummaryRow) -> str:
    where = f" in shard {', '.join(map(str, row.failed_shards[:5]))}" if row.failed_shards else ""
    examples = "".join(f"\n    {example}" for example in row.examples)
    return f"  {row.table}: {row.expectation}: {row.unexpected} of {row.rows} rows{where}{examples}"
