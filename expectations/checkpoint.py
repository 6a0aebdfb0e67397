"""A checkpoint of Great Expectations over a few small tables, in a temporary context.

Its results are kept without anything that differs from run to run: times, random ids, folders, versions.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from versebench.expectations import engine, suites
from versebench.expectations.verdict import Verdict

RUN_TIME = datetime(1980, 1, 1, tzinfo=UTC)
"""Great Expectations requires a time for every run. It does not appear in the results that are kept."""


@dataclass(frozen=True)
class Checkpoint:
    """Verdicts of a checkpoint, and the results of Great Expectations by suite, without anything of the single run."""

    name: str
    verdicts: list[Verdict]
    results: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        """The results as JSON values. Equal tables give equal values."""
        return {
            "name": self.name,
            "success": all(verdict.success for verdict in self.verdicts),
            "suites": [_suite_document(name, result) for name, result in self.results.items()],
        }


def run_checkpoint(name: str, tables: Mapping[str, pa.Table]) -> Checkpoint:
    """Run the suite of each table, by the table's name. ``name`` is the name of the run in the results."""
    with tempfile.TemporaryDirectory(prefix="versebench-checkpoint-") as folder, engine.configured_once():
        results = _run(folder, name, tables)
    verdicts = [verdict for suite, result in results.items() for verdict in _verdicts(suite, tables[suite], result)]
    return Checkpoint(name, verdicts, {suite: _without_run(name, suite, result) for suite, result in results.items()})


def _run(folder: str, name: str, tables: Mapping[str, pa.Table]) -> dict[str, Any]:
    """Results of Great Expectations by suite, in the order of the tables."""
    gx = engine.great_expectations()
    context = gx.get_context(mode="ephemeral")  # a context of files rewrites its configuration at every addition
    engine.silence(context)
    data = Path(folder)
    source = context.data_sources.add_pandas_filesystem(name="tables", base_directory=data)
    definitions = []
    for place, (suite, table) in enumerate(tables.items()):
        file = f"{place:02}.parquet"  # a pattern selects the file, and the name of another suite could match it too
        pq.write_table(table, data / file)
        batch = source.add_parquet_asset(name=suite).add_batch_definition_path("whole", path=file)
        gx_suite = context.suites.add(engine.gx_suite(suite, suites.load(suite).expectations))
        definition = gx.ValidationDefinition(name=suite, data=batch, suite=gx_suite)
        definitions.append(context.validation_definitions.add(definition))
    checkpoint = gx.Checkpoint(
        name="release", validation_definitions=definitions, result_format=engine.details("SUMMARY")
    )
    run_id = gx.RunIdentifier(run_name=name, run_time=RUN_TIME)
    results = context.checkpoints.add(checkpoint).run(run_id=run_id).run_results.values()
    by_name = {result.suite_name: result for result in results}
    return {suite: by_name[suite] for suite in tables}


def _verdicts(suite: str, table: pa.Table, result: Any) -> list[Verdict]:
    answers = [answer.to_json_dict() for answer in result.results]
    by_place = {engine.place_of(answer): answer for answer in answers}
    return engine.verdicts_of(suites.load(suite), table.to_pandas(), None, by_place)


def _without_run(name: str, suite: str, result: Any) -> Any:
    """The result without anything that would differ in another run over the same tables."""
    gx = engine.great_expectations()
    result.meta = {
        "run_id": gx.RunIdentifier(run_name=name, run_time=RUN_TIME),
        "batch_spec": {"data_asset_name": suite},
    }
    result.results.sort(key=lambda answer: engine.place_of(answer.to_json_dict()))
    return result


def _suite_document(name: str, result: Any) -> dict[str, Any]:
    return {
        "suite": name,
        "success": result.success,
        "statistics": result.statistics,
        "results": [_answer_document(name, answer.to_json_dict()) for answer in result.results],
    }


def _answer_document(suite: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    expectation = suites.load(suite).expectations[engine.place_of(answer)]
    return {
        "type": expectation.type,
        "kwargs": dict(expectation.kwargs),
        "why": expectation.why,
        "success": answer["success"],
        "result": answer["result"],
    }
