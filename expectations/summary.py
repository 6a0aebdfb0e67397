"""Merges the verdicts on all shards into one row per expectation."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from versebench.expectations import suites
from versebench.expectations.shard import DERIVATION, SCHEMA_EXPECTATION
from versebench.expectations.verdict import MOST_EXAMPLES, Verdict

_OWN_WHYS = {
    SCHEMA_EXPECTATION: "Readers rely on the names, the order, the types and the nullability that the schema states.",
    DERIVATION: "Where a column could not be derived, nothing is known of the table.",
}


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One expectation over all shards; ``shards`` counts the verdicts, and each example names its shard."""

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
    """One row per table and expectation, in the order of the suites whatever the order of the verdicts."""
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
    """Why an expectation exists; empty for one that no suite states."""
    if expectation in _OWN_WHYS:
        return _OWN_WHYS[expectation]
    stated = suites.load(table).expectations if table in suites.NAMES else ()
    return next((entry.why for entry in stated if entry.label == expectation), "")


def _examples(verdict: Verdict) -> list[str]:
    where = "" if verdict.shard is None else f"shard {verdict.shard}: "
    found = ([f"raised {verdict.error}"] if verdict.error else []) + list(verdict.examples)
    return [where + example for example in found]


def _order(verdict: Verdict) -> tuple[int, tuple[str, ...], str]:
    return (-1 if verdict.shard is None else verdict.shard, verdict.examples, verdict.error or "")


def _place(name: tuple[str, str]) -> tuple[int, int, str, str]:
    table, expectation = name
    if table not in suites.NAMES:
        return (len(suites.NAMES), 0, table, expectation)
    labels = [*_OWN_WHYS, *(entry.label for entry in suites.load(table).expectations)]
    place = labels.index(expectation) if expectation in labels else len(labels)
    return (suites.NAMES.index(table), place, table, expectation)
