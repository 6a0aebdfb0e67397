"""Check the tables of an export, and what was counted, with Great Expectations."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.counts import ExportCount
from versebench.expectations.verdict import Verdict
from versebench.pipelines.errors import DataError
from versebench.studies.export.sides import side_counts

_COUNTED = ("opened", "answered", "expired", "withdrawn_unanswered", "withdrawn_answers", "exported")
_SHOWN = 5


def validate_export(study: str, tables: Mapping[str, pa.Table], counts: Mapping[str, int]) -> None:
    """Check the tables with their suites. Raises :class:`DataError`, with the failed expectations, if one fails."""
    from versebench.expectations.shard import validate_shard  # loads Great Expectations
    from versebench.expectations.whole import validate_whole

    judged = pc.count_distinct(tables["judgements"]["judge"]).as_py()
    rows = {"judgements": len(tables["judgements"]), "judged": judged, "judges": len(tables["judges"])}
    rows["of_judges"] = pc.sum(tables["judges"]["answered"]).as_py() or 0
    count = ExportCount(study, **{name: counts[name] for name in _COUNTED}, **rows)
    sides = side_counts(tables["judgements"], tables["items"])
    whole: dict[str, list[Any]] = {"export_conservation": [count], **({"export_sides": sides} if sides else {})}
    verdicts = [
        *validate_shard(0, 1, tables, {}),
        *validate_whole("study-export", whole).verdicts,
    ]
    failed = [verdict for verdict in verdicts if not verdict.success]
    if failed:
        named = "; ".join(f"{verdict.table}: {verdict.expectation}: {_found(verdict)}" for verdict in failed[:_SHOWN])
        raise DataError(
            f"the export of {study} does not meet {len(failed)} expectations ({named}); restore a backup of the "
            "database, or report this"
        )


def _found(verdict: Verdict) -> str:
    return "; ".join(verdict.examples) or verdict.error or f"{verdict.unexpected} of {verdict.rows} rows"
