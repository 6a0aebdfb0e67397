"""Merges the verdicts on all shards into one row per expectation."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from versebench.expectations import suites
from versebench.expectations.shard import DERIVATION, SCHEMA_EXPECTATION
from versebench.expectations.verdict import MOST_EXAMPLES, Verdict

_BUILT_IN_WHYS = {
    SCHEMA_EXPECTATION: "Readers rely on the column names, order, types and nullability that the schema states.",
    DERIVATION: "If a derived column cannot be computed, the table cannot be checked.",
}


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One expectation over all shards. ``shards`` is the number of verdicts; each example names its shard."""

    table: str
    expectation: str
    why: str
    shards: int
    rows: int
    unexpected: int
    success: bool
    failed_shards: tuple[int, ...]
    examples: tuple[str, ...]


def summarise(verdicts: Iterable[Verdict]) -> list[SummaryRow]:
    """One row per table and expectation, in the order of the suites; the order of the verdicts does not matter."""
    groups: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.table, verdict.expectation].append(verdict)
    return [_merged(sorted(groups[name], key=_order)) for name in sorted(groups, key=_place)]


def _merged(verdicts: Sequence[Verdict]) -> SummaryRow:
    table, expectation = verdicts[0].table, verdicts[0].expectation
    failed = [verdict for verdict in verdicts if not verdict.success]
    return SummaryRow(
        table=table,
        expectation=expectation,
        why=why(table, expectation),
        shards=len(verdicts),
        rows=sum(verdict.rows for verdict in verdicts),
        unexpected=sum(verdict.unexpected for verdict in verdicts),
        success=not failed,
        failed_shards=tuple(verdict.shard for verdict in failed if verdict.shard is not None),
        examples=tuple(example for verdict in failed for example in _examples(verdict))[:MOST_EXAMPLES],
    )


def why(table: str, expectation: str) -> str:
    """Why an expectation exists; empty if it is in no suite."""
    if expectation in _BUILT_IN_WHYS:
        return _BUILT_IN_WHYS[expectation]
    expectations = suites.load(table).expectations if table in suites.NAMES else ()
    return next((entry.why for entry in expectations if entry.label == expectation), "")


def _examples(verdict: Verdict) -> list[str]:
    prefix = "" if verdict.shard is None else f"shard {verdict.shard}: "
    errors = [f"raised {verdict.error}"] if verdict.error else []
    return [prefix + example for example in (*errors, *verdict.examples)]


def _order(verdict: Verdict) -> tuple[int, tuple[str, ...], str]:
    return (-1 if verdict.shard is None else verdict.shard, verdict.examples, verdict.error or "")


def _place(name: tuple[str, str]) -> tuple[int, int, str, str]:
    table, expectation = name
    if table not in suites.NAMES:
        return (len(suites.NAMES), 0, table, expectation)
    labels = [*_BUILT_IN_WHYS, *(entry.label for entry in suites.load(table).expectations)]
    place = labels.index(expectation) if expectation in labels else len(labels)
    return (suites.NAMES.index(table), place, table, expectation)
